// What a run tells of its input: what was mended, left out, or has nothing to act on.
// SPDX-License-Identifier: MIT
#include "scene_tables.h"

#include "base/core.h"

#include <stdarg.h>
#include <stdio.h>

bool tlSceneBuild_AddNote( tlSceneBuild* build, const char* text )
{
	const char** grown = tlPool_Alloc( &build->pool, (size_t)build->noteCount + 1, sizeof *grown );
	char* note = tlPool_Copy( &build->pool, text, strlen( text ) );
	if ( grown == NULL || note == NULL )
	{
		return false; // a note less is no harm
	}
	if ( build->noteCount > 0 )
	{
		memcpy( grown, build->notes, sizeof *grown * (size_t)build->noteCount );
	}
	grown[build->noteCount] = note;
	build->notes = grown;
	build->noteCount += 1;
	return true;
}

bool tlAddNote( tlSceneBuild* build, const char* format, ... )
{
	char text[TL_ERROR_CAPACITY];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( text, sizeof text, format, arguments );
	va_end( arguments );
	return tlSceneBuild_AddNote( build, text );
}

// What was asked for and has nothing to act on.
void tlNoteIdle( tlSceneBuild* build, const tlSceneBody* body, const tlFabric* fabric )
{
	if ( body->volume && !tlFabric_GetReport( fabric )->closed )
	{
		tlAddNote( build, "%s: the mesh is not closed, so it has no volume to keep", body->name );
	}
	if ( body->rod && body->grid != NULL )
	{
		tlAddNote( build, "%s: a grid has no rope segments that could be a rod", body->name );
	}
}

void tlNoteMesh( tlSceneBuild* build, const tlSceneBody* body, const tlMeshReport* report )
{
	double height = (double)report->upper.y - (double)report->lower.y;
	if ( report->suggestedScale != 1 && body->mesh != NULL )
	{
		tlAddNote( build, "%s: the mesh is %.3g m high; if the file is in %s, set its unit to \"%s\"", body->name, height,
		           report->suggestedUnit, report->suggestedUnit );
	}
	if ( report->degenerateFaceCount > 0 )
	{
		tlAddNote( build, "%s: %d faces without area were left out, the first is face %d", body->name,
		           report->degenerateFaceCount, report->firstDegenerateFace );
	}
	if ( report->duplicateFaceCount > 0 )
	{
		tlAddNote( build, "%s: %d faces stand there twice and were left out once, the first is face %d", body->name,
		           report->duplicateFaceCount, report->firstDuplicateFace );
	}
	if ( report->unreferencedVertexCount > 0 && report->faceCount > 0 )
	{
		tlAddNote( build, "%s: %d vertices are in no face and stay where they are, the first is vertex %d", body->name,
		           report->unreferencedVertexCount, report->firstUnreferencedVertex );
	}
	if ( report->nonManifoldEdgeCount > 0 )
	{
		tlAddNote( build, "%s: %d edges have three faces or more and do not bend, the first joins vertices %d and %d",
		           body->name, report->nonManifoldEdgeCount, report->firstNonManifoldEdge[0],
		           report->firstNonManifoldEdge[1] );
	}
}
