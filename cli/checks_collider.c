// Shapes as signed distance, and things that lie on them.
// SPDX-License-Identifier: MIT
#include "checks.h"

#include <math.h>

static tlShape MakeShape( tlShapeType type )
{
	return ( tlShape ){ .type = type,
		                .radius = (tlReal)0.5,
		                .topRadius = (tlReal)0.2,
		                .halfHeight = (tlReal)( type == tl_taperedCapsuleShape ? 0.25 : 0.75 ),
		                .halfExtents = { 1, (tlReal)0.5, (tlReal)0.25 } };
}

// ---- distance from a point. Arguments: shape, x, y, z.

static double MeasureDistance( const double* a )
{
	tlShape shape = MakeShape( (tlShapeType)(int)a[0] );
	tlVec3 normal;
	return (double)tlShape_GetDistance( &shape, ( tlVec3 ){ (tlReal)a[1], (tlReal)a[2], (tlReal)a[3] }, &normal );
}

// ---- the normal is the gradient of the distance: largest difference to central differences over points around the shape,
// away from its edges and its middle. Arguments: shape.

static double MeasureNormal( const double* a )
{
	tlShape shape = MakeShape( (tlShapeType)(int)a[0] );
	uint64_t state = 7;
	double most = 0, e = 1e-5;
	for ( int i = 0; i < 1000; ++i )
	{
		double p[3], n[3], gradient[3];
		for ( int k = 0; k < 3; ++k )
		{
			p[k] = 2 * tlDrawNumber( &state );
		}
		tlVec3 normal, ignored;
		tlShape_GetDistance( &shape, ( tlVec3 ){ (tlReal)p[0], (tlReal)p[1], (tlReal)p[2] }, &normal );
		n[0] = (double)normal.x;
		n[1] = (double)normal.y;
		n[2] = (double)normal.z;
		double difference = 0, length = 0;
		for ( int k = 0; k < 3; ++k )
		{
			double q[3] = { p[0], p[1], p[2] };
			q[k] = p[k] + e;
			double above =
			    (double)tlShape_GetDistance( &shape, ( tlVec3 ){ (tlReal)q[0], (tlReal)q[1], (tlReal)q[2] }, &ignored );
			q[k] = p[k] - e;
			double below =
			    (double)tlShape_GetDistance( &shape, ( tlVec3 ){ (tlReal)q[0], (tlReal)q[1], (tlReal)q[2] }, &ignored );
			gradient[k] = ( above - below ) / ( 2 * e );
			difference = fmax( difference, fabs( gradient[k] - n[k] ) );
			length += gradient[k] * gradient[k];
		}
		// Where a difference reaches over an edge its gradient is not of unit length.
		most = fabs( length - 1 ) < 1e-8 ? fmax( most, difference ) : most;
	}
	return most;
}

#define TL_DISTANCE( name, shape, x, y, z, value )                                                                          \
	{                                                                                                                       \
		"shapes", name, MeasureDistance, { shape, x, y, z }, value, { 0, 1e-12 }, { 0, 5e-7 }, NULL                         \
	}
#define TL_NORMAL( name, shape )                                                                                            \
	{                                                                                                                       \
		"shapes", name, MeasureNormal, { shape }, 0, { 0, 1e-8 }, { 0, 1e-8 }, "differences of floats are too coarse"       \
	}

// Sphere 0.5 m; capsule 0.5 m about a segment of 1.5 m; box 2 x 1 x 0.5 m; tapered capsule from 0.5 to 0.2 m over 0.5 m, so
// that its side leans by 3 : 4; cylinder 0.5 m, 1.5 m high.
static const tlCheck s_distances[] = {
	TL_DISTANCE( "plane: above [m]", tl_planeShape, 3, 0.7, -2, 0.7 ),
	TL_DISTANCE( "plane: below [m]", tl_planeShape, 3, -0.2, 9, -0.2 ),
	TL_DISTANCE( "sphere: outside [m]", tl_sphereShape, 2, 3, 6, 6.5 ),
	TL_DISTANCE( "sphere: inside [m]", tl_sphereShape, 0, 0.3, 0, -0.2 ),
	TL_DISTANCE( "sphere: at the centre [m]", tl_sphereShape, 0, 0, 0, -0.5 ),
	TL_DISTANCE( "capsule: beside the shaft [m]", tl_capsuleShape, 0.6, 0.5, 0.8, 0.5 ),
	TL_DISTANCE( "capsule: over the cap [m]", tl_capsuleShape, 3, 4.75, 0, 4.5 ),
	TL_DISTANCE( "capsule: on the axis [m]", tl_capsuleShape, 0, 0.2, 0, -0.5 ),
	TL_DISTANCE( "capsule: inside a cap [m]", tl_capsuleShape, 0, -1, 0, -0.25 ),
	TL_DISTANCE( "box: before a face [m]", tl_boxShape, 0.3, -0.9, 0.1, 0.4 ),
	TL_DISTANCE( "box: off an edge [m]", tl_boxShape, 1.3, 0.9, 0.1, 0.5 ),
	TL_DISTANCE( "box: off a corner [m]", tl_boxShape, 3, -3.5, 6.25, 7 ),
	TL_DISTANCE( "box: inside [m]", tl_boxShape, 0.9, 0.45, 0.1, -0.05 ),
	TL_DISTANCE( "box: at the centre [m]", tl_boxShape, 0, 0, 0, -0.25 ),
	TL_DISTANCE( "box: on an edge [m]", tl_boxShape, 1, 0.5, 0.1, 0 ),
	TL_DISTANCE( "tapered capsule: beside the side [m]", tl_taperedCapsuleShape, 0.6, 0.75, 0.8, 0.9 ),
	TL_DISTANCE( "tapered capsule: over the narrow end [m]", tl_taperedCapsuleShape, 3, 4.25, 0, 4.8 ),
	TL_DISTANCE( "tapered capsule: under the wide end [m]", tl_taperedCapsuleShape, 3, -4.25, 0, 4.5 ),
	TL_DISTANCE( "tapered capsule: on the axis [m]", tl_taperedCapsuleShape, 0, 0, 0, -0.35 ),
	TL_DISTANCE( "cylinder: beside the side [m]", tl_cylinderShape, 0.6, 0.5, 0.8, 0.5 ),
	TL_DISTANCE( "cylinder: over an end [m]", tl_cylinderShape, 0.1, -1.75, 0.2, 1 ),
	TL_DISTANCE( "cylinder: off the rim [m]", tl_cylinderShape, 2.1, 4.75, 2.8, 5 ),
	TL_DISTANCE( "cylinder: inside near the side [m]", tl_cylinderShape, 0.27, 0.1, 0.36, -0.05 ),
	TL_DISTANCE( "cylinder: inside near an end [m]", tl_cylinderShape, 0.1, 0.65, 0.1, -0.1 ),
	TL_DISTANCE( "cylinder: at the centre [m]", tl_cylinderShape, 0, 0, 0, -0.5 ),
	TL_NORMAL( "sphere: normal against the gradient", tl_sphereShape ),
	TL_NORMAL( "capsule: normal against the gradient", tl_capsuleShape ),
	TL_NORMAL( "box: normal against the gradient", tl_boxShape ),
	TL_NORMAL( "tapered capsule: normal against the gradient", tl_taperedCapsuleShape ),
	TL_NORMAL( "cylinder: normal against the gradient", tl_cylinderShape ),
};

