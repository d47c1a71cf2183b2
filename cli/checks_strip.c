// Strips that bend under their own weight, shake, and stand on end.
// SPDX-License-Identifier: MIT
#include "checks.h"
#include "lab_strip.h"

#include <math.h>

// Everything here has a length of 1 m; the weight w of the strip per metre and metre of width is that of 0.15 kg/m^2, and
// the rigidity B follows from G = w L^3 / B.
#define TL_SURFACE 0.15
#define TL_WEIGHT ( TL_SURFACE * 9.81 )

typedef enum Type
{
	tl_links, // dihedrals, with cells that stay flat
	tl_curvature,
} Type;

typedef enum Clamp
{
	tl_plainClamp,   // every hinge B / a, also the one at the clamp: by hand
	tl_doubledClamp, // measured: the hinge at the clamp is twice as stiff
} Clamp;

static const char* const s_types[] = { "dihedral", "curvature" };

static tlStripDef MakeCantilever( Type type, tlStripMesh mesh, int32_t cells, int32_t across, double rigidity, Clamp clamp )
{
	tlStripDef def = tlDefaultStripDef();
	tlMaterial* m = &def.material;
	def.along = cells;
	def.across = across;
	def.cell = 1.0 / cells;
	def.mesh = mesh;
	def.bendType = s_types[type];
	def.budget = tlMakeBudget( 1, 2, tl_coloredSweep );
	def.startPins = 2;
	m->areaDensity = (tlReal)TL_SURFACE;
	m->measured = clamp == tl_doubledClamp;
	m->warpBending = m->weftBending = m->biasBending = (tlReal)rigidity;
	if ( type == tl_links )
	{
		// Diagonals are hinges too: a strip of one diagonal bends and twists over them. Where the cloth does not curve at 45
		// degrees they stay flat.
		m->biasBending = (tlReal)( 1e4 * rigidity );
	}
	if ( clamp == tl_plainClamp )
	{
		def.bendType = NULL;
		def.linkType = "dihedral";
		def.linkCompliance = 1 / rigidity; // a hinge across is as long as a cell
	}
	if ( across > 1 )
	{
		def.stretchType = "strain"; // hard edges would let a mesh bend along its own lines only
	}
	m->warpStiffness = m->weftStiffness = across > 1 ? (tlReal)1e4 : (tlReal)1e9;
	m->shearStiffness = m->warpStiffness / 2;
	return def;
}

// The substep that goes with r = 3 B h^2 / (sigma a^4): how stiff a hinge is against the inertia of its particles. Too few
// iterations for r let a strip hang deeper, as what comes last in a sweep undoes part of what came first: here, with two
// iterations, by about 15 degrees times r.
static double FindSubstep( const tlStripDef* def, double rigidity, double r )
{
	double a2 = def->cell * def->cell;
	return sqrt( r * TL_SURFACE * a2 * a2 / ( 3 * rigidity ) );
}

// With the damping that is critical for the first mode; 3 rad/s is what hangs down as a pendulum.
static void Settle( tlLab* lab, double rigidity, double h )
{
	double omega = fmax( 3.516 * sqrt( rigidity / TL_SURFACE ), 3 );
	tlLab_Settle( lab, 2 * omega, 12 / omega, h );
}

// ---- 5.1 and 5.3: a heavy strip. Arguments: type, mesh, cells along, across, G, clamp, what, r.

typedef enum What
{
	tl_chord,     // [degrees] from clamp to tip
	tl_fullChord, // the same with the full mass of a cell at the tip instead of a half
	tl_drop,      // over length
	tl_reach,     // x of the tip over length
	tl_slope,     // of the last cell [degrees]
} What;

