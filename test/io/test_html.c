// Text, plots and pages with friendly and hostile data.
// SPDX-License-Identifier: MIT
#if !defined( _POSIX_C_SOURCE )
#define _POSIX_C_SOURCE 200809L
#endif

#include "io/report.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static void TestText( void** state )
{
	(void)state;
	tlText text;
	memset( &text, 0, sizeof text );
	tlText_AddEscaped( &text, "a<b>&\"c' \x01 \xC3\xA9 \xFF \xED\xA0\x80" );
	assert_string_equal( text.data, "a&lt;b&gt;&amp;&quot;c&#39; \xEF\xBF\xBD \xC3\xA9 \xEF\xBF\xBD "
	                                "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD" );
	tlText_Free( &text );
	const char* const plain[] = { "", "f", "fo", "foo", "foob", "fooba", "foobar" };
	const char* const coded[] = { "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy" }; // RFC 4648
	for ( int i = 0; i < 7; ++i )
	{
		tlText_Add( &text, "" );
		tlText_AddBase64( &text, (const uint8_t*)plain[i], strlen( plain[i] ) );
		assert_string_equal( text.data, coded[i] );
		tlText_Free( &text );
	}
	// Longer than the buffer of a print.
	static char big[3000];
	memset( big, 'x', sizeof big - 1 );
	tlText_Print( &text, "<%s>", big );
	assert_int_equal( text.length, sizeof big + 1 );
	assert_int_equal( text.data[text.length - 1], '>' );
	tlText_Free( &text );
	assert_int_equal( tlGetByteCount(), 0 );
}

static void TestTicks( void** state )
{
	(void)state;
	double ticks[32];
	assert_int_equal( tlMakeTicks( 0.0, 1.0, 5, ticks, 32 ), 6 );
	assert_true( fabs( ticks[1] - 0.2 ) < 1e-12 );
	assert_int_equal( tlMakeTicks( -3.0, 7.0, 5, ticks, 32 ), 5 );
	assert_true( ticks[0] == -2.0 && ticks[1] == 0.0 );
	assert_true( tlMakeTicks( 1e-300, 3e-300, 5, ticks, 32 ) > 0 );
	assert_true( tlMakeTicks( 1e15, 1e15 + 1.0, 5, ticks, 32 ) <= 32 );
	assert_int_equal( tlMakeTicks( 1.0, 1.0, 5, ticks, 32 ), 0 );
	assert_int_equal( tlMakeTicks( 0.0, (double)NAN, 5, ticks, 32 ), 0 );
	assert_int_equal( tlMakeTicks( 0.0, (double)INFINITY, 5, ticks, 32 ), 0 );
}

static int Count( const char* text, const char* part )
{
	int count = 0;
	for ( const char* at = text; ( at = strstr( at, part ) ) != NULL; at += strlen( part ) )
	{
		count += 1;
	}
	return count;
}

// No data of any kind puts a NaN or an infinity into the page.
static void TestPlots( void** state )
{
	(void)state;
	static double large[20000], huge[3] = { -1e308, 0.0, 1e308 }, lost[4] = { NAN, INFINITY, -INFINITY, NAN };
	double gap[5] = { 1.0, 2.0, NAN, 4.0, 5.0 }, same[3] = { 7.0, 7.0, 7.0 }, one[1] = { 3.0 }, zero[2] = { 0.0, 0.0 };
	double tiny[2] = { 1e-320, 2e-320 }, negative[2] = { -1.0, -2.0 }, close[2] = { 1.0, 1.0 + 1e-16 };
	for ( int i = 0; i < 20000; ++i )
	{
		large[i] = ( i % 7 ) * 1e-9;
	}
	const tlSeries all[] = {
		{ "large", NULL, large, 20000, false, true },    { "huge", NULL, huge, 3, false, false },
		{ "lost", lost, lost, 4, false, false },         { "gap", NULL, gap, 5, true, false },
		{ "same", NULL, same, 3, false, false },         { "one", one, one, 1, false, false },
		{ "zero", NULL, zero, 2, false, false },         { "tiny", NULL, tiny, 2, false, false },
		{ "negative", NULL, negative, 2, false, false }, { "close", close, close, 2, false, false },
		{ "none", NULL, NULL, 0, false, false },
	};
	int32_t seriesCount = (int32_t)( sizeof all / sizeof all[0] );
	for ( int32_t s = 0; s <= seriesCount; ++s )
	{
		for ( int logs = 0; logs < 8; ++logs )
		{
			tlText text;
			memset( &text, 0, sizeof text );
			tlPlot plot = {
				"A < B", "x", "y", "c", all + s % seriesCount, 1, ( logs & 1 ) != 0, ( logs & 2 ) != 0, logs > 3
			};
			if ( s == seriesCount )
			{
				plot.series = all;
				plot.seriesCount = seriesCount;
			}
			tlDrawPlot( &text, &plot );
			assert_false( text.failed );
			assert_null( strstr( text.data, "nan" ) );
			assert_null( strstr( text.data, "inf" ) );
			assert_non_null( strstr( text.data, "A &lt; B" ) );
			assert_true( text.length < 120000 ); // a long series is thinned
			if ( s == 3 && logs == 0 )
			{
				assert_int_equal( Count( text.data, "<circle" ), 4 ); // few points are marked, the gap is not
			}
			tlText_Free( &text );
		}
	}
	assert_int_equal( tlGetByteCount(), 0 );
}

