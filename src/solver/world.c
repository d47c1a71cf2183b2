// The world: its objects, and the step over them.
// SPDX-License-Identifier: MIT
#include "world.h"

#include "base/core.h"
#include "collide/shape.h"

// ---- budget

static const char* const s_methodNames[] = { "xpbd", "pbd" };
static const char* const s_sweepNames[] = { "colored",     "forward",  "backward", "symmetric",
	                                        "alternating", "shuffled", "jacobi" };

const char* tlGetMethodName( tlMethod method )
{
	return (unsigned)method < tl_methodCount ? s_methodNames[method] : "";
}

const char* tlGetSweepName( tlSweep sweep )
{
	return (unsigned)sweep < tl_sweepCount ? s_sweepNames[sweep] : "";
}

tlBudget tlDefaultBudget( void )
{
	tlBudget budget = { .substepCount = 16,
		                .iterationCount = 1,
		                .method = tl_xpbdMethod,
		                .sweep = tl_coloredSweep,
		                .relaxation = 1,
		                .pbdStiffness = 1,
		                .pbdCorrected = true,
		                .threadCount = 1,
		                .cookie = TL_COOKIE };
	return budget;
}

// The largest relaxation at which averaged Jacobi with v = (x - x_old)/h does not grow. A step of n iterations multiplies
// the error of the stiffest mode by (1 - omega)^n; with the velocity it stays bounded while that is above -1/3.
static double GetMostRelaxation( int32_t iterationCount )
{
	return iterationCount % 2 == 0 ? 2.0 : 1.0 + tlExp( -tlLog( 3.0 ) / iterationCount );
}

tlResult tlValidateBudget( const tlBudget* b, tlError* error )
{
	TL_ASSERT( b->cookie == TL_COOKIE );
	if ( b->substepCount < 1 || b->substepCount > 100000 )
	{
		return tlFail( error, tl_invalidArgument, "substeps must be from 1 to 100000, not %d", b->substepCount );
	}
	if ( b->iterationCount < 1 || b->iterationCount > 1000000 )
	{
		return tlFail( error, tl_invalidArgument, "iterations must be from 1 to 1000000, not %d", b->iterationCount );
	}
	if ( (unsigned)b->method >= tl_methodCount || (unsigned)b->sweep >= tl_sweepCount )
	{
		return tlFail( error, tl_invalidArgument, "method and sweep must be ones of their values" );
	}
	if ( !( b->relaxation > 0 ) || !tlIsFinite( b->relaxation ) )
	{
		return tlFail( error, tl_invalidArgument, "relaxation must be above 0, not %g", (double)b->relaxation );
	}
	double most = GetMostRelaxation( b->iterationCount );
	if ( b->sweep == tl_jacobiSweep && (double)b->relaxation >= most )
	{
		return tlFail( error, tl_invalidArgument,
		               "relaxation %g is unstable for the jacobi sweep with %d iteration%s: it must be below %.6g",
		               (double)b->relaxation, b->iterationCount, b->iterationCount == 1 ? "" : "s", most );
	}
	if ( !( b->pbdStiffness > 0 && b->pbdStiffness <= 1 ) )
	{
		return tlFail( error, tl_invalidArgument, "pbdStiffness must be above 0 and at most 1, not %g",
		               (double)b->pbdStiffness );
	}
	if ( b->threadCount < 1 || b->threadCount > 64 )
	{
		return tlFail( error, tl_invalidArgument, "threads must be from 1 to 64, not %d", b->threadCount );
	}
	return tl_success;
}

// ---- world

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
	return tl_success;
}

tlBudget tlWorld_GetBudget( const tlWorld* world )
{
	return world->budget;
}

void tlWorld_SetGravity( tlWorld* world, tlVec3 gravity )
{
	world->gravity = gravity;
}

// ---- bodies

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
		tlApplyMaterial( body );
	}
	return result;
}

tlMaterial tlBody_GetMaterial( const tlWorld* world, tlBodyId id )
{
	return tlGetBody( world, id )->material;
}

static tlResult FollowPins( tlWorld* world, tlBody* body, tlError* error )
{
	world->prepared = false;
	tlResult result = tlRebuildTethers( body, error );
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
	tlPins* p = body->pins + pins;
	if ( p->released )
	{
		return;
	}
	p->released = true;
	for ( int32_t i = 0; i < p->count; ++i )
	{
		body->pinnings[p->particles[i]] -= 1;
	}
	// Fewer anchors need no more memory than before; should it fail all the same, the body goes on without tethers.
	FollowPins( world, body, NULL );
}

