// Every registered constraint type: gradients, symmetries, rest shape, degenerate input. A new type is tested by its line.
// SPDX-License-Identifier: MIT
#include "constraint/constraint.h"

#include "solver/lab.h"

enum
{
	tl_trials = 200
};

// What a type can be at: places of its particles and turns of its frames.
typedef struct Shape
{
	tlVec3 x[TL_MAX_ARITY];
	tlQuat q[TL_MAX_ARITY];
} Shape;

static bool IsWhole( const tlConstraintType* type )
{
	return type->info.arity == 0; // over a whole mesh: test_volume.c
}

static bool IsFrame( const tlConstraintType* type, int32_t slot )
{
	return ( type->info.frameMask >> slot & 1 ) != 0;
}

// A tetrahedron without symmetry, about 1 m, each time another; as a hinge it is open by about 120 degrees.
static Shape DrawShape( uint64_t* seed )
{
	static const tlVec3 corners[TL_MAX_ARITY] = {
		{ 0, 0, 0 }, { 1, 0, 0 }, { (tlReal)0.3, (tlReal)0.9, (tlReal)0.1 }, { (tlReal)0.4, (tlReal)-0.3, (tlReal)0.8 }
	};
	Shape shape;
	for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
	{
		shape.x[k] = tlAdd( corners[k], DrawVec3( seed, 0.15 ) );
		shape.q[k] = tlMakeQuat( DrawVec3( seed, 1 ), 0.5 * Draw( seed ) );
	}
	return shape;
}

static Shape Turn( const Shape* shape, tlQuat q, tlVec3 by )
{
	Shape turned;
	for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
	{
		turned.x[k] = tlAdd( tlRotate( q, shape->x[k] ), by );
		turned.q[k] = tlMulQuat( q, shape->q[k] );
	}
	return turned;
}

static bool MeasureRest( const tlConstraintType* type, const Shape* shape, tlReal* parameters )
{
	tlRest rest = { .length = type->info.frameMask != 0 ? (tlReal)0.7 : 0, .c = 1 };
	tlShare share = { 0 };
	memcpy( rest.x, shape->x, sizeof rest.x );
	memcpy( rest.q, shape->q, sizeof rest.q );
	// The triangle of the first three, laid flat.
	tlVec3 d1 = tlSub( shape->x[1], shape->x[0] ), d2 = tlSub( shape->x[2], shape->x[0] );
	tlVec3 n = tlNormalize( tlCross( d1, d2 ) ), e = tlNormalize( d1 ), f = tlCross( n, e );
	rest.u[1][0] = tlDot( d1, e );
	rest.u[2][0] = tlDot( d2, e );
	rest.u[2][1] = tlDot( d2, f );
	return type->measureRest( &rest, parameters, &share );
}

static tlEvaluation Evaluate( const tlConstraintType* type, const Shape* shape, const tlReal* parameters, bool* usable )
{
	tlStencil at = { .knee = 0 };
	tlEvaluation out;
	memset( &out, 0, sizeof out );
	for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
	{
		at.x[k] = tlSub( shape->x[k], shape->x[0] );
		at.q[k] = shape->q[k];
	}
	bool good = type->evaluate( &at, parameters, &out );
	if ( usable != NULL )
	{
		*usable = good;
	}
	else
	{
		assert_true( good );
	}
	return out;
}

static double GetPart( tlVec3 a, int axis )
{
	return axis == 0 ? a.x : ( axis == 1 ? a.y : a.z );
}

