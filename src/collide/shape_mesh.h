// Triangle meshes of shapes, for scenes and pictures.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/shape.h"

typedef struct tlShapeMesh
{
	float* positions; // x, y, z in the shape's local space [m]
	float* normals;   // unit, outward
	int32_t vertexCount;
	int32_t* triangles; // counter-clockwise from outside
	int32_t triangleCount;
} tlShapeMesh;

// The square that stands for an unbounded plane: its middle in local x and z, and half its side [m].
typedef struct tlPlanePatch
{
	tlReal x, z, half;
} tlPlanePatch;

// False when memory runs out.
bool tlMakeShapeMesh( const tlShape* shape, const tlPlanePatch* patch, tlShapeMesh* mesh );
void tlFreeShapeMesh( tlShapeMesh* mesh );

// ---- for the files of the shapes

// Room for so many; false, and the mesh empty, when memory runs out.
bool tlShapeMesh_Reserve( tlShapeMesh* mesh, int32_t vertexCount, int32_t triangleCount );
int32_t tlShapeMesh_AddVertex( tlShapeMesh* mesh, tlVec3 position, tlVec3 normal );
void tlShapeMesh_AddTriangle( tlShapeMesh* mesh, int32_t a, int32_t b, int32_t c );

// A ring of a lathe about local y: distance from the axis and height, and the same of its unit normal.
typedef struct tlLatheRow
{
	tlReal across, height;
	tlReal normalAcross, normalHeight;
} tlLatheRow;

// The surface that rows make turning about local y, from the top down; two rows at one place make a sharp rim. Rows on the
// axis are poles. False when memory runs out.
bool tlShapeMesh_Turn( tlShapeMesh* mesh, const tlLatheRow* rows, int32_t rowCount );

// Two half spheres, apart by twice halfHeight along y, and the sides between them.
bool tlDrawRound( tlReal radius, tlReal halfHeight, tlShapeMesh* mesh );
