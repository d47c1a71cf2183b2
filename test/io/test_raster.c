// The rasteriser and the pictures: golden hash, depth, fit, colours, shapes.
// SPDX-License-Identifier: MIT
#include "collide/shape_mesh.h"
#include "io/picture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

// The same for gcc and clang, at -O0 and -O3, in both precisions. A change is a line in the changelog.
#define GOLDEN_PICTURE 0x33A53998C16C4F60ull

enum
{
	tl_side = 9
};

typedef struct Cloth
{
	float positions[3 * tl_side * tl_side];
	int32_t triangles[6 * tl_side * tl_side];
	int32_t edges[4 * tl_side * tl_side];
	float strain[2 * tl_side * tl_side];
	tlDrawBody body;
} Cloth;

// A wavy square of exact fractions.
static void MakeCloth( Cloth* cloth )
{
	memset( cloth, 0, sizeof *cloth );
	tlDrawBody* body = &cloth->body;
	body->positions = cloth->positions;
	body->triangles = cloth->triangles;
	body->edges = cloth->edges;
	body->color = tlBodyColor( 0 );
	body->vertexCount = tl_side * tl_side;
	for ( int32_t j = 0; j < tl_side; ++j )
	{
		for ( int32_t i = 0; i < tl_side; ++i )
		{
			int32_t a = j * tl_side + i;
			cloth->positions[3 * a] = 0.125f * (float)i - 0.5f;
			cloth->positions[3 * a + 1] = 0.5f + 0.03125f * (float)( ( i * i + 3 * j ) % 5 );
			cloth->positions[3 * a + 2] = 0.125f * (float)j - 0.5f;
			if ( i + 1 < tl_side && j + 1 < tl_side )
			{
				int32_t corners[6] = { a, a + tl_side, a + 1, a + 1, a + tl_side, a + tl_side + 1 };
				memcpy( cloth->triangles + 3 * body->triangleCount, corners, sizeof corners );
				body->triangleCount += 2;
			}
			for ( int k = 0; k < 2; ++k )
			{
				if ( k == 0 ? i + 1 < tl_side : j + 1 < tl_side )
				{
					cloth->strain[body->edgeCount] = 0.01f * (float)( i - j );
					cloth->edges[2 * body->edgeCount] = a;
					cloth->edges[2 * body->edgeCount++ + 1] = k == 0 ? a + 1 : a + tl_side;
				}
			}
		}
	}
}

static uint64_t DrawScene( void )
{
	static Cloth cloth;
	MakeCloth( &cloth );
	cloth.body.edgeStrain = cloth.strain;
	static const float rope[9] = { -0.75f, 1.0f, 0.0f, 0.0f, 0.75f, -0.25f, 0.75f, 1.0f, 0.0f };
	static const int32_t ropeEdges[4] = { 0, 1, 1, 2 };
	tlDrawBody bodies[2] = { cloth.body, { rope, 3, NULL, 0, ropeEdges, 2, NULL, 0.02f, 0.04f, 0xE08E45 } };
	tlDrawCollider colliders[4];
	memset( colliders, 0, sizeof colliders );
	for ( int i = 0; i < 4; ++i )
	{
		colliders[i].transform = tlTransform_identity;
		colliders[i].shape.type = (tlShapeType)i;
		colliders[i].shape.radius = (tlReal)0.125;
		colliders[i].shape.halfHeight = (tlReal)0.25;
		colliders[i].shape.halfExtents = ( tlVec3 ){ (tlReal)0.125, (tlReal)0.125, (tlReal)0.25 };
		colliders[i].transform.p.x = 0.5 * i - 1.0;
		colliders[i].transform.p.y = i > 0 ? 0.25 : 0.0;
	}
	tlPictureDef def = tlDefaultPictureDef();
	def.width = 120;
	def.height = 80;
	def.samples = 2;
	tlPosition lower, upper;
	tlEmptyBounds( &lower, &upper );
	for ( int i = 0; i < 4; ++i )
	{
		tlGrowBoundsByCollider( &lower, &upper, colliders + i );
	}
	tlGrowBounds( &lower, &upper, rope, 3 );
	tlFitPicture( &def, lower, upper, 0.0, 0.0 );
	tlImage* image;
	tlError error;
	assert_int_equal( tlDrawPicture( &def, bodies, 2, colliders, 4, &image, &error ), tl_success );
	uint64_t hash = tlImage_Hash( image );
	tlDestroyImage( image );
	return hash;
}

