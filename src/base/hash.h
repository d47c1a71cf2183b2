// Hashing and random numbers: integer arithmetic alone, the same everywhere.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/base.h"

#define TL_HASH_INIT 0xCBF29CE484222325ull

// FNV-1a, 64 bits, over bytes. Start with TL_HASH_INIT.
static inline uint64_t tlHashBytes( uint64_t hash, const void* bytes, size_t count )
{
	const unsigned char* b = (const unsigned char*)bytes;
	for ( size_t i = 0; i < count; ++i )
	{
		hash = ( hash ^ b[i] ) * 0x100000001B3ull;
	}
	return hash;
}

// SplitMix64 (Steele, Lea, Flood 2014): one step of the state, one well-mixed value.
static inline uint64_t tlRandom( uint64_t* state )
{
	uint64_t z = ( *state += 0x9E3779B97F4A7C15ull );
	z = ( z ^ ( z >> 30 ) ) * 0xBF58476D1CE4E5B9ull;
	z = ( z ^ ( z >> 27 ) ) * 0x94D049BB133111EBull;
	return z ^ ( z >> 31 );
}

// A permutation of 0..count-1 (Fisher-Yates).
static inline void tlShuffle( int32_t* order, int32_t count, uint64_t seed )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		order[i] = i;
	}
	for ( int32_t i = count - 1; i > 0; --i )
	{
		int32_t j = (int32_t)( tlRandom( &seed ) % ( (uint64_t)i + 1 ) );
		int32_t swap = order[i];
		order[i] = order[j];
		order[j] = swap;
	}
}