// One particle or frame, moved or turned a little.
static Shape Disturb( const tlConstraintType* type, const Shape* shape, int32_t slot, int axis, double by )
{
	Shape moved = *shape;
	tlVec3 step = { axis == 0 ? (tlReal)by : 0, axis == 1 ? (tlReal)by : 0, axis == 2 ? (tlReal)by : 0 };
	if ( IsFrame( type, slot ) )
	{
		moved.q[slot] = tlMulQuat( tlMakeQuat( step, fabs( by ) ), shape->q[slot] );
	}
	else
	{
		moved.x[slot] = tlAdd( shape->x[slot], step );
	}
	return moved;
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
		assert_in_range( info.arity, 0, TL_MAX_ARITY );
		assert_in_range( info.rowCount, 1, TL_MAX_ROWS );
		assert_true( info.frameMask < 1u << info.arity );
		assert_in_range( info.parameterCount, 0, TL_MAX_PARAMETERS );
		assert_in_range( info.element, tl_noElement, tl_elementKindCount - 1 );
		for ( int32_t k = 0; k < info.parameterCount; ++k )
		{
			assert_non_null( info.parameterNames[k] );
			assert_non_null( strchr( info.parameterNames[k], '[' ) ); // its unit
		}
		assert_true( type->lengthParameter >= tl_pureStrain && type->lengthParameter < info.parameterCount );
		assert_true( type->measureRest != NULL && type->project != NULL && type->accumulate != NULL );
		assert_true( ( type->evaluate != NULL ) != ( type->measureWhole != NULL ) );
		assert_true( IsWhole( type ) == ( type->measureWhole != NULL ) );
		assert_true( !info.oneSided || info.rowCount == 1 );
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

// Differences against the gradients of one row; its sums of force and torque vanish.
static void CheckRow( const tlConstraintType* type, const Shape* shape, const tlReal* parameters, int32_t row )
{
	double step = Pick( 4e-3, 1e-5 ), off = Pick( 3e-3, 3e-8 ), rounding = Pick( 2e-5, 2e-13 );
	tlEvaluation at = Evaluate( type, shape, parameters, NULL );
	tlVec3 sum = tlVec3_zero, moment = tlVec3_zero;
	double scale = 1;
	for ( int32_t k = 0; k < type->info.arity; ++k )
	{
		scale = fmax( scale, tlLength( at.gradient[row][k] ) );
	}
	for ( int32_t k = 0; k < type->info.arity; ++k )
	{
		for ( int axis = 0; axis < 3; ++axis )
		{
			Shape up = Disturb( type, shape, k, axis, step ), down = Disturb( type, shape, k, axis, -step );
			double above = Evaluate( type, &up, parameters, NULL ).value[row];
			double below = Evaluate( type, &down, parameters, NULL ).value[row];
			double width = IsFrame( type, k ) ? 2 * step : GetPart( up.x[k], axis ) - GetPart( down.x[k], axis );
			CHECK_CLOSE( GetPart( at.gradient[row][k], axis ), ( above - below ) / width, off * scale * scale );
		}
		sum = IsFrame( type, k ) ? sum : tlAdd( sum, at.gradient[row][k] );
		tlVec3 arm = tlSub( shape->x[k], shape->x[0] );
		moment = tlAdd( moment, IsFrame( type, k ) ? at.gradient[row][k] : tlCross( arm, at.gradient[row][k] ) );
	}
	CHECK_CLOSE( tlLength( sum ), 0, rounding * scale );
	CHECK_CLOSE( type->fixedAxes ? 0 : tlLength( moment ), 0, rounding * scale );
}

static void TestGradients( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < tlGetConstraintTypeCount(); ++i )
	{
		const tlConstraintType* type = tlGetConstraintType( i );
		uint64_t seed = 10 + (uint64_t)i;
		for ( int32_t trial = 0; trial < tl_trials && !IsWhole( type ); ++trial )
		{
			tlReal parameters[TL_MAX_PARAMETERS] = { 0 };
			Shape rest = DrawShape( &seed ), shape = DrawShape( &seed );
			assert_true( MeasureRest( type, &rest, parameters ) );
			for ( int32_t r = 0; r < type->info.rowCount; ++r )
			{
				CheckRow( type, &shape, parameters, r );
			}
		}
	}
}

static double GetNorm( const tlConstraintType* type, const tlEvaluation* at )
{
	double sum = 0;
	for ( int32_t r = 0; r < type->info.rowCount; ++r )
	{
		sum += (double)at->value[r] * (double)at->value[r];
	}
	return sqrt( sum );
}

static void TestRestShape( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < tlGetConstraintTypeCount(); ++i )
	{
		const tlConstraintType* type = tlGetConstraintType( i );
		uint64_t seed = 20 + (uint64_t)i;
		for ( int32_t trial = 0; trial < tl_trials && !IsWhole( type ); ++trial )
		{
			tlReal parameters[TL_MAX_PARAMETERS] = { 0 };
			Shape shape = DrawShape( &seed );
			if ( type->info.frameMask == 4 )
			{
				// A segment of the length that MeasureRest gives it, along the third axis of its frame.
				shape.x[1] = tlMulAdd( shape.x[0], (tlReal)0.7, tlRotate( shape.q[2], ( tlVec3 ){ 0, 0, 1 } ) );
			}
			assert_true( MeasureRest( type, &shape, parameters ) );
			for ( int32_t k = 0; k < type->info.parameterCount; ++k )
			{
				assert_true( tlIsFinite( parameters[k] ) );
			}
			tlEvaluation at = Evaluate( type, &shape, parameters, NULL );
			double scale = type->fixedAxes ? GetNorm( type, &at ) : 0; // these rest together, wherever they were
			CHECK_CLOSE( GetNorm( type, &at ), scale, Pick( 4e-6, 3e-14 ) );
			tlQuat q = tlMakeQuat( DrawVec3( &seed, 1 ), 3 * Draw( &seed ) );
			Shape turned = Turn( &shape, q, ( tlVec3 ){ 1, 2, 3 } );
			at = Evaluate( type, &turned, parameters, NULL );
			CHECK_CLOSE( GetNorm( type, &at ), scale, Pick( 1e-5, 3e-14 ) );
		}
	}
}

