// SPDX-License-Identifier: MIT
#include "command.h"

#include "io/mesh_file.h"
#include "tulle/tulle.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char s_help[] =
    "Usage: tulle inspect FILE... [--fabric NAME] [--json]\n"
    "\n"
    "Looks at meshes as a fabric would be cooked from them, and says what is wrong with them and what is done about it.\n"
    "FILE is an OBJ file, or any format that assimp reads: PLY, STL, glTF, FBX and others. Vertices and faces are numbered\n"
    "from 0, in the order of the file. Says beforehand what springs on the edges of the mesh and hinges across them make of "
    "a\n"
    "fabric, whose warp runs along y.\n"
    "\n"
    "  --fabric NAME   of the library: cotton, denim, silk, .. (default: cotton); see docs/materials.md\n"
    "  --json          print a JSON object, or an array of them for several files\n"
    "  --help          print this text\n"
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

// ---- stiffness

// How far from what is asked is worth a word.
#define TL_FAR 0.1

typedef struct Stiffness
{
	const tlFabricEntry* entry;
	tlStiffnessReport report;
	double worstPull, worstBending; // the largest part by which a direction is off
} Stiffness;

static double FindWorst( const double* values, const double* asked )
{
	double worst = 0;
	for ( int i = 0; i < TL_STIFFNESS_ANGLES; ++i )
	{
		double off = asked[i] > 0 ? values[i] / asked[i] - 1 : 0;
		off = off < 0 ? -off : off;
		worst = off > worst ? off : worst;
	}
	return worst;
}

// Springs and hinges on this mesh, of a fabric of the library. False where there are none, or the mesh can not be cooked.
// [degrees from the warp]
static double FindWorstAngle( const double* values, const double* asked )
{
	int worst = 0;
	for ( int i = 0; i < TL_STIFFNESS_ANGLES; ++i )
	{
		double off = asked[i] > 0 ? fabs( values[i] / asked[i] - 1 ) : 0;
		double most = asked[worst] > 0 ? fabs( values[worst] / asked[worst] - 1 ) : 0;
		worst = off > most ? i : worst;
	}
	return tlGetStiffnessAngle( worst ) * ( 180 / 3.14159265358979323846 );
}

static bool MeasureStiffness( const tlMeshFile* mesh, const tlFabricEntry* entry, Stiffness* stiffness )
{
	tlFabricDef def = tlMakeFabricDef( mesh );
	def.bendType = "dihedral";
	tlFabric* fabric = NULL;
	*stiffness = ( Stiffness ){ .entry = entry };
	if ( tlCreateFabric( &def, &fabric, NULL ) != tl_success )
	{
		return false;
	}
	tlMaterial material = tlMakeFabricMaterial( entry );
	bool measured = tlFabric_MeasureStiffness( fabric, &material, &stiffness->report, NULL ) == tl_success;
	tlDestroyFabric( fabric );
	const tlStiffnessReport* r = &stiffness->report;
	stiffness->worstPull = r->hasMembrane ? FindWorst( r->pull, r->askedPull ) : 0;
	stiffness->worstBending = r->hasBending ? FindWorst( r->bending, r->askedBending ) : 0;
	return measured && entry->kind == tl_clothKind && r->hasMembrane;
}

// Indices of 0, 30, 45, 60 and 90 degrees.
static void PrintDirections( const double* values, const double* asked )
{
	for ( int i = 0; i < 5; ++i )
	{
		printf( "%s%.2f", i > 0 ? ", " : "", asked[i] > 0 ? values[i] / asked[i] : 0.0 );
	}
}

static void PrintStiffness( const Stiffness* stiffness )
{
	const tlStiffnessReport* r = &stiffness->report;
	printf( "  Of %s, springs on the edges make %.5g N/m along the warp, %.5g along the weft and %.5g along the bias, of\n"
	        "  %.5g, %.5g and %.5g that are asked",
	        stiffness->entry->name, r->pull[0], r->pull[4], r->pull[2], r->askedPull[0], r->askedPull[4], r->askedPull[2] );
	if ( !r->relaxed )
	{
		printf( " (at most: the mesh is not flat, so that how far its vertices give way was not found)" );
	}
	if ( r->hasBending )
	{
		printf( "; hinges bend with\n  " );
		PrintDirections( r->bending, r->askedBending );
		printf( " of the rigidity that is asked, 0, 30, 45, 60 and 90 degrees from the warp" );
	}
	printf( ".\n" );
	if ( stiffness->worstPull > TL_FAR )
	{
		printf( "  Springs are up to %.0f %% off on this mesh: \"stretchType\": \"strain\" is exact.\n",
		        100 * stiffness->worstPull );
	}
	if ( stiffness->worstBending > TL_FAR )
	{
		printf( "  Hinges are up to %.0f %% off on this mesh, along %.0f degrees, where the cloth is made to curve; strips "
		        "that may\n"
		        "  fold as their triangles like are softer by up to a fifth: \"bendType\": \"curvature\" is exact.\n",
		        100 * stiffness->worstBending, FindWorstAngle( r->bending, r->askedBending ) );
	}
}

