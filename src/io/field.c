// SPDX-License-Identifier: MIT
#if !defined( _POSIX_C_SOURCE )
#define _POSIX_C_SOURCE 200809L
#endif

#include "field.h"

#include "json_where.h"

#include "base/core.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

// ---- memory

struct tlPoolBlock
{
	struct tlPoolBlock* next;
	void* padding; // keeps what follows aligned for any type
};

void* tlPool_Alloc( tlPool* pool, size_t count, size_t elementSize )
{
	if ( elementSize != 0 && count > ( SIZE_MAX / 2 - sizeof( struct tlPoolBlock ) ) / elementSize )
	{
		return NULL;
	}
	struct tlPoolBlock* block = calloc( 1, sizeof *block + count * elementSize );
	if ( block == NULL )
	{
		return NULL;
	}
	block->next = pool->blocks;
	pool->blocks = block;
	return block + 1;
}

char* tlPool_Copy( tlPool* pool, const char* text, size_t length )
{
	char* copy = tlPool_Alloc( pool, length + 1, 1 );
	if ( copy != NULL && length > 0 )
	{
		memcpy( copy, text, length );
	}
	return copy;
}

void tlPool_Free( tlPool* pool )
{
	while ( pool->blocks != NULL )
	{
		struct tlPoolBlock* block = pool->blocks;
		pool->blocks = block->next;
		free( block );
	}
}

// ---- lists and names

size_t tlNextInList( const char** list, const char** item )
{
	if ( *list == NULL || **list == 0 )
	{
		return 0;
	}
	*item = *list;
	size_t length = strcspn( *list, "|" );
	*list += length;
	*list += **list == '|' ? 1 : 0;
	return length;
}

bool tlListHolds( const char* list, const char* item )
{
	const char* name;
	for ( size_t length; ( length = tlNextInList( &list, &name ) ) > 0; )
	{
		if ( strlen( item ) == length && strncmp( item, name, length ) == 0 )
		{
			return true;
		}
	}
	return false;
}

const tlField* tlFindField( const tlTable* table, const char* name )
{
	for ( int32_t i = 0; i < table->fieldCount; ++i )
	{
		if ( strcmp( table->fields[i].name, name ) == 0 )
		{
			return &table->fields[i];
		}
	}
	return NULL;
}

static const tlTable* FindInField( const tlField* field, const char* name )
{
	const tlTable* table = field->table != NULL ? tlFindTable( field->table, name ) : NULL;
	int32_t count = field->kind == tl_eitherField ? field->elementCount : ( field->element != NULL ? 1 : 0 );
	for ( int32_t i = 0; i < count && table == NULL; ++i )
	{
		table = FindInField( &field->element[i], name );
	}
	return table;
}

const tlTable* tlFindTable( const tlTable* root, const char* name )
{
	const tlTable* table = strcmp( root->name, name ) == 0 ? root : NULL;
	for ( int32_t i = 0; i < root->fieldCount && table == NULL; ++i )
	{
		table = FindInField( &root->fields[i], name );
	}
	return table;
}

static char Lower( char c )
{
	return c >= 'A' && c <= 'Z' ? (char)( c - 'A' + 'a' ) : c;
}

// Edits that turn one word into the other, regardless of case; words longer than 32 letters are far from everything.
static int MeasureEdits( const char* a, const char* b )
{
	enum
	{
		most = 32
	};
	size_t n = strlen( a );
	size_t m = strlen( b );
	if ( n > most || m > most )
	{
		return most;
	}
	int row[most + 1];
	for ( size_t j = 0; j <= m; ++j )
	{
		row[j] = (int)j;
	}
	for ( size_t i = 1; i <= n; ++i )
	{
		int diagonal = row[0];
		row[0] = (int)i;
		for ( size_t j = 1; j <= m; ++j )
		{
			int change = diagonal + ( Lower( a[i - 1] ) != Lower( b[j - 1] ) ? 1 : 0 );
			int gap = 1 + ( row[j] < row[j - 1] ? row[j] : row[j - 1] );
			diagonal = row[j];
			row[j] = change < gap ? change : gap;
		}
	}
	return row[m];
}

