// Without colliders: fall, momentum, damping, rest states at every frame rate, changes in the middle of a run.
// SPDX-License-Identifier: MIT
#include "lab.h"

static const double s_rates[] = { 30, 60, 120, 240 };

static void TestFlatFall( void** state )
{
	(void)state;
	const int32_t substeps[] = { 1, 10, 32 };
	for ( int n = 0; n < 3; ++n )
	{
		LabDef def = MakeLabDef();
		def.world.budget.substepCount = substeps[n];
		def.body.material = tlDefaultMaterial();
		def.body.material.areaDensity = (tlReal)0.15;
		Lab lab = MakeGrid( def, 33, 33, 0.125, false );
		const tlVec3* rest = tlFabric_GetRestPositions( lab.fabric );
		Run( &lab, 1.0 / 60, 120 );
		const tlBodyStats* stats = GetStats( &lab );
		for ( int32_t s = 0; s < stats->setCount; ++s )
		{
			CHECK_BELOW( stats->sets[s].strainMax, 1e-4 );
			CHECK_ABOVE( stats->sets[s].strainMin, -1e-4 );
		}
		double h = 1.0 / 60 / substeps[n], y = -0.5 * 9.81 * 2 * ( 2 + h );
		for ( int32_t i = 0; i < lab.count; ++i )
		{
			tlPosition p = GetPosition( &lab, i );
			CHECK_CLOSE( p.x, rest[i].x, Pick( 1e-5, 1e-12 ) );
			CHECK_CLOSE( p.z, rest[i].z, Pick( 1e-5, 1e-12 ) );
			CHECK_CLOSE( p.y, y, Pick( 2e-3, 1e-10 ) );
		}
		CHECK_CLOSE( GetStats( &lab )->kineticEnergy, 0.5 * 0.15 * 16 * 9.81 * 9.81 * 4, Pick( 0.1, 1e-6 ) );
		FreeLab( &lab );
	}
}

static void TestIsolatedVertex( void** state )
{
	(void)state;
	const tlVec3 positions[4] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 2, 2, 0 } };
	const int32_t size = 3, corners[3] = { 0, 1, 2 };
	for ( int gravity = 0; gravity < 2; ++gravity )
	{
		LabDef def = MakeLabDef();
		def.fabric.positions = positions;
		def.fabric.vertexCount = 4;
		def.fabric.faceSizes = &size;
		def.fabric.faceCorners = corners;
		def.fabric.faceCount = 1;
		def.world.gravity.y = (tlReal)( -9.81 * gravity );
		def.body.material.areaDensity = 1;
		Lab lab = MakeLab( &def );
		assert_int_equal( tlFabric_GetReport( lab.fabric )->unreferencedVertexCount, 1 );
		Run( &lab, 0.01, gravity == 0 ? 1 : 100 );
		tlPosition p = GetPosition( &lab, 3 );
		assert_true( p.x == 2 && p.y == 2 && p.z == 0 );
		assert_true( tlBody_GetMass( lab.world, lab.body, 3 ) == 0 );
		CHECK_CLOSE( tlBody_GetMass( lab.world, lab.body, 0 ), 0.5 / 3, 1e-6 );
		CheckFinite( &lab );
		FreeLab( &lab );
	}
}

