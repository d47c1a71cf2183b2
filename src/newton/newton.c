// Implicit Euler by Newton's method with a sparse direct factorisation: what XPBD converges to, and the baseline of Baraff
// and Witkin, "Large Steps in Cloth Simulation" (1998), who make one such step. In doubles, with memory taken as it is
// needed: a measure, not a game's solver.
//
// Unknowns are the displacements u of the nodes and the forces f of the constraints' rows, so that hard constraints, and
// compliances between constraints, are solved like the others:
//
//     M u / h^2 + J^T f = 0
//     C + A B J (x - x_n) / h - A f = 0        A the compliances, B the dampings
//
// Newton's matrix holds f times the second derivatives of C, by differences of its gradients; where a step does not bring
// the residual down it is halved, and at last taken without them. Where that does not get there, the same is solved with
// masses many times as large, which hardly move from where prediction took them, then with less and less, each from the
// solution before. A one-sided constraint acts while it is stretched or
// pulls. Contacts are projected afterwards, once. Factorised by CXSparse (Davis, "Direct Methods for Sparse Linear Systems",
// 2006).
//
// SPDX-License-Identifier: MIT
#include "newton.h"

#include "base/core.h"
#include "constraint/projection.h"
#include "solver/implicit.h"

#include <math.h>
#include <stdlib.h>
#include <suitesparse/cs.h>

enum
{
	tl_mostSteps = 200,
	tl_mostHalvings = 8,
};

// One body while it is being solved.
typedef struct Newton
{
	tlBody* body;
	const tlProjection* p;
	int32_t nodeCount;
	int32_t rowCount;
	int32_t* places;     // [nodeCount] of the first unknown of a node, -1 for one that does not move
	int32_t unknowns;    // 3 for each node that moves
	size_t* rows;        // [setCount] first row of each set
	double* forces;      // [rowCount]
	double* residual;    // [unknowns + rowCount]
	double* step;        // same
	tlVec4* corrections; // [nodeCount] before a step
	tlQuat* frames;
	double* forcesBefore;
	double heaviness; // factor on the masses
	double merit;     // sum of the squares of what is off [m^2], as last measured
} Newton;

// A constraint at the present iterate.
typedef struct Element
{
	const tlSetState* state;
	const int32_t* nodes;
	int32_t index, arity, rowCount;
	uint32_t frameMask;
	tlInstance now;
	double alpha[TL_MAX_ROWS], damping[TL_MAX_ROWS]; // A, and A B / h
	bool acts;
} Element;

static void EvaluateElement( const Newton* n, int32_t s, int32_t i, Element* e )
{
	const tlSetState* state = n->body->sets + s;
	const tlConstraintSet* set = state->set;
	const tlConstraintTypeInfo* info = &set->type->info;
	memset( e, 0, sizeof *e );
	e->state = state;
	e->index = i;
	e->arity = info->arity;
	e->rowCount = info->rowCount;
	e->frameMask = info->frameMask;
	e->nodes = set->particles + (size_t)info->arity * (size_t)i;
	e->acts = tlEvaluateConstraint( state, n->p, i, &e->now );
	for ( int32_t r = 0; r < e->rowCount && e->acts; ++r )
	{
		size_t row = (size_t)r * (size_t)set->count + (size_t)i;
		e->alpha[r] = state->compliance != NULL ? (double)tlFindCompliance( state, r, i, true, &e->now.at ) : 0;
		e->damping[r] = state->damping != NULL ? e->alpha[r] * (double)state->damping[row] / (double)n->p->h : 0;
	}
	bool pulls = e->now.at.value[0] > 0 || n->forces[n->rows[s] + (size_t)i] > 0;
	e->acts = e->acts && ( !info->oneSided || pulls );
}

static size_t GetRow( const Newton* n, int32_t s, int32_t r, int32_t i )
{
	return n->rows[s] + (size_t)r * (size_t)n->body->sets[s].set->count + (size_t)i;
}

