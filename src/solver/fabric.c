// Cooking: from a mesh and constraints placed by hand to coloured sets.
// SPDX-License-Identifier: MIT
#include "fabric.h"

#include "base/core.h"

tlFabricDef tlDefaultFabricDef( void )
{
	tlFabricDef def = {
		.weld = true, .weldDistance = -1, .stretch = true, .shear = true, .bend = true, .cookie = TL_COOKIE
	};
	return def;
}

static tlResult ValidateConstraint( const tlFabricDef* def, int32_t index, tlError* error )
{
	const tlConstraintDef* c = def->constraints + index;
	int32_t typeIndex = tlFindConstraintType( c->type );
	if ( typeIndex < 0 )
	{
		return tlFail( error, tl_invalidArgument, "constraint %d: there is no constraint type '%s'", index,
		               c->type != NULL ? c->type : "" );
	}
	const tlConstraintTypeInfo* info = &tlGetConstraintType( typeIndex )->info;
	for ( int32_t k = 0; k < info->arity; ++k )
	{
		if ( c->particles[k] < 0 || c->particles[k] >= def->vertexCount )
		{
			return tlFail( error, tl_invalidArgument, "constraint %d: particle %d is not one of the %d vertices", index,
			               c->particles[k], def->vertexCount );
		}
	}
	for ( int32_t k = 0; !c->useRestShape && k < info->parameterCount; ++k )
	{
		if ( !tlIsFinite( c->parameters[k] ) )
		{
			return tlFail( error, tl_invalidArgument, "constraint %d: %s is not a finite number", index,
			               info->parameterNames[k] );
		}
	}
	if ( !( c->compliance >= 0 ) || !tlIsFinite( c->compliance ) || !( c->damping >= 0 ) || !tlIsFinite( c->damping ) )
	{
		return tlFail( error, tl_invalidArgument, "constraint %d: compliance and damping must be finite and at least 0",
		               index );
	}
	return tl_success;
}

static tlResult Validate( const tlFabricDef* def, tlError* error )
{
	TL_ASSERT( def->cookie == TL_COOKIE );
	if ( def->masses == NULL && def->faceCount == 0 && def->vertexCount > 0 )
	{
		return tlFail( error, tl_invalidArgument, "particles without faces need masses" );
	}
	for ( int32_t i = 0; def->masses != NULL && i < def->vertexCount; ++i )
	{
		if ( !( def->masses[i] >= 0 ) || !tlIsFinite( def->masses[i] ) )
		{
			return tlFail( error, tl_invalidArgument, "mass %d must be finite and at least 0 kg", i );
		}
	}
	if ( def->constraintCount < 0 || ( def->constraintCount > 0 && def->constraints == NULL ) )
	{
		return tlFail( error, tl_invalidArgument, "constraintCount %d does not fit the constraints", def->constraintCount );
	}
	for ( int32_t i = 0; i < def->constraintCount; ++i )
	{
		tlResult result = ValidateConstraint( def, i, error );
		if ( result != tl_success )
		{
			return result;
		}
	}
	return tl_success;
}

// Triangles give a third of their area to each corner, segments half their length to each end: what a mesh has as a whole
// does not depend on how it is cut.
static tlResult ShareMeasures( tlFabric* fabric, const tlFabricDef* def, tlError* error )
{
	const tlTopology* t = &fabric->topology;
	fabric->areaShare = TL_ALLOC( tlReal, t->particleCount );
	fabric->lengthShare = TL_ALLOC( tlReal, t->particleCount );
	fabric->masses = def->masses != NULL ? TL_ALLOC( tlReal, t->particleCount ) : NULL;
	if ( fabric->areaShare == NULL || fabric->lengthShare == NULL || ( def->masses != NULL && fabric->masses == NULL ) )
	{
		return tlFailMemory( error );
	}
	for ( int32_t i = 0; i < t->triangleCount; ++i )
	{
		const int32_t* c = t->triangles + 3 * (size_t)i;
		tlVec3 x0 = t->positions[c[0]];
		tlVec3 n = tlCross( tlSub( t->positions[c[1]], x0 ), tlSub( t->positions[c[2]], x0 ) );
		tlReal third = tlLength( n ) / 6;
		for ( int32_t k = 0; k < 3; ++k )
		{
			fabric->areaShare[c[k]] += third;
		}
	}
	for ( int32_t i = 0; i < t->segmentCount; ++i )
	{
		const int32_t* s = t->segments + 2 * (size_t)i;
		tlReal half = tlDistance( t->positions[s[0]], t->positions[s[1]] ) / 2;
		fabric->lengthShare[s[0]] += half;
		fabric->lengthShare[s[1]] += half;
	}
	for ( int32_t i = 0; def->masses != NULL && i < def->vertexCount; ++i )
	{
		fabric->masses[t->vertexMap[i]] += def->masses[i];
	}
	return tl_success;
}

