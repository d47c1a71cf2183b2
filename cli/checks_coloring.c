// How many colours the greedy colouring needs on a grid, against the degrees of the grid: for edges, triangles and vertices.
// SPDX-License-Identifier: MIT
#include "checks.h"
#include "lab_mesh.h"

#include "constraint/constraint.h"

#include <math.h>
#include <stdlib.h>

// ---- elements of a grid of n x n quads, each of them the list of what it shares with others: an edge or a triangle its
// vertices, a vertex the edges, triangles or quads about it. Elements of a colour must share nothing.

typedef enum Elements
{
	tl_edges,       // of the quads
	tl_edgesOne,    // and one diagonal
	tl_edgesTwo,    // and both
	tl_edgesSkip,   // and pairs over a vertex
	tl_triangles,   // of quads cut by one diagonal
	tl_vertices,    // that an edge joins
	tl_verticesOne, // and one diagonal
	tl_verticesTwo, // and both
	tl_elementsCount
} Elements;

typedef enum Order
{
	tl_byDirection, // all elements of one direction, then all of the next
	tl_byNode,
	tl_random,
	tl_byRule, // vertices by ( i + j ) mod 3, in which what an edge or the diagonal (1, 1) joins differs
} Order;

typedef struct Grid
{
	int32_t side; // vertices of a row
	int32_t arity, count;
	int32_t* shared; // [arity * count]
} Grid;

// Steps to the other end, one direction after another.
static const int32_t s_steps[6][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 }, { 2, 0 }, { 0, 2 } };
static const int32_t s_directionCounts[tl_elementsCount] = { 2, 3, 4, 6, 2, 1, 1, 1 };
static const int32_t s_arities[tl_elementsCount] = { 2, 2, 2, 2, 3, 4, 6, 4 };

static bool IsInside( const Grid* grid, int32_t i, int32_t j )
{
	return i >= 0 && j >= 0 && i < grid->side && j < grid->side;
}

static void AddElement( Grid* grid, const int32_t* shared )
{
	for ( int32_t k = 0; k < grid->arity; ++k )
	{
		grid->shared[grid->arity * grid->count + k] = shared[k];
	}
	grid->count += 1;
}

// What is about vertex (i, j), with numbers on a grid that goes one beyond the border.
static void AddVertex( Grid* grid, Elements elements, int32_t i, int32_t j )
{
	int32_t row = grid->side + 1, n = ( j + 1 ) * row + i + 1; // quad (i - 1, j - 1) is n - row - 1
	const int32_t edges[4] = { 2 * n, 2 * ( n - 1 ), 2 * n + 1, 2 * ( n - row ) + 1 };
	const int32_t lower = n - row - 1, quads[4] = { n, n - 1, n - row, lower };
	const int32_t triangles[6] = { 2 * n, 2 * n + 1, 2 * lower, 2 * lower + 1, 2 * ( n - 1 ), 2 * ( n - row ) + 1 };
	AddElement( grid, elements == tl_vertices ? edges : ( elements == tl_verticesOne ? triangles : quads ) );
}

static void AddAt( Grid* grid, Elements elements, int32_t i, int32_t j, int32_t direction )
{
	int32_t n = j * grid->side + i;
	if ( elements >= tl_vertices )
	{
		AddVertex( grid, elements, i, j );
	}
	else if ( elements == tl_triangles )
	{
		const int32_t triangle[3] = { n, direction == 0 ? n + 1 : n + grid->side + 1,
			                          direction == 0 ? n + grid->side + 1 : n + grid->side };
		if ( IsInside( grid, i + 1, j + 1 ) )
		{
			AddElement( grid, triangle );
		}
	}
	else if ( IsInside( grid, i + s_steps[direction][0], j + s_steps[direction][1] ) )
	{
		AddElement( grid, ( const int32_t[] ){ n, n + s_steps[direction][1] * grid->side + s_steps[direction][0] } );
	}
}

