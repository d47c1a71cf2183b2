// Greedy colouring: in the order of their making, each constraint takes the lowest colour that none of its particles has
// yet. At most arity * (degree - 1) + 1 colours. Constraints of a colour share no particle, so that they can be projected
// in any order, together or wide, with the same result; and one after another they do not wait for each other's stores.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "constraint.h"

void tlFreeSet( tlConstraintSet* set )
{
	tlFree( set->particles );
	tlFree( set->parameters );
	tlFree( set->shares );
	tlFree( set->members );
	tlFree( set->neighbors );
	tlFree( set->pairShares );
	tlFree( set->compliance );
	tlFree( set->damping );
	tlFree( set->colorStarts );
	tlFree( set->meshOrder );
	memset( set, 0, sizeof *set );
}

// Colours in rounds of 64, one bit each: what finds no room in a round waits for the next. Returns the colour count.
static int32_t ColorRounds( const tlConstraintSet* set, uint64_t* used, int32_t nodeCount, int32_t* colors )
{
	int32_t arity = set->type->info.arity;
	int32_t colorCount = 0;
	int32_t left = set->count;
	for ( int32_t i = 0; i < set->count; ++i )
	{
		colors[i] = -1;
	}
	for ( int32_t base = 0; left > 0; base += 64 )
	{
		memset( used, 0, (size_t)nodeCount * sizeof *used );
		for ( int32_t i = 0; i < set->count; ++i )
		{
			if ( colors[i] >= 0 )
			{
				continue;
			}
			const int32_t* particles = set->particles + (size_t)arity * i;
			uint64_t taken = 0;
			for ( int32_t k = 0; k < arity; ++k )
			{
				taken |= used[particles[k]];
			}
			if ( taken == UINT64_MAX )
			{
				continue;
			}
			int32_t bit = 0;
			while ( ( taken >> bit & 1 ) != 0 )
			{
				bit += 1;
			}
			for ( int32_t k = 0; k < arity; ++k )
			{
				used[particles[k]] |= 1ull << bit;
			}
			colors[i] = base + bit;
			colorCount = colors[i] >= colorCount ? colors[i] + 1 : colorCount;
			left -= 1;
		}
	}
	return colorCount;
}

// Moves element i of an array of `size`-byte elements to position place[i].
static bool Scatter( void* array, size_t size, const int32_t* place, int32_t count )
{
	if ( array == NULL )
	{
		return true;
	}
	char* copy = tlAlloc( (size_t)count, size );
	if ( copy == NULL )
	{
		return false;
	}
	memcpy( copy, array, (size_t)count * size );
	for ( int32_t i = 0; i < count; ++i )
	{
		memcpy( (char*)array + (size_t)place[i] * size, copy + (size_t)i * size, size );
	}
	tlFree( copy );
	return true;
}

bool tlColorSet( tlConstraintSet* set, int32_t nodeCount )
{
	int32_t count = set->count;
	int32_t* colors = TL_ALLOC( int32_t, count );
	uint64_t* used = TL_ALLOC( uint64_t, nodeCount );
	set->meshOrder = TL_ALLOC( int32_t, count );
	bool ok = colors != NULL && used != NULL && set->meshOrder != NULL;
	if ( ok )
	{
		set->colorCount = ColorRounds( set, used, nodeCount, colors );
		set->colorStarts = TL_ALLOC( int32_t, set->colorCount + 1 );
		ok = set->colorStarts != NULL;
	}
	if ( ok )
	{
		// Counting sort; colours keep the order of making inside.
		for ( int32_t i = 0; i < count; ++i )
		{
			set->colorStarts[colors[i] + 1] += 1;
		}
		for ( int32_t c = 0; c < set->colorCount; ++c )
		{
			set->colorStarts[c + 1] += set->colorStarts[c];
		}
		for ( int32_t i = 0; i < count; ++i )
		{
			set->meshOrder[i] = set->colorStarts[colors[i]]++;
		}
		for ( int32_t c = set->colorCount; c > 0; --c )
		{
			set->colorStarts[c] = set->colorStarts[c - 1];
		}
		set->colorStarts[0] = 0;
		ok = Scatter( set->particles, (size_t)set->type->info.arity * sizeof( int32_t ), set->meshOrder, count );
		for ( int32_t k = 0; ok && k < set->type->info.parameterCount; ++k )
		{
			ok = Scatter( set->parameters + (size_t)k * count, sizeof( tlReal ), set->meshOrder, count );
		}
		ok = ok && Scatter( set->shares, sizeof( tlShare ), set->meshOrder, count ) &&
		     Scatter( set->compliance, sizeof( tlReal ), set->meshOrder, count ) &&
		     Scatter( set->damping, sizeof( tlReal ), set->meshOrder, count );
	}
	tlFree( used );
	tlFree( colors );
	return ok;
}
