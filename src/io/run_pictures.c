// Pictures of a run, drawn from the cache after its end, when the bounds of all frames are known; and the animated mesh.
// SPDX-License-Identifier: MIT
#include "run_internal.h"

static const uint32_t s_colliderColor = 0xC9CDD2;

static uint32_t PackColor( tlVec3 color, uint32_t otherwise )
{
	if ( color.x < 0 )
	{
		return otherwise;
	}
	uint32_t packed = 0;
	tlReal channels[3] = { color.x, color.y, color.z };
	for ( int k = 0; k < 3; ++k )
	{
		packed = packed << 8 | (uint32_t)( tlClamp( channels[k], 0, 1 ) * 255 + (tlReal)0.5 );
	}
	return packed;
}

static uint32_t GetBodyColor( const tlRun* run, int32_t body )
{
	return PackColor( run->scene->bodies[body].color, tlBodyColor( body ) );
}

static tlDrawCollider GetCollider( const tlRun* run, int32_t collider, int32_t frame )
{
	const tlSceneCollider* c = run->scene->colliders + collider;
	const tlTransform* poses = run->poses + (size_t)frame * (size_t)run->scene->colliderCount;
	return ( tlDrawCollider ){ run->build->shapes[collider], poses[collider], PackColor( c->color, s_colliderColor ) };
}

// What the pictures need of a body beside its positions.
typedef struct Drawing
{
	tlDrawBody* bodies;        // [bodyCount]
	int32_t** edges;           // render vertices
	float** strains;           // of the edges
	float* frame;              // positions of all bodies
	tlDrawCollider* colliders; // [colliderCount]
} Drawing;

static void FreeDrawing( const tlRun* run, Drawing* d )
{
	for ( int32_t b = 0; b < run->scene->bodyCount; ++b )
	{
		tlFree( d->edges != NULL ? d->edges[b] : NULL );
		tlFree( d->strains != NULL ? d->strains[b] : NULL );
	}
	tlFree( d->edges );
	tlFree( d->strains );
	tlFree( d->bodies );
	tlFree( d->frame );
	tlFree( d->colliders );
}

// Edges join particles; pictures draw render vertices. Any vertex of a particle is where the particle is.
static bool MapEdges( const tlFabric* fabric, int32_t* edges )
{
	int32_t* vertexOf = TL_ALLOC( int32_t, tlFabric_GetParticleCount( fabric ) );
	if ( vertexOf == NULL )
	{
		return false;
	}
	const int32_t* map = tlFabric_GetVertexMap( fabric );
	for ( int32_t v = tlFabric_GetVertexCount( fabric ) - 1; v >= 0; --v )
	{
		vertexOf[map[v]] = v;
	}
	const int32_t* source = tlFabric_GetEdges( fabric );
	for ( int32_t i = 0; i < 2 * tlFabric_GetEdgeCount( fabric ); ++i )
	{
		edges[i] = vertexOf[source[i]];
	}
	tlFree( vertexOf );
	return true;
}

static tlResult MakeDrawing( const tlRun* run, Drawing* d, tlError* error )
{
	int32_t bodyCount = run->scene->bodyCount;
	*d = ( Drawing ){ 0 };
	d->bodies = TL_ALLOC( tlDrawBody, bodyCount );
	d->edges = TL_ALLOC( int32_t*, bodyCount );
	d->strains = TL_ALLOC( float*, bodyCount );
	d->frame = TL_ALLOC( float, 3 * (size_t)run->vertexCount );
	d->colliders = TL_ALLOC( tlDrawCollider, run->scene->colliderCount );
	bool ok = d->bodies != NULL && d->edges != NULL && d->strains != NULL && d->frame != NULL && d->colliders != NULL;
	for ( int32_t b = 0; ok && b < bodyCount; ++b )
	{
		const tlFabric* fabric = run->build->bodies[b].fabric;
		int32_t edgeCount = tlFabric_GetEdgeCount( fabric );
		d->edges[b] = TL_ALLOC( int32_t, 2 * (size_t)edgeCount );
		d->strains[b] = TL_ALLOC( float, edgeCount );
		ok = d->edges[b] != NULL && d->strains[b] != NULL && MapEdges( fabric, d->edges[b] );
		bool isCloth = tlFabric_GetTriangleCount( fabric ) > 0;
		d->bodies[b] = ( tlDrawBody ){ .positions = d->frame + 3 * (size_t)run->firstVertex[b],
			                           .vertexCount = tlFabric_GetVertexCount( fabric ),
			                           .triangles = tlFabric_GetRenderTriangles( fabric ),
			                           .triangleCount = tlFabric_GetTriangleCount( fabric ),
			                           .edges = d->edges[b],
			                           .edgeCount = edgeCount,
			                           .color = GetBodyColor( run, b ) };
		double diagonal = sqrt( ( run->upper.x - run->lower.x ) * ( run->upper.x - run->lower.x ) +
		                        ( run->upper.y - run->lower.y ) * ( run->upper.y - run->lower.y ) +
		                        ( run->upper.z - run->lower.z ) * ( run->upper.z - run->lower.z ) );
		if ( !isCloth )
		{
			d->bodies[b].ropeRadius = (float)( 0.0035 * diagonal );
			d->bodies[b].pointRadius = edgeCount == 0 ? (float)( 0.012 * diagonal ) : 0.0f;
		}
	}
	return ok ? tl_success : tlFailMemory( error );
}

