// The description of a scene in glTF's JSON, and the arrays in the same order.
// SPDX-License-Identifier: MIT
#include "glb_internal.h"

#include "color.h"

#include <jansson.h>

enum
{
	tl_floatType = 5126,
	tl_unsignedType = 5125,
	tl_arrayTarget = 34962,
	tl_elementTarget = 34963,
	tl_pointsMode = 0,
	tl_linesMode = 1
};

// Builds the description; jansson takes null for a value that could not be made, and says so at once.
typedef struct Writer
{
	json_t *nodes, *meshes, *materials, *accessors, *views, *channels, *samplers, *sceneNodes;
	int64_t offset; // in the binary chunk
	bool failed;
} Writer;

static void Set( Writer* writer, json_t* object, const char* key, json_t* value )
{
	writer->failed |= json_object_set_new( object, key, value ) != 0;
}

// Returns the index of the new element.
static int32_t Append( Writer* writer, json_t* array, json_t* value )
{
	writer->failed |= json_array_append_new( array, value ) != 0;
	return (int32_t)json_array_size( array ) - 1;
}

// A name from a file may not be UTF-8, which JSON is.
static const char* NameOf( const char* name )
{
	json_t* string = name != NULL ? json_string( name ) : NULL;
	json_decref( string );
	return string != NULL ? name : "unnamed";
}

static json_t* Floats( Writer* writer, const float* values, int count )
{
	json_t* array = json_array();
	for ( int i = 0; i < count; ++i )
	{
		Append( writer, array, json_real( (double)values[i] ) );
	}
	return array;
}

// stride is 12 for vertices, which share a view, and 0 for all else.
static int32_t AddView( Writer* writer, int64_t byteCount, int target, int stride )
{
	json_t* view = json_pack( "{s:i, s:I, s:I}", "buffer", 0, "byteOffset", (json_int_t)writer->offset, "byteLength",
	                          (json_int_t)byteCount );
	if ( target != 0 )
	{
		Set( writer, view, "target", json_integer( target ) );
	}
	if ( stride != 0 )
	{
		Set( writer, view, "byteStride", json_integer( stride ) );
	}
	writer->offset += byteCount; // every array holds whole words, so that all stay aligned to 4
	return Append( writer, writer->views, view );
}

static int32_t AddAccessor( Writer* writer, int32_t view, int64_t offset, int component, int64_t count, const char* type )
{
	json_t* accessor = json_pack( "{s:i, s:I, s:i, s:I, s:s}", "bufferView", (int)view, "byteOffset", (json_int_t)offset,
	                              "componentType", component, "count", (json_int_t)count, "type", type );
	return Append( writer, writer->accessors, accessor );
}

static void SetBounds( Writer* writer, int32_t accessor, const float* lower, const float* upper, int count )
{
	json_t* object = json_array_get( writer->accessors, (size_t)accessor );
	Set( writer, object, "min", Floats( writer, lower, count ) );
	Set( writer, object, "max", Floats( writer, upper, count ) );
}

static int32_t AddMaterial( Writer* writer, const char* name, uint32_t color, double roughness )
{
	tlLinear linear = tlLinearFromSrgb( color );
	float factor[4] = { linear.r, linear.g, linear.b, 1.0f };
	json_t* pbr = json_pack( "{s:f, s:f}", "metallicFactor", 0.0, "roughnessFactor", roughness );
	Set( writer, pbr, "baseColorFactor", Floats( writer, factor, 4 ) );
	json_t* material = json_pack( "{s:s, s:b}", "name", name, "doubleSided", 1 );
	Set( writer, material, "pbrMetallicRoughness", pbr );
	return Append( writer, writer->materials, material );
}

static int32_t AddIndices( Writer* writer, int64_t count )
{
	int32_t view = AddView( writer, 4 * count, tl_elementTarget, 0 );
	return AddAccessor( writer, view, 0, tl_unsignedType, count, "SCALAR" );
}

