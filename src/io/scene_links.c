// Names across the scene: materials and their bases, movers and who follows them, bodies and their probes.
// SPDX-License-Identifier: MIT
#include "scene_tables.h"

#include "base/core.h"

#include <stdio.h>

// Things of a scene that begin with their name.
typedef struct tlNamed
{
	const void* items;
	size_t size;
	int32_t count;
	const char* kind; // "material"
} tlNamed;

static const char* NameOf( const tlNamed* named, int32_t index )
{
	const char* name;
	memcpy( &name, (const char*)named->items + (size_t)index * named->size, sizeof name );
	return name;
}

static const char* NextName( void* context, int32_t index )
{
	const tlNamed* named = context;
	return index < named->count ? NameOf( named, index ) : NULL;
}

static int32_t FindName( const tlNamed* named, const char* name )
{
	for ( int32_t i = 0; i < named->count; ++i )
	{
		if ( strcmp( NameOf( named, i ), name ) == 0 )
		{
			return i;
		}
	}
	return -1;
}

// Sets *index to the thing with this name; one that does not exist is answered with the nearest, or all of them.
static tlResult Link( tlBinder* binder, const tlPath* path, const char* field, tlNamed named, const char* name,
                      int32_t* index )
{
	*index = FindName( &named, name );
	if ( *index >= 0 )
	{
		return tl_success;
	}
	if ( named.count == 0 )
	{
		return tlBinder_Fail( binder, path, field, false, "there is no %s \"%.60s\", there are none", named.kind, name );
	}
	const char* nearest = tlFindNearest( name, NextName, &named );
	if ( nearest != NULL )
	{
		return tlBinder_Fail( binder, path, field, false, "there is no %s \"%.60s\"; did you mean \"%.60s\"?", named.kind,
		                      name, nearest );
	}
	char all[200] = "";
	for ( int32_t i = 0; i < named.count; ++i )
	{
		size_t used = strlen( all );
		snprintf( all + used, sizeof all - used, "%s\"%.60s\"", i > 0 ? ", " : "", NameOf( &named, i ) );
	}
	return tlBinder_Fail( binder, path, field, false, "there is no %s \"%.60s\"; there are %s", named.kind, name, all );
}

// Gives a name to those without, and refuses one that is taken.
static tlResult NameAll( tlBinder* binder, const tlPath* list, void* items, size_t size, int32_t count, const char* kind )
{
	tlNamed named = { items, size, count, kind };
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( NameOf( &named, i ) == NULL )
		{
			char text[32];
			snprintf( text, sizeof text, "%s%d", kind, i );
			const char* name = tlPool_Copy( binder->pool, text, strlen( text ) );
			if ( name == NULL )
			{
				return tlFailMemory( binder->error );
			}
			memcpy( (char*)items + (size_t)i * size, &name, sizeof name );
		}
		tlNamed before = { items, size, i, kind };
		int32_t first = FindName( &before, NameOf( &named, i ) );
		if ( first >= 0 )
		{
			tlPath item = { list, NULL, i };
			return tlBinder_Fail( binder, &item, "name", false, "\"%.60s\" is the name of %s[%d] already",
			                      NameOf( &named, i ), list->key, first );
		}
	}
	return tl_success;
}

// ---- materials

static tlNamed Materials( const tlScene* scene )
{
	tlNamed named = { scene->materials, sizeof( tlSceneMaterial ), scene->materialCount, "material" };
	return named;
}

enum
{
	tl_maxBaseDepth = 64
};

static tlResult Resolve( tlBinder* binder, const tlPath* path, tlScene* scene, tlSceneMaterial* material, const json_t* json,
                         int depth );

static tlResult ResolveNamed( tlBinder* binder, const tlPath* root, tlScene* scene, int32_t index, int depth )
{
	tlSceneMaterial* material = &scene->materials[index];
	tlPath list = { root, "materials", 0 };
	tlPath path = { &list, material->name, 0 };
	const json_t* json = json_object_get( json_object_get( scene->json, "materials" ), material->name );
	return Resolve( binder, &path, scene, material, json, depth );
}

static const char* NextFabric( void* context, int32_t index )
{
	(void)context;
	return index < tlGetFabricCount() ? tlGetFabricEntry( index )->name : NULL;
}

