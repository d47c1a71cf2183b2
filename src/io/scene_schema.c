// The JSON Schema (draft 7, which every editor knows), generated from the tables.
// SPDX-License-Identifier: MIT
#include "scene_tables.h"

#include "base/core.h"

#include <stdio.h>

// No control characters.
static const char s_plainPattern[] = "^[^\\u0000-\\u001F\\u007F-\\u009F]*$";

static json_t* MakeValue( const tlField* field, json_t* definitions );

static void Put( json_t* object, const char* name, json_t* value )
{
	json_object_set_new( object, name, value );
}

// Bounds such as 1 are written 1 and not 1.0.
static json_t* MakeNumber( double value )
{
	bool whole = value == floor( value ) && fabs( value ) < 1e15;
	return whole ? json_integer( (json_int_t)value ) : json_real( value );
}

static json_t* MakeNumberType( const tlField* field, const char* type )
{
	json_t* json = json_pack( "{s:s}", "type", type );
	if ( field->flags & ( tl_atLeast | tl_above ) )
	{
		Put( json, ( field->flags & tl_above ) ? "exclusiveMinimum" : "minimum", MakeNumber( field->least ) );
	}
	if ( field->flags & ( tl_atMost | tl_below ) )
	{
		Put( json, ( field->flags & tl_below ) ? "exclusiveMaximum" : "maximum", MakeNumber( field->most ) );
	}
	return json;
}

static json_t* MakeNumbers( const tlField* field, int count )
{
	json_t* array = json_pack( "{s:s, s:o, s:i, s:i}", "type", "array", "items", MakeNumberType( field, "number" ),
	                           "minItems", count, "maxItems", count );
	return ( field->flags & tl_splat ) ? json_pack( "{s:[oo]}", "anyOf", MakeNumberType( field, "number" ), array ) : array;
}

// The names between bars as separate alternatives that each require one field.
static json_t* MakeOneOf( const char* list )
{
	json_t* choices = json_array();
	const char* item;
	for ( size_t length; ( length = tlNextInList( &list, &item ) ) > 0; )
	{
		json_array_append_new( choices, json_pack( "{s:[s%]}", "required", item, length ) );
	}
	return choices;
}

static bool IsRequired( const tlField* field )
{
	return field->fallback == NULL && field->absent == NULL;
}

// For each value of the tag: what must be there with it, and what may not.
static json_t* MakeVariants( const tlTable* table )
{
	json_t* all = json_array();
	const tlField* tag = tlFindField( table, table->tag );
	for ( int32_t i = 0; i < tag->nameCount; ++i )
	{
		json_t* required = json_array();
		json_t* properties = json_object();
		for ( int32_t k = 0; k < table->fieldCount; ++k )
		{
			const tlField* field = &table->fields[k];
			if ( field->only == NULL )
			{
				continue;
			}
			if ( !tlListHolds( field->only, tag->names[i] ) )
			{
				Put( properties, field->name, json_false() );
			}
			else if ( IsRequired( field ) )
			{
				json_array_append_new( required, json_string( field->name ) );
			}
		}
		json_t* when =
		    json_pack( "{s:{s:{s:s}}, s:[s]}", "properties", table->tag, "const", tag->names[i], "required", table->tag );
		json_t* then = json_pack( "{s:o, s:o}", "properties", properties, "required", required );
		json_array_append_new( all, json_pack( "{s:o, s:o}", "if", when, "then", then ) );
	}
	return all;
}

static json_t* MakeProperty( const tlField* field, json_t* definitions )
{
	json_t* json = MakeValue( field, definitions );
	char text[600];
	snprintf( text, sizeof text, "%s%s%s%s%s%s", field->doc, field->unit != NULL ? " [" : "",
	          field->unit != NULL ? field->unit : "", field->unit != NULL ? "]" : "",
	          field->absent != NULL ? " Absent: " : "", field->absent != NULL ? field->absent : "" );
	Put( json, "description", json_string( text ) );
	if ( field->fallback != NULL && field->absent == NULL )
	{
		Put( json, "default", json_loads( field->fallback, JSON_DECODE_ANY, NULL ) );
	}
	return json;
}

static json_t* MakeObject( const tlTable* table, json_t* definitions )
{
	json_t* properties = json_object();
	json_t* required = json_array();
	json_t* dependencies = json_object();
	for ( int32_t i = 0; i < table->fieldCount; ++i )
	{
		const tlField* field = &table->fields[i];
		Put( properties, field->name, MakeProperty( field, definitions ) );
		if ( IsRequired( field ) && field->only == NULL )
		{
			json_array_append_new( required, json_string( field->name ) );
		}
		if ( field->needs != NULL )
		{
			Put( dependencies, field->name, json_pack( "[s]", field->needs ) );
		}
	}
	json_t* json = json_pack( "{s:s, s:s, s:o, s:b}", "description", table->doc, "type", "object", "properties", properties,
	                          "additionalProperties", 0 );
	Put( json, "required", required );
	Put( json, "dependencies", dependencies );
	if ( table->oneOf != NULL )
	{
		Put( json, "oneOf", MakeOneOf( table->oneOf ) );
	}
	if ( table->tag != NULL )
	{
		Put( json, "allOf", MakeVariants( table ) );
	}
	return json;
}

