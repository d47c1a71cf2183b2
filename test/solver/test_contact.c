// Contact, friction and restitution against closed forms; colliders that could hold a cloth, lose it or leave it behind.
// SPDX-License-Identifier: MIT
#include "lab.h"

static tlMaterial MakeMaterial( double staticFriction, double kineticFriction, double restitution )
{
	tlMaterial m = MakeHardMaterial();
	m.staticFriction = (tlReal)staticFriction;
	m.kineticFriction = (tlReal)kineticFriction;
	m.restitution = (tlReal)restitution;
	return m;
}

// ---- a slope

typedef struct Slope
{
	double degrees, friction, colliderFriction; // the collider's negative: the material's
	double dt;
	int32_t substepCount;
	bool box;   // a box in place of a plane, sent each step to where it is
	bool cloth; // in place of one particle
} Slope;

// How far the thing has slid down after a second [m].
static double MeasureSlide( const Slope* slope )
{
	double radians = slope->degrees * TL_PI / 180;
	LabDef def = MakeLabDef();
	def.world.budget.substepCount = slope->substepCount;
	def.body.material = MakeMaterial( slope->friction, slope->friction, 0 );
	def.body.transform.q = tlMakeQuat( ( tlVec3 ){ 0, 0, 1 }, radians );
	Lab lab = slope->cloth ? MakeGrid( def, 6, 6, 0.05, false ) : MakeParticles( def, &tlVec3_zero, 1 );
	tlColliderDef collider = slope->box ? MakeBox( 0, 0, 0, 4, 0.5, 4 ) : MakePlane( 0 );
	collider.transform.q = def.body.transform.q;
	tlVec3 down = tlRotate( collider.transform.q, ( tlVec3 ){ 0, (tlReal)-0.5, 0 } );
	collider.transform.p = slope->box ? ( tlPosition ){ down.x, down.y, down.z } : collider.transform.p;
	collider.staticFriction = collider.kineticFriction = (tlReal)slope->colliderFriction;
	tlColliderId id = AddCollider( &lab, &collider );
	tlPosition before = GetCenter( &lab );
	for ( int32_t i = 0; i < (int32_t)( 1 / slope->dt + 0.5 ); ++i )
	{
		if ( slope->box )
		{
			tlCollider_SetTarget( lab.world, id, &collider.transform );
		}
		Run( &lab, slope->dt, 1 );
	}
	tlPosition after = GetCenter( &lab );
	FreeLab( &lab );
	return -cos( radians ) * ( after.x - before.x ) - sin( radians ) * ( after.y - before.y );
}

static void TestSlope( void** state )
{
	(void)state;
	double margin = Pick( 0.1, 0.0 ); // floats round the slope itself
	for ( int n = 0; n < 16; ++n )
	{
		Slope slope = { .friction = 0.5, .colliderFriction = -1 };
		slope.dt = n % 2 == 0 ? 1.0 / 60 : 1.0 / 600;
		// In floats, 1/2400 s of gravity is 2e-6 m: at half a metre from the middle of the box that is a few dozen
		// roundings.
		bool fine = Pick( 0, 1 ) > 0 || n % 2 == 0;
		slope.substepCount = fine && n / 2 % 2 != 0 ? 4 : 1;
		slope.box = n / 4 % 2 != 0;
		slope.cloth = n / 8 % 2 != 0;
		// atan(0.5) = 26.565 degrees.
		slope.degrees = 26.56 - margin;
		CHECK_CLOSE( MeasureSlide( &slope ), 0, Pick( 1e-5, 1e-9 ) );
		slope.degrees = 26.57 + margin;
		double radians = slope.degrees * TL_PI / 180;
		double way = 0.5 * 9.81 * ( sin( radians ) - 0.5 * cos( radians ) ); // of a second, at the limit of short steps
		double h = slope.dt / slope.substepCount;
		CHECK_CLOSE( MeasureSlide( &slope ), way * ( 1 + h ), Pick( 0.05, 1e-3 ) * way );
	}
}

