// Images of 8 bits a channel, and PNG.
// SPDX-License-Identifier: MIT
#pragma once

#include "output.h"

typedef struct tlImage
{
	int32_t width, height;
	uint8_t* pixels; // R, G, B, A in sRGB; rows from the top
} tlImage;

// Transparent black.
tlResult tlCreateImage( int32_t width, int32_t height, tlImage** image, tlError* error );
void tlDestroyImage( tlImage* image );

void tlImage_Fill( tlImage* image, uint32_t color ); // 0xRRGGBB, opaque

// Copies all of `source` to a place in `image`; what does not fit is cut.
void tlImage_Blit( tlImage* image, int32_t x, int32_t y, const tlImage* source );

// FNV-1a over size and pixels, for tests.
uint64_t tlImage_Hash( const tlImage* image );

// The same bytes for the same pixels and the same zlib. Free the bytes with tlFree.
tlResult tlImage_EncodePng( const tlImage* image, uint8_t** bytes, size_t* byteCount, tlError* error );
tlResult tlImage_WritePng( const tlImage* image, tlOutputFile* file, tlError* error );
