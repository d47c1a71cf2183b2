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