static tlResult FailFabric( tlBinder* binder, const tlPath* path, const char* name )
{
	const char* nearest = tlFindNearest( name, NextFabric, NULL );
	if ( nearest != NULL )
	{
		return tlBinder_Fail( binder, path, "fabric", false, "there is no fabric \"%.60s\"; did you mean \"%s\"?", name,
		                      nearest );
	}
	char all[360] = "";
	for ( int32_t i = 0; i < tlGetFabricCount(); ++i )
	{
		size_t used = strlen( all );
		snprintf( all + used, sizeof all - used, "%s%s", i > 0 ? ", " : "", tlGetFabricEntry( i )->name );
	}
	return tlBinder_Fail( binder, path, "fabric", false, "there is no fabric \"%.60s\"; there are %s", name, all );
}

// A material with a fabric starts from the library and takes its own fields over it.
static tlResult TakeFabric( tlBinder* binder, const tlPath* path, tlSceneMaterial* material, const json_t* json )
{
	const tlFabricEntry* entry = tlFindFabric( material->fabric );
	if ( entry == NULL )
	{
		return FailFabric( binder, path, material->fabric );
	}
	material->resolving = true;
	material->material = tlMakeFabricMaterial( entry );
	tlResult result = tlBindObject( binder, path, &tlSceneMaterialTable, json, material, false );
	material->resolving = false;
	material->resolved = true;
	return result;
}

// A material with a base starts from the base and takes its own fields over it.
static tlResult Resolve( tlBinder* binder, const tlPath* path, tlScene* scene, tlSceneMaterial* material, const json_t* json,
                         int depth )
{
	if ( material->resolved )
	{
		return tl_success;
	}
	if ( material->fabric != NULL )
	{
		return TakeFabric( binder, path, material, json );
	}
	if ( material->base == NULL )
	{
		material->resolved = true;
		return tl_success;
	}
	if ( material->resolving )
	{
		return tlBinder_Fail( binder, path, "base", false, "a material can not be its own base" );
	}
	if ( depth > tl_maxBaseDepth )
	{
		return tlBinder_Fail( binder, path, "base", false, "bases are nested more than %d deep", tl_maxBaseDepth );
	}
	material->resolving = true;
	int32_t base = 0;
	tlResult result = Link( binder, path, "base", Materials( scene ), material->base, &base );
	if ( result != tl_success )
	{
		return result;
	}
	const tlPath* root = path;
	while ( root->parent != NULL )
	{
		root = root->parent;
	}
	result = ResolveNamed( binder, root, scene, base, depth + 1 );
	if ( result == tl_success )
	{
		material->material = scene->materials[base].material;
		memcpy( material->families, scene->materials[base].families, sizeof material->families );
		result = tlBindObject( binder, path, &tlSceneMaterialTable, json, material, false );
	}
	material->resolving = false;
	material->resolved = true;
	return result;
}

static tlResult LinkMaterial( tlBinder* binder, const tlPath* path, tlScene* scene, tlSceneBody* body, const json_t* json )
{
	if ( body->materialName != NULL )
	{
		int32_t index = 0;
		tlResult result = Link( binder, path, "material", Materials( scene ), body->materialName, &index );
		if ( result == tl_success )
		{
			body->material = scene->materials[index].material;
		}
		return result;
	}
	body->material = tlDefaultMaterial();
	if ( body->ownMaterial != NULL )
	{
		tlPath own = { path, "material", 0 };
		tlResult result = Resolve( binder, &own, scene, body->ownMaterial, json_object_get( json, "material" ), 0 );
		body->material = body->ownMaterial->material;
		return result;
	}
	return tl_success;
}

// ---- movers

static tlResult LinkMover( tlBinder* binder, const tlPath* path, const tlScene* scene, int32_t count, const char* name,
                           int32_t* index )
{
	*index = -1;
	if ( name == NULL )
	{
		return tl_success;
	}
	tlNamed movers = { scene->movers, sizeof( tlSceneMover ), count, "mover" };
	tlNamed all = { scene->movers, sizeof( tlSceneMover ), scene->moverCount, "mover" };
	int32_t later = FindName( &all, name );
	if ( later >= count )
	{
		return tlBinder_Fail( binder, path, "follow", false, "\"%.60s\" must stand before this mover in the list", name );
	}
	return Link( binder, path, "follow", movers, name, index );
}

// ---- bodies and probes

static tlResult LinkBody( tlBinder* binder, const tlPath* path, tlScene* scene, const json_t* json )
{
	int32_t index = path->index;
	tlSceneBody* body = &scene->bodies[index];
	tlResult result = LinkMaterial( binder, path, scene, body, json );
	if ( result == tl_success && body->rope != NULL && body->rope->linearDensity > 0 )
	{
		body->material.linearDensity = (tlReal)body->rope->linearDensity;
	}
	result = result == tl_success ? tlCheckMaps( binder, path, body ) : result;
	tlPath list = { path, "pins", 0 };
	for ( int32_t i = 0; i < body->pinCount && result == tl_success; ++i )
	{
		tlPath pins = { &list, NULL, i };
		result = LinkMover( binder, &pins, scene, scene->moverCount, body->pins[i].follow, &body->pins[i].mover );
		if ( result == tl_success && body->pins[i].group != NULL )
		{
			tlNamed groups = { body->groups, sizeof( tlSceneGroup ), body->groupCount, "group" };
			int32_t group = 0;
			result = Link( binder, &pins, "group", groups, body->pins[i].group, &group );
		}
	}
	return result;
}

