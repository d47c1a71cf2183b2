// The XPBD update, written once for every constraint type.
//
// Macklin, Mueller, Chentanez, "XPBD: Position-Based Simulation of Compliant Constrained Dynamics" (2016), Eq. 18, and
// Eq. 26 for damping; Mueller et al., "Position Based Dynamics" (2007), for the PBD mode; averaged Jacobi after Macklin et
// al., "Unified Particle Physics" (2014), section 4.2.
//
// A type's file hands its evaluation to the functions below, which are inlined into it, so that its loop is specialised.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/core.h"
#include "base/particles.h"
#include "constraint/constraint.h"

// Where the second particle is as seen from the first. Positions are large beside what a projection adds, so the two are
// kept apart: neighbours' positions subtract without loss, and corrections keep all their digits.
TL_INLINE tlVec3 tlSeparate( const tlVec4* positions, const tlVec4* corrections, int32_t first, int32_t second )
{
	return tlAdd( tlSub( tlLoadVec3( positions, second ), tlLoadVec3( positions, first ) ),
	              tlSub( tlLoadVec3( corrections, second ), tlLoadVec3( corrections, first ) ) );
}

// What a projection has to reckon with. Known before the loop, so that the loop of a hard set carries nothing else along;
// the results are those of the full formula.
typedef enum tlRule
{
	tl_hardRule,      // alpha = 0
	tl_compliantRule, // Eq. 18
	tl_dampedRule,    // Eq. 26
	tl_pbdRule
} tlRule;

TL_INLINE tlRule tlChooseRule( const tlSetState* state, const tlProjection* p )
{
	if ( p->pbdStiffness > 0 )
	{
		return tl_pbdRule;
	}
	if ( state->damping != NULL )
	{
		return tl_dampedRule;
	}
	return state->compliance != NULL ? tl_compliantRule : tl_hardRule;
}

// Square of the farthest that one projection moves a particle [m^2], or turns a frame [rad^2]. For types whose gradient can
// all but vanish where C does not, in an element pressed to nothing or turned by half a turn: Newton's step from there is
// out of all proportion. A part of it leaves momentum as it is, and the converged state too, where steps are small.
typedef tlReal tlFindReachFcn( const tlReal* parameters );

#define TL_MOST_GAMMA 1e12 // of the damping, beside 1: more would not stop it any better, and overflow

// A type, as the loops see it: constants to them.
typedef struct tlTraits
{
	int32_t arity;
	uint32_t frameMask;
	int32_t rowCount;
	int32_t parameterCount;
	bool oneSided;
	bool hasKnee;
	bool coupled; // has a compliance between itself and its neighbours
	tlEvaluateFcn* evaluate;
	tlFindReachFcn* findReach; // null: no bound
} tlTraits;

// Where constraint i turns soft, and how soft.
TL_INLINE tlKnee tlGetKnee( const tlSetState* state, int32_t i )
{
	return state->knees != NULL ? state->knees[i] : state->knee;
}

TL_INLINE bool tlIsFrameSlot( uint32_t frameMask, int32_t slot )
{
	return ( frameMask >> slot & 1u ) != 0;
}

// Where the particles and frames of constraint i are now.
TL_INLINE void tlGatherStencil( const tlProjection* p, const int32_t* nodes, int32_t arity, uint32_t frameMask,
                                tlStencil* stencil )
{
	for ( int32_t k = 0; k < arity; ++k )
	{
		if ( tlIsFrameSlot( frameMask, k ) )
		{
			stencil->q[k] = p->frames[nodes[k] - p->frameStart];
		}
		else if ( k > 0 )
		{
			stencil->x[k] = tlSeparate( p->positions, p->corrections, nodes[0], nodes[k] );
		}
	}
}

TL_INLINE void tlGatherParameters( const tlConstraintSet* set, int32_t i, int32_t parameterCount, tlReal* parameters )
{
	for ( int32_t k = 0; k < parameterCount; ++k )
	{
		parameters[k] = set->parameters[(size_t)k * (size_t)set->count + (size_t)i];
	}
}

// What evaluating a constraint needs, and what comes of it.
typedef struct tlInstance
{
	tlStencil stencil;
	tlReal parameters[TL_MAX_PARAMETERS];
	tlEvaluation at;
} tlInstance;

