// Mesh files: our OBJ reader, the importer behind its wall, and that vertices keep the file's numbers.
// SPDX-License-Identifier: MIT
#if !defined( _XOPEN_SOURCE )
#define _XOPEN_SOURCE 700
#endif

#include "io/mesh_file.h"

#include "base/core.h"
#include "base/hash.h"
#include "tulle/fabric.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char s_folder[64];

static int MakeFolder( void** state )
{
	(void)state;
	snprintf( s_folder, sizeof s_folder, "/tmp/tulle-mesh-XXXXXX" );
	return mkdtemp( s_folder ) != NULL ? 0 : -1;
}

static int RemoveFolder( void** state )
{
	(void)state;
	return rmdir( s_folder );
}

// Writes a file into the folder, loads it and removes it.
static tlResult LoadBytes( const char* name, const void* bytes, size_t size, tlMeshFile* mesh, tlError* error )
{
	char path[128];
	snprintf( path, sizeof path, "%s/%s", s_folder, name );
	FILE* file = fopen( path, "wb" );
	assert_non_null( file );
	assert_int_equal( fwrite( bytes, 1, size, file ), size );
	assert_int_equal( fclose( file ), 0 );
	memset( error, 0, sizeof *error );
	tlResult result = tlLoadMeshFile( path, mesh, error );
	assert_int_equal( remove( path ), 0 );
	if ( result != tl_success )
	{
		assert_int_equal( error->code, result );
		assert_int_equal( strncmp( error->message, path, strlen( path ) ), 0 ); // every sentence begins with the file
		assert_null( strchr( error->message, '\n' ) );
		assert_null( mesh->positions );
		assert_int_equal( mesh->faceCount, 0 );
	}
	return result;
}

static void CheckFailure( const char* name, const char* text, tlResult code, const char* part )
{
	tlMeshFile mesh;
	tlError error;
	assert_int_equal( LoadBytes( name, text, strlen( text ), &mesh, &error ), code );
	assert_non_null( strstr( error.message, part ) );
}

static tlMeshFile Parse( const char* text )
{
	tlMeshFile mesh;
	tlError error;
	assert_int_equal( tlParseObj( text, strlen( text ), "text.obj", &mesh, &error ), tl_success );
	return mesh;
}

static tlMeshReport Inspect( const tlMeshFile* mesh )
{
	tlFabricDef def = tlMakeFabricDef( mesh );
	tlMeshReport report;
	assert_int_equal( tlInspectMesh( &def, &report, NULL ), tl_success );
	return report;
}

// One sheet, written in many ways.
#define SHEET "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

static void TestSpellings( void** state )
{
	(void)state;
	static const struct
	{
		const char* text;
		int32_t vertexCount, faceCount, triangleCount; // triangles after cutting
	} sheets[] = {
		{ SHEET "f 1 2 3\nf 1 3 4\n", 4, 2, 2 },
		{ SHEET "f 1 2 3 4\n", 4, 1, 2 },
		{ SHEET "f -4 -3 -2 -1\n", 4, 1, 2 },
		{ SHEET "f 1 2 3 4", 4, 1, 2 },
		{ "\xEF\xBB\xBF" SHEET "f 1 2 3 4\n", 4, 1, 2 },
		{ SHEET "vn 0 0 1\nf 1//1 2//1 3//1 4//1\n", 4, 1, 2 },
		{ SHEET "vt 0 0\nvt 1 0\nf 1/1 2/2 3/1 4/2\n", 4, 1, 2 },
		{ SHEET "vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/-1/-1 4/1/1\n", 4, 1, 2 },
		{ "v 0 0 0\r\nv 1 0 0  \r\nv\t1 1 0\r\nv 0 1 0 \t\r\nf 1 2 3 4 \r\n", 4, 1, 2 },
		{ "v 0 0 0\rv 1 0 0\rv 1 1 0\rv 0 1 0\rf 1 2 3 4\r", 4, 1, 2 },
		{ SHEET "f 1 2 \\\n3 4\n", 4, 1, 2 },
		{ SHEET "f 1 2 \\\r\n3 \\\r\n 4\n", 4, 1, 2 },
		{ "f 1 2 3 4\n" SHEET, 4, 1, 2 },
		{ "# v 9\ng a b\no thing\nusemtl x\nmtllib x.mtl\n" SHEET "s off\nf 1 2 3 4 # corners\nend of it\n", 4, 1, 2 },
		{ "v +0e0 -0. .0\nv 1E0 0 0 1.0\nv 10e-1 0.01e+2 0\nv 0 1.0000000000000000000000000000 0\nf 1 2 3 4\n", 4, 1, 2 },
		{ SHEET "v .5 0 0\nv .5 1 0\nf 1 5 2 3 6 4\n", 6, 1, 4 },
		{ SHEET "v .5 .25 0\nf 1 2 3 5 4\nf 3 4 5\n", 5, 2, 4 },
		{ SHEET "v 7 7 7\nf 1 2 3 4\n", 5, 1, 2 },
	};
	for ( size_t i = 0; i < sizeof sheets / sizeof sheets[0]; ++i )
	{
		tlMeshFile mesh = Parse( sheets[i].text );
		assert_int_equal( mesh.vertexCount, sheets[i].vertexCount );
		assert_int_equal( mesh.faceCount, sheets[i].faceCount );
		assert_string_equal( mesh.format, "obj" );
		assert_null( mesh.colors );
		tlMeshReport report = Inspect( &mesh );
		assert_true( fabs( report.area - 1 ) < 1e-6 );
		assert_int_equal( report.particleCount, sheets[i].vertexCount );
		assert_int_equal( mesh.cornerCount - 2 * mesh.faceCount, sheets[i].triangleCount );
		assert_int_equal( report.degenerateFaceCount + report.duplicateFaceCount, 0 );
		tlFreeMeshFile( &mesh );
	}
}

