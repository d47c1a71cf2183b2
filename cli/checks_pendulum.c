// Two particles and a hard distance: the pendulum, the dumbbell, a conical pendulum, and what one projection conserves.
// SPDX-License-Identifier: MIT
#include "checks.h"

#include <math.h>

static double Degrees( double radians )
{
	return radians * 180.0 / TL_PI;
}

// A mass on a hard rod of length 1 at the origin, let go at an angle from the vertical.
static tlLab MakePendulum( double degrees )
{
	tlChainDef def = tlDefaultChainDef();
	def.segmentCount = 1;
	def.segmentLength = 1;
	double angle = degrees * TL_PI / 180.0;
	def.direction = ( tlVec3 ){ (tlReal)sin( angle ), (tlReal)-cos( angle ), 0 };
	return tlMakeChain( &def );
}

// ---- period of the first swing, between the first and the third time through the vertical. Arguments: angle, substeps of
// 1/60 s.

static double MeasurePeriod( const double* a )
{
	tlLab lab = MakePendulum( a[0] );
	double h = 1.0 / ( 60.0 * a[1] );
	tlCrossings crossings = { 0 };
	for ( int32_t i = 0; crossings.count < 3 && i < 600 * (int32_t)a[1]; ++i )
	{
		tlCrossings_Add( &crossings, i * h, h, tlLab_GetPosition( &lab, 1 ).x );
		tlLab_Run( &lab, h, 1 );
	}
	tlFreeLab( &lab );
	return crossings.count < 3 ? 0 : crossings.times[2] - crossings.times[0];
}

// ---- share of the amplitude left after 10 s of small swings: (1 + g h^2 / L)^(-n / 2). Arguments: steps per second.

static double MeasureSwingDecay( const double* a )
{
	tlLab lab = MakePendulum( 1.0 );
	double start = 1 - cos( TL_PI / 180 );
	tlLab_Run( &lab, 1.0 / a[0], (int64_t)( 10 * a[0] ) );
	tlPosition x = tlLab_GetPosition( &lab, 1 ), v = tlLab_GetVelocity( &lab, 1 );
	// Height above the lowest point from the angle, which keeps its digits.
	double angle = atan2( x.x, -x.y );
	double left = 2 * sin( angle / 2 ) * sin( angle / 2 ) + ( v.x * v.x + v.y * v.y ) / ( 2 * 9.81 );
	tlFreeLab( &lab );
	return sqrt( left / start );
}

// ---- the rigid pendulum after one second: exact discrete values. Arguments: what (0 x, 1 y).

static double MeasurePendulumState( const double* a )
{
	tlLab lab = MakePendulum( 60 );
	tlLab_Run( &lab, 1.0 / 600, 600 );
	tlPosition x = tlLab_GetPosition( &lab, 1 );
	tlFreeLab( &lab );
	return a[0] == 0 ? x.x : x.y;
}

// The published discrete periods hold to 1e-5. The continuum's are met to 0.4 % with 40 substeps, more
// where it nearly stands upright.
#define TL_FINE                                                                                                             \
	{                                                                                                                       \
		1e-5, 0                                                                                                             \
	}
#define TL_NEAR                                                                                                             \
	{                                                                                                                       \
		4e-3, 0                                                                                                             \
	}
#define TL_DISCRETE( name, angle, substeps, value )                                                                         \
	{                                                                                                                       \
		"1.8 pendulum", name, MeasurePeriod, { angle, substeps }, value, TL_FINE, TL_EXACT_SINGLE,                          \
		    ( substeps ) > 10 ? TL_STEP_SKIP : NULL                                                                         \
	}
#define TL_CONTINUUM( name, angle, substeps, value )                                                                        \
	{                                                                                                                       \
		"1.8 pendulum", name, MeasurePeriod, { angle, substeps }, value, TL_NEAR, TL_NEAR, TL_STEP_SKIP                     \
	}

// Gravity moves a particle by g h^2 = 1.7e-6 m in a step of 1/2400 s; a float near 1 m is a multiple of 6e-8 m.
#define TL_STEP_SKIP "a step of 1/2400 s moves it by less than floats resolve well"

