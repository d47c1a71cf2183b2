// Elementary functions against libm, rotations against matrices, transforms against themselves.
// SPDX-License-Identifier: MIT
#include "solver/lab.h"

#include <float.h>

// Relative to the larger of 1 and the value, as the header promises.
static double Off( double value, double expected )
{
	return fabs( value - expected ) / fmax( 1.0, fabs( expected ) );
}

static void TestSineAndCosine( void** state )
{
	(void)state;
	uint64_t seed = 1;
	for ( int32_t i = 0; i < 200000; ++i )
	{
		double scale = i % 4 == 0 ? 1.0 : ( i % 4 == 1 ? 10.0 : ( i % 4 == 2 ? 1e3 : 1e5 ) );
		double a = scale * Draw( &seed );
		CHECK_CLOSE( tlSin( a ), sin( a ), 2e-15 );
		CHECK_CLOSE( tlCos( a ), cos( a ), 2e-15 );
	}
	// Where the reduction turns over, and its neighbours.
	for ( int32_t k = -2000; k <= 2000; ++k )
	{
		for ( int32_t side = -1; side <= 1; ++side )
		{
			double a = k * TL_PI / 4, near = nextafter( a, side * 1e9 );
			CHECK_CLOSE( tlSin( near ), sin( near ), 2e-15 );
			CHECK_CLOSE( tlCos( near ), cos( near ), 2e-15 );
		}
	}
	assert_true( tlSin( 0.0 ) == 0.0 && tlCos( 0.0 ) == 1.0 );
	assert_true( isnan( tlSin( NAN ) ) && isnan( tlCos( NAN ) ) );
	assert_true( isnan( tlSin( INFINITY ) ) && isnan( tlCos( -INFINITY ) ) );
	assert_true( tlIsFinite( tlSin( 1e300 ) ) );
}

static void TestArcCosine( void** state )
{
	(void)state;
	uint64_t seed = 2;
	for ( int32_t i = 0; i < 100000; ++i )
	{
		double c = Draw( &seed );
		CHECK_CLOSE( tlAcos( c ), acos( c ), 2e-15 );
		double near = 1.0 - 1e-6 * fabs( c );
		CHECK_CLOSE( tlAcos( near ), acos( near ), 2e-15 );
		CHECK_CLOSE( tlAcos( -near ), acos( -near ), 2e-15 );
	}
	assert_true( tlAcos( 1.0 ) == 0.0 && tlAcos( 1.0000001 ) == 0.0 );
	CHECK_CLOSE( tlAcos( -1.0 ), TL_PI, 1e-15 );
	CHECK_CLOSE( tlAcos( -2.0 ), TL_PI, 1e-15 );
	CHECK_CLOSE( tlAcos( 0.0 ), TL_PI / 2, 1e-15 );
}

static void TestExponential( void** state )
{
	(void)state;
	uint64_t seed = 3;
	for ( int32_t i = 0; i < 100000; ++i )
	{
		double a = ( i % 3 == 0 ? 1.0 : ( i % 3 == 1 ? 30.0 : 700.0 ) ) * Draw( &seed );
		CHECK_BELOW( Off( tlExp( a ), exp( a ) ), 2e-15 );
	}
	assert_true( tlExp( 0.0 ) == 1.0 );
	assert_true( tlExp( -800.0 ) == 0.0 && tlExp( -INFINITY ) == 0.0 );
	assert_true( isinf( tlExp( 710.0 ) ) && isinf( tlExp( INFINITY ) ) && isnan( tlExp( NAN ) ) );
	for ( double a = 708.0; a < 709.75; a += 0.125 )
	{
		CHECK_BELOW( Off( tlExp( a ), exp( a ) ), 2e-15 ); // the last numbers before infinity
	}
}

static void TestLogarithm( void** state )
{
	(void)state;
	uint64_t seed = 4;
	for ( int32_t i = 0; i < 100000; ++i )
	{
		double a = exp( ( i % 2 == 0 ? 1.0 : 700.0 ) * Draw( &seed ) );
		CHECK_BELOW( Off( tlLog( a ), log( a ) ), 2e-15 );
	}
	assert_true( tlLog( 1.0 ) == 0.0 );
	CHECK_BELOW( Off( tlLog( DBL_MAX ), log( DBL_MAX ) ), 2e-15 );
	CHECK_BELOW( Off( tlLog( DBL_MIN ), log( DBL_MIN ) ), 2e-15 );
	CHECK_BELOW( Off( tlLog( 5e-324 ), log( 5e-324 ) ), 2e-15 );
	CHECK_BELOW( Off( tlLog( sqrt( 2.0 ) ), log( sqrt( 2.0 ) ) ), 2e-15 );
	assert_true( isinf( tlLog( 0.0 ) ) && tlLog( 0.0 ) < 0.0 );
	assert_true( isnan( tlLog( -1.0 ) ) && isnan( tlLog( NAN ) ) && isinf( tlLog( INFINITY ) ) );
	for ( double a = 0.01; a < 50.0; a *= 1.37 )
	{
		CHECK_CLOSE( tlExp( tlLog( a ) ), a, 4e-15 * a );
	}
}

