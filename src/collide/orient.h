// On which side of a plane through three points a fourth lies, without rounding.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/math.h"

// Positive where d lies on the side from which a, b, c wind counter-clockwise, negative on the other, 0 exactly in the
// plane: six times the volume, of which the sign is right for any points within 1e60 of the origin.
double tlOrient( tlPosition a, tlPosition b, tlPosition c, tlPosition d );
