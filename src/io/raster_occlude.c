// Ambient occlusion from the depth of the picture.
// SPDX-License-Identifier: MIT
// In the manner of Mittring 2007, with the estimator of McGuire et al. 2011, "The Alchemy screen-space ambient obscurance
// algorithm", Eq. 10.

#include "raster_internal.h"

enum
{
	tl_tapCount = 14,
	tl_patternSize = 4 // each pixel of a 4 x 4 tile turns the taps by another angle; a 4 x 4 box removes the pattern
};

static float MiddleDepth( const tlRaster* raster, int32_t x, int32_t y )
{
	size_t n = (size_t)raster->samples;
	return raster->inverseDepth[( (size_t)y * n + n / 2 ) * (size_t)raster->gridWidth + (size_t)x * n + n / 2];
}

// Place of a pixel in the view's frame.
static tlPosition PlacePixel( const tlRaster* raster, int32_t x, int32_t y, double inverse )
{
	int32_t n = raster->samples;
	int32_t half = n / 2; // the sample in the middle
	double depth = 1.0 / inverse;
	return tlPoint( ( x * n + half + 0.5 - raster->centerX ) / raster->focal * depth,
	                ( raster->centerY - ( y * n + half + 0.5 ) ) / raster->focal * depth, -depth );
}

// The difference to the neighbour that is nearer in depth: the other may lie on another surface.
static tlPosition Slope( const tlRaster* raster, int32_t x, int32_t y, int32_t dx, int32_t dy, tlPosition here )
{
	tlPosition best = tlPoint( 0.0, 0.0, 0.0 );
	double least = 1e300;
	for ( int side = -1; side <= 1; side += 2 )
	{
		int32_t nx = x + side * dx;
		int32_t ny = y + side * dy;
		if ( nx < 0 || ny < 0 || nx >= raster->width || ny >= raster->height )
		{
			continue;
		}
		float inverse = MiddleDepth( raster, nx, ny );
		if ( inverse > 0.0f )
		{
			tlPosition d = tlPointSub( PlacePixel( raster, nx, ny, (double)inverse ), here );
			if ( fabs( d.z ) < least )
			{
				least = fabs( d.z );
				best = tlPointMul( side, d );
			}
		}
	}
	return best;
}

static float Obscure( const tlRaster* raster, int32_t x, int32_t y, double radius, const double ( *taps )[2] )
{
	float inverse = MiddleDepth( raster, x, y );
	if ( !( inverse > 0.0f ) )
	{
		return 0.0f;
	}
	tlPosition here = PlacePixel( raster, x, y, (double)inverse );
	tlPosition across = Slope( raster, x, y, 1, 0, here );
	tlPosition down = Slope( raster, x, y, 0, 1, here );
	tlPosition normal = tlPointUnit( tlPointCross( down, across ), tlPoint( 0.0, 0.0, 1.0 ) );
	double reach = radius * raster->focal * (double)inverse / raster->samples;
	if ( reach < 1.0 )
	{
		return 0.0f;
	}
	double most = 0.25 * raster->height;
	reach = reach < most ? reach : most;
	double sum = 0.0;
	for ( int i = 0; i < tl_tapCount; ++i )
	{
		double tx = x + 0.5 + reach * taps[i][0];
		double ty = y + 0.5 + reach * taps[i][1];
		if ( !( tx >= 0.0 && ty >= 0.0 && tx < raster->width && ty < raster->height ) )
		{
			continue;
		}
		float there = MiddleDepth( raster, (int32_t)tx, (int32_t)ty );
		if ( there > 0.0f )
		{
			tlPosition v = tlPointSub( PlacePixel( raster, (int32_t)tx, (int32_t)ty, (double)there ), here );
			double square = tlPointDot( v, v );
			double above = tlPointDot( v, normal ) - 0.004 * -here.z; // less what the depth can not tell
			double near = 1.0 - square / ( radius * radius );
			if ( above > 0.0 && near > 0.0 )
			{
				sum += near * near * above / sqrt( square + 1e-12 * radius * radius );
			}
		}
	}
	double value = 2.2 * sum / tl_tapCount;
	return (float)( value < 1.0 ? value : 1.0 );
}

// Mean over the tile around a pixel, of what lies at about its depth.
static float Smooth( const tlRaster* raster, const float* values, int32_t x, int32_t y )
{
	float depth = MiddleDepth( raster, x, y );
	float sum = 0.0f;
	float count = 0.0f;
	for ( int32_t j = y - 2; j < y + tl_patternSize - 2; ++j )
	{
		for ( int32_t i = x - 2; i < x + tl_patternSize - 2; ++i )
		{
			if ( i >= 0 && j >= 0 && i < raster->width && j < raster->height )
			{
				float other = MiddleDepth( raster, i, j );
				if ( other > 0.97f * depth && other < 1.03f * depth )
				{
					sum += values[(size_t)j * (size_t)raster->width + (size_t)i];
					count += 1.0f;
				}
			}
		}
	}
	return count > 0.0f ? sum / count : 0.0f;
}

void tlRaster_Occlude( tlRaster* raster, double radius, double strength )
{
	float* values = TL_ALLOC( float, (size_t)raster->width*(size_t)raster->height );
	if ( values == NULL || !( radius > 0.0 ) )
	{
		tlFree( values );
		return; // the picture stays right without it
	}
	double taps[tl_patternSize * tl_patternSize][tl_tapCount][2];
	for ( int p = 0; p < tl_patternSize * tl_patternSize; ++p )
	{
		for ( int i = 0; i < tl_tapCount; ++i )
		{
			double r = ( i + 0.5 + 0.5 * ( p % 2 ) ) / ( tl_tapCount + 0.5 );
			double angle = 2.39996322972865332 * i + 0.39269908169872415 * ( ( 7 * p ) % 16 );
			taps[p][i][0] = r * tlCos( angle );
			taps[p][i][1] = r * tlSin( angle );
		}
	}
	for ( int32_t y = 0; y < raster->height; ++y )
	{
		for ( int32_t x = 0; x < raster->width; ++x )
		{
			int pattern = ( y % tl_patternSize ) * tl_patternSize + x % tl_patternSize;
			values[(size_t)y * (size_t)raster->width + (size_t)x] =
			    Obscure( raster, x, y, radius, (const double( * )[2])taps[pattern] );
		}
	}
	for ( int32_t y = 0; y < raster->height; ++y )
	{
		for ( int32_t x = 0; x < raster->width; ++x )
		{
			float dark = (float)strength * Smooth( raster, values, x, y );
			float middle = MiddleDepth( raster, x, y );
			int32_t n = raster->samples;
			for ( int32_t j = 0; j < n && dark > 0.0f; ++j )
			{
				size_t row = (size_t)( y * n + j ) * (size_t)raster->gridWidth + (size_t)( x * n );
				for ( int32_t i = 0; i < n; ++i )
				{
					float depth = raster->inverseDepth[row + (size_t)i];
					if ( depth > 0.95f * middle && depth < 1.05f * middle )
					{
						tlLinear* color = raster->color + row + (size_t)i;
						// Light that bounces in a crease takes the crease's colour: red is kept a little longer than blue.
						color->r *= 1.0f - 0.94f * dark;
						color->g *= 1.0f - 0.98f * dark;
						color->b *= 1.0f - dark;
					}
				}
			}
		}
	}
	tlFree( values );
}
