// Pressure and force fields.
// SPDX-License-Identifier: MIT
#include "solver/lab.h"

static LabDef MakeFreeDef( void )
{
	LabDef def = MakeLabDef();
	def.world.gravity = tlVec3_zero;
	return def;
}

static tlForceFieldId Add( const Lab* lab, const tlForceFieldDef* def )
{
	tlForceFieldId id;
	tlError error = { tl_success, "" };
	if ( tlWorld_AddForceField( lab->world, def, &id, &error ) != tl_success )
	{
		fail_msg( "%s", error.message );
	}
	return id;
}

static tlForceFieldDef MakeField( tlForceFieldType type )
{
	tlForceFieldDef def = tlDefaultForceFieldDef();
	def.type = type;
	return def;
}

static const tlVec3 s_points[4] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 2, 0 }, { 0, 0, 3 } };

// ---- pressure

// A tetrahedron or a box, closed, wound outward.
static Lab MakeSolid( LabDef def, bool box )
{
	static const tlVec3 tet[4] = {
		{ 0, 0, 0 }, { 1, 0, 0 }, { (tlReal)0.2, (tlReal)0.9, 0 }, { (tlReal)0.1, (tlReal)0.3, 1 }
	};
	static const tlVec3 cube[8] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 },
		                            { 0, 0, 1 }, { 1, 0, 1 }, { 0, 1, 1 }, { 1, 1, 1 } };
	static const int32_t tetCorners[] = { 0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3 }, tetSizes[] = { 3, 3, 3, 3 };
	static const int32_t cubeCorners[] = { 0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5 };
	static const int32_t cubeSizes[] = { 4, 4, 4, 4, 4, 4 };
	def.fabric.positions = box ? cube : tet;
	def.fabric.vertexCount = box ? 8 : 4;
	def.fabric.faceSizes = box ? cubeSizes : tetSizes;
	def.fabric.faceCorners = box ? cubeCorners : tetCorners;
	def.fabric.faceCount = box ? 6 : 4;
	return MakeLab( &def );
}

static void TestPressureIsBalanced( void** state )
{
	(void)state;
	for ( int n = 0; n < 2; ++n )
	{
		LabDef def = MakeFreeDef();
		def.body.material.stretch.compliance = def.body.material.shear.compliance = (tlReal)1e-3;
		def.body.transform.q = tlMakeQuat( ( tlVec3 ){ 3, 2, 1 }, 1 );
		def.body.pressure = 50;
		Lab lab = MakeSolid( def, n == 1 );
		assert_true( tlFabric_GetReport( lab.fabric )->closed );
		double volume = GetStats( &lab )->volume;
		CHECK_ABOVE( volume, 0 );
		Run( &lab, 1.0 / 240, 60 );
		for ( int k = 0; k < 3; ++k )
		{
			CHECK_CLOSE( GetStats( &lab )->momentum[k], 0, Pick( 2e-5, 1e-13 ) );
		}
		CHECK_ABOVE( GetStats( &lab )->volume, volume ); // outward
		FreeLab( &lab );

		// Nor does it turn the body.
		def.fabric.stretch = def.fabric.shear = def.fabric.bend = false;
		lab = MakeSolid( def, n == 1 );
		Run( &lab, 1.0 / 240, 1 );
		CHECK_ABOVE( GetStats( &lab )->maxSpeed, 0.1 );
		for ( int k = 0; k < 3; ++k )
		{
			CHECK_CLOSE( GetStats( &lab )->momentum[k], 0, Pick( 1e-6, 1e-14 ) );
			CHECK_CLOSE( GetStats( &lab )->angularMomentum[k], 0, Pick( 1e-6, 1e-14 ) );
		}
		FreeLab( &lab );
	}
}

