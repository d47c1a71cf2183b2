// The raster: its making, light, floor and averaging.
// SPDX-License-Identifier: MIT
#include "raster_internal.h"

enum
{
	tl_sampleLimit = 1 << 28
};

tlLight tlDefaultLight( void )
{
	tlLight light;
	memset( &light, 0, sizeof light );
	light.direction = tlPointUnit( tlPoint( -0.38, 0.92, 0.62 ), tlPoint( 0.0, 1.0, 0.0 ) );
	light.sun = ( tlLinear ){ 0.88f, 0.85f, 0.80f };
	light.sky = ( tlLinear ){ 0.45f, 0.48f, 0.53f };
	light.ground = ( tlLinear ){ 0.23f, 0.225f, 0.22f };
	light.rim = 0.10;
	return light;
}

tlResult tlCreateRaster( int32_t width, int32_t height, int32_t samples, tlRaster** out, tlError* error )
{
	*out = NULL;
	if ( width < 1 || height < 1 || width > 16384 || height > 16384 || samples < 1 || samples > 4 )
	{
		return tlFail( error, tl_invalidArgument,
		               "a picture of %d x %d pixels with %d samples: each side is 1 to 16384, samples 1 to 4", width, height,
		               samples );
	}
	int64_t count = (int64_t)width * height * samples * samples;
	if ( count > tl_sampleLimit )
	{
		return tlFail( error, tl_invalidArgument, "a picture of %d x %d pixels with %d samples is too large", width, height,
		               samples );
	}
	tlRaster* raster = TL_ALLOC( tlRaster, 1 );
	if ( raster == NULL )
	{
		return tlFailMemory( error );
	}
	raster->width = width;
	raster->height = height;
	raster->samples = samples;
	raster->gridWidth = width * samples;
	raster->gridHeight = height * samples;
	raster->color = TL_ALLOC( tlLinear, count );
	raster->inverseDepth = TL_ALLOC( float, count );
	if ( raster->color == NULL || raster->inverseDepth == NULL )
	{
		tlDestroyRaster( raster );
		return tlFailMemory( error );
	}
	*out = raster;
	return tl_success;
}

void tlDestroyRaster( tlRaster* raster )
{
	if ( raster != NULL )
	{
		tlShadow_Free( &raster->shadow );
		tlFree( raster->color );
		tlFree( raster->inverseDepth );
		tlFree( raster );
	}
}

void tlRaster_Begin( tlRaster* raster, const tlCamera* camera, const tlLight* light, tlLinear top, tlLinear bottom )
{
	TL_ASSERT( camera->fov > 0.0 && camera->fov < 3.1 );
	raster->camera = *camera;
	raster->light = *light;
	raster->light.direction = tlPointUnit( light->direction, tlPoint( 0.0, 1.0, 0.0 ) );
	raster->shadow.active = false;
	tlPosition view = tlPointSub( camera->target, camera->eye );
	raster->forward = tlPointUnit( view, tlPoint( 0.0, 0.0, -1.0 ) );
	tlPosition across = tlPointCross( raster->forward, tlPoint( 0.0, 1.0, 0.0 ) );
	raster->right = tlPointUnit( across, tlPoint( 1.0, 0.0, 0.0 ) ); // straight up or down: x to the right
	raster->up = tlPointCross( raster->right, raster->forward );
	raster->focal = 0.5 * raster->gridHeight * tlCos( 0.5 * camera->fov ) / tlSin( 0.5 * camera->fov );
	raster->centerX = 0.5 * raster->gridWidth;
	raster->centerY = 0.5 * raster->gridHeight;
	// The sky leans to the eye and to the side away from the sun, so that folds in the shade keep their form.
	double side = tlPointDot( raster->light.direction, raster->right ) > 0.0 ? -0.45 : 0.45;
	tlPosition skyward = tlPointMulAdd( tlPoint( 0.0, 1.0, 0.0 ), side, raster->right );
	raster->skyward = tlPointUnit( tlPointMulAdd( skyward, -0.45, raster->forward ), tlPoint( 0.0, 1.0, 0.0 ) );
	double distance = tlPointLength( view );
	raster->nearest = distance > 0.0 ? 0.01 * distance : 0.01;
	for ( int32_t y = 0; y < raster->gridHeight; ++y )
	{
		tlLinear color = tlMixLinear( top, bottom, ( y + 0.5 ) / raster->gridHeight );
		size_t row = (size_t)y * (size_t)raster->gridWidth;
		for ( int32_t x = 0; x < raster->gridWidth; ++x )
		{
			raster->color[row + (size_t)x] = color;
			raster->inverseDepth[row + (size_t)x] = 0.0f;
		}
	}
}

