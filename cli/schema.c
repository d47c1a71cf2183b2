// SPDX-License-Identifier: MIT
#include "command.h"

#include "io/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char s_help[] =
    "Usage: tulle schema [--docs FILE | --check FILE]...\n"
    "\n"
    "Prints the JSON Schema of scenes, from which editors complete and check them. A scene names it in its first field:\n"
    "  \"$schema\": \"tulle.schema.json\"\n"
    "\n"
    "  --docs FILE    rewrite the generated tables in a page of the documentation instead: docs/scene-format.md, "
    "docs/materials.md\n"
    "  --check FILE   only see whether a page (.md) or a schema (.json) is up to date\n"
    "  --help         print this text\n"
    "\n"
    "Exit status: 0; 1 when a checked file is not up to date; 2 for a wrong call or a file that can not be used.\n";

static int PrintSchema( void )
{
	char* text = tlPrintSceneSchema();
	bool printed = text != NULL && puts( text ) >= 0 && fflush( stdout ) == 0;
	free( text );
	if ( !printed )
	{
		fprintf( stderr, "tulle: the schema can not be written\n" );
	}
	return printed ? 0 : 2;
}

static bool EndsWith( const char* text, const char* end )
{
	size_t length = strlen( text );
	size_t endLength = strlen( end );
	return length >= endLength && strcmp( text + length - endLength, end ) == 0;
}

static int CheckSchema( const char* path )
{
	FILE* file = fopen( path, "rb" );
	if ( file == NULL )
	{
		fprintf( stderr, "tulle: %s: can not be read\n", path );
		return 2;
	}
	char* text = tlPrintSceneSchema();
	bool same = text != NULL;
	for ( const char* c = text; same && *c != 0; ++c )
	{
		same = getc( file ) == (unsigned char)*c;
	}
	same = same && getc( file ) == '\n' && getc( file ) == EOF;
	free( text );
	fclose( file );
	if ( !same )
	{
		fprintf( stderr, "tulle: %s: is not up to date; run tulle schema > %s\n", path, path );
	}
	return same ? 0 : 1;
}

static int UpdateDocs( const char* path, bool check )
{
	tlError error;
	tlResult result = tlUpdateSceneDocs( path, check, &error );
	if ( result != tl_success )
	{
		fprintf( stderr, "tulle: %s\n", error.message );
	}
	return result == tl_success ? 0 : ( check && result == tl_invalidFile ? 1 : 2 );
}

int tlSchemaCommand( int argc, char** argv )
{
	if ( argc == 2 && ( strcmp( argv[1], "--help" ) == 0 || strcmp( argv[1], "-h" ) == 0 ) )
	{
		fputs( s_help, stdout );
		return 0;
	}
	int status = argc == 1 ? PrintSchema() : 0;
	for ( int i = 1; i < argc; i += 2 )
	{
		bool check = strcmp( argv[i], "--check" ) == 0;
		if ( ( !check && strcmp( argv[i], "--docs" ) != 0 ) || i + 1 == argc )
		{
			fprintf( stderr, "tulle: schema does not take \"%s\"%s\n\n%s", argv[i], i + 1 == argc ? " without a file" : "",
			         s_help );
			return 2;
		}
		int one = check && EndsWith( argv[i + 1], ".json" ) ? CheckSchema( argv[i + 1] ) : UpdateDocs( argv[i + 1], check );
		status = one > status ? one : status;
	}
	return status;
}
