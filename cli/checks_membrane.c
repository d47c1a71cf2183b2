// In the plane: what springs on a mesh come to, strain triangles, a sheet that hangs, a balloon.
// SPDX-License-Identifier: MIT
#include "checks.h"
#include "lab_mesh.h"

#include <math.h>
#include <string.h>

// ---- the stiffness tensor of a cloth, from the energies of small even strains

typedef enum Mesh
{
	tl_twoDiagonals, // quads
	tl_oneDiagonal,
	tl_equilateral,
	tl_irregular,
} Mesh;

typedef struct Cloth
{
	Mesh mesh;
	double width; // of a cell over its length
	double k, kd; // raw stiffness of edges and diagonals [N/m]; k 0: measured
	double warp, weft, shear, nu, warpDegrees;
	bool strain;
} Cloth;

enum
{
	tl_cells = 8,
};

static tlLab MakeCloth( tlLabMesh* mesh, const Cloth* cloth )
{
	static const tlCut cuts[4] = { tl_quadCut, tl_diagonalCut, tl_diagonalCut, tl_irregularCut };
	double rows = cloth->mesh == tl_equilateral ? sqrt( 3 ) / 2 : cloth->width;
	tlLabMesh_MakeStrip( mesh, cuts[cloth->mesh], tl_cells, tl_cells, 1, 0 );
	for ( int32_t i = 0; i < mesh->vertexCount; ++i )
	{
		tlVec3* x = mesh->positions + i;
		double slant = cloth->mesh == tl_equilateral ? -0.5 * (double)x->z : 0;
		*x = ( tlVec3 ){ (tlReal)( (double)x->x + slant ), 0, (tlReal)( rows * (double)x->z ) };
	}
	tlLabDef def = tlDefaultLabDef();
	tlLabMesh_Use( mesh, &def );
	double angle = cloth->warpDegrees * TL_PI / 180;
	def.fabric.shear = true;
	def.fabric.stretchType = cloth->strain ? "strain" : "distance";
	def.fabric.warp = ( tlVec3 ){ (tlReal)cos( angle ), 0, (tlReal)sin( angle ) };
	tlMaterial* m = &def.body.material;
	m->measured = cloth->k == 0;
	m->stretch.compliance = (tlReal)( cloth->k > 0 ? 1 / cloth->k : 0 );
	m->shear.compliance = (tlReal)( cloth->kd > 0 ? 1 / cloth->kd : 0 );
	m->warpStiffness = (tlReal)cloth->warp;
	m->weftStiffness = (tlReal)cloth->weft;
	m->shearStiffness = (tlReal)cloth->shear;
	m->poissonRatio = (tlReal)cloth->nu;
	return tlMakeLab( &def );
}

// Whether the middle of a spring lies in the four central cells.
static bool IsCentral( const Cloth* cloth, tlVec3 p, tlVec3 q )
{
	double rows = cloth->mesh == tl_equilateral ? sqrt( 3 ) / 2 : cloth->width;
	double x = ( (double)p.x + (double)q.x ) / 2, z = ( (double)p.z + (double)q.z ) / 2 / rows;
	x += cloth->mesh == tl_equilateral ? 0.5 * z : 0;
	return x > 3 - 1e-6 && x < 5 - 1e-6 && z > 3 - 1e-6 && z < 5 - 1e-6;
}

// Energy per area of an even strain: of all triangles, or of the springs of the central cells.
static double MeasureEnergy( const tlLab* lab, const tlLabMesh* mesh, const Cloth* cloth, double e1, double e2, double g )
{
	for ( int32_t i = 0; i < mesh->vertexCount; ++i )
	{
		double x = (double)mesh->positions[i].x, z = (double)mesh->positions[i].z;
		tlLab_Place( lab, i, x + e1 * x + g / 2 * z, 0, z + e2 * z + g / 2 * x );
	}
	const tlBodyStats* stats = tlBody_GetStats( lab->world, lab->body );
	double rows = cloth->mesh == tl_equilateral ? sqrt( 3 ) / 2 : cloth->width;
	if ( cloth->strain )
	{
		return stats->elasticEnergy / ( tl_cells * tl_cells * rows );
	}
	double energy = 0;
	for ( int32_t s = 0; s < stats->setCount; ++s )
	{
		for ( int32_t i = 0; i < stats->sets[s].constraintCount; ++i )
		{
			tlConstraintState c = tlBody_GetConstraint( lab->world, lab->body, s, i );
			if ( IsCentral( cloth, mesh->positions[c.particles[0]], mesh->positions[c.particles[1]] ) )
			{
				energy += 0.5 * (double)c.value * (double)c.value / (double)c.compliance;
			}
		}
	}
	return energy / ( 4 * rows );
}

