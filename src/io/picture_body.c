// Bodies in a picture: cloth with its edges, ropes as tubes, particles as balls.
// SPDX-License-Identifier: MIT
#include "normals.h"
#include "picture_internal.h"

enum
{
	tl_tubeSides = 14
};

// From a pair of vertices to the edge between them: open addressing, half empty.
typedef struct EdgeTable
{
	int32_t* slots; // edge + 1; 0 is free
	uint32_t mask;
	bool* onTriangle; // per edge
} EdgeTable;

static uint32_t HashPair( uint32_t a, uint32_t b )
{
	uint64_t key = ( (uint64_t)a << 32 | b ) * 0x9E3779B97F4A7C15ull;
	return (uint32_t)( key >> 32 );
}

static uint32_t Probe( const EdgeTable* table, const tlDrawBody* body, int32_t a, int32_t b )
{
	uint32_t low = (uint32_t)( a < b ? a : b );
	uint32_t high = (uint32_t)( a < b ? b : a );
	uint32_t slot = HashPair( low, high ) & table->mask;
	while ( table->slots[slot] != 0 )
	{
		const int32_t* edge = body->edges + 2 * ( (size_t)table->slots[slot] - 1 );
		if ( ( edge[0] == a && edge[1] == b ) || ( edge[0] == b && edge[1] == a ) )
		{
			break;
		}
		slot = ( slot + 1 ) & table->mask;
	}
	return slot;
}

static bool MakeTable( const tlDrawBody* body, EdgeTable* table )
{
	uint32_t size = 16;
	while ( size < 2 * (uint32_t)body->edgeCount )
	{
		size *= 2;
	}
	table->mask = size - 1;
	table->slots = TL_ALLOC( int32_t, size );
	table->onTriangle = TL_ALLOC( bool, body->edgeCount );
	if ( table->slots == NULL || table->onTriangle == NULL )
	{
		return false;
	}
	for ( int32_t i = 0; i < body->edgeCount; ++i )
	{
		table->slots[Probe( table, body, body->edges[2 * i], body->edges[2 * i + 1] )] = i + 1;
	}
	return true;
}

static int32_t FindEdge( const EdgeTable* table, const tlDrawBody* body, int32_t a, int32_t b )
{
	return table->slots[Probe( table, body, a, b )] - 1;
}

static tlPosition GetVertex( const tlDrawBody* body, int32_t vertex )
{
	return tlPointFromFloats( body->positions + 3 * (size_t)vertex );
}

static tlLinear Scale( tlLinear color, float s )
{
	tlLinear scaled = { s * color.r, s * color.g, s * color.b };
	return scaled;
}

static tlPaint ClothSurface( uint32_t color )
{
	tlPaint surface;
	memset( &surface, 0, sizeof surface );
	surface.front = tlLinearFromSrgb( color );
	float grey = 0.2126f * surface.front.r + 0.7152f * surface.front.g + 0.0722f * surface.front.b;
	tlLinear dull = { grey, grey, grey };
	// The back is told from the front, as the wrong side of a printed cloth is.
	surface.back = Scale( tlMixLinear( surface.front, dull, 0.35 ), 0.80f );
	surface.wrap = 0.25;
	return surface;
}

static tlLinear StrainColor( const tlPictureDef* def, float strain )
{
	return tlLinearFromSrgb( tlDivergingColor( (double)strain / def->strainScale ) );
}

// Mean of the edges around a vertex; the cloth between the edges takes its colour from it.
static bool AverageStrain( const tlPictureDef* def, const tlDrawBody* body, tlLinear* colors )
{
	float* sums = (float*)tlAlloc( (size_t)body->vertexCount, 2 * sizeof( float ) );
	if ( sums == NULL )
	{
		return false;
	}
	for ( int32_t i = 0; i < body->edgeCount; ++i )
	{
		for ( int k = 0; k < 2; ++k )
		{
			int32_t vertex = body->edges[2 * i + k];
			sums[2 * vertex] += body->edgeStrain[i];
			sums[2 * vertex + 1] += 1.0f;
		}
	}
	for ( int32_t i = 0; i < body->vertexCount; ++i )
	{
		colors[i] = StrainColor( def, sums[2 * i + 1] > 0.0f ? sums[2 * i] / sums[2 * i + 1] : 0.0f );
	}
	tlFree( sums );
	return true;
}

