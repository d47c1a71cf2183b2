// Bending: the heavy strip, hinges as rigid links, what a mesh makes of a rigidity, vibration, a strip that stands.
// SPDX-License-Identifier: MIT
#include "checks.h"
#include "constraint/constraint.h"
#include "lab_mesh.h"

#include <math.h>
#include <string.h>

#define TL_DEGREES ( 180 / TL_PI )

// ---- rigid links: a strip one cell wide whose quads stay flat, with hinges of k = B / a per metre of width between them.
// The first of them is twice as stiff where the clamp is doubled.

typedef struct Links
{
	int32_t count;
	double length, weight; // G = w L^3 / B
	bool doubled;
	bool upright;
	tlBudget budget;
} Links;

enum
{
	tl_maxLinks = 40,
};

static tlLab MakeLinks( tlLabMesh* mesh, const Links* links )
{
	static tlConstraintDef hinges[2 * tl_maxLinks + 4];
	static const int32_t held[8] = { 0, 1 };
	int32_t columns = links->count + 2, hingeCount = 0;
	double a = links->length / links->count, density = 0.15;
	double rigidity = density * 9.81 * pow( links->length, 3 ) / links->weight;
	int32_t all[4] = { held[0], held[1], columns, columns + 1 };
	tlLabMesh_MakeStrip( mesh, tl_diagonalCut, links->count + 1, 1, a, -1 );
	for ( int32_t i = 0; i <= links->count; ++i )
	{
		int32_t low = i, high = i + columns;
		// Across the diagonal of cell i: flat, and hard.
		hinges[hingeCount++] =
		    ( tlConstraintDef ){ .type = "dihedral", .particles = { high + 1, low, low + 1, high }, .useRestShape = true };
		if ( i > 0 )
		{
			// Between cells i - 1 and i: k = B w / a with w = a.
			double k = rigidity * ( links->doubled && i == 1 ? 2 : 1 );
			hinges[hingeCount++] = ( tlConstraintDef ){ .type = "dihedral",
				                                        .particles = { low, high, high + 1, low - 1 },
				                                        .useRestShape = true,
				                                        .compliance = (tlReal)( 1 / k ) };
		}
	}
	for ( int32_t i = 0; i < mesh->vertexCount && links->upright; ++i )
	{
		tlVec3 x = mesh->positions[i];
		mesh->positions[i] = ( tlVec3 ){ 0, x.x, x.z };
	}
	tlLabDef def = tlDefaultLabDef();
	tlLabMesh_Use( mesh, &def );
	def.fabric.constraints = hinges;
	def.fabric.constraintCount = hingeCount;
	def.fabric.stretchType = "strain"; // hard
	def.world.budget = links->budget;
	def.body.material.areaDensity = (tlReal)density;
	tlPinDef pins = { .particles = all, .particleCount = 4, .frame = tlTransform_identity };
	def.body.pins = &pins;
	def.body.pinCount = 1;
	return tlMakeLab( &def );
}

static tlPosition GetEnd( const tlLab* lab, const Links* links )
{
	tlPosition a = tlLab_GetPosition( lab, links->count + 1 ), b = tlLab_GetPosition( lab, 2 * links->count + 3 );
	return ( tlPosition ){ ( a.x + b.x ) / 2, ( a.y + b.y ) / 2, ( a.z + b.z ) / 2 };
}

static Links MakeLinksDef( int32_t count, double weight, bool doubled, int32_t substeps, int32_t iterations )
{
	return ( Links ){ .count = count,
		              .length = 1,
		              .weight = weight,
		              .doubled = doubled,
		              .budget = tlMakeBudget( substeps, iterations, tl_symmetricSweep ) };
}

