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

// ---- triangles

enum
{
	tl_soupPoints = 3000,
	tl_soupTriangles = 6000
};

typedef struct Soup
{
	tlVec3 points[tl_soupPoints];
	int32_t pointCount;
	int32_t corners[3 * tl_soupTriangles];
	int32_t triangleCount;
	bool open;
} Soup;

static inline int32_t AddSoupPoint( Soup* soup, double x, double y, double z )
{
	assert_true( soup->pointCount < tl_soupPoints );
	soup->points[soup->pointCount] = MakeVec3( x, y, z );
	return soup->pointCount++;
}

static inline void AddSoupTriangle( Soup* soup, int32_t a, int32_t b, int32_t c )
{
	assert_true( soup->triangleCount < tl_soupTriangles );
	int32_t* corners = soup->corners + 3 * soup->triangleCount++;
	corners[0] = a;
	corners[1] = b;
	corners[2] = c;
}

static inline tlMeshInput GetMeshInput( const Soup* soup )
{
	return ( tlMeshInput ){ .positions = soup->points,
		                    .vertexCount = soup->pointCount,
		                    .faceCorners = soup->corners,
		                    .faceCount = soup->triangleCount };
}

// A ring about y.
static inline void MakeTorus( Soup* soup, double ring, double tube, int32_t around, int32_t across )
{
	memset( soup, 0, sizeof *soup );
	for ( int32_t i = 0; i < around; ++i )
	{
		for ( int32_t j = 0; j < across; ++j )
		{
			double a = 2 * TL_PI * i / around, b = 2 * TL_PI * j / across, r = ring + tube * cos( b );
			AddSoupPoint( soup, r * cos( a ), tube * sin( b ), -r * sin( a ) );
		}
	}
	for ( int32_t i = 0; i < around * across; ++i )
	{
		int32_t right = i / across * across + ( i % across + 1 ) % across, next = ( i + across ) % ( around * across );
		int32_t both = ( right + across ) % ( around * across );
		AddSoupTriangle( soup, i, next, both );
		AddSoupTriangle( soup, i, both, right );
	}
}

// A block of 2 x 1 x 1 with a corner of 1 x 0.5 x 1 cut out, about the origin.
static inline void MakeStep( Soup* soup )
{
	memset( soup, 0, sizeof *soup );
	static const double outline[6][2] = { { -1, -0.5 }, { 1, -0.5 }, { 1, 0 }, { 0, 0 }, { 0, 0.5 }, { -1, 0.5 } };
	for ( int side = 0; side < 2; ++side )
	{
		for ( int k = 0; k < 6; ++k )
		{
			AddSoupPoint( soup, outline[k][0], outline[k][1], side - 0.5 );
		}
	}
	static const int32_t cap[4][3] = { { 0, 1, 3 }, { 1, 2, 3 }, { 0, 3, 5 }, { 3, 4, 5 } };
	for ( int k = 0; k < 4; ++k )
	{
		AddSoupTriangle( soup, cap[k][0], cap[k][2], cap[k][1] );
		AddSoupTriangle( soup, 6 + cap[k][0], 6 + cap[k][1], 6 + cap[k][2] );
	}
	for ( int32_t k = 0; k < 6; ++k )
	{
		int32_t next = ( k + 1 ) % 6;
		AddSoupTriangle( soup, k, next, 6 + next );
		AddSoupTriangle( soup, k, 6 + next, 6 + k );
	}
}

// A wavy sheet over x and z.
static inline void MakeSheet( Soup* soup, int32_t cells, double width )
{
	memset( soup, 0, sizeof *soup );
	soup->open = true;
	for ( int32_t i = 0; i < ( cells + 1 ) * ( cells + 1 ); ++i )
	{
		double x = width * ( i % ( cells + 1 ) / (double)cells - 0.5 ),
		       z = width * ( i / ( cells + 1 ) / (double)cells - 0.5 );
		AddSoupPoint( soup, x, 0.1 * sin( 4 * x ) * cos( 3 * z ), z );
	}
	for ( int32_t i = 0; i < cells * cells; ++i )
	{
		int32_t a = i / cells * ( cells + 1 ) + i % cells, b = a + cells + 1;
		AddSoupTriangle( soup, a, b, b + 1 );
		AddSoupTriangle( soup, a, b + 1, a + 1 );
	}
}

