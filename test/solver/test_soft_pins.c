// Soft pins: particles drawn to a moving frame, each by a spring of its own.
// SPDX-License-Identifier: MIT
#include "lab.h"

static const int32_t s_first[3] = { 0, 1, 2 };

static tlPinDef MakePin( int32_t count, double compliance, double damping )
{
	return ( tlPinDef ){ .particles = s_first,
		                 .particleCount = count,
		                 .frame = MakeFrame( 0, 0, 0 ),
		                 .compliance = (tlReal)compliance,
		                 .damping = (tlReal)damping };
}

// Three loose particles of 1, 2 and 3 kg on one frame.
static Lab MakePinned( const tlPinDef* pins, int32_t pinCount, tlSweep sweep )
{
	static const tlVec3 positions[3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 0, 1 } };
	static const tlReal masses[3] = { 1, 2, 3 };
	LabDef def = MakeLabDef();
	def.world.budget.substepCount = 4;
	def.world.budget.sweep = sweep;
	def.world.budget.relaxation = 1;
	def.fabric.masses = masses;
	def.body.pins = pins;
	def.body.pinCount = pinCount;
	return MakeParticles( def, positions, 3 );
}

static tlConstraintState GetAttachment( const Lab* lab, int32_t index )
{
	const tlSetStats* set = FindSet( lab, "attachment" );
	assert_non_null( set );
	return tlBody_GetConstraint( lab->world, lab->body, (int32_t)( set - GetStats( lab )->sets ), index );
}

static void CheckAt( const Lab* lab, int32_t particle, double x, double y, double z, double tolerance )
{
	tlPosition p = GetPosition( lab, particle );
	if ( !( Length( p.x - x, p.y - y, p.z - z ) <= tolerance ) )
	{
		fail_msg( "particle %d is at %.9g %.9g %.9g, not at %.9g %.9g %.9g", particle, p.x, p.y, p.z, x, y, z );
	}
}

// At rest each spring holds the weight of its particle, m g, and is longer by m g alpha.
static void TestWeight( void** state )
{
	(void)state;
	const double alpha = 1e-3;
	for ( int sweep = 0; sweep < tl_sweepCount; ++sweep )
	{
		tlPinDef pin = MakePin( 3, alpha, 60 );
		Lab lab = MakePinned( &pin, 1, (tlSweep)sweep );
		assert_int_equal( GetStats( &lab )->pinnedCount, 0 );
		assert_int_equal( FindSet( &lab, "attachment" )->constraintCount, 3 );
		assert_int_equal( lab.count, 3 ); // anchors are no particles
		Run( &lab, 1.0 / 60, 600 );
		for ( int32_t i = 0; i < 3; ++i )
		{
			double weight = 9.81 * ( i + 1 );
			CheckAt( &lab, i, i == 1, -weight * alpha, i == 2, Pick( 2e-6, 1e-10 ) );
			tlConstraintState c = GetAttachment( &lab, i );
			assert_string_equal( c.type, "attach" );
			assert_int_equal( c.rowCount, 3 );
			CHECK_CLOSE( c.forces[0], 0, Pick( 1e-3, 1e-7 ) );
			CHECK_CLOSE( c.forces[1], -weight, Pick( 2e-3, 1e-7 ) );
			CHECK_CLOSE( c.forces[2], 0, Pick( 1e-3, 1e-7 ) );
			CHECK_CLOSE( c.compliances[1], alpha, 1e-9 );
		}
		FreeLab( &lab );
	}
}