// Evaluates constraint i of any type that is not over a whole mesh, where it is now. False where C has no usable gradient.
// The loops of the projections do the same with the type's constants.
static inline bool tlEvaluateConstraint( const tlSetState* state, const tlProjection* p, int32_t i, tlInstance* instance )
{
	const tlConstraintSet* set = state->set;
	const tlConstraintTypeInfo* info = &set->type->info;
	memset( instance, 0, sizeof *instance );
	instance->stencil.knee = tlGetKnee( state, i ).at;
	tlGatherStencil( p, set->particles + (size_t)info->arity * (size_t)i, info->arity, info->frameMask, &instance->stencil );
	tlGatherParameters( set, i, info->parameterCount, instance->parameters );
	return set->type->evaluate( &instance->stencil, instance->parameters, &instance->at );
}

// A frame turned by a small rotation in world axes: exactly for none, to third order else, and of unit length.
TL_INLINE tlQuat tlTurn( tlQuat q, tlVec3 by )
{
	tlQuat step = { by.x / 2, by.y / 2, by.z / 2, 1 };
	return tlNormalizeQuat( tlMulQuat( step, q ) );
}

// One constraint, ready to be moved along.
typedef struct tlCorrection
{
	tlEvaluation at;
	tlReal inverseMass[TL_MAX_ARITY];
	tlReal deltaLambda[TL_MAX_ROWS];
} tlCorrection;

// Solves the symmetric system of the rows of one constraint: LDL^T without pivoting, as the matrix is positive semidefinite.
// A row whose pivot has lost its digits depends on those before it, or has no gradient, and rests.
TL_INLINE void tlSolveRows( tlReal matrix[TL_MAX_ROWS][TL_MAX_ROWS], tlReal* x, int32_t rowCount )
{
	tlReal scaled[TL_MAX_ROWS][TL_MAX_ROWS], factor[TL_MAX_ROWS][TL_MAX_ROWS], inverse[TL_MAX_ROWS];
	for ( int32_t r = 0; r < rowCount; ++r )
	{
		tlReal pivot = matrix[r][r];
		for ( int32_t k = 0; k < r; ++k )
		{
			tlReal sum = matrix[r][k];
			for ( int32_t j = 0; j < k; ++j )
			{
				sum -= scaled[r][j] * factor[k][j];
			}
			scaled[r][k] = sum;
			factor[r][k] = sum * inverse[k];
			pivot -= sum * factor[r][k];
			x[r] -= factor[r][k] * x[k];
		}
		inverse[r] = pivot > 16 * (tlReal)TL_EPSILON * matrix[r][r] + (tlReal)1e-30 ? 1 / pivot : 0;
	}
	for ( int32_t r = rowCount - 1; r >= 0; --r )
	{
		x[r] *= inverse[r];
		for ( int32_t k = r + 1; k < rowCount; ++k )
		{
			x[r] -= factor[k][r] * x[k];
		}
	}
}

// What the damping term sees: how far C of a row has come in the substep, by its gradient, grad C . (x - x_n).
TL_INLINE tlReal tlGetDrift( const tlProjection* p, const int32_t* nodes, int32_t arity, const tlVec3* gradient )
{
	tlReal drift = 0;
	for ( int32_t k = 0; k < arity; ++k )
	{
		tlVec3 predicted = tlMul( p->h, tlLoadVec3( p->velocities, nodes[k] ) );
		drift += tlDot( gradient[k], tlAdd( predicted, tlLoadVec3( p->corrections, nodes[k] ) ) );
	}
	return drift;
}

// Compliance of a row; past the knee it is another one, and C is counted from where the force of that stiffness would end,
// so that the force goes on without a jump.
TL_INLINE tlReal tlFindCompliance( const tlSetState* state, int32_t row, int32_t i, bool hasKnee, tlEvaluation* at )
{
	tlReal alpha = state->compliance[(size_t)row * (size_t)state->set->count + (size_t)i];
	if ( !hasKnee || !at->soft[row] )
	{
		return alpha;
	}
	tlKnee knee = tlGetKnee( state, i );
	if ( knee.at == 0 )
	{
		return alpha;
	}
	if ( !( knee.softness < (tlReal)TL_SLACK ) )
	{
		return (tlReal)TL_SLACK;
	}
	at->value[row] += ( knee.softness - 1 ) * at->kneeValue[row];
	return tlMin( alpha * knee.softness, (tlReal)TL_SLACK );
}