// A sheet under p gains p / sigma; a third of each triangle on each corner.
static void TestPressureOnSheet( void** state )
{
	(void)state;
	LabDef def = MakeFreeDef();
	def.body.material.areaDensity = (tlReal)0.5;
	Lab lab = MakeGrid( def, 4, 4, 0.2, false );
	assert_int_equal( tlBody_SetPressure( lab.world, lab.body, 3 ), tl_success );
	assert_int_equal( tlBody_SetPressure( lab.world, lab.body, (tlReal)NAN ), tl_invalidArgument );
	CHECK_CLOSE( tlBody_GetPressure( lab.world, lab.body ), 3, 0 );
	Run( &lab, 0.01, 10 );
	for ( int32_t i = 0; i < lab.count; ++i )
	{
		CHECK_CLOSE( fabs( GetVelocity( &lab, i ).y ), 0.1 * 3 / 0.5, 1e-5 );
		CHECK_CLOSE( GetVelocity( &lab, i ).y, GetVelocity( &lab, 0 ).y, 1e-5 );
	}
	FreeLab( &lab );
	def.body.pressure = (tlReal)INFINITY;
	const tlReal masses[4] = { 1, 1, 1, 1 };
	def.fabric = tlDefaultFabricDef(); // faces of the grid are gone
	def.fabric.positions = s_points, def.fabric.vertexCount = 4, def.fabric.masses = masses;
	tlFabric* fabric;
	tlWorld* world;
	tlBodyId id;
	tlError error = { tl_success, "" };
	if ( tlCreateFabric( &def.fabric, &fabric, &error ) )
		fail_msg( "%s", error.message );
	assert_int_equal( tlCreateWorld( &def.world, &world, NULL ), tl_success );
	def.body.fabric = fabric;
	assert_int_equal( tlCreateBody( world, &def.body, &id, &error ), tl_invalidArgument );
	assert_non_null( strstr( error.message, "pressure must be finite" ) );
	def.body.pressure = 1; // on points
	assert_int_equal( tlCreateBody( world, &def.body, &id, &error ), tl_invalidArgument );
	assert_non_null( strstr( error.message, "no triangles" ) );
	def.body.pressure = 0;
	assert_int_equal( tlCreateBody( world, &def.body, &id, &error ), tl_success );
	assert_int_equal( tlBody_SetPressure( world, id, 1 ), tl_invalidArgument );
	assert_int_equal( tlBody_SetPressure( world, id, 0 ), tl_success );
	tlDestroyWorld( world );
	tlDestroyFabric( fabric );
}

// ---- built-in fields

static void TestAcceleration( void** state )
{
	(void)state;
	int32_t pinned = 3;
	tlPinDef pins = { &pinned, 1, tlTransform_identity, 0, 0 };
	LabDef def = MakeFreeDef();
	def.body.pins = &pins, def.body.pinCount = 1;
	def.world.budget.substepCount = 4;
	Lab lab = MakeParticles( def, s_points, 4 );
	tlForceFieldDef field = MakeField( tl_accelerationField );
	field.acceleration = ( tlVec3 ){ 1, 2, 3 };
	Add( &lab, &field );
	Run( &lab, 0.1, 10 );
	for ( int32_t i = 0; i < 3; ++i )
	{
		CHECK_CLOSE( GetVelocity( &lab, i ).z, 3, 1e-5 );
		CHECK_CLOSE( GetPosition( &lab, i ).y, s_points[i].y + 2 * 0.5 * ( 1 + 1.0 / 40 ), 1e-5 );
	}
	CHECK_CLOSE( GetSpeed( &lab, 3 ), 0, 0 );
	FreeLab( &lab );
}

