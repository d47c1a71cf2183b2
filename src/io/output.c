// Files that grow as NAME.part and get their names together.
// SPDX-License-Identifier: MIT
#if !defined( _POSIX_C_SOURCE )
#define _POSIX_C_SOURCE 200809L
#endif
#if !defined( _FILE_OFFSET_BITS )
#define _FILE_OFFSET_BITS 64
#endif

#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
	tl_bufferSize = 1 << 16
};

struct tlOutputFile
{
	char* path;       // the final name, for messages
	char* partPath;   // where the bytes go; null for a file on its own
	const char* name; // the part of `path` below the folder
	FILE* stream;     // null once finished
	FILE* reader;     // reads back what is finished
	int64_t size;
	int errorNumber; // of the first failure
	bool committed;
	bool standard; // stdout, which is not ours to close
};

struct tlOutputDir
{
	char* path;
	tlOutputFile** files;
	size_t fileCount, fileCapacity;
	char** madeFolders; // to be removed again if nothing is committed
	size_t madeCount, madeCapacity;
};

static char* JoinStrings( const char* a, const char* b, const char* c )
{
	size_t lengths[3] = { strlen( a ), strlen( b ), strlen( c ) };
	char* joined = TL_ALLOC( char, lengths[0] + lengths[1] + lengths[2] + 1 );
	if ( joined != NULL )
	{
		memcpy( joined, a, lengths[0] );
		memcpy( joined + lengths[0], b, lengths[1] );
		memcpy( joined + lengths[0] + lengths[1], c, lengths[2] );
	}
	return joined;
}

static tlResult FailPath( tlError* error, const char* path, int errorNumber )
{
	if ( errorNumber == ENOMEM )
	{
		return tlFailMemory( error );
	}
	return tlFail( error, tl_fileError, "%s: %s", path, strerror( errorNumber ) );
}

static void Note( tlOutputFile* file, int errorNumber )
{
	if ( file->errorNumber == 0 )
	{
		file->errorNumber = errorNumber != 0 ? errorNumber : EIO;
	}
}

// ---- folders

static tlResult MakeFolder( tlOutputDir* dir, const char* path, tlError* error )
{
	if ( mkdir( path, 0777 ) == 0 )
	{
		char* copy = JoinStrings( path, "", "" );
		if ( copy == NULL ||
		     !tlReserve( (void**)&dir->madeFolders, &dir->madeCapacity, dir->madeCount + 1, sizeof( char* ) ) )
		{
			tlFree( copy );
			rmdir( path );
			return tlFailMemory( error );
		}
		dir->madeFolders[dir->madeCount++] = copy;
		return tl_success;
	}
	int reason = errno;
	struct stat status;
	if ( stat( path, &status ) == 0 )
	{
		return S_ISDIR( status.st_mode ) ? tl_success
		                                 : tlFail( error, tl_fileError, "%s: is %s, not a folder", path,
		                                           S_ISREG( status.st_mode ) ? "a file" : "a device, a pipe or a socket" );
	}
	if ( lstat( path, &status ) == 0 && S_ISLNK( status.st_mode ) )
	{
		return tlFail( error, tl_fileError, "%s: is a link that leads nowhere, not a folder", path );
	}
	return FailPath( error, path, reason );
}

// Makes every folder of the path from character `start` on; the last component too if `whole`.
static tlResult MakeFolders( tlOutputDir* dir, const char* path, size_t start, bool whole, tlError* error )
{
	char* prefix = JoinStrings( path, "", "" );
	if ( prefix == NULL )
	{
		return tlFailMemory( error );
	}
	tlResult result = tl_success;
	for ( size_t i = start; prefix[i] != 0 && result == tl_success; ++i )
	{
		if ( i > 0 && prefix[i] == '/' && prefix[i - 1] != '/' )
		{
			prefix[i] = 0;
			result = MakeFolder( dir, prefix, error );
			prefix[i] = '/';
		}
	}
	if ( whole && result == tl_success )
	{
		result = MakeFolder( dir, prefix, error );
	}
	tlFree( prefix );
	return result;
}

