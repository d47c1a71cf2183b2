// From a checked scene to a world at time 0, and the targets of its key frames.
// SPDX-License-Identifier: MIT
#include "scene_tables.h"

#include "base/core.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// ---- poses

// Positions stay in double, so that what follows a mover far away does not lose its place.
static tlPosition PlacePoint( const tlTransform* frame, tlPosition local )
{
	double x = frame->q.x, y = frame->q.y, z = frame->q.z, s = frame->q.s;
	double tx = 2 * ( y * local.z - z * local.y );
	double ty = 2 * ( z * local.x - x * local.z );
	double tz = 2 * ( x * local.y - y * local.x );
	tlPosition p = { frame->p.x + local.x + s * tx + y * tz - z * ty, frame->p.y + local.y + s * ty + z * tx - x * tz,
		             frame->p.z + local.z + s * tz + x * ty - y * tx };
	return p;
}

static tlTransform Compose( const tlTransform* frame, const tlTransform* local )
{
	tlTransform pose = { PlacePoint( frame, local->p ), tlNormalizeQuat( tlMulQuat( frame->q, local->q ) ) };
	return pose;
}

static tlTransform PoseOf( const tlScenePlacement* placement )
{
	tlTransform pose = { placement->position, placement->rotation.q };
	return pose;
}

static tlTransform EvaluateIn( const tlTransform* frame, const tlSceneMotion* motion, const tlScenePlacement* placement,
                               double time )
{
	tlTransform rest = PoseOf( placement );
	tlTransform local = tlEvaluateMotion( motion, &rest, time );
	return frame != NULL ? Compose( frame, &local ) : local;
}

static void EvaluateMovers( tlSceneBuild* build, double time )
{
	const tlScene* scene = build->scene;
	for ( int32_t i = 0; i < scene->moverCount; ++i )
	{
		const tlSceneMover* mover = &scene->movers[i]; // its parent stands before it
		const tlTransform* frame = mover->parent >= 0 ? &build->movers[mover->parent] : NULL;
		build->movers[i] = EvaluateIn( frame, &mover->motion, &mover->transform, time );
	}
}

static tlTransform EvaluateCollider( const tlSceneBuild* build, int32_t index, double time )
{
	const tlSceneCollider* collider = &build->scene->colliders[index];
	const tlTransform* frame = collider->mover >= 0 ? &build->movers[collider->mover] : NULL;
	return EvaluateIn( frame, &collider->motion, &collider->transform, time );
}

// ---- fabrics

static tlResult FillConstraints( const tlScene* scene, int32_t body, const tlBodyShape* shape, tlConstraintDef* defs,
                                 tlError* error )
{
	const tlSceneBody* b = &scene->bodies[body];
	for ( int32_t i = 0; i < b->constraintCount; ++i )
	{
		const tlSceneConstraint* c = &b->constraints[i];
		tlConstraintDef def = {
			.type = c->type, .useRestShape = c->useRestShape, .compliance = c->compliance, .damping = c->damping
		};
		for ( int32_t k = 0; k < c->vertexCount; ++k )
		{
			if ( c->vertices[k] >= shape->vertexCount )
			{
				char field[64];
				snprintf( field, sizeof field, "/constraints/%d/vertices/%d", i, k );
				return tlScene_Fail( scene, "bodies", body, field, error,
				                     "there is no vertex %d: the body has %d, numbered from 0", c->vertices[k],
				                     shape->vertexCount );
			}
			def.particles[k] = c->vertices[k];
		}
		for ( int32_t k = 0; k < c->restCount && k < TL_MAX_PARAMETERS; ++k )
		{
			def.parameters[k] = c->rest[k];
		}
		defs[i] = def;
	}
	return tl_success;
}

