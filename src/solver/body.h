// The inside of a body: particles, the state of its constraints, pins and contacts.
// SPDX-License-Identifier: MIT
#pragma once

#include "collide/detect.h"
#include "fabric.h"
#include "forces.h"
#include "tulle/world.h"

// Particles that follow a frame.
typedef struct tlPins
{
	int32_t count;
	int32_t* nodes;  // particles and frames; of soft pins the anchors
	tlVec3* locals;  // where they are in the frame [m]
	tlQuat* turns;   // of frames: how they are turned in it
	int32_t* pulled; // of soft pins: the particles that the anchors hold; else null
	tlReal compliance, damping;
	tlTransform start, target;
	bool released;
	bool placed; // the particles are where a still frame wants them
} tlPins;

// A number of the material that varies: its value at each particle.
typedef struct tlBodyMap
{
	size_t offset; // of the number in tlMaterial
	tlReal* values;
	tlReal* taken; // of a decay rate: the share that a substep takes; else null
} tlBodyMap;

// What a body and a collider have to do with each other in a step.
typedef struct tlTouch
{
	bool now, before;  // in this step, in the last
	double impulse[3]; // on the body, summed over the step [N s]
	double angular[3]; // about the body's origin [N m s]
} tlTouch;

// Candidates of one collider, of particles (1 corner), segments (2) or triangles (3).
typedef struct tlCandidateRun
{
	size_t start, count;
	int32_t collider;
	int32_t cornerCount;
} tlCandidateRun;

// What Chebyshev acceleration remembers of the two iterates before.
typedef struct tlAcceleration
{
	tlVec4 *now, *before;               // [nodes] corrections; null without it
	tlReal *lambdasNow, *lambdasBefore; // of all sets, one after another
	double omega;
} tlAcceleration;

// Vertex block descent: the constraints around each particle, and the particles by colour; descent.h.
typedef struct tlDescent
{
	int32_t* order;  // [particleCount] by colour
	int32_t* starts; // [particleCount + 1] of refs
	struct tlReference* refs;
	bool* descended; // [setCount] the others are projected
	tlVec4* pushed;  // [particleCount] what those, and contacts, have moved the particles by in this substep [m]
	tlVec4* before;  // [particleCount] corrections when the last descent ended
	int32_t colorCount;
} tlDescent;

typedef struct tlBody
{
	const tlFabric* fabric;
	tlMaterial material;
	tlPosition origin;
	tlReal pressure; // [Pa]
	tlFilter filter;

	// Nodes: first the particles, then the frames of rods, then the anchors of soft pins. A frame's position is unused, its
	// inverse mass is that of its rotation [1/(kg m^2)], its correction a small rotation and its velocity angular.
	int32_t particleCount, frameCount, anchorCount;
	int32_t nodeCapacity; // of the arrays below
	tlVec4* positions;    // relative to origin, inverse mass in w
	tlVec4* previous;     // at the start of the substep
	tlVec4* corrections;  // what the projections of the present substep have added to the positions; 0 between substeps
	tlVec4* velocities;   // w unused
	tlReal* masses;       // [kg], also of pinned particles; of frames [kg m^2]
	int32_t* pinnings;    // active pins on each node
	int32_t* owners;      // the last of them, which it follows; -1 for none
	tlReal* radii;        // [particleCount] distance kept from colliders [m]
	tlQuat* frames;       // [frameCount]
	tlQuat* previousFrames;

	int32_t setCount;
	tlSetState sets[TL_MAX_SETS];
	tlReal* compliances[TL_MAX_SETS]; // storage behind the sets' compliance, which is null while all are zero
	tlReal* crosses[TL_MAX_SETS];
	tlReal* couplings[TL_MAX_SETS];
	tlReal* dampings[TL_MAX_SETS];
	tlKnee* knees[TL_MAX_SETS];           // null until they vary
	int32_t* shuffles[TL_MAX_SETS];       // orders of the shuffled sweep; null for the other sweeps
	struct tlChains* chains[TL_MAX_SETS]; // ropes that are solved directly; null where there are none: chain.h
	struct tlChainRoom* chainRoom;

	tlTetherMode tetherMode;
	tlReal tetherScale;
	int32_t tetherCount;
	tlConstraintSet attachments; // of soft pins; count 0 for none, else a set after the fabric's
	tlConstraintSet tethers;     // count 0 for none; else the last set

	tlBodyMap* maps; // numbers of the material that vary over the body
	int32_t mapCount;

	tlPins* pins;
	int32_t pinsCount;
	size_t pinsCapacity;

	tlVec4* gradients; // for constraints over a whole mesh; null without them
	tlVec4* deltas;    // Jacobi; null for the other sweeps
	tlReal* incidence;
	tlAcceleration acceleration;
	tlDescent descent;

	tlCandidate* candidates; // by collider: particles, then triangles, then segments
	size_t candidateCount, candidateCapacity;
	size_t candidatesNeeded;       // most that a search found since the last step began
	tlCandidateRun* candidateRuns; // [3 * colliders] of one collider and kind
	size_t candidateRunCount, candidateRunCapacity;
	tlContact* contacts;
	size_t contactCount, contactCapacity;
	int64_t contactsDropped; // candidates and contacts without room, since the body was made
	tlTouch* touches;        // [colliderCount] of the present step
	size_t touchCount, touchCapacity;
	tlReal maxSpeed; // at the start of the step, then after each substep [m/s]
	tlReal reach;    // how far a particle may move in this step before candidates are looked for again [m]
	tlReal moved;    // upper bound of what any particle has moved since they were

	tlReal keep;      // share of the velocity that global damping leaves in a substep
	tlReal edgeShare; // share of the speed along an edge that edge damping takes in a substep

	tlForces forces;

	double* history; // residual after each iteration of the last substep
	int32_t historyCount;
	size_t historyCapacity;

	int64_t iterationSum; // of the last step
	int32_t mostIterations;
	uint64_t iterationIndex; // counts iterations for the alternating sweep
	double substep;          // length of the last substep [s]; 0 before the first
	bool faulted;
	bool unsolved; // by the method newton: the reason of the fault
	bool asleep;   // not stepped: sleep.c
	double quiet;  // for how long it has been slow [s]
	bool statsFresh;
	tlBodyStats stats;
	tlPhaseTimes times;
} tlBody;

