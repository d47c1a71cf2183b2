// report.html of a run: what it was, what happened, and what to look at.
// SPDX-License-Identifier: MIT
#include "report.h"
#include "run_internal.h"

#include <stdarg.h>

enum
{
	tl_maxNotes = 64,
	tl_maxPlots = 24,
	tl_maxPairs = 48
};

// Strings and arrays of one page.
typedef struct Page
{
	const tlRun* run;
	tlPool pool;
	bool failed;
	double* times; // [rowCount]
} Page;

static const char* Say( Page* page, const char* format, ... ) TL_FORMAT( 2, 3 );
static const char* Say( Page* page, const char* format, ... )
{
	char text[1024];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( text, sizeof text, format, arguments );
	va_end( arguments );
	char* copy = tlPool_Copy( &page->pool, text, strlen( text ) );
	page->failed = page->failed || copy == NULL;
	return copy != NULL ? copy : "";
}

static void* Take( Page* page, size_t count, size_t size )
{
	void* memory = tlPool_Alloc( &page->pool, count, size );
	page->failed = page->failed || memory == NULL;
	return memory;
}

// One column of the rows: the double at an offset in tlRunRow, times a factor.
static tlSeries MakeSeries( Page* page, const char* name, size_t offset, double factor )
{
	const tlRun* run = page->run;
	double* y = Take( page, (size_t)run->rowCount, sizeof( double ) );
	for ( int32_t i = 0; y != NULL && i < run->rowCount; ++i )
	{
		double value;
		memcpy( &value, (const char*)( run->rows + i ) + offset, sizeof value );
		y[i] = factor * value;
	}
	return ( tlSeries ){ .name = name, .x = page->times, .y = y, .count = y != NULL ? run->rowCount : 0 };
}

static size_t SetOffset( int32_t set, size_t offset )
{
	return offsetof( tlRunRow, sets ) + (size_t)set * sizeof( tlRunSetRow ) + offset;
}

// A plot with one series a set.
static tlPlot PlotSets( Page* page, const char* title, const char* yTitle, const char* caption, size_t offset, double factor,
                        bool logarithmic )
{
	tlSeries* series = Take( page, TL_MAX_SETS, sizeof( tlSeries ) );
	int32_t count = 0;
	for ( int32_t n = 0; series != NULL && n < page->run->setCount; ++n )
	{
		series[count++] = MakeSeries( page, page->run->sets[n].name, SetOffset( n, offset ), factor );
	}
	return ( tlPlot ){ .title = title,
		               .xTitle = "time [s]",
		               .yTitle = yTitle,
		               .caption = caption,
		               .series = series,
		               .seriesCount = count,
		               .logY = logarithmic,
		               .fromZero = !logarithmic };
}

static tlPlot PlotRows( Page* page, const char* title, const char* yTitle, const char* const* names, const size_t* offsets,
                        int32_t count, double factor )
{
	tlSeries* series = Take( page, (size_t)count, sizeof( tlSeries ) );
	for ( int32_t i = 0; series != NULL && i < count; ++i )
	{
		series[i] = MakeSeries( page, names[i], offsets[i], factor );
	}
	return ( tlPlot ){
		.title = title, .xTitle = "time [s]", .yTitle = yTitle, .series = series, .seriesCount = series != NULL ? count : 0
	};
}

