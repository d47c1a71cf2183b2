// What springs and hinges make of a fabric, against closed values: grids with two diagonals and one, equilateral triangles,
// hinges along different directions; and the types that are exact.
// SPDX-License-Identifier: MIT
#include "tulle/tulle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum
{
	tl_cells = 6,
	tl_columns = tl_cells + 1,
	tl_vertices = tl_columns * tl_columns,
};

typedef enum Pattern
{
	tl_quads,
	tl_oneDiagonal,
	tl_alternating,
	tl_equilateral,
} Pattern;

static bool IsNear( double value, double right )
{
	double difference = value - right, most = sizeof( tlReal ) == sizeof( double ) ? 1e-6 : 2e-5;
	return difference <= most && difference >= -most;
}

static void MustBeNear( double value, double right )
{
	if ( !IsNear( value, right ) )
	{
		fail_msg( "%.9g, not %.9g", value, right );
	}
}

// A sheet in the plane y = 0, where the warp runs along z.
static tlFabric* MakeSheet( Pattern pattern, const char* stretchType, const char* bendType )
{
	tlVec3 positions[tl_vertices];
	int32_t sizes[2 * tl_cells * tl_cells], corners[6 * tl_cells * tl_cells], faces = 0, count = 0;
	double height = pattern == tl_equilateral ? 0.1 * 0.86602540378443865 : 0.1;
	for ( int r = 0; r < tl_columns; ++r )
	{
		for ( int c = 0; c < tl_columns; ++c )
		{
			double shift = pattern == tl_equilateral ? 0.05 * r : 0;
			positions[r * tl_columns + c] = ( tlVec3 ){ (tlReal)( 0.1 * c + shift ), 0, (tlReal)( height * r ) };
		}
	}
	for ( int r = 0; r < tl_cells; ++r )
	{
		for ( int c = 0; c < tl_cells; ++c )
		{
			int32_t a = r * tl_columns + c;
			const int32_t quad[4] = { a, a + tl_columns, a + tl_columns + 1, a + 1 };
			bool other = pattern == tl_equilateral || ( pattern == tl_alternating && ( r + c ) % 2 == 1 );
			const int32_t cut[6] = {
				quad[0], quad[1], other ? quad[3] : quad[2], other ? quad[1] : quad[0], quad[2], quad[3]
			};
			int size = pattern == tl_quads ? 4 : 3;
			for ( int k = 0; k < ( size == 4 ? 4 : 6 ); ++k )
			{
				corners[count++] = size == 4 ? quad[k] : cut[k];
			}
			for ( int k = 0; k < ( size == 4 ? 1 : 2 ); ++k )
			{
				sizes[faces++] = size;
			}
		}
	}
	tlFabricDef def = tlDefaultFabricDef();
	def.positions = positions;
	def.vertexCount = tl_vertices;
	def.faceSizes = sizes;
	def.faceCorners = corners;
	def.faceCount = faces;
	def.stretchType = stretchType;
	def.bendType = bendType;
	tlFabric* fabric = NULL;
	tlError error = { tl_success, "" };
	if ( tlCreateFabric( &def, &fabric, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
	return fabric;
}

static tlStiffnessReport Measure( Pattern pattern, const char* stretchType, const char* bendType, const tlMaterial* m )
{
	tlFabric* fabric = MakeSheet( pattern, stretchType, bendType );
	tlStiffnessReport report;
	assert_int_equal( tlFabric_MeasureStiffness( fabric, m, &report, NULL ), tl_success );
	tlDestroyFabric( fabric );
	return report;
}

static tlMaterial MakeMaterial( double stiffness, double shear )
{
	tlMaterial m = tlDefaultMaterial();
	m.measured = true;
	m.warpStiffness = m.weftStiffness = (tlReal)stiffness;
	m.shearStiffness = (tlReal)shear;
	m.warpBending = m.weftBending = m.biasBending = 1;
	return m;
}

// Springs k along the sides and kd along both diagonals: C11 = k + kd, C12 = C66 = kd, Y0 = k (k + 2 kd) / (k + kd),
// Y45 = 4 kd (k + 2 kd) / (k + 4 kd). The moduli asked for are those, so that the springs come out as k and kd.
static void GridWithTwoDiagonals( void** state )
{
	(void)state;
	static const struct
	{
		double kd, young, poisson, bias;
	} rows[] = { { 1, 1.5, 0.5, 2.4 },
		         { 0.5, 4.0 / 3, 1.0 / 3, 4.0 / 3 },
		         { 0.70710678118654752, 1.41421356237309505, 0.41421356237309505, 1.78361162489122 } };
	for ( size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i )
	{
		tlMaterial m = MakeMaterial( rows[i].young, rows[i].kd );
		tlStiffnessReport r = Measure( tl_quads, "distance", "bend", &m );
		assert_true( r.hasMembrane && !r.hasBending );
		MustBeNear( r.membrane[0][0], 1 + rows[i].kd );
		MustBeNear( r.membrane[1][1], 1 + rows[i].kd );
		MustBeNear( r.membrane[0][1], rows[i].kd );
		MustBeNear( r.membrane[2][2], rows[i].kd );
		MustBeNear( r.membrane[0][2], 0 );
		MustBeNear( r.pull[0], rows[i].young );
		MustBeNear( r.pull[4], rows[i].young );
		MustBeNear( r.pull[2], rows[i].bias );
		MustBeNear( r.pull[6], rows[i].bias );
		MustBeNear( r.poissonRatio, rows[i].poisson );
		MustBeNear( r.shear, rows[i].kd );
		MustBeNear( r.askedPull[0], rows[i].young );
	}
}

// One diagonal, kd = k = 1: Y0 = k exactly and no Poisson's ratio, along the diagonal 2, across it 0.4, G = 0.25. Triangles
// give their sides E A / l^2, so that kd = k needs a modulus along the bias of twice that along the warp.
static void GridWithOneDiagonal( void** state )
{
	(void)state;
	tlMaterial m = MakeMaterial( 1, 1e9 );
	tlStiffnessReport r = Measure( tl_oneDiagonal, "distance", "bend", &m );
	MustBeNear( r.membrane[0][0], 1.5 );
	MustBeNear( r.pull[0], 1 );
	MustBeNear( r.pull[4], 1 );
	MustBeNear( r.poissonRatio, 0 );
	MustBeNear( r.shear, 0.25 );
	double along = r.pull[2] > r.pull[6] ? r.pull[2] : r.pull[6], across = r.pull[2] > r.pull[6] ? r.pull[6] : r.pull[2];
	MustBeNear( along, 2 );
	MustBeNear( across, 0.4 );
}

// Y = 2 k / sqrt 3 and nu = 1/3 in every direction: the isotropic sheet that is asked for.
static void EquilateralTriangles( void** state )
{
	(void)state;
	tlMaterial m = MakeMaterial( 1, 0.375 );
	m.poissonRatio = (tlReal)( 1.0 / 3 );
	tlStiffnessReport r = Measure( tl_equilateral, "distance", "dihedral", &m );
	for ( int i = 0; i < TL_STIFFNESS_ANGLES; ++i )
	{
		MustBeNear( r.pull[i], 1 );
		MustBeNear( r.askedPull[i], 1 );
		MustBeNear( r.bending[i], 1 );
	}
	MustBeNear( r.poissonRatio, 1.0 / 3 );
	MustBeNear( r.shear, 0.375 );
}

// B_eff / B by the direction of curvature: x^4 + y^4 + 2 x y + 6 x^2 y^2 with one diagonal (the sign of x y is the
// diagonal's), 1 + 2 x^2 y^2 where the diagonals alternate.
static void HingesDependOnDirection( void** state )
{
	(void)state;
	tlMaterial m = MakeMaterial( 1, 1 );
	tlStiffnessReport one = Measure( tl_oneDiagonal, "distance", "dihedral", &m );
	tlStiffnessReport other = Measure( tl_alternating, "distance", "dihedral", &m );
	assert_true( one.hasBending && other.hasBending );
	double sign = one.bending[2] > one.bending[6] ? 1 : -1;
	for ( int i = 0; i < TL_STIFFNESS_ANGLES; ++i )
	{
		double x = tlCos( tlGetStiffnessAngle( i ) ), y = tlSin( tlGetStiffnessAngle( i ) );
		MustBeNear( one.bending[i], x * x * x * x + y * y * y * y + sign * 2 * x * y + 6 * x * x * y * y );
		MustBeNear( other.bending[i], 1 + 2 * x * x * y * y );
		MustBeNear( other.askedBending[i], 1 );
	}
	int first = sign > 0 ? 1 : 5;
	MustBeNear( one.bending[0], 1 );
	MustBeNear( one.bending[first], 2.6160254037844386 );
	MustBeNear( one.bending[first + 1], 3 );
	MustBeNear( one.bending[first + 2], 2.6160254037844386 );
	MustBeNear( one.bending[4], 1 );
}

// On any mesh, of any fabric.
static void StrainAndCurvatureAreExact( void** state )
{
	(void)state;
	tlMaterial m = MakeMaterial( 3, 0.5 );
	m.weftStiffness = 2;
	m.poissonRatio = (tlReal)0.3;
	m.warpBending = 3;
	m.weftBending = 2;
	m.biasBending = (tlReal)1.75;
	for ( int pattern = tl_quads; pattern <= tl_equilateral; ++pattern )
	{
		tlStiffnessReport r = Measure( (Pattern)pattern, "strain", "curvature", &m );
		assert_true( r.hasMembrane && r.hasBending );
		for ( int i = 0; i < TL_STIFFNESS_ANGLES; ++i )
		{
			MustBeNear( r.pull[i] / r.askedPull[i], 1 );
			MustBeNear( r.bending[i] / r.askedBending[i], 1 );
		}
		MustBeNear( r.poissonRatio, 0.3 );
		MustBeNear( r.shear, 0.5 );
	}
}

// Rubber: E t = 3 mu t and Poisson's ratio 1/2, whatever the other moduli say.
static void RubberIsThatOfItsShear( void** state )
{
	(void)state;
	tlMaterial m = MakeMaterial( 3, 0.5 );
	for ( int pattern = tl_quads; pattern <= tl_equilateral; ++pattern )
	{
		tlStiffnessReport r = Measure( (Pattern)pattern, "neo-Hookean", "bend", &m );
		assert_true( r.hasMembrane );
		for ( int i = 0; i < TL_STIFFNESS_ANGLES; ++i )
		{
			MustBeNear( r.pull[i], 1.5 );
		}
		MustBeNear( r.poissonRatio, 0.5 );
		MustBeNear( r.shear, 0.5 );
	}
}

// Without moduli every spring has one compliance, and border springs that of two: C11 = k (n + 1) / n, were the border not
// free to give way.
static void CompliancesAreTakenAsTheyAre( void** state )
{
	(void)state;
	tlMaterial m = tlDefaultMaterial();
	m.stretch.compliance = (tlReal)0.5;
	m.shear.compliance = (tlReal)0.25;
	tlStiffnessReport r = Measure( tl_quads, "distance", "bend", &m );
	assert_true( r.relaxed );
	assert_true( fabs( r.membrane[0][0] - ( 2.0 * ( tl_cells + 1 ) / tl_cells + 4 ) ) < 0.1 );
	assert_true( fabs( r.membrane[0][1] - 4 ) < 0.1 );
	m.poissonRatio = 2;
	assert_int_equal( tlFabric_MeasureStiffness( NULL, &m, &r, NULL ), tl_invalidArgument );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( GridWithTwoDiagonals ),         cmocka_unit_test( GridWithOneDiagonal ),
		cmocka_unit_test( EquilateralTriangles ),         cmocka_unit_test( HingesDependOnDirection ),
		cmocka_unit_test( StrainAndCurvatureAreExact ),   cmocka_unit_test( RubberIsThatOfItsShear ),
		cmocka_unit_test( CompliancesAreTakenAsTheyAre ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
