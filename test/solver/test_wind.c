// The air: terminal velocity, the hanging sheet, what does not depend on the mesh or the frame, strong winds, turbulence.
// SPDX-License-Identifier: MIT
#include "solver/lab.h"

static const double s_sigma = 0.15, s_rho = 1.225, s_cd = 1.28, s_g = 9.81;

static LabDef MakeSheetDef( double lift, double friction )
{
	LabDef def = MakeLabDef();
	def.body.material.areaDensity = (tlReal)s_sigma;
	def.body.material.liftCoefficient = (tlReal)lift;
	def.body.material.tangentialDragCoefficient = (tlReal)friction;
	return def;
}

static double SumAxis( const Lab* lab, int axis )
{
	return GetStats( lab )->momentum[axis];
}

// ---- closed forms

// A flat sheet that falls flat: v = vT tanh(g t / vT), whatever its lift and friction.
static void TestTerminalVelocity( void** state )
{
	(void)state;
	for ( int n = 0; n < 2; ++n )
	{
		LabDef def = MakeSheetDef( n == 0 ? 0 : 1.57, n == 0 ? 0 : 0.01 );
		Lab lab = MakeGrid( def, 5, 5, 0.25, false );
		SetWind( &lab, tlDefaultWind() );
		double half = sqrt( 2 * s_sigma * s_g / ( s_rho * s_cd ) );
		CHECK_CLOSE( half, 1.3700048, 1e-7 );
		Run( &lab, 1.0 / 600, 300 );
		CHECK_CLOSE( -GetVelocity( &lab, 12 ).y, 1.3678785, 0.002 * 1.3678785 );
		CHECK_CLOSE( -GetPosition( &lab, 12 ).y, 0.5543597, Pick( 2e-5, 2e-7 ) );
		CHECK_CLOSE( GetPosition( &lab, 0 ).x, -0.5, 1e-5 ); // no lift to either side
		CHECK_CLOSE( GetPosition( &lab, 0 ).y, GetPosition( &lab, 24 ).y, 1e-5 );
		Run( &lab, 1.0 / 600, 1200 );
		CHECK_CLOSE( -GetVelocity( &lab, 12 ).y, half, Pick( 1e-4, 1e-9 ) );
		CHECK_CLOSE( GetStats( &lab )->aeroForce[1], s_sigma * s_g, Pick( 1e-4, 1e-9 ) );
		assert_int_equal( GetStats( &lab )->aeroLimitedCount, 0 );
		FreeLab( &lab );
	}
}

// The fall does not depend on how finely time is cut.
static void TestTerminalVelocityAtAnySubstep( void** state )
{
	(void)state;
	for ( int32_t substeps = 1; substeps <= 64; substeps *= 4 )
	{
		LabDef def = MakeSheetDef( 0, 0 );
		def.world.budget.substepCount = substeps;
		Lab lab = MakeGrid( def, 3, 3, 0.5, false );
		SetWind( &lab, tlDefaultWind() );
		Run( &lab, 1.0 / 60, 240 );
		CHECK_CLOSE( -GetVelocity( &lab, 4 ).y, 1.3700048, Pick( 3e-4, 1e-6 ) );
		FreeLab( &lab );
	}
}

static void TestHingedSheet( void** state )
{
	(void)state;
	static const double angles[3] = { 25.6536, 52.4234, 64.3095 };
	for ( int n = 0; n < 3; ++n )
	{
		double q = s_rho * s_cd * ( n + 1 ) * ( n + 1 ) / ( 2 * s_sigma * s_g );
		double sine = ( -1 + sqrt( 1 + 4 * q * q ) ) / ( 2 * q );
		CHECK_CLOSE( asin( sine ) * 180 / TL_PI, angles[n], 1e-4 );
		int32_t top[5] = { 0, 1, 2, 3, 4 };
		tlPinDef pins = { top, 5, tlTransform_identity, 0, 0 };
		LabDef def = MakeSheetDef( 0, 0 );
		def.world.budget.substepCount = 8;
		def.body.material.globalDamping = 10; // a limp sheet flutters
		def.body.pins = &pins, def.body.pinCount = 1;
		Lab lab = MakeGrid( def, 5, 5, 0.25, true );
		SetWind( &lab, MakeWind( 0, 0, n + 1 ) );
		Run( &lab, 1.0 / 60, 600 );
		tlPosition tip = GetPosition( &lab, 22 ), hinge = GetPosition( &lab, 2 );
		double angle = atan2( tip.z - hinge.z, hinge.y - tip.y ) * 180 / TL_PI;
		CHECK_CLOSE( angle, angles[n], 0.3 );
		FreeLab( &lab );
	}
}

