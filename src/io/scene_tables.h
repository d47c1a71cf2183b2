// The tables of the scene's objects, and the checks that a table can not express. Inside src/io only.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/core.h"
#include "scene.h"

// Shorthand for lines of a table.
#define TL_AT( type, member ) .offset = offsetof( type, member )
#define TL_LEAST( a ) .flags = tl_atLeast, .least = ( a )
#define TL_ABOVE( a ) .flags = tl_above, .least = ( a )
#define TL_FROM_TO( a, b ) .flags = tl_atLeast | tl_atMost, .least = ( a ), .most = ( b )
#define TL_ABOVE_TO( a, b ) .flags = tl_above | tl_atMost, .least = ( a ), .most = ( b )
#define TL_PLACE TL_FROM_TO( -1e9, 1e9 ) // a position in the world [m], in the bounds that vertices have
#define TL_NAMES( list ) .names = ( list ), .nameCount = (int32_t)( sizeof( list ) / sizeof( ( list )[0] ) )
#define TL_LIST( type, member, count, item )                                                                                \
	.offset = offsetof( type, member ), .countOffset = offsetof( type, count ), .element = ( item ),                        \
	.elementSize = sizeof( *( (type*)0 )->member )
#define TL_EITHER( list )                                                                                                   \
	.kind = tl_eitherField, .element = ( list ), .elementCount = (int32_t)( sizeof( list ) / sizeof( ( list )[0] ) )
#define TL_FIELDS( list ) .fields = ( list ), .fieldCount = (int32_t)( sizeof( list ) / sizeof( ( list )[0] ) )

// Key frames, as lines of any object with a tlSceneMotion named motion.
#define TL_MOTION_FIELDS( type )                                                                                            \
	{ .name = "keyframes",                                                                                                  \
	  .kind = tl_arrayField,                                                                                                \
	  TL_LIST( type, motion.keys, motion.keyCount, &tlSceneKeyElement ),                                                    \
	  .absent = "it does not move by itself",                                                                               \
	  .doc = "Poses at given times, between which it moves; see Motion." },                                                 \
	    { .name = "loop",                                                                                                   \
		  .kind = tl_boolField,                                                                                             \
		  TL_AT( type, motion.loop ),                                                                                       \
		  .fallback = "false",                                                                                              \
		  .needs = "keyframes",                                                                                             \
		  .doc = "Starts again at the first key frame after the last, instead of resting there." },                         \
	{                                                                                                                       \
		.name = "ease", .kind = tl_enumField, TL_AT( type, motion.ease ), TL_NAMES( tlSceneEaseNames ),                     \
		.fallback = "\"linear\"", .needs = "keyframes",                                                                     \
		.doc = "Even speed from key to key, or starting and stopping gently at each key."                                   \
	}

// What meets what, as lines of any object with a tlSceneFilter named filter.
#define TL_FILTER_FIELDS( type )                                                                                            \
	{ .name = "collisionGroups",                                                                                            \
	  .kind = tl_arrayField,                                                                                                \
	  TL_LIST( type, filter.groups, filter.groupCount, &tlSceneGroupElement ),                                              \
	  .leastCount = 1,                                                                                                      \
	  .absent = "[0]",                                                                                                      \
	  .doc = "Numbers of the collision groups that it is in." },                                                            \
	{                                                                                                                       \
		.name = "collidesWith", .kind = tl_arrayField,                                                                      \
		TL_LIST( type, filter.others, filter.otherCount, &tlSceneGroupElement ), .leastCount = 1, .absent = "all groups",   \
		.doc = "Groups that it meets. A body and a collider meet where each is in a group that the other meets."            \
	}

extern const tlField tlSceneGroupElement;
extern const char* const tlSceneEaseNames[2];
extern const char* const tlMeshUnitNames[7];
extern const char* const tlProbeTypeNames[tl_probeTypeCount];
extern const tlField tlSceneKeyElement;

extern const tlTable tlScenePlacementTable;
extern const tlTable tlSceneBodyTransformTable;
extern const tlTable tlSceneMaterialTable;
extern const tlTable tlSceneMeshTable;
extern const tlField tlSceneMapElement;
extern const tlField tlScenePatternChoices[2];
extern const tlTable tlSceneBodyTable;
extern const tlTable tlSceneColliderTable;
extern const tlTable tlSceneProbeTable;
extern const tlTable tlSceneWindTable;
extern const tlTable tlSceneForceTable;

// ---- scene_check.c