// What the forces of its neighbours change of C, h^2 times: the off-diagonal compliance. Neighbours that are not yet
// projected in this substep count by the last one, so that a single iteration rests where many do.
TL_INLINE tlReal tlSumCoupling( const tlSetState* state, int32_t i, const tlReal* lambdas )
{
	const tlConstraintSet* set = state->set;
	tlReal sum = 0;
	for ( int k = 0; k < 4; ++k )
	{
		size_t at = (size_t)k * (size_t)set->count + (size_t)i;
		int32_t neighbor = set->neighbors[at];
		sum += neighbor >= 0 ? state->coupling[at] * lambdas[neighbor] : 0;
	}
	return sum;
}

// Takes the part of a step that stays within reach.
TL_INLINE void tlBoundStep( tlTraits traits, const tlReal* parameters, tlCorrection* c )
{
	tlReal longest = 0;
	for ( int32_t k = 0; k < traits.arity; ++k )
	{
		tlVec3 by = tlMul( c->deltaLambda[0], c->at.gradient[0][k] );
		for ( int32_t r = 1; r < traits.rowCount; ++r )
		{
			by = tlMulAdd( by, c->deltaLambda[r], c->at.gradient[r][k] );
		}
		longest = tlMax( longest, tlLengthSquared( tlMul( c->inverseMass[k], by ) ) );
	}
	tlReal reach = traits.findReach( parameters );
	if ( longest > reach )
	{
		tlReal part = tlSqrt( reach / longest );
		for ( int32_t r = 0; r < traits.rowCount; ++r )
		{
			c->deltaLambda[r] *= part;
		}
	}
}

// Evaluates constraint i at the current positions and finds delta lambda. Returns false where there is nothing to do.
TL_INLINE bool tlCorrect( const tlSetState* state, const tlProjection* p, int32_t i, tlTraits traits, tlRule rule,
                          tlCorrection* c )
{
	const tlConstraintSet* set = state->set;
	const int32_t* nodes = set->particles + (size_t)traits.arity * (size_t)i;
	tlStencil stencil;
	tlReal parameters[TL_MAX_PARAMETERS];
	stencil.x[0] = tlVec3_zero;
	stencil.knee = traits.hasKnee ? tlGetKnee( state, i ).at : 0;
	tlGatherStencil( p, nodes, traits.arity, traits.frameMask, &stencil );
	for ( int32_t k = 0; k < traits.arity; ++k )
	{
		c->inverseMass[k] = p->positions[nodes[k]].w;
	}
	tlGatherParameters( set, i, traits.parameterCount, parameters );
	for ( int32_t r = 0; traits.hasKnee && r < traits.rowCount; ++r )
	{
		c->at.soft[r] = false;
	}
	if ( !traits.evaluate( &stencil, parameters, &c->at ) )
	{
		return false;
	}
	tlReal lambda = state->lambda[i];
	if ( traits.oneSided && c->at.value[0] <= 0 && ( lambda == 0 || rule == tl_pbdRule ) )
	{
		return false;
	}

	tlReal matrix[TL_MAX_ROWS][TL_MAX_ROWS]; // J W J^T, w |grad C|^2 of a single row, and what compliance adds
	tlReal right[TL_MAX_ROWS];
	tlReal gammas[TL_MAX_ROWS];
	for ( int32_t r = 0; r < traits.rowCount; ++r )
	{
		for ( int32_t j = 0; j <= r; ++j )
		{
			matrix[r][j] = 0;
			for ( int32_t k = 0; k < traits.arity; ++k )
			{
				matrix[r][j] += c->inverseMass[k] * tlDot( c->at.gradient[r][k], c->at.gradient[j][k] );
			}
		}
		tlReal sum = matrix[r][r];
		gammas[r] = 0;
		if ( rule == tl_compliantRule || rule == tl_dampedRule )
		{
			tlReal alpha = tlFindCompliance( state, r, i, traits.hasKnee, &c->at );
			tlReal alphaTilde = alpha * p->inverseH2;
			right[r] = -c->at.value[r] - alphaTilde * state->lambda[(size_t)r * (size_t)set->count + (size_t)i];
			matrix[r][r] += alphaTilde;
			if ( traits.coupled && state->coupling != NULL )
			{
				right[r] -= p->inverseH2 * tlSumCoupling( state, i, state->latest );
			}
			if ( rule == tl_dampedRule )
			{
				// gamma = alpha~ beta~ / h with beta~ = h^2 beta.
				gammas[r] = tlMin( alpha * state->damping[(size_t)r * (size_t)set->count + (size_t)i] / p->h,
				                   (tlReal)TL_MOST_GAMMA );
				right[r] -= gammas[r] * tlGetDrift( p, nodes, traits.arity, c->at.gradient[r] );
				matrix[r][r] += gammas[r] * sum;
			}
		}
		else
		{
			right[r] = rule == tl_pbdRule ? -p->pbdStiffness * c->at.value[r] : -c->at.value[r];
		}
	}
	if ( traits.rowCount == 1 )
	{
		if ( !( matrix[0][0] > 0 ) || !tlIsFinite( matrix[0][0] ) )
		{
			return false; // hard, and nothing can move; or a gradient beyond all numbers
		}
		tlReal delta = right[0] / matrix[0][0];
		c->deltaLambda[0] = traits.oneSided && lambda + delta > 0 ? -lambda : delta; // it only pulls
		if ( traits.findReach != NULL )
		{
			tlBoundStep( traits, parameters, c );
		}
		return true;
	}
	if ( state->cross != NULL && ( rule == tl_compliantRule || rule == tl_dampedRule ) )
	{
		tlReal cross = state->cross[i] * p->inverseH2;
		right[0] -= cross * state->lambda[(size_t)set->count + (size_t)i];
		right[1] -= cross * state->lambda[i];
		matrix[1][0] += cross;
	}
	for ( int32_t r = 0; r < traits.rowCount; ++r )
	{
		if ( rule == tl_dampedRule )
		{
			// Eq. 26 multiplies each row of J W J^T by 1 + gamma; divided by it, the system is symmetric again.
			matrix[r][r] /= 1 + gammas[r];
			right[r] /= 1 + gammas[r];
		}
		c->deltaLambda[r] = right[r];
	}
	for ( int32_t r = 0; r < traits.rowCount; ++r )
	{
		if ( !tlIsFinite( matrix[r][r] * matrix[r][r] ) ) // the elimination multiplies two of them
		{
			return false;
		}
	}
	tlSolveRows( matrix, c->deltaLambda, traits.rowCount );
	if ( traits.findReach != NULL )
	{
		tlBoundStep( traits, parameters, c );
	}
	return true;
}

