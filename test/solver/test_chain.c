// Ropes solved directly: which constraints form chains, that they carry loads in one pass, that nothing else changes, and
// that what has no solution does no harm.
// SPDX-License-Identifier: MIT
#include "lab.h"

#include "solver/chain.h"
#include "solver/world.h"

static LabDef MakeDirectDef( int32_t substeps, int32_t iterations )
{
	LabDef def = MakeLabDef();
	def.fabric.bend = false;
	def.world.budget.substepCount = substeps;
	def.world.budget.iterationCount = iterations;
	def.world.budget.directRopes = true;
	return def;
}

static tlBody* GetBody( const Lab* lab )
{
	return tlGetBody( lab->world, lab->body );
}

static void Pin( LabDef* def, tlPinDef* pins, const int32_t* particles, int32_t count )
{
	*pins = ( tlPinDef ){ .particles = particles, .particleCount = count, .frame = tlTransform_identity };
	def->body.pins = pins;
	def->body.pinCount = 1;
}

// ---- which

// A Y of three arms of two segments, a loop of four, a single segment, and a quad with a rope at a corner.
static void TestFindsChains( void** state )
{
	(void)state;
	enum
	{
		tl_vertices = 20
	};
	const int32_t corners[] = { 0,  1,  1,  2,  2,  3,  3,  4,  2,  5, 5, 6, // arms meet at 2
		                        7,  8,  8,  9,  9,  10, 10, 7,               // loop
		                        11, 12,                                      // alone
		                        13, 14, 15, 16, 15, 17, 17, 18, 18, 19 };
	const int32_t sizes[] = { 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 4, 2, 2, 2 };
	tlVec3 positions[tl_vertices];
	uint64_t seed = 5;
	for ( int32_t i = 0; i < tl_vertices; ++i )
	{
		positions[i] = DrawVec3( &seed, 1 );
	}
	positions[13] = ( tlVec3 ){ 0, 0, 0 };
	positions[14] = ( tlVec3 ){ 1, 0, 0 };
	positions[15] = ( tlVec3 ){ 1, 1, 0 };
	positions[16] = ( tlVec3 ){ 0, 1, 0 };
	for ( int32_t sweep = 0; sweep < tl_sweepCount; ++sweep )
	{
		LabDef def = MakeDirectDef( 1, 1 );
		def.world.budget.sweep = (tlSweep)sweep;
		def.fabric.positions = positions;
		def.fabric.vertexCount = tl_vertices;
		def.fabric.faceSizes = sizes;
		def.fabric.faceCorners = corners;
		def.fabric.faceCount = sizeof sizes / sizeof sizes[0];
		Lab lab = MakeLab( &def );
		Run( &lab, 0.01, 1 );
		tlBody* body = GetBody( &lab );
		int32_t set = FindSetIndex( &lab, "stretch" );
		const tlChains* chains = body->chains[set];
		assert_non_null( chains );
		assert_int_equal( chains->chainCount, 4 );
		assert_int_equal( chains->starts[4], 9 );
		assert_int_equal( chains->looseCount, 4 + 1 + 4 );
		for ( int32_t c = 0; c < 4; ++c )
		{
			for ( int32_t k = chains->starts[c]; k < chains->starts[c + 1]; ++k )
			{
				const int32_t* pair = body->sets[set].set->particles + 2 * (size_t)chains->links[k];
				int32_t a = chains->nodes[k + c], b = chains->nodes[k + c + 1];
				assert_true( ( pair[0] == a && pair[1] == b ) || ( pair[0] == b && pair[1] == a ) );
			}
		}
		tlBudget budget = def.world.budget;
		budget.directRopes = false;
		assert_int_equal( tlWorld_SetBudget( lab.world, &budget, NULL ), tl_success );
		Run( &lab, 0.01, 1 );
		assert_null( body->chains[set] );
		assert_null( body->chainRoom );
		FreeLab( &lab );
	}
}

// ---- loads

static double MeasureLoaded( double node, double load, double compliance, int32_t substeps, int32_t iterations )
{
	tlReal masses[21];
	for ( int32_t i = 0; i <= 20; ++i )
	{
		masses[i] = (tlReal)( i == 0 ? 0 : ( i == 20 ? load : node ) );
	}
	LabDef def = MakeDirectDef( substeps, iterations );
	def.fabric.masses = masses;
	def.body.material.stretch.compliance = (tlReal)compliance;
	def.body.material.globalDamping = 8;
	Lab lab = MakeChain( def, 21, 0.1, ( tlVec3 ){ 0, -1, 0 } );
	Run( &lab, 1.0 / 60, 300 );
	double stretch = -GetPosition( &lab, 20 ).y - 2;
	FreeLab( &lab );
	return stretch;
}

