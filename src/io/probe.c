// SPDX-License-Identifier: MIT
#include "probe.h"

#include "base/core.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

// A constraint that is watched: its set may be rebuilt (tethers), so it is known by name too.
typedef struct tlWatch
{
	const char* set;
	int32_t setIndex;
	int32_t index;
} tlWatch;

typedef struct tlColumn
{
	const char* name;
	const char* unit;
} tlColumn;

struct tlProbes
{
	const tlSceneBuild* build;
	tlWatch* watches; // of each probe
	tlColumn* columns;
	int32_t columnCount;
	tlPool pool;
};

static bool IsVector( const tlSceneProbe* probe )
{
	switch ( probe->type )
	{
		case tl_positionProbe:
		case tl_velocityProbe:
		case tl_momentumProbe:
		case tl_angularMomentumProbe:
		case tl_centerProbe:
		case tl_aeroForceProbe:
			return true;
		default:
			return false;
	}
}

static int32_t CountColumns( const tlSceneProbe* probe )
{
	return IsVector( probe ) && probe->axis == tl_allAxes ? 3 : 1;
}

static const char* FindUnit( const tlSceneProbe* probe )
{
	static const char* const units[tl_probeTypeCount] = {
		[tl_positionProbe] = "m",      [tl_velocityProbe] = "m/s",      [tl_speedProbe] = "m/s",
		[tl_distanceProbe] = "m",      [tl_forceProbe] = "N",           [tl_strainProbe] = "",
		[tl_kineticEnergyProbe] = "J", [tl_potentialEnergyProbe] = "J", [tl_elasticEnergyProbe] = "J",
		[tl_energyProbe] = "J",        [tl_momentumProbe] = "kg m/s",   [tl_angularMomentumProbe] = "kg m^2/s",
		[tl_centerProbe] = "m",        [tl_volumeProbe] = "m^3",        [tl_contactsProbe] = "",
		[tl_penetrationProbe] = "m",   [tl_residualProbe] = "m",        [tl_lowestProbe] = "m",
		[tl_highestProbe] = "m",       [tl_aeroForceProbe] = "N",
	};
	return units[probe->type];
}

// ---- checks

static tlResult CheckVertex( const tlProbes* probes, int32_t probe, const char* field, int32_t body, int32_t vertex,
                             tlError* error )
{
	int32_t count = tlFabric_GetVertexCount( probes->build->bodies[body].fabric );
	if ( vertex < count )
	{
		return tl_success;
	}
	return tlScene_Fail( probes->build->scene, "probes", probe, field, error,
	                     "there is no vertex %d: the body has %d, numbered from 0", vertex, count );
}

static int32_t FindSet( const tlBodyStats* stats, const char* name )
{
	for ( int32_t i = 0; i < stats->setCount; ++i )
	{
		if ( strcmp( stats->sets[i].name, name ) == 0 )
		{
			return i;
		}
	}
	return -1;
}

static tlResult FailSet( const tlScene* scene, int32_t probe, const tlBodyStats* stats, tlError* error )
{
	char names[200] = "none";
	for ( int32_t i = 0; i < stats->setCount; ++i )
	{
		size_t used = i > 0 ? strlen( names ) : 0;
		snprintf( names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "", stats->sets[i].name );
	}
	return tlScene_Fail( scene, "probes", probe, "/set", error, "the body has no set \"%.40s\"; it has %s",
	                     scene->probes[probe].set, names );
}

static bool Joins( const tlConstraintState* constraint, const int32_t* map, const int32_t* vertices, int32_t count )
{
	bool joins = constraint->arity == count;
	for ( int32_t i = 0; i < count && joins; ++i )
	{
		joins = false;
		for ( int32_t k = 0; k < count; ++k )
		{
			joins = joins || constraint->particles[k] == map[vertices[i]];
		}
	}
	return joins;
}

