// Every registered constraint type: gradients, symmetries, rest shape, degenerate input. A new type is tested by its line.
// SPDX-License-Identifier: MIT
#include "constraint/constraint.h"

#include "solver/lab.h"

enum
{
	tl_trials = 200
};

// A tetrahedron without symmetry, about 1 m, each time another.
static void DrawShape( uint64_t* seed, tlVec3* x )
{
	static const tlVec3 corners[TL_MAX_ARITY] = {
		{ 0, 0, 0 }, { 1, 0, 0 }, { (tlReal)0.3, (tlReal)0.9, (tlReal)0.1 }, { (tlReal)0.4, (tlReal)0.3, (tlReal)0.8 }
	};
	for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
	{
		x[k] = tlAdd( corners[k], DrawVec3( seed, 0.15 ) );
	}
}

static tlReal Evaluate( const tlConstraintType* type, const tlVec3* x, const tlReal* parameters )
{
	tlReal value = (tlReal)NAN;
	tlVec3 gradients[TL_MAX_ARITY];
	assert_true( type->evaluate( x, parameters, &value, gradients ) );
	return value;
}

static double GetPart( tlVec3 a, int axis )
{
	return axis == 0 ? a.x : ( axis == 1 ? a.y : a.z );
}

static tlVec3 Shift( tlVec3 a, int axis, double by )
{
	tlVec3 b = { (tlReal)( a.x + ( axis == 0 ? by : 0 ) ), (tlReal)( a.y + ( axis == 1 ? by : 0 ) ),
		         (tlReal)( a.z + ( axis == 2 ? by : 0 ) ) };
	return b;
}

static void TestInformation( void** state )
{
	(void)state;
	int32_t count = tlGetConstraintTypeCount();
	assert_true( count >= 3 );
	for ( int32_t i = 0; i < count; ++i )
	{
		const tlConstraintType* type = tlGetConstraintType( i );
		tlConstraintTypeInfo info = tlGetConstraintTypeInfo( i );
		assert_true( strlen( info.name ) > 0 && strlen( info.summary ) > 20 && strlen( info.complianceUnit ) > 0 );
		assert_true( info.summary[strlen( info.summary ) - 1] == '.' );
		assert_in_range( info.arity, 1, TL_MAX_ARITY );
		assert_in_range( info.parameterCount, 0, TL_MAX_PARAMETERS );
		for ( int32_t k = 0; k < info.parameterCount; ++k )
		{
			assert_non_null( info.parameterNames[k] );
			assert_non_null( strchr( info.parameterNames[k], '[' ) ); // its unit
		}
		assert_true( type->lengthParameter >= -1 && type->lengthParameter < info.parameterCount );
		assert_true( type->evaluate != NULL && type->measureRest != NULL );
		assert_true( type->project != NULL && type->accumulate != NULL );
		assert_int_equal( tlFindConstraintType( info.name ), i );
		for ( int32_t j = 0; j < i; ++j )
		{
			assert_string_not_equal( info.name, tlGetConstraintTypeInfo( j ).name );
			assert_string_not_equal( info.summary, tlGetConstraintTypeInfo( j ).summary );
		}
	}
	assert_int_equal( tlFindConstraintType( "no such type" ), -1 );
	assert_int_equal( tlFindConstraintType( "" ), -1 );
	assert_int_equal( tlFindConstraintType( NULL ), -1 );
}