// ---- the law of a plate: force on a sheet that is held, against the formulas, at any angle and however it is cut

static void TestPlate( void** state )
{
	(void)state;
	const double cd = 1.1, cl = 0.8, ct = 0.05, speed = 3;
	for ( int32_t cells = 1; cells <= 4; ++cells )
	{
		for ( int degrees = 0; degrees <= 180; degrees += 15 )
		{
			LabDef def = MakeSheetDef( cl, ct );
			def.body.material.dragCoefficient = (tlReal)cd;
			Lab lab = MakeGrid( def, cells + 1, cells + 1, 1.0 / cells, false );
			int32_t all[25];
			for ( int32_t i = 0; i < lab.count; ++i )
			{
				all[i] = i;
			}
			tlPinDef pins = { all, lab.count, tlTransform_identity, 0, 0 };
			int32_t number;
			assert_int_equal( tlBody_AddPins( lab.world, lab.body, &pins, &number, NULL ), tl_success );
			double a = degrees * TL_PI / 180, s = sin( a ), c = cos( a );
			SetWind( &lab, MakeWind( speed * c, speed * s, 0 ) );
			Run( &lab, 1.0 / 60, 1 );
			double pressure = 0.5 * s_rho * speed * speed;
			double along = pressure * ( cd * s * s * s + ct * c * c );                       // with the wind
			double across = pressure * ( cd * s * s * c - ct * s * c + cl * s * c * c * c ); // as the normal leans
			const double* f = GetStats( &lab )->aeroForce;
			CHECK_CLOSE( f[0] * c + f[1] * s, along, Pick( 2e-5, 1e-9 ) );
			CHECK_CLOSE( f[1] * c - f[0] * s, across, Pick( 2e-5, 1e-9 ) );
			CHECK_CLOSE( f[2], 0, 1e-6 );
			for ( int32_t i = 0; i < lab.count; ++i )
			{
				CHECK_CLOSE( GetSpeed( &lab, i ), 0, 0 ); // pinned particles get none of it
			}
			FreeLab( &lab );
		}
	}
}

// Each corner has a third of the force on its triangle, as of its mass: under a uniform pressure all move alike.
static void TestNoSpread( void** state )
{
	(void)state;
	LabDef def = MakeSheetDef( 1.57, 0.01 );
	def.world.gravity = tlVec3_zero;
	Lab lab = MakeGrid( def, 4, 3, 0.3, false );
	SetWind( &lab, MakeWind( 1, 2, 0.5 ) );
	Run( &lab, 1.0 / 600, 1 );
	for ( int32_t i = 1; i < lab.count; ++i )
	{
		CHECK_CLOSE( GetVelocity( &lab, i ).x, GetVelocity( &lab, 0 ).x, Pick( 1e-4, 1e-12 ) );
		CHECK_CLOSE( GetVelocity( &lab, i ).y, GetVelocity( &lab, 0 ).y, Pick( 1e-4, 1e-12 ) );
	}
	FreeLab( &lab );
}

// ---- what changes nothing

