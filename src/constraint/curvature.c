// Curvature of a triangle along warp and weft, and its twist, from the three hinges around it: K = P theta, a row each for
// k_warp, k_weft and 2 k_twist. P inverts what the three hinge angles are for a sheet of constant curvature, so that K and
// with it the energy A (B1 k_warp^2 + B2 k_weft^2 + D (2 k_twist)^2) / 2 are exact for every constant curvature on every
// mesh: the patch of four triangles of the rotation-free shell elements (Onate and Zarate, "Rotation-free triangular plate
// and shell elements", 2000), written with hinge angles, so that it holds for large turns. Particles: the corners, then the
// far corner of the neighbour across the side opposite to each. A side without neighbour counts nothing: K is then the
// smallest that fits the other angles. A hinge whose triangle has no height has no angle, and the constraint rests.
// Compliance in 1/(N m^3), from the material 1/(B A); where the cloth curves along warp or weft its rigidity is B1 or B2,
// and at 45 degrees biasBending, which sets D. SPDX-License-Identifier: MIT
#include "hinge.h"
#include "moduli.h"
#include "projection.h"

// Particles of the hinge on the side opposite to a corner: the ends of the side, the corner, the far corner.
static const int s_hinges[3][4] = { { 1, 2, 0, 3 }, { 2, 0, 1, 4 }, { 0, 1, 2, 5 } };

// parameters: P row by row, then K at rest.
static inline bool Evaluate( const tlStencil* at, const tlReal* parameters, tlEvaluation* out )
{
	for ( int r = 0; r < 3; ++r )
	{
		out->value[r] = -parameters[9 + r];
		for ( int k = 0; k < 6; ++k )
		{
			out->gradient[r][k] = tlVec3_zero;
		}
	}
	for ( int s = 0; s < 3; ++s )
	{
		const tlReal column[3] = { parameters[s], parameters[3 + s], parameters[6 + s] };
		if ( column[0] == 0 && column[1] == 0 && column[2] == 0 )
		{
			continue; // no neighbour
		}
		tlVec3 x[4], gradients[4];
		tlReal angle;
		for ( int k = 0; k < 4; ++k )
		{
			x[k] = at->x[s_hinges[s][k]];
		}
		if ( !tlEvaluateHinge( x, &angle, gradients ) )
		{
			return false;
		}
		for ( int r = 0; r < 3; ++r )
		{
			out->value[r] += column[r] * angle;
			for ( int k = 0; k < 4; ++k )
			{
				tlVec3* g = &out->gradient[r][s_hinges[s][k]];
				*g = tlMulAdd( *g, column[r], gradients[k] );
			}
		}
	}
	return true;
}

// What the angle of a hinge is for unit curvature along warp, along weft, and for 2 k_twist = 1: the heights of its four
// corners over the pattern, weighed by what each turns the angle. The neighbour is unfolded into the triangle's plane.
static bool MeasureHinge( const tlRest* rest, int side, double functional[3] )
{
	const int* h = s_hinges[side];
	tlVec3 e = tlSub( rest->x[h[1]], rest->x[h[0]] ), d = tlSub( rest->x[h[3]], rest->x[h[0]] );
	double square = tlLengthSquared( e ), length = sqrt( square );
	double u[4][2] = { { 0 } };
	for ( int k = 0; k < 3; ++k )
	{
		u[k][0] = (double)rest->u[h[k]][0];
		u[k][1] = (double)rest->u[h[k]][1];
	}
	double ex = u[1][0] - u[0][0], ey = u[1][1] - u[0][1], flat = sqrt( ex * ex + ey * ey );
	double ax = u[2][0] - u[0][0], ay = u[2][1] - u[0][1];
	if ( !( flat > 0 ) || !( length > 0 ) )
	{
		return false;
	}
	double along = (double)tlDot( e, d ) / square, height = (double)tlLength( tlCross( e, d ) ) / length * ( flat / length );
	double cross = ex * ay - ey * ax, own = fabs( cross ) / flat, ownAlong = ( ex * ax + ey * ay ) / ( flat * flat );
	if ( !( own > 1e-6 * flat ) || !( height > 1e-6 * flat ) )
	{
		return false;
	}
	double away = cross > 0 ? -1 : 1; // the side of the edge where the neighbour lies
	u[3][0] = u[0][0] + along * ex - away * height * ey / flat;
	u[3][1] = u[0][1] + along * ey + away * height * ex / flat;
	// Heights over the surface turn the angle by -1/height at the corners; the ends take the rest.
	double weights[4] = { 0, 0, -1 / own, -1 / height };
	weights[1] = -( ownAlong * weights[2] + along * weights[3] );
	weights[0] = -( weights[1] + weights[2] + weights[3] );
	functional[0] = functional[1] = functional[2] = 0;
	for ( int k = 0; k < 4; ++k )
	{
		double x = u[k][0] - u[0][0], y = u[k][1] - u[0][1];
		functional[0] += weights[k] * 0.5 * x * x;
		functional[1] += weights[k] * 0.5 * y * y;
		functional[2] += weights[k] * 0.5 * x * y;
	}
	return true;
}

