// What a thing is made of: defaults, names, conversions from Young's modulus, and the one validator.
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
		.warpStiffness = 2000,
		.weftStiffness = 2000,
		.shearStiffness = 200,
		.warpBending = (tlReal)1e-5,
		.weftBending = (tlReal)1e-5,
		.biasBending = (tlReal)1e-5,
		.axialStiffness = 10000,
		.ropeBending = (tlReal)1e-4,
		.ropeTwist = (tlReal)1e-4,
		.volumeRatio = 1,
		.compression = 1,
		.bucklingStiffness = 1,
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

// One number of a material: its name, where it is and its range.
typedef struct Number
{
	const char* name;
	size_t offset;
	bool aboveZero;
	double most;
} Number;

#define AT( member ) #member, offsetof( tlMaterial, member )

static const Number s_numbers[] = {
	{ AT( areaDensity ), true, INFINITY },         { AT( linearDensity ), true, INFINITY },
	{ AT( stretch.compliance ), false, INFINITY }, { AT( stretch.damping ), false, INFINITY },
	{ AT( shear.compliance ), false, INFINITY },   { AT( shear.damping ), false, INFINITY },
	{ AT( bend.compliance ), false, INFINITY },    { AT( bend.damping ), false, INFINITY },
	{ AT( area.compliance ), false, INFINITY },    { AT( area.damping ), false, INFINITY },
	{ AT( volume.compliance ), false, INFINITY },  { AT( volume.damping ), false, INFINITY },
	{ AT( tether.compliance ), false, INFINITY },  { AT( tether.damping ), false, INFINITY },
	{ AT( warpStiffness ), false, INFINITY },      { AT( weftStiffness ), false, INFINITY },
	{ AT( shearStiffness ), false, INFINITY },     { AT( poissonRatio ), false, 1.0 },
	{ AT( warpBending ), false, INFINITY },        { AT( weftBending ), false, INFINITY },
	{ AT( biasBending ), false, INFINITY },        { AT( areaStiffness ), false, INFINITY },
	{ AT( axialStiffness ), false, INFINITY },     { AT( ropeBending ), false, INFINITY },
	{ AT( ropeTwist ), false, INFINITY },          { AT( stretchDampingRatio ), false, INFINITY },
	{ AT( bendDampingRatio ), false, INFINITY },   { AT( volumeRatio ), false, INFINITY },
	{ AT( compression ), false, INFINITY },        { AT( bucklingRatio ), false, 1.0 },
	{ AT( bucklingStiffness ), true, INFINITY },   { AT( edgeDamping ), false, INFINITY },
	{ AT( globalDamping ), false, INFINITY },      { AT( staticFriction ), false, INFINITY },
	{ AT( kineticFriction ), false, INFINITY },    { AT( restitution ), false, 1.0 },
	{ AT( thickness ), false, INFINITY },          { AT( dragCoefficient ), false, INFINITY },
	{ AT( liftCoefficient ), false, INFINITY },    { AT( tangentialDragCoefficient ), false, INFINITY },
};

tlReal* tlMaterial_Find( tlMaterial* material, const char* name )
{
	for ( size_t i = 0; name != NULL && i < sizeof s_numbers / sizeof s_numbers[0]; ++i )
	{
		if ( strcmp( s_numbers[i].name, name ) == 0 )
		{
			return (tlReal*)(void*)( (char*)material + s_numbers[i].offset );
		}
	}
	return NULL;
}

bool tlCanMaterialNumberVary( const char* name )
{
	tlMaterial any;
	return tlMaterial_Find( &any, name ) != NULL && strncmp( name, "volume", strlen( "volume" ) ) != 0;
}

const char* tlGetMaterialNumber( int32_t index )
{
	bool inside = index >= 0 && (size_t)index < sizeof s_numbers / sizeof s_numbers[0];
	return inside ? s_numbers[index].name : NULL;
}

tlResult tlValidateMaterial( const tlMaterial* material, tlError* error )
{
	TL_ASSERT( material->cookie == TL_COOKIE );
	for ( size_t i = 0; i < sizeof s_numbers / sizeof s_numbers[0]; ++i )
	{
		const Number* n = s_numbers + i;
		tlReal value = *(const tlReal*)(const void*)( (const char*)material + n->offset );
		bool low = n->aboveZero ? !( value > 0 ) : !( value >= 0 );
		if ( low || !tlIsFinite( value ) )
		{
			return tlFail( error, tl_invalidArgument, "%s must be finite and %s 0, not %g", n->name,
			               n->aboveZero ? "above" : "at least", (double)value );
		}
		if ( value > n->most )
		{
			return tlFail( error, tl_invalidArgument, "%s must be at most %g, not %g", n->name, n->most, (double)value );
		}
	}
	const tlMaterial* m = material;
	if ( m->kineticFriction > m->staticFriction )
	{
		return tlFail( error, tl_invalidArgument, "kineticFriction must be at most %g, not %g", (double)m->staticFriction,
		               (double)m->kineticFriction );
	}
	if ( m->poissonRatio > 0 && !( m->poissonRatio * m->poissonRatio * m->weftStiffness < m->warpStiffness ) )
	{
		return tlFail( error, tl_invalidArgument,
		               "poissonRatio %g is too large: its square times weftStiffness must be below warpStiffness",
		               (double)m->poissonRatio );
	}
	return tl_success;
}

void tlMaterial_SetSheet( tlMaterial* material, tlReal youngsModulus, tlReal thickness, tlReal poissonRatio )
{
	tlReal et = youngsModulus * thickness;
	material->measured = true;
	material->warpStiffness = material->weftStiffness = et;
	material->shearStiffness = et / ( 2 * ( 1 + poissonRatio ) );
	material->poissonRatio = poissonRatio;
	material->warpBending = et * thickness * thickness / ( 12 * ( 1 - poissonRatio * poissonRatio ) );
	material->weftBending = material->biasBending = material->warpBending;
}

void tlMaterial_SetRope( tlMaterial* material, tlReal youngsModulus, tlReal radius, tlReal poissonRatio )
{
	tlReal section = (tlReal)3.14159265358979323846 * radius * radius;
	material->measured = true;
	material->axialStiffness = youngsModulus * section;
	material->ropeBending = youngsModulus * section * radius * radius / 4;
	material->ropeTwist = material->ropeBending / ( 1 + poissonRatio ); // G J with J = 2 I
}

tlReal tlGetSliderCompliance( tlFamily family, tlReal slider )
{
	double start = family == tl_bendFamily ? -5 : ( family == tl_shearFamily ? -7 : -8 );
	double s = tlClamp( slider, 0, 1 );
	return (tlReal)tlExp( ( start + 6 * ( 1 - s ) ) * 2.302585092994045684 );
}
