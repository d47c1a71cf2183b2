// The crew of threads: every index once, round after round, whatever the counts.
// SPDX-License-Identifier: MIT
#include "parallel/workers.h"

#include "base/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>

#include <cmocka.h>

enum
{
	tl_most = 5000
};

static atomic_int s_counts[tl_most];
static atomic_int s_outside;

static void Count( int32_t index, void* context )
{
	int32_t count = *(const int32_t*)context;
	if ( index < 0 || index >= count )
	{
		atomic_fetch_add( &s_outside, 1 );
		return;
	}
	atomic_fetch_add( s_counts + index, 1 );
}

// Runs rounds of a loop and sees that each index came once a round.
static void CheckRounds( tlWorkers* workers, int32_t count, int32_t roundCount )
{
	for ( int32_t i = 0; i < tl_most; ++i )
	{
		atomic_store( s_counts + i, 0 );
	}
	atomic_store( &s_outside, 0 );
	for ( int32_t round = 1; round <= roundCount; ++round )
	{
		tlParallelFor( workers, count, Count, &count );
		// All are done when the call returns, not some time later.
		assert_int_equal( atomic_load( s_counts + ( count > 0 ? count - 1 : 0 ) ), count > 0 ? round : 0 );
	}
	for ( int32_t i = 0; i < tl_most; ++i )
	{
		assert_int_equal( atomic_load( s_counts + i ), i < count ? roundCount : 0 );
	}
	assert_int_equal( atomic_load( &s_outside ), 0 );
}

static void TestEveryIndexOnce( void** state )
{
	(void)state;
	const int32_t threads[] = { 1, 2, 3, 8, 64 };
	for ( size_t t = 0; t < sizeof threads / sizeof threads[0]; ++t )
	{
		tlWorkers* workers = tlCreateWorkers( threads[t] );
		assert_non_null( workers );
		CheckRounds( workers, tl_most, 20 );
		CheckRounds( workers, 100, 20 );
		tlDestroyWorkers( workers );
	}
	assert_int_equal( tlGetByteCount(), 0 );
}

static void TestManyShortRounds( void** state )
{
	(void)state;
	tlWorkers* workers = tlCreateWorkers( 4 );
	assert_non_null( workers );
	CheckRounds( workers, 2, 5000 );
	CheckRounds( workers, 7, 5000 );
	tlDestroyWorkers( workers );
}

static void TestLittleWork( void** state )
{
	(void)state;
	tlWorkers* workers = tlCreateWorkers( 16 );
	assert_non_null( workers );
	CheckRounds( workers, 0, 100 );
	CheckRounds( workers, 1, 100 );
	CheckRounds( workers, 3, 100 ); // more threads than work
	CheckRounds( workers, 16, 100 );
	CheckRounds( workers, 17, 100 );
	tlDestroyWorkers( workers );
}

static void TestNoCrew( void** state )
{
	(void)state;
	CheckRounds( NULL, 0, 3 );
	CheckRounds( NULL, 1, 3 );
	CheckRounds( NULL, 1000, 3 );
	tlDestroyWorkers( NULL );
}

static void TestMakeAndDestroy( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < 200; ++i )
	{
		tlWorkers* workers = tlCreateWorkers( 1 + i % 8 );
		assert_non_null( workers );
		if ( i % 3 == 0 )
		{
			CheckRounds( workers, 5, 1 );
		}
		tlDestroyWorkers( workers ); // also without having worked
	}
	assert_int_equal( tlGetByteCount(), 0 );
}

typedef struct Sums
{
	const double* values;
	double* squares;
} Sums;

static void Square( int32_t index, void* context )
{
	const Sums* sums = context;
	sums->squares[index] = sums->values[index] * sums->values[index];
}

static void CountSlowly( int32_t index, void* context )
{
	(void)context;
	double end = tlGetSeconds() + 1e-4 * ( 1 + index % 2 );
	while ( tlGetSeconds() < end )
	{
	}
	atomic_fetch_add( s_counts + index, 1 );
}

// The caller waits for the others when it has nothing left to do itself.
static void TestWaitsForTheSlowest( void** state )
{
	(void)state;
	tlWorkers* workers = tlCreateWorkers( 2 );
	assert_non_null( workers );
	for ( int32_t round = 1; round <= 300; ++round )
	{
		for ( int32_t i = 0; i < 4; ++i )
		{
			atomic_store( s_counts + i, 0 );
		}
		tlParallelFor( workers, 4, CountSlowly, NULL );
		for ( int32_t i = 0; i < 4; ++i )
		{
			assert_int_equal( atomic_load( s_counts + i ), 1 );
		}
	}
	tlDestroyWorkers( workers );
}

// What a task writes is seen by the caller, and what the caller wrote is seen by the tasks.
static void TestMemoryIsSeen( void** state )
{
	(void)state;
	static double values[1000], squares[1000];
	tlWorkers* workers = tlCreateWorkers( 4 );
	assert_non_null( workers );
	Sums sums = { values, squares };
	for ( int32_t round = 0; round < 500; ++round )
	{
		for ( int32_t i = 0; i < 1000; ++i )
		{
			values[i] = round + i;
		}
		tlParallelFor( workers, 1000, Square, &sums );
		for ( int32_t i = 0; i < 1000; ++i )
		{
			assert_true( squares[i] == values[i] * values[i] );
		}
	}
	tlDestroyWorkers( workers );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestEveryIndexOnce ),     cmocka_unit_test( TestManyShortRounds ),
		cmocka_unit_test( TestLittleWork ),         cmocka_unit_test( TestNoCrew ),
		cmocka_unit_test( TestMakeAndDestroy ),     cmocka_unit_test( TestMemoryIsSeen ),
		cmocka_unit_test( TestWaitsForTheSlowest ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
