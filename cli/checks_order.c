// The order of projections: 20 hard segments, straight, the tip kicked at 3 m/s; max |C| after k iterations of one step of
// 1/60 s for each sweep, against an independent program. And the limit of over-relaxation.
// SPDX-License-Identifier: MIT
#include "checks.h"

#include <math.h>
#include <stdio.h>

static tlLab MakeKickedChain( bool lateral, tlSweep sweep, double relaxation, int32_t iterationCount )
{
	tlChainDef def = tlDefaultChainDef();
	def.segmentCount = 20;
	def.direction = ( tlVec3 ){ 1, 0, 0 };
	def.gravity = 0;
	def.budget = tlMakeBudget( 1, iterationCount, sweep );
	def.budget.relaxation = (tlReal)relaxation;
	def.budget.recordResiduals = true;
	tlLab lab = tlMakeChain( &def );
	tlLab_Push( &lab, 20, lateral ? 0 : 3, lateral ? 3 : 0, 0 );
	return lab;
}

// Arguments: k, sweep, relaxation, lateral.
static double MeasureResidual( const double* a )
{
	tlLab lab = MakeKickedChain( a[3] != 0, (tlSweep)(int)a[1], a[2], 1000 );
	tlLab_Run( &lab, 1.0 / 60, 1 );
	const double* history;
	int32_t count = tlBody_GetResidualHistory( lab.world, lab.body, &history );
	double residual = (int32_t)a[0] <= count ? history[(int32_t)a[0] - 1] : NAN;
	tlFreeLab( &lab );
	return residual;
}

enum
{
	tl_rowCount = 10,
	tl_columnCount = 10,
};

typedef struct Row
{
	const char* name;
	tlSweep sweep;
	double relaxation;
	bool lateral;
	double values[tl_columnCount]; // 0: none
} Row;

static const int32_t s_iterations[tl_columnCount] = { 1, 2, 4, 8, 16, 32, 64, 100, 200, 1000 };

static const Row s_rows[tl_rowCount] = {
	{ "anchor to tip",
	  tl_forwardSweep,
	  1,
	  false,
	  { 2.5e-2, 1.25e-2, 4.6875e-3, 2.01416e-3, 9.13281e-4, 4.31923e-4, 2.38788e-4, 2.17025e-4, 1.20963e-4, 8.65733e-7 } },
	{ "tip to anchor",
	  tl_backwardSweep,
	  1,
	  false,
	  { 1.25e-2, 6.25e-3, 2.73438e-3, 1.34888e-3, 6.75197e-4, 3.46898e-4, 2.30662e-4, 1.98076e-4, 1.08253e-4, 7.74664e-7 } },
	{ "colored",
	  tl_coloredSweep,
	  1,
	  false,
	  { 2.5e-2, 1.25e-2, 5.46875e-3, 3.05481e-3, 1.51649e-3, 7.59432e-4, 4.65067e-4, 4.11332e-4, 2.26051e-4, 1.61770e-6 } },
	{ "Jacobi, omega 1",
	  tl_jacobiSweep,
	  1,
	  false,
	  { 1.25e-2, 9.375e-3, 5.46875e-3, 2.77710e-3, 1.44427e-3, 7.37619e-4, 3.75193e-4, 2.40298e-4, 1.30777e-4,
	    4.06234e-5 } },
	{ "Jacobi, omega 1.5",
	  tl_jacobiSweep,
	  1.5,
	  false,
	  { 1.875e-2, 7.8125e-3, 3.95508e-3, 1.91810e-3, 9.74877e-4, 4.90908e-4, 2.48754e-4, 1.62216e-4, 1.19158e-4,
	    1.80299e-5 } },
	{ "Jacobi, omega 1.9",
	  tl_jacobiSweep,
	  1.9,
	  false,
	  { 2.375e-2, 2.03125e-2, 1.23837e-2, 5.97695e-3, 2.12331e-3, 5.48563e-4, 1.99936e-4, 1.34625e-4, 1.08825e-4,
	    9.40933e-6 } },
	{ "anchor to tip, sideways",
	  tl_forwardSweep,
	  1,
	  true,
	  { 5.31172e-3, 2.65505e-3, 9.37888e-4, 3.82787e-4, 1.71075e-4, 7.96461e-5, 4.45078e-5, 4.02832e-5 } },
	{ "tip to anchor, sideways",
	  tl_backwardSweep,
	  1,
	  true,
	  { 2.41070e-3, 1.10687e-3, 5.14358e-4, 2.48744e-4, 1.24323e-4, 6.34825e-5, 4.31004e-5, 3.65898e-5 } },
	{ "Jacobi, omega 1, sideways",
	  tl_jacobiSweep,
	  1,
	  true,
	  { 2.95085e-3, 1.98843e-3, 1.11427e-3, 5.62403e-4, 2.82759e-4, 1.45407e-4, 7.32214e-5, 4.69764e-5 } },
	{ "Jacobi, omega 1.5, sideways",
	  tl_jacobiSweep,
	  1.5,
	  true,
	  { 3.97782e-3, 1.53312e-3, 8.00523e-4, 3.77351e-4, 1.91298e-4, 9.64406e-5, 4.86635e-5, 3.16596e-5 } },
};

