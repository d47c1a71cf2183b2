// What the input doctor reports, refuses and survives.
// SPDX-License-Identifier: MIT
#include "mesh_maker.h"

#include <stdlib.h>

static tlMeshReport Inspect( const MeshMaker* maker )
{
	tlFabricDef def = MakeDef( maker );
	tlMeshReport report;
	tlError error;
	assert_int_equal( tlInspectMesh( &def, &report, &error ), tl_success );
	return report;
}

static void CheckRefusal( const tlFabricDef* def, tlResult code, const char* part )
{
	tlMeshReport report;
	tlError error;
	assert_int_equal( tlInspectMesh( def, &report, &error ), code );
	assert_int_equal( error.code, code );
	assert_non_null( strstr( error.message, part ) );
	assert_int_equal( report.vertexCount, 0 );
	assert_int_equal( report.firstDegenerateFace, -1 );
}

static void TestNotFinite( void** state )
{
	(void)state;
	const tlReal bad[4] = { (tlReal)NAN, (tlReal)INFINITY, (tlReal)-INFINITY, (tlReal)1e30 };
	MeshMaker maker = { 0 };
	AddGrid( &maker, 4, 4, 0.1 );
	tlFabricDef def = MakeDef( &maker );
	for ( int i = 0; i < 4; ++i )
	{
		tlVec3 kept = maker.positions[9];
		maker.positions[9].y = bad[i];
		CheckRefusal( &def, tl_invalidMesh, "vertex 9 " );
		maker.positions[9] = kept;
	}
	assert_int_equal( Inspect( &maker ).faceCount, 9 );
	FreeMaker( &maker );
}

static void TestRefusals( void** state )
{
	(void)state;
	MeshMaker maker = { 0 };
	AddGrid( &maker, 4, 4, 0.1 );
	tlFabricDef def = MakeDef( &maker );
	maker.corners[14] = 16;
	CheckRefusal( &def, tl_invalidMesh, "face 3 " );
	maker.corners[14] = -1;
	CheckRefusal( &def, tl_invalidMesh, "face 3 " );
	maker.corners[14] = 0;
	maker.sizes[5] = 1;
	CheckRefusal( &def, tl_invalidMesh, "face 5 " );
	maker.sizes[5] = -7;
	CheckRefusal( &def, tl_invalidMesh, "face 5 " );
	maker.sizes[5] = 4;
	def.vertexCount = -1;
	CheckRefusal( &def, tl_invalidArgument, "vertexCount" );
	def = MakeDef( &maker );
	def.faceCount = -1;
	CheckRefusal( &def, tl_invalidArgument, "faceCount" );
	def = MakeDef( &maker );
	def.positions = NULL;
	CheckRefusal( &def, tl_invalidArgument, "positions" );
	def = MakeDef( &maker );
	def.faceSizes = NULL;
	CheckRefusal( &def, tl_invalidArgument, "faceSizes" );
	def = MakeDef( &maker );
	def.faceCorners = NULL;
	CheckRefusal( &def, tl_invalidArgument, "faceCorners" );
	FreeMaker( &maker );
}

// Rings of quads between poles of triangles; the seam and the poles exist several times.
static void AddSphere( MeshMaker* maker, int32_t rings, int32_t sides )
{
	const double pi = 3.14159265358979;
	for ( int32_t k = 0; k <= rings; ++k )
	{
		for ( int32_t i = 0; i <= sides; ++i )
		{
			double polar = pi * k / rings, angle = 2 * pi * ( i % sides ) / sides;
			double radius = k == 0 || k == rings ? 0 : sin( polar );
			AddVertex( maker, radius * cos( angle ), radius * sin( angle ), cos( polar ) );
		}
	}
	for ( int32_t k = 0; k < rings; ++k )
	{
		for ( int32_t i = 0; i < sides; ++i )
		{
			int32_t a = k * ( sides + 1 ) + i, b = a + sides + 1;
			AddQuad( maker, a, b, b + 1, a + 1 );
		}
	}
}

