// Vertex block descent (Chen, Liu, Yang, Yuksel, "Vertex Block Descent", 2024): each particle in turn goes one Newton step
// towards its own least of the energy of implicit Euler,
//
//     m |x - x^|^2 / (2 h^2) + sum of C alpha^-1 C / 2,
//
// with the others where they are. Particles of a colour share no constraint, and keep the order of their numbers.
//
// The Hessian of a constraint is grad C alpha^-1 grad C^T, and of a length under tension also what turning it costs, k C / l
// across, so that it is positive semidefinite. A hard constraint has no energy: its stiffness is a thousand times what makes
// its own particles move by C in a substep. Where the energy around a particle would rise, its step is halved, and at last
// not made, so that nothing explodes where one sweep is far from enough. Constraints that are coupled to each
// other, that have frames, or that span a whole mesh are projected as in XPBD after the particles, and so are contacts; what
// their forces move, w J^T lambda, is where the inertia of the next sweep is counted from. The start is the predicted
// position, or that of the last substep where the energy is lower: stiff cloth that moves a little is better off there.
// SPDX-License-Identifier: MIT
#include "descent.h"

#include "base/core.h"
#include "constraint/projection.h"

#define TL_HARDNESS 1000

static bool IsDescended( const tlSetState* state )
{
	const tlConstraintSet* set = state->set;
	return set->type->info.arity > 0 && set->type->info.frameMask == 0 && state->coupling == NULL;
}

// ---- preparing

static bool ListReferences( tlBody* body, tlDescent* d )
{
	d->starts = TL_ALLOC( int32_t, body->particleCount + 1 );
	d->descended = TL_ALLOC( bool, body->setCount );
	if ( d->starts == NULL || d->descended == NULL )
	{
		return false;
	}
	int32_t total = 0;
	for ( int pass = 0; pass < 2; ++pass )
	{
		for ( int32_t s = 0; s < body->setCount; ++s )
		{
			const tlConstraintSet* set = body->sets[s].set;
			int32_t arity = set->type->info.arity;
			d->descended[s] = IsDescended( body->sets + s );
			for ( int32_t i = 0; d->descended[s] && i < arity * set->count; ++i )
			{
				int32_t node = set->particles[i];
				if ( node >= body->particleCount )
				{
					continue; // an anchor
				}
				if ( pass == 0 )
				{
					d->starts[node + 1] += 1;
					total += 1;
				}
				else
				{
					d->refs[d->starts[node]++] = ( tlReference ){ s, i / arity, i % arity };
				}
			}
		}
		if ( pass == 0 )
		{
			for ( int32_t i = 0; i < body->particleCount; ++i )
			{
				d->starts[i + 1] += d->starts[i];
			}
			d->refs = TL_ALLOC( tlReference, total );
			if ( d->refs == NULL )
			{
				return false;
			}
		}
	}
	for ( int32_t i = body->particleCount; i > 0; --i )
	{
		d->starts[i] = d->starts[i - 1];
	}
	d->starts[0] = 0;
	return true;
}

// Each particle takes the lowest colour that no particle before it has with which it shares a constraint: at most one more
// than it has such neighbours.
static bool ColorParticles( const tlBody* body, tlDescent* d )
{
	int32_t count = body->particleCount;
	int32_t* colors = TL_ALLOC( int32_t, count );
	int32_t* marks = TL_ALLOC( int32_t, count + 1 ); // the last particle for which a colour was taken, + 1
	int32_t* starts = TL_ALLOC( int32_t, count + 2 );
	d->order = TL_ALLOC( int32_t, count );
	bool ok = colors != NULL && marks != NULL && starts != NULL && d->order != NULL;
	for ( int32_t i = 0; ok && i < count; ++i )
	{
		for ( int32_t n = d->starts[i]; n < d->starts[i + 1]; ++n )
		{
			const tlConstraintSet* set = body->sets[d->refs[n].set].set;
			int32_t arity = set->type->info.arity;
			for ( int32_t k = 0; k < arity; ++k )
			{
				int32_t other = set->particles[(size_t)arity * (size_t)d->refs[n].index + (size_t)k];
				if ( other < i )
				{
					marks[colors[other]] = i + 1;
				}
			}
		}
		int32_t color = 0;
		while ( marks[color] == i + 1 )
		{
			color += 1;
		}
		colors[i] = color;
		d->colorCount = color + 1 > d->colorCount ? color + 1 : d->colorCount;
		starts[color + 1] += 1;
	}
	for ( int32_t c = 0; ok && c < d->colorCount; ++c )
	{
		starts[c + 1] += starts[c];
	}
	for ( int32_t i = 0; ok && i < count; ++i )
	{
		d->order[starts[colors[i]]++] = i;
	}
	tlFree( colors );
	tlFree( marks );
	tlFree( starts );
	return ok;
}

