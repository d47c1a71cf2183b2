// A binding between JSON and C structs. A table has a line per field, and this one line drives the parser, the sentence
// for a wrong value, the JSON Schema, the tables of the documentation and `--set path=value`.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/math.h"

#include <jansson.h>

// ---- memory of a scene: taken piece by piece, given back at once

typedef struct tlPool
{
	struct tlPoolBlock* blocks;
} tlPool;

// Zeroed; null when memory runs out or the size overflows.
void* tlPool_Alloc( tlPool* pool, size_t count, size_t elementSize );
char* tlPool_Copy( tlPool* pool, const char* text, size_t length );
void tlPool_Free( tlPool* pool );

// ---- fields

typedef enum tlFieldKind
{
	tl_boolField,          // bool
	tl_intField,           // int32_t
	tl_seedField,          // uint64_t
	tl_realField,          // tlReal
	tl_doubleField,        // double
	tl_textField,          // const char*
	tl_enumField,          // an enum: the index of one of `names`
	tl_vectorField,        // tlVec3, written [x, y, z]
	tl_pointField,         // tlPosition, written [x, y, z]
	tl_quatField,          // tlQuat, written [x, y, z, w]; brought to unit length
	tl_rangeField,         // tlIndexRange, written 7 or [7, 12]
	tl_objectField,        // a struct with a table, in place
	tl_optionalField,      // a pointer to a struct with a table; null when absent
	tl_optionalPointField, // a pointer to a tlPosition, written [x, y, z]; null when absent
	tl_arrayField,         // a pointer and a count of elements
	tl_mapField,           // the same, written as an object; an element begins with `const char* name`
	tl_eitherField,        // one of several fields, told apart by the JSON type of the value
	tl_ignoredField,       // allowed, without effect
} tlFieldKind;

// Vertices first to last, both included.
typedef struct tlIndexRange
{
	int32_t first;
	int32_t last;
} tlIndexRange;

enum
{
	tl_atLeast = 1,  // value >= least
	tl_above = 2,    // value > least
	tl_atMost = 4,   // value <= most
	tl_below = 8,    // value < most
	tl_splat = 16,   // a vector may be written as one number, for all three
	tl_overlay = 32, // an object in place: what it leaves out is taken from the fallback of its field, not of its table
	tl_plain = 64,   // a text, or the names of a map, that hold no control characters: they go into tables and terminals
};

typedef struct tlTable tlTable;
typedef struct tlField tlField;

struct tlField
{
	const char* name;
	tlFieldKind kind;
	size_t offset;
	int flags; // which bounds hold, of numbers and of each part of a vector
	double least, most;
	const char* fallback; // default as JSON text; null: required, unless absent says what its absence means
	const char* absent;   // what absence means, in words: "the material's"
	const char* unit;     // "m/s"; null: none
	const char* doc;      // one sentence
	const char* only;     // values of the tag that this field belongs to: "sphere|capsule"; null: all
	const char* needs;    // another field that must be there too
	const char* const* names;
	int32_t nameCount;
	const tlTable* table;   // object, optional
	const tlField* element; // array, map: of an element, at offset 0; either: the alternatives
	int32_t elementCount;   // either
	size_t elementSize;     // array, map
	size_t countOffset;     // array, map
	int32_t leastCount;     // array, map
	int32_t mostCount;      // array, map; 0: without bound
};

typedef struct tlBinder tlBinder;
typedef struct tlPath tlPath;

struct tlTable
{
	const char* name;  // of the section in the documentation and of the schema's definition
	const char* title; // "a body"
	const char* doc;   // one sentence
	const tlField* fields;
	int32_t fieldCount;
	size_t size;
	const char* oneOf; // exactly one of these fields must be there: "grid|mesh|rope"
	const char* tag;   // the field that says which variant this is

	// After the fields: cross checks and derived values. json tells which fields were given. May be null.
	tlResult ( *finish )( tlBinder* binder, const tlPath* path, const json_t* json, void* object );
};

// ---- where a value came from

typedef struct tlOverride
{
	const char* text;    // "budget.substeps=8", as given
	const char* pointer; // "/budget/substeps"
} tlOverride;

typedef struct tlSource
{
	const char* name; // of the file, for sentences
	const char* text;
	size_t length;
	tlOverride* overrides;
	int32_t overrideCount;
} tlSource;

// "FILE:LINE:COLUMN: bodies[0].name: SENTENCE", or "--set TEXT: bodies[0].name: SENTENCE" when an override brought the
// value. Where the pointer leads nowhere, the nearest place around it is named. Returns tl_invalidFile.
tlResult tlSource_Fail( const tlSource* source, tlError* error, const char* pointer, bool atKey, const char* format, ... )
#if defined( __GNUC__ )
    __attribute__( ( format( printf, 5, 6 ) ) )
#endif
    ;

// ---- binding

// A place in the tree, kept on the stack while binding.
struct tlPath
{
	const tlPath* parent; // null: the root
	const char* key;      // null: an element of an array
	int32_t index;
};

struct tlBinder
{
	tlPool* pool;
	const tlSource* source;
	tlError* error;
};

// Binds an object to a struct. fresh: absent fields take their defaults, and required ones must be there; otherwise they
// keep what the struct holds.
tlResult tlBindObject( tlBinder* binder, const tlPath* path, const tlTable* table, const json_t* json, void* object,
                       bool fresh );

// Fails at a field of the object at path; field null: at the object itself. atKey: at its name.
tlResult tlBinder_Fail( tlBinder* binder, const tlPath* path, const char* field, bool atKey, const char* format, ... )
#if defined( __GNUC__ )
    __attribute__( ( format( printf, 5, 6 ) ) )
#endif
    ;

const tlField* tlFindField( const tlTable* table, const char* name );

// What a value of this field must be: "a whole number of at least 1". Returns buffer.
const char* tlDescribeField( const tlField* field, char* buffer, size_t capacity );

// Whether an item is in a list such as "sphere|capsule".
bool tlListHolds( const char* list, const char* item );

// Takes the next item of such a list; returns its length, 0 at the end.
size_t tlNextInList( const char** list, const char** item );

// The name nearest to a misspelt one, or null when none is near. next gives the names one after another, null at the end.
const char* tlFindNearest( const char* word, const char* ( *next )( void* context, int32_t index ), void* context );

// ---- what else the tables drive

// The JSON Schema of a table and all that it reaches; new reference, null when memory runs out.
json_t* tlMakeSchema( const tlTable* table, const char* id, const char* title );

// The table with this name, among all that can be reached from root; null for none.
const tlTable* tlFindTable( const tlTable* root, const char* name );
