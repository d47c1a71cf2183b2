// Constraints through the public door: placed by hand, one of every type that a hand can place, and the wrong ones.
// SPDX-License-Identifier: MIT
#include "type_lab.h"

static bool IsHandMade( const tlConstraintType* type )
{
	return type->info.arity > 0 && type->info.frameMask == 0;
}

static double GetStateNorm( const Lab* lab )
{
	tlConstraintState c = tlBody_GetConstraint( lab->world, lab->body, 0, 0 );
	double sum = 0;
	for ( int32_t r = 0; r < c.rowCount; ++r )
	{
		sum += (double)c.values[r] * (double)c.values[r];
	}
	return sqrt( sum );
}

static void TestByHand( void** state )
{
	(void)state;
	static const int32_t vertices[TL_MAX_ARITY] = { 3, 1, 0, 2 }; // of each slot
	for ( int32_t i = 0; i < tlGetConstraintTypeCount(); ++i )
	{
		const tlConstraintType* type = tlGetConstraintType( i );
		if ( !IsHandMade( type ) )
		{
			continue;
		}
		uint64_t seed = 50 + (uint64_t)i;
		Pose pose = DrawPose( type, &seed, 0.15 );
		tlVec3 rest[TL_MAX_ARITY];
		tlConstraintDef constraint = { .type = type->info.name, .useRestShape = true };
		for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
		{
			rest[vertices[k]] = pose.x[k];
			constraint.particles[k] = vertices[k];
		}
		LabDef def = MakeLabDef();
		def.fabric.constraints = &constraint;
		def.fabric.constraintCount = 1;
		def.world.gravity = tlVec3_zero;
		def.world.budget.iterationCount = 100;
		def.body.material.globalDamping = (tlReal)1e6; // nothing is left of a velocity
		Lab lab = MakeParticles( def, rest, TL_MAX_ARITY );
		tlConstraintState made = tlBody_GetConstraint( lab.world, lab.body, 0, 0 );
		assert_string_equal( made.type, type->info.name );
		assert_int_equal( made.arity, type->info.arity );
		assert_int_equal( made.rowCount, type->info.rowCount );
		assert_memory_equal( made.particles, constraint.particles, (size_t)made.arity * sizeof( int32_t ) );
		tlEvaluation out;
		assert_true( EvaluatePose( type, &pose, made.parameters, 0, &out ) );
		double tolerance = Pick( 4e-6, 1e-13 ) * GetScale( type, &out );
		for ( int32_t r = 0; r < made.rowCount; ++r )
		{
			CHECK_CLOSE( made.values[r], type->fixedAxes ? (double)out.value[r] : 0, tolerance );
		}
		assert_string_equal( GetStats( &lab )->sets[0].name, type->info.name );

		// Pulled out of shape, it comes back; on the slack side a one-sided one stays.
		for ( int32_t sign = -1; sign <= 1; sign += 2 )
		{
			for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
			{
				tlVec3 p = tlMulAdd( DrawVec3( &seed, 0.04 ), (tlReal)( 1 + 0.2 * sign ), rest[k] );
				Place( &lab, k, p.x, p.y, p.z );
				Push( &lab, k, 0, 0, 0 );
			}
			double pulled = tlBody_GetConstraint( lab.world, lab.body, 0, 0 ).value;
			CHECK_ABOVE( GetStateNorm( &lab ), 1e-4 );
			Run( &lab, 0.01, 20 );
			bool slack = type->info.oneSided && pulled < 0;
			CHECK_CLOSE( GetStateNorm( &lab ), slack ? fabs( pulled ) : 0, tolerance );
			CheckFinite( &lab );
		}
		FreeLab( &lab );
	}
}

// The compliance of a hand-placed constraint is that of each of its rows, the force that of the weight it holds.
static void TestCompliance( void** state )
{
	(void)state;
	const double compliance = 0.01;
	for ( int32_t damped = 0; damped < 2; ++damped )
	{
		static const tlVec3 positions[2] = { { 0, 0, 0 }, { 0, 0, 0 } };
		static const tlReal masses[2] = { 0, 2 };
		tlConstraintDef constraint = {
			.type = "attach", .particles = { 0, 1 }, .compliance = (tlReal)compliance, .damping = (tlReal)( damped * 20 )
		};
		LabDef def = MakeLabDef();
		def.world.gravity = ( tlVec3 ){ 1, -2, 3 };
		def.fabric.masses = masses;
		def.fabric.constraints = &constraint;
		def.fabric.constraintCount = 1;
		def.body.material.globalDamping = damped ? 0 : 5;
		Lab lab = MakeParticles( def, positions, 2 );
		Run( &lab, 1.0 / 120, 1200 );
		tlPosition p = GetPosition( &lab, 1 );
		CHECK_CLOSE( p.x, 2 * compliance, Pick( 1e-6, 1e-9 ) );
		CHECK_CLOSE( p.y, -4 * compliance, Pick( 1e-6, 1e-9 ) );
		CHECK_CLOSE( p.z, 6 * compliance, Pick( 1e-6, 1e-9 ) );
		tlConstraintState c = tlBody_GetConstraint( lab.world, lab.body, 0, 0 );
		CHECK_CLOSE( c.forces[0], 2, Pick( 1e-4, 1e-7 ) );
		CHECK_CLOSE( c.forces[1], -4, Pick( 1e-4, 1e-7 ) );
		CHECK_CLOSE( c.forces[2], 6, Pick( 1e-4, 1e-7 ) );
		CHECK_CLOSE( GetStats( &lab )->elasticEnergy, 0.5 * compliance * ( 4 + 16 + 36 ), Pick( 1e-5, 1e-7 ) );
		CHECK_CLOSE( GetStats( &lab )->sets[0].residualMax, 0, Pick( 1e-6, 1e-9 ) );
		FreeLab( &lab );
	}
}

