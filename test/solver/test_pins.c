// Pins: on their targets at every moment, between them on the way, free when released.
// SPDX-License-Identifier: MIT
#include "lab.h"

static void CheckAt( const Lab* lab, int32_t particle, double x, double y, double z, double tolerance )
{
	tlPosition p = GetPosition( lab, particle );
	if ( !( Length( p.x - x, p.y - y, p.z - z ) <= tolerance ) )
	{
		fail_msg( "particle %d is at %.9g %.9g %.9g, not at %.9g %.9g %.9g", particle, p.x, p.y, p.z, x, y, z );
	}
}

// A grid of 6x6 with its first row in one frame at the origin.
static const int32_t s_row[6] = { 0, 1, 2, 3, 4, 5 };

static Lab MakePinnedGrid( int32_t substepCount, tlTetherMode tethers )
{
	static tlPinDef pin;
	pin = ( tlPinDef ){ s_row, 6, MakeFrame( 0, 0, 0 ), 0, 0 };
	LabDef def = MakeLabDef();
	def.world.budget.substepCount = substepCount;
	def.body.pins = &pin;
	def.body.pinCount = 1;
	def.body.tetherMode = tethers;
	return MakeGrid( def, 6, 6, 0.1, true );
}

static void TestOnTarget( void** state )
{
	(void)state;
	const double speeds[] = { 1, 10, 100 };
	const int32_t substeps[] = { 1, 2, 7, 16, 100 };
	for ( int n = 0; n < 15; ++n )
	{
		Lab lab = MakePinnedGrid( substeps[n / 3], tl_geodesicTethers );
		const tlVec3* rest = tlFabric_GetRestPositions( lab.fabric );
		for ( int32_t step = 1; step <= 5; ++step )
		{
			double way = speeds[n % 3] * step / 60;
			tlTransform target = MakeFrame( 0.6 * way, 0, 0.8 * way );
			target.q = tlMakeQuat( ( tlVec3 ){ 0, 1, 0 }, 0.3 * step );
			tlBody_SetPinTarget( lab.world, lab.body, 0, &target );
			Run( &lab, 1.0 / 60, 1 );
			for ( int32_t i = 0; i < 6; ++i )
			{
				tlPosition p = tlTransformPoint( &target, rest[i] );
				CheckAt( &lab, i, p.x, p.y, p.z, 1e-6 );
			}
		}
		CheckFinite( &lab );
		FreeLab( &lab );
	}
}

// A target that comes once a frame is not reached in the first substep: nothing hangs on the pin faster than it goes.
static void TestBetweenTargets( void** state )
{
	(void)state;
	for ( int32_t substepCount = 1; substepCount <= 8; substepCount *= 2 )
	{
		const int32_t first[] = { 0 };
		tlPinDef pin = { first, 1, MakeFrame( 0, 0, 0 ), 0, 0 };
		LabDef def = MakeLabDef();
		def.world.gravity = tlVec3_zero;
		def.world.budget.substepCount = substepCount;
		def.body.pins = &pin;
		def.body.pinCount = 1;
		Lab lab = MakeChain( def, 2, 0.1, ( tlVec3 ){ -1, 0, 0 } );
		for ( int32_t step = 1; step <= 10; ++step )
		{
			tlTransform target = MakeFrame( 0.1 * step, 0, 0 );
			tlBody_SetPinTarget( lab.world, lab.body, 0, &target );
			Run( &lab, 1.0 / 60, 1 );
			CHECK_CLOSE( GetSpeed( &lab, 0 ), 6, Pick( 1e-3, 1e-9 ) );
			CHECK_BELOW( GetSpeed( &lab, 1 ), 6 + Pick( 1e-2, 1e-9 ) );
			CheckAt( &lab, 1, 0.1 * step - 0.1, 0, 0, 1e-5 );
		}
		FreeLab( &lab );
	}
}

