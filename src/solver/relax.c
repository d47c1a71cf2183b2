// What springs make of a flat sheet once its inner particles have found their places. Under an even strain of all particles
// alike (measure.c) irregular springs store too much: particles give way until the forces on each are in balance. Two
// problems bound what is left: with the border held in the even strain the sheet is stiffer than an endless one, with an
// even pull on the border it is softer (Hill, "Elastic properties of reinforced solids", 1963; Huet 1990, on finite
// samples). The mean of both is the answer. Conjugate gradients, in doubles.
// SPDX-License-Identifier: MIT
#include "relax.h"

#include "base/core.h"

#include <math.h>

typedef struct Spring
{
	int32_t a, b;
	double n[2], k, length;
} Spring;

typedef struct Sheet
{
	int32_t particleCount, springCount;
	Spring* springs;
	double* places; // [2 * particleCount] along warp and weft
	bool* held;     // [particleCount] on the border
	double area;
	double *u, *r, *d, *q; // [2 * particleCount] of the iteration
} Sheet;

static void Free( Sheet* sheet )
{
	tlFree( sheet->springs );
	tlFree( sheet->places );
	tlFree( sheet->held );
	tlFree( sheet->u );
	tlFree( sheet->r );
	tlFree( sheet->d );
	tlFree( sheet->q );
}

// Forces of the springs, K u; of held particles none are asked for.
static void Apply( const Sheet* sheet, const double* u, double* f, bool holding )
{
	memset( f, 0, 2 * (size_t)sheet->particleCount * sizeof( double ) );
	for ( int32_t i = 0; i < sheet->springCount; ++i )
	{
		const Spring* s = sheet->springs + i;
		double* fa = f + 2 * (size_t)s->a;
		double* fb = f + 2 * (size_t)s->b;
		const double *ua = u + 2 * (size_t)s->a, *ub = u + 2 * (size_t)s->b;
		double pull = s->k * ( s->n[0] * ( ub[0] - ua[0] ) + s->n[1] * ( ub[1] - ua[1] ) );
		for ( int k = 0; k < 2; ++k )
		{
			fa[k] -= pull * s->n[k];
			fb[k] += pull * s->n[k];
		}
	}
	for ( int32_t i = 0; i < sheet->particleCount && holding; ++i )
	{
		if ( sheet->held[i] )
		{
			f[2 * (size_t)i] = f[2 * (size_t)i + 1] = 0;
		}
	}
}

static double Dot( const Sheet* sheet, const double* a, const double* b )
{
	double sum = 0;
	for ( int32_t i = 0; i < 2 * sheet->particleCount; ++i )
	{
		sum += a[i] * b[i];
	}
	return sum;
}

// Solves K u = r from u as it is, r being the forces that are left. False where it does not come to rest: a mechanism.
static bool Settle( Sheet* sheet, bool holding )
{
	size_t count = 2 * (size_t)sheet->particleCount;
	double left = Dot( sheet, sheet->r, sheet->r ), enough = 1e-18 * left;
	memcpy( sheet->d, sheet->r, count * sizeof( double ) );
	for ( size_t step = 0; step < 20 * count + 100 && left > enough; ++step )
	{
		Apply( sheet, sheet->d, sheet->q, holding );
		double curvature = Dot( sheet, sheet->d, sheet->q );
		if ( !( curvature > 0 ) )
		{
			return false;
		}
		double by = left / curvature, before = left;
		for ( size_t i = 0; i < count; ++i )
		{
			sheet->u[i] += by * sheet->d[i];
			sheet->r[i] -= by * sheet->q[i];
		}
		left = Dot( sheet, sheet->r, sheet->r );
		for ( size_t i = 0; i < count; ++i )
		{
			sheet->d[i] = sheet->r[i] + left / before * sheet->d[i];
		}
	}
	return left <= enough;
}

// Displacement of a place in the even strain number `mode`: along warp, along weft, gamma.
static void Strain( int mode, const double* x, double* u )
{
	u[0] = mode == 0 ? x[0] : ( mode == 2 ? x[1] / 2 : 0 );
	u[1] = mode == 1 ? x[1] : ( mode == 2 ? x[0] / 2 : 0 );
}

