// Soft shadows of the sun.
// SPDX-License-Identifier: MIT
// Shadow maps (Williams 1978), one for each of a few points on the sun's disc, with bilinear percentage-closer filtering
// (Reeves, Salesin, Cook 1987).

#include "raster_internal.h"

#define NOTHING_THERE ( -1e30f )

void tlShadow_Free( tlShadow* shadow )
{
	tlFree( shadow->depth );
	memset( shadow, 0, sizeof *shadow );
}

bool tlRaster_BeginShadow( tlRaster* raster, tlPosition lower, tlPosition upper, int32_t size, double softness )
{
	tlShadow* shadow = &raster->shadow;
	TL_ASSERT( 8 <= size && size <= 4096 );
	shadow->active = false;
	if ( !tlPointIsFinite( lower ) || !tlPointIsFinite( upper ) || lower.x > upper.x )
	{
		return false;
	}
	size_t count = (size_t)tl_sunCount * (size_t)size * (size_t)size;
	if ( shadow->size != size )
	{
		tlFree( shadow->depth );
		shadow->depth = TL_ALLOC( float, count );
		shadow->size = shadow->depth != NULL ? size : 0;
		if ( shadow->depth == NULL )
		{
			return false;
		}
	}
	for ( size_t i = 0; i < count; ++i )
	{
		shadow->depth[i] = NOTHING_THERE;
	}
	const double goldenAngle = 2.39996322972865332;
	for ( int s = 0; s < tl_sunCount; ++s )
	{
		// Points of a sunflower cover the disc evenly (Vogel 1979).
		struct tlSunMap* sun = shadow->suns + s;
		double radius = softness * sqrt( ( s + 0.5 ) / tl_sunCount );
		tlPosition across = tlPointAcross( raster->light.direction );
		tlPosition along = tlPointCross( raster->light.direction, across );
		sun->w = tlPointMulAdd( raster->light.direction, radius * tlCos( goldenAngle * s ), across );
		sun->w = tlPointUnit( tlPointMulAdd( sun->w, radius * tlSin( goldenAngle * s ), along ), raster->light.direction );
		sun->u = tlPointAcross( sun->w );
		sun->v = tlPointCross( sun->w, sun->u );
		double low[2] = { 1e300, 1e300 };
		double high[2] = { -1e300, -1e300 };
		for ( int corner = 0; corner < 8; ++corner )
		{
			tlPosition p =
			    tlPoint( corner & 1 ? upper.x : lower.x, corner & 2 ? upper.y : lower.y, corner & 4 ? upper.z : lower.z );
			double uv[2] = { tlPointDot( p, sun->u ), tlPointDot( p, sun->v ) };
			for ( int k = 0; k < 2; ++k )
			{
				low[k] = uv[k] < low[k] ? uv[k] : low[k];
				high[k] = uv[k] > high[k] ? uv[k] : high[k];
			}
		}
		// Two texels of margin, so that the filter never looks over the border.
		double spanU = high[0] - low[0] > 1e-6 ? high[0] - low[0] : 1e-6;
		double spanV = high[1] - low[1] > 1e-6 ? high[1] - low[1] : 1e-6;
		sun->scaleU = ( size - 4 ) / spanU;
		sun->scaleV = ( size - 4 ) / spanV;
		sun->originU = low[0] - 2.0 / sun->scaleU;
		sun->originV = low[1] - 2.0 / sun->scaleV;
		double texel = 1.0 / ( sun->scaleU < sun->scaleV ? sun->scaleU : sun->scaleV );
		sun->bias = 1.0 * texel;
	}
	shadow->active = true;
	return true;
}

static void Keep( float* texel, double depth )
{
	if ( (float)depth > *texel )
	{
		*texel = (float)depth;
	}
}