static void TestGradients( void** state )
{
	(void)state;
	double step = Pick( 4e-3, 1e-5 ), off = Pick( 1e-3, 1e-8 ), rounding = Pick( 1e-5, 1e-13 );
	for ( int32_t i = 0; i < tlGetConstraintTypeCount(); ++i )
	{
		const tlConstraintType* type = tlGetConstraintType( i );
		uint64_t seed = 10 + (uint64_t)i;
		for ( int32_t trial = 0; trial < tl_trials; ++trial )
		{
			tlVec3 rest[TL_MAX_ARITY], x[TL_MAX_ARITY], gradients[TL_MAX_ARITY], sum = tlVec3_zero, moment = tlVec3_zero;
			tlReal parameters[TL_MAX_PARAMETERS], value;
			DrawShape( &seed, rest );
			DrawShape( &seed, x );
			assert_true( type->measureRest( rest, parameters ) );
			assert_true( type->evaluate( x, parameters, &value, gradients ) );
			double scale = 1;
			for ( int32_t k = 0; k < type->info.arity; ++k )
			{
				scale = fmax( scale, tlLength( gradients[k] ) );
			}
			for ( int32_t k = 0; k < type->info.arity; ++k )
			{
				for ( int axis = 0; axis < 3; ++axis )
				{
					tlVec3 moved[TL_MAX_ARITY];
					memcpy( moved, x, sizeof moved );
					moved[k] = Shift( x[k], axis, step );
					double up = Evaluate( type, moved, parameters ), from = GetPart( moved[k], axis );
					moved[k] = Shift( x[k], axis, -step );
					double down = Evaluate( type, moved, parameters ), to = GetPart( moved[k], axis );
					CHECK_CLOSE( GetPart( gradients[k], axis ), ( up - down ) / ( from - to ), off * scale );
				}
				sum = tlAdd( sum, gradients[k] );
				moment = tlAdd( moment, tlCross( x[k], gradients[k] ) );
			}
			// Moving or turning the whole changes nothing: no force and no torque on it.
			CHECK_CLOSE( tlLength( sum ), 0, rounding * scale );
			CHECK_CLOSE( tlLength( moment ), 0, rounding * scale );
		}
	}
}

static void TestRestShape( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < tlGetConstraintTypeCount(); ++i )
	{
		const tlConstraintType* type = tlGetConstraintType( i );
		uint64_t seed = 20 + (uint64_t)i;
		for ( int32_t trial = 0; trial < tl_trials; ++trial )
		{
			tlVec3 x[TL_MAX_ARITY], turned[TL_MAX_ARITY];
			tlReal parameters[TL_MAX_PARAMETERS];
			DrawShape( &seed, x );
			assert_true( type->measureRest( x, parameters ) );
			for ( int32_t k = 0; k < type->info.parameterCount; ++k )
			{
				assert_true( tlIsFinite( parameters[k] ) );
			}
			CHECK_CLOSE( Evaluate( type, x, parameters ), 0, Pick( 1e-6, 1e-14 ) );
			tlQuat q = tlMakeQuat( DrawVec3( &seed, 1 ), 3 * Draw( &seed ) );
			for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
			{
				turned[k] = tlAdd( tlRotate( q, x[k] ), ( tlVec3 ){ 1, 2, 3 } );
			}
			CHECK_CLOSE( Evaluate( type, turned, parameters ), 0, Pick( 4e-6, 1e-14 ) );
		}
	}
}

// One constraint and what its projection needs, without fabric and body.
typedef struct Bench
{
	tlConstraintSet set;
	tlSetState state;
	tlProjection projection;
	int32_t particles[TL_MAX_ARITY], order;
	tlReal parameters[TL_MAX_PARAMETERS], compliance, damping, lambda;
	tlVec4 positions[TL_MAX_ARITY], corrections[TL_MAX_ARITY], velocities[TL_MAX_ARITY], deltas[TL_MAX_ARITY];
	tlReal incidence[TL_MAX_ARITY];
} Bench;

static void InitBench( Bench* bench, const tlConstraintType* type, const tlVec3* x, const tlReal* parameters,
                       double compliance )
{
	*bench = ( Bench ){ .compliance = (tlReal)compliance, .damping = 1 };
	memcpy( bench->parameters, parameters, sizeof bench->parameters );
	for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
	{
		bench->particles[k] = k;
		bench->positions[k] = ( tlVec4 ){ x[k].x, x[k].y, x[k].z, (tlReal)( 1 + k ) };
		bench->incidence[k] = 1;
	}
	bench->set = ( tlConstraintSet ){
		.type = type, .count = 1, .particles = bench->particles, .parameters = bench->parameters, .meshOrder = &bench->order
	};
	bench->state = ( tlSetState ){ .set = &bench->set,
		                           .compliance = compliance > 0 ? &bench->compliance : NULL,
		                           .damping = compliance > 0 ? &bench->damping : NULL,
		                           .lambda = &bench->lambda };
	bench->projection = ( tlProjection ){ .positions = bench->positions,
		                                  .corrections = bench->corrections,
		                                  .velocities = bench->velocities,
		                                  .h = (tlReal)0.001,
		                                  .inverseH2 = 1000000,
		                                  .deltas = bench->deltas,
		                                  .incidence = bench->incidence,
		                                  .relaxation = 1 };
}

