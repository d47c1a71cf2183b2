// The library of fabrics: finding entries and making materials of them. The numbers are in library_cloth.c and
// library_rope.c.
// SPDX-License-Identifier: MIT
#include "library.h"

#include "base/core.h"

int32_t tlGetFabricCount( void )
{
	return tl_libraryClothCount + tl_libraryRopeCount;
}

const tlFabricEntry* tlGetFabricEntry( int32_t index )
{
	TL_ASSERT( index >= 0 && index < tlGetFabricCount() );
	return index < tl_libraryClothCount ? tl_libraryCloths + index : tl_libraryRopes + ( index - tl_libraryClothCount );
}

const char* tlGetFabricKindName( tlFabricKind kind )
{
	static const char* const names[tl_fabricKindCount] = { "cloth", "rope" };
	TL_ASSERT( (unsigned)kind < tl_fabricKindCount );
	return names[kind];
}

const tlFabricEntry* tlFindFabric( const char* name )
{
	for ( int32_t i = 0; name != NULL && i < tlGetFabricCount(); ++i )
	{
		if ( strcmp( tlGetFabricEntry( i )->name, name ) == 0 )
		{
			return tlGetFabricEntry( i );
		}
	}
	return NULL;
}

tlMaterial tlMakeFabricMaterial( const tlFabricEntry* entry )
{
	tlMaterial material = tlDefaultMaterial();
	material.measured = true;
	for ( int32_t i = 0; i < entry->numberCount; ++i )
	{
		tlReal* number = tlMaterial_Find( &material, entry->numbers[i].field );
		TL_ASSERT( number != NULL );
		*number = (tlReal)entry->numbers[i].value;
	}
	return material;
}
