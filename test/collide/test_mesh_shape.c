// Meshes: sides at sharp corners, sheets, winding, depth, several surfaces, scales, what is refused; and one of the known
// complaints about such colliders.
// SPDX-License-Identifier: MIT
#include "shape_lab.h"

static tlResult TryMesh( const Soup* soup, tlError* error )
{
	tlMeshShapeDef def = tlDefaultMeshShapeDef();
	def.mesh = GetMeshInput( soup );
	tlShapeData* data;
	tlResult result = tlCreateMeshShape( &def, &data, error );
	assert_true( ( data == NULL ) == ( result != tl_success ) );
	tlDestroyShapeData( data );
	return result;
}

// A needle: near its tip, each face alone mistakes the side.
static void MakeNeedle( Soup* soup )
{
	memset( soup, 0, sizeof *soup );
	for ( int k = 0; k < 3; ++k )
	{
		AddSoupPoint( soup, 0.05 * cos( 2 * TL_PI * k / 3 ), 0, 0.05 * sin( 2 * TL_PI * k / 3 ) );
	}
	AddSoupPoint( soup, 0.9, 1, 0.1 );
	static const int32_t faces[4][3] = { { 0, 1, 2 }, { 0, 3, 1 }, { 1, 3, 2 }, { 2, 3, 0 } };
	for ( int k = 0; k < 4; ++k )
	{
		AddSoupTriangle( soup, faces[k][0], faces[k][1], faces[k][2] );
	}
}

static void TestSides( void** state )
{
	(void)state;
	for ( int round = 0; round < 4; ++round ) // both ways of winding
	{
		Soup* soup = NewSoup();
		round / 2 == 0 ? MakeNeedle( soup ) : MakeStep( soup );
		for ( int32_t i = 0; i < soup->triangleCount && round % 2 == 1; ++i )
		{
			int32_t swap = soup->corners[3 * i];
			soup->corners[3 * i] = soup->corners[3 * i + 1];
			soup->corners[3 * i + 1] = swap;
		}
		tlShapeData* data = MakeMeshData( soup );
		assert_true( tlIsClosedMesh( data ) );
		tlShape shape = tlMakeShape( data );
		uint64_t seed = 5;
		for ( int i = 0; i < 4000; ++i )
		{
			tlVec3 corner = soup->points[i % soup->pointCount], normal;
			tlVec3 p = tlAdd( corner, DrawVec3( &seed, i % 3 == 0 ? 0.3 : 0.02 ) );
			const double at[3] = { (double)p.x, (double)p.y, (double)p.z };
			CHECK_CLOSE( tlShape_GetDistance( &shape, p, &normal ), MeasureSoup( soup, at ), Pick( 1e-6, 1e-12 ) );
		}
		tlDestroyShapeData( data );
		free( soup );
	}
}

// Quads and polygons are cut, repeated vertices are one: a box of six quads with corners of its own is closed.
static void TestQuads( void** state )
{
	(void)state;
	tlVec3 points[24];
	int32_t corners[24];
	int32_t sizes[6] = { 4, 4, 4, 4, 4, 4 };
	for ( int i = 0; i < 24; ++i )
	{
		double c[3];
		int axis = i / 8, side = i / 4 % 2, k = i % 4;
		c[axis] = side ? 0.5 : -0.5;
		c[( axis + 1 ) % 3] = ( ( k == 1 || k == 2 ) == side ? 0.5 : -0.5 );
		c[( axis + 2 ) % 3] = k >= 2 ? 0.5 : -0.5;
		points[i] = MakeVec3( c[0], c[1], c[2] );
		corners[i] = i;
	}
	tlMeshShapeDef def = tlDefaultMeshShapeDef();
	def.mesh = ( tlMeshInput ){ points, 24, sizes, corners, 6 };
	tlShapeData* data;
	tlError error;
	Must( tlCreateMeshShape( &def, &data, &error ), &error );
	assert_true( tlIsClosedMesh( data ) );
	tlShape mesh = tlMakeShape( data );
	tlShape box = { .type = tl_boxShape, .halfExtents = { (tlReal)0.5, (tlReal)0.5, (tlReal)0.5 } };
	uint64_t seed = 4;
	for ( int i = 0; i < 5000; ++i )
	{
		tlVec3 p = DrawVec3( &seed, 1 ), normal;
		CHECK_CLOSE( tlShape_GetDistance( &mesh, p, &normal ), tlShape_GetDistance( &box, p, &normal ),
		             Pick( 1e-6, 1e-14 ) );
	}
	tlDestroyShapeData( data );
}

