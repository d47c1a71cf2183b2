// What the rasteriser's files share.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/point.h"
#include "raster.h"

enum
{
	tl_sunCount = 16 // points on the sun's disc, each with a depth map: the shadow softens away from what casts it
};

typedef struct tlShadow
{
	int32_t size;
	float* depth; // tl_sunCount maps of size x size; the largest distance towards the sun
	bool active;
	struct tlSunMap
	{
		tlPosition u, v, w; // w points to the sun
		double originU, originV;
		double scaleU, scaleV; // [texels/m]
		double bias;           // [m]
	} suns[tl_sunCount];
} tlShadow;

struct tlRaster
{
	int32_t width, height, samples;
	int32_t gridWidth, gridHeight; // samples
	tlLinear* color;               // per sample
	float* inverseDepth;           // per sample [1/m]; 0: nothing there

	tlCamera camera;
	tlPosition right, up, forward;
	double focal; // [samples] at distance 1
	double centerX, centerY;
	double nearest; // [m]

	tlLight light;
	tlPosition skyward; // where most of the sky's light comes from
	tlShadow shadow;
};

// Light that reaches a point from the sun, 0 to 1. The normal faces the sun.
double tlShadow_GetLight( const tlShadow* shadow, tlPosition point, tlPosition normal );
void tlShadow_Free( tlShadow* shadow );

// Colour of a lit surface; `view` is the unit vector to the eye, `normal` faces it.
tlLinear tlRaster_Shade( const tlRaster* raster, tlPosition point, tlPosition normal, tlPosition view, tlLinear albedo,
                         const tlPaint* surface );

// Ray direction through the middle of a sample, with forward part 1.
TL_INLINE tlPosition tlRaster_GetRay( const tlRaster* raster, int32_t x, int32_t y )
{
	double u = ( x + 0.5 - raster->centerX ) / raster->focal;
	double v = ( raster->centerY - y - 0.5 ) / raster->focal;
	return tlPointMulAdd( tlPointMulAdd( raster->forward, u, raster->right ), v, raster->up );
}

// Clamped before the cast: a coordinate may be far out.
TL_INLINE int32_t tlClampToGrid( double a, int32_t count )
{
	return a > 0.0 ? ( a < (double)count ? (int32_t)a : count ) : 0;
}