static tlQuat DrawQuat( uint64_t* seed )
{
	return tlMakeQuat( DrawVec3( seed, 1 ), 3.1 * Draw( seed ) );
}

static void CheckVec3( tlVec3 value, tlVec3 expected, double tolerance )
{
	CHECK_CLOSE( value.x, expected.x, tolerance );
	CHECK_CLOSE( value.y, expected.y, tolerance );
	CHECK_CLOSE( value.z, expected.z, tolerance );
}

// Rodrigues' formula by libm.
static tlVec3 TurnByHand( tlVec3 axis, double angle, tlVec3 a )
{
	double length = Length( axis.x, axis.y, axis.z );
	double n[3] = { axis.x / length, axis.y / length, axis.z / length }, p[3] = { a.x, a.y, a.z };
	double along = ( n[0] * p[0] + n[1] * p[1] + n[2] * p[2] ) * ( 1 - cos( angle ) ), r[3];
	for ( int k = 0; k < 3; ++k )
	{
		int i = ( k + 1 ) % 3, j = ( k + 2 ) % 3;
		r[k] = p[k] * cos( angle ) + ( n[i] * p[j] - n[j] * p[i] ) * sin( angle ) + n[k] * along;
	}
	return ( tlVec3 ){ (tlReal)r[0], (tlReal)r[1], (tlReal)r[2] };
}

static void TestQuaternions( void** state )
{
	(void)state;
	uint64_t seed = 5;
	double off = Pick( 2e-6, 4e-15 );
	for ( int32_t i = 0; i < 2000; ++i )
	{
		tlVec3 axis = DrawVec3( &seed, 1 ), p = DrawVec3( &seed, 1 );
		double angle = 3.1 * Draw( &seed );
		tlQuat q = tlMakeQuat( axis, angle ), r = DrawQuat( &seed );
		CheckVec3( tlRotate( q, p ), TurnByHand( axis, angle, p ), off );
		CheckVec3( tlInvRotate( q, p ), TurnByHand( axis, -angle, p ), off );
		CheckVec3( tlInvRotate( q, tlRotate( q, p ) ), p, off );
		CheckVec3( tlRotate( tlMulQuat( r, q ), p ), tlRotate( r, tlRotate( q, p ) ), off );
		CHECK_CLOSE( tlLength( tlRotate( q, p ) ), tlLength( p ), off );
		tlQuat long5 = { 5 * q.x, 5 * q.y, 5 * q.z, 5 * q.s };
		CheckVec3( tlRotate( tlNormalizeQuat( long5 ), p ), tlRotate( q, p ), off );
	}
	// An axis has no length that matters, but one.
	tlVec3 y = { 0, 1, 0 }, x = { 1, 0, 0 }, minusZ = { 0, 0, -1 };
	CheckVec3( tlRotate( tlMakeQuat( tlMul( (tlReal)1e-12, y ), TL_PI / 2 ), x ), minusZ, off );
	CheckVec3( tlRotate( tlMakeQuat( tlMul( (tlReal)1e15, y ), TL_PI / 2 ), x ), minusZ, off );
	tlQuat none = tlMakeQuat( tlVec3_zero, 1.0 );
	assert_true( none.x == 0 && none.y == 0 && none.z == 0 && none.s == 1 );
	none = tlNormalizeQuat( ( tlQuat ){ 0, 0, 0, 0 } );
	assert_true( none.s == 1 );
	none = tlNormalizeQuat( ( tlQuat ){ (tlReal)NAN, 0, 0, 1 } );
	assert_true( none.s == 1 );
}

