// The mathematics that all two-point constraints share: C = |x1 - x0| - rest.
// SPDX-License-Identifier: MIT
#pragma once

#include "projection.h"

// Coincident points part along a fixed axis: any direction is right, and the same one keeps runs equal.
TL_INLINE bool tlEvaluateSeparation( const tlStencil* at, const tlReal* parameters, tlEvaluation* out )
{
	tlVec3 d = tlSub( at->x[1], at->x[0] );
	tlReal length = tlLength( d );
	tlVec3 fixedAxis = { 1, 0, 0 };
	tlVec3 n = length > (tlReal)1e-20 ? tlMul( 1 / length, d ) : fixedAxis;
	out->value[0] = length - parameters[0];
	out->gradient[0][0] = tlNeg( n );
	out->gradient[0][1] = n;
	return true;
}

TL_INLINE const char* tlFindLengthFault( const tlReal* parameters )
{
	return parameters[0] >= 0 && parameters[0] <= (tlReal)1e9 ? NULL : "the rest length must be from 0 to 1e9 m";
}

// The length at rest: that of the pattern where there is one.
TL_INLINE bool tlMeasureSeparation( const tlRest* rest, tlReal* parameters, tlShare* share )
{
	if ( share != NULL )
	{
		*share = rest->share;
	}
	parameters[0] = rest->length > 0 ? rest->length : tlDistance( rest->x[0], rest->x[1] );
	return true;
}
