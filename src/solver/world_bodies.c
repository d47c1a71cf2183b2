// The bodies of a world: making, reading and changing them between steps.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "world.h"

tlBody* tlGetBody( const tlWorld* world, tlBodyId id )
{
	TL_ASSERT( tlBody_IsValid( world, id ) );
	return world->bodies[id.index1 - 1];
}

bool tlBody_IsValid( const tlWorld* world, tlBodyId id )
{
	return id.index1 >= 1 && id.index1 <= world->bodyCount && world->bodies[id.index1 - 1] != NULL &&
	       world->bodyGenerations[id.index1 - 1] == id.generation;
}

tlResult tlCreateBody( tlWorld* world, const tlBodyDef* def, tlBodyId* out, tlError* error )
{
	*out = (tlBodyId)TL_NULL_ID;
	size_t slot = 0;
	while ( slot < world->bodyCount && world->bodies[slot] != NULL )
	{
		slot += 1;
	}
	tlBody* body = TL_ALLOC( tlBody, 1 );
	if ( body == NULL || !tlReserve( (void**)&world->bodies, &world->bodyCapacity, slot + 1, sizeof( tlBody* ) ) ||
	     !tlReserve( (void**)&world->bodyGenerations, &world->bodyGenerationCapacity, slot + 1, sizeof( uint32_t ) ) )
	{
		tlFree( body );
		return tlFailMemory( error );
	}
	tlResult result = tlInitBody( body, def, error );
	if ( result != tl_success )
	{
		tlFreeBody( body );
		tlFree( body );
		return result;
	}
	world->bodies[slot] = body;
	world->bodyGenerations[slot] += 1;
	world->bodyCount = slot >= world->bodyCount ? slot + 1 : world->bodyCount;
	world->prepared = false;
	*out = ( tlBodyId ){ (uint32_t)slot + 1, world->bodyGenerations[slot] };
	return tl_success;
}

void tlDestroyBody( tlWorld* world, tlBodyId id )
{
	tlBody* body = tlGetBody( world, id );
	tlFreeBody( body );
	tlFree( body );
	world->bodies[id.index1 - 1] = NULL;
}

tlView tlBody_GetPositions( const tlWorld* world, tlBodyId id )
{
	const tlBody* body = tlGetBody( world, id );
	return ( tlView ){ &body->positions[0].x, body->particleCount, (int32_t)sizeof( tlVec4 ) };
}

tlView tlBody_GetVelocities( const tlWorld* world, tlBodyId id )
{
	const tlBody* body = tlGetBody( world, id );
	return ( tlView ){ &body->velocities[0].x, body->particleCount, (int32_t)sizeof( tlVec4 ) };
}

tlView tlBody_GetFrames( const tlWorld* world, tlBodyId id )
{
	const tlBody* body = tlGetBody( world, id );
	return ( tlView ){ &body->frames[0].x, body->frameCount, (int32_t)sizeof( tlQuat ) };
}

tlPosition tlBody_GetOrigin( const tlWorld* world, tlBodyId id )
{
	return tlGetBody( world, id )->origin;
}

static tlVec4* GetParticle( const tlBody* body, tlVec4* values, int32_t particle )
{
	TL_ASSERT( particle >= 0 && particle < body->particleCount );
	return values + particle;
}

tlPosition tlBody_GetPosition( const tlWorld* world, tlBodyId id, int32_t particle )
{
	const tlBody* body = tlGetBody( world, id );
	const tlVec4* x = GetParticle( body, body->positions, particle );
	return ( tlPosition ){ body->origin.x + x->x, body->origin.y + x->y, body->origin.z + x->z };
}

tlReal tlBody_GetMass( const tlWorld* world, tlBodyId id, int32_t particle )
{
	const tlBody* body = tlGetBody( world, id );
	TL_ASSERT( particle >= 0 && particle < body->particleCount );
	return body->masses[particle];
}

void tlBody_SetPosition( tlWorld* world, tlBodyId id, int32_t particle, tlPosition position, tlVelocityPolicy policy )
{
	tlBody* body = tlGetBody( world, id );
	tlVec4* x = GetParticle( body, body->positions, particle );
	tlWakeBody( body );
	if ( !tlIsFinite( position.x + position.y + position.z ) )
	{
		tlHoldBody( body );
		return;
	}
	x->x = (tlReal)( position.x - body->origin.x );
	x->y = (tlReal)( position.y - body->origin.y );
	x->z = (tlReal)( position.z - body->origin.z );
	if ( policy == tl_zeroVelocity )
	{
		body->velocities[particle] = ( tlVec4 ){ 0 };
	}
	body->statsFresh = false;
}

