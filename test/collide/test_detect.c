// The broad phase misses nothing; the narrow phase gives the plane, and how the surface there moves.
// SPDX-License-Identifier: MIT
#include "collide/detect.h"

#include "solver/lab.h"
#include "solver/world.h"

enum
{
	tl_particles = 400,
	tl_poses = 64
};

static tlShape DrawShape( int kind )
{
	static const tlShape shapes[] = {
		{ .type = tl_planeShape },
		{ .type = tl_sphereShape, .radius = (tlReal)0.3 },
		{ .type = tl_capsuleShape, .radius = (tlReal)0.05, .halfHeight = (tlReal)1.5 },
		{ .type = tl_boxShape, .halfExtents = { 2, (tlReal)0.02, (tlReal)0.1 } },
	};
	return shapes[kind];
}

static tlTransform DrawTransform( uint64_t* seed, double scale )
{
	tlVec3 p = DrawVec3( seed, scale );
	return ( tlTransform ){ { p.x, p.y, p.z }, tlMakeQuat( DrawVec3( seed, 1 ), 3.1 * Draw( seed ) ) };
}

static double MeasureAt( const tlShape* shape, const tlTransform* pose, tlVec3 point )
{
	tlVec3 normal;
	tlPosition p = { point.x, point.y, point.z };
	return tlShape_GetDistance( shape, tlInvTransformPoint( pose, p ), &normal );
}

static void TestNothingMissed( void** state )
{
	(void)state;
	static tlVec4 positions[tl_particles];
	static tlReal radii[tl_particles];
	static tlCandidate candidates[tl_particles];
	int32_t touched = 0, passed = 0;
	for ( int round = 0; round < 400; ++round )
	{
		uint64_t seed = 1 + (uint64_t)round;
		tlShape shape = DrawShape( round % 4 );
		double reach = round % 3 == 0 ? 0 : 0.2;
		// Fast on its way, fast about itself, both, slow.
		tlTransform start = DrawTransform( &seed, 2 ), end = DrawTransform( &seed, 4 );
		end.q = round / 4 % 4 == 0 ? start.q : end.q;
		end.p = round / 4 % 4 == 1 ? start.p : end.p;
		tlPosition origin = { 0, 0, 0 };
		tlMovingShape moving = { .collider = 7, .shape = shape, .thickness = (tlReal)0.01 };
		moving.start = tlMakeLocalPose( &start, origin );
		moving.end = tlMakeLocalPose( &end, origin );
		for ( int32_t i = 0; i < tl_particles; ++i )
		{
			tlVec3 p = DrawVec3( &seed, 4 );
			positions[i] = ( tlVec4 ){ p.x, p.y, p.z, i % 10 == 9 ? 0 : 1 };
			radii[i] = (tlReal)( 0.02 + 0.02 * Draw( &seed ) );
		}
		size_t count = tlFindCandidates( &moving, positions, radii, tl_particles, (tlReal)reach, candidates, tl_particles );
		bool found[tl_particles] = { false };
		for ( size_t n = 0; n < count; ++n )
		{
			assert_in_range( candidates[n].index, 0, tl_particles - 1 );
			assert_int_equal( candidates[n].collider, 7 );
			assert_false( found[candidates[n].index] ); // each once
			assert_true( positions[candidates[n].index].w > 0 );
			found[candidates[n].index] = true;
		}
		for ( int pose = 0; pose <= tl_poses; ++pose )
		{
			tlTransform at = tlInterpolate( &start, &end, pose / (double)tl_poses );
			for ( int32_t i = 0; i < tl_particles; ++i )
			{
				tlVec3 p = { positions[i].x, positions[i].y, positions[i].z };
				// Wherever the particle goes within its reach, it comes this close.
				double closest = MeasureAt( &shape, &at, p ) - reach - radii[i] - (double)moving.thickness;
				bool touches = closest < -1e-5;
				touched += touches;
				passed += !found[i];
				if ( touches && !found[i] && positions[i].w > 0 )
				{
					fail_msg( "round %d: particle %d comes within %g and was no candidate", round, i, closest );
				}
			}
		}
	}
	assert_true( touched > 100000 && passed > 100000 ); // the search is not empty on either side
}

