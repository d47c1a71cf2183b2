// Signed distance grid of a closed mesh. Nodes hold the exact distance, between them it is linear along each axis, so the
// surface is rounded off where it turns within a cell, and what is thinner than a cell may be lost. The normal is the
// direction of the gradient of just that function; its length is 1 only where the distance is smooth, so a change of
// distance may exceed the way by the error of the interpolation.
//
// Outside the grid: the root of the sum of the squares of the way to the grid and of the distance where that ends. As all of
// the solid is in the grid this is never more than the true distance, it goes over into the grid without a jump, and it
// changes by no more than the point moves.
// SPDX-License-Identifier: MIT
#include "distance_grid.h"

#include "surface_mesh.h"

double tlSampleGrid( const tlGridData* grid, const double p[3], double gradient[3] )
{
	size_t index = 0, strides[3] = { 1, (size_t)grid->counts[0], (size_t)grid->counts[0] * (size_t)grid->counts[1] };
	double t[3];
	for ( int k = 0; k < 3; ++k )
	{
		double u = ( p[k] - grid->origin[k] ) / grid->cellSize;
		double cell = floor( u ), last = grid->counts[k] - 2;
		cell = cell < 0 ? 0 : ( cell > last ? last : cell );
		t[k] = u - cell;
		t[k] = t[k] < 0 ? 0 : ( t[k] > 1 ? 1 : t[k] );
		index += (size_t)cell * strides[k];
	}
	double v[8];
	for ( int k = 0; k < 8; ++k )
	{
		size_t corner = index + ( k & 1 ? strides[0] : 0 ) + ( k & 2 ? strides[1] : 0 ) + ( k & 4 ? strides[2] : 0 );
		v[k] = (double)grid->values[corner];
	}
	// Along x, then y, then z; differences on the way give the gradient.
	double x[4], dx[4], y[2], dxy[2], dy[2];
	for ( int k = 0; k < 4; ++k )
	{
		dx[k] = v[2 * k + 1] - v[2 * k];
		x[k] = v[2 * k] + t[0] * dx[k];
	}
	for ( int k = 0; k < 2; ++k )
	{
		dy[k] = x[2 * k + 1] - x[2 * k];
		y[k] = x[2 * k] + t[1] * dy[k];
		dxy[k] = dx[2 * k] + t[1] * ( dx[2 * k + 1] - dx[2 * k] );
	}
	gradient[0] = ( dxy[0] + t[2] * ( dxy[1] - dxy[0] ) ) / grid->cellSize;
	gradient[1] = ( dy[0] + t[2] * ( dy[1] - dy[0] ) ) / grid->cellSize;
	gradient[2] = ( y[1] - y[0] ) / grid->cellSize;
	return y[0] + t[2] * ( y[1] - y[0] );
}

static tlReal GetDistance( const tlShape* shape, tlVec3 point, tlVec3* normal )
{
	const tlGridData* grid = tlGetGrid( shape );
	const double p[3] = { (double)point.x, (double)point.y, (double)point.z };
	double q[3], way[3], gradient[3], square = 0;
	for ( int k = 0; k < 3; ++k )
	{
		double low = grid->origin[k], high = low + ( grid->counts[k] - 1 ) * grid->cellSize;
		q[k] = p[k] < low ? low : ( p[k] > high ? high : p[k] );
		way[k] = p[k] - q[k];
		square += way[k] * way[k];
	}
	double distance = tlSampleGrid( grid, q, gradient );
	if ( square > 0 )
	{
		double inner = distance > 0 ? distance : 0;
		distance = sqrt( square + inner * inner );
		for ( int k = 0; k < 3; ++k )
		{
			gradient[k] = way[k] != 0 ? way[k] : inner * gradient[k];
		}
	}
	*normal = tlNarrow( tlPointUnit( tlPoint( gradient[0], gradient[1], gradient[2] ), tlPoint( 0, 1, 0 ) ) );
	return (tlReal)distance;
}

