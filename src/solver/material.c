// SPDX-License-Identifier: MIT
#include "tulle/material.h"

#include "base/core.h"
#include "tulle/math.h"

tlMaterial tlDefaultMaterial( void )
{
	tlMaterial material = {
		.areaDensity = (tlReal)0.2,
		.linearDensity = (tlReal)0.05,
		.stretch = { .compliance = (tlReal)1e-5 },
		.shear = { .compliance = (tlReal)1e-4 },
		.bend = { .compliance = (tlReal)1e-1 },
		.staticFriction = (tlReal)0.35,
		.kineticFriction = (tlReal)0.3,
		.thickness = (tlReal)0.002,
		.dragCoefficient = (tlReal)1.28,
		.liftCoefficient = (tlReal)1.57,
		.tangentialDragCoefficient = (tlReal)0.01,
		.cookie = TL_COOKIE,
	};
	return material;
}

typedef struct Range
{
	const char* name;
	tlReal value;
	bool aboveZero;
	double most;
} Range;

tlResult tlValidateMaterial( const tlMaterial* material, tlError* error )
{
	TL_ASSERT( material->cookie == TL_COOKIE );
	const tlMaterial* m = material;
	const Range ranges[] = {
		{ "areaDensity", m->areaDensity, true, INFINITY },
		{ "linearDensity", m->linearDensity, true, INFINITY },
		{ "stretch.compliance", m->stretch.compliance, false, INFINITY },
		{ "stretch.damping", m->stretch.damping, false, INFINITY },
		{ "shear.compliance", m->shear.compliance, false, INFINITY },
		{ "shear.damping", m->shear.damping, false, INFINITY },
		{ "bend.compliance", m->bend.compliance, false, INFINITY },
		{ "bend.damping", m->bend.damping, false, INFINITY },
		{ "tether.compliance", m->tether.compliance, false, INFINITY },
		{ "tether.damping", m->tether.damping, false, INFINITY },
		{ "edgeDamping", m->edgeDamping, false, INFINITY },
		{ "globalDamping", m->globalDamping, false, INFINITY },
		{ "staticFriction", m->staticFriction, false, INFINITY },
		{ "kineticFriction", m->kineticFriction, false, m->staticFriction },
		{ "restitution", m->restitution, false, 1.0 },
		{ "thickness", m->thickness, false, INFINITY },
		{ "dragCoefficient", m->dragCoefficient, false, INFINITY },
		{ "liftCoefficient", m->liftCoefficient, false, INFINITY },
		{ "tangentialDragCoefficient", m->tangentialDragCoefficient, false, INFINITY },
	};
	for ( size_t i = 0; i < sizeof ranges / sizeof ranges[0]; ++i )
	{
		const Range* r = ranges + i;
		bool low = r->aboveZero ? !( r->value > 0 ) : !( r->value >= 0 );
		if ( low || !tlIsFinite( r->value ) )
		{
			return tlFail( error, tl_invalidArgument, "%s must be finite and %s 0, not %g", r->name,
			               r->aboveZero ? "above" : "at least", (double)r->value );
		}
		if ( r->value > r->most )
		{
			return tlFail( error, tl_invalidArgument, "%s must be at most %g, not %g", r->name, r->most, (double)r->value );
		}
	}
	return tl_success;
}
