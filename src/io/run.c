// SPDX-License-Identifier: MIT
#include "run_internal.h"

const char* const tlGlbLeftOutNote = "scene.glb is left out: not one frame of it fits into output.glbMegabytes";

static tlResult Allocate( tlRun* run, tlError* error )
{
	const tlScene* scene = run->scene;
	run->columnCount = tlProbes_GetColumnCount( run->probes );
	run->firstVertex = TL_ALLOC( int32_t, scene->bodyCount );
	if ( run->firstVertex == NULL )
	{
		return tlFailMemory( error );
	}
	for ( int32_t i = 0; i < scene->bodyCount; ++i )
	{
		run->firstVertex[i] = run->vertexCount;
		run->vertexCount += tlFabric_GetVertexCount( run->build->bodies[i].fabric );
	}
	run->positions = TL_ALLOC( double, 3 * (size_t)run->vertexCount );
	run->frame = TL_ALLOC( float, 3 * (size_t)run->vertexCount );
	return run->positions != NULL && run->frame != NULL ? tl_success : tlFailMemory( error );
}

// Opens the files that grow with the run. The cache is written even when it is not wanted: pictures and the animated mesh
// are drawn from it. It is dropped at the end then.
static tlResult OpenFiles( tlRun* run, tlError* error )
{
	if ( run->options->directory == NULL )
	{
		return tl_success;
	}
	tlResult result = tlOpenOutputDir( run->options->directory, &run->directory, error );
	tlOutputFile* cache = NULL;
	if ( result == tl_success )
	{
		result = tlOutputDir_Open( run->directory, "frames.pc2", &cache, error );
	}
	if ( result == tl_success && !tlPc2Writer_Begin( &run->cache, cache, run->vertexCount, 0, 1 ) )
	{
		result = tlOutputFile_GetResult( cache, error );
	}
	if ( result == tl_success )
	{
		result = tlBeginRows( run, error );
	}
	return result;
}

static tlResult RecordFrame( tlRun* run, tlError* error )
{
	tlResult result = tlReserveRow( run, error );
	if ( result != tl_success )
	{
		return result;
	}
	for ( int32_t i = 0; i < run->scene->colliderCount; ++i )
	{
		run->poses[(size_t)run->rowCount * (size_t)run->scene->colliderCount + (size_t)i] =
		    tlCollider_GetTransform( run->world, run->build->colliders[i] );
	}
	for ( int32_t i = 0; i < run->scene->bodyCount; ++i )
	{
		tlSceneBuild_GetVertices( run->build, run->world, i, run->positions + 3 * (size_t)run->firstVertex[i] );
	}
	for ( size_t k = 0; k < 3 * (size_t)run->vertexCount; ++k )
	{
		run->frame[k] = (float)run->positions[k];
	}
	tlGrowBounds( &run->lower, &run->upper, run->frame, run->vertexCount );
	tlRecordRow( run );
	if ( run->directory != NULL )
	{
		tlPc2Writer_Frame( &run->cache, run->frame );
		tlWriteRow( run );
	}
	return tl_success;
}

// A disk that fills up stops the run at once, not at the end.
static tlResult CheckFiles( const tlRun* run, tlError* error )
{
	if ( run->directory == NULL )
	{
		return tl_success;
	}
	tlResult result = tlOutputFile_GetResult( run->cache.file, error );
	result = result == tl_success ? tlOutputFile_GetResult( run->stats, error ) : result;
	return result == tl_success ? tlOutputFile_GetResult( run->probesFile, error ) : result;
}

static tlResult Simulate( tlRun* run, tlError* error )
{
	tlResult result = RecordFrame( run, error );
	double start = tlGetSeconds();
	for ( int32_t frame = 1; frame <= run->frameCount && result == tl_success; ++frame )
	{
		tlSceneBuild_SetTargets( run->build, run->world, frame / run->scene->framesPerSecond );
		result = tlWorld_Step( run->world, 1.0 / run->scene->framesPerSecond, error );
		if ( result != tl_success && result != tl_notFinite )
		{
			return result;
		}
		run->stepSeconds += tlWorld_GetStats( run->world )->times.step;
		for ( int32_t i = 0; result == tl_notFinite && run->faultFrame < 0 && i < run->scene->bodyCount; ++i )
		{
			const tlBodyStats* stats = tlBody_GetStats( run->world, run->build->bodies[i].id );
			if ( stats->faulted )
			{
				run->faultReason = stats->unsolved ? "could not be solved by the method newton" : "turned non-finite";
				run->faultFrame = frame;
				run->faultBody = i;
			}
		}
		result = RecordFrame( run, error );
		result = result == tl_success ? CheckFiles( run, error ) : result;
		if ( result != tl_success )
		{
			return result;
		}
		const tlRunOptions* options = run->options;
		double mean = ( tlGetSeconds() - start ) / frame;
		if ( options->progress != NULL && !options->progress( frame, run->frameCount, mean, options->context ) )
		{
			return tlFail( error, tl_unsupported, "the run was stopped at frame %d", frame );
		}
	}
	return result;
}

