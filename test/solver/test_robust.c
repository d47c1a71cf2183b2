// Bad numbers, empty things and stale ids.
// SPDX-License-Identifier: MIT
#include "lab.h"

// ---- one body turns non-finite, the others do not notice

typedef enum Poison
{
	tl_noPoison,
	tl_nanVelocity,
	tl_infiniteVelocity,
	tl_hugeVelocity,
	tl_nanPosition,
	tl_infinitePosition,
	tl_poisonCount
} Poison;

static const int32_t s_pinned[2] = { 0, 5 };

// Three grids side by side over a floor; the first and the last are as in `lab`, the second takes the poison.
typedef struct Trio
{
	Lab lab;
	tlBodyId bodies[3];
} Trio;

static Trio MakeTrio( int32_t threadCount )
{
	static tlPinDef pin;
	pin = ( tlPinDef ){ s_pinned, 2, MakeFrame( 0, 0, 0 ), 0, 0 };
	Trio trio;
	LabDef def = MakeLabDef();
	def.world.budget.substepCount = 4;
	def.world.budget.threadCount = threadCount;
	def.body.material = tlDefaultMaterial();
	def.body.pins = &pin;
	def.body.pinCount = 1;
	trio.lab = MakeGrid( def, 6, 6, 0.1, true );
	trio.bodies[0] = trio.lab.body;
	tlColliderDef floor = MakePlane( -0.4 );
	AddCollider( &trio.lab, &floor );
	for ( int n = 1; n < 3; ++n )
	{
		tlBodyDef body = def.body;
		body.fabric = trio.lab.fabric;
		body.transform = MakeFrame( n, 0, 0 );
		body.pins = &pin;
		assert_int_equal( tlCreateBody( trio.lab.world, &body, trio.bodies + n, NULL ), tl_success );
	}
	return trio;
}

static void Feed( Trio* trio, Poison poison )
{
	tlWorld* world = trio->lab.world;
	tlVec3 v = { 0, (tlReal)( poison == tl_infiniteVelocity ? INFINITY : NAN ), 0 };
	v.y = poison == tl_hugeVelocity ? (tlReal)( sizeof( tlReal ) == 4 ? 3e38 : 1e308 ) : v.y;
	tlPosition x = { 1, poison == tl_infinitePosition ? INFINITY : NAN, 0 };
	switch ( poison )
	{
		case tl_noPoison:
			break;
		case tl_nanPosition:
		case tl_infinitePosition:
			tlBody_SetPosition( world, trio->bodies[1], 20, x, tl_keepVelocity );
			break;
		default:
			tlBody_SetVelocity( world, trio->bodies[1], 20, v );
			break;
	}
}

static void CheckSameBits( const Trio* a, const Trio* b, int body )
{
	for ( int kind = 0; kind < 2; ++kind )
	{
		tlView u = kind == 0 ? tlBody_GetPositions( a->lab.world, a->bodies[body] )
		                     : tlBody_GetVelocities( a->lab.world, a->bodies[body] );
		tlView v = kind == 0 ? tlBody_GetPositions( b->lab.world, b->bodies[body] )
		                     : tlBody_GetVelocities( b->lab.world, b->bodies[body] );
		assert_int_equal( u.count, v.count );
		assert_memory_equal( u.data, v.data, (size_t)u.count * (size_t)u.stride );
	}
}

static void CheckHeld( Trio* trio, Poison poison )
{
	const tlBodyStats* stats = tlBody_GetStats( trio->lab.world, trio->bodies[1] );
	assert_true( stats->faulted );
	assert_false( tlBody_GetStats( trio->lab.world, trio->bodies[0] )->faulted );
	assert_false( tlBody_GetStats( trio->lab.world, trio->bodies[2] )->faulted );
	assert_int_equal( tlWorld_GetStats( trio->lab.world )->faultCount, 1 );
	Lab seen = trio->lab;
	seen.body = trio->bodies[1];
	for ( int32_t i = 0; i < seen.count; ++i )
	{
		tlPosition p = GetPosition( &seen, i ), v = GetVelocity( &seen, i );
		if ( !tlIsFinite( p.x + p.y + p.z + v.x + v.y + v.z ) )
		{
			fail_msg( "poison %d: the body is held with particle %d at %g %g %g", (int)poison, i, p.x, p.y, p.z );
		}
	}
	assert_true( tlIsFinite( stats->kineticEnergy + stats->potentialEnergy + stats->elasticEnergy + stats->maxSpeed ) );
}

