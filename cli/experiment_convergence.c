// What each method and each split of the budget leaves of the error, over the time that it takes.
// SPDX-License-Identifier: MIT
#include "experiment.h"
#include "lab_mesh.h"
#include "solver/implicit.h"

#include "base/core.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
	tl_frames = 30,      // 0.5 s
	tl_truthSplits = 64, // substeps of the answer that all are held against
	tl_caseCount = 3,
	tl_methodKinds = 8,
	tl_mostRuns = 8,
};

typedef struct Split
{
	int32_t substeps, iterations;
} Split;

typedef struct Kind
{
	const char* name;
	tlMethod method;
	tlSweep sweep;
	double chebyshev;
	Split splits[tl_mostRuns];
	int32_t splitCount;
} Kind;

#define TL_SPLITS { { 1, 16 }, { 4, 4 }, { 16, 1 }, { 16, 4 }, { 64, 1 }, { 16, 16 } }, 6

static const Kind s_kinds[tl_methodKinds] = {
	{ "XPBD, coloured", tl_xpbdMethod, tl_coloredSweep, 0, TL_SPLITS },
	{ "XPBD, alternating", tl_xpbdMethod, tl_alternatingSweep, 0, TL_SPLITS },
	{ "XPBD, rotating", tl_xpbdMethod, tl_rotatingSweep, 0, TL_SPLITS },
	{ "XPBD, Jacobi", tl_xpbdMethod, tl_jacobiSweep, 0, TL_SPLITS },
	{ "XPBD, Jacobi and Chebyshev",
	  tl_xpbdMethod,
	  tl_jacobiSweep,
	  0.9,
	  { { 1, 16 }, { 4, 16 }, { 16, 16 }, { 16, 64 } },
	  4 },
	{ "PBD, k = 1", tl_pbdMethod, tl_coloredSweep, 0, TL_SPLITS },
	{ "vertex block descent", tl_vbdMethod, tl_coloredSweep, 0, TL_SPLITS },
	{ "Newton", tl_newtonMethod, tl_coloredSweep, 0, { { 1, 1 }, { 4, 1 }, { 16, 1 } }, 3 },
};

static const char* const s_caseNames[tl_caseCount] = { "chain", "cloth", "strip" };

// A rope of 16 segments let go from the horizontal; a cloth of 10 x 10 quads hung from two corners; a clamped strip that
// bends.
static tlLab MakeCase( tlLabMesh* mesh, int32_t which, const tlBudget* budget )
{
	static const int32_t corners[2] = { 0, 10 };
	static const int32_t clamp[6] = { 0, 1, 13, 14, 26, 27 };
	tlLabDef def = tlDefaultLabDef();
	tlPinDef pins = { .particles = corners, .particleCount = which == 0 ? 1 : 2, .frame = tlTransform_identity };
	tlMaterial* m = &def.body.material;
	m->measured = true;
	m->axialStiffness = 500;
	m->warpStiffness = m->weftStiffness = 300;
	m->shearStiffness = 100;
	m->warpBending = m->weftBending = m->biasBending = which == 2 ? (tlReal)0.02 : (tlReal)1e-5;
	m->globalDamping = 1;
	if ( which == 0 )
	{
		mesh->vertexCount = 17;
		mesh->faceCount = mesh->cornerCount = 0;
		for ( int32_t i = 0; i < 17; ++i )
		{
			const int32_t ends[2] = { i, i + 1 };
			mesh->positions[i] = ( tlVec3 ){ (tlReal)( 0.05 * i ), 0, 0 };
			if ( i < 16 )
			{
				tlLabMesh_AddFace( mesh, 2, ends );
			}
		}
	}
	else if ( which == 1 )
	{
		tlLabMesh_MakeStrip( mesh, tl_quadCut, 10, 10, 0.1, 0 );
		def.fabric.shear = true;
	}
	else
	{
		tlLabMesh_MakeStrip( mesh, tl_diagonalCut, 12, 2, 0.05, -1 );
		def.fabric.stretchType = "strain";
		def.fabric.bendType = "dihedral";
		def.fabric.bend = true;
		pins.particles = clamp;
		pins.particleCount = 6;
	}
	tlLabMesh_Use( mesh, &def );
	def.world.budget = *budget;
	def.body.pins = &pins;
	def.body.pinCount = 1;
	return tlMakeLab( &def );
}

// Runs half a second; keeps all positions at the end. Returns milliseconds a frame.
static double RunCase( tlLabMesh* mesh, int32_t which, const tlBudget* budget, tlPosition* positions )
{
	tlLab lab = MakeCase( mesh, which, budget );
	tlLab_Run( &lab, 1.0 / 60, 1 ); // buffers are made in the first step
	double start = tlGetSeconds();
	tlLab_Run( &lab, 1.0 / 60, tl_frames - 1 );
	double spent = tlGetSeconds() - start;
	for ( int32_t i = 0; i < lab.particleCount; ++i )
	{
		positions[i] = tlLab_GetPosition( &lab, i );
	}
	tlFreeLab( &lab );
	return 1e3 * spent / ( tl_frames - 1 );
}

// Root mean square distance of all particles [m].
static double Compare( const tlPosition* a, const tlPosition* b, int32_t count )
{
	double sum = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		double x = a[i].x - b[i].x, y = a[i].y - b[i].y, z = a[i].z - b[i].z;
		sum += x * x + y * y + z * z;
	}
	return sqrt( sum / count );
}

