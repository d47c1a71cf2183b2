// The mathematics that all two-point constraints share: C = |x1 - x0| - rest.
// SPDX-License-Identifier: MIT
#pragma once

#include "projection.h"

// Coincident points part along a fixed axis: any direction is right, and the same one keeps runs equal.
TL_INLINE bool tlEvaluateSeparation( const tlVec3* x, const tlReal* parameters, tlReal* value, tlVec3* gradients )
{
	tlVec3 d = tlSub( x[1], x[0] );
	tlReal length = tlLength( d );
	tlVec3 fixedAxis = { 1, 0, 0 };
	tlVec3 n = length > (tlReal)1e-20 ? tlMul( 1 / length, d ) : fixedAxis;
	*value = length - parameters[0];
	gradients[0] = tlNeg( n );
	gradients[1] = n;
	return true;
}

TL_INLINE bool tlMeasureSeparation( const tlVec3* x, tlReal* parameters )
{
	parameters[0] = tlDistance( x[0], x[1] );
	return true;
}
