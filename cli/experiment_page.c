// SPDX-License-Identifier: MIT
#include "experiment_page.h"

#include "base/core.h"
#include "io/picture.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
	tl_maxColumns = 12,
	tl_maxPictures = 16,
	tl_labelCapacity = 48,
	tl_captionCapacity = 240,
};

typedef struct Cell
{
	char label[tl_labelCapacity]; // empty: a number
	double value;
} Cell;

struct tlPage
{
	const tlExperiment* experiment;
	tlOutputDir* dir;
	tlText html;
	json_t* tables; // null: print
	tlResult result;
	tlError error;

	const char* tableName;
	const char* caption;
	const char* const* headers;
	const int32_t* digits;
	int32_t columnCount;
	Cell* cells;
	size_t cellCount, cellCapacity;

	tlImage* images[tl_maxPictures];
	char captions[tl_maxPictures][tl_captionCapacity];
	double strainScales[tl_maxPictures];
	int32_t imageCount;
};

static void Keep( tlPage* page, tlResult result, const tlError* error )
{
	if ( result != tl_success && page->result == tl_success )
	{
		page->result = result;
		page->error = *error;
	}
}

void tlPage_BeginSection( tlPage* page, const char* heading )
{
	tlHtml_BeginSection( &page->html, heading );
	if ( page->tables == NULL )
	{
		printf( "\n%s\n", heading );
	}
}

void tlPage_EndSection( tlPage* page )
{
	tlHtml_EndSection( &page->html );
}

void tlPage_Say( tlPage* page, const char* paragraph )
{
	tlHtml_Paragraph( &page->html, paragraph );
}

void tlPage_Plots( tlPage* page, const tlPlot* plots, int32_t count )
{
	tlHtml_Plots( &page->html, plots, count );
}

void tlPage_Conclude( tlPage* page, bool good, const char* format, ... )
{
	char text[1024];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( text, sizeof text, format, arguments );
	va_end( arguments );
	tlNote note = { good ? tl_goodTone : tl_warningTone, text };
	tlHtml_Notes( &page->html, &note, 1 );
	if ( page->tables == NULL )
	{
		printf( "%s\n", text );
	}
}

// ---- tables

void tlPage_BeginTable( tlPage* page, const char* name, const char* caption, const char* const* headers,
                        const int32_t* digits, int32_t columnCount )
{
	TL_ASSERT( columnCount <= tl_maxColumns );
	page->tableName = name;
	page->caption = caption;
	page->headers = headers;
	page->digits = digits;
	page->columnCount = columnCount;
	page->cellCount = 0;
}

static Cell* AddCell( tlPage* page )
{
	if ( !tlReserve( (void**)&page->cells, &page->cellCapacity, page->cellCount + 1, sizeof( Cell ) ) )
	{
		fprintf( stderr, "tulle: out of memory\n" );
		exit( 1 );
	}
	Cell* cell = page->cells + page->cellCount++;
	memset( cell, 0, sizeof *cell );
	return cell;
}

void tlPage_AddLabel( tlPage* page, const char* format, ... )
{
	Cell* cell = AddCell( page );
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( cell->label, sizeof cell->label, format, arguments );
	va_end( arguments );
}

void tlPage_AddNumber( tlPage* page, double value )
{
	AddCell( page )->value = value;
}

// A cell as text; what is not finite has gone beyond all bounds.
static void PrintCell( const Cell* cell, int32_t digits, const char* notFinite, char* text, size_t capacity )
{
	if ( cell->label[0] != 0 )
	{
		snprintf( text, capacity, "%s", cell->label );
	}
	else if ( !isfinite( cell->value ) )
	{
		snprintf( text, capacity, "%s", notFinite );
	}
	else
	{
		snprintf( text, capacity, "%.*g", (int)digits, cell->value );
	}
}

static void PrintTable( const tlPage* page )
{
	int widths[tl_maxColumns];
	for ( int32_t c = 0; c < page->columnCount; ++c )
	{
		widths[c] = (int)strlen( page->headers[c] );
		for ( size_t i = (size_t)c; i < page->cellCount; i += (size_t)page->columnCount )
		{
			char text[tl_labelCapacity];
			PrintCell( page->cells + i, page->digits[c], "unbounded", text, sizeof text );
			widths[c] = (int)strlen( text ) > widths[c] ? (int)strlen( text ) : widths[c];
		}
	}
	printf( "\n" );
	for ( int32_t c = 0; c < page->columnCount; ++c )
	{
		printf( c == 0 ? "%-*s" : "  %*s", widths[c], page->headers[c] );
	}
	printf( "\n" );
	for ( size_t i = 0; i < page->cellCount; ++i )
	{
		int32_t c = (int32_t)( i % (size_t)page->columnCount );
		char text[tl_labelCapacity];
		PrintCell( page->cells + i, page->digits[c], "unbounded", text, sizeof text );
		printf( c == 0 ? "%-*s" : "  %*s", widths[c], text );
		printf( "%s", c == page->columnCount - 1 ? "\n" : "" );
	}
	printf( "\n" );
}

