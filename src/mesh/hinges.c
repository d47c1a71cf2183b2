// Hinges: the edges between two triangles, and which triangles are neighbours.
// SPDX-License-Identifier: MIT
#include "elements.h"
#include "pairs.h"

#include "base/core.h"

// The triangles along one edge.
typedef struct Side
{
	int32_t count;
	int32_t triangles[2];
	int32_t corners[2]; // opposite to the edge
} Side;

static bool ListSides( const tlTopology* t, Side* sides, int32_t* sideOf, int32_t* sideCount )
{
	tlPairTable table = { 0 };
	bool ok = true;
	for ( int32_t i = 0; ok && i < 3 * t->triangleCount; ++i )
	{
		const int32_t* corners = t->triangles + 3 * (size_t)( i / 3 );
		int32_t a = corners[( i + 1 ) % 3], b = corners[( i + 2 ) % 3];
		int32_t side = tlPairTable_Add( &table, a, b, *sideCount );
		ok = side >= 0;
		if ( !ok )
		{
			break;
		}
		*sideCount += side == *sideCount;
		sideOf[i] = side;
		if ( sides[side].count < 2 )
		{
			sides[side].triangles[sides[side].count] = i / 3;
			sides[side].corners[sides[side].count] = i % 3;
		}
		sides[side].count += 1;
	}
	tlPairTable_Free( &table );
	return ok;
}

static void AddHinge( tlTopology* t, const Side* side )
{
	const int32_t* left = t->triangles + 3 * (size_t)side->triangles[0];
	const int32_t* right = t->triangles + 3 * (size_t)side->triangles[1];
	int32_t* hinge = t->hinges + 4 * (size_t)t->hingeCount;
	hinge[0] = left[( side->corners[0] + 1 ) % 3];
	hinge[1] = left[( side->corners[0] + 2 ) % 3];
	hinge[2] = left[side->corners[0]];
	hinge[3] = right[side->corners[1]];
	t->hingeTriangles[2 * (size_t)t->hingeCount] = side->triangles[0];
	t->hingeTriangles[2 * (size_t)t->hingeCount + 1] = side->triangles[1];
	t->hingeCount += 1;
}

tlResult tlBuildHinges( tlTopology* t, tlError* error )
{
	size_t slots = 3 * (size_t)t->triangleCount;
	Side* sides = TL_ALLOC( Side, slots );
	int32_t* sideOf = TL_ALLOC( int32_t, slots );
	int32_t* hingeOf = TL_ALLOC( int32_t, slots );
	t->neighbors = TL_ALLOC( int32_t, slots );
	int32_t sideCount = 0, hingeCount = 0;
	bool ok = sides != NULL && sideOf != NULL && hingeOf != NULL && t->neighbors != NULL &&
	          ListSides( t, sides, sideOf, &sideCount );
	for ( int32_t i = 0; ok && i < sideCount; ++i )
	{
		// Two triangles that share all corners would fold onto each other; they are one face, seen twice.
		bool apart = sides[i].count == 2;
		if ( apart )
		{
			const int32_t* left = t->triangles + 3 * (size_t)sides[i].triangles[0];
			const int32_t* right = t->triangles + 3 * (size_t)sides[i].triangles[1];
			apart = left[sides[i].corners[0]] != right[sides[i].corners[1]];
		}
		hingeOf[i] = apart ? hingeCount++ : -1;
	}
	if ( ok )
	{
		t->hinges = TL_ALLOC( int32_t, 4 * (size_t)hingeCount );
		t->hingeTriangles = TL_ALLOC( int32_t, 2 * (size_t)hingeCount );
		ok = t->hinges != NULL && t->hingeTriangles != NULL;
	}
	for ( int32_t i = 0; ok && i < sideCount; ++i )
	{
		if ( hingeOf[i] >= 0 )
		{
			AddHinge( t, sides + i );
		}
	}
	for ( size_t i = 0; ok && i < slots; ++i )
	{
		t->neighbors[i] = hingeOf[sideOf[i]];
	}
	tlFree( sides );
	tlFree( sideOf );
	tlFree( hingeOf );
	return ok ? tl_success : tlFailMemory( error );
}