tlResult tlOpenOutputDir( const char* path, tlOutputDir** out, tlError* error )
{
	*out = NULL;
	if ( path[0] == 0 )
	{
		return tlFail( error, tl_invalidArgument, "the output folder has no name" );
	}
	tlOutputDir* dir = TL_ALLOC( tlOutputDir, 1 );
	if ( dir == NULL || ( dir->path = JoinStrings( path, "", "" ) ) == NULL )
	{
		tlFree( dir );
		return tlFailMemory( error );
	}
	for ( size_t last = strlen( path ); last > 1 && dir->path[last - 1] == '/'; --last )
	{
		dir->path[last - 1] = 0; // "out/" is out
	}
	tlResult result = MakeFolders( dir, dir->path, 0, true, error );
	if ( result == tl_success && access( dir->path, W_OK | X_OK ) != 0 )
	{
		result = FailPath( error, dir->path, errno ); // now, and not after an hour of simulation
	}
	if ( result != tl_success )
	{
		tlDestroyOutputDir( dir );
		return result;
	}
	*out = dir;
	return tl_success;
}

int32_t tlOutputDir_GetFileCount( const tlOutputDir* dir )
{
	return (int32_t)dir->fileCount;
}

const char* tlOutputDir_GetFileName( const tlOutputDir* dir, int32_t index )
{
	TL_ASSERT( 0 <= index && (size_t)index < dir->fileCount );
	return dir->files[index]->name;
}

int64_t tlOutputDir_GetFileSize( const tlOutputDir* dir, int32_t index )
{
	TL_ASSERT( 0 <= index && (size_t)index < dir->fileCount );
	return dir->files[index]->size;
}

// ---- files

static void FreeFile( tlOutputFile* file )
{
	if ( file->stream != NULL && !file->standard )
	{
		fclose( file->stream );
	}
	if ( file->reader != NULL )
	{
		fclose( file->reader );
	}
	if ( file->partPath != NULL && !file->committed )
	{
		unlink( file->partPath );
	}
	tlFree( file->partPath );
	tlFree( file->path );
	tlFree( file );
}

// A relative path that stays inside: no empty component, ".", or "..".
static bool IsPlainName( const char* name )
{
	const char* start = name;
	for ( const char* c = name;; ++c )
	{
		if ( *c == '/' || *c == 0 )
		{
			size_t length = (size_t)( c - start );
			bool dots = ( length == 1 && start[0] == '.' ) || ( length == 2 && start[0] == '.' && start[1] == '.' );
			if ( length == 0 || dots )
			{
				return false;
			}
			start = c + 1;
		}
		if ( *c == 0 )
		{
			return true;
		}
	}
}

tlResult tlOutputDir_Open( tlOutputDir* dir, const char* name, tlOutputFile** out, tlError* error )
{
	*out = NULL;
	if ( !IsPlainName( name ) )
	{
		return tlFail( error, tl_invalidArgument, "'%s' is no name for an output file", name );
	}
	for ( size_t i = 0; i < dir->fileCount; ++i )
	{
		if ( strcmp( dir->files[i]->name, name ) == 0 )
		{
			return tlFail( error, tl_invalidArgument, "the output file '%s' is written twice", name );
		}
	}
	if ( !tlReserve( (void**)&dir->files, &dir->fileCapacity, dir->fileCount + 1, sizeof( tlOutputFile* ) ) )
	{
		return tlFailMemory( error );
	}
	tlOutputFile* file = TL_ALLOC( tlOutputFile, 1 );
	if ( file == NULL )
	{
		return tlFailMemory( error );
	}
	file->committed = true; // nothing to remove yet
	const char* slash = strcmp( dir->path, "/" ) == 0 ? "" : "/";
	file->path = JoinStrings( dir->path, slash, name );
	file->partPath = file->path != NULL ? JoinStrings( file->path, ".part", "" ) : NULL;
	if ( file->partPath == NULL )
	{
		FreeFile( file );
		return tlFailMemory( error );
	}
	file->name = file->path + strlen( dir->path ) + strlen( slash );
	tlResult result = MakeFolders( dir, file->path, strlen( dir->path ) + 1, false, error );
	if ( result == tl_success )
	{
		file->stream = fopen( file->partPath, "w+b" );
		if ( file->stream == NULL )
		{
			result = FailPath( error, file->path, errno );
		}
	}
	if ( result != tl_success )
	{
		FreeFile( file );
		return result;
	}
	file->committed = false;
	setvbuf( file->stream, NULL, _IOFBF, tl_bufferSize );
	dir->files[dir->fileCount++] = file;
	*out = file;
	return tl_success;
}

