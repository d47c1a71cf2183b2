// Elementary functions from basic arithmetic alone, so that every machine and compiler gives the same bits, and the
// interpolation of rotations built on them. Ranges are reduced until a Taylor series of fixed length reaches the last
// bit; none of this stands in an inner loop.
// SPDX-License-Identifier: MIT
#include "tulle/math.h"

#include <string.h>

static const double s_pi = 3.14159265358979323846;
static const double s_log2 = 0.693147180559945309417;

bool tlIsFinite( double a )
{
	return a - a == 0.0;
}

bool tlIsFiniteTransform( const tlTransform* t )
{
	return tlIsFinite( t->p.x + t->p.y + t->p.z ) && tlIsFinite( (double)t->q.x + t->q.y + t->q.z + t->q.s );
}

// Subtracts k times a constant given in two parts of which the first has enough trailing zeros for k * high to be exact.
static double Reduce( double a, double k, double high, double low )
{
	return ( a - k * high ) - k * low;
}

static double Round( double a )
{
	return (double)(int64_t)( a < 0.0 ? a - 0.5 : a + 0.5 );
}

// Sum of c[i] x^i for i < count, from the last (Horner).
static double Horner( double x, const double* c, int count )
{
	double sum = c[count - 1];
	for ( int i = count - 2; i >= 0; --i )
	{
		sum = sum * x + c[i];
	}
	return sum;
}

// Sine of the reduced angle plus quadrant quarter turns.
static double SinQuadrant( double angle, int quadrantShift )
{
	// Inverse factorials with alternating sign: sine (1, 3, 5, ...) and cosine (0, 2, 4, ...).
	static const double sine[] = { 1.0,
		                           -1.0 / 6,
		                           1.0 / 120,
		                           -1.0 / 5040,
		                           1.0 / 362880,
		                           -1.0 / 39916800,
		                           1.0 / 6227020800.0,
		                           -1.0 / 1307674368000.0,
		                           1.0 / 355687428096000.0 };
	static const double cosine[] = { 1.0,
		                             -1.0 / 2,
		                             1.0 / 24,
		                             -1.0 / 720,
		                             1.0 / 40320,
		                             -1.0 / 3628800,
		                             1.0 / 479001600.0,
		                             -1.0 / 87178291200.0,
		                             1.0 / 20922789888000.0 };
	if ( !( angle > -1e9 && angle < 1e9 ) )
	{
		return tlIsFinite( angle ) ? 0.0 : angle - angle;
	}
	double k = Round( angle * ( 2.0 / s_pi ) );
	double r = Reduce( angle, k, 1.57079632673412561417e+00, 6.07710050650619224932e-11 );
	int quadrant = (int)( ( (int64_t)k + quadrantShift ) & 3 );
	double r2 = r * r;
	double value = ( quadrant & 1 ) != 0 ? Horner( r2, cosine, 9 ) : r * Horner( r2, sine, 9 );
	return ( quadrant & 2 ) != 0 ? -value : value;
}

double tlSin( double radians )
{
	return SinQuadrant( radians, 0 );
}

double tlCos( double radians )
{
	return SinQuadrant( radians, 1 );
}

// Arc tangent of a non-negative number: the argument is inverted above 1 and halved twice.
static double Atan( double a )
{
	if ( a > 1.0 )
	{
		return 0.5 * s_pi - Atan( 1.0 / a );
	}
	double b = a / ( 1.0 + sqrt( 1.0 + a * a ) );
	double c = b / ( 1.0 + sqrt( 1.0 + b * b ) );
	double c2 = c * c;
	double sum = 0.0;
	for ( int i = 12; i >= 0; --i )
	{
		sum = 1.0 / ( 2 * i + 1 ) - c2 * sum;
	}
	return 4.0 * c * sum;
}

double tlAcos( double cosine )
{
	if ( cosine >= 1.0 )
	{
		return 0.0;
	}
	if ( cosine <= -1.0 )
	{
		return s_pi;
	}
	return 2.0 * Atan( sqrt( ( 1.0 - cosine ) / ( 1.0 + cosine ) ) );
}

double tlAtan2( double y, double x )
{
	double ay = y < 0.0 ? -y : y, ax = x < 0.0 ? -x : x;
	if ( ax == 0.0 && ay == 0.0 )
	{
		return 0.0;
	}
	double angle = ay <= ax ? Atan( ay / ax ) : 0.5 * s_pi - Atan( ax / ay );
	angle = x < 0.0 ? s_pi - angle : angle;
	return y < 0.0 ? -angle : angle;
}

// 2^k for a normal result.
static double PowerOfTwo( int k )
{
	uint64_t bits = (uint64_t)( k + 1023 ) << 52;
	double value;
	memcpy( &value, &bits, sizeof value );
	return value;
}

