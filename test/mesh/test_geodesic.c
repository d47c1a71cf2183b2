// Graph distances against the octile distance, which edges and both diagonals of square cells give exactly, and against
// the true shortest way.
// SPDX-License-Identifier: MIT
#include "mesh_maker.h"

#include "mesh/geodesic.h"

// Distance from one vertex to another over edges and diagonals.
static void Measure( const tlFabricDef* def, int32_t from, double* distances )
{
	tlTopology topology;
	assert_int_equal( tlBuildTopology( def, &topology, NULL ), tl_success );
	int32_t linkCount = topology.edgeCount + topology.diagonalCount;
	int32_t* links = TL_ALLOC( int32_t, 2 * linkCount );
	tlReal* lengths = TL_ALLOC( tlReal, linkCount );
	tlReal* nodes = TL_ALLOC( tlReal, topology.particleCount );
	memcpy( links, topology.edges, 2 * (size_t)topology.edgeCount * sizeof( int32_t ) );
	memcpy( links + 2 * topology.edgeCount, topology.diagonals, 2 * (size_t)topology.diagonalCount * sizeof( int32_t ) );
	for ( int32_t i = 0; i < linkCount; ++i )
	{
		lengths[i] = tlDistance( topology.positions[links[2 * i]], topology.positions[links[2 * i + 1]] );
	}
	int32_t source = topology.vertexMap[from];
	assert_true( tlMeasureGraph( topology.particleCount, links, lengths, linkCount, &source, 1, nodes ) );
	for ( int32_t i = 0; i < def->vertexCount; ++i )
	{
		distances[i] = (double)nodes[topology.vertexMap[i]];
	}
	tlFree( links );
	tlFree( lengths );
	tlFree( nodes );
	tlFreeTopology( &topology );
}

// The unit square in 20 x 20 cells; keep tells which cells are there.
enum
{
	tl_cells = 20,
	tl_columns = tl_cells + 1,
};

static MeshMaker MakeSquare( bool ( *keep )( int32_t column, int32_t row ) )
{
	MeshMaker maker = { 0 };
	AddGridVertices( &maker, tl_columns, tl_columns, 1.0 / tl_cells );
	for ( int32_t k = 0; k < tl_cells; ++k )
	{
		for ( int32_t i = 0; i < tl_cells; ++i )
		{
			int32_t a = k * tl_columns + i;
			if ( keep( i, k ) )
			{
				AddQuad( &maker, a, a + 1, a + 1 + tl_columns, a + tl_columns );
			}
		}
	}
	return maker;
}

static int32_t GetNode( int32_t column, int32_t row )
{
	return row * tl_columns + column;
}

static bool KeepAll( int32_t column, int32_t row )
{
	return column >= 0 && row >= 0;
}

static bool KeepBesideSlit( int32_t column, int32_t row )
{
	return column != 10 || row < 5;
}

static bool KeepAroundHole( int32_t column, int32_t row )
{
	return column < 5 || column >= 15 || row < 5 || row >= 15;
}

static void CheckWay( bool ( *keep )( int32_t, int32_t ), int32_t from, int32_t to, double octile, double exact )
{
	double distances[tl_columns * tl_columns];
	MeshMaker maker = MakeSquare( keep );
	tlFabricDef def = MakeDef( &maker );
	Measure( &def, from, distances );
	assert_true( fabs( distances[to] - octile ) < 2e-6 );
	assert_true( distances[to] >= exact - 1e-6 && distances[to] <= 1.0823922 * exact );
	FreeMaker( &maker );
}

static void TestOpenSquare( void** state )
{
	(void)state;
	double distances[tl_columns * tl_columns];
	MeshMaker maker = MakeSquare( KeepAll );
	tlFabricDef def = MakeDef( &maker );
	Measure( &def, GetNode( 0, 0 ), distances );
	for ( int32_t k = 0; k < tl_columns; ++k )
	{
		for ( int32_t i = 0; i < tl_columns; ++i )
		{
			double exact = sqrt( (double)( i * i + k * k ) ) / tl_cells;
			double octile = ( ( i > k ? i : k ) + ( sqrt( 2.0 ) - 1 ) * ( i > k ? k : i ) ) / tl_cells;
			double distance = distances[GetNode( i, k )];
			assert_true( fabs( distance - octile ) < 2e-6 );
			assert_true( distance >= exact - 1e-6 && distance <= 1.0823922 * exact + 1e-6 );
		}
	}
	FreeMaker( &maker );
}