// Ropes are cylinders: one that falls flat ends at sqrt(2 lambda g / (rho Cd d)); one that hangs in a wind that only presses
// is straight, at sin = (-1 + sqrt(1 + 4 q^2)) / (2 q) with q = rho Cd d U^2 / (2 lambda g), however it is divided; one that
// falls along itself has the friction of its skin. Rods alike.
static void TestRope( void** state )
{
	(void)state;
	const double lambda = 0.02, d = 0.008;
	for ( int n = 0; n < 4; ++n )
	{
		int32_t count = n % 2 == 0 ? 4 : 11;
		LabDef def = MakeSheetDef( 0, 0 );
		def.fabric.rod = n >= 2;
		def.world.budget.substepCount = 8;
		def.body.material.linearDensity = (tlReal)lambda;
		def.body.material.thickness = (tlReal)( d / 2 );
		Lab lab = MakeChain( def, count, 1.0 / ( count - 1 ), ( tlVec3 ){ 1, 0, 0 } );
		SetWind( &lab, tlDefaultWind() );
		Run( &lab, 1.0 / 60, 600 );
		double terminal = sqrt( 2 * lambda * s_g / ( s_rho * s_cd * d ) );
		CHECK_CLOSE( -GetVelocity( &lab, 1 ).y, terminal, Pick( 1e-3, 1e-5 ) );
		CHECK_CLOSE( GetStats( &lab )->aeroForce[1], lambda * s_g, Pick( 1e-4, 1e-6 ) );
		FreeLab( &lab );
	}
	for ( int n = 0; n < 2; ++n )
	{
		int32_t count = n == 0 ? 6 : 21;
		static const int32_t top = 0;
		tlPinDef pin = { .particles = &top, .particleCount = 1, .frame = MakeFrame( 0, 0, 0 ) };
		LabDef def = MakeSheetDef( 0, 0 );
		def.fabric.bend = false;
		def.world.budget.substepCount = 32;
		def.body.pins = &pin;
		def.body.pinCount = 1;
		def.body.material.linearDensity = (tlReal)lambda;
		def.body.material.thickness = (tlReal)( d / 2 );
		def.body.material.globalDamping = 1;
		Lab lab = MakeChain( def, count, 1.0 / ( count - 1 ), ( tlVec3 ){ 0, -1, 0 } );
		SetWind( &lab, MakeWind( 0, 0, 5 ) );
		Run( &lab, 1.0 / 60, 1800 );
		double q = s_rho * s_cd * d * 25 / ( 2 * lambda * s_g ), sine = ( sqrt( 1 + 4 * q * q ) - 1 ) / ( 2 * q );
		tlPosition end = GetPosition( &lab, count - 1 ), middle = GetPosition( &lab, count / 2 );
		CHECK_CLOSE( end.z, sine, 2e-3 );
		CHECK_CLOSE( middle.z / end.z, (double)( count / 2 ) / ( count - 1 ), 2e-3 );
		FreeLab( &lab );
	}
	LabDef def = MakeSheetDef( 0, 0.05 );
	def.world.gravity = tlVec3_zero;
	def.body.material.thickness = (tlReal)( d / 2 );
	Lab lab = MakeChain( def, 5, 0.25, ( tlVec3 ){ 1, 0, 0 } );
	SetWind( &lab, MakeWind( 3, 0, 0 ) );
	Run( &lab, 1e-6, 1 );
	const double* force = GetStats( &lab )->aeroForce;
	CHECK_CLOSE( force[0], 0.5 * s_rho * 9 * 0.05 * TL_PI / 2 * d, Pick( 1e-7, 1e-9 ) );
	CHECK_CLOSE( Length( 0, force[1], force[2] ), 0, 1e-9 );
	FreeLab( &lab );
}

// In any wind, of any lightness, turbulent too: it goes with the wind and no faster.
static void TestRopeInAStorm( void** state )
{
	(void)state;
	for ( int n = 0; n < 4; ++n )
	{
		LabDef def = MakeSheetDef( 1.57, 0.01 );
		def.world.gravity = tlVec3_zero;
		def.world.budget.substepCount = 1;
		def.body.material.linearDensity = n % 2 == 0 ? (tlReal)0.01 : (tlReal)1e-6;
		def.body.material.thickness = (tlReal)0.005;
		Lab lab = MakeChain( def, 11, 0.1, ( tlVec3 ){ 1, 0, 0 } );
		tlWind wind = MakeWind( 100, 50, -200 );
		wind.turbulenceIntensity = n < 2 ? 0 : (tlReal)0.3;
		SetWind( &lab, wind );
		for ( int32_t step = 0; step < 120; ++step )
		{
			Run( &lab, 1.0 / 60, 1 );
			CheckFinite( &lab );
			CHECK_BELOW( GetStats( &lab )->maxSpeed, n < 2 ? 230 : 600 );
		}
		CHECK_ABOVE( GetStats( &lab )->maxSpeed, 50 );
		FreeLab( &lab );
	}
}

