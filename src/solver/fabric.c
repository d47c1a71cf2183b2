// The fabric: checked, cooked, read.
// SPDX-License-Identifier: MIT
#include "cook.h"

#include "base/core.h"

tlFabricDef tlDefaultFabricDef( void )
{
	tlFabricDef def = {
		.weld = true,
		.weldDistance = -1,
		.stretch = true,
		.shear = true,
		.bend = true,
		.stretchType = "distance",
		.bendType = "bend",
		.warp = { 0, 1, 0 },
		.cookie = TL_COOKIE,
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
	if ( info->arity == 0 || info->frameMask != 0 )
	{
		return tlFail( error, tl_invalidArgument, "constraint %d: '%s' is made from the mesh, not by hand", index,
		               info->name );
	}
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

static tlResult ValidateType( const char* field, const char* name, tlFamily family, tlError* error )
{
	if ( name == NULL )
	{
		return tl_success;
	}
	int32_t index = tlFindConstraintType( name );
	const tlConstraintTypeInfo* info = index >= 0 ? &tlGetConstraintType( index )->info : NULL;
	if ( info == NULL || info->family != family || info->element == tl_noElement || info->frameMask != 0 )
	{
		return tlFail( error, tl_invalidArgument, "%s: '%s' is not a constraint type for it", field, name );
	}
	return tl_success;
}

static tlResult ValidateTypes( const tlFabricDef* def, tlError* error )
{
	tlResult result = ValidateType( "stretchType", def->stretchType, tl_stretchFamily, error );
	result = result == tl_success ? ValidateType( "bendType", def->bendType, tl_bendFamily, error ) : result;
	result = result == tl_success ? ValidateType( "areaType", def->areaType, tl_areaFamily, error ) : result;
	result = result == tl_success ? ValidateType( "volumeType", def->volumeType, tl_volumeFamily, error ) : result;
	if ( result != tl_success )
	{
		return result;
	}
	if ( !( def->flatness >= 0 && def->flatness <= 1 ) )
	{
		return tlFail( error, tl_invalidArgument, "flatness must be from 0 to 1, not %g", (double)def->flatness );
	}
	if ( !( tlAbs( def->restAngle ) <= (tlReal)3.1415927 ) || !tlIsFinite( def->twist ) )
	{
		return tlFail( error, tl_invalidArgument, "restAngle must be from -pi to pi and twist finite" );
	}
	if ( !tlIsFinite( (double)def->warp.x + def->warp.y + def->warp.z ) || !( tlLength( def->warp ) > 0 ) )
	{
		return tlFail( error, tl_invalidArgument, "warp must be a finite direction" );
	}
	if ( def->patternRest && def->pattern == NULL )
	{
		return tlFail( error, tl_invalidArgument, "patternRest needs a pattern" );
	}
	for ( int32_t i = 0; def->pattern != NULL && i < 2 * def->vertexCount; ++i )
	{
		if ( !tlIsFinite( def->pattern[i] ) || tlAbs( def->pattern[i] ) > (tlReal)TL_MAX_COORDINATE )
		{
			return tlFail( error, tl_invalidMesh, "vertex %d: its place in the pattern is not finite, or too far out",
			               i / 2 );
		}
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
	tlResult chosen = ValidateTypes( def, error );
	if ( chosen != tl_success )
	{
		return chosen;
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
		result = tlCookSets( fabric, def, error );
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
	tlFree( fabric->frames );
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
