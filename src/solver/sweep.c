// The iteration: in which order the constraints of a body are projected, and what a sweep needs prepared.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "base/hash.h"
#include "chain.h"
#include "constraint/projection.h"
#include "descent.h"
#include "implicit.h"
#include "world.h"

// One pass over a set. `order` null: as stored, by colour. Ropes that are solved directly are its last part.
static void Sweep( tlBody* body, int32_t s, const tlProjection* p, const int32_t* order, bool backward )
{
	tlSetState* state = body->sets + s;
	const tlChains* chains = body->chains[s];
	int32_t count = chains != NULL ? chains->looseCount : state->set->count;
	if ( chains != NULL && backward )
	{
		tlProjectChains( body, s, p );
	}
	state->set->type->project( state, p, chains != NULL ? chains->loose : order, backward ? count - 1 : 0, backward ? -1 : 1,
	                           count );
	if ( chains != NULL && !backward )
	{
		tlProjectChains( body, s, p );
	}
}

static void SweepAll( tlBody* body, const tlProjection* p, bool backward )
{
	for ( int32_t n = 0; n < body->setCount; ++n )
	{
		Sweep( body, backward ? body->setCount - 1 - n : n, p, NULL, backward );
	}
}

// From the colour that the iteration's number says, around to the one before: no colour is always the last.
static void Rotate( tlBody* body, int32_t s, const tlProjection* p )
{
	const tlConstraintSet* set = body->sets[s].set;
	if ( body->chains[s] != NULL || set->colorCount < 2 )
	{
		Sweep( body, s, p, NULL, false );
		return;
	}
	int32_t start = set->colorStarts[body->iterationIndex % (uint64_t)set->colorCount];
	set->type->project( body->sets + s, p, NULL, start, 1, set->count - start );
	set->type->project( body->sets + s, p, NULL, 0, 1, start );
}

// ---- Chebyshev acceleration (Wang, "A Chebyshev Semi-Iterative Approach for Accelerating Projective and Position-based
// Dynamics", 2015): x_k+1 = w (x^ - x_k-1) + x_k-1, with w from the spectral radius. Lambdas go along, so that they stay
// the forces behind the displacements.

static void KeepIterate( tlBody* body )
{
	tlAcceleration* a = &body->acceleration;
	tlVec4* positions = a->before;
	tlReal* lambdas = a->lambdasBefore;
	a->before = a->now;
	a->lambdasBefore = a->lambdasNow;
	a->now = positions;
	a->lambdasNow = lambdas;
	memcpy( a->now, body->corrections, (size_t)tlGetNodeCount( body ) * sizeof( tlVec4 ) );
	size_t at = 0;
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		size_t rows = (size_t)body->sets[s].set->type->info.rowCount * (size_t)body->sets[s].set->count;
		memcpy( a->lambdasNow + at, body->sets[s].lambda, rows * sizeof( tlReal ) );
		at += rows;
	}
}

// iteration counts from 0 in each substep; the first is plain.
static void Accelerate( tlBody* body, double radius, int32_t iteration )
{
	tlAcceleration* a = &body->acceleration;
	double square = radius * radius;
	a->omega = iteration == 0 ? 1 : ( iteration == 1 ? 2 / ( 2 - square ) : 4 / ( 4 - square * a->omega ) );
	if ( iteration == 0 )
	{
		return;
	}
	tlReal w = (tlReal)a->omega;
	for ( int32_t i = 0; i < body->particleCount; ++i )
	{
		tlVec4* u = body->corrections + i;
		const tlVec4* v = a->before + i;
		*u = ( tlVec4 ){ v->x + w * ( u->x - v->x ), v->y + w * ( u->y - v->y ), v->z + w * ( u->z - v->z ), 0 };
	}
	size_t at = 0;
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		size_t rows = (size_t)body->sets[s].set->type->info.rowCount * (size_t)body->sets[s].set->count;
		tlReal* lambda = body->sets[s].lambda;
		for ( size_t i = 0; i < rows; ++i )
		{
			tlReal before = a->lambdasBefore[at + i];
			lambda[i] = before + w * ( lambda[i] - before );
		}
		at += rows;
	}
}

static void SweepJacobi( tlBody* body, const tlProjection* p, const tlBudget* budget, int32_t iteration )
{
	int32_t nodeCount = tlGetNodeCount( body );
	if ( budget->chebyshevRadius > 0 )
	{
		KeepIterate( body );
	}
	memset( body->deltas, 0, (size_t)nodeCount * sizeof( tlVec4 ) );
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		tlSetState* state = body->sets + s;
		const tlChains* chains = body->chains[s];
		state->set->type->accumulate( state, p, chains != NULL ? chains->loose : NULL, 0, 1,
		                              chains != NULL ? chains->looseCount : state->set->count );
	}
	for ( int32_t i = 0; i < nodeCount; ++i )
	{
		body->corrections[i].x += body->deltas[i].x;
		body->corrections[i].y += body->deltas[i].y;
		body->corrections[i].z += body->deltas[i].z;
	}
	for ( int32_t i = 0; i < body->frameCount; ++i )
	{
		body->frames[i] = tlTurn( body->frames[i], tlLoadVec3( body->deltas, body->particleCount + i ) );
	}
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		if ( body->chains[s] != NULL )
		{
			tlProjectChains( body, s, p );
		}
	}
	if ( budget->chebyshevRadius > 0 )
	{
		Accelerate( body, (double)budget->chebyshevRadius, iteration );
	}
}

