// A measured material out of the plane and along a rope: hinges, curvature, chords, rods; and what buckles or goes slack.
// SPDX-License-Identifier: MIT
#include "lab.h"

static LabDef MakeMeasuredDef( void )
{
	LabDef def = MakeLabDef();
	def.world.gravity = tlVec3_zero;
	def.body.material.measured = true;
	def.body.material.warpBending = (tlReal)3e-5;
	def.body.material.weftBending = (tlReal)1e-5;
	def.body.material.biasBending = (tlReal)1.5e-5;
	def.body.material.axialStiffness = 800;
	def.body.material.ropeBending = (tlReal)2e-4;
	def.body.material.ropeTwist = (tlReal)7e-5;
	return def;
}

// ---- hinges

// k = B |e|^2 / (A0 + A1), with B of the direction square to the edge.
static void TestHinge( void** state )
{
	(void)state;
	for ( int n = 0; n < 8; ++n )
	{
		double turn = 0.4 * n;
		const double flat[4][2] = { { 0, 0 }, { 0.3, 0 }, { 0.1, 0.25 }, { 0.2, -0.15 } };
		tlVec3 positions[4];
		for ( int k = 0; k < 4; ++k )
		{
			double x = flat[k][0], y = flat[k][1];
			positions[k] = ( tlVec3 ){ (tlReal)( cos( turn ) * x - sin( turn ) * y ),
				                       (tlReal)( sin( turn ) * x + cos( turn ) * y ), 0 };
		}
		static const int32_t sizes[2] = { 3, 3 }, corners[6] = { 0, 1, 2, 1, 0, 3 };
		LabDef def = MakeMeasuredDef();
		def.fabric.bendType = "dihedral";
		def.fabric.positions = positions;
		def.fabric.vertexCount = 4;
		def.fabric.faceSizes = sizes;
		def.fabric.faceCorners = corners;
		def.fabric.faceCount = 2;
		Lab lab = MakeLab( &def );
		// The warp runs along y, so square to the edge it is off by `turn`.
		double c2 = cos( turn ) * cos( turn ), s2 = 1 - c2;
		double twist = 1 / ( 4 / 1.5e-5 - 1 / 3e-5 - 1 / 1e-5 );
		double b = 3e-5 * c2 * c2 + 1e-5 * s2 * s2 + 4 * twist * c2 * s2;
		double areas = 0.5 * 0.3 * ( 0.25 + 0.15 ), k = b * 0.09 / areas;
		CHECK_RATIO( 1 / GetConstraint( &lab, "bend", 0 ).compliance, k, Pick( 2e-5, 1e-11 ) );
		FreeLab( &lab );
	}
}

// A chord across an edge has the energy of the rigidity at a radius of 2 cm, whatever the arms.
static void TestChord( void** state )
{
	(void)state;
	const double arms[][2] = { { 1e-3, 1e-3 }, { 1e-3, 2e-3 }, { 5e-4, 3e-4 } };
	for ( int n = 0; n < 6; ++n )
	{
		double a = arms[n % 3][0], b = arms[n % 3][1], curvature = 50, angle = curvature * ( a + b ) / 2;
		bool rope = n >= 3;
		LabDef def = MakeMeasuredDef();
		def.fabric.stretch = def.fabric.shear = false;
		const tlVec3 cloth[4] = {
			{ 0, 0, 0 }, { (tlReal)2e-3, 0, 0 }, { (tlReal)1e-3, (tlReal)a, 0 }, { (tlReal)1e-3, (tlReal)-b, 0 }
		};
		const tlVec3 line[3] = { { 0, (tlReal)a, 0 }, { 0, 0, 0 }, { 0, (tlReal)-b, 0 } };
		static const int32_t sizes[2] = { 3, 3 }, corners[6] = { 0, 1, 2, 1, 0, 3 };
		static const int32_t ropeSizes[2] = { 2, 2 }, ropeCorners[4] = { 0, 1, 1, 2 };
		def.fabric.positions = rope ? line : cloth;
		def.fabric.vertexCount = rope ? 3 : 4;
		def.fabric.faceSizes = rope ? ropeSizes : sizes;
		def.fabric.faceCorners = rope ? ropeCorners : corners;
		def.fabric.faceCount = 2;
		Lab lab = MakeLab( &def );
		Place( &lab, rope ? 2 : 3, rope ? 0 : 1e-3, -b * cos( angle ), b * sin( angle ) );
		double should = rope ? 0.5 * 2e-4 * curvature * curvature * ( a + b ) / 2
		                     : 0.5 * 3e-5 * curvature * curvature * 2e-3 * ( a + b ) / 2;
		CHECK_RATIO( FindSet( &lab, "bend" )->energy, should, 0.02 );
		FreeLab( &lab );
	}
}