static json_t* MakePrimitive( Writer* writer, int32_t positions, int32_t normals, int32_t indices, int32_t material )
{
	json_t* attributes = json_pack( "{s:i}", "POSITION", (int)positions );
	if ( normals >= 0 )
	{
		Set( writer, attributes, "NORMAL", json_integer( normals ) );
	}
	json_t* primitive = json_pack( "{s:i}", "material", (int)material );
	if ( indices >= 0 )
	{
		Set( writer, primitive, "indices", json_integer( indices ) );
	}
	Set( writer, primitive, "attributes", attributes );
	return primitive;
}

static void AddChannel( Writer* writer, int32_t node, const char* path, int32_t times, int32_t values )
{
	json_t* sampler = json_pack( "{s:i, s:i, s:s}", "input", (int)times, "output", (int)values, "interpolation", "LINEAR" );
	int32_t index = Append( writer, writer->samplers, sampler );
	json_t* channel = json_pack( "{s:i, s:{s:i, s:s}}", "sampler", (int)index, "target", "node", (int)node, "path", path );
	Append( writer, writer->channels, channel );
}

// Arrays in order: positions of all samples, normals of all samples, triangles, lines.
static int32_t AddBody( Writer* writer, const tlGlb* glb, int32_t index )
{
	const tlGlbBody* body = glb->def->bodies + index;
	bool solid = body->triangleCount > 0;
	int64_t arraySize = 12 * (int64_t)body->vertexCount;
	int32_t positionView = AddView( writer, arraySize * glb->sampleCount, tl_arrayTarget, 12 );
	int32_t normalView = solid ? AddView( writer, arraySize * glb->sampleCount, tl_arrayTarget, 12 ) : -1;
	json_t* targets[2] = { json_array(), json_array() }; // with and without normals, for triangles and lines
	int32_t positions = -1, normals = -1;
	for ( int32_t sample = 0; sample < glb->sampleCount; ++sample )
	{
		int64_t offset = arraySize * sample;
		int32_t position = AddAccessor( writer, positionView, offset, tl_floatType, body->vertexCount, "VEC3" );
		const float* bounds = glb->bounds + 6 * ( (size_t)index * (size_t)glb->sampleCount + (size_t)sample );
		SetBounds( writer, position, bounds, bounds + 3, 3 );
		int32_t normal = solid ? AddAccessor( writer, normalView, offset, tl_floatType, body->vertexCount, "VEC3" ) : -1;
		if ( sample == 0 )
		{
			positions = position;
			normals = normal;
			continue;
		}
		json_t* target = json_pack( "{s:i}", "POSITION", (int)position );
		Append( writer, targets[1], json_copy( target ) );
		if ( solid )
		{
			Set( writer, target, "NORMAL", json_integer( normal ) );
		}
		Append( writer, targets[0], target );
	}
	json_t* primitives = json_array();
	int32_t material = AddMaterial( writer, NameOf( body->name ), body->color, 0.85 );
	bool points = body->triangleCount == 0 && body->lineCount == 0;
	for ( int kind = 0; kind < 3; ++kind )
	{
		int64_t count = kind == 0 ? 3 * (int64_t)body->triangleCount : ( kind == 1 ? 2 * (int64_t)body->lineCount : 0 );
		if ( count > 0 || ( kind == 2 && points ) )
		{
			int32_t indices = count > 0 ? AddIndices( writer, count ) : -1;
			json_t* primitive = MakePrimitive( writer, positions, kind == 0 ? normals : -1, indices, material );
			if ( kind > 0 )
			{
				Set( writer, primitive, "mode", json_integer( kind == 1 ? tl_linesMode : tl_pointsMode ) );
			}
			if ( glb->sampleCount > 1 )
			{
				Set( writer, primitive, "targets", json_incref( targets[kind == 0 ? 0 : 1] ) );
			}
			Append( writer, primitives, primitive );
		}
	}
	json_decref( targets[0] );
	json_decref( targets[1] );
	json_t* mesh = json_pack( "{s:s}", "name", NameOf( body->name ) );
	Set( writer, mesh, "primitives", primitives );
	if ( glb->sampleCount > 1 )
	{
		json_t* weights = json_array();
		for ( int32_t i = 1; i < glb->sampleCount; ++i )
		{
			Append( writer, weights, json_integer( 0 ) );
		}
		Set( writer, mesh, "weights", weights );
	}
	int32_t meshIndex = Append( writer, writer->meshes, mesh );
	int32_t node =
	    Append( writer, writer->nodes, json_pack( "{s:s, s:i}", "name", NameOf( body->name ), "mesh", (int)meshIndex ) );
	Append( writer, writer->sceneNodes, json_integer( node ) );
	return node;
}