// C of e1, e2, gamma, and its inverse.
static void MeasureTensor( const Cloth* cloth, double c[3][3], double inverse[3][3] )
{
	const double e = sizeof( tlReal ) == sizeof( float ) ? 1e-3 : 1e-6;
	tlLabMesh* mesh = tlMakeLabMesh();
	tlLab lab = MakeCloth( mesh, cloth );
	double single[3];
	for ( int i = 0; i < 3; ++i )
	{
		single[i] = MeasureEnergy( &lab, mesh, cloth, i == 0 ? e : 0, i == 1 ? e : 0, i == 2 ? e : 0 );
		c[i][i] = 2 * single[i] / ( e * e );
	}
	for ( int i = 0; i < 3; ++i )
	{
		int j = ( i + 1 ) % 3, k = ( i + 2 ) % 3;
		double both = MeasureEnergy( &lab, mesh, cloth, k == 0 ? 0 : e, k == 1 ? 0 : e, k == 2 ? 0 : e );
		c[i][j] = c[j][i] = ( both - single[i] - single[j] ) / ( e * e );
	}
	tlFreeLab( &lab );
	tlFreeLabMesh( mesh );
	double det = 0;
	for ( int i = 0; i < 3; ++i )
	{
		for ( int j = 0; j < 3; ++j )
		{
			int a = ( i + 1 ) % 3, b = ( i + 2 ) % 3, p = ( j + 1 ) % 3, q = ( j + 2 ) % 3;
			inverse[j][i] = c[a][p] * c[b][q] - c[a][q] * c[b][p];
		}
	}
	for ( int k = 0; k < 3; ++k )
	{
		det += c[0][k] * inverse[k][0];
	}
	for ( int i = 0; i < 9; ++i )
	{
		inverse[i / 3][i % 3] /= det;
	}
}

typedef enum Quantity
{
	tl_modulus,        // E at an angle
	tl_poisson,        // -e across / e along, at an angle
	tl_shearModulus,   // free to stretch
	tl_blockedModulus, // E along x with the shear held
	tl_blockedShear,   // G with both strains held
	tl_shearing,       // gamma over the strain of a pull along x
	tl_areaModulus,
} Quantity;

static double Evaluate( const Cloth* cloth, Quantity quantity, double degrees )
{
	double c[3][3], s[3][3];
	MeasureTensor( cloth, c, s );
	double a = cos( degrees * TL_PI / 180 ), b = sin( degrees * TL_PI / 180 );
	// Strain of a unit pull along (a, b).
	double stress[3] = { a * a, b * b, a * b }, e[3];
	for ( int i = 0; i < 3; ++i )
	{
		e[i] = s[i][0] * stress[0] + s[i][1] * stress[1] + s[i][2] * stress[2];
	}
	double along = e[0] * a * a + e[1] * b * b + e[2] * a * b;
	double across = e[0] * b * b + e[1] * a * a - e[2] * a * b;
	const double values[] = {
		1 / along,    -across / along,          1 / s[2][2], c[0][0] - c[0][1] * c[0][1] / c[1][1], c[2][2],
		e[2] / along, ( c[0][0] + c[0][1] ) / 2
	};
	return values[quantity];
}

// Springs of k and kd. Arguments: mesh, k, kd, quantity, angle [degrees].
static double MeasureSprings( const double* a )
{
	Cloth cloth = { .mesh = (Mesh)(int)a[0], .width = 1, .k = a[1], .kd = a[2] };
	return Evaluate( &cloth, (Quantity)(int)a[3], a[4] );
}

