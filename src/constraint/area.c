// Area of a triangle: C = |n| / 2 - A0 with n = (x1 - x0) x (x2 - x0), gradients n/|n| x the opposite side / 2. A triangle
// without area has no normal and rests. Compliance in m^3/N; a measured material gives A0 / K from its areaStiffness K
// [N/m].
//
// SPDX-License-Identifier: MIT
#include "moduli.h"
#include "projection.h"
#include "sheet.h"

static inline bool Evaluate( const tlStencil* at, const tlReal* parameters, tlEvaluation* out )
{
	tlVec3 d1 = tlSub( at->x[1], at->x[0] ), d2 = tlSub( at->x[2], at->x[0] );
	tlVec3 n = tlCross( d1, d2 );
	tlReal twice = tlLength( n );
	if ( !( twice > (tlReal)1e-18 ) )
	{
		return false;
	}
	tlVec3 half = tlMul( 1 / ( 2 * twice ), n );
	out->value[0] = twice / 2 - parameters[0];
	out->gradient[0][1] = tlCross( d2, half );
	out->gradient[0][2] = tlCross( half, d1 );
	out->gradient[0][0] = tlNeg( tlAdd( out->gradient[0][1], out->gradient[0][2] ) );
	return true;
}

static bool MeasureRest( const tlRest* rest, tlReal* parameters, tlShare* share )
{
	tlReal sides[4];
	parameters[0] = tlAbs( tlMeasureSides( rest, sides ) ) / 2;
	if ( share != NULL && parameters[0] > 0 )
	{
		share->plain = 1 / parameters[0];
	}
	return parameters[0] > 0;
}

static const char* FindRestFault( const tlReal* parameters )
{
	return parameters[0] > 0 && parameters[0] <= (tlReal)1e12 ? NULL : "the rest area must be above 0 and at most 1e12 m^2";
}

static void Stiffen( const tlMaterial* m, const tlShare* share, tlStiffness* stiffness )
{
	stiffness->compliance[0] = tlInvert( share->plain * m->areaStiffness );
}

static inline tlReal FindReach( const tlReal* parameters )
{
	return 2 * parameters[0];
}

TL_DEFINE_PROJECTIONS(.arity = 3, .rowCount = 1, .parameterCount = 1, .evaluate = Evaluate, .findReach = FindReach )

const tlConstraintType tl_areaType;
const tlConstraintType tl_areaType = {
	.info = { .name = "area",
	          .summary = "Keeps the area of a triangle.",
	          .complianceUnit = "m^3/N",
	          .family = tl_areaFamily,
	          .element = tl_triangleElement,
	          .arity = 3,
	          .rowCount = 1,
	          .parameterCount = 1,
	          .parameterNames = { "rest area [m^2]" } },
	.lengthParameter = 0,
	.evaluate = Evaluate,
	.measureRest = MeasureRest,
	.findRestFault = FindRestFault,
	.stiffen = Stiffen,
	.project = Project,
	.accumulate = Accumulate,
};
