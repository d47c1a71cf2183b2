// Long-range attachments: ways around slits and holes, the one-sided limit, an anchor that turns.
// SPDX-License-Identifier: MIT
#include "checks.h"

#include <math.h>

// ---- the unit square in 20 x 20 cells, with cells left out or a cut.

enum
{
	tl_cells = 20,
	tl_columns = tl_cells + 1,
	tl_gridCount = tl_columns * tl_columns,
	tl_capacity = tl_gridCount + tl_columns,
};

typedef enum Gap
{
	tl_noGap,
	tl_cut,  // x = 0.5 from y = 0.25 up, without width
	tl_slit, // a column of cells from x = 0.5 on, from y = 0.25 up
	tl_hole, // [0.25, 0.75] squared
	tl_disc, // of radius 0.25 about the middle: no cell reaches into it
} Gap;

typedef enum Grid
{
	tl_quads,      // edges and both diagonals
	tl_triangles,  // with the diagonal (1, 1) alone
	tl_edgesAlone, // no diagonals
} Grid;

typedef struct Square
{
	tlVec3 positions[tl_capacity];
	int32_t sizes[4 * tl_cells * tl_cells];
	int32_t corners[8 * tl_cells * tl_cells];
	int32_t vertexCount, faceCount, cornerCount;
} Square;

static bool IsLeftOut( Gap gap, int32_t i, int32_t j )
{
	int32_t quarter = tl_cells / 4, half = tl_cells / 2;
	if ( gap == tl_disc )
	{
		// The nearest point of the cell to the middle.
		int32_t x = half < i ? i : ( half > i + 1 ? i + 1 : half ), y = half < j ? j : ( half > j + 1 ? j + 1 : half );
		return ( x - half ) * ( x - half ) + ( y - half ) * ( y - half ) < quarter * quarter;
	}
	bool slit = gap == tl_slit && i == half && j >= quarter;
	return slit || ( gap == tl_hole && i >= quarter && i < half + quarter && j >= quarter && j < half + quarter );
}

static void AddFace( Square* square, const int32_t* corners, int32_t count )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		square->corners[square->cornerCount++] = corners[k];
	}
	square->sizes[square->faceCount++] = count;
}

static void FillSquare( Square* square, Gap gap, Grid grid )
{
	square->vertexCount = tl_gridCount;
	square->faceCount = 0;
	square->cornerCount = 0;
	for ( int32_t j = 0; j < tl_columns; ++j )
	{
		for ( int32_t i = 0; i < tl_columns; ++i )
		{
			square->positions[j * tl_columns + i] =
			    ( tlVec3 ){ (tlReal)( (double)i / tl_cells ), (tlReal)( (double)j / tl_cells ), 0 };
		}
	}
	// On a cut the cells on its right have corners of their own.
	int32_t doubles[tl_columns];
	for ( int32_t j = 0; j < tl_columns; ++j )
	{
		doubles[j] = j * tl_columns + tl_cells / 2;
		if ( gap == tl_cut && j > tl_cells / 4 )
		{
			square->positions[square->vertexCount] = square->positions[doubles[j]];
			doubles[j] = square->vertexCount++;
		}
	}
	for ( int32_t j = 0; j < tl_cells; ++j )
	{
		for ( int32_t i = 0; i < tl_cells; ++i )
		{
			if ( IsLeftOut( gap, i, j ) )
			{
				continue;
			}
			int32_t a = j * tl_columns + i, b = a + 1, c = b + tl_columns, d = c - 1;
			a = i == tl_cells / 2 ? doubles[j] : a;
			d = i == tl_cells / 2 ? doubles[j + 1] : d;
			const int32_t quad[4] = { a, b, c, d }, lower[3] = { a, b, c }, upper[3] = { a, c, d };
			if ( grid == tl_quads )
			{
				AddFace( square, quad, 4 );
			}
			else if ( grid == tl_triangles )
			{
				AddFace( square, lower, 3 );
				AddFace( square, upper, 3 );
			}
			for ( int32_t k = 0; grid == tl_edgesAlone && k < 4; ++k )
			{
				AddFace( square, ( const int32_t[] ){ quad[k], quad[( k + 1 ) % 4] }, 2 );
			}
		}
	}
}