// The normal of a sheet leads to the side of the point; the distance is never negative.
static void TestSheet( void** state )
{
	(void)state;
	Soup* soup = NewSoup();
	MakeSheet( soup, 6, 1.4 );
	tlShapeData* data = MakeMeshData( soup );
	assert_false( tlIsClosedMesh( data ) );
	tlShape shape = tlMakeShape( data );
	uint64_t seed = 4;
	for ( int i = 0; i < 2000; ++i )
	{
		tlVec3 p = DrawVec3( &seed, 0.5 ), normal;
		double distance = (double)tlShape_GetDistance( &shape, p, &normal );
		assert_true( distance >= 0 );
		double wave = 0.1 * sin( 4 * (double)p.x ) * cos( 3 * (double)p.z );
		if ( fabs( (double)p.y - wave ) > 0.03 )
		{
			assert_true( ( normal.y > 0 ) == ( (double)p.y > wave ) );
		}
	}
	tlDestroyShapeData( data );
	free( soup );
}

static void TestDepth( void** state )
{
	(void)state;
	Soup* soup = NewSoup();
	MakeStep( soup );
	tlMeshShapeDef def = tlDefaultMeshShapeDef();
	def.mesh = GetMeshInput( soup );
	def.depth = (tlReal)0.1;
	tlShapeData* data;
	tlError error;
	Must( tlCreateMeshShape( &def, &data, &error ), &error );
	tlShape shape = tlMakeShape( data );
	tlVec3 normal;
	tlSurface surfaces[4];
	CHECK_CLOSE( tlShape_GetDistance( &shape, MakeVec3( -0.5, 0.45, 0 ), &normal ), -0.05, 1e-6 );
	assert_true( tlShape_GetDistance( &shape, MakeVec3( -0.5, 0.1, 0 ), &normal ) > 1e6 );
	assert_int_equal( tlGetShapeKind( &shape )->findSurfaces( &shape, MakeVec3( -0.5, 0.1, 0 ), 9, surfaces, 4 ), 0 );
	tlDestroyShapeData( data );
	def.depth = 0;
	assert_int_equal( tlCreateMeshShape( &def, &data, &error ), tl_invalidArgument );
	free( soup );
}