static void WriteTable( tlPage* page )
{
	char name[96];
	snprintf( name, sizeof name, "%s%s%s.csv", page->experiment->name, page->tableName[0] != 0 ? "-" : "", page->tableName );
	tlOutputFile* file;
	tlError error = { tl_success, "" };
	tlResult result = tlOutputDir_Open( page->dir, name, &file, &error );
	Keep( page, result, &error );
	if ( result != tl_success )
	{
		return;
	}
	for ( int32_t c = 0; c < page->columnCount; ++c )
	{
		tlOutputFile_Print( file, "%s\"%s\"", c > 0 ? "," : "", page->headers[c] );
	}
	tlOutputFile_Print( file, "\n" );
	for ( size_t i = 0; i < page->cellCount; ++i )
	{
		bool first = i % (size_t)page->columnCount == 0, last = ( i + 1 ) % (size_t)page->columnCount == 0;
		const Cell* cell = page->cells + i;
		char text[tl_labelCapacity];
		PrintCell( cell, 9, "", text, sizeof text );
		tlOutputFile_Print( file, cell->label[0] != 0 ? "%s\"%s\"%s" : "%s%s%s", first ? "" : ",", text, last ? "\n" : "" );
	}
}

static void AddHtmlTable( tlPage* page )
{
	char( *texts )[tl_labelCapacity] = calloc( page->cellCount + 1, sizeof *texts );
	const char** cells = calloc( page->cellCount + 1, sizeof *cells );
	if ( texts != NULL && cells != NULL )
	{
		for ( size_t i = 0; i < page->cellCount; ++i )
		{
			int32_t digits = page->digits[i % (size_t)page->columnCount];
			PrintCell( page->cells + i, digits, "unbounded", texts[i], sizeof texts[i] );
			cells[i] = texts[i];
		}
		tlDataTable table = { .caption = page->caption,
			                  .headers = page->headers,
			                  .columnCount = page->columnCount,
			                  .cells = cells,
			                  .rowCount = (int32_t)( page->cellCount / (size_t)page->columnCount ) };
		tlHtml_Table( &page->html, &table );
	}
	free( texts );
	free( cells );
}

static void AddJsonTable( tlPage* page )
{
	json_t* table = json_object();
	json_t* columns = json_array();
	json_t* rows = json_array();
	for ( int32_t c = 0; c < page->columnCount; ++c )
	{
		json_array_append_new( columns, json_string( page->headers[c] ) );
	}
	for ( size_t i = 0; i < page->cellCount; ++i )
	{
		if ( i % (size_t)page->columnCount == 0 )
		{
			json_array_append_new( rows, json_array() );
		}
		const Cell* cell = page->cells + i;
		json_t* value = cell->label[0] != 0 ? json_string( cell->label )
		                                    : ( isfinite( cell->value ) ? json_real( cell->value ) : json_null() );
		json_array_append_new( json_array_get( rows, json_array_size( rows ) - 1 ), value );
	}
	json_object_set_new( table, "caption", json_string( page->caption ) );
	json_object_set_new( table, "columns", columns );
	json_object_set_new( table, "rows", rows );
	json_array_append_new( page->tables, table );
}

void tlPage_EndTable( tlPage* page )
{
	TL_ASSERT( page->cellCount % (size_t)page->columnCount == 0 );
	if ( page->tables == NULL )
	{
		PrintTable( page );
	}
	else
	{
		AddJsonTable( page );
	}
	WriteTable( page );
	AddHtmlTable( page );
}

// ---- pictures

// Strain of each mesh edge from where its ends are now.
static void MeasureStrain( const tlLab* lab, const float* positions, float* strain )
{
	const int32_t* edges = tlFabric_GetEdges( lab->fabric );
	const tlVec3* rest = tlFabric_GetRestPositions( lab->fabric );
	for ( int32_t i = 0; i < tlFabric_GetEdgeCount( lab->fabric ); ++i )
	{
		int32_t a = edges[2 * i], b = edges[2 * i + 1];
		double square = 0;
		for ( int k = 0; k < 3; ++k )
		{
			double d = (double)positions[3 * b + k] - (double)positions[3 * a + k];
			square += d * d;
		}
		double length = (double)tlDistance( rest[a], rest[b] );
		strain[i] = (float)( sqrt( square ) / length - 1 );
	}
}

