// What the types on a triangle share: its rest shape in the pattern.
// SPDX-License-Identifier: MIT
#pragma once

#include "constraint.h"

#include "tulle/math.h"

// Twice the signed area of the triangle in the pattern [m^2], and its sides 0-1 and 0-2 as the columns of (a, b; c, d),
// along warp and weft [m].
static inline tlReal tlMeasureSides( const tlRest* rest, tlReal sides[4] )
{
	sides[0] = rest->u[1][0] - rest->u[0][0];
	sides[1] = rest->u[2][0] - rest->u[0][0];
	sides[2] = rest->u[1][1] - rest->u[0][1];
	sides[3] = rest->u[2][1] - rest->u[0][1];
	return sides[0] * sides[3] - sides[1] * sides[2];
}

// Rest values of a type that maps the pattern to space: the inverse of the matrix of the sides, row by row, so that
// f_warp = p0 d1 + p2 d2 and f_weft = p1 d1 + p3 d2 with the sides d1 and d2 in space. The share is the area. False for a
// triangle without height.
static inline bool tlMeasureSheet( const tlRest* rest, tlReal* parameters, tlShare* share )
{
	tlReal m[4];
	tlReal det = tlMeasureSides( rest, m );
	tlReal size = tlMax( m[0] * m[0] + m[2] * m[2], m[1] * m[1] + m[3] * m[3] );
	if ( !( tlAbs( det ) > (tlReal)1e-6 * size ) )
	{
		return false;
	}
	parameters[0] = m[3] / det;
	parameters[1] = -m[1] / det;
	parameters[2] = -m[2] / det;
	parameters[3] = m[0] / det;
	if ( share != NULL )
	{
		share->plain = tlAbs( det ) / 2;
	}
	return true;
}

// The longer of the two sides, out of the inverse of their matrix: how far one projection may move a corner.
static inline tlReal tlFindSheetReach( const tlReal* p )
{
	tlReal det = p[0] * p[3] - p[1] * p[2];
	return tlMax( p[0] * p[0] + p[1] * p[1], p[2] * p[2] + p[3] * p[3] ) / ( det * det );
}

// Two sides from 1 um to 1 Gm, not on one line.
static inline const char* tlFindSheetFault( const tlReal* p )
{
	tlReal det = tlAbs( p[0] * p[3] - p[1] * p[2] ), most = (tlReal)1e6;
	tlReal size = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
	bool fine = tlAbs( p[0] ) <= most && tlAbs( p[1] ) <= most && tlAbs( p[2] ) <= most && tlAbs( p[3] ) <= most &&
	            size >= (tlReal)1e-18 && det > (tlReal)1e-6 * size;
	return fine ? NULL : "the rest matrix must be that of a triangle: up to 1e6 /m, and not singular";
}

#define TL_SHEET_PARAMETERS                                                                                                 \
	{                                                                                                                       \
		"inverse of the sides 0-1 and 0-2 along warp and weft, first [1/m]", "second [1/m]", "third [1/m]", "fourth [1/m]"  \
	}
