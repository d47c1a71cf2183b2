// What a stiffness means: compliance in m/N against the number of projections, and the k of PBD.
// SPDX-License-Identifier: MIT
#include "experiment.h"

#include <math.h>
#include <stdio.h>

enum
{
	tl_iterationSteps = 6,
	tl_substepSteps = 4,
};

static const int32_t s_iterations[tl_iterationSteps] = { 1, 2, 5, 10, 20, 50 };
static const int32_t s_substeps[tl_substepSteps] = { 1, 4, 10, 40 };

static const double s_mass = 0.5, s_compliance = 2e-3, s_gravity = 9.81;

// Stretch of a spring under a load at rest [m].
static double HangLoad( tlMethod method, double stiffness, int32_t substeps, int32_t iterations )
{
	tlSpringDef def = tlDefaultSpringDef();
	def.mass = s_mass;
	def.compliance = s_compliance;
	def.restLength = 1;
	def.gravity = s_gravity;
	def.budget = tlMakeBudget( substeps, iterations, tl_coloredSweep );
	def.budget.method = method;
	def.budget.pbdStiffness = (tlReal)stiffness;
	def.budget.pbdCorrected = false;
	tlLab lab = tlMakeSpring( &def );
	tlLab_Settle( &lab, 10, 6, 1.0 / 60 );
	double stretch = tlLab_GetPosition( &lab, 1 ).x - 1;
	tlFreeLab( &lab );
	return stretch;
}

// The common mistake: alpha~ in the denominator but without alpha~ lambda in the numerator. Each projection then forgets
// what the earlier ones have done, and more iterations make the spring stiffer. At rest [m], by steps of the bare
// recurrence.
static double HangForgetful( int32_t substeps, int32_t iterations )
{
	double h = 1.0 / ( 60.0 * substeps ), tilde = s_compliance / ( h * h ), w = 1 / s_mass;
	double x = 0, v = 0;
	for ( int32_t i = 0; i < 360 * substeps; ++i )
	{
		double last = x;
		x += h * ( exp( -20 * h ) * v + h * s_gravity );
		for ( int32_t k = 0; k < iterations; ++k )
		{
			x -= w * x / ( w + tilde );
		}
		v = ( x - last ) / h;
	}
	return x;
}