tlLinear tlRaster_Shade( const tlRaster* raster, tlPosition point, tlPosition normal, tlPosition view, tlLinear albedo,
                         const tlPaint* surface )
{
	const tlLight* light = &raster->light;
	double facing = tlPointDot( normal, light->direction );
	double diffuse = ( facing + surface->wrap ) / ( 1.0 + surface->wrap );
	double through = 0.0;
	if ( diffuse > 0.0 )
	{
		diffuse *= tlShadow_GetLight( &raster->shadow, point, normal );
	}
	else
	{
		through = -0.10 * surface->wrap * facing; // thin cloth glows a little from behind
		diffuse = 0.0;
	}
	double sky = 0.5 + 0.5 * tlPointDot( normal, raster->skyward );
	double toView = tlPointDot( normal, view );
	double rim = 1.0 - ( toView > 0.0 ? toView : 0.0 );
	rim = light->rim * rim * rim * rim * sky;
	double highlight = 0.0;
	if ( surface->gloss > 0.0 && diffuse > 0.0 )
	{
		// Blinn 1977 with the power 32, by five squarings.
		tlPosition half = tlPointUnit( tlPointAdd( view, light->direction ), normal );
		double power = tlPointDot( half, normal );
		power = power > 0.0 ? power : 0.0;
		for ( int i = 0; i < 5; ++i )
		{
			power *= power;
		}
		highlight = surface->gloss * power * ( diffuse < 1.0 ? diffuse : 1.0 );
	}
	double sun = diffuse + through;
	double glow = surface->glow;
	tlLinear color;
	color.r = (float)( (double)albedo.r * ( sun * (double)light->sun.r + glow + (double)light->ground.r +
	                                        sky * (double)( light->sky.r - light->ground.r ) ) +
	                   rim + highlight );
	color.g = (float)( (double)albedo.g * ( sun * (double)light->sun.g + glow + (double)light->ground.g +
	                                        sky * (double)( light->sky.g - light->ground.g ) ) +
	                   rim + highlight );
	color.b = (float)( (double)albedo.b * ( sun * (double)light->sun.b + glow + (double)light->ground.b +
	                                        sky * (double)( light->sky.b - light->ground.b ) ) +
	                   rim + highlight );
	return color;
}

double tlRaster_GetScale( const tlRaster* raster, tlPosition point )
{
	double depth = tlPointDot( tlPointSub( point, raster->camera.eye ), raster->forward );
	return depth >= raster->nearest ? raster->focal / ( depth * raster->samples ) : 0.0;
}

// Grid lines by box filter over the sample's footprint: lines thinner than it fade instead of breaking up.
static double GridCover( double a, double spacing, double lineWidth, double footprint )
{
	double cell = a / spacing;
	double offset = fabs( cell - floor( cell + 0.5 ) ) * spacing; // to the nearest line [m]
	double reach = 0.5 * ( lineWidth + footprint );
	double cover = ( reach - offset ) / footprint;
	double most = lineWidth < footprint ? lineWidth / footprint : 1.0;
	cover = cover < 0.0 ? 0.0 : ( cover > 1.0 ? 1.0 : cover );
	return cover * most;
}

