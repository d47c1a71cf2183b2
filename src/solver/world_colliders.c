// The colliders of a world.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "collide/shape.h"
#include "world.h"

tlColliderDef tlDefaultColliderDef( void )
{
	tlColliderDef def = { .shape = { .type = tl_sphereShape,
		                             .radius = 1,
		                             .halfHeight = 1,
		                             .halfExtents = { (tlReal)0.5, (tlReal)0.5, (tlReal)0.5 } },
		                  .transform = tlTransform_identity,
		                  .filter = { 1, UINT32_MAX },
		                  .staticFriction = -1,
		                  .kineticFriction = -1,
		                  .restitution = -1,
		                  .cookie = TL_COOKIE };
	return def;
}

// What stands in a slot is another one than before.
static void ForgetTouches( tlWorld* world, size_t slot )
{
	for ( size_t i = 0; i < world->bodyCount; ++i )
	{
		tlBody* body = world->bodies[i];
		if ( body != NULL && slot < body->touchCount )
		{
			body->touches[slot] = ( tlTouch ){ 0 };
			body->contactCount = 0;
		}
	}
	tlWakeBodies( world );
}

tlResult tlCreateCollider( tlWorld* world, const tlColliderDef* def, tlColliderId* out, tlError* error )
{
	TL_ASSERT( def->cookie == TL_COOKIE );
	*out = (tlColliderId)TL_NULL_ID;
	const char* fault = tlFindShapeFault( &def->shape );
	if ( fault != NULL )
	{
		return tlFail( error, tl_invalidArgument, "%s", fault );
	}
	if ( !tlIsFiniteTransform( &def->transform ) || !( def->thickness >= 0 ) || !tlIsFinite( def->thickness ) )
	{
		return tlFail( error, tl_invalidArgument, "transform must be finite and thickness at least 0" );
	}
	if ( !tlIsFinite( (double)def->staticFriction + def->kineticFriction ) || def->restitution > 1 ||
	     !tlIsFinite( def->restitution ) || ( def->staticFriction >= 0 && def->kineticFriction > def->staticFriction ) )
	{
		return tlFail( error, tl_invalidArgument,
		               "friction must be finite, kineticFriction not above staticFriction, restitution at most 1" );
	}
	size_t slot = 0;
	while ( slot < world->colliderCount && world->colliders[slot].used )
	{
		slot += 1;
	}
	if ( !tlReserve( (void**)&world->colliders, &world->colliderCapacity, slot + 1, sizeof( tlCollider ) ) )
	{
		return tlFailMemory( error );
	}
	tlCollider* c = world->colliders + slot;
	uint32_t generation = c->generation + 1;
	*c = ( tlCollider ){ .shape = def->shape,
		                 .filter = def->filter,
		                 .sensor = def->sensor,
		                 .thickness = def->thickness,
		                 .staticFriction = def->staticFriction,
		                 .kineticFriction = def->kineticFriction,
		                 .restitution = def->restitution,
		                 .start = def->transform,
		                 .generation = generation,
		                 .used = true };
	c->start.q = tlNormalizeQuat( c->start.q );
	ForgetTouches( world, slot );
	c->target = c->start;
	world->colliderCount = slot >= world->colliderCount ? slot + 1 : world->colliderCount;
	world->prepared = false;
	*out = ( tlColliderId ){ (uint32_t)slot + 1, generation };
	return tl_success;
}

bool tlCollider_IsValid( const tlWorld* world, tlColliderId id )
{
	return id.index1 >= 1 && id.index1 <= world->colliderCount && world->colliders[id.index1 - 1].used &&
	       world->colliders[id.index1 - 1].generation == id.generation;
}

static tlCollider* GetCollider( const tlWorld* world, tlColliderId id )
{
	TL_ASSERT( tlCollider_IsValid( world, id ) );
	return world->colliders + id.index1 - 1;
}

void tlDestroyCollider( tlWorld* world, tlColliderId id )
{
	GetCollider( world, id )->used = false;
	ForgetTouches( world, id.index1 - 1 );
}

tlResult tlCollider_SetTarget( tlWorld* world, tlColliderId id, const tlTransform* target )
{
	tlCollider* collider = GetCollider( world, id );
	if ( !tlIsFiniteTransform( target ) )
	{
		return tl_invalidArgument;
	}
	collider->target = *target;
	collider->target.q = tlNormalizeQuat( target->q );
	return tl_success;
}

tlResult tlCollider_Teleport( tlWorld* world, tlColliderId id, const tlTransform* transform )
{
	tlResult result = tlCollider_SetTarget( world, id, transform );
	tlCollider* collider = GetCollider( world, id );
	collider->start = result == tl_success ? collider->target : collider->start;
	tlWakeBodies( world );
	return result;
}

tlTransform tlCollider_GetTransform( const tlWorld* world, tlColliderId id )
{
	return GetCollider( world, id )->start;
}
