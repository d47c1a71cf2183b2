// The substeps of one body, as stages. Macklin et al., "Small Steps in Physics Simulation" (2019): substeps outermost, few
// iterations inside. Bodies meet only colliders here, whose motion is known beforehand, so that each is a task of its own.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "chain.h"
#include "constraint/projection.h"
#include "world.h"

// Pins go to where their frames are at fraction t of the step.
static void MovePins( tlBody* body, double t )
{
	for ( int32_t n = 0; n < body->pinsCount; ++n )
	{
		tlPins* pins = body->pins + n;
		bool still = tlIsSameTransform( &pins->start, &pins->target );
		if ( pins->released || ( still && pins->placed ) )
		{
			continue;
		}
		pins->placed = true;
		tlTransform frame = tlInterpolate( &pins->start, &pins->target, t );
		for ( int32_t i = 0; i < pins->count; ++i )
		{
			int32_t node = pins->nodes[i];
			if ( body->owners[node] != n )
			{
				continue;
			}
			if ( tlIsFrame( body, node ) )
			{
				body->frames[node - body->particleCount] = tlNormalizeQuat( tlMulQuat( frame.q, pins->turns[i] ) );
				continue;
			}
			tlPosition p = tlTransformPoint( &frame, pins->locals[i] );
			tlVec4* x = body->positions + node;
			x->x = (tlReal)( p.x - body->origin.x );
			x->y = (tlReal)( p.y - body->origin.y );
			x->z = (tlReal)( p.z - body->origin.z );
		}
	}
}

// Damping before gravity, so that a body at rest still weighs m g; decay by exp(-c h), the same at every frame rate.
static void Predict( const tlWorld* world, tlBody* body, double t )
{
	tlReal h = (tlReal)world->h;
	const tlBodyMap* map = tlFindMap( body, &body->material.globalDamping );
	tlVec3 gain = tlMul( h, world->gravity );
	const tlVec4* more = body->forces.active ? body->forces.gains : NULL;
	memcpy( body->previous, body->positions, (size_t)tlGetNodeCount( body ) * sizeof( tlVec4 ) );
	memcpy( body->previousFrames, body->frames, (size_t)body->frameCount * sizeof( tlQuat ) );
	MovePins( body, t );
	for ( int32_t i = 0; i < body->particleCount; ++i )
	{
		tlVec4* x = body->positions + i;
		if ( x->w == 0 )
		{
			continue;
		}
		tlVec4* v = body->velocities + i;
		tlReal keep = map != NULL ? 1 - map->taken[i] : body->keep;
		v->x = keep * v->x + gain.x;
		v->y = keep * v->y + gain.y;
		v->z = keep * v->z + gain.z;
		if ( more != NULL )
		{
			v->x += more[i].x;
			v->y += more[i].y;
			v->z += more[i].z;
		}
		x->x += h * v->x;
		x->y += h * v->y;
		x->z += h * v->z;
	}
	for ( int32_t i = 0; i < body->frameCount; ++i )
	{
		tlVec4* w = body->velocities + body->particleCount + i;
		if ( body->positions[body->particleCount + i].w == 0 )
		{
			continue;
		}
		const int32_t* ends = body->fabric->topology.segments + 2 * (size_t)i;
		tlReal keep = map != NULL ? 1 - ( map->taken[ends[0]] + map->taken[ends[1]] ) / 2 : body->keep;
		tlVec3 spin = tlMul( keep, ( tlVec3 ){ w->x, w->y, w->z } );
		*w = ( tlVec4 ){ spin.x, spin.y, spin.z, 0 };
		body->frames[i] = tlTurn( body->frames[i], tlMul( h, spin ) );
	}
}