// A measured cloth of E 1000 along the warp, 600 along the weft, G 150 and nu 0.3. Arguments: mesh, strain triangles,
// quantity, angle [degrees] to the warp, warp [degrees] to the mesh, width of a cell over its length.
static double MeasureAsked( const double* a )
{
	Cloth cloth = { .mesh = (Mesh)(int)a[0],
		            .width = a[5] > 0 ? a[5] : 1,
		            .strain = a[1] != 0,
		            .warp = 1000,
		            .weft = 600,
		            .shear = 150,
		            .nu = 0.3,
		            .warpDegrees = a[4] };
	return Evaluate( &cloth, (Quantity)(int)a[2], a[3] + a[4] );
}

#define TL_SPRINGS( section, name, mesh, k, kd, what, angle, right )                                                        \
	{                                                                                                                       \
		section, name, MeasureSprings, { mesh, k, kd, what, angle }, right, { 1e-5, 1e-6 }, { 5e-3, 5e-3 }, NULL            \
	}
#define TL_ASKED( name, mesh, strain, what, angle, warp, width, right )                                                     \
	{                                                                                                                       \
		"6 asked", name, MeasureAsked, { mesh, strain, what, angle, warp, width }, right, { 1e-5, 0 }, { 5e-3, 0 }, NULL    \
	}

// 1/E = c^4/1000 + s^4/600 + c^2 s^2 (1/150 - 0.6/1000) at 45 and 30 degrees to the warp.
#define TL_BIAS 458.0152671755725
#define TL_THIRTY 554.2725173210162

