// Ear clipping (Meisters 1975, "Polygons have ears"), taking the best shaped ear first. An ear stays an ear while others
// are clipped, until a neighbour goes; so the search for what blocks it resumes where it stopped, and the whole takes time
// that grows with the square of the corners.
// SPDX-License-Identifier: MIT
#include "elements.h"

#include "base/core.h"

#include <math.h>

typedef struct Corner
{
	double u, v; // in the plane, counter-clockwise
	int32_t next, previous;
	int32_t tested; // so many of the reflex corners are known not to block the ear
} Corner;

#define TL_GONE -2.0 // the quality of a corner that was clipped; others are within -1 to 1

typedef struct Polygon
{
	Corner* corners;
	double* qualities; // of the triangle at each corner; not positive: reflex or flat. Apart, since they are read most
	int32_t cornerCount;
	int32_t* reflex; // corners that are not convex at first: while ears are clipped, none joins them
	int32_t reflexCount;
} Polygon;

static void GetOffset( const tlVec3* positions, int32_t from, int32_t to, double offset[3] )
{
	offset[0] = (double)positions[to].x - (double)positions[from].x;
	offset[1] = (double)positions[to].y - (double)positions[from].y;
	offset[2] = (double)positions[to].z - (double)positions[from].z;
}

static void Cross( const double a[3], const double b[3], double c[3] )
{
	c[0] = a[1] * b[2] - a[2] * b[1];
	c[1] = a[2] * b[0] - a[0] * b[2];
	c[2] = a[0] * b[1] - a[1] * b[0];
}

static double Dot( const double a[3], const double b[3] )
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Projects along the normal. Returns false for a polygon that spans no area.
static bool Flatten( const tlVec3* positions, const int32_t* corners, int32_t count, Corner* out )
{
	double normal[3] = { 0, 0, 0 };
	double longest = 0;
	double a[3], b[3], c[3];
	GetOffset( positions, corners[0], corners[0], a );
	for ( int32_t i = 1; i < count; ++i )
	{
		GetOffset( positions, corners[0], corners[i], b );
		Cross( a, b, c );
		for ( int k = 0; k < 3; ++k )
		{
			normal[k] += c[k];
			a[k] = b[k];
		}
		longest = fmax( longest, Dot( b, b ) );
	}
	double size = sqrt( Dot( normal, normal ) );
	if ( !( size > TL_MIN_HEIGHT_RATIO * longest ) )
	{
		return false;
	}
	double axis[3] = { 0, 0, 0 };
	int smallest = fabs( normal[0] ) <= fabs( normal[1] ) ? 0 : 1;
	smallest = fabs( normal[smallest] ) <= fabs( normal[2] ) ? smallest : 2;
	axis[smallest] = 1;
	for ( int k = 0; k < 3; ++k )
	{
		normal[k] /= size;
	}
	double u[3], v[3];
	Cross( axis, normal, u );
	double uLength = sqrt( Dot( u, u ) );
	for ( int k = 0; k < 3; ++k )
	{
		u[k] /= uLength;
	}
	Cross( normal, u, v );
	for ( int32_t i = 0; i < count; ++i )
	{
		GetOffset( positions, corners[0], corners[i], a );
		out[i].u = Dot( a, u );
		out[i].v = Dot( a, v );
		out[i].next = i + 1 < count ? i + 1 : 0;
		out[i].previous = i > 0 ? i - 1 : count - 1;
	}
	return true;
}

// Twice the area, positive when counter-clockwise.
static double DoubleArea( const Corner* a, const Corner* b, const Corner* c )
{
	return ( b->u - a->u ) * ( c->v - a->v ) - ( b->v - a->v ) * ( c->u - a->u );
}

static double SquareLength( const Corner* a, const Corner* b )
{
	return ( a->u - b->u ) * ( a->u - b->u ) + ( a->v - b->v ) * ( a->v - b->v );
}

// Area over squared edges: largest for equal sides, near 0 for slivers.
static void Measure( Polygon* polygon, int32_t i )
{
	Corner* all = polygon->corners;
	const Corner* a = all + all[i].previous;
	const Corner* c = all + all[i].next;
	double squares = SquareLength( a, all + i ) + SquareLength( all + i, c ) + SquareLength( c, a );
	double quality = squares > 0 ? DoubleArea( a, all + i, c ) / squares : 0;
	polygon->qualities[i] = fabs( quality ) > 1e-12 ? quality : 0;
	all[i].tested = 0;
}

static bool IsSamePoint( const Corner* a, const Corner* b )
{
	return a->u == b->u && a->v == b->v;
}

// Looks for a corner inside the ear, from the last one found on.
static bool IsEar( const Polygon* polygon, int32_t i )
{
	Corner* all = polygon->corners;
	const Corner* a = all + all[i].previous;
	const Corner* b = all + i;
	const Corner* c = all + all[i].next;
	for ( ; all[i].tested < polygon->reflexCount; ++all[i].tested )
	{
		int32_t other = polygon->reflex[all[i].tested];
		const Corner* p = all + other;
		if ( polygon->qualities[other] > 0 || polygon->qualities[other] == TL_GONE || p == a || p == b || p == c )
		{
			continue;
		}
		// A slit from the outline to a hole passes each of its ends twice.
		if ( IsSamePoint( p, a ) || IsSamePoint( p, b ) || IsSamePoint( p, c ) )
		{
			continue;
		}
		if ( DoubleArea( a, b, p ) >= 0 && DoubleArea( b, c, p ) >= 0 && DoubleArea( c, a, p ) >= 0 )
		{
			return false;
		}
	}
	return true;
}

