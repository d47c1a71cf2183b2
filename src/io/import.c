// assimp in a child process. A damaged file can make it crash, loop or ask for all memory; none of that may reach the
// program that only wanted a mesh. The child imports and sends the vertices and faces through a pipe; the parent gives it
// a time limit, believes nothing that it sends without checking, and answers with a sentence in every case.
// SPDX-License-Identifier: MIT
#if !defined( _XOPEN_SOURCE )
#define _XOPEN_SOURCE 700
#endif

#include "import.h"

#include "base/core.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/scene.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined( __SANITIZE_ADDRESS__ )
#define TL_ADDRESS_SANITIZER
#elif defined( __has_feature )
#if __has_feature( address_sanitizer )
#define TL_ADDRESS_SANITIZER
#endif
#endif

enum
{
	tl_importMagic = 0x7411E0B1,
	tl_importMegabytes = 4096, // memory that the importer may take
	tl_importSucceeded = 0,
	tl_importFailed,
	tl_importTooLarge,
};

// What the child sends first. After it come positions, colours if there are any, face sizes, corners, and the texture
// coordinates of the corners if there are any.
typedef struct ImportHeader
{
	uint32_t magic;
	int32_t status;
	int64_t vertexCount, faceCount, cornerCount;
	int32_t hasColors, hasUvs;
	char message[256];
} ImportHeader;

// ---- the child

// The scene is walked once to count and once for each array, always in the same order, so that it need not be stored.
typedef enum WalkMode
{
	tl_countWalk,
	tl_positionWalk,
	tl_colorWalk,
	tl_sizeWalk,
	tl_cornerWalk,
	tl_uvWalk,
} WalkMode;

typedef struct Walk
{
	const struct aiScene* scene;
	WalkMode mode;
	ImportHeader header;
	bool tooLarge;
	int32_t base; // vertices of the meshes before
	int pipe;
	size_t used;
	char buffer[65536];
} Walk;

typedef struct Matrix
{
	double m[3][4];
} Matrix;

static Matrix Concatenate( const Matrix* a, const struct aiMatrix4x4* node )
{
	const double b[3][4] = {
		{ (double)node->a1, (double)node->a2, (double)node->a3, (double)node->a4 },
		{ (double)node->b1, (double)node->b2, (double)node->b3, (double)node->b4 },
		{ (double)node->c1, (double)node->c2, (double)node->c3, (double)node->c4 },
	};
	Matrix c;
	for ( int i = 0; i < 3; ++i )
	{
		for ( int k = 0; k < 4; ++k )
		{
			c.m[i][k] = a->m[i][0] * b[0][k] + a->m[i][1] * b[1][k] + a->m[i][2] * b[2][k] + ( k == 3 ? a->m[i][3] : 0 );
		}
	}
	return c;
}

static double GetDeterminant( const Matrix* a )
{
	return a->m[0][0] * ( a->m[1][1] * a->m[2][2] - a->m[1][2] * a->m[2][1] ) -
	       a->m[0][1] * ( a->m[1][0] * a->m[2][2] - a->m[1][2] * a->m[2][0] ) +
	       a->m[0][2] * ( a->m[1][0] * a->m[2][1] - a->m[1][1] * a->m[2][0] );
}

static void Flush( Walk* walk )
{
	for ( size_t sent = 0; sent < walk->used; )
	{
		ssize_t count = write( walk->pipe, walk->buffer + sent, walk->used - sent );
		if ( count <= 0 && errno != EINTR )
		{
			_exit( 1 ); // nobody listens
		}
		sent += count > 0 ? (size_t)count : 0;
	}
	walk->used = 0;
}

static void Send( Walk* walk, const void* data, size_t size )
{
	if ( walk->used + size > sizeof walk->buffer )
	{
		Flush( walk );
	}
	memcpy( walk->buffer + walk->used, data, size );
	walk->used += size;
}

