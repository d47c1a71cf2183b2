// What the solver and the pictures know of a shape: one file each, one line each in manifest.h.
// SPDX-License-Identifier: MIT
#pragma once

#include "shape_mesh.h"

// Signed distance of a local point [m], negative inside, and the unit normal that leads out the shortest way. The distance
// is exact, so it changes by no more than the point moves; the broad phase rests on that.
typedef tlReal tlDistanceFcn( const tlShape* shape, tlVec3 point, tlVec3* normal );

// A box in the shape's local space; a plane has none, its bounds are infinite.
typedef struct tlShapeBounds
{
	tlVec3 lower, upper;
} tlShapeBounds;

typedef struct tlShapeKind
{
	const char* name;
	const char* ( *findFault )( const tlShape* shape ); // the first field out of range and what is wrong with it, or null
	tlDistanceFcn* getDistance;
	tlShapeBounds ( *getBounds )( const tlShape* shape );
	bool ( *draw )( const tlShape* shape, const tlPlanePatch* patch, tlShapeMesh* mesh ); // false: no memory
} tlShapeKind;

const tlShapeKind* tlGetShapeKind( const tlShape* shape );

// The first field that is out of range and what is wrong with it, or null.
const char* tlFindShapeFault( const tlShape* shape );

static inline bool tlIsPositive( tlReal a )
{
	return a > 0 && tlIsFinite( a );
}

static inline tlShapeBounds tlMakeShapeBounds( tlVec3 half )
{
	return ( tlShapeBounds ){ tlNeg( half ), half };
}
