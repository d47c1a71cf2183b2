// Shapes that have a formula: the heavy strip, the helix of a rod, the drape of a disc, the balloon.
// SPDX-License-Identifier: MIT
#include "experiment.h"
#include "lab_mesh.h"

#include "io/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---- the heavy strip (reference: the elastica under its own weight, integrated by an independent program)

enum
{
	tl_stripCells = 20,
	tl_stripCount = 6,
};

static const double s_weights[tl_stripCount] = { 1, 2, 4, 8, 15, 50 };
static const double s_chords[tl_stripCount] = { 7.1003, 13.8567, 25.5314, 41.4873, 56.0314, 74.8977 };

static tlCantileverDef MakeStripDef( double weight )
{
	tlCantileverDef def = tlDefaultCantileverDef();
	def.along = tl_stripCells;
	def.weight = weight;
	def.budget = tlMakeBudget( 120, 5, tl_symmetricSweep ); // stiff strips are slow to converge
	return def;
}

static void RunStrips( tlPage* page, tlLabMesh* mesh )
{
	static const char* const headers[4] = { "G", "chord, irregular mesh [degrees]", "right [degrees]", "error [degrees]" };
	static const int32_t digits[4] = { 3, 5, 5, 2 };
	static double chords[tl_stripCount];
	double worst = 0;
	tlPage_BeginSection( page, "A strip under its own weight" );
	tlPage_Say( page,
	            "Clamped at one end, 1 m long, on an irregular mesh of 20 cells, with stretch by strain and bending by "
	            "curvature. Its shape depends on G = w L^3 / B alone: weight against flexural rigidity. The curve is the "
	            "elastica, the points are what hangs." );
	tlPage_BeginTable( page, "strip", "Angle of the chord below the horizontal.", headers, digits, 4 );
	for ( int32_t i = 0; i < tl_stripCount; ++i )
	{
		tlCantileverDef def = MakeStripDef( s_weights[i] );
		tlLab lab = tlHangCantilever( mesh, &def );
		tlPosition tip = tlGetTip( &lab, &def );
		chords[i] = atan2( -tip.y, tip.x ) * 180 / TL_PI;
		tlPage_AddNumber( page, s_weights[i] );
		tlPage_AddNumber( page, chords[i] );
		tlPage_AddNumber( page, s_chords[i] );
		tlPage_AddNumber( page, chords[i] - s_chords[i] );
		worst = fmax( worst, fabs( chords[i] - s_chords[i] ) );
		if ( i == 1 || i == 3 || i == 5 )
		{
			tlMoment moment = {
				.lab = &lab, .lower = { -0.1, -0.95, -0.1 }, .upper = { 1.0, 0.1, 0.3 }, .strainScale = 0.02
			};
			tlPage_AddPicture( page, &moment, "G = %g: chord %.1f degrees, right %.1f", s_weights[i], chords[i],
			                   s_chords[i] );
		}
		tlFreeLab( &lab );
	}
	tlPage_EndTable( page );
	const tlSeries lines[2] = {
		{ .name = "elastica", .x = s_weights, .y = s_chords, .count = tl_stripCount },
		{ .name = "strip of 20 cells, irregular",
		  .x = s_weights,
		  .y = chords,
		  .count = tl_stripCount,
		  .dashed = true,
		  .markers = true },
	};
	tlPlot plot = { .title = "Chord angle of a heavy strip",
		            .xTitle = "G = w L^3 / B",
		            .yTitle = "angle [degrees]",
		            .series = lines,
		            .seriesCount = 2,
		            .logX = true };
	tlPage_Plots( page, &plot, 1 );
	tlPage_EndPictures( page, 3 );
	tlPage_Conclude( page, worst < 1, "The chord is within %.2f degrees of the elastica.", worst );
	tlPage_EndSection( page );
}

// ---- the helix of a rod with curvature and twist at rest

enum
{
	tl_rodSegments = 90,
	tl_helixCount = 5,
};

static const double s_twists[tl_helixCount] = { 2, 4, 8, 12, 20 }; // [rad/m]

