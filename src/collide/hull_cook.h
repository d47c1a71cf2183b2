// The convex hull of points.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/point.h"

typedef struct tlHullFaces
{
	tlPosition* points; // those of the given ones that are corners
	int32_t pointCount;
	int32_t* corners; // [3 * faceCount] counter-clockwise from outside
	int32_t faceCount;
} tlHullFaces;

// At least one point, all finite. Refuses points that enclose no volume; faces are empty then.
tlResult tlFindHull( const tlPosition* points, int32_t pointCount, tlHullFaces* faces, tlError* error );
void tlFreeHullFaces( tlHullFaces* faces );
