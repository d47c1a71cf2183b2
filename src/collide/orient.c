// The orientation test of Shewchuk 1997, "Adaptive precision floating-point arithmetic and fast robust geometric
// predicates": doubles where their error bound decides, else an exact sum of doubles that do not overlap, in IEEE 754.
//
// SPDX-License-Identifier: MIT
#include "orient.h"

enum
{
	tl_mostTerms = 200 // the determinant has 192
};

// An exact number: the sum of its terms, from the smallest up, none of which overlap.
typedef struct Exact
{
	double terms[tl_mostTerms];
	int count;
} Exact;

typedef struct Pair
{
	double high, low;
} Pair;

// Knuth: the sum and what rounding took from it.
static Pair AddExactly( double a, double b )
{
	double sum = a + b, shareB = sum - a, shareA = sum - shareB;
	return ( Pair ){ sum, ( a - shareA ) + ( b - shareB ) };
}

// Dekker and Veltkamp: the same of a product.
static Pair MultiplyExactly( double a, double b )
{
	const double splitter = 134217729.0; // 2^27 + 1
	double product = a * b;
	double bigA = splitter * a, highA = bigA - ( bigA - a ), lowA = a - highA;
	double bigB = splitter * b, highB = bigB - ( bigB - b ), lowB = b - highB;
	double error = ( ( product - highA * highB ) - lowA * highB ) - highA * lowB;
	return ( Pair ){ product, lowA * lowB - error };
}

static void Add( Exact* sum, double value )
{
	int count = 0;
	for ( int i = 0; i < sum->count; ++i )
	{
		Pair pair = AddExactly( value, sum->terms[i] );
		value = pair.high;
		if ( pair.low != 0 )
		{
			sum->terms[count++] = pair.low;
		}
	}
	if ( value != 0 )
	{
		sum->terms[count++] = value;
	}
	sum->count = count;
}

static void AddProduct( Exact* sum, double a, double b )
{
	Pair pair = MultiplyExactly( a, b );
	Add( sum, pair.low );
	Add( sum, pair.high );
}

// Adds z (x y' - y x'), all of them differences of coordinates that were not rounded.
static void AddMinor( Exact* sum, Pair x, Pair y, Pair otherX, Pair otherY, Pair z )
{
	const double a[2] = { x.low, x.high }, b[2] = { otherY.low, otherY.high };
	const double c[2] = { -y.low, -y.high }, d[2] = { otherX.low, otherX.high };
	Exact minor = { .count = 0 };
	for ( int i = 0; i < 4; ++i )
	{
		AddProduct( &minor, a[i / 2], b[i % 2] );
		AddProduct( &minor, c[i / 2], d[i % 2] );
	}
	for ( int i = 0; i < minor.count; ++i )
	{
		AddProduct( sum, minor.terms[i], z.low );
		AddProduct( sum, minor.terms[i], z.high );
	}
}

double tlOrient( tlPosition a, tlPosition b, tlPosition c, tlPosition d )
{
	double ux = a.x - d.x, uy = a.y - d.y, uz = a.z - d.z;
	double vx = b.x - d.x, vy = b.y - d.y, vz = b.z - d.z;
	double wx = c.x - d.x, wy = c.y - d.y, wz = c.z - d.z;
	double value = uz * ( vx * wy - vy * wx ) + vz * ( wx * uy - wy * ux ) + wz * ( ux * vy - uy * vx );
	double size = fabs( uz ) * ( fabs( vx * wy ) + fabs( vy * wx ) ) + fabs( vz ) * ( fabs( wx * uy ) + fabs( wy * ux ) ) +
	              fabs( wz ) * ( fabs( ux * vy ) + fabs( uy * vx ) );
	if ( fabs( value ) > 7.8e-16 * size ) // (7 + 56 e) e, with e half the distance from 1 to the next double
	{
		return -value;
	}
	Pair x[3] = { AddExactly( a.x, -d.x ), AddExactly( b.x, -d.x ), AddExactly( c.x, -d.x ) };
	Pair y[3] = { AddExactly( a.y, -d.y ), AddExactly( b.y, -d.y ), AddExactly( c.y, -d.y ) };
	Pair z[3] = { AddExactly( a.z, -d.z ), AddExactly( b.z, -d.z ), AddExactly( c.z, -d.z ) };
	Exact sum = { .count = 0 };
	AddMinor( &sum, x[1], y[1], x[2], y[2], z[0] );
	AddMinor( &sum, x[2], y[2], x[0], y[0], z[1] );
	AddMinor( &sum, x[0], y[0], x[1], y[1], z[2] );
	return sum.count > 0 ? -sum.terms[sum.count - 1] : 0;
}
