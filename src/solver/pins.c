// Pins: particles and frames of rods that follow a moving frame, held or, through anchors, drawn.
// SPDX-License-Identifier: MIT
#include "body.h"

#include "base/core.h"

static tlResult Validate( const tlBody* body, const tlPinDef* def, tlError* error )
{
	if ( def->particleCount < 0 || ( def->particleCount > 0 && def->particles == NULL ) ||
	     !tlIsFiniteTransform( &def->frame ) )
	{
		return tlFail( error, tl_invalidArgument, "pins need particles and a finite frame" );
	}
	if ( !( def->compliance >= 0 ) || !tlIsFinite( def->compliance ) || !( def->damping >= 0 ) ||
	     !tlIsFinite( def->damping ) )
	{
		return tlFail( error, tl_invalidArgument, "pins: compliance and damping must be finite and at least 0" );
	}
	for ( int32_t i = 0; i < def->particleCount; ++i )
	{
		if ( def->particles[i] < 0 || def->particles[i] >= body->particleCount )
		{
			return tlFail( error, tl_invalidArgument, "pinned particle %d is not one of the %d particles", def->particles[i],
			               body->particleCount );
		}
	}
	return tl_success;
}

void tlFreePins( tlPins* pins )
{
	tlFree( pins->nodes );
	tlFree( pins->locals );
	tlFree( pins->turns );
	tlFree( pins->pulled );
}

static tlVec3 GetLocal( const tlBody* body, const tlPins* pins, int32_t node )
{
	const tlVec4* x = body->positions + node;
	tlPosition world = { body->origin.x + x->x, body->origin.y + x->y, body->origin.z + x->z };
	return tlInvTransformPoint( &pins->start, world );
}

static void AddNode( tlBody* body, tlPins* pins, int32_t node )
{
	pins->nodes[pins->count] = node;
	if ( tlIsFrame( body, node ) )
	{
		pins->turns[pins->count] = tlMulQuat( tlConjugate( pins->start.q ), body->frames[node - body->particleCount] );
	}
	else
	{
		pins->locals[pins->count] = GetLocal( body, pins, node );
	}
	body->pinnings[node] += 1;
	body->owners[node] = body->pinsCount;
	pins->count += 1;
}

// The frame of a segment is held where both its ends are, by the same pins.
static void AddFrames( tlBody* body, tlPins* pins, const bool* held )
{
	const int32_t* segments = body->fabric->topology.segments;
	for ( int32_t i = 0; i < body->frameCount; ++i )
	{
		if ( held[segments[2 * (size_t)i]] && held[segments[2 * (size_t)i + 1]] )
		{
			AddNode( body, pins, body->particleCount + i );
		}
	}
}

