// SPDX-License-Identifier: MIT
#include "detect.h"

#include "shape.h"

tlLocalPose tlMakeLocalPose( const tlTransform* transform, tlPosition origin )
{
	tlLocalPose pose = { { (tlReal)( transform->p.x - origin.x ), (tlReal)( transform->p.y - origin.y ),
		                   (tlReal)( transform->p.z - origin.z ) },
		                 transform->q };
	return pose;
}

// ---- broad phase

// From a point to a box; none of what the box holds is nearer.
static tlReal MeasureBounds( const tlShapeBounds* bounds, tlVec3 p )
{
	tlVec3 out = { tlMax( tlMax( bounds->lower.x - p.x, p.x - bounds->upper.x ), 0 ),
		           tlMax( tlMax( bounds->lower.y - p.y, p.y - bounds->upper.y ), 0 ),
		           tlMax( tlMax( bounds->lower.z - p.z, p.z - bounds->upper.z ), 0 ) };
	return tlLength( out );
}

tlSwarm tlMeasureSwarm( const tlVec4* positions, const tlReal* radii, int32_t particleCount )
{
	const tlReal far = (tlReal)INFINITY;
	tlSwarm swarm = { { far, far, far }, { -far, -far, -far } };
	for ( int32_t i = 0; i < particleCount; ++i )
	{
		if ( positions[i].w != 0 )
		{
			tlReal r = radii[i];
			const tlVec4* x = positions + i;
			swarm.lower = ( tlVec3 ){ tlMin( swarm.lower.x, x->x - r ), tlMin( swarm.lower.y, x->y - r ),
				                      tlMin( swarm.lower.z, x->z - r ) };
			swarm.upper = ( tlVec3 ){ tlMax( swarm.upper.x, x->x + r ), tlMax( swarm.upper.y, x->y + r ),
				                      tlMax( swarm.upper.z, x->z + r ) };
		}
	}
	return swarm;
}

// Turned anyhow, the shape stays in the ball about its origin that holds its bounds.
bool tlMayMeet( const tlMovingShape* moving, const tlSwarm* swarm, tlReal reach )
{
	tlShapeBounds bounds = tlGetShapeKind( &moving->shape )->getBounds( &moving->shape );
	tlVec3 far = { tlMax( tlAbs( bounds.lower.x ), tlAbs( bounds.upper.x ) ),
		           tlMax( tlAbs( bounds.lower.y ), tlAbs( bounds.upper.y ) ),
		           tlMax( tlAbs( bounds.lower.z ), tlAbs( bounds.upper.z ) ) };
	tlReal r = tlLength( far ) + moving->thickness + reach;
	tlVec3 a = moving->start.p, b = moving->end.p;
	return tlMin( a.x, b.x ) - r <= swarm->upper.x && tlMax( a.x, b.x ) + r >= swarm->lower.x &&
	       tlMin( a.y, b.y ) - r <= swarm->upper.y && tlMax( a.y, b.y ) + r >= swarm->lower.y &&
	       tlMin( a.z, b.z ) - r <= swarm->upper.z && tlMax( a.z, b.z ) + r >= swarm->lower.z;
}

// The angle between two unit quaternions is at most pi times their chord.
tlMotionBound tlBoundMotion( const tlMovingShape* moving )
{
	tlQuat a = moving->start.q, b = moving->end.q;
	tlReal sign = a.x * b.x + a.y * b.y + a.z * b.z + a.s * b.s < 0 ? -1 : 1;
	tlReal dx = a.x - sign * b.x, dy = a.y - sign * b.y, dz = a.z - sign * b.z, ds = a.s - sign * b.s;
	return ( tlMotionBound ){ tlDistance( moving->start.p, moving->end.p ),
		                      (tlReal)3.1416 * tlSqrt( dx * dx + dy * dy + dz * dz + ds * ds ) };
}

size_t tlFindCandidates( const tlMovingShape* moving, const tlVec4* positions, const tlReal* radii, int32_t particleCount,
                         tlReal reach, tlCandidate* candidates, size_t capacity )
{
	const tlLocalPose* start = &moving->start;
	const tlMotionBound bound = tlBoundMotion( moving );
	const tlShapeKind* kind = tlGetShapeKind( &moving->shape );

	// A walk through a mesh is dear; most particles are far from it.
	bool cooked = moving->shape.data != NULL;
	tlShapeBounds bounds = { tlVec3_zero, tlVec3_zero };
	bounds = cooked ? tlGetShapeKind( &moving->shape )->getBounds( &moving->shape ) : bounds;

	size_t count = 0;
	for ( int32_t i = 0; i < particleCount; ++i )
	{
		if ( positions[i].w == 0 )
		{
			continue;
		}
		tlVec3 arm = { positions[i].x - start->p.x, positions[i].y - start->p.y, positions[i].z - start->p.z };
		tlVec3 normal, local = tlInvRotate( start->q, arm );
		tlReal range = reach + radii[i] + moving->thickness + bound.shift;
		range += bound.angle > 0 ? bound.angle * ( tlLength( arm ) + reach + bound.shift ) : 0;
		if ( cooked && !( MeasureBounds( &bounds, local ) < range ) )
		{
			continue;
		}
		if ( kind->getDistance( &moving->shape, local, &normal ) < range )
		{
			if ( count < capacity )
			{
				candidates[count] = ( tlCandidate ){ i, moving->collider, 0 };
			}
			count += 1;
		}
	}
	return count;
}

// ---- narrow phase

bool tlIsStill( const tlMovingShape* moving )
{
	const tlLocalPose *start = &moving->start, *end = &moving->end;
	return start->p.x == end->p.x && start->p.y == end->p.y && start->p.z == end->p.z && start->q.x == end->q.x &&
	       start->q.y == end->q.y && start->q.z == end->q.z && start->q.s == end->q.s;
}

