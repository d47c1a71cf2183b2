// SPDX-License-Identifier: MIT
#include "lab.h"

#include <stdio.h>
#include <stdlib.h>

static void Require( tlResult result, const tlError* error )
{
	if ( result != tl_success )
	{
		fprintf( stderr, "tulle: %s\n", error->message );
		exit( 1 );
	}
}

void* tlLab_Allocate( size_t count, size_t size )
{
	void* memory = calloc( count > 0 ? count : 1, size );
	if ( memory == NULL )
	{
		fprintf( stderr, "tulle: out of memory\n" );
		exit( 1 );
	}
	return memory;
}

tlMaterial tlMakeHardMaterial( void )
{
	tlMaterial material = tlDefaultMaterial();
	material.stretch = ( tlElasticity ){ 0, 0 };
	material.shear = ( tlElasticity ){ 0, 0 };
	material.bend = ( tlElasticity ){ 0, 0 };
	material.tether = ( tlElasticity ){ 0, 0 };
	material.edgeDamping = 0;
	material.globalDamping = 0;
	material.staticFriction = 0;
	material.kineticFriction = 0;
	material.restitution = 0;
	material.thickness = 0;
	return material;
}

tlBudget tlMakeBudget( int32_t substepCount, int32_t iterationCount, tlSweep sweep )
{
	tlBudget budget = tlDefaultBudget();
	budget.substepCount = substepCount;
	budget.iterationCount = iterationCount;
	budget.sweep = sweep;
	return budget;
}

tlLabDef tlDefaultLabDef( void )
{
	tlLabDef def = { tlDefaultFabricDef(), tlDefaultWorldDef(), tlDefaultBodyDef() };
	def.fabric.weld = false;
	def.fabric.shear = false;
	def.fabric.bend = false;
	def.world.budget = tlMakeBudget( 1, 1, tl_coloredSweep );
	def.body.material = tlMakeHardMaterial();
	return def;
}

tlLab tlMakeLab( const tlLabDef* def )
{
	tlLab lab = { NULL, NULL, TL_NULL_ID, 0 };
	tlError error = { tl_success, "" };
	Require( tlCreateFabric( &def->fabric, &lab.fabric, &error ), &error );
	Require( tlCreateWorld( &def->world, &lab.world, &error ), &error );
	tlBodyDef body = def->body;
	body.fabric = lab.fabric;
	Require( tlCreateBody( lab.world, &body, &lab.body, &error ), &error );
	lab.particleCount = tlFabric_GetParticleCount( lab.fabric );
	return lab;
}

void tlFreeLab( tlLab* lab )
{
	tlDestroyWorld( lab->world );
	tlDestroyFabric( lab->fabric );
	*lab = ( tlLab ){ NULL, NULL, TL_NULL_ID, 0 };
}

// ---- a chain

tlChainDef tlDefaultChainDef( void )
{
	tlChainDef def = { .segmentCount = 10,
		               .segmentLength = 0.1,
		               .direction = { 0, -1, 0 },
		               .nodeMass = 0.1,
		               .tipMass = 0.1,
		               .gravity = 9.81,
		               .budget = tlMakeBudget( 1, 1, tl_forwardSweep ) };
	return def;
}

tlLab tlMakeChain( const tlChainDef* def )
{
	size_t n = (size_t)def->segmentCount;
	tlVec3* positions = tlLab_Allocate( n + 1, sizeof( tlVec3 ) );
	tlReal* masses = tlLab_Allocate( n + 1, sizeof( tlReal ) );
	int32_t* sizes = tlLab_Allocate( n, sizeof( int32_t ) );
	int32_t* corners = tlLab_Allocate( 2 * n, sizeof( int32_t ) );
	for ( size_t i = 0; i <= n; ++i )
	{
		positions[i] = tlMul( (tlReal)( (double)i * def->segmentLength ), def->direction );
		masses[i] = (tlReal)( i == 0 ? 0.0 : ( i == n ? def->tipMass : def->nodeMass ) );
	}
	for ( size_t i = 0; i < n; ++i )
	{
		sizes[i] = 2;
		corners[2 * i] = (int32_t)i;
		corners[2 * i + 1] = (int32_t)i + 1;
	}
	tlLabDef lab = tlDefaultLabDef();
	lab.fabric.positions = positions;
	lab.fabric.vertexCount = (int32_t)n + 1;
	lab.fabric.masses = masses;
	lab.fabric.faceSizes = sizes;
	lab.fabric.faceCorners = corners;
	lab.fabric.faceCount = (int32_t)n;
	lab.world.gravity = ( tlVec3 ){ 0, (tlReal)-def->gravity, 0 };
	lab.world.budget = def->budget;
	lab.body.material.stretch.compliance = (tlReal)def->compliance;
	tlLab made = tlMakeLab( &lab );
	free( positions );
	free( masses );
	free( sizes );
	free( corners );
	return made;
}

