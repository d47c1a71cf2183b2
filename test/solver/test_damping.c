// Damping as a part of the critical: one spring, one hinge, one triangle, each by itself.
// SPDX-License-Identifier: MIT
#include "lab.h"

// Steps one particle's spring without gravity and keeps what C does.
typedef struct Swing
{
	double first, least, most; // the largest C in the first and the least and largest after it
	double period;             // between the first two upward crossings
	double decrement;          // logarithm of one peak over the next
} Swing;

static Swing Follow( const Lab* lab, const char* name, double dt, double duration )
{
	int32_t set = (int32_t)( FindSet( lab, name ) - GetStats( lab )->sets );
	double before = tlBody_GetConstraint( lab->world, lab->body, set, 0 ).value, earlier = before, peaks[2] = { before, 0 };
	double crossings[2] = { 0 };
	Swing swing = { before, before, before, 0, 0 };
	int peakCount = 1, crossingCount = 0;
	for ( double t = dt; t < duration; t += dt )
	{
		Run( lab, dt, 1 );
		double now = tlBody_GetConstraint( lab->world, lab->body, set, 0 ).value;
		swing.least = fmin( swing.least, now );
		swing.most = fmax( swing.most, now );
		if ( swing.least < 0 && before >= earlier && before > now && peakCount < 2 )
		{
			peaks[peakCount++] = before;
		}
		if ( before < 0 && now >= 0 && crossingCount < 2 )
		{
			crossings[crossingCount++] = t - dt * now / ( now - before );
		}
		earlier = before;
		before = now;
	}
	swing.period = crossings[1] - crossings[0];
	swing.decrement = peakCount == 2 ? log( peaks[0] / peaks[1] ) : INFINITY;
	return swing;
}

static LabDef MakeSpringDef( double ratio, bool measured )
{
	static const tlReal masses[2] = { 0, 2 };
	LabDef def = MakeLabDef();
	def.world.gravity = tlVec3_zero;
	def.world.budget.substepCount = 20;
	def.fabric.masses = masses;
	def.body.material.measured = measured;
	def.body.material.axialStiffness = 200;
	def.body.material.stretch.compliance = (tlReal)0.005;
	def.body.material.stretchDampingRatio = (tlReal)ratio;
	return def;
}

static void CheckSwing( const Swing* s, double ratio, double omega )
{
	double root = sqrt( fmax( 1 - ratio * ratio, 0 ) );
	if ( ratio >= 1 )
	{
		CHECK_ABOVE( s->least, -Pick( 1e-4, 1e-6 ) * s->first ); // comes to rest without going past it
		CHECK_CLOSE( s->most, s->first, 1e-6 );
		return;
	}
	CHECK_CLOSE( -s->least / s->first, exp( -TL_PI * ratio / root ), 0.01 );
	if ( ratio < 0.3 )
	{
		CHECK_CLOSE( s->decrement, 2 * TL_PI * ratio / root, 0.02 );
		CHECK_CLOSE( s->period, 2 * TL_PI / ( omega * root ), 0.005 * 2 * TL_PI / omega );
	}
}

// m x'' + 2 zeta sqrt(k m) x' + k x = 0.
static void TestSpring( void** state )
{
	(void)state;
	const double ratios[] = { 0.05, 0.1, 0.5, 0.8, 1, 2 };
	for ( int n = 0; n < 12; ++n )
	{
		LabDef def = MakeSpringDef( ratios[n / 2], n % 2 != 0 );
		Lab lab = MakeChain( def, 2, 1, ( tlVec3 ){ 1, 0, 0 } );
		Place( &lab, 1, 1.2, 0, 0 );
		Swing swing = Follow( &lab, "stretch", 2e-3, 1.7 );
		CheckSwing( &swing, ratios[n / 2], 10 );
		FreeLab( &lab );
	}
}

// It adds to the damping of the family, and needs a compliance.
static void TestTogether( void** state )
{
	(void)state;
	LabDef def = MakeSpringDef( 0.06, false );
	def.body.material.stretch.damping = (tlReal)( 2 * 0.04 * sqrt( 200.0 * 2 ) );
	Lab lab = MakeChain( def, 2, 1, ( tlVec3 ){ 1, 0, 0 } );
	Place( &lab, 1, 1.2, 0, 0 );
	Swing swing = Follow( &lab, "stretch", 2e-3, 1.7 );
	CheckSwing( &swing, 0.1, 10 );
	FreeLab( &lab );

	def.body.material.stretch.compliance = 0;
	lab = MakeChain( def, 2, 1, ( tlVec3 ){ 1, 0, 0 } );
	Place( &lab, 1, 1.2, 0, 0 );
	Run( &lab, 2e-3, 1 );
	CHECK_CLOSE( GetPosition( &lab, 1 ).x, 1, Pick( 1e-6, 1e-12 ) );
	FreeLab( &lab );
}

