// Cosserat rods: the heavy elastica, end moments and twist, rest shapes, buckling, vibration, momentum.
//
// A clamp is a pinned segment: its two ends and with them its frame. Joints go from the middle of one segment to that of the
// next, so that the rod begins in the middle of the pinned segment: n free segments of length l are a rod of (n + 1/2) l,
// right to second order in l. Counted from the end of the pinned segment, as the rows "standard clamp" have it, the first
// joint is too soft by half and the error is of first order.
// SPDX-License-Identifier: MIT
#include "checks.h"

#include "tulle/math.h"

#include <math.h>
#include <stdlib.h>

enum
{
	tl_maxRodNodes = 200,
	tl_bendSet = 0,
	tl_stretchSet = 1,
};

typedef struct RodDef
{
	int32_t segmentCount; // with the pinned ones
	double segmentLength; // [m]
	double bending, twist, axial;
	double density; // [kg/m]
	tlVec3 direction;
	int32_t pinned;      // segments held at the start
	bool bothEnds;       // and one at the other
	const tlVec3* shape; // instead of a straight rod
	double restTwist;    // [rad/m]
	double gravity;      // down y
	tlBudget budget;
} RodDef;

static RodDef MakeRodDef( int32_t segmentCount, double length )
{
	RodDef def = { .segmentCount = segmentCount,
		           .segmentLength = length,
		           .bending = 1e-2,
		           .twist = 1e-2,
		           .axial = 1e4,
		           .density = 0.1,
		           .direction = { 1, 0, 0 },
		           .budget = tlMakeBudget( 20, 10, tl_symmetricSweep ) };
	return def;
}

// Pins: first those of the start, then those of the end.
static tlLab MakeRod( const RodDef* def )
{
	tlVec3 positions[tl_maxRodNodes + 1];
	int32_t sizes[tl_maxRodNodes], corners[2 * tl_maxRodNodes], n = def->segmentCount;
	for ( int32_t i = 0; i <= n; ++i )
	{
		positions[i] = def->shape != NULL ? def->shape[i] : tlMul( (tlReal)( i * def->segmentLength ), def->direction );
		sizes[i % tl_maxRodNodes] = 2;
		corners[2 * ( i % tl_maxRodNodes )] = i;
		corners[2 * ( i % tl_maxRodNodes ) + 1] = i + 1;
	}
	tlLabDef lab = tlDefaultLabDef();
	lab.fabric.positions = positions;
	lab.fabric.vertexCount = n + 1;
	lab.fabric.faceSizes = sizes;
	lab.fabric.faceCorners = corners;
	lab.fabric.faceCount = n;
	lab.fabric.rod = true;
	lab.fabric.bend = true;
	lab.fabric.twist = (tlReal)def->restTwist;
	lab.world.gravity = ( tlVec3 ){ 0, (tlReal)-def->gravity, 0 };
	lab.world.budget = def->budget;
	lab.body.material.measured = true;
	lab.body.material.ropeBending = (tlReal)def->bending;
	lab.body.material.ropeTwist = (tlReal)def->twist;
	lab.body.material.axialStiffness = (tlReal)def->axial;
	lab.body.material.linearDensity = (tlReal)def->density;
	const int32_t start[2] = { 0, 1 };
	const int32_t end[2] = { n - 1, n };
	tlPinDef pins[2] = { { .particles = start, .particleCount = 2, .frame = tlTransform_identity },
		                 { .particles = end, .particleCount = 2, .frame = tlTransform_identity } };
	lab.body.pins = pins;
	lab.body.pinCount = def->pinned == 0 ? 0 : ( def->bothEnds ? 2 : 1 );
	return tlMakeLab( &lab );
}

// ---- heavy elastica: G = w L^3 / (E I). Arguments: G, free segments, clamp (0 in the middle of the pinned segment, 1 at
// its end), what (0 slope of the tip [degrees], 1 its x / L, 2 its drop / L, 3 angle of the chord [degrees]).

