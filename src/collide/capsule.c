// Capsule: all within radius of the segment from -halfHeight to halfHeight on local y. On the segment the way out is along
// x.
//
// SPDX-License-Identifier: MIT
#include "shape.h"

static tlReal GetDistance( const tlShape* shape, tlVec3 point, tlVec3* normal )
{
	tlVec3 d = { point.x, point.y - tlClamp( point.y, -shape->halfHeight, shape->halfHeight ), point.z };
	tlReal length = tlLength( d );
	*normal = length > (tlReal)1e-20 ? tlMul( 1 / length, d ) : ( tlVec3 ){ 1, 0, 0 };
	return length - shape->radius;
}

static const char* FindFault( const tlShape* shape )
{
	if ( !tlIsPositive( shape->radius ) )
	{
		return "shape.radius must be above 0 m";
	}
	return shape->halfHeight >= 0 && tlIsFinite( shape->halfHeight ) ? NULL : "shape.halfHeight must be at least 0 m";
}

static tlShapeBounds GetBounds( const tlShape* shape )
{
	return tlMakeShapeBounds( ( tlVec3 ){ shape->radius, shape->radius + shape->halfHeight, shape->radius } );
}

static bool Draw( const tlShape* shape, const tlPlanePatch* patch, tlShapeMesh* mesh )
{
	(void)patch;
	return tlDrawRound( shape->radius, shape->halfHeight, mesh );
}

static tlResult Scale( const tlShape* shape, tlVec3 scale, tlShape* scaled, tlShapeData** data, tlError* error )
{
	(void)data;
	if ( !tlIsUniformScale( scale ) )
	{
		return tlFail( error, tl_invalidArgument,
		               "a capsule scales by the same number along all axes; use a hull or a mesh instead" );
	}
	scaled->radius = tlAbs( scale.x ) * shape->radius;
	scaled->halfHeight = tlAbs( scale.x ) * shape->halfHeight;
	return tl_success;
}

const tlShapeKind tl_capsuleKind;
const tlShapeKind tl_capsuleKind = { .name = "capsule",
	                                 .findFault = FindFault,
	                                 .getDistance = GetDistance,
	                                 .getBounds = GetBounds,
	                                 .draw = Draw,
	                                 .scale = Scale };
