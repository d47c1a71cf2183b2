// The tables of air and force fields, and what a line can not express. A new field is one line here.
// SPDX-License-Identifier: MIT
#include "scene_tables.h"

#include "base/core.h"

#include <math.h>

static const tlField s_windFields[] = {
	{ .name = "velocity",
	  .kind = tl_vectorField,
	  TL_AT( tlWind, velocity ),
	  .fallback = "[0, 0, 0]",
	  .unit = "m/s",
	  .doc = "Mean velocity of the air; zero is still air, which slows down what moves." },
	{ .name = "airDensity",
	  .kind = tl_realField,
	  TL_AT( tlWind, airDensity ),
	  TL_LEAST( 0 ),
	  .fallback = "1.225",
	  .unit = "kg/m^3",
	  .doc = "Density of the air." },
	{ .name = "gustAmplitude",
	  .kind = tl_realField,
	  TL_AT( tlWind, gustAmplitude ),
	  TL_LEAST( 0 ),
	  .fallback = "0",
	  .doc = "Share of the mean velocity that comes and goes." },
	{ .name = "gustPeriod",
	  .kind = tl_realField,
	  TL_AT( tlWind, gustPeriod ),
	  TL_ABOVE( 0 ),
	  .fallback = "2",
	  .unit = "s",
	  .doc = "Time from gust to gust." },
	{ .name = "turbulenceIntensity",
	  .kind = tl_realField,
	  TL_AT( tlWind, turbulenceIntensity ),
	  TL_LEAST( 0 ),
	  .fallback = "0",
	  .doc = "Standard deviation of each component over the mean speed; 0.1 to 0.2 over open land." },
	{ .name = "turbulenceLength",
	  .kind = tl_realField,
	  TL_AT( tlWind, turbulenceLength ),
	  TL_ABOVE( 0 ),
	  .fallback = "1",
	  .unit = "m",
	  .doc = "Length of the largest waves." },
	{ .name = "turbulenceSeed",
	  .kind = tl_seedField,
	  TL_AT( tlWind, turbulenceSeed ),
	  TL_LEAST( 0 ),
	  .fallback = "0",
	  .doc = "The same seed gives the same turbulence." },
};

tlResult tlFinishWind( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	(void)json;
	tlWind* wind = object;
	wind->cookie = tlDefaultWind().cookie;
	tlError error;
	if ( tlValidateWind( wind, &error ) != tl_success )
	{
		return tlBinder_Fail( binder, path, NULL, false, "%s", error.message );
	}
	return tl_success;
}

const tlTable tlSceneWindTable = { .name = "wind",
	                               .title = "the wind",
	                               .doc = "Air that fills the world and acts on triangles.",
	                               TL_FIELDS( s_windFields ),
	                               .size = sizeof( tlWind ),
	                               .finish = tlFinishWind };

// In the order of tlForceFieldType; a function of a program has no place in a scene.
static const char* const s_forceNames[] = { "acceleration", "radial", "vortex", "drag" };

static const tlField s_forceFields[] = {
	{ .name = "type",
	  .kind = tl_enumField,
	  TL_AT( tlSceneForce, def.type ),
	  TL_NAMES( s_forceNames ),
	  .doc = "The same acceleration everywhere, towards a centre, around an axis, or drag against a moving medium." },
	{ .name = "body",
	  .kind = tl_textField,
	  TL_AT( tlSceneForce, body ),
	  .absent = "all bodies",
	  .doc = "The only body that it acts on." },
	{ .name = "acceleration",
	  .kind = tl_vectorField,
	  TL_AT( tlSceneForce, def.acceleration ),
	  .only = "acceleration",
	  .unit = "m/s^2",
	  .doc = "The acceleration." },
	{ .name = "strength",
	  .kind = tl_realField,
	  TL_AT( tlSceneForce, def.strength ),
	  .only = "radial|vortex",
	  .unit = "m/s^2",
	  .doc = "Towards the centre, or around the axis, right-handed; negative the other way." },
	{ .name = "axis",
	  .kind = tl_vectorField,
	  TL_AT( tlSceneForce, def.axis ),
	  .fallback = "[0, 1, 0]",
	  .only = "vortex",
	  .doc = "Direction of the axis." },
	{ .name = "rate",
	  .kind = tl_realField,
	  TL_AT( tlSceneForce, def.rate ),
	  TL_LEAST( 0 ),
	  .only = "drag",
	  .unit = "1/s",
	  .doc = "Decay of the velocity relative to the medium." },
	{ .name = "velocity",
	  .kind = tl_vectorField,
	  TL_AT( tlSceneForce, def.velocity ),
	  .fallback = "[0, 0, 0]",
	  .only = "drag",
	  .unit = "m/s",
	  .doc = "Velocity of the medium." },
	{ .name = "center",
	  .kind = tl_pointField,
	  TL_AT( tlSceneForce, def.center ),
	  TL_PLACE,
	  .fallback = "[0, 0, 0]",
	  .unit = "m",
	  .doc = "Where the field has its centre." },
	{ .name = "radius",
	  .kind = tl_doubleField,
	  TL_AT( tlSceneForce, radius ),
	  TL_ABOVE( 0 ),
	  .fallback = "1e308",
	  .absent = "as strong everywhere",
	  .unit = "m",
	  .doc = "Beyond this distance it does nothing." },
	{ .name = "falloff",
	  .kind = tl_intField,
	  TL_AT( tlSceneForce, def.falloff ),
	  TL_FROM_TO( 0, 16 ),
	  .fallback = "2",
	  .doc = "Exponent n of its weight (1 - r^2/radius^2)^n; 0: constant up to the radius." },
};

tlResult tlFinishForce( tlBinder* binder, const tlPath* path, const json_t* json, void* object )
{
	(void)json;
	tlSceneForce* force = object;
	force->bodyIndex = -1;
	force->def.cookie = tlDefaultForceFieldDef().cookie;
	force->def.radius = force->radius > 1e30 ? (tlReal)INFINITY : (tlReal)force->radius;
	force->def.axis = tlLength( force->def.axis ) > 0 ? force->def.axis : tlDefaultForceFieldDef().axis;
	tlError error;
	if ( tlValidateForceField( &force->def, &error ) != tl_success )
	{
		return tlBinder_Fail( binder, path, NULL, false, "%s", error.message );
	}
	return tl_success;
}

const tlTable tlSceneForceTable = { .name = "force",
	                                .title = "a force field",
	                                .doc = "An acceleration that depends on the place or the velocity.",
	                                TL_FIELDS( s_forceFields ),
	                                .size = sizeof( tlSceneForce ),
	                                .tag = "type",
	                                .finish = tlFinishForce };
