// Writing of scenes: which frames to keep, and the chunks of the file.
// SPDX-License-Identifier: MIT
// glTF 2.0 (Khronos 2017). Motion is stored as morph targets: target k holds the differences of a kept frame to the first
// one, and the weights go linearly from one target to the next, so that frame k shows target k alone. Every viewer has
// that; caches and sparse data few have.

#include "glb.h"

#include "glb_internal.h"

#include <stdlib.h>

tlGlbDef tlDefaultGlbDef( void )
{
	tlGlbDef def;
	memset( &def, 0, sizeof def );
	def.frameTime = 1.0 / 60.0;
	def.sizeLimit = 64 << 20;
	def.targetLimit = 120;
	def.cookie = TL_COOKIE;
	return def;
}

// ---- which frames

// Frame of a sample; the last sample is the last frame.
int32_t tlGlbFrame( const tlGlb* glb, int32_t sample )
{
	int64_t frame = (int64_t)sample * glb->stride;
	return frame < glb->def->frameCount ? (int32_t)frame : glb->def->frameCount - 1;
}

static int32_t CountSamples( int32_t frameCount, int32_t stride )
{
	return ( frameCount - 1 + stride - 1 ) / stride + 1;
}

// The bytes that a number of samples needs: exact for the arrays, with room to spare for the description.
static double EstimateSize( const tlGlb* glb, int32_t sampleCount )
{
	const tlGlbDef* def = glb->def;
	double targets = sampleCount - 1;
	double size = glb->colliderSize + 4096.0 + 4.0 * sampleCount + 4.0 * sampleCount * targets;
	for ( int32_t i = 0; i < def->bodyCount; ++i )
	{
		const tlGlbBody* body = def->bodies + i;
		double perSample = body->triangleCount > 0 ? 24.0 : 12.0;
		size += perSample * body->vertexCount * sampleCount + 12.0 * body->triangleCount + 8.0 * body->lineCount;
		size += 2048.0 + 520.0 * targets;
	}
	for ( int32_t i = 0; i < def->colliderCount; ++i )
	{
		size += 60000.0 + ( def->colliders[i].transformCount > 1 ? 28.0 * sampleCount : 0.0 );
	}
	return size;
}

// Shapes that are cooked may have any number of vertices.
static tlResult MeasureColliders( tlGlb* glb, tlError* error )
{
	for ( int32_t i = 0; i < glb->def->colliderCount; ++i )
	{
		const tlShape* shape = &glb->def->colliders[i].shape;
		const tlPlanePatch patch = { 0, 0, 1 };
		tlShapeMesh mesh;
		if ( shape->data == NULL )
		{
			continue;
		}
		if ( !tlMakeShapeMesh( shape, &patch, &mesh ) )
		{
			return tlFailMemory( error );
		}
		glb->colliderSize += 24.0 * mesh.vertexCount + 12.0 * mesh.triangleCount;
		tlFreeShapeMesh( &mesh );
	}
	return tl_success;
}

static tlResult ChooseStride( tlGlb* glb, tlError* error )
{
	const tlGlbDef* def = glb->def;
	for ( glb->stride = 1;; ++glb->stride )
	{
		glb->sampleCount = CountSamples( def->frameCount, glb->stride );
		if ( glb->sampleCount - 1 <= def->targetLimit && EstimateSize( glb, glb->sampleCount ) <= (double)def->sizeLimit )
		{
			return tl_success;
		}
		if ( glb->stride >= def->frameCount - 1 )
		{
			break;
		}
	}
	// Two frames are too much already: the first one alone, if that fits.
	glb->stride = def->frameCount;
	glb->sampleCount = 1;
	if ( EstimateSize( glb, 1 ) <= (double)def->sizeLimit )
	{
		return tl_success;
	}
	return tlFail( error, tl_invalidArgument, "scene.glb does not fit into %lld bytes", (long long)def->sizeLimit );
}

// ---- checks

static tlResult CheckIndices( const int32_t* indices, int64_t count, int32_t vertexCount, const char* name, tlError* error )
{
	for ( int64_t i = 0; i < count; ++i )
	{
		if ( indices[i] < 0 || indices[i] >= vertexCount )
		{
			return tlFail( error, tl_invalidArgument, "body '%s': a corner names vertex %d of %d", name, indices[i],
			               vertexCount );
		}
	}
	return tl_success;
}

static tlResult CheckDef( const tlGlbDef* def, tlError* error )
{
	TL_ASSERT( def->cookie == TL_COOKIE );
	if ( def->frameCount < 1 || !( def->frameTime > 0.0 ) || def->targetLimit < 0 )
	{
		return tlFail( error, tl_invalidArgument, "a scene needs at least one frame and a frame time above 0" );
	}
	for ( int32_t i = 0; i < def->bodyCount; ++i )
	{
		const tlGlbBody* body = def->bodies + i;
		tlResult result =
		    CheckIndices( body->triangles, 3 * (int64_t)body->triangleCount, body->vertexCount, body->name, error );
		result = result != tl_success
		             ? result
		             : CheckIndices( body->lines, 2 * (int64_t)body->lineCount, body->vertexCount, body->name, error );
		if ( result != tl_success )
		{
			return result;
		}
	}
	for ( int32_t i = 0; i < def->colliderCount; ++i )
	{
		const tlGlbCollider* collider = def->colliders + i;
		TL_ASSERT( collider->transformCount == 1 || collider->transformCount == def->frameCount );
	}
	return tl_success;
}