static void TestNumbers( void** state )
{
	(void)state;
	static const struct
	{
		const char* text;
		double value;
	} numbers[] = {
		{ "0", 0 },
		{ "-1.5", -1.5 },
		{ "0.1", 0.1 },
		{ "3.14159265358979", 3.14159265358979 },
		{ "1e-7", 1e-7 },
		{ "123456789", 123456789 },
		{ "1e8", 1e8 },
		{ "0.000000000000000000000000000001", 1e-30 },
		{ "1e-500", 0 },
		{ "100000000000000000000000000000e-29", 1 },
		{ "0e99999999999", 0 },
		{ "12345678901234567890123e-22", 1.2345678901234567890123 },
	};
	for ( size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i )
	{
		char text[256];
		snprintf( text, sizeof text, "v %s 0 0\nv 1 0 0\nf 1 2\n", numbers[i].text );
		tlMeshFile mesh = Parse( text );
		double error = fabs( (double)mesh.positions[0].x - numbers[i].value );
		assert_true( error <= fabs( numbers[i].value ) * ( sizeof( tlReal ) == sizeof( float ) ? 6e-8 : 5e-16 ) );
		tlFreeMeshFile( &mesh );
	}
}

// A program with a decimal comma reads the same numbers.
static void TestLocale( void** state )
{
	(void)state;
	static const char* const names[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8" };
	for ( size_t i = 0; i < 3 && setlocale( LC_ALL, names[i] ) == NULL; ++i )
	{
	}
	tlMeshFile mesh = Parse( "v 0.5 0 0\nv 1 0 0\nf 1 2\n" );
	assert_true( mesh.positions[0].x == (tlReal)0.5 );
	tlFreeMeshFile( &mesh );
	setlocale( LC_ALL, "C" );
}

static void TestLines( void** state )
{
	(void)state;
	tlMeshFile mesh = Parse( SHEET "p 1\nl 1 2 3 4\nf 3 1\n" );
	assert_int_equal( mesh.faceCount, 4 );
	const int32_t right[8] = { 0, 1, 1, 2, 2, 3, 2, 0 };
	assert_int_equal( mesh.cornerCount, 8 );
	assert_memory_equal( mesh.faceCorners, right, sizeof right );
	tlMeshReport report = Inspect( &mesh );
	assert_int_equal( report.segmentCount, 4 );
	tlFreeMeshFile( &mesh );
}

static void TestColors( void** state )
{
	(void)state;
	tlMeshFile mesh = Parse( "v 0 0 0\nv 1 0 0 1 0.5 0\nv 1 1 0 0 0 1 0.25\nv 0 1 0\nf 1 2 3 4\n" );
	const float right[16] = { 1, 1, 1, 1, 1, 0.5f, 0, 1, 0, 0, 1, 0.25f, 1, 1, 1, 1 };
	assert_non_null( mesh.colors );
	assert_memory_equal( mesh.colors, right, sizeof right );
	tlFreeMeshFile( &mesh );
}

static void TestObjErrors( void** state )
{
	(void)state;
	static const struct
	{
		const char* text;
		const char* part;
	} cases[] = {
		{ "v 0 0\n", "bad.obj:1: a vertex has 3 coordinates, not 2" },
		{ "# one\r\nv 0 0 x1\r\n", "bad.obj:2: 'x1' is not a number" },
		{ "v 0 0 nan\n", "bad.obj:1: 'nan' is not a number" },
		{ "v 0 0 1.5e\n", "'1.5e' is not a number" },
		{ "v 0 0 -\n", "'-' is not a number" },
		{ "v 0 0 1,5\n", "'1,5' is not a number" },
		{ "v 0 0 1e400\n", "'1e400' is too large" },
		{ "v 1 2 3 4 5 6 7 8 9\n", "'9' is one number too many" },
		{ SHEET "f 1 2 5\n", "bad.obj:5: a corner refers to vertex 5, but there are 4" },
		{ SHEET "\nf 1 2 99999999999999999999\n", "bad.obj:6: a corner refers to vertex" },
		{ SHEET "f 1 2 -5\n", "bad.obj:5: '-5' refers to a vertex before the first" },
		{ SHEET "f 0 1 2\n", "'0' refers to vertex 0" },
		{ SHEET "f 1 2 a\n", "'a' is not a corner" },
		{ SHEET "f 1 2 3x\n", "'3x' is not a corner" },
		{ SHEET "f 1 2 3/x\n", "'3/x' is not a corner" },
		{ SHEET "f 1 2 /3\n", "'/3' is not a corner" },
		{ SHEET "f 1\n", "bad.obj:5: a face has at least 2 corners, not 1" },
		{ SHEET "f\n", "a face has at least 2 corners, not 0" },
		{ SHEET "l 1\n", "a line has at least 2 corners, not 1" },
		{ SHEET "f 1 2 \\\n\\\n 3 oh\n", "bad.obj:7: 'oh' is not a corner" },
		{ SHEET, "bad.obj: holds no faces" },
		{ "this is not a mesh\n", "holds no faces" },
	};
	for ( size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i )
	{
		CheckFailure( "bad.obj", cases[i].text, tl_invalidFile, cases[i].part );
	}
}

// Any bytes: mutations of a good text never crash it.
static void TestObjNoise( void** state )
{
	(void)state;
	static const char good[] = SHEET "vt 0 0\nl 1 2\nf 1/1 2//1 3/1/1 -1 \\\n 2\nv 1 2 3 .5 .5 1e-3\n# end\n";
	static const char signs[] = "\n\r\\ -+/#.evfl019";
	uint64_t seed = 1;
	for ( int round = 0; round < 20000; ++round )
	{
		char* text = TL_ALLOC( char, sizeof good ); // exactly as long as needed, so that a sanitizer sees the end
		size_t size = 1 + tlRandom( &seed ) % ( sizeof good - 1 );
		char* exact = malloc( size );
		memcpy( text, good, sizeof good );
		for ( uint64_t k = tlRandom( &seed ) % 6; k > 0; --k )
		{
			bool any = tlRandom( &seed ) % 4 == 0;
			text[tlRandom( &seed ) % size] = any ? (char)tlRandom( &seed ) : signs[tlRandom( &seed ) % ( sizeof signs - 1 )];
		}
		memcpy( exact, text, size );
		tlMeshFile mesh;
		tlError error;
		if ( tlParseObj( exact, size, "noise", &mesh, &error ) == tl_success )
		{
			Inspect( &mesh );
			tlFreeMeshFile( &mesh );
		}
		free( exact );
		tlFree( text );
	}
}

static const char s_ply[] = "ply\nformat ascii 1.0\nelement vertex 7\n"
                            "property float x\nproperty float y\nproperty float z\n"
                            "property uchar red\nproperty uchar green\nproperty uchar blue\n"
                            "element face 2\nproperty list uchar int vertex_indices\nend_header\n"
                            "9 9 9 0 0 0\n0 0 0 255 0 0\n1 0 0 255 0 0\n1 1 0 255 0 0\n"
                            "0 1 0 255 0 0\n8 8 8 0 0 255\n2 0 0 0 255 0\n"
                            "4 1 2 3 4\n3 2 6 3\n";

static void TestNumbering( void** state )
{
	(void)state;
	// Vertices that nothing uses, and several uses of one with different normals: numbers stay those of the file.
	static const char obj[] = "mtllib no.mtl\nv 9 9 9\nv 0 0 0\nv 1 0 0\nusemtl a\nv 1 1 0\nv 0 1 0\nv 8 8 8\nv 2 0 0\n"
	                          "vn 0 0 1\nvn 0 1 0\nf 2//1 3//1 4//1 5//1\nusemtl b\no next\nf 3//2 7//2 4//2\n";
	const tlReal right[7] = { 9, 0, 1, 1, 0, 8, 2 };
	const int32_t corners[7] = { 1, 2, 3, 4, 2, 6, 3 };
	for ( int i = 0; i < 2; ++i )
	{
		tlMeshFile mesh;
		tlError error;
		tlResult result = i == 0 ? LoadBytes( "a.OBJ", obj, strlen( obj ), &mesh, &error )
		                         : LoadBytes( "a.ply", s_ply, strlen( s_ply ), &mesh, &error );
		assert_int_equal( result, tl_success );
		assert_string_equal( mesh.format, i == 0 ? "obj" : "ply" );
		assert_int_equal( mesh.vertexCount, 7 );
		for ( int k = 0; k < 7; ++k )
		{
			assert_true( mesh.positions[k].x == right[k] );
		}
		assert_int_equal( mesh.faceCount, 2 );
		assert_int_equal( mesh.faceSizes[0], 4 );
		assert_int_equal( mesh.faceSizes[1], 3 );
		assert_memory_equal( mesh.faceCorners, corners, sizeof corners );
		tlMeshReport report = Inspect( &mesh );
		assert_int_equal( report.unreferencedVertexCount, 2 );
		assert_int_equal( report.firstUnreferencedVertex, 0 );
		if ( i == 1 )
		{
			assert_non_null( mesh.colors );
			assert_true( mesh.colors[4] == 1 && mesh.colors[5] == 0 && mesh.colors[4 * 5 + 2] == 1 );
		}
		tlFreeMeshFile( &mesh );
	}
}

// A triangle (0,0,0) (1,0,0) (0,1,0) in two nodes: moved below a scaled parent, and mirrored. As text with its data
// inside; lines and points are there too.
static void TestNodes( void** state )
{
	(void)state;
	static const char gltf[] =
	    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,2]}],"
	    "\"nodes\":[{\"scale\":[2,2,2],\"translation\":[0,0,5],\"children\":[1]},{\"translation\":[10,0,0],\"mesh\":0},"
	    "{\"scale\":[-1,1,1],\"mesh\":0}],"
	    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"mode\":4}]}],"
	    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],"
	    "\"max\":[1,1,0]}],\"bufferViews\":[{\"buffer\":0,\"byteOffset\":0,\"byteLength\":36}],"
	    "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/octet-stream;base64,"
	    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}";
	tlMeshFile mesh;
	tlError error;
	assert_int_equal( LoadBytes( "nodes.gltf", gltf, strlen( gltf ), &mesh, &error ), tl_success );
	assert_int_equal( mesh.vertexCount, 6 );
	assert_int_equal( mesh.faceCount, 2 );
	const tlReal right[6][3] = { { 20, 0, 5 }, { 22, 0, 5 }, { 20, 2, 5 }, { 0, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 } };
	for ( int i = 0; i < 6; ++i )
	{
		tlVec3 p = mesh.positions[i];
		assert_true( p.x == right[i][0] && p.y == right[i][1] && p.z == right[i][2] );
	}
	const int32_t corners[6] = { 0, 1, 2, 3, 5, 4 }; // the mirrored one still faces +z
	assert_memory_equal( mesh.faceCorners, corners, sizeof corners );
	tlFreeMeshFile( &mesh );
}