static void TestStillAir( void** state )
{
	(void)state;
	uint64_t hashes[2];
	for ( int n = 0; n < 2; ++n )
	{
		LabDef def = MakeSheetDef( 1.57, 0.01 );
		def.world.gravity = tlVec3_zero;
		Lab lab = MakeGrid( def, 5, 5, 0.1, true );
		if ( n == 1 )
		{
			tlWind wind = tlDefaultWind();
			wind.gustAmplitude = 1, wind.turbulenceIntensity = 1; // of nothing
			SetWind( &lab, wind );
		}
		Run( &lab, 1.0 / 60, 30 );
		hashes[n] = tlWorld_Hash( lab.world );
		for ( int k = 0; k < 3; ++k )
		{
			CHECK_CLOSE( GetStats( &lab )->aeroForce[k], 0, 0 );
		}
		FreeLab( &lab );
	}
	assert_true( hashes[0] == hashes[1] );
}

// A body flying through still air feels what one at rest feels in the opposite wind.
static void TestGalilei( void** state )
{
	(void)state;
	const double u[3] = { 2, -1, 3 };
	Lab labs[2];
	for ( int n = 0; n < 2; ++n )
	{
		LabDef def = MakeSheetDef( 1.57, 0.02 );
		def.body.material.stretch.compliance = (tlReal)1e-4;
		def.body.transform.q = tlMakeQuat( ( tlVec3 ){ 1, 2, 3 }, 0.7 );
		def.body.velocity = n == 0 ? tlVec3_zero : ( tlVec3 ){ (tlReal)-u[0], (tlReal)-u[1], (tlReal)-u[2] };
		labs[n] = MakeGrid( def, 6, 6, 0.1, true );
		SetWind( labs + n, n == 0 ? MakeWind( u[0], u[1], u[2] ) : tlDefaultWind() );
		Run( labs + n, 1.0 / 240, 120 );
	}
	double time = 120.0 / 240;
	for ( int32_t i = 0; i < labs[0].count; ++i )
	{
		tlPosition a = GetPosition( labs, i ), b = GetPosition( labs + 1, i );
		CHECK_CLOSE( b.x + u[0] * time, a.x, Pick( 2e-3, 1e-9 ) );
		CHECK_CLOSE( b.y + u[1] * time, a.y, Pick( 2e-3, 1e-9 ) );
		CHECK_CLOSE( b.z + u[2] * time, a.z, Pick( 2e-3, 1e-9 ) );
	}
	FreeLab( labs );
	FreeLab( labs + 1 );
}

// What the air gives is all the momentum there is.
static void TestMomentum( void** state )
{
	(void)state;
	LabDef def = MakeSheetDef( 1.57, 0.02 );
	def.world.gravity = tlVec3_zero;
	Lab lab = MakeGrid( def, 6, 6, 0.1, true );
	tlWind wind = MakeWind( 1, 2, 3 );
	wind.turbulenceIntensity = (tlReal)0.5, wind.turbulenceLength = (tlReal)0.3;
	SetWind( &lab, wind );
	double sum[3] = { 0, 0, 0 };
	for ( int n = 0; n < 100; ++n )
	{
		Run( &lab, 1.0 / 600, 1 );
		for ( int k = 0; k < 3; ++k )
		{
			sum[k] += GetStats( &lab )->aeroForce[k] / 600;
		}
	}
	for ( int k = 0; k < 3; ++k )
	{
		CHECK_CLOSE( SumAxis( &lab, k ), sum[k], Pick( 1e-6, 1e-13 ) );
	}
	FreeLab( &lab );
}

// ---- strong winds

