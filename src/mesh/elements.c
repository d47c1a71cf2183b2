// SPDX-License-Identifier: MIT
#include "elements.h"

#include "base/core.h"

#include <math.h>
#include <stdlib.h>

// Working memory while faces are read one after another.
typedef struct Reader
{
	const tlFabricDef* def;
	const tlTopology* topology;
	tlElementList* list;

	int32_t* particles; // [longest face] of the face, without repeats side by side
	int32_t* vertices;
	int32_t* triangles; // [3 * longest face]

	// Faces already kept, each as its sorted particles.
	int32_t* keys;
	size_t keyEnd;
	size_t* keyStarts; // [kept face + 1]
	int32_t keptCount;
	int32_t* table; // kept face + 1, 0 for free
	size_t tableMask;
} Reader;

double tlMeasureSquare( tlVec3 a, tlVec3 b )
{
	double x = (double)b.x - (double)a.x;
	double y = (double)b.y - (double)a.y;
	double z = (double)b.z - (double)a.z;
	return x * x + y * y + z * z;
}

static bool HasArea( const tlVec3* positions, int32_t a, int32_t b, int32_t c )
{
	tlVec3 p = positions[a], q = positions[b], r = positions[c];
	double longest = fmax( tlMeasureSquare( p, q ), fmax( tlMeasureSquare( q, r ), tlMeasureSquare( r, p ) ) );
	double ux = (double)q.x - (double)p.x, uy = (double)q.y - (double)p.y, uz = (double)q.z - (double)p.z;
	double vx = (double)r.x - (double)p.x, vy = (double)r.y - (double)p.y, vz = (double)r.z - (double)p.z;
	double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
	return longest > TL_MIN_EDGE_LENGTH * TL_MIN_EDGE_LENGTH &&
	       sqrt( x * x + y * y + z * z ) > TL_MIN_HEIGHT_RATIO * longest;
}

// Leaves out corners that repeat the one before, around the face.
static int32_t GatherCorners( Reader* reader, const int32_t* corners, int32_t size )
{
	const int32_t* map = reader->topology->vertexMap;
	int32_t count = 0;
	for ( int32_t i = 0; i < size; ++i )
	{
		int32_t particle = map[corners[i]];
		if ( count == 0 || reader->particles[count - 1] != particle )
		{
			reader->particles[count] = particle;
			reader->vertices[count] = corners[i];
			count += 1;
		}
	}
	while ( count > 1 && reader->particles[count - 1] == reader->particles[0] )
	{
		count -= 1;
	}
	return count;
}

static void Push( Reader* reader, int32_t cornerCount, const int32_t* locals )
{
	tlElement* element = reader->list->elements + reader->list->elementCount++;
	element->cornerCount = cornerCount;
	element->particles[3] = -1;
	element->vertices[3] = -1;
	for ( int32_t i = 0; i < cornerCount; ++i )
	{
		element->particles[i] = reader->particles[locals[i]];
		element->vertices[i] = reader->vertices[locals[i]];
	}
}

// Adds what the gathered corners hold at the end of the list. Returns false when memory runs out.
static bool MakeElements( Reader* reader, int32_t size, int32_t count )
{
	static const int32_t s_all[4] = { 0, 1, 2, 3 };
	const tlVec3* positions = reader->topology->positions;
	const int32_t* particles = reader->particles;
	if ( size == 2 )
	{
		double least = TL_MIN_EDGE_LENGTH * TL_MIN_EDGE_LENGTH;
		if ( count == 2 && tlMeasureSquare( positions[particles[0]], positions[particles[1]] ) > least )
		{
			Push( reader, 2, s_all );
		}
		return true;
	}
	if ( count < 3 || ( count == 4 && ( particles[0] == particles[2] || particles[1] == particles[3] ) ) )
	{
		return true;
	}
	int32_t* triangles = reader->triangles;
	if ( !tlTriangulate( positions, particles, count, triangles ) )
	{
		return false;
	}
	int32_t goodCount = 0;
	for ( int32_t i = 0; i < count - 2; ++i )
	{
		const int32_t* t = triangles + 3 * (size_t)i;
		int32_t a = particles[t[0]], b = particles[t[1]], c = particles[t[2]];
		if ( a != b && b != c && c != a && HasArea( positions, a, b, c ) )
		{
			memmove( triangles + 3 * (size_t)goodCount, t, 3 * sizeof( int32_t ) );
			goodCount += 1;
		}
	}
	if ( count == 4 && goodCount == 2 )
	{
		Push( reader, 4, s_all );
		return true;
	}
	for ( int32_t i = 0; i < goodCount; ++i )
	{
		Push( reader, 3, triangles + 3 * (size_t)i );
	}
	return true;
}

static int CompareIntegers( const void* a, const void* b )
{
	int32_t left = *(const int32_t*)a;
	int32_t right = *(const int32_t*)b;
	return ( left > right ) - ( left < right );
}

