// Pages that open anywhere: one file, no scripts, nothing from outside, light and dark.
// SPDX-License-Identifier: MIT
// Every string is escaped here; callers pass plain text.
#pragma once

#include "image.h"
#include "plot.h"
#include "text.h"

typedef struct tlPair
{
	const char* key;
	const char* value;
} tlPair;

typedef struct tlDataTable
{
	const char* caption;        // may be null
	const char* const* headers; // columnCount
	int32_t columnCount;
	const char* const* cells; // row after row; null cells are empty
	int32_t rowCount;
} tlDataTable;

typedef enum tlTone
{
	tl_plainTone,
	tl_goodTone,
	tl_warningTone,
	tl_badTone
} tlTone;

typedef struct tlNote
{
	tlTone tone;
	const char* text;
} tlNote;

typedef struct tlFigure
{
	const tlImage* image;
	const char* caption;     // may be null
	const char* description; // what it shows, for those who do not see it; null: the caption
	double strainScale;      // > 0: a legend of the strain colours below
} tlFigure;

void tlHtml_Begin( tlText* text, const char* title, const char* subtitle ); // subtitle may be null
void tlHtml_End( tlText* text, const char* footer );                        // may be null
void tlHtml_BeginSection( tlText* text, const char* heading );
void tlHtml_EndSection( tlText* text );
void tlHtml_Paragraph( tlText* text, const char* paragraph );
void tlHtml_Code( tlText* text, const char* code ); // a block, as typed
void tlHtml_Notes( tlText* text, const tlNote* notes, int32_t count );
void tlHtml_Pairs( tlText* text, const tlPair* pairs, int32_t count );

// The few numbers that matter, large, in a row.
void tlHtml_Facts( tlText* text, const tlPair* facts, int32_t count );

// Columns in which every cell is a number are set to the right.
void tlHtml_Table( tlText* text, const tlDataTable* table );
void tlHtml_Figure( tlText* text, const tlFigure* figure );
void tlHtml_FigureGrid( tlText* text, const tlFigure* figures, int32_t count ); // a film strip
void tlHtml_Plots( tlText* text, const tlPlot* plots, int32_t count );          // two in a row where there is room
void tlHtml_Bars( tlText* text, const tlBarPlot* plot );