// Force of the row's neighbours times the compliances between them.
static double SumOthers( const Newton* n, int32_t s, const Element* e, int32_t r )
{
	const tlSetState* state = e->state;
	double sum = 0;
	if ( state->cross != NULL && r < 2 )
	{
		sum += (double)state->cross[e->index] * n->forces[GetRow( n, s, 1 - r, e->index )];
	}
	for ( int k = 0; state->coupling != NULL && k < 4; ++k )
	{
		size_t at = (size_t)k * (size_t)state->set->count + (size_t)e->index;
		int32_t neighbor = state->set->neighbors[at];
		sum += neighbor >= 0 ? (double)state->coupling[at] * n->forces[GetRow( n, s, 0, neighbor )] : 0;
	}
	return sum;
}

static double GetPart( tlVec3 v, int axis )
{
	return axis == 0 ? (double)v.x : ( axis == 1 ? (double)v.y : (double)v.z );
}

// Fills the residual; returns how far the worst particle or constraint is off [m].
static double MeasureResidual( Newton* n )
{
	double worst = 0;
	n->merit = 0;
	memset( n->residual, 0, ( (size_t)n->unknowns + (size_t)n->rowCount ) * sizeof( double ) );
	for ( int32_t i = 0; i < n->nodeCount; ++i )
	{
		if ( n->places[i] >= 0 )
		{
			double inertia = n->heaviness * (double)n->p->inverseH2 / (double)n->body->positions[i].w;
			tlVec3 u = tlLoadVec3( n->body->corrections, i );
			for ( int axis = 0; axis < 3; ++axis )
			{
				n->residual[n->places[i] + axis] = inertia * GetPart( u, axis );
			}
		}
	}
	for ( int32_t s = 0; s < n->body->setCount; ++s )
	{
		for ( int32_t i = 0; i < n->body->sets[s].set->count; ++i )
		{
			Element e;
			EvaluateElement( n, s, i, &e );
			for ( int32_t r = 0; r < e.rowCount; ++r )
			{
				size_t row = GetRow( n, s, r, i );
				double* rest = n->residual + n->unknowns + row;
				if ( !e.acts || e.alpha[r] >= TL_SLACK / 2 )
				{
					*rest = n->forces[row]; // no force
					worst = fmax( worst, fabs( *rest ) > 0 ? INFINITY : 0 );
					n->merit += worst < INFINITY ? 0 : INFINITY;
					continue;
				}
				double steepest = 0;
				*rest = (double)e.now.at.value[r] - e.alpha[r] * n->forces[row] - SumOthers( n, s, &e, r );
				if ( e.damping[r] > 0 )
				{
					*rest += e.damping[r] * (double)tlGetDrift( n->p, e.nodes, e.arity, e.now.at.gradient[r] );
				}
				for ( int32_t k = 0; k < e.arity; ++k )
				{
					steepest = fmax( steepest, (double)tlLength( e.now.at.gradient[r][k] ) );
					for ( int axis = 0; axis < 3 && n->places[e.nodes[k]] >= 0; ++axis )
					{
						n->residual[n->places[e.nodes[k]] + axis] +=
						    n->forces[row] * GetPart( e.now.at.gradient[r][k], axis );
					}
				}
				double off = steepest > 0 ? fabs( *rest ) / steepest : 0;
				worst = fmax( worst, off );
				n->merit += off * off;
			}
		}
	}
	for ( int32_t i = 0; i < n->nodeCount; ++i )
	{
		for ( int axis = 0; axis < 3 && n->places[i] >= 0; ++axis )
		{
			double off =
			    fabs( n->residual[n->places[i] + axis] ) * (double)n->body->positions[i].w / (double)n->p->inverseH2;
			worst = fmax( worst, off );
			n->merit += off * off;
		}
	}
	return worst;
}

