// Allocation, running out of it at every single place, assertions on misuse, and the sentences of errors.
// SPDX-License-Identifier: MIT
#include "base/core.h"

#include "solver/lab.h"

#include <stddef.h>

typedef struct Meter
{
	int32_t allocations; // so far
	int32_t failAt;      // the allocation that gets nothing, counted from 1; 0 for none
	int32_t held;        // blocks
	bool hit;
} Meter;

static void* MeterAlloc( size_t byteCount, void* context )
{
	Meter* meter = context;
	meter->allocations += 1;
	if ( meter->allocations == meter->failAt )
	{
		meter->hit = true;
		return NULL;
	}
	meter->held += 1;
	void* memory = aligned_alloc( 64, byteCount );
	memset( memory, 0xCD, byteCount ); // whatever stands in there must not matter
	return memory;
}

static void MeterFree( void* memory, void* context )
{
	Meter* meter = context;
	meter->held -= 1;
	free( memory );
}

// ---- a life of a world that allocates everywhere; a call that gets no memory says so and may be made again

static void Expect( tlResult result, const Meter* meter )
{
	assert_true( result == tl_success || ( result == tl_outOfMemory && meter->hit ) );
}

// Makes a call again when the first one got no memory.
#define TRY_TWICE( call )                                                                                                   \
	do                                                                                                                      \
	{                                                                                                                       \
		tlResult result = ( call );                                                                                         \
		Expect( result, meter );                                                                                            \
		if ( result != tl_success )                                                                                         \
		{                                                                                                                   \
			assert_int_equal( error.code, tl_outOfMemory );                                                                 \
			assert_true( strlen( error.message ) > 0 );                                                                     \
			assert_int_equal( ( call ), tl_success );                                                                       \
		}                                                                                                                   \
	}                                                                                                                       \
	while ( 0 )

static const tlVec3 s_positions[7] = { { 0, 0, 0 }, { 1, 0, 0 }, { 2, 0, 0 },          { 0, 0, 1 },
	                                   { 1, 0, 1 }, { 2, 0, 1 }, { 2, 0, (tlReal)1.5 } };
static const int32_t s_sizes[3] = { 4, 4, 2 };
static const int32_t s_corners[10] = { 0, 3, 4, 1, 1, 4, 5, 2, 5, 6 };
static const int32_t s_pinned[2] = { 0, 2 }, s_pinnedLater[2] = { 3, 5 };

static tlFabricDef MakeFabricDef( const tlConstraintDef* constraint )
{
	tlFabricDef def = tlDefaultFabricDef();
	def.positions = s_positions;
	def.vertexCount = 7;
	def.faceSizes = s_sizes;
	def.faceCorners = s_corners;
	def.faceCount = 3;
	def.constraints = constraint;
	def.constraintCount = 1;
	return def;
}

static void ChangePins( tlWorld* world, tlBodyId body, const Meter* meter )
{
	tlError error = { tl_success, "" };
	tlPinDef pin = { s_pinnedLater, 2, MakeFrame( 0, 0, 0 ), 0, 0 };
	int32_t pins = -1, setCount = tlBody_GetStats( world, body )->setCount;
	TRY_TWICE( tlBody_AddPins( world, body, &pin, &pins, &error ) );
	assert_int_equal( tlBody_GetStats( world, body )->setCount, setCount ); // the same families as before
	TRY_TWICE( tlWorld_Step( world, 0.01, &error ) );
	tlBody_ReleasePins( world, body, 0 );
	TRY_TWICE( tlWorld_Step( world, 0.01, &error ) );
	tlBody_ReleasePins( world, body, pins );
	TRY_TWICE( tlWorld_Step( world, 0.01, &error ) );
}