static int32_t PlotRun( Page* page, tlPlot* plots )
{
	int32_t n = 0;
	if ( page->run->setCount > 0 )
	{
		plots[n++] = PlotSets( page, "Residual, largest", "|C + α̃λ| [m]",
		                       "What the solver left undone in the last substep of each frame. More substeps lower it.",
		                       offsetof( tlRunSetRow, residualMax ), 1, true );
		plots[n++] = PlotSets( page, "Residual, root mean square", "|C + α̃λ| [m]", NULL,
		                       offsetof( tlRunSetRow, residualRms ), 1, true );
		plots[n++] =
		    PlotSets( page, "Strain, most stretched", "strain [%]", NULL, offsetof( tlRunSetRow, strainMax ), 100, false );
		plots[n++] =
		    PlotSets( page, "Strain, root mean square", "strain [%]", NULL, offsetof( tlRunSetRow, strainRms ), 100, false );
	}
	const char* energyNames[] = { "kinetic", "potential", "elastic" };
	const size_t energyOffsets[] = { offsetof( tlRunRow, kinetic ), offsetof( tlRunRow, potential ),
		                             offsetof( tlRunRow, elastic ) };
	plots[n++] = PlotRows( page, "Energy", "energy [J]", energyNames, energyOffsets, 3, 1 );
	const char* speedName[] = { "fastest particle" };
	const size_t speedOffset[] = { offsetof( tlRunRow, maxSpeed ) };
	plots[n++] = PlotRows( page, "Speed", "speed [m/s]", speedName, speedOffset, 1, 1 );
	if ( page->run->scene->budget.residualTolerance > 0 )
	{
		const char* names[] = { "mean", "most" };
		const size_t offsets[] = { offsetof( tlRunRow, iterationMean ), offsetof( tlRunRow, iterationMax ) };
		plots[n] = PlotRows( page, "Iterations", "iterations of a substep", names, offsets, 2, 1 );
		plots[n++].fromZero = true;
	}
	if ( page->run->scene->colliderCount > 0 )
	{
		double* y = Take( page, (size_t)page->run->rowCount, sizeof( double ) );
		for ( int32_t i = 0; y != NULL && i < page->run->rowCount; ++i )
		{
			y[i] = page->run->rows[i].contacts;
		}
		tlSeries* series = Take( page, 1, sizeof( tlSeries ) );
		if ( y != NULL && series != NULL )
		{
			*series = ( tlSeries ){ .name = "contacts", .x = page->times, .y = y, .count = page->run->rowCount };
			plots[n++] = ( tlPlot ){ .title = "Contacts",
				                     .xTitle = "time [s]",
				                     .yTitle = "particles pushed",
				                     .series = series,
				                     .seriesCount = 1,
				                     .fromZero = true };
		}
		const char* depthName[] = { "deepest" };
		const size_t depthOffset[] = { offsetof( tlRunRow, penetration ) };
		plots[n++] = PlotRows( page, "Penetration", "depth [mm]", depthName, depthOffset, 1, 1e3 );
	}
	return n;
}

// Probes: the three columns of a vector in one plot.
static int32_t PlotProbes( Page* page, tlPlot* plots )
{
	const tlRun* run = page->run;
	int32_t n = 0;
	for ( int32_t c = 0; c < run->columnCount && n < tl_maxPlots; )
	{
		const char* name = tlProbes_GetColumnName( run->probes, c );
		const char* unit = tlProbes_GetColumnUnit( run->probes, c );
		size_t length = strlen( name );
		bool vector = length > 2 && strcmp( name + length - 2, ".x" ) == 0 && c + 2 < run->columnCount;
		int32_t width = vector ? 3 : 1;
		tlSeries* series = Take( page, 3, sizeof( tlSeries ) );
		for ( int32_t k = 0; series != NULL && k < width; ++k )
		{
			double* y = Take( page, (size_t)run->rowCount, sizeof( double ) );
			for ( int32_t i = 0; y != NULL && i < run->rowCount; ++i )
			{
				y[i] = run->probeRows[(size_t)i * (size_t)run->columnCount + (size_t)( c + k )];
			}
			const char* label = vector ? ( k == 0 ? "x" : ( k == 1 ? "y" : "z" ) ) : name;
			series[k] = ( tlSeries ){ .name = label, .x = page->times, .y = y, .count = y != NULL ? run->rowCount : 0 };
		}
		plots[n++] = ( tlPlot ){ .title = vector ? Say( page, "%.*s", (int)length - 2, name ) : name,
			                     .xTitle = "time [s]",
			                     .yTitle = unit[0] != 0 ? Say( page, "[%s]", unit ) : "",
			                     .series = series,
			                     .seriesCount = series != NULL ? width : 0 };
		c += width;
	}
	return n;
}

static tlBarPlot BarTimes( Page* page )
{
	const tlRun* run = page->run;
	static const struct
	{
		const char* name;
		size_t offset;
	} phases[] = {
		{ "broad phase", offsetof( tlPhaseTimes, broadPhase ) },   { "predict", offsetof( tlPhaseTimes, predict ) },
		{ "narrow phase", offsetof( tlPhaseTimes, narrowPhase ) }, { "constraints", offsetof( tlPhaseTimes, constraints ) },
		{ "contacts", offsetof( tlPhaseTimes, contacts ) },        { "velocities", offsetof( tlPhaseTimes, velocities ) },
	};
	enum
	{
		phaseCount = sizeof phases / sizeof phases[0]
	};
	tlBar* bars = Take( page, phaseCount, sizeof( tlBar ) );
	for ( int32_t p = 0; bars != NULL && p < phaseCount; ++p )
	{
		double sum = 0;
		for ( int32_t i = 1; i < run->rowCount; ++i )
		{
			double value;
			memcpy( &value, (const char*)&run->rows[i].times + phases[p].offset, sizeof value );
			sum += value;
		}
		bars[p] = ( tlBar ){ phases[p].name, run->rowCount > 1 ? 1e3 * sum / ( run->rowCount - 1 ) : 0 };
	}
	return ( tlBarPlot ){ .title = "Time per frame",
		                  .unit = "ms",
		                  .caption = "Wall-clock, mean over the run; measured in the first substep of each frame.",
		                  .bars = bars,
		                  .barCount = bars != NULL ? phaseCount : 0,
		                  .share = true };
}

