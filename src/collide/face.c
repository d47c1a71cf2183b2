// Triangles and segments against shapes: the place where they are deepest, found by Frank-Wolfe's method over the
// barycentric coordinates (Macklin, Erleben, Mueller, Chentanez, Jeschke, Corse, "Local Optimization for Robust Signed
// Distance Field Collision", 2020), with the step along each line by bisection of the slope. Any shape with a signed
// distance will do, and its corners and edges need not be known. Of several places that are as deep one is taken.
// SPDX-License-Identifier: MIT
#include "detect.h"

#include "shape.h"

enum
{
	tl_faceSteps = 12,
	tl_lineSteps = 8
};

static tlVec3 GetCorner( const tlVec4* values, const int32_t* corners, int32_t k )
{
	return tlLoadVec3( values, corners[k] );
}

static bool IsFixed( const tlVec4* positions, const int32_t* corners, int32_t count )
{
	bool fixed = true;
	for ( int32_t k = 0; k < count; ++k )
	{
		fixed = fixed && positions[corners[k]].w == 0;
	}
	return fixed;
}

// A ball that holds the element.
static tlVec3 FindBall( const tlVec4* positions, const int32_t* corners, int32_t count, tlReal* radius )
{
	tlVec3 sum = tlVec3_zero;
	for ( int32_t k = 0; k < count; ++k )
	{
		sum = tlAdd( sum, GetCorner( positions, corners, k ) );
	}
	tlVec3 center = tlMul( (tlReal)( 1.0 / count ), sum );
	*radius = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		*radius = tlMax( *radius, tlDistance( center, GetCorner( positions, corners, k ) ) );
	}
	return center;
}

