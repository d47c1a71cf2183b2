// Distances along a graph: the nearest sources of every node.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/math.h"

// For each node up to `most` different sources, nearest first: sources[node * most + k] (an index into sourceNodes, -1 where
// there are fewer) and distances (infinity there). Links are pairs of nodes with lengths. False when memory runs out.
bool tlFindNearestSources( int32_t nodeCount, const int32_t* links, const tlReal* lengths, int32_t linkCount,
                           const int32_t* sourceNodes, int32_t sourceCount, int32_t most, int32_t* sources,
                           tlReal* distances );

// The distance alone, to the nearest source; infinity where none is reached. False when memory runs out.
bool tlMeasureGraph( int32_t nodeCount, const int32_t* links, const tlReal* lengths, int32_t linkCount,
                     const int32_t* sources, int32_t sourceCount, tlReal* distances );
