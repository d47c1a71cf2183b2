// The list of shapes, made from the manifest.
// SPDX-License-Identifier: MIT
#include "shape.h"

#include "base/core.h"

#define TL_SHAPE( name ) tlDistanceFcn tl_##name##Distance;
#include "manifest.h"
#undef TL_SHAPE

static tlDistanceFcn* const s_distances[] = {
#define TL_SHAPE( name ) tl_##name##Distance,
#include "manifest.h"
#undef TL_SHAPE
};

static const char* const s_names[] = {
#define TL_SHAPE( name ) #name,
#include "manifest.h"
#undef TL_SHAPE
};

const char* tlGetShapeName( tlShapeType type )
{
	TL_ASSERT( (unsigned)type < tl_shapeTypeCount );
	return s_names[type];
}

tlReal tlShape_GetDistance( const tlShape* shape, tlVec3 point, tlVec3* normal )
{
	return s_distances[shape->type]( shape, point, normal );
}

static bool IsPositive( tlReal a )
{
	return a > 0 && tlIsFinite( a );
}

const char* tlFindShapeFault( const tlShape* shape )
{
	if ( (unsigned)shape->type >= tl_shapeTypeCount )
	{
		return "shape.type is not a shape";
	}
	if ( ( shape->type == tl_sphereShape || shape->type == tl_capsuleShape ) && !IsPositive( shape->radius ) )
	{
		return "shape.radius must be above 0 m";
	}
	if ( shape->type == tl_capsuleShape && !( shape->halfHeight >= 0 && tlIsFinite( shape->halfHeight ) ) )
	{
		return "shape.halfHeight must be at least 0 m";
	}
	tlVec3 e = shape->halfExtents;
	if ( shape->type == tl_boxShape && !( IsPositive( e.x ) && IsPositive( e.y ) && IsPositive( e.z ) ) )
	{
		return "shape.halfExtents must be above 0 m";
	}
	return NULL;
}
