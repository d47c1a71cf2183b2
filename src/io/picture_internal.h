// What the files of the picture share.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/point.h"
#include "picture.h"

// Draws a body, or casts its shadow.
tlResult tlDrawBodySurface( tlRaster* raster, const tlPictureDef* def, const tlDrawBody* body, bool shadow, tlError* error );