static double Read( const tlLab* lab, const tlStripDef* def, What what )
{
	tlPosition tip = tlGetStripColumn( lab, def, def->along ), before = tlGetStripColumn( lab, def, def->along - 1 );
	switch ( what )
	{
		case tl_drop:
			return -tip.y;
		case tl_reach:
			return tip.x;
		case tl_slope:
			return atan2( before.y - tip.y, tip.x - before.x ) * 180 / TL_PI;
		default:
			return atan2( -tip.y, tip.x ) * 180 / TL_PI;
	}
}

static double MeasureHeavyStrip( const double* a )
{
	double rigidity = TL_WEIGHT / a[4];
	tlStripDef def =
	    MakeCantilever( (Type)(int)a[0], (tlStripMesh)(int)a[1], (int32_t)a[2], (int32_t)a[3], rigidity, (Clamp)(int)a[5] );
	What what = (What)(int)a[6];
	def.tipFactor = what == tl_fullChord ? 2 : 1;
	def.gravity.y = (tlReal)-9.81;
	tlLab lab = tlMakeStrip( &def );
	Settle( &lab, rigidity, FindSubstep( &def, rigidity, a[7] ) );
	double value = Read( &lab, &def, what );
	tlFreeLab( &lab );
	return value;
}

// ---- Rigidity over what was asked, from the drop of a strip with G = 0.1 against that of the continuum. Where the warp
// lies askew, a narrow strip that is free to twist has 1/B = c^4/B1 + s^4/B2 + c^2 s^2/T, with 4/B45 = 1/B1 + 1/B2 + 1/T.
// Arguments: mesh, cells along, across, angle of the warp [degrees], B2/B1, B45/B1, r.

static double MeasureRigidity( const double* a )
{
	double warp = TL_WEIGHT / 0.1, weft = warp * a[4], bias = warp * a[5], twist = 1 / ( 4 / bias - 1 / warp - 1 / weft );
	double c = cos( a[3] * TL_PI / 180 ), s = sin( a[3] * TL_PI / 180 );
	double rigidity = 1 / ( c * c * c * c / warp + s * s * s * s / weft + c * c * s * s / twist );
	tlStripDef def =
	    MakeCantilever( tl_curvature, (tlStripMesh)(int)a[0], (int32_t)a[1], (int32_t)a[2], warp, tl_doubledClamp );
	def.warpAngle = a[3];
	def.material.weftBending = (tlReal)weft;
	def.material.biasBending = (tlReal)bias;
	def.gravity.y = (tlReal)( -9.81 * rigidity / warp ); // so that G is 0.1 of what is measured
	tlLab lab = tlMakeStrip( &def );
	Settle( &lab, rigidity, FindSubstep( &def, rigidity, a[6] ) );
	double drop = Read( &lab, &def, tl_drop );
	tlFreeLab( &lab );
	return 0.012498 / drop;
}

// ---- 5.4: too few iterations soften. One iteration lets a strip hang deeper by a term in r, and with it in h^2: how much
// depends on what else the sweep has to hold (17 degrees times r for a chain in the plane, two to three times as much for
// links of four hard edges). Without that term, or with ten iterations, it is the chain of links. Arguments: what (0 chord
// with ten iterations [degrees], 1 chord with one iteration, extrapolated to h = 0 [degrees], 2 what twice the substep does
// to the rise).

static double MeasureSoftChord( double rate, int32_t iterations )
{
	double rigidity = TL_WEIGHT / 8;
	tlStripDef def = MakeCantilever( tl_links, tl_diagonalStrip, 10, 1, rigidity, tl_plainClamp );
	def.gravity.y = (tlReal)-9.81;
	def.budget = tlMakeBudget( 1, iterations, tl_forwardSweep );
	tlLab lab = tlMakeStrip( &def );
	Settle( &lab, rigidity, 1 / rate );
	double chord = Read( &lab, &def, tl_chord );
	tlFreeLab( &lab );
	return chord;
}