static tlResult FillMasses( const tlScene* scene, int32_t body, const tlBodyShape* shape, tlPool* pool,
                            const tlReal** masses, tlError* error )
{
	const tlSceneBody* b = &scene->bodies[body];
	*masses = b->masses;
	if ( b->masses != NULL && b->massCount != shape->ownCount )
	{
		return tlScene_Fail( scene, "bodies", body, "/masses", error,
		                     "must hold one mass for each of the %d vertices, not %d", shape->ownCount, b->massCount );
	}
	if ( shape->vertexCount > shape->ownCount && ( b->masses != NULL || b->oneMass >= 0 ) )
	{
		// Vertices that were split off along a seam are welded to their own, which has the mass of both.
		tlReal* own = tlPool_Alloc( pool, (size_t)shape->vertexCount, sizeof *own );
		for ( int32_t i = 0; own != NULL && i < shape->ownCount; ++i )
		{
			own[i] = b->masses != NULL ? b->masses[i] : b->oneMass;
		}
		*masses = own;
		return own != NULL ? tl_success : tlFailMemory( error );
	}
	if ( b->masses == NULL && b->oneMass >= 0 )
	{
		tlReal* same = tlPool_Alloc( pool, (size_t)shape->vertexCount, sizeof *same );
		if ( same == NULL )
		{
			return tlFailMemory( error );
		}
		for ( int32_t i = 0; i < shape->vertexCount; ++i )
		{
			same[i] = b->oneMass;
		}
		*masses = same;
	}
	return tl_success;
}

static tlResult CookBody( tlSceneBuild* build, int32_t body, const tlBodyShape* shape, tlPool* pool, tlError* error )
{
	const tlScene* scene = build->scene;
	const tlSceneBody* b = &scene->bodies[body];
	tlFabricDef def = tlDefaultFabricDef();
	def.positions = shape->positions;
	def.vertexCount = shape->vertexCount;
	def.faceSizes = shape->faceSizes;
	def.faceCorners = shape->faceCorners;
	def.faceCount = shape->faceCount;
	def.weld = b->weld;
	def.weldDistance = b->weldDistance;
	def.stretch = b->stretch;
	def.shear = b->shear;
	def.bend = b->bend;
	def.stretchType = b->stretchType;
	def.bendType = b->bendType;
	def.areaType = b->area ? "area" : NULL;
	def.volumeType = b->volume ? "volume" : NULL;
	def.rod = b->rod;
	def.warp = b->warp;
	def.flatness = b->flatness;
	def.sameRestAngle = b->hasRestAngle;
	def.restAngle = (tlReal)( b->restAngle * ( 3.14159265358979323846 / 180 ) );
	def.twist = (tlReal)( b->twist * ( 3.14159265358979323846 / 180 ) );
	tlConstraintDef* constraints = tlPool_Alloc( pool, (size_t)b->constraintCount, sizeof *constraints );
	if ( constraints == NULL )
	{
		return tlFailMemory( error );
	}
	tlResult result = FillConstraints( scene, body, shape, constraints, error );
	result = result == tl_success ? FillMasses( scene, body, shape, pool, &def.masses, error ) : result;
	result = result == tl_success ? tlFillPattern( scene, body, shape, pool, &def.pattern, error ) : result;
	def.patternRest = b->patternRest;
	if ( result != tl_success )
	{
		return result;
	}
	def.constraints = constraints;
	def.constraintCount = b->constraintCount;
	tlError inner;
	result = tlCreateFabric( &def, &build->bodies[body].fabric, &inner );
	if ( result == tl_success )
	{
		tlNoteMesh( build, b, tlFabric_GetReport( build->bodies[body].fabric ) );
		tlNoteIdle( build, b, build->bodies[body].fabric );
		return tl_success;
	}
	if ( result == tl_outOfMemory )
	{
		return tlFailMemory( error );
	}
	int32_t constraint;
	int skipped = 0;
	if ( sscanf( inner.message, "constraint %" SCNd32 ": %n", &constraint, &skipped ) == 1 && skipped > 0 )
	{
		char pointer[48];
		snprintf( pointer, sizeof pointer, "/constraints/%" PRId32, constraint );
		return tlScene_Fail( scene, "bodies", body, pointer, error, "%s", inner.message + skipped );
	}
	if ( b->mesh != NULL )
	{
		return tlScene_Fail( scene, "bodies", body, "/mesh/file", error, "%s: %s", b->mesh->file, inner.message );
	}
	const char* field = b->grid != NULL ? "/grid" : ( b->rope != NULL ? "/rope" : "/particles" );
	return tlScene_Fail( scene, "bodies", body, field, error, "%s", inner.message );
}