// A reference to the definition of a table, which is made when it is met first. In a list of one, because what stands
// beside a bare reference is ignored.
static json_t* MakeReference( const tlTable* table, json_t* definitions )
{
	if ( json_object_get( definitions, table->name ) == NULL )
	{
		Put( definitions, table->name, json_object() ); // so that a table that holds itself ends
		Put( definitions, table->name, MakeObject( table, definitions ) );
	}
	return json_pack( "{s:[{s:s+}]}", "allOf", "$ref", "#/definitions/", table->name );
}

static json_t* MakeList( const tlField* field, json_t* definitions )
{
	json_t* items = MakeValue( field->element, definitions );
	json_t* json = json_pack( "{s:s, s:o}", "type", "array", "items", items );
	if ( field->leastCount > 0 )
	{
		Put( json, "minItems", json_integer( field->leastCount ) );
	}
	if ( field->mostCount > 0 )
	{
		Put( json, "maxItems", json_integer( field->mostCount ) );
	}
	return json;
}

static json_t* MakeValue( const tlField* field, json_t* definitions )
{
	json_t* json = NULL;
	switch ( field->kind )
	{
		case tl_boolField:
			return json_pack( "{s:s}", "type", "boolean" );
		case tl_intField:
		case tl_seedField:
			return MakeNumberType( field, "integer" );
		case tl_realField:
		case tl_doubleField:
			return MakeNumberType( field, "number" );
		case tl_textField:
			json = json_pack( "{s:s}", "type", "string" );
			if ( field->leastCount > 0 )
			{
				Put( json, "minLength", json_integer( field->leastCount ) );
			}
			if ( field->flags & tl_plain )
			{
				Put( json, "pattern", json_string( s_plainPattern ) );
			}
			return json;
		case tl_enumField:
			json = json_array();
			for ( int32_t i = 0; i < field->nameCount; ++i )
			{
				json_array_append_new( json, json_string( field->names[i] ) );
			}
			return json_pack( "{s:o}", "enum", json );
		case tl_vectorField:
		case tl_pointField:
		case tl_optionalPointField:
			return MakeNumbers( field, 3 );
		case tl_quatField:
			return MakeNumbers( field, 4 );
		case tl_rangeField:
			return json_pack( "{s:[{s:s, s:i}, {s:s, s:{s:s, s:i}, s:i, s:i}]}", "anyOf", "type", "integer", "minimum", 0,
			                  "type", "array", "items", "type", "integer", "minimum", 0, "minItems", 2, "maxItems", 2 );
		case tl_objectField:
		case tl_optionalField:
			return MakeReference( field->table, definitions );
		case tl_arrayField:
			return MakeList( field, definitions );
		case tl_mapField:
			json = json_pack( "{s:s, s:o}", "type", "object", "additionalProperties",
			                  MakeValue( field->element, definitions ) );
			if ( field->flags & tl_plain )
			{
				Put( json, "propertyNames", json_pack( "{s:s}", "pattern", s_plainPattern ) );
			}
			return json;
		case tl_eitherField:
			json = json_array();
			for ( int32_t i = 0; i < field->elementCount; ++i )
			{
				json_array_append_new( json, MakeValue( &field->element[i], definitions ) );
			}
			return json_pack( "{s:o}", "anyOf", json );
		default:
			return json_pack( "{s:s}", "type", "string" );
	}
}

json_t* tlMakeSchema( const tlTable* table, const char* id, const char* title )
{
	json_t* definitions = json_object();
	json_t* root = MakeObject( table, definitions );
	json_t* schema =
	    json_pack( "{s:s, s:s, s:s}", "$schema", "http://json-schema.org/draft-07/schema#", "$id", id, "title", title );
	if ( schema != NULL )
	{
		json_object_update( schema, root );
		json_object_set( schema, "definitions", definitions );
	}
	json_decref( root );
	json_decref( definitions );
	return schema;
}

char* tlPrintSceneSchema( void )
{
	json_t* schema = tlMakeSchema( &tlSceneTable, "tulle.schema.json", "A scene of Tulle" );
	char* text = schema != NULL ? json_dumps( schema, JSON_INDENT( 2 ) | JSON_REAL_PRECISION( 9 ) ) : NULL;
	json_decref( schema );
	return text;
}
