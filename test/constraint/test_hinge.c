// Bending about an edge: the angle from one full fold to the other, its reference values, rest angles and curvature.
// SPDX-License-Identifier: MIT
#include "type_lab.h"

static const tlConstraintType* GetType( const char* name )
{
	return tlGetConstraintType( tlFindConstraintType( name ) );
}

// Flat in z = 0 with both normals up, the second triangle turned down by `angle`: the normals part.
static Pose MakeHinge( double angle )
{
	Pose pose = { .x = { { 0, 0, 0 }, { 1, 0, 0 }, MakeVec3( 0.3, 0.8, 0 ) } };
	pose.x[3] = MakeVec3( 0.6, -0.5 * cos( angle ), -0.5 * sin( angle ) );
	return pose;
}

static tlEvaluation EvaluateAngle( const Pose* pose, double rest )
{
	tlReal parameters[TL_MAX_PARAMETERS] = { (tlReal)rest };
	tlEvaluation out;
	assert_true( EvaluatePose( GetType( "dihedral" ), pose, parameters, 0, &out ) );
	return out;
}

static void TestReference( void** state )
{
	(void)state;
	Pose pose = { .x = { { 0, 0, 0 }, { 1, 0, 0 }, MakeVec3( 0.3, 1, 0.2 ), MakeVec3( 0.6, -0.8, 0.5 ) } };
	const double gradients[4][3] = {
		{ 0, 0.0901037, 1.0326275 }, { 0, 0.2793863, 0.8277874 }, { 0, 0.1923077, -0.9615385 }, { 0, -0.5617978, -0.8988764 }
	};
	tlEvaluation out = EvaluateAngle( &pose, 0 );
	CHECK_CLOSE( out.value[0], -0.7559948752, Pick( 1e-6, 1e-10 ) ); // the corners lie before the faces: a valley
	for ( int k = 0; k < 4; ++k )
	{
		tlVec3 g = out.gradient[0][k];
		CHECK_CLOSE( g.x, gradients[k][0], 1e-6 );
		CHECK_CLOSE( g.y, gradients[k][1], 1e-6 );
		CHECK_CLOSE( g.z, gradients[k][2], 1e-6 );
	}
	CHECK_CLOSE( tlLength( out.gradient[0][2] ), 0.9805807, 1e-6 );
	CHECK_CLOSE( tlLength( out.gradient[0][3] ), 1.0599979, 1e-6 );
}

// Value, sign and gradient, past 90 degrees and near a full fold, where an arccosine fails.
static void TestAllAngles( void** state )
{
	(void)state;
	const double near[] = { 1e-2, 1e-3, 1e-4, 1e-5 };
	for ( int n = 0; n < 72 + 8; ++n )
	{
		double angle = n < 72 ? ( n - 35.5 ) * TL_PI / 36 : ( n % 2 != 0 ? 1 : -1 ) * ( TL_PI - near[( n - 72 ) / 2] );
		Pose pose = MakeHinge( angle );
		tlEvaluation out = EvaluateAngle( &pose, 0 );
		CHECK_CLOSE( out.value[0], angle, Pick( 1e-6, 1e-12 ) );
		CHECK_CLOSE( tlLength( out.gradient[0][2] ), 1 / 0.8, Pick( 1e-6, 1e-12 ) );
		CHECK_CLOSE( tlLength( out.gradient[0][3] ), 1 / 0.5, Pick( 1e-6, 1e-12 ) );
		// Turning the second corner on by a small angle about the edge.
		tlVec3 along = MakeVec3( 0, 0.5 * sin( angle ), -0.5 * cos( angle ) );
		CHECK_CLOSE( tlDot( out.gradient[0][3], along ), 1, Pick( 2e-6, 1e-12 ) );
		// Both corners at the same rate the other way.
		CHECK_CLOSE( tlDot( out.gradient[0][2], MakeVec3( 0, 0, -0.8 ) ), 1, Pick( 2e-6, 1e-12 ) );
	}
	// The difference to the rest angle is taken the short way round.
	Pose pose = MakeHinge( -3 );
	CHECK_CLOSE( EvaluateAngle( &pose, 3 ).value[0], 2 * TL_PI - 6, Pick( 2e-6, 1e-12 ) );
	pose = MakeHinge( 3 );
	CHECK_CLOSE( EvaluateAngle( &pose, -3 ).value[0], 6 - 2 * TL_PI, Pick( 2e-6, 1e-12 ) );
	pose = MakeHinge( TL_PI );
	CHECK_CLOSE( fabs( (double)EvaluateAngle( &pose, 0 ).value[0] ), TL_PI, Pick( 2e-6, 1e-12 ) );
}

// ---- rest angles

// Two triangles at an angle; the row is that of the only hinge.
static Lab MakeFold( LabDef def, double angle )
{
	Pose pose = MakeHinge( angle );
	static const int32_t sizes[2] = { 3, 3 }, corners[6] = { 0, 1, 2, 1, 0, 3 };
	def.fabric.faceSizes = sizes;
	def.fabric.faceCorners = corners;
	def.fabric.faceCount = 2;
	def.fabric.bendType = "dihedral";
	return MakeParticles( def, pose.x, 4 );
}

