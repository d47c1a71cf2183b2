// Triangle meshes of the collider shapes, for scenes and pictures.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/core.h"
#include "tulle/world.h"

typedef struct tlShapeMesh
{
	float* positions; // x, y, z in the shape's local space [m]
	float* normals;   // unit, outward
	int32_t vertexCount;
	int32_t* triangles; // counter-clockwise from outside
	int32_t triangleCount;
} tlShapeMesh;

// planeCenter and planeSize place the square that stands for an unbounded plane: local x and z, and half its side [m].
tlResult tlMakeShapeMesh( const tlShape* shape, const double planeCenter[2], double planeSize, tlShapeMesh* mesh,
                          tlError* error );
void tlFreeShapeMesh( tlShapeMesh* mesh );

// Sums of the triangles' normals, weighted by area, made unit. Vertices in no triangle get (0, 1, 0).
void tlComputeNormals( const float* positions, int32_t vertexCount, const int32_t* triangles, int32_t triangleCount,
                       float* normals );
