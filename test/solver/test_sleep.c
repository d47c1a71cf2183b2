// Rest: what is slow for long enough sleeps, costs nothing and stays; every change wakes it.
// SPDX-License-Identifier: MIT
#include "lab.h"

static LabDef MakeSleepyDef( void )
{
	LabDef def = MakeLabDef();
	def.world.budget.substepCount = 8;
	def.world.budget.sleepSpeed = (tlReal)0.01;
	def.body.material = tlDefaultMaterial();
	def.body.material.globalDamping = 2;
	def.body.transform = MakeFrame( 0, 0.4, 0 );
	return def;
}

typedef struct Bed
{
	Lab lab;
	tlColliderId ball, floor, far;
} Bed;

// A cloth on a ball on a floor, and a box far away.
static Bed MakeBed( LabDef def )
{
	Bed bed = { .lab = MakeGrid( def, 10, 10, 0.08, false ) };
	tlColliderDef ball = tlDefaultColliderDef(), floor = MakePlane( 0 ), box = MakeBox( 30, 0, 0, 1, 1, 1 );
	ball.shape.radius = (tlReal)0.2;
	ball.transform = MakeFrame( 0, 0.2, 0 );
	bed.ball = AddCollider( &bed.lab, &ball );
	bed.floor = AddCollider( &bed.lab, &floor );
	bed.far = AddCollider( &bed.lab, &box );
	return bed;
}

static bool FallAsleep( const Lab* lab )
{
	for ( int step = 0; step < 1200 && !tlBody_IsAsleep( lab->world, lab->body ); ++step )
	{
		Run( lab, 1.0 / 60, 1 );
	}
	return tlBody_IsAsleep( lab->world, lab->body );
}

static void TestFallsAsleep( void** state )
{
	(void)state;
	Bed bed = MakeBed( MakeSleepyDef() );
	assert_true( FallAsleep( &bed.lab ) );
	uint64_t hash = tlWorld_Hash( bed.lab.world );
	assert_int_equal( tlWorld_GetStats( bed.lab.world )->asleepCount, 1 );
	for ( int32_t i = 0; i < bed.lab.count; ++i )
	{
		assert_true( GetSpeed( &bed.lab, i ) == 0 );
	}
	// It stays, what it touches is still touched, and no event comes. A collider that moves far away is nothing to it.
	tlTransform target = MakeFrame( 30, 0, 0 );
	for ( int step = 0; step < 300; ++step )
	{
		target.p.z += 0.01;
		assert_int_equal( tlCollider_SetTarget( bed.lab.world, bed.far, &target ), tl_success );
		Run( &bed.lab, 1.0 / 60, 1 );
		int32_t count;
		tlWorld_GetTouchEvents( bed.lab.world, &count );
		assert_int_equal( count, 0 );
	}
	assert_true( tlBody_IsAsleep( bed.lab.world, bed.lab.body ) );
	assert_true( tlWorld_Hash( bed.lab.world ) == hash );
	FreeLab( &bed.lab );

	// Never without a speed for it.
	LabDef def = MakeSleepyDef();
	def.world.budget.sleepSpeed = 0;
	bed = MakeBed( def );
	Run( &bed.lab, 1.0 / 60, 900 );
	assert_false( tlBody_IsAsleep( bed.lab.world, bed.lab.body ) );
	FreeLab( &bed.lab );
}

// A pendulum that swings is not at rest at its turning points.
static void TestSwingsOn( void** state )
{
	(void)state;
	LabDef def = MakeSleepyDef();
	def.body.material.globalDamping = 0;
	static const int32_t top = 0;
	tlPinDef pin = { .particles = &top, .particleCount = 1, .frame = MakeFrame( 0, 0.4, 0 ) };
	def.body.pins = &pin;
	def.body.pinCount = 1;
	Lab lab = MakeChain( def, 2, 1, ( tlVec3 ){ 1, 0, 0 } );
	Run( &lab, 1.0 / 60, 600 );
	assert_false( tlBody_IsAsleep( lab.world, lab.body ) );
	FreeLab( &lab );
}

enum
{
	tl_changes = 17
};

