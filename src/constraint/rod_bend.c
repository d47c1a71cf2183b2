// Bending and twist of a Cosserat rod at the joint of two segments: C = 2 (im(q0* q1) - im(rest)), the turn from one frame
// to the next in the axes of the frames, for small turns the two bending angles and the twist [rad] (Kugelstadt and
// Schoemer, "Position and Orientation Based Cosserat Rods", 2016, Eq. 27; Darboux vector times length). Of the two
// quaternions of a turn the one nearer to the turn at rest is taken. Two frames; never degenerate. Compliance in rad/(N m):
// l / (E I) for bending and l / (G J) for twist, with l half the length of either segment.
//
// SPDX-License-Identifier: MIT
#include "moduli.h"
#include "projection.h"

static inline bool Evaluate( const tlStencil* at, const tlReal* parameters, tlEvaluation* out )
{
	static const tlVec3 axes[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	tlQuat turn = tlMulQuat( tlConjugate( at->q[0] ), at->q[1] );
	// Of the two, the one nearer to the turn at rest: sharp turns at rest keep theirs.
	tlReal half[3] = { parameters[0] / 2, parameters[1] / 2, parameters[2] / 2 };
	tlReal rest = tlSqrt( tlMax( 1 - half[0] * half[0] - half[1] * half[1] - half[2] * half[2], 0 ) );
	tlReal sign = turn.x * half[0] + turn.y * half[1] + turn.z * half[2] + turn.s * rest < 0 ? -1 : 1;
	tlVec3 v = { sign * turn.x, sign * turn.y, sign * turn.z };
	tlReal s = sign * turn.s;
	const tlReal values[3] = { v.x, v.y, v.z };
	for ( int r = 0; r < 3; ++r )
	{
		// A rotation a of the second frame, in the axes of the first, changes im by (s a + a x v)/2.
		tlVec3 local = tlAdd( tlMul( s, axes[r] ), tlCross( v, axes[r] ) );
		out->value[r] = 2 * values[r] - parameters[r];
		out->gradient[r][1] = tlRotate( at->q[0], local );
		out->gradient[r][0] = tlNeg( out->gradient[r][1] );
	}
	return true;
}

static bool MeasureRest( const tlRest* rest, tlReal* parameters, tlShare* share )
{
	tlQuat twist = tlMakeQuat( ( tlVec3 ){ 0, 0, 1 }, (double)( rest->twist * rest->length ) );
	tlQuat turn = tlMulQuat( tlMulQuat( tlConjugate( rest->q[0] ), rest->q[1] ), twist );
	tlReal twice = ( turn.s < 0 ? -2 : 2 ) * ( 1 - rest->flatness );
	parameters[0] = twice * turn.x;
	parameters[1] = twice * turn.y;
	parameters[2] = twice * turn.z;
	if ( share != NULL )
	{
		share->rope = rest->length > 0 ? 1 / rest->length : 0;
	}
	return rest->length > 0;
}

static void Stiffen( const tlMaterial* m, const tlShare* share, tlStiffness* stiffness )
{
	stiffness->compliance[0] = stiffness->compliance[1] = tlInvert( share->rope * m->ropeBending );
	stiffness->compliance[2] = tlInvert( share->rope * m->ropeTwist );
}

static inline tlReal FindReach( const tlReal* parameters )
{
	(void)parameters;
	return 1;
}

TL_DEFINE_PROJECTIONS(.arity = 2, .frameMask = 3u, .rowCount = 3, .parameterCount = 3, .evaluate = Evaluate,
                      .findReach = FindReach )

const tlConstraintType tl_rod_bendType;
const tlConstraintType tl_rod_bendType = {
	.info = { .name = "rod bend",
	          .summary = "Keeps the turn from the frame of one rope segment to that of the next: bending and twist.",
	          .complianceUnit = "rad/(N m)",
	          .family = tl_bendFamily,
	          .element = tl_jointElement,
	          .arity = 2,
	          .frameMask = 3u,
	          .rowCount = 3,
	          .parameterCount = 3,
	          .parameterNames = { "bending at rest about the first axis [rad]", "about the second [rad]",
	                              "twist at rest [rad]" } },
	.lengthParameter = tl_noLength,
	.evaluate = Evaluate,
	.measureRest = MeasureRest,
	.stiffen = Stiffen,
	.project = Project,
	.accumulate = Accumulate,
};