// ---- ropes

static void TestRope( void** state )
{
	(void)state;
	const double l = 0.04;
	for ( int n = 0; n < 3; ++n )
	{
		LabDef def = MakeMeasuredDef();
		def.fabric.rod = n == 2;
		def.fabric.stretchType = n == 1 ? "strain" : "distance";
		def.fabric.bendType = n == 1 ? "dihedral" : "bend";
		Lab lab = MakeChain( def, 5, l, ( tlVec3 ){ 0, 0, 1 } );
		const char* stretch = n == 2 ? "rod stretch" : ( n == 1 ? "rope" : "stretch" );
		tlConstraintState c = GetConstraint( &lab, stretch, 1 );
		assert_int_equal( FindSet( &lab, stretch )->constraintCount, 4 );
		CHECK_RATIO( c.compliances[n == 2 ? 2 : 0], l / 800, Pick( 1e-5, 1e-12 ) );
		assert_int_equal( FindSet( &lab, n == 2 ? "rod bend" : ( n == 1 ? "rope bend" : "bend" ) )->constraintCount, 3 );
		if ( n == 2 )
		{
			CHECK_RATIO( c.compliances[0], 3 * l / 800, Pick( 1e-5, 1e-12 ) );
			CHECK_RATIO( c.compliances[1], 3 * l / 800, Pick( 1e-5, 1e-12 ) );
			tlConstraintState joint = GetConstraint( &lab, "rod bend", 1 );
			CHECK_RATIO( joint.compliances[0], l / 2e-4, Pick( 1e-5, 1e-12 ) );
			CHECK_RATIO( joint.compliances[1], l / 2e-4, Pick( 1e-5, 1e-12 ) );
			CHECK_RATIO( joint.compliances[2], l / 7e-5, Pick( 1e-5, 1e-12 ) );
			assert_int_equal( tlBody_GetFrames( lab.world, lab.body ).count, 4 );
		}
		FreeLab( &lab );
	}
	// It is longer by F l / (E A) under a weight.
	LabDef def = MakeMeasuredDef();
	static const tlReal masses[2] = { 0, 2 };
	def.fabric.masses = masses;
	def.world.gravity = ( tlVec3 ){ 0, 0, (tlReal)9.81 };
	def.body.material.stretchDampingRatio = 1;
	Lab lab = MakeChain( def, 2, 0.5, ( tlVec3 ){ 0, 0, 1 } );
	Run( &lab, 1e-3, 2000 );
	CHECK_CLOSE( GetPosition( &lab, 1 ).z - 0.5, 2 * 9.81 * 0.5 / 800, Pick( 1e-5, 1e-8 ) );
	CHECK_CLOSE( GetConstraint( &lab, "stretch", 0 ).force, 2 * 9.81, Pick( 1e-2, 1e-5 ) );
	FreeLab( &lab );
}

// A rod with a weight at its end sags by F L^3 / (3 E I), whatever the number of its segments.
static void TestRodSags( void** state )
{
	(void)state;
	for ( int32_t count = 11; count <= 21; count += 10 )
	{
		tlReal masses[32];
		for ( int32_t i = 0; i < count; ++i )
		{
			masses[i] = (tlReal)( i == count - 1 ? 0.02 : 1e-3 );
		}
		static const int32_t clamped[2] = { 0, 1 };
		tlPinDef pin = { .particles = clamped, .particleCount = 2, .frame = MakeFrame( 0, 0, 0 ) };
		LabDef def = MakeMeasuredDef();
		def.fabric.rod = true;
		def.fabric.masses = masses;
		def.world.gravity = ( tlVec3 ){ 0, (tlReal)-9.81, 0 };
		def.world.budget.substepCount = 40;
		def.world.budget.iterationCount = 100;
		def.body.material.ropeBending = def.body.material.ropeTwist = (tlReal)0.05;
		def.body.material.globalDamping = 5;
		def.body.pins = &pin;
		def.body.pinCount = 1;
		double l = 0.3 / ( count - 1 );
		Lab lab = MakeChain( def, count, l, ( tlVec3 ){ 1, 0, 0 } );
		Run( &lab, 1.0 / 60, 120 );
		// A hinge at each joint: the moment of what hangs beyond, times l / (E I), times how far the tip is from there.
		double sag = 0, total = 0.3;
		for ( int32_t j = 1; j < count - 1; ++j )
		{
			for ( int32_t i = j + 1; i < count; ++i )
			{
				double arm = l * ( i - j );
				sag += 9.81 * (double)masses[i] * arm * ( total - l * j ) * l / 0.05;
			}
		}
		CHECK_CLOSE( -GetPosition( &lab, count - 1 ).y, sag, 0.03 * sag );
		CHECK_CLOSE( sag, 0.02 * 9.81 * 0.027 / ( 3 * 0.05 ), 0.25 * sag );
		FreeLab( &lab );
	}
}

