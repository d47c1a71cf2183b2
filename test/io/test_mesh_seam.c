// Texture coordinates of mesh files, and the vertices that seams split.
// SPDX-License-Identifier: MIT
#if !defined( _DEFAULT_SOURCE )
#define _DEFAULT_SOURCE
#endif

#include "base/core.h"
#include "io/mesh_file.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// Two squares that share an edge, cut apart in the texture.
#define SQUARES                                                                                                             \
	"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\nv 2 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 5 0\nvt 6 0 7\nvt 6 1\nvt 5 " \
	"1\n"

static tlMeshFile MustParse( const char* text )
{
	tlMeshFile mesh;
	tlError error = { tl_success, "" };
	if ( tlParseObj( text, strlen( text ), "m.obj", &mesh, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
	return mesh;
}

static void SeamsSplitVertices( void** state )
{
	(void)state;
	tlMeshFile mesh = MustParse( SQUARES "f 1/1 2/2 3/3 4/4\nf 2/5 -2/6/1 6/-2 3/8\n" );
	assert_int_equal( mesh.vertexCount, 6 ); // as in the file
	float* uvs;
	int32_t* sources;
	assert_int_equal( tlSplitSeams( &mesh, &uvs, &sources, NULL ), tl_success );
	assert_int_equal( mesh.vertexCount, 8 );
	assert_int_equal( sources[5], 5 );
	assert_int_equal( sources[6], 1 );
	assert_int_equal( sources[7], 2 );
	static const int32_t corners[8] = { 0, 1, 2, 3, 6, 4, 5, 7 };
	static const float right[8][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 }, { 6, 0 }, { 6, 1 }, { 5, 0 }, { 5, 1 } };
	for ( int i = 0; i < 8; ++i )
	{
		assert_int_equal( mesh.faceCorners[i], corners[i] );
		assert_true( uvs[2 * i] == right[i][0] && uvs[2 * i + 1] == right[i][1] );
		tlVec3 a = mesh.positions[i], b = mesh.positions[sources[i]];
		assert_true( a.x == b.x && a.y == b.y && a.z == b.z );
	}
	tlFree( uvs );
	tlFree( sources );
	tlFreeMeshFile( &mesh );
}

// Damage in texture coordinates is no reason to refuse a mesh, only to refuse a pattern.
static void MissingCoordinatesAreAnswered( void** state )
{
	(void)state;
	static const char* const faces[] = { "f 1/1 2/2 3 4/4\n", "f 1/1 2/99 3/3 4/4\n", "f 1/1 2//2 3/3 4/4\n",
		                                 "vt x\nf 1/1 2/9 3/3 4/4\n", "f 1/1 2/0 3/3 4/4\n" };
	for ( size_t i = 0; i < sizeof faces / sizeof faces[0]; ++i )
	{
		char text[512];
		snprintf( text, sizeof text, "%s%s", SQUARES, faces[i] );
		tlMeshFile mesh = MustParse( text );
		float* uvs;
		int32_t* sources;
		tlError error = { tl_success, "" };
		assert_int_equal( tlSplitSeams( &mesh, &uvs, &sources, &error ), tl_invalidFile );
		assert_string_equal( error.message, i == 0 ? "corner 2 of face 0 has no texture coordinates"
		                                           : "corner 1 of face 0 has no texture coordinates" );
		assert_true( uvs == NULL && sources == NULL );
		tlFreeMeshFile( &mesh );
	}
	tlMeshFile mesh = MustParse( "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n" );
	float* uvs;
	int32_t* sources;
	tlError error = { tl_success, "" };
	assert_null( mesh.cornerUvs );
	assert_int_equal( tlSplitSeams( &mesh, &uvs, &sources, &error ), tl_invalidFile );
	assert_string_equal( error.message, "the file has no texture coordinates" );
	tlFreeMeshFile( &mesh );
}

static void ImportedFilesHaveThem( void** state )
{
	(void)state;
	char path[] = "/tmp/tulle_seam_XXXXXX.ply";
	int file = mkstemps( path, 4 );
	assert_true( file >= 0 );
	static const char text[] =
	    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
	    "property float s\nproperty float t\nelement face 1\nproperty list uchar int vertex_indices\n"
	    "end_header\n0 0 0 0.25 0.5\n1 0 0 0.75 0.5\n0 1 0 0.25 1\n3 0 1 2\n";
	assert_true( write( file, text, sizeof text - 1 ) == (ssize_t)sizeof text - 1 );
	close( file );
	tlMeshFile mesh;
	tlError error = { tl_success, "" };
	tlResult result = tlLoadMeshFile( path, &mesh, &error );
	unlink( path );
	if ( result != tl_success )
	{
		fail_msg( "%s", error.message );
	}
	assert_non_null( mesh.cornerUvs );
	static const float right[6] = { 0.25f, 0.5f, 0.75f, 0.5f, 0.25f, 1 };
	for ( int i = 0; i < 6; ++i )
	{
		assert_true( fabsf( mesh.cornerUvs[i] - right[i] ) < 1e-6f );
	}
	tlFreeMeshFile( &mesh );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( SeamsSplitVertices ),
		cmocka_unit_test( MissingCoordinatesAreAnswered ),
		cmocka_unit_test( ImportedFilesHaveThem ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