// Effective stiffness of one projection, so that k of the error is gone after all of them (Mueller et al. 2007,
// section 3.3).
static tlReal GetPbdStiffness( const tlBudget* budget )
{
	if ( budget->method != tl_pbdMethod )
	{
		return 0;
	}
	int32_t passes = budget->iterationCount * ( budget->sweep == tl_symmetricSweep ? 2 : 1 );
	if ( !budget->pbdCorrected || budget->pbdStiffness >= 1 )
	{
		return budget->pbdStiffness;
	}
	return (tlReal)( 1.0 - tlExp( tlLog( 1.0 - (double)budget->pbdStiffness ) / passes ) );
}

// Velocities from the displacement, v = (x - x_n)/h, in a form that loses no digits: what the projections added to the
// predicted position is added to the predicted velocity. In single precision the plain difference of positions would round
// the velocity in every substep, and with it weight, friction and momentum. A pinned particle gets the velocity of its
// frame.
static void FinishPositions( const tlWorld* world, tlBody* body )
{
	tlReal inverseH = (tlReal)( 1.0 / world->h );
	for ( int32_t i = 0; i < body->particleCount; ++i )
	{
		tlVec4* x = body->positions + i;
		tlVec4* v = body->velocities + i;
		tlVec4* u = body->corrections + i;
		if ( x->w == 0 )
		{
			v->x = inverseH * ( x->x - body->previous[i].x );
			v->y = inverseH * ( x->y - body->previous[i].y );
			v->z = inverseH * ( x->z - body->previous[i].z );
			continue;
		}
		v->x += inverseH * u->x;
		v->y += inverseH * u->y;
		v->z += inverseH * u->z;
		x->x += u->x;
		x->y += u->y;
		x->z += u->z;
		*u = ( tlVec4 ){ 0 };
	}
	for ( int32_t i = 0; i < body->frameCount; ++i )
	{
		int32_t node = body->particleCount + i;
		tlVec4* w = body->velocities + node;
		tlVec4* u = body->corrections + node;
		if ( body->positions[node].w == 0 )
		{
			tlQuat turn = tlMulQuat( body->frames[i], tlConjugate( body->previousFrames[i] ) );
			tlReal twice = ( turn.s < 0 ? -2 : 2 ) * inverseH;
			*w = ( tlVec4 ){ twice * turn.x, twice * turn.y, twice * turn.z, 0 };
			continue;
		}
		*w = ( tlVec4 ){ w->x + inverseH * u->x, w->y + inverseH * u->y, w->z + inverseH * u->z, 0 };
		*u = ( tlVec4 ){ 0 };
	}
	for ( int32_t i = 0; i < body->anchorCount; ++i )
	{
		int32_t node = body->particleCount + body->frameCount + i;
		tlVec3 moved = tlSub( tlLoadVec3( body->positions, node ), tlLoadVec3( body->previous, node ) );
		body->velocities[node] = ( tlVec4 ){ inverseH * moved.x, inverseH * moved.y, inverseH * moved.z, 0 };
	}
}

// Takes a share of the relative velocity of two particles along the line between them, by opposite impulses: linear and
// angular momentum stay.
static void DampPair( tlBody* body, int32_t a, int32_t b, tlReal share )
{
	tlReal wa = body->positions[a].w, wb = body->positions[b].w;
	if ( wa + wb == 0 )
	{
		return;
	}
	tlVec3 n = tlNormalize( tlSub( tlLoadVec3( body->positions, b ), tlLoadVec3( body->positions, a ) ) );
	tlVec4* va = body->velocities + a;
	tlVec4* vb = body->velocities + b;
	tlReal speed = n.x * ( vb->x - va->x ) + n.y * ( vb->y - va->y ) + n.z * ( vb->z - va->z );
	tlReal impulse = share * speed / ( wa + wb );
	va->x += wa * impulse * n.x;
	va->y += wa * impulse * n.y;
	va->z += wa * impulse * n.z;
	vb->x -= wb * impulse * n.x;
	vb->y -= wb * impulse * n.y;
	vb->z -= wb * impulse * n.z;
}