// Looks for the constraint that joins the probe's vertices, in one set or in all, hard ones first.
static tlResult FindConstraint( tlProbes* probes, tlWorld* world, int32_t index, tlError* error )
{
	const tlScene* scene = probes->build->scene;
	const tlSceneProbe* probe = &scene->probes[index];
	const tlBodyBuild* body = &probes->build->bodies[probe->body];
	const tlBodyStats* stats = tlBody_GetStats( world, body->id );
	const int32_t* map = tlFabric_GetVertexMap( body->fabric );
	for ( int32_t i = 0; i < probe->vertexCount; ++i )
	{
		char field[32];
		snprintf( field, sizeof field, "/vertices/%d", i );
		tlResult result = CheckVertex( probes, index, field, probe->body, probe->vertices[i], error );
		if ( result != tl_success )
		{
			return result;
		}
	}
	for ( int32_t s = stats->setCount - 1; s >= 0; --s )
	{
		if ( probe->set != NULL && strcmp( stats->sets[s].name, probe->set ) != 0 )
		{
			continue;
		}
		for ( int32_t i = 0; i < stats->sets[s].constraintCount; ++i )
		{
			tlConstraintState constraint = tlBody_GetConstraint( world, body->id, s, i );
			if ( Joins( &constraint, map, probe->vertices, probe->vertexCount ) )
			{
				tlWatch watch = { stats->sets[s].name, s, i };
				probes->watches[index] = watch;
				return tl_success;
			}
		}
	}
	return tlScene_Fail( scene, "probes", index, "/vertices", error, "no constraint%s%s joins these vertices",
	                     probe->set != NULL ? " of the set " : "", probe->set != NULL ? probe->set : "" );
}

static tlResult CheckProbe( tlProbes* probes, tlWorld* world, int32_t index, tlError* error )
{
	const tlScene* scene = probes->build->scene;
	const tlSceneProbe* probe = &scene->probes[index];
	if ( probe->type == tl_positionProbe || probe->type == tl_velocityProbe || probe->type == tl_speedProbe )
	{
		return CheckVertex( probes, index, "/vertex", probe->body, probe->vertex, error );
	}
	for ( int32_t i = 0; i < probe->betweenCount; ++i )
	{
		char field[32];
		snprintf( field, sizeof field, "/between/%d/vertex", i );
		tlResult result = CheckVertex( probes, index, field, probe->between[i].body, probe->between[i].vertex, error );
		if ( result != tl_success )
		{
			return result;
		}
	}
	if ( probe->set != NULL && probe->body >= 0 )
	{
		const tlBodyStats* stats = tlBody_GetStats( world, probes->build->bodies[probe->body].id );
		int32_t set = FindSet( stats, probe->set );
		if ( set < 0 )
		{
			return FailSet( scene, index, stats, error );
		}
		tlWatch watch = { stats->sets[set].name, set, probe->index };
		probes->watches[index] = watch;
		if ( probe->index >= stats->sets[set].constraintCount )
		{
			return tlScene_Fail( scene, "probes", index, "/index", error,
			                     "there is no constraint %d: the set has %d, numbered from 0", probe->index,
			                     stats->sets[set].constraintCount );
		}
	}
	return probe->vertexCount > 0 ? FindConstraint( probes, world, index, error ) : tl_success;
}

// ---- making

static tlResult NameColumns( tlProbes* probes )
{
	const tlScene* scene = probes->build->scene;
	int32_t column = 0;
	for ( int32_t i = 0; i < scene->probeCount; ++i )
	{
		const tlSceneProbe* probe = &scene->probes[i];
		int32_t count = CountColumns( probe );
		for ( int32_t k = 0; k < count; ++k )
		{
			size_t length = strlen( probe->name );
			char* name = tlPool_Alloc( &probes->pool, length + 3, 1 );
			if ( name == NULL )
			{
				return tl_outOfMemory;
			}
			snprintf( name, length + 3, count == 3 ? "%s.%c" : "%s", probe->name, "xyz"[k] );
			probes->columns[column].name = name;
			probes->columns[column].unit = FindUnit( probe );
			column += 1;
		}
	}
	return tl_success;
}

