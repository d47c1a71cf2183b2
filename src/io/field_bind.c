// Binding: from JSON values to structs, by the tables.
// SPDX-License-Identifier: MIT
#include "field.h"

#include "base/core.h"

#include <math.h>
#include <stdio.h>

// What a field is bound to, and how strictly.
typedef struct tlTarget
{
	void* object;
	bool fresh;   // fields of objects in place take their defaults
	bool trusted; // the value is a default of ours, which may lie outside the bounds to say "absent"
} tlTarget;

static tlResult BindValue( tlBinder* binder, const tlPath* path, const tlField* field, const json_t* json, tlTarget target );

static const char* DescribeValue( const json_t* json, char* buffer, size_t capacity )
{
	switch ( json_typeof( json ) )
	{
		case JSON_STRING:
			snprintf( buffer, capacity, strlen( json_string_value( json ) ) > 40 ? "\"%.40s..\"" : "\"%.40s\"",
			          json_string_value( json ) );
			break;
		case JSON_INTEGER:
			snprintf( buffer, capacity, "%lld", (long long)json_integer_value( json ) );
			break;
		case JSON_REAL:
			snprintf( buffer, capacity, "%.9g", json_real_value( json ) );
			break;
		case JSON_OBJECT:
			snprintf( buffer, capacity, "an object" );
			break;
		case JSON_ARRAY:
			snprintf( buffer, capacity, "an array of %zu", json_array_size( json ) );
			break;
		default:
			snprintf( buffer, capacity, "%s", json_is_true( json ) ? "true" : ( json_is_false( json ) ? "false" : "null" ) );
			break;
	}
	return buffer;
}

static tlResult FailValue( tlBinder* binder, const tlPath* path, const tlField* field, const json_t* json )
{
	char wanted[320];
	char given[64];
	tlDescribeField( field, wanted, sizeof wanted );
	return tlBinder_Fail( binder, path, NULL, false, "must be %s, not %s", wanted,
	                      DescribeValue( json, given, sizeof given ) );
}

static bool IsInRange( const tlField* field, double value, double least, double most )
{
	return ( !( field->flags & tl_atLeast ) || value >= least ) &&
	       ( !( field->flags & tl_above ) || value > field->least ) && ( !( field->flags & tl_atMost ) || value <= most ) &&
	       ( !( field->flags & tl_below ) || value < field->most );
}

static bool IsInBounds( const tlField* field, double value )
{
	return IsInRange( field, value, field->least, field->most );
}

// ---- numbers

// Reads a number that fits in single precision where the field asks for it, so that a scene means the same in both.
static tlResult ReadNumber( tlBinder* binder, const tlPath* path, const tlField* field, const json_t* json, bool single,
                            bool trusted, double* value )
{
	if ( !json_is_number( json ) )
	{
		return FailValue( binder, path, field, json );
	}
	*value = json_number_value( json );
	if ( trusted )
	{
		return tl_success;
	}
	if ( single && fabs( *value ) > 3e38 )
	{
		return tlBinder_Fail( binder, path, NULL, false, "%.9g is too large", *value );
	}
	// A number that is not zero and becomes zero in single precision must not slip past a bound "above 0"; one that is equal
	// to a bound stays so.
	double kept = single ? (double)(float)*value : *value;
	bool fits = IsInRange( field, kept, single ? (double)(float)field->least : field->least,
	                       single ? (double)(float)field->most : field->most );
	return IsInBounds( field, *value ) && fits ? tl_success : FailValue( binder, path, field, json );
}

static tlResult ReadWhole( tlBinder* binder, const tlPath* path, const tlField* field, const json_t* json, bool trusted,
                           int64_t* value )
{
	if ( json_is_integer( json ) )
	{
		*value = json_integer_value( json );
	}
	else if ( json_is_real( json ) && fabs( json_real_value( json ) ) < 9e15 &&
	          floor( json_real_value( json ) ) == json_real_value( json ) )
	{
		*value = (int64_t)json_real_value( json ); // 8.0 and 1e3 are whole
	}
	else
	{
		return FailValue( binder, path, field, json );
	}
	if ( !trusted && !IsInBounds( field, (double)*value ) )
	{
		return FailValue( binder, path, field, json );
	}
	if ( field->kind != tl_seedField && ( *value > INT32_MAX || *value < INT32_MIN ) )
	{
		return tlBinder_Fail( binder, path, NULL, false, "%lld is too large", (long long)*value );
	}
	return tl_success;
}

