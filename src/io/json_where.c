// SPDX-License-Identifier: MIT
#include "json_where.h"

#include <string.h>

// Walks a text that is known to be JSON; anything unexpected ends the walk as "not found".
typedef struct tlScanner
{
	const char* text;
	size_t length;
	size_t at;
} tlScanner;

static void SkipSpace( tlScanner* s )
{
	while ( s->at < s->length && strchr( " \t\r\n", s->text[s->at] ) != NULL && s->text[s->at] != 0 )
	{
		s->at += 1;
	}
}

static char Peek( const tlScanner* s )
{
	return s->at < s->length ? s->text[s->at] : 0;
}

static void SkipString( tlScanner* s )
{
	for ( s->at += 1; s->at < s->length && s->text[s->at] != '"'; ++s->at )
	{
		s->at += s->text[s->at] == '\\' ? 1 : 0;
	}
	s->at += 1;
}

// Passes over a value without recursion: strings are skipped whole, so only brackets count.
static void SkipValue( tlScanner* s )
{
	size_t depth = 0;
	while ( s->at < s->length )
	{
		char c = s->text[s->at];
		if ( c == '"' )
		{
			SkipString( s );
		}
		else if ( c == '{' || c == '[' )
		{
			depth += 1;
			s->at += 1;
			continue;
		}
		else if ( c == '}' || c == ']' )
		{
			if ( depth == 0 )
			{
				return; // the end of what holds a number or a word
			}
			depth -= 1;
			s->at += 1;
		}
		else if ( depth == 0 && ( c == ',' || strchr( " \t\r\n", c ) != NULL ) )
		{
			return;
		}
		else
		{
			s->at += 1;
			continue;
		}
		if ( depth == 0 )
		{
			return;
		}
	}
}

static int HexValue( char c )
{
	return c >= '0' && c <= '9' ? c - '0'
	                            : ( c >= 'a' && c <= 'f' ? c - 'a' + 10 : ( c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1 ) );
}

static unsigned ReadHex( const char* text, size_t length )
{
	unsigned value = 0;
	for ( size_t i = 0; i < 4; ++i )
	{
		int digit = i < length ? HexValue( text[i] ) : -1;
		if ( digit < 0 )
		{
			return 0;
		}
		value = 16 * value + (unsigned)digit;
	}
	return value;
}

// One character of a string as UTF-8; returns how many bytes of the text it took.
static size_t DecodeCharacter( const char* text, size_t length, char out[5], size_t* outLength )
{
	*outLength = 1;
	out[0] = text[0];
	if ( text[0] != '\\' || length < 2 )
	{
		return 1;
	}
	static const char escapes[] = "b\bf\fn\nr\rt\t";
	const char* escape = text[1] != 0 ? strchr( escapes, text[1] ) : NULL;
	if ( text[1] != 'u' )
	{
		out[0] = escape != NULL ? escape[1] : text[1];
		return 2;
	}
	unsigned code = ReadHex( text + 2, length - 2 );
	size_t taken = 6;
	if ( code >= 0xD800 && code < 0xDC00 && length >= 12 && text[6] == '\\' && text[7] == 'u' )
	{
		code = 0x10000 + ( ( code - 0xD800 ) << 10 ) + ( ( ReadHex( text + 8, length - 8 ) - 0xDC00 ) & 0x3FF );
		taken = 12;
	}
	int extra = code < 0x80 ? 0 : ( code < 0x800 ? 1 : ( code < 0x10000 ? 2 : 3 ) );
	static const unsigned char heads[] = { 0, 0xC0, 0xE0, 0xF0 };
	out[0] = (char)( heads[extra] | ( code >> ( 6 * extra ) ) );
	for ( int i = 1; i <= extra; ++i )
	{
		out[i] = (char)( 0x80 | ( ( code >> ( 6 * ( extra - i ) ) ) & 0x3F ) );
	}
	*outLength = (size_t)extra + 1;
	return taken < length ? taken : length;
}

