// Making and changing a body between steps.
// SPDX-License-Identifier: MIT
#include "body.h"

#include "base/core.h"
#include "chain.h"

tlBodyDef tlDefaultBodyDef( void )
{
	tlBodyDef def = { .material = tlDefaultMaterial(),
		              .filter = { 1, UINT32_MAX },
		              .transform = tlTransform_identity,
		              .tetherMode = tl_noTethers,
		              .tetherScale = 1,
		              .tetherCount = 2,
		              .cookie = TL_COOKIE };
	return def;
}

static tlResult Validate( const tlBodyDef* def, tlError* error )
{
	TL_ASSERT( def->cookie == TL_COOKIE );
	TL_ASSERT( def->fabric != NULL );
	const tlVec3 v = def->velocity, w = def->angularVelocity;
	if ( !tlIsFiniteTransform( &def->transform ) || !tlIsFinite( def->origin.x + def->origin.y + def->origin.z ) )
	{
		return tlFail( error, tl_invalidArgument, "transform and origin must be finite" );
	}
	if ( !tlIsFinite( (double)v.x + v.y + v.z ) || !tlIsFinite( (double)w.x + w.y + w.z ) )
	{
		return tlFail( error, tl_invalidArgument, "velocity and angularVelocity must be finite" );
	}
	if ( (unsigned)def->tetherMode >= tl_tetherModeCount || !( def->tetherScale > 0 ) || !tlIsFinite( def->tetherScale ) )
	{
		return tlFail( error, tl_invalidArgument, "tetherScale must be above 0 and tetherMode one of its values" );
	}
	if ( def->tetherCount < 1 || def->tetherCount > 8 )
	{
		return tlFail( error, tl_invalidArgument, "tetherCount must be from 1 to 8, not %d", def->tetherCount );
	}
	if ( !tlIsFinite( def->pressure ) )
	{
		return tlFail( error, tl_invalidArgument, "pressure must be finite" );
	}
	if ( def->pressure != 0 && def->fabric->topology.triangleCount == 0 )
	{
		return tlFail( error, tl_invalidArgument, "pressure has nothing to push: the fabric has no triangles" );
	}
	return tlValidateMaterial( &def->material, error );
}

// Unit quaternion of a definition: callers may hand one that is not quite of unit length.
static tlTransform Normalize( tlTransform t )
{
	t.q = tlNormalizeQuat( t.q );
	return t;
}

// Grows one array of nodes; the new part is zero.
static bool GrowNodes( void** array, int32_t from, int32_t to, size_t size )
{
	char* grown = tlAlloc( (size_t)to, size );
	if ( grown == NULL )
	{
		return false;
	}
	if ( *array != NULL )
	{
		memcpy( grown, *array, (size_t)from * size );
	}
	tlFree( *array );
	*array = grown;
	return true;
}

bool tlReserveNodes( tlBody* body, int32_t count )
{
	int32_t from = body->nodeCapacity;
	if ( count <= from && from > 0 )
	{
		return true;
	}
	bool ok = GrowNodes( (void**)&body->positions, from, count, sizeof( tlVec4 ) ) &&
	          GrowNodes( (void**)&body->previous, from, count, sizeof( tlVec4 ) ) &&
	          GrowNodes( (void**)&body->corrections, from, count, sizeof( tlVec4 ) ) &&
	          GrowNodes( (void**)&body->velocities, from, count, sizeof( tlVec4 ) ) &&
	          GrowNodes( (void**)&body->masses, from, count, sizeof( tlReal ) ) &&
	          GrowNodes( (void**)&body->pinnings, from, count, sizeof( int32_t ) ) &&
	          GrowNodes( (void**)&body->owners, from, count, sizeof( int32_t ) );
	body->nodeCapacity = ok ? count : from;
	return ok;
}

static bool AllocateParticles( tlBody* body )
{
	body->radii = TL_ALLOC( tlReal, body->particleCount );
	body->frames = TL_ALLOC( tlQuat, body->frameCount );
	body->previousFrames = TL_ALLOC( tlQuat, body->frameCount );
	return tlReserveNodes( body, body->particleCount + body->frameCount ) && body->radii != NULL && body->frames != NULL &&
	       body->previousFrames != NULL;
}

static void PlaceParticles( tlBody* body, const tlBodyDef* def )
{
	tlTransform transform = Normalize( def->transform );
	for ( int32_t i = 0; i < body->particleCount; ++i )
	{
		tlVec3 rest = body->fabric->topology.positions[i];
		tlPosition p = tlTransformPoint( &transform, rest );
		tlVec4 x = { (tlReal)( p.x - def->origin.x ), (tlReal)( p.y - def->origin.y ), (tlReal)( p.z - def->origin.z ), 0 };
		tlVec3 arm = tlRotate( transform.q, rest );
		tlVec3 v = tlAdd( def->velocity, tlCross( def->angularVelocity, arm ) );
		body->owners[i] = -1;
		body->positions[i] = x;
		body->previous[i] = x;
		body->velocities[i] = ( tlVec4 ){ v.x, v.y, v.z, 0 };
	}
	for ( int32_t i = 0; i < body->frameCount; ++i )
	{
		int32_t node = body->particleCount + i;
		body->owners[node] = -1;
		body->frames[i] = tlNormalizeQuat( tlMulQuat( transform.q, body->fabric->frames[i] ) );
		body->previousFrames[i] = body->frames[i];
		body->velocities[node] = ( tlVec4 ){ def->angularVelocity.x, def->angularVelocity.y, def->angularVelocity.z, 0 };
	}
}