// The block below a height field, with a bottom so deep that it never is the nearest.
static inline void MakeBlock( Soup* soup, const tlHeightFieldDef* def )
{
	memset( soup, 0, sizeof *soup );
	int32_t columns = def->columns, rows = def->rows, count = columns * rows;
	for ( int32_t i = 0; i < 2 * count; ++i )
	{
		double x = ( i % columns - 0.5 * ( columns - 1 ) ) * (double)def->cellX;
		double z = ( i % count / columns - 0.5 * ( rows - 1 ) ) * (double)def->cellZ;
		AddSoupPoint( soup, x, i < count ? (double)def->heights[i] : -100, z );
	}
	for ( int32_t r = 0; r + 1 < rows; ++r )
	{
		for ( int32_t c = 0; c + 1 < columns; ++c )
		{
			int32_t a = r * columns + c, b = a + columns;
			AddSoupTriangle( soup, a, b, b + 1 );
			AddSoupTriangle( soup, a, b + 1, a + 1 );
			AddSoupTriangle( soup, count + a, count + b + 1, count + b );
			AddSoupTriangle( soup, count + a, count + a + 1, count + b + 1 );
		}
	}
	for ( int32_t k = 0; k < 2 * ( columns + rows - 2 ); ++k )
	{
		int32_t ends[2];
		for ( int e = 0; e < 2; ++e )
		{
			int32_t n = ( k + e ) % ( 2 * ( columns + rows - 2 ) ), c = columns - 1, r = rows - 1;
			ends[e] = n < c           ? r * columns + n
			          : n < c + r     ? ( r - ( n - c ) ) * columns + c
			          : n < 2 * c + r ? c - ( n - c - r )
			                          : ( n - 2 * c - r ) * columns;
		}
		AddSoupTriangle( soup, ends[0], count + ends[0], count + ends[1] );
		AddSoupTriangle( soup, ends[0], count + ends[1], ends[1] );
	}
}

static inline double DotOf( const double* a, const double* b )
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void CrossOf( const double* a, const double* b, double* c )
{
	c[0] = a[1] * b[2] - a[2] * b[1];
	c[1] = a[2] * b[0] - a[0] * b[2];
	c[2] = a[0] * b[1] - a[1] * b[0];
}

// To the plane where the foot is inside, else to the nearest of the three sides. x: the corners, from the point.
static inline double MeasureTriangle( double x[3][3] )
{
	double n[3], u[3], v[3], nearest = INFINITY;
	bool inside = true;
	for ( int k = 0; k < 3; ++k )
	{
		u[k] = x[1][k] - x[0][k];
		v[k] = x[2][k] - x[0][k];
	}
	CrossOf( u, v, n );
	for ( int side = 0; side < 3; ++side )
	{
		double along[3], inward[3], foot[3];
		for ( int k = 0; k < 3; ++k )
		{
			along[k] = x[( side + 1 ) % 3][k] - x[side][k];
		}
		double t = fmin( fmax( -DotOf( x[side], along ) / DotOf( along, along ), 0 ), 1 );
		for ( int k = 0; k < 3; ++k )
		{
			foot[k] = x[side][k] + t * along[k];
		}
		nearest = fmin( nearest, sqrt( DotOf( foot, foot ) ) );
		CrossOf( n, along, inward );
		inside = inside && -DotOf( x[side], inward ) >= 0;
	}
	return inside ? fabs( DotOf( x[0], n ) ) / sqrt( DotOf( n, n ) ) : nearest;
}

