// Sheets: what is conserved, energy, colours, and the modulus of a grid of springs.
// SPDX-License-Identifier: MIT
#include "checks.h"

#include <math.h>
#include <stdlib.h>

// ---- a free sheet thrown about: momentum. Arguments: compliance, edge damping [1/s], what (0 without gravity: change
// relative to sum |m v|; 1 with gravity: share of m g t).

static double MeasureMomentum( const double* a )
{
	tlSheetDef def = tlDefaultSheetDef();
	def.cellCount = 12;
	def.side = 1;
	def.free = true;
	def.bend = true;
	def.budget.substepCount = 8;
	def.gravity = a[2] != 0 ? 9.81 : 0;
	def.material.stretch.compliance = (tlReal)a[0];
	def.material.edgeDamping = (tlReal)a[1];
	tlLab lab = tlMakeSheet( &def );
	uint64_t state = 3;
	double moved = 0, mass = 0;
	for ( int32_t i = 0; i < lab.particleCount; ++i )
	{
		double v[3] = { tlDrawNumber( &state ), tlDrawNumber( &state ), tlDrawNumber( &state ) };
		double m = (double)tlBody_GetMass( lab.world, lab.body, i );
		tlLab_Push( &lab, i, v[0], v[1], v[2] );
		moved += m * ( fabs( v[0] ) + fabs( v[1] ) + fabs( v[2] ) );
		mass += m;
	}
	double start[3];
	for ( int k = 0; k < 3; ++k )
	{
		start[k] = tlBody_GetStats( lab.world, lab.body )->momentum[k];
	}
	tlLab_Run( &lab, 1.0 / 60, 60 );
	const double* end = tlBody_GetStats( lab.world, lab.body )->momentum;
	double change = fabs( end[0] - start[0] ) + fabs( end[1] - start[1] ) + fabs( end[2] - start[2] );
	double fall = ( start[1] - end[1] ) / ( mass * 9.81 );
	tlFreeLab( &lab );
	return a[2] == 0 ? change / moved : fall;
}

// ---- a hard sheet without damping, held at two corners: how far its energy rises above its start in 600 frames, relative
// to what a fall by its side would free. Arguments: cells, sweep.

static double MeasureEnergyRise( const double* a )
{
	tlSheetDef def = tlDefaultSheetDef();
	def.cellCount = (int32_t)a[0];
	def.budget.sweep = (tlSweep)(int)a[1];
	tlLab lab = tlMakeSheet( &def );
	double start = tlLab_GetEnergy( &lab ), most = 0;
	for ( int32_t i = 0; i < 600; ++i )
	{
		tlLab_Run( &lab, 1.0 / 60, 1 );
		double energy = tlLab_GetEnergy( &lab );
		most = energy == energy ? fmax( most, energy - start ) : INFINITY;
	}
	tlFreeLab( &lab );
	return most / ( 0.2 * 4 * 9.81 * 2 );
}

// ---- colours: no more than the greedy bound, twice the highest number of constraints on a particle less one. How many more
// there are. Arguments: set (0 edges of quads, 1 both diagonals, 2 skip-one, 3 edges of triangles, 4 all edges and diagonals
// as one set), bound; and for a chain the exact number.

static const tlSetStats* FindSet( const tlLab* lab, const char* name )
{
	const tlBodyStats* stats = tlBody_GetStats( lab->world, lab->body );
	for ( int32_t i = 0; i < stats->setCount; ++i )
	{
		const char *a = stats->sets[i].name, *b = name;
		while ( *a != 0 && *a == *b )
		{
			a += 1;
			b += 1;
		}
		if ( *a == *b )
		{
			return stats->sets + i;
		}
	}
	return NULL;
}

static double MeasureColors( const double* a )
{
	static const char* const names[4] = { "stretch", "shear", "bend", "stretch" };
	tlSheetDef def = tlDefaultSheetDef();
	def.cellCount = 20;
	def.bend = true;
	def.triangles = a[0] == 3;
	tlLab lab = tlMakeSheet( &def );
	const tlSetStats* set = FindSet( &lab, names[(int)a[0]] );
	double above = set != NULL ? fmax( 0, set->colorCount - a[1] ) : NAN;
	tlFreeLab( &lab );
	return above;
}

static double MeasureChainColors( const double* a )
{
	(void)a;
	tlChainDef def = tlDefaultChainDef();
	tlLab lab = tlMakeChain( &def );
	double count = tlBody_GetStats( lab.world, lab.body )->sets[0].colorCount;
	tlFreeLab( &lab );
	return count;
}