// A free cloth that tumbles: momentum stays to the last digits; of angular momentum the method loses about (w h)^2 in a
// substep (see the rod below), and more while the first waves run through the cloth.
static void TestTumbling( void** state )
{
	(void)state;
	for ( int n = 0; n < 2; ++n )
	{
		LabDef def = MakeLabDef();
		def.world.gravity = tlVec3_zero;
		def.world.budget.substepCount = n == 0 ? 4 : 16;
		def.body.velocity = ( tlVec3 ){ (tlReal)0.3, (tlReal)-0.2, (tlReal)0.1 };
		def.body.angularVelocity = ( tlVec3 ){ (tlReal)0.2, 2, (tlReal)0.1 };
		Lab lab = MakeGrid( def, 12, 12, 0.1, false );
		const tlBodyStats* stats = GetStats( &lab );
		double momentum[3], mass = 0.2 * 1.1 * 1.1, spin = 0, lastSpin;
		memcpy( momentum, stats->momentum, sizeof momentum );
		CHECK_CLOSE( momentum[0], 0.3 * mass, 1e-6 );
		CHECK_CLOSE( momentum[1], -0.2 * mass, 1e-6 );
		lastSpin = spin = Length( stats->angularMomentum[0], stats->angularMomentum[1], stats->angularMomentum[2] );
		for ( int32_t step = 1; step <= 120; ++step )
		{
			Run( &lab, 1.0 / 60, 1 );
			stats = GetStats( &lab );
			for ( int k = 0; k < 3; ++k )
			{
				CHECK_CLOSE( stats->momentum[k], momentum[k], Pick( 1e-4, 1e-12 ) ); // floats: a walk of roundings
			}
			double now = Length( stats->angularMomentum[0], stats->angularMomentum[1], stats->angularMomentum[2] );
			double h = 1.0 / 60 / def.world.budget.substepCount, lost = 4.05 * h * step / 60;
			CHECK_BELOW( now, lastSpin * ( 1 + Pick( 2e-6, 1e-13 ) ) );
			CHECK_CLOSE( now / spin, exp( -lost ), 0.3 * lost + Pick( 1e-5, 1e-12 ) );
			lastSpin = now;
		}
		FreeLab( &lab );
	}
}

// Two points on a hard rod about their middle: x* = 2 x_n - x_(n-1), back onto the circle, so the angle of a substep goes
// from d to atan(sin d / (2 - cos d)).
static void TestTurningRod( void** state )
{
	(void)state;
	for ( int32_t substepCount = 1; substepCount <= 16; substepCount *= 4 )
	{
		tlReal masses[2] = { 1, 1 };
		LabDef def = MakeLabDef();
		def.fabric.masses = masses;
		def.world.gravity = tlVec3_zero;
		def.world.budget.substepCount = substepCount;
		Lab lab = MakeChain( def, 2, 2, ( tlVec3 ){ 1, 0, 0 } );
		Push( &lab, 0, 0, 0, 3 );
		Push( &lab, 1, 0, 0, -3 );
		double h = 1.0 / 60 / substepCount, angle = 0;
		for ( int32_t i = 0; i < 60 * substepCount; ++i )
		{
			angle = i == 0 ? atan( 3 * h ) : atan( sin( angle ) / ( 2 - cos( angle ) ) );
		}
		Run( &lab, 1.0 / 60, 60 );
		CHECK_CLOSE( GetStats( &lab )->angularMomentum[1], 2 * sin( angle ) / h, Pick( 2e-4, 1e-10 ) );
		FreeLab( &lab );
	}
}

static void TestEdgeDamping( void** state )
{
	(void)state;
	for ( int n = 0; n < 8; ++n )
	{
		// Two points that fly apart along their edge: the relative speed decays by exp(-c t) whatever the step.
		tlReal masses[2] = { 1, 3 };
		LabDef def = MakeLabDef();
		def.fabric.masses = masses;
		def.world.gravity = tlVec3_zero;
		def.world.budget.substepCount = n < 4 ? 1 : 8;
		def.body.material.stretch.compliance = (tlReal)1e12;
		def.body.material.edgeDamping = 2;
		Lab lab = MakeChain( def, 2, 1, ( tlVec3 ){ 1, 0, 0 } );
		Push( &lab, 0, -1, 0, 0 );
		Push( &lab, 1, 1, 0, 0 );
		Run( &lab, 1 / s_rates[n % 4], (int32_t)s_rates[n % 4] );
		CHECK_CLOSE( GetVelocity( &lab, 1 ).x - GetVelocity( &lab, 0 ).x, 2 * exp( -2 ), Pick( 1e-4, 1e-9 ) );
		CHECK_CLOSE( GetStats( &lab )->momentum[0], 2, Pick( 1e-5, 1e-12 ) );
		FreeLab( &lab );
	}
	// A sheet of points in wild motion: what it has as a whole stays, whatever it is made of.
	static const char* const types[] = { "distance", "strain" };
	for ( int n = 0; n < 2; ++n )
	{
		LabDef def = MakeLabDef();
		def.fabric.stretchType = types[n];
		def.world.gravity = tlVec3_zero;
		def.world.budget.substepCount = 4;
		def.body.material.stretch.compliance = def.body.material.shear.compliance = (tlReal)1e16;
		def.body.material.bend.compliance = (tlReal)1e16;
		def.body.material.edgeDamping = 5;
		Lab lab = MakeGrid( def, 8, 8, 0.1, false );
		uint64_t seed = 1;
		for ( int32_t i = 0; i < lab.count; ++i )
		{
			tlVec3 v = DrawVec3( &seed, 1 );
			Push( &lab, i, v.x + 0.5, v.y, v.z );
		}
		tlBodyStats before = *GetStats( &lab );
		Run( &lab, 1.0 / 60, 30 );
		const tlBodyStats* after = GetStats( &lab );
		for ( int k = 0; k < 3; ++k )
		{
			CHECK_CLOSE( after->momentum[k], before.momentum[k], Pick( 1e-6, 1e-13 ) );
			CHECK_CLOSE( after->angularMomentum[k], before.angularMomentum[k], Pick( 2e-6, 1e-13 ) );
		}
		CHECK_BELOW( after->kineticEnergy, 0.8 * before.kineticEnergy );
		FreeLab( &lab );
	}
}

