// Which constraints form unbranched ropes, so that they can be solved directly: chain_solve.c. Found once for each budget.
//
// A chain is a longest run of distances that meet two by two. It ends at a free end, at a particle where three or more
// meet, and nowhere else: a pinned particle within it decouples its sides by having no inverse mass. A closed loop has no
// end to start from and stays with the sweep, and so does a single distance.
// SPDX-License-Identifier: MIT
#include "chain.h"

#include "base/core.h"

typedef struct Search
{
	const tlConstraintSet* set;
	bool* eligible;  // [count]
	bool* taken;     // [count] in a chain
	int32_t* counts; // [particleCount] eligible constraints at each particle
	int32_t* ends;   // [2 * particleCount] the first two of them
	int32_t* chain;  // [particleCount] segments at each particle, as a list: the last one
	int32_t* next;   // [2 * segmentCount] and the one before
} Search;

// Of the families only rope segments count; by hand every distance does.
static void MarkSegments( const tlBody* body, Search* search )
{
	const tlTopology* t = &body->fabric->topology;
	const tlConstraintSet* set = search->set;
	for ( int32_t i = 0; i < body->particleCount; ++i )
	{
		search->chain[i] = -1;
	}
	for ( int32_t i = 0; i < 2 * t->segmentCount; ++i )
	{
		search->next[i] = search->chain[t->segments[i]];
		search->chain[t->segments[i]] = i;
	}
	for ( int32_t i = 0; i < set->count; ++i )
	{
		const int32_t* pair = set->particles + 2 * (size_t)i;
		search->eligible[i] = set->family == tl_customFamily;
		for ( int32_t k = search->chain[pair[0]]; k >= 0 && !search->eligible[i]; k = search->next[k] )
		{
			search->eligible[i] = t->segments[k ^ 1] == pair[1]; // the other end
		}
	}
}

static void CountEnds( Search* search )
{
	const tlConstraintSet* set = search->set;
	for ( int32_t i = 0; i < 2 * set->count; ++i )
	{
		if ( !search->eligible[i / 2] )
		{
			continue;
		}
		int32_t particle = set->particles[i];
		if ( search->counts[particle] < 2 )
		{
			search->ends[2 * (size_t)particle + (size_t)search->counts[particle]] = i / 2;
		}
		search->counts[particle] += 1;
	}
}

// Follows a chain from one of its ends. Returns the number of links; they are written where they are wanted.
static int32_t Follow( Search* search, int32_t start, int32_t particle, int32_t* links, int32_t* nodes )
{
	const tlConstraintSet* set = search->set;
	int32_t count = 0, link = start;
	nodes[0] = particle;
	while ( true )
	{
		const int32_t* pair = set->particles + 2 * (size_t)link;
		particle = pair[0] == particle ? pair[1] : pair[0];
		links[count] = link;
		count += 1;
		nodes[count] = particle;
		if ( search->counts[particle] != 2 )
		{
			return count;
		}
		const int32_t* both = search->ends + 2 * (size_t)particle;
		link = both[0] == link ? both[1] : both[0];
	}
}

static void FindChains( Search* search, tlChains* chains )
{
	const tlConstraintSet* set = search->set;
	for ( int32_t n = 0; n < set->count; ++n )
	{
		int32_t i = set->meshOrder[n];
		for ( int e = 0; e < 2 && search->eligible[i] && !search->taken[i]; ++e )
		{
			int32_t particle = set->particles[2 * (size_t)i + (size_t)e];
			if ( search->counts[particle] == 2 )
			{
				continue;
			}
			int32_t start = chains->starts[chains->chainCount];
			int32_t* links = chains->links + start;
			int32_t count = Follow( search, i, particle, links, chains->nodes + start + chains->chainCount );
			if ( count < 2 )
			{
				break;
			}
			for ( int32_t k = 0; k < count; ++k )
			{
				search->taken[links[k]] = true;
			}
			chains->chainCount += 1;
			chains->starts[chains->chainCount] = start + count;
		}
	}
}

static bool AllocateChains( tlChains* chains, int32_t count )
{
	chains->starts = TL_ALLOC( int32_t, count / 2 + 2 );
	chains->links = TL_ALLOC( int32_t, count );
	chains->nodes = TL_ALLOC( int32_t, 2 * (size_t)count + 1 );
	chains->loose = TL_ALLOC( int32_t, count );
	return chains->starts != NULL && chains->links != NULL && chains->nodes != NULL && chains->loose != NULL;
}

