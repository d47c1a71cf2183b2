// The convex hull of points: quickhull (Barber, Dobkin, Huhdanpaa 1996) with an exact test of sides. Being exact, the faces
// that a point sees always form one patch, and a new face never has all its corners on a line; what is doubtful in doubles,
// coplanar and repeated points, needs no tolerance. A point that sticks out by less than 1e-9 of the size is left out: it
// would make faces so thin that their normals mean nothing.
// SPDX-License-Identifier: MIT
#include "hull_cook.h"

#include "base/core.h"
#include "orient.h"

typedef struct Face
{
	int32_t corners[3]; // counter-clockwise from outside
	int32_t across[3];  // the face beyond the side from corner k to the next
	int32_t outside;    // first of the points that it sees, -1 for none
	int32_t mark;       // the round in which it was looked at last
	bool seen, dead;
	tlPosition normal; // rounded, to find the farthest point
} Face;

typedef struct Hull
{
	const tlPosition* points;
	int32_t pointCount;
	Face* faces;
	size_t faceCount, faceCapacity;
	int32_t* next;    // [pointCount] the next point that the same face sees
	int32_t* starts;  // [pointCount] the new face whose rim side begins there
	int32_t* pending; // faces to look at
	size_t pendingCapacity;
	int32_t* seen; // faces that the new point sees
	size_t seenCapacity;
	double least; // points that stick out by less are left out [m]
	int32_t round;
} Hull;

static bool Sees( const Hull* hull, const Face* face, int32_t point )
{
	const tlPosition* p = hull->points;
	return tlOrient( p[face->corners[0]], p[face->corners[1]], p[face->corners[2]], p[point] ) > 0;
}

static double MeasureHeight( const Hull* hull, const Face* face, int32_t point )
{
	return tlPointDot( face->normal, tlPointSub( hull->points[point], hull->points[face->corners[0]] ) );
}

static int32_t AddFace( Hull* hull, int32_t a, int32_t b, int32_t c )
{
	void* faces = hull->faces;
	bool fine = tlReserve( &faces, &hull->faceCapacity, hull->faceCount + 1, sizeof( Face ) );
	hull->faces = faces;
	if ( !fine || hull->faceCount >= INT32_MAX / 4 )
	{
		return -1;
	}
	const tlPosition* p = hull->points;
	tlPosition normal = tlPointCross( tlPointSub( p[b], p[a] ), tlPointSub( p[c], p[a] ) );
	double length = tlPointLength( normal );
	hull->faces[hull->faceCount] = ( Face ){ .corners = { a, b, c },
		                                     .across = { -1, -1, -1 },
		                                     .outside = -1,
		                                     .normal = tlPointMul( length > 0 ? 1 / length : 0, normal ) };
	return (int32_t)hull->faceCount++;
}

// Gives a list of points to the first of the faces from `first` on that sees each; what none sees is inside.
static void Distribute( Hull* hull, int32_t list, size_t first )
{
	while ( list >= 0 )
	{
		int32_t point = list;
		list = hull->next[point];
		for ( size_t f = first; f < hull->faceCount; ++f )
		{
			Face* face = hull->faces + f;
			if ( MeasureHeight( hull, face, point ) > hull->least && Sees( hull, face, point ) )
			{
				hull->next[point] = face->outside;
				face->outside = point;
				break;
			}
		}
	}
}

// ---- the first four

// The point that is farthest by a measure, and how far.
static int32_t FindFarthest( const tlPosition* points, int32_t count, const tlPosition corners[3], int known, double* most )
{
	int32_t best = 0;
	*most = -1;
	tlPosition u = known > 1 ? tlPointUnit( tlPointSub( corners[1], corners[0] ), corners[0] ) : corners[0];
	tlPosition n = known > 2 ? tlPointUnit( tlPointCross( u, tlPointSub( corners[2], corners[0] ) ), u ) : u;
	for ( int32_t i = 0; i < count; ++i )
	{
		tlPosition way = tlPointSub( points[i], corners[0] );
		double far = known == 1   ? tlPointLength( way )
		             : known == 2 ? tlPointLength( tlPointCross( u, way ) )
		                          : fabs( tlPointDot( n, way ) );
		if ( far > *most )
		{
			*most = far;
			best = i;
		}
	}
	return best;
}