static void TestGlobalDamping( void** state )
{
	(void)state;
	for ( int n = 0; n < 8; ++n )
	{
		LabDef def = MakeLabDef();
		def.world.gravity = tlVec3_zero;
		def.world.budget.substepCount = n < 4 ? 1 : 16;
		def.body.material.globalDamping = (tlReal)1.5;
		tlVec3 start = { 0, 0, 0 };
		Lab lab = MakeParticles( def, &start, 1 );
		Push( &lab, 0, 1, -2, 2 );
		Run( &lab, 1 / s_rates[n % 4], (int32_t)s_rates[n % 4] );
		CHECK_CLOSE( GetSpeed( &lab, 0 ), 3 * exp( -1.5 ), Pick( 2e-4, 1e-12 ) );
		FreeLab( &lab );

		// A fall ends at g / c, a half substep of gravity above it in time.
		def.world.gravity.y = (tlReal)-9.81;
		lab = MakeParticles( def, &start, 1 );
		Run( &lab, 1 / s_rates[n % 4], 12 * (int32_t)s_rates[n % 4] );
		double h = 1 / s_rates[n % 4] / def.world.budget.substepCount;
		CHECK_CLOSE( GetSpeed( &lab, 0 ), 9.81 * h / ( 1 - exp( -1.5 * h ) ), Pick( 1e-3, 1e-6 ) );
		CHECK_CLOSE( GetSpeed( &lab, 0 ), 9.81 / 1.5, 0.03 * 9.81 / 1.5 );
		FreeLab( &lab );
	}
}

typedef enum Hanging
{
	tl_clothFromCorners,
	tl_softClothFromRow,
	tl_rope,
	tl_softRope,
	tl_slackRope,
	tl_hangingCount
} Hanging;

