// Ropes: the catenary, heavy elastic rope, the first mode of a hanging chain, a spinning rope, a rope around a drum.
// SPDX-License-Identifier: MIT
#include "checks.h"

#include <math.h>
#include <stdlib.h>

// ---- a rope of length L and 1 kg/m between two points 1 m apart: sag, horizontal tension, tension of the first segment.
// Many iterations, so that what a sweep leaves over (h^2 w T, see the series) is small beside the tolerance.
// The support carries the first segment and the half node that stands on it. Arguments: L, segments, what (0 sag, 1
// horizontal tension, 2 tension of the first segment, 3 force of the support, 4 parameter a of the catenary).

enum
{
	tl_catenarySubsteps = sizeof( tlReal ) == sizeof( float ) ? 10 : 40, // floats round small steps away
	tl_catenaryIterations = 40,
};

static tlLab HangCatenary( double length, int32_t n )
{
	tlVec3* positions = calloc( (size_t)n + 1, sizeof( tlVec3 ) );
	tlReal* masses = calloc( (size_t)n + 1, sizeof( tlReal ) );
	int32_t* sizes = calloc( (size_t)n, sizeof( int32_t ) );
	int32_t* corners = calloc( 2 * (size_t)n, sizeof( int32_t ) );
	tlLab lab = { 0 };
	if ( positions != NULL && masses != NULL && sizes != NULL && corners != NULL )
	{
		// Starts as a V of the right length.
		double depth = sqrt( length * length - 1 ) / 2, l = length / n;
		for ( int32_t i = 0; i <= n; ++i )
		{
			double t = (double)i / n;
			positions[i] = ( tlVec3 ){ (tlReal)t, (tlReal)( -depth * ( t < 0.5 ? 2 * t : 2 - 2 * t ) ), 0 };
			masses[i] = (tlReal)( i == 0 || i == n ? 0.0 : l );
		}
		for ( int32_t i = 0; i < n; ++i )
		{
			sizes[i] = 2;
			corners[2 * i] = i;
			corners[2 * i + 1] = i + 1;
		}
		tlLabDef def = tlDefaultLabDef();
		def.fabric.positions = positions;
		def.fabric.vertexCount = n + 1;
		def.fabric.masses = masses;
		def.fabric.faceSizes = sizes;
		def.fabric.faceCorners = corners;
		def.fabric.faceCount = n;
		def.world.budget = tlMakeBudget( tl_catenarySubsteps, tl_catenaryIterations, tl_symmetricSweep );
		lab = tlMakeLab( &def );
		tlLab_Settle( &lab, 5, 10, 1.0 / 60 );
	}
	free( positions );
	free( masses );
	free( sizes );
	free( corners );
	return lab;
}

static double MeasureCatenary( const double* a )
{
	int32_t n = (int32_t)a[1];
	tlLab lab = HangCatenary( a[0], n );
	if ( lab.world == NULL )
	{
		return NAN;
	}
	tlPosition first = tlLab_GetPosition( &lab, 1 );
	double tension = tlLab_GetForce( &lab, 0, 0 ), length = sqrt( first.x * first.x + first.y * first.y );
	double horizontal = tension * first.x / length, vertical = -tension * first.y / length + 9.81 * a[0] / ( 2 * n );
	double values[5] = { -tlLab_GetPosition( &lab, n / 2 ).y, horizontal, tension,
		                 sqrt( horizontal * horizontal + vertical * vertical ), horizontal / 9.81 };
	tlFreeLab( &lab );
	return values[(int)a[2]];
}

#define TL_CATENARY( name, length, n, what, value, tolerance )                                                              \
	{                                                                                                                       \
		"3.1 catenary", name, MeasureCatenary, { length, n, what }, value, { tolerance, 0 }, { 2e-2, 0 }, NULL              \
	}

