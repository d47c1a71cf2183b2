// Cylinder along local y with flat ends. Outside, the nearest point of side, end or rim; inside, the nearer of side and end,
// the side where both are as near. On the axis the way to the side is along x.
// SPDX-License-Identifier: MIT
#include "shape.h"

static tlReal GetDistance( const tlShape* shape, tlVec3 point, tlVec3* normal )
{
	tlReal across = tlSqrt( point.x * point.x + point.z * point.z );
	bool axis = !( across > (tlReal)1e-20 );
	tlVec3 side = { axis ? 1 : point.x / across, 0, axis ? 0 : point.z / across };
	tlReal sign = point.y < 0 ? -1 : 1;
	tlReal out = across - shape->radius, over = tlAbs( point.y ) - shape->halfHeight;
	if ( out <= 0 || over <= 0 )
	{
		bool toSide = out >= over;
		*normal = toSide ? side : ( tlVec3 ){ 0, sign, 0 };
		return toSide ? out : over;
	}
	tlReal length = tlSqrt( out * out + over * over );
	if ( !( length > (tlReal)1e-20 ) )
	{
		*normal = side; // a square too small to count: on the rim
		return length;
	}
	*normal = ( tlVec3 ){ out / length * side.x, over / length * sign, out / length * side.z };
	return length;
}

static const char* FindFault( const tlShape* shape )
{
	if ( !tlIsPositive( shape->radius ) )
	{
		return "shape.radius must be above 0 m";
	}
	return tlIsPositive( shape->halfHeight ) ? NULL : "shape.halfHeight of a cylinder must be above 0 m";
}

static tlShapeBounds GetBounds( const tlShape* shape )
{
	return tlMakeShapeBounds( ( tlVec3 ){ shape->radius, shape->halfHeight, shape->radius } );
}

static bool Draw( const tlShape* shape, const tlPlanePatch* patch, tlShapeMesh* mesh )
{
	(void)patch;
	const tlReal r = shape->radius, h = shape->halfHeight;
	const tlLatheRow rows[] = { { 0, h, 0, 1 },  { r, h, 0, 1 },   { r, h, 1, 0 },
		                        { r, -h, 1, 0 }, { r, -h, 0, -1 }, { 0, -h, 0, -1 } };
	return tlShapeMesh_Turn( mesh, rows, 6 );
}

static tlResult Scale( const tlShape* shape, tlVec3 scale, tlShape* scaled, tlShapeData** data, tlError* error )
{
	(void)data;
	if ( !tlIsSameSize( scale.x, scale.z ) )
	{
		return tlFail( error, tl_invalidArgument,
		               "a cylinder scales by the same number along x and z; use a hull or a mesh instead" );
	}
	scaled->radius = tlAbs( scale.x ) * shape->radius;
	scaled->halfHeight = tlAbs( scale.y ) * shape->halfHeight;
	return tl_success;
}

const tlShapeKind tl_cylinderKind;
const tlShapeKind tl_cylinderKind = { .name = "cylinder",
	                                  .findFault = FindFault,
	                                  .getDistance = GetDistance,
	                                  .getBounds = GetBounds,
	                                  .draw = Draw,
	                                  .scale = Scale };
