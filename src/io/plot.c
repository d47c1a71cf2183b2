// Axes, ticks and curves in SVG.
// SPDX-License-Identifier: MIT
#include "plot.h"

#include "tulle/math.h"

#include <stdio.h>

enum
{
	tl_plotWidth = 560,
	tl_plotHeight = 300,
	tl_plotLeft = 62,
	tl_plotRight = 14,
	tl_plotTop = 20,
	tl_plotBottom = 44,
	tl_columnCount = 2 * ( tl_plotWidth - tl_plotLeft - tl_plotRight ), // steps of half a pixel for long series
	tl_tickCapacity = 32,
	tl_colorCount = 8,
	tl_markedCount = 24 // series of at most this many points show each point
};

typedef struct Axis
{
	double lower, upper; // of the logarithm, where the axis has one
	bool log;
	bool empty;
} Axis;

static bool IsNumber( double a )
{
	return a - a == 0.0;
}

static double Log10( double a )
{
	return tlLog( a ) / 2.302585092994045684;
}

// 10^n, exact where it can be.
static double Power10( int n )
{
	double power = 1.0;
	for ( int i = 0; i < ( n < 0 ? -n : n ); ++i )
	{
		power *= 10.0;
	}
	return n < 0 ? 1.0 / power : power;
}

int32_t tlMakeTicks( double lower, double upper, int32_t wanted, double* ticks, int32_t capacity )
{
	double raw = ( upper - lower ) / ( wanted > 0 ? wanted : 1 );
	if ( !IsNumber( raw ) || !( raw > 0.0 ) || capacity < 1 )
	{
		return 0;
	}
	int exponent = (int)floor( Log10( raw ) );
	double unit = Power10( exponent );
	double rest = raw / unit;
	double step = unit * ( rest <= 1.0 + 1e-9 ? 1.0 : ( rest <= 2.0 + 1e-9 ? 2.0 : ( rest <= 5.0 + 1e-9 ? 5.0 : 10.0 ) ) );
	if ( !IsNumber( step ) || !( step > 0.0 ) )
	{
		return 0;
	}
	double first = ceil( lower / step - 1e-9 );
	int32_t count = 0;
	for ( double k = first; k * step <= upper + 1e-9 * step && count < capacity; k += 1.0 )
	{
		ticks[count++] = k == 0.0 ? 0.0 : k * step; // no -0
		if ( k + 1.0 == k )
		{
			break;
		}
	}
	return count;
}

// ---- axes

static double GetX( const tlSeries* series, int32_t i )
{
	return series->x != NULL ? series->x[i] : (double)i;
}

static double ToAxis( bool logarithmic, double a )
{
	if ( !logarithmic )
	{
		return a;
	}
	return a > 0.0 && IsNumber( a ) ? Log10( a ) : (double)NAN;
}

static void Grow( Axis* axis, double a )
{
	if ( IsNumber( a ) && a > -1e300 && a < 1e300 )
	{
		axis->lower = axis->empty || a < axis->lower ? a : axis->lower;
		axis->upper = axis->empty || a > axis->upper ? a : axis->upper;
		axis->empty = false;
	}
}

// Room around constant data, and a little above and below all other; logarithmic axes go to whole decades when they
// span several.
static void Settle( Axis* axis, bool vertical, bool fromZero )
{
	if ( axis->empty )
	{
		axis->lower = 0.0;
		axis->upper = 1.0;
		return;
	}
	if ( fromZero && !axis->log )
	{
		axis->lower = axis->lower < 0.0 ? axis->lower : 0.0;
		axis->upper = axis->upper > 0.0 ? axis->upper : 0.0;
	}
	double size = fabs( axis->lower ) > fabs( axis->upper ) ? fabs( axis->lower ) : fabs( axis->upper );
	if ( axis->log )
	{
		if ( axis->upper - axis->lower < 0.05 )
		{
			axis->lower -= 0.5;
			axis->upper += 0.5;
		}
		else if ( vertical && axis->upper - axis->lower > 1.2 )
		{
			axis->lower = floor( axis->lower + 1e-9 );
			axis->upper = ceil( axis->upper - 1e-9 );
		}
		return;
	}
	double span = axis->upper - axis->lower;
	if ( !( span > 1e-12 * size ) )
	{
		double room = size > 0.0 ? 0.5 * size : 0.5;
		axis->lower -= room;
		axis->upper += room;
	}
	else if ( vertical )
	{
		bool onZero = axis->lower == 0.0;
		axis->lower -= onZero ? 0.0 : 0.06 * span;
		axis->upper += axis->upper == 0.0 ? 0.0 : 0.06 * span;
	}
}

