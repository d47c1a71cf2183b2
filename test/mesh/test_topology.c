// Faces to edges, diagonals and bends: meshes that made other engines fail, and meshes whose numbers are known.
// SPDX-License-Identifier: MIT
#include "mesh_maker.h"

static void TestIsolatedVertex( void** state )
{
	(void)state;
	MeshMaker maker = { 0 };
	AddVertex( &maker, 0, 0, 0 );
	AddVertex( &maker, 1, 0, 0 );
	AddVertex( &maker, 0, 1, 0 );
	AddVertex( &maker, 2, 2, 0 );
	AddTriangle( &maker, 0, 1, 2 );
	tlFabricDef def = MakeDef( &maker );
	tlTopology topology = Build( &def );
	assert_int_equal( topology.report.unreferencedVertexCount, 1 );
	assert_int_equal( topology.report.firstUnreferencedVertex, 3 );
	assert_int_equal( topology.particleCount, 4 );
	assert_false( topology.referenced[3] );
	assert_int_equal( topology.report.componentCount, 1 );
	assert_true( topology.report.upper.x == 2 );
	tlFreeTopology( &topology );
	FreeMaker( &maker );
}

static void TestDoubleSided( void** state )
{
	(void)state;
	MeshMaker maker = { 0 };
	AddGridVertices( &maker, 10, 10, 0.1 );
	for ( int side = 0; side < 2; ++side )
	{
		for ( int32_t k = 0; k < 81; ++k )
		{
			int32_t a = k / 9 * 10 + k % 9;
			AddTriangle( &maker, side == 0 ? a : a + 11, a + 1, side == 0 ? a + 11 : a );
			AddTriangle( &maker, side == 0 ? a : a + 10, a + 11, side == 0 ? a + 10 : a );
		}
	}
	tlFabricDef def = MakeDef( &maker );
	tlTopology both = Build( &def );
	assert_int_equal( both.report.duplicateFaceCount, 162 );
	assert_int_equal( both.report.firstDuplicateFace, 162 );
	def.faceCount = 162;
	tlTopology single = Build( &def );
	assert_int_equal( single.report.duplicateFaceCount, 0 );
	assert_int_equal( both.edgeCount, single.edgeCount );
	assert_int_equal( both.bendCount, single.bendCount );
	assert_memory_equal( both.edges, single.edges, 2 * (size_t)single.edgeCount * sizeof( int32_t ) );
	assert_memory_equal( both.bends, single.bends, 2 * (size_t)single.bendCount * sizeof( int32_t ) );
	assert_int_equal( both.report.nonManifoldEdgeCount, 0 );
	tlFreeTopology( &both );
	tlFreeTopology( &single );
	FreeMaker( &maker );
}

static void TestDegenerateFaces( void** state )
{
	(void)state;
	MeshMaker maker = { 0 };
	AddGrid( &maker, 4, 4, 1 );                        // 16 vertices, 9 faces
	AddTriangle( &maker, 0, 1, 1 );                    // 9: a corner twice
	int32_t near = AddVertex( &maker, 1.5, 2e-14, 0 ); // 16
	AddTriangle( &maker, 1, near, 2 );                 // 10: a sliver
	int32_t twin = AddVertex( &maker, 3, 3, 0 );       // 17: where 15 is
	AddTriangle( &maker, 15, twin, 10 );               // 11: a corner twice after welding
	AddQuad( &maker, 5, 6, 5, 6 );                     // 12: there and back
	AddQuad( &maker, 0, 1, 2, 3 );                     // 13: a line
	AddQuad( &maker, 15, twin, 14, 11 );               // 14: mended, a triangle
	AddTriangle( &maker, 14, 11, 15 );                 // 15: the same again
	AddQuad( &maker, 10, 11, 15, 14 );                 // 16: a duplicate of a face of the grid
	tlFabricDef def = MakeDef( &maker );
	tlTopology topology = Build( &def );
	assert_int_equal( topology.report.degenerateFaceCount, 5 );
	assert_int_equal( topology.report.firstDegenerateFace, 9 );
	assert_int_equal( topology.report.duplicateFaceCount, 2 );
	assert_int_equal( topology.report.firstDuplicateFace, 15 );
	assert_int_equal( topology.report.weldedVertexCount, 1 );
	assert_int_equal( topology.report.unreferencedVertexCount, 1 );
	assert_int_equal( topology.report.firstUnreferencedVertex, near );
	assert_int_equal( topology.triangleCount, 19 );
	tlFreeTopology( &topology );
	FreeMaker( &maker );
}