static const tlCheck s_springs[] = {
	TL_SPRINGS( "6.1 two diagonals", "Y along an axis, kd = k", tl_twoDiagonals, 1, 1, tl_modulus, 0, 1.5 ),
	TL_SPRINGS( "6.1 two diagonals", "nu along an axis, kd = k", tl_twoDiagonals, 1, 1, tl_poisson, 0, 0.5 ),
	TL_SPRINGS( "6.1 two diagonals", "Y at 45 degrees, kd = k", tl_twoDiagonals, 1, 1, tl_modulus, 45, 2.4 ),
	TL_SPRINGS( "6.1 two diagonals", "nu at 45 degrees, kd = k", tl_twoDiagonals, 1, 1, tl_poisson, 45, 0.2 ),
	TL_SPRINGS( "6.1 two diagonals", "G, kd = k", tl_twoDiagonals, 1, 1, tl_shearModulus, 0, 1 ),
	TL_SPRINGS( "6.1 two diagonals", "Y, kd = k/2", tl_twoDiagonals, 1, 0.5, tl_modulus, 0, 4.0 / 3 ),
	TL_SPRINGS( "6.1 two diagonals", "Y at 45 degrees, kd = k/2: isotropic", tl_twoDiagonals, 1, 0.5, tl_modulus, 45,
	            4.0 / 3 ),
	TL_SPRINGS( "6.1 two diagonals", "nu, kd = k/2", tl_twoDiagonals, 1, 0.5, tl_poisson, 0, 1.0 / 3 ),
	TL_SPRINGS( "6.1 two diagonals", "G, kd = k/2", tl_twoDiagonals, 1, 0.5, tl_shearModulus, 0, 0.5 ),
	TL_SPRINGS( "6.1 two diagonals", "Y, kd = k/sqrt 2", tl_twoDiagonals, 1, 0.70710678118654752, tl_modulus, 0,
	            1.41421356 ),
	TL_SPRINGS( "6.1 two diagonals", "nu, kd = k/sqrt 2", tl_twoDiagonals, 1, 0.70710678118654752, tl_poisson, 0,
	            0.41421356 ),
	TL_SPRINGS( "6.1 two diagonals", "Y at 45 degrees, kd = k/sqrt 2", tl_twoDiagonals, 1, 0.70710678118654752, tl_modulus,
	            45, 1.783612 ),
	TL_SPRINGS( "6.2 one diagonal", "Y along an axis, free to shear", tl_oneDiagonal, 1, 0, tl_modulus, 0, 1 ),
	TL_SPRINGS( "6.2 one diagonal", "nu along an axis, free to shear", tl_oneDiagonal, 1, 0, tl_poisson, 0, 0 ),
	TL_SPRINGS( "6.2 one diagonal", "gamma over the strain along an axis", tl_oneDiagonal, 1, 0, tl_shearing, 0, -1 ),
	TL_SPRINGS( "6.2 one diagonal", "Y along an axis, shear held", tl_oneDiagonal, 1, 0, tl_blockedModulus, 0, 4.0 / 3 ),
	TL_SPRINGS( "6.2 one diagonal", "Y along the diagonal", tl_oneDiagonal, 1, 0, tl_modulus, 45, 2 ),
	TL_SPRINGS( "6.2 one diagonal", "nu along the diagonal", tl_oneDiagonal, 1, 0, tl_poisson, 45, 1 ),
	TL_SPRINGS( "6.2 one diagonal", "Y across the diagonal", tl_oneDiagonal, 1, 0, tl_modulus, 135, 0.4 ),
	TL_SPRINGS( "6.2 one diagonal", "G, free to stretch", tl_oneDiagonal, 1, 0, tl_shearModulus, 0, 0.25 ),
	TL_SPRINGS( "6.2 one diagonal", "G, strains held", tl_oneDiagonal, 1, 0, tl_blockedShear, 0, 0.5 ),
	TL_SPRINGS( "6.4 equilateral", "Y", tl_equilateral, 1, 0, tl_modulus, 0, 1.15470054 ),
	TL_SPRINGS( "6.4 equilateral", "Y at 20 degrees", tl_equilateral, 1, 0, tl_modulus, 20, 1.15470054 ),
	TL_SPRINGS( "6.4 equilateral", "nu", tl_equilateral, 1, 0, tl_poisson, 0, 1.0 / 3 ),
	TL_SPRINGS( "6.4 equilateral", "area modulus", tl_equilateral, 1, 0, tl_areaModulus, 0, 0.8660254 ),
	TL_ASKED( "strain, irregular: E along the warp [N/m]", tl_irregular, 1, tl_modulus, 0, 0, 1, 1000 ),
	TL_ASKED( "strain, irregular: E along the weft [N/m]", tl_irregular, 1, tl_modulus, 90, 0, 1, 600 ),
	TL_ASKED( "strain, irregular: E at 45 degrees [N/m]", tl_irregular, 1, tl_modulus, 45, 0, 1, TL_BIAS ),
	TL_ASKED( "strain, irregular, warp turned by 37 degrees: E along it [N/m]", tl_irregular, 1, tl_modulus, 0, 37, 1,
	          1000 ),
	TL_ASKED( "strain, irregular, warp turned by 37 degrees: E across it [N/m]", tl_irregular, 1, tl_modulus, 90, 37, 1,
	          600 ),
	TL_ASKED( "strain, irregular, warp turned by 37 degrees: E at 30 degrees to it [N/m]", tl_irregular, 1, tl_modulus, 30,
	          37, 1, TL_THIRTY ),
	TL_ASKED( "strain, irregular: nu along the warp", tl_irregular, 1, tl_poisson, 0, 0, 1, 0.3 ),
	TL_ASKED( "strain, irregular: G [N/m]", tl_irregular, 1, tl_shearModulus, 0, 0, 1, 150 ),
	TL_ASKED( "strain, one diagonal: E at 45 degrees [N/m]", tl_oneDiagonal, 1, tl_modulus, 45, 0, 1, TL_BIAS ),
	TL_ASKED( "springs on quads: E along the warp [N/m]", tl_twoDiagonals, 0, tl_modulus, 0, 0, 1, 1000 ),
	TL_ASKED( "springs on quads: E along the weft [N/m]", tl_twoDiagonals, 0, tl_modulus, 90, 0, 1, 600 ),
	TL_ASKED( "springs on quads: G [N/m]", tl_twoDiagonals, 0, tl_shearModulus, 0, 0, 1, 150 ),
	TL_ASKED( "springs on quads of 1 x 0.7: E along the warp [N/m]", tl_twoDiagonals, 0, tl_modulus, 0, 0, 0.7, 1000 ),
	TL_ASKED( "springs on quads of 1 x 0.7: E along the weft [N/m]", tl_twoDiagonals, 0, tl_modulus, 90, 0, 0.7, 600 ),
	TL_ASKED( "springs on quads of 1 x 0.7: G [N/m]", tl_twoDiagonals, 0, tl_shearModulus, 0, 0, 0.7, 150 ),
	TL_ASKED( "springs on quads, warp across the mesh: E along it [N/m]", tl_twoDiagonals, 0, tl_modulus, 0, 90, 1, 1000 ),
	TL_ASKED( "springs, one diagonal: E along the warp, free to shear [N/m]", tl_oneDiagonal, 0, tl_modulus, 0, 0, 1, 1000 ),
	TL_ASKED( "springs, one diagonal: E along the weft, free to shear [N/m]", tl_oneDiagonal, 0, tl_modulus, 90, 0, 1, 600 ),
};

