// The list of constraint types, made from the manifest.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "constraint.h"

#define TL_CONSTRAINT( name ) extern const tlConstraintType tl_##name##Type;
#include "manifest.h"
#undef TL_CONSTRAINT

static const tlConstraintType* const s_types[] = {
#define TL_CONSTRAINT( name ) &tl_##name##Type,
#include "manifest.h"
#undef TL_CONSTRAINT
};

int32_t tlGetConstraintTypeCount( void )
{
	return (int32_t)( sizeof s_types / sizeof s_types[0] );
}

const tlConstraintType* tlGetConstraintType( int32_t index )
{
	TL_ASSERT( index >= 0 && index < tlGetConstraintTypeCount() );
	return s_types[index];
}

tlConstraintTypeInfo tlGetConstraintTypeInfo( int32_t index )
{
	return tlGetConstraintType( index )->info;
}

int32_t tlFindConstraintType( const char* name )
{
	for ( int32_t i = 0; i < tlGetConstraintTypeCount(); ++i )
	{
		if ( name != NULL && strcmp( s_types[i]->info.name, name ) == 0 )
		{
			return i;
		}
	}
	return -1;
}
