// Convex hull of points. The distance is that to the nearest face, side or corner. Which side of the surface a point is on
// needs no normal: the way from the nearest point leads away from the middle of the hull outside, and towards it inside.
// SPDX-License-Identifier: MIT
#include "hull_cook.h"
#include "mesh/topology.h"
#include "surface_mesh.h"

typedef struct HullData
{
	tlShapeData base;
	tlSurfaceMesh mesh;
	tlPosition middle; // of the corners, well inside
} HullData;

static const HullData* GetData( const tlShape* shape )
{
	return (const HullData*)(const void*)shape->data;
}

static tlReal GetDistance( const tlShape* shape, tlVec3 point, tlVec3* normal )
{
	const HullData* data = GetData( shape );
	tlPosition p = tlWiden( point ), size = tlPointSub( data->mesh.upper, data->mesh.lower );
	tlNearest nearest = tlSurfaceMesh_FindNearest( &data->mesh, p );
	tlPosition way = tlPointSub( p, nearest.point );
	double side = tlPointDot( way, tlPointSub( nearest.point, data->middle ) ) < 0 ? -1 : 1;
	double length = sqrt( nearest.square );
	// The normal of a thin face has fewer digits than a way that is not tiny; on the surface it is all there is.
	if ( nearest.square > 1e-16 * tlPointDot( size, size ) )
	{
		*normal = tlNarrow( tlPointMul( side / length, way ) );
	}
	else
	{
		tlPosition face = data->mesh.faceNormals[nearest.triangle];
		*normal = tlNarrow( tlPointUnit( tlSurfaceMesh_GetNormal( &data->mesh, nearest.triangle, nearest.feature ), face ) );
	}
	return (tlReal)( side * length );
}

static const char* FindFault( const tlShape* shape )
{
	return shape->data != NULL && shape->data->type == tl_hullShape ? NULL : "shape.data must be that of a hull";
}

static tlShapeBounds GetBounds( const tlShape* shape )
{
	const tlSurfaceMesh* mesh = &GetData( shape )->mesh;
	return ( tlShapeBounds ){ tlNarrow( mesh->lower ), tlNarrow( mesh->upper ) };
}

static bool Draw( const tlShape* shape, const tlPlanePatch* patch, tlShapeMesh* mesh )
{
	(void)patch;
	return tlSurfaceMesh_Draw( &GetData( shape )->mesh, 2, mesh ); // no side is round
}

static void DestroyData( tlShapeData* data )
{
	tlFreeSurfaceMesh( &( (HullData*)(void*)data )->mesh );
	tlFree( data );
}

static tlResult Scale( const tlShape* shape, tlVec3 scale, tlShape* scaled, tlShapeData** data, tlError* error )
{
	(void)scaled;
	const tlSurfaceMesh* mesh = &GetData( shape )->mesh;
	tlVec3* points = TL_ALLOC( tlVec3, mesh->pointCount );
	if ( points == NULL )
	{
		return tlFailMemory( error );
	}
	for ( int32_t i = 0; i < mesh->pointCount; ++i )
	{
		tlVec3 p = tlNarrow( mesh->points[i] );
		points[i] = ( tlVec3 ){ scale.x * p.x, scale.y * p.y, scale.z * p.z };
	}
	tlResult result = tlCreateHull( points, mesh->pointCount, data, error );
	tlFree( points );
	return result;
}

static tlResult Cook( const tlVec3* points, int32_t pointCount, HullData* data, tlError* error )
{
	tlPosition* wide = TL_ALLOC( tlPosition, pointCount );
	if ( wide == NULL )
	{
		return tlFailMemory( error );
	}
	for ( int32_t i = 0; i < pointCount; ++i )
	{
		wide[i] = tlWiden( points[i] );
	}
	tlHullFaces faces;
	tlResult result = tlFindHull( wide, pointCount, &faces, error );
	tlFree( wide );
	if ( result == tl_success )
	{
		result = tlMakeSurfaceMesh( faces.points, faces.pointCount, faces.corners, faces.faceCount, &data->mesh, error );
		for ( int32_t i = 0; i < faces.pointCount; ++i )
		{
			data->middle = tlPointMulAdd( data->middle, 1.0 / faces.pointCount, faces.points[i] );
		}
		tlFreeHullFaces( &faces );
	}
	return result;
}

tlResult tlCreateHull( const tlVec3* points, int32_t pointCount, tlShapeData** data, tlError* error )
{
	*data = NULL;
	if ( points == NULL || pointCount < 4 )
	{
		return tlFail( error, tl_invalidMesh, "a hull needs at least 4 points, not %d", points == NULL ? 0 : pointCount );
	}
	for ( int32_t i = 0; i < pointCount; ++i )
	{
		tlVec3 p = points[i];
		double most = fmax( fmax( fabs( (double)p.x ), fabs( (double)p.y ) ), fabs( (double)p.z ) );
		if ( !tlIsFinite( (double)p.x + (double)p.y + (double)p.z ) || !( most <= TL_MAX_COORDINATE ) )
		{
			return tlFail( error, tl_invalidMesh, "point %d is not finite or more than 1e9 m away", i );
		}
	}
	HullData* made = TL_ALLOC( HullData, 1 );
	if ( made == NULL )
	{
		return tlFailMemory( error );
	}
	tlResult result = Cook( points, pointCount, made, error );
	if ( result != tl_success )
	{
		tlFree( made );
		return result;
	}
	made->base.type = tl_hullShape;
	*data = &made->base;
	return tl_success;
}

const tlShapeKind tl_hullKind;
const tlShapeKind tl_hullKind = { .name = "hull",
	                              .findFault = FindFault,
	                              .getDistance = GetDistance,
	                              .getBounds = GetBounds,
	                              .draw = Draw,
	                              .scale = Scale,
	                              .destroyData = DestroyData };
