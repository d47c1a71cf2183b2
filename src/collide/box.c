// Box about the local origin. Outside, the nearest point of the surface; inside, the nearest face, the first of equals.
// SPDX-License-Identifier: MIT
#include "shape.h"

static tlReal GetDistance( const tlShape* shape, tlVec3 point, tlVec3* normal )
{
	tlVec3 sign = { point.x < 0 ? -1 : 1, point.y < 0 ? -1 : 1, point.z < 0 ? -1 : 1 };
	tlVec3 over = { tlAbs( point.x ) - shape->halfExtents.x, tlAbs( point.y ) - shape->halfExtents.y,
		            tlAbs( point.z ) - shape->halfExtents.z };
	tlVec3 out = { tlMax( over.x, 0 ), tlMax( over.y, 0 ), tlMax( over.z, 0 ) };
	tlReal length = tlLength( out );
	if ( length > (tlReal)1e-20 )
	{
		tlReal s = 1 / length;
		*normal = ( tlVec3 ){ s * sign.x * out.x, s * sign.y * out.y, s * sign.z * out.z };
		return length;
	}
	if ( over.x >= over.y && over.x >= over.z )
	{
		*normal = ( tlVec3 ){ sign.x, 0, 0 };
		return over.x;
	}
	if ( over.y >= over.z )
	{
		*normal = ( tlVec3 ){ 0, sign.y, 0 };
		return over.y;
	}
	*normal = ( tlVec3 ){ 0, 0, sign.z };
	return over.z;
}

static const char* FindFault( const tlShape* shape )
{
	tlVec3 e = shape->halfExtents;
	bool fine = tlIsPositive( e.x ) && tlIsPositive( e.y ) && tlIsPositive( e.z );
	return fine ? NULL : "shape.halfExtents must be above 0 m";
}

static tlShapeBounds GetBounds( const tlShape* shape )
{
	return tlMakeShapeBounds( shape->halfExtents );
}

static bool Draw( const tlShape* shape, const tlPlanePatch* patch, tlShapeMesh* mesh )
{
	(void)patch;
	if ( !tlShapeMesh_Reserve( mesh, 24, 12 ) )
	{
		return false;
	}
	const tlVec3 e = shape->halfExtents;
	for ( int axis = 0; axis < 3; ++axis )
	{
		for ( int side = -1; side <= 1; side += 2 )
		{
			int32_t first = mesh->vertexCount;
			for ( int corner = 0; corner < 4; ++corner )
			{
				tlReal c[3], n[3] = { 0, 0, 0 };
				// Around the face, turned over on the far side so that the winding stays outward.
				c[axis] = (tlReal)side;
				c[( axis + 1 ) % 3] = (tlReal)( corner == 1 || corner == 2 ? side : -side );
				c[( axis + 2 ) % 3] = corner >= 2 ? 1 : -1;
				n[axis] = (tlReal)side;
				tlVec3 position = { c[0] * e.x, c[1] * e.y, c[2] * e.z };
				tlShapeMesh_AddVertex( mesh, position, ( tlVec3 ){ n[0], n[1], n[2] } );
			}
			tlShapeMesh_AddTriangle( mesh, first, first + 1, first + 2 );
			tlShapeMesh_AddTriangle( mesh, first, first + 2, first + 3 );
		}
	}
	return true;
}

static tlResult Scale( const tlShape* shape, tlVec3 scale, tlShape* scaled, tlShapeData** data, tlError* error )
{
	(void)data, (void)error;
	tlVec3 e = shape->halfExtents;
	scaled->halfExtents = ( tlVec3 ){ tlAbs( scale.x ) * e.x, tlAbs( scale.y ) * e.y, tlAbs( scale.z ) * e.z };
	return tl_success;
}

const tlShapeKind tl_boxKind;
const tlShapeKind tl_boxKind = {
	.name = "box", .findFault = FindFault, .getDistance = GetDistance, .getBounds = GetBounds, .draw = Draw, .scale = Scale
};