static void TestSeams( void** state )
{
	(void)state;
	MeshMaker maker = { 0 };
	AddSphere( &maker, 16, 32 );
	tlFabricDef def = MakeDef( &maker );
	tlTopology topology = Build( &def );
	const tlMeshReport* report = &topology.report;
	assert_int_equal( report->particleCount, 15 * 32 + 2 );
	assert_int_equal( report->degenerateFaceCount, 0 ); // the quads at the poles became triangles
	assert_int_equal( topology.triangleCount, 2 * 14 * 32 + 2 * 32 );
	assert_int_equal( report->borderEdgeCount, 0 );
	assert_int_equal( report->flippedEdgeCount, 0 );
	assert_int_equal( report->particleCount - report->edgeCount + 16 * 32, 2 ); // Euler
	assert_true( report->closed );
	assert_int_equal( report->componentCount, 1 );
	assert_true( report->volume > 4.0 && report->volume < 4.18879 );
	for ( int32_t i = 0; i < def.vertexCount; ++i )
	{
		assert_true( tlDistance( def.positions[i], topology.positions[topology.vertexMap[i]] ) < (tlReal)1e-5 );
	}
	tlFreeTopology( &topology );
	FreeMaker( &maker );
}

// A cube of 24 vertices, edge 2 about the given point.
static MeshMaker MakeCube( double x, double y, double z, bool inward )
{
	MeshMaker maker = { 0 };
	for ( int face = 0; face < 6; ++face )
	{
		int axis = face / 2;
		double side = face % 2 == 0 ? 1 : -1;
		const double around[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
		int32_t c[4];
		for ( int i = 0; i < 4; ++i )
		{
			double p[3];
			p[axis] = side;
			p[( axis + 1 ) % 3] = around[i][0] * side;
			p[( axis + 2 ) % 3] = around[i][1];
			c[i] = AddVertex( &maker, x + p[0], y + p[1], z + p[2] );
		}
		AddQuad( &maker, c[0], c[inward ? 3 : 1], c[2], c[inward ? 1 : 3] );
	}
	return maker;
}

static void TestVolume( void** state )
{
	(void)state;
	const double places[4][3] = { { 0, 0, 0 }, { 5, -3, 2 }, { 100, 26, -100 }, { 4096, -8192, 1024 } };
	for ( int i = 0; i < 8; ++i )
	{
		const double* place = places[i / 2];
		MeshMaker maker = MakeCube( place[0], place[1], place[2], i % 2 == 1 );
		tlMeshReport report = Inspect( &maker );
		assert_int_equal( report.particleCount, 8 );
		assert_int_equal( report.edgeCount, 12 );
		assert_true( report.closed );
		assert_true( fabs( report.volume - ( i % 2 == 1 ? -8 : 8 ) ) < 1e-12 );
		assert_true( fabs( report.area - 24 ) < 1e-12 );
		assert_true( report.edgeLengthMin == 2 && report.edgeLengthMax == 2 && report.edgeLengthMean == 2 );
		FreeMaker( &maker );
	}
	// An open cube has no volume; one face turned over leaves it closed, and counts its four edges.
	MeshMaker maker = MakeCube( 0, 0, 0, false );
	maker.faceCount = 5;
	tlMeshReport report = Inspect( &maker );
	assert_false( report.closed );
	assert_int_equal( report.borderEdgeCount, 4 );
	assert_true( report.volume == 0 );
	maker.faceCount = 6;
	int32_t swap = maker.corners[21];
	maker.corners[21] = maker.corners[23];
	maker.corners[23] = swap;
	report = Inspect( &maker );
	assert_true( report.closed );
	assert_int_equal( report.flippedEdgeCount, 4 );
	FreeMaker( &maker );
}

// An icosahedron, each face cut in four, again and again.
static void TestIcosphere( void** state )
{
	(void)state;
	const double g = 1.618033988749895;
	const double corners[12][3] = { { -1, g, 0 },  { 1, g, 0 },  { -1, -g, 0 }, { 1, -g, 0 }, { 0, -1, g },  { 0, 1, g },
		                            { 0, -1, -g }, { 0, 1, -g }, { g, 0, -1 },  { g, 0, 1 },  { -g, 0, -1 }, { -g, 0, 1 } };
	const int32_t faces[20][3] = { { 0, 11, 5 }, { 0, 5, 1 },  { 0, 1, 7 },   { 0, 7, 10 }, { 0, 10, 11 },
		                           { 1, 5, 9 },  { 5, 11, 4 }, { 11, 10, 2 }, { 10, 7, 6 }, { 7, 1, 8 },
		                           { 3, 9, 4 },  { 3, 4, 2 },  { 3, 2, 6 },   { 3, 6, 8 },  { 3, 8, 9 },
		                           { 4, 9, 5 },  { 2, 4, 11 }, { 6, 2, 10 },  { 8, 6, 7 },  { 9, 8, 1 } };
	MeshMaker maker = { 0 };
	for ( int i = 0; i < 20; ++i )
	{
		const double* c[3] = { corners[faces[i][0]], corners[faces[i][1]], corners[faces[i][2]] };
		const int n = 8;
		int32_t row[2][16];
		for ( int k = 0; k <= n; ++k ) // rows of vertices from the first corner to the side across
		{
			for ( int m = 0; m <= k; ++m )
			{
				double p[3], size = 0;
				for ( int a = 0; a < 3; ++a )
				{
					p[a] = ( c[0][a] * ( n - k ) + c[1][a] * ( k - m ) + c[2][a] * m ) / n;
					size += p[a] * p[a];
				}
				size = sqrt( size );
				row[k % 2][m] = AddVertex( &maker, p[0] / size, p[1] / size, p[2] / size );
			}
			for ( int m = 0; m < k; ++m )
			{
				AddTriangle( &maker, row[( k + 1 ) % 2][m], row[k % 2][m], row[k % 2][m + 1] );
				if ( m + 1 < k )
				{
					AddTriangle( &maker, row[( k + 1 ) % 2][m], row[k % 2][m + 1], row[( k + 1 ) % 2][m + 1] );
				}
			}
		}
	}
	tlMeshReport report = Inspect( &maker );
	assert_int_equal( report.faceCount, 20 * 64 );
	assert_int_equal( report.particleCount, 10 * 64 + 2 );
	assert_int_equal( report.edgeCount, 30 * 64 );
	assert_true( report.closed );
	assert_true( report.volume > 0.98 * 4.18879 && report.volume < 4.18879 );
	FreeMaker( &maker );
}

// The surface of 2 x 2 x 1 cubes of five tetrahedra each: the faces that no second one shares.
static MeshMaker MakeTets( bool alternate )
{
	static const int s_tets[2][5][4] = {
		{ { 0, 1, 2, 4 }, { 3, 2, 1, 7 }, { 5, 4, 7, 1 }, { 6, 7, 4, 2 }, { 1, 2, 4, 7 } },
		{ { 1, 0, 5, 3 }, { 2, 0, 3, 6 }, { 4, 0, 6, 5 }, { 7, 3, 5, 6 }, { 0, 3, 6, 5 } },
	};
	int32_t faces[80][3];
	int32_t faceCount = 0;
	MeshMaker maker = { 0 };
	for ( int i = 0; i < 18; ++i )
	{
		AddVertex( &maker, i % 3, i / 3 % 3, i / 9 );
	}
	for ( int cube = 0; cube < 4; ++cube )
	{
		for ( int t = 0; t < 5; ++t )
		{
			const int* tet = s_tets[alternate ? ( cube % 2 + cube / 2 ) % 2 : 0][t];
			for ( int k = 0; k < 4; ++k ) // the face across from corner k
			{
				for ( int m = 0, n = 0; m < 4; ++m )
				{
					int x = tet[m] % 2 + cube % 2, y = tet[m] / 2 % 2 + cube / 2, z = tet[m] / 4;
					if ( m != k )
					{
						faces[faceCount][n++] = x + 3 * y + 9 * z;
					}
				}
				faceCount += 1;
			}
		}
	}
	for ( int32_t i = 0; i < faceCount; ++i )
	{
		int same = 0;
		for ( int32_t k = 0; k < faceCount; ++k )
		{
			int shared = 0;
			for ( int m = 0; m < 9; ++m )
			{
				shared += faces[i][m / 3] == faces[k][m % 3] ? 1 : 0;
			}
			same += shared == 3 ? 1 : 0;
		}
		if ( same == 1 )
		{
			AddTriangle( &maker, faces[i][0], faces[i][1], faces[i][2] );
		}
	}
	return maker;
}

static void TestTets( void** state )
{
	(void)state;
	MeshMaker maker = MakeTets( false );
	tlMeshReport report = Inspect( &maker );
	assert_int_equal( report.faceCount, 48 );
	assert_int_equal( report.nonManifoldEdgeCount + report.borderEdgeCount, 13 );
	FreeMaker( &maker );
	maker = MakeTets( true );
	report = Inspect( &maker );
	assert_int_equal( report.faceCount, 32 );
	assert_int_equal( report.nonManifoldEdgeCount + report.borderEdgeCount, 0 );
	assert_int_equal( report.particleCount - report.edgeCount + report.faceCount, 2 );
	assert_true( report.closed );
	FreeMaker( &maker );
}

static void TestEmpty( void** state )
{
	(void)state;
	tlFabricDef def = tlDefaultFabricDef();
	tlMeshReport report;
	assert_int_equal( tlInspectMesh( &def, &report, NULL ), tl_success );
	assert_int_equal( report.vertexCount, 0 );
	assert_int_equal( report.firstUnreferencedVertex, -1 );
	assert_int_equal( report.firstNonManifoldEdge[0], -1 );
	assert_false( report.closed );
	assert_string_equal( report.suggestedUnit, "m" );
	const tlVec3 positions[3] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 10 } };
	def.positions = positions;
	for ( int32_t i = 1; i <= 3; ++i )
	{
		def.vertexCount = i;
		tlTopology topology = Build( &def );
		assert_int_equal( topology.particleCount, i );
		assert_int_equal( topology.report.unreferencedVertexCount, i );
		assert_int_equal( topology.report.componentCount, 0 );
		tlFreeTopology( &topology );
	}
}

