// Numbers for each vertex: painted maps from vertex colours, text files and arrays, and the pattern of a cloth.
// SPDX-License-Identifier: MIT
#if !defined( _POSIX_C_SOURCE )
#define _POSIX_C_SOURCE 200809L
#endif

#include "mesh_file.h"
#include "scene_tables.h"

#include "base/core.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum
{
	tl_maxMapBytes = 1 << 30, // more is taken for damage
};

// ---- which numbers vary

static const char* NextVarying( void* context, int32_t index )
{
	(void)context;
	int32_t found = -1;
	for ( int32_t i = 0; tlGetMaterialNumber( i ) != NULL; ++i )
	{
		found += tlCanMaterialNumberVary( tlGetMaterialNumber( i ) ) ? 1 : 0;
		if ( found == index )
		{
			return tlGetMaterialNumber( i );
		}
	}
	return NULL;
}

static bool IsFamily( const char* name )
{
	return strncmp( name, "stretch.", 8 ) == 0 || strncmp( name, "shear.", 6 ) == 0 || strncmp( name, "bend.", 5 ) == 0 ||
	       strncmp( name, "area.", 5 ) == 0;
}

tlResult tlCheckMaps( tlBinder* binder, const tlPath* path, const tlSceneBody* body )
{
	tlPath maps = { path, "maps", 0 };
	for ( int32_t i = 0; i < body->mapCount; ++i )
	{
		const tlSceneMap* map = &body->maps[i];
		tlMaterial ends[2] = { body->material, body->material };
		tlReal* low = tlMaterial_Find( ends, map->name );
		tlReal* high = tlMaterial_Find( ends + 1, map->name );
		if ( low == NULL || high == NULL )
		{
			const char* nearest = tlFindNearest( map->name, NextVarying, NULL );
			return nearest != NULL ? tlBinder_Fail( binder, &maps, map->name, true,
			                                        "a material has no such number; did you mean \"%s\"?", nearest )
			                       : tlBinder_Fail( binder, &maps, map->name, true,
			                                        "a material has no such number; see the table of materials" );
		}
		if ( !tlCanMaterialNumberVary( map->name ) )
		{
			return tlBinder_Fail( binder, &maps, map->name, true, "can not vary over a body" );
		}
		if ( tlIsModulus( map->name ) && !body->material.measured )
		{
			return tlBinder_Fail( binder, &maps, map->name, true,
			                      "has no effect, as the material is not measured; give it a fabric or a modulus" );
		}
		if ( IsFamily( map->name ) && body->material.measured )
		{
			return tlBinder_Fail( binder, &maps, map->name, true,
			                      "has no effect, as the material is measured; its moduli count" );
		}
		*low = map->low;
		*high = map->high;
		tlPath own = { &maps, map->name, 0 };
		tlError error;
		for ( int k = 0; k < 2; ++k )
		{
			if ( tlValidateMaterial( ends + k, &error ) != tl_success )
			{
				return tlBinder_Fail( binder, &own, k == 0 ? "low" : "high", false, "%s", error.message );
			}
		}
	}
	return tl_success;
}

// ---- reading

// One word of a map file, of so many bytes; line: where it stands.
static bool ReadNumber( const char* word, size_t length, bool unit, double* value, char* sentence, size_t capacity,
                        const char* path, int32_t line )
{
	char* end;
	*value = strtod( word, &end );
	if ( end != word + length || !tlIsFinite( *value ) )
	{
		char shown[41];
		size_t count = length < 40 ? length : 40;
		for ( size_t i = 0; i < count; ++i )
		{
			shown[i] = word[i] >= ' ' && word[i] < 127 ? word[i] : '?';
		}
		shown[count] = 0;
		snprintf( sentence, capacity, "%.300s:%d: \"%s\" is not a number", path, line, shown );
		return false;
	}
	if ( unit && !( *value >= 0 && *value <= 1 ) )
	{
		snprintf( sentence, capacity, "%.300s:%d: must be from 0 to 1, not %.9g", path, line, *value );
		return false;
	}
	return true;
}

// Numbers apart by white space or commas.
static void ReadNumbers( FILE* file, const char* path, bool unit, int32_t wanted, const char* owner, double* values,
                         char* sentence, size_t capacity )
{
	int32_t count = 0;
	int32_t line = 1;
	char word[64];
	size_t length = 0;
	for ( int c = ' '; c != EOF && sentence[0] == 0; )
	{
		c = getc( file );
		if ( c != EOF && c != ',' && c != ' ' && c != '\t' && c != '\r' && c != '\n' )
		{
			word[length] = (char)c;
			length += length + 1 < sizeof word ? 1 : 0;
			continue;
		}
		word[length] = 0;
		double value = 0;
		if ( length > 0 && ReadNumber( word, length, unit, &value, sentence, capacity, path, line ) )
		{
			if ( count < wanted )
			{
				values[count] = value;
			}
			count += count < INT32_MAX ? 1 : 0;
		}
		length = 0;
		line += c == '\n' ? 1 : 0;
	}
	if ( sentence[0] == 0 && ferror( file ) )
	{
		snprintf( sentence, capacity, "%.300s: can not be read: %s", path, strerror( errno ) );
	}
	if ( sentence[0] == 0 && count != wanted )
	{
		snprintf( sentence, capacity, "%.300s: has %d numbers, but %s", path, count, owner );
	}
}

