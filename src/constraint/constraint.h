// What a constraint type is, and how sets of constraints are stored. A type is one file and one line in manifest.h.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/fabric.h"

// Where the particles and frames of a constraint are.
typedef struct tlStencil
{
	tlVec3 x[TL_MAX_ARITY]; // particles as seen from the first: C does not depend on where in space it is, and in single
	                        // precision the small differences keep their digits
	tlQuat q[TL_MAX_ARITY]; // frames, in the slots of the type's frameMask
	tlReal knee;            // where the soft branch begins, as the type defines it; 0: nowhere. tlKnee
} tlStencil;

// C of each row, and its gradients.
typedef struct tlEvaluation
{
	tlReal value[TL_MAX_ROWS];
	tlVec3 gradient[TL_MAX_ROWS][TL_MAX_ARITY]; // of a frame: by a small rotation [1/rad] about the axes of the world
	bool soft[TL_MAX_ROWS];                     // past the knee: comes as false
	tlReal kneeValue[TL_MAX_ROWS];              // C at the knee; read where soft
} tlEvaluation;

// C and its gradients. Returns false where C has no usable gradient; the constraint then rests for this projection.
// Two-point types give a fixed direction instead, so that collapsed particles part.
typedef bool tlEvaluateFcn( const tlStencil* at, const tlReal* parameters, tlEvaluation* out );

// How much of each modulus makes the stiffness of one constraint: what its size and direction come to.
typedef struct tlShare
{
	tlReal plain;      // of the modulus in the direction below
	tlReal warp, weft; // of the stiffness along warp and weft (a grid's edges)
	tlReal shear;      // of the shear stiffness
	tlReal rope;       // of the rope's modulus
	tlReal c, s;       // cosine and sine of the angle between its direction and the warp
	tlReal side;       // hinges: 1 where that direction points into the first triangle, else -1
} tlShare;

// The element at rest, as the pattern and the shape have it.
typedef struct tlRest
{
	tlVec3 x[TL_MAX_ARITY]; // shape [m]
	tlQuat q[TL_MAX_ARITY]; // frames
	tlReal u[3][2];         // triangles: where the corners lie in the pattern, along warp and weft [m]
	tlReal length;          // edges: length in the pattern [m], 0: that of the shape; rods: of the segment, or of what a
	                        // joint stands for [m]; meshes: the volume enclosed [m^3]
	tlReal c, s;            // hinges: direction square to the edge in the pattern: cosine and sine of the angle to the warp
	tlReal side;            // 1 where it points into the first triangle, else -1
	tlShare share;          // edges: what their faces give them
	tlReal flatness;        // of rest angles, [0, 1]
	bool sameRestAngle;
	tlReal restAngle; // [rad]
	tlReal twist;     // [rad/m]
} tlRest;

// Rest parameters of an element, and its share where it is not null. Returns false for an element that has none: the
// constraint is then not made.
typedef bool tlMeasureRestFcn( const tlRest* rest, tlReal* parameters, tlShare* share );

// Compliances of one constraint.
typedef struct tlStiffness
{
	tlReal compliance[TL_MAX_ROWS]; // alpha
	tlReal cross;                   // between rows 0 and 1; 0 for most
} tlStiffness;

// From the moduli of a measured material. tlInvert turns a stiffness into a compliance.
typedef void tlStiffenFcn( const tlMaterial* material, const tlShare* share, tlStiffness* stiffness );

// Where the constraints of a type turn soft.
typedef struct tlKnee
{
	tlReal at;       // handed to the evaluation as `knee`; 0: nowhere
	tlReal softness; // compliance past the knee over that before; TL_SLACK: no resistance at all
} tlKnee;

#define TL_SLACK 1e20 // stands for an infinite compliance: alpha / h^2 stays finite in single precision

typedef tlKnee tlKneeFcn( const tlMaterial* material );

// What two hinges of a triangle, on the sides opposite to two of its corners (or the same), have of the compliance between
// them: their share of 1/B along warp, along weft, and of twist. u: the corners in the pattern.
typedef void tlMeasurePairFcn( tlReal u[3][2], int first, int second, tlReal share[3] );

// That compliance, from the material.
typedef tlReal tlCouplePairFcn( const tlMaterial* material, const tlReal share[3] );

struct tlProjection;
struct tlSetState;

// Projects constraints `first`, `first + step`, ... `count` of them; through `order` where it is not null.
typedef void tlProjectFcn( struct tlSetState* state, const struct tlProjection* projection, const int32_t* order,
                           int32_t first, int32_t step, int32_t count );

