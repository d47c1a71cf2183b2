// Reading and writing point caches.
// SPDX-License-Identifier: MIT
// Format: 'POINTCACHE2\0', then version, points (int32), start frame, sample rate (float32), samples (int32), then
// x, y, z of every point of every sample (float32), all little-endian.

#if !defined( _POSIX_C_SOURCE )
#define _POSIX_C_SOURCE 200809L
#endif
#if !defined( _FILE_OFFSET_BITS )
#define _FILE_OFFSET_BITS 64
#endif

#include "pc2.h"

#include <errno.h>
#include <sys/types.h>

enum
{
	tl_headerSize = 32,
	tl_countOffset = 28,
	tl_blockFloats = 1024
};

static const char s_signature[12] = "POINTCACHE2";

// Explicit bytes, so that the file is the same on a big-endian machine.
static void PutWord( uint8_t* bytes, uint32_t word )
{
	bytes[0] = (uint8_t)word;
	bytes[1] = (uint8_t)( word >> 8 );
	bytes[2] = (uint8_t)( word >> 16 );
	bytes[3] = (uint8_t)( word >> 24 );
}

static uint32_t GetWord( const uint8_t* bytes )
{
	return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static uint32_t WordFromFloat( float value )
{
	uint32_t word;
	memcpy( &word, &value, sizeof word );
	return word;
}

static float FloatFromWord( uint32_t word )
{
	float value;
	memcpy( &value, &word, sizeof value );
	return value;
}

// In place: a word is read before it is written over.
static void DecodeFloats( float* values, size_t count )
{
	for ( size_t i = 0; i < count; ++i )
	{
		uint8_t bytes[4];
		memcpy( bytes, values + i, 4 );
		values[i] = FloatFromWord( GetWord( bytes ) );
	}
}

static int64_t FrameOffset( int32_t vertexCount, int32_t frame )
{
	return tl_headerSize + (int64_t)frame * vertexCount * 12;
}

bool tlPc2Writer_Begin( tlPc2Writer* writer, tlOutputFile* file, int32_t vertexCount, float startFrame, float sampleRate )
{
	TL_ASSERT( vertexCount >= 0 && tlOutputFile_GetSize( file ) == 0 );
	writer->file = file;
	writer->vertexCount = vertexCount;
	writer->frameCount = 0;
	uint8_t header[tl_headerSize];
	memcpy( header, s_signature, sizeof s_signature );
	PutWord( header + 12, 1 );
	PutWord( header + 16, (uint32_t)vertexCount );
	PutWord( header + 20, WordFromFloat( startFrame ) );
	PutWord( header + 24, WordFromFloat( sampleRate ) );
	PutWord( header + tl_countOffset, 0 );
	return tlOutputFile_Write( file, header, sizeof header );
}

bool tlPc2Writer_Frame( tlPc2Writer* writer, const float* xyz )
{
	TL_ASSERT( writer->frameCount < INT32_MAX );
	uint8_t bytes[4 * tl_blockFloats];
	size_t total = 3 * (size_t)writer->vertexCount;
	for ( size_t first = 0; first < total; first += tl_blockFloats )
	{
		size_t count = total - first < tl_blockFloats ? total - first : tl_blockFloats;
		for ( size_t i = 0; i < count; ++i )
		{
			PutWord( bytes + 4 * i, WordFromFloat( xyz[first + i] ) );
		}
		if ( !tlOutputFile_Write( writer->file, bytes, 4 * count ) )
		{
			return false;
		}
	}
	writer->frameCount += 1;
	return true;
}

bool tlPc2Writer_Read( void* context, int32_t frame, float* xyz )
{
	tlPc2Writer* writer = context;
	size_t count = 3 * (size_t)writer->vertexCount;
	if ( frame < 0 || frame >= writer->frameCount ||
	     !tlOutputFile_Read( writer->file, FrameOffset( writer->vertexCount, frame ), xyz, 4 * count ) )
	{
		return false;
	}
	DecodeFloats( xyz, count );
	return true;
}

bool tlPc2Writer_End( tlPc2Writer* writer )
{
	uint8_t bytes[4];
	PutWord( bytes, (uint32_t)writer->frameCount );
	return tlOutputFile_Patch( writer->file, tl_countOffset, bytes, sizeof bytes );
}

tlResult tlPc2Reader_Open( tlPc2Reader* reader, const char* path, tlError* error )
{
	memset( reader, 0, sizeof *reader );
	FILE* file = fopen( path, "rb" );
	if ( file == NULL )
	{
		return tlFail( error, tl_fileError, "%s: %s", path, strerror( errno ) );
	}
	uint8_t header[tl_headerSize];
	if ( fread( header, 1, sizeof header, file ) != sizeof header || memcmp( header, s_signature, sizeof s_signature ) != 0 )
	{
		fclose( file );
		return tlFail( error, tl_invalidFile, "%s: not a PC2 point cache", path );
	}
	uint32_t version = GetWord( header + 12 );
	uint32_t vertexCount = GetWord( header + 16 );
	uint32_t frameCount = GetWord( header + tl_countOffset );
	if ( version != 1 || vertexCount > INT32_MAX || frameCount > INT32_MAX )
	{
		fclose( file );
		return tlFail( error, tl_invalidFile, "%s: the PC2 header is not valid", path );
	}
	// Divided, not multiplied: the product of two hostile counts overflows.
	int64_t size = fseeko( file, 0, SEEK_END ) == 0 ? (int64_t)ftello( file ) : -1;
	int64_t frameSize = 12 * (int64_t)vertexCount;
	if ( size < tl_headerSize || ( frameSize > 0 && ( size - tl_headerSize ) / frameSize < (int64_t)frameCount ) )
	{
		fclose( file );
		return tlFail( error, tl_invalidFile, "%s: the file is shorter than its %u frames of %u points", path, frameCount,
		               vertexCount );
	}
	reader->file = file;
	reader->vertexCount = (int32_t)vertexCount;
	reader->frameCount = (int32_t)frameCount;
	reader->startFrame = FloatFromWord( GetWord( header + 20 ) );
	reader->sampleRate = FloatFromWord( GetWord( header + 24 ) );
	return tl_success;
}

bool tlPc2Reader_Read( void* context, int32_t frame, float* xyz )
{
	tlPc2Reader* reader = context;
	size_t count = 3 * (size_t)reader->vertexCount;
	if ( frame < 0 || frame >= reader->frameCount ||
	     fseeko( reader->file, (off_t)FrameOffset( reader->vertexCount, frame ), SEEK_SET ) != 0 ||
	     fread( xyz, 4, count, reader->file ) != count )
	{
		return false;
	}
	DecodeFloats( xyz, count );
	return true;
}

void tlPc2Reader_Close( tlPc2Reader* reader )
{
	if ( reader->file != NULL )
	{
		fclose( reader->file );
		reader->file = NULL;
	}
}
