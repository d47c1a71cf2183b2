// The inside of a fabric.
// SPDX-License-Identifier: MIT
#pragma once

#include "constraint/constraint.h"
#include "mesh/topology.h"
#include "tulle/stats.h"

struct tlFabric
{
	tlTopology topology;
	tlReal* areaShare;   // [particleCount] a third of the area of each triangle around [m^2]
	tlReal* lengthShare; // [particleCount] half the length of each segment around [m]
	tlReal* masses;      // [particleCount] given by hand [kg]; null: from density
	int32_t frameCount;  // of rods: one for each rope segment; else 0
	tlQuat* frames;      // [frameCount] at rest
	int32_t setCount;
	tlConstraintSet sets[TL_MAX_SETS]; // in the order of projection: by hand, bend, area, shear, stretch, volume
};

// Whether the compliances of a set follow from the moduli of a material: else they are those of its family.
bool tlIsMeasured( const tlConstraintSet* set, const tlMaterial* material );

// Compliances that a material gives constraint i of a set made from elements, with nothing held around it.
tlStiffness tlFindStiffness( const tlConstraintSet* set, const tlMaterial* material, int32_t i );