static const tlCheck s_catenaries[] = {
	TL_CATENARY( "sag [m], L 1.5, 20 segments", 1.5, 20, 0, 0.50344663, 1e-4 ),
	TL_CATENARY( "horizontal tension [N], L 1.5, 20 segments", 1.5, 20, 1, 3.022372, 1e-4 ),
	TL_CATENARY( "tension of the first segment [N], L 1.5, 20 segments", 1.5, 20, 2, 7.615090, 1e-4 ),
	TL_CATENARY( "sag [m], L 1.5, 40 segments", 1.5, 40, 0, 0.50283577, 1e-4 ),
	TL_CATENARY( "horizontal tension [N], L 1.5, 40 segments", 1.5, 40, 1, 3.023442, 1e-4 ),
	TL_CATENARY( "tension of the first segment [N], L 1.5, 40 segments", 1.5, 40, 2, 7.784677, 1e-4 ),
	TL_CATENARY( "sag [m] against the continuum, L 1.5", 1.5, 20, 0, 0.50263326, 3e-3 ),
	TL_CATENARY( "horizontal tension [N] against the continuum, L 1.5", 1.5, 20, 1, 3.023800, 3e-3 ),
	TL_CATENARY( "force of the support [N] against the continuum, L 1.5", 1.5, 20, 3, 7.954632, 3e-3 ),
	TL_CATENARY( "parameter a [m] against the continuum, L 1.5", 1.5, 20, 4, 0.30823647, 3e-3 ),
	TL_CATENARY( "sag [m] against the continuum, L 2", 2, 20, 0, 0.79638836, 3e-3 ),
	TL_CATENARY( "horizontal tension [N] against the continuum, L 2", 2, 20, 1, 2.252771, 3e-3 ),
	TL_CATENARY( "sag [m] against the continuum, L 1.2", 1.2, 20, 0, 0.29234380, 3e-3 ),
	TL_CATENARY( "horizontal tension [N] against the continuum, L 1.2", 1.2, 20, 1, 4.606202, 3e-3 ),
};

// ---- a rope of 0.2 kg, 1 m and EA = 50 N under its own weight. Arguments: segments, share of a node's mass at the bottom,
// load at the bottom [kg].

static double MeasureElasticRope( const double* a )
{
	tlChainDef def = tlDefaultChainDef();
	def.segmentCount = (int32_t)a[0];
	def.segmentLength = 1.0 / a[0];
	def.nodeMass = 0.2 / a[0];
	def.tipMass = 0.2 / a[0] * a[1] + a[2];
	def.compliance = 1.0 / ( 50 * a[0] );
	def.budget = tlMakeBudget( 10, 40, tl_forwardSweep );
	tlLab lab = tlMakeChain( &def );
	tlLab_Settle( &lab, 15, 8, 1.0 / 60 );
	double stretch = -tlLab_GetPosition( &lab, def.segmentCount ).y - 1;
	tlFreeLab( &lab );
	return stretch;
}

#define TL_ELASTIC( name, n, share, load, value )                                                                           \
	{                                                                                                                       \
		"3.2 heavy rope", name, MeasureElasticRope, { n, share, load }, value, { 1e-4, 0 }, { 2e-2, 0 }, NULL               \
	}

static const tlCheck s_elastics[] = {
	TL_ELASTIC( "stretch [m], 5 segments, half a node at the bottom", 5, 0.5, 0, 0.01962 ),
	TL_ELASTIC( "stretch [m], 10 segments, half a node at the bottom", 10, 0.5, 0, 0.01962 ),
	TL_ELASTIC( "stretch [m], 20 segments, half a node at the bottom", 20, 0.5, 0, 0.01962 ),
	TL_ELASTIC( "stretch [m], 10 segments, a whole node at the bottom", 10, 1, 0, 0.021582 ),
	TL_ELASTIC( "stretch [m], 20 segments, a whole node at the bottom", 20, 1, 0, 0.020601 ),
	TL_ELASTIC( "stretch [m], 10 segments, 0.5 kg at the end", 10, 0.5, 0.5, 0.11772 ),
};

// ---- hanging chains of 1 m and 1 kg that swing in a mode

static tlChainDef MakeUnitChain( double segments, double tipShare, int32_t iterations )
{
	tlChainDef def = tlDefaultChainDef();
	def.segmentCount = (int32_t)segments;
	def.segmentLength = 1.0 / segments;
	def.nodeMass = 1.0 / segments;
	def.tipMass = tipShare / segments;
	def.budget = tlMakeBudget( 1, iterations, tl_forwardSweep );
	return def;
}

