// Cosserat rods: frames and what holds them, twist, rest shapes, damping, energy and bits.
// SPDX-License-Identifier: MIT
#include "lab.h"

typedef struct Rod
{
	LabDef def;
	tlPinDef pins[2];
	int32_t start[2], end[2];
} Rod;

// EI, GJ 0.01 N m^2, EA 100 N, 0.1 kg/m.
static void MakeRodDef( Rod* rod, int32_t count, bool startHeld, bool endHeld )
{
	rod->def = MakeLabDef();
	LabDef* def = &rod->def;
	def->fabric.rod = true;
	def->world.budget.substepCount = 16;
	def->world.budget.iterationCount = 4;
	def->world.budget.sweep = tl_symmetricSweep;
	def->body.material.measured = true;
	def->body.material.axialStiffness = 100;
	def->body.material.ropeBending = (tlReal)0.01;
	def->body.material.ropeTwist = (tlReal)0.01;
	def->body.material.linearDensity = (tlReal)0.1;
	rod->start[0] = 0;
	rod->start[1] = 1;
	rod->end[0] = count - 2;
	rod->end[1] = count - 1;
	rod->pins[0] = ( tlPinDef ){ .particles = rod->start, .particleCount = 2, .frame = tlTransform_identity };
	rod->pins[1] = ( tlPinDef ){ .particles = rod->end, .particleCount = 2, .frame = tlTransform_identity };
	def->body.pins = startHeld ? rod->pins : rod->pins + 1;
	def->body.pinCount = startHeld + endHeld;
}

static tlQuat GetFrame( const Lab* lab, int32_t i )
{
	tlView view = tlBody_GetFrames( lab->world, lab->body );
	const tlReal* q = view.data + (size_t)i * ( (size_t)view.stride / sizeof( tlReal ) );
	return ( tlQuat ){ q[0], q[1], q[2], q[3] };
}

static double Settle( const Lab* lab, double seconds )
{
	tlMaterial material = tlBody_GetMaterial( lab->world, lab->body ), damped = material;
	damped.globalDamping = 4;
	assert_int_equal( tlBody_SetMaterial( lab->world, lab->body, &damped, NULL ), tl_success );
	Run( lab, 1.0 / 60, (int32_t)( 60 * seconds ) );
	assert_int_equal( tlBody_SetMaterial( lab->world, lab->body, &material, NULL ), tl_success );
	return GetStats( lab )->maxSpeed;
}

// A rod stretches by its own constraint alone, not by the edges' beside it.
static void TestStretchesOnce( void** state )
{
	(void)state;
	Rod rod;
	MakeRodDef( &rod, 11, true, false );
	Lab lab = MakeChain( rod.def, 11, 0.1, ( tlVec3 ){ 0, -1, 0 } );
	assert_non_null( FindSet( &lab, "rod stretch" ) );
	assert_non_null( FindSet( &lab, "rod bend" ) );
	assert_null( FindSet( &lab, "stretch" ) );
	assert_null( FindSet( &lab, "bend" ) );
	Settle( &lab, 6 );
	// 9 segments below the pins, each with what hangs on it: half a node at the tip.
	double right = 0, node = 0.01;
	for ( int32_t i = 0; i < 9; ++i )
	{
		right += ( i + 0.5 ) * node * 9.81 * 0.1 / 100;
	}
	CHECK_CLOSE( -GetPosition( &lab, 10 ).y - 1, right, 0.05 * right );
	FreeLab( &lab );
}

// Frames stay of unit length, and their third axes along the segments.
static void TestFramesFollow( void** state )
{
	(void)state;
	Rod rod;
	MakeRodDef( &rod, 16, true, false );
	Lab lab = MakeChain( rod.def, 16, 0.05, ( tlVec3 ){ 1, 0, 0 } );
	for ( int32_t n = 0; n < 30; ++n )
	{
		Run( &lab, 1.0 / 60, 4 );
		for ( int32_t i = 0; i < 15; ++i )
		{
			tlQuat q = GetFrame( &lab, i );
			CHECK_CLOSE( q.x * q.x + q.y * q.y + q.z * q.z + q.s * q.s, 1, 1e-5 );
			tlVec3 d = tlRotate( q, ( tlVec3 ){ 0, 0, 1 } );
			tlPosition a = GetPosition( &lab, i ), b = GetPosition( &lab, i + 1 );
			double along = ( d.x * ( b.x - a.x ) + d.y * ( b.y - a.y ) + d.z * ( b.z - a.z ) );
			CHECK_CLOSE( along / Length( b.x - a.x, b.y - a.y, b.z - a.z ), 1, 0.01 );
		}
	}
	FreeLab( &lab );
}

