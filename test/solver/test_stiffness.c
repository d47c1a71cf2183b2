// A measured material in the plane: what the mesh of springs or triangles resists with, against the sheet that was asked
// for.
// SPDX-License-Identifier: MIT
#include "lab.h"

// ---- meshes in the plane z = 0

typedef struct Mesh
{
	tlVec3 positions[256];
	int32_t sizes[512], corners[1536];
	tlReal pattern[512];
	int32_t vertexCount, faceCount, cornerCount;
} Mesh;

static void AddFace( Mesh* mesh, const int32_t* corners, int32_t size )
{
	memcpy( mesh->corners + mesh->cornerCount, corners, (size_t)size * sizeof *corners );
	mesh->sizes[mesh->faceCount] = size;
	mesh->cornerCount += size;
	mesh->faceCount += 1;
}

// A grid of cells of dx by dy, each row shifted to the side: quads, or triangles cut along one diagonal.
static Mesh MakeCells( int32_t columns, int32_t rows, double dx, double dy, double shift, bool triangles, double jitter )
{
	Mesh mesh = { .vertexCount = columns * rows };
	uint64_t seed = 5;
	for ( int32_t i = 0; i < mesh.vertexCount; ++i )
	{
		int32_t c = i % columns, r = i / columns;
		double x = dx * c + shift * r + jitter * Draw( &seed ), y = dy * r + jitter * Draw( &seed );
		mesh.positions[i] = ( tlVec3 ){ (tlReal)x, (tlReal)y, 0 };
	}
	for ( int32_t r = 0; r + 1 < rows; ++r )
	{
		for ( int32_t c = 0; c + 1 < columns; ++c )
		{
			int32_t i = r * columns + c;
			const int32_t quad[4] = { i, i + 1, i + 1 + columns, i + columns };
			const int32_t first[3] = { quad[0], quad[1], quad[3] }, second[3] = { quad[1], quad[2], quad[3] };
			if ( triangles )
			{
				AddFace( &mesh, first, 3 );
				AddFace( &mesh, second, 3 );
			}
			else
			{
				AddFace( &mesh, quad, 4 );
			}
		}
	}
	return mesh;
}

static void UseMesh( LabDef* def, const Mesh* mesh )
{
	def->fabric.positions = mesh->positions;
	def->fabric.vertexCount = mesh->vertexCount;
	def->fabric.faceSizes = mesh->sizes;
	def->fabric.faceCorners = mesh->corners;
	def->fabric.faceCount = mesh->faceCount;
}

// ---- moduli by energies

typedef struct Moduli
{
	double c[3][3];           // stiffness in strain along warp and weft, and shear [N/m]
	double warp, weft, shear; // inverse of the diagonal of the inverse [N/m]: free to contract and to shear
	double poisson;           // contraction along the weft in a pull along the warp
	double bias;              // modulus in a pull at 45 degrees
} Moduli;

// Energy per area in a homogeneous strain, the mean of it and its opposite.
static double MeasureEnergy( const Lab* lab, double warpAngle, const double strain[3] )
{
	double w[2] = { sin( warpAngle ), cos( warpAngle ) }, f[2] = { cos( warpAngle ), -sin( warpAngle ) }, sum = 0;
	const tlVec3* rest = tlFabric_GetRestPositions( lab->fabric );
	for ( int sign = -1; sign <= 1; sign += 2 )
	{
		for ( int32_t i = 0; i < lab->count; ++i )
		{
			double x = rest[i].x, y = rest[i].y, a = w[0] * x + w[1] * y, b = f[0] * x + f[1] * y;
			double da = sign * ( strain[0] * a + strain[2] / 2 * b ), db = sign * ( strain[1] * b + strain[2] / 2 * a );
			Place( lab, i, x + w[0] * da + f[0] * db, y + w[1] * da + f[1] * db, 0 );
		}
		sum += GetStats( lab )->elasticEnergy / 2;
	}
	return sum / tlFabric_GetReport( lab->fabric )->area;
}