bool tlPrepareDescent( tlBody* body )
{
	body->descent.pushed = TL_ALLOC( tlVec4, body->particleCount );
	body->descent.before = TL_ALLOC( tlVec4, body->particleCount );
	return body->descent.pushed != NULL && body->descent.before != NULL && ListReferences( body, &body->descent ) &&
	       ColorParticles( body, &body->descent );
}

void tlFreeDescent( tlDescent* d )
{
	tlFree( d->order );
	tlFree( d->starts );
	tlFree( d->refs );
	tlFree( d->descended );
	tlFree( d->pushed );
	tlFree( d->before );
	*d = ( tlDescent ){ 0 };
}

// ---- descending

// A constraint with its stiffness: the inverse of the compliances of its rows.
typedef struct Energy
{
	tlEvaluation at;
	tlReal k[TL_MAX_ROWS];
	tlReal beta[TL_MAX_ROWS]; // damping [N s/m]
	tlReal cross;             // between rows 0 and 1
} Energy;

static bool EvaluateEnergy( const tlSetState* state, const tlProjection* p, int32_t i, Energy* e )
{
	const tlConstraintSet* set = state->set;
	const tlConstraintTypeInfo* info = &set->type->info;
	const int32_t* nodes = set->particles + (size_t)info->arity * (size_t)i;
	tlInstance instance;
	bool usable = tlEvaluateConstraint( state, p, i, &instance );
	e->at = instance.at;
	e->cross = 0;
	if ( !usable || ( info->oneSided && !( e->at.value[0] > 0 ) ) )
	{
		return false;
	}
	tlReal alpha[TL_MAX_ROWS] = { 0 };
	for ( int32_t r = 0; r < info->rowCount; ++r )
	{
		tlReal sum = 0;
		for ( int32_t k = 0; k < info->arity; ++k )
		{
			sum += p->positions[nodes[k]].w * tlLengthSquared( e->at.gradient[r][k] );
		}
		alpha[r] = state->compliance != NULL ? tlFindCompliance( state, r, i, true, &e->at ) : 0;
		tlReal least = sum / ( TL_HARDNESS * p->inverseH2 );
		alpha[r] = tlMax( alpha[r], least );
		if ( !( alpha[r] > 0 ) )
		{
			return false; // nothing can move
		}
		e->k[r] = 1 / alpha[r];
		e->beta[r] = state->damping != NULL && state->compliance != NULL
		                 ? state->damping[(size_t)r * (size_t)set->count + (size_t)i]
		                 : 0;
	}
	if ( state->cross != NULL )
	{
		tlReal det = alpha[0] * alpha[1] - state->cross[i] * state->cross[i];
		if ( det > 0 )
		{
			e->k[0] = alpha[1] / det;
			e->k[1] = alpha[0] / det;
			e->cross = -state->cross[i] / det;
		}
	}
	return true;
}

// Force of row r, without damping: -lambda / h^2 turned around.
static tlReal GetPull( const Energy* e, int32_t r )
{
	return e->k[r] * e->at.value[r] + ( r < 2 ? e->cross * e->at.value[1 - r] : 0 );
}

// What a constraint stores, and damping spends [J].
static double GetStored( const tlSetState* state, const tlProjection* p, int32_t i, const Energy* e )
{
	const tlConstraintTypeInfo* info = &state->set->type->info;
	const int32_t* nodes = state->set->particles + (size_t)info->arity * (size_t)i;
	double sum = e->cross != 0 ? (double)e->cross * (double)e->at.value[0] * (double)e->at.value[1] : 0;
	for ( int32_t r = 0; r < info->rowCount; ++r )
	{
		sum += 0.5 * (double)e->k[r] * (double)e->at.value[r] * (double)e->at.value[r];
		double drift = e->beta[r] > 0 ? (double)tlGetDrift( p, nodes, info->arity, e->at.gradient[r] ) : 0;
		sum += 0.5 * (double)e->beta[r] / (double)p->h * drift * drift;
	}
	return sum;
}

// A symmetric matrix: xx, yy, zz, xy, xz, yz.
typedef struct Symmetric
{
	tlReal m[6];
} Symmetric;

