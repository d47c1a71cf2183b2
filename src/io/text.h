// A text that grows, for documents that are written at once.
// SPDX-License-Identifier: MIT
#pragma once

#include "output.h"

// Zero-initialise. When memory runs out `failed` stays set and everything after is dropped.
typedef struct tlText
{
	char* data; // ends with 0 once something was added
	size_t length;
	size_t capacity;
	bool failed;
} tlText;

void tlText_Add( tlText* text, const char* string );
void tlText_AddBytes( tlText* text, const char* bytes, size_t count );
void tlText_Print( tlText* text, const char* format, ... ) TL_FORMAT( 2, 3 );

// With & < > " ' as entities, and bytes that are not UTF-8 or not allowed in a document as U+FFFD. Takes null.
void tlText_AddEscaped( tlText* text, const char* string );
void tlText_AddBase64( tlText* text, const uint8_t* bytes, size_t count );
void tlText_Free( tlText* text );

// tl_outOfMemory if the text is not complete.
tlResult tlText_Write( const tlText* text, tlOutputFile* file, tlError* error );