// ---- pins

// Particles of the marked vertices, each once.
static int32_t ListParticles( const tlFabric* fabric, const bool* marks, bool* seen, int32_t* particles )
{
	const int32_t* map = tlFabric_GetVertexMap( fabric );
	int32_t count = 0;
	memset( seen, 0, sizeof *seen * (size_t)tlFabric_GetParticleCount( fabric ) );
	for ( int32_t i = 0; i < tlFabric_GetVertexCount( fabric ); ++i )
	{
		if ( marks[i] && !seen[map[i]] )
		{
			seen[map[i]] = true;
			particles[count++] = map[i];
		}
	}
	return count;
}

static tlPosition PlaceVertex( const tlTransform* transform, tlVec3 local )
{
	tlPosition p = { local.x, local.y, local.z };
	return PlacePoint( transform, p );
}

static tlPosition FindMean( const tlTransform* transform, const tlVec3* rest, const int32_t* particles, int32_t count )
{
	tlPosition mean = { 0, 0, 0 };
	for ( int32_t i = 0; i < count; ++i )
	{
		tlPosition p = PlaceVertex( transform, rest[particles[i]] );
		mean.x += p.x / count;
		mean.y += p.y / count;
		mean.z += p.z / count;
	}
	return mean;
}

static tlResult FillPins( tlSceneBuild* build, int32_t body, const tlBodyShape* shape, const tlTransform* transform,
                          tlPool* pool, tlPinDef* defs, tlError* error )
{
	const tlSceneBody* b = &build->scene->bodies[body];
	tlBodyBuild* made = &build->bodies[body];
	const tlFabric* fabric = made->fabric;
	size_t vertexCount = (size_t)shape->vertexCount;
	bool* marks = tlPool_Alloc( pool, vertexCount, sizeof *marks );
	bool* any = tlPool_Alloc( pool, vertexCount, sizeof *any );
	bool* seen = tlPool_Alloc( pool, vertexCount, sizeof *seen );
	if ( marks == NULL || any == NULL || seen == NULL )
	{
		return tlFailMemory( error );
	}
	for ( int32_t i = 0; i < b->pinCount; ++i )
	{
		tlResult result = tlMarkPins( build->scene, body, i, shape, marks, error );
		if ( result != tl_success )
		{
			return result;
		}
		for ( int32_t k = 0; k < shape->vertexCount; ++k )
		{
			made->pinnedVertexCount += marks[k] && !any[k] ? 1 : 0;
			any[k] = any[k] || marks[k];
		}
		int32_t* particles = tlPool_Alloc( pool, vertexCount, sizeof *particles );
		if ( particles == NULL )
		{
			return tlFailMemory( error );
		}
		int32_t count = ListParticles( fabric, marks, seen, particles );
		const tlScenePins* pins = &b->pins[i];
		tlPinsBuild* pinsBuild = &made->pins[i];
		pinsBuild->pins = i;
		pinsBuild->moving = pins->mover >= 0 || pins->motion.keyCount > 0;
		pinsBuild->start = tlTransform_identity;
		pinsBuild->start.p = pins->pivot != NULL
		                         ? *pins->pivot
		                         : FindMean( transform, tlFabric_GetRestPositions( fabric ), particles, count );
		if ( pins->mover >= 0 )
		{
			pinsBuild->start = build->movers[pins->mover];
		}
		defs[i].particles = particles;
		defs[i].particleCount = count;
		defs[i].frame = pinsBuild->start;
		defs[i].compliance = pins->compliance;
		defs[i].damping = pins->damping;
	}
	if ( shape->vertexCount > 0 && made->pinnedVertexCount == shape->vertexCount )
	{
		tlAddNote( build, "%s: every vertex is pinned, so it only moves where its pins go", b->name );
	}
	return tl_success;
}

