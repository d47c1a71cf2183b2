// Height fields beyond what all shapes are held to: large ones against a search over every triangle, several surfaces in a
// valley, the border, scales, faults.
// SPDX-License-Identifier: MIT
#include "shape_lab.h"

// Every cell shape of the pyramid: sizes that are no powers of two.
static void TestSizes( void** state )
{
	(void)state;
	static tlReal heights[33 * 20];
	uint64_t seed = 8;
	Soup* soup = NewSoup();
	for ( int round = 0; round < 6; ++round )
	{
		static const int32_t sizes[6][2] = { { 2, 2 }, { 2, 9 }, { 33, 2 }, { 3, 3 }, { 17, 16 }, { 33, 20 } };
		tlHeightFieldDef def = tlDefaultHeightFieldDef();
		def.columns = sizes[round][0];
		def.rows = sizes[round][1];
		def.cellX = (tlReal)( 2.0 / def.columns );
		def.cellZ = (tlReal)( 1.5 / def.rows );
		def.heights = heights;
		for ( int i = 0; i < def.columns * def.rows; ++i )
		{
			heights[i] = (tlReal)( 0.3 * Draw( &seed ) );
		}
		tlShapeData* data;
		tlError error;
		Must( tlCreateHeightField( &def, &data, &error ), &error );
		tlShape shape = tlMakeShape( data );
		MakeBlock( soup, &def );
		for ( int i = 0; i < 400; ++i )
		{
			tlVec3 p = DrawVec3( &seed, i % 2 == 0 ? 1 : 4 ), normal;
			const double at[3] = { (double)p.x, (double)p.y, (double)p.z };
			CHECK_CLOSE( tlShape_GetDistance( &shape, p, &normal ), MeasureSoup( soup, at ), Pick( 2e-6, 1e-9 ) );
		}
		tlDestroyShapeData( data );
	}
	free( soup );
}

// Over a ditch with walls of 45 degrees there are two surfaces, over its bottom line one way to each; far above, none.
static void TestValley( void** state )
{
	(void)state;
	const tlReal heights[6] = { 1, 0, 1, 1, 0, 1 };
	tlHeightFieldDef def = tlDefaultHeightFieldDef();
	def.columns = 3;
	def.rows = 2;
	def.heights = heights;
	tlShapeData* data;
	tlError error;
	Must( tlCreateHeightField( &def, &data, &error ), &error );
	tlShape shape = tlMakeShape( data );
	const tlShapeKind* kind = tlGetShapeKind( &shape );
	tlSurface surfaces[4];
	int32_t count = kind->findSurfaces( &shape, MakeVec3( 0.05, 0.3, 0.1 ), 1, surfaces, 4 );
	assert_int_equal( count, 2 );
	CHECK_CLOSE( surfaces[0].distance, 0.25 * sqrt( 0.5 ), 1e-6 );
	CHECK_CLOSE( surfaces[1].distance, 0.35 * sqrt( 0.5 ), 1e-6 );
	CHECK_CLOSE( surfaces[0].normal.x, -sqrt( 0.5 ), 1e-6 );
	CHECK_CLOSE( surfaces[1].normal.x, sqrt( 0.5 ), 1e-6 );
	assert_int_equal( kind->findSurfaces( &shape, MakeVec3( 0.05, 0.3, 0.1 ), (tlReal)0.2, surfaces, 4 ), 1 );
	assert_int_equal( kind->findSurfaces( &shape, MakeVec3( 0.05, 0.3, 0.1 ), 1, surfaces, 1 ), 1 );
	CHECK_CLOSE( surfaces[0].distance, 0.25 * sqrt( 0.5 ), 1e-6 );
	assert_int_equal( kind->findSurfaces( &shape, MakeVec3( 0, 5, 0 ), 1, surfaces, 4 ), 0 );
	// Inside, the way out alone; beside a side, the side alone.
	assert_int_equal( kind->findSurfaces( &shape, MakeVec3( 0.5, 0.3, 0.1 ), 1, surfaces, 4 ), 1 );
	CHECK_CLOSE( surfaces[0].distance, -0.2 * sqrt( 0.5 ), 1e-6 );
	assert_int_equal( kind->findSurfaces( &shape, MakeVec3( 1.25, -3, 0 ), 1, surfaces, 4 ), 1 );
	CHECK_CLOSE( surfaces[0].distance, 0.25, 1e-6 );
	assert_true( surfaces[0].normal.x == 1 );
	tlDestroyShapeData( data );
}