static void TestColliderFriction( void** state )
{
	(void)state;
	Slope slope = { .degrees = 20, .friction = 0.1, .colliderFriction = 0.8, .dt = 1.0 / 60, .substepCount = 4 };
	CHECK_CLOSE( MeasureSlide( &slope ), 0, Pick( 1e-5, 1e-9 ) );
	slope.friction = 0.8;
	slope.colliderFriction = 0;
	double radians = 20 * TL_PI / 180;
	CHECK_CLOSE( MeasureSlide( &slope ), 0.5 * 9.81 * sin( radians ), 0.02 );
	slope.colliderFriction = 0.1;
	CHECK_CLOSE( MeasureSlide( &slope ), 0.5 * 9.81 * ( sin( radians ) - 0.1 * cos( radians ) ), 0.02 );
}

static void TestKineticFriction( void** state )
{
	(void)state;
	for ( int32_t substepCount = 1; substepCount <= 16; substepCount *= 4 )
	{
		LabDef def = MakeLabDef();
		def.world.budget.substepCount = substepCount;
		def.body.material = MakeMaterial( 0.35, 0.3, 0 );
		Lab lab = MakeParticles( def, &tlVec3_zero, 1 );
		tlColliderDef plane = MakePlane( 0 );
		AddCollider( &lab, &plane );
		Push( &lab, 0, 3, 0, 4 );
		Run( &lab, 1.0 / 60, 30 );
		double speed = 5 - 0.3 * 9.81 * 0.5;
		// In floats, what friction takes from a position in a substep is rounded at 2 m.
		CHECK_CLOSE( GetSpeed( &lab, 0 ), speed, Pick( 0.02, 1e-6 ) );
		CHECK_CLOSE( GetVelocity( &lab, 0 ).x / GetVelocity( &lab, 0 ).z, 0.75, Pick( 5e-3, 1e-9 ) ); // straight on
		// It stops where half a square of the speed is used up, and stays.
		Run( &lab, 1.0 / 60, 120 );
		tlPosition p = GetPosition( &lab, 0 );
		double h = 1.0 / 60 / substepCount;
		CHECK_CLOSE( Length( p.x, 0, p.z ), 25 / ( 2 * 0.3 * 9.81 ), 5 * h + Pick( 0.04, 1e-3 ) );
		CHECK_BELOW( GetSpeed( &lab, 0 ), Pick( 1e-4, 1e-9 ) );
		FreeLab( &lab );
	}
}

// ---- things that move

static void TestMovingPlate( void** state )
{
	(void)state;
	for ( int n = 0; n < 6; ++n )
	{
		bool turning = n >= 3;
		LabDef def = MakeLabDef();
		def.world.budget.substepCount = n % 3 == 0 ? 1 : ( n % 3 == 1 ? 4 : 16 );
		def.body.material = tlDefaultMaterial();
		def.body.material.staticFriction = def.body.material.kineticFriction = (tlReal)0.8;
		def.body.transform.p.y = def.body.material.thickness;
		def.body.velocity.x = (tlReal)( turning ? 0 : 0.6 );
		def.body.angularVelocity.y = (tlReal)( turning ? 1 : 0 );
		Lab lab = MakeGrid( def, 11, 11, 0.1, false );
		tlColliderDef plate = MakeBox( 0, -0.05, 0, 1, 0.05, 1 );
		tlColliderId id = AddCollider( &lab, &plate );
		tlTransform target = plate.transform;
		for ( int32_t i = 1; i <= 60; ++i )
		{
			target.p.x = turning ? 0 : 0.6 * i / 60;
			target.q = turning ? tlMakeQuat( ( tlVec3 ){ 0, 1, 0 }, i / 60.0 ) : target.q;
			tlCollider_SetTarget( lab.world, id, &target );
			Run( &lab, 1.0 / 60, 1 );
		}
		const tlVec3* rest = tlFabric_GetRestPositions( lab.fabric );
		for ( int32_t i = 0; i < lab.count; ++i )
		{
			tlVec3 seen = tlInvTransformPoint( &target, GetPosition( &lab, i ) ); // from the plate
			CHECK_BELOW( Length( seen.x - rest[i].x, 0, seen.z - rest[i].z ), 0.01 );
			CHECK_CLOSE( seen.y, 0.05 + 0.002, 1e-3 );
		}
		FreeLab( &lab );
	}
}