static void SendPositions( Walk* walk, const struct aiMesh* mesh, const Matrix* place )
{
	for ( unsigned i = 0; i < mesh->mNumVertices; ++i )
	{
		double x = (double)mesh->mVertices[i].x;
		double y = (double)mesh->mVertices[i].y;
		double z = (double)mesh->mVertices[i].z;
		double p[3];
		for ( int k = 0; k < 3; ++k )
		{
			p[k] = place->m[k][0] * x + place->m[k][1] * y + place->m[k][2] * z + place->m[k][3];
		}
		tlVec3 position = { (tlReal)p[0], (tlReal)p[1], (tlReal)p[2] };
		Send( walk, &position, sizeof position );
	}
}

static void SendColors( Walk* walk, const struct aiMesh* mesh )
{
	for ( unsigned i = 0; i < mesh->mNumVertices; ++i )
	{
		float color[4] = { 1, 1, 1, 1 };
		if ( mesh->mColors[0] != NULL )
		{
			color[0] = (float)mesh->mColors[0][i].r;
			color[1] = (float)mesh->mColors[0][i].g;
			color[2] = (float)mesh->mColors[0][i].b;
			color[3] = (float)mesh->mColors[0][i].a;
		}
		Send( walk, color, sizeof color );
	}
}

// Points are left out. A mirrored mesh is wound the other way, so that outside stays outside.
static void VisitFaces( Walk* walk, const struct aiMesh* mesh, bool mirrored )
{
	for ( unsigned i = 0; i < mesh->mNumFaces; ++i )
	{
		const struct aiFace* face = mesh->mFaces + i;
		if ( face->mNumIndices < 2 )
		{
			continue;
		}
		if ( walk->mode == tl_countWalk )
		{
			walk->header.faceCount += 1;
			walk->header.cornerCount += face->mNumIndices;
		}
		else if ( walk->mode == tl_sizeWalk )
		{
			int32_t size = (int32_t)face->mNumIndices;
			Send( walk, &size, sizeof size );
		}
		for ( unsigned k = 0; k < face->mNumIndices && walk->mode == tl_cornerWalk; ++k )
		{
			unsigned index = face->mIndices[mirrored && k > 0 ? face->mNumIndices - k : k];
			int32_t corner = index < mesh->mNumVertices ? walk->base + (int32_t)index : -1;
			Send( walk, &corner, sizeof corner );
		}
		for ( unsigned k = 0; k < face->mNumIndices && walk->mode == tl_uvWalk; ++k )
		{
			unsigned index = face->mIndices[mirrored && k > 0 ? face->mNumIndices - k : k];
			bool known = mesh->mTextureCoords[0] != NULL && index < mesh->mNumVertices;
			float uv[2] = { known ? (float)mesh->mTextureCoords[0][index].x : NAN,
				            known ? (float)mesh->mTextureCoords[0][index].y : NAN };
			Send( walk, uv, sizeof uv );
		}
	}
}

static void VisitMesh( Walk* walk, const struct aiMesh* mesh, const Matrix* place )
{
	if ( mesh->mVertices == NULL || mesh->mNumVertices > tl_maxFileVertices )
	{
		return;
	}
	if ( walk->mode == tl_countWalk )
	{
		walk->header.vertexCount += mesh->mNumVertices;
		walk->header.hasColors = walk->header.hasColors != 0 || mesh->mColors[0] != NULL ? 1 : 0;
		walk->header.hasUvs = walk->header.hasUvs != 0 || mesh->mTextureCoords[0] != NULL ? 1 : 0;
	}
	else if ( walk->mode == tl_positionWalk )
	{
		SendPositions( walk, mesh, place );
	}
	else if ( walk->mode == tl_colorWalk )
	{
		SendColors( walk, mesh );
	}
	VisitFaces( walk, mesh, GetDeterminant( place ) < 0 );
	walk->base += (int32_t)mesh->mNumVertices;
	walk->tooLarge = walk->header.vertexCount > tl_maxFileVertices || walk->header.cornerCount > tl_maxFileCorners;
}

