// Frames of rods at rest. The third axis runs along the segment; the other two are carried from segment to segment by the
// smallest rotation (Bergou et al., "Discrete Elastic Rods", 2008, section 4.2.2: the Bishop frame), so that a rod at rest
// has no twist but what the definition asks for.
// SPDX-License-Identifier: MIT
#include "cook.h"

#include "base/core.h"

// The smallest rotation that brings unit vector a to unit vector b.
static tlQuat MakeArc( tlVec3 a, tlVec3 b )
{
	tlReal w = 1 + tlDot( a, b );
	if ( w < (tlReal)1e-6 )
	{
		tlVec3 other = tlAbs( a.x ) < (tlReal)0.6 ? ( tlVec3 ){ 1, 0, 0 } : ( tlVec3 ){ 0, 1, 0 };
		tlVec3 axis = tlNormalize( tlCross( a, other ) );
		return ( tlQuat ){ axis.x, axis.y, axis.z, 0 }; // half a turn, about any axis across
	}
	tlVec3 axis = tlCross( a, b );
	return tlNormalizeQuat( ( tlQuat ){ axis.x, axis.y, axis.z, w } );
}

static tlVec3 GetDirection( const tlTopology* t, int32_t segment )
{
	const int32_t* s = t->segments + 2 * (size_t)segment;
	return tlNormalize( tlSub( t->positions[s[1]], t->positions[s[0]] ) );
}

// The first two segments of each particle; -1 for none. counts: how many there are.
static bool ListEnds( const tlTopology* t, int32_t** ends, int32_t** counts )
{
	*ends = TL_ALLOC( int32_t, 2 * (size_t)t->particleCount );
	*counts = TL_ALLOC( int32_t, t->particleCount );
	if ( *ends == NULL || *counts == NULL )
	{
		return false;
	}
	for ( int32_t i = 0; i < 2 * t->segmentCount; ++i )
	{
		int32_t particle = t->segments[i];
		int32_t* count = *counts + particle;
		if ( *count < 2 )
		{
			( *ends )[2 * (size_t)particle + (size_t)*count] = i / 2;
		}
		*count += 1;
	}
	return true;
}

// Carries the frame of a segment to the one that it meets at a particle, and on from there.
static void CarryFrames( tlFabric* fabric, const int32_t* ends, const int32_t* counts, int32_t segment, int32_t particle )
{
	const tlTopology* t = &fabric->topology;
	while ( counts[particle] == 2 )
	{
		const int32_t* pair = ends + 2 * (size_t)particle;
		int32_t next = pair[0] == segment ? pair[1] : pair[0];
		if ( next == segment || tlLengthSquared( GetDirection( t, next ) ) == 0 )
		{
			return;
		}
		tlQuat* q = fabric->frames + next;
		if ( q->x != 0 || q->y != 0 || q->z != 0 || q->s != 0 )
		{
			return; // a loop has closed
		}
		*q = tlNormalizeQuat(
		    tlMulQuat( MakeArc( GetDirection( t, segment ), GetDirection( t, next ) ), fabric->frames[segment] ) );
		const int32_t* s = t->segments + 2 * (size_t)next;
		particle = s[0] == particle ? s[1] : s[0];
		segment = next;
	}
}

bool tlMakeRestFrames( tlFabric* fabric )
{
	const tlTopology* t = &fabric->topology;
	int32_t *ends = NULL, *counts = NULL;
	fabric->frameCount = t->segmentCount;
	fabric->frames = TL_ALLOC( tlQuat, t->segmentCount ); // zeroed: not yet made
	bool ok = fabric->frames != NULL && ListEnds( t, &ends, &counts );
	for ( int32_t i = 0; ok && i < t->segmentCount; ++i )
	{
		tlQuat* q = fabric->frames + i;
		if ( q->x != 0 || q->y != 0 || q->z != 0 || q->s != 0 )
		{
			continue;
		}
		tlVec3 d = GetDirection( t, i );
		*q = tlLengthSquared( d ) > 0 ? MakeArc( ( tlVec3 ){ 0, 0, 1 }, d ) : tlQuat_identity;
		CarryFrames( fabric, ends, counts, i, t->segments[2 * (size_t)i + 1] );
		CarryFrames( fabric, ends, counts, i, t->segments[2 * (size_t)i] );
	}
	tlFree( ends );
	tlFree( counts );
	return ok;
}

bool tlListJoints( const tlFabric* fabric, int32_t** joints, int32_t* count )
{
	const tlTopology* t = &fabric->topology;
	int32_t *ends = NULL, *counts = NULL;
	*joints = TL_ALLOC( int32_t, 2 * (size_t)t->segmentCount ); // at most one joint for each two ends
	bool ok = *joints != NULL && ListEnds( t, &ends, &counts );
	for ( int32_t i = 0; ok && i < t->particleCount; ++i )
	{
		const int32_t* pair = ends + 2 * (size_t)i;
		if ( counts[i] == 2 && pair[0] != pair[1] )
		{
			int32_t* joint = *joints + 2 * (size_t)*count;
			joint[0] = pair[0] < pair[1] ? pair[0] : pair[1];
			joint[1] = pair[0] < pair[1] ? pair[1] : pair[0];
			*count += 1;
		}
	}
	tlFree( ends );
	tlFree( counts );
	return ok;
}
