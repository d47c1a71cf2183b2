// What the files of the distance grid share.
// SPDX-License-Identifier: MIT
#pragma once

#include "shape.h"

enum
{
	tl_mostGridNodes = 1 << 26
};

typedef struct tlGridData
{
	tlShapeData base;
	int32_t counts[3];   // nodes along x, y and z
	double origin[3];    // of the first node [m]
	double cellSize;     // [m]
	float* values;       // [counts[2]][counts[1]][counts[0]] signed distance at each node [m]
	tlVec3 lower, upper; // of what is inside
} tlGridData;

static inline const tlGridData* tlGetGrid( const tlShape* shape )
{
	return (const tlGridData*)(const void*)shape->data;
}

// Null without memory. Values are to be filled in, and then the bounds.
tlGridData* tlAllocGrid( const int32_t counts[3], const double origin[3], double cellSize );
void tlFreeGrid( tlShapeData* data );
void tlFindGridBounds( tlGridData* grid );

// The interpolated distance at a place within the grid, and its gradient.
double tlSampleGrid( const tlGridData* grid, const double p[3], double gradient[3] );

// The picture: grid_draw.c.
bool tlDrawGrid( const tlShape* shape, const tlPlanePatch* patch, tlShapeMesh* mesh );