// In the inner corner of the step there are floor and wall; over the outer edge one way; nothing of the far side.
static void TestSurfaces( void** state )
{
	(void)state;
	Soup* soup = NewSoup();
	MakeStep( soup );
	tlShapeData* data = MakeMeshData( soup );
	tlShape shape = tlMakeShape( data );
	const tlShapeKind* kind = tlGetShapeKind( &shape );
	tlSurface s[8];
	assert_int_equal( kind->findSurfaces( &shape, MakeVec3( 0.05, 0.1, 0.03 ), (tlReal)0.3, s, 8 ), 2 );
	CHECK_CLOSE( s[0].distance, 0.05, 1e-6 );
	CHECK_CLOSE( s[1].distance, 0.1, 1e-6 );
	assert_true( s[0].normal.x == 1 && s[1].normal.y == 1 );
	assert_int_equal( kind->findSurfaces( &shape, MakeVec3( 0.05, 0.1, 0.03 ), (tlReal)0.07, s, 8 ), 1 );
	assert_int_equal( kind->findSurfaces( &shape, MakeVec3( 0.03, 0.54, 0.1 ), (tlReal)0.3, s, 8 ), 1 );
	CHECK_CLOSE( s[0].distance, 0.05, 1e-6 );
	assert_int_equal( kind->findSurfaces( &shape, MakeVec3( -0.5, 0.51, 0.1 ), 3, s, 8 ), 1 ); // its underside is 1 m away
	CHECK_CLOSE( s[0].distance, 0.01, 1e-6 );
	// Under the floor, still beside the wall: the way out first, and the wall ahead.
	assert_int_equal( kind->findSurfaces( &shape, MakeVec3( 0.05, -0.001, 0.03 ), (tlReal)0.3, s, 8 ), 1 );
	CHECK_CLOSE( s[0].distance, -0.001, 1e-6 );
	// Many points: the first is the nearest of all, none are alike, all are surfaces.
	uint64_t seed = 4;
	for ( int i = 0; i < 3000; ++i )
	{
		tlVec3 p = DrawVec3( &seed, 1.3 ), normal;
		double distance = (double)tlShape_GetDistance( &shape, p, &normal );
		int32_t count = kind->findSurfaces( &shape, p, 3, s, 8 );
		assert_true( count >= 1 && count <= 4 );
		CHECK_CLOSE( s[0].distance, distance, 1e-6 );
		for ( int32_t k = 0; k < count; ++k )
		{
			assert_true( k == 0 || s[k].distance >= s[k - 1].distance );
			CHECK_CLOSE( tlShape_GetDistance( &shape, tlMulAdd( p, -s[k].distance, s[k].normal ), &normal ), 0, 3e-6 );
			for ( int32_t other = 0; other < k; ++other )
			{
				assert_true( tlDot( s[k].normal, s[other].normal ) < (tlReal)0.97 );
			}
		}
	}
	tlDestroyShapeData( data );
	free( soup );
}

static void TestScale( void** state )
{
	(void)state;
	Soup* soup = NewSoup();
	MakeTorus( soup, 0.7, 0.3, 24, 12 );
	tlShapeData* data = MakeMeshData( soup );
	tlShape shape = tlMakeShape( data ), scaled;
	tlError error;
	const tlVec3 scales[] = { { -1, 1, 1 }, { 1, 2, (tlReal)0.5 }, { -2, -1, -1 } };
	for ( int k = 0; k < 3; ++k )
	{
		tlVec3 s = scales[k];
		tlShapeData* own;
		Must( tlScaleShape( &shape, s, &scaled, &own, &error ), &error );
		assert_true( tlIsClosedMesh( own ) );
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
			tlVec3 p = DrawVec3( &seed, 2 ), normal;
			const double at[3] = { (double)p.x, (double)p.y, (double)p.z };
			CHECK_CLOSE( tlShape_GetDistance( &scaled, p, &normal ), MeasureSoup( other, at ), Pick( 2e-6, 1e-12 ) );
		}
		tlDestroyShapeData( own );
		free( other );
	}
	tlShapeData* own;
	Must( tlScaleShape( &shape, MakeVec3( 1, 1, 1 ), &scaled, &own, &error ), &error );
	assert_true( own == NULL && scaled.data == data );
	assert_int_equal( tlScaleShape( &shape, MakeVec3( 1, 0, 1 ), &scaled, &own, &error ), tl_invalidArgument );
	assert_int_equal( tlScaleShape( &shape, MakeVec3( 1, NAN, 1 ), &scaled, &own, &error ), tl_invalidArgument );
	tlDestroyShapeData( data );
	free( soup );
}

static tlResult ScaleOf( tlShape shape, double x, double y, double z, tlShape* scaled, tlError* error )
{
	tlShapeData* own;
	tlResult result = tlScaleShape( &shape, MakeVec3( x, y, z ), scaled, &own, error );
	assert_null( own );
	return result;
}