tlResult tlOpenOutputFile( const char* path, tlOutputFile** out, tlError* error )
{
	*out = NULL;
	tlOutputFile* file = TL_ALLOC( tlOutputFile, 1 );
	if ( file == NULL || ( file->path = JoinStrings( path, "", "" ) ) == NULL )
	{
		tlFree( file );
		return tlFailMemory( error );
	}
	file->name = file->path;
	file->standard = strcmp( path, "-" ) == 0;
	file->stream = file->standard ? stdout : fopen( path, "w+b" );
	if ( file->stream == NULL )
	{
		// A pipe can not be opened for both ways.
		file->stream = fopen( path, "wb" );
	}
	if ( file->stream == NULL )
	{
		tlResult result = FailPath( error, path, errno );
		FreeFile( file );
		return result;
	}
	*out = file;
	return tl_success;
}

bool tlOutputFile_Write( tlOutputFile* file, const void* data, size_t byteCount )
{
	if ( file->errorNumber != 0 )
	{
		return false;
	}
	TL_ASSERT( file->stream != NULL );
	errno = 0;
	if ( byteCount > 0 && fwrite( data, 1, byteCount, file->stream ) != byteCount )
	{
		Note( file, errno );
		return false;
	}
	file->size += (int64_t)byteCount;
	return true;
}

bool tlOutputFile_Print( tlOutputFile* file, const char* format, ... )
{
	if ( file->errorNumber != 0 )
	{
		return false;
	}
	TL_ASSERT( file->stream != NULL );
	va_list arguments;
	va_start( arguments, format );
	errno = 0;
	int length = vfprintf( file->stream, format, arguments );
	va_end( arguments );
	if ( length < 0 )
	{
		Note( file, errno );
		return false;
	}
	file->size += length;
	return true;
}

bool tlOutputFile_Patch( tlOutputFile* file, int64_t offset, const void* data, size_t byteCount )
{
	if ( file->errorNumber != 0 )
	{
		return false;
	}
	TL_ASSERT( file->stream != NULL && offset >= 0 && offset + (int64_t)byteCount <= file->size );
	errno = 0;
	bool good = fseeko( file->stream, (off_t)offset, SEEK_SET ) == 0 &&
	            fwrite( data, 1, byteCount, file->stream ) == byteCount && fseeko( file->stream, 0, SEEK_END ) == 0;
	if ( !good )
	{
		Note( file, errno );
	}
	return good;
}

bool tlOutputFile_Read( tlOutputFile* file, int64_t offset, void* data, size_t byteCount )
{
	if ( file->errorNumber != 0 || offset < 0 || offset + (int64_t)byteCount > file->size )
	{
		return false;
	}
	errno = 0;
	if ( file->stream == NULL )
	{
		if ( file->reader == NULL )
		{
			file->reader = fopen( file->committed ? file->path : file->partPath, "rb" );
		}
		return file->reader != NULL && fseeko( file->reader, (off_t)offset, SEEK_SET ) == 0 &&
		       fread( data, 1, byteCount, file->reader ) == byteCount;
	}
	bool good = fflush( file->stream ) == 0 && fseeko( file->stream, (off_t)offset, SEEK_SET ) == 0 &&
	            fread( data, 1, byteCount, file->stream ) == byteCount;
	int reason = errno;
	if ( fseeko( file->stream, 0, SEEK_END ) != 0 || !good )
	{
		Note( file, reason );
		return false;
	}
	return true;
}

int64_t tlOutputFile_GetSize( const tlOutputFile* file )
{
	return file->size;
}

tlResult tlOutputFile_GetResult( const tlOutputFile* file, tlError* error )
{
	return file->errorNumber == 0 ? tl_success : FailPath( error, file->path, file->errorNumber );
}