// One constraint and what its projection needs, without fabric and body. Frames are nodes like the particles.
typedef struct Bench
{
	tlConstraintSet set;
	tlSetState state;
	tlProjection projection;
	int32_t particles[TL_MAX_ARITY], order, neighbors[4];
	tlReal parameters[TL_MAX_PARAMETERS], compliance[TL_MAX_ROWS], damping[TL_MAX_ROWS], lambda[TL_MAX_ROWS];
	tlVec4 positions[TL_MAX_ARITY], corrections[TL_MAX_ARITY], velocities[TL_MAX_ARITY], deltas[TL_MAX_ARITY];
	tlQuat frames[TL_MAX_ARITY];
	tlReal incidence[TL_MAX_ARITY];
} Bench;

static void InitBench( Bench* bench, const tlConstraintType* type, const Shape* shape, const tlReal* parameters,
                       double compliance )
{
	*bench = ( Bench ){ .order = 0 };
	memcpy( bench->parameters, parameters, sizeof bench->parameters );
	for ( int32_t r = 0; r < TL_MAX_ROWS; ++r )
	{
		bench->compliance[r] = (tlReal)compliance;
		bench->damping[r] = 1;
	}
	for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
	{
		bench->particles[k] = k;
		bench->positions[k] = ( tlVec4 ){ shape->x[k].x, shape->x[k].y, shape->x[k].z, (tlReal)( 1 + k ) };
		bench->frames[k] = shape->q[k];
		bench->incidence[k] = 1;
	}
	bench->set = ( tlConstraintSet ){
		.type = type, .count = 1, .particles = bench->particles, .parameters = bench->parameters, .meshOrder = &bench->order
	};
	bench->state = ( tlSetState ){ .set = &bench->set,
		                           .compliance = compliance > 0 ? bench->compliance : NULL,
		                           .damping = compliance > 0 ? bench->damping : NULL,
		                           .lambda = bench->lambda,
		                           .knee = { 0, 1 },
		                           .scale = 1 };
	bench->projection = ( tlProjection ){ .positions = bench->positions,
		                                  .corrections = bench->corrections,
		                                  .velocities = bench->velocities,
		                                  .frames = bench->frames,
		                                  .frameStart = 0,
		                                  .h = (tlReal)0.001,
		                                  .inverseH2 = 1000000,
		                                  .deltas = bench->deltas,
		                                  .incidence = bench->incidence,
		                                  .relaxation = 1 };
}

static void ProjectOnce( Bench* bench, bool jacobi )
{
	const tlConstraintType* type = bench->set.type;
	if ( !jacobi )
	{
		type->project( &bench->state, &bench->projection, NULL, 0, 1, 1 );
		return;
	}
	memset( bench->deltas, 0, sizeof bench->deltas );
	type->accumulate( &bench->state, &bench->projection, NULL, 0, 1, 1 );
	for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
	{
		tlVec3 by = { bench->deltas[k].x, bench->deltas[k].y, bench->deltas[k].z };
		bench->corrections[k].x += by.x;
		bench->corrections[k].y += by.y;
		bench->corrections[k].z += by.z;
		if ( IsFrame( type, k ) && tlLength( by ) > 0 )
		{
			bench->frames[k] = tlNormalizeQuat( tlMulQuat( tlMakeQuat( by, (double)tlLength( by ) ), bench->frames[k] ) );
		}
	}
}

static tlVec3 GetMove( const Bench* bench, int32_t k )
{
	const tlVec4* u = bench->corrections + k;
	return ( tlVec3 ){ u->x, u->y, u->z };
}

static Shape GetShape( const Bench* bench )
{
	Shape shape;
	for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
	{
		tlVec3 x = { bench->positions[k].x, bench->positions[k].y, bench->positions[k].z };
		shape.x[k] = IsFrame( bench->set.type, k ) ? x : tlAdd( x, GetMove( bench, k ) );
		shape.q[k] = bench->frames[k];
	}
	return shape;
}

