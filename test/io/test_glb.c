// Reads the file back by hand, as the format describes it, and by assimp.
// SPDX-License-Identifier: MIT
#if !defined( _POSIX_C_SOURCE )
#define _POSIX_C_SOURCE 200809L
#endif

#include "io/glb.h"

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum
{
	tl_side = 6,
	tl_points = tl_side * tl_side,
	tl_frames = 11
};

static int32_t s_triangles[6 * ( tl_side - 1 ) * ( tl_side - 1 )];
static tlTransform s_moves[tl_frames];
static const int32_t s_lines[4] = { 0, 1, 1, 2 };

// A square that bulges more and more; one vertex is lost at the end.
static bool GetFrame( void* context, int32_t frame, float* xyz )
{
	int32_t count = *(const int32_t*)context;
	for ( int32_t i = 0; i < count; ++i )
	{
		float x = (float)( i % tl_side ) / ( tl_side - 1 ) - 0.5f;
		float z = (float)( i / tl_side ) / ( tl_side - 1 ) - 0.5f;
		xyz[3 * i] = x;
		xyz[3 * i + 1] = (float)frame * ( 0.25f - x * x - z * z );
		xyz[3 * i + 2] = z;
	}
	if ( frame == tl_frames - 1 )
	{
		xyz[1] = NAN;
	}
	return true;
}

static bool FailFrame( void* context, int32_t frame, float* xyz )
{
	return frame < 3 && GetFrame( context, frame, xyz );
}

typedef struct Scene
{
	tlGlbDef def;
	tlGlbBody bodies[3];
	tlGlbCollider colliders[4];
} Scene;

static void MakeScene( Scene* scene )
{
	static int32_t counts[2] = { tl_points, 3 };
	static tlTransform rest[3];
	int32_t* t = s_triangles;
	for ( int32_t j = 0; j + 1 < tl_side; ++j )
	{
		for ( int32_t i = 0; i + 1 < tl_side; ++i )
		{
			int32_t a = j * tl_side + i;
			int32_t corners[6] = { a, a + tl_side, a + 1, a + 1, a + tl_side, a + tl_side + 1 };
			memcpy( t, corners, sizeof corners );
			t += 6;
		}
	}
	for ( int i = 0; i < tl_frames; ++i )
	{
		s_moves[i] = tlTransform_identity;
		s_moves[i].p.x = 0.1 * i;
	}
	memset( scene, 0, sizeof *scene );
	scene->def = tlDefaultGlbDef();
	scene->def.name = "test";
	scene->def.frameCount = tl_frames;
	scene->def.bodies = scene->bodies;
	scene->def.bodyCount = 3;
	scene->def.colliders = scene->colliders;
	scene->def.colliderCount = 4;
	tlGlbBody cloth = { "cloth",  tl_points, s_triangles, 2 * ( tl_side - 1 ) * ( tl_side - 1 ), NULL, 0,
		                0xFF8000, GetFrame,  counts };
	tlGlbBody rope = { "rope \xFF", 3, NULL, 0, s_lines, 2, 0x0000FF, GetFrame, counts + 1 };
	tlGlbBody dust = { NULL, 3, NULL, 0, NULL, 0, 0x808080, GetFrame, counts + 1 };
	scene->bodies[0] = cloth;
	scene->bodies[1] = rope;
	scene->bodies[2] = dust;
	for ( int i = 0; i < 4; ++i )
	{
		tlGlbCollider* collider = scene->colliders + i;
		collider->name = "collider";
		collider->shape.type = (tlShapeType)i;
		collider->shape.radius = (tlReal)0.5;
		collider->shape.halfHeight = (tlReal)0.25;
		collider->shape.halfExtents = tlLerp( tlVec3_zero, ( tlVec3 ){ 1, 2, 3 }, (tlReal)0.5 );
		collider->color = 0xCCCCCC;
		collider->transformCount = i == 2 ? tl_frames : 1;
		collider->transforms = i == 2 ? s_moves : rest + ( i < 2 ? i : 2 );
	}
	for ( int i = 0; i < 3; ++i )
	{
		rest[i] = tlTransform_identity;
	}
}

typedef struct Loaded
{
	uint8_t* bytes;
	size_t size;
	json_t* json;
	const uint8_t* binary;
	size_t binarySize;
} Loaded;