void tlBody_SetPinTarget( tlWorld* world, tlBodyId id, int32_t pins, const tlTransform* target )
{
	tlBody* body = tlGetBody( world, id );
	TL_ASSERT( pins >= 0 && pins < body->pinsCount );
	body->pins[pins].target = *target;
	body->pins[pins].target.q = tlNormalizeQuat( target->q );
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

// ---- colliders

tlColliderDef tlDefaultColliderDef( void )
{
	tlColliderDef def = { .shape = { .type = tl_sphereShape,
		                             .radius = 1,
		                             .halfHeight = 1,
		                             .halfExtents = { (tlReal)0.5, (tlReal)0.5, (tlReal)0.5 } },
		                  .transform = tlTransform_identity,
		                  .staticFriction = -1,
		                  .kineticFriction = -1,
		                  .restitution = -1,
		                  .cookie = TL_COOKIE };
	return def;
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
	const tlTransform* t = &def->transform;
	bool finite = tlIsFinite( t->p.x + t->p.y + t->p.z ) && tlIsFinite( (double)t->q.x + t->q.y + t->q.z + t->q.s );
	if ( !finite || !( def->thickness >= 0 ) || !tlIsFinite( def->thickness ) )
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
		                 .thickness = def->thickness,
		                 .staticFriction = def->staticFriction,
		                 .kineticFriction = def->kineticFriction,
		                 .restitution = def->restitution,
		                 .start = def->transform,
		                 .generation = generation,
		                 .used = true };
	c->start.q = tlNormalizeQuat( c->start.q );
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
	for ( size_t i = 0; i < world->bodyCount; ++i )
	{
		if ( world->bodies[i] != NULL )
		{
			world->bodies[i]->contactCount = 0;
		}
	}
}

void tlCollider_SetTarget( tlWorld* world, tlColliderId id, const tlTransform* target )
{
	tlCollider* collider = GetCollider( world, id );
	collider->target = *target;
	collider->target.q = tlNormalizeQuat( target->q );
}

void tlCollider_Teleport( tlWorld* world, tlColliderId id, const tlTransform* transform )
{
	tlCollider_SetTarget( world, id, transform );
	tlCollider* collider = GetCollider( world, id );
	collider->start = collider->target;
}

tlTransform tlCollider_GetTransform( const tlWorld* world, tlColliderId id )
{
	return GetCollider( world, id )->start;
}

// ---- the step

// All buffers that the step needs, so that it makes none itself.
static bool Prepare( tlWorld* world )
{
	size_t poseCount = ( (size_t)world->budget.substepCount + 1 ) * world->colliderCount;
	bool ok = tlReserve( (void**)&world->poses, &world->posesCapacity, poseCount, sizeof( tlTransform ) );
	for ( size_t i = 0; ok && i < world->bodyCount; ++i )
	{
		tlBody* body = world->bodies[i];
		if ( body == NULL )
		{
			continue;
		}
		size_t pairs = (size_t)body->particleCount * world->colliderCount;
		ok = tlPrepareSweep( body, &world->budget ) &&
		     tlReserve( (void**)&body->candidates, &body->candidateCapacity, pairs, sizeof( tlCandidate ) ) &&
		     tlReserve( (void**)&body->contacts, &body->contactCapacity, pairs, sizeof( tlContact ) );
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
	double start = tlGetSeconds();
	if ( !world->prepared )
	{
		if ( !Prepare( world ) )
		{
			return tlFailMemory( error );
		}
		world->prepared = true;
	}
	world->h = dt / world->budget.substepCount;
	PlaceColliders( world );
	tlParallelFor( world->workers, (int32_t)world->bodyCount, StepTask, world );
	for ( size_t i = 0; i < world->colliderCount; ++i )
	{
		world->colliders[i].start = world->colliders[i].target;
	}
	world->stepCount += 1;

	world->stats.times = ( tlPhaseTimes ){ 0 };
	int32_t faulted = -1;
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
	}
	world->stats.times.step = tlGetSeconds() - start;
	if ( faulted >= 0 )
	{
		return tlFail( error, tl_notFinite, "body %d turned non-finite and is held at its last finite state", faulted );
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
