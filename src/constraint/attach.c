// Two particles drawn to one place: C = x1 - x0, a row for each axis of space, gradients minus and plus the axis. A stitch,
// a knot, a soft pin to a moving frame. Never degenerate. Compliance in m/N.
//
// SPDX-License-Identifier: MIT
#include "projection.h"

static inline bool Evaluate( const tlStencil* at, const tlReal* parameters, tlEvaluation* out )
{
	(void)parameters;
	static const tlVec3 axes[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	tlVec3 d = tlSub( at->x[1], at->x[0] );
	const tlReal values[3] = { d.x, d.y, d.z };
	for ( int r = 0; r < 3; ++r )
	{
		out->value[r] = values[r];
		out->gradient[r][0] = tlNeg( axes[r] );
		out->gradient[r][1] = axes[r];
	}
	return true;
}

static bool MeasureRest( const tlRest* rest, tlReal* parameters, tlShare* share )
{
	(void)rest, (void)parameters, (void)share;
	return true;
}

TL_DEFINE_PROJECTIONS(.arity = 2, .rowCount = 3, .evaluate = Evaluate )

const tlConstraintType tl_attachType;
const tlConstraintType tl_attachType = {
	.info = { .name = "attach",
	          .summary = "Draws two particles to one place: a stitch or a knot.",
	          .complianceUnit = "m/N",
	          .family = tl_customFamily,
	          .arity = 2,
	          .rowCount = 3 },
	.lengthParameter = tl_noLength,
	.fixedAxes = true,
	.evaluate = Evaluate,
	.measureRest = MeasureRest,
	.project = Project,
	.accumulate = Accumulate,
};