// How far down it hangs [m].
static double MeasureSag( Hanging what, double rate, int32_t substepCount )
{
	static const int32_t pinned[20] = { 0, 19, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18 };
	bool cloth = what == tl_clothFromCorners || what == tl_softClothFromRow;
	int32_t pinnedCount = what == tl_softClothFromRow ? 20 : ( what == tl_clothFromCorners ? 2 : 1 );
	tlPinDef pins[2] = { { pinned, pinnedCount, MakeFrame( 0, 0, 0 ), 0, 0 },
		                 { pinned + 1, 1, MakeFrame( 1.9, 0, 0 ), 0, 0 } };
	LabDef def = MakeLabDef();
	def.world.budget.substepCount = substepCount;
	def.body.material = tlDefaultMaterial();
	def.body.material.globalDamping = 4;
	def.body.material.stretch.compliance = (tlReal)( what == tl_softClothFromRow ? 0.1 : 1e-5 );
	def.body.material.stretch.compliance = what == tl_softRope ? (tlReal)0.02 : def.body.material.stretch.compliance;
	if ( what == tl_softClothFromRow )
	{
		def.body.material.shear.compliance = def.body.material.bend.compliance = 1;
	}
	def.body.pins = pins;
	def.body.pinCount = what == tl_slackRope ? 2 : 1;
	tlVec3 down = { 0, -1, 0 }, across = { 1, 0, 0 };
	Lab lab =
	    cloth ? MakeGrid( def, 20, 20, 1.0 / 19, true ) : MakeChain( def, 20, 0.1, what == tl_slackRope ? across : down );
	for ( int32_t step = 1; what == tl_slackRope && step <= (int32_t)rate; ++step )
	{
		tlTransform target = MakeFrame( 1.9 - 0.7 * step / rate, 0, 0 ); // the ends come closer than the rope is long
		tlBody_SetPinTarget( lab.world, lab.body, 1, &target );
		Run( &lab, 1 / rate, 1 );
	}
	Run( &lab, 1 / rate, (int32_t)( 8 * rate ) );
	double lowest = 0;
	for ( int32_t i = 0; i < lab.count; ++i )
	{
		lowest = fmin( lowest, GetPosition( &lab, i ).y );
	}
	CHECK_BELOW( GetStats( &lab )->maxSpeed, Pick( 0.05, 1e-3 ) ); // settled, but for the roundings of short substeps
	FreeLab( &lab );
	return -lowest;
}

static void TestSagAtEveryRate( void** state )
{
	(void)state;
	for ( int what = 0; what < tl_hangingCount; ++what )
	{
		double least = INFINITY, most = 0, extended[4];
		for ( int n = 0; n < 4; ++n )
		{
			double sag = MeasureSag( (Hanging)what, s_rates[n], 16 ); // the default budget
			least = fmin( least, sag );
			most = fmax( most, sag );
			// The same substeps a second: the frame rate is then without any effect.
			extended[n] = MeasureSag( (Hanging)what, s_rates[n], (int32_t)( 960 / s_rates[n] ) );
			CHECK_CLOSE( extended[n], extended[0], Pick( 1e-4, 1e-8 ) );
		}
		CHECK_BELOW( ( most - least ) / most, 0.02 );
		CHECK_ABOVE( least, what == tl_slackRope ? 0.5 : 1.0 );
	}
}

static void TestSpringExtension( void** state )
{
	(void)state;
	const int32_t iterations[] = { 1, 5, 20, 100, 1000 };
	for ( int n = 0; n < 20; ++n )
	{
		tlReal masses[2] = { 0, 1 };
		LabDef def = MakeLabDef();
		def.fabric.masses = masses;
		def.world.budget.iterationCount = iterations[n % 5];
		def.body.material.stretch.compliance = (tlReal)0.01; // 100 N/m
		def.body.material.globalDamping = 8;
		double rate = s_rates[n / 5];
		Lab lab = MakeChain( def, 2, 1, ( tlVec3 ){ 0, -1, 0 } );
		Run( &lab, 1 / rate, (int32_t)( 6 * rate ) );
		CHECK_CLOSE( -GetPosition( &lab, 1 ).y - 1, 0.0981, Pick( 1e-4, 1e-6 ) );
		CHECK_CLOSE( tlBody_GetConstraint( lab.world, lab.body, 0, 0 ).force, 9.81, Pick( 2e-2, 1e-4 ) );
		FreeLab( &lab );
	}
}