static double MeasureSoftening( const double* a )
{
	const double right = 46.872;
	if ( a[0] == 0 )
	{
		return MeasureSoftChord( 1200, 10 );
	}
	double coarse = MeasureSoftChord( 2400, 1 ), fine = MeasureSoftChord( 4800, 1 );
	return a[0] == 1 ? fine - ( coarse - fine ) / 3 : ( coarse - right ) / ( fine - right );
}

// ---- 5.9: shapes of a clamped bar at place s, 1 at the tip.

static double GetMode( int mode, double s )
{
	const double k = mode == 1 ? 1.8751040687 : 4.6940911330;
	double sigma = ( cosh( k ) + cos( k ) ) / ( sinh( k ) + sin( k ) );
	double shape = cosh( k * s ) - cos( k * s ) - sigma * ( sinh( k * s ) - sin( k * s ) );
	return shape / ( mode == 1 ? 2 : -2 );
}

// Angular frequency over sqrt(B / (sigma L^4)). Arguments: type, mesh, cells, across, clamp, mode, r.
static double MeasureFrequency( const double* a )
{
	double rigidity = TL_SURFACE; // so that the unit is 1/s
	int mode = (int)a[5];
	tlStripDef def =
	    MakeCantilever( (Type)(int)a[0], (tlStripMesh)(int)a[1], (int32_t)a[2], (int32_t)a[3], rigidity, (Clamp)(int)a[4] );
	tlLab lab = tlMakeStrip( &def );
	for ( int32_t i = 1; i <= def.along; ++i )
	{
		for ( int32_t j = 0; j <= def.across; ++j )
		{
			int32_t n = tlGetStripVertex( &def, i, j );
			tlPosition p = tlLab_GetPosition( &lab, n );
			tlLab_Place( &lab, n, p.x, 1e-3 * GetMode( mode, p.x ), p.z );
		}
	}
	double h = FindSubstep( &def, rigidity, a[6] );
	tlCrossings crossings = { 0 };
	for ( double t = 0; t < 30 && crossings.count < 5; t += h )
	{
		double sum = 0; // the part of the mode
		for ( int32_t i = 1; i <= def.along; ++i )
		{
			double share = i == def.along ? 0.5 : 1;
			sum += share * GetMode( mode, (double)i / def.along ) * tlGetStripColumn( &lab, &def, i ).y;
		}
		tlCrossings_Add( &crossings, t, h, sum );
		tlLab_Run( &lab, h, 1 );
	}
	tlFreeLab( &lab );
	return crossings.count == 5 ? 4 * TL_PI / ( crossings.times[4] - crossings.times[0] ) : NAN;
}

// Whether a strip that stands on end, a little out of plumb, falls: 1, or 0. Arguments: clamp, w L^3 / B, how many times the
// mass of half a cell the tip has.
static double MeasureFall( const double* a )
{
	double rigidity = TL_WEIGHT / a[1];
	tlStripDef def = MakeCantilever( tl_links, tl_diagonalStrip, 20, 1, rigidity, (Clamp)(int)a[0] );
	def.gravity.x = (tlReal)-9.81;
	def.tipFactor = a[2];
	tlLab lab = tlMakeStrip( &def );
	for ( int32_t i = 1; i <= def.along; ++i )
	{
		for ( int32_t j = 0; j <= def.across; ++j )
		{
			int32_t n = tlGetStripVertex( &def, i, j );
			tlPosition p = tlLab_GetPosition( &lab, n );
			tlLab_Place( &lab, n, p.x, 1e-2 * GetMode( 1, p.x ), p.z );
		}
	}
	tlLab_Settle( &lab, 0.5, 6, FindSubstep( &def, rigidity, 0.02 ) );
	double lean = fabs( tlGetStripColumn( &lab, &def, def.along ).y );
	tlFreeLab( &lab );
	return lean > 0.1 ? 1 : 0;
}

// ---- Euler's load over B: what a strip presses with whose ends are held 1 % nearer than it is long, P = P0 (1 + 0.01 / 2).
// The middle link of an odd number lies level: what runs along it there is P. Arguments: whether the ends are clamped,
// cells.