static void TestScaleOfNumbers( void** state )
{
	(void)state;
	tlError error;
	tlShape s, round = { .radius = 1, .topRadius = 2, .halfHeight = 3, .halfExtents = { 1, 2, 3 } };
	for ( int type = 0; type <= tl_cylinderShape; ++type )
	{
		round.type = (tlShapeType)type;
		bool free = type == tl_boxShape || type == tl_planeShape;
		assert_int_equal( ScaleOf( round, 1, 2, 3, &s, &error ), free ? tl_success : tl_invalidArgument );
		assert_true( free || strstr( error.message, "use a hull or a mesh" ) != NULL );
		assert_int_equal( ScaleOf( round, -2, type == tl_planeShape ? 2 : -2, 2, &s, &error ), tl_success );
		assert_int_equal( ScaleOf( round, 0, 1, 1, &s, &error ), tl_invalidArgument );
	}
	round.type = tl_taperedCapsuleShape;
	assert_int_equal( ScaleOf( round, 2, -2, 2, &s, &error ), tl_success );
	assert_true( s.radius == 4 && s.topRadius == 2 && s.halfHeight == 6 ); // upside down
	round.type = tl_cylinderShape;
	assert_int_equal( ScaleOf( round, -2, 5, 2, &s, &error ), tl_success );
	assert_true( s.radius == 2 && s.halfHeight == 15 );
	round.type = tl_planeShape;
	assert_int_equal( ScaleOf( round, 1, -1, 1, &s, &error ), tl_invalidArgument );
	round.type = tl_boxShape;
	assert_int_equal( ScaleOf( round, -1, 2, 3, &s, &error ), tl_success );
	assert_true( s.halfExtents.x == 1 && s.halfExtents.y == 4 && s.halfExtents.z == 9 );
	assert_int_equal( ScaleOf( round, 1e30, 1e30, 1e30, &s, &error ), tl_success );
	round.type = tl_meshShape;
	assert_int_equal( ScaleOf( round, 2, 2, 2, &s, &error ), tl_invalidArgument );
	assert_string_equal( error.message, "shape.data must be that of a mesh" );
}

static void TestFaults( void** state )
{
	(void)state;
	tlError error;
	Soup* soup = NewSoup();
	MakeStep( soup );
	soup->points[3].x = (tlReal)NAN;
	assert_int_equal( TryMesh( soup, &error ), tl_invalidMesh );
	assert_non_null( strstr( error.message, "3" ) );
	MakeStep( soup );
	soup->corners[7] = 99;
	assert_int_equal( TryMesh( soup, &error ), tl_invalidMesh );
	MakeStep( soup );
	soup->triangleCount = 0;
	assert_int_equal( TryMesh( soup, &error ), tl_invalidMesh );
	MakeStep( soup ); // one face turned over
	int32_t swap = soup->corners[0];
	soup->corners[0] = soup->corners[1];
	soup->corners[1] = swap;
	assert_int_equal( TryMesh( soup, &error ), tl_invalidMesh );
	assert_non_null( strstr( error.message, "wind in opposite directions" ) );
	// Two blocks that share an edge.
	MakeStep( soup );
	int32_t count = soup->triangleCount, points = soup->pointCount;
	for ( int32_t i = 0; i < points; ++i )
	{
		AddSoupPoint( soup, (double)soup->points[i].x + 2, (double)soup->points[i].y + 0.5, (double)soup->points[i].z );
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		const int32_t* c = soup->corners + 3 * i;
		AddSoupTriangle( soup, c[0] + points, c[1] + points, c[2] + points );
	}
	assert_int_equal( TryMesh( soup, &error ), tl_invalidMesh );
	assert_non_null( strstr( error.message, "has 4 faces" ) );
	// A face without area leaves a crack.
	MakeStep( soup );
	soup->points[2].x = 1;
	int32_t middle = AddSoupPoint( soup, 0, -0.5, -0.5 );
	AddSoupTriangle( soup, 0, middle, 1 );
	for ( int32_t i = 0; i < soup->triangleCount - 1; ++i )
	{
		int32_t* c = soup->corners + 3 * i;
		bool first = ( c[0] == 0 && c[1] == 1 ) || ( c[1] == 0 && c[2] == 1 ) || ( c[2] == 0 && c[0] == 1 );
		if ( first ) // the one beside it is cut at the middle instead
		{
			int32_t third = c[0] + c[1] + c[2] - 1;
			c[0] = 0, c[1] = middle, c[2] = third;
			AddSoupTriangle( soup, middle, 1, third );
			break;
		}
	}
	assert_int_equal( TryMesh( soup, &error ), tl_invalidMesh );
	assert_non_null( strstr( error.message, "has no area, and the mesh is not closed without it" ) );
	free( soup );
	assert_int_equal( tlGetByteCount(), 0 );
}

