// The slope: when a particle slips, and how fast it then goes.
// SPDX-License-Identifier: MIT
#include "experiment.h"

#include <math.h>
#include <stdio.h>

enum
{
	tl_angleCount = 19, // 0, 2.5, ... 45 degrees
	tl_rateCount = 3,
	tl_zoomCount = 25, // around the slip, every 0.05 degrees
};

static const double s_rates[tl_rateCount] = { 60, 600, 6000 };
static const double s_staticFriction = 0.5, s_kineticFriction = 0.4, s_gravity = 9.81;

// Speed down the slope after a second, which is the mean acceleration [m/s^2].
static double Slide( double degrees, double rate, double seconds )
{
	tlColliderId plane;
	tlLab lab = tlMakeSlope( degrees, s_staticFriction, s_kineticFriction, 0, &plane );
	tlLab_Run( &lab, 1.0 / rate, (int64_t)( rate * seconds + 0.5 ) );
	tlPosition v = tlLab_GetVelocity( &lab, 0 );
	tlFreeLab( &lab );
	double a = degrees * TL_PI / 180.0;
	double speed = v.x * cos( a ) - v.y * sin( a );
	return fabs( speed ) < 1e-7 ? 0 : speed / seconds; // round-off while it sticks
}

static double Predict( double degrees )
{
	double a = degrees * TL_PI / 180.0;
	return tan( a ) <= s_staticFriction ? 0 : s_gravity * ( sin( a ) - s_kineticFriction * cos( a ) );
}

static double FindSlip( double rate )
{
	double lower = 0, upper = 60;
	while ( upper - lower > 1e-4 )
	{
		double middle = ( lower + upper ) / 2;
		*( Slide( middle, rate, 0.25 ) > 0.1 ? &upper : &lower ) = middle;
	}
	return ( lower + upper ) / 2;
}

static void Run( tlPage* page )
{
	static const char* const headers[5] = { "slope [deg]", "theory [m/s^2]", "h 1/60 [m/s^2]", "h 1/600 [m/s^2]",
		                                    "h 1/6000 [m/s^2]" };
	static const int32_t digits[5] = { 4, 6, 6, 6, 6 };
	static const char* const slipHeaders[3] = { "step [s]", "slips at [deg]", "atan mu [deg]" };
	static const int32_t slipDigits[3] = { 3, 7, 7 };
	static double angles[tl_angleCount], measured[tl_rateCount][tl_angleCount], fine[451], theory[451];
	double worst = 0, worstSlip = 0, right = atan( s_staticFriction ) * 180 / TL_PI;
	tlPage_BeginSection( page, "A particle on a slope" );
	tlPage_Say(
	    page,
	    "Static friction 0.5, kinetic friction 0.4. Up to atan 0.5 = 26.565 degrees the particle must not move at all; "
	    "beyond, it accelerates by g (sin - 0.4 cos). Friction acts on displacements of the same substep as the "
	    "normal correction, so neither the angle nor the acceleration depends on the step." );
	tlPage_BeginTable( page, "", "Mean acceleration over the first second.", headers, digits, 5 );
	for ( int32_t i = 0; i < tl_angleCount; ++i )
	{
		angles[i] = 2.5 * i;
		tlPage_AddNumber( page, angles[i] );
		tlPage_AddNumber( page, Predict( angles[i] ) );
		for ( int32_t r = 0; r < tl_rateCount; ++r )
		{
			measured[r][i] = Slide( angles[i], s_rates[r], 1 );
			tlPage_AddNumber( page, measured[r][i] );
			worst = fmax( worst, fabs( measured[r][i] - Predict( angles[i] ) ) );
		}
	}
	tlPage_EndTable( page );
	tlPage_BeginTable( page, "slip", "The slope at which it starts to slip.", slipHeaders, slipDigits, 3 );
	for ( int32_t r = 0; r < tl_rateCount; ++r )
	{
		double slip = FindSlip( s_rates[r] );
		tlPage_AddNumber( page, 1 / s_rates[r] );
		tlPage_AddNumber( page, slip );
		tlPage_AddNumber( page, right );
		worstSlip = fmax( worstSlip, fabs( slip - right ) );
	}
	tlPage_EndTable( page );
	for ( int32_t i = 0; i <= 450; ++i )
	{
		fine[i] = 0.1 * i;
		theory[i] = Predict( fine[i] );
	}
	const tlSeries series[4] = {
		{ .name = "theory", .x = fine, .y = theory, .count = 451, .dashed = true },
		{ .name = "h 1/60 s", .x = angles, .y = measured[0], .count = tl_angleCount, .markers = true },
		{ .name = "h 1/600 s", .x = angles, .y = measured[1], .count = tl_angleCount, .markers = true },
		{ .name = "h 1/6000 s", .x = angles, .y = measured[2], .count = tl_angleCount, .markers = true },
	};
	static double zoom[tl_zoomCount], zoomed[2][tl_zoomCount], zoomTheory[tl_zoomCount];
	for ( int32_t i = 0; i < tl_zoomCount; ++i )
	{
		zoom[i] = 26 + 0.05 * i;
		zoomTheory[i] = Predict( zoom[i] );
		zoomed[0][i] = Slide( zoom[i], 60, 1 );
		zoomed[1][i] = Slide( zoom[i], 600, 1 );
	}
	const tlSeries close[3] = {
		{ .name = "theory", .x = zoom, .y = zoomTheory, .count = tl_zoomCount, .dashed = true },
		{ .name = "h 1/60 s", .x = zoom, .y = zoomed[0], .count = tl_zoomCount, .markers = true },
		{ .name = "h 1/600 s", .x = zoom, .y = zoomed[1], .count = tl_zoomCount, .markers = true },
	};
	tlPlot plots[2] = { { .title = "Acceleration down the slope",
		                  .xTitle = "slope [deg]",
		                  .yTitle = "acceleration [m/s^2]",
		                  .caption = "The jump is the step from static to kinetic friction. All steps fall together.",
		                  .series = series,
		                  .seriesCount = 4,
		                  .fromZero = true },
		                { .title = "Around the angle of slip",
		                  .xTitle = "slope [deg]",
		                  .yTitle = "acceleration [m/s^2]",
		                  .caption =
		                      "atan 0.5 = 26.565 degrees lies between the last point at rest and the first that slides.",
		                  .series = close,
		                  .seriesCount = 3,
		                  .fromZero = true } };
	tlPage_Plots( page, plots, 2 );
	bool single = sizeof( tlReal ) == sizeof( float );
	tlPage_Conclude(
	    page, worstSlip < 0.01 && worst < ( single ? 0.2 : 1e-6 ),
	    "It slips within %.4f degrees of atan mu for steps from 1/60 to 1/6000 s; accelerations are within %.1e "
	    "m/s^2%s.",
	    worstSlip, worst, single ? " (single precision rounds the tiny moves of the smallest step)" : "" );
	tlPage_EndSection( page );
}

const tlExperiment tl_frictionExperiment = { "friction", "the slope at which a particle slips, and its acceleration", Run };