// ---- compression

// A weight hangs from a spring, or stands on it: what it gives way by, its force and its energy.
static void TestCompression( void** state )
{
	(void)state;
	static const tlReal masses[2] = { 0, (tlReal)0.5 };
	for ( int n = 0; n < 8; ++n )
	{
		double ratio = n % 4 == 0 ? 1 : ( n % 4 == 1 ? 0.25 : ( n % 4 == 2 ? 4 : 0 ) );
		bool stands = n >= 4;
		const double alpha = 1e-3, weight = 0.5 * 9.81;
		LabDef def = MakeLabDef();
		def.fabric.masses = masses;
		def.world.gravity = ( tlVec3 ){ (tlReal)( stands ? -9.81 : 9.81 ), 0, 0 };
		def.world.budget.substepCount = 10;
		def.body.material.stretch.compliance = (tlReal)alpha;
		def.body.material.stretch.damping = ratio > 0 ? 20 : 0;
		def.body.material.compression = (tlReal)ratio;
		Lab lab = MakeChain( def, 2, 1, ( tlVec3 ){ 1, 0, 0 } );
		if ( stands && ratio == 0 ) // slack: it falls as if there were no spring
		{
			Run( &lab, 1.0 / 60, 15 );
			double h = 1.0 / 600, fall = 9.81 * h * h * 150 * 151 / 2;
			CHECK_CLOSE( GetPosition( &lab, 1 ).x, 1 - fall, Pick( 1e-5, 1e-8 ) );
			CHECK_CLOSE( GetConstraint( &lab, "stretch", 0 ).force, 0, Pick( 1e-6, 1e-9 ) );
			CHECK_CLOSE( GetStats( &lab )->elasticEnergy, 0, 1e-12 );
			CHECK_CLOSE( FindSet( &lab, "stretch" )->strainMin, -fall, Pick( 1e-5, 1e-8 ) );
		}
		else
		{
			Run( &lab, 1.0 / 60, 600 );
			double by = stands ? -weight * alpha / ratio : weight * alpha;
			CHECK_CLOSE( GetPosition( &lab, 1 ).x - 1, by, Pick( 2e-6, 1e-9 ) );
			CHECK_CLOSE( GetConstraint( &lab, "stretch", 0 ).force, stands ? -weight : weight, Pick( 5e-3, 1e-5 ) );
			CHECK_CLOSE( GetStats( &lab )->elasticEnergy, 0.5 * weight * fabs( by ), Pick( 1e-5, 1e-8 ) );
			CHECK_CLOSE( FindSet( &lab, "stretch" )->residualMax, 0, Pick( 1e-6, 1e-9 ) );
		}
		FreeLab( &lab );
	}
}