static void SortIntegers( int32_t* values, int32_t count )
{
	if ( count > 16 )
	{
		qsort( values, (size_t)count, sizeof( int32_t ), CompareIntegers );
		return;
	}
	for ( int32_t i = 1; i < count; ++i )
	{
		int32_t value = values[i];
		int32_t k = i;
		for ( ; k > 0 && values[k - 1] > value; --k )
		{
			values[k] = values[k - 1];
		}
		values[k] = value;
	}
}

// Whether a face with these particles is there already; if not it is noted.
static bool IsDuplicate( Reader* reader, const int32_t* particles, int32_t count )
{
	int32_t* key = reader->keys + reader->keyEnd;
	memcpy( key, particles, (size_t)count * sizeof( int32_t ) );
	SortIntegers( key, count );
	uint64_t hash = (uint64_t)count;
	for ( int32_t i = 0; i < count; ++i )
	{
		hash = ( hash ^ (uint64_t)key[i] ) * 0x9E3779B97F4A7C15ull;
		hash ^= hash >> 29;
	}
	size_t slot = (size_t)( hash ^ hash >> 32 ) & reader->tableMask;
	for ( ; reader->table[slot] != 0; slot = ( slot + 1 ) & reader->tableMask )
	{
		int32_t other = reader->table[slot] - 1;
		size_t start = reader->keyStarts[other];
		size_t end = reader->keyStarts[other + 1];
		if ( end - start == (size_t)count && memcmp( reader->keys + start, key, (size_t)count * sizeof( int32_t ) ) == 0 )
		{
			return true;
		}
	}
	reader->table[slot] = ++reader->keptCount;
	reader->keyEnd += (size_t)count;
	reader->keyStarts[reader->keptCount] = reader->keyEnd;
	return false;
}

static bool ReadFaces( Reader* reader, tlMeshReport* report )
{
	const int32_t* corners = reader->def->faceCorners;
	for ( int32_t i = 0; i < reader->def->faceCount; ++i )
	{
		int32_t size = reader->def->faceSizes[i];
		int32_t count = GatherCorners( reader, corners, size );
		corners += size;
		int32_t start = reader->list->elementCount;
		if ( !MakeElements( reader, size, count ) )
		{
			return false;
		}
		const tlElement* made = reader->list->elements + start;
		int32_t madeCount = reader->list->elementCount - start;
		if ( madeCount == 0 )
		{
			report->firstDegenerateFace = report->degenerateFaceCount == 0 ? i : report->firstDegenerateFace;
			report->degenerateFaceCount += 1;
			continue;
		}
		// A face that was mended to one element is known by that: its twin may have needed no mending.
		const int32_t* key = madeCount == 1 ? made->particles : reader->particles;
		if ( IsDuplicate( reader, key, madeCount == 1 ? made->cornerCount : count ) )
		{
			reader->list->elementCount = start;
			report->firstDuplicateFace = report->duplicateFaceCount == 0 ? i : report->firstDuplicateFace;
			report->duplicateFaceCount += 1;
		}
	}
	return true;
}

tlResult tlCollectElements( const tlFabricDef* def, tlTopology* topology, tlElementList* list, tlError* error )
{
	size_t cornerCount = 0;
	size_t elementCount = 0;
	int32_t longest = 4;
	for ( int32_t i = 0; i < def->faceCount; ++i )
	{
		int32_t size = def->faceSizes[i];
		cornerCount += (size_t)size;
		elementCount += size > 4 ? (size_t)size - 2 : 1;
		longest = size > longest ? size : longest;
	}
	size_t tableSize = 16;
	while ( tableSize < 2 * (size_t)def->faceCount )
	{
		tableSize *= 2;
	}
	Reader reader = { 0 };
	reader.def = def;
	reader.topology = topology;
	reader.list = list;
	reader.particles = TL_ALLOC( int32_t, longest );
	reader.vertices = TL_ALLOC( int32_t, longest );
	reader.triangles = TL_ALLOC( int32_t, 3 * (size_t)longest );
	reader.keys = TL_ALLOC( int32_t, cornerCount );
	reader.keyStarts = TL_ALLOC( size_t, (size_t)def->faceCount + 1 );
	reader.table = TL_ALLOC( int32_t, tableSize );
	reader.tableMask = tableSize - 1;
	list->elements = TL_ALLOC( tlElement, elementCount );
	list->elementCount = 0;
	bool enough = reader.particles != NULL && reader.vertices != NULL && reader.triangles != NULL && reader.keys != NULL &&
	              reader.keyStarts != NULL && reader.table != NULL && list->elements != NULL;
	enough = enough && ReadFaces( &reader, &topology->report );
	tlFree( reader.particles );
	tlFree( reader.vertices );
	tlFree( reader.triangles );
	tlFree( reader.keys );
	tlFree( reader.keyStarts );
	tlFree( reader.table );
	return enough ? tl_success : tlFailMemory( error );
}