// A rod that is bent to circles of radius 0.1 m at rest; asked for twist, it opens to a helix.
static tlLab MakeHelix( tlLabMesh* mesh, double twist )
{
	const double radius = 0.1, length = 1.8;
	mesh->vertexCount = tl_rodSegments + 1;
	mesh->faceCount = mesh->cornerCount = 0;
	for ( int32_t i = 0; i <= tl_rodSegments; ++i )
	{
		double angle = length * i / tl_rodSegments / radius;
		mesh->positions[i] = ( tlVec3 ){ (tlReal)( radius * cos( angle ) ), 0, (tlReal)( radius * sin( angle ) ) };
		if ( i < tl_rodSegments )
		{
			const int32_t ends[2] = { i, i + 1 };
			tlLabMesh_AddFace( mesh, 2, ends );
		}
	}
	static const int32_t held[2] = { 0, 1 };
	tlPinDef pins = { .particles = held, .particleCount = 2, .frame = tlTransform_identity };
	tlLabDef def = tlDefaultLabDef();
	tlLabMesh_Use( mesh, &def );
	def.fabric.bend = true;
	def.fabric.rod = true;
	def.fabric.twist = (tlReal)twist;
	def.world.gravity = tlVec3_zero;
	def.world.budget = tlMakeBudget( 20, 20, tl_symmetricSweep );
	tlMaterial* m = &def.body.material;
	m->measured = true;
	m->axialStiffness = 5000;
	m->ropeBending = m->ropeTwist = (tlReal)1e-2;
	def.body.pins = &pins;
	def.body.pinCount = 1;
	tlLab lab = tlMakeLab( &def );
	tlLab_Settle( &lab, 3, 6, 1.0 / 60 );
	return lab;
}

// Radius and pitch of the helix through the middle of the rod: from the curvature and torsion of its segments, by the turn
// between neighbours and the turn of their planes.
static void MeasureHelix( const tlLab* lab, double* radius, double* pitch )
{
	double curvature = 0, torsion = 0;
	int32_t count = 0;
	for ( int32_t i = 30; i < 60; ++i )
	{
		tlVec3 e[3], b[2];
		for ( int32_t k = 0; k < 3; ++k )
		{
			tlPosition p = tlLab_GetPosition( lab, i + k ), q = tlLab_GetPosition( lab, i + k + 1 );
			e[k] = ( tlVec3 ){ (tlReal)( q.x - p.x ), (tlReal)( q.y - p.y ), (tlReal)( q.z - p.z ) };
		}
		b[0] = tlCross( e[0], e[1] );
		b[1] = tlCross( e[1], e[2] );
		double l = (double)tlLength( e[1] );
		double turn = atan2( (double)tlLength( b[0] ), (double)tlDot( e[0], e[1] ) );
		double plane = atan2( (double)tlDot( tlCross( b[0], b[1] ), e[1] ) / l, (double)tlDot( b[0], b[1] ) );
		curvature += turn / l;
		torsion += plane / l;
		count += 1;
	}
	curvature /= count;
	torsion /= count;
	double square = curvature * curvature + torsion * torsion;
	*radius = curvature / square;
	*pitch = 2 * TL_PI * fabs( torsion ) / square;
}

