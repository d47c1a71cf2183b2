// A bench for the tests: small worlds of particles, chains and grids made in one call, and checks that say the numbers.
// SPDX-License-Identifier: MIT
#pragma once

#include "tulle/tulle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TL_PI 3.14159265358979323846

#define CHECK_CLOSE( value, expected, tolerance )                                                                           \
	do                                                                                                                      \
	{                                                                                                                       \
		double valueIs = ( value ), valueShould = ( expected ), valueOff = ( tolerance );                                   \
		if ( !( fabs( valueIs - valueShould ) <= valueOff ) )                                                               \
		{                                                                                                                   \
			fail_msg( "%s is %.12g, not %.12g within %.3g", #value, valueIs, valueShould, valueOff );                       \
		}                                                                                                                   \
	}                                                                                                                       \
	while ( 0 )

#define CHECK_RATIO( value, expected, tolerance ) CHECK_CLOSE( ( value ) / ( expected ), 1, tolerance )

#define CHECK_BELOW( value, limit )                                                                                         \
	do                                                                                                                      \
	{                                                                                                                       \
		double valueIs = ( value ), valueLimit = ( limit );                                                                 \
		if ( !( valueIs < valueLimit ) )                                                                                    \
		{                                                                                                                   \
			fail_msg( "%s is %.12g, not below %.12g", #value, valueIs, valueLimit );                                        \
		}                                                                                                                   \
	}                                                                                                                       \
	while ( 0 )

#define CHECK_ABOVE( value, limit )                                                                                         \
	do                                                                                                                      \
	{                                                                                                                       \
		double valueIs = ( value ), valueLimit = ( limit );                                                                 \
		if ( !( valueIs > valueLimit ) )                                                                                    \
		{                                                                                                                   \
			fail_msg( "%s is %.12g, not above %.12g", #value, valueIs, valueLimit );                                        \
		}                                                                                                                   \
	}                                                                                                                       \
	while ( 0 )

// A tolerance that depends on the precision.
static inline double Pick( double single, double twice )
{
	return sizeof( tlReal ) == sizeof( double ) ? twice : single;
}

// Numbers in [-1, 1), the same everywhere (Knuth's linear congruential generator).
static inline double Draw( uint64_t* seed )
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return (double)( *seed >> 11 ) / 4503599627370496.0 - 1.0;
}

static inline tlVec3 DrawVec3( uint64_t* seed, double scale )
{
	double x = Draw( seed ), y = Draw( seed ), z = Draw( seed );
	return ( tlVec3 ){ (tlReal)( scale * x ), (tlReal)( scale * y ), (tlReal)( scale * z ) };
}

static inline tlVec3 MakeVec3( double x, double y, double z )
{
	return ( tlVec3 ){ (tlReal)x, (tlReal)y, (tlReal)z };
}

static inline tlTransform MakeFrame( double x, double y, double z )
{
	return ( tlTransform ){ { x, y, z }, { 0, 0, 0, 1 } };
}

static inline double Length( double x, double y, double z )
{
	return sqrt( x * x + y * y + z * z );
}

// Misuse: calls the action and says whether it hit an assertion.
static jmp_buf s_assertJump;

static inline void JumpOut( const char* condition, const char* file, int line, void* context )
{
	(void)condition, (void)file, (void)line, (void)context;
	longjmp( s_assertJump, 1 );
}

static inline bool Asserts( void ( *action )( void* ), void* context )
{
	tlSetAssert( JumpOut, NULL );
	volatile bool hit = true;
	if ( setjmp( s_assertJump ) == 0 )
	{
		action( context );
		hit = false;
	}
	tlSetAssert( NULL, NULL );
	return hit;
}

// ---- worlds of one body

typedef struct Lab
{
	tlWorld* world;
	tlFabric* fabric;
	tlBodyId body;
	int32_t count; // particles
} Lab;

typedef struct LabDef
{
	tlFabricDef fabric; // no welding
	tlWorldDef world;   // one substep of one iteration
	tlBodyDef body;     // hard, without damping, friction and thickness
} LabDef;

static inline tlMaterial MakeHardMaterial( void )
{
	tlMaterial m = tlDefaultMaterial();
	m.stretch = m.shear = m.bend = m.tether = ( tlElasticity ){ 0, 0 };
	m.edgeDamping = m.globalDamping = 0;
	m.staticFriction = m.kineticFriction = m.restitution = m.thickness = 0;
	return m;
}

static inline LabDef MakeLabDef( void )
{
	LabDef def = { tlDefaultFabricDef(), tlDefaultWorldDef(), tlDefaultBodyDef() };
	def.fabric.weld = false;
	def.world.budget.substepCount = 1;
	def.body.material = MakeHardMaterial();
	return def;
}

static inline Lab MakeLab( const LabDef* def )
{
	Lab lab = { NULL, NULL, TL_NULL_ID, 0 };
	tlError error = { tl_success, "" };
	tlBodyDef body = def->body;
	if ( tlCreateFabric( &def->fabric, &lab.fabric, &error ) != tl_success ||
	     tlCreateWorld( &def->world, &lab.world, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
	body.fabric = lab.fabric;
	if ( tlCreateBody( lab.world, &body, &lab.body, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
	lab.count = tlFabric_GetParticleCount( lab.fabric );
	return lab;
}

static inline void FreeLab( Lab* lab )
{
	tlDestroyWorld( lab->world );
	tlDestroyFabric( lab->fabric );
	*lab = ( Lab ){ NULL, NULL, TL_NULL_ID, 0 };
}

// Loose particles of 1 kg, at most 64.
static inline Lab MakeParticles( LabDef def, const tlVec3* positions, int32_t count )
{
	tlReal masses[64];
	for ( int32_t i = 0; i < 64; ++i )
	{
		masses[i] = 1;
	}
	def.fabric.positions = positions;
	def.fabric.vertexCount = count;
	def.fabric.masses = def.fabric.masses != NULL ? def.fabric.masses : masses;
	return MakeLab( &def );
}

// A rope of at most 64 nodes from the origin; the masses of the definition hold.
static inline Lab MakeChain( LabDef def, int32_t count, double spacing, tlVec3 direction )
{
	tlVec3 positions[64];
	int32_t sizes[64], corners[128];
	for ( int32_t i = 0; i < count; ++i )
	{
		positions[i] = tlMul( (tlReal)( spacing * i ), direction );
		sizes[i] = 2;
		corners[2 * i] = i;
		corners[2 * i + 1] = i + 1;
	}
	def.fabric.positions = positions;
	def.fabric.vertexCount = count;
	def.fabric.faceSizes = sizes;
	def.fabric.faceCorners = corners;
	def.fabric.faceCount = count - 1;
	return MakeLab( &def );
}

// A grid of quads about the origin, row by row: flat in the plane y = 0, or upright in z = 0 with row 0 on top at y = 0.
static inline Lab MakeGrid( LabDef def, int32_t columns, int32_t rows, double spacing, bool upright )
{
	size_t vertexCount = (size_t)columns * (size_t)rows, faceCount = ( (size_t)columns - 1 ) * ( (size_t)rows - 1 );
	tlVec3* positions = malloc( vertexCount * sizeof *positions );
	int32_t* sizes = malloc( faceCount * sizeof *sizes );
	int32_t* corners = malloc( 4 * faceCount * sizeof *corners );
	assert_true( positions != NULL && sizes != NULL && corners != NULL );
	int32_t face = 0;
	for ( int32_t r = 0; r < rows; ++r )
	{
		for ( int32_t c = 0; c < columns; ++c )
		{
			double u = spacing * ( c - 0.5 * ( columns - 1 ) ), v = spacing * ( r - 0.5 * ( rows - 1 ) );
			int32_t i = r * columns + c;
			positions[i] =
			    upright ? ( tlVec3 ){ (tlReal)u, (tlReal)( -spacing * r ), 0 } : ( tlVec3 ){ (tlReal)u, 0, (tlReal)v };
			if ( r + 1 < rows && c + 1 < columns )
			{
				const int32_t quad[4] = { i, i + columns, i + columns + 1, i + 1 };
				memcpy( corners + 4 * (size_t)face, quad, sizeof quad );
				sizes[face++] = 4;
			}
		}
	}
	def.fabric.positions = positions;
	def.fabric.vertexCount = (int32_t)vertexCount;
	def.fabric.faceSizes = sizes;
	def.fabric.faceCorners = corners;
	def.fabric.faceCount = face;
	Lab lab = MakeLab( &def );
	free( positions );
	free( sizes );
	free( corners );
	return lab;
}

static inline void Run( const Lab* lab, double dt, int32_t stepCount )
{
	tlError error = { tl_success, "" };
	for ( int32_t i = 0; i < stepCount; ++i )
	{
		if ( tlWorld_Step( lab->world, dt, &error ) != tl_success )
		{
			fail_msg( "step %d: %s", i, error.message );
		}
	}
}

// Runs on and, from a state kept before, once more: the same bits, without an allocation. Returns their hash.
static inline uint64_t RunTwice( const Lab* lab, double dt, int32_t stepCount )
{
	size_t size = tlWorld_GetState( lab->world, NULL, 0 );
	void* bytes = malloc( size );
	assert_non_null( bytes );
	tlWorld_GetState( lab->world, bytes, size );
	uint64_t count = tlGetAllocationCount();
	Run( lab, dt, stepCount );
	assert_true( tlGetAllocationCount() == count );
	uint64_t hash = tlWorld_Hash( lab->world );
	assert_int_equal( tlWorld_SetState( lab->world, bytes, size, NULL ), tl_success );
	Run( lab, dt, stepCount );
	assert_true( tlWorld_Hash( lab->world ) == hash );
	free( bytes );
	return hash;
}

static inline tlPosition GetPosition( const Lab* lab, int32_t particle )
{
	return tlBody_GetPosition( lab->world, lab->body, particle );
}

static inline tlPosition GetVelocity( const Lab* lab, int32_t particle )
{
	tlView view = tlBody_GetVelocities( lab->world, lab->body );
	const tlReal* v = view.data + (size_t)particle * ( (size_t)view.stride / sizeof( tlReal ) );
	return ( tlPosition ){ v[0], v[1], v[2] };
}

static inline double GetSpeed( const Lab* lab, int32_t particle )
{
	tlPosition v = GetVelocity( lab, particle );
	return Length( v.x, v.y, v.z );
}

static inline void Place( const Lab* lab, int32_t particle, double x, double y, double z )
{
	tlBody_SetPosition( lab->world, lab->body, particle, ( tlPosition ){ x, y, z }, tl_keepVelocity );
}

static inline void Push( const Lab* lab, int32_t particle, double x, double y, double z )
{
	tlBody_SetVelocity( lab->world, lab->body, particle, ( tlVec3 ){ (tlReal)x, (tlReal)y, (tlReal)z } );
}

static inline const tlBodyStats* GetStats( const Lab* lab )
{
	return tlBody_GetStats( lab->world, lab->body );
}

// The set of this name; null where the body has none.
static inline const tlSetStats* FindSet( const Lab* lab, const char* name )
{
	const tlBodyStats* stats = GetStats( lab );
	for ( int32_t s = 0; s < stats->setCount; ++s )
	{
		if ( strcmp( stats->sets[s].name, name ) == 0 )
		{
			return stats->sets + s;
		}
	}
	return NULL;
}

// Mean over the particles.
static inline int32_t FindSetIndex( const Lab* lab, const char* name )
{
	const tlSetStats* set = FindSet( lab, name );
	if ( set == NULL )
	{
		fail_msg( "there is no set '%s'", name );
		return 0;
	}
	return (int32_t)( set - GetStats( lab )->sets );
}

static inline tlConstraintState GetConstraint( const Lab* lab, const char* set, int32_t index )
{
	return tlBody_GetConstraint( lab->world, lab->body, FindSetIndex( lab, set ), index );
}

static inline void SetWind( const Lab* lab, tlWind wind )
{
	tlError error = { tl_success, "" };
	if ( tlWorld_SetWind( lab->world, &wind, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
}

static inline tlWind MakeWind( double x, double y, double z )
{
	tlWind wind = tlDefaultWind();
	wind.velocity = ( tlVec3 ){ (tlReal)x, (tlReal)y, (tlReal)z };
	return wind;
}

static inline tlPosition GetCenter( const Lab* lab )
{
	tlPosition sum = { 0, 0, 0 };
	for ( int32_t i = 0; i < lab->count; ++i )
	{
		tlPosition p = GetPosition( lab, i );
		sum = ( tlPosition ){ sum.x + p.x / lab->count, sum.y + p.y / lab->count, sum.z + p.z / lab->count };
	}
	return sum;
}

static inline void CheckFinite( const Lab* lab )
{
	for ( int32_t i = 0; i < lab->count; ++i )
	{
		tlPosition p = GetPosition( lab, i ), v = GetVelocity( lab, i );
		if ( !tlIsFinite( p.x + p.y + p.z + v.x + v.y + v.z ) )
		{
			fail_msg( "particle %d is at %g %g %g with %g %g %g", i, p.x, p.y, p.z, v.x, v.y, v.z );
		}
	}
}

// ---- colliders

static inline tlColliderId AddCollider( const Lab* lab, const tlColliderDef* def )
{
	tlColliderId id;
	tlError error = { tl_success, "" };
	if ( tlCreateCollider( lab->world, def, &id, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
	return id;
}

static inline tlColliderDef MakePlane( double y )
{
	tlColliderDef def = tlDefaultColliderDef();
	def.shape.type = tl_planeShape;
	def.transform = MakeFrame( 0, y, 0 );
	return def;
}

static inline tlColliderDef MakeBox( double x, double y, double z, double halfX, double halfY, double halfZ )
{
	tlColliderDef def = tlDefaultColliderDef();
	def.shape.type = tl_boxShape;
	def.shape.halfExtents = ( tlVec3 ){ (tlReal)halfX, (tlReal)halfY, (tlReal)halfZ };
	def.transform = MakeFrame( x, y, z );
	return def;
}