// ---- constraints of a sheet of n x n quads: 2 n (n + 1) edges, 2 n^2 diagonals, 2 (n + 1) (n - 1) over a vertex; its mass.

static double MeasureSetSize( const double* a )
{
	static const char* const names[3] = { "stretch", "shear", "bend" };
	tlSheetDef def = tlDefaultSheetDef();
	def.cellCount = 20;
	def.bend = true;
	def.free = true;
	tlLab lab = tlMakeSheet( &def );
	double value = 0;
	if ( a[0] == 3 )
	{
		for ( int32_t i = 0; i < lab.particleCount; ++i )
		{
			value += (double)tlBody_GetMass( lab.world, lab.body, i );
		}
	}
	else
	{
		const tlSetStats* set = FindSet( &lab, names[(int)a[0]] );
		value = set != NULL ? set->constraintCount : NAN;
	}
	tlFreeLab( &lab );
	return value;
}

static const tlCheck s_sheets[] = {
	{ "momentum",
	  "a free sheet keeps its momentum, hard",
	  MeasureMomentum,
	  { 0, 0, 0 },
	  0,
	  { 0, 1e-12 },
	  { 0, 5e-4 },
	  NULL },
	{ "momentum",
	  "a free sheet keeps its momentum, soft, edge damping",
	  MeasureMomentum,
	  { 1e-3, 5, 0 },
	  0,
	  { 0, 1e-12 },
	  { 0, 5e-4 },
	  NULL },
	{ "momentum", "a falling sheet gains m g t, share", MeasureMomentum, { 0, 5, 1 }, 1, { 1e-10, 0 }, { 5e-3, 0 }, NULL },
	{ "energy",
	  "rise above the start in 600 frames, colored",
	  MeasureEnergyRise,
	  { 32, tl_coloredSweep },
	  0,
	  { 0, 0 },
	  { 0, 0 },
	  NULL },
	{ "energy",
	  "rise above the start in 600 frames, symmetric",
	  MeasureEnergyRise,
	  { 32, tl_symmetricSweep },
	  0,
	  { 0, 0 },
	  { 0, 0 },
	  NULL },
	{ "11 colours", "edges of quads: colours above 7", MeasureColors, { 0, 7 }, 0, { 0, 0 }, { 0, 0 }, NULL },
	{ "11 colours", "both diagonals: colours above 7", MeasureColors, { 1, 7 }, 0, { 0, 0 }, { 0, 0 }, NULL },
	{ "11 colours", "skip-one bend: colours above 7", MeasureColors, { 2, 7 }, 0, { 0, 0 }, { 0, 0 }, NULL },
	{ "11 colours", "edges of triangles: colours above 11", MeasureColors, { 3, 11 }, 0, { 0, 0 }, { 0, 0 }, NULL },
	{ "11 colours", "a chain has two colours", MeasureChainColors, { 0 }, 2, { 0, 0 }, { 0, 0 }, NULL },
	{ "topology", "edges of 20 x 20 quads", MeasureSetSize, { 0 }, 840, { 0, 0 }, { 0, 0 }, NULL },
	{ "topology", "diagonals of 20 x 20 quads", MeasureSetSize, { 1 }, 800, { 0, 0 }, { 0, 0 }, NULL },
	{ "topology", "skip-one pairs of 20 x 20 quads", MeasureSetSize, { 2 }, 798, { 0, 0 }, { 0, 0 }, NULL },
	{ "topology", "mass of 4 m^2 at 0.2 kg/m^2 [kg]", MeasureSetSize, { 3 }, 0.8, { 1e-12, 0 }, { 1e-6, 0 }, NULL },
};

// ---- Young's modulus of a strip of 40 x 10 cells of springs, clamped at both ends, border edges half as stiff, pulled by
// 1e-5: force per width over strain, in units of the stiffness of an edge. Arguments: diagonals (1 or 2), their stiffness.

enum
{
	tl_stripLength = 40,
	tl_stripWidth = 10,
	tl_stripColumns = tl_stripLength + 1,
	tl_stripRows = tl_stripWidth + 1,
};

typedef struct Strip
{
	tlVec3 positions[tl_stripColumns * tl_stripRows];
	tlReal masses[tl_stripColumns * tl_stripRows];
	tlConstraintDef springs[4 * tl_stripColumns * tl_stripRows];
	int32_t springCount;
} Strip;

