// Isometric bending: C = |K x| - c0 with K x = K0 x0 + ... + K3 x3, the weights from the cotangents of the flat hinge
// (Bergou, Wardetzky, Harmon, Zorin, Grinspun, "A Quadratic Bending Model for Inextensible Surfaces", 2006). |K x| is |e|
// theta for small angles of a hinge whose triangles keep their shape, and the gradient costs no angle at all. It is C =
// sqrt(2 E) and not C = E, which would bend with the cube root of the load. Particles as in a dihedral: the ends of the
// edge, then the corner opposite on either side. Where K x = 0 there is no direction and no force, and the constraint rests.
// Compliance in m/N.
//
// A measured material gives k = B / (A0 + A1), which is what Q has with its factor 3 taken off: the flexural rigidity B, on
// the same meshes as the dihedral.
//
// SPDX-License-Identifier: MIT
#include "hinge.h"
#include "moduli.h"
#include "projection.h"

static inline bool Evaluate( const tlStencil* at, const tlReal* parameters, tlEvaluation* out )
{
	tlVec3 sum = tlVec3_zero;
	for ( int k = 1; k < 4; ++k ) // x0 is the origin
	{
		sum = tlMulAdd( sum, parameters[k], tlSub( at->x[k], at->x[0] ) );
	}
	tlReal length = tlLength( sum );
	if ( !( length > (tlReal)1e-18 ) )
	{
		return false;
	}
	tlVec3 n = tlMul( 1 / length, sum );
	out->value[0] = length - parameters[4];
	for ( int k = 0; k < 4; ++k )
	{
		out->gradient[0][k] = tlMul( parameters[k], n );
	}
	return true;
}

// Weights: the derivative of the angle by the height of each corner over the flat hinge, times |e|.
static bool MeasureRest( const tlRest* rest, tlReal* parameters, tlShare* share )
{
	tlReal angle;
	tlVec3 gradients[TL_MAX_ARITY];
	if ( !tlEvaluateHinge( rest->x, &angle, gradients ) )
	{
		return false;
	}
	tlVec3 e = tlSub( rest->x[1], rest->x[0] );
	tlReal length = tlLength( e );
	tlReal heights[2], places[2];
	for ( int k = 0; k < 2; ++k )
	{
		tlVec3 d = tlSub( rest->x[2 + k], rest->x[0] );
		heights[k] = tlLength( tlCross( e, d ) ) / length;
		places[k] = tlDot( e, d ) / ( length * length );
	}
	parameters[2] = -length / heights[0];
	parameters[3] = -length / heights[1];
	parameters[1] = -( places[0] * parameters[2] + places[1] * parameters[3] );
	parameters[0] = -( parameters[1] + parameters[2] + parameters[3] );
	// At an angle theta of the flat triangles |K x| is 2 |e| sin(theta / 2).
	tlReal wanted = tlFindRestAngle( rest, angle );
	parameters[4] = 2 * length * (tlReal)tlSin( 0.5 * (double)tlAbs( wanted ) );
	if ( share != NULL )
	{
		*share = ( tlShare ){
			.plain = tlWeighHinge( rest->x ) / ( length * length ), .c = rest->c, .s = rest->s, .side = rest->side
		};
	}
	return true;
}

static void Stiffen( const tlMaterial* m, const tlShare* share, tlStiffness* stiffness )
{
	stiffness->compliance[0] = tlInvert( share->plain * tlGetBendModulus( m, share->c, share->s ) );
}

static const char* FindRestFault( const tlReal* parameters )
{
	bool fine = true;
	for ( int k = 0; k < 5; ++k )
	{
		fine = fine && tlAbs( parameters[k] ) <= (tlReal)1e9;
	}
	return fine ? NULL : "the weights and the rest value must be from -1e9 to 1e9";
}

TL_DEFINE_PROJECTIONS(.arity = 4, .rowCount = 1, .parameterCount = 5, .evaluate = Evaluate )

const tlConstraintType tl_isometricType;
const tlConstraintType tl_isometricType = {
	.info = { .name = "isometric",
	          .summary = "Resists the bending of a hinge whose triangles keep their shape, at little cost.",
	          .complianceUnit = "m/N",
	          .family = tl_bendFamily,
	          .element = tl_hingeElement,
	          .arity = 4,
	          .rowCount = 1,
	          .parameterCount = 5,
	          .parameterNames = { "weight of the edge's start [1]", "of its end [1]", "of the corner on one side [1]",
	                              "of the other [1]", "rest value of |K x| [m]" } },
	.lengthParameter = tl_noLength,
	.evaluate = Evaluate,
	.measureRest = MeasureRest,
	.findRestFault = FindRestFault,
	.stiffen = Stiffen,
	.project = Project,
	.accumulate = Accumulate,
};