static const tlCheck s_pendulums[] = {
	TL_DISCRETE( "first period [s], 45 deg, 1 substep", 45, 1, 2.064534 ),
	TL_DISCRETE( "first period [s], 45 deg, 10 substeps", 45, 10, 2.083358 ),
	TL_DISCRETE( "first period [s], 45 deg, 40 substeps", 45, 40, 2.085513 ),
	TL_DISCRETE( "first period [s], 90 deg, 1 substep", 90, 1, 2.196430 ),
	TL_DISCRETE( "first period [s], 90 deg, 10 substeps", 90, 10, 2.338924 ),
	TL_DISCRETE( "first period [s], 90 deg, 40 substeps", 90, 40, 2.360155 ),
	TL_CONTINUUM( "first period [s] against the continuum, 5 deg", 5, 40, 2.007021914 ),
	TL_CONTINUUM( "first period [s] against the continuum, 10 deg", 10, 40, 2.009892627 ),
	TL_CONTINUUM( "first period [s] against the continuum, 45 deg", 45, 40, 2.086255873 ),
	TL_CONTINUUM( "first period [s] against the continuum, 60 deg", 60, 40, 2.152874667 ),
	TL_CONTINUUM( "first period [s] against the continuum, 90 deg", 90, 40, 2.367841948 ),
	TL_CONTINUUM( "first period [s] against the continuum, 120 deg", 120, 160, 2.754089829 ),
	TL_CONTINUUM( "first period [s] against the continuum, 150 deg", 150, 640, 3.535098186 ),
	TL_CONTINUUM( "first period [s] against the continuum, 170 deg", 170, 4800, 4.893524274 ),
	{ "1.8 pendulum",
	  "amplitude left after 10 s, h 1/60",
	  MeasureSwingDecay,
	  { 60 },
	  0.44203,
	  { 1e-3, 0 },
	  { 5e-3, 0 },
	  NULL },
	{ "1.8 pendulum",
	  "amplitude left after 10 s, h 1/600",
	  MeasureSwingDecay,
	  { 600 },
	  0.92150,
	  { 1e-3, 0 },
	  { 5e-3, 0 },
	  "a swing of 1 degree moves 3e-5 m in a step of 1/600 s, a float near 1 m is known to 6e-8 m" },
	{ "12.2 pendulum",
	  "x after 1 s, 60 deg, h 1/600",
	  MeasurePendulumState,
	  { 0 },
	  -0.845952476,
	  { 1e-8, 0 },
	  { 1e-3, 0 },
	  NULL },
	{ "12.2 pendulum",
	  "y after 1 s, 60 deg, h 1/600",
	  MeasurePendulumState,
	  { 1 },
	  -0.533258294,
	  { 1e-8, 0 },
	  { 1e-3, 0 },
	  NULL },
};

// ---- a free dumbbell that spins. A projection keeps angular momentum; a step, with its velocity from the displacement,
// turns by less than it should: tan phi' = sin phi / (2 - cos phi). Arguments: angular velocity, steps per second, seconds,
// what (0 share of angular momentum left, 1 speed of the centre).

static tlLab MakeDumbbell( double speed, double rate )
{
	// 1 kg and 3 kg, 1 m apart, the centre of mass at the origin.
	tlVec3 positions[2] = { { (tlReal)0.75, 0, 0 }, { (tlReal)-0.25, 0, 0 } };
	tlReal masses[2] = { 1, 3 };
	tlConstraintDef rod = { .type = "distance", .particles = { 0, 1 }, .parameters = { 1 } };
	tlLabDef def = tlDefaultLabDef();
	def.fabric.positions = positions;
	def.fabric.vertexCount = 2;
	def.fabric.masses = masses;
	def.fabric.constraints = &rod;
	def.fabric.constraintCount = 1;
	def.world.gravity = tlVec3_zero;
	tlLab lab = tlMakeLab( &def );
	// A first step's velocity is along the tangent, not yet along a chord: the recurrence takes it as it is.
	(void)rate;
	tlLab_Push( &lab, 0, 0, 0.75 * speed, 0 );
	tlLab_Push( &lab, 1, 0, -0.25 * speed, 0 );
	return lab;
}