static void ProjectOnce( Bench* bench, bool jacobi )
{
	if ( !jacobi )
	{
		bench->set.type->project( &bench->state, &bench->projection, NULL, 0, 1, 1 );
		return;
	}
	memset( bench->deltas, 0, sizeof bench->deltas );
	bench->set.type->accumulate( &bench->state, &bench->projection, NULL, 0, 1, 1 );
	for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
	{
		bench->corrections[k].x += bench->deltas[k].x;
		bench->corrections[k].y += bench->deltas[k].y;
		bench->corrections[k].z += bench->deltas[k].z;
	}
}

static tlVec3 GetMove( const Bench* bench, int32_t k )
{
	const tlVec4* u = bench->corrections + k;
	return ( tlVec3 ){ u->x, u->y, u->z };
}

// Collapsed to a point, nearly so, and to a line: finite, and no particle is thrown farther than the shape is wide.
static void TestDegenerate( void** state )
{
	(void)state;
	const double spreads[] = { 0, 1e-30, 1e-20, 1e-12, 1e-6 };
	const tlVec3 places[] = { { 0, 0, 0 }, { 1, -2, 3 } };
	for ( int32_t n = 0; n < tlGetConstraintTypeCount() * 5 * 2 * 4; ++n )
	{
		const tlConstraintType* type = tlGetConstraintType( n / 40 );
		double spread = spreads[n / 8 % 5];
		bool jacobi = n / 2 % 2 != 0;
		uint64_t seed = 30;
		tlVec3 rest[TL_MAX_ARITY], x[TL_MAX_ARITY], gradients[TL_MAX_ARITY];
		tlReal parameters[TL_MAX_PARAMETERS] = { 0 }, value = 0;
		DrawShape( &seed, rest );
		assert_true( type->measureRest( rest, parameters ) );
		for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
		{
			x[k] = tlMulAdd( places[n / 4 % 2], (tlReal)( spread * k ), ( tlVec3 ){ 1, 0, 0 } );
		}
		if ( type->evaluate( x, parameters, &value, gradients ) )
		{
			assert_true( tlIsFinite( value ) );
			for ( int32_t k = 0; k < type->info.arity; ++k )
			{
				assert_true( tlIsFinite( tlLength( gradients[k] ) ) );
			}
		}
		Bench bench;
		InitBench( &bench, type, x, parameters, n % 2 != 0 ? 1e-6 : 0 );
		for ( int32_t i = 0; i < 20; ++i )
		{
			ProjectOnce( &bench, jacobi );
			for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
			{
				CHECK_BELOW( tlLength( GetMove( &bench, k ) ), 4.0 );
			}
			assert_true( tlIsFinite( bench.lambda ) );
		}
	}
}

// What one constraint does to its particles leaves momentum and angular momentum, and C at zero when it is hard.
static void TestProjection( void** state )
{
	(void)state;
	for ( int32_t n = 0; n < tlGetConstraintTypeCount() * tl_trials; ++n )
	{
		const tlConstraintType* type = tlGetConstraintType( n / tl_trials );
		uint64_t seed = 40 + (uint64_t)n;
		tlVec3 rest[TL_MAX_ARITY], x[TL_MAX_ARITY];
		tlReal parameters[TL_MAX_PARAMETERS] = { 0 };
		DrawShape( &seed, rest );
		DrawShape( &seed, x );
		assert_true( type->measureRest( rest, parameters ) );
		Bench bench;
		InitBench( &bench, type, x, parameters, n % 2 != 0 ? 1e-6 : 0 );
		tlReal before = Evaluate( type, x, parameters );
		ProjectOnce( &bench, false );
		tlVec3 momentum = tlVec3_zero, moment = tlVec3_zero;
		for ( int32_t k = 0; k < type->info.arity; ++k )
		{
			tlVec3 impulse = tlMul( 1 / bench.positions[k].w, GetMove( &bench, k ) );
			momentum = tlAdd( momentum, impulse );
			moment = tlAdd( moment, tlCross( x[k], impulse ) );
		}
		CHECK_CLOSE( tlLength( momentum ), 0, Pick( 2e-6, 1e-14 ) );
		CHECK_CLOSE( tlLength( moment ), 0, Pick( 4e-6, 1e-14 ) );
		if ( type->info.oneSided && before < 0 )
		{
			assert_true( bench.lambda == 0 );
			for ( int32_t k = 0; k < type->info.arity; ++k )
			{
				assert_true( tlLength( GetMove( &bench, k ) ) == 0 );
			}
			continue;
		}
		assert_true( ( bench.lambda < 0 ) == ( before > 0 ) );
		for ( int32_t i = 0; i < 100 && n % 2 == 0; ++i )
		{
			ProjectOnce( &bench, false );
		}
		for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
		{
			x[k] = tlAdd( ( tlVec3 ){ bench.positions[k].x, bench.positions[k].y, bench.positions[k].z },
			              GetMove( &bench, k ) );
		}
		double left = fabs( (double)Evaluate( type, x, parameters ) );
		CHECK_BELOW( left, n % 2 == 0 ? Pick( 1e-6, 1e-14 ) : fabs( (double)before ) );
	}
}

