// Tulle: what bodies and colliders did to each other in the last step.
// SPDX-License-Identifier: MIT
#pragma once

#include "world.h"

#ifdef __cplusplus
extern "C"
{
#endif

// A particle, or a point of a segment or triangle (tlBudget.faceContact), that met a collider, or was about to, in the last
// substep of the last step.
typedef struct tlContactPoint
{
	int32_t particleCount; // 1 to 3
	int32_t particles[3];
	tlReal weights[3]; // the point is that mean of the particles
	tlColliderId collider;
	bool sensor;         // it pushes nothing: no force
	tlPosition position; // of the point [m]
	tlVec3 normal;       // out of the collider
	double gap;          // distance to the collider beyond what contact keeps [m], negative: nearer
	tlVec3 force;        // on the body, friction with it, mean of the substep [N]; 0: it did not touch
} tlContactPoint;

int32_t tlBody_GetContactCount( const tlWorld* world, tlBodyId body );
tlContactPoint tlBody_GetContact( const tlWorld* world, tlBodyId body, int32_t index );

// What all bodies did to a collider: means over the last step. Equal and opposite to what it did to them.
typedef struct tlLoad
{
	double force[3];  // [N]
	double torque[3]; // about where its transform stands at the end of the step [N m]
} tlLoad;

tlLoad tlCollider_GetLoad( const tlWorld* world, tlColliderId collider );

// A body that began to touch a collider in the last step, or did not touch it any more. Touching a sensor is being nearer
// than contact would allow. In the order of bodies, then colliders. Destroyed ones send none, and a world whose state was
// set begins anew.
typedef struct tlTouchEvent
{
	tlBodyId body;
	tlColliderId collider;
	bool begins;
	bool sensor;
} tlTouchEvent;

// Valid until the next step.
const tlTouchEvent* tlWorld_GetTouchEvents( const tlWorld* world, int32_t* count );

#ifdef __cplusplus
}
#endif
