// Images and their PNG form, by libpng.
// SPDX-License-Identifier: MIT
#include "image.h"

#include "base/hash.h"

#include <png.h>

enum
{
	tl_imageSizeLimit = 32768 // pixels a side
};

tlResult tlCreateImage( int32_t width, int32_t height, tlImage** out, tlError* error )
{
	*out = NULL;
	if ( width < 1 || height < 1 || width > tl_imageSizeLimit || height > tl_imageSizeLimit )
	{
		return tlFail( error, tl_invalidArgument, "an image of %d x %d pixels: each side is 1 to %d", width, height,
		               tl_imageSizeLimit );
	}
	tlImage* image = TL_ALLOC( tlImage, 1 );
	uint8_t* pixels = (uint8_t*)tlAlloc( (size_t)width * (size_t)height, 4 );
	if ( image == NULL || pixels == NULL )
	{
		tlFree( image );
		tlFree( pixels );
		return tlFailMemory( error );
	}
	image->width = width;
	image->height = height;
	image->pixels = pixels;
	*out = image;
	return tl_success;
}

void tlDestroyImage( tlImage* image )
{
	if ( image != NULL )
	{
		tlFree( image->pixels );
		tlFree( image );
	}
}

void tlImage_Fill( tlImage* image, uint32_t color )
{
	size_t count = (size_t)image->width * (size_t)image->height;
	for ( size_t i = 0; i < count; ++i )
	{
		image->pixels[4 * i + 0] = (uint8_t)( color >> 16 );
		image->pixels[4 * i + 1] = (uint8_t)( color >> 8 );
		image->pixels[4 * i + 2] = (uint8_t)color;
		image->pixels[4 * i + 3] = 255;
	}
}

void tlImage_Blit( tlImage* image, int32_t x, int32_t y, const tlImage* source )
{
	int64_t left = x < 0 ? 0 : x;
	int64_t right = (int64_t)x + source->width < image->width ? (int64_t)x + source->width : image->width;
	if ( right <= left )
	{
		return;
	}
	for ( int32_t row = 0; row < source->height; ++row )
	{
		int64_t target = (int64_t)y + row;
		if ( target >= 0 && target < image->height )
		{
			const uint8_t* from = source->pixels + 4 * ( (size_t)row * (size_t)source->width + (size_t)( left - x ) );
			uint8_t* to = image->pixels + 4 * ( (size_t)target * (size_t)image->width + (size_t)left );
			memcpy( to, from, 4 * (size_t)( right - left ) );
		}
	}
}

uint64_t tlImage_Hash( const tlImage* image )
{
	// Byte by byte, so that the hash does not depend on the order of bytes in a word.
	uint64_t hash = TL_HASH_INIT;
	for ( int shift = 0; shift < 32; shift += 8 )
	{
		uint8_t bytes[2] = { (uint8_t)( image->width >> shift ), (uint8_t)( image->height >> shift ) };
		hash = tlHashBytes( hash, bytes, 2 );
	}
	return tlHashBytes( hash, image->pixels, 4 * (size_t)image->width * (size_t)image->height );
}

tlResult tlImage_EncodePng( const tlImage* image, uint8_t** out, size_t* byteCount, tlError* error )
{
	*out = NULL;
	*byteCount = 0;
	size_t count = (size_t)image->width * (size_t)image->height;
	bool opaque = true;
	for ( size_t i = 0; i < count && opaque; ++i )
	{
		opaque = image->pixels[4 * i + 3] == 255;
	}
	// Without alpha where it says nothing: a third smaller before compression.
	uint8_t* packed = NULL;
	if ( opaque )
	{
		packed = (uint8_t*)tlAlloc( count, 3 );
		if ( packed == NULL )
		{
			return tlFailMemory( error );
		}
		for ( size_t i = 0; i < count; ++i )
		{
			memcpy( packed + 3 * i, image->pixels + 4 * i, 3 );
		}
	}
	png_image png;
	memset( &png, 0, sizeof png );
	png.version = PNG_IMAGE_VERSION;
	png.width = (png_uint_32)image->width;
	png.height = (png_uint_32)image->height;
	png.format = opaque ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;
	size_t capacity = PNG_IMAGE_PNG_SIZE_MAX( png );
	uint8_t* bytes = (uint8_t*)tlAlloc( capacity, 1 );
	if ( bytes == NULL )
	{
		tlFree( packed );
		return tlFailMemory( error );
	}
	png_alloc_size_t size = capacity;
	int good = png_image_write_to_memory( &png, bytes, &size, 0, opaque ? packed : image->pixels, 0, NULL );
	tlFree( packed );
	if ( !good )
	{
		tlResult result = tlFail( error, tl_outOfMemory, "PNG: %s", png.message );
		png_image_free( &png );
		tlFree( bytes );
		return result;
	}
	*out = bytes;
	*byteCount = size;
	return tl_success;
}

tlResult tlImage_WritePng( const tlImage* image, tlOutputFile* file, tlError* error )
{
	uint8_t* bytes;
	size_t byteCount;
	tlResult result = tlImage_EncodePng( image, &bytes, &byteCount, error );
	if ( result != tl_success )
	{
		return result;
	}
	tlOutputFile_Write( file, bytes, byteCount );
	tlFree( bytes );
	return tlOutputFile_GetResult( file, error );
}
