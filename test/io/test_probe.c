// Probes: the recorded values against closed forms, their columns, and what is refused.
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bad_scenes.h"
#include "io/probe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Run
{
	tlScene* scene;
	tlWorld* world;
	tlSceneBuild* build;
	tlProbes* probes;
	double values[64];
} Run;

static tlResult Start( Run* run, const char* text, tlError* error )
{
	memset( run, 0, sizeof *run );
	char json[4096];
	snprintf( json, sizeof json, "%s", text );
	for ( char* c = json; *c != 0; ++c )
	{
		*c = *c == '\'' ? '"' : *c;
	}
	tlResult result = tlParseScene( json, strlen( json ), "s.json", NULL, &run->scene, error );
	result = result == tl_success ? tlBuildScene( run->scene, &run->world, &run->build, error ) : result;
	return result == tl_success ? tlCreateProbes( run->build, run->world, &run->probes, error ) : result;
}

static void MustStart( Run* run, const char* text )
{
	tlError error = { 0 };
	if ( Start( run, text, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
	assert_true( tlProbes_GetColumnCount( run->probes ) <= 64 );
	tlProbes_Record( run->probes, run->world, run->values );
}

static void Step( Run* run, int first, int last )
{
	for ( int frame = first; frame <= last; ++frame )
	{
		tlSceneBuild_SetTargets( run->build, run->world, frame / run->scene->framesPerSecond );
		assert_int_equal( tlWorld_Step( run->world, 1 / run->scene->framesPerSecond, NULL ), tl_success );
	}
	tlProbes_Record( run->probes, run->world, run->values );
}

static void End( Run* run )
{
	tlDestroyProbes( run->probes );
	tlDestroyWorld( run->world );
	tlDestroySceneBuild( run->build );
	tlDestroyScene( run->scene );
}

static double Value( const Run* run, const char* name )
{
	for ( int32_t i = 0; i < tlProbes_GetColumnCount( run->probes ); ++i )
	{
		if ( strcmp( tlProbes_GetColumnName( run->probes, i ), name ) == 0 )
		{
			return run->values[i];
		}
	}
	fail_msg( "no column %s", name );
	return 0;
}

// Single precision rounds every displacement to a part of the distance from the origin, which is felt in velocities and in
// forces at rest: about 1 % of a weight for 16 substeps a frame at 1 m.
static double Tolerance( double single, double exact )
{
	return sizeof( tlReal ) == sizeof( double ) ? exact : single;
}

static void AssertNear( double a, double b, double tolerance )
{
	if ( !( fabs( a - b ) <= tolerance ) )
	{
		fail_msg( "%.9g is not %.9g", a, b );
	}
}

static void ColumnsHaveNamesAndUnits( void** state )
{
	(void)state;
	Run run;
	MustStart( &run, PROBES( "{'name':'p','type':'position','vertex':8},{'name':'q','type':'position','vertex':8,"
	                         "'axis':'z'},{'name':'m','type':'angularMomentum'},{'name':'c','type':'contacts'}" ) );
	static const char* const names[] = { "p.x", "p.y", "p.z", "q", "m.x", "m.y", "m.z", "c" };
	assert_int_equal( tlProbes_GetColumnCount( run.probes ), 8 );
	for ( int i = 0; i < 8; ++i )
	{
		assert_string_equal( tlProbes_GetColumnName( run.probes, i ), names[i] );
	}
	assert_string_equal( tlProbes_GetColumnUnit( run.probes, 0 ), "m" );
	assert_string_equal( tlProbes_GetColumnUnit( run.probes, 4 ), "kg m^2/s" );
	assert_string_equal( tlProbes_GetColumnUnit( run.probes, 7 ), "" );
	AssertNear( Value( &run, "p.x" ), 0.5, 1e-6 );
	AssertNear( Value( &run, "q" ), 0.5, 1e-6 );
	End( &run );
}

// One particle of 2 kg, 16 substeps a frame: y = -g h^2 n (n + 1) / 2.
static void FreeFallIsRecorded( void** state )
{
	(void)state;
	Run run;
	MustStart( &run,
	           "{'bodies':[{'particles':{'positions':[[1,0,0],[3,0,0]]},'masses':[2,6],'velocity':[3,0,0]}],"
	           "'probes':[{'name':'x','type':'position','vertex':0},{'name':'v','type':'velocity','vertex':0},"
	           "{'name':'s','type':'speed','vertex':0},{'name':'k','type':'kineticEnergy'},"
	           "{'name':'u','type':'potentialEnergy'},{'name':'e','type':'energy'},{'name':'p','type':'momentum'},"
	           "{'name':'c','type':'center'},{'name':'l','type':'angularMomentum','axis':'z'},"
	           "{'name':'d','type':'distance','between':[{'vertex':0},{'vertex':1}]},{'name':'low','type':'lowest'}]}" );
	AssertNear( Value( &run, "k" ), 36, 1e-4 ); // frame 0 has the start velocity
	AssertNear( Value( &run, "c.x" ), 2.5, 1e-6 );
	Step( &run, 1, 60 );
	AssertNear( Value( &run, "x.y" ), -4.910109375, Tolerance( 1e-2, 1e-9 ) );
	AssertNear( Value( &run, "x.x" ), 4, Tolerance( 1e-2, 1e-9 ) );
	AssertNear( Value( &run, "v.y" ), -9.81, Tolerance( 2e-2, 1e-9 ) );
	AssertNear( Value( &run, "s" ), sqrt( 9 + 9.81 * 9.81 ), Tolerance( 2e-2, 1e-9 ) );
	AssertNear( Value( &run, "p.x" ), 24, Tolerance( 0.1, 1e-9 ) );
	AssertNear( Value( &run, "p.y" ), -8 * 9.81, Tolerance( 0.1, 1e-9 ) );
	AssertNear( Value( &run, "u" ), 8 * 9.81 * -4.910109375, Tolerance( 0.5, 1e-7 ) );
	AssertNear( Value( &run, "e" ), Value( &run, "k" ) + Value( &run, "u" ), 1e-9 );
	AssertNear( Value( &run, "d" ), 2, Tolerance( 1e-2, 1e-9 ) );
	AssertNear( Value( &run, "low" ), -4.910109375, Tolerance( 1e-2, 1e-9 ) );
	AssertNear( Value( &run, "l" ), 2 * ( 4 * -9.81 + 4.910109375 * 3 ) + 6 * ( 6 * -9.81 + 4.910109375 * 3 ),
	            Tolerance( 1, 1e-7 ) );
	End( &run );
}

// A mass on a spring, damped to rest: the force is its weight, the extension compliance times that.
static void ForceAndStrainAreRecorded( void** state )
{
	(void)state;
	Run run;
	MustStart( &run, "{'materials':{'m':{'globalDamping':8}},'bodies':[{'material':'m','particles':{'positions':[[0,0,0],"
	                 "[0,-1,0]]},'masses':[0,0.5],'constraints':[{'type':'distance','vertices':[0,1],'compliance':0.002}]}],"
	                 "'probes':[{'name':'f','type':'force','vertices':[1,0]},"
	                 "{'name':'g','type':'force','set':'distance','index':0},{'name':'s','type':'strain','vertices':[0,1]},"
	                 "{'name':'t','type':'strain','set':'distance'},{'name':'e','type':'elasticEnergy'},"
	                 "{'name':'r','type':'residual'}]}" );
	AssertNear( Value( &run, "f" ), 0, 0 );
	Step( &run, 1, 300 );
	AssertNear( Value( &run, "f" ), 4.905, Tolerance( 0.08, 1e-5 ) );
	AssertNear( Value( &run, "g" ), Value( &run, "f" ), 0 );
	AssertNear( Value( &run, "s" ), 9.81e-3, Tolerance( 2e-4, 1e-8 ) );
	AssertNear( Value( &run, "t" ), Value( &run, "s" ), 1e-9 );
	AssertNear( Value( &run, "e" ), 0.5 * 4.905 * 9.81e-3, Tolerance( 1e-3, 1e-6 ) );
	AssertNear( Value( &run, "r" ), 0, Tolerance( 1e-5, 1e-9 ) );
	End( &run );
}

static void BodiesAreSummed( void** state )
{
	(void)state;
	Run run;
	MustStart( &run, "{'gravity':[0,0,0],'bodies':[{'name':'a','particles':{'positions':[[0,1,0]]},'masses':1,"
	                 "'velocity':[2,0,0]},{'name':'b','particles':{'positions':[[0,3,0]]},'masses':3,'velocity':[0,2,0]}],"
	                 "'probes':[{'name':'all','type':'kineticEnergy'},{'name':'b','type':'kineticEnergy','body':'b'},"
	                 "{'name':'high','type':'highest'},{'name':'c','type':'center','axis':'y'}]}" );
	AssertNear( Value( &run, "all" ), 8, 1e-6 );
	AssertNear( Value( &run, "b" ), 6, 1e-6 );
	AssertNear( Value( &run, "high" ), 3, 1e-6 );
	AssertNear( Value( &run, "c" ), 2.5, 1e-6 );
	End( &run );
}

static void BadProbesAreAnswered( void** state )
{
	(void)state;
	for ( size_t i = 0; i < sizeof s_badWorlds / sizeof s_badWorlds[0]; ++i )
	{
		if ( strstr( s_badWorlds[i].text, "'probes'" ) == NULL )
		{
			continue; // test_scene.c
		}
		char sentence[TL_ERROR_CAPACITY];
		snprintf( sentence, sizeof sentence, "s.json:%s", s_badWorlds[i].sentence );
		Run run;
		tlError error = { 0 };
		assert_int_not_equal( Start( &run, s_badWorlds[i].text, &error ), tl_success );
		assert_null( run.probes );
		assert_string_equal( error.message, sentence );
		End( &run );
	}
	(void)s_badScenes;
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( ColumnsHaveNamesAndUnits ),  cmocka_unit_test( FreeFallIsRecorded ),
		cmocka_unit_test( ForceAndStrainAreRecorded ), cmocka_unit_test( BodiesAreSummed ),
		cmocka_unit_test( BadProbesAreAnswered ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
