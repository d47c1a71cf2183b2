// One particle: free fall, the oscillator under four integrators, damping, a hanging load, PBD stiffness.
// SPDX-License-Identifier: MIT
#include "checks.h"

#include "integrators.h"

#include <math.h>
#include <stdio.h>

// ---- free fall: y = -g h^2 n (n + 1) / 2, position after velocity. Arguments: frame rate, substeps.

static double MeasureFall( const double* a )
{
	tlLabDef def = tlDefaultLabDef();
	tlVec3 position = { 0, 0, 0 };
	tlReal mass = 2;
	def.fabric.positions = &position;
	def.fabric.vertexCount = 1;
	def.fabric.masses = &mass;
	def.world.budget.substepCount = (int32_t)a[1];
	tlLab lab = tlMakeLab( &def );
	tlLab_Run( &lab, 1.0 / a[0], (int64_t)a[0] );
	double y = tlLab_GetPosition( &lab, 0 ).y;
	tlFreeLab( &lab );
	return y;
}

// Floats: each step rounds a position of 5 m, and 960 roundings of the velocity add up like a random walk.
#define TL_FALL_SINGLE                                                                                                      \
	{                                                                                                                       \
		1e-3, 0                                                                                                             \
	}

static const tlCheck s_falls[] = {
	{ "1.1 free fall",
	  "height after 1 s, 60 fps x 1 substep",
	  MeasureFall,
	  { 60, 1 },
	  -4.98675,
	  TL_EXACT,
	  TL_FALL_SINGLE,
	  NULL },
	{ "1.1 free fall", "height after 1 s, 60 fps x 8", MeasureFall, { 60, 8 }, -4.91521875, TL_EXACT, TL_FALL_SINGLE, NULL },
	{ "1.1 free fall", "height after 1 s, 60 fps x 10", MeasureFall, { 60, 10 }, -4.913175, TL_EXACT, TL_FALL_SINGLE, NULL },
	{ "1.1 free fall",
	  "height after 1 s, 60 fps x 16",
	  MeasureFall,
	  { 60, 16 },
	  -4.910109375,
	  TL_EXACT,
	  TL_FALL_SINGLE,
	  NULL },
	{ "1.1 free fall", "height after 1 s, 30 fps x 1", MeasureFall, { 30, 1 }, -5.0685, TL_EXACT, TL_FALL_SINGLE, NULL },
};

// ---- damping must not weaken gravity: a hanging weight of 190 N pulls with 190 N however strong the global damping is.

static double MeasureDampedForce( const double* a )
{
	tlSpringDef def = tlDefaultSpringDef();
	def.mass = 190.0 / 9.81;
	def.restLength = 1;
	def.gravity = 9.81;
	tlLab lab = tlMakeSpring( &def );
	tlMaterial material = tlMakeHardMaterial();
	material.globalDamping = (tlReal)a[0];
	tlBody_SetMaterial( lab.world, lab.body, &material, NULL );
	tlLab_Run( &lab, 1.0 / 600, 600 );
	double force = tlLab_GetForce( &lab, 0, 0 );
	tlFreeLab( &lab );
	return force;
}

// ---- a frictionless oscillator of angular frequency w. Rest length 0 keeps all digits of a small amplitude: the spring is
// linear through zero. With a rest length it starts half a metre beyond it. Arguments: angular frequency, steps per second,
// seconds, iterations, rest length.

static double GetAmplitude( const double* a )
{
	return a[4] > 0 ? 0.5 : 1.0;
}

static tlLab MakeOscillator( const double* a )
{
	tlSpringDef def = tlDefaultSpringDef();
	def.compliance = 1.0 / ( a[0] * a[0] );
	def.restLength = a[4];
	def.start = a[4] + GetAmplitude( a );
	def.budget.iterationCount = a[3] > 0 ? (int32_t)a[3] : 1;
	return tlMakeSpring( &def );
}

static double MeasureXpbdAmplitude( const double* a )
{
	tlLab lab = MakeOscillator( a );
	tlLab_Run( &lab, 1.0 / a[1], (int64_t)( a[1] * a[2] + 0.5 ) );
	double x = tlLab_GetPosition( &lab, 1 ).x - a[4], v = tlLab_GetVelocity( &lab, 1 ).x;
	tlFreeLab( &lab );
	return sqrt( x * x + v * v / ( a[0] * a[0] ) ) / GetAmplitude( a );
}