static const char* DescribeElasticity( Page* page, const char* name, tlElasticity e )
{
	const char* damping = e.damping > 0 ? Say( page, ", damped with %g N s/m", (double)e.damping ) : "";
	if ( e.compliance == 0 )
	{
		return Say( page, "%s does not give at all", name );
	}
	return Say( page, "%s gives %.3g mm per newton%s", name, 1e3 * (double)e.compliance, damping );
}

static const char* DescribeMaterial( Page* page, const tlSceneBody* body )
{
	const tlMaterial* m = &body->material;
	bool rope = body->rope != NULL;
	const char* density =
	    rope ? Say( page, "%.3g kg/m", (double)m->linearDensity ) : Say( page, "%.3g kg/m²", (double)m->areaDensity );
	const char* title = body->materialName != NULL ? body->materialName : "a material of its own";
	if ( body->particles != NULL )
	{
		return Say( page, "%s: loose particles; friction %g / %g, kept %.3g mm from colliders.", body->name,
		            (double)m->staticFriction, (double)m->kineticFriction, 1e3 * (double)m->thickness );
	}
	return Say( page,
	            "%s: %s, %s. Along an edge it %s; across a quad %s; a fold %s. Velocity decays with %g 1/s, along edges "
	            "with %g 1/s. "
	            "Friction %g at rest, %g sliding. Kept %.3g mm from colliders.",
	            body->name, title, density, DescribeElasticity( page, "stretch", m->stretch ),
	            DescribeElasticity( page, "shear", m->shear ), DescribeElasticity( page, "bending", m->bend ),
	            (double)m->globalDamping, (double)m->edgeDamping, (double)m->staticFriction, (double)m->kineticFriction,
	            1e3 * (double)m->thickness );
}

static const char* DescribeBudget( Page* page, const tlBudget* b, double fps )
{
	const char* method = b->method == tl_pbdMethod
	                         ? Say( page, "position-based dynamics with stiffness %g%s", (double)b->pbdStiffness,
	                                b->pbdCorrected ? ", corrected for the number of iterations" : "" )
	                         : "extended position-based dynamics";
	return Say( page,
	            "%d substep%s of %.3g ms in each frame, %d iteration%s in each substep, by %s; %s sweep%s; %d thread%s.",
	            b->substepCount, b->substepCount == 1 ? "" : "s", 1e3 / ( fps * b->substepCount ), b->iterationCount,
	            b->iterationCount == 1 ? "" : "s", method, tlGetSweepName( b->sweep ),
	            b->directRopes ? ", ropes directly" : "", b->threadCount, b->threadCount == 1 ? "" : "s" );
}

static tlReportSection MakeDoctor( Page* page )
{
	const tlRun* run = page->run;
	tlNote* notes = Take( page, tl_maxNotes, sizeof( tlNote ) );
	int32_t n = 0;
	for ( int32_t i = 0; notes != NULL && i < run->scene->assumptionCount && n < tl_maxNotes; ++i )
	{
		notes[n++] = ( tlNote ){ tl_plainTone, run->scene->assumptions[i] };
	}
	for ( int32_t i = 0; notes != NULL && i < run->build->noteCount && n < tl_maxNotes; ++i )
	{
		notes[n++] = ( tlNote ){ tl_warningTone, run->build->notes[i] };
	}
	if ( notes != NULL && page->run->glbLeftOut && n < tl_maxNotes )
	{
		notes[n++] = ( tlNote ){ tl_warningTone, tlGlbLeftOutNote };
	}
	if ( notes != NULL && n == 0 )
	{
		notes[n++] = ( tlNote ){ tl_goodTone, "Nothing to mend." };
	}
	return ( tlReportSection ){ .heading = "Input", .notes = notes, .noteCount = n };
}

