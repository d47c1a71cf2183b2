// tulle run: a scene, or a bare mesh, from start to end.
// SPDX-License-Identifier: MIT
#if !defined( _GNU_SOURCE )
#define _GNU_SOURCE // getopt_long
#endif

#include "io/run.h"
#include "command.h"
#include "io/text.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char* const s_help =
    "usage: tulle run SCENE [OPTIONS]\n"
    "       tulle run MESH [OPTIONS]      hung by its top over a floor; says what was assumed\n\n"
    "  -o, --output DIR     where the files go (default: out/NAME, NAME being the scene's file name)\n"
    "      --set PATH=VALUE override any field of the scene: --set budget.substeps=8\n"
    "      --frames N       the same as --set frames=N\n"
    "      --threads N      the same as --set budget.threads=N\n"
    "      --precision P    single or double\n"
    "      --json           print the summary to standard output\n"
    "      --no-files       simulate and print, write nothing\n"
    "      --print-scene    print the scene after all overrides, and stop\n"
    "  -q, --quiet          no progress bar and no closing words\n"
    "  -h, --help\n\n"
    "Leaves frames.pc2, scene.glb, stats.csv, probes.csv, state.csv, summary.json, report.html, picture.png and film.png:\n"
    "all of them, or none.\n"
    "Exit status: 0; 1 when a body turned non-finite; 2 for bad input. docs/scene-format.md describes scenes.\n";

typedef struct Arguments
{
	const char* input;
	const char* output;
	const char* sets[256];
	int setCount;
	char numbers[2][64]; // texts of --frames and --threads as sets
	bool json, noFiles, quiet, printScene, help;
} Arguments;

static bool Complain( const char* format, const char* detail )
{
	fprintf( stderr, "tulle: run: " );
	fprintf( stderr, format, detail );
	fprintf( stderr, "\n" );
	return false;
}

static bool AddSet( Arguments* a, const char* set )
{
	if ( a->setCount == (int)( sizeof a->sets / sizeof a->sets[0] ) )
	{
		return Complain( "%s", "too many overrides" );
	}
	a->sets[a->setCount++] = set;
	return true;
}

