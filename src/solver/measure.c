// What the constraints of a fabric make of a material: the homogenised tensors of stretch and of bending.
//
// Springs: the energy of a sheet under an even strain e is the sum of k (l n.e.n)^2 / 2 over the springs, and with
// C = sum of k l^2 n n n n / A it is A e.C.e / 2 (the Voigt mean; Van Gelder, "Approximate simulation of elastic membranes
// by triangulated spring meshes", 1998): what it is on regular meshes, and too much on others, where relax.c finds how far
// the particles give way. Hinges: over a quadratic height field the angle of a hinge is linear in the
// curvature, and its energy the same kind of sum (Grinspun, Gingold, Reisman, Zorin, "Computing discrete shape operators on
// general meshes", 2006, on why that depends on the mesh).
//
// SPDX-License-Identifier: MIT
#include "tulle/measure.h"

#include "fabric.h"
#include "relax.h"

#include "base/core.h"
#include "constraint/moduli.h"
#include "constraint/projection.h"

#include <math.h>

static const double s_degrees[TL_STIFFNESS_ANGLES] = { 0, 30, 45, 60, 90, 120, 135, 150 };

double tlGetStiffnessAngle( int32_t index )
{
	TL_ASSERT( index >= 0 && index < TL_STIFFNESS_ANGLES );
	return s_degrees[index] * ( 3.14159265358979323846 / 180 );
}

// Compliances of the rows of constraint i, with a floor: a hard constraint would make the sums infinite.
static tlStiffness FindCompliance( const tlConstraintSet* set, const tlMaterial* m, int32_t i )
{
	tlStiffness stiffness = tlFindStiffness( set, m, i );
	for ( int32_t r = 0; r < set->type->info.rowCount; ++r )
	{
		stiffness.compliance[r] = tlMax( stiffness.compliance[r], (tlReal)1e-12 );
	}
	return stiffness;
}

// ---- in the plane

static void AddSpring( double c[3][3], double k, double square, double x, double y )
{
	double n[3] = { x * x, y * y, x * y }; // n n as strain along warp, along weft and gamma see it
	for ( int i = 0; i < 3; ++i )
	{
		for ( int j = 0; j < 3; ++j )
		{
			c[i][j] += k * square * n[i] * n[j];
		}
	}
}

// A triangle of any type that maps the pattern to space (sheet.h): what its rows see of small strains at rest, by the
// inverse of their compliances.
static void AddTriangle( double c[3][3], const tlConstraintSet* set, int32_t i, const tlStiffness* s )
{
	tlReal p[TL_MAX_PARAMETERS] = { 0 };
	tlGatherParameters( set, i, set->type->info.parameterCount, p );
	tlReal det = p[0] * p[3] - p[1] * p[2];
	tlStencil at = { .knee = 0 };
	at.x[1] = ( tlVec3 ){ p[3] / det, -p[2] / det, 0 };
	at.x[2] = ( tlVec3 ){ -p[1] / det, p[0] / det, 0 };
	tlEvaluation out;
	memset( &out, 0, sizeof out );
	if ( !set->type->evaluate( &at, p, &out ) )
	{
		return;
	}
	double seen[3][3] = { { 0 } }; // [row][strain]
	for ( int r = 0; r < 3; ++r )
	{
		for ( int k = 1; k < 3; ++k )
		{
			double x = (double)at.x[k].x, y = (double)at.x[k].y;
			double gx = (double)out.gradient[r][k].x, gy = (double)out.gradient[r][k].y;
			seen[r][0] += gx * x;
			seen[r][1] += gy * y;
			seen[r][2] += ( gx * y + gy * x ) / 2;
		}
	}
	double alpha[3] = { (double)s->compliance[0], (double)s->compliance[1], (double)s->compliance[2] };
	double cross = (double)s->cross, determinant = alpha[0] * alpha[1] - cross * cross;
	double k[3][3] = { { alpha[1] / determinant, -cross / determinant, 0 },
		               { -cross / determinant, alpha[0] / determinant, 0 },
		               { 0, 0, 1 / alpha[2] } };
	for ( int n = 0; n < 81; ++n )
	{
		int e = n / 27, f = n / 9 % 3, q = n / 3 % 3, r = n % 3;
		c[e][f] += seen[q][e] * k[q][r] * seen[r][f];
	}
}

