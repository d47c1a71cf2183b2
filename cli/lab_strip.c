// SPDX-License-Identifier: MIT
#include "lab_strip.h"

#include <math.h>
#include <stdlib.h>

// How far away the points are that sliding grips hang on [m]: a grip that slides by 1e-4 m leaves its line by 5e-13 m.
#define TL_FAR 1e4

typedef struct Builder
{
	const tlStripDef* def;
	int32_t columns, rows; // of vertices
	int32_t vertexCount;   // with the far ones
	tlVec3* positions;
	tlReal* masses;
	int32_t *sizes, *corners;
	int32_t faceCount, cornerCount;
	tlConstraintDef* constraints;
	int32_t constraintCount;
	int32_t* pinned;
	int32_t pinnedCount;
} Builder;

tlStripDef tlDefaultStripDef( void )
{
	tlStripDef def = { .along = 20,
		               .across = 1,
		               .cell = 0.05,
		               .mesh = tl_diagonalStrip,
		               .stretchType = "distance",
		               .borderFactor = 1,
		               .tipFactor = 1,
		               .material = tlMakeHardMaterial(),
		               .budget = tlMakeBudget( 1, 1, tl_symmetricSweep ) };
	def.material.areaDensity = (tlReal)0.15;
	return def;
}

// Cells that pins hold as a whole before the free ones.
static int32_t CountHeldCells( int32_t pins )
{
	return pins > 1 ? pins - 1 : 0;
}

static int32_t CountColumns( const tlStripDef* def )
{
	return CountHeldCells( def->startPins ) + def->along + CountHeldCells( def->endPins ) + 1;
}

int32_t tlGetStripVertex( const tlStripDef* def, int32_t i, int32_t j )
{
	return j * CountColumns( def ) + CountHeldCells( def->startPins ) + i;
}

static double GetRowHeight( const tlStripDef* def )
{
	return def->mesh == tl_equilateralStrip ? def->cell * sqrt( 0.75 ) : def->cell;
}

static void PlaceVertices( Builder* b )
{
	const tlStripDef* def = b->def;
	int32_t held = CountHeldCells( def->startPins );
	uint64_t state = 7;
	for ( int32_t n = 0; n < b->rows * b->columns; ++n )
	{
		int32_t i = n % b->columns - held, j = n / b->columns;
		double x = i, z = j;
		double dx = tlDrawNumber( &state ), dz = tlDrawNumber( &state );
		bool inside = i > 0 && i < def->along && j > 0 && j < def->across;
		if ( def->mesh == tl_irregularStrip && inside )
		{
			x += dx / 4;
			z += dz / 4;
		}
		if ( def->mesh == tl_equilateralStrip )
		{
			x += ( j & 1 ) * 0.5;
		}
		b->positions[n] = ( tlVec3 ){ (tlReal)( def->cell * x ), 0, (tlReal)( GetRowHeight( def ) * z ) };
	}
}

static bool IsSecondDiagonal( const tlStripDef* def, int32_t i, int32_t j )
{
	return ( def->mesh == tl_alternatingStrip && ( ( i + j ) & 1 ) != 0 ) ||
	       ( def->mesh == tl_equilateralStrip && ( j & 1 ) == 0 );
}

static void AddFace( Builder* b, const int32_t* corners, int32_t count )
{
	b->sizes[b->faceCount++] = count;
	for ( int32_t k = 0; k < count; ++k )
	{
		b->corners[b->cornerCount++] = corners[k];
	}
}

// Each cell gives a quarter of its mass to its corners, so that a strip has no favoured side.
static void AddCell( Builder* b, int32_t i, int32_t j )
{
	const tlStripDef* def = b->def;
	int32_t n = j * b->columns + i;
	const int32_t q[4] = { n, n + 1, n + 1 + b->columns, n + b->columns };
	bool second = IsSecondDiagonal( def, i, j );
	const int32_t cuts[2][6] = { { q[0], q[1], q[2], q[0], q[2], q[3] }, { q[0], q[1], q[3], q[1], q[2], q[3] } };
	if ( def->mesh == tl_quadStrip )
	{
		AddFace( b, q, 4 );
	}
	else
	{
		AddFace( b, cuts[second], 3 );
		AddFace( b, cuts[second] + 3, 3 );
	}
	for ( int k = 0; k < 4; ++k )
	{
		b->masses[q[k]] += def->material.areaDensity * (tlReal)( def->cell * GetRowHeight( def ) / 4 );
	}
}

