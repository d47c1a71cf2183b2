// Point caches (PC2), which Blender's Mesh Cache modifier, Houdini and Maya read: the positions of every frame.
// SPDX-License-Identifier: MIT
#pragma once

#include "output.h"

#include <stdio.h>

// A frame of vertexCount x, y, z [m] into `xyz`. False: it could not be read.
typedef bool tlFrameFcn( void* context, int32_t frame, float* xyz );

typedef struct tlPc2Writer
{
	tlOutputFile* file; // borrowed
	int32_t vertexCount;
	int32_t frameCount; // so far
} tlPc2Writer;

// Writes the header. startFrame and sampleRate are the format's: the frame of the first sample and frames per sample.
bool tlPc2Writer_Begin( tlPc2Writer* writer, tlOutputFile* file, int32_t vertexCount, float startFrame, float sampleRate );
bool tlPc2Writer_Frame( tlPc2Writer* writer, const float* xyz );

// Reads a frame back while the cache grows, or after its end. Is a tlFrameFcn with the writer as context.
bool tlPc2Writer_Read( void* writer, int32_t frame, float* xyz );

// Patches the number of frames.
bool tlPc2Writer_End( tlPc2Writer* writer );

typedef struct tlPc2Reader
{
	FILE* file;
	int32_t vertexCount;
	int32_t frameCount;
	float startFrame;
	float sampleRate;
} tlPc2Reader;

// Checks the header against the size of the file.
tlResult tlPc2Reader_Open( tlPc2Reader* reader, const char* path, tlError* error );

// Is a tlFrameFcn with the reader as context.
bool tlPc2Reader_Read( void* reader, int32_t frame, float* xyz );
void tlPc2Reader_Close( tlPc2Reader* reader );