// Second derivatives of the rows' sum of f C by node k and axis: the change of the gradients where it moves a little.
static void Differentiate( const Element* e, const double* forces, int32_t k, int axis, tlVec3 change[TL_MAX_ARITY] )
{
	const double eps = sizeof( tlReal ) == sizeof( float ) ? 1e-3 : 1e-6;
	double size = 0;
	for ( int32_t j = 1; j < e->arity; ++j )
	{
		size = fmax( size, (double)tlLength( e->now.stencil.x[j] ) );
	}
	bool frame = tlIsFrameSlot( e->frameMask, k );
	double step = frame || size == 0 ? eps : eps * size;
	tlVec3 by = { axis == 0 ? (tlReal)step : 0, axis == 1 ? (tlReal)step : 0, axis == 2 ? (tlReal)step : 0 };
	for ( int32_t j = 0; j < e->arity; ++j )
	{
		change[j] = tlVec3_zero;
	}
	for ( int sign = -1; sign <= 1; sign += 2 )
	{
		tlStencil moved = e->now.stencil;
		tlEvaluation at;
		memset( &at, 0, sizeof at );
		if ( frame )
		{
			moved.q[k] = tlTurn( moved.q[k], tlMul( (tlReal)sign, by ) );
		}
		else
		{
			moved.x[k] = tlMulAdd( moved.x[k], (tlReal)sign, by );
		}
		if ( !e->state->set->type->evaluate( &moved, e->now.parameters, &at ) )
		{
			return;
		}
		for ( int32_t r = 0; r < e->rowCount; ++r )
		{
			for ( int32_t j = 0; j < e->arity; ++j )
			{
				change[j] = tlMulAdd( change[j], (tlReal)( sign * forces[r] / ( 2 * step ) ), at.gradient[r][j] );
			}
		}
	}
}

static void AddSecond( const Newton* n, cs_di* t, int32_t s, const Element* e )
{
	double forces[TL_MAX_ROWS], sum = 0;
	for ( int32_t r = 0; r < e->rowCount; ++r )
	{
		forces[r] = n->forces[GetRow( n, s, r, e->index )];
		sum += fabs( forces[r] );
	}
	for ( int32_t k = 0; k < e->arity && sum > 0; ++k )
	{
		for ( int axis = 0; axis < 3 && n->places[e->nodes[k]] >= 0; ++axis )
		{
			tlVec3 change[TL_MAX_ARITY];
			Differentiate( e, forces, k, axis, change );
			for ( int32_t j = 0; j < e->arity; ++j )
			{
				for ( int other = 0; other < 3 && n->places[e->nodes[j]] >= 0; ++other )
				{
					cs_di_entry( t, n->places[e->nodes[j]] + other, n->places[e->nodes[k]] + axis,
					             GetPart( change[j], other ) );
				}
			}
		}
	}
}

static void AddElement( const Newton* n, cs_di* t, int32_t s, const Element* e, bool second )
{
	for ( int32_t r = 0; r < e->rowCount; ++r )
	{
		int row = n->unknowns + (int)GetRow( n, s, r, e->index );
		if ( !e->acts || e->alpha[r] >= TL_SLACK / 2 )
		{
			cs_di_entry( t, row, row, 1 );
			continue;
		}
		cs_di_entry( t, row, row, -e->alpha[r] );
		if ( e->state->cross != NULL && r < 2 )
		{
			int other = n->unknowns + (int)GetRow( n, s, 1 - r, e->index );
			cs_di_entry( t, row, other, -(double)e->state->cross[e->index] );
		}
		for ( int k = 0; e->state->coupling != NULL && k < 4; ++k )
		{
			size_t at = (size_t)k * (size_t)e->state->set->count + (size_t)e->index;
			int32_t neighbor = e->state->set->neighbors[at];
			if ( neighbor >= 0 )
			{
				cs_di_entry( t, row, n->unknowns + (int)GetRow( n, s, 0, neighbor ), -(double)e->state->coupling[at] );
			}
		}
		for ( int32_t k = 0; k < e->arity; ++k )
		{
			for ( int axis = 0; axis < 3 && n->places[e->nodes[k]] >= 0; ++axis )
			{
				double g = GetPart( e->now.at.gradient[r][k], axis );
				cs_di_entry( t, n->places[e->nodes[k]] + axis, row, g );
				cs_di_entry( t, row, n->places[e->nodes[k]] + axis, g * ( 1 + e->damping[r] ) );
			}
		}
	}
	if ( second && e->acts )
	{
		AddSecond( n, t, s, e );
	}
}

