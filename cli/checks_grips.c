// Strips between grips that slide or clamp, grids of springs whose diagonals differ, the length of a sheet that hangs.
// SPDX-License-Identifier: MIT
#include "checks.h"
#include "lab_strip.h"

#include <math.h>

// Cells of 1 m and 1 kg, springs of about 1 N/m.
static tlStripDef MakeStrip( int32_t along, int32_t across, tlStripMesh mesh )
{
	tlStripDef def = tlDefaultStripDef();
	def.along = along;
	def.across = across;
	def.cell = 1;
	def.mesh = mesh;
	def.material.areaDensity = 1;
	def.budget = tlMakeBudget( 1, 30, tl_symmetricSweep );
	return def;
}

// Young's modulus per metre of width, from the energy.
static double GetModulus( const tlLab* lab, const tlStripDef* def, double strain )
{
	double energy = tlBody_GetStats( lab->world, lab->body )->elasticEnergy;
	return 2 * energy / ( strain * strain * def->along * def->across );
}

// ---- 40 x 10 cells of springs of 1 N/m by hand. Arguments: mesh, kd, factor on the border, whether the grips clamp.

static double MeasureSprings( const double* a )
{
	const double strain = 5e-7; // squares of it count in the sixth digit
	tlStripDef def = MakeStrip( 40, 10, (tlStripMesh)(int)a[0] );
	bool clamped = a[3] != 0;
	def.springs = true;
	def.edgeStiffness = 1;
	def.diagonalStiffness = a[1];
	def.borderFactor = a[2];
	def.sliding = !clamped;
	def.pull = strain;
	tlLab lab = tlMakeStrip( &def );
	// One diagonal shears as it is pulled, and would be slow to find it.
	bool shears = def.mesh == tl_diagonalStrip && !clamped;
	tlDeformStrip( &lab, &def, strain, 0, shears ? -strain : 0, 0 );
	if ( clamped )
	{
		int32_t held[64], count = 0;
		for ( int32_t j = 0; j <= def.across; ++j )
		{
			held[count++] = tlGetStripVertex( &def, 0, j );
			held[count++] = tlGetStripVertex( &def, def.along, j );
		}
		tlPinDef pins = { .particles = held, .particleCount = count, .frame = tlTransform_identity };
		int32_t index;
		tlBody_AddPins( lab.world, lab.body, &pins, &index, NULL );
	}
	tlLab_Settle( &lab, 0.15, 300, 1 );
	double modulus = GetModulus( &lab, &def, strain );
	tlFreeLab( &lab );
	return modulus;
}

// ---- a measured material, E 1 and 0.6 N/m, G 0.15 N/m, nu 0.3, pulled by sliding grips: over what was asked in that
// direction. Arguments: mesh, strain triangles (else springs on edges and diagonals), angle of the warp [degrees], cells
// across, what (0 E, 1 Poisson's ratio, 2 E over what tlFabric_MeasureStiffness said beforehand, along warp or weft).

