// Particles against shapes: the broad phase, once a step, finds the pairs that may meet; the narrow phase, each substep,
// turns those that do into contact planes. Works on arrays and knows nothing of bodies and worlds.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/world.h"

// A placement in the local space of a body.
typedef struct tlLocalPose
{
	tlVec3 p;
	tlQuat q;
} tlLocalPose;

tlLocalPose tlMakeLocalPose( const tlTransform* transform, tlPosition origin );

// A collider over an interval of time.
typedef struct tlMovingShape
{
	int32_t collider; // index that pairs and contacts carry
	tlShape shape;
	tlReal thickness;
	tlLocalPose start, end;
} tlMovingShape;

// A particle that may meet a collider in this step.
typedef struct tlCandidate
{
	int32_t particle;
	int32_t collider;
} tlCandidate;

// A particle against a collider in one substep, as a plane that it must stay in front of.
typedef struct tlContact
{
	int32_t particle;
	int32_t collider;
	tlVec3 normal;        // out of the collider
	tlReal offset;        // C = normal . x - offset [m]
	tlVec3 surfaceMove;   // of the collider's surface here, over the substep [m]
	tlReal lambda;        // along the normal, >= 0
	tlVec3 tangentLambda; // friction
	tlReal approachSpeed; // along the normal as predicted, negative when closing [m/s]
} tlContact;

// Appends the particles that come within reach [m] of the shape while it moves. candidates has room for all particles.
size_t tlFindCandidates( const tlMovingShape* moving, const tlVec4* positions, const tlReal* radii, int32_t particleCount,
                         tlReal reach, tlCandidate* candidates );

// Appends a contact for each candidate that is, or may come in this substep, closer than it should. positions and velocities
// are predicted, previous are positions at the start of the substep; moving spans the substep. contacts has room for all
// candidates.
size_t tlFindContacts( const tlMovingShape* moving, const tlCandidate* candidates, size_t candidateCount,
                       const tlVec4* positions, const tlVec4* previous, const tlVec4* velocities, const tlReal* radii,
                       tlReal inverseH, tlContact* contacts );
