// From points and triangles to a mesh that answers: what lies beyond each side, normals, and the tree, whose triangles are
// halved at the median along the longest axis of their middles. Ties go by number, so the tree is the same everywhere.
// SPDX-License-Identifier: MIT
#include "mesh/topology.h"
#include "surface_mesh.h"

#include <stdlib.h>

// ---- sides

typedef struct Side
{
	int32_t low, high; // points
	int32_t triangle, side;
} Side;

static int CompareSides( const void* left, const void* right )
{
	const Side* a = left;
	const Side* b = right;
	if ( a->low != b->low )
	{
		return a->low < b->low ? -1 : 1;
	}
	if ( a->high != b->high )
	{
		return a->high < b->high ? -1 : 1;
	}
	int32_t difference = a->triangle != b->triangle ? a->triangle - b->triangle : a->side - b->side;
	return difference < 0 ? -1 : ( difference > 0 ? 1 : 0 );
}

static bool FindAcross( tlSurfaceMesh* mesh )
{
	size_t count = 3 * (size_t)mesh->triangleCount;
	Side* sides = TL_ALLOC( Side, count );
	if ( sides == NULL )
	{
		return false;
	}
	for ( size_t i = 0; i < count; ++i )
	{
		int32_t a = mesh->corners[i], b = mesh->corners[i - i % 3 + ( i + 1 ) % 3];
		sides[i] = ( Side ){ a < b ? a : b, a < b ? b : a, (int32_t)( i / 3 ), (int32_t)( i % 3 ) };
		mesh->across[i] = -1;
	}
	qsort( sides, count, sizeof *sides, CompareSides );
	for ( size_t first = 0, end; first < count; first = end )
	{
		for ( end = first + 1; end < count && sides[end].low == sides[first].low && sides[end].high == sides[first].high; )
		{
			end += 1;
		}
		const Side* s = sides + first;
		bool pair = end - first == 2;
		if ( end - first == 1 )
		{
			mesh->openSide[0] = mesh->openCount == 0 ? s->low : mesh->openSide[0];
			mesh->openSide[1] = mesh->openCount == 0 ? s->high : mesh->openSide[1];
			mesh->openCount += 1;
			continue;
		}
		bool alike = pair && mesh->corners[3 * (size_t)s[0].triangle + (size_t)s[0].side] ==
		                         mesh->corners[3 * (size_t)s[1].triangle + (size_t)s[1].side];
		if ( pair )
		{
			mesh->across[3 * (size_t)s[0].triangle + (size_t)s[0].side] = s[1].triangle;
			mesh->across[3 * (size_t)s[1].triangle + (size_t)s[1].side] = s[0].triangle;
		}
		if ( ( !pair || alike ) && mesh->tangledUse == 0 )
		{
			mesh->tangledSide[0] = s->low;
			mesh->tangledSide[1] = s->high;
			mesh->tangledUse = (int32_t)( end - first );
		}
	}
	mesh->closed = mesh->openCount == 0 && mesh->tangledUse == 0;
	tlFree( sides );
	return true;
}

// Six times the volume, from the middle of the bounds, so that it keeps its digits far from the origin.
static double MeasureVolume( const tlSurfaceMesh* mesh )
{
	tlPosition middle = tlPointMul( 0.5, tlPointAdd( mesh->lower, mesh->upper ) );
	double volume = 0;
	for ( int32_t i = 0; i < mesh->triangleCount; ++i )
	{
		const int32_t* c = mesh->corners + 3 * (size_t)i;
		tlPosition a = tlPointSub( mesh->points[c[0]], middle ), b = tlPointSub( mesh->points[c[1]], middle );
		volume += tlPointDot( tlPointCross( a, b ), tlPointSub( mesh->points[c[2]], middle ) );
	}
	return volume;
}

