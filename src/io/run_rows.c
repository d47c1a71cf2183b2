// The numbers of a run, a row a frame: stats.csv and probes.csv, and the last state in full precision.
// SPDX-License-Identifier: MIT
#include "run_internal.h"

void tlGatherRunSets( tlRun* run )
{
	for ( int32_t b = 0; b < run->scene->bodyCount; ++b )
	{
		const tlBodyStats* stats = tlBody_GetStats( run->world, run->build->bodies[b].id );
		for ( int32_t s = 0; s < stats->setCount; ++s )
		{
			const tlSetStats* set = stats->sets + s;
			int32_t n = 0;
			while ( n < run->setCount && strcmp( run->sets[n].name, set->name ) != 0 )
			{
				n += 1;
			}
			if ( n == TL_MAX_SETS )
			{
				continue;
			}
			run->setCount = n == run->setCount ? n + 1 : run->setCount;
			run->sets[n].name = set->name;
			run->sets[n].count += set->constraintCount;
			run->sets[n].colorCount = set->colorCount > run->sets[n].colorCount ? set->colorCount : run->sets[n].colorCount;
		}
	}
}

static double Greater( double a, double b )
{
	return a > b ? a : b;
}

static void AddBody( const tlRun* run, const tlBodyStats* stats, tlRunRow* row )
{
	row->kinetic += stats->kineticEnergy;
	row->potential += stats->potentialEnergy;
	row->elastic += stats->elasticEnergy;
	row->contacts += stats->contactCount;
	row->maxSpeed = Greater( row->maxSpeed, stats->maxSpeed );
	row->penetration = Greater( row->penetration, stats->contactPenetration );
	row->iterationMean += stats->iterationMean / run->scene->bodyCount;
	row->iterationMax = Greater( row->iterationMax, stats->iterationMax );
	row->airLimited += stats->aeroLimitedCount;
	for ( int k = 0; k < 3; ++k )
	{
		row->momentum[k] += stats->momentum[k];
		row->angularMomentum[k] += stats->angularMomentum[k];
	}
	for ( int32_t s = 0; s < stats->setCount; ++s )
	{
		const tlSetStats* set = stats->sets + s;
		for ( int32_t n = 0; n < run->setCount; ++n )
		{
			if ( strcmp( run->sets[n].name, set->name ) != 0 )
			{
				continue;
			}
			tlRunSetRow* r = row->sets + n;
			double share = run->sets[n].count > 0 ? (double)set->constraintCount / (double)run->sets[n].count : 0;
			r->residualMax = Greater( r->residualMax, set->residualMax );
			r->strainMax = Greater( r->strainMax, set->strainMax );
			r->strainMin = -Greater( -r->strainMin, -set->strainMin );
			r->residualRms += share * set->residualRms * set->residualRms; // squares until all bodies are in
			r->strainRms += share * set->strainRms * set->strainRms;
		}
	}
}

tlResult tlReserveRow( tlRun* run, tlError* error )
{
	size_t count = (size_t)run->rowCount + 1;
	if ( tlReserve( (void**)&run->rows, &run->rowCapacity, count, sizeof( tlRunRow ) ) &&
	     tlReserve( (void**)&run->probeRows, &run->probeCapacity, count, (size_t)run->columnCount * sizeof( double ) ) &&
	     tlReserve( (void**)&run->poses, &run->poseCapacity, count,
	                (size_t)run->scene->colliderCount * sizeof( tlTransform ) ) )
	{
		return tl_success;
	}
	return tlSource_Fail( &run->scene->source, error, "/frames", false,
	                      "the numbers of %d frames do not fit into memory, only those of %d", run->frameCount,
	                      run->rowCount );
}

void tlRecordRow( tlRun* run )
{
	tlRunRow* row = run->rows + run->rowCount;
	row->time = run->rowCount / run->scene->framesPerSecond;
	for ( int32_t b = 0; b < run->scene->bodyCount; ++b )
	{
		AddBody( run, tlBody_GetStats( run->world, run->build->bodies[b].id ), row );
	}
	for ( int32_t n = 0; n < run->setCount; ++n )
	{
		row->sets[n].residualRms = sqrt( row->sets[n].residualRms );
		row->sets[n].strainRms = sqrt( row->sets[n].strainRms );
	}
	row->times = run->rowCount > 0 ? tlWorld_GetStats( run->world )->times : ( tlPhaseTimes ){ 0 };
	tlProbes_Record( run->probes, run->world, run->probeRows + (size_t)run->rowCount * (size_t)run->columnCount );
	run->rowCount += 1;
}

// A name as one field of a table (RFC 4180): quoted where it holds what would end the field. Names hold no control
// characters.
static void PrintName( tlOutputFile* file, const char* name )
{
	if ( strpbrk( name, ",\"" ) == NULL )
	{
		tlOutputFile_Print( file, "%s", name );
		return;
	}
	tlOutputFile_Print( file, "\"" );
	for ( const char* c = name; *c != 0; ++c )
	{
		tlOutputFile_Print( file, *c == '"' ? "\"\"" : "%c", *c );
	}
	tlOutputFile_Print( file, "\"" );
}

