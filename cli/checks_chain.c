// Ropes solved directly: one pass over a chain carries a load over all of its links.
// SPDX-License-Identifier: MIT
#include "checks.h"

#include <math.h>
#include <stdlib.h>

static tlChainDef MakeDef( double nodeMass, double tipMass, int32_t substeps, int32_t iterations )
{
	tlChainDef def = tlDefaultChainDef();
	def.segmentCount = 20;
	def.nodeMass = nodeMass;
	def.tipMass = tipMass;
	def.budget = tlMakeBudget( substeps, iterations, tl_coloredSweep );
	def.budget.directRopes = true;
	return def;
}

// ---- 20 hard segments of 0.1 m, 19 light nodes, a load at the end; a sweep leaves 0.204 m at 1000 : 1 and 16 x 1.
// Arguments: mass of a node, of the load [kg], substeps, what (0 elongation [m], 1 tension at the top [N]).

static double MeasureLoaded( const double* a )
{
	tlChainDef def = MakeDef( a[0], a[1], (int32_t)a[2], 1 );
	tlLab lab = tlMakeChain( &def );
	tlLab_Settle( &lab, 5, 5, 1.0 / 60 );
	double values[2] = { -tlLab_GetPosition( &lab, 20 ).y - 2, tlLab_GetForce( &lab, 0, 0 ) };
	tlFreeLab( &lab );
	return values[(int)a[3]];
}

// ---- ten compliant segments: alpha m g n (n + 1) / 2 whatever the budget, as only the converged sweep has it. Arguments:
// substeps, iterations.

static double MeasureSeries( const double* a )
{
	tlChainDef def = tlDefaultChainDef();
	def.compliance = 1e-3;
	def.budget = tlMakeBudget( (int32_t)a[0], (int32_t)a[1], tl_coloredSweep );
	def.budget.directRopes = true;
	tlLab lab = tlMakeChain( &def );
	tlLab_Settle( &lab, 20, 5, 1.0 / 60 );
	double stretch = -tlLab_GetPosition( &lab, 10 ).y - 1;
	tlFreeLab( &lab );
	return stretch;
}

// ---- the load let go from the horizontal: the highest energy in five seconds over that of the fall [1], and the longest
// stretch of a link [1]. It starts at 0, and may not rise. Arguments: mass of the load [kg], what (0 energy, 1 stretch).

static double MeasureFall( const double* a )
{
	tlChainDef def = MakeDef( 0.01, a[0], 16, 1 );
	def.direction = ( tlVec3 ){ 1, 0, 0 };
	tlLab lab = tlMakeChain( &def );
	double most = 0, strain = 0;
	for ( int32_t i = 0; i < 300; ++i )
	{
		tlLab_Run( &lab, 1.0 / 60, 1 );
		most = fmax( most, tlLab_GetEnergy( &lab ) / ( 9.81 * 2 * a[0] ) );
		strain = fmax( strain, tlBody_GetStats( lab.world, lab.body )->sets[0].strainMax );
	}
	tlFreeLab( &lab );
	return a[1] == 0 ? most : strain;
}

// ---- first swing of a pendulum of 19 light nodes and a load: that of a mass on a light rod, T = 2.086255873 s at 45
// degrees and 1 m.

static double MeasurePeriod( const double* a )
{
	tlChainDef def = MakeDef( 1e-5, a[0], 40, 1 );
	def.segmentLength = 0.05;
	def.direction = ( tlVec3 ){ (tlReal)sqrt( 0.5 ), (tlReal)-sqrt( 0.5 ), 0 };
	tlLab lab = tlMakeChain( &def );
	tlCrossings crossings = { 0 };
	for ( int32_t i = 0; crossings.count < 3 && i < 600; ++i )
	{
		tlCrossings_Add( &crossings, i / 60.0, 1.0 / 60, tlLab_GetPosition( &lab, 20 ).x );
		tlLab_Run( &lab, 1.0 / 60, 1 );
	}
	tlFreeLab( &lab );
	return crossings.count < 3 ? NAN : crossings.times[2] - crossings.times[0];
}

#define TL_LOADED( name, node, load, substeps, what, value, relative, absolute, singleRelative, singleAbsolute )            \
	{                                                                                                                       \
		"2.3 direct", name, MeasureLoaded, { node, load, substeps, what }, value, { relative, absolute },                   \
		    { singleRelative, singleAbsolute }, NULL                                                                        \
	}

static const tlCheck s_checks[] = {
	TL_LOADED( "elongation [m], 16 x 1, load 1000 times a node", 0.01, 10, 16, 0, 0, 0, 1e-7, 0, 2e-6 ),
	TL_LOADED( "elongation [m], 1 x 1, load 1000 times a node", 0.01, 10, 1, 0, 0, 0, 2e-5, 0, 2e-5 ),
	TL_LOADED( "elongation [m], 16 x 1, load 10^6 times a node", 1e-5, 10, 16, 0, 0, 0, 1e-4, 0, 1e-4 ),
	TL_LOADED( "tension at the top [N], 16 x 1", 0.01, 10, 16, 1, 99.9639, 1e-8, 0, 2e-2, 0 ),
	{ "2.1 direct", "stretch [m], 1 x 1", MeasureSeries, { 1, 1 }, 0.053955, { 1e-6, 0 }, { 1e-3, 0 }, NULL },
	{ "2.1 direct", "stretch [m], 1 x 5", MeasureSeries, { 1, 5 }, 0.053955, { 1e-6, 0 }, { 1e-3, 0 }, NULL },
	{ "2.1 direct", "stretch [m], 20 x 1", MeasureSeries, { 20, 1 }, 0.053955, { 1e-6, 0 }, { 2e-2, 0 }, NULL },
	{ "2.3 direct", "energy of a fall, load 1000 times a node", MeasureFall, { 10, 0 }, 0, { 0, 1e-9 }, { 0, 1e-3 }, NULL },
	{ "2.3 direct",
	  "longest stretch in a fall, load 1000 times a node",
	  MeasureFall,
	  { 10, 1 },
	  0,
	  { 0, 1e-6 },
	  { 0, 5e-6 },
	  NULL },
	{ "2.3 direct", "energy of a fall, load 10^5 times a node", MeasureFall, { 1e3, 0 }, 0, { 0, 1e-9 }, { 0, 1e-3 }, NULL },
	{ "1.8 direct",
	  "period [s] of a load on 19 light nodes, 45 degrees",
	  MeasurePeriod,
	  { 1 },
	  2.086255873,
	  { 1e-3, 0 },
	  { 5e-3, 0 },
	  NULL },
};

void tlAddChainChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_checks, TL_COUNT( s_checks ) );
}
