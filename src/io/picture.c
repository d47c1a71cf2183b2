// Pictures: bounds, camera, colliders, floor and the order of drawing.
// SPDX-License-Identifier: MIT
#include "picture.h"

#include "picture_internal.h"

#include "collide/shape.h"

enum
{
	tl_shadowSize = 448 // texels a side
};

tlPictureDef tlDefaultPictureDef( void )
{
	tlPictureDef def;
	memset( &def, 0, sizeof def );
	def.width = 960;
	def.height = 600;
	def.samples = 3;
	def.camera.fov = 0.5;
	def.strainScale = 0.05;
	def.ground = true;
	tlEmptyBounds( &def.lower, &def.upper );
	def.cookie = TL_COOKIE;
	return def;
}

void tlEmptyBounds( tlPosition* lower, tlPosition* upper )
{
	*lower = tlPoint( 1e300, 1e300, 1e300 );
	*upper = tlPoint( -1e300, -1e300, -1e300 );
}

static void GrowByPoint( tlPosition* lower, tlPosition* upper, tlPosition p )
{
	if ( tlPointIsFinite( p ) )
	{
		lower->x = p.x < lower->x ? p.x : lower->x;
		lower->y = p.y < lower->y ? p.y : lower->y;
		lower->z = p.z < lower->z ? p.z : lower->z;
		upper->x = p.x > upper->x ? p.x : upper->x;
		upper->y = p.y > upper->y ? p.y : upper->y;
		upper->z = p.z > upper->z ? p.z : upper->z;
	}
}

void tlGrowBounds( tlPosition* lower, tlPosition* upper, const float* positions, int32_t count )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		GrowByPoint( lower, upper, tlPointFromFloats( positions + 3 * (size_t)i ) );
	}
}

void tlGrowBoundsByCollider( tlPosition* lower, tlPosition* upper, const tlDrawCollider* collider )
{
	tlShapeBounds bounds = tlGetShapeKind( &collider->shape )->getBounds( &collider->shape );
	if ( !tlIsFinite( bounds.lower.x ) )
	{
		return; // a plane has none
	}
	if ( !tlIsFinite( bounds.lower.y ) ) // a block without a bottom is seen as deep as it is drawn
	{
		bounds.lower.y = bounds.upper.y - tlGetDrawnDepth( &bounds );
	}
	const tlVec3 ends[2] = { bounds.lower, bounds.upper };
	for ( int corner = 0; corner < 8; ++corner )
	{
		tlPosition p = tlPoint( (double)ends[corner & 1].x, (double)ends[corner >> 1 & 1].y, (double)ends[corner >> 2].z );
		bool turned = collider->shape.type != tl_sphereShape; // a sphere is as wide in every direction
		GrowByPoint( lower, upper,
		             turned ? tlPointPlace( &collider->transform, p ) : tlPointAdd( collider->transform.p, p ) );
	}
}

// For a direction of sight the nearest eye that has all corners between two planes through it: each corner bounds the eye's
// place from either side, and the distance is the least at which the bounds leave room.
static double FitAxis( const double* across, const double* depth, int count, double slope, double* middle )
{
	double least = -1e300;
	double most = 1e300;
	for ( int i = 0; i < count; ++i )
	{
		double a = across[i] - slope * depth[i];
		double b = across[i] + slope * depth[i];
		least = a > least ? a : least;
		most = b < most ? b : most;
	}
	*middle = 0.5 * ( least + most );
	return ( least - most ) / ( 2.0 * slope );
}

void tlFitPicture( tlPictureDef* def, tlPosition lower, tlPosition upper, double yaw, double pitch )
{
	if ( lower.x > upper.x )
	{
		lower = tlPoint( -0.5, 0.0, -0.5 );
		upper = tlPoint( 0.5, 1.0, 0.5 );
	}
	tlPosition size = tlPointSub( upper, lower );
	double span = tlPointLength( size );
	span = span > 1e-6 ? span : 1.0;
	def->lower = lower;
	def->upper = upper;
	def->groundHeight = lower.y - 0.02 * span;
	tlPosition center = tlPointMul( 0.5, tlPointAdd( lower, upper ) );
	tlPosition half = tlPointMulAdd( tlPoint( 0.02 * span, 0.02 * span, 0.02 * span ), 0.5, size );
	double azimuth = 0.55 + yaw;
	double elevation = 0.27 + pitch;
	tlPosition forward =
	    tlPoint( -tlSin( azimuth ) * tlCos( elevation ), -tlSin( elevation ), -tlCos( azimuth ) * tlCos( elevation ) );
	tlPosition right = tlPointUnit( tlPointCross( forward, tlPoint( 0.0, 1.0, 0.0 ) ), tlPoint( 1.0, 0.0, 0.0 ) );
	tlPosition up = tlPointCross( right, forward );
	double x[8], y[8], z[8];
	for ( int corner = 0; corner < 8; ++corner )
	{
		tlPosition p =
		    tlPoint( corner & 1 ? half.x : -half.x, corner & 2 ? half.y : -half.y, corner & 4 ? half.z : -half.z );
		x[corner] = tlPointDot( p, right );
		y[corner] = tlPointDot( p, up );
		z[corner] = tlPointDot( p, forward );
	}
	double slope = 0.86 * tlSin( 0.5 * def->camera.fov ) / tlCos( 0.5 * def->camera.fov );
	double offsetX, offsetY;
	double distanceX = FitAxis( x, z, 8, slope * def->width / def->height, &offsetX );
	double distanceY = FitAxis( y, z, 8, slope, &offsetY );
	double distance = distanceX > distanceY ? distanceX : distanceY;
	def->camera.target = tlPointMulAdd( tlPointMulAdd( center, offsetX, right ), offsetY, up );
	def->camera.eye = tlPointMulAdd( def->camera.target, -distance, forward );
}