static void TestPinched( void** state )
{
	(void)state;
	for ( int32_t substepCount = 1; substepCount <= 16; substepCount *= 4 )
	{
		LabDef def = MakeLabDef();
		def.world.budget.substepCount = substepCount;
		def.body.material = tlDefaultMaterial();
		Lab lab = MakeGrid( def, 9, 9, 0.05, false );
		tlColliderDef below = MakeBox( 0, -0.49, 0, 1, 0.5, 1 ), above = MakeBox( 0, 0.49, 0, 1, 0.5, 1 );
		AddCollider( &lab, &below );
		AddCollider( &lab, &above );
		Run( &lab, 1.0 / 60, 240 );
		CheckFinite( &lab );
		const tlBodyStats* stats = GetStats( &lab );
		// Two surfaces 2 cm into each other, each wants 2 mm: no place is right, and that is said.
		CHECK_CLOSE( stats->contactPenetration, 0.024, 1e-4 );
		assert_true( stats->contactCount >= lab.count );
		CHECK_BELOW( stats->maxSpeed, 1e-2 );
		for ( int32_t i = 0; i < lab.count; ++i )
		{
			CHECK_BELOW( fabs( GetPosition( &lab, i ).y ), 0.0125 );
		}
		FreeLab( &lab );
	}
}

// A cloth, and a ball of points, go over the edge of a table without friction: nothing holds them.
static void TestLeavesTheEdge( void** state )
{
	(void)state;
	for ( int n = 0; n < 4; ++n )
	{
		LabDef def = MakeLabDef();
		def.world.budget.substepCount = n % 2 == 0 ? 4 : 16;
		def.body.material = tlDefaultMaterial();
		def.body.material.staticFriction = def.body.material.kineticFriction = 0;
		def.body.velocity.x = (tlReal)0.5;
		tlVec3 ball[24];
		tlConstraintDef links[276];
		int32_t linkCount = 0;
		for ( int32_t i = 0; i < 24; ++i ) // spread evenly over a sphere of 10 cm (Fibonacci's lattice)
		{
			double y = 1 - ( 2 * i + 1 ) / 24.0, r = sqrt( 1 - y * y ), angle = 2.399963229728653 * i;
			ball[i] =
			    ( tlVec3 ){ (tlReal)( 0.1 * r * cos( angle ) ), (tlReal)( 0.1 * y ), (tlReal)( 0.1 * r * sin( angle ) ) };
			for ( int32_t j = 0; j < i; ++j )
			{
				links[linkCount++] = ( tlConstraintDef ){
					.type = "distance", .particles = { j, i }, .useRestShape = true, .compliance = (tlReal)1e-4
				};
			}
		}
		def.body.transform.p = ( tlPosition ){ 0.3, n < 2 ? 0.01 : 0.11, 0 };
		def.fabric.constraints = n < 2 ? NULL : links;
		def.fabric.constraintCount = n < 2 ? 0 : linkCount;
		Lab lab = n < 2 ? MakeGrid( def, 8, 8, 0.04, false ) : MakeParticles( def, ball, 24 );
		tlColliderDef table = MakeBox( 0, -0.05, 0, 0.5, 0.05, 0.5 );
		AddCollider( &lab, &table );
		Run( &lab, 1.0 / 60, 5 );
		CHECK_ABOVE( GetCenter( &lab ).y, n < 2 ? -0.01 : 0.08 ); // still on the table
		Run( &lab, 1.0 / 60, 175 );
		for ( int32_t i = 0; i < lab.count; ++i )
		{
			CHECK_BELOW( GetPosition( &lab, i ).y, -1 );
			CHECK_ABOVE( GetPosition( &lab, i ).x, 0.5 );
			CHECK_CLOSE( GetPosition( &lab, i ).z, GetCenter( &lab ).z, 0.3 );
		}
		FreeLab( &lab );
	}
}

// ---- rebound and rest