static uint32_t GetWord( const uint8_t* bytes )
{
	return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static tlResult WriteScene( const tlGlbDef* def, Loaded* loaded, tlGlbReport* report, tlError* error )
{
	char path[] = "/tmp/tulle-glb-XXXXXX";
	int descriptor = mkstemp( path );
	assert_true( descriptor >= 0 && close( descriptor ) == 0 );
	tlOutputFile* file;
	assert_int_equal( tlOpenOutputFile( path, &file, error ), tl_success );
	tlResult result = tlWriteGlb( file, def, report, error );
	memset( loaded, 0, sizeof *loaded );
	if ( result == tl_success )
	{
		loaded->size = (size_t)tlOutputFile_GetSize( file );
		loaded->bytes = malloc( loaded->size );
		assert_true( tlOutputFile_Read( file, 0, loaded->bytes, loaded->size ) );
	}
	tlCloseOutputFile( file, NULL );
	remove( path );
	if ( result == tl_success )
	{
		assert_int_equal( GetWord( loaded->bytes ), 0x46546C67 );
		assert_int_equal( GetWord( loaded->bytes + 4 ), 2 );
		assert_int_equal( GetWord( loaded->bytes + 8 ), loaded->size );
		uint32_t length = GetWord( loaded->bytes + 12 );
		assert_int_equal( length % 4, 0 );
		json_error_t where;
		loaded->json = json_loadb( (const char*)loaded->bytes + 20, length, 0, &where );
		assert_non_null( loaded->json );
		loaded->binarySize = GetWord( loaded->bytes + 20 + length );
		loaded->binary = loaded->bytes + 28 + length;
		assert_int_equal( loaded->size, 28 + length + loaded->binarySize );
	}
	return result;
}

static void Unload( Loaded* loaded )
{
	json_decref( loaded->json );
	free( loaded->bytes );
}

static json_int_t GetInt( json_t* object, const char* key )
{
	return json_integer_value( json_object_get( object, key ) );
}

// Every accessor lies in its view and every view in the buffer, aligned; declared bounds are those of the data.
static void CheckAccessors( const Loaded* loaded )
{
	json_t* accessors = json_object_get( loaded->json, "accessors" );
	json_t* views = json_object_get( loaded->json, "bufferViews" );
	size_t index;
	json_t* accessor;
	json_array_foreach( accessors, index, accessor )
	{
		json_t* view = json_array_get( views, (size_t)GetInt( accessor, "bufferView" ) );
		const char* type = json_string_value( json_object_get( accessor, "type" ) );
		json_int_t width = strcmp( type, "VEC3" ) == 0 ? 3 : ( strcmp( type, "VEC4" ) == 0 ? 4 : 1 );
		json_int_t count = GetInt( accessor, "count" );
		json_int_t offset = GetInt( accessor, "byteOffset" );
		assert_true( count > 0 && offset + 4 * width * count <= GetInt( view, "byteLength" ) );
		json_int_t start = GetInt( view, "byteOffset" ) + offset;
		assert_true( start % 4 == 0 && start + 4 * width * count <= (json_int_t)loaded->binarySize );
		json_t* low = json_object_get( accessor, "min" );
		json_t* high = json_object_get( accessor, "max" );
		if ( GetInt( accessor, "componentType" ) != 5126 )
		{
			continue;
		}
		for ( json_int_t k = 0; k < width; ++k )
		{
			float least = INFINITY, most = -INFINITY;
			for ( json_int_t i = 0; i < count; ++i )
			{
				uint32_t word = GetWord( loaded->binary + start + 4 * ( i * width + k ) );
				float value;
				memcpy( &value, &word, 4 );
				assert_true( value - value == 0.0f );
				least = value < least ? value : least;
				most = value > most ? value : most;
			}
			if ( low != NULL )
			{
				assert_true( (float)json_number_value( json_array_get( low, (size_t)k ) ) == least );
				assert_true( (float)json_number_value( json_array_get( high, (size_t)k ) ) == most );
			}
		}
	}
}

static void TestContent( void** state )
{
	(void)state;
	Scene scene;
	MakeScene( &scene );
	Loaded loaded;
	tlGlbReport report;
	tlError error;
	assert_int_equal( WriteScene( &scene.def, &loaded, &report, &error ), tl_success );
	assert_int_equal( report.stride, 1 );
	assert_int_equal( report.sampleCount, tl_frames );
	assert_int_equal( report.byteCount, loaded.size );
	CheckAccessors( &loaded );
	json_t* meshes = json_object_get( loaded.json, "meshes" );
	assert_int_equal( json_array_size( meshes ), 7 );
	const int modes[3] = { 0, 1, 0 }; // absent for triangles
	for ( size_t i = 0; i < 3; ++i )
	{
		json_t* mesh = json_array_get( meshes, i );
		json_t* primitive = json_array_get( json_object_get( mesh, "primitives" ), 0 );
		json_t* targets = json_object_get( primitive, "targets" );
		assert_int_equal( json_array_size( targets ), tl_frames - 1 );
		assert_int_equal( json_array_size( json_object_get( mesh, "weights" ) ), tl_frames - 1 );
		assert_int_equal( json_object_get( json_array_get( targets, 0 ), "NORMAL" ) != NULL, i == 0 );
		assert_int_equal( GetInt( primitive, "mode" ), modes[i] );
	}
	json_t* animation = json_array_get( json_object_get( loaded.json, "animations" ), 0 );
	assert_int_equal( json_array_size( json_object_get( animation, "channels" ) ), 3 + 2 );
	Unload( &loaded );
	assert_int_equal( tlGetByteCount(), 0 );
}

static void TestLimits( void** state )
{
	(void)state;
	Scene scene;
	MakeScene( &scene );
	Loaded loaded;
	tlGlbReport report;
	tlError error;
	scene.def.targetLimit = 4;
	assert_int_equal( WriteScene( &scene.def, &loaded, &report, &error ), tl_success );
	assert_int_equal( report.stride, 3 ); // frames 0, 3, 6, 9 and the last, 10
	assert_int_equal( report.sampleCount, 5 );
	CheckAccessors( &loaded );
	Unload( &loaded );

	scene.def.colliderCount = 0;
	scene.def.targetLimit = 120;
	scene.def.sizeLimit = 24000;
	assert_int_equal( WriteScene( &scene.def, &loaded, &report, &error ), tl_success );
	assert_true( report.stride > 1 && report.byteCount <= 24000 );
	Unload( &loaded );

	scene.def.targetLimit = 0;
	assert_int_equal( WriteScene( &scene.def, &loaded, &report, &error ), tl_success );
	assert_int_equal( report.sampleCount, 1 );
	assert_null( json_object_get( loaded.json, "animations" ) );
	Unload( &loaded );

	scene.def.sizeLimit = 1000;
	assert_int_equal( WriteScene( &scene.def, &loaded, &report, &error ), tl_invalidArgument );
}

static void TestRefusals( void** state )
{
	(void)state;
	Scene scene;
	MakeScene( &scene );
	Loaded loaded;
	tlError error;
	scene.bodies[0].frame = FailFrame;
	assert_int_equal( WriteScene( &scene.def, &loaded, NULL, &error ), tl_fileError );
	assert_string_equal( error.message, "frame 3 of body 'cloth' could not be read back" );
	MakeScene( &scene );
	s_triangles[4] = tl_points;
	assert_int_equal( WriteScene( &scene.def, &loaded, NULL, &error ), tl_invalidArgument );
	assert_string_equal( error.message, "body 'cloth': a corner names vertex 36 of 36" );
	MakeScene( &scene );
	scene.def.frameCount = 0;
	assert_int_equal( WriteScene( &scene.def, &loaded, NULL, &error ), tl_invalidArgument );

	// An empty scene is a scene.
	MakeScene( &scene );
	scene.def.bodyCount = 0;
	scene.def.colliderCount = 0;
	assert_int_equal( WriteScene( &scene.def, &loaded, NULL, &error ), tl_success );
	Unload( &loaded );
	assert_int_equal( tlGetByteCount(), 0 );
}

static void TestAssimp( void** state )
{
	(void)state;
	Scene scene;
	MakeScene( &scene );
	scene.def.bodyCount = 2;
	Loaded loaded;
	tlError error;
	assert_int_equal( WriteScene( &scene.def, &loaded, NULL, &error ), tl_success );
	const struct aiScene* imported =
	    aiImportFileFromMemory( (const char*)loaded.bytes, (unsigned)loaded.size, aiProcess_ValidateDataStructure, "glb" );
	assert_non_null( imported );
	assert_int_equal( imported->mNumMeshes, 6 );
	const struct aiMesh* cloth = imported->mMeshes[0];
	assert_int_equal( cloth->mNumVertices, tl_points );
	assert_int_equal( cloth->mNumFaces, 2 * ( tl_side - 1 ) * ( tl_side - 1 ) );
	assert_int_equal( cloth->mNumAnimMeshes, tl_frames - 1 );
	assert_int_equal( imported->mMeshes[1]->mPrimitiveTypes, aiPrimitiveType_LINE );
	// Target 4 is frame 5 (assimp stores the sum of base and difference).
	static float xyz[3 * tl_points];
	int32_t count = tl_points;
	GetFrame( &count, 5, xyz );
	for ( int i = 0; i < tl_points; ++i )
	{
		assert_true( fabsf( cloth->mAnimMeshes[4]->mVertices[i].y - xyz[3 * i + 1] ) < 1e-5f );
		assert_true( fabsf( cloth->mNormals[i].y - 1.0f ) < 1e-5f ); // flat at the start, facing up
	}
	assert_int_equal( imported->mNumAnimations, 1 );
	aiReleaseImport( imported );
	Unload( &loaded );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestContent ),
		cmocka_unit_test( TestLimits ),
		cmocka_unit_test( TestRefusals ),
		cmocka_unit_test( TestAssimp ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
