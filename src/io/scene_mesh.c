// A scene for a bare mesh, for `tulle run body.obj`: written as JSON and read like any other, so that overrides work on it
// and it can be printed as a start for a scene of one's own.
// SPDX-License-Identifier: MIT
#include "mesh_file.h"
#include "scene.h"

#include "base/core.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
	tl_maxAssumptions = 8
};

typedef struct tlAssumptions
{
	char sentences[tl_maxAssumptions][200];
	int32_t count;
} tlAssumptions;

static void Assume( tlAssumptions* assumptions, const char* format, ... ) TL_FORMAT( 2, 3 );

static void Assume( tlAssumptions* assumptions, const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( assumptions->sentences[assumptions->count++], sizeof assumptions->sentences[0], format, arguments );
	va_end( arguments );
}

// The vertices to hang the cloth by: the top 2 % of its height, or, of one that lies flat, two corners.
static json_t* MakePins( const tlMeshFile* mesh, const tlMeshReport* report, double scale, tlAssumptions* assumptions )
{
	double width = (double)report->upper.x - (double)report->lower.x;
	double height = (double)report->upper.y - (double)report->lower.y;
	double depth = (double)report->upper.z - (double)report->lower.z;
	if ( height < 0.01 * ( width + depth ) )
	{
		int32_t corners[2] = { 0, 0 };
		for ( int32_t i = 1; i < mesh->vertexCount; ++i )
		{
			const tlVec3* p = mesh->positions;
			corners[0] = p[i].x + p[i].z < p[corners[0]].x + p[corners[0]].z ? i : corners[0];
			corners[1] = p[i].x - p[i].z > p[corners[1]].x - p[corners[1]].z ? i : corners[1];
		}
		Assume( assumptions, "the mesh lies flat, so it is pinned at two corners, vertices %d and %d", corners[0],
		        corners[1] );
		return json_pack( "[{s:[ii]}]", "vertices", corners[0], corners[1] );
	}
	double margin = 0.01 * scale * ( width + height + depth );
	double x0 = scale * report->lower.x - margin, x1 = scale * report->upper.x + margin;
	double z0 = scale * report->lower.z - margin, z1 = scale * report->upper.z + margin;
	double y0 = scale * ( report->upper.y - 0.02 * height ), y1 = scale * report->upper.y + margin;
	Assume( assumptions, "the vertices in the top 2 %% of the height are pinned" );
	return json_pack( "[{s:{s:[fff],s:[fff]}}]", "box", "min", x0, y0, z0, "max", x1, y1, z1 );
}

static json_t* MakeJson( const char* file, const tlMeshFile* mesh, const tlMeshReport* report, tlAssumptions* assumptions )
{
	double scale = report->suggestedScale;
	double height = scale * ( (double)report->upper.y - (double)report->lower.y );
	double width = scale * ( (double)report->upper.x - (double)report->lower.x );
	double below = 0.25 * ( height > width ? height : width );
	double ground = scale * report->lower.y - below;
	const char* unit = report->suggestedUnit != NULL && scale != 1 ? report->suggestedUnit : "m";
	Assume( assumptions, "the file is in %s%s: %.3g m high", unit, scale != 1 ? ", by its size" : "", height );
	json_t* pins = MakePins( mesh, report, scale, assumptions );
	Assume( assumptions, "plain cotton, 0.2 kg/m^2, with light damping; tethers along the cloth to the pins" );
	Assume( assumptions, "a ground plane %.3g m below it", below );
	Assume( assumptions, "120 frames at 60 frames per second" );
	return json_pack( "{s:s, s:f, s:i, s:{s:{s:f, s:f}}, s:[{s:s, s:s, s:{s:s, s:s}, s:o, s:{s:s}}],"
	                  " s:[{s:s, s:{s:s}, s:{s:[fff]}}]}",
	                  "description", "Made from a mesh alone.", "fps", 60.0, "frames", 120, "materials", "cotton",
	                  "edgeDamping", 2.0, "globalDamping", 0.2, "bodies", "name", "cloth", "material", "cotton", "mesh",
	                  "file", file, "unit", unit, "pins", pins, "tethers", "mode", "geodesic", "colliders", "name", "ground",
	                  "shape", "type", "plane", "transform", "position", 0.0, ground, 0.0 );
}

static bool KeepAssumptions( tlScene* scene, const tlAssumptions* assumptions )
{
	scene->assumptions = tlPool_Alloc( &scene->pool, (size_t)assumptions->count, sizeof *scene->assumptions );
	for ( int32_t i = 0; i < assumptions->count && scene->assumptions != NULL; ++i )
	{
		const char* sentence = assumptions->sentences[i];
		scene->assumptions[i] = tlPool_Copy( &scene->pool, sentence, strlen( sentence ) );
		scene->assumptionCount += scene->assumptions[i] != NULL ? 1 : 0;
	}
	return scene->assumptionCount == assumptions->count;
}

tlResult tlMakeSceneFromMesh( const char* meshPath, const tlSceneOptions* options, tlScene** scene, tlError* error )
{
	*scene = NULL;
	tlMeshFile mesh;
	tlMeshReport report;
	tlResult result = tlInspectMeshFile( meshPath, &mesh, &report, error );
	if ( result != tl_success )
	{
		return result;
	}
	tlAssumptions assumptions = { .count = 0 };
	const char* slash = strrchr( meshPath, '/' );
	json_t* json = MakeJson( slash != NULL ? slash + 1 : meshPath, &mesh, &report, &assumptions );
	tlFreeMeshFile( &mesh );
	char* text = json != NULL ? json_dumps( json, JSON_INDENT( 2 ) ) : NULL;
	json_decref( json );
	if ( text == NULL )
	{
		return tlFail( error, tl_invalidFile, "%.300s: the name of the file is not UTF-8", meshPath );
	}
	result = tlParseScene( text, strlen( text ), meshPath, options, scene, error );
	free( text );
	if ( result == tl_success && !KeepAssumptions( *scene, &assumptions ) )
	{
		tlDestroyScene( *scene );
		*scene = NULL;
		return tlFailMemory( error );
	}
	return result;
}
