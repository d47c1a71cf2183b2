// Vertex block descent: internal to src/solver.
// SPDX-License-Identifier: MIT
#pragma once

#include "body.h"

struct tlProjection;

// A constraint as one of its particles sees it.
typedef struct tlReference
{
	int32_t set, index, slot;
} tlReference;

// Lists and colours for tlDescend. False when memory runs out.
bool tlPrepareDescent( tlBody* body );
void tlFreeDescent( tlDescent* descent );

// One sweep over all particles, `first` of its substep or not; then a projection of what has no energy for it.
void tlDescend( tlBody* body, const struct tlProjection* projection, bool first );
