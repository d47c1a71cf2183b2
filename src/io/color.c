// Conversions between sRGB, linear light and Oklab, and the colours that go by a name.
// SPDX-License-Identifier: MIT
// sRGB as in IEC 61966-2-1. The power 2.4 is the square times the fifth root of the square, by Newton's method, so that no
// libm function decides the colour of a pixel. Oklab: Ottosson 2020, "A perceptual color space for image processing".

#include "color.h"

// y^5 = a for a in [0, 1]. From above the iteration falls steadily, so that it ends when it falls no more.
static double FifthRoot( double a )
{
	if ( a <= 0.0 )
	{
		return 0.0;
	}
	double y = 1.0;
	for ( int i = 0; i < 200; ++i )
	{
		double fourth = ( y * y ) * ( y * y );
		double next = ( 4.0 * y + a / fourth ) / 5.0;
		if ( next >= y )
		{
			break;
		}
		y = next;
	}
	return y;
}

static double Decode( double code )
{
	if ( code <= 0.04045 )
	{
		return code / 12.92;
	}
	double a = ( code + 0.055 ) / 1.055;
	return a * a * FifthRoot( a * a );
}

tlLinear tlLinearFromSrgb( uint32_t color )
{
	tlLinear linear = {
		(float)Decode( (double)( color >> 16 & 255 ) / 255.0 ),
		(float)Decode( (double)( color >> 8 & 255 ) / 255.0 ),
		(float)Decode( (double)( color & 255 ) / 255.0 ),
	};
	return linear;
}

void tlMakeSrgbThresholds( float thresholds[255] )
{
	for ( int i = 0; i < 255; ++i )
	{
		thresholds[i] = (float)Decode( ( i + 0.5 ) / 255.0 );
	}
}

uint8_t tlEncodeSrgb( const float thresholds[255], float linear )
{
	// The number of thresholds that are not above the value.
	int low = 0;
	int high = 255;
	while ( low < high )
	{
		int middle = ( low + high ) / 2;
		if ( thresholds[middle] <= linear )
		{
			low = middle + 1;
		}
		else
		{
			high = middle;
		}
	}
	return (uint8_t)low;
}

uint32_t tlSrgbFromLinear( tlLinear color )
{
	float thresholds[255];
	tlMakeSrgbThresholds( thresholds );
	uint32_t r = tlEncodeSrgb( thresholds, color.r );
	uint32_t g = tlEncodeSrgb( thresholds, color.g );
	uint32_t b = tlEncodeSrgb( thresholds, color.b );
	return r << 16 | g << 8 | b;
}

tlLinear tlMixLinear( tlLinear a, tlLinear b, double t )
{
	float s = (float)t;
	tlLinear mix = { a.r + s * ( b.r - a.r ), a.g + s * ( b.g - a.g ), a.b + s * ( b.b - a.b ) };
	return mix;
}

static tlLinear LinearFromOklab( double lightness, double a, double b )
{
	double l = lightness + 0.3963377774 * a + 0.2158037573 * b;
	double m = lightness - 0.1055613458 * a - 0.0638541728 * b;
	double s = lightness - 0.0894841775 * a - 1.2914855480 * b;
	l = l * l * l;
	m = m * m * m;
	s = s * s * s;
	tlLinear linear = {
		(float)( 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s ),
		(float)( -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s ),
		(float)( -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s ),
	};
	return linear;
}

uint32_t tlDivergingColor( double t )
{
	if ( t != t )
	{
		return 0xFF00FF;
	}
	// Straight lines in Oklab between a pale grey and two ends of equal lightness.
	static const double rest[3] = { 0.92, 0.0, 0.005 };
	static const double blue[3] = { 0.48, -0.040, -0.158 };
	static const double red[3] = { 0.48, 0.170, 0.080 };
	const double* end = t < 0.0 ? blue : red;
	double s = t < 0.0 ? -t : t;
	s = s > 1.0 ? 1.0 : s;
	return tlSrgbFromLinear( LinearFromOklab( rest[0] + s * ( end[0] - rest[0] ), rest[1] + s * ( end[1] - rest[1] ),
	                                          rest[2] + s * ( end[2] - rest[2] ) ) );
}

uint32_t tlBodyColor( int32_t index )
{
	static const uint32_t colors[8] = { 0x4F86C6, 0xE08E45, 0x5FA777, 0xB86BA8, 0xD9B44A, 0x4FB3BF, 0xC9605B, 0x8C8377 };
	return colors[(uint32_t)index % 8];
}