// As gravity is: damping does not weaken it.
static void TestLikeGravity( void** state )
{
	(void)state;
	LabDef def = MakeFreeDef();
	def.body.material.globalDamping = 3;
	Lab fields = MakeParticles( def, s_points, 4 );
	tlForceFieldDef field = MakeField( tl_accelerationField );
	field.acceleration = ( tlVec3 ){ 0, (tlReal)-9.81, 0 };
	Add( &fields, &field );
	def.world.gravity = field.acceleration;
	Lab gravity = MakeParticles( def, s_points, 4 );
	Run( &fields, 0.01, 100 );
	Run( &gravity, 0.01, 100 );
	for ( int32_t i = 0; i < 4; ++i )
	{
		CHECK_CLOSE( GetPosition( &fields, i ).y, GetPosition( &gravity, i ).y, Pick( 1e-5, 1e-13 ) );
	}
	FreeLab( &fields );
	FreeLab( &gravity );
}

static void TestRadial( void** state )
{
	(void)state;
	for ( int32_t falloff = 0; falloff <= 3; ++falloff )
	{
		Lab lab = MakeParticles( MakeFreeDef(), s_points, 4 );
		tlForceFieldDef field = MakeField( tl_radialField );
		field.strength = 5, field.radius = (tlReal)2.5, field.falloff = falloff;
		Add( &lab, &field );
		Run( &lab, 1e-3, 1 );
		CHECK_CLOSE( GetSpeed( &lab, 0 ), 0, 0 ); // in the centre
		CHECK_CLOSE( GetVelocity( &lab, 1 ).x, -5e-3 * pow( 1 - 1 / 6.25, falloff ), 1e-8 );
		CHECK_CLOSE( GetVelocity( &lab, 2 ).y, -5e-3 * pow( 1 - 4 / 6.25, falloff ), 1e-8 );
		CHECK_CLOSE( GetSpeed( &lab, 3 ), 0, 0 ); // outside
		FreeLab( &lab );
	}
}

static void TestVortex( void** state )
{
	(void)state;
	Lab lab = MakeParticles( MakeFreeDef(), s_points, 4 );
	tlForceFieldDef field = MakeField( tl_vortexField );
	field.strength = 5, field.axis = ( tlVec3 ){ 0, 7, 0 };
	field.center = ( tlPosition ){ 0, 100, 0 }; // anywhere on the axis
	Add( &lab, &field );
	Run( &lab, 1e-3, 1 );
	CHECK_CLOSE( GetSpeed( &lab, 0 ), 0, 0 ); // on the axis
	CHECK_CLOSE( GetSpeed( &lab, 2 ), 0, 0 );
	CHECK_CLOSE( GetVelocity( &lab, 1 ).z, -5e-3, 1e-8 ); // right-handed about y: x goes to -z, z to x
	CHECK_CLOSE( GetVelocity( &lab, 3 ).x, 5e-3, 1e-8 );
	FreeLab( &lab );
}

// The terminal velocity is g / rate, at any step; at a rate beyond the step, the medium takes everything along at once.
static void TestDrag( void** state )
{
	(void)state;
	for ( int32_t substeps = 1; substeps <= 16; substeps *= 4 )
	{
		LabDef def = MakeLabDef();
		def.world.budget.substepCount = substeps;
		Lab lab = MakeParticles( def, s_points, 4 );
		tlForceFieldDef field = MakeField( tl_dragField );
		field.rate = 4, field.velocity = ( tlVec3 ){ 3, 0, 0 };
		tlForceFieldId id = Add( &lab, &field );
		Run( &lab, 1.0 / 60, 600 );
		CHECK_CLOSE( GetVelocity( &lab, 1 ).x, 3, 1e-4 );
		CHECK_CLOSE( GetVelocity( &lab, 1 ).y, -9.81 / 4, Pick( 1e-4, 1e-9 ) );
		field.rate = (tlReal)1e9;
		field.velocity = ( tlVec3 ){ 0, 0, -8 };
		assert_int_equal( tlForceField_Set( lab.world, id, &field, NULL ), tl_success );
		Run( &lab, 1.0 / 60, 1 );
		CHECK_CLOSE( GetVelocity( &lab, 1 ).z, -8, 1e-5 );
		CHECK_CLOSE( GetVelocity( &lab, 1 ).x, 0, 1e-5 );
		FreeLab( &lab );
	}
}

