// Checks of single objects that a line of a table can not express, and the values derived from them.
// SPDX-License-Identifier: MIT
#include "scene_tables.h"

#include "base/core.h"

#include <stdio.h>

static bool Has( const json_t* json, const char* name )
{
	return json_object_get( json, name ) != NULL;
}

// ---- motion

tlResult tlFinishRotation( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	const double radians = 3.14159265358979323846 / 180;
	tlSceneRotation* rotation = object;
	if ( Has( json, "quaternion" ) )
	{
		rotation->q = rotation->quaternion;
	}
	else if ( Has( json, "axis" ) )
	{
		if ( !( tlLength( rotation->axis ) > (tlReal)1e-12 ) )
		{
			return tlBinder_Fail( binder, path, "axis", false, "must not be zero" );
		}
		rotation->q = tlMakeQuat( rotation->axis, rotation->angleDegrees * radians );
	}
	else
	{
		tlVec3 x = { 1, 0, 0 };
		tlVec3 y = { 0, 1, 0 };
		tlVec3 z = { 0, 0, 1 };
		tlQuat qx = tlMakeQuat( x, rotation->eulerDegrees.x * radians );
		tlQuat qy = tlMakeQuat( y, rotation->eulerDegrees.y * radians );
		tlQuat qz = tlMakeQuat( z, rotation->eulerDegrees.z * radians );
		rotation->q = tlNormalizeQuat( tlMulQuat( qz, tlMulQuat( qy, qx ) ) );
	}
	return tl_success;
}

tlResult tlFinishKey( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	(void)binder;
	(void)path;
	tlSceneKey* key = object;
	key->hasPosition = Has( json, "position" );
	key->hasRotation = Has( json, "rotation" );
	return tl_success;
}

static tlResult CheckMotion( tlBinder* binder, const tlPath* path, const tlSceneMotion* motion )
{
	for ( int32_t i = 1; i < motion->keyCount; ++i )
	{
		if ( !( motion->keys[i].time > motion->keys[i - 1].time ) )
		{
			tlPath keys = { path, "keyframes", 0 };
			tlPath key = { &keys, NULL, i };
			return tlBinder_Fail( binder, &key, "time", false,
			                      "must be later than the key frame before it (%.9g s), not %.9g", motion->keys[i - 1].time,
			                      motion->keys[i].time );
		}
	}
	if ( motion->loop && motion->keyCount < 2 )
	{
		return tlBinder_Fail( binder, path, "loop", true, "needs at least two key frames" );
	}
	return tl_success;
}

tlResult tlFinishMover( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	(void)json;
	return CheckMotion( binder, path, &( (tlSceneMover*)object )->motion );
}

tlResult tlFinishCollider( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	tlSceneCollider* collider = object;
	bool hasStatic = Has( json, "staticFriction" );
	bool hasKinetic = Has( json, "kineticFriction" );
	if ( hasStatic != hasKinetic )
	{
		tlReal friction = hasStatic ? collider->staticFriction : collider->kineticFriction;
		collider->staticFriction = friction;
		collider->kineticFriction = friction;
	}
	if ( collider->kineticFriction > collider->staticFriction )
	{
		return tlBinder_Fail( binder, path, "kineticFriction", false, "must not be above staticFriction (%.6g), not %.6g",
		                      (double)collider->staticFriction, (double)collider->kineticFriction );
	}
	return CheckMotion( binder, path, &collider->motion );
}

// ---- budget, material, camera

tlResult tlFinishBudget( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	(void)json;
	tlBudget* budget = object;
	budget->cookie = tlDefaultBudget().cookie;
	tlError error;
	if ( tlValidateBudget( budget, &error ) != tl_success )
	{
		return tlBinder_Fail( binder, path, NULL, false, "%s", error.message );
	}
	return tl_success;
}

tlResult tlFinishMaterial( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	tlMaterial* material = &( (tlSceneMaterial*)object )->material;
	material->cookie = tlDefaultMaterial().cookie;
	bool hasStatic = Has( json, "staticFriction" );
	bool hasKinetic = Has( json, "kineticFriction" );
	if ( material->kineticFriction > material->staticFriction )
	{
		// The one that is not given yields; where both are given they contradict each other.
		if ( hasStatic && hasKinetic )
		{
			return tlBinder_Fail( binder, path, "kineticFriction", false,
			                      "must not be above staticFriction (%.6g), not %.6g", (double)material->staticFriction,
			                      (double)material->kineticFriction );
		}
		tlReal friction = hasStatic ? material->staticFriction : material->kineticFriction;
		material->staticFriction = friction;
		material->kineticFriction = friction;
	}
	tlError error;
	if ( tlValidateMaterial( material, &error ) != tl_success )
	{
		return tlBinder_Fail( binder, path, NULL, false, "%s", error.message );
	}
	return tl_success;
}

tlResult tlFinishWind( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	(void)json;
	tlWind* wind = object;
	wind->cookie = tlDefaultWind().cookie;
	tlError error;
	if ( tlValidateWind( wind, &error ) != tl_success )
	{
		return tlBinder_Fail( binder, path, NULL, false, "%s", error.message );
	}
	return tl_success;
}