static Moduli MeasureModuli( const Lab* lab, double warpAngle )
{
	Moduli m;
	double e = Pick( 2e-3, 1e-6 ), single[3];
	for ( int i = 0; i < 3; ++i )
	{
		const double strain[3] = { i == 0 ? e : 0, i == 1 ? e : 0, i == 2 ? e : 0 };
		single[i] = MeasureEnergy( lab, warpAngle, strain );
		m.c[i][i] = 2 * single[i] / ( e * e );
	}
	for ( int i = 0; i < 3; ++i )
	{
		int j = ( i + 1 ) % 3, k = ( i + 2 ) % 3;
		double strain[3] = { e, e, e };
		strain[k] = 0;
		m.c[i][j] = m.c[j][i] = ( MeasureEnergy( lab, warpAngle, strain ) - single[i] - single[j] ) / ( e * e );
	}
	double s[3][3], det = 0;
	for ( int i = 0; i < 3; ++i )
	{
		for ( int j = 0; j < 3; ++j )
		{
			int a = ( i + 1 ) % 3, b = ( i + 2 ) % 3, p = ( j + 1 ) % 3, q = ( j + 2 ) % 3;
			s[j][i] = m.c[a][p] * m.c[b][q] - m.c[a][q] * m.c[b][p];
		}
	}
	for ( int j = 0; j < 3; ++j )
	{
		det += m.c[0][j] * s[j][0];
	}
	m.warp = det / s[0][0];
	m.weft = det / s[1][1];
	m.shear = det / s[2][2];
	m.poisson = -s[0][1] / s[0][0];
	m.bias = 4 * det / ( s[0][0] + s[1][1] + 2 * s[0][1] + s[2][2] + 2 * ( s[0][2] + s[1][2] ) );
	return m;
}

static LabDef MakeMeasuredDef( double warp, double weft, double shear, double poisson )
{
	LabDef def = MakeLabDef();
	def.fabric.bend = false;
	def.body.material.measured = true;
	def.body.material.warpStiffness = (tlReal)warp;
	def.body.material.weftStiffness = (tlReal)weft;
	def.body.material.shearStiffness = (tlReal)shear;
	def.body.material.poissonRatio = (tlReal)poisson;
	return def;
}

// ---- grids of quads

// Edge springs k and diagonals kd: C11 = k + kd, C12 = C66 = kd, whatever the number of cells: edges of the border are half
// as stiff.
static void TestGridSprings( void** state )
{
	(void)state;
	static const struct
	{
		double k, kd, modulus, poisson, bias;
	} cases[] = { { 1000, 1000, 1500, 0.5, 2400 }, { 1000, 500, 4000.0 / 3, 1.0 / 3, 4000.0 / 3 } };
	for ( int n = 0; n < 4; ++n )
	{
		double k = cases[n / 2].k, kd = cases[n / 2].kd, modulus = cases[n / 2].modulus;
		int32_t columns = n % 2 == 0 ? 2 : 5, rows = n % 2 == 0 ? 2 : 7;
		Mesh mesh = MakeCells( columns, rows, 0.1, 0.1, 0, false, 0 );
		LabDef def = MakeMeasuredDef( modulus, modulus, kd, 0 );
		UseMesh( &def, &mesh );
		Lab lab = MakeLab( &def );
		for ( int32_t i = 0; i < FindSet( &lab, "stretch" )->constraintCount; ++i )
		{
			tlConstraintState c = GetConstraint( &lab, "stretch", i );
			tlVec3 a = mesh.positions[c.particles[0]], b = mesh.positions[c.particles[1]];
			double right = 0.1 * ( columns - 1 ), top = 0.1 * ( rows - 1 );
			bool side = fabs( a.x - b.x ) < 0.01 && ( a.x < 0.01 || a.x > right - 0.01 );
			bool end = fabs( a.y - b.y ) < 0.01 && ( a.y < 0.01 || a.y > top - 0.01 );
			CHECK_RATIO( 1 / c.compliance, side || end ? k / 2 : k, Pick( 1e-5, 1e-12 ) );
		}
		CHECK_RATIO( 1 / GetConstraint( &lab, "shear", 0 ).compliance, kd, Pick( 1e-5, 1e-12 ) );
		Moduli m = MeasureModuli( &lab, 0 );
		CHECK_RATIO( m.c[0][0], k + kd, Pick( 2e-3, 1e-6 ) );
		CHECK_RATIO( m.c[0][1], kd, Pick( 5e-3, 1e-6 ) );
		CHECK_RATIO( m.c[2][2], kd, Pick( 2e-3, 1e-6 ) );
		CHECK_RATIO( m.warp, modulus, Pick( 2e-3, 1e-6 ) );
		CHECK_RATIO( m.weft, modulus, Pick( 2e-3, 1e-6 ) );
		CHECK_RATIO( m.poisson, cases[n / 2].poisson, Pick( 5e-3, 1e-6 ) );
		CHECK_RATIO( m.bias, cases[n / 2].bias, Pick( 2e-3, 1e-6 ) );
		FreeLab( &lab );
	}
}

