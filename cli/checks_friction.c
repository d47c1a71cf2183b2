// One particle on a plane: the slope at which it slips, sliding, dropping, a moving belt.
// SPDX-License-Identifier: MIT
#include "checks.h"

#include <math.h>

typedef struct Bench
{
	tlLab lab;
	tlColliderId plane;
	tlVec3 along, normal; // down the slope, and out of it
} Bench;

static Bench MakeSlope( double degrees, double staticFriction, double kineticFriction, double restitution )
{
	Bench bench = { 0 };
	bench.lab = tlMakeSlope( degrees, staticFriction, kineticFriction, restitution, &bench.plane );
	tlQuat q = tlCollider_GetTransform( bench.lab.world, bench.plane ).q;
	bench.along = tlRotate( q, ( tlVec3 ){ 1, 0, 0 } );
	bench.normal = tlRotate( q, ( tlVec3 ){ 0, 1, 0 } );
	return bench;
}

static double Along( tlPosition p, tlVec3 direction )
{
	return p.x * (double)direction.x + p.y * (double)direction.y + p.z * (double)direction.z;
}

// ---- the steepest slope on which it stays, by bisection [deg]: atan mu. Once it slips, kinetic friction 0.3 lets it run.
// Arguments: steps per second, mu.

static bool Slips( double degrees, double rate, double mu )
{
	Bench bench = MakeSlope( degrees, mu, 0.6 * mu, 0 );
	tlLab_Run( &bench.lab, 1.0 / rate, (int64_t)( rate / 4 ) );
	double way = Along( tlLab_GetPosition( &bench.lab, 0 ), bench.along );
	tlFreeLab( &bench.lab );
	return way > 1e-3;
}

static double MeasureSlipAngle( const double* a )
{
	double lower = 0, upper = 80;
	while ( upper - lower > 1e-4 )
	{
		double middle = ( lower + upper ) / 2;
		*( Slips( middle, a[0], a[1] ) ? &upper : &lower ) = middle;
	}
	return ( lower + upper ) / 2;
}

// Whether it slips within a quarter of a second. Arguments: steps per second, slope.
static double MeasureSlips( const double* a )
{
	return Slips( a[1], a[0], 0.5 ) ? 1 : 0;
}

#define TL_STICK( name, rate, slope, value )                                                                                \
	{                                                                                                                       \
		"4.1 slope", name, MeasureSlips, { rate, slope }, value, { 0, 0 }, { 0, 0 }, NULL                                   \
	}
#define TL_SLIP( name, rate, mu, value )                                                                                    \
	{                                                                                                                       \
		"4.1 slope", name, MeasureSlipAngle, { rate, mu }, value, { 0, 0.01 }, { 0, 0.01 }, NULL                            \
	}

static const tlCheck s_slips[] = {
	TL_SLIP( "slope at which it slips [deg], mu 0.5, h 1/60", 60, 0.5, 26.56505 ),
	TL_SLIP( "slope at which it slips [deg], mu 0.5, h 1/600", 600, 0.5, 26.56505 ),
	TL_SLIP( "slope at which it slips [deg], mu 0.5, h 1/6000", 6000, 0.5, 26.56505 ),
	TL_SLIP( "slope at which it slips [deg], mu 1, h 1/600", 600, 1.0, 45.0 ),
	TL_STICK( "slips at 26.56 deg, mu 0.5, h 1/60", 60, 26.56, 0 ),
	TL_STICK( "slips at 26.57 deg, mu 0.5, h 1/60", 60, 26.57, 1 ),
	TL_STICK( "slips at 26.56 deg, mu 0.5, h 1/600", 600, 26.56, 0 ),
	TL_STICK( "slips at 26.57 deg, mu 0.5, h 1/600", 600, 26.57, 1 ),
	TL_STICK( "slips at 26.56 deg, mu 0.5, h 1/6000", 6000, 26.56, 0 ),
	TL_STICK( "slips at 26.57 deg, mu 0.5, h 1/6000", 6000, 26.57, 1 ),
};

// ---- sliding: a = g (sin - mu cos); the velocity after 1 s is exact, the way is a t (t + h) / 2. Arguments: slope, mu,
// steps per second, what (0 speed, 1 way).

