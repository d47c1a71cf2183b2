// Mesh files: whatever assimp reads, and OBJ by our own reader, as a plain soup of vertices and faces.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/fabric.h"

enum
{
	tl_maxFileVertices = 100000000, // more is taken for damage
	tl_maxFileCorners = 500000000,
	tl_importSeconds = 30, // time that the importer has for a large file; 5 s, and one more for each MB, for a small one
};

// Vertices keep the numbers that they have in the file, so that vertex 17 of an OBJ or PLY file is its vertex 17, counted
// from zero, whether a face uses it or not. Formats with several meshes or nodes put one after the other, in the order of
// the nodes. Normals, materials and bones are left out.
typedef struct tlMeshFile
{
	int32_t vertexCount;
	tlVec3* positions; // [vertexCount], in the unit of the file, node transforms applied
	int32_t faceCount;
	int32_t* faceSizes;   // [faceCount] corners: 2 for a line, 3, 4 or more
	int32_t* faceCorners; // [cornerCount]
	int32_t cornerCount;
	float* colors;    // [4 * vertexCount] red, green, blue, alpha: painted maps; null when the file has none
	float* cornerUvs; // [2 * cornerCount] texture coordinates, NaN where a corner has none; null when the file has none
	char format[16];  // "obj": the file's extension in lower case
} tlMeshFile;

// Every failure is one sentence that begins with the file's name; for OBJ, with the line too. tl_fileError: missing,
// a directory, not readable. tl_unsupported: no reader for this extension. tl_invalidFile: damaged, or without faces.
// On failure the mesh is empty.
//
// Formats other than OBJ are read in a child process with limits on time and memory, so that a file that crashes the
// importer, or keeps it busy for ever, is answered like any other damaged file.
tlResult tlLoadMeshFile( const char* path, tlMeshFile* mesh, tlError* error );

// Reads an OBJ text. name stands in front of the sentences. Any bytes are safe.
tlResult tlParseObj( const char* text, size_t size, const char* name, tlMeshFile* mesh, tlError* error );

// The mesh as a definition, which borrows its arrays.
tlFabricDef tlMakeFabricDef( const tlMeshFile* mesh );

// Loads a file and lets the input doctor look at it. On failure the mesh is empty.
tlResult tlInspectMeshFile( const char* path, tlMeshFile* mesh, tlMeshReport* report, tlError* error );

// Gives each vertex one place in the texture: a vertex whose corners have several, along a seam, is split, and those beyond
// the first become new vertices behind the others, at the same position, so that they are welded. uvs holds two values for
// each vertex then, sources the vertex that each was split from, itself for those of the file; both are to be freed with
// tlFree. Vertices in no face are at (0, 0). tl_invalidFile: no texture coordinates, or a corner without.
tlResult tlSplitSeams( tlMeshFile* mesh, float** uvs, int32_t** sources, tlError* error );

void tlFreeMeshFile( tlMeshFile* mesh );