// A rope and a sheet in which nothing is welded: coincident vertices can still not be joined by an edge.
static void TestCoincidentWithoutWeld( void** state )
{
	(void)state;
	MeshMaker maker = { 0 };
	AddVertex( &maker, 0, 0, 0 );
	AddVertex( &maker, 0, 0, 0 );
	AddVertex( &maker, 1, 0, 0 );
	AddVertex( &maker, 1, 1, 0 );
	AddSegment( &maker, 0, 1 );
	AddQuad( &maker, 0, 1, 2, 3 );
	AddSegment( &maker, 2, 3 );
	tlFabricDef def = MakeDef( &maker );
	def.weld = false;
	tlTopology topology = Build( &def );
	assert_int_equal( topology.report.degenerateFaceCount, 1 );
	assert_int_equal( topology.triangleCount, 1 ); // the half of the quad that has an area
	assert_int_equal( topology.segmentCount, 1 );
	assert_int_equal( topology.edgeCount, 3 );
	tlFreeTopology( &topology );
	FreeMaker( &maker );
}

static void TestDiskAndTriangle( void** state )
{
	(void)state;
	MeshMaker maker = { 0 };
	AddVertex( &maker, 10, 0, 0 );
	for ( int i = 0; i < 8; ++i )
	{
		AddVertex( &maker, 10 + cos( 0.785398163 * i ), sin( 0.785398163 * i ), 0 );
	}
	for ( int32_t i = 0; i < 8; ++i )
	{
		AddTriangle( &maker, 0, 1 + i, 1 + ( i + 1 ) % 8 );
	}
	tlFabricDef def = MakeDef( &maker );
	tlTopology topology = Build( &def );
	assert_int_equal( topology.edgeCount, 16 );
	assert_int_equal( topology.report.borderEdgeCount, 8 );
	assert_int_equal( topology.bendCount, 8 );
	for ( int32_t i = 0; i < 16; ++i )
	{
		assert_true( topology.bends[i] > 0 ); // from rim to rim, never the centre
	}
	tlFreeTopology( &topology );
	def.faceCount = 1;
	topology = Build( &def );
	assert_int_equal( topology.edgeCount, 3 );
	assert_int_equal( topology.bendCount, 0 );
	assert_int_equal( topology.diagonalCount, 0 );
	tlFreeTopology( &topology );
	FreeMaker( &maker );
}

static void TestFin( void** state )
{
	(void)state;
	MeshMaker maker = { 0 };
	AddVertex( &maker, 0, 0, 0 );
	AddVertex( &maker, 0, 0, 0 ); // so that particles and vertices have different numbers
	AddVertex( &maker, 1, 0, 0 );
	AddVertex( &maker, 0, 1, 0 );
	AddVertex( &maker, 0, -1, 0 );
	AddVertex( &maker, 0, 0, 1 );
	for ( int32_t i = 3; i < 6; ++i )
	{
		AddTriangle( &maker, 0, 2, i );
	}
	tlFabricDef def = MakeDef( &maker );
	tlTopology topology = Build( &def );
	assert_int_equal( topology.edgeCount, 7 );
	assert_int_equal( topology.bendCount, 0 );
	assert_int_equal( topology.report.nonManifoldEdgeCount, 1 );
	assert_int_equal( topology.report.firstNonManifoldEdge[0], 0 );
	assert_int_equal( topology.report.firstNonManifoldEdge[1], 2 );
	assert_int_equal( topology.report.borderEdgeCount, 6 );
	assert_false( topology.report.closed );
	tlFreeTopology( &topology );
	FreeMaker( &maker );
}

static void TestGridCounts( void** state )
{
	(void)state;
	for ( int32_t n = 2; n < 12; n += 3 )
	{
		MeshMaker maker = { 0 };
		AddGrid( &maker, n, n, 0.1 );
		tlFabricDef def = MakeDef( &maker );
		tlTopology topology = Build( &def );
		assert_int_equal( topology.edgeCount, 2 * n * ( n - 1 ) );
		assert_int_equal( topology.diagonalCount, 2 * ( n - 1 ) * ( n - 1 ) );
		assert_int_equal( topology.bendCount, 2 * n * ( n - 2 ) );
		assert_int_equal( topology.report.borderEdgeCount, 4 * ( n - 1 ) );
		for ( int32_t i = 0; i < topology.bendCount; ++i )
		{
			int32_t step = topology.bends[2 * i + 1] - topology.bends[2 * i];
			assert_true( step == 2 || step == 2 * n );
		}
		tlFreeTopology( &topology );
		FreeMaker( &maker );
	}
}

