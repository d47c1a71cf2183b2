// summary.json: the numbers that a script wants.
// SPDX-License-Identifier: MIT
#include "run_internal.h"

// JSON has no infinity: what is not finite is null.
static json_t* Num( double value )
{
	return isfinite( value ) ? json_real( value ) : json_null();
}

static json_t* MakeSet( const tlRun* run, int32_t n )
{
	tlRunSetRow worst = { 0 };
	for ( int32_t i = 0; i < run->rowCount; ++i )
	{
		const tlRunSetRow* r = run->rows[i].sets + n;
		worst.residualMax = r->residualMax > worst.residualMax ? r->residualMax : worst.residualMax;
		worst.strainMax = r->strainMax > worst.strainMax ? r->strainMax : worst.strainMax;
		worst.strainMin = r->strainMin < worst.strainMin ? r->strainMin : worst.strainMin;
	}
	const tlRunSetRow* last = run->rows[run->rowCount - 1].sets + n;
	return json_pack( "{s:I, s:i, s:{s:o, s:o, s:o, s:o, s:o}, s:{s:o, s:o, s:o}}", "constraints",
	                  (json_int_t)run->sets[n].count, "colors", (int)run->sets[n].colorCount, "last", "residualMax",
	                  Num( last->residualMax ), "residualRms", Num( last->residualRms ), "strainMax", Num( last->strainMax ),
	                  "strainMin", Num( last->strainMin ), "strainRms", Num( last->strainRms ), "worst", "residualMax",
	                  Num( worst.residualMax ), "strainMax", Num( worst.strainMax ), "strainMin", Num( worst.strainMin ) );
}

static json_t* MakeBodies( const tlRun* run )
{
	json_t* bodies = json_array();
	for ( int32_t b = 0; b < run->scene->bodyCount; ++b )
	{
		const tlBodyStats* s = tlBody_GetStats( run->world, run->build->bodies[b].id );
		json_array_append_new( bodies, json_pack( "{s:s, s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:i, s:b}", "name",
		                                          run->scene->bodies[b].name, "vertices",
		                                          (int)tlFabric_GetVertexCount( run->build->bodies[b].fabric ), "particles",
		                                          (int)s->particleCount, "pinned", (int)s->pinnedCount, "kineticEnergy",
		                                          Num( s->kineticEnergy ), "potentialEnergy", Num( s->potentialEnergy ),
		                                          "elasticEnergy", Num( s->elasticEnergy ), "volume", Num( s->volume ),
		                                          "contacts", (int)s->contactCount, "faulted", (int)s->faulted ) );
	}
	return bodies;
}

static json_t* MakeProbes( const tlRun* run )
{
	json_t* probes = json_object();
	for ( int32_t c = 0; c < run->columnCount; ++c )
	{
		double first = run->probeRows[c], last = first, least = first, most = first;
		for ( int32_t i = 0; i < run->rowCount; ++i )
		{
			last = run->probeRows[(size_t)i * (size_t)run->columnCount + (size_t)c];
			least = last < least ? last : least;
			most = last > most ? last : most;
		}
		json_object_set_new( probes, tlProbes_GetColumnName( run->probes, c ),
		                     json_pack( "{s:o, s:o, s:o, s:o, s:s}", "first", Num( first ), "last", Num( last ), "min",
		                                Num( least ), "max", Num( most ), "unit",
		                                tlProbes_GetColumnUnit( run->probes, c ) ) );
	}
	return probes;
}

static json_t* MakeNotes( const char* const* notes, int32_t count )
{
	json_t* array = json_array();
	for ( int32_t i = 0; i < count; ++i )
	{
		json_array_append_new( array, json_string( notes[i] ) );
	}
	return array;
}