void tlSetContactPlane( const tlMovingShape* moving, const tlParticles* particles, const tlContactRules* rules, tlVec3 foot,
                        tlVec3 normal, tlReal offset, tlContact* c )
{
	const tlLocalPose *start = &moving->start, *end = &moving->end;
	c->collider = moving->collider;
	c->normal = normal;
	c->offset = offset;
	c->lambda = 0;
	c->tangentLambda = tlVec3_zero;
	c->rebound = 0;
	c->surfaceMove = tlVec3_zero;
	if ( !tlIsStill( moving ) )
	{
		// The material point of the surface nearest to the particle, now and at the start of the substep.
		tlVec3 there = tlAdd( end->p, tlRotate( end->q, foot ) );
		c->surfaceMove = tlSub( there, tlAdd( start->p, tlRotate( start->q, foot ) ) );
	}
	tlVec3 velocity = tlMeanOf( c, particles->velocities );
	c->approachSpeed = tlDot( normal, tlMulAdd( velocity, -rules->inverseH, c->surfaceMove ) );
}

// A place on the surface in the shape's space, and the way out there.
typedef struct Surface
{
	tlVec3 foot, normal;
} Surface;

enum
{
	tl_traceSteps = 24
};

// Where the way from a to b comes as near as gap to the shape, by steps as long as the distance left (Hart, "Sphere
// Tracing", 1996). The way is straight in the space of the shape: exact for shifts, and for turns small in a substep.
// Where the steps run out it grazes the surface; it is held there too, as a plane along the way does no harm.
static bool Trace( const tlMovingShape* moving, const tlShapeKind* kind, tlVec3 a, tlVec3 b, tlReal gap, Surface* hit )
{
	tlVec3 way = tlSub( b, a );
	tlReal length = tlLength( way ), gone = 0, close = (tlReal)0.01 * gap + (tlReal)1e-6;
	for ( int step = 0; step < tl_traceSteps; ++step )
	{
		tlVec3 p = tlMulAdd( a, gone / length, way ), normal;
		tlReal distance = kind->getDistance( &moving->shape, p, &normal );
		if ( distance - gap < close || step + 1 == tl_traceSteps )
		{
			*hit = ( Surface ){ tlMulAdd( p, -distance, normal ), normal };
			return true;
		}
		gone += distance - gap;
		if ( gone >= length )
		{
			return false;
		}
	}
	return false;
}

size_t tlFindContacts( const tlMovingShape* moving, tlCandidate* candidates, size_t candidateCount,
                       const tlParticles* particles, const tlContactRules* rules, tlContact* contacts, size_t capacity )
{
	const tlLocalPose* start = &moving->start;
	const tlLocalPose* end = &moving->end;
	const tlShapeKind* kind = tlGetShapeKind( &moving->shape );
	const bool still = tlIsStill( moving );
	const tlReal slope = tlGetSafeSlope( &moving->shape );
	size_t count = 0;
	for ( size_t n = 0; n < candidateCount; ++n )
	{
		if ( still && rules->moved + 2 * rules->most < candidates[n].when )
		{
			continue;
		}
		int32_t i = candidates[n].index;
		tlReal radius = particles->radii[i], gap = radius + moving->thickness;
		const tlVec4 *now = particles->positions + i, *then = particles->previous + i;
		tlVec3 x = { now->x, now->y, now->z }, from = { then->x, then->y, then->z };
		tlVec3 moved = tlSub( x, from );
		tlVec3 local = tlInvRotate( end->q, tlSub( x, end->p ) );
		Surface s;
		tlReal distance = kind->getDistance( &moving->shape, local, &s.normal );
		s.foot = tlMulAdd( local, -distance, s.normal );
		tlVec3 before = tlInvRotate( start->q, tlSub( from, start->p ) );
		tlReal travel = rules->continuous ? tlDistance( before, local ) : 0;
		bool caught = false;
		if ( travel > (tlReal)0.5 * gap && distance - gap < travel )
		{
			tlVec3 ignored;
			bool outside = kind->getDistance( &moving->shape, before, &ignored ) >= (tlReal)0.5 * gap;
			caught = outside && Trace( moving, kind, before, local, gap, &s );
		}

		// The projections to come may push the particle on by about what prediction moved it: watch that far.
		if ( !caught && !( distance - gap < tlLength( moved ) + radius ) )
		{
			// It was measured where prediction took it; projections may bring it back by as much.
			candidates[n].when = rules->moved - rules->most + slope * ( distance - gap - radius );
			continue;
		}
		count += 1;
		if ( count > capacity )
		{
			continue;
		}
		tlReal allowed = 0; // how deep it may stay
		if ( !caught && gap - distance > rules->pushOut )
		{
			tlVec3 ignored;
			tlReal depth = gap - kind->getDistance( &moving->shape, before, &ignored );
			allowed = tlMax( depth - rules->pushOut, 0 );
		}
		tlContact* c = contacts + count - 1;
		c->count = 1;
		c->particles[0] = c->particles[1] = c->particles[2] = i;
		c->weights[0] = 1, c->weights[1] = c->weights[2] = 0;
		tlReal offset = 0; // where the plane is, beyond what the particle keeps
		c->slack = allowed;
		tlVec3 normal = tlRotate( end->q, s.normal );
		offset = caught ? tlDot( normal, tlAdd( end->p, tlRotate( end->q, s.foot ) ) ) : tlDot( normal, x ) - distance;
		tlSetContactPlane( moving, particles, rules, s.foot, normal, offset + gap, c );
	}
	return count;
}
