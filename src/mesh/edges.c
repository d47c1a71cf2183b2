// Edges, diagonals and bends. One table holds every pair that has a constraint, so that no two constraints share both
// particles; what comes first (edge, diagonal, bend) keeps the pair.
// SPDX-License-Identifier: MIT
#include "elements.h"
#include "pairs.h"

#include "base/core.h"

// The faces along an edge. More than two are counted and not remembered.
typedef struct EdgeUse
{
	int32_t faceCount;
	int32_t elements[2];
	int32_t sides[2]; // the edge runs from this corner of the element to the next
} EdgeUse;

typedef struct PairList
{
	int32_t* pairs;
	size_t capacity; // in pairs
	int32_t count;
} PairList;

typedef struct Builder
{
	tlTopology* topology;
	const tlElementList* list;
	tlPairTable table;
	PairList edges;
	EdgeUse* uses; // [edge]
	size_t useCapacity;
	PairList diagonals;
	PairList bends;
	PairList hubs;   // [bend]
	PairList halves; // [bend] 1, 1 where the edge has two pairs
	int32_t ropeBendStart;
} Builder;

static bool Append( PairList* list, int32_t a, int32_t b )
{
	void* pairs = list->pairs;
	bool enough = tlReserve( &pairs, &list->capacity, (size_t)list->count + 1, 2 * sizeof( int32_t ) );
	list->pairs = pairs;
	if ( enough )
	{
		list->pairs[2 * (size_t)list->count] = a < b ? a : b;
		list->pairs[2 * (size_t)list->count + 1] = a < b ? b : a;
		list->count += 1;
	}
	return enough;
}

// Appends a pair that has no constraint yet and is long enough to have a direction.
static bool AppendNew( Builder* builder, PairList* list, int32_t a, int32_t b )
{
	const tlVec3* positions = builder->topology->positions;
	double least = TL_MIN_EDGE_LENGTH * TL_MIN_EDGE_LENGTH;
	if ( a == b || !( tlMeasureSquare( positions[a], positions[b] ) > least ) )
	{
		return true;
	}
	size_t pairCount = builder->table.pairCount;
	if ( tlPairTable_Add( &builder->table, a, b, 0 ) < 0 )
	{
		return false;
	}
	return builder->table.pairCount == pairCount || Append( list, a, b );
}

// Appends a pair across an edge, or over a point (a == b), and remembers which.
static bool AppendBend( Builder* builder, int32_t first, int32_t second, int32_t a, int32_t b, bool half )
{
	int32_t count = builder->bends.count;
	return AppendNew( builder, &builder->bends, first, second ) &&
	       ( builder->bends.count == count || ( Append( &builder->hubs, a, b ) && Append( &builder->halves, half, half ) ) );
}

// Index of the edge, made if it is new; -1 when memory runs out.
static int32_t AddEdge( Builder* builder, int32_t a, int32_t b )
{
	int32_t edge = tlPairTable_Add( &builder->table, a, b, builder->edges.count );
	if ( edge == builder->edges.count )
	{
		void* uses = builder->uses;
		bool enough = tlReserve( &uses, &builder->useCapacity, (size_t)edge + 1, sizeof( EdgeUse ) );
		builder->uses = uses;
		if ( !enough || !Append( &builder->edges, a, b ) )
		{
			return -1;
		}
		memset( builder->uses + edge, 0, sizeof( EdgeUse ) );
	}
	return edge;
}

static bool AddEdges( Builder* builder )
{
	for ( int32_t i = 0; i < builder->list->elementCount; ++i )
	{
		const tlElement* element = builder->list->elements + i;
		int32_t sideCount = element->cornerCount == 2 ? 1 : element->cornerCount;
		for ( int32_t side = 0; side < sideCount; ++side )
		{
			int32_t next = side + 1 < element->cornerCount ? side + 1 : 0;
			int32_t edge = AddEdge( builder, element->particles[side], element->particles[next] );
			if ( edge < 0 )
			{
				return false;
			}
			EdgeUse* use = builder->uses + edge;
			if ( element->cornerCount > 2 )
			{
				if ( use->faceCount < 2 )
				{
					use->elements[use->faceCount] = i;
					use->sides[use->faceCount] = side;
				}
				use->faceCount += 1;
			}
		}
	}
	return true;
}

static bool AddDiagonals( Builder* builder )
{
	for ( int32_t i = 0; i < builder->list->elementCount; ++i )
	{
		const tlElement* element = builder->list->elements + i;
		if ( element->cornerCount != 4 )
		{
			continue;
		}
		const int32_t* p = element->particles;
		tlSplit split = tlSplitQuad( builder->topology->positions, p );
		if ( ( split.both || !split.second ) && !AppendNew( builder, &builder->diagonals, p[0], p[2] ) )
		{
			return false;
		}
		if ( ( split.both || split.second ) && !AppendNew( builder, &builder->diagonals, p[1], p[3] ) )
		{
			return false;
		}
	}
	return true;
}