// A slack triangle, pressed, does nothing; pulled, it comes back.
static void TestSlackTriangle( void** state )
{
	(void)state;
	static const tlVec3 positions[3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } };
	static const int32_t sizes[1] = { 3 }, corners[3] = { 0, 1, 2 };
	for ( int n = 0; n < 3; ++n )
	{
		LabDef def = MakeMeasuredDef();
		def.fabric.stretchType = "strain";
		def.fabric.faceSizes = sizes;
		def.fabric.faceCorners = corners;
		def.fabric.faceCount = 1;
		def.body.material.compression = n == 2 ? (tlReal)0.5 : 0;
		Lab lab = MakeParticles( def, positions, 3 );
		double size = n == 1 ? 1.1 : 0.9;
		Place( &lab, 1, size, 0, 0 );
		Place( &lab, 2, 0, size, 0 );
		double strain = n == 1 ? ( size * size - 1 ) / 2 : size - 1, energy = 0.5 * 0.5 * 2 * 2000 * strain * strain;
		CHECK_CLOSE( GetStats( &lab )->elasticEnergy, n == 0 ? 0 : ( n == 1 ? energy : energy / 2 ), Pick( 1e-3, 1e-9 ) );
		Run( &lab, 1e-3, 1 );
		double moved = size - GetPosition( &lab, 1 ).x;
		if ( n == 0 )
		{
			CHECK_CLOSE( moved, 0, Pick( 1e-7, 1e-12 ) );
		}
		else
		{
			CHECK_ABOVE( n == 1 ? moved : -moved, 1e-5 );
		}
		FreeLab( &lab );
	}
}

// ---- buckling

static double MeasureMoment( const Lab* lab, double angle )
{
	double energies[2];
	for ( int side = 0; side < 2; ++side )
	{
		double a = angle + ( side ? 1e-3 : -1e-3 );
		Place( lab, 3, 0.6, -0.5 * cos( a ), -0.5 * sin( a ) );
		energies[side] = GetStats( lab )->elasticEnergy;
	}
	return ( energies[1] - energies[0] ) / 2e-3;
}

// The moment of a hinge grows with k, from the knee on with another stiffness, without a jump.
static void TestBuckling( void** state )
{
	(void)state;
	const double k = 10, ratio = 0.6, past = 0.2;
	for ( int n = 0; n < 3; ++n )
	{
		double rest = n == 0 ? 0 : ( n == 1 ? 0.5 : -0.8 ), knee = TL_PI - ratio * ( TL_PI - fabs( rest ) );
		static const tlVec3 positions[4] = {
			{ 0, 0, 0 }, { 1, 0, 0 }, { (tlReal)0.3, (tlReal)0.8, 0 }, { (tlReal)0.6, (tlReal)-0.5, 0 }
		};
		static const int32_t sizes[2] = { 3, 3 }, corners[6] = { 0, 1, 2, 1, 0, 3 };
		LabDef def = MakeLabDef();
		def.world.gravity = tlVec3_zero;
		def.fabric.stretch = def.fabric.shear = false;
		def.fabric.bendType = "dihedral";
		def.fabric.sameRestAngle = true;
		def.fabric.restAngle = (tlReal)rest;
		def.fabric.faceSizes = sizes;
		def.fabric.faceCorners = corners;
		def.fabric.faceCount = 2;
		def.body.material.bend.compliance = (tlReal)( 1 / k );
		def.body.material.bucklingRatio = (tlReal)ratio;
		def.body.material.bucklingStiffness = (tlReal)past;
		Lab lab = MakeParticles( def, positions, 4 );
		for ( int i = -14; i <= 14; ++i )
		{
			double angle = 0.2 * i, moment = k * ( angle - rest );
			if ( fabs( angle - rest ) > TL_PI - 0.01 )
			{
				continue; // the short way to rest is the other one
			}
			if ( fabs( angle ) > knee )
			{
				double at = angle < 0 ? -knee : knee;
				moment = k * ( at - rest ) + past * k * ( angle - at );
			}
			CHECK_CLOSE( MeasureMoment( &lab, angle ), moment, Pick( 5e-2, 1e-4 ) );
			// The solver has the same moment: the substep is so short that nothing moves.
			Place( &lab, 3, 0.6, -0.5 * cos( angle ), -0.5 * sin( angle ) );
			for ( int32_t p = 0; p < 4; ++p )
			{
				Push( &lab, p, 0, 0, 0 );
			}
			Run( &lab, 1e-4, 1 );
			CHECK_CLOSE( GetConstraint( &lab, "bend", 0 ).force, moment, 1e-3 * k );
			for ( int32_t p = 0; p < 3; ++p )
			{
				Place( &lab, p, positions[p].x, positions[p].y, positions[p].z );
			}
		}
		FreeLab( &lab );
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestHinge ),    cmocka_unit_test( TestChord ),       cmocka_unit_test( TestRope ),
		cmocka_unit_test( TestRodSags ),  cmocka_unit_test( TestCompression ), cmocka_unit_test( TestSlackTriangle ),
		cmocka_unit_test( TestBuckling ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
