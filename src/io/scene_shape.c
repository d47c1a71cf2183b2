// The cloth of a body before cooking: vertices and faces from a grid, a mesh file, a rope or particles, and the vertices
// that pins name.
// SPDX-License-Identifier: MIT
#include "mesh_file.h"
#include "scene_tables.h"

#include "base/core.h"

#include <stdio.h>
#include <stdlib.h>

static bool Reserve( tlBodyShape* shape, tlPool* pool, int32_t vertexCount, int32_t faceCount, int32_t cornerCount )
{
	shape->vertexCount = vertexCount;
	shape->ownCount = vertexCount;
	shape->faceCount = faceCount;
	shape->cornerCount = cornerCount;
	shape->positions = tlPool_Alloc( pool, (size_t)vertexCount, sizeof( tlVec3 ) );
	shape->faceSizes = tlPool_Alloc( pool, (size_t)faceCount, sizeof( int32_t ) );
	shape->faceCorners = tlPool_Alloc( pool, (size_t)cornerCount, sizeof( int32_t ) );
	return shape->positions != NULL && shape->faceSizes != NULL && shape->faceCorners != NULL;
}

// ---- grid

static void AddFace( tlBodyShape* shape, int32_t* face, int32_t* corner, int32_t size, const int32_t* corners )
{
	shape->faceSizes[( *face )++] = size;
	for ( int32_t i = 0; i < size; ++i )
	{
		shape->faceCorners[( *corner )++] = corners[i];
	}
}

// Vertex (row r, column c) is r * columns + c. Faces wind so that the normal is +y (xz) or +z (xy).
static bool MakeGrid( const tlSceneGrid* grid, tlPool* pool, tlBodyShape* shape )
{
	int32_t columns = grid->columns;
	int32_t rows = grid->rows;
	int32_t cells = ( columns - 1 ) * ( rows - 1 );
	bool quads = grid->faces == tl_quadFaces;
	if ( !Reserve( shape, pool, columns * rows, quads ? cells : 2 * cells, quads ? 4 * cells : 6 * cells ) )
	{
		return false;
	}
	int32_t face = 0;
	int32_t corner = 0;
	for ( int32_t r = 0; r < rows; ++r )
	{
		double v = -0.5 * grid->height + grid->height * r / ( rows - 1 );
		for ( int32_t c = 0; c < columns; ++c )
		{
			double u = -0.5 * grid->width + grid->width * c / ( columns - 1 );
			tlVec3 lying = { (tlReal)u, 0, (tlReal)v };
			tlVec3 upright = { (tlReal)u, (tlReal)-v, 0 };
			int32_t a = r * columns + c;
			shape->positions[a] = grid->plane == tl_xzPlane ? lying : upright;
			if ( r + 1 == rows || c + 1 == columns )
			{
				continue;
			}
			int32_t quad[4] = { a, a + columns, a + columns + 1, a + 1 };
			bool other = grid->faces == tl_alternatingFaces && ( r + c ) % 2 == 1;
			int32_t first[3] = { quad[0], quad[1], other ? quad[3] : quad[2] };
			int32_t second[3] = { other ? quad[1] : quad[0], quad[2], quad[3] };
			if ( quads )
			{
				AddFace( shape, &face, &corner, 4, quad );
			}
			else
			{
				AddFace( shape, &face, &corner, 3, first );
				AddFace( shape, &face, &corner, 3, second );
			}
		}
	}
	return true;
}

// ---- rope and particles