static void RunHelices( tlPage* page, tlLabMesh* mesh )
{
	static const char* const headers[5] = { "twist at rest [rad/m]", "radius [m]", "right [m]", "pitch [m]", "right [m]" };
	static const int32_t digits[5] = { 3, 4, 4, 4, 4 };
	static double radii[tl_helixCount], pitches[tl_helixCount], rightRadii[tl_helixCount], rightPitches[tl_helixCount];
	double worst = 0;
	tlPage_BeginSection( page, "A rod with curvature and twist" );
	tlPage_Say(
	    page,
	    "A Cosserat rod of 1.8 m that lies in circles of 0.1 m, k = 10 1/m, and is asked for a twist t at rest, opens to "
	    "a helix of radius k / (k^2 + t^2) and pitch 2 pi t / (k^2 + t^2)." );
	tlPage_BeginTable( page, "helix", "Measured from the turns in the middle third.", headers, digits, 5 );
	for ( int32_t i = 0; i < tl_helixCount; ++i )
	{
		tlLab lab = MakeHelix( mesh, s_twists[i] );
		double square = 100 + s_twists[i] * s_twists[i];
		MeasureHelix( &lab, radii + i, pitches + i );
		rightRadii[i] = 10 / square;
		rightPitches[i] = 2 * TL_PI * s_twists[i] / square;
		const double row[5] = { s_twists[i], radii[i], rightRadii[i], pitches[i], rightPitches[i] };
		for ( int32_t k = 0; k < 5; ++k )
		{
			tlPage_AddNumber( page, row[k] );
		}
		worst = fmax( worst, fabs( radii[i] / rightRadii[i] - 1 ) );
		worst = fmax( worst, fabs( pitches[i] / rightPitches[i] - 1 ) );
		if ( i == 1 || i == 2 || i == 4 )
		{
			tlPosition lower = { -0.4, -0.6, -0.4 }, upper = { 0.5, 0.6, 0.5 };
			tlEmptyBounds( &lower, &upper );
			for ( int32_t n = 0; n <= tl_rodSegments; ++n )
			{
				tlPosition p = tlLab_GetPosition( &lab, n );
				const float at[3] = { (float)p.x, (float)p.y, (float)p.z };
				tlGrowBounds( &lower, &upper, at, 1 );
			}
			tlMoment moment = { .lab = &lab, .lower = lower, .upper = upper, .strainScale = 0.01, .ropeRadius = 0.006 };
			tlPage_AddPicture( page, &moment, "%g rad/m: radius %.4f m, pitch %.4f m", s_twists[i], radii[i], pitches[i] );
		}
		tlFreeLab( &lab );
	}
	tlPage_EndTable( page );
	const tlSeries lines[4] = {
		{ .name = "radius, formula", .x = s_twists, .y = rightRadii, .count = tl_helixCount },
		{ .name = "radius, rod", .x = s_twists, .y = radii, .count = tl_helixCount, .dashed = true, .markers = true },
		{ .name = "pitch, formula", .x = s_twists, .y = rightPitches, .count = tl_helixCount },
		{ .name = "pitch, rod", .x = s_twists, .y = pitches, .count = tl_helixCount, .dashed = true, .markers = true },
	};
	tlPlot plot = { .title = "Helix of a rod by its twist",
		            .xTitle = "twist at rest [rad/m]",
		            .yTitle = "[m]",
		            .series = lines,
		            .seriesCount = 4,
		            .fromZero = true };
	tlPage_Plots( page, &plot, 1 );
	tlPage_EndPictures( page, 3 );
	tlPage_Conclude( page, worst < 0.02, "Radius and pitch are within %.2f %% of the formula.", 100 * worst );
	tlPage_EndSection( page );
}

// ---- the drape of a disc (Cusick 1968): 30 cm over a support of 18 cm

enum
{
	tl_discRings = 20,
	tl_drapeCount = 6,
};

static const double s_rigidities[tl_drapeCount] = { 1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 1e-3 };

static tlLab Drape( tlLabMesh* mesh, double rigidity )
{
	static int32_t held[tl_maxLabVertices];
	int32_t heldCount = 0;
	tlLabMesh_MakeDisc( mesh, 0.15, tl_discRings );
	uint64_t state = 11;
	for ( int32_t i = 0; i < mesh->vertexCount; ++i )
	{
		if ( (double)tlLength( mesh->positions[i] ) < 0.09 + 1e-6 )
		{
			held[heldCount++] = i;
		}
	}
	tlLabDef def = tlDefaultLabDef();
	tlLabMesh_Use( mesh, &def );
	def.fabric.stretchType = "strain";
	def.fabric.bendType = "curvature";
	def.fabric.bend = true;
	def.world.budget = tlMakeBudget( 30, 1, tl_coloredSweep );
	tlMaterial* m = &def.body.material;
	m->measured = true;
	m->areaDensity = (tlReal)0.15;
	m->warpStiffness = m->weftStiffness = 500;
	m->shearStiffness = 50;
	m->warpBending = m->weftBending = m->biasBending = (tlReal)rigidity;
	tlPinDef pins = { .particles = held, .particleCount = heldCount, .frame = tlTransform_identity };
	def.body.pins = &pins;
	def.body.pinCount = 1;
	tlLab lab = tlMakeLab( &def );
	for ( int32_t i = 0; i < mesh->vertexCount; ++i )
	{
		// A little unevenness, so that the folds need not be born of rounding.
		tlLab_Push( &lab, i, 0, 0.02 * tlDrawNumber( &state ), 0 );
	}
	tlLab_Settle( &lab, 3, 4, 1.0 / 60 );
	return lab;
}