tlResult tlFinishForce( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	(void)json;
	tlSceneForce* force = object;
	tlForceFieldDef def = tlDefaultForceFieldDef();
	force->field.cookie = def.cookie;
	force->field.radius = force->radius < 1e30 ? (tlReal)force->radius : def.radius;
	tlError error;
	if ( tlValidateForceField( &force->field, &error ) != tl_success )
	{
		return tlBinder_Fail( binder, path, NULL, false, "%s", error.message );
	}
	return tl_success;
}

tlResult tlFinishCamera( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	(void)json;
	const tlSceneCamera* camera = object;
	double x = camera->target.x - camera->eye.x;
	double z = camera->target.z - camera->eye.z;
	if ( x == 0 && z == 0 )
	{
		return tlBinder_Fail( binder, path, "target", false, "must not stand straight above or below the eye" );
	}
	return tl_success;
}

// ---- bodies

tlResult tlFinishConstraint( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	tlSceneConstraint* constraint = object;
	int32_t type = tlFindConstraintType( constraint->type );
	if ( type < 0 )
	{
		char names[256] = "";
		for ( int32_t i = 0; i < tlGetConstraintTypeCount(); ++i )
		{
			size_t used = strlen( names );
			snprintf( names + used, sizeof names - used, "%s\"%s\"", i > 0 ? ", " : "", tlGetConstraintTypeInfo( i ).name );
		}
		return tlBinder_Fail( binder, path, "type", false, "there is no constraint type \"%.40s\"; there are %s",
		                      constraint->type, names );
	}
	tlConstraintTypeInfo info = tlGetConstraintTypeInfo( type );
	if ( constraint->vertexCount != info.arity )
	{
		return tlBinder_Fail( binder, path, "vertices", false, "the type \"%s\" joins %d vertices, not %d", info.name,
		                      info.arity, constraint->vertexCount );
	}
	for ( int32_t i = 1; i < constraint->vertexCount; ++i )
	{
		for ( int32_t j = 0; j < i; ++j )
		{
			if ( constraint->vertices[i] == constraint->vertices[j] )
			{
				return tlBinder_Fail( binder, path, "vertices", false, "vertex %d stands there twice",
				                      constraint->vertices[i] );
			}
		}
	}
	constraint->useRestShape = !Has( json, "rest" );
	if ( json_is_number( json_object_get( json, "rest" ) ) )
	{
		constraint->rest = tlPool_Alloc( binder->pool, 1, sizeof( tlReal ) );
		if ( constraint->rest == NULL )
		{
			return tlFailMemory( binder->error );
		}
		constraint->rest[0] = constraint->oneRest;
		constraint->restCount = 1;
	}
	if ( !constraint->useRestShape && constraint->restCount != info.parameterCount )
	{
		return tlBinder_Fail( binder, path, "rest", false, "the type \"%s\" has %d rest values, not %d", info.name,
		                      info.parameterCount, constraint->restCount );
	}
	return tl_success;
}

tlResult tlFinishBox( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	(void)json;
	const tlSceneBox* box = object;
	if ( box->min.x > box->max.x || box->min.y > box->max.y || box->min.z > box->max.z )
	{
		return tlBinder_Fail( binder, path, "min", false, "must not be above max on any axis" );
	}
	return tl_success;
}

tlResult tlFinishPins( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	const tlScenePins* pins = object;
	if ( pins->follow != NULL && Has( json, "keyframes" ) )
	{
		return tlBinder_Fail( binder, path, "keyframes", true, "pins take key frames or follow a mover, not both" );
	}
	return CheckMotion( binder, path, &pins->motion );
}

tlResult tlFinishRope( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	tlSceneRope* rope = object;
	if ( !Has( json, "points" ) && !( tlDistance( rope->from, rope->to ) > 0 ) )
	{
		return tlBinder_Fail( binder, path, "to", false, "must not be the same point as from" );
	}
	int32_t count = Has( json, "points" ) ? rope->pointCount : rope->segments + 1;
	if ( rope->closed && count < 3 )
	{
		return tlBinder_Fail( binder, path, "closed", true, "a closed rope needs at least three points, not %d", count );
	}
	return tl_success;
}

tlResult tlFinishBody( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	(void)binder;
	(void)path;
	tlSceneBody* body = object;
	if ( !Has( json, "weld" ) )
	{
		body->weld = body->mesh != NULL;
	}
	return tl_success;
}

// ---- probes

tlResult tlFinishProbe( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	const tlSceneProbe* probe = object;
	bool vertices = Has( json, "vertices" );
	if ( vertices && Has( json, "index" ) )
	{
		return tlBinder_Fail( binder, path, "index", true,
		                      "a constraint is given by its vertices or by its index, not both" );
	}
	if ( probe->type == tl_forceProbe && !vertices && !Has( json, "index" ) )
	{
		return tlBinder_Fail( binder, path, NULL, false, "a force needs \"vertices\", or \"set\" and \"index\"" );
	}
	return tl_success;
}