// The published values have six digits. A float at 2 m is known to 1.2e-7 m, which the sweep gathers.
static void AddRow( tlCheckList* list, const Row* row )
{
	for ( int32_t i = 0; i < tl_columnCount && row->values[i] > 0; ++i )
	{
		tlCheck check = { .section = "2.2 order",
			              .measure = MeasureResidual,
			              .arguments = { s_iterations[i], row->sweep, row->relaxation, row->lateral },
			              .expected = row->values[i],
			              .tolerance = { 1e-5, 0 },
			              .singleTolerance = { 1e-4, 1e-6 } };
		snprintf( check.name, sizeof check.name, "max |C| [m] after %d, %s", (int)s_iterations[i], row->name );
		tlCheckList_Add( list, &check );
	}
}

// ---- what the kick predicts, before any iteration: so soft a chain is not corrected. Arguments: lateral.

static double MeasurePredicted( const double* a )
{
	tlChainDef def = tlDefaultChainDef();
	def.segmentCount = 20;
	def.direction = ( tlVec3 ){ 1, 0, 0 };
	def.gravity = 0;
	def.compliance = 1e9;
	tlLab lab = tlMakeChain( &def );
	tlLab_Push( &lab, 20, a[0] != 0 ? 0 : 3, a[0] != 0 ? 3 : 0, 0 );
	tlLab_Run( &lab, 1.0 / 60, 1 );
	double value = (double)tlBody_GetConstraint( lab.world, lab.body, 0, 19 ).value;
	tlFreeLab( &lab );
	return value;
}

// ---- what an iteration leaves in the end, the spectral radius: cos^2( pi / 40 ) for Gauss-Seidel in any of these orders.
// Plain Jacobi's is its root; successive over-relaxation is best with 2 / ( 1 + sqrt( 1 - radius ) ) (Young 1954); and
// without averages the limit of a step of one Jacobi iteration is 4/3 over the largest eigenvalue, 1 + that root.
// Arguments: sweep, what (0 radius, 1 root, 2 best omega, 3 limit).

static double MeasureRadius( const double* a )
{
	tlLab lab = MakeKickedChain( false, (tlSweep)(int)a[0], 1, 1000 );
	tlLab_Run( &lab, 1.0 / 60, 1 );
	const double* history;
	int32_t count = tlBody_GetResidualHistory( lab.world, lab.body, &history );
	double radius = count == 1000 ? history[999] / history[998] : NAN;
	tlFreeLab( &lab );
	double values[4] = { radius, sqrt( radius ), 2 / ( 1 + sqrt( 1 - radius ) ), 4.0 / 3 / ( 1 + sqrt( radius ) ) };
	return values[(int)a[1]];
}

#define TL_RADIUS( name, sweep, what, value, tolerance )                                                                    \
	{                                                                                                                       \
		"2.2 order", name, MeasureRadius, { sweep, what }, value, { 0, tolerance }, { 0, tolerance },                       \
		    "after 1000 iterations floats are at their round-off"                                                           \
	}

static const tlCheck s_radii[] = {
	{ "2.2 order", "|C| [m] before any iteration, along", MeasurePredicted, { 0 }, 0.05, { 1e-10, 0 }, { 1e-5, 0 }, NULL },
	{ "2.2 order",
	  "|C| [m] before any iteration, sideways",
	  MeasurePredicted,
	  { 1 },
	  0.01180340,
	  { 1e-6, 0 },
	  { 1e-4, 0 },
	  NULL },
	TL_RADIUS( "left by an iteration, anchor to tip", tl_forwardSweep, 0, 0.99384417, 1e-8 ),
	TL_RADIUS( "left by an iteration, tip to anchor", tl_backwardSweep, 0, 0.99384417, 1e-8 ),
	TL_RADIUS( "left by an iteration, colored", tl_coloredSweep, 0, 0.99384417, 1e-8 ),
	TL_RADIUS( "left by an iteration of plain Jacobi, from that", tl_forwardSweep, 1, 0.99691733, 1e-8 ),
	TL_RADIUS( "best over-relaxation, from that", tl_forwardSweep, 2, 1.8545, 5e-5 ),
	TL_RADIUS( "largest omega of plain Jacobi with 1 iteration, from that", tl_forwardSweep, 3, 0.6677, 5e-5 ),
};

// ---- averaged Jacobi with one iteration a substep grows for omega above 4/3, with an odd number n of them above
// 1 + 3^(-1/n), with an even number above 2: refused, and just below it does not.

