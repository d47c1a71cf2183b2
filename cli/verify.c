// tulle verify: the solver against closed forms.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "checks.h"
#include "command.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char s_help[] =
    "Usage: tulle verify [--only TEXT] [--json] [--list]\n"
    "\n"
    "Holds the solver against numbers that are known without it: closed forms of mechanics, and of the discrete steps of\n"
    "XPBD themselves. Each line gives what was measured, what is right, and how far apart they may be.\n"
    "Runs in double precision, whatever other verbs do; --precision single checks the other build, with wider tolerances.\n"
    "\n"
    "  --only TEXT   only checks whose section or name holds TEXT\n"
    "  --json        print a JSON object: precision, checks, skipped\n"
    "  --list        print sections and names, run nothing\n"
    "  --help        print this text\n"
    "\n"
    "Exit status: 0 when all passed, 1 when one failed, 2 for a wrong call.\n";

// ---- the list

void tlCheckList_Add( tlCheckList* list, const tlCheck* check )
{
	if ( !tlReserve( (void**)&list->checks, &list->capacity, list->count + 1, sizeof( tlCheck ) ) )
	{
		fprintf( stderr, "tulle: out of memory\n" );
		exit( 1 );
	}
	list->checks[list->count++] = *check;
}

void tlCheckList_AddAll( tlCheckList* list, const tlCheck* checks, size_t count )
{
	for ( size_t i = 0; i < count; ++i )
	{
		tlCheckList_Add( list, checks + i );
	}
}

static void MakeList( tlCheckList* list )
{
	tlAddIntegrationChecks( list );
	tlAddPendulumChecks( list );
	tlAddSolverChecks( list );
	tlAddOrderChecks( list );
	tlAddRopeChecks( list );
	tlAddChainChecks( list );
	tlAddRodChecks( list );
	tlAddFrictionChecks( list );
	tlAddColliderChecks( list );
	tlAddTetherChecks( list );
	tlAddClothChecks( list );
	tlAddBendChecks( list );
	tlAddMembraneChecks( list );
	tlAddStripChecks( list );
	tlAddGripChecks( list );
	tlAddBalloonChecks( list );
	tlAddMethodChecks( list );
	tlAddColoringChecks( list );
	tlAddWindChecks( list );
}

// ---- running

typedef struct Outcome
{
	double measured;
	double tolerance; // absolute
	bool skipped;
	bool pass;
} Outcome;

static bool IsSingle( void )
{
	return sizeof( tlReal ) == sizeof( float );
}

static Outcome RunCheck( const tlCheck* check )
{
	tlTolerance t = IsSingle() ? check->singleTolerance : check->tolerance;
	Outcome outcome = { 0, t.relative * fabs( check->expected ) + t.absolute, IsSingle() && check->skipped != NULL, true };
	if ( !outcome.skipped )
	{
		outcome.measured = check->measure( check->arguments );
		outcome.pass = fabs( outcome.measured - check->expected ) <= outcome.tolerance; // false for NaN
	}
	return outcome;
}

static void PrintHeader( void )
{
	printf( IsSingle() ? "In single precision. The default of verify is double.\n\n"
	                   : "In double precision, the default of verify; --precision single checks the other build.\n\n" );
	printf( "%-66s %-16s %15s %15s %10s\n", "check", "section", "measured", "right", "tolerance" );
}

static void PrintOutcome( const tlCheck* check, const Outcome* outcome )
{
	if ( outcome->skipped )
	{
		printf( "%-66s %-16s skipped: %s\n", check->name, check->section, check->skipped );
		return;
	}
	printf( "%-66s %-16s %15.9g %15.9g %10.2g %s\n", check->name, check->section, outcome->measured, check->expected,
	        outcome->tolerance, outcome->pass ? "pass" : "FAIL" );
}

// JSON knows no NaN.
static json_t* MakeNumber( double value )
{
	return isfinite( value ) ? json_real( value ) : json_null();
}