static json_t* MakeTimes( const tlRun* run )
{
	tlPhaseTimes sum = { 0 };
	for ( int32_t i = 1; i < run->rowCount; ++i )
	{
		const tlPhaseTimes* t = &run->rows[i].times;
		sum.step += t->step;
		sum.broadPhase += t->broadPhase;
		sum.predict += t->predict;
		sum.narrowPhase += t->narrowPhase;
		sum.constraints += t->constraints;
		sum.contacts += t->contacts;
		sum.velocities += t->velocities;
		sum.statistics += t->statistics;
	}
	double scale = run->rowCount > 1 ? 1e3 / ( run->rowCount - 1 ) : 0;
	return json_pack( "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "step", Num( scale * sum.step ), "broadPhase",
	                  Num( scale * sum.broadPhase ), "predict", Num( scale * sum.predict ), "narrowPhase",
	                  Num( scale * sum.narrowPhase ), "constraints", Num( scale * sum.constraints ), "contacts",
	                  Num( scale * sum.contacts ), "velocities", Num( scale * sum.velocities ), "statistics",
	                  Num( scale * sum.statistics ) );
}

json_t* tlMakeSummary( const tlRun* run )
{
	const tlRunRow* first = run->rows;
	const tlRunRow* last = run->rows + run->rowCount - 1;
	const tlWorldStats* stats = tlWorld_GetStats( run->world );
	double most = -INFINITY, iterationSum = 0, iterationMax = 0;
	for ( int32_t i = 0; i < run->rowCount; ++i )
	{
		double energy = run->rows[i].kinetic + run->rows[i].potential + run->rows[i].elastic;
		most = energy > most ? energy : most;
		iterationSum += i > 0 ? run->rows[i].iterationMean : 0;
		iterationMax = fmax( iterationMax, run->rows[i].iterationMax );
	}
	json_t* sets = json_object();
	for ( int32_t n = 0; n < run->setCount; ++n )
	{
		json_object_set_new( sets, run->sets[n].name, MakeSet( run, n ) );
	}
	char hash[32];
	snprintf( hash, sizeof hash, "%016llx", (unsigned long long)tlWorld_Hash( run->world ) );
	const tlBudget* b = &run->scene->budget;
	json_t* summary = json_pack(
	    "{s:s, s:s, s:s, s:i, s:o, s:o, s:i, s:I, s:{s:i, s:i, s:s, s:s}, s:{s:o, s:o, s:o, s:o, s:o, s:o}, s:{s:i, s:o, "
	    "s:o}}",
	    "name", run->scene->name, "version", TULLE_VERSION, "precision", tlGetPrecisionName(), "frames",
	    (int)run->frameCount, "fps", Num( run->scene->framesPerSecond ), "duration", Num( last->time ), "particles",
	    (int)stats->particleCount, "constraints", (json_int_t)stats->constraintCount, "budget", "substeps",
	    (int)b->substepCount, "iterations", (int)b->iterationCount, "method", tlGetMethodName( b->method ), "sweep",
	    tlGetSweepName( b->sweep ), "energy", "first", Num( first->kinetic + first->potential + first->elastic ), "last",
	    Num( last->kinetic + last->potential + last->elastic ), "max", Num( most ), "kinetic", Num( last->kinetic ),
	    "potential", Num( last->potential ), "elastic", Num( last->elastic ), "contact", "count", (int)last->contacts,
	    "penetration", Num( last->penetration ), "maxSpeed", Num( last->maxSpeed ) );
	if ( summary == NULL )
	{
		json_decref( sets );
		return NULL;
	}
	json_object_set_new( summary, "hash", json_string( hash ) );
	double stepCount = run->rowCount > 1 ? run->rowCount - 1 : 1;
	json_object_set_new( summary, "iterationsUsed",
	                     json_pack( "{s:o, s:i}", "mean", Num( iterationSum / stepCount ), "max", (int)iterationMax ) );
	json_object_set_new( summary, "sets", sets );
	json_object_set_new( summary, "bodies", MakeBodies( run ) );
	json_object_set_new( summary, "probes", MakeProbes( run ) );
	json_object_set_new( summary, "millisecondsPerFrame", MakeTimes( run ) );
	json_object_set_new( summary, "notes", MakeNotes( run->build->notes, run->build->noteCount ) );
	json_object_set_new( summary, "assumptions", MakeNotes( run->scene->assumptions, run->scene->assumptionCount ) );
	json_object_set_new( summary, "fault",
	                     run->faultFrame < 0 ? json_null()
	                                         : json_pack( "{s:i, s:s}", "frame", (int)run->faultFrame, "body",
	                                                      run->scene->bodies[run->faultBody].name ) );
	return summary;
}
