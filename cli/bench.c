// tulle bench: what a frame costs.
//
// The default scene is the one that engines are compared on: a square cloth of 128 x 128 particles, structural springs, two
// diagonals and skip-one bending, all perfectly stiff and undamped, hung from two corners, 16 substeps of one iteration.
// SPDX-License-Identifier: MIT
#if !defined( _GNU_SOURCE )
#define _GNU_SOURCE // sched_setaffinity, getopt_long
#endif

#include "command.h"
#include "io/output.h"
#include "io/scene.h"

#include <getopt.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* const s_help =
    "usage: tulle bench [SCENE] [OPTIONS]\n\n"
    "Times frames 60 to 180 of a cloth of N x N particles hung from two corners, stiff and undamped, 16 substeps of one\n"
    "iteration; or all frames of a scene. Prints medians over the repeats.\n\n"
    "      --size N         particles along a side (default 128)\n"
    "      --repeats N      runs from the start (default 5)\n"
    "      --tethers        with long-range attachments to both pins\n"
    "      --set PATH=VALUE override any field of the scene\n"
    "      --json           print JSON\n"
    "      --csv FILE       write the row of numbers to FILE; a FILE that exists gets it at its end\n"
    "  -h, --help\n";

typedef struct Arguments
{
	const char* scene;
	const char* csv;
	const char* sets[64];
	int setCount;
	int size, repeats;
	bool json, tethers, help;
} Arguments;

typedef struct Sample
{
	double milliseconds; // per frame
	tlPhaseTimes times;  // per frame [s]
	uint64_t hash;
	double strainMax; // most stretched structural edge over the timed frames
} Sample;

typedef struct Measured
{
	const char* name;
	int repeats, frames;
	double milliseconds, least, most;
	double nsPerConstraint, nsPerParticle;
	tlPhaseTimes times;
	int particles;
	int64_t constraints;
	uint64_t hash;
	double strainMax;
	bool repeatable;
	char machine[128];
} Measured;

static int ParseNumber( const char* text, int least, int most )
{
	char* end;
	long value = strtol( text, &end, 10 );
	return *text != 0 && *end == 0 && value >= least && value <= most ? (int)value : -1;
}