static double MeasureSlide( const double* a )
{
	Bench bench = MakeSlope( a[0], a[1], a[1], 0 );
	tlLab_Run( &bench.lab, 1.0 / a[2], (int64_t)a[2] );
	double value = a[3] == 0 ? Along( tlLab_GetVelocity( &bench.lab, 0 ), bench.along )
	                         : Along( tlLab_GetPosition( &bench.lab, 0 ), bench.along );
	tlFreeLab( &bench.lab );
	return value;
}

#define TL_SLIDE( name, slope, mu, rate, what, value )                                                                      \
	{                                                                                                                       \
		"4.2 sliding", name, MeasureSlide, { slope, mu, rate, what }, value, { 1e-7, 0 }, { 2e-3, 0 }, NULL                 \
	}

static const tlCheck s_slides[] = {
	TL_SLIDE( "speed after 1 s, 30 deg, mu 0.3, h 1/60", 30, 0.3, 60, 0, 2.3562872366 ),
	TL_SLIDE( "speed after 1 s, 30 deg, mu 0.3, h 1/600", 30, 0.3, 600, 0, 2.3562872366 ),
	TL_SLIDE( "way in 1 s, 30 deg, mu 0.3, h 1/60", 30, 0.3, 60, 1, 1.1977793 ),
	TL_SLIDE( "way in 1 s, 30 deg, mu 0.3, h 1/600", 30, 0.3, 600, 1, 1.1801072 ),
	TL_SLIDE( "speed after 1 s, 30 deg, mu 0.3, h 1/6000", 30, 0.3, 6000, 0, 2.3562872366 ),
	TL_SLIDE( "speed after 1 s, 20 deg, mu 0.25, h 1/60", 20, 0.25, 60, 0, 1.0506214535 ),
	TL_SLIDE( "speed after 1 s, 20 deg, mu 0.25, h 1/600", 20, 0.25, 600, 0, 1.0506214535 ),
	TL_SLIDE( "speed after 1 s, 45 deg, mu 0.5, h 1/60", 45, 0.5, 60, 0, 3.4683587617 ),
	TL_SLIDE( "speed after 1 s, 45 deg, mu 0.5, h 1/600", 45, 0.5, 600, 0, 3.4683587617 ),
};

// ---- dropped from 1 m with restitution e: peaks e^(2k) m, at rest after sqrt(2 H / g) (1 + e) / (1 - e). A step of h finds
// the impact late and knows its speed to about g h, so that a bounce is off by up to 3 g h / v of its height, and the
// next ones carry that on. Arguments: e, steps per second, what (k: peak k; 0: time of rest).

static double MeasureDrop( const double* a )
{
	Bench bench = MakeSlope( 0, 0, 0, a[0] );
	tlLab_Place( &bench.lab, 0, 0, 1, 0 );
	double h = 1.0 / a[1], most = 0, peak = NAN, rest = 0;
	int32_t peaks = 0;
	double lastV = 0;
	for ( int32_t i = 1; i < (int32_t)( 6 * a[1] ); ++i )
	{
		tlLab_Run( &bench.lab, h, 1 );
		double y = tlLab_GetPosition( &bench.lab, 0 ).y, v = tlLab_GetVelocity( &bench.lab, 0 ).y;
		if ( v > 0 && lastV <= 0 )
		{
			most = 0;
		}
		most = y > most ? y : most;
		if ( v <= 0 && lastV > 0 )
		{
			peaks += 1;
			peak = peaks == (int32_t)a[2] ? most : peak;
		}
		// At rest it neither moves nor leaves the plane.
		rest = fabs( v ) > 1e-6 || fabs( y ) > 1e-6 ? i * h : rest;
		lastV = v;
	}
	tlFreeLab( &bench.lab );
	return a[2] == 0 ? rest : peak;
}

static double MeasureJitter( const double* a )
{
	Bench bench = MakeSlope( 0, 0, 0, a[0] );
	double most = 0;
	for ( int32_t i = 0; i < 600; ++i )
	{
		tlLab_Run( &bench.lab, 1.0 / a[1], 1 );
		most = fmax( most, fabs( tlLab_GetVelocity( &bench.lab, 0 ).y ) );
	}
	tlFreeLab( &bench.lab );
	return most;
}