// P = M^T (M M^T)^-1 over the hinges that are there: the inverse of M where there are three, else the smallest K. A
// millionth of the diagonal is added, so that slivers give large numbers and not infinite ones.
static void Invert( double m[3][3], const bool* there, tlReal* p )
{
	double a[3][6] = { { 0 } };
	for ( int i = 0; i < 3; ++i )
	{
		for ( int j = 0; j < 3; ++j )
		{
			bool both = there[i] && there[j];
			a[i][j] = both ? m[i][0] * m[j][0] + m[i][1] * m[j][1] + m[i][2] * m[j][2] : ( i == j ? 1 : 0 );
		}
		a[i][i] *= 1 + 1e-9;
		a[i][3 + i] = there[i] ? 1 : 0;
	}
	for ( int i = 0; i < 3; ++i ) // the matrix is positive definite: no pivoting
	{
		for ( int row = 0; row < 3; ++row )
		{
			double factor = row == i ? 0 : a[row][i] / a[i][i];
			for ( int k = 0; k < 6; ++k )
			{
				a[row][k] -= factor * a[i][k];
			}
		}
	}
	for ( int r = 0; r < 3; ++r )
	{
		for ( int s = 0; s < 3; ++s )
		{
			double sum = 0;
			for ( int i = 0; i < 3; ++i )
			{
				sum += there[i] && there[s] ? m[i][r] * a[i][3 + s] / a[i][i] : 0;
			}
			p[3 * r + s] = (tlReal)sum;
		}
	}
}

static bool MeasureRest( const tlRest* rest, tlReal* parameters, tlShare* share )
{
	double m[3][3] = { { 0 } };
	bool there[3] = { false };
	tlReal angles[3] = { 0 };
	for ( int s = 0; s < 3; ++s )
	{
		tlVec3 x[4], gradients[4];
		for ( int k = 0; k < 4; ++k )
		{
			x[k] = rest->x[s_hinges[s][k]];
		}
		there[s] = rest->present[3 + s] && tlEvaluateHinge( x, &angles[s], gradients ) && MeasureHinge( rest, s, m[s] );
	}
	if ( !there[0] && !there[1] && !there[2] )
	{
		return false;
	}
	Invert( m, there, parameters );
	for ( int r = 0; r < 3; ++r )
	{
		parameters[9 + r] = 0;
		for ( int s = 0; s < 3 && !rest->sameRestAngle; ++s )
		{
			parameters[9 + r] += parameters[3 * r + s] * tlFindRestAngle( rest, there[s] ? angles[s] : 0 );
		}
		for ( int s = 0; s < 3 && rest->sameRestAngle; ++s )
		{
			parameters[9 + r] += parameters[3 * r + s] * rest->restAngle;
		}
	}
	if ( share != NULL )
	{
		tlReal a = rest->u[1][0] - rest->u[0][0], b = rest->u[1][1] - rest->u[0][1];
		tlReal c = rest->u[2][0] - rest->u[0][0], d = rest->u[2][1] - rest->u[0][1];
		share->plain = tlAbs( a * d - b * c ) / 2;
	}
	return true;
}

static void Stiffen( const tlMaterial* m, const tlShare* share, tlStiffness* stiffness )
{
	tlReal twist = m->biasBending - ( m->warpBending + m->weftBending ) / 4;
	stiffness->compliance[0] = tlInvert( share->plain * m->warpBending );
	stiffness->compliance[1] = tlInvert( share->plain * m->weftBending );
	stiffness->compliance[2] = tlInvert( share->plain * twist );
}

TL_DEFINE_PROJECTIONS(.arity = 6, .rowCount = 3, .parameterCount = 12, .evaluate = Evaluate )

const tlConstraintType tl_curvatureType;
const tlConstraintType tl_curvatureType = {
	.info = { .name = "curvature",
	          .summary =
	              "Resists the curvature of a triangle along warp and weft, and its twist, from the hinges around it.",
	          .complianceUnit = "1/(N m^3)",
	          .family = tl_bendFamily,
	          .element = tl_patchElement,
	          .arity = 6,
	          .rowCount = 3,
	          .parameterCount = 12,
	          .parameterNames = { "curvature along the warp by the first angle [1/m]", "by the second [1/m]",
	                              "by the third [1/m]", "along the weft by the first [1/m]", "by the second [1/m]",
	                              "by the third [1/m]", "twice the twist by the first [1/m]", "by the second [1/m]",
	                              "by the third [1/m]", "curvature at rest along the warp [1/m]", "along the weft [1/m]",
	                              "twice the twist [1/m]" } },
	.lengthParameter = tl_noLength,
	.evaluate = Evaluate,
	.measureRest = MeasureRest,
	.stiffen = Stiffen,
	.project = Project,
	.accumulate = Accumulate,
};