// Damps what stretches: edges, segments of rods, and the sides of triangles, of which an edge inside the cloth has two, each
// by half.
static void DampEdges( tlBody* body )
{
	const tlBodyMap* map = tlFindMap( body, &body->material.edgeDamping );
	if ( map == NULL && body->material.edgeDamping == 0 )
	{
		return;
	}
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		const tlConstraintSet* set = body->sets[s].set;
		const tlConstraintTypeInfo* info = &set->type->info;
		bool triangles = info->element == tl_triangleElement;
		for ( int32_t i = 0; i < set->count && set->family == tl_stretchFamily; ++i )
		{
			const int32_t* n = set->particles + (size_t)info->arity * (size_t)i;
			for ( int side = 0; side < ( triangles ? 3 : 1 ); ++side )
			{
				int32_t a = n[side], b = n[( side + 1 ) % ( triangles ? 3 : 2 )];
				tlReal share = map != NULL ? ( map->taken[a] + map->taken[b] ) / 2 : body->edgeShare;
				DampPair( body, a, b, triangles ? share / ( 1 + tlSqrt( 1 - share ) ) : share );
			}
		}
	}
}

static tlReal FindMaxSpeed( const tlBody* body )
{
	tlReal most = 0;
	for ( int32_t i = 0; i < body->particleCount; ++i )
	{
		const tlVec4* v = body->velocities + i;
		most = tlMax( most, v->x * v->x + v->y * v->y + v->z * v->z );
	}
	return tlSqrt( most );
}

// Where numbers end that mean anything: beyond, energies and statistics would not be finite either.
#define TL_FARTHEST 1e12 // [m], from the body's origin
#define TL_FASTEST 1e15  // [m/s]

// Greatest speed, and whether all is finite. A body that is not goes back to the start of the substep, which was, and stays.
static void Guard( tlBody* body, tlReal h )
{
	tlReal most = 0, sum = 0, farthest = 0;
	for ( int32_t i = 0; i < body->particleCount; ++i )
	{
		const tlVec4* v = body->velocities + i;
		const tlVec4* x = body->positions + i;
		tlReal square = v->x * v->x + v->y * v->y + v->z * v->z;
		most = square > most ? square : most;
		tlReal away = tlMax( tlAbs( x->x ), tlMax( tlAbs( x->y ), tlAbs( x->z ) ) );
		farthest = away > farthest ? away : farthest;
		sum += 0 * ( square + x->x + x->y + x->z ); // zero, or NaN once anything is not finite
	}
	for ( int32_t i = 0; i < body->frameCount; ++i )
	{
		const tlVec4* w = body->velocities + body->particleCount + i;
		const tlQuat* q = body->frames + i;
		sum += 0 * ( w->x + w->y + w->z + q->x + q->y + q->z + q->s );
	}
	if ( !body->unsolved && sum == 0 && farthest < (tlReal)TL_FARTHEST && most < (tlReal)( TL_FASTEST * TL_FASTEST ) )
	{
		body->maxSpeed = tlSqrt( most );
		body->moved += body->maxSpeed * h;
		return;
	}
	memcpy( body->positions, body->previous, (size_t)tlGetNodeCount( body ) * sizeof( tlVec4 ) );
	memcpy( body->frames, body->previousFrames, (size_t)body->frameCount * sizeof( tlQuat ) );
	tlHoldBody( body );
}

