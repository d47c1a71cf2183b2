// From a file or text to a checked scene.
// SPDX-License-Identifier: MIT
#include "json_where.h"
#include "scene_tables.h"

#include "base/core.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

// ---- files

static char* ReadFile( const char* path, size_t* length, tlError* error )
{
	FILE* file = fopen( path, "rb" );
	char* text = NULL;
	size_t used = 0;
	size_t capacity = 0;
	bool memory = true;
	while ( file != NULL && memory )
	{
		if ( used == capacity )
		{
			capacity = capacity > 0 ? 2 * capacity : 65536;
			char* grown = realloc( text, capacity );
			memory = grown != NULL;
			text = memory ? grown : text;
		}
		size_t got = memory ? fread( text + used, 1, capacity - used, file ) : 0;
		used += got;
		if ( got == 0 )
		{
			break;
		}
	}
	bool failed = file == NULL || ferror( file );
	if ( failed )
	{
		tlFail( error, tl_fileError, "%.300s: can not be read: %s", path, strerror( errno ) );
	}
	else if ( !memory )
	{
		tlFailMemory( error );
	}
	if ( file != NULL )
	{
		fclose( file );
	}
	if ( failed || !memory )
	{
		free( text );
		return NULL;
	}
	*length = used;
	return text;
}

// ---- syntax

// jansson stands behind the token that it does not like; its message shows the token when it is short.
static size_t FindToken( const json_error_t* bad, size_t length )
{
	size_t end = bad->position > 0 ? (size_t)bad->position : 0;
	end = end < length ? end : length;
	const char* near = strstr( bad->text, "near '" );
	const char* close = near != NULL ? strrchr( near, '\'' ) : NULL;
	size_t token = close != NULL && close > near + 6 ? (size_t)( close - near - 6 ) : 0;
	return token <= end ? end - token : 0;
}

static tlResult FailSyntax( const tlSource* source, const json_error_t* bad, tlError* error )
{
	size_t at = FindToken( bad, source->length );
	tlJsonPlace place = tlPlaceOfByte( source->text, source->length, at );
	const char* sentence = bad->text;
	char words[128];
	switch ( json_error_code( bad ) )
	{
		case json_error_out_of_memory:
			return tlFailMemory( error );
		case json_error_premature_end_of_input:
			sentence = strspn( source->text, " \t\r\n" ) == source->length ? "the file is empty" : "the text ends too early";
			break;
		case json_error_invalid_utf8:
			sentence = "the text is not UTF-8";
			break;
		case json_error_null_character:
		case json_error_null_byte_in_key:
			sentence = "a text holds a zero byte";
			break;
		case json_error_duplicate_key:
		{
			const char* name = strstr( bad->text, "near '" );
			size_t length = name != NULL ? strlen( name + 6 ) - 1 : 0;
			snprintf( words, sizeof words, "the name %.*s is given twice", (int)length, name != NULL ? name + 6 : "" );
			sentence = name != NULL ? words : "a name is given twice";
			break;
		}
		case json_error_numeric_overflow:
			sentence = "the number is too large";
			break;
		case json_error_stack_overflow:
			sentence = "the text is nested too deeply";
			break;
		case json_error_end_of_input_expected:
			sentence = "there is something behind the end of the scene";
			break;
		default:
			snprintf( words, sizeof words, "this is not JSON: %.100s", bad->text );
			sentence = words;
			break;
	}
	tlResult result = tlFail( error, tl_invalidFile, "%.200s:%d:%d: %s", source->name, place.line, place.column, sentence );
	for ( char* c = error != NULL ? error->message : NULL; c != NULL && *c != 0; ++c )
	{
		*c = (unsigned char)*c < 0x20 || *c == 0x7F ? '?' : *c;
	}
	return result;
}

// ---- scenes