// Gauss-Seidel: each constraint moves its particles at once.
TL_INLINE void tlProjectLoop( tlSetState* state, const tlProjection* p, const int32_t* order, int32_t first, int32_t step,
                              int32_t count, tlTraits traits, tlRule rule )
{
	for ( int32_t n = 0; n < count; ++n )
	{
		int32_t i = first + n * step;
		i = order != NULL ? order[i] : i;
		tlCorrection c;
		if ( !tlCorrect( state, p, i, traits, rule, &c ) )
		{
			continue;
		}
		for ( int32_t r = 0; r < traits.rowCount; ++r )
		{
			state->lambda[(size_t)r * (size_t)state->set->count + (size_t)i] += c.deltaLambda[r];
		}
		if ( traits.coupled && state->coupling != NULL )
		{
			state->latest[i] = state->lambda[i];
		}
		const int32_t* nodes = state->set->particles + (size_t)traits.arity * (size_t)i;
		for ( int32_t k = 0; k < traits.arity; ++k )
		{
			tlVec4* u = p->corrections + nodes[k];
			if ( traits.rowCount == 1 && traits.frameMask == 0 )
			{
				tlReal s = c.inverseMass[k] * c.deltaLambda[0];
				u->x += s * c.at.gradient[0][k].x;
				u->y += s * c.at.gradient[0][k].y;
				u->z += s * c.at.gradient[0][k].z;
				continue;
			}
			tlVec3 by = tlMul( c.deltaLambda[0], c.at.gradient[0][k] );
			for ( int32_t r = 1; r < traits.rowCount; ++r )
			{
				by = tlMulAdd( by, c.deltaLambda[r], c.at.gradient[r][k] );
			}
			by = tlMul( c.inverseMass[k], by );
			u->x += by.x;
			u->y += by.y;
			u->z += by.z;
			if ( tlIsFrameSlot( traits.frameMask, k ) )
			{
				tlQuat* q = p->frames + ( nodes[k] - p->frameStart );
				*q = tlTurn( *q, by );
			}
		}
	}
}

