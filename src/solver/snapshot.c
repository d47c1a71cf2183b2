// State as bytes: what a step reads and does not derive. Restoring it repeats the run bit for bit.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "base/hash.h"
#include "world.h"

#define TL_STATE_MAGIC 0x34304C54u // "TL04"

typedef struct Header
{
	uint32_t magic;
	uint32_t realSize;
	uint64_t byteCount;
	uint64_t bodyCount, colliderCount, stepCount;
	double time;
} Header;

typedef struct BodyHeader
{
	int32_t particleCount; // -1 where the body was destroyed; of all nodes
	int32_t pinsCount;
	uint64_t iterationIndex;
	int32_t faulted, asleep;
	double quiet;
} BodyHeader;

// Copies to or from the buffer, or only counts when it is null.
typedef struct Stream
{
	char* buffer;
	size_t offset;
	bool writing;
} Stream;

static void Transfer( Stream* stream, void* data, size_t byteCount )
{
	if ( stream->buffer != NULL && byteCount > 0 )
	{
		if ( stream->writing )
		{
			memcpy( stream->buffer + stream->offset, data, byteCount );
		}
		else
		{
			memcpy( data, stream->buffer + stream->offset, byteCount );
		}
	}
	stream->offset += byteCount;
}

static BodyHeader MakeBodyHeader( const tlBody* body )
{
	BodyHeader header = { .particleCount = -1 };
	if ( body != NULL )
	{
		header = ( BodyHeader ){ .particleCount = tlGetNodeCount( body ),
			                     .pinsCount = body->pinsCount,
			                     .iterationIndex = body->iterationIndex,
			                     .faulted = body->faulted,
			                     .asleep = body->asleep,
			                     .quiet = body->quiet };
	}
	return header;
}

static void TransferBody( Stream* stream, tlBody* body, BodyHeader* header )
{
	Transfer( stream, header, sizeof *header );
	if ( body == NULL )
	{
		return;
	}
	Transfer( stream, body->positions, (size_t)tlGetNodeCount( body ) * sizeof( tlVec4 ) );
	Transfer( stream, body->velocities, (size_t)tlGetNodeCount( body ) * sizeof( tlVec4 ) );
	Transfer( stream, body->frames, (size_t)body->frameCount * sizeof( tlQuat ) );
	Transfer( stream, &body->substep, sizeof body->substep );
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		const tlConstraintSet* set = body->sets[s].set;
		Transfer( stream, body->sets[s].latest, set->neighbors != NULL ? (size_t)set->count * sizeof( tlReal ) : 0 );
	}
	for ( int32_t i = 0; i < body->pinsCount; ++i )
	{
		Transfer( stream, &body->pins[i].start, sizeof( tlTransform ) );
		Transfer( stream, &body->pins[i].target, sizeof( tlTransform ) );
	}
}

static size_t TransferWorld( Stream* stream, tlWorld* world, Header* header )
{
	Transfer( stream, header, sizeof *header );
	for ( size_t i = 0; i < world->bodyCount; ++i )
	{
		tlBody* body = world->bodies[i];
		BodyHeader bodyHeader = MakeBodyHeader( body );
		TransferBody( stream, body, &bodyHeader );
		if ( !stream->writing && stream->buffer != NULL && body != NULL )
		{
			body->iterationIndex = bodyHeader.iterationIndex;
			body->faulted = bodyHeader.faulted != 0;
			body->unsolved = false;
			body->asleep = bodyHeader.asleep != 0;
			body->quiet = bodyHeader.quiet;
			body->contactCount = 0;
			for ( size_t k = 0; k < body->touchCount; ++k )
			{
				body->touches[k] = ( tlTouch ){ 0 };
			}
			tlClearForces( &body->forces );
			body->statsFresh = false;
		}
	}
	for ( size_t i = 0; i < world->colliderCount; ++i )
	{
		Transfer( stream, &world->colliders[i].start, sizeof( tlTransform ) );
		Transfer( stream, &world->colliders[i].target, sizeof( tlTransform ) );
	}
	return stream->offset;
}