static void Bow( const tlLab* lab, const tlStripDef* def, double pressed )
{
	int32_t beyond = def->startPins - 1, held[32], heldCount = 0;
	for ( int32_t i = -beyond; i <= def->along + beyond; ++i )
	{
		double s = fmin( fmax( (double)i / def->along, 0 ), 1 );
		double lift = beyond > 0 ? ( 1 - cos( 2 * TL_PI * s ) ) / 2 : sin( TL_PI * s );
		for ( int32_t j = 0; j <= def->across; ++j )
		{
			int32_t n = tlGetStripVertex( def, i, j );
			tlPosition p = tlLab_GetPosition( lab, n );
			tlLab_Place( lab, n, p.x - pressed * ( s - 0.5 ), 0.06 * lift, p.z );
			if ( i <= 0 || i >= def->along )
			{
				held[heldCount++] = n;
			}
		}
	}
	tlPinDef pins = { .particles = held, .particleCount = heldCount, .frame = tlTransform_identity };
	int32_t index;
	tlBody_AddPins( lab->world, lab->body, &pins, &index, NULL ); // where they now are
}

static double MeasureEuler( const double* a )
{
	const double rigidity = 0.1;
	tlStripDef def = MakeCantilever( tl_links, tl_diagonalStrip, (int32_t)a[1], 1, rigidity, tl_doubledClamp );
	def.startPins = a[0] != 0 ? 2 : 1;
	def.endPins = def.startPins;
	tlLab lab = tlMakeStrip( &def );
	Bow( &lab, &def, 0.01 );
	tlLab_Settle( &lab, 10, 3, FindSubstep( &def, rigidity, 0.0025 ) );
	double middle = def.cell * def.along / 2, sum = 0;
	const tlVec3* rest = tlFabric_GetRestPositions( lab.fabric );
	const tlBodyStats* stats = tlBody_GetStats( lab.world, lab.body );
	for ( int32_t s = 0; s < stats->setCount; ++s )
	{
		for ( int32_t i = 0; i < stats->sets[s].constraintCount; ++i )
		{
			tlConstraintState c = tlBody_GetConstraint( lab.world, lab.body, s, i );
			int32_t p = c.particles[0], q = c.particles[1];
			bool crosses = ( (double)rest[p].x < middle ) != ( (double)rest[q].x < middle );
			if ( c.arity == 2 && crosses )
			{
				double x = (double)( rest[q].x - rest[p].x ), z = (double)( rest[q].z - rest[p].z );
				sum += (double)c.force * fabs( x ) / sqrt( x * x + z * z );
			}
		}
	}
	tlFreeLab( &lab );
	return -sum / ( rigidity * def.cell );
}

// ---- 5.5 for the type curvature: on a shallow parabola every hinge carries the moment D : kappa of the continuum, its part
// square to the edge times the length of the edge, on every mesh and in every direction. The particles are so heavy that
// they stay, and the forces are solved for. How far the worst of those in the middle is off, over the largest moment.
// Arguments: mesh, direction of curvature [degrees], angle of the warp [degrees], B2/B1, B45/B1; curvature across over that
// along (1 a sphere, -1 a saddle).

typedef struct Moment
{
	double xx, xz, zz;
} Moment;

static Moment Turn( Moment m, double degrees )
{
	double c = cos( degrees * TL_PI / 180 ), s = sin( degrees * TL_PI / 180 );
	return ( Moment ){ c * c * m.xx - 2 * c * s * m.xz + s * s * m.zz, c * s * ( m.xx - m.zz ) + ( c * c - s * s ) * m.xz,
		               s * s * m.xx + 2 * c * s * m.xz + c * c * m.zz };
}