static void TurnRound( tlSurfaceMesh* mesh )
{
	for ( int32_t i = 0; i < mesh->triangleCount; ++i )
	{
		int32_t* c = mesh->corners + 3 * (size_t)i;
		int32_t* a = mesh->across + 3 * (size_t)i;
		int32_t corner = c[1], side = a[0];
		c[1] = c[2];
		c[2] = corner;
		a[0] = a[2];
		a[2] = side;
	}
}

static void ComputeNormals( tlSurfaceMesh* mesh )
{
	const tlPosition up = { 0, 1, 0 };
	for ( int32_t i = 0; i < mesh->triangleCount; ++i )
	{
		const int32_t* c = mesh->corners + 3 * (size_t)i;
		tlPosition x[3] = { mesh->points[c[0]], mesh->points[c[1]], mesh->points[c[2]] };
		tlPosition normal = tlPointCross( tlPointSub( x[1], x[0] ), tlPointSub( x[2], x[0] ) );
		double length = tlPointLength( normal ); // of any size, but for no area at all
		normal = length > 0 ? tlPointMul( 1 / length, normal ) : up;
		mesh->faceNormals[i] = normal;
		for ( int k = 0; k < 3; ++k )
		{
			tlPosition a = tlPointSub( x[( k + 1 ) % 3], x[k] ), b = tlPointSub( x[( k + 2 ) % 3], x[k] );
			double angle = tlAtan2( tlPointLength( tlPointCross( a, b ) ), tlPointDot( a, b ) );
			mesh->pointNormals[c[k]] = tlPointMulAdd( mesh->pointNormals[c[k]], angle, normal );
		}
	}
	for ( int32_t i = 0; i < mesh->pointCount; ++i )
	{
		mesh->pointNormals[i] = tlPointUnit( mesh->pointNormals[i], up );
	}
}

// ---- the tree

typedef struct Item
{
	double middle[3]; // twice, of the triangle's bounds
	int32_t triangle;
} Item;

static int Compare( const Item* a, const Item* b, int axis )
{
	if ( a->middle[axis] != b->middle[axis] )
	{
		return a->middle[axis] < b->middle[axis] ? -1 : 1;
	}
	return a->triangle < b->triangle ? -1 : ( a->triangle > b->triangle ? 1 : 0 );
}

static int CompareX( const void* a, const void* b )
{
	return Compare( a, b, 0 );
}

static int CompareY( const void* a, const void* b )
{
	return Compare( a, b, 1 );
}

static int CompareZ( const void* a, const void* b )
{
	return Compare( a, b, 2 );
}

static void Grow( tlPosition* lower, tlPosition* upper, tlPosition p )
{
	*lower = tlPoint( fmin( lower->x, p.x ), fmin( lower->y, p.y ), fmin( lower->z, p.z ) );
	*upper = tlPoint( fmax( upper->x, p.x ), fmax( upper->y, p.y ), fmax( upper->z, p.z ) );
}

static const tlPosition s_far = { INFINITY, INFINITY, INFINITY };

static void GrowByTriangle( const tlSurfaceMesh* mesh, int32_t triangle, tlPosition* lower, tlPosition* upper )
{
	for ( int k = 0; k < 3; ++k )
	{
		Grow( lower, upper, mesh->points[mesh->corners[3 * (size_t)triangle + (size_t)k]] );
	}
}

static void Split( tlSurfaceMesh* mesh, Item* items, int32_t first, int32_t count )
{
	tlTreeNode* node = mesh->nodes + mesh->nodeCount++;
	node->lower = s_far;
	node->upper = tlPointMul( -1, s_far );
	tlPosition low = s_far, high = node->upper;
	for ( int32_t i = first; i < first + count; ++i )
	{
		GrowByTriangle( mesh, items[i].triangle, &node->lower, &node->upper );
		Grow( &low, &high, tlPoint( items[i].middle[0], items[i].middle[1], items[i].middle[2] ) );
	}
	if ( count <= 4 )
	{
		node->next = first;
		node->count = count;
		return;
	}
	tlPosition size = tlPointSub( high, low );
	bool x = size.x >= size.y && size.x >= size.z;
	qsort( items + first, (size_t)count, sizeof *items, x ? CompareX : ( size.y >= size.z ? CompareY : CompareZ ) );
	Split( mesh, items, first, count / 2 );
	node->next = mesh->nodeCount;
	Split( mesh, items, first + count / 2, count - count / 2 );
}