const char* tlFindNearest( const char* word, const char* ( *next )( void* context, int32_t index ), void* context )
{
	const char* nearest = NULL;
	int best = 0;
	const char* name;
	for ( int32_t i = 0; ( name = next( context, i ) ) != NULL; ++i )
	{
		int edits = MeasureEdits( word, name );
		size_t length = strlen( word );
		bool beginning = length >= 3 && strncmp( word, name, length ) == 0;
		edits = beginning && edits > 2 ? 2 : edits;
		int allowed = 1 + (int)strlen( name ) / 3;
		if ( edits <= allowed && ( nearest == NULL || edits < best ) )
		{
			nearest = name;
			best = edits;
		}
	}
	return nearest;
}

// ---- words

static void Append( char* buffer, size_t capacity, const char* format, ... ) TL_FORMAT( 3, 4 );

static void Append( char* buffer, size_t capacity, const char* format, ... )
{
	size_t used = strlen( buffer );
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( buffer + used, capacity - used, format, arguments );
	va_end( arguments );
}

static void AppendBounds( const tlField* field, char* buffer, size_t capacity )
{
	int flags = field->flags;
	if ( ( flags & tl_atLeast ) && ( flags & tl_atMost ) )
	{
		Append( buffer, capacity, " from %.9g to %.9g", field->least, field->most );
		return;
	}
	if ( flags & ( tl_atLeast | tl_above ) )
	{
		Append( buffer, capacity, ( flags & tl_above ) ? " above %.9g" : " of at least %.9g", field->least );
	}
	if ( flags & ( tl_atMost | tl_below ) )
	{
		const char*and = ( flags & ( tl_atLeast | tl_above ) ) ? " and" : "";
		Append( buffer, capacity, "%s%s %.9g", and, ( flags & tl_below ) ? " below" : " at most", field->most );
	}
}

const char* tlDescribeField( const tlField* field, char* buffer, size_t capacity )
{
	static const char* const words[] = {
		[tl_boolField] = "true or false",
		[tl_intField] = "a whole number",
		[tl_seedField] = "a whole number",
		[tl_realField] = "a number",
		[tl_doubleField] = "a number",
		[tl_textField] = "text",
		[tl_enumField] = "",
		[tl_vectorField] = "three numbers",
		[tl_pointField] = "three numbers",
		[tl_quatField] = "four numbers",
		[tl_rangeField] = "a vertex number or two of them, [first, last]",
		[tl_objectField] = "an object",
		[tl_optionalField] = "an object",
		[tl_optionalPointField] = "three numbers",
		[tl_arrayField] = "an array",
		[tl_mapField] = "an object of named values",
		[tl_eitherField] = "",
		[tl_ignoredField] = "anything",
	};
	buffer[0] = 0;
	Append( buffer, capacity, "%s%s", ( field->flags & tl_splat ) ? "a number or " : "", words[field->kind] );
	AppendBounds( field, buffer, capacity );
	for ( int32_t i = 0; i < field->nameCount; ++i )
	{
		Append( buffer, capacity, "%s\"%s\"", i == 0 ? "" : ( i + 1 < field->nameCount ? ", " : " or " ), field->names[i] );
	}
	for ( int32_t i = 0; i < field->elementCount; ++i )
	{
		char part[160];
		Append( buffer, capacity, "%s%s", i == 0 ? "" : " or ", tlDescribeField( &field->element[i], part, sizeof part ) );
	}
	if ( field->leastCount > 0 && field->leastCount == field->mostCount )
	{
		Append( buffer, capacity, " of %d", field->leastCount );
	}
	else if ( field->leastCount > 0 )
	{
		Append( buffer, capacity, " of at least %d", field->leastCount );
	}
	return buffer;
}

// ---- sentences

