// Distance grids: exact at the nodes, near between them, sensible outside; saved, loaded, damaged; scales and faults.
// SPDX-License-Identifier: MIT
#include "collide/distance_grid.h"

#include "shape_lab.h"

static void TestNodes( void** state )
{
	(void)state;
	for ( int round = 0; round < 2; ++round )
	{
		Soup* soup = NewSoup();
		if ( round == 0 )
		{
			MakeTorus( soup, 0.7, 0.3, 24, 12 );
		}
		else
		{
			MakeStep( soup );
		}
		tlShapeData* data = MakeGridData( soup, 0.08, 0.2 );
		const tlGridData* grid = (const tlGridData*)(const void*)data;
		int32_t inside = 0;
		for ( int32_t i = 0; i < grid->counts[0] * grid->counts[1] * grid->counts[2]; i += 7 )
		{
			int32_t x = i % grid->counts[0], y = i / grid->counts[0] % grid->counts[1],
			        z = i / grid->counts[0] / grid->counts[1];
			double p[3] = { grid->origin[0] + x * grid->cellSize, grid->origin[1] + y * grid->cellSize,
				            grid->origin[2] + z * grid->cellSize };
			CHECK_CLOSE( (double)grid->values[i], MeasureSoup( soup, p ), 2e-7 );
			inside += grid->values[i] < 0 ? 1 : 0;
		}
		assert_true( inside > 100 );
		tlDestroyShapeData( data );
		free( soup );
	}
}

// The error of the interpolation falls with the square of the cell where the surface is smooth, and is never above a cell.
static void TestConvergence( void** state )
{
	(void)state;
	Soup* soup = NewSoup();
	MakeTorus( soup, 0.7, 0.3, 60, 40 );
	double worst[2];
	for ( int k = 0; k < 2; ++k )
	{
		double cell = k == 0 ? 0.1 : 0.05;
		tlShapeData* data = MakeGridData( soup, cell, 0.2 );
		tlShape shape = tlMakeShape( data );
		uint64_t seed = 6;
		worst[k] = 0;
		for ( int i = 0; i < 20000; ++i )
		{
			tlVec3 p = DrawVec3( &seed, 1.1 ), normal;
			p.y *= (tlReal)0.4;
			double ring = Length( Length( (double)p.x, (double)p.z, 0 ) - 0.7, (double)p.y, 0 ) - 0.3;
			double off = fabs( (double)tlShape_GetDistance( &shape, p, &normal ) - ring );
			CHECK_BELOW( off, cell );
			worst[k] = fabs( ring ) < 0.1 ? fmax( worst[k], off ) : worst[k];
		}
		tlDestroyShapeData( data );
	}
	CHECK_BELOW( worst[0], 0.02 );
	CHECK_BELOW( worst[1], 0.4 * worst[0] );
	free( soup );
}

// Outside the grid: at most the true distance, at least the way to the grid, no jump at its border.
static void TestOutside( void** state )
{
	(void)state;
	Soup* soup = NewSoup();
	MakeTorus( soup, 0.7, 0.3, 24, 12 );
	tlShapeData* data = MakeGridData( soup, 0.1, 0.1 );
	const tlGridData* grid = (const tlGridData*)(const void*)data;
	tlShape shape = tlMakeShape( data );
	uint64_t seed = 9;
	int32_t outside = 0;
	for ( int i = 0; i < 3000; ++i )
	{
		tlVec3 p = DrawVec3( &seed, i % 2 == 0 ? 2 : 9 ), normal;
		const double at[3] = { (double)p.x, (double)p.y, (double)p.z };
		double square = 0;
		for ( int k = 0; k < 3; ++k )
		{
			double low = grid->origin[k], high = low + ( grid->counts[k] - 1 ) * grid->cellSize;
			double over = fmax( fmax( low - at[k], at[k] - high ), 0 );
			square += over * over;
		}
		if ( square == 0 )
		{
			continue;
		}
		outside += 1;
		double distance = (double)tlShape_GetDistance( &shape, p, &normal );
		CHECK_BELOW( distance, MeasureSoup( soup, at ) + 0.02 );
		CHECK_ABOVE( distance, sqrt( square ) - 1e-6 );
		CHECK_CLOSE( tlLength( normal ), 1, 1e-6 );
	}
	assert_true( outside > 1000 );
	tlVec3 normal;
	double border = grid->origin[1] + ( grid->counts[1] - 1 ) * grid->cellSize;
	double in = (double)tlShape_GetDistance( &shape, MakeVec3( 0.6, border - 1e-5, 0.2 ), &normal );
	double out = (double)tlShape_GetDistance( &shape, MakeVec3( 0.6, border + 1e-5, 0.2 ), &normal );
	CHECK_CLOSE( in, out, 5e-5 );
	tlDestroyShapeData( data );
	free( soup );
}