// Makes the tree and brings the triangles into its order.
static bool MakeTree( tlSurfaceMesh* mesh )
{
	size_t count = (size_t)mesh->triangleCount;
	Item* items = TL_ALLOC( Item, count );
	int32_t* corners = TL_ALLOC( int32_t, 3 * count );
	mesh->nodes = TL_ALLOC( tlTreeNode, count < 2 ? 2 : count );
	bool fine = items != NULL && corners != NULL && mesh->nodes != NULL;
	for ( size_t i = 0; fine && i < count; ++i )
	{
		tlPosition lower = s_far, upper = tlPointMul( -1, s_far );
		GrowByTriangle( mesh, (int32_t)i, &lower, &upper );
		items[i] = ( Item ){ { lower.x + upper.x, lower.y + upper.y, lower.z + upper.z }, (int32_t)i };
	}
	if ( fine )
	{
		Split( mesh, items, 0, mesh->triangleCount );
		for ( size_t i = 0; i < count; ++i )
		{
			memcpy( corners + 3 * i, mesh->corners + 3 * (size_t)items[i].triangle, 3 * sizeof *corners );
		}
		memcpy( mesh->corners, corners, 3 * count * sizeof *corners );
	}
	tlFree( items );
	tlFree( corners );
	return fine;
}

// ---- meshes

void tlFreeSurfaceMesh( tlSurfaceMesh* mesh )
{
	tlFree( mesh->points );
	tlFree( mesh->corners );
	tlFree( mesh->across );
	tlFree( mesh->faceNormals );
	tlFree( mesh->pointNormals );
	tlFree( mesh->nodes );
	memset( mesh, 0, sizeof *mesh );
}

tlResult tlMakeSurfaceMesh( const tlPosition* points, int32_t pointCount, const int32_t* triangles, int32_t triangleCount,
                            tlSurfaceMesh* mesh, tlError* error )
{
	TL_ASSERT( triangleCount > 0 );
	memset( mesh, 0, sizeof *mesh );
	mesh->pointCount = pointCount;
	mesh->triangleCount = triangleCount;
	mesh->points = TL_ALLOC( tlPosition, pointCount );
	mesh->pointNormals = TL_ALLOC( tlPosition, pointCount );
	mesh->faceNormals = TL_ALLOC( tlPosition, triangleCount );
	mesh->corners = TL_ALLOC( int32_t, 3 * (size_t)triangleCount );
	mesh->across = TL_ALLOC( int32_t, 3 * (size_t)triangleCount );
	bool fine = mesh->points != NULL && mesh->pointNormals != NULL && mesh->faceNormals != NULL && mesh->corners != NULL &&
	            mesh->across != NULL;
	if ( fine )
	{
		memcpy( mesh->points, points, (size_t)pointCount * sizeof *points );
		memcpy( mesh->corners, triangles, 3 * (size_t)triangleCount * sizeof *triangles );
		mesh->lower = s_far;
		mesh->upper = tlPointMul( -1, s_far );
		for ( int32_t i = 0; i < triangleCount; ++i )
		{
			GrowByTriangle( mesh, i, &mesh->lower, &mesh->upper );
		}
	}
	fine = fine && MakeTree( mesh ) && FindAcross( mesh );
	if ( !fine )
	{
		tlFreeSurfaceMesh( mesh );
		return tlFailMemory( error );
	}
	if ( mesh->closed && MeasureVolume( mesh ) < 0 )
	{
		TurnRound( mesh );
	}
	ComputeNormals( mesh );
	return tl_success;
}