static tlResult Parse( tlScene* scene, const char* text, size_t length, const char* name, const tlSceneOptions* options,
                       tlError* error )
{
	// A byte order mark is not JSON, but some editors write one.
	bool mark = length >= 3 && memcmp( text, "\xEF\xBB\xBF", 3 ) == 0;
	scene->source.text = tlPool_Copy( &scene->pool, mark ? text + 3 : text, mark ? length - 3 : length );
	scene->source.length = mark ? length - 3 : length;
	scene->source.name = tlPool_Copy( &scene->pool, name, strlen( name ) );
	const char* slash = strrchr( name, '/' );
	scene->directory = tlPool_Copy( &scene->pool, name, slash != NULL ? (size_t)( slash - name ) + 1 : 0 );
	scene->source.overrides = tlPool_Alloc( &scene->pool, (size_t)options->setCount + 1, sizeof( tlOverride ) );
	scene->noFiles = options->noFiles;
	if ( scene->source.text == NULL || scene->source.name == NULL || scene->directory == NULL ||
	     scene->source.overrides == NULL )
	{
		return tlFailMemory( error );
	}

	// jansson ends, or shows nothing, at a zero byte.
	const char* zero = memchr( scene->source.text, 0, scene->source.length );
	if ( zero != NULL )
	{
		size_t at = (size_t)( zero - scene->source.text );
		tlJsonPlace place = tlPlaceOfByte( scene->source.text, scene->source.length, at );
		return tlFail( error, tl_invalidFile, "%.200s:%d:%d: the text holds a zero byte", name, place.line, place.column );
	}

	json_error_t bad;
	scene->json = json_loadb( scene->source.text, scene->source.length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &bad );
	if ( scene->json == NULL )
	{
		return FailSyntax( &scene->source, &bad, error );
	}
	if ( !json_is_object( scene->json ) )
	{
		return tlSource_Fail( &scene->source, error, "", false, "a scene must be an object, in braces" );
	}
	for ( int32_t i = 0; i < options->setCount; ++i )
	{
		tlResult result = tlApplyOverride( options->sets[i], scene->json, &scene->source, &scene->pool, error );
		if ( result != tl_success )
		{
			return result;
		}
	}

	tlBinder binder = { &scene->pool, &scene->source, error };
	tlPath root = { NULL, NULL, 0 };
	tlResult result = tlBindObject( &binder, &root, &tlSceneTable, scene->json, scene, true );
	if ( result == tl_success && scene->name == NULL )
	{
		const char* stem = slash != NULL ? slash + 1 : name;
		const char* dot = strrchr( stem, '.' );
		scene->name = tlPool_Copy( &scene->pool, stem, dot != NULL && dot > stem ? (size_t)( dot - stem ) : strlen( stem ) );
		result = scene->name != NULL ? tl_success : tlFailMemory( error );
	}
	return result;
}

tlResult tlParseScene( const char* text, size_t length, const char* name, const tlSceneOptions* options, tlScene** scene,
                       tlError* error )
{
	static const tlSceneOptions none = { 0 };
	*scene = NULL;
	tlScene* made = calloc( 1, sizeof *made );
	if ( made == NULL )
	{
		return tlFailMemory( error );
	}
	tlResult result = Parse( made, text, length, name, options != NULL ? options : &none, error );
	if ( result != tl_success )
	{
		tlDestroyScene( made );
		return result;
	}
	*scene = made;
	return tl_success;
}

tlResult tlLoadScene( const char* path, const tlSceneOptions* options, tlScene** scene, tlError* error )
{
	*scene = NULL;
	size_t length = 0;
	tlError local;
	error = error != NULL ? error : &local;
	char* text = ReadFile( path, &length, error );
	if ( text == NULL )
	{
		return error->code;
	}
	tlResult result = tlParseScene( text, length, path, options, scene, error );
	free( text );
	return result;
}

void tlDestroyScene( tlScene* scene )
{
	if ( scene != NULL )
	{
		json_decref( scene->json );
		tlPool_Free( &scene->pool );
		free( scene );
	}
}

char* tlScene_Print( const tlScene* scene )
{
	return json_dumps( scene->json, JSON_INDENT( 2 ) | JSON_REAL_PRECISION( 15 ) );
}

tlResult tlScene_Fail( const tlScene* scene, const char* list, int32_t index, const char* field, tlError* error,
                       const char* format, ... )
{
	char sentence[TL_ERROR_CAPACITY];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( sentence, sizeof sentence, format, arguments );
	va_end( arguments );
	char pointer[128];
	snprintf( pointer, sizeof pointer, "/%.16s/%d%.96s", list, index, field );
	return tlSource_Fail( &scene->source, error, pointer, false, "%s", sentence );
}