// Most probes of one body may leave it out when there is only one; those that can be summed or compared mean all then.
static bool MayMeanAll( tlProbeType type )
{
	return type >= tl_kineticEnergyProbe;
}

static tlResult LinkProbeBody( tlBinder* binder, const tlPath* path, const tlScene* scene, const char* name, bool all,
                               int32_t* index )
{
	tlNamed bodies = { scene->bodies, sizeof( tlSceneBody ), scene->bodyCount, "body" };
	if ( name != NULL )
	{
		return Link( binder, path, "body", bodies, name, index );
	}
	*index = all ? -1 : 0;
	if ( !all && scene->bodyCount > 1 )
	{
		return tlBinder_Fail( binder, path, NULL, false, "\"body\" is missing; the scene has %d bodies", scene->bodyCount );
	}
	return tl_success;
}

static tlResult LinkProbe( tlBinder* binder, const tlPath* path, tlScene* scene )
{
	tlSceneProbe* probe = &scene->probes[path->index];
	if ( probe->type != tl_distanceProbe )
	{
		return LinkProbeBody( binder, path, scene, probe->bodyName, MayMeanAll( probe->type ), &probe->body );
	}
	tlResult result = tl_success;
	tlPath list = { path, "between", 0 };
	for ( int32_t i = 0; i < probe->betweenCount && result == tl_success; ++i )
	{
		tlPath vertex = { &list, NULL, i };
		result = LinkProbeBody( binder, &vertex, scene, probe->between[i].bodyName, false, &probe->between[i].body );
	}
	return result;
}

tlResult tlFinishScene( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	tlScene* scene = object;
	tlPath movers = { path, "movers", 0 };
	tlPath bodies = { path, "bodies", 0 };
	tlPath colliders = { path, "colliders", 0 };
	tlPath probes = { path, "probes", 0 };
	tlPath forces = { path, "forces", 0 };
	tlResult result = NameAll( binder, &movers, scene->movers, sizeof( tlSceneMover ), scene->moverCount, "mover" );
	result = result != tl_success
	             ? result
	             : NameAll( binder, &bodies, scene->bodies, sizeof( tlSceneBody ), scene->bodyCount, "body" );
	result = result != tl_success ? result
	                              : NameAll( binder, &colliders, scene->colliders, sizeof( tlSceneCollider ),
	                                         scene->colliderCount, "collider" );
	result = result != tl_success
	             ? result
	             : NameAll( binder, &probes, scene->probes, sizeof( tlSceneProbe ), scene->probeCount, "probe" );
	for ( int32_t i = 0; i < scene->materialCount && result == tl_success; ++i )
	{
		result = ResolveNamed( binder, path, scene, i, 0 );
	}
	for ( int32_t i = 0; i < scene->moverCount && result == tl_success; ++i )
	{
		tlPath mover = { &movers, NULL, i };
		result = LinkMover( binder, &mover, scene, i, scene->movers[i].follow, &scene->movers[i].parent );
	}
	for ( int32_t i = 0; i < scene->bodyCount && result == tl_success; ++i )
	{
		tlPath body = { &bodies, NULL, i };
		result = LinkBody( binder, &body, scene, json_array_get( json_object_get( json, "bodies" ), (size_t)i ) );
	}
	for ( int32_t i = 0; i < scene->forceCount && result == tl_success; ++i )
	{
		tlPath force = { &forces, NULL, i };
		result = LinkProbeBody( binder, &force, scene, scene->forces[i].bodyName, true, &scene->forces[i].body );
	}
	for ( int32_t i = 0; i < scene->colliderCount && result == tl_success; ++i )
	{
		tlPath collider = { &colliders, NULL, i };
		result =
		    LinkMover( binder, &collider, scene, scene->moverCount, scene->colliders[i].follow, &scene->colliders[i].mover );
	}
	for ( int32_t i = 0; i < scene->probeCount && result == tl_success; ++i )
	{
		tlPath probe = { &probes, NULL, i };
		result = LinkProbe( binder, &probe, scene );
	}
	return result;
}