static void TestGolden( void** state )
{
	(void)state;
	uint64_t hash = DrawScene();
	assert_true( hash == DrawScene() );
	if ( hash != GOLDEN_PICTURE )
	{
		print_message( "the picture's hash is 0x%016llX\n", (unsigned long long)hash );
	}
	assert_true( hash == GOLDEN_PICTURE );
	assert_int_equal( tlGetByteCount(), 0 );
}

static void TestColors( void** state )
{
	(void)state;
	// Every code comes back, and the curve rises.
	float last = -1.0f;
	for ( uint32_t code = 0; code < 256; ++code )
	{
		tlLinear linear = tlLinearFromSrgb( code << 16 | code << 8 | code );
		assert_true( linear.r > last && linear.r == linear.g && linear.r == linear.b );
		assert_int_equal( tlSrgbFromLinear( linear ), code << 16 | code << 8 | code );
		last = linear.r;
	}
	assert_true( last == 1.0f );
	assert_true( fabsf( tlLinearFromSrgb( 0x808080 ).r - 0.21586050f ) < 1e-6f );
	assert_int_equal( tlDivergingColor( -9.0 ), tlDivergingColor( -1.0 ) );
	assert_int_equal( tlDivergingColor( (double)NAN ), 0xFF00FF );
	uint32_t blue = tlDivergingColor( -1.0 );
	uint32_t red = tlDivergingColor( 1.0 );
	assert_true( ( blue & 255 ) > ( blue >> 16 ) && ( red >> 16 ) > ( red & 255 ) );
	uint32_t rest = tlDivergingColor( 0.0 );
	assert_true( ( rest >> 16 ) > 200 && ( rest & 255 ) > 200 );
}

static tlRaster* BeginRaster( int32_t size, int32_t samples )
{
	tlRaster* raster;
	assert_int_equal( tlCreateRaster( size, size, samples, &raster, NULL ), tl_success );
	tlCamera camera = { { 0.0, 0.0, 4.0 }, { 0.0, 0.0, 0.0 }, 1.0 };
	tlLight light = tlDefaultLight();
	tlLinear white = { 1.0f, 1.0f, 1.0f };
	tlRaster_Begin( raster, &camera, &light, white, white );
	return raster;
}

static uint8_t ReadRed( tlRaster* raster, int32_t x, int32_t y )
{
	tlImage* image;
	assert_int_equal( tlRaster_Resolve( raster, &image, NULL ), tl_success );
	uint8_t red = image->pixels[4 * ( y * image->width + x )];
	tlDestroyImage( image );
	return red;
}

