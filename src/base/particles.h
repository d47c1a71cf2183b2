// How particles are read: four reals each, of which the fourth is the inverse mass or nothing.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/core.h"
#include "tulle/math.h"

TL_INLINE tlVec3 tlLoadVec3( const tlVec4* values, int32_t i )
{
	tlVec3 v = { values[i].x, values[i].y, values[i].z };
	return v;
}