// A light sheet of loose triangles, in winds up to 1e6 m/s, at steps up to a tenth of a second: none of its energy relative
// to the air is ever more than before, and nothing turns non-finite.
static void TestStrongWind( void** state )
{
	(void)state;
	static const double lifts[3] = { 0, 1.57, 10 };
	for ( int n = 0; n < 24; ++n )
	{
		LabDef def = MakeSheetDef( lifts[n % 3], n % 2 == 0 ? 0.01 : 5 );
		def.body.material.dragCoefficient = n % 4 == 3 ? 0 : (tlReal)1.28;
		def.body.material.areaDensity = (tlReal)0.01;
		def.world.gravity = tlVec3_zero;
		def.fabric.stretch = def.fabric.shear = def.fabric.bend = false;
		Lab lab = MakeGrid( def, 6, 6, 0.1, true );
		uint64_t seed = 5;
		double speed = pow( 10, n / 4 ), wind[3] = { speed, -0.3 * speed, 0.5 * speed };
		SetWind( &lab, MakeWind( wind[0], wind[1], wind[2] ) );
		for ( int32_t i = 0; i < lab.count; ++i )
		{
			tlVec3 v = DrawVec3( &seed, speed );
			Push( &lab, i, v.x, v.y, v.z );
		}
		double last = INFINITY;
		for ( int step = 0; step < 50; ++step )
		{
			double energy = 0;
			for ( int32_t i = 0; i < lab.count; ++i )
			{
				tlPosition v = GetVelocity( &lab, i );
				double r = Length( v.x - wind[0], v.y - wind[1], v.z - wind[2] );
				energy += tlBody_GetMass( lab.world, lab.body, i ) * r * r;
			}
			if ( !( energy <= last * ( 1 + Pick( 1e-5, 1e-12 ) ) ) )
			{
				fail_msg( "case %d step %d: energy %g after %g", n, step, energy, last );
			}
			last = energy;
			Run( &lab, 0.1, 1 );
		}
		CheckFinite( &lab );
		FreeLab( &lab );
	}
}

// The same with its constraints, held at one side.
static void TestStorm( void** state )
{
	(void)state;
	for ( int n = 0; n < 4; ++n )
	{
		int32_t side[2] = { 0, 7 };
		tlPinDef pins = { side, 2, tlTransform_identity, 0, 0 };
		LabDef def = MakeSheetDef( 1.57, 0.01 );
		def.body.material.areaDensity = (tlReal)0.02;
		def.world.budget.substepCount = n < 2 ? 1 : 16;
		def.body.pins = &pins, def.body.pinCount = 1;
		Lab lab = MakeGrid( def, 8, 8, 0.1, true );
		tlWind wind = MakeWind( n % 2 == 0 ? 200 : 5000, 0, 20 );
		wind.turbulenceIntensity = (tlReal)0.5;
		wind.gustAmplitude = 1;
		SetWind( &lab, wind );
		double most = 0;
		for ( int step = 0; step < 120; ++step )
		{
			Run( &lab, 1.0 / 60, 1 );
			most = fmax( most, GetStats( &lab )->maxSpeed );
		}
		CheckFinite( &lab );
		CHECK_BELOW( most, 5 * ( n % 2 == 0 ? 200 : 5000 ) );
		FreeLab( &lab );
	}
}

// One substep of 1/60 s in a storm limits the force, and says so.
static void TestLimitIsCounted( void** state )
{
	(void)state;
	LabDef def = MakeSheetDef( 0, 0 );
	def.world.gravity = tlVec3_zero;
	Lab lab = MakeGrid( def, 3, 3, 0.5, false );
	SetWind( &lab, MakeWind( 0, 100, 0 ) );
	Run( &lab, 1.0 / 60, 1 );
	assert_int_equal( GetStats( &lab )->aeroLimitedCount, 8 );
	CHECK_CLOSE( GetVelocity( &lab, 4 ).y, 100, Pick( 1e-4, 1e-10 ) ); // at once as fast as the wind, not faster
	FreeLab( &lab );
}

// ---- bits

typedef struct Several
{
	tlWorld* world;
	tlFabric* fabric;
} Several;