static void AddJson( json_t* checks, json_t* skipped, const tlCheck* check, const Outcome* outcome )
{
	json_t* object = json_object();
	json_object_set_new( object, "name", json_string( check->name ) );
	json_object_set_new( object, "section", json_string( check->section ) );
	if ( outcome->skipped )
	{
		json_object_set_new( object, "reason", json_string( check->skipped ) );
		json_array_append_new( skipped, object );
		return;
	}
	json_object_set_new( object, "measured", MakeNumber( outcome->measured ) );
	json_object_set_new( object, "expected", MakeNumber( check->expected ) );
	json_object_set_new( object, "tolerance", MakeNumber( outcome->tolerance ) );
	json_object_set_new( object, "pass", json_boolean( outcome->pass ) );
	json_array_append_new( checks, object );
}

static bool IsWanted( const tlCheck* check, const char* only )
{
	return only == NULL || strstr( check->name, only ) != NULL || strstr( check->section, only ) != NULL;
}

static int Verify( const tlCheckList* list, const char* only, bool asJson )
{
	bool any = false;
	for ( size_t i = 0; i < list->count; ++i )
	{
		any = any || IsWanted( list->checks + i, only );
	}
	if ( !any )
	{
		fprintf( stderr, "tulle: verify: no check holds '%s'; see tulle verify --list\n", only );
		return 2;
	}
	json_t* checks = json_array();
	json_t* skipped = json_array();
	size_t passCount = 0, failCount = 0, skipCount = 0;
	if ( !asJson )
	{
		PrintHeader();
	}
	for ( size_t i = 0; i < list->count; ++i )
	{
		const tlCheck* check = list->checks + i;
		if ( !IsWanted( check, only ) )
		{
			continue;
		}
		Outcome outcome = RunCheck( check );
		skipCount += outcome.skipped;
		passCount += !outcome.skipped && outcome.pass;
		failCount += !outcome.skipped && !outcome.pass;
		if ( asJson )
		{
			AddJson( checks, skipped, check, &outcome );
		}
		else
		{
			PrintOutcome( check, &outcome );
			fflush( stdout );
		}
	}
	if ( asJson )
	{
		json_t* root = json_object();
		json_object_set_new( root, "precision", json_string( tlGetPrecisionName() ) );
		json_object_set( root, "checks", checks );
		json_object_set( root, "skipped", skipped );
		json_dumpf( root, stdout, JSON_INDENT( 2 ) | JSON_REAL_PRECISION( 12 ) );
		printf( "\n" );
		json_decref( root );
	}
	else
	{
		printf( "\n%s precision.", IsSingle() ? "Single" : "Double" );
		if ( skipCount > 0 )
		{
			printf( " %zu skipped: they need doubles, see tulle --precision double verify.", skipCount );
		}
		printf( "\n" );
		if ( failCount > 0 )
		{
			printf( "%zu of %zu checks failed\n", failCount, failCount + passCount );
		}
		else
		{
			printf( "%zu checks passed\n", passCount );
		}
	}
	json_decref( checks );
	json_decref( skipped );
	return failCount > 0 ? 1 : 0;
}

int tlVerifyCommand( int argc, char** argv )
{
	const char* only = NULL;
	bool asJson = false, list = false;
	for ( int i = 1; i < argc; ++i )
	{
		if ( strcmp( argv[i], "--help" ) == 0 || strcmp( argv[i], "-h" ) == 0 )
		{
			fputs( s_help, stdout );
			return 0;
		}
		else if ( strcmp( argv[i], "--json" ) == 0 )
		{
			asJson = true;
		}
		else if ( strcmp( argv[i], "--list" ) == 0 )
		{
			list = true;
		}
		else if ( strcmp( argv[i], "--only" ) == 0 && i + 1 < argc )
		{
			only = argv[++i];
		}
		else
		{
			fprintf( stderr, "tulle: verify: %s '%s'; see tulle verify --help\n",
			         strcmp( argv[i], "--only" ) == 0 ? "a text is missing after" : "unknown argument", argv[i] );
			return 2;
		}
	}
	tlCheckList checks = { NULL, 0, 0 };
	MakeList( &checks );
	int status = 0;
	if ( list )
	{
		for ( size_t i = 0; i < checks.count; ++i )
		{
			if ( IsWanted( checks.checks + i, only ) )
			{
				printf( "%-16s %s\n", checks.checks[i].section, checks.checks[i].name );
			}
		}
	}
	else
	{
		status = Verify( &checks, only, asJson );
	}
	tlFree( checks.checks );
	return status;
}
