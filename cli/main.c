// tulle: the command line. Finds the verb, hands over to the build of the other precision where that is asked for.
// SPDX-License-Identifier: MIT
#if !defined( _POSIX_C_SOURCE )
#define _POSIX_C_SOURCE 200809L
#endif

#include "command.h"
#include "newton/newton.h"
#include "tulle/tulle.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct Verb
{
	const char* name;
	int ( *run )( int argc, char** argv );
	const char* summary;
} Verb;

static const Verb s_verbs[] = {
	{ "run", tlRunCommand, "simulate a scene, or a bare mesh, and leave caches, numbers and a report" },
	{ "inspect", tlInspectCommand, "say what is wrong with a mesh file, and what will be mended" },
	{ "verify", tlVerifyCommand, "hold the solver against closed forms" },
	{ "experiment", tlExperimentCommand, "reproduce the small experiments of the guide" },
	{ "bench", tlBenchCommand, "measure the speed of the solver" },
	{ "schema", tlSchemaCommand, "print the JSON Schema of scenes, for editors" },
};

static void PrintHelp( void )
{
	printf( "Tulle %s: cloth, rope and soft bodies by extended position-based dynamics\n\n"
	        "usage: tulle VERB [ARGUMENTS]\n\n",
	        TULLE_VERSION );
	for ( size_t i = 0; i < sizeof s_verbs / sizeof s_verbs[0]; ++i )
	{
		printf( "  %-11s %s\n", s_verbs[i].name, s_verbs[i].summary );
	}
	printf( "\ntulle help VERB, or tulle VERB --help, says more of each. Any verb takes --precision single or double:\n"
	        "the core in 32-bit or 64-bit floating point (single; verify takes double).\n" );
}

// Takes "--precision P" and "--precision=P" out of the arguments. Returns null when there is none, "" for a missing value.
static const char* TakePrecision( int* argc, char** argv )
{
	const char* precision = NULL;
	int kept = 0;
	for ( int i = 0; i < *argc; ++i )
	{
		if ( strcmp( argv[i], "--precision" ) == 0 )
		{
			precision = i + 1 < *argc ? argv[++i] : "";
		}
		else if ( strncmp( argv[i], "--precision=", 12 ) == 0 )
		{
			precision = argv[i] + 12;
		}
		else
		{
			argv[kept++] = argv[i];
		}
	}
	*argc = kept;
	argv[kept] = NULL;
	return precision;
}

// Starts the executable of the other precision, which stands beside this one. Returns only on failure.
static int HandOver( const char* precision, char** argv )
{
	char path[4096];
	ssize_t length = readlink( "/proc/self/exe", path, sizeof path - 32 );
	if ( length < 0 )
	{
		snprintf( path, sizeof path - 32, "%s", argv[0] ); // no /proc: as it was called
	}
	else
	{
		path[length] = 0;
	}
	char* slash = strrchr( path, '/' );
	char* name = slash != NULL ? slash + 1 : path;
	strcpy( name, strcmp( precision, "double" ) == 0 ? "tulle-double" : "tulle" );
	execv( path, argv );
	fprintf( stderr, "tulle: %s: the %s build is not there: %s\n", path, precision, strerror( errno ) );
	return 2;
}

int main( int argc, char** argv )
{
	tlInstallNewton();
	const char* precision = TakePrecision( &argc, argv );
	if ( precision != NULL && precision[0] == 0 )
	{
		fprintf( stderr, "tulle: --precision needs a value: single or double\n" );
		return 2;
	}
	if ( precision != NULL && strcmp( precision, "single" ) != 0 && strcmp( precision, "double" ) != 0 )
	{
		fprintf( stderr, "tulle: --precision takes single or double, not '%s'\n", precision );
		return 2;
	}
	if ( precision == NULL && argc > 1 && strcmp( argv[1], "verify" ) == 0 )
	{
		precision = "double"; // the precision in which the reference values can be met
	}
	if ( precision != NULL && strcmp( precision, tlGetPrecisionName() ) != 0 )
	{
		return HandOver( precision, argv );
	}
	if ( argc > 2 && strcmp( argv[1], "help" ) == 0 )
	{
		// "help VERB" is "VERB --help".
		static char help[] = "--help";
		argv[1] = argv[2];
		argv[2] = help;
		argv[3] = NULL;
		argc = 3;
	}
	if ( argc < 2 || strcmp( argv[1], "help" ) == 0 || strcmp( argv[1], "--help" ) == 0 || strcmp( argv[1], "-h" ) == 0 )
	{
		PrintHelp();
		return argc < 2 ? 2 : 0;
	}
	if ( strcmp( argv[1], "--version" ) == 0 || strcmp( argv[1], "version" ) == 0 )
	{
		printf( "tulle %s (%s precision)\n", TULLE_VERSION, tlGetPrecisionName() );
		return 0;
	}
	for ( size_t i = 0; i < sizeof s_verbs / sizeof s_verbs[0]; ++i )
	{
		if ( strcmp( argv[1], s_verbs[i].name ) == 0 )
		{
			return s_verbs[i].run( argc - 1, argv + 1 );
		}
	}
	fprintf( stderr, "tulle: there is no verb '%s'; tulle help lists them\n", argv[1] );
	return 2;
}
