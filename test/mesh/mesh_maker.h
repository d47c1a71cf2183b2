// Meshes for the tests of this folder, made in place.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/core.h"
#include "mesh/topology.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// Grows as vertices and faces are added. Zero-initialise.
typedef struct MeshMaker
{
	tlVec3* positions;
	int32_t* sizes;
	int32_t* corners;
	size_t positionCapacity, sizeCapacity, cornerCapacity;
	int32_t vertexCount, faceCount, cornerCount;
} MeshMaker;

static inline int32_t AddVertex( MeshMaker* maker, double x, double y, double z )
{
	void* memory = maker->positions;
	tlReserve( &memory, &maker->positionCapacity, (size_t)maker->vertexCount + 1, sizeof( tlVec3 ) );
	maker->positions = memory;
	tlVec3 p = { (tlReal)x, (tlReal)y, (tlReal)z };
	maker->positions[maker->vertexCount] = p;
	return maker->vertexCount++;
}

static inline void AddFace( MeshMaker* maker, int32_t size, const int32_t* corners )
{
	void* memory = maker->sizes;
	tlReserve( &memory, &maker->sizeCapacity, (size_t)maker->faceCount + 1, sizeof( int32_t ) );
	maker->sizes = memory;
	memory = maker->corners;
	tlReserve( &memory, &maker->cornerCapacity, (size_t)( maker->cornerCount + size ), sizeof( int32_t ) );
	maker->corners = memory;
	maker->sizes[maker->faceCount++] = size;
	memcpy( maker->corners + maker->cornerCount, corners, (size_t)size * sizeof( int32_t ) );
	maker->cornerCount += size;
}

static inline void AddSegment( MeshMaker* maker, int32_t a, int32_t b )
{
	const int32_t corners[2] = { a, b };
	AddFace( maker, 2, corners );
}

static inline void AddTriangle( MeshMaker* maker, int32_t a, int32_t b, int32_t c )
{
	const int32_t corners[3] = { a, b, c };
	AddFace( maker, 3, corners );
}

static inline void AddQuad( MeshMaker* maker, int32_t a, int32_t b, int32_t c, int32_t d )
{
	const int32_t corners[4] = { a, b, c, d };
	AddFace( maker, 4, corners );
}

// columns x rows vertices in the plane z = 0, row by row.
static inline void AddGridVertices( MeshMaker* maker, int32_t columns, int32_t rows, double spacing )
{
	for ( int32_t k = 0; k < rows; ++k )
	{
		for ( int32_t i = 0; i < columns; ++i )
		{
			AddVertex( maker, spacing * i, spacing * k, 0 );
		}
	}
}

static inline void AddGrid( MeshMaker* maker, int32_t columns, int32_t rows, double spacing )
{
	int32_t first = maker->vertexCount;
	AddGridVertices( maker, columns, rows, spacing );
	for ( int32_t k = 0; k + 1 < rows; ++k )
	{
		for ( int32_t i = 0; i + 1 < columns; ++i )
		{
			int32_t a = first + k * columns + i;
			AddQuad( maker, a, a + 1, a + 1 + columns, a + columns );
		}
	}
}

static inline tlFabricDef MakeDef( const MeshMaker* maker )
{
	tlFabricDef def = tlDefaultFabricDef();
	def.positions = maker->positions;
	def.vertexCount = maker->vertexCount;
	def.faceSizes = maker->sizes;
	def.faceCorners = maker->corners;
	def.faceCount = maker->faceCount;
	return def;
}

static inline void FreeMaker( MeshMaker* maker )
{
	tlFree( maker->positions );
	tlFree( maker->sizes );
	tlFree( maker->corners );
	memset( maker, 0, sizeof *maker );
}

// Builds, and checks what holds for every topology.
static inline tlTopology Build( const tlFabricDef* def )
{
	tlTopology topology;
	tlError error;
	assert_int_equal( tlBuildTopology( def, &topology, &error ), tl_success );
	const tlMeshReport* report = &topology.report;
	assert_int_equal( report->segmentCount + report->triangleCount + report->quadCount + report->polygonCount,
	                  report->faceCount );
	assert_int_equal( report->particleCount + report->weldedVertexCount, report->vertexCount );
	const int32_t* lists[3] = { topology.edges, topology.diagonals, topology.bends };
	const int32_t counts[3] = { topology.edgeCount, topology.diagonalCount, topology.bendCount };
	int64_t total = 0;
	for ( int k = 0; k < 3; ++k )
	{
		for ( int32_t i = 0; i < counts[k]; ++i )
		{
			int32_t a = lists[k][2 * i], b = lists[k][2 * i + 1];
			assert_true( a >= 0 && a < b && b < topology.particleCount );
			assert_true( tlDistance( topology.positions[a], topology.positions[b] ) > 0 );
			assert_true( topology.referenced[a] && topology.referenced[b] );
		}
		total += counts[k];
	}
	// No pair twice in all three lists; by a slow search, for meshes that are not too large.
	for ( int64_t i = 0; i < total && total < 3000; ++i )
	{
		for ( int64_t j = 0; j < i; ++j )
		{
			const int32_t* pairs[2];
			int64_t at[2] = { i, j };
			for ( int k = 0; k < 2; ++k )
			{
				int list = at[k] < counts[0] ? 0 : ( at[k] < counts[0] + counts[1] ? 1 : 2 );
				int64_t start = list == 0 ? 0 : ( list == 1 ? counts[0] : counts[0] + counts[1] );
				pairs[k] = lists[list] + 2 * ( at[k] - start );
			}
			assert_false( pairs[0][0] == pairs[1][0] && pairs[0][1] == pairs[1][1] );
		}
	}
	for ( int32_t i = 0; i < 3 * topology.triangleCount; ++i )
	{
		assert_int_equal( topology.triangles[i], topology.vertexMap[topology.renderTriangles[i]] );
	}
	return topology;
}