// Period, from the phase in the plane of x and v / w: implicit Euler turns it by atan(w h) in every step.
static double MeasureXpbdPeriod( const double* a )
{
	tlLab lab = MakeOscillator( a );
	double phase = 0, last = 0, h = 1.0 / a[1];
	int32_t n = (int32_t)( a[1] * a[2] + 0.5 );
	for ( int32_t i = 0; i < n; ++i )
	{
		tlLab_Run( &lab, h, 1 );
		double now = atan2( -tlLab_GetVelocity( &lab, 1 ).x / a[0], tlLab_GetPosition( &lab, 1 ).x - a[4] );
		phase += now - last + ( now < last - TL_PI ? 2 * TL_PI : 0 );
		last = now;
	}
	tlFreeLab( &lab );
	return 2 * TL_PI * h * n / phase;
}

static double MeasureXpbdDecay( const double* a )
{
	// Amplitude left after one discrete period.
	double arguments[5] = { a[0], a[1], 0.3, a[3], a[4] };
	double n = floor( 0.3 * a[1] + 0.5 ), z = a[0] / a[1];
	double period = 2 * TL_PI / ( a[1] * atan( z ) );
	return pow( MeasureXpbdAmplitude( arguments ), period * a[1] / n );
}

// The textbook integrators in doubles. Arguments: angular frequency, steps per second, seconds, kind.
static double MeasureTextbook( const double* a )
{
	tlOscillator state = { 1, 0 };
	int32_t n = (int32_t)( a[1] * a[2] + 0.5 );
	for ( int32_t i = 0; i < n; ++i )
	{
		tlStepOscillator( (tlIntegrator)(int)a[3], a[0], 1.0 / a[1], &state );
	}
	return tlMeasureAmplitude( a[0], &state );
}

// The quadratic form that semi-implicit Euler keeps, x^2 + v^2 / w^2 - h x v, relative to its start.
static double MeasureSymplecticInvariant( const double* a )
{
	tlOscillator s = { 1, 0 };
	int32_t n = (int32_t)( a[1] * a[2] + 0.5 );
	double h = 1.0 / a[1];
	for ( int32_t i = 0; i < n; ++i )
	{
		tlStepOscillator( tl_semiImplicitEuler, a[0], h, &s );
	}
	return s.x * s.x + s.v * s.v / ( a[0] * a[0] ) - h * s.x * s.v;
}

#define TL_STIFF 31.622776601683793 // sqrt(1000)
#define TL_GENTLE ( 2 * TL_PI )
// Published amplitudes have seven digits; with floats the factor (1 + z) is rounded to 6e-8 in each of up to 2880 steps.
#define TL_DIGITS                                                                                                           \
	{                                                                                                                       \
		2e-7, 0                                                                                                             \
	}
#define TL_DIGITS_SINGLE                                                                                                    \
	{                                                                                                                       \
		5e-4, 0                                                                                                             \
	}
#define TL_AMPLITUDE( name, w, rate, value )                                                                                \
	{                                                                                                                       \
		"1.3 oscillator", name, MeasureXpbdAmplitude, { w, rate, 3, 1 }, value, TL_DIGITS, TL_DIGITS_SINGLE, NULL           \
	}
#define TL_TEXTBOOK( name, w, rate, kind, value )                                                                           \
	{                                                                                                                       \
		"1.3 oscillator", name, MeasureTextbook, { w, rate, 3, kind }, value, TL_DIGITS, TL_DIGITS, NULL                    \
	}

#define TL_INVARIANT( name, w, rate )                                                                                       \
	{                                                                                                                       \
		"1.3 oscillator", name, MeasureSymplecticInvariant, { w, rate, 3 }, 1, TL_EXACT, TL_EXACT, NULL                     \
	}
#define TL_FREQUENCY( name, w, rate, value )                                                                                \
	{                                                                                                                       \
		"1.3 oscillator", name, MeasureXpbdPeriod, { w, rate, 0.9, 1 }, value, TL_EXACT, TL_EXACT_SINGLE, NULL              \
	}