static void StepOnce( const tlWorld* world, tlBody* body, int32_t substep, const tlProjection* projection, bool timed )
{
	const tlBudget* budget = &world->budget;
	tlPhaseTimes* times = &body->times;
	double t0 = timed ? tlGetSeconds() : 0;
	if ( body->forces.active )
	{
		tlGatherForces( world, body, substep );
		if ( body->faulted )
		{
			return;
		}
	}
	Predict( world, body, ( substep + 1 ) / (double)budget->substepCount );
	tlClearLambdas( body );
	double t1 = timed ? tlGetSeconds() : 0;
	tlFindBodyContacts( world, body, substep );
	double t2 = timed ? tlGetSeconds() : 0;
	double contactTime = 0;
	bool record = budget->recordResiduals && substep == budget->substepCount - 1;
	int32_t used = 0;
	for ( bool enough = false; used < budget->iterationCount && !enough; ++used )
	{
		tlIterate( body, projection, budget, used );
		double t = timed ? tlGetSeconds() : 0;
		tlProjectContacts( world, body );
		contactTime += timed ? tlGetSeconds() - t : 0;
		if ( record )
		{
			body->history[used] = tlMeasureResidual( body, budget );
		}
		enough = budget->residualTolerance > 0 && used + 1 >= budget->leastIterationCount &&
		         tlMeasureError( body, budget ) <= (double)budget->residualTolerance;
	}
	body->historyCount = record ? used : 0;
	body->iterationSum += used;
	body->mostIterations = used > body->mostIterations ? used : body->mostIterations;
	double t3 = timed ? tlGetSeconds() : 0;
	FinishPositions( world, body );
	Guard( body, (tlReal)world->h );
	tlApplyRestitution( world, body );
	tlRecordTouches( world, body );
	DampEdges( body );
	if ( timed )
	{
		double share = budget->substepCount;
		times->predict = share * ( t1 - t0 );
		times->narrowPhase = share * ( t2 - t1 );
		times->contacts = share * contactTime;
		times->constraints = share * ( t3 - t2 - contactTime );
		times->velocities = share * ( tlGetSeconds() - t3 );
	}
}

// What coupled hinges remember is a force times h^2.
static void RescaleLatest( tlBody* body, double h )
{
	if ( body->substep == h || body->substep == 0 )
	{
		return;
	}
	tlReal scale = (tlReal)( h * h / ( body->substep * body->substep ) );
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		tlSetState* state = body->sets + s;
		for ( int32_t i = 0; i < state->set->count && state->set->neighbors != NULL; ++i )
		{
			state->latest[i] *= scale;
		}
	}
}

void tlBeginBody( tlWorld* world, tlBody* body )
{
	body->statsFresh = false;
	body->times = ( tlPhaseTimes ){ 0 };
	body->candidatesNeeded = 0;
	if ( tlStaysAsleep( world, body ) )
	{
		return; // and touches what it touched
	}
	tlBeginTouches( body );
	if ( body->faulted || body->particleCount == 0 )
	{
		return;
	}
	double start = tlGetSeconds();
	tlClearForces( &body->forces );
	body->maxSpeed = FindMaxSpeed( body ); // of this moment: velocities may have been set since the last step
	tlFindBodyCandidates( world, body, 0 );
	body->times.broadPhase = tlGetSeconds() - start;
}

void tlStepBody( tlWorld* world, tlBody* body )
{
	if ( body->faulted || body->asleep || body->particleCount == 0 )
	{
		return;
	}
	RescaleLatest( body, world->h );
	body->iterationSum = 0;
	body->mostIterations = 0;
	body->substep = world->h;
	tlPrepareDamping( body, world->h );
	tlProjection projection = {
		.positions = body->positions,
		.corrections = body->corrections,
		.velocities = body->velocities,
		.frames = body->frames,
		.frameStart = body->particleCount,
		.gradients = body->gradients,
		.h = (tlReal)world->h,
		.inverseH2 = (tlReal)( 1.0 / ( world->h * world->h ) ),
		.pbdStiffness = GetPbdStiffness( &world->budget ),
		.deltas = body->deltas,
		.incidence = body->incidence,
		.relaxation = world->budget.relaxation,
	};
	for ( int32_t s = 0; s < world->budget.substepCount && !body->faulted; ++s )
	{
		// Phases are timed in the first substep and multiplied: a clock in each would cost small bodies more than the work.
		StepOnce( world, body, s, &projection, s == 0 );
	}
	for ( int32_t n = 0; n < body->pinsCount; ++n )
	{
		body->pins[n].start = body->pins[n].target;
	}
	tlRestBody( world, body );
}