static void FillGrid( Grid* grid, Elements elements, Order order )
{
	int32_t side = grid->side, directions = s_directionCounts[elements],
	        places = side * side * ( order == tl_byRule ? 3 : directions );
	for ( int32_t k = 0; k < places; ++k )
	{
		// Of three passes by rule, each takes its own.
		int32_t n = order == tl_byDirection || order == tl_byRule ? k % ( side * side ) : k / directions;
		if ( order == tl_byRule && ( n % side + n / side ) % 3 != k / ( side * side ) )
		{
			continue;
		}
		AddAt( grid, elements, n % side, n / side, order == tl_byDirection ? k / ( side * side ) : k % directions );
	}
	uint64_t state = 11;
	for ( int32_t k = grid->count - 1; order == tl_random && k > 0; --k )
	{
		int32_t other = (int32_t)( ( tlDrawNumber( &state ) + 1 ) / 2 * ( k + 1 ) );
		for ( int32_t s = 0; s < grid->arity; ++s )
		{
			int32_t *a = grid->shared + grid->arity * k + s, *b = grid->shared + grid->arity * other + s, kept = *a;
			*a = *b;
			*b = kept;
		}
	}
}

// ---- Arguments: elements, order, vertices of a row. NaN where two elements of a colour share something.

static bool IsValid( const tlConstraintSet* set, int32_t* last )
{
	int32_t arity = set->type->info.arity;
	for ( int32_t color = 0; color < set->colorCount; ++color )
	{
		for ( int32_t i = set->colorStarts[color]; i < set->colorStarts[color + 1]; ++i )
		{
			for ( int32_t k = 0; k < arity; ++k )
			{
				// Holds the element that had it last, of this colour or an earlier one.
				int32_t* mark = last + set->particles[arity * i + k];
				if ( *mark > set->colorStarts[color] && *mark != i + 1 )
				{
					return false;
				}
				*mark = i + 1;
			}
		}
	}
	return set->colorCount > 0 && set->colorStarts[set->colorCount] == set->count;
}

static double MeasureColors( const double* a )
{
	Elements elements = (Elements)(int)a[0];
	tlConstraintType type = { .info = { .arity = s_arities[elements] } };
	tlConstraintSet set = { .type = &type };
	Grid grid = { .side = (int32_t)a[2], .arity = s_arities[elements] };
	size_t places = (size_t)grid.side * (size_t)grid.side;
	size_t sharedCount = 2 * ( (size_t)grid.side + 2 ) * ( (size_t)grid.side + 2 );
	grid.shared = calloc( places * 12, sizeof( int32_t ) );
	int32_t* last = calloc( sharedCount, sizeof( int32_t ) );
	double colors = NAN;
	if ( grid.shared != NULL && last != NULL )
	{
		FillGrid( &grid, elements, (Order)(int)a[1] );
		set.particles = grid.shared;
		set.count = grid.count;
		colors = tlColorSet( &set, (int32_t)sharedCount ) && IsValid( &set, last ) ? set.colorCount : NAN;
	}
	// The list is ours, the rest the set's.
	set.particles = NULL;
	tlFreeSet( &set );
	free( grid.shared );
	free( last );
	return colors;
}

#define TL_COLORS( name, elements, order, least, most )                                                                     \
	{                                                                                                                       \
		"11 colours", name, MeasureColors, { elements, order, 21 }, ( ( least ) + ( most ) ) / 2.0,                         \
		    { 0, ( ( most ) - ( least ) ) / 2.0 }, { 0, ( ( most ) - ( least ) ) / 2.0 }, NULL                              \
	}