static int32_t Vertex( double x, double y )
{
	return (int32_t)( y * tl_cells + 0.5 ) * tl_columns + (int32_t)( x * tl_cells + 0.5 );
}

// Ways from a point to all particles. False: there are none.
static bool FindWays( Gap gap, Grid grid, double x, double y, tlReal* distances )
{
	static Square square;
	FillSquare( &square, gap, grid );
	tlFabricDef def = tlDefaultFabricDef();
	def.positions = square.positions;
	def.vertexCount = square.vertexCount;
	def.faceSizes = square.sizes;
	def.faceCorners = square.corners;
	def.faceCount = square.faceCount;
	def.weld = false;
	tlFabric* fabric;
	if ( tlCreateFabric( &def, &fabric, NULL ) != tl_success )
	{
		return false;
	}
	int32_t source = Vertex( x, y );
	bool found = tlFabric_MeasureGeodesic( fabric, &source, 1, distances, NULL ) == tl_success;
	tlDestroyFabric( fabric );
	return found;
}

// Arguments: gap, grid, from x, y, to x, y, the true shortest way that it is divided by (0: not).
static double MeasureWay( const double* a )
{
	tlReal distances[tl_capacity];
	bool found = FindWays( (Gap)(int)a[0], (Grid)(int)a[1], a[2], a[3], distances );
	return found ? (double)distances[Vertex( a[4], a[5] )] / ( a[6] > 0 ? a[6] : 1 ) : NAN;
}

// Ways from a corner to all particles of the whole square over straight lines: the largest ratio, or the smallest.
// Arguments: grid, from x, y, what (0 largest, 1 smallest).
static double MeasureWayRatio( const double* a )
{
	tlReal distances[tl_capacity];
	if ( !FindWays( tl_noGap, (Grid)(int)a[0], a[1], a[2], distances ) )
	{
		return NAN;
	}
	double least = INFINITY, most = 0;
	for ( int32_t i = 0; i < tl_gridCount; ++i )
	{
		int32_t column = i % tl_columns, row = i / tl_columns;
		double x = (double)column / tl_cells - a[1], y = (double)row / tl_cells - a[2];
		double straight = sqrt( x * x + y * y ), ratio = (double)distances[i] / straight;
		least = straight > 0 ? fmin( least, ratio ) : least;
		most = straight > 0 ? fmax( most, ratio ) : most;
	}
	return a[3] == 0 ? most : least;
}

// Length of the tether that a body with the upper left corner pinned gives to the upper right one. Arguments: gap, mode.
static double MeasureTetherLength( const double* a )
{
	static Square square;
	FillSquare( &square, (Gap)(int)a[0], tl_quads );
	tlLabDef def = tlDefaultLabDef();
	def.fabric.positions = square.positions;
	def.fabric.vertexCount = square.vertexCount;
	def.fabric.faceSizes = square.sizes;
	def.fabric.faceCorners = square.corners;
	def.fabric.faceCount = square.faceCount;
	int32_t corner = Vertex( 0, 1 ), other = Vertex( 1, 1 );
	tlPinDef pin = { .particles = &corner, .particleCount = 1, .frame = tlTransform_identity };
	def.body.pins = &pin;
	def.body.pinCount = 1;
	def.body.tetherMode = (tlTetherMode)(int)a[1];
	def.body.tetherCount = 1;
	tlLab lab = tlMakeLab( &def );
	const tlBodyStats* stats = tlBody_GetStats( lab.world, lab.body );
	int32_t set = stats->setCount - 1;
	double length = NAN;
	for ( int32_t i = 0; i < stats->sets[set].constraintCount; ++i )
	{
		tlConstraintState state = tlBody_GetConstraint( lab.world, lab.body, set, i );
		length = state.particles[1] == other ? (double)state.parameters[0] : length;
	}
	tlFreeLab( &lab );
	return length;
}

#define TL_WAY_SINGLE                                                                                                       \
	{                                                                                                                       \
		1e-6, 0                                                                                                             \
	}
