// Maps: numbers of the material that vary over the body.
// SPDX-License-Identifier: MIT
#include "lab.h"

enum
{
	tl_side = 5
};

// From 0 at the left to 1 at the right of a grid.
static void MakeRamp( tlReal* map )
{
	for ( int32_t i = 0; i < tl_side * tl_side; ++i )
	{
		map[i] = (tlReal)( i % tl_side ) / ( tl_side - 1 );
	}
}

static Lab MakeMapped( LabDef def, const tlMaterialMap* maps, int32_t count )
{
	def.body.maps = maps;
	def.body.mapCount = count;
	return MakeGrid( def, tl_side, tl_side, 0.1, true );
}

static double GetMean( const tlReal* map, const tlConstraintState* c )
{
	double sum = 0;
	for ( int32_t k = 0; k < c->arity; ++k )
	{
		sum += map[c->particles[k]] / c->arity;
	}
	return sum;
}

// Compliances follow the mean over the particles of a constraint, measured or not; other sets stay.
static void TestCompliance( void** state )
{
	(void)state;
	tlReal map[tl_side * tl_side];
	MakeRamp( map );
	const tlMaterialMap plain[2] = { { "stretch.compliance", (tlReal)1e-4, (tlReal)5e-4, map },
		                             { "bend.compliance", (tlReal)0.3, (tlReal)0.1, map } };
	LabDef def = MakeLabDef();
	def.body.material.shear.compliance = (tlReal)1e-3;
	Lab lab = MakeMapped( def, plain, 2 );
	for ( int32_t i = 0; i < FindSet( &lab, "stretch" )->constraintCount; ++i )
	{
		tlConstraintState c = GetConstraint( &lab, "stretch", i );
		CHECK_RATIO( c.compliance, 1e-4 + 4e-4 * GetMean( map, &c ), Pick( 1e-5, 1e-12 ) );
	}
	for ( int32_t i = 0; i < FindSet( &lab, "bend" )->constraintCount; ++i )
	{
		tlConstraintState c = GetConstraint( &lab, "bend", i );
		CHECK_RATIO( c.compliance, 0.3 - 0.2 * GetMean( map, &c ), Pick( 1e-5, 1e-12 ) );
	}
	CHECK_RATIO( GetConstraint( &lab, "shear", 0 ).compliance, 1e-3, 1e-6 );
	FreeLab( &lab );

	const tlMaterialMap measured[3] = { { "warpStiffness", 1000, 4000, map },
		                                { "shearStiffness", 100, 100, map },
		                                { "weftBending", (tlReal)1e-5, (tlReal)1e-4, map } };
	def.fabric.stretchType = "strain";
	def.fabric.bendType = "dihedral";
	def.body.material.measured = true;
	lab = MakeMapped( def, measured, 3 );
	for ( int32_t i = 0; i < FindSet( &lab, "stretch" )->constraintCount; ++i )
	{
		tlConstraintState c = GetConstraint( &lab, "stretch", i );
		CHECK_RATIO( 1 / c.compliances[0], 0.005 * ( 1000 + 3000 * GetMean( map, &c ) ), Pick( 2e-5, 1e-11 ) );
		CHECK_RATIO( 1 / c.compliances[1], 0.005 * 2000, Pick( 2e-5, 1e-11 ) );
		CHECK_RATIO( 1 / c.compliances[2], 0.005 * 100, Pick( 2e-5, 1e-11 ) );
	}
	FreeLab( &lab );
}

