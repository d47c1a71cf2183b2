// What a body reports about the last substep: residuals, strain, energies, momentum. In double precision throughout, from
// the very values that the solver worked on.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "constraint/projection.h"
#include "world.h"

typedef struct Measure
{
	tlEvaluation at;
	double residual[TL_MAX_ROWS]; // C + alpha~ lambda, with the damping term
	double energy;                // [J]
	bool active;                  // false for a slack one-sided constraint, and where C has no gradient
} Measure;

// Energy of one row: a parabola, past the knee another one that goes on with the same slope.
static double MeasureRowEnergy( const tlSetState* state, int32_t i, double alpha, const tlEvaluation* at, int32_t row )
{
	double value = at->value[row];
	if ( !( alpha > 0 ) || ( state->set->type->info.oneSided && !( value > 0 ) ) )
	{
		return 0;
	}
	if ( !at->soft[row] )
	{
		return 0.5 * value * value / alpha;
	}
	double knee = at->kneeValue[row], softness = tlGetKnee( state, i ).softness;
	double rest = ( softness - 1 ) * knee;
	bool slack = !( softness < TL_SLACK );
	double past = slack ? 0 : ( ( value + rest ) * ( value + rest ) - ( knee + rest ) * ( knee + rest ) ) / softness;
	return 0.5 * ( knee * knee + past ) / alpha;
}

static double MeasureEnergy( const tlSetState* state, int32_t i, const tlEvaluation* at )
{
	int32_t rowCount = state->set->type->info.rowCount;
	if ( state->compliance == NULL )
	{
		return 0;
	}
	double alpha[TL_MAX_ROWS] = { 0 }, sum = 0;
	for ( int32_t r = 0; r < rowCount; ++r )
	{
		alpha[r] = state->compliance[(size_t)r * (size_t)state->set->count + (size_t)i];
		sum += MeasureRowEnergy( state, i, alpha[r], at, r );
	}
	double cross = state->cross != NULL ? state->cross[i] : 0;
	double det = alpha[0] * alpha[1] - cross * cross;
	if ( cross != 0 && det > 0 && !at->soft[0] && !at->soft[1] )
	{
		double a = at->value[0], b = at->value[1];
		sum += 0.5 * ( alpha[1] * a * a - 2 * cross * a * b + alpha[0] * b * b ) / det;
		sum -= MeasureRowEnergy( state, i, alpha[0], at, 0 ) + MeasureRowEnergy( state, i, alpha[1], at, 1 );
	}
	return sum;
}

static tlProjection MakeProjection( const tlBody* body )
{
	tlProjection projection = { .positions = body->positions,
		                        .corrections = body->corrections,
		                        .frames = body->frames,
		                        .frameStart = body->particleCount };
	return projection;
}

// C at the present positions; false where it has no gradient.
static bool EvaluateNow( const tlBody* body, const tlSetState* state, int32_t i, tlEvaluation* at )
{
	tlProjection projection = MakeProjection( body );
	if ( state->set->type->measureWhole != NULL )
	{
		at->value[0] = state->set->type->measureWhole( state, &projection, NULL );
		return true;
	}
	tlInstance instance;
	bool usable = tlEvaluateConstraint( state, &projection, i, &instance );
	*at = instance.at;
	return usable;
}

// How far C of a row has come since the start of the substep, by its gradient.
static double MeasureDrift( const tlBody* body, const int32_t* nodes, int32_t arity, const tlVec3* gradient )
{
	double drift = 0;
	for ( int32_t k = 0; k < arity; ++k )
	{
		tlVec3 moved = tlSub( tlLoadVec3( body->positions, nodes[k] ), tlLoadVec3( body->previous, nodes[k] ) );
		if ( tlIsFrame( body, nodes[k] ) )
		{
			moved = tlMul( (tlReal)body->substep, tlLoadVec3( body->velocities, nodes[k] ) );
		}
		moved = tlAdd( moved, tlLoadVec3( body->corrections, nodes[k] ) );
		drift += (double)tlDot( gradient[k], moved );
	}
	return drift;
}