static double MeasureElastica( const double* a )
{
	int32_t n = (int32_t)a[1];
	double length = a[2] == 0 ? 1 / ( n + 0.5 ) : 1.0 / n, clamp = a[2] == 0 ? length / 2 : length;
	RodDef def = MakeRodDef( n + 1, length );
	def.pinned = 1;
	def.gravity = 9.81;
	def.bending = def.density * def.gravity / a[0];
	def.twist = def.bending;
	def.axial = 1e6 * def.bending;
	def.budget = a[0] < 1 ? tlMakeBudget( 20, 60, tl_symmetricSweep ) : tlMakeBudget( 10, 30, tl_symmetricSweep );
	tlLab lab = MakeRod( &def );
	tlLab_Settle( &lab, 4, 4, 1.0 / 60 );
	tlPosition p = tlLab_GetPosition( &lab, n ), q = tlLab_GetPosition( &lab, n + 1 );
	double values[4] = { atan2( p.y - q.y, q.x - p.x ) * 180 / TL_PI, q.x - clamp, -q.y,
		                 atan2( -q.y, q.x - clamp ) * 180 / TL_PI };
	tlFreeLab( &lab );
	return values[(int)a[3]];
}

#define TL_ELASTICA( name, load, clamp, n, what, value, absolute )                                                          \
	{                                                                                                                       \
		"5.1 elastica", name, MeasureElastica, { load, n, clamp, what }, value, { 0, absolute }, { 0, absolute }, NULL      \
	}
