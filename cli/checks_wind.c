// Air: a sheet that falls flat, one that hangs in the wind, what depends neither on the mesh nor on the frame, turbulence,
// pressure.
// SPDX-License-Identifier: MIT
#include "checks.h"

#include <math.h>

static const double s_sigma = 0.15, s_density = 1.225; // [kg/m^2], [kg/m^3]; the drag coefficient is the default, 1.28

static tlSheetDef MakeSheetDef( int32_t cells, bool triangles )
{
	tlSheetDef def = tlDefaultSheetDef();
	def.cellCount = cells;
	def.side = 1;
	def.triangles = triangles;
	def.gravity = 9.81;
	def.budget = tlMakeBudget( 1, 1, tl_coloredSweep );
	def.material.areaDensity = (tlReal)s_sigma;
	return def;
}

static void SetWind( const tlLab* lab, double x, double y, double z )
{
	tlWind wind = tlDefaultWind();
	wind.velocity = ( tlVec3 ){ (tlReal)x, (tlReal)y, (tlReal)z };
	tlWorld_SetWind( lab->world, &wind, NULL );
}

// ---- a square that falls flat in still air, in steps of 1/600 s. Arguments: seconds, cells, triangles, what (0 speed, 1
// fall, 2 how far it goes sideways), substeps.

static double MeasureFall( const double* a )
{
	tlSheetDef def = MakeSheetDef( (int32_t)a[1], a[2] != 0 );
	def.free = true;
	def.budget.substepCount = a[4] > 0 ? (int32_t)a[4] : 1;
	tlLab lab = tlMakeSheet( &def );
	SetWind( &lab, 0, 0, 0 );
	double startX = tlLab_GetPosition( &lab, 0 ).x;
	tlLab_Run( &lab, 1.0 / 600, (int64_t)( 600 * a[0] + 0.5 ) );
	double values[3] = { -tlLab_GetVelocity( &lab, 0 ).y, -tlLab_GetPosition( &lab, 0 ).y,
		                 fabs( tlLab_GetPosition( &lab, 0 ).x - startX ) };
	tlFreeLab( &lab );
	return values[(int)a[3]];
}

#define TL_WIND_FALL( name, seconds, cells, triangles, what, value, ... )                                                   \
	{                                                                                                                       \
		"10.1 wind", name, MeasureFall, { seconds, cells, triangles, what }, value, __VA_ARGS__, NULL                       \
	}

static const tlCheck s_falls[] = {
	TL_WIND_FALL( "flat square, 0.15 kg/m^2: speed after 0.5 s", 0.5, 8, 0, 0, 1.3678785, { 2e-3, 0 }, { 2e-3, 0 } ),
	TL_WIND_FALL( "its fall in 0.5 s at h = 1/600", 0.5, 8, 0, 1, 0.5543597, { 1e-6, 0 }, { 1e-4, 0 } ),
	{ "10.1 wind", "the same at h = 1/9600", MeasureFall, { 0.5, 8, 0, 1, 16 }, 0.5525335, { 2e-3, 0 }, { 2e-3, 0 }, NULL },
	TL_WIND_FALL( "its terminal velocity", 3, 8, 0, 0, 1.3700048, { 1e-7, 0 }, { 1e-4, 0 } ),
	TL_WIND_FALL( "the terminal velocity in one cell", 3, 1, 0, 0, 1.3700048, { 1e-7, 0 }, { 1e-4, 0 } ),
	TL_WIND_FALL( "the terminal velocity in triangles", 3, 5, 1, 0, 1.3700048, { 1e-7, 0 }, { 1e-4, 0 } ),
	TL_WIND_FALL( "lift at normal incidence: how far it goes sideways", 3, 8, 0, 2, 0, { 0, 1e-9 }, { 0, 1e-4 } ),
};

// ---- a limp sheet, held by its upper row, in a wind that only presses: sin = (-1 + sqrt(1 + 4 q^2)) / (2 q) with
// q = rho Cd U^2 / (2 sigma g). Argument: U [m/s]. Its angle [degrees].

static double MeasureHinge( const double* a )
{
	tlSheetDef def = MakeSheetDef( 6, false );
	def.hanging = def.row = true;
	def.budget = tlMakeBudget( 8, 1, tl_coloredSweep );
	def.material.liftCoefficient = def.material.tangentialDragCoefficient = 0;
	tlLab lab = tlMakeSheet( &def );
	SetWind( &lab, 0, 0, a[0] );
	tlLab_Settle( &lab, 10, 8, 1.0 / 60 );
	// Rows run from one edge to the other: the free one is the lower of the two.
	int32_t columns = def.cellCount + 1, middle = columns / 2;
	tlPosition p = tlLab_GetPosition( &lab, middle ), q = tlLab_GetPosition( &lab, lab.particleCount - columns + middle );
	double angle = atan2( fabs( p.z - q.z ), fabs( p.y - q.y ) ) * 180 / TL_PI;
	tlFreeLab( &lab );
	return angle;
}

