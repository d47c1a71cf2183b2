// What shear and bend do: the same cloth over the same ball with each of them on and off.
// SPDX-License-Identifier: MIT
#include "experiment.h"

#include <math.h>
#include <stdio.h>

enum
{
	tl_runCount = 4,
	tl_cells = 36,
	tl_columns = tl_cells + 1,
	tl_frameCount = 150,
};

typedef struct Result
{
	double drop;    // lowest node below the top of the ball [m]
	double shear;   // rms of the angle of quads from 90 degrees [deg]
	double fold;    // rms angle between neighbouring edges along the rows and columns [deg]
	double stretch; // worst [%]
} Result;

static double MeasureAngle( const tlLab* lab, int32_t a, int32_t b, int32_t c, int32_t d )
{
	tlPosition p = tlLab_GetPosition( lab, a ), q = tlLab_GetPosition( lab, b ), r = tlLab_GetPosition( lab, c ),
	           s = tlLab_GetPosition( lab, d );
	double u[3] = { q.x - p.x, q.y - p.y, q.z - p.z }, v[3] = { s.x - r.x, s.y - r.y, s.z - r.z };
	double uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2], vv = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
	double cosine = ( u[0] * v[0] + u[1] * v[1] + u[2] * v[2] ) / sqrt( uu * vv + 1e-30 );
	return acos( fmax( -1, fmin( 1, cosine ) ) ) * 180 / TL_PI;
}

static void Measure( const tlLab* lab, Result* result )
{
	double shear = 0, fold = 0, lowest = 0;
	int32_t shearCount = 0, foldCount = 0;
	for ( int32_t j = 0; j < tl_columns; ++j )
	{
		for ( int32_t i = 0; i < tl_columns; ++i )
		{
			int32_t n = j * tl_columns + i;
			lowest = fmin( lowest, tlLab_GetPosition( lab, n ).y );
			if ( i < tl_cells && j < tl_cells )
			{
				double angle = MeasureAngle( lab, n, n + 1, n, n + tl_columns ) - 90;
				shear += angle * angle;
				shearCount += 1;
			}
			if ( i + 2 < tl_columns )
			{
				double angle = MeasureAngle( lab, n, n + 1, n + 1, n + 2 );
				fold += angle * angle;
				foldCount += 1;
			}
			if ( j + 2 < tl_columns )
			{
				double angle = MeasureAngle( lab, n, n + tl_columns, n + tl_columns, n + 2 * tl_columns );
				fold += angle * angle;
				foldCount += 1;
			}
		}
	}
	const tlBodyStats* stats = tlBody_GetStats( lab->world, lab->body );
	result->drop = -lowest;
	result->shear = sqrt( shear / shearCount );
	result->fold = sqrt( fold / foldCount );
	result->stretch = 100 * stats->sets[stats->setCount - 1].strainMax;
}

static void RunOnce( tlPage* page, bool shear, bool bend, const char* name, Result* result )
{
	tlSheetDef def = tlDefaultSheetDef();
	def.cellCount = tl_cells;
	def.side = 1.2;
	def.shear = shear;
	def.bend = bend;
	def.free = true;
	def.height = 0.02;
	def.material = tlDefaultMaterial();
	def.material.bend.compliance = (tlReal)2e-3;
	def.material.edgeDamping = 10;
	def.material.globalDamping = 1;
	tlLab lab = tlMakeSheet( &def );
	tlColliderDef ball = tlDefaultColliderDef();
	ball.shape.radius = (tlReal)0.28;
	ball.transform.p.y = -0.28;
	ball.staticFriction = (tlReal)0.8;
	ball.kineticFriction = (tlReal)0.6;
	tlColliderId id;
	tlCreateCollider( lab.world, &ball, &id, NULL );
	tlLab_Run( &lab, 1.0 / 60, tl_frameCount );
	Measure( &lab, result );
	tlMoment moment = { .lab = &lab,
		                .lower = { -0.45, -0.72, -0.45 },
		                .upper = { 0.45, -0.02, 0.45 },
		                .strainScale = 0,
		                .colliders = &id,
		                .colliderDefs = &ball,
		                .colliderCount = 1 };
	tlPage_AddPicture( page, &moment, "%s", name );
	tlFreeLab( &lab );
}

static void Run( tlPage* page )
{
	static const char* const names[tl_runCount] = { "stretch alone", "stretch and bend", "stretch and shear",
		                                            "stretch, shear and bend" };
	static const char* const headers[5] = { "constraints", "hangs down [m]", "rms shear of cells [deg]",
		                                    "rms fold at a node [deg]", "worst stretch [%]" };
	static const int32_t digits[5] = { 0, 3, 3, 3, 3 };
	Result results[tl_runCount];
	tlPage_BeginSection( page, "A cloth over a ball" );
	tlPage_Say(
	    page,
	    "A cloth of 1.2 m falls on a ball of 0.28 m radius and comes to rest; 36 x 36 cells, 16 substeps of 1. Edges alone "
	    "let the cells lean over like a trellis, and the corners sag into thin tongues. Diagonals resist that and make "
	    "the cloth fall in cones. Bending, over every second node, opens the folds and makes them round." );
	tlPage_BeginTable( page, "", "After 2.5 s.", headers, digits, 5 );
	for ( int32_t k = 0; k < tl_runCount; ++k )
	{
		RunOnce( page, ( k & 2 ) != 0, ( k & 1 ) != 0, names[k], results + k );
		tlPage_AddLabel( page, "%s", names[k] );
		tlPage_AddNumber( page, results[k].drop );
		tlPage_AddNumber( page, results[k].shear );
		tlPage_AddNumber( page, results[k].fold );
		tlPage_AddNumber( page, results[k].stretch );
	}
	tlPage_EndTable( page );
	tlPage_EndPictures( page, 2 );
	bool good = results[3].shear < results[1].shear && results[3].fold < results[2].fold;
	tlPage_Conclude(
	    page, good,
	    "Shear constraints take the leaning of cells from %.0f to %.0f degrees, bend constraints the folding from %.0f to "
	    "%.0f degrees.",
	    results[1].shear, results[3].shear, results[2].fold, results[3].fold );
	tlPage_EndSection( page );
}

const tlExperiment tl_switchesExperiment = { "switches", "shear and bend on and off, a cloth over a ball", Run };