// The step towards zero residual, into n->step. False when memory runs out or the matrix is singular.
static bool FindStep( Newton* n, bool second )
{
	int size = n->unknowns + n->rowCount;
	cs_di* t = cs_di_spalloc( size, size, 16 * size, 1, 1 );
	if ( t == NULL )
	{
		return false;
	}
	for ( int32_t i = 0; i < n->nodeCount; ++i )
	{
		for ( int axis = 0; axis < 3 && n->places[i] >= 0; ++axis )
		{
			int at = n->places[i] + axis;
			cs_di_entry( t, at, at, n->heaviness * (double)n->p->inverseH2 / (double)n->body->positions[i].w );
		}
	}
	for ( int32_t s = 0; s < n->body->setCount; ++s )
	{
		for ( int32_t i = 0; i < n->body->sets[s].set->count; ++i )
		{
			Element e;
			EvaluateElement( n, s, i, &e );
			AddElement( n, t, s, &e, second );
		}
	}
	cs_di* matrix = cs_di_compress( t );
	cs_di_spfree( t );
	bool ok = matrix != NULL && cs_di_dupl( matrix );
	if ( ok )
	{
		for ( int i = 0; i < size; ++i )
		{
			n->step[i] = -n->residual[i];
		}
		ok = cs_di_lusol( 1, matrix, n->step, 1 ) != 0; // order of the sum with its transpose; pivots by rows
	}
	cs_di_spfree( matrix );
	for ( int i = 0; ok && i < size; ++i )
	{
		ok = isfinite( n->step[i] );
	}
	return ok;
}

static void Keep( Newton* n )
{
	memcpy( n->corrections, n->body->corrections, (size_t)n->nodeCount * sizeof( tlVec4 ) );
	memcpy( n->frames, n->body->frames, (size_t)n->body->frameCount * sizeof( tlQuat ) );
	memcpy( n->forcesBefore, n->forces, (size_t)n->rowCount * sizeof( double ) );
}

static void Take( Newton* n, double share )
{
	tlBody* body = n->body;
	memcpy( body->frames, n->frames, (size_t)body->frameCount * sizeof( tlQuat ) );
	for ( int32_t i = 0; i < n->nodeCount; ++i )
	{
		if ( n->places[i] < 0 )
		{
			continue;
		}
		const double* d = n->step + n->places[i];
		tlVec3 by = { (tlReal)( share * d[0] ), (tlReal)( share * d[1] ), (tlReal)( share * d[2] ) };
		const tlVec4* u = n->corrections + i;
		body->corrections[i] = ( tlVec4 ){ u->x + by.x, u->y + by.y, u->z + by.z, 0 };
		if ( tlIsFrame( body, i ) )
		{
			tlQuat* q = body->frames + ( i - body->particleCount );
			*q = tlTurn( *q, by );
		}
	}
	for ( int32_t i = 0; i < n->rowCount; ++i )
	{
		n->forces[i] = n->forcesBefore[i] + share * n->step[n->unknowns + i];
	}
}

// To what round-off leaves; true once what is missing is below `enough`.
static bool Solve( Newton* n, double enough )
{
	const double least = sizeof( tlReal ) == sizeof( float ) ? 1e-6 : 1e-13; // [m]
	double worst = MeasureResidual( n );
	for ( int32_t step = 0; step < tl_mostSteps && worst > least; ++step )
	{
		bool better = false;
		double merit = n->merit;
		Keep( n );
		for ( int plain = 0; plain < 2 && !better; ++plain )
		{
			if ( plain > 0 )
			{
				Take( n, 0 );
				MeasureResidual( n );
			}
			if ( !FindStep( n, plain == 0 ) )
			{
				continue;
			}
			double share = 1;
			for ( int halving = 0; halving <= tl_mostHalvings && !better; ++halving, share /= 2 )
			{
				Take( n, share );
				double now = MeasureResidual( n );
				better = now < worst || n->merit < 0.9999 * merit ||
				         ( step == 0 && halving == tl_mostHalvings ); // forces start from nothing
				worst = better ? now : worst;
			}
		}
		if ( !better )
		{
			Take( n, 0 ); // round-off: no step is better
			MeasureResidual( n );
			break;
		}
	}
	return worst <= enough;
}