static tlReportSection MakeSettings( Page* page )
{
	const tlScene* scene = page->run->scene;
	const char** paragraphs = Take( page, (size_t)scene->bodyCount + 1, sizeof( char* ) );
	int32_t n = 0;
	if ( paragraphs != NULL )
	{
		paragraphs[n++] = DescribeBudget( page, &scene->budget, scene->framesPerSecond );
		for ( int32_t b = 0; b < scene->bodyCount; ++b )
		{
			// Bodies of a kind, as the ropes of a curtain, need the words once.
			const char* name = scene->bodies[b].materialName;
			const char* before = b > 0 ? scene->bodies[b - 1].materialName : NULL;
			bool same = name != NULL && before != NULL && strcmp( name, before ) == 0;
			if ( !same && n < tl_maxNotes )
			{
				paragraphs[n++] = DescribeMaterial( page, scene->bodies + b );
			}
		}
	}
	return ( tlReportSection ){ .heading = "Budget and materials",
		                        .paragraphs = paragraphs,
		                        .paragraphCount = n,
		                        .code = page->run->options->commandLine };
}

static tlReportSection MakeSetTable( Page* page )
{
	const tlRun* run = page->run;
	static const char* const headers[] = { "constraints",      "number",         "colours",       "residual max [m]",
		                                   "residual rms [m]", "strain max [%]", "strain min [%]" };
	enum
	{
		columnCount = sizeof headers / sizeof headers[0]
	};
	const char** cells = Take( page, (size_t)columnCount * ( (size_t)run->setCount + 1 ), sizeof( char* ) );
	tlDataTable* table = Take( page, 1, sizeof( tlDataTable ) );
	if ( cells == NULL || table == NULL )
	{
		return ( tlReportSection ){ 0 };
	}
	for ( int32_t n = 0; n < run->setCount; ++n )
	{
		const tlRunSetRow* r = run->rows[run->rowCount - 1].sets + n;
		const char** row = cells + columnCount * n;
		row[0] = run->sets[n].name;
		row[1] = Say( page, "%lld", (long long)run->sets[n].count );
		row[2] = Say( page, "%d", run->sets[n].colorCount );
		row[3] = Say( page, "%.3g", r->residualMax );
		row[4] = Say( page, "%.3g", r->residualRms );
		row[5] = Say( page, "%.3g", 100 * r->strainMax );
		row[6] = Say( page, "%.3g", 100 * r->strainMin );
	}
	*table = ( tlDataTable ){ .caption = "At the last frame.",
		                      .headers = headers,
		                      .columnCount = columnCount,
		                      .cells = cells,
		                      .rowCount = run->setCount };
	return ( tlReportSection ){ .heading = "Constraints", .tables = table, .tableCount = run->setCount > 0 };
}

static int32_t MakeFiles( Page* page, tlReportFile* files, int32_t capacity )
{
	static const struct
	{
		const char* name;
		const char* summary;
	} known[] = {
		{ "frames.pc2", "positions of every render vertex at every frame, for Blender's Mesh Cache and kin" },
		{ "scene.glb", "the run as an animated mesh, for any glTF viewer" },
		{ "stats.csv", "a row a frame: energies, contacts, residuals, strains, times" },
		{ "probes.csv", "a row a frame: the probes of the scene" },
		{ "state.csv", "the last frame's particles in full precision" },
		{ "summary.json", "the numbers that a script wants" },
		{ "picture.png", "the last frame, edges coloured by strain" },
		{ "film.png", "moments of the run" },
	};
	const tlOutputDir* directory = page->run->directory;
	int32_t n = 0;
	for ( size_t k = 0; k < sizeof known / sizeof known[0]; ++k )
	{
		for ( int32_t i = 0; i < tlOutputDir_GetFileCount( directory ) && n < capacity; ++i )
		{
			bool dropped = k == 0 && !page->run->scene->output.pc2;
			if ( !dropped && strcmp( tlOutputDir_GetFileName( directory, i ), known[k].name ) == 0 )
			{
				const char* summary = known[k].summary;
				if ( page->run->hasGlb && k == 1 && page->run->glb.stride > 1 )
				{
					summary = Say( page, "%s; every %d frames, to stay below %g MiB", summary, page->run->glb.stride,
					               page->run->scene->output.glbMegabytes );
				}
				files[n++] = ( tlReportFile ){ known[k].name, summary, tlOutputDir_GetFileSize( directory, i ) };
			}
		}
	}
	return n;
}

