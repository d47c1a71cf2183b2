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

// From a point to a box; none of what the box holds is nearer.
static tlReal MeasureBounds( const tlShapeBounds* bounds, tlVec3 p )
{
	tlVec3 out = { tlMax( tlMax( bounds->lower.x - p.x, p.x - bounds->upper.x ), 0 ),
		           tlMax( tlMax( bounds->lower.y - p.y, p.y - bounds->upper.y ), 0 ),
		           tlMax( tlMax( bounds->lower.z - p.z, p.z - bounds->upper.z ), 0 ) };
	return tlLength( out );
}

size_t tlFindCandidates( const tlMovingShape* moving, const tlVec4* positions, const tlReal* radii, int32_t particleCount,
                         tlReal reach, tlCandidate* candidates )
{
	// Seen from the shape, a particle at distance r from its origin moves by no more than the shift of that origin plus r
	// times the angle. The angle between two unit quaternions is at most pi times their chord.
	const tlLocalPose* start = &moving->start;
	tlReal shift = tlDistance( start->p, moving->end.p );
	tlQuat a = start->q, b = moving->end.q;
	tlReal sign = a.x * b.x + a.y * b.y + a.z * b.z + a.s * b.s < 0 ? -1 : 1;
	tlReal dx = a.x - sign * b.x, dy = a.y - sign * b.y, dz = a.z - sign * b.z, ds = a.s - sign * b.s;
	tlReal angle = (tlReal)3.1416 * tlSqrt( dx * dx + dy * dy + dz * dz + ds * ds );

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
		tlReal range = reach + radii[i] + moving->thickness + shift;
		range += angle > 0 ? angle * ( tlLength( arm ) + reach + shift ) : 0;
		if ( cooked && !( MeasureBounds( &bounds, local ) < range ) )
		{
			continue;
		}
		if ( tlShape_GetDistance( &moving->shape, local, &normal ) < range )
		{
			candidates[count++] = ( tlCandidate ){ i, moving->collider };
		}
	}
	return count;
}

size_t tlFindContacts( const tlMovingShape* moving, const tlCandidate* candidates, size_t candidateCount,
                       const tlVec4* positions, const tlVec4* previous, const tlVec4* velocities, const tlReal* radii,
                       tlReal inverseH, tlContact* contacts )
{
	const tlLocalPose* start = &moving->start;
	const tlLocalPose* end = &moving->end;
	bool still = start->p.x == end->p.x && start->p.y == end->p.y && start->p.z == end->p.z && start->q.x == end->q.x &&
	             start->q.y == end->q.y && start->q.z == end->q.z && start->q.s == end->q.s;
	size_t count = 0;
	for ( size_t n = 0; n < candidateCount; ++n )
	{
		int32_t i = candidates[n].particle;
		tlVec3 x = { positions[i].x, positions[i].y, positions[i].z };
		tlVec3 moved = { x.x - previous[i].x, x.y - previous[i].y, x.z - previous[i].z };
		tlVec3 local = tlInvRotate( end->q, tlSub( x, end->p ) );
		tlVec3 localNormal;
		tlReal distance = tlShape_GetDistance( &moving->shape, local, &localNormal );
		tlReal gap = radii[i] + moving->thickness;

		// The projections to come may push the particle on by about what prediction moved it: watch that far.
		if ( !( distance - gap < tlLength( moved ) + radii[i] ) )
		{
			continue;
		}
		tlContact* c = contacts + count++;
		c->particle = i;
		c->collider = moving->collider;
		c->normal = tlRotate( end->q, localNormal );
		c->offset = tlDot( c->normal, x ) - distance + gap;
		c->lambda = 0;
		c->tangentLambda = tlVec3_zero;
		c->surfaceMove = tlVec3_zero;
		if ( !still )
		{
			// The material point of the surface nearest to the particle, now and at the start of the substep.
			tlVec3 foot = tlMulAdd( local, -distance, localNormal );
			tlVec3 now = tlAdd( end->p, tlRotate( end->q, foot ) );
			tlVec3 then = tlAdd( start->p, tlRotate( start->q, foot ) );
			c->surfaceMove = tlSub( now, then );
		}
		tlVec3 v = { velocities[i].x, velocities[i].y, velocities[i].z };
		c->approachSpeed = tlDot( c->normal, tlMulAdd( v, -inverseH, c->surfaceMove ) );
	}
	return count;
}