// The frame goes on at a constant speed, and the particles go with it: the damping is relative to the frame, so nothing
// lags. Turning, each is pulled inward by the force of its circle.
static void TestMovingFrame( void** state )
{
	(void)state;
	const double alpha = 1e-3, dt = 1.0 / 120;
	tlPinDef pin = MakePin( 3, alpha, 60 );
	Lab lab = MakePinned( &pin, 1, tl_coloredSweep );
	for ( int32_t step = 1; step <= 600; ++step )
	{
		tlTransform target = MakeFrame( 2 * step * dt, -1 * step * dt, 0 );
		assert_int_equal( tlBody_SetPinTarget( lab.world, lab.body, 0, &target ), tl_success );
		Run( &lab, dt, 1 );
	}
	for ( int32_t i = 0; i < 3; ++i )
	{
		CheckAt( &lab, i, 10 + ( i == 1 ), -5 - 9.81 * ( i + 1 ) * alpha, i == 2, Pick( 1e-4, 1e-8 ) );
		tlPosition v = GetVelocity( &lab, i );
		CHECK_CLOSE( v.x, 2, Pick( 1e-2, 1e-7 ) );
		CHECK_CLOSE( v.y, -1, Pick( 1e-2, 1e-7 ) );
		CHECK_CLOSE( GetAttachment( &lab, i ).forces[1], -9.81 * ( i + 1 ), Pick( 0.5, 1e-5 ) );
	}
	FreeLab( &lab );

	lab = MakePinned( &pin, 1, tl_coloredSweep );
	tlWorld_SetGravity( lab.world, tlVec3_zero );
	const double rate = 3;
	for ( int32_t step = 1; step <= 1200; ++step )
	{
		tlTransform target = MakeFrame( 0, 0, 0 );
		target.q = tlMakeQuat( ( tlVec3 ){ 0, 1, 0 }, rate * step * dt );
		tlBody_SetPinTarget( lab.world, lab.body, 0, &target );
		Run( &lab, dt, 1 );
	}
	CheckAt( &lab, 0, 0, 0, 0, 1e-5 );
	for ( int32_t i = 1; i < 3; ++i )
	{
		double m = i + 1, radius = 1 / ( 1 - alpha * m * rate * rate ); // k (r - 1) = m w^2 r
		tlPosition p = GetPosition( &lab, i );
		CHECK_CLOSE( Length( p.x, p.y, p.z ), radius, 2e-3 );
		CHECK_CLOSE( GetSpeed( &lab, i ), rate * radius, 2e-2 );
		tlConstraintState c = GetAttachment( &lab, i );
		CHECK_CLOSE( Length( c.forces[0], c.forces[1], c.forces[2] ), m * rate * rate * radius, 0.5 );
	}
	FreeLab( &lab );
}

// Two frames share the weight by their stiffness; a hard pin on the same particle overrides both.
static void TestTogether( void** state )
{
	(void)state;
	tlPinDef pins[3] = { MakePin( 3, 1e-3, 60 ), MakePin( 2, 3e-3, 60 ), MakePin( 1, 0, 0 ) };
	Lab lab = MakePinned( pins, 3, tl_coloredSweep );
	tlBudget budget = tlWorld_GetBudget( lab.world );
	budget.iterationCount = 60; // what comes first in a single sweep gives way to what comes after
	assert_int_equal( tlWorld_SetBudget( lab.world, &budget, NULL ), tl_success );
	assert_int_equal( FindSet( &lab, "attachment" )->constraintCount, 5 );
	assert_int_equal( GetStats( &lab )->pinnedCount, 1 );
	Run( &lab, 1.0 / 60, 600 );
	CheckAt( &lab, 0, 0, 0, 0, 0 );
	double sag = 2 * 9.81 / ( 1000 + 1000.0 / 3 );
	CheckAt( &lab, 1, 1, -sag, 0, Pick( 2e-6, 1e-8 ) );
	CHECK_CLOSE( GetAttachment( &lab, 1 ).forces[1], -1000 * sag, Pick( 1e-2, 1e-5 ) );
	CHECK_CLOSE( GetAttachment( &lab, 4 ).forces[1], -1000 * sag / 3, Pick( 1e-2, 1e-5 ) );
	FreeLab( &lab );
}