// Another stiffness along warp and weft, cells that are no squares, the warp along either side, with and without shear.
static void TestOrthotropicGrid( void** state )
{
	(void)state;
	for ( int n = 0; n < 8; ++n )
	{
		bool across = n % 2 != 0, sheared = n % 4 < 2;
		Mesh mesh = n < 4 ? MakeCells( 4, 5, 0.1, 0.07, 0, false, 0 ) : MakeCells( 6, 3, 0.03, 0.05, 0, false, 0 );
		LabDef def = MakeMeasuredDef( 3000, 1200, 150, 0.2 );
		def.fabric.shear = sheared;
		def.fabric.warp = across ? ( tlVec3 ){ 2, 0, 0 } : ( tlVec3 ){ 0, 3, 1 }; // laid into the plane
		UseMesh( &def, &mesh );
		Lab lab = MakeLab( &def );
		if ( sheared )
		{
			Moduli m = MeasureModuli( &lab, across ? TL_PI / 2 : 0 );
			CHECK_RATIO( m.warp, 3000, Pick( 3e-3, 1e-6 ) );
			CHECK_RATIO( m.weft, 1200, Pick( 3e-3, 1e-6 ) );
			CHECK_RATIO( m.shear, 150, Pick( 3e-3, 1e-6 ) );
			CHECK_CLOSE( m.poisson, 150 / m.c[1][1], Pick( 3e-3, 1e-6 ) ); // its own
		}
		else
		{
			double e = Pick( 2e-3, 1e-5 );
			const double pull[3] = { e, 0, 0 }, side[3] = { 0, e, 0 }, shear[3] = { 0, 0, e };
			double angle = across ? TL_PI / 2 : 0;
			CHECK_RATIO( 2 * MeasureEnergy( &lab, angle, pull ) / ( e * e ), 3000, Pick( 3e-3, 1e-6 ) );
			CHECK_RATIO( 2 * MeasureEnergy( &lab, angle, side ) / ( e * e ), 1200, Pick( 3e-3, 1e-6 ) );
			CHECK_CLOSE( 2 * MeasureEnergy( &lab, angle, shear ) / ( e * e ), 0, 0.1 );
		}
		FreeLab( &lab );
	}
}

// ---- triangles of springs