static void TestCarriesALoadInOnePass( void** state )
{
	(void)state;
	CHECK_CLOSE( MeasureLoaded( 0.01, 10, 0, 16, 1 ), 0, Pick( 2e-6, 1e-7 ) ); // a sweep: 0.204
	CHECK_CLOSE( MeasureLoaded( 0.01, 0.01, 0, 4, 1 ), 0, Pick( 2e-6, 1e-7 ) );
	double right = 1e-4 * 9.81 * ( 20 * 10 + 0.01 * 190 ); // the weight below each segment
	CHECK_CLOSE( MeasureLoaded( 0.01, 10, 1e-4, 16, 1 ), right, Pick( 2e-2, 1e-5 ) * right );
	CHECK_CLOSE( MeasureLoaded( 0.01, 10, 1e-4, 1, 8 ), right, Pick( 2e-3, 1e-5 ) * right );
}

// A chain of two links with one pass is the exact answer of many sweeps.
static void TestAgreesWithTheConvergedSweep( void** state )
{
	(void)state;
	tlPosition x[2][8];
	for ( int direct = 0; direct < 2; ++direct )
	{
		LabDef def = MakeDirectDef( 2, 400 );
		def.world.budget.directRopes = direct == 1;
		def.world.budget.sweep = tl_symmetricSweep;
		def.body.material.stretch = ( tlElasticity ){ (tlReal)1e-4, 20 };
		const int32_t held = 0;
		tlPinDef pins;
		Pin( &def, &pins, &held, 1 );
		Lab lab = MakeChain( def, 8, 0.1, ( tlVec3 ){ 1, 0, 0 } );
		Run( &lab, 1.0 / 120, 40 );
		for ( int32_t i = 0; i < 8; ++i )
		{
			x[direct][i] = GetPosition( &lab, i );
		}
		FreeLab( &lab );
	}
	for ( int32_t i = 0; i < 8; ++i )
	{
		// Newton's step knows how a pull turns and the sweep does not: they agree to the order of the step.
		CHECK_CLOSE( x[1][i].x, x[0][i].x, 5e-3 );
		CHECK_CLOSE( x[1][i].y, x[0][i].y, 5e-3 );
	}
}

static void TestEnergyOnlyFalls( void** state )
{
	(void)state;
	for ( int32_t k = 0; k < 4; ++k )
	{
		tlReal masses[21];
		double load = 0.01 * pow( 10, k + 1 );
		for ( int32_t i = 0; i <= 20; ++i )
		{
			masses[i] = (tlReal)( i == 0 ? 0 : ( i == 20 ? load : 0.01 ) );
		}
		LabDef def = MakeDirectDef( 16, 1 );
		def.fabric.masses = masses;
		Lab lab = MakeChain( def, 21, 0.1, ( tlVec3 ){ 1, 0, 0 } );
		for ( int32_t i = 0; i < 240; ++i )
		{
			Run( &lab, 1.0 / 60, 1 );
			const tlBodyStats* stats = GetStats( &lab );
			CHECK_BELOW( stats->kineticEnergy + stats->potentialEnergy, 1e-4 * load * 9.81 * 2 );
			CHECK_BELOW( stats->sets[0].strainMax, 1e-4 );
		}
		FreeLab( &lab );
	}
}

// A free chain keeps its momentum, and its angular momentum as well as one step of the integrator lets it.
static void TestKeepsMomentum( void** state )
{
	(void)state;
	LabDef def = MakeDirectDef( 32, 1 );
	def.world.gravity = tlVec3_zero;
	Lab lab = MakeChain( def, 12, 0.1, ( tlVec3 ){ 1, 0, 0 } );
	uint64_t seed = 3;
	for ( int32_t i = 0; i < lab.count; ++i )
	{
		tlVec3 v = DrawVec3( &seed, 1 );
		Push( &lab, i, v.x, v.y, v.z );
	}
	const tlBodyStats* stats = GetStats( &lab );
	double before[3] = { stats->momentum[0], stats->momentum[1], stats->momentum[2] };
	double mass = 0.05 * 1.1;
	Run( &lab, 1.0 / 60, 60 );
	stats = GetStats( &lab );
	for ( int k = 0; k < 3; ++k )
	{
		CHECK_CLOSE( stats->momentum[k], before[k], Pick( 1e-5, 1e-13 ) * mass );
	}
	FreeLab( &lab );
}

// ---- what has no solution

