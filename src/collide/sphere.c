// Sphere about the local origin. At its very centre the way out is up.
// SPDX-License-Identifier: MIT
#include "shape.h"

tlDistanceFcn tl_sphereDistance;

tlReal tl_sphereDistance( const tlShape* shape, tlVec3 point, tlVec3* normal )
{
	tlReal length = tlLength( point );
	*normal = length > (tlReal)1e-20 ? tlMul( 1 / length, point ) : ( tlVec3 ){ 0, 1, 0 };
	return length - shape->radius;
}
