// The page: one style sheet, and a function per element.
// SPDX-License-Identifier: MIT
#include "html.h"

#include "color.h"

#include <stdlib.h>

// In pieces: the standard promises no more than 4095 characters in one literal.
static const char* const s_style[] = {
	":root{color-scheme:light dark;--page:#fbfbf9;--card:#fff;--ink:#1d2228;--quiet:#626b76;--line:#e2e4e6;--grid:#ececea;"
	"--accent:#2f6fb7;--good:#23794f;--warn:#9a6200;--bad:#b3322b;"
	"--s0:#2f6fb7;--s1:#d9772b;--s2:#2f9468;--s3:#ab4798;--s4:#97781c;--s5:#1b91a8;--s6:#c4453c;--s7:#6d7278}\n"
	"@media(prefers-color-scheme:dark){:root{--page:#15181c;--card:#1c2025;--ink:#e4e7ea;--quiet:#98a1ab;--line:#30363d;"
	"--grid:#2a2f35;--accent:#7fb2ec;--good:#6cc796;--warn:#e0ad4d;--bad:#f08a80;"
	"--s0:#77aeea;--s1:#f0a060;--s2:#66c79b;--s3:#d98cca;--s4:#d3b65a;--s5:#5fc6d8;--s6:#ee857b;--s7:#a4abb3}}\n",
	"*{box-sizing:border-box}"
	"body{margin:0;overflow-wrap:break-word;background:var(--page);color:var(--ink);font:16px/1.6 "
	"system-ui,-apple-system,\"Segoe UI\",Roboto,"
	"\"Helvetica Neue\",Arial,sans-serif;-webkit-text-size-adjust:100%}"
	"main{max-width:1080px;margin:0 auto;padding:40px 24px 64px}"
	"header{margin-bottom:28px}"
	"h1{font-size:2.1rem;line-height:1.2;letter-spacing:-.015em;margin:0 0 4px}"
	"h2{font-size:1.3rem;letter-spacing:-.01em;margin:0 0 12px}"
	"h3{font-size:1rem;margin:24px 0 8px}"
	".subtitle{color:var(--quiet);margin:0}"
	"section{margin:44px 0 0;padding-top:22px;border-top:1px solid var(--line)}"
	"p{margin:0 0 12px;max-width:46em}"
	"a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:2px}"
	"pre,code{font:13.5px/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,\"Liberation Mono\",monospace}"
	"pre{margin:0 0 16px;padding:12px 16px;background:var(--card);border:1px solid var(--line);border-radius:8px;"
	"overflow-x:auto}\n",
	"ul.notes{list-style:none;margin:0 0 16px;padding:0;max-width:52em}"
	".notes li{position:relative;padding:3px 0 3px 26px}"
	".notes li::before{position:absolute;left:2px;font-weight:700}"
	".plain::before{content:\"\\2022\";color:var(--quiet)}"
	".good::before{content:\"\\2713\";color:var(--good)}"
	".warning::before{content:\"!\";color:var(--warn);padding-left:4px}"
	".bad::before{content:\"\\2715\";color:var(--bad)}"
	".facts{display:flex;flex-wrap:wrap;gap:1px;margin:0 0 24px;"
	"background:var(--line);border:1px solid var(--line);border-radius:10px;overflow:hidden}"
	".facts div{flex:1 1 130px;background:var(--card);padding:12px 16px}"
	".facts dt{color:var(--quiet);font-size:.8rem;margin:0}"
	".facts dd{margin:0;font-size:1.25rem;font-weight:600;font-variant-numeric:tabular-nums;line-height:1.4}\n",
	".scroll{overflow-x:auto;margin:0 0 20px}"
	"table{border-collapse:collapse;font-size:.92rem;min-width:min(100%,420px)}"
	"caption{text-align:left;color:var(--quiet);padding:0 0 6px}"
	"th{font-weight:600;color:var(--quiet);text-align:left;border-bottom:1px solid var(--ink);white-space:nowrap}"
	"th,td{padding:5px 28px 5px 0;vertical-align:top}"
	"h1,h2,h3,th,td,dt,dd,figcaption,.plot-title{overflow-wrap:anywhere}"
	"td{border-bottom:1px solid var(--line)}"
	"th:last-child,td:last-child{padding-right:4px}"
	".pairs td:first-child{color:var(--quiet);white-space:nowrap}"
	".number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}"
	"figure{margin:0 0 20px}"
	"figure img{display:block;width:100%;height:auto;border-radius:10px;border:1px solid var(--line)}"
	"figcaption{color:var(--quiet);font-size:.88rem;margin-top:6px;line-height:1.45}"
	".strip{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(46%,300px),1fr));gap:14px;margin:0 0 20px}"
	".strip figure{margin:0}\n",
	".plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:18px;margin:0 0 20px}"
	".plot{margin:0;padding:16px 18px 12px;background:var(--card);border:1px solid "
	"var(--line);border-radius:10px;min-width:0}"
	".plot svg{display:block;width:100%;height:auto;overflow:visible}"
	".plot-title{font-weight:600;line-height:1.35}"
	".legend{display:flex;flex-wrap:wrap;gap:2px 16px;font-size:.82rem;color:var(--quiet);margin:2px 0 4px}"
	".legend span{display:inline-flex;align-items:center;gap:6px;min-width:0;overflow-wrap:anywhere}"
	".legend svg{width:22px;height:8px;flex:none}"
	"svg text{font:11.5px system-ui,-apple-system,\"Segoe UI\",Roboto,Arial,sans-serif;fill:var(--quiet);"
	"font-variant-numeric:tabular-nums}"
	"svg .title{font-size:12px;fill:var(--ink)}"
	"svg .none{font-size:14px}"
	".grid{stroke:var(--grid);stroke-width:1}"
	".axis{fill:none;stroke:var(--quiet);stroke-width:1}"
	"path[class^=s]{fill:none;stroke-width:1.7;stroke-linejoin:round;stroke-linecap:round}"
	".dash{stroke-dasharray:5 4}"
	".s0{stroke:var(--s0)}.s1{stroke:var(--s1)}.s2{stroke:var(--s2)}.s3{stroke:var(--s3)}"
	".s4{stroke:var(--s4)}.s5{stroke:var(--s5)}.s6{stroke:var(--s6)}.s7{stroke:var(--s7)}"
	".p0{fill:var(--s0)}.p1{fill:var(--s1)}.p2{fill:var(--s2)}.p3{fill:var(--s3)}"
	".p4{fill:var(--s4)}.p5{fill:var(--s5)}.p6{fill:var(--s6)}.p7{fill:var(--s7)}\n",
	".bars{display:grid;grid-template-columns:max-content 1fr max-content max-content;gap:7px 14px;align-items:center;"
	"font-size:.9rem;margin:10px 0 4px}"
	".track{height:13px}"
	".track i{display:block;height:100%;min-width:1px;background:var(--s0);border-radius:2px}"
	".quiet{color:var(--quiet)}"
	".strain{max-width:520px;margin:8px 0 0;font-size:.82rem;color:var(--quiet)}"
	".strain b{display:block;height:10px;border-radius:5px}"
	".strain span{display:grid;grid-template-columns:1fr 1fr 1fr;margin-top:3px}"
	".strain em{font-style:normal}.strain em:nth-child(2){text-align:center}.strain em:nth-child(3){text-align:right}"
	"footer{margin-top:56px;padding-top:14px;border-top:1px solid var(--line);color:var(--quiet);font-size:.85rem}"
	"@media(max-width:560px){main{padding:24px 16px 48px}h1{font-size:1.6rem}}"
	"@media print{body{background:#fff}section,figure,table{break-inside:avoid}}\n",
};