// Chord angle of heavy links [degrees]. Arguments: links, G, doubled, substeps at 60 Hz, iterations, whether by the coloured
// sweep instead of the symmetric one.
static double MeasureLinks( const double* a )
{
	Links links = MakeLinksDef( (int32_t)a[0], a[1], a[2] != 0, (int32_t)a[3], (int32_t)a[4] );
	links.budget.sweep = a[5] != 0 ? tl_coloredSweep : tl_symmetricSweep;
	tlLabMesh* mesh = tlMakeLabMesh();
	tlLab lab = MakeLinks( mesh, &links );
	tlLab_Settle( &lab, 4, 5, 1.0 / 60 );
	tlPosition end = GetEnd( &lab, &links );
	tlFreeLab( &lab );
	tlFreeLabMesh( mesh );
	return atan2( -end.y, end.x ) * TL_DEGREES;
}

// What one iteration leaves of the stiffness goes with the square of the step: how much lower the chord hangs at 40 substeps
// than at 80, over the same at twice as many.
static double MeasureSoftening( const double* a )
{
	const double right = a[0];
	double b[8] = { 10, 8, 0, 40, 1, 1 };
	double coarse = MeasureLinks( b ) - right;
	b[3] = 80;
	return coarse / ( MeasureLinks( b ) - right );
}

static const tlCheck s_links[] = {
	{ "5.3 links",
	  "chord [degrees], 5 links, clamp of two rows",
	  MeasureLinks,
	  { 5, 8, 0, 20, 10 },
	  51.753,
	  { 0, 0.1 },
	  { 0, 0.1 },
	  NULL },
	{ "5.3 links",
	  "chord [degrees], 10 links, clamp of two rows",
	  MeasureLinks,
	  { 10, 8, 0, 40, 10 },
	  46.872,
	  { 0, 0.1 },
	  { 0, 0.1 },
	  NULL },
	{ "5.3 links",
	  "chord [degrees], 20 links, clamp of two rows",
	  MeasureLinks,
	  { 20, 8, 0, 80, 10 },
	  44.235,
	  { 0, 0.1 },
	  { 0, 0.1 },
	  NULL },
	{ "5.3 links",
	  "chord [degrees], 5 links, clamp doubled",
	  MeasureLinks,
	  { 5, 8, 1, 20, 10 },
	  42.722,
	  { 0, 0.1 },
	  { 0, 0.1 },
	  NULL },
	{ "5.3 links",
	  "chord [degrees], 10 links, clamp doubled",
	  MeasureLinks,
	  { 10, 8, 1, 40, 10 },
	  41.795,
	  { 0, 0.1 },
	  { 0, 0.1 },
	  NULL },
	{ "5.3 links",
	  "chord [degrees], 20 links, clamp doubled",
	  MeasureLinks,
	  { 20, 8, 1, 80, 10 },
	  41.564,
	  { 0, 0.1 },
	  { 0, 0.1 },
	  NULL },
	{ "5.4 softening",
	  "left by one iteration, 40 over 80 substeps",
	  MeasureSoftening,
	  { 46.872 },
	  4,
	  { 0, 0.3 },
	  { 0, 0.5 },
	  NULL },
	{ "5.2 Peirce",
	  "chord [degrees] where c is half the length",
	  MeasureLinks,
	  { 20, 8.004197, 1, 80, 10 },
	  41.5,
	  { 0, 0.2 },
	  { 0, 0.2 },
	  NULL },
};

// ---- the heavy strip of cloth. Arguments: G, cells along, cut, what (0 chord [degrees], 1 x/L, 2 drop/L, 3 slope of the
// last cell [degrees]), substeps, warp [degrees], weft and bias over warp rigidity.

