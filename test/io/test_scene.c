// The scene: what is wrong is answered in one sentence at the right place, what is right arrives in the structs, overrides
// reach every field, and the schema, the documentation and the example scenes agree with the tables.
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bad_scenes.h"
#include "io/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Scenes are written with ' for ".
static char* Quote( const char* text )
{
	char* copy = malloc( strlen( text ) + 1 );
	assert_non_null( copy );
	strcpy( copy, text );
	for ( char* c = copy; *c != 0; ++c )
	{
		*c = *c == '\'' ? '"' : *c;
	}
	return copy;
}

static tlResult Parse( const char* text, const char* set, const char* set2, tlScene** scene, tlError* error )
{
	char* json = Quote( text );
	const char* sets[2] = { set, set2 };
	tlSceneOptions options = { .sets = sets, .setCount = set == NULL ? 0 : ( set2 == NULL ? 1 : 2 ) };
	tlResult result = tlParseScene( json, strlen( json ), "s.json", &options, scene, error );
	free( json );
	return result;
}

static tlScene* MustParse( const char* text, const char* set, const char* set2 )
{
	tlError error = { 0 };
	tlScene* scene;
	if ( Parse( text, set, set2, &scene, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
	return scene;
}

static void MustFail( const char* text, const char* set, const char* sentence )
{
	tlError error = { 0 };
	tlScene* scene;
	assert_int_not_equal( Parse( text, set, NULL, &scene, &error ), tl_success );
	assert_null( scene );
	assert_string_equal( error.message, sentence );
}

static void BadScenesAreAnswered( void** state )
{
	(void)state;
	for ( size_t i = 0; i < sizeof s_badScenes / sizeof s_badScenes[0]; ++i )
	{
		char sentence[TL_ERROR_CAPACITY];
		snprintf( sentence, sizeof sentence, "s.json:%s", s_badScenes[i].sentence );
		MustFail( s_badScenes[i].text, NULL, sentence );
	}
}

static void BadWorldsAreAnswered( void** state )
{
	(void)state;
	for ( size_t i = 0; i < sizeof s_badWorlds / sizeof s_badWorlds[0]; ++i )
	{
		if ( strstr( s_badWorlds[i].text, "'probes'" ) != NULL )
		{
			continue; // test_probe.c
		}
		char sentence[TL_ERROR_CAPACITY];
		snprintf( sentence, sizeof sentence, "s.json:%s", s_badWorlds[i].sentence );
		tlScene* scene = MustParse( s_badWorlds[i].text, NULL, NULL );
		tlWorld* world;
		tlSceneBuild* build;
		tlError error = { 0 };
		assert_int_not_equal( tlBuildScene( scene, &world, &build, &error ), tl_success );
		assert_null( world );
		assert_null( build );
		assert_string_equal( error.message, sentence );
		tlDestroyScene( scene );
	}
}

static void MissingFileIsAnswered( void** state )
{
	(void)state;
	tlScene* scene;
	tlError error;
	assert_int_equal( tlLoadScene( "none/x.json", NULL, &scene, &error ), tl_fileError );
	assert_string_equal( error.message, "none/x.json: can not be read: No such file or directory" );
	assert_int_equal( tlLoadScene( TULLE_SOURCE_DIR, NULL, &scene, NULL ), tl_fileError );
}

// A name from the file can not reach the terminal as a control sequence.
static void ControlBytesAreMasked( void** state )
{
	(void)state;
	MustFail( SCENE( "'\\u001b[2J':1" ), NULL,
	          "s.json:1:2: ?[2J: there is no such field; the scene has $schema, name, description, fps, frames, gravity, "
	          "wind, forces, budget, materials, movers, bodies, colliders, probes, output" );
}

// The C string ends there; the text does not.
static void ZeroBytesAreAnswered( void** state )
{
	(void)state;
	static const char behind[] = "{\"frames\":1}\0";
	static const char inside[] = "{\"frames\":\n 1\0,\"fps\":2}";
	tlScene* scene;
	tlError error;
	assert_int_equal( tlParseScene( behind, sizeof behind - 1, "s.json", NULL, &scene, &error ), tl_invalidFile );
	assert_string_equal( error.message, "s.json:1:13: the text holds a zero byte" );
	assert_int_equal( tlParseScene( inside, sizeof inside - 1, "s.json", NULL, &scene, &error ), tl_invalidFile );
	assert_string_equal( error.message, "s.json:2:3: the text holds a zero byte" );
}

// ---- defaults and values

static void DefaultsMatchTheCore( void** state )
{
	(void)state;
	tlScene* scene = MustParse( "{'bodies':[{" GRID "}],'materials':{'m':{}}}", NULL, NULL );
	tlBudget budget = tlDefaultBudget();
	assert_int_equal( scene->budget.substepCount, budget.substepCount );
	assert_int_equal( scene->budget.iterationCount, budget.iterationCount );
	assert_int_equal( scene->budget.method, budget.method );
	assert_int_equal( scene->budget.sweep, budget.sweep );
	assert_int_equal( scene->budget.shuffleSeed, budget.shuffleSeed );
	assert_true( scene->budget.relaxation == budget.relaxation && scene->budget.pbdStiffness == budget.pbdStiffness );
	assert_int_equal( scene->budget.pbdCorrected, budget.pbdCorrected );
	assert_int_equal( scene->budget.threadCount, budget.threadCount );
	assert_int_equal( scene->budget.recordResiduals, budget.recordResiduals );
	assert_int_equal( scene->budget.cookie, budget.cookie );

	tlMaterial d = tlDefaultMaterial();
	tlMaterial m = scene->materials[0].material;
	assert_true( m.areaDensity == d.areaDensity && m.linearDensity == d.linearDensity );
	assert_true( m.stretch.compliance == d.stretch.compliance && m.stretch.damping == d.stretch.damping );
	assert_true( m.shear.compliance == d.shear.compliance && m.shear.damping == d.shear.damping );
	assert_true( m.bend.compliance == d.bend.compliance && m.bend.damping == d.bend.damping );
	assert_true( m.tether.compliance == d.tether.compliance && m.tether.damping == d.tether.damping );
	assert_true( m.edgeDamping == d.edgeDamping && m.globalDamping == d.globalDamping );
	assert_true( m.staticFriction == d.staticFriction && m.kineticFriction == d.kineticFriction );
	assert_true( m.restitution == d.restitution && m.thickness == d.thickness && m.cookie == d.cookie );
	assert_true( m.dragCoefficient == d.dragCoefficient && m.liftCoefficient == d.liftCoefficient );
	assert_true( m.tangentialDragCoefficient == d.tangentialDragCoefficient );
	assert_true( scene->wind == NULL && scene->forceCount == 0 && scene->bodies[0].pressure == 0 );

	tlBodyDef b = tlDefaultBodyDef();
	assert_int_equal( scene->bodies[0].tethers.mode, b.tetherMode );
	assert_true( scene->bodies[0].tethers.scale == b.tetherScale );
	assert_int_equal( scene->bodies[0].tethers.anchors, b.tetherCount );
	tlVec3 gravity = tlDefaultWorldDef().gravity;
	assert_true( scene->gravity.x == gravity.x && scene->gravity.y == gravity.y && scene->gravity.z == gravity.z );
	assert_string_equal( scene->name, "s" );
	assert_string_equal( scene->bodies[0].name, "body0" );
	assert_false( scene->bodies[0].weld );
	tlDestroyScene( scene );
}

static void ValuesArrive( void** state )
{
	(void)state;
	tlScene* scene = MustParse(
	    "{'name':'n','fps':50,'frames':7.0,'gravity':[1,2,3],"
	    "'materials':{'a':{'areaDensity':0.5,'bend':{'damping':2}},'b':{'base':'a','bend':{'compliance':0.25}},"
	    "'c':{'staticFriction':0.1},'d':{'kineticFriction':0.9}},"
	    "'movers':[{'name':'hip'},{'name':'leg','follow':'hip'}],"
	    "'bodies':[{'name':'x','material':'b'," GRID ",'masses':0.5,'transform':{'scale':2,"
	    "'rotation':{'axis':[0,2,0],'angleDegrees':90}},'pins':[{'vertices':[0,[2,3]],'follow':'leg','release':1.5}]},"
	    "{'material':{'base':'a','thickness':0},'rope':{'from':[0,0,0],'to':[1,0,0],'segments':4,'linearDensity':3}}],"
	    "'colliders':[{'shape':{'type':'capsule','radius':1,'halfHeight':2},'staticFriction':0.5}],"
	    "'probes':[{'type':'speed','name':'s','body':'body1','vertex':4}]}",
	    NULL, NULL );
	assert_int_equal( scene->frameCount, 7 );
	assert_true( scene->framesPerSecond == 50 && scene->gravity.z == 3 );
	const tlSceneBody* x = &scene->bodies[0];
	assert_true( x->material.areaDensity == (tlReal)0.5 && x->material.bend.compliance == (tlReal)0.25 );
	assert_true( x->material.bend.damping == 2 );
	assert_true( scene->materials[0].material.bend.compliance == tlDefaultMaterial().bend.compliance );
	assert_true( scene->materials[2].material.kineticFriction == (tlReal)0.1 );
	assert_true( scene->materials[3].material.staticFriction == (tlReal)0.9 );
	assert_true( x->oneMass == (tlReal)0.5 && x->transform.scale.z == 2 );
	assert_true( fabs( (double)x->transform.rotation.q.y - sqrt( 0.5 ) ) < 1e-6 );
	assert_int_equal( x->pins[0].rangeCount, 2 );
	assert_int_equal( x->pins[0].ranges[1].last, 3 );
	assert_int_equal( x->pins[0].mover, 1 );
	assert_int_equal( scene->movers[1].parent, 0 );
	assert_true( scene->bodies[1].material.thickness == 0 && scene->bodies[1].material.linearDensity == 3 );
	assert_true( scene->bodies[1].material.areaDensity == (tlReal)0.5 );
	assert_true( scene->colliders[0].kineticFriction == (tlReal)0.5 && scene->colliders[0].restitution < 0 );
	assert_int_equal( scene->probes[0].body, 1 );
	tlDestroyScene( scene );
}

static void WindAndForcesArrive( void** state )
{
	(void)state;
	tlScene* scene = MustParse(
	    "{'wind':{},'forces':[{'type':'acceleration','acceleration':[1,2,3]}],'bodies':[{" GRID "}]}", NULL, NULL );
	tlWind d = tlDefaultWind();
	assert_true( scene->wind->airDensity == d.airDensity && scene->wind->gustPeriod == d.gustPeriod );
	assert_true( scene->wind->turbulenceLength == d.turbulenceLength && scene->wind->cookie == d.cookie );
	assert_true( scene->wind->turbulenceSeed == d.turbulenceSeed && scene->wind->velocity.x == 0 );
	tlForceFieldDef f = tlDefaultForceFieldDef();
	assert_true( scene->forces[0].field.radius == f.radius && scene->forces[0].field.falloff == f.falloff );
	assert_true( scene->forces[0].field.acceleration.z == 3 && scene->forces[0].body == -1 );
	tlDestroyScene( scene );

	scene = MustParse( "{'gravity':[0,0,0],'wind':{'velocity':[0,2,0],'turbulenceSeed':7},"
	                   "'forces':[{'type':'radial','strength':4,'center':[0,0,5],'radius':9,'falloff':0,'body':'b'}],"
	                   "'bodies':[{'name':'a','pressure':3," GRID "},{'name':'b'," GRID "}]}",
	                   "wind.velocity=[0,0,0]", "forces[0].strength=6" );
	tlWorld* world = NULL;
	tlSceneBuild* build = NULL;
	assert_int_equal( tlBuildScene( scene, &world, &build, NULL ), tl_success );
	tlWind wind;
	assert_true( tlWorld_GetWind( world, &wind ) && wind.velocity.y == 0 && wind.turbulenceSeed == 7 );
	assert_true( tlBody_GetPressure( world, build->bodies[0].id ) == 3 );
	assert_int_equal( scene->forces[0].body, 1 );
	assert_int_equal( tlWorld_Step( world, 1e-3, NULL ), tl_success );
	const double* a = tlBody_GetStats( world, build->bodies[0].id )->momentum;
	const double* b = tlBody_GetStats( world, build->bodies[1].id )->momentum;
	assert_true( fabs( a[2] ) < 1e-5 && fabs( fabs( a[1] ) - 3e-3 ) < 1e-4 );
	assert_true( fabs( b[2] - 0.2 * 6e-3 ) < 2e-5 && fabs( b[1] ) < 1e-6 );
	tlDestroyWorld( world );
	tlDestroySceneBuild( build );
	tlDestroyScene( scene );
}

// x first, then y, then z, about fixed axes: z goes to -y, then stays, then to +x.
static void EulerAnglesTurnInOrder( void** state )
{
	(void)state;
	tlScene* scene = MustParse( BODY( "'transform':{'rotation':{'eulerDegrees':[90,0,90]}}" ), NULL, NULL );
	tlVec3 z = { 0, 0, 1 };
	tlVec3 turned = tlRotate( scene->bodies[0].transform.rotation.q, z );
	assert_true( fabs( (double)turned.x - 1 ) < 1e-6 && fabs( (double)turned.y ) < 1e-6 );
	tlDestroyScene( scene );
}

static void MotionIsInterpolated( void** state )
{
	(void)state;
	tlScene* scene = MustParse( SCENE( "'movers':[{'name':'m','transform':{'position':[5,0,0]},'loop':true,'keyframes':["
	                                   "{'time':1,'position':[0,0,0]},{'time':2},{'time':3,'position':[0,4,0],"
	                                   "'rotation':{'axis':[0,0,1],'angleDegrees':90}}]}]" ),
	                            NULL, NULL );
	const tlSceneMotion* motion = &scene->movers[0].motion;
	tlTransform rest = { { 5, 0, 0 }, { 0, 0, 0, 1 } };
	assert_true( tlEvaluateMotion( motion, &rest, 0 ).p.x == 0 );
	assert_true( fabs( tlEvaluateMotion( motion, &rest, 1.5 ).p.x - 2.5 ) < 1e-6 );
	tlTransform pose = tlEvaluateMotion( motion, &rest, 2.5 );
	assert_true( fabs( pose.p.y - 2 ) < 1e-6 && fabs( (double)pose.q.z - sin( 3.14159265358979 / 8 ) ) < 1e-6 );
	assert_true( fabs( tlEvaluateMotion( motion, &rest, 3 ).p.y - 4 ) < 1e-9 );
	assert_true( fabs( tlEvaluateMotion( motion, &rest, 3.5 ).p.x - 2.5 ) < 1e-6 ); // a period of 2 s
	tlDestroyScene( scene );
}

// ---- overrides

static void OverridesReachFields( void** state )
{
	(void)state;
	const char* base = "{'materials':{'silk':{'areaDensity':0.05}},'bodies':[{'name':'flag','material':'silk'," GRID "}]}";
	tlScene* scene = MustParse( base, "budget.substeps=8", "bodies[0].material.stretch.compliance=1e-6" );
	assert_int_equal( scene->budget.substepCount, 8 );
	assert_true( scene->bodies[0].material.stretch.compliance == (tlReal)1e-6 );
	assert_true( scene->bodies[0].material.areaDensity == (tlReal)0.05 );
	assert_true( scene->materials[0].material.stretch.compliance == tlDefaultMaterial().stretch.compliance );
	tlDestroyScene( scene );

	scene = MustParse( base, "bodies.flag.grid.columns=5", "bodies.0.pins.0.vertices=[0,4]" );
	assert_int_equal( scene->bodies[0].grid->columns, 5 );
	assert_int_equal( scene->bodies[0].pins[0].rangeCount, 2 );
	tlDestroyScene( scene );

	scene = MustParse( base, "gravity[1]=-1.62", "name=a flag" );
	assert_true( scene->gravity.y == (tlReal)-1.62 && scene->gravity.x == 0 );
	assert_string_equal( scene->name, "a flag" );
	tlDestroyScene( scene );

	scene = MustParse( base, "materials.silk.areaDensity=0.1", "materials.silk.areaDensity=0.2" );
	assert_true( scene->bodies[0].material.areaDensity == (tlReal)0.2 );
	tlDestroyScene( scene );

	scene = MustParse( base, "bodies[0].material=null", NULL );
	assert_true( scene->bodies[0].material.areaDensity == tlDefaultMaterial().areaDensity );
	char* text = tlScene_Print( scene );
	assert_non_null( text );
	assert_null( strstr( strstr( text, "\"bodies\"" ), "silk" ) );
	free( text );
	tlDestroyScene( scene );

	scene = MustParse( base, "bodies[0].material.bend.compliance=0", NULL );
	assert_true( scene->bodies[0].material.bend.compliance == 0 );
	tlDestroyScene( scene );
}

static void BadOverridesAreAnswered( void** state )
{
	(void)state;
	static const char* const cases[][2] = {
		{ "substeps", "--set substeps: needs the form path=value, as in budget.substeps=8" },
		{ "=3", "--set =3: the path must look like bodies[0].pins[1].release" },
		{ "bodies[0=3", "--set bodies[0=3: the path must look like bodies[0].pins[1].release" },
		{ "budget..substeps=3", "--set budget..substeps=3: the path must look like bodies[0].pins[1].release" },
		{ "substep=3", "--set substep=3: the scene has no field \"substep\"" },
		{ "budget.substep=3", "--set budget.substep=3: the budget has no field \"substep\"; did you mean \"substeps\"?" },
		{ "budget.substeps=0", "--set budget.substeps=0: budget.substeps: must be a whole number from 1 to 100000, not 0" },
		{ "budget.substeps=many",
		  "--set budget.substeps=many: budget.substeps: must be a whole number from 1 to 100000, not \"many\"" },
		{ "fps.x=3", "--set fps.x=3: \"fps\" has no parts" },
		{ "bodies[2].name=x", "--set bodies[2].name=x: [2] is out of range: there are 1" },
		{ "bodies.cape.name=x", "--set bodies.cape.name=x: nothing there has the name \"cape\"" },
		{ "bodies[1].name=x", "--set bodies[1].name=x: bodies[1]: a body needs one of grid, mesh, rope or particles" },
		{ "materials.silk.thickness=1", "--set materials.silk.thickness=1: there is no \"silk\" yet" },
		{ "bodies[0].rope.segments=3",
		  "--set bodies[0].rope.segments=3: bodies[0].rope.segments: needs \"from\" beside it" },
	};
	for ( size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i )
	{
		MustFail( BODY( "'name':'flag'" ), cases[i][0], cases[i][1] );
	}
}

// ---- building

static void FollowersKeepTheirPlace( void** state )
{
	(void)state;
	tlScene* scene =
	    MustParse( "{'fps':10,'movers':[{'name':'a','keyframes':[{'time':0},{'time':1,'position':[0,1,0],"
	               "'rotation':{'axis':[0,1,0],'angleDegrees':90}}]}],"
	               "'bodies':[{'rope':{'from':[1,0,0],'to':[1,-1,0],'segments':2},'pins':[{'vertices':[0],'follow':'a'}]},"
	               "{'rope':{'from':[5,0,0],'to':[5,-1,0],'segments':2},'pins':[{'vertices':[0],'release':0.5,"
	               "'keyframes':[{'time':0},{'time':1,'position':[0,0,2]}]}]}],"
	               "'colliders':[{'shape':{'type':'sphere','radius':0.1},'follow':'a','transform':{'position':[0,0,3]}}]}",
	               NULL, NULL );
	tlWorld* world;
	tlSceneBuild* build;
	tlError error;
	assert_int_equal( tlBuildScene( scene, &world, &build, &error ), tl_success );
	for ( int frame = 1; frame <= 10; ++frame )
	{
		tlSceneBuild_SetTargets( build, world, frame / 10.0 );
		assert_int_equal( tlWorld_Step( world, 0.1, &error ), tl_success );
		tlPosition held = tlBody_GetPosition( world, build->bodies[1].id, 0 );
		assert_true( frame > 5 || fabs( held.z - 0.2 * frame ) < 1e-5 );
		assert_true( frame <= 6 || held.y < -0.05 ); // let go at 0.5 s
	}
	tlPosition pin = tlBody_GetPosition( world, build->bodies[0].id, 0 );
	assert_true( fabs( pin.x ) < 1e-5 && fabs( pin.y - 1 ) < 1e-5 && fabs( pin.z + 1 ) < 1e-5 );
	tlTransform ball = tlCollider_GetTransform( world, build->colliders[0] );
	assert_true( fabs( ball.p.x - 3 ) < 1e-5 && fabs( ball.p.y - 1 ) < 1e-5 && fabs( ball.p.z ) < 1e-5 );
	tlDestroyWorld( world );
	tlDestroySceneBuild( build );
	tlDestroyScene( scene );
}

// Pins let go at the first start of a frame, k/60, that is not before their release.
static void ReleasesRoundUp( void** state )
{
	(void)state;
	static const struct
	{
		const char* release;
		int firstFree; // the frame whose state is the first to have moved
	} cases[] = { { "0", 1 },           { "0.016", 2 },          { "0.016666666666666666", 2 },
		          { "0.0166667", 3 },   { "0.484", 31 },         { "0.49", 31 },
		          { "0.5", 31 },        { "0.5000001", 32 },     { "0.1", 7 },
		          { "0.3", 19 },        { "0.7", 43 },           { "0.29999999999999999", 19 },
		          { "0.48333333", 30 }, { "0.483333333333", 30 } };
	for ( size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i )
	{
		char text[256];
		snprintf( text, sizeof text,
		          "{'bodies':[{'particles':{'positions':[[0,0,0]]},'masses':1,'pins':[{'vertices':[0],"
		          "'release':%s}]}]}",
		          cases[i].release );
		tlScene* scene = MustParse( text, NULL, NULL );
		tlWorld* world;
		tlSceneBuild* build;
		assert_int_equal( tlBuildScene( scene, &world, &build, NULL ), tl_success );
		int frame = 0;
		do
		{
			frame += 1;
			tlSceneBuild_SetTargets( build, world, frame / 60.0 );
			assert_int_equal( tlWorld_Step( world, 1 / 60.0, NULL ), tl_success );
		}
		while ( frame < 100 && tlBody_GetPosition( world, build->bodies[0].id, 0 ).y == 0 );
		if ( frame != cases[i].firstFree )
		{
			fail_msg( "release %s: free in frame %d, not %d", cases[i].release, frame, cases[i].firstFree );
		}
		tlDestroyWorld( world );
		tlDestroySceneBuild( build );
		tlDestroyScene( scene );
	}
}

static void ScenesOfTheRepositoryBuild( void** state )
{
	(void)state;
	static const char* const names[] = { "curtain", "skirt", "flag", "drop", "pendulum", "bench_128" };
	static const int counts[] = { 204, 720, 37 * 25, 41 * 41, 2, 128 * 128 };
	for ( size_t i = 0; i < sizeof names / sizeof names[0]; ++i )
	{
		char path[1024];
		snprintf( path, sizeof path, "%s/scenes/%s.json", TULLE_SOURCE_DIR, names[i] );
		tlScene* scene;
		tlWorld* world;
		tlSceneBuild* build;
		tlError error = { 0 };
		if ( tlLoadScene( path, NULL, &scene, &error ) != tl_success ||
		     tlBuildScene( scene, &world, &build, &error ) != tl_success )
		{
			fail_msg( "%s", error.message );
			return;
		}
		assert_int_equal( tlWorld_GetStats( world )->particleCount, counts[i] );
		tlDestroyWorld( world );
		tlDestroySceneBuild( build );
		tlDestroyScene( scene );
	}
}

static void BareMeshMakesAScene( void** state )
{
	(void)state;
	tlScene* scene;
	tlWorld* world;
	tlSceneBuild* build;
	tlError error = { 0 };
	const char* sets[] = { "frames=3" };
	tlSceneOptions options = { .sets = sets, .setCount = 1 };
	const char* path = TULLE_SOURCE_DIR "/scenes/meshes/skirt.obj";
	if ( tlMakeSceneFromMesh( path, &options, &scene, &error ) != tl_success ||
	     tlBuildScene( scene, &world, &build, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
		return;
	}
	assert_int_equal( scene->frameCount, 3 );
	assert_true( scene->assumptionCount >= 4 );
	assert_string_equal( scene->name, "skirt" );
	assert_true( build->bodies[0].pinnedVertexCount > 0 && build->bodies[0].pinnedVertexCount < 720 );
	tlDestroyWorld( world );
	tlDestroySceneBuild( build );
	tlDestroyScene( scene );
}

// ---- schema and documentation

static void SchemaIsUpToDate( void** state )
{
	(void)state;
	FILE* file = fopen( TULLE_SOURCE_DIR "/scenes/tulle.schema.json", "rb" );
	assert_non_null( file );
	char* text = tlPrintSceneSchema();
	assert_non_null( text );
	for ( const char* c = text; *c != 0; ++c )
	{
		assert_int_equal( getc( file ), (unsigned char)*c );
	}
	assert_int_equal( getc( file ), '\n' );
	assert_int_equal( getc( file ), EOF );
	fclose( file );
	free( text );
}

static void DocumentationIsUpToDate( void** state )
{
	(void)state;
	tlError error = { 0 };
	if ( tlUpdateSceneDocs( TULLE_SOURCE_DIR "/docs/scene-format.md", true, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( BadScenesAreAnswered ),
		cmocka_unit_test( BadWorldsAreAnswered ),
		cmocka_unit_test( MissingFileIsAnswered ),
		cmocka_unit_test( ControlBytesAreMasked ),
		cmocka_unit_test( ZeroBytesAreAnswered ),
		cmocka_unit_test( ReleasesRoundUp ),
		cmocka_unit_test( DefaultsMatchTheCore ),
		cmocka_unit_test( WindAndForcesArrive ),
		cmocka_unit_test( ValuesArrive ),
		cmocka_unit_test( EulerAnglesTurnInOrder ),
		cmocka_unit_test( MotionIsInterpolated ),
		cmocka_unit_test( OverridesReachFields ),
		cmocka_unit_test( BadOverridesAreAnswered ),
		cmocka_unit_test( FollowersKeepTheirPlace ),
		cmocka_unit_test( ScenesOfTheRepositoryBuild ),
		cmocka_unit_test( BareMeshMakesAScene ),
		cmocka_unit_test( SchemaIsUpToDate ),
		cmocka_unit_test( DocumentationIsUpToDate ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