#define TL_ELASTICAS( load, slope, drop )                                                                                   \
	TL_ELASTICA( "rod: slope of the tip [degrees], w L^3 / E I = " #load, load, 0, 20, 0, slope, 0.1 ),                     \
	    TL_ELASTICA( "rod: drop of the tip / L, w L^3 / E I = " #load, load, 0, 20, 2, drop, load < 1 ? 1e-4 : 1e-3 )

static const tlCheck s_elasticas[] = {
	TL_ELASTICAS( 0.1, 0.9548, 0.012498 ),
	TL_ELASTICAS( 1, 9.4604, 0.123471 ),
	TL_ELASTICAS( 4, 33.7239, 0.425159 ),
	TL_ELASTICAS( 8, 53.8650, 0.640631 ),
	TL_ELASTICAS( 20, 76.7478, 0.829881 ),
	TL_ELASTICAS( 50, 87.4593, 0.907917 ),
	TL_ELASTICA( "rod: x of the tip / L, w L^3 / E I = 8", 8, 0, 20, 1, 0.724425, 1e-3 ),
	// The joints of a rod have the moment k sin(angle) where hinges have k angle: 1 % softer at 0.2 rad.
	TL_ELASTICA( "rod: chord [degrees], standard clamp, 10 segments", 8, 1, 10, 3, 46.872, 0.3 ),
	TL_ELASTICA( "rod: chord [degrees], standard clamp, 20 segments", 8, 1, 20, 3, 44.235, 0.1 ),
};

// ---- twist: a straight rod whose end is turned by an angle in small steps. Arguments: angle [rad], segments, what (0
// torque over G J angle / L [1], 1 largest over smallest twist of a joint [1], 2 the other rows: largest bending moment [N
// m]).

static double MeasureTwist( const double* a )
{
	int32_t n = (int32_t)a[1];
	RodDef def = MakeRodDef( n, 0.1 );
	def.pinned = 1;
	def.bothEnds = true;
	def.twist = 0.02;
	tlLab lab = MakeRod( &def );
	tlTransform target = tlTransform_identity;
	for ( int32_t i = 1; i <= 60; ++i )
	{
		target.q = tlMakeQuat( ( tlVec3 ){ 1, 0, 0 }, a[0] * i / 60 );
		tlBody_SetPinTarget( lab.world, lab.body, 1, &target );
		tlLab_Run( &lab, 1.0 / 60, 1 );
	}
	tlLab_Settle( &lab, 6, 4, 1.0 / 60 );
	double torque = 0, least = INFINITY, most = 0, bending = 0;
	for ( int32_t i = 0; i < n - 1; ++i )
	{
		tlConstraintState s = tlBody_GetConstraint( lab.world, lab.body, tl_bendSet, i );
		torque += fabs( (double)s.forces[2] ) / ( n - 1 );
		least = fmin( least, fabs( (double)s.values[2] ) );
		most = fmax( most, fabs( (double)s.values[2] ) );
		bending = fmax( bending, fmax( fabs( (double)s.forces[0] ), fabs( (double)s.forces[1] ) ) );
	}
	tlFreeLab( &lab );
	double values[3] = { torque / ( def.twist * a[0] / ( ( n - 1 ) * def.segmentLength ) ), most / least, bending };
	return values[(int)a[2]];
}

// ---- a plane arc with a rest twist goes into a helix by itself: radius k / (k^2 + t^2), pitch 2 pi t / (k^2 + t^2).
// Arguments: curvature, torsion [1/m], segments, what (0 radius, 1 pitch [m]).

static double MeasureHelix( const double* a )
{
	int32_t n = (int32_t)a[2];
	double length = 0.02, turn = a[0] * length;
	tlVec3 shape[tl_maxRodNodes + 1];
	double x = 0, y = 0;
	for ( int32_t i = 0; i <= n; ++i )
	{
		shape[i] = ( tlVec3 ){ (tlReal)x, (tlReal)y, 0 };
		x += length * cos( turn * i );
		y += length * sin( turn * i );
	}
	RodDef def = MakeRodDef( n, length );
	def.shape = shape;
	def.pinned = 1;
	def.restTwist = a[1];
	tlLab lab = MakeRod( &def );
	tlLab_Settle( &lab, 4, 8, 1.0 / 60 );
	// A screw: second differences point to the axis.
	tlPosition p[4];
	for ( int32_t i = 0; i < 4; ++i )
	{
		p[i] = tlLab_GetPosition( &lab, n / 2 + i );
	}
	tlFreeLab( &lab );
	double d[2][3], e[3] = { p[2].x - p[1].x, p[2].y - p[1].y, p[2].z - p[1].z };
	for ( int32_t i = 0; i < 2; ++i )
	{
		d[i][0] = p[i].x - 2 * p[i + 1].x + p[i + 2].x;
		d[i][1] = p[i].y - 2 * p[i + 1].y + p[i + 2].y;
		d[i][2] = p[i].z - 2 * p[i + 1].z + p[i + 2].z;
	}
	double square = d[0][0] * d[0][0] + d[0][1] * d[0][1] + d[0][2] * d[0][2];
	double axis[3] = { d[0][1] * d[1][2] - d[0][2] * d[1][1], d[0][2] * d[1][0] - d[0][0] * d[1][2],
		               d[0][0] * d[1][1] - d[0][1] * d[1][0] };
	double across = sqrt( axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2] );
	double inner = d[0][0] * d[1][0] + d[0][1] * d[1][1] + d[0][2] * d[1][2];
	double angle = atan2( across, inner );
	double rise = ( e[0] * axis[0] + e[1] * axis[1] + e[2] * axis[2] ) / across;
	return a[3] == 0 ? sqrt( square ) / ( 2 * ( 1 - cos( angle ) ) ) : fabs( rise ) * 2 * TL_PI / angle;
}

// ---- Euler: a rod of 1 m between two held points that come nearer by 1 %: it bows out and pushes with pi^2 E I / L^2 times
// 1 + shortening / 2. In units of E I / L^2.

static double MeasureBow( const double* a )
{
	int32_t n = (int32_t)a[0];
	double length = 1.0 / n;
	tlVec3 shape[tl_maxRodNodes + 1];
	for ( int32_t i = 0; i <= n; ++i )
	{
		shape[i] = ( tlVec3 ){ (tlReal)( i * length ), 0, 0 };
	}
	RodDef def = MakeRodDef( n, length );
	def.shape = shape;
	def.axial = 1e5 * def.bending;
	tlLab lab = MakeRod( &def );
	const int32_t ends[2] = { 0, n };
	for ( int32_t k = 0; k < 2; ++k )
	{
		tlPinDef pin = { .particles = ends + k, .particleCount = 1, .frame = tlTransform_identity };
		int32_t index;
		tlBody_AddPins( lab.world, lab.body, &pin, &index, NULL );
	}
	tlLab_Push( &lab, n / 2, 0, 0.05, 0 );
	tlTransform target = tlTransform_identity;
	for ( int32_t i = 1; i <= 60; ++i )
	{
		target.p.x = -0.01 * i / 60;
		tlBody_SetPinTarget( lab.world, lab.body, 1, &target );
		tlLab_Run( &lab, 1.0 / 60, 1 );
	}
	tlLab_Settle( &lab, 4, 6, 1.0 / 60 );
	// The middle segment lies along the line of the force.
	tlConstraintState s = tlBody_GetConstraint( lab.world, lab.body, tl_stretchSet, n / 2 );
	tlFreeLab( &lab );
	return -(double)s.forces[2] / def.bending;
}

// ---- a standing column, clamped below, under its own weight: stands below w L^3 / E I = 7.837347 and falls above.
// Argument: w L^3 / E I over that. Measures the tip's way off the axis after a push, over L; 1 when it has fallen.

static double MeasureColumn( const double* a )
{
	int32_t n = 20;
	RodDef def = MakeRodDef( n + 1, 1 / ( n + 0.5 ) );
	def.direction = ( tlVec3 ){ 0, 1, 0 };
	def.pinned = 1;
	def.gravity = 9.81;
	def.bending = def.density * def.gravity / ( 7.837347 * a[0] );
	def.twist = def.bending;
	def.axial = 1e5 * def.bending;
	def.budget = tlMakeBudget( 10, 20, tl_symmetricSweep );
	tlLab lab = MakeRod( &def );
	tlLab_Push( &lab, n + 1, 0.1, 0, 0 );
	tlLab_Settle( &lab, 1, 15, 1.0 / 60 );
	double off = fabs( tlLab_GetPosition( &lab, n + 1 ).x );
	tlFreeLab( &lab );
	return off > 0.2 ? 1 : off;
}

// ---- first frequency of a cantilever of 1 m over 3.516 / (2 pi) sqrt(E I / (rho L^4)).

static double MeasureFrequency( const double* a )
{
	int32_t n = (int32_t)a[0];
	RodDef def = MakeRodDef( n + 1, 1 / ( n + 0.5 ) );
	def.pinned = 1;
	def.gravity = 0.3; // bends it a little, then goes
	def.bending = def.density * 9.81;
	def.twist = def.bending;
	def.axial = 1e5 * def.bending;
	def.budget = tlMakeBudget( 20, 20, tl_symmetricSweep );
	tlLab lab = MakeRod( &def );
	tlLab_Settle( &lab, 6, 3, 1.0 / 60 );
	tlWorld_SetGravity( lab.world, tlVec3_zero );
	tlCrossings crossings = { 0 };
	for ( int32_t i = 0; crossings.count < 7 && i < 6000; ++i )
	{
		tlCrossings_Add( &crossings, i / 1200.0, 1 / 1200.0, tlLab_GetPosition( &lab, n + 1 ).y );
		tlBudget budget = def.budget;
		budget.substepCount = 1;
		tlWorld_SetBudget( lab.world, &budget, NULL );
		tlLab_Run( &lab, 1 / 1200.0, 1 );
	}
	tlFreeLab( &lab );
	double right = 3.516015 / ( 2 * TL_PI ) * sqrt( def.bending / def.density );
	return crossings.count < 7 ? NAN : 3 / ( crossings.times[6] - crossings.times[0] ) / right;
}

// ---- a free bent rod that tumbles: what it keeps after a second. Arguments: what (0 momentum over mass [m/s], 1 angular
// momentum over that at the start).

static double MeasureFree( const double* a )
{
	int32_t n = 12;
	tlVec3 shape[tl_maxRodNodes + 1];
	for ( int32_t i = 0; i <= n; ++i )
	{
		shape[i] = ( tlVec3 ){ (tlReal)( 0.05 * i ), (tlReal)( 0.2 * sin( 0.3 * i ) ), (tlReal)( 0.01 * i * i * 0.1 ) };
	}
	RodDef def = MakeRodDef( n, 0.05 );
	def.shape = shape;
	def.budget = tlMakeBudget( 80, 4, tl_symmetricSweep );
	tlLab lab = MakeRod( &def );
	for ( int32_t i = 0; i <= n; ++i )
	{
		tlPosition p = tlLab_GetPosition( &lab, i );
		tlLab_Push( &lab, i, -2 * ( p.y - 0.1 ), 2 * ( p.x - 0.3 ), 0.3 * p.x );
	}
	const tlBodyStats* stats = tlBody_GetStats( lab.world, lab.body );
	double p0[3], l0[3], l1 = 0, p1 = 0, start = 0;
	for ( int k = 0; k < 3; ++k )
	{
		p0[k] = stats->momentum[k];
		l0[k] = stats->angularMomentum[k];
		start += l0[k] * l0[k];
	}
	tlLab_Run( &lab, 1.0 / 60, 60 );
	stats = tlBody_GetStats( lab.world, lab.body );
	for ( int k = 0; k < 3; ++k )
	{
		p1 += ( stats->momentum[k] - p0[k] ) * ( stats->momentum[k] - p0[k] );
		l1 += stats->angularMomentum[k] * l0[k];
	}
	tlFreeLab( &lab );
	return a[0] == 0 ? sqrt( p1 ) / ( def.density * 0.6 ) : l1 / start;
}

static const tlCheck s_others[] = {
	{ "5 rod twist",
	  "torque over G J angle / L, end turned by 1.5 rad",
	  MeasureTwist,
	  { 1.5, 12, 0 },
	  0.999225,
	  { 1e-4, 0 },
	  { 1e-3, 0 },
	  NULL },
	{ "5 rod twist",
	  "largest over smallest twist of a joint",
	  MeasureTwist,
	  { 1.5, 12, 1 },
	  1,
	  { 1e-4, 0 },
	  { 1e-3, 0 },
	  NULL },
	{ "5 rod twist",
	  "bending moment in a twisted rod [N m]",
	  MeasureTwist,
	  { 1.5, 12, 2 },
	  0,
	  { 0, 1e-6 },
	  { 0, 1e-4 },
	  NULL },
	{ "5 rod helix",
	  "radius [m], curvature 4, torsion 3",
	  MeasureHelix,
	  { 4, 3, 40, 0 },
	  0.16,
	  { 1e-2, 0 },
	  { 1e-2, 0 },
	  NULL },
	{ "5 rod helix",
	  "pitch [m], curvature 4, torsion 3",
	  MeasureHelix,
	  { 4, 3, 40, 1 },
	  0.753982,
	  { 1e-2, 0 },
	  { 1e-2, 0 },
	  NULL },
	{ "5 rod Euler", "push of a bowed rod, L^2 / E I", MeasureBow, { 31 }, 9.8696 * 1.005, { 1e-2, 0 }, { 2e-2, 0 }, NULL },
	{ "5 rod Euler",
	  "column, w L^3 / E I 0.86 of the critical: off the axis / L",
	  MeasureColumn,
	  { 0.857375 },
	  0,
	  { 0, 1e-2 },
	  { 0, 1e-2 },
	  NULL },
	{ "5 rod Euler",
	  "column, w L^3 / E I 1.16 of the critical, falls",
	  MeasureColumn,
	  { 1.05 },
	  1,
	  { 0, 0 },
	  { 0, 0 },
	  NULL },
	{ "5.9 rod",
	  "first frequency of a cantilever over the closed form, 20 segments",
	  MeasureFrequency,
	  { 20 },
	  1,
	  { 1e-2, 0 },
	  { 1e-2, 0 },
	  NULL },
	{ "5 rod free", "change of momentum over mass [m/s]", MeasureFree, { 0 }, 0, { 0, 1e-12 }, { 0, 1e-5 }, NULL },
	{ "5 rod free",
	  "angular momentum after a second over that at the start",
	  MeasureFree,
	  { 1 },
	  1,
	  { 5e-3, 0 },
	  { 5e-3, 0 },
	  NULL },
};

void tlAddRodChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_elasticas, TL_COUNT( s_elasticas ) );
	tlCheckList_AddAll( list, s_others, TL_COUNT( s_others ) );
}
