// Particles against shapes: the broad phase, once a step, finds the pairs that may meet; the narrow phase, each substep,
// turns those that do into contact planes. Works on arrays and knows nothing of bodies and worlds.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/particles.h"
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

// How the narrow phase works.
typedef struct tlContactRules
{
	bool continuous; // looks along the way of the substep, too
	tlReal pushOut;  // what was inside comes out by no more in this substep [m]
	tlReal moved;    // how far particles have moved since the search for candidates at most [m]
	tlReal most;     // how far they may move in this substep, before projections [m]
	tlReal inverseH;
} tlContactRules;

// The box of some particles, grown by their radii.
typedef struct tlSwarm
{
	tlVec3 lower, upper;
} tlSwarm;

// A particle, or a face, that may meet a collider in this step.
typedef struct tlCandidate
{
	int32_t index;
	int32_t collider;
	tlReal
	    when; // it need not be looked at before any particle has moved this far since the search [m]; as its distance says
} tlCandidate;

// A particle, or a point of a segment or a triangle, against a collider in one substep: a plane that it must stay in front
// of.
typedef struct tlContact
{
	int32_t count; // of the particles that the point is a mean of
	int32_t particles[3];
	tlReal weights[3];
	int32_t collider;
	tlVec3 normal;        // out of the collider
	tlReal offset;        // of the plane that it should stay in front of: normal . x - offset [m]
	tlReal slack;         // it may stay that far behind it in this substep [m]: C = normal . x - offset + slack
	tlVec3 surfaceMove;   // of the collider's surface here, over the substep [m]
	tlReal lambda;        // along the normal, >= 0
	tlVec3 tangentLambda; // friction
	tlReal approachSpeed; // along the normal as predicted, negative when closing [m/s]
	tlReal rebound;       // impulse by restitution along the normal, at the end of the substep [N s]
} tlContact;

// The mean of what the particles of a contact have.
TL_INLINE tlVec3 tlMeanOf( const tlContact* c, const tlVec4* values )
{
	tlVec3 mean = tlMul( c->weights[0], tlLoadVec3( values, c->particles[0] ) );
	for ( int32_t k = 1; k < c->count; ++k )
	{
		mean = tlMulAdd( mean, c->weights[k], tlLoadVec3( values, c->particles[k] ) );
	}
	return mean;
}

// The particles that can move.
tlSwarm tlMeasureSwarm( const tlVec4* positions, const tlReal* radii, int32_t particleCount );

// Whether any of them may come within reach [m] of the shape while it moves.
bool tlMayMeet( const tlMovingShape* moving, const tlSwarm* swarm, tlReal reach );

// Writes the particles that come within reach [m] of the shape while it moves, as far as there is room, and returns how many
// there are.
size_t tlFindCandidates( const tlMovingShape* moving, const tlVec4* positions, const tlReal* radii, int32_t particleCount,
                         tlReal reach, tlCandidate* candidates, size_t capacity );

// Triangles (3 corners) or segments (2) of a body.
typedef struct tlElements
{
	const int32_t* corners;
	int32_t cornerCount, count;
} tlElements;

// face.c: the same for whole elements. A place at a corner is left to the contact of that particle.
size_t tlFindFaceCandidates( const tlMovingShape* moving, const tlElements* elements, const tlVec4* positions,
                             const tlReal* radii, tlReal reach, tlCandidate* candidates, size_t capacity );

// What the narrow phase sees of the particles: predicted positions and velocities, and positions at the start of the
// substep.
typedef struct tlParticles
{
	const tlVec4 *positions, *previous, *velocities;
	const tlReal* radii;
} tlParticles;

// Writes a contact for each candidate that is, or may come in this substep, closer than it should, as far as there is room,
// and returns how many there are; moving spans the substep. A candidate that is far is passed over until particles have
// moved as far, where the shape is still.
size_t tlFindContacts( const tlMovingShape* moving, tlCandidate* candidates, size_t candidateCount,
                       const tlParticles* particles, const tlContactRules* rules, tlContact* contacts, size_t capacity );
size_t tlFindFaceContacts( const tlMovingShape* moving, const tlElements* elements, tlCandidate* candidates,
                           size_t candidateCount, const tlParticles* particles, const tlContactRules* rules,
                           tlContact* contacts, size_t capacity );

// What both share: how far a point at distance r from the shape's origin moves as seen from the shape is at most shift +
// angle r.
typedef struct tlMotionBound
{
	tlReal shift, angle;
} tlMotionBound;

tlMotionBound tlBoundMotion( const tlMovingShape* moving );

bool tlIsStill( const tlMovingShape* moving );

// Fills in all but the point's particles and weights, which are there, and slack: foot, the nearest place of the surface, is
// in the shape's space.
void tlSetContactPlane( const tlMovingShape* moving, const tlParticles* particles, const tlContactRules* rules, tlVec3 foot,
                        tlVec3 normal, tlReal offset, tlContact* contact );