static tlNote Conclude( Page* page )
{
	const tlRun* run = page->run;
	if ( run->faultFrame >= 0 )
	{
		return ( tlNote ){ tl_badTone, Say( page, "Body %s %s at frame %d and was held at its last finite state.",
			                                run->scene->bodies[run->faultBody].name, run->faultReason, run->faultFrame ) };
	}
	double ms = run->frameCount > 0 ? 1e3 * run->stepSeconds / run->frameCount : 0;
	return ( tlNote ){ tl_goodTone,
		               Say( page, "%d frames of %.4g ms simulated time each, all finite, %.3g ms of work a frame.",
		                    run->frameCount, 1e3 / run->scene->framesPerSecond, ms ) };
}

static tlResult Write( Page* page, tlError* error )
{
	tlRun* run = (tlRun*)(uintptr_t)page->run;
	const tlWorldStats* stats = tlWorld_GetStats( run->world );
	page->times = Take( page, (size_t)run->rowCount, sizeof( double ) );
	for ( int32_t i = 0; page->times != NULL && i < run->rowCount; ++i )
	{
		page->times[i] = run->rows[i].time;
	}

	tlFigure* film = Take( page, (size_t)run->filmCount, sizeof( tlFigure ) );
	for ( int32_t i = 0; film != NULL && i < run->filmCount; ++i )
	{
		film[i] = ( tlFigure ){ .image = run->film[i],
			                    .caption = Say( page, "frame %d, %.3g s", run->filmFrames[i],
			                                    run->rows[run->filmFrames[i]].time ) };
	}
	tlFigure picture = { .image = run->picture,
		                 .caption = Say( page, "The last frame, edges coloured by their strain." ),
		                 .strainScale = run->strainScale };

	tlPlot plots[tl_maxPlots], probePlots[tl_maxPlots];
	int32_t plotCount = PlotRun( page, plots );
	int32_t probeCount = PlotProbes( page, probePlots );
	tlBarPlot times = BarTimes( page );
	tlReportSection sections[6];
	int32_t n = 0;
	if ( probeCount > 0 )
	{
		sections[n++] = ( tlReportSection ){ .heading = "Probes", .plots = probePlots, .plotCount = probeCount };
	}
	sections[n++] = ( tlReportSection ){ .heading = "Curves", .plots = plots, .plotCount = plotCount };
	sections[n++] = MakeSetTable( page );
	sections[n++] = ( tlReportSection ){ .heading = "Time", .bars = &times, .barCount = 1 };
	sections[n++] = MakeDoctor( page );
	sections[n++] = MakeSettings( page );

	tlPair facts[] = {
		{ "particles", Say( page, "%d", stats->particleCount ) },
		{ "constraints", Say( page, "%lld", (long long)stats->constraintCount ) },
		{ "frames", Say( page, "%d", run->frameCount ) },
		{ "substeps × iterations",
		  Say( page, "%d × %d", run->scene->budget.substepCount, run->scene->budget.iterationCount ) },
		{ "ms per frame", Say( page, "%.3g", run->frameCount > 0 ? 1e3 * run->stepSeconds / run->frameCount : 0 ) },
	};
	tlReportFile files[8];
	tlReport report = {
		.title = run->scene->name,
		.subtitle = run->scene->description,
		.summary = Conclude( page ),
		.facts = facts,
		.factCount = sizeof facts / sizeof facts[0],
		.film = film,
		.filmCount = film != NULL ? run->filmCount : 0,
		.picture = run->picture != NULL ? &picture : NULL,
		.sections = sections,
		.sectionCount = n,
		.files = files,
		.fileCount = MakeFiles( page, files, 8 ),
		.footer = Say( page, "Tulle %s, %s precision, hash %016llx", TULLE_VERSION, tlGetPrecisionName(),
		               (unsigned long long)tlWorld_Hash( run->world ) ),
	};
	if ( page->failed )
	{
		return tlFailMemory( error );
	}
	tlOutputFile* file;
	tlResult result = tlOutputDir_Open( run->directory, "report.html", &file, error );
	return result == tl_success ? tlWriteReport( &report, file, error ) : result;
}

tlResult tlWriteRunReport( tlRun* run, tlError* error )
{
	Page page = { .run = run };
	tlResult result = Write( &page, error );
	tlPool_Free( &page.pool );
	return result;
}
