// The same bits everywhere: hashes of the last state of several scenes, pinned. They hold for gcc and clang, -O0 and -O3 and
// any number of threads. A hash that changes on purpose is a line in the changelog.
// SPDX-License-Identifier: MIT
#include "io/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct Golden
{
	const char* scene;
	int32_t frames;
	uint64_t single, inDoubles;
} Golden;

static const Golden s_golden[] = {
#include "hashes.inc"
};

static uint64_t RunScene( const Golden* golden, int threads )
{
	char path[1024], frames[64], threadSet[64];
	snprintf( path, sizeof path, TULLE_SOURCE_DIR "/scenes/%s", golden->scene );
	snprintf( frames, sizeof frames, "frames=%d", golden->frames );
	snprintf( threadSet, sizeof threadSet, "budget.threads=%d", threads );
	const char* sets[] = { frames, threadSet };
	tlSceneOptions options = { .sets = sets, .setCount = 2 };
	tlScene* scene = NULL;
	tlWorld* world = NULL;
	tlSceneBuild* build = NULL;
	tlError error = { 0 };
	if ( tlLoadScene( path, &options, &scene, &error ) != tl_success ||
	     tlBuildScene( scene, &world, &build, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
	for ( int32_t frame = 1; frame <= golden->frames; ++frame )
	{
		tlSceneBuild_SetTargets( build, world, frame / scene->framesPerSecond );
		assert_int_equal( tlWorld_Step( world, 1.0 / scene->framesPerSecond, &error ), tl_success );
	}
	uint64_t hash = tlWorld_Hash( world );
	tlDestroyWorld( world );
	tlDestroySceneBuild( build );
	tlDestroyScene( scene );
	return hash;
}

static void CheckHash( void** state )
{
	const Golden* golden = *state;
	uint64_t expected = sizeof( tlReal ) == sizeof( double ) ? golden->inDoubles : golden->single;
	uint64_t hash = RunScene( golden, 1 );
	if ( getenv( "TULLE_PRINT_HASHES" ) != NULL )
	{
		printf( "%s %d %s %016llx\n", golden->scene, golden->frames, tlGetPrecisionName(), (unsigned long long)hash );
		return;
	}
	if ( hash != expected )
	{
		fail_msg( "%s, %d frames, %s precision: %016llx, not %016llx", golden->scene, golden->frames, tlGetPrecisionName(),
		          (unsigned long long)hash, (unsigned long long)expected );
	}
	assert_true( RunScene( golden, 3 ) == expected );
}

int main( void )
{
	enum
	{
		count = sizeof s_golden / sizeof s_golden[0]
	};
	struct CMUnitTest tests[count];
	for ( int i = 0; i < count; ++i )
	{
		tests[i] = ( struct CMUnitTest ){ s_golden[i].scene, CheckHash, NULL, NULL, (void*)(uintptr_t)( s_golden + i ) };
	}
	return cmocka_run_group_tests( tests, NULL, NULL );
}