static const tlCheck s_oscillators[] = {
	TL_AMPLITUDE( "XPBD amplitude after 3 s, w 2 pi, h 1/60", TL_GENTLE, 60, 0.3747156 ),
	TL_AMPLITUDE( "XPBD amplitude after 3 s, w 2 pi, h 1/600", TL_GENTLE, 600, 0.9060230 ),
	TL_AMPLITUDE( "XPBD amplitude after 3 s, w sqrt 1000, h 1/60", TL_STIFF, 60, 2.624341e-10 ),
	TL_AMPLITUDE( "XPBD amplitude after 3 s, w sqrt 1000, h 1/480", TL_STIFF, 480, 0.04423505 ),
	TL_AMPLITUDE( "XPBD amplitude after 3 s, w sqrt 1000, h 1/960", TL_STIFF, 960, 0.2097890 ),
	TL_TEXTBOOK( "implicit Euler, w 2 pi, h 1/60", TL_GENTLE, 60, tl_implicitEuler, 0.3747156 ),
	TL_TEXTBOOK( "implicit Euler, w 2 pi, h 1/600", TL_GENTLE, 600, tl_implicitEuler, 0.9060230 ),
	TL_TEXTBOOK( "implicit Euler, w sqrt 1000, h 1/60", TL_STIFF, 60, tl_implicitEuler, 2.624341e-10 ),
	TL_TEXTBOOK( "implicit Euler, w sqrt 1000, h 1/480", TL_STIFF, 480, tl_implicitEuler, 0.04423505 ),
	TL_TEXTBOOK( "implicit Euler, w sqrt 1000, h 1/960", TL_STIFF, 960, tl_implicitEuler, 0.2097890 ),
	TL_TEXTBOOK( "explicit Euler, w 2 pi, h 1/60", TL_GENTLE, 60, tl_explicitEuler, 2.668691 ),
	TL_TEXTBOOK( "explicit Euler, w 2 pi, h 1/600", TL_GENTLE, 600, tl_explicitEuler, 1.103725 ),
	TL_TEXTBOOK( "explicit Euler, w sqrt 1000, h 1/60", TL_STIFF, 60, tl_explicitEuler, 3.810481e9 ),
	TL_TEXTBOOK( "explicit Euler, w sqrt 1000, h 1/480", TL_STIFF, 480, tl_explicitEuler, 22.60651 ),
	TL_TEXTBOOK( "explicit Euler, w sqrt 1000, h 1/960", TL_STIFF, 960, tl_explicitEuler, 4.766694 ),
	TL_INVARIANT( "semi-implicit Euler keeps its quadratic form, w 2 pi, h 1/60", TL_GENTLE, 60 ),
	TL_INVARIANT( "semi-implicit Euler keeps its quadratic form, w 2 pi, h 1/600", TL_GENTLE, 600 ),
	TL_INVARIANT( "semi-implicit Euler keeps its quadratic form, h 1/60", TL_STIFF, 60 ),
	TL_INVARIANT( "semi-implicit Euler keeps its quadratic form, h 1/480", TL_STIFF, 480 ),
	TL_INVARIANT( "semi-implicit Euler keeps its quadratic form, h 1/960", TL_STIFF, 960 ),
	// 2 pi h / atan( w h ).
	TL_FREQUENCY( "XPBD period [s], w 2 pi, h 1/60", TL_GENTLE, 60, 1.0036447803954394 ),
	TL_FREQUENCY( "XPBD period [s], w 2 pi, h 1/600", TL_GENTLE, 600, 1.0000365530214745 ),
	TL_FREQUENCY( "XPBD period [s], w sqrt 1000, h 1/480", TL_STIFF, 480, 0.19897889251406123 ),
	TL_FREQUENCY( "XPBD period [s], w sqrt 1000, h 1/960", TL_STIFF, 960, 0.1987636093213254 ),
};

// ---- the spring of the XPBD paper: period and amplitude left after one, the same for every number of iterations.

#define TL_SPRING_TOLERANCE                                                                                                 \
	{                                                                                                                       \
		1e-6, 0                                                                                                             \
	}