// ---- a spring

tlSpringDef tlDefaultSpringDef( void )
{
	tlSpringDef def = { .mass = 1.0, .start = 1.0, .budget = tlMakeBudget( 1, 1, tl_coloredSweep ) };
	return def;
}

tlLab tlMakeSpring( const tlSpringDef* def )
{
	tlVec3 positions[2] = { { 0, 0, 0 }, { (tlReal)def->start, 0, 0 } };
	tlReal masses[2] = { 0, (tlReal)def->mass };
	tlConstraintDef spring = { .type = "distance",
		                       .particles = { 0, 1 },
		                       .parameters = { (tlReal)def->restLength },
		                       .compliance = (tlReal)def->compliance,
		                       .damping = (tlReal)def->damping };
	tlLabDef lab = tlDefaultLabDef();
	lab.fabric.positions = positions;
	lab.fabric.vertexCount = 2;
	lab.fabric.masses = masses;
	lab.fabric.constraints = &spring;
	lab.fabric.constraintCount = 1;
	lab.world.gravity = ( tlVec3 ){ (tlReal)def->gravity, 0, 0 };
	lab.world.budget = def->budget;
	return tlMakeLab( &lab );
}

// ---- a sheet

tlSheetDef tlDefaultSheetDef( void )
{
	tlSheetDef def = { .cellCount = 32,
		               .side = 2.0,
		               .shear = true,
		               .material = tlMakeHardMaterial(),
		               .budget = tlDefaultBudget(),
		               .gravity = 9.81 };
	return def;
}

static int32_t FillQuads( int32_t cells, bool triangles, int32_t* sizes, int32_t* corners )
{
	int32_t faceCount = 0;
	for ( int32_t j = 0; j < cells; ++j )
	{
		for ( int32_t i = 0; i < cells; ++i )
		{
			int32_t a = j * ( cells + 1 ) + i, b = a + 1, c = b + cells + 1, d = c - 1;
			const int32_t quad[4] = { a, b, c, d }, cut[6] = { a, b, c, a, c, d };
			const int32_t* from = triangles ? cut : quad;
			int32_t count = triangles ? 6 : 4;
			for ( int32_t k = 0; k < count; ++k )
			{
				*corners++ = from[k];
			}
			sizes[faceCount++] = triangles ? 3 : 4;
			if ( triangles )
			{
				sizes[faceCount++] = 3;
			}
		}
	}
	return faceCount;
}

static int32_t FillOneSet( int32_t cells, tlConstraintDef* constraints )
{
	int32_t count = 0, columns = cells + 1;
	for ( int32_t j = 0; j < columns; ++j )
	{
		for ( int32_t i = 0; i < columns; ++i )
		{
			int32_t n = j * columns + i;
			const int32_t right = n + 1, below = n + columns;
			const int32_t pairs[4][2] = { { n, right }, { n, below }, { n, below + 1 }, { right, below } };
			for ( int32_t k = 0; k < 4; ++k )
			{
				if ( ( k == 1 || i < cells ) && ( k == 0 || j < cells ) )
				{
					constraints[count++] = ( tlConstraintDef ){ .type = "distance",
						                                        .particles = { pairs[k][0], pairs[k][1] },
						                                        .useRestShape = true };
				}
			}
		}
	}
	return count;
}