static tlResult DrawCloth( tlRaster* raster, const tlPictureDef* def, const tlDrawBody* body, const EdgeTable* table,
                           tlError* error )
{
	tlPaint surface = ClothSurface( body->color );
	float* normals = TL_ALLOC( float, 3 * (size_t)body->vertexCount );
	tlLinear* colors = body->edgeStrain != NULL ? TL_ALLOC( tlLinear, body->vertexCount ) : NULL;
	tlLinear* edgeColors = body->edgeStrain != NULL ? TL_ALLOC( tlLinear, body->edgeCount ) : NULL;
	bool good = normals != NULL && ( body->edgeStrain == NULL || ( colors != NULL && edgeColors != NULL ) );
	if ( !good || ( colors != NULL && !AverageStrain( def, body, colors ) ) )
	{
		tlFree( normals );
		tlFree( colors );
		tlFree( edgeColors );
		return tlFailMemory( error );
	}
	for ( int32_t i = 0; edgeColors != NULL && i < body->edgeCount; ++i )
	{
		edgeColors[i] = Scale( StrainColor( def, body->edgeStrain[i] ), 0.62f );
	}
	tlComputeNormals( body->positions, body->vertexCount, body->triangles, body->triangleCount, normals );
	surface.glow = colors != NULL ? 0.10 : 0.0;
	tlLinear ink = Scale( surface.front, 0.30f );
	for ( int32_t i = 0; i < body->triangleCount; ++i )
	{
		const int32_t* triangle = body->triangles + 3 * (size_t)i;
		tlPosition corners[3], unit[3];
		tlLinear tints[3];
		for ( int k = 0; k < 3; ++k )
		{
			corners[k] = GetVertex( body, triangle[k] );
			unit[k] = tlPointFromFloats( normals + 3 * (size_t)triangle[k] );
			tints[k] = colors != NULL ? Scale( colors[triangle[k]], 0.88f ) : surface.front;
		}
		// Lines that would cover the cloth of a fine mesh fade.
		tlPosition ab = tlPointSub( corners[1], corners[0] );
		tlPosition ac = tlPointSub( corners[2], corners[0] );
		double size = sqrt( tlPointLength( tlPointCross( ab, ac ) ) ) * tlRaster_GetScale( raster, corners[0] );
		double fade = ( size - 1.5 ) / 8.5;
		fade = fade < 0.0 ? 0.0 : ( fade > 1.0 ? 1.0 : fade );
		double width = 0.13 * size;
		width = width < 0.7 ? 0.7 : ( width > 1.5 ? 1.5 : width );
		tlRasterEdge edges[3];
		memset( edges, 0, sizeof edges );
		for ( int k = 0; k < 3 && body->edgeCount > 0; ++k )
		{
			int32_t edge = FindEdge( table, body, triangle[( k + 1 ) % 3], triangle[( k + 2 ) % 3] );
			if ( edge >= 0 )
			{
				edges[k].color = edgeColors != NULL ? edgeColors[edge] : ink;
				edges[k].alpha = ( edgeColors != NULL ? 0.85 : 0.42 ) * fade;
				edges[k].width = width;
			}
		}
		tlRaster_DrawTriangle( raster, corners, unit, &surface, colors != NULL ? tints : NULL, edges );
	}
	tlFree( normals );
	tlFree( colors );
	tlFree( edgeColors );
	return tl_success;
}