// ---- a particle dropped on the top of a shape comes to rest there, thickness of both above it, and the shape bears its
// weight. Arguments: shape.

static double MeasureRestHeight( const double* a )
{
	tlVec3 position = { 0, 2, 0 };
	tlReal mass = (tlReal)0.3;
	tlLabDef def = tlDefaultLabDef();
	def.fabric.positions = &position;
	def.fabric.vertexCount = 1;
	def.fabric.masses = &mass;
	def.world.budget.substepCount = 4;
	def.body.material.thickness = (tlReal)0.01;
	tlLab lab = tlMakeLab( &def );
	tlColliderDef collider = tlDefaultColliderDef();
	collider.shape = MakeShape( (tlShapeType)(int)a[0] );
	collider.thickness = (tlReal)0.02;
	tlColliderId id;
	tlCreateCollider( lab.world, &collider, &id, NULL );
	tlLab_Run( &lab, 1.0 / 60, 180 );
	double y = tlLab_GetPosition( &lab, 0 ).y;
	tlFreeLab( &lab );
	return y;
}

#define TL_REST_HEIGHT( name, shape, value )                                                                                \
	{                                                                                                                       \
		"contact", name, MeasureRestHeight, { shape }, value, { 0, 1e-10 }, { 0, 1e-6 }, NULL                               \
	}

// ---- a lift carries a particle up at 1 m/s and stops: way that it is ahead of the platform while it is carried, and after.

static double MeasureLift( const double* a )
{
	tlVec3 position = { 0, (tlReal)0.5, 0 };
	tlReal mass = 1;
	tlLabDef def = tlDefaultLabDef();
	def.fabric.positions = &position;
	def.fabric.vertexCount = 1;
	def.fabric.masses = &mass;
	def.world.budget.substepCount = (int32_t)a[0];
	tlLab lab = tlMakeLab( &def );
	tlColliderDef box = tlDefaultColliderDef();
	box.shape = MakeShape( tl_boxShape );
	tlColliderId id;
	tlCreateCollider( lab.world, &box, &id, NULL );
	double most = 0;
	tlTransform target = tlTransform_identity;
	for ( int32_t i = 1; i <= 60; ++i )
	{
		target.p.y = i / 60.0;
		tlCollider_SetTarget( lab.world, id, &target );
		tlLab_Run( &lab, 1.0 / 60, 1 );
		most = fmax( most, fabs( tlLab_GetPosition( &lab, 0 ).y - 0.5 - target.p.y ) );
	}
	tlFreeLab( &lab );
	return most;
}

static const tlCheck s_contacts[] = {
	TL_REST_HEIGHT( "height at which it lies on a plane [m]", tl_planeShape, 0.03 ),
	TL_REST_HEIGHT( "height at which it lies on a sphere [m]", tl_sphereShape, 0.53 ),
	TL_REST_HEIGHT( "height at which it lies on a capsule [m]", tl_capsuleShape, 1.28 ),
	TL_REST_HEIGHT( "height at which it lies on a box [m]", tl_boxShape, 0.53 ),
	TL_REST_HEIGHT( "height at which it lies on a tapered capsule [m]", tl_taperedCapsuleShape, 0.48 ),
	TL_REST_HEIGHT( "height at which it lies on a cylinder [m]", tl_cylinderShape, 0.78 ),
	{ "contact",
	  "a lift leaves it behind or throws it [m], 1 substep",
	  MeasureLift,
	  { 1 },
	  0,
	  { 0, 1e-10 },
	  { 0, 1e-6 },
	  NULL },
	{ "contact",
	  "a lift leaves it behind or throws it [m], 16 substeps",
	  MeasureLift,
	  { 16 },
	  0,
	  { 0, 1e-10 },
	  { 0, 1e-6 },
	  NULL },
};

void tlAddColliderChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_distances, TL_COUNT( s_distances ) );
	tlCheckList_AddAll( list, s_contacts, TL_COUNT( s_contacts ) );
}
