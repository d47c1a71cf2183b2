// From a material to masses and compliances of a body.
// SPDX-License-Identifier: MIT
#include "body.h"

#include "base/core.h"
#include "constraint/projection.h"

// ---- masses

// A frame turns with half m r^2, its segment's own about the axis, and m l^2. The frames of a rod have no inertia of their
// own beside that of the particles they turn with, so that this one is the solver's: it adds k^2 l^2 to the inertia of a
// wave of wave number k, 0.6 % of the first frequency of a cantilever of 20 segments, and goes with l^2. Less would make the
// frames so light that they do not move the particles: one pass over a joint leaves an angle in proportion to the inverse
// inertia. A cantilever that should sink by 0.136 of its length (w L^3 / E I = 1, 20 segments, 20 substeps of one
// iteration) sinks by 0.78 with m l^2 / 12, by 0.50 with m l^2 / 4, by 0.23 with this.
static void ApplyMasses( tlBody* body )
{
	const tlFabric* fabric = body->fabric;
	for ( int32_t i = 0; i < body->particleCount; ++i )
	{
		tlMaterial blended;
		const tlMaterial* m = &body->material;
		if ( body->mapCount > 0 )
		{
			blended = tlBlendMaterial( body, &i, 1 );
			m = &blended;
		}
		tlReal fromDensity = m->areaDensity * fabric->areaShare[i] + m->linearDensity * fabric->lengthShare[i];
		body->masses[i] = fabric->masses != NULL ? fabric->masses[i] : fromDensity;
		body->positions[i].w = tlGetInverseMass( body, i );
		body->radii[i] = m->thickness;
	}
	for ( int32_t i = 0; i < body->frameCount; ++i )
	{
		int32_t node = body->particleCount + i;
		const int32_t* s = fabric->topology.segments + 2 * (size_t)i;
		tlReal length = tlDistance( fabric->topology.positions[s[0]], fabric->topology.positions[s[1]] );
		tlReal mass = ( body->masses[s[0]] + body->masses[s[1]] ) / 2;
		tlReal radius = ( body->radii[s[0]] + body->radii[s[1]] ) / 2;
		body->masses[node] = mass * ( radius * radius / 2 + length * length );
		body->positions[node].w = tlGetInverseMass( body, node );
	}
}

// ---- compliances

static tlElasticity GetElasticity( const tlMaterial* material, tlFamily family )
{
	switch ( family )
	{
		case tl_stretchFamily:
			return material->stretch;
		case tl_shearFamily:
			return material->shear;
		case tl_bendFamily:
			return material->bend;
		case tl_areaFamily:
			return material->area;
		case tl_volumeFamily:
			return material->volume;
		case tl_tetherFamily:
			return material->tether;
		default:
			return ( tlElasticity ){ 0, 0 };
	}
}

bool tlIsMeasured( const tlConstraintSet* set, const tlMaterial* material )
{
	return material->measured && set->shares != NULL && set->type->stiffen != NULL;
}

tlStiffness tlFindStiffness( const tlConstraintSet* set, const tlMaterial* material, int32_t i )
{
	tlStiffness stiffness = { .cross = 0 };
	if ( tlIsMeasured( set, material ) )
	{
		set->type->stiffen( material, set->shares + i, &stiffness );
		return stiffness;
	}
	for ( int32_t r = 0; r < set->type->info.rowCount; ++r )
	{
		stiffness.compliance[r] = GetElasticity( material, set->family ).compliance;
	}
	return stiffness;
}

