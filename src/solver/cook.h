// Cooking: the steps that make a fabric's sets of constraints. Inside src/solver only.
// SPDX-License-Identifier: MIT
#pragma once

#include "fabric.h"

// Fills the sets of a fabric whose topology is there.
tlResult tlCookSets( tlFabric* fabric, const tlFabricDef* def, tlError* error );

// What the faces give to each edge, then to each diagonal: edgeCount + diagonalCount rests of which length, c, s and share
// are set. False when memory runs out.
bool tlShareEdges( const tlFabric* fabric, const tlFabricDef* def, tlRest* rests );

// Where the three corners of a triangle lie in the pattern, along warp and weft [m]. vertices: render vertices, null for a
// triangle that is none of the mesh's.
void tlPlaceInPattern( const tlFabricDef* def, const tlVec3* x, const int32_t* vertices, tlReal u[3][2] );

// Frames of the rope segments at rest: the third axis along the segment, and the others carried from one segment to the
// next without twist. False when memory runs out.
bool tlMakeRestFrames( tlFabric* fabric );

// Segments that meet: pairs of them at every point that has exactly two, [2 * count]. False when memory runs out.
bool tlListJoints( const tlFabric* fabric, int32_t** joints, int32_t* count );
