// Meshes of the laboratory: strips of cloth in several cuts, a disc, a sphere.
// SPDX-License-Identifier: MIT
#pragma once

#include "lab.h"

enum
{
	tl_maxLabVertices = 4096,
	tl_maxLabFaces = 8192,
};

typedef struct tlLabMesh
{
	tlVec3 positions[tl_maxLabVertices];
	int32_t sizes[tl_maxLabFaces];
	int32_t corners[4 * tl_maxLabFaces];
	int32_t vertexCount, faceCount, cornerCount;
} tlLabMesh;

tlLabMesh* tlMakeLabMesh( void ); // empty; ends the program when there is no memory
void tlFreeLabMesh( tlLabMesh* mesh );
void tlLabMesh_AddFace( tlLabMesh* mesh, int32_t count, const int32_t* corners );

// Sets positions and faces of a definition to those of the mesh, which must stay.
void tlLabMesh_Use( const tlLabMesh* mesh, tlLabDef* def );

typedef enum tlCut
{
	tl_quadCut,
	tl_diagonalCut,    // one diagonal, the same everywhere
	tl_alternatingCut, // like a chessboard
	tl_irregularCut,   // one diagonal, inner vertices moved by up to a quarter of a cell
	tl_cutCount,
} tlCut;

// A strip in the plane y = 0 along x, `along` by `across` square cells, the first row of vertices at x = start cells. Vertex
// j (along + 1) + i is the i-th along x and the j-th along z.
void tlLabMesh_MakeStrip( tlLabMesh* mesh, tlCut cut, int32_t along, int32_t across, double cell, int32_t start );

// A disc in the plane y = 0 about the origin, of rings of triangles that are about equilateral.
void tlLabMesh_MakeDisc( tlLabMesh* mesh, double radius, int32_t ringCount );

// An icosahedron whose triangles are cut in four `levels` times, on the unit sphere.
void tlLabMesh_MakeIcosphere( tlLabMesh* mesh, int32_t levels );

// A strip that is clamped at x <= 0 (two rows of vertices) and hangs by its weight, at rest.
typedef struct tlCantileverDef
{
	tlCut cut;
	int32_t along, across;       // free cells
	double length;               // free [m]
	double weight;               // G = w L^3 / warpBending
	double biasRatio, weftRatio; // biasBending and weftBending over warpBending
	double warpDegrees;          // from the strip's length
	const char* stretchType;
	const char* bendType;
	bool raw; // the dihedral's compliance is given instead of a modulus: a strip of one cell without doubled clamp
	tlBudget budget;
	double seconds; // of settling
} tlCantileverDef;

tlCantileverDef tlDefaultCantileverDef( void ); // 20 x 4 cells, 1 m, irregular, strain and curvature, G = 8
tlLab tlHangCantilever( tlLabMesh* mesh, const tlCantileverDef* def );

// Mean place of its free end relative to the clamp [m].
tlPosition tlGetTip( const tlLab* lab, const tlCantileverDef* def );