static void RunCompliance( tlPage* page )
{
	static const char* const headers[6] = { "substeps",  "iterations",     "XPBD [mm]",
		                                    "error [%]", "no lambda [mm]", "PBD, k 0.1 [mm]" };
	static const int32_t digits[6] = { 3, 3, 6, 2, 4, 4 };
	static double iterations[tl_iterationSteps], substeps[tl_substepSteps];
	static double byIterations[3][tl_iterationSteps], bySubsteps[3][tl_substepSteps]; // XPBD, no lambda, PBD
	double right = 1e3 * s_compliance * s_mass * s_gravity, worst = 0;
	tlPage_BeginSection( page, "A load on a spring of known compliance" );
	tlPage_Say(
	    page, "0.5 kg hang on a spring of 2e-3 m/N (500 N/m) and must stretch it by alpha m g = 9.81 mm. Compliance is a "
	          "property of the thing: the stretch at rest may not depend on substeps or iterations. It does not, because "
	          "the multiplier lambda remembers the force over the iterations of a substep. Without that term each iteration "
	          "starts anew and the spring turns hard; a PBD stiffness has no unit and depends on both counts." );
	tlPage_BeginTable( page, "",
	                   "Stretch at rest, 60 frames a second; right is 9.81 mm. No lambda: without the term alpha~ lambda.",
	                   headers, digits, 6 );
	for ( int32_t s = 0; s < tl_substepSteps; ++s )
	{
		for ( int32_t i = 0; i < tl_iterationSteps; ++i )
		{
			double stretch = 1e3 * HangLoad( tl_xpbdMethod, 1, s_substeps[s], s_iterations[i] );
			double wrong = 1e3 * HangForgetful( s_substeps[s], s_iterations[i] );
			double soft = 1e3 * HangLoad( tl_pbdMethod, 0.1, s_substeps[s], s_iterations[i] );
			tlPage_AddNumber( page, s_substeps[s] );
			tlPage_AddNumber( page, s_iterations[i] );
			tlPage_AddNumber( page, stretch );
			tlPage_AddNumber( page, 100 * ( stretch / right - 1 ) );
			tlPage_AddNumber( page, wrong );
			tlPage_AddNumber( page, soft );
			worst = fmax( worst, fabs( stretch / right - 1 ) );
			const double values[3] = { stretch, wrong, soft };
			for ( int32_t k = 0; k < 3; ++k )
			{
				iterations[i] = s_iterations[i];
				substeps[s] = s_substeps[s];
				byIterations[k][i] = s_substeps[s] == 10 ? values[k] : byIterations[k][i];
				bySubsteps[k][s] = s_iterations[i] == 5 ? values[k] : bySubsteps[k][s];
			}
		}
	}
	tlPage_EndTable( page );
	static const char* const names[3] = { "XPBD", "no lambda", "PBD, k 0.1" };
	tlSeries overIterations[3], overSubsteps[3];
	for ( int32_t k = 0; k < 3; ++k )
	{
		overIterations[k] = ( tlSeries ){
			.name = names[k], .x = iterations, .y = byIterations[k], .count = tl_iterationSteps, .markers = true
		};
		overSubsteps[k] =
		    ( tlSeries ){ .name = names[k], .x = substeps, .y = bySubsteps[k], .count = tl_substepSteps, .markers = true };
	}
	tlPlot plots[2] = { { .title = "By iterations, 10 substeps a frame",
		                  .xTitle = "iterations",
		                  .yTitle = "stretch [mm]",
		                  .caption = "Right is 9.81 mm, whatever the iterations: XPBD is flat.",
		                  .series = overIterations,
		                  .seriesCount = 3,
		                  .logX = true,
		                  .logY = true },
		                { .title = "By substeps, 5 iterations each",
		                  .xTitle = "substeps a frame",
		                  .yTitle = "stretch [mm]",
		                  .caption = "PBD falls with the square of the substeps.",
		                  .series = overSubsteps,
		                  .seriesCount = 3,
		                  .logX = true,
		                  .logY = true } };
	tlPage_Plots( page, plots, 2 );
	// Floats near 1 m round gravity's g h^2 at 1/2400 s by some per cent.
	double tolerance = sizeof( tlReal ) == sizeof( float ) ? 0.05 : 1e-8;
	tlPage_Conclude( page, worst < tolerance, "XPBD stretches by alpha m g within %.2g %% for every budget%s.", 100 * worst,
	                 sizeof( tlReal ) == sizeof( float ) ? " (single precision rounds the weight at small steps)" : "" );
	tlPage_EndSection( page );
}

// ---- PBD stiffness

static double LeftAfter( double k, int32_t n, bool corrected )
{
	tlSpringDef def = tlDefaultSpringDef();
	def.restLength = 1;
	def.start = 1.5;
	def.budget = tlMakeBudget( 1, n, tl_coloredSweep );
	def.budget.method = tl_pbdMethod;
	def.budget.pbdStiffness = (tlReal)k;
	def.budget.pbdCorrected = corrected;
	tlLab lab = tlMakeSpring( &def );
	tlLab_Run( &lab, 1.0 / 60, 1 );
	double left = ( tlLab_GetPosition( &lab, 1 ).x - 1 ) / 0.5;
	tlFreeLab( &lab );
	return left;
}