static void VisitNode( Walk* walk, const struct aiNode* node, const Matrix* parent )
{
	Matrix place = Concatenate( parent, &node->mTransformation );
	for ( unsigned i = 0; i < node->mNumMeshes && !walk->tooLarge; ++i )
	{
		if ( node->mMeshes[i] < walk->scene->mNumMeshes )
		{
			VisitMesh( walk, walk->scene->mMeshes[node->mMeshes[i]], &place );
		}
	}
	for ( unsigned i = 0; i < node->mNumChildren && !walk->tooLarge; ++i )
	{
		VisitNode( walk, node->mChildren[i], &place );
	}
}

static void WalkScene( Walk* walk, WalkMode mode )
{
	static const Matrix s_identity = { { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 } } };
	walk->mode = mode;
	walk->base = 0;
	if ( walk->scene->mRootNode != NULL )
	{
		VisitNode( walk, walk->scene->mRootNode, &s_identity );
	}
}

// No standard streams, no core dump, bounded time and memory, and no handlers of the program that was forked.
static void Confine( int seconds )
{
	static const int s_signals[] = { SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTERM, SIGINT, SIGPIPE, SIGXCPU, SIGCHLD };
	for ( size_t i = 0; i < sizeof s_signals / sizeof s_signals[0]; ++i )
	{
		signal( s_signals[i], SIG_DFL );
	}
	int nowhere = open( "/dev/null", O_RDWR );
	for ( int stream = 0; stream < 3 && nowhere >= 0; ++stream )
	{
		dup2( nowhere, stream );
	}
	struct rlimit none = { 0, 0 };
	setrlimit( RLIMIT_CORE, &none );
	struct rlimit time = { (rlim_t)seconds, (rlim_t)seconds + 1 };
	setrlimit( RLIMIT_CPU, &time );
#if defined( __linux__ ) && !defined( TL_ADDRESS_SANITIZER ) // whose shadow memory counts too
	// On top of what the program that was forked holds.
	unsigned long pages = 0;
	FILE* file = fopen( "/proc/self/statm", "r" );
	if ( file != NULL && fscanf( file, "%lu", &pages ) == 1 )
	{
		rlim_t most = (rlim_t)pages * (rlim_t)sysconf( _SC_PAGESIZE ) + (rlim_t)tl_importMegabytes * 1024 * 1024;
		struct rlimit memory = { most, most };
		setrlimit( RLIMIT_AS, &memory );
	}
	if ( file != NULL )
	{
		fclose( file );
	}
#endif
}

static void RunChild( const char* path, int seconds, int pipeEnd )
{
	static Walk s_walk; // too large for the stack that is left
	Walk* walk = &s_walk;
	Confine( seconds );
	walk->pipe = pipeEnd;
	walk->header.magic = tl_importMagic;
	struct aiPropertyStore* properties = aiCreatePropertyStore();
	aiSetImportPropertyInteger( properties, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1 ); // no stand-ins for bones
	walk->scene = aiImportFileExWithProperties( path, 0, NULL, properties );
	if ( walk->scene == NULL )
	{
		walk->header.status = tl_importFailed;
		snprintf( walk->header.message, sizeof walk->header.message, "%s", aiGetErrorString() );
		Send( walk, &walk->header, sizeof walk->header );
		Flush( walk );
		return;
	}
	WalkScene( walk, tl_countWalk );
	walk->header.status = walk->tooLarge ? tl_importTooLarge : tl_importSucceeded;
	Send( walk, &walk->header, sizeof walk->header );
	if ( !walk->tooLarge )
	{
		WalkScene( walk, tl_positionWalk );
		if ( walk->header.hasColors != 0 )
		{
			WalkScene( walk, tl_colorWalk );
		}
		WalkScene( walk, tl_sizeWalk );
		WalkScene( walk, tl_cornerWalk );
		if ( walk->header.hasUvs != 0 )
		{
			WalkScene( walk, tl_uvWalk );
		}
	}
	Flush( walk );
}

