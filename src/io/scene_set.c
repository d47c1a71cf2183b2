// Overrides: `--set bodies[0].material.stretch.compliance=1e-6` puts a value into the tree before it is bound. The tables
// say which paths are legal, so that what the file leaves out can be set too.
// SPDX-License-Identifier: MIT
#include "scene_tables.h"

#include "base/core.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
	tl_partCapacity = 64,
	tl_partCount = 16,
	tl_pointerCapacity = 2 * tl_partCapacity * tl_partCount
};

typedef struct tlParts
{
	char names[tl_partCount][tl_partCapacity];
	int count;
} tlParts;

// Where the walk through the tree stands.
typedef struct tlWalk
{
	const char* text; // the whole override, for sentences
	json_t* node;
	const tlTable* table; // of an object; null: see field
	const tlField* field; // of an array or map
	char pointer[tl_pointerCapacity];
	tlError* error;
} tlWalk;

static tlResult Fail( tlWalk* walk, const char* format, ... ) TL_FORMAT( 2, 3 );

static tlResult Fail( tlWalk* walk, const char* format, ... )
{
	char sentence[400];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( sentence, sizeof sentence, format, arguments );
	va_end( arguments );
	return tlFail( walk->error, tl_invalidArgument, "--set %.100s: %s", walk->text, sentence );
}

// "bodies[0].pins.1.release" to its parts. False for an empty part, a bracket that does not close, or too long a path.
static bool Split( const char* path, size_t length, tlParts* parts )
{
	parts->count = 0;
	size_t i = 0;
	while ( i < length )
	{
		bool bracket = path[i] == '[';
		i += bracket ? 1 : 0;
		size_t start = i;
		while ( i < length && ( bracket ? path[i] != ']' : path[i] != '.' && path[i] != '[' ) )
		{
			i += 1;
		}
		size_t size = i - start;
		if ( size == 0 || size >= tl_partCapacity || parts->count == tl_partCount || ( bracket && i == length ) )
		{
			return false;
		}
		memcpy( parts->names[parts->count], path + start, size );
		parts->names[parts->count][size] = 0;
		parts->count += 1;
		i += bracket ? 1 : 0;
		if ( i < length && path[i] == '.' )
		{
			i += 1;
			if ( i == length )
			{
				return false;
			}
		}
		else if ( i < length && path[i] != '[' )
		{
			return false;
		}
	}
	return parts->count > 0;
}

static void AddToPointer( tlWalk* walk, const char* part )
{
	size_t used = strlen( walk->pointer );
	walk->pointer[used++] = '/';
	for ( ; *part != 0; ++part )
	{
		if ( *part == '~' || *part == '/' )
		{
			walk->pointer[used++] = '~';
			walk->pointer[used++] = *part == '~' ? '0' : '1';
		}
		else
		{
			walk->pointer[used++] = *part;
		}
	}
	walk->pointer[used] = 0;
}

static const char* NextFieldName( void* context, int32_t index )
{
	const tlTable* table = context;
	return index < table->fieldCount ? table->fields[index].name : NULL;
}

static const tlField* FindChoice( const tlField* field, bool objects )
{
	if ( field->kind != tl_eitherField )
	{
		return field;
	}
	for ( int32_t i = 0; i < field->elementCount; ++i )
	{
		bool object = field->element[i].table != NULL;
		if ( object == objects && ( objects || field->element[i].kind == tl_arrayField ) )
		{
			return &field->element[i];
		}
	}
	return field;
}

// What a field that is not there yet starts from, when only a part of it is set.
static json_t* MakeStart( const tlField* field )
{
	const tlField* choice = FindChoice( field, true );
	if ( choice->table != NULL || choice->kind == tl_mapField )
	{
		return json_object();
	}
	if ( field->fallback != NULL && field->absent == NULL )
	{
		return json_loads( field->fallback, JSON_DECODE_ANY, NULL );
	}
	return json_array();
}

// Steps into the child that `part` names: *value is what stands there now, null for nothing.
static tlResult Find( tlWalk* walk, const char* part, const tlField** field, json_t** value, size_t* index )
{
	*index = 0;
	if ( walk->table != NULL )
	{
		*field = tlFindField( walk->table, part );
		*value = json_object_get( walk->node, part );
		if ( *field != NULL )
		{
			return tl_success;
		}
		const char* nearest = tlFindNearest( part, NextFieldName, (void*)walk->table );
		return Fail( walk, "%s has no field \"%s\"%s%s%s", walk->table->title, part,
		             nearest != NULL ? "; did you mean \"" : "", nearest != NULL ? nearest : "",
		             nearest != NULL ? "\"?" : "" );
	}
	*field = walk->field->element;
	if ( walk->field->kind == tl_mapField )
	{
		*value = json_object_get( walk->node, part );
		return tl_success;
	}
	size_t count = json_array_size( walk->node );
	if ( strspn( part, "0123456789" ) == strlen( part ) && strlen( part ) < 9 )
	{
		*index = (size_t)atoi( part );
	}
	else
	{
		// An element may also be called by its name.
		while ( *index < count )
		{
			const char* name = json_string_value( json_object_get( json_array_get( walk->node, *index ), "name" ) );
			if ( name != NULL && strcmp( name, part ) == 0 )
			{
				break;
			}
			*index += 1;
		}
		if ( *index == count )
		{
			return Fail( walk, "nothing there has the name \"%s\"", part );
		}
	}
	if ( *index > count )
	{
		return Fail( walk, "[%s] is out of range: there are %zu", part, count );
	}
	*value = json_array_get( walk->node, *index );
	return tl_success;
}