// A stretch ten times as stiff or as soft from one step to the next, while the cloth swings: no jerk.
static void TestMaterialChange( void** state )
{
	(void)state;
	for ( int n = 0; n < 3; ++n )
	{
		static const int32_t pinned[2] = { 0, 19 };
		tlPinDef pin = { pinned, 2, MakeFrame( 0, 0, 0 ), 0, 0 };
		LabDef def = MakeLabDef();
		def.world.budget.substepCount = 16;
		def.body.material = tlDefaultMaterial();
		def.body.material.edgeDamping = 2;
		def.body.material.globalDamping = (tlReal)0.2;
		def.body.pins = &pin;
		def.body.pinCount = 1;
		Lab lab = MakeGrid( def, 20, 20, 0.05, false );
		double before = 0, after = 0;
		for ( int32_t step = 0; step < 120; ++step )
		{
			Run( &lab, 1.0 / 60, 1 );
			before = step >= 60 ? fmax( before, GetStats( &lab )->maxSpeed ) : 0;
		}
		tlMaterial material = tlBody_GetMaterial( lab.world, lab.body );
		material.stretch.compliance *= (tlReal)( n == 0 ? 0.1 : 10 );
		material.areaDensity *= n == 2 ? 2 : 1; // and twice as heavy
		assert_int_equal( tlBody_SetMaterial( lab.world, lab.body, &material, NULL ), tl_success );
		assert_true( tlBody_GetMaterial( lab.world, lab.body ).stretch.compliance == material.stretch.compliance );
		for ( int32_t step = 0; step < 60; ++step )
		{
			Run( &lab, 1.0 / 60, 1 );
			after = fmax( after, GetStats( &lab )->maxSpeed );
		}
		CHECK_ABOVE( before, 1 );
		CHECK_BELOW( after, 1.2 * before );
		CHECK_CLOSE( tlBody_GetMass( lab.world, lab.body, 210 ), 0.2 * 0.0025 * ( n == 2 ? 2 : 1 ), 1e-8 );
		FreeLab( &lab );
	}
	LabDef def = MakeLabDef();
	Lab lab = MakeGrid( def, 3, 3, 0.1, false );
	tlMaterial wrong = tlDefaultMaterial(), kept = tlBody_GetMaterial( lab.world, lab.body );
	wrong.stretch.compliance = -1;
	assert_int_equal( tlBody_SetMaterial( lab.world, lab.body, &wrong, NULL ), tl_invalidArgument );
	tlMaterial now = tlBody_GetMaterial( lab.world, lab.body );
	assert_memory_equal( &now, &kept, sizeof now ); // refused as a whole
	FreeLab( &lab );
}

// 10x10 points, each triangle once, or twice with both windings.
static Lab MakeSided( bool twice )
{
	static tlVec3 positions[100];
	static int32_t sizes[324], corners[972];
	static const int32_t pinned[2] = { 0, 9 };
	static tlPinDef pin;
	pin = ( tlPinDef ){ pinned, 2, MakeFrame( 0, 0, 0 ), 0, 0 };
	int32_t faces = 0;
	for ( int32_t i = 0; i < 100; ++i )
	{
		positions[i] = ( tlVec3 ){ (tlReal)( 0.1 * ( i % 10 ) ), 0, (tlReal)( 0.1 * ( i / 10 ) ) };
		for ( int32_t k = 0; k < ( i % 10 < 9 && i < 90 ? 4 : 0 ); k += twice ? 1 : 2 )
		{
			const int32_t a = i, b = k < 2 ? i + 10 : i + 11, c = k < 2 ? i + 11 : i + 1;
			const int32_t face[3] = { a, k % 2 == 0 ? b : c, k % 2 == 0 ? c : b };
			memcpy( corners + 3 * faces, face, sizeof face );
			sizes[faces++] = 3;
		}
	}
	LabDef def = MakeLabDef();
	def.fabric.positions = positions;
	def.fabric.vertexCount = 100;
	def.fabric.faceSizes = sizes;
	def.fabric.faceCorners = corners;
	def.fabric.faceCount = faces;
	def.world.budget.substepCount = 16;
	def.body.material = tlDefaultMaterial();
	def.body.pins = &pin;
	def.body.pinCount = 1;
	return MakeLab( &def );
}