static void TestOnTheCircle( void** state )
{
	(void)state;
	for ( int32_t substepCount = 1; substepCount <= 9; ++substepCount )
	{
		Lab lab = MakePinnedGrid( substepCount, tl_noTethers );
		const tlVec3* rest = tlFabric_GetRestPositions( lab.fabric );
		double turned = 0, dt = 1.0 / 60, h = dt / substepCount;
		for ( int32_t step = 1; step <= 6; ++step )
		{
			turned += 1.5; // nearly a quarter at a time: the chord is far inside
			tlTransform target = MakeFrame( 0, 0, 0 );
			target.q = tlMakeQuat( ( tlVec3 ){ 0, 1, 0 }, turned );
			tlBody_SetPinTarget( lab.world, lab.body, 0, &target );
			Run( &lab, dt, 1 );
			for ( int32_t i = 0; i < 6; ++i )
			{
				tlPosition p = GetPosition( &lab, i ), v = GetVelocity( &lab, i );
				double r = fabs( (double)rest[i].x );
				CHECK_CLOSE( Length( p.x, p.y, p.z ), r, 1e-6 );
				// One substep back, as far as the velocity says: on the circle too, and no more than its share of the turn.
				CHECK_CLOSE( Length( p.x - h * v.x, p.y - h * v.y, p.z - h * v.z ), r, 2e-6 );
				CHECK_CLOSE( Length( v.x, v.y, v.z ), 2 * r * sin( 0.75 / substepCount ) / h, Pick( 1e-2, 1e-9 ) );
			}
		}
		FreeLab( &lab );
	}
}

static void TestRelease( void** state )
{
	(void)state;
	Lab lab = MakePinnedGrid( 4, tl_geodesicTethers );
	assert_int_equal( GetStats( &lab )->pinnedCount, 6 );
	assert_int_equal( FindSet( &lab, "tether" )->constraintCount, 2 * 30 );
	const tlReal inverse = tlBody_GetPositions( lab.world, lab.body ).data[3];
	assert_true( inverse == 0 );
	for ( int32_t step = 1; step <= 500; ++step )
	{
		tlTransform target = MakeFrame( 0, 0.5 * step / 500, 0 );
		tlBody_SetPinTarget( lab.world, lab.body, 0, &target );
		Run( &lab, 1.0 / 60, 1 );
	}
	CheckAt( &lab, 0, -0.25, 0.5, 0, 1e-6 );

	tlBody_ReleasePins( lab.world, lab.body, 0 );
	assert_int_equal( GetStats( &lab )->pinnedCount, 0 );
	assert_null( FindSet( &lab, "tether" ) );
	for ( int32_t i = 0; i < lab.count; ++i )
	{
		Push( &lab, i, 0, 0, 0 );
	}
	double y = GetCenter( &lab ).y;
	tlTransform away = MakeFrame( 5, 5, 5 );
	tlBody_SetPinTarget( lab.world, lab.body, 0, &away ); // of a frame that holds nothing any more
	Run( &lab, 1.0 / 60, 30 );
	double mean = 0.5 * 9.81 * 0.25 * ( 1 + 1.0 / 120 );
	CHECK_CLOSE( GetCenter( &lab ).y, y - mean, 0.02 );
	CHECK_CLOSE( GetVelocity( &lab, 0 ).y, -9.81 * 0.5, 0.6 );
	CHECK_CLOSE( GetPosition( &lab, 0 ).x, -0.25, 0.05 );
	CheckFinite( &lab );

	// Others are held: the tethers lead to them.
	const int32_t column[] = { 11, 23, 35 };
	tlPosition held = GetPosition( &lab, 23 );
	tlPinDef pin = { column, 3, MakeFrame( 1, 2, 3 ), 0, 0 };
	int32_t pins = -1;
	assert_int_equal( tlBody_AddPins( lab.world, lab.body, &pin, &pins, NULL ), tl_success );
	assert_int_equal( pins, 1 );
	assert_int_equal( GetStats( &lab )->pinnedCount, 3 );
	const tlSetStats* tethers = FindSet( &lab, "tether" );
	assert_non_null( tethers );
	assert_int_equal( tethers->constraintCount, 2 * 33 );
	for ( int32_t i = 0; i < tethers->constraintCount; ++i )
	{
		tlConstraintState c = tlBody_GetConstraint( lab.world, lab.body, GetStats( &lab )->setCount - 1, i );
		assert_true( c.particles[0] == 11 || c.particles[0] == 23 || c.particles[0] == 35 );
		assert_true( c.particles[1] != 11 && c.particles[1] != 23 && c.particles[1] != 35 );
	}
	Run( &lab, 1.0 / 60, 60 );
	CheckAt( &lab, 23, held.x, held.y, held.z, 1e-6 ); // made where it was, it stays
	CHECK_BELOW( GetSpeed( &lab, 23 ), 1e-9 );
	CHECK_BELOW( GetPosition( &lab, 0 ).y, held.y + 1 );
	FreeLab( &lab );
}