tlResult tlReadNumberFile( const tlScene* scene, const char* pointer, const char* map, bool unit, int32_t wanted,
                           const char* owner, double* values, tlError* error )
{
	if ( scene->noFiles )
	{
		return tlSource_Fail( &scene->source, error, pointer, false, "files are not read here" );
	}
	char* path = tlJoinPath( scene, map );
	if ( path == NULL )
	{
		return tlFailMemory( error );
	}
	char sentence[TL_ERROR_CAPACITY] = "";
	struct stat status;
	FILE* file = NULL;
	if ( stat( path, &status ) != 0 )
	{
		snprintf( sentence, sizeof sentence, "%.300s: can not be read: %s", path, strerror( errno ) );
	}
	else if ( !S_ISREG( status.st_mode ) )
	{
		snprintf( sentence, sizeof sentence, "%.300s: is not a regular file", path ); // reading a pipe may never end
	}
	else if ( status.st_size > tl_maxMapBytes )
	{
		snprintf( sentence, sizeof sentence, "%.300s: is larger than 1 GiB", path );
	}
	else if ( ( file = fopen( path, "rb" ) ) == NULL )
	{
		snprintf( sentence, sizeof sentence, "%.300s: can not be read: %s", path, strerror( errno ) );
	}
	if ( file != NULL )
	{
		ReadNumbers( file, path, unit, wanted, owner, values, sentence, sizeof sentence );
		fclose( file );
	}
	free( path );
	return sentence[0] == 0 ? tl_success : tlSource_Fail( &scene->source, error, pointer, false, "%s", sentence );
}

// 0 to 3 for a name of a channel, -1 for another name.
static int FindChannel( const char* map )
{
	static const char* const names[2][4] = { { "red", "green", "blue", "alpha" },
		                                     { "colors.r", "colors.g", "colors.b", "colors.a" } };
	for ( int i = 0; i < 8; ++i )
	{
		if ( strcmp( map, names[i / 4][i % 4] ) == 0 )
		{
			return i % 4;
		}
	}
	return -1;
}

// Vertices that were split off along a seam have what their vertex has.
static void Spread( const tlBodyShape* shape, double* values )
{
	for ( int32_t i = shape->ownCount; i < shape->vertexCount; ++i )
	{
		values[i] = values[shape->sources[i]];
	}
}

tlResult tlReadMap( const tlScene* scene, const char* pointer, const char* map, bool unit, const tlBodyShape* shape,
                    double* values, tlError* error )
{
	int channel = FindChannel( map );
	if ( channel < 0 )
	{
		char owner[48];
		snprintf( owner, sizeof owner, "the body has %d vertices", shape->ownCount );
		tlResult result = tlReadNumberFile( scene, pointer, map, unit, shape->ownCount, owner, values, error );
		if ( result == tl_success )
		{
			Spread( shape, values );
		}
		return result;
	}
	if ( shape->colors == NULL )
	{
		return tlSource_Fail( &scene->source, error, pointer, false, "the body has no vertex colours" );
	}
	for ( int32_t i = 0; i < shape->vertexCount; ++i )
	{
		float value = shape->colors[4 * (size_t)i + (size_t)channel];
		if ( unit && !( value >= 0 && value <= 1 ) )
		{
			return tlSource_Fail( &scene->source, error, pointer, false,
			                      "the colour of vertex %d is %.9g there, but must be from 0 to 1", i, (double)value );
		}
		values[i] = (double)value;
	}
	return tl_success;
}

// ---- maps of a material

static tlResult FillMap( const tlScene* scene, int32_t body, const tlSceneMap* map, const tlBodyShape* shape, double* values,
                         tlError* error )
{
	char pointer[160];
	snprintf( pointer, sizeof pointer, "/bodies/%d/maps/%.64s/map", body, map->name );
	if ( map->map != NULL )
	{
		return tlReadMap( scene, pointer, map->map, true, shape, values, error );
	}
	if ( map->valueCount != shape->ownCount )
	{
		return tlSource_Fail( &scene->source, error, pointer, false,
		                      "must hold one number for each of the %d vertices, not %d", shape->ownCount, map->valueCount );
	}
	for ( int32_t i = 0; i < map->valueCount; ++i )
	{
		values[i] = (double)map->values[i];
	}
	Spread( shape, values );
	return tl_success;
}