static tlConstraintSet* AddSet( tlFabric* fabric, int32_t typeIndex, tlFamily family, const char* name, int32_t count )
{
	TL_ASSERT( fabric->setCount < TL_MAX_SETS - 1 ); // a body adds its tethers
	tlConstraintSet* set = fabric->sets + fabric->setCount;
	fabric->setCount += 1;
	set->type = tlGetConstraintType( typeIndex );
	set->family = family;
	set->name = name;
	set->count = count;
	set->particles = TL_ALLOC( int32_t, (size_t)set->type->info.arity * (size_t)count );
	set->parameters = TL_ALLOC( tlReal, (size_t)set->type->info.parameterCount * (size_t)count );
	return set->particles != NULL && set->parameters != NULL ? set : NULL;
}

static tlResult AddPairs( tlFabric* fabric, const char* type, tlFamily family, const char* name, const int32_t* pairs,
                          int32_t count, tlError* error )
{
	if ( count == 0 )
	{
		return tl_success;
	}
	tlConstraintSet* set = AddSet( fabric, tlFindConstraintType( type ), family, name, count );
	if ( set == NULL )
	{
		return tlFailMemory( error );
	}
	memcpy( set->particles, pairs, 2 * (size_t)count * sizeof( int32_t ) );
	for ( int32_t i = 0; i < count; ++i )
	{
		tlVec3 x[2] = { fabric->topology.positions[pairs[2 * (size_t)i]],
			            fabric->topology.positions[pairs[2 * (size_t)i + 1]] };
		set->type->measureRest( x, set->parameters + i );
	}
	return tlColorSet( set, fabric->topology.particleCount ) ? tl_success : tlFailMemory( error );
}

static tlResult FillCustom( tlFabric* fabric, const tlFabricDef* def, tlConstraintSet* set, tlError* error )
{
	const tlConstraintTypeInfo* info = &set->type->info;
	int32_t n = 0;
	for ( int32_t i = 0; i < def->constraintCount; ++i )
	{
		const tlConstraintDef* c = def->constraints + i;
		if ( strcmp( c->type, info->name ) != 0 )
		{
			continue;
		}
		tlVec3 x[TL_MAX_ARITY];
		int32_t* particles = set->particles + (size_t)info->arity * n;
		for ( int32_t k = 0; k < info->arity; ++k )
		{
			particles[k] = fabric->topology.vertexMap[c->particles[k]];
			x[k] = fabric->topology.positions[particles[k]];
			for ( int32_t m = 0; m < k; ++m )
			{
				if ( particles[m] == particles[k] )
				{
					return tlFail( error, tl_invalidArgument, "constraint %d: vertices %d and %d are one particle", i,
					               c->particles[m], c->particles[k] );
				}
			}
		}
		tlReal parameters[TL_MAX_PARAMETERS];
		memcpy( parameters, c->parameters, sizeof parameters );
		if ( c->useRestShape && !set->type->measureRest( x, parameters ) )
		{
			return tlFail( error, tl_invalidArgument, "constraint %d: its rest shape is degenerate", i );
		}
		for ( int32_t k = 0; k < info->parameterCount; ++k )
		{
			set->parameters[(size_t)k * set->count + n] = parameters[k];
		}
		set->compliance[n] = c->compliance;
		set->damping[n] = c->damping;
		n += 1;
	}
	return tl_success;
}