static const char* FindFault( const tlShape* shape )
{
	return shape->data != NULL && shape->data->type == tl_gridShape ? NULL : "shape.data must be that of a distance grid";
}

static tlShapeBounds GetBounds( const tlShape* shape )
{
	return ( tlShapeBounds ){ tlGetGrid( shape )->lower, tlGetGrid( shape )->upper };
}

// ---- making

tlGridData* tlAllocGrid( const int32_t counts[3], const double origin[3], double cellSize )
{
	tlGridData* grid = TL_ALLOC( tlGridData, 1 );
	if ( grid == NULL )
	{
		return NULL;
	}
	grid->base.type = tl_gridShape;
	memcpy( grid->counts, counts, sizeof grid->counts );
	memcpy( grid->origin, origin, sizeof grid->origin );
	grid->cellSize = cellSize;
	grid->values = TL_ALLOC( float, (size_t)counts[0] * (size_t)counts[1] * (size_t)counts[2] );
	if ( grid->values == NULL )
	{
		tlFree( grid );
		return NULL;
	}
	return grid;
}

void tlFreeGrid( tlShapeData* data )
{
	tlFree( ( (tlGridData*)(void*)data )->values );
	tlFree( data );
}

void tlFindGridBounds( tlGridData* grid )
{
	int32_t low[3] = { INT32_MAX, INT32_MAX, INT32_MAX }, high[3] = { 0, 0, 0 };
	size_t index = 0;
	for ( int32_t z = 0; z < grid->counts[2]; ++z )
	{
		for ( int32_t y = 0; y < grid->counts[1]; ++y )
		{
			for ( int32_t x = 0; x < grid->counts[0]; ++x )
			{
				const int32_t at[3] = { x, y, z };
				bool inside = grid->values[index++] < 0;
				for ( int k = 0; k < 3 && inside; ++k )
				{
					low[k] = at[k] < low[k] ? at[k] : low[k];
					high[k] = at[k] > high[k] ? at[k] : high[k];
				}
			}
		}
	}
	double lower[3], upper[3];
	for ( int k = 0; k < 3; ++k )
	{
		// Inside reaches at most into the cells beside an inner node.
		bool any = low[k] <= high[k];
		lower[k] = grid->origin[k] + ( any ? low[k] - 1 : 0 ) * grid->cellSize;
		upper[k] = grid->origin[k] + ( any ? high[k] + 1 : 0 ) * grid->cellSize;
	}
	grid->lower = tlNarrow( tlPoint( lower[0], lower[1], lower[2] ) );
	grid->upper = tlNarrow( tlPoint( upper[0], upper[1], upper[2] ) );
}

static void Fill( tlGridData* grid, const tlSurfaceMesh* mesh )
{
	size_t index = 0;
	for ( int32_t z = 0; z < grid->counts[2]; ++z )
	{
		for ( int32_t y = 0; y < grid->counts[1]; ++y )
		{
			for ( int32_t x = 0; x < grid->counts[0]; ++x )
			{
				tlPosition p = { grid->origin[0] + x * grid->cellSize, grid->origin[1] + y * grid->cellSize,
					             grid->origin[2] + z * grid->cellSize };
				tlNearest nearest = tlSurfaceMesh_FindNearest( mesh, p );
				grid->values[index++] = (float)tlSurfaceMesh_Measure( mesh, p, &nearest ).distance;
			}
		}
	}
}

tlDistanceGridDef tlDefaultDistanceGridDef( void )
{
	return ( tlDistanceGridDef ){ .cellSize = (tlReal)0.02, .margin = (tlReal)0.1, .cookie = TL_COOKIE };
}

