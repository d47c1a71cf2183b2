// A growing text, escaped and base64.
// SPDX-License-Identifier: MIT
#include "text.h"

#include <stdarg.h>
#include <stdio.h>

void tlText_AddBytes( tlText* text, const char* bytes, size_t count )
{
	if ( text->failed || count > SIZE_MAX / 4 - text->length ||
	     !tlReserve( (void**)&text->data, &text->capacity, text->length + count + 1, 1 ) )
	{
		text->failed = true;
		return;
	}
	memcpy( text->data + text->length, bytes, count );
	text->length += count;
	text->data[text->length] = 0;
}

void tlText_Add( tlText* text, const char* string )
{
	tlText_AddBytes( text, string, strlen( string ) );
}

void tlText_Print( tlText* text, const char* format, ... )
{
	char buffer[512];
	va_list arguments;
	va_start( arguments, format );
	va_list again;
	va_copy( again, arguments );
	int length = vsnprintf( buffer, sizeof buffer, format, arguments );
	va_end( arguments );
	if ( length < 0 )
	{
		text->failed = true;
	}
	else if ( (size_t)length < sizeof buffer )
	{
		tlText_AddBytes( text, buffer, (size_t)length );
	}
	else if ( text->failed || !tlReserve( (void**)&text->data, &text->capacity, text->length + (size_t)length + 1, 1 ) )
	{
		text->failed = true;
	}
	else
	{
		vsnprintf( text->data + text->length, (size_t)length + 1, format, again );
		text->length += (size_t)length;
	}
	va_end( again );
}

// Bytes of the UTF-8 character at `s` (RFC 3629, and XML's list of characters), 0 where there is none.
static size_t CharacterLength( const unsigned char* s )
{
	if ( s[0] < 0x80 )
	{
		bool control = s[0] < 0x20 && s[0] != '\t' && s[0] != '\n' && s[0] != '\r';
		return control || s[0] == 0x7F ? 0 : 1;
	}
	size_t count = s[0] >= 0xF0 ? 4 : ( s[0] >= 0xE0 ? 3 : 2 );
	if ( s[0] < 0xC2 || s[0] > 0xF4 )
	{
		return 0;
	}
	for ( size_t i = 1; i < count; ++i )
	{
		if ( ( s[i] & 0xC0 ) != 0x80 )
		{
			return 0; // also at the end of the string
		}
	}
	bool overlong = ( s[0] == 0xE0 && s[1] < 0xA0 ) || ( s[0] == 0xF0 && s[1] < 0x90 );
	bool surrogate = s[0] == 0xED && s[1] >= 0xA0;
	bool beyond = s[0] == 0xF4 && s[1] >= 0x90;
	bool none = s[0] == 0xEF && s[1] == 0xBF && s[2] >= 0xBE;
	return overlong || surrogate || beyond || none ? 0 : count;
}

void tlText_AddEscaped( tlText* text, const char* string )
{
	const unsigned char* s = (const unsigned char*)string;
	while ( s != NULL && *s != 0 && !text->failed )
	{
		size_t count = CharacterLength( s );
		switch ( *s )
		{
			case '&':
				tlText_Add( text, "&amp;" );
				break;
			case '<':
				tlText_Add( text, "&lt;" );
				break;
			case '>':
				tlText_Add( text, "&gt;" );
				break;
			case '"':
				tlText_Add( text, "&quot;" );
				break;
			case '\'':
				tlText_Add( text, "&#39;" );
				break;
			default:
				tlText_AddBytes( text, count > 0 ? (const char*)s : "\xEF\xBF\xBD", count > 0 ? count : 3 );
		}
		s += count > 0 ? count : 1;
	}
}

void tlText_AddBase64( tlText* text, const uint8_t* bytes, size_t count )
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	for ( size_t i = 0; i < count && !text->failed; i += 3 )
	{
		size_t left = count - i;
		uint32_t three = (uint32_t)bytes[i] << 16;
		three |= left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0;
		three |= left > 2 ? (uint32_t)bytes[i + 2] : 0;
		char four[4] = { digits[three >> 18], digits[three >> 12 & 63], '=', '=' };
		four[2] = left > 1 ? digits[three >> 6 & 63] : '=';
		four[3] = left > 2 ? digits[three & 63] : '=';
		tlText_AddBytes( text, four, 4 );
	}
}

void tlText_Free( tlText* text )
{
	tlFree( text->data );
	memset( text, 0, sizeof *text );
}

tlResult tlText_Write( const tlText* text, tlOutputFile* file, tlError* error )
{
	if ( text->failed )
	{
		return tlFailMemory( error );
	}
	tlOutputFile_Write( file, text->data, text->length );
	return tlOutputFile_GetResult( file, error );
}