static void TestRelease( void** state )
{
	(void)state;
	tlPinDef pins[2] = { MakePin( 3, 1e-3, 60 ), MakePin( 1, 1e-2, 60 ) };
	Lab lab = MakePinned( pins, 2, tl_coloredSweep );
	Run( &lab, 1.0 / 60, 300 );
	tlPosition before[3] = { GetPosition( &lab, 0 ), GetPosition( &lab, 1 ), GetPosition( &lab, 2 ) };
	tlBody_ReleasePins( lab.world, lab.body, 0 );
	tlBody_ReleasePins( lab.world, lab.body, 0 ); // once is enough
	assert_int_equal( FindSet( &lab, "attachment" )->constraintCount, 1 );
	tlTransform away = MakeFrame( 100, 0, 0 );
	tlBody_SetPinTarget( lab.world, lab.body, 0, &away ); // of a frame that draws nothing any more
	int32_t n = 30 * 4;
	double h = 1.0 / 240, fall = 9.81 * h * h * n * ( n + 1 ) / 2;
	Run( &lab, 1.0 / 60, 30 );
	CheckAt( &lab, 1, before[1].x, before[1].y - fall, before[1].z, Pick( 1e-4, 1e-6 ) );
	CheckAt( &lab, 2, before[2].x, before[2].y - fall, before[2].z, Pick( 1e-4, 1e-6 ) );
	CHECK_ABOVE( GetPosition( &lab, 0 ).y, -0.3 ); // the other still draws it
	Run( &lab, 1.0 / 60, 600 );
	CheckAt( &lab, 0, 0, -9.81e-2, 0, 1e-5 );
	tlBody_ReleasePins( lab.world, lab.body, 1 );
	assert_null( FindSet( &lab, "attachment" ) );

	// Drawn anew to where it is now, by a stiffer spring.
	tlPosition at = GetPosition( &lab, 0 );
	tlPinDef pin = MakePin( 1, 1e-3, 60 );
	pin.frame = MakeFrame( 3, 4, 5 );
	int32_t number = -1;
	assert_int_equal( tlBody_AddPins( lab.world, lab.body, &pin, &number, NULL ), tl_success );
	assert_int_equal( number, 2 );
	Run( &lab, 1.0 / 60, 300 );
	CheckAt( &lab, 0, at.x, at.y - 9.81e-3, at.z, Pick( 2e-6, 1e-8 ) );
	FreeLab( &lab );
}

static void TestWrong( void** state )
{
	(void)state;
	const double wrong[][2] = { { -1, 0 }, { NAN, 0 }, { INFINITY, 0 }, { 1, -1 }, { 1, NAN }, { 1, INFINITY } };
	tlPinDef good = MakePin( 1, 1e-3, 1 );
	Lab lab = MakePinned( &good, 1, tl_coloredSweep );
	for ( int i = 0; i < 6; ++i )
	{
		tlPinDef pin = MakePin( 2, wrong[i][0], wrong[i][1] );
		int32_t number = -1;
		tlError error = { tl_success, "" };
		assert_int_equal( tlBody_AddPins( lab.world, lab.body, &pin, &number, &error ), tl_invalidArgument );
		assert_non_null( strstr( error.message, "compliance and damping" ) );
	}
	assert_int_equal( FindSet( &lab, "attachment" )->constraintCount, 1 );
	tlTransform target = MakeFrame( NAN, 0, 0 );
	assert_int_equal( tlBody_SetPinTarget( lab.world, lab.body, 0, &target ), tl_invalidArgument );
	Run( &lab, 1.0 / 60, 10 );
	CheckFinite( &lab );
	FreeLab( &lab );
}

// ---- snapshots

// A rod of twelve segments, held at one end, drawn by soft pins at three others, which come and go, beside a cloth.
static Lab MakeRod( tlSweep sweep )
{
	static const int32_t held[2] = { 0, 1 };
	static tlPinDef pins[2];
	pins[0] = ( tlPinDef ){ .particles = held, .particleCount = 2, .frame = MakeFrame( 0, 0, 0 ) };
	static const int32_t drawn[3] = { 6, 9, 12 };
	pins[1] = ( tlPinDef ){
		.particles = drawn, .particleCount = 3, .frame = MakeFrame( 0.5, 0, 0 ), .compliance = (tlReal)1e-2, .damping = 1
	};
	LabDef def = MakeLabDef();
	def.world.budget.substepCount = 5;
	def.world.budget.sweep = sweep;
	def.world.budget.relaxation = 1;
	def.fabric.rod = true;
	def.body.material.measured = true;
	def.body.material.globalDamping = (tlReal)0.1;
	def.body.pins = pins;
	def.body.pinCount = 2;
	Lab lab = MakeChain( def, 13, 0.1, ( tlVec3 ){ 1, 0, 0 } );
	int32_t number = -1;
	pins[1].compliance = (tlReal)1e-3;
	assert_int_equal( tlBody_AddPins( lab.world, lab.body, pins + 1, &number, NULL ), tl_success );
	tlBody_ReleasePins( lab.world, lab.body, 1 );
	return lab;
}

