// The two halves of the library of fabrics. Inside src/solver only.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/library.h"

extern const tlFabricEntry tl_libraryCloths[];
extern const int32_t tl_libraryClothCount;
extern const tlFabricEntry tl_libraryRopes[];
extern const int32_t tl_libraryRopeCount;

// Lines of the tables.
#define TL_ENTRY( id, which, list )                                                                                         \
	.name = ( id ), .kind = ( which ), .numbers = ( list ),                                                                 \
	.numberCount = (int32_t)( sizeof( list ) / sizeof( ( list )[0] ) )
