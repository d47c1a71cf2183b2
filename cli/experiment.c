// tulle experiment: small experiments that show what the solver does and why, as tables, CSV and pages.
// SPDX-License-Identifier: MIT
#include "experiment.h"

#include "command.h"
#include "experiment_page.h"

#include <stdio.h>
#include <string.h>

static const char s_help[] =
    "Usage: tulle experiment [NAME...] [-o DIR] [--json]\n"
    "\n"
    "Runs small experiments. Each prints a table and writes DIR/NAME.csv and DIR/NAME.html, a page with plots that opens\n"
    "anywhere. Without NAME, lists them; `all` runs all.\n"
    "\n"
    "  -o DIR     where to write (experiments)\n"
    "  --json     print the tables as a JSON object instead\n"
    "  --list     list the experiments\n"
    "  --help     print this text\n"
    "\n"
    "Exit status: 0; 1 when a page could not be written; 2 for a wrong call.\n";

static const tlExperiment* const s_experiments[] = {
	&tl_integratorsExperiment, &tl_complianceExperiment,  &tl_pbdStiffnessExperiment, &tl_substepsExperiment,
	&tl_orderExperiment,       &tl_frictionExperiment,    &tl_tethersExperiment,      &tl_switchesExperiment,
	&tl_shapesExperiment,      &tl_convergenceExperiment,
};

enum
{
	tl_experimentCount = sizeof s_experiments / sizeof s_experiments[0]
};

static void List( void )
{
	for ( int i = 0; i < tl_experimentCount; ++i )
	{
		printf( "%-24s %s\n", s_experiments[i]->name, s_experiments[i]->summary );
	}
}

static int Find( const char* name )
{
	for ( int i = 0; i < tl_experimentCount; ++i )
	{
		if ( strcmp( name, s_experiments[i]->name ) == 0 )
		{
			return i;
		}
	}
	return -1;
}

static int Run( const bool* wanted, const char* path, bool asJson )
{
	tlError error = { tl_success, "" };
	tlOutputDir* dir;
	if ( tlOpenOutputDir( path, &dir, &error ) != tl_success )
	{
		fprintf( stderr, "tulle: %s\n", error.message );
		return 1;
	}
	json_t* root = asJson ? json_object() : NULL;
	tlResult result = tl_success;
	for ( int i = 0; i < tl_experimentCount && result == tl_success; ++i )
	{
		if ( wanted[i] )
		{
			result = tlRunExperiment( s_experiments[i], dir, root, &error );
		}
	}
	if ( result == tl_success )
	{
		result = tlOutputDir_Commit( dir, &error );
	}
	if ( result == tl_success && asJson )
	{
		json_dumpf( root, stdout, JSON_INDENT( 2 ) | JSON_REAL_PRECISION( 12 ) );
		printf( "\n" );
	}
	else if ( result == tl_success )
	{
		printf( "Pages:\n" );
		for ( int i = 0; i < tl_experimentCount; ++i )
		{
			if ( wanted[i] )
			{
				printf( "  %s/%s.html\n", path, s_experiments[i]->name );
			}
		}
	}
	else
	{
		fprintf( stderr, "tulle: %s\n", error.message );
	}
	json_decref( root );
	tlDestroyOutputDir( dir );
	return result == tl_success ? 0 : 1;
}

int tlExperimentCommand( int argc, char** argv )
{
	bool wanted[tl_experimentCount] = { false };
	bool any = false, asJson = false, list = false;
	const char* path = "experiments";
	for ( int i = 1; i < argc; ++i )
	{
		if ( strcmp( argv[i], "--help" ) == 0 || strcmp( argv[i], "-h" ) == 0 )
		{
			fputs( s_help, stdout );
			printf( "\n" );
			List();
			return 0;
		}
		else if ( strcmp( argv[i], "--list" ) == 0 )
		{
			list = true;
		}
		else if ( strcmp( argv[i], "--json" ) == 0 )
		{
			asJson = true;
		}
		else if ( strcmp( argv[i], "-o" ) == 0 )
		{
			if ( i + 1 >= argc )
			{
				fprintf( stderr, "tulle: experiment: a folder is missing after -o; see tulle experiment --help\n" );
				return 2;
			}
			path = argv[++i];
		}
		else if ( strcmp( argv[i], "all" ) == 0 )
		{
			any = true;
			memset( wanted, true, sizeof wanted );
		}
		else if ( Find( argv[i] ) >= 0 )
		{
			any = true;
			wanted[Find( argv[i] )] = true;
		}
		else
		{
			fprintf( stderr, "tulle: experiment: there is no %s '%s'; see tulle experiment --list\n",
			         argv[i][0] == '-' ? "option" : "experiment", argv[i] );
			return 2;
		}
	}
	if ( list || !any )
	{
		List();
		return 0;
	}
	return Run( wanted, path, asJson );
}