double tlExp( double a )
{
	if ( !( a < 709.78271289338397 ) ) // log of the largest double
	{
		return a != a ? a : 1e308 * 10.0;
	}
	if ( a < -708.0 )
	{
		return 0.0;
	}
	double k = Round( a / s_log2 );
	double r = Reduce( a, k, 6.93147180369123816490e-01, 1.90821492927058770002e-10 );
	double sum = 1.0;
	for ( int i = 15; i >= 1; --i )
	{
		sum = 1.0 + sum * r / i;
	}
	return sum * PowerOfTwo( (int)k - 1 ) * 2.0; // 2^1024 is no number, but the product may be one
}

double tlLog( double a )
{
	if ( !( a > 0.0 ) )
	{
		return a == 0.0 ? -1e308 * 10.0 : ( a - a ) / 0.0;
	}
	if ( !tlIsFinite( a ) )
	{
		return a;
	}
	double scale = 0.0;
	if ( a < 2.3e-308 )
	{
		a *= 18014398509481984.0; // 2^54: out of the subnormal range
		scale = -54.0;
	}
	uint64_t bits;
	memcpy( &bits, &a, sizeof bits );
	int exponent = (int)( bits >> 52 ) - 1023;
	bits = ( bits & 0xFFFFFFFFFFFFFull ) | ( 1023ull << 52 );
	double m;
	memcpy( &m, &bits, sizeof m );
	if ( m > 1.41421356237309504880 )
	{
		m *= 0.5;
		exponent += 1;
	}
	double s = ( m - 1.0 ) / ( m + 1.0 );
	double s2 = s * s;
	double sum = 0.0;
	for ( int i = 11; i >= 0; --i )
	{
		sum = 1.0 / ( 2 * i + 1 ) + s2 * sum;
	}
	double k = exponent + scale;
	return k * 6.93147180369123816490e-01 + ( k * 1.90821492927058770002e-10 + 2.0 * s * sum );
}

tlQuat tlMakeQuat( tlVec3 axis, double radians )
{
	tlVec3 n = tlNormalize( axis );
	if ( n.x == 0 && n.y == 0 && n.z == 0 )
	{
		return tlQuat_identity;
	}
	tlReal s = (tlReal)tlSin( 0.5 * radians );
	tlQuat q = { s * n.x, s * n.y, s * n.z, (tlReal)tlCos( 0.5 * radians ) };
	return q;
}

tlQuat tlSlerp( tlQuat a, tlQuat b, tlReal t )
{
	double dot = (double)a.x * b.x + (double)a.y * b.y + (double)a.z * b.z + (double)a.s * b.s;
	double sign = dot < 0.0 ? -1.0 : 1.0;
	dot *= sign;
	double u = 1.0 - t, v = t;
	if ( dot < 0.9999995 ) // beyond, the arc is its chord to the last bit of single precision
	{
		double angle = tlAcos( dot );
		double sine = tlSin( angle );
		u = tlSin( u * angle ) / sine;
		v = tlSin( v * angle ) / sine;
	}
	v *= sign;
	tlQuat q = { (tlReal)( u * a.x + v * b.x ), (tlReal)( u * a.y + v * b.y ), (tlReal)( u * a.z + v * b.z ),
		         (tlReal)( u * a.s + v * b.s ) };
	return tlNormalizeQuat( q );
}

tlTransform tlInterpolate( const tlTransform* a, const tlTransform* b, double t )
{
	if ( t <= 0.0 || tlIsSameTransform( a, b ) )
	{
		return *a; // what does not move does not move by a rounding either
	}
	if ( t >= 1.0 )
	{
		return *b;
	}
	tlTransform c;
	c.p.x = a->p.x + t * ( b->p.x - a->p.x );
	c.p.y = a->p.y + t * ( b->p.y - a->p.y );
	c.p.z = a->p.z + t * ( b->p.z - a->p.z );
	c.q = tlSlerp( a->q, b->q, (tlReal)t );
	return c;
}

tlPosition tlTransformPoint( const tlTransform* transform, tlVec3 local )
{
	tlVec3 r = tlRotate( transform->q, local );
	tlPosition p = { transform->p.x + r.x, transform->p.y + r.y, transform->p.z + r.z };
	return p;
}

tlVec3 tlInvTransformPoint( const tlTransform* transform, tlPosition point )
{
	tlVec3 d = { (tlReal)( point.x - transform->p.x ), (tlReal)( point.y - transform->p.y ),
		         (tlReal)( point.z - transform->p.z ) };
	return tlInvRotate( transform->q, d );
}
