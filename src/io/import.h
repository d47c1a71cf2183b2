// The importer: assimp in a process of its own.
// SPDX-License-Identifier: MIT
#pragma once

#include "mesh_file.h"

// Whether assimp knows the extension, given without its dot.
bool tlIsImported( const char* extension );

// Reads a file through a child process that has so many seconds. The mesh is empty before, and after a failure may hold
// arrays to free.
tlResult tlImportMeshFile( const char* path, int seconds, tlMeshFile* mesh, tlError* error );
