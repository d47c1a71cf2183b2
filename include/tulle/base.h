// Tulle: base types shared by every public header: precision, results, hooks and ids.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

#define TULLE_VERSION_MAJOR 0
#define TULLE_VERSION_MINOR 1
#define TULLE_VERSION_PATCH 0
#define TULLE_VERSION "0.1.0"

// The core compiles in one of two precisions. A program is compiled with the same setting as the library that it links:
// TULLE_DOUBLE undefined for libtulle, defined for libtulle_double. Every definition carries a cookie that holds the
// precision, so that a mix is caught at the first call.
#ifdef TULLE_DOUBLE
typedef double tlReal;
#define TL_EPSILON 2.220446049250313e-16 // distance from 1 to the next number
#else
typedef float tlReal;
#define TL_EPSILON 1.1920929e-7f
#endif

// What a function answers. Anything but tl_success comes with one sentence in tlError.
typedef enum tlResult
{
	tl_success = 0,
	tl_invalidArgument, // a value is out of its range; the sentence names the field
	tl_invalidMesh,     // the mesh can not be used; the sentence names the vertex or face
	tl_invalidFile,     // a file has the wrong content; the sentence names file, line and column
	tl_fileError,       // a file could not be read or written
	tl_outOfMemory,
	tl_notFinite,   // a state holds NaN or infinity
	tl_unsupported, // a valid request that this build can not serve
} tlResult;

#define TL_ERROR_CAPACITY 512

// One sentence for a person. A null tlError pointer is accepted everywhere.
typedef struct tlError
{
	tlResult code;
	char message[TL_ERROR_CAPACITY];
} tlError;

// The allocator serves every allocation of the core. It is set before the first world and fabric and kept.
// Memory is aligned to 64 bytes. A null function pair restores the default.
typedef void* tlAllocFcn( size_t byteCount, void* context );
typedef void tlFreeFcn( void* memory, void* context );
void tlSetAllocator( tlAllocFcn* alloc, tlFreeFcn* free, void* context );

// Bytes that the core holds now. Zero once everything is destroyed.
size_t tlGetByteCount( void );

// Number of allocations since the start; two equal readings around a step show that the step made none.
uint64_t tlGetAllocationCount( void );

// Log and assertion hooks. Assertions catch misuse by a programmer (a stale id, a definition without its default);
// bad data never asserts, it is answered with a result. Without hooks, messages are dropped, and a failed assertion prints
// to stderr and aborts.
typedef void tlLogFcn( const char* message, void* context );
typedef void tlAssertFcn( const char* condition, const char* file, int line, void* context );
void tlSetLog( tlLogFcn* log, void* context );
void tlSetAssert( tlAssertFcn* assertion, void* context );

// "single" or "double": the precision of the linked library.
const char* tlGetPrecisionName( void );

// Ids are small values. Index 0 is null; the generation detects an id that outlived its object.
typedef struct tlBodyId
{
	uint32_t index1;
	uint32_t generation;
} tlBodyId;

typedef struct tlColliderId
{
	uint32_t index1;
	uint32_t generation;
} tlColliderId;

typedef struct tlForceFieldId
{
	uint32_t index1;
	uint32_t generation;
} tlForceFieldId;

#define TL_NULL_ID                                                                                                          \
	{                                                                                                                       \
		0, 0                                                                                                                \
	}
#define TL_IS_NULL( id ) ( ( id ).index1 == 0 )

#ifdef __cplusplus
}
#endif