static double FindWorst( const tlLab* lab, Moment m, const double center[2], double reach )
{
	const tlVec3* rest = tlFabric_GetRestPositions( lab->fabric );
	int32_t count = tlBody_GetStats( lab->world, lab->body )->sets[0].constraintCount;
	double worst = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		tlConstraintState c = tlBody_GetConstraint( lab->world, lab->body, 0, i );
		tlVec3 p = rest[c.particles[0]], q = rest[c.particles[1]];
		double dx = (double)( q.x - p.x ), dz = (double)( q.z - p.z ), length = sqrt( dx * dx + dz * dz );
		double x = (double)( p.x + q.x ) / 2 - center[0], z = (double)( p.z + q.z ) / 2 - center[1];
		double right = ( m.xx * dz * dz - 2 * m.xz * dx * dz + m.zz * dx * dx ) / ( length * length );
		if ( fabs( x ) < reach && fabs( z ) < reach )
		{
			worst = fmax( worst, fabs( (double)c.force / length - right ) );
		}
	}
	return worst / fmax( fabs( m.xx ) + fabs( m.zz ), 1e-30 );
}

static double MeasureMoments( const double* a )
{
	const double bend = 1e-2; // [1/m]
	const double weft = a[3], bias = a[4];
	tlStripDef def = tlDefaultStripDef();
	def.along = def.across = 12;
	def.cell = 0.1;
	def.mesh = (tlStripMesh)(int)a[0];
	def.stretchType = NULL;
	def.bendType = "curvature";
	def.warpAngle = a[2];
	def.material.measured = true;
	def.material.areaDensity = (tlReal)1e12;
	def.material.warpBending = 1;
	def.material.weftBending = (tlReal)weft;
	def.material.biasBending = (tlReal)bias;
	def.budget = tlMakeBudget( 1, 300, tl_symmetricSweep );
	tlLab lab = tlMakeStrip( &def );
	Moment kappa = Turn( ( Moment ){ bend, 0, bend * a[5] }, a[1] );
	const double center[2] = { 0.6, def.mesh == tl_equilateralStrip ? 0.6 * sqrt( 0.75 ) : 0.6 };
	tlCurveStrip( &lab, &def, center, kappa.xx, kappa.xz, kappa.zz );
	tlLab_Run( &lab, 1, 1 );
	Moment m = Turn( kappa, -a[2] ); // as the warp sees it
	m = ( Moment ){ m.xx, 2 / ( 4 / bias - 1 - 1 / weft ) * m.xz, weft * m.zz };
	m = Turn( m, a[2] );
	double worst = FindWorst( &lab, m, center, 0.2 );
	m = ( Moment ){ -m.xx, -m.xz, -m.zz }; // the angles have the sign of the normals
	worst = fmin( worst, FindWorst( &lab, m, center, 0.2 ) );
	tlFreeLab( &lab );
	return worst;
}

static const char s_soft[] = "it needs substeps of 1e-4 s, in which a float loses its weight";

#define TL_HEAVY( name, type, mesh, cells, across, load, clamp, what, r, right, tolerance )                                 \
	{                                                                                                                       \
		"5 heavy strip", name, MeasureHeavyStrip, { type, mesh, cells, across, load, clamp, what, r }, right,               \
		    { 0, tolerance }, { 0, tolerance }, s_soft                                                                      \
	}
#define TL_WITHIN( part )                                                                                                   \
	{                                                                                                                       \
		part, 0                                                                                                             \
	}

#define TL_ROW( cells, clamp, text, what, right )                                                                           \
	TL_HEAVY( text ", " #cells " cells, G = 8, chord [degrees]", tl_links, tl_diagonalStrip, cells, 1, 8, clamp, what,      \
	          0.005, right, 0.1 )

