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

static bool Meets( tlFilter a, tlFilter b )
{
	return ( a.groups & b.mask ) != 0 && ( b.groups & a.mask ) != 0;
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
		size_t room = body->candidateCapacity - body->candidateCount;
		size_t found = tlFindCandidates( &moving, body->positions, body->radii, body->particleCount, body->reach,
		                                 body->candidates + body->candidateCount, room );
		needed += found;
		body->candidateCount += found < room ? found : room;
	}
	body->candidatesNeeded = needed > body->candidatesNeeded ? needed : body->candidatesNeeded;
	body->contactsDropped += (int64_t)( needed - body->candidateCount );
}

void tlFindBodyContacts( const tlWorld* world, tlBody* body, int32_t substep )
{
	tlReal h = (tlReal)world->h;
	if ( body->moved + ( body->maxSpeed + tlLength( world->gravity ) * h + body->forces.push ) * h > body->reach )
	{
		tlFindBodyCandidates( world, body, substep );
	}
	body->contactCount = 0;
	const tlParticles particles = { body->positions, body->previous, body->velocities, body->radii };
	const tlContactRules rules = { world->budget.continuousContact, world->budget.pushOutSpeed * h, 1 / h };
	for ( size_t first = 0; first < body->candidateCount; )
	{
		int32_t collider = body->candidates[first].collider;
		size_t end = first;
		while ( end < body->candidateCount && body->candidates[end].collider == collider )
		{
			end += 1;
		}
		tlMovingShape moving = MakeMoving( world, body, (size_t)collider, substep, substep + 1 );
		size_t room = body->contactCapacity - body->contactCount;
		size_t found = tlFindContacts( &moving, body->candidates + first, end - first, &particles, &rules,
		                               body->contacts + body->contactCount, room );
		body->contactsDropped += found > room ? (int64_t)( found - room ) : 0;
		body->contactCount += found < room ? found : room;
		first = end;
	}
}

static tlReal Choose( tlReal colliderValue, tlReal materialValue )
{
	return colliderValue < 0 ? materialValue : colliderValue;
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
		const tlVec4* x = body->positions + c->particle;
		tlReal w = x->w;
		if ( w == 0 || world->colliders[c->collider].sensor )
		{
			continue;
		}
		tlVec3 u = tlLoadVec3( body->corrections, c->particle );
		tlReal gap = c->normal.x * x->x + c->normal.y * x->y + c->normal.z * x->z - c->offset + c->slack;
		tlReal lambda = tlMax( c->lambda - ( gap + tlDot( c->normal, u ) ) / w, 0 );
		tlReal delta = w * ( lambda - c->lambda );
		c->lambda = lambda;
		if ( lambda == 0 && delta == 0 )
		{
			continue;
		}
		u = tlMulAdd( u, delta, c->normal );

		const tlCollider* collider = world->colliders + c->collider;
		tlReal mostStatic =
		    lambda * Choose( collider->staticFriction, tlGetMapped( staticMap, m->staticFriction, c->particle ) );
		tlReal mostKinetic =
		    lambda * Choose( collider->kineticFriction, tlGetMapped( kineticMap, m->kineticFriction, c->particle ) );
		mostKinetic = tlMin( mostKinetic, mostStatic ); // maps were checked each by itself
		if ( mostStatic > 0 || mostKinetic > 0 || lambda == 0 )
		{
			// What prediction and projections moved the particle by, against what its surface moved.
			tlVec3 moved = tlMulAdd( u, h, tlLoadVec3( body->velocities, c->particle ) );
			tlVec3 slip = tlSub( moved, c->surfaceMove );
			slip = tlMulAdd( slip, -tlDot( slip, c->normal ), c->normal );
			tlVec3 wanted = tlMulAdd( c->tangentLambda, -1 / w, slip );
			tlReal length = tlLength( wanted );
			if ( length > mostStatic )
			{
				wanted = tlMul( mostKinetic / length, wanted );
			}
			u = tlMulAdd( u, w, tlSub( wanted, c->tangentLambda ) );
			c->tangentLambda = wanted;
		}
		body->corrections[c->particle] = ( tlVec4 ){ u.x, u.y, u.z, 0 };
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
		tlReal own = tlGetMapped( map, body->material.restitution, c->particle );
		tlReal restitution = Choose( world->colliders[c->collider].restitution, own );
		tlReal pushed = gains != NULL ? 2 * tlLength( tlLoadVec3( gains, c->particle ) ) : 0;
		restitution = c->approachSpeed < -( threshold + pushed ) ? restitution : 0;
		tlVec4* v = body->velocities + c->particle;
		tlReal speed =
		    c->normal.x * v->x + c->normal.y * v->y + c->normal.z * v->z - inverseH * tlDot( c->normal, c->surfaceMove );
		tlReal change = -restitution * tlMin( c->approachSpeed, 0 ) - speed;
		// What rounding left of the velocity is carried into the next substep: dropped each time, it would bias the normal
		// force, and with it friction, by up to a percent in single precision.
		const tlVec4* x = body->positions + c->particle;
		if ( tlAbs( change ) <= roundOff * ( tlAbs( x->x ) + tlAbs( x->y ) + tlAbs( x->z ) ) )
		{
			continue;
		}
		v->x += change * c->normal.x;
		v->y += change * c->normal.y;
		v->z += change * c->normal.z;
		c->rebound = change / x->w;
	}
}