// An anchor for each particle: a node without mass, which goes where the frame wants the particle.
static bool AddAnchors( tlBody* body, tlPins* pins, const tlPinDef* def )
{
	pins->pulled = TL_ALLOC( int32_t, def->particleCount );
	if ( pins->pulled == NULL || !tlReserveNodes( body, tlGetNodeCount( body ) + def->particleCount ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < def->particleCount; ++i )
	{
		int32_t anchor = tlGetNodeCount( body );
		body->anchorCount += 1;
		body->positions[anchor] = body->positions[def->particles[i]];
		body->positions[anchor].w = 0;
		body->previous[anchor] = body->positions[anchor];
		pins->pulled[i] = def->particles[i];
		AddNode( body, pins, anchor );
	}
	return true;
}

tlResult tlAppendPins( tlBody* body, const tlPinDef* def, tlError* error )
{
	tlResult result = Validate( body, def, error );
	if ( result != tl_success )
	{
		return result;
	}
	if ( !tlReserve( (void**)&body->pins, &body->pinsCapacity, (size_t)body->pinsCount + 1, sizeof( tlPins ) ) )
	{
		return tlFailMemory( error );
	}
	tlPins* pins = body->pins + body->pinsCount;
	*pins = ( tlPins ){ .start = def->frame, .placed = true, .compliance = def->compliance, .damping = def->damping };
	pins->start.q = tlNormalizeQuat( def->frame.q );
	pins->target = pins->start;
	size_t most = (size_t)def->particleCount + (size_t)body->frameCount;
	pins->nodes = TL_ALLOC( int32_t, most );
	pins->locals = TL_ALLOC( tlVec3, most );
	pins->turns = TL_ALLOC( tlQuat, body->frameCount > 0 ? most : 0 );
	bool* held = TL_ALLOC( bool, body->particleCount );
	bool ok = pins->nodes != NULL && pins->locals != NULL && pins->turns != NULL && held != NULL;
	if ( ok && def->compliance > 0 )
	{
		ok = AddAnchors( body, pins, def );
	}
	for ( int32_t i = 0; ok && def->compliance == 0 && i < def->particleCount; ++i )
	{
		held[def->particles[i]] = true;
		AddNode( body, pins, def->particles[i] );
	}
	if ( ok && def->compliance == 0 )
	{
		AddFrames( body, pins, held );
	}
	tlFree( held );
	if ( !ok )
	{
		tlFreePins( pins );
		return tlFailMemory( error );
	}
	body->pinsCount += 1;
	return tl_success;
}

void tlReleasePins( tlBody* body, int32_t index )
{
	tlPins* released = body->pins + index;
	released->released = true;
	for ( int32_t i = 0; i < released->count; ++i )
	{
		body->pinnings[released->nodes[i]] -= 1;
		body->owners[released->nodes[i]] = -1;
	}
	// What several pins held goes to the last of the others, and to its place in that frame.
	for ( int32_t n = 0; n < body->pinsCount; ++n )
	{
		tlPins* pins = body->pins + n;
		for ( int32_t i = 0; i < pins->count && !pins->released; ++i )
		{
			if ( body->owners[pins->nodes[i]] < n )
			{
				body->owners[pins->nodes[i]] = n;
				pins->placed = false;
			}
		}
	}
}

// ---- what hangs on the pins

static tlResult BuildAttachments( tlBody* body, tlError* error )
{
	int32_t count = 0;
	for ( int32_t n = 0; n < body->pinsCount; ++n )
	{
		const tlPins* pins = body->pins + n;
		count += pins->pulled != NULL && !pins->released ? pins->count : 0;
	}
	if ( count == 0 )
	{
		return tl_success;
	}
	tlConstraintSet* set = &body->attachments;
	*set = ( tlConstraintSet ){ .type = tlGetConstraintType( tlFindConstraintType( "attach" ) ),
		                        .family = tl_customFamily,
		                        .name = "attachment",
		                        .count = count };
	set->particles = TL_ALLOC( int32_t, 2 * (size_t)count );
	set->parameters = TL_ALLOC( tlReal, 0 );
	set->compliance = TL_ALLOC( tlReal, count );
	set->damping = TL_ALLOC( tlReal, count );
	bool ok = set->particles != NULL && set->parameters != NULL && set->compliance != NULL && set->damping != NULL;
	int32_t i = 0;
	for ( int32_t n = 0; ok && n < body->pinsCount; ++n )
	{
		const tlPins* pins = body->pins + n;
		for ( int32_t k = 0; pins->pulled != NULL && !pins->released && k < pins->count; ++k, ++i )
		{
			set->particles[2 * (size_t)i] = pins->nodes[k];
			set->particles[2 * (size_t)i + 1] = pins->pulled[k];
			set->compliance[i] = pins->compliance;
			set->damping[i] = pins->damping;
		}
	}
	ok = ok && tlColorSet( set, tlGetNodeCount( body ) ) && tlAllocateSetState( body, body->setCount, set );
	if ( !ok )
	{
		tlFreeSetState( body, body->setCount );
		tlFreeSet( set );
		return tlFailMemory( error );
	}
	body->setCount += 1;
	return tl_success;
}

tlResult tlRebuildPinSets( tlBody* body, tlError* error )
{
	while ( body->setCount > body->fabric->setCount )
	{
		body->setCount -= 1;
		tlFreeSetState( body, body->setCount );
	}
	tlFreeSet( &body->attachments );
	tlFreeSet( &body->tethers );
	tlResult result = BuildAttachments( body, error );
	return result == tl_success ? tlBuildTethers( body, error ) : result;
}
