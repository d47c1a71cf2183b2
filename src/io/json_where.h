// Where a value stands in a JSON text. jansson names line and column for syntax errors alone; this finds them for a value
// that is well formed and yet wrong. Used only to report.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>

// One-based; columns count characters (UTF-8), not bytes. Line 0: not found.
typedef struct tlJsonPlace
{
	int line;
	int column;
} tlJsonPlace;

// pointer is an RFC 6901 pointer such as "/bodies/0/material/density"; "" is the whole text. The text is valid JSON, but
// any bytes are safe. atKey: the place of the member's name instead of its value (for a member of an object).
tlJsonPlace tlFindJson( const char* text, size_t length, const char* pointer, bool atKey );

// The same for a byte of the text.
tlJsonPlace tlPlaceOfByte( const char* text, size_t length, size_t byte );