// ---- a sheet of 1 m that hangs from its top: E from how far its middle fifth has stretched, over the one that is asked in
// that direction. Arguments: warp [degrees] from the vertical, cut, strain triangles.

static double MeasureHanging( const double* a )
{
	const int32_t along = 20, across = 6;
	const double density = 0.5, stiffness = 2000, weft = 1000, shear = 300, nu = 0.2;
	static int32_t held[64];
	tlLabMesh* mesh = tlMakeLabMesh();
	tlLabMesh_MakeStrip( mesh, (tlCut)(int)a[1], along, across, 0.05, 0 );
	for ( int32_t i = 0; i < mesh->vertexCount; ++i )
	{
		tlVec3 x = mesh->positions[i];
		mesh->positions[i] = ( tlVec3 ){ x.z, -x.x, 0 };
	}
	for ( int32_t j = 0; j <= across; ++j )
	{
		held[j] = j * ( along + 1 );
	}
	double angle = a[0] * TL_PI / 180, c = cos( angle ), s = sin( angle );
	tlLabDef def = tlDefaultLabDef();
	tlLabMesh_Use( mesh, &def );
	def.fabric.stretchType = a[2] != 0 ? "strain" : "distance";
	def.fabric.shear = true;
	def.fabric.warp = ( tlVec3 ){ (tlReal)s, (tlReal)c, 0 };
	def.world.budget = tlMakeBudget( 10, 20, tl_symmetricSweep );
	tlMaterial* m = &def.body.material;
	m->measured = true;
	m->areaDensity = (tlReal)density;
	m->warpStiffness = (tlReal)stiffness;
	m->weftStiffness = (tlReal)weft;
	m->shearStiffness = (tlReal)shear;
	m->poissonRatio = (tlReal)nu;
	tlPinDef pins = { .particles = held, .particleCount = across + 1, .frame = tlTransform_identity };
	def.body.pins = &pins;
	def.body.pinCount = 1;
	tlLab lab = tlMakeLab( &def );
	tlLab_Settle( &lab, 10, 4, 1.0 / 60 );
	// Rows 10 and 14, in the lower half, away from the clamp: against what sigma g (H y - y^2/2) / E stretches between them.
	double stretched = 0, load = 0;
	for ( int32_t j = 0; j <= across; ++j )
	{
		for ( int32_t k = 0; k < 2; ++k )
		{
			int32_t i = j * ( along + 1 ) + ( k == 0 ? 14 : 10 );
			double y = -(double)mesh->positions[i].y, sign = k == 0 ? 1 : -1;
			stretched += sign * ( -tlLab_GetPosition( &lab, i ).y - y );
			load += sign * density * 9.81 * ( y - y * y / 2 );
		}
	}
	tlFreeLab( &lab );
	tlFreeLabMesh( mesh );
	double inverse = c * c * c * c / stiffness + s * s * s * s / weft + c * c * s * s * ( 1 / shear - 2 * nu / stiffness );
	return load / stretched * inverse;
}

#define TL_HANGING( name, degrees, cut, strain )                                                                            \
	{                                                                                                                       \
		"6.4 hanging sheet", name, MeasureHanging, { degrees, cut, strain }, 1, { 0.02, 0 }, { 0.03, 0 }, NULL              \
	}

