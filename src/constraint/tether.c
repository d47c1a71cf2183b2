// Long-range attachment: a particle stays within a distance of an anchor, C = |x1 - x0| - l0 <= 0, one-sided (Kim,
// Chentanez, Mueller, "Long Range Attachments", 2012). Slack costs nothing; at the limit it stops at once what edges would
// pass on from neighbour to neighbour. Coincident points are slack. Compliance in m/N.
//
// SPDX-License-Identifier: MIT
#include "separation.h"

TL_DEFINE_PROJECTIONS(.arity = 2, .rowCount = 1, .parameterCount = 1, .oneSided = true, .evaluate = tlEvaluateSeparation )

const tlConstraintType tl_tetherType;
const tlConstraintType tl_tetherType = {
	.info = { .name = "tether",
	          .summary = "Keeps a particle within a distance of an anchor; slack costs nothing.",
	          .complianceUnit = "m/N",
	          .family = tl_tetherFamily,
	          .arity = 2,
	          .rowCount = 1,
	          .parameterCount = 1,
	          .parameterNames = { "longest distance [m]" },
	          .oneSided = true },
	.lengthParameter = 0,
	.evaluate = tlEvaluateSeparation,
	.measureRest = tlMeasureSeparation,
	.findRestFault = tlFindLengthFault,
	.project = Project,
	.accumulate = Accumulate,
};
