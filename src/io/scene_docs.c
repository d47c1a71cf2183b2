// The generated tables of docs/scene-format.md and docs/materials.md.
// SPDX-License-Identifier: MIT
#include "scene_tables.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define TL_BEGIN "<!-- generated: "
#define TL_END "<!-- end of generated -->"

// ---- tables

// What may be written for a field, with links to the tables of objects.
static void AddType( tlText* text, const tlField* field )
{
	char words[320];
	switch ( field->kind )
	{
		case tl_objectField:
		case tl_optionalField:
			tlText_Print( text, "[%s](#%s)", field->table->name, field->table->name );
			break;
		case tl_arrayField:
			tlText_Add( text, "array of " );
			AddType( text, field->element );
			if ( field->leastCount > 0 && field->leastCount == field->mostCount )
			{
				tlText_Print( text, ", %d of them", field->leastCount );
			}
			else if ( field->leastCount > 0 )
			{
				tlText_Print( text, ", at least %d", field->leastCount );
			}
			break;
		case tl_mapField:
			tlText_Add( text, "object: name to " );
			AddType( text, field->element );
			break;
		case tl_eitherField:
			for ( int32_t i = 0; i < field->elementCount; ++i )
			{
				tlText_Add( text, i > 0 ? " or " : "" );
				AddType( text, &field->element[i] );
			}
			break;
		case tl_enumField:
			for ( int32_t i = 0; i < field->nameCount; ++i )
			{
				tlText_Print( text, "%s`\"%s\"`", i > 0 ? ", " : "", field->names[i] );
			}
			break;
		case tl_ignoredField:
			tlText_Add( text, "text" );
			break;
		default:
			tlText_Add( text, tlDescribeField( field, words, sizeof words ) );
			break;
	}
}

static void AddRow( tlText* text, const tlField* field )
{
	tlText_Print( text, "| `%s` | ", field->name );
	AddType( text, field );
	tlText_Print( text, " | %s | ", field->unit != NULL ? field->unit : "" );
	if ( field->absent != NULL )
	{
		tlText_Add( text, field->absent );
	}
	else if ( field->fallback != NULL )
	{
		tlText_Print( text, "`%s`", field->fallback );
	}
	else
	{
		tlText_Add( text, "**required**" );
	}
	tlText_Print( text, " | %s", field->doc );
	const char* list = field->only;
	const char* item;
	tlText_Add( text, list != NULL ? " Only for " : "" );
	for ( size_t length, i = 0; ( length = tlNextInList( &list, &item ) ) > 0; ++i )
	{
		tlText_Print( text, "%s%.*s", i > 0 ? ", " : "", (int)length, item );
	}
	tlText_Print( text, "%s |\n", field->only != NULL ? "." : "" );
}

static void AddTable( tlText* text, const tlTable* table )
{
	tlText_Add( text, "| field | value | unit | default | meaning |\n| --- | --- | --- | --- | --- |\n" );
	for ( int32_t i = 0; i < table->fieldCount; ++i )
	{
		AddRow( text, &table->fields[i] );
	}
	if ( table->oneOf != NULL )
	{
		tlText_Add( text, "\nExactly one of " );
		const char* list = table->oneOf;
		const char* item;
		for ( size_t length, i = 0; ( length = tlNextInList( &list, &item ) ) > 0; ++i )
		{
			tlText_Print( text, "%s`%.*s`", i == 0 ? "" : ( *list == 0 ? " and " : ", " ), (int)length, item );
		}
		tlText_Add( text, " must be given.\n" );
	}
}

static void AddConstraintTypes( tlText* text )
{
	static const char* const families[tl_familyCount] = {
		"stretch", "shear", "bend", "area", "volume", "tether", "by hand",
	};
	static const char* const elements[tl_elementKindCount] = { "",       "edges",         "across edges", "triangles",
		                                                       "hinges", "rope segments", "rope joints",  "closed meshes" };
	tlText_Add( text, "| type | family | made on | vertices | values | rest values | compliance | what it does |\n"
	                  "| --- | --- | --- | --- | --- | --- | --- | --- |\n" );
	for ( int32_t i = 0; i < tlGetConstraintTypeCount(); ++i )
	{
		tlConstraintTypeInfo info = tlGetConstraintTypeInfo( i );
		bool byHand = info.arity > 0 && info.frameMask == 0;
		char count[16];
		snprintf( count, sizeof count, "%d", info.arity );
		tlText_Print( text, "| `\"%s\"` | %s | %s | %s | %d | ", info.name, families[info.family], elements[info.element],
		              byHand ? count : "not by hand", info.rowCount );
		for ( int32_t k = 0; k < info.parameterCount; ++k )
		{
			tlText_Print( text, "%s%s", k > 0 ? ", " : "", info.parameterNames[k] );
		}
		tlText_Print( text, " | %s | %s |\n", info.complianceUnit, info.summary );
	}
}