void tlRaster_DrawGround( tlRaster* raster, double height, tlPosition center, double radius, double spacing, tlLinear color,
                          tlLinear line )
{
	TL_ASSERT( radius > 0.0 && spacing > 0.0 );
	double above = raster->camera.eye.y - height;
	tlPosition up = tlPoint( 0.0, 1.0, 0.0 );
	double open = raster->light.direction.y > 0.0 ? 1.0 : 0.0;
	for ( int32_t y = 0; y < raster->gridHeight; ++y )
	{
		for ( int32_t x = 0; x < raster->gridWidth; ++x )
		{
			tlPosition ray = tlRaster_GetRay( raster, x, y );
			double depth = -above / ray.y; // forward part of the ray is 1
			if ( !( depth > raster->nearest ) || !( depth < 1e12 ) )
			{
				continue;
			}
			size_t index = (size_t)y * (size_t)raster->gridWidth + (size_t)x;
			float inverse = (float)( 1.0 / depth );
			if ( inverse <= raster->inverseDepth[index] )
			{
				continue;
			}
			tlPosition point = tlPointMulAdd( raster->camera.eye, depth, ray );
			double dx = point.x - center.x;
			double dz = point.z - center.z;
			double away = sqrt( dx * dx + dz * dz ) / radius;
			double fade = away < 1.0 ? 1.0 - away * away * ( 3.0 - 2.0 * away ) : 0.0;
			if ( !( fade > 0.0 ) )
			{
				continue;
			}
			// How much floor a sample sees, along the view where it is longest.
			double sample = depth / raster->focal;
			double slant = fabs( ray.y ) / tlPointLength( ray );
			double footprint = sample / ( slant > 0.05 ? slant : 0.05 );
			double width = 1.1 * sample * raster->samples;
			double minor = GridCover( point.x, spacing, width, footprint );
			double other = GridCover( point.z, spacing, width, footprint );
			minor = minor > other ? minor : other;
			double major = GridCover( point.x, 5.0 * spacing, 1.6 * width, footprint );
			other = GridCover( point.z, 5.0 * spacing, 1.6 * width, footprint );
			major = major > other ? major : other;
			double ink = 0.45 * minor > 0.9 * major ? 0.45 * minor : 0.9 * major;
			double lit = open > 0.0 && above > 0.0 ? tlShadow_GetLight( &raster->shadow, point, up ) : 1.0;
			tlLinear floorColor = tlMixLinear( color, line, ink );
			float shade = (float)( 1.0 - 0.48 * ( 1.0 - lit ) );
			floorColor.r *= shade * 0.985f; // a shadow is filled by the sky: a little blue
			floorColor.g *= shade * 0.992f;
			floorColor.b *= shade;
			raster->color[index] = tlMixLinear( raster->color[index], floorColor, fade );
			raster->inverseDepth[index] = inverse;
		}
	}
}

tlResult tlRaster_Resolve( tlRaster* raster, tlImage** out, tlError* error )
{
	tlImage* image;
	tlResult result = tlCreateImage( raster->width, raster->height, &image, error );
	if ( result != tl_success )
	{
		*out = NULL;
		return result;
	}
	float thresholds[255];
	tlMakeSrgbThresholds( thresholds );
	int32_t n = raster->samples;
	float share = 1.0f / (float)( n * n );
	for ( int32_t y = 0; y < raster->height; ++y )
	{
		for ( int32_t x = 0; x < raster->width; ++x )
		{
			float r = 0.0f, g = 0.0f, b = 0.0f;
			for ( int32_t j = 0; j < n; ++j )
			{
				const tlLinear* row = raster->color + (size_t)( y * n + j ) * (size_t)raster->gridWidth + (size_t)( x * n );
				for ( int32_t i = 0; i < n; ++i )
				{
					// Clipped before the average, else one bright sample makes a stair of an edge.
					r += row[i].r < 1.0f ? row[i].r : 1.0f;
					g += row[i].g < 1.0f ? row[i].g : 1.0f;
					b += row[i].b < 1.0f ? row[i].b : 1.0f;
				}
			}
			uint8_t* pixel = image->pixels + 4 * ( (size_t)y * (size_t)raster->width + (size_t)x );
			pixel[0] = tlEncodeSrgb( thresholds, share * r );
			pixel[1] = tlEncodeSrgb( thresholds, share * g );
			pixel[2] = tlEncodeSrgb( thresholds, share * b );
			pixel[3] = 255;
		}
	}
	*out = image;
	return tl_success;
}
