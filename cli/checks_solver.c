// Chains of constraints: springs in series, what one sweep leaves over, and how 16 projections are best spent.
// SPDX-License-Identifier: MIT
#include "checks.h"

#include <math.h>
#include <stdio.h>

// ---- ten springs of 1e-3 m/N in series with 0.1 kg at each node. Converged, the tip hangs alpha m g n (n + 1) / 2 lower;
// one sweep a substep leaves C_i = alpha T_i + h^2 w T of the neighbour that is projected later, for a downward sweep the
// one below, for an upward one the one above. The tension is exact all the same. Arguments: substeps of 1/60 s, iterations,
// sweep, what (-1 stretch of all, else the tension of that segment; 100 + i: the stretch of segment i).

static tlLab HangSeries( const double* a )
{
	tlChainDef def = tlDefaultChainDef();
	def.compliance = 1e-3;
	def.budget = tlMakeBudget( (int32_t)a[0], (int32_t)a[1], (tlSweep)(int)a[2] );
	tlLab lab = tlMakeChain( &def );
	tlLab_Settle( &lab, 10, 12, 1.0 / 60 );
	return lab;
}

static double MeasureSeries( const double* a )
{
	tlLab lab = HangSeries( a );
	int32_t what = (int32_t)a[3];
	double value;
	if ( what < 0 )
	{
		value = -tlLab_GetPosition( &lab, 10 ).y - 1;
	}
	else if ( what >= 100 )
	{
		value = (double)tlBody_GetConstraint( lab.world, lab.body, 0, what - 100 ).value;
	}
	else
	{
		value = tlLab_GetForce( &lab, 0, what );
	}
	tlFreeLab( &lab );
	return value;
}

#define TL_SERIES( name, substeps, iterations, sweep, what, value, single )                                                 \
	{                                                                                                                       \
		"2.1 series", name, MeasureSeries, { substeps, iterations, sweep, what }, value, TL_EXACT, { single, 0 }, NULL      \
	}
#define TL_FORCE( name, substeps, iterations, sweep )                                                                       \
	{                                                                                                                       \
		"2.1 series", name, MeasureSeries, { substeps, iterations, sweep, 0 }, 9.81, { 1e-8, 0 }, TL_GRAVITY_SINGLE, NULL   \
	}

// Segment i (from 0) carries the masses below it: T_i = 0.981 (10 - i) N; w = 10 /kg.
#define TL_LEFT( i, later, h ) ( 1e-3 * 0.981 * ( 10 - ( i ) ) + ( h ) * (h)*10 * 0.981 * ( 10 - ( later ) ) )