// Reads `count` numbers, from an array of as many or, where allowed, from one number.
static tlResult ReadNumbers( tlBinder* binder, const tlPath* path, const tlField* field, const json_t* json, bool trusted,
                             bool single, double* values, size_t count )
{
	bool splat = ( field->flags & tl_splat ) && json_is_number( json );
	if ( !splat && ( !json_is_array( json ) || json_array_size( json ) != count ) )
	{
		return FailValue( binder, path, field, json );
	}
	tlField part = { .kind = single ? tl_realField : tl_doubleField,
		             .flags = field->flags & ~tl_splat,
		             .least = field->least,
		             .most = field->most };
	for ( size_t i = 0; i < count; ++i )
	{
		tlPath element = { path, NULL, (int32_t)i };
		const json_t* value = splat ? json : json_array_get( json, i );
		tlResult result =
		    ReadNumber( binder, splat ? path : &element, splat ? field : &part, value, single, trusted, &values[i] );
		if ( result != tl_success )
		{
			return result;
		}
	}
	return tl_success;
}

static tlResult BindVector( tlBinder* binder, const tlPath* path, const tlField* field, const json_t* json, bool trusted,
                            void* out )
{
	double v[4];
	bool single = field->kind == tl_vectorField || field->kind == tl_quatField;
	size_t count = field->kind == tl_quatField ? 4 : 3;
	tlResult result = ReadNumbers( binder, path, field, json, trusted, single, v, count );
	if ( result != tl_success )
	{
		return result;
	}
	if ( field->kind == tl_vectorField )
	{
		tlVec3 vector = { (tlReal)v[0], (tlReal)v[1], (tlReal)v[2] };
		memcpy( out, &vector, sizeof vector );
	}
	else if ( field->kind != tl_quatField )
	{
		tlPosition point = { v[0], v[1], v[2] };
		memcpy( out, &point, sizeof point );
	}
	else
	{
		double length = sqrt( v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3] );
		if ( !( length > 1e-12 ) )
		{
			return tlBinder_Fail( binder, path, NULL, false, "must not be all zero" );
		}
		tlQuat q = { (tlReal)( v[0] / length ), (tlReal)( v[1] / length ), (tlReal)( v[2] / length ),
			         (tlReal)( v[3] / length ) };
		memcpy( out, &q, sizeof q );
	}
	return tl_success;
}

static tlResult BindNumber( tlBinder* binder, const tlPath* path, const tlField* field, const json_t* json, bool trusted,
                            void* out )
{
	if ( field->kind == tl_realField || field->kind == tl_doubleField )
	{
		double value = 0;
		tlResult result = ReadNumber( binder, path, field, json, field->kind == tl_realField, trusted, &value );
		if ( result == tl_success && field->kind == tl_realField )
		{
			*(tlReal*)out = (tlReal)value;
		}
		else if ( result == tl_success )
		{
			*(double*)out = value;
		}
		return result;
	}
	int64_t whole = 0;
	tlResult result = ReadWhole( binder, path, field, json, trusted, &whole );
	if ( result == tl_success && field->kind == tl_seedField )
	{
		*(uint64_t*)out = (uint64_t)whole;
	}
	else if ( result == tl_success )
	{
		*(int32_t*)out = (int32_t)whole;
	}
	return result;
}

static tlResult BindRange( tlBinder* binder, const tlPath* path, const tlField* field, const json_t* json,
                           tlIndexRange* out )
{
	tlField number = { .kind = tl_intField, .flags = tl_atLeast, .least = 0 };
	int64_t first = 0;
	int64_t last = 0;
	tlResult result;
	if ( json_is_array( json ) && json_array_size( json ) == 2 )
	{
		tlPath element = { path, NULL, 0 };
		result = ReadWhole( binder, &element, &number, json_array_get( json, 0 ), false, &first );
		element.index = 1;
		result =
		    result == tl_success ? ReadWhole( binder, &element, &number, json_array_get( json, 1 ), false, &last ) : result;
		if ( result == tl_success && last < first )
		{
			return tlBinder_Fail( binder, path, NULL, false, "the last vertex, %lld, comes before the first, %lld",
			                      (long long)last, (long long)first );
		}
	}
	else if ( json_is_number( json ) )
	{
		result = ReadWhole( binder, path, &number, json, false, &first );
		last = first;
	}
	else
	{
		result = FailValue( binder, path, field, json );
	}
	out->first = (int32_t)first;
	out->last = (int32_t)last;
	return result;
}

