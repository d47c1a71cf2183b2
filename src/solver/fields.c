// Force fields: the built-in ones and those of the program.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "constraint/projection.h"
#include "world.h"

tlForceFieldDef tlDefaultForceFieldDef( void )
{
	tlForceFieldDef def = {
		.type = tl_accelerationField, .axis = { 0, 1, 0 }, .radius = (tlReal)INFINITY, .falloff = 2, .cookie = TL_COOKIE
	};
	return def;
}

const char* tlGetForceFieldName( tlForceFieldType type )
{
	static const char* const names[tl_forceFieldTypeCount] = {
		[tl_accelerationField] = "acceleration",
		[tl_radialField] = "radial",
		[tl_vortexField] = "vortex",
		[tl_dragField] = "drag",
		[tl_customField] = "custom",
	};
	return (unsigned)type < tl_forceFieldTypeCount ? names[type] : "";
}

static bool IsFinite( tlVec3 v )
{
	return tlIsFinite( (double)v.x + v.y + v.z );
}

tlResult tlValidateForceField( const tlForceFieldDef* def, tlError* error )
{
	TL_ASSERT( def->cookie == TL_COOKIE );
	if ( (unsigned)def->type >= tl_forceFieldTypeCount )
	{
		return tlFail( error, tl_invalidArgument, "type must be one of the types of force fields, not %d", (int)def->type );
	}
	if ( def->type == tl_customField && def->fcn == NULL )
	{
		return tlFail( error, tl_invalidArgument, "fcn must be given for a custom field" );
	}
	if ( !IsFinite( def->acceleration ) || !IsFinite( def->velocity ) || !tlIsFinite( def->strength ) )
	{
		return tlFail( error, tl_invalidArgument, "acceleration, strength and velocity must be finite" );
	}
	if ( !tlIsFinite( def->center.x + def->center.y + def->center.z ) )
	{
		return tlFail( error, tl_invalidArgument, "center must be finite" );
	}
	if ( !( def->rate >= 0 ) || !tlIsFinite( def->rate ) )
	{
		return tlFail( error, tl_invalidArgument, "rate must be finite and at least 0, not %g", (double)def->rate );
	}
	if ( !( def->radius > 0 ) )
	{
		return tlFail( error, tl_invalidArgument, "radius must be above 0, not %g", (double)def->radius );
	}
	if ( def->falloff < 0 || def->falloff > 16 )
	{
		return tlFail( error, tl_invalidArgument, "falloff must be from 0 to 16, not %d", def->falloff );
	}
	if ( !IsFinite( def->axis ) || ( def->type == tl_vortexField && !( tlLength( tlNormalize( def->axis ) ) > 0 ) ) )
	{
		return tlFail( error, tl_invalidArgument, "axis must be finite and not 0" );
	}
	return tl_success;
}

// ---- slots

tlResult tlWorld_AddForceField( tlWorld* world, const tlForceFieldDef* def, tlForceFieldId* out, tlError* error )
{
	*out = (tlForceFieldId)TL_NULL_ID;
	tlResult result = tlValidateForceField( def, error );
	if ( result != tl_success )
	{
		return result;
	}
	size_t slot = 0;
	while ( slot < world->fieldCount && world->fields[slot].used )
	{
		slot += 1;
	}
	if ( !tlReserve( (void**)&world->fields, &world->fieldCapacity, slot + 1, sizeof( tlForceField ) ) )
	{
		return tlFailMemory( error );
	}
	world->fieldCount = slot >= world->fieldCount ? slot + 1 : world->fieldCount;
	tlForceField* field = world->fields + slot;
	*field = ( tlForceField ){ .def = *def, .generation = field->generation + 1, .used = true };
	*out = ( tlForceFieldId ){ (uint32_t)slot + 1, field->generation };
	tlWakeBodies( world );
	return tl_success;
}

bool tlForceField_IsValid( const tlWorld* world, tlForceFieldId id )
{
	return id.index1 >= 1 && id.index1 <= world->fieldCount && world->fields[id.index1 - 1].used &&
	       world->fields[id.index1 - 1].generation == id.generation;
}

