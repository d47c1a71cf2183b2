// SPDX-License-Identifier: MIT
#include "shape_mesh.h"

#include "base/core.h"
#include "shape.h"

enum
{
	tl_sideCount = 48, // around the axis
	tl_ringCount = 12  // from the pole to the equator
};

bool tlMakeShapeMesh( const tlShape* shape, const tlPlanePatch* patch, tlShapeMesh* mesh )
{
	memset( mesh, 0, sizeof *mesh );
	return tlGetShapeKind( shape )->draw( shape, patch, mesh );
}

void tlFreeShapeMesh( tlShapeMesh* mesh )
{
	tlFree( mesh->positions );
	tlFree( mesh->normals );
	tlFree( mesh->triangles );
	memset( mesh, 0, sizeof *mesh );
}

bool tlShapeMesh_Reserve( tlShapeMesh* mesh, int32_t vertexCount, int32_t triangleCount )
{
	mesh->positions = TL_ALLOC( float, 3 * (size_t)vertexCount );
	mesh->normals = TL_ALLOC( float, 3 * (size_t)vertexCount );
	mesh->triangles = TL_ALLOC( int32_t, 3 * (size_t)triangleCount );
	if ( mesh->positions == NULL || mesh->normals == NULL || mesh->triangles == NULL )
	{
		tlFreeShapeMesh( mesh );
		return false;
	}
	return true;
}

int32_t tlShapeMesh_AddVertex( tlShapeMesh* mesh, tlVec3 position, tlVec3 normal )
{
	const tlVec3 from[2] = { position, normal };
	float* to[2] = { mesh->positions + 3 * (size_t)mesh->vertexCount, mesh->normals + 3 * (size_t)mesh->vertexCount };
	for ( int k = 0; k < 2; ++k )
	{
		to[k][0] = (float)from[k].x;
		to[k][1] = (float)from[k].y;
		to[k][2] = (float)from[k].z;
	}
	return mesh->vertexCount++;
}

void tlShapeMesh_AddTriangle( tlShapeMesh* mesh, int32_t a, int32_t b, int32_t c )
{
	int32_t* triangle = mesh->triangles + 3 * (size_t)mesh->triangleCount++;
	triangle[0] = a;
	triangle[1] = b;
	triangle[2] = c;
}

// Poles are rows of vertices too, which keeps the counting plain; their triangles without area are left out.
bool tlShapeMesh_Turn( tlShapeMesh* mesh, const tlLatheRow* rows, int32_t rowCount )
{
	if ( !tlShapeMesh_Reserve( mesh, rowCount * tl_sideCount, 2 * ( rowCount - 1 ) * tl_sideCount ) )
	{
		return false;
	}
	for ( int32_t row = 0; row < rowCount; ++row )
	{
		const tlLatheRow* r = rows + row;
		for ( int32_t side = 0; side < tl_sideCount; ++side )
		{
			double angle = 2 * 3.14159265358979323846 * side / tl_sideCount;
			tlReal c = (tlReal)tlCos( angle ), s = (tlReal)-tlSin( angle );
			tlVec3 n = { r->normalAcross * c, r->normalHeight, r->normalAcross * s };
			tlShapeMesh_AddVertex( mesh, ( tlVec3 ){ r->across * c, r->height, r->across * s }, n );
		}
	}
	for ( int32_t row = 0; row + 1 < rowCount; ++row )
	{
		if ( rows[row].across == rows[row + 1].across && rows[row].height == rows[row + 1].height )
		{
			continue;
		}
		for ( int32_t side = 0; side < tl_sideCount; ++side )
		{
			int32_t next = ( side + 1 ) % tl_sideCount;
			int32_t a = row * tl_sideCount + side, b = row * tl_sideCount + next;
			int32_t c = a + tl_sideCount, d = b + tl_sideCount;
			if ( rows[row + 1].across > 0 )
			{
				tlShapeMesh_AddTriangle( mesh, a, c, d );
			}
			if ( rows[row].across > 0 )
			{
				tlShapeMesh_AddTriangle( mesh, a, d, b );
			}
		}
	}
	return true;
}

bool tlDrawRound( tlReal radius, tlReal halfHeight, tlShapeMesh* mesh )
{
	tlLatheRow rows[2 * ( tl_ringCount + 1 )];
	for ( int32_t row = 0; row < 2 * ( tl_ringCount + 1 ); ++row )
	{
		bool upper = row <= tl_ringCount;
		int32_t ring = upper ? row : row - 1;
		double polar = 0.5 * 3.14159265358979323846 * ring / tl_ringCount;
		tlReal across = ring == 0 || ring == 2 * tl_ringCount ? 0 : (tlReal)tlSin( polar ), height = (tlReal)tlCos( polar );
		rows[row] =
		    ( tlLatheRow ){ radius * across, radius * height + ( upper ? halfHeight : -halfHeight ), across, height };
	}
	return tlShapeMesh_Turn( mesh, rows, 2 * ( tl_ringCount + 1 ) );
}