tlResult tlFillMaps( const tlScene* scene, int32_t body, const tlBodyShape* shape, tlPool* pool, tlMaterialMap** maps,
                     tlError* error )
{
	const tlSceneBody* b = &scene->bodies[body];
	size_t count = (size_t)shape->vertexCount;
	*maps = tlPool_Alloc( pool, (size_t)b->mapCount, sizeof **maps );
	double* values = tlPool_Alloc( pool, b->mapCount > 0 ? count : 0, sizeof *values );
	tlResult result = *maps != NULL && values != NULL ? tl_success : tlFailMemory( error );
	for ( int32_t i = 0; i < b->mapCount && result == tl_success; ++i )
	{
		const tlSceneMap* map = &b->maps[i];
		tlReal* kept = tlPool_Alloc( pool, count, sizeof *kept );
		result = kept != NULL ? FillMap( scene, body, map, shape, values, error ) : tlFailMemory( error );
		for ( size_t k = 0; k < count && result == tl_success; ++k )
		{
			kept[k] = (tlReal)values[k];
		}
		( *maps )[i] = ( tlMaterialMap ){ .field = map->name, .low = map->low, .high = map->high, .map = kept };
	}
	return result;
}

// ---- pattern

// A mesh file without extent along one axis: the other two are weft and warp, in the order of the axes.
static tlResult ReadFlatMesh( const tlScene* scene, const char* pointer, const char* name, int32_t wanted, tlReal* pairs,
                              tlError* error )
{
	if ( scene->noFiles )
	{
		return tlSource_Fail( &scene->source, error, pointer, false, "files are not read here" );
	}
	char* path = tlJoinPath( scene, name );
	if ( path == NULL )
	{
		return tlFailMemory( error );
	}
	tlMeshFile mesh;
	tlError inner;
	tlResult result = tlLoadMeshFile( path, &mesh, &inner );
	free( path );
	if ( result != tl_success )
	{
		return result == tl_outOfMemory ? tlFailMemory( error )
		                                : tlSource_Fail( &scene->source, error, pointer, false, "%s", inner.message );
	}
	if ( mesh.vertexCount != wanted )
	{
		result = tlSource_Fail( &scene->source, error, pointer, false, "%s: has %d vertices, but the body has %d", name,
		                        mesh.vertexCount, wanted );
		tlFreeMeshFile( &mesh );
		return result;
	}
	double low[3] = { 0 }, high[3] = { 0 }, most = 0;
	for ( int32_t i = 0; i < mesh.vertexCount; ++i )
	{
		const double p[3] = { (double)mesh.positions[i].x, (double)mesh.positions[i].y, (double)mesh.positions[i].z };
		for ( int k = 0; k < 3; ++k )
		{
			low[k] = i == 0 || p[k] < low[k] ? p[k] : low[k];
			high[k] = i == 0 || p[k] > high[k] ? p[k] : high[k];
			most = high[k] - low[k] > most ? high[k] - low[k] : most;
		}
	}
	int flat = -1;
	for ( int k = 0; k < 3; ++k )
	{
		flat = high[k] - low[k] <= 1e-6 * most ? k : flat;
	}
	for ( int32_t i = 0; i < mesh.vertexCount && flat >= 0; ++i )
	{
		const tlVec3* p = mesh.positions + i;
		pairs[2 * (size_t)i] = flat == 0 ? p->y : p->x;
		pairs[2 * (size_t)i + 1] = flat == 2 ? p->y : p->z;
	}
	tlFreeMeshFile( &mesh );
	return flat >= 0 ? tl_success
	                 : tlSource_Fail( &scene->source, error, pointer, false,
	                                  "%s: is not flat: a pattern lies in a plane of two axes", name );
}

tlResult tlFillPattern( const tlScene* scene, int32_t body, const tlBodyShape* shape, tlPool* pool, const tlReal** pattern,
                        tlError* error )
{
	const tlSceneBody* b = &scene->bodies[body];
	*pattern = NULL;
	if ( b->pattern == NULL && b->patternPairs == NULL )
	{
		return tl_success;
	}
	char pointer[48];
	snprintf( pointer, sizeof pointer, "/bodies/%d/pattern", body );
	tlReal* pairs = tlPool_Alloc( pool, (size_t)shape->vertexCount, 2 * sizeof *pairs );
	if ( pairs == NULL )
	{
		return tlFailMemory( error );
	}
	bool uv = b->pattern != NULL && strcmp( b->pattern, "uv" ) == 0;
	if ( uv && shape->uvs == NULL )
	{
		return tlSource_Fail( &scene->source, error, pointer, false, "only a mesh file has texture coordinates" );
	}
	if ( b->pattern == NULL && b->patternPairCount != shape->vertexCount )
	{
		return tlSource_Fail( &scene->source, error, pointer, false,
		                      "must hold one pair for each of the %d vertices, not %d", shape->vertexCount,
		                      b->patternPairCount );
	}
	tlResult result = b->pattern != NULL && !uv
	                      ? ReadFlatMesh( scene, pointer, b->pattern, shape->vertexCount, pairs, error )
	                      : tl_success;
	for ( int32_t i = 0; i < 2 * shape->vertexCount && result == tl_success; ++i )
	{
		double value = uv                   ? (double)shape->uvs[i]
		               : b->pattern != NULL ? (double)pairs[i]
		                                    : (double)b->patternPairs[i / 2].values[i % 2];
		pairs[i] = (tlReal)( b->patternScale * value );
	}
	*pattern = pairs;
	return result;
}
