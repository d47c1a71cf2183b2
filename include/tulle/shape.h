// Tulle: the shapes of colliders.
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
	tl_planeShape,   // solid below local y = 0, without bounds
	tl_sphereShape,  // about the local origin
	tl_capsuleShape, // along local y
	tl_boxShape,     // about the local origin
	tl_shapeTypeCount
} tlShapeType;

typedef struct tlShape
{
	tlShapeType type;
	tlReal radius;      // sphere, capsule [m], > 0
	tlReal halfHeight;  // capsule: half the distance between the two centres [m], >= 0
	tlVec3 halfExtents; // box [m], > 0
} tlShape;

const char* tlGetShapeName( tlShapeType type );

// Signed distance from a point to a shape in its local space [m], negative inside, and the outward normal there.
tlReal tlShape_GetDistance( const tlShape* shape, tlVec3 point, tlVec3* normal );

#ifdef __cplusplus
}
#endif
