// Meshes of the shapes: rings for the round ones, six faces for a box.
// SPDX-License-Identifier: MIT
#include "shape_mesh.h"

#include "point.h"

enum
{
	tl_sideCount = 48, // around the axis
	tl_ringCount = 12  // from the pole to the equator
};

static tlResult Allocate( tlShapeMesh* mesh, int32_t vertexCount, int32_t triangleCount, tlError* error )
{
	mesh->positions = TL_ALLOC( float, 3 * vertexCount );
	mesh->normals = TL_ALLOC( float, 3 * vertexCount );
	mesh->triangles = TL_ALLOC( int32_t, 3 * triangleCount );
	if ( mesh->positions == NULL || mesh->normals == NULL || mesh->triangles == NULL )
	{
		tlFreeShapeMesh( mesh );
		return tlFailMemory( error );
	}
	return tl_success;
}

void tlFreeShapeMesh( tlShapeMesh* mesh )
{
	tlFree( mesh->positions );
	tlFree( mesh->normals );
	tlFree( mesh->triangles );
	memset( mesh, 0, sizeof *mesh );
}

static int32_t AddVertex( tlShapeMesh* mesh, tlPosition p, tlPosition n )
{
	float* position = mesh->positions + 3 * mesh->vertexCount;
	float* normal = mesh->normals + 3 * mesh->vertexCount;
	position[0] = (float)p.x;
	position[1] = (float)p.y;
	position[2] = (float)p.z;
	normal[0] = (float)n.x;
	normal[1] = (float)n.y;
	normal[2] = (float)n.z;
	return mesh->vertexCount++;
}

static void AddTriangle( tlShapeMesh* mesh, int32_t a, int32_t b, int32_t c )
{
	int32_t* triangle = mesh->triangles + 3 * mesh->triangleCount++;
	triangle[0] = a;
	triangle[1] = b;
	triangle[2] = c;
}

// Two half spheres, apart by twice halfHeight along y; the quads between them are the sides of a capsule. Poles are rows
// of vertices too, which keeps the counting plain; their triangles without area are left out.
static tlResult MakeRound( double radius, double halfHeight, tlShapeMesh* mesh, tlError* error )
{
	int32_t rowCount = 2 * ( tl_ringCount + 1 );
	int32_t vertexCount = rowCount * tl_sideCount;
	tlResult result = Allocate( mesh, vertexCount, 2 * ( rowCount - 1 ) * tl_sideCount, error );
	if ( result != tl_success )
	{
		return result;
	}
	const double halfTurn = 3.14159265358979323846;
	for ( int32_t row = 0; row < rowCount; ++row )
	{
		bool upper = row <= tl_ringCount;
		int32_t ring = upper ? row : row - 1;
		double polar = 0.5 * halfTurn * ring / tl_ringCount;
		double height = tlCos( polar );
		double across = ring == 0 || ring == 2 * tl_ringCount ? 0.0 : tlSin( polar );
		for ( int32_t side = 0; side < tl_sideCount; ++side )
		{
			double angle = 2.0 * halfTurn * side / tl_sideCount;
			tlPosition n = tlPoint( across * tlCos( angle ), height, -across * tlSin( angle ) );
			tlPosition p = tlPointMul( radius, n );
			p.y += upper ? halfHeight : -halfHeight;
			AddVertex( mesh, p, n );
		}
	}
	for ( int32_t row = 0; row + 1 < rowCount; ++row )
	{
		if ( row == tl_ringCount && !( halfHeight > 0.0 ) )
		{
			continue;
		}
		for ( int32_t side = 0; side < tl_sideCount; ++side )
		{
			int32_t next = ( side + 1 ) % tl_sideCount;
			int32_t a = row * tl_sideCount + side;
			int32_t b = row * tl_sideCount + next;
			int32_t c = a + tl_sideCount;
			int32_t d = b + tl_sideCount;
			if ( row + 2 < rowCount )
			{
				AddTriangle( mesh, a, c, d );
			}
			else
			{
				AddTriangle( mesh, a, c, b );
				continue;
			}
			if ( row > 0 )
			{
				AddTriangle( mesh, a, d, b );
			}
		}
	}
	return tl_success;
}

static tlResult MakeBox( tlPosition half, tlShapeMesh* mesh, tlError* error )
{
	tlResult result = Allocate( mesh, 24, 12, error );
	if ( result != tl_success )
	{
		return result;
	}
	for ( int axis = 0; axis < 3; ++axis )
	{
		for ( int side = -1; side <= 1; side += 2 )
		{
			int32_t first = mesh->vertexCount;
			for ( int corner = 0; corner < 4; ++corner )
			{
				double c[3], n[3] = { 0.0, 0.0, 0.0 };
				// Around the face, turned over on the far side so that the winding stays outward.
				double u = corner == 1 || corner == 2 ? 1.0 : -1.0;
				double v = corner >= 2 ? 1.0 : -1.0;
				c[axis] = side;
				c[( axis + 1 ) % 3] = u * side;
				c[( axis + 2 ) % 3] = v;
				n[axis] = side;
				AddVertex( mesh, tlPoint( c[0] * half.x, c[1] * half.y, c[2] * half.z ), tlPoint( n[0], n[1], n[2] ) );
			}
			AddTriangle( mesh, first, first + 1, first + 2 );
			AddTriangle( mesh, first, first + 2, first + 3 );
		}
	}
	return tl_success;
}

static tlResult MakePlane( double x, double z, double half, tlShapeMesh* mesh, tlError* error )
{
	tlResult result = Allocate( mesh, 4, 2, error );
	if ( result != tl_success )
	{
		return result;
	}
	tlPosition up = tlPoint( 0.0, 1.0, 0.0 );
	AddVertex( mesh, tlPoint( x - half, 0.0, z - half ), up );
	AddVertex( mesh, tlPoint( x - half, 0.0, z + half ), up );
	AddVertex( mesh, tlPoint( x + half, 0.0, z + half ), up );
	AddVertex( mesh, tlPoint( x + half, 0.0, z - half ), up );
	AddTriangle( mesh, 0, 1, 2 );
	AddTriangle( mesh, 0, 2, 3 );
	return tl_success;
}

tlResult tlMakeShapeMesh( const tlShape* shape, const double planeCenter[2], double planeSize, tlShapeMesh* mesh,
                          tlError* error )
{
	memset( mesh, 0, sizeof *mesh );
	switch ( shape->type )
	{
		case tl_planeShape:
			return MakePlane( planeCenter[0], planeCenter[1], planeSize, mesh, error );
		case tl_sphereShape:
			return MakeRound( (double)shape->radius, 0.0, mesh, error );
		case tl_capsuleShape:
			return MakeRound( (double)shape->radius, (double)shape->halfHeight, mesh, error );
		case tl_boxShape:
			return MakeBox(
			    tlPoint( (double)shape->halfExtents.x, (double)shape->halfExtents.y, (double)shape->halfExtents.z ), mesh,
			    error );
		default:
			return tlFail( error, tl_unsupported, "a collider shape of type %d has no mesh", (int)shape->type );
	}
}

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