tlLab tlMakeSheet( const tlSheetDef* def )
{
	size_t cells = (size_t)def->cellCount;
	size_t columns = cells + 1;
	tlVec3* positions = tlLab_Allocate( columns * columns, sizeof( tlVec3 ) );
	int32_t* sizes = tlLab_Allocate( 2 * cells * cells, sizeof( int32_t ) );
	int32_t* corners = tlLab_Allocate( 6 * cells * cells, sizeof( int32_t ) );
	for ( size_t j = 0; j < columns; ++j )
	{
		for ( size_t i = 0; i < columns; ++i )
		{
			double u = def->side * ( (double)i / (double)cells - 0.5 );
			double v = def->side * ( (double)j / (double)cells - 0.5 );
			tlVec3 flat = { (tlReal)u, 0, (tlReal)v }, upright = { (tlReal)u, (tlReal)-v, 0 };
			positions[j * columns + i] = def->hanging ? upright : flat;
		}
	}
	tlLabDef lab = tlDefaultLabDef();
	lab.fabric.positions = positions;
	lab.fabric.vertexCount = (int32_t)( columns * columns );
	lab.fabric.faceSizes = sizes;
	lab.fabric.faceCorners = corners;
	lab.fabric.faceCount = FillQuads( def->cellCount, def->triangles, sizes, corners );
	lab.fabric.shear = def->shear && !def->oneSet;
	lab.fabric.bend = def->bend;
	tlConstraintDef* constraints = NULL;
	if ( def->oneSet )
	{
		constraints = tlLab_Allocate( 4 * columns * columns, sizeof( tlConstraintDef ) );
		lab.fabric.stretch = false;
		lab.fabric.constraints = constraints;
		lab.fabric.constraintCount = FillOneSet( def->cellCount, constraints );
	}
	lab.world.gravity = ( tlVec3 ){ 0, (tlReal)-def->gravity, 0 };
	lab.world.budget = def->budget;
	int32_t* pinned = tlLab_Allocate( columns, sizeof( int32_t ) );
	for ( size_t i = 0; i < columns; ++i )
	{
		pinned[i] = def->row ? (int32_t)i : ( i == 0 ? 0 : (int32_t)cells );
	}
	tlPinDef pins = { .particles = pinned, .particleCount = def->row ? (int32_t)columns : 2, .frame = tlTransform_identity };
	lab.body.transform.p.y = def->height;
	lab.body.pins = &pins;
	lab.body.pinCount = def->free ? 0 : 1;
	lab.body.material = def->material;
	lab.body.tetherMode = def->tetherMode;
	tlLab made = tlMakeLab( &lab );
	free( constraints );
	free( pinned );
	free( positions );
	free( sizes );
	free( corners );
	return made;
}

// ---- running and reading

void tlLab_Run( const tlLab* lab, double dt, int64_t stepCount )
{
	for ( int64_t i = 0; i < stepCount; ++i )
	{
		// A body that turns non-finite is held and shows in what is measured.
		if ( tlWorld_Step( lab->world, dt, NULL ) != tl_success )
		{
			return;
		}
	}
}

void tlLab_Settle( const tlLab* lab, double damping, double seconds, double dt )
{
	tlMaterial material = tlBody_GetMaterial( lab->world, lab->body );
	tlMaterial damped = material;
	damped.globalDamping = (tlReal)damping;
	tlError error = { tl_success, "" };
	Require( tlBody_SetMaterial( lab->world, lab->body, &damped, &error ), &error );
	tlLab_Run( lab, dt, (int64_t)( seconds / dt + 0.5 ) );
	Require( tlBody_SetMaterial( lab->world, lab->body, &material, &error ), &error );
}

tlPosition tlLab_GetPosition( const tlLab* lab, int32_t particle )
{
	return tlBody_GetPosition( lab->world, lab->body, particle );
}

tlPosition tlLab_GetVelocity( const tlLab* lab, int32_t particle )
{
	tlView view = tlBody_GetVelocities( lab->world, lab->body );
	const tlReal* v = view.data + (size_t)particle * ( (size_t)view.stride / sizeof( tlReal ) );
	return ( tlPosition ){ (double)v[0], (double)v[1], (double)v[2] };
}

void tlLab_Place( const tlLab* lab, int32_t particle, double x, double y, double z )
{
	tlBody_SetPosition( lab->world, lab->body, particle, ( tlPosition ){ x, y, z }, tl_keepVelocity );
}

void tlLab_Push( const tlLab* lab, int32_t particle, double vx, double vy, double vz )
{
	tlBody_SetVelocity( lab->world, lab->body, particle, ( tlVec3 ){ (tlReal)vx, (tlReal)vy, (tlReal)vz } );
}