// ---- bodies and colliders

static tlPosition FindOrigin( const tlSceneBody* body )
{
	tlPosition p = body->transform.position;
	tlPosition zero = { 0, 0, 0 };
	tlPosition near = { floor( p.x + 0.5 ), floor( p.y + 0.5 ), floor( p.z + 0.5 ) };
	bool far = p.x * p.x + p.y * p.y + p.z * p.z > 100.0 * 100.0;
	return body->origin != NULL ? *body->origin : ( far ? near : zero );
}

// Positions are single numbers relative to the origin: from too far away, the body would lose its shape.
static tlResult CheckOrigin( const tlScene* scene, int32_t body, const tlBodyShape* shape, const tlBodyDef* def,
                             tlError* error )
{
	const double most = 1e5;
	for ( int32_t i = 0; i < shape->vertexCount && scene->bodies[body].origin != NULL; ++i )
	{
		tlPosition p = tlTransformPoint( &def->transform, shape->positions[i] );
		double x = p.x - def->origin.x, y = p.y - def->origin.y, z = p.z - def->origin.z;
		if ( !( x * x + y * y + z * z <= most * most ) )
		{
			return tlScene_Fail( scene, "bodies", body, "/origin", error,
			                     "vertex %d is more than 1e5 m from it, where single precision would round away the "
			                     "shape of the body",
			                     i );
		}
	}
	return tl_success;
}

static uint32_t SumGroups( const int32_t* groups, int32_t count, uint32_t none )
{
	uint32_t bits = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		bits |= 1u << groups[i];
	}
	return count > 0 ? bits : none;
}

static tlFilter MakeFilter( const tlSceneFilter* filter )
{
	return ( tlFilter ){ SumGroups( filter->groups, filter->groupCount, 1u ),
		                 SumGroups( filter->others, filter->otherCount, UINT32_MAX ) };
}

static tlResult MakeBody( tlSceneBuild* build, tlWorld* world, int32_t body, tlPool* scratch, tlError* error )
{
	const tlSceneBody* b = &build->scene->bodies[body];
	tlBodyBuild* made = &build->bodies[body];
	tlBodyShape shape;
	tlResult result = tlMakeBodyShape( build->scene, body, scratch, &shape, error );
	result = result == tl_success ? CookBody( build, body, &shape, scratch, error ) : result;
	if ( result != tl_success )
	{
		return result;
	}
	tlBodyDef def = tlDefaultBodyDef();
	def.fabric = made->fabric;
	def.material = b->material;
	def.transform = PoseOf( &b->transform );
	def.origin = FindOrigin( b );
	def.velocity = b->velocity;
	def.angularVelocity = b->angularVelocity;
	def.tetherMode = b->tethers.mode;
	def.tetherScale = b->tethers.scale;
	def.tetherCount = b->tethers.anchors;
	def.pressure = b->pressure;
	def.filter = MakeFilter( &b->filter );
	result = CheckOrigin( build->scene, body, &shape, &def, error );
	if ( result != tl_success )
	{
		return result;
	}
	tlPinDef* pins = tlPool_Alloc( scratch, (size_t)b->pinCount, sizeof *pins );
	made->pins = tlPool_Alloc( &build->pool, (size_t)b->pinCount, sizeof *made->pins );
	if ( pins == NULL || made->pins == NULL )
	{
		return tlFailMemory( error );
	}
	result = FillPins( build, body, &shape, &def.transform, scratch, pins, error );
	if ( result != tl_success )
	{
		return result;
	}
	def.pins = pins;
	def.pinCount = b->pinCount;
	tlMaterialMap* maps;
	result = tlFillMaps( build->scene, body, &shape, scratch, &maps, error );
	if ( result != tl_success )
	{
		return result;
	}
	def.maps = maps;
	def.mapCount = b->mapCount;
	tlError inner;
	result = tlCreateBody( world, &def, &made->id, &inner );
	return result == tl_success || result == tl_outOfMemory
	           ? ( result == tl_success ? result : tlFailMemory( error ) )
	           : tlScene_Fail( build->scene, "bodies", body, "", error, "%s", inner.message );
}