static int32_t AddCollider( Writer* writer, const tlGlb* glb, int32_t index )
{
	const tlGlbCollider* collider = glb->def->colliders + index;
	const tlShapeMesh* shape = glb->meshes + index;
	int64_t arraySize = 12 * (int64_t)shape->vertexCount;
	float lower[3], upper[3];
	for ( int k = 0; k < 3; ++k )
	{
		lower[k] = upper[k] = shape->positions[k];
		for ( int32_t v = 1; v < shape->vertexCount; ++v )
		{
			float a = shape->positions[3 * v + k];
			lower[k] = a < lower[k] ? a : lower[k];
			upper[k] = a > upper[k] ? a : upper[k];
		}
	}
	int32_t view = AddView( writer, 2 * arraySize, tl_arrayTarget, 12 );
	int32_t positions = AddAccessor( writer, view, 0, tl_floatType, shape->vertexCount, "VEC3" );
	SetBounds( writer, positions, lower, upper, 3 );
	int32_t normals = AddAccessor( writer, view, arraySize, tl_floatType, shape->vertexCount, "VEC3" );
	int32_t indices = AddIndices( writer, 3 * (int64_t)shape->triangleCount );
	int32_t material = AddMaterial( writer, NameOf( collider->name ), collider->color, 0.6 );
	json_t* mesh = json_pack( "{s:s}", "name", NameOf( collider->name ) );
	json_t* primitives = json_array();
	Append( writer, primitives, MakePrimitive( writer, positions, normals, indices, material ) );
	Set( writer, mesh, "primitives", primitives );
	int32_t meshIndex = Append( writer, writer->meshes, mesh );
	const tlTransform* t = collider->transforms;
	float place[3] = { (float)t->p.x, (float)t->p.y, (float)t->p.z };
	tlQuat q = tlNormalizeQuat( t->q );
	float turn[4] = { (float)q.x, (float)q.y, (float)q.z, (float)q.s };
	json_t* node = json_pack( "{s:s, s:i}", "name", NameOf( collider->name ), "mesh", (int)meshIndex );
	Set( writer, node, "translation", Floats( writer, place, 3 ) );
	Set( writer, node, "rotation", Floats( writer, turn, 4 ) );
	int32_t nodeIndex = Append( writer, writer->nodes, node );
	Append( writer, writer->sceneNodes, json_integer( nodeIndex ) );
	return nodeIndex;
}

static bool Moves( const tlGlb* glb, int32_t collider )
{
	return glb->sampleCount > 1 && glb->def->colliders[collider].transformCount > 1;
}

// Arrays in order: times, weights, then translations and rotations of each collider that moves.
static void AddAnimation( Writer* writer, const tlGlb* glb, const int32_t* bodyNodes, const int32_t* colliderNodes )
{
	int64_t count = glb->sampleCount;
	float first = 0.0f;
	float last = (float)( tlGlbFrame( glb, glb->sampleCount - 1 ) * glb->def->frameTime );
	int32_t times = AddAccessor( writer, AddView( writer, 4 * count, 0, 0 ), 0, tl_floatType, count, "SCALAR" );
	SetBounds( writer, times, &first, &last, 1 );
	int64_t weightCount = count * ( count - 1 );
	int32_t weights =
	    AddAccessor( writer, AddView( writer, 4 * weightCount, 0, 0 ), 0, tl_floatType, weightCount, "SCALAR" );
	for ( int32_t i = 0; i < glb->def->bodyCount; ++i )
	{
		AddChannel( writer, bodyNodes[i], "weights", times, weights );
	}
	for ( int32_t i = 0; i < glb->def->colliderCount; ++i )
	{
		if ( Moves( glb, i ) )
		{
			int32_t view = AddView( writer, 12 * count, 0, 0 );
			AddChannel( writer, colliderNodes[i], "translation", times,
			            AddAccessor( writer, view, 0, tl_floatType, count, "VEC3" ) );
			view = AddView( writer, 16 * count, 0, 0 );
			AddChannel( writer, colliderNodes[i], "rotation", times,
			            AddAccessor( writer, view, 0, tl_floatType, count, "VEC4" ) );
		}
	}
}