static void TestPiecesAndUnits( void** state )
{
	(void)state;
	const struct
	{
		double spacing, scale;
		const char* unit;
	} sizes[] = { { 0.001, 1, "m" },  { 0.2, 1, "m" },      { 2, 0.1, "dm" },
		          { 20, 0.01, "cm" }, { 200, 0.001, "mm" }, { 2e4, 1, "m" } };
	for ( size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i )
	{
		MeshMaker maker = { 0 };
		AddGrid( &maker, 6, 6, sizes[i].spacing ); // diagonal 7.07 spacings
		AddVertex( &maker, 0, 0, sizes[i].spacing );
		AddVertex( &maker, sizes[i].spacing, 0, sizes[i].spacing );
		AddVertex( &maker, 0, sizes[i].spacing, sizes[i].spacing );
		AddTriangle( &maker, 36, 37, 38 );
		tlMeshReport report = Inspect( &maker );
		assert_int_equal( report.componentCount, 2 );
		assert_true( report.suggestedScale == sizes[i].scale );
		assert_string_equal( report.suggestedUnit, sizes[i].unit );
		FreeMaker( &maker );
	}
}

// ---- memory that runs out at every allocation in turn

static int s_left;

static void* AllocLimited( size_t byteCount, void* context )
{
	(void)context;
	return s_left-- > 0 ? aligned_alloc( 64, byteCount ) : NULL;
}