static void AddOuter( Symmetric* h, tlReal s, tlVec3 a, tlVec3 b )
{
	h->m[0] += s * a.x * b.x;
	h->m[1] += s * a.y * b.y;
	h->m[2] += s * a.z * b.z;
	h->m[3] += s * ( a.x * b.y + a.y * b.x ) / 2;
	h->m[4] += s * ( a.x * b.z + a.z * b.x ) / 2;
	h->m[5] += s * ( a.y * b.z + a.z * b.y ) / 2;
}

static tlVec3 SolveSymmetric( const Symmetric* h, tlVec3 f )
{
	const tlReal* m = h->m;
	tlVec3 a = { m[0], m[3], m[4] }, b = { m[3], m[1], m[5] }, c = { m[4], m[5], m[2] };
	tlVec3 bc = tlCross( b, c ), ca = tlCross( c, a ), ab = tlCross( a, b );
	tlReal det = tlDot( a, bc );
	tlVec3 zero = { 0, 0, 0 };
	if ( !( det > 0 ) )
	{
		return zero;
	}
	return ( tlVec3 ){ tlDot( bc, f ) / det, tlDot( ca, f ) / det, tlDot( ab, f ) / det };
}

// Returns its energy.
static double AddConstraint( const tlSetState* state, const tlProjection* p, const tlReference* ref, tlVec3* force,
                             Symmetric* hessian )
{
	const tlConstraintSet* set = state->set;
	const tlConstraintTypeInfo* info = &set->type->info;
	const int32_t* nodes = set->particles + (size_t)info->arity * (size_t)ref->index;
	Energy e;
	if ( !EvaluateEnergy( state, p, ref->index, &e ) )
	{
		return 0;
	}
	for ( int32_t r = 0; r < info->rowCount; ++r )
	{
		tlVec3 g = e.at.gradient[r][ref->slot];
		tlReal pull = GetPull( &e, r ), stiffness = e.k[r];
		if ( e.beta[r] > 0 )
		{
			pull += e.beta[r] / p->h * tlGetDrift( p, nodes, info->arity, e.at.gradient[r] );
			stiffness += e.beta[r] / p->h;
		}
		*force = tlMulAdd( *force, -pull, g );
		AddOuter( hessian, stiffness, g, g );
	}
	if ( e.cross != 0 )
	{
		AddOuter( hessian, 2 * e.cross, e.at.gradient[0][ref->slot], e.at.gradient[1][ref->slot] );
	}
	tlReal length = tlLength( tlSeparate( p->positions, p->corrections, nodes[0], nodes[1] ) );
	bool isLength = info->arity == 2 && info->rowCount == 1 && set->type->lengthParameter >= 0;
	if ( isLength && e.at.value[0] > 0 && length > 0 )
	{
		tlReal across = e.k[0] * e.at.value[0] / length;
		tlVec3 n = e.at.gradient[0][ref->slot];
		AddOuter( hessian, -across, n, n );
		hessian->m[0] += across;
		hessian->m[1] += across;
		hessian->m[2] += across;
	}
	return GetStored( state, p, ref->index, &e );
}

static double MeasureEnergy( const tlSetState* state, const tlProjection* p, int32_t i )
{
	Energy e;
	return EvaluateEnergy( state, p, i, &e ) ? GetStored( state, p, i, &e ) : 0;
}

// That of the inertia of particle i.
static double MeasureInertia( const tlBody* body, const tlProjection* p, int32_t i )
{
	const tlVec4 *u = body->corrections + i, *from = body->descent.pushed + i;
	const double by[3] = { (double)u->x - (double)from->x, (double)u->y - (double)from->y, (double)u->z - (double)from->z };
	return ( by[0] * by[0] + by[1] * by[1] + by[2] * by[2] ) * (double)p->inverseH2 / ( 2 * (double)body->positions[i].w );
}

// All of it around particle i.
static double SumEnergy( const tlBody* body, const tlProjection* p, int32_t i )
{
	const tlDescent* d = &body->descent;
	double sum = MeasureInertia( body, p, i );
	for ( int32_t n = d->starts[i]; n < d->starts[i + 1]; ++n )
	{
		sum += MeasureEnergy( body->sets + d->refs[n].set, p, d->refs[n].index );
	}
	return sum;
}

enum
{
	tl_mostHalvings = 6
};