// The corners of an element beside an edge, off the edge: next to the edge's lower end, next to its upper end. Of a
// triangle they are the same.
static void GetFarCorners( const tlElement* element, int32_t side, int32_t far[2] )
{
	int32_t n = element->cornerCount;
	int32_t a = element->particles[side];
	int32_t b = element->particles[( side + 1 ) % n];
	int32_t besideA = element->particles[( side + n - 1 ) % n];
	int32_t besideB = element->particles[( side + 2 ) % n];
	far[0] = a < b ? besideA : besideB;
	far[1] = a < b ? besideB : besideA;
}

static bool BendAcrossEdge( Builder* builder, int32_t edge )
{
	const EdgeUse* use = builder->uses + edge;
	const int32_t* ends = builder->edges.pairs + 2 * (size_t)edge;
	int32_t left[2], right[2];
	GetFarCorners( builder->list->elements + use->elements[0], use->sides[0], left );
	GetFarCorners( builder->list->elements + use->elements[1], use->sides[1], right );
	bool half = left[0] != left[1] || right[0] != right[1];
	return AppendBend( builder, left[0], right[0], ends[0], ends[1], half ) &&
	       AppendBend( builder, left[1], right[1], ends[0], ends[1], half );
}

// ends holds, for each particle, the number of its segments and the other ends of the first two.
static bool BendOverPoints( Builder* builder, int32_t* ends )
{
	for ( int32_t i = 0; i < builder->list->elementCount; ++i )
	{
		const tlElement* element = builder->list->elements + i;
		for ( int k = 0; k < 2 && element->cornerCount == 2; ++k )
		{
			int32_t* at = ends + 3 * (size_t)element->particles[k];
			if ( at[0] < 2 )
			{
				at[1 + at[0]] = element->particles[1 - k];
			}
			at[0] += 1;
		}
	}
	for ( int32_t i = 0; i < builder->topology->particleCount; ++i )
	{
		const int32_t* at = ends + 3 * (size_t)i;
		if ( at[0] == 2 && !AppendBend( builder, at[1], at[2], i, i, false ) )
		{
			return false;
		}
	}
	return true;
}

static bool AddBends( Builder* builder )
{
	for ( int32_t i = 0; i < builder->edges.count; ++i )
	{
		if ( builder->uses[i].faceCount == 2 && !BendAcrossEdge( builder, i ) )
		{
			return false;
		}
	}
	builder->ropeBendStart = builder->bends.count;
	if ( builder->topology->segmentCount == 0 )
	{
		return true;
	}
	int32_t* ends = TL_ALLOC( int32_t, 3 * (size_t)builder->topology->particleCount );
	bool enough = ends != NULL && BendOverPoints( builder, ends );
	tlFree( ends );
	return enough;
}

static void CountEdges( const Builder* builder, tlMeshReport* report )
{
	bool even = true;
	for ( int32_t i = 0; i < builder->edges.count; ++i )
	{
		const EdgeUse* use = builder->uses + i;
		even = even && use->faceCount % 2 == 0;
		if ( use->faceCount == 1 )
		{
			report->borderEdgeCount += 1;
		}
		else if ( use->faceCount == 2 )
		{
			const tlElement* left = builder->list->elements + use->elements[0];
			const tlElement* right = builder->list->elements + use->elements[1];
			bool same = left->particles[use->sides[0]] == right->particles[use->sides[1]];
			report->flippedEdgeCount += same ? 1 : 0;
		}
		else if ( use->faceCount > 2 )
		{
			if ( report->nonManifoldEdgeCount == 0 )
			{
				report->firstNonManifoldEdge[0] = builder->edges.pairs[2 * (size_t)i];
				report->firstNonManifoldEdge[1] = builder->edges.pairs[2 * (size_t)i + 1];
			}
			report->nonManifoldEdgeCount += 1;
		}
	}
	report->edgeCount = builder->edges.count;
	report->closed = even && builder->topology->triangleCount > 0;
}

tlResult tlBuildEdges( tlTopology* topology, const tlElementList* list, tlError* error )
{
	Builder builder = { 0 };
	builder.topology = topology;
	builder.list = list;
	bool enough = AddEdges( &builder ) && AddDiagonals( &builder ) && AddBends( &builder );
	if ( enough )
	{
		CountEdges( &builder, &topology->report );
	}
	topology->edges = builder.edges.pairs;
	topology->edgeCount = builder.edges.count;
	topology->diagonals = builder.diagonals.pairs;
	topology->diagonalCount = builder.diagonals.count;
	topology->bends = builder.bends.pairs;
	topology->bendCount = builder.bends.count;
	topology->ropeBendStart = builder.ropeBendStart;
	topology->bendHubs = builder.hubs.pairs;
	topology->bendHalves = TL_ALLOC( bool, builder.bends.count );
	enough = enough && topology->bendHalves != NULL;
	for ( int32_t i = 0; enough && i < builder.halves.count; ++i )
	{
		topology->bendHalves[i] = builder.halves.pairs[2 * (size_t)i] != 0;
	}
	tlFree( builder.halves.pairs );
	tlFree( builder.uses );
	tlPairTable_Free( &builder.table );
	return enough ? tl_success : tlFailMemory( error );
}