// Jacobi: displacements are collected, and applied together later.
//
// A hard constraint is averaged particle by particle, as published. A compliant one is averaged as a whole, by the largest
// count of its particles: lambda then stays the force that has moved the particles, and the converged state is that of
// Gauss-Seidel. Averaging by particle would break that equality and the stiffness with it.
TL_INLINE void tlAccumulateLoop( tlSetState* state, const tlProjection* p, const int32_t* order, int32_t first, int32_t step,
                                 int32_t count, tlTraits traits, tlRule rule )
{
	for ( int32_t n = 0; n < count; ++n )
	{
		int32_t i = first + n * step;
		i = order != NULL ? order[i] : i;
		tlCorrection c;
		if ( !tlCorrect( state, p, i, traits, rule, &c ) )
		{
			continue;
		}
		const int32_t* nodes = state->set->particles + (size_t)traits.arity * (size_t)i;
		tlReal largest = 1;
		for ( int32_t k = 0; k < traits.arity; ++k )
		{
			tlReal incidence = c.inverseMass[k] > 0 ? p->incidence[nodes[k]] : 1;
			largest = tlMax( largest, incidence );
		}
		tlReal share = p->relaxation / largest;
		bool hard = true;
		for ( int32_t r = 0; r < traits.rowCount; ++r )
		{
			size_t at = (size_t)r * (size_t)state->set->count + (size_t)i;
			hard = hard && ( rule == tl_hardRule || rule == tl_pbdRule || state->compliance[at] == 0 );
			state->lambda[at] += share * c.deltaLambda[r];
		}
		if ( traits.coupled && state->coupling != NULL )
		{
			state->latest[i] = state->lambda[i];
		}
		for ( int32_t k = 0; k < traits.arity; ++k )
		{
			tlReal ownShare = hard ? p->relaxation / p->incidence[nodes[k]] : share;
			tlVec4* delta = p->deltas + nodes[k];
			for ( int32_t r = 0; r < traits.rowCount; ++r )
			{
				tlReal s = ownShare * c.inverseMass[k] * c.deltaLambda[r];
				delta->x += s * c.at.gradient[r][k].x;
				delta->y += s * c.at.gradient[r][k].y;
				delta->z += s * c.at.gradient[r][k].z;
			}
		}
	}
}

// One loop for each rule.
#define TL_FOR_EACH_RULE( loop, traits )                                                                                    \
	switch ( tlChooseRule( state, p ) )                                                                                     \
	{                                                                                                                       \
		case tl_hardRule:                                                                                                   \
			loop( state, p, order, first, step, count, traits, tl_hardRule );                                               \
			break;                                                                                                          \
		case tl_compliantRule:                                                                                              \
			loop( state, p, order, first, step, count, traits, tl_compliantRule );                                          \
			break;                                                                                                          \
		case tl_dampedRule:                                                                                                 \
			loop( state, p, order, first, step, count, traits, tl_dampedRule );                                             \
			break;                                                                                                          \
		default:                                                                                                            \
			loop( state, p, order, first, step, count, traits, tl_pbdRule );                                                \
			break;                                                                                                          \
	}

// Defines Project and Accumulate of a type's file. The arguments are those of a tlTraits, all constants.
#define TL_DEFINE_PROJECTIONS( ... )                                                                                        \
	static void Project( tlSetState* state, const tlProjection* p, const int32_t* order, int32_t first, int32_t step,       \
	                     int32_t count )                                                                                    \
	{                                                                                                                       \
		const tlTraits traits = { __VA_ARGS__ };                                                                            \
		TL_FOR_EACH_RULE( tlProjectLoop, traits )                                                                           \
	}                                                                                                                       \
	static void Accumulate( tlSetState* state, const tlProjection* p, const int32_t* order, int32_t first, int32_t step,    \
	                        int32_t count )                                                                                 \
	{                                                                                                                       \
		const tlTraits traits = { __VA_ARGS__ };                                                                            \
		TL_FOR_EACH_RULE( tlAccumulateLoop, traits )                                                                        \
	}
