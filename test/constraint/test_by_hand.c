// Constraints placed by hand through the public door: every registered type, and what is refused.
// SPDX-License-Identifier: MIT
#include "constraint/constraint.h"

#include "solver/lab.h"

// A tetrahedron without symmetry; as a hinge it is open by about 120 degrees.
static const tlVec3 s_shape[TL_MAX_ARITY] = { { (tlReal)0.02, (tlReal)-0.05, (tlReal)0.01 },
	                                          { (tlReal)1.1, (tlReal)0.04, (tlReal)-0.02 },
	                                          { (tlReal)0.33, (tlReal)0.95, (tlReal)0.13 },
	                                          { (tlReal)0.42, (tlReal)-0.31, (tlReal)0.75 } };

static void TestByHand( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < tlGetConstraintTypeCount(); ++i )
	{
		const tlConstraintType* type = tlGetConstraintType( i );
		if ( type->info.arity == 0 || type->info.frameMask != 0 )
		{
			continue;
		}
		tlConstraintDef constraint = { .type = type->info.name, .particles = { 3, 1, 0, 2 }, .useRestShape = true };
		LabDef def = MakeLabDef();
		def.fabric.constraints = &constraint;
		def.fabric.constraintCount = 1;
		def.world.gravity = tlVec3_zero;
		def.world.budget.iterationCount = 100;
		def.body.material.globalDamping = (tlReal)1e6; // nothing is left of a velocity
		Lab lab = MakeParticles( def, s_shape, TL_MAX_ARITY );
		tlConstraintState made = tlBody_GetConstraint( lab.world, lab.body, 0, 0 );
		assert_string_equal( made.type, type->info.name );
		assert_int_equal( made.arity, type->info.arity );
		assert_int_equal( made.rowCount, type->info.rowCount );
		assert_memory_equal( made.particles, constraint.particles, (size_t)made.arity * sizeof( int32_t ) );
		CHECK_CLOSE( type->fixedAxes ? 0 : made.value, 0, Pick( 2e-6, 2e-14 ) );
		assert_string_equal( GetStats( &lab )->sets[0].name, type->info.name );

		// Pulled to the side where it acts, it comes back; on the slack side a one-sided one stays.
		for ( int32_t sign = -1; sign <= 1; sign += 2 )
		{
			for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
			{
				tlVec3 p = tlMul( (tlReal)( 1 + 0.2 * sign ), s_shape[k] );
				Place( &lab, k, p.x, p.y, p.z );
				Push( &lab, k, 0, 0, 0 );
			}
			double pulled = tlBody_GetConstraint( lab.world, lab.body, 0, 0 ).value;
			assert_true( fabs( pulled ) > 1e-3 || type->lengthParameter == tl_noLength );
			Run( &lab, 0.01, 20 );
			tlConstraintState after = tlBody_GetConstraint( lab.world, lab.body, 0, 0 );
			bool slack = type->info.oneSided && pulled < 0;
			CHECK_CLOSE( after.values[0], slack ? pulled : 0, Pick( 4e-6, 1e-12 ) );
			for ( int32_t r = 1; r < after.rowCount; ++r )
			{
				CHECK_CLOSE( after.values[r], 0, Pick( 4e-6, 1e-12 ) );
			}
			CheckFinite( &lab );
		}
		FreeLab( &lab );
	}
}

static void TestWrongByHand( void** state )
{
	(void)state;
	static const tlVec3 positions[3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 0, 0 } };
	static const tlReal masses[3] = { 1, 1, 1 };
	static const struct
	{
		const char* part;
		tlConstraintDef constraint;
	} cases[] = {
		{ "no constraint type 'spring'", { .type = "spring", .particles = { 0, 1 }, .useRestShape = true } },
		{ "no constraint type", { .particles = { 0, 1 }, .useRestShape = true } },
		{ "particle 3", { .type = "distance", .particles = { 0, 3 }, .useRestShape = true } },
		{ "particle -1", { .type = "distance", .particles = { -1, 1 }, .useRestShape = true } },
		{ "rest length", { .type = "distance", .particles = { 0, 1 }, .parameters = { (tlReal)NAN } } },
		{ "compliance", { .type = "distance", .particles = { 0, 1 }, .useRestShape = true, .compliance = -1 } },
		{ "damping", { .type = "distance", .particles = { 0, 1 }, .useRestShape = true, .damping = (tlReal)INFINITY } },
		{ "one particle", { .type = "distance", .particles = { 1, 1 }, .useRestShape = true } },
		{ "one particle", { .type = "distance", .particles = { 1, 2 }, .useRestShape = true } }, // welded
		{ "not by hand", { .type = "rod bend", .particles = { 0, 1 }, .useRestShape = true } },
		{ "not by hand", { .type = "volume", .useRestShape = true } },
	};
	for ( size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i )
	{
		tlFabricDef def = tlDefaultFabricDef();
		def.positions = positions;
		def.vertexCount = 3;
		def.masses = masses;
		def.constraints = &cases[i].constraint;
		def.constraintCount = 1;
		tlFabric* fabric;
		tlError error = { tl_success, "" };
		assert_int_equal( tlCreateFabric( &def, &fabric, &error ), tl_invalidArgument );
		assert_null( fabric );
		assert_non_null( strstr( error.message, "constraint 0" ) );
		if ( strstr( error.message, cases[i].part ) == NULL )
		{
			fail_msg( "'%s' should be in '%s'", cases[i].part, error.message );
		}
	}
	assert_int_equal( tlGetByteCount(), 0 );
}

int main( void )
{
	const struct CMUnitTest tests[] = { cmocka_unit_test( TestByHand ), cmocka_unit_test( TestWrongByHand ) };
	return cmocka_run_group_tests( tests, NULL, NULL );
}