// Finite, and no particle is thrown farther than a few times the width of the shape.
static void CheckBounded( const tlConstraintType* type, const Shape* shape, const tlReal* parameters )
{
	bool usable;
	tlEvaluation at = Evaluate( type, shape, parameters, &usable );
	for ( int32_t r = 0; r < type->info.rowCount && usable; ++r )
	{
		assert_true( tlIsFinite( at.value[r] ) );
		for ( int32_t k = 0; k < type->info.arity; ++k )
		{
			assert_true( tlIsFinite( tlLength( at.gradient[r][k] ) ) );
		}
	}
	for ( int32_t n = 0; n < 4; ++n )
	{
		Bench bench;
		InitBench( &bench, type, shape, parameters, n % 2 != 0 ? 1e-6 : 0 );
		for ( int32_t i = 0; i < 20; ++i )
		{
			ProjectOnce( &bench, n / 2 != 0 );
			for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
			{
				if ( !( tlLength( GetMove( &bench, k ) ) < 20 ) )
				{
					fail_msg( "%s throws a particle by %g", type->info.name, (double)tlLength( GetMove( &bench, k ) ) );
				}
			}
			assert_true( tlIsFinite( bench.lambda[0] + bench.lambda[1] + bench.lambda[2] ) );
		}
	}
}

// Collapsed to a point, nearly so, to a line, to a needle, folded over to either side.
static void TestDegenerate( void** state )
{
	(void)state;
	const double spreads[] = { 0, 1e-30, 1e-20, 1e-12, 1e-6 };
	for ( int32_t i = 0; i < tlGetConstraintTypeCount(); ++i )
	{
		const tlConstraintType* type = tlGetConstraintType( i );
		uint64_t seed = 30;
		tlReal parameters[TL_MAX_PARAMETERS] = { 0 };
		Shape rest = DrawShape( &seed );
		if ( IsWhole( type ) )
		{
			continue;
		}
		assert_true( MeasureRest( type, &rest, parameters ) );
		for ( int32_t n = 0; n < 5 * 2; ++n )
		{
			const tlVec3 places[] = { { 0, 0, 0 }, { 1, -2, 3 } };
			double spread = spreads[n % 5];
			Shape line = rest, needle = rest, folded = rest, last = rest;
			for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
			{
				line.x[k] = tlMulAdd( places[n / 5], (tlReal)( spread * k ), ( tlVec3 ){ 1, 0, 0 } );
			}
			CheckBounded( type, &line, parameters );
			needle.x[2] = tlMulAdd( needle.x[0], (tlReal)0.5, tlSub( needle.x[1], needle.x[0] ) );
			needle.x[2].z += (tlReal)spread;
			CheckBounded( type, &needle, parameters );
			folded.x[3] = folded.x[2];
			folded.x[3].z += (tlReal)( n / 5 == 0 ? spread : -spread );
			CheckBounded( type, &folded, parameters );
			last.x[1] = last.x[0];
			last.x[1].y += (tlReal)spread;
			CheckBounded( type, &last, parameters );
		}
	}
}

