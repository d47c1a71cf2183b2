// Tulle: the world: bodies, colliders and the step.
// SPDX-License-Identifier: MIT
#pragma once

#include "fabric.h"
#include "shape.h"
#include "stats.h"

#ifdef __cplusplus
extern "C"
{
#endif

typedef struct tlWorld tlWorld;

// How constraints are projected.
typedef enum tlMethod
{
	tl_xpbdMethod,   // compliance in m/N, independent of the budget (Macklin et al. 2016)
	tl_pbdMethod,    // stiffness in [0, 1], for comparison (Mueller et al. 2007)
	tl_vbdMethod,    // vertex block descent (Chen et al. 2024): particle after particle goes to its own least energy
	tl_newtonMethod, // implicit Euler solved to convergence, by a program that has a solver for it: slow, and the truth
	tl_methodCount
} tlMethod;

// In which order. Sets go from soft to hard (placed by hand by type, bend, shear, stretch, tether), contact last of all.
typedef enum tlSweep
{
	tl_coloredSweep,     // colour by colour, as cooked: the default
	tl_forwardSweep,     // in mesh order
	tl_backwardSweep,    // in reverse mesh order
	tl_symmetricSweep,   // backward, then forward, by colour: two passes an iteration, can not grow
	tl_alternatingSweep, // forward and backward in turn, from one iteration to the next
	tl_shuffledSweep,    // a fixed random order from shuffleSeed
	tl_jacobiSweep,      // all from the same positions, averaged per particle, over-relaxed
	tl_rotatingSweep,    // by colour, from another colour in each iteration: none is always the last
	tl_sweepCount
} tlSweep;

const char* tlGetMethodName( tlMethod method );
const char* tlGetSweepName( tlSweep sweep );

// How hard to work. A budget holds no newton and no kilogram: more of it lowers the residual and never moves the
// converged state.
typedef struct tlBudget
{
	int32_t substepCount;   // per step, >= 1; better spent here than on iterations (Macklin et al. 2019, Small Steps)
	int32_t iterationCount; // per substep, >= 1
	tlMethod method;
	tlSweep sweep;
	uint64_t shuffleSeed;
	tlReal relaxation;        // omega of the Jacobi sweep, > 0; an unstable one is refused
	tlReal chebyshevRadius;   // spectral radius that the Jacobi sweep is accelerated for, [0, 1); 0: not. Too few iterations
	                          // for it are unstable, and refused
	tlReal residualTolerance; // iterations end once no particle would have to go farther [m]; 0: all are made
	int32_t leastIterationCount; // that are made in any case, >= 1
	tlReal pbdStiffness;         // k of the PBD method, (0, 1]
	bool pbdCorrected;           // use 1 - (1-k)^(1/iterations), so that k means the same for every iteration count
	int32_t threadCount;         // bodies are shared among this many threads, [1, 64]; the bits do not depend on it
	bool continuousContact;      // particles that a substep would carry through a collider meet it where they come to it;
	                             // off, what is thinner than the way of a substep may be missed
	bool faceContact;    // triangles and segments meet colliders between their vertices, too: corners and edges do not
	                     // poke through; not continuous
	tlReal pushOutSpeed; // what is inside a collider comes out no faster [m/s], > 0
	tlReal sleepSpeed; // a body whose particles all stay slower [m/s] for sleepTime is not stepped until something changes;
	                   // 0: never
	tlReal sleepTime;  // [s], > 0
	bool directRopes;  // solve the distances of each unbranched, open rope together instead of one by one
	bool recordResiduals; // keep the residual after every iteration of the last substep: tlBody_GetResidualHistory
	uint32_t cookie;
} tlBudget;

// 16 substeps of one iteration, XPBD, coloured, one thread, contact of vertices, not continuous, out of colliders at 4 m/s
// at most.
tlBudget tlDefaultBudget( void );
tlResult tlValidateBudget( const tlBudget* budget, tlError* error );

typedef struct tlWorldDef
{
	tlVec3 gravity; // [m/s^2]
	tlBudget budget;
	uint32_t cookie;
} tlWorldDef;

// Gravity 9.81 down y, the default budget.
tlWorldDef tlDefaultWorldDef( void );
tlResult tlCreateWorld( const tlWorldDef* def, tlWorld** world, tlError* error );
void tlDestroyWorld( tlWorld* world );

tlResult tlWorld_SetBudget( tlWorld* world, const tlBudget* budget, tlError* error );
tlBudget tlWorld_GetBudget( const tlWorld* world );
tlResult tlWorld_SetGravity( tlWorld* world, tlVec3 gravity ); // tl_invalidArgument, unchanged: not finite

// Sum of all steps [s]: what gusts and force fields go by. Part of the state.
double tlWorld_GetTime( const tlWorld* world );

// Advances by dt [s]. Zero changes nothing at all; a negative or non-finite dt answers tl_invalidArgument.
// tl_notFinite: at least one body turned non-finite and is held (tlBodyStats.faulted); the others went on.
// Makes no allocation unless bodies, colliders, pins or the budget changed since the last step, or a first force began to
// act on a body.
tlResult tlWorld_Step( tlWorld* world, double dt, tlError* error );

const tlWorldStats* tlWorld_GetStats( tlWorld* world );

// The state as bytes: call with a null buffer for the size. SetState wants a world with the same bodies and colliders,
// made in the same order. Restored worlds go on with the same bits.
size_t tlWorld_GetState( const tlWorld* world, void* buffer, size_t capacity );
tlResult tlWorld_SetState( tlWorld* world, const void* buffer, size_t byteCount, tlError* error );

// FNV-1a over positions and velocities of all bodies, in order.
uint64_t tlWorld_Hash( const tlWorld* world );

// ---- bodies

// Particles held by a moving frame: inverse mass 0. The frame goes from its pose to its target in a step, interpolated
// over the substeps (position linearly, rotation by slerp). The frame of a rod segment is held where both its ends are. With
// a compliance the particles are not held but drawn to where the frame has them, each by a spring of its own.
typedef struct tlPinDef
{
	const int32_t* particles;
	int32_t particleCount;
	tlTransform frame; // where the frame is when the pins are made
	tlReal compliance; // [m/N], >= 0; 0: held
	tlReal damping;    // [N s/m], >= 0; of soft pins
} tlPinDef;

// One number of the material that varies over the body: low + (high - low) map[v], read at each render vertex and averaged
// over the particles of a constraint.
typedef struct tlMaterialMap
{
	const char* field; // as tlMaterial_Find has it: "warpStiffness", "thickness", "stretch.compliance"; those vary that
	                   // tlCanMaterialNumberVary says
	tlReal low, high;  // where the map is 0, 1
	const tlReal* map; // one value for each render vertex, from 0 to 1; copied
} tlMaterialMap;

typedef enum tlTetherMode
{
	tl_noTethers,
	tl_euclideanTethers, // straight distance at rest
	tl_geodesicTethers,  // along the cloth at rest: right around holes and slits
	tl_tetherModeCount
} tlTetherMode;

// Which things meet: two do if the groups of each have a bit in the mask of the other.
typedef struct tlFilter
{
	uint32_t groups; // bits that it is in
	uint32_t mask;   // bits that it meets
} tlFilter;

typedef struct tlBodyDef
{
	const tlFabric* fabric;
	tlFilter filter; // group 1, meets all
	tlMaterial material;
	tlTransform transform;  // places the rest shape in the world
	tlPosition origin;      // particles are kept relative to this point of the world; set it near a body that is far away
	tlVec3 velocity;        // [m/s]
	tlVec3 angularVelocity; // about the transform's position [rad/s]
	const tlPinDef* pins;
	int32_t pinCount;
	const tlMaterialMap* maps;
	int32_t mapCount;
	tlTetherMode tetherMode; // long-range attachments from every free particle to pins (Kim, Chentanez, Mueller 2012)
	tlReal tetherScale;      // factor on the length, > 0
	int32_t tetherCount;     // the nearest pins that each particle is tied to, [1, 8]
	tlReal pressure; // inside over outside [Pa]: pushes each triangle along its normal, outward where faces wind outward;
	                 // 0 where there is none
	uint32_t cookie;
} tlBodyDef;

tlBodyDef tlDefaultBodyDef( void );
tlResult tlCreateBody( tlWorld* world, const tlBodyDef* def, tlBodyId* body, tlError* error );
void tlDestroyBody( tlWorld* world, tlBodyId body );
bool tlBody_IsValid( const tlWorld* world, tlBodyId body );

// Values of the particles, borrowed until the next change to the world. stride is in bytes.
typedef struct tlView
{
	const tlReal* data;
	int32_t count;
	int32_t stride;
} tlView;

// x, y, z relative to the body's origin [m], then the inverse mass [1/kg].
tlView tlBody_GetPositions( const tlWorld* world, tlBodyId body );
tlView tlBody_GetVelocities( const tlWorld* world, tlBodyId body ); // x, y, z [m/s]

// Frames of rods, one for each rope segment: x, y, z, w of a unit quaternion, whose third axis runs along the segment.
tlView tlBody_GetFrames( const tlWorld* world, tlBodyId body );
tlPosition tlBody_GetOrigin( const tlWorld* world, tlBodyId body );
tlPosition tlBody_GetPosition( const tlWorld* world, tlBodyId body, int32_t particle ); // in the world [m]
tlReal tlBody_GetMass( const tlWorld* world, tlBodyId body, int32_t particle );         // [kg]

// What becomes of the velocity when a particle is placed by hand.
typedef enum tlVelocityPolicy
{
	tl_keepVelocity,
	tl_zeroVelocity
} tlVelocityPolicy;

// A pinned particle goes back to its place when its frame moves. A value that is not finite is not taken: the body is held
// where it is, faulted, and the next step says so.
void tlBody_SetPosition( tlWorld* world, tlBodyId body, int32_t particle, tlPosition position, tlVelocityPolicy policy );
void tlBody_SetVelocity( tlWorld* world, tlBodyId body, int32_t particle, tlVec3 velocity );

// Masses and compliances follow the new material; the motion goes on.
tlResult tlBody_SetMaterial( tlWorld* world, tlBodyId body, const tlMaterial* material, tlError* error );
tlMaterial tlBody_GetMaterial( const tlWorld* world, tlBodyId body );

// tl_invalidArgument, unchanged: not finite, or there are no triangles. A definition, as the material is: no part of the
// state.
tlResult tlBody_SetPressure( tlWorld* world, tlBodyId body, tlReal pressure );
tlReal tlBody_GetPressure( const tlWorld* world, tlBodyId body );

// Pins are numbered from 0 in the order of their making; a released number is not used again. A particle in several
// pins follows the last. Tethers are rebuilt for the new pins.
tlResult tlBody_AddPins( tlWorld* world, tlBodyId body, const tlPinDef* def, int32_t* pins, tlError* error );
void tlBody_ReleasePins( tlWorld* world, tlBodyId body, int32_t pins );

// Where the frame of these pins is at the end of the next step. Without a call it stays. A target that is not finite answers
// tl_invalidArgument and changes nothing.
tlResult tlBody_SetPinTarget( tlWorld* world, tlBodyId body, int32_t pins, const tlTransform* target );

// Bodies sleep by themselves (tlBudget.sleepSpeed), and wake on any change: moved, pushed, pinned, another material,
// pressure, gravity, wind, force field or budget, a collider that is made, destroyed or moves near.
bool tlBody_IsAsleep( const tlWorld* world, tlBodyId body );
void tlBody_Wake( tlWorld* world, tlBodyId body );

const tlBodyStats* tlBody_GetStats( tlWorld* world, tlBodyId body );

// Residual max |C + alpha~ lambda| over all sets after each iteration of the last substep, if recorded.
// Returns the number of iterations; values is valid until the next step.
int32_t tlBody_GetResidualHistory( const tlWorld* world, tlBodyId body, const double** values );

// One constraint as the last step left it.
typedef struct tlConstraintState
{
	const char* type;
	int32_t arity;
	int32_t particles[TL_MAX_ARITY];
	int32_t rowCount;
	tlReal values[TL_MAX_ROWS];              // C [unit of C] of each row
	tlReal lambdas[TL_MAX_ROWS];             // of the last substep
	tlReal forces[TL_MAX_ROWS];              // -lambda / h^2: tension positive [N for a distance]
	tlReal compliances[TL_MAX_ROWS];         // alpha
	tlReal value, lambda, force, compliance; // of the first row
	tlReal parameters[TL_MAX_PARAMETERS];
} tlConstraintState;

// Sets are numbered as in tlBodyStats; constraints keep the order in which the faces, or the hand, made them.
tlConstraintState tlBody_GetConstraint( const tlWorld* world, tlBodyId body, int32_t set, int32_t index );

// ---- colliders

typedef struct tlColliderDef
{
	tlShape shape;
	tlTransform transform;
	tlFilter filter;        // group 1, meets all
	bool sensor;            // reports what touches it and pushes nothing
	tlReal thickness;       // added around the shape [m], >= 0
	tlReal staticFriction;  // negative: the material's
	tlReal kineticFriction; // negative: the material's
	tlReal restitution;     // negative: the material's
	uint32_t cookie;
} tlColliderDef;

// A unit sphere with the material's friction and restitution.
tlColliderDef tlDefaultColliderDef( void );
tlResult tlCreateCollider( tlWorld* world, const tlColliderDef* def, tlColliderId* collider, tlError* error );
void tlDestroyCollider( tlWorld* world, tlColliderId collider );
bool tlCollider_IsValid( const tlWorld* world, tlColliderId collider );

// Where the collider is at the end of the next step; it moves there over the substeps. Without a call it stays. A target
// that is not finite answers tl_invalidArgument and changes nothing.
tlResult tlCollider_SetTarget( tlWorld* world, tlColliderId collider, const tlTransform* target );

// Moves the collider at once, without velocity.
tlResult tlCollider_Teleport( tlWorld* world, tlColliderId collider, const tlTransform* transform );
tlTransform tlCollider_GetTransform( const tlWorld* world, tlColliderId collider );

#ifdef __cplusplus
}
#endif