// ---- frames

// Brings a frame of a body, and its normals. Where a vertex is not finite it stays at its place in the first frame, and
// at the origin if it has none: glTF has no word for it, and one NaN would hide the whole body.
bool tlGlbReadFrame( tlGlb* glb, int32_t index, int32_t frame )
{
	const tlGlbBody* body = glb->def->bodies + index;
	if ( !body->frame( body->context, frame, glb->positions ) )
	{
		return false;
	}
	size_t count = 3 * (size_t)body->vertexCount;
	for ( size_t i = 0; i < count; ++i )
	{
		if ( glb->positions[i] - glb->positions[i] != 0.0f )
		{
			glb->positions[i] = frame == 0 ? 0.0f : glb->firstPositions[i];
		}
	}
	if ( body->triangleCount > 0 )
	{
		tlComputeNormals( glb->positions, body->vertexCount, body->triangles, body->triangleCount, glb->normals );
	}
	if ( frame == 0 )
	{
		memcpy( glb->firstPositions, glb->positions, count * sizeof( float ) );
		memcpy( glb->firstNormals, glb->normals, count * sizeof( float ) );
	}
	else
	{
		for ( size_t i = 0; i < count; ++i )
		{
			glb->positions[i] -= glb->firstPositions[i];
			glb->normals[i] -= glb->firstNormals[i];
		}
	}
	return true;
}

static tlResult FailFrame( const tlGlb* glb, int32_t body, int32_t frame, tlError* error )
{
	return tlFail( error, tl_fileError, "frame %d of body '%s' could not be read back", frame, glb->def->bodies[body].name );
}

// First pass: bounds of every sample, which the description needs ahead of the arrays.
static tlResult Measure( tlGlb* glb, tlError* error )
{
	const float big = 3.402823466e38f;
	for ( int k = 0; k < 3; ++k )
	{
		glb->lower[k] = big;
		glb->upper[k] = -big;
	}
	for ( int32_t i = 0; i < glb->def->bodyCount; ++i )
	{
		const tlGlbBody* body = glb->def->bodies + i;
		for ( int32_t sample = 0; sample < glb->sampleCount; ++sample )
		{
			if ( !tlGlbReadFrame( glb, i, tlGlbFrame( glb, sample ) ) )
			{
				return FailFrame( glb, i, tlGlbFrame( glb, sample ), error );
			}
			float* bounds = glb->bounds + 6 * ( (size_t)i * (size_t)glb->sampleCount + (size_t)sample );
			for ( int k = 0; k < 3; ++k )
			{
				bounds[k] = body->vertexCount > 0 ? big : 0.0f;
				bounds[3 + k] = body->vertexCount > 0 ? -big : 0.0f;
				for ( int32_t v = 0; v < body->vertexCount; ++v )
				{
					float a = glb->positions[3 * (size_t)v + (size_t)k];
					float place = sample == 0 ? a : a + glb->firstPositions[3 * (size_t)v + (size_t)k];
					bounds[k] = a < bounds[k] ? a : bounds[k];
					bounds[3 + k] = a > bounds[3 + k] ? a : bounds[3 + k];
					glb->lower[k] = place < glb->lower[k] ? place : glb->lower[k];
					glb->upper[k] = place > glb->upper[k] ? place : glb->upper[k];
				}
			}
		}
	}
	for ( int k = 0; k < 3; ++k )
	{
		if ( glb->lower[k] > glb->upper[k] )
		{
			glb->lower[k] = -0.5f;
			glb->upper[k] = 0.5f;
		}
	}
	return tl_success;
}

static tlResult MakeColliderMeshes( tlGlb* glb, tlError* error )
{
	double size = 0.0;
	for ( int k = 0; k < 3; ++k )
	{
		double side = (double)glb->upper[k] - (double)glb->lower[k];
		size = side > size ? side : size;
	}
	for ( int32_t i = 0; i < glb->def->colliderCount; ++i )
	{
		const tlGlbCollider* collider = glb->def->colliders + i;
		// A plane's square lies under the middle of the scene.
		tlPosition middle = tlPoint( 0.5 * ( (double)glb->lower[0] + (double)glb->upper[0] ),
		                             0.5 * ( (double)glb->lower[1] + (double)glb->upper[1] ),
		                             0.5 * ( (double)glb->lower[2] + (double)glb->upper[2] ) );
		const tlTransform* transform = collider->transforms;
		tlPosition local = tlPointRotate( tlConjugate( transform->q ), tlPointSub( middle, transform->p ) );
		tlReal half = (tlReal)( 1.5 * ( size > 1e-6 ? size : 1.0 ) );
		tlPlanePatch patch = { (tlReal)local.x, (tlReal)local.z, half };
		if ( !tlMakeShapeMesh( &collider->shape, &patch, glb->meshes + i ) )
		{
			return tlFailMemory( error );
		}
	}
	return tl_success;
}