tlLab tlMakeSlope( double degrees, double staticFriction, double kineticFriction, double restitution, tlColliderId* plane )
{
	tlVec3 position = { 0, 0, 0 };
	tlReal mass = 1;
	tlLabDef def = tlDefaultLabDef();
	def.fabric.positions = &position;
	def.fabric.vertexCount = 1;
	def.fabric.masses = &mass;
	def.body.material.staticFriction = (tlReal)staticFriction;
	def.body.material.kineticFriction = (tlReal)kineticFriction;
	def.body.material.restitution = (tlReal)restitution;
	tlLab lab = tlMakeLab( &def );
	tlColliderDef collider = tlDefaultColliderDef();
	collider.shape.type = tl_planeShape;
	collider.transform.q = tlMakeQuat( ( tlVec3 ){ 0, 0, 1 }, -degrees * TL_PI / 180.0 );
	tlCreateCollider( lab.world, &collider, plane, NULL );
	return lab;
}

double tlLab_GetForce( const tlLab* lab, int32_t set, int32_t index )
{
	return (double)tlBody_GetConstraint( lab->world, lab->body, set, index ).force;
}

double tlLab_GetEnergy( const tlLab* lab )
{
	const tlBodyStats* stats = tlBody_GetStats( lab->world, lab->body );
	return stats->kineticEnergy + stats->potentialEnergy + stats->elasticEnergy;
}

void tlCrossings_Add( tlCrossings* crossings, double time, double dt, double value )
{
	bool changed = crossings->sampleCount > 0 && ( crossings->last > 0 ) != ( value > 0 );
	if ( changed && crossings->count < 16 )
	{
		crossings->times[crossings->count++] = time - dt * value / ( value - crossings->last );
	}
	crossings->sampleCount += 1;
	crossings->last = value;
}

void tlMeasureHangingMode( const tlChainDef* def, double* u )
{
	// Power iteration with the compliance: under sideways loads m u, a segment leans by what hangs below over its tension.
	int32_t n = def->segmentCount < tl_maxModeSegments ? def->segmentCount : tl_maxModeSegments;
	for ( int32_t i = 0; i <= n; ++i )
	{
		u[i] = i;
	}
	for ( int32_t round = 0; round < 60; ++round )
	{
		double load = 0, weight = 0;
		double lean[tl_maxModeSegments + 1] = { 0 };
		for ( int32_t i = n; i > 0; --i )
		{
			double mass = i == n ? def->tipMass : def->nodeMass;
			load += mass * u[i];
			weight += mass * def->gravity;
			lean[i] = def->segmentLength * load / weight;
		}
		for ( int32_t i = 1; i <= n; ++i )
		{
			u[i] = u[i - 1] + lean[i];
		}
		double tip = u[n];
		for ( int32_t i = 0; i <= n; ++i )
		{
			u[i] /= tip;
		}
	}
}

double tlMeasureShake( const tlLab* lab, int32_t rowLength )
{
	double sum = 0;
	int64_t count = 0;
	for ( int32_t i = 0; i < lab->particleCount; ++i )
	{
		int32_t column = i % rowLength;
		if ( column == 0 || column == rowLength - 1 )
		{
			continue;
		}
		tlPosition a = tlLab_GetVelocity( lab, i - 1 ), b = tlLab_GetVelocity( lab, i ), c = tlLab_GetVelocity( lab, i + 1 );
		double dx = b.x - ( a.x + c.x ) / 2, dy = b.y - ( a.y + c.y ) / 2, dz = b.z - ( a.z + c.z ) / 2;
		sum += dx * dx + dy * dy + dz * dz;
		count += 1;
	}
	return count > 0 ? sqrt( sum / (double)count ) : 0;
}

double tlMeasureSpeed( const tlLab* lab )
{
	double sum = 0;
	for ( int32_t i = 0; i < lab->particleCount; ++i )
	{
		tlPosition v = tlLab_GetVelocity( lab, i );
		sum += v.x * v.x + v.y * v.y + v.z * v.z;
	}
	return sqrt( sum / (double)lab->particleCount );
}

double tlDrawNumber( uint64_t* state )
{
	// SplitMix64 (Steele, Lea, Flood 2014).
	*state += 0x9E3779B97F4A7C15u;
	uint64_t z = *state;
	z = ( z ^ ( z >> 30 ) ) * 0xBF58476D1CE4E5B9u;
	z = ( z ^ ( z >> 27 ) ) * 0x94D049BB133111EBu;
	z ^= z >> 31;
	return (double)( z >> 11 ) * 0x1p-52 - 1.0;
}