static const tlCheck s_series[] = {
	TL_SERIES( "stretch [m], downward, 1 x 1", 1, 1, tl_forwardSweep, -1, 0.176580, 1e-3 ),
	TL_SERIES( "stretch [m], upward, 1 x 1", 1, 1, tl_backwardSweep, -1, 0.201105, 1e-3 ),
	TL_SERIES( "stretch [m], downward, 10 x 1", 10, 1, tl_forwardSweep, -1, 0.05518125, 5e-3 ),
	TL_SERIES( "stretch [m], upward, 10 x 1", 10, 1, tl_backwardSweep, -1, 0.0554265, 5e-3 ),
	TL_SERIES( "stretch [m], downward, 20 x 1", 20, 1, tl_forwardSweep, -1, 0.0542615625, 2e-2 ),
	TL_SERIES( "stretch [m], upward, 20 x 1", 20, 1, tl_backwardSweep, -1, 0.054322875, 2e-2 ),
	{ "2.1 series",
	  "stretch [m], downward, 1 x 20",
	  MeasureSeries,
	  { 1, 20, tl_forwardSweep, -1 },
	  0.0539855069839, // digits from an independent program
	  TL_EXACT,
	  { 1e-3, 0 },
	  NULL },
	{ "2.1 series",
	  "stretch [m], upward, 1 x 20",
	  MeasureSeries,
	  { 1, 20, tl_backwardSweep, -1 },
	  0.0540080533342,
	  TL_EXACT,
	  { 1e-3, 0 },
	  NULL },
	TL_SERIES( "stretch [m], converged, 1 x 400", 1, 400, tl_forwardSweep, -1, 0.053955, 1e-3 ),
	TL_SERIES( "stretch [m], converged, 10 x 100, colored", 10, 100, tl_coloredSweep, -1, 0.053955, 5e-3 ),
	TL_SERIES( "stretch [m], converged, 1 x 200, symmetric", 1, 200, tl_symmetricSweep, -1, 0.053955, 1e-3 ),
	TL_SERIES( "stretch of segment 3 [m], downward, 1 x 1", 1, 1, tl_forwardSweep, 103, TL_LEFT( 3, 4, 1.0 / 60 ), 1e-3 ),
	TL_SERIES( "stretch of segment 3 [m], upward, 1 x 1", 1, 1, tl_backwardSweep, 103, TL_LEFT( 3, 2, 1.0 / 60 ), 1e-3 ),
	TL_SERIES( "stretch of segment 6 [m], downward, 10 x 1", 10, 1, tl_forwardSweep, 106, TL_LEFT( 6, 7, 1.0 / 600 ), 1e-2 ),
	TL_FORCE( "tension at the top [N], downward, 1 x 1", 1, 1, tl_forwardSweep ),
	TL_FORCE( "tension at the top [N], upward, 1 x 1", 1, 1, tl_backwardSweep ),
	TL_FORCE( "tension at the top [N], downward, 10 x 1", 10, 1, tl_forwardSweep ),
	TL_FORCE( "tension at the top [N], downward, 20 x 1", 20, 1, tl_forwardSweep ),
	TL_FORCE( "tension at the top [N], downward, 1 x 20", 1, 20, tl_forwardSweep ),
	TL_FORCE( "tension at the top [N], upward, 10 x 1", 10, 1, tl_backwardSweep ),
	TL_FORCE( "tension at the top [N], upward, 20 x 1", 20, 1, tl_backwardSweep ),
	TL_FORCE( "tension at the top [N], upward, 1 x 20", 1, 20, tl_backwardSweep ),
	TL_FORCE( "tension at the top [N], colored, 1 x 20", 1, 20, tl_coloredSweep ),
	TL_FORCE( "tension at the top [N], symmetric, 1 x 1", 1, 1, tl_symmetricSweep ),
};

// ---- the chain of "Small Steps" (2019) without its load, 20 x 1 kg, the first of them fixed, g 10: however much the budget
// leaves over in length, the tension at the top is the weight below it, 190 N. Arguments: substeps, iterations, sweep.

static double MeasureTopTension( const double* a )
{
	tlChainDef def = tlDefaultChainDef();
	def.segmentCount = 19;
	def.segmentLength = 0.01;
	def.nodeMass = 1;
	def.tipMass = 1;
	def.gravity = 10;
	def.budget = tlMakeBudget( (int32_t)a[0], (int32_t)a[1], (tlSweep)(int)a[2] );
	tlLab lab = tlMakeChain( &def );
	tlLab_Settle( &lab, 10, 12, 1.0 / 60 );
	double force = tlLab_GetForce( &lab, 0, 0 );
	tlFreeLab( &lab );
	return force;
}

#define TL_TOP( name, substeps, iterations, sweep )                                                                         \
	{                                                                                                                       \
		"15 Small Steps", name, MeasureTopTension, { substeps, iterations, sweep }, 190, { 1e-11, 0 }, TL_GRAVITY_SINGLE,   \
		    NULL                                                                                                            \
	}

static const tlCheck s_tops[] = {
	TL_TOP( "tension at the top [N], downward, 1 x 1", 1, 1, tl_forwardSweep ),
	TL_TOP( "tension at the top [N], upward, 1 x 1", 1, 1, tl_backwardSweep ),
	TL_TOP( "tension at the top [N], downward, 1 x 100", 1, 100, tl_forwardSweep ),
	TL_TOP( "tension at the top [N], colored, 5 x 10", 5, 10, tl_coloredSweep ),
	TL_TOP( "tension at the top [N], downward, 10 x 1", 10, 1, tl_forwardSweep ),
};