static void TestBars( void** state )
{
	(void)state;
	const tlBar bars[4] = { { "a", 3.0 }, { "b & c", 1.0 }, { "none", 0.0 }, { "lost", NAN } };
	tlBarPlot plot = { "Time", "ms", NULL, bars, 4, true };
	tlText text;
	memset( &text, 0, sizeof text );
	tlDrawBarPlot( &text, &plot );
	assert_non_null( strstr( text.data, "75 %" ) );
	assert_non_null( strstr( text.data, "width:33.3%" ) );
	assert_non_null( strstr( text.data, "b &amp; c" ) );
	assert_null( strstr( text.data, "nan" ) );
	plot.barCount = 0;
	tlDrawBarPlot( &text, &plot );
	tlText_Free( &text );
}

// Tags open and close in pairs, nothing is fetched, nothing runs.
static void CheckPage( const char* page )
{
	const char* const pairs[] = { "html", "head", "body", "main", "section", "table", "div", "figure", "svg", "ul", "dl" };
	for ( size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i )
	{
		char open[16], openWith[16], close[16];
		snprintf( open, sizeof open, "<%s>", pairs[i] );
		snprintf( openWith, sizeof openWith, "<%s ", pairs[i] );
		snprintf( close, sizeof close, "</%s>", pairs[i] );
		assert_int_equal( Count( page, open ) + Count( page, openWith ), Count( page, close ) );
	}
	assert_null( strstr( page, "<script" ) );
	assert_null( strstr( page, "http" ) );
	assert_null( strstr( page, "url(" ) );
}

static void TestReport( void** state )
{
	(void)state;
	const char evil[] = "<script>alert('x')</script> & \"more\"";
	const char* const paragraphs[1] = { evil };
	const tlNote notes[2] = { { tl_warningTone, evil }, { tl_badTone, "bad" } };
	const double y[3] = { 1.0, 2.0, 4.0 };
	const tlSeries series[2] = { { evil, NULL, y, 3, false, false }, { "b", y, y, 3, true, false } };
	const tlPlot plots[1] = { { evil, evil, evil, evil, series, 2, false, true, false } };
	const tlBar bars[1] = { { evil, 2.0 } };
	const tlBarPlot barPlots[1] = { { evil, evil, evil, bars, 1, true } };
	const char* const headers[2] = { evil, "value" };
	const char* const cells[4] = { evil, "1.5e-3", "b", NULL };
	const tlDataTable tables[1] = { { evil, headers, 2, cells, 2 } };
	const tlPair pairs[1] = { { evil, evil } };
	tlImage* image;
	assert_int_equal( tlCreateImage( 8, 8, &image, NULL ), tl_success );
	tlImage_Fill( image, 0x336699 );
	const tlFigure figures[2] = { { image, evil, NULL, 0.05 }, { image, NULL, evil, 0.0 } };
	const tlReportFile files[1] = { { "a \"b\".txt", evil, 2048 } };
	tlReportSection section;
	memset( &section, 0, sizeof section );
	tlReportSection full = { evil, paragraphs, 1, notes, 2, figures, 2, plots, 1, barPlots, 1, tables, 1, pairs, 1, evil };
	tlReportSection sections[2] = { section, full };
	tlReport report = { evil, evil, { tl_goodTone, evil }, pairs, 1, figures, 2, figures, sections, 2, files, 1, evil };

	tlOutputFile* file;
	char path[] = "/tmp/tulle-report-XXXXXX";
	int descriptor = mkstemp( path );
	assert_true( descriptor >= 0 && close( descriptor ) == 0 );
	assert_int_equal( tlOpenOutputFile( path, &file, NULL ), tl_success );
	assert_int_equal( tlWriteReport( &report, file, NULL ), tl_success );
	size_t size = (size_t)tlOutputFile_GetSize( file );
	char* page = calloc( size + 1, 1 );
	assert_true( tlOutputFile_Read( file, 0, page, size ) );
	assert_int_equal( tlCloseOutputFile( file, NULL ), tl_success );
	remove( path );
	CheckPage( page );
	assert_int_equal( Count( page, "data:image/png;base64," ), 5 );
	assert_non_null( strstr( page, "prefers-color-scheme:dark" ) );
	assert_non_null( strstr( page, "<td class=\"number\">1.5e-3</td>" ) );
	assert_non_null( strstr( page, "href=\"a%20%22b%22.txt\"" ) );
	assert_non_null( strstr( page, "2 KiB" ) );
	free( page );
	tlDestroyImage( image );
	assert_int_equal( tlGetByteCount(), 0 );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestText ), cmocka_unit_test( TestTicks ),  cmocka_unit_test( TestPlots ),
		cmocka_unit_test( TestBars ), cmocka_unit_test( TestReport ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
