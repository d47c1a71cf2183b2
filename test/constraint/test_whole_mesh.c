// Every registered type that is one constraint over a whole closed mesh: rest shape, gradient, momentum. A new one is tested
// by its line.
// SPDX-License-Identifier: MIT
#include "constraint/constraint.h"

#include "solver/sphere.h"

// A balloon of 12 particles with nothing but this type; it is the first set.
static Lab MakeBalloon( const tlConstraintType* type, tlTransform transform )
{
	LabDef def = MakeLabDef();
	def.fabric.stretch = def.fabric.shear = def.fabric.bend = false;
	def.world.gravity = tlVec3_zero;
	def.body.transform = transform;
	assert_int_equal( type->info.family, tl_volumeFamily ); // the only one with whole meshes so far
	def.fabric.volumeType = type->info.name;
	return MakeSphere( def, 0, false );
}

// The types over whole meshes, one after another; null after the last.
static const tlConstraintType* NextType( int32_t* index )
{
	for ( ; *index < tlGetConstraintTypeCount(); ++*index )
	{
		const tlConstraintType* type = tlGetConstraintType( *index );
		if ( type->info.arity == 0 )
		{
			*index += 1;
			return type;
		}
	}
	return NULL;
}

static void TestRestShape( void** state )
{
	(void)state;
	int32_t index = 0, tested = 0;
	for ( const tlConstraintType* type = NextType( &index ); type != NULL; type = NextType( &index ) )
	{
		for ( int turned = 0; turned < 2; ++turned )
		{
			tlTransform place = tlTransform_identity;
			if ( turned )
			{
				place = MakeFrame( 5, -3, 2 );
				place.q = tlMakeQuat( ( tlVec3 ){ 1, 2, 3 }, 2 );
			}
			Lab lab = MakeBalloon( type, place );
			assert_int_equal( GetStats( &lab )->setCount, 1 );
			tlConstraintState c = tlBody_GetConstraint( lab.world, lab.body, 0, 0 );
			assert_string_equal( c.type, type->info.name );
			assert_int_equal( c.arity, 0 );
			assert_int_equal( c.rowCount, type->info.rowCount );
			CHECK_CLOSE( c.value, 0, Pick( 2e-5, 1e-13 ) );
			Run( &lab, 0.01, 3 );
			CHECK_CLOSE( GetStats( &lab )->maxSpeed, 0, Pick( 1e-3, 1e-11 ) );
			FreeLab( &lab );
			tested += 1;
		}
	}
	assert_true( tested > 0 );
}

// One projection from rest: no torque either, and each particle moves along its gradient, which finite differences give.
static void TestGradient( void** state )
{
	(void)state;
	int32_t index = 0;
	for ( const tlConstraintType* type = NextType( &index ); type != NULL; type = NextType( &index ) )
	{
		Lab lab = MakeBalloon( type, tlTransform_identity );
		uint64_t seed = 3;
		tlPosition from[12];
		double slopes[12][3], step = Pick( 1e-2, 1e-5 );
		for ( int32_t i = 0; i < 12; ++i )
		{
			tlPosition p = GetPosition( &lab, i );
			tlVec3 d = DrawVec3( &seed, 0.2 );
			from[i] = ( tlPosition ){ 0.7 * p.x + d.x, p.y + d.y, p.z + d.z };
			Place( &lab, i, from[i].x, from[i].y, from[i].z );
			from[i] = GetPosition( &lab, i );
		}
		for ( int32_t n = 0; n < 36; ++n )
		{
			double values[2];
			for ( int side = 0; side < 2; ++side )
			{
				double by = side ? step : -step;
				tlPosition p = from[n / 3];
				Place( &lab, n / 3, p.x + ( n % 3 == 0 ? by : 0 ), p.y + ( n % 3 == 1 ? by : 0 ),
				       p.z + ( n % 3 == 2 ? by : 0 ) );
				values[side] = tlBody_GetConstraint( lab.world, lab.body, 0, 0 ).value;
			}
			Place( &lab, n / 3, from[n / 3].x, from[n / 3].y, from[n / 3].z );
			slopes[n / 3][n % 3] = ( values[1] - values[0] ) / ( 2 * step );
		}
		double missing = -tlBody_GetConstraint( lab.world, lab.body, 0, 0 ).value, sum = 0;
		for ( int32_t n = 0; n < 36; ++n )
		{
			sum += slopes[n / 3][n % 3] * slopes[n / 3][n % 3];
		}
		Run( &lab, 1, 1 );
		for ( int32_t i = 0; i < 12; ++i ) // all masses are alike
		{
			tlPosition p = GetPosition( &lab, i );
			CHECK_CLOSE( p.x - from[i].x, missing / sum * slopes[i][0], Pick( 1e-4, 1e-9 ) );
			CHECK_CLOSE( p.y - from[i].y, missing / sum * slopes[i][1], Pick( 1e-4, 1e-9 ) );
			CHECK_CLOSE( p.z - from[i].z, missing / sum * slopes[i][2], Pick( 1e-4, 1e-9 ) );
		}
		const tlBodyStats* stats = GetStats( &lab );
		for ( int k = 0; k < 3; ++k )
		{
			CHECK_CLOSE( stats->momentum[k], 0, Pick( 1e-6, 1e-14 ) );
			CHECK_CLOSE( stats->angularMomentum[k], 0, Pick( 1e-6, 1e-14 ) );
		}
		FreeLab( &lab );
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestRestShape ),
		cmocka_unit_test( TestGradient ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
