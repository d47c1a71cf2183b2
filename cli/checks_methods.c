// The other methods, and what else the budget chooses: each against the closed form that XPBD converges to.
// SPDX-License-Identifier: MIT
#include "checks.h"
#include "lab_mesh.h"
#include "solver/implicit.h"

#include <math.h>

// ---- ten masses on springs in a row: how far the lowest hangs. Arguments: method, sweep, substeps, iterations, radius for
// Chebyshev.

static double MeasureSeries( const double* a )
{
	tlChainDef def = tlDefaultChainDef();
	def.compliance = 1e-3;
	def.budget = tlMakeBudget( (int32_t)a[2], (int32_t)a[3], (tlSweep)(int)a[1] );
	def.budget.method = (tlMethod)(int)a[0];
	def.budget.chebyshevRadius = (tlReal)a[4];
	tlLab lab = tlMakeChain( &def );
	tlLab_Settle( &lab, 6, 8, 1.0 / 60 );
	double stretch = -tlLab_GetPosition( &lab, 10 ).y - 1;
	tlFreeLab( &lab );
	return stretch;
}

// ---- a sheet of strain triangles and hinges that swings for half a second: how far two methods are apart [m]. Arguments:
// method and iterations of one, bending (0 dihedral, 1 curvature); the other is Newton's with the same substeps.

static void Swing( tlMethod method, int32_t iterations, const char* bendType, tlLabMesh* mesh, tlPosition* positions )
{
	static const int32_t held[2] = { 0, 6 };
	tlLabDef def = tlDefaultLabDef();
	tlLabMesh_MakeStrip( mesh, tl_diagonalCut, 6, 6, 0.1, 0 );
	tlLabMesh_Use( mesh, &def );
	def.fabric.stretchType = "strain";
	def.fabric.bendType = bendType;
	def.fabric.bend = true;
	def.world.budget = tlMakeBudget( 4, iterations, tl_coloredSweep );
	def.world.budget.method = method;
	def.body.material.measured = true;
	def.body.material.warpStiffness = def.body.material.weftStiffness = 300;
	def.body.material.shearStiffness = 100;
	def.body.material.poissonRatio = (tlReal)0.2;
	tlPinDef pins = { .particles = held, .particleCount = 2, .frame = tlTransform_identity };
	def.body.pins = &pins;
	def.body.pinCount = 1;
	tlLab lab = tlMakeLab( &def );
	tlLab_Run( &lab, 1.0 / 60, 30 );
	for ( int32_t i = 0; i < lab.particleCount; ++i )
	{
		positions[i] = tlLab_GetPosition( &lab, i );
	}
	tlFreeLab( &lab );
}

static double MeasureApart( const double* a )
{
	static tlPosition one[64], other[64];
	const char* bendType = a[2] == 0 ? "dihedral" : "curvature";
	tlLabMesh* mesh = tlMakeLabMesh();
	Swing( (tlMethod)(int)a[0], (int32_t)a[1], bendType, mesh, one );
	Swing( tl_newtonMethod, 1, bendType, mesh, other );
	double most = 0;
	for ( int32_t i = 0; i < mesh->vertexCount; ++i )
	{
		double x = one[i].x - other[i].x, y = one[i].y - other[i].y, z = one[i].z - other[i].z;
		most = fmax( most, sqrt( x * x + y * y + z * z ) );
	}
	tlFreeLabMesh( mesh );
	return most;
}

// ---- adaptive iterations on a hanging chain. Arguments: tolerance [m], what (0 iterations made in a substep, over the 200
// that may be; 1 what is left of the residual over the tolerance, at most 1).

static double MeasureAdaptive( const double* a )
{
	tlChainDef def = tlDefaultChainDef();
	def.compliance = 1e-3;
	def.budget = tlMakeBudget( 1, 200, tl_forwardSweep );
	def.budget.residualTolerance = (tlReal)a[0];
	tlLab lab = tlMakeChain( &def );
	tlLab_Run( &lab, 1.0 / 60, 30 );
	const tlBodyStats* stats = tlBody_GetStats( lab.world, lab.body );
	double share = stats->iterationMax / 200.0, left = stats->sets[0].residualMax / a[0];
	bool fewer = share > 0 && share < 1;
	tlFreeLab( &lab );
	return a[1] == 0 ? ( fewer ? 1 : 0 ) : ( left <= 1 ? 1 : left );
}