static void TestStl( void** state )
{
	(void)state;
	static const char stl[] = "solid s\n"
	                          "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet\n"
	                          "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\n"
	                          "endsolid s\n";
	tlMeshFile mesh;
	tlError error;
	assert_int_equal( LoadBytes( "s.stl", stl, strlen( stl ), &mesh, &error ), tl_success );
	assert_int_equal( mesh.vertexCount, 6 );
	tlMeshReport report = Inspect( &mesh );
	assert_int_equal( report.particleCount, 4 );
	assert_int_equal( report.edgeCount, 5 );
	assert_true( fabs( report.area - 1 ) < 1e-6 );
	tlFreeMeshFile( &mesh );
}

static void TestRefusals( void** state )
{
	(void)state;
	CheckFailure( "empty.obj", "", tl_invalidFile, "is empty" );
	CheckFailure( "empty.ply", "", tl_invalidFile, "is empty" );
	CheckFailure( "sheet.xyzzy", "hello", tl_unsupported, "known are obj, ply" );
	CheckFailure( "noextension", "hello", tl_unsupported, "has no extension" );
	CheckFailure( "noise.ply", "ply\nnothing\n", tl_invalidFile, "noise.ply: " );
	CheckFailure( "noise.glb", "glTF\1\2\3\4", tl_invalidFile, "noise.glb: " );
	CheckFailure( "walk.bvh",
	              "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nEnd Site\n{\n"
	              "OFFSET 0 1 0\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.033\n0 0 0\n",
	              tl_invalidFile, "holds no faces" );
	CheckFailure( "points.ply",
	              "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
	              "end_header\n1 2 3\n",
	              tl_invalidFile, "holds no faces" );

	CheckFailure( "corner.ply",
	              "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
	              "element face 2\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n"
	              "3 0 1 2\n3 0 1 7\n",
	              tl_invalidFile, "face 1 has a corner" );

	tlMeshFile mesh;
	tlError error;
	assert_int_equal( tlLoadMeshFile( "/nowhere/a.obj", &mesh, &error ), tl_fileError );
	assert_non_null( strstr( error.message, "/nowhere/a.obj: " ) );
	assert_int_equal( tlLoadMeshFile( s_folder, &mesh, &error ), tl_fileError );
	assert_non_null( strstr( error.message, "is a directory" ) );
	assert_int_equal( tlLoadMeshFile( "/dev/null", &mesh, &error ), tl_fileError );
	assert_int_equal( tlLoadMeshFile( "", &mesh, &error ), tl_fileError );
	assert_int_equal( tlLoadMeshFile( "/nowhere/a.obj", &mesh, NULL ), tl_fileError );
	if ( geteuid() != 0 ) // who may read everything
	{
		char path[128];
		snprintf( path, sizeof path, "%s/locked.obj", s_folder );
		FILE* file = fopen( path, "wb" );
		fputs( SHEET, file );
		fclose( file );
		chmod( path, 0 );
		assert_int_equal( tlLoadMeshFile( path, &mesh, &error ), tl_fileError );
		remove( path );
	}
}

