// The faces of a mesh, cleaned: what edges and constraints are made from.
// SPDX-License-Identifier: MIT
#pragma once

#include "topology.h"

// One face that is kept. A polygon gives several.
typedef struct tlElement
{
	int32_t cornerCount;  // 2: a rope segment, 3 or 4
	int32_t particles[4]; // in the winding of the face; all different
	int32_t vertices[4];
} tlElement;

typedef struct tlElementList
{
	tlElement* elements; // in the order of the faces
	int32_t elementCount;
} tlElementList;

// How a quad is cut in two.
typedef struct tlSplit
{
	bool second; // along 1-3 instead of 0-2
	bool both;   // convex: both diagonals run inside
} tlSplit;

tlSplit tlSplitQuad( const tlVec3* positions, const int32_t corners[4] );

// Takes faces with repeated corners, without area or already seen out of the mesh, and counts them in the topology's
// report. Needs vertexMap and positions. Corners are in range.
tlResult tlCollectElements( const tlFabricDef* def, tlTopology* topology, tlElementList* list, tlError* error );

// Fills hinges and neighbours from the triangles.
tlResult tlBuildHinges( tlTopology* topology, tlError* error );

// Fills edges, diagonals and bends, and counts the kinds of edges in the report.
tlResult tlBuildEdges( tlTopology* topology, const tlElementList* list, tlError* error );

// A report of nothing: first indices are -1.
tlMeshReport tlMakeReport( void );

// Size of the smallest box around the vertices: lower, upper. Zeros for none.
void tlMeasureBounds( const tlVec3* positions, int32_t count, tlMeshReport* report );
double tlGetDiagonal( const tlMeshReport* report );

// Fills what the report says of size, area, volume and pieces. Needs everything else.
tlResult tlMeasureMesh( tlTopology* topology, const tlElementList* list, tlError* error );

// Squared length of the way from a to b [m^2].
double tlMeasureSquare( tlVec3 a, tlVec3 b );