static void CheckPoison( Poison poison, int32_t threadCount )
{
	Trio trio = MakeTrio( threadCount ), clean = MakeTrio( 1 );
	Run( &trio.lab, 1.0 / 60, 10 );
	Run( &clean.lab, 1.0 / 60, 10 );
	Feed( &trio, poison );
	for ( int32_t step = 0; step < 30; ++step )
	{
		tlError error = { tl_success, "" };
		assert_int_equal( tlWorld_Step( trio.lab.world, 1.0 / 60, &error ), tl_notFinite );
		assert_int_equal( error.code, tl_notFinite );
		assert_non_null( strstr( error.message, "body 1" ) );
		Run( &clean.lab, 1.0 / 60, 1 );
		CheckSameBits( &trio, &clean, 0 );
		CheckSameBits( &trio, &clean, 2 );
	}
	CheckHeld( &trio, poison );
	tlDestroyBody( trio.lab.world, trio.bodies[1] ); // without it all is well again
	Run( &trio.lab, 1.0 / 60, 1 );
	FreeLab( &trio.lab );
	FreeLab( &clean.lab );
}

static void TestPoisonedVelocity( void** state )
{
	(void)state;
	for ( int32_t threadCount = 1; threadCount <= 3; ++threadCount )
	{
		CheckPoison( tl_nanVelocity, threadCount );
		CheckPoison( tl_infiniteVelocity, threadCount );
		CheckPoison( tl_hugeVelocity, threadCount );
	}
}

static void TestPoisonedPosition( void** state )
{
	(void)state;
	CheckPoison( tl_nanPosition, 1 );
	CheckPoison( tl_infinitePosition, 1 );
	CheckPoison( tl_nanPosition, 3 );
}

static void CountMessage( const char* message, void* context )
{
	assert_non_null( strstr( message, "non-finite" ) );
	*(int*)context += 1;
}

// Said once, not in every step.
static void TestFaultIsLogged( void** state )
{
	(void)state;
	int count = 0;
	tlSetLog( CountMessage, &count );
	CheckPoison( tl_hugeVelocity, 1 );
	tlSetLog( NULL, NULL );
	assert_int_equal( count, 1 );
}

// Refused, and nothing moves.
static void TestPoisonedTargets( void** state )
{
	(void)state;
	Trio trio = MakeTrio( 1 ), clean = MakeTrio( 1 );
	tlTransform target = MakeFrame( NAN, 0, 0 );
	tlVec3 gravity = { 0, (tlReal)INFINITY, 0 };
	assert_int_equal( tlBody_SetPinTarget( trio.lab.world, trio.bodies[1], 0, &target ), tl_invalidArgument );
	assert_int_equal( tlWorld_SetGravity( trio.lab.world, gravity ), tl_invalidArgument );
	Run( &trio.lab, 1.0 / 60, 5 );
	Run( &clean.lab, 1.0 / 60, 5 );
	for ( int body = 0; body < 3; ++body )
	{
		CheckSameBits( &trio, &clean, body );
	}
	FreeLab( &trio.lab );
	FreeLab( &clean.lab );
}

