// Tulle: vectors, quaternions and transforms. Small inline functions; nothing here calls libm but sqrt, which IEEE 754
// rounds exactly, so that results are the same bits on every machine.
// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

#include <math.h>

#ifdef __cplusplus
extern "C"
{
#endif

// A point or direction in the local space of a body, [m] unless said otherwise.
typedef struct tlVec3
{
	tlReal x, y, z;
} tlVec3;

// Four values for one particle, kept together so that one aligned load brings them: x, y, z and, for positions, the
// inverse mass in w.
typedef struct tlVec4
{
	tlReal x, y, z, w;
} tlVec4;

// A point in the world, always in double precision, so that a body far from the origin moves like one at it.
typedef struct tlPosition
{
	double x, y, z;
} tlPosition;

// Rotation as a unit quaternion; s is the scalar part.
typedef struct tlQuat
{
	tlReal x, y, z, s;
} tlQuat;

// A rigid placement: rotate by q, then move to p [m].
typedef struct tlTransform
{
	tlPosition p;
	tlQuat q;
} tlTransform;

static const tlVec3 tlVec3_zero = { 0, 0, 0 };
static const tlQuat tlQuat_identity = { 0, 0, 0, 1 };
static const tlTransform tlTransform_identity = { { 0.0, 0.0, 0.0 }, { 0, 0, 0, 1 } };

static inline tlReal tlSqrt( tlReal a )
{
#ifdef TULLE_DOUBLE
	return sqrt( a );
#else
	return sqrtf( a );
#endif
}

static inline tlReal tlAbs( tlReal a )
{
	return a < 0 ? -a : a;
}

static inline tlReal tlMin( tlReal a, tlReal b )
{
	return a < b ? a : b;
}

static inline tlReal tlMax( tlReal a, tlReal b )
{
	return a > b ? a : b;
}

static inline tlReal tlClamp( tlReal a, tlReal lower, tlReal upper )
{
	return a < lower ? lower : ( a > upper ? upper : a );
}

static inline tlVec3 tlAdd( tlVec3 a, tlVec3 b )
{
	tlVec3 c = { a.x + b.x, a.y + b.y, a.z + b.z };
	return c;
}

static inline tlVec3 tlSub( tlVec3 a, tlVec3 b )
{
	tlVec3 c = { a.x - b.x, a.y - b.y, a.z - b.z };
	return c;
}

static inline tlVec3 tlMul( tlReal s, tlVec3 a )
{
	tlVec3 c = { s * a.x, s * a.y, s * a.z };
	return c;
}

// a + s b
static inline tlVec3 tlMulAdd( tlVec3 a, tlReal s, tlVec3 b )
{
	tlVec3 c = { a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
	return c;
}

static inline tlVec3 tlNeg( tlVec3 a )
{
	tlVec3 c = { -a.x, -a.y, -a.z };
	return c;
}

static inline tlReal tlDot( tlVec3 a, tlVec3 b )
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline tlVec3 tlCross( tlVec3 a, tlVec3 b )
{
	tlVec3 c = { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
	return c;
}

static inline tlReal tlLengthSquared( tlVec3 a )
{
	return tlDot( a, a );
}

static inline tlReal tlLength( tlVec3 a )
{
	return tlSqrt( tlDot( a, a ) );
}

static inline tlReal tlDistance( tlVec3 a, tlVec3 b )
{
	return tlLength( tlSub( a, b ) );
}

// Unit vector, or zero for a vector too short to have a direction.
static inline tlVec3 tlNormalize( tlVec3 a )
{
	tlReal length = tlLength( a );
	return length > (tlReal)1e-20 ? tlMul( 1 / length, a ) : tlVec3_zero;
}

static inline tlVec3 tlLerp( tlVec3 a, tlVec3 b, tlReal t )
{
	return tlMulAdd( a, t, tlSub( b, a ) );
}

static inline tlQuat tlMulQuat( tlQuat a, tlQuat b )
{
	tlQuat c = {
		a.s * b.x + a.x * b.s + a.y * b.z - a.z * b.y,
		a.s * b.y - a.x * b.z + a.y * b.s + a.z * b.x,
		a.s * b.z + a.x * b.y - a.y * b.x + a.z * b.s,
		a.s * b.s - a.x * b.x - a.y * b.y - a.z * b.z,
	};
	return c;
}

static inline tlQuat tlConjugate( tlQuat q )
{
	tlQuat c = { -q.x, -q.y, -q.z, q.s };
	return c;
}

static inline tlVec3 tlRotate( tlQuat q, tlVec3 a )
{
	tlVec3 u = { q.x, q.y, q.z };
	tlVec3 t = tlMul( 2, tlCross( u, a ) );
	return tlAdd( tlMulAdd( a, q.s, t ), tlCross( u, t ) );
}

static inline tlVec3 tlInvRotate( tlQuat q, tlVec3 a )
{
	return tlRotate( tlConjugate( q ), a );
}

static inline tlQuat tlNormalizeQuat( tlQuat q )
{
	tlReal length = tlSqrt( q.x * q.x + q.y * q.y + q.z * q.z + q.s * q.s );
	if ( !( length > (tlReal)1e-20 ) )
	{
		return tlQuat_identity;
	}
	tlReal a = 1 / length;
	tlQuat c = { a * q.x, a * q.y, a * q.z, a * q.s };
	return c;
}

// Sine, cosine, exponential and logarithm from basic arithmetic alone: the same bits on every machine, accurate to
// 2e-15 relative to the larger of 1 and the value for |angle| below 1e5 rad.
double tlSin( double radians );
double tlCos( double radians );
double tlAcos( double cosine );
double tlAtan2( double y, double x ); // in [-pi, pi]; 0 where both are 0
double tlExp( double a );
double tlLog( double a );

// Rotation by an angle [rad] about an axis of any length; identity for a zero axis.
tlQuat tlMakeQuat( tlVec3 axis, double radians );

// Spherical interpolation along the shorter arc, t in [0, 1] (Shoemake 1985).
tlQuat tlSlerp( tlQuat a, tlQuat b, tlReal t );

// Position linearly, rotation spherically.
tlTransform tlInterpolate( const tlTransform* a, const tlTransform* b, double t );

static inline bool tlIsSameTransform( const tlTransform* a, const tlTransform* b )
{
	return a->p.x == b->p.x && a->p.y == b->p.y && a->p.z == b->p.z && a->q.x == b->q.x && a->q.y == b->q.y &&
	       a->q.z == b->q.z && a->q.s == b->q.s;
}

// World point of a local point, and back.
tlPosition tlTransformPoint( const tlTransform* transform, tlVec3 local );
tlVec3 tlInvTransformPoint( const tlTransform* transform, tlPosition point );

bool tlIsFinite( double a );
bool tlIsFiniteTransform( const tlTransform* transform );

#ifdef __cplusplus
}
#endif