// "/bodies/0/name" to "bodies[0].name".
static void WritePointerInWords( const char* pointer, char* words, size_t capacity )
{
	words[0] = 0;
	while ( *pointer == '/' )
	{
		size_t length = strcspn( pointer + 1, "/" );
		bool number = length > 0 && strspn( pointer + 1, "0123456789" ) >= length;
		int shown = (int)( length < 60 ? length : 60 );
		Append( words, capacity, number ? "[%.*s]" : ( words[0] != 0 ? ".%.*s" : "%.*s" ), shown, pointer + 1 );
		pointer += 1 + length;
	}
}

static bool IsInside( const char* pointer, const char* around )
{
	size_t length = strlen( around );
	return strncmp( pointer, around, length ) == 0 && ( pointer[length] == 0 || pointer[length] == '/' );
}

tlResult tlSource_Fail( const tlSource* source, tlError* error, const char* pointer, bool atKey, const char* format, ... )
{
	char sentence[TL_ERROR_CAPACITY];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( sentence, sizeof sentence, format, arguments );
	va_end( arguments );

	char words[200];
	WritePointerInWords( pointer, words, sizeof words );
	const char* colon = words[0] != 0 ? ": " : "";

	// An override that brought the value, or something inside it that the text does not have, is to blame.
	tlJsonPlace place = tlFindJson( source->text, source->length, pointer, atKey );
	const tlOverride* blamed = NULL;
	for ( int32_t i = 0; i < source->overrideCount; ++i )
	{
		const tlOverride* override = &source->overrides[i];
		bool within = place.line == 0 && IsInside( override->pointer, pointer );
		blamed = within || IsInside( pointer, override->pointer ) ? override : blamed;
	}
	tlResult result;
	if ( blamed != NULL )
	{
		result = tlFail( error, tl_invalidFile, "--set %.160s: %s%s%s", blamed->text, words, colon, sentence );
	}
	else
	{
		char* around = strdup( pointer );
		while ( around != NULL && place.line == 0 && around[0] != 0 )
		{
			*strrchr( around, '/' ) = 0;
			place = tlFindJson( source->text, source->length, around, false );
		}
		free( around );
		int line = place.line > 0 ? place.line : 1;
		int column = place.column > 0 ? place.column : 1;
		result = tlFail( error, tl_invalidFile, "%.200s:%d:%d: %s%s%s", source->name, line, column, words, colon, sentence );
	}
	// Names come from the file: no byte of theirs may steer a terminal.
	for ( char* c = error != NULL ? error->message : NULL; c != NULL && *c != 0; ++c )
	{
		*c = (unsigned char)*c < 0x20 || *c == 0x7F ? '?' : *c;
	}
	return result;
}

static char* WritePointer( const tlPath* path, size_t after )
{
	if ( path == NULL || path->parent == NULL )
	{
		return calloc( 1, after + 1 );
	}
	size_t length = path->key != NULL ? 2 * strlen( path->key ) + 1 : 12;
	char* pointer = WritePointer( path->parent, after + length );
	if ( pointer == NULL )
	{
		return NULL;
	}
	char* end = pointer + strlen( pointer );
	*end++ = '/';
	if ( path->key == NULL )
	{
		snprintf( end, 12, "%d", path->index );
		return pointer;
	}
	for ( const char* c = path->key; *c != 0; ++c )
	{
		bool escaped = *c == '~' || *c == '/';
		*end++ = escaped ? '~' : *c;
		if ( escaped )
		{
			*end++ = *c == '~' ? '0' : '1';
		}
	}
	return pointer;
}

tlResult tlBinder_Fail( tlBinder* binder, const tlPath* path, const char* field, bool atKey, const char* format, ... )
{
	char sentence[TL_ERROR_CAPACITY];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( sentence, sizeof sentence, format, arguments );
	va_end( arguments );

	tlPath child = { path, field, 0 };
	char* pointer = WritePointer( field != NULL ? &child : path, 0 );
	if ( pointer == NULL )
	{
		return tlFailMemory( binder->error );
	}
	tlResult result = tlSource_Fail( binder->source, binder->error, pointer, atKey, "%s", sentence );
	free( pointer );
	return result;
}
