// SPDX-License-Identifier: MIT
#include "pairs.h"

#include "base/core.h"

static size_t FindSlot( const tlPairTable* table, uint64_t key )
{
	uint64_t hash = key * 0x9E3779B97F4A7C15ull;
	hash ^= hash >> 32;
	hash *= 0xD6E8FEB86659FD93ull;
	hash ^= hash >> 32;
	size_t mask = table->slotCount - 1;
	size_t slot = (size_t)hash & mask;
	while ( table->slots[slot].key != 0 && table->slots[slot].key != key )
	{
		slot = ( slot + 1 ) & mask;
	}
	return slot;
}

static bool Grow( tlPairTable* table )
{
	tlPairTable grown = { 0 };
	grown.slotCount = table->slotCount == 0 ? 64 : 2 * table->slotCount;
	grown.pairCount = table->pairCount;
	grown.slots = TL_ALLOC( tlPairSlot, grown.slotCount );
	if ( grown.slots == NULL )
	{
		return false;
	}
	for ( size_t i = 0; i < table->slotCount; ++i )
	{
		if ( table->slots[i].key != 0 )
		{
			grown.slots[FindSlot( &grown, table->slots[i].key )] = table->slots[i];
		}
	}
	tlFree( table->slots );
	*table = grown;
	return true;
}

int32_t tlPairTable_Add( tlPairTable* table, int32_t a, int32_t b, int32_t value )
{
	if ( 2 * ( table->pairCount + 1 ) > table->slotCount && !Grow( table ) )
	{
		return -1;
	}
	uint64_t lower = (uint64_t)( a < b ? a : b );
	uint64_t upper = (uint64_t)( a < b ? b : a );
	tlPairSlot* slot = table->slots + FindSlot( table, lower << 32 | upper );
	if ( slot->key == 0 )
	{
		slot->key = lower << 32 | upper;
		slot->value = value;
		table->pairCount += 1;
	}
	return slot->value;
}

void tlPairTable_Free( tlPairTable* table )
{
	tlFree( table->slots );
	memset( table, 0, sizeof *table );
}