size_t tlFindFaceCandidates( const tlMovingShape* moving, const tlElements* elements, const tlVec4* positions,
                             const tlReal* radii, tlReal reach, tlCandidate* candidates, size_t capacity )
{
	const tlMotionBound bound = tlBoundMotion( moving );
	const tlLocalPose* start = &moving->start;
	const tlShapeKind* kind = tlGetShapeKind( &moving->shape );
	size_t count = 0;
	for ( int32_t i = 0; i < elements->count; ++i )
	{
		const int32_t* corners = elements->corners + (size_t)elements->cornerCount * (size_t)i;
		tlReal size, thickest = 0;
		tlVec3 arm = tlSub( FindBall( positions, corners, elements->cornerCount, &size ), start->p ), normal;
		for ( int32_t k = 0; k < elements->cornerCount; ++k )
		{
			thickest = tlMax( thickest, radii[corners[k]] );
		}
		tlReal range = reach + thickest + moving->thickness + size + bound.shift;
		range += bound.angle > 0 ? bound.angle * ( tlLength( arm ) + size + reach + bound.shift ) : 0;
		if ( !IsFixed( positions, corners, elements->cornerCount ) &&
		     kind->getDistance( &moving->shape, tlInvRotate( start->q, arm ), &normal ) < range )
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

// An element in the shape's space, and a point of it.
typedef struct Search
{
	const tlShape* shape;
	const tlShapeKind* kind;
	tlVec3 corners[3];
	int32_t count;
	tlReal weights[3];
	tlVec3 point, normal;
	tlReal distance;
} Search;

static void Look( Search* s )
{
	s->point = tlMul( s->weights[0], s->corners[0] );
	for ( int32_t k = 1; k < s->count; ++k )
	{
		s->point = tlMulAdd( s->point, s->weights[k], s->corners[k] );
	}
	s->distance = s->kind->getDistance( s->shape, s->point, &s->normal );
}

// How far to go towards a corner: to where the distance stops falling.
static tlReal FindStep( const Search* s, tlVec3 way )
{
	tlVec3 normal;
	s->kind->getDistance( s->shape, tlAdd( s->point, way ), &normal );
	if ( tlDot( normal, way ) <= 0 )
	{
		return 1;
	}
	tlReal low = 0, high = 1;
	for ( int step = 0; step < tl_lineSteps; ++step )
	{
		tlReal middle = ( low + high ) / 2;
		s->kind->getDistance( s->shape, tlMulAdd( s->point, middle, way ), &normal );
		bool falls = tlDot( normal, way ) < 0;
		low = falls ? middle : low;
		high = falls ? high : middle;
	}
	return ( low + high ) / 2;
}

// Weight goes from the corner that lies highest along the normal, of those that have any, to the lowest: the pairwise form
// of the method, which does not zigzag (Lacoste-Julien and Jaggi, "On the Global Linear Convergence of Frank-Wolfe
// Optimization Variants", 2015).
static void FindDeepest( Search* s )
{
	for ( int32_t k = 0; k < s->count; ++k )
	{
		s->weights[k] = (tlReal)( 1.0 / s->count );
	}
	Look( s );
	for ( int step = 0; step < tl_faceSteps; ++step )
	{
		int32_t low = 0, high = -1;
		tlReal heights[3];
		for ( int32_t k = 0; k < s->count; ++k )
		{
			heights[k] = tlDot( s->normal, s->corners[k] );
			low = heights[k] < heights[low] ? k : low;
			high = s->weights[k] > 0 && ( high < 0 || heights[k] > heights[high] ) ? k : high;
		}
		tlVec3 way = tlMul( s->weights[high], tlSub( s->corners[low], s->corners[high] ) );
		if ( !( tlDot( s->normal, way ) < (tlReal)-1e-3 * tlLength( way ) ) )
		{
			return; // no corner lies lower
		}
		Search before = *s;
		tlReal moved = FindStep( s, way ) * s->weights[high];
		s->weights[low] += moved;
		s->weights[high] = moved < s->weights[high] ? s->weights[high] - moved : 0;
		Look( s );
		if ( !( s->distance < before.distance ) )
		{
			*s = before;
			return;
		}
	}
}

size_t tlFindFaceContacts( const tlMovingShape* moving, const tlElements* elements, tlCandidate* candidates,
                           size_t candidateCount, const tlParticles* particles, const tlContactRules* rules,
                           tlContact* contacts, size_t capacity )
{
	const tlLocalPose *start = &moving->start, *end = &moving->end;
	Search s = { .shape = &moving->shape, .kind = tlGetShapeKind( &moving->shape ), .count = elements->cornerCount };
	size_t count = 0;
	const bool still = tlIsStill( moving );
	for ( size_t n = 0; n < candidateCount; ++n )
	{
		if ( still && rules->moved + 2 * rules->most < candidates[n].when )
		{
			continue;
		}
		const int32_t* corners = elements->corners + (size_t)s.count * (size_t)candidates[n].index;
		tlReal size, radius = 0, travel = 0;
		tlVec3 normal, center = FindBall( particles->positions, corners, s.count, &size );
		for ( int32_t k = 0; k < s.count; ++k )
		{
			tlVec3 x = GetCorner( particles->positions, corners, k );
			s.corners[k] = tlInvRotate( end->q, tlSub( x, end->p ) );
			radius = tlMax( radius, particles->radii[corners[k]] );
			travel = tlMax( travel, tlDistance( x, GetCorner( particles->previous, corners, k ) ) );
		}
		tlReal watch = moving->thickness + 2 * radius + travel;
		tlVec3 local = tlInvRotate( end->q, tlSub( center, end->p ) );
		tlReal distance = s.kind->getDistance( s.shape, local, &normal );
		if ( distance > watch + size )
		{
			tlReal clear = distance - size - moving->thickness - 2 * radius;
			candidates[n].when = rules->moved - rules->most + tlGetSafeSlope( s.shape ) * clear;
			continue;
		}
		FindDeepest( &s );
		tlContact c = { .count = s.count };
		tlReal gap = moving->thickness, largest = 0;
		for ( int32_t k = 0; k < 3; ++k )
		{
			c.particles[k] = corners[k < s.count ? k : 0];
			c.weights[k] = k < s.count ? s.weights[k] : 0;
			gap += c.weights[k] * particles->radii[c.particles[k]];
			largest = tlMax( largest, c.weights[k] );
		}
		if ( largest > (tlReal)0.98 || !( s.distance < watch ) )
		{
			continue;
		}
		count += 1;
		if ( count > capacity )
		{
			continue;
		}
		if ( gap - s.distance > rules->pushOut )
		{
			tlVec3 before = tlInvRotate( start->q, tlSub( tlMeanOf( &c, particles->previous ), start->p ) );
			tlReal depth = gap - s.kind->getDistance( s.shape, before, &normal );
			c.slack = tlMax( depth - rules->pushOut, 0 );
		}
		tlVec3 out = tlRotate( end->q, s.normal );
		tlReal offset = tlDot( out, tlMeanOf( &c, particles->positions ) ) - s.distance + gap;
		tlSetContactPlane( moving, particles, rules, tlMulAdd( s.point, -s.distance, s.normal ), out, offset, &c );
		contacts[count - 1] = c;
	}
	return count;
}