static void TestSaveAndLoad( void** state )
{
	(void)state;
	Soup* soup = NewSoup();
	MakeTorus( soup, 0.7, 0.3, 12, 8 );
	tlShapeData* data = MakeGridData( soup, 0.25, 0.1 );
	size_t size = tlSaveDistanceGrid( data, NULL, 0 );
	unsigned char* bytes = malloc( size + 1 );
	assert_non_null( bytes );
	memset( bytes, 0xAA, size + 1 );
	assert_int_equal( tlSaveDistanceGrid( data, bytes, size - 1 ), size );
	assert_int_equal( bytes[0], 0xAA );
	assert_int_equal( tlSaveDistanceGrid( data, bytes, size ), size );
	assert_int_equal( bytes[size], 0xAA );
	assert_memory_equal( bytes, "TLGD\1\0\0\0", 8 );
	tlShapeData* loaded;
	tlError error;
	Must( tlLoadDistanceGrid( bytes, size, &loaded, &error ), &error );
	tlShape first = tlMakeShape( data ), second = tlMakeShape( loaded );
	uint64_t seed = 2;
	for ( int i = 0; i < 2000; ++i )
	{
		tlVec3 p = DrawVec3( &seed, 1.5 ), a, b;
		assert_true( tlShape_GetDistance( &first, p, &a ) == tlShape_GetDistance( &second, p, &b ) );
		assert_true( a.x == b.x && a.y == b.y && a.z == b.z );
	}
	tlDestroyShapeData( loaded );
	// Every byte turned, every length: answered, with nothing made.
	for ( size_t i = 0; i < size; ++i )
	{
		bytes[i] ^= 0x41;
		assert_int_equal( tlLoadDistanceGrid( bytes, size, &loaded, &error ), tl_invalidFile );
		assert_null( loaded );
		bytes[i] ^= 0x41;
		assert_int_equal( tlLoadDistanceGrid( bytes, i, &loaded, &error ), tl_invalidFile );
	}
	assert_int_equal( tlLoadDistanceGrid( bytes, size + 1, &loaded, &error ), tl_invalidFile );
	assert_string_equal( error.message, "the distance grid has another length than its header says" );
	assert_int_equal( tlLoadDistanceGrid( NULL, 100, &loaded, NULL ), tl_invalidFile );
	bytes[4] = 9;
	assert_int_equal( tlLoadDistanceGrid( bytes, size, &loaded, &error ), tl_invalidFile );
	assert_string_equal( error.message, "the distance grid has version 9, and this build reads version 1" );
	free( bytes );
	free( soup );
	tlDestroyShapeData( data );
	assert_int_equal( tlGetByteCount(), 0 );
}

static void TestScale( void** state )
{
	(void)state;
	Soup* soup = NewSoup();
	MakeStep( soup );
	tlShapeData* data = MakeGridData( soup, 0.1, 0.2 );
	tlShape shape = tlMakeShape( data ), scaled;
	tlShapeData* own;
	tlError error;
	const tlVec3 scales[] = { { -2, 2, 2 }, { (tlReal)0.5, (tlReal)-0.5, (tlReal)-0.5 } };
	for ( int k = 0; k < 2; ++k )
	{
		tlVec3 s = scales[k];
		Must( tlScaleShape( &shape, s, &scaled, &own, &error ), &error );
		uint64_t seed = 3;
		int other = 0;
		for ( int i = 0; i < 2000; ++i )
		{
			tlVec3 p = DrawVec3( &seed, 1.3 ), a, b, at = { s.x * p.x, s.y * p.y, s.z * p.z };
			double size = tlAbs( s.x );
			double before = (double)tlShape_GetDistance( &shape, p, &a ),
			       after = (double)tlShape_GetDistance( &scaled, at, &b );
			CHECK_CLOSE( after, size * before, 2e-6 );
			tlVec3 turned = { a.x * ( s.x < 0 ? -1 : 1 ), a.y * ( s.y < 0 ? -1 : 1 ), a.z * ( s.z < 0 ? -1 : 1 ) };
			other += tlDistance( turned, b ) > (tlReal)1e-3 ? 1 : 0; // rounding may choose the next cell
		}
		assert_true( other < 20 );
		tlDestroyShapeData( own );
	}
	assert_int_equal( tlScaleShape( &shape, MakeVec3( 1, 2, 1 ), &scaled, &own, &error ), tl_invalidArgument );
	assert_non_null( strstr( error.message, "make it from the scaled mesh" ) );
	tlDestroyShapeData( data );
	free( soup );
}

static void TestFaults( void** state )
{
	(void)state;
	Soup* soup = NewSoup();
	MakeStep( soup );
	tlDistanceGridDef good = tlDefaultDistanceGridDef();
	tlShapeData* data;
	tlError error;
	good.mesh = GetMeshInput( soup );
	tlDistanceGridDef def = good;
	def.cellSize = 0;
	assert_int_equal( tlCreateDistanceGrid( &def, &data, &error ), tl_invalidArgument );
	def = good;
	def.margin = (tlReal)NAN;
	assert_int_equal( tlCreateDistanceGrid( &def, &data, &error ), tl_invalidArgument );
	def = good;
	def.cellSize = (tlReal)1e-4;
	assert_int_equal( tlCreateDistanceGrid( &def, &data, &error ), tl_invalidArgument );
	assert_non_null( strstr( error.message, "cellSize must be larger" ) );
	def.cellSize = 50;
	assert_int_equal( tlCreateDistanceGrid( &def, &data, &error ), tl_invalidMesh );
	assert_non_null( strstr( error.message, "cellSize must be smaller" ) );
	def = good;
	def.mesh.faceCount -= 1;
	assert_int_equal( tlCreateDistanceGrid( &def, &data, &error ), tl_invalidMesh );
	assert_string_equal( error.message,
	                     "the mesh must be closed, but 3 edges have one face only, the first joins vertices 5 and 6" );
	assert_null( data );
	free( soup );
	assert_int_equal( tlGetByteCount(), 0 );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestNodes ),       cmocka_unit_test( TestConvergence ), cmocka_unit_test( TestOutside ),
		cmocka_unit_test( TestSaveAndLoad ), cmocka_unit_test( TestScale ),       cmocka_unit_test( TestFaults ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