static void TestTriangleSprings( void** state )
{
	(void)state;
	// Equilateral: the asked modulus in every direction, and a third for Poisson's ratio.
	for ( int n = 0; n < 3; ++n )
	{
		double height = 0.1 * sqrt( 0.75 ), angle = 0.4 * n;
		Mesh mesh = MakeCells( 5, 4, 0.1, height, 0.05, true, 0 );
		LabDef def = MakeMeasuredDef( 1, 1, 1, 0 );
		tlMaterial_SetSheet( &def.body.material, 2e6, (tlReal)5e-4, (tlReal)( 1.0 / 3 ) );
		def.fabric.warp = ( tlVec3 ){ (tlReal)sin( angle ), (tlReal)cos( angle ), 0 };
		UseMesh( &def, &mesh );
		Lab lab = MakeLab( &def );
		double k = 1000 * sqrt( 0.75 ), least = 1e9, most = 0;
		for ( int32_t i = 0; i < FindSet( &lab, "stretch" )->constraintCount; ++i )
		{
			double stiffness = 1 / (double)GetConstraint( &lab, "stretch", i ).compliance;
			least = fmin( least, stiffness );
			most = fmax( most, stiffness );
		}
		CHECK_RATIO( most, k, Pick( 1e-5, 1e-10 ) );
		CHECK_RATIO( least, k / 2, Pick( 1e-5, 1e-10 ) ); // the border
		Moduli m = MeasureModuli( &lab, angle );
		CHECK_RATIO( m.warp, 1000, Pick( 3e-3, 1e-6 ) );
		CHECK_RATIO( m.weft, 1000, Pick( 3e-3, 1e-6 ) );
		CHECK_RATIO( m.bias, 1000, Pick( 3e-3, 1e-6 ) );
		CHECK_RATIO( m.shear, 375, Pick( 3e-3, 1e-6 ) );
		CHECK_RATIO( m.poisson, 1.0 / 3, Pick( 1e-2, 1e-6 ) );
		FreeLab( &lab );
	}
	// Right triangles: exact along the legs, free to shear.
	Mesh mesh = MakeCells( 4, 6, 0.1, 0.06, 0, true, 0 );
	LabDef def = MakeMeasuredDef( 1, 1, 1, 0 );
	tlMaterial_SetSheet( &def.body.material, 2e6, (tlReal)5e-4, (tlReal)0.3 );
	UseMesh( &def, &mesh );
	Lab lab = MakeLab( &def );
	Moduli m = MeasureModuli( &lab, 0 );
	CHECK_RATIO( m.warp, 1000, Pick( 5e-3, 1e-6 ) );
	CHECK_RATIO( m.weft, 1000, Pick( 5e-3, 1e-6 ) );
	CHECK_CLOSE( m.poisson, 0, Pick( 5e-3, 1e-6 ) );
	FreeLab( &lab );
}

// ---- strain and area of triangles

// On any triangles, the warp in any direction, given as such or by a pattern: exactly the sheet that was asked for.
static void TestStrain( void** state )
{
	(void)state;
	for ( int n = 0; n < 6; ++n )
	{
		double angle = 0.5 * n;
		Mesh mesh = MakeCells( 5, 4, 0.1, 0.08, 0.03, n % 2 == 0, n < 2 ? 0 : 0.025 );
		LabDef def = MakeMeasuredDef( 3000, 800, 200, 0.4 );
		def.fabric.stretchType = "strain";
		def.fabric.warp = ( tlVec3 ){ (tlReal)sin( angle ), (tlReal)cos( angle ), 0 };
		UseMesh( &def, &mesh );
		if ( n >= 4 )
		{
			for ( int32_t i = 0; i < mesh.vertexCount; ++i )
			{
				double x = mesh.positions[i].x, y = mesh.positions[i].y;
				mesh.pattern[2 * i] = (tlReal)( cos( angle ) * x - sin( angle ) * y + 3 ); // along the weft
				mesh.pattern[2 * i + 1] = (tlReal)( sin( angle ) * x + cos( angle ) * y - 2 );
			}
			def.fabric.pattern = mesh.pattern;
			def.fabric.warp = ( tlVec3 ){ 0, 0, 1 };
		}
		Lab lab = MakeLab( &def );
		assert_null( FindSet( &lab, "shear" ) ); // it resists shear itself
		Moduli m = MeasureModuli( &lab, angle );
		CHECK_RATIO( m.warp, 3000, Pick( 3e-3, 1e-6 ) );
		CHECK_RATIO( m.weft, 800, Pick( 3e-3, 1e-6 ) );
		CHECK_RATIO( m.shear, 200, Pick( 3e-3, 1e-6 ) );
		CHECK_RATIO( m.poisson, 0.4, Pick( 3e-3, 1e-6 ) );
		CHECK_CLOSE( m.c[0][2] / 3000, 0, Pick( 3e-3, 1e-6 ) );
		CHECK_CLOSE( m.c[1][2] / 3000, 0, Pick( 3e-3, 1e-6 ) );
		FreeLab( &lab );
	}
}

