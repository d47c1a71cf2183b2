// Seams of textures: vertices that have several places in the texture become several vertices.
// SPDX-License-Identifier: MIT
#include "mesh_file.h"

#include "base/core.h"

#include <math.h>

enum
{
	tl_maxPlaces = 1024 // of one vertex: more is taken for damage
};

typedef struct Seams
{
	tlMeshFile* mesh;
	float* uvs;
	int32_t* sources;
	int32_t* next; // the next vertex that was split from the same one, -1 at the end, -2: has no place yet
	size_t uvCapacity, sourceCapacity, nextCapacity, positionCapacity, colorCapacity;
} Seams;

static bool Grow( void* array, size_t* capacity, size_t count, size_t size )
{
	void* memory;
	memcpy( &memory, array, sizeof memory );
	bool enough = tlReserve( &memory, capacity, count, size );
	memcpy( array, &memory, sizeof memory );
	return enough;
}

// A new vertex, split from v; -1 when memory runs out.
static int32_t Split( Seams* seams, int32_t v )
{
	tlMeshFile* mesh = seams->mesh;
	size_t count = (size_t)mesh->vertexCount + 1;
	if ( !Grow( &seams->uvs, &seams->uvCapacity, 2 * count, sizeof( float ) ) ||
	     !Grow( &seams->sources, &seams->sourceCapacity, count, sizeof( int32_t ) ) ||
	     !Grow( &seams->next, &seams->nextCapacity, count, sizeof( int32_t ) ) ||
	     !Grow( &mesh->positions, &seams->positionCapacity, count, sizeof( tlVec3 ) ) ||
	     ( mesh->colors != NULL && !Grow( &mesh->colors, &seams->colorCapacity, 4 * count, sizeof( float ) ) ) )
	{
		return -1;
	}
	int32_t made = mesh->vertexCount++;
	mesh->positions[made] = mesh->positions[v];
	if ( mesh->colors != NULL )
	{
		memcpy( mesh->colors + 4 * (size_t)made, mesh->colors + 4 * (size_t)v, 4 * sizeof( float ) );
	}
	seams->sources[made] = v;
	seams->next[made] = -1;
	return made;
}

// The vertex for a corner at v with this place; -1 when memory runs out, -2 where v has too many.
static int32_t FindVertex( Seams* seams, int32_t v, const float* uv )
{
	int32_t last = v, count = 0;
	for ( int32_t i = v; i >= 0 && seams->next[v] != -2; i = seams->next[i] )
	{
		const float* own = seams->uvs + 2 * (size_t)i;
		if ( own[0] == uv[0] && own[1] == uv[1] )
		{
			return i;
		}
		last = i;
		count += 1;
	}
	if ( count >= tl_maxPlaces )
	{
		return -2;
	}
	int32_t own = v;
	if ( seams->next[v] != -2 )
	{
		own = Split( seams, v );
		if ( own < 0 )
		{
			return -1;
		}
		seams->next[last] = own;
	}
	seams->next[own] = -1;
	memcpy( seams->uvs + 2 * (size_t)own, uv, 2 * sizeof( float ) );
	return own;
}

static tlResult SplitCorners( Seams* seams, tlError* error )
{
	tlMeshFile* mesh = seams->mesh;
	int32_t corner = 0;
	for ( int32_t face = 0; face < mesh->faceCount; ++face )
	{
		for ( int32_t k = 0; k < mesh->faceSizes[face]; ++k, ++corner )
		{
			float uv[2] = { mesh->cornerUvs[2 * (size_t)corner] + 0.0f, mesh->cornerUvs[2 * (size_t)corner + 1] + 0.0f };
			if ( !( fabsf( uv[0] ) < 1e9f && fabsf( uv[1] ) < 1e9f ) )
			{
				return tlFail( error, tl_invalidFile, "corner %d of face %d has no texture coordinates", k, face );
			}
			int32_t v = FindVertex( seams, mesh->faceCorners[corner], uv );
			if ( v < 0 )
			{
				return v == -1 ? tlFailMemory( error )
				               : tlFail( error, tl_invalidFile, "vertex %d has more than %d places in the texture",
				                         mesh->faceCorners[corner], (int)tl_maxPlaces );
			}
			mesh->faceCorners[corner] = v;
		}
	}
	return tl_success;
}

tlResult tlSplitSeams( tlMeshFile* mesh, float** uvs, int32_t** sources, tlError* error )
{
	*uvs = NULL;
	*sources = NULL;
	if ( mesh->cornerUvs == NULL )
	{
		return tlFail( error, tl_invalidFile, "the file has no texture coordinates" );
	}
	size_t count = (size_t)mesh->vertexCount;
	Seams seams = { .mesh = mesh, .uvCapacity = 2 * count, .sourceCapacity = count, .nextCapacity = count };
	seams.positionCapacity = count;
	seams.colorCapacity = 4 * count;
	seams.uvs = TL_ALLOC( float, 2 * count );
	seams.sources = TL_ALLOC( int32_t, count );
	seams.next = TL_ALLOC( int32_t, count );
	tlResult result = seams.uvs != NULL && seams.sources != NULL && seams.next != NULL ? tl_success : tlFailMemory( error );
	for ( int32_t i = 0; i < mesh->vertexCount && result == tl_success; ++i )
	{
		seams.sources[i] = i;
		seams.next[i] = -2;
	}
	result = result == tl_success ? SplitCorners( &seams, error ) : result;
	tlFree( seams.next );
	if ( result != tl_success )
	{
		tlFree( seams.uvs );
		tlFree( seams.sources );
		return result;
	}
	*uvs = seams.uvs;
	*sources = seams.sources;
	return tl_success;
}