// Period of a chain that is let go in a mode of some amplitude at the tip [s], by steps of h.
static double MeasureSwing( const tlChainDef* def, const double* mode, double amplitude, double h, int32_t mostSteps )
{
	tlLab lab = tlMakeChain( def );
	double y = 0;
	for ( int32_t i = 1; i <= def->segmentCount; ++i )
	{
		double x = amplitude * mode[i], dx = x - amplitude * mode[i - 1];
		y -= sqrt( def->segmentLength * def->segmentLength - dx * dx );
		tlLab_Place( &lab, i, x, y, 0 );
	}
	tlCrossings crossings = { 0 };
	for ( int32_t i = 0; crossings.count < 5 && i < mostSteps; ++i )
	{
		tlCrossings_Add( &crossings, i * h, h, tlLab_GetPosition( &lab, def->segmentCount ).x );
		tlLab_Run( &lab, h, 1 );
	}
	tlFreeLab( &lab );
	return crossings.count < 5 ? NAN : ( crossings.times[4] - crossings.times[0] ) / 2;
}

// The first mode, at 2 cm. Arguments: segments, share of a node's mass at
// the tip.

static double MeasureChainPeriod( const double* a )
{
	tlChainDef def = MakeUnitChain( a[0], a[1], 4 );
	double mode[tl_maxModeSegments + 1];
	tlMeasureHangingMode( &def, mode );
	return MeasureSwing( &def, mode, 0.02, 1.0 / 1200, 12000 );
}

#define TL_SWING( name, n, share, value )                                                                                   \
	{                                                                                                                       \
		"3.3 hanging chain", name, MeasureChainPeriod, { n, share }, value, { 3e-3, 0 }, { 3e-3, 0 },                       \
		    "at 1200 steps a second floats round away a part of the weight"                                                 \
	}

static const tlCheck s_swings[] = {
	TL_SWING( "first period [s], 20 segments, half a node at the tip", 20, 0.5, 1.669603 ),
	TL_SWING( "first period [s], 20 segments, a whole node at the tip", 20, 1, 1.688935 ),
	TL_SWING( "first period [s], 10 segments, half a node at the tip", 10, 0.5, 1.673311 ),
	TL_SWING( "first period [s], 10 segments, a whole node at the tip", 10, 1, 1.708957 ),
	TL_SWING( "first period [s] against the continuum, 20 segments", 20, 0.5, 1.668368 ),
};

// The second mode, the same way. Arguments: segments, share of a node's mass at the tip, steps per second.

static void MeasureSecondMode( const tlChainDef* def, double* u )
{
	// Power iteration with the compliance, as for the first mode, and every round without what there is of the first.
	double first[tl_maxModeSegments + 1];
	tlMeasureHangingMode( def, first );
	int32_t n = def->segmentCount;
	for ( int32_t i = 0; i <= n; ++i )
	{
		u[i] = i * ( i - 0.7 * n );
	}
	for ( int32_t round = 0; round < 60; ++round )
	{
		double shared = 0, square = 0, load = 0, weight = 0;
		double lean[tl_maxModeSegments + 1] = { 0 };
		for ( int32_t i = 1; i <= n; ++i )
		{
			double mass = i == n ? def->tipMass : def->nodeMass;
			shared += mass * u[i] * first[i];
			square += mass * first[i] * first[i];
		}
		for ( int32_t i = n; i > 0; --i )
		{
			double mass = i == n ? def->tipMass : def->nodeMass;
			load += mass * ( u[i] - first[i] * shared / square );
			weight += mass * def->gravity;
			lean[i] = def->segmentLength * load / weight;
		}
		u[0] = 0;
		for ( int32_t i = 1; i <= n; ++i )
		{
			u[i] = u[i - 1] + lean[i];
		}
		double tip = u[n];
		for ( int32_t i = 0; i <= n; ++i )
		{
			u[i] /= tip;
		}
	}
}

static double MeasureSecondPeriod( const double* a )
{
	tlChainDef def = MakeUnitChain( a[0], a[1], 8 );
	double mode[tl_maxModeSegments + 1];
	MeasureSecondMode( &def, mode );
	return MeasureSwing( &def, mode, 0.005, 1.0 / a[2], 4 * (int32_t)a[2] );
}