static void TestArea( void** state )
{
	(void)state;
	Mesh mesh = MakeCells( 5, 4, 0.1, 0.08, 0.03, true, 0.02 );
	LabDef def = MakeMeasuredDef( 1, 1, 1, 0 );
	def.fabric.stretch = def.fabric.shear = false;
	def.fabric.areaType = "area";
	def.body.material.areaStiffness = 700;
	UseMesh( &def, &mesh );
	Lab lab = MakeLab( &def );
	tlConstraintState c = GetConstraint( &lab, "area", 0 );
	CHECK_RATIO( c.compliance, c.parameters[0] / 700, Pick( 1e-6, 1e-12 ) );
	double e = Pick( 2e-3, 1e-5 );
	const double both[3] = { e, e, 0 }, opposite[3] = { e, -e, 0 }, shear[3] = { 0, 0, e };
	CHECK_RATIO( 2 * MeasureEnergy( &lab, 0.3, both ) / ( 4 * e * e ), 700, Pick( 3e-3, 1e-6 ) );
	CHECK_CLOSE( 2 * MeasureEnergy( &lab, 0.3, opposite ) / ( e * e ) / 700, 0, Pick( 1e-3, 1e-6 ) );
	CHECK_CLOSE( 2 * MeasureEnergy( &lab, 0.3, shear ) / ( e * e ) / 700, 0, Pick( 1e-3, 1e-6 ) );
	FreeLab( &lab );
}

// ---- the whole sheet

// A sheet that hangs from its upper edge is longer by sigma g H^2 / (2 E), whatever its mesh.
static void TestHangingSheet( void** state )
{
	(void)state;
	for ( int n = 0; n < 4; ++n )
	{
		bool strain = n >= 2;
		int32_t rows = n % 2 == 0 ? 5 : 9, columns = n % 2 == 0 ? 2 : 3;
		double cell = 1.0 / ( rows - 1 );
		LabDef def = MakeMeasuredDef( 200, 200, 1, 0 );
		static const int32_t top[3] = { 0, 1, 2 };
		tlPinDef pin = { .particles = top, .particleCount = columns, .frame = MakeFrame( 0, 0, 0 ) };
		def.fabric.stretchType = strain ? "strain" : "distance";
		def.world.budget.substepCount = 20;
		def.world.budget.iterationCount = 4;
		def.body.material.globalDamping = 8;
		def.body.pins = &pin;
		def.body.pinCount = 1;
		Lab lab = MakeGrid( def, columns, rows, cell, true );
		Run( &lab, 1.0 / 60, 240 );
		double longer = 0.2 * 9.81 / ( 2 * 200 );
		double y = GetPosition( &lab, lab.count - 1 ).y + GetPosition( &lab, lab.count - columns ).y;
		CHECK_CLOSE( -y / 2 - 1, longer, 0.02 * longer );
		FreeLab( &lab );
	}
}

