// What a body reports about the last substep: residuals, strain, energies, momentum. In double precision throughout, from
// the very values that the solver worked on.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "constraint/projection.h"
#include "world.h"

typedef struct Measure
{
	double value;    // C
	double residual; // C + alpha~ lambda, with the damping term
	bool active;     // false for a slack one-sided constraint
} Measure;

static Measure MeasureConstraint( const tlBody* body, const tlSetState* state, int32_t i, bool pbd )
{
	const tlConstraintSet* set = state->set;
	const tlConstraintTypeInfo* info = &set->type->info;
	const int32_t* particles = set->particles + (size_t)info->arity * (size_t)i;
	tlVec3 x[TL_MAX_ARITY], gradients[TL_MAX_ARITY];
	tlReal parameters[TL_MAX_PARAMETERS];
	for ( int32_t k = 0; k < info->arity; ++k )
	{
		x[k] = k > 0 ? tlSeparate( body->positions, body->corrections, particles[0], particles[k] ) : tlVec3_zero;
	}
	for ( int32_t k = 0; k < info->parameterCount; ++k )
	{
		parameters[k] = set->parameters[(size_t)k * (size_t)set->count + (size_t)i];
	}
	tlReal value;
	if ( !set->type->evaluate( x, parameters, &value, gradients ) )
	{
		return ( Measure ){ 0 };
	}
	Measure measure = { value, value, !info->oneSided || value > 0 || state->lambda[i] != 0 };
	if ( state->compliance != NULL && body->substep > 0 && !pbd )
	{
		double alpha = state->compliance[i];
		measure.residual += alpha / ( body->substep * body->substep ) * (double)state->lambda[i];
		if ( state->damping != NULL )
		{
			double drift = 0;
			for ( int32_t k = 0; k < info->arity; ++k )
			{
				tlVec3 moved =
				    tlSub( tlLoadVec3( body->positions, particles[k] ), tlLoadVec3( body->previous, particles[k] ) );
				moved = tlAdd( moved, tlLoadVec3( body->corrections, particles[k] ) );
				drift += (double)tlDot( gradients[k], moved );
			}
			measure.residual += alpha * (double)state->damping[i] / body->substep * drift;
		}
	}
	return measure;
}

double tlMeasureResidual( const tlBody* body, const tlBudget* budget )
{
	double most = 0;
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		for ( int32_t i = 0; i < body->sets[s].set->count; ++i )
		{
			Measure m = MeasureConstraint( body, body->sets + s, i, budget->method == tl_pbdMethod );
			double residual = m.residual < 0 ? -m.residual : m.residual;
			most = m.active && residual > most ? residual : most;
		}
	}
	return most;
}

static void MeasureSet( const tlBody* body, const tlSetState* state, bool pbd, tlSetStats* stats )
{
	const tlConstraintSet* set = state->set;
	*stats = ( tlSetStats ){
		.name = set->name, .type = set->type->info.name, .constraintCount = set->count, .colorCount = set->colorCount
	};
	double residualSum = 0, strainSum = 0;
	int32_t active = 0;
	for ( int32_t i = 0; i < set->count; ++i )
	{
		Measure m = MeasureConstraint( body, state, i, pbd );
		if ( !m.active )
		{
			continue;
		}
		active += 1;
		double residual = m.residual < 0 ? -m.residual : m.residual;
		stats->residualMax = residual > stats->residualMax ? residual : stats->residualMax;
		residualSum += residual * residual;
		double length = 0;
		if ( set->type->lengthParameter >= 0 )
		{
			length = set->parameters[(size_t)set->type->lengthParameter * (size_t)set->count + (size_t)i];
		}
		if ( length > 1e-12 )
		{
			double strain = m.value / length;
			stats->strainMax = strain > stats->strainMax ? strain : stats->strainMax;
			stats->strainMin = strain < stats->strainMin ? strain : stats->strainMin;
			strainSum += strain * strain;
		}
		double alpha = state->compliance != NULL ? state->compliance[i] : 0;
		if ( alpha > 0 && ( !set->type->info.oneSided || m.value > 0 ) )
		{
			stats->energy += 0.5 * m.value * m.value / alpha;
		}
	}
	stats->residualRms = active > 0 ? sqrt( residualSum / active ) : 0;
	stats->strainRms = active > 0 ? sqrt( strainSum / active ) : 0;
}

