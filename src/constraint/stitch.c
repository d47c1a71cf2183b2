// A particle drawn to a point of a triangle: C = x0 - (b1 x1 + b2 x2 + b3 x3) with b1 + b2 + b3 = 1, a row for each axis of
// space; gradients the axis times 1 and minus the weights. A button, a seam on a surface. Never degenerate. Compliance in
// m/N.
// SPDX-License-Identifier: MIT
#include "projection.h"

static inline bool Evaluate( const tlStencil* at, const tlReal* parameters, tlEvaluation* out )
{
	static const tlVec3 axes[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	const tlReal weights[4] = { 1, -parameters[0], -parameters[1], parameters[0] + parameters[1] - 1 };
	tlVec3 sum = tlVec3_zero;
	for ( int k = 0; k < 4; ++k )
	{
		sum = tlMulAdd( sum, weights[k], at->x[k] );
	}
	const tlReal values[3] = { sum.x, sum.y, sum.z };
	for ( int r = 0; r < 3; ++r )
	{
		out->value[r] = values[r];
		for ( int k = 0; k < 4; ++k )
		{
			out->gradient[r][k] = tlMul( weights[k], axes[r] );
		}
	}
	return true;
}

// The foot of the particle on the triangle's plane, brought inside.
static bool MeasureRest( const tlRest* rest, tlReal* parameters, tlShare* share )
{
	(void)share;
	tlVec3 d1 = tlSub( rest->x[2], rest->x[1] ), d2 = tlSub( rest->x[3], rest->x[1] ), d = tlSub( rest->x[0], rest->x[1] );
	tlVec3 n = tlCross( d1, d2 );
	tlReal square = tlLengthSquared( n );
	tlReal size = tlMax( tlLengthSquared( d1 ), tlLengthSquared( d2 ) );
	if ( !( square > (tlReal)1e-12 * size * size ) )
	{
		return false;
	}
	tlReal b2 = tlMax( tlDot( tlCross( d, d2 ), n ) / square, 0 );
	tlReal b3 = tlMax( tlDot( tlCross( d1, d ), n ) / square, 0 );
	tlReal b1 = tlMax( 1 - b2 - b3, 0 );
	tlReal sum = b1 + b2 + b3;
	parameters[0] = b1 / sum;
	parameters[1] = b2 / sum;
	return true;
}

static const char* FindRestFault( const tlReal* parameters )
{
	bool fine = tlAbs( parameters[0] ) <= 1000 && tlAbs( parameters[1] ) <= 1000;
	return fine ? NULL : "the weights of a stitch must be from -1000 to 1000, and are from 0 to 1 inside the triangle";
}

TL_DEFINE_PROJECTIONS(.arity = 4, .rowCount = 3, .parameterCount = 2, .evaluate = Evaluate )

const tlConstraintType tl_stitchType;
const tlConstraintType tl_stitchType = {
	.info = { .name = "stitch",
	          .summary = "Draws a particle to a point of a triangle: a button or a seam.",
	          .complianceUnit = "m/N",
	          .family = tl_customFamily,
	          .arity = 4,
	          .rowCount = 3,
	          .parameterCount = 2,
	          .parameterNames = { "weight of the triangle's first corner [1]", "of its second [1]" } },
	.lengthParameter = tl_noLength,
	.fixedAxes = true,
	.evaluate = Evaluate,
	.measureRest = MeasureRest,
	.findRestFault = FindRestFault,
	.project = Project,
	.accumulate = Accumulate,
};