static void AddTag( tlText* text, const char* open, const char* content, const char* close )
{
	tlText_Add( text, open );
	tlText_AddEscaped( text, content );
	tlText_Add( text, close );
}

void tlHtml_Begin( tlText* text, const char* title, const char* subtitle )
{
	tlText_Add( text, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	                  "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n" );
	AddTag( text, "<title>", title, "</title>\n<style>\n" );
	for ( size_t i = 0; i < sizeof s_style / sizeof s_style[0]; ++i )
	{
		tlText_Add( text, s_style[i] );
	}
	AddTag( text, "</style>\n</head>\n<body>\n<main>\n<header>\n<h1>", title, "</h1>\n" );
	if ( subtitle != NULL )
	{
		AddTag( text, "<p class=\"subtitle\">", subtitle, "</p>\n" );
	}
	tlText_Add( text, "</header>\n" );
}

void tlHtml_End( tlText* text, const char* footer )
{
	if ( footer != NULL )
	{
		AddTag( text, "<footer>", footer, "</footer>\n" );
	}
	tlText_Add( text, "</main>\n</body>\n</html>\n" );
}

void tlHtml_BeginSection( tlText* text, const char* heading )
{
	AddTag( text, "<section>\n<h2>", heading, "</h2>\n" );
}

void tlHtml_EndSection( tlText* text )
{
	tlText_Add( text, "</section>\n" );
}