static double MeasureStrip( const double* a )
{
	tlCantileverDef def = tlDefaultCantileverDef();
	def.weight = a[0];
	def.along = (int32_t)a[1];
	def.across = 3;
	def.cut = (tlCut)(int)a[2];
	def.budget = tlMakeBudget( (int32_t)a[4], 5, tl_symmetricSweep );
	def.warpDegrees = a[5];
	def.weftRatio = a[6] > 0 ? a[6] : 1;
	def.biasRatio = a[7] > 0 ? a[7] : 1;
	def.seconds = 3;
	tlLabMesh* mesh = tlMakeLabMesh();
	tlLab lab = tlHangCantilever( mesh, &def );
	tlPosition tip = tlGetTip( &lab, &def );
	tlPosition before = { 0, 0, 0 };
	for ( int32_t j = 0; j <= def.across; ++j )
	{
		tlPosition p = tlLab_GetPosition( &lab, j * ( def.along + 2 ) + def.along );
		before.x += p.x / ( def.across + 1 );
		before.y += p.y / ( def.across + 1 );
	}
	tlFreeLab( &lab );
	tlFreeLabMesh( mesh );
	const double values[4] = { atan2( -tip.y, tip.x ) * TL_DEGREES, tip.x, -tip.y,
		                       atan2( before.y - tip.y, tip.x - before.x ) * TL_DEGREES };
	return values[(int)a[3]];
}

// Rigidity from the small drop of a strip, w L^4 / (8 B) to first order: over the one that was asked for along the strip.
static double MeasureRigidity( const double* a )
{
	// The drop of the elastica at this G over that of the linear beam.
	const double exact = 0.062416; // drop/L at G = 0.5, where G/8 = 0.0625
	double b[8] = { 0.5, a[0], a[1], 2, a[2], a[3], a[4], a[5] };
	double c = cos( a[3] / TL_DEGREES ), s = sin( a[3] / TL_DEGREES );
	double weft = a[4] > 0 ? a[4] : 1, bias = a[5] > 0 ? a[5] : 1;
	double asked = c * c * c * c + weft * s * s * s * s + ( 4 * bias - 1 - weft ) * c * c * s * s;
	// G is given by the warp's rigidity: along another direction the strip is asked to be as stiff by keeping B constant.
	b[0] = 0.5 * asked;
	return exact / MeasureStrip( b );
}

#define TL_STRIP( name, g, cells, cut, what, substeps, right, tolerance )                                                   \
	{                                                                                                                       \
		"5.1 heavy strip", name, MeasureStrip, { g, cells, cut, what, substeps }, right, { 0, tolerance },                  \
		    { 0, tolerance }, NULL                                                                                          \
	}

static const tlCheck s_strips[] = {
	TL_STRIP( "chord [degrees], G 1, irregular", 1, 20, tl_irregularCut, 0, 80, 7.1003, 1 ),
	TL_STRIP( "chord [degrees], G 2, irregular", 2, 20, tl_irregularCut, 0, 50, 13.8567, 1 ),
	TL_STRIP( "chord [degrees], G 4, irregular", 4, 20, tl_irregularCut, 0, 30, 25.5314, 1 ),
	TL_STRIP( "chord [degrees], G 6, irregular", 6, 20, tl_irregularCut, 0, 24, 34.5744, 1 ),
	TL_STRIP( "chord [degrees], G 8, irregular", 8, 20, tl_irregularCut, 0, 24, 41.4873, 1 ),
	TL_STRIP( "chord [degrees], G 10, irregular", 10, 20, tl_irregularCut, 0, 24, 46.8512, 1 ),
	TL_STRIP( "chord [degrees], G 15, irregular", 15, 20, tl_irregularCut, 0, 24, 56.0314, 1 ),
	TL_STRIP( "chord [degrees], G 20, irregular", 20, 20, tl_irregularCut, 0, 24, 61.7864, 1 ),
	TL_STRIP( "chord [degrees], G 50, irregular", 50, 20, tl_irregularCut, 0, 24, 74.8977, 1 ),
	TL_STRIP( "x/L, G 8, irregular", 8, 20, tl_irregularCut, 1, 24, 0.724425, 0.01 ),
	TL_STRIP( "drop/L, G 8, irregular", 8, 20, tl_irregularCut, 2, 24, 0.640631, 0.01 ),
	TL_STRIP( "slope of the tip [degrees], G 8, irregular", 8, 20, tl_irregularCut, 3, 24, 53.8650, 1 ),
	TL_STRIP( "chord [degrees], G 8, quads", 8, 20, tl_quadCut, 0, 24, 41.4873, 1 ),
	TL_STRIP( "chord [degrees], G 8, one diagonal", 8, 20, tl_diagonalCut, 0, 24, 41.4873, 1 ),
	TL_STRIP( "chord [degrees], G 8, alternating", 8, 20, tl_alternatingCut, 0, 24, 41.4873, 1 ),
};

