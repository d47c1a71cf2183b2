// Half space: solid below local y = 0.
// SPDX-License-Identifier: MIT
#include "shape.h"

static tlReal GetDistance( const tlShape* shape, tlVec3 point, tlVec3* normal )
{
	(void)shape;
	*normal = ( tlVec3 ){ 0, 1, 0 };
	return point.y;
}

static const char* FindFault( const tlShape* shape )
{
	(void)shape;
	return NULL;
}

static tlShapeBounds GetBounds( const tlShape* shape )
{
	(void)shape;
	const tlReal far = (tlReal)INFINITY;
	return ( tlShapeBounds ){ { -far, -far, -far }, { far, 0, far } };
}

static bool Draw( const tlShape* shape, const tlPlanePatch* patch, tlShapeMesh* mesh )
{
	(void)shape;
	if ( !tlShapeMesh_Reserve( mesh, 4, 2 ) )
	{
		return false;
	}
	const tlVec3 up = { 0, 1, 0 };
	static const tlReal signs[4][2] = { { -1, -1 }, { -1, 1 }, { 1, 1 }, { 1, -1 } };
	for ( int k = 0; k < 4; ++k )
	{
		tlVec3 corner = { patch->x + signs[k][0] * patch->half, 0, patch->z + signs[k][1] * patch->half };
		tlShapeMesh_AddVertex( mesh, corner, up );
	}
	tlShapeMesh_AddTriangle( mesh, 0, 1, 2 );
	tlShapeMesh_AddTriangle( mesh, 0, 2, 3 );
	return true;
}

static tlResult Scale( const tlShape* shape, tlVec3 scale, tlShape* scaled, tlShapeData** data, tlError* error )
{
	(void)shape, (void)scaled, (void)data;
	return scale.y > 0 ? tl_success
	                   : tlFail( error, tl_invalidArgument,
	                             "a plane can not be mirrored along y: turn it by its transform instead" );
}

const tlShapeKind tl_planeKind;
const tlShapeKind tl_planeKind = {
	.name = "plane", .findFault = FindFault, .getDistance = GetDistance, .getBounds = GetBounds, .draw = Draw, .scale = Scale
};
