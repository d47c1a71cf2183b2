// SPDX-License-Identifier: MIT
#include "command.h"

#include "io/mesh_file.h"
#include "tulle/fabric.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char s_help[] =
    "Usage: tulle inspect FILE... [--json]\n"
    "\n"
    "Looks at meshes as a fabric would be cooked from them, and says what is wrong with them and what is done about it.\n"
    "FILE is an OBJ file, or any format that assimp reads: PLY, STL, glTF, FBX and others. Vertices and faces are numbered\n"
    "from 0, in the order of the file.\n"
    "\n"
    "  --json   print a JSON object, or an array of them for several files\n"
    "  --help   print this text\n"
    "\n"
    "Exit status: 0, also when something was mended; 2 for a file that can not be used or a wrong call.\n";

// "3 faces" and "1 face".
static void PrintCount( int32_t count, const char* one, const char* many )
{
	printf( "  %d %s", (int)count, count == 1 ? one : many );
}

static void PrintFaces( const tlMeshReport* report )
{
	const struct
	{
		int32_t count;
		const char* one;
		const char* many;
	} kinds[4] = {
		{ report->segmentCount, "segment", "segments" },
		{ report->triangleCount, "triangle", "triangles" },
		{ report->quadCount, "quad", "quads" },
		{ report->polygonCount, "polygon, cut into triangles", "polygons, cut into triangles" },
	};
	PrintCount( report->faceCount, "face", "faces" );
	const char* between = ": ";
	for ( int i = 0; i < 4; ++i )
	{
		if ( kinds[i].count > 0 )
		{
			printf( "%s%d %s", between, (int)kinds[i].count, kinds[i].count == 1 ? kinds[i].one : kinds[i].many );
			between = ", ";
		}
	}
	printf( ".\n" );
	PrintCount( report->edgeCount, "edge, ", "edges, " );
	printf( "%.4g to %.4g m long, %.4g m on average.\n", report->edgeLengthMin, report->edgeLengthMax,
	        report->edgeLengthMean );
	PrintCount( report->componentCount, "piece.\n", "pieces, not joined by a face.\n" );
}

static void PrintSize( const tlMeshReport* report )
{
	tlVec3 a = report->lower;
	tlVec3 b = report->upper;
	printf( "  Bounds (%.4g, %.4g, %.4g) to (%.4g, %.4g, %.4g) m: %.4g x %.4g x %.4g m.\n", (double)a.x, (double)a.y,
	        (double)a.z, (double)b.x, (double)b.y, (double)b.z, (double)b.x - (double)a.x, (double)b.y - (double)a.y,
	        (double)b.z - (double)a.z );
	if ( report->suggestedScale != 1 )
	{
		printf( "  That is the size of a garment in %s: to bring it to metres, scale by %g.\n", report->suggestedUnit,
		        report->suggestedScale );
	}
	printf( "  Area %.6g m^2.\n", report->area );
	if ( report->closed )
	{
		printf( "  Closed: it encloses %.6g m^3%s.\n", report->volume,
		        report->volume < 0 ? ", negative because its faces wind inward" : "" );
	}
	else if ( report->borderEdgeCount > 0 )
	{
		printf( "  Open: " );
		printf( "%d border %s.\n", (int)report->borderEdgeCount, report->borderEdgeCount == 1 ? "edge" : "edges" );
	}
}

static void PrintFirst( int32_t count, const char* what, int32_t first )
{
	printf( " (%s%s %d).\n", count == 1 ? "" : "first: ", what, (int)first );
}

static bool PrintFindings( const tlMeshReport* report )
{
	bool any = false;
	if ( report->weldedVertexCount > 0 )
	{
		any = true;
		PrintCount( report->weldedVertexCount, "vertex coincides", "vertices coincide" );
		printf( " with an earlier one: welded, %d particles are left.\n", (int)report->particleCount );
	}
	if ( report->degenerateFaceCount > 0 )
	{
		any = true;
		PrintCount( report->degenerateFaceCount, "face has", "faces have" );
		printf( " a repeated corner or no area: skipped" );
		PrintFirst( report->degenerateFaceCount, "face", report->firstDegenerateFace );
	}
	if ( report->duplicateFaceCount > 0 )
	{
		any = true;
		PrintCount( report->duplicateFaceCount, "face has", "faces have" );
		printf( " the corners of an earlier one: skipped" );
		PrintFirst( report->duplicateFaceCount, "face", report->firstDuplicateFace );
	}
	if ( report->unreferencedVertexCount > 0 )
	{
		any = true;
		PrintCount( report->unreferencedVertexCount, "vertex is", "vertices are" );
		printf( " in no face: kept, fixed in place" );
		PrintFirst( report->unreferencedVertexCount, "vertex", report->firstUnreferencedVertex );
	}
	if ( report->nonManifoldEdgeCount > 0 )
	{
		any = true;
		PrintCount( report->nonManifoldEdgeCount, "edge has", "edges have" );
		printf( " more than two faces: kept, without bending across (%svertices %d and %d).\n",
		        report->nonManifoldEdgeCount == 1 ? "" : "first: ", (int)report->firstNonManifoldEdge[0],
		        (int)report->firstNonManifoldEdge[1] );
	}
	if ( report->flippedEdgeCount > 0 )
	{
		any = true;
		PrintCount( report->flippedEdgeCount, "edge has", "edges have" );
		printf( " faces wound against each other: kept; wind and volume see both sides.\n" );
	}
	return any;
}

static void PrintText( const char* path, const tlMeshFile* mesh, const tlMeshReport* report )
{
	printf( "%s: %s\n", path, mesh->format );
	PrintCount( report->vertexCount, "vertex", "vertices" );
	printf( "%s.\n", mesh->colors != NULL ? ", with colours" : "" );
	PrintFaces( report );
	PrintSize( report );
	if ( !PrintFindings( report ) )
	{
		printf( "  Nothing to mend.\n" );
	}
}

