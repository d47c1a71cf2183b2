// Welding: the earliest particle whose first vertex is within the distance, as a slow search gives it.
// SPDX-License-Identifier: MIT
#include "mesh_maker.h"

#include "base/hash.h"

static int32_t WeldSlowly( const tlVec3* positions, int32_t count, double distance, int32_t* map )
{
	int32_t* first = TL_ALLOC( int32_t, count );
	int32_t particleCount = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		map[i] = -1;
		for ( int32_t k = 0; k < particleCount && map[i] < 0; ++k )
		{
			double x = (double)positions[i].x - (double)positions[first[k]].x;
			double y = (double)positions[i].y - (double)positions[first[k]].y;
			double z = (double)positions[i].z - (double)positions[first[k]].z;
			map[i] = x * x + y * y + z * z <= distance * distance ? k : -1;
		}
		if ( map[i] < 0 )
		{
			map[i] = particleCount;
			first[particleCount++] = i;
		}
	}
	tlFree( first );
	return particleCount;
}

static void CheckWeld( const tlVec3* positions, int32_t count, double distance )
{
	int32_t* fast = TL_ALLOC( int32_t, count );
	int32_t* slow = TL_ALLOC( int32_t, count );
	int32_t particleCount = tlWeld( positions, count, distance, fast );
	assert_int_equal( particleCount, WeldSlowly( positions, count, distance, slow ) );
	assert_memory_equal( fast, slow, (size_t)count * sizeof( int32_t ) );
	tlFree( fast );
	tlFree( slow );
}

static void TestRandomPoints( void** state )
{
	(void)state;
	enum
	{
		tl_count = 1500
	};
	tlVec3* positions = TL_ALLOC( tlVec3, tl_count );
	uint64_t seed = 3;
	const double scales[5] = { 1, 1e-38, 1e8, 1e-3, 100 };
	const double distances[6] = { 0, 1e-6, 0.01, 0.05, 0.3, 10 };
	for ( int round = 0; round < 30; ++round )
	{
		double scale = scales[round % 5];
		for ( int32_t i = 0; i < tl_count; ++i )
		{
			// Points of a lattice are often exactly as far apart as the distance, and on the borders of cells.
			double x = ( (double)( tlRandom( &seed ) % 41 ) - 20 ) * 0.05;
			double y = ( (double)( tlRandom( &seed ) % 41 ) - 20 ) * 0.05;
			double z = ( (double)( tlRandom( &seed ) % 3 ) - 1 ) * 0.05;
			double shift = round % 2 == 0 ? 0 : (double)( tlRandom( &seed ) % 1000 ) * 1e-5;
			tlVec3 p = { (tlReal)( scale * ( x + shift ) ), (tlReal)( scale * y ), (tlReal)( scale * z ) };
			positions[i] = p;
		}
		CheckWeld( positions, tl_count, scale * distances[round % 6] );
	}
	tlFree( positions );
}

// Each lies close to the one before; only those close to the first of a particle join it.
static void TestChain( void** state )
{
	(void)state;
	tlVec3 positions[7];
	int32_t map[7];
	for ( int i = 0; i < 7; ++i )
	{
		tlVec3 p = { (tlReal)( 0.9 * i ), 0, 0 };
		positions[i] = p;
	}
	assert_int_equal( tlWeld( positions, 7, 1.0, map ), 4 );
	const int32_t right[7] = { 0, 0, 1, 1, 2, 2, 3 };
	assert_memory_equal( map, right, sizeof right );
}

static void TestExact( void** state )
{
	(void)state;
	const tlVec3 positions[6] = {
		{ 0, 0, 0 },
		{ (tlReal)-0.0, 0, (tlReal)-0.0 }, // the same place
		{ (tlReal)1e-38, 0, 0 },
		{ (tlReal)1e9, (tlReal)1e9, (tlReal)1e9 },
		{ (tlReal)1e-38, 0, 0 },
		{ (tlReal)1e9, (tlReal)1e9, (tlReal)1e9 },
	};
	const int32_t right[6] = { 0, 0, 1, 2, 1, 2 };
	const double distances[3] = { 0, 1e-45, 1e-120 };
	int32_t map[6];
	for ( int i = 0; i < 3; ++i )
	{
		assert_int_equal( tlWeld( positions, 6, distances[i], map ), 3 );
		assert_memory_equal( map, right, sizeof right );
	}
	assert_int_equal( tlWeld( positions, 0, 1, map ), 0 );
	assert_int_equal( tlWeld( positions, 6, 1e10, map ), 1 );
}

// The definition's distance: none given, zero, and one that takes everything.
static void TestDistances( void** state )
{
	(void)state;
	MeshMaker maker = { 0 };
	AddVertex( &maker, 0, 0, 0 );
	AddVertex( &maker, 1, 0, 0 );
	AddVertex( &maker, 0, 1, 0 );
	AddVertex( &maker, 1 + 5e-7, 0, 0 );
	AddVertex( &maker, 1.01, 0, 0 );
	AddTriangle( &maker, 0, 1, 2 );
	tlFabricDef def = MakeDef( &maker );
	tlMeshReport report;
	assert_int_equal( tlInspectMesh( &def, &report, NULL ), tl_success );
	assert_int_equal( report.particleCount, 4 );
	assert_int_equal( report.weldedVertexCount, 1 );
	def.weldDistance = 0;
	assert_int_equal( tlInspectMesh( &def, &report, NULL ), tl_success );
	assert_int_equal( report.particleCount, 5 );
	def.weldDistance = (tlReal)INFINITY;
	assert_int_equal( tlInspectMesh( &def, &report, NULL ), tl_success );
	assert_int_equal( report.particleCount, 1 );
	assert_int_equal( report.degenerateFaceCount, 1 );
	def.weldDistance = (tlReal)NAN;
	assert_int_equal( tlInspectMesh( &def, &report, NULL ), tl_success );
	assert_int_equal( report.particleCount, 4 );
	def.weldDistance = 1;
	def.weld = false;
	assert_int_equal( tlInspectMesh( &def, &report, NULL ), tl_success );
	assert_int_equal( report.particleCount, 5 );
	FreeMaker( &maker );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestRandomPoints ),
		cmocka_unit_test( TestChain ),
		cmocka_unit_test( TestExact ),
		cmocka_unit_test( TestDistances ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
