// Numbers of a material that vary over a body: kept by particle, looked up, blended.
// SPDX-License-Identifier: MIT
#include "body.h"

#include "base/core.h"

// Room for the knees that follow maps.
static tlResult ReserveKnees( tlBody* body, tlError* error )
{
	const tlMaterial* m = &body->material;
	bool varies = tlFindMap( body, &m->compression ) != NULL || tlFindMap( body, &m->bucklingRatio ) != NULL ||
	              tlFindMap( body, &m->bucklingStiffness ) != NULL;
	for ( int32_t s = 0; varies && s < body->setCount; ++s )
	{
		const tlConstraintSet* set = body->sets[s].set;
		body->knees[s] = set->type->findKnee != NULL ? TL_ALLOC( tlKnee, set->count ) : NULL;
		if ( set->type->findKnee != NULL && body->knees[s] == NULL )
		{
			return tlFailMemory( error );
		}
	}
	return tl_success;
}

tlResult tlTakeMaps( tlBody* body, const tlBodyDef* def, tlError* error )
{
	if ( def->mapCount < 0 || ( def->mapCount > 0 && def->maps == NULL ) )
	{
		return tlFail( error, tl_invalidArgument, "mapCount %d does not fit the maps", def->mapCount );
	}
	const tlTopology* t = &body->fabric->topology;
	body->maps = TL_ALLOC( tlBodyMap, def->mapCount );
	if ( body->maps == NULL )
	{
		return tlFailMemory( error );
	}
	for ( int32_t i = 0; i < def->mapCount; ++i )
	{
		const tlMaterialMap* map = def->maps + i;
		tlMaterial ends[2] = { def->material, def->material };
		tlReal* low = tlMaterial_Find( ends, map->field );
		tlReal* high = tlMaterial_Find( ends + 1, map->field );
		if ( low != NULL && !tlCanMaterialNumberVary( map->field ) )
		{
			return tlFail( error, tl_invalidArgument, "map %d: %s can not vary over a body", i, map->field );
		}
		if ( low == NULL || high == NULL || map->map == NULL )
		{
			return tlFail( error, tl_invalidArgument, "map %d: a material has no number '%s', or there are no values", i,
			               map->field != NULL ? map->field : "" );
		}
		*low = map->low;
		*high = map->high;
		tlError inner = { tl_success, "" };
		if ( tlValidateMaterial( ends, &inner ) != tl_success || tlValidateMaterial( ends + 1, &inner ) != tl_success )
		{
			return tlFail( error, tl_invalidArgument, "map %d: %s", i, inner.message );
		}
		tlBodyMap* own = body->maps + i;
		own->offset = (size_t)( (char*)low - (char*)ends );
		own->values = TL_ALLOC( tlReal, t->particleCount );
		bool rate = low == &ends[0].globalDamping || low == &ends[0].edgeDamping;
		own->taken = rate ? TL_ALLOC( tlReal, t->particleCount ) : NULL;
		body->mapCount = i + 1;
		if ( own->values == NULL || ( rate && own->taken == NULL ) )
		{
			return tlFailMemory( error );
		}
		for ( int32_t v = t->vertexCount - 1; v >= 0; --v ) // backward: the first vertex of each particle stays
		{
			tlReal value = map->map[v];
			if ( !( value >= 0 && value <= 1 ) )
			{
				return tlFail( error, tl_invalidArgument, "map %d: the value of vertex %d must be from 0 to 1, not %g", i, v,
				               (double)value );
			}
			own->values[t->vertexMap[v]] = map->low + ( map->high - map->low ) * value;
		}
	}
	return ReserveKnees( body, error );
}

void tlFreeMaps( tlBody* body )
{
	for ( int32_t i = 0; i < body->mapCount; ++i )
	{
		tlFree( body->maps[i].values );
		tlFree( body->maps[i].taken );
	}
	tlFree( body->maps );
}

const tlBodyMap* tlFindMap( const tlBody* body, const tlReal* number )
{
	size_t offset = (size_t)( (const char*)number - (const char*)&body->material );
	for ( int32_t i = body->mapCount - 1; i >= 0; --i ) // the last of one number counts
	{
		if ( body->maps[i].offset == offset )
		{
			return body->maps + i;
		}
	}
	return NULL;
}

static void FindShares( const tlBody* body, const tlReal* rate, double h )
{
	const tlBodyMap* map = tlFindMap( body, rate );
	for ( int32_t i = 0; map != NULL && i < body->particleCount; ++i )
	{
		map->taken[i] = (tlReal)( 1.0 - tlExp( -(double)map->values[i] * h ) );
	}
}

void tlPrepareDamping( tlBody* body, double h )
{
	body->keep = (tlReal)tlExp( -(double)body->material.globalDamping * h );
	body->edgeShare = (tlReal)( 1.0 - tlExp( -(double)body->material.edgeDamping * h ) );
	FindShares( body, &body->material.globalDamping, h );
	FindShares( body, &body->material.edgeDamping, h );
}

// A segment stands for its frame where it comes to maps and places.
static void FindParticles( const tlBody* body, int32_t node, int32_t particles[2] )
{
	particles[0] = particles[1] = node;
	if ( tlIsFrame( body, node ) )
	{
		const int32_t* segment = body->fabric->topology.segments + 2 * (size_t)( node - body->particleCount );
		particles[0] = segment[0];
		particles[1] = segment[1];
	}
}

tlMaterial tlBlendMaterial( const tlBody* body, const int32_t* nodes, int32_t count )
{
	tlMaterial material = body->material;
	for ( int32_t m = 0; m < body->mapCount; ++m )
	{
		const tlBodyMap* map = body->maps + m;
		tlReal sum = 0;
		int32_t used = 0;
		for ( int32_t k = 0; k < count; ++k )
		{
			int32_t particles[2];
			FindParticles( body, nodes[k], particles );
			for ( int e = 0; e < 2 && particles[e] < body->particleCount; ++e )
			{
				sum += map->values[particles[e]];
				used += 1;
			}
		}
		if ( used > 0 )
		{
			*(tlReal*)(void*)( (char*)&material + map->offset ) = sum / (tlReal)used;
		}
	}
	// Each map was checked by itself; where two meet, a pull must still cost energy.
	if ( material.poissonRatio * material.poissonRatio * material.weftStiffness >= material.warpStiffness )
	{
		tlReal ratio = material.weftStiffness > 0 ? material.warpStiffness / material.weftStiffness : 0;
		material.poissonRatio = tlMin( material.poissonRatio, (tlReal)0.99 * tlSqrt( ratio ) );
	}
	return material;
}
