// Stretch and shear of a Cosserat rod: the segment as seen from its frame, C = (d1 . e, d2 . e, d3 . e - l) with e = x1 - x0
// and d1, d2, d3 the axes of the frame (Kugelstadt and Schoemer, "Position and Orientation Based Cosserat Rods", 2016, Eq.
// 23, with the frame's gradient by a rotation instead of by the four components). Two particles and a frame. Never
// degenerate: the frame has axes where the segment has no direction. Compliance in m/N: l / (E A) along, and three times
// that across.
//
// SPDX-License-Identifier: MIT
#include "moduli.h"
#include "projection.h"

static inline bool Evaluate( const tlStencil* at, const tlReal* parameters, tlEvaluation* out )
{
	static const tlVec3 axes[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	tlVec3 e = tlSub( at->x[1], at->x[0] );
	for ( int r = 0; r < 3; ++r )
	{
		tlVec3 d = tlRotate( at->q[2], axes[r] );
		out->value[r] = tlDot( d, e ) - ( r == 2 ? parameters[0] : 0 );
		out->gradient[r][0] = tlNeg( d );
		out->gradient[r][1] = d;
		out->gradient[r][2] = tlCross( d, e );
	}
	return true;
}

static bool MeasureRest( const tlRest* rest, tlReal* parameters, tlShare* share )
{
	parameters[0] = rest->length;
	if ( share != NULL )
	{
		*share = rest->share;
	}
	return rest->length > 0;
}

static void Stiffen( const tlMaterial* m, const tlShare* share, tlStiffness* stiffness )
{
	stiffness->compliance[2] = tlInvert( share->rope * m->axialStiffness );
	stiffness->compliance[0] = stiffness->compliance[1] = tlInvert( share->rope * m->axialStiffness / 3 );
}

TL_DEFINE_PROJECTIONS(.arity = 3, .frameMask = 1u << 2, .rowCount = 3, .parameterCount = 1, .evaluate = Evaluate )

const tlConstraintType tl_rod_stretchType;
const tlConstraintType tl_rod_stretchType = {
	.info = { .name = "rod stretch",
	          .summary = "Keeps a rope segment at its length and along the third axis of its frame.",
	          .complianceUnit = "m/N",
	          .family = tl_stretchFamily,
	          .element = tl_segmentElement,
	          .arity = 3,
	          .frameMask = 1u << 2,
	          .rowCount = 3,
	          .parameterCount = 1,
	          .parameterNames = { "rest length [m]" } },
	.lengthParameter = 0,
	.evaluate = Evaluate,
	.measureRest = MeasureRest,
	.stiffen = Stiffen,
	.project = Project,
	.accumulate = Accumulate,
};