static bool MakeRope( const tlSceneRope* rope, tlPool* pool, tlBodyShape* shape )
{
	int32_t count = rope->pointCount > 0 ? rope->pointCount : rope->segments + 1;
	int32_t segments = rope->closed ? count : count - 1;
	if ( !Reserve( shape, pool, count, segments, 2 * segments ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		double t = (double)i / ( count - 1 );
		tlVec3 point = { (tlReal)( rope->from.x + t * ( (double)rope->to.x - rope->from.x ) ),
			             (tlReal)( rope->from.y + t * ( (double)rope->to.y - rope->from.y ) ),
			             (tlReal)( rope->from.z + t * ( (double)rope->to.z - rope->from.z ) ) };
		shape->positions[i] = rope->pointCount > 0 ? rope->points[i] : point;
	}
	for ( int32_t i = 0; i < segments; ++i )
	{
		shape->faceSizes[i] = 2;
		shape->faceCorners[2 * i] = i;
		shape->faceCorners[2 * i + 1] = ( i + 1 ) % count;
	}
	return true;
}

static bool MakeParticles( const tlSceneParticles* particles, tlPool* pool, tlBodyShape* shape )
{
	if ( !Reserve( shape, pool, particles->positionCount, 0, 0 ) )
	{
		return false;
	}
	memcpy( shape->positions, particles->positions, sizeof( tlVec3 ) * (size_t)particles->positionCount );
	return true;
}

// ---- mesh

static bool IsAbsolute( const char* path )
{
	return path[0] == '/';
}

char* tlJoinPath( const tlScene* scene, const char* file )
{
	const char* directory = IsAbsolute( file ) ? "" : scene->directory;
	size_t size = strlen( directory ) + strlen( file ) + 1;
	char* path = malloc( size );
	if ( path != NULL )
	{
		snprintf( path, size, "%s%s", directory, file );
	}
	return path;
}

static bool CopyMesh( const tlMeshFile* file, tlPool* pool, tlBodyShape* shape )
{
	if ( !Reserve( shape, pool, file->vertexCount, file->faceCount, file->cornerCount ) )
	{
		return false;
	}
	memcpy( shape->positions, file->positions, sizeof( tlVec3 ) * (size_t)file->vertexCount );
	memcpy( shape->faceSizes, file->faceSizes, sizeof( int32_t ) * (size_t)file->faceCount );
	memcpy( shape->faceCorners, file->faceCorners, sizeof( int32_t ) * (size_t)file->cornerCount );
	if ( file->colors != NULL )
	{
		size_t size = 4 * sizeof( float ) * (size_t)file->vertexCount;
		shape->colors = tlPool_Alloc( pool, size, 1 );
		if ( shape->colors == NULL )
		{
			return false;
		}
		memcpy( shape->colors, file->colors, size );
	}
	return true;
}

// Splits the vertices along the seams of the texture and keeps where each lies in it.
static tlResult TakeUvs( tlMeshFile* file, int32_t ownCount, tlPool* pool, tlBodyShape* shape, tlError* error )
{
	shape->ownCount = ownCount;
	float* uvs;
	int32_t* sources;
	tlResult result = tlSplitSeams( file, &uvs, &sources, error );
	if ( result != tl_success )
	{
		return result;
	}
	size_t count = (size_t)file->vertexCount;
	shape->uvs = tlPool_Alloc( pool, count, 2 * sizeof( float ) );
	shape->sources = tlPool_Alloc( pool, count, sizeof( int32_t ) );
	if ( shape->uvs != NULL && shape->sources != NULL )
	{
		memcpy( shape->uvs, uvs, 2 * sizeof( float ) * count );
		memcpy( shape->sources, sources, sizeof( int32_t ) * count );
	}
	tlFree( uvs );
	tlFree( sources );
	return shape->uvs != NULL && shape->sources != NULL ? tl_success : tlFailMemory( error );
}

static double FindUnit( const tlSceneMesh* mesh, const tlMeshFile* file )
{
	static const double units[] = { 1, 0.1, 0.01, 0.001, 0.0254, 0.3048 };
	if ( mesh->unit != tl_autoUnit )
	{
		return units[mesh->unit];
	}
	tlFabricDef def = tlMakeFabricDef( file );
	tlMeshReport report;
	return tlInspectMesh( &def, &report, NULL ) == tl_success ? report.suggestedScale : 1; // cooking names what is wrong
}

tlResult tlLoadSceneMesh( const tlScene* scene, const char* pointer, const tlSceneMesh* mesh, tlMeshFile* file,
                          double* factor, tlError* error )
{
	if ( scene->noFiles )
	{
		return tlSource_Fail( &scene->source, error, pointer, false, "files are not read here" );
	}
	char* path = tlJoinPath( scene, mesh->file );
	if ( path == NULL )
	{
		return tlFailMemory( error );
	}
	tlError inner;
	tlResult result = tlLoadMeshFile( path, file, &inner );
	free( path );
	if ( result != tl_success )
	{
		return result == tl_outOfMemory ? tlFailMemory( error )
		                                : tlSource_Fail( &scene->source, error, pointer, false, "%s", inner.message );
	}
	*factor = mesh->scale * FindUnit( mesh, file );
	return tl_success;
}

static tlResult MakeMesh( const tlScene* scene, int32_t body, tlPool* pool, tlBodyShape* shape, tlError* error )
{
	char pointer[48];
	snprintf( pointer, sizeof pointer, "/bodies/%d/mesh/file", body );
	const tlSceneMesh* mesh = scene->bodies[body].mesh;
	tlMeshFile file;
	tlError inner;
	double factor;
	tlResult result = tlLoadSceneMesh( scene, pointer, mesh, &file, &factor, error );
	if ( result != tl_success )
	{
		return result;
	}
	const tlSceneBody* b = &scene->bodies[body];
	int32_t ownCount = file.vertexCount;
	bool split = b->pattern != NULL && strcmp( b->pattern, "uv" ) == 0;
	result = split ? TakeUvs( &file, ownCount, pool, shape, &inner ) : tl_success;
	bool copied = result == tl_success && CopyMesh( &file, pool, shape );
	tlFreeMeshFile( &file );
	snprintf( pointer, sizeof pointer, "/bodies/%d/pattern", body );
	if ( result != tl_success )
	{
		return result == tl_outOfMemory
		           ? tlFailMemory( error )
		           : tlSource_Fail( &scene->source, error, pointer, false, "%s: %s", mesh->file, inner.message );
	}
	if ( !copied )
	{
		return tlFailMemory( error );
	}
	shape->ownCount = ownCount;
	if ( shape->vertexCount > ownCount && !b->weld )
	{
		return tlSource_Fail( &scene->source, error, pointer, false,
		                      "the texture has seams, along which the cloth would fall apart: weld must not be false" );
	}
	for ( int32_t i = 0; i < shape->vertexCount && factor != 1; ++i )
	{
		tlVec3* p = &shape->positions[i];
		tlVec3 scaled = { (tlReal)( factor * p->x ), (tlReal)( factor * p->y ), (tlReal)( factor * p->z ) };
		*p = scaled;
	}
	return tl_success;
}

tlResult tlMakeBodyShape( const tlScene* scene, int32_t body, tlPool* pool, tlBodyShape* shape, tlError* error )
{
	static const tlBodyShape empty = { 0 };
	*shape = empty;
	const tlSceneBody* b = &scene->bodies[body];
	bool made = true;
	if ( b->mesh != NULL )
	{
		tlResult result = MakeMesh( scene, body, pool, shape, error );
		if ( result != tl_success )
		{
			return result;
		}
	}
	else
	{
		made = b->grid != NULL   ? MakeGrid( b->grid, pool, shape )
		       : b->rope != NULL ? MakeRope( b->rope, pool, shape )
		                         : MakeParticles( b->particles, pool, shape );
	}
	tlVec3 scale = b->transform.scale;
	for ( int32_t i = 0; i < shape->vertexCount && made; ++i )
	{
		tlVec3* p = &shape->positions[i];
		tlVec3 scaled = { scale.x * p->x, scale.y * p->y, scale.z * p->z };
		*p = scaled;
	}
	return made ? tl_success : tlFailMemory( error );
}

// ---- pins

static tlResult FailPins( const tlScene* scene, int32_t body, int32_t pins, const char* field, tlError* error,
                          const char* sentence )
{
	char pointer[64];
	snprintf( pointer, sizeof pointer, "/bodies/%d/pins/%d%s", body, pins, field );
	return tlSource_Fail( &scene->source, error, pointer, false, "%s", sentence );
}

static tlResult MarkRanges( const tlScene* scene, const char* pointer, const tlIndexRange* ranges, int32_t rangeCount,
                            int32_t vertexCount, bool* marks, tlError* error )
{
	for ( int32_t i = 0; i < rangeCount; ++i )
	{
		if ( ranges[i].last >= vertexCount )
		{
			char where[400];
			snprintf( where, sizeof where, "%.360s/%d", pointer, i );
			return tlSource_Fail( &scene->source, error, where, false,
			                      "there is no vertex %d: the body has %d, numbered from 0", ranges[i].last, vertexCount );
		}
		for ( int32_t k = ranges[i].first; k <= ranges[i].last; ++k )
		{
			marks[k] = true;
		}
	}
	return tl_success;
}

static tlResult MarkGroup( const tlScene* scene, int32_t body, const char* name, int32_t vertexCount, bool* marks,
                           tlError* error )
{
	const tlSceneBody* b = &scene->bodies[body];
	for ( int32_t i = 0; i < b->groupCount; ++i )
	{
		if ( strcmp( b->groups[i].name, name ) == 0 )
		{
			char pointer[320];
			snprintf( pointer, sizeof pointer, "/bodies/%d/groups/%.256s", body, name );
			return MarkRanges( scene, pointer, b->groups[i].ranges, b->groups[i].rangeCount, vertexCount, marks, error );
		}
	}
	return tl_success; // the names were checked with the scene
}

static tlResult MarkMap( const tlScene* scene, int32_t body, int32_t pins, const tlBodyShape* shape, bool* marks,
                         tlError* error )
{
	const tlScenePins* p = &scene->bodies[body].pins[pins];
	char pointer[64];
	snprintf( pointer, sizeof pointer, "/bodies/%d/pins/%d/map", body, pins );
	double* values = calloc( (size_t)shape->vertexCount + 1, sizeof *values );
	tlResult result =
	    values != NULL ? tlReadMap( scene, pointer, p->map, false, shape, values, error ) : tlFailMemory( error );
	for ( int32_t i = 0; i < shape->vertexCount && result == tl_success; ++i )
	{
		marks[i] = values[i] >= p->threshold;
	}
	free( values );
	return result;
}

tlResult tlMarkPins( const tlScene* scene, int32_t body, int32_t pins, const tlBodyShape* shape, bool* marks,
                     tlError* error )
{
	const tlScenePins* p = &scene->bodies[body].pins[pins];
	tlResult result = tl_success;
	for ( int32_t i = 0; i < shape->vertexCount; ++i )
	{
		tlVec3 x = shape->positions[i];
		const tlSceneBox* box = p->box;
		marks[i] = box != NULL && x.x >= box->min.x && x.y >= box->min.y && x.z >= box->min.z && x.x <= box->max.x &&
		           x.y <= box->max.y && x.z <= box->max.z;
	}
	if ( p->rangeCount > 0 )
	{
		char pointer[64];
		snprintf( pointer, sizeof pointer, "/bodies/%d/pins/%d/vertices", body, pins );
		result = MarkRanges( scene, pointer, p->ranges, p->rangeCount, shape->vertexCount, marks, error );
	}
	else if ( p->group != NULL )
	{
		result = MarkGroup( scene, body, p->group, shape->vertexCount, marks, error );
	}
	else if ( p->map != NULL )
	{
		result = MarkMap( scene, body, pins, shape, marks, error );
	}
	if ( result != tl_success )
	{
		return result;
	}
	for ( int32_t i = 0; i < shape->vertexCount; ++i )
	{
		if ( marks[i] )
		{
			return tl_success;
		}
	}
	return FailPins( scene, body, pins, p->box != NULL ? "/box" : "/map", error,
	                 p->box != NULL ? "no vertex is inside" : "no value reaches the threshold" );
}