static double MeasurePull( const double* a )
{
	const double warp = 1, weft = 0.6, shear = 0.15, nu = 0.3, strain = 1e-5;
	double across = a[3];
	tlStripDef def = MakeStrip( (int32_t)( 2 * across ), (int32_t)across, (tlStripMesh)(int)a[0] );
	double c2 = pow( cos( a[2] * TL_PI / 180 ), 2 ), s2 = 1 - c2;
	double bias = 1 / shear - 2 * nu / warp;
	double asked = 1 / ( c2 * c2 / warp + s2 * s2 / weft + c2 * s2 * bias );
	double contraction = asked * ( nu / warp * ( c2 * c2 + s2 * s2 ) - c2 * s2 * ( 1 / warp + 1 / weft - 1 / shear ) );
	def.sliding = true;
	def.pull = strain;
	def.warpAngle = a[2];
	def.shear = true;
	def.stretchType = a[1] != 0 ? "strain" : "distance";
	def.material.measured = true;
	def.material.warpStiffness = (tlReal)warp;
	def.material.weftStiffness = (tlReal)weft;
	def.material.shearStiffness = (tlReal)shear;
	def.material.poissonRatio = (tlReal)nu;
	tlLab lab = tlMakeStrip( &def );
	tlDeformStrip( &lab, &def, strain, 0, 0, 0 );
	tlLab_Settle( &lab, 0.1, 600, 1 );
	double modulus = GetModulus( &lab, &def, strain ) / asked;
	double low = 0, high = 0; // of the long sides
	for ( int32_t i = 0; i <= def.along; ++i )
	{
		low += tlLab_GetPosition( &lab, tlGetStripVertex( &def, i, 0 ) ).z / ( def.along + 1 );
		high += tlLab_GetPosition( &lab, tlGetStripVertex( &def, i, def.across ) ).z / ( def.along + 1 );
	}
	double ratio = ( across - ( high - low ) ) / ( strain * across ) / contraction;
	tlStiffnessReport report = { .hasMembrane = false };
	tlFabric_MeasureStiffness( lab.fabric, &def.material, &report, NULL );
	double forecast = report.pull[a[2] > 45 ? 4 : 0] / asked;
	tlFreeLab( &lab );
	return a[4] == 1 ? ratio : ( a[4] == 2 ? modulus / forecast : modulus );
}

// ---- moduli of a grid with one diagonal of another stiffness, or two, from the energy that even strains put into one cell.
// Arguments: mesh, kd, what.

typedef enum What
{
	tl_c11,
	tl_c12,
	tl_c66,
	tl_y,     // along an edge, free to shear
	tl_yHeld, // and with shear held
	tl_g,     // free to stretch
	tl_y45,
	tl_nu45, // along the diagonal
} What;

// Energy density of a strain: along x, along z, shear.
static double FindDensity( const tlLab* lab, const tlStripDef* def, double xx, double zz, double xz )
{
	const double strain = 1e-6, lower[2] = { 1.75, 1.75 }, upper[2] = { 2.75, 2.75 };
	tlDeformStrip( lab, def, strain * xx, strain * xz / 2, strain * xz / 2, strain * zz );
	return tlMeasureEnergyIn( lab, lower, upper ) / ( strain * strain );
}

static double MeasureGrid( const double* a )
{
	tlStripDef def = MakeStrip( 5, 5, (tlStripMesh)(int)a[0] );
	def.springs = true;
	def.edgeStiffness = 1;
	def.diagonalStiffness = a[1];
	tlLab lab = tlMakeStrip( &def );
	double c11 = 2 * FindDensity( &lab, &def, 1, 0, 0 ), c66 = 2 * FindDensity( &lab, &def, 0, 0, 1 );
	double c12 = FindDensity( &lab, &def, 1, 1, 0 ) - c11; // c22 = c11
	double c16 = FindDensity( &lab, &def, 1, 0, 1 ) - ( c11 + c66 ) / 2;
	tlFreeLab( &lab );
	// Compliances, with c26 = c16: s11 + s12 and s11 - s12 from the even and the odd part.
	double even = 1 / ( c11 + c12 - 2 * c16 * c16 / c66 ), odd = 1 / ( c11 - c12 );
	double s11 = ( even + odd ) / 2, s12 = ( even - odd ) / 2;
	double s66 = 1 / ( c66 - 2 * c16 * c16 / ( c11 + c12 ) ), s16 = -c16 * even / c66;
	double y45 = 1 / ( ( s11 + s12 ) / 2 + s66 / 4 + s16 );
	const double values[] = {
		c11, c12, c66, 1 / s11, 1 / ( s11 - s16 * s16 / s66 ), 1 / s66, y45, -y45 * ( ( s11 + s12 ) / 2 - s66 / 4 )
	};
	return values[(int)a[2]];
}

// ---- how much longer a sheet of 20 cells is that hangs from its top edge, over sigma g H^2 / (2 E t). Arguments: strain
// triangles, angle of the warp from the vertical [degrees].