static void Live( tlFabric* fabric, tlWorld* world, const Meter* meter )
{
	tlError error = { tl_success, "" };
	tlPinDef pin = { s_pinned, 2, MakeFrame( 0, 0, 0 ), 0, 0 };
	tlBodyDef def = tlDefaultBodyDef();
	def.fabric = fabric;
	def.pins = &pin;
	def.pinCount = 1;
	def.tetherMode = tl_geodesicTethers;
	tlBodyId body, second;
	tlColliderDef colliderDef = tlDefaultColliderDef();
	tlColliderId collider;
	TRY_TWICE( tlCreateBody( world, &def, &body, &error ) );
	TRY_TWICE( tlCreateCollider( world, &colliderDef, &collider, &error ) );
	TRY_TWICE( tlWorld_Step( world, 0.01, &error ) );
	def.tetherMode = tl_euclideanTethers;
	TRY_TWICE( tlCreateBody( world, &def, &second, &error ) );
	tlBudget budget = tlWorld_GetBudget( world );
	for ( int32_t sweep = 0; sweep < tl_sweepCount; ++sweep )
	{
		budget.sweep = (tlSweep)sweep;
		budget.iterationCount = 2 + sweep;
		budget.substepCount = 1 + sweep;
		budget.recordResiduals = true;
		budget.threadCount = 1 + sweep % 2;
		TRY_TWICE( tlWorld_SetBudget( world, &budget, &error ) );
		TRY_TWICE( tlWorld_Step( world, 0.01, &error ) );
	}
	ChangePins( world, body, meter );
	tlReal distances[7];
	TRY_TWICE( tlFabric_MeasureGeodesic( fabric, s_pinned, 2, distances, &error ) );
	tlDestroyBody( world, second );
	tlBodyId third;
	TRY_TWICE( tlCreateBody( world, &def, &third, &error ) );
	TRY_TWICE( tlWorld_Step( world, 0.01, &error ) );
	assert_true( tlBody_IsValid( world, body ) && tlBody_IsValid( world, third ) );
	tlView view = tlBody_GetPositions( world, third );
	for ( int32_t i = 0; i < view.count; ++i )
	{
		const tlReal* x = view.data + (size_t)i * ( (size_t)view.stride / sizeof( tlReal ) );
		assert_true( tlIsFinite( (double)x[0] + x[1] + x[2] ) );
	}
}

static void LiveWith( Meter* meter )
{
	tlError error = { tl_success, "" };
	tlConstraintDef constraint = { .type = "distance", .particles = { 0, 6 }, .useRestShape = true, .compliance = 1 };
	tlFabricDef fabricDef = MakeFabricDef( &constraint );
	tlWorldDef worldDef = tlDefaultWorldDef();
	tlMeshReport report;
	tlFabric* fabric;
	tlWorld* world;
	TRY_TWICE( tlInspectMesh( &fabricDef, &report, &error ) );
	TRY_TWICE( tlCreateFabric( &fabricDef, &fabric, &error ) );
	TRY_TWICE( tlCreateWorld( &worldDef, &world, &error ) );
	Live( fabric, world, meter );
	tlDestroyWorld( world );
	tlDestroyFabric( fabric );
}

static int TakeMeter( void** state )
{
	static Meter meter;
	meter = ( Meter ){ 0 };
	*state = &meter;
	tlSetAllocator( MeterAlloc, MeterFree, &meter );
	return 0;
}

static int GiveMeterBack( void** state )
{
	(void)state;
	tlSetAllocator( NULL, NULL, NULL );
	return 0;
}

static void TestAllocatorServesAll( void** state )
{
	Meter* meter = *state;
	uint64_t before = tlGetAllocationCount();
	assert_int_equal( tlGetByteCount(), 0 );
	LiveWith( meter );
	assert_true( meter->allocations > 100 );
	assert_int_equal( tlGetAllocationCount() - before, meter->allocations );
	assert_int_equal( meter->held, 0 );
	assert_int_equal( tlGetByteCount(), 0 );
}

static void TestEveryAllocationMayFail( void** state )
{
	Meter* meter = *state;
	int32_t most = 100000;
	for ( int32_t n = 1; n <= most; ++n )
	{
		*meter = ( Meter ){ .failAt = n };
		LiveWith( meter );
		if ( meter->held != 0 || tlGetByteCount() != 0 )
		{
			fail_msg( "allocation %d failed: %d blocks are left", n, meter->held );
		}
		if ( !meter->hit )
		{
			assert_true( n > 100 );
			return; // past the last
		}
	}
	fail();
}