// Positions, strains and colliders of a frame. Returns the largest strain that is not an outlier, for the scale.
static bool LoadFrame( tlRun* run, Drawing* d, int32_t frame )
{
	if ( !tlPc2Writer_Read( &run->cache, frame, d->frame ) )
	{
		return false;
	}
	for ( int32_t b = 0; b < run->scene->bodyCount; ++b )
	{
		const tlFabric* fabric = run->build->bodies[b].fabric;
		const tlVec3* rest = tlFabric_GetRestPositions( fabric );
		const int32_t* ends = tlFabric_GetEdges( fabric );
		for ( int32_t i = 0; i < tlFabric_GetEdgeCount( fabric ); ++i )
		{
			const float* p = d->bodies[b].positions + 3 * (size_t)d->edges[b][2 * i];
			const float* q = d->bodies[b].positions + 3 * (size_t)d->edges[b][2 * i + 1];
			float dx = q[0] - p[0], dy = q[1] - p[1], dz = q[2] - p[2];
			float length = (float)tlDistance( rest[ends[2 * i]], rest[ends[2 * i + 1]] );
			d->strains[b][i] = length > 0 ? sqrtf( dx * dx + dy * dy + dz * dz ) / length - 1 : 0;
		}
	}
	for ( int32_t i = 0; i < run->scene->colliderCount; ++i )
	{
		d->colliders[i] = GetCollider( run, i, frame );
	}
	return true;
}

// A round number that the strain of the last frame fills well: the colours of another run can be compared by the legend.
static double ChooseStrainScale( const tlRun* run )
{
	double strain = 0;
	for ( int32_t n = 0; n < run->setCount; ++n )
	{
		const tlRunSetRow* r = run->rows[run->rowCount - 1].sets + n;
		if ( strcmp( run->sets[n].name, "stretch" ) == 0 )
		{
			strain = 3 * r->strainRms;
		}
	}
	static const double steps[] = { 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0 };
	size_t i = 0;
	while ( i + 1 < sizeof steps / sizeof steps[0] && steps[i] < strain )
	{
		i += 1;
	}
	return steps[i];
}

static tlResult DrawMoment( tlRun* run, Drawing* d, tlPictureDef* def, int32_t frame, bool strain, tlImage** image,
                            tlError* error )
{
	if ( !LoadFrame( run, d, frame ) )
	{
		return tlFail( error, tl_fileError, "frame %d could not be read back for its picture", frame );
	}
	for ( int32_t b = 0; b < run->scene->bodyCount; ++b )
	{
		d->bodies[b].edgeStrain = strain ? d->strains[b] : NULL;
	}
	return tlDrawPicture( def, d->bodies, run->scene->bodyCount, d->colliders, run->scene->colliderCount, image, error );
}

