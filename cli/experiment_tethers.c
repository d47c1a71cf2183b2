// A turning shoulder: cloth on a yoke that swings, with and without long-range attachments (Kim, Chentanez, Mueller 2012).
// SPDX-License-Identifier: MIT
#include "experiment.h"

#include <math.h>
#include <stdio.h>

enum
{
	tl_runCount = 4,
	tl_frameCount = 180,
	tl_cells = 32,
	tl_momentCount = 3,
};

typedef struct Setup
{
	const char* name;
	int32_t substeps;
	tlTetherMode mode;
} Setup;

static const Setup s_setups[tl_runCount] = {
	{ "4 substeps, no tethers", 4, tl_noTethers },
	{ "4 substeps, tethers", 4, tl_geodesicTethers },
	{ "16 substeps, no tethers", 16, tl_noTethers },
	{ "16 substeps, tethers", 16, tl_geodesicTethers },
};
static const int32_t s_moments[tl_momentCount] = { 24, 78, 132 }; // frames with a picture

// The yoke turns to and fro about the vertical by 60 degrees and steps up and down twice as fast.
static tlTransform PoseYoke( double t )
{
	tlTransform pose = tlTransform_identity;
	double ease = t < 0.5 ? t / 0.5 : 1;
	pose.q = tlMakeQuat( ( tlVec3 ){ 0, 1, 0 }, ease * 1.05 * sin( 2 * TL_PI * t / 1.5 ) );
	pose.p.y = ease * 0.08 * sin( 4 * TL_PI * t / 1.5 );
	return pose;
}

typedef struct Result
{
	double stretch[tl_frameCount]; // worst [%]
	double length[tl_frameCount];  // farthest node from its place on the yoke, over that at rest [%]
	double worst, mean, worstLength;
} Result;

static void RunOnce( tlPage* page, const Setup* setup, Result* result )
{
	tlSheetDef def = tlDefaultSheetDef();
	def.cellCount = tl_cells;
	def.side = 1.0;
	def.hanging = true;
	def.row = true;
	def.bend = true;
	def.tetherMode = setup->mode;
	def.budget.substepCount = setup->substeps;
	def.material = tlDefaultMaterial();
	def.material.stretch.compliance = 0;
	tlLab lab = tlMakeSheet( &def );
	result->worst = 0;
	result->mean = 0;
	result->worstLength = 0;
	for ( int32_t i = 0; i < tl_frameCount; ++i )
	{
		tlTransform pose = PoseYoke( ( i + 1 ) / 60.0 );
		tlBody_SetPinTarget( lab.world, lab.body, 0, &pose );
		tlLab_Run( &lab, 1.0 / 60, 1 );
		const tlBodyStats* stats = tlBody_GetStats( lab.world, lab.body );
		for ( int32_t s = 0; s < stats->setCount; ++s )
		{
			bool stretch = stats->sets[s].name[0] == 's' && stats->sets[s].name[1] == 't';
			result->stretch[i] = stretch ? 100 * stats->sets[s].strainMax : result->stretch[i];
		}
		double longest = 0;
		for ( int32_t c = 0; c <= tl_cells; ++c )
		{
			tlPosition a = tlLab_GetPosition( &lab, c ), b = tlLab_GetPosition( &lab, tl_cells * ( tl_cells + 1 ) + c );
			double square = ( a.x - b.x ) * ( a.x - b.x ) + ( a.y - b.y ) * ( a.y - b.y ) + ( a.z - b.z ) * ( a.z - b.z );
			longest = fmax( longest, sqrt( square ) );
		}
		result->length[i] = 100 * ( longest / 1.0 - 1 );
		result->worst = fmax( result->worst, result->stretch[i] );
		result->worstLength = fmax( result->worstLength, result->length[i] );
		result->mean += result->stretch[i] / tl_frameCount;
		for ( int32_t m = 0; m < tl_momentCount; ++m )
		{
			if ( s_moments[m] == i && setup->substeps == 4 )
			{
				tlMoment moment = {
					.lab = &lab, .lower = { -0.5, -0.66, -0.5 }, .upper = { 0.5, 0.56, 0.5 }, .strainScale = 0.1
				};
				tlPage_AddPicture( page, &moment, "%s, %.2f s: worst stretch %.0f %%", setup->name, ( i + 1 ) / 60.0,
				                   result->stretch[i] );
			}
		}
	}
	tlFreeLab( &lab );
}