static void Drive( const Lab* lab, int32_t from, int32_t to )
{
	for ( int32_t step = from; step < to; ++step )
	{
		tlTransform hard = MakeFrame( 0, 0.2 * sin( 0.1 * step ), 0 ), soft = MakeFrame( 0.5, 0, 0.1 * sin( 0.2 * step ) );
		hard.q = tlMakeQuat( ( tlVec3 ){ 1, 0, 1 }, 0.05 * step );
		soft.q = tlMakeQuat( ( tlVec3 ){ 0, 1, 0 }, 0.02 * step );
		tlBody_SetPinTarget( lab->world, lab->body, 0, &hard );
		tlBody_SetPinTarget( lab->world, lab->body, 2, &soft );
		Run( lab, 1.0 / 60, 1 );
	}
}

static void CheckSame( const Lab* a, const Lab* b )
{
	assert_true( tlWorld_Hash( a->world ) == tlWorld_Hash( b->world ) );
	tlView p = tlBody_GetPositions( a->world, a->body ), q = tlBody_GetPositions( b->world, b->body );
	assert_memory_equal( p.data, q.data, (size_t)p.count * (size_t)p.stride );
	p = tlBody_GetFrames( a->world, a->body );
	q = tlBody_GetFrames( b->world, b->body );
	assert_int_equal( p.count, 12 );
	assert_memory_equal( p.data, q.data, (size_t)p.count * (size_t)p.stride );
}

static void TestSnapshot( void** state )
{
	(void)state;
	const tlSweep sweeps[] = { tl_coloredSweep, tl_alternatingSweep, tl_jacobiSweep };
	for ( int n = 0; n < 3; ++n )
	{
		Lab first = MakeRod( sweeps[n] ), second = MakeRod( sweeps[n] );
		assert_int_equal( FindSet( &first, "attachment" )->constraintCount, 3 );
		Drive( &first, 0, 37 );
		size_t size = tlWorld_GetState( first.world, NULL, 0 );
		char* bytes = malloc( size );
		assert_non_null( bytes );
		tlWorld_GetState( first.world, bytes, size );
		Drive( &first, 37, 80 );
		CheckFinite( &first );

		// In a fresh world, in one that has gone elsewhere, and back in the first itself.
		assert_int_equal( tlWorld_SetState( second.world, bytes, size, NULL ), tl_success );
		Drive( &second, 37, 80 );
		CheckSame( &first, &second );
		Drive( &second, 5, 20 );
		assert_int_equal( tlWorld_SetState( second.world, bytes, size, NULL ), tl_success );
		Drive( &second, 37, 80 );
		CheckSame( &first, &second );
		assert_int_equal( tlWorld_SetState( first.world, bytes, size, NULL ), tl_success );
		Drive( &first, 37, 80 );
		CheckSame( &first, &second );

		// A world without the anchors has another state.
		tlPinDef pin = MakePin( 1, 1e-3, 0 );
		int32_t number = -1;
		assert_int_equal( tlBody_AddPins( second.world, second.body, &pin, &number, NULL ), tl_success );
		assert_int_equal( tlWorld_SetState( second.world, bytes, size, NULL ), tl_invalidArgument );
		free( bytes );
		FreeLab( &first );
		FreeLab( &second );
	}
	assert_int_equal( tlGetByteCount(), 0 );
}

// Once prepared, steps with soft pins and frames allocate nothing.
static void TestNoAllocation( void** state )
{
	(void)state;
	Lab lab = MakeRod( tl_coloredSweep );
	Drive( &lab, 0, 2 );
	uint64_t before = tlGetAllocationCount();
	Drive( &lab, 2, 20 );
	assert_true( tlGetAllocationCount() == before );
	FreeLab( &lab );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestWeight ),       cmocka_unit_test( TestMovingFrame ), cmocka_unit_test( TestTogether ),
		cmocka_unit_test( TestRelease ),      cmocka_unit_test( TestWrong ),       cmocka_unit_test( TestSnapshot ),
		cmocka_unit_test( TestNoAllocation ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
