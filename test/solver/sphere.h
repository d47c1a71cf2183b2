// A closed mesh for the tests: an icosahedron, its faces cut in four several times and brought to the sphere.
// SPDX-License-Identifier: MIT
#pragma once

#include "lab.h"

typedef struct SphereMaker
{
	tlVec3* positions;
	int32_t count;
	bool inward;
} SphereMaker;

static inline void CutFace( SphereMaker* maker, tlVec3 a, tlVec3 b, tlVec3 c, int32_t level )
{
	if ( level == 0 )
	{
		maker->positions[maker->count++] = a;
		maker->positions[maker->count++] = maker->inward ? c : b;
		maker->positions[maker->count++] = maker->inward ? b : c;
		return;
	}
	tlVec3 ab = tlNormalize( tlAdd( a, b ) ), bc = tlNormalize( tlAdd( b, c ) ), ca = tlNormalize( tlAdd( c, a ) );
	CutFace( maker, a, ab, ca, level - 1 );
	CutFace( maker, b, bc, ab, level - 1 );
	CutFace( maker, c, ca, bc, level - 1 );
	CutFace( maker, ab, bc, ca, level - 1 );
}

// Radius 1 m, about the origin: 12, 42, 162, ... particles, welded.
static inline Lab MakeSphere( LabDef def, int32_t level, bool inward )
{
	static const int32_t faces[20][3] = { { 0, 11, 5 }, { 0, 5, 1 },  { 0, 1, 7 },   { 0, 7, 10 }, { 0, 10, 11 },
		                                  { 1, 5, 9 },  { 5, 11, 4 }, { 11, 10, 2 }, { 10, 7, 6 }, { 7, 1, 8 },
		                                  { 3, 9, 4 },  { 3, 4, 2 },  { 3, 2, 6 },   { 3, 6, 8 },  { 3, 8, 9 },
		                                  { 4, 9, 5 },  { 2, 4, 11 }, { 6, 2, 10 },  { 8, 6, 7 },  { 9, 8, 1 } };
	const tlReal g = (tlReal)1.6180339887498949;
	const tlVec3 corners[12] = { { -1, g, 0 },  { 1, g, 0 },  { -1, -g, 0 }, { 1, -g, 0 }, { 0, -1, g },  { 0, 1, g },
		                         { 0, -1, -g }, { 0, 1, -g }, { g, 0, -1 },  { g, 0, 1 },  { -g, 0, -1 }, { -g, 0, 1 } };
	int32_t faceCount = 20;
	for ( int32_t i = 0; i < level; ++i )
	{
		faceCount *= 4;
	}
	SphereMaker maker = { malloc( 3 * (size_t)faceCount * sizeof( tlVec3 ) ), 0, inward };
	int32_t* sizes = malloc( (size_t)faceCount * sizeof *sizes );
	int32_t* order = malloc( 3 * (size_t)faceCount * sizeof *order );
	assert_true( maker.positions != NULL && sizes != NULL && order != NULL );
	for ( int32_t i = 0; i < 20; ++i )
	{
		const int32_t* f = faces[i];
		CutFace( &maker, tlNormalize( corners[f[0]] ), tlNormalize( corners[f[1]] ), tlNormalize( corners[f[2]] ), level );
	}
	for ( int32_t i = 0; i < 3 * faceCount; ++i )
	{
		sizes[i / 3] = 3;
		order[i] = i;
	}
	def.fabric.positions = maker.positions;
	def.fabric.vertexCount = maker.count;
	def.fabric.faceSizes = sizes;
	def.fabric.faceCorners = order;
	def.fabric.faceCount = faceCount;
	def.fabric.weld = true;
	def.fabric.weldDistance = (tlReal)1e-5;
	Lab lab = MakeLab( &def );
	free( maker.positions );
	free( sizes );
	free( order );
	return lab;
}
