// Fuzzes the scene: any bytes are parsed, and what is valid and small is built and stepped. No file is read.
// SPDX-License-Identifier: MIT
#include "io/probe.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size );

// Upper bound on the vertices, before anything is made of them.
static int64_t CountVertices( const tlScene* scene )
{
	int64_t count = 0;
	for ( int32_t i = 0; i < scene->bodyCount; ++i )
	{
		const tlSceneBody* body = &scene->bodies[i];
		count += body->grid != NULL ? (int64_t)body->grid->columns * body->grid->rows : 0;
		count += body->rope != NULL ? (int64_t)body->rope->pointCount + body->rope->segments : 0;
		count += body->particles != NULL ? body->particles->positionCount : 0;
	}
	return count;
}

static void Run( const tlScene* scene )
{
	tlWorld* world;
	tlSceneBuild* build;
	tlProbes* probes = NULL;
	if ( tlBuildScene( scene, &world, &build, NULL ) != tl_success )
	{
		return;
	}
	if ( tlCreateProbes( build, world, &probes, NULL ) == tl_success )
	{
		double* values = calloc( (size_t)tlProbes_GetColumnCount( probes ) + 1, sizeof *values );
		for ( int frame = 0; frame <= 2 && values != NULL; ++frame )
		{
			if ( frame > 0 )
			{
				tlSceneBuild_SetTargets( build, world, frame / scene->framesPerSecond );
				tlWorld_Step( world, 1 / scene->framesPerSecond, NULL );
			}
			tlProbes_Record( probes, world, values );
		}
		free( values );
	}
	tlDestroyProbes( probes );
	tlDestroyWorld( world );
	tlDestroySceneBuild( build );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	// The first byte says whether a line in front of the scene is an override.
	const char* text = (const char*)data;
	char set[128];
	const char* sets[1] = { set };
	tlSceneOptions options = { .sets = sets, .noFiles = true };
	if ( size > 1 && text[0] == '-' )
	{
		size_t length = 0;
		while ( length + 1 < size && length + 1 < sizeof set && text[length + 1] != '\n' && text[length + 1] != 0 )
		{
			set[length] = text[length + 1];
			length += 1;
		}
		set[length] = 0;
		options.setCount = 1;
		text += length + 1;
		size -= length + 1;
	}
	tlScene* scene;
	tlError error;
	if ( tlParseScene( text, size, "fuzz.json", &options, &scene, &error ) != tl_success )
	{
		return 0;
	}
	if ( CountVertices( scene ) < 2000 && scene->budget.substepCount * (int64_t)scene->budget.iterationCount <= 64 &&
	     scene->budget.threadCount == 1 )
	{
		Run( scene );
	}
	tlDestroyScene( scene );
	return 0;
}
