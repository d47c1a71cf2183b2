// SPDX-License-Identifier: MIT
#if !defined( _POSIX_C_SOURCE )
#define _POSIX_C_SOURCE 200809L
#endif

#include "core.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum
{
	tl_alignment = 64 // also the room in front of each block for its size: a cache line
};

static tlAllocFcn* s_alloc;
static tlFreeFcn* s_free;
static void* s_allocContext;
static tlLogFcn* s_log;
static void* s_logContext;
static tlAssertFcn* s_assert;
static void* s_assertContext;
static atomic_size_t s_byteCount;
static _Atomic uint64_t s_allocationCount;

void tlSetAllocator( tlAllocFcn* alloc, tlFreeFcn* freeFcn, void* context )
{
	bool both = alloc != NULL && freeFcn != NULL;
	s_alloc = both ? alloc : NULL;
	s_free = both ? freeFcn : NULL;
	s_allocContext = both ? context : NULL;
}

size_t tlGetByteCount( void )
{
	return atomic_load( &s_byteCount );
}

uint64_t tlGetAllocationCount( void )
{
	return atomic_load( &s_allocationCount );
}

void tlSetLog( tlLogFcn* log, void* context )
{
	s_log = log;
	s_logContext = context;
}

void tlSetAssert( tlAssertFcn* assertion, void* context )
{
	s_assert = assertion;
	s_assertContext = context;
}

const char* tlGetPrecisionName( void )
{
	return sizeof( tlReal ) == sizeof( double ) ? "double" : "single";
}

void tlAssertFailed( const char* condition, const char* file, int line )
{
	if ( s_assert != NULL )
	{
		s_assert( condition, file, line, s_assertContext );
		return;
	}
	fprintf( stderr, "tulle: assertion failed: %s (%s:%d)\n", condition, file, line );
	abort();
}

void* tlAlloc( size_t count, size_t elementSize )
{
	if ( elementSize != 0 && count > ( SIZE_MAX / 2 ) / elementSize )
	{
		return NULL;
	}
	size_t used = count * elementSize;
	size_t whole = ( used / tl_alignment + 2 ) * tl_alignment;
	char* block = s_alloc != NULL ? s_alloc( whole, s_allocContext ) : aligned_alloc( tl_alignment, whole );
	if ( block == NULL )
	{
		return NULL;
	}
	memset( block, 0, whole );
	memcpy( block, &whole, sizeof whole );
	atomic_fetch_add( &s_byteCount, whole );
	atomic_fetch_add( &s_allocationCount, 1 );
	return block + tl_alignment;
}

void tlFree( void* memory )
{
	if ( memory == NULL )
	{
		return;
	}
	char* block = (char*)memory - tl_alignment;
	size_t whole;
	memcpy( &whole, block, sizeof whole );
	atomic_fetch_sub( &s_byteCount, whole );
	if ( s_free != NULL )
	{
		s_free( block, s_allocContext );
	}
	else
	{
		free( block );
	}
}

bool tlReserve( void** array, size_t* capacity, size_t count, size_t elementSize )
{
	if ( count <= *capacity )
	{
		return true;
	}
	size_t grown = *capacity + *capacity / 2;
	grown = grown < count ? count : grown;
	void* memory = tlAlloc( grown, elementSize );
	if ( memory == NULL )
	{
		return false;
	}
	if ( *array != NULL )
	{
		memcpy( memory, *array, *capacity * elementSize );
		tlFree( *array );
	}
	*array = memory;
	*capacity = grown;
	return true;
}

tlResult tlFail( tlError* error, tlResult code, const char* format, ... )
{
	if ( error != NULL )
	{
		error->code = code;
		va_list arguments;
		va_start( arguments, format );
		vsnprintf( error->message, sizeof error->message, format, arguments );
		va_end( arguments );
	}
	return code;
}

tlResult tlFailMemory( tlError* error )
{
	return tlFail( error, tl_outOfMemory, "out of memory" );
}

void tlLogMessage( const char* format, ... )
{
	if ( s_log == NULL )
	{
		return;
	}
	char message[TL_ERROR_CAPACITY];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( message, sizeof message, format, arguments );
	va_end( arguments );
	s_log( message, s_logContext );
}

double tlGetSeconds( void )
{
	struct timespec now;
	clock_gettime( CLOCK_MONOTONIC, &now );
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