static void TestNoTargetIsRest( void** state )
{
	(void)state;
	Lab lab = MakePinnedGrid( 8, tl_noTethers );
	tlTransform target = MakeFrame( 0.2, 0.1, 0 );
	target.q = tlMakeQuat( ( tlVec3 ){ 1, 2, 3 }, 0.4 );
	tlBody_SetPinTarget( lab.world, lab.body, 0, &target );
	Run( &lab, 1.0 / 60, 1 );
	CHECK_ABOVE( GetSpeed( &lab, 0 ), 1 );
	tlPosition before = GetPosition( &lab, 0 );
	for ( int32_t step = 0; step < 10; ++step )
	{
		Run( &lab, 1.0 / 60, 1 );
		tlPosition p = GetPosition( &lab, 0 );
		assert_true( p.x == before.x && p.y == before.y && p.z == before.z );
		assert_true( GetSpeed( &lab, 0 ) == 0 );
	}
	FreeLab( &lab );
}

// A particle in several frames follows the last that holds it, whether that one moves or not.
static void TestSeveralFrames( void** state )
{
	(void)state;
	Lab lab = MakePinnedGrid( 4, tl_noTethers );
	tlPinDef pin = { s_row, 2, MakeFrame( 0, 0, 0 ), 0, 0 };
	int32_t second = -1;
	assert_int_equal( tlBody_AddPins( lab.world, lab.body, &pin, &second, NULL ), tl_success );
	assert_int_equal( GetStats( &lab )->pinnedCount, 6 );
	tlTransform left = MakeFrame( -0.1, 0, 0 ), up = MakeFrame( 0, 0.1, 0 );
	tlBody_SetPinTarget( lab.world, lab.body, 0, &left );
	tlBody_SetPinTarget( lab.world, lab.body, second, &up );
	Run( &lab, 1.0 / 60, 1 );
	CheckAt( &lab, 0, -0.25, 0.1, 0, 1e-6 );
	CheckAt( &lab, 2, -0.15, 0, 0, 1e-6 );
	left.p.x = -0.2; // the first moves on, the last is still
	tlBody_SetPinTarget( lab.world, lab.body, 0, &left );
	Run( &lab, 1.0 / 60, 1 );
	CheckAt( &lab, 2, -0.25, 0, 0, 1e-6 );
	CheckAt( &lab, 0, -0.25, 0.1, 0, 1e-6 );
	FreeLab( &lab );
}

// When the last lets go, the one before it holds: at its own place, still or not.
static void TestBackToTheFirstFrame( void** state )
{
	(void)state;
	for ( int moving = 0; moving < 2; ++moving )
	{
		Lab lab = MakePinnedGrid( 4, tl_noTethers );
		tlPinDef pin = { s_row, 2, MakeFrame( 0, 0, 0 ), 0, 0 };
		int32_t second = -1;
		assert_int_equal( tlBody_AddPins( lab.world, lab.body, &pin, &second, NULL ), tl_success );
		tlTransform up = MakeFrame( 0, 0.1, 0 );
		tlBody_SetPinTarget( lab.world, lab.body, second, &up );
		Run( &lab, 1.0 / 60, 1 );
		tlBody_ReleasePins( lab.world, lab.body, second );
		assert_int_equal( GetStats( &lab )->pinnedCount, 6 );
		tlTransform first = MakeFrame( moving * 0.01, 0, 0 );
		tlBody_SetPinTarget( lab.world, lab.body, 0, &first );
		Run( &lab, 1.0 / 60, 1 );
		CheckAt( &lab, 0, -0.25 + moving * 0.01, 0, 0, 1e-6 );
		CheckAt( &lab, 2, -0.05 + moving * 0.01, 0, 0, 1e-6 );
		FreeLab( &lab );
	}
}

static void TestSetPosition( void** state )
{
	(void)state;
	LabDef def = MakeLabDef();
	def.body.origin = ( tlPosition ){ 10, -20, 30 };
	def.body.transform.p = def.body.origin;
	def.world.gravity = tlVec3_zero;
	tlVec3 positions[2] = { { 0, 0, 0 }, { 1, 0, 0 } };
	Lab lab = MakeParticles( def, positions, 2 );
	Push( &lab, 0, 1, 2, 3 );
	tlBody_SetPosition( lab.world, lab.body, 0, ( tlPosition ){ 10.5, -20.25, 31 }, tl_keepVelocity );
	CheckAt( &lab, 0, 10.5, -20.25, 31, 0 );
	CHECK_CLOSE( GetSpeed( &lab, 0 ), sqrt( 14 ), 1e-6 );
	Run( &lab, 0.5, 1 );
	CheckAt( &lab, 0, 11, -19.25, 32.5, 1e-5 ); // it goes on from there
	tlBody_SetPosition( lab.world, lab.body, 0, ( tlPosition ){ 10, -20, 30 }, tl_zeroVelocity );
	CheckAt( &lab, 0, 10, -20, 30, 0 );
	assert_true( GetSpeed( &lab, 0 ) == 0 );
	Run( &lab, 0.5, 3 );
	CheckAt( &lab, 0, 10, -20, 30, 0 );
	CheckAt( &lab, 1, 11, -20, 30, 0 );
	FreeLab( &lab );
}