// A hinge whose only free corner swings about the flat state: k / (m h^2). A measured one is twice as stiff, as the triangle
// on its other side is held whole.
static void TestHinge( void** state )
{
	(void)state;
	const double ratios[] = { 0.1, 1 };
	for ( int n = 0; n < 4; ++n )
	{
		bool measured = n >= 2;
		double k = measured ? 100 : 50;
		static const tlVec3 positions[4] = {
			{ 0, 0, 0 }, { 1, 0, 0 }, { (tlReal)0.3, (tlReal)0.8, 0 }, { (tlReal)0.6, (tlReal)-0.5, 0 }
		};
		static const tlReal masses[4] = { 0, 0, 0, 2 };
		static const int32_t sizes[2] = { 3, 3 }, corners[6] = { 0, 1, 2, 1, 0, 3 };
		LabDef def = MakeLabDef();
		def.world.gravity = tlVec3_zero;
		def.world.budget.substepCount = 20;
		def.fabric.stretch = def.fabric.shear = false;
		def.fabric.bendType = "dihedral";
		def.fabric.masses = masses;
		def.fabric.faceSizes = sizes;
		def.fabric.faceCorners = corners;
		def.fabric.faceCount = 2;
		def.body.material.measured = measured;
		def.body.material.bend.compliance = (tlReal)( 1 / 50.0 );
		def.body.material.warpBending = (tlReal)( 50 * 0.65 ); // the areas are 0.4 and 0.25, the edge is 1
		def.body.material.bendDampingRatio = (tlReal)ratios[n % 2];
		Lab lab = MakeParticles( def, positions, 4 );
		CHECK_CLOSE( tlBody_GetConstraint( lab.world, lab.body, 0, 0 ).compliance, 1 / k, 1e-7 );
		Place( &lab, 3, 0.6, -0.5 * cos( 0.01 ), -0.5 * sin( 0.01 ) );
		Swing swing = Follow( &lab, "bend", 2e-3, 1.7 );
		CheckSwing( &swing, ratios[n % 2], sqrt( k / ( 2 * 0.25 ) ) );
		FreeLab( &lab );
	}
}

// Of several rows each is damped: a triangle of which one corner is free swings along warp and weft and comes to rest.
static void TestTriangle( void** state )
{
	(void)state;
	static const tlVec3 positions[3] = { { 0, -1, 0 }, { 1, -1, 0 }, { 0, 0, 0 } }; // the free one where numbers are fine
	static const tlReal masses[3] = { 0, 0, 1 };
	static const int32_t sizes[1] = { 3 }, corners[3] = { 0, 1, 2 };
	for ( int n = 0; n < 4; ++n )
	{
		bool shear = n % 2 != 0;
		double ratio = n < 2 ? 0.1 : 1;
		LabDef def = MakeLabDef();
		def.world.gravity = tlVec3_zero;
		def.world.budget.substepCount = 20;
		def.fabric.stretchType = "strain";
		def.fabric.masses = masses;
		def.fabric.faceSizes = sizes;
		def.fabric.faceCorners = corners;
		def.fabric.faceCount = 1;
		def.body.material.measured = true;
		def.body.material.warpStiffness = def.body.material.weftStiffness = 200; // times the area of a half
		def.body.material.shearStiffness = 200;
		def.body.material.stretchDampingRatio = (tlReal)ratio;
		Lab lab = MakeParticles( def, positions, 3 );
		Place( &lab, 2, shear ? 0.002 : 0, shear ? 0 : 0.002, 0 );
		int32_t axis = shear ? 0 : 1;
		double before = 0.002, least = 0, first = 0.002, peak = 0, earlier = first;
		for ( int32_t step = 0; step < 850; ++step )
		{
			Run( &lab, 2e-3, 1 );
			tlPosition p = GetPosition( &lab, 2 );
			double now = axis == 0 ? p.x : p.y;
			peak = peak == 0 && least < 0 && before >= earlier && before > now ? before : peak;
			least = fmin( least, now );
			earlier = before;
			before = now;
		}
		if ( ratio >= 1 )
		{
			CHECK_ABOVE( least, -0.02 * first );
			CHECK_CLOSE( before, 0, 0.01 * first );
		}
		else
		{
			CHECK_CLOSE( log( first / peak ), 2 * TL_PI * 0.1 / sqrt( 0.99 ), 0.03 );
		}
		FreeLab( &lab );
	}
}

// Momentum stays: the damping is between the particles.
static void TestMomentum( void** state )
{
	(void)state;
	LabDef def = MakeLabDef();
	def.world.gravity = tlVec3_zero;
	def.fabric.stretchType = "strain";
	def.fabric.bendType = "dihedral";
	def.body.material.measured = true;
	def.body.material.stretchDampingRatio = (tlReal)0.5;
	def.body.material.bendDampingRatio = (tlReal)0.5;
	def.body.velocity = ( tlVec3 ){ 1, 2, 3 };
	def.world.budget.substepCount = 10;
	Lab lab = MakeGrid( def, 5, 5, 0.1, true );
	uint64_t seed = 9;
	double mass = 0;
	for ( int32_t i = 0; i < lab.count; ++i )
	{
		tlVec3 d = DrawVec3( &seed, 0.02 );
		tlPosition p = GetPosition( &lab, i );
		Place( &lab, i, p.x + d.x, p.y + d.y, p.z + d.z );
		mass += tlBody_GetMass( lab.world, lab.body, i );
	}
	double before = GetStats( &lab )->elasticEnergy;
	Run( &lab, 1.0 / 60, 60 );
	const tlBodyStats* stats = GetStats( &lab );
	for ( int k = 0; k < 3; ++k )
	{
		CHECK_CLOSE( stats->momentum[k] / mass, k + 1, Pick( 1e-4, 1e-11 ) );
	}
	CHECK_BELOW( stats->elasticEnergy, 0.2 * before );
	FreeLab( &lab );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestSpring ),   cmocka_unit_test( TestTogether ), cmocka_unit_test( TestHinge ),
		cmocka_unit_test( TestTriangle ), cmocka_unit_test( TestMomentum ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