// The discrete periods are from an independent program. 20 segments are 1 % above the continuum, 60 segments 0.1 %.
#define TL_SECOND( name, n, share, rate, value )                                                                            \
	{                                                                                                                       \
		"3.3 hanging chain", name, MeasureSecondPeriod, { n, share, rate }, value, { 3e-3, 0 }, { 3e-3, 0 },                \
		    "at 1200 steps a second floats round away a part of the weight"                                                 \
	}

static const tlCheck s_seconds[] = {
	TL_SECOND( "second period [s], 10 segments, half a node at the tip", 10, 0.5, 1200, 0.7546687 ),
	TL_SECOND( "second period [s], 20 segments, half a node at the tip", 20, 0.5, 2400, 0.7338848 ),
	TL_SECOND( "second period [s], 20 segments, a whole node at the tip", 20, 1, 2400, 0.7353344 ),
	TL_SECOND( "second period [s] against the continuum, 60 segments", 60, 0.5, 9600, 0.726825 ),
};

// ---- a rope of 0.2 kg/m, EA = 50 N, 1 m, that spins about its end at 10 rad/s without gravity. It starts in its steady
// shape r = sin(k s) / (k cos(k L)), k = w sqrt(rho / EA), and must stay there: mean elongation over one radial period.

static double MeasureSpinningRope( const double* a )
{
	tlChainDef def = tlDefaultChainDef();
	int32_t n = (int32_t)a[0];
	def.segmentCount = n;
	def.segmentLength = 1.0 / n;
	def.nodeMass = 0.2 / n;
	def.tipMass = 0.1 / n;
	def.compliance = 1.0 / ( 50.0 * n );
	def.gravity = 0;
	def.direction = ( tlVec3 ){ 1, 0, 0 };
	def.budget = tlMakeBudget( 1, 4, tl_forwardSweep );
	tlLab lab = tlMakeChain( &def );
	double w = 10, k = w * sqrt( 0.2 / 50 ), h = 1.0 / 9600;
	for ( int32_t i = 1; i <= n; ++i )
	{
		double r = sin( k * i / n ) / ( k * cos( k ) );
		tlLab_Place( &lab, i, r, 0, 0 );
		tlLab_Push( &lab, i, 0, w * r, 0 );
	}
	double sum = 0;
	int32_t count = 2400;
	for ( int32_t i = 0; i < count; ++i )
	{
		tlLab_Run( &lab, h, 1 );
		tlPosition x = tlLab_GetPosition( &lab, n );
		sum += sqrt( x.x * x.x + x.y * x.y ) - 1;
	}
	tlFreeLab( &lab );
	return sum / count;
}

// ---- a rope drawn slowly over a drum it wraps by half a turn, 1 kg on the other end, mu = 0.3: T2 / T1 = e^(mu pi) for a
// smooth drum; for a polygon of n contacts ((1 + mu tan d/2) / (1 - mu tan d/2))^n, d = pi / n, which 20 contacts bring
// within 0.3 %.