static double MeasureRefusal( const double* a )
{
	tlBudget budget = tlMakeBudget( 16, (int32_t)a[1], tl_jacobiSweep );
	budget.relaxation = (tlReal)a[0];
	return tlValidateBudget( &budget, NULL ) == tl_success ? 1 : 0;
}

// The largest omega that is accepted. Arguments: iterations.
static double MeasureJacobiLimit( const double* a )
{
	double lower = 0.5, upper = 4;
	for ( int32_t i = 0; i < 60; ++i )
	{
		double middle = ( lower + upper ) / 2;
		*( MeasureRefusal( ( const double[] ){ middle, a[0] } ) > 0 ? &lower : &upper ) = middle;
	}
	return ( lower + upper ) / 2;
}

// Largest |C| in 10 s after a kick of 1e-6 m/s. Arguments: omega, iterations.
static double MeasureJacobiRest( const double* a )
{
	tlLab lab = MakeKickedChain( false, tl_jacobiSweep, a[0], (int32_t)a[1] );
	tlLab_Push( &lab, 20, 1e-6, 0, 0 );
	double most = 0;
	for ( int32_t i = 0; i < 9600; ++i )
	{
		tlLab_Run( &lab, 1.0 / 960, 1 );
		const double* history;
		most = tlBody_GetResidualHistory( lab.world, lab.body, &history ) > 0 ? fmax( most, history[0] ) : NAN;
	}
	tlFreeLab( &lab );
	return most;
}

#define TL_LIMIT( name, iterations, value )                                                                                 \
	{                                                                                                                       \
		"2.4 limit", name, MeasureJacobiLimit, { iterations }, value, { 1e-12, 0 }, { 1e-6, 0 }, NULL                       \
	}
#define TL_CALM( name, omega, iterations )                                                                                  \
	{                                                                                                                       \
		"2.4 limit", name, MeasureJacobiRest, { omega, iterations }, 0, { 0, 1e-6 }, { 0, 2e-6 }, NULL                      \
	}

static const tlCheck s_limits[] = {
	TL_LIMIT( "largest Jacobi omega accepted with 1 iteration", 1, 4.0 / 3 ),
	TL_LIMIT( "largest Jacobi omega accepted with 2 iterations", 2, 2 ),
	TL_LIMIT( "largest Jacobi omega accepted with 3 iterations", 3, 1.6933612743506348 ), // 1 + 3^(-1/3)
	TL_LIMIT( "largest Jacobi omega accepted with 4 iterations", 4, 2 ),
	TL_LIMIT( "largest Jacobi omega accepted with 5 iterations", 5, 1.8027415617602307 ), // 1 + 3^(-1/5)
	{ "2.4 limit",
	  "Jacobi omega 1.34 with 1 iteration: accepted",
	  MeasureRefusal,
	  { 1.34, 1 },
	  0,
	  { 0, 0 },
	  { 0, 0 },
	  NULL },
	{ "2.4 limit",
	  "Jacobi omega 1.33 with 1 iteration: accepted",
	  MeasureRefusal,
	  { 1.33, 1 },
	  1,
	  { 0, 0 },
	  { 0, 0 },
	  NULL },
	{ "2.4 limit",
	  "Jacobi omega 1.36 with 1 iteration: accepted",
	  MeasureRefusal,
	  { 1.36, 1 },
	  0,
	  { 0, 0 },
	  { 0, 0 },
	  NULL },
	{ "2.4 limit",
	  "Jacobi omega 1.30 with 1 iteration: accepted",
	  MeasureRefusal,
	  { 1.30, 1 },
	  1,
	  { 0, 0 },
	  { 0, 0 },
	  NULL },
	{ "2.4 limit",
	  "Jacobi omega 1.99 with 2 iterations: accepted",
	  MeasureRefusal,
	  { 1.99, 2 },
	  1,
	  { 0, 0 },
	  { 0, 0 },
	  NULL },
	{ "2.4 limit",
	  "Jacobi omega 1.70 with 3 iterations: accepted",
	  MeasureRefusal,
	  { 1.70, 3 },
	  0,
	  { 0, 0 },
	  { 0, 0 },
	  NULL },
	TL_CALM( "max |C| [m] in 10 s, Jacobi omega 1.30 with 1 iteration", 1.30, 1 ),
	TL_CALM( "max |C| [m] in 10 s, Jacobi omega 1.33 with 1 iteration", 1.33, 1 ),
	TL_CALM( "max |C| [m] in 10 s, Jacobi omega 1.69 with 3 iterations", 1.69, 3 ),
	TL_CALM( "max |C| [m] in 10 s, Jacobi omega 1.99 with 2 iterations", 1.99, 2 ),
};

void tlAddOrderChecks( tlCheckList* list )
{
	for ( int32_t i = 0; i < tl_rowCount; ++i )
	{
		AddRow( list, s_rows + i );
	}
	tlCheckList_AddAll( list, s_radii, TL_COUNT( s_radii ) );
	tlCheckList_AddAll( list, s_limits, TL_COUNT( s_limits ) );
}
