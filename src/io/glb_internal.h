// What the writer's files share.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/point.h"
#include "glb.h"
#include "normals.h"

#include "collide/shape_mesh.h"

typedef struct tlGlb
{
	const tlGlbDef* def;
	int32_t stride;
	int32_t sampleCount;
	float* positions; // of the frame at hand; differences to the first frame for all others
	float* normals;
	float* firstPositions;
	float* firstNormals;
	float* bounds;            // per body and sample: lower x, y, z, upper x, y, z of what is stored
	float lower[3], upper[3]; // of all bodies over the run
	double colliderSize;      // what the meshes of cooked shapes take [bytes]
	tlShapeMesh* meshes;      // per collider
} tlGlb;

int32_t tlGlbFrame( const tlGlb* glb, int32_t sample );
bool tlGlbReadFrame( tlGlb* glb, int32_t body, int32_t frame );

// The JSON chunk, to be freed with free, and the size of the binary chunk. Null: out of memory.
char* tlDescribeGlb( const tlGlb* glb, int64_t* binarySize );

// The binary chunk, in the order of the description. False: a frame could not be read; it is named.
bool tlWriteGlbArrays( tlGlb* glb, tlOutputFile* file, int32_t* body, int32_t* frame );