static void TestSlitBetweenColumns( void** state )
{
	(void)state;
	CheckWay( KeepBesideSlit, GetNode( 0, 20 ), GetNode( 20, 20 ), 1.9435029, 1.8260306 );
}

// A slit without width: the vertices along it exist twice at one place and are not welded.
static void TestClosedSlit( void** state )
{
	(void)state;
	double distances[tl_columns * tl_columns + 15];
	MeshMaker maker = { 0 };
	AddGridVertices( &maker, tl_columns, tl_columns, 1.0 / tl_cells );
	for ( int32_t k = 6; k < tl_columns; ++k )
	{
		AddVertex( &maker, 0.5, (double)k / tl_cells, 0 );
	}
	for ( int32_t k = 0; k < tl_cells; ++k )
	{
		for ( int32_t i = 0; i < tl_cells; ++i )
		{
			int32_t lower = GetNode( i, k ), upper = GetNode( i, k + 1 );
			bool right = i == 10;
			int32_t ownLower = right && k >= 6 ? tl_columns * tl_columns + k - 6 : lower;
			int32_t ownUpper = right && k >= 5 ? tl_columns * tl_columns + k - 5 : upper;
			AddQuad( &maker, ownLower, lower + 1, upper + 1, ownUpper );
		}
	}
	tlFabricDef def = MakeDef( &maker );
	def.weld = false;
	Measure( &def, GetNode( 0, 20 ), distances );
	assert_true( fabs( distances[GetNode( 20, 20 )] - 1.9142136 ) < 2e-6 );
	assert_true( distances[GetNode( 20, 20 )] >= 1.8027756 );

	def.weld = true; // sewn shut
	Measure( &def, GetNode( 0, 20 ), distances );
	assert_true( fabs( distances[GetNode( 20, 20 )] - 1 ) < 2e-6 );
	FreeMaker( &maker );
}

static void TestSquareHole( void** state )
{
	(void)state;
	CheckWay( KeepAroundHole, GetNode( 0, 10 ), GetNode( 20, 10 ), 1.2071068, 1.2071068 );
	CheckWay( KeepAroundHole, GetNode( 0, 0 ), GetNode( 20, 20 ), 1.7071068, 1.5811388 );
}

static void TestSources( void** state )
{
	(void)state;
	// 0 -1- 1 -1- 2 -5- 3   4: the nearest of several sources, a source twice, and no way at all
	const int32_t links[6] = { 0, 1, 2, 1, 2, 3 };
	const tlReal lengths[3] = { 1, 1, 5 };
	const int32_t sources[3] = { 3, 0, 3 };
	tlReal distances[5];
	assert_true( tlMeasureGraph( 5, links, lengths, 3, sources, 3, distances ) );
	const tlReal right[4] = { 0, 1, 2, 0 };
	assert_memory_equal( distances, right, sizeof right );
	assert_true( isinf( distances[4] ) );
	assert_true( tlMeasureGraph( 5, links, lengths, 3, NULL, 0, distances ) );
	assert_true( isinf( distances[0] ) );
	assert_true( tlMeasureGraph( 0, NULL, NULL, 0, NULL, 0, distances ) );
}

// A long chain: sums of many short ways stay at or above the length.
static void TestLongChain( void** state )
{
	(void)state;
	enum
	{
		tl_count = 100000
	};
	int32_t* links = TL_ALLOC( int32_t, 2 * tl_count );
	tlReal* lengths = TL_ALLOC( tlReal, tl_count );
	tlReal* distances = TL_ALLOC( tlReal, tl_count + 1 );
	for ( int32_t i = 0; i < tl_count; ++i )
	{
		links[2 * i] = i;
		links[2 * i + 1] = i + 1;
		lengths[i] = (tlReal)0.001;
	}
	const int32_t source = 0;
	assert_true( tlMeasureGraph( tl_count + 1, links, lengths, tl_count, &source, 1, distances ) );
	assert_true( fabs( (double)distances[tl_count] - 100 ) < 1e-5 );
	tlFree( links );
	tlFree( lengths );
	tlFree( distances );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestOpenSquare ), cmocka_unit_test( TestSlitBetweenColumns ),
		cmocka_unit_test( TestClosedSlit ), cmocka_unit_test( TestSquareHole ),
		cmocka_unit_test( TestSources ),    cmocka_unit_test( TestLongChain ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