static double MeasureWholeDrift( const tlBody* body, const tlSetState* state )
{
	tlProjection projection = MakeProjection( body );
	double drift = 0;
	state->set->type->measureWhole( state, &projection, body->gradients );
	for ( int32_t n = 0; n < state->set->memberCount; ++n )
	{
		int32_t i = state->set->members[n];
		tlVec4* g = body->gradients + i;
		if ( g->w != 0 ) // each once
		{
			tlVec3 gradient = { g->x, g->y, g->z };
			drift += MeasureDrift( body, &i, 1, &gradient );
			g->w = 0;
		}
	}
	return drift;
}

static Measure MeasureConstraint( const tlBody* body, const tlSetState* state, int32_t i, bool pbd )
{
	const tlConstraintSet* set = state->set;
	const tlConstraintTypeInfo* info = &set->type->info;
	Measure m = { .active = false };
	if ( !EvaluateNow( body, state, i, &m.at ) )
	{
		return m;
	}
	m.active = !info->oneSided || m.at.value[0] > 0 || state->lambda[i] != 0;
	if ( tlGetKnee( state, i ).at == 0 )
	{
		memset( m.at.soft, 0, sizeof m.at.soft );
	}
	m.energy = m.active ? MeasureEnergy( state, i, &m.at ) : 0;
	double inverseH2 = body->substep > 0 ? 1 / ( body->substep * body->substep ) : 0;
	if ( state->coupling != NULL )
	{
		// Half of C times the force: with compliances between constraints, C alone does not tell.
		m.energy = -0.5 * (double)m.at.value[0] * (double)state->lambda[i] * inverseH2;
	}
	for ( int32_t r = 0; r < info->rowCount; ++r )
	{
		m.residual[r] = m.at.value[r];
		if ( state->compliance == NULL || inverseH2 == 0 || pbd )
		{
			continue;
		}
		size_t row = (size_t)r * (size_t)set->count + (size_t)i;
		tlEvaluation at = m.at;
		double alpha = tlFindCompliance( state, r, i, true, &at );
		m.residual[r] = (double)at.value[r] + alpha * inverseH2 * (double)state->lambda[row];
		if ( state->cross != NULL && r < 2 )
		{
			size_t other = (size_t)( 1 - r ) * (size_t)set->count + (size_t)i;
			m.residual[r] += (double)state->cross[i] * inverseH2 * (double)state->lambda[other];
		}
		if ( state->coupling != NULL )
		{
			m.residual[r] += inverseH2 * (double)tlSumCoupling( state, i, state->lambda );
		}
		if ( state->damping != NULL )
		{
			const int32_t* nodes = set->particles + (size_t)info->arity * (size_t)i;
			double gamma = fmin( alpha * (double)state->damping[row] / body->substep, TL_MOST_GAMMA );
			m.residual[r] += gamma * ( info->arity > 0 ? MeasureDrift( body, nodes, info->arity, m.at.gradient[r] )
			                                           : MeasureWholeDrift( body, state ) );
		}
	}
	return m;
}

double tlMeasureResidual( const tlBody* body, const tlBudget* budget )
{
	double most = 0;
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		for ( int32_t i = 0; i < body->sets[s].set->count; ++i )
		{
			Measure m = MeasureConstraint( body, body->sets + s, i, budget->method == tl_pbdMethod );
			for ( int32_t r = 0; m.active && r < body->sets[s].set->type->info.rowCount; ++r )
			{
				double residual = fabs( m.residual[r] );
				most = residual > most ? residual : most;
			}
		}
	}
	return most;
}

