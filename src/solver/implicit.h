// The door for a solver of implicit Euler that stands above the core: the method "newton".
// SPDX-License-Identifier: MIT
#pragma once

#include "body.h"

struct tlProjection;

// Solves one substep of a body: from predicted positions to corrections, frames and lambdas. Returns false when memory runs
// out or nothing can be solved; the body then keeps what it has.
typedef bool tlImplicitFcn( tlBody* body, const struct tlProjection* projection );

// Set once, before the first world; null where the build has none.
void tlSetImplicitSolver( tlImplicitFcn* solve );
tlImplicitFcn* tlGetImplicitSolver( void );
