// What the velocity of the air is: gusts, and the statistics of turbulence.
// SPDX-License-Identifier: MIT
#include "solver/lab.h"

static void TestGust( void** state )
{
	(void)state;
	Lab lab = MakeGrid( MakeLabDef(), 3, 3, 0.5, false );
	tlWind wind = MakeWind( 4, 0, 0 );
	wind.gustAmplitude = (tlReal)0.5, wind.gustPeriod = 3;
	SetWind( &lab, wind );
	tlPosition here = { 1, 2, 3 };
	double sum = 0;
	for ( int n = 0; n < 300; ++n )
	{
		double time = n * 0.01, u = tlWorld_GetWindVelocity( lab.world, here, time ).x;
		CHECK_CLOSE( u, 4 * ( 1 + 0.5 * sin( 2 * TL_PI * time / 3 ) ), 1e-6 );
		sum += u / 300;
	}
	CHECK_CLOSE( sum, 4, 1e-6 );
	FreeLab( &lab );
}

static void TestTurbulence( void** state )
{
	(void)state;
	Lab lab = MakeGrid( MakeLabDef(), 3, 3, 0.5, false );
	for ( uint64_t seedOfWind = 1; seedOfWind <= 3; ++seedOfWind )
	{
		tlWind wind = MakeWind( 6, 0, 2 );
		double speed = sqrt( 40.0 ), intensity = 0.2, length = 0.5;
		wind.turbulenceIntensity = (tlReal)intensity, wind.turbulenceLength = (tlReal)length;
		wind.turbulenceSeed = seedOfWind;
		SetWind( &lab, wind );
		uint64_t seed = 9;
		double mean[3] = { 0 }, square[3] = { 0 }, cross = 0;
		const int count = 20000;
		for ( int n = 0; n < count; ++n )
		{
			tlPosition x = { 50 * Draw( &seed ), 50 * Draw( &seed ), 50 * Draw( &seed ) };
			tlVec3 u = tlWorld_GetWindVelocity( lab.world, x, 100 * ( 1 + Draw( &seed ) ) );
			double d[3] = { u.x - 6.0, u.y, u.z - 2.0 };
			for ( int k = 0; k < 3; ++k )
			{
				mean[k] += d[k] / count;
				square[k] += d[k] * d[k] / count;
			}
			cross += d[0] * d[1] / count;
		}
		double deviation = intensity * speed;
		for ( int k = 0; k < 3; ++k )
		{
			CHECK_CLOSE( mean[k], 0, 0.03 * deviation ); // four of the standard error
			CHECK_CLOSE( sqrt( square[k] ), deviation, 0.03 * deviation );
		}
		CHECK_CLOSE( cross, 0, 0.03 * deviation * deviation );

		// Smooth in space and time, and carried along by the wind.
		const double far = 1e-3 * length;
		double most = 0, carried = 0, fixed = 0, divergence = 0;
		for ( int n = 0; n < 200; ++n )
		{
			tlPosition x = { 10 * Draw( &seed ), 10 * Draw( &seed ), 10 * Draw( &seed ) };
			tlPosition xs[3] = { { x.x + far, x.y, x.z }, { x.x, x.y + far, x.z }, { x.x, x.y, x.z + far } };
			tlVec3 u = tlWorld_GetWindVelocity( lab.world, x, 1 );
			tlVec3 a = tlWorld_GetWindVelocity( lab.world, xs[0], 1 ), b = tlWorld_GetWindVelocity( lab.world, xs[1], 1 ),
			       c = tlWorld_GetWindVelocity( lab.world, xs[2], 1 );
			most = fmax( most, tlDistance( u, a ) );
			divergence = fmax( divergence, fabs( ( (double)a.x - u.x ) + ( (double)b.y - u.y ) + ( (double)c.z - u.z ) ) );
			double dt = 0.02;
			tlPosition moved = { x.x + 6 * dt, x.y, x.z + 2 * dt };
			carried += tlLengthSquared( tlSub( tlWorld_GetWindVelocity( lab.world, moved, 1 + dt ), u ) );
			fixed += tlLengthSquared( tlSub( tlWorld_GetWindVelocity( lab.world, x, 1 + dt ), u ) );
		}
		CHECK_BELOW( most, 0.1 * deviation );
		CHECK_BELOW( divergence, Pick( 2e-3, 1e-3 ) * most + Pick( 2e-5, 0 ) + 1e-3 * deviation );
		CHECK_BELOW( sqrt( carried ), 0.5 * sqrt( fixed ) );
	}
	// Another seed, another wind; the same, the same.
	tlWind wind = MakeWind( 5, 0, 0 );
	wind.turbulenceIntensity = (tlReal)0.1;
	tlPosition x = { 0.3, 0.2, 0.1 };
	tlVec3 u[3];
	for ( int n = 0; n < 3; ++n )
	{
		wind.turbulenceSeed = n == 1 ? 77 : 5;
		SetWind( &lab, wind );
		u[n] = tlWorld_GetWindVelocity( lab.world, x, 0.5 );
	}
	assert_true( tlDistance( u[0], u[1] ) > 0 );
	assert_memory_equal( &u[0], &u[2], sizeof u[0] );
	FreeLab( &lab );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestGust ),
		cmocka_unit_test( TestTurbulence ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