// Van Oosterom and Strackee 1983.
static inline double MeasureSolidAngle( double x[3][3] )
{
	double a = sqrt( DotOf( x[0], x[0] ) ), b = sqrt( DotOf( x[1], x[1] ) ), c = sqrt( DotOf( x[2], x[2] ) ), n[3];
	CrossOf( x[1], x[2], n );
	return 2 * atan2( DotOf( x[0], n ),
	                  a * b * c + DotOf( x[0], x[1] ) * c + DotOf( x[0], x[2] ) * b + DotOf( x[1], x[2] ) * a );
}

// The least over all triangles; inside where their solid angles add up to the whole sphere.
static inline double MeasureSoup( const Soup* soup, const double* p )
{
	double nearest = INFINITY, angle = 0;
	for ( int32_t i = 0; i < soup->triangleCount; ++i )
	{
		double x[3][3];
		for ( int k = 0; k < 3; ++k )
		{
			tlVec3 q = soup->points[soup->corners[3 * i + k]];
			x[k][0] = (double)q.x - p[0];
			x[k][1] = (double)q.y - p[1];
			x[k][2] = (double)q.z - p[2];
		}
		nearest = fmin( nearest, MeasureTriangle( x ) );
		angle += MeasureSolidAngle( x );
	}
	return !soup->open && fabs( angle ) > 2 * TL_PI ? -nearest : nearest;
}

// ---- samples of every type

typedef struct Sample
{
	tlShape shape;
	tlShapeData* data; // owned; null: none
	Soup* soup;        // null: analytic
	bool exact;        // else only about its surface
	bool convex;
} Sample;

enum
{
	tl_samples = 24
};

static Sample s_samples[tl_samples];
static int s_sampleCount;
static const tlReal s_hills[7 * 5] = { 0.1f,  0.2f, 0,     0.3f, 0.25f, 0.1f, 0,    0,    -0.2f,  0.4f,  0.5f, -0.1f,
	                                   0.2f,  0.1f, 0.3f,  0.3f, -0.3f, 0.1f, 0.6f, 0.2f, -0.25f, 0,     0.1f, 0.1f,
	                                   -0.1f, 0.2f, 0.35f, 0.1f, 0.2f,  0,    0.1f, 0.1f, 0.15f,  0.05f, 0.2f };

static inline tlHeightFieldDef MakeHills( void )
{
	tlHeightFieldDef def = tlDefaultHeightFieldDef();
	def.columns = 7;
	def.rows = 5;
	def.cellX = (tlReal)0.3;
	def.cellZ = (tlReal)0.4;
	def.heights = s_hills;
	return def;
}

static inline void AddSample( tlShape shape, tlShapeData* data, Soup* soup, bool exact, bool convex )
{
	assert_true( s_sampleCount < tl_samples );
	s_samples[s_sampleCount++] = ( Sample ){ data != NULL ? tlMakeShape( data ) : shape, data, soup, exact, convex };
}

static inline Soup* NewSoup( void )
{
	Soup* soup = calloc( 1, sizeof *soup );
	assert_non_null( soup );
	return soup;
}

static inline void Must( tlResult result, const tlError* error )
{
	if ( result != tl_success )
	{
		fail_msg( "%s", error->message );
	}
}

static inline tlShapeData* MakeMeshData( const Soup* soup )
{
	tlMeshShapeDef def = tlDefaultMeshShapeDef();
	def.mesh = GetMeshInput( soup );
	tlShapeData* data;
	tlError error;
	Must( tlCreateMeshShape( &def, &data, &error ), &error );
	return data;
}

static inline tlShapeData* MakeGridData( const Soup* soup, double cellSize, double margin )
{
	tlDistanceGridDef def = tlDefaultDistanceGridDef();
	def.mesh = GetMeshInput( soup );
	def.cellSize = (tlReal)cellSize;
	def.margin = (tlReal)margin;
	tlShapeData* data;
	tlError error;
	Must( tlCreateDistanceGrid( &def, &data, &error ), &error );
	return data;
}