// What the numbers of all frames say and a user would not look for.
static void NoteAir( tlRun* run )
{
	int32_t frames = 0, most = 0;
	for ( int32_t i = 0; i < run->rowCount; ++i )
	{
		int32_t count = run->rows[i].airLimited;
		frames += count > 0 ? 1 : 0;
		most = count > most ? count : most;
	}
	if ( frames > 0 )
	{
		char note[TL_ERROR_CAPACITY];
		snprintf( note, sizeof note,
		          "the air was held back for stability in %d of %d frames, on up to %d faces or segments; more substeps let "
		          "it push as it should",
		          frames, run->frameCount, most );
		tlSceneBuild_AddNote( run->build, note );
	}
}

static tlResult WriteSummary( tlRun* run, const json_t* summary, tlError* error )
{
	tlOutputFile* file;
	tlResult result = tlOutputDir_Open( run->directory, "summary.json", &file, error );
	if ( result != tl_success )
	{
		return result;
	}
	char* text = json_dumps( summary, JSON_INDENT( 2 ) | JSON_REAL_PRECISION( 12 ) );
	if ( text == NULL )
	{
		return tlFailMemory( error );
	}
	tlOutputFile_Print( file, "%s\n", text );
	free( text );
	return tlOutputFile_GetResult( file, error );
}

static tlResult WriteFiles( tlRun* run, json_t* summary, tlError* error )
{
	const tlSceneOutput* output = &run->scene->output;
	if ( !tlPc2Writer_End( &run->cache ) )
	{
		return tlOutputFile_GetResult( run->cache.file, error );
	}
	tlResult result = tlWriteState( run, error );
	if ( result == tl_success && output->glb && run->vertexCount > 0 )
	{
		result = tlWriteRunGlb( run, error );
	}
	if ( run->glbLeftOut )
	{
		json_array_append_new( json_object_get( summary, "notes" ), json_string( tlGlbLeftOutNote ) );
	}
	if ( result == tl_success )
	{
		result = WriteSummary( run, summary, error );
	}
	if ( result == tl_success && output->report )
	{
		result = tlDrawRun( run, error );
		result = result == tl_success ? tlWriteRunPictures( run, error ) : result;
		result = result == tl_success ? tlWriteRunReport( run, error ) : result;
	}
	if ( result == tl_success && !output->pc2 )
	{
		tlOutputDir_Drop( run->directory, run->cache.file );
	}
	return result == tl_success ? tlOutputDir_Commit( run->directory, error ) : result;
}

static void Free( tlRun* run )
{
	tlFreePictures( run );
	tlDestroyOutputDir( run->directory );
	tlDestroyProbes( run->probes );
	tlDestroyWorld( run->world );
	tlDestroySceneBuild( run->build );
	tlFree( run->rows );
	tlFree( run->probeRows );
	tlFree( run->poses );
	tlFree( run->firstVertex );
	tlFree( run->positions );
	tlFree( run->frame );
}

tlResult tlRunScene( const tlScene* scene, const tlRunOptions* options, tlRunOutcome* outcome, tlError* error )
{
	*outcome = ( tlRunOutcome ){ .faultFrame = -1 };
	tlRun run = { .scene = scene, .options = options, .frameCount = scene->frameCount, .faultFrame = -1, .faultBody = -1 };
	tlEmptyBounds( &run.lower, &run.upper );
	tlResult result = tlBuildScene( scene, &run.world, &run.build, error );
	if ( result == tl_success )
	{
		result = tlCreateProbes( run.build, run.world, &run.probes, error );
	}
	if ( result == tl_success )
	{
		result = Allocate( &run, error );
	}
	if ( result == tl_success )
	{
		tlGatherRunSets( &run );
		result = OpenFiles( &run, error );
	}
	if ( result == tl_success )
	{
		result = Simulate( &run, error );
	}
	if ( result == tl_success )
	{
		NoteAir( &run );
		outcome->summary = tlMakeSummary( &run );
		result = outcome->summary != NULL ? tl_success : tlFailMemory( error );
	}
	if ( result == tl_success && run.directory != NULL )
	{
		result = WriteFiles( &run, outcome->summary, error );
	}
	if ( result == tl_success )
	{
		outcome->faultFrame = run.faultFrame;
		outcome->faultReason = run.faultReason;
		outcome->faultBody = run.faultBody >= 0 ? scene->bodies[run.faultBody].name : NULL;
		outcome->secondsPerFrame = run.frameCount > 0 ? run.stepSeconds / run.frameCount : 0;
		outcome->fileCount = run.directory != NULL ? tlOutputDir_GetFileCount( run.directory ) : 0;
	}
	else
	{
		json_decref( outcome->summary );
		outcome->summary = NULL;
	}
	Free( &run );
	return result;
}
