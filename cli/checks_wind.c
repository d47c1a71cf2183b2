// Air: a sheet that falls flat, a limp sheet in the wind, what does not depend on the mesh, still air, pressure.
// SPDX-License-Identifier: MIT
#include "checks.h"
#include "lab_mesh.h"

#include <math.h>

static void SetWind( const tlLab* lab, double speed )
{
	tlWind wind = tlDefaultWind();
	wind.velocity = ( tlVec3 ){ (tlReal)speed, 0, 0 };
	tlWorld_SetWind( lab->world, &wind, NULL );
}

// A sheet in the plane y = 0 of 0.15 kg/m^2 with a drag of 1.28 square to it and none along it, and no lift.
static tlLab MakeSheet( tlLabMesh* mesh, tlCut cut, int32_t cells, int32_t substeps, bool hanging )
{
	static int32_t held[128];
	tlLabDef def = tlDefaultLabDef();
	tlLabMesh_MakeStrip( mesh, cut, cells, cells, 1.0 / cells, 0 );
	for ( int32_t j = 0; j <= cells; ++j )
	{
		held[j] = j * ( cells + 1 );
	}
	for ( int32_t i = 0; i < mesh->vertexCount && hanging; ++i )
	{
		tlVec3 x = mesh->positions[i];
		mesh->positions[i] = ( tlVec3 ){ 0, -x.x, x.z };
	}
	tlPinDef pins = { .particles = held, .particleCount = cells + 1, .frame = tlTransform_identity };
	tlLabMesh_Use( mesh, &def );
	def.fabric.shear = true;
	def.world.budget = tlMakeBudget( substeps, 1, tl_coloredSweep );
	tlMaterial* m = &def.body.material;
	m->areaDensity = (tlReal)0.15;
	m->dragCoefficient = (tlReal)1.28;
	m->liftCoefficient = 0;
	m->tangentialDragCoefficient = 0;
	def.body.pins = &pins;
	def.body.pinCount = hanging ? 1 : 0;
	return tlMakeLab( &def );
}

// A square that falls flat in still air. Arguments: cut, cells, substeps at 60 Hz, what (0 speed after 0.5 s, 1 fall by
// then, 2 speed after 3 s), lift coefficient.
static double MeasureFall( const double* a )
{
	tlLabMesh* mesh = tlMakeLabMesh();
	tlLab lab = MakeSheet( mesh, (tlCut)(int)a[0], (int32_t)a[1], (int32_t)a[2], false );
	if ( a[4] != 0 )
	{
		tlMaterial m = tlBody_GetMaterial( lab.world, lab.body );
		m.liftCoefficient = (tlReal)a[4];
		tlBody_SetMaterial( lab.world, lab.body, &m, NULL );
	}
	SetWind( &lab, 0 );
	tlLab_Run( &lab, 1.0 / 60, a[3] == 2 ? 180 : 30 );
	double speed = 0, fall = 0, aside = 0;
	for ( int32_t i = 0; i < lab.particleCount; ++i )
	{
		tlPosition v = tlLab_GetVelocity( &lab, i );
		speed -= v.y / lab.particleCount;
		fall -= tlLab_GetPosition( &lab, i ).y / lab.particleCount;
		aside = fmax( aside, fabs( v.x ) + fabs( v.z ) );
	}
	tlFreeLab( &lab );
	tlFreeLabMesh( mesh );
	const double values[4] = { speed, fall, speed, aside };
	return values[(int)a[3]];
}

// A limp sheet that hangs from its upper edge in a level wind: its slope [degrees]. Arguments: wind [m/s].
static double MeasureLimp( const double* a )
{
	const int32_t cells = 8;
	tlLabMesh* mesh = tlMakeLabMesh();
	tlLab lab = MakeSheet( mesh, tl_quadCut, cells, 40, true );
	SetWind( &lab, a[0] );
	tlLab_Settle( &lab, 12, 12, 1.0 / 60 ); // a strong wind makes it flutter
	tlPosition tip = tlLab_GetPosition( &lab, cells / 2 * ( cells + 1 ) + cells );
	tlFreeLab( &lab );
	tlFreeLabMesh( mesh );
	return atan2( tip.x, -tip.y ) * 180 / TL_PI;
}