static tlForceField* GetField( const tlWorld* world, tlForceFieldId id )
{
	TL_ASSERT( tlForceField_IsValid( world, id ) );
	return world->fields + id.index1 - 1;
}

void tlWorld_DestroyForceField( tlWorld* world, tlForceFieldId id )
{
	GetField( world, id )->used = false;
	tlWakeBodies( world );
}

tlResult tlForceField_Set( tlWorld* world, tlForceFieldId id, const tlForceFieldDef* def, tlError* error )
{
	tlForceField* field = GetField( world, id );
	tlResult result = tlValidateForceField( def, error );
	if ( result == tl_success )
	{
		field->def = *def;
		tlWakeBodies( world );
	}
	return result;
}

tlForceFieldDef tlForceField_Get( const tlWorld* world, tlForceFieldId id )
{
	return GetField( world, id )->def;
}

// ---- what they do

bool tlIsFieldFor( const tlForceField* field, tlBodyId body )
{
	const tlBodyId only = field->def.body;
	return field->used && ( TL_IS_NULL( only ) || ( only.index1 == body.index1 && only.generation == body.generation ) );
}

// (1 - r^2 / radius^2)^falloff, given r^2.
static tlReal Weigh( const tlForceFieldDef* def, tlReal square )
{
	if ( !tlIsFinite( def->radius ) )
	{
		return 1;
	}
	tlReal base = 1 - square / ( def->radius * def->radius );
	tlReal weight = base > 0 ? 1 : 0;
	for ( int32_t i = 0; i < def->falloff; ++i )
	{
		weight *= base;
	}
	return weight;
}

static void AddBuiltIn( const tlWorld* world, tlBody* body, const tlForceFieldDef* def )
{
	const tlReal inverseH = (tlReal)( 1.0 / world->h );
	const tlVec3 axis = tlNormalize( def->axis );
	// In the body's own space, where single precision is enough.
	const tlVec3 center = { (tlReal)( def->center.x - body->origin.x ), (tlReal)( def->center.y - body->origin.y ),
		                    (tlReal)( def->center.z - body->origin.z ) };
	for ( int32_t i = 0; i < body->particleCount; ++i )
	{
		tlVec3 arm = tlSub( tlLoadVec3( body->positions, i ), center );
		tlVec3 a = def->acceleration;
		switch ( def->type )
		{
			case tl_radialField:
				a = tlMul( -def->strength, tlNormalize( arm ) ); // nothing in the very centre, which has no direction
				break;
			case tl_vortexField:
				a = tlMul( def->strength, tlNormalize( tlCross( axis, arm ) ) );
				arm = tlMulAdd( arm, -tlDot( arm, axis ), axis );
				break;
			default:
				break;
		}
		tlReal weight = Weigh( def, tlLengthSquared( arm ) );
		if ( def->type == tl_dragField )
		{
			// At most all of the relative velocity in a substep. Below that the plain rate, so that a terminal velocity does
			// not depend on the substep, as it would if the decay were integrated exactly.
			tlVec3 relative = tlSub( def->velocity, tlLoadVec3( body->velocities, i ) );
			a = tlMul( tlMin( weight * def->rate, inverseH ), relative );
			weight = 1;
		}
		tlVec4* sum = body->forces.gains + i;
		sum->x += weight * a.x;
		sum->y += weight * a.y;
		sum->z += weight * a.z;
	}
}

void tlAddFields( const tlWorld* world, tlBody* body, double time )
{
	for ( size_t i = 0; i < world->fieldCount; ++i )
	{
		const tlForceField* field = world->fields + i;
		if ( !tlIsFieldFor( field, body->forces.id ) )
		{
			continue;
		}
		if ( field->def.type != tl_customField )
		{
			AddBuiltIn( world, body, &field->def );
			continue;
		}
		tlForceFieldView view = { .body = body->forces.id,
			                      .particleCount = body->particleCount,
			                      .origin = body->origin,
			                      .positions = body->positions,
			                      .velocities = body->velocities,
			                      .masses = body->masses,
			                      .substep = world->h,
			                      .accelerations = body->forces.gains,
			                      .forces = body->forces.forces };
		field->def.fcn( field->def.context, time, &view );
	}
}