#define TL_PERIOD( name, rate, iterations, value )                                                                          \
	{                                                                                                                       \
		"1.4 XPBD spring", name, MeasureXpbdPeriod, { TL_STIFF, rate, 0.3, iterations }, value, TL_SPRING_TOLERANCE,        \
		    TL_EXACT_SINGLE, NULL                                                                                           \
	}
#define TL_DECAY( name, rate, iterations, value )                                                                           \
	{                                                                                                                       \
		"1.4 XPBD spring", name, MeasureXpbdDecay, { TL_STIFF, rate, 0, iterations }, value, TL_SPRING_TOLERANCE,           \
		    TL_EXACT_SINGLE, NULL                                                                                           \
	}

static const tlCheck s_springs[] = {
	TL_PERIOD( "period, h 1/60", 60, 1, 0.2158949 ),
	TL_PERIOD( "period, h 1/120", 120, 1, 0.2032089 ),
	TL_PERIOD( "period, h 0.008", 125, 1, 0.2028605 ),
	TL_PERIOD( "period, h 1/600", 600, 1, 0.1988756 ),
	TL_PERIOD( "period, h 1/60, 5 iterations", 60, 5, 0.2158949 ),
	TL_PERIOD( "period, h 1/60, 50 iterations", 60, 50, 0.2158949 ),
	TL_DECAY( "amplitude per period, h 1/60", 60, 1, 0.2044115 ),
	TL_DECAY( "amplitude per period, h 1/120", 120, 1, 0.4410495 ),
	TL_DECAY( "amplitude per period, h 0.008", 125, 1, 0.4554209 ),
	TL_DECAY( "amplitude per period, h 1/600", 600, 1, 0.8474699 ),
	TL_DECAY( "amplitude per period, h 1/60, 5 iterations", 60, 5, 0.2044115 ),
	TL_DECAY( "amplitude per period, h 1/60, 50 iterations", 60, 50, 0.2044115 ),
	{ "1.4 XPBD spring",
	  "period against the continuum, h 1/60000",
	  MeasureXpbdPeriod,
	  { TL_STIFF, 60000, 0.3, 1, 1 },
	  0.1986918,
	  TL_SPRING_TOLERANCE,
	  TL_SPRING_TOLERANCE,
	  "a step of 1/60000 s is below the resolution of floats" },
};

// As published: rest length 1 m, from 1.5 m. The number of iterations changes nothing.
static void AddPublishedSprings( tlCheckList* list )
{
	static const struct
	{
		const char* step;
		double rate, period, decay;
	} rows[] = { { "1/60", 60, 0.2158949, 0.2044115 },
		         { "1/120", 120, 0.2032089, 0.4410495 },
		         { "0.008", 125, 0.2028605, 0.4554209 },
		         { "1/600", 600, 0.1988756, 0.8474699 } };
	static const int32_t iterations[] = { 1, 5, 50 };
	for ( size_t i = 0; i < TL_COUNT( rows ); ++i )
	{
		for ( size_t k = 0; k < TL_COUNT( iterations ); ++k )
		{
			tlCheck check = { .section = "1.4 XPBD spring",
				              .measure = MeasureXpbdPeriod,
				              .arguments = { TL_STIFF, rows[i].rate, 0.3, iterations[k], 1 },
				              .expected = rows[i].period,
				              .tolerance = TL_SPRING_TOLERANCE,
				              .singleTolerance = TL_EXACT_SINGLE };
			snprintf( check.name, sizeof check.name, "period, rest length 1 m, h %s, %d iteration%s", rows[i].step,
			          (int)iterations[k], iterations[k] == 1 ? "" : "s" );
			tlCheckList_Add( list, &check );
			check.measure = MeasureXpbdDecay;
			check.expected = rows[i].decay;
			snprintf( check.name, sizeof check.name, "amplitude per period, rest length 1 m, h %s, %d iteration%s",
			          rows[i].step, (int)iterations[k], iterations[k] == 1 ? "" : "s" );
			tlCheckList_Add( list, &check );
		}
	}
}

// ---- damping of the constraint (XPBD Eq. 26): (1 + h b/m + z) x+ - (2 + h b/m) x + x- = 0. Arguments: beta, what (0 x, 1
// v), iterations, compliance.

