// Box about the local origin. Outside, the nearest point of the surface; inside, the nearest face, the first of equals.
// SPDX-License-Identifier: MIT
#include "shape.h"

tlDistanceFcn tl_boxDistance;

tlReal tl_boxDistance( const tlShape* shape, tlVec3 point, tlVec3* normal )
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
