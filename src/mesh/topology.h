// Topology of a mesh: what the fabric is cooked from. Everything is derived from positions and faces alone, so that seams
// of texture coordinates and normals leave no trace.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/fabric.h"

enum
{
	tl_maxPolygonCorners = 4096, // cutting takes time that grows with the square
	tl_maxFaceCorners = 1 << 28, // of all faces together: what follows from them is counted in int32_t
};

// Farther out, areas and volumes leave the range of single precision.
#define TL_MAX_COORDINATE 1e9 // [m]

// A face whose height is below this part of its longest edge has no area, and no direction to bend about.
#define TL_MIN_HEIGHT_RATIO 1e-6

// Edges shorter than this have no direction: their squares near the end of single precision. [m]
#define TL_MIN_EDGE_LENGTH 1e-15

typedef struct tlTopology
{
	int32_t vertexCount;
	int32_t particleCount;
	int32_t* vertexMap; // [vertexCount] particle of each render vertex
	tlVec3* positions;  // [particleCount] the first vertex of each particle
	bool* referenced;   // [particleCount] in at least one kept face

	int32_t triangleCount;    // polygons are cut: quads along the diagonal inside, larger ones by ear clipping
	int32_t* triangles;       // [3 * triangleCount] particles
	int32_t* renderTriangles; // [3 * triangleCount] render vertices

	int32_t segmentCount;
	int32_t* segments; // [2 * segmentCount] particles, in the order of the faces

	int32_t edgeCount;
	int32_t* edges; // [2 * edgeCount] particles, lower index first; every edge of a face and every segment once,
	                // in the order in which the faces bring them
	int32_t diagonalCount;
	int32_t* diagonals; // [2 * diagonalCount] both diagonals of each convex quad, the inner one of a concave quad.
	                    // None is also an edge; none twice.

	int32_t bendCount;
	int32_t* bends; // [2 * bendCount] pairs across an edge with exactly two faces (across the edge from one quad to the
	                // next: the far corners on either side), and over a rope point with exactly two segments.
	                // None is also an edge or a diagonal; none twice; none has equal ends or no length.
	int32_t ropeBendStart; // from here on they go over rope points
	int32_t* bendHubs;     // [2 * bendCount] the ends of the edge that a pair goes across; of a rope twice the point
	bool* bendHalves;      // [bendCount] whether the edge has two such pairs

	struct tlElement* elements; // the kept faces: elements.h
	int32_t elementCount;

	int32_t hingeCount;
	int32_t* hinges;         // [4 * hingeCount] the ends of an edge with exactly two triangles, in the winding of the first,
	                         // then the corner opposite to it in the first and in the second
	int32_t* hingeTriangles; // [2 * hingeCount] those triangles
	int32_t* neighbors;      // [3 * triangleCount] the hinge of the side opposite to each corner, -1 for none
	tlMeshReport report;
} tlTopology;

// Returns tl_invalidMesh with a sentence for what can not be mended. On failure the topology is empty.
tlResult tlBuildTopology( const tlFabricDef* def, tlTopology* topology, tlError* error );
void tlFreeTopology( tlTopology* topology );

// Weld: map[i] is the particle of vertex i, numbered by first appearance. A vertex no farther than distance [m] from the
// first vertex of a particle joins it, the earliest such particle; so a chain of close vertices does not collapse into one,
// and nothing moves by more than the distance. At distance 0 equal positions join. Positions are finite.
// Returns the number of particles, -1 when memory runs out.
int32_t tlWeld( const tlVec3* positions, int32_t count, double distance, int32_t* map );

// Cuts a polygon into cornerCount - 2 triangles (ear clipping in the plane of the polygon's normal). corners index
// positions; out receives local corner numbers 0..cornerCount-1. Works for concave polygons of either winding, and keeps
// the winding. A polygon that crosses itself gives triangles too, with overlaps.
// Returns false when memory runs out.
bool tlTriangulate( const tlVec3* positions, const int32_t* corners, int32_t cornerCount, int32_t* out );
