// Vertex normals of triangles, for scenes and pictures.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

// Sums of the triangles' normals, weighted by area, made unit. Vertices in no triangle get (0, 1, 0).
void tlComputeNormals( const float* positions, int32_t vertexCount, const int32_t* triangles, int32_t triangleCount,
                       float* normals );