static double MeasureDamped( const double* a )
{
	tlSpringDef def = tlDefaultSpringDef();
	def.compliance = a[3];
	def.damping = a[0];
	def.budget.iterationCount = (int32_t)a[2];
	tlLab lab = tlMakeSpring( &def );
	tlLab_Run( &lab, 1.0 / 960, 960 );
	double value = a[1] == 0 ? tlLab_GetPosition( &lab, 1 ).x : tlLab_GetVelocity( &lab, 1 ).x;
	tlFreeLab( &lab );
	return value;
}

// What a step leaves of the amplitude, (1 + h b/m + z)^(-1/2): any solution of the recurrence has x+ x- - x^2 proportional
// to the square of that to the power of the step. Arguments: beta.
static double MeasureDampedRate( const double* a )
{
	enum
	{
		tl_first = 10,
		tl_stepCount = 200
	};
	tlSpringDef def = tlDefaultSpringDef();
	def.compliance = 1e-3;
	def.damping = a[0];
	tlLab lab = tlMakeSpring( &def );
	double x[tl_first + tl_stepCount + 2];
	for ( int32_t i = 0; i < tl_first + tl_stepCount + 2; ++i )
	{
		tlLab_Run( &lab, 1.0 / 960, 1 );
		x[i] = tlLab_GetPosition( &lab, 1 ).x;
	}
	tlFreeLab( &lab );
	const double *p = x + tl_first, *q = p + tl_stepCount;
	return pow( ( q[1] * q[-1] - q[0] * q[0] ) / ( p[1] * p[-1] - p[0] * p[0] ), 0.5 / tl_stepCount );
}

// A hard constraint has no damping: what beta changes in a kicked rigid pendulum after 1 s.
static double MeasureHardDamping( const double* a )
{
	double x[2];
	for ( int k = 0; k < 2; ++k )
	{
		tlSpringDef def = tlDefaultSpringDef();
		def.restLength = 1;
		def.damping = k * a[0];
		tlLab lab = tlMakeSpring( &def );
		tlLab_Push( &lab, 1, 0, 3, 0 );
		tlLab_Run( &lab, 1.0 / 60, 60 );
		x[k] = tlLab_GetPosition( &lab, 1 ).x;
		tlFreeLab( &lab );
	}
	return fabs( x[1] - x[0] );
}

#define TL_DAMPED( name, beta, what, iterations, value, single )                                                            \
	{                                                                                                                       \
		"1.5 damping", name, MeasureDamped, { beta, what, iterations, 1e-3 }, value, TL_EXACT, { single, 0 }, NULL          \
	}

static const tlCheck s_dampings[] = {
	{ "1.2 damping",
	  "a hanging 190 N pulls 190 N, global damping 6 /s",
	  MeasureDampedForce,
	  { 6 },
	  190,
	  { 1e-8, 0 },
	  TL_GRAVITY_SINGLE,
	  NULL },
	{ "1.2 damping",
	  "a hanging 190 N pulls 190 N, global damping 60 /s",
	  MeasureDampedForce,
	  { 60 },
	  190,
	  { 1e-8, 0 },
	  TL_GRAVITY_SINGLE,
	  NULL },
	TL_DAMPED( "x after 1 s, beta 2 N s/m", 2, 0, 1, 0.21771419522, 1e-3 ),
	TL_DAMPED( "v after 1 s, beta 2 N s/m", 2, 1, 1, -1.0135419174, 1e-3 ),
	TL_DAMPED( "x after 1 s, beta 10 N s/m", 10, 0, 1, 3.6254358990e-3, 1e-3 ),
	TL_DAMPED( "v after 1 s, beta 10 N s/m", 10, 1, 1, 4.7041225235e-2, 1e-3 ),
	TL_DAMPED( "x after 1 s, beta 2 N s/m, 4 iterations", 2, 0, 4, 0.21771419522, 1e-3 ),
	TL_DAMPED( "v after 1 s, beta 10 N s/m, 4 iterations", 10, 1, 4, 4.7041225235e-2, 1e-3 ),
	{ "1.5 damping",
	  "amplitude per step, beta 2 N s/m",
	  MeasureDampedRate,
	  { 2 },
	  0.9984195532399978,
	  TL_EXACT,
	  TL_EXACT_SINGLE,
	  NULL },
	{ "1.5 damping",
	  "amplitude per step, beta 10 N s/m",
	  MeasureDampedRate,
	  { 10 },
	  0.9942982699171211,
	  TL_EXACT,
	  TL_EXACT_SINGLE,
	  NULL },
	{ "1.5 damping",
	  "without compliance beta changes nothing [m]",
	  MeasureHardDamping,
	  { 10 },
	  0,
	  { 0, 0 },
	  { 0, 0 },
	  NULL },
};