// The springs of a cloth that is made of springs alone; 0 where triangles resist, too. Sums them as particles that all
// follow the even strain, and as particles that find their places.
static void RelaxSprings( const tlFabric* fabric, const tlMaterial* m, tlStiffnessReport* report )
{
	int32_t count = 0;
	for ( int32_t i = 0; i < fabric->setCount; ++i )
	{
		count += fabric->sets[i].count;
	}
	tlRelaxedSpring* springs = TL_ALLOC( tlRelaxedSpring, count );
	int32_t used = 0;
	bool pure = springs != NULL;
	for ( int32_t i = 0; i < fabric->setCount && pure; ++i )
	{
		const tlConstraintSet* set = fabric->sets + i;
		bool membrane = set->family == tl_stretchFamily || set->family == tl_shearFamily;
		pure = !membrane || set->type->info.element == tl_edgeElement;
		for ( int32_t k = 0; k < set->count && membrane && pure && set->shares != NULL; ++k )
		{
			const tlShare* share = set->shares + k;
			if ( share->c != 0 || share->s != 0 )
			{
				springs[used++] = ( tlRelaxedSpring ){ .a = set->particles[2 * (size_t)k],
					                                   .b = set->particles[2 * (size_t)k + 1],
					                                   .k = 1 / (double)FindCompliance( set, m, k ).compliance[0],
					                                   .c = (double)share->c,
					                                   .s = (double)share->s };
			}
		}
	}
	report->relaxed = pure && tlRelaxSheet( &fabric->topology, springs, used, report->membrane );
	tlFree( springs );
}

static void MeasureMembrane( const tlFabric* fabric, const tlMaterial* m, tlStiffnessReport* report )
{
	double( *c )[3] = report->membrane;
	bool any = false;
	for ( int32_t i = 0; i < fabric->setCount; ++i )
	{
		const tlConstraintSet* set = fabric->sets + i;
		const tlConstraintTypeInfo* info = &set->type->info;
		bool stretch = set->family == tl_stretchFamily, shear = set->family == tl_shearFamily;
		bool spring = info->element == tl_edgeElement, sheet = info->element == tl_triangleElement && info->rowCount == 3;
		for ( int32_t k = 0; k < set->count && set->shares != NULL && ( stretch || shear ) && ( spring || sheet ); ++k )
		{
			const tlShare* share = set->shares + k;
			tlStiffness s = FindCompliance( set, m, k );
			if ( sheet )
			{
				AddTriangle( c, set, k, &s );
			}
			else if ( share->c != 0 || share->s != 0 ) // not of a rope
			{
				double length = (double)set->parameters[k];
				AddSpring( c, 1 / (double)s.compliance[0], length * length, (double)share->c, (double)share->s );
			}
			any = true;
		}
	}
	double area = fabric->topology.report.area;
	for ( int i = 0; i < 9 && area > 0; ++i )
	{
		c[i / 3][i % 3] /= area;
	}
	if ( any && area > 0 )
	{
		RelaxSprings( fabric, m, report );
	}
	double s[3][3];
	report->hasMembrane = any && area > 0 && tlInvert3( c, s );
	for ( int32_t i = 0; i < TL_STIFFNESS_ANGLES; ++i )
	{
		double x = tlCos( tlGetStiffnessAngle( i ) ), y = tlSin( tlGetStiffnessAngle( i ) );
		double n[3] = { x * x, y * y, x * y }, sum = 0;
		for ( int k = 0; k < 9 && report->hasMembrane; ++k )
		{
			sum += n[k / 3] * s[k / 3][k % 3] * n[k % 3];
		}
		report->pull[i] = report->hasMembrane ? 1 / sum : 0;
		report->askedPull[i] = (double)tlGetStretchModulus( m, (tlReal)x, (tlReal)y );
	}
	report->shear = report->hasMembrane ? 1 / s[2][2] : 0;
	report->poissonRatio = report->hasMembrane ? -s[0][1] / s[0][0] : 0;
	report->askedShear = (double)m->shearStiffness;
	report->askedPoissonRatio = (double)m->poissonRatio;
}

// ---- bending

// The angle of a hinge over a cylinder of unit curvature along (x, y). The kink is the sum of the slopes of both triangles
// away from the edge: of the height at the corner over that of the straight edge below it.
static double MeasureAngle( const tlVec3* corners, const tlShare* share, double x, double y )
{
	tlVec3 e = tlSub( corners[1], corners[0] );
	double square = (double)tlLengthSquared( e ), length = sqrt( square );
	double heights[2], along[2];
	for ( int k = 0; k < 2; ++k )
	{
		tlVec3 d = tlSub( corners[2 + k], corners[0] );
		heights[k] = (double)tlLength( tlCross( e, d ) ) / length;
		along[k] = (double)tlDot( e, d ) / square;
	}
	double c = (double)share->c, s = (double)share->s, side = (double)share->side;
	double n = side * ( c * x + s * y ), t = c * y - s * x; // n towards the first corner, t along the edge
	double bulge = along[0] * ( 1 - along[0] ) / heights[0] + along[1] * ( 1 - along[1] ) / heights[1];
	return n * n * ( heights[0] + heights[1] ) / 2 - t * t * square * bulge / 2 + n * t * length * ( along[0] - along[1] );
}

