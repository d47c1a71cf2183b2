// The built-in scheduler: a fixed crew of threads that share the indices of a loop.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/base.h"

typedef struct tlWorkers tlWorkers;

// One index of a loop. Indices are independent of each other: which thread takes which is left open, so results must not
// depend on it.
typedef void tlTaskFcn( int32_t index, void* context );

// A crew of threadCount, the caller included. Null when threads or memory run out.
tlWorkers* tlCreateWorkers( int32_t threadCount );
void tlDestroyWorkers( tlWorkers* workers );

// Calls task for 0..count-1 and returns when all are done. A null crew runs them on the caller.
void tlParallelFor( tlWorkers* workers, int32_t count, tlTaskFcn* task, void* context );
