// Colliders of scenes that are cooked: from arrays, text files and mesh files, with units and scales; and their faults.
// SPDX-License-Identifier: MIT
#include "collide/shape.h"
#include "io/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Built
{
	tlScene* scene;
	tlWorld* world;
	tlSceneBuild* build;
} Built;

// A scene with one collider; ' stands for ".
static tlResult Build( const char* shape, Built* built, tlError* error )
{
	char text[2048];
	memset( built, 0, sizeof *built );
	snprintf( text, sizeof text, "{'bodies':[{'particles':{'positions':[[0,5,0]]},'masses':1}],'colliders':[{'shape':%s}]}",
	          shape );
	for ( char* c = text; *c != 0; ++c )
	{
		*c = *c == '\'' ? '"' : *c;
	}
	tlResult result = tlParseScene( text, strlen( text ), "s.json", NULL, &built->scene, error );
	return result == tl_success ? tlBuildScene( built->scene, &built->world, &built->build, error ) : result;
}

static Built MustBuild( const char* shape )
{
	Built built;
	tlError error = { tl_success, "" };
	if ( Build( shape, &built, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
	return built;
}

static void Free( Built* built )
{
	tlDestroyWorld( built->world );
	tlDestroySceneBuild( built->build );
	tlDestroyScene( built->scene );
}

static void MustFail( const char* shape, const char* sentence )
{
	Built built;
	tlError error = { tl_success, "" };
	assert_int_not_equal( Build( shape, &built, &error ), tl_success );
	assert_true( built.world == NULL && built.build == NULL );
	assert_string_equal( error.message, sentence );
	tlDestroyScene( built.scene );
}

static void CheckDistance( const char* shape, double x, double y, double z, double expected )
{
	Built built = MustBuild( shape );
	tlVec3 normal;
	double distance =
	    (double)tlShape_GetDistance( built.build->shapes, ( tlVec3 ){ (tlReal)x, (tlReal)y, (tlReal)z }, &normal );
	if ( !( fabs( distance - expected ) < 1e-5 ) )
	{
		fail_msg( "%s: %.9g, not %.9g", shape, distance, expected );
	}
	Free( &built );
}

static void WriteFile( const char* name, const char* text )
{
	FILE* file = fopen( name, "wb" );
	assert_non_null( file );
	fputs( text, file );
	fclose( file );
}

// A box of 2 x 4 x 6, of quads.
static const char s_box[] = "v -1 -2 -3\nv 1 -2 -3\nv 1 2 -3\nv -1 2 -3\nv -1 -2 3\nv 1 -2 3\nv 1 2 3\nv -1 2 3\n"
                            "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 1 5 8 4\nf 2 3 7 6\n";

static void ShapesAreCooked( void** state )
{
	(void)state;
	CheckDistance( "{'type':'taperedCapsule','radius':0.5,'topRadius':0.2,'halfHeight':0.25}", 0, 1.45, 0, 1 );
	CheckDistance( "{'type':'taperedCapsule','radius':0.5,'topRadius':0.2,'halfHeight':0.25,'scale':[1,-1,1]}", 0, 1.75, 0,
	               1 );
	CheckDistance( "{'type':'cylinder','radius':0.5,'halfHeight':1,'scale':[2,1,2]}", 3, 0, 0, 2 );
	CheckDistance( "{'type':'hull','points':[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}", -2, 0.2, 0.2, 2 );
	CheckDistance( "{'type':'hull','points':[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],'scale':[-3,1,1]}", -5, 0, 0, 2 );
	CheckDistance( "{'type':'heightField','columns':3,'rows':2,'width':4,'depth':2,'heights':[0,1,2,0,1,2]}", 0, 1, 0, 0 );
	CheckDistance( "{'type':'heightField','columns':3,'rows':2,'width':4,'depth':2,'heights':[0,1,2,0,1,2],"
	               "'scale':[-1,1,1]}",
	               0, 2, 0, sqrt( 0.8 ) );
	WriteFile( "tulle_heights.txt", "0, 1, 2\n0 1\n2\n" );
	CheckDistance( "{'type':'heightField','columns':3,'rows':2,'width':4,'depth':2,'heights':'tulle_heights.txt'}", 4, 0,
	               0.5, 2 );
	WriteFile( "tulle_box.obj", s_box );
	CheckDistance( "{'type':'mesh','mesh':{'file':'tulle_box.obj'}}", 0, 3, 0, 1 );
	CheckDistance( "{'type':'mesh','mesh':{'file':'tulle_box.obj'}}", 0.9, 1, 0, -0.1 );
	CheckDistance( "{'type':'mesh','mesh':{'file':'tulle_box.obj'},'depthLimit':0.05}", 0.96, 1, 0, -0.04 );
	CheckDistance( "{'type':'mesh','mesh':{'file':'tulle_box.obj','unit':'cm','scale':10},'scale':[-1,2,1]}", 0, 0.5, 0,
	               0.1 );
	CheckDistance( "{'type':'hull','mesh':{'file':'tulle_box.obj'},'scale':[2,1,1]}", 3, 0, 0, 1 );
	CheckDistance( "{'type':'grid','mesh':{'file':'tulle_box.obj'},'cellSize':0.25,'margin':1,'scale':[0.5,1,-1]}", 1, 0.25,
	               0.25, 0.5 );
	remove( "tulle_heights.txt" );
	remove( "tulle_box.obj" );
	assert_int_equal( tlGetByteCount(), 0 );
}

static void FaultsAreNamed( void** state )
{
	(void)state;
	WriteFile( "tulle_heights.txt", "0 1 2\n0 1" );
	MustFail(
	    "{'type':'heightField','columns':3,'rows':2,'width':4,'depth':2,'heights':'tulle_heights.txt'}",
	    "s.json:1:157: colliders[0].shape.heights: tulle_heights.txt: has 5 numbers, but 3 columns and 2 rows need 6" );
	WriteFile( "tulle_heights.txt", "0 1 2\n0 x 1" );
	MustFail( "{'type':'heightField','columns':3,'rows':2,'width':4,'depth':2,'heights':'tulle_heights.txt'}",
	          "s.json:1:157: colliders[0].shape.heights: tulle_heights.txt:2: \"x\" is not a number" );
	WriteFile( "tulle_open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n" );
	MustFail(
	    "{'type':'grid','mesh':{'file':'tulle_open.obj'},'cellSize':0.1}",
	    "s.json:1:114: colliders[0].shape.mesh.file: tulle_open.obj: the mesh must be closed, but 3 edges have one face "
	    "only, the first joins vertices 0 and 1" );
	MustFail( "{'type':'hull','mesh':{'file':'tulle_open.obj'}}",
	          "s.json:1:114: colliders[0].shape.mesh.file: tulle_open.obj: a hull needs at least 4 points, not 3" );
	WriteFile( "tulle_box.obj", s_box );
	MustFail(
	    "{'type':'grid','mesh':{'file':'tulle_box.obj'},'cellSize':0.0001}",
	    "s.json:1:142: colliders[0].shape.cellSize: the grid would have more than 2^26 nodes: cellSize must be larger or "
	    "margin smaller" );
	remove( "tulle_heights.txt" );
	remove( "tulle_open.obj" );
	remove( "tulle_box.obj" );
	assert_int_equal( tlGetByteCount(), 0 );
}

// Every type of shape of the library stands in the scene that shows them, which builds, steps and lets nothing through.
static void EveryShapeIsShown( void** state )
{
	(void)state;
	tlError error = { tl_success, "" };
	Built built = { 0 };
	const char* sets[] = { "budget.substeps=4" };
	const tlSceneOptions options = { .sets = sets, .setCount = 1 };
	if ( tlLoadScene( TULLE_SOURCE_DIR "/scenes/shapes.json", &options, &built.scene, &error ) != tl_success ||
	     tlBuildScene( built.scene, &built.world, &built.build, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
	bool shown[tl_shapeTypeCount] = { false };
	for ( int32_t i = 0; i < built.scene->colliderCount; ++i )
	{
		tlShapeType type = built.build->shapes[i].type;
		shown[type] = true;
		assert_int_equal( type, built.scene->colliders[i].shape.shape.type );
	}
	for ( int type = 0; type < tl_shapeTypeCount; ++type )
	{
		assert_true( shown[type] );
		const tlField* field = tlFindField( tlFindTable( &tlSceneTable, "shape" ), "type" );
		assert_int_equal( field->nameCount, tl_shapeTypeCount );
		assert_string_equal( field->names[type], tlGetShapeName( (tlShapeType)type ) );
	}
	for ( int frame = 0; frame < 40; ++frame )
	{
		assert_int_equal( tlWorld_Step( built.world, 1.0 / 60, &error ), tl_success );
	}
	for ( int32_t b = 0; b < built.scene->bodyCount; ++b )
	{
		const tlBodyStats* stats = tlBody_GetStats( built.world, built.build->bodies[b].id );
		assert_true( stats->contactCount > 10 && stats->contactPenetration < 1e-4 );
	}
	Free( &built );
	assert_int_equal( tlGetByteCount(), 0 );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( ShapesAreCooked ),
		cmocka_unit_test( FaultsAreNamed ),
		cmocka_unit_test( EveryShapeIsShown ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
