// The shapes of colliders: what is cooked from points, heights and mesh files, and the scale.
// SPDX-License-Identifier: MIT
#include "mesh_file.h"
#include "scene_tables.h"

#include "base/core.h"

#include <stdio.h>
#include <stdlib.h>

// Fails at a field of the shape, "/mesh/file"; file null: the sentence stands alone.
static tlResult Fail( const tlScene* scene, int32_t collider, const char* field, const char* file, const tlError* inner,
                      tlError* error )
{
	if ( inner->code == tl_outOfMemory )
	{
		return tlFailMemory( error );
	}
	char where[64];
	snprintf( where, sizeof where, "/shape%s", field );
	return file != NULL ? tlScene_Fail( scene, "colliders", collider, where, error, "%.200s: %s", file, inner->message )
	                    : tlScene_Fail( scene, "colliders", collider, where, error, "%s", inner->message );
}

// The scale is baked into the vertices, so that it may be any.
static tlResult Cook( const tlSceneShape* shape, const tlMeshFile* file, tlShapeData** data, tlError* error )
{
	tlMeshInput input = { .positions = file->positions,
		                  .vertexCount = file->vertexCount,
		                  .faceSizes = file->faceSizes,
		                  .faceCorners = file->faceCorners,
		                  .faceCount = file->faceCount };
	if ( shape->shape.type == tl_hullShape )
	{
		return tlCreateHull( file->positions, file->vertexCount, data, error );
	}
	if ( shape->shape.type == tl_gridShape )
	{
		tlDistanceGridDef def = tlDefaultDistanceGridDef();
		def.mesh = input;
		def.cellSize = shape->cellSize;
		def.margin = shape->margin;
		return tlCreateDistanceGrid( &def, data, error );
	}
	tlMeshShapeDef def = tlDefaultMeshShapeDef();
	def.mesh = input;
	def.depth = shape->depthLimit;
	return tlCreateMeshShape( &def, data, error );
}

static tlResult MakeFromMesh( const tlScene* scene, int32_t collider, tlShapeData** data, tlError* error )
{
	const tlSceneShape* shape = &scene->colliders[collider].shape;
	char pointer[64];
	snprintf( pointer, sizeof pointer, "/colliders/%d/shape/mesh/file", collider );
	tlMeshFile file;
	double factor;
	tlResult result = tlLoadSceneMesh( scene, pointer, shape->mesh, &file, &factor, error );
	if ( result != tl_success )
	{
		return result;
	}
	for ( int32_t i = 0; i < file.vertexCount; ++i )
	{
		tlVec3 p = file.positions[i];
		file.positions[i] = ( tlVec3 ){ (tlReal)( factor * (double)( shape->scale.x * p.x ) ),
			                            (tlReal)( factor * (double)( shape->scale.y * p.y ) ),
			                            (tlReal)( factor * (double)( shape->scale.z * p.z ) ) };
	}
	tlError inner = { tl_success, "" };
	result = Cook( shape, &file, data, &inner );
	tlFreeMeshFile( &file );
	if ( result == tl_success )
	{
		return result;
	}
	bool number = result == tl_invalidArgument;
	return Fail( scene, collider, number ? "/cellSize" : "/mesh/file", number ? NULL : shape->mesh->file, &inner, error );
}

static tlResult MakeHull( const tlScene* scene, int32_t collider, tlShapeData** data, tlError* error )
{
	const tlSceneShape* shape = &scene->colliders[collider].shape;
	tlVec3* points = calloc( (size_t)shape->pointCount, sizeof *points );
	if ( points == NULL )
	{
		return tlFailMemory( error );
	}
	for ( int32_t i = 0; i < shape->pointCount; ++i )
	{
		tlVec3 p = shape->points[i], s = shape->scale;
		points[i] = ( tlVec3 ){ s.x * p.x, s.y * p.y, s.z * p.z };
	}
	tlError inner = { tl_success, "" };
	tlResult result = tlCreateHull( points, shape->pointCount, data, &inner );
	free( points );
	return result == tl_success ? result : Fail( scene, collider, "/points", NULL, &inner, error );
}

static tlResult ReadHeights( const tlScene* scene, int32_t collider, tlReal* heights, tlError* error )
{
	const tlSceneShape* shape = &scene->colliders[collider].shape;
	int32_t count = shape->columns * shape->rows;
	char pointer[64], owner[64];
	snprintf( pointer, sizeof pointer, "/colliders/%d/shape/heights", collider );
	snprintf( owner, sizeof owner, "%d columns and %d rows need %d", shape->columns, shape->rows, count );
	double* values = calloc( (size_t)count, sizeof *values );
	tlResult result = values != NULL
	                      ? tlReadNumberFile( scene, pointer, shape->heightFile, false, count, owner, values, error )
	                      : tlFailMemory( error );
	for ( int32_t i = 0; i < count && result == tl_success; ++i )
	{
		heights[i] = (tlReal)values[i];
	}
	free( values );
	return result;
}

static tlResult MakeHeightField( const tlScene* scene, int32_t collider, tlShapeData** data, tlError* error )
{
	const tlSceneShape* shape = &scene->colliders[collider].shape;
	tlHeightFieldDef def = tlDefaultHeightFieldDef();
	def.columns = shape->columns;
	def.rows = shape->rows;
	def.cellX = (tlReal)( shape->width / ( shape->columns - 1 ) );
	def.cellZ = (tlReal)( shape->depth / ( shape->rows - 1 ) );
	def.heights = shape->heights;
	tlReal* read = NULL;
	tlResult result = tl_success;
	if ( shape->heights == NULL )
	{
		read = calloc( (size_t)shape->columns * (size_t)shape->rows, sizeof *read );
		result = read != NULL ? ReadHeights( scene, collider, read, error ) : tlFailMemory( error );
		def.heights = read;
	}
	tlError inner = { tl_success, "" };
	if ( result == tl_success && tlCreateHeightField( &def, data, &inner ) != tl_success )
	{
		result = Fail( scene, collider, "/heights", NULL, &inner, error );
	}
	free( read );
	return result;
}

tlResult tlMakeColliderShape( const tlScene* scene, int32_t collider, tlShape* shape, tlShapeData** data, tlError* error )
{
	const tlSceneShape* from = &scene->colliders[collider].shape;
	*data = NULL;
	*shape = from->shape;
	tlResult result = tl_success;
	if ( from->mesh != NULL )
	{
		result = MakeFromMesh( scene, collider, data, error );
	}
	else if ( from->shape.type == tl_hullShape )
	{
		result = MakeHull( scene, collider, data, error );
	}
	else if ( from->shape.type == tl_heightFieldShape )
	{
		result = MakeHeightField( scene, collider, data, error );
	}
	if ( result != tl_success )
	{
		return result;
	}
	if ( *data != NULL )
	{
		*shape = tlMakeShape( *data );
	}
	if ( *data != NULL && from->shape.type != tl_heightFieldShape )
	{
		return tl_success; // scaled already
	}
	tlShapeData* scaled;
	tlError inner = { tl_success, "" };
	if ( tlScaleShape( shape, from->scale, shape, &scaled, &inner ) != tl_success )
	{
		result = Fail( scene, collider, "/scale", NULL, &inner, error );
	}
	if ( result != tl_success || scaled != NULL )
	{
		tlDestroyShapeData( *data ); // what the scale was baked into stands instead
		*data = scaled;
	}
	return result;
}
