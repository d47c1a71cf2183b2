// What the solver and the pictures know of a shape: one file each, one line each in manifest.h.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/core.h"
#include "shape_mesh.h"

// What all cooked data begins with; the file of the shape knows the rest.
struct tlShapeData
{
	tlShapeType type;
};

// Signed distance of a local point [m], negative inside, and the unit normal that leads out the shortest way. The distance
// is exact, so it changes by no more than the point moves; the broad phase rests on that. Where a shape keeps less than
// that, its file says so.
typedef tlReal tlDistanceFcn( const tlShape* shape, tlVec3 point, tlVec3* normal );

// A box in the shape's local space; a plane has none, its bounds are infinite.
typedef struct tlShapeBounds
{
	tlVec3 lower, upper;
} tlShapeBounds;

// One of the surfaces near a point.
typedef struct tlSurface
{
	tlReal distance; // signed [m]
	tlVec3 normal;
} tlSurface;

typedef struct tlShapeKind
{
	const char* name;
	const char* ( *findFault )( const tlShape* shape ); // the first field out of range and what is wrong with it, or null
	tlDistanceFcn* getDistance;
	tlShapeBounds ( *getBounds )( const tlShape* shape );
	bool ( *draw )( const tlShape* shape, const tlPlanePatch* patch, tlShapeMesh* mesh ); // false: no memory

	// The distinct surfaces within reach [m] that a point may touch, the deepest or nearest first, at most `capacity`; of
	// those with about the same normal the nearest only. Returns how many. Null: a convex shape, whose nearest surface is
	// the only one.
	int32_t ( *findSurfaces )( const tlShape* shape, tlVec3 point, tlReal reach, tlSurface* surfaces, int32_t capacity );

	// Bakes a scale without zeros into *scaled, which begins as a copy; *data, which begins as null, takes what is cooked
	// anew. Refuses, with the reason, what would be no shape of this type.
	tlResult ( *scale )( const tlShape* shape, tlVec3 scale, tlShape* scaled, tlShapeData** data, tlError* error );

	void ( *destroyData )( tlShapeData* data ); // null: a shape without data
} tlShapeKind;

const tlShapeKind* tlGetShapeKind( const tlShape* shape );

// Adds a surface to a list in the order of distance, unless one with about the same normal is nearer. Returns the new count.
int32_t tlInsertSurface( tlSurface* surfaces, int32_t count, int32_t capacity, tlSurface surface );

// How far a point may go for each metre of its distance before it can touch: distances between the nodes of a grid change by
// up to 1.2 times the way.
static inline tlReal tlGetSafeSlope( const tlShape* shape )
{
	return shape->data != NULL ? (tlReal)0.8 : 1;
}

// The first field that is out of range and what is wrong with it, or null.
const char* tlFindShapeFault( const tlShape* shape );

static inline bool tlIsPositive( tlReal a )
{
	return a > 0 && tlIsFinite( a );
}

// Whether two factors are the same but for their signs.
static inline bool tlIsSameSize( tlReal a, tlReal b )
{
	return tlAbs( tlAbs( a ) - tlAbs( b ) ) <= (tlReal)1e-6 * tlAbs( a );
}

static inline bool tlIsUniformScale( tlVec3 scale )
{
	return tlIsSameSize( scale.x, scale.y ) && tlIsSameSize( scale.x, scale.z );
}

// How far down a block without a bottom is drawn at least, from its highest place.
static inline tlReal tlGetDrawnDepth( const tlShapeBounds* bounds )
{
	return (tlReal)0.2 * tlMax( bounds->upper.x - bounds->lower.x, bounds->upper.z - bounds->lower.z );
}

static inline tlShapeBounds tlMakeShapeBounds( tlVec3 half )
{
	return ( tlShapeBounds ){ tlNeg( half ), half };
}