static void TestSlerp( void** state )
{
	(void)state;
	uint64_t seed = 6;
	double off = Pick( 3e-6, 1e-10 );
	for ( int32_t i = 0; i < 2000; ++i )
	{
		tlVec3 axis = DrawVec3( &seed, 1 ), p = DrawVec3( &seed, 1 );
		// All magnitudes of angle, those on both sides of the short cut for small ones too.
		double angle = 3.1 * Draw( &seed ) * pow( 10.0, -(double)( i % 8 ) );
		double t = 0.5 + 0.5 * Draw( &seed );
		tlQuat a = DrawQuat( &seed );
		tlQuat b = tlMulQuat( tlMakeQuat( axis, angle ), a );
		tlVec3 expected = TurnByHand( axis, t * angle, tlRotate( a, p ) );
		CheckVec3( tlRotate( tlSlerp( a, b, (tlReal)t ), p ), expected, off );
		tlQuat minusB = { -b.x, -b.y, -b.z, -b.s }; // the same rotation: the shorter arc all the same
		CheckVec3( tlRotate( tlSlerp( a, minusB, (tlReal)t ), p ), expected, off );
		CheckVec3( tlRotate( tlSlerp( a, b, 0 ), p ), tlRotate( a, p ), off );
		CheckVec3( tlRotate( tlSlerp( a, b, 1 ), p ), tlRotate( b, p ), off );
		tlQuat middle = tlSlerp( a, b, (tlReal)t );
		double square = (double)middle.x * middle.x + (double)middle.y * middle.y + (double)middle.z * middle.z +
		                (double)middle.s * middle.s;
		CHECK_CLOSE( square, 1.0, off );
	}
	// Half a turn has two shortest arcs: either is right, but it must be one.
	tlQuat half = tlSlerp( tlQuat_identity, tlMakeQuat( ( tlVec3 ){ 0, 0, 1 }, TL_PI ), (tlReal)0.5 );
	CHECK_CLOSE( fabs( (double)half.z ), sqrt( 0.5 ), off );
	CHECK_CLOSE( half.s, sqrt( 0.5 ), off );
}

static void TestTransforms( void** state )
{
	(void)state;
	uint64_t seed = 7;
	for ( int32_t i = 0; i < 1000; ++i )
	{
		double scale = i % 2 == 0 ? 1.0 : 1e5;
		tlTransform a = { { scale * Draw( &seed ), scale * Draw( &seed ), scale * Draw( &seed ) }, DrawQuat( &seed ) };
		tlTransform b = { { scale * Draw( &seed ), scale * Draw( &seed ), scale * Draw( &seed ) }, DrawQuat( &seed ) };
		tlVec3 local = DrawVec3( &seed, 2 );
		CheckVec3( tlInvTransformPoint( &a, tlTransformPoint( &a, local ) ), local,
		           Pick( 4e-6, 4e-15 * fmax( scale, 10 ) ) );
		tlTransform start = tlInterpolate( &a, &b, 0.0 ), end = tlInterpolate( &a, &b, 1.0 );
		assert_memory_equal( &start, &a, sizeof a ); // the ends are exact
		assert_memory_equal( &end, &b, sizeof b );
		tlTransform middle = tlInterpolate( &a, &b, 0.25 );
		CHECK_CLOSE( middle.p.x, 0.75 * a.p.x + 0.25 * b.p.x, 1e-15 * scale );
		CHECK_CLOSE( middle.p.y, 0.75 * a.p.y + 0.25 * b.p.y, 1e-15 * scale );
		CHECK_CLOSE( middle.p.z, 0.75 * a.p.z + 0.25 * b.p.z, 1e-15 * scale );
		tlTransform same = tlInterpolate( &a, &a, 0.3 );
		CheckVec3( tlRotate( same.q, local ), tlRotate( a.q, local ), Pick( 2e-6, 4e-15 ) );
	}
}

static void TestVectors( void** state )
{
	(void)state;
	tlVec3 a = { 3, -4, 12 }, b = { 1, 2, -2 };
	assert_true( tlLength( a ) == 13 && tlLengthSquared( b ) == 9 && tlDot( a, b ) == -29 );
	CheckVec3( tlCross( a, b ), ( tlVec3 ){ -16, 18, 10 }, 0 );
	CheckVec3( tlMulAdd( a, 2, b ), ( tlVec3 ){ 5, 0, 8 }, 0 );
	CheckVec3( tlLerp( a, b, (tlReal)0.5 ), ( tlVec3 ){ 2, -1, 5 }, 0 );
	CheckVec3( tlNormalize( tlVec3_zero ), tlVec3_zero, 0 );
	CHECK_CLOSE( tlLength( tlNormalize( a ) ), 1, Pick( 1e-6, 1e-15 ) );
	assert_true( tlIsFinite( 1e308 ) && !tlIsFinite( INFINITY ) && !tlIsFinite( -INFINITY ) && !tlIsFinite( NAN ) );
	assert_true( tlClamp( 5, -1, 1 ) == 1 && tlClamp( -5, -1, 1 ) == -1 && tlAbs( -2 ) == 2 );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestSineAndCosine ), cmocka_unit_test( TestArcCosine ),   cmocka_unit_test( TestExponential ),
		cmocka_unit_test( TestLogarithm ),     cmocka_unit_test( TestQuaternions ), cmocka_unit_test( TestSlerp ),
		cmocka_unit_test( TestTransforms ),    cmocka_unit_test( TestVectors ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