// The same through a step: who is touched at its end was a candidate of that step.
static void TestStepMissesNothing( void** state )
{
	(void)state;
	int32_t touched = 0;
	for ( int round = 0; round < 60; ++round )
	{
		uint64_t seed = 100 + (uint64_t)round;
		tlVec3 positions[60];
		for ( int i = 0; i < 60; ++i )
		{
			positions[i] = DrawVec3( &seed, 2 );
		}
		LabDef def = MakeLabDef();
		def.world.budget.substepCount = 1 + round % 5;
		def.body.material.thickness = (tlReal)0.05;
		Lab lab = MakeParticles( def, positions, 60 );
		tlColliderDef collider = tlDefaultColliderDef();
		collider.shape = DrawShape( round % 4 );
		collider.transform = DrawTransform( &seed, 2 );
		tlColliderId id = AddCollider( &lab, &collider );
		for ( int step = 0; step < 20; ++step )
		{
			tlTransform target = DrawTransform( &seed, 2 );
			tlCollider_SetTarget( lab.world, id, &target );
			if ( step % 5 == 0 ) // a kick between steps
			{
				tlVec3 v = DrawVec3( &seed, 40 );
				Push( &lab, step, v.x, v.y, v.z );
			}
			Run( &lab, 1.0 / 60, 1 );
			const tlBody* body = lab.world->bodies[0];
			bool found[60] = { false };
			for ( size_t n = 0; n < body->candidateCount; ++n )
			{
				found[body->candidates[n].index] = true;
			}
			for ( int32_t i = 0; i < 60; ++i )
			{
				tlPosition p = GetPosition( &lab, i );
				tlVec3 x = { (tlReal)p.x, (tlReal)p.y, (tlReal)p.z };
				bool touches = MeasureAt( &collider.shape, &target, x ) < 0.05 + 1e-3;
				touched += touches;
				assert_true( found[i] || !touches );
			}
		}
		FreeLab( &lab );
	}
	assert_true( touched > 100 );
}

static void TestContactPlane( void** state )
{
	(void)state;
	// Particles over a table that moves by (0.3, 0.1, 0) and turns by a quarter about y in this substep of 0.1 s.
	tlTransform start = MakeFrame( 0, 0, 0 ), end = MakeFrame( 0.3, 0.1, 0 );
	end.q = tlMakeQuat( ( tlVec3 ){ 0, 1, 0 }, TL_PI / 2 );
	tlPosition origin = { 0, 0, 0 };
	tlMovingShape moving = { .collider = 2,
		                     .shape = { .type = tl_boxShape, .halfExtents = { 1, (tlReal)0.1, 1 } },
		                     .thickness = (tlReal)0.01 };
	moving.start = tlMakeLocalPose( &start, origin );
	moving.end = tlMakeLocalPose( &end, origin );
	tlCandidate candidates[3] = { { 0, 2, 0 }, { 1, 2, 0 }, { 2, 2, 0 } };
	const tlVec4 positions[3] = { { (tlReal)0.8, (tlReal)0.15, 0, 1 },
		                          { (tlReal)0.3, (tlReal)0.195, (tlReal)0.5, 1 },
		                          { 0, (tlReal)0.4, 0, 1 } };
	const tlVec4 previous[3] = { { (tlReal)0.8, (tlReal)0.15, 0, 1 },
		                         { (tlReal)0.3, (tlReal)0.195, (tlReal)0.5, 1 },
		                         { 0, (tlReal)0.4, 0, 1 } };
	const tlVec4 velocities[3] = { { 0, -4, 0, 0 }, { 0, -1, 0, 0 }, { 0, -1, 0, 0 } };
	const tlReal radii[3] = { (tlReal)0.02, (tlReal)0.02, (tlReal)0.02 };
	const tlParticles particles = { positions, previous, velocities, radii };
	const tlContactRules rules = { .pushOut = (tlReal)INFINITY, .inverseH = 10 };
	tlContact contacts[3];
	size_t count = tlFindContacts( &moving, candidates, 3, &particles, &rules, contacts, 3 );
	assert_int_equal( count, 2 ); // the third is 0.17 m above and still
	double off = Pick( 1e-6, 1e-14 );
	for ( int i = 0; i < 2; ++i )
	{
		assert_int_equal( contacts[i].particles[0], i );
		assert_int_equal( contacts[i].collider, 2 );
		CHECK_CLOSE( contacts[i].normal.y, 1, off );
		CHECK_CLOSE( contacts[i].offset, 0.2 + 0.02 + 0.01, off );
		assert_true( contacts[i].lambda == 0 );
	}
	// At (0.5, 0) from the new centre the surface came from (0, 0.5): turned back by a quarter.
	CHECK_CLOSE( contacts[0].surfaceMove.x, 0.8, off );
	CHECK_CLOSE( contacts[0].surfaceMove.y, 0.1, off );
	CHECK_CLOSE( contacts[0].surfaceMove.z, -0.5, off );
	CHECK_CLOSE( contacts[1].surfaceMove.x, 0.3 + 0.5, off );
	CHECK_CLOSE( contacts[1].surfaceMove.z, 0.5, off );
	CHECK_CLOSE( contacts[0].approachSpeed, -4 - 1, Pick( 1e-5, 1e-13 ) ); // down at 4, while the table rises at 1 m/s
	CHECK_CLOSE( contacts[1].approachSpeed, -2, Pick( 1e-5, 1e-13 ) );

	// At rest, the surface does not move at all: not by a rounding either.
	start.q = end.q = tlMakeQuat( ( tlVec3 ){ 1, 2, 3 }, 0.7 );
	end.p = start.p;
	moving.start = moving.end = tlMakeLocalPose( &start, origin );
	count = tlFindContacts( &moving, candidates, 3, &particles, &rules, contacts, 3 );
	for ( size_t i = 0; i < count; ++i )
	{
		assert_true( tlLength( contacts[i].surfaceMove ) == 0 );
	}
}

