// Long-range attachments of a body: every free particle to the nearest of its pins (Kim, Chentanez, Mueller, "Long Range
// Attachments", 2012), with the straight or the geodesic distance at rest as the limit.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "body.h"
#include "mesh/geodesic.h"

// Rest lengths of all edges and diagonals, as the links of a graph.
static bool GatherLinks( const tlTopology* t, int32_t** links, tlReal** lengths )
{
	size_t count = (size_t)t->edgeCount + (size_t)t->diagonalCount;
	*links = TL_ALLOC( int32_t, 2 * count );
	*lengths = TL_ALLOC( tlReal, count );
	if ( *links == NULL || *lengths == NULL )
	{
		return false;
	}
	const int32_t* parts[2] = { t->edges, t->diagonals };
	const int32_t counts[2] = { t->edgeCount, t->diagonalCount };
	size_t n = 0;
	for ( int32_t k = 0; k < 2; ++k )
	{
		for ( int32_t i = 0; i < 2 * counts[k]; ++i ) // a mesh without quads has no diagonals to copy
		{
			( *links )[n++] = parts[k][i];
		}
	}
	for ( size_t i = 0; i < count; ++i )
	{
		( *lengths )[i] = tlDistance( t->positions[( *links )[2 * i]], t->positions[( *links )[2 * i + 1]] );
	}
	return true;
}

static bool FindGeodesic( const tlTopology* t, const int32_t* anchors, int32_t anchorCount, int32_t most, int32_t* nearest,
                          tlReal* distances )
{
	int32_t* links = NULL;
	tlReal* lengths = NULL;
	bool ok = GatherLinks( t, &links, &lengths ) &&
	          tlFindNearestSources( t->particleCount, links, lengths, t->edgeCount + t->diagonalCount, anchors, anchorCount,
	                                most, nearest, distances );
	tlFree( links );
	tlFree( lengths );
	return ok;
}

static void FindEuclidean( const tlTopology* t, const int32_t* anchors, int32_t anchorCount, int32_t most, int32_t* nearest,
                           tlReal* distances )
{
	for ( int32_t i = 0; i < t->particleCount; ++i )
	{
		int32_t* near = nearest + (size_t)i * (size_t)most;
		tlReal* d = distances + (size_t)i * (size_t)most;
		for ( int32_t k = 0; k < most; ++k )
		{
			near[k] = -1;
			d[k] = (tlReal)INFINITY;
		}
		for ( int32_t a = 0; a < anchorCount; ++a )
		{
			// Insertion into the short sorted list; equals keep the earlier anchor in front.
			tlReal distance = tlDistance( t->positions[i], t->positions[anchors[a]] );
			int32_t k = most;
			while ( k > 0 && distance < d[k - 1] )
			{
				k -= 1;
			}
			for ( int32_t m = most - 1; m > k; --m )
			{
				near[m] = near[m - 1];
				d[m] = d[m - 1];
			}
			if ( k < most )
			{
				near[k] = a;
				d[k] = distance;
			}
		}
	}
}

static bool FillTethers( tlBody* body, const int32_t* anchors, int32_t anchorCount, int32_t* nearest, tlReal* distances )
{
	const tlTopology* t = &body->fabric->topology;
	int32_t most = body->tetherCount;
	if ( body->tetherMode == tl_euclideanTethers )
	{
		FindEuclidean( t, anchors, anchorCount, most, nearest, distances );
	}
	else if ( !FindGeodesic( t, anchors, anchorCount, most, nearest, distances ) )
	{
		return false;
	}
	tlConstraintSet* set = &body->tethers;
	set->type = tlGetConstraintType( tlFindConstraintType( "tether" ) );
	set->family = tl_tetherFamily;
	set->name = "tether";
	size_t capacity = (size_t)t->particleCount * (size_t)most;
	set->particles = TL_ALLOC( int32_t, 2 * capacity );
	set->parameters = TL_ALLOC( tlReal, capacity );
	if ( set->particles == NULL || set->parameters == NULL )
	{
		return false;
	}
	for ( int32_t i = 0; i < t->particleCount; ++i )
	{
		for ( int32_t k = 0; k < most && body->pinnings[i] == 0 && t->referenced[i]; ++k )
		{
			size_t slot = (size_t)i * (size_t)most + (size_t)k;
			if ( nearest[slot] >= 0 && distances[slot] < (tlReal)INFINITY )
			{
				set->particles[2 * (size_t)set->count] = anchors[nearest[slot]];
				set->particles[2 * (size_t)set->count + 1] = i;
				set->parameters[set->count] = body->tetherScale * distances[slot];
				set->count += 1;
			}
		}
	}
	return true;
}