typedef struct Results
{
	double time[tl_methodKinds][tl_mostRuns], error[tl_methodKinds][tl_mostRuns];
} Results;

static tlBudget MakeKindBudget( const Kind* kind, Split split )
{
	tlBudget budget = tlMakeBudget( split.substeps, split.iterations, kind->sweep );
	budget.method = kind->method;
	budget.chebyshevRadius = (tlReal)kind->chebyshev;
	return budget;
}

static void RunOne( tlPage* page, tlLabMesh* mesh, int32_t which, Results* results )
{
	static const char* const headers[6] = { "method",     "substeps",    "iterations",
		                                    "ms a frame", "off by [mm]", "converged, off by [mm]" };
	static const int32_t digits[6] = { 0, 3, 3, 3, 3, 3 };
	static tlPosition truth[tl_maxLabVertices], converged[3][tl_maxLabVertices], now[tl_maxLabVertices];
	bool newton = tlGetImplicitSolver() != NULL;
	tlBudget best = tlMakeBudget( tl_truthSplits, newton ? 1 : 200, tl_coloredSweep );
	best.method = newton ? tl_newtonMethod : tl_vbdMethod;
	RunCase( mesh, which, &best, truth );
	int32_t count = mesh->vertexCount;
	// What implicit Euler solved to the end gives at the substeps of the splits: the error of the step alone.
	const int32_t steps[3] = { 1, 4, 16 };
	for ( int32_t k = 0; k < 3; ++k )
	{
		best.substepCount = steps[k];
		RunCase( mesh, which, &best, converged[k] );
	}
	tlPage_BeginTable( page, s_caseNames[which], "Root mean square over all particles after half a second.", headers, digits,
	                   6 );
	for ( int32_t k = 0; k < tl_methodKinds; ++k )
	{
		const Kind* kind = s_kinds + k;
		for ( int32_t i = 0; i < kind->splitCount; ++i )
		{
			bool possible = kind->method != tl_newtonMethod || newton;
			tlBudget budget = MakeKindBudget( kind, kind->splits[i] );
			results->time[k][i] = possible ? RunCase( mesh, which, &budget, now ) : NAN;
			results->error[k][i] = possible ? Compare( now, truth, count ) : NAN;
			if ( !possible )
			{
				continue;
			}
			int32_t same =
			    budget.substepCount == 1 ? 0 : ( budget.substepCount == 4 ? 1 : ( budget.substepCount == 16 ? 2 : -1 ) );
			tlPage_AddLabel( page, "%s", kind->name );
			tlPage_AddNumber( page, budget.substepCount );
			tlPage_AddNumber( page, budget.iterationCount );
			tlPage_AddNumber( page, results->time[k][i] );
			tlPage_AddNumber( page, 1e3 * results->error[k][i] );
			if ( same >= 0 )
			{
				tlPage_AddNumber( page, 1e3 * Compare( now, converged[same], count ) );
			}
			else
			{
				tlPage_AddLabel( page, "-" );
			}
		}
	}
	tlPage_EndTable( page );
}

static void Plot( tlPage* page, const Results* results, const char* title )
{
	tlSeries series[tl_methodKinds];
	for ( int32_t k = 0; k < tl_methodKinds; ++k )
	{
		series[k] = ( tlSeries ){ .name = s_kinds[k].name,
			                      .x = results->time[k],
			                      .y = results->error[k],
			                      .count = s_kinds[k].splitCount,
			                      .markers = true,
			                      .dashed = s_kinds[k].method != tl_xpbdMethod };
	}
	tlPlot plot = { .title = title,
		            .xTitle = "ms a frame",
		            .yTitle = "off by [m]",
		            .caption =
		                "Down and to the left is better. Each line goes through the splits of the table in their order.",
		            .series = series,
		            .seriesCount = tl_methodKinds,
		            .logX = true,
		            .logY = true };
	tlPage_Plots( page, &plot, 1 );
}

static void Run( tlPage* page )
{
	static const char* const titles[tl_caseCount] = { "A chain let go from the horizontal", "A cloth hung from two corners",
		                                              "A clamped strip that bends" };
	static Results results[tl_caseCount];
	tlLabMesh* mesh = tlMakeLabMesh();
	for ( int32_t which = 0; which < tl_caseCount; ++which )
	{
		tlPage_BeginSection( page, titles[which] );
		if ( which == 0 )
		{
			tlPage_Say(
			    page,
			    "The answer that all are held against is implicit Euler with 64 substeps a frame, each solved to round-off. "
			    "Two errors add up: that of the step, which only substeps cure, and that of what the solver left "
			    "undone, which the last column shows alone: against implicit Euler solved to the end with the same "
			    "substeps. XPBD takes the gradients as they come within a substep, so that with few substeps it "
			    "converges to something a little else. PBD has one stiffness for everything and is off by the material." );
		}
		RunOne( page, mesh, which, results + which );
		Plot( page, results + which, titles[which] );
		// 16 substeps of 1 against 1 of 16, by the coloured sweep: the same number of projections.
		double split = results[which].error[0][0] / results[which].error[0][2];
		tlPage_Conclude( page, split > 1, "16 substeps of 1 iteration are %.1f times closer than 1 substep of 16.", split );
		tlPage_EndSection( page );
	}
	tlFreeLabMesh( mesh );
}

const tlExperiment tl_convergenceExperiment = { "convergence", "error over time for every method and split of the budget",
	                                            Run };