static double MeasureHanging( const double* a )
{
	const double warp = 2000, weft = 1000, density = 0.5;
	tlStripDef def = MakeStrip( 20, 4, a[0] != 0 ? tl_diagonalStrip : tl_quadStrip );
	def.cell = 0.05;
	def.startPins = 1;
	def.warpAngle = a[1];
	def.gravity.x = (tlReal)0.981; // Green's strain has a term in the square
	def.shear = true;
	def.stretchType = a[0] != 0 ? "strain" : "distance";
	def.material.areaDensity = (tlReal)density;
	def.material.measured = true;
	def.material.warpStiffness = (tlReal)warp;
	def.material.weftStiffness = (tlReal)weft;
	def.material.poissonRatio = 0;
	// Without a Poisson's ratio, also of the springs, the pinned edge disturbs nothing.
	def.material.shearStiffness = a[0] != 0 ? 300 : (tlReal)1e-3;
	def.budget = tlMakeBudget( 40, 10, tl_symmetricSweep );
	tlLab lab = tlMakeStrip( &def );
	tlLab_Settle( &lab, 100, 0.5, 1.0 / 60 );
	double longer = tlGetStripColumn( &lab, &def, def.along ).x - 1;
	tlFreeLab( &lab );
	return longer / ( density * 0.981 / ( 2 * ( a[1] == 0 ? warp : weft ) ) );
}

static const char s_small[] = "a float has no room for such small strains";

#define TL_SPRINGS( text, mesh, kd, border, clamped, right, tolerance )                                                     \
	{                                                                                                                       \
		"6.3 strip", "Y, " text, MeasureSprings, { mesh, kd, border, clamped }, right, TL_WITHIN( tolerance ),              \
		    TL_WITHIN( tolerance ), s_small                                                                                 \
	}
#define TL_PULL( text, mesh, strain, angle, across, what )                                                                  \
	{                                                                                                                       \
		"6 pulled", text, MeasurePull, { mesh, strain, angle, across, what }, 1, TL_WITHIN( 1e-3 ), TL_WITHIN( 1e-3 ),      \
		    s_small                                                                                                         \
	}
#define TL_FORECAST( text, angle )                                                                                          \
	{                                                                                                                       \
		"6 pulled", text, MeasurePull, { tl_irregularStrip, 0, angle, 10, 2 }, 1, TL_WITHIN( 0.02 ), TL_WITHIN( 0.02 ),     \
		    s_small                                                                                                         \
	}
#define TL_GRID( section, text, mesh, kd, what, right )                                                                     \
	{                                                                                                                       \
		section, text, MeasureGrid, { mesh, kd, what }, right, TL_WITHIN( 1e-5 ), TL_WITHIN( 1e-5 ), s_small                \
	}
#define TL_HANGING( text, strain, angle )                                                                                   \
	{                                                                                                                       \
		"6.4 hanging sheet", text, MeasureHanging, { strain, angle }, 1, TL_WITHIN( 2e-3 ), TL_WITHIN( 1e-2 ), NULL         \
	}