// Every candidate that a substep brings closer than it should be becomes a contact, near enough to be pushed out.
static void TestTouchingIsContact( void** state )
{
	(void)state;
	for ( int round = 0; round < 2000; ++round )
	{
		uint64_t seed = 300 + (uint64_t)round;
		tlTransform start = DrawTransform( &seed, 0.5 ), end = DrawTransform( &seed, 0.5 );
		tlPosition origin = { 0, 0, 0 };
		tlMovingShape moving = { .shape = DrawShape( round % 4 ), .thickness = (tlReal)0.01 };
		moving.start = tlMakeLocalPose( &start, origin );
		moving.end = tlMakeLocalPose( &end, origin );
		tlVec3 p = DrawVec3( &seed, 1 ), q = DrawVec3( &seed, 1 );
		tlVec4 position = { p.x, p.y, p.z, 1 }, previous = { q.x, q.y, q.z, 1 }, velocity = { 0, 0, 0, 0 };
		tlReal radius = (tlReal)0.02;
		tlCandidate candidate = { 0, 0, 0 };
		tlContact contact;
		const tlParticles particles = { &position, &previous, &velocity, &radius };
		const tlContactRules rules = { .pushOut = (tlReal)INFINITY, .inverseH = 60 };
		size_t count = tlFindContacts( &moving, &candidate, 1, &particles, &rules, &contact, 1 );
		double distance = MeasureAt( &moving.shape, &end, p );
		if ( distance < 0.03 - 1e-5 )
		{
			assert_int_equal( count, 1 );
		}
		if ( count == 1 )
		{
			CHECK_CLOSE( tlLength( contact.normal ), 1, Pick( 2e-6, 1e-14 ) );
			CHECK_CLOSE( tlDot( contact.normal, p ) - contact.offset, distance - 0.03, Pick( 4e-6, 1e-14 ) );
		}
	}
}

// A collider that nobody moves is still, however it is turned: its surface carries nothing along, not even a rounding.
static void TestRestingColliderIsStill( void** state )
{
	(void)state;
	int32_t seen = 0;
	for ( int round = 0; round < 20; ++round )
	{
		uint64_t seed = 500 + (uint64_t)round;
		LabDef def = MakeLabDef();
		def.world.budget.substepCount = 16;
		tlColliderDef box = MakeBox( 1, -0.5, -2, 4, 0.5, 4 );
		box.transform.q = tlMakeQuat( DrawVec3( &seed, 1 ), 0.2 * Draw( &seed ) );
		tlVec3 start = { 0, (tlReal)0.5, 0 };
		Lab lab = MakeParticles( def, &start, 1 );
		AddCollider( &lab, &box );
		for ( int step = 0; step < 60; ++step )
		{
			Run( &lab, 1.0 / 60, 1 );
			const tlBody* body = lab.world->bodies[0];
			for ( size_t i = 0; i < body->contactCount; ++i )
			{
				seen += 1;
				CHECK_CLOSE( tlLength( body->contacts[i].surfaceMove ), 0, 0 );
			}
		}
		FreeLab( &lab );
	}
	CHECK_ABOVE( seen, 100 );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestNothingMissed ),          cmocka_unit_test( TestStepMissesNothing ),
		cmocka_unit_test( TestContactPlane ),           cmocka_unit_test( TestTouchingIsContact ),
		cmocka_unit_test( TestRestingColliderIsStill ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