static void AddSpring( Builder* b, int32_t from, int32_t to, double stiffness )
{
	b->constraints[b->constraintCount++] = ( tlConstraintDef ){
		.type = "distance", .particles = { from, to }, .useRestShape = true, .compliance = (tlReal)( 1 / stiffness )
	};
}

static void AddSprings( Builder* b )
{
	const tlStripDef* def = b->def;
	for ( int32_t n = 0; n < b->rows * b->columns; ++n )
	{
		int32_t i = n % b->columns, j = n / b->columns, right = n + 1, below = n + b->columns;
		bool hasRight = i + 1 < b->columns, hasBelow = j + 1 < b->rows;
		if ( hasRight )
		{
			bool border = j == 0 || j + 1 == b->rows;
			AddSpring( b, n, right, def->edgeStiffness * ( border ? def->borderFactor : 1 ) );
		}
		if ( hasBelow )
		{
			bool border = i == 0 || i + 1 == b->columns;
			AddSpring( b, n, below, def->edgeStiffness * ( border ? def->borderFactor : 1 ) );
		}
		if ( hasRight && hasBelow && def->diagonalStiffness > 0 )
		{
			bool second = IsSecondDiagonal( def, i, j ), both = def->mesh == tl_quadStrip;
			if ( both || !second )
			{
				AddSpring( b, n, below + 1, def->diagonalStiffness );
			}
			if ( both || second )
			{
				AddSpring( b, right, below, def->diagonalStiffness );
			}
		}
	}
}

static void AddLinks( Builder* b )
{
	const tlStripDef* def = b->def;
	for ( int32_t n = 0; n < b->rows * b->columns; ++n )
	{
		int32_t i = n % b->columns, j = n / b->columns, right = n + 1, below = n + b->columns;
		if ( j + 1 < b->rows && i + 1 < b->columns )
		{
			b->constraints[b->constraintCount++] =
			    ( tlConstraintDef ){ .type = "dihedral", .particles = { n, below + 1, right, below }, .useRestShape = true };
		}
		if ( j + 1 < b->rows && i > 0 && i + 1 < b->columns )
		{
			b->constraints[b->constraintCount++] = ( tlConstraintDef ){ .type = def->linkType,
				                                                        .particles = { n, below, n - 1, below + 1 },
				                                                        .useRestShape = true,
				                                                        .compliance = (tlReal)def->linkCompliance };
		}
	}
}

static void AddGrips( Builder* b )
{
	double length = b->def->along * b->def->cell;
	int32_t far = b->rows * b->columns;
	for ( int32_t j = 0; j < b->rows; ++j )
	{
		for ( int32_t end = 0; end < 2; ++end, ++far )
		{
			int32_t n = j * b->columns + ( end == 0 ? 0 : b->columns - 1 );
			b->positions[far] = b->positions[n];
			b->positions[far].x = (tlReal)( end == 0 ? -TL_FAR : length + TL_FAR );
			b->constraints[b->constraintCount++] =
			    ( tlConstraintDef ){ .type = "distance",
				                     .particles = { far, n },
				                     .parameters = { (tlReal)( TL_FAR - end * b->def->pull * length ) } };
		}
	}
}

static void AddPinned( Builder* b )
{
	for ( int32_t n = 0; n < b->rows * b->columns; ++n )
	{
		int32_t i = n % b->columns;
		if ( i < b->def->startPins || i >= b->columns - b->def->endPins )
		{
			b->pinned[b->pinnedCount++] = n;
		}
	}
}

static Builder MakeBuilder( const tlStripDef* def )
{
	Builder b = { .def = def, .columns = CountColumns( def ), .rows = def->across + 1 };
	b.vertexCount = b.rows * b.columns + ( def->sliding ? 2 * b.rows : 0 );
	size_t count = (size_t)b.vertexCount;
	b.positions = tlLab_Allocate( count, sizeof( tlVec3 ) );
	b.masses = tlLab_Allocate( count, sizeof( tlReal ) );
	b.sizes = tlLab_Allocate( 2 * count, sizeof( int32_t ) );
	b.corners = tlLab_Allocate( 6 * count, sizeof( int32_t ) );
	b.constraints = tlLab_Allocate( 5 * count, sizeof( tlConstraintDef ) );
	b.pinned = tlLab_Allocate( count, sizeof( int32_t ) );
	PlaceVertices( &b );
	for ( int32_t n = 0; n < ( b.rows - 1 ) * ( b.columns - 1 ); ++n )
	{
		AddCell( &b, n % ( b.columns - 1 ), n / ( b.columns - 1 ) );
	}
	for ( int32_t j = 0; j < b.rows; ++j )
	{
		b.masses[( j + 1 ) * b.columns - 1] *= (tlReal)def->tipFactor;
	}
	if ( def->springs )
	{
		AddSprings( &b );
	}
	if ( def->linkType != NULL )
	{
		AddLinks( &b );
	}
	if ( def->sliding )
	{
		AddGrips( &b );
	}
	AddPinned( &b );
	return b;
}