static const tlCheck s_checks[] = {
	TL_SPRINGS( "one diagonal, half border, grips slide", tl_diagonalStrip, 1, 0.5, 0, 1, 1e-6 ),
	TL_SPRINGS( "two diagonals, kd 1, half border, grips slide", tl_quadStrip, 1, 0.5, 0, 1.5, 1e-6 ),
	TL_SPRINGS( "two diagonals, kd 0.5, half border, grips slide", tl_quadStrip, 0.5, 0.5, 0, 4.0 / 3, 1e-6 ),
	TL_SPRINGS( "one diagonal, whole border, grips slide", tl_diagonalStrip, 1, 1, 0, 1.1, 1e-4 ),
	TL_SPRINGS( "two diagonals, kd 1, whole border, grips slide", tl_quadStrip, 1, 1, 0, 1.605167, 1e-4 ),
	TL_SPRINGS( "two diagonals, kd 0.5, whole border, grips slide", tl_quadStrip, 0.5, 1, 0, 1.435514, 1e-4 ),
	TL_SPRINGS( "alternating, whole border, grips slide", tl_alternatingStrip, 1, 1, 0, 1.416835, 1e-4 ),
	TL_SPRINGS( "one diagonal, half border, grips clamp", tl_diagonalStrip, 1, 0.5, 1, 1.057961, 1e-4 ),
	TL_SPRINGS( "two diagonals, kd 1, half border, grips clamp", tl_quadStrip, 1, 0.5, 1, 1.533406, 1e-4 ),
	TL_SPRINGS( "two diagonals, kd 0.5, half border, grips clamp", tl_quadStrip, 0.5, 0.5, 1, 1.344474, 1e-4 ),
	TL_PULL( "E over asked, springs on quads, along the warp", tl_quadStrip, 0, 0, 6, 0 ),
	TL_PULL( "E over asked, springs on quads, along the weft", tl_quadStrip, 0, 90, 6, 0 ),
	TL_PULL( "E over asked, strain, one diagonal, along the warp", tl_diagonalStrip, 1, 0, 6, 0 ),
	TL_PULL( "E over asked, strain, one diagonal, along the weft", tl_diagonalStrip, 1, 90, 6, 0 ),
	TL_PULL( "E over asked, strain, alternating, at 45 degrees", tl_alternatingStrip, 1, 45, 6, 0 ),
	TL_PULL( "E over asked, strain, irregular, at 30 degrees", tl_irregularStrip, 1, 30, 6, 0 ),
	TL_PULL( "E over asked, strain, irregular, at 30 degrees, finer", tl_irregularStrip, 1, 30, 10, 0 ),
	TL_FORECAST( "E of springs over the forecast, irregular, along the warp", 0 ),
	TL_FORECAST( "E of springs over the forecast, irregular, along the weft", 90 ),
	TL_PULL( "nu over asked, strain, irregular, along the warp", tl_irregularStrip, 1, 0, 6, 1 ),
	TL_PULL( "nu over asked, strain, irregular, along the weft", tl_irregularStrip, 1, 90, 6, 1 ),
	TL_PULL( "nu over asked, strain, irregular, at 45 degrees", tl_irregularStrip, 1, 45, 6, 1 ),
	TL_GRID( "6.1 two diagonals", "C11, kd 0.7", tl_quadStrip, 0.7, tl_c11, 1.7 ),
	TL_GRID( "6.1 two diagonals", "C12, kd 0.7", tl_quadStrip, 0.7, tl_c12, 0.7 ),
	TL_GRID( "6.1 two diagonals", "C66, kd 0.7", tl_quadStrip, 0.7, tl_c66, 0.7 ),
	TL_GRID( "6.1 two diagonals", "Y at 45 degrees, kd 0.7", tl_quadStrip, 0.7, tl_y45, 4 * 0.7 * 2.4 / 3.8 ),
	TL_GRID( "6.2 one diagonal", "Y, free to shear, kd 0.4", tl_diagonalStrip, 0.4, tl_y, 1 ),
	TL_GRID( "6.2 one diagonal", "Y, shear held, kd 0.4", tl_diagonalStrip, 0.4, tl_yHeld, 1.4 / 1.2 ),
	TL_GRID( "6.2 one diagonal", "G, free to stretch, kd 0.4", tl_diagonalStrip, 0.4, tl_g, 0.4 / 2.8 ),
	TL_GRID( "6.2 one diagonal", "G, strains held, kd 0.4", tl_diagonalStrip, 0.4, tl_c66, 0.2 ),
	TL_GRID( "6.2 one diagonal", "Y along the diagonal, kd 1", tl_diagonalStrip, 1, tl_y45, 2 ),
	TL_GRID( "6.2 one diagonal", "nu along the diagonal, kd 1", tl_diagonalStrip, 1, tl_nu45, 1 ),
	TL_HANGING( "longer over sigma g H^2 / (2 E t), springs on quads, warp", 0, 0 ),
	TL_HANGING( "longer over sigma g H^2 / (2 E t), springs on quads, weft", 0, 90 ),
	TL_HANGING( "longer over sigma g H^2 / (2 E t), strain, warp", 1, 0 ),
	TL_HANGING( "longer over sigma g H^2 / (2 E t), strain, weft", 1, 90 ),
};

void tlAddGripChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_checks, TL_COUNT( s_checks ) );
}