void tlRaster_CastTriangle( tlRaster* raster, tlPosition a, tlPosition b, tlPosition c )
{
	tlShadow* shadow = &raster->shadow;
	if ( !shadow->active || !tlPointIsFinite( a ) || !tlPointIsFinite( b ) || !tlPointIsFinite( c ) )
	{
		return;
	}
	tlPosition corners[3] = { a, b, c };
	for ( int s = 0; s < tl_sunCount; ++s )
	{
		const struct tlSunMap* sun = shadow->suns + s;
		float* map = shadow->depth + (size_t)s * (size_t)shadow->size * (size_t)shadow->size;
		double x[3], y[3], z[3];
		double low[2] = { 1e300, 1e300 };
		double high[2] = { -1e300, -1e300 };
		for ( int k = 0; k < 3; ++k )
		{
			x[k] = ( tlPointDot( corners[k], sun->u ) - sun->originU ) * sun->scaleU;
			y[k] = ( tlPointDot( corners[k], sun->v ) - sun->originV ) * sun->scaleV;
			z[k] = tlPointDot( corners[k], sun->w );
			low[0] = x[k] < low[0] ? x[k] : low[0];
			low[1] = y[k] < low[1] ? y[k] : low[1];
			high[0] = x[k] > high[0] ? x[k] : high[0];
			high[1] = y[k] > high[1] ? y[k] : high[1];
		}
		double area = ( x[1] - x[0] ) * ( y[2] - y[0] ) - ( x[2] - x[0] ) * ( y[1] - y[0] );
		if ( area == 0.0 )
		{
			continue;
		}
		int32_t lastX = tlClampToGrid( high[0] + 0.5, shadow->size );
		int32_t lastY = tlClampToGrid( high[1] + 0.5, shadow->size );
		for ( int32_t j = tlClampToGrid( low[1] - 0.5, shadow->size ); j < lastY; ++j )
		{
			for ( int32_t i = tlClampToGrid( low[0] - 0.5, shadow->size ); i < lastX; ++i )
			{
				double px = i + 0.5;
				double py = j + 0.5;
				double w0 = ( ( x[1] - px ) * ( y[2] - py ) - ( x[2] - px ) * ( y[1] - py ) ) / area;
				double w1 = ( ( x[2] - px ) * ( y[0] - py ) - ( x[0] - px ) * ( y[2] - py ) ) / area;
				double w2 = 1.0 - w0 - w1;
				if ( w0 >= -1e-9 && w1 >= -1e-9 && w2 >= -1e-9 )
				{
					Keep( map + (size_t)j * (size_t)shadow->size + (size_t)i, w0 * z[0] + w1 * z[1] + w2 * z[2] );
				}
			}
		}
	}
}

void tlRaster_CastSphere( tlRaster* raster, tlPosition center, double radius )
{
	tlShadow* shadow = &raster->shadow;
	if ( !shadow->active || !tlPointIsFinite( center ) )
	{
		return;
	}
	for ( int s = 0; s < tl_sunCount; ++s )
	{
		const struct tlSunMap* sun = shadow->suns + s;
		float* map = shadow->depth + (size_t)s * (size_t)shadow->size * (size_t)shadow->size;
		double u = tlPointDot( center, sun->u );
		double v = tlPointDot( center, sun->v );
		double w = tlPointDot( center, sun->w );
		int32_t firstX = tlClampToGrid( ( u - radius - sun->originU ) * sun->scaleU - 0.5, shadow->size );
		int32_t firstY = tlClampToGrid( ( v - radius - sun->originV ) * sun->scaleV - 0.5, shadow->size );
		int32_t lastX = tlClampToGrid( ( u + radius - sun->originU ) * sun->scaleU + 0.5, shadow->size );
		int32_t lastY = tlClampToGrid( ( v + radius - sun->originV ) * sun->scaleV + 0.5, shadow->size );
		for ( int32_t j = firstY; j < lastY; ++j )
		{
			for ( int32_t i = firstX; i < lastX; ++i )
			{
				double du = ( i + 0.5 ) / sun->scaleU + sun->originU - u;
				double dv = ( j + 0.5 ) / sun->scaleV + sun->originV - v;
				double rest = radius * radius - du * du - dv * dv;
				if ( rest > 0.0 )
				{
					Keep( map + (size_t)j * (size_t)shadow->size + (size_t)i, w + sqrt( rest ) );
				}
			}
		}
	}
}

double tlShadow_GetLight( const tlShadow* shadow, tlPosition point, tlPosition normal )
{
	if ( !shadow->active )
	{
		return 1.0;
	}
	double sum = 0.0;
	int32_t size = shadow->size;
	for ( int s = 0; s < tl_sunCount; ++s )
	{
		const struct tlSunMap* sun = shadow->suns + s;
		// A little off the surface, so that it does not shade itself.
		tlPosition p = tlPointMulAdd( point, 1.5 * sun->bias, normal );
		double x = ( tlPointDot( p, sun->u ) - sun->originU ) * sun->scaleU - 0.5;
		double y = ( tlPointDot( p, sun->v ) - sun->originV ) * sun->scaleV - 0.5;
		if ( !( x >= 0.0 && y >= 0.0 && x < size - 1 && y < size - 1 ) )
		{
			sum += 1.0;
			continue;
		}
		int32_t i = (int32_t)x;
		int32_t j = (int32_t)y;
		double fx = x - i;
		double fy = y - j;
		float depth = (float)( tlPointDot( p, sun->w ) + sun->bias );
		const float* map = shadow->depth + ( (size_t)s * (size_t)size + (size_t)j ) * (size_t)size + (size_t)i;
		double top = ( depth >= map[0] ? 1.0 - fx : 0.0 ) + ( depth >= map[1] ? fx : 0.0 );
		double bottom = ( depth >= map[size] ? 1.0 - fx : 0.0 ) + ( depth >= map[size + 1] ? fx : 0.0 );
		sum += ( 1.0 - fy ) * top + fy * bottom;
	}
	return sum / tl_sunCount;
}