static void MeasureParticles( const tlWorld* world, const tlBody* body, tlBodyStats* stats )
{
	for ( int32_t i = 0; i < body->particleCount; ++i )
	{
		const tlVec4* x = body->positions + i;
		const tlVec4* v = body->velocities + i;
		double square = (double)v->x * v->x + (double)v->y * v->y + (double)v->z * v->z;
		stats->maxSpeed = square > stats->maxSpeed ? square : stats->maxSpeed;
		if ( x->w == 0 )
		{
			stats->pinnedCount += 1;
			continue; // a pinned particle belongs to what holds it
		}
		double m = body->masses[i];
		double p[3] = { body->origin.x + x->x, body->origin.y + x->y, body->origin.z + x->z };
		double u[3] = { m * v->x, m * v->y, m * v->z };
		stats->kineticEnergy += 0.5 * m * square;
		stats->potentialEnergy -= m * ( world->gravity.x * p[0] + world->gravity.y * p[1] + world->gravity.z * p[2] );
		for ( int k = 0; k < 3; ++k )
		{
			int a = ( k + 1 ) % 3, b = ( k + 2 ) % 3;
			stats->momentum[k] += u[k];
			stats->angularMomentum[k] += p[a] * u[b] - p[b] * u[a];
		}
	}
	stats->maxSpeed = sqrt( stats->maxSpeed );
}

// Volume by the divergence theorem, about the first particle, so that a far place costs no digits.
static double MeasureVolume( const tlBody* body )
{
	const tlTopology* t = &body->fabric->topology;
	if ( !t->report.closed || t->triangleCount == 0 )
	{
		return 0;
	}
	tlVec3 base = tlLoadVec3( body->positions, t->triangles[0] );
	double sum = 0;
	for ( int32_t i = 0; i < t->triangleCount; ++i )
	{
		const int32_t* c = t->triangles + 3 * (size_t)i;
		double p[3][3];
		for ( int k = 0; k < 3; ++k )
		{
			const tlVec4* x = body->positions + c[k];
			p[k][0] = (double)x->x - (double)base.x;
			p[k][1] = (double)x->y - (double)base.y;
			p[k][2] = (double)x->z - (double)base.z;
		}
		sum += p[0][0] * ( p[1][1] * p[2][2] - p[1][2] * p[2][1] ) + p[0][1] * ( p[1][2] * p[2][0] - p[1][0] * p[2][2] ) +
		       p[0][2] * ( p[1][0] * p[2][1] - p[1][1] * p[2][0] );
	}
	return sum / 6.0;
}

static void MeasureContacts( const tlBody* body, tlBodyStats* stats )
{
	for ( size_t i = 0; i < body->contactCount; ++i )
	{
		const tlContact* c = body->contacts + i;
		stats->contactCount += c->lambda > 0;
		double value = (double)tlDot( c->normal, tlLoadVec3( body->positions, c->particle ) ) - (double)c->offset;
		stats->contactPenetration = -value > stats->contactPenetration ? -value : stats->contactPenetration;
	}
}

void tlMeasureBody( const tlWorld* world, tlBody* body )
{
	if ( body->statsFresh )
	{
		return;
	}
	tlBodyStats* stats = &body->stats;
	*stats = ( tlBodyStats ){ .setCount = body->setCount, .particleCount = body->particleCount, .faulted = body->faulted };
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		MeasureSet( body, body->sets + s, world->budget.method == tl_pbdMethod, stats->sets + s );
		stats->elasticEnergy += stats->sets[s].energy;
	}
	MeasureParticles( world, body, stats );
	MeasureContacts( body, stats );
	stats->volume = MeasureVolume( body );
	memcpy( stats->aeroForce, body->forces.aeroForce, sizeof stats->aeroForce );
	stats->aeroLimitedCount = body->forces.limitedCount;
	body->statsFresh = true;
}

tlConstraintState tlBody_GetConstraint( const tlWorld* world, tlBodyId id, int32_t setIndex, int32_t index )
{
	const tlBody* body = tlGetBody( world, id );
	TL_ASSERT( setIndex >= 0 && setIndex < body->setCount );
	const tlSetState* state = body->sets + setIndex;
	const tlConstraintSet* set = state->set;
	TL_ASSERT( index >= 0 && index < set->count );
	int32_t i = set->meshOrder[index];
	tlConstraintState result = { .type = set->type->info.name, .arity = set->type->info.arity };
	result.value = (tlReal)MeasureConstraint( body, state, i, world->budget.method == tl_pbdMethod ).value;
	result.lambda = state->lambda[i];
	result.force = body->substep > 0 ? (tlReal)( -(double)state->lambda[i] / ( body->substep * body->substep ) ) : 0;
	result.compliance = state->compliance != NULL ? state->compliance[i] : 0;
	for ( int32_t k = 0; k < result.arity; ++k )
	{
		result.particles[k] = set->particles[(size_t)result.arity * (size_t)i + (size_t)k];
	}
	for ( int32_t k = 0; k < set->type->info.parameterCount; ++k )
	{
		result.parameters[k] = set->parameters[(size_t)k * (size_t)set->count + (size_t)i];
	}
	return result;
}
