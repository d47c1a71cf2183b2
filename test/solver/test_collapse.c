// A cloth pressed to a point, a line, a plane or nearly so, made of every registered type: it stays finite, and nothing
// is shot away.
// SPDX-License-Identifier: MIT
#include "lab.h"

enum
{
	tl_side = 5,
	tl_ways = 5
};

static void Collapse( const Lab* lab, int way, double spread )
{
	const tlVec3* rest = tlFabric_GetRestPositions( lab->fabric );
	uint64_t seed = 11;
	for ( int32_t i = tl_side; i < lab->count; ++i ) // below the pins
	{
		tlVec3 d = DrawVec3( &seed, spread );
		double x = way == 0 || way == 2 ? 0 : rest[i].x, y = way == 0 || way == 1 ? -0.1 : rest[i].y, z = 0;
		if ( way == 3 ) // folded back and forth: neighbours lie on each other
		{
			y = -0.1 * ( i / tl_side % 2 );
		}
		if ( way == 4 ) // turned over
		{
			x = -rest[i].x;
		}
		Place( lab, i, x + d.x, y + d.y, z + d.z );
		Push( lab, i, 0, 0, 0 );
	}
}

static void RunCollapsed( const char* stretchType, const char* bendType, const char* areaType, int way, double spread,
                          bool damped )
{
	static const int32_t top[tl_side] = { 0, 1, 2, 3, 4 };
	tlPinDef pin = { .particles = top, .particleCount = tl_side, .frame = MakeFrame( 0, 0, 0 ) };
	LabDef def = MakeLabDef();
	def.world.budget.substepCount = 8;
	def.fabric.stretchType = stretchType;
	def.fabric.bendType = bendType;
	def.fabric.areaType = areaType;
	def.body.material = tlDefaultMaterial();
	def.body.material.areaStiffness = 500;
	def.body.material.measured = true;
	def.body.material.stretchDampingRatio = (tlReal)( damped ? 0.2 : 0 );
	def.body.material.bendDampingRatio = (tlReal)( damped ? 0.2 : 0 );
	def.body.material.globalDamping = 2;
	def.body.pins = &pin;
	def.body.pinCount = 1;
	Lab lab = MakeGrid( def, tl_side, tl_side, 0.1, true );
	Collapse( &lab, way, spread );
	double farthest = 0;
	for ( int32_t step = 0; step < 90; ++step )
	{
		Run( &lab, 1.0 / 60, 1 );
		CheckFinite( &lab );
		for ( int32_t i = 0; i < lab.count; ++i )
		{
			tlPosition p = GetPosition( &lab, i );
			farthest = fmax( farthest, Length( p.x, p.y, p.z ) );
		}
	}
	if ( farthest > 3 )
	{
		fail_msg( "stretch %s, bend %s, area %s, way %d, spread %g, damped %d: as far as %g", stretchType, bendType,
		          areaType != NULL ? areaType : "none", way, spread, damped, farthest );
	}
	FreeLab( &lab );
}

static const tlConstraintTypeInfo* NextType( tlFamily family, int32_t* index, tlConstraintTypeInfo* info )
{
	while ( *index < tlGetConstraintTypeCount() )
	{
		*info = tlGetConstraintTypeInfo( ( *index )++ );
		if ( info->family == family && info->element != tl_noElement && info->frameMask == 0 )
		{
			return info;
		}
	}
	return NULL;
}

static void TestCollapse( void** state )
{
	(void)state;
	const double spreads[] = { 0, 1e-12, 1e-6, 1e-3 };
	int32_t pairs = 0, first = 0;
	tlConstraintTypeInfo stretch, bend;
	while ( NextType( tl_stretchFamily, &first, &stretch ) != NULL )
	{
		int32_t second = 0;
		while ( NextType( tl_bendFamily, &second, &bend ) != NULL )
		{
			pairs += 1;
			for ( int n = 0; n < tl_ways * 4 * 2; ++n )
			{
				const char* area = n / 2 % 2 != 0 ? "area" : NULL;
				RunCollapsed( stretch.name, bend.name, area, n / 8, spreads[n / 2 % 4], n % 2 != 0 );
			}
		}
	}
	assert_true( pairs >= 6 );
}

int main( void )
{
	const struct CMUnitTest tests[] = { cmocka_unit_test( TestCollapse ) };
	return cmocka_run_group_tests( tests, NULL, NULL );
}