#define TL_HINGE( name, speed, value )                                                                                      \
	{                                                                                                                       \
		"10.1 wind", name, MeasureHinge, { speed }, value, { 0, 1 }, { 0, 1 }, NULL                                         \
	}

static const tlCheck s_hinges[] = {
	TL_HINGE( "limp hinged sheet in 1 m/s [degrees]", 1, 25.6536 ),
	TL_HINGE( "limp hinged sheet in 2 m/s [degrees]", 2, 52.4234 ),
	TL_HINGE( "limp hinged sheet in 3 m/s [degrees]", 3, 64.3095 ),
};

// ---- a rope of 20 g/m and 8 mm that hangs in a wind that only presses: straight, at the same sine with q = rho Cd d U^2 /
// (2 lambda g). Arguments: U [m/s], segments. The angle of its lower half [degrees].

static double MeasureRope( const double* a )
{
	tlChainDef def = tlDefaultChainDef();
	def.segmentCount = (int32_t)a[1];
	def.segmentLength = 1 / a[1];
	def.nodeMass = 0.02 * def.segmentLength;
	def.tipMass = def.nodeMass / 2;
	def.gravity = 9.81;
	def.budget = tlMakeBudget( 16, 1, tl_coloredSweep );
	tlLab lab = tlMakeChain( &def );
	tlMaterial material = tlBody_GetMaterial( lab.world, lab.body );
	material.thickness = (tlReal)0.004;
	material.tangentialDragCoefficient = 0;
	tlBody_SetMaterial( lab.world, lab.body, &material, NULL );
	SetWind( &lab, 0, 0, a[0] );
	tlLab_Settle( &lab, 10, 8, 1.0 / 60 );
	tlPosition p = tlLab_GetPosition( &lab, def.segmentCount / 2 ), q = tlLab_GetPosition( &lab, def.segmentCount );
	tlFreeLab( &lab );
	return atan2( fabs( q.z - p.z ), fabs( q.y - p.y ) ) * 180 / TL_PI;
}

#define TL_ROPE( name, speed, segments, value )                                                                             \
	{                                                                                                                       \
		"10.1 wind", name, MeasureRope, { speed, segments }, value, { 0, 0.05 }, { 0, 0.1 }, NULL                           \
	}

static const tlCheck s_ropes[] = {
	TL_ROPE( "limp rope of 4 segments in 3 m/s [degrees]", 3, 4, 15.4959341 ),
	TL_ROPE( "limp rope of 16 segments in 3 m/s [degrees]", 3, 16, 15.4959341 ),
	TL_ROPE( "limp rope of 16 segments in 6 m/s [degrees]", 6, 16, 40.9829359 ),
};

// ---- the force on a level square of 1 m^2 in a wind of 4 m/s at an angle of attack, over rho U^2 / 2. Arguments: angle
// [degrees], cells, triangles, what (0 with the wind, 1 across it).

static double MeasurePlate( const double* a )
{
	tlSheetDef def = MakeSheetDef( (int32_t)a[1], a[2] != 0 );
	def.free = true;
	def.material.liftCoefficient = (tlReal)0.8;
	def.material.tangentialDragCoefficient = (tlReal)0.05;
	tlLab lab = tlMakeSheet( &def );
	double angle = a[0] * TL_PI / 180, c = cos( angle ), s = sin( angle ), speed = 4;
	SetWind( &lab, speed * c, speed * s, 0 );
	tlLab_Run( &lab, 1e-6, 1 );
	const double* f = tlBody_GetStats( lab.world, lab.body )->aeroForce;
	double along = f[0] * c + f[1] * s, across = f[1] * c - f[0] * s;
	tlFreeLab( &lab );
	return ( a[3] != 0 ? across : along ) / ( 0.5 * s_density * speed * speed );
}

// Cd s^3 + Ct c^2, and (Cd s^2 - Ct s) c + Cl s c^3.
#define TL_PLATE( name, degrees, cells, triangles, across, value )                                                          \
	{                                                                                                                       \
		"10.1 wind", name, MeasurePlate, { degrees, cells, triangles, across }, value, { 1e-6, 1e-9 }, { 1e-5, 1e-5 }, NULL \
	}

static const tlCheck s_plates[] = {
	TL_PLATE( "drag of a plate at 30 degrees", 30, 1, 0, 0, 0.1975 ),
	TL_PLATE( "the same in 7 x 7 cells", 30, 7, 0, 0, 0.1975 ),
	TL_PLATE( "the same in triangles", 30, 7, 1, 0, 0.1975 ),
	TL_PLATE( "its lift", 30, 7, 1, 1, 0.5152851152 ),
	TL_PLATE( "its drag at 90 degrees", 90, 7, 0, 0, 1.28 ),
	TL_PLATE( "its lift at 90 degrees", 90, 7, 0, 1, 0 ),
	TL_PLATE( "its friction at 0 degrees", 0, 7, 0, 0, 0.05 ),
	TL_PLATE( "its lift at 0 degrees", 0, 7, 0, 1, 0 ),
};