static bool Put( tlWalk* walk, const char* part, size_t index, json_t* value )
{
	if ( json_is_object( walk->node ) )
	{
		return json_object_set_new( walk->node, part, value ) == 0;
	}
	return index < json_array_size( walk->node ) ? json_array_set_new( walk->node, index, value ) == 0
	                                             : json_array_append_new( walk->node, value ) == 0;
}

// Steps from the node into a part of it, which is made when it is not there.
static tlResult Enter( tlWalk* walk, const char* part )
{
	const tlField* field;
	json_t* value;
	size_t index;
	tlResult result = Find( walk, part, &field, &value, &index );
	if ( result != tl_success )
	{
		return result;
	}
	if ( value == NULL && walk->table == NULL && walk->field->kind == tl_mapField )
	{
		return Fail( walk, "there is no \"%s\" yet", part );
	}
	const tlField* object = FindChoice( field, true );
	if ( json_is_string( value ) && object->table != NULL && tlFindField( object->table, "base" ) != NULL )
	{
		// A material by name becomes one of this body alone, based on that name.
		json_t* own = json_object();
		json_object_set( own, "base", value );
		value = Put( walk, part, index, own ) ? own : NULL;
	}
	else if ( value == NULL )
	{
		json_t* start = MakeStart( field );
		value = start != NULL && Put( walk, part, index, start ) ? start : NULL;
	}
	if ( value == NULL )
	{
		return tlFailMemory( walk->error );
	}
	char number[24];
	snprintf( number, sizeof number, "%zu", index );
	AddToPointer( walk, json_is_object( walk->node ) ? part : number );

	static const tlField numbers = { .kind = tl_doubleField };
	static const tlField vector = { .kind = tl_arrayField, .element = &numbers };
	const tlField* choice = FindChoice( field, json_is_object( value ) );
	bool list = choice->kind == tl_arrayField || choice->kind == tl_mapField;
	walk->node = value;
	walk->table = json_is_object( value ) && !list ? choice->table : NULL;
	walk->field = list ? choice : &vector;
	if ( walk->table == NULL && !json_is_array( value ) && !( list && json_is_object( value ) ) )
	{
		return Fail( walk, "\"%s\" has no parts", part );
	}
	return tl_success;
}

tlResult tlApplyOverride( const char* text, json_t* root, tlSource* source, tlPool* pool, tlError* error )
{
	tlWalk walk = { .text = text, .node = root, .table = &tlSceneTable, .error = error };
	const char* equals = strchr( text, '=' );
	tlParts parts;
	if ( equals == NULL )
	{
		return Fail( &walk, "needs the form path=value, as in budget.substeps=8" );
	}
	if ( !Split( text, (size_t)( equals - text ), &parts ) )
	{
		return Fail( &walk, "the path must look like bodies[0].pins[1].release" );
	}
	for ( int i = 0; i + 1 < parts.count; ++i )
	{
		tlResult result = Enter( &walk, parts.names[i] );
		if ( result != tl_success )
		{
			return result;
		}
	}
	const char* last = parts.names[parts.count - 1];
	const tlField* field;
	json_t* old;
	size_t index;
	tlResult result = Find( &walk, last, &field, &old, &index );
	if ( result != tl_success )
	{
		return result;
	}
	json_t* value = json_loads( equals + 1, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL );
	value = value != NULL ? value : json_string( equals + 1 );
	if ( value == NULL )
	{
		return Fail( &walk, "the value is not UTF-8" );
	}
	char number[24];
	snprintf( number, sizeof number, "%zu", index );
	AddToPointer( &walk, json_is_object( walk.node ) ? last : number );
	if ( json_is_null( value ) && json_is_object( walk.node ) )
	{
		json_decref( value );
		json_object_del( walk.node, last ); // null takes the field away
	}
	else if ( !Put( &walk, last, index, value ) )
	{
		return tlFailMemory( error );
	}
	tlOverride* added = &source->overrides[source->overrideCount];
	added->text = text;
	added->pointer = tlPool_Copy( pool, walk.pointer, strlen( walk.pointer ) );
	added->text = tlPool_Copy( pool, text, strlen( text ) );
	source->overrideCount += 1;
	return added->pointer != NULL && added->text != NULL ? tl_success : tlFailMemory( error );
}
