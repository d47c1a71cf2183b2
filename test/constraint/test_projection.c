// Every registered constraint type, projected alone: momentum, convergence, one side, degenerate input. A new type is tested
// by its line.
// SPDX-License-Identifier: MIT
#include "type_lab.h"

enum
{
	tl_trials = 200
};

// What one constraint does to its particles and frames leaves momentum and angular momentum, and C at zero when it is hard.
static void TestProjection( void** state )
{
	(void)state;
	for ( int32_t n = 0; n < tlGetConstraintTypeCount() * tl_trials; ++n )
	{
		const tlConstraintType* type = tlGetConstraintType( n / tl_trials );
		uint64_t seed = 40 + (uint64_t)n;
		Pose rest = DrawPose( type, &seed, 0.15 ), pose = DrawPose( type, &seed, 0.15 );
		tlReal parameters[TL_MAX_PARAMETERS];
		tlEvaluation out;
		if ( type->evaluate == NULL )
		{
			continue;
		}
		assert_true( MeasurePose( type, &rest, &seed, parameters ) );
		bool compliant = n % 2 != 0, jacobi = n % 4 >= 2;
		Bench bench;
		InitBench( &bench, type, &pose, parameters, compliant ? 1e-6 : 0 );
		assert_true( EvaluatePose( type, &pose, parameters, 0, &out ) );
		double before = GetNorm( type, &pose, parameters );
		ProjectOnce( &bench, jacobi );
		tlVec3 momentum = tlVec3_zero, moment = tlVec3_zero;
		double most = 1, work = 0;
		for ( int32_t k = 0; k < type->info.arity; ++k )
		{
			tlVec3 impulse = tlMul( 1 / bench.positions[bench.nodes[k]].w, GetMove( &bench, k ) );
			momentum = IsFrame( type, k ) ? momentum : tlAdd( momentum, impulse );
			moment = tlAdd( moment, IsFrame( type, k ) ? impulse : tlCross( pose.x[k], impulse ) );
			most = fmax( most, (double)tlLength( impulse ) );
		}
		CHECK_CLOSE( tlLength( momentum ), 0, Pick( 4e-6, 1e-14 ) * most );
		CHECK_CLOSE( tlLength( moment ), 0, Pick( 8e-6, 4e-14 ) * most );
		if ( type->info.oneSided && out.value[0] < 0 )
		{
			assert_true( bench.lambda[0] == 0 );
			for ( int32_t k = 0; k < type->info.arity; ++k )
			{
				assert_true( tlLength( GetMove( &bench, k ) ) == 0 );
			}
			continue;
		}
		for ( int32_t r = 0; r < type->info.rowCount; ++r )
		{
			work += (double)bench.lambda[r] * (double)out.value[r];
		}
		CHECK_BELOW( work, 0 ); // against C
		for ( int32_t i = 0; i < 100 && !compliant; ++i )
		{
			ProjectOnce( &bench, jacobi );
		}
		Pose after = GetPose( &bench );
		double left = GetNorm( type, &after, parameters ), limit = Pick( 2e-6, 1e-13 ) * GetScale( type, &out );
		if ( !( left < ( compliant ? before : limit ) ) )
		{
			fail_msg( "%s, trial %d: C is %g, from %g", type->info.name, n % tl_trials, left, before );
		}
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
		Pose rest = DrawPose( type, &seed, 0.15 ), wide = rest;
		tlReal parameters[TL_MAX_PARAMETERS];
		tlEvaluation out;
		if ( !type->info.oneSided )
		{
			continue;
		}
		assert_true( MeasurePose( type, &rest, &seed, parameters ) );
		for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
		{
			wide.x[k] = tlMul( (tlReal)1.1, rest.x[k] );
		}
		assert_true( EvaluatePose( type, &wide, parameters, 0, &out ) );
		assert_true( out.value[0] > 0 );
		tested += 1;
		Bench bench;
		InitBench( &bench, type, &wide, parameters, n % 2 != 0 ? 1e-6 : 0 );
		ProjectOnce( &bench, n % 4 >= 2 );
		assert_true( bench.lambda[0] < 0 );
		for ( int32_t k = 0; k < type->info.arity; ++k )
		{
			tlVec3 to = tlSub( tlMul( (tlReal)0.5, rest.x[k] ), wide.x[k] );
			bench.corrections[bench.nodes[k]] = ( tlVec4 ){ to.x, to.y, to.z, 0 };
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

// ---- degenerate input

enum
{
	tl_spreadCount = 7,
	tl_ways = 10
};

static const double s_spreads[tl_spreadCount] = { 0, 1e-30, 1e-20, 1e-12, 1e-9, 1e-6, 1e-3 };

// The corner 3 turned about the edge 0-1 until the hinge is open by `angle`.
static void FoldTo( Pose* pose, double angle )
{
	tlVec3 axis = tlNormalize( tlSub( pose->x[1], pose->x[0] ) );
	tlVec3 d = tlSub( pose->x[2], pose->x[0] );
	tlReal along = tlDot( d, axis );
	tlVec3 side = tlMulAdd( d, -along, axis );
	tlVec3 turned = tlRotate( tlMakeQuat( axis, angle ), tlMul( (tlReal)0.8, side ) );
	pose->x[3] = tlAdd( pose->x[0], tlAdd( tlMul( along * (tlReal)0.7, axis ), turned ) );
}

// A way to be degenerate, by a small number.
static Pose Spoil( Pose pose, int way, double spread, uint64_t* seed )
{
	Pose drawn = pose;
	const tlVec3 line = { 1, 0, 0 };
	const tlQuat base = tlMakeQuat( DrawVec3( seed, 1 ), 2 );
	for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
	{
		switch ( way )
		{
			case 0: // a point, drawn out to a line; frames alike
			case 1:
				pose.x[k] = tlMulAdd( way == 0 ? tlVec3_zero : ( tlVec3 ){ 1, -2, 3 }, (tlReal)( spread * k ), line );
				pose.q[k] = tlMulQuat( tlMakeQuat( line, spread * k ), base );
				break;
			case 2: // a point with a width; frames half a turn from each other
				pose.x[k] = tlMul( (tlReal)spread, drawn.x[k] );
				pose.q[k] = tlMulQuat( base, tlMakeQuat( line, k * ( TL_PI + spread ) ) );
				break;
			case 3: // a line with a width; half a turn about another axis
				pose.x[k] = tlMulAdd( tlMul( (tlReal)( 0.3 * k ), line ), (tlReal)spread, drawn.x[k] );
				pose.q[k] = tlMulQuat( base, tlMakeQuat( DrawVec3( seed, 1 ), k * ( TL_PI - spread ) ) );
				break;
			case 4: // the same, out of order
				pose.x[k] = tlMulAdd( tlMul( (tlReal)( 0.3 * ( k * 2 % 5 ) ), line ), (tlReal)spread, drawn.x[k] );
				break;
			default:
				break;
		}
	}
	switch ( way )
	{
		case 5: // two at one place
			pose.x[2] = tlMulAdd( drawn.x[1], (tlReal)spread, drawn.x[2] );
			break;
		case 6:
			pose.x[1] = tlMulAdd( drawn.x[0], (tlReal)spread, drawn.x[1] );
			break;
		case 7: // a needle
			pose.x[2] = tlMulAdd( tlLerp( drawn.x[0], drawn.x[1], (tlReal)0.4 ), (tlReal)spread, drawn.x[2] );
			break;
		case 8: // folded flat
			FoldTo( &pose, spread );
			break;
		case 9: // nearly through itself
			FoldTo( &pose, -spread );
			pose.x[3] = tlMulAdd( pose.x[3], (tlReal)spread, drawn.x[3] );
			break;
		default:
			break;
	}
	return pose;
}

// Finite always, and nothing is thrown farther than the shape is wide, in one projection; in many it stays near. A frame
// at half a turn from its rest has a force without a gradient: it may go round, by a radian at a time.
static void CheckBounded( const tlConstraintType* type, const Pose* pose, const tlReal* parameters, double compliance,
                          bool jacobi, int way, double spread )
{
	Bench bench;
	InitBench( &bench, type, pose, parameters, compliance );
	for ( int32_t i = 0; i < 20; ++i )
	{
		ProjectOnce( &bench, jacobi );
		for ( int32_t k = 0; k < type->info.arity; ++k )
		{
			double move = tlLength( GetMove( &bench, k ) );
			double most = IsFrame( type, k ) ? Pick( 1.03, 1.01 ) * ( i + 1 ) : ( i == 0 ? 4 : 12 );
			if ( !( move < most ) )
			{
				fail_msg( "%s, way %d, spread %g, compliance %g, %s: slot %d moves by %g in projection %d", type->info.name,
				          way, spread, compliance, jacobi ? "jacobi" : "gauss-seidel", k, move, i );
			}
		}
		for ( int32_t r = 0; r < type->info.rowCount; ++r )
		{
			assert_true( tlIsFinite( bench.lambda[r] ) );
		}
	}
}

static void TestDegenerate( void** state )
{
	(void)state;
	const double compliances[] = { 0, 1e-12, 1e-6 };
	for ( int32_t n = 0; n < tlGetConstraintTypeCount() * tl_ways * tl_spreadCount * 3; ++n )
	{
		const tlConstraintType* type = tlGetConstraintType( n / ( tl_ways * tl_spreadCount * 3 ) );
		int way = n / ( tl_spreadCount * 3 ) % tl_ways;
		double spread = s_spreads[n / 3 % tl_spreadCount];
		uint64_t seed = 30 + (uint64_t)( n % 3 );
		tlReal parameters[TL_MAX_PARAMETERS];
		tlEvaluation out;
		if ( type->evaluate == NULL )
		{
			continue;
		}
		Pose rest = DrawPose( type, &seed, 0.15 );
		assert_true( MeasurePose( type, &rest, &seed, parameters ) );
		Pose pose = Spoil( DrawPose( type, &seed, 0.15 ), way, spread, &seed );
		if ( EvaluatePose( type, &pose, parameters, (tlReal)0.5, &out ) )
		{
			for ( int32_t r = 0; r < type->info.rowCount; ++r )
			{
				bool finite = tlIsFinite( out.value[r] ) && tlIsFinite( out.kneeValue[r] );
				for ( int32_t k = 0; k < type->info.arity; ++k )
				{
					finite = finite && tlIsFinite( tlLength( out.gradient[r][k] ) );
				}
				if ( !finite )
				{
					fail_msg( "%s, way %d, spread %g: not finite", type->info.name, way, spread );
				}
			}
		}
		for ( int m = 0; m < 6; ++m )
		{
			CheckBounded( type, &pose, parameters, compliances[m / 2], m % 2 != 0, way, spread );
		}
	}
}

// An element that is degenerate at rest is refused, or has parameters that are numbers.
static void TestDegenerateRest( void** state )
{
	(void)state;
	for ( int32_t n = 0; n < tlGetConstraintTypeCount() * tl_ways * tl_spreadCount; ++n )
	{
		const tlConstraintType* type = tlGetConstraintType( n / ( tl_ways * tl_spreadCount ) );
		uint64_t seed = 50;
		tlReal parameters[TL_MAX_PARAMETERS];
		if ( type->evaluate == NULL )
		{
			continue;
		}
		Pose rest =
		    Spoil( DrawPose( type, &seed, 0.15 ), n / tl_spreadCount % tl_ways, s_spreads[n % tl_spreadCount], &seed );
		if ( !MeasurePose( type, &rest, &seed, parameters ) )
		{
			continue;
		}
		for ( int32_t k = 0; k < type->info.parameterCount; ++k )
		{
			assert_true( tlIsFinite( parameters[k] ) || n % tl_spreadCount < 5 ); // cooking refuses what is not
		}
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestProjection ),
		cmocka_unit_test( TestOnlyPulls ),
		cmocka_unit_test( TestDegenerate ),
		cmocka_unit_test( TestDegenerateRest ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