static const tlCheck s_hanging[] = {
	TL_HANGING( "E measured over asked, strain, along the warp", 0, tl_irregularCut, 1 ),
	TL_HANGING( "E measured over asked, strain, along the weft", 90, tl_irregularCut, 1 ),
	TL_HANGING( "E measured over asked, strain, at 45 degrees", 45, tl_irregularCut, 1 ),
	TL_HANGING( "E measured over asked, strain, one diagonal, at 30 degrees", 30, tl_diagonalCut, 1 ),
	TL_HANGING( "E measured over asked, springs on quads, along the warp", 0, tl_quadCut, 0 ),
	TL_HANGING( "E measured over asked, springs on quads, along the weft", 90, tl_quadCut, 0 ),
};

// ---- the balloon: an icosphere of springs of 1 N/m, blown up. Arguments: levels, volume over that at rest, what (0
// pressure, 1 volume over that asked, 2 volume at rest).

static double MeasureBalloon( const double* a )
{
	tlLabMesh* mesh = tlMakeLabMesh();
	tlLabMesh_MakeIcosphere( mesh, (int32_t)a[0] );
	tlLabDef def = tlDefaultLabDef();
	tlLabMesh_Use( mesh, &def );
	def.fabric.volumeType = "volume";
	def.world.gravity = tlVec3_zero;
	def.world.budget = tlMakeBudget( 4, 30, tl_symmetricSweep );
	def.body.material.stretch.compliance = 1;
	def.body.material.areaDensity = 1;
	def.body.material.volumeRatio = (tlReal)a[1];
	tlLab lab = tlMakeLab( &def );
	double rest = tlBody_GetStats( lab.world, lab.body )->volume;
	tlLab_Settle( &lab, 2, 20, 1.0 / 10 );
	const tlBodyStats* stats = tlBody_GetStats( lab.world, lab.body );
	const double values[3] = { -tlLab_GetForce( &lab, stats->setCount - 1, 0 ), stats->volume / ( a[1] * rest ), rest };
	tlFreeLab( &lab );
	tlFreeLabMesh( mesh );
	return values[(int)a[2]];
}

#define TL_BALLOON( name, levels, ratio, what, right, tolerance )                                                           \
	{                                                                                                                       \
		"6.5 balloon", name, MeasureBalloon, { levels, ratio, what }, right, { tolerance, 0 }, { 2e-2, 0 }, NULL            \
	}

static const tlCheck s_balloons[] = {
	TL_BALLOON( "volume at rest, 162 vertices [m^3]", 2, 1.1, 2, 4.04704468, 1e-7 ),
	TL_BALLOON( "volume over the asked one", 2, 1.5, 1, 1, 1e-8 ),
	TL_BALLOON( "pressure [Pa], 162 vertices, 1.1", 2, 1.1, 0, 0.106285, 1e-2 ),
	TL_BALLOON( "pressure [Pa], 162 vertices, 1.2", 2, 1.2, 0, 0.194963, 1e-2 ),
	TL_BALLOON( "pressure [Pa], 162 vertices, 1.5", 2, 1.5, 0, 0.388602, 1e-2 ),
	TL_BALLOON( "pressure [Pa], 162 vertices, 2", 2, 2, 0, 0.576678, 1e-2 ),
	TL_BALLOON( "volume at rest, 642 vertices [m^3]", 3, 1.1, 2, 4.15274082, 1e-7 ),
	TL_BALLOON( "pressure [Pa], 642 vertices, 1.1", 3, 1.1, 0, 0.104395, 1e-2 ),
	TL_BALLOON( "pressure [Pa], 642 vertices, 1.2", 3, 1.2, 0, 0.191623, 1e-2 ),
	TL_BALLOON( "pressure [Pa], 642 vertices, 1.5", 3, 1.5, 0, 0.382299, 1e-2 ),
	TL_BALLOON( "pressure [Pa], 642 vertices, 2", 3, 2, 0, 0.567685, 1e-2 ),
};

void tlAddMembraneChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_springs, TL_COUNT( s_springs ) );
	tlCheckList_AddAll( list, s_hanging, TL_COUNT( s_hanging ) );
	tlCheckList_AddAll( list, s_balloons, TL_COUNT( s_balloons ) );
}
