// SPDX-License-Identifier: MIT
#if !defined( _POSIX_C_SOURCE )
#define _POSIX_C_SOURCE 200809L
#endif

#include "mesh_file.h"

#include "import.h"

#include "base/core.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#define KNOWN_FORMATS "known are obj, ply, stl, gltf, glb, fbx, dae, 3ds, off and others that assimp reads"

// Lower case, without the dot; empty when there is none or it is too long to be one.
static void GetExtension( const char* path, char extension[16] )
{
	const char* slash = strrchr( path, '/' );
	const char* dot = strrchr( slash != NULL ? slash : path, '.' );
	extension[0] = 0;
	if ( dot == NULL || strlen( dot + 1 ) > 15 )
	{
		return;
	}
	size_t i = 0;
	for ( const char* c = dot + 1; *c != 0; ++c )
	{
		extension[i++] = *c >= 'A' && *c <= 'Z' ? (char)( *c - 'A' + 'a' ) : *c;
	}
	extension[i] = 0;
}

static tlResult LoadObj( const char* path, size_t size, tlMeshFile* mesh, tlError* error )
{
	char* text = TL_ALLOC( char, size + 1 );
	if ( text == NULL )
	{
		return tlFail( error, tl_outOfMemory, "%s: out of memory for %zu bytes", path, size );
	}
	FILE* file = fopen( path, "rb" );
	size_t count = file != NULL ? fread( text, 1, size, file ) : 0;
	bool failed = file == NULL || ferror( file ) != 0;
	int cause = errno;
	if ( file != NULL )
	{
		fclose( file );
	}
	tlResult result = failed ? tlFail( error, tl_fileError, "%s: %s", path, strerror( cause ) )
	                         : tlParseObj( text, count, path, mesh, error );
	tlFree( text );
	return result;
}

tlResult tlLoadMeshFile( const char* path, tlMeshFile* mesh, tlError* error )
{
	memset( mesh, 0, sizeof *mesh );
	struct stat status;
	errno = 0;
	if ( stat( path, &status ) != 0 )
	{
		return tlFail( error, tl_fileError, "%s: %s", path, strerror( errno ) );
	}
	if ( S_ISDIR( status.st_mode ) )
	{
		return tlFail( error, tl_fileError, "%s: is a directory", path );
	}
	if ( !S_ISREG( status.st_mode ) )
	{
		return tlFail( error, tl_fileError, "%s: is not a regular file", path );
	}
	char extension[16];
	GetExtension( path, extension );
	bool isObj = strcmp( extension, "obj" ) == 0;
	if ( extension[0] == 0 )
	{
		return tlFail( error, tl_unsupported, "%s: has no extension that names its format: " KNOWN_FORMATS, path );
	}
	if ( !isObj && !tlIsImported( extension ) )
	{
		return tlFail( error, tl_unsupported, "%s: .%s is no mesh format: " KNOWN_FORMATS, path, extension );
	}
	FILE* file = fopen( path, "rb" );
	if ( file == NULL )
	{
		return tlFail( error, tl_fileError, "%s: %s", path, strerror( errno ) );
	}
	fclose( file );
	if ( status.st_size == 0 )
	{
		return tlFail( error, tl_invalidFile, "%s: is empty", path );
	}
	if ( status.st_size > INT32_MAX )
	{
		return tlFail( error, tl_invalidFile, "%s: is larger than 2 GiB", path );
	}
	int seconds = 5 + (int)( status.st_size / 1000000 );
	seconds = seconds < tl_importSeconds ? seconds : tl_importSeconds;
	tlResult result =
	    isObj ? LoadObj( path, (size_t)status.st_size, mesh, error ) : tlImportMeshFile( path, seconds, mesh, error );
	if ( result == tl_success && mesh->faceCount == 0 )
	{
		result = tlFail( error, tl_invalidFile, "%s: holds no faces", path );
	}
	if ( result != tl_success )
	{
		tlFreeMeshFile( mesh );
		return result;
	}
	memcpy( mesh->format, extension, sizeof extension );
	return tl_success;
}

void tlFreeMeshFile( tlMeshFile* mesh )
{
	tlFree( mesh->positions );
	tlFree( mesh->faceSizes );
	tlFree( mesh->faceCorners );
	tlFree( mesh->colors );
	tlFree( mesh->cornerUvs );
	memset( mesh, 0, sizeof *mesh );
}

tlFabricDef tlMakeFabricDef( const tlMeshFile* mesh )
{
	tlFabricDef def = tlDefaultFabricDef();
	def.positions = mesh->positions;
	def.vertexCount = mesh->vertexCount;
	def.faceSizes = mesh->faceSizes;
	def.faceCorners = mesh->faceCorners;
	def.faceCount = mesh->faceCount;
	return def;
}

tlResult tlInspectMeshFile( const char* path, tlMeshFile* mesh, tlMeshReport* report, tlError* error )
{
	tlResult result = tlLoadMeshFile( path, mesh, error );
	if ( result != tl_success )
	{
		return result;
	}
	tlFabricDef def = tlMakeFabricDef( mesh );
	tlError cause = { tl_success, "" };
	result = tlInspectMesh( &def, report, &cause );
	if ( result != tl_success )
	{
		tlFreeMeshFile( mesh );
		return tlFail( error, result, "%.200s: %.300s", path, cause.message );
	}
	return tl_success;
}