#define TL_RIGIDITY( name, cells, cut, substeps, warp, weft, bias )                                                         \
	{                                                                                                                       \
		"5 rigidity", name, MeasureRigidity, { cells, cut, substeps, warp, weft, bias }, 1, { 0.02, 0 }, { 0.02, 0 }, NULL  \
	}

static const tlCheck s_rigidities[] = {
	TL_RIGIDITY( "measured over asked, 10 cells, irregular", 10, tl_irregularCut, 80, 0, 1, 1 ),
	TL_RIGIDITY( "measured over asked, 20 cells, irregular", 20, tl_irregularCut, 160, 0, 1, 1 ),
	TL_RIGIDITY( "measured over asked, alternating", 10, tl_alternatingCut, 80, 0, 1, 1 ),
	TL_RIGIDITY( "measured over asked, across the warp, B2 = B1/3", 10, tl_irregularCut, 80, 90, 1.0 / 3, 0.5 ),
	TL_RIGIDITY( "measured over asked, 45 degrees to the warp, isotropic", 10, tl_irregularCut, 80, 45, 1, 1 ),
	TL_RIGIDITY( "measured over asked, 30 degrees to the warp, isotropic", 10, tl_diagonalCut, 80, 30, 1, 1 ),
};

// ---- what a mesh makes of the dihedral's rigidity: the vertices lie on a shallow parabola, and the energy of the hinges
// whose edges have their middle in the central cells is compared with B k^2 / 2 of their area. Arguments: mesh (0 one
// diagonal, 1 alternating, 2 equilateral), direction of the curvature [degrees] or -1 sphere, -2 saddle, cells.

static double MeasureFactor( const double* a )
{
	enum
	{
		n = 12
	};
	int kind = (int)a[0];
	double rows = kind == 2 ? sqrt( 3 ) / 2 : 1, cell = a[2];
	tlLabMesh* mesh = tlMakeLabMesh();
	tlLabMesh_MakeStrip( mesh, kind == 1 ? tl_alternatingCut : tl_diagonalCut, n, n, 1, 0 );
	for ( int32_t i = 0; i < mesh->vertexCount; ++i )
	{
		tlVec3* x = mesh->positions + i;
		double slant = kind == 2 ? -0.5 * (double)x->z : 0; // the diagonal becomes the third side of an equilateral triangle
		*x = ( tlVec3 ){ (tlReal)( cell * ( (double)x->x + slant ) ), 0, (tlReal)( cell * rows * (double)x->z ) };
	}
	tlLabDef def = tlDefaultLabDef();
	tlLabMesh_Use( mesh, &def );
	def.fabric.stretch = false;
	def.fabric.bend = true;
	def.fabric.bendType = "dihedral";
	def.body.material.measured = true;
	def.body.material.warpBending = def.body.material.weftBending = def.body.material.biasBending = 1;
	tlLab lab = tlMakeLab( &def );
	double k = 1e-3 / cell, c = cos( a[1] / TL_DEGREES ), s = sin( a[1] / TL_DEGREES );
	for ( int32_t i = 0; i < mesh->vertexCount; ++i )
	{
		double x = (double)mesh->positions[i].x, z = (double)mesh->positions[i].z, along = x * c + z * s;
		double square = a[1] == -1 ? x * x + z * z : ( a[1] == -2 ? x * x - z * z : along * along );
		tlLab_Place( &lab, i, x, k * square / 2, z );
	}
	double energy = 0;
	int32_t count = tlBody_GetStats( lab.world, lab.body )->sets[0].constraintCount;
	double cx = kind == 2 ? n / 2.0 - 0.25 * n : n / 2.0, cz = n / 2.0 * rows; // a corner of a central cell
	for ( int32_t i = 0; i < count; ++i )
	{
		tlConstraintState hinge = tlBody_GetConstraint( lab.world, lab.body, 0, i );
		tlVec3 p = mesh->positions[hinge.particles[0]], q = mesh->positions[hinge.particles[1]];
		double x = ( (double)p.x + (double)q.x ) / 2 / cell - cx, z = ( (double)p.z + (double)q.z ) / 2 / cell - cz;
		x -= kind == 2 ? -0.5 * z / rows : 0; // back to the square grid
		z /= rows;
		if ( x > -1e-6 && x < 2 - 1e-6 && z > -1e-6 && z < 2 - 1e-6 )
		{
			energy += 0.5 * (double)hinge.value * (double)hinge.value / (double)hinge.compliance;
		}
	}
	tlFreeLab( &lab );
	tlFreeLabMesh( mesh );
	return energy / ( 0.5 * k * k * 4 * rows * cell * cell );
}