#define TL_IMPACT 4.4294469 // sqrt(2 g H) [m/s]
#define TL_DROP_SHARE( rate ) ( 3 * 9.81 / ( (rate)*TL_IMPACT ) )
#define TL_DROP( name, e, rate, k, value, bounces )                                                                         \
	{                                                                                                                       \
		"4.3 drop", name, MeasureDrop, { e, rate, k }, value, { TL_DROP_SHARE( rate ) * ( bounces ), 0 },                   \
		    { TL_DROP_SHARE( rate ) * ( bounces ) + 2e-3, 0 }, NULL                                                         \
	}

// What the published position-based restitution (Mueller et al. 2020, Eq. 34) gives with this step, to its six digits. The
// round-off of floats may move a hit into the next step.
#define TL_PEAK( name, e, rate, k, value )                                                                                  \
	{                                                                                                                       \
		"4.3 drop", name, MeasureDrop, { e, rate, k }, value, { 0, 1e-6 }, { 2e-2, 0 }, NULL                                \
	}

// n bounces until the speed is 2 g h, below which a contact rests; each loses 3 h of flight, e / (1 - e) times over.
#define TL_REST( name, e, rate, value, n )                                                                                  \
	{                                                                                                                       \
		"4.3 drop", name, MeasureDrop, { e, rate, 0 }, value, { 0, 3.0 / ( rate ) * ( n ) * ( e ) / ( 1 - ( e ) ) },        \
		    { 0, 3.3 / ( rate ) * ( n ) * ( e ) / ( 1 - ( e ) ) }, NULL                                                     \
	}

static const tlCheck s_drops[] = {
	TL_DROP( "first peak [m], e 0.5, h 1/600", 0.5, 600, 1, 0.25, 1 ),
	TL_DROP( "second peak [m], e 0.5, h 1/600", 0.5, 600, 2, 0.0625, 1 + 1 / 0.5 ),
	TL_DROP( "third peak [m], e 0.5, h 1/600", 0.5, 600, 3, 0.015625, 1 + 1 / 0.5 + 1 / 0.25 ),
	TL_DROP( "first peak [m], e 0.8, h 1/600", 0.8, 600, 1, 0.64, 1 ),
	TL_DROP( "second peak [m], e 0.8, h 1/600", 0.8, 600, 2, 0.4096, 1 + 1 / 0.8 ),
	TL_DROP( "first peak [m], e 1, h 1/600", 1.0, 600, 1, 1, 1 ),
	TL_DROP( "first peak [m], e 0.5, h 1/60", 0.5, 60, 1, 0.25, 1 ),
	TL_DROP( "first peak [m], e 0.8, h 1/60", 0.8, 60, 1, 0.64, 1 ),
	TL_PEAK( "first discrete peak [m], e 0.5, h 1/600", 0.5, 600, 1, 0.248316 ),
	TL_PEAK( "second discrete peak [m], e 0.5, h 1/600", 0.5, 600, 2, 0.061619 ),
	TL_PEAK( "third discrete peak [m], e 0.5, h 1/600", 0.5, 600, 3, 0.01495 ),
	TL_PEAK( "first discrete peak [m], e 0.8, h 1/600", 0.8, 600, 1, 0.637454 ),
	TL_PEAK( "second discrete peak [m], e 0.8, h 1/600", 0.8, 600, 2, 0.405238 ),
	TL_PEAK( "first discrete peak [m], e 0.5, h 1/60", 0.5, 60, 1, 0.230262 ),
	TL_PEAK( "first discrete peak [m], e 0.8, h 1/60", 0.8, 60, 1, 0.606585 ),
	TL_REST( "time until it rests [s], e 0.5, h 1/600", 0.5, 600.0, 1.354571, 7.07 ),
	TL_REST( "time until it rests [s], e 0.8, h 1/600", 0.8, 600.0, 4.063713, 21.97 ),
	{ "4.3 drop", "speed while it lies [m/s], e 1", MeasureJitter, { 1, 600 }, 0, { 0, 1e-12 }, { 0, 1e-6 }, NULL },
};

// ---- a particle set on a belt: it slips, then rides. Arguments: slope of the belt that runs upward, mu, speed of the belt,
// steps per second, what (0 time of slipping, 1 way meanwhile, 2 way of the belt meanwhile, 3 way that it slipped on it, 4
// acceleration in the first 0.2 s).