tlResult tlInitBody( tlBody* body, const tlBodyDef* def, tlError* error );
void tlFreeBody( tlBody* body );

// Inverse masses, compliances and damping from the material.
void tlApplyMaterial( tlBody* body );

// Room for more nodes; what is there stays.
bool tlReserveNodes( tlBody* body, int32_t count );

// maps.c: copies the maps of a definition, and frees them.
tlResult tlTakeMaps( tlBody* body, const tlBodyDef* def, tlError* error );
void tlFreeMaps( tlBody* body );

// The material as it is around some nodes: of a rod's frame, around the ends of its segment.
tlMaterial tlBlendMaterial( const tlBody* body, const int32_t* nodes, int32_t count );

// The map of a number of the body's material, as in &body->material.restitution; null where it does not vary.
const tlBodyMap* tlFindMap( const tlBody* body, const tlReal* number );

// The value at a particle.
static inline tlReal tlGetMapped( const tlBodyMap* map, tlReal plain, int32_t particle )
{
	return map != NULL ? map->values[particle] : plain;
}

// What a substep of h takes of velocities, by the damping rates of the material.
void tlPrepareDamping( tlBody* body, double h );

// Appends pins; their locals come from where the particles are now. Does not rebuild tethers.
tlResult tlAppendPins( tlBody* body, const tlPinDef* def, tlError* error );

void tlFreePins( tlPins* pins );

// Lets the particles of pins go, unless other pins hold them too.
void tlReleasePins( tlBody* body, int32_t index );

// Makes the sets that belong to the pins anew: attachments and tethers.
tlResult tlRebuildPinSets( tlBody* body, tlError* error );

// Appends the tethers of the present pins to the sets.
tlResult tlBuildTethers( tlBody* body, tlError* error );

void tlClearLambdas( tlBody* body );

// Stops a body where it is, for good: its state turned non-finite, or was about to.
void tlHoldBody( tlBody* body );

// Storage for the state of one set, at its place in sets.
bool tlAllocateSetState( tlBody* body, int32_t index, const tlConstraintSet* set );
void tlFreeSetState( tlBody* body, int32_t index );

// Prepares what the sweep of this budget needs: shuffled orders, Jacobi buffers, the residual history.
bool tlPrepareSweep( tlBody* body, const tlBudget* budget );
void tlFreeSweep( tlBody* body );

static inline bool tlIsHeld( const tlBody* body, int32_t node )
{
	return body->pinnings[node] > 0 || !( body->masses[node] > 0 );
}

static inline tlReal tlGetInverseMass( const tlBody* body, int32_t node )
{
	return tlIsHeld( body, node ) ? 0 : 1 / body->masses[node];
}

static inline int32_t tlGetNodeCount( const tlBody* body )
{
	return body->particleCount + body->frameCount + body->anchorCount;
}

static inline bool tlIsFrame( const tlBody* body, int32_t node )
{
	return node >= body->particleCount && node < body->particleCount + body->frameCount;
}