// Stiffness with the border held in even strains.
static bool FindHeld( Sheet* sheet, double c[3][3] )
{
	size_t count = 2 * (size_t)sheet->particleCount;
	for ( int mode = 0; mode < 3; ++mode )
	{
		for ( int32_t i = 0; i < sheet->particleCount; ++i )
		{
			Strain( mode, sheet->places + 2 * (size_t)i, sheet->u + 2 * (size_t)i );
		}
		Apply( sheet, sheet->u, sheet->r, true );
		for ( size_t i = 0; i < count; ++i )
		{
			sheet->r[i] = -sheet->r[i];
		}
		if ( Dot( sheet, sheet->r, sheet->r ) > 0 && !Settle( sheet, true ) )
		{
			return false;
		}
		// The mean stress is what the springs carry: sum of pull times length n n over the area.
		for ( int32_t i = 0; i < sheet->springCount; ++i )
		{
			const Spring* s = sheet->springs + i;
			const double *ua = sheet->u + 2 * (size_t)s->a, *ub = sheet->u + 2 * (size_t)s->b;
			double pull = s->k * ( s->n[0] * ( ub[0] - ua[0] ) + s->n[1] * ( ub[1] - ua[1] ) ) * s->length / sheet->area;
			c[0][mode] += pull * s->n[0] * s->n[0];
			c[1][mode] += pull * s->n[1] * s->n[1];
			c[2][mode] += pull * s->n[0] * s->n[1];
		}
	}
	return true;
}

// What an even stress, along warp, along weft, or shear, does to each corner of a triangle: half of it times the opposite
// side turned outward.
static void AddTraction( const Sheet* sheet, const int32_t* corners, int mode, double* f )
{
	const double* x[3];
	for ( int k = 0; k < 3; ++k )
	{
		x[k] = sheet->places + 2 * (size_t)corners[k];
	}
	double twice = ( x[1][0] - x[0][0] ) * ( x[2][1] - x[0][1] ) - ( x[2][0] - x[0][0] ) * ( x[1][1] - x[0][1] );
	double sign = twice < 0 ? -1 : 1;
	for ( int k = 0; k < 3; ++k )
	{
		const double *p = x[( k + 1 ) % 3], *q = x[( k + 2 ) % 3];
		double g[2] = { sign * ( p[1] - q[1] ) / 2, sign * ( q[0] - p[0] ) / 2 }; // area times the gradient
		double* out = f + 2 * (size_t)corners[k];
		out[0] += mode == 0 ? g[0] : ( mode == 2 ? g[1] : 0 );
		out[1] += mode == 1 ? g[1] : ( mode == 2 ? g[0] : 0 );
	}
}

// Compliance with an even pull on the border.
static bool FindPulled( Sheet* sheet, const tlTopology* t, double s[3][3] )
{
	size_t count = 2 * (size_t)sheet->particleCount;
	for ( int mode = 0; mode < 3; ++mode )
	{
		memset( sheet->u, 0, count * sizeof( double ) );
		memset( sheet->r, 0, count * sizeof( double ) );
		for ( int32_t i = 0; i < t->triangleCount; ++i )
		{
			AddTraction( sheet, t->triangles + 3 * (size_t)i, mode, sheet->r );
		}
		if ( !Settle( sheet, false ) )
		{
			return false;
		}
		// The mean strain is the work of the even stresses of the other modes.
		for ( int other = 0; other < 3; ++other )
		{
			memset( sheet->q, 0, count * sizeof( double ) );
			for ( int32_t i = 0; i < t->triangleCount; ++i )
			{
				AddTraction( sheet, t->triangles + 3 * (size_t)i, other, sheet->q );
			}
			s[other][mode] = Dot( sheet, sheet->q, sheet->u ) / sheet->area;
		}
	}
	return true;
}

bool tlInvert3( double c[3][3], double s[3][3] )
{
	double det = 0, largest = 0;
	for ( int i = 0; i < 3; ++i )
	{
		int a = ( i + 1 ) % 3, b = ( i + 2 ) % 3;
		det += c[0][i] * ( c[1][a] * c[2][b] - c[1][b] * c[2][a] );
		largest = c[i][i] > largest ? c[i][i] : largest;
	}
	for ( int i = 0; i < 3; ++i )
	{
		for ( int j = 0; j < 3; ++j )
		{
			int a = ( i + 1 ) % 3, b = ( i + 2 ) % 3, p = ( j + 1 ) % 3, q = ( j + 2 ) % 3;
			s[j][i] = ( c[a][p] * c[b][q] - c[a][q] * c[b][p] ) / det;
		}
	}
	return det > 1e-15 * largest * largest * largest;
}

// Two axes in the plane of a flat mesh; false for one that is not flat.
static bool FindPlane( const tlTopology* t, tlVec3* first, tlVec3* second )
{
	tlVec3 normal = tlVec3_zero;
	for ( int32_t i = 0; i < t->triangleCount; ++i )
	{
		const int32_t* c = t->triangles + 3 * (size_t)i;
		tlVec3 a = t->positions[c[0]];
		normal = tlAdd( normal, tlCross( tlSub( t->positions[c[1]], a ), tlSub( t->positions[c[2]], a ) ) );
	}
	normal = tlNormalize( normal );
	tlReal size = tlDistance( t->report.lower, t->report.upper );
	for ( int32_t i = 0; i < t->particleCount; ++i )
	{
		if ( t->referenced[i] &&
		     tlAbs( tlDot( normal, tlSub( t->positions[i], t->report.lower ) ) -
		            tlDot( normal, tlSub( t->positions[t->triangles[0]], t->report.lower ) ) ) > (tlReal)1e-4 * size )
		{
			return false;
		}
	}
	*first =
	    tlNormalize( tlCross( normal, tlAbs( normal.x ) < (tlReal)0.7 ? ( tlVec3 ){ 1, 0, 0 } : ( tlVec3 ){ 0, 1, 0 } ) );
	*second = tlCross( normal, *first );
	return true;
}