tlResult tlBeginRows( tlRun* run, tlError* error )
{
	tlResult result = tlOutputDir_Open( run->directory, "stats.csv", &run->stats, error );
	if ( result == tl_success )
	{
		result = tlOutputDir_Open( run->directory, "probes.csv", &run->probesFile, error );
	}
	if ( result != tl_success )
	{
		return result;
	}
	tlOutputFile_Print(
	    run->stats,
	    "frame,time_s,kinetic_J,potential_J,elastic_J,energy_J,momentum_x,momentum_y,momentum_z,"
	    "angular_x,angular_y,angular_z,max_speed_m_s,contacts,penetration_m,iterations_mean,iterations_max,air_limited" );
	for ( int32_t n = 0; n < run->setCount; ++n )
	{
		const char* name = run->sets[n].name;
		tlOutputFile_Print( run->stats, ",%s_residual_max,%s_residual_rms,%s_strain_max,%s_strain_min,%s_strain_rms", name,
		                    name, name, name, name );
	}
	tlOutputFile_Print( run->stats, ",step_ms,broad_ms,predict_ms,narrow_ms,constraints_ms,contacts_ms,velocities_ms,"
	                                "statistics_ms\n" );
	tlOutputFile_Print( run->probesFile, "frame,time_s" );
	for ( int32_t i = 0; i < run->columnCount; ++i )
	{
		tlOutputFile_Print( run->probesFile, "," );
		PrintName( run->probesFile, tlProbes_GetColumnName( run->probes, i ) );
	}
	tlOutputFile_Print( run->probesFile, "\n" );
	return tl_success;
}

void tlWriteRow( tlRun* run )
{
	int32_t frame = run->rowCount - 1;
	const tlRunRow* r = run->rows + frame;
	tlOutputFile_Print( run->stats, "%d,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%d,%.9g,%.9g,%.9g,%d",
	                    frame, r->time, r->kinetic, r->potential, r->elastic, r->kinetic + r->potential + r->elastic,
	                    r->momentum[0], r->momentum[1], r->momentum[2], r->angularMomentum[0], r->angularMomentum[1],
	                    r->angularMomentum[2], r->maxSpeed, r->contacts, r->penetration, r->iterationMean, r->iterationMax,
	                    r->airLimited );
	for ( int32_t n = 0; n < run->setCount; ++n )
	{
		const tlRunSetRow* s = r->sets + n;
		tlOutputFile_Print( run->stats, ",%.9g,%.9g,%.9g,%.9g,%.9g", s->residualMax, s->residualRms, s->strainMax,
		                    s->strainMin, s->strainRms );
	}
	const tlPhaseTimes* t = &r->times;
	tlOutputFile_Print( run->stats, ",%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f\n", 1e3 * t->step, 1e3 * t->broadPhase,
	                    1e3 * t->predict, 1e3 * t->narrowPhase, 1e3 * t->constraints, 1e3 * t->contacts, 1e3 * t->velocities,
	                    1e3 * t->statistics );
	tlOutputFile_Print( run->probesFile, "%d,%.9g", frame, r->time );
	for ( int32_t i = 0; i < run->columnCount; ++i )
	{
		tlOutputFile_Print( run->probesFile, ",%.17g",
		                    run->probeRows[(size_t)frame * (size_t)run->columnCount + (size_t)i] );
	}
	tlOutputFile_Print( run->probesFile, "\n" );
}

tlResult tlWriteState( tlRun* run, tlError* error )
{
	tlOutputFile* file;
	tlResult result = tlOutputDir_Open( run->directory, "state.csv", &file, error );
	if ( result != tl_success )
	{
		return result;
	}
	// Enough digits to read back the very same numbers.
	int digits = sizeof( tlReal ) == sizeof( double ) ? 17 : 9;
	tlOutputFile_Print( file, "body,particle,x_m,y_m,z_m,vx_m_s,vy_m_s,vz_m_s,mass_kg,pinned\n" );
	for ( int32_t b = 0; b < run->scene->bodyCount; ++b )
	{
		tlBodyId id = run->build->bodies[b].id;
		tlView x = tlBody_GetPositions( run->world, id );
		tlView v = tlBody_GetVelocities( run->world, id );
		for ( int32_t i = 0; i < x.count; ++i )
		{
			const tlReal* velocity = (const tlReal*)( (const char*)v.data + (size_t)i * (size_t)v.stride );
			const tlReal* position = (const tlReal*)( (const char*)x.data + (size_t)i * (size_t)x.stride );
			tlPosition p = tlBody_GetPosition( run->world, id, i );
			PrintName( file, run->scene->bodies[b].name );
			tlOutputFile_Print( file, ",%d,%.17g,%.17g,%.17g,%.*g,%.*g,%.*g,%.*g,%d\n", i, p.x, p.y, p.z, digits,
			                    (double)velocity[0], digits, (double)velocity[1], digits, (double)velocity[2], digits,
			                    (double)tlBody_GetMass( run->world, id, i ), position[3] == 0 );
		}
	}
	return tlOutputFile_GetResult( file, error );
}
