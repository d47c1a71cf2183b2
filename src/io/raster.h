// A small software rasteriser: no window, driver or display is needed.
// SPDX-License-Identifier: MIT
// Geometry is in doubles, only + - * / and square roots are used beside tlSin and tlCos, and every sample is shaded on its
// own, in linear light: the same pixels on every machine.
#pragma once

#include "color.h"
#include "image.h"
#include "tulle/math.h"

typedef struct tlCamera
{
	tlPosition eye, target; // [m]
	double fov;             // vertical field of view [rad]
} tlCamera;

// One sun with soft shadows, a sky that lights from above and a floor that lights from below. Linear light.
typedef struct tlLight
{
	tlPosition direction; // from the scene to the sun
	tlLinear sun, sky, ground;
	double rim; // brightening where a surface turns away
} tlLight;

tlLight tlDefaultLight( void );

// How a surface looks.
typedef struct tlPaint
{
	tlLinear front, back; // albedo; sides are told by the winding, counter-clockwise in front
	double wrap;          // how far the light reaches around, 0 hard, 1 soft: cloth scatters
	double gloss;         // strength of the highlight
	double glow;          // light from all sides on top of the sky's: for colours that are to be read
} tlPaint;

// A line on the side of a triangle that stands opposite to a corner.
typedef struct tlRasterEdge
{
	tlLinear color;
	double alpha; // 0 for none
	double width; // [pixels], all of the line; the triangle shows half of it
} tlRasterEdge;

typedef struct tlRaster tlRaster;

// samples squared per pixel, 1 to 4.
tlResult tlCreateRaster( int32_t width, int32_t height, int32_t samples, tlRaster** raster, tlError* error );
void tlDestroyRaster( tlRaster* raster );

// Starts a picture: camera, light and a background that goes from top to bottom.
void tlRaster_Begin( tlRaster* raster, const tlCamera* camera, const tlLight* light, tlLinear top, tlLinear bottom );

// Shadows come from a depth map seen from the sun. Cast everything between these two calls, before drawing. The box holds
// what casts and what receives.
bool tlRaster_BeginShadow( tlRaster* raster, tlPosition lower, tlPosition upper, int32_t size, double softness );
void tlRaster_CastTriangle( tlRaster* raster, tlPosition a, tlPosition b, tlPosition c );
void tlRaster_CastSphere( tlRaster* raster, tlPosition center, double radius );

// Corners and unit normals. colors, where not null, are the albedo at the corners in place of the surface's. edges may be
// null, else edges[i] is opposite to corner i.
void tlRaster_DrawTriangle( tlRaster* raster, const tlPosition corners[3], const tlPosition normals[3],
                            const tlPaint* surface, const tlLinear* colors, const tlRasterEdge* edges );
void tlRaster_DrawSphere( tlRaster* raster, tlPosition center, double radius, const tlPaint* surface );

// A round-ended line of constant width on the screen, drawn where it is not farther than the surface there by more than
// `bias` of its distance. Writes no depth.
void tlRaster_DrawLine( tlRaster* raster, tlPosition a, tlPosition b, double width, tlLinear color, double alpha,
                        double bias );

// An endless floor at a height, with a grid of the given spacing that fades around `center` over `radius`.
void tlRaster_DrawGround( tlRaster* raster, double height, tlPosition center, double radius, double spacing, tlLinear color,
                          tlLinear line );

// Pixel size of one metre at a point, for lines and level of detail; 0 behind the camera.
double tlRaster_GetScale( const tlRaster* raster, tlPosition point );

// Darkens creases and contacts by the depth around every sample. After the surfaces, before the lines.
void tlRaster_Occlude( tlRaster* raster, double radius, double strength );

// Averages the samples of every pixel. The raster is ready for the next picture.
tlResult tlRaster_Resolve( tlRaster* raster, tlImage** image, tlError* error );