static inline void MakeSamples( void )
{
	static const tlShape analytic[] = {
		{ .type = tl_planeShape },
		{ .type = tl_sphereShape, .radius = (tlReal)0.7 },
		{ .type = tl_capsuleShape, .radius = (tlReal)0.4, .halfHeight = (tlReal)0.9 },
		{ .type = tl_capsuleShape, .radius = (tlReal)0.5, .halfHeight = 0 },
		{ .type = tl_boxShape, .halfExtents = { (tlReal)0.5, (tlReal)0.8, (tlReal)1.1 } },
		{ .type = tl_boxShape, .halfExtents = { 1, (tlReal)0.01, 1 } },
		{ .type = tl_taperedCapsuleShape, .radius = (tlReal)0.6, .topRadius = (tlReal)0.25, .halfHeight = (tlReal)0.7 },
		{ .type = tl_taperedCapsuleShape, .radius = (tlReal)0.2, .topRadius = (tlReal)0.5, .halfHeight = (tlReal)0.3 },
		{ .type = tl_taperedCapsuleShape, .radius = (tlReal)0.3, .topRadius = (tlReal)0.699, .halfHeight = (tlReal)0.2 },
		{ .type = tl_taperedCapsuleShape, .radius = (tlReal)0.7, .topRadius = (tlReal)0.3, .halfHeight = (tlReal)0.2 },
		{ .type = tl_taperedCapsuleShape, .radius = (tlReal)0.2, .topRadius = (tlReal)0.8, .halfHeight = (tlReal)0.1 },
		{ .type = tl_taperedCapsuleShape, .radius = (tlReal)0.5, .topRadius = (tlReal)0.5, .halfHeight = 0 },
		{ .type = tl_cylinderShape, .radius = (tlReal)0.5, .halfHeight = (tlReal)0.8 },
		{ .type = tl_cylinderShape, .radius = 1, .halfHeight = (tlReal)0.02 },
	};
	for ( size_t i = 0; i < sizeof analytic / sizeof analytic[0]; ++i )
	{
		AddSample( analytic[i], NULL, NULL, true, true );
	}
	tlError error;
	tlShapeData* data;
	// A hull of corners, points inside, and points on sides and faces.
	tlVec3 points[40];
	uint64_t seed = 5;
	for ( int i = 0; i < 40; ++i )
	{
		points[i] = DrawVec3( &seed, 0.9 );
		points[i] = i < 8 ? MakeVec3( i & 1 ? 0.8 : -0.8, i & 2 ? 0.5 : -0.5, i & 4 ? 0.6 : -0.6 ) : points[i];
	}
	Must( tlCreateHull( points, 40, &data, &error ), &error );
	AddSample( ( tlShape ){ 0 }, data, NULL, true, true );
	Soup* soup = NewSoup();
	tlHeightFieldDef hills = MakeHills();
	MakeBlock( soup, &hills );
	Must( tlCreateHeightField( &hills, &data, &error ), &error );
	AddSample( ( tlShape ){ 0 }, data, soup, true, false );
	MakeTorus( soup = NewSoup(), 0.7, 0.3, 24, 12 );
	AddSample( ( tlShape ){ 0 }, MakeMeshData( soup ), soup, true, false );
	MakeStep( soup = NewSoup() );
	AddSample( ( tlShape ){ 0 }, MakeMeshData( soup ), soup, true, false );
	MakeSheet( soup = NewSoup(), 6, 1.4 );
	AddSample( ( tlShape ){ 0 }, MakeMeshData( soup ), soup, true, false );
	MakeTorus( soup = NewSoup(), 0.7, 0.3, 24, 12 );
	AddSample( ( tlShape ){ 0 }, MakeGridData( soup, 0.06, 0.2 ), soup, false, false );
}

static inline void FreeSamples( void )
{
	for ( int i = 0; i < s_sampleCount; ++i )
	{
		tlDestroyShapeData( s_samples[i].data );
		free( s_samples[i].soup );
	}
	s_sampleCount = 0;
}

static inline double Measure( const Sample* sample, tlVec3 point )
{
	const double p[3] = { (double)point.x, (double)point.y, (double)point.z };
	return sample->soup != NULL ? MeasureSoup( sample->soup, p ) : MeasureAnalytic( &sample->shape, p );
}