// ---- text

// The first control character of a UTF-8 text (U+0000 to U+001F, U+007F to U+009F); 0 when it has none.
static unsigned FindControl( const char* text )
{
	for ( const unsigned char* c = (const unsigned char*)text; *c != 0; ++c )
	{
		if ( *c < 0x20 || *c == 0x7F )
		{
			return *c;
		}
		if ( c[0] == 0xC2 && c[1] >= 0x80 && c[1] < 0xA0 )
		{
			return c[1];
		}
	}
	return 0;
}

static tlResult CheckPlain( tlBinder* binder, const tlPath* path, const tlField* field, const char* text, bool atKey )
{
	unsigned control = ( field->flags & tl_plain ) ? FindControl( text ) : 0;
	return control == 0 ? tl_success
	                    : tlBinder_Fail( binder, path, NULL, atKey,
	                                     "a name must not hold control characters, and this one holds U+%04X", control );
}

static tlResult BindText( tlBinder* binder, const tlPath* path, const tlField* field, const json_t* json, void* out )
{
	if ( !json_is_string( json ) )
	{
		return FailValue( binder, path, field, json );
	}
	const char* text = json_string_value( json );
	if ( field->kind == tl_enumField )
	{
		for ( int32_t i = 0; i < field->nameCount; ++i )
		{
			if ( strcmp( field->names[i], text ) == 0 )
			{
				int value = i; // every enum that is bound has the size of int
				memcpy( out, &value, sizeof value );
				return tl_success;
			}
		}
		return FailValue( binder, path, field, json );
	}
	if ( text[0] == 0 && field->leastCount > 0 )
	{
		return tlBinder_Fail( binder, path, NULL, false, "must not be empty" );
	}
	tlResult result = CheckPlain( binder, path, field, text, false );
	if ( result != tl_success )
	{
		return result;
	}
	char* copy = tlPool_Copy( binder->pool, text, strlen( text ) );
	if ( copy == NULL )
	{
		return tlFailMemory( binder->error );
	}
	memcpy( out, &copy, sizeof copy );
	return tl_success;
}

// ---- arrays and maps

static tlResult BindArray( tlBinder* binder, const tlPath* path, const tlField* field, const json_t* json, tlTarget target )
{
	bool map = field->kind == tl_mapField;
	size_t count = map ? json_object_size( json ) : json_array_size( json );
	if ( ( map ? !json_is_object( json ) : !json_is_array( json ) ) || count < (size_t)field->leastCount ||
	     ( field->mostCount > 0 && count > (size_t)field->mostCount ) || count > INT32_MAX )
	{
		return FailValue( binder, path, field, json );
	}
	char* elements = count > 0 ? tlPool_Alloc( binder->pool, count, field->elementSize ) : NULL;
	if ( count > 0 && elements == NULL )
	{
		return tlFailMemory( binder->error );
	}
	memcpy( (char*)target.object + field->offset, &elements, sizeof elements );
	*(int32_t*)(void*)( (char*)target.object + field->countOffset ) = (int32_t)count;

	void* iterator = map ? json_object_iter( (json_t*)json ) : NULL;
	for ( size_t i = 0; i < count; ++i )
	{
		char* element = elements + i * field->elementSize;
		const json_t* value = map ? json_object_iter_value( iterator ) : json_array_get( json, i );
		tlPath child = { path, map ? json_object_iter_key( iterator ) : NULL, (int32_t)i };
		tlResult result = map ? CheckPlain( binder, &child, field, child.key, true ) : tl_success;
		if ( result != tl_success )
		{
			return result;
		}
		if ( map )
		{
			const char* name = tlPool_Copy( binder->pool, child.key, strlen( child.key ) );
			if ( name == NULL )
			{
				return tlFailMemory( binder->error );
			}
			memcpy( element, &name, sizeof name );
		}
		tlTarget inner = { element, true, target.trusted };
		result = BindValue( binder, &child, field->element, value, inner );
		if ( result != tl_success )
		{
			return result;
		}
		iterator = map ? json_object_iter_next( (json_t*)json, iterator ) : NULL;
	}
	return tl_success;
}

