// Volume enclosed by a closed mesh: C = V - k V0 with V = sum over triangles of x0 . (x1 x x2) / 6 and gradients a sixth of
// x1 x x2 and so on (Mueller et al. 2007, section 4.4, balloons). k, the material's volumeRatio, blows the mesh up. One
// constraint over all particles: lambda / h^2 is the pressure inside above that outside [Pa]. A mesh without any area has
// no gradient and rests. Compliance in m^3/Pa.
//
// Positions are taken relative to the first corner of the mesh, so that the volume keeps its digits far from the origin.
// SPDX-License-Identifier: MIT
#include "projection.h"

static tlReal Measure( const tlSetState* state, const tlProjection* p, tlVec4* gradients )
{
	const tlConstraintSet* set = state->set;
	for ( int32_t n = 0; gradients != NULL && n < set->memberCount; ++n )
	{
		gradients[set->members[n]] = ( tlVec4 ){ 0 };
	}
	double sum = 0;
	int32_t origin = set->members[0];
	for ( int32_t n = 0; n < set->memberCount; n += 3 )
	{
		const int32_t* corners = set->members + n;
		tlVec3 x[3];
		for ( int k = 0; k < 3; ++k )
		{
			x[k] = tlSeparate( p->positions, p->corrections, origin, corners[k] );
		}
		sum += (double)tlDot( x[0], tlCross( x[1], x[2] ) );
		for ( int k = 0; gradients != NULL && k < 3; ++k )
		{
			tlVec3 g = tlCross( x[( k + 1 ) % 3], x[( k + 2 ) % 3] );
			tlVec4* sixth = gradients + corners[k];
			*sixth = ( tlVec4 ){ sixth->x + g.x / 6, sixth->y + g.y / 6, sixth->z + g.z / 6, 1 };
		}
	}
	return (tlReal)( sum / 6 - (double)state->scale * (double)set->parameters[0] );
}

// As wide as a cube of the wanted volume: how far one projection moves a particle. A mesh pressed to nothing has next to no
// gradient, and Newton's step from there is out of all proportion. 0: no bound.
static double FindReach( const tlSetState* state )
{
	double volume = fabs( (double)state->scale * (double)state->set->parameters[0] );
	return volume > 0 ? tlExp( tlLog( volume ) / 3 ) : 0;
}

// Each particle is in several triangles: it is counted, and moved, by the mark that Measure leaves.
static bool FindStep( tlSetState* state, const tlProjection* p, tlReal* delta )
{
	tlReal value = Measure( state, p, p->gradients );
	const tlConstraintSet* set = state->set;
	double sum = 0, drift = 0, longest = 0;
	for ( int32_t n = 0; n < set->memberCount; ++n )
	{
		int32_t i = set->members[n];
		tlVec4* g = p->gradients + i;
		if ( g->w != 0 )
		{
			tlVec3 gradient = { g->x, g->y, g->z };
			tlReal w = p->positions[i].w;
			sum += (double)( w * tlLengthSquared( gradient ) );
			longest = fmax( longest, (double)( w * tlLength( gradient ) ) );
			drift += (double)tlGetDrift( p, &i, 1, &gradient );
			g->w = 0;
		}
	}
	double numerator = -(double)value, denominator = sum;
	if ( p->pbdStiffness > 0 )
	{
		numerator *= (double)p->pbdStiffness;
	}
	else if ( state->compliance != NULL )
	{
		double alphaTilde = (double)state->compliance[0] * (double)p->inverseH2;
		double gamma = state->damping != NULL ? (double)state->compliance[0] * (double)state->damping[0] / (double)p->h : 0;
		numerator -= alphaTilde * (double)state->lambda[0] + gamma * drift;
		denominator += alphaTilde + gamma * sum;
	}
	double step = denominator > 0 ? numerator / denominator : 0, reach = FindReach( state );
	*delta = (tlReal)( reach > 0 && longest * fabs( step ) > reach ? ( step > 0 ? reach : -reach ) / longest : step );
	return denominator > 0;
}

static void Move( const tlSetState* state, const tlProjection* p, tlReal delta, tlVec4* moves )
{
	const tlConstraintSet* set = state->set;
	for ( int32_t n = 0; n < set->memberCount; ++n )
	{
		int32_t i = set->members[n];
		tlVec4* g = p->gradients + i;
		if ( g->w == 0 )
		{
			tlReal s = p->positions[i].w * delta;
			moves[i] = ( tlVec4 ){ moves[i].x + s * g->x, moves[i].y + s * g->y, moves[i].z + s * g->z, 0 };
			g->w = 1;
		}
	}
}

static void Project( tlSetState* state, const tlProjection* p, const int32_t* order, int32_t first, int32_t step,
                     int32_t count )
{
	(void)order, (void)first, (void)step, (void)count; // there is one
	tlReal delta;
	if ( FindStep( state, p, &delta ) )
	{
		state->lambda[0] += delta;
		Move( state, p, delta, p->corrections );
	}
}

// All particles share the one constraint: averaged as a whole, by the most that any particle has.
static void Accumulate( tlSetState* state, const tlProjection* p, const int32_t* order, int32_t first, int32_t step,
                        int32_t count )
{
	(void)order, (void)first, (void)step, (void)count;
	tlReal delta, largest = 1;
	if ( FindStep( state, p, &delta ) )
	{
		for ( int32_t n = 0; n < state->set->memberCount; ++n )
		{
			largest = tlMax( largest, p->incidence[state->set->members[n]] + 1 );
		}
		delta *= p->relaxation / largest;
		state->lambda[0] += delta;
		Move( state, p, delta, p->deltas );
	}
}

static bool MeasureRest( const tlRest* rest, tlReal* parameters, tlShare* share )
{
	(void)share;
	parameters[0] = rest->length;
	return true;
}

const tlConstraintType tl_volumeType;
const tlConstraintType tl_volumeType = {
	.info = { .name = "volume",
	          .summary = "Keeps the volume that a closed mesh encloses, or blows it up.",
	          .complianceUnit = "m^3/Pa",
	          .family = tl_volumeFamily,
	          .element = tl_meshElement,
	          .arity = 0,
	          .rowCount = 1,
	          .parameterCount = 1,
	          .parameterNames = { "rest volume [m^3]" } },
	.lengthParameter = 0,
	.measureRest = MeasureRest,
	.measureWhole = Measure,
	.project = Project,
	.accumulate = Accumulate,
};