static tlResult DrawMoment( const tlMoment* moment, tlImage** image, tlError* error )
{
	const tlLab* lab = moment->lab;
	size_t particleCount = (size_t)lab->particleCount, edgeCount = (size_t)tlFabric_GetEdgeCount( lab->fabric );
	float* positions = calloc( 3 * particleCount, sizeof( float ) );
	float* strain = calloc( edgeCount + 1, sizeof( float ) );
	tlResult result = tl_outOfMemory;
	if ( positions != NULL && strain != NULL )
	{
		for ( int32_t i = 0; i < lab->particleCount; ++i )
		{
			tlPosition x = tlLab_GetPosition( lab, i );
			positions[3 * i] = (float)x.x;
			positions[3 * i + 1] = (float)x.y;
			positions[3 * i + 2] = (float)x.z;
		}
		MeasureStrain( lab, positions, strain );
		tlDrawBody body = { .positions = positions,
			                .vertexCount = lab->particleCount,
			                .triangles = tlFabric_GetTriangles( lab->fabric ),
			                .triangleCount = tlFabric_GetTriangleCount( lab->fabric ),
			                .edges = tlFabric_GetEdges( lab->fabric ),
			                .edgeCount = (int32_t)edgeCount,
			                .edgeStrain = moment->strainScale > 0 ? strain : NULL,
			                .ropeRadius = (float)moment->ropeRadius,
			                .color = 0x8fb3d9 };
		tlDrawCollider colliders[4];
		for ( int32_t i = 0; i < moment->colliderCount && i < 4; ++i )
		{
			colliders[i] = ( tlDrawCollider ){ .shape = moment->colliderDefs[i].shape,
				                               .transform = tlCollider_GetTransform( lab->world, moment->colliders[i] ) };
		}
		tlPictureDef def = tlDefaultPictureDef();
		def.width = 560;
		def.height = 560;
		def.strainScale = moment->strainScale > 0 ? moment->strainScale : def.strainScale;
		tlFitPicture( &def, moment->lower, moment->upper, moment->yaw, moment->pitch );
		def.ground = false;
		result = tlDrawPicture( &def, &body, 1, colliders, moment->colliderCount, image, error );
	}
	free( positions );
	free( strain );
	return result;
}

void tlPage_AddPicture( tlPage* page, const tlMoment* moment, const char* format, ... )
{
	if ( page->imageCount == tl_maxPictures )
	{
		return;
	}
	tlError error = { tl_outOfMemory, "out of memory" };
	tlImage* image = NULL;
	tlResult result = DrawMoment( moment, &image, &error );
	Keep( page, result, &error );
	if ( result == tl_success )
	{
		va_list arguments;
		va_start( arguments, format );
		vsnprintf( page->captions[page->imageCount], tl_captionCapacity, format, arguments );
		va_end( arguments );
		page->strainScales[page->imageCount] = moment->strainScale;
		page->images[page->imageCount++] = image;
	}
}

void tlPage_EndPictures( tlPage* page, int32_t columns )
{
	tlFigure figures[tl_maxPictures];
	for ( int32_t i = 0; i < page->imageCount; ++i )
	{
		figures[i] =
		    ( tlFigure ){ .image = page->images[i], .caption = page->captions[i], .strainScale = page->strainScales[i] };
	}
	for ( int32_t i = 0; i < page->imageCount; i += columns )
	{
		int32_t left = page->imageCount - i;
		tlHtml_FigureGrid( &page->html, figures + i, left < columns ? left : columns );
	}
	for ( int32_t i = 0; i < page->imageCount; ++i )
	{
		tlDestroyImage( page->images[i] );
	}
	page->imageCount = 0;
}

// ---- the page

tlResult tlRunExperiment( const tlExperiment* experiment, tlOutputDir* dir, json_t* root, tlError* error )
{
	tlPage* page = calloc( 1, sizeof( tlPage ) );
	if ( page == NULL )
	{
		return tlFailMemory( error );
	}
	page->experiment = experiment;
	page->dir = dir;
	page->tables = root != NULL ? json_array() : NULL;
	if ( root == NULL )
	{
		printf( "%s: %s\n", experiment->name, experiment->summary );
	}
	char title[96], footer[160];
	snprintf( title, sizeof title, "Experiment: %s", experiment->name );
	snprintf( footer, sizeof footer, "Tulle %s, %s precision. Made by: tulle experiment %s", TULLE_VERSION,
	          tlGetPrecisionName(), experiment->name );
	tlHtml_Begin( &page->html, title, experiment->summary );
	experiment->run( page );
	tlHtml_End( &page->html, footer );
	if ( root == NULL )
	{
		printf( "\n" );
	}
	else
	{
		json_object_set_new( root, experiment->name, page->tables );
	}
	if ( page->result == tl_success )
	{
		char name[96];
		snprintf( name, sizeof name, "%s.html", experiment->name );
		tlOutputFile* file;
		page->result = tlOutputDir_Open( dir, name, &file, &page->error );
		if ( page->result == tl_success )
		{
			page->result = tlText_Write( &page->html, file, &page->error );
		}
	}
	tlResult result = page->result;
	if ( result != tl_success && error != NULL )
	{
		*error = page->error;
	}
	for ( int32_t i = 0; i < page->imageCount; ++i )
	{
		tlDestroyImage( page->images[i] );
	}
	tlText_Free( &page->html );
	tlFree( page->cells );
	free( page );
	return result;
}
