// Triangle mesh, which does not change. A closed one is solid: the sign is that of the angle-weighted pseudonormal. An open
// one is a sheet with two sides: the distance is never negative, and the normal leads to the side that the point is on, so
// nothing is pushed through it, and what has come through stays there.
//
// Of a thick solid, points deeper than `depth` are answered as far away: they get no contact, instead of being pushed out of
// whichever side is nearest. The distance jumps there, and only there.
// SPDX-License-Identifier: MIT
#include "surface_mesh.h"

typedef struct MeshData
{
	tlShapeData base;
	tlSurfaceMesh mesh;
	tlReal depth;
} MeshData;

#define TL_FAR_AWAY ( (tlReal)1e30 ) // [m]

static const MeshData* GetData( const tlShape* shape )
{
	return (const MeshData*)(const void*)shape->data;
}

static tlReal GetDistance( const tlShape* shape, tlVec3 point, tlVec3* normal )
{
	const MeshData* data = GetData( shape );
	tlPosition p = tlWiden( point );
	tlNearest nearest = tlSurfaceMesh_FindNearest( &data->mesh, p );
	tlSurface surface = tlSurfaceMesh_Measure( &data->mesh, p, &nearest );
	*normal = surface.normal;
	return -surface.distance > data->depth ? TL_FAR_AWAY : surface.distance;
}

// Inside, only the way out matters besides what is ahead of it.
static int32_t FindSurfaces( const tlShape* shape, tlVec3 point, tlReal reach, tlSurface* surfaces, int32_t capacity )
{
	const MeshData* data = GetData( shape );
	tlPosition p = tlWiden( point );
	int32_t count = tlSurfaceMesh_FindSurfaces( &data->mesh, p, (double)reach, surfaces, capacity );
	tlSurface out = { 0, tlVec3_zero };
	if ( data->mesh.closed )
	{
		out.distance = GetDistance( shape, point, &out.normal );
	}
	if ( out.distance < 0 && -out.distance <= reach )
	{
		// Ahead of it, so first, though others may be nearer.
		count = tlInsertSurface( surfaces, count, capacity, out );
	}
	return count;
}

static const char* FindFault( const tlShape* shape )
{
	return shape->data != NULL && shape->data->type == tl_meshShape ? NULL : "shape.data must be that of a mesh";
}

static tlShapeBounds GetBounds( const tlShape* shape )
{
	const tlSurfaceMesh* mesh = &GetData( shape )->mesh;
	return ( tlShapeBounds ){ tlNarrow( mesh->lower ), tlNarrow( mesh->upper ) };
}

static bool Draw( const tlShape* shape, const tlPlanePatch* patch, tlShapeMesh* mesh )
{
	(void)patch;
	return tlSurfaceMesh_Draw( &GetData( shape )->mesh, 0.8, mesh );
}

static void DestroyData( tlShapeData* data )
{
	tlFreeSurfaceMesh( &( (MeshData*)(void*)data )->mesh );
	tlFree( data );
}

// The depth is a length of the world, not of the mesh: it is kept.
static tlResult Scale( const tlShape* shape, tlVec3 scale, tlShape* scaled, tlShapeData** data, tlError* error )
{
	(void)scaled;
	const MeshData* from = GetData( shape );
	const tlSurfaceMesh* mesh = &from->mesh;
	tlVec3* positions = TL_ALLOC( tlVec3, mesh->pointCount );
	int32_t* corners = TL_ALLOC( int32_t, 3 * (size_t)mesh->triangleCount );
	tlResult result = positions != NULL && corners != NULL ? tl_success : tlFailMemory( error );
	if ( result == tl_success )
	{
		bool mirrored = ( scale.x < 0 ) != ( ( scale.y < 0 ) != ( scale.z < 0 ) );
		for ( int32_t i = 0; i < mesh->pointCount; ++i )
		{
			tlVec3 p = tlNarrow( mesh->points[i] );
			positions[i] = ( tlVec3 ){ scale.x * p.x, scale.y * p.y, scale.z * p.z };
		}
		for ( int32_t i = 0; i < 3 * mesh->triangleCount; i += 3 )
		{
			corners[i] = mesh->corners[i];
			corners[i + 1] = mesh->corners[mirrored ? i + 2 : i + 1];
			corners[i + 2] = mesh->corners[mirrored ? i + 1 : i + 2];
		}
		tlMeshShapeDef def = tlDefaultMeshShapeDef();
		def.mesh = ( tlMeshInput ){
			.positions = positions, .vertexCount = mesh->pointCount, .faceCorners = corners, .faceCount = mesh->triangleCount
		};
		def.depth = from->depth;
		result = tlCreateMeshShape( &def, data, error );
	}
	tlFree( positions );
	tlFree( corners );
	return result;
}

tlMeshShapeDef tlDefaultMeshShapeDef( void )
{
	return ( tlMeshShapeDef ){ .depth = (tlReal)INFINITY, .cookie = TL_COOKIE };
}

tlResult tlCreateMeshShape( const tlMeshShapeDef* def, tlShapeData** data, tlError* error )
{
	TL_ASSERT( def->cookie == TL_COOKIE );
	*data = NULL;
	if ( !( def->depth > 0 ) )
	{
		return tlFail( error, tl_invalidArgument, "depth must be above 0 m" );
	}
	MeshData* made = TL_ALLOC( MeshData, 1 );
	if ( made == NULL )
	{
		return tlFailMemory( error );
	}
	tlResult result = tlCookSurfaceMesh( &def->mesh, false, &made->mesh, error );
	if ( result != tl_success )
	{
		tlFree( made );
		return result;
	}
	made->base.type = tl_meshShape;
	made->depth = def->depth;
	*data = &made->base;
	return tl_success;
}

bool tlIsClosedMesh( const tlShapeData* data )
{
	TL_ASSERT( data->type == tl_meshShape );
	return ( (const MeshData*)(const void*)data )->mesh.closed;
}

const tlShapeKind tl_meshKind;
const tlShapeKind tl_meshKind = { .name = "mesh",
	                              .findFault = FindFault,
	                              .getDistance = GetDistance,
	                              .getBounds = GetBounds,
	                              .draw = Draw,
	                              .findSurfaces = FindSurfaces,
	                              .scale = Scale,
	                              .destroyData = DestroyData };