static bool Fill( Sheet* sheet, const tlTopology* t, const tlRelaxedSpring* springs, int32_t springCount )
{
	tlVec3 axes[2];
	if ( t->triangleCount == 0 || springCount == 0 || !FindPlane( t, axes, axes + 1 ) )
	{
		return false;
	}
	size_t count = (size_t)t->particleCount;
	sheet->particleCount = t->particleCount;
	sheet->springs = TL_ALLOC( Spring, springCount );
	sheet->places = TL_ALLOC( double, 2 * count );
	sheet->held = TL_ALLOC( bool, count );
	sheet->u = TL_ALLOC( double, 2 * count );
	sheet->r = TL_ALLOC( double, 2 * count );
	sheet->d = TL_ALLOC( double, 2 * count );
	sheet->q = TL_ALLOC( double, 2 * count );
	if ( sheet->springs == NULL || sheet->places == NULL || sheet->held == NULL || sheet->u == NULL || sheet->r == NULL ||
	     sheet->d == NULL || sheet->q == NULL )
	{
		return false;
	}
	// How the warp lies: the turn, or the mirrored one, that takes all springs to the directions that they know.
	double best = INFINITY, turn = 0, mirror = 1;
	for ( int32_t i = 0; i < 8 && i < springCount; ++i )
	{
		for ( int side = -1; side <= 1; side += 2 )
		{
			tlVec3 d = tlSub( t->positions[springs[i].b], t->positions[springs[i].a] );
			double angle = atan2( side * (double)tlDot( d, axes[1] ), (double)tlDot( d, axes[0] ) );
			double by = atan2( springs[i].s, springs[i].c ) - angle, off = 0;
			for ( int32_t k = 0; k < springCount; ++k )
			{
				d = tlSub( t->positions[springs[k].b], t->positions[springs[k].a] );
				angle = atan2( side * (double)tlDot( d, axes[1] ), (double)tlDot( d, axes[0] ) ) + by;
				off += fabs( cos( angle ) * springs[k].s - sin( angle ) * springs[k].c );
			}
			if ( off < best )
			{
				best = off, turn = by, mirror = side;
			}
		}
	}
	if ( best > 1e-3 * springCount )
	{
		return false; // the pattern is not this flat shape
	}
	for ( int32_t i = 0; i < t->particleCount; ++i )
	{
		double x = (double)tlDot( t->positions[i], axes[0] ), y = mirror * (double)tlDot( t->positions[i], axes[1] );
		sheet->places[2 * (size_t)i] = cos( turn ) * x - sin( turn ) * y;
		sheet->places[2 * (size_t)i + 1] = sin( turn ) * x + cos( turn ) * y;
	}
	for ( int32_t i = 0; i < springCount; ++i )
	{
		const double *a = sheet->places + 2 * (size_t)springs[i].a, *b = sheet->places + 2 * (size_t)springs[i].b;
		double d[2] = { b[0] - a[0], b[1] - a[1] }, length = sqrt( d[0] * d[0] + d[1] * d[1] );
		if ( length > 0 )
		{
			sheet->springs[sheet->springCount++] =
			    ( Spring ){ springs[i].a, springs[i].b, { d[0] / length, d[1] / length }, springs[i].k, length };
		}
	}
	for ( int32_t i = 0; i < 3 * t->triangleCount; ++i )
	{
		const int32_t* c = t->triangles + 3 * ( (size_t)i / 3 );
		if ( t->neighbors[i] < 0 )
		{
			sheet->held[c[( i + 1 ) % 3]] = sheet->held[c[( i + 2 ) % 3]] = true;
		}
	}
	sheet->area = t->report.area;
	return true;
}

bool tlRelaxSheet( const tlTopology* topology, const tlRelaxedSpring* springs, int32_t springCount, double c[3][3] )
{
	Sheet sheet = { 0 };
	double held[3][3] = { { 0 } }, s[3][3] = { { 0 } }, pulled[3][3] = { { 0 } };
	bool ok = Fill( &sheet, topology, springs, springCount ) && FindHeld( &sheet, held ) &&
	          FindPulled( &sheet, topology, s ) && tlInvert3( s, pulled );
	for ( int i = 0; i < 9 && ok; ++i )
	{
		c[i / 3][i % 3] = ( held[i / 3][i % 3] + pulled[i / 3][i % 3] ) / 2;
	}
	Free( &sheet );
	return ok;
}
