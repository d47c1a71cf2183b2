// Dijkstra's algorithm ("A note on two problems in connexion with graphs", 1959) with several labels a node: a node is
// settled once for each of its nearest sources. Ties go to the lower node, then the lower source.
// SPDX-License-Identifier: MIT
#include "geodesic.h"

#include "base/core.h"

typedef struct Label
{
	double distance; // long ways add up many lengths
	int32_t node;
	int32_t source;
} Label;

// A binary heap, nearest first.
typedef struct Heap
{
	Label* labels;
	size_t count;
	size_t capacity;
} Heap;

static bool IsBefore( const Label* a, const Label* b )
{
	if ( a->distance != b->distance )
	{
		return a->distance < b->distance;
	}
	return a->node != b->node ? a->node < b->node : a->source < b->source;
}

static bool Push( Heap* heap, Label label )
{
	if ( !tlReserve( (void**)&heap->labels, &heap->capacity, heap->count + 1, sizeof( Label ) ) )
	{
		return false;
	}
	size_t i = heap->count++;
	while ( i > 0 && IsBefore( &label, &heap->labels[( i - 1 ) / 2] ) )
	{
		heap->labels[i] = heap->labels[( i - 1 ) / 2];
		i = ( i - 1 ) / 2;
	}
	heap->labels[i] = label;
	return true;
}

static Label Pop( Heap* heap )
{
	Label top = heap->labels[0];
	heap->count -= 1;
	Label last = heap->labels[heap->count];
	size_t i = 0;
	for ( ;; )
	{
		size_t child = 2 * i + 1;
		if ( child >= heap->count )
		{
			break;
		}
		if ( child + 1 < heap->count && IsBefore( &heap->labels[child + 1], &heap->labels[child] ) )
		{
			child += 1;
		}
		if ( !IsBefore( &heap->labels[child], &last ) )
		{
			break;
		}
		heap->labels[i] = heap->labels[child];
		i = child;
	}
	heap->labels[i] = last;
	return top;
}

// Links of each node, both ways: starts[node] .. starts[node + 1] index `links`, each twice the link plus its far end.
static void IndexLinks( int32_t nodeCount, const int32_t* links, int32_t linkCount, int32_t* starts, int32_t* ends )
{
	for ( int32_t i = 0; i < 2 * linkCount; ++i )
	{
		starts[links[i] + 1] += 1;
	}
	for ( int32_t i = 0; i < nodeCount; ++i )
	{
		starts[i + 1] += starts[i];
	}
	for ( int32_t i = 0; i < 2 * linkCount; ++i )
	{
		ends[starts[links[i]]++] = i ^ 1;
	}
	for ( int32_t i = nodeCount; i > 0; --i )
	{
		starts[i] = starts[i - 1];
	}
	starts[0] = 0;
}

// Takes a label if its node has room and not that source yet.
static bool Settle( Label label, int32_t most, int32_t* sources, tlReal* distances )
{
	size_t base = (size_t)label.node * (size_t)most;
	for ( int32_t k = 0; k < most; ++k )
	{
		if ( sources[base + k] == label.source )
		{
			return false;
		}
		if ( sources[base + k] < 0 )
		{
			sources[base + k] = label.source;
			distances[base + k] = (tlReal)label.distance;
			return true;
		}
	}
	return false;
}

bool tlFindNearestSources( int32_t nodeCount, const int32_t* links, const tlReal* lengths, int32_t linkCount,
                           const int32_t* sourceNodes, int32_t sourceCount, int32_t most, int32_t* sources,
                           tlReal* distances )
{
	Heap heap = { 0 };
	int32_t* starts = TL_ALLOC( int32_t, nodeCount + 1 );
	int32_t* ends = TL_ALLOC( int32_t, 2 * (size_t)linkCount );
	bool ok = starts != NULL && ends != NULL && linkCount <= INT32_MAX / 2;
	if ( ok )
	{
		IndexLinks( nodeCount, links, linkCount, starts, ends );
		for ( size_t i = 0; i < (size_t)nodeCount * (size_t)most; ++i )
		{
			sources[i] = -1;
			distances[i] = (tlReal)INFINITY;
		}
	}
	for ( int32_t i = 0; ok && i < sourceCount; ++i )
	{
		ok = Push( &heap, ( Label ){ 0, sourceNodes[i], i } );
	}
	while ( ok && heap.count > 0 )
	{
		Label label = Pop( &heap );
		if ( !Settle( label, most, sources, distances ) )
		{
			continue;
		}
		for ( int32_t n = starts[label.node]; ok && n < starts[label.node + 1]; ++n )
		{
			int32_t far = links[ends[n]];
			if ( sources[(size_t)far * (size_t)most + most - 1] < 0 )
			{
				ok = Push( &heap, ( Label ){ label.distance + (double)lengths[ends[n] / 2], far, label.source } );
			}
		}
	}
	tlFree( heap.labels );
	tlFree( ends );
	tlFree( starts );
	return ok;
}

bool tlMeasureGraph( int32_t nodeCount, const int32_t* links, const tlReal* lengths, int32_t linkCount,
                     const int32_t* sources, int32_t sourceCount, tlReal* distances )
{
	int32_t* nearest = TL_ALLOC( int32_t, nodeCount );
	bool ok = nearest != NULL &&
	          tlFindNearestSources( nodeCount, links, lengths, linkCount, sources, sourceCount, 1, nearest, distances );
	tlFree( nearest );
	return ok;
}