// Every column has a name of its own, beside those that each table begins with.
static tlResult CheckColumns( const tlProbes* probes, tlError* error )
{
	const tlScene* scene = probes->build->scene;
	int32_t column = 0;
	for ( int32_t i = 0; i < scene->probeCount; ++i )
	{
		for ( int32_t k = 0; k < CountColumns( &scene->probes[i] ); ++k, ++column )
		{
			const char* name = probes->columns[column].name;
			bool taken = strcmp( name, "frame" ) == 0 || strcmp( name, "time_s" ) == 0;
			for ( int32_t before = 0; before < column && !taken; ++before )
			{
				taken = strcmp( name, probes->columns[before].name ) == 0;
			}
			if ( taken )
			{
				return tlScene_Fail( scene, "probes", i, "/name", error, "its column \"%.60s\" is taken already", name );
			}
		}
	}
	return tl_success;
}

tlResult tlCreateProbes( const tlSceneBuild* build, tlWorld* world, tlProbes** out, tlError* error )
{
	*out = NULL;
	const tlScene* scene = build->scene;
	tlProbes* probes = calloc( 1, sizeof *probes );
	if ( probes == NULL )
	{
		return tlFailMemory( error );
	}
	probes->build = build;
	for ( int32_t i = 0; i < scene->probeCount; ++i )
	{
		probes->columnCount += CountColumns( &scene->probes[i] );
	}
	probes->watches = tlPool_Alloc( &probes->pool, (size_t)scene->probeCount, sizeof *probes->watches );
	probes->columns = tlPool_Alloc( &probes->pool, (size_t)probes->columnCount, sizeof *probes->columns );
	tlResult result = probes->watches == NULL || probes->columns == NULL ? tl_outOfMemory : NameColumns( probes );
	if ( result != tl_success )
	{
		tlFailMemory( error );
	}
	else
	{
		result = CheckColumns( probes, error );
	}
	for ( int32_t i = 0; i < scene->probeCount && result == tl_success; ++i )
	{
		result = CheckProbe( probes, world, i, error );
	}
	if ( result != tl_success )
	{
		tlDestroyProbes( probes );
		return result;
	}
	*out = probes;
	return tl_success;
}

void tlDestroyProbes( tlProbes* probes )
{
	if ( probes != NULL )
	{
		tlPool_Free( &probes->pool );
		free( probes );
	}
}

int32_t tlProbes_GetColumnCount( const tlProbes* probes )
{
	return probes->columnCount;
}

const char* tlProbes_GetColumnName( const tlProbes* probes, int32_t column )
{
	return probes->columns[column].name;
}

const char* tlProbes_GetColumnUnit( const tlProbes* probes, int32_t column )
{
	return probes->columns[column].unit;
}

// ---- values

static void PutVector( const tlSceneProbe* probe, const double* v, double* values )
{
	for ( int k = 0; k < 3; ++k )
	{
		if ( probe->axis == tl_allAxes )
		{
			values[k] = v[k];
		}
		else if ( (int)probe->axis == k )
		{
			values[0] = v[k];
		}
	}
}

static tlPosition FindPosition( const tlProbes* probes, const tlWorld* world, int32_t body, int32_t vertex )
{
	const tlBodyBuild* made = &probes->build->bodies[body];
	return tlBody_GetPosition( world, made->id, tlFabric_GetVertexMap( made->fabric )[vertex] );
}

static void FindVelocity( const tlProbes* probes, const tlWorld* world, int32_t body, int32_t vertex, double* v )
{
	const tlBodyBuild* made = &probes->build->bodies[body];
	tlView view = tlBody_GetVelocities( world, made->id );
	size_t particle = (size_t)tlFabric_GetVertexMap( made->fabric )[vertex];
	const tlReal* p = (const tlReal*)(const void*)( (const char*)view.data + particle * (size_t)view.stride );
	for ( int k = 0; k < 3; ++k )
	{
		v[k] = (double)p[k];
	}
}