static double MeasureDumbbell( const double* a )
{
	tlLab lab = MakeDumbbell( a[0], a[1] );
	double start = tlBody_GetStats( lab.world, lab.body )->angularMomentum[2];
	tlLab_Run( &lab, 1.0 / a[1], (int64_t)( a[1] * a[2] + 0.5 ) );
	const tlBodyStats* stats = tlBody_GetStats( lab.world, lab.body );
	double left = stats->angularMomentum[2] / start;
	double centre = sqrt( stats->momentum[0] * stats->momentum[0] + stats->momentum[1] * stats->momentum[1] ) / 4;
	tlFreeLab( &lab );
	return a[3] == 0 ? left : centre;
}

// ---- what one projection adds to the momentum and to the angular momentum, relative to what it moves. Arguments: type (0
// distance, 1 bend, 2 tether), what (0 sum m dx, 1 sum x cross m dx), compliance.

static double MeasureProjection( const double* a )
{
	static const char* const types[3] = { "distance", "bend", "tether" };
	tlVec3 positions[2] = { { (tlReal)0.3, (tlReal)-0.2, (tlReal)0.9 }, { (tlReal)-0.7, (tlReal)0.4, (tlReal)0.1 } };
	tlReal masses[2] = { (tlReal)0.7, (tlReal)2.3 };
	tlConstraintDef c = {
		.type = types[(int)a[0]], .particles = { 0, 1 }, .parameters = { (tlReal)0.8 }, .compliance = (tlReal)a[2]
	};
	tlLabDef def = tlDefaultLabDef();
	def.fabric.positions = positions;
	def.fabric.vertexCount = 2;
	def.fabric.masses = masses;
	def.fabric.constraints = &c;
	def.fabric.constraintCount = 1;
	def.world.gravity = tlVec3_zero;
	tlLab lab = tlMakeLab( &def );
	tlLab_Run( &lab, 1.0 / 60, 1 ); // from rest: all that moves is the projection
	double linear[3] = { 0 }, angular[3] = { 0 }, moved = 0;
	for ( int32_t i = 0; i < 2; ++i )
	{
		tlPosition x = tlLab_GetPosition( &lab, i );
		double start[3] = { (double)positions[i].x, (double)positions[i].y, (double)positions[i].z };
		double now[3] = { x.x, x.y, x.z };
		double m = (double)masses[i], d[3];
		for ( int k = 0; k < 3; ++k )
		{
			d[k] = m * ( now[k] - start[k] );
			linear[k] += d[k];
			moved += fabs( d[k] );
		}
		for ( int k = 0; k < 3; ++k )
		{
			angular[k] += start[( k + 1 ) % 3] * d[( k + 2 ) % 3] - start[( k + 2 ) % 3] * d[( k + 1 ) % 3];
		}
	}
	tlFreeLab( &lab );
	const double* sum = a[1] == 0 ? linear : angular;
	return moved > 1e-3 ? ( fabs( sum[0] ) + fabs( sum[1] ) + fabs( sum[2] ) ) / moved : 1;
}

#define TL_PROJECTION( name, type, what, compliance )                                                                       \
	{                                                                                                                       \
		"1.9 momentum", name, MeasureProjection, { type, what, compliance }, 0, { 0, 1e-14 }, { 0, 5e-6 }, NULL             \
	}

