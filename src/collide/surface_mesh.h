// A triangle mesh that is asked for its nearest points: what meshes, hulls and distance grids are cooked from. All in
// doubles, whatever the precision of the core: between nearly parallel triangles single precision mistakes the side.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/point.h"
#include "shape.h"

// Which part of a triangle is nearest: the side from corner k to the next, a corner, or the face between them.
enum
{
	tl_sideFeature = 0,   // 0, 1, 2
	tl_cornerFeature = 3, // 3, 4, 5
	tl_faceFeature = 6
};

typedef struct tlNearest
{
	tlPosition point;
	double square; // of the distance [m^2]
	int32_t triangle;
	int32_t feature;
} tlNearest;

typedef struct tlTreeNode
{
	tlPosition lower, upper;
	int32_t next;  // leaf: its first triangle; else the second child, the first stands behind the node
	int32_t count; // of a leaf's triangles; 0: has children
} tlTreeNode;

typedef struct tlSurfaceMesh
{
	tlPosition* points; // [pointCount]
	int32_t pointCount;
	int32_t* corners; // [3 * triangleCount] points, in the order of the tree
	int32_t* across;  // [3 * triangleCount] the triangle beyond each side, -1 where there is none or more than one
	int32_t triangleCount;
	tlPosition* faceNormals;  // [triangleCount] unit
	tlPosition* pointNormals; // [pointCount] unit, weighted by angles (Thuermer and Wuethrich 1998)
	tlTreeNode* nodes;
	int32_t nodeCount;
	tlPosition lower, upper;

	bool closed;                        // every side has one triangle beyond it that winds the other way: a solid
	int32_t openSide[2], openCount;     // the points of a side with nothing beyond it, and how many there are
	int32_t tangledSide[2], tangledUse; // of a side with triangles that wind alike or are more than two; their number, or 0
} tlSurfaceMesh;

// From points and triangles without repeated corners. A closed mesh that is inside out is turned round. Fails only without
// memory, and is empty then.
tlResult tlMakeSurfaceMesh( const tlPosition* points, int32_t pointCount, const int32_t* triangles, int32_t triangleCount,
                            tlSurfaceMesh* mesh, tlError* error );

// From a mesh as a user gives it: welded, cut into triangles, without those that have no area. Refuses what is neither a
// solid nor an open sheet; and, where it must be a solid, a sheet.
tlResult tlCookSurfaceMesh( const tlMeshInput* input, bool solid, tlSurfaceMesh* mesh, tlError* error );

void tlFreeSurfaceMesh( tlSurfaceMesh* mesh );

// The nearest point of the mesh.
tlNearest tlSurfaceMesh_FindNearest( const tlSurfaceMesh* mesh, tlPosition point );

// The normal that tells the side of the surface at a nearest point: of the face, or the sum over those that meet there,
// weighted by their angles (Baerentzen and Aanaes 2005, "Signed distance computation using the angle weighted
// pseudonormal"). Not of unit length.
tlPosition tlSurfaceMesh_GetNormal( const tlSurfaceMesh* mesh, int32_t triangle, int32_t feature );

// Signed distance and normal for a nearest point; of an open mesh the distance is positive on both sides.
tlSurface tlSurfaceMesh_Measure( const tlSurfaceMesh* mesh, tlPosition point, const tlNearest* nearest );

// The places within reach that are nearer than all around them and face the point. See tlShapeKind.findSurfaces.
int32_t tlSurfaceMesh_FindSurfaces( const tlSurfaceMesh* mesh, tlPosition point, double reach, tlSurface* surfaces,
                                    int32_t capacity );

// Sides where the normals of two faces turn by less than creaseCosine says are drawn round.
bool tlSurfaceMesh_Draw( const tlSurfaceMesh* mesh, double creaseCosine, tlShapeMesh* drawn );

// The nearest point of a triangle (Ericson 2005, "Real-Time Collision Detection", section 5.1.5); triangle is left alone.
void tlFindNearestOnTriangle( tlPosition point, tlPosition a, tlPosition b, tlPosition c, tlNearest* nearest );

// The square of the distance to a box.
double tlMeasureBoxSquare( tlPosition point, tlPosition lower, tlPosition upper );

static inline tlPosition tlWiden( tlVec3 a )
{
	return ( tlPosition ){ (double)a.x, (double)a.y, (double)a.z };
}

static inline tlVec3 tlNarrow( tlPosition a )
{
	return ( tlVec3 ){ (tlReal)a.x, (tlReal)a.y, (tlReal)a.z };
}
