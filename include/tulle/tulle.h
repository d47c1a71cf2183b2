// Tulle: cloth, rope and soft bodies by extended position-based dynamics. One include brings all of it.
// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"
#include "contact.h"
#include "fabric.h"
#include "force.h"
#include "library.h"
#include "material.h"
#include "math.h"
#include "measure.h"
#include "shape.h"
#include "stats.h"
#include "world.h"
