// What single precision must keep: momentum, weight and friction do not fade with the number of substeps or the distance
// from the origin.
//
// SPDX-License-Identifier: MIT
#include "solver/lab.h"

static tlWorld* MakeWorld( int32_t substeps, tlVec3 gravity )
{
	tlWorldDef def = tlDefaultWorldDef();
	def.gravity = gravity;
	def.budget.substepCount = substeps;
	tlWorld* world = NULL;
	assert_int_equal( tlCreateWorld( &def, &world, NULL ), tl_success );
	return world;
}

static tlBodyId AddParticles( tlWorld* world, tlFabric** fabric, const tlVec3* positions, const tlReal* masses,
                              int32_t count, const tlConstraintDef* constraint, tlBodyDef def )
{
	tlFabricDef mesh = tlDefaultFabricDef();
	mesh.positions = positions;
	mesh.masses = masses;
	mesh.vertexCount = count;
	mesh.weld = false;
	mesh.constraints = constraint;
	mesh.constraintCount = constraint != NULL;
	assert_int_equal( tlCreateFabric( &mesh, fabric, NULL ), tl_success );
	def.fabric = *fabric;
	tlBodyId body;
	assert_int_equal( tlCreateBody( world, &def, &body, NULL ), tl_success );
	return body;
}

// Two masses on a spring, spinning freely for ten seconds: 2.4 % of the momentum was lost at 16 substeps, and half of it at
// 64, when every projection was rounded to the grid of the positions.
static void TestMomentum( void** state )
{
	(void)state;
	for ( int32_t substeps = 16; substeps <= 256; substeps *= 4 )
	{
		tlWorld* world = MakeWorld( substeps, tlVec3_zero );
		const tlVec3 positions[2] = { { 0, 0, 0 }, { (tlReal)1.1, 0, 0 } };
		const tlReal masses[2] = { (tlReal)0.4, (tlReal)1.1 };
		const tlConstraintDef spring = {
			.type = "distance", .particles = { 0, 1 }, .parameters = { 1 }, .compliance = (tlReal)0.003
		};
		tlBodyDef def = tlDefaultBodyDef();
		def.angularVelocity.z = 3;
		tlFabric* fabric = NULL;
		tlBodyId body = AddParticles( world, &fabric, positions, masses, 2, &spring, def );
		double before = tlBody_GetStats( world, body )->momentum[1];
		for ( int32_t frame = 0; frame < 600; ++frame )
		{
			tlWorld_Step( world, 1.0 / 60, NULL );
		}
		const double* p = tlBody_GetStats( world, body )->momentum;
		CHECK_CLOSE( p[1], before, Pick( 1e-5, 1e-12 ) * before );
		CHECK_CLOSE( p[0], 0, Pick( 1e-5, 1e-12 ) * before );
		tlDestroyWorld( world );
		tlDestroyFabric( fabric );
	}
}

// A block thrown over a floor, ten metres from the origin of its body: it stops after v^2 / (2 mu g), and the discrete sum
// of that is what doubles give. 12 % short at 16 substeps and past the end of the floor at 64 before.
static void TestSlidingFarOut( void** state )
{
	(void)state;
	for ( int32_t substeps = 16; substeps <= 64; substeps *= 4 )
	{
		tlWorld* world = MakeWorld( substeps, ( tlVec3 ){ 0, (tlReal)-9.81, 0 } );
		const tlVec3 positions[1] = { { 10, (tlReal)0.002, 0 } };
		const tlReal masses[1] = { 1 };
		tlBodyDef def = tlDefaultBodyDef();
		def.velocity.x = 2;
		def.material.staticFriction = (tlReal)0.3;
		def.material.kineticFriction = (tlReal)0.3;
		tlFabric* fabric = NULL;
		tlBodyId body = AddParticles( world, &fabric, positions, masses, 1, NULL, def );
		tlColliderDef floor = tlDefaultColliderDef();
		floor.shape.type = tl_planeShape;
		tlColliderId id;
		assert_int_equal( tlCreateCollider( world, &floor, &id, NULL ), tl_success );
		for ( int32_t frame = 0; frame < 120; ++frame )
		{
			tlWorld_Step( world, 1.0 / 60, NULL );
		}
		// Each substep takes mu g h from the speed: x = sum of h (v0 - n mu g h).
		double h = 1.0 / ( 60.0 * substeps ), expected = 0;
		for ( double v = 2 - 0.3 * 9.81 * h; v > 0; v -= 0.3 * 9.81 * h )
		{
			expected += h * v;
		}
		double x = tlBody_GetPosition( world, body, 0 ).x - 10;
		CHECK_CLOSE( x, expected, Pick( 2e-3, 1e-9 ) );
		tlDestroyWorld( world );
		tlDestroyFabric( fabric );
	}
}

// A hanging weight, at any number of substeps.
static void TestWeight( void** state )
{
	(void)state;
	for ( int32_t substeps = 1; substeps <= 256; substeps *= 4 )
	{
		tlWorld* world = MakeWorld( substeps, ( tlVec3 ){ 0, (tlReal)-9.81, 0 } );
		const tlVec3 positions[2] = { { 1, 1, 1 }, { 1, 0, 1 } };
		const tlReal masses[2] = { 0, (tlReal)0.5 };
		const tlConstraintDef spring = {
			.type = "distance", .particles = { 0, 1 }, .parameters = { 1 }, .compliance = (tlReal)2e-3
		};
		tlBodyDef def = tlDefaultBodyDef();
		def.material.globalDamping = 6;
		tlFabric* fabric = NULL;
		tlBodyId body = AddParticles( world, &fabric, positions, masses, 2, &spring, def );
		for ( int32_t frame = 0; frame < 600; ++frame )
		{
			tlWorld_Step( world, 1.0 / 60, NULL );
		}
		CHECK_CLOSE( tlBody_GetConstraint( world, body, 0, 0 ).force, 4.905, Pick( 2e-4, 1e-9 ) * 4.905 );
		tlDestroyWorld( world );
		tlDestroyFabric( fabric );
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestMomentum ),
		cmocka_unit_test( TestSlidingFarOut ),
		cmocka_unit_test( TestWeight ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