// A body far from the world's origin is at the same place relative to the field.
static void TestOrigin( void** state )
{
	(void)state;
	LabDef def = MakeFreeDef();
	def.body.transform = MakeFrame( 1e6, 2e6, 3e6 );
	def.body.origin = ( tlPosition ){ 1e6, 2e6, 3e6 };
	Lab lab = MakeParticles( def, s_points, 4 );
	tlForceFieldDef field = MakeField( tl_radialField );
	field.strength = 5, field.center = ( tlPosition ){ 1e6 + 1, 2e6, 3e6 };
	Add( &lab, &field );
	Run( &lab, 1e-3, 1 );
	CHECK_CLOSE( GetVelocity( &lab, 0 ).x, 5e-3, 1e-8 );
	CHECK_CLOSE( GetSpeed( &lab, 1 ), 0, 0 );
	FreeLab( &lab );
}

// ---- fields of the program

typedef struct Recorder
{
	int calls;
	double firstTime, lastTime;
	double force;
	double poison; // added to the accelerations of body `victim`
	tlBodyId victim;
} Recorder;

static void PushAll( void* context, double time, const tlForceFieldView* view )
{
	Recorder* r = context;
	r->firstTime = r->calls == 0 ? time : r->firstTime;
	r->lastTime = time;
	r->calls += 1;
	for ( int32_t i = 0; i < view->particleCount; ++i )
	{
		view->forces[i].x += (tlReal)r->force;
		view->accelerations[i].y += 1;
		CHECK_CLOSE( view->velocities[i].y, time, 1e-5 );
		CHECK_CLOSE( view->masses[i], 1 + i, 0 );
		CHECK_CLOSE( view->positions[i].w, 1.0 / ( 1 + i ), 1e-6 );
	}
	if ( view->body.index1 == r->victim.index1 )
	{
		view->accelerations[0].z += (tlReal)r->poison;
	}
}

static void TestCustom( void** state )
{
	(void)state;
	const tlReal masses[4] = { 1, 2, 3, 4 };
	LabDef def = MakeFreeDef();
	def.world.budget.substepCount = 5;
	def.fabric.masses = masses;
	Lab lab = MakeParticles( def, s_points, 4 );
	Recorder recorder = { .force = 12 };
	tlForceFieldDef field = MakeField( tl_customField );
	field.fcn = PushAll, field.context = &recorder;
	tlForceFieldId id = Add( &lab, &field );
	Run( &lab, 0.1, 3 );
	assert_int_equal( recorder.calls, 15 );
	CHECK_CLOSE( recorder.firstTime, 0, 0 );
	CHECK_CLOSE( recorder.lastTime, 0.28, 1e-12 );
	for ( int32_t i = 0; i < 4; ++i )
	{
		CHECK_CLOSE( GetVelocity( &lab, i ).x, 0.3 * 12 / ( 1 + i ), 1e-5 );
		CHECK_CLOSE( GetVelocity( &lab, i ).y, 0.3, 1e-5 );
	}
	tlWorld_DestroyForceField( lab.world, id );
	Run( &lab, 0.1, 3 );
	assert_int_equal( recorder.calls, 15 );
	CHECK_CLOSE( GetVelocity( &lab, 0 ).y, 0.3, 1e-5 );
	FreeLab( &lab );
}