// For each hinge of the mesh the constraint on it, -1 for none.
static void FindHinges( const tlTopology* t, const tlConstraintSet* set, int32_t* constraints )
{
	int32_t made = 0;
	for ( int32_t i = 0; i < t->hingeCount; ++i )
	{
		int32_t at = made < set->count ? set->meshOrder[made] : -1;
		bool same =
		    at >= 0 && memcmp( set->particles + 4 * (size_t)at, t->hinges + 4 * (size_t)i, 4 * sizeof( int32_t ) ) == 0;
		constraints[i] = same ? at : -1;
		made += same ? 1 : 0;
	}
}

static double FindArea( const tlTopology* t, const int32_t* corners )
{
	tlVec3 a = t->positions[corners[0]], b = t->positions[corners[1]], c = t->positions[corners[2]];
	return (double)tlLength( tlCross( tlSub( b, a ), tlSub( c, a ) ) ) / 2;
}

// Triangles with a hinge on every side take half of each; where there is none, all hinges on the whole area.
static bool SumHinges( const tlFabric* fabric, const tlConstraintSet* set, const tlMaterial* m, const int32_t* constraints,
                       bool whole, double* sums )
{
	const tlTopology* t = &fabric->topology;
	double area = 0;
	for ( int32_t i = 0; i < t->triangleCount; ++i )
	{
		int32_t at[3];
		bool full = true;
		for ( int k = 0; k < 3; ++k )
		{
			int32_t hinge = t->neighbors[3 * (size_t)i + (size_t)k];
			at[k] = hinge >= 0 ? constraints[hinge] : -1;
			full = full && at[k] >= 0;
		}
		if ( !full && !whole )
		{
			continue;
		}
		area += FindArea( t, t->triangles + 3 * (size_t)i );
		for ( int k = 0; k < 3; ++k )
		{
			if ( at[k] < 0 )
			{
				continue;
			}
			tlVec3 corners[4];
			for ( int j = 0; j < 4; ++j )
			{
				corners[j] = t->positions[set->particles[4 * (size_t)at[k] + (size_t)j]];
			}
			double stiffness = 1 / (double)FindCompliance( set, m, at[k] ).compliance[0];
			for ( int32_t a = 0; a < TL_STIFFNESS_ANGLES; ++a )
			{
				double radians = tlGetStiffnessAngle( a );
				double angle = MeasureAngle( corners, set->shares + at[k], tlCos( radians ), tlSin( radians ) );
				sums[a] += stiffness * angle * angle / 2;
			}
		}
	}
	for ( int32_t a = 0; a < TL_STIFFNESS_ANGLES && area > 0; ++a )
	{
		sums[a] /= area;
	}
	return area > 0;
}

static tlResult MeasureBending( const tlFabric* fabric, const tlMaterial* m, tlStiffnessReport* report, tlError* error )
{
	const tlTopology* t = &fabric->topology;
	for ( int32_t a = 0; a < TL_STIFFNESS_ANGLES; ++a )
	{
		double radians = tlGetStiffnessAngle( a );
		report->askedBending[a] = (double)tlGetBendModulus( m, (tlReal)tlCos( radians ), (tlReal)tlSin( radians ) );
	}
	for ( int32_t i = 0; i < fabric->setCount && !report->hasBending; ++i )
	{
		const tlConstraintSet* set = fabric->sets + i;
		const tlConstraintTypeInfo* info = &set->type->info;
		if ( set->family != tl_bendFamily || set->shares == NULL )
		{
			continue;
		}
		if ( set->neighbors != NULL && m->measured )
		{
			// Coupled hinges have the asked rigidity by their making.
			memcpy( report->bending, report->askedBending, sizeof report->bending );
			report->hasBending = set->count > 0;
		}
		else if ( info->element == tl_hingeElement && info->rowCount == 1 )
		{
			int32_t* constraints = TL_ALLOC( int32_t, t->hingeCount );
			if ( constraints == NULL )
			{
				return tlFailMemory( error );
			}
			FindHinges( t, set, constraints );
			report->hasBending = SumHinges( fabric, set, m, constraints, false, report->bending ) ||
			                     SumHinges( fabric, set, m, constraints, true, report->bending );
			tlFree( constraints );
		}
	}
	return tl_success;
}

tlResult tlFabric_MeasureStiffness( const tlFabric* fabric, const tlMaterial* material, tlStiffnessReport* report,
                                    tlError* error )
{
	*report = ( tlStiffnessReport ){ .hasMembrane = false };
	tlResult result = tlValidateMaterial( material, error );
	if ( result == tl_success )
	{
		MeasureMembrane( fabric, material, report );
		result = MeasureBending( fabric, material, report, error );
	}
	return result;
}
