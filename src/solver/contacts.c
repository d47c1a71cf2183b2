// Contact of a body's particles with the colliders of the world.
//
// A contact is the hard one-sided constraint C = n . (x - p) - r >= 0, projected last of all, lambda clamped outward.
// Friction is a position rule (Mueller et al., "Detailed Rigid Body Simulation with Extended Position Based Dynamics", 2020,
// section 3.5): the displacement over the substep relative to the surface is undone as far as the cone of the accumulated
// normal correction allows. Both are displacements of the same substep, so the slope at which a particle slips does not
// depend on the step. Restitution is set on velocities (the same paper, Eq. 34).
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "constraint/projection.h"
#include "world.h"

static tlMovingShape MakeMoving( const tlWorld* world, const tlBody* body, size_t collider, int32_t from, int32_t to )
{
	const tlCollider* c = world->colliders + collider;
	tlMovingShape moving = {
		.collider = (int32_t)collider,
		.shape = c->shape,
		.thickness = c->thickness,
		.start = tlMakeLocalPose( world->poses + (size_t)from * world->colliderCount + collider, body->origin ),
		.end = tlMakeLocalPose( world->poses + (size_t)to * world->colliderCount + collider, body->origin ),
	};
	return moving;
}

// Segments or triangles; none of one corner.
static tlElements GetElements( const tlBody* body, int32_t cornerCount )
{
	const tlTopology* t = &body->fabric->topology;
	return cornerCount == 3 ? ( tlElements ){ t->triangles, 3, t->triangleCount }
	                        : ( tlElements ){ t->segments, cornerCount, cornerCount == 2 ? t->segmentCount : 0 };
}

static bool Meets( tlFilter a, tlFilter b )
{
	return ( a.groups & b.mask ) != 0 && ( b.groups & a.mask ) != 0;
}

bool tlMayMeetCollider( const tlWorld* world, const tlBody* body, size_t collider, const tlSwarm* swarm, tlReal reach )
{
	const tlCollider* c = world->colliders + collider;
	tlMovingShape moving = MakeMoving( world, body, collider, 0, world->budget.substepCount );
	return c->used && Meets( body->filter, c->filter ) && tlMayMeet( &moving, swarm, reach );
}

void tlFindBodyCandidates( const tlWorld* world, tlBody* body, int32_t substep )
{
	// Candidates hold as long as no particle has moved by more than reach: half again of what speed, gravity and forces like
	// those of the last substep take it through the rest of the step, and a centimetre. If one does, tlFindBodyContacts
	// looks again.
	int32_t left = world->budget.substepCount - substep;
	tlReal time = (tlReal)( world->h * left );
	tlReal speed = body->maxSpeed + tlLength( world->gravity ) * time + body->forces.push * (tlReal)left;
	body->reach = (tlReal)1.5 * speed * time + (tlReal)0.01;
	body->moved = 0;
	body->candidateCount = 0;
	body->candidateRunCount = 0;
	size_t needed = 0;
	tlSwarm swarm = tlMeasureSwarm( body->positions, body->radii, body->particleCount );
	for ( size_t i = 0; i < world->colliderCount; ++i )
	{
		const tlCollider* c = world->colliders + i;
		tlMovingShape moving = MakeMoving( world, body, i, substep, world->budget.substepCount );
		if ( !c->used || !Meets( body->filter, c->filter ) || !tlMayMeet( &moving, &swarm, body->reach ) )
		{
			continue;
		}
		for ( int32_t corners = 1; corners <= ( world->budget.faceContact ? 3 : 1 ); ++corners )
		{
			size_t start = body->candidateCount, room = body->candidateCapacity - start, found;
			tlCandidate* to = body->candidates + start;
			const tlElements elements = GetElements( body, corners );
			found =
			    corners == 1
			        ? tlFindCandidates( &moving, body->positions, body->radii, body->particleCount, body->reach, to, room )
			        : tlFindFaceCandidates( &moving, &elements, body->positions, body->radii, body->reach, to, room );
			needed += found;
			found = found < room ? found : room;
			body->candidateCount += found;
			if ( found > 0 )
			{
				body->candidateRuns[body->candidateRunCount++] = ( tlCandidateRun ){ start, found, (int32_t)i, corners };
			}
		}
	}
	body->candidatesNeeded = needed > body->candidatesNeeded ? needed : body->candidatesNeeded;
	body->contactsDropped += (int64_t)( needed - body->candidateCount );
}