static tlResult Begin( Hull* hull, tlError* error )
{
	static const char* const flat[] = { "the points are all at one place", "the points lie on one line",
		                                "the points lie in one plane" };
	const tlPosition* points = hull->points;
	int32_t first[4] = { 0 };
	tlPosition corners[3] = { points[0] };
	double size = 0, most;
	for ( int known = 1; known < 4; ++known )
	{
		first[known] = FindFarthest( points, hull->pointCount, corners, known, &most );
		size = known == 1 ? most : size;
		if ( !( most > ( known == 1 ? 1e-15 : 1e-6 * size ) ) )
		{
			return tlFail( error, tl_invalidMesh, "%s: a hull must enclose a volume", flat[known - 1] );
		}
		if ( known < 3 )
		{
			corners[known] = points[first[known]];
		}
	}
	hull->least = 1e-9 * size;
	if ( tlOrient( points[first[0]], points[first[1]], points[first[2]], points[first[3]] ) > 0 )
	{
		int32_t swap = first[1];
		first[1] = first[2];
		first[2] = swap;
	}
	// Counter-clockwise from outside: the fourth is below the first three.
	static const int corner[4][3] = { { 0, 1, 2 }, { 0, 3, 1 }, { 1, 3, 2 }, { 2, 3, 0 } };
	static const int across[4][3] = { { 1, 2, 3 }, { 3, 2, 0 }, { 1, 3, 0 }, { 2, 1, 0 } };
	for ( int f = 0; f < 4; ++f )
	{
		if ( AddFace( hull, first[corner[f][0]], first[corner[f][1]], first[corner[f][2]] ) < 0 )
		{
			return tlFailMemory( error );
		}
		memcpy( hull->faces[f].across, across[f], sizeof across[f] );
	}
	for ( int32_t i = 0; i < hull->pointCount; ++i )
	{
		hull->next[i] = i + 1 < hull->pointCount ? i + 1 : -1;
	}
	Distribute( hull, 0, 0 );
	return tl_success;
}

// ---- one point more

static bool Push( int32_t** list, size_t* capacity, size_t count, int32_t value )
{
	void* memory = *list;
	bool fine = tlReserve( &memory, capacity, count + 1, sizeof( int32_t ) );
	*list = memory;
	if ( fine )
	{
		( *list )[count] = value;
	}
	return fine;
}

// The faces that a point sees, from one of them over the sides; their number, or -1 without memory.
static int32_t FindSeen( Hull* hull, int32_t face, int32_t point )
{
	size_t count = 0, pendingCount = 0;
	hull->round += 1;
	hull->faces[face].mark = hull->round;
	hull->faces[face].seen = true;
	bool fine = Push( &hull->pending, &hull->pendingCapacity, pendingCount++, face );
	while ( fine && pendingCount > 0 )
	{
		int32_t at = hull->pending[--pendingCount];
		fine = Push( &hull->seen, &hull->seenCapacity, count++, at );
		for ( int k = 0; fine && k < 3; ++k )
		{
			int32_t next = hull->faces[at].across[k];
			Face* beyond = hull->faces + next;
			if ( beyond->mark != hull->round )
			{
				beyond->mark = hull->round;
				beyond->seen = Sees( hull, beyond, point );
				fine = !beyond->seen || Push( &hull->pending, &hull->pendingCapacity, pendingCount++, next );
			}
		}
	}
	return fine ? (int32_t)count : -1;
}

