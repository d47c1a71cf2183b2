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
#include "constraint/constraint.h"

TL_INLINE tlVec3 tlLoadVec3( const tlVec4* values, int32_t i )
{
	tlVec3 v = { values[i].x, values[i].y, values[i].z };
	return v;
}

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

// A type, as the loops see it: constants to them.
typedef struct tlTraits
{
	int32_t arity;
	int32_t parameterCount;
	bool oneSided;
	tlEvaluateFcn* evaluate;
} tlTraits;

// One constraint, ready to be moved along.
typedef struct tlCorrection
{
	tlVec3 gradients[TL_MAX_ARITY];
	tlReal inverseMass[TL_MAX_ARITY];
	tlReal deltaLambda;
} tlCorrection;

// Evaluates constraint i at the current positions and finds delta lambda. Returns false where there is nothing to do.
TL_INLINE bool tlCorrect( const tlSetState* state, const tlProjection* p, int32_t i, tlTraits traits, tlRule rule,
                          tlCorrection* correction )
{
	const tlConstraintSet* set = state->set;
	const int32_t* particles = set->particles + (size_t)traits.arity * (size_t)i;
	tlVec3 x[TL_MAX_ARITY] = { { 0, 0, 0 } }; // relative to the first
	tlReal parameters[TL_MAX_PARAMETERS];
	for ( int32_t k = 0; k < traits.arity; ++k )
	{
		if ( k > 0 )
		{
			x[k] = tlSeparate( p->positions, p->corrections, particles[0], particles[k] );
		}
		correction->inverseMass[k] = p->positions[particles[k]].w;
	}
	for ( int32_t k = 0; k < traits.parameterCount; ++k )
	{
		parameters[k] = set->parameters[(size_t)k * (size_t)set->count + (size_t)i];
	}

	tlReal value;
	if ( !traits.evaluate( x, parameters, &value, correction->gradients ) )
	{
		return false;
	}
	tlReal lambda = state->lambda[i];
	if ( traits.oneSided && value <= 0 && ( lambda == 0 || rule == tl_pbdRule ) )
	{
		return false;
	}

	tlReal sum = 0; // of w |grad C|^2
	for ( int32_t k = 0; k < traits.arity; ++k )
	{
		sum += correction->inverseMass[k] * tlLengthSquared( correction->gradients[k] );
	}

	tlReal numerator = -value, denominator = sum;
	if ( rule == tl_pbdRule )
	{
		numerator = -p->pbdStiffness * value;
	}
	if ( rule == tl_compliantRule || rule == tl_dampedRule )
	{
		tlReal alphaTilde = state->compliance[i] * p->inverseH2;
		numerator -= alphaTilde * lambda;
		denominator += alphaTilde;
	}
	if ( rule == tl_dampedRule )
	{
		// gamma = alpha~ beta~ / h with beta~ = h^2 beta; the speed of C over the substep is grad C . (x - x_n).
		tlReal gamma = state->compliance[i] * state->damping[i] / p->h;
		tlReal drift = 0;
		for ( int32_t k = 0; k < traits.arity; ++k )
		{
			tlVec3 predicted = tlMul( p->h, tlLoadVec3( p->velocities, particles[k] ) );
			drift += tlDot( correction->gradients[k], tlAdd( predicted, tlLoadVec3( p->corrections, particles[k] ) ) );
		}
		numerator -= gamma * drift;
		denominator += gamma * sum;
	}
	if ( !( denominator > 0 ) )
	{
		return false; // hard, and nothing can move
	}
	tlReal delta = numerator / denominator;
	if ( traits.oneSided && lambda + delta > 0 )
	{
		delta = -lambda; // it only pulls
	}
	correction->deltaLambda = delta;
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
		state->lambda[i] += c.deltaLambda;
		const int32_t* particles = state->set->particles + (size_t)traits.arity * (size_t)i;
		for ( int32_t k = 0; k < traits.arity; ++k )
		{
			tlVec4* u = p->corrections + particles[k];
			tlReal s = c.inverseMass[k] * c.deltaLambda;
			u->x += s * c.gradients[k].x;
			u->y += s * c.gradients[k].y;
			u->z += s * c.gradients[k].z;
		}
	}
}

// Jacobi: displacements are collected, and applied together later.
//
// A hard constraint is averaged particle by particle, as published. A compliant one is averaged as a whole, by the larger
// count of its two ends: lambda then stays the force that has moved the particles, and the converged state is that of
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
		const int32_t* particles = state->set->particles + (size_t)traits.arity * (size_t)i;
		tlReal largest = 1;
		for ( int32_t k = 0; k < traits.arity; ++k )
		{
			tlReal incidence = c.inverseMass[k] > 0 ? p->incidence[particles[k]] : 1;
			largest = tlMax( largest, incidence );
		}
		tlReal share = p->relaxation / largest;
		bool hard = rule == tl_hardRule || rule == tl_pbdRule || state->compliance[i] == 0;
		state->lambda[i] += share * c.deltaLambda;
		for ( int32_t k = 0; k < traits.arity; ++k )
		{
			tlReal ownShare = hard ? p->relaxation / p->incidence[particles[k]] : share;
			tlVec4* delta = p->deltas + particles[k];
			tlReal s = ownShare * c.inverseMass[k] * c.deltaLambda;
			delta->x += s * c.gradients[k].x;
			delta->y += s * c.gradients[k].y;
			delta->z += s * c.gradients[k].z;
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

// Defines Project and Accumulate of a type's file from its evaluation.
#define TL_DEFINE_PROJECTIONS( arity, parameterCount, oneSided, evaluate )                                                  \
	static void Project( tlSetState* state, const tlProjection* p, const int32_t* order, int32_t first, int32_t step,       \
	                     int32_t count )                                                                                    \
	{                                                                                                                       \
		const tlTraits traits = { arity, parameterCount, oneSided, evaluate };                                              \
		TL_FOR_EACH_RULE( tlProjectLoop, traits )                                                                           \
	}                                                                                                                       \
	static void Accumulate( tlSetState* state, const tlProjection* p, const int32_t* order, int32_t first, int32_t step,    \
	                        int32_t count )                                                                                 \
	{                                                                                                                       \
		const tlTraits traits = { arity, parameterCount, oneSided, evaluate };                                              \
		TL_FOR_EACH_RULE( tlAccumulateLoop, traits )                                                                        \
	}
