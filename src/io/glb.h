// Animated glTF 2.0 in one binary file: the scene of a run for any viewer.
// SPDX-License-Identifier: MIT
#pragma once

#include "output.h"
#include "pc2.h"
#include "tulle/world.h"

typedef struct tlGlbBody
{
	const char* name;
	int32_t vertexCount;
	const int32_t* triangles; // three vertices each
	int32_t triangleCount;
	const int32_t* lines; // two vertices each, drawn as lines: ropes. Without triangles and lines: points
	int32_t lineCount;
	uint32_t color;    // 0xRRGGBB, sRGB
	tlFrameFcn* frame; // called in ascending order, up to three times over
	void* context;
} tlGlbBody;

typedef struct tlGlbCollider
{
	const char* name;
	tlShape shape;
	const tlTransform* transforms; // one per frame, or one alone for a collider at rest
	int32_t transformCount;        // 1 or frameCount
	uint32_t color;                // 0xRRGGBB, sRGB
} tlGlbCollider;

typedef struct tlGlbDef
{
	const char* name;
	const tlGlbBody* bodies;
	int32_t bodyCount;
	const tlGlbCollider* colliders;
	int32_t colliderCount;
	int32_t frameCount; // >= 1
	double frameTime;   // [s]
	int64_t sizeLimit;  // [bytes]; frames are left out until the file stays below
	int32_t targetLimit;
	uint32_t cookie;
} tlGlbDef;

typedef struct tlGlbReport
{
	int32_t stride;      // every how many frames one is kept; the last always is
	int32_t sampleCount; // frames kept
	int64_t byteCount;
} tlGlbReport;

// 64 MiB, 120 morph targets, 60 frames a second.
tlGlbDef tlDefaultGlbDef( void );

// Writes the whole file. report may be null.
tlResult tlWriteGlb( tlOutputFile* file, const tlGlbDef* def, tlGlbReport* report, tlError* error );
