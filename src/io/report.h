// report.html: what a run was, what happened, and what to look at. The driver fills plain strings and arrays.
// SPDX-License-Identifier: MIT
#pragma once

#include "html.h"

// Everything in a section is optional and stands in this order.
typedef struct tlReportSection
{
	const char* heading;
	const char* const* paragraphs;
	int32_t paragraphCount;
	const tlNote* notes;
	int32_t noteCount;
	const tlFigure* figures;
	int32_t figureCount;
	const tlPlot* plots;
	int32_t plotCount;
	const tlBarPlot* bars;
	int32_t barCount;
	const tlDataTable* tables;
	int32_t tableCount;
	const tlPair* pairs;
	int32_t pairCount;
	const char* code; // "tulle run drape.json -o out"
} tlReportSection;

typedef struct tlReportFile
{
	const char* name; // linked, relative to the report
	const char* summary;
	int64_t byteCount;
} tlReportFile;

typedef struct tlReport
{
	const char* title;
	const char* subtitle; // may be null
	tlNote summary;       // one line: what happened
	const tlPair* facts;
	int32_t factCount;
	const tlFigure* film; // moments in order
	int32_t filmCount;
	const tlFigure* picture; // the large one at the end; may be null
	const tlReportSection* sections;
	int32_t sectionCount;
	const tlReportFile* files;
	int32_t fileCount;
	const char* footer; // version and precision; may be null
} tlReport;

tlResult tlWriteReport( const tlReport* report, tlOutputFile* file, tlError* error );