static tlResult MakeCollider( tlSceneBuild* build, tlWorld* world, int32_t index, tlError* error )
{
	const tlSceneCollider* collider = &build->scene->colliders[index];
	tlColliderDef def = tlDefaultColliderDef();
	tlResult result = tlMakeColliderShape( build->scene, index, &def.shape, &build->shapeData[index], error );
	if ( result != tl_success )
	{
		return result;
	}
	build->shapes[index] = def.shape;
	def.filter = MakeFilter( &collider->filter );
	def.sensor = collider->sensor;
	def.transform = EvaluateCollider( build, index, 0 );
	def.thickness = collider->thickness;
	def.staticFriction = collider->staticFriction;
	def.kineticFriction = collider->kineticFriction;
	def.restitution = collider->restitution;
	tlError inner;
	result = tlCreateCollider( world, &def, &build->colliders[index], &inner );
	if ( result == tl_success || result == tl_outOfMemory )
	{
		return result == tl_success ? result : tlFailMemory( error );
	}
	char pointer[32];
	snprintf( pointer, sizeof pointer, "/colliders/%d", index );
	return tlSource_Fail( &build->scene->source, error, pointer, false, "%s", inner.message );
}

static tlResult AddForces( const tlSceneBuild* build, tlWorld* world, tlError* error )
{
	const tlScene* scene = build->scene;
	tlResult result = tlWorld_SetWind( world, scene->wind, error ); // null: no air
	for ( int32_t i = 0; i < scene->forceCount && result == tl_success; ++i )
	{
		tlForceFieldDef def = scene->forces[i].field;
		if ( scene->forces[i].body >= 0 )
		{
			def.body = build->bodies[scene->forces[i].body].id;
		}
		tlForceFieldId id;
		result = tlWorld_AddForceField( world, &def, &id, error );
	}
	return result;
}

static tlResult Fill( tlSceneBuild* build, tlWorld* world, tlError* error )
{
	const tlScene* scene = build->scene;
	build->movers = tlPool_Alloc( &build->pool, (size_t)scene->moverCount, sizeof *build->movers );
	build->bodies = tlPool_Alloc( &build->pool, (size_t)scene->bodyCount, sizeof *build->bodies );
	build->colliders = tlPool_Alloc( &build->pool, (size_t)scene->colliderCount, sizeof *build->colliders );
	build->shapes = tlPool_Alloc( &build->pool, (size_t)scene->colliderCount, sizeof *build->shapes );
	build->shapeData = tlPool_Alloc( &build->pool, (size_t)scene->colliderCount, sizeof( tlShapeData* ) );
	if ( build->movers == NULL || build->bodies == NULL || build->colliders == NULL || build->shapes == NULL ||
	     build->shapeData == NULL )
	{
		return tlFailMemory( error );
	}
	EvaluateMovers( build, 0 );
	tlResult result = tl_success;
	for ( int32_t i = 0; i < scene->bodyCount && result == tl_success; ++i )
	{
		tlPool scratch = { NULL };
		result = MakeBody( build, world, i, &scratch, error );
		tlPool_Free( &scratch );
	}
	for ( int32_t i = 0; i < scene->colliderCount && result == tl_success; ++i )
	{
		result = MakeCollider( build, world, i, error );
	}
	return result == tl_success ? AddForces( build, world, error ) : result;
}