// Damping of each row as a part of the critical damping of the constraint by itself: 2 zeta sqrt(k / sum w |grad C|^2) with
// the gradients at rest.
static void DampCritically( const tlBody* body, const tlSetState* state, int32_t i, tlReal ratio, const tlReal* compliance,
                            tlReal* damping )
{
	const tlConstraintSet* set = state->set;
	const tlConstraintTypeInfo* info = &set->type->info;
	const int32_t* nodes = set->particles + (size_t)info->arity * (size_t)i;
	const tlFabric* fabric = body->fabric;
	tlStencil at = { .knee = 0 };
	tlReal parameters[TL_MAX_PARAMETERS];
	tlEvaluation out;
	memset( &out, 0, sizeof out );
	for ( int32_t k = 0; k < info->arity; ++k )
	{
		bool frame = tlIsFrame( body, nodes[k] );
		at.x[k] = frame ? tlVec3_zero
		                : tlSub( fabric->topology.positions[nodes[k]],
		                         fabric->topology.positions[nodes[0] < body->particleCount ? nodes[0] : nodes[k]] );
		at.q[k] = frame ? fabric->frames[nodes[k] - body->particleCount] : tlQuat_identity;
	}
	tlGatherParameters( set, i, info->parameterCount, parameters );
	bool usable = info->arity > 0 && set->type->evaluate( &at, parameters, &out );
	for ( int32_t r = 0; r < info->rowCount; ++r )
	{
		tlReal sum = 0;
		for ( int32_t k = 0; usable && k < info->arity; ++k )
		{
			tlReal mass = body->masses[nodes[k]]; // also of what is pinned: the damping is the cloth's
			sum += mass > 0 ? tlLengthSquared( out.gradient[r][k] ) / mass : 0;
		}
		bool acts = sum > 0 && compliance[r] > 0 && compliance[r] < (tlReal)TL_SLACK;
		damping[r] = acts ? 2 * ratio / tlSqrt( compliance[r] * sum ) : 0;
	}
}

// What pins do to the stiffness of bending beside them. A hinge stands for half of what lies on either side of it; where one
// side is held as a whole it can not bend, and the same angle bends half of it: the hinge is twice as stiff. With that a
// clamped strip has the deflection of the continuum to second order in the size of the mesh, without it to first.
static tlReal FindClamping( const tlBody* body, const tlConstraintSet* set, int32_t i )
{
	const int32_t* n = set->particles + (size_t)set->type->info.arity * (size_t)i;
	if ( set->type->info.element != tl_hingeElement )
	{
		return 1;
	}
	bool edge = tlIsHeld( body, n[0] ) && tlIsHeld( body, n[1] );
	return edge && tlIsHeld( body, n[2] ) != tlIsHeld( body, n[3] ) ? 2 : 1;
}

static tlReal GetDampingRatio( const tlMaterial* m, tlFamily family )
{
	if ( family == tl_bendFamily )
	{
		return m->bendDampingRatio;
	}
	return family == tl_stretchFamily || family == tl_shearFamily || family == tl_areaFamily ? m->stretchDampingRatio : 0;
}

// Compliance and damping of the rows of constraint i.
static void FindStiffness( const tlBody* body, const tlSetState* state, int32_t i, tlStiffness* stiffness, tlReal* damping )
{
	const tlConstraintSet* set = state->set;
	const tlConstraintType* type = set->type;
	tlMaterial blended;
	const tlMaterial* m = &body->material;
	if ( body->mapCount > 0 && type->info.arity > 0 )
	{
		blended = tlBlendMaterial( body, set->particles + (size_t)type->info.arity * (size_t)i, type->info.arity );
		m = &blended;
	}
	if ( set->compliance != NULL )
	{
		*stiffness = ( tlStiffness ){ .cross = 0 };
		for ( int32_t r = 0; r < type->info.rowCount; ++r )
		{
			stiffness->compliance[r] = set->compliance[i];
			damping[r] = set->damping[i];
		}
		return;
	}
	bool coupled = state->coupling != NULL;
	bool measured = coupled || tlIsMeasured( set, m );
	*stiffness = tlFindStiffness( set, m, i );
	if ( coupled )
	{
		stiffness->compliance[0] = state->compliance[i]; // it is there already
	}
	else if ( measured )
	{
		tlReal clamping = FindClamping( body, set, i );
		for ( int32_t r = 0; r < type->info.rowCount; ++r )
		{
			stiffness->compliance[r] /= clamping;
		}
		stiffness->cross /= clamping;
	}
	for ( int32_t r = 0; r < type->info.rowCount; ++r )
	{
		damping[r] = measured ? 0 : GetElasticity( m, set->family ).damping;
	}
	tlReal ratio = GetDampingRatio( m, set->family );
	if ( ratio > 0 )
	{
		tlReal critical[TL_MAX_ROWS];
		DampCritically( body, state, i, ratio, stiffness->compliance, critical );
		for ( int32_t r = 0; r < type->info.rowCount; ++r )
		{
			damping[r] += critical[r];
		}
	}
}

