// The volume of a closed mesh: kept, blown up, far away, inside out, pressed to nothing.
// SPDX-License-Identifier: MIT
#include "sphere.h"

// Nothing but the volume, which is hard.
static LabDef MakeBalloonDef( void )
{
	LabDef def = MakeLabDef();
	def.fabric.volumeType = "volume";
	def.fabric.stretch = def.fabric.shear = def.fabric.bend = false;
	def.world.gravity = tlVec3_zero;
	def.body.material.volume = ( tlElasticity ){ 0, 0 };
	return def;
}

static tlConstraintState GetVolume( const Lab* lab )
{
	return tlBody_GetConstraint( lab->world, lab->body, FindSetIndex( lab, "volume" ), 0 );
}

// Rest volume, and pressure of a balloon of springs against the equilibrium found by minimisation.
static void TestPressure( void** state )
{
	(void)state;
	static const double cases[][2] = { { 1.1, 0.106285 }, { 1.5, 0.388602 } };
	for ( int n = 0; n < 4; ++n )
	{
		LabDef def = MakeBalloonDef();
		bool compliant = n >= 2;
		def.fabric.stretch = true;
		def.world.budget.substepCount = 8;
		def.body.material.stretch.compliance = 1;
		def.body.material.globalDamping = 6;
		def.body.material.volumeRatio = (tlReal)cases[n % 2][0];
		def.body.material.volume.compliance = compliant ? 1 : 0;
		def.body.material.volume.damping = compliant ? (tlReal)0.1 : 0;
		Lab lab = MakeSphere( def, 2, false );
		assert_int_equal( lab.count, 162 );
		const double rest = 4.04704468;
		CHECK_CLOSE( tlFabric_GetReport( lab.fabric )->volume, rest, 1e-6 );
		CHECK_CLOSE( GetVolume( &lab ).parameters[0], rest, 1e-6 );
		CHECK_CLOSE( GetVolume( &lab ).value, rest * ( 1 - cases[n % 2][0] ), 1e-6 );
		Run( &lab, 1.0 / 60, 600 );
		tlConstraintState c = GetVolume( &lab );
		double wanted = rest * cases[n % 2][0], volume = GetStats( &lab )->volume;
		// lambda / h^2 is the pressure inside above that outside.
		if ( compliant )
		{
			CHECK_CLOSE( c.force, volume - wanted, Pick( 1e-4, 1e-6 ) ); // alpha is 1
			CHECK_CLOSE( FindSet( &lab, "volume" )->energy, 0.5 * ( volume - wanted ) * ( volume - wanted ), 1e-6 );
			assert_true( c.force < 0 && volume < wanted && volume > rest );
		}
		else
		{
			CHECK_CLOSE( volume, wanted, Pick( 2e-5, 1e-8 ) );
			CHECK_CLOSE( -c.force, cases[n % 2][1], 0.01 * cases[n % 2][1] );
		}
		CHECK_CLOSE( GetStats( &lab )->sets[0].residualMax, 0, 1e-3 );
		FreeLab( &lab );
	}
}

// A dent and a kick: the volume comes back in every sweep, without a push on the whole.
// The residual of a damped volume counts its damping: it is small while the balloon breathes, not only at rest.
static void TestDampedResidual( void** state )
{
	(void)state;
	LabDef def = MakeBalloonDef();
	def.world.budget.iterationCount = 8;
	def.body.material.volumeRatio = (tlReal)1.1;
	def.body.material.volume.compliance = (tlReal)0.01;
	def.body.material.volume.damping = 20;
	Lab lab = MakeSphere( def, 1, false );
	for ( int n = 0; n < 30; ++n )
	{
		Run( &lab, 1.0 / 240, 1 );
		const tlSetStats* set = FindSet( &lab, "volume" );
		CHECK_BELOW( fabs( set->residualMax ), Pick( 2e-3, 2e-3 ) * fabs( (double)GetVolume( &lab ).value ) );
	}
	CHECK_ABOVE( GetStats( &lab )->kineticEnergy, 1e-6 );
	FreeLab( &lab );
}

static void TestEverySweep( void** state )
{
	(void)state;
	for ( int n = 0; n < 2 * tl_sweepCount; ++n )
	{
		LabDef def = MakeBalloonDef();
		def.world.budget.sweep = (tlSweep)( n % tl_sweepCount );
		def.world.budget.method = n >= tl_sweepCount ? tl_pbdMethod : tl_xpbdMethod;
		def.world.budget.pbdStiffness = 1;
		def.world.budget.relaxation = 1;
		def.world.budget.iterationCount = 60;
		Lab lab = MakeSphere( def, 1, false );
		double rest = tlFabric_GetReport( lab.fabric )->volume;
		uint64_t seed = 7;
		double mass = 0;
		for ( int32_t i = 0; i < lab.count; ++i )
		{
			tlPosition p = GetPosition( &lab, i );
			tlVec3 d = DrawVec3( &seed, 0.1 );
			Place( &lab, i, 0.8 * p.x + d.x, p.y + d.y, p.z + d.z );
			mass += tlBody_GetMass( lab.world, lab.body, i );
		}
		CHECK_ABOVE( fabs( GetStats( &lab )->volume / rest - 1 ), 0.05 );
		Run( &lab, 1, 1 ); // from rest, so that velocity is what the projections have moved
		const tlBodyStats* stats = GetStats( &lab );
		CHECK_CLOSE( stats->volume / rest, 1, Pick( 2e-6, 1e-9 ) );
		for ( int k = 0; k < 3; ++k )
		{
			CHECK_CLOSE( stats->momentum[k] / mass, 0, Pick( 2e-6, 1e-13 ) );
		}
		FreeLab( &lab );
	}
}