void tlIterate( tlBody* body, const tlProjection* p, const tlBudget* budget, int32_t iteration )
{
	if ( budget->method == tl_vbdMethod )
	{
		tlDescend( body, p, iteration == 0 );
		body->iterationIndex += 1;
		return;
	}
	if ( budget->method == tl_newtonMethod )
	{
		// Once a substep: it converges by itself. A body that it can not solve is held.
		body->unsolved = body->unsolved || ( iteration == 0 && !tlGetImplicitSolver()( body, p ) );
		return;
	}
	switch ( budget->sweep )
	{
		case tl_symmetricSweep:
			SweepAll( body, p, true );
			SweepAll( body, p, false );
			break;
		case tl_alternatingSweep:
			SweepAll( body, p, ( body->iterationIndex & 1 ) != 0 );
			break;
		case tl_jacobiSweep:
			SweepJacobi( body, p, budget, iteration );
			break;
		case tl_rotatingSweep:
			for ( int32_t s = 0; s < body->setCount; ++s )
			{
				Rotate( body, s, p );
			}
			break;
		case tl_forwardSweep:
		case tl_backwardSweep:
			for ( int32_t s = 0; s < body->setCount; ++s )
			{
				Sweep( body, s, p, body->sets[s].set->meshOrder, budget->sweep == tl_backwardSweep );
			}
			break;
		case tl_shuffledSweep:
			for ( int32_t s = 0; s < body->setCount; ++s )
			{
				Sweep( body, s, p, body->shuffles[s], false );
			}
			break;
		default:
			SweepAll( body, p, false );
			break;
	}
	body->iterationIndex += 1;
}

// ---- what a sweep needs

static bool PrepareAcceleration( tlBody* body, const tlBudget* budget )
{
	tlAcceleration* a = &body->acceleration;
	tlFree( a->now );
	tlFree( a->before );
	tlFree( a->lambdasNow );
	tlFree( a->lambdasBefore );
	*a = ( tlAcceleration ){ .omega = 1 };
	if ( budget->sweep != tl_jacobiSweep || budget->chebyshevRadius == 0 )
	{
		return true;
	}
	size_t rows = 0;
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		rows += (size_t)body->sets[s].set->type->info.rowCount * (size_t)body->sets[s].set->count;
	}
	a->now = TL_ALLOC( tlVec4, tlGetNodeCount( body ) );
	a->before = TL_ALLOC( tlVec4, tlGetNodeCount( body ) );
	a->lambdasNow = TL_ALLOC( tlReal, rows );
	a->lambdasBefore = TL_ALLOC( tlReal, rows );
	return a->now != NULL && a->before != NULL && a->lambdasNow != NULL && a->lambdasBefore != NULL;
}

void tlFreeSweep( tlBody* body )
{
	tlAcceleration* a = &body->acceleration;
	tlFree( a->now );
	tlFree( a->before );
	tlFree( a->lambdasNow );
	tlFree( a->lambdasBefore );
	tlFreeDescent( &body->descent );
	tlFree( body->deltas );
	tlFree( body->incidence );
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
	ok = ok && tlPrepareChains( body, budget );

	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		if ( body->sets[s].set->memberCount > 0 && body->gradients == NULL )
		{
			body->gradients = TL_ALLOC( tlVec4, body->particleCount );
			ok = ok && body->gradients != NULL;
		}
	}
	tlFree( body->deltas );
	tlFree( body->incidence );
	body->deltas = NULL;
	body->incidence = NULL;
	if ( budget->sweep == tl_jacobiSweep )
	{
		body->deltas = TL_ALLOC( tlVec4, tlGetNodeCount( body ) );
		body->incidence = TL_ALLOC( tlReal, tlGetNodeCount( body ) );
		ok = ok && body->deltas != NULL && body->incidence != NULL;
		for ( int32_t s = 0; ok && s < body->setCount; ++s )
		{
			const tlConstraintSet* set = body->sets[s].set;
			const tlChains* chains = body->chains[s];
			int32_t arity = set->type->info.arity;
			for ( int32_t i = 0; i < ( chains != NULL ? chains->looseCount : set->count ); ++i )
			{
				const int32_t* nodes = set->particles + (size_t)arity * (size_t)( chains != NULL ? chains->loose[i] : i );
				for ( int32_t k = 0; k < arity; ++k )
				{
					body->incidence[nodes[k]] += 1;
				}
			}
		}
	}
	ok = ok && PrepareAcceleration( body, budget );
	tlFreeDescent( &body->descent );
	ok = ok && ( budget->method != tl_vbdMethod || tlPrepareDescent( body ) );
	if ( budget->recordResiduals )
	{
		ok = ok &&
		     tlReserve( (void**)&body->history, &body->historyCapacity, (size_t)budget->iterationCount, sizeof( double ) );
	}
	body->historyCount = 0;
	return ok;
}
