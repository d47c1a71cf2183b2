// Curvature by hinges that know their neighbours: C = theta - theta0 as in the dihedral, with a compliance between each two
// hinges of a triangle. It is the plate element of Hellan (1967), Herrmann (1967) and Johnson (1973) of lowest order: the
// bending moment is constant in each triangle, its normal part the same on both sides of an edge, and lambda of a hinge is
// that normal moment times |e|. What the moments m bend a triangle by, A m : D^-1 : m, is the compliance, over all pairs of
// its three hinges:
//
//     alpha_ef = sum over shared triangles of A (t_e : D^-1 : t_f) / (|e| |f|)
//
// with t_e the moment that has normal part 1 on edge e and 0 on the others, t_e = sym(f g) / ((f . n_e)(g . n_e)) for the
// two other sides f and g. The discretisation is exact for every constant curvature on every mesh, in energy and in balance
// of forces, so that the asked rigidity is what bends, in every direction; a dihedral, which has the diagonal alone, can be
// 20 % softer or 2.6 times too stiff. A border edge carries no moment and has no hinge; a triangle that is held whole does
// not bend and drops out of the sums. Where the material is not measured, every hinge has the one compliance and none
// between. Degenerate as the dihedral. Compliance in rad/(N m).
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
	out->value[0] = tlWrapAngle( angle - parameters[0] );
	return true;
}

static bool MeasureRest( const tlRest* rest, tlReal* parameters, tlShare* share )
{
	tlReal angle;
	tlVec3 gradients[TL_MAX_ARITY];
	(void)share; // pairs have theirs: MeasurePair
	if ( !tlEvaluateHinge( rest->x, &angle, gradients ) )
	{
		return false;
	}
	parameters[0] = tlFindRestAngle( rest, angle );
	return true;
}

// Normal moment 1 on the side opposite to a corner: along warp, along weft, between; over the side's length.
static bool MakeMoment( tlReal u[3][2], int corner, double moment[3] )
{
	const tlReal *a = u[corner], *b = u[( corner + 1 ) % 3], *c = u[( corner + 2 ) % 3];
	double e[2] = { (double)c[0] - (double)b[0], (double)c[1] - (double)b[1] };
	double f[2] = { (double)a[0] - (double)b[0], (double)a[1] - (double)b[1] };
	double g[2] = { (double)a[0] - (double)c[0], (double)a[1] - (double)c[1] };
	double length = sqrt( e[0] * e[0] + e[1] * e[1] );
	double height = ( f[0] * e[1] - f[1] * e[0] ) / length; // f . n = g . n
	if ( !( fabs( height ) > 1e-6 * length ) )
	{
		return false;
	}
	double scale = 1 / ( height * height * length );
	moment[0] = scale * f[0] * g[0];
	moment[1] = scale * f[1] * g[1];
	moment[2] = scale * ( f[0] * g[1] + f[1] * g[0] ) / 2;
	return true;
}

static void MeasurePair( tlReal u[3][2], int first, int second, tlReal share[3] )
{
	double area = fabs( ( (double)u[1][0] - (double)u[0][0] ) * ( (double)u[2][1] - (double)u[0][1] ) -
	                    ( (double)u[2][0] - (double)u[0][0] ) * ( (double)u[1][1] - (double)u[0][1] ) ) /
	              2;
	double a[3], b[3];
	bool good = MakeMoment( u, first, a ) && MakeMoment( u, second, b );
	for ( int k = 0; k < 3; ++k )
	{
		share[k] = good ? (tlReal)( area * a[k] * b[k] ) : 0;
	}
}

// Never quite without twist.
static tlReal CouplePair( const tlMaterial* m, const tlReal share[3] )
{
	tlReal twist = tlMax( tlGetTwist( m ), (tlReal)1e-3 * ( m->warpBending + m->weftBending ) );
	return share[0] * tlInvert( m->warpBending ) + share[1] * tlInvert( m->weftBending ) + share[2] * tlInvert( twist );
}

TL_DEFINE_PROJECTIONS(.arity = 4, .rowCount = 1, .parameterCount = 1, .coupled = true, .evaluate = Evaluate )

const tlConstraintType tl_curvatureType;
const tlConstraintType tl_curvatureType = {
	.info = { .name = "curvature",
	          .summary = "Keeps the angles of hinges together with their neighbours: the asked rigidity on every mesh.",
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
	.measurePair = MeasurePair,
	.couplePair = CouplePair,
	.project = Project,
	.accumulate = Accumulate,
};
