// Plots as SVG inside a page: they scale, print, follow the page's light or dark colours and need no script.
// SPDX-License-Identifier: MIT
#pragma once

#include "text.h"

typedef struct tlSeries
{
	const char* name;
	const double* x; // null: 0, 1, 2, ...
	const double* y; // NaN and infinity leave a gap
	int32_t count;
	bool dashed;
	bool markers; // a dot at each point; a series of few points gets them anyway
} tlSeries;

typedef struct tlPlot
{
	const char* title;
	const char* xTitle; // with its unit: "time [s]"
	const char* yTitle;
	const char* caption; // below; may be null
	const tlSeries* series;
	int32_t seriesCount;
	bool logX, logY; // values <= 0 leave a gap
	bool fromZero;   // the y axis holds zero
} tlPlot;

typedef struct tlBar
{
	const char* name;
	double value;
} tlBar;

typedef struct tlBarPlot
{
	const char* title;
	const char* unit; // "ms"
	const char* caption;
	const tlBar* bars;
	int32_t barCount;
	bool share; // the percentage of the sum behind each value
} tlBarPlot;

void tlDrawPlot( tlText* text, const tlPlot* plot );
void tlDrawBarPlot( tlText* text, const tlBarPlot* plot );

// Ticks at 1, 2 or 5 times a power of ten that cover [lower, upper]; at most capacity, about `wanted`. Returns their number.
int32_t tlMakeTicks( double lower, double upper, int32_t wanted, double* ticks, int32_t capacity );
