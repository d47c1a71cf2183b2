// Rest: a body whose particles all stay below a speed for a while is not stepped any more, and its velocities are nothing.
// Whatever might move it wakes it: its own pins, a collider on its way near it, and every change through the public door.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "world.h"

void tlWakeBody( tlBody* body )
{
	body->asleep = false;
	body->quiet = 0;
}

void tlWakeBodies( tlWorld* world )
{
	for ( size_t i = 0; i < world->bodyCount; ++i )
	{
		if ( world->bodies[i] != NULL )
		{
			tlWakeBody( world->bodies[i] );
		}
	}
}

static bool HasMovingPins( const tlBody* body )
{
	bool moving = false;
	for ( int32_t i = 0; i < body->pinsCount; ++i )
	{
		const tlPins* pins = body->pins + i;
		moving = moving || ( !pins->released && !tlIsSameTransform( &pins->start, &pins->target ) );
	}
	return moving;
}

// Air in gusts or turbulence, and functions of the program, may do something else at any time.
static bool HasChangingForces( const tlWorld* world, const tlBody* body )
{
	const tlWind* wind = &world->air.wind;
	bool restless = tlFeelsAir( world, body ) && ( world->air.turbulent || ( wind->gustAmplitude > 0 ) );
	for ( size_t i = 0; i < world->fieldCount; ++i )
	{
		const tlForceField* field = world->fields + i;
		restless =
		    restless || ( field->used && field->def.type == tl_customField && tlIsFieldFor( field, body->forces.id ) );
	}
	return restless;
}

void tlRestBody( const tlWorld* world, tlBody* body )
{
	const tlBudget* budget = &world->budget;
	bool quiet = budget->sleepSpeed > 0 && body->maxSpeed < budget->sleepSpeed && !HasMovingPins( body ) &&
	             !HasChangingForces( world, body ) && !body->faulted;
	body->quiet = quiet ? body->quiet + world->h * budget->substepCount : 0;
	if ( !( quiet && body->quiet >= (double)budget->sleepTime ) )
	{
		return;
	}
	body->asleep = true;
	body->maxSpeed = 0;
	memset( body->velocities, 0, (size_t)tlGetNodeCount( body ) * sizeof( tlVec4 ) );
}

bool tlStaysAsleep( const tlWorld* world, tlBody* body )
{
	if ( !body->asleep )
	{
		return false;
	}
	bool woken = HasMovingPins( body ) || HasChangingForces( world, body );
	tlSwarm swarm = { { 0, 0, 0 }, { 0, 0, 0 } };
	bool measured = false;
	for ( size_t i = 0; i < world->colliderCount && !woken; ++i )
	{
		const tlCollider* c = world->colliders + i;
		if ( !c->used || tlIsSameTransform( &c->start, &c->target ) )
		{
			continue;
		}
		swarm = measured ? swarm : tlMeasureSwarm( body->positions, body->radii, body->particleCount );
		measured = true;
		woken = tlMayMeetCollider( world, body, i, &swarm, (tlReal)0.01 );
	}
	if ( woken )
	{
		tlWakeBody( body );
	}
	return body->asleep;
}
