// Angle of a hinge: C = theta - theta0, the angle between the normals of two triangles on an edge, by the two-argument
// arctangent, so that its value and gradient are right from flat through 90 degrees to a full fold; there is no arccosine
// and no clamp (Bridson, Marino, Fedkiw, "Simulation of Clothing with Folds and Wrinkles", 2003; Tamstorf and Grinspun,
// "Discrete bending forces and their Jacobians", 2013, for the gradients). The difference is taken the short way round.
// Particles: the ends of the edge, then the corner opposite to it on either side. A triangle without height over the edge
// has no normal and the hinge rests. Compliance in rad/(N m).
//
// A measured material gives k = B |e|^2 / (A0 + A1), the flexural rigidity B where the cloth curves across the edge
// (Grinspun, Hirani, Desbrun, Schroeder, "Discrete Shells", 2003, and Bergou et al. 2006 have three times as much): exact
// for curvature along the axes of a grid, and where every direction is alike; along others the mesh makes it up to 2.6 times
// as stiff. Where that matters, the type "curvature" is exact on any mesh.
//
// SPDX-License-Identifier: MIT
#include "hinge.h"
#include "moduli.h"
#include "projection.h"

static inline bool Evaluate( const tlStencil* at, const tlReal* parameters, tlEvaluation* out )
{
	tlReal angle;
	if ( !tlEvaluateHinge( at->x, &angle, out->gradient[0] ) )
	{
		return false;
	}
	tlReal rest = parameters[0];
	out->value[0] = tlWrapAngle( angle - rest );
	// Buckled: open by less than `knee` of the opening at rest. The knee is met on the side of the fold.
	tlReal knee = TL_PI - at->knee * ( TL_PI - tlAbs( rest ) );
	out->soft[0] = tlAbs( angle ) > knee;
	out->kneeValue[0] = out->value[0] - ( angle - ( angle < 0 ? -knee : knee ) );
	return true;
}

static bool MeasureRest( const tlRest* rest, tlReal* parameters, tlShare* share )
{
	tlReal angle;
	tlVec3 gradients[TL_MAX_ARITY];
	if ( !tlEvaluateHinge( rest->x, &angle, gradients ) )
	{
		return false;
	}
	parameters[0] = tlFindRestAngle( rest, angle );
	if ( share != NULL )
	{
		*share = ( tlShare ){ .plain = tlWeighHinge( rest->x ), .c = rest->c, .s = rest->s, .side = rest->side };
	}
	return true;
}

static void Stiffen( const tlMaterial* m, const tlShare* share, tlStiffness* stiffness )
{
	stiffness->compliance[0] = tlInvert( share->plain * tlGetBendModulus( m, share->c, share->s ) );
}

TL_DEFINE_PROJECTIONS(.arity = 4, .rowCount = 1, .parameterCount = 1, .hasKnee = true, .evaluate = Evaluate )

const tlConstraintType tl_dihedralType;
const tlConstraintType tl_dihedralType = {
	.info = { .name = "dihedral",
	          .summary = "Keeps the angle between two triangles on an edge.",
	          .complianceUnit = "rad/(N m)",
	          .family = tl_bendFamily,
	          .element = tl_hingeElement,
	          .arity = 4,
	          .rowCount = 1,
	          .parameterCount = 1,
	          .parameterNames = { "rest angle [rad]" } },
	.lengthParameter = tl_noLength,
	.evaluate = Evaluate,
	.measureRest = MeasureRest,
	.findRestFault = tlFindAngleFault,
	.stiffen = Stiffen,
	.findKnee = tlFindBucklingKnee,
	.project = Project,
	.accumulate = Accumulate,
};