void tlFindBodyContacts( const tlWorld* world, tlBody* body, int32_t substep )
{
	tlReal h = (tlReal)world->h;
	tlReal most = ( body->maxSpeed + tlLength( world->gravity ) * h + body->forces.push ) * h;
	if ( body->moved + most > body->reach )
	{
		tlFindBodyCandidates( world, body, substep );
	}
	body->contactCount = 0;
	const tlParticles particles = { body->positions, body->previous, body->velocities, body->radii };
	const tlContactRules rules = { .continuous = world->budget.continuousContact,
		                           .pushOut = world->budget.pushOutSpeed * h,
		                           .moved = body->moved,
		                           .most = most,
		                           .inverseH = 1 / h };
	for ( size_t n = 0; n < body->candidateRunCount; ++n )
	{
		const tlCandidateRun* run = body->candidateRuns + n;
		tlCandidate* candidates = body->candidates + run->start;
		tlMovingShape moving = MakeMoving( world, body, (size_t)run->collider, substep, substep + 1 );
		size_t room = body->contactCapacity - body->contactCount, found;
		tlContact* to = body->contacts + body->contactCount;
		const tlElements elements = GetElements( body, run->cornerCount );
		found = run->cornerCount == 1
		            ? tlFindContacts( &moving, candidates, run->count, &particles, &rules, to, room )
		            : tlFindFaceContacts( &moving, &elements, candidates, run->count, &particles, &rules, to, room );
		body->contactsDropped += found > room ? (int64_t)( found - room ) : 0;
		body->contactCount += found < room ? found : room;
	}
}

static tlReal Choose( tlReal colliderValue, tlReal materialValue )
{
	return colliderValue < 0 ? materialValue : colliderValue;
}

// Of the point that the contact is about: its inverse mass, sum of w_k b_k^2 (a mean moves by b_k of what its particles do).
static tlReal GetInverseMass( const tlBody* body, const tlContact* c )
{
	tlReal w = 0;
	for ( int32_t k = 0; k < c->count; ++k )
	{
		w += c->weights[k] * c->weights[k] * body->positions[c->particles[k]].w;
	}
	return w;
}

// A number of the material there.
static tlReal GetNumber( const tlContact* c, const tlBodyMap* map, tlReal plain )
{
	tlReal sum = 0;
	for ( int32_t k = 0; k < c->count && map != NULL; ++k )
	{
		sum += c->weights[k] * map->values[c->particles[k]];
	}
	return map != NULL ? sum : plain;
}

// Moves each particle by its inverse mass and weight, times size, along a direction: the point by its own inverse mass times
// that.
static void Move( const tlVec4* positions, const tlContact* c, tlReal size, tlVec3 direction, tlVec4* values )
{
	for ( int32_t k = 0; k < c->count; ++k )
	{
		int32_t i = c->particles[k];
		tlReal s = c->weights[k] * positions[i].w * size;
		values[i].x += s * direction.x;
		values[i].y += s * direction.y;
		values[i].z += s * direction.z;
	}
}