// ---- colliders

static tlPaint ColliderSurface( const tlDrawCollider* collider )
{
	tlLinear albedo = tlLinearFromSrgb( collider->color != 0 ? collider->color : 0xC9CDD2 );
	return ( tlPaint ){ .front = albedo, .back = albedo, .gloss = 0.10 };
}

static bool IsFloor( const tlDrawCollider* collider )
{
	tlPosition normal = tlPointRotate( collider->transform.q, tlPoint( 0.0, 1.0, 0.0 ) );
	return collider->shape.type == tl_planeShape && normal.y > 0.9999;
}

static tlResult DrawCollider( tlRaster* raster, const tlPictureDef* def, const tlDrawCollider* collider, bool shadow,
                              tlError* error )
{
	tlPaint surface = ColliderSurface( collider );
	const tlTransform* transform = &collider->transform;
	if ( collider->shape.type == tl_sphereShape )
	{
		shadow ? tlRaster_CastSphere( raster, transform->p, (double)collider->shape.radius )
		       : tlRaster_DrawSphere( raster, transform->p, (double)collider->shape.radius, &surface );
		return tl_success;
	}
	if ( IsFloor( collider ) || ( shadow && collider->shape.type == tl_planeShape ) )
	{
		return tl_success; // drawn as the ground; planes are beyond the shadow map
	}
	tlPosition middle = tlPointMul( 0.5, tlPointAdd( def->lower, def->upper ) );
	tlQuat inverse = tlConjugate( transform->q );
	tlPosition local = tlPointRotate( inverse, tlPointSub( middle, transform->p ) );
	double half = 0.75 * tlPointLength( tlPointSub( def->upper, def->lower ) );
	tlPlanePatch patch = { (tlReal)local.x, (tlReal)local.z, (tlReal)half };
	tlShapeMesh mesh;
	if ( !tlMakeShapeMesh( &collider->shape, &patch, &mesh ) )
	{
		return tlFailMemory( error );
	}
	for ( int32_t i = 0; i < mesh.triangleCount; ++i )
	{
		tlPosition corners[3], normals[3];
		for ( int k = 0; k < 3; ++k )
		{
			const float* xyz = mesh.positions + 3 * mesh.triangles[3 * i + k];
			corners[k] = tlPointPlace( transform, tlPointFromFloats( xyz ) );
			normals[k] = tlPointRotate( transform->q, tlPointFromFloats( mesh.normals + ( xyz - mesh.positions ) ) );
		}
		if ( shadow )
		{
			tlRaster_CastTriangle( raster, corners[0], corners[1], corners[2] );
		}
		else
		{
			tlRaster_DrawTriangle( raster, corners, normals, &surface, NULL, NULL );
		}
	}
	tlFreeShapeMesh( &mesh );
	return tl_success;
}

// ---- the picture

// 1, 2 or 5 times a power of ten, near a tenth of the size.
static double GridSpacing( double size )
{
	double spacing = 1.0;
	for ( int i = 0; i < 40 && spacing > 0.1 * size; ++i )
	{
		spacing *= 0.1;
	}
	for ( int i = 0; i < 40 && spacing * 10.0 <= 0.1 * size; ++i )
	{
		spacing *= 10.0;
	}
	if ( spacing * 5.0 <= 0.1 * size )
	{
		return spacing * 5.0;
	}
	return spacing * 2.0 <= 0.1 * size ? spacing * 2.0 : spacing;
}