// From the prediction; with heavy masses first where it must be.
static bool SolveGradually( Newton* n )
{
	const double enough = sizeof( tlReal ) == sizeof( float ) ? 1e-4 : 1e-7; // [m]
	tlQuat* start = calloc( (size_t)n->body->frameCount + 1, sizeof( tlQuat ) );
	bool ok = start != NULL;
	if ( ok )
	{
		memcpy( start, n->body->frames, (size_t)n->body->frameCount * sizeof( tlQuat ) );
		n->heaviness = 1;
		ok = Solve( n, enough );
	}
	if ( !ok && start != NULL )
	{
		// From where the substep began.
		memcpy( n->body->frames, start, (size_t)n->body->frameCount * sizeof( tlQuat ) );
		memset( n->forces, 0, (size_t)n->rowCount * sizeof( double ) );
		for ( int32_t i = 0; i < n->nodeCount; ++i )
		{
			tlVec3 back = tlMul( n->places[i] >= 0 ? -n->p->h : 0, tlLoadVec3( n->p->velocities, i ) );
			n->body->corrections[i] = ( tlVec4 ){ back.x, back.y, back.z, 0 };
			if ( tlIsFrame( n->body, i ) )
			{
				tlQuat* q = n->body->frames + ( i - n->body->particleCount );
				*q = tlTurn( *q, back );
			}
		}
		ok = Solve( n, enough );
	}
	for ( double ratio = 4; !ok && start != NULL && ratio > 1.2; ratio = sqrt( ratio ) )
	{
		memset( n->body->corrections, 0, (size_t)n->nodeCount * sizeof( tlVec4 ) );
		memcpy( n->body->frames, start, (size_t)n->body->frameCount * sizeof( tlQuat ) );
		memset( n->forces, 0, (size_t)n->rowCount * sizeof( double ) );
		ok = true;
		for ( double heaviness = 4096; ok && heaviness > 0.5; heaviness /= ratio )
		{
			n->heaviness = heaviness > 1.1 ? heaviness : 1;
			ok = Solve( n, n->heaviness > 1 ? 100 * enough : enough );
			if ( n->heaviness == 1 )
			{
				break;
			}
		}
		ok = ok && n->heaviness == 1;
	}
	free( start );
	return ok;
}

static bool Allocate( Newton* n )
{
	tlBody* body = n->body;
	n->nodeCount = tlGetNodeCount( body );
	n->places = malloc( ( (size_t)n->nodeCount + 1 ) * sizeof( int32_t ) );
	n->rows = malloc( ( (size_t)body->setCount + 1 ) * sizeof( size_t ) );
	if ( n->places == NULL || n->rows == NULL )
	{
		return false;
	}
	for ( int32_t i = 0; i < n->nodeCount; ++i )
	{
		n->places[i] = body->positions[i].w > 0 ? n->unknowns : -1;
		n->unknowns += body->positions[i].w > 0 ? 3 : 0;
	}
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		n->rows[s] = (size_t)n->rowCount;
		n->rowCount += body->sets[s].set->type->info.rowCount * body->sets[s].set->count;
	}
	size_t size = (size_t)n->unknowns + (size_t)n->rowCount + 1;
	n->forces = calloc( (size_t)n->rowCount + 1, sizeof( double ) );
	n->forcesBefore = calloc( (size_t)n->rowCount + 1, sizeof( double ) );
	n->residual = calloc( size, sizeof( double ) );
	n->step = calloc( size, sizeof( double ) );
	n->corrections = calloc( (size_t)n->nodeCount + 1, sizeof( tlVec4 ) );
	n->frames = calloc( (size_t)body->frameCount + 1, sizeof( tlQuat ) );
	return n->forces != NULL && n->forcesBefore != NULL && n->residual != NULL && n->step != NULL &&
	       n->corrections != NULL && n->frames != NULL;
}

static bool SolveBody( tlBody* body, const tlProjection* p )
{
	Newton n = { .body = body, .p = p };
	bool ok = Allocate( &n ) && ( n.unknowns == 0 || SolveGradually( &n ) );
	for ( int32_t s = 0; ok && s < body->setCount; ++s )
	{
		tlSetState* state = body->sets + s;
		int32_t rows = state->set->type->info.rowCount * state->set->count;
		for ( int32_t i = 0; i < rows; ++i )
		{
			state->lambda[i] = (tlReal)( -n.forces[n.rows[s] + (size_t)i] / (double)p->inverseH2 );
		}
		for ( int32_t i = 0; i < state->set->count && state->coupling != NULL; ++i )
		{
			state->latest[i] = state->lambda[i];
		}
	}
	free( n.places );
	free( n.rows );
	free( n.forces );
	free( n.forcesBefore );
	free( n.residual );
	free( n.step );
	free( n.corrections );
	free( n.frames );
	return ok;
}

void tlInstallNewton( void )
{
	tlSetImplicitSolver( SolveBody );
}