// ---- the parent

typedef enum Received
{
	tl_receivedAll,
	tl_receivedEnd,  // the child is gone
	tl_receivedLate, // out of time
} Received;

static Received Receive( int pipeEnd, void* data, size_t size, double deadline )
{
	char* at = data;
	while ( size > 0 )
	{
		double left = deadline - tlGetSeconds();
		if ( left <= 0 )
		{
			return tl_receivedLate;
		}
		struct pollfd poller = { pipeEnd, POLLIN, 0 };
		int ready = poll( &poller, 1, (int)( 1000 * left ) + 1 );
		if ( ready <= 0 )
		{
			continue; // out of time, or a signal
		}
		ssize_t count = read( pipeEnd, at, size < ( 1u << 24 ) ? size : ( 1u << 24 ) );
		if ( count < 0 && ( errno == EINTR || errno == EAGAIN ) )
		{
			continue;
		}
		if ( count <= 0 )
		{
			return tl_receivedEnd;
		}
		at += count;
		size -= (size_t)count;
	}
	return tl_receivedAll;
}

static bool IsPlausible( const ImportHeader* header )
{
	return header->magic == tl_importMagic && header->status >= tl_importSucceeded && header->status <= tl_importTooLarge &&
	       ( header->status != tl_importSucceeded ||
	         ( header->vertexCount >= 0 && header->vertexCount <= tl_maxFileVertices && header->faceCount >= 0 &&
	           header->cornerCount <= tl_maxFileCorners && header->faceCount <= header->cornerCount / 2 ) );
}

// Face sizes that add up to the corners.
static bool IsConsistent( const tlMeshFile* mesh )
{
	int64_t cornerCount = 0;
	for ( int32_t i = 0; i < mesh->faceCount; ++i )
	{
		cornerCount += mesh->faceSizes[i];
		if ( mesh->faceSizes[i] < 2 || cornerCount > mesh->cornerCount )
		{
			return false;
		}
	}
	return cornerCount == mesh->cornerCount;
}

static tlResult CheckCorners( const char* path, const tlMeshFile* mesh, tlError* error )
{
	const int32_t* corners = mesh->faceCorners;
	for ( int32_t i = 0; i < mesh->faceCount; corners += mesh->faceSizes[i], ++i )
	{
		for ( int32_t k = 0; k < mesh->faceSizes[i]; ++k )
		{
			if ( corners[k] < 0 || corners[k] >= mesh->vertexCount )
			{
				return tlFail( error, tl_invalidFile, "%s: face %d has a corner that is none of its mesh's vertices", path,
				               (int)i );
			}
		}
	}
	return tl_success;
}

// The importer's own words, as one line without its full stop.
static tlResult FailInWords( const char* path, ImportHeader* header, tlError* error )
{
	char* message = header->message;
	message[sizeof header->message - 1] = 0;
	size_t length = strcspn( message, "\r\n" );
	while ( length > 0 && ( message[length - 1] == '.' || message[length - 1] == ' ' ) )
	{
		length -= 1;
	}
	for ( size_t i = 0; i < length; ++i )
	{
		message[i] = message[i] >= ' ' && message[i] < 127 ? message[i] : '?';
	}
	return tlFail( error, tl_invalidFile, "%s: can not be read: %.*s", path, length > 0 ? (int)length : 7,
	               length > 0 ? message : "damaged" );
}