// ---- 16 projections a frame: 20 hard segments of 0.1 m, 19 light nodes and 10 kg at the end. At rest it is too long by
// what does not converge, ~ h^2 / iterations. Arguments: substeps, iterations, sweep, mass of a light node [kg].

static double MeasureElongation( const double* a )
{
	tlChainDef def = tlDefaultChainDef();
	def.segmentCount = 20;
	def.nodeMass = a[3];
	def.tipMass = 10;
	def.budget = tlMakeBudget( (int32_t)a[0], (int32_t)a[1], (tlSweep)(int)a[2] );
	tlLab lab = tlMakeChain( &def );
	// It swings like a spring that gravity stretches by `about`: critical damping for that.
	double about = 9.81 * 20 * 10 / a[3] / ( 3600 * a[0] * a[0] ) / ( a[1] * 0.95 );
	double w = sqrt( 9.81 / about );
	tlLab_Settle( &lab, 2 * w, 40 / w < 4 ? 4 : 40 / w, 1.0 / 60 );
	double elongation = -tlLab_GetPosition( &lab, 20 ).y - 2;
	tlFreeLab( &lab );
	return elongation;
}

#define TL_SPLIT( name, substeps, iterations, sweep, mass, value )                                                          \
	{                                                                                                                       \
		"2.3 budget", name, MeasureElongation, { substeps, iterations, sweep, mass }, value, { 1e-5, 0 }, { 1e-2, 0 }, NULL \
	}

static const tlCheck s_splits[] = {
	TL_SPLIT( "elongation [m], 1 x 16, downward", 1, 16, tl_forwardSweep, 0.01, 3.263784 ),
	TL_SPLIT( "elongation [m], 2 x 8, downward", 2, 8, tl_forwardSweep, 0.01, 1.632232 ),
	TL_SPLIT( "elongation [m], 4 x 4, downward", 4, 4, tl_forwardSweep, 0.01, 0.816201 ),
	TL_SPLIT( "elongation [m], 8 x 2, downward", 8, 2, tl_forwardSweep, 0.01, 0.408122 ),
	TL_SPLIT( "elongation [m], 16 x 1, downward", 16, 1, tl_forwardSweep, 0.01, 0.204066 ),
	TL_SPLIT( "elongation [m], 1 x 16, upward", 1, 16, tl_backwardSweep, 0.01, 3.267020 ),
	TL_SPLIT( "elongation [m], 2 x 8, upward", 2, 8, tl_backwardSweep, 0.01, 1.633850 ),
	TL_SPLIT( "elongation [m], 4 x 4, upward", 4, 4, tl_backwardSweep, 0.01, 0.817010 ),
	TL_SPLIT( "elongation [m], 8 x 2, upward", 8, 2, tl_backwardSweep, 0.01, 0.408526 ),
	TL_SPLIT( "elongation [m], 16 x 1, upward", 16, 1, tl_backwardSweep, 0.01, 0.204269 ),
	TL_SPLIT( "elongation [m], 1 x 16, colored", 1, 16, tl_coloredSweep, 0.01, 3.265316 ),
	TL_SPLIT( "elongation [m], 2 x 8, colored", 2, 8, tl_coloredSweep, 0.01, 1.632999 ),
	TL_SPLIT( "elongation [m], 4 x 4, colored", 4, 4, tl_coloredSweep, 0.01, 0.816585 ),
	TL_SPLIT( "elongation [m], 8 x 2, colored", 8, 2, tl_coloredSweep, 0.01, 0.408314 ),
	TL_SPLIT( "elongation [m], 16 x 1, colored", 16, 1, tl_coloredSweep, 0.01, 0.204162 ),
	TL_SPLIT( "elongation [m], 1 x 16, downward, nodes of 0.1 kg", 1, 16, tl_forwardSweep, 0.1, 0.351440 ),
	TL_SPLIT( "elongation [m], 2 x 8, downward, nodes of 0.1 kg", 2, 8, tl_forwardSweep, 0.1, 0.176061 ),
	TL_SPLIT( "elongation [m], 4 x 4, downward, nodes of 0.1 kg", 4, 4, tl_forwardSweep, 0.1, 0.088115 ),
	TL_SPLIT( "elongation [m], 8 x 2, downward, nodes of 0.1 kg", 8, 2, tl_forwardSweep, 0.1, 0.044079 ),
	TL_SPLIT( "elongation [m], 16 x 1, downward, nodes of 0.1 kg", 16, 1, tl_forwardSweep, 0.1, 0.022045 ),
};