// Share of the ring between support and rim that the shadow of the hanging cloth covers [%].
static double MeasureDrape( const tlLab* lab, const tlLabMesh* mesh )
{
	enum
	{
		sectorCount = 360
	};
	double area = 0;
	for ( int32_t s = 0; s < sectorCount; ++s )
	{
		// The farthest point of the outline in this direction: where the ray meets the edges of the mesh.
		double angle = 2 * TL_PI * ( s + 0.5 ) / sectorCount, c = cos( angle ), n = sin( angle ), most = 0.09;
		for ( int32_t f = 0; f < mesh->faceCount; ++f )
		{
			for ( int32_t k = 0; k < 3; ++k )
			{
				tlPosition a = tlLab_GetPosition( lab, mesh->corners[3 * f + k] );
				tlPosition b = tlLab_GetPosition( lab, mesh->corners[3 * f + ( k + 1 ) % 3] );
				double da = a.x * n - a.z * c, db = b.x * n - b.z * c; // on either side of the ray
				if ( ( da > 0 ) != ( db > 0 ) )
				{
					double t = da / ( da - db );
					double along = ( a.x + t * ( b.x - a.x ) ) * c + ( a.z + t * ( b.z - a.z ) ) * n;
					most = fmax( most, along );
				}
			}
		}
		area += most * most / 2 * ( 2 * TL_PI / sectorCount );
	}
	double support = TL_PI * 0.09 * 0.09, whole = TL_PI * 0.15 * 0.15;
	return 100 * ( area - support ) / ( whole - support );
}

static void RunDrapes( tlPage* page, tlLabMesh* mesh )
{
	static const char* const headers[2] = { "B [N m]", "drape coefficient [%]" };
	static const int32_t digits[2] = { 3, 4 };
	static double drapes[tl_drapeCount];
	bool rising = true;
	tlPage_BeginSection( page, "A disc over a smaller one" );
	tlPage_Say(
	    page,
	    "Cusick's drape test: a disc of 30 cm lies on a support of 18 cm, and the shadow of what hangs over is measured, "
	    "as a share of the ring. 0.15 kg/m^2, 500 N/m. Stiff cloth casts the whole ring, limp cloth falls in folds." );
	tlPage_BeginTable( page, "drape", "", headers, digits, 2 );
	for ( int32_t i = 0; i < tl_drapeCount; ++i )
	{
		tlLab lab = Drape( mesh, s_rigidities[i] );
		drapes[i] = MeasureDrape( &lab, mesh );
		rising = rising && ( i == 0 || drapes[i] > drapes[i - 1] );
		tlPage_AddNumber( page, s_rigidities[i] );
		tlPage_AddNumber( page, drapes[i] );
		if ( i == 0 || i == 2 || i == 4 )
		{
			tlMoment moment = { .lab = &lab,
				                .lower = { -0.15, -0.07, -0.15 },
				                .upper = { 0.15, 0.01, 0.15 },
				                .pitch = 0.35,
				                .strainScale = 0.05 };
			tlPage_AddPicture( page, &moment, "B = %.0e N m: %.0f %%", s_rigidities[i], drapes[i] );
		}
		tlFreeLab( &lab );
	}
	tlPage_EndTable( page );
	const tlSeries line = {
		.name = "drape coefficient", .x = s_rigidities, .y = drapes, .count = tl_drapeCount, .markers = true
	};
	tlPlot plot = { .title = "Drape coefficient by flexural rigidity",
		            .xTitle = "B [N m]",
		            .yTitle = "drape coefficient [%]",
		            .caption =
		                "Published: silks 20 to 40 %, cottons 60 to 76 %, denims 70 to 90 %; hysteresis, which cloth has "
		                "and this has not, raises them.",
		            .series = &line,
		            .seriesCount = 1,
		            .logX = true,
		            .fromZero = true };
	tlPage_Plots( page, &plot, 1 );
	tlPage_EndPictures( page, 3 );
	tlPage_Conclude( page, rising && drapes[tl_drapeCount - 1] > 95,
	                 "The coefficient rises with the rigidity, from %.0f %% to %.0f %%.", drapes[0],
	                 drapes[tl_drapeCount - 1] );
	tlPage_EndSection( page );
}

