// Hulls: the corners of a search over all planes through three points, points that are coplanar, repeated or a hair apart,
// what encloses no volume, many points, scales.
// SPDX-License-Identifier: MIT
#include "collide/hull_cook.h"
#include "collide/orient.h"

#include "shape_lab.h"

static tlShapeData* MakeHull( const tlVec3* points, int32_t count )
{
	tlShapeData* data;
	tlError error;
	Must( tlCreateHull( points, count, &data, &error ), &error );
	return data;
}

// Inside, the distance is the least over all planes through three points with no point beyond: a search that knows no faces.
// Outside, every plane's distance is at most that of the hull, and the nearest point is a mean of the points.
static double SearchInside( const tlVec3* points, int32_t count, const double* p )
{
	double most = -INFINITY;
	for ( int32_t i = 0; i < count; ++i )
	{
		for ( int32_t j = 0; j < count; ++j )
		{
			for ( int32_t k = 0; k < count; ++k )
			{
				const tlVec3 x[3] = { points[i], points[j], points[k] };
				double u[3] = { (double)x[1].x - (double)x[0].x, (double)x[1].y - (double)x[0].y,
					            (double)x[1].z - (double)x[0].z };
				double v[3] = { (double)x[2].x - (double)x[0].x, (double)x[2].y - (double)x[0].y,
					            (double)x[2].z - (double)x[0].z };
				double n[3], highest = -INFINITY;
				CrossOf( u, v, n );
				double length = sqrt( DotOf( n, n ) );
				if ( length < 1e-9 )
				{
					continue;
				}
				double offset = ( n[0] * (double)x[0].x + n[1] * (double)x[0].y + n[2] * (double)x[0].z ) / length;
				for ( int32_t q = 0; q < count; ++q )
				{
					double height = ( n[0] * (double)points[q].x + n[1] * (double)points[q].y + n[2] * (double)points[q].z );
					highest = fmax( highest, height / length - offset );
				}
				most = highest < 1e-7 ? fmax( most, DotOf( n, p ) / length - offset ) : most;
			}
		}
	}
	return most;
}

static void TestAgainstPlanes( void** state )
{
	(void)state;
	for ( int round = 0; round < 8; ++round )
	{
		uint64_t seed = 100 + (uint64_t)round;
		tlVec3 points[14];
		for ( int i = 0; i < 14; ++i )
		{
			points[i] = DrawVec3( &seed, 1 );
			// Lattice points: many on one line, in one plane, at one place.
			points[i] = round % 2 == 1
			                ? MakeVec3( floor( 1.5 * (double)points[i].x + 0.5 ), floor( 1.5 * (double)points[i].y + 0.5 ),
			                            floor( 1.5 * (double)points[i].z + 0.5 ) )
			                : points[i];
		}
		tlShapeData* data = MakeHull( points, 14 );
		tlShape shape = tlMakeShape( data );
		for ( int i = 0; i < 60; ++i )
		{
			tlVec3 p = DrawVec3( &seed, 1.2 ), normal;
			const double at[3] = { (double)p.x, (double)p.y, (double)p.z };
			double distance = (double)tlShape_GetDistance( &shape, p, &normal ), plane = SearchInside( points, 14, at );
			if ( plane < 0 )
			{
				CHECK_CLOSE( distance, plane, Pick( 1e-6, 1e-7 ) );
			}
			else
			{
				// Outside: no point of the hull is beyond the plane square to the way out at the nearest point.
				double highest = -INFINITY;
				for ( int k = 0; k < 14; ++k )
				{
					highest = fmax( highest, (double)tlDot( normal, tlSub( points[k], p ) ) );
				}
				CHECK_CLOSE( distance, -highest, Pick( 2e-6, 1e-7 ) );
			}
		}
		tlDestroyShapeData( data );
	}
}

static void TestOrient( void** state )
{
	(void)state;
	uint64_t seed = 3;
	for ( int i = 0; i < 20000; ++i )
	{
		// A fourth point in the plane but for the last bits of its coordinates; swapping two corners turns every sign.
		tlPosition a = { Draw( &seed ), Draw( &seed ), Draw( &seed ) }, b = { Draw( &seed ), Draw( &seed ), Draw( &seed ) };
		tlPosition c = { Draw( &seed ), Draw( &seed ), Draw( &seed ) };
		double s = Draw( &seed ), t = Draw( &seed );
		tlPosition d = { a.x + s * ( b.x - a.x ) + t * ( c.x - a.x ), a.y + s * ( b.y - a.y ) + t * ( c.y - a.y ),
			             a.z + s * ( b.z - a.z ) + t * ( c.z - a.z ) };
		double value = tlOrient( a, b, c, d );
		double same[3] = { tlOrient( b, c, a, d ), tlOrient( c, a, b, d ), tlOrient( d, c, b, a ) };
		double other[3] = { tlOrient( b, a, c, d ), tlOrient( a, b, d, c ), tlOrient( d, b, c, a ) };
		for ( int k = 0; k < 3; ++k )
		{
			assert_true( ( value > 0 ) == ( same[k] > 0 ) && ( value < 0 ) == ( same[k] < 0 ) );
			assert_true( ( value > 0 ) == ( other[k] < 0 ) && ( value < 0 ) == ( other[k] > 0 ) );
		}
	}
	tlPosition o = { 0, 0, 0 }, x = { 1, 0, 0 }, y = { 0, 1, 0 }, above = { 0.3, 0.3, 1e-300 }, in = { 0.1, 0.7, 0 };
	assert_true( tlOrient( o, x, y, above ) > 0 && tlOrient( o, x, y, in ) == 0 );
	tlPosition far = { 1e9, 1e9, 1e9 + 1.2e-7 };
	assert_true( tlOrient( ( tlPosition ){ 1, 1, 1 }, ( tlPosition ){ 2, 2, 2 }, ( tlPosition ){ 0, 1, 0 }, far ) != 0 );
}

