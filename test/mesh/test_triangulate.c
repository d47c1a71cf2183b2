// Polygons cut into triangles: areas, windings and shapes.
// SPDX-License-Identifier: MIT
#include "mesh_maker.h"

#include "base/hash.h"

enum
{
	tl_mostCorners = 600
};

// The plane (u, v) laid into space, tilted and moved, so that no axis is special.
static tlVec3 Place( double u, double v )
{
	tlVec3 p = { (tlReal)( 3 + 0.6 * u - 0.48 * v ), (tlReal)( -2 + 0.8 * u + 0.36 * v ), (tlReal)( 1 + 0.8 * v ) };
	return p;
}

static double Cross2( const double* a, const double* b, const double* c )
{
	return ( b[0] - a[0] ) * ( c[1] - a[1] ) - ( b[1] - a[1] ) * ( c[0] - a[0] );
}

// A simple polygon, two numbers for each corner: the triangles have its winding (none is turned over) and its area, so none
// overlap.
static void CheckPolygon( const double* points, int32_t count )
{
	tlVec3 positions[tl_mostCorners];
	int32_t corners[tl_mostCorners], out[3 * tl_mostCorners];
	for ( int reversed = 0; reversed < 2; ++reversed )
	{
		double polygon[tl_mostCorners][2];
		double area = 0;
		for ( int32_t i = 0; i < count; ++i )
		{
			const double* point = points + 2 * ( reversed == 0 ? i : count - 1 - i );
			polygon[i][0] = point[0];
			polygon[i][1] = point[1];
			positions[i] = Place( point[0], point[1] );
			corners[i] = i;
		}
		for ( int32_t i = 0; i < count; ++i )
		{
			area += Cross2( polygon[0], polygon[i], polygon[( i + 1 ) % count] ) / 2;
		}
		assert_true( tlTriangulate( positions, corners, count, out ) );
		double sum = 0;
		for ( int32_t i = 0; i < count - 2; ++i )
		{
			const int32_t* t = out + 3 * i;
			double part = Cross2( polygon[t[0]], polygon[t[1]], polygon[t[2]] ) / 2;
			assert_true( area > 0 ? part > -1e-6 : part < 1e-6 );
			sum += fabs( part );
		}
		assert_true( fabs( sum - fabs( area ) ) < 1e-6 * fabs( area ) );
	}
}

static void TestSimplePolygons( void** state )
{
	(void)state;
	const double triangle[3][2] = { { 0, 0 }, { 2, 0 }, { 0, 1 } };
	const double square[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
	const double arrow[4][2] = { { 0, 0 }, { 1, -1 }, { 0.3, 0 }, { 1, 1 } };
	const double turnedArrow[4][2] = { { 1, -1 }, { 0.3, 0 }, { 1, 1 }, { 0, 0 } };
	const double notched[5][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0.5, 0.25 }, { 0, 1 } };
	const double flat[7][2] = { { 0, 0 }, { 0.5, 0 }, { 1, 0 }, { 1, 0.5 }, { 1, 1 }, { 0.5, 1 }, { 0, 1 } };
	CheckPolygon( triangle[0], 3 );
	CheckPolygon( square[0], 4 );
	CheckPolygon( arrow[0], 4 );
	CheckPolygon( turnedArrow[0], 4 );
	CheckPolygon( notched[0], 5 );
	CheckPolygon( flat[0], 7 );
}

// An outline joined with a hole by a slit: the slit's ends come twice.
static void TestHole( void** state )
{
	(void)state;
	const double points[10][2] = { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 }, { 0, 0 },
		                           { 1, 1 }, { 1, 3 }, { 3, 3 }, { 3, 1 }, { 1, 1 } };
	CheckPolygon( points[0], 10 );
}

static void TestSpiral( void** state )
{
	(void)state;
	double points[tl_mostCorners][2];
	const int32_t half = 200;
	for ( int32_t i = 0; i < half; ++i )
	{
		double angle = 0.1 * i, radius = 1 + 0.2 * angle;
		points[i][0] = ( radius + 0.4 ) * cos( angle );
		points[i][1] = ( radius + 0.4 ) * sin( angle );
		points[2 * half - 1 - i][0] = radius * cos( angle );
		points[2 * half - 1 - i][1] = radius * sin( angle );
	}
	CheckPolygon( points[0], 2 * half );
}

static void TestComb( void** state )
{
	(void)state;
	double points[tl_mostCorners][2];
	int32_t count = 0;
	for ( int32_t i = 0; i < 150; ++i )
	{
		points[count][0] = i;
		points[count++][1] = i % 2 == 0 ? 0 : 10;
	}
	for ( int32_t i = 149; i >= 0; --i )
	{
		points[count][0] = i;
		points[count++][1] = i % 2 == 0 ? -0.5 : -1;
	}
	CheckPolygon( points[0], count );
}