// ---- a hanging load stretches its spring by alpha m g, whatever the budget. Arguments: frame rate, substeps, iterations.

static double MeasureHangingLoad( const double* a )
{
	tlSpringDef def = tlDefaultSpringDef();
	def.mass = 0.5;
	def.compliance = 2e-3;
	def.restLength = 1;
	def.gravity = 9.81;
	def.budget.substepCount = (int32_t)a[1];
	def.budget.iterationCount = (int32_t)a[2];
	tlLab lab = tlMakeSpring( &def );
	tlLab_Settle( &lab, 10, 6, 1.0 / a[0] );
	double stretch = tlLab_GetPosition( &lab, 1 ).x - 1;
	tlFreeLab( &lab );
	return stretch;
}

#define TL_LOAD( name, rate, substeps, iterations )                                                                         \
	{                                                                                                                       \
		"1.6 hanging load", name, MeasureHangingLoad, { rate, substeps, iterations }, 9.81e-3, { 1e-9, 0 },                 \
		    TL_GRAVITY_SINGLE, NULL                                                                                         \
	}

static const tlCheck s_loads[] = {
	TL_LOAD( "stretch [m], 60 fps, 1 x 1", 60, 1, 1 ),   TL_LOAD( "stretch [m], 60 fps, 10 x 1", 60, 10, 1 ),
	TL_LOAD( "stretch [m], 60 fps, 10 x 5", 60, 10, 5 ), TL_LOAD( "stretch [m], 60 fps, 10 x 20", 60, 10, 20 ),
	TL_LOAD( "stretch [m], 24 fps, 1 x 50", 24, 1, 50 ), TL_LOAD( "stretch [m], 240 fps, 4 x 2", 240, 4, 2 ),
};

// ---- PBD stiffness k, corrected for n iterations: one projection takes k' of the error, all of them k. Arguments: k, n.

static tlLab StepPbd( const double* a )
{
	tlSpringDef def = tlDefaultSpringDef();
	def.restLength = 1;
	def.start = 1.5;
	def.budget.method = tl_pbdMethod;
	def.budget.pbdStiffness = (tlReal)a[0];
	def.budget.iterationCount = (int32_t)a[1];
	def.budget.recordResiduals = true;
	tlLab lab = tlMakeSpring( &def );
	tlLab_Run( &lab, 1.0 / 60, 1 );
	return lab;
}

static double MeasurePbdFirst( const double* a )
{
	tlLab lab = StepPbd( a );
	const double* history;
	double left = tlBody_GetResidualHistory( lab.world, lab.body, &history ) > 0 ? history[0] / 0.5 : 1;
	tlFreeLab( &lab );
	return 1 - left;
}

static double MeasurePbdAll( const double* a )
{
	tlLab lab = StepPbd( a );
	double left = ( tlLab_GetPosition( &lab, 1 ).x - 1 ) / 0.5;
	tlFreeLab( &lab );
	return left;
}

#define TL_PBD_FIRST( name, k, n, value )                                                                                   \
	{                                                                                                                       \
		"1.7 PBD", name, MeasurePbdFirst, { k, n }, value, { 0, 1e-12 }, { 0, 1e-6 }, NULL                                  \
	}
#define TL_PBD_ALL( name, k, n )                                                                                            \
	{                                                                                                                       \
		"1.7 PBD", name, MeasurePbdAll, { k, n }, 1 - ( k ), { 0, 1e-12 }, { 0, 5e-6 }, NULL                                \
	}