double tlMeasureError( const tlBody* body, const tlBudget* budget )
{
	double most = 0;
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		const tlConstraintTypeInfo* info = &body->sets[s].set->type->info;
		for ( int32_t i = 0; i < body->sets[s].set->count; ++i )
		{
			Measure m = MeasureConstraint( body, body->sets + s, i, budget->method == tl_pbdMethod );
			for ( int32_t r = 0; m.active && r < info->rowCount; ++r )
			{
				double steepest = info->arity == 0 ? 1 : 0; // a whole mesh: its residual as it is
				for ( int32_t k = 0; k < info->arity; ++k )
				{
					steepest = fmax( steepest, (double)tlLengthSquared( m.at.gradient[r][k] ) );
				}
				double error = steepest > 0 ? fabs( m.residual[r] ) / sqrt( steepest ) : 0;
				most = error > most ? error : most;
			}
		}
	}
	return most;
}

static void AddRow( tlSetStats* stats, double residual, double value, double length, double* residualSum, double* strainSum )
{
	residual = fabs( residual );
	stats->residualMax = residual > stats->residualMax ? residual : stats->residualMax;
	*residualSum += residual * residual;
	if ( length > 1e-12 )
	{
		double strain = value / length;
		stats->strainMax = strain > stats->strainMax ? strain : stats->strainMax;
		stats->strainMin = strain < stats->strainMin ? strain : stats->strainMin;
		*strainSum += strain * strain;
	}
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
		int32_t lengthAt = set->type->lengthParameter;
		double length = lengthAt == tl_pureStrain ? 1 : 0;
		if ( lengthAt >= 0 )
		{
			length = set->parameters[(size_t)lengthAt * (size_t)set->count + (size_t)i];
		}
		for ( int32_t r = 0; r < set->type->info.rowCount; ++r )
		{
			active += 1;
			AddRow( stats, m.residual[r], m.at.value[r], length, &residualSum, &strainSum );
		}
		stats->energy += m.energy;
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
	for ( int32_t i = body->particleCount; i < body->particleCount + body->frameCount; ++i )
	{
		const tlVec4* w = body->velocities + i;
		if ( body->positions[i].w > 0 )
		{
			double inertia = body->masses[i];
			stats->kineticEnergy += 0.5 * inertia * ( (double)w->x * w->x + (double)w->y * w->y + (double)w->z * w->z );
			stats->angularMomentum[0] += inertia * w->x;
			stats->angularMomentum[1] += inertia * w->y;
			stats->angularMomentum[2] += inertia * w->z;
		}
	}
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
		double value = (double)tlDot( c->normal, tlMeanOf( c, body->positions ) ) - (double)c->offset;
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
	*stats = ( tlBodyStats ){ .setCount = body->setCount,
		                      .particleCount = body->particleCount,
		                      .unsolved = body->unsolved,
		                      .faulted = body->faulted };
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		MeasureSet( body, body->sets + s, world->budget.method == tl_pbdMethod, stats->sets + s );
		stats->elasticEnergy += stats->sets[s].energy;
	}
	stats->iterationMean = (double)body->iterationSum / world->budget.substepCount;
	stats->iterationMax = body->mostIterations;
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
	tlConstraintState result = { .type = set->type->info.name,
		                         .arity = set->type->info.arity,
		                         .rowCount = set->type->info.rowCount };
	Measure m = MeasureConstraint( body, state, i, world->budget.method == tl_pbdMethod );
	for ( int32_t r = 0; r < result.rowCount; ++r )
	{
		size_t row = (size_t)r * (size_t)set->count + (size_t)i;
		result.values[r] = m.at.value[r];
		result.lambdas[r] = state->lambda[row];
		result.forces[r] =
		    body->substep > 0 ? (tlReal)( -(double)state->lambda[row] / ( body->substep * body->substep ) ) : 0;
		result.compliances[r] = state->compliance != NULL ? state->compliance[row] : 0;
	}
	result.value = result.values[0];
	result.lambda = result.lambdas[0];
	result.force = result.forces[0];
	result.compliance = result.compliances[0];
	for ( int32_t k = 0; k < result.arity; ++k )
	{
		result.particles[k] = set->particles[(size_t)result.arity * (size_t)i + (size_t)k];
	}
	tlGatherParameters( set, i, set->type->info.parameterCount, result.parameters );
	return result;
}
