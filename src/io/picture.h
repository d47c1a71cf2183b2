// Pictures of one moment of a run.
// SPDX-License-Identifier: MIT
#pragma once

#include "image.h"
#include "raster.h"
#include "tulle/world.h"

typedef struct tlDrawBody
{
	const float* positions; // x, y, z [m]
	int32_t vertexCount;
	const int32_t* triangles;
	int32_t triangleCount;
	const int32_t* edges; // drawn on the triangles that share them; the others as tubes of ropeRadius
	int32_t edgeCount;
	const float* edgeStrain; // per edge; null: thin dark mesh lines
	float ropeRadius;        // [m]; 0: a thin line
	float pointRadius;       // [m]; 0: no balls at the vertices
	uint32_t color;          // 0xRRGGBB, sRGB
} tlDrawBody;

typedef struct tlDrawCollider
{
	tlShape shape;
	tlTransform transform;
	uint32_t color; // 0xRRGGBB, sRGB; 0: light grey
} tlDrawCollider;

typedef struct tlPictureDef
{
	int32_t width, height; // [pixels]
	int32_t samples;       // per pixel and axis
	tlCamera camera;
	double strainScale;      // strain that gets the full colour, > 0
	bool ground;             // draw a floor
	double groundHeight;     // [m]; a horizontal plane among the colliders replaces it
	tlPosition lower, upper; // bounds of the run [m]: extent of shadows and grid
	uint32_t cookie;
} tlPictureDef;

// 960 x 600 pixels, 3 x 3 samples, strain scale 0.05, no bounds: call tlFitPicture.
tlPictureDef tlDefaultPictureDef( void );

// Grows a box by positions; start with tlEmptyBounds. Points that are not finite are left out.
void tlEmptyBounds( tlPosition* lower, tlPosition* upper );
void tlGrowBounds( tlPosition* lower, tlPosition* upper, const float* positions, int32_t count );
void tlGrowBoundsByCollider( tlPosition* lower, tlPosition* upper, const tlDrawCollider* collider ); // not by planes

// Sets bounds, ground height (a little below the bounds) and a camera that sees the whole box from in front, a little
// from the right and above. yaw and pitch turn that view [rad]; 0 for the usual one.
void tlFitPicture( tlPictureDef* def, tlPosition lower, tlPosition upper, double yaw, double pitch );

tlResult tlDrawPicture( const tlPictureDef* def, const tlDrawBody* bodies, int32_t bodyCount,
                        const tlDrawCollider* colliders, int32_t colliderCount, tlImage** image, tlError* error );

// Images of one size side by side, `columns` in a row, with a gap.
tlResult tlDrawContactSheet( const tlImage* const* images, int32_t count, int32_t columns, int32_t gap, uint32_t color,
                             tlImage** sheet, tlError* error );
