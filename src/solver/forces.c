// Forces of a substep, gathered at its start: pressure, air, fields. They act on the velocities of the prediction,
// v += h (a + w f), beside gravity.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "world.h"

static bool NeedsAnything( const tlWorld* world, const tlBody* body, bool faces )
{
	for ( size_t i = 0; i < world->fieldCount; ++i )
	{
		if ( tlIsFieldFor( world->fields + i, body->forces.id ) )
		{
			return true;
		}
	}
	return faces;
}

static bool PrepareBody( const tlWorld* world, tlBody* body )
{
	tlForces* f = &body->forces;
	bool hasFaces = body->fabric->topology.triangleCount > 0, wind = tlFeelsAir( world, body );
	bool faces = wind || ( hasFaces && body->pressure != 0 );
	f->active = NeedsAnything( world, body, faces );
	bool ok = true;
	if ( f->active && f->forces == NULL )
	{
		f->forces = TL_ALLOC( tlVec4, body->particleCount );
		f->gains = TL_ALLOC( tlVec4, body->particleCount );
		ok = f->forces != NULL && f->gains != NULL;
	}
	if ( faces && f->faces == NULL )
	{
		f->faces = TL_ALLOC( tlVec4, body->fabric->topology.triangleCount );
		f->shares = TL_ALLOC( tlReal, body->particleCount );
		ok = ok && f->faces != NULL && f->shares != NULL;
	}
	if ( wind && world->air.turbulent && f->air == NULL )
	{
		f->air = TL_ALLOC( tlVec4, body->particleCount );
		ok = ok && f->air != NULL;
	}
	if ( !ok )
	{
		tlFreeForces( f ); // so that the next step tries again
	}
	return ok;
}

bool tlPrepareForces( tlWorld* world )
{
	bool ok = true;
	for ( size_t i = 0; ok && i < world->bodyCount; ++i )
	{
		if ( world->bodies[i] != NULL )
		{
			world->bodies[i]->forces.id = ( tlBodyId ){ (uint32_t)i + 1, world->bodyGenerations[i] };
			ok = PrepareBody( world, world->bodies[i] );
		}
	}
	return ok;
}

void tlFreeForces( tlForces* forces )
{
	tlFree( forces->forces );
	tlFree( forces->gains );
	tlFree( forces->faces );
	tlFree( forces->shares );
	tlFree( forces->air );
	*forces = ( tlForces ){ .id = forces->id };
}

void tlClearForces( tlForces* forces )
{
	memset( forces->aeroForce, 0, sizeof forces->aeroForce );
	forces->limitedCount = 0;
	forces->push = 0;
}

// From forces and accelerations to what the velocities gain.
static void MakeGains( tlBody* body, tlReal h )
{
	tlForces* f = &body->forces;
	tlReal most = 0, sum = 0;
	for ( int32_t i = 0; i < body->particleCount; ++i )
	{
		tlVec4* gain = f->gains + i;
		const tlVec4* force = f->forces + i;
		tlReal w = body->positions[i].w;
		if ( w == 0 )
		{
			*gain = ( tlVec4 ){ 0 };
			continue;
		}
		gain->x = h * ( gain->x + w * force->x );
		gain->y = h * ( gain->y + w * force->y );
		gain->z = h * ( gain->z + w * force->z );
		tlReal square = gain->x * gain->x + gain->y * gain->y + gain->z * gain->z;
		most = square > most ? square : most;
		sum += 0 * square; // zero, or NaN once anything is not finite
	}
	f->push = tlSqrt( most );
	if ( sum != 0 )
	{
		tlHoldBody( body );
	}
}

void tlGatherForces( const tlWorld* world, tlBody* body, int32_t substep )
{
	tlForces* f = &body->forces;
	double time = world->time + substep * world->h;
	size_t byteCount = (size_t)body->particleCount * sizeof( tlVec4 );
	memset( f->forces, 0, byteCount );
	memset( f->gains, 0, byteCount );
	tlClearForces( f );
	bool wind = tlFeelsAir( world, body );
	bool pressure = body->pressure != 0 && body->fabric->topology.triangleCount > 0;
	if ( wind || pressure )
	{
		tlMeasureFaces( body );
	}
	if ( pressure )
	{
		tlAddPressure( body );
	}
	if ( wind )
	{
		tlAddWind( world, body, time );
	}
	tlAddFields( world, body, time );
	MakeGains( body, (tlReal)world->h );
}