void tlHtml_Paragraph( tlText* text, const char* paragraph )
{
	AddTag( text, "<p>", paragraph, "</p>\n" );
}

void tlHtml_Code( tlText* text, const char* code )
{
	AddTag( text, "<pre><code>", code, "</code></pre>\n" );
}

void tlHtml_Notes( tlText* text, const tlNote* notes, int32_t count )
{
	static const char* const tones[] = { "plain", "good", "warning", "bad" };
	if ( count < 1 )
	{
		return;
	}
	tlText_Add( text, "<ul class=\"notes\">\n" );
	for ( int32_t i = 0; i < count; ++i )
	{
		tlText_Print( text, "<li class=\"%s\">", tones[(unsigned)notes[i].tone % 4] );
		AddTag( text, "", notes[i].text, "</li>\n" );
	}
	tlText_Add( text, "</ul>\n" );
}

void tlHtml_Pairs( tlText* text, const tlPair* pairs, int32_t count )
{
	if ( count < 1 )
	{
		return;
	}
	tlText_Add( text, "<div class=\"scroll\"><table class=\"pairs\">\n" );
	for ( int32_t i = 0; i < count; ++i )
	{
		AddTag( text, "<tr><td>", pairs[i].key, "</td>" );
		AddTag( text, "<td>", pairs[i].value, "</td></tr>\n" );
	}
	tlText_Add( text, "</table></div>\n" );
}

void tlHtml_Facts( tlText* text, const tlPair* facts, int32_t count )
{
	if ( count < 1 )
	{
		return;
	}
	tlText_Add( text, "<dl class=\"facts\">\n" );
	for ( int32_t i = 0; i < count; ++i )
	{
		AddTag( text, "<div><dt>", facts[i].key, "</dt>" );
		AddTag( text, "<dd>", facts[i].value, "</dd></div>\n" );
	}
	tlText_Add( text, "</dl>\n" );
}

// A number alone or with a percent sign; a dash and an empty cell go with numbers.
static bool LooksNumeric( const char* cell )
{
	if ( cell == NULL || cell[0] == 0 || strcmp( cell, "-" ) == 0 || strcmp( cell, "–" ) == 0 )
	{
		return true;
	}
	char* end;
	strtod( cell, &end );
	if ( end == cell )
	{
		return false;
	}
	end += *end == ' ';
	end += *end == '%';
	return *end == 0;
}