// Held at both ends: taut to the last digit, too far apart, slack, and all in one point.
static void TestHeldAtBothEnds( void** state )
{
	(void)state;
	const double gaps[] = { 1, 1.0001, 1.5, 0.999, 0.5, 0 };
	for ( int32_t hand = 0; hand < 2; ++hand )
	{
		for ( size_t g = 0; g < sizeof gaps / sizeof gaps[0]; ++g )
		{
			LabDef def = MakeDirectDef( 8, 1 + (int32_t)( g % 2 ) );
			tlConstraintDef constraints[10];
			tlVec3 positions[11];
			tlReal masses[11];
			for ( int32_t i = 0; i < 11; ++i )
			{
				positions[i] = ( tlVec3 ){ (tlReal)( gaps[g] * i / 10 ), 0, 0 };
				masses[i] = (tlReal)( i == 5 && hand == 1 ? 10 : 0.01 );
			}
			for ( int32_t i = 0; i < 10; ++i )
			{
				constraints[i] =
				    ( tlConstraintDef ){ .type = "distance", .particles = { i, i + 1 }, .parameters = { (tlReal)0.1 } };
			}
			def.fabric.positions = positions;
			def.fabric.vertexCount = 11;
			def.fabric.masses = masses;
			def.fabric.constraints = constraints;
			def.fabric.constraintCount = 10;
			const int32_t held[2] = { 0, 10 };
			tlPinDef pins;
			Pin( &def, &pins, held, 2 );
			Lab lab = MakeLab( &def );
			for ( int32_t i = 0; i < 120; ++i )
			{
				Run( &lab, 1.0 / 60, 1 );
				CHECK_BELOW( GetStats( &lab )->maxSpeed, 500 ); // ten links leave one point within a substep
			}
			CheckFinite( &lab );
			for ( int32_t i = 0; i < 10 && gaps[g] > 1; ++i )
			{
				// What can not be satisfied is shared by all.
				double c = (double)tlBody_GetConstraint( lab.world, lab.body, 0, i ).value;
				CHECK_CLOSE( c, ( gaps[g] - 1 ) / 10, 0.06 * ( gaps[g] - 1 ) );
			}
			FreeLab( &lab );
		}
	}
}

// All nodes fixed but one, and all of them: nothing to solve, nothing divided by zero.
static void TestFixedNodes( void** state )
{
	(void)state;
	for ( int32_t free = -1; free < 5; ++free )
	{
		LabDef def = MakeDirectDef( 2, 2 );
		tlReal masses[5] = { 0 };
		if ( free >= 0 )
		{
			masses[free] = 1;
		}
		def.fabric.masses = masses;
		Lab lab = MakeChain( def, 5, 0.1, ( tlVec3 ){ 1, 0, 0 } );
		Run( &lab, 1.0 / 60, 20 );
		CheckFinite( &lab );
		FreeLab( &lab );
	}
}

// A rope that is slack under compression hangs like the others and does not push.
static void TestSlackDoesNotPush( void** state )
{
	(void)state;
	LabDef def = MakeDirectDef( 16, 1 );
	def.body.material.compression = 0;
	def.body.material.stretch.compliance = (tlReal)1e-6;
	const int32_t held = 0;
	tlPinDef pins;
	Pin( &def, &pins, &held, 1 );
	Lab lab = MakeChain( def, 11, 0.1, ( tlVec3 ){ 0, 1, 0 } ); // stands on its pin: falls through itself, freely
	Run( &lab, 1.0 / 60, 12 );
	double fall = 9.81 * 0.2 * 0.2 / 2;
	CHECK_CLOSE( GetPosition( &lab, 10 ).y, 1 - fall, 0.03 );
	Run( &lab, 1.0 / 60, 600 );
	for ( int32_t i = 0; i < 10; ++i )
	{
		assert_true( tlBody_GetConstraint( lab.world, lab.body, 0, i ).force > (tlReal)-1e-3 );
	}
	FreeLab( &lab );
}

// ---- bits

static void TestRestoreAndThreadsRepeatBits( void** state )
{
	(void)state;
	uint64_t hashes[2];
	for ( int k = 0; k < 2; ++k )
	{
		LabDef def = MakeDirectDef( 4, 2 );
		def.world.budget.threadCount = 1 + 2 * k;
		const int32_t held = 0;
		tlPinDef pins;
		Pin( &def, &pins, &held, 1 );
		Lab lab = MakeChain( def, 20, 0.1, ( tlVec3 ){ 1, 0, 0 } );
		Run( &lab, 1.0 / 60, 30 );
		hashes[k] = RunTwice( &lab, 1.0 / 60, 30 );
		FreeLab( &lab );
	}
	assert_true( hashes[0] == hashes[1] );
}

// Cloth has no chains: not a bit changes.
static void TestClothIsTheSame( void** state )
{
	(void)state;
	uint64_t hashes[2];
	for ( int direct = 0; direct < 2; ++direct )
	{
		LabDef def = MakeDirectDef( 4, 1 );
		def.world.budget.directRopes = direct == 1;
		const int32_t held = 0;
		tlPinDef pins;
		Pin( &def, &pins, &held, 1 );
		Lab lab = MakeGrid( def, 6, 6, 0.1, true );
		Run( &lab, 1.0 / 60, 30 );
		hashes[direct] = tlWorld_Hash( lab.world );
		FreeLab( &lab );
	}
	assert_true( hashes[0] == hashes[1] );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestFindsChains ),
		cmocka_unit_test( TestCarriesALoadInOnePass ),
		cmocka_unit_test( TestAgreesWithTheConvergedSweep ),
		cmocka_unit_test( TestEnergyOnlyFalls ),
		cmocka_unit_test( TestKeepsMomentum ),
		cmocka_unit_test( TestHeldAtBothEnds ),
		cmocka_unit_test( TestFixedNodes ),
		cmocka_unit_test( TestSlackDoesNotPush ),
		cmocka_unit_test( TestRestoreAndThreadsRepeatBits ),
		cmocka_unit_test( TestClothIsTheSame ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
