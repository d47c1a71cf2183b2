// Shortest ways along the links of a graph: Dijkstra (1959), "A note on two problems in connexion with graphs", with a
// binary heap of nodes that can move up when a shorter way is found.
// SPDX-License-Identifier: MIT
#include "topology.h"

#include "base/core.h"

#include <math.h>

typedef struct Graph
{
	int32_t* offsets; // [nodeCount + 1] into neighbors
	int32_t* neighbors;
	tlReal* lengths;
	double* distances; // in doubles, so that sums over long ways do not fall below the true length
	int32_t* heap;
	int32_t* places; // [nodeCount] in the heap, -1 outside
	int32_t heapCount;
} Graph;

// Equal distances leave in the order of the nodes.
static bool IsNearer( const Graph* graph, int32_t a, int32_t b )
{
	return graph->distances[a] < graph->distances[b] || ( graph->distances[a] == graph->distances[b] && a < b );
}

static void Put( Graph* graph, int32_t place, int32_t node )
{
	graph->heap[place] = node;
	graph->places[node] = place;
}

static void MoveUp( Graph* graph, int32_t place )
{
	int32_t node = graph->heap[place];
	while ( place > 0 && IsNearer( graph, node, graph->heap[( place - 1 ) / 2] ) )
	{
		Put( graph, place, graph->heap[( place - 1 ) / 2] );
		place = ( place - 1 ) / 2;
	}
	Put( graph, place, node );
}

static int32_t Pop( Graph* graph )
{
	int32_t top = graph->heap[0];
	int32_t node = graph->heap[--graph->heapCount];
	int32_t place = 0;
	for ( ;; )
	{
		int64_t child = 2 * (int64_t)place + 1;
		if ( child >= graph->heapCount )
		{
			break;
		}
		if ( child + 1 < graph->heapCount && IsNearer( graph, graph->heap[child + 1], graph->heap[child] ) )
		{
			child += 1;
		}
		if ( !IsNearer( graph, graph->heap[child], node ) )
		{
			break;
		}
		Put( graph, place, graph->heap[child] );
		place = (int32_t)child;
	}
	if ( graph->heapCount > 0 )
	{
		Put( graph, place, node );
	}
	graph->places[top] = -1;
	return top;
}

static void Offer( Graph* graph, int32_t node, double distance )
{
	if ( !( distance < graph->distances[node] ) )
	{
		return;
	}
	graph->distances[node] = distance;
	if ( graph->places[node] < 0 )
	{
		Put( graph, graph->heapCount++, node );
	}
	MoveUp( graph, graph->places[node] );
}

static void Connect( Graph* graph, int32_t nodeCount, const int32_t* links, const tlReal* lengths, int32_t linkCount )
{
	for ( int64_t i = 0; i < 2 * (int64_t)linkCount; ++i )
	{
		graph->offsets[links[i] + 1] += 1;
	}
	for ( int32_t i = 0; i < nodeCount; ++i )
	{
		graph->offsets[i + 1] += graph->offsets[i];
		graph->places[i] = graph->offsets[i]; // as a cursor, until the search starts
	}
	for ( int32_t i = 0; i < linkCount; ++i )
	{
		for ( int end = 0; end < 2; ++end )
		{
			int32_t place = graph->places[links[2 * (size_t)i + end]]++;
			graph->neighbors[place] = links[2 * (size_t)i + 1 - end];
			graph->lengths[place] = lengths[i];
		}
	}
}

static void Search( Graph* graph, int32_t nodeCount, const int32_t* sources, int32_t sourceCount )
{
	for ( int32_t i = 0; i < nodeCount; ++i )
	{
		graph->places[i] = -1;
		graph->distances[i] = (double)INFINITY;
	}
	for ( int32_t i = 0; i < sourceCount; ++i )
	{
		Offer( graph, sources[i], 0.0 );
	}
	while ( graph->heapCount > 0 )
	{
		int32_t node = Pop( graph );
		for ( int32_t k = graph->offsets[node]; k < graph->offsets[node + 1]; ++k )
		{
			Offer( graph, graph->neighbors[k], graph->distances[node] + (double)graph->lengths[k] );
		}
	}
}

bool tlMeasureGraph( int32_t nodeCount, const int32_t* links, const tlReal* lengths, int32_t linkCount,
                     const int32_t* sources, int32_t sourceCount, tlReal* distances )
{
	Graph graph = { 0 };
	graph.offsets = TL_ALLOC( int32_t, (size_t)nodeCount + 1 );
	graph.neighbors = TL_ALLOC( int32_t, 2 * (size_t)linkCount );
	graph.lengths = TL_ALLOC( tlReal, 2 * (size_t)linkCount );
	graph.distances = TL_ALLOC( double, nodeCount );
	graph.heap = TL_ALLOC( int32_t, nodeCount );
	graph.places = TL_ALLOC( int32_t, nodeCount );
	bool enough = graph.offsets != NULL && graph.neighbors != NULL && graph.lengths != NULL && graph.distances != NULL &&
	              graph.heap != NULL && graph.places != NULL && linkCount <= INT32_MAX / 2;
	if ( enough )
	{
		Connect( &graph, nodeCount, links, lengths, linkCount );
		Search( &graph, nodeCount, sources, sourceCount );
		for ( int32_t i = 0; i < nodeCount; ++i )
		{
			distances[i] = (tlReal)graph.distances[i];
		}
	}
	tlFree( graph.offsets );
	tlFree( graph.neighbors );
	tlFree( graph.lengths );
	tlFree( graph.distances );
	tlFree( graph.heap );
	tlFree( graph.places );
	return enough;
}
