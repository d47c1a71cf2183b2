// The angle of a hinge, its gradients and weights: what the bending types share. Particles: the ends of the edge, then the
// corner opposite to it on either side; the first triangle is (0, 1, 2), the second (1, 0, 3). Flat is 0; the angle is
// positive where the corners 2 and 3 lie behind the faces, so that the normals part.
// SPDX-License-Identifier: MIT
#pragma once

#include "constraint.h"

#include "base/core.h"

#define TL_PI ( (tlReal)3.14159265358979323846 )

TL_INLINE tlReal tlWrapAngle( tlReal angle )
{
	angle = angle > TL_PI ? angle - 2 * TL_PI : angle;
	return angle < -TL_PI ? angle + 2 * TL_PI : angle;
}

// False where a triangle has no height over the edge, to a millionth of its length.
TL_INLINE bool tlEvaluateHinge( const tlVec3* x, tlReal* angle, tlVec3* gradients )
{
	tlVec3 e = tlSub( x[1], x[0] );
	tlVec3 a = tlSub( x[2], x[0] ), b = tlSub( x[3], x[0] );
	tlVec3 n1 = tlCross( e, a ), n2 = tlCross( b, e );
	tlReal square = tlLengthSquared( e ), s1 = tlLengthSquared( n1 ), s2 = tlLengthSquared( n2 );
	tlReal least = (tlReal)1e-12 * square * square;
	if ( !( s1 > least ) || !( s2 > least ) || !( square > (tlReal)1e-30 ) )
	{
		return false;
	}
	tlReal length = tlSqrt( square );
	tlVec3 axis = tlMul( 1 / length, e );
	*angle = (tlReal)tlAtan2( (double)tlDot( axis, tlCross( n1, n2 ) ), (double)tlDot( n1, n2 ) );
	// The height of a corner over the edge turns its triangle by 1/height; the ends of the edge share what is left of it.
	tlVec3 h1 = tlMul( -length / s1, n1 ), h2 = tlMul( -length / s2, n2 );
	tlReal t1 = tlDot( a, axis ) / length, t2 = tlDot( b, axis ) / length; // where along the edge the corners stand
	gradients[0] = tlNeg( tlAdd( tlMul( 1 - t1, h1 ), tlMul( 1 - t2, h2 ) ) );
	gradients[1] = tlNeg( tlAdd( tlMul( t1, h1 ), tlMul( t2, h2 ) ) );
	gradients[2] = h1;
	gradients[3] = h2;
	return true;
}

// |e|^2 / (A0 + A1).
static inline tlReal tlWeighHinge( const tlVec3* x )
{
	tlVec3 e = tlSub( x[1], x[0] );
	tlReal twice = tlLength( tlCross( e, tlSub( x[2], x[0] ) ) ) + tlLength( tlCross( e, tlSub( x[3], x[0] ) ) );
	return twice > 0 ? 2 * tlLengthSquared( e ) / twice : 0;
}

// The angle that the hinge wants: that of the shape, flat or between, or the one that the definition gives.
static inline tlReal tlFindRestAngle( const tlRest* rest, tlReal ofShape )
{
	return rest->sameRestAngle ? rest->restAngle : ( 1 - rest->flatness ) * ofShape;
}

static inline const char* tlFindAngleFault( const tlReal* parameters )
{
	return tlAbs( parameters[0] ) <= (tlReal)6.2832 ? NULL : "the rest angle must be from -2 pi to 2 pi";
}