#define TL_FACTOR( name, kind, degrees, cell, right )                                                                       \
	{                                                                                                                       \
		"5.5 mesh factor", name, MeasureFactor, { kind, degrees, cell }, right, { 1e-3, 0 }, { 1e-3, 0 },                   \
		    "angles of 1e-3 are known to 1e-4 in single precision"                                                          \
	}

// The diagonal of MakeStrip runs along (1, 1).
static const tlCheck s_factors[] = {
	TL_FACTOR( "one diagonal, 0 degrees", 0, 0, 1, 1 ),
	TL_FACTOR( "one diagonal, 30 degrees", 0, 30, 1, 2.616025 ),
	TL_FACTOR( "one diagonal, 45 degrees", 0, 45, 1, 3 ),
	TL_FACTOR( "one diagonal, 60 degrees", 0, 60, 1, 2.616025 ),
	TL_FACTOR( "one diagonal, 90 degrees", 0, 90, 1, 1 ),
	TL_FACTOR( "one diagonal, 120 degrees", 0, 120, 1, 0.883975 ),
	TL_FACTOR( "one diagonal, 135 degrees", 0, 135, 1, 1 ),
	TL_FACTOR( "one diagonal, 30 degrees, cells of a fifth", 0, 30, 0.2, 2.616025 ),
	TL_FACTOR( "alternating, 0 degrees", 1, 0, 1, 1 ),
	TL_FACTOR( "alternating, 30 degrees", 1, 30, 1, 1.375 ),
	TL_FACTOR( "alternating, 45 degrees", 1, 45, 1, 1.5 ),
	TL_FACTOR( "equilateral, 0 degrees", 2, 0, 1, 1 ),
	TL_FACTOR( "equilateral, 20 degrees", 2, 20, 1, 1 ),
	TL_FACTOR( "equilateral, 75 degrees", 2, 75, 1, 1 ),
	TL_FACTOR( "equilateral, sphere", 2, -1, 1, 4.0 / 3 ),
	TL_FACTOR( "equilateral, saddle", 2, -2, 1, 8.0 / 3 ),
};

// ---- one hinge. Arguments: what (0 |theta|; 1 + 3 k + axis: gradient of particle k, up to the common sign; 13 and 14:
// |gradient| of the corners, one over their heights).

static double MeasureHinge( const double* a )
{
	const tlConstraintType* type = tlGetConstraintType( tlFindConstraintType( "dihedral" ) );
	const tlStencil at = {
		.x = { { 0, 0, 0 }, { 1, 0, 0 }, { (tlReal)0.3, 1, (tlReal)0.2 }, { (tlReal)0.6, (tlReal)-0.8, (tlReal)0.5 } }
	};
	const tlReal rest[1] = { 0 };
	tlEvaluation out;
	memset( &out, 0, sizeof out );
	type->evaluate( &at, rest, &out );
	int what = (int)a[0];
	if ( what == 0 )
	{
		return fabs( (double)out.value[0] );
	}
	if ( what >= 13 )
	{
		return (double)tlLength( out.gradient[0][what - 11] );
	}
	tlVec3 g = out.gradient[0][( what - 1 ) / 3];
	double sign = out.gradient[0][0].z > 0 ? 1 : -1;
	const double parts[3] = { (double)g.x, (double)g.y, (double)g.z };
	return sign * parts[( what - 1 ) % 3];
}