// A triangle stretched ten times along x, and a particle 1 m behind it: no contact, as long as it is out of reach; before
// it, the particle stops.
static void TestStretchedTriangle( void** state )
{
	(void)state;
	const tlVec3 corners[3] = { { -1, 0, -1 }, { 0, 0, 1 }, { 1, 0, -1 } };
	const int32_t order[3] = { 0, 1, 2 };
	tlMeshShapeDef def = tlDefaultMeshShapeDef();
	def.mesh = ( tlMeshInput ){ .positions = corners, .vertexCount = 3, .faceCorners = order, .faceCount = 1 };
	tlShapeData *data, *own;
	tlError error;
	Must( tlCreateMeshShape( &def, &data, &error ), &error );
	for ( int mirrored = 0; mirrored < 2; ++mirrored )
	{
		tlShape shape = tlMakeShape( data );
		tlColliderDef collider = tlDefaultColliderDef();
		Must( tlScaleShape( &shape, MakeVec3( mirrored ? -10 : 10, 1, 1 ), &collider.shape, &own, &error ), &error );
		tlVec3 normal;
		CHECK_CLOSE( tlShape_GetDistance( &collider.shape, MakeVec3( 5, -1, -0.9 ), &normal ), 1, 1e-6 );
		CHECK_CLOSE( tlShape_GetDistance( &collider.shape, MakeVec3( 12, 0, -1 ), &normal ), 2, 1e-6 );
		const tlVec3 start[2] = { { 5, -1, (tlReal)-0.9 }, { 5, 1, (tlReal)-0.9 } };
		LabDef labDef = MakeLabDef();
		labDef.world.budget.substepCount = 8;
		labDef.body.material.thickness = (tlReal)0.02; // more than it falls in a substep
		Lab lab = MakeParticles( labDef, start, 2 );
		AddCollider( &lab, &collider );
		Run( &lab, 1.0 / 60, 10 );
		double fall = 0.5 * 9.81 * ( 80.0 * 81 ) / ( 480.0 * 480.0 );
		CHECK_CLOSE( GetPosition( &lab, 0 ).y, -1 - fall, 1e-5 ); // as if there were nothing
		Run( &lab, 1.0 / 60, 110 );
		CHECK_CLOSE( GetPosition( &lab, 1 ).y, 0.02, 1e-5 );
		FreeLab( &lab );
		tlDestroyShapeData( own );
	}
	tlDestroyShapeData( data );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestSides ),          cmocka_unit_test( TestQuads ),    cmocka_unit_test( TestSheet ),
		cmocka_unit_test( TestDepth ),          cmocka_unit_test( TestSurfaces ), cmocka_unit_test( TestScale ),
		cmocka_unit_test( TestScaleOfNumbers ), cmocka_unit_test( TestFaults ),   cmocka_unit_test( TestStretchedTriangle ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