// The first of the best ears. Without any the polygon crosses itself: then the best corner goes, whatever it is.
static int32_t FindBest( const Polygon* polygon )
{
	const double* qualities = polygon->qualities;
	int32_t best = -1;
	double bestQuality = 0;
	for ( int32_t i = 0; i < polygon->cornerCount; ++i )
	{
		if ( qualities[i] > bestQuality && IsEar( polygon, i ) )
		{
			best = i;
			bestQuality = qualities[i];
		}
	}
	if ( best < 0 )
	{
		bestQuality = TL_GONE;
		for ( int32_t i = 0; i < polygon->cornerCount; ++i )
		{
			best = qualities[i] > bestQuality ? i : best;
			bestQuality = fmax( qualities[i], bestQuality );
		}
	}
	return best;
}

static void ClipEars( Polygon* polygon, int32_t* out )
{
	Corner* all = polygon->corners;
	for ( int32_t i = 0; i < polygon->cornerCount; ++i )
	{
		Measure( polygon, i );
		if ( polygon->qualities[i] <= 0 )
		{
			polygon->reflex[polygon->reflexCount++] = i;
		}
	}
	int32_t start = 0;
	for ( int32_t remaining = polygon->cornerCount; remaining > 3; --remaining )
	{
		int32_t ear = FindBest( polygon );
		int32_t previous = all[ear].previous;
		int32_t next = all[ear].next;
		*out++ = previous;
		*out++ = ear;
		*out++ = next;
		polygon->qualities[ear] = TL_GONE;
		all[previous].next = next;
		all[next].previous = previous;
		Measure( polygon, previous );
		Measure( polygon, next );
		start = next;
	}
	*out++ = all[start].previous;
	*out++ = start;
	*out++ = all[start].next;
}

tlSplit tlSplitQuad( const tlVec3* positions, const int32_t corners[4] )
{
	// The least part of the surface, seen along the quad's normal, on either side of each diagonal: negative where the
	// diagonal runs outside.
	double side[4][3], diagonal[2][3], normal[3], area[4];
	double longest = 0;
	for ( int i = 0; i < 4; ++i )
	{
		GetOffset( positions, corners[i], corners[( i + 1 ) % 4], side[i] );
		longest = fmax( longest, Dot( side[i], side[i] ) );
	}
	GetOffset( positions, corners[0], corners[2], diagonal[0] );
	GetOffset( positions, corners[1], corners[3], diagonal[1] );
	Cross( diagonal[0], diagonal[1], normal );
	double size = sqrt( Dot( normal, normal ) );
	for ( int i = 0; i < 4; ++i )
	{
		double c[3];
		Cross( side[i], side[( i + 1 ) % 4], c ); // the triangle at corner i + 1
		area[i] = size > 0 ? Dot( c, normal ) / size : 0;
	}
	double first = fmin( area[0], area[2] );  // cut 0-2: the triangles at corners 1 and 3
	double second = fmin( area[1], area[3] ); // cut 1-3
	double least = TL_MIN_HEIGHT_RATIO * longest;

	// The first diagonal unless the second is clearly better: parallelograms, where rounding would decide, are all cut
	// alike.
	tlSplit split;
	split.second = first > least ? second > 2 * first : second > first;
	split.both = first > least && second > least;
	return split;
}

static void CutQuad( const tlVec3* positions, const int32_t* corners, int32_t* out )
{
	static const int32_t s_cuts[2][6] = { { 0, 1, 2, 0, 2, 3 }, { 0, 1, 3, 1, 2, 3 } };
	memcpy( out, s_cuts[tlSplitQuad( positions, corners ).second ? 1 : 0], sizeof s_cuts[0] );
}

bool tlTriangulate( const tlVec3* positions, const int32_t* corners, int32_t cornerCount, int32_t* out )
{
	if ( cornerCount == 4 )
	{
		CutQuad( positions, corners, out );
		return true;
	}
	bool cut = false;
	if ( cornerCount > 4 )
	{
		Polygon polygon = { 0 };
		polygon.cornerCount = cornerCount;
		polygon.corners = TL_ALLOC( Corner, cornerCount );
		polygon.qualities = TL_ALLOC( double, cornerCount );
		polygon.reflex = TL_ALLOC( int32_t, cornerCount );
		bool enough = polygon.corners != NULL && polygon.qualities != NULL && polygon.reflex != NULL;
		cut = enough && Flatten( positions, corners, cornerCount, polygon.corners );
		if ( cut )
		{
			ClipEars( &polygon, out );
		}
		tlFree( polygon.corners );
		tlFree( polygon.qualities );
		tlFree( polygon.reflex );
		if ( !enough )
		{
			return false;
		}
	}
	for ( int32_t i = 0; i + 2 < cornerCount && !cut; ++i ) // a triangle, or a polygon without area
	{
		out[3 * i] = 0;
		out[3 * i + 1] = i + 1;
		out[3 * i + 2] = i + 2;
	}
	return true;
}
