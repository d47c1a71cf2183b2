// Cusick's drape test on fabrics of the library: a disc of 30 cm hangs over a support of 18 cm, and the drape coefficient is
// the part of the hanging ring that its shadow still covers (Cusick, "The dependence of fabric drape on bending and shear
// stiffness", 1965). Hysteresis of bending is not modelled, so that the coefficients are below the published ones; what is
// held is their order, and the two ends of the scale.
// SPDX-License-Identifier: MIT
#include "tulle/tulle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum
{
	tl_rings = 15,  // of 1 cm
	tl_clamped = 9, // under the support
	tl_vertices = 1 + 3 * tl_rings * ( tl_rings + 1 ),
	tl_triangles = 6 * tl_rings * tl_rings,
	tl_pixels = 400, // of 1 mm
};

#define TL_TURN 6.28318530717958647692

typedef struct Disc
{
	tlVec3 positions[tl_vertices];
	int32_t sizes[tl_triangles], corners[3 * tl_triangles], pins[tl_vertices];
	int32_t triangleCount, pinCount;
} Disc;

// Ring k has 6 k vertices, from number 1 + 3 k (k - 1) on.
static int32_t RingVertex( int k, int i )
{
	return k == 0 ? 0 : 1 + 3 * k * ( k - 1 ) + i % ( 6 * k );
}

static void AddTriangle( Disc* disc, int32_t a, int32_t b, int32_t c )
{
	int32_t* corners = disc->corners + 3 * (size_t)disc->triangleCount;
	corners[0] = a;
	corners[1] = b;
	corners[2] = c;
	disc->sizes[disc->triangleCount++] = 3;
}

static void MakeDisc( Disc* disc )
{
	memset( disc, 0, sizeof *disc );
	for ( int k = 1; k <= tl_rings; ++k )
	{
		for ( int i = 0; i < 6 * k; ++i )
		{
			double angle = TL_TURN * i / ( 6 * k ), radius = 0.01 * k;
			tlVec3* p = disc->positions + RingVertex( k, i );
			*p = ( tlVec3 ){ (tlReal)( radius * tlCos( angle ) ), 0, (tlReal)( radius * tlSin( angle ) ) };
		}
		for ( int sextant = 0; sextant < 6; ++sextant )
		{
			for ( int j = 0; j < k; ++j )
			{
				int32_t inner = RingVertex( k - 1, sextant * ( k - 1 ) + j );
				AddTriangle( disc, inner, RingVertex( k, sextant * k + j + 1 ), RingVertex( k, sextant * k + j ) );
				if ( j + 1 < k )
				{
					int32_t next = RingVertex( k - 1, sextant * ( k - 1 ) + j + 1 );
					AddTriangle( disc, inner, next, RingVertex( k, sextant * k + j + 1 ) );
				}
			}
		}
	}
	for ( int32_t i = 0; i < RingVertex( tl_clamped + 1, 0 ); ++i )
	{
		disc->pins[disc->pinCount++] = i;
	}
}

static bool Covers( const tlPosition* p, double x, double z )
{
	int side = 0;
	for ( int k = 0; k < 3; ++k )
	{
		const tlPosition *a = p + k, *b = p + ( k + 1 ) % 3;
		side += ( b->x - a->x ) * ( z - a->z ) - ( b->z - a->z ) * ( x - a->x ) >= 0 ? 1 : -1;
	}
	return side == 3 || side == -3;
}