#define TL_HINGE( name, what, right )                                                                                       \
	{                                                                                                                       \
		"5.7 hinge", name, MeasureHinge, { what }, right, { 0, 1e-7 }, { 0, 1e-6 }, NULL                                    \
	}

static const tlCheck s_hinges[] = {
	TL_HINGE( "|theta|", 0, 0.7559948752 ),          TL_HINGE( "gradient at x0, x", 1, 0 ),
	TL_HINGE( "gradient at x0, y", 2, 0.0901037 ),   TL_HINGE( "gradient at x0, z", 3, 1.0326275 ),
	TL_HINGE( "gradient at x1, x", 4, 0 ),           TL_HINGE( "gradient at x1, y", 5, 0.2793863 ),
	TL_HINGE( "gradient at x1, z", 6, 0.8277874 ),   TL_HINGE( "gradient at x2, x", 7, 0 ),
	TL_HINGE( "gradient at x2, y", 8, 0.1923077 ),   TL_HINGE( "gradient at x2, z", 9, -0.9615385 ),
	TL_HINGE( "gradient at x3, x", 10, 0 ),          TL_HINGE( "gradient at x3, y", 11, -0.5617978 ),
	TL_HINGE( "gradient at x3, z", 12, -0.8988764 ), TL_HINGE( "1/height of x2", 13, 0.9805807 ),
	TL_HINGE( "1/height of x3", 14, 1.0599979 ),
};

// ---- twice the load, twice the drop. Arguments: type (0 links of dihedrals, 1 curvature, 2 cross-edge distances, 3
// isometric).

static double MeasureLinearity( const double* a )
{
	double drops[2];
	for ( int k = 0; k < 2; ++k )
	{
		double weight = k == 0 ? 0.1 : 0.05;
		tlLabMesh* mesh = tlMakeLabMesh();
		if ( a[0] == 0 )
		{
			Links links = MakeLinksDef( 5, weight, true, 80, 20 );
			tlLab lab = MakeLinks( mesh, &links );
			tlLab_Settle( &lab, 4, 2, 1.0 / 60 );
			drops[k] = -GetEnd( &lab, &links ).y;
			tlFreeLab( &lab );
		}
		else
		{
			tlCantileverDef def = tlDefaultCantileverDef();
			def.along = a[0] == 2 ? 4 : 6;
			def.across = 2;
			def.weight = a[0] == 2 ? 3e-4 * weight : weight; // the same number of newtons per metre
			def.raw = a[0] == 2;
			static const char* const types[4] = { "", "curvature", "bend", "isometric" };
			def.bendType = types[(int)a[0]];
			def.budget = tlMakeBudget( 100, a[0] == 2 ? 60 : 20, tl_symmetricSweep );
			def.seconds = a[0] == 2 ? 6 : 2;
			tlLab lab = tlHangCantilever( mesh, &def );
			drops[k] = -tlGetTip( &lab, &def ).y;
			tlFreeLab( &lab );
		}
		tlFreeLabMesh( mesh );
	}
	return drops[0] / drops[1];
}

static const tlCheck s_linearities[] = {
	{ "5.8 linearity",
	  "drop at twice the load, isometric",
	  MeasureLinearity,
	  { 3 },
	  1.99981,
	  { 0, 0.05 },
	  { 0, 0.05 },
	  NULL },
	{ "5.8 linearity",
	  "drop at twice the load, dihedral",
	  MeasureLinearity,
	  { 0 },
	  1.99981,
	  { 0, 0.05 },
	  { 0, 0.05 },
	  NULL },
	{ "5.8 linearity",
	  "drop at twice the load, curvature",
	  MeasureLinearity,
	  { 1 },
	  1.99981,
	  { 0, 0.05 },
	  { 0, 0.05 },
	  NULL },
	{ "5.8 linearity",
	  "drop at twice the load, cross-edge distances: its cube root",
	  MeasureLinearity,
	  { 2 },
	  1.26,
	  { 0, 0.05 },
	  { 0, 0.05 },
	  NULL },
};