static int32_t FindVertex( const tlTopology* topology, int32_t particle )
{
	int32_t vertex = 0;
	while ( topology->vertexMap[vertex] != particle )
	{
		vertex += 1;
	}
	return vertex;
}

// What keeps the mesh from being what it is to be.
static tlResult Check( const tlSurfaceMesh* mesh, const tlTopology* topology, bool solid, tlError* error )
{
	const int32_t* side = mesh->openCount > 0 ? mesh->openSide : mesh->tangledSide;
	int32_t a = mesh->closed ? 0 : FindVertex( topology, side[0] ), b = mesh->closed ? 0 : FindVertex( topology, side[1] );
	if ( mesh->openCount > 0 && topology->report.degenerateFaceCount > 0 )
	{
		// Left out, it may leave a crack, and a solid with a crack is none.
		return tlFail( error, tl_invalidMesh, "face %d has no area, and the mesh is not closed without it",
		               topology->report.firstDegenerateFace );
	}
	if ( mesh->openCount > 0 && solid )
	{
		return tlFail( error, tl_invalidMesh,
		               "the mesh must be closed, but %d edges have one face only, the first joins vertices %d and %d",
		               mesh->openCount, a, b );
	}
	if ( mesh->openCount == 0 && mesh->tangledUse == 2 )
	{
		return tlFail( error, tl_invalidMesh, "the two faces at the edge of vertices %d and %d wind in opposite directions",
		               a, b );
	}
	if ( mesh->openCount == 0 && mesh->tangledUse > 2 )
	{
		return tlFail( error, tl_invalidMesh,
		               "the edge of vertices %d and %d has %d faces, so it is not clear what is inside", a, b,
		               mesh->tangledUse );
	}
	tlPosition size = tlPointSub( mesh->upper, mesh->lower );
	double length = tlPointLength( size );
	if ( mesh->closed && !( MeasureVolume( mesh ) > 1e-12 * length * length * length ) )
	{
		return tlFail( error, tl_invalidMesh, "the mesh is closed but encloses no volume" );
	}
	return tl_success;
}

tlResult tlCookSurfaceMesh( const tlMeshInput* input, bool solid, tlSurfaceMesh* mesh, tlError* error )
{
	memset( mesh, 0, sizeof *mesh );
	tlFabricDef def = { .positions = input->positions,
		                .vertexCount = input->vertexCount,
		                .faceSizes = input->faceSizes,
		                .faceCorners = input->faceCorners,
		                .faceCount = input->faceCount,
		                .weld = true,
		                .cookie = TL_COOKIE };
	int32_t* sizes = NULL;
	if ( input->faceSizes == NULL && input->faceCount > 0 )
	{
		sizes = TL_ALLOC( int32_t, input->faceCount );
		for ( int32_t i = 0; sizes != NULL && i < input->faceCount; ++i )
		{
			sizes[i] = 3;
		}
		def.faceSizes = sizes;
		if ( sizes == NULL )
		{
			return tlFailMemory( error );
		}
	}
	tlTopology topology;
	tlResult result = tlBuildTopology( &def, &topology, error );
	tlFree( sizes );
	if ( result != tl_success )
	{
		return result;
	}
	tlPosition* points = TL_ALLOC( tlPosition, topology.particleCount );
	for ( int32_t i = 0; points != NULL && i < topology.particleCount; ++i )
	{
		points[i] = tlWiden( topology.positions[i] );
	}
	if ( points == NULL )
	{
		result = tlFailMemory( error );
	}
	else if ( topology.triangleCount == 0 )
	{
		result = tlFail( error, tl_invalidMesh, "the mesh has no face with an area" );
	}
	else
	{
		result =
		    tlMakeSurfaceMesh( points, topology.particleCount, topology.triangles, topology.triangleCount, mesh, error );
		result = result == tl_success ? Check( mesh, &topology, solid, error ) : result;
	}
	if ( result != tl_success )
	{
		tlFreeSurfaceMesh( mesh );
	}
	tlFree( points );
	tlFreeTopology( &topology );
	return result;
}