// ---- the same undamped swings to twice the static elongation. Arguments: substeps and iterations of 1/60 s.

static double MeasureSwing( const double* a )
{
	tlChainDef def = tlDefaultChainDef();
	def.segmentCount = 20;
	def.nodeMass = 0.01;
	def.tipMass = 10;
	def.budget = tlMakeBudget( 1, (int32_t)a[1], tl_forwardSweep );
	tlLab lab = tlMakeChain( &def );
	double most = 0;
	// Substep by substep: the longest is between two frames.
	for ( int32_t i = 0; i < 180 * (int32_t)a[0]; ++i )
	{
		tlLab_Run( &lab, 1.0 / ( 60 * a[0] ), 1 );
		most = fmax( most, -tlLab_GetPosition( &lab, 20 ).y - 2 );
	}
	tlFreeLab( &lab );
	return most;
}

// ---- the chain of "Small Steps" (2019): 20 x 1 kg at 0.01 m over a load 1e5 times as heavy, g 9.8. Longest elongation, let
// go from its rest shape, with 100 iterations or with 100 substeps, and their ratio. Arguments: 0 iterations, 1 substeps, 2
// ratio.

static double MeasureSmallStepsOnce( bool substeps )
{
	tlChainDef def = tlDefaultChainDef();
	def.segmentCount = 20;
	def.segmentLength = 0.01;
	def.nodeMass = 1;
	def.tipMass = 1e5;
	def.gravity = 9.8;
	def.budget = tlMakeBudget( substeps ? 100 : 1, substeps ? 1 : 100, tl_forwardSweep );
	tlLab lab = tlMakeChain( &def );
	double most = 0;
	for ( int32_t i = 0; i < ( substeps ? 60 : 600 ); ++i )
	{
		tlLab_Run( &lab, 1.0 / 60, 1 );
		most = fmax( most, -tlLab_GetPosition( &lab, 20 ).y - 0.2 );
	}
	tlFreeLab( &lab );
	return most;
}

static double MeasureSmallSteps( const double* a )
{
	double iterations = a[0] != 1 ? MeasureSmallStepsOnce( false ) : 0;
	double substeps = a[0] != 0 ? MeasureSmallStepsOnce( true ) : 1;
	return a[0] == 0 ? iterations : ( a[0] == 1 ? substeps : iterations / substeps );
}

static const tlCheck s_swings[] = {
	{ "2.3 budget",
	  "longest elongation without damping [m], 16 x 1",
	  MeasureSwing,
	  { 16, 1 },
	  0.405830,
	  { 1e-5, 0 },
	  { 1e-2, 0 },
	  NULL },
	{ "15 Small Steps",
	  "longest elongation [m], 100 iterations",
	  MeasureSmallSteps,
	  { 0 },
	  102.87,
	  { 1e-3, 0 },
	  { 1e-2, 0 },
	  NULL },
	{ "15 Small Steps",
	  "longest elongation [m], 100 substeps",
	  MeasureSmallSteps,
	  { 1 },
	  1.034,
	  { 1e-3, 0 },
	  { 5e-2, 0 },
	  "at 6000 steps a second floats round away a part of the weight" },
	{ "15 Small Steps",
	  "iterations stretch it more than substeps, times",
	  MeasureSmallSteps,
	  { 2 },
	  99.5,
	  { 0, 0.3 },
	  { 0, 10 },
	  "at 6000 steps a second floats round away a part of the weight" },
};

void tlAddSolverChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_series, TL_COUNT( s_series ) );
	tlCheckList_AddAll( list, s_tops, TL_COUNT( s_tops ) );
	tlCheckList_AddAll( list, s_splits, TL_COUNT( s_splits ) );
	tlCheckList_AddAll( list, s_swings, TL_COUNT( s_swings ) );
}
