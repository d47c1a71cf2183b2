// Warp and weft: where faces lie in the pattern, and what the faces give to the springs on their edges.
//
// Springs can carry a sheet only as far as their geometry goes (Van Gelder, "Approximate simulation of elastic membranes by
// triangulated spring meshes", 1998). A grid of quads along the warp carries the asked stiffness along warp, weft and in
// shear exactly; its Poisson's ratio is its own, G over C22. A triangle gives each of its sides E A / l^2: exact along the
// legs of right triangles that are free to shear, and in every direction of equilateral ones with nu = 1/3. A quad askew to
// the warp gives its sides and diagonals what an isotropic square grid needs (k and k/2, Y = 4/3 k). An edge of the border
// has one face and with it half the stiffness.
//
// SPDX-License-Identifier: MIT
#include "cook.h"

#include "base/core.h"
#include "mesh/elements.h"
#include "mesh/pairs.h"

// Unit vectors along warp and weft in the plane of a triangle, from a direction in space.
static void LayDirection( tlVec3 warp, tlVec3 d1, tlVec3 d2, tlVec3 axes[2] )
{
	tlVec3 normal = tlNormalize( tlCross( d1, d2 ) );
	const tlVec3 choices[3] = { tlNormalize( warp ), { 0, 0, 1 }, { 1, 0, 0 } };
	tlVec3 along = tlVec3_zero;
	for ( int i = 0; i < 3 && tlLengthSquared( along ) < (tlReal)0.01; ++i )
	{
		along = tlMulAdd( choices[i], -tlDot( choices[i], normal ), normal );
	}
	axes[0] = tlNormalize( along );
	axes[1] = tlCross( axes[0], normal );
}

// The same from the pattern: where the shape's triangle has the pattern's axes. False where the pattern is degenerate there.
static bool ReadPattern( const tlReal* pattern, const int32_t* v, tlVec3 d1, tlVec3 d2, tlVec3 axes[2] )
{
	const tlReal *p0 = pattern + 2 * (size_t)v[0], *p1 = pattern + 2 * (size_t)v[1], *p2 = pattern + 2 * (size_t)v[2];
	tlReal u1 = p1[0] - p0[0], v1 = p1[1] - p0[1], u2 = p2[0] - p0[0], v2 = p2[1] - p0[1];
	tlReal det = u1 * v2 - u2 * v1;
	tlReal size = tlMax( u1 * u1 + v1 * v1, u2 * u2 + v2 * v2 );
	if ( !( tlAbs( det ) > (tlReal)TL_MIN_HEIGHT_RATIO * size ) )
	{
		return false;
	}
	tlVec3 alongV = tlMul( 1 / det, tlSub( tlMul( u1, d2 ), tlMul( u2, d1 ) ) );
	tlVec3 alongU = tlMul( 1 / det, tlSub( tlMul( v2, d1 ), tlMul( v1, d2 ) ) );
	axes[0] = tlNormalize( alongV );
	axes[1] = tlNormalize( tlMulAdd( alongU, -tlDot( alongU, axes[0] ), axes[0] ) );
	return tlLengthSquared( axes[1] ) > (tlReal)0.5;
}

void tlPlaceInPattern( const tlFabricDef* def, const tlVec3* x, const int32_t* vertices, tlReal u[3][2] )
{
	tlVec3 d1 = tlSub( x[1], x[0] ), d2 = tlSub( x[2], x[0] ), axes[2];
	bool known = def->pattern != NULL && vertices != NULL && ReadPattern( def->pattern, vertices, d1, d2, axes );
	for ( int k = 0; k < 3 && known && def->patternRest; ++k )
	{
		u[k][0] = def->pattern[2 * (size_t)vertices[k] + 1];
		u[k][1] = def->pattern[2 * (size_t)vertices[k]];
	}
	if ( known && def->patternRest )
	{
		return;
	}
	if ( !known )
	{
		LayDirection( def->warp, d1, d2, axes );
	}
	for ( int k = 0; k < 3; ++k )
	{
		tlVec3 d = tlSub( x[k], x[0] );
		u[k][0] = tlDot( d, axes[0] );
		u[k][1] = tlDot( d, axes[1] );
	}
}

// ---- edges

