// SPDX-License-Identifier: MIT
#include "normals.h"

#include "base/point.h"

void tlComputeNormals( const float* positions, int32_t vertexCount, const int32_t* triangles, int32_t triangleCount,
                       float* normals )
{
	memset( normals, 0, 3 * (size_t)vertexCount * sizeof( float ) );
	for ( int32_t i = 0; i < triangleCount; ++i )
	{
		const int32_t* corners = triangles + 3 * i;
		tlPosition a = tlPointFromFloats( positions + 3 * corners[0] );
		tlPosition b = tlPointFromFloats( positions + 3 * corners[1] );
		tlPosition c = tlPointFromFloats( positions + 3 * corners[2] );
		tlPosition n = tlPointCross( tlPointSub( b, a ), tlPointSub( c, a ) );
		if ( !tlPointIsFinite( n ) )
		{
			continue;
		}
		for ( int k = 0; k < 3; ++k )
		{
			float* normal = normals + 3 * corners[k];
			normal[0] += (float)n.x;
			normal[1] += (float)n.y;
			normal[2] += (float)n.z;
		}
	}
	for ( int32_t i = 0; i < vertexCount; ++i )
	{
		float* normal = normals + 3 * i;
		tlPosition n = tlPointUnit( tlPointFromFloats( normal ), tlPoint( 0.0, 1.0, 0.0 ) );
		normal[0] = (float)n.x;
		normal[1] = (float)n.y;
		normal[2] = (float)n.z;
	}
}