// Peirce's second angle, 43 degrees, is c = 0.489685 L in the continuum, G = (L / c)^3.
static const tlCheck s_rows[] = {
	TL_HEAVY( "links, G = 0.1, chord [degrees]", tl_links, tl_diagonalStrip, 20, 1, 0.1, tl_doubledClamp, tl_chord, 0.005,
	          0.7161, 0.02 ),
	TL_HEAVY( "curvature, irregular, G = 0.1, chord [degrees]", tl_curvature, tl_irregularStrip, 20, 2, 0.1, tl_doubledClamp,
	          tl_chord, 0.005, 0.7161, 0.02 ),
	TL_ROW( 40, tl_plainClamp, "plain clamp", tl_chord, 42.874 ),
	TL_ROW( 40, tl_doubledClamp, "doubled clamp", tl_chord, 41.506 ),
	TL_ROW( 5, tl_plainClamp, "plain clamp, full tip", tl_fullChord, 56.43 ),
	TL_ROW( 10, tl_plainClamp, "plain clamp, full tip", tl_fullChord, 49.54 ),
	TL_ROW( 20, tl_plainClamp, "plain clamp, full tip", tl_fullChord, 45.65 ),
	TL_ROW( 40, tl_plainClamp, "plain clamp, full tip", tl_fullChord, 43.60 ),
	TL_HEAVY( "Peirce's 43 degrees at c = 0.489685 L", tl_links, tl_diagonalStrip, 40, 1, 8.516275, tl_doubledClamp,
	          tl_chord, 0.005, 43, 0.1 ),
};

// B of the type curvature, within 2 %.
#define TL_RIGIDITY( text, mesh, cells, across, angle, weft, bias, r )                                                      \
	{                                                                                                                       \
		"5 rigidity", "rigidity over that asked, " text, MeasureRigidity, { mesh, cells, across, angle, weft, bias, r }, 1, \
		    TL_WITHIN( 0.02 ), TL_WITHIN( 0.02 ), s_soft                                                                    \
	}

static const tlCheck s_rigidity[] = {
	TL_RIGIDITY( "one diagonal, 40 cells", tl_diagonalStrip, 40, 2, 0, 1, 1, 0.01 ),
	TL_RIGIDITY( "orthotropic, along the warp", tl_diagonalStrip, 20, 2, 0, 0.5, 0.6, 0.005 ),
	TL_RIGIDITY( "orthotropic, turned by 30 degrees", tl_diagonalStrip, 20, 2, 30, 0.5, 0.6, 0.005 ),
	TL_RIGIDITY( "orthotropic, turned by 45 degrees", tl_diagonalStrip, 20, 2, 45, 0.5, 0.6, 0.005 ),
	TL_RIGIDITY( "orthotropic, irregular, turned by 30 degrees", tl_irregularStrip, 20, 2, 30, 0.5, 0.6, 0.005 ),
	TL_RIGIDITY( "orthotropic, alternating, turned by 45 degrees", tl_alternatingStrip, 20, 2, 45, 0.5, 0.6, 0.005 ),
};

#define TL_SOFTENED( what, text, right, tolerance )                                                                         \
	{                                                                                                                       \
		"5 softening", text, MeasureSoftening, { what }, right, { 0, tolerance }, { 0, tolerance }, s_soft                  \
	}
#define TL_FREQUENCY( type, mesh, across, clamp, mode, text, right )                                                        \
	{                                                                                                                       \
		"5 frequency", "frequency of mode " #mode ", " text, MeasureFrequency,                                              \
		    { type, mesh, 20, across, clamp, mode, 0.005 }, right, TL_WITHIN( 0.01 ), TL_WITHIN( 0.01 ), s_soft             \
	}
#define TL_STANDING( clamp, tip, text, critical, part, falls )                                                              \
	{                                                                                                                       \
		"5 standing", text, MeasureFall, { clamp, ( critical ) * ( part ), tip }, falls, { 0, 0 }, { 0, 0 }, s_soft         \
	}
