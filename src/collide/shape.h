// Shapes as signed distance: one file each, one function each, one line each in manifest.h.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/world.h"

// Signed distance of a local point [m], negative inside, and the unit normal that leads out the shortest way. The distance
// is exact, so it changes by no more than the point moves; the broad phase rests on that.
typedef tlReal tlDistanceFcn( const tlShape* shape, tlVec3 point, tlVec3* normal );

// The first field that is out of range and what is wrong with it, or null.
const char* tlFindShapeFault( const tlShape* shape );