// The watched constraint; false when its set is gone.
static bool FindWatched( const tlProbes* probes, tlWorld* world, int32_t index, tlConstraintState* constraint )
{
	const tlWatch* watch = &probes->watches[index];
	tlBodyId id = probes->build->bodies[probes->build->scene->probes[index].body].id;
	const tlBodyStats* stats = tlBody_GetStats( world, id );
	int32_t set = FindSet( stats, watch->set );
	if ( set < 0 || watch->index < 0 || watch->index >= stats->sets[set].constraintCount )
	{
		return false;
	}
	*constraint = tlBody_GetConstraint( world, id, set, watch->index );
	return true;
}

static double FindStrain( const tlProbes* probes, tlWorld* world, int32_t index )
{
	const tlSceneProbe* probe = &probes->build->scene->probes[index];
	if ( probe->vertexCount > 0 || probe->index >= 0 )
	{
		tlConstraintState c;
		bool found = FindWatched( probes, world, index, &c );
		return found && c.arity == 2 && c.parameters[0] > 0 ? (double)c.value / (double)c.parameters[0] : 0;
	}
	const tlBodyStats* stats = tlBody_GetStats( world, probes->build->bodies[probe->body].id );
	int32_t set = FindSet( stats, probe->set != NULL ? probe->set : "stretch" );
	return set >= 0 ? stats->sets[set].strainMax : 0;
}

static double FindWorstResidual( const tlBodyStats* stats, const char* set )
{
	double worst = 0;
	for ( int32_t i = 0; i < stats->setCount; ++i )
	{
		if ( set == NULL || strcmp( stats->sets[i].name, set ) == 0 )
		{
			worst = stats->sets[i].residualMax > worst ? stats->sets[i].residualMax : worst;
		}
	}
	return worst;
}

// Sums and extremes over one body or all.
typedef struct tlSums
{
	double kinetic, potential, elastic, volume, contacts, penetration, residual, lowest, highest, mass;
	double momentum[3], angularMomentum[3], center[3], aeroForce[3];
} tlSums;

static void AddParticles( const tlProbes* probes, const tlWorld* world, int32_t body, tlSums* sums )
{
	tlBodyId id = probes->build->bodies[body].id;
	int32_t count = tlFabric_GetParticleCount( probes->build->bodies[body].fabric );
	for ( int32_t i = 0; i < count; ++i )
	{
		tlPosition p = tlBody_GetPosition( world, id, i );
		double mass = (double)tlBody_GetMass( world, id, i );
		sums->lowest = p.y < sums->lowest ? p.y : sums->lowest;
		sums->highest = p.y > sums->highest ? p.y : sums->highest;
		sums->mass += mass;
		sums->center[0] += mass * p.x;
		sums->center[1] += mass * p.y;
		sums->center[2] += mass * p.z;
	}
}

static tlSums Sum( const tlProbes* probes, tlWorld* world, const tlSceneProbe* probe )
{
	tlSums sums = { .lowest = INFINITY, .highest = -INFINITY };
	bool needsParticles = probe->type == tl_centerProbe || probe->type == tl_lowestProbe || probe->type == tl_highestProbe;
	for ( int32_t i = 0; i < probes->build->scene->bodyCount; ++i )
	{
		if ( probe->body >= 0 && probe->body != i )
		{
			continue;
		}
		if ( needsParticles )
		{
			AddParticles( probes, world, i, &sums );
			continue;
		}
		const tlBodyStats* stats = tlBody_GetStats( world, probes->build->bodies[i].id );
		sums.kinetic += stats->kineticEnergy;
		sums.potential += stats->potentialEnergy;
		sums.elastic += stats->elasticEnergy;
		sums.volume += stats->volume;
		sums.contacts += stats->contactCount;
		sums.penetration = stats->contactPenetration > sums.penetration ? stats->contactPenetration : sums.penetration;
		double residual = FindWorstResidual( stats, probe->set );
		sums.residual = residual > sums.residual ? residual : sums.residual;
		for ( int k = 0; k < 3; ++k )
		{
			sums.momentum[k] += stats->momentum[k];
			sums.angularMomentum[k] += stats->angularMomentum[k];
			sums.aeroForce[k] += stats->aeroForce[k];
		}
	}
	for ( int k = 0; k < 3; ++k )
	{
		sums.center[k] /= sums.mass > 0 ? sums.mass : 1;
	}
	return sums;
}