static void FreeList( tlChains* chains )
{
	if ( chains != NULL )
	{
		tlFree( chains->starts );
		tlFree( chains->links );
		tlFree( chains->nodes );
		tlFree( chains->loose );
		tlFree( chains );
	}
}

static bool ListChains( tlBody* body, int32_t s, const int32_t* order )
{
	const tlConstraintSet* set = body->sets[s].set;
	Search search = { .set = set };
	search.eligible = TL_ALLOC( bool, set->count );
	search.taken = TL_ALLOC( bool, set->count );
	search.counts = TL_ALLOC( int32_t, body->particleCount );
	search.ends = TL_ALLOC( int32_t, 2 * (size_t)body->particleCount );
	search.chain = TL_ALLOC( int32_t, body->particleCount );
	search.next = TL_ALLOC( int32_t, 2 * (size_t)body->fabric->topology.segmentCount );
	tlChains* chains = TL_ALLOC( tlChains, 1 );
	bool ok = search.eligible != NULL && search.taken != NULL && search.counts != NULL && search.ends != NULL &&
	          search.chain != NULL && search.next != NULL && chains != NULL && AllocateChains( chains, set->count );
	if ( ok )
	{
		MarkSegments( body, &search );
		CountEnds( &search );
		FindChains( &search, chains );
		for ( int32_t n = 0; n < set->count; ++n )
		{
			int32_t i = order != NULL ? order[n] : n;
			if ( !search.taken[i] )
			{
				chains->loose[chains->looseCount] = i;
				chains->looseCount += 1;
			}
		}
	}
	tlFree( search.eligible );
	tlFree( search.taken );
	tlFree( search.counts );
	tlFree( search.ends );
	tlFree( search.chain );
	tlFree( search.next );
	if ( ok && chains->chainCount > 0 )
	{
		body->chains[s] = chains;
		return true;
	}
	FreeList( chains );
	return ok;
}

static bool MakeRoom( tlBody* body )
{
	int32_t longest = 0;
	for ( int32_t s = 0; s < body->setCount; ++s )
	{
		const tlChains* chains = body->chains[s];
		for ( int32_t c = 0; chains != NULL && c < chains->chainCount; ++c )
		{
			int32_t count = chains->starts[c + 1] - chains->starts[c];
			longest = count > longest ? count : longest;
		}
	}
	if ( longest == 0 )
	{
		return true;
	}
	tlChainRoom* room = TL_ALLOC( tlChainRoom, 1 );
	body->chainRoom = room;
	if ( room == NULL )
	{
		return false;
	}
	room->links = TL_ALLOC( tlLink, longest );
	room->moves = TL_ALLOC( double, 3 * ( (size_t)longest + 1 ) );
	room->backup = TL_ALLOC( tlVec4, (size_t)longest + 1 );
	return room->links != NULL && room->moves != NULL && room->backup != NULL;
}

bool tlPrepareChains( tlBody* body, const tlBudget* budget )
{
	tlFreeChains( body );
	if ( !budget->directRopes )
	{
		return true;
	}
	const tlConstraintType* distance = tlGetConstraintType( tlFindConstraintType( "distance" ) );
	bool meshOrder = budget->sweep == tl_forwardSweep || budget->sweep == tl_backwardSweep;
	bool ok = true;
	for ( int32_t s = 0; ok && s < body->setCount; ++s )
	{
		const tlConstraintSet* set = body->sets[s].set;
		if ( set->type == distance && ( set->family == tl_stretchFamily || set->family == tl_customFamily ) )
		{
			ok = ListChains( body, s, meshOrder ? set->meshOrder : body->shuffles[s] );
		}
	}
	return ok && MakeRoom( body );
}

void tlFreeChains( tlBody* body )
{
	for ( int32_t s = 0; s < TL_MAX_SETS; ++s )
	{
		FreeList( body->chains[s] );
		body->chains[s] = NULL;
	}
	if ( body->chainRoom != NULL )
	{
		tlFree( body->chainRoom->links );
		tlFree( body->chainRoom->moves );
		tlFree( body->chainRoom->backup );
		tlFree( body->chainRoom );
		body->chainRoom = NULL;
	}
}