static double PlaceX( const Axis* axis, double a )
{
	return tl_plotLeft + ( a - axis->lower ) / ( axis->upper - axis->lower ) * ( tl_plotWidth - tl_plotLeft - tl_plotRight );
}

static double PlaceY( const Axis* axis, double a )
{
	double height = tl_plotHeight - tl_plotTop - tl_plotBottom;
	return tl_plotTop + height - ( a - axis->lower ) / ( axis->upper - axis->lower ) * height;
}

// "10" and a raised exponent.
static void PrintPower( tlText* text, int exponent )
{
	static const char* const raised[10] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
	char digits[16];
	snprintf( digits, sizeof digits, "%d", exponent );
	tlText_Add( text, "10" );
	for ( const char* c = digits; *c != 0; ++c )
	{
		tlText_Add( text, *c == '-' ? "⁻" : raised[*c - '0'] );
	}
}

static void PrintTickLine( tlText* text, bool vertical, double place )
{
	if ( vertical )
	{
		tlText_Print( text, "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", tl_plotLeft,
		              tl_plotWidth - tl_plotRight, place, place );
		tlText_Print( text, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", tl_plotLeft - 7, place + 4.0 );
	}
	else
	{
		tlText_Print( text, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>", place, place, tl_plotTop,
		              tl_plotHeight - tl_plotBottom );
		tlText_Print( text, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">", place, tl_plotHeight - tl_plotBottom + 16 );
	}
}

static void DrawLogTicks( tlText* text, const Axis* axis, bool vertical )
{
	int low = (int)ceil( axis->lower - 1e-9 );
	int high = (int)floor( axis->upper + 1e-9 );
	int most = vertical ? 7 : 9;
	int stride = high - low >= most ? ( high - low ) / most + 1 : 1;
	bool fine = high - low < 2; // less than two decades: 2 and 5 as well
	for ( int exponent = low - 1; exponent <= high; ++exponent )
	{
		static const double parts[3] = { 1.0, 2.0, 5.0 };
		for ( int k = 0; k < ( fine ? 3 : 1 ); ++k )
		{
			double a = exponent + Log10( parts[k] );
			if ( a < axis->lower - 1e-9 || a > axis->upper + 1e-9 || ( !fine && ( exponent - low ) % stride != 0 ) )
			{
				continue;
			}
			PrintTickLine( text, vertical, vertical ? PlaceY( axis, a ) : PlaceX( axis, a ) );
			if ( fine && exponent >= -3 && exponent <= 4 )
			{
				tlText_Print( text, "%.10g", parts[k] * Power10( exponent ) );
			}
			else
			{
				if ( k > 0 )
				{
					tlText_Print( text, "%.0f·", parts[k] );
				}
				PrintPower( text, exponent );
			}
			tlText_Add( text, "</text>" );
		}
	}
}

static void DrawTicks( tlText* text, const Axis* axis, bool vertical )
{
	if ( axis->log )
	{
		DrawLogTicks( text, axis, vertical );
		return;
	}
	// Very large and very small numbers share one power of a thousand, which stands at the end of the axis.
	double size = fabs( axis->lower ) > fabs( axis->upper ) ? fabs( axis->lower ) : fabs( axis->upper );
	int exponent = size > 0.0 ? 3 * (int)floor( Log10( size ) / 3.0 ) : 0;
	exponent = size >= 1e5 || size < 2e-3 ? exponent : 0;
	double ticks[tl_tickCapacity];
	int32_t count = tlMakeTicks( axis->lower, axis->upper, vertical ? 5 : 7, ticks, tl_tickCapacity );
	for ( int32_t i = 0; i < count; ++i )
	{
		PrintTickLine( text, vertical, vertical ? PlaceY( axis, ticks[i] ) : PlaceX( axis, ticks[i] ) );
		double shown = exponent < 0 ? ticks[i] * Power10( -exponent ) : ticks[i] / Power10( exponent );
		tlText_Print( text, "%s%.6g</text>", shown < 0.0 ? "−" : "", fabs( shown ) );
	}
	if ( exponent != 0 )
	{
		vertical ? tlText_Print( text, "<text x=\"%d\" y=\"%d\">× ", tl_plotLeft, tl_plotTop - 7 )
		         : tlText_Print( text, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">× ", tl_plotWidth - tl_plotRight,
		                         tl_plotHeight - 6 );
		PrintPower( text, exponent );
		tlText_Add( text, "</text>" );
	}
}

// ---- series

typedef struct Pen
{
	tlText* text;
	bool down; // within a run of points
} Pen;

static void Put( Pen* pen, double x, double y )
{
	// A run of one point is a stroke of no length, which round ends make a dot.
	tlText_Print( pen->text, pen->down ? "L%.1f %.1f" : "M%.1f %.1fh0", x, y );
	pen->down = true;
}

typedef struct Column
{
	double x, first, low, high, last; // y on the page
	bool used;
} Column;

static void FlushColumn( Pen* pen, Column* column )
{
	if ( column->used )
	{
		Put( pen, column->x, column->first );
		if ( column->high > column->low )
		{
			Put( pen, column->x, column->low );
			Put( pen, column->x, column->high );
			Put( pen, column->x, column->last );
		}
	}
	column->used = false;
}

static void DrawSeries( tlText* text, const tlPlot* plot, const tlSeries* series, int color, const Axis* xAxis,
                        const Axis* yAxis )
{
	tlText_Print( text, "<path class=\"s%d%s\" d=\"", color, series->dashed ? " dash" : "" );
	Pen pen = { text, false };
	Column column;
	memset( &column, 0, sizeof column );
	// Long series: first, least, greatest and last of every half pixel look the same and stay small.
	bool dense = series->count > tl_columnCount;
	bool gap = false;
	for ( int32_t i = 0; i < series->count; ++i )
	{
		double a = ToAxis( plot->logX, GetX( series, i ) );
		double b = ToAxis( plot->logY, series->y[i] );
		if ( !IsNumber( a ) || !IsNumber( b ) || fabs( a ) > 1e300 || fabs( b ) > 1e300 )
		{
			gap = true;
			continue;
		}
		double x = PlaceX( xAxis, a );
		double y = PlaceY( yAxis, b );
		if ( !dense )
		{
			pen.down = pen.down && !gap;
			gap = false;
			Put( &pen, x, y );
			continue;
		}
		x = floor( 2.0 * x + 0.5 ) / 2.0;
		if ( column.used && x != column.x )
		{
			FlushColumn( &pen, &column );
			pen.down = !gap || fabs( x - column.x ) < 0.75; // a gap within a half pixel is not seen
		}
		gap = false;
		if ( !column.used )
		{
			Column fresh = { x, y, y, y, y, true };
			column = fresh;
		}
		column.low = y < column.low ? y : column.low;
		column.high = y > column.high ? y : column.high;
		column.last = y;
	}
	FlushColumn( &pen, &column );
	tlText_Add( text, "\"/>" );
	for ( int32_t i = 0; i < series->count; ++i )
	{
		double a = ToAxis( plot->logX, GetX( series, i ) );
		double b = ToAxis( plot->logY, series->y[i] );
		bool marked = ( series->markers && !dense ) || series->count <= tl_markedCount;
		if ( marked && IsNumber( a ) && IsNumber( b ) && fabs( a ) < 1e300 && fabs( b ) < 1e300 )
		{
			tlText_Print( text, "<circle class=\"p%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\"/>", color, PlaceX( xAxis, a ),
			              PlaceY( yAxis, b ) );
		}
	}
}

static void DrawLegend( tlText* text, const tlPlot* plot )
{
	if ( plot->seriesCount < 2 && ( plot->seriesCount < 1 || plot->series[0].name == NULL ) )
	{
		return;
	}
	tlText_Add( text, "<div class=\"legend\">" );
	for ( int32_t i = 0; i < plot->seriesCount; ++i )
	{
		const char* dash = plot->series[i].dashed ? " dash" : "";
		tlText_Print( text,
		              "<span><svg width=\"22\" height=\"8\" aria-hidden=\"true\"><path class=\"s%d%s\" d=\"M1 4L21 4\"/>",
		              i % tl_colorCount, dash );
		tlText_Add( text, "</svg>" );
		tlText_AddEscaped( text, plot->series[i].name );
		tlText_Add( text, "</span>" );
	}
	tlText_Add( text, "</div>\n" );
}

void tlDrawPlot( tlText* text, const tlPlot* plot )
{
	Axis xAxis = { 0.0, 1.0, plot->logX, true };
	Axis yAxis = { 0.0, 1.0, plot->logY, true };
	for ( int32_t s = 0; s < plot->seriesCount; ++s )
	{
		for ( int32_t i = 0; i < plot->series[s].count; ++i )
		{
			double a = ToAxis( plot->logX, GetX( plot->series + s, i ) );
			double b = ToAxis( plot->logY, plot->series[s].y[i] );
			if ( IsNumber( a ) && IsNumber( b ) )
			{
				Grow( &xAxis, a );
				Grow( &yAxis, b );
			}
		}
	}
	bool empty = xAxis.empty || yAxis.empty;
	Settle( &xAxis, false, false );
	Settle( &yAxis, true, plot->fromZero );
	tlText_Add( text, "<figure class=\"plot\">" );
	if ( plot->title != NULL )
	{
		tlText_Add( text, "<div class=\"plot-title\">" );
		tlText_AddEscaped( text, plot->title );
		tlText_Add( text, "</div>\n" );
	}
	DrawLegend( text, plot );
	tlText_Print( text, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", tl_plotWidth, tl_plotHeight );
	tlText_AddEscaped( text, plot->title );
	tlText_Add( text, "\">\n" );
	if ( empty )
	{
		tlText_Print( text, "<text class=\"none\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">no data</text>",
		              ( tl_plotWidth + tl_plotLeft - tl_plotRight ) / 2,
		              ( tl_plotHeight + tl_plotTop - tl_plotBottom ) / 2 );
	}
	else
	{
		DrawTicks( text, &xAxis, false );
		DrawTicks( text, &yAxis, true );
	}
	tlText_Print( text, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>", tl_plotLeft, tl_plotTop, tl_plotHeight - tl_plotBottom,
	              tl_plotWidth - tl_plotRight );
	for ( int32_t i = 0; i < plot->seriesCount && !empty; ++i )
	{
		DrawSeries( text, plot, plot->series + i, i % tl_colorCount, &xAxis, &yAxis );
	}
	tlText_Print( text, "<text class=\"title\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">",
	              ( tl_plotWidth + tl_plotLeft - tl_plotRight ) / 2, tl_plotHeight - 7 );
	tlText_AddEscaped( text, plot->xTitle );
	tlText_Print( text, "</text><text class=\"title\" transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">",
	              ( tl_plotHeight + tl_plotTop - tl_plotBottom ) / 2 );
	tlText_AddEscaped( text, plot->yTitle );
	tlText_Add( text, "</text>\n</svg>" );
	if ( plot->caption != NULL )
	{
		tlText_Add( text, "<figcaption>" );
		tlText_AddEscaped( text, plot->caption );
		tlText_Add( text, "</figcaption>" );
	}
	tlText_Add( text, "</figure>\n" );
}

void tlDrawBarPlot( tlText* text, const tlBarPlot* plot )
{
	double most = 0.0;
	double sum = 0.0;
	for ( int32_t i = 0; i < plot->barCount; ++i )
	{
		double value = plot->bars[i].value;
		if ( IsNumber( value ) && value > 0.0 )
		{
			most = value > most ? value : most;
			sum += value;
		}
	}
	tlText_Add( text, "<figure class=\"plot\">" );
	if ( plot->title != NULL )
	{
		tlText_Add( text, "<div class=\"plot-title\">" );
		tlText_AddEscaped( text, plot->title );
		tlText_Add( text, "</div>\n" );
	}
	tlText_Add( text, "<div class=\"bars\">\n" );
	for ( int32_t i = 0; i < plot->barCount; ++i )
	{
		double value = plot->bars[i].value;
		bool drawn = IsNumber( value ) && value > 0.0 && most > 0.0;
		tlText_Add( text, "<span>" );
		tlText_AddEscaped( text, plot->bars[i].name );
		tlText_Print( text, "</span><span class=\"track\"><i style=\"width:%.1f%%\"></i></span><span class=\"number\">",
		              drawn ? 100.0 * value / most : 0.0 );
		if ( IsNumber( value ) )
		{
			tlText_Print( text, "%.3g ", value );
			tlText_AddEscaped( text, plot->unit );
		}
		else
		{
			tlText_Add( text, "–" );
		}
		tlText_Add( text, "</span><span class=\"number quiet\">" );
		if ( plot->share && sum > 0.0 && IsNumber( value ) )
		{
			tlText_Print( text, "%.0f %%", 100.0 * value / sum );
		}
		tlText_Add( text, "</span>\n" );
	}
	tlText_Add( text, plot->barCount == 0 ? "<span class=\"quiet\">no data</span></div>" : "</div>" );
	if ( plot->caption != NULL )
	{
		tlText_Add( text, "<figcaption>" );
		tlText_AddEscaped( text, plot->caption );
		tlText_Add( text, "</figcaption>" );
	}
	tlText_Add( text, "</figure>\n" );
}
