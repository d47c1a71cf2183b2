// A table of unordered pairs of particles: edges and whatever must not stand where an edge does.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tlPairSlot
{
	uint64_t key; // 0: free. The higher index of a pair is at least 1, so no pair has this key
	int32_t value;
} tlPairSlot;

// Zero-initialise.
typedef struct tlPairTable
{
	tlPairSlot* slots;
	size_t slotCount; // a power of two
	size_t pairCount;
} tlPairTable;

// The value stored with the pair; the given one is stored when the pair is new. a != b. Returns -1 when memory runs out.
int32_t tlPairTable_Add( tlPairTable* table, int32_t a, int32_t b, int32_t value );
void tlPairTable_Free( tlPairTable* table );
