// Tulle: what a step reports. All values are of the end of the last step.
// SPDX-License-Identifier: MIT
#pragma once

#include "math.h"

#ifdef __cplusplus
extern "C"
{
#endif

#define TL_MAX_SETS 16 // sets of constraints in one body

// One set of constraints: all of a family, or all placed by hand of one type.
typedef struct tlSetStats
{
	const char* name; // "stretch", "shear", "bend", "tether" or a type's name
	const char* type; // the constraint type's name
	int32_t constraintCount;
	int32_t colorCount;
	double residualMax, residualRms; // |C + alpha~ lambda| [unit of C]; one-sided ones count when active
	double strainMax, strainMin;     // C over the rest length: the most stretched (>= 0), the most compressed (<= 0)
	double strainRms;                // 0 where the type has no length
	double energy;                   // C^2 / (2 alpha) summed over compliant constraints [J]
} tlSetStats;

typedef struct tlBodyStats
{
	int32_t setCount;
	tlSetStats sets[TL_MAX_SETS];
	int32_t particleCount;
	int32_t pinnedCount;
	int32_t contactCount;                                 // contacts that pushed in the last substep
	double contactPenetration;                            // deepest at the end of the step [m], >= 0
	double kineticEnergy, potentialEnergy, elasticEnergy; // [J]; potential is 0 at the world's origin
	double momentum[3];                                   // [kg m/s]
	double angularMomentum[3];                            // about the world's origin [kg m^2/s]
	double volume;                                        // enclosed by a closed mesh [m^3]; else 0
	double maxSpeed;                                      // [m/s]
	double iterationMean;                                 // made in a substep of the last step
	int32_t iterationMax;
	double aeroForce[3];      // of the air on all triangles and segments, in the last substep [N]
	int32_t aeroLimitedCount; // of those, on how many it pushed less than it should, for stability: raise substepCount
	bool unsolved;            // so it is because the method newton did not converge
	bool faulted;             // the state turned non-finite; the body is held at its last finite state
} tlBodyStats;

// Wall-clock time of the last step by phase [s], summed over bodies.
typedef struct tlPhaseTimes
{
	double step;       // the whole call
	double broadPhase; // collider bounds against particles, once a step
	double predict;    // kinematics, forces, prediction
	double narrowPhase;
	double constraints;
	double contacts;
	double velocities; // velocities, restitution, damping
	double statistics; // residuals, energy
} tlPhaseTimes;

typedef struct tlWorldStats
{
	uint64_t stepCount;
	int32_t bodyCount, colliderCount;
	int32_t particleCount;
	int64_t constraintCount;
	int32_t contactCount;
	int32_t candidateCount;  // particle-collider pairs from the broad phase
	int32_t asleepCount;     // bodies at rest that are not stepped: tlBudget.sleepSpeed
	int64_t contactsDropped; // without room since the bodies were made: in one step only, the next has more
	int32_t faultCount;      // bodies held because their state turned non-finite
	size_t byteCount;
	tlPhaseTimes times;
} tlWorldStats;

#ifdef __cplusplus
}
#endif
