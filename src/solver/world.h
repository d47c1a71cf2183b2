// The inside of a world.
// SPDX-License-Identifier: MIT
#pragma once

#include "body.h"
#include "parallel/workers.h"
#include "tulle/contact.h"

typedef struct tlCollider
{
	tlShape shape;
	tlFilter filter;
	bool sensor;
	tlReal thickness;
	tlReal staticFriction, kineticFriction, restitution; // negative: the material's
	tlTransform start, target;
	uint32_t generation;
	bool used;
} tlCollider;

struct tlWorld
{
	tlVec3 gravity;
	tlBudget budget;
	tlBody** bodies; // null where a body was destroyed
	uint32_t* bodyGenerations;
	size_t bodyCount, bodyCapacity, bodyGenerationCapacity;
	tlCollider* colliders;
	size_t colliderCount, colliderCapacity;
	tlAir air;
	tlForceField* fields;
	size_t fieldCount, fieldCapacity;
	tlWorkers* workers; // null for one thread

	tlTransform* poses; // [substepCount + 1][colliderCount] of the present step
	size_t posesCapacity;
	bool prepared; // buffers fit the bodies, colliders and budget

	double time;          // at the start of the present step, between steps at the end of the last [s]
	double h;             // substep of the present step [s]
	double lastStep;      // length of the last step [s]
	tlTouchEvent* events; // of the last step
	size_t eventCount, eventCapacity;
	uint64_t stepCount;
	int32_t faultCount; // bodies held, as far as the log has heard
	tlWorldStats stats;
};

// One body: step.c. Begin finds what it may meet in the step; then come all of its substeps.
void tlBeginBody( tlWorld* world, tlBody* body );
void tlStepBody( tlWorld* world, tlBody* body );

// Contacts with colliders: contacts.c.
void tlFindBodyCandidates( const tlWorld* world, tlBody* body, int32_t substep );
void tlFindBodyContacts( const tlWorld* world, tlBody* body, int32_t substep );
void tlProjectContacts( const tlWorld* world, tlBody* body );
void tlApplyRestitution( const tlWorld* world, tlBody* body );

// Whether particles in a box may come within reach of a collider that goes on to its target in this step: contacts.c.
bool tlMayMeetCollider( const tlWorld* world, const tlBody* body, size_t collider, const tlSwarm* swarm, tlReal reach );

// Rest: sleep.c. Rest looks at the end of a step whether the body has been quiet for long enough.
void tlWakeBody( tlBody* body );
void tlWakeBodies( tlWorld* world );
void tlRestBody( const tlWorld* world, tlBody* body );
bool tlStaysAsleep( const tlWorld* world, tlBody* body );

// What they did to each other: touches.c.
void tlBeginTouches( tlBody* body );
void tlRecordTouches( const tlWorld* world, tlBody* body );
void tlGatherEvents( tlWorld* world );

// One iteration over all constraints, the `iteration`-th of its substep: sweep.c.
void tlIterate( tlBody* body, const tlProjection* projection, const tlBudget* budget, int32_t iteration );

// Residuals, strain, energy: residual.c. The error is the largest residual over its largest gradient: how far a particle
// would have to go for it [m].
double tlMeasureError( const tlBody* body, const tlBudget* budget );
double tlMeasureResidual( const tlBody* body, const tlBudget* budget );
void tlMeasureBody( const tlWorld* world, tlBody* body );

tlBody* tlGetBody( const tlWorld* world, tlBodyId id );
