// Every registered constraint type: information, gradients, symmetries, rest shape. A new type is tested by its line.
// SPDX-License-Identifier: MIT
#include "type_lab.h"

enum
{
	tl_trials = 200
};

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
		assert_in_range( info.parameterCount, 0, TL_MAX_PARAMETERS );
		assert_true( info.frameMask >> info.arity == 0 );
		assert_true( (unsigned)info.family < tl_familyCount && (unsigned)info.element < tl_elementKindCount );
		for ( int32_t k = 0; k < info.parameterCount; ++k )
		{
			assert_non_null( info.parameterNames[k] );
			assert_non_null( strchr( info.parameterNames[k], '[' ) ); // its unit
		}
		assert_true( type->lengthParameter >= tl_pureStrain && type->lengthParameter < info.parameterCount );
		assert_true( ( type->evaluate != NULL ) == ( info.arity > 0 ) );
		assert_true( ( type->measureWhole != NULL ) == ( info.arity == 0 ) );
		assert_true( ( info.element == tl_meshElement ) == ( info.arity == 0 ) );
		assert_true( type->measureRest != NULL && type->project != NULL && type->accumulate != NULL );
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

static double GetPart( tlVec3 a, int axis )
{
	return axis == 0 ? a.x : ( axis == 1 ? a.y : a.z );
}

// One slot moved along an axis of the world, or turned about it.
static Pose Nudge( const tlConstraintType* type, Pose pose, int32_t slot, int axis, double by )
{
	tlVec3 d = { (tlReal)( axis == 0 ? by : 0 ), (tlReal)( axis == 1 ? by : 0 ), (tlReal)( axis == 2 ? by : 0 ) };
	if ( IsFrame( type, slot ) )
	{
		pose.q[slot] = tlMulQuat( tlMakeQuat( d, fabs( by ) ), pose.q[slot] );
	}
	else
	{
		pose.x[slot] = tlAdd( pose.x[slot], d );
	}
	return pose;
}

static void TestGradients( void** state )
{
	(void)state;
	double step = Pick( 4e-3, 1e-5 ), off = Pick( 2e-3, 1e-8 );
	for ( int32_t n = 0; n < tlGetConstraintTypeCount() * tl_trials; ++n )
	{
		const tlConstraintType* type = tlGetConstraintType( n / tl_trials );
		uint64_t seed = 10 + (uint64_t)n;
		Pose rest = DrawPose( type, &seed, 0.15 ), pose = DrawPose( type, &seed, 0.15 );
		tlReal parameters[TL_MAX_PARAMETERS];
		tlEvaluation out, up, down;
		if ( type->evaluate == NULL )
		{
			continue;
		}
		assert_true( MeasurePose( type, &rest, &seed, parameters ) );
		assert_true( EvaluatePose( type, &pose, parameters, 0, &out ) );
		double scale = GetScale( type, &out );
		for ( int32_t m = 0; m < 3 * type->info.arity; ++m )
		{
			int32_t k = m / 3;
			Pose more = Nudge( type, pose, k, m % 3, step ), less = Nudge( type, pose, k, m % 3, -step );
			assert_true( EvaluatePose( type, &more, parameters, 0, &up ) );
			assert_true( EvaluatePose( type, &less, parameters, 0, &down ) );
			double way = IsFrame( type, k ) ? 2 * step : GetPart( more.x[k], m % 3 ) - GetPart( less.x[k], m % 3 );
			for ( int32_t r = 0; r < type->info.rowCount; ++r )
			{
				double slope = ( (double)up.value[r] - (double)down.value[r] ) / way;
				double gradient = GetPart( out.gradient[r][k], m % 3 );
				if ( !( fabs( gradient - slope ) <= off * scale * scale ) )
				{
					fail_msg( "%s, row %d, slot %d, axis %d: gradient %.9g, slope %.9g", type->info.name, r, k, m % 3,
					          gradient, slope );
				}
			}
		}
	}
}

