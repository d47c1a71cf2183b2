// What springs make of a flat sheet once its inner particles have found their places.
// SPDX-License-Identifier: MIT
#pragma once

#include "mesh/topology.h"

// A spring between two particles: its stiffness, and its direction as cosine and sine of the angle to the warp.
typedef struct tlRelaxedSpring
{
	int32_t a, b;
	double k, c, s;
} tlRelaxedSpring;

// The homogenised stiffness for strain along warp, along weft and gamma [N/m]. False, and c as it was, for a mesh that is
// not flat or whose pattern is another shape, for springs that leave a mechanism, and when memory runs out.
bool tlRelaxSheet( const tlTopology* topology, const tlRelaxedSpring* springs, int32_t springCount, double c[3][3] );

// False for a matrix that is as good as singular.
bool tlInvert3( double c[3][3], double s[3][3] );
