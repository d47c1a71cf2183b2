// The generated tables of docs/materials.md: the library of fabrics, with the source of every number.
// SPDX-License-Identifier: MIT
#include "scene_tables.h"
#include "text.h"

#include "base/core.h"

static const char* FindUnit( const char* field )
{
	const tlField* f = tlFindField( &tlSceneMaterialTable, field );
	return f != NULL && f->unit != NULL ? f->unit : "";
}

// A row per entry of a kind, a column per number of the first.
static void AddOverview( tlText* text, tlFabricKind kind )
{
	bool first = true;
	for ( int32_t i = 0; i < tlGetFabricCount(); ++i )
	{
		const tlFabricEntry* entry = tlGetFabricEntry( i );
		if ( entry->kind != kind )
		{
			continue;
		}
		if ( first )
		{
			tlText_Print( text, "| %s |", tlGetFabricKindName( kind ) );
			for ( int32_t k = 0; k < entry->numberCount; ++k )
			{
				const char* unit = FindUnit( entry->numbers[k].field );
				tlText_Print( text, " %s%s%s |", entry->numbers[k].field, unit[0] != 0 ? " " : "", unit );
			}
			tlText_Add( text, "\n| --- |" );
			for ( int32_t k = 0; k < entry->numberCount; ++k )
			{
				tlText_Add( text, " --- |" );
			}
			tlText_Add( text, "\n" );
			first = false;
		}
		tlText_Print( text, "| `\"%s\"` |", entry->name );
		for ( int32_t k = 0; k < entry->numberCount; ++k )
		{
			tlText_Print( text, " %.6g |", entry->numbers[k].value );
		}
		tlText_Add( text, "\n" );
	}
}

// What every entry has in common is told once.
static bool IsCommon( tlFabricKind kind, const tlFabricNumber* number )
{
	for ( int32_t i = 0; i < tlGetFabricCount(); ++i )
	{
		const tlFabricEntry* entry = tlGetFabricEntry( i );
		bool same = entry->kind != kind;
		for ( int32_t k = 0; k < entry->numberCount && !same; ++k )
		{
			same = strcmp( entry->numbers[k].field, number->field ) == 0 &&
			       strcmp( entry->numbers[k].source, number->source ) == 0;
		}
		if ( !same )
		{
			return false;
		}
	}
	return true;
}

static void AddSources( tlText* text, tlFabricKind kind )
{
	bool anyCommon = false;
	for ( int32_t i = 0; i < tlGetFabricCount(); ++i )
	{
		const tlFabricEntry* entry = tlGetFabricEntry( i );
		if ( entry->kind != kind )
		{
			continue;
		}
		for ( int32_t k = 0; k < entry->numberCount && !anyCommon; ++k )
		{
			const tlFabricNumber* number = entry->numbers + k;
			if ( IsCommon( kind, number ) )
			{
				tlText_Print( text, "- `%s` of all: %s.\n", number->field, number->source );
			}
		}
		anyCommon = true;
		tlText_Print( text, "\n### %s\n\n%s%s%s\n\n| number | value | unit | source |\n| --- | --- | --- | --- |\n",
		              entry->name, entry->description, entry->note[0] != 0 ? " " : "", entry->note );
		for ( int32_t k = 0; k < entry->numberCount; ++k )
		{
			const tlFabricNumber* number = entry->numbers + k;
			if ( !IsCommon( kind, number ) )
			{
				tlText_Print( text, "| `%s` | %.6g | %s | %s |\n", number->field, number->value, FindUnit( number->field ),
				              number->source );
			}
		}
	}
}

static void AddSliders( tlText* text )
{
	tlText_Add( text, "| slider | stretch [m/N] | shear [m/N] | bend [m/N] |\n| --- | --- | --- | --- |\n" );
	for ( int i = 0; i <= 6; ++i )
	{
		tlReal s = (tlReal)( i / 6.0 );
		tlText_Print(
		    text, "| %.3g | %.2g | %.2g | %.2g |\n", (double)s, (double)tlGetSliderCompliance( tl_stretchFamily, s ),
		    (double)tlGetSliderCompliance( tl_shearFamily, s ), (double)tlGetSliderCompliance( tl_bendFamily, s ) );
	}
}

bool tlAddMaterialDocs( tlText* text, const char* key )
{
	if ( strcmp( key, "cloths" ) == 0 )
	{
		AddOverview( text, tl_clothKind );
	}
	else if ( strcmp( key, "ropes" ) == 0 )
	{
		AddOverview( text, tl_ropeKind );
	}
	else if ( strcmp( key, "cloth-sources" ) == 0 )
	{
		AddSources( text, tl_clothKind );
	}
	else if ( strcmp( key, "rope-sources" ) == 0 )
	{
		AddSources( text, tl_ropeKind );
	}
	else if ( strcmp( key, "sliders" ) == 0 )
	{
		AddSliders( text );
	}
	else
	{
		return false;
	}
	return true;
}
