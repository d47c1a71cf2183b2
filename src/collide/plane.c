// Half space: solid below local y = 0.
// SPDX-License-Identifier: MIT
#include "shape.h"

tlDistanceFcn tl_planeDistance;

tlReal tl_planeDistance( const tlShape* shape, tlVec3 point, tlVec3* normal )
{
	(void)shape;
	*normal = ( tlVec3 ){ 0, 1, 0 };
	return point.y;
}