static void Run( tlPage* page )
{
	static const char* const headers[4] = { "run", "worst stretch of an edge [%]", "mean over time [%]",
		                                    "yoke to hem, above rest [%]" };
	static const int32_t digits[4] = { 0, 3, 3, 3 };
	static Result results[tl_runCount];
	static double time[tl_frameCount];
	tlSeries stretch[tl_runCount], length[tl_runCount];
	for ( int32_t i = 0; i < tl_frameCount; ++i )
	{
		time[i] = ( i + 1 ) / 60.0;
	}
	tlPage_BeginSection( page, "A shoulder that turns" );
	tlPage_Say( page,
	            "A cape of 1 m and 32 x 32 cells hangs from a yoke that turns to and fro by 60 degrees, once in 1.5 s, and "
	            "steps up and down. The threads are hard: nothing should stretch. A pull at the hem takes many sweeps to "
	            "reach the yoke, edge by edge; a tether from every node to the yoke, as long as the cloth between them, "
	            "stops it at once." );
	tlPage_BeginTable( page, "",
	                   "Three seconds: the worst edge of each frame, at its worst and on average, and how far the hem gets "
	                   "beyond its reach.",
	                   headers, digits, 4 );
	for ( int32_t k = 0; k < tl_runCount; ++k )
	{
		RunOnce( page, s_setups + k, results + k );
		tlPage_AddLabel( page, "%s", s_setups[k].name );
		tlPage_AddNumber( page, results[k].worst );
		tlPage_AddNumber( page, results[k].mean );
		tlPage_AddNumber( page, results[k].worstLength < 1e-3 ? 0 : results[k].worstLength ); // round-off
		stretch[k] = ( tlSeries ){
			.name = s_setups[k].name, .x = time, .y = results[k].stretch, .count = tl_frameCount, .dashed = k >= 2
		};
		length[k] = ( tlSeries ){
			.name = s_setups[k].name, .x = time, .y = results[k].length, .count = tl_frameCount, .dashed = k >= 2
		};
	}
	tlPage_EndTable( page );
	tlPage_EndPictures( page, tl_momentCount );
	tlPlot plots[2] = { { .title = "Worst stretch of an edge",
		                  .xTitle = "time [s]",
		                  .yTitle = "stretch [%]",
		                  .series = stretch,
		                  .seriesCount = tl_runCount,
		                  .fromZero = true },
		                { .title = "Longest straight way from yoke to hem",
		                  .xTitle = "time [s]",
		                  .yTitle = "above rest [%]",
		                  .caption = "Tethers hold this at zero or below.",
		                  .series = length,
		                  .seriesCount = tl_runCount,
		                  .fromZero = true } };
	tlPage_Plots( page, plots, 2 );
	bool good = results[1].worstLength < 0.1 && results[1].worst < results[0].worst;
	tlPage_Conclude(
	    page, good,
	    "With 4 substeps tethers take the hem from %.0f %% to %.2f %% beyond its reach, and the worst edge from %.0f %% to "
	    "%.0f %%; 16 substeps without them leave %.0f %%.",
	    results[0].worstLength, results[1].worstLength, results[0].worst, results[1].worst, results[2].worst );
	tlPage_EndSection( page );
}

const tlExperiment tl_tethersExperiment = { "tethers", "a turning shoulder, with and without long-range attachments", Run };
