// Making and changing a body between steps.
// SPDX-License-Identifier: MIT
#include "body.h"

#include "base/core.h"
#include "base/hash.h"

tlBodyDef tlDefaultBodyDef( void )
{
	tlBodyDef def = { .material = tlDefaultMaterial(),
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
	return tlValidateMaterial( &def->material, error );
}

// Unit quaternion of a definition: callers may hand one that is not quite of unit length.
static tlTransform Normalize( tlTransform t )
{
	t.q = tlNormalizeQuat( t.q );
	return t;
}

static bool AllocateParticles( tlBody* body )
{
	int32_t n = body->particleCount;
	body->positions = TL_ALLOC( tlVec4, n );
	body->previous = TL_ALLOC( tlVec4, n );
	body->corrections = TL_ALLOC( tlVec4, n );
	body->velocities = TL_ALLOC( tlVec4, n );
	body->radii = TL_ALLOC( tlReal, n );
	body->masses = TL_ALLOC( tlReal, n );
	body->pinnings = TL_ALLOC( int32_t, n );
	body->owners = TL_ALLOC( int32_t, n );
	return body->positions != NULL && body->previous != NULL && body->corrections != NULL && body->velocities != NULL &&
	       body->radii != NULL && body->masses != NULL && body->pinnings != NULL && body->owners != NULL;
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
}

bool tlAllocateSetState( tlBody* body, int32_t index, const tlConstraintSet* set )
{
	body->sets[index].set = set;
	body->sets[index].lambda = TL_ALLOC( tlReal, set->count );
	body->compliances[index] = TL_ALLOC( tlReal, set->count );
	body->dampings[index] = TL_ALLOC( tlReal, set->count );
	return body->sets[index].lambda != NULL && body->compliances[index] != NULL && body->dampings[index] != NULL;
}

void tlFreeSetState( tlBody* body, int32_t index )
{
	tlFree( body->sets[index].lambda );
	tlFree( body->compliances[index] );
	tlFree( body->dampings[index] );
	tlFree( body->shuffles[index] );
	body->sets[index] = ( tlSetState ){ 0 };
	body->compliances[index] = NULL;
	body->dampings[index] = NULL;
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
	body->particleCount = def->fabric->topology.particleCount;
	body->stretchSet = -1;
	body->tetherMode = def->tetherMode;
	body->tetherScale = def->tetherScale;
	body->tetherCount = def->tetherCount;
	bool ok = AllocateParticles( body );
	for ( int32_t i = 0; ok && i < def->fabric->setCount; ++i )
	{
		ok = tlAllocateSetState( body, i, def->fabric->sets + i );
		body->setCount = i + 1;
		if ( def->fabric->sets[i].family == tl_stretchFamily )
		{
			body->stretchSet = i;
		}
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
	result = tlRebuildTethers( body, error );
	if ( result != tl_success )
	{
		return result;
	}
	tlApplyMaterial( body );
	// The velocity of a pinned particle is its frame's, which does not move yet; one without mass stays where it is.
	for ( int32_t i = 0; i < body->particleCount; ++i )
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
	for ( int32_t i = 0; i < body->pinsCount; ++i )
	{
		tlFree( body->pins[i].particles );
		tlFree( body->pins[i].locals );
	}
	tlFree( body->pins );
	tlFree( body->positions );
	tlFree( body->previous );
	tlFree( body->corrections );
	tlFree( body->velocities );
	tlFree( body->radii );
	tlFree( body->masses );
	tlFree( body->pinnings );
	tlFree( body->owners );
	tlFree( body->deltas );
	tlFree( body->incidence );
	tlFree( body->candidates );
	tlFree( body->contacts );
	tlFree( body->history );
	tlFreeForces( &body->forces );
	memset( body, 0, sizeof *body );
}

static tlElasticity GetElasticity( const tlMaterial* material, tlFamily family )
{
	switch ( family )
	{
		case tl_stretchFamily:
			return material->stretch;
		case tl_shearFamily:
			return material->shear;
		case tl_bendFamily:
			return material->bend;
		case tl_tetherFamily:
			return material->tether;
		default:
			return ( tlElasticity ){ 0, 0 };
	}
}

void tlApplyMaterial( tlBody* body )
{
	const tlMaterial* m = &body->material;
	const tlFabric* fabric = body->fabric;
	for ( int32_t i = 0; i < body->particleCount; ++i )
	{
		tlReal fromDensity = m->areaDensity * fabric->areaShare[i] + m->linearDensity * fabric->lengthShare[i];
		body->masses[i] = fabric->masses != NULL ? fabric->masses[i] : fromDensity;
		body->positions[i].w = tlGetInverseMass( body, i );
		body->radii[i] = m->thickness;
	}
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		tlSetState* state = body->sets + s;
		tlElasticity elasticity = GetElasticity( m, state->set->family );
		bool anyCompliance = false, anyDamping = false;
		for ( int32_t i = 0; i < state->set->count; ++i )
		{
			body->compliances[s][i] = state->set->compliance != NULL ? state->set->compliance[i] : elasticity.compliance;
			body->dampings[s][i] = state->set->damping != NULL ? state->set->damping[i] : elasticity.damping;
			anyCompliance = anyCompliance || body->compliances[s][i] > 0;
			anyDamping = anyDamping || ( body->dampings[s][i] > 0 && body->compliances[s][i] > 0 );
		}
		state->compliance = anyCompliance ? body->compliances[s] : NULL;
		state->damping = anyDamping ? body->dampings[s] : NULL;
	}
	body->statsFresh = false;
}

tlResult tlAppendPins( tlBody* body, const tlPinDef* def, tlError* error )
{
	if ( def->particleCount < 0 || ( def->particleCount > 0 && def->particles == NULL ) ||
	     !tlIsFiniteTransform( &def->frame ) )
	{
		return tlFail( error, tl_invalidArgument, "pins need particles and a finite frame" );
	}
	for ( int32_t i = 0; i < def->particleCount; ++i )
	{
		if ( def->particles[i] < 0 || def->particles[i] >= body->particleCount )
		{
			return tlFail( error, tl_invalidArgument, "pinned particle %d is not one of the %d particles", def->particles[i],
			               body->particleCount );
		}
	}
	if ( !tlReserve( (void**)&body->pins, &body->pinsCapacity, (size_t)body->pinsCount + 1, sizeof( tlPins ) ) )
	{
		return tlFailMemory( error );
	}
	tlPins* pins = body->pins + body->pinsCount;
	*pins = ( tlPins ){ .count = def->particleCount, .start = Normalize( def->frame ), .placed = true };
	pins->target = pins->start;
	pins->particles = TL_ALLOC( int32_t, def->particleCount );
	pins->locals = TL_ALLOC( tlVec3, def->particleCount );
	if ( pins->particles == NULL || pins->locals == NULL )
	{
		tlFree( pins->particles );
		tlFree( pins->locals );
		return tlFailMemory( error );
	}
	body->pinsCount += 1;
	for ( int32_t i = 0; i < pins->count; ++i )
	{
		int32_t particle = def->particles[i];
		const tlVec4* x = body->positions + particle;
		tlPosition world = { body->origin.x + x->x, body->origin.y + x->y, body->origin.z + x->z };
		pins->particles[i] = particle;
		pins->locals[i] = tlInvTransformPoint( &pins->start, world );
		body->pinnings[particle] += 1;
		body->owners[particle] = body->pinsCount - 1;
	}
	return tl_success;
}

void tlReleasePins( tlBody* body, int32_t index )
{
	tlPins* released = body->pins + index;
	released->released = true;
	for ( int32_t i = 0; i < released->count; ++i )
	{
		body->pinnings[released->particles[i]] -= 1;
		body->owners[released->particles[i]] = -1;
	}
	// What several pins held goes to the last of the others, and to its place in that frame.
	for ( int32_t n = 0; n < body->pinsCount; ++n )
	{
		tlPins* pins = body->pins + n;
		for ( int32_t i = 0; i < pins->count && !pins->released; ++i )
		{
			if ( body->owners[pins->particles[i]] < n )
			{
				body->owners[pins->particles[i]] = n;
				pins->placed = false;
			}
		}
	}
}

void tlClearLambdas( tlBody* body )
{
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		memset( body->sets[s].lambda, 0, (size_t)body->sets[s].set->count * sizeof( tlReal ) );
	}
}