// Anchors do not move by projection, so all tethers of one rank (nearest anchor, second nearest, ...) are independent: the
// colours are the ranks, and the particles stay in order inside.
static bool ColorTethers( tlConstraintSet* set, int32_t particleCount )
{
	// The greedy rule would give each tether of an anchor a colour of its own: hide the shared anchor from it.
	int32_t* anchors = TL_ALLOC( int32_t, set->count );
	if ( anchors == NULL )
	{
		return false;
	}
	for ( int32_t i = 0; i < set->count; ++i )
	{
		anchors[i] = set->particles[2 * (size_t)i];
		set->particles[2 * (size_t)i] = set->particles[2 * (size_t)i + 1];
	}
	bool ok = tlColorSet( set, particleCount );
	for ( int32_t i = 0; ok && i < set->count; ++i )
	{
		set->particles[2 * (size_t)set->meshOrder[i]] = anchors[i];
	}
	tlFree( anchors );
	return ok;
}

tlResult tlBuildTethers( tlBody* body, tlError* error )
{
	if ( body->tetherMode == tl_noTethers )
	{
		return tl_success;
	}
	size_t slots = (size_t)body->particleCount * (size_t)body->tetherCount;
	int32_t* anchors = TL_ALLOC( int32_t, body->particleCount );
	int32_t* nearest = TL_ALLOC( int32_t, slots );
	tlReal* distances = TL_ALLOC( tlReal, slots );
	bool ok = anchors != NULL && nearest != NULL && distances != NULL;
	int32_t anchorCount = 0;
	for ( int32_t i = 0; ok && i < body->particleCount; ++i )
	{
		if ( body->pinnings[i] > 0 && body->fabric->topology.referenced[i] )
		{
			anchors[anchorCount++] = i;
		}
	}
	if ( ok && anchorCount > 0 )
	{
		ok = FillTethers( body, anchors, anchorCount, nearest, distances );
		ok = ok && ( body->tethers.count == 0 || ( ColorTethers( &body->tethers, body->particleCount ) &&
		                                           tlAllocateSetState( body, body->setCount, &body->tethers ) ) );
	}
	if ( ok && body->tethers.count > 0 )
	{
		body->setCount += 1;
	}
	if ( !ok )
	{
		tlFreeSetState( body, body->setCount );
		tlFreeSet( &body->tethers ); // none rather than half of them
	}
	tlFree( anchors );
	tlFree( nearest );
	tlFree( distances );
	return ok ? tl_success : tlFailMemory( error );
}

tlResult tlFabric_MeasureGeodesic( const tlFabric* fabric, const int32_t* sources, int32_t sourceCount, tlReal* distances,
                                   tlError* error )
{
	const tlTopology* t = &fabric->topology;
	for ( int32_t i = 0; i < sourceCount; ++i )
	{
		if ( sources[i] < 0 || sources[i] >= t->particleCount )
		{
			return tlFail( error, tl_invalidArgument, "source %d is not one of the %d particles", sources[i],
			               t->particleCount );
		}
	}
	int32_t* links = NULL;
	tlReal* lengths = NULL;
	bool ok =
	    GatherLinks( t, &links, &lengths ) &&
	    tlMeasureGraph( t->particleCount, links, lengths, t->edgeCount + t->diagonalCount, sources, sourceCount, distances );
	tlFree( links );
	tlFree( lengths );
	return ok ? tl_success : tlFailMemory( error );
}
