// Cross-edge bending: the distance between the two vertices across an edge, or over one rope point (Mueller et al. 2007,
// section 4.3, with the distance in the place of the angle). C = |x1 - x0| - l0. Cheap and without a favoured side, but near
// the flat state its force grows with the cube of the deflection: a fold starts soft. Coincident points part along x.
// Compliance in m/N.
//
// A measured material can not give it a flexural rigidity for every curvature, as its energy goes with the fourth power: a
// chord over two arms of length a and b, bent by theta, is shorter by a b theta^2 / (2 (a + b)). It is given the energy of
// the asked rigidity where the radius is 2 cm, on any mesh.
//
// SPDX-License-Identifier: MIT
#include "separation.h"

#include "moduli.h"

static void Stiffen( const tlMaterial* m, const tlShare* share, tlStiffness* stiffness )
{
	tlReal k = share->plain * tlGetBendModulus( m, share->c, share->s ) + share->rope * m->ropeBending;
	stiffness->compliance[0] = tlInvert( k );
}

TL_DEFINE_PROJECTIONS(.arity = 2, .rowCount = 1, .parameterCount = 1, .evaluate = tlEvaluateSeparation )

const tlConstraintType tl_bendType;
const tlConstraintType tl_bendType = {
	.info = { .name = "bend",
	          .summary =
	              "Keeps the two particles across an edge, or over a rope point, at a distance, so that a fold costs force.",
	          .complianceUnit = "m/N",
	          .family = tl_bendFamily,
	          .element = tl_acrossElement,
	          .arity = 2,
	          .rowCount = 1,
	          .parameterCount = 1,
	          .parameterNames = { "rest length [m]" } },
	.lengthParameter = 0,
	.evaluate = tlEvaluateSeparation,
	.measureRest = tlMeasureSeparation,
	.findRestFault = tlFindLengthFault,
	.stiffen = Stiffen,
	.project = Project,
	.accumulate = Accumulate,
};