static bool ParseArguments( int argc, char** argv, Arguments* a )
{
	enum
	{
		setOption = 256,
		framesOption,
		threadsOption,
		jsonOption,
		noFilesOption,
		printOption
	};
	static const struct option options[] = {
		{ "output", required_argument, NULL, 'o' },
		{ "set", required_argument, NULL, setOption },
		{ "frames", required_argument, NULL, framesOption },
		{ "threads", required_argument, NULL, threadsOption },
		{ "json", no_argument, NULL, jsonOption },
		{ "no-files", no_argument, NULL, noFilesOption },
		{ "print-scene", no_argument, NULL, printOption },
		{ "quiet", no_argument, NULL, 'q' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	opterr = 0;
	int option;
	while ( ( option = getopt_long( argc, argv, ":o:qh", options, NULL ) ) != -1 )
	{
		switch ( option )
		{
			case 'o':
				a->output = optarg;
				break;
			case 'q':
				a->quiet = true;
				break;
			case 'h':
				a->help = true;
				return true;
			case jsonOption:
				a->json = true;
				break;
			case noFilesOption:
				a->noFiles = true;
				break;
			case printOption:
				a->printScene = true;
				break;
			case setOption:
				if ( !AddSet( a, optarg ) )
				{
					return false;
				}
				break;
			case framesOption:
			case threadsOption:
			{
				bool frames = option == framesOption;
				char* text = a->numbers[frames ? 0 : 1];
				snprintf( text, sizeof a->numbers[0], "%s=%.40s", frames ? "frames" : "budget.threads", optarg );
				if ( !AddSet( a, text ) )
				{
					return false;
				}
				break;
			}
			case ':':
				return Complain( "%s needs a value", argv[optind - 1] );
			default:
				return Complain( "there is no option %s; tulle run --help lists them", argv[optind - 1] );
		}
	}
	if ( optind != argc - 1 )
	{
		return Complain( "%s", optind >= argc ? "name a scene or a mesh file" : "one scene or mesh file at a time" );
	}
	a->input = argv[optind];
	return true;
}

static bool IsScene( const char* path )
{
	const char* dot = strrchr( path, '.' );
	return dot != NULL && strcmp( dot, ".json" ) == 0;
}

// out/NAME: the file's name without folder and ending.
static void MakeDefaultOutput( const char* input, char* output, size_t capacity )
{
	const char* slash = strrchr( input, '/' );
	const char* name = slash != NULL ? slash + 1 : input;
	const char* dot = strrchr( name, '.' );
	int length = dot != NULL && dot > name ? (int)( dot - name ) : (int)strlen( name );
	snprintf( output, capacity, "out/%.*s", length, name );
}

static bool ShowProgress( int32_t frame, int32_t frameCount, double secondsPerFrame, void* context )
{
	double* lastShown = context;
	double now = tlGetSeconds();
	if ( frame < frameCount && now - *lastShown < 0.1 )
	{
		return true;
	}
	*lastShown = now;
	enum
	{
		width = 30
	};
	char bar[width + 1];
	int filled = (int)( (int64_t)width * frame / frameCount );
	memset( bar, '-', width );
	memset( bar, '#', (size_t)filled );
	bar[width] = 0;
	double left = secondsPerFrame * ( frameCount - frame );
	fprintf( stderr, "\r[%s] %3d%%  frame %d/%d  %.1f frames/s  %d:%02d left ", bar,
	         (int)( (int64_t)100 * frame / frameCount ), frame, frameCount, secondsPerFrame > 0 ? 1 / secondsPerFrame : 0.0,
	         (int)( left / 60 ), (int)left % 60 );
	if ( frame == frameCount )
	{
		fprintf( stderr, "\r\033[K" );
	}
	fflush( stderr );
	return true;
}

static int Fail( const tlError* error )
{
	fprintf( stderr, "tulle: %s\n", error->message );
	return 2;
}

static int PrintText( char* text )
{
	if ( text == NULL )
	{
		fprintf( stderr, "tulle: out of memory\n" );
		return 2;
	}
	bool ok = puts( text ) >= 0 && fflush( stdout ) == 0;
	free( text );
	if ( !ok )
	{
		fprintf( stderr, "tulle: standard output could not be written\n" );
		return 2;
	}
	return 0;
}

static void Close( const Arguments* a, const tlScene* scene, const tlRunOutcome* outcome, const char* output )
{
	FILE* to = a->json ? stderr : stdout;
	for ( int32_t i = 0; i < scene->assumptionCount; ++i )
	{
		fprintf( to, "assumed: %s\n", scene->assumptions[i] );
	}
	const json_t* notes = json_object_get( outcome->summary, "notes" );
	for ( size_t i = 0; i < json_array_size( notes ); ++i )
	{
		fprintf( to, "note: %s\n", json_string_value( json_array_get( notes, i ) ) );
	}
	fprintf( to, "%s: %d frames, %.3g ms each", scene->name, scene->frameCount, 1e3 * outcome->secondsPerFrame );
	if ( scene->budget.residualTolerance > 0 )
	{
		const json_t* used = json_object_get( outcome->summary, "iterationsUsed" );
		fprintf( to, "; %.3g iterations a substep, at most %d", json_real_value( json_object_get( used, "mean" ) ),
		         (int)json_integer_value( json_object_get( used, "max" ) ) );
	}
	if ( output != NULL )
	{
		fprintf( to, "; %s/%s", output, scene->output.report ? "report.html" : "summary.json" );
	}
	fprintf( to, "\n" );
}

static int Run( const Arguments* a, const tlScene* scene, const char* commandLine )
{
	char defaultOutput[4096];
	const char* output = a->output;
	if ( a->noFiles )
	{
		output = NULL;
	}
	else if ( output == NULL )
	{
		MakeDefaultOutput( a->input, defaultOutput, sizeof defaultOutput );
		output = defaultOutput;
	}
	double lastShown = 0;
	bool showsProgress = !a->quiet && scene->frameCount > 0 && isatty( STDERR_FILENO );
	tlRunOptions options = { .directory = output,
		                     .commandLine = commandLine,
		                     .progress = showsProgress ? ShowProgress : NULL,
		                     .context = &lastShown };
	tlRunOutcome outcome;
	tlError error = { 0 };
	if ( tlRunScene( scene, &options, &outcome, &error ) != tl_success )
	{
		return Fail( &error );
	}
	int status = 0;
	if ( !a->quiet )
	{
		Close( a, scene, &outcome, output );
	}
	if ( a->json )
	{
		status = PrintText( json_dumps( outcome.summary, JSON_INDENT( 2 ) | JSON_REAL_PRECISION( 12 ) ) );
	}
	if ( outcome.faultFrame >= 0 )
	{
		fprintf( stderr, "tulle: body %s %s at frame %d and was held at its last finite state\n", outcome.faultBody,
		         outcome.faultReason, outcome.faultFrame );
		status = status == 0 ? 1 : status;
	}
	json_decref( outcome.summary );
	return status;
}

int tlRunCommand( int argc, char** argv )
{
	Arguments arguments = { 0 };
	tlText commandLine = { 0 };
	tlText_Add( &commandLine, "tulle" );
	for ( int i = 0; i < argc; ++i )
	{
		tlText_Print( &commandLine, " %s", argv[i] );
	}
	int status = 2;
	if ( !ParseArguments( argc, argv, &arguments ) )
	{
		tlText_Free( &commandLine );
		return status;
	}
	if ( arguments.help )
	{
		printf( "%s", s_help );
		tlText_Free( &commandLine );
		return 0;
	}
	tlSceneOptions options = { .sets = arguments.sets, .setCount = arguments.setCount };
	tlScene* scene = NULL;
	tlError error = { 0 };
	tlResult result = IsScene( arguments.input ) ? tlLoadScene( arguments.input, &options, &scene, &error )
	                                             : tlMakeSceneFromMesh( arguments.input, &options, &scene, &error );
	if ( result != tl_success )
	{
		status = Fail( &error );
	}
	else if ( arguments.printScene )
	{
		status = PrintText( tlScene_Print( scene ) );
	}
	else
	{
		status = Run( &arguments, scene, commandLine.data );
	}
	tlDestroyScene( scene );
	tlText_Free( &commandLine );
	return status;
}