// ---- one of several

static bool Accepts( const tlField* field, const json_t* json )
{
	switch ( field->kind )
	{
		case tl_boolField:
			return json_is_boolean( json );
		case tl_intField:
		case tl_seedField:
		case tl_realField:
		case tl_doubleField:
			return json_is_number( json );
		case tl_textField:
		case tl_enumField:
			return json_is_string( json );
		case tl_objectField:
		case tl_optionalField:
		case tl_mapField:
			return json_is_object( json );
		default:
			return json_is_array( json ) || ( ( field->flags & tl_splat ) && json_is_number( json ) );
	}
}

static tlResult BindValue( tlBinder* binder, const tlPath* path, const tlField* field, const json_t* json, tlTarget target )
{
	void* out = (char*)target.object + field->offset;
	switch ( field->kind )
	{
		case tl_boolField:
			if ( !json_is_boolean( json ) )
			{
				return FailValue( binder, path, field, json );
			}
			*(bool*)out = json_is_true( json );
			return tl_success;
		case tl_intField:
		case tl_seedField:
		case tl_realField:
		case tl_doubleField:
			return BindNumber( binder, path, field, json, target.trusted, out );
		case tl_textField:
		case tl_enumField:
			return BindText( binder, path, field, json, out );
		case tl_vectorField:
		case tl_pointField:
		case tl_quatField:
			return BindVector( binder, path, field, json, target.trusted, out );
		case tl_optionalPointField:
		{
			void* point = tlPool_Alloc( binder->pool, 1, sizeof( tlPosition ) );
			memcpy( out, &point, sizeof point );
			return point != NULL ? BindVector( binder, path, field, json, target.trusted, point )
			                     : tlFailMemory( binder->error );
		}
		case tl_rangeField:
			return BindRange( binder, path, field, json, out );
		case tl_arrayField:
		case tl_mapField:
			return BindArray( binder, path, field, json, target );
		case tl_eitherField:
			for ( int32_t i = 0; i < field->elementCount; ++i )
			{
				if ( Accepts( &field->element[i], json ) )
				{
					return BindValue( binder, path, &field->element[i], json, target );
				}
			}
			return FailValue( binder, path, field, json );
		case tl_objectField:
		case tl_optionalField:
			if ( !json_is_object( json ) )
			{
				return FailValue( binder, path, field, json );
			}
			if ( field->kind == tl_optionalField )
			{
				void* inner = tlPool_Alloc( binder->pool, 1, field->table->size );
				memcpy( out, &inner, sizeof inner );
				return inner != NULL ? tlBindObject( binder, path, field->table, json, inner, true )
				                     : tlFailMemory( binder->error );
			}
			return tlBindObject( binder, path, field->table, json, out, target.fresh );
		default:
			return tl_success;
	}
}

// ---- objects

static const char* NextFieldName( void* context, int32_t index )
{
	const tlTable* table = context;
	return index < table->fieldCount ? table->fields[index].name : NULL;
}

static tlResult FailUnknown( tlBinder* binder, const tlPath* path, const tlTable* table, const char* key )
{
	const char* nearest = tlFindNearest( key, NextFieldName, (void*)table );
	if ( nearest != NULL )
	{
		return tlBinder_Fail( binder, path, key, true, "there is no such field; did you mean \"%s\"?", nearest );
	}
	char all[360] = "";
	for ( int32_t i = 0; i < table->fieldCount; ++i )
	{
		size_t used = strlen( all );
		snprintf( all + used, sizeof all - used, "%s%s", i > 0 ? ", " : "", table->fields[i].name );
	}
	return tlBinder_Fail( binder, path, key, true, "there is no such field; %s has %s", table->title, all );
}