tlResult tlBuildScene( const tlScene* scene, tlWorld** world, tlSceneBuild** build, tlError* error )
{
	*world = NULL;
	*build = NULL;
	tlWorldDef def = tlDefaultWorldDef();
	def.gravity = scene->gravity;
	def.budget = scene->budget;
	tlResult result = tlCreateWorld( &def, world, error );
	if ( result != tl_success )
	{
		*world = NULL;
		return result;
	}
	tlSceneBuild* made = calloc( 1, sizeof *made );
	result = made != NULL ? tl_success : tlFailMemory( error );
	if ( made != NULL )
	{
		made->scene = scene;
		result = Fill( made, *world, error );
	}
	if ( result != tl_success )
	{
		tlDestroyWorld( *world );
		tlDestroySceneBuild( made );
		*world = NULL;
		return result;
	}
	*build = made;
	return tl_success;
}

void tlDestroySceneBuild( tlSceneBuild* build )
{
	if ( build == NULL )
	{
		return;
	}
	for ( int32_t i = 0; i < build->scene->bodyCount && build->bodies != NULL; ++i )
	{
		if ( build->bodies[i].fabric != NULL )
		{
			tlDestroyFabric( build->bodies[i].fabric );
		}
	}
	for ( int32_t i = 0; i < build->scene->colliderCount && build->shapeData != NULL; ++i )
	{
		tlDestroyShapeData( build->shapeData[i] );
	}
	tlPool_Free( &build->pool );
	free( build );
}

// ---- during the run

void tlSceneBuild_SetTargets( tlSceneBuild* build, tlWorld* world, double time )
{
	const tlScene* scene = build->scene;
	// A release waits for the first frame that starts at its time or later; a nanosecond forgives what k/fps rounds.
	double start = time - 1 / scene->framesPerSecond + 1e-9;
	EvaluateMovers( build, time );
	for ( int32_t i = 0; i < scene->bodyCount; ++i )
	{
		const tlSceneBody* body = &scene->bodies[i];
		for ( int32_t k = 0; k < body->pinCount; ++k )
		{
			const tlScenePins* pins = &body->pins[k];
			tlPinsBuild* made = &build->bodies[i].pins[k];
			if ( !made->released && pins->release <= start )
			{
				tlBody_ReleasePins( world, build->bodies[i].id, made->pins );
				made->released = true;
			}
			if ( made->released || !made->moving )
			{
				continue;
			}
			// Key frames of pins say how far they have moved and turned.
			tlTransform moved = tlEvaluateMotion( &pins->motion, &tlTransform_identity, time );
			tlTransform target = { { made->start.p.x + moved.p.x, made->start.p.y + moved.p.y, made->start.p.z + moved.p.z },
				                   moved.q };
			target = pins->mover >= 0 ? build->movers[pins->mover] : target;
			tlBody_SetPinTarget( world, build->bodies[i].id, made->pins, &target );
		}
	}
	for ( int32_t i = 0; i < scene->colliderCount; ++i )
	{
		const tlSceneCollider* collider = &scene->colliders[i];
		if ( collider->mover >= 0 || collider->motion.keyCount > 0 )
		{
			tlTransform target = EvaluateCollider( build, i, time );
			tlCollider_SetTarget( world, build->colliders[i], &target );
		}
	}
}

void tlSceneBuild_GetVertices( const tlSceneBuild* build, const tlWorld* world, int32_t body, double* positions )
{
	const tlBodyBuild* made = &build->bodies[body];
	const int32_t* map = tlFabric_GetVertexMap( made->fabric );
	tlView view = tlBody_GetPositions( world, made->id );
	tlPosition origin = tlBody_GetOrigin( world, made->id );
	for ( int32_t i = 0; i < tlFabric_GetVertexCount( made->fabric ); ++i )
	{
		const tlReal* p = (const tlReal*)(const void*)( (const char*)view.data + (size_t)map[i] * (size_t)view.stride );
		positions[3 * (size_t)i] = origin.x + p[0];
		positions[3 * (size_t)i + 1] = origin.y + p[1];
		positions[3 * (size_t)i + 2] = origin.z + p[2];
	}
}