// ---- isometric bending: the weights of a hinge. Arguments: hinge (0 unit square, 1 equilateral of side 1), what (0 to 3:
// K; 4: 3 K0 K0 / A, of the published Q; 5: x^T Q x / 2 of the equilateral hinge folded by 90 degrees; 6: sum of K).

static double MeasureIsometric( const double* a )
{
	const tlConstraintType* type = tlGetConstraintType( tlFindConstraintType( "isometric" ) );
	tlRest rest;
	memset( &rest, 0, sizeof rest );
	bool square = a[0] == 0;
	double height = square ? sqrt( 0.5 ) : sqrt( 0.75 ), length = square ? sqrt( 2 ) : 1;
	rest.x[1] = ( tlVec3 ){ (tlReal)length, 0, 0 };
	rest.x[2] = ( tlVec3 ){ (tlReal)( length / 2 ), (tlReal)height, 0 };
	rest.x[3] = ( tlVec3 ){ (tlReal)( length / 2 ), (tlReal)-height, 0 };
	tlReal parameters[TL_MAX_PARAMETERS] = { 0 };
	tlShare share = { 0 };
	if ( !type->measureRest( &rest, parameters, &share ) )
	{
		return NAN;
	}
	double area = length * height;
	int what = (int)a[1];
	if ( what < 4 )
	{
		return fabs( (double)parameters[what] );
	}
	if ( what == 4 )
	{
		return 3 * (double)parameters[0] * (double)parameters[0] / area;
	}
	if ( what == 6 )
	{
		return (double)parameters[0] + (double)parameters[1] + (double)parameters[2] + (double)parameters[3];
	}
	tlStencil at = { .knee = 0 };
	for ( int k = 0; k < 4; ++k )
	{
		at.x[k] = rest.x[k];
	}
	at.x[3] = ( tlVec3 ){ rest.x[3].x, 0, rest.x[3].y };
	tlEvaluation out;
	memset( &out, 0, sizeof out );
	type->evaluate( &at, parameters, &out );
	double kx = (double)out.value[0];
	return 3 * kx * kx / area / 2;
}

#define TL_ISOMETRIC( name, hinge, what, right )                                                                            \
	{                                                                                                                       \
		"5.6 isometric", name, MeasureIsometric, { hinge, what }, right, { 0, 1e-7 }, { 0, 1e-4 }, NULL                     \
	}

static const tlCheck s_isometric[] = {
	TL_ISOMETRIC( "unit square: |K| at the edge's start", 0, 0, 2 ),
	TL_ISOMETRIC( "unit square: |K| at its end", 0, 1, 2 ),
	TL_ISOMETRIC( "unit square: |K| at a corner", 0, 2, 2 ),
	TL_ISOMETRIC( "unit square: |K| at the other", 0, 3, 2 ),
	TL_ISOMETRIC( "unit square: Q", 0, 4, 12 ),
	TL_ISOMETRIC( "unit square: sum of K", 0, 6, 0 ),
	TL_ISOMETRIC( "equilateral: |K|", 1, 0, 1.1547005384 ),
	TL_ISOMETRIC( "equilateral: Q", 1, 4, 4.6188021535 ),
	TL_ISOMETRIC( "equilateral, folded by 90 degrees: x^T Q x / 2", 1, 5, 3.4641016151 ),
};

// ---- vibration: w of the first mode over sqrt(B / (sigma L^4)). Arguments: doubled.