// Every side of the faces has one other face, and all points are inside: rotated lattices, spheres, discs, hair-wide noise.
static void TestManyPoints( void** state )
{
	(void)state;
	for ( int round = 0; round < 12; ++round )
	{
		enum
		{
			count = 1728
		};
		static tlPosition points[count];
		uint64_t seed = 40 + (uint64_t)round;
		for ( int i = 0; i < count; ++i )
		{
			tlPosition p = { i % 12 - 5.5, i / 12 % 12 - 5.5, i / 144 - 5.5 };
			if ( round % 4 == 1 ) // on a sphere
			{
				double length = Length( p.x, p.y, p.z );
				p = ( tlPosition ){ p.x / length, p.y / length, p.z / length };
			}
			else if ( round % 4 == 2 ) // a lattice turned, so that its planes are rounded
			{
				p = ( tlPosition ){ 0.8 * p.x - 0.6 * p.y, 0.6 * p.x + 0.8 * p.y, p.z };
				p = ( tlPosition ){ p.x, 0.28 * p.y - 0.96 * p.z, 0.96 * p.y + 0.28 * p.z };
			}
			else if ( round % 4 == 3 ) // two discs and noise at the end of doubles
			{
				double angle = 0.01 * i;
				p = ( tlPosition ){ cos( angle ), i % 2 + 1e-16 * Draw( &seed ), sin( angle ) };
			}
			points[i] = p;
		}
		tlHullFaces faces;
		tlError error;
		Must( tlFindHull( points, count, &faces, &error ), &error );
		assert_int_equal( faces.faceCount, 2 * faces.pointCount - 4 ); // Euler
		for ( int32_t f = 0; f < faces.faceCount; ++f )
		{
			const int32_t* c = faces.corners + 3 * f;
			tlPosition a = faces.points[c[0]];
			tlPosition n = tlPointCross( tlPointSub( faces.points[c[1]], a ), tlPointSub( faces.points[c[2]], a ) );
			double length = tlPointLength( n ), highest = 0;
			for ( int i = 0; i < count && length > 1e-9; ++i )
			{
				highest = fmax( highest, tlPointDot( n, tlPointSub( points[i], a ) ) / length );
			}
			CHECK_BELOW( highest, 3e-8 );
		}
		tlFreeHullFaces( &faces );
	}
}

static void TestFaults( void** state )
{
	(void)state;
	tlVec3 points[6] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 0, 0, 1 }, { 0, 0, 0 } };
	tlShapeData* data;
	tlError error;
	assert_int_equal( tlCreateHull( points, 3, &data, &error ), tl_invalidMesh );
	assert_string_equal( error.message, "a hull needs at least 4 points, not 3" );
	assert_int_equal( tlCreateHull( NULL, 9, &data, NULL ), tl_invalidMesh );
	assert_int_equal( tlCreateHull( points, 4, &data, &error ), tl_invalidMesh );
	assert_string_equal( error.message, "the points lie in one plane: a hull must enclose a volume" );
	for ( int i = 0; i < 6; ++i )
	{
		points[i] = MakeVec3( i, 2 * i, -i );
	}
	assert_int_equal( tlCreateHull( points, 6, &data, &error ), tl_invalidMesh );
	assert_string_equal( error.message, "the points lie on one line: a hull must enclose a volume" );
	for ( int i = 0; i < 6; ++i )
	{
		points[i] = MakeVec3( 7, 7, 7 );
	}
	assert_int_equal( tlCreateHull( points, 6, &data, &error ), tl_invalidMesh );
	assert_string_equal( error.message, "the points are all at one place: a hull must enclose a volume" );
	points[4].y = (tlReal)NAN;
	assert_int_equal( tlCreateHull( points, 6, &data, &error ), tl_invalidMesh );
	assert_string_equal( error.message, "point 4 is not finite or more than 1e9 m away" );
	points[4].y = (tlReal)2e9;
	assert_int_equal( tlCreateHull( points, 6, &data, &error ), tl_invalidMesh );
	assert_null( data );
	assert_int_equal( tlGetByteCount(), 0 );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestAgainstPlanes ),
		cmocka_unit_test( TestOrient ),
		cmocka_unit_test( TestManyPoints ),
		cmocka_unit_test( TestFaults ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
