// Tulle: the shapes of colliders. Round and flat ones are a few numbers; the others hold cooked data, which is made once,
// never changes and may be shared by many colliders of many worlds.
// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"
#include "math.h"

#ifdef __cplusplus
extern "C"
{
#endif

typedef enum tlShapeType
{
	tl_planeShape,          // solid below local y = 0, without bounds
	tl_sphereShape,         // about the local origin
	tl_capsuleShape,        // along local y
	tl_boxShape,            // about the local origin
	tl_taperedCapsuleShape, // along local y: two spheres and all between them
	tl_cylinderShape,       // along local y, with flat ends
	tl_shapeTypeCount
} tlShapeType;

// Cooked and immutable: what a shape is made of besides a few numbers. It must outlive the colliders that use it.
typedef struct tlShapeData tlShapeData;

typedef struct tlShape
{
	tlShapeType type;
	tlReal radius;      // sphere, capsule, cylinder; tapered capsule: of the sphere at -halfHeight [m], > 0
	tlReal topRadius;   // tapered capsule: of the sphere at +halfHeight [m], > 0
	tlReal halfHeight;  // capsules: half the distance between the two centres [m], >= 0; cylinder: half its height, > 0
	tlVec3 halfExtents; // box [m], > 0

	const tlShapeData* data; // hull, height field, grid, mesh: borrowed
} tlShape;

const char* tlGetShapeName( tlShapeType type );

// Signed distance from a point to a shape in its local space [m], negative inside, and the outward normal there.
tlReal tlShape_GetDistance( const tlShape* shape, tlVec3 point, tlVec3* normal );

// A shape with a scale along its local axes baked in; negative factors mirror it. What would no longer be a shape of its
// type is refused with the reason (tl_invalidArgument): a sphere under different factors, say. *data is what had to be
// cooked anew, to be destroyed after the colliders that use it, or null; on failure it is null and *scaled as before.
tlResult tlScaleShape( const tlShape* shape, tlVec3 scale, tlShape* scaled, tlShapeData** data, tlError* error );

// The shape that cooked data makes.
tlShape tlMakeShape( const tlShapeData* data );

// Takes null. No collider may use it any more.
void tlDestroyShapeData( tlShapeData* data );

#ifdef __cplusplus
}
#endif
