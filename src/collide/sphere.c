// Sphere about the local origin. At its very centre the way out is up.
// SPDX-License-Identifier: MIT
#include "shape.h"

static tlReal GetDistance( const tlShape* shape, tlVec3 point, tlVec3* normal )
{
	tlReal length = tlLength( point );
	*normal = length > (tlReal)1e-20 ? tlMul( 1 / length, point ) : ( tlVec3 ){ 0, 1, 0 };
	return length - shape->radius;
}

static const char* FindFault( const tlShape* shape )
{
	return tlIsPositive( shape->radius ) ? NULL : "shape.radius must be above 0 m";
}

static tlShapeBounds GetBounds( const tlShape* shape )
{
	return tlMakeShapeBounds( ( tlVec3 ){ shape->radius, shape->radius, shape->radius } );
}

static bool Draw( const tlShape* shape, const tlPlanePatch* patch, tlShapeMesh* mesh )
{
	(void)patch;
	return tlDrawRound( shape->radius, 0, mesh );
}

static tlResult Scale( const tlShape* shape, tlVec3 scale, tlShape* scaled, tlShapeData** data, tlError* error )
{
	(void)data;
	if ( !tlIsUniformScale( scale ) )
	{
		return tlFail( error, tl_invalidArgument,
		               "a sphere scales by the same number along all axes; use a hull or a mesh for an ellipsoid" );
	}
	scaled->radius = tlAbs( scale.x ) * shape->radius;
	return tl_success;
}

const tlShapeKind tl_sphereKind;
const tlShapeKind tl_sphereKind = { .name = "sphere",
	                                .findFault = FindFault,
	                                .getDistance = GetDistance,
	                                .getBounds = GetBounds,
	                                .draw = Draw,
	                                .scale = Scale };
