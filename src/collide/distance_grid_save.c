// A distance grid as bytes: little-endian, the same in both precisions and on every machine, with a hash at the end.
// SPDX-License-Identifier: MIT
#include "base/hash.h"
#include "distance_grid.h"

#define TL_GRID_MAGIC 0x44474C54u // "TLGD"
#define TL_GRID_VERSION 1u

enum
{
	tl_headerSize = 4 + 4 + 3 * 4 + 4 * 8,
	tl_hashSize = 8
};

static void Put( unsigned char** at, uint64_t value, int byteCount )
{
	for ( int k = 0; k < byteCount; ++k )
	{
		*( *at )++ = (unsigned char)( value >> 8 * k & 0xFF );
	}
}

static uint64_t Get( const unsigned char** at, int byteCount )
{
	uint64_t value = 0;
	for ( int k = 0; k < byteCount; ++k )
	{
		value |= ( uint64_t ) * ( *at )++ << 8 * k;
	}
	return value;
}

static void PutDouble( unsigned char** at, double value )
{
	uint64_t bits;
	memcpy( &bits, &value, sizeof bits );
	Put( at, bits, 8 );
}

static double GetDouble( const unsigned char** at )
{
	uint64_t bits = Get( at, 8 );
	double value;
	memcpy( &value, &bits, sizeof value );
	return value;
}

size_t tlSaveDistanceGrid( const tlShapeData* data, void* bytes, size_t capacity )
{
	TL_ASSERT( data->type == tl_gridShape );
	const tlGridData* grid = (const tlGridData*)(const void*)data;
	size_t count = (size_t)grid->counts[0] * (size_t)grid->counts[1] * (size_t)grid->counts[2];
	size_t size = tl_headerSize + 4 * count + tl_hashSize;
	if ( bytes == NULL || capacity < size )
	{
		return size;
	}
	unsigned char* at = bytes;
	Put( &at, TL_GRID_MAGIC, 4 );
	Put( &at, TL_GRID_VERSION, 4 );
	for ( int k = 0; k < 3; ++k )
	{
		Put( &at, (uint64_t)grid->counts[k], 4 );
	}
	for ( int k = 0; k < 3; ++k )
	{
		PutDouble( &at, grid->origin[k] );
	}
	PutDouble( &at, grid->cellSize );
	for ( size_t i = 0; i < count; ++i )
	{
		uint32_t bits;
		memcpy( &bits, grid->values + i, sizeof bits );
		Put( &at, bits, 4 );
	}
	Put( &at, tlHashBytes( TL_HASH_INIT, bytes, size - tl_hashSize ), tl_hashSize );
	return size;
}

static tlResult Fail( tlError* error, const char* sentence )
{
	return tlFail( error, tl_invalidFile, "the distance grid %s", sentence );
}

tlResult tlLoadDistanceGrid( const void* bytes, size_t byteCount, tlShapeData** data, tlError* error )
{
	*data = NULL;
	const unsigned char* at = bytes;
	if ( bytes == NULL || byteCount < tl_headerSize + tl_hashSize )
	{
		return Fail( error, "ends before its header does" );
	}
	if ( Get( &at, 4 ) != TL_GRID_MAGIC )
	{
		return Fail( error, "does not begin with TLGD" );
	}
	uint64_t version = Get( &at, 4 );
	if ( version != TL_GRID_VERSION )
	{
		return tlFail( error, tl_invalidFile, "the distance grid has version %u, and this build reads version %u",
		               (unsigned)version, TL_GRID_VERSION );
	}
	int32_t counts[3];
	double nodes = 1, origin[3];
	for ( int k = 0; k < 3; ++k )
	{
		uint64_t count = Get( &at, 4 );
		nodes *= (double)count;
		if ( count < 2 || !( nodes <= tl_mostGridNodes ) )
		{
			return Fail( error, "has a number of nodes that can not be" );
		}
		counts[k] = (int32_t)count;
	}
	if ( byteCount != tl_headerSize + 4 * (size_t)nodes + tl_hashSize )
	{
		return Fail( error, "has another length than its header says" );
	}
	const unsigned char* end = (const unsigned char*)bytes + byteCount - tl_hashSize;
	if ( Get( &end, tl_hashSize ) != tlHashBytes( TL_HASH_INIT, bytes, byteCount - tl_hashSize ) )
	{
		return Fail( error, "is damaged: its hash is another" );
	}
	for ( int k = 0; k < 3; ++k )
	{
		origin[k] = GetDouble( &at );
	}
	double cellSize = GetDouble( &at );
	if ( !tlIsFinite( origin[0] ) || !tlIsFinite( origin[1] ) || !tlIsFinite( origin[2] ) || !( cellSize > 0 ) ||
	     !tlIsFinite( cellSize ) )
	{
		return Fail( error, "has a place or a cell size that can not be" );
	}
	tlGridData* grid = tlAllocGrid( counts, origin, cellSize );
	if ( grid == NULL )
	{
		return tlFailMemory( error );
	}
	for ( size_t i = 0; i < (size_t)nodes; ++i )
	{
		uint32_t bits = (uint32_t)Get( &at, 4 );
		memcpy( grid->values + i, &bits, sizeof bits );
		if ( !tlIsFinite( (double)grid->values[i] ) )
		{
			tlFreeGrid( &grid->base );
			return Fail( error, "holds a distance that is not finite" );
		}
	}
	tlFindGridBounds( grid );
	*data = &grid->base;
	return tl_success;
}
