// The world: its objects, and the step over them.
// SPDX-License-Identifier: MIT
#include "world.h"

#include "base/core.h"

tlWorldDef tlDefaultWorldDef( void )
{
	tlWorldDef def = { .gravity = { 0, (tlReal)-9.81, 0 }, .budget = tlDefaultBudget(), .cookie = TL_COOKIE };
	return def;
}

tlResult tlCreateWorld( const tlWorldDef* def, tlWorld** out, tlError* error )
{
	TL_ASSERT( def->cookie == TL_COOKIE );
	*out = NULL;
	if ( !tlIsFinite( (double)def->gravity.x + def->gravity.y + def->gravity.z ) )
	{
		return tlFail( error, tl_invalidArgument, "gravity must be finite" );
	}
	tlWorld* world = TL_ALLOC( tlWorld, 1 );
	if ( world == NULL )
	{
		return tlFailMemory( error );
	}
	world->gravity = def->gravity;
	world->budget.threadCount = 1;
	tlResult result = tlWorld_SetBudget( world, &def->budget, error );
	if ( result != tl_success )
	{
		tlFree( world );
		return result;
	}
	*out = world;
	return tl_success;
}

void tlDestroyWorld( tlWorld* world )
{
	if ( world == NULL )
	{
		return;
	}
	for ( size_t i = 0; i < world->bodyCount; ++i )
	{
		if ( world->bodies[i] != NULL )
		{
			tlFreeBody( world->bodies[i] );
			tlFree( world->bodies[i] );
		}
	}
	tlDestroyWorkers( world->workers );
	tlFree( world->bodies );
	tlFree( world->bodyGenerations );
	tlFree( world->colliders );
	tlFree( world->poses );
	tlFree( world->fields );
	tlFree( world->events );
	tlFree( world );
}

tlResult tlWorld_SetBudget( tlWorld* world, const tlBudget* budget, tlError* error )
{
	tlResult result = tlValidateBudget( budget, error );
	if ( result != tl_success )
	{
		return result;
	}
	if ( budget->threadCount != world->budget.threadCount )
	{
		tlWorkers* workers = budget->threadCount > 1 ? tlCreateWorkers( budget->threadCount ) : NULL;
		if ( budget->threadCount > 1 && workers == NULL )
		{
			return tlFail( error, tl_outOfMemory, "%d threads could not be started", budget->threadCount );
		}
		tlDestroyWorkers( world->workers );
		world->workers = workers;
	}
	world->budget = *budget;
	world->prepared = false;
	tlWakeBodies( world );
	return tl_success;
}

tlBudget tlWorld_GetBudget( const tlWorld* world )
{
	return world->budget;
}

tlResult tlWorld_SetGravity( tlWorld* world, tlVec3 gravity )
{
	if ( !tlIsFinite( (double)gravity.x + gravity.y + gravity.z ) )
	{
		return tl_invalidArgument;
	}
	world->gravity = gravity;
	tlWakeBodies( world );
	return tl_success;
}

double tlWorld_GetTime( const tlWorld* world )
{
	return world->time;
}

enum
{
	tl_fewColliders = 4
};

static bool ReserveContacts( tlBody* body, size_t count )
{
	return tlReserve( (void**)&body->candidates, &body->candidateCapacity, count, sizeof( tlCandidate ) ) &&
	       tlReserve( (void**)&body->contacts, &body->contactCapacity, count, sizeof( tlContact ) );
}

// All buffers that the step needs, so that it makes none itself.
static bool Prepare( tlWorld* world )
{
	size_t poseCount = ( (size_t)world->budget.substepCount + 1 ) * world->colliderCount;
	bool ok = tlReserve( (void**)&world->poses, &world->posesCapacity, poseCount, sizeof( tlTransform ) ) &&
	          tlReserve( (void**)&world->events, &world->eventCapacity, world->bodyCount * world->colliderCount,
	                     sizeof( tlTouchEvent ) );
	for ( size_t i = 0; ok && i < world->bodyCount; ++i )
	{
		tlBody* body = world->bodies[i];
		if ( body == NULL )
		{
			continue;
		}
		// A particle meets few colliders at once; where it is more, the arrays grow: BeginBodies.
		size_t few = world->colliderCount < tl_fewColliders ? world->colliderCount : tl_fewColliders;
		ok = tlPrepareSweep( body, &world->budget ) && ReserveContacts( body, (size_t)body->particleCount * few ) &&
		     tlReserve( (void**)&body->candidateRuns, &body->candidateRunCapacity, 3 * world->colliderCount,
		                sizeof( tlCandidateRun ) ) &&
		     tlReserve( (void**)&body->touches, &body->touchCapacity, world->colliderCount, sizeof( tlTouch ) );
		for ( size_t k = body->touchCount; ok && k < world->colliderCount; ++k )
		{
			body->touches[k] = ( tlTouch ){ 0 };
		}
		body->touchCount = ok ? world->colliderCount : body->touchCount;
	}
	return ok;
}

static void BeginTask( int32_t index, void* context )
{
	tlWorld* world = context;
	if ( world->bodies[index] != NULL )
	{
		tlBeginBody( world, world->bodies[index] );
	}
}