// Area of the shadow from above [m^2].
static double MeasureShadow( const Disc* disc, const tlWorld* world, tlBodyId body )
{
	static bool shadow[tl_pixels][tl_pixels];
	memset( shadow, 0, sizeof shadow );
	for ( int32_t t = 0; t < disc->triangleCount; ++t )
	{
		tlPosition p[3];
		double low[2] = { 1, 1 }, high[2] = { -1, -1 };
		for ( int k = 0; k < 3; ++k )
		{
			p[k] = tlBody_GetPosition( world, body, disc->corners[3 * (size_t)t + (size_t)k] );
			low[0] = p[k].x < low[0] ? p[k].x : low[0];
			low[1] = p[k].z < low[1] ? p[k].z : low[1];
			high[0] = p[k].x > high[0] ? p[k].x : high[0];
			high[1] = p[k].z > high[1] ? p[k].z : high[1];
		}
		for ( int i = (int)( 1000 * low[0] + 200 ); i <= (int)( 1000 * high[0] + 200 ); ++i )
		{
			for ( int j = (int)( 1000 * low[1] + 200 ); j <= (int)( 1000 * high[1] + 200 ); ++j )
			{
				bool inside = i >= 0 && j >= 0 && i < tl_pixels && j < tl_pixels;
				if ( inside && Covers( p, ( i + 0.5 - 200 ) / 1000, ( j + 0.5 - 200 ) / 1000 ) )
				{
					shadow[i][j] = true;
				}
			}
		}
	}
	int count = 0;
	for ( int i = 0; i < tl_pixels; ++i )
	{
		for ( int j = 0; j < tl_pixels; ++j )
		{
			count += shadow[i][j];
		}
	}
	return count * 1e-6;
}

// Per cent.
static double MeasureDrape( const Disc* disc, const char* name )
{
	tlError error = { tl_success, "" };
	tlFabricDef def = tlDefaultFabricDef();
	def.positions = disc->positions;
	def.vertexCount = tl_vertices;
	def.faceSizes = disc->sizes;
	def.faceCorners = disc->corners;
	def.faceCount = disc->triangleCount;
	def.stretchType = "strain";
	def.bendType = "dihedral";
	tlFabric* fabric = NULL;
	tlWorld* world = NULL;
	tlWorldDef worldDef = tlDefaultWorldDef();
	worldDef.budget.substepCount = 40;
	if ( tlCreateFabric( &def, &fabric, &error ) != tl_success || tlCreateWorld( &worldDef, &world, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
	tlBodyDef bodyDef = tlDefaultBodyDef();
	tlPinDef pins = { .particles = disc->pins, .particleCount = disc->pinCount, .frame = tlTransform_identity };
	tlBodyId body;
	bodyDef.fabric = fabric;
	bodyDef.material = tlMakeFabricMaterial( tlFindFabric( name ) );
	bodyDef.material.globalDamping = 4;
	bodyDef.pins = &pins;
	bodyDef.pinCount = 1;
	if ( tlCreateBody( world, &bodyDef, &body, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
	for ( int frame = 0; frame < 120; ++frame )
	{
		assert_int_equal( tlWorld_Step( world, 1.0 / 60, &error ), tl_success );
	}
	double support = TL_TURN / 2 * 0.09 * 0.09, whole = TL_TURN / 2 * 0.15 * 0.15;
	double coefficient = 100 * ( MeasureShadow( disc, world, body ) - support ) / ( whole - support );
	double speed = tlBody_GetStats( world, body )->maxSpeed;
	printf( "%-10s drape coefficient %.1f %%, %.4f m/s at the end\n", name, coefficient, speed );
	tlDestroyWorld( world );
	tlDestroyFabric( fabric );
	return coefficient;
}

static void DrapeIsInOrder( void** state )
{
	(void)state;
	static Disc disc;
	MakeDisc( &disc );
	double chiffon = MeasureDrape( &disc, "chiffon" ), silk = MeasureDrape( &disc, "silk" );
	double wool = MeasureDrape( &disc, "wool" ), cotton = MeasureDrape( &disc, "cotton" );
	double denim = MeasureDrape( &disc, "denim" ), leather = MeasureDrape( &disc, "leather" );
	double paper = MeasureDrape( &disc, "paper" );
	assert_true( silk < wool && wool < cotton && chiffon < cotton );
	assert_true( cotton + 10 < denim && cotton < leather );
	assert_true( paper > denim && paper > leather && paper > 80 );
	assert_true( silk > 5 && silk < 40 );
}

int main( void )
{
	const struct CMUnitTest tests[] = { cmocka_unit_test( DrapeIsInOrder ) };
	return cmocka_run_group_tests( tests, NULL, NULL );
}