// Moving the whole changes nothing, so there is no force on it. Nor does turning it, and there is no torque: not in any
// row, or, where the rows are components along the axes of the world, not in the sum of their squares.
static void TestSymmetry( void** state )
{
	(void)state;
	double rounding = Pick( 2e-5, 1e-13 );
	for ( int32_t n = 0; n < tlGetConstraintTypeCount() * tl_trials; ++n )
	{
		const tlConstraintType* type = tlGetConstraintType( n / tl_trials );
		uint64_t seed = 20 + (uint64_t)n;
		Pose rest = DrawPose( type, &seed, 0.15 ), pose = DrawPose( type, &seed, 0.15 );
		tlReal parameters[TL_MAX_PARAMETERS];
		tlEvaluation out;
		if ( type->evaluate == NULL )
		{
			continue;
		}
		assert_true( MeasurePose( type, &rest, &seed, parameters ) );
		assert_true( EvaluatePose( type, &pose, parameters, 0, &out ) );
		double scale = GetScale( type, &out );
		tlVec3 together = tlVec3_zero;
		for ( int32_t r = 0; r < type->info.rowCount; ++r )
		{
			tlVec3 sum = tlVec3_zero, torque = tlVec3_zero;
			for ( int32_t k = 0; k < type->info.arity; ++k )
			{
				tlVec3 g = out.gradient[r][k];
				sum = IsFrame( type, k ) ? sum : tlAdd( sum, g );
				torque = tlAdd( torque, IsFrame( type, k ) ? g : tlCross( pose.x[k], g ) );
			}
			CHECK_CLOSE( tlLength( sum ), 0, rounding * scale );
			if ( !type->fixedAxes )
			{
				CHECK_CLOSE( tlLength( torque ), 0, rounding * scale );
			}
			together = tlMulAdd( together, out.value[r], torque );
		}
		CHECK_CLOSE( tlLength( together ), 0, 2 * rounding * scale * scale );
	}
}

static void TestRestShape( void** state )
{
	(void)state;
	for ( int32_t n = 0; n < tlGetConstraintTypeCount() * tl_trials; ++n )
	{
		const tlConstraintType* type = tlGetConstraintType( n / tl_trials );
		uint64_t seed = 30 + (uint64_t)n;
		Pose rest = DrawPose( type, &seed, 0.15 );
		tlReal parameters[TL_MAX_PARAMETERS];
		tlEvaluation out, moved;
		if ( type->evaluate == NULL )
		{
			continue;
		}
		assert_true( MeasurePose( type, &rest, &seed, parameters ) );
		for ( int32_t k = 0; k < type->info.parameterCount; ++k )
		{
			assert_true( tlIsFinite( parameters[k] ) );
		}
		assert_true( EvaluatePose( type, &rest, parameters, 0, &out ) );
		tlQuat q = tlMakeQuat( DrawVec3( &seed, 1 ), 3 * Draw( &seed ) );
		Pose turned = TurnPose( rest, type->fixedAxes ? tlQuat_identity : q, ( tlVec3 ){ 1, 2, 3 } );
		assert_true( EvaluatePose( type, &turned, parameters, 0, &moved ) );
		double scale = GetScale( type, &out );
		for ( int32_t r = 0; r < type->info.rowCount; ++r )
		{
			CHECK_CLOSE( out.value[r], type->fixedAxes ? (double)out.value[r] : 0, Pick( 2e-6, 1e-14 ) * scale );
			CHECK_CLOSE( moved.value[r], out.value[r], Pick( 8e-6, 2e-14 ) * scale );
		}
		if ( type->fixedAxes )
		{
			turned = TurnPose( rest, q, ( tlVec3 ){ 1, 2, 3 } );
			double before = GetNorm( type, &rest, parameters );
			CHECK_CLOSE( GetNorm( type, &turned, parameters ), before, Pick( 2e-6, 1e-14 ) );
		}
	}
}

// ---- knees: C and the force go on without a jump

// The force that holds a pose, times the compliance before the knee: from lambda where nothing can move, so that only
// compliance counts.
static double FindForce( const tlConstraintType* type, const Pose* pose, const tlReal* parameters, tlKnee knee, int32_t row )
{
	Bench bench;
	InitBench( &bench, type, pose, parameters, 1e-3 );
	bench.state.knee = knee;
	bench.state.damping = NULL;
	for ( int32_t k = 0; k < type->info.arity; ++k )
	{
		bench.positions[k].w *= (tlReal)1e-12;
	}
	ProjectOnce( &bench, false );
	return -(double)bench.lambda[row] * 1e-3 * 1e6;
}

