// The scene: one description that the command line, tests, benchmarks and samples read (docs/scene-format.md). A file or
// text becomes a tlScene, which is checked in itself; building makes a world of it and reads the mesh files.
// SPDX-License-Identifier: MIT
#pragma once

#include "field.h"

#include "tulle/tulle.h"

// ---- motion

typedef struct tlSceneRotation
{
	tlQuat q; // what the rest comes to
	tlVec3 axis;
	double angleDegrees;
	tlQuat quaternion;
	tlVec3 eulerDegrees;
} tlSceneRotation;

typedef struct tlSceneKey
{
	double time; // [s]
	tlPosition position;
	tlSceneRotation rotation;
	bool hasPosition, hasRotation;
} tlSceneKey;

typedef enum tlSceneEase
{
	tl_linearEase,
	tl_smoothEase,
} tlSceneEase;

typedef struct tlSceneMotion
{
	tlSceneKey* keys;
	int32_t keyCount;
	bool loop;
	tlSceneEase ease;
} tlSceneMotion;

// The pose at a time. A key without position or rotation takes that of rest.
tlTransform tlEvaluateMotion( const tlSceneMotion* motion, const tlTransform* rest, double time );

typedef struct tlScenePlacement
{
	tlPosition position;
	tlSceneRotation rotation;
	tlVec3 scale; // of bodies
} tlScenePlacement;

// A moving frame that colliders, pins and other movers follow.
typedef struct tlSceneMover
{
	const char* name;
	const char* follow; // an earlier mover's name; null: the world
	int32_t parent;     // its index, -1: the world
	tlScenePlacement transform;
	tlSceneMotion motion;
} tlSceneMover;

// ---- materials

typedef struct tlSceneElasticity
{
	tlElasticity elasticity;
	tlReal slider; // from 0, soft, to 1, stiff, instead of the compliance; negative: none
} tlSceneElasticity;

typedef struct tlSceneMaterial
{
	const char* name;
	const char* base;   // another material's name
	const char* fabric; // of the library, instead
	const char* description;
	tlMaterial material;
	tlSceneElasticity families[tl_customFamily];      // by tlFamily, what the material's elasticities come from
	tlReal youngsModulus, sheetThickness, ropeRadius; // shorthand for moduli; 0: not given
	bool resolved, resolving;
} tlSceneMaterial;

// ---- bodies

typedef enum tlGridPlane
{
	tl_xzPlane,
	tl_xyPlane,
} tlGridPlane;

typedef enum tlGridFaces
{
	tl_quadFaces,
	tl_diagonalFaces,
	tl_alternatingFaces,
} tlGridFaces;

typedef struct tlSceneGrid
{
	int32_t columns, rows; // vertices
	double width, height;  // [m]
	tlGridPlane plane;
	tlGridFaces faces;
} tlSceneGrid;

typedef enum tlMeshUnit
{
	tl_metres,
	tl_decimetres,
	tl_centimetres,
	tl_millimetres,
	tl_inches,
	tl_feet,
	tl_autoUnit, // what the input doctor suggests
} tlMeshUnit;

typedef struct tlSceneMesh
{
	const char* file;
	double scale;
	tlMeshUnit unit;
} tlSceneMesh;

typedef struct tlSceneRope
{
	tlVec3* points;
	int32_t pointCount;
	tlVec3 from, to;
	int32_t segments;
	bool closed;
	double linearDensity; // [kg/m]; 0: the material's
} tlSceneRope;

typedef struct tlSceneParticles
{
	tlVec3* positions;
	int32_t positionCount;
} tlSceneParticles;

typedef struct tlSceneConstraint
{
	const char* type;
	int32_t* vertices;
	int32_t vertexCount;
	tlReal* rest;
	int32_t restCount;
	tlReal oneRest; // rest written as one number
	bool useRestShape;
	tlReal compliance;
	tlReal damping;
} tlSceneConstraint;

typedef struct tlSceneGroup
{
	const char* name;
	tlIndexRange* ranges;
	int32_t rangeCount;
} tlSceneGroup;

typedef struct tlSceneBox
{
	tlVec3 min, max;
} tlSceneBox;

// One number of the material that varies over the body.
typedef struct tlSceneMap
{
	const char* name; // of the number: "warpStiffness", "stretch.compliance"
	tlReal low, high;
	const char* map; // a channel of the vertex colours or a file; null: values
	tlReal* values;
	int32_t valueCount;
} tlSceneMap;

typedef struct tlScenePair
{
	tlReal* values; // two
	int32_t count;
} tlScenePair;

typedef struct tlScenePins
{
	const char* name;
	tlIndexRange* ranges;
	int32_t rangeCount;
	tlSceneBox* box;
	const char* group;
	const char* map;
	double threshold;
	const char* follow; // a mover
	int32_t mover;      // its index, -1: none
	tlPosition* pivot;  // null: the mean of the pinned vertices
	tlSceneMotion motion;
	double release; // [s], infinity: never
	tlReal compliance, damping;
} tlScenePins;