static void DrawTube( tlRaster* raster, tlPosition a, tlPosition b, double radius, const tlPaint* surface, bool shadow )
{
	tlPosition along = tlPointSub( b, a );
	double length = tlPointLength( along );
	if ( !( length > 0.0 ) || length - length != 0.0 )
	{
		return;
	}
	tlPosition axis = tlPointMul( 1.0 / length, along );
	tlPosition u = tlPointAcross( axis );
	tlPosition v = tlPointCross( axis, u );
	tlPosition last = u;
	for ( int i = 1; i <= tl_tubeSides; ++i )
	{
		double angle = 2.0 * 3.14159265358979323846 * i / tl_tubeSides;
		tlPosition next = tlPointMulAdd( tlPointMul( tlCos( angle ), u ), tlSin( angle ), v );
		tlPosition p[4] = { tlPointMulAdd( a, radius, last ), tlPointMulAdd( a, radius, next ),
			                tlPointMulAdd( b, radius, last ), tlPointMulAdd( b, radius, next ) };
		tlPosition corners[2][3] = { { p[0], p[1], p[3] }, { p[0], p[3], p[2] } };
		tlPosition normals[2][3] = { { last, next, next }, { last, next, last } };
		for ( int t = 0; t < 2; ++t )
		{
			if ( shadow )
			{
				tlRaster_CastTriangle( raster, corners[t][0], corners[t][1], corners[t][2] );
			}
			else
			{
				tlRaster_DrawTriangle( raster, corners[t], normals[t], surface, NULL, NULL );
			}
		}
		last = next;
	}
}

static void DrawBall( tlRaster* raster, tlPosition center, double radius, const tlPaint* surface, bool shadow )
{
	if ( shadow )
	{
		tlRaster_CastSphere( raster, center, radius );
	}
	else
	{
		tlRaster_DrawSphere( raster, center, radius, surface );
	}
}

static void DrawLoose( tlRaster* raster, const tlPictureDef* def, const tlDrawBody* body, const EdgeTable* table,
                       bool shadow )
{
	tlPaint surface = ClothSurface( body->color );
	surface.back = surface.front;
	for ( int32_t i = 0; i < body->edgeCount; ++i )
	{
		if ( table->onTriangle[i] )
		{
			continue;
		}
		tlPosition a = GetVertex( body, body->edges[2 * i] );
		tlPosition b = GetVertex( body, body->edges[2 * i + 1] );
		// A tube that is thinner than a pixel or two is drawn thicker.
		double scale = tlRaster_GetScale( raster, a );
		double least = scale > 0.0 ? 0.9 / scale : 0.0;
		double radius = (double)body->ropeRadius > least ? (double)body->ropeRadius : least;
		if ( body->edgeStrain != NULL )
		{
			surface.glow = 0.10;
			surface.front = StrainColor( def, body->edgeStrain[i] );
			surface.back = surface.front;
		}
		DrawTube( raster, a, b, radius, &surface, shadow );
		DrawBall( raster, a, radius, &surface, shadow );
		DrawBall( raster, b, radius, &surface, shadow );
	}
}

tlResult tlDrawBodySurface( tlRaster* raster, const tlPictureDef* def, const tlDrawBody* body, bool shadow, tlError* error )
{
	EdgeTable table = { NULL, 0, NULL };
	tlResult result = tl_success;
	if ( !MakeTable( body, &table ) )
	{
		result = tlFailMemory( error );
	}
	for ( int32_t i = 0; i < body->triangleCount && result == tl_success; ++i )
	{
		const int32_t* triangle = body->triangles + 3 * (size_t)i;
		if ( shadow )
		{
			tlRaster_CastTriangle( raster, GetVertex( body, triangle[0] ), GetVertex( body, triangle[1] ),
			                       GetVertex( body, triangle[2] ) );
		}
		for ( int k = 0; k < 3; ++k )
		{
			int32_t edge = FindEdge( &table, body, triangle[k], triangle[( k + 1 ) % 3] );
			if ( edge >= 0 )
			{
				table.onTriangle[edge] = true;
			}
		}
	}
	if ( !shadow && body->triangleCount > 0 && result == tl_success )
	{
		result = DrawCloth( raster, def, body, &table, error );
	}
	if ( result == tl_success )
	{
		DrawLoose( raster, def, body, &table, shadow );
	}
	if ( body->pointRadius > 0.0f && result == tl_success )
	{
		tlPaint surface = ClothSurface( body->color );
		surface.gloss = 0.08;
		for ( int32_t i = 0; i < body->vertexCount; ++i )
		{
			DrawBall( raster, GetVertex( body, i ), (double)body->pointRadius, &surface, shadow );
		}
	}
	tlFree( table.slots );
	tlFree( table.onTriangle );
	return result;
}