// ---- what is accepted: the least iterations with a radius, -1 for none up to 100. Arguments: radius.

static double FindLeast( const double* a )
{
	tlBudget budget = tlMakeBudget( 1, 1, tl_jacobiSweep );
	budget.chebyshevRadius = (tlReal)a[0];
	for ( int32_t n = 1; n <= 100; ++n )
	{
		budget.iterationCount = n;
		if ( tlValidateBudget( &budget, NULL ) == tl_success )
		{
			return n;
		}
	}
	return -1;
}

#define TL_SERIES( name, method, sweep, substeps, iterations, radius, tolerance )                                           \
	{                                                                                                                       \
		"2.1 methods", name, MeasureSeries, { method, sweep, substeps, iterations, radius }, 0.053955, { tolerance, 0 },    \
		    { 1e-2, 0 }, NULL                                                                                               \
	}

static const tlCheck s_methods[] = {
	TL_SERIES( "ten springs: stretch [m], vertex block descent, 4 x 100", tl_vbdMethod, tl_coloredSweep, 4, 100, 0, 1e-5 ),
	TL_SERIES( "ten springs: stretch [m], rotating, 4 x 60", tl_xpbdMethod, tl_rotatingSweep, 4, 60, 0, 1e-5 ),
	TL_SERIES( "ten springs: stretch [m], Jacobi with Chebyshev, 4 x 100", tl_xpbdMethod, tl_jacobiSweep, 4, 100, 0.95,
	           1e-4 ),
	{ "2 adaptive", "fewer iterations than may be made", MeasureAdaptive, { 1e-6, 0 }, 1, { 0, 0 }, { 0, 0 }, NULL },
	{ "2 adaptive", "residual over the tolerance, at most 1", MeasureAdaptive, { 1e-6, 1 }, 1, { 0, 0 }, { 0, 0 }, NULL },
	// The smallest n with T_n(1/rho) = cosh(n arcosh(1/rho)) > 3.
	{ "2 Chebyshev", "least iterations that do not grow, radius 0.9", FindLeast, { 0.9 }, 4, { 0, 0 }, { 0, 0 }, NULL },
	{ "2 Chebyshev", "least iterations that do not grow, radius 0.95", FindLeast, { 0.95 }, 6, { 0, 0 }, { 0, 0 }, NULL },
	{ "2 Chebyshev", "least iterations that do not grow, radius 0.99", FindLeast, { 0.99 }, 13, { 0, 0 }, { 0, 0 }, NULL },
};

static const tlCheck s_newton[] = {
	TL_SERIES( "ten springs: stretch [m], Newton, 4 substeps", tl_newtonMethod, tl_coloredSweep, 4, 1, 0, 1e-10 ),
	{ "2 Newton",
	  "vertex block descent of 200 iterations, dihedral: apart by [m]",
	  MeasureApart,
	  { tl_vbdMethod, 200, 0 },
	  0,
	  { 0, 1e-7 },
	  { 0, 1e-4 },
	  NULL },
	{ "2 Newton",
	  "vertex block descent of 200 iterations, curvature: apart by [m]",
	  MeasureApart,
	  { tl_vbdMethod, 200, 1 },
	  0,
	  { 0, 1e-5 },
	  { 0, 1e-4 },
	  NULL },
	{ "2 Newton",
	  "XPBD of 100 iterations, dihedral: apart by [m]",
	  MeasureApart,
	  { tl_xpbdMethod, 100, 0 },
	  0,
	  { 0, 5e-3 },
	  { 0, 5e-3 },
	  NULL },
	{ "2 Newton",
	  "XPBD of 100 iterations, curvature: apart by [m]",
	  MeasureApart,
	  { tl_xpbdMethod, 100, 1 },
	  0,
	  { 0, 5e-3 },
	  { 0, 5e-3 },
	  NULL },
};

void tlAddMethodChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_methods, TL_COUNT( s_methods ) );
	if ( tlGetImplicitSolver() != NULL )
	{
		tlCheckList_AddAll( list, s_newton, TL_COUNT( s_newton ) );
	}
}