typedef struct tlSceneTethers
{
	tlTetherMode mode;
	tlReal scale;
	int32_t anchors;
} tlSceneTethers;

// Numbers of collision groups; no groups: group 0; no others: it meets all.
typedef struct tlSceneFilter
{
	int32_t* groups;
	int32_t groupCount;
	int32_t* others;
	int32_t otherCount;
} tlSceneFilter;

typedef struct tlSceneBody
{
	const char* name;
	const char* materialName;     // null: inline or the default
	tlSceneMaterial* ownMaterial; // inline; null: by name or the default
	tlMaterial material;          // what it comes to
	tlSceneGrid* grid;            // one of these four
	tlSceneMesh* mesh;
	tlSceneRope* rope;
	tlSceneParticles* particles;
	tlReal* masses; // [kg] per vertex
	int32_t massCount;
	tlReal oneMass; // masses written as one number; negative: none
	tlSceneConstraint* constraints;
	int32_t constraintCount;
	tlSceneGroup* groups;
	int32_t groupCount;
	bool stretch, shear, bend;
	const char* stretchType; // null: the default
	const char* bendType;
	bool area, volume, rod;
	tlVec3 warp;
	tlSceneMap* maps;
	int32_t mapCount;
	const char* pattern; // "uv", or a flat mesh file; null: pairs, or none
	tlScenePair* patternPairs;
	int32_t patternPairCount;
	double patternScale; // [m] of one unit of the pattern
	bool patternRest;
	tlReal flatness;
	double restAngle, twist; // [degrees], [degrees/m]
	bool hasRestAngle;
	bool weld;
	tlReal weldDistance;
	tlScenePlacement transform;
	tlVec3 velocity;
	tlVec3 angularVelocity;
	tlScenePins* pins;
	int32_t pinCount;
	tlSceneTethers tethers;
	tlVec3 color; // negative: chosen by the picture
	tlReal pressure;
	tlSceneFilter filter;
	tlPosition* origin;
} tlSceneBody;

// ---- force fields

typedef struct tlSceneForce
{
	const char* name;
	const char* bodyName; // null: all bodies
	int32_t body;         // its index, -1: all
	double radius;        // [m], infinity: everywhere
	tlForceFieldDef field;
} tlSceneForce;

// ---- colliders

typedef struct tlSceneShape
{
	tlShape shape;  // what is made of numbers alone
	tlVec3 scale;   // along its axes
	tlVec3* points; // of a hull; null: mesh
	int32_t pointCount;
	tlSceneMesh* mesh;     // of a hull, a grid or a mesh
	int32_t columns, rows; // of a height field
	double width, depth;   // [m]
	tlReal* heights;       // [m] null: heightFile
	int32_t heightCount;
	const char* heightFile;
	tlReal cellSize, margin; // of a grid [m]
	tlReal depthLimit;       // of a mesh [m], infinity: none
} tlSceneShape;

typedef struct tlSceneCollider
{
	const char* name;
	tlSceneShape shape;
	tlSceneFilter filter;
	bool sensor;
	tlScenePlacement transform;
	tlReal thickness;
	tlReal staticFriction, kineticFriction, restitution; // negative: the material's
	const char* follow;
	int32_t mover; // index, -1: the world
	tlSceneMotion motion;
	tlVec3 color;
} tlSceneCollider;

// ---- probes

typedef enum tlProbeType
{
	tl_positionProbe,
	tl_velocityProbe,
	tl_speedProbe,
	tl_distanceProbe,
	tl_forceProbe,
	tl_strainProbe,
	tl_kineticEnergyProbe,
	tl_potentialEnergyProbe,
	tl_elasticEnergyProbe,
	tl_energyProbe,
	tl_momentumProbe,
	tl_angularMomentumProbe,
	tl_centerProbe,
	tl_volumeProbe,
	tl_contactsProbe,
	tl_penetrationProbe,
	tl_residualProbe,
	tl_lowestProbe,
	tl_highestProbe,
	tl_aeroForceProbe,
	tl_probeTypeCount
} tlProbeType;

typedef enum tlAxis
{
	tl_xAxis,
	tl_yAxis,
	tl_zAxis,
	tl_allAxes,
} tlAxis;

typedef struct tlSceneVertex
{
	const char* bodyName;
	int32_t body;
	int32_t vertex;
} tlSceneVertex;

typedef struct tlSceneProbe
{
	const char* name;
	tlProbeType type;
	const char* bodyName;
	int32_t body; // index; -1: all bodies
	int32_t vertex;
	tlAxis axis;
	tlSceneVertex* between; // two
	int32_t betweenCount;
	int32_t* vertices; // that the constraint joins
	int32_t vertexCount;
	const char* set;
	int32_t index; // in the set; -1: by vertices
} tlSceneProbe;

// ---- output

typedef struct tlSceneCamera
{
	tlPosition eye, target; // [m]
	double fovDegrees;      // vertical
} tlSceneCamera;

typedef struct tlSceneOutput
{
	int32_t pictures;      // moments shown in the report
	tlSceneCamera* camera; // null: chosen from the bounds
	bool pc2, glb, report;
	double glbMegabytes; // above it, frames are left out of the animated mesh
} tlSceneOutput;