static void RecordSum( const tlProbes* probes, tlWorld* world, const tlSceneProbe* probe, double* values )
{
	tlSums sums = Sum( probes, world, probe );
	switch ( probe->type )
	{
		case tl_kineticEnergyProbe:
			values[0] = sums.kinetic;
			break;
		case tl_potentialEnergyProbe:
			values[0] = sums.potential;
			break;
		case tl_elasticEnergyProbe:
			values[0] = sums.elastic;
			break;
		case tl_energyProbe:
			values[0] = sums.kinetic + sums.potential + sums.elastic;
			break;
		case tl_momentumProbe:
			PutVector( probe, sums.momentum, values );
			break;
		case tl_angularMomentumProbe:
			PutVector( probe, sums.angularMomentum, values );
			break;
		case tl_centerProbe:
			PutVector( probe, sums.center, values );
			break;
		case tl_aeroForceProbe:
			PutVector( probe, sums.aeroForce, values );
			break;
		case tl_volumeProbe:
			values[0] = sums.volume;
			break;
		case tl_contactsProbe:
			values[0] = sums.contacts;
			break;
		case tl_penetrationProbe:
			values[0] = sums.penetration;
			break;
		case tl_residualProbe:
			values[0] = sums.residual;
			break;
		default:
			values[0] = probe->type == tl_lowestProbe ? sums.lowest : sums.highest;
			break;
	}
}

static void RecordProbe( const tlProbes* probes, tlWorld* world, int32_t index, double* values )
{
	const tlSceneProbe* probe = &probes->build->scene->probes[index];
	switch ( probe->type )
	{
		case tl_positionProbe:
		{
			tlPosition p = FindPosition( probes, world, probe->body, probe->vertex );
			double v[3] = { p.x, p.y, p.z };
			PutVector( probe, v, values );
			break;
		}
		case tl_velocityProbe:
		case tl_speedProbe:
		{
			double v[3];
			FindVelocity( probes, world, probe->body, probe->vertex, v );
			if ( probe->type == tl_velocityProbe )
			{
				PutVector( probe, v, values );
			}
			else
			{
				values[0] = sqrt( v[0] * v[0] + v[1] * v[1] + v[2] * v[2] );
			}
			break;
		}
		case tl_distanceProbe:
		{
			tlPosition a = FindPosition( probes, world, probe->between[0].body, probe->between[0].vertex );
			tlPosition b = FindPosition( probes, world, probe->between[1].body, probe->between[1].vertex );
			values[0] =
			    sqrt( ( a.x - b.x ) * ( a.x - b.x ) + ( a.y - b.y ) * ( a.y - b.y ) + ( a.z - b.z ) * ( a.z - b.z ) );
			break;
		}
		case tl_forceProbe:
		{
			tlConstraintState constraint;
			values[0] = FindWatched( probes, world, index, &constraint ) ? (double)constraint.force : 0;
			break;
		}
		case tl_strainProbe:
			values[0] = FindStrain( probes, world, index );
			break;
		default:
			RecordSum( probes, world, probe, values );
			break;
	}
}

void tlProbes_Record( const tlProbes* probes, tlWorld* world, double* values )
{
	const tlScene* scene = probes->build->scene;
	for ( int32_t i = 0; i < scene->probeCount; ++i )
	{
		RecordProbe( probes, world, i, values );
		values += CountColumns( &scene->probes[i] );
	}
}