static void TestRestAngles( void** state )
{
	(void)state;
	static const struct
	{
		double shape, flatness, explicitAngle, rest;
	} cases[] = {
		{ 0.7, 0, NAN, 0.7 }, { -2.5, 0, NAN, -2.5 }, { 0.7, 1, NAN, 0 },    { 2.8, 0.5, NAN, 1.4 },
		{ 0.7, 0, 0.2, 0.2 }, { 0.7, 1, -0.4, -0.4 }, { 0, 0.3, NAN, 0 },    { -1, 0.25, NAN, -0.75 },
		{ 0, 0, 2.6, 2.6 },   { 0, 0, -2.6, -2.6 },   { -0.3, 0, 1.9, 1.9 },
	};
	for ( size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i )
	{
		LabDef def = MakeLabDef();
		def.fabric.flatness = (tlReal)cases[i].flatness;
		def.fabric.sameRestAngle = !isnan( cases[i].explicitAngle );
		def.fabric.restAngle = (tlReal)( def.fabric.sameRestAngle ? cases[i].explicitAngle : 0 );
		def.world.gravity = tlVec3_zero;
		def.world.budget.iterationCount = 50;
		def.body.material.globalDamping = 1e4;
		Lab lab = MakeFold( def, cases[i].shape );
		int32_t set = FindSetIndex( &lab, "bend" );
		tlConstraintState c = tlBody_GetConstraint( lab.world, lab.body, set, 0 );
		assert_string_equal( c.type, "dihedral" );
		CHECK_CLOSE( c.parameters[0], cases[i].rest, Pick( 2e-6, 1e-12 ) );
		CHECK_CLOSE( c.value, cases[i].shape - cases[i].rest, Pick( 4e-6, 1e-12 ) );
		// And it goes there, all the way.
		Run( &lab, 0.01, 40 );
		CHECK_CLOSE( tlBody_GetConstraint( lab.world, lab.body, set, 0 ).value, 0, Pick( 1e-5, 1e-9 ) );
		Pose now;
		for ( int32_t k = 0; k < 4; ++k )
		{
			tlPosition p = GetPosition( &lab, k );
			now.x[k] = MakeVec3( p.x, p.y, p.z );
		}
		CHECK_CLOSE( EvaluateAngle( &now, 0 ).value[0], cases[i].rest, Pick( 2e-5, 1e-9 ) );
		FreeLab( &lab );
	}
}

// The edges of a cube that winds outward are convex: a quarter turn each, positive; the diagonals are flat.
static void TestCube( void** state )
{
	(void)state;
	static const int32_t faces[24] = { 0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5 };
	static const int32_t sizes[6] = { 4, 4, 4, 4, 4, 4 };
	for ( int inward = 0; inward < 2; ++inward )
	{
		tlVec3 positions[8];
		for ( int32_t i = 0; i < 8; ++i )
		{
			positions[i] = MakeVec3( inward ? -( i & 1 ) : i & 1, i >> 1 & 1, i >> 2 );
		}
		LabDef def = MakeLabDef();
		def.fabric.bendType = "dihedral";
		def.fabric.faceSizes = sizes;
		def.fabric.faceCorners = faces;
		def.fabric.faceCount = 6;
		Lab lab = MakeParticles( def, positions, 8 );
		const tlSetStats* set = FindSet( &lab, "bend" );
		assert_int_equal( set->constraintCount, 18 );
		int32_t bent = 0;
		for ( int32_t i = 0; i < 18; ++i )
		{
			double angle = tlBody_GetConstraint( lab.world, lab.body, FindSetIndex( &lab, "bend" ), i ).parameters[0];
			bent += fabs( angle ) > 0.1;
			CHECK_CLOSE( angle, fabs( angle ) > 0.1 ? ( inward ? -1 : 1 ) * TL_PI / 2 : 0, Pick( 1e-6, 1e-12 ) );
		}
		assert_int_equal( bent, 12 );
		CHECK_CLOSE( tlFabric_GetReport( lab.fabric )->volume, inward ? -1 : 1, Pick( 1e-6, 1e-12 ) );
		FreeLab( &lab );
	}
}

// ---- isometric bending

static void MeasureWeights( const tlConstraintType* type, const Pose* pose, tlReal* parameters )
{
	tlRest rest = { .flatness = 1 };
	memcpy( rest.x, pose->x, sizeof rest.x );
	assert_true( type->measureRest( &rest, parameters, NULL ) );
	CHECK_CLOSE( parameters[0] + parameters[1] + parameters[2] + parameters[3], 0, Pick( 2e-6, 1e-14 ) );
}

static void TestIsometric( void** state )
{
	(void)state;
	const tlConstraintType* type = GetType( "isometric" );
	tlReal parameters[TL_MAX_PARAMETERS];
	Pose square = { .x = { { 0, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 }, { 1, 0, 0 } } };
	MeasureWeights( type, &square, parameters );
	for ( int k = 0; k < 4; ++k )
	{
		CHECK_CLOSE( parameters[k], k < 2 ? 2 : -2, Pick( 1e-6, 1e-12 ) );
	}
	double height = sqrt( 0.75 );
	Pose even = { .x = { { 0, 0, 0 }, { 1, 0, 0 }, MakeVec3( 0.5, height, 0 ), MakeVec3( 0.5, -height, 0 ) } };
	MeasureWeights( type, &even, parameters );
	for ( int k = 0; k < 4; ++k )
	{
		CHECK_CLOSE( parameters[k], ( k < 2 ? 1 : -1 ) * 1.1547005384, Pick( 1e-6, 1e-9 ) );
	}
	even.x[3] = MakeVec3( 0.5, 0, -height );
	tlEvaluation out;
	assert_true( EvaluatePose( type, &even, parameters, 0, &out ) );
	double length = (double)out.value[0] + (double)parameters[4]; // |K x|
	CHECK_CLOSE( 3 / ( 2 * height ) * length * length, 3.4641016151, Pick( 1e-5, 1e-9 ) );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestReference ), cmocka_unit_test( TestAllAngles ), cmocka_unit_test( TestRestAngles ),
		cmocka_unit_test( TestCube ),      cmocka_unit_test( TestIsometric ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