static tlResult Cook( const tlDistanceGridDef* def, const tlSurfaceMesh* mesh, tlShapeData** data, tlError* error )
{
	const double low[3] = { mesh->lower.x, mesh->lower.y, mesh->lower.z };
	const double high[3] = { mesh->upper.x, mesh->upper.y, mesh->upper.z };
	double cell = (double)def->cellSize, margin = fmax( (double)def->margin, cell ), nodes = 1, origin[3];
	int32_t counts[3];
	for ( int k = 0; k < 3; ++k )
	{
		double cells = -floor( -( high[k] - low[k] + 2 * margin ) / cell );
		nodes *= cells + 1;
		if ( !( nodes <= tl_mostGridNodes ) )
		{
			return tlFail( error, tl_invalidArgument,
			               "the grid would have more than 2^26 nodes: cellSize must be larger or margin smaller" );
		}
		counts[k] = (int32_t)cells + 1;
		origin[k] = 0.5 * ( low[k] + high[k] - cells * cell );
	}
	tlGridData* grid = tlAllocGrid( counts, origin, cell );
	if ( grid == NULL )
	{
		return tlFailMemory( error );
	}
	Fill( grid, mesh );
	tlFindGridBounds( grid );
	if ( !( grid->lower.x < grid->upper.x ) )
	{
		tlFreeGrid( &grid->base );
		return tlFail( error, tl_invalidMesh, "no node of the grid is inside the mesh: cellSize must be smaller" );
	}
	*data = &grid->base;
	return tl_success;
}

tlResult tlCreateDistanceGrid( const tlDistanceGridDef* def, tlShapeData** data, tlError* error )
{
	TL_ASSERT( def->cookie == TL_COOKIE );
	*data = NULL;
	if ( !tlIsPositive( def->cellSize ) || !( def->margin >= 0 ) || !tlIsFinite( (double)def->margin ) )
	{
		return tlFail( error, tl_invalidArgument, "cellSize must be above 0 m and margin at least 0 m" );
	}
	tlSurfaceMesh mesh;
	tlResult result = tlCookSurfaceMesh( &def->mesh, true, &mesh, error );
	if ( result == tl_success )
	{
		result = Cook( def, &mesh, data, error );
		tlFreeSurfaceMesh( &mesh );
	}
	return result;
}

static tlResult Scale( const tlShape* shape, tlVec3 scale, tlShape* scaled, tlShapeData** data, tlError* error )
{
	(void)scaled;
	if ( !tlIsUniformScale( scale ) )
	{
		return tlFail( error, tl_invalidArgument,
		               "a distance grid scales by the same number along all axes; make it from the scaled mesh instead" );
	}
	const tlGridData* from = tlGetGrid( shape );
	double s = (double)tlAbs( scale.x ), origin[3];
	const bool turned[3] = { scale.x < 0, scale.y < 0, scale.z < 0 };
	for ( int k = 0; k < 3; ++k )
	{
		double end = from->origin[k] + ( from->counts[k] - 1 ) * from->cellSize;
		origin[k] = s * ( turned[k] ? -end : from->origin[k] );
	}
	tlGridData* grid = tlAllocGrid( from->counts, origin, s * from->cellSize );
	if ( grid == NULL )
	{
		return tlFailMemory( error );
	}
	size_t index = 0;
	for ( int32_t z = 0; z < grid->counts[2]; ++z )
	{
		for ( int32_t y = 0; y < grid->counts[1]; ++y )
		{
			for ( int32_t x = 0; x < grid->counts[0]; ++x )
			{
				size_t at[3] = { (size_t)x, (size_t)y, (size_t)z };
				for ( int k = 0; k < 3; ++k )
				{
					at[k] = turned[k] ? (size_t)grid->counts[k] - 1 - at[k] : at[k];
				}
				size_t of = ( at[2] * (size_t)grid->counts[1] + at[1] ) * (size_t)grid->counts[0] + at[0];
				grid->values[index++] = (float)( s * (double)from->values[of] );
			}
		}
	}
	tlFindGridBounds( grid );
	*data = &grid->base;
	return tl_success;
}

const tlShapeKind tl_gridKind;
const tlShapeKind tl_gridKind = { .name = "grid",
	                              .findFault = FindFault,
	                              .getDistance = GetDistance,
	                              .getBounds = GetBounds,
	                              .draw = tlDrawGrid,
	                              .scale = Scale,
	                              .destroyData = tlFreeGrid };
