// Allocation, errors, assertions and log: what every folder of the core may use.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/base.h"

#include <string.h>

#if defined( __GNUC__ )
#define TL_FORMAT( f, a ) __attribute__( ( format( printf, f, a ) ) )
#define TL_INLINE static inline __attribute__( ( always_inline ) )
#else
#define TL_FORMAT( f, a )
#define TL_INLINE static inline
#endif

// Set in definitions by tlDefaultXxx and checked wherever one is taken, so that a zeroed definition, or one made for the
// other precision, is caught.
#define TL_COOKIE ( 0x7411EC00u + (uint32_t)sizeof( tlReal ) )

// A hook may return, in tests; the analyser is to assume that none does.
#if defined( __clang__ )
#define TL_ANALYZER_NORETURN __attribute__( ( analyzer_noreturn ) )
#else
#define TL_ANALYZER_NORETURN
#endif
void tlAssertFailed( const char* condition, const char* file, int line ) TL_ANALYZER_NORETURN;

// Misuse by a programmer. Active in every build: the checks stand outside hot loops.
#define TL_ASSERT( condition )                                                                                              \
	do                                                                                                                      \
	{                                                                                                                       \
		if ( !( condition ) )                                                                                               \
		{                                                                                                                   \
			tlAssertFailed( #condition, __FILE__, __LINE__ );                                                               \
		}                                                                                                                   \
	}                                                                                                                       \
	while ( 0 )

// Zeroed memory, aligned to 64 bytes; null when there is none left or the size overflows. A count of zero gives a valid
// pointer too.
void* tlAlloc( size_t count, size_t elementSize );

// Takes null.
void tlFree( void* memory );

// Grows an array to hold at least `count` elements, keeping its content; grows by half again, so that repeated growth is
// linear. Returns false, with the old array intact, when memory runs out.
bool tlReserve( void** array, size_t* capacity, size_t count, size_t elementSize );

#define TL_ALLOC( type, count ) ( (type*)tlAlloc( (size_t)( count ), sizeof( type ) ) )

// Writes the sentence, returns the code: return tlFail( error, tl_invalidMesh, "vertex %d is not finite", i );
tlResult tlFail( tlError* error, tlResult code, const char* format, ... ) TL_FORMAT( 3, 4 );
tlResult tlFailMemory( tlError* error );

void tlLogMessage( const char* format, ... ) TL_FORMAT( 1, 2 );

// Seconds from an arbitrary start, for phase times only.
double tlGetSeconds( void );