bool tlAllocateSetState( tlBody* body, int32_t index, const tlConstraintSet* set )
{
	size_t rows = (size_t)set->type->info.rowCount * (size_t)set->count;
	body->sets[index].set = set;
	body->sets[index].lambda = TL_ALLOC( tlReal, rows );
	body->compliances[index] = TL_ALLOC( tlReal, rows );
	body->crosses[index] = TL_ALLOC( tlReal, set->type->info.rowCount > 1 ? set->count : 0 );
	body->dampings[index] = TL_ALLOC( tlReal, rows );
	size_t coupled = set->neighbors != NULL ? (size_t)set->count : 0;
	body->couplings[index] = TL_ALLOC( tlReal, 4 * coupled );
	body->sets[index].latest = TL_ALLOC( tlReal, coupled );
	return body->couplings[index] != NULL && body->sets[index].latest != NULL && body->sets[index].lambda != NULL &&
	       body->compliances[index] != NULL && body->crosses[index] != NULL && body->dampings[index] != NULL;
}

void tlFreeSetState( tlBody* body, int32_t index )
{
	tlFree( body->sets[index].lambda );
	tlFree( body->compliances[index] );
	tlFree( body->crosses[index] );
	tlFree( body->couplings[index] );
	tlFree( body->sets[index].latest );
	tlFree( body->dampings[index] );
	tlFree( body->knees[index] );
	tlFree( body->shuffles[index] );
	body->sets[index] = ( tlSetState ){ 0 };
	body->compliances[index] = NULL;
	body->crosses[index] = NULL;
	body->couplings[index] = NULL;
	body->dampings[index] = NULL;
	body->knees[index] = NULL;
	body->shuffles[index] = NULL;
}

tlResult tlInitBody( tlBody* body, const tlBodyDef* def, tlError* error )
{
	tlResult result = Validate( def, error );
	if ( result != tl_success )
	{
		return result;
	}
	body->fabric = def->fabric;
	body->material = def->material;
	body->origin = def->origin;
	body->pressure = def->pressure;
	body->filter = def->filter;
	body->particleCount = def->fabric->topology.particleCount;
	body->frameCount = def->fabric->frameCount;
	body->tetherMode = def->tetherMode;
	body->tetherScale = def->tetherScale;
	body->tetherCount = def->tetherCount;
	bool ok = AllocateParticles( body );
	for ( int32_t i = 0; ok && i < def->fabric->setCount; ++i )
	{
		ok = tlAllocateSetState( body, i, def->fabric->sets + i );
		body->setCount = i + 1;
	}
	if ( !ok )
	{
		return tlFailMemory( error );
	}
	PlaceParticles( body, def );
	for ( int32_t i = 0; i < def->pinCount; ++i )
	{
		result = tlAppendPins( body, def->pins + i, error );
		if ( result != tl_success )
		{
			return result;
		}
	}
	result = tlTakeMaps( body, def, error );
	if ( result == tl_success )
	{
		result = tlRebuildPinSets( body, error );
	}
	if ( result != tl_success )
	{
		return result;
	}
	tlApplyMaterial( body );
	// The velocity of a pinned particle is its frame's, which does not move yet; one without mass stays where it is.
	for ( int32_t i = 0; i < tlGetNodeCount( body ); ++i )
	{
		if ( body->positions[i].w == 0 )
		{
			body->velocities[i] = ( tlVec4 ){ 0 };
		}
	}
	return tl_success;
}

void tlFreeBody( tlBody* body )
{
	for ( int32_t i = 0; i < TL_MAX_SETS; ++i )
	{
		tlFreeSetState( body, i );
	}
	tlFreeSet( &body->tethers );
	tlFreeSet( &body->attachments );
	for ( int32_t i = 0; i < body->pinsCount; ++i )
	{
		tlFreePins( body->pins + i );
	}
	tlFree( body->pins );
	tlFreeMaps( body );
	tlFreeChains( body );
	tlFree( body->gradients );
	tlFreeSweep( body );
	tlFree( body->frames );
	tlFree( body->previousFrames );
	tlFree( body->positions );
	tlFree( body->previous );
	tlFree( body->corrections );
	tlFree( body->velocities );
	tlFree( body->radii );
	tlFree( body->touches );
	tlFree( body->candidateRuns );
	tlFree( body->masses );
	tlFree( body->pinnings );
	tlFree( body->owners );
	tlFree( body->candidates );
	tlFree( body->contacts );
	tlFree( body->history );
	tlFreeForces( &body->forces );
	memset( body, 0, sizeof *body );
}

void tlClearLambdas( tlBody* body )
{
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		size_t rows = (size_t)body->sets[s].set->type->info.rowCount * (size_t)body->sets[s].set->count;
		memset( body->sets[s].lambda, 0, rows * sizeof( tlReal ) );
	}
}

void tlHoldBody( tlBody* body )
{
	memset( body->velocities, 0, (size_t)tlGetNodeCount( body ) * sizeof( tlVec4 ) );
	memset( body->corrections, 0, (size_t)tlGetNodeCount( body ) * sizeof( tlVec4 ) );
	tlClearLambdas( body );
	tlClearForces( &body->forces );
	body->contactCount = 0;
	body->maxSpeed = 0;
	body->faulted = true;
	body->statsFresh = false;
}