static void FreeLimited( void* memory, void* context )
{
	(void)context;
	free( memory );
}

static void TestOutOfMemory( void** state )
{
	(void)state;
	assert_int_equal( tlGetByteCount(), 0 );
	tlSetAllocator( AllocLimited, FreeLimited, NULL );
	s_left = 1000000;
	MeshMaker maker = { 0 };
	AddSphere( &maker, 6, 8 );
	const int32_t polygon[5] = { 0, 10, 20, 30, 40 };
	AddFace( &maker, 5, polygon );
	AddSegment( &maker, 0, 60 );
	AddSegment( &maker, 60, 40 );
	tlFabricDef def = MakeDef( &maker );
	size_t before = tlGetByteCount();
	tlResult result = tl_outOfMemory;
	int limit = 0;
	for ( ; result == tl_outOfMemory; ++limit )
	{
		tlMeshReport report;
		tlError error;
		s_left = limit;
		result = tlInspectMesh( &def, &report, &error );
		assert_int_equal( tlGetByteCount(), before );
	}
	assert_int_equal( result, tl_success );
	assert_true( limit > 20 );
	FreeMaker( &maker );
	assert_int_equal( tlGetByteCount(), 0 );
	tlSetAllocator( NULL, NULL, NULL );
}

// A million vertices take seconds, not minutes. Smaller where the build itself is slow.
static void TestLargeGrid( void** state )
{
	(void)state;
#if defined( __OPTIMIZE__ ) && !defined( __SANITIZE_ADDRESS__ ) && !defined( __SANITIZE_THREAD__ )
	const int32_t n = 1000;
#else
	const int32_t n = 200;
#endif
	MeshMaker maker = { 0 };
	AddGrid( &maker, n, n, 0.01 );
	double start = tlGetSeconds();
	tlMeshReport report = Inspect( &maker );
	double seconds = tlGetSeconds() - start;
	print_message( "%d vertices: %.2f s\n", (int)maker.vertexCount, seconds );
	assert_int_equal( report.particleCount, n * n );
	assert_int_equal( report.edgeCount, 2 * n * ( n - 1 ) );
	assert_true( seconds < 20 );
	FreeMaker( &maker );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestNotFinite ), cmocka_unit_test( TestRefusals ),       cmocka_unit_test( TestSeams ),
		cmocka_unit_test( TestVolume ),    cmocka_unit_test( TestIcosphere ),      cmocka_unit_test( TestTets ),
		cmocka_unit_test( TestEmpty ),     cmocka_unit_test( TestPiecesAndUnits ), cmocka_unit_test( TestOutOfMemory ),
		cmocka_unit_test( TestLargeGrid ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