// ---- the file

static void FreeGlb( tlGlb* glb )
{
	for ( int32_t i = 0; glb->meshes != NULL && i < glb->def->colliderCount; ++i )
	{
		tlFreeShapeMesh( glb->meshes + i );
	}
	tlFree( glb->meshes );
	tlFree( glb->positions );
	tlFree( glb->normals );
	tlFree( glb->firstPositions );
	tlFree( glb->firstNormals );
	tlFree( glb->bounds );
}

static bool Allocate( tlGlb* glb )
{
	const tlGlbDef* def = glb->def;
	size_t most = 0;
	for ( int32_t i = 0; i < def->bodyCount; ++i )
	{
		most = (size_t)def->bodies[i].vertexCount > most ? (size_t)def->bodies[i].vertexCount : most;
	}
	glb->positions = TL_ALLOC( float, 3 * most );
	glb->normals = TL_ALLOC( float, 3 * most );
	glb->firstPositions = TL_ALLOC( float, 3 * most );
	glb->firstNormals = TL_ALLOC( float, 3 * most );
	glb->bounds = (float*)tlAlloc( (size_t)def->bodyCount * (size_t)glb->sampleCount, 6 * sizeof( float ) );
	glb->meshes = TL_ALLOC( tlShapeMesh, def->colliderCount );
	return glb->positions != NULL && glb->normals != NULL && glb->firstPositions != NULL && glb->firstNormals != NULL &&
	       glb->bounds != NULL && glb->meshes != NULL;
}

static void WriteWord( tlOutputFile* file, uint32_t word )
{
	uint8_t bytes[4] = { (uint8_t)word, (uint8_t)( word >> 8 ), (uint8_t)( word >> 16 ), (uint8_t)( word >> 24 ) };
	tlOutputFile_Write( file, bytes, sizeof bytes );
}

static tlResult WriteChunks( tlGlb* glb, tlOutputFile* file, tlError* error )
{
	int64_t binarySize;
	char* json = tlDescribeGlb( glb, &binarySize );
	if ( json == NULL )
	{
		return tlFailMemory( error );
	}
	size_t length = strlen( json );
	size_t padded = ( length + 3 ) & ~(size_t)3;
	int64_t total = 12 + 8 + (int64_t)padded + 8 + binarySize;
	if ( total > UINT32_MAX )
	{
		free( json );
		return tlFail( error, tl_invalidArgument, "scene.glb would need %lld bytes; the format ends at 4 GiB",
		               (long long)total );
	}
	WriteWord( file, 0x46546C67 ); // "glTF"
	WriteWord( file, 2 );
	WriteWord( file, (uint32_t)total );
	WriteWord( file, (uint32_t)padded );
	WriteWord( file, 0x4E4F534A ); // "JSON"
	tlOutputFile_Write( file, json, length );
	tlOutputFile_Write( file, "   ", padded - length );
	free( json );
	WriteWord( file, (uint32_t)binarySize );
	WriteWord( file, 0x004E4942 ); // "BIN"
	int64_t start = tlOutputFile_GetSize( file );
	int32_t body = 0, frame = 0;
	if ( !tlWriteGlbArrays( glb, file, &body, &frame ) )
	{
		return FailFrame( glb, body, frame, error );
	}
	tlResult result = tlOutputFile_GetResult( file, error );
	TL_ASSERT( result != tl_success || tlOutputFile_GetSize( file ) - start == binarySize );
	return result;
}

tlResult tlWriteGlb( tlOutputFile* file, const tlGlbDef* def, tlGlbReport* report, tlError* error )
{
	tlResult result = CheckDef( def, error );
	tlGlb glb;
	memset( &glb, 0, sizeof glb );
	glb.def = def;
	result = result == tl_success ? MeasureColliders( &glb, error ) : result;
	result = result == tl_success ? ChooseStride( &glb, error ) : result;
	if ( result != tl_success )
	{
		return result;
	}
	int64_t start = tlOutputFile_GetSize( file );
	result = Allocate( &glb ) ? tl_success : tlFailMemory( error );
	result = result == tl_success ? Measure( &glb, error ) : result;
	result = result == tl_success ? MakeColliderMeshes( &glb, error ) : result;
	result = result == tl_success ? WriteChunks( &glb, file, error ) : result;
	if ( report != NULL && result == tl_success )
	{
		report->stride = glb.stride;
		report->sampleCount = glb.sampleCount;
		report->byteCount = tlOutputFile_GetSize( file ) - start;
	}
	FreeGlb( &glb );
	return result;
}