static void CheckRefused( const tlConstraintDef* constraint, const char* part )
{
	static const tlVec3 positions[8] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 0, 0 }, { 2, 0, 0 },
		                                 { 3, 0, 0 }, { 4, 0, 0 }, { 5, 0, 0 }, { 6, 0, 0 } };
	static const tlReal masses[8] = { 1, 1, 1, 1, 1, 1, 1, 1 };
	tlFabricDef def = tlDefaultFabricDef();
	def.positions = positions;
	def.vertexCount = 8;
	def.masses = masses;
	def.constraints = constraint;
	def.constraintCount = 1;
	tlFabric* fabric;
	tlError error = { tl_success, "" };
	assert_int_equal( tlCreateFabric( &def, &fabric, &error ), tl_invalidArgument );
	assert_null( fabric );
	assert_non_null( strstr( error.message, "constraint 0" ) );
	if ( strstr( error.message, part ) == NULL )
	{
		fail_msg( "'%s' should be in '%s'", part, error.message );
	}
	assert_int_equal( tlGetByteCount(), 0 );
}

static void TestWrongByHand( void** state )
{
	(void)state;
	static const struct
	{
		const char* part;
		tlConstraintDef constraint;
	} cases[] = {
		{ "no constraint type 'spring'", { .type = "spring", .particles = { 0, 1 }, .useRestShape = true } },
		{ "no constraint type", { .particles = { 0, 1 }, .useRestShape = true } },
		{ "particle 8", { .type = "distance", .particles = { 0, 8 }, .useRestShape = true } },
		{ "particle -1", { .type = "distance", .particles = { -1, 1 }, .useRestShape = true } },
		{ "rest length", { .type = "distance", .particles = { 0, 1 }, .parameters = { (tlReal)NAN } } },
		{ "compliance", { .type = "distance", .particles = { 0, 1 }, .useRestShape = true, .compliance = -1 } },
		{ "damping", { .type = "distance", .particles = { 0, 1 }, .useRestShape = true, .damping = (tlReal)INFINITY } },
		{ "one particle", { .type = "distance", .particles = { 1, 1 }, .useRestShape = true } },
		{ "one particle", { .type = "distance", .particles = { 1, 2 }, .useRestShape = true } }, // welded
		{ "degenerate", { .type = "area", .particles = { 0, 1, 3 }, .useRestShape = true } },    // on a line
		{ "degenerate", { .type = "strain", .particles = { 0, 1, 3 }, .useRestShape = true } },
		{ "degenerate", { .type = "dihedral", .particles = { 0, 1, 3, 4 }, .useRestShape = true } },
		{ "degenerate", { .type = "isometric", .particles = { 0, 1, 3, 4 }, .useRestShape = true } },
		{ "degenerate", { .type = "stitch", .particles = { 0, 1, 3, 4 }, .useRestShape = true } },
	};
	for ( size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i )
	{
		CheckRefused( &cases[i].constraint, cases[i].part );
	}
	// Types with frames and over whole meshes are made from the mesh.
	int32_t refused = 0;
	for ( int32_t i = 0; i < tlGetConstraintTypeCount(); ++i )
	{
		const tlConstraintType* type = tlGetConstraintType( i );
		tlConstraintDef constraint = { .type = type->info.name, .particles = { 0, 1, 3, 4 }, .useRestShape = true };
		if ( !IsHandMade( type ) )
		{
			CheckRefused( &constraint, "not by hand" );
			refused += 1;
		}
	}
	assert_true( refused >= 3 );
}

// A type stands for a family only where it is made for it.
static void TestWrongFamily( void** state )
{
	(void)state;
	static const tlVec3 positions[3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } };
	static const int32_t size = 3, corners[3] = { 0, 1, 2 };
	for ( int32_t n = 0; n < tlGetConstraintTypeCount() * 4; ++n )
	{
		const tlConstraintTypeInfo info = tlGetConstraintTypeInfo( n / 4 );
		static const tlFamily families[4] = { tl_stretchFamily, tl_bendFamily, tl_areaFamily, tl_volumeFamily };
		tlFabricDef def = tlDefaultFabricDef();
		def.positions = positions;
		def.vertexCount = 3;
		def.faceSizes = &size;
		def.faceCorners = corners;
		def.faceCount = 1;
		const char** fields[4] = { &def.stretchType, &def.bendType, &def.areaType, &def.volumeType };
		*fields[n % 4] = info.name;
		bool fits = info.family == families[n % 4] && info.element != tl_noElement && info.frameMask == 0;
		tlFabric* fabric;
		tlError error = { tl_success, "" };
		assert_int_equal( tlCreateFabric( &def, &fabric, &error ), fits ? tl_success : tl_invalidArgument );
		assert_true( fits || strstr( error.message, info.name ) != NULL );
		tlDestroyFabric( fabric );
	}
	assert_int_equal( tlGetByteCount(), 0 );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestByHand ),
		cmocka_unit_test( TestCompliance ),
		cmocka_unit_test( TestWrongByHand ),
		cmocka_unit_test( TestWrongFamily ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