static void TestQuads( void** state )
{
	(void)state;
	// Concave at each corner in turn: one diagonal, the inner one, and two triangles that do not overlap.
	for ( int32_t turn = 0; turn < 4; ++turn )
	{
		MeshMaker maker = { 0 };
		AddVertex( &maker, 0, 0, 0 );
		AddVertex( &maker, 1, -1, 0 );
		AddVertex( &maker, 0.3, 0, 0 ); // the reflex corner
		AddVertex( &maker, 1, 1, 0 );
		AddQuad( &maker, turn, ( turn + 1 ) % 4, ( turn + 2 ) % 4, ( turn + 3 ) % 4 );
		tlFabricDef def = MakeDef( &maker );
		tlTopology topology = Build( &def );
		assert_int_equal( topology.diagonalCount, 1 );
		assert_int_equal( topology.diagonals[0], 0 );
		assert_int_equal( topology.diagonals[1], 2 );
		assert_true( fabs( topology.report.area - 0.3 ) < 1e-6 );
		assert_int_equal( topology.report.quadCount, 1 );
		tlFreeTopology( &topology );
		FreeMaker( &maker );
	}
	// A corner in the middle of a side: cut there, so that both halves have an area.
	MeshMaker maker = { 0 };
	AddVertex( &maker, 0, 0, 0 );
	AddVertex( &maker, 1, 0, 0 );
	AddVertex( &maker, 2, 0, 0 );
	AddVertex( &maker, 1, 1, 0 );
	AddQuad( &maker, 0, 1, 2, 3 );
	tlFabricDef def = MakeDef( &maker );
	tlTopology topology = Build( &def );
	assert_int_equal( topology.triangleCount, 2 );
	assert_int_equal( topology.diagonalCount, 1 );
	assert_int_equal( topology.diagonals[0], 1 );
	assert_int_equal( topology.diagonals[1], 3 );
	tlFreeTopology( &topology );
	FreeMaker( &maker );
}

static void TestMixedBends( void** state )
{
	(void)state;
	// A quad and a triangle: both far corners of the quad to the tip.
	MeshMaker maker = { 0 };
	AddGrid( &maker, 2, 2, 1 );
	AddVertex( &maker, 2, 0.5, 0 );
	AddTriangle( &maker, 1, 4, 3 );
	tlFabricDef def = MakeDef( &maker );
	tlTopology topology = Build( &def );
	assert_int_equal( topology.bendCount, 2 );
	const int32_t right[4] = { 0, 4, 2, 4 };
	assert_memory_equal( topology.bends, right, sizeof right );
	tlFreeTopology( &topology );
	FreeMaker( &maker );
}

static void TestRopes( void** state )
{
	(void)state;
	MeshMaker maker = { 0 };
	for ( int i = 0; i < 12; ++i )
	{
		AddVertex( &maker, 0.1 * i, 0, 0 );
	}
	for ( int32_t i = 0; i + 2 < 12; ++i )
	{
		AddSegment( &maker, i, i + 1 ); // the last vertex stays alone
	}
	AddSegment( &maker, 3, 2 ); // a duplicate
	AddSegment( &maker, 5, 5 ); // no length
	tlFabricDef def = MakeDef( &maker );
	def.weld = false;
	tlTopology topology = Build( &def );
	assert_int_equal( topology.segmentCount, 10 );
	assert_int_equal( topology.edgeCount, 10 );
	assert_int_equal( topology.bendCount, 9 );
	assert_int_equal( topology.report.segmentCount, 12 );
	assert_int_equal( topology.report.duplicateFaceCount, 1 );
	assert_int_equal( topology.report.degenerateFaceCount, 1 );
	assert_int_equal( topology.report.borderEdgeCount, 0 );
	assert_int_equal( topology.report.unreferencedVertexCount, 1 );
	assert_false( topology.report.closed );
	tlFreeTopology( &topology );

	// A branch: no bend over the point where three meet.
	AddSegment( &maker, 5, 11 );
	def = MakeDef( &maker );
	topology = Build( &def );
	assert_int_equal( topology.bendCount, 8 );
	assert_int_equal( topology.report.componentCount, 1 );
	tlFreeTopology( &topology );
	FreeMaker( &maker );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestIsolatedVertex ),  cmocka_unit_test( TestDoubleSided ),
		cmocka_unit_test( TestDegenerateFaces ), cmocka_unit_test( TestCoincidentWithoutWeld ),
		cmocka_unit_test( TestDiskAndTriangle ), cmocka_unit_test( TestFin ),
		cmocka_unit_test( TestGridCounts ),      cmocka_unit_test( TestQuads ),
		cmocka_unit_test( TestMixedBends ),      cmocka_unit_test( TestRopes ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