// The broad phase of all bodies. Where candidates had no room, now or in the substeps of the last step, there is more.
static bool BeginBodies( tlWorld* world )
{
	bool ok = true;
	for ( size_t i = 0; ok && i < world->bodyCount; ++i )
	{
		tlBody* body = world->bodies[i];
		ok = body == NULL || ReserveContacts( body, body->candidatesNeeded );
	}
	tlParallelFor( world->workers, (int32_t)world->bodyCount, BeginTask, world );
	for ( size_t i = 0; ok && i < world->bodyCount; ++i )
	{
		tlBody* body = world->bodies[i];
		if ( body != NULL && body->candidatesNeeded > body->candidateCapacity )
		{
			int64_t dropped = body->contactsDropped - (int64_t)( body->candidatesNeeded - body->candidateCapacity );
			ok = ReserveContacts( body, body->candidatesNeeded );
			body->contactsDropped = dropped; // none was: they are looked for again
			tlFindBodyCandidates( world, body, 0 );
		}
	}
	return ok;
}

static void PlaceColliders( tlWorld* world )
{
	for ( int32_t s = 0; s <= world->budget.substepCount; ++s )
	{
		double t = s / (double)world->budget.substepCount;
		for ( size_t i = 0; i < world->colliderCount; ++i )
		{
			const tlCollider* c = world->colliders + i;
			world->poses[(size_t)s * world->colliderCount + i] = tlInterpolate( &c->start, &c->target, t );
		}
	}
}

static void StepTask( int32_t index, void* context )
{
	tlWorld* world = context;
	if ( world->bodies[index] != NULL )
	{
		tlStepBody( world, world->bodies[index] );
	}
}

static tlResult CheckNewton( const tlWorld* world, tlError* error )
{
	for ( size_t i = 0; i < world->bodyCount; ++i )
	{
		for ( int32_t s = 0; world->bodies[i] != NULL && s < world->bodies[i]->setCount; ++s )
		{
			if ( world->bodies[i]->sets[s].set->memberCount > 0 )
			{
				return tlFail( error, tl_unsupported, "body %d: the method newton can not solve the volume of a mesh",
				               (int)i );
			}
		}
	}
	return tl_success;
}

tlResult tlWorld_Step( tlWorld* world, double dt, tlError* error )
{
	if ( !( dt >= 0 ) || !tlIsFinite( dt ) )
	{
		return tlFail( error, tl_invalidArgument, "the time step must be finite and at least 0 s, not %g", dt );
	}
	if ( dt == 0 )
	{
		return tl_success;
	}
	if ( world->budget.method == tl_newtonMethod )
	{
		tlResult result = CheckNewton( world, error );
		if ( result != tl_success )
		{
			return result;
		}
	}
	double start = tlGetSeconds();
	if ( !world->prepared )
	{
		if ( !Prepare( world ) )
		{
			return tlFailMemory( error );
		}
		world->prepared = true;
	}
	if ( !tlPrepareForces( world ) )
	{
		return tlFailMemory( error );
	}
	world->h = dt / world->budget.substepCount;
	PlaceColliders( world );
	if ( !BeginBodies( world ) )
	{
		return tlFailMemory( error );
	}
	tlParallelFor( world->workers, (int32_t)world->bodyCount, StepTask, world );
	for ( size_t i = 0; i < world->colliderCount; ++i )
	{
		world->colliders[i].start = world->colliders[i].target;
	}
	world->time += dt;
	world->lastStep = dt;
	world->stepCount += 1;
	tlGatherEvents( world );

	world->stats.times = ( tlPhaseTimes ){ 0 };
	int32_t faulted = -1, faultCount = 0;
	for ( size_t i = 0; i < world->bodyCount; ++i )
	{
		const tlBody* body = world->bodies[i];
		if ( body == NULL )
		{
			continue;
		}
		tlPhaseTimes* sum = &world->stats.times;
		sum->broadPhase += body->times.broadPhase;
		sum->predict += body->times.predict;
		sum->narrowPhase += body->times.narrowPhase;
		sum->constraints += body->times.constraints;
		sum->contacts += body->times.contacts;
		sum->velocities += body->times.velocities;
		faulted = body->faulted && faulted < 0 ? (int32_t)i : faulted;
		faultCount += body->faulted;
	}
	world->stats.times.step = tlGetSeconds() - start;
	if ( faultCount > world->faultCount )
	{
		tlLogMessage( "step %llu: a body turned non-finite and is held", (unsigned long long)world->stepCount );
	}
	world->faultCount = faultCount;
	if ( faulted >= 0 )
	{
		return tlFail( error, tl_notFinite, "body %d %s and is held at its last finite state", faulted,
		               world->bodies[faulted]->unsolved ? "could not be solved by the method newton" : "turned non-finite" );
	}
	return tl_success;
}

const tlWorldStats* tlWorld_GetStats( tlWorld* world )
{
	tlWorldStats* stats = &world->stats;
	tlPhaseTimes times = stats->times;
	*stats = ( tlWorldStats ){ .stepCount = world->stepCount, .times = times, .byteCount = tlGetByteCount() };
	for ( size_t i = 0; i < world->colliderCount; ++i )
	{
		stats->colliderCount += world->colliders[i].used;
	}
	for ( size_t i = 0; i < world->bodyCount; ++i )
	{
		const tlBody* body = world->bodies[i];
		if ( body == NULL )
		{
			continue;
		}
		stats->bodyCount += 1;
		stats->particleCount += body->particleCount;
		stats->candidateCount += (int32_t)body->candidateCount;
		stats->asleepCount += body->asleep;
		stats->contactsDropped += body->contactsDropped;
		stats->faultCount += body->faulted;
		for ( int32_t s = 0; s < body->setCount; ++s )
		{
			stats->constraintCount += body->sets[s].set->count;
		}
		for ( size_t c = 0; c < body->contactCount; ++c )
		{
			stats->contactCount += body->contacts[c].lambda > 0;
		}
	}
	return stats;
}