void tlProjectContacts( const tlWorld* world, tlBody* body )
{
	tlReal h = (tlReal)world->h;
	const tlMaterial* m = &body->material;
	const tlBodyMap* staticMap = tlFindMap( body, &m->staticFriction );
	const tlBodyMap* kineticMap = tlFindMap( body, &m->kineticFriction );
	for ( size_t i = 0; i < body->contactCount; ++i )
	{
		tlContact* c = body->contacts + i;
		tlReal w = GetInverseMass( body, c );
		if ( w == 0 || world->colliders[c->collider].sensor )
		{
			continue;
		}
		tlVec3 u = tlMeanOf( c, body->corrections );
		tlReal gap = tlDot( c->normal, tlMeanOf( c, body->positions ) ) - c->offset + c->slack;
		tlReal lambda = tlMax( c->lambda - ( gap + tlDot( c->normal, u ) ) / w, 0 );
		tlReal delta = lambda - c->lambda;
		c->lambda = lambda;
		if ( lambda == 0 && delta == 0 )
		{
			continue;
		}
		Move( body->positions, c, delta, c->normal, body->corrections );

		const tlCollider* collider = world->colliders + c->collider;
		tlReal mostStatic = lambda * Choose( collider->staticFriction, GetNumber( c, staticMap, m->staticFriction ) );
		tlReal mostKinetic = lambda * Choose( collider->kineticFriction, GetNumber( c, kineticMap, m->kineticFriction ) );
		mostKinetic = tlMin( mostKinetic, mostStatic ); // maps were checked each by itself
		if ( mostStatic > 0 || mostKinetic > 0 || lambda == 0 )
		{
			// What prediction and projections moved the point by, against what its surface moved.
			u = tlMeanOf( c, body->corrections );
			tlVec3 moved = tlMulAdd( u, h, tlMeanOf( c, body->velocities ) );
			tlVec3 slip = tlSub( moved, c->surfaceMove );
			slip = tlMulAdd( slip, -tlDot( slip, c->normal ), c->normal );
			tlVec3 wanted = tlMulAdd( c->tangentLambda, -1 / w, slip );
			tlReal length = tlLength( wanted );
			if ( length > mostStatic )
			{
				wanted = tlMul( mostKinetic / length, wanted );
			}
			Move( body->positions, c, 1, tlSub( wanted, c->tangentLambda ), body->corrections );
			c->tangentLambda = wanted;
		}
	}
}

void tlApplyRestitution( const tlWorld* world, tlBody* body )
{
	// Below this speed gravity, and what else pushes the particle, make the contact close again within a substep: resting,
	// no rebound.
	tlReal threshold = 2 * tlLength( world->gravity ) * (tlReal)world->h;
	tlReal inverseH = (tlReal)( 1.0 / world->h );
	tlReal roundOff = 2 * TL_EPSILON * inverseH;
	const tlBodyMap* map = tlFindMap( body, &body->material.restitution );
	const tlVec4* gains = body->forces.active ? body->forces.gains : NULL;
	for ( size_t i = 0; i < body->contactCount; ++i )
	{
		tlContact* c = body->contacts + i;
		if ( !( c->lambda > 0 ) )
		{
			continue;
		}
		tlReal own = GetNumber( c, map, body->material.restitution );
		tlReal restitution = Choose( world->colliders[c->collider].restitution, own );
		tlReal pushed = gains != NULL ? 2 * tlLength( tlMeanOf( c, gains ) ) : 0;
		restitution = c->approachSpeed < -( threshold + pushed ) ? restitution : 0;
		tlReal speed = tlDot( c->normal, tlMeanOf( c, body->velocities ) ) - inverseH * tlDot( c->normal, c->surfaceMove );
		tlReal change = -restitution * tlMin( c->approachSpeed, 0 ) - speed;
		// What rounding left of the velocity is carried into the next substep: dropped each time, it would bias the normal
		// force, and with it friction, by up to a percent in single precision.
		tlVec3 x = tlMeanOf( c, body->positions );
		if ( tlAbs( change ) <= roundOff * ( tlAbs( x.x ) + tlAbs( x.y ) + tlAbs( x.z ) ) )
		{
			continue;
		}
		tlReal w = GetInverseMass( body, c );
		c->rebound = change / w;
		for ( int32_t k = 0; k < c->count; ++k )
		{
			int32_t p = c->particles[k];
			tlVec4* v = body->velocities + p;
			tlReal s = c->weights[k] * body->positions[p].w / w * change;
			*v = ( tlVec4 ){ v->x + s * c->normal.x, v->y + s * c->normal.y, v->z + s * c->normal.z, v->w };
			tlReal square = v->x * v->x + v->y * v->y + v->z * v->z;
			body->maxSpeed = square > body->maxSpeed * body->maxSpeed ? tlSqrt( square ) : body->maxSpeed;
		}
	}
}
