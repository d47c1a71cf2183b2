// Vertex block descent where one sweep is far from enough.
// SPDX-License-Identifier: MIT
#include "lab.h"

// Vertex block descent of stiff things in few sweeps: far from converged, and bounded.
static void TestDescentIsBounded( void** state )
{
	(void)state;
	for ( int n = 0; n < 12; ++n )
	{
		static const char* const types[] = { "distance", "strain", "neo-Hookean" };
		static const int32_t held[2] = { 0, 6 };
		tlPinDef pin = { .particles = held, .particleCount = 2, .frame = MakeFrame( 0, 0, 0 ) };
		LabDef def = MakeLabDef();
		def.world.budget.method = tl_vbdMethod;
		def.world.budget.substepCount = 16;
		def.world.budget.iterationCount = n / 3 % 2 == 0 ? 1 : 4;
		def.fabric.stretchType = types[n % 3];
		def.fabric.bendType = n < 6 ? "bend" : "curvature";
		def.body.material = tlDefaultMaterial();
		def.body.pins = &pin;
		def.body.pinCount = 1;
		Lab lab = MakeGrid( def, 7, 7, 0.1, false );
		double most = 0;
		for ( int step = 0; step < 120; ++step )
		{
			Run( &lab, 1.0 / 60, 1 );
			CheckFinite( &lab );
			most = fmax( most, GetStats( &lab )->maxSpeed );
		}
		if ( !( most < 60 ) )
		{
			fail_msg( "%s, %s, %d sweeps: %g m/s", def.fabric.stretchType, def.fabric.bendType,
			          def.world.budget.iterationCount, most );
		}
		FreeLab( &lab );
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = { cmocka_unit_test( TestDescentIsBounded ) };
	return cmocka_run_group_tests( tests, NULL, NULL );
}