// Compliances of coupled hinges: the sums over the pairs in either triangle. A triangle that is held whole does not bend; a
// hinge between two of them is not needed.
static void CoupleHinges( tlBody* body, int32_t s )
{
	tlSetState* state = body->sets + s;
	const tlConstraintSet* set = state->set;
	size_t count = (size_t)set->count;
	for ( size_t i = 0; i < count; ++i )
	{
		const int32_t* n = set->particles + 4 * i;
		tlReal sum = 0;
		for ( size_t side = 0; side < 2; ++side )
		{
			const int32_t corners[3] = { n[0], n[1], n[2 + side] };
			bool held = tlIsHeld( body, corners[0] ) && tlIsHeld( body, corners[1] ) && tlIsHeld( body, corners[2] );
			tlMaterial m = tlBlendMaterial( body, corners, 3 );
			for ( size_t slot = 0; slot < 3; ++slot ) // itself, then its two neighbours
			{
				size_t from = slot == 0 ? 3 * side : 6 + 3 * ( 2 * side + slot - 1 );
				tlReal share[3];
				for ( size_t k = 0; k < 3; ++k )
				{
					share[k] = set->pairShares[( from + k ) * count + i];
				}
				tlReal alpha = held ? 0 : set->type->couplePair( &m, share );
				if ( slot == 0 )
				{
					sum += alpha;
				}
				else
				{
					body->couplings[s][( 2 * side + slot - 1 ) * count + i] = alpha;
				}
			}
		}
		body->compliances[s][i] = sum > 0 ? tlMin( sum, (tlReal)TL_SLACK ) : (tlReal)TL_SLACK;
	}
}

// Where the material turns soft, constraint by constraint where that varies.
static void ApplyKnees( tlBody* body, int32_t s )
{
	tlSetState* state = body->sets + s;
	const tlConstraintSet* set = state->set;
	const tlMaterial* m = &body->material;
	state->knee = ( tlKnee ){ 0, 1 };
	state->knees = NULL;
	if ( set->compliance != NULL || set->type->findKnee == NULL )
	{
		return;
	}
	state->knee = set->type->findKnee( m );
	if ( body->knees[s] == NULL )
	{
		return;
	}
	state->knees = body->knees[s];
	for ( int32_t i = 0; i < set->count; ++i )
	{
		tlMaterial blended =
		    tlBlendMaterial( body, set->particles + (size_t)set->type->info.arity * (size_t)i, set->type->info.arity );
		body->knees[s][i] = set->type->findKnee( &blended );
	}
}

void tlApplyMaterial( tlBody* body )
{
	ApplyMasses( body );
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		tlSetState* state = body->sets + s;
		const tlConstraintSet* set = state->set;
		bool anyCompliance = false, anyCross = false, anyDamping = false;
		state->coupling = body->material.measured && set->neighbors != NULL ? body->couplings[s] : NULL;
		state->compliance = body->compliances[s];
		if ( state->coupling != NULL )
		{
			CoupleHinges( body, s );
		}
		for ( int32_t i = 0; i < set->count; ++i )
		{
			tlStiffness stiffness;
			tlReal damping[TL_MAX_ROWS];
			FindStiffness( body, state, i, &stiffness, damping );
			for ( int32_t r = 0; r < set->type->info.rowCount; ++r )
			{
				size_t at = (size_t)r * (size_t)set->count + (size_t)i;
				body->compliances[s][at] = stiffness.compliance[r];
				body->dampings[s][at] = damping[r];
				anyCompliance = anyCompliance || stiffness.compliance[r] > 0;
				anyDamping = anyDamping || ( damping[r] > 0 && stiffness.compliance[r] > 0 );
			}
			if ( set->type->info.rowCount > 1 )
			{
				body->crosses[s][i] = stiffness.cross;
				anyCross = anyCross || stiffness.cross != 0;
			}
		}
		ApplyKnees( body, s );
		state->scale = set->family == tl_volumeFamily ? body->material.volumeRatio : 1;
		state->compliance = anyCompliance || state->knee.at != 0 || state->knees != NULL ? body->compliances[s] : NULL;
		state->cross = anyCross ? body->crosses[s] : NULL;
		state->damping = anyDamping ? body->dampings[s] : NULL;
	}
	body->statsFresh = false;
}