static void TestPoisonedCollider( void** state )
{
	(void)state;
	LabDef def = MakeLabDef();
	def.body.transform.p.y = 0.01;
	Lab lab = MakeGrid( def, 6, 6, 0.1, false );
	tlColliderDef shapes[3] = { MakePlane( 0 ), MakeBox( 0, -0.5, 0, 1, 0.5, 1 ), tlDefaultColliderDef() };
	shapes[2].transform.p.y = -1;
	for ( int n = 0; n < 3; ++n )
	{
		tlColliderId id = AddCollider( &lab, shapes + n );
		Run( &lab, 1.0 / 60, 5 );
		tlTransform target = MakeFrame( 0, NAN, 0 );
		assert_int_equal( tlCollider_SetTarget( lab.world, id, &target ), tl_invalidArgument );
		assert_int_equal( tlCollider_Teleport( lab.world, id, &target ), tl_invalidArgument );
		for ( int step = 0; step < 5; ++step )
		{
			Run( &lab, 1.0 / 60, 1 );
			CheckFinite( &lab );
		}
		tlDestroyCollider( lab.world, id );
	}
	FreeLab( &lab );
}

// ---- the length of a step

static void TestStepLength( void** state )
{
	(void)state;
	Trio trio = MakeTrio( 1 ), clean = MakeTrio( 1 );
	Run( &trio.lab, 1.0 / 60, 20 );
	Run( &clean.lab, 1.0 / 60, 20 );
	size_t size = tlWorld_GetState( trio.lab.world, NULL, 0 );
	char *before = malloc( size ), *after = malloc( size );
	assert_true( before != NULL && after != NULL );
	tlWorld_GetState( trio.lab.world, before, size );
	tlBodyStats stats = *GetStats( &trio.lab );
	const double wrong[] = { -1.0 / 60, NAN, INFINITY, -INFINITY, -1e-300 };
	for ( size_t n = 0; n < sizeof wrong / sizeof wrong[0]; ++n )
	{
		tlError error = { tl_success, "" };
		assert_int_equal( tlWorld_Step( trio.lab.world, wrong[n], &error ), tl_invalidArgument );
		assert_non_null( strstr( error.message, "time step" ) );
		assert_int_equal( tlWorld_Step( trio.lab.world, wrong[n], NULL ), tl_invalidArgument );
	}
	Run( &trio.lab, 0.0, 3 );
	tlWorld_GetState( trio.lab.world, after, size );
	assert_memory_equal( before, after, size );
	tlBodyStats same = *GetStats( &trio.lab );
	assert_memory_equal( &stats, &same, sizeof stats );
	// And the next step is as if nothing had been.
	Run( &trio.lab, 1.0 / 60, 20 );
	Run( &clean.lab, 1.0 / 60, 20 );
	assert_true( tlWorld_Hash( trio.lab.world ) == tlWorld_Hash( clean.lab.world ) );
	Run( &trio.lab, 1e-9, 3 );
	CheckFinite( &trio.lab );
	Run( &trio.lab, 1.0, 3 );
	CheckFinite( &trio.lab );
	free( before );
	free( after );
	FreeLab( &trio.lab );
	FreeLab( &clean.lab );
}

// ---- next to nothing

static void TestSmallBodies( void** state )
{
	(void)state;
	const tlVec3 positions[3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } };
	const int32_t counts[] = { 0, 1, 3 };
	for ( int n = 0; n < 3 * tl_sweepCount; ++n )
	{
		LabDef def = MakeLabDef();
		def.world.budget.sweep = (tlSweep)( n / 3 );
		def.world.budget.recordResiduals = true;
		def.body.tetherMode = n % 2 == 0 ? tl_geodesicTethers : tl_euclideanTethers;
		Lab lab = MakeParticles( def, positions, counts[n % 3] );
		assert_int_equal( lab.count, counts[n % 3] );
		tlColliderDef plane = MakePlane( -100 );
		AddCollider( &lab, &plane );
		Run( &lab, 0.1, 10 );
		assert_int_equal( tlBody_GetPositions( lab.world, lab.body ).count, lab.count );
		assert_int_equal( GetStats( &lab )->particleCount, lab.count );
		for ( int32_t i = 0; i < lab.count; ++i )
		{
			CHECK_CLOSE( GetPosition( &lab, i ).y, positions[i].y - 9.81 * 0.01 * 55, 1e-5 ); // a free fall
			CHECK_CLOSE( GetPosition( &lab, i ).x, positions[i].x, 0 );
		}
		size_t size = tlWorld_GetState( lab.world, NULL, 0 );
		char* buffer = malloc( size );
		assert_non_null( buffer );
		assert_int_equal( tlWorld_GetState( lab.world, buffer, size ), size );
		assert_int_equal( tlWorld_SetState( lab.world, buffer, size, NULL ), tl_success );
		free( buffer );
		FreeLab( &lab );
	}
}

