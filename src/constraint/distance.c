// Distance between two particles: C = |x1 - x0| - l0, gradients -n and n with n the unit vector from x0 to x1 (XPBD 2016,
// section 3). Coincident points part along x. Compliance in m/N. Mesh edges, the diagonals of quads, rope segments. Under
// compression (C < 0) it may be softer, or slack.
// SPDX-License-Identifier: MIT
#include "separation.h"

#include "moduli.h"

static inline bool Evaluate( const tlStencil* at, const tlReal* parameters, tlEvaluation* out )
{
	tlEvaluateSeparation( at, parameters, out );
	out->soft[0] = out->value[0] < 0;
	out->kneeValue[0] = 0;
	return true;
}

static void Stiffen( const tlMaterial* m, const tlShare* share, tlStiffness* stiffness )
{
	tlEdgeModuli edge = tlGetEdgeModuli( m );
	tlReal k = share->plain * tlGetStretchModulus( m, share->c, share->s ) + share->warp * edge.warp +
	           share->weft * edge.weft + share->shear * m->shearStiffness + share->rope * m->axialStiffness;
	stiffness->compliance[0] = tlInvert( k );
}

TL_DEFINE_PROJECTIONS(.arity = 2, .rowCount = 1, .parameterCount = 1, .hasKnee = true, .evaluate = Evaluate )

const tlConstraintType tl_distanceType;
const tlConstraintType tl_distanceType = {
	.info = { .name = "distance",
	          .summary = "Keeps two particles at a distance.",
	          .complianceUnit = "m/N",
	          .family = tl_stretchFamily,
	          .element = tl_edgeElement,
	          .arity = 2,
	          .rowCount = 1,
	          .parameterCount = 1,
	          .parameterNames = { "rest length [m]" } },
	.lengthParameter = 0,
	.evaluate = Evaluate,
	.measureRest = tlMeasureSeparation,
	.findRestFault = tlFindLengthFault,
	.stiffen = Stiffen,
	.findKnee = tlFindCompressionKnee,
	.project = Project,
	.accumulate = Accumulate,
};