char* tlDescribeGlb( const tlGlb* glb, int64_t* binarySize )
{
	const tlGlbDef* def = glb->def;
	Writer writer = { json_array(), json_array(), json_array(),
		              json_array(), json_array(), json_array(),
		              json_array(), json_array(), 0,
		              false };
	int32_t* bodyNodes = TL_ALLOC( int32_t, def->bodyCount );
	int32_t* colliderNodes = TL_ALLOC( int32_t, def->colliderCount );
	writer.failed = bodyNodes == NULL || colliderNodes == NULL;
	for ( int32_t i = 0; i < def->bodyCount && !writer.failed; ++i )
	{
		bodyNodes[i] = AddBody( &writer, glb, i );
	}
	for ( int32_t i = 0; i < def->colliderCount && !writer.failed; ++i )
	{
		colliderNodes[i] = AddCollider( &writer, glb, i );
	}
	bool animated = glb->sampleCount > 1;
	if ( animated && !writer.failed )
	{
		AddAnimation( &writer, glb, bodyNodes, colliderNodes );
	}
	json_t* root =
	    json_pack( "{s:{s:s, s:s}, s:i}", "asset", "version", "2.0", "generator", "Tulle " TULLE_VERSION, "scene", 0 );
	const char* name = def->name != NULL ? NameOf( def->name ) : "scene";
	json_t* scene = json_pack( "{s:s}", "name", name );
	if ( json_array_size( writer.sceneNodes ) > 0 )
	{
		Set( &writer, scene, "nodes", json_incref( writer.sceneNodes ) );
	}
	json_t* scenes = json_array();
	Append( &writer, scenes, scene );
	Set( &writer, root, "scenes", scenes );
	// The format forbids empty arrays.
	json_t* arrays[] = { writer.nodes, writer.meshes, writer.materials, writer.accessors, writer.views };
	const char* const keys[] = { "nodes", "meshes", "materials", "accessors", "bufferViews" };
	for ( int i = 0; i < 5; ++i )
	{
		if ( json_array_size( arrays[i] ) > 0 )
		{
			Set( &writer, root, keys[i], json_incref( arrays[i] ) );
		}
	}
	if ( json_array_size( writer.channels ) > 0 )
	{
		json_t* animation = json_pack( "{s:s}", "name", name );
		Set( &writer, animation, "channels", json_incref( writer.channels ) );
		Set( &writer, animation, "samplers", json_incref( writer.samplers ) );
		json_t* animations = json_array();
		Append( &writer, animations, animation );
		Set( &writer, root, "animations", animations );
	}
	json_t* buffers = json_array();
	Append( &writer, buffers, json_pack( "{s:I}", "byteLength", (json_int_t)writer.offset ) );
	Set( &writer, root, "buffers", buffers );
	// Nine digits are what a float needs to come back unchanged.
	char* text = writer.failed ? NULL : json_dumps( root, JSON_COMPACT | JSON_REAL_PRECISION( 9 ) );
	json_decref( root );
	for ( int i = 0; i < 5; ++i )
	{
		json_decref( arrays[i] );
	}
	json_decref( writer.channels );
	json_decref( writer.samplers );
	json_decref( writer.sceneNodes );
	tlFree( bodyNodes );
	tlFree( colliderNodes );
	*binarySize = writer.offset;
	return text;
}

// ---- arrays