// most: the energy around it that a step may leave, over that before. The first sweep of a substep has much to gain, and
// must not lose; later ones come near the least, where round-off makes small energies twice as large or more.
static void MoveParticle( tlBody* body, const tlProjection* p, int32_t i, double most )
{
	const tlDescent* d = &body->descent;
	tlReal w = body->positions[i].w;
	if ( w == 0 )
	{
		return;
	}
	tlVec4* u = body->corrections + i;
	const tlVec4 from = *u;
	tlReal inertia = p->inverseH2 / w;
	tlVec3 force = tlMul( -inertia, ( tlVec3 ){ u->x - d->pushed[i].x, u->y - d->pushed[i].y, u->z - d->pushed[i].z } );
	Symmetric hessian = { { inertia, inertia, inertia, 0, 0, 0 } };
	double before = MeasureInertia( body, p, i );
	for ( int32_t n = d->starts[i]; n < d->starts[i + 1]; ++n )
	{
		before += AddConstraint( body->sets + d->refs[n].set, p, d->refs + n, &force, &hessian );
	}
	tlVec3 move = SolveSymmetric( &hessian, force );
	for ( int halving = 0; halving <= tl_mostHalvings; ++halving )
	{
		*u = ( tlVec4 ){ from.x + move.x, from.y + move.y, from.z + move.z, from.w };
		if ( SumEnergy( body, p, i ) <= most * before )
		{
			return;
		}
		move = tlMul( (tlReal)0.5, move );
	}
	*u = from;
}

// Lambda = -h^2 times the force, for what is read back.
static void KeepForces( tlBody* body, const tlProjection* p )
{
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		tlSetState* state = body->sets + s;
		for ( int32_t i = 0; body->descent.descended[s] && i < state->set->count; ++i )
		{
			Energy e;
			bool acts = EvaluateEnergy( state, p, i, &e );
			for ( int32_t r = 0; r < state->set->type->info.rowCount; ++r )
			{
				state->lambda[(size_t)r * (size_t)state->set->count + (size_t)i] =
				    acts ? -GetPull( &e, r ) / p->inverseH2 : 0;
			}
		}
	}
}

// What was moved since the last descent ended, by others: in the first of a substep, nothing yet.
static void CountPushes( tlBody* body, bool first )
{
	tlDescent* d = &body->descent;
	for ( int32_t i = 0; i < body->particleCount; ++i )
	{
		tlVec3 by = first ? tlVec3_zero : tlSub( tlLoadVec3( body->corrections, i ), tlLoadVec3( d->before, i ) );
		tlVec3 sum = first ? tlVec3_zero : tlAdd( tlLoadVec3( d->pushed, i ), by );
		d->pushed[i] = ( tlVec4 ){ sum.x, sum.y, sum.z, 0 };
	}
}

static double MeasureAll( const tlBody* body, const tlProjection* p )
{
	double sum = 0;
	for ( int32_t i = 0; i < body->particleCount; ++i )
	{
		sum += body->positions[i].w > 0 ? MeasureInertia( body, p, i ) : 0;
	}
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		for ( int32_t i = 0; body->descent.descended[s] && i < body->sets[s].set->count; ++i )
		{
			sum += MeasureEnergy( body->sets + s, p, i );
		}
	}
	return sum;
}

// Corrections are zero at the predicted positions.
static void ChooseStart( tlBody* body, const tlProjection* p )
{
	double predicted = MeasureAll( body, p );
	for ( int32_t i = 0; i < body->particleCount; ++i )
	{
		const tlVec4* v = body->velocities + i;
		tlReal back = body->positions[i].w > 0 ? -p->h : 0;
		body->corrections[i] = ( tlVec4 ){ back * v->x, back * v->y, back * v->z, 0 };
	}
	if ( !( MeasureAll( body, p ) < predicted ) )
	{
		memset( body->corrections, 0, (size_t)body->particleCount * sizeof( tlVec4 ) );
	}
}

void tlDescend( tlBody* body, const tlProjection* p, bool first )
{
	CountPushes( body, first );
	if ( first )
	{
		ChooseStart( body, p );
	}
	for ( int32_t n = 0; n < body->particleCount; ++n )
	{
		MoveParticle( body, p, body->descent.order[n], first ? 1.001 : 2 );
	}
	memcpy( body->descent.before, body->corrections, (size_t)body->particleCount * sizeof( tlVec4 ) );
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		tlSetState* state = body->sets + s;
		if ( !body->descent.descended[s] )
		{
			state->set->type->project( state, p, NULL, 0, 1, state->set->count );
		}
	}
	KeepForces( body, p );
}
