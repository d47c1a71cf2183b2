// Places of values in a JSON text.
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "io/json_where.h"

#include <string.h>

static const char s_text[] =
    "{\n"
    "  \"a\": [1, [2, {\"b]\": \"x,}\\\"\"}], 3],\n"
    "\t\"\xC3\xA4\": {\"a/b\": true, \"m~n\": null, \"\\u00e9\\ud83d\\ude00\\n\": -1.5e3 }, \"\": 7,\n"
    "  \"last\": [ ]\n"
    "}\n";

static void Check( const char* pointer, bool atKey, int line, int column )
{
	tlJsonPlace place = tlFindJson( s_text, strlen( s_text ), pointer, atKey );
	assert_int_equal( place.line, line );
	assert_int_equal( place.column, column );
}

static void ValuesAreFound( void** state )
{
	(void)state;
	Check( "", false, 1, 1 );
	Check( "/a", false, 2, 8 );
	Check( "/a", true, 2, 3 );
	Check( "/a/0", false, 2, 9 );
	Check( "/a/1", false, 2, 12 );
	Check( "/a/1/1/b]", false, 2, 23 );
	Check( "/a/1/1/b]", true, 2, 17 );
	Check( "/a/2", false, 2, 34 );
	Check( "/\xC3\xA4", false, 3, 7 );       // columns count characters
	Check( "/\xC3\xA4/a~1b", false, 3, 15 ); // ~1 is a slash
	Check( "/\xC3\xA4/m~0n", false, 3, 28 ); // ~0 is a tilde
	Check( "/\xC3\xA4/\xC3\xA9\xF0\x9F\x98\x80\n", false, 3, 58 );
	Check( "/", false, 3, 72 ); // the empty name
	Check( "/last", true, 4, 3 );
}

static void WhatIsNotThereIsNotFound( void** state )
{
	(void)state;
	static const char* const pointers[] = { "/b",    "/a/3",    "/a/x",
		                                    "/a/-1", "/last/0", "/a/0/0",
		                                    "x",     "/a/",     "/a/18446744073709551616" };
	for ( size_t i = 0; i < sizeof pointers / sizeof pointers[0]; ++i )
	{
		Check( pointers[i], false, 0, 0 );
	}
}

// Any bytes are safe, whole or cut off at any place.
static void CutTextsAreSafe( void** state )
{
	(void)state;
	for ( size_t length = 0; length <= strlen( s_text ); ++length )
	{
		tlFindJson( s_text, length, "/\xC3\xA4/\xC3\xA9\xF0\x9F\x98\x80\n", true );
		tlFindJson( s_text, length, "/last/0", false );
		tlFindJson( s_text, length, "/a/1/1/b]", false );
	}
	assert_int_equal( tlFindJson( "]]]", 3, "/0", false ).line, 0 );
	tlFindJson( "[,,,", 4, "/2", false );
	tlFindJson( "{\"\\", 3, "/x", false );
	tlFindJson( "{\"\\u12", 6, "/x", false );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( ValuesAreFound ),
		cmocka_unit_test( WhatIsNotThereIsNotFound ),
		cmocka_unit_test( CutTextsAreSafe ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