static void WriteWords( tlOutputFile* file, const void* words, size_t count )
{
	uint8_t bytes[4096];
	for ( size_t first = 0; first < count; first += sizeof bytes / 4 )
	{
		size_t block = count - first < sizeof bytes / 4 ? count - first : sizeof bytes / 4;
		for ( size_t i = 0; i < block; ++i )
		{
			uint32_t word;
			memcpy( &word, (const char*)words + 4 * ( first + i ), 4 );
			bytes[4 * i] = (uint8_t)word;
			bytes[4 * i + 1] = (uint8_t)( word >> 8 );
			bytes[4 * i + 2] = (uint8_t)( word >> 16 );
			bytes[4 * i + 3] = (uint8_t)( word >> 24 );
		}
		tlOutputFile_Write( file, bytes, 4 * block );
	}
}

static void WriteAnimation( const tlGlb* glb, tlOutputFile* file )
{
	for ( int32_t sample = 0; sample < glb->sampleCount; ++sample )
	{
		float time = (float)( tlGlbFrame( glb, sample ) * glb->def->frameTime );
		WriteWords( file, &time, 1 );
	}
	for ( int32_t sample = 0; sample < glb->sampleCount; ++sample )
	{
		for ( int32_t target = 1; target < glb->sampleCount; ++target )
		{
			float weight = sample == target ? 1.0f : 0.0f;
			WriteWords( file, &weight, 1 );
		}
	}
	for ( int32_t i = 0; i < glb->def->colliderCount; ++i )
	{
		const tlTransform* transforms = glb->def->colliders[i].transforms;
		for ( int32_t sample = 0; sample < glb->sampleCount && Moves( glb, i ); ++sample )
		{
			tlPosition p = transforms[tlGlbFrame( glb, sample )].p;
			float place[3] = { (float)p.x, (float)p.y, (float)p.z };
			WriteWords( file, place, 3 );
		}
		tlQuat last = tlQuat_identity;
		for ( int32_t sample = 0; sample < glb->sampleCount && Moves( glb, i ); ++sample )
		{
			tlQuat q = tlNormalizeQuat( transforms[tlGlbFrame( glb, sample )].q );
			// Of the two quaternions of a rotation the one near the last: some viewers turn the long way otherwise.
			if ( q.x * last.x + q.y * last.y + q.z * last.z + q.s * last.s < 0 )
			{
				tlQuat other = { -q.x, -q.y, -q.z, -q.s };
				q = other;
			}
			last = q;
			float turn[4] = { (float)q.x, (float)q.y, (float)q.z, (float)q.s };
			WriteWords( file, turn, 4 );
		}
	}
}

bool tlWriteGlbArrays( tlGlb* glb, tlOutputFile* file, int32_t* badBody, int32_t* badFrame )
{
	for ( int32_t i = 0; i < glb->def->bodyCount; ++i )
	{
		const tlGlbBody* body = glb->def->bodies + i;
		// Positions of all samples, then normals: the second half reads the frames once more, which spares the memory.
		for ( int part = 0; part < ( body->triangleCount > 0 ? 2 : 1 ); ++part )
		{
			for ( int32_t sample = 0; sample < glb->sampleCount; ++sample )
			{
				if ( !tlGlbReadFrame( glb, i, tlGlbFrame( glb, sample ) ) )
				{
					*badBody = i;
					*badFrame = tlGlbFrame( glb, sample );
					return false;
				}
				WriteWords( file, part == 0 ? glb->positions : glb->normals, 3 * (size_t)body->vertexCount );
			}
		}
		WriteWords( file, body->triangles, 3 * (size_t)body->triangleCount );
		WriteWords( file, body->lines, 2 * (size_t)body->lineCount );
	}
	for ( int32_t i = 0; i < glb->def->colliderCount; ++i )
	{
		const tlShapeMesh* mesh = glb->meshes + i;
		WriteWords( file, mesh->positions, 3 * (size_t)mesh->vertexCount );
		WriteWords( file, mesh->normals, 3 * (size_t)mesh->vertexCount );
		WriteWords( file, mesh->triangles, 3 * (size_t)mesh->triangleCount );
	}
	if ( glb->sampleCount > 1 )
	{
		WriteAnimation( glb, file );
	}
	return true;
}