static void DrawFloor( tlRaster* raster, const tlPictureDef* def, const tlDrawCollider* colliders, int32_t colliderCount )
{
	double height = def->groundHeight;
	bool seen = def->ground;
	for ( int32_t i = 0; i < colliderCount; ++i )
	{
		if ( IsFloor( colliders + i ) )
		{
			height = colliders[i].transform.p.y;
			seen = true;
			break;
		}
		seen = seen && colliders[i].shape.type != tl_planeShape; // a slope is floor enough
	}
	double span = tlPointLength( tlPointSub( def->upper, def->lower ) );
	span = span > 1e-6 ? span : 1.0;
	if ( seen )
	{
		tlPosition center = tlPointMul( 0.5, tlPointAdd( def->lower, def->upper ) );
		tlRaster_DrawGround( raster, height, center, 2.6 * span, GridSpacing( span ), tlLinearFromSrgb( 0xE6E8EB ),
		                     tlLinearFromSrgb( 0xB4BBC4 ) );
	}
}

tlResult tlDrawPicture( const tlPictureDef* given, const tlDrawBody* bodies, int32_t bodyCount,
                        const tlDrawCollider* colliders, int32_t colliderCount, tlImage** image, tlError* error )
{
	TL_ASSERT( given->cookie == TL_COOKIE );
	*image = NULL;
	tlPictureDef def = *given;
	if ( !( def.strainScale > 0.0 ) || !( def.camera.fov > 0.0 && def.camera.fov < 3.0 ) )
	{
		return tlFail( error, tl_invalidArgument, "a picture needs a strain scale above 0 and a view of 0 to 3 rad" );
	}
	for ( int32_t i = 0; i < bodyCount; ++i )
	{
		tlGrowBounds( &def.lower, &def.upper, bodies[i].positions, bodies[i].vertexCount );
	}
	for ( int32_t i = 0; i < colliderCount; ++i )
	{
		tlGrowBoundsByCollider( &def.lower, &def.upper, colliders + i );
	}
	if ( def.lower.x > def.upper.x )
	{
		def.lower = tlPoint( -0.5, 0.0, -0.5 );
		def.upper = tlPoint( 0.5, 1.0, 0.5 );
	}
	tlRaster* raster;
	tlResult result = tlCreateRaster( def.width, def.height, def.samples, &raster, error );
	if ( result != tl_success )
	{
		return result;
	}
	tlLight light = tlDefaultLight();
	tlRaster_Begin( raster, &def.camera, &light, tlLinearFromSrgb( 0xDDE3EA ), tlLinearFromSrgb( 0xF4F4F2 ) );
	tlRaster_BeginShadow( raster, def.lower, def.upper, tl_shadowSize, 0.045 );
	for ( int pass = 0; pass < 2 && result == tl_success; ++pass )
	{
		for ( int32_t i = 0; i < colliderCount && result == tl_success; ++i )
		{
			result = DrawCollider( raster, &def, colliders + i, pass == 0, error );
		}
		for ( int32_t i = 0; i < bodyCount && result == tl_success; ++i )
		{
			result = tlDrawBodySurface( raster, &def, bodies + i, pass == 0, error );
		}
	}
	if ( result == tl_success )
	{
		DrawFloor( raster, &def, colliders, colliderCount );
		tlRaster_Occlude( raster, 0.06 * tlPointLength( tlPointSub( def.upper, def.lower ) ), 0.75 );
		result = tlRaster_Resolve( raster, image, error );
	}
	tlDestroyRaster( raster );
	return result;
}

tlResult tlDrawContactSheet( const tlImage* const* images, int32_t count, int32_t columns, int32_t gap, uint32_t color,
                             tlImage** sheet, tlError* error )
{
	*sheet = NULL;
	if ( count < 1 || columns < 1 || gap < 0 || gap > 1000 || columns > 1000 || count > 100000 )
	{
		return tlFail( error, tl_invalidArgument, "a contact sheet of %d images in %d columns can not be drawn", count,
		               columns );
	}
	columns = columns < count ? columns : count;
	int32_t rows = ( count + columns - 1 ) / columns;
	int64_t cellWidth = 0, cellHeight = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		cellWidth = images[i]->width > cellWidth ? images[i]->width : cellWidth;
		cellHeight = images[i]->height > cellHeight ? images[i]->height : cellHeight;
	}
	int64_t width = columns * ( cellWidth + gap ) - gap;
	int64_t height = rows * ( cellHeight + gap ) - gap;
	if ( width > INT32_MAX || height > INT32_MAX )
	{
		return tlFail( error, tl_invalidArgument, "a contact sheet of %d images is too large", count );
	}
	tlResult result = tlCreateImage( (int32_t)width, (int32_t)height, sheet, error );
	if ( result != tl_success )
	{
		return result;
	}
	tlImage_Fill( *sheet, color );
	for ( int32_t i = 0; i < count; ++i )
	{
		tlImage_Blit( *sheet, (int32_t)( ( i % columns ) * ( cellWidth + gap ) ),
		              (int32_t)( ( i / columns ) * ( cellHeight + gap ) ), images[i] );
	}
	return tl_success;
}
