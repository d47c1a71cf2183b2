// Every number of a material that may vary acts by its map: a map of one value is the material with that value, to the bit,
// and not the one without.
// SPDX-License-Identifier: MIT
#include "lab.h"

enum
{
	tl_side = 5,
	tl_ropeLength = 5,
	tl_vertices = tl_side * tl_side + tl_ropeLength,
	tl_faces = ( tl_side - 1 ) * ( tl_side - 1 ) + tl_ropeLength - 1,
	tl_variants = 4
};

// A cloth and a rod that fall onto a slope in the wind, held at one corner each.
typedef struct Mesh
{
	tlVec3 positions[tl_vertices];
	int32_t sizes[tl_faces], corners[4 * tl_faces];
} Mesh;

static Mesh MakeMesh( void )
{
	Mesh mesh;
	int32_t face = 0, corner = 0;
	for ( int32_t i = 0; i < tl_side * tl_side; ++i )
	{
		int32_t c = i % tl_side, r = i / tl_side;
		mesh.positions[i] = ( tlVec3 ){ (tlReal)( 0.1 * c ), 0, (tlReal)( 0.1 * r ) };
		if ( c + 1 < tl_side && r + 1 < tl_side )
		{
			const int32_t quad[4] = { i, i + tl_side, i + tl_side + 1, i + 1 };
			memcpy( mesh.corners + corner, quad, sizeof quad );
			mesh.sizes[face++] = 4;
			corner += 4;
		}
	}
	for ( int32_t k = 0; k < tl_ropeLength; ++k )
	{
		int32_t i = tl_side * tl_side + k;
		mesh.positions[i] = ( tlVec3 ){ (tlReal)( 0.1 * k ), 0, (tlReal)-0.2 };
		if ( k > 0 )
		{
			mesh.corners[corner++] = i - 1;
			mesh.corners[corner++] = i;
			mesh.sizes[face++] = 2;
		}
	}
	return mesh;
}

// Every number matters somewhere: measured and not, by edges and by triangles.
static uint64_t RunVariant( int variant, const tlMaterial* material, const tlMaterialMap* map )
{
	static const int32_t held[2] = { 0, tl_side * tl_side };
	Mesh mesh = MakeMesh();
	tlPinDef pin = { .particles = held, .particleCount = 2, .frame = MakeFrame( 0, 0, 0 ) };
	LabDef def = MakeLabDef();
	def.world.budget.substepCount = 4;
	def.fabric.positions = mesh.positions;
	def.fabric.vertexCount = tl_vertices;
	def.fabric.faceSizes = mesh.sizes;
	def.fabric.faceCorners = mesh.corners;
	def.fabric.faceCount = tl_faces;
	def.fabric.stretchType = variant % 2 == 0 ? "distance" : "strain";
	def.fabric.bendType = "dihedral";
	def.fabric.areaType = "area";
	def.fabric.rod = true;
	def.body.material = *material;
	def.body.material.measured = variant >= 2;
	def.body.tetherMode = tl_geodesicTethers;
	def.body.tetherCount = 1;
	def.body.tetherScale = (tlReal)0.9;
	def.body.pins = &pin;
	def.body.pinCount = 1;
	def.body.maps = map;
	def.body.mapCount = map != NULL ? 1 : 0;
	Lab lab = MakeLab( &def );
	tlColliderDef floor = MakePlane( -0.05 );
	floor.transform.q = tlMakeQuat( ( tlVec3 ){ 0, 0, 1 }, 0.3 );
	floor.staticFriction = floor.kineticFriction = floor.restitution = -1; // the cloth's
	AddCollider( &lab, &floor );
	SetWind( &lab, MakeWind( 3, -2, 4 ) );
	uint64_t seed = 5;
	for ( int32_t i = 0; i < lab.count; ++i )
	{
		tlVec3 v = DrawVec3( &seed, 2 );
		Push( &lab, i, v.x, v.y - 3, v.z );
	}
	Run( &lab, 1.0 / 60, 12 );
	CheckFinite( &lab );
	uint64_t hash = tlWorld_Hash( lab.world );
	FreeLab( &lab );
	return hash;
}

// With few digits, so that the mean of several of them is exact.
static tlReal MakeRound( tlReal value )
{
	return (tlReal)ldexp( 1, ilogb( (double)value ) );
}

static tlMaterial MakeBase( void )
{
	tlMaterial m = tlDefaultMaterial();
	m.stretch.damping = m.shear.damping = m.bend.damping = m.area.damping = m.tether.damping = 8;
	m.area.compliance = m.tether.compliance = (tlReal)1e-3;
	m.areaStiffness = 64;
	m.stretchDampingRatio = m.bendDampingRatio = (tlReal)0.125;
	m.compression = m.bucklingStiffness = m.poissonRatio = (tlReal)0.25;
	m.bucklingRatio = 1; // any angle
	m.edgeDamping = m.globalDamping = 1;
	m.restitution = (tlReal)0.25;
	for ( int32_t i = 0; tlGetMaterialNumber( i ) != NULL; ++i )
	{
		tlReal* number = tlMaterial_Find( &m, tlGetMaterialNumber( i ) );
		*number = *number > 0 ? MakeRound( *number ) : *number;
	}
	m.kineticFriction = m.staticFriction / 2;
	return m;
}

static void TestEveryNumber( void** state )
{
	(void)state;
	static tlReal ones[tl_vertices];
	for ( int32_t i = 0; i < tl_vertices; ++i )
	{
		ones[i] = 1;
	}
	int32_t tested = 0;
	for ( int32_t n = 0; tlGetMaterialNumber( n ) != NULL; ++n )
	{
		const char* name = tlGetMaterialNumber( n );
		tlMaterial base = MakeBase(), changed = base;
		tlReal* number = tlMaterial_Find( &changed, name );
		bool acts = false;
		*number = (tlReal)0.75 * *number;
		for ( int variant = 0; variant < tl_variants && tlCanMaterialNumberVary( name ); ++variant )
		{
			if ( !( *number > 0 ) )
			{
				fail_msg( "%s: the test has no value for it", name );
			}
			tlMaterialMap map = { name, 0, *number, ones };
			map.low = (tlReal)0.75 * *number; // some may not be zero
			uint64_t without = RunVariant( variant, &base, NULL ), mapped = RunVariant( variant, &base, &map );
			uint64_t plain = RunVariant( variant, &changed, NULL );
			if ( mapped != plain )
			{
				fail_msg( "variant %d: a map of %s is not the material with that number", variant, name );
			}
			acts = acts || mapped != without;
		}
		if ( tlCanMaterialNumberVary( name ) && !acts )
		{
			fail_msg( "%s does nothing", name );
		}
		tested += acts;
	}
	assert_true( tested > 30 );
}

int main( void )
{
	const struct CMUnitTest tests[] = { cmocka_unit_test( TestEveryNumber ) };
	return cmocka_run_group_tests( tests, NULL, NULL );
}