// Either end turned by moving pins: uniform twist between, torque G J angle / L at both.
static void TestTwist( void** state )
{
	(void)state;
	for ( int32_t turned = 0; turned < 2; ++turned )
	{
		Rod rod;
		MakeRodDef( &rod, 13, true, true );
		rod.def.world.gravity = tlVec3_zero;
		Lab lab = MakeChain( rod.def, 13, 0.1, ( tlVec3 ){ 1, 0, 0 } );
		tlTransform target = tlTransform_identity;
		double angle = 1.2;
		for ( int32_t i = 1; i <= 40; ++i )
		{
			target.q = tlMakeQuat( ( tlVec3 ){ 1, 0, 0 }, angle * i / 40 );
			assert_int_equal( tlBody_SetPinTarget( lab.world, lab.body, turned, &target ), tl_success );
			Run( &lab, 1.0 / 60, 1 );
		}
		Settle( &lab, 4 );
		double each = angle / 11;
		for ( int32_t i = 0; i < 11; ++i )
		{
			tlConstraintState s = tlBody_GetConstraint( lab.world, lab.body, 0, i );
			CHECK_CLOSE( fabs( (double)s.values[2] ), each, 2e-3 * each );
			CHECK_CLOSE( fabs( (double)s.forces[2] ), 0.01 * each / 0.1, 2e-3 * 0.01 * each / 0.1 );
			CHECK_CLOSE( (double)s.values[0], 0, 1e-4 );
		}
		FreeLab( &lab );
	}
}

// Two full turns: the joints know them, though the ends look as before.
static void TestTwoTurns( void** state )
{
	(void)state;
	Rod rod;
	MakeRodDef( &rod, 32, true, true );
	rod.def.world.gravity = tlVec3_zero;
	rod.def.body.material.ropeTwist = (tlReal)0.002; // below the torque at which a straight rod bows out
	Lab lab = MakeChain( rod.def, 32, 0.05, ( tlVec3 ){ 1, 0, 0 } );
	tlTransform target = tlTransform_identity;
	for ( int32_t i = 1; i <= 120; ++i )
	{
		target.q = tlMakeQuat( ( tlVec3 ){ 1, 0, 0 }, 4 * TL_PI * i / 120 );
		tlBody_SetPinTarget( lab.world, lab.body, 1, &target );
		Run( &lab, 1.0 / 60, 1 );
	}
	Settle( &lab, 6 );
	double sum = 0;
	for ( int32_t i = 0; i < 30; ++i )
	{
		double value = (double)tlBody_GetConstraint( lab.world, lab.body, 0, i ).values[2];
		sum += 2 * asin( value / 2 );
	}
	CHECK_CLOSE( fabs( sum ), 4 * TL_PI, 0.01 );
	FreeLab( &lab );
}

// A coil at rest stays one: no force, no motion, whichever way it is turned in the world.
static void TestRestShapeRests( void** state )
{
	(void)state;
	tlVec3 positions[40];
	int32_t sizes[40], corners[80];
	for ( int32_t i = 0; i < 40; ++i )
	{
		positions[i] =
		    ( tlVec3 ){ (tlReal)( 0.1 * cos( 0.5 * i ) ), (tlReal)( 0.01 * i ), (tlReal)( 0.1 * sin( 0.5 * i ) ) };
		sizes[i] = 2;
		corners[2 * i] = i;
		corners[2 * i + 1] = i + 1;
	}
	for ( int32_t turned = 0; turned < 2; ++turned )
	{
		Rod rod;
		MakeRodDef( &rod, 40, true, false );
		rod.def.body.pinCount = 0;
		rod.def.world.gravity = tlVec3_zero;
		rod.def.fabric.positions = positions;
		rod.def.fabric.vertexCount = 40;
		rod.def.fabric.faceSizes = sizes;
		rod.def.fabric.faceCorners = corners;
		rod.def.fabric.faceCount = 39;
		rod.def.body.transform.q = tlMakeQuat( ( tlVec3 ){ 1, 2, 3 }, 2.2 * turned );
		Lab lab = MakeLab( &rod.def );
		Run( &lab, 1.0 / 60, 60 );
		CHECK_BELOW( GetStats( &lab )->maxSpeed, Pick( 2e-3, 1e-11 ) );
		CHECK_BELOW( GetStats( &lab )->elasticEnergy, Pick( 1e-8, 1e-22 ) );
		FreeLab( &lab );
	}
}