static void TestRestitution( void** state )
{
	(void)state;
	const double rebounds[] = { 0, 0.25, 0.5, 0.8, 1 };
	for ( int n = 0; n < 10; ++n )
	{
		double rebound = rebounds[n / 2], highest = 0, highestYet = 0;
		LabDef def = MakeLabDef();
		def.world.budget.substepCount = 16;
		def.body.material = MakeMaterial( 0, 0, n % 2 == 0 ? rebound : 0.3 );
		tlVec3 start = { 0, 1, 0 };
		Lab lab = MakeParticles( def, &start, 1 );
		tlColliderDef plane = MakePlane( 0 );
		plane.restitution = n % 2 == 0 ? -1 : (tlReal)rebound; // the collider's own counts
		AddCollider( &lab, &plane );
		for ( int32_t i = 0; i < 300; ++i )
		{
			Run( &lab, 1.0 / 120, 1 );
			double y = GetPosition( &lab, 0 ).y, time = ( i + 1 ) / 120.0;
			// Down in sqrt(2 h / g), and up and down again in e times as long, twice.
			double fall = sqrt( 2 / 9.81 );
			highest = time > fall + 0.02 && time < fall * ( 1 + 2 * rebound ) ? fmax( highest, y ) : highest;
			highestYet = fmax( highestYet, y );
			CHECK_ABOVE( y, -1e-5 );
		}
		CHECK_CLOSE( highest, rebound * rebound, 0.02 );
		CHECK_BELOW( highestYet, 1.0 + 1e-6 ); // never higher than it came from
		FreeLab( &lab );
	}
}

static void TestRestsStill( void** state )
{
	(void)state;
	LabDef def = MakeLabDef();
	def.world.budget = tlDefaultBudget();
	def.body.material = tlDefaultMaterial();
	def.body.material.globalDamping = 2;
	def.body.transform.p.y = 0.65;
	Lab lab = MakeGrid( def, 50, 50, 0.02, false );
	tlColliderDef floor = MakePlane( 0 ), ball = tlDefaultColliderDef();
	ball.shape.radius = (tlReal)0.3;
	ball.transform = MakeFrame( 0, 0.3, 0 );
	AddCollider( &lab, &floor );
	AddCollider( &lab, &ball );
	Run( &lab, 1.0 / 60, 300 );
	double energy = 1e9;
	for ( int32_t second = 0; second < 5; ++second )
	{
		Run( &lab, 1.0 / 60, 60 );
		const tlBodyStats* stats = GetStats( &lab );
		double now = stats->kineticEnergy + stats->potentialEnergy + stats->elasticEnergy;
		double mass = 0.2 * 0.98 * 0.98;
		CHECK_BELOW( sqrt( 2 * stats->kineticEnergy / mass ), 1e-3 );
		CHECK_BELOW( now, energy * ( 1 + 1e-4 ) );
		energy = now;
		CHECK_BELOW( stats->contactPenetration, 1e-3 );
	}
	FreeLab( &lab );
}

static void TestFastParticle( void** state )
{
	(void)state;
	// A half space stops anything.
	LabDef def = MakeLabDef();
	def.world.budget.substepCount = 16;
	def.body.material.thickness = (tlReal)0.002;
	tlVec3 start = { 0, 1, 0 };
	Lab lab = MakeParticles( def, &start, 1 );
	tlColliderDef plane = MakePlane( 0 );
	AddCollider( &lab, &plane );
	Push( &lab, 0, 0, -300, 0 );
	Run( &lab, 1.0 / 60, 60 );
	CHECK_CLOSE( GetPosition( &lab, 0 ).y, 0.002, 1e-5 );
	FreeLab( &lab );
	// A plate stops what does not get beyond its middle in a substep: at 30 m/s and 5 mm to the middle, 1/9600 s is enough.
	for ( int n = 0; n < 20; ++n )
	{
		def.world.budget.substepCount = 160;
		start.y = (tlReal)( 0.5 + 0.0017 * n ); // wherever the substeps fall
		lab = MakeParticles( def, &start, 1 );
		tlColliderDef plate = MakeBox( 0, 0, 0, 0.5, 0.005, 0.5 );
		AddCollider( &lab, &plate );
		Push( &lab, 0, 0, -30, 0 );
		Run( &lab, 1.0 / 60, 60 );
		CHECK_CLOSE( GetPosition( &lab, 0 ).y, 0.007, 1e-5 );
		FreeLab( &lab );
		// With 16 substeps it takes 3 cm at a time and may pass, as the guide says; it must not stay inside.
		def.world.budget.substepCount = 16;
		lab = MakeParticles( def, &start, 1 );
		AddCollider( &lab, &plate );
		Push( &lab, 0, 0, -30, 0 );
		Run( &lab, 1.0 / 60, 60 );
		double y = GetPosition( &lab, 0 ).y;
		assert_true( fabs( y - 0.007 ) < 1e-5 || y < -4 );
		FreeLab( &lab );
	}
}