// A scale: the distance to the mirrored and stretched block, as a search finds it.
static void TestScale( void** state )
{
	(void)state;
	Soup* soup = NewSoup();
	tlHeightFieldDef def = MakeHills();
	tlShapeData* data;
	tlError error;
	Must( tlCreateHeightField( &def, &data, &error ), &error );
	MakeBlock( soup, &def );
	tlShape shape = tlMakeShape( data ), scaled;
	const tlVec3 scales[] = { { -1, 1, 1 }, { 1, 2, -1 }, { (tlReal)-0.5, (tlReal)0.7, -2 }, { 2, 1, 3 } };
	for ( int k = 0; k < 4; ++k )
	{
		tlVec3 s = scales[k];
		tlShapeData* own;
		Must( tlScaleShape( &shape, s, &scaled, &own, &error ), &error );
		assert_true( own != NULL && scaled.data == own );
		Soup* other = NewSoup();
		*other = *soup;
		for ( int32_t i = 0; i < soup->pointCount; ++i )
		{
			tlVec3 p = soup->points[i];
			other->points[i] = ( tlVec3 ){ s.x * p.x, s.y * p.y, s.z * p.z };
		}
		uint64_t seed = 3;
		for ( int i = 0; i < 500; ++i )
		{
			tlVec3 p = DrawVec3( &seed, 1.5 ), normal;
			const double at[3] = { (double)p.x, (double)p.y, (double)p.z };
			CHECK_CLOSE( tlShape_GetDistance( &scaled, p, &normal ), MeasureSoup( other, at ), Pick( 2e-6, 1e-6 ) );
		}
		tlDestroyShapeData( own );
		free( other );
	}
	tlShapeData* own;
	assert_int_equal( tlScaleShape( &shape, MakeVec3( 1, -1, 1 ), &scaled, &own, &error ), tl_invalidArgument );
	assert_non_null( strstr( error.message, "solid below" ) );
	tlDestroyShapeData( data );
	free( soup );
}

static void TestFaults( void** state )
{
	(void)state;
	tlHeightFieldDef good = MakeHills();
	tlShapeData* data;
	tlError error;
	tlReal heights[35] = { 0 };
	for ( int k = 0; k < 8; ++k )
	{
		tlHeightFieldDef def = good;
		heights[9] = k == 5 ? (tlReal)NAN : ( k == 6 ? (tlReal)INFINITY : (tlReal)-2e9 );
		def.columns = k == 0 ? 1 : ( k == 1 ? 1 << 20 : def.columns );
		def.rows = k == 1 ? 1 << 20 : def.rows;
		def.cellX = k == 2 ? 0 : def.cellX;
		def.cellZ = k == 3 ? (tlReal)NAN : def.cellZ;
		def.heights = k == 4 ? NULL : ( k >= 5 ? heights : def.heights );
		assert_int_equal( tlCreateHeightField( &def, &data, &error ), tl_invalidArgument );
		assert_null( data );
		if ( k >= 5 )
		{
			assert_string_equal( error.message, "the height of column 2 in row 1 is not finite or beyond 1e9 m" );
		}
	}
	assert_int_equal( tlGetByteCount(), 0 );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestSizes ),
		cmocka_unit_test( TestValley ),
		cmocka_unit_test( TestScale ),
		cmocka_unit_test( TestFaults ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