tlLab tlMakeStrip( const tlStripDef* def )
{
	Builder b = MakeBuilder( def );
	tlLabDef lab = tlDefaultLabDef();
	double angle = def->warpAngle * TL_PI / 180;
	lab.fabric.positions = b.positions;
	lab.fabric.vertexCount = b.vertexCount;
	lab.fabric.masses = def->mesh == tl_irregularStrip ? NULL : b.masses; // those of its faces
	lab.fabric.faceSizes = b.sizes;
	lab.fabric.faceCorners = b.corners;
	lab.fabric.faceCount = b.faceCount;
	lab.fabric.constraints = b.constraints;
	lab.fabric.constraintCount = b.constraintCount;
	lab.fabric.stretch = def->stretchType != NULL && !def->springs;
	lab.fabric.stretchType = def->stretchType;
	lab.fabric.shear = def->shear && !def->springs;
	lab.fabric.bend = def->bendType != NULL;
	lab.fabric.bendType = def->bendType;
	lab.fabric.warp = ( tlVec3 ){ (tlReal)cos( angle ), 0, (tlReal)sin( angle ) };
	lab.world.gravity = def->gravity;
	lab.world.budget = def->budget;
	tlPinDef pins = { .particles = b.pinned, .particleCount = b.pinnedCount, .frame = tlTransform_identity };
	lab.body.pins = &pins;
	lab.body.pinCount = b.pinnedCount > 0 ? 1 : 0;
	lab.body.material = def->material;
	tlLab made = tlMakeLab( &lab );
	free( b.positions );
	free( b.masses );
	free( b.sizes );
	free( b.corners );
	free( b.constraints );
	free( b.pinned );
	return made;
}

tlPosition tlGetStripColumn( const tlLab* lab, const tlStripDef* def, int32_t i )
{
	tlPosition sum = { 0, 0, 0 };
	double share = 1.0 / ( def->across + 1 );
	for ( int32_t j = 0; j <= def->across; ++j )
	{
		tlPosition p = tlLab_GetPosition( lab, tlGetStripVertex( def, i, j ) );
		sum.x += share * p.x;
		sum.y += share * p.y;
		sum.z += share * p.z;
	}
	return sum;
}

void tlDeformStrip( const tlLab* lab, const tlStripDef* def, double a, double b, double c, double d )
{
	const tlVec3* rest = tlFabric_GetRestPositions( lab->fabric );
	int32_t count = CountColumns( def ) * ( def->across + 1 );
	for ( int32_t n = 0; n < count; ++n )
	{
		double x = (double)rest[n].x, z = (double)rest[n].z;
		tlLab_Place( lab, n, x + a * x + b * z, 0, z + c * x + d * z );
	}
}

void tlCurveStrip( const tlLab* lab, const tlStripDef* def, const double center[2], double xx, double xz, double zz )
{
	const tlVec3* rest = tlFabric_GetRestPositions( lab->fabric );
	int32_t count = CountColumns( def ) * ( def->across + 1 );
	for ( int32_t n = 0; n < count; ++n )
	{
		double x = (double)rest[n].x - center[0], z = (double)rest[n].z - center[1];
		tlLab_Place( lab, n, (double)rest[n].x, ( xx * x * x + 2 * xz * x * z + zz * z * z ) / 2, (double)rest[n].z );
	}
}

double tlMeasureEnergyIn( const tlLab* lab, const double lower[2], const double upper[2] )
{
	const tlVec3* rest = tlFabric_GetRestPositions( lab->fabric );
	const tlBodyStats* stats = tlBody_GetStats( lab->world, lab->body );
	double sum = 0;
	for ( int32_t s = 0; s < stats->setCount; ++s )
	{
		for ( int32_t i = 0; i < stats->sets[s].constraintCount; ++i )
		{
			tlConstraintState c = tlBody_GetConstraint( lab->world, lab->body, s, i );
			tlVec3 p = rest[c.particles[0]], q = rest[c.particles[1]];
			double x = ( (double)p.x + (double)q.x ) / 2, z = ( (double)p.z + (double)q.z ) / 2;
			if ( x >= lower[0] && x < upper[0] && z >= lower[1] && z < upper[1] )
			{
				sum += (double)c.value * (double)c.value / ( 2 * (double)c.compliance );
			}
		}
	}
	return sum;
}