// The very first substep counts too: the broad phase must know the speed that the particle was given, not the one it had.
static void TestFastFromTheStart( void** state )
{
	(void)state;
	LabDef def = MakeLabDef();
	def.world.budget.substepCount = 16;
	def.body.material.thickness = (tlReal)0.002;
	tlVec3 start = { 0, (tlReal)0.05, 0 };
	Lab lab = MakeParticles( def, &start, 1 );
	tlColliderDef plate = MakeBox( 0, 0, 0, 0.5, 0.03, 0.5 );
	AddCollider( &lab, &plate );
	Push( &lab, 0, 0, -25, 0 ); // 2.6 cm in a substep: 6 mm into the plate
	Run( &lab, 1.0 / 60, 60 );
	CHECK_CLOSE( GetPosition( &lab, 0 ).y, 0.032, 1e-5 );
	FreeLab( &lab );
}

static void TestColliderGoesAway( void** state )
{
	(void)state;
	LabDef def = MakeLabDef();
	def.world.budget.substepCount = 4;
	def.body.material = tlDefaultMaterial();
	def.body.transform.p.y = 0.002;
	Lab lab = MakeGrid( def, 8, 8, 0.05, false );
	tlColliderDef table = MakeBox( 0, -0.05, 0, 1, 0.05, 1 );
	tlColliderId id = AddCollider( &lab, &table );
	Run( &lab, 1.0 / 60, 30 );
	assert_int_equal( GetStats( &lab )->contactCount, lab.count );
	double y = GetCenter( &lab ).y;
	tlDestroyCollider( lab.world, id );
	assert_int_equal( tlWorld_GetStats( lab.world )->colliderCount, 0 );
	assert_int_equal( tlWorld_GetStats( lab.world )->contactCount, 0 );
	Run( &lab, 1.0 / 60, 30 );
	CHECK_CLOSE( GetCenter( &lab ).y, y - 0.5 * 9.81 * 0.25, 0.03 ); // a free fall from that moment
	assert_int_equal( GetStats( &lab )->contactCount, 0 );
	// A new one in its place is a new one, and catches.
	tlColliderDef ground = MakePlane( -2 );
	tlColliderId second = AddCollider( &lab, &ground );
	assert_int_equal( second.index1, id.index1 );
	assert_false( tlCollider_IsValid( lab.world, id ) );
	Run( &lab, 1.0 / 60, 120 );
	for ( int32_t i = 0; i < lab.count; ++i )
	{
		CHECK_CLOSE( GetPosition( &lab, i ).y, -1.998, 1e-3 );
	}
	FreeLab( &lab );
}

static void TestPinnedDoNotCollide( void** state )
{
	(void)state;
	const int32_t pinned[] = { 0 };
	tlPinDef pin = { pinned, 1, MakeFrame( 0, 0, 0 ), 0, 0 };
	tlVec3 positions[2] = { { 0, 0, 0 }, { 0, 0, 1 } };
	LabDef def = MakeLabDef();
	def.body.pins = &pin;
	def.body.pinCount = 1;
	Lab lab = MakeParticles( def, positions, 2 );
	tlColliderDef box = MakeBox( 0, 0.1, 0, 0.5, 0.5, 2 );
	AddCollider( &lab, &box );
	Run( &lab, 1.0 / 60, 10 );
	tlPosition held = GetPosition( &lab, 0 ), free = GetPosition( &lab, 1 );
	assert_true( held.x == 0 && held.y == 0 && held.z == 0 );
	CHECK_BELOW( free.y, -0.4 + 1e-6 ); // its twin is pushed out below
	assert_in_range( tlWorld_GetStats( lab.world )->candidateCount, 0, 1 );
	FreeLab( &lab );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestSlope ),
		cmocka_unit_test( TestColliderFriction ),
		cmocka_unit_test( TestKineticFriction ),
		cmocka_unit_test( TestMovingPlate ),
		cmocka_unit_test( TestPinched ),
		cmocka_unit_test( TestLeavesTheEdge ),
		cmocka_unit_test( TestRestitution ),
		cmocka_unit_test( TestRestsStill ),
		cmocka_unit_test( TestFastParticle ),
		cmocka_unit_test( TestFastFromTheStart ),
		cmocka_unit_test( TestColliderGoesAway ),
		cmocka_unit_test( TestPinnedDoNotCollide ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