#define TL_WAY( section, name, gap, triangles, x0, y0, x1, y1, value )                                                      \
	{                                                                                                                       \
		section, name, MeasureWay, { gap, triangles, x0, y0, x1, y1 }, value, { 1e-7, 0 }, TL_WAY_SINGLE, NULL              \
	}

// The true shortest ways are 1.8027756 around the cut, 1.8260306 around the slit, 1.2071068 and 1.5811388 around the hole,
// 1.1278248 around the disc; a graph of edges and both diagonals is at most 8.2 % above, one of a single diagonal 41 %, and
// none is below. Cells beside the disc keep off it: a way along them is no shorter than around it.
#define TL_OCTILE 1.0823922
#define TL_BETWEEN( section, name, gap, grid, x0, y0, x1, y1, exact, most )                                                 \
	{                                                                                                                       \
		section, name, MeasureWay, { gap, grid, x0, y0, x1, y1, exact }, ( 1 + ( most ) ) / 2,                              \
		    { 0, ( (most)-1 ) / 2 + 1e-7 }, { 0, ( (most)-1 ) / 2 + 1e-6 }, NULL                                            \
	}
#define TL_RATIO( name, grid, x, y, what, value )                                                                           \
	{                                                                                                                       \
		"8.2 ratio", name, MeasureWayRatio, { grid, x, y, what }, value, { 1e-7, 0 }, TL_WAY_SINGLE, NULL                   \
	}
static const tlCheck s_ways[] = {
	TL_WAY( "8.1 slit", "way around a cut [m], quads", tl_cut, 0, 0, 1, 1, 1, 1.9142136 ),
	TL_WAY( "8.1 slit", "way around a cut [m], triangles", tl_cut, 1, 0, 1, 1, 1, 2.2071068 ),
	TL_WAY( "8.1 slit", "way around a slit of one cell [m], quads", tl_slit, 0, 0, 1, 1, 1, 1.9435029 ),
	TL_WAY( "8.1 slit", "way around a slit of one cell [m], triangles", tl_slit, 1, 0, 1, 1, 1, 2.2363961 ),
	TL_WAY( "8.2 hole", "way across a square hole [m], quads", tl_hole, 0, 0, 0.5, 1, 0.5, 1.2071068 ),
	TL_WAY( "8.2 hole", "way across a square hole [m], triangles", tl_hole, 1, 0, 0.5, 1, 0.5, 1.3535534 ),
	TL_WAY( "8.2 hole", "way from corner to corner around it [m], quads", tl_hole, 0, 0, 0, 1, 1, 1.7071068 ),
	TL_WAY( "8.2 hole", "way from corner to corner without it [m], quads", tl_noGap, 0, 0, 0, 1, 1, 1.4142136 ),
	TL_WAY( "8.1 slit", "way around a cut [m], edges alone", tl_cut, tl_edgesAlone, 0, 1, 1, 1, 2.5 ),
	TL_WAY( "8.1 slit", "way around a slit of one cell [m], edges alone", tl_slit, tl_edgesAlone, 0, 1, 1, 1, 2.5 ),
	TL_BETWEEN( "8.1 slit", "way around a cut over the true one, quads", tl_cut, tl_quads, 0, 1, 1, 1, 1.8027756,
	            TL_OCTILE ),
	TL_BETWEEN( "8.1 slit", "way around a slit over the true one, quads", tl_slit, tl_quads, 0, 1, 1, 1, 1.8260306,
	            TL_OCTILE ),
	TL_BETWEEN( "8.2 hole", "way across a hole over the true one, quads", tl_hole, tl_quads, 0, 0.5, 1, 0.5, 1.2071068,
	            TL_OCTILE ),
	TL_BETWEEN( "8.2 hole", "way from corner to corner over the true one, quads", tl_hole, tl_quads, 0, 0, 1, 1, 1.5811388,
	            TL_OCTILE ),
	TL_BETWEEN( "8.2 hole", "way across a disc over the true one, quads", tl_disc, tl_quads, 0, 0.5, 1, 0.5, 1.1278248,
	            TL_OCTILE ),
	TL_BETWEEN( "8.2 hole", "way across a disc over the true one, triangles", tl_disc, tl_triangles, 0, 0.5, 1, 0.5,
	            1.1278248, 1.4142136 ),
	// From an independent program on the same grid; in directions between those of the grid it tends to 1.0823922.
	TL_RATIO( "largest way over straight line, quads", tl_quads, 0, 0, 0, 1.0823898 ),
	TL_RATIO( "smallest way over straight line, quads", tl_quads, 0, 0, 1, 1 ),
	TL_RATIO( "largest way over straight line, triangles", tl_triangles, 0, 1, 0, 1.4142136 ),
	TL_RATIO( "smallest way over straight line, triangles", tl_triangles, 0, 1, 1, 1 ),
	{ "8.1 slit",
	  "tether across a cut [m], geodesic",
	  MeasureTetherLength,
	  { tl_cut, tl_geodesicTethers },
	  1.9142136,
	  { 1e-7, 0 },
	  TL_WAY_SINGLE,
	  NULL },
	{ "8.1 slit",
	  "tether across a cut [m], Euclidean",
	  MeasureTetherLength,
	  { tl_cut, tl_euclideanTethers },
	  1,
	  { 1e-7, 0 },
	  TL_WAY_SINGLE,
	  NULL },
};