static void AimCamera( tlRun* run, tlPictureDef* def )
{
	tlPosition lower = run->lower, upper = run->upper;
	for ( int32_t i = 0; i < run->scene->colliderCount; ++i )
	{
		for ( int32_t f = 0; f < run->rowCount; ++f )
		{
			tlDrawCollider collider = GetCollider( run, i, f );
			tlGrowBoundsByCollider( &lower, &upper, &collider );
		}
	}
	tlFitPicture( def, lower, upper, 0, 0 );
	const tlSceneCamera* camera = run->scene->output.camera;
	if ( camera != NULL )
	{
		def->camera = ( tlCamera ){ camera->eye, camera->target, camera->fovDegrees * ( 3.14159265358979323846 / 180.0 ) };
	}
}

tlResult tlDrawRun( tlRun* run, tlError* error )
{
	int32_t wanted = run->scene->output.pictures;
	if ( wanted <= 0 || run->vertexCount == 0 )
	{
		return tl_success;
	}
	wanted = wanted > run->rowCount ? run->rowCount : wanted;
	run->film = TL_ALLOC( tlImage*, wanted );
	run->filmFrames = TL_ALLOC( int32_t, wanted );
	Drawing drawing;
	tlResult result = MakeDrawing( run, &drawing, error );
	if ( result == tl_success && ( run->film == NULL || run->filmFrames == NULL ) )
	{
		result = tlFailMemory( error );
	}
	run->strainScale = ChooseStrainScale( run );
	tlPictureDef def = tlDefaultPictureDef();
	AimCamera( run, &def );
	def.strainScale = run->strainScale;
	def.width = 640;
	def.height = 400;
	for ( int32_t i = 0; result == tl_success && i < wanted; ++i )
	{
		int32_t frame = wanted > 1 ? (int32_t)( (int64_t)i * run->frameCount / ( wanted - 1 ) ) : run->frameCount;
		run->filmFrames[i] = frame;
		result = DrawMoment( run, &drawing, &def, frame, false, run->film + i, error );
		run->filmCount += result == tl_success;
	}
	def.width = 1200;
	def.height = 750;
	if ( result == tl_success )
	{
		result = DrawMoment( run, &drawing, &def, run->frameCount, true, &run->picture, error );
	}
	FreeDrawing( run, &drawing );
	return result;
}

static tlResult WritePng( tlRun* run, const char* name, const tlImage* image, tlError* error )
{
	tlOutputFile* file;
	tlResult result = tlOutputDir_Open( run->directory, name, &file, error );
	return result == tl_success ? tlImage_WritePng( image, file, error ) : result;
}

tlResult tlWriteRunPictures( tlRun* run, tlError* error )
{
	if ( run->picture == NULL )
	{
		return tl_success;
	}
	int32_t columns = run->filmCount < 3 ? run->filmCount : 3;
	tlImage* sheet = NULL;
	tlResult result =
	    tlDrawContactSheet( (const tlImage* const*)run->film, run->filmCount, columns, 8, 0xFFFFFF, &sheet, error );
	if ( result == tl_success )
	{
		result = WritePng( run, "film.png", sheet, error );
		tlDestroyImage( sheet );
	}
	return result == tl_success ? WritePng( run, "picture.png", run->picture, error ) : result;
}

void tlFreePictures( tlRun* run )
{
	for ( int32_t i = 0; i < run->filmCount; ++i )
	{
		tlDestroyImage( run->film[i] );
	}
	tlFree( run->film );
	tlFree( run->filmFrames );
	tlDestroyImage( run->picture );
}

// ---- the animated mesh

typedef struct Slice
{
	tlRun* run;
	int32_t body;
} Slice;

// The frame of one body, from the cache of all.
static bool ReadSlice( void* context, int32_t frame, float* xyz )
{
	const Slice* slice = context;
	tlRun* run = slice->run;
	int32_t count = tlFabric_GetVertexCount( run->build->bodies[slice->body].fabric );
	if ( !tlPc2Writer_Read( &run->cache, frame, run->frame ) )
	{
		return false;
	}
	memcpy( xyz, run->frame + 3 * (size_t)run->firstVertex[slice->body], 3 * (size_t)count * sizeof( float ) );
	return true;
}