static void TestEmptyWorld( void** state )
{
	(void)state;
	size_t bytes = tlGetByteCount();
	tlWorldDef def = tlDefaultWorldDef();
	def.budget.threadCount = 2;
	tlWorld* world;
	assert_int_equal( tlCreateWorld( &def, &world, NULL ), tl_success );
	for ( int step = 0; step < 5; ++step )
	{
		assert_int_equal( tlWorld_Step( world, 1.0 / 60, NULL ), tl_success );
	}
	assert_int_equal( tlWorld_GetStats( world )->stepCount, 5 );
	assert_int_equal( tlWorld_GetStats( world )->bodyCount, 0 );
	tlBodyId none = TL_NULL_ID;
	assert_false( tlBody_IsValid( world, none ) );
	size_t size = tlWorld_GetState( world, NULL, 0 );
	char* buffer = malloc( size );
	assert_non_null( buffer );
	tlWorld_GetState( world, buffer, size );
	assert_int_equal( tlWorld_SetState( world, buffer, size, NULL ), tl_success );
	assert_int_equal( tlWorld_SetState( world, buffer, size - 1, NULL ), tl_invalidArgument );
	assert_int_equal( tlWorld_SetState( world, buffer, 0, NULL ), tl_invalidArgument );
	free( buffer );
	tlDestroyWorld( world );
	tlDestroyWorld( NULL );
	tlDestroyFabric( NULL );
	assert_int_equal( tlGetByteCount(), bytes );
}

// ---- ids

typedef struct Stale
{
	tlWorld* world;
	tlBodyId body;
	tlColliderId collider;
	int which;
} Stale;

static void UseStaleId( void* context )
{
	const Stale* s = context;
	tlTransform t = MakeFrame( 0, 0, 0 );
	tlPinDef pin = { s_pinned, 1, MakeFrame( 0, 0, 0 ), 0, 0 };
	tlMaterial material = tlDefaultMaterial();
	const double* history;
	int32_t pins;
	switch ( s->which )
	{
		case 0:
			tlBody_GetPositions( s->world, s->body );
			break;
		case 1:
			tlBody_GetVelocities( s->world, s->body );
			break;
		case 2:
			tlBody_GetOrigin( s->world, s->body );
			break;
		case 3:
			tlBody_GetPosition( s->world, s->body, 0 );
			break;
		case 4:
			tlBody_GetMass( s->world, s->body, 0 );
			break;
		case 5:
			tlBody_SetPosition( s->world, s->body, 0, t.p, tl_keepVelocity );
			break;
		case 6:
			tlBody_SetVelocity( s->world, s->body, 0, tlVec3_zero );
			break;
		case 7:
			tlBody_SetMaterial( s->world, s->body, &material, NULL );
			break;
		case 8:
			tlBody_GetMaterial( s->world, s->body );
			break;
		case 9:
			tlBody_AddPins( s->world, s->body, &pin, &pins, NULL );
			break;
		case 10:
			tlBody_ReleasePins( s->world, s->body, 0 );
			break;
		case 11:
			tlBody_SetPinTarget( s->world, s->body, 0, &t );
			break;
		case 12:
			tlBody_GetStats( s->world, s->body );
			break;
		case 13:
			tlBody_GetResidualHistory( s->world, s->body, &history );
			break;
		case 14:
			tlBody_GetConstraint( s->world, s->body, 0, 0 );
			break;
		case 15:
			tlDestroyBody( s->world, s->body );
			break;
		case 16:
			tlCollider_SetTarget( s->world, s->collider, &t );
			break;
		case 17:
			tlCollider_Teleport( s->world, s->collider, &t );
			break;
		case 18:
			tlCollider_GetTransform( s->world, s->collider );
			break;
		default:
			tlDestroyCollider( s->world, s->collider );
			break;
	}
}