// A map of nothing but one value is the material; a new material keeps the maps; damping and masses follow them too.
static void TestEffect( void** state )
{
	(void)state;
	tlReal map[tl_side * tl_side], ones[tl_side * tl_side];
	MakeRamp( map );
	for ( int32_t i = 0; i < tl_side * tl_side; ++i )
	{
		ones[i] = 1;
	}
	LabDef def = MakeLabDef();
	def.body.material = tlDefaultMaterial();
	const tlMaterialMap same[2] = { { "stretch.compliance", 0, (tlReal)1e-5, ones },
		                            { "areaDensity", (tlReal)0.1, (tlReal)0.2, ones } };
	Lab a = MakeGrid( def, tl_side, tl_side, 0.1, true ), b = MakeMapped( def, same, 2 );
	Run( &a, 1.0 / 60, 30 );
	Run( &b, 1.0 / 60, 30 );
	assert_true( tlWorld_Hash( a.world ) == tlWorld_Hash( b.world ) );
	FreeLab( &a );
	FreeLab( &b );

	const tlMaterialMap mass = { "areaDensity", (tlReal)0.1, (tlReal)0.9, map };
	Lab lab = MakeMapped( def, &mass, 1 );
	for ( int32_t pass = 0; pass < 2; ++pass )
	{
		double total = 0;
		for ( int32_t i = 0; i < lab.count; ++i )
		{
			total += tlBody_GetMass( lab.world, lab.body, i );
		}
		CHECK_RATIO( total, 0.5 * 0.16, 1e-5 );
		CHECK_RATIO( tlBody_GetMass( lab.world, lab.body, 7 ), 0.5 * 0.01, 1e-5 );
		CHECK_RATIO( tlBody_GetMass( lab.world, lab.body, 6 ), 0.3 * 0.01, 1e-5 );
		tlMaterial m = tlBody_GetMaterial( lab.world, lab.body );
		m.areaDensity = 7; // the map stands over it
		m.stretch.compliance = (tlReal)2e-5;
		assert_int_equal( tlBody_SetMaterial( lab.world, lab.body, &m, NULL ), tl_success );
		CHECK_RATIO( GetConstraint( &lab, "stretch", 0 ).compliance, 2e-5, 1e-5 );
	}
	FreeLab( &lab );
}

// Thick on the right, thin on the left: so far from the floor each comes to rest.
static void TestThickness( void** state )
{
	(void)state;
	tlReal map[tl_side * tl_side];
	MakeRamp( map );
	const tlMaterialMap thickness = { "thickness", (tlReal)0.01, (tlReal)0.05, map };
	LabDef def = MakeLabDef();
	def.world.budget.substepCount = 8;
	def.body.material.globalDamping = 2;
	def.fabric.stretch = def.fabric.shear = def.fabric.bend = false;
	def.body.maps = &thickness;
	def.body.mapCount = 1;
	def.body.transform = MakeFrame( 0, 0.2, 0 );
	Lab lab = MakeGrid( def, tl_side, tl_side, 0.1, false );
	tlColliderDef floor = MakePlane( 0 );
	AddCollider( &lab, &floor );
	Run( &lab, 1.0 / 60, 180 );
	for ( int32_t i = 0; i < lab.count; ++i )
	{
		CHECK_CLOSE( GetPosition( &lab, i ).y, 0.01 + 0.04 * (double)map[i], 1e-4 );
	}
	FreeLab( &lab );
}

// The particle of a weld has the value of its first vertex.
static void TestWeld( void** state )
{
	(void)state;
	static const tlVec3 positions[6] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 } };
	static const int32_t sizes[2] = { 3, 3 }, corners[6] = { 0, 1, 2, 3, 4, 5 };
	static const tlReal values[6] = { 0, (tlReal)0.25, (tlReal)0.5, 1, 1, 0 };
	const tlMaterialMap map = { "thickness", 0, 1, values };
	const tlMaterialMap density = { "areaDensity", 1, 2, values };
	const tlMaterialMap maps[2] = { map, density };
	LabDef def = MakeLabDef();
	def.fabric.weld = true;
	def.fabric.positions = positions;
	def.fabric.vertexCount = 6;
	def.fabric.faceSizes = sizes;
	def.fabric.faceCorners = corners;
	def.fabric.faceCount = 2;
	def.body.maps = maps;
	def.body.mapCount = 2;
	Lab lab = MakeLab( &def );
	assert_int_equal( lab.count, 4 );
	const double masses[4] = { 1.0 / 6, 1.25 / 3, 1.5 / 3, 2.0 / 6 };
	for ( int32_t i = 0; i < 4; ++i )
	{
		CHECK_RATIO( tlBody_GetMass( lab.world, lab.body, i ), masses[i], 1e-5 );
	}
	FreeLab( &lab );
}

