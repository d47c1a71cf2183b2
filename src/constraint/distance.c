// Distance between two particles: C = |x1 - x0| - l0, gradients -n and n with n the unit vector from x0 to x1 (XPBD 2016,
// section 3). Coincident points part along x. Compliance in m/N. Mesh edges, the diagonals of quads, rope segments.
// SPDX-License-Identifier: MIT
#include "separation.h"

TL_DEFINE_PROJECTIONS( 2, 1, false, tlEvaluateSeparation )

const tlConstraintType tl_distanceType;
const tlConstraintType tl_distanceType = {
	.info = { .name = "distance",
	          .summary = "Keeps two particles at a distance.",
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