// Far from the world's origin with its own beside it, a balloon moves as at home; without, it loses digits of its places,
// but not its volume.
static void TestFarAway( void** state )
{
	(void)state;
	tlPosition home = { 0, 0, 0 };
	for ( int n = 0; n < 3; ++n )
	{
		LabDef def = MakeBalloonDef();
		def.fabric.stretch = true;
		def.world.budget.substepCount = 4;
		def.body.material.stretch.compliance = (tlReal)1e-2;
		def.body.material.volumeRatio = (tlReal)1.2;
		def.body.angularVelocity = ( tlVec3 ){ 1, 2, 3 };
		double far = n == 0 ? 0 : 1e3;
		def.body.transform = MakeFrame( far, -2 * far, far );
		def.body.origin = n == 1 ? def.body.transform.p : def.body.origin;
		Lab lab = MakeSphere( def, 1, false );
		double rest = tlFabric_GetReport( lab.fabric )->volume;
		CHECK_CLOSE( GetVolume( &lab ).value, -0.2 * rest, n == 2 ? Pick( 2e-3, 1e-11 ) : Pick( 2e-6, 1e-12 ) );
		Run( &lab, 1.0 / 60, 30 );
		CHECK_CLOSE( GetStats( &lab )->volume, 1.2 * rest, n == 2 ? Pick( 1e-2, 1e-4 ) : 1e-3 );
		tlPosition p = GetPosition( &lab, 0 );
		p = ( tlPosition ){ p.x - far, p.y + 2 * far, p.z - far };
		home = n == 0 ? p : home;
		CHECK_CLOSE( Length( p.x - home.x, p.y - home.y, p.z - home.z ), 0,
		             n == 2 ? Pick( 5e-2, 1e-8 ) : Pick( 1e-4, 1e-8 ) );
		FreeLab( &lab );
	}
}

// Faces that wind inward enclose a negative volume; it is kept, and blown up, all the same.
static void TestInsideOut( void** state )
{
	(void)state;
	for ( int n = 0; n < 2; ++n )
	{
		LabDef def = MakeBalloonDef();
		def.world.budget.iterationCount = 30;
		def.body.material.globalDamping = 1e4;
		def.body.material.volumeRatio = n == 0 ? 1 : (tlReal)1.7;
		Lab lab = MakeSphere( def, 1, true );
		double rest = tlFabric_GetReport( lab.fabric )->volume;
		CHECK_BELOW( rest, -3 );
		Run( &lab, 0.01, 10 );
		CHECK_CLOSE( GetStats( &lab )->volume / rest, n == 0 ? 1 : 1.7, Pick( 1e-5, 1e-9 ) );
		double radius = tlExp( tlLog( n == 0 ? 1 : 1.7 ) / 3 ); // the same all around: it stays a sphere
		for ( int32_t i = 0; i < lab.count; ++i )
		{
			tlPosition p = GetPosition( &lab, i );
			CHECK_CLOSE( Length( p.x, p.y, p.z ), radius, 0.01 );
		}
		FreeLab( &lab );
	}
}

// Pressed to a point, a line, a plane, and through itself: nothing is thrown, and what has a gradient comes back.
static void TestPressed( void** state )
{
	(void)state;
	const double spreads[] = { 0, 1e-30, 1e-20, 1e-12, 1e-6, 1e-3 };
	for ( int n = 0; n < 6 * 5 * 2; ++n )
	{
		double s = spreads[n / 10];
		int way = n / 2 % 5;
		LabDef def = MakeBalloonDef();
		def.world.budget.sweep = n % 2 == 0 ? tl_coloredSweep : tl_jacobiSweep;
		def.world.budget.relaxation = 1;
		def.body.material.globalDamping = 1e6;
		Lab lab = MakeSphere( def, 1, false );
		double rest = tlFabric_GetReport( lab.fabric )->volume;
		for ( int32_t i = 0; i < lab.count; ++i )
		{
			tlPosition p = GetPosition( &lab, i );
			double x = way < 3 ? s * p.x : ( way == 3 ? p.x : -p.x ), y = way < 2 ? s * p.y : p.y,
			       z = way < 1 ? s * p.z : p.z;
			Place( &lab, i, x, way == 3 ? s * y : y, z );
		}
		for ( int32_t step = 0; step < 100; ++step )
		{
			Run( &lab, 0.01, 1 );
			CheckFinite( &lab );
			for ( int32_t i = 0; i < lab.count; ++i )
			{
				tlPosition p = GetPosition( &lab, i );
				CHECK_BELOW( Length( p.x, p.y, p.z ), step == 0 ? 4.0 : 20.0 );
			}
		}
		if ( way >= 2 ) // it had an area
		{
			CHECK_CLOSE( GetStats( &lab )->volume / rest, 1, 1e-3 );
		}
		FreeLab( &lab );
	}
}

// A mesh with a border encloses nothing: the type is taken and makes no set.
static void TestOpen( void** state )
{
	(void)state;
	LabDef def = MakeBalloonDef();
	Lab lab = MakeGrid( def, 4, 4, 0.1, true );
	assert_null( FindSet( &lab, "volume" ) );
	CHECK_CLOSE( GetStats( &lab )->volume, 0, 0 );
	Run( &lab, 0.01, 2 );
	FreeLab( &lab );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestPressure ), cmocka_unit_test( TestDampedResidual ), cmocka_unit_test( TestEverySweep ),
		cmocka_unit_test( TestFarAway ),  cmocka_unit_test( TestInsideOut ),      cmocka_unit_test( TestPressed ),
		cmocka_unit_test( TestOpen ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