static Pose MixPoses( const Pose* a, const Pose* b, tlReal t )
{
	Pose pose = *a;
	for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
	{
		pose.x[k] = tlLerp( a->x[k], b->x[k], t );
	}
	return pose;
}

static bool IsSoft( const tlConstraintType* type, const Pose* pose, const tlReal* parameters, tlKnee knee, int32_t row )
{
	tlEvaluation out;
	return EvaluatePose( type, pose, parameters, knee.at, &out ) && out.soft[row];
}

// Two poses that stand close on either side of the knee of a row; false where the way from a to b has none.
static bool FindKnee( const tlConstraintType* type, Pose* a, Pose* b, const tlReal* parameters, tlKnee knee, int32_t row )
{
	bool soft = IsSoft( type, a, parameters, knee, row );
	if ( IsSoft( type, b, parameters, knee, row ) == soft )
	{
		return false;
	}
	tlReal low = 0, high = 1;
	for ( int i = 0; i < ( sizeof( tlReal ) == 4 ? 18 : 40 ); ++i )
	{
		tlReal middle = ( low + high ) / 2;
		Pose between = MixPoses( a, b, middle );
		bool same = IsSoft( type, &between, parameters, knee, row ) == soft;
		low = same ? middle : low;
		high = same ? high : middle;
	}
	Pose first = MixPoses( a, b, low ), second = MixPoses( a, b, high );
	*a = first;
	*b = second;
	return true;
}

static void TestKnees( void** state )
{
	(void)state;
	tlMaterial material = tlDefaultMaterial();
	material.compression = (tlReal)0.25;
	material.bucklingRatio = (tlReal)0.6;
	material.bucklingStiffness = (tlReal)0.2;
	for ( int32_t i = 0; i < tlGetConstraintTypeCount(); ++i )
	{
		const tlConstraintType* type = tlGetConstraintType( i );
		int32_t tested = 0;
		tlKnee knee = type->findKnee != NULL ? type->findKnee( &material ) : ( tlKnee ){ 0, 1 };
		if ( type->findKnee != NULL )
		{
			CHECK_ABOVE( knee.at, 0 );
			tlMaterial plain = tlDefaultMaterial();
			CHECK_CLOSE( type->findKnee( &plain ).at, 0, 0 );
		}
		for ( uint64_t trial = 0; type->findKnee != NULL && trial < 3000; ++trial )
		{
			uint64_t seed = 40 + trial;
			int32_t row = (int32_t)( trial % (uint64_t)type->info.rowCount );
			Pose rest = DrawPose( type, &seed, 0.3 ), a = DrawPose( type, &seed, 0.5 ), b = DrawPose( type, &seed, 0.5 );
			tlReal parameters[TL_MAX_PARAMETERS];
			tlEvaluation before, after;
			if ( !MeasurePose( type, &rest, &seed, parameters ) || !FindKnee( type, &a, &b, parameters, knee, row ) )
			{
				continue;
			}
			assert_true( EvaluatePose( type, &a, parameters, knee.at, &before ) );
			assert_true( EvaluatePose( type, &b, parameters, knee.at, &after ) );
			double off = Pick( 1e-4, 1e-9 ) * GetScale( type, &after );
			CHECK_CLOSE( before.value[row], after.value[row], off );
			CHECK_CLOSE( before.kneeValue[row], before.value[row], off );
			CHECK_CLOSE( after.kneeValue[row], after.value[row], off );
			double force = FindForce( type, &a, parameters, knee, row );
			CHECK_CLOSE( FindForce( type, &b, parameters, knee, row ), force, off );
			tested += 1;
			// Past a slack knee there is none.
			tlKnee slack = { knee.at, (tlReal)TL_SLACK };
			bool softA = IsSoft( type, &a, parameters, slack, row );
			CHECK_CLOSE( FindForce( type, softA ? &a : &b, parameters, slack, row ), 0, off );
		}
		assert_true( type->findKnee == NULL || tested > 20 );
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestInformation ), cmocka_unit_test( TestGradients ), cmocka_unit_test( TestSymmetry ),
		cmocka_unit_test( TestRestShape ),   cmocka_unit_test( TestKnees ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