// The poses of a collider one after the other: of each frame, or one alone where it stays. Null: out of memory.
static tlTransform* GatherPoses( const tlRun* run, int32_t collider, int32_t* count )
{
	size_t stride = (size_t)run->scene->colliderCount;
	const tlTransform* source = run->poses + collider;
	*count = 1;
	for ( int32_t i = 1; i < run->rowCount && *count == 1; ++i )
	{
		*count = tlIsSameTransform( source + (size_t)i * stride, source ) ? 1 : run->rowCount;
	}
	tlTransform* poses = TL_ALLOC( tlTransform, *count );
	for ( int32_t i = 0; poses != NULL && i < *count; ++i )
	{
		poses[i] = source[(size_t)i * stride];
	}
	return poses;
}

tlResult tlWriteRunGlb( tlRun* run, tlError* error )
{
	int32_t bodyCount = run->scene->bodyCount, colliderCount = run->scene->colliderCount;
	tlGlbBody* bodies = TL_ALLOC( tlGlbBody, bodyCount );
	Slice* slices = TL_ALLOC( Slice, bodyCount );
	int32_t** lines = TL_ALLOC( int32_t*, bodyCount );
	tlGlbCollider* colliders = TL_ALLOC( tlGlbCollider, colliderCount );
	tlTransform** poses = TL_ALLOC( tlTransform*, colliderCount );
	bool ok = bodies != NULL && slices != NULL && lines != NULL && colliders != NULL && poses != NULL;
	for ( int32_t b = 0; ok && b < bodyCount; ++b )
	{
		const tlFabric* fabric = run->build->bodies[b].fabric;
		slices[b] = ( Slice ){ run, b };
		bodies[b] = ( tlGlbBody ){ .name = run->scene->bodies[b].name,
			                       .vertexCount = tlFabric_GetVertexCount( fabric ),
			                       .triangles = tlFabric_GetRenderTriangles( fabric ),
			                       .triangleCount = tlFabric_GetTriangleCount( fabric ),
			                       .color = GetBodyColor( run, b ),
			                       .frame = ReadSlice,
			                       .context = slices + b };
		if ( bodies[b].triangleCount == 0 && tlFabric_GetEdgeCount( fabric ) > 0 )
		{
			lines[b] = TL_ALLOC( int32_t, 2 * (size_t)tlFabric_GetEdgeCount( fabric ) );
			ok = lines[b] != NULL && MapEdges( fabric, lines[b] );
			bodies[b].lines = lines[b];
			bodies[b].lineCount = tlFabric_GetEdgeCount( fabric );
		}
	}
	for ( int32_t i = 0; ok && i < colliderCount; ++i )
	{
		const tlSceneCollider* c = run->scene->colliders + i;
		int32_t count = 0;
		poses[i] = GatherPoses( run, i, &count );
		ok = poses[i] != NULL;
		colliders[i] = ( tlGlbCollider ){ .name = c->name,
			                              .shape = run->build->shapes[i],
			                              .transforms = poses[i],
			                              .transformCount = count,
			                              .color = PackColor( c->color, s_colliderColor ) };
	}
	tlOutputFile* file = NULL;
	tlResult result = ok ? tlOutputDir_Open( run->directory, "scene.glb", &file, error ) : tlFailMemory( error );
	if ( result == tl_success )
	{
		tlGlbDef def = tlDefaultGlbDef();
		def.name = run->scene->name;
		def.bodies = bodies;
		def.bodyCount = bodyCount;
		def.colliders = colliders;
		def.colliderCount = colliderCount;
		def.frameCount = run->rowCount;
		def.frameTime = 1.0 / run->scene->framesPerSecond;
		def.sizeLimit = (int64_t)( run->scene->output.glbMegabytes * 1048576.0 );
		result = tlWriteGlb( file, &def, &run->glb, error );
		run->hasGlb = result == tl_success;
		if ( result == tl_invalidArgument ) // not one frame fits: the run is worth keeping without it
		{
			tlOutputDir_Drop( run->directory, file );
			run->glbLeftOut = true;
			result = tl_success;
		}
	}
	for ( int32_t b = 0; lines != NULL && b < bodyCount; ++b )
	{
		tlFree( lines[b] );
	}
	for ( int32_t i = 0; poses != NULL && i < colliderCount; ++i )
	{
		tlFree( poses[i] );
	}
	tlFree( poses );
	tlFree( lines );
	tlFree( slices );
	tlFree( bodies );
	tlFree( colliders );
	return result;
}