static void TestStepAllocatesNothing( void** state )
{
	(void)state;
	LabDef def = MakeLabDef();
	def.world.budget.substepCount = 4;
	Lab lab = MakeGrid( def, 8, 8, 0.1, false );
	tlColliderDef plane = MakePlane( -0.05 );
	AddCollider( &lab, &plane );
	Run( &lab, 1.0 / 60, 1 );
	uint64_t before = tlGetAllocationCount();
	Run( &lab, 1.0 / 60, 100 );
	GetStats( &lab );
	assert_int_equal( tlGetAllocationCount(), before );
	FreeLab( &lab );
	assert_int_equal( tlGetByteCount(), 0 );
}

static void TestBlocks( void** state )
{
	(void)state;
	size_t sizes[] = { 0, 1, 63, 64, 65, 4096 };
	for ( size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i )
	{
		char* memory = tlAlloc( sizes[i], 1 );
		assert_non_null( memory );
		assert_int_equal( (uintptr_t)memory % 64, 0 );
		for ( size_t k = 0; k < sizes[i]; ++k )
		{
			assert_int_equal( memory[k], 0 );
			memory[k] = 1;
		}
		assert_true( tlGetByteCount() >= sizes[i] );
		tlFree( memory );
	}
	assert_null( tlAlloc( SIZE_MAX / 2, 16 ) ); // the product overflows
	assert_null( tlAlloc( SIZE_MAX, 1 ) );
	tlFree( NULL );
	void* array = NULL;
	size_t capacity = 0;
	for ( size_t n = 1; n < 1000; ++n )
	{
		assert_true( tlReserve( &array, &capacity, n, sizeof( size_t ) ) );
		( (size_t*)array )[n - 1] = n;
	}
	for ( size_t n = 1; n < 1000; ++n )
	{
		assert_int_equal( ( (size_t*)array )[n - 1], n );
	}
	tlFree( array );
	assert_int_equal( tlGetByteCount(), 0 );
}

// ---- misuse

static int32_t s_asserted;

static void CountAssert( const char* condition, const char* file, int line, void* context )
{
	assert_true( strlen( condition ) > 0 && strlen( file ) > 0 && line > 0 );
	*(int32_t*)context += 1;
}

// A zeroed definition, and one made for the other precision, are caught wherever one is taken.
static void CheckCookie( uint32_t cookie )
{
	tlConstraintDef constraint = { .type = "distance", .particles = { 0, 6 }, .useRestShape = true };
	tlFabricDef fabricDef = MakeFabricDef( &constraint );
	tlWorldDef worldDef = tlDefaultWorldDef();
	tlBodyDef bodyDef = tlDefaultBodyDef();
	tlColliderDef colliderDef = tlDefaultColliderDef();
	tlFabric *fabric, *other;
	tlWorld *world, *second;
	tlBodyId body;
	tlColliderId collider;
	assert_int_equal( tlCreateFabric( &fabricDef, &fabric, NULL ), tl_success );
	assert_int_equal( tlCreateWorld( &worldDef, &world, NULL ), tl_success );
	tlSetAssert( CountAssert, &s_asserted );

	int32_t before = s_asserted;
	fabricDef.cookie = cookie;
	tlCreateFabric( &fabricDef, &other, NULL );
	assert_int_equal( s_asserted, before + 1 );
	worldDef.cookie = cookie;
	tlCreateWorld( &worldDef, &second, NULL );
	assert_int_equal( s_asserted, before + 2 );
	bodyDef.cookie = cookie;
	bodyDef.fabric = fabric;
	tlCreateBody( world, &bodyDef, &body, NULL );
	assert_int_equal( s_asserted, before + 3 );
	colliderDef.cookie = cookie;
	tlCreateCollider( world, &colliderDef, &collider, NULL );
	assert_int_equal( s_asserted, before + 4 );
	tlBudget budget = tlDefaultBudget();
	budget.cookie = cookie;
	tlWorld_SetBudget( world, &budget, NULL );
	assert_int_equal( s_asserted, before + 5 );
	tlMaterial material = tlDefaultMaterial();
	material.cookie = cookie;
	tlBody_SetMaterial( world, body, &material, NULL );
	assert_int_equal( s_asserted, before + 6 );

	tlSetAssert( NULL, NULL );
	tlDestroyWorld( second );
	tlDestroyWorld( world );
	tlDestroyFabric( other );
	tlDestroyFabric( fabric );
	assert_int_equal( tlGetByteCount(), 0 );
}

