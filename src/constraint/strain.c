// Strain of a triangle along warp and weft, and shear: the rows are Green's strain (F^T F - I)/2 of the map F from the
// pattern to space, e_warp = (|f_warp|^2 - 1)/2, e_weft = (|f_weft|^2 - 1)/2 and gamma = f_warp . f_weft (Mueller,
// Chentanez, Kim, Macklin, "Strain Based Dynamics", 2014, with the compliance of XPBD 2016). With the compliance matrix of
// an orthotropic sheet in plane stress the energy is exactly that of the asked moduli, on any triangles. Under compression
// (e < 0) warp and weft may be softer, or slack. A triangle pressed to a line along warp or weft has no gradient in that
// row, which rests. Compliance in 1/J: 1/(E t A).
//
// SPDX-License-Identifier: MIT
#include "moduli.h"
#include "projection.h"
#include "sheet.h"

static inline tlReal MeasureStrain( tlVec3 f, tlVec3* derivative )
{
	tlReal square = tlLengthSquared( f );
	if ( square >= 1 )
	{
		*derivative = f;
		return ( square - 1 ) / 2;
	}
	tlReal length = tlSqrt( square );
	*derivative = length > (tlReal)1e-6 ? tlMul( 1 / length, f ) : tlVec3_zero;
	return length - 1;
}

static inline bool Evaluate( const tlStencil* at, const tlReal* parameters, tlEvaluation* out )
{
	tlVec3 d1 = tlSub( at->x[1], at->x[0] ), d2 = tlSub( at->x[2], at->x[0] );
	const tlReal* p = parameters;
	tlVec3 warp = tlMulAdd( tlMul( p[0], d1 ), p[2], d2 );
	tlVec3 weft = tlMulAdd( tlMul( p[1], d1 ), p[3], d2 );
	tlVec3 alongWarp, alongWeft; // derivative of the strain by f
	out->value[0] = MeasureStrain( warp, &alongWarp );
	out->value[1] = MeasureStrain( weft, &alongWeft );
	out->value[2] = tlDot( warp, weft );
	out->gradient[0][1] = tlMul( p[0], alongWarp );
	out->gradient[0][2] = tlMul( p[2], alongWarp );
	out->gradient[1][1] = tlMul( p[1], alongWeft );
	out->gradient[1][2] = tlMul( p[3], alongWeft );
	out->gradient[2][1] = tlMulAdd( tlMul( p[0], weft ), p[1], warp );
	out->gradient[2][2] = tlMulAdd( tlMul( p[2], weft ), p[3], warp );
	for ( int r = 0; r < 3; ++r )
	{
		out->gradient[r][0] = tlNeg( tlAdd( out->gradient[r][1], out->gradient[r][2] ) );
		out->soft[r] = r < 2 && out->value[r] < 0;
		out->kneeValue[r] = 0;
	}
	return true;
}

static void Stiffen( const tlMaterial* m, const tlShare* share, tlStiffness* stiffness )
{
	stiffness->compliance[0] = tlInvert( share->plain * m->warpStiffness );
	stiffness->compliance[1] = tlInvert( share->plain * m->weftStiffness );
	stiffness->compliance[2] = tlInvert( share->plain * m->shearStiffness );
	bool coupled = m->warpStiffness > 0 && m->weftStiffness > 0;
	stiffness->cross = coupled ? -m->poissonRatio * stiffness->compliance[0] : 0;
}

TL_DEFINE_PROJECTIONS(.arity = 3, .rowCount = 3, .parameterCount = 4, .hasKnee = true, .evaluate = Evaluate,
                      .findReach = tlFindSheetReach )

const tlConstraintType tl_strainType;
const tlConstraintType tl_strainType = {
	.info = { .name = "strain",
	          .summary = "Resists Green's strain of a triangle along warp and weft, and its shear.",
	          .complianceUnit = "1/J",
	          .family = tl_stretchFamily,
	          .element = tl_triangleElement,
	          .arity = 3,
	          .rowCount = 3,
	          .parameterCount = 4,
	          .parameterNames = TL_SHEET_PARAMETERS,
	          .resistsShear = true },
	.lengthParameter = tl_pureStrain,
	.evaluate = Evaluate,
	.measureRest = tlMeasureSheet,
	.findRestFault = tlFindSheetFault,
	.stiffen = Stiffen,
	.findKnee = tlFindCompressionKnee,
	.project = Project,
	.accumulate = Accumulate,
};