// ---- the rope of the budget checks, 20 light nodes over 10 kg, with tethers to its anchor: how far the tip goes beyond its
// radius, as a part of it. Arguments: substeps, iterations.

static tlLab MakeTetheredRope( const tlBudget* budget, double tipMass )
{
	enum
	{
		tl_segments = 20
	};
	tlVec3 positions[tl_segments + 1];
	tlReal masses[tl_segments + 1];
	int32_t sizes[tl_segments], corners[2 * tl_segments];
	for ( int32_t i = 0; i <= tl_segments; ++i )
	{
		positions[i] = ( tlVec3 ){ 0, (tlReal)( -0.1 * i ), 0 };
		masses[i] = (tlReal)( i == tl_segments ? tipMass : 0.01 );
	}
	for ( int32_t i = 0; i < tl_segments; ++i )
	{
		sizes[i] = 2;
		corners[2 * i] = i;
		corners[2 * i + 1] = i + 1;
	}
	int32_t anchor = 0;
	tlPinDef pin = { .particles = &anchor, .particleCount = 1, .frame = tlTransform_identity };
	tlLabDef def = tlDefaultLabDef();
	def.fabric.positions = positions;
	def.fabric.vertexCount = tl_segments + 1;
	def.fabric.masses = masses;
	def.fabric.faceSizes = sizes;
	def.fabric.faceCorners = corners;
	def.fabric.faceCount = tl_segments;
	def.world.budget = *budget;
	def.body.pins = &pin;
	def.body.pinCount = 1;
	def.body.tetherMode = tl_geodesicTethers;
	return tlMakeLab( &def );
}

static double MeasureTetheredRope( const double* a )
{
	tlBudget budget = tlMakeBudget( (int32_t)a[0], (int32_t)a[1], tl_coloredSweep );
	tlLab lab = MakeTetheredRope( &budget, 10 );
	double most = 0;
	for ( int32_t i = 0; i < 300; ++i )
	{
		tlLab_Run( &lab, 1.0 / 60, 1 );
		tlPosition x = tlLab_GetPosition( &lab, 20 );
		most = fmax( most, sqrt( x.x * x.x + x.y * x.y + x.z * x.z ) / 2.0 - 1 );
	}
	tlFreeLab( &lab );
	return most;
}

// ---- inside its radius a tether does nothing: a particle thrown about within it flies as if free. Arguments: none.
// Difference to free flight [m].

static double MeasureSlackTether( const double* a )
{
	(void)a;
	tlVec3 positions[2] = { { 0, 0, 0 }, { (tlReal)0.5, 0, 0 } };
	tlReal masses[2] = { 0, 1 };
	tlConstraintDef tether = { .type = "tether", .particles = { 0, 1 }, .parameters = { 1 } };
	double y[2];
	for ( int k = 0; k < 2; ++k )
	{
		tlLabDef def = tlDefaultLabDef();
		def.fabric.positions = positions;
		def.fabric.vertexCount = 2;
		def.fabric.masses = masses;
		def.fabric.constraints = &tether;
		def.fabric.constraintCount = k;
		tlLab lab = tlMakeLab( &def );
		tlLab_Push( &lab, 1, -1, 1, 0.3 );
		tlLab_Run( &lab, 1.0 / 600, 200 );
		tlPosition x = tlLab_GetPosition( &lab, 1 );
		y[k] = x.x + x.y + x.z;
		tlFreeLab( &lab );
	}
	return fabs( y[1] - y[0] );
}

