// Tulle: what pushes bodies besides gravity: the air and its wind, and force fields.
// SPDX-License-Identifier: MIT
#pragma once

#include "world.h"

#ifdef __cplusplus
extern "C"
{
#endif

// ---- air

// Air that fills the world. It acts on triangles and on segments of ropes, as cylinders of twice the thickness, by the
// coefficients of the material (material.h); loose particles feel nothing of it. The velocity at a place x and time t is
//
//     velocity (1 + gustAmplitude sin(2 pi t / gustPeriod)) + turbulence(x - velocity t, t)
//
// Turbulence is a sum of divergence-free waves of random direction and phase (Kraichnan 1970, "Diffusion by a Random
// Velocity Field"), carried along by the mean wind (Taylor 1938) and slowly changing while it goes. Each of its components
// has the mean 0 and the standard deviation turbulenceIntensity |velocity|, over long times or wide spaces.
typedef struct tlWind
{
	tlVec3 velocity;            // mean [m/s]
	tlReal airDensity;          // rho [kg/m^3], >= 0
	tlReal gustAmplitude;       // share of the mean velocity that comes and goes, >= 0
	tlReal gustPeriod;          // [s], > 0
	tlReal turbulenceIntensity; // standard deviation of a component over the mean speed, >= 0; 0.1 to 0.2 over open land
	tlReal turbulenceLength;    // of the largest waves [m], > 0; the smallest are an eighth of it
	uint64_t turbulenceSeed;    // the same seed, the same turbulence
	uint32_t cookie;
} tlWind;

// Still air of 1.225 kg/m^3 (the standard atmosphere at sea level); gusts of 2 s and turbulence of 1 m once they have an
// amplitude.
tlWind tlDefaultWind( void );

// tl_invalidArgument with a sentence that names the field.
tlResult tlValidateWind( const tlWind* wind, tlError* error );

// Fills the world with air; null empties it again. A new world is empty: nothing acts, and nothing is computed. In still air
// a body at rest feels exactly nothing, and one that moves is slowed down. The wind is a definition, as gravity is: it is no
// part of the state (tlWorld_GetState), but the time that gusts and turbulence go by is.
tlResult tlWorld_SetWind( tlWorld* world, const tlWind* wind, tlError* error );

// False for a world without air; wind is then the default.
bool tlWorld_GetWind( const tlWorld* world, tlWind* wind );

// Velocity of the air at a place and time [m/s]; zero in a world without air.
tlVec3 tlWorld_GetWindVelocity( const tlWorld* world, tlPosition place, double time );

// ---- force fields

typedef enum tlForceFieldType
{
	tl_accelerationField, // the same acceleration everywhere
	tl_radialField,       // towards a centre, or away from it
	tl_vortexField,       // around an axis, right-handed
	tl_dragField,         // linear drag against a medium that moves
	tl_customField,       // a function of the program
	tl_forceFieldTypeCount
} tlForceFieldType;

// What a function of the program is given: the particles of one body at the start of a substep, with the w of each tlVec4
// without meaning unless said otherwise. It adds to accelerations and forces, which start from what the fields before it
// added.
typedef struct tlForceFieldView
{
	tlBodyId body;
	int32_t particleCount;
	tlPosition origin;        // of the positions, in the world [m]
	const tlVec4* positions;  // relative to the origin [m]; w is the inverse mass [1/kg], 0 for a pinned particle
	const tlVec4* velocities; // [m/s]
	const tlReal* masses;     // [kg]
	double substep;           // its length [s]
	tlVec4* accelerations;    // [m/s^2]
	tlVec4* forces;           // [N]; without effect on pinned particles
} tlForceFieldView;

// Called for each body in each substep, by any of the world's threads and several at once: it may read the context, but what
// it writes must be its own. It must give the same values for the same arguments, or runs do not repeat. It must not call
// the world. A value that is not finite makes the body faulty (tlBodyStats.faulted), no other one. time is that of the start
// of the substep [s], counted by tlWorld_GetTime.
typedef void tlForceFieldFcn( void* context, double time, const tlForceFieldView* view );

// The built-in fields act with a weight w = (1 - r^2 / radius^2)^falloff within the radius and not at all beyond, where r is
// the distance from the centre, for a vortex from the axis. All give accelerations, so that heavy and light things move
// alike.
typedef struct tlForceFieldDef
{
	tlForceFieldType type;
	tlBodyId body;        // the only body that it acts on; null id: all
	tlVec3 acceleration;  // acceleration: [m/s^2]
	tlReal strength;      // radial: towards the centre, negative away from it; vortex: around the axis [m/s^2]
	tlVec3 axis;          // vortex: direction of the axis through the centre, of any length but 0
	tlReal rate;          // drag: decay of the velocity relative to the medium [1/s], >= 0
	tlVec3 velocity;      // drag: of the medium [m/s]
	tlPosition center;    // in the world [m]
	tlReal radius;        // [m], > 0; infinity: w = 1 everywhere
	int32_t falloff;      // [0, 16]; 0: constant up to the radius
	tlForceFieldFcn* fcn; // custom
	void* context;
	uint32_t cookie;
} tlForceFieldDef;

// An acceleration of zero, everywhere, on all bodies; axis y, falloff 2.
tlForceFieldDef tlDefaultForceFieldDef( void );
tlResult tlValidateForceField( const tlForceFieldDef* def, tlError* error );

// Fields act in the order of their slots; one that was destroyed leaves its slot to the next that is added. As definitions,
// they are no part of the state.
tlResult tlWorld_AddForceField( tlWorld* world, const tlForceFieldDef* def, tlForceFieldId* field, tlError* error );
void tlWorld_DestroyForceField( tlWorld* world, tlForceFieldId field );
bool tlForceField_IsValid( const tlWorld* world, tlForceFieldId field );

// Changes a field between steps; on failure it stays as it was.
tlResult tlForceField_Set( tlWorld* world, tlForceFieldId field, const tlForceFieldDef* def, tlError* error );
tlForceFieldDef tlForceField_Get( const tlWorld* world, tlForceFieldId field );

const char* tlGetForceFieldName( tlForceFieldType type );

#ifdef __cplusplus
}
#endif