static void TestDoubleSided( void** state )
{
	(void)state;
	Lab once = MakeSided( false ), twice = MakeSided( true );
	assert_int_equal( tlFabric_GetReport( once.fabric )->duplicateFaceCount, 0 );
	assert_int_equal( tlFabric_GetReport( twice.fabric )->duplicateFaceCount, 162 );
	const tlBodyStats *a = GetStats( &once ), *b = GetStats( &twice );
	assert_int_equal( a->setCount, b->setCount );
	for ( int32_t s = 0; s < a->setCount; ++s )
	{
		assert_int_equal( a->sets[s].constraintCount, b->sets[s].constraintCount );
		for ( int32_t i = 0; i < b->sets[s].constraintCount; ++i )
		{
			tlConstraintState c = tlBody_GetConstraint( twice.world, twice.body, s, i );
			assert_int_not_equal( c.particles[0], c.particles[1] );
			CHECK_ABOVE( c.parameters[0], 0.05 );
		}
	}
	Run( &once, 1.0 / 60, 60 );
	Run( &twice, 1.0 / 60, 60 );
	for ( int32_t i = 0; i < 100; ++i )
	{
		CHECK_CLOSE( tlBody_GetMass( once.world, once.body, i ), tlBody_GetMass( twice.world, twice.body, i ), 1e-9 );
		tlPosition p = GetPosition( &once, i ), q = GetPosition( &twice, i );
		CHECK_CLOSE( Length( p.x - q.x, p.y - q.y, p.z - q.z ), 0, Pick( 1e-5, 1e-12 ) );
	}
	FreeLab( &once );
	FreeLab( &twice );
}

// The budget may be another one in every step; where it all comes to rest does not depend on the way.
static void TestBudgetChanges( void** state )
{
	(void)state;
	double sag[2];
	for ( int n = 0; n < 2; ++n )
	{
		static const int32_t pinned[2] = { 0, 7 };
		tlPinDef pin = { pinned, 2, MakeFrame( 0, 0, 0 ), 0, 0 };
		LabDef def = MakeLabDef();
		def.world.budget.substepCount = 16;
		def.body.material = tlDefaultMaterial();
		def.body.material.globalDamping = 3;
		def.body.pins = &pin;
		def.body.pinCount = 1;
		Lab lab = MakeGrid( def, 8, 8, 0.1, true );
		uint64_t seed = 5;
		for ( int32_t step = 0; step < 300; ++step )
		{
			if ( n == 1 && step < 200 )
			{
				tlBudget budget = tlDefaultBudget();
				budget.substepCount = 4 + (int32_t)( 3.9 * ( 1 + Draw( &seed ) ) );
				budget.iterationCount = 2 + (int32_t)( 2.9 * ( 1 + Draw( &seed ) ) );
				budget.sweep = (tlSweep)( step % tl_sweepCount );
				budget.threadCount = 1 + step % 3;
				budget.recordResiduals = step % 2 == 0;
				assert_int_equal( tlWorld_SetBudget( lab.world, &budget, NULL ), tl_success );
				tlBudget wrong = budget;
				wrong.iterationCount = 0; // refused, and the one before stays
				assert_int_equal( tlWorld_SetBudget( lab.world, &wrong, NULL ), tl_invalidArgument );
				assert_int_equal( tlWorld_GetBudget( lab.world ).iterationCount, budget.iterationCount );
			}
			if ( step == 200 )
			{
				assert_int_equal( tlWorld_SetBudget( lab.world, &def.world.budget, NULL ), tl_success );
			}
			Run( &lab, 1.0 / 60, 1 );
			const double* history;
			int32_t recorded = tlBody_GetResidualHistory( lab.world, lab.body, &history );
			tlBudget now = tlWorld_GetBudget( lab.world );
			assert_int_equal( recorded, now.recordResiduals ? now.iterationCount : 0 );
			CHECK_BELOW( GetStats( &lab )->maxSpeed, 2 );
		}
		sag[n] = GetPosition( &lab, 60 ).y;
		FreeLab( &lab );
	}
	CHECK_CLOSE( sag[1], sag[0], 2e-3 );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestFlatFall ),       cmocka_unit_test( TestIsolatedVertex ),
		cmocka_unit_test( TestTumbling ),       cmocka_unit_test( TestTurningRod ),
		cmocka_unit_test( TestEdgeDamping ),    cmocka_unit_test( TestGlobalDamping ),
		cmocka_unit_test( TestSagAtEveryRate ), cmocka_unit_test( TestSpringExtension ),
		cmocka_unit_test( TestMaterialChange ), cmocka_unit_test( TestDoubleSided ),
		cmocka_unit_test( TestBudgetChanges ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
