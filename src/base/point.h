// Vectors in double precision, whatever the precision of the core: for pictures and scenes, and where shapes are cooked.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/core.h"
#include "tulle/math.h"

TL_INLINE tlPosition tlPoint( double x, double y, double z )
{
	tlPosition p = { x, y, z };
	return p;
}

TL_INLINE tlPosition tlPointFromFloats( const float* xyz )
{
	tlPosition p = { (double)xyz[0], (double)xyz[1], (double)xyz[2] };
	return p;
}

TL_INLINE tlPosition tlPointAdd( tlPosition a, tlPosition b )
{
	tlPosition p = { a.x + b.x, a.y + b.y, a.z + b.z };
	return p;
}

TL_INLINE tlPosition tlPointSub( tlPosition a, tlPosition b )
{
	tlPosition p = { a.x - b.x, a.y - b.y, a.z - b.z };
	return p;
}

// a + s b
TL_INLINE tlPosition tlPointMulAdd( tlPosition a, double s, tlPosition b )
{
	tlPosition p = { a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
	return p;
}

TL_INLINE tlPosition tlPointMul( double s, tlPosition a )
{
	tlPosition p = { s * a.x, s * a.y, s * a.z };
	return p;
}

TL_INLINE double tlPointDot( tlPosition a, tlPosition b )
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

TL_INLINE tlPosition tlPointCross( tlPosition a, tlPosition b )
{
	tlPosition p = { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
	return p;
}

TL_INLINE double tlPointLength( tlPosition a )
{
	return sqrt( tlPointDot( a, a ) );
}

// Unit vector, or `otherwise` for one without direction.
TL_INLINE tlPosition tlPointUnit( tlPosition a, tlPosition otherwise )
{
	double length = tlPointLength( a );
	return length > 1e-30 ? tlPointMul( 1.0 / length, a ) : otherwise;
}

// Any unit vector across a unit vector.
TL_INLINE tlPosition tlPointAcross( tlPosition a )
{
	tlPosition axis = fabs( a.y ) < 0.9 ? tlPoint( 0.0, 1.0, 0.0 ) : tlPoint( 1.0, 0.0, 0.0 );
	return tlPointUnit( tlPointCross( axis, a ), tlPoint( 1.0, 0.0, 0.0 ) );
}

// NaN and infinity differ from themselves after a subtraction.
TL_INLINE bool tlPointIsFinite( tlPosition a )
{
	return a.x - a.x == 0.0 && a.y - a.y == 0.0 && a.z - a.z == 0.0;
}

// A rotation in double precision, also for the core with floats.
TL_INLINE tlPosition tlPointRotate( tlQuat q, tlPosition a )
{
	tlPosition u = { (double)q.x, (double)q.y, (double)q.z };
	tlPosition t = tlPointMul( 2.0, tlPointCross( u, a ) );
	return tlPointAdd( tlPointMulAdd( a, (double)q.s, t ), tlPointCross( u, t ) );
}

TL_INLINE tlPosition tlPointPlace( const tlTransform* transform, tlPosition local )
{
	return tlPointAdd( tlPointRotate( transform->q, local ), transform->p );
}