// What is not measured has the compliance of its family, whatever its size; and what has no modulus there is hard.
static void TestPlain( void** state )
{
	(void)state;
	Mesh mesh = MakeCells( 3, 3, 0.1, 0.05, 0, false, 0.01 );
	LabDef def = MakeLabDef();
	def.body.material.stretch.compliance = (tlReal)3e-4;
	def.body.material.shear.compliance = (tlReal)2e-3;
	def.body.material.bend.compliance = (tlReal)5e-2;
	UseMesh( &def, &mesh );
	Lab lab = MakeLab( &def );
	CHECK_CLOSE( GetConstraint( &lab, "stretch", 3 ).compliance, 3e-4, 1e-9 );
	CHECK_CLOSE( GetConstraint( &lab, "shear", 2 ).compliance, 2e-3, 1e-9 );
	CHECK_CLOSE( GetConstraint( &lab, "bend", 1 ).compliance, 5e-2, 1e-8 );
	tlMaterial m = def.body.material;
	m.measured = true;
	m.warpBending = m.weftBending = m.biasBending = 0; // no resistance at all: not hard
	assert_int_equal( tlBody_SetMaterial( lab.world, lab.body, &m, NULL ), tl_success );
	CHECK_ABOVE( GetConstraint( &lab, "bend", 1 ).compliance, 1e15 );
	CHECK_BELOW( GetConstraint( &lab, "stretch", 3 ).compliance, 1e-2 );
	Run( &lab, 1.0 / 60, 30 );
	CheckFinite( &lab );
	FreeLab( &lab );
}

static void TestConversions( void** state )
{
	(void)state;
	tlMaterial m = tlDefaultMaterial();
	assert_false( m.measured );
	tlMaterial_SetSheet( &m, 1e6, (tlReal)1e-3, (tlReal)0.25 );
	assert_true( m.measured );
	CHECK_RATIO( m.warpStiffness, 1000, 1e-6 );
	CHECK_RATIO( m.weftStiffness, 1000, 1e-6 );
	CHECK_RATIO( m.shearStiffness, 400, 1e-6 );
	CHECK_RATIO( m.poissonRatio, 0.25, 1e-6 );
	CHECK_RATIO( m.warpBending, 1e-3 / ( 12 * 0.9375 ), 1e-6 );
	CHECK_RATIO( m.biasBending, m.warpBending, 0 );
	CHECK_RATIO( m.weftBending, m.warpBending, 0 );
	m = tlDefaultMaterial();
	tlMaterial_SetRope( &m, 1e8, (tlReal)2e-3, (tlReal)0.25 );
	assert_true( m.measured );
	CHECK_RATIO( m.axialStiffness, 1e8 * TL_PI * 4e-6, 1e-6 );
	CHECK_RATIO( m.ropeBending, 1e8 * TL_PI * 16e-12 / 4, 1e-6 );
	CHECK_RATIO( m.ropeTwist, 4e7 * TL_PI * 16e-12 / 2, 1e-6 );
	assert_int_equal( tlValidateMaterial( &m, NULL ), tl_success );
	m.poissonRatio = (tlReal)0.5;
	m.weftStiffness = 4 * m.warpStiffness;
	tlError error = { tl_success, "" };
	assert_int_equal( tlValidateMaterial( &m, &error ), tl_invalidArgument );
	assert_non_null( strstr( error.message, "poissonRatio" ) );
}

static void TestSlider( void** state )
{
	(void)state;
	static const tlFamily families[3] = { tl_stretchFamily, tl_shearFamily, tl_bendFamily };
	const double starts[3] = { -8, -7, -5 };
	for ( int f = 0; f < 3; ++f )
	{
		for ( int i = 0; i <= 10; ++i )
		{
			double exponent = starts[f] + 6 * ( 1 - i / 10.0 );
			CHECK_RATIO( tlGetSliderCompliance( families[f], (tlReal)( i / 10.0 ) ), pow( 10, exponent ),
			             Pick( 2e-6, 1e-12 ) );
		}
		CHECK_RATIO( tlGetSliderCompliance( families[f], 7 ), pow( 10, starts[f] ), Pick( 2e-6, 1e-12 ) );
		CHECK_RATIO( tlGetSliderCompliance( families[f], -7 ), pow( 10, starts[f] + 6 ), Pick( 2e-6, 1e-12 ) );
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestGridSprings ),
		cmocka_unit_test( TestOrthotropicGrid ),
		cmocka_unit_test( TestTriangleSprings ),
		cmocka_unit_test( TestStrain ),
		cmocka_unit_test( TestArea ),
		cmocka_unit_test( TestHangingSheet ),
		cmocka_unit_test( TestPlain ),
		cmocka_unit_test( TestConversions ),
		cmocka_unit_test( TestSlider ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