typedef struct tlConstraintType
{
	tlConstraintTypeInfo info;
	int32_t lengthParameter; // the parameter that strain is relative to; or one of the values below
	bool fixedAxes;          // rows are components along the axes of the world: together they do not depend on turning
	tlEvaluateFcn* evaluate; // null for a type over a whole mesh
	// C of such a type and, where there is room, the gradient by each member, marked with w = 1: Move and others unmark it.
	tlReal ( *measureWhole )( const struct tlSetState* state, const struct tlProjection* projection, tlVec4* gradients );
	tlMeasureRestFcn* measureRest;
	// What is wrong with rest values that somebody gave, as in "the rest length must be from 0 to 1e9 m"; null: nothing.
	const char* ( *findRestFault )( const tlReal* parameters );
	tlStiffenFcn* stiffen;         // null: has no modulus, hard where the material is measured
	tlKneeFcn* findKnee;           // null: none
	tlMeasurePairFcn* measurePair; // null: hinges know nothing of each other
	tlCouplePairFcn* couplePair;
	tlProjectFcn* project;    // Gauss-Seidel: moves the particles at once
	tlProjectFcn* accumulate; // Jacobi: collects displacements from unmoved positions
} tlConstraintType;

enum
{
	tl_noLength = -1,   // no strain
	tl_pureStrain = -2, // C itself is strain
};

const tlConstraintType* tlGetConstraintType( int32_t index );

// Constraints of one type, sorted by colour: no two of a colour share a particle. Immutable once cooked.
typedef struct tlConstraintSet
{
	const tlConstraintType* type;
	tlFamily family;
	const char* name;
	int32_t count;
	int32_t* particles; // [arity * count] particles; frames stand after all particles
	tlReal* parameters; // [parameterCount][count]
	tlShare* shares;    // [count] of those made from elements; else null
	tlReal* compliance; // [count] only of those placed by hand; else null: the material's
	tlReal* damping;    // same
	int32_t* neighbors; // [4][count] of hinges that are coupled: the two others of the first triangle, then of the
	                    // second, -1 for none; else null
	tlReal* pairShares; // [18][count] three each of the hinge itself in either triangle and of those four, with sign
	int32_t* members;   // of a type over a whole mesh: the corners of its triangles; else null
	int32_t memberCount;
	int32_t colorCount;
	int32_t* colorStarts; // [colorCount + 1]
	int32_t* meshOrder;   // [count] where the i-th constraint, in the order of its making, stands
} tlConstraintSet;

// What a body keeps for a set.
typedef struct tlSetState
{
	const tlConstraintSet* set;
	tlReal* compliance; // [rowCount][count] alpha; null: all zero
	tlReal* cross;      // [count] alpha between rows 0 and 1; null: all zero
	tlReal* coupling;   // [4][count] alpha between the constraint and its neighbours; null: none
	tlReal* latest;     // [count] of coupled hinges: lambda as last projected, in this substep or the one before; else null
	tlReal* damping;    // [rowCount][count] beta; null: all zero
	tlReal* lambda;     // [rowCount][count]
	tlKnee knee;
	const tlKnee* knees; // [count] where the material varies over the body; null: all alike
	tlReal scale;        // factor on the rest value, of types that take one
} tlSetState;

// What one projection needs besides the set.
typedef struct tlProjection
{
	const tlVec4* positions;  // predicted, inverse mass in w
	tlVec4* corrections;      // what the projections have added so far: the iterate is positions + corrections
	const tlVec4* velocities; // predicted: h times these is what prediction moved the particles by
	tlQuat* frames;           // the iterate: node n has frames[n - frameStart]
	int32_t frameStart;       // the first node that is a frame
	tlVec4* gradients;        // [particleCount] room for types over a whole mesh; null where there are none
	tlReal h;                 // substep [s]
	tlReal inverseH2;         // 1/h^2
	tlReal pbdStiffness;      // effective k of one projection; 0 for XPBD
	tlVec4* deltas;           // Jacobi: displacements collected
	const tlReal* incidence;  // Jacobi: constraints on each particle
	tlReal relaxation;        // Jacobi: omega
} tlProjection;

// Colours a set greedily in the order of making and sorts it (each constraint takes the lowest colour that none of its
// nodes, particles and frames, has yet). Input arrays are in order of making and are sorted in place. False when memory
// runs out.
bool tlColorSet( tlConstraintSet* set, int32_t nodeCount );
void tlFreeSet( tlConstraintSet* set );

static inline tlReal tlInvert( tlReal stiffness )
{
	return stiffness > 0 ? 1 / stiffness : (tlReal)TL_SLACK;
}