// Frames of a rod have the values of the ends of their segments.
static void TestRod( void** state )
{
	(void)state;
	static const tlReal values[5] = { 0, (tlReal)0.25, (tlReal)0.5, (tlReal)0.75, 1 };
	const tlMaterialMap maps[2] = { { "ropeBending", (tlReal)1e-4, (tlReal)9e-4, values },
		                            { "axialStiffness", 1000, 2000, values } };
	LabDef def = MakeLabDef();
	def.fabric.rod = true;
	def.body.material.measured = true;
	def.body.maps = maps;
	def.body.mapCount = 2;
	Lab lab = MakeChain( def, 5, 0.1, ( tlVec3 ){ 1, 0, 0 } );
	for ( int32_t i = 0; i < 3; ++i )
	{
		CHECK_RATIO( 1 / GetConstraint( &lab, "rod bend", i ).compliances[0], ( 1e-4 + 8e-4 * 0.25 * ( i + 1 ) ) / 0.1,
		             Pick( 1e-4, 1e-10 ) );
	}
	for ( int32_t i = 0; i < 4; ++i )
	{
		double mean = 1000 + 1000 * ( 0.25 * i + 0.125 );
		CHECK_RATIO( 1 / GetConstraint( &lab, "rod stretch", i ).compliances[2], mean / 0.1, Pick( 1e-4, 1e-10 ) );
	}
	FreeLab( &lab );
}

static void TestWrong( void** state )
{
	(void)state;
	tlReal map[tl_side * tl_side], high[tl_side * tl_side], low[tl_side * tl_side], none[tl_side * tl_side];
	MakeRamp( map );
	MakeRamp( high );
	MakeRamp( low );
	MakeRamp( none );
	high[3] = (tlReal)1.01;
	low[4] = (tlReal)-0.01;
	none[5] = (tlReal)NAN;
	const struct
	{
		const char* part;
		tlMaterialMap map;
	} cases[] = {
		{ "no number 'stiffness'", { "stiffness", 0, 1, map } },
		{ "no number ''", { NULL, 0, 1, map } },
		{ "no number 'measured'", { "measured", 0, 1, map } },
		{ "there are no values", { "thickness", 0, 1, NULL } },
		{ "vertex 3", { "thickness", 0, 1, high } },
		{ "vertex 4", { "thickness", 0, 1, low } },
		{ "vertex 5", { "thickness", 0, 1, none } },
		{ "warpStiffness", { "warpStiffness", -1, 1, map } },
		{ "areaDensity", { "areaDensity", 0, 1, map } },
		{ "thickness", { "thickness", 0, (tlReal)INFINITY, map } },
		{ "restitution", { "restitution", 0, 2, map } },
		{ "kineticFriction", { "kineticFriction", 0, 5, map } },
	};
	for ( size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i )
	{
		LabDef def = MakeLabDef();
		Lab lab = MakeGrid( def, tl_side, tl_side, 0.1, true );
		const tlMaterialMap maps[2] = { { "thickness", 0, 1, map }, cases[i].map };
		tlBodyDef body = def.body;
		body.fabric = lab.fabric;
		body.maps = maps;
		body.mapCount = 2;
		tlBodyId id;
		tlError error = { tl_success, "" };
		assert_int_equal( tlCreateBody( lab.world, &body, &id, &error ), tl_invalidArgument );
		assert_true( TL_IS_NULL( id ) );
		if ( strstr( error.message, "map 1" ) == NULL || strstr( error.message, cases[i].part ) == NULL )
		{
			fail_msg( "'map 1' and '%s' should be in '%s'", cases[i].part, error.message );
		}
		body.mapCount = -1;
		assert_int_equal( tlCreateBody( lab.world, &body, &id, &error ), tl_invalidArgument );
		body.mapCount = 1;
		body.maps = NULL;
		assert_int_equal( tlCreateBody( lab.world, &body, &id, &error ), tl_invalidArgument );
		assert_non_null( strstr( error.message, "mapCount" ) );
		FreeLab( &lab );
	}
	assert_int_equal( tlGetByteCount(), 0 );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestCompliance ), cmocka_unit_test( TestEffect ), cmocka_unit_test( TestThickness ),
		cmocka_unit_test( TestWeld ),       cmocka_unit_test( TestRod ),    cmocka_unit_test( TestWrong ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
