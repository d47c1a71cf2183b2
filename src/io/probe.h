// Probes: the named quantities of a scene, recorded each frame (docs/scene-format.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "scene.h"

typedef struct tlProbes tlProbes;

// The probes of the scene that was built, with vertices and constraints checked against it. Scene and build must outlive
// them.
tlResult tlCreateProbes( const tlSceneBuild* build, tlWorld* world, tlProbes** probes, tlError* error );
void tlDestroyProbes( tlProbes* probes );

// A probe has one column, or three: "name.x", "name.y", "name.z".
int32_t tlProbes_GetColumnCount( const tlProbes* probes );
const char* tlProbes_GetColumnName( const tlProbes* probes, int32_t column );
const char* tlProbes_GetColumnUnit( const tlProbes* probes, int32_t column ); // "" for a pure number

// The values now, columnCount of them. Before the first step forces and contacts are 0: nothing has been solved yet.
void tlProbes_Record( const tlProbes* probes, tlWorld* world, double* values );