// ---- the scene

typedef struct tlScene
{
	const char* name;
	const char* description;
	double framesPerSecond;
	int32_t frameCount;
	tlVec3 gravity; // [m/s^2]
	tlWind* wind;   // null: no air
	tlSceneForce* forces;
	int32_t forceCount;
	tlBudget budget;
	tlSceneMaterial* materials;
	int32_t materialCount;
	tlSceneMover* movers;
	int32_t moverCount;
	tlSceneBody* bodies;
	int32_t bodyCount;
	tlSceneCollider* colliders;
	int32_t colliderCount;
	tlSceneProbe* probes;
	int32_t probeCount;
	tlSceneOutput output;

	// What was assumed, when the scene was made from a mesh alone: one sentence each.
	const char** assumptions;
	int32_t assumptionCount;

	const char* directory; // that mesh files are relative to; "" or ending in '/'
	bool noFiles;          // building reads no file
	json_t* json;          // after the overrides
	tlSource source;
	tlPool pool;
} tlScene;

typedef struct tlSceneOptions
{
	const char* const* sets; // "path=value" of --set, in order; a later one wins
	int32_t setCount;
	bool noFiles; // mesh files and maps are refused: for text from outside
} tlSceneOptions;

// Reads, overrides and checks a scene. options may be null. On failure the scene is null and the error one sentence:
// tl_fileError for a file that can not be read, tl_invalidFile for anything else, or tl_outOfMemory.
tlResult tlLoadScene( const char* path, const tlSceneOptions* options, tlScene** scene, tlError* error );

// The same for a text of any bytes. name stands for the file in sentences, and its folder is what mesh files are relative
// to.
tlResult tlParseScene( const char* text, size_t length, const char* name, const tlSceneOptions* options, tlScene** scene,
                       tlError* error );

// A scene for a bare mesh: hung by its top over a ground plane, for two seconds. What was assumed stands in
// scene->assumptions.
tlResult tlMakeSceneFromMesh( const char* meshPath, const tlSceneOptions* options, tlScene** scene, tlError* error );

void tlDestroyScene( tlScene* scene );

// A sentence about one element of a list of the scene: tlScene_Fail( scene, "bodies", 2, "/pins/0", error, "..." ).
tlResult tlScene_Fail( const tlScene* scene, const char* list, int32_t index, const char* field, tlError* error,
                       const char* format, ... )
#if defined( __GNUC__ )
    __attribute__( ( format( printf, 6, 7 ) ) )
#endif
    ;

// The scene as JSON after the overrides; to be freed with free(), null when memory runs out.
char* tlScene_Print( const tlScene* scene );

// The table of the whole scene, from which every other one is reached.
extern const tlTable tlSceneTable;

// The JSON Schema; to be freed with free(), null when memory runs out.
char* tlPrintSceneSchema( void );

// Rewrites the generated tables in a page of the documentation, between "<!-- generated: NAME -->" and
// "<!-- end of generated -->". check: changes nothing and fails when the page is not up to date.
tlResult tlUpdateSceneDocs( const char* path, bool check, tlError* error );

// ---- building

typedef struct tlPinsBuild
{
	int32_t pins; // number in the body
	tlTransform start;
	bool moving;
	bool released;
} tlPinsBuild;

typedef struct tlBodyBuild
{
	tlFabric* fabric;
	tlBodyId id;
	tlPinsBuild* pins; // as in the scene
	int32_t pinnedVertexCount;
} tlBodyBuild;

// What a world was built with, by the indices of the scene. The scene must outlive it.
typedef struct tlSceneBuild
{
	const tlScene* scene;
	tlBodyBuild* bodies;
	tlColliderId* colliders;
	tlShape* shapes;         // of the colliders, cooked and scaled
	tlShapeData** shapeData; // null where there is none
	tlTransform* movers;     // where each mover is at the time of the last targets
	const char** notes;      // about the meshes, one sentence each: what was mended, what looks wrong
	int32_t noteCount;
	tlPool pool;
} tlSceneBuild;

// Makes the world at time 0. On failure both are null. Errors name the line of the scene, or the mesh file and vertex.
tlResult tlBuildScene( const tlScene* scene, tlWorld** world, tlSceneBuild** build, tlError* error );

// Frees the fabrics and what shapes are made of too: destroy the world first.
void tlDestroySceneBuild( tlSceneBuild* build );

// One more sentence for who runs the scene. False when memory runs out, which does no harm.
bool tlSceneBuild_AddNote( tlSceneBuild* build, const char* sentence );

// To be called before each step, with the time at its end: (k + 1) / fps for the step after frame k. Sets where pins and
// colliders go and lets go of pins whose release has come.
void tlSceneBuild_SetTargets( tlSceneBuild* build, tlWorld* world, double time );

// Positions of the render vertices of a body in the world [m]: three doubles for each of
// tlFabric_GetVertexCount( build->bodies[body].fabric ).
void tlSceneBuild_GetVertices( const tlSceneBuild* build, const tlWorld* world, int32_t body, double* positions );
