// Signed distances against a search over the surface; unit normals that are the gradient; a change no larger than the way.
// SPDX-License-Identifier: MIT
#include "shape_lab.h"

// What is measured by a search, if only to know whether the sample has one.
static bool HasMeasure( const Sample* sample )
{
	return sample->exact && ( sample->soup != NULL || sample->shape.type != tl_hullShape ); // hulls: test_hull.c
}

static void TestDistance( void** state )
{
	(void)state;
	bool tested[tl_shapeTypeCount] = { false };
	for ( int s = 0; s < s_sampleCount; ++s )
	{
		uint64_t seed = 1 + (uint64_t)s;
		tested[s_samples[s].shape.type] = true;
		int count = !HasMeasure( s_samples + s ) ? 0 : ( s_samples[s].soup != NULL ? 1500 : 5000 );
		for ( int i = 0; i < count; ++i )
		{
			tlVec3 p = DrawVec3( &seed, i % 2 == 0 ? 1.2 : 5 ), normal;
			CHECK_CLOSE( tlShape_GetDistance( &s_samples[s].shape, p, &normal ), Measure( s_samples + s, p ),
			             Pick( 2e-6, 1e-8 ) );
		}
	}
	for ( int type = 0; type < tl_shapeTypeCount; ++type )
	{
		assert_true( tested[type] );
		assert_true( strlen( tlGetShapeName( (tlShapeType)type ) ) > 0 );
	}
	assert_string_equal( tlGetShapeName( tl_capsuleShape ), "capsule" );
}

static void TestNormal( void** state )
{
	(void)state;
	double step = Pick( 2e-3, 1e-6 );
	for ( int s = 0; s < s_sampleCount; ++s )
	{
		const Sample* sample = s_samples + s;
		const tlShape* shape = &sample->shape;
		uint64_t seed = 20 + (uint64_t)s;
		int32_t compared = 0;
		for ( int i = 0; i < 5000; ++i )
		{
			tlVec3 p = DrawVec3( &seed, 1.5 ), normal, ignored, gradient;
			double distance = tlShape_GetDistance( shape, p, &normal );
			CHECK_CLOSE( tlLength( normal ), 1, Pick( 1e-6, 1e-14 ) );
			// The way back along the normal ends on the surface.
			tlVec3 foot = tlMulAdd( p, (tlReal)-distance, normal );
			if ( sample->exact )
			{
				CHECK_CLOSE( tlShape_GetDistance( shape, foot, &ignored ), 0, Pick( 4e-6, 1e-13 ) );
			}

			double forward[3], backward[3];
			for ( int axis = 0; axis < 3; ++axis )
			{
				tlVec3 by = { axis == 0, axis == 1, axis == 2 };
				forward[axis] = tlShape_GetDistance( shape, tlMulAdd( p, (tlReal)step, by ), &ignored ) - distance;
				backward[axis] = distance - tlShape_GetDistance( shape, tlMulAdd( p, (tlReal)-step, by ), &ignored );
			}
			bool kink = false; // where two ways out are equally short there is no gradient
			for ( int axis = 0; axis < 3; ++axis )
			{
				kink = kink || fabs( forward[axis] - backward[axis] ) > 0.02 * step;
			}
			if ( kink )
			{
				continue;
			}
			compared += 1;
			gradient.x = (tlReal)( ( forward[0] + backward[0] ) / ( 2 * step ) );
			gradient.y = (tlReal)( ( forward[1] + backward[1] ) / ( 2 * step ) );
			gradient.z = (tlReal)( ( forward[2] + backward[2] ) / ( 2 * step ) );
			gradient = sample->exact ? gradient : tlNormalize( gradient );
			CHECK_CLOSE( tlDistance( gradient, normal ), 0, 0.03 );
		}
		assert_true( compared > ( shape->data != NULL ? 2500 : 4000 ) );
	}
}

static void TestLipschitz( void** state )
{
	(void)state;
	for ( int s = 0; s < s_sampleCount; ++s )
	{
		uint64_t seed = 40 + (uint64_t)s;
		for ( int i = 0; i < 20000; ++i )
		{
			tlVec3 a = DrawVec3( &seed, 2 ), normal;
			double scale = i % 3 == 0 ? 2 : ( i % 3 == 1 ? 0.1 : 1e-3 );
			tlVec3 b = tlAdd( a, DrawVec3( &seed, scale ) );
			double change = tlShape_GetDistance( &s_samples[s].shape, a, &normal ) -
			                tlShape_GetDistance( &s_samples[s].shape, b, &normal );
			double most = s_samples[s].exact ? 1 : 1.2; // between nodes a distance may change faster
			CHECK_BELOW( fabs( change ), most * tlDistance( a, b ) + Pick( 2e-6, 1e-13 ) );
		}
	}
}

