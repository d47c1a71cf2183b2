// Materials of scenes: fabrics of the library, sliders, shorthand for solid sheets and ropes, maps and patterns, and the
// sentences for what does not go together.
// SPDX-License-Identifier: MIT
#include "io/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
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
		cmocka_unit_test( PageOfMaterialsIsUpToDate ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
