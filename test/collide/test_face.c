// Triangles and segments against shapes: the deepest place against a dense search, candidates that miss nothing, and cloth
// and rope over corners and edges that lie between their vertices.
// SPDX-License-Identifier: MIT
#include "collide/detect.h"
#include "collide/shape.h"

#include "solver/fabric.h"
#include "solver/lab.h"

static const tlShape s_shapes[] = {
	{ .type = tl_planeShape },
	{ .type = tl_sphereShape, .radius = (tlReal)0.3 },
	{ .type = tl_capsuleShape, .radius = (tlReal)0.1, .halfHeight = (tlReal)0.5 },
	{ .type = tl_boxShape, .halfExtents = { (tlReal)0.3, (tlReal)0.2, (tlReal)0.4 } },
};

static double SearchDeepest( const tlShape* shape, const tlVec3* corners, int count )
{
	double deepest = INFINITY;
	tlVec3 normal;
	const int n = 80;
	for ( int i = 0; i <= n; ++i )
	{
		for ( int j = 0; j <= ( count == 3 ? n - i : 0 ); ++j )
		{
			double a = i / (double)n, b = j / (double)n;
			tlVec3 p = tlMulAdd( tlMul( (tlReal)( 1 - a - b ), corners[0] ), (tlReal)a, corners[1] );
			p = tlMulAdd( p, (tlReal)b, corners[count - 1] );
			deepest = fmin( deepest, tlShape_GetDistance( shape, p, &normal ) );
		}
	}
	return deepest;
}

// Where it is outside or hardly in, the place found is as deep as any, to a few percent of the size of the element.
static void TestDeepest( void** state )
{
	(void)state;
	int32_t found = 0, none = 0;
	for ( int round = 0; round < 12000; ++round )
	{
		uint64_t seed = 1 + (uint64_t)round;
		const tlShape* shape = s_shapes + round % 4;
		int count = 2 + round / 4 % 2;
		double size = round % 3 == 0 ? 0.1 : 0.6;
		tlVec3 at = DrawVec3( &seed, 0.6 ), corners[3];
		tlVec4 positions[3], velocities[3] = { { 0 } };
		tlReal radii[3] = { (tlReal)0.01, (tlReal)0.01, (tlReal)0.01 };
		for ( int k = 0; k < 3; ++k )
		{
			corners[k] = tlAdd( at, DrawVec3( &seed, size ) );
			positions[k] = ( tlVec4 ){ corners[k].x, corners[k].y, corners[k].z, 1 };
		}
		const int32_t indices[3] = { 0, 1, 2 };
		const tlElements elements = { indices, count, 1 };
		tlMovingShape moving = {
			.collider = 4, .shape = *shape, .thickness = (tlReal)0.02, .start.q = tlQuat_identity, .end.q = tlQuat_identity
		};
		const tlParticles particles = { positions, positions, velocities, radii };
		const tlContactRules rules = { .pushOut = (tlReal)INFINITY, .inverseH = 60 };
		tlCandidate candidate = { 0, 4, 0 };
		tlContact contact;
		double deepest = SearchDeepest( shape, corners, count );
		size_t n = tlFindFaceContacts( &moving, &elements, &candidate, 1, &particles, &rules, &contact, 1 );
		if ( deepest > 0.05 )
		{
			assert_int_equal( n, 0 ); // beyond what is watched
			none += 1;
			continue;
		}
		tlCandidate seen;
		size_t near = tlFindFaceCandidates( &moving, &elements, positions, radii, 0, &seen, 1 );
		assert_true( near == 1 || deepest > 0.03 - 1e-6 );
		if ( n == 0 || deepest < -0.02 )
		{
			continue; // at a corner, or through: there any place will do
		}
		found += 1;
		double sum = 0;
		for ( int k = 0; k < count; ++k )
		{
			assert_int_equal( contact.particles[k], k );
			assert_true( contact.weights[k] >= 0 );
			sum += contact.weights[k];
		}
		CHECK_CLOSE( sum, 1, Pick( 1e-6, 1e-12 ) );
		tlVec3 normal, p = tlMeanOf( &contact, positions );
		double distance = tlShape_GetDistance( shape, p, &normal );
		CHECK_CLOSE( distance, deepest, 0.05 * size );
		CHECK_CLOSE( tlDot( contact.normal, p ) - contact.offset, distance - 0.03, Pick( 1e-6, 1e-12 ) );
	}
	if ( !( found > 200 && none > 200 ) )
	{
		fail_msg( "%d found, %d not", found, none );
	}
}