static void TestForgottenDefault( void** state )
{
	(void)state;
	CheckCookie( 0 );
	CheckCookie( tlDefaultMaterial().cookie ^ ( sizeof( float ) ^ sizeof( double ) ) );
}

// ---- sentences

static void CheckSentence( tlResult result, tlResult expected, const tlError* error, const char* part )
{
	if ( result != expected || error->code != expected || strstr( error->message, part ) == NULL )
	{
		fail_msg( "'%s' should be in '%s' (%d, %d)", part, error->message, (int)result, (int)error->code );
	}
	assert_null( strchr( error->message, '\n' ) );
}

static void TestMaterialSentences( void** state )
{
	(void)state;
	static const struct
	{
		const char* name;
		size_t offset;
		bool aboveZero;
	} fields[] = {
		{ "areaDensity", offsetof( tlMaterial, areaDensity ), true },
		{ "linearDensity", offsetof( tlMaterial, linearDensity ), true },
		{ "stretch.compliance", offsetof( tlMaterial, stretch.compliance ), false },
		{ "stretch.damping", offsetof( tlMaterial, stretch.damping ), false },
		{ "shear.compliance", offsetof( tlMaterial, shear.compliance ), false },
		{ "shear.damping", offsetof( tlMaterial, shear.damping ), false },
		{ "bend.compliance", offsetof( tlMaterial, bend.compliance ), false },
		{ "bend.damping", offsetof( tlMaterial, bend.damping ), false },
		{ "tether.compliance", offsetof( tlMaterial, tether.compliance ), false },
		{ "tether.damping", offsetof( tlMaterial, tether.damping ), false },
		{ "edgeDamping", offsetof( tlMaterial, edgeDamping ), false },
		{ "globalDamping", offsetof( tlMaterial, globalDamping ), false },
		{ "staticFriction", offsetof( tlMaterial, staticFriction ), false },
		{ "kineticFriction", offsetof( tlMaterial, kineticFriction ), false },
		{ "restitution", offsetof( tlMaterial, restitution ), false },
		{ "thickness", offsetof( tlMaterial, thickness ), false },
	};
	const tlReal bad[] = { -1, (tlReal)NAN, (tlReal)INFINITY, (tlReal)-INFINITY };
	tlError error = { tl_success, "" };
	for ( size_t i = 0; i < sizeof fields / sizeof fields[0]; ++i )
	{
		tlMaterial material = tlDefaultMaterial();
		tlReal* field = (tlReal*)( (char*)&material + fields[i].offset );
		for ( size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k )
		{
			*field = bad[k];
			CheckSentence( tlValidateMaterial( &material, &error ), tl_invalidArgument, &error, fields[i].name );
			assert_int_equal( tlValidateMaterial( &material, NULL ), tl_invalidArgument );
		}
		*field = 0;
		bool refused = tlValidateMaterial( &material, &error ) != tl_success;
		bool frictionOrder = strcmp( fields[i].name, "staticFriction" ) == 0; // kinetic friction stays above
		assert_int_equal( refused, fields[i].aboveZero || frictionOrder );
	}
	tlMaterial material = tlDefaultMaterial();
	material.restitution = (tlReal)1.001;
	CheckSentence( tlValidateMaterial( &material, &error ), tl_invalidArgument, &error, "restitution" );
	material = tlDefaultMaterial();
	material.kineticFriction = material.staticFriction * 2;
	CheckSentence( tlValidateMaterial( &material, &error ), tl_invalidArgument, &error, "kineticFriction" );
}