tlResult tlFinishRotation( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
tlResult tlFinishKey( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
tlResult tlFinishMover( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
tlResult tlFinishElasticity( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
tlResult tlFinishMaterial( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
tlResult tlFinishConstraint( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
tlResult tlFinishBox( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
tlResult tlFinishPins( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
tlResult tlFinishRope( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
tlResult tlFinishBody( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
tlResult tlFinishShape( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
tlResult tlFinishCollider( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
tlResult tlFinishProbe( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
tlResult tlFinishWind( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
tlResult tlFinishForce( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
tlResult tlFinishBudget( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
tlResult tlFinishCamera( tlBinder* binder, const tlPath* path, const json_t* json, void* object );

// Whether a number of a material is a modulus, which counts where the material is measured.
bool tlIsModulus( const char* name );

// ---- scene_links.c: names across the scene

tlResult tlFinishScene( tlBinder* binder, const tlPath* path, const json_t* json, void* object );

// ---- scene_set.c

// Applies "path=value" to the tree, by the tables. The override is added to the source.
tlResult tlApplyOverride( const char* text, json_t* root, tlSource* source, tlPool* pool, tlError* error );

// ---- material_docs.c

// Adds a generated part of docs/materials.md; false where there is none of this name.
struct tlText;
bool tlAddMaterialDocs( struct tlText* text, const char* key );

// ---- scene_shape.c: the cloth of a body before cooking

// Vertices in local space after the scale, faces, and what hangs on the vertices.
struct tlMeshFile;

typedef struct tlBodyShape
{
	tlVec3* positions;
	int32_t vertexCount;
	int32_t* faceSizes;
	int32_t* faceCorners;
	int32_t faceCount;
	int32_t cornerCount;
	float* colors;    // four for each vertex; null: none
	float* uvs;       // two for each vertex; null: not asked for
	int32_t* sources; // the vertex that each was split from along a seam; null: none was split
	int32_t ownCount; // vertices without those that were split off, which stand behind them
} tlBodyShape;

// Makes the shape of a body; memory comes from the pool.
tlResult tlMakeBodyShape( const tlScene* scene, int32_t body, tlPool* pool, tlBodyShape* shape, tlError* error );

// Loads a mesh file that the scene names at a pointer, and the factor that takes it to metres.
tlResult tlLoadSceneMesh( const tlScene* scene, const char* pointer, const tlSceneMesh* mesh, struct tlMeshFile* file,
                          double* factor, tlError* error );

// A file name as the scene means it; to be freed with free(), null when memory runs out.
char* tlJoinPath( const tlScene* scene, const char* file );

// ---- scene_map.c: numbers for each vertex

// Whether each map is of a number that varies, and has an effect. The body's material is known.
tlResult tlCheckMaps( tlBinder* binder, const tlPath* path, const tlSceneBody* body );

// Reads a map by its name: a channel of the vertex colours, or a text file. pointer: of the field that names it. unit:
// values outside 0 to 1 are refused.
tlResult tlReadMap( const tlScene* scene, const char* pointer, const char* map, bool unit, const tlBodyShape* shape,
                    double* values, tlError* error );

// Reads a text file of so many numbers. owner: who wants them, "the body has 4 vertices".
tlResult tlReadNumberFile( const tlScene* scene, const char* pointer, const char* name, bool unit, int32_t wanted,
                           const char* owner, double* values, tlError* error );

// The maps of a body for the core; memory comes from the pool.
tlResult tlFillMaps( const tlScene* scene, int32_t body, const tlBodyShape* shape, tlPool* pool, tlMaterialMap** maps,
                     tlError* error );

// Two numbers for each vertex, or null for a body without a pattern.
tlResult tlFillPattern( const tlScene* scene, int32_t body, const tlBodyShape* shape, tlPool* pool, const tlReal** pattern,
                        tlError* error );

// ---- scene_collider.c

// The shape of a collider, cooked and scaled; *data is null where it is made of numbers alone.
tlResult tlMakeColliderShape( const tlScene* scene, int32_t collider, tlShape* shape, tlShapeData** data, tlError* error );

// ---- scene_shape.c again

// Marks the vertices that a set of pins names; marks holds vertexCount values, true where pinned.
tlResult tlMarkPins( const tlScene* scene, int32_t body, int32_t pins, const tlBodyShape* shape, bool* marks,
                     tlError* error );

// ---- scene_notes.c

// False when memory runs out: a note less is no harm.
bool tlAddNote( tlSceneBuild* build, const char* format, ... ) TL_FORMAT( 2, 3 );
void tlNoteMesh( tlSceneBuild* build, const tlSceneBody* body, const tlMeshReport* report );
void tlNoteIdle( tlSceneBuild* build, const tlSceneBody* body, const tlFabric* fabric );
