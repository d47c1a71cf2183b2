// Capsule: all within radius of the segment from -halfHeight to halfHeight on local y. On the segment the way out is along
// x.
//
// SPDX-License-Identifier: MIT
#include "shape.h"

tlDistanceFcn tl_capsuleDistance;

tlReal tl_capsuleDistance( const tlShape* shape, tlVec3 point, tlVec3* normal )
{
	tlVec3 d = { point.x, point.y - tlClamp( point.y, -shape->halfHeight, shape->halfHeight ), point.z };
	tlReal length = tlLength( d );
	*normal = length > (tlReal)1e-20 ? tlMul( 1 / length, d ) : ( tlVec3 ){ 1, 0, 0 };
	return length - shape->radius;
}