// ---- a mass tethered to the rim of a disc that turns: tan theta = w^2 (R + L sin theta) / g. Arguments: what (0 angle, 1
// radius, 2 tension per mass).

static double MeasureCarousel( const double* a )
{
	double radius = 0.3, w = 4, theta = 62.716535 * TL_PI / 180, r = radius + sin( theta );
	tlVec3 positions[2] = { { (tlReal)radius, 0, 0 }, { (tlReal)r, (tlReal)-cos( theta ), 0 } };
	tlReal masses[2] = { 1, (tlReal)0.1 };
	tlConstraintDef tether = { .type = "tether", .particles = { 0, 1 }, .parameters = { 1 } };
	int32_t rim = 0;
	tlPinDef pin = { .particles = &rim, .particleCount = 1, .frame = tlTransform_identity };
	tlLabDef def = tlDefaultLabDef();
	def.fabric.positions = positions;
	def.fabric.vertexCount = 2;
	def.fabric.masses = masses;
	def.fabric.constraints = &tether;
	def.fabric.constraintCount = 1;
	def.world.budget.substepCount = 20;
	def.body.pins = &pin;
	def.body.pinCount = 1;
	tlLab lab = tlMakeLab( &def );
	tlLab_Push( &lab, 1, 0, 0, -w * r );
	double sum = 0;
	int32_t count = 0;
	for ( int32_t i = 1; i <= 600; ++i )
	{
		tlTransform frame = { { 0, 0, 0 }, tlMakeQuat( ( tlVec3 ){ 0, 1, 0 }, w * i / 60 ) };
		tlBody_SetPinTarget( lab.world, lab.body, 0, &frame );
		tlLab_Run( &lab, 1.0 / 60, 1 );
		tlPosition x = tlLab_GetPosition( &lab, 1 ), p = tlLab_GetPosition( &lab, 0 );
		double dx = x.x - p.x, dz = x.z - p.z;
		double values[3] = { atan2( sqrt( dx * dx + dz * dz ), p.y - x.y ) * 180 / TL_PI, sqrt( x.x * x.x + x.z * x.z ),
			                 tlLab_GetForce( &lab, 0, 0 ) / 0.1 };
		sum += values[(int)a[0]];
		count += 1;
	}
	tlFreeLab( &lab );
	return sum / count;
}

static const tlCheck s_limits[] = {
	{ "8.3 tether",
	  "tip beyond its radius, 10 kg, 1 x 1",
	  MeasureTetheredRope,
	  { 1, 1 },
	  0,
	  { 0, 1e-6 },
	  { 0, 1e-6 },
	  NULL },
	{ "8.3 tether",
	  "tip beyond its radius, 10 kg, 16 x 1",
	  MeasureTetheredRope,
	  { 16, 1 },
	  0,
	  { 0, 1e-6 },
	  { 0, 1e-6 },
	  NULL },
	{ "8.3 tether", "a slack tether changes nothing [m]", MeasureSlackTether, { 0 }, 0, { 0, 0 }, { 0, 0 }, NULL },
	{ "8.3 carousel",
	  "mean angle of a tether on a turning disc [deg]",
	  MeasureCarousel,
	  { 0 },
	  62.716535,
	  { 0, 0.5 },
	  { 0, 0.5 },
	  NULL },
	{ "8.3 carousel", "mean radius [m]", MeasureCarousel, { 1 }, 1.1887496, { 5e-3, 0 }, { 5e-3, 0 }, NULL },
	{ "8.3 carousel", "mean tension per mass [N/kg]", MeasureCarousel, { 2 }, 21.400847, { 1e-2, 0 }, { 1e-2, 0 }, NULL },
};

void tlAddTetherChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_ways, TL_COUNT( s_ways ) );
	tlCheckList_AddAll( list, s_limits, TL_COUNT( s_limits ) );
}
