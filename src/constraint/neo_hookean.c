// Neo-Hookean membrane: rubber that keeps its volume and so grows thin where it is stretched, W = mu t / 2 (l1^2 + l2^2 +
// 1 / (l1 l2)^2 - 3) per area at rest, l1 and l2 the stretches in its plane (Treloar, "The Physics of Rubber Elasticity",
// 1975; Macklin and Mueller, "A Constraint-based Formulation of Stable Neo-Hookean Materials", 2021, for the solid). The
// square root of W has no gradient at rest; its parts do. With C the metric F^T F of the map from the pattern to space and J
// the ratio of areas, the rows are
//
//     (C_warp - C_weft) / (l1 + l2)    2 C_warpweft / (l1 + l2)    (J - 1) sqrt(2 J + 1) / J
//
// and the sum of their squares is (l1 - l2)^2 + 2 J + 1 / J^2 - 3, twice W over mu t. A triangle without area would need an
// endless force and rests. Compliance in 1/J: 1/(mu t A), of each row; a measured material has mu t as its shearStiffness,
// alike in every direction, E t = 3 mu t for small strains.
//
// SPDX-License-Identifier: MIT
#include "moduli.h"
#include "projection.h"
#include "sheet.h"

static inline bool Evaluate( const tlStencil* at, const tlReal* parameters, tlEvaluation* out )
{
	tlVec3 d1 = tlSub( at->x[1], at->x[0] ), d2 = tlSub( at->x[2], at->x[0] );
	const tlReal* p = parameters;
	tlVec3 f = tlMulAdd( tlMul( p[0], d1 ), p[2], d2 );
	tlVec3 g = tlMulAdd( tlMul( p[1], d1 ), p[3], d2 );
	tlVec3 n = tlCross( f, g );
	tlReal area = tlLength( n ); // J
	if ( !( area > (tlReal)1e-6 ) )
	{
		return false;
	}
	tlVec3 normal = tlMul( 1 / area, n );
	tlVec3 areaByF = tlCross( g, normal ), areaByG = tlCross( normal, f );
	tlReal ff = tlLengthSquared( f ), gg = tlLengthSquared( g );
	tlReal inverse = 1 / tlSqrt( ff + gg + 2 * area ); // 1 / (l1 + l2)
	tlVec3 sumByF = tlMul( inverse, tlAdd( f, areaByF ) ), sumByG = tlMul( inverse, tlAdd( g, areaByG ) );
	tlReal root = tlSqrt( 2 * area + 1 );
	out->value[0] = ( ff - gg ) * inverse;
	out->value[1] = 2 * tlDot( f, g ) * inverse;
	out->value[2] = ( area - 1 ) * root / area;
	tlReal slope = ( area * area + area + 1 ) / ( area * area * root );
	tlVec3 byF[3], byG[3];
	byF[0] = tlMul( inverse, tlMulAdd( tlMul( 2, f ), -out->value[0], sumByF ) );
	byG[0] = tlMul( inverse, tlMulAdd( tlMul( -2, g ), -out->value[0], sumByG ) );
	byF[1] = tlMul( inverse, tlMulAdd( tlMul( 2, g ), -out->value[1], sumByF ) );
	byG[1] = tlMul( inverse, tlMulAdd( tlMul( 2, f ), -out->value[1], sumByG ) );
	byF[2] = tlMul( slope, areaByF );
	byG[2] = tlMul( slope, areaByG );
	for ( int32_t r = 0; r < 3; ++r )
	{
		out->gradient[r][1] = tlMulAdd( tlMul( p[0], byF[r] ), p[1], byG[r] );
		out->gradient[r][2] = tlMulAdd( tlMul( p[2], byF[r] ), p[3], byG[r] );
		out->gradient[r][0] = tlNeg( tlAdd( out->gradient[r][1], out->gradient[r][2] ) );
	}
	return true;
}

static void Stiffen( const tlMaterial* m, const tlShare* share, tlStiffness* stiffness )
{
	for ( int32_t r = 0; r < 3; ++r )
	{
		stiffness->compliance[r] = tlInvert( share->plain * m->shearStiffness );
	}
}

TL_DEFINE_PROJECTIONS(.arity = 3, .rowCount = 3, .parameterCount = 4, .evaluate = Evaluate, .findReach = tlFindSheetReach )

const tlConstraintType tl_neo_hookeanType;
const tlConstraintType tl_neo_hookeanType = {
	.info = { .name = "neo-Hookean",
	          .summary = "Resists the stretch of a triangle of rubber, which grows thin.",
	          .complianceUnit = "1/J",
	          .family = tl_stretchFamily,
	          .element = tl_triangleElement,
	          .arity = 3,
	          .rowCount = 3,
	          .parameterCount = 4,
	          .parameterNames = TL_SHEET_PARAMETERS,
	          .resistsShear = true },
	.lengthParameter = tl_noLength,
	.evaluate = Evaluate,
	.measureRest = tlMeasureSheet,
	.findRestFault = tlFindSheetFault,
	.stiffen = Stiffen,
	.project = Project,
	.accumulate = Accumulate,
};