static void TestStaleIds( void** state )
{
	(void)state;
	for ( int kind = 0; kind < 4; ++kind )
	{
		Trio trio = MakeTrio( 1 );
		tlColliderDef ball = tlDefaultColliderDef();
		Stale stale = { trio.lab.world, trio.bodies[1], AddCollider( &trio.lab, &ball ), 0 };
		if ( kind <= 1 ) // destroyed; destroyed and its place taken
		{
			tlDestroyBody( trio.lab.world, stale.body );
			tlDestroyCollider( trio.lab.world, stale.collider );
		}
		if ( kind == 1 )
		{
			tlBodyDef body = tlDefaultBodyDef();
			body.fabric = trio.lab.fabric;
			assert_int_equal( tlCreateBody( trio.lab.world, &body, trio.bodies + 1, NULL ), tl_success );
			AddCollider( &trio.lab, &ball );
		}
		if ( kind == 2 ) // null
		{
			stale.body = (tlBodyId)TL_NULL_ID;
			stale.collider = (tlColliderId)TL_NULL_ID;
		}
		if ( kind == 3 ) // never given out
		{
			stale.body.index1 = 1000;
			stale.collider.index1 = 1000;
		}
		assert_false( tlBody_IsValid( trio.lab.world, stale.body ) );
		assert_false( tlCollider_IsValid( trio.lab.world, stale.collider ) );
		for ( stale.which = 0; stale.which < 20; ++stale.which )
		{
			if ( !Asserts( UseStaleId, &stale ) )
			{
				fail_msg( "call %d took a stale id of kind %d", stale.which, kind );
			}
		}
		Run( &trio.lab, 1.0 / 60, 1 );
		FreeLab( &trio.lab );
	}
}

static void TestSlotsAreReused( void** state )
{
	(void)state;
	Trio trio = MakeTrio( 1 );
	tlBodyDef def = tlDefaultBodyDef();
	def.fabric = trio.lab.fabric;
	uint32_t slots = 3, generation = trio.bodies[1].generation;
	Run( &trio.lab, 1.0 / 60, 3 );
	size_t bytes = tlGetByteCount();
	for ( int round = 0; round < 20; ++round )
	{
		tlDestroyBody( trio.lab.world, trio.bodies[1] );
		assert_int_equal( tlWorld_GetStats( trio.lab.world )->bodyCount, 2 );
		assert_false( tlBody_IsValid( trio.lab.world, trio.bodies[1] ) );
		assert_true( tlBody_IsValid( trio.lab.world, trio.bodies[0] ) && tlBody_IsValid( trio.lab.world, trio.bodies[2] ) );
		Run( &trio.lab, 1.0 / 60, 1 );
		assert_int_equal( tlCreateBody( trio.lab.world, &def, trio.bodies + 1, NULL ), tl_success );
		assert_in_range( trio.bodies[1].index1, 1, slots );
		assert_int_not_equal( trio.bodies[1].generation, generation );
		generation = trio.bodies[1].generation;
		Run( &trio.lab, 1.0 / 60, 1 );
	}
	assert_true( tlGetByteCount() <= bytes ); // twenty lives cost no more than one
	FreeLab( &trio.lab );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestPoisonedVelocity ), cmocka_unit_test( TestPoisonedPosition ),
		cmocka_unit_test( TestFaultIsLogged ),    cmocka_unit_test( TestPoisonedTargets ),
		cmocka_unit_test( TestPoisonedCollider ), cmocka_unit_test( TestStepLength ),
		cmocka_unit_test( TestSmallBodies ),      cmocka_unit_test( TestEmptyWorld ),
		cmocka_unit_test( TestStaleIds ),         cmocka_unit_test( TestSlotsAreReused ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