static bool ParseArguments( int argc, char** argv, Arguments* a )
{
	enum
	{
		sizeOption = 256,
		repeatsOption,
		tethersOption,
		setOption,
		jsonOption,
		csvOption
	};
	static const struct option options[] = {
		{ "size", required_argument, NULL, sizeOption },
		{ "repeats", required_argument, NULL, repeatsOption },
		{ "tethers", no_argument, NULL, tethersOption },
		{ "set", required_argument, NULL, setOption },
		{ "json", no_argument, NULL, jsonOption },
		{ "csv", required_argument, NULL, csvOption },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	opterr = 0;
	int option;
	while ( ( option = getopt_long( argc, argv, ":h", options, NULL ) ) != -1 )
	{
		switch ( option )
		{
			case sizeOption:
				a->size = ParseNumber( optarg, 2, 2048 );
				break;
			case repeatsOption:
				a->repeats = ParseNumber( optarg, 1, 1000 );
				break;
			case tethersOption:
				a->tethers = true;
				break;
			case setOption:
				if ( a->setCount == (int)( sizeof a->sets / sizeof a->sets[0] ) )
				{
					fprintf( stderr, "tulle: bench: too many overrides\n" );
					return false;
				}
				a->sets[a->setCount++] = optarg;
				break;
			case jsonOption:
				a->json = true;
				break;
			case csvOption:
				a->csv = optarg;
				break;
			case 'h':
				a->help = true;
				return true;
			default:
				fprintf( stderr, "tulle: bench: %s %s; tulle bench --help lists the options\n",
				         option == ':' ? "a value is missing for" : "there is no option", argv[optind - 1] );
				return false;
		}
		if ( a->size < 0 || a->repeats < 0 )
		{
			fprintf( stderr, "tulle: bench: --size takes 2 to 2048 and --repeats 1 to 1000, not '%s'\n", optarg );
			return false;
		}
	}
	if ( optind < argc - 1 )
	{
		fprintf( stderr, "tulle: bench: one scene at a time\n" );
		return false;
	}
	a->scene = optind < argc ? argv[optind] : NULL;
	return true;
}

static tlResult LoadScene( const Arguments* a, tlScene** scene, tlError* error )
{
	tlSceneOptions options = { .sets = a->sets, .setCount = a->setCount };
	if ( a->scene != NULL )
	{
		return tlLoadScene( a->scene, &options, scene, error );
	}
	char text[2048];
	int n = a->size;
	snprintf(
	    text, sizeof text,
	    "{ \"name\": \"cloth %d x %d%s\", \"fps\": 60, \"frames\": 180,"
	    "  \"budget\": { \"substeps\": 16, \"iterations\": 1 },"
	    "  \"bodies\": [ { \"name\": \"cloth\","
	    "    \"grid\": { \"columns\": %d, \"rows\": %d, \"width\": 2, \"height\": 2, \"plane\": \"xz\" }, \"masses\": %.9g,"
	    "    \"material\": { \"areaDensity\": 0.2, \"stretch\": { \"compliance\": 0 }, \"shear\": { \"compliance\": 0 },"
	    "      \"bend\": { \"compliance\": 0 } },"
	    "    \"tethers\": { \"mode\": \"%s\", \"anchors\": 2 },"
	    "    \"pins\": [ { \"vertices\": [ 0, %d ] } ] } ] }",
	    n, n, a->tethers ? " with tethers" : "", n, n, 0.2 * 4 / ( (double)n * n ), a->tethers ? "euclidean" : "none",
	    n - 1 );
	return tlParseScene( text, strlen( text ), "bench", &options, scene, error );
}

// Stays on the processor where it is: the caches are warm there and the clock the same.
static void PinThread( const tlScene* scene )
{
#if defined( __linux__ )
	int cpu = sched_getcpu();
	if ( cpu >= 0 && scene->budget.threadCount == 1 )
	{
		cpu_set_t set;
		CPU_ZERO( &set );
		CPU_SET( cpu, &set );
		sched_setaffinity( 0, sizeof set, &set );
	}
#else
	(void)scene;
#endif
}

static double GetStrain( tlWorld* world, const tlSceneBuild* build )
{
	double most = 0;
	for ( int32_t b = 0; b < build->scene->bodyCount; ++b )
	{
		const tlBodyStats* stats = tlBody_GetStats( world, build->bodies[b].id );
		for ( int32_t s = 0; s < stats->setCount; ++s )
		{
			bool structural = strcmp( stats->sets[s].name, "stretch" ) == 0;
			most = structural && stats->sets[s].strainMax > most ? stats->sets[s].strainMax : most;
		}
	}
	return most;
}

static tlResult RunOnce( const tlScene* scene, int firstTimed, Sample* sample, Measured* measured, tlError* error )
{
	tlWorld* world = NULL;
	tlSceneBuild* build = NULL;
	tlResult result = tlBuildScene( scene, &world, &build, error );
	*sample = ( Sample ){ 0 };
	int timed = 0;
	for ( int32_t frame = 1; result == tl_success && frame <= scene->frameCount; ++frame )
	{
		tlSceneBuild_SetTargets( build, world, frame / scene->framesPerSecond );
		result = tlWorld_Step( world, 1.0 / scene->framesPerSecond, error );
		if ( frame <= firstTimed )
		{
			continue;
		}
		const tlPhaseTimes* t = &tlWorld_GetStats( world )->times;
		timed += 1;
		sample->times.step += t->step;
		sample->times.broadPhase += t->broadPhase;
		sample->times.predict += t->predict;
		sample->times.narrowPhase += t->narrowPhase;
		sample->times.constraints += t->constraints;
		sample->times.contacts += t->contacts;
		sample->times.velocities += t->velocities;
		double strain = GetStrain( world, build );
		sample->strainMax = strain > sample->strainMax ? strain : sample->strainMax;
	}
	if ( result == tl_success )
	{
		sample->milliseconds = timed > 0 ? 1e3 * sample->times.step / timed : 0;
		sample->hash = tlWorld_Hash( world );
		measured->particles = tlWorld_GetStats( world )->particleCount;
		measured->constraints = tlWorld_GetStats( world )->constraintCount;
		measured->frames = timed;
	}
	tlDestroyWorld( world );
	tlDestroySceneBuild( build );
	return result;
}

static int CompareSamples( const void* a, const void* b )
{
	double x = ( (const Sample*)a )->milliseconds, y = ( (const Sample*)b )->milliseconds;
	return ( x > y ) - ( x < y );
}

static void ReadMachine( char* machine, size_t capacity )
{
	snprintf( machine, capacity, "unknown" );
	FILE* file = fopen( "/proc/cpuinfo", "r" );
	char line[256];
	while ( file != NULL && fgets( line, sizeof line, file ) != NULL )
	{
		char* colon = strchr( line, ':' );
		if ( strncmp( line, "model name", 10 ) == 0 && colon != NULL )
		{
			colon[strcspn( colon, "\n" )] = 0;
			snprintf( machine, capacity, "%s", colon + 2 );
			break;
		}
	}
	if ( file != NULL )
	{
		fclose( file );
	}
	for ( char* c = machine; *c != 0; ++c )
	{
		*c = *c == ',' ? ' ' : *c;
	}
}

static tlResult Measure( const Arguments* a, const tlScene* scene, Measured* m, tlError* error )
{
	Sample* samples = TL_ALLOC( Sample, a->repeats );
	if ( samples == NULL )
	{
		return tlFailMemory( error );
	}
	tlResult result = tl_success;
	m->repeatable = true;
	int firstTimed = a->scene == NULL ? 60 : 0;
	for ( int i = 0; i < a->repeats && result == tl_success; ++i )
	{
		result = RunOnce( scene, firstTimed, samples + i, m, error );
		m->repeatable = m->repeatable && samples[i].hash == samples[0].hash;
	}
	if ( result == tl_success )
	{
		qsort( samples, (size_t)a->repeats, sizeof *samples, CompareSamples );
		const Sample* median = samples + a->repeats / 2;
		double passes = (double)scene->budget.substepCount * scene->budget.iterationCount;
		m->name = scene->name;
		m->repeats = a->repeats;
		m->milliseconds = median->milliseconds;
		m->least = samples[0].milliseconds;
		m->most = samples[a->repeats - 1].milliseconds;
		m->times = median->times;
		m->hash = median->hash;
		m->strainMax = median->strainMax;
		m->nsPerConstraint = m->constraints > 0 ? 1e6 * m->milliseconds / ( passes * (double)m->constraints ) : 0;
		m->nsPerParticle =
		    m->particles > 0 ? 1e6 * m->milliseconds / ( scene->budget.substepCount * (double)m->particles ) : 0;
		ReadMachine( m->machine, sizeof m->machine );
	}
	tlFree( samples );
	return result;
}

static double PerFrame( const Measured* m, double seconds )
{
	return m->frames > 0 ? 1e3 * seconds / m->frames : 0;
}

static void PrintPlain( const Measured* m )
{
	printf( "%s on %s, %s precision\n", m->name, m->machine, tlGetPrecisionName() );
	printf( "%d particles, %lld constraints; %d frames, median of %d runs\n\n", m->particles, (long long)m->constraints,
	        m->frames, m->repeats );
	printf( "  %10.4f ms per frame (%.4f to %.4f)\n", m->milliseconds, m->least, m->most );
	printf( "  %10.4f ns per constraint, everything included\n", m->nsPerConstraint );
	printf( "  %10.4f ns per particle and substep, everything included\n", m->nsPerParticle );
	printf( "  %10.4f %% the most stretched structural edge\n\n", 100 * m->strainMax );
	printf( "  phase         ms per frame\n" );
	printf( "  broad phase  %12.4f\n  predict      %12.4f\n  narrow phase %12.4f\n", PerFrame( m, m->times.broadPhase ),
	        PerFrame( m, m->times.predict ), PerFrame( m, m->times.narrowPhase ) );
	printf( "  constraints  %12.4f\n  contacts     %12.4f\n  velocities   %12.4f\n", PerFrame( m, m->times.constraints ),
	        PerFrame( m, m->times.contacts ), PerFrame( m, m->times.velocities ) );
	printf( "\nhash %016llx%s\n", (unsigned long long)m->hash, m->repeatable ? "" : ": NOT the same in every run" );
}

static int PrintJson( const Measured* m )
{
	char hash[32];
	snprintf( hash, sizeof hash, "%016llx", (unsigned long long)m->hash );
	json_t* json = json_pack(
	    "{s:s, s:s, s:s, s:i, s:I, s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:{s:f, s:f, s:f, s:f, s:f, s:f}, s:s, s:b}",
	    "scene", m->name, "machine", m->machine, "precision", tlGetPrecisionName(), "particles", m->particles, "constraints",
	    (json_int_t)m->constraints, "frames", m->frames, "repeats", m->repeats, "millisecondsPerFrame", m->milliseconds,
	    "min", m->least, "max", m->most, "nanosecondsPerConstraint", m->nsPerConstraint, "nanosecondsPerParticleSubstep",
	    m->nsPerParticle, "strainMax", m->strainMax, "phases", "broadPhase", PerFrame( m, m->times.broadPhase ), "predict",
	    PerFrame( m, m->times.predict ), "narrowPhase", PerFrame( m, m->times.narrowPhase ), "constraints",
	    PerFrame( m, m->times.constraints ), "contacts", PerFrame( m, m->times.contacts ), "velocities",
	    PerFrame( m, m->times.velocities ), "hash", hash, "repeatable", (int)m->repeatable );
	char* text = json != NULL ? json_dumps( json, JSON_INDENT( 2 ) | JSON_REAL_PRECISION( 9 ) ) : NULL;
	json_decref( json );
	if ( text == NULL )
	{
		fprintf( stderr, "tulle: out of memory\n" );
		return 2;
	}
	puts( text );
	free( text );
	return 0;
}

static int AppendCsv( const char* path, const Measured* m )
{
	FILE* file = fopen( path, "a" );
	bool ok = file != NULL;
	if ( ok )
	{
		fseek( file, 0, SEEK_END );
		if ( ftell( file ) == 0 )
		{
			fprintf( file, "version,precision,machine,compiler,scene,particles,constraints,ms_per_frame,ms_min,ms_max,"
			               "ns_per_constraint,ns_per_particle_substep,strain_max,hash\n" );
		}
		fprintf( file, "%s,%s,%s,%s,%s,%d,%lld,%.5f,%.5f,%.5f,%.5f,%.5f,%.6f,%016llx\n", TULLE_VERSION, tlGetPrecisionName(),
		         m->machine,
#if defined( __clang__ )
		         "clang " __clang_version__,
#else
		         "gcc " __VERSION__,
#endif
		         m->name, m->particles, (long long)m->constraints, m->milliseconds, m->least, m->most, m->nsPerConstraint,
		         m->nsPerParticle, m->strainMax, (unsigned long long)m->hash );
		ok = fclose( file ) == 0;
	}
	if ( !ok )
	{
		fprintf( stderr, "tulle: %s: the row could not be written\n", path );
		return 2;
	}
	return 0;
}

int tlBenchCommand( int argc, char** argv )
{
	Arguments arguments = { .size = 128, .repeats = 5 };
	if ( !ParseArguments( argc, argv, &arguments ) )
	{
		return 2;
	}
	if ( arguments.help )
	{
		printf( "%s", s_help );
		return 0;
	}
	tlScene* scene = NULL;
	tlError error = { 0 };
	Measured measured = { 0 };
	tlResult result = LoadScene( &arguments, &scene, &error );
	if ( result == tl_success )
	{
		PinThread( scene );
		result = Measure( &arguments, scene, &measured, &error );
	}
	int status = 0;
	if ( result != tl_success )
	{
		fprintf( stderr, "tulle: %s\n", error.message );
		status = 2;
	}
	else
	{
		if ( arguments.json )
		{
			status = PrintJson( &measured );
		}
		else
		{
			PrintPlain( &measured );
		}
		if ( arguments.csv != NULL && status == 0 )
		{
			status = AppendCsv( arguments.csv, &measured );
		}
		status = status == 0 && !measured.repeatable ? 1 : status;
	}
	tlDestroyScene( scene );
	return status;
}