static tlResult TryBudget( size_t offset, int32_t value, tlError* error )
{
	tlBudget budget = tlDefaultBudget();
	memcpy( (char*)&budget + offset, &value, sizeof value );
	return tlValidateBudget( &budget, error );
}

static void TestBudgetSentences( void** state )
{
	(void)state;
	tlError error = { tl_success, "" };
	const int32_t bad[] = { 0, -1, INT32_MIN, INT32_MAX };
	for ( size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k )
	{
		CheckSentence( TryBudget( offsetof( tlBudget, substepCount ), bad[k], &error ), tl_invalidArgument, &error,
		               "substeps" );
		CheckSentence( TryBudget( offsetof( tlBudget, iterationCount ), bad[k], &error ), tl_invalidArgument, &error,
		               "iterations" );
		CheckSentence( TryBudget( offsetof( tlBudget, threadCount ), bad[k], &error ), tl_invalidArgument, &error,
		               "threads" );
	}
	tlBudget budget = tlDefaultBudget();
	budget.method = tl_methodCount;
	CheckSentence( tlValidateBudget( &budget, &error ), tl_invalidArgument, &error, "method" );
	budget = tlDefaultBudget();
	budget.sweep = tl_sweepCount;
	CheckSentence( tlValidateBudget( &budget, &error ), tl_invalidArgument, &error, "sweep" );
	budget = tlDefaultBudget();
	budget.relaxation = (tlReal)NAN;
	CheckSentence( tlValidateBudget( &budget, &error ), tl_invalidArgument, &error, "relaxation" );
	budget = tlDefaultBudget();
	budget.pbdStiffness = 0;
	CheckSentence( tlValidateBudget( &budget, &error ), tl_invalidArgument, &error, "pbdStiffness" );
	budget = tlDefaultBudget();
	budget.sweep = tl_jacobiSweep;
	budget.relaxation = (tlReal)1.5;
	CheckSentence( tlValidateBudget( &budget, &error ), tl_invalidArgument, &error, "unstable" );
	assert_int_equal( tlValidateBudget( &budget, NULL ), tl_invalidArgument );
	assert_true( strlen( tlGetSweepName( tl_jacobiSweep ) ) > 0 && strlen( tlGetMethodName( tl_pbdMethod ) ) > 0 );
	assert_string_equal( tlGetSweepName( tl_sweepCount ), "" );
}

static void TestFormat( void** state )
{
	(void)state;
	tlError error = { tl_success, "" };
	assert_int_equal( tlFail( &error, tl_fileError, "%s is %d", "this", 7 ), tl_fileError );
	assert_string_equal( error.message, "this is 7" );
	assert_int_equal( tlFail( NULL, tl_fileError, "%s", "nowhere" ), tl_fileError );
	char longName[2 * TL_ERROR_CAPACITY];
	memset( longName, 'x', sizeof longName - 1 );
	longName[sizeof longName - 1] = 0;
	tlFail( &error, tl_invalidFile, "%s", longName );
	assert_int_equal( strlen( error.message ), TL_ERROR_CAPACITY - 1 );
	assert_string_equal( tlGetPrecisionName(), Pick( 1, 2 ) > 1.5 ? "double" : "single" );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestBlocks ),
		cmocka_unit_test_setup_teardown( TestAllocatorServesAll, TakeMeter, GiveMeterBack ),
		cmocka_unit_test( TestStepAllocatesNothing ),
		cmocka_unit_test( TestForgottenDefault ),
		cmocka_unit_test( TestMaterialSentences ),
		cmocka_unit_test( TestBudgetSentences ),
		cmocka_unit_test( TestFormat ),
		cmocka_unit_test_setup_teardown( TestEveryAllocationMayFail, TakeMeter, GiveMeterBack ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
