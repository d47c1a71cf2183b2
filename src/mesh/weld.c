// Welding with a hash grid: cells are wider than the weld distance, and a vertex looks into every cell that its
// neighbourhood touches. Buckets hold the first vertices of particles only, which lie apart from each other, so that no
// bucket grows long however many vertices coincide.
// SPDX-License-Identifier: MIT
#include "topology.h"

#include "base/core.h"

#include <math.h>

typedef struct Grid
{
	int32_t* heads; // last particle of each bucket, -1 for none
	int32_t* next;  // [particle]
	int32_t* first; // [particle] vertex
	uint64_t mask;
} Grid;

// Cells are numbered in doubles: the quotient of a coordinate and a tiny distance leaves the range of any integer.
static uint64_t HashCell( const double cell[3] )
{
	uint64_t hash = 0;
	for ( int i = 0; i < 3; ++i )
	{
		double value = cell[i] + 0.0; // -0 becomes 0
		uint64_t bits;
		memcpy( &bits, &value, sizeof bits );
		hash = ( hash ^ bits ) * 0x9E3779B97F4A7C15ull;
		hash ^= hash >> 29;
	}
	hash *= 0xBF58476D1CE4E5B9ull;
	return hash ^ hash >> 32;
}

static double SquareDistance( tlVec3 a, tlVec3 b )
{
	double x = (double)a.x - (double)b.x;
	double y = (double)a.y - (double)b.y;
	double z = (double)a.z - (double)b.z;
	return x * x + y * y + z * z;
}

// The earliest particle of the bucket within reach, or `best` if that is earlier.
static int32_t SearchBucket( const Grid* grid, uint64_t bucket, const tlVec3* positions, tlVec3 p, double reach,
                             int32_t best )
{
	for ( int32_t i = grid->heads[bucket]; i >= 0; i = grid->next[i] )
	{
		if ( ( best < 0 || i < best ) && SquareDistance( positions[grid->first[i]], p ) <= reach )
		{
			best = i;
		}
	}
	return best;
}

static int32_t Weld( Grid* grid, const tlVec3* positions, int32_t count, double distance, int32_t* map )
{
	// A distance whose square underflows tells only equal positions apart.
	distance = distance > 1e-100 ? distance : 0;
	double cellSize = 4 * distance;
	double reach = distance * distance;
	int32_t particleCount = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		const double p[3] = { (double)positions[i].x, (double)positions[i].y, (double)positions[i].z };
		double lower[3], upper[3], own[3];
		for ( int k = 0; k < 3; ++k )
		{
			// Sums, quotients and floors keep the order of their arguments, rounding included: the cell of any point
			// within the distance lies from lower to upper.
			own[k] = distance > 0 ? floor( p[k] / cellSize ) : p[k];
			lower[k] = distance > 0 ? floor( ( p[k] - distance ) / cellSize ) : p[k];
			upper[k] = distance > 0 ? floor( ( p[k] + distance ) / cellSize ) : p[k];
		}
		int32_t particle = -1;
		for ( int corner = 0; corner < 8; ++corner )
		{
			double cell[3];
			bool fresh = true;
			for ( int k = 0; k < 3; ++k )
			{
				bool far = ( corner >> k & 1 ) != 0;
				cell[k] = far ? upper[k] : lower[k];
				fresh = fresh && !( far && upper[k] == lower[k] );
			}
			if ( fresh )
			{
				particle = SearchBucket( grid, HashCell( cell ) & grid->mask, positions, positions[i], reach, particle );
			}
		}
		if ( particle < 0 )
		{
			particle = particleCount++;
			uint64_t bucket = HashCell( own ) & grid->mask;
			grid->first[particle] = i;
			grid->next[particle] = grid->heads[bucket];
			grid->heads[bucket] = particle;
		}
		map[i] = particle;
	}
	return particleCount;
}

int32_t tlWeld( const tlVec3* positions, int32_t count, double distance, int32_t* map )
{
	size_t bucketCount = 16;
	while ( bucketCount < (size_t)count )
	{
		bucketCount *= 2;
	}
	Grid grid;
	grid.heads = TL_ALLOC( int32_t, bucketCount );
	grid.next = TL_ALLOC( int32_t, count );
	grid.first = TL_ALLOC( int32_t, count );
	grid.mask = bucketCount - 1;
	int32_t particleCount = -1;
	if ( grid.heads != NULL && grid.next != NULL && grid.first != NULL )
	{
		memset( grid.heads, 0xFF, bucketCount * sizeof( int32_t ) );
		particleCount = Weld( &grid, positions, count, distance, map );
	}
	tlFree( grid.heads );
	tlFree( grid.next );
	tlFree( grid.first );
	return particleCount;
}