static const tlCheck s_pbds[] = {
	TL_PBD_FIRST( "share of one projection, k 0.1, n 10", 0.1, 10, 0.0104807417937856 ),
	TL_PBD_FIRST( "share of one projection, k 0.5, n 20", 0.5, 20, 0.0340636710751544 ),
	TL_PBD_FIRST( "share of one projection, k 0.9, n 5", 0.9, 5, 0.3690426555198068 ),
	TL_PBD_FIRST( "share of one projection, k 0.99, n 4", 0.99, 4, 0.6837722339831621 ),
	TL_PBD_ALL( "error left after all, k 0.1, n 10", 0.1, 10 ),
	TL_PBD_ALL( "error left after all, k 0.5, n 20", 0.5, 20 ),
	TL_PBD_ALL( "error left after all, k 0.9, n 5", 0.9, 5 ),
	TL_PBD_ALL( "error left after all, k 0.99, n 4", 0.99, 4 ),
};

// ---- the discrete state after a second of a falling load, and what it owes to its start velocity: the same numbers that
// gradients are held against. Arguments: compliance, what (0 x, 1 dx/dv0, 2 dx/dg).

static double MeasureLoadState( double compliance, double gravity, double velocity )
{
	tlSpringDef def = tlDefaultSpringDef();
	def.mass = 0.5;
	def.compliance = compliance;
	def.restLength = 1;
	def.gravity = gravity;
	tlLab lab = tlMakeSpring( &def );
	tlLab_Push( &lab, 1, velocity, 0, 0 );
	tlLab_Run( &lab, 1.0 / 600, 600 );
	double x = tlLab_GetPosition( &lab, 1 ).x - 1;
	tlFreeLab( &lab );
	return x;
}

static double MeasureLoad( const double* a )
{
	if ( a[1] == 0 )
	{
		return MeasureLoadState( a[0], 9.81, 0 );
	}
	// The motion is linear in both: a central difference is exact.
	double g = a[1] == 2 ? 0.5 : 0, v = a[1] == 1 ? 0.5 : 0;
	return MeasureLoadState( a[0], 9.81 + g, v ) - MeasureLoadState( a[0], 9.81 - g, -v );
}

static const tlCheck s_sensitivities[] = {
	{ "12.1 spring",
	  "x after 1 s, alpha 1e-3 m/N",
	  MeasureLoad,
	  { 1e-3, 0 },
	  0.004167758716,
	  { 1e-8, 0 },
	  TL_GRAVITY_SINGLE,
	  NULL },
	{ "12.1 spring",
	  "x after 1 s, alpha 5e-3 m/N",
	  MeasureLoad,
	  { 5e-3, 0 },
	  0.017233892027,
	  { 1e-8, 0 },
	  TL_GRAVITY_SINGLE,
	  NULL },
	{ "12.1 spring", "dx/dv0, alpha 1e-3 m/N", MeasureLoad, { 1e-3, 1 }, 0.002589721023, { 1e-8, 0 }, { 2e-2, 0 }, NULL },
	{ "12.1 spring", "dx/dv0, alpha 5e-3 m/N", MeasureLoad, { 5e-3, 1 }, 0.032604605090, { 1e-8, 0 }, { 2e-2, 0 }, NULL },
	{ "12.1 spring", "dx/dg, alpha 1e-3 m/N", MeasureLoad, { 1e-3, 2 }, 0.000424847983, { 1e-8, 0 }, { 2e-2, 0 }, NULL },
};

void tlAddIntegrationChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_falls, TL_COUNT( s_falls ) );
	tlCheckList_AddAll( list, s_oscillators, TL_COUNT( s_oscillators ) );
	tlCheckList_AddAll( list, s_springs, TL_COUNT( s_springs ) );
	AddPublishedSprings( list );
	tlCheckList_AddAll( list, s_dampings, TL_COUNT( s_dampings ) );
	tlCheckList_AddAll( list, s_loads, TL_COUNT( s_loads ) );
	tlCheckList_AddAll( list, s_pbds, TL_COUNT( s_pbds ) );
	tlCheckList_AddAll( list, s_sensitivities, TL_COUNT( s_sensitivities ) );
}
