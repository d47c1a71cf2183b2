// What bodies and colliders did to each other, read back after the step: contacts, loads, events.
// SPDX-License-Identifier: MIT
#include "tulle/contact.h"

#include "base/core.h"
#include "constraint/projection.h"
#include "world.h"

// ---- recorded in the step

void tlBeginTouches( tlBody* body )
{
	for ( size_t i = 0; i < body->touchCount; ++i )
	{
		body->touches[i] = ( tlTouch ){ .before = body->touches[i].now };
	}
}

static void AddImpulse( tlTouch* touch, tlVec3 at, tlVec3 direction, double size )
{
	const double x[3] = { (double)at.x, (double)at.y, (double)at.z };
	const double p[3] = { size * (double)direction.x, size * (double)direction.y, size * (double)direction.z };
	for ( int k = 0; k < 3; ++k )
	{
		int a = ( k + 1 ) % 3, b = ( k + 2 ) % 3;
		touch->impulse[k] += p[k];
		touch->angular[k] += x[a] * p[b] - x[b] * p[a];
	}
}

void tlRecordTouches( const tlWorld* world, tlBody* body )
{
	for ( size_t i = 0; i < body->contactCount; ++i )
	{
		const tlContact* c = body->contacts + i;
		tlVec3 x = tlMeanOf( c, body->positions );
		tlTouch* touch = body->touches + c->collider;
		if ( world->colliders[c->collider].sensor )
		{
			touch->now = touch->now || tlDot( c->normal, x ) < c->offset;
			continue;
		}
		if ( !( c->lambda > 0 ) )
		{
			continue;
		}
		touch->now = true;
		// With v = (x - x0) / h an impulse of the projections turns the body about x0, where the substep began; one on the
		// velocity about where it is now.
		tlVec3 pushed = tlMulAdd( c->tangentLambda, c->lambda, c->normal );
		AddImpulse( touch, tlMeanOf( c, body->previous ), pushed, 1 / world->h );
		AddImpulse( touch, x, c->normal, (double)c->rebound );
	}
}

static tlColliderId GetColliderId( const tlWorld* world, size_t index )
{
	return ( tlColliderId ){ (uint32_t)index + 1, world->colliders[index].generation };
}

void tlGatherEvents( tlWorld* world )
{
	world->eventCount = 0;
	for ( size_t b = 0; b < world->bodyCount; ++b )
	{
		const tlBody* body = world->bodies[b];
		for ( size_t i = 0; body != NULL && i < body->touchCount; ++i )
		{
			const tlTouch* touch = body->touches + i;
			if ( touch->now != touch->before && world->colliders[i].used && !body->asleep )
			{
				world->events[world->eventCount++] =
				    ( tlTouchEvent ){ .body = { (uint32_t)b + 1, world->bodyGenerations[b] },
					                  .collider = GetColliderId( world, i ),
					                  .begins = touch->now,
					                  .sensor = world->colliders[i].sensor };
			}
		}
	}
}

// ---- read back

int32_t tlBody_GetContactCount( const tlWorld* world, tlBodyId id )
{
	return (int32_t)tlGetBody( world, id )->contactCount;
}

tlContactPoint tlBody_GetContact( const tlWorld* world, tlBodyId id, int32_t index )
{
	const tlBody* body = tlGetBody( world, id );
	TL_ASSERT( index >= 0 && (size_t)index < body->contactCount );
	const tlContact* c = body->contacts + index;
	tlVec3 x = tlMeanOf( c, body->positions );
	double h = body->substep, inverse = h > 0 ? 1 / ( h * h ) : 0;
	double normal = (double)c->lambda * inverse + ( h > 0 ? (double)c->rebound / h : 0 );
	return ( tlContactPoint ){
		.particleCount = c->count,
		.particles = { c->particles[0], c->particles[1], c->particles[2] },
		.weights = { c->weights[0], c->weights[1], c->weights[2] },
		.collider = GetColliderId( world, (size_t)c->collider ),
		.sensor = world->colliders[c->collider].sensor,
		.position = { (double)x.x + body->origin.x, (double)x.y + body->origin.y, (double)x.z + body->origin.z },
		.normal = c->normal,
		.gap = (double)( tlDot( c->normal, x ) - c->offset ),
		.force = tlMulAdd( tlMul( (tlReal)normal, c->normal ), (tlReal)inverse, c->tangentLambda ),
	};
}

tlLoad tlCollider_GetLoad( const tlWorld* world, tlColliderId id )
{
	TL_ASSERT( tlCollider_IsValid( world, id ) );
	size_t index = id.index1 - 1;
	const tlPosition p = world->colliders[index].start.p;
	tlLoad load = { { 0 }, { 0 } };
	double inverse = world->lastStep > 0 ? 1 / world->lastStep : 0;
	for ( size_t b = 0; b < world->bodyCount; ++b )
	{
		const tlBody* body = world->bodies[b];
		if ( body == NULL || index >= body->touchCount )
		{
			continue;
		}
		const tlTouch* touch = body->touches + index;
		const double arm[3] = { body->origin.x - p.x, body->origin.y - p.y, body->origin.z - p.z };
		for ( int k = 0; k < 3; ++k )
		{
			int i = ( k + 1 ) % 3, j = ( k + 2 ) % 3;
			load.force[k] -= inverse * touch->impulse[k];
			load.torque[k] -= inverse * ( touch->angular[k] + arm[i] * touch->impulse[j] - arm[j] * touch->impulse[i] );
		}
	}
	return load;
}

const tlTouchEvent* tlWorld_GetTouchEvents( const tlWorld* world, int32_t* count )
{
	*count = (int32_t)world->eventCount;
	return world->events;
}
