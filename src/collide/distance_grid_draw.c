// The picture of a distance grid: surface nets (Gibson 1998). Every cell that the surface crosses has one vertex, at the
// mean of the crossings of its sides and then along the gradient onto the surface; every crossed side joins four cells.
// SPDX-License-Identifier: MIT
#include "distance_grid.h"

static size_t GetNode( const tlGridData* grid, int32_t x, int32_t y, int32_t z )
{
	return ( (size_t)z * (size_t)grid->counts[1] + (size_t)y ) * (size_t)grid->counts[0] + (size_t)x;
}

static void PullToSurface( const tlGridData* grid, const double crossing[3], double p[3] )
{
	double gradient[3];
	for ( int i = 0; i < 12; ++i )
	{
		double distance = tlSampleGrid( grid, p, gradient );
		double square = gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2];
		for ( int k = 0; k < 3 && square > 0.01; ++k )
		{
			p[k] -= distance / square * gradient[k];
		}
	}
	double moved = 0;
	for ( int k = 0; k < 3; ++k )
	{
		moved = fmax( moved, fabs( p[k] - crossing[k] ) );
	}
	if ( moved > 2 * grid->cellSize || !( fabs( tlSampleGrid( grid, p, gradient ) ) < 1e-7 * grid->cellSize ) )
	{
		memcpy( p, crossing, 3 * sizeof *p ); // at a ridge there may be no way along the gradient
	}
}

// The vertex of a cell; false where the surface does not cross it.
static bool FindVertex( const tlGridData* grid, const int32_t cell[3], double p[3] )
{
	double crossing[3], sum[3] = { 0, 0, 0 };
	int count = 0;
	for ( int side = 0; side < 12; ++side )
	{
		int axis = side / 4, u = ( axis + 1 ) % 3, v = ( axis + 2 ) % 3;
		int32_t a[3] = { cell[0], cell[1], cell[2] }, b[3];
		a[u] += side & 1;
		a[v] += side >> 1 & 1;
		memcpy( b, a, sizeof b );
		b[axis] += 1;
		double from = (double)grid->values[GetNode( grid, a[0], a[1], a[2] )];
		double to = (double)grid->values[GetNode( grid, b[0], b[1], b[2] )];
		if ( ( from < 0 ) == ( to < 0 ) )
		{
			continue;
		}
		for ( int k = 0; k < 3; ++k )
		{
			crossing[k] = grid->origin[k] + ( a[k] + ( k == axis ? from / ( from - to ) : 0 ) ) * grid->cellSize;
			sum[k] += crossing[k];
		}
		count += 1;
	}
	for ( int k = 0; k < 3 && count > 0; ++k )
	{
		p[k] = sum[k] / count;
	}
	if ( count > 0 )
	{
		PullToSurface( grid, crossing, p );
	}
	return count > 0;
}

// Counts the cells that the surface crosses and, with a mesh, adds their vertices.
static int32_t AddVertices( const tlGridData* grid, int32_t* vertices, tlShapeMesh* mesh )
{
	int32_t count = 0;
	int32_t cell[3];
	for ( cell[2] = 0; cell[2] < grid->counts[2] - 1; ++cell[2] )
	{
		for ( cell[1] = 0; cell[1] < grid->counts[1] - 1; ++cell[1] )
		{
			for ( cell[0] = 0; cell[0] < grid->counts[0] - 1; ++cell[0] )
			{
				double p[3], g[3];
				size_t node = GetNode( grid, cell[0], cell[1], cell[2] );
				if ( !FindVertex( grid, cell, p ) )
				{
					continue;
				}
				count += 1;
				if ( mesh != NULL )
				{
					tlSampleGrid( grid, p, g );
					double length = sqrt( g[0] * g[0] + g[1] * g[1] + g[2] * g[2] );
					length = length > 0 ? length : 1;
					tlVec3 normal = { (tlReal)( g[0] / length ), (tlReal)( g[1] / length ), (tlReal)( g[2] / length ) };
					vertices[node] =
					    tlShapeMesh_AddVertex( mesh, ( tlVec3 ){ (tlReal)p[0], (tlReal)p[1], (tlReal)p[2] }, normal );
				}
			}
		}
	}
	return count;
}

// The same for the sides that it crosses and their quads.
static int32_t AddQuads( const tlGridData* grid, const int32_t* vertices, tlShapeMesh* mesh )
{
	int32_t count = 0;
	int32_t at[3];
	for ( at[2] = 0; at[2] < grid->counts[2]; ++at[2] )
	{
		for ( at[1] = 0; at[1] < grid->counts[1]; ++at[1] )
		{
			for ( at[0] = 0; at[0] < grid->counts[0]; ++at[0] )
			{
				bool inside = grid->values[GetNode( grid, at[0], at[1], at[2] )] < 0;
				for ( int axis = 0; axis < 3; ++axis )
				{
					int u = ( axis + 1 ) % 3, v = ( axis + 2 ) % 3;
					int32_t next[3] = { at[0], at[1], at[2] };
					next[axis] += 1;
					bool border = at[u] == 0 || at[v] == 0 || at[u] == grid->counts[u] - 1 || at[v] == grid->counts[v] - 1;
					if ( border || next[axis] == grid->counts[axis] ||
					     inside == ( grid->values[GetNode( grid, next[0], next[1], next[2] )] < 0 ) )
					{
						continue;
					}
					int32_t corners[4];
					count += 1;
					for ( int k = 0; k < 4 && mesh != NULL; ++k )
					{
						int32_t cell[3] = { at[0], at[1], at[2] };
						cell[u] -= k == 0 || k == 3 ? 1 : 0;
						cell[v] -= k < 2 ? 1 : 0;
						corners[k] = vertices[GetNode( grid, cell[0], cell[1], cell[2] )];
					}
					if ( mesh == NULL )
					{
						continue;
					}
					int32_t second = inside ? corners[1] : corners[3], fourth = inside ? corners[3] : corners[1];
					tlShapeMesh_AddTriangle( mesh, corners[0], second, corners[2] );
					tlShapeMesh_AddTriangle( mesh, corners[0], corners[2], fourth );
				}
			}
		}
	}
	return count;
}

bool tlDrawGrid( const tlShape* shape, const tlPlanePatch* patch, tlShapeMesh* mesh )
{
	(void)patch;
	const tlGridData* grid = tlGetGrid( shape );
	int32_t vertexCount = AddVertices( grid, NULL, NULL ), quadCount = AddQuads( grid, NULL, NULL );
	int32_t* vertices = TL_ALLOC( int32_t, (size_t)grid->counts[0] * (size_t)grid->counts[1] * (size_t)grid->counts[2] );
	bool fine = vertices != NULL && tlShapeMesh_Reserve( mesh, vertexCount, 2 * quadCount );
	if ( fine )
	{
		AddVertices( grid, vertices, mesh );
		AddQuads( grid, vertices, mesh );
	}
	tlFree( vertices );
	return fine;
}
