// Cross-edge bending: the distance between the two vertices across an edge, or over one rope point (Mueller et al. 2007,
// section 4.3, with the distance in the place of the angle). C = |x1 - x0| - l0. Cheap and without a favoured side, but near
// the flat state its force grows with the cube of the deflection: a fold starts soft. Coincident points part along x.
// Compliance in m/N.
// SPDX-License-Identifier: MIT
#include "separation.h"

TL_DEFINE_PROJECTIONS( 2, 1, false, tlEvaluateSeparation )

const tlConstraintType tl_bendType;
const tlConstraintType tl_bendType = {
	.info = { .name = "bend",
	          .summary =
	              "Keeps the two particles across an edge, or over a rope point, at a distance, so that a fold costs force.",
	          .complianceUnit = "m/N",
	          .arity = 2,
	          .parameterCount = 1,
	          .parameterNames = { "rest length [m]" } },
	.lengthParameter = 0,
	.evaluate = tlEvaluateSeparation,
	.measureRest = tlMeasureSeparation,
	.project = Project,
	.accumulate = Accumulate,
};