size_t tlWorld_GetState( const tlWorld* world, void* buffer, size_t capacity )
{
	// The stream only reads the world when it writes the buffer.
	tlWorld* source = (tlWorld*)(uintptr_t)world;
	Header header = { 0 };
	Stream count = { .writing = true };
	size_t byteCount = TransferWorld( &count, source, &header );
	if ( buffer != NULL && capacity >= byteCount )
	{
		header = ( Header ){ .magic = TL_STATE_MAGIC,
			                 .realSize = sizeof( tlReal ),
			                 .byteCount = byteCount,
			                 .bodyCount = world->bodyCount,
			                 .colliderCount = world->colliderCount,
			                 .stepCount = world->stepCount,
			                 .time = world->time };
		Stream stream = { .buffer = buffer, .writing = true };
		TransferWorld( &stream, source, &header );
	}
	return byteCount;
}

// Walks the body headers in the buffer: particle and pin counts must be those of this world.
static bool FitsWorld( const tlWorld* world, const char* buffer, size_t byteCount )
{
	size_t offset = sizeof( Header );
	for ( size_t i = 0; i < world->bodyCount; ++i )
	{
		BodyHeader expected = MakeBodyHeader( world->bodies[i] );
		BodyHeader found;
		if ( byteCount - offset < sizeof found )
		{
			return false;
		}
		memcpy( &found, buffer + offset, sizeof found );
		if ( found.particleCount != expected.particleCount || found.pinsCount != expected.pinsCount )
		{
			return false;
		}
		Stream count = { .offset = offset };
		TransferBody( &count, world->bodies[i], &expected );
		offset = count.offset;
	}
	return true;
}

tlResult tlWorld_SetState( tlWorld* world, const void* buffer, size_t byteCount, tlError* error )
{
	Header header = { 0 };
	if ( byteCount >= sizeof header )
	{
		memcpy( &header, buffer, sizeof header );
	}
	size_t expected = tlWorld_GetState( world, NULL, 0 );
	if ( header.magic != TL_STATE_MAGIC || header.realSize != sizeof( tlReal ) )
	{
		return tlFail( error, tl_invalidArgument, "this is not a state of a world in %s precision", tlGetPrecisionName() );
	}
	if ( header.byteCount != byteCount || byteCount != expected || header.bodyCount != world->bodyCount ||
	     header.colliderCount != world->colliderCount || !FitsWorld( world, buffer, byteCount ) )
	{
		return tlFail( error, tl_invalidArgument, "the state is of a world with other bodies, pins or colliders" );
	}
	Stream stream = { .buffer = (char*)(uintptr_t)buffer };
	TransferWorld( &stream, world, &header );
	world->stepCount = header.stepCount;
	world->time = header.time;
	for ( size_t i = 0; i < world->bodyCount; ++i )
	{
		for ( int32_t n = 0; world->bodies[i] != NULL && n < tlGetNodeCount( world->bodies[i] ); ++n )
		{
			world->bodies[i]->positions[n].w = tlGetInverseMass( world->bodies[i], n );
		}
	}
	return tl_success;
}

static uint64_t HashVectors( uint64_t hash, const tlVec4* values, int32_t count )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		hash = tlHashBytes( hash, &values[i].x, 3 * sizeof( tlReal ) );
	}
	return hash;
}

uint64_t tlWorld_Hash( const tlWorld* world )
{
	uint64_t hash = TL_HASH_INIT;
	for ( size_t i = 0; i < world->bodyCount; ++i )
	{
		const tlBody* body = world->bodies[i];
		if ( body != NULL )
		{
			hash = HashVectors( hash, body->positions, body->particleCount );
			hash = HashVectors( hash, body->velocities, body->particleCount );
			hash = tlHashBytes( hash, body->frames, (size_t)body->frameCount * sizeof( tlQuat ) );
		}
	}
	return hash;
}