#define TL_CUBE( part ) ( ( part ) * ( part ) * ( part ) )
#define TL_EULER( text, clamped, load )                                                                                     \
	{                                                                                                                       \
		"5 Euler", text, MeasureEuler, { clamped, 21 }, 1.005 * ( load ), TL_WITHIN( 0.005 ), TL_WITHIN( 0.005 ), s_soft    \
	}

// What is not of 20 cells of a plain clamp, or of the continuum, is by the eigenvalues of the links.
static const tlCheck s_motion[] = {
	TL_SOFTENED( 0, "chord [degrees], ten iterations, h = 1/1200", 46.873, 0.1 ),
	TL_SOFTENED( 1, "chord [degrees], one iteration, extrapolated to h = 0", 46.872, 0.1 ),
	TL_SOFTENED( 2, "what twice the substep does to the rise", 4, 0.25 ),
	TL_FREQUENCY( tl_links, tl_diagonalStrip, 1, tl_doubledClamp, 2, "doubled clamp", 21.800864 ),
	TL_FREQUENCY( tl_curvature, tl_diagonalStrip, 2, tl_doubledClamp, 1, "curvature", 3.516015 ),
	TL_STANDING( tl_plainClamp, 1, "falls at 0.95 of the length, plain clamp", 7.2688, TL_CUBE( 0.95 ), 0 ),
	TL_STANDING( tl_plainClamp, 1, "falls at 1.05 of the length, plain clamp", 7.2688, TL_CUBE( 1.05 ), 1 ),
	TL_STANDING( tl_doubledClamp, 40, "falls at 0.9 of the load at its end", 1.9316636, 0.9, 0 ),
	TL_STANDING( tl_doubledClamp, 40, "falls at 1.1 of the load at its end", 1.9316636, 1.1, 1 ),
	TL_EULER( "load of 21 links over B, pinned ends", 0, 9.851211 ),
	TL_EULER( "load of 21 links over B, clamped ends", 1, 39.184785 ),
};

#define TL_MOMENTS( text, mesh, direction, warp, weft, bias, across )                                                       \
	{                                                                                                                       \
		"5 moments", "error of the moments, " text, MeasureMoments, { mesh, direction, warp, weft, bias, across }, 0,       \
		    { 0, 1e-3 }, { 0, 5e-3 }, NULL                                                                                  \
	}
#define TL_ALL_MOMENTS( text, mesh )                                                                                        \
	TL_MOMENTS( text ", curved along 0 degrees", mesh, 0, 0, 1, 1, 0 ),                                                     \
	    TL_MOMENTS( text ", curved along 30 degrees", mesh, 30, 0, 1, 1, 0 ),                                               \
	    TL_MOMENTS( text ", curved along 45 degrees", mesh, 45, 0, 1, 1, 0 ),                                               \
	    TL_MOMENTS( text ", curved along 120 degrees", mesh, 120, 0, 1, 1, 0 ),                                             \
	    TL_MOMENTS( text ", sphere", mesh, 0, 0, 1, 1, 1 ), TL_MOMENTS( text ", saddle", mesh, 20, 0, 1, 1, -1 ),           \
	    TL_MOMENTS( text ", orthotropic, along 50 degrees, warp 20", mesh, 50, 20, 0.5, 0.6, 0 )

static const tlCheck s_moments[] = {
	TL_ALL_MOMENTS( "one diagonal", tl_diagonalStrip ),
	TL_ALL_MOMENTS( "alternating", tl_alternatingStrip ),
	TL_ALL_MOMENTS( "equilateral", tl_equilateralStrip ),
	TL_ALL_MOMENTS( "irregular", tl_irregularStrip ),
};

void tlAddStripChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_rows, TL_COUNT( s_rows ) );
	tlCheckList_AddAll( list, s_rigidity, TL_COUNT( s_rigidity ) );
	tlCheckList_AddAll( list, s_motion, TL_COUNT( s_motion ) );
	tlCheckList_AddAll( list, s_moments, TL_COUNT( s_moments ) );
}