static json_t* MakeNumbers( const double* values )
{
	json_t* array = json_array();
	for ( int i = 0; i < TL_STIFFNESS_ANGLES; ++i )
	{
		json_array_append_new( array, json_real( values[i] ) );
	}
	return array;
}

static json_t* MakeStiffness( const Stiffness* stiffness )
{
	const tlStiffnessReport* r = &stiffness->report;
	double degrees[TL_STIFFNESS_ANGLES];
	for ( int i = 0; i < TL_STIFFNESS_ANGLES; ++i )
	{
		degrees[i] = tlGetStiffnessAngle( i ) * ( 180 / 3.14159265358979323846 );
	}
	json_t* object = json_object();
	json_object_set_new( object, "fabric", json_string( stiffness->entry->name ) );
	json_object_set_new( object, "degreesFromWarp", MakeNumbers( degrees ) );
	json_object_set_new( object, "pull", MakeNumbers( r->pull ) );
	json_object_set_new( object, "pullIsBound", json_boolean( !r->relaxed ) );
	json_object_set_new( object, "askedPull", MakeNumbers( r->askedPull ) );
	json_object_set_new( object, "shear", json_real( r->shear ) );
	json_object_set_new( object, "askedShear", json_real( r->askedShear ) );
	json_object_set_new( object, "poissonRatio", json_real( r->poissonRatio ) );
	json_object_set_new( object, "askedPoissonRatio", json_real( r->askedPoissonRatio ) );
	json_object_set_new( object, "bending", r->hasBending ? MakeNumbers( r->bending ) : json_null() );
	json_object_set_new( object, "askedBending", MakeNumbers( r->askedBending ) );
	bool springs = stiffness->worstPull <= TL_FAR, hinges = stiffness->worstBending <= TL_FAR;
	json_object_set_new( object, "suggestedStretchType", json_string( springs ? "distance" : "strain" ) );
	json_object_set_new( object, "suggestedBendType", json_string( hinges ? "dihedral" : "curvature" ) );
	return object;
}

// ---- all of it

static void PrintText( const char* path, const tlMeshFile* mesh, const tlMeshReport* report, const tlFabricEntry* entry )
{
	Stiffness stiffness;
	printf( "%s: %s\n", path, mesh->format );
	PrintCount( report->vertexCount, "vertex", "vertices" );
	printf( "%s%s.\n", mesh->colors != NULL ? ", with colours" : "",
	        mesh->cornerUvs != NULL ? ", with texture coordinates" : "" );
	PrintFaces( report );
	PrintSize( report );
	if ( !PrintFindings( report ) )
	{
		printf( "  Nothing to mend.\n" );
	}
	if ( MeasureStiffness( mesh, entry, &stiffness ) )
	{
		PrintStiffness( &stiffness );
	}
}

static json_t* MakeVector( tlVec3 a )
{
	return json_pack( "[f,f,f]", (double)a.x, (double)a.y, (double)a.z );
}

static json_t* MakeJson( const char* path, const tlMeshFile* mesh, const tlMeshReport* report, const tlFabricEntry* entry )
{
	Stiffness stiffness;
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
	json_object_set_new( object, "hasUvs", json_boolean( mesh->cornerUvs != NULL ) );
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
	bool measured = MeasureStiffness( mesh, entry, &stiffness );
	json_object_set_new( object, "stiffness", measured ? MakeStiffness( &stiffness ) : json_null() );
	return object;
}

static int InspectFiles( int count, char** paths, const tlFabricEntry* entry, bool asJson )
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
			json_array_append_new( array, MakeJson( paths[i], &mesh, &report, entry ) );
		}
		else
		{
			printf( "%s", i > 0 ? "\n" : "" );
			PrintText( paths[i], &mesh, &report, entry );
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
	const tlFabricEntry* entry = tlFindFabric( "cotton" );
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
		else if ( strcmp( argv[i], "--fabric" ) == 0 )
		{
			const char* name = i + 1 < argc ? argv[++i] : "";
			entry = tlFindFabric( name );
			if ( entry == NULL || entry->kind != tl_clothKind )
			{
				fprintf( stderr, "tulle: inspect: there is no cloth '%s' in the library; docs/materials.md lists them\n",
				         name );
				status = 2;
			}
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
	status = status < 0 ? InspectFiles( pathCount, paths, entry, asJson ) : status;
	free( paths );
	return status;
}
