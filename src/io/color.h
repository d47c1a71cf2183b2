// Colours: sRGB and linear light, and the map for strain.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/core.h"

// Linear light, 1 is white.
typedef struct tlLinear
{
	float r, g, b;
} tlLinear;

// 0xRRGGBB in sRGB to linear light and back, from basic arithmetic alone; out of range is clamped.
tlLinear tlLinearFromSrgb( uint32_t color );
uint32_t tlSrgbFromLinear( tlLinear color );

tlLinear tlMixLinear( tlLinear a, tlLinear b, double t );

// Diverging and perceptually even (in Oklab): -1 blue, compressed; 0 pale grey, at rest; 1 red, stretched. NaN is magenta.
uint32_t tlDivergingColor( double t );

// Colours for bodies, calm and well apart, also for the colour-blind; repeats after 8.
uint32_t tlBodyColor( int32_t index );

// Hexadecimal byte thresholds: the linear light halfway between two neighbouring sRGB codes, for quick encoding.
void tlMakeSrgbThresholds( float thresholds[255] );
uint8_t tlEncodeSrgb( const float thresholds[255], float linear );
