// Tapered capsule: two spheres on local y and all between them, bounded by the cone that touches both. A point looks along
// the normal of the cone's side: whether it meets the side between the two circles of touch, or one of the spheres. Where
// one sphere holds the other there is no cone, and the larger one is the shape.
// SPDX-License-Identifier: MIT
#include "shape.h"

// The unit normal of the side: so much away from the axis, so much along it. False where there is no side.
static bool FindSide( const tlShape* shape, tlReal* out, tlReal* up )
{
	tlReal length = 2 * shape->halfHeight, taper = shape->radius - shape->topRadius;
	if ( !( tlAbs( taper ) < length ) )
	{
		return false;
	}
	*up = taper / length;
	*out = tlSqrt( ( length - taper ) * ( length + taper ) ) / length; // keeps its digits where a sphere is nearly inside
	return true;
}

static tlReal MeasureSphere( tlVec3 point, tlReal center, tlReal radius, tlVec3* normal )
{
	tlVec3 d = { point.x, point.y - center, point.z };
	tlReal length = tlLength( d );
	*normal = length > (tlReal)1e-20 ? tlMul( 1 / length, d ) : ( tlVec3 ){ 1, 0, 0 };
	return length - radius;
}

static tlReal GetDistance( const tlShape* shape, tlVec3 point, tlVec3* normal )
{
	tlReal out, up, h = shape->halfHeight;
	if ( !FindSide( shape, &out, &up ) )
	{
		bool bottom = shape->radius >= shape->topRadius;
		return MeasureSphere( point, bottom ? -h : h, bottom ? shape->radius : shape->topRadius, normal );
	}
	tlReal across = tlSqrt( point.x * point.x + point.z * point.z ), height = point.y + h;
	tlReal along = height * out - across * up;
	if ( along <= 0 )
	{
		return MeasureSphere( point, -h, shape->radius, normal );
	}
	if ( along >= 2 * h * out )
	{
		return MeasureSphere( point, h, shape->topRadius, normal );
	}
	bool axis = !( across > (tlReal)1e-20 ); // on it the way out is towards x
	*normal = ( tlVec3 ){ axis ? out : out * point.x / across, up, axis ? 0 : out * point.z / across };
	return across * out + height * up - shape->radius;
}

static const char* FindFault( const tlShape* shape )
{
	if ( !tlIsPositive( shape->radius ) )
	{
		return "shape.radius must be above 0 m";
	}
	if ( !tlIsPositive( shape->topRadius ) )
	{
		return "shape.topRadius must be above 0 m";
	}
	return shape->halfHeight >= 0 && tlIsFinite( shape->halfHeight ) ? NULL : "shape.halfHeight must be at least 0 m";
}

static tlShapeBounds GetBounds( const tlShape* shape )
{
	tlReal h = shape->halfHeight, most = tlMax( shape->radius, shape->topRadius );
	return ( tlShapeBounds ){ { -most, tlMin( -h - shape->radius, h - shape->topRadius ), -most },
		                      { most, tlMax( h + shape->topRadius, shape->radius - h ), most } };
}

static bool Draw( const tlShape* shape, const tlPlanePatch* patch, tlShapeMesh* mesh )
{
	(void)patch;
	enum
	{
		ringCount = 12 // of each end
	};
	tlReal out, up, top = shape->halfHeight, bottom = -shape->halfHeight;
	tlReal topRadius = shape->topRadius, bottomRadius = shape->radius;
	if ( !FindSide( shape, &out, &up ) )
	{
		up = 0;
		top = bottom = bottomRadius >= topRadius ? bottom : top;
		topRadius = bottomRadius = tlMax( bottomRadius, topRadius );
	}
	// From pole to pole by the angle of the normal; both ends have a ring where they touch the side.
	tlLatheRow rows[2 * ( ringCount + 1 )];
	double touch = tlAcos( (double)up ), half = 3.14159265358979323846;
	for ( int32_t row = 0; row < 2 * ( ringCount + 1 ); ++row )
	{
		bool upper = row <= ringCount;
		double part = (double)( upper ? row : row - ringCount - 1 ) / ringCount;
		double polar = upper ? touch * part : touch + ( half - touch ) * part;
		bool pole = row == 0 || row == 2 * ringCount + 1;
		tlReal across = pole ? 0 : (tlReal)tlSin( polar ), height = (tlReal)tlCos( polar );
		tlReal radius = upper ? topRadius : bottomRadius;
		rows[row] = ( tlLatheRow ){ radius * across, radius * height + ( upper ? top : bottom ), across, height };
	}
	return tlShapeMesh_Turn( mesh, rows, 2 * ( ringCount + 1 ) );
}

static tlResult Scale( const tlShape* shape, tlVec3 scale, tlShape* scaled, tlShapeData** data, tlError* error )
{
	(void)data;
	if ( !tlIsUniformScale( scale ) )
	{
		return tlFail( error, tl_invalidArgument,
		               "a tapered capsule scales by the same number along all axes; use a hull or a mesh instead" );
	}
	tlReal s = tlAbs( scale.x );
	scaled->radius = s * ( scale.y > 0 ? shape->radius : shape->topRadius );
	scaled->topRadius = s * ( scale.y > 0 ? shape->topRadius : shape->radius );
	scaled->halfHeight = s * shape->halfHeight;
	return tl_success;
}

const tlShapeKind tl_taperedCapsuleKind;
const tlShapeKind tl_taperedCapsuleKind = { .name = "taperedCapsule",
	                                        .findFault = FindFault,
	                                        .getDistance = GetDistance,
	                                        .getBounds = GetBounds,
	                                        .draw = Draw,
	                                        .scale = Scale };
