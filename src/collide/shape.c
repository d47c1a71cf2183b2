// The list of shapes, made from the manifest.
// SPDX-License-Identifier: MIT
#include "shape.h"

#include "base/core.h"

#define TL_SHAPE( name ) extern const tlShapeKind tl_##name##Kind;
#include "manifest.h"
#undef TL_SHAPE

static const tlShapeKind* const s_kinds[] = {
#define TL_SHAPE( name ) &tl_##name##Kind,
#include "manifest.h"
#undef TL_SHAPE
};

const tlShapeKind* tlGetShapeKind( const tlShape* shape )
{
	TL_ASSERT( (unsigned)shape->type < tl_shapeTypeCount );
	return s_kinds[shape->type];
}

const char* tlGetShapeName( tlShapeType type )
{
	TL_ASSERT( (unsigned)type < tl_shapeTypeCount );
	return s_kinds[type]->name;
}

tlReal tlShape_GetDistance( const tlShape* shape, tlVec3 point, tlVec3* normal )
{
	return s_kinds[shape->type]->getDistance( shape, point, normal );
}

const char* tlFindShapeFault( const tlShape* shape )
{
	if ( (unsigned)shape->type >= tl_shapeTypeCount )
	{
		return "shape.type is not a shape";
	}
	return s_kinds[shape->type]->findFault( shape );
}

int32_t tlInsertSurface( tlSurface* surfaces, int32_t count, int32_t capacity, tlSurface surface )
{
	const tlReal alike = (tlReal)0.966; // 15 degrees
	int32_t kept = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		bool same = tlDot( surfaces[i].normal, surface.normal ) > alike;
		if ( same && surfaces[i].distance <= surface.distance )
		{
			return count; // nothing was taken out before: that would have been like this one, and farther
		}
		if ( !same )
		{
			surfaces[kept++] = surfaces[i];
		}
	}
	int32_t at = kept;
	while ( at > 0 && surfaces[at - 1].distance > surface.distance )
	{
		at -= 1;
	}
	if ( at == capacity )
	{
		return kept;
	}
	kept = kept < capacity ? kept : capacity - 1;
	memmove( surfaces + at + 1, surfaces + at, (size_t)( kept - at ) * sizeof *surfaces );
	surfaces[at] = surface;
	return kept + 1;
}

tlResult tlScaleShape( const tlShape* shape, tlVec3 scale, tlShape* scaled, tlShapeData** data, tlError* error )
{
	*data = NULL;
	tlShape result = *shape;
	const char* fault = tlFindShapeFault( shape );
	if ( fault != NULL )
	{
		return tlFail( error, tl_invalidArgument, "%s", fault );
	}
	if ( !tlIsFinite( scale.x ) || !tlIsFinite( scale.y ) || !tlIsFinite( scale.z ) || scale.x == 0 || scale.y == 0 ||
	     scale.z == 0 )
	{
		return tlFail( error, tl_invalidArgument, "a scale must be finite and not 0 along any axis" );
	}
	bool same = scale.x == 1 && scale.y == 1 && scale.z == 1;
	tlResult code = same ? tl_success : s_kinds[shape->type]->scale( shape, scale, &result, data, error );
	if ( code == tl_success )
	{
		result.data = *data != NULL ? *data : result.data;
		fault = tlFindShapeFault( &result ); // a tiny or a huge scale leaves the range of tlReal
		if ( fault != NULL )
		{
			tlDestroyShapeData( *data );
			*data = NULL;
			return tlFail( error, tl_invalidArgument, "after the scale, %s", fault );
		}
		*scaled = result;
	}
	return code;
}

tlShape tlMakeShape( const tlShapeData* data )
{
	return ( tlShape ){ .type = data->type, .data = data };
}

void tlDestroyShapeData( tlShapeData* data )
{
	if ( data != NULL )
	{
		s_kinds[data->type]->destroyData( data );
	}
}