// A crumpled sheet without weight in still air: how far anything moves in half a second [m].
static double MeasureStill( const double* a )
{
	(void)a;
	tlLabMesh* mesh = tlMakeLabMesh();
	tlLab lab = MakeSheet( mesh, tl_irregularCut, 6, 4, false );
	tlWorld_SetGravity( lab.world, tlVec3_zero );
	SetWind( &lab, 0 );
	tlLab_Run( &lab, 1.0 / 60, 30 );
	double most = tlBody_GetStats( lab.world, lab.body )->maxSpeed;
	for ( int32_t i = 0; i < lab.particleCount; ++i )
	{
		tlPosition p = tlLab_GetPosition( &lab, i );
		most = fmax( most, fabs( p.x - (double)mesh->positions[i].x ) + fabs( p.z - (double)mesh->positions[i].z ) );
	}
	tlFreeLab( &lab );
	tlFreeLabMesh( mesh );
	return most;
}

// Gauge pressure: momentum after 0.1 s. Arguments: shape (0 flat sheet of 1 m^2: over p A t; 1 closed sphere: over p A t).
static double MeasurePressure( const double* a )
{
	const double pressure = 3;
	tlLabMesh* mesh = tlMakeLabMesh();
	tlLabDef def = tlDefaultLabDef();
	if ( a[0] == 0 )
	{
		tlLabMesh_MakeStrip( mesh, tl_irregularCut, 6, 6, 1.0 / 6, 0 );
	}
	else
	{
		tlLabMesh_MakeIcosphere( mesh, 2 );
	}
	tlLabMesh_Use( mesh, &def );
	def.world.gravity = tlVec3_zero;
	def.world.budget = tlMakeBudget( 1, 1, tl_coloredSweep );
	def.body.pressure = (tlReal)pressure;
	tlLab lab = tlMakeLab( &def );
	tlLab_Run( &lab, 0.01, 1 );
	const double* p = tlBody_GetStats( lab.world, lab.body )->momentum;
	double size =
	    sqrt( p[0] * p[0] + p[1] * p[1] + p[2] * p[2] ) / ( pressure * tlFabric_GetReport( lab.fabric )->area * 0.01 );
	tlFreeLab( &lab );
	tlFreeLabMesh( mesh );
	return size;
}

#define TL_FALL( name, cut, cells, substeps, what, lift, right, tolerance )                                                 \
	{                                                                                                                       \
		"10.1 air", name, MeasureFall, { cut, cells, substeps, what, lift }, right, { tolerance, 0 }, { 5e-3, 0 }, NULL     \
	}
#define TL_LIMP( name, speed, right )                                                                                       \
	{                                                                                                                       \
		"10.1 air", name, MeasureLimp, { speed }, right, { 0, 1 }, { 0, 1 }, NULL                                           \
	}

static const tlCheck s_wind[] = {
	TL_FALL( "falling flat: last speed [m/s]", tl_quadCut, 4, 10, 2, 0, 1.3700048, 2e-3 ),
	TL_FALL( "falling flat: speed after 0.5 s [m/s]", tl_quadCut, 4, 10, 0, 0, 1.3678785, 2e-3 ),
	TL_FALL( "falling flat: fall in 0.5 s [m], h 1/6000", tl_quadCut, 2, 100, 1, 0, 0.5525335, 2e-3 ),
	TL_FALL( "falling flat: fall in 0.5 s [m], h 1/600", tl_quadCut, 4, 10, 1, 0, 0.5543597, 2e-3 ),
	TL_FALL( "falling flat: last speed, one diagonal", tl_diagonalCut, 4, 10, 2, 0, 1.3700048, 2e-3 ),
	TL_FALL( "falling flat: last speed, alternating", tl_alternatingCut, 4, 10, 2, 0, 1.3700048, 2e-3 ),
	TL_FALL( "falling flat: last speed, finer", tl_quadCut, 12, 10, 2, 0, 1.3700048, 2e-3 ),
	TL_FALL( "falling flat: last speed with lift, which is none square to the air", tl_quadCut, 4, 10, 2, 1, 1.3700048,
	         2e-3 ),
	TL_LIMP( "limp sheet in 1 m/s: slope [degrees]", 1, 25.6536 ),
	TL_LIMP( "limp sheet in 2 m/s: slope [degrees]", 2, 52.4234 ),
	TL_LIMP( "limp sheet in 3 m/s: slope [degrees]", 3, 64.3095 ),
	{ "10.1 air", "a sheet at rest in still air: moved by [m]", MeasureStill, { 0 }, 0, { 0, 0 }, { 0, 0 }, NULL },
	{ "10 pressure", "momentum of a sheet over p A t", MeasurePressure, { 0 }, 1, { 1e-10, 0 }, { 1e-4, 0 }, NULL },
	{ "10 pressure", "momentum of a closed sphere over p A t", MeasurePressure, { 1 }, 0, { 0, 1e-12 }, { 0, 1e-5 }, NULL },
};

void tlAddWindChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_wind, TL_COUNT( s_wind ) );
}