void tlBody_SetVelocity( tlWorld* world, tlBodyId id, int32_t particle, tlVec3 velocity )
{
	tlBody* body = tlGetBody( world, id );
	tlWakeBody( body );
	if ( !tlIsFinite( (double)velocity.x + velocity.y + velocity.z ) )
	{
		tlHoldBody( body );
		return;
	}
	*GetParticle( body, body->velocities, particle ) = ( tlVec4 ){ velocity.x, velocity.y, velocity.z, 0 };
	body->statsFresh = false;
}

tlResult tlBody_SetMaterial( tlWorld* world, tlBodyId id, const tlMaterial* material, tlError* error )
{
	tlBody* body = tlGetBody( world, id );
	tlResult result = tlValidateMaterial( material, error );
	if ( result == tl_success )
	{
		body->material = *material;
		tlWakeBody( body );
		tlApplyMaterial( body );
	}
	return result;
}

tlResult tlBody_SetPressure( tlWorld* world, tlBodyId id, tlReal pressure )
{
	tlBody* body = tlGetBody( world, id );
	if ( !tlIsFinite( pressure ) || ( pressure != 0 && body->fabric->topology.triangleCount == 0 ) )
	{
		return tl_invalidArgument;
	}
	body->pressure = pressure;
	tlWakeBody( body );
	return tl_success;
}

tlReal tlBody_GetPressure( const tlWorld* world, tlBodyId id )
{
	return tlGetBody( world, id )->pressure;
}

tlMaterial tlBody_GetMaterial( const tlWorld* world, tlBodyId id )
{
	return tlGetBody( world, id )->material;
}

static tlResult FollowPins( tlWorld* world, tlBody* body, tlError* error )
{
	world->prepared = false;
	tlWakeBody( body );
	tlResult result = tlRebuildPinSets( body, error );
	tlApplyMaterial( body );
	return result;
}

tlResult tlBody_AddPins( tlWorld* world, tlBodyId id, const tlPinDef* def, int32_t* pins, tlError* error )
{
	tlBody* body = tlGetBody( world, id );
	tlResult result = tlAppendPins( body, def, error );
	if ( result != tl_success )
	{
		return result;
	}
	*pins = body->pinsCount - 1;
	return FollowPins( world, body, error );
}

void tlBody_ReleasePins( tlWorld* world, tlBodyId id, int32_t pins )
{
	tlBody* body = tlGetBody( world, id );
	TL_ASSERT( pins >= 0 && pins < body->pinsCount );
	if ( body->pins[pins].released )
	{
		return;
	}
	tlReleasePins( body, pins );
	// Fewer anchors need no more memory than before; should it fail all the same, the body goes on without tethers.
	FollowPins( world, body, NULL );
}

tlResult tlBody_SetPinTarget( tlWorld* world, tlBodyId id, int32_t pins, const tlTransform* target )
{
	tlBody* body = tlGetBody( world, id );
	TL_ASSERT( pins >= 0 && pins < body->pinsCount );
	if ( !tlIsFiniteTransform( target ) )
	{
		return tl_invalidArgument;
	}
	body->pins[pins].target = *target;
	body->pins[pins].target.q = tlNormalizeQuat( target->q );
	return tl_success;
}

bool tlBody_IsAsleep( const tlWorld* world, tlBodyId id )
{
	return tlGetBody( world, id )->asleep;
}

void tlBody_Wake( tlWorld* world, tlBodyId id )
{
	tlWakeBody( tlGetBody( world, id ) );
}

const tlBodyStats* tlBody_GetStats( tlWorld* world, tlBodyId id )
{
	tlBody* body = tlGetBody( world, id );
	double start = tlGetSeconds();
	bool fresh = body->statsFresh;
	tlMeasureBody( world, body );
	if ( !fresh )
	{
		world->stats.times.statistics += tlGetSeconds() - start;
	}
	return &body->stats;
}

int32_t tlBody_GetResidualHistory( const tlWorld* world, tlBodyId id, const double** values )
{
	const tlBody* body = tlGetBody( world, id );
	*values = body->history;
	return body->historyCount;
}