// Replaces what a point sees by a fan from the rim to the point.
static bool AddPoint( Hull* hull, int32_t face, int32_t point )
{
	int32_t seenCount = FindSeen( hull, face, point );
	size_t first = hull->faceCount;
	for ( int32_t i = 0; i < seenCount; ++i )
	{
		for ( int k = 0; k < 3; ++k )
		{
			const Face* old = hull->faces + hull->seen[i];
			int32_t beyond = old->across[k], a = old->corners[k], b = old->corners[( k + 1 ) % 3];
			if ( hull->faces[beyond].seen && hull->faces[beyond].mark == hull->round )
			{
				continue;
			}
			int32_t made = AddFace( hull, a, b, point );
			if ( made < 0 )
			{
				return false;
			}
			hull->starts[a] = made;
			hull->faces[made].across[0] = beyond;
			Face* other = hull->faces + beyond;
			int side = other->corners[0] == b ? 0 : ( other->corners[1] == b ? 1 : 2 );
			other->across[side] = made;
		}
	}
	for ( size_t f = first; f < hull->faceCount; ++f )
	{
		int32_t next = hull->starts[hull->faces[f].corners[1]];
		hull->faces[f].across[1] = next;
		hull->faces[next].across[2] = (int32_t)f;
	}
	for ( int32_t i = 0; i < seenCount; ++i )
	{
		Face* old = hull->faces + hull->seen[i];
		old->dead = true;
		int32_t list = old->outside;
		old->outside = -1;
		Distribute( hull, list, first );
	}
	return seenCount >= 0;
}

static bool Build( Hull* hull )
{
	for ( size_t f = 0; f < hull->faceCount; ++f )
	{
		if ( hull->faces[f].dead || hull->faces[f].outside < 0 )
		{
			continue;
		}
		int32_t best = -1;
		double most = -1;
		for ( int32_t p = hull->faces[f].outside; p >= 0; p = hull->next[p] )
		{
			double height = MeasureHeight( hull, hull->faces + f, p );
			best = height > most ? p : best;
			most = height > most ? height : most;
		}
		if ( !AddPoint( hull, (int32_t)f, best ) )
		{
			return false;
		}
	}
	return true;
}

// ---- the result

static tlResult Gather( const Hull* hull, tlHullFaces* out, tlError* error )
{
	out->corners = TL_ALLOC( int32_t, 3 * hull->faceCount );
	out->points = TL_ALLOC( tlPosition, hull->pointCount );
	if ( out->corners == NULL || out->points == NULL )
	{
		tlFreeHullFaces( out );
		return tlFailMemory( error );
	}
	for ( int32_t i = 0; i < hull->pointCount; ++i )
	{
		hull->starts[i] = -1;
	}
	for ( size_t f = 0; f < hull->faceCount; ++f )
	{
		for ( int k = 0; k < 3 && !hull->faces[f].dead; ++k )
		{
			int32_t point = hull->faces[f].corners[k];
			if ( hull->starts[point] < 0 )
			{
				hull->starts[point] = out->pointCount;
				out->points[out->pointCount++] = hull->points[point];
			}
			out->corners[3 * (size_t)out->faceCount + (size_t)k] = hull->starts[point];
		}
		out->faceCount += hull->faces[f].dead ? 0 : 1;
	}
	return tl_success;
}

tlResult tlFindHull( const tlPosition* points, int32_t pointCount, tlHullFaces* out, tlError* error )
{
	memset( out, 0, sizeof *out );
	Hull hull = { .points = points, .pointCount = pointCount };
	hull.next = TL_ALLOC( int32_t, pointCount );
	hull.starts = TL_ALLOC( int32_t, pointCount );
	tlResult result = hull.next != NULL && hull.starts != NULL ? Begin( &hull, error ) : tlFailMemory( error );
	if ( result == tl_success )
	{
		result = Build( &hull ) ? Gather( &hull, out, error ) : tlFailMemory( error );
	}
	tlFree( hull.faces );
	tlFree( hull.next );
	tlFree( hull.starts );
	tlFree( hull.pending );
	tlFree( hull.seen );
	return result;
}

void tlFreeHullFaces( tlHullFaces* faces )
{
	tlFree( faces->points );
	tlFree( faces->corners );
	memset( faces, 0, sizeof *faces );
}