// A value that is not finite stops its body, and no other one.
static void TestPoison( void** state )
{
	(void)state;
	static const double poisons[3] = { NAN, INFINITY, 3e38 };
	for ( int n = 0; n < 3; ++n )
	{
		const tlReal masses[4] = { 1, 2, 3, 4 };
		LabDef def = MakeFreeDef();
		def.fabric.masses = masses;
		Lab lab = MakeParticles( def, s_points, 4 );
		tlBodyDef more = def.body;
		more.fabric = lab.fabric;
		tlBodyId other;
		assert_int_equal( tlCreateBody( lab.world, &more, &other, NULL ), tl_success );
		Recorder recorder = { .victim = lab.body };
		tlForceFieldDef field = MakeField( tl_customField );
		field.fcn = PushAll, field.context = &recorder;
		Add( &lab, &field );
		Run( &lab, 0.1, 2 );
		tlPosition before = GetPosition( &lab, 0 );
		recorder.poison = n == 2 ? Pick( 3e38, 1e308 ) : poisons[n];
		assert_int_equal( tlWorld_Step( lab.world, 0.1, NULL ), tl_notFinite );
		assert_int_equal( tlWorld_Step( lab.world, 0.1, NULL ), tl_notFinite );
		assert_true( GetStats( &lab )->faulted );
		tlPosition after = GetPosition( &lab, 0 );
		assert_memory_equal( &before, &after, sizeof before );
		assert_false( tlBody_GetStats( lab.world, other )->faulted );
		tlView v = tlBody_GetVelocities( lab.world, other );
		CHECK_CLOSE( v.data[1], 0.4, 1e-5 );
		FreeLab( &lab );
	}
}

// ---- ids, bodies, order

static void TestOnlyBody( void** state )
{
	(void)state;
	LabDef def = MakeFreeDef();
	Lab lab = MakeParticles( def, s_points, 4 );
	tlBodyDef more = def.body;
	more.fabric = lab.fabric;
	tlBodyId other;
	assert_int_equal( tlCreateBody( lab.world, &more, &other, NULL ), tl_success );
	tlForceFieldDef field = MakeField( tl_accelerationField );
	field.acceleration = ( tlVec3 ){ 0, 0, 1 };
	field.body = other;
	Add( &lab, &field );
	Run( &lab, 0.1, 10 );
	CHECK_CLOSE( GetSpeed( &lab, 0 ), 0, 0 );
	CHECK_CLOSE( tlBody_GetVelocities( lab.world, other ).data[2], 1, 1e-5 );
	// Another body in the same slot is another body.
	tlDestroyBody( lab.world, other );
	assert_int_equal( tlCreateBody( lab.world, &more, &other, NULL ), tl_success );
	Run( &lab, 0.1, 10 );
	CHECK_CLOSE( tlBody_GetVelocities( lab.world, other ).data[2], 0, 0 );
	FreeLab( &lab );
}

typedef struct Stale
{
	tlWorld* world;
	tlForceFieldId id;
	int which;
} Stale;

static void UseStale( void* context )
{
	const Stale* s = context;
	tlForceFieldDef def = tlDefaultForceFieldDef();
	if ( s->which == 0 )
	{
		tlWorld_DestroyForceField( s->world, s->id );
	}
	else if ( s->which == 1 )
	{
		tlForceField_Set( s->world, s->id, &def, NULL );
	}
	else
	{
		tlForceField_Get( s->world, s->id );
	}
}

static void TestIds( void** state )
{
	(void)state;
	Lab lab = MakeParticles( MakeFreeDef(), s_points, 4 );
	tlForceFieldDef def = tlDefaultForceFieldDef();
	tlForceFieldId a = Add( &lab, &def ), b = Add( &lab, &def );
	assert_true( tlForceField_IsValid( lab.world, a ) && tlForceField_IsValid( lab.world, b ) );
	tlWorld_DestroyForceField( lab.world, a );
	assert_false( tlForceField_IsValid( lab.world, a ) );
	def.strength = 3;
	tlForceFieldId c = Add( &lab, &def );
	assert_int_equal( c.index1, a.index1 );
	assert_true( c.generation != a.generation );
	CHECK_CLOSE( tlForceField_Get( lab.world, c ).strength, 3, 0 );
	for ( int which = 0; which < 3; ++which )
	{
		Stale stale = { lab.world, a, which };
		assert_true( Asserts( UseStale, &stale ) );
	}
	assert_false( tlForceField_IsValid( lab.world, (tlForceFieldId)TL_NULL_ID ) );
	FreeLab( &lab );
}