static tlResult AddCustomSets( tlFabric* fabric, const tlFabricDef* def, tlError* error )
{
	for ( int32_t type = 0; type < tlGetConstraintTypeCount(); ++type )
	{
		const char* name = tlGetConstraintType( type )->info.name;
		int32_t count = 0;
		for ( int32_t i = 0; i < def->constraintCount; ++i )
		{
			count += strcmp( def->constraints[i].type, name ) == 0;
		}
		if ( count == 0 )
		{
			continue;
		}
		tlConstraintSet* set = AddSet( fabric, type, tl_customFamily, name, count );
		if ( set == NULL )
		{
			return tlFailMemory( error );
		}
		set->compliance = TL_ALLOC( tlReal, count );
		set->damping = TL_ALLOC( tlReal, count );
		if ( set->compliance == NULL || set->damping == NULL )
		{
			return tlFailMemory( error );
		}
		tlResult result = FillCustom( fabric, def, set, error );
		if ( result == tl_success && !tlColorSet( set, fabric->topology.particleCount ) )
		{
			result = tlFailMemory( error );
		}
		if ( result != tl_success )
		{
			return result;
		}
	}
	return tl_success;
}

// Soft sets first, hard and important ones last: what comes last is satisfied best.
static tlResult AddSets( tlFabric* fabric, const tlFabricDef* def, tlError* error )
{
	const tlTopology* t = &fabric->topology;
	tlResult result = AddCustomSets( fabric, def, error );
	if ( result == tl_success && def->bend )
	{
		result = AddPairs( fabric, "bend", tl_bendFamily, "bend", t->bends, t->bendCount, error );
	}
	if ( result == tl_success && def->shear )
	{
		result = AddPairs( fabric, "distance", tl_shearFamily, "shear", t->diagonals, t->diagonalCount, error );
	}
	if ( result == tl_success && def->stretch )
	{
		result = AddPairs( fabric, "distance", tl_stretchFamily, "stretch", t->edges, t->edgeCount, error );
	}
	return result;
}

tlResult tlCreateFabric( const tlFabricDef* def, tlFabric** out, tlError* error )
{
	*out = NULL;
	tlFabric* fabric = TL_ALLOC( tlFabric, 1 );
	if ( fabric == NULL )
	{
		return tlFailMemory( error );
	}
	tlResult result = Validate( def, error );
	if ( result == tl_success )
	{
		result = tlBuildTopology( def, &fabric->topology, error );
	}
	if ( result == tl_success )
	{
		result = ShareMeasures( fabric, def, error );
	}
	if ( result == tl_success )
	{
		result = AddSets( fabric, def, error );
	}
	if ( result != tl_success )
	{
		tlDestroyFabric( fabric );
		return result;
	}
	*out = fabric;
	return tl_success;
}

void tlDestroyFabric( tlFabric* fabric )
{
	if ( fabric == NULL )
	{
		return;
	}
	for ( int32_t i = 0; i < fabric->setCount; ++i )
	{
		tlFreeSet( fabric->sets + i );
	}
	tlFree( fabric->areaShare );
	tlFree( fabric->lengthShare );
	tlFree( fabric->masses );
	tlFreeTopology( &fabric->topology );
	tlFree( fabric );
}

const tlMeshReport* tlFabric_GetReport( const tlFabric* fabric )
{
	return &fabric->topology.report;
}

int32_t tlFabric_GetVertexCount( const tlFabric* fabric )
{
	return fabric->topology.vertexCount;
}

int32_t tlFabric_GetParticleCount( const tlFabric* fabric )
{
	return fabric->topology.particleCount;
}

const int32_t* tlFabric_GetVertexMap( const tlFabric* fabric )
{
	return fabric->topology.vertexMap;
}

const tlVec3* tlFabric_GetRestPositions( const tlFabric* fabric )
{
	return fabric->topology.positions;
}

int32_t tlFabric_GetTriangleCount( const tlFabric* fabric )
{
	return fabric->topology.triangleCount;
}

const int32_t* tlFabric_GetTriangles( const tlFabric* fabric )
{
	return fabric->topology.triangles;
}

const int32_t* tlFabric_GetRenderTriangles( const tlFabric* fabric )
{
	return fabric->topology.renderTriangles;
}

int32_t tlFabric_GetEdgeCount( const tlFabric* fabric )
{
	return fabric->topology.edgeCount;
}

const int32_t* tlFabric_GetEdges( const tlFabric* fabric )
{
	return fabric->topology.edges;
}