// ---- frames: a sheet at rest in a wind against one that flies through still air: the largest difference of their places
// after 0.5 s [m].

static double MeasureFrame( const double* a )
{
	(void)a;
	const double u[3] = { 2, 1, -3 };
	tlLab labs[2];
	for ( int n = 0; n < 2; ++n )
	{
		tlSheetDef def = MakeSheetDef( 6, false );
		def.free = true;
		def.gravity = 0;
		def.material.stretch.compliance = def.material.shear.compliance = (tlReal)1e-4;
		labs[n] = tlMakeSheet( &def );
		SetWind( labs + n, n == 0 ? u[0] : 0, n == 0 ? u[1] : 0, n == 0 ? u[2] : 0 );
		for ( int32_t i = 0; n == 1 && i < labs[n].particleCount; ++i )
		{
			tlLab_Push( labs + n, i, -u[0], -u[1], -u[2] );
		}
		tlLab_Run( labs + n, 1.0 / 240, 120 );
	}
	double most = 0;
	for ( int32_t i = 0; i < labs[0].particleCount; ++i )
	{
		tlPosition p = tlLab_GetPosition( labs, i ), q = tlLab_GetPosition( labs + 1, i );
		most = fmax( most, fabs( p.x - q.x - 0.5 * u[0] ) );
		most = fmax( most, fabs( p.y - q.y - 0.5 * u[1] ) );
		most = fmax( most, fabs( p.z - q.z - 0.5 * u[2] ) );
	}
	tlFreeLab( labs );
	tlFreeLab( labs + 1 );
	return most;
}

// ---- turbulence of intensity 0.2 in a wind of 5 m/s, over 20000 places and times. Argument: what (0 standard deviation of
// a component over the mean speed, 1 mean of a component over it).

static double MeasureTurbulence( const double* a )
{
	tlSheetDef def = MakeSheetDef( 1, false );
	tlLab lab = tlMakeSheet( &def );
	tlWind wind = tlDefaultWind();
	wind.velocity = ( tlVec3 ){ 3, 0, 4 };
	wind.turbulenceIntensity = (tlReal)0.2;
	tlWorld_SetWind( lab.world, &wind, NULL );
	uint64_t state = 11;
	const int count = 20000;
	double sum = 0, square = 0;
	for ( int n = 0; n < count; ++n )
	{
		tlPosition x = { 50 * tlDrawNumber( &state ), 50 * tlDrawNumber( &state ), 50 * tlDrawNumber( &state ) };
		double y = tlWorld_GetWindVelocity( lab.world, x, 50 * ( 1 + tlDrawNumber( &state ) ) ).y / 5.0;
		sum += y / count;
		square += y * y / count;
	}
	tlFreeLab( &lab );
	return a[0] == 0 ? sqrt( square ) : sum;
}

// ---- a free sheet of 0.15 kg/m^2 under a pressure: its acceleration p / sigma.

static double MeasurePressure( const double* a )
{
	tlSheetDef def = MakeSheetDef( 5, false );
	def.free = true;
	def.gravity = 0;
	tlLab lab = tlMakeSheet( &def );
	tlBody_SetPressure( lab.world, lab.body, (tlReal)a[0] );
	tlLab_Run( &lab, 1.0 / 600, 60 );
	double v = fabs( tlLab_GetVelocity( &lab, 0 ).y );
	tlFreeLab( &lab );
	return v / 0.1;
}

static const tlCheck s_others[] = {
	{ "10.1 wind",
	  "wind on a sheet at rest, or a sheet flying in still air [m]",
	  MeasureFrame,
	  { 0 },
	  0,
	  { 0, 1e-9 },
	  { 0, 5e-3 },
	  NULL },
	{ "10.1 wind", "turbulence of intensity 0.2", MeasureTurbulence, { 0 }, 0.2, { 0.03, 0 }, { 0.03, 0 }, NULL },
	{ "10.1 wind", "mean of the turbulence", MeasureTurbulence, { 1 }, 0, { 0, 6e-3 }, { 0, 6e-3 }, NULL },
	{ "10.1 wind",
	  "acceleration of 0.15 kg/m^2 under 3 Pa [m/s^2]",
	  MeasurePressure,
	  { 3 },
	  20,
	  { 1e-9, 0 },
	  { 1e-4, 0 },
	  NULL },
};

void tlAddWindChecks( tlCheckList* list )
{
	tlCheckList_AddAll( list, s_falls, TL_COUNT( s_falls ) );
	tlCheckList_AddAll( list, s_hinges, TL_COUNT( s_hinges ) );
	tlCheckList_AddAll( list, s_ropes, TL_COUNT( s_ropes ) );
	tlCheckList_AddAll( list, s_plates, TL_COUNT( s_plates ) );
	tlCheckList_AddAll( list, s_others, TL_COUNT( s_others ) );
}
