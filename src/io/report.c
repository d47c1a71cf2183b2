// The layout of a report on top of html.h.
// SPDX-License-Identifier: MIT
#include "report.h"

#include <stdio.h>

static void AddSection( tlText* text, const tlReportSection* section )
{
	tlHtml_BeginSection( text, section->heading );
	for ( int32_t i = 0; i < section->paragraphCount; ++i )
	{
		tlHtml_Paragraph( text, section->paragraphs[i] );
	}
	tlHtml_Notes( text, section->notes, section->noteCount );
	for ( int32_t i = 0; i < section->figureCount; ++i )
	{
		tlHtml_Figure( text, section->figures + i );
	}
	tlHtml_Plots( text, section->plots, section->plotCount );
	for ( int32_t i = 0; i < section->barCount; ++i )
	{
		tlHtml_Bars( text, section->bars + i );
	}
	for ( int32_t i = 0; i < section->tableCount; ++i )
	{
		tlHtml_Table( text, section->tables + i );
	}
	tlHtml_Pairs( text, section->pairs, section->pairCount );
	if ( section->code != NULL )
	{
		tlHtml_Code( text, section->code );
	}
	tlHtml_EndSection( text );
}

// A name in a link: everything but the characters that a path may hold as they are is written in percent form.
static void AddLink( tlText* text, const char* name )
{
	for ( const unsigned char* c = (const unsigned char*)name; *c != 0; ++c )
	{
		bool plain = ( *c >= 'a' && *c <= 'z' ) || ( *c >= 'A' && *c <= 'Z' ) || ( *c >= '0' && *c <= '9' ) ||
		             strchr( "-._~/", *c ) != NULL;
		plain ? tlText_AddBytes( text, (const char*)c, 1 ) : tlText_Print( text, "%%%02X", *c );
	}
}

static void AddFiles( tlText* text, const tlReportFile* files, int32_t count )
{
	tlHtml_BeginSection( text, "Files" );
	tlText_Add( text, "<div class=\"scroll\"><table>\n" );
	for ( int32_t i = 0; i < count; ++i )
	{
		tlText_Add( text, "<tr><td><a href=\"" );
		AddLink( text, files[i].name );
		tlText_Add( text, "\">" );
		tlText_AddEscaped( text, files[i].name );
		tlText_Add( text, "</a></td><td>" );
		tlText_AddEscaped( text, files[i].summary );
		tlText_Add( text, "</td><td class=\"number\">" );
		double size = (double)files[i].byteCount;
		if ( size >= 1048576.0 )
		{
			tlText_Print( text, "%.1f MiB", size / 1048576.0 );
		}
		else
		{
			tlText_Print( text, size >= 1024.0 ? "%.0f KiB" : "%.0f bytes", size >= 1024.0 ? size / 1024.0 : size );
		}
		tlText_Add( text, "</td></tr>\n" );
	}
	tlText_Add( text, "</table></div>\n" );
	tlHtml_EndSection( text );
}

tlResult tlWriteReport( const tlReport* report, tlOutputFile* file, tlError* error )
{
	tlText text;
	memset( &text, 0, sizeof text );
	tlHtml_Begin( &text, report->title, report->subtitle );
	if ( report->summary.text != NULL )
	{
		tlHtml_Notes( &text, &report->summary, 1 );
	}
	tlHtml_Facts( &text, report->facts, report->factCount );
	if ( report->picture != NULL )
	{
		tlHtml_Figure( &text, report->picture );
	}
	tlHtml_FigureGrid( &text, report->film, report->filmCount );
	for ( int32_t i = 0; i < report->sectionCount; ++i )
	{
		AddSection( &text, report->sections + i );
	}
	if ( report->fileCount > 0 )
	{
		AddFiles( &text, report->files, report->fileCount );
	}
	tlHtml_End( &text, report->footer );
	tlResult result = tlText_Write( &text, file, error );
	tlText_Free( &text );
	return result;
}
