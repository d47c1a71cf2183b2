// Shapes to test with, and their distances another way: searches over the surface in doubles, which share no line with the
// library.
// SPDX-License-Identifier: MIT
#pragma once

#include "collide/shape.h"

#include "solver/lab.h"

// ---- analytic shapes

static inline double MeasureBox( const tlShape* shape, const double* p )
{
	// The nearest point of each of the six faces.
	double e[3] = { (double)shape->halfExtents.x, (double)shape->halfExtents.y, (double)shape->halfExtents.z };
	double nearest = INFINITY;
	bool inside = true;
	for ( int axis = 0; axis < 3; ++axis )
	{
		inside = inside && fabs( p[axis] ) < e[axis];
		for ( int side = -1; side <= 1; side += 2 )
		{
			double square = ( p[axis] - side * e[axis] ) * ( p[axis] - side * e[axis] );
			for ( int other = 0; other < 3; ++other )
			{
				double over = other == axis ? 0 : fmax( fabs( p[other] ) - e[other], 0 );
				square += over * over;
			}
			nearest = fmin( nearest, sqrt( square ) );
		}
	}
	return inside ? -nearest : nearest;
}

// A ternary search for the nearest of all the spheres along the axis, whose radius goes evenly from one end to the other.
static inline double MeasureSpheres( double halfHeight, double bottom, double top, const double* p )
{
	double low = -halfHeight, high = halfHeight, distance[2] = { 0 };
	for ( int i = 0; i < 200; ++i )
	{
		for ( int k = 0; k < 2; ++k )
		{
			double at = low + ( high - low ) * ( k + 1 ) / 3;
			double radius = halfHeight > 0 ? bottom + ( top - bottom ) * ( at + halfHeight ) / ( 2 * halfHeight ) : bottom;
			distance[k] = Length( p[0], p[1] - at, p[2] ) - radius;
		}
		bool left = distance[0] < distance[1];
		high = left ? low + ( high - low ) * 2 / 3 : high;
		low = left ? low : low + ( high - low ) / 3;
	}
	return distance[0];
}

// The nearest point of the rectangle that turns about the axis.
static inline double MeasureCylinder( const tlShape* shape, const double* p )
{
	double across = sqrt( p[0] * p[0] + p[2] * p[2] ), r = (double)shape->radius, h = (double)shape->halfHeight;
	double y = fmax( fmin( p[1], h ), -h );
	double nearest = sqrt( ( across - r ) * ( across - r ) + ( p[1] - y ) * ( p[1] - y ) );
	double x = fmin( across, r );
	for ( int side = -1; side <= 1; side += 2 )
	{
		double way = sqrt( ( across - x ) * ( across - x ) + ( p[1] - side * h ) * ( p[1] - side * h ) );
		nearest = fmin( nearest, way );
	}
	return across < r && fabs( p[1] ) < h ? -nearest : nearest;
}

static inline double MeasureAnalytic( const tlShape* shape, const double* p )
{
	double radius = (double)shape->radius;
	switch ( shape->type )
	{
		case tl_planeShape:
			return p[1];
		case tl_sphereShape:
			return Length( p[0], p[1], p[2] ) - radius;
		case tl_capsuleShape:
			return MeasureSpheres( (double)shape->halfHeight, radius, radius, p );
		case tl_taperedCapsuleShape:
			return MeasureSpheres( (double)shape->halfHeight, radius, (double)shape->topRadius, p );
		case tl_cylinderShape:
			return MeasureCylinder( shape, p );
		default:
			return MeasureBox( shape, p );
	}
}