static void TestDefinitions( void** state )
{
	(void)state;
	Lab lab = MakeParticles( MakeFreeDef(), s_points, 4 );
	for ( int n = 0; n < 10; ++n )
	{
		tlForceFieldDef def = MakeField( n == 8 ? tl_customField : tl_vortexField );
		const char* name = "";
		switch ( n )
		{
			case 0:
				def.type = (tlForceFieldType)99, name = "type";
				break;
			case 1:
				def.acceleration.y = (tlReal)NAN, name = "acceleration";
				break;
			case 2:
				def.strength = (tlReal)INFINITY, name = "strength";
				break;
			case 3:
				def.center.x = NAN, name = "center";
				break;
			case 4:
				def.rate = -1, name = "rate";
				break;
			case 5:
				def.radius = 0, name = "radius";
				break;
			case 6:
				def.falloff = 17, name = "falloff";
				break;
			case 7:
				def.axis = tlVec3_zero, name = "axis";
				break;
			case 8:
				name = "fcn";
				break;
			default:
				def.radius = (tlReal)NAN, name = "radius";
				break;
		}
		tlForceFieldId id;
		tlError error = { tl_success, "" };
		assert_int_equal( tlWorld_AddForceField( lab.world, &def, &id, &error ), tl_invalidArgument );
		assert_non_null( strstr( error.message, name ) );
		assert_true( TL_IS_NULL( id ) );
	}
	assert_string_equal( tlGetForceFieldName( tl_vortexField ), "vortex" );
	FreeLab( &lab );
}

// All kinds at once give the same bits for any number of threads.
static void TestThreads( void** state )
{
	(void)state;
	uint64_t hashes[2];
	for ( int n = 0; n < 2; ++n )
	{
		LabDef def = MakeLabDef();
		def.world.budget.threadCount = n == 0 ? 1 : 4;
		def.world.budget.substepCount = 4;
		def.body.material.stretch.compliance = (tlReal)1e-5;
		Lab lab = MakeGrid( def, 6, 6, 0.1, true );
		for ( int b = 0; b < 5; ++b )
		{
			tlBodyDef more = def.body;
			more.fabric = lab.fabric;
			more.transform = MakeFrame( b, 0, 0 );
			tlBodyId id;
			assert_int_equal( tlCreateBody( lab.world, &more, &id, NULL ), tl_success );
		}
		for ( int type = 0; type < tl_customField; ++type )
		{
			tlForceFieldDef field = MakeField( (tlForceFieldType)type );
			field.acceleration = ( tlVec3 ){ 1, 0, 0 }, field.strength = 4, field.rate = 2, field.radius = 3;
			Add( &lab, &field );
		}
		uint64_t count = 0;
		for ( int step = 0; step < 30; ++step )
		{
			count = step == 1 ? tlGetAllocationCount() : count;
			Run( &lab, 1.0 / 60, 1 );
		}
		assert_true( tlGetAllocationCount() == count );
		hashes[n] = tlWorld_Hash( lab.world );
		FreeLab( &lab );
	}
	assert_true( hashes[0] == hashes[1] );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestPressureIsBalanced ),
		cmocka_unit_test( TestPressureOnSheet ),
		cmocka_unit_test( TestAcceleration ),
		cmocka_unit_test( TestLikeGravity ),
		cmocka_unit_test( TestRadial ),
		cmocka_unit_test( TestVortex ),
		cmocka_unit_test( TestDrag ),
		cmocka_unit_test( TestOrigin ),
		cmocka_unit_test( TestCustom ),
		cmocka_unit_test( TestPoison ),
		cmocka_unit_test( TestOnlyBody ),
		cmocka_unit_test( TestIds ),
		cmocka_unit_test( TestDefinitions ),
		cmocka_unit_test( TestThreads ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