static void RunPbdStiffness( tlPage* page )
{
	enum
	{
		tl_stiffnessCount = 4
	};
	static const double stiffness[tl_stiffnessCount] = { 0.1, 0.5, 0.9, 0.99 };
	static const char* const headers[6] = { "k",
		                                    "iterations",
		                                    "corrected k' = 1 - (1-k)^(1/n)",
		                                    "error left, corrected",
		                                    "right: 1 - k",
		                                    "error left, uncorrected" };
	static const int32_t digits[6] = { 3, 3, 6, 6, 4, 4 };
	static double x[tl_iterationSteps], left[2][tl_stiffnessCount][tl_iterationSteps];
	static char names[2 * tl_stiffnessCount][32];
	tlSeries series[2 * tl_stiffnessCount];
	double worst = 0;
	tlPage_BeginSection( page, "The share of the error that k takes away" );
	tlPage_Say(
	    page, "In position-based dynamics a stiffness k of 0 to 1 is the share of the error that one projection removes. "
	          "Over n iterations (1-k)^n would be left, so a sheet with more iterations turns stiffer. With "
	          "k' = 1 - (1-k)^(1/n) in each, exactly 1 - k is left whatever n is. The number of substeps still changes the "
	          "stiffness, as k has no unit: that is what compliance mends." );
	tlPage_BeginTable( page, "", "One constraint, 0.5 m off, one step.", headers, digits, 6 );
	for ( int32_t k = 0; k < tl_stiffnessCount; ++k )
	{
		for ( int32_t i = 0; i < tl_iterationSteps; ++i )
		{
			x[i] = s_iterations[i];
			left[0][k][i] = LeftAfter( stiffness[k], s_iterations[i], true );
			left[1][k][i] = LeftAfter( stiffness[k], s_iterations[i], false );
			tlPage_AddNumber( page, stiffness[k] );
			tlPage_AddNumber( page, s_iterations[i] );
			tlPage_AddNumber( page, 1 - pow( 1 - stiffness[k], 1.0 / s_iterations[i] ) );
			tlPage_AddNumber( page, left[0][k][i] );
			tlPage_AddNumber( page, 1 - stiffness[k] );
			tlPage_AddNumber( page, left[1][k][i] );
			worst = fmax( worst, fabs( left[0][k][i] - ( 1 - stiffness[k] ) ) );
		}
		for ( int32_t c = 0; c < 2; ++c )
		{
			snprintf( names[2 * k + c], sizeof names[0], "k %g%s", stiffness[k], c == 0 ? "" : ", uncorrected" );
			series[2 * k + c] = ( tlSeries ){ .name = names[2 * k + c],
				                              .x = x,
				                              .y = left[c][k],
				                              .count = tl_iterationSteps,
				                              .dashed = c == 1,
				                              .markers = true };
		}
	}
	tlPage_EndTable( page );
	tlPlot plots[2] = { { .title = "Corrected and not: k 0.1 and 0.5",
		                  .xTitle = "iterations",
		                  .yTitle = "error left [1]",
		                  .caption = "Corrected lines are flat: k means the same for every number of iterations.",
		                  .series = series,
		                  .seriesCount = 4,
		                  .logX = true,
		                  .fromZero = true },
		                { .title = "Corrected and not: k 0.9 and 0.99",
		                  .xTitle = "iterations",
		                  .yTitle = "error left [1]",
		                  .caption = "Uncorrected, these are rigid after a few iterations.",
		                  .series = series + 4,
		                  .seriesCount = 4,
		                  .logX = true,
		                  .fromZero = true } };
	tlPage_Plots( page, plots, 2 );
	tlPage_Conclude( page, worst < 1e-5,
	                 "Corrected, 1 - k of the error is left for every number of iterations, within %.1e.", worst );
	tlPage_EndSection( page );
}

const tlExperiment tl_complianceExperiment = { "compliance", "a hanging load against theory, over iterations and substeps",
	                                           RunCompliance };
const tlExperiment tl_pbdStiffnessExperiment = { "pbd-stiffness", "what the k of PBD means per number of iterations",
	                                             RunPbdStiffness };