void tlHoldBody( tlBody* body )
{
	memset( body->velocities, 0, (size_t)body->particleCount * sizeof( tlVec4 ) );
	memset( body->corrections, 0, (size_t)body->particleCount * sizeof( tlVec4 ) );
	tlClearLambdas( body );
	tlClearForces( &body->forces );
	body->contactCount = 0;
	body->maxSpeed = 0;
	body->faulted = true;
	body->statsFresh = false;
}

bool tlPrepareSweep( tlBody* body, const tlBudget* budget )
{
	bool ok = true;
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		bool wanted = budget->sweep == tl_shuffledSweep;
		tlFree( body->shuffles[s] );
		body->shuffles[s] = wanted ? TL_ALLOC( int32_t, body->sets[s].set->count ) : NULL;
		ok = ok && ( !wanted || body->shuffles[s] != NULL );
		if ( body->shuffles[s] != NULL )
		{
			// Orders are drawn over the order of making, so that they do not depend on the colouring.
			tlShuffle( body->shuffles[s], body->sets[s].set->count, budget->shuffleSeed + (uint64_t)s );
			for ( int32_t i = 0; i < body->sets[s].set->count; ++i )
			{
				body->shuffles[s][i] = body->sets[s].set->meshOrder[body->shuffles[s][i]];
			}
		}
	}

	tlFree( body->deltas );
	tlFree( body->incidence );
	body->deltas = NULL;
	body->incidence = NULL;
	if ( budget->sweep == tl_jacobiSweep )
	{
		body->deltas = TL_ALLOC( tlVec4, body->particleCount );
		body->incidence = TL_ALLOC( tlReal, body->particleCount );
		ok = ok && body->deltas != NULL && body->incidence != NULL;
		for ( int32_t s = 0; ok && s < body->setCount; ++s )
		{
			const tlConstraintSet* set = body->sets[s].set;
			for ( int32_t i = 0; i < set->count * set->type->info.arity; ++i )
			{
				body->incidence[set->particles[i]] += 1;
			}
		}
	}
	if ( budget->recordResiduals )
	{
		ok = ok &&
		     tlReserve( (void**)&body->history, &body->historyCapacity, (size_t)budget->iterationCount, sizeof( double ) );
	}
	body->historyCount = 0;
	return ok;
}
