// What a constraint type is, and how sets of constraints are stored. A type is one file and one line in manifest.h.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/fabric.h"

// C and its gradients at the particles' positions, which are given relative to the first particle: C does not depend on
// where in space it is, and in single precision the small differences keep their digits. Writes arity gradients. Returns
// false where C has no usable gradient; the constraint then rests for this projection. Most types give a fixed direction
// instead, so that collapsed particles part.
typedef bool tlEvaluateFcn( const tlVec3* x, const tlReal* parameters, tlReal* value, tlVec3* gradients );

// Rest parameters from a shape. Returns false for a shape that has none (the constraint is then not made).
typedef bool tlMeasureRestFcn( const tlVec3* x, tlReal* parameters );

struct tlProjection;
struct tlSetState;

// Projects constraints `first`, `first + step`, ... `count` of them; through `order` where it is not null.
typedef void tlProjectFcn( struct tlSetState* state, const struct tlProjection* projection, const int32_t* order,
                           int32_t first, int32_t step, int32_t count );

typedef struct tlConstraintType
{
	tlConstraintTypeInfo info;
	int32_t lengthParameter; // the parameter that strain is relative to; -1 for none
	tlEvaluateFcn* evaluate;
	tlMeasureRestFcn* measureRest;
	tlProjectFcn* project;    // Gauss-Seidel: moves the particles at once
	tlProjectFcn* accumulate; // Jacobi: collects displacements from unmoved positions
} tlConstraintType;

const tlConstraintType* tlGetConstraintType( int32_t index );

// Constraints of one type, sorted by colour: no two of a colour share a particle. Immutable once cooked.
typedef struct tlConstraintSet
{
	const tlConstraintType* type;
	tlFamily family;
	const char* name;
	int32_t count;
	int32_t* particles; // [arity * count]
	tlReal* parameters; // [parameterCount][count]
	tlReal* compliance; // [count] only of those placed by hand; else null: the material's
	tlReal* damping;    // same
	int32_t colorCount;
	int32_t* colorStarts; // [colorCount + 1]
	int32_t* meshOrder;   // [count] where the i-th constraint, in the order of its making, stands
} tlConstraintSet;

// What a body keeps for a set.
typedef struct tlSetState
{
	const tlConstraintSet* set;
	tlReal* compliance; // [count] alpha; null: all zero
	tlReal* damping;    // [count] beta; null: all zero
	tlReal* lambda;     // [count]
} tlSetState;

// What one projection needs besides the set.
typedef struct tlProjection
{
	const tlVec4* positions;  // predicted, inverse mass in w
	tlVec4* corrections;      // what the projections have added so far: the iterate is positions + corrections
	const tlVec4* velocities; // predicted: h times these is what prediction moved the particles by
	tlReal h;                 // substep [s]
	tlReal inverseH2;         // 1/h^2
	tlReal pbdStiffness;      // effective k of one projection; 0 for XPBD
	tlVec4* deltas;           // Jacobi: displacements collected
	const tlReal* incidence;  // Jacobi: constraints on each particle
	tlReal relaxation;        // Jacobi: omega
} tlProjection;

// Colours a set greedily in the order of making and sorts it (each constraint takes the lowest colour that none of its
// particles has yet). Input arrays are in order of making and are sorted in place. False when memory runs out.
bool tlColorSet( tlConstraintSet* set, int32_t particleCount );
void tlFreeSet( tlConstraintSet* set );
