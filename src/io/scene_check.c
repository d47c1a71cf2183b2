// Checks of single objects that a line of a table can not express, and the values derived from them.
// SPDX-License-Identifier: MIT
#include "scene_tables.h"

#include "constraint/constraint.h"

#include "base/core.h"
#include "collide/shape.h"

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

// What a table can not say of a shape, and all that can be known of it without its files.
tlResult tlFinishShape( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	tlSceneShape* shape = object;
	tlShapeType type = shape->shape.type;
	shape->depthLimit = Has( json, "depthLimit" ) ? shape->depthLimit : (tlReal)INFINITY;
	if ( ( type == tl_gridShape || type == tl_meshShape ) && shape->mesh == NULL )
	{
		return tlBinder_Fail( binder, path, NULL, false, "\"mesh\" is missing; it must be an object" );
	}
	if ( type == tl_hullShape && ( shape->points == NULL ) == ( shape->mesh == NULL ) )
	{
		return tlBinder_Fail( binder, path, shape->mesh != NULL ? "mesh" : NULL, shape->mesh != NULL,
		                      shape->mesh != NULL ? "a hull takes points or a mesh, not both"
		                                          : "a hull needs points or a mesh" );
	}
	if ( shape->heights != NULL && (int64_t)shape->columns * shape->rows != shape->heightCount )
	{
		return tlBinder_Fail( binder, path, "heights", false,
		                      "must hold %lld numbers, one for each of %d columns and %d rows, not %d",
		                      (long long)shape->columns * shape->rows, shape->columns, shape->rows, shape->heightCount );
	}
	if ( type >= tl_hullShape )
	{
		tlVec3 s = shape->scale;
		return s.x != 0 && s.y != 0 && s.z != 0
		           ? tl_success
		           : tlBinder_Fail( binder, path, "scale", false, "a scale must be finite and not 0 along any axis" );
	}
	const char* fault = tlFindShapeFault( &shape->shape );
	if ( fault != NULL )
	{
		return tlBinder_Fail( binder, path, NULL, false, "%s", fault );
	}
	tlShape scaled;
	tlShapeData* data;
	tlError error;
	return tlScaleShape( &shape->shape, shape->scale, &scaled, &data, &error ) == tl_success
	           ? tl_success
	           : tlBinder_Fail( binder, path, Has( json, "scale" ) ? "scale" : NULL, false, "%s", error.message );
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

tlResult tlFinishElasticity( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	(void)object;
	return Has( json, "slider" ) && Has( json, "compliance" )
	           ? tlBinder_Fail( binder, path, "slider", true, "an elasticity takes a slider or a compliance, not both" )
	           : tl_success;
}

// Compliances from sliders, and the elasticities to where the core has them.
static tlResult FinishFamilies( tlBinder* binder, const tlPath* path, const json_t* json, tlSceneMaterial* scene )
{
	static const char* const names[tl_customFamily] = { "stretch", "shear", "bend", "area", "volume", "tether" };
	tlElasticity* own[tl_customFamily] = { &scene->material.stretch, &scene->material.shear,  &scene->material.bend,
		                                   &scene->material.area,    &scene->material.volume, &scene->material.tether };
	for ( int32_t family = 0; family < tl_customFamily; ++family )
	{
		tlPath child = { path, names[family], 0 };
		tlSceneElasticity* e = &scene->families[family];
		if ( Has( json_object_get( json, names[family] ), "slider" ) )
		{
			if ( family > tl_bendFamily )
			{
				return tlBinder_Fail( binder, &child, "slider", true, "only stretch, shear and bend have a slider" );
			}
			if ( scene->material.measured )
			{
				return tlBinder_Fail( binder, &child, "slider", true,
				                      "has no effect, as the material is measured; set \"measured\" to false beside it" );
			}
			e->elasticity.compliance = tlGetSliderCompliance( (tlFamily)family, e->slider );
		}
		*own[family] = e->elasticity;
	}
	return tl_success;
}

static const char* const s_moduli[] = { "warpStiffness",  "weftStiffness", "shearStiffness", "poissonRatio",
	                                    "warpBending",    "weftBending",   "biasBending",    "areaStiffness",
	                                    "axialStiffness", "ropeBending",   "ropeTwist" };

bool tlIsModulus( const char* name )
{
	for ( size_t i = 0; i < sizeof s_moduli / sizeof s_moduli[0]; ++i )
	{
		if ( strcmp( s_moduli[i], name ) == 0 )
		{
			return true;
		}
	}
	return false;
}

// Moduli from Young's modulus and a size, under those that are given themselves.
static tlResult FinishModuli( tlBinder* binder, const tlPath* path, const json_t* json, tlSceneMaterial* scene )
{
	tlMaterial* material = &scene->material;
	bool sheet = Has( json, "sheetThickness" ), rope = Has( json, "ropeRadius" );
	bool young = Has( json, "youngsModulus" );
	if ( young && !sheet && !rope )
	{
		return tlBinder_Fail( binder, path, "youngsModulus", true, "needs \"sheetThickness\" or \"ropeRadius\" beside it" );
	}
	bool measured = material->measured;
	if ( young && sheet )
	{
		tlMaterial_SetSheet( material, scene->youngsModulus, scene->sheetThickness, material->poissonRatio );
	}
	if ( young && rope )
	{
		tlMaterial_SetRope( material, scene->youngsModulus, scene->ropeRadius, material->poissonRatio );
	}
	bool any = young;
	for ( size_t i = 0; i < sizeof s_moduli / sizeof s_moduli[0]; ++i )
	{
		const json_t* given = json_object_get( json, s_moduli[i] );
		if ( given != NULL )
		{
			*tlMaterial_Find( material, s_moduli[i] ) = (tlReal)json_number_value( given );
			any = true;
		}
	}
	material->measured = Has( json, "measured" ) ? measured : measured || any;
	return tl_success;
}

tlResult tlFinishMaterial( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	tlSceneMaterial* scene = object;
	tlMaterial* material = &scene->material;
	material->cookie = tlDefaultMaterial().cookie;
	if ( scene->base != NULL && scene->fabric != NULL )
	{
		return tlBinder_Fail( binder, path, "fabric", true, "a material has a base or a fabric, not both" );
	}
	if ( ( scene->base != NULL || scene->fabric != NULL ) && !scene->resolving )
	{
		return tl_success; // these fields are bound again over those of the base
	}
	tlResult result = FinishModuli( binder, path, json, scene );
	result = result == tl_success ? FinishFamilies( binder, path, json, scene ) : result;
	if ( result != tl_success )
	{
		return result;
	}
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

static const char* NextTypeName( void* context, int32_t index )
{
	(void)context;
	return index < tlGetConstraintTypeCount() ? tlGetConstraintTypeInfo( index ).name : NULL;
}

tlResult tlFinishConstraint( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	tlSceneConstraint* constraint = object;
	int32_t type = tlFindConstraintType( constraint->type );
	if ( type < 0 )
	{
		const char* nearest = tlFindNearest( constraint->type, NextTypeName, NULL );
		return tlBinder_Fail( binder, path, "type", false, "there is no constraint type \"%.40s\"%s%s%s", constraint->type,
		                      nearest != NULL ? "; did you mean \"" : "", nearest != NULL ? nearest : "",
		                      nearest != NULL ? "\"?" : "" );
	}
	tlConstraintTypeInfo info = tlGetConstraintTypeInfo( type );
	if ( info.arity == 0 || info.frameMask != 0 )
	{
		return tlBinder_Fail( binder, path, "type", false, "\"%s\" is made from the mesh, not by hand", info.name );
	}
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
	const tlConstraintType* full = tlGetConstraintType( type );
	const char* fault =
	    !constraint->useRestShape && full->findRestFault != NULL ? full->findRestFault( constraint->rest ) : NULL;
	if ( fault != NULL )
	{
		return tlBinder_Fail( binder, path, "rest", false, "%s", fault );
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

// A type that a family of the faces can be made of.
static tlResult CheckType( tlBinder* binder, const tlPath* path, const char* field, const char* name, tlFamily family )
{
	char names[256] = "";
	size_t used = 0;
	for ( int32_t i = 0; i < tlGetConstraintTypeCount(); ++i )
	{
		tlConstraintTypeInfo info = tlGetConstraintTypeInfo( i );
		if ( info.family != family || info.element == tl_noElement || info.frameMask != 0 )
		{
			continue;
		}
		if ( strcmp( info.name, name ) == 0 )
		{
			return tl_success;
		}
		int length = snprintf( names + used, sizeof names - used, "%s\"%s\"", used > 0 ? ", " : "", info.name );
		used = used + (size_t)length < sizeof names ? used + (size_t)length : sizeof names - 1;
	}
	return tlBinder_Fail( binder, path, field, false, "there is no such type \"%.40s\"; there are %s", name, names );
}

tlResult tlFinishBody( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	tlSceneBody* body = object;
	tlResult result = CheckType( binder, path, "stretchType", body->stretchType, tl_stretchFamily );
	result = result == tl_success ? CheckType( binder, path, "bendType", body->bendType, tl_bendFamily ) : result;
	if ( result != tl_success )
	{
		return result;
	}
	if ( tlLength( body->warp ) == 0 )
	{
		return tlBinder_Fail( binder, path, "warp", false, "must be a direction, not zero" );
	}
	body->hasRestAngle = Has( json, "restAngle" );
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
