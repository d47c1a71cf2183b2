// One spring under four integrators.
// SPDX-License-Identifier: MIT
#include "experiment.h"
#include "integrators.h"

#include <math.h>
#include <stdio.h>

enum
{
	tl_seconds = 3,
	tl_sampleCount = tl_seconds * 60 + 1, // at 60 steps a second
	tl_methodsShown = tl_integratorCount + 1,
	tl_rateCount = 6,
};

static const char* const s_names[tl_methodsShown] = { "explicit Euler", "semi-implicit Euler", "implicit Euler", "XPBD" };
static const double s_rates[tl_rateCount] = { 30, 60, 120, 240, 480, 960 };

// x after each step, x(0) = 1 m at rest. Returns the amplitude at the end.
static double Swing( int32_t method, double w, double rate, double* samples, int32_t sampleCount )
{
	double h = 1.0 / rate;
	tlOscillator s = { 1, 0 };
	tlSpringDef def = tlDefaultSpringDef();
	def.compliance = 1 / ( w * w );
	tlLab lab = tlMakeSpring( &def );
	int32_t n = (int32_t)( rate * tl_seconds + 0.5 );
	for ( int32_t i = 0; i <= n; ++i )
	{
		if ( i < sampleCount )
		{
			samples[i] = s.x;
		}
		if ( i == n )
		{
			break;
		}
		if ( method < tl_integratorCount )
		{
			tlStepOscillator( (tlIntegrator)method, w, h, &s );
			continue;
		}
		tlLab_Run( &lab, h, 1 );
		s = ( tlOscillator ){ tlLab_GetPosition( &lab, 1 ).x, tlLab_GetVelocity( &lab, 1 ).x };
	}
	tlFreeLab( &lab );
	return tlMeasureAmplitude( w, &s );
}

static double PredictAmplitude( int32_t method, double w, double rate )
{
	double z = ( w / rate ) * ( w / rate ), n = rate * tl_seconds;
	return method == tl_explicitEuler ? pow( 1 + z, n / 2 ) : ( method == tl_semiImplicitEuler ? 1 : pow( 1 + z, -n / 2 ) );
}

static tlPlot PlotCurves( double w, double curves[tl_methodsShown][tl_sampleCount], tlSeries* series )
{
	static double time[tl_sampleCount], exact[tl_sampleCount];
	for ( int32_t i = 0; i < tl_sampleCount; ++i )
	{
		time[i] = i / 60.0;
		exact[i] = cos( w * time[i] );
	}
	for ( int32_t m = 0; m < tl_methodsShown; ++m )
	{
		Swing( m, w, 60, curves[m], tl_sampleCount );
		series[m] = ( tlSeries ){ .name = s_names[m], .x = time, .y = curves[m], .count = tl_sampleCount, .dashed = m == 3 };
	}
	series[tl_methodsShown] =
	    ( tlSeries ){ .name = "exact", .x = time, .y = exact, .count = tl_sampleCount, .dashed = true };
	return ( tlPlot ){ .title = "Displacement, steps of 1/60 s",
		               .xTitle = "time [s]",
		               .yTitle = "x [m]",
		               .caption = "XPBD (dashed) lies on implicit Euler, semi-implicit Euler on the exact curve.",
		               .series = series,
		               .seriesCount = tl_methodsShown + 1 };
}

static void Run( tlPage* page )
{
	static double curves[tl_methodsShown][tl_sampleCount];
	static double steps[tl_rateCount], amplitudes[tl_methodsShown][tl_rateCount];
	static const char* const headers[7] = {
		"step [s]", "explicit [m]", "closed form [m]", "semi-implicit [m]", "implicit [m]", "XPBD [m]", "closed form [m]",
	};
	static const int32_t digits[7] = { 4, 6, 6, 6, 6, 6, 6 };
	double w = 2 * TL_PI, worst = 0;
	tlPage_BeginSection( page, "A spring that swings once a second" );
	tlPage_Say(
	    page,
	    "A mass on a spring without friction starts 1 m off its rest and should swing for ever with that amplitude. "
	    "Explicit Euler gains energy, implicit Euler loses it, semi-implicit Euler keeps a nearby energy. XPBD on one "
	    "compliant constraint is implicit Euler, step for step: it never gains, and it loses less with smaller steps." );
	for ( int32_t m = 0; m < tl_methodsShown; ++m )
	{
		for ( int32_t r = 0; r < tl_rateCount; ++r )
		{
			steps[r] = 1 / s_rates[r];
			amplitudes[m][r] = Swing( m, w, s_rates[r], NULL, 0 );
			// Semi-implicit Euler keeps a form near the energy: the amplitude itself breathes by w h.
			double error = fabs( amplitudes[m][r] / PredictAmplitude( m, w, s_rates[r] ) - 1 );
			worst = m == tl_semiImplicitEuler ? worst : fmax( worst, error );
		}
	}
	tlSeries series[tl_methodsShown], swings[tl_methodsShown + 1];
	for ( int32_t m = 0; m < tl_methodsShown; ++m )
	{
		series[m] = ( tlSeries ){
			.name = s_names[m], .x = steps, .y = amplitudes[m], .count = tl_rateCount, .dashed = m == 3, .markers = true
		};
	}
	tlPlot plots[2] = { PlotCurves( w, curves, swings ),
		                { .title = "Amplitude after 3 s, by step",
		                  .xTitle = "step [s]",
		                  .yTitle = "amplitude [m]",
		                  .caption = "Right is 1 m at every step.",
		                  .series = series,
		                  .seriesCount = tl_methodsShown,
		                  .logX = true,
		                  .logY = true } };
	tlPage_Plots( page, plots, 2 );
	tlPage_BeginTable(
	    page, "",
	    "Amplitude after 3 s. The closed forms are (1 + w^2 h^2)^(n/2) for explicit, (1 + w^2 h^2)^(-n/2) for "
	    "implicit Euler and XPBD; semi-implicit Euler stays at 1 but for a ripple.",
	    headers, digits, 7 );
	for ( int32_t r = 0; r < tl_rateCount; ++r )
	{
		tlPage_AddNumber( page, steps[r] );
		tlPage_AddNumber( page, amplitudes[tl_explicitEuler][r] );
		tlPage_AddNumber( page, PredictAmplitude( tl_explicitEuler, w, s_rates[r] ) );
		tlPage_AddNumber( page, amplitudes[tl_semiImplicitEuler][r] );
		tlPage_AddNumber( page, amplitudes[tl_implicitEuler][r] );
		tlPage_AddNumber( page, amplitudes[tl_integratorCount][r] );
		tlPage_AddNumber( page, PredictAmplitude( tl_implicitEuler, w, s_rates[r] ) );
	}
	tlPage_EndTable( page );
	tlPage_Conclude(
	    page, worst < 1e-3,
	    "Explicit, implicit and XPBD amplitudes are within %.1e of their closed forms; XPBD equals implicit Euler.", worst );
	tlPage_EndSection( page );
}

const tlExperiment tl_integratorsExperiment = { "integrators",
	                                            "one spring: explicit, semi-implicit, implicit Euler and XPBD", Run };