// The nearer surface wins in either order, also through the eye's plane, and lines keep behind what hides them.
static void TestDepth( void** state )
{
	(void)state;
	tlPosition near[3] = { { -9.0, -9.0, 1.0 }, { 9.0, -9.0, 1.0 }, { 0.0, 9.0, 1.0 } };
	tlPosition far[3] = { { -9.0, -9.0, -1.0 }, { 9.0, -9.0, -1.0 }, { 0.0, 9.0, -1.0 } };
	tlPosition normals[3] = { { 0.0, 0.0, 1.0 }, { 0.0, 0.0, 1.0 }, { 0.0, 0.0, 1.0 } };
	tlPaint dark, light;
	memset( &dark, 0, sizeof dark );
	memset( &light, 0, sizeof light );
	light.front = light.back = tlLinearFromSrgb( 0xFFFFFF );
	tlLinear black = { 0.0f, 0.0f, 0.0f };
	for ( int order = 0; order < 2; ++order )
	{
		tlRaster* raster = BeginRaster( 16, 2 );
		tlRaster_DrawTriangle( raster, order == 0 ? near : far, normals, order == 0 ? &light : &dark, NULL, NULL );
		tlRaster_DrawTriangle( raster, order == 0 ? far : near, normals, order == 0 ? &dark : &light, NULL, NULL );
		uint8_t before = ReadRed( raster, 8, 8 );
		assert_true( before > 150 );
		tlRaster_DrawLine( raster, far[0], far[1], 40.0, black, 1.0, 0.01 );
		tlRaster_DrawSphere( raster, far[2], 0.5, &dark );
		assert_int_equal( ReadRed( raster, 8, 15 ), ReadRed( raster, 7, 15 ) );
		tlPosition a = { -9.0, 0.0, 1.0 };
		tlPosition b = { 9.0, 0.0, 1.0 };
		tlRaster_DrawLine( raster, a, b, 6.0, black, 1.0, 0.01 );
		assert_int_equal( ReadRed( raster, 8, 8 ), 0 );
		tlDestroyRaster( raster );
	}
	// A floor that passes under the eye and behind it.
	tlRaster* raster = BeginRaster( 16, 1 );
	tlPosition floor[3] = { { -50.0, -0.5, 60.0 }, { 50.0, -0.5, 60.0 }, { 0.0, -0.5, -60.0 } };
	tlRaster_DrawTriangle( raster, floor, normals, &dark, NULL, NULL );
	assert_true( ReadRed( raster, 8, 15 ) < 100 );
	assert_int_equal( ReadRed( raster, 8, 2 ), 255 );
	tlDestroyRaster( raster );
}

static void TestBadInput( void** state )
{
	(void)state;
	static const float positions[9] = { 0.0f, NAN, 0.0f, 1e38f, 0.0f, 1.0f, -1.0f, INFINITY, 2.0f };
	static const int32_t triangle[3] = { 0, 1, 2 };
	static const int32_t edges[6] = { 0, 1, 1, 2, 1, 1 };
	static const float strain[3] = { NAN, INFINITY, 0.0f };
	tlDrawBody body = { positions, 3, triangle, 1, edges, 3, strain, 0.1f, 0.1f, 0x00FF00 };
	tlPictureDef def = tlDefaultPictureDef();
	def.width = 24;
	def.height = 16;
	tlImage* image;
	tlError error;
	tlFitPicture( &def, def.lower, def.upper, 0.0, 0.0 ); // empty bounds
	assert_int_equal( tlDrawPicture( &def, &body, 1, NULL, 0, &image, &error ), tl_success );
	tlDestroyImage( image );
	def.width = 0;
	assert_int_equal( tlDrawPicture( &def, NULL, 0, NULL, 0, &image, &error ), tl_invalidArgument );
	assert_null( image );
	assert_int_equal( tlGetByteCount(), 0 );
}

// All corners of the box are inside the picture, for any view.
static void TestFit( void** state )
{
	(void)state;
	tlPosition lower = { -3.0, 0.0, 1.0 };
	tlPosition upper = { 5.0, 0.5, 2.0 };
	for ( int view = 0; view < 6; ++view )
	{
		tlPictureDef def = tlDefaultPictureDef();
		tlFitPicture( &def, lower, upper, view * 1.0, view * 0.2 );
		tlRaster* raster;
		assert_int_equal( tlCreateRaster( 96, 60, 1, &raster, NULL ), tl_success );
		tlLight light = tlDefaultLight();
		tlLinear white = { 1.0f, 1.0f, 1.0f };
		tlRaster_Begin( raster, &def.camera, &light, white, white );
		tlPaint dark;
		memset( &dark, 0, sizeof dark );
		for ( int corner = 0; corner < 8; ++corner )
		{
			tlPosition p = { corner & 1 ? upper.x : lower.x, corner & 2 ? upper.y : lower.y,
				             corner & 4 ? upper.z : lower.z };
			assert_true( tlRaster_GetScale( raster, p ) > 0.0 );
			tlRaster_DrawSphere( raster, p, 0.1, &dark );
		}
		tlImage* image;
		assert_int_equal( tlRaster_Resolve( raster, &image, NULL ), tl_success );
		for ( int32_t i = 0; i < 96 * 60; ++i )
		{
			bool border = i % 96 == 0 || i % 96 == 95 || i / 96 == 0 || i / 96 == 59;
			assert_true( !border || image->pixels[4 * i] == 255 );
		}
		tlDestroyImage( image );
		tlDestroyRaster( raster );
	}
}

