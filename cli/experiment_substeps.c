// How 16 projections a frame are best spent: in substeps (Macklin et al., "Small Steps in Physics Simulation", 2019).
// SPDX-License-Identifier: MIT
#include "experiment.h"

#include <math.h>
#include <stdio.h>

enum
{
	tl_splitCount = 5,
	tl_segmentCount = 20,
};

static const int32_t s_splits[tl_splitCount] = { 1, 2, 4, 8, 16 };

// Heights of all nodes at rest [m]; returns the elongation [m].
static double Hang( int32_t substeps, double nodeMass, double* heights )
{
	tlChainDef def = tlDefaultChainDef();
	def.segmentCount = tl_segmentCount;
	def.nodeMass = nodeMass;
	def.tipMass = 10;
	def.budget = tlMakeBudget( substeps, 16 / substeps, tl_forwardSweep );
	tlLab lab = tlMakeChain( &def );
	// What a sweep leaves over acts like a spring: critical damping for it.
	double about = 0.034 / nodeMass / substeps, w = sqrt( 9.81 / about );
	tlLab_Settle( &lab, 2 * w, fmax( 4, 30 / w ), 1.0 / 60 );
	for ( int32_t i = 0; i <= tl_segmentCount; ++i )
	{
		heights[i] = tlLab_GetPosition( &lab, i ).y;
	}
	tlFreeLab( &lab );
	return -heights[tl_segmentCount] - 2;
}

static void Run( tlPage* page )
{
	// Right values of an independent program, for nodes of 0.01 and 0.1 kg.
	static const double right[2][tl_splitCount] = { { 3.263784, 1.632232, 0.816201, 0.408122, 0.204066 },
		                                            { 0.351440, 0.176061, 0.088115, 0.044079, 0.022045 } };
	static const double masses[2] = { 0.01, 0.1 };
	static const char* const headers[7] = { "node [kg]",      "substeps",  "iterations",     "elongation [m]",
		                                    "elongation [%]", "right [m]", "of the last row" };
	static const int32_t digits[7] = { 3, 3, 3, 6, 4, 6, 4 };
	static double x[tl_splitCount], elongations[2][tl_splitCount], heights[2][tl_splitCount][tl_segmentCount + 1];
	static char names[tl_splitCount][24];
	double worst = 0, last = 0;
	tlPage_BeginSection( page, "A hard rope under a heavy load" );
	tlPage_Say(
	    page, "20 hard segments of 0.1 m carry 10 kg; 16 projections a frame at 60 frames a second are split between "
	          "substeps and iterations. The rope should be 2 m long. What the projections leave over falls with the square "
	          "of the step but only with the number of iterations, so each doubling of substeps halves the error at the "
	          "same cost: spend the budget on substeps." );
	tlPage_BeginTable( page, "", "Steady elongation, swept from the anchor to the tip.", headers, digits, 7 );
	for ( int32_t m = 0; m < 2; ++m )
	{
		for ( int32_t s = 0; s < tl_splitCount; ++s )
		{
			x[s] = s_splits[s];
			elongations[m][s] = Hang( s_splits[s], masses[m], heights[m][s] );
			tlPage_AddNumber( page, masses[m] );
			tlPage_AddNumber( page, s_splits[s] );
			tlPage_AddNumber( page, 16.0 / s_splits[s] );
			tlPage_AddNumber( page, elongations[m][s] );
			tlPage_AddNumber( page, 100 * elongations[m][s] / 2 );
			tlPage_AddNumber( page, right[m][s] );
			if ( s == 0 )
			{
				tlPage_AddLabel( page, "-" );
			}
			else
			{
				tlPage_AddNumber( page, elongations[m][s] / last );
			}
			last = elongations[m][s];
			worst = fmax( worst, fabs( elongations[m][s] / right[m][s] - 1 ) );
		}
	}
	tlPage_EndTable( page );
	const tlSeries lines[2] = {
		{ .name = "nodes of 0.01 kg (1 : 1000)", .x = x, .y = elongations[0], .count = tl_splitCount, .markers = true },
		{ .name = "nodes of 0.1 kg (1 : 100)", .x = x, .y = elongations[1], .count = tl_splitCount, .markers = true },
	};
	tlSeries shapes[tl_splitCount];
	for ( int32_t s = 0; s < tl_splitCount; ++s )
	{
		snprintf( names[s], sizeof names[s], "%d x %d", (int)s_splits[s], (int)( 16 / s_splits[s] ) );
		shapes[s] = ( tlSeries ){ .name = names[s], .y = heights[0][s], .count = tl_segmentCount + 1 };
	}
	tlPlot plots[2] = { { .title = "Elongation by substeps, 16 projections in all",
		                  .xTitle = "substeps a frame",
		                  .yTitle = "elongation [m]",
		                  .caption = "Straight lines of slope -1: twice the substeps, half the error.",
		                  .series = lines,
		                  .seriesCount = 2,
		                  .logX = true,
		                  .logY = true },
		                { .title = "Where the nodes hang, 0.01 kg each, substeps x iterations",
		                  .xTitle = "node, from anchor to tip",
		                  .yTitle = "height [m]",
		                  .caption = "Right is a straight line from 0 to -2 m.",
		                  .series = shapes,
		                  .seriesCount = tl_splitCount } };
	tlPage_Plots( page, plots, 2 );
	double tolerance = sizeof( tlReal ) == sizeof( float ) ? 1e-2 : 1e-5;
	tlPage_Conclude(
	    page, worst < tolerance,
	    "16 substeps of 1 stretch the rope by %.1f %%, 1 substep of 16 by %.0f %%; within %.1e of the right values.",
	    100 * elongations[0][4] / 2, 100 * elongations[0][0] / 2, worst );
	tlPage_EndSection( page );
}

const tlExperiment tl_substepsExperiment = { "substeps-vs-iterations",
	                                         "16 projections split every way, 10 kg on a light rope", Run };