// Exactly one of the fields in the table's list.
static tlResult CheckOneOf( tlBinder* binder, const tlPath* path, const tlTable* table, const json_t* json )
{
	char all[160] = "";
	char first[64] = "";
	char second[64] = "";
	const char* list = table->oneOf;
	const char* item;
	for ( size_t length; ( length = tlNextInList( &list, &item ) ) > 0; )
	{
		size_t used = strlen( all );
		const char* comma = used == 0 ? "" : ( *list == 0 ? " or " : ", " );
		snprintf( all + used, sizeof all - used, "%s%.*s", comma, (int)length, item );
		char name[64];
		snprintf( name, sizeof name, "%.*s", (int)length, item );
		if ( json_object_get( json, name ) != NULL )
		{
			char* slot = first[0] == 0 ? first : second;
			memcpy( slot, name, sizeof name );
		}
	}
	if ( second[0] != 0 )
	{
		return tlBinder_Fail( binder, path, second, true, "%s takes only one of %s, and \"%s\" is given already",
		                      table->title, all, first );
	}
	return first[0] != 0 || all[0] == 0
	           ? tl_success
	           : tlBinder_Fail( binder, path, NULL, false, "%s needs one of %s", table->title, all );
}

// Whether a field is for this variant, and its partner there.
static tlResult CheckPresent( tlBinder* binder, const tlPath* path, const tlTable* table, const tlField* field,
                              const json_t* json, const char* variant, bool fresh )
{
	if ( field->only != NULL && !tlListHolds( field->only, variant ) )
	{
		char list[160];
		snprintf( list, sizeof list, "%s", field->only );
		for ( char* c = list; *c != 0; ++c )
		{
			*c = *c == '|' ? '/' : *c;
		}
		return tlBinder_Fail( binder, path, field->name, true, "does not go with the %s \"%s\", only with %s", table->tag,
		                      variant, list );
	}
	if ( fresh && field->needs != NULL && json_object_get( json, field->needs ) == NULL )
	{
		return tlBinder_Fail( binder, path, field->name, true, "needs \"%s\" beside it", field->needs );
	}
	return tl_success;
}

static tlResult BindAbsent( tlBinder* binder, const tlPath* path, const tlField* field, const char* variant, void* object )
{
	if ( field->fallback != NULL )
	{
		json_t* fallback = json_loads( field->fallback, JSON_DECODE_ANY, NULL );
		if ( fallback == NULL )
		{
			return tlFailMemory( binder->error );
		}
		tlPath child = { path, field->name, 0 };
		tlTarget target = { object, true, true };
		tlResult result = BindValue( binder, &child, field, fallback, target );
		json_decref( fallback );
		return result;
	}
	bool required = field->absent == NULL && field->kind != tl_ignoredField &&
	                ( field->only == NULL || tlListHolds( field->only, variant ) );
	if ( required )
	{
		char wanted[320];
		return tlBinder_Fail( binder, path, NULL, false, "\"%s\" is missing; it must be %s", field->name,
		                      tlDescribeField( field, wanted, sizeof wanted ) );
	}
	return tl_success;
}

tlResult tlBindObject( tlBinder* binder, const tlPath* path, const tlTable* table, const json_t* json, void* object,
                       bool fresh )
{
	void* iterator = json_object_iter( (json_t*)json );
	for ( ; iterator != NULL; iterator = json_object_iter_next( (json_t*)json, iterator ) )
	{
		if ( tlFindField( table, json_object_iter_key( iterator ) ) == NULL )
		{
			return FailUnknown( binder, path, table, json_object_iter_key( iterator ) );
		}
	}
	const char* variant = "";
	tlResult result = tl_success;
	for ( int32_t i = 0; i < table->fieldCount && result == tl_success; ++i )
	{
		const tlField* field = &table->fields[i];
		const json_t* value = json_object_get( json, field->name );
		if ( value == NULL )
		{
			result = fresh ? BindAbsent( binder, path, field, variant, object ) : tl_success;
			continue;
		}
		tlPath child = { path, field->name, 0 };
		bool overlay = fresh && ( field->flags & tl_overlay );
		tlTarget target = { object, fresh && !overlay, false };
		result = CheckPresent( binder, path, table, field, json, variant, fresh );
		result = result == tl_success && overlay ? BindAbsent( binder, path, field, variant, object ) : result;
		result = result == tl_success ? BindValue( binder, &child, field, value, target ) : result;
		if ( table->tag != NULL && strcmp( table->tag, field->name ) == 0 )
		{
			variant = result == tl_success ? json_string_value( value ) : variant; // the tag stands first in its table
		}
	}
	if ( result == tl_success && fresh )
	{
		result = CheckOneOf( binder, path, table, json );
	}
	return result == tl_success && table->finish != NULL ? table->finish( binder, path, json, object ) : result;
}