// Centre, axis, faces, edges, corners, and a hair beside each: one of the ways out is taken, and it is one.
static void TestSpecialPoints( void** state )
{
	(void)state;
	const double hairs[] = { 0, 1e-30, -1e-30, 1e-20, 1e-12, -1e-7 };
	for ( int s = 0; s < s_sampleCount; ++s )
	{
		const Sample* sample = s_samples + s;
		const tlShape* shape = &sample->shape;
		tlShapeBounds bounds = tlGetShapeKind( shape )->getBounds( shape );
		tlVec3 e = tlIsFinite( bounds.upper.x ) ? bounds.upper : ( tlVec3 ){ 1, 1, 1 };
		for ( int n = 0; n < 125 * 6; ++n )
		{
			int k = n / 6;
			tlReal hair = (tlReal)hairs[n % 6];
			tlVec3 p = { (tlReal)( k % 5 - 2 ) / 2 * e.x + hair, (tlReal)( k / 5 % 5 - 2 ) / 2 * e.y + hair,
				         (tlReal)( k / 25 - 2 ) / 2 * e.z + hair };
			tlVec3 normal = { 9, 9, 9 };
			double distance = tlShape_GetDistance( shape, p, &normal );
			if ( HasMeasure( sample ) )
			{
				CHECK_CLOSE( distance, Measure( sample, p ), Pick( 1e-6, 1e-8 ) );
			}
			CHECK_CLOSE( tlLength( normal ), 1, Pick( 1e-5, 1e-14 ) ); // at 1e-20 m a square keeps few digits in floats
		}
	}
	tlVec3 normal;
	CHECK_CLOSE( tlShape_GetDistance( &s_samples[1].shape, tlVec3_zero, &normal ), -0.7, 1e-6 );
	assert_true( normal.y == 1 );
	CHECK_CLOSE( tlShape_GetDistance( &s_samples[4].shape, tlVec3_zero, &normal ), -0.5, 1e-6 );
	assert_true( tlAbs( normal.x ) == 1 );
	CHECK_CLOSE( tlShape_GetDistance( &s_samples[5].shape, tlVec3_zero, &normal ), -0.01, 1e-6 );
	assert_true( tlAbs( normal.y ) == 1 );
}

// What is inside is inside the bounds; the picture's vertices are on the surface, its faces wind outward.
static void TestBoundsAndPicture( void** state )
{
	(void)state;
	for ( int s = 0; s < s_sampleCount; ++s )
	{
		const Sample* sample = s_samples + s;
		const tlShape* shape = &sample->shape;
		tlShapeBounds bounds = tlGetShapeKind( shape )->getBounds( shape );
		uint64_t seed = 40 + (uint64_t)s;
		tlVec3 normal, least = { 9, 9, 9 }, most = { -9, -9, -9 };
		for ( int i = 0; i < 20000; ++i )
		{
			tlVec3 p = DrawVec3( &seed, 2 );
			if ( tlShape_GetDistance( shape, p, &normal ) <= 0 )
			{
				assert_true( p.x >= bounds.lower.x && p.y >= bounds.lower.y && p.z >= bounds.lower.z );
				assert_true( p.x <= bounds.upper.x && p.y <= bounds.upper.y && p.z <= bounds.upper.z );
			}
		}
		tlShapeMesh mesh;
		const tlPlanePatch patch = { 0, 0, 2 };
		assert_true( tlMakeShapeMesh( shape, &patch, &mesh ) );
		for ( int32_t i = 0; i < mesh.triangleCount; ++i )
		{
			tlVec3 x[3];
			for ( int k = 0; k < 3; ++k )
			{
				const float* xyz = mesh.positions + 3 * mesh.triangles[3 * i + k];
				x[k] = MakeVec3( (double)xyz[0], (double)xyz[1], (double)xyz[2] );
				CHECK_CLOSE( tlShape_GetDistance( shape, x[k], &normal ), 0, 1e-6 );
				const float* n = mesh.normals + ( xyz - mesh.positions );
				tlVec3 own = MakeVec3( (double)n[0], (double)n[1], (double)n[2] );
				if ( sample->convex )
				{
					CHECK_CLOSE( tlShape_GetDistance( shape, tlMulAdd( x[k], (tlReal)0.1, own ), &normal ), 0.1, 2e-6 );
				}
				CHECK_CLOSE( tlLength( own ), 1, 1e-6 );
				least = ( tlVec3 ){ tlMin( least.x, x[k].x ), tlMin( least.y, x[k].y ), tlMin( least.z, x[k].z ) };
				most = ( tlVec3 ){ tlMax( most.x, x[k].x ), tlMax( most.y, x[k].y ), tlMax( most.z, x[k].z ) };
			}
			tlVec3 middle = tlMul( (tlReal)( 1.0 / 3.0 ), tlAdd( x[0], tlAdd( x[1], x[2] ) ) );
			tlVec3 facing = tlCross( tlSub( x[1], x[0] ), tlSub( x[2], x[0] ) );
			tlShape_GetDistance( shape, middle, &normal );
			bool sheet = sample->soup != NULL && sample->soup->open; // on it, the side is that of the rounding
			CHECK_ABOVE( sheet ? tlAbs( tlDot( facing, normal ) ) : tlDot( facing, normal ), 0 );
		}
		tlFreeShapeMesh( &mesh );
		if ( tlIsFinite( bounds.lower.x ) ) // as tight as the picture, which has 48 sides
		{
			tlVec3 wide = tlSub( bounds.upper, bounds.lower ), drawn = tlSub( most, least );
			double off = sample->exact ? 0.01 : 0.12; // a cell on either side
			CHECK_CLOSE( drawn.x, wide.x, off );
			CHECK_CLOSE( drawn.z, wide.z, off );
			if ( tlIsFinite( bounds.lower.y ) )
			{
				CHECK_CLOSE( drawn.y, wide.y, off );
			}
		}
	}
}