// A one-sided constraint that was pulled tight and is then slack, in one substep: it gives back what it pulled, no more.
static void TestOnlyPulls( void** state )
{
	(void)state;
	int32_t tested = 0;
	for ( int32_t n = 0; n < tlGetConstraintTypeCount() * 8; ++n )
	{
		const tlConstraintType* type = tlGetConstraintType( n / 8 );
		uint64_t seed = 60 + (uint64_t)n;
		tlVec3 rest[TL_MAX_ARITY], x[TL_MAX_ARITY];
		tlReal parameters[TL_MAX_PARAMETERS] = { 0 };
		DrawShape( &seed, rest );
		assert_true( type->measureRest( rest, parameters ) );
		for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
		{
			x[k] = tlMul( (tlReal)1.1, rest[k] );
		}
		if ( !type->info.oneSided || !( Evaluate( type, x, parameters ) > 0 ) )
		{
			continue;
		}
		tested += 1;
		Bench bench;
		InitBench( &bench, type, x, parameters, n % 2 != 0 ? 1e-6 : 0 );
		ProjectOnce( &bench, n % 4 >= 2 );
		assert_true( bench.lambda < 0 );
		for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
		{
			tlVec3 to = tlMul( (tlReal)0.5, rest[k] );
			const tlVec4* from = bench.positions + k;
			bench.corrections[k] = ( tlVec4 ){ to.x - from->x, to.y - from->y, to.z - from->z, 0 };
		}
		for ( int32_t i = 0; i < 5; ++i )
		{
			ProjectOnce( &bench, n % 4 >= 2 );
			assert_true( bench.lambda <= 0 );
		}
		assert_true( bench.lambda == 0 );
	}
	assert_true( tested > 0 );
}

// Placed by hand through the public door.
static void TestByHand( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < tlGetConstraintTypeCount(); ++i )
	{
		const tlConstraintType* type = tlGetConstraintType( i );
		uint64_t seed = 50 + (uint64_t)i;
		tlVec3 rest[TL_MAX_ARITY];
		DrawShape( &seed, rest );
		tlConstraintDef constraint = { .type = type->info.name, .particles = { 3, 1, 0, 2 }, .useRestShape = true };
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
		assert_memory_equal( made.particles, constraint.particles, (size_t)made.arity * sizeof( int32_t ) );
		CHECK_CLOSE( made.value, 0, Pick( 1e-6, 1e-14 ) );
		assert_string_equal( GetStats( &lab )->sets[0].name, type->info.name );

		// Pulled to the side where it acts, it comes back; on the slack side a one-sided one stays.
		for ( int32_t sign = -1; sign <= 1; sign += 2 )
		{
			for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
			{
				tlVec3 p = tlMul( (tlReal)( 1 + 0.2 * sign ), rest[k] );
				Place( &lab, k, p.x, p.y, p.z );
				Push( &lab, k, 0, 0, 0 );
			}
			double pulled = tlBody_GetConstraint( lab.world, lab.body, 0, 0 ).value;
			assert_true( fabs( pulled ) > 1e-3 || type->lengthParameter < 0 );
			Run( &lab, 0.01, 20 );
			double left = tlBody_GetConstraint( lab.world, lab.body, 0, 0 ).value;
			bool slack = type->info.oneSided && pulled < 0;
			CHECK_CLOSE( left, slack ? pulled : 0, Pick( 2e-6, 1e-12 ) );
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
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestInformation ), cmocka_unit_test( TestGradients ),  cmocka_unit_test( TestRestShape ),
		cmocka_unit_test( TestDegenerate ),  cmocka_unit_test( TestProjection ), cmocka_unit_test( TestByHand ),
		cmocka_unit_test( TestWrongByHand ), cmocka_unit_test( TestOnlyPulls ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