static Several MakeSeveral( int threads, bool windy )
{
	LabDef def = MakeSheetDef( 1.57, 0.01 );
	def.body.material.stretch.compliance = (tlReal)1e-5;
	def.world.budget.substepCount = 4;
	def.world.budget.threadCount = threads;
	Lab lab = MakeGrid( def, 7, 7, 0.1, true );
	int32_t corner = 0;
	tlPinDef pins = { &corner, 1, tlTransform_identity, 0, 0 };
	for ( int n = 0; n < 6; ++n )
	{
		tlBodyDef body = def.body;
		body.fabric = lab.fabric;
		body.transform = MakeFrame( n, 0.2 * n, 0 );
		body.pins = &pins, body.pinCount = 1;
		body.pressure = (tlReal)( n % 2 );
		tlBodyId id;
		assert_int_equal( tlCreateBody( lab.world, &body, &id, NULL ), tl_success );
	}
	tlWind wind = MakeWind( 4, 0, 3 );
	wind.turbulenceIntensity = (tlReal)0.3, wind.gustAmplitude = (tlReal)0.5;
	if ( windy )
	{
		SetWind( &lab, wind );
	}
	return ( Several ){ lab.world, lab.fabric };
}

static uint64_t StepSeveral( const Several* s, int steps )
{
	for ( int n = 0; n < steps; ++n )
	{
		assert_int_equal( tlWorld_Step( s->world, 1.0 / 60, NULL ), tl_success );
	}
	return tlWorld_Hash( s->world );
}

static void FreeSeveral( Several* s )
{
	tlDestroyWorld( s->world );
	tlDestroyFabric( s->fabric );
}

static void TestThreads( void** state )
{
	(void)state;
	uint64_t hashes[3];
	for ( int n = 0; n < 3; ++n )
	{
		Several s = MakeSeveral( n == 0 ? 1 : 2 * n, true );
		hashes[n] = StepSeveral( &s, 30 );
		FreeSeveral( &s );
	}
	assert_true( hashes[0] == hashes[1] && hashes[1] == hashes[2] );
}

static void TestRestore( void** state )
{
	(void)state;
	Several s = MakeSeveral( 1, true ), other = MakeSeveral( 1, true );
	StepSeveral( &s, 17 );
	CHECK_CLOSE( tlWorld_GetTime( s.world ), 17.0 / 60, 1e-12 );
	size_t size = tlWorld_GetState( s.world, NULL, 0 );
	char* bytes = malloc( size );
	assert_non_null( bytes );
	tlWorld_GetState( s.world, bytes, size );
	uint64_t hash = StepSeveral( &s, 20 );
	assert_int_equal( tlWorld_SetState( s.world, bytes, size, NULL ), tl_success );
	assert_int_equal( tlWorld_SetState( other.world, bytes, size, NULL ), tl_success );
	CHECK_CLOSE( tlWorld_GetTime( other.world ), 17.0 / 60, 1e-12 );
	assert_true( StepSeveral( &s, 20 ) == hash );
	assert_true( StepSeveral( &other, 20 ) == hash );
	free( bytes );
	FreeSeveral( &s );
	FreeSeveral( &other );
}

// Steps make no allocation, and a world whose air was taken away goes on as one that never had any.
static void TestCost( void** state )
{
	(void)state;
	size_t bytes = tlGetByteCount();
	Several s = MakeSeveral( 1, true );
	StepSeveral( &s, 1 );
	uint64_t count = tlGetAllocationCount();
	StepSeveral( &s, 5 );
	tlWind wind = MakeWind( 1, 0, 0 );
	assert_int_equal( tlWorld_SetWind( s.world, &wind, NULL ), tl_success );
	StepSeveral( &s, 5 );
	assert_true( tlGetAllocationCount() == count );
	FreeSeveral( &s );
	Several never = MakeSeveral( 1, false ), once = MakeSeveral( 1, true );
	assert_int_equal( tlWorld_SetWind( once.world, NULL, NULL ), tl_success );
	assert_false( tlWorld_GetWind( once.world, &wind ) );
	assert_true( StepSeveral( &never, 10 ) == StepSeveral( &once, 10 ) );
	FreeSeveral( &never );
	FreeSeveral( &once );
	assert_int_equal( tlGetByteCount(), bytes );
}

// ---- definitions

static void UseBareWind( void* context )
{
	tlWind wind = { 0 };
	tlWorld_SetWind( context, &wind, NULL );
}

