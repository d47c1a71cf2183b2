// The library of fabrics: every entry is a valid material, says where each of its numbers is from, and is found by its name.
// SPDX-License-Identifier: MIT
#include "tulle/tulle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char* const s_clothFields[] = { "areaDensity",      "warpStiffness",  "weftStiffness",
	                                         "shearStiffness",   "poissonRatio",   "warpBending",
	                                         "weftBending",      "biasBending",    "stretchDampingRatio",
	                                         "bendDampingRatio", "staticFriction", "kineticFriction",
	                                         "thickness" };

static const char* const s_ropeFields[] = { "linearDensity",  "axialStiffness",      "ropeBending",
	                                        "ropeTwist",      "stretchDampingRatio", "bendDampingRatio",
	                                        "staticFriction", "kineticFriction",     "thickness" };

static const tlFabricNumber* FindNumber( const tlFabricEntry* entry, const char* field )
{
	for ( int32_t i = 0; i < entry->numberCount; ++i )
	{
		if ( strcmp( entry->numbers[i].field, field ) == 0 )
		{
			return entry->numbers + i;
		}
	}
	fail_msg( "%s has no %s", entry->name, field );
	return NULL;
}

static void EveryEntryIsValid( void** state )
{
	(void)state;
	assert_true( tlGetFabricCount() >= 19 );
	for ( int32_t i = 0; i < tlGetFabricCount(); ++i )
	{
		const tlFabricEntry* entry = tlGetFabricEntry( i );
		tlMaterial material = tlMakeFabricMaterial( entry );
		tlError error = { tl_success, "" };
		if ( tlValidateMaterial( &material, &error ) != tl_success )
		{
			fail_msg( "%s: %s", entry->name, error.message );
		}
		assert_true( material.measured );
		bool cloth = entry->kind == tl_clothKind;
		const char* const* fields = cloth ? s_clothFields : s_ropeFields;
		size_t count = cloth ? sizeof s_clothFields / sizeof *fields : sizeof s_ropeFields / sizeof *fields;
		assert_int_equal( entry->numberCount, count );
		for ( size_t k = 0; k < count; ++k )
		{
			const tlFabricNumber* number = FindNumber( entry, fields[k] );
			assert_true( number->value > 0 );
			assert_true( strlen( number->source ) >= 8 );
			assert_true( *tlMaterial_Find( &material, fields[k] ) == (tlReal)number->value );
		}
		// The curvature constraint takes its twist from here.
		assert_true( !cloth || material.biasBending < 4 / ( 1 / material.warpBending + 1 / material.weftBending ) );
		assert_true( strlen( entry->description ) > 8 && entry->note != NULL );
	}
}

static void EntriesAreFoundByName( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < tlGetFabricCount(); ++i )
	{
		const tlFabricEntry* entry = tlGetFabricEntry( i );
		assert_ptr_equal( tlFindFabric( entry->name ), entry );
		const tlFabricEntry* next = i + 1 < tlGetFabricCount() ? tlGetFabricEntry( i + 1 ) : NULL;
		assert_true( next == NULL || next->kind > entry->kind ||
		             ( next->kind == entry->kind && strcmp( entry->name, next->name ) < 0 ) );
	}
	assert_null( tlFindFabric( "coton" ) );
	assert_null( tlFindFabric( NULL ) );
	assert_string_equal( tlGetFabricKindName( tl_ropeKind ), "rope" );
}

static void NumbersOfAMaterialAreListed( void** state )
{
	(void)state;
	tlMaterial material = tlDefaultMaterial();
	int32_t count = 0;
	for ( ; tlGetMaterialNumber( count ) != NULL; ++count )
	{
		assert_non_null( tlMaterial_Find( &material, tlGetMaterialNumber( count ) ) );
	}
	assert_true( count > 30 );
	assert_null( tlGetMaterialNumber( -1 ) );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( EveryEntryIsValid ),
		cmocka_unit_test( EntriesAreFoundByName ),
		cmocka_unit_test( NumbersOfAMaterialAreListed ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
