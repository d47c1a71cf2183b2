// A rectangle of cloth for the laboratory: the strip that is bent, pulled, stood on end and shaken.
// SPDX-License-Identifier: MIT
#pragma once

#include "lab.h"

// How the cells are cut.
typedef enum tlStripMesh
{
	tl_quadStrip,
	tl_diagonalStrip,    // one diagonal, (1, 1)
	tl_alternatingStrip, // from cell to cell the other one
	tl_equilateralStrip, // every second row moved by half a cell
	tl_irregularStrip,   // one diagonal, and vertices inside moved by a quarter of a cell at most, in a fixed sequence
} tlStripMesh;

// It lies in the plane y = 0, along x and across z, cells from the origin on.
typedef struct tlStripDef
{
	int32_t along, across; // cells; along: those that are free to move, beyond them are those that pins hold as a whole
	double cell;           // side [m]
	tlStripMesh mesh;
	double warpAngle;           // from x towards z [degrees]
	const char* stretchType;    // null: none
	const char* bendType;       // null: none
	bool shear;                 // both diagonals of quads
	int32_t startPins, endPins; // columns of vertices held at either end; two clamp, one is a hinge

	// Grips that hold the end columns in x alone: hard links to fixed points far away along x. The last column is drawn out
	// by this part of the length. Not together with pins.
	bool sliding;
	double pull;

	// Springs by hand in the place of the families: the edges of cells, their diagonals, and the edges of the border along x
	// by a factor.
	bool springs;
	double edgeStiffness, diagonalStiffness, borderFactor; // [N/m] [N/m]

	// Cells that stay flat, joined by dihedrals by hand: a chain of rigid links. One diagonal only; null: none.
	const char* linkType;
	double linkCompliance; // [rad/(N m)]

	double tipFactor; // on the masses of the last column
	tlVec3 gravity;
	tlMaterial material;
	tlBudget budget;
} tlStripDef;

// 20 x 1 cells of 0.05 m, one diagonal, hard distances, no bending, held nowhere, no gravity; 0.15 kg/m^2; one substep of
// one symmetric iteration.
tlStripDef tlDefaultStripDef( void );
tlLab tlMakeStrip( const tlStripDef* def );

// Vertex i along (0: where the free cells begin), j across.
int32_t tlGetStripVertex( const tlStripDef* def, int32_t i, int32_t j );

// Mean of the column i.
tlPosition tlGetStripColumn( const tlLab* lab, const tlStripDef* def, int32_t i );

// Places every vertex where a map of the plane has its rest position: x + a x + b z, z + c x + d z.
void tlDeformStrip( const tlLab* lab, const tlStripDef* def, double a, double b, double c, double d );

// Lifts every vertex to y = (xx X^2 + 2 xz X Z + zz Z^2) / 2 about a centre.
void tlCurveStrip( const tlLab* lab, const tlStripDef* def, const double center[2], double xx, double xz, double zz );

// Elastic energy [J] of the constraints whose particles have their middle in a rectangle of the rest shape: the first two of
// a hinge.
double tlMeasureEnergyIn( const tlLab* lab, const double lower[2], const double upper[2] );