// ---- the page

static tlResult ReadPage( const char* path, tlText* page, tlError* error )
{
	FILE* file = fopen( path, "rb" );
	char part[4096];
	size_t got = 0;
	while ( file != NULL && ( got = fread( part, 1, sizeof part, file ) ) > 0 )
	{
		tlText_AddBytes( page, part, got );
	}
	tlText_Add( page, "" );
	tlResult result = tl_success;
	if ( file == NULL || ferror( file ) )
	{
		result = tlFail( error, tl_fileError, "%.300s: can not be read: %s", path, strerror( errno ) );
	}
	else if ( page->failed )
	{
		result = tlFailMemory( error );
	}
	if ( file != NULL )
	{
		fclose( file );
	}
	return result;
}

static int CountLines( const char* text, const char* end )
{
	int line = 1;
	for ( ; text < end; ++text )
	{
		line += *text == '\n' ? 1 : 0;
	}
	return line;
}

static tlResult Generate( const char* path, const char* page, tlText* out, tlError* error )
{
	const char* at = page;
	for ( ;; )
	{
		const char* begin = strstr( at, TL_BEGIN );
		if ( begin == NULL )
		{
			tlText_Add( out, at );
			return tl_success;
		}
		const char* name = begin + strlen( TL_BEGIN );
		const char* close = strstr( name, " -->" );
		const char* end = strstr( name, TL_END );
		if ( close == NULL || end == NULL || end < close )
		{
			return tlFail( error, tl_invalidFile, "%.300s:%d:1: the generated part has no end", path,
			               CountLines( page, begin ) );
		}
		char key[64];
		snprintf( key, sizeof key, "%.*s", (int)( close - name ), name );
		tlText_AddBytes( out, at, (size_t)( close + 4 - at ) );
		tlText_Add( out, "\n" );
		const tlTable* table = tlFindTable( &tlSceneTable, key );
		if ( table != NULL )
		{
			AddTable( out, table );
		}
		else if ( strcmp( key, "constraint-types" ) == 0 )
		{
			AddConstraintTypes( out );
		}
		else if ( !tlAddMaterialDocs( out, key ) )
		{
			return tlFail( error, tl_invalidFile, "%.300s:%d:1: there is no table \"%s\"", path, CountLines( page, begin ),
			               key );
		}
		at = end;
	}
}

static tlResult WritePage( const char* path, const tlText* text, tlError* error )
{
	tlText temporary = { 0 };
	tlText_Print( &temporary, "%s.part", path );
	FILE* file = temporary.failed ? NULL : fopen( temporary.data, "wb" );
	bool written = file != NULL && fwrite( text->data, 1, text->length, file ) == text->length;
	written = ( file == NULL || fclose( file ) == 0 ) && written && rename( temporary.data, path ) == 0;
	if ( !written )
	{
		tlFail( error, tl_fileError, "%.300s: can not be written: %s", path, strerror( errno ) );
		if ( file != NULL )
		{
			remove( temporary.data );
		}
	}
	tlText_Free( &temporary );
	return written ? tl_success : tl_fileError;
}

tlResult tlUpdateSceneDocs( const char* path, bool check, tlError* error )
{
	tlText page = { 0 };
	tlText text = { 0 };
	tlResult result = ReadPage( path, &page, error );
	result = result == tl_success ? Generate( path, page.data, &text, error ) : result;
	if ( result == tl_success && text.failed )
	{
		result = tlFailMemory( error );
	}
	if ( result == tl_success && strcmp( page.data, text.data ) != 0 )
	{
		result = check ? tlFail( error, tl_invalidFile,
		                         "%.300s: its tables are not up to date; run tulle schema --docs %.100s", path, path )
		               : WritePage( path, &text, error );
	}
	tlText_Free( &text );
	tlText_Free( &page );
	return result;
}