// What one constraint does to its particles and frames leaves momentum and angular momentum, and C at zero when it is hard.
static void TestProjection( void** state )
{
	(void)state;
	for ( int32_t n = 0; n < tlGetConstraintTypeCount() * tl_trials; ++n )
	{
		const tlConstraintType* type = tlGetConstraintType( n / tl_trials );
		if ( IsWhole( type ) )
		{
			continue;
		}
		uint64_t seed = 40 + (uint64_t)n;
		tlReal parameters[TL_MAX_PARAMETERS] = { 0 };
		Shape rest = DrawShape( &seed ), shape = DrawShape( &seed );
		for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
		{
			// Within reach: far from rest, one projection along the gradient may overshoot.
			shape.x[k] = tlLerp( rest.x[k], shape.x[k], (tlReal)0.5 );
		}
		assert_true( MeasureRest( type, &rest, parameters ) );
		Bench bench;
		bool hard = n % 2 == 0;
		InitBench( &bench, type, &shape, parameters, hard ? 0 : 1e-6 );
		tlEvaluation before = Evaluate( type, &shape, parameters, NULL );
		ProjectOnce( &bench, false );
		tlVec3 momentum = tlVec3_zero, moment = tlVec3_zero;
		double size = 1;
		for ( int32_t k = 0; k < type->info.arity; ++k )
		{
			tlVec3 impulse = tlMul( 1 / bench.positions[k].w, GetMove( &bench, k ) );
			size += tlLength( impulse );
			momentum = IsFrame( type, k ) ? momentum : tlAdd( momentum, impulse );
			moment = tlAdd( moment, IsFrame( type, k ) ? impulse : tlCross( shape.x[k], impulse ) );
		}
		CHECK_CLOSE( tlLength( momentum ), 0, Pick( 4e-6, 2e-14 ) * size );
		CHECK_CLOSE( tlLength( moment ), 0, Pick( 1e-5, 4e-14 ) * size );
		if ( type->info.oneSided && before.value[0] < 0 )
		{
			assert_true( bench.lambda[0] == 0 );
			for ( int32_t k = 0; k < type->info.arity; ++k )
			{
				assert_true( tlLength( GetMove( &bench, k ) ) == 0 );
			}
			continue;
		}
		for ( int32_t i = 0; i < 200; ++i )
		{
			ProjectOnce( &bench, false );
		}
		Shape after = GetShape( &bench );
		tlEvaluation left = Evaluate( type, &after, parameters, NULL );
		CHECK_BELOW( GetNorm( type, &left ), hard ? Pick( 2e-5, 1e-12 ) : GetNorm( type, &before ) + Pick( 1e-5, 1e-12 ) );
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
		tlReal parameters[TL_MAX_PARAMETERS] = { 0 };
		if ( !type->info.oneSided )
		{
			continue;
		}
		Shape rest = DrawShape( &seed ), shape = rest;
		assert_true( MeasureRest( type, &rest, parameters ) );
		for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
		{
			shape.x[k] = tlMul( (tlReal)1.1, rest.x[k] );
		}
		if ( !( Evaluate( type, &shape, parameters, NULL ).value[0] > 0 ) )
		{
			continue;
		}
		tested += 1;
		Bench bench;
		InitBench( &bench, type, &shape, parameters, n % 2 != 0 ? 1e-6 : 0 );
		ProjectOnce( &bench, n % 4 >= 2 );
		assert_true( bench.lambda[0] < 0 );
		for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
		{
			tlVec3 to = tlMul( (tlReal)0.5, rest.x[k] );
			const tlVec4* from = bench.positions + k;
			bench.corrections[k] = ( tlVec4 ){ to.x - from->x, to.y - from->y, to.z - from->z, 0 };
		}
		for ( int32_t i = 0; i < 5; ++i )
		{
			ProjectOnce( &bench, n % 4 >= 2 );
			assert_true( bench.lambda[0] <= 0 );
		}
		assert_true( bench.lambda[0] == 0 );
	}
	assert_true( tested > 0 );
}

// Past the knee, force and C go on without a jump: the compliant projection of the same C on either side of it.
static void TestKnees( void** state )
{
	(void)state;
	int32_t tested = 0;
	for ( int32_t i = 0; i < tlGetConstraintTypeCount(); ++i )
	{
		const tlConstraintType* type = tlGetConstraintType( i );
		tlMaterial material = tlDefaultMaterial();
		material.compression = (tlReal)0.25;
		material.bucklingRatio = (tlReal)0.5;
		material.bucklingStiffness = (tlReal)0.25;
		uint64_t seed = 70 + (uint64_t)i;
		if ( type->findKnee == NULL )
		{
			continue;
		}
		tlKnee knee = type->findKnee( &material );
		CHECK_CLOSE( knee.softness, 4, 1e-6 );
		for ( int32_t trial = 0; trial < tl_trials; ++trial )
		{
			tlReal parameters[TL_MAX_PARAMETERS] = { 0 };
			Shape rest = DrawShape( &seed ), shape = DrawShape( &seed );
			assert_true( MeasureRest( type, &rest, parameters ) );
			tlStencil at = { .knee = knee.at };
			memcpy( at.q, shape.q, sizeof at.q );
			for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
			{
				at.x[k] = tlSub( shape.x[k], shape.x[0] );
			}
			tlEvaluation out;
			memset( &out, 0, sizeof out );
			assert_true( type->evaluate( &at, parameters, &out ) );
			for ( int32_t r = 0; r < type->info.rowCount; ++r )
			{
				if ( out.soft[r] )
				{
					// The knee lies between rest and here.
					double value = out.value[r], bend = out.kneeValue[r];
					assert_true( bend * value >= 0 && fabs( bend ) <= fabs( value ) + Pick( 1e-6, 1e-14 ) );
					tested += 1;
				}
			}
		}
	}
	assert_true( tested > 0 );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestInformation ), cmocka_unit_test( TestGradients ),  cmocka_unit_test( TestRestShape ),
		cmocka_unit_test( TestDegenerate ),  cmocka_unit_test( TestProjection ), cmocka_unit_test( TestOnlyPulls ),
		cmocka_unit_test( TestKnees ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