// ---- the balloon

enum
{
	tl_balloonCount = 5,
};

static const double s_volumes[tl_balloonCount] = { 1.1, 1.2, 1.5, 2, 3 };

static tlLab Inflate( tlLabMesh* mesh, double ratio, double* pressure )
{
	tlLabMesh_MakeIcosphere( mesh, 2 );
	tlLabDef def = tlDefaultLabDef();
	tlLabMesh_Use( mesh, &def );
	def.fabric.volumeType = "volume";
	def.world.gravity = tlVec3_zero;
	def.world.budget = tlMakeBudget( 10, 20, tl_symmetricSweep );
	def.body.material.stretch.compliance = 1;
	def.body.material.areaDensity = 1;
	def.body.material.volumeRatio = (tlReal)ratio;
	tlLab lab = tlMakeLab( &def );
	tlLab_Settle( &lab, 2, 20, 1.0 / 10 );
	*pressure = -tlLab_GetForce( &lab, tlBody_GetStats( lab.world, lab.body )->setCount - 1, 0 );
	return lab;
}

static void RunBalloons( tlPage* page, tlLabMesh* mesh )
{
	static const char* const headers[3] = { "volume over that at rest", "pressure [Pa]", "thin shell [Pa]" };
	static const int32_t digits[3] = { 3, 5, 5 };
	static double pressures[tl_balloonCount], right[tl_balloonCount];
	double worst = 0;
	tlPage_BeginSection( page, "A balloon of springs" );
	tlPage_Say(
	    page,
	    "An icosphere of 320 triangles with springs of 1 N/m along its edges, blown up to a multiple of its volume by the "
	    "volume constraint, whose force is the pressure. A thin shell of such springs has 2 sqrt(3) k (s - 1) / s^2 "
	    "with s the cube root of the ratio." );
	tlPage_BeginTable( page, "balloon", "", headers, digits, 3 );
	for ( int32_t i = 0; i < tl_balloonCount; ++i )
	{
		tlLab lab = Inflate( mesh, s_volumes[i], pressures + i );
		double s = cbrt( s_volumes[i] );
		right[i] = 2 * sqrt( 3 ) * ( s - 1 ) / ( s * s );
		worst = fmax( worst, fabs( pressures[i] / right[i] - 1 ) );
		tlPage_AddNumber( page, s_volumes[i] );
		tlPage_AddNumber( page, pressures[i] );
		tlPage_AddNumber( page, right[i] );
		if ( i == 0 || i == 2 || i == 4 )
		{
			tlMoment moment = { .lab = &lab, .lower = { -1.5, -1.5, -1.5 }, .upper = { 1.5, 1.5, 1.5 }, .strainScale = 0.5 };
			tlPage_AddPicture( page, &moment, "%g times the volume: %.3f Pa", s_volumes[i], pressures[i] );
		}
		tlFreeLab( &lab );
	}
	tlPage_EndTable( page );
	const tlSeries lines[2] = {
		{ .name = "thin shell", .x = s_volumes, .y = right, .count = tl_balloonCount },
		{ .name = "icosphere of 162 vertices",
		  .x = s_volumes,
		  .y = pressures,
		  .count = tl_balloonCount,
		  .dashed = true,
		  .markers = true },
	};
	tlPlot plot = { .title = "Pressure of a balloon by its volume",
		            .xTitle = "volume over that at rest",
		            .yTitle = "pressure [Pa]",
		            .series = lines,
		            .seriesCount = 2,
		            .fromZero = true };
	tlPage_Plots( page, &plot, 1 );
	tlPage_EndPictures( page, 3 );
	tlPage_Conclude( page, worst < 0.05, "The pressure is within %.1f %% of the thin shell's.", 100 * worst );
	tlPage_EndSection( page );
}

static void Run( tlPage* page )
{
	tlLabMesh* mesh = tlMakeLabMesh();
	RunStrips( page, mesh );
	RunHelices( page, mesh );
	RunDrapes( page, mesh );
	RunBalloons( page, mesh );
	tlFreeLabMesh( mesh );
}

const tlExperiment tl_shapesExperiment = { "shapes", "strip, helix, drape and balloon beside their formulas", Run };