static void TestRandomStars( void** state )
{
	(void)state;
	uint64_t seed = 7;
	for ( int round = 0; round < 300; ++round )
	{
		double points[tl_mostCorners][2];
		int32_t count = 5 + (int32_t)( tlRandom( &seed ) % 60 );
		for ( int32_t i = 0; i < count; ++i )
		{
			double angle = 6.283185307 * i / count;
			double radius = 0.1 + (double)( tlRandom( &seed ) % 1000 ) / 1000;
			points[i][0] = radius * cos( angle );
			points[i][1] = radius * sin( angle );
		}
		CheckPolygon( points[0], count );
	}
}

// No promise of sense, only of valid numbers and an end.
static void TestCrossingAndFlat( void** state )
{
	(void)state;
	uint64_t seed = 11;
	for ( int round = 0; round < 300; ++round )
	{
		tlVec3 positions[64];
		int32_t corners[64], out[3 * 64];
		int32_t count = 3 + (int32_t)( tlRandom( &seed ) % 60 );
		for ( int32_t i = 0; i < count; ++i )
		{
			double u = (double)( tlRandom( &seed ) % 8 ), v = round % 3 == 0 ? 0 : (double)( tlRandom( &seed ) % 8 );
			positions[i] = Place( u, v );
			corners[i] = i;
		}
		assert_true( tlTriangulate( positions, corners, count, out ) );
		int32_t seen[64] = { 0 };
		for ( int32_t i = 0; i < 3 * ( count - 2 ); ++i )
		{
			assert_in_range( out[i], 0, count - 1 );
			seen[out[i]] += 1;
		}
		for ( int32_t i = 0; i < count; ++i )
		{
			assert_true( seen[i] > 0 );
		}
	}
}

// Rectangles are all cut alike, wherever rounding falls.
static void TestParallelograms( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < 100; ++i )
	{
		double x = 0.1 * i, y = 0.3 * i;
		tlVec3 positions[4] = { Place( x, y ), Place( x + 0.1, y ), Place( x + 0.13, y + 0.2 ), Place( x + 0.03, y + 0.2 ) };
		const int32_t corners[4] = { 0, 1, 2, 3 };
		int32_t out[6];
		assert_true( tlTriangulate( positions, corners, 4, out ) );
		const int32_t right[6] = { 0, 1, 2, 0, 2, 3 };
		assert_memory_equal( out, right, sizeof right );
	}
}

// Through the topology: k - 2 triangles for k corners, the area of the polygon, and a limit on corners.
static void TestFaces( void** state )
{
	(void)state;
	MeshMaker maker = { 0 };
	int32_t corners[5000];
	const double notched[5][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0.5, 0.25 }, { 0, 1 } };
	for ( int32_t i = 0; i < 5; ++i )
	{
		corners[i] = AddVertex( &maker, notched[i][0], notched[i][1], 0 );
	}
	AddFace( &maker, 5, corners );
	tlFabricDef def = MakeDef( &maker );
	tlTopology topology;
	assert_int_equal( tlBuildTopology( &def, &topology, NULL ), tl_success );
	assert_int_equal( topology.triangleCount, 3 );
	assert_int_equal( topology.report.polygonCount, 1 );
	assert_int_equal( topology.report.edgeCount, 7 );
	assert_true( fabs( topology.report.area - 0.625 ) < 1e-6 );
	tlFreeTopology( &topology );

	for ( int32_t i = 0; i < 5000; ++i )
	{
		corners[i] = AddVertex( &maker, cos( 6.283185307 * i / 5000 ), sin( 6.283185307 * i / 5000 ), 0 );
	}
	AddFace( &maker, 5000, corners );
	def = MakeDef( &maker );
	tlMeshReport report;
	tlError error;
	assert_int_equal( tlInspectMesh( &def, &report, &error ), tl_invalidMesh );
	assert_non_null( strstr( error.message, "face 1 " ) );
	maker.sizes[1] = tl_maxPolygonCorners;
	assert_int_equal( tlInspectMesh( &def, &report, &error ), tl_success );
	FreeMaker( &maker );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestSimplePolygons ), cmocka_unit_test( TestHole ),        cmocka_unit_test( TestSpiral ),
		cmocka_unit_test( TestComb ),           cmocka_unit_test( TestRandomStars ), cmocka_unit_test( TestCrossingAndFlat ),
		cmocka_unit_test( TestParallelograms ), cmocka_unit_test( TestFaces ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