static void AddSpring( Strip* strip, int32_t i0, int32_t j0, int32_t i1, int32_t j1, double stiffness )
{
	double dx = i1 - i0, dy = j1 - j0;
	strip->springs[strip->springCount++] =
	    ( tlConstraintDef ){ .type = "distance",
		                     .particles = { j0 * tl_stripColumns + i0, j1 * tl_stripColumns + i1 },
		                     .parameters = { (tlReal)sqrt( dx * dx + dy * dy ) },
		                     .compliance = (tlReal)( 1 / stiffness ) };
}

static void FillStrip( Strip* strip, double strain, int32_t diagonals, double stiffness )
{
	strip->springCount = 0;
	for ( int32_t j = 0; j < tl_stripRows; ++j )
	{
		for ( int32_t i = 0; i < tl_stripColumns; ++i )
		{
			int32_t n = j * tl_stripColumns + i;
			strip->positions[n] = ( tlVec3 ){ (tlReal)( i * ( 1 + strain ) ), (tlReal)j, 0 };
			strip->masses[n] = i == 0 || i == tl_stripLength ? 0 : 1;
			if ( i < tl_stripLength )
			{
				AddSpring( strip, i, j, i + 1, j, j == 0 || j == tl_stripWidth ? 0.5 : 1 );
			}
			if ( j < tl_stripWidth )
			{
				AddSpring( strip, i, j, i, j + 1, i == 0 || i == tl_stripLength ? 0.5 : 1 );
			}
			if ( i < tl_stripLength && j < tl_stripWidth )
			{
				AddSpring( strip, i, j, i + 1, j + 1, stiffness );
				if ( diagonals == 2 )
				{
					AddSpring( strip, i + 1, j, i, j + 1, stiffness );
				}
			}
		}
	}
}

static double MeasureModulus( const double* a )
{
	static Strip strip;
	double strain = 1e-5;
	FillStrip( &strip, strain, (int32_t)a[0], a[1] );
	tlLabDef def = tlDefaultLabDef();
	def.fabric.positions = strip.positions;
	def.fabric.vertexCount = tl_stripColumns * tl_stripRows;
	def.fabric.masses = strip.masses;
	def.fabric.constraints = strip.springs;
	def.fabric.constraintCount = strip.springCount;
	def.world.gravity = tlVec3_zero;
	def.world.budget = tlMakeBudget( 1, 10, tl_symmetricSweep );
	tlLab lab = tlMakeLab( &def );
	tlLab_Settle( &lab, 0.2, 800, 0.4 );
	double force = 0;
	for ( int32_t i = 0; i < strip.springCount; ++i )
	{
		tlConstraintState s = tlBody_GetConstraint( lab.world, lab.body, 0, i );
		bool first = s.particles[0] % tl_stripColumns == tl_stripLength;
		bool second = s.particles[1] % tl_stripColumns == tl_stripLength;
		if ( first != second )
		{
			tlPosition p = tlLab_GetPosition( &lab, s.particles[0] ), q = tlLab_GetPosition( &lab, s.particles[1] );
			double length = sqrt( ( q.x - p.x ) * ( q.x - p.x ) + ( q.y - p.y ) * ( q.y - p.y ) );
			force += (double)s.force * fabs( q.x - p.x ) / length;
		}
	}
	tlFreeLab( &lab );
	return force / tl_stripWidth / strain;
}

#define TL_MODULUS( name, diagonals, stiffness, value )                                                                     \
	{                                                                                                                       \
		"6.3 modulus", name, MeasureModulus, { diagonals, stiffness }, value, { 1e-4, 0 }, { 1e-4, 0 },                     \
		    "a strain of 1e-5 leaves two digits of a float"                                                                 \
	}

static const tlCheck s_moduli[] = {
	TL_MODULUS( "clamped strip, one diagonal as stiff as an edge", 1, 1.0, 1.057961 ),
	TL_MODULUS( "clamped strip, two diagonals as stiff as an edge", 2, 1.0, 1.533406 ),
	TL_MODULUS( "clamped strip, two diagonals half as stiff", 2, 0.5, 1.344474 ),
};

void tlAddClothChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_sheets, TL_COUNT( s_sheets ) );
	tlCheckList_AddAll( list, s_moduli, TL_COUNT( s_moduli ) );
}
