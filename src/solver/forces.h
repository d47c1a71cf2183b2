// Forces on a body besides gravity: what a substep gathers before it predicts.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/force.h"

// Arrays are made in the first step in which anything acts on the body, and kept.
typedef struct tlForces
{
	tlBodyId id;    // of the body in its world
	bool active;    // anything acts in this step
	tlVec4* forces; // [particleCount] of the present substep [N]
	tlVec4* gains;  // [particleCount] first accelerations [m/s^2], then what the substep adds to the velocities [m/s]
	tlVec4* faces;  // [triangleCount] unit normal and area [m^2]; null: nothing asked for faces yet
	tlReal* shares; // [particleCount] a third of the areas around, half of what segments show to the air, of now [m^2]
	tlVec4* air;    // [particleCount] velocity of the air, when it is not the same everywhere [m/s]

	// Of the last substep.
	tlReal push;          // largest gain of a particle [m/s]
	double aeroForce[3];  // of the air on all triangles and segments [N]
	int32_t limitedCount; // triangles and segments that the air pushed less than it should, so that it stays stable
} tlForces;

enum
{
	tl_octaveCount = 4,
	tl_waveCount = 3 * tl_octaveCount,
};

// One wave of the turbulence: amplitude cos(2 pi (k . (x - U t) + rate t + phase)), amplitude perpendicular to k.
typedef struct tlWave
{
	double k[3];         // wave number [turns/m]
	double rate;         // [turns/s]
	double phase;        // [turns]
	double amplitude[3]; // [m/s]
} tlWave;

typedef struct tlAir
{
	bool present;
	bool turbulent;
	tlWind wind;
	tlWave waves[tl_waveCount];
} tlAir;

typedef struct tlForceField
{
	tlForceFieldDef def;
	uint32_t generation;
	bool used;
} tlForceField;

struct tlBody;

// forces.c. Prepare makes the arrays that this step needs: false when memory runs out. Gather sets gains and push; a body
// whose forces are not finite is held.
bool tlPrepareForces( tlWorld* world );
void tlFreeForces( tlForces* forces );
void tlClearForces( tlForces* forces ); // what the last substep left
void tlGatherForces( const tlWorld* world, struct tlBody* body, int32_t substep );

// aero.c: pressure and air add to forces. Faces are measured before. The velocity of the air is `mean`, or that at each
// particle.
bool tlFeelsAir( const tlWorld* world, const struct tlBody* body );
void tlMeasureFaces( struct tlBody* body );
void tlAddPressure( struct tlBody* body );
void tlPushByAir( const tlWorld* world, struct tlBody* body, tlVec3 mean, const tlVec4* air );

// wind.c: finds that velocity, and pushes by it.
void tlAddWind( const tlWorld* world, struct tlBody* body, double time );

// fields.c: adds to accelerations and forces.
bool tlIsFieldFor( const tlForceField* field, tlBodyId body );
void tlAddFields( const tlWorld* world, struct tlBody* body, double time );