static void TestFaults( void** state )
{
	(void)state;
	for ( int s = 0; s < s_sampleCount; ++s )
	{
		assert_null( tlFindShapeFault( &s_samples[s].shape ) );
	}
	const tlReal bad[] = { -1, (tlReal)NAN, (tlReal)INFINITY };
	LabDef def = MakeLabDef();
	Lab lab = MakeParticles( def, &tlVec3_zero, 1 );
	tlError error = { tl_success, "" };
	tlColliderId id;
	for ( int k = 0; k < 7 * 3; ++k )
	{
		tlColliderDef collider = tlDefaultColliderDef();
		static const tlShapeType types[] = { tl_sphereShape,   tl_capsuleShape,  tl_capsuleShape,       tl_boxShape,
			                                 tl_cylinderShape, tl_cylinderShape, tl_taperedCapsuleShape };
		collider.shape.type = types[k / 3];
		collider.shape.topRadius = 1;
		tlReal* fields[] = { &collider.shape.radius,        &collider.shape.radius, &collider.shape.halfHeight,
			                 &collider.shape.halfExtents.z, &collider.shape.radius, &collider.shape.halfHeight,
			                 &collider.shape.topRadius };
		static const char* const names[] = { "radius", "radius",     "halfHeight", "halfExtents",
			                                 "radius", "halfHeight", "topRadius" };
		*fields[k / 3] = bad[k % 3];
		assert_int_equal( tlCreateCollider( lab.world, &collider, &id, &error ), tl_invalidArgument );
		assert_non_null( strstr( error.message, names[k / 3] ) );
		assert_true( TL_IS_NULL( id ) );
	}
	tlColliderDef collider = tlDefaultColliderDef();
	collider.shape.type = tl_shapeTypeCount;
	assert_int_equal( tlCreateCollider( lab.world, &collider, &id, &error ), tl_invalidArgument );
	collider = tlDefaultColliderDef();
	collider.transform.p.x = NAN;
	assert_int_equal( tlCreateCollider( lab.world, &collider, &id, &error ), tl_invalidArgument );
	collider = tlDefaultColliderDef();
	collider.thickness = -1;
	assert_int_equal( tlCreateCollider( lab.world, &collider, &id, &error ), tl_invalidArgument );
	collider = tlDefaultColliderDef();
	collider.staticFriction = (tlReal)0.1;
	collider.kineticFriction = (tlReal)0.2;
	assert_int_equal( tlCreateCollider( lab.world, &collider, &id, &error ), tl_invalidArgument );
	assert_int_equal( tlWorld_GetStats( lab.world )->colliderCount, 0 );
	FreeLab( &lab );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestDistance ),      cmocka_unit_test( TestNormal ),           cmocka_unit_test( TestLipschitz ),
		cmocka_unit_test( TestSpecialPoints ), cmocka_unit_test( TestBoundsAndPicture ), cmocka_unit_test( TestFaults ),
	};
	MakeSamples();
	int failed = cmocka_run_group_tests( tests, NULL, NULL );
	FreeSamples();
	return failed;
}