static tlResult ReceiveMesh( const char* path, int seconds, int pipeEnd, tlMeshFile* mesh, tlError* error )
{
	double deadline = tlGetSeconds() + seconds;
	ImportHeader header;
	Received received = Receive( pipeEnd, &header, sizeof header, deadline );
	bool plausible = received == tl_receivedAll && IsPlausible( &header );
	if ( plausible && header.status == tl_importFailed )
	{
		return FailInWords( path, &header, error );
	}
	if ( plausible && header.status == tl_importTooLarge )
	{
		return tlFail( error, tl_invalidFile, "%s: has more than %d vertices or %d corners", path, (int)tl_maxFileVertices,
		               (int)tl_maxFileCorners );
	}
	if ( plausible )
	{
		mesh->vertexCount = (int32_t)header.vertexCount;
		mesh->faceCount = (int32_t)header.faceCount;
		mesh->cornerCount = (int32_t)header.cornerCount;
		mesh->positions = TL_ALLOC( tlVec3, mesh->vertexCount );
		mesh->colors = header.hasColors != 0 ? TL_ALLOC( float, 4 * (size_t)mesh->vertexCount ) : NULL;
		mesh->faceSizes = TL_ALLOC( int32_t, mesh->faceCount );
		mesh->faceCorners = TL_ALLOC( int32_t, mesh->cornerCount );
		mesh->cornerUvs = header.hasUvs != 0 ? TL_ALLOC( float, 2 * (size_t)mesh->cornerCount ) : NULL;
		if ( mesh->positions == NULL || mesh->faceSizes == NULL || mesh->faceCorners == NULL ||
		     ( header.hasColors != 0 && mesh->colors == NULL ) || ( header.hasUvs != 0 && mesh->cornerUvs == NULL ) )
		{
			return tlFail( error, tl_outOfMemory, "%s: out of memory", path );
		}
		struct
		{
			void* data;
			size_t size;
		} parts[5] = {
			{ mesh->positions, (size_t)mesh->vertexCount * sizeof( tlVec3 ) },
			{ mesh->colors, mesh->colors != NULL ? (size_t)mesh->vertexCount * 4 * sizeof( float ) : 0 },
			{ mesh->faceSizes, (size_t)mesh->faceCount * sizeof( int32_t ) },
			{ mesh->faceCorners, (size_t)mesh->cornerCount * sizeof( int32_t ) },
			{ mesh->cornerUvs, mesh->cornerUvs != NULL ? (size_t)mesh->cornerCount * 2 * sizeof( float ) : 0 },
		};
		for ( int i = 0; i < 5 && received == tl_receivedAll; ++i )
		{
			received = Receive( pipeEnd, parts[i].data, parts[i].size, deadline );
		}
	}
	if ( received == tl_receivedLate )
	{
		return tlFail( error, tl_invalidFile, "%s: the importer took more than %d s on it (damaged file?)", path, seconds );
	}
	if ( received != tl_receivedAll || !plausible || !IsConsistent( mesh ) )
	{
		return tlFail( error, tl_invalidFile, "%s: the importer failed on it (damaged file?)", path );
	}
	return CheckCorners( path, mesh, error );
}

bool tlIsImported( const char* extension )
{
	char dotted[32];
	snprintf( dotted, sizeof dotted, ".%s", extension );
	return aiIsExtensionSupported( dotted ) != 0;
}

tlResult tlImportMeshFile( const char* path, int seconds, tlMeshFile* mesh, tlError* error )
{
	int ends[2];
	if ( pipe( ends ) != 0 )
	{
		return tlFail( error, tl_fileError, "%s: can not start the importer: %s", path, strerror( errno ) );
	}
	pid_t child = fork();
	if ( child < 0 )
	{
		int cause = errno;
		close( ends[0] );
		close( ends[1] );
		return tlFail( error, tl_fileError, "%s: can not start the importer: %s", path, strerror( cause ) );
	}
	if ( child == 0 )
	{
		close( ends[0] );
		RunChild( path, seconds, ends[1] );
		_exit( 0 ); // without the exit handlers and buffers of the program that was forked
	}
	close( ends[1] );
	tlResult result = ReceiveMesh( path, seconds, ends[0], mesh, error );
	close( ends[0] );
	kill( child, SIGKILL ); // all is said; it may hang in giving back its memory
	while ( waitpid( child, NULL, 0 ) < 0 && errno == EINTR )
	{
	}
	return result;
}