tlResult tlOutputFile_Finish( tlOutputFile* file, tlError* error )
{
	if ( file->stream != NULL )
	{
		errno = 0;
		if ( fflush( file->stream ) != 0 )
		{
			Note( file, errno );
		}
		// Devices and pipes have nothing to sync.
		else if ( fsync( fileno( file->stream ) ) != 0 && errno != EINVAL && errno != ENOTSUP && errno != EROFS )
		{
			Note( file, errno );
		}
		errno = 0;
		if ( !file->standard && fclose( file->stream ) != 0 )
		{
			Note( file, errno );
		}
		file->stream = NULL;
	}
	return tlOutputFile_GetResult( file, error );
}

tlResult tlCloseOutputFile( tlOutputFile* file, tlError* error )
{
	if ( file == NULL )
	{
		return tl_success;
	}
	TL_ASSERT( file->partPath == NULL );
	tlResult result = tlOutputFile_Finish( file, error );
	FreeFile( file );
	return result;
}

// ---- all files together

// The names are on the disk only once the folder is.
static void SyncFolder( const char* path )
{
	int descriptor = open( path, O_RDONLY );
	if ( descriptor >= 0 )
	{
		fsync( descriptor );
		close( descriptor );
	}
}

static tlResult CheckTargets( const tlOutputDir* dir, tlError* error )
{
	for ( size_t i = 0; i < dir->fileCount; ++i )
	{
		struct stat status;
		const tlOutputFile* file = dir->files[i];
		if ( !file->committed && stat( file->path, &status ) == 0 && S_ISDIR( status.st_mode ) )
		{
			return FailPath( error, file->path, EISDIR );
		}
	}
	return tl_success;
}

tlResult tlOutputDir_Commit( tlOutputDir* dir, tlError* error )
{
	tlResult result = tl_success;
	for ( size_t i = 0; i < dir->fileCount && result == tl_success; ++i )
	{
		result = tlOutputFile_Finish( dir->files[i], error );
	}
	// What can be known to fail is found before the first rename.
	if ( result == tl_success )
	{
		result = CheckTargets( dir, error );
	}
	for ( size_t i = 0; i < dir->fileCount && result == tl_success; ++i )
	{
		tlOutputFile* file = dir->files[i];
		if ( file->committed )
		{
			continue;
		}
		if ( rename( file->partPath, file->path ) != 0 )
		{
			result = FailPath( error, file->path, errno );
			break;
		}
		file->committed = true;
	}
	if ( result == tl_success )
	{
		SyncFolder( dir->path );
		for ( size_t i = 0; i < dir->madeCount; ++i )
		{
			SyncFolder( dir->madeFolders[i] );
			tlFree( dir->madeFolders[i] );
		}
		dir->madeCount = 0;
		return tl_success;
	}
	for ( size_t i = 0; i < dir->fileCount; ++i )
	{
		tlOutputFile* file = dir->files[i];
		if ( !file->committed )
		{
			Note( file, ECANCELED );
			unlink( file->partPath );
		}
	}
	return result;
}

void tlOutputDir_Drop( tlOutputDir* dir, tlOutputFile* file )
{
	for ( size_t i = 0; i < dir->fileCount; ++i )
	{
		if ( dir->files[i] == file )
		{
			FreeFile( file );
			memmove( dir->files + i, dir->files + i + 1, ( dir->fileCount - i - 1 ) * sizeof( tlOutputFile* ) );
			dir->fileCount -= 1;
			return;
		}
	}
}

void tlDestroyOutputDir( tlOutputDir* dir )
{
	if ( dir == NULL )
	{
		return;
	}
	for ( size_t i = 0; i < dir->fileCount; ++i )
	{
		FreeFile( dir->files[i] );
	}
	// Innermost first. A folder that holds something stays.
	for ( size_t i = dir->madeCount; i > 0; --i )
	{
		rmdir( dir->madeFolders[i - 1] );
		tlFree( dir->madeFolders[i - 1] );
	}
	tlFree( dir->madeFolders );
	tlFree( dir->files );
	tlFree( dir->path );
	tlFree( dir );
}