// Shape meshes wind outward and their normals are unit.
static void TestShapeMeshes( void** state )
{
	(void)state;
	for ( int type = 0; type < 4; ++type )
	{
		tlShape shape;
		memset( &shape, 0, sizeof shape );
		shape.type = (tlShapeType)type;
		shape.radius = (tlReal)0.5;
		shape.halfHeight = (tlReal)0.75;
		shape.halfExtents = ( tlVec3 ){ 1, 2, 3 };
		const tlPlanePatch patch = { 1, 2, 4 };
		tlShapeMesh mesh;
		assert_true( tlMakeShapeMesh( &shape, &patch, &mesh ) );
		double volume = 0.0;
		for ( int32_t i = 0; i < mesh.triangleCount; ++i )
		{
			const float* p[3];
			const float* n = mesh.normals + 3 * mesh.triangles[3 * i];
			for ( int k = 0; k < 3; ++k )
			{
				assert_in_range( mesh.triangles[3 * i + k], 0, mesh.vertexCount - 1 );
				p[k] = mesh.positions + 3 * mesh.triangles[3 * i + k];
			}
			double u[3], v[3];
			for ( int k = 0; k < 3; ++k )
			{
				u[k] = (double)p[1][k] - (double)p[0][k];
				v[k] = (double)p[2][k] - (double)p[0][k];
			}
			double c[3] = { u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0] };
			assert_true( c[0] * (double)n[0] + c[1] * (double)n[1] + c[2] * (double)n[2] > 0.0 );
			volume += ( c[0] * (double)p[0][0] + c[1] * (double)p[0][1] + c[2] * (double)p[0][2] ) / 6.0;
		}
		const double pi = 3.141592653589793;
		const double expected[4] = { 0.0, pi / 6.0, pi / 6.0 + pi * 0.25 * 1.5, 48.0 };
		assert_true( fabs( volume - expected[type] ) <= 0.02 * expected[type] + 1e-9 );
		tlFreeShapeMesh( &mesh );
	}
	assert_int_equal( tlGetByteCount(), 0 );
}

static void TestImages( void** state )
{
	(void)state;
	tlImage *a, *b, *sheet;
	tlError error;
	assert_int_equal( tlCreateImage( 4, 3, &a, &error ), tl_success );
	assert_int_equal( tlCreateImage( 2, 2, &b, &error ), tl_success );
	assert_int_equal( tlCreateImage( 0, 2, &sheet, &error ), tl_invalidArgument );
	tlImage_Fill( a, 0x102030 );
	tlImage_Fill( b, 0xFF0000 );
	tlImage_Blit( a, -1, 2, b ); // cut on two sides
	assert_int_equal( a->pixels[4 * 8], 0xFF );
	assert_int_equal( a->pixels[4 * 9], 0x10 );
	assert_int_equal( a->pixels[4 * 4], 0x10 );
	const tlImage* images[3] = { a, b, a };
	assert_int_equal( tlDrawContactSheet( images, 3, 2, 1, 0x00FF00, &sheet, &error ), tl_success );
	assert_int_equal( sheet->width, 9 );
	assert_int_equal( sheet->height, 7 );
	assert_int_equal( sheet->pixels[4 * 5], 0xFF );
	assert_int_equal( sheet->pixels[4 * 4 + 1], 0xFF );
	uint8_t* bytes;
	size_t count;
	assert_int_equal( tlImage_EncodePng( sheet, &bytes, &count, &error ), tl_success );
	assert_memory_equal( bytes, "\x89PNG\r\n\x1a\n", 8 );
	tlFree( bytes );
	tlDestroyImage( sheet );
	tlDestroyImage( a );
	tlDestroyImage( b );
	assert_int_equal( tlGetByteCount(), 0 );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestGolden ),   cmocka_unit_test( TestColors ), cmocka_unit_test( TestDepth ),
		cmocka_unit_test( TestBadInput ), cmocka_unit_test( TestFit ),    cmocka_unit_test( TestShapeMeshes ),
		cmocka_unit_test( TestImages ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