// Whether the string that starts at the scanner equals a part of the pointer, in which ~1 is '/' and ~0 is '~'.
static bool MatchString( const tlScanner* s, const char* part, size_t partLength )
{
	size_t i = s->at + 1;
	size_t k = 0;
	while ( i < s->length && s->text[i] != '"' )
	{
		char character[5];
		size_t count;
		i += DecodeCharacter( s->text + i, s->length - i, character, &count );
		for ( size_t j = 0; j < count; ++j )
		{
			if ( k >= partLength )
			{
				return false;
			}
			char wanted = part[k];
			if ( wanted == '~' && k + 1 < partLength )
			{
				wanted = part[k + 1] == '1' ? '/' : '~';
				k += 1;
			}
			if ( wanted != character[j] )
			{
				return false;
			}
			k += 1;
		}
	}
	return k == partLength;
}

// Steps into the element with this number.
static bool EnterElement( tlScanner* s, const char* part, size_t partLength )
{
	size_t wanted = 0;
	if ( partLength == 0 )
	{
		return false;
	}
	for ( size_t i = 0; i < partLength; ++i )
	{
		if ( part[i] < '0' || part[i] > '9' || wanted > s->length )
		{
			return false;
		}
		wanted = 10 * wanted + (size_t)( part[i] - '0' );
	}
	s->at += 1;
	for ( size_t i = 0;; ++i )
	{
		SkipSpace( s );
		if ( s->at >= s->length || Peek( s ) == ']' )
		{
			return false;
		}
		if ( i == wanted )
		{
			return true;
		}
		SkipValue( s );
		SkipSpace( s );
		if ( Peek( s ) != ',' )
		{
			return false;
		}
		s->at += 1;
	}
}

// Steps into the member with this name; *key is where the name stands.
static bool EnterMember( tlScanner* s, const char* part, size_t partLength, size_t* key )
{
	s->at += 1;
	for ( ;; )
	{
		SkipSpace( s );
		if ( Peek( s ) != '"' )
		{
			return false;
		}
		*key = s->at;
		bool match = MatchString( s, part, partLength );
		SkipString( s );
		SkipSpace( s );
		if ( Peek( s ) != ':' )
		{
			return false;
		}
		s->at += 1;
		SkipSpace( s );
		if ( match )
		{
			return true;
		}
		SkipValue( s );
		SkipSpace( s );
		if ( Peek( s ) != ',' )
		{
			return false;
		}
		s->at += 1;
	}
}

tlJsonPlace tlPlaceOfByte( const char* text, size_t length, size_t byte )
{
	tlJsonPlace place = { 1, 1 };
	for ( size_t i = 0; i < byte && i < length; ++i )
	{
		if ( text[i] == '\n' )
		{
			place.line += 1;
			place.column = 1;
		}
		else if ( ( (unsigned char)text[i] & 0xC0 ) != 0x80 ) // not the middle of a character
		{
			place.column += 1;
		}
	}
	return place;
}

tlJsonPlace tlFindJson( const char* text, size_t length, const char* pointer, bool atKey )
{
	tlScanner s = { text, length, 0 };
	size_t key = 0;
	bool hasKey = false;
	bool found = true;
	SkipSpace( &s );
	while ( found && *pointer == '/' )
	{
		pointer += 1;
		size_t partLength = strcspn( pointer, "/" );
		hasKey = Peek( &s ) == '{';
		if ( hasKey )
		{
			found = EnterMember( &s, pointer, partLength, &key );
		}
		else
		{
			found = Peek( &s ) == '[' && EnterElement( &s, pointer, partLength );
		}
		pointer += partLength;
	}
	if ( !found || *pointer != 0 || s.at >= length )
	{
		tlJsonPlace none = { 0, 0 };
		return none;
	}
	return tlPlaceOfByte( text, length, atKey && hasKey ? key : s.at );
}