static const tlCheck s_dumbbells[] = {
	{ "1.9 dumbbell",
	  "angular momentum left, w 5, h 1/600, 2 s",
	  MeasureDumbbell,
	  { 5, 600, 2, 0 },
	  0.9258465940,
	  { 1e-9, 0 },
	  TL_EXACT_SINGLE,
	  NULL },
	{ "1.9 dumbbell",
	  "angular momentum left, w 5, h 1/60, 2 s",
	  MeasureDumbbell,
	  { 5, 60, 2, 0 },
	  0.6129758655,
	  { 1e-9, 0 },
	  TL_EXACT_SINGLE,
	  NULL },
	{ "1.9 dumbbell",
	  "angular momentum left, w 10, h 1/960, 1 s",
	  MeasureDumbbell,
	  { 10, 960, 1, 0 },
	  0.9097565699,
	  { 1e-9, 0 },
	  TL_EXACT_SINGLE,
	  NULL },
	{ "1.9 dumbbell",
	  "speed of its centre of mass [m/s], w 5, h 1/600, 2 s",
	  MeasureDumbbell,
	  { 5, 600, 2, 1 },
	  0,
	  { 0, 1e-9 },
	  { 0, 1e-3 },
	  NULL },
	TL_PROJECTION( "a distance projection adds no momentum", 0, 0, 0 ),
	TL_PROJECTION( "a distance projection adds no angular momentum", 0, 1, 0 ),
	TL_PROJECTION( "a compliant distance projection adds no momentum", 0, 0, 1e-4 ),
	TL_PROJECTION( "a compliant distance projection adds no angular momentum", 0, 1, 1e-4 ),
	TL_PROJECTION( "a bend projection adds no momentum", 1, 0, 0 ),
	TL_PROJECTION( "a bend projection adds no angular momentum", 1, 1, 0 ),
	TL_PROJECTION( "a tether projection adds no momentum", 2, 0, 0 ),
	TL_PROJECTION( "a tether projection adds no angular momentum", 2, 1, 0 ),
};

// ---- a conical pendulum, started on its circle: cos theta = g / (w^2 L), tension m w^2 L. A step of h loses angular
// momentum (see the dumbbell), so h is small and the time short. Arguments: angular velocity, what (0 angle, 1 tension per
// mass).

static double MeasureConical( const double* a )
{
	double w = a[0], theta = acos( 9.81 / ( w * w ) ), h = 1.0 / 60000;
	tlLab lab = MakePendulum( Degrees( theta ) );
	tlLab_Push( &lab, 1, 0, 0, w * sin( theta ) );
	double sum = 0;
	int32_t n = 60000;
	for ( int32_t i = 0; i < n; ++i )
	{
		tlLab_Run( &lab, h, 1 );
		tlPosition x = tlLab_GetPosition( &lab, 1 );
		double angle = Degrees( atan2( sqrt( x.x * x.x + x.z * x.z ), -x.y ) );
		sum += a[1] == 0 ? angle : tlLab_GetForce( &lab, 0, 0 ) / 0.1;
	}
	tlFreeLab( &lab );
	return sum / n;
}

static const char s_conicalSkip[] = "a step of 1/60000 s is below the resolution of floats";

static const tlCheck s_conicals[] = {
	{ "3.4 conical",
	  "mean angle [deg] over 1 s, w 5 rad/s",
	  MeasureConical,
	  { 5, 0 },
	  66.89608,
	  { 0, 0.1 },
	  { 0, 0.1 },
	  s_conicalSkip },
	{ "3.4 conical",
	  "mean angle [deg] over 1 s, w 4 rad/s",
	  MeasureConical,
	  { 4, 0 },
	  52.18419,
	  { 0, 0.1 },
	  { 0, 0.1 },
	  s_conicalSkip },
	{ "3.4 conical",
	  "mean tension per mass [N/kg] over 1 s, w 5 rad/s",
	  MeasureConical,
	  { 5, 1 },
	  25,
	  { 5e-3, 0 },
	  { 5e-3, 0 },
	  s_conicalSkip },
	{ "3.4 conical",
	  "mean tension per mass [N/kg] over 1 s, w 4 rad/s",
	  MeasureConical,
	  { 4, 1 },
	  16,
	  { 5e-3, 0 },
	  { 5e-3, 0 },
	  s_conicalSkip },
};

void tlAddPendulumChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_pendulums, TL_COUNT( s_pendulums ) );
	tlCheckList_AddAll( list, s_dumbbells, TL_COUNT( s_dumbbells ) );
	tlCheckList_AddAll( list, s_conicals, TL_COUNT( s_conicals ) );
}