static void Change( const Bed* bed, int which )
{
	tlWorld* world = bed->lab.world;
	tlBodyId body = bed->lab.body;
	tlMaterial material = tlBody_GetMaterial( world, body );
	tlBudget budget = tlWorld_GetBudget( world );
	tlWind wind = MakeWind( 3, 0, 0 );
	tlTransform near = MakeFrame( 0, 0.21, 0 );
	static const int32_t corner = 0;
	tlPosition at = GetPosition( &bed->lab, 0 );
	tlPinDef pin = { .particles = &corner, .particleCount = 1, .frame = { at, tlQuat_identity } };
	tlColliderDef ball = tlDefaultColliderDef();
	tlColliderId collider;
	tlForceFieldDef field = tlDefaultForceFieldDef();
	tlForceFieldId fieldId;
	int32_t pins;
	size_t size = tlWorld_GetState( world, NULL, 0 );
	void* bytes = NULL;
	switch ( which )
	{
		case 0:
			tlBody_SetPosition( world, body, 3, ( tlPosition ){ at.x, at.y + 1, at.z }, tl_zeroVelocity );
			break;
		case 1:
			tlBody_SetVelocity( world, body, 3, ( tlVec3 ){ 0, 1, 0 } );
			break;
		case 2:
			material.areaDensity *= 2;
			assert_int_equal( tlBody_SetMaterial( world, body, &material, NULL ), tl_success );
			break;
		case 3:
			assert_int_equal( tlBody_SetPressure( world, body, 1 ), tl_success );
			break;
		case 4:
			assert_int_equal( tlBody_AddPins( world, body, &pin, &pins, NULL ), tl_success );
			break;
		case 5:
			assert_int_equal( tlWorld_SetGravity( world, ( tlVec3 ){ 0, -1, 0 } ), tl_success );
			break;
		case 6:
			assert_int_equal( tlWorld_SetWind( world, &wind, NULL ), tl_success );
			break;
		case 7:
			assert_int_equal( tlWorld_SetWind( world, NULL, NULL ), tl_success );
			break;
		case 8:
			field.acceleration = ( tlVec3 ){ 1, 0, 0 };
			assert_int_equal( tlWorld_AddForceField( world, &field, &fieldId, NULL ), tl_success );
			break;
		case 9:
			assert_int_equal( tlCreateCollider( world, &ball, &collider, NULL ), tl_success );
			break;
		case 10:
			tlDestroyCollider( world, bed->ball );
			break;
		case 11:
			assert_int_equal( tlCollider_SetTarget( world, bed->ball, &near ), tl_success );
			break;
		case 12:
			assert_int_equal( tlCollider_Teleport( world, bed->ball, &near ), tl_success );
			break;
		case 13:
			budget.substepCount += 1;
			assert_int_equal( tlWorld_SetBudget( world, &budget, NULL ), tl_success );
			break;
		case 14:
			tlBody_Wake( world, body );
			break;
		case 15: // pins that go somewhere
			assert_int_equal( tlBody_AddPins( world, body, &pin, &pins, NULL ), tl_success );
			FallAsleep( &bed->lab );
			assert_true( tlBody_IsAsleep( world, body ) );
			pin.frame.p.y += 0.1;
			assert_int_equal( tlBody_SetPinTarget( world, body, pins, &pin.frame ), tl_success );
			break;
		default: // a state from before it slept
			bytes = malloc( size );
			assert_non_null( bytes );
			tlBody_Wake( world, body );
			tlWorld_GetState( world, bytes, size );
			FallAsleep( &bed->lab );
			assert_int_equal( tlWorld_SetState( world, bytes, size, NULL ), tl_success );
			free( bytes );
			break;
	}
}

static void TestEveryChangeWakes( void** state )
{
	(void)state;
	for ( int which = 0; which < tl_changes; ++which )
	{
		Bed bed = MakeBed( MakeSleepyDef() );
		assert_true( FallAsleep( &bed.lab ) );
		Change( &bed, which );
		Run( &bed.lab, 1.0 / 60, 1 );
		if ( tlBody_IsAsleep( bed.lab.world, bed.lab.body ) )
		{
			fail_msg( "change %d does not wake it", which );
		}
		FreeLab( &bed.lab );
	}
}

// Lifted by a metre it falls again; saved asleep it sleeps on.
static void TestFallsAgain( void** state )
{
	(void)state;
	Bed bed = MakeBed( MakeSleepyDef() );
	assert_true( FallAsleep( &bed.lab ) );
	size_t size = tlWorld_GetState( bed.lab.world, NULL, 0 );
	void* bytes = malloc( size );
	assert_non_null( bytes );
	tlWorld_GetState( bed.lab.world, bytes, size );
	uint64_t hash = tlWorld_Hash( bed.lab.world );
	for ( int32_t i = 0; i < bed.lab.count; ++i )
	{
		tlPosition p = GetPosition( &bed.lab, i );
		Place( &bed.lab, i, p.x, p.y + 1, p.z );
	}
	double high = GetCenter( &bed.lab ).y;
	Run( &bed.lab, 1.0 / 60, 15 );
	CHECK_BELOW( GetCenter( &bed.lab ).y, high - 0.15 );
	assert_int_equal( tlWorld_SetState( bed.lab.world, bytes, size, NULL ), tl_success );
	assert_true( tlBody_IsAsleep( bed.lab.world, bed.lab.body ) );
	Run( &bed.lab, 1.0 / 60, 10 );
	assert_true( tlWorld_Hash( bed.lab.world ) == hash );
	free( bytes );
	FreeLab( &bed.lab );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestFallsAsleep ),
		cmocka_unit_test( TestSwingsOn ),
		cmocka_unit_test( TestEveryChangeWakes ),
		cmocka_unit_test( TestFallsAgain ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