void tlHtml_Table( tlText* text, const tlDataTable* table )
{
	if ( table->columnCount < 1 )
	{
		return;
	}
	size_t columns = (size_t)table->columnCount;
	bool* numeric = TL_ALLOC( bool, columns );
	if ( numeric == NULL )
	{
		text->failed = true;
		return;
	}
	for ( size_t column = 0; column < columns; ++column )
	{
		numeric[column] = table->rowCount > 0;
		for ( int32_t row = 0; row < table->rowCount && numeric[column]; ++row )
		{
			numeric[column] = LooksNumeric( table->cells[(size_t)row * columns + column] );
		}
	}
	tlText_Add( text, "<div class=\"scroll\"><table>\n" );
	if ( table->caption != NULL )
	{
		AddTag( text, "<caption>", table->caption, "</caption>\n" );
	}
	tlText_Add( text, "<thead><tr>" );
	for ( size_t column = 0; column < columns; ++column )
	{
		AddTag( text, numeric[column] ? "<th class=\"number\">" : "<th>", table->headers[column], "</th>" );
	}
	tlText_Add( text, "</tr></thead>\n<tbody>\n" );
	for ( int32_t row = 0; row < table->rowCount; ++row )
	{
		tlText_Add( text, "<tr>" );
		for ( size_t column = 0; column < columns; ++column )
		{
			AddTag( text, numeric[column] ? "<td class=\"number\">" : "<td>", table->cells[(size_t)row * columns + column],
			        "</td>" );
		}
		tlText_Add( text, "</tr>\n" );
	}
	tlText_Add( text, "</tbody></table></div>\n" );
	tlFree( numeric );
}

static void AddStrainLegend( tlText* text, double scale )
{
	tlText_Add( text, "<div class=\"strain\"><b style=\"background:linear-gradient(90deg" );
	for ( int i = -4; i <= 4; ++i )
	{
		tlText_Print( text, ",#%06X", tlDivergingColor( 0.25 * i ) );
	}
	tlText_Print( text, ")\"></b><span><em>−%.3g %% shorter</em><em>rest length</em><em>+%.3g %% longer</em></span></div>",
	              100.0 * scale, 100.0 * scale );
}

void tlHtml_Figure( tlText* text, const tlFigure* figure )
{
	tlError error;
	uint8_t* bytes;
	size_t byteCount;
	if ( figure->image == NULL || tlImage_EncodePng( figure->image, &bytes, &byteCount, &error ) != tl_success )
	{
		text->failed = text->failed || figure->image != NULL;
		return;
	}
	tlText_Print( text, "<figure><img width=\"%d\" height=\"%d\" alt=\"", figure->image->width, figure->image->height );
	tlText_AddEscaped( text, figure->description != NULL ? figure->description : figure->caption );
	tlText_Add( text, "\" src=\"data:image/png;base64," );
	tlText_AddBase64( text, bytes, byteCount );
	tlText_Add( text, "\">" );
	tlFree( bytes );
	if ( figure->strainScale > 0.0 )
	{
		AddStrainLegend( text, figure->strainScale );
	}
	if ( figure->caption != NULL )
	{
		AddTag( text, "<figcaption>", figure->caption, "</figcaption>" );
	}
	tlText_Add( text, "</figure>\n" );
}

void tlHtml_FigureGrid( tlText* text, const tlFigure* figures, int32_t count )
{
	if ( count < 1 )
	{
		return;
	}
	tlText_Add( text, "<div class=\"strip\">\n" );
	for ( int32_t i = 0; i < count; ++i )
	{
		tlHtml_Figure( text, figures + i );
	}
	tlText_Add( text, "</div>\n" );
}

void tlHtml_Plots( tlText* text, const tlPlot* plots, int32_t count )
{
	if ( count < 1 )
	{
		return;
	}
	tlText_Add( text, "<div class=\"plots\">\n" );
	for ( int32_t i = 0; i < count; ++i )
	{
		tlDrawPlot( text, plots + i );
	}
	tlText_Add( text, "</div>\n" );
}

void tlHtml_Bars( tlText* text, const tlBarPlot* plot )
{
	tlDrawBarPlot( text, plot );
}