static void TestAllPinned( void** state )
{
	(void)state;
	int32_t all[36];
	for ( int32_t i = 0; i < 36; ++i )
	{
		all[i] = i;
	}
	for ( int tethers = 0; tethers < tl_tetherModeCount; ++tethers )
	{
		tlPinDef pin = { all, 36, MakeFrame( 0, 0, 0 ), 0, 0 };
		LabDef def = MakeLabDef();
		def.body.pins = &pin;
		def.body.pinCount = 1;
		def.body.tetherMode = (tlTetherMode)tethers;
		def.body.velocity.x = 5; // of what holds them, none
		Lab lab = MakeGrid( def, 6, 6, 0.1, true );
		const tlVec3* rest = tlFabric_GetRestPositions( lab.fabric );
		assert_true( GetStats( &lab )->maxSpeed == 0 );
		Run( &lab, 1.0 / 60, 10 );
		for ( int32_t i = 0; i < 36; ++i )
		{
			CheckAt( &lab, i, rest[i].x, rest[i].y, rest[i].z, 0 );
			assert_true( GetSpeed( &lab, i ) == 0 );
		}
		CHECK_CLOSE( GetStats( &lab )->kineticEnergy, 0, 0 );
		tlTransform target = MakeFrame( 1, 2, 3 );
		tlBody_SetPinTarget( lab.world, lab.body, 0, &target );
		Run( &lab, 1.0 / 60, 1 );
		CheckAt( &lab, 35, rest[35].x + 1, rest[35].y + 2, rest[35].z + 3, 1e-6 );
		FreeLab( &lab );
	}
}

// With its origin beside it, a body moves 1e5 m away as it does at home.
static void RunFarAway( double far, tlVec3* positions )
{
	static tlPinDef pin;
	tlTransform place = MakeFrame( far, -far, far );
	pin = ( tlPinDef ){ s_row, 6, place, 0, 0 };
	LabDef def = MakeLabDef();
	def.world.budget.substepCount = 8;
	def.body.material = tlDefaultMaterial();
	def.body.material.globalDamping = 1;
	def.body.origin = place.p;
	def.body.transform = place;
	def.body.pins = &pin;
	def.body.pinCount = 1;
	def.body.tetherMode = tl_geodesicTethers;
	Lab lab = MakeGrid( def, 6, 6, 0.1, true );
	tlColliderDef ball = tlDefaultColliderDef();
	ball.shape.radius = (tlReal)0.2;
	ball.transform = MakeFrame( far, far * -1 - 0.3, far + 0.4 );
	tlColliderId id = AddCollider( &lab, &ball );
	for ( int32_t step = 1; step <= 60; ++step )
	{
		tlTransform target = ball.transform, frame = place;
		target.p.z -= 0.3 * step / 60; // a ball pushes into the cloth
		frame.p.x += 0.2 * step / 60;
		frame.q = tlMakeQuat( ( tlVec3 ){ 0, 1, 0 }, 0.3 * step / 60 );
		tlCollider_SetTarget( lab.world, id, &target );
		tlBody_SetPinTarget( lab.world, lab.body, 0, &frame );
		Run( &lab, 1.0 / 60, 1 );
	}
	for ( int32_t i = 0; i < lab.count; ++i )
	{
		tlPosition p = GetPosition( &lab, i );
		positions[i] = ( tlVec3 ){ (tlReal)( p.x - far ), (tlReal)( p.y + far ), (tlReal)( p.z - far ) };
	}
	assert_true( GetStats( &lab )->contactCount > 0 );
	FreeLab( &lab );
}

static void TestFarAway( void** state )
{
	(void)state;
	tlVec3 near[36], far[36];
	RunFarAway( 0, near );
	RunFarAway( 1e5, far );
	for ( int32_t i = 0; i < 36; ++i )
	{
		CHECK_CLOSE( tlDistance( near[i], far[i] ), 0, Pick( 1e-4, 1e-7 ) );
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestOnTarget ),
		cmocka_unit_test( TestBetweenTargets ),
		cmocka_unit_test( TestOnTheCircle ),
		cmocka_unit_test( TestRelease ),
		cmocka_unit_test( TestNoTargetIsRest ),
		cmocka_unit_test( TestSeveralFrames ),
		cmocka_unit_test( TestBackToTheFirstFrame ),
		cmocka_unit_test( TestSetPosition ),
		cmocka_unit_test( TestAllPinned ),
		cmocka_unit_test( TestFarAway ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