static void TestDefinitions( void** state )
{
	(void)state;
	Lab lab = MakeGrid( MakeSheetDef( 0, 0 ), 3, 3, 0.5, false );
	tlWind wind;
	assert_false( tlWorld_GetWind( lab.world, &wind ) );
	CHECK_CLOSE( wind.airDensity, 1.225, 1e-6 );
	SetWind( &lab, MakeWind( 1, 2, 3 ) );
	assert_true( tlWorld_GetWind( lab.world, &wind ) );
	CHECK_CLOSE( wind.velocity.z, 3, 0 );
	const char* const names[] = { "velocity",   "airDensity",          "gustAmplitude",
		                          "gustPeriod", "turbulenceIntensity", "turbulenceLength" };
	for ( int n = 0; n < 6; ++n )
	{
		tlWind wrong = tlDefaultWind();
		tlReal* values[] = { &wrong.velocity.x, &wrong.airDensity,          &wrong.gustAmplitude,
			                 &wrong.gustPeriod, &wrong.turbulenceIntensity, &wrong.turbulenceLength };
		*values[n] = n == 0 ? (tlReal)NAN : -1;
		tlError error = { tl_success, "" };
		assert_int_equal( tlWorld_SetWind( lab.world, &wrong, &error ), tl_invalidArgument );
		assert_non_null( strstr( error.message, names[n] ) );
		*values[n] = (tlReal)INFINITY;
		assert_int_equal( tlWorld_SetWind( lab.world, &wrong, NULL ), tl_invalidArgument );
	}
	assert_true( tlWorld_GetWind( lab.world, &wind ) );
	CHECK_CLOSE( wind.velocity.z, 3, 0 ); // as it was
	assert_true( Asserts( UseBareWind, lab.world ) );
	const char* const coefficients[] = { "dragCoefficient", "liftCoefficient", "tangentialDragCoefficient" };
	for ( int n = 0; n < 3; ++n )
	{
		tlMaterial material = tlDefaultMaterial();
		tlReal* values[] = { &material.dragCoefficient, &material.liftCoefficient, &material.tangentialDragCoefficient };
		*values[n] = -1;
		tlError error = { tl_success, "" };
		assert_int_equal( tlValidateMaterial( &material, &error ), tl_invalidArgument );
		assert_non_null( strstr( error.message, coefficients[n] ) );
	}
	FreeLab( &lab );
}

// Fast air presses a sheet against a wall: it does not go through it.
static void TestWall( void** state )
{
	(void)state;
	LabDef def = MakeSheetDef( 1.57, 0.01 );
	def.world.gravity = tlVec3_zero;
	def.world.budget.substepCount = 16;
	def.body.transform = MakeFrame( 0, 1.5, 0 );
	Lab lab = MakeGrid( def, 5, 5, 0.1, false );
	tlColliderDef box = MakeBox( 0, -1, 0, 2, 1, 2 );
	AddCollider( &lab, &box );
	SetWind( &lab, MakeWind( 0, -30, 0 ) );
	Run( &lab, 1.0 / 60, 240 );
	for ( int32_t i = 0; i < lab.count; ++i )
	{
		CHECK_ABOVE( GetPosition( &lab, i ).y, -1e-4 );
	}
	FreeLab( &lab );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestTerminalVelocity ),
		cmocka_unit_test( TestTerminalVelocityAtAnySubstep ),
		cmocka_unit_test( TestHingedSheet ),
		cmocka_unit_test( TestPlate ),
		cmocka_unit_test( TestRope ),
		cmocka_unit_test( TestRopeInAStorm ),
		cmocka_unit_test( TestNoSpread ),
		cmocka_unit_test( TestStillAir ),
		cmocka_unit_test( TestGalilei ),
		cmocka_unit_test( TestMomentum ),
		cmocka_unit_test( TestStrongWind ),
		cmocka_unit_test( TestStorm ),
		cmocka_unit_test( TestLimitIsCounted ),
		cmocka_unit_test( TestThreads ),
		cmocka_unit_test( TestRestore ),
		cmocka_unit_test( TestCost ),
		cmocka_unit_test( TestDefinitions ),
		cmocka_unit_test( TestWall ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