static double MeasureBelt( const double* a )
{
	Bench bench = MakeSlope( -a[0], a[1], a[1], 0 ); // rises towards +x, and runs that way
	double h = 1.0 / a[3], t = 0;
	tlTransform target = tlCollider_GetTransform( bench.lab.world, bench.plane );
	bool rides = false;
	double early = NAN;
	for ( int32_t i = 0; !rides && i < (int32_t)( 3 * a[3] ); ++i )
	{
		double s = a[2] * h * ( i + 1 );
		target.p = ( tlPosition ){ s * (double)bench.along.x, s * (double)bench.along.y, 0 };
		tlCollider_SetTarget( bench.lab.world, bench.plane, &target );
		tlLab_Run( &bench.lab, h, 1 );
		t += h;
		double v = Along( tlLab_GetVelocity( &bench.lab, 0 ), bench.along );
		rides = fabs( v - a[2] ) < 1e-3 * a[2];
		early = i + 1 == (int32_t)( 0.2 * a[3] ) ? v / t : early;
	}
	double way = Along( tlLab_GetPosition( &bench.lab, 0 ), bench.along );
	tlFreeLab( &bench.lab );
	double values[5] = { t, way, a[2] * t, a[2] * t - way, early };
	return rides ? values[(int)a[4]] : NAN;
}

// Within a step, and what the belt runs in one.
#define TL_BELT( name, slope, mu, speed, rate, what, value )                                                                \
	{                                                                                                                       \
		"4.4 belt", name, MeasureBelt, { slope, mu, speed, rate, what }, value,                                             \
		    { 0, ( what ) == 0 ? 1.0 / ( rate ) : ( speed ) / ( rate ) },                                                   \
		    { 0, ( what ) == 0 ? 2.0 / ( rate ) : 2 * ( speed ) / ( rate ) }, NULL                                          \
	}

// While it slips the acceleration is constant: any step gives it exactly.
#define TL_PUSH( name, slope, mu, speed, rate, value )                                                                      \
	{                                                                                                                       \
		"4.4 belt", name, MeasureBelt, { slope, mu, speed, rate, 4 }, value, { 1e-7, 0 }, { 2e-3, 0 }, NULL                 \
	}

static const tlCheck s_belts[] = {
	TL_BELT( "time until it rides [s], level, V 2, mu 0.4, h 1/60", 0, 0.4, 2.0, 60.0, 0, 0.5096840 ),
	TL_BELT( "time until it rides [s], level, V 2, mu 0.4, h 1/600", 0, 0.4, 2.0, 600.0, 0, 0.5096840 ),
	TL_BELT( "way until it rides [m], level, V 2, mu 0.4, h 1/600", 0, 0.4, 2.0, 600.0, 1, 0.5096840 ),
	TL_BELT( "way of the belt until it rides [m], level, V 2, mu 0.4, h 1/600", 0, 0.4, 2.0, 600.0, 2, 1.0193680 ),
	TL_BELT( "way that it slips on the belt [m], level, V 2, mu 0.4, h 1/600", 0, 0.4, 2.0, 600.0, 3, 0.5096840 ),
	TL_PUSH( "acceleration while it slips [m/s^2], level, mu 0.4, h 1/60", 0, 0.4, 2.0, 60.0, 3.924 ),
	TL_PUSH( "acceleration while it slips [m/s^2], up 15 deg, mu 0.5, h 1/60", 15, 0.5, 1.0, 60.0, 2.1988513 ),
	TL_PUSH( "acceleration while it slips [m/s^2], up 15 deg, mu 0.5, h 1/600", 15, 0.5, 1.0, 600.0, 2.1988513 ),
	TL_BELT( "time until it rides [s], up 15 deg, V 1, mu 0.5, h 1/60", 15, 0.5, 1.0, 60.0, 0, 0.4547829 ),
	TL_BELT( "time until it rides [s], up 15 deg, V 1, mu 0.5, h 1/600", 15, 0.5, 1.0, 600.0, 0, 0.4547829 ),
};

void tlAddFrictionChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_slips, TL_COUNT( s_slips ) );
	tlCheckList_AddAll( list, s_slides, TL_COUNT( s_slides ) );
	tlCheckList_AddAll( list, s_drops, TL_COUNT( s_drops ) );
	tlCheckList_AddAll( list, s_belts, TL_COUNT( s_belts ) );
}