// A free rod keeps its momentum, and its angular momentum as well as a step lets it, whatever shakes in it.
static void TestMomentum( void** state )
{
	(void)state;
	Rod rod;
	MakeRodDef( &rod, 10, true, false );
	rod.def.body.pinCount = 0;
	rod.def.world.gravity = tlVec3_zero;
	rod.def.world.budget.substepCount = 64;
	Lab lab = MakeChain( rod.def, 10, 0.05, ( tlVec3 ){ 1, 0, 0 } );
	for ( int32_t i = 0; i < 10; ++i )
	{
		Push( &lab, i, 0.3, 2 * 0.05 * i, 0.2 * sin( i ) );
	}
	const tlBodyStats* stats = GetStats( &lab );
	double p[3], l[3], square = 0, inner = 0;
	for ( int k = 0; k < 3; ++k )
	{
		p[k] = stats->momentum[k];
		l[k] = stats->angularMomentum[k];
		square += l[k] * l[k];
	}
	Run( &lab, 1.0 / 60, 30 );
	stats = GetStats( &lab );
	for ( int k = 0; k < 3; ++k )
	{
		CHECK_CLOSE( stats->momentum[k], p[k], Pick( 1e-7, 1e-14 ) );
		inner += stats->angularMomentum[k] * l[k];
	}
	CHECK_CLOSE( inner / square, 1, 5e-3 );
	FreeLab( &lab );
}

// Let go, it swings and does not gain.
static void TestEnergyDoesNotGrow( void** state )
{
	(void)state;
	Rod rod;
	MakeRodDef( &rod, 16, true, false );
	Lab lab = MakeChain( rod.def, 16, 0.05, ( tlVec3 ){ 1, 0, 0 } );
	for ( int32_t i = 0; i < 240; ++i )
	{
		Run( &lab, 1.0 / 60, 1 );
		const tlBodyStats* s = GetStats( &lab );
		CHECK_BELOW( s->kineticEnergy + s->potentialEnergy + s->elasticEnergy, 2e-3 * 0.075 * 9.81 * 0.4 );
	}
	FreeLab( &lab );
}

// Nothing that a rod may meet makes it other than finite: all nodes in one point, a rod folded back onto itself, a pull.
static void TestRough( void** state )
{
	(void)state;
	for ( int32_t how = 0; how < 3; ++how )
	{
		for ( int32_t sweep = 0; sweep < tl_sweepCount; ++sweep )
		{
			Rod rod;
			MakeRodDef( &rod, 12, true, false );
			rod.def.world.budget.sweep = (tlSweep)sweep;
			Lab lab = MakeChain( rod.def, 12, 0.1, ( tlVec3 ){ 1, 0, 0 } );
			for ( int32_t i = 2; i < 12; ++i )
			{
				if ( how == 2 )
				{
					Push( &lab, i, 0, 200 * ( i % 3 ), -100 );
					continue;
				}
				Place( &lab, i, how == 0 ? 0.1 : 0.1 * ( i % 2 ), 0, 0 );
			}
			Run( &lab, 1.0 / 60, 60 );
			CheckFinite( &lab );
			FreeLab( &lab );
		}
	}
}

static void TestRepeatsBits( void** state )
{
	(void)state;
	uint64_t hashes[2];
	for ( int k = 0; k < 2; ++k )
	{
		Rod rod;
		MakeRodDef( &rod, 12, true, false );
		rod.def.world.budget.directRopes = k == 1; // of no concern to rods
		Lab lab = MakeChain( rod.def, 12, 0.1, ( tlVec3 ){ 1, 0, 0 } );
		Run( &lab, 1.0 / 60, 20 );
		hashes[k] = RunTwice( &lab, 1.0 / 60, 20 );
		FreeLab( &lab );
	}
	assert_true( hashes[0] == hashes[1] );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestStretchesOnce ),
		cmocka_unit_test( TestFramesFollow ),
		cmocka_unit_test( TestTwist ),
		cmocka_unit_test( TestTwoTurns ),
		cmocka_unit_test( TestRestShapeRests ),
		cmocka_unit_test( TestMomentum ),
		cmocka_unit_test( TestEnergyDoesNotGrow ),
		cmocka_unit_test( TestRough ),
		cmocka_unit_test( TestRepeatsBits ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