typedef struct Sharing
{
	const tlFabric* fabric;
	const tlFabricDef* def;
	tlPairTable table; // edges, then diagonals
	tlRest* rests;
	int32_t* faceCounts; // faces that have given a length so far
} Sharing;

// The edge between two corners of a face, with its length and direction in the pattern taken in; null for none.
static tlRest* FindEdge( Sharing* sharing, const int32_t* particles, tlReal ( *u )[2], int i, int j )
{
	const tlTopology* t = &sharing->fabric->topology;
	int32_t total = t->edgeCount + t->diagonalCount;
	int32_t index = tlPairTable_Add( &sharing->table, particles[i], particles[j], total );
	if ( index < 0 || index >= total )
	{
		return NULL; // a diagonal that is not made
	}
	tlReal du[2] = { u[j][0] - u[i][0], u[j][1] - u[i][1] };
	tlReal length = tlSqrt( du[0] * du[0] + du[1] * du[1] );
	tlRest* rest = sharing->rests + index;
	if ( length > 0 && rest->share.c == 0 && rest->share.s == 0 )
	{
		rest->share.c = du[0] / length;
		rest->share.s = du[1] / length;
	}
	if ( sharing->def->patternRest && length > 0 )
	{
		int32_t n = sharing->faceCounts[index]++;
		rest->length = ( rest->length * (tlReal)n + length ) / (tlReal)( n + 1 ); // a seam joins two lengths: their mean
	}
	return rest;
}

static tlReal GetSquare( tlReal ( *u )[2], int i, int j )
{
	tlReal a = u[j][0] - u[i][0], b = u[j][1] - u[i][1];
	return a * a + b * b;
}

// Shares E area / l^2 of a side, times a factor.
static void GivePlain( Sharing* sharing, const int32_t* particles, tlReal ( *u )[2], int i, int j, tlReal area )
{
	tlRest* rest = FindEdge( sharing, particles, u, i, j );
	tlReal square = GetSquare( u, i, j );
	if ( rest != NULL && square > 0 )
	{
		rest->share.plain += area / square;
	}
}

static void ShareTriangle( Sharing* sharing, const tlElement* e, tlReal ( *u )[2] )
{
	tlReal twice = ( u[1][0] - u[0][0] ) * ( u[2][1] - u[0][1] ) - ( u[2][0] - u[0][0] ) * ( u[1][1] - u[0][1] );
	for ( int k = 0; k < 3; ++k )
	{
		GivePlain( sharing, e->particles, u, k, ( k + 1 ) % 3, tlAbs( twice ) / 2 );
	}
}

// Sides of a quad in the pattern's frame: which pair runs along the warp (0: sides 0-1 and 3-2; 1: sides 1-2 and 0-3), and
// the mean lengths along warp and weft. -1 for a quad that is askew.
static int FindWarpSides( tlReal ( *u )[2], tlReal lengths[2] )
{
	tlReal sides[2][2];
	for ( int k = 0; k < 2; ++k )
	{
		sides[0][k] = ( u[1][k] - u[0][k] + u[2][k] - u[3][k] ) / 2;
		sides[1][k] = ( u[2][k] - u[1][k] + u[3][k] - u[0][k] ) / 2;
	}
	int warp = tlAbs( sides[0][0] ) > tlAbs( sides[0][1] ) ? 0 : 1;
	const tlReal *a = sides[warp], *b = sides[1 - warp];
	lengths[0] = tlSqrt( a[0] * a[0] + a[1] * a[1] );
	lengths[1] = tlSqrt( b[0] * b[0] + b[1] * b[1] );
	const tlReal most = (tlReal)0.09; // sine of 5 degrees
	bool aligned = tlAbs( a[1] ) <= most * lengths[0] && tlAbs( b[0] ) <= most * lengths[1];
	return aligned && lengths[0] > 0 && lengths[1] > 0 ? warp : -1;
}