static double MeasureCapstan( const double* a )
{
	double mu = a[0], radius = 0.2, l = TL_PI * radius / 40;
	enum
	{
		tl_hanging = 24,
		tl_arc = 40,
		tl_drawn = 12,
		tl_nodes = tl_hanging + tl_arc + tl_drawn + 1,
	};
	tlVec3 positions[tl_nodes];
	tlReal masses[tl_nodes];
	int32_t sizes[tl_nodes - 1], corners[2 * ( tl_nodes - 1 )];
	for ( int32_t i = 0; i < tl_nodes; ++i )
	{
		double s = ( i - tl_hanging ) * l; // along the rope from where it meets the drum
		double angle = s < 0 ? 0 : ( s > TL_PI * radius ? TL_PI : s / radius );
		double below = s < 0 ? -s : ( i > tl_hanging + tl_arc ? ( i - tl_hanging - tl_arc ) * l : 0 );
		positions[i] = ( tlVec3 ){ (tlReal)( radius * cos( angle ) ), (tlReal)( radius * sin( angle ) - below ), 0 };
		masses[i] = (tlReal)( i == 0 ? 1.0 : 1e-3 );
	}
	for ( int32_t i = 0; i < tl_nodes - 1; ++i )
	{
		sizes[i] = 2;
		corners[2 * i] = i;
		corners[2 * i + 1] = i + 1;
	}
	tlLabDef def = tlDefaultLabDef();
	def.fabric.positions = positions;
	def.fabric.vertexCount = tl_nodes;
	def.fabric.masses = masses;
	def.fabric.faceSizes = sizes;
	def.fabric.faceCorners = corners;
	def.fabric.faceCount = tl_nodes - 1;
	def.world.budget = tlMakeBudget( 20, 60, tl_symmetricSweep );
	int32_t last = tl_nodes - 1;
	tlPinDef pin = { .particles = &last, .particleCount = 1, .frame = tlTransform_identity };
	def.body.pins = &pin;
	def.body.pinCount = 1;
	def.body.material.stretch.compliance = (tlReal)1e-6;
	def.body.material.staticFriction = (tlReal)mu;
	def.body.material.kineticFriction = (tlReal)mu;
	def.body.material.globalDamping = 5;
	tlLab lab = tlMakeLab( &def );
	tlColliderDef drum = tlDefaultColliderDef();
	drum.shape.type = tl_capsuleShape;
	drum.shape.radius = (tlReal)radius;
	drum.shape.halfHeight = 1;
	drum.transform.q = tlMakeQuat( ( tlVec3 ){ 1, 0, 0 }, TL_PI / 2 );
	tlColliderId id;
	tlCreateCollider( lab.world, &drum, &id, NULL );
	double sum = 0;
	int32_t count = 0;
	tlTransform frame = tlTransform_identity;
	for ( int32_t i = 0; i < 180; ++i )
	{
		frame.p.y -= 0.04 / 60;
		tlBody_SetPinTarget( lab.world, lab.body, 0, &frame );
		tlLab_Run( &lab, 1.0 / 60, 1 );
		if ( i >= 60 )
		{
			// At the drum: the forces at the ends, and the weight of the free rope between.
			double tensions[2] = { tlLab_GetForce( &lab, 0, 0 ), tlLab_GetForce( &lab, 0, tl_nodes - 2 ) };
			for ( int32_t k = 1; k < tl_nodes - 1; ++k )
			{
				tlPosition x = tlLab_GetPosition( &lab, k );
				tensions[x.x < 0] += x.y < 0 ? 9.81 * 1e-3 : 0;
			}
			sum += tensions[1] / tensions[0];
			count += 1;
		}
	}
	tlFreeLab( &lab );
	return sum / count;
}

// ---- the same with few contacts: n nodes on the drum, each of which turns the rope by d = pi / n. It is drawn so little
// that they stay there, half of it before they are in place and half after, and fast enough that the rope, which trembles
// along itself, does not stick in between. The pin is far below, so that the last segment stays upright. Arguments: mu,
// contacts.