static json_t* MakeVector( tlVec3 a )
{
	return json_pack( "[f,f,f]", (double)a.x, (double)a.y, (double)a.z );
}

static json_t* MakeJson( const char* path, const tlMeshFile* mesh, const tlMeshReport* report )
{
	const struct
	{
		const char* name;
		int32_t value;
	} counts[] = {
		{ "vertexCount", report->vertexCount },
		{ "faceCount", report->faceCount },
		{ "segmentCount", report->segmentCount },
		{ "triangleCount", report->triangleCount },
		{ "quadCount", report->quadCount },
		{ "polygonCount", report->polygonCount },
		{ "particleCount", report->particleCount },
		{ "weldedVertexCount", report->weldedVertexCount },
		{ "degenerateFaceCount", report->degenerateFaceCount },
		{ "firstDegenerateFace", report->firstDegenerateFace },
		{ "duplicateFaceCount", report->duplicateFaceCount },
		{ "firstDuplicateFace", report->firstDuplicateFace },
		{ "unreferencedVertexCount", report->unreferencedVertexCount },
		{ "firstUnreferencedVertex", report->firstUnreferencedVertex },
		{ "edgeCount", report->edgeCount },
		{ "borderEdgeCount", report->borderEdgeCount },
		{ "nonManifoldEdgeCount", report->nonManifoldEdgeCount },
		{ "flippedEdgeCount", report->flippedEdgeCount },
		{ "componentCount", report->componentCount },
	};
	json_t* object = json_object();
	json_t* file = json_string( path );
	json_object_set_new( object, "file", file != NULL ? file : json_null() ); // a name that is not UTF-8
	json_object_set_new( object, "format", json_string( mesh->format ) );
	json_object_set_new( object, "hasColors", json_boolean( mesh->colors != NULL ) );
	for ( size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i )
	{
		json_object_set_new( object, counts[i].name, json_integer( counts[i].value ) );
	}
	json_object_set_new( object, "firstNonManifoldEdge",
	                     json_pack( "[i,i]", (int)report->firstNonManifoldEdge[0], (int)report->firstNonManifoldEdge[1] ) );
	json_object_set_new( object, "closed", json_boolean( report->closed ) );
	json_object_set_new( object, "lower", MakeVector( report->lower ) );
	json_object_set_new( object, "upper", MakeVector( report->upper ) );
	json_object_set_new( object, "edgeLengthMin", json_real( report->edgeLengthMin ) );
	json_object_set_new( object, "edgeLengthMean", json_real( report->edgeLengthMean ) );
	json_object_set_new( object, "edgeLengthMax", json_real( report->edgeLengthMax ) );
	json_object_set_new( object, "area", json_real( report->area ) );
	json_object_set_new( object, "volume", json_real( report->volume ) );
	json_object_set_new( object, "suggestedScale", json_real( report->suggestedScale ) );
	json_object_set_new( object, "suggestedUnit", json_string( report->suggestedUnit ) );
	return object;
}

static int InspectFiles( int count, char** paths, bool asJson )
{
	json_t* array = asJson ? json_array() : NULL;
	int status = 0;
	for ( int i = 0; i < count; ++i )
	{
		tlMeshFile mesh;
		tlMeshReport report;
		tlError error = { tl_success, "" };
		if ( tlInspectMeshFile( paths[i], &mesh, &report, &error ) != tl_success )
		{
			fprintf( stderr, "tulle: %s\n", error.message );
			status = 2;
			continue;
		}
		if ( asJson )
		{
			json_array_append_new( array, MakeJson( paths[i], &mesh, &report ) );
		}
		else
		{
			printf( "%s", i > 0 ? "\n" : "" );
			PrintText( paths[i], &mesh, &report );
		}
		tlFreeMeshFile( &mesh );
	}
	if ( asJson && ( count > 1 || status == 0 ) )
	{
		json_t* printed = count == 1 ? json_array_get( array, 0 ) : array;
		json_dumpf( printed, stdout, JSON_INDENT( 2 ) | JSON_REAL_PRECISION( 9 ) );
		printf( "\n" );
	}
	json_decref( array );
	return status;
}

int tlInspectCommand( int argc, char** argv )
{
	char** paths = calloc( (size_t)( argc > 1 ? argc : 1 ), sizeof( char* ) );
	if ( paths == NULL )
	{
		fprintf( stderr, "tulle: out of memory\n" );
		return 2;
	}
	int pathCount = 0;
	int status = -1;
	bool asJson = false;
	bool onlyPaths = false;
	for ( int i = 1; i < argc && status < 0; ++i )
	{
		if ( onlyPaths || argv[i][0] != '-' )
		{
			paths[pathCount++] = argv[i];
		}
		else if ( strcmp( argv[i], "--help" ) == 0 || strcmp( argv[i], "-h" ) == 0 )
		{
			fputs( s_help, stdout );
			status = 0;
		}
		else if ( strcmp( argv[i], "--json" ) == 0 )
		{
			asJson = true;
		}
		else if ( strcmp( argv[i], "--" ) == 0 )
		{
			onlyPaths = true;
		}
		else
		{
			fprintf( stderr, "tulle: inspect: unknown option '%s'; see tulle inspect --help\n", argv[i] );
			status = 2;
		}
	}
	if ( status < 0 && pathCount == 0 )
	{
		fprintf( stderr, "tulle: inspect: names no file; see tulle inspect --help\n" );
		status = 2;
	}
	status = status < 0 ? InspectFiles( pathCount, paths, asJson ) : status;
	free( paths );
	return status;
}