static void ShareQuad( Sharing* sharing, const tlElement* e, tlReal ( *u )[2] )
{
	static const int sides[4][2] = { { 0, 1 }, { 3, 2 }, { 1, 2 }, { 0, 3 } };
	static const int diagonals[2][2] = { { 0, 2 }, { 1, 3 } };
	tlReal lengths[2];
	int warp = FindWarpSides( u, lengths );
	tlReal twice = ( u[2][0] - u[0][0] ) * ( u[3][1] - u[1][1] ) - ( u[3][0] - u[1][0] ) * ( u[2][1] - u[0][1] );
	tlReal area = tlAbs( twice ) / 2;
	bool sheared = sharing->def->shear && sharing->fabric->topology.diagonalCount > 0;
	for ( int k = 0; k < 4; ++k )
	{
		if ( warp < 0 )
		{
			GivePlain( sharing, e->particles, u, sides[k][0], sides[k][1], (tlReal)( sheared ? 0.375 : 0.5 ) * area );
			continue;
		}
		tlRest* rest = FindEdge( sharing, e->particles, u, sides[k][0], sides[k][1] );
		if ( rest == NULL )
		{
			continue;
		}
		bool along = k / 2 == warp;
		tlReal ratio = along ? lengths[1] / lengths[0] : lengths[0] / lengths[1]; // width over length
		if ( !sheared )
		{
			rest->share.plain += ratio / 2;
			continue;
		}
		*( along ? &rest->share.warp : &rest->share.weft ) += ratio / 2;
		rest->share.shear -= 1 / ( 2 * ratio );
	}
	for ( int k = 0; k < 2; ++k )
	{
		const int* d = diagonals[k];
		tlReal square = GetSquare( u, d[0], d[1] );
		if ( warp < 0 )
		{
			GivePlain( sharing, e->particles, u, d[0], d[1], (tlReal)0.75 * area );
			continue;
		}
		tlRest* rest = FindEdge( sharing, e->particles, u, d[0], d[1] );
		if ( rest != NULL )
		{
			rest->share.shear += square / ( 2 * lengths[0] * lengths[1] );
		}
	}
}

static void ShareElement( Sharing* sharing, const tlElement* e )
{
	const tlTopology* t = &sharing->fabric->topology;
	tlReal u[4][2] = { { 0 } };
	if ( e->cornerCount == 2 )
	{
		tlReal length = tlDistance( t->positions[e->particles[0]], t->positions[e->particles[1]] );
		u[1][0] = length;
		tlRest* rest = FindEdge( sharing, e->particles, u, 0, 1 );
		if ( rest != NULL && length > 0 )
		{
			rest->share.rope += 1 / length;
			rest->length = 0;
		}
		return;
	}
	tlVec3 x[4];
	for ( int k = 0; k < e->cornerCount; ++k )
	{
		x[k] = t->positions[e->particles[k]];
	}
	tlPlaceInPattern( sharing->def, x, e->vertices, u );
	if ( e->cornerCount == 3 )
	{
		ShareTriangle( sharing, e, u );
		return;
	}
	// The fourth corner in the frame of the first three.
	tlReal v[3][2];
	tlVec3 y[3] = { x[0], x[2], x[3] };
	const int32_t vertices[3] = { e->vertices[0], e->vertices[2], e->vertices[3] };
	tlPlaceInPattern( sharing->def, y, vertices, v );
	u[3][0] = u[0][0] + v[2][0] - v[0][0];
	u[3][1] = u[0][1] + v[2][1] - v[0][1];
	ShareQuad( sharing, e, u );
}

bool tlShareEdges( const tlFabric* fabric, const tlFabricDef* def, tlRest* rests )
{
	const tlTopology* t = &fabric->topology;
	Sharing sharing = { .fabric = fabric, .def = def, .rests = rests };
	int32_t total = t->edgeCount + t->diagonalCount;
	sharing.faceCounts = TL_ALLOC( int32_t, total );
	bool ok = sharing.faceCounts != NULL;
	for ( int32_t i = 0; ok && i < total; ++i )
	{
		const int32_t* pair = i < t->edgeCount ? t->edges + 2 * (size_t)i : t->diagonals + 2 * (size_t)( i - t->edgeCount );
		ok = tlPairTable_Add( &sharing.table, pair[0], pair[1], i ) >= 0;
	}
	for ( int32_t i = 0; ok && i < t->elementCount; ++i )
	{
		ShareElement( &sharing, t->elements + i );
	}
	tlPairTable_Free( &sharing.table );
	tlFree( sharing.faceCounts );
	return ok;
}