// A cloth of 10 cm cells over a cube of 30 cm, turned by 30 degrees: its corners stay below the cloth. Without, they poke
// through.
static void TestCubeCorners( void** state )
{
	(void)state;
	double highest[2];
	for ( int n = 0; n < 2; ++n )
	{
		LabDef def = MakeLabDef();
		def.world.budget.substepCount = 16;
		def.world.budget.faceContact = n == 1;
		def.body.material = tlDefaultMaterial();
		def.body.material.globalDamping = 2;
		def.body.material.thickness = (tlReal)0.004;
		def.body.transform = MakeFrame( 0, 0.4, 0 );
		def.body.transform.q = tlMakeQuat( ( tlVec3 ){ 0, 1, 0 }, 30 * TL_PI / 180 );
		Lab lab = MakeGrid( def, 11, 11, 0.1, false );
		tlColliderDef cube = MakeBox( 0, 0.15, 0, 0.15, 0.15, 0.15 ), floor = MakePlane( 0 );
		AddCollider( &lab, &cube );
		AddCollider( &lab, &floor );
		double most = -1;
		for ( int step = 0; step < 180; ++step )
		{
			Run( &lab, 1.0 / 60, 1 );
			CheckFinite( &lab );
			const tlTopology* t = &lab.fabric->topology;
			for ( int32_t i = 0; i < t->triangleCount; ++i )
			{
				tlVec3 x[3];
				for ( int k = 0; k < 3; ++k )
				{
					tlPosition p = GetPosition( &lab, t->triangles[3 * (size_t)i + (size_t)k] );
					x[k] = MakeVec3( p.x, p.y - 0.15, p.z );
				}
				most = fmax( most, -SearchDeepest( &cube.shape, x, 3 ) );
			}
		}
		highest[n] = most;
		FreeLab( &lab );
	}
	CHECK_BELOW( highest[1], 1e-3 );
	CHECK_ABOVE( highest[0], 0.01 );
}

// A rope of long segments over the edge of a table: it goes round the edge, not through it, and slides off it.
static void TestRopeOverEdge( void** state )
{
	(void)state;
	for ( int n = 0; n < 2; ++n )
	{
		LabDef def = MakeLabDef();
		def.world.budget.faceContact = n == 1;
		def.body.material = tlDefaultMaterial();
		def.body.material.globalDamping = 2;
		def.body.material.bend.compliance = (tlReal)10;
		def.body.material.thickness = (tlReal)0.005;
		def.body.material.staticFriction = def.body.material.kineticFriction = 1;
		def.body.transform = MakeFrame( -0.55, 0.02, 0 );
		Lab lab = MakeChain( def, 8, 0.15, ( tlVec3 ){ 1, 0, 0 } );
		tlColliderDef table = MakeBox( -1, -0.5, 0, 1, 0.5, 1 );
		AddCollider( &lab, &table );
		Run( &lab, 1.0 / 60, 240 );
		CheckFinite( &lab );
		double deepest = 0;
		for ( int32_t i = 0; i + 1 < lab.count; ++i )
		{
			tlPosition a = GetPosition( &lab, i ), b = GetPosition( &lab, i + 1 );
			const tlVec3 ends[2] = { MakeVec3( a.x + 1, a.y + 0.5, a.z ), MakeVec3( b.x + 1, b.y + 0.5, b.z ) };
			deepest = fmax( deepest, -SearchDeepest( &table.shape, ends, 2 ) );
		}
		if ( n == 1 )
		{
			CHECK_BELOW( deepest, 1e-3 );
			CHECK_BELOW( GetPosition( &lab, lab.count - 1 ).y, -0.3 ); // and it hangs
		}
		else
		{
			CHECK_ABOVE( deepest, 5e-3 );
		}
		FreeLab( &lab );
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestDeepest ),
		cmocka_unit_test( TestCubeCorners ),
		cmocka_unit_test( TestRopeOverEdge ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
