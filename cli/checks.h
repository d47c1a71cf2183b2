// The closed-form checks that ship with the product. A check is a measured number, the right one, and how far they may be
// apart in each precision. The right values come from closed forms, or from independent programs where there is none; none
// was taken from a run of this solver.
// SPDX-License-Identifier: MIT
#pragma once

#include "lab.h"

// How far a measured value may lie from the right one: relative * |right| + absolute.
typedef struct tlTolerance
{
	double relative, absolute;
} tlTolerance;

enum
{
	tl_maxCheckArguments = 8
};

// Measures; arguments are those of the check.
typedef double tlMeasureFcn( const double* arguments );

typedef struct tlCheck
{
	const char* section;
	char name[88];
	tlMeasureFcn* measure;
	double arguments[tl_maxCheckArguments];
	double expected;
	tlTolerance tolerance;       // in doubles
	tlTolerance singleTolerance; // in single precision
	const char* skipped;         // why single precision can not hold it; null: it can
} tlCheck;

typedef struct tlCheckList
{
	tlCheck* checks;
	size_t count, capacity;
} tlCheckList;

void tlCheckList_Add( tlCheckList* list, const tlCheck* check );
void tlCheckList_AddAll( tlCheckList* list, const tlCheck* checks, size_t count );

#define TL_COUNT( array ) ( sizeof( array ) / sizeof( ( array )[0] ) )

// Round-off of doubles, and of floats: a step of h adds eps |x| / h to a velocity, which a run of many steps gathers.
#define TL_EXACT                                                                                                            \
	{                                                                                                                       \
		1e-10, 0                                                                                                            \
	}
#define TL_EXACT_SINGLE                                                                                                     \
	{                                                                                                                       \
		2e-4, 0                                                                                                             \
	}

// A float near 1 m is a multiple of 1.2e-7 m, and gravity moves a particle by g h^2 = 2.7e-5 m in a substep of 1/600 s: in
// single precision the weight of a hanging thing is known to half a per cent there.
#define TL_GRAVITY_SINGLE                                                                                                   \
	{                                                                                                                       \
		5e-3, 0                                                                                                             \
	}

// A part of the right value.
#define TL_WITHIN( part )                                                                                                   \
	{                                                                                                                       \
		part, 0                                                                                                             \
	}

// The themes, one file each.
void tlAddIntegrationChecks( tlCheckList* list );
void tlAddPendulumChecks( tlCheckList* list );
void tlAddSolverChecks( tlCheckList* list );
void tlAddOrderChecks( tlCheckList* list );
void tlAddRopeChecks( tlCheckList* list );
void tlAddChainChecks( tlCheckList* list );
void tlAddRodChecks( tlCheckList* list );
void tlAddFrictionChecks( tlCheckList* list );
void tlAddColliderChecks( tlCheckList* list );
void tlAddTetherChecks( tlCheckList* list );
void tlAddClothChecks( tlCheckList* list );
void tlAddBendChecks( tlCheckList* list );
void tlAddMembraneChecks( tlCheckList* list );
void tlAddStripChecks( tlCheckList* list );
void tlAddGripChecks( tlCheckList* list );
void tlAddBalloonChecks( tlCheckList* list );
void tlAddMethodChecks( tlCheckList* list );
void tlAddColoringChecks( tlCheckList* list );
void tlAddWindChecks( tlCheckList* list );
