// SPDX-License-Identifier: MIT
#if !defined( _POSIX_C_SOURCE )
#define _POSIX_C_SOURCE 200809L
#endif

#include "workers.h"

#include "base/core.h"

#include <pthread.h>
#include <stdatomic.h>

enum
{
	tl_maxThreads = 64
};

struct tlWorkers
{
	pthread_t threads[tl_maxThreads];
	int32_t helperCount;
	pthread_mutex_t mutex;
	pthread_cond_t wake, done;
	uint64_t round; // of the loop that the crew works on
	int32_t busy;   // helpers that have not finished it
	bool quit;

	tlTaskFcn* task;
	void* context;
	int32_t count;
	atomic_int next;
};

static void Drain( tlWorkers* workers )
{
	for ( ;; )
	{
		int32_t index = atomic_fetch_add( &workers->next, 1 );
		if ( index >= workers->count )
		{
			return;
		}
		workers->task( index, workers->context );
	}
}

static void* Help( void* argument )
{
	tlWorkers* workers = argument;
	uint64_t seen = 0;
	pthread_mutex_lock( &workers->mutex );
	for ( ;; )
	{
		while ( workers->round == seen && !workers->quit )
		{
			pthread_cond_wait( &workers->wake, &workers->mutex );
		}
		if ( workers->quit )
		{
			break;
		}
		seen = workers->round;
		pthread_mutex_unlock( &workers->mutex );
		Drain( workers );
		pthread_mutex_lock( &workers->mutex );
		workers->busy -= 1;
		if ( workers->busy == 0 )
		{
			pthread_cond_signal( &workers->done );
		}
	}
	pthread_mutex_unlock( &workers->mutex );
	return NULL;
}

tlWorkers* tlCreateWorkers( int32_t threadCount )
{
	TL_ASSERT( threadCount >= 1 && threadCount <= tl_maxThreads );
	tlWorkers* workers = TL_ALLOC( tlWorkers, 1 );
	if ( workers == NULL )
	{
		return NULL;
	}
	pthread_mutex_init( &workers->mutex, NULL );
	pthread_cond_init( &workers->wake, NULL );
	pthread_cond_init( &workers->done, NULL );
	for ( int32_t i = 0; i < threadCount - 1; ++i )
	{
		if ( pthread_create( &workers->threads[i], NULL, Help, workers ) != 0 )
		{
			tlDestroyWorkers( workers );
			return NULL;
		}
		workers->helperCount += 1;
	}
	return workers;
}

void tlDestroyWorkers( tlWorkers* workers )
{
	if ( workers == NULL )
	{
		return;
	}
	pthread_mutex_lock( &workers->mutex );
	workers->quit = true;
	pthread_cond_broadcast( &workers->wake );
	pthread_mutex_unlock( &workers->mutex );
	for ( int32_t i = 0; i < workers->helperCount; ++i )
	{
		pthread_join( workers->threads[i], NULL );
	}
	pthread_cond_destroy( &workers->done );
	pthread_cond_destroy( &workers->wake );
	pthread_mutex_destroy( &workers->mutex );
	tlFree( workers );
}

void tlParallelFor( tlWorkers* workers, int32_t count, tlTaskFcn* task, void* context )
{
	if ( workers == NULL || workers->helperCount == 0 || count <= 1 )
	{
		for ( int32_t i = 0; i < count; ++i )
		{
			task( i, context );
		}
		return;
	}
	pthread_mutex_lock( &workers->mutex );
	workers->task = task;
	workers->context = context;
	workers->count = count;
	atomic_store( &workers->next, 0 );
	workers->busy = workers->helperCount;
	workers->round += 1;
	pthread_cond_broadcast( &workers->wake );
	pthread_mutex_unlock( &workers->mutex );

	Drain( workers );

	pthread_mutex_lock( &workers->mutex );
	while ( workers->busy > 0 )
	{
		pthread_cond_wait( &workers->done, &workers->mutex );
	}
	pthread_mutex_unlock( &workers->mutex );
}
