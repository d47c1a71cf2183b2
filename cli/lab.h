// A bench for checks and experiments: small worlds made in one call, and the measurements that both need.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/tulle.h"

#define TL_PI 3.14159265358979323846

// One body in a world of its own.
typedef struct tlLab
{
	tlWorld* world;
	tlFabric* fabric;
	tlBodyId body;
	int32_t particleCount;
} tlLab;

typedef struct tlLabDef
{
	tlFabricDef fabric; // no welding, no shear, no bend
	tlWorldDef world;   // one substep of one iteration: a step is then a substep
	tlBodyDef body;     // hard, without damping, friction and thickness
} tlLabDef;

tlLabDef tlDefaultLabDef( void );

// The definitions of the laboratory are fixed in the program: one that is refused, or a machine without memory, ends it
// with a sentence.
tlLab tlMakeLab( const tlLabDef* def );
void tlFreeLab( tlLab* lab );

// Zeroed memory for the definitions of the laboratory, to be given back by free; no memory ends the program.
void* tlLab_Allocate( size_t count, size_t size );

// A straight rope from particle 0, which is fixed at the origin, to the tip. Segments are made from anchor to tip.
typedef struct tlChainDef
{
	int32_t segmentCount;
	double segmentLength; // [m]
	tlVec3 direction;     // unit
	double nodeMass;      // [kg]
	double tipMass;       // [kg]
	double compliance;    // of each segment [m/N]
	double gravity;       // down y [m/s^2]
	tlBudget budget;
} tlChainDef;

// Ten segments of 0.1 m and 0.1 kg, hanging, hard, one substep of one iteration in the order from anchor to tip.
tlChainDef tlDefaultChainDef( void );
tlLab tlMakeChain( const tlChainDef* def );

// One particle on a distance constraint to a fixed one at the origin, at x = start.
typedef struct tlSpringDef
{
	double mass, compliance, damping; // [kg] [m/N] [N s/m]
	double restLength, start;         // [m]
	double gravity;                   // along x [m/s^2]
	tlBudget budget;
} tlSpringDef;

tlSpringDef tlDefaultSpringDef( void ); // 1 kg, hard, rest length 0, start 1 m, no gravity, one substep of one iteration
tlLab tlMakeSpring( const tlSpringDef* def );

// A square cloth of cells x cells quads, horizontal, centred on the origin; pinned at the two corners with the lowest z
// unless free.
typedef struct tlSheetDef
{
	int32_t cellCount;
	double side; // [m]
	bool shear, bend, free;
	bool hanging; // upright in the plane z = 0, pinned at the two upper corners
	bool row;     // pins the whole row between them as well
	bool triangles;
	bool oneSet; // edges and diagonals node by node in one set, as a program without families and colours has them
	tlMaterial material;
	tlBudget budget;
	double gravity;
	double height; // of its centre [m]
	tlTetherMode tetherMode;
} tlSheetDef;

tlSheetDef tlDefaultSheetDef( void ); // 32 cells, 2 m, shear, hard and undamped, 16 substeps of one iteration
tlLab tlMakeSheet( const tlSheetDef* def );

// Hard, without damping, friction and thickness; 0.2 kg/m^2, 0.05 kg/m.
tlMaterial tlMakeHardMaterial( void );

tlBudget tlMakeBudget( int32_t substepCount, int32_t iterationCount, tlSweep sweep );

void tlLab_Run( const tlLab* lab, double dt, int64_t stepCount );

// Runs with global damping [1/s] for a while, then takes the damping away.
void tlLab_Settle( const tlLab* lab, double damping, double seconds, double dt );

tlPosition tlLab_GetPosition( const tlLab* lab, int32_t particle );
tlPosition tlLab_GetVelocity( const tlLab* lab, int32_t particle );
void tlLab_Place( const tlLab* lab, int32_t particle, double x, double y, double z );
void tlLab_Push( const tlLab* lab, int32_t particle, double vx, double vy, double vz );

// Tension [N] in constraint `index` of the only or given set.
// A particle of 1 kg at the origin, on a plane that falls towards +x by `degrees`.
tlLab tlMakeSlope( double degrees, double staticFriction, double kineticFriction, double restitution, tlColliderId* plane );

double tlLab_GetForce( const tlLab* lab, int32_t set, int32_t index );
double tlLab_GetEnergy( const tlLab* lab ); // kinetic, potential and elastic [J]

// Where a sampled curve goes through zero, by straight lines between samples.
typedef struct tlCrossings
{
	double last;
	int32_t sampleCount;
	int32_t count;
	double times[16]; // the first ones
} tlCrossings;

void tlCrossings_Add( tlCrossings* crossings, double time, double dt, double value );

enum
{
	tl_maxModeSegments = 64
};

// First mode of a hanging chain at small angles: sideways displacement of each node, 1 at the tip. displacements has
// segmentCount + 1 values; at most tl_maxModeSegments segments.
void tlMeasureHangingMode( const tlChainDef* def, double* displacements );

// How much a mesh shakes: rms of v_i - (v_{i-1} + v_{i+1})/2 along the rows of a sheet [m/s]. Folds and swings are smooth
// and do not count.
double tlMeasureShake( const tlLab* lab, int32_t rowLength );
double tlMeasureSpeed( const tlLab* lab ); // rms [m/s]

// A step of a fixed sequence of numbers in [-1, 1): the same on every machine.
double tlDrawNumber( uint64_t* state );