// As many as the highest degree are the fewest; any order needs at most one more than there are elements beside one: 7, 11,
// 15, 23 for edges. Triangles: 10 is the most an independent program needed.
static const tlCheck s_colors[] = {
	TL_COLORS( "edges, by direction", tl_edges, tl_byDirection, 4, 4 ),
	TL_COLORS( "edges and a diagonal, by direction", tl_edgesOne, tl_byDirection, 6, 6 ),
	TL_COLORS( "edges and both diagonals, by direction", tl_edgesTwo, tl_byDirection, 8, 8 ),
	TL_COLORS( "edges, both diagonals, skip-one, by direction", tl_edgesSkip, tl_byDirection, 12, 12 ),
	TL_COLORS( "edges, by node", tl_edges, tl_byNode, 4, 7 ),
	TL_COLORS( "edges and a diagonal, by node", tl_edgesOne, tl_byNode, 6, 11 ),
	TL_COLORS( "edges and both diagonals, by node", tl_edgesTwo, tl_byNode, 8, 15 ),
	TL_COLORS( "edges, both diagonals, skip-one, by node", tl_edgesSkip, tl_byNode, 12, 23 ),
	TL_COLORS( "edges, in random order", tl_edges, tl_random, 4, 7 ),
	TL_COLORS( "edges and a diagonal, in random order", tl_edgesOne, tl_random, 6, 11 ),
	TL_COLORS( "edges and both diagonals, in random order", tl_edgesTwo, tl_random, 8, 15 ),
	TL_COLORS( "edges, both diagonals, skip-one, in random order", tl_edgesSkip, tl_random, 12, 23 ),
	TL_COLORS( "triangles, by direction", tl_triangles, tl_byDirection, 6, 10 ),
	TL_COLORS( "triangles, by node", tl_triangles, tl_byNode, 6, 10 ),
	TL_COLORS( "triangles, in random order", tl_triangles, tl_random, 6, 10 ),
	TL_COLORS( "vertices that edges join, by node", tl_vertices, tl_byNode, 2, 2 ),
	TL_COLORS( "vertices that edges and a diagonal join, by node", tl_verticesOne, tl_byNode, 3, 7 ),
	TL_COLORS( "vertices that edges and a diagonal join, by the rule of three", tl_verticesOne, tl_byRule, 3, 3 ),
	TL_COLORS( "vertices that edges and both diagonals join, by node", tl_verticesTwo, tl_byNode, 4, 4 ),
	TL_COLORS( "vertices that edges join, in random order", tl_vertices, tl_random, 2, 5 ),
	TL_COLORS( "vertices that edges and a diagonal join, in random order", tl_verticesOne, tl_random, 3, 7 ),
	TL_COLORS( "vertices that edges and both diagonals join, in random order", tl_verticesTwo, tl_random, 4, 9 ),
	{ "11 colours",
	  "2500 vertices that edges and a diagonal join, by the rule of three",
	  MeasureColors,
	  { tl_verticesOne, tl_byRule, 50 },
	  3,
	  { 0, 0 },
	  { 0, 0 },
	  NULL },
};

// ---- hinges of a grid of 20 x 20 cells with one diagonal, in the order of making: 12 are needed.

static double MeasureHingeColors( const double* a )
{
	(void)a;
	tlLabMesh* mesh = tlMakeLabMesh();
	tlLabMesh_MakeStrip( mesh, tl_diagonalCut, 20, 20, 1, 0 );
	tlLabDef def = tlDefaultLabDef();
	tlLabMesh_Use( mesh, &def );
	def.fabric.stretch = false;
	def.fabric.bend = true;
	def.fabric.bendType = "dihedral";
	tlLab lab = tlMakeLab( &def );
	double count = tlBody_GetStats( lab.world, lab.body )->sets[0].colorCount;
	tlFreeLab( &lab );
	tlFreeLabMesh( mesh );
	return count;
}

static const tlCheck s_hingeColors[] = {
	{ "11 colours", "hinges, one diagonal, greedy", MeasureHingeColors, { 0 }, 14, { 0, 0 }, { 0, 0 }, NULL },
};

void tlAddColoringChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_colors, TL_COUNT( s_colors ) );
	tlCheckList_AddAll( list, s_hingeColors, TL_COUNT( s_hingeColors ) );
}
