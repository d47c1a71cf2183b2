// Materials of scenes: fabrics of the library, sliders, shorthand for solid sheets and ropes, maps and patterns, and the
// sentences for what does not go together.
// SPDX-License-Identifier: MIT
#include "io/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define GRID "'grid':{'columns':3,'rows':3,'width':1,'height':1}"
#define BODY( fields ) "{'bodies':[{" GRID "," fields "}]}"

// ' stands for ".
static tlResult Parse( const char* text, tlScene** scene, tlError* error )
{
	size_t length = strlen( text );
	char* json = malloc( length + 1 );
	assert_non_null( json );
	for ( size_t i = 0; i <= length; ++i )
	{
		json[i] = text[i] == '\'' ? '"' : text[i];
	}
	tlResult result = tlParseScene( json, length, "s.json", NULL, scene, error );
	free( json );
	return result;
}

static tlScene* MustParse( const char* text )
{
	tlError error = { tl_success, "" };
	tlScene* scene;
	if ( Parse( text, &scene, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
	return scene;
}

static void MustFail( const char* text, const char* sentence )
{
	tlError error = { tl_success, "" };
	tlScene* scene;
	assert_int_not_equal( Parse( text, &scene, &error ), tl_success );
	assert_null( scene );
	assert_string_equal( error.message, sentence );
}

static bool IsNear( tlReal a, double b )
{
	double difference = (double)a - b;
	return difference * difference <= 1e-10 * b * b;
}

static void FabricsAreTakenFromTheLibrary( void** state )
{
	(void)state;
	tlScene* scene = MustParse( "{'materials':{'jeans':{'fabric':'denim','weftStiffness':50000,'thickness':0.01},"
	                            "'patch':{'base':'jeans','areaDensity':1}},'bodies':[{" GRID
	                            ",'material':{'fabric':'silk','measured':false}},{" GRID ",'material':'patch'}]}" );
	tlMaterial denim = tlMakeFabricMaterial( tlFindFabric( "denim" ) );
	const tlMaterial* patch = &scene->bodies[1].material;
	assert_true( patch->measured && patch->warpStiffness == denim.warpStiffness && patch->warpBending == denim.warpBending );
	assert_true( patch->weftStiffness == 50000 && patch->thickness == (tlReal)0.01 && patch->areaDensity == 1 );
	tlMaterial silk = tlMakeFabricMaterial( tlFindFabric( "silk" ) );
	assert_true( !scene->bodies[0].material.measured && scene->bodies[0].material.areaDensity == silk.areaDensity );
	assert_true( scene->bodies[0].material.stretch.compliance == tlDefaultMaterial().stretch.compliance );
	tlDestroyScene( scene );
	MustFail( BODY( "'material':{'fabric':'coton'}" ),
	          "s.json:1:85: bodies[0].material.fabric: there is no fabric \"coton\"; did you mean \"cotton\"?" );
	MustFail( "{'materials':{'a':{'fabric':'silk','base':'b'},'b':{}},'bodies':[{" GRID "}]}",
	          "s.json:1:20: materials.a.fabric: a material has a base or a fabric, not both" );
}

static void SlidersSetCompliances( void** state )
{
	(void)state;
	tlScene* scene =
	    MustParse( "{'materials':{'a':{'stretch':{'slider':0.5,'damping':3},'shear':{'slider':0},'bend':{'slider':1}},"
	               "'b':{'base':'a','bend':{'damping':2}}},'bodies':[{" GRID ",'material':'b'}]}" );
	const tlMaterial* m = &scene->bodies[0].material;
	assert_true( IsNear( m->stretch.compliance, 1e-5 ) && m->stretch.damping == 3 );
	assert_true( IsNear( m->shear.compliance, 1e-1 ) );
	assert_true( IsNear( m->bend.compliance, 1e-5 ) && m->bend.damping == 2 );
	tlDestroyScene( scene );
	MustFail( BODY( "'material':{'bend':{'slider':0.4,'compliance':1}}" ),
	          "s.json:1:84: bodies[0].material.bend.slider: an elasticity takes a slider or a compliance, not both" );
	MustFail( BODY( "'material':{'bend':{'slider':1.4}}" ),
	          "s.json:1:93: bodies[0].material.bend.slider: must be a number from 0 to 1, not 1.4" );
	MustFail( BODY( "'material':{'volume':{'slider':0.4}}" ),
	          "s.json:1:86: bodies[0].material.volume.slider: only stretch, shear and bend have a slider" );
	MustFail(
	    BODY( "'material':{'fabric':'silk','bend':{'slider':0.4}}" ),
	    "s.json:1:100: bodies[0].material.bend.slider: has no effect, as the material is measured; set \"measured\" to "
	    "false beside it" );
}

static void SolidSheetsAndRopesAreShorthand( void** state )
{
	(void)state;
	tlScene* scene = MustParse( BODY( "'material':{'youngsModulus':3e9,'sheetThickness':3e-4,'poissonRatio':0.3,"
	                                  "'ropeRadius':0.001,'biasBending':0.01}" ) );
	const tlMaterial* m = &scene->bodies[0].material;
	tlMaterial paper = tlMakeFabricMaterial( tlFindFabric( "paper" ) );
	assert_true( m->measured && IsNear( m->warpStiffness, 9e5 ) && IsNear( m->shearStiffness, 9e5 / 2.6 ) );
	assert_true( IsNear( m->warpBending, 9e5 * 9e-8 / ( 12 * 0.91 ) ) && IsNear( m->biasBending, 0.01 ) );
	assert_true( m->warpBending > (tlReal)0.99 * paper.warpBending && m->warpBending < (tlReal)1.01 * paper.warpBending );
	assert_true( IsNear( m->axialStiffness, 3e9 * 3.14159265358979 * 1e-6 ) );
	tlDestroyScene( scene );
	MustFail( BODY( "'material':{'youngsModulus':1e6}" ), "s.json:1:76: bodies[0].material.youngsModulus: needs "
	                                                      "\"sheetThickness\" or \"ropeRadius\" beside it" );
	MustFail( BODY( "'material':{'ropeRadius':0.1}" ),
	          "s.json:1:76: bodies[0].material.ropeRadius: needs \"youngsModulus\" beside it" );
}

// ---- maps and patterns

#define FOUR "'grid':{'columns':2,'rows':2,'width':1,'height':1},'material':{'fabric':'cotton'}"
#define MAPPED( map ) "{'bodies':[{" FOUR ",'maps':{" map "}}]}"

typedef struct Built
{
	tlScene* scene;
	tlWorld* world;
	tlSceneBuild* build;
} Built;

static tlResult Build( const char* text, Built* built, tlError* error )
{
	built->scene = MustParse( text );
	return tlBuildScene( built->scene, &built->world, &built->build, error );
}

static Built MustBuild( const char* text )
{
	Built built;
	tlError error = { tl_success, "" };
	if ( Build( text, &built, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
	return built;
}

static void MustNotBuild( const char* text, const char* sentence )
{
	Built built;
	tlError error = { tl_success, "" };
	assert_int_not_equal( Build( text, &built, &error ), tl_success );
	assert_string_equal( error.message, sentence );
	tlDestroyScene( built.scene );
}

static void Destroy( Built* built )
{
	tlDestroyWorld( built->world );
	tlDestroySceneBuild( built->build );
	tlDestroyScene( built->scene );
}

static void WriteFile( const char* path, const char* text )
{
	FILE* file = fopen( path, "wb" );
	assert_non_null( file );
	assert_true( fputs( text, file ) >= 0 );
	fclose( file );
}

static void MapsReachTheBody( void** state )
{
	(void)state;
	// A quarter of the mass of a square metre at each vertex, by its own density.
	Built built = MustBuild( MAPPED( "'areaDensity':{'low':1,'high':3,'map':[0,0.5,1,0.25]}" ) );
	static const double densities[4] = { 1, 2, 3, 1.5 };
	double share = 0;
	for ( int i = 0; i < 4; ++i )
	{
		double mass = (double)tlBody_GetMass( built.world, built.build->bodies[0].id, i ) / densities[i];
		share += mass;
		assert_true( IsNear( (tlReal)mass, 1.0 / 3 ) || IsNear( (tlReal)mass, 1.0 / 6 ) ); // one or both triangles
	}
	assert_true( IsNear( (tlReal)share, 1 ) );
	Destroy( &built );
	WriteFile( "tulle_map_good.txt", "0, 0.5\n1 0.25\n" );
	built = MustBuild( MAPPED( "'areaDensity':{'low':1,'high':3,'map':'tulle_map_good.txt'}" ) );
	assert_true( IsNear( tlBody_GetMass( built.world, built.build->bodies[0].id, 1 ), 2.0 / 3 ) ||
	             IsNear( tlBody_GetMass( built.world, built.build->bodies[0].id, 1 ), 1.0 / 3 ) );
	Destroy( &built );
	remove( "tulle_map_good.txt" );
}

static void BadMapsAreAnswered( void** state )
{
	(void)state;
	MustFail( MAPPED( "'warpStifness':{'low':1,'high':2,'map':'red'}" ),
	          "s.json:1:103: bodies[0].maps.warpStifness: a material has no such number; did you mean \"warpStiffness\"?" );
	MustFail( MAPPED( "'volumeRatio':{'low':0,'high':1,'map':'red'}" ),
	          "s.json:1:103: bodies[0].maps.volumeRatio: can not vary over a body" );
	MustFail( MAPPED( "'bend.compliance':{'low':0,'high':1,'map':'red'}" ),
	          "s.json:1:103: bodies[0].maps.bend.compliance: has no effect, as the material is measured; its moduli count" );
	MustFail(
	    BODY( "'maps':{'warpBending':{'low':0,'high':1,'map':'red'}}" ),
	    "s.json:1:72: bodies[0].maps.warpBending: has no effect, as the material is not measured; give it a fabric or a "
	    "modulus" );
	MustFail( MAPPED( "'thickness':{'low':-1,'high':1,'map':'red'}" ),
	          "s.json:1:122: bodies[0].maps.thickness.low: thickness must be finite and at least 0, not -1" );
	MustNotBuild( MAPPED( "'thickness':{'low':0,'high':1,'map':[0,1]}" ),
	              "s.json:1:139: bodies[0].maps.thickness.map: must hold one number for each of the 4 vertices, not 2" );
	MustNotBuild( MAPPED( "'thickness':{'low':0,'high':1,'map':'alpha'}" ),
	              "s.json:1:139: bodies[0].maps.thickness.map: the body has no vertex colours" );
	MustNotBuild( MAPPED( "'thickness':{'low':0,'high':1,'map':'/dev/zero'}" ),
	              "s.json:1:139: bodies[0].maps.thickness.map: /dev/zero: is not a regular file" );
	static const char* const files[][2] = {
		{ "0 1\n0.5 1.5", "2: must be from 0 to 1, not 1.5" },
		{ "0 1\n\n\x1b[2J 1", "3: \"?[2J\" is not a number" },
		{ "0 1\nnan 1", "2: \"nan\" is not a number" },
		{ "0 1 1", " has 3 numbers, but the body has 4 vertices" },
		{ "0 1 1 1 1", " has 5 numbers, but the body has 4 vertices" },
		{ "", " has 0 numbers, but the body has 4 vertices" },
	};
	for ( size_t i = 0; i < sizeof files / sizeof files[0]; ++i )
	{
		char sentence[TL_ERROR_CAPACITY];
		WriteFile( "tulle_map_bad.txt", files[i][0] );
		snprintf( sentence, sizeof sentence, "s.json:1:139: bodies[0].maps.thickness.map: tulle_map_bad.txt:%s",
		          files[i][1] );
		MustNotBuild( MAPPED( "'thickness':{'low':0,'high':1,'map':'tulle_map_bad.txt'}" ), sentence );
	}
	remove( "tulle_map_bad.txt" );
}

#define CUT "'mesh':{'file':'tulle_pattern.obj'},'material':{'fabric':'cotton'}"

static double FindRest( const Built* built, int32_t a, int32_t b )
{
	const tlBodyStats* stats = tlBody_GetStats( built->world, built->build->bodies[0].id );
	for ( int32_t s = 0; s < stats->setCount; ++s )
	{
		for ( int32_t i = 0; i < stats->sets[s].constraintCount; ++i )
		{
			tlConstraintState c = tlBody_GetConstraint( built->world, built->build->bodies[0].id, s, i );
			if ( c.arity == 2 &&
			     ( ( c.particles[0] == a && c.particles[1] == b ) || ( c.particles[0] == b && c.particles[1] == a ) ) )
			{
				return (double)c.parameters[0];
			}
		}
	}
	return 0;
}

static void PatternsAreTaken( void** state )
{
	(void)state;
	// Two squares with an edge in common, which are 2 m long in the pattern, and one of them 3 m wide.
	WriteFile(
	    "tulle_pattern.obj",
	    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\nv 2 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 5 0\nvt 6.5 0\nvt 6.5 1\n"
	    "vt 5 1\nf 1/1 2/2 3/3 4/4\nf 2/5 5/6 6/7 3/8\n" );
	Built built = MustBuild( "{'bodies':[{" CUT ",'pattern':'uv','patternScale':2,'patternRest':true,'masses':0.5,"
	                         "'pins':[{'vertices':[1]}]}]}" );
	const tlFabric* fabric = built.build->bodies[0].fabric;
	assert_int_equal( tlFabric_GetVertexCount( fabric ), 8 );
	assert_int_equal( tlFabric_GetParticleCount( fabric ), 6 );
	assert_int_equal( tlFabric_GetVertexMap( fabric )[6], 1 );
	assert_true( IsNear( (tlReal)FindRest( &built, 0, 1 ), 2 ) && IsNear( (tlReal)FindRest( &built, 1, 4 ), 3 ) );
	assert_true( IsNear( (tlReal)FindRest( &built, 1, 2 ), 2 ) );
	assert_true( IsNear( tlBody_GetMass( built.world, built.build->bodies[0].id, 1 ), 0.5 ) );
	Destroy( &built );
	built = MustBuild( "{'bodies':[{" CUT ",'pattern':[[0,0],[1,0],[1,1],[0,1],[4,0],[4,1]],'patternRest':true}]}" );
	assert_true( IsNear( (tlReal)FindRest( &built, 1, 4 ), 3 ) );
	Destroy( &built );
	built = MustBuild( "{'bodies':[{" CUT ",'pattern':'tulle_pattern.obj','patternScale':0.5,'patternRest':true}]}" );
	assert_true( IsNear( (tlReal)FindRest( &built, 1, 4 ), 0.5 ) );
	Destroy( &built );
	MustFail( BODY( "'patternRest':true" ), "s.json:1:64: bodies[0].patternRest: needs \"pattern\" beside it" );
	MustNotBuild( BODY( "'pattern':'uv'" ), "s.json:1:74: bodies[0].pattern: only a mesh file has texture coordinates" );
	MustNotBuild( BODY( "'pattern':[[0,1]]" ),
	              "s.json:1:74: bodies[0].pattern: must hold one pair for each of the 9 vertices, not 1" );
	MustNotBuild(
	    "{'bodies':[{" CUT ",'weld':false,'pattern':'uv'}]}",
	    "s.json:1:103: bodies[0].pattern: the texture has seams, along which the cloth would fall apart: weld must not "
	    "be false" );
	remove( "tulle_pattern.obj" );
}

static void PageOfMaterialsIsUpToDate( void** state )
{
	(void)state;
	tlError error = { tl_success, "" };
	if ( tlUpdateSceneDocs( TULLE_SOURCE_DIR "/docs/materials.md", true, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( FabricsAreTakenFromTheLibrary ),
		cmocka_unit_test( SlidersSetCompliances ),
		cmocka_unit_test( SolidSheetsAndRopesAreShorthand ),
		cmocka_unit_test( MapsReachTheBody ),
		cmocka_unit_test( BadMapsAreAnswered ),
		cmocka_unit_test( PatternsAreTaken ),
		cmocka_unit_test( PageOfMaterialsIsUpToDate ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