static double MeasurePolygonCapstan( const double* a )
{
	enum
	{
		tl_mostNodes = 24
	};
	int32_t n = (int32_t)a[1], last = n + 1;
	double radius = 0.2, d = TL_PI / n, side = radius * cos( d / 2 );
	double rate = 1200, speed = 0.02, start = 0.1, seconds = 0.2;
	tlVec3 positions[tl_mostNodes];
	tlReal masses[tl_mostNodes];
	int32_t sizes[tl_mostNodes], corners[2 * tl_mostNodes];
	for ( int32_t i = 0; i <= last; ++i )
	{
		double angle = ( i - 0.5 ) * d - speed * ( start + seconds / 2 ) / radius;
		positions[i] = ( tlVec3 ){ (tlReal)( radius * cos( angle ) ), (tlReal)( radius * sin( angle ) ), 0 };
		masses[i] = (tlReal)1e-3;
		sizes[i] = 2;
		corners[2 * i] = i;
		corners[2 * i + 1] = i + 1;
	}
	positions[0] = ( tlVec3 ){ (tlReal)side, (tlReal)-0.3, 0 };
	positions[last] = ( tlVec3 ){ (tlReal)-side, (tlReal)-3, 0 };
	masses[0] = 1;
	tlLabDef def = tlDefaultLabDef();
	def.fabric.positions = positions;
	def.fabric.vertexCount = n + 2;
	def.fabric.masses = masses;
	def.fabric.faceSizes = sizes;
	def.fabric.faceCorners = corners;
	def.fabric.faceCount = n + 1;
	def.world.budget = tlMakeBudget( 1, 60, tl_symmetricSweep );
	tlPinDef pin = { .particles = &last, .particleCount = 1, .frame = tlTransform_identity };
	def.body.pins = &pin;
	def.body.pinCount = 1;
	def.body.material.stretch.compliance = (tlReal)1e-6;
	def.body.material.staticFriction = (tlReal)a[0];
	def.body.material.kineticFriction = (tlReal)a[0];
	def.body.material.globalDamping = 5;
	tlLab lab = tlMakeLab( &def );
	tlColliderDef drum = tlDefaultColliderDef();
	drum.shape.type = tl_capsuleShape;
	drum.shape.radius = (tlReal)radius;
	drum.shape.halfHeight = 1;
	drum.transform.q = tlMakeQuat( ( tlVec3 ){ 1, 0, 0 }, TL_PI / 2 );
	tlColliderId id;
	tlCreateCollider( lab.world, &drum, &id, NULL );
	double loads = 0, pulls = 0;
	tlTransform frame = tlTransform_identity;
	for ( int32_t i = 0; i < (int32_t)( rate * ( start + seconds ) ); ++i )
	{
		frame.p.y -= speed / rate;
		tlBody_SetPinTarget( lab.world, lab.body, 0, &frame );
		tlLab_Run( &lab, 1 / rate, 1 );
		if ( i >= (int32_t)( rate * start ) )
		{
			loads += tlLab_GetForce( &lab, 0, 0 );
			pulls += tlLab_GetForce( &lab, 0, n );
		}
	}
	tlFreeLab( &lab );
	return pulls / loads;
}

#define TL_POLYGON( name, contacts, value )                                                                                 \
	{                                                                                                                       \
		"3.5 capstan", name, MeasurePolygonCapstan, { 0.3, contacts }, value, { 1e-2, 0 }, { 5e-2, 0 }, NULL                \
	}

static const tlCheck s_others[] = {
	{ "3.4 spinning rope",
	  "mean elongation [m] against the continuum, w 10 rad/s",
	  MeasureSpinningRope,
	  { 20 },
	  0.15878881,
	  { 1e-2, 0 },
	  { 1e-2, 0 },
	  NULL },
	TL_POLYGON( "T2/T1, half a turn, mu 0.3, 5 contacts", 5, 2.658771 ),
	TL_POLYGON( "T2/T1, half a turn, mu 0.3, 10 contacts", 10, 2.588356 ),
	TL_POLYGON( "T2/T1, half a turn, mu 0.3, 20 contacts", 20, 2.571774 ),
	{ "3.4 spinning rope",
	  "mean elongation [m], w 10 rad/s, 20 segments",
	  MeasureSpinningRope,
	  { 20 },
	  0.15899775,
	  { 1e-2, 0 },
	  { 1e-2, 0 },
	  NULL },
	{ "3.5 capstan", "T2/T1, half a turn, mu 0.3", MeasureCapstan, { 0.3 }, 2.566332, { 2e-2, 0 }, { 5e-2, 0 }, NULL },
	{ "3.5 capstan", "T2/T1, half a turn, mu 0.15", MeasureCapstan, { 0.15 }, 1.601978, { 2e-2, 0 }, { 5e-2, 0 }, NULL },
};

void tlAddRopeChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_catenaries, TL_COUNT( s_catenaries ) );
	tlCheckList_AddAll( list, s_elastics, TL_COUNT( s_elastics ) );
	tlCheckList_AddAll( list, s_swings, TL_COUNT( s_swings ) );
	tlCheckList_AddAll( list, s_seconds, TL_COUNT( s_seconds ) );
	tlCheckList_AddAll( list, s_others, TL_COUNT( s_others ) );
}