static double MeasureVibration( const double* a )
{
	Links links = MakeLinksDef( 20, 8, a[0] != 0, 160, 10 );
	tlLabMesh* mesh = tlMakeLabMesh();
	tlLab lab = MakeLinks( mesh, &links );
	tlWorld_SetGravity( lab.world, tlVec3_zero );
	int32_t columns = links.count + 2;
	for ( int32_t i = 2; i < columns; ++i )
	{
		// About the first mode.
		double s = ( i - 1 ) / (double)links.count, speed = 0.05 * s * s * ( 6 - 4 * s + s * s ) / 3;
		tlLab_Push( &lab, i, 0, speed, 0 );
		tlLab_Push( &lab, i + columns, 0, speed, 0 );
	}
	double scale = sqrt( 9.81 / links.weight ); // of the frequencies: B / (sigma L^4) = g / (G L)
	tlCrossings crossings = { 0 };
	const double dt = 1.0 / 60;
	for ( int32_t i = 0; i < 360 && crossings.count < 4; ++i )
	{
		tlLab_Run( &lab, dt, 1 );
		tlCrossings_Add( &crossings, ( i + 1 ) * dt, dt, GetEnd( &lab, &links ).y );
	}
	double period = crossings.count >= 4 ? crossings.times[3] - crossings.times[1] : NAN;
	tlFreeLab( &lab );
	tlFreeLabMesh( mesh );
	return 2 * TL_PI / period / scale;
}

// ---- a strip that stands: how far its end is from above the clamp after 4 s, over its length. Arguments: G.

static double MeasureStanding( const double* a )
{
	Links links = MakeLinksDef( 20, a[0], true, 60, 5 );
	links.upright = true;
	tlLabMesh* mesh = tlMakeLabMesh();
	tlLab lab = MakeLinks( mesh, &links );
	for ( int32_t i = 2; i < 22; ++i )
	{
		tlLab_Push( &lab, i, 0.002 * i / 22.0, 0, 0 );
		tlLab_Push( &lab, i + 22, 0.002 * i / 22.0, 0, 0 );
	}
	tlLab_Settle( &lab, 1, 12, 1.0 / 60 );
	tlPosition end = GetEnd( &lab, &links );
	tlFreeLab( &lab );
	tlFreeLabMesh( mesh );
	return fabs( end.x ) > 0.05 ? 1 : 0;
}

static const tlCheck s_dynamics[] = {
	{ "5.9 cantilever",
	  "w of the first mode, clamp of two rows",
	  MeasureVibration,
	  { 0 },
	  3.345334,
	  { 0.01, 0 },
	  { 0.01, 0 },
	  NULL },
	{ "5.9 cantilever",
	  "w of the first mode, clamp doubled",
	  MeasureVibration,
	  { 1 },
	  3.508599,
	  { 0.01, 0 },
	  { 0.01, 0 },
	  NULL },
	{ "5.9 standing strip",
	  "fallen at 0.95 of the critical length",
	  MeasureStanding,
	  { 7.8272 * 0.857375 },
	  0,
	  { 0, 0 },
	  { 0, 0 },
	  NULL },
	{ "5.9 standing strip",
	  "fallen at 1.05 of the critical length",
	  MeasureStanding,
	  { 7.8272 * 1.157625 },
	  1,
	  { 0, 0 },
	  { 0, 0 },
	  NULL },
};

void tlAddBendChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_links, TL_COUNT( s_links ) );
	tlCheckList_AddAll( list, s_strips, TL_COUNT( s_strips ) );
	tlCheckList_AddAll( list, s_rigidities, TL_COUNT( s_rigidities ) );
	tlCheckList_AddAll( list, s_factors, TL_COUNT( s_factors ) );
	tlCheckList_AddAll( list, s_hinges, TL_COUNT( s_hinges ) );
	tlCheckList_AddAll( list, s_linearities, TL_COUNT( s_linearities ) );
	tlCheckList_AddAll( list, s_isometric, TL_COUNT( s_isometric ) );
	tlCheckList_AddAll( list, s_dynamics, TL_COUNT( s_dynamics ) );
}
