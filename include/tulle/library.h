// Tulle: a library of fabrics and ropes: what they measure, and where each number is from.
//
// Values that are published for the same fabric differ by a factor of ten and more, with the range of strain, the crimp and
// the finish. Where there is a choice, the small-strain secant is taken, since a cloth that drapes hardly stretches; the
// notes say what else was found. No entry is a standard: each is one cloth of its kind.
// SPDX-License-Identifier: MIT
#pragma once

#include "material.h"

#ifdef __cplusplus
extern "C"
{
#endif

typedef enum tlFabricKind
{
	tl_clothKind,
	tl_ropeKind,
	tl_fabricKindCount
} tlFabricKind;

// One number of an entry. A source begins with "derived: " and the formula where it follows from other numbers, and with
// "estimate: " and the reason where nothing was found.
typedef struct tlFabricNumber
{
	const char* field; // as tlMaterial_Find has it
	double value;      // SI
	const char* source;
} tlFabricNumber;

typedef struct tlFabricEntry
{
	const char* name; // lower case: "cotton"
	tlFabricKind kind;
	const char* description; // one sentence
	const char* note;        // where sources disagree; may be empty
	const tlFabricNumber* numbers;
	int32_t numberCount;
} tlFabricEntry;

// In the order of the library: cloths by name, then ropes by name.
int32_t tlGetFabricCount( void );
const tlFabricEntry* tlGetFabricEntry( int32_t index );
const char* tlGetFabricKindName( tlFabricKind kind ); // "cloth", "rope"

// The entry with this name, null for none.
const tlFabricEntry* tlFindFabric( const char* name );

// The default material with the numbers of an entry, measured.
tlMaterial tlMakeFabricMaterial( const tlFabricEntry* entry );

#ifdef __cplusplus
}
#endif