// Damage in files that assimp reads: a result or a sentence, in bounded time, and corners within range.
static void TestImportNoise( void** state )
{
	(void)state;
	uint64_t seed = 5;
	const size_t start = (size_t)( strstr( s_ply, "end_header\n" ) - s_ply ) + 11; // a damaged header: see below
	for ( int round = 0; round < 60; ++round )
	{
		char text[sizeof s_ply];
		memcpy( text, s_ply, sizeof s_ply );
		for ( uint64_t k = 1 + tlRandom( &seed ) % 4; k > 0; --k )
		{
			text[start + tlRandom( &seed ) % ( sizeof s_ply - 1 - start )] = (char)( ' ' + tlRandom( &seed ) % 95 );
		}
		size_t size = round % 3 == 0 ? start + tlRandom( &seed ) % ( sizeof s_ply - start ) : sizeof s_ply - 1;
		tlMeshFile mesh;
		tlError error;
		if ( LoadBytes( "noise.ply", text, size, &mesh, &error ) == tl_success )
		{
			for ( int32_t i = 0; i < mesh.cornerCount; ++i )
			{
				assert_in_range( mesh.faceCorners[i], 0, mesh.vertexCount - 1 );
			}
			tlFreeMeshFile( &mesh );
		}
	}
}

// assimp 5.2 never comes back from a PLY header that breaks off.
static void TestImportWithoutEnd( void** state )
{
	(void)state;
	CheckFailure( "endless.ply",
	              "ply\nformat ascii 1.0\nelement vertex 7\nproperty float x\nproperty float y\nproperty rloat z\n"
	              "element face 2\nproperty list uchar int vertex_indices\nen",
	              tl_invalidFile, "endless.ply: " );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestSpellings ),   cmocka_unit_test( TestNumbers ),
		cmocka_unit_test( TestLocale ),      cmocka_unit_test( TestLines ),
		cmocka_unit_test( TestColors ),      cmocka_unit_test( TestObjErrors ),
		cmocka_unit_test( TestObjNoise ),    cmocka_unit_test( TestNumbering ),
		cmocka_unit_test( TestNodes ),       cmocka_unit_test( TestImportWithoutEnd ),
		cmocka_unit_test( TestStl ),         cmocka_unit_test( TestRefusals ),
		cmocka_unit_test( TestImportNoise ),
	};
	return cmocka_run_group_tests( tests, MakeFolder, RemoveFolder );
}
