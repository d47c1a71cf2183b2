// Rubber: a strip of it pulled far, and a balloon, whose pressure falls again beyond its limit.
// SPDX-License-Identifier: MIT
#include "checks.h"
#include "lab_mesh.h"
#include "lab_strip.h"

#include <math.h>

// ---- a strip pulled to l times its length by grips that slide: energy per area over mu t, (l^2 + 2/l - 3) / 2, and how
// narrow it becomes, 1 / sqrt(l). Arguments: mesh, l, what (0 energy, 1 width).

static double MeasurePull( const double* a )
{
	tlStripDef def = tlDefaultStripDef();
	def.along = 10;
	def.across = 5;
	def.cell = 1;
	def.mesh = (tlStripMesh)(int)a[0];
	def.stretchType = "neo-Hookean";
	def.sliding = true;
	def.pull = a[1] - 1;
	def.warpAngle = 20;
	def.material.areaDensity = 1;
	def.material.measured = true;
	def.material.shearStiffness = 1;
	def.budget = tlMakeBudget( 1, 4, tl_symmetricSweep );
	tlLab lab = tlMakeStrip( &def );
	tlDeformStrip( &lab, &def, def.pull, 0, 0, 0 );
	tlLab_Settle( &lab, 0.4, 60, 0.05 ); // at large strains a projection's gradients are right to the second order in h
	double energy = tlBody_GetStats( lab.world, lab.body )->elasticEnergy / ( def.along * def.across );
	tlPosition low = tlLab_GetPosition( &lab, tlGetStripVertex( &def, 5, 0 ) ),
	           high = tlLab_GetPosition( &lab, tlGetStripVertex( &def, 5, def.across ) );
	tlFreeLab( &lab );
	return a[2] == 0 ? energy : ( high.z - low.z ) / def.across;
}

// ---- an icosphere blown up to l^3 times its volume: P R0 / (2 mu t), 1/l - 1/l^7 of a thin shell. R0 is three times the
// volume over the area, the radius of a sphere. Arguments: levels, l.

static double MeasurePressure( double levels, double stretch )
{
	tlLabMesh* mesh = tlMakeLabMesh();
	tlLabMesh_MakeIcosphere( mesh, (int32_t)levels );
	tlLabDef def = tlDefaultLabDef();
	tlLabMesh_Use( mesh, &def );
	def.fabric.stretchType = "neo-Hookean";
	def.fabric.volumeType = "volume";
	def.world.gravity = tlVec3_zero;
	def.world.budget = tlMakeBudget( 1, 4, tl_symmetricSweep );
	def.body.material.measured = true;
	def.body.material.shearStiffness = 1;
	def.body.material.areaDensity = 1;
	def.body.material.volumeRatio = (tlReal)( stretch * stretch * stretch );
	tlLab lab = tlMakeLab( &def );
	const tlMeshReport* report = tlFabric_GetReport( lab.fabric );
	double radius = 3 * report->volume / report->area;
	tlLab_Settle( &lab, 2, 10, 1.0 / 100 );
	int32_t last = tlBody_GetStats( lab.world, lab.body )->setCount - 1;
	double pressure = -tlLab_GetForce( &lab, last, 0 );
	tlFreeLab( &lab );
	tlFreeLabMesh( mesh );
	return pressure * radius / 2;
}

static double MeasureBalloon( const double* a )
{
	return MeasurePressure( a[0], a[1] );
}

// The stretch with the highest pressure, by the parabola through three near it. The one through the thin shell's own
// pressures there has its top at 1.38514.
static double MeasureLimit( const double* a )
{
	const double middle = 1.38, step = 0.04;
	double before = MeasurePressure( a[0], middle - step ), at = MeasurePressure( a[0], middle ),
	       after = MeasurePressure( a[0], middle + step );
	return middle - step * ( after - before ) / ( 2 * ( after - 2 * at + before ) );
}

#define TL_PULL( text, mesh, stretch, what, right )                                                                         \
	{                                                                                                                       \
		"6.6 rubber", text, MeasurePull, { mesh, stretch, what }, right, TL_WITHIN( 1e-4 ), TL_WITHIN( 2e-3 ), NULL         \
	}
#define TL_BALLOON( levels, stretch, right )                                                                                \
	{                                                                                                                       \
		"6.6 rubber", "P R / (2 mu t) of a balloon at " #stretch, MeasureBalloon, { levels, stretch }, right,               \
		    TL_WITHIN( 0.005 ), TL_WITHIN( 0.005 ), NULL                                                                    \
	}

static const tlCheck s_checks[] = {
	TL_PULL( "energy at l = 1.05, irregular", tl_irregularStrip, 1.05, 0, 0.0036309523809523 ),
	TL_PULL( "energy at l = 1.5, irregular", tl_irregularStrip, 1.5, 0, 0.2916666666666667 ),
	TL_PULL( "width at l = 1.5, irregular", tl_irregularStrip, 1.5, 1, 0.8164965809277260 ),
	TL_PULL( "energy at l = 2, alternating", tl_alternatingStrip, 2, 0, 1 ),
	TL_PULL( "energy at l = 3, one diagonal", tl_diagonalStrip, 3, 0, 3.3333333333333333 ),
	TL_BALLOON( 3, 1.1, 0.3959328 ),
	TL_BALLOON( 3, 1.2, 0.5542517 ),
	TL_BALLOON( 3, 1.3830876, 0.6197315 ),
	TL_BALLOON( 3, 2, 0.4921875 ),
	{ "6.6 rubber",
	  "stretch with the highest pressure",
	  MeasureLimit,
	  { 2 },
	  1.3830876,
	  TL_WITHIN( 0.02 ),
	  TL_WITHIN( 0.02 ),
	  NULL },
};

void tlAddBalloonChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_checks, TL_COUNT( s_checks ) );
}
