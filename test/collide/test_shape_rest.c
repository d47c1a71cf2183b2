// A small cloth falls on each shape and stays: no particle goes through, none is thrown, and the step allocates nothing.
// SPDX-License-Identifier: MIT
#include "shape_lab.h"

static void TestRest( void** state )
{
	(void)state;
	for ( int s = 0; s < s_sampleCount; ++s )
	{
		const tlShape* shape = &s_samples[s].shape;
		tlColliderDef collider = tlDefaultColliderDef();
		collider.shape = *shape;
		collider.staticFriction = collider.kineticFriction = 2;
		tlShapeBounds bounds = tlGetShapeKind( shape )->getBounds( shape );
		double top = (double)bounds.upper.y + 0.1;
		LabDef def = MakeLabDef();
		def.body.material = tlDefaultMaterial();
		def.body.material.thickness = (tlReal)0.005;
		def.body.material.globalDamping = 2;
		def.world.budget.substepCount = 10;
		def.body.transform = MakeFrame( shape->type == tl_meshShape || shape->type == tl_gridShape ? 0.4 : 0, top, 0 );
		Lab lab = MakeGrid( def, 15, 15, 0.05, false );
		AddCollider( &lab, &collider );
		double deepest = 0;
		uint64_t allocations = 0;
		for ( int frame = 0; frame < 90; ++frame )
		{
			Run( &lab, 1.0 / 60, 1 );
			allocations = frame == 0 ? tlGetAllocationCount() : allocations;
			for ( int32_t i = 0; i < lab.count; ++i )
			{
				tlPosition p = GetPosition( &lab, i );
				tlVec3 normal;
				double distance = (double)tlShape_GetDistance( shape, MakeVec3( p.x, p.y, p.z ), &normal );
				deepest = fmin( deepest, distance );
				if ( s_samples[s].soup != NULL && s_samples[s].soup->open && fabs( p.x ) < 0.6 && fabs( p.z ) < 0.6 )
				{
					assert_true( p.y > 0.1 * sin( 4 * p.x ) * cos( 3 * p.z ) - 0.03 ); // a sheet has no inside
				}
			}
		}
		assert_true( tlGetAllocationCount() == allocations );
		CheckFinite( &lab );
		CHECK_ABOVE( deepest, -0.002 );
		CHECK_ABOVE( GetCenter( &lab ).y, (double)bounds.upper.y - 1 );
		double fastest = 0;
		for ( int32_t i = 0; i < lab.count; ++i )
		{
			fastest = fmax( fastest, GetSpeed( &lab, i ) );
		}
		CHECK_BELOW( fastest, 1 );
		RunTwice( &lab, 1.0 / 60, 3 );
		FreeLab( &lab );
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = { cmocka_unit_test( TestRest ) };
	MakeSamples();
	int failed = cmocka_run_group_tests( tests, NULL, NULL );
	FreeSamples();
	return failed;
}
