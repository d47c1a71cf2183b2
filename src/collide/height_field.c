// Height field: a grid of heights over local x and z. Each cell is two triangles, and what is below them is solid, without a
// bottom: a block whose sides stand upright at the border. Beyond the border there is nothing; the distance to the block is
// exact there too, so cloth hangs over the border as over the edge of a table.
//
// Inside, the way out leads to the surface or out of a side, whichever is nearer. A pyramid of lowest and highest heights
// says which cells can be the nearest.
// SPDX-License-Identifier: MIT
#include "mesh/topology.h"
#include "surface_mesh.h"

enum
{
	tl_mostLevels = 32
};

// Lowest and highest height of each cell, and above it of every four of the level below.
typedef struct Level
{
	int32_t columns, rows;
	tlReal* low;
	tlReal* high;
} Level;

typedef struct FieldData
{
	tlShapeData base;
	int32_t columns, rows; // of heights
	double cellX, cellZ;
	tlReal* heights;
	bool crossed; // mirrored: the diagonal of each cell joins the other two corners
	int32_t levelCount;
	Level levels[tl_mostLevels];
} FieldData;

// A cell of a level that may hold something nearer.
typedef struct Visit
{
	int32_t level, column, row;
	double square;
} Visit;

enum
{
	tl_visitCount = 4 * tl_mostLevels
};

static const FieldData* GetData( const tlShape* shape )
{
	return (const FieldData*)(const void*)shape->data;
}

static double GetX( const FieldData* data, int32_t column )
{
	return ( column - 0.5 * ( data->columns - 1 ) ) * data->cellX;
}

static double GetZ( const FieldData* data, int32_t row )
{
	return ( row - 0.5 * ( data->rows - 1 ) ) * data->cellZ;
}

static tlPosition GetPoint( const FieldData* data, int32_t index )
{
	int32_t row = index / data->columns, column = index % data->columns;
	return tlPoint( GetX( data, column ), (double)data->heights[index], GetZ( data, row ) );
}

// The points of triangle 2 * cell + half, counter-clockwise from above.
static void GetCorners( const FieldData* data, int32_t triangle, int32_t corners[3] )
{
	int32_t cell = triangle / 2, cells = data->columns - 1;
	int32_t a = cell / cells * data->columns + cell % cells, b = a + data->columns;
	const int32_t straight[2][3] = { { a, b, b + 1 }, { a, b + 1, a + 1 } };
	const int32_t crossed[2][3] = { { a, b, a + 1 }, { b, b + 1, a + 1 } };
	memcpy( corners, ( data->crossed ? crossed : straight )[triangle % 2], 3 * sizeof *corners );
}

static void FindOnTriangle( const FieldData* data, tlPosition point, int32_t triangle, tlNearest* nearest )
{
	int32_t c[3];
	GetCorners( data, triangle, c );
	tlFindNearestOnTriangle( point, GetPoint( data, c[0] ), GetPoint( data, c[1] ), GetPoint( data, c[2] ), nearest );
	nearest->triangle = triangle;
}

static tlPosition GetFaceNormal( const FieldData* data, int32_t triangle )
{
	int32_t c[3];
	GetCorners( data, triangle, c );
	tlPosition a = GetPoint( data, c[0] );
	tlPosition normal = tlPointCross( tlPointSub( GetPoint( data, c[1] ), a ), tlPointSub( GetPoint( data, c[2] ), a ) );
	return tlPointUnit( normal, tlPoint( 0, 1, 0 ) );
}

// ---- the pyramid

static Visit MakeVisit( const FieldData* data, tlPosition point, int32_t level, int32_t column, int32_t row )
{
	const Level* l = data->levels + level;
	size_t index = (size_t)row * (size_t)l->columns + (size_t)column;
	int64_t right = ( (int64_t)column + 1 ) << level, back = ( (int64_t)row + 1 ) << level;
	int32_t lastColumn = right < data->columns ? (int32_t)right : data->columns - 1;
	int32_t lastRow = back < data->rows ? (int32_t)back : data->rows - 1;
	tlPosition lower = { GetX( data, column << level ), (double)l->low[index], GetZ( data, row << level ) };
	tlPosition upper = { GetX( data, lastColumn ), (double)l->high[index], GetZ( data, lastRow ) };
	return ( Visit ){ level, column, row, tlMeasureBoxSquare( point, lower, upper ) };
}

// Adds the cells below a visit, the nearest last. Returns the new count.
static int32_t Descend( const FieldData* data, tlPosition point, Visit visit, Visit* stack, int32_t count )
{
	const Level* below = data->levels + visit.level - 1;
	int32_t first = count;
	for ( int k = 0; k < 4; ++k )
	{
		int32_t column = 2 * visit.column + k % 2, row = 2 * visit.row + k / 2;
		if ( column >= below->columns || row >= below->rows )
		{
			continue;
		}
		Visit next = MakeVisit( data, point, visit.level - 1, column, row );
		int32_t at = count++;
		for ( ; at > first && stack[at - 1].square < next.square; --at )
		{
			stack[at] = stack[at - 1];
		}
		stack[at] = next;
	}
	return count;
}

static tlNearest FindNearest( const FieldData* data, tlPosition point )
{
	tlNearest best = { .square = INFINITY };
	Visit stack[tl_visitCount];
	int32_t count = 1;
	stack[0] = MakeVisit( data, point, data->levelCount - 1, 0, 0 );
	while ( count > 0 )
	{
		Visit visit = stack[--count];
		if ( visit.square >= best.square )
		{
			continue;
		}
		if ( visit.level > 0 )
		{
			count = Descend( data, point, visit, stack, count );
			continue;
		}
		for ( int half = 0; half < 2; ++half )
		{
			tlNearest found;
			FindOnTriangle( data, point, 2 * ( visit.row * ( data->columns - 1 ) + visit.column ) + half, &found );
			best = found.square < best.square ? found : best;
		}
	}
	return best;
}

// ---- distance

static double Clamp( double a, double low, double high )
{
	return a < low ? low : ( a > high ? high : a );
}

// The height of the surface over a place within the border.
static double GetHeight( const FieldData* data, double x, double z )
{
	double u = x / data->cellX + 0.5 * ( data->columns - 1 ), v = z / data->cellZ + 0.5 * ( data->rows - 1 );
	int32_t column = (int32_t)Clamp( floor( u ), 0, data->columns - 2 );
	int32_t row = (int32_t)Clamp( floor( v ), 0, data->rows - 2 );
	u = Clamp( u - column, 0, 1 );
	v = Clamp( v - row, 0, 1 );
	const tlReal* h = data->heights + (size_t)row * (size_t)data->columns + (size_t)column;
	double a = (double)h[0], d = (double)h[1], b = (double)h[data->columns], c = (double)h[data->columns + 1];
	if ( data->crossed )
	{
		return u + v <= 1 ? a + u * ( d - a ) + v * ( b - a ) : c + ( 1 - u ) * ( b - c ) + ( 1 - v ) * ( d - c );
	}
	return v >= u ? a + v * ( b - a ) + u * ( c - b ) : a + u * ( d - a ) + v * ( c - d );
}

typedef struct Place
{
	tlPosition border; // the nearest place within the border, at the point's height
	bool beyond;       // the point is outside the border
	bool below;        // the surface there is above the point
} Place;

static Place FindPlace( const FieldData* data, tlPosition p )
{
	double x = GetX( data, data->columns - 1 ), z = GetZ( data, data->rows - 1 );
	Place place = { .border = { Clamp( p.x, -x, x ), p.y, Clamp( p.z, -z, z ) } };
	place.beyond = place.border.x != p.x || place.border.z != p.z;
	place.below = p.y < GetHeight( data, place.border.x, place.border.z );
	return place;
}

// To the nearest of the four sides, for a point inside.
static double MeasureSides( const FieldData* data, tlPosition p, tlPosition* normal )
{
	double x = GetX( data, data->columns - 1 ) - fabs( p.x ), z = GetZ( data, data->rows - 1 ) - fabs( p.z );
	*normal = x <= z ? tlPoint( p.x < 0 ? -1 : 1, 0, 0 ) : tlPoint( 0, 0, p.z < 0 ? -1 : 1 );
	return x <= z ? x : z;
}

static tlSurface Measure( const FieldData* data, tlPosition p, const tlNearest* nearest, bool below )
{
	tlPosition way = tlPointSub( p, nearest->point ), normal = GetFaceNormal( data, nearest->triangle );
	double length = sqrt( nearest->square ), side = below ? -1 : 1, size = data->cellX + data->cellZ;
	if ( nearest->feature != tl_faceFeature && nearest->square > 1e-20 * size * size )
	{
		normal = tlPointMul( side / length, way );
	}
	return ( tlSurface ){ (tlReal)( side * length ), tlNarrow( normal ) };
}

static tlReal GetDistance( const tlShape* shape, tlVec3 point, tlVec3* normal )
{
	const FieldData* data = GetData( shape );
	tlPosition p = tlWiden( point );
	Place place = FindPlace( data, p );
	if ( place.beyond && place.below )
	{
		// Level with a side: the block reaches below without end.
		tlPosition way = tlPointSub( p, place.border );
		double length = tlPointLength( way );
		*normal = tlNarrow( tlPointMul( 1 / length, way ) );
		return (tlReal)length;
	}
	tlNearest nearest = FindNearest( data, p );
	if ( place.below )
	{
		tlPosition out;
		double toSide = MeasureSides( data, p, &out );
		if ( toSide * toSide < nearest.square )
		{
			*normal = tlNarrow( out );
			return (tlReal)-toSide;
		}
	}
	tlSurface surface = Measure( data, p, &nearest, place.below );
	*normal = surface.normal;
	return surface.distance;
}

// ---- several surfaces

// Whether no triangle around the corner or side has a nearer point.
static bool IsLeast( const FieldData* data, tlPosition point, const tlNearest* found )
{
	int32_t c[3], feature = found->feature;
	if ( feature == tl_faceFeature )
	{
		return true;
	}
	GetCorners( data, found->triangle, c );
	int32_t first = feature < tl_cornerFeature ? c[feature] : c[feature - tl_cornerFeature];
	int32_t second = feature < tl_cornerFeature ? c[( feature + 1 ) % 3] : first;
	int32_t row = first / data->columns, column = first % data->columns;
	for ( int k = 0; k < 8; ++k )
	{
		int32_t r = row - k / 4, q = column - k / 2 % 2; // the four cells around the first point
		if ( r < 0 || q < 0 || r > data->rows - 2 || q > data->columns - 2 )
		{
			continue;
		}
		int32_t triangle = 2 * ( r * ( data->columns - 1 ) + q ) + k % 2;
		int32_t o[3];
		GetCorners( data, triangle, o );
		bool touches =
		    ( o[0] == first || o[1] == first || o[2] == first ) && ( o[0] == second || o[1] == second || o[2] == second );
		tlNearest other;
		FindOnTriangle( data, point, triangle, &other );
		if ( touches && other.square < found->square * ( 1 - 1e-12 ) )
		{
			return false;
		}
	}
	return true;
}

static int32_t FindSurfaces( const tlShape* shape, tlVec3 point, tlReal reach, tlSurface* surfaces, int32_t capacity )
{
	const FieldData* data = GetData( shape );
	tlPosition p = tlWiden( point );
	Place place = FindPlace( data, p );
	int32_t total = 0;
	tlSurface nearest;
	nearest.distance = GetDistance( shape, point, &nearest.normal );
	if ( tlAbs( nearest.distance ) <= reach )
	{
		total = tlInsertSurface( surfaces, total, capacity, nearest );
	}
	if ( place.beyond || place.below )
	{
		return total; // the sides are convex, and inside only the way out matters
	}
	double square = (double)reach * (double)reach;
	Visit stack[tl_visitCount];
	int32_t count = 1;
	stack[0] = MakeVisit( data, p, data->levelCount - 1, 0, 0 );
	while ( count > 0 )
	{
		Visit visit = stack[--count];
		if ( visit.square > square )
		{
			continue;
		}
		if ( visit.level > 0 )
		{
			count = Descend( data, p, visit, stack, count );
			continue;
		}
		for ( int half = 0; half < 2; ++half )
		{
			tlNearest found;
			FindOnTriangle( data, p, 2 * ( visit.row * ( data->columns - 1 ) + visit.column ) + half, &found );
			tlPosition way = tlPointSub( p, found.point );
			if ( found.square <= square && tlPointDot( way, GetFaceNormal( data, found.triangle ) ) > 0 &&
			     IsLeast( data, p, &found ) )
			{
				total = tlInsertSurface( surfaces, total, capacity, Measure( data, p, &found, false ) );
			}
		}
	}
	return total;
}

// ---- the shape

static const char* FindFault( const tlShape* shape )
{
	return shape->data != NULL && shape->data->type == tl_heightFieldShape ? NULL
	                                                                       : "shape.data must be that of a height field";
}

static tlShapeBounds GetBounds( const tlShape* shape )
{
	const FieldData* data = GetData( shape );
	const Level* top = data->levels + data->levelCount - 1;
	tlReal x = (tlReal)GetX( data, data->columns - 1 ), z = (tlReal)GetZ( data, data->rows - 1 );
	return ( tlShapeBounds ){ { -x, (tlReal)-INFINITY, -z }, { x, top->high[0], z } };
}

// Along the border from corner to corner; index k of `count` points of one of the four sides, the surface to its left.
static int32_t GetBorder( const FieldData* data, int side, int32_t k, int32_t* count )
{
	int32_t columns = data->columns, rows = data->rows;
	*count = side % 2 == 0 ? columns : rows;
	switch ( side )
	{
		case 0:
			return ( rows - 1 ) * columns + k;
		case 1:
			return ( rows - 1 - k ) * columns + columns - 1;
		case 2:
			return columns - 1 - k;
		default:
			return k * columns;
	}
}

// The sides are drawn down to below the lowest height.
static bool Draw( const tlShape* shape, const tlPlanePatch* patch, tlShapeMesh* mesh )
{
	(void)patch;
	const FieldData* data = GetData( shape );
	const Level* top = data->levels + data->levelCount - 1;
	int32_t columns = data->columns, rows = data->rows, cells = ( columns - 1 ) * ( rows - 1 );
	if ( cells > INT32_MAX / 32 ||
	     !tlShapeMesh_Reserve( mesh, columns * rows + 4 * ( columns + rows ), 2 * cells + 4 * ( columns + rows ) ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < columns * rows; ++i )
	{
		int32_t r = i / columns, c = i % columns;
		int32_t left = c > 0 ? i - 1 : i, right = c + 1 < columns ? i + 1 : i;
		int32_t front = r > 0 ? i - columns : i, back = r + 1 < rows ? i + columns : i;
		tlPosition x = tlPointSub( GetPoint( data, right ), GetPoint( data, left ) );
		tlPosition z = tlPointSub( GetPoint( data, back ), GetPoint( data, front ) );
		tlPosition normal = tlPointUnit( tlPointCross( z, x ), tlPoint( 0, 1, 0 ) );
		tlShapeMesh_AddVertex( mesh, tlNarrow( GetPoint( data, i ) ), tlNarrow( normal ) );
	}
	for ( int32_t t = 0; t < 2 * cells; ++t )
	{
		int32_t c[3];
		GetCorners( data, t, c );
		tlShapeMesh_AddTriangle( mesh, c[0], c[1], c[2] );
	}
	tlShapeBounds bounds = GetBounds( shape );
	tlReal depth = tlGetDrawnDepth( &bounds );
	tlReal bottom = tlMin( top->low[0] - depth / 4, top->high[0] - depth );
	for ( int side = 0; side < 4; ++side )
	{
		static const tlVec3 normals[4] = { { 0, 0, 1 }, { 1, 0, 0 }, { 0, 0, -1 }, { -1, 0, 0 } };
		int32_t count = 1;
		for ( int32_t k = 0; k < count; ++k )
		{
			tlVec3 upper = tlNarrow( GetPoint( data, GetBorder( data, side, k, &count ) ) );
			int32_t at = tlShapeMesh_AddVertex( mesh, upper, normals[side] );
			tlShapeMesh_AddVertex( mesh, ( tlVec3 ){ upper.x, bottom, upper.z }, normals[side] );
			if ( k > 0 )
			{
				tlShapeMesh_AddTriangle( mesh, at - 2, at - 1, at + 1 );
				tlShapeMesh_AddTriangle( mesh, at - 2, at + 1, at );
			}
		}
	}
	return true;
}

static void DestroyData( tlShapeData* base )
{
	FieldData* data = (FieldData*)(void*)base;
	tlFree( data->heights );
	for ( int32_t i = 0; i < data->levelCount; ++i )
	{
		tlFree( data->levels[i].low );
		tlFree( data->levels[i].high );
	}
	tlFree( data );
}

// ---- cooking

static bool MakeLevel( FieldData* data )
{
	int32_t index = data->levelCount++;
	Level* level = data->levels + index;
	const Level* below = level - 1;
	level->columns = index == 0 ? data->columns - 1 : ( below->columns + 1 ) / 2;
	level->rows = index == 0 ? data->rows - 1 : ( below->rows + 1 ) / 2;
	level->low = TL_ALLOC( tlReal, (size_t)level->columns * (size_t)level->rows );
	level->high = TL_ALLOC( tlReal, (size_t)level->columns * (size_t)level->rows );
	if ( level->low == NULL || level->high == NULL )
	{
		return false;
	}
	int32_t fromColumns = index == 0 ? data->columns : below->columns, fromRows = index == 0 ? data->rows : below->rows;
	const tlReal* low = index == 0 ? data->heights : below->low;
	const tlReal* high = index == 0 ? data->heights : below->high;
	for ( int32_t i = 0; i < level->columns * level->rows; ++i )
	{
		int32_t row = i / level->columns, column = i % level->columns;
		tlReal least = (tlReal)INFINITY, most = (tlReal)-INFINITY;
		for ( int k = 0; k < 4; ++k )
		{
			int32_t r = ( index == 0 ? row : 2 * row ) + k / 2, c = ( index == 0 ? column : 2 * column ) + k % 2;
			if ( r < fromRows && c < fromColumns )
			{
				size_t from = (size_t)r * (size_t)fromColumns + (size_t)c;
				least = tlMin( least, low[from] );
				most = tlMax( most, high[from] );
			}
		}
		level->low[i] = least;
		level->high[i] = most;
	}
	return true;
}

static tlResult Cook( const tlHeightFieldDef* def, bool crossed, tlShapeData** out, tlError* error )
{
	*out = NULL;
	FieldData* data = TL_ALLOC( FieldData, 1 );
	if ( data == NULL )
	{
		return tlFailMemory( error );
	}
	size_t count = (size_t)def->columns * (size_t)def->rows;
	data->base.type = tl_heightFieldShape;
	data->columns = def->columns;
	data->rows = def->rows;
	data->cellX = (double)def->cellX;
	data->cellZ = (double)def->cellZ;
	data->crossed = crossed;
	data->heights = TL_ALLOC( tlReal, count );
	bool fine = data->heights != NULL;
	if ( fine )
	{
		memcpy( data->heights, def->heights, count * sizeof *data->heights );
	}
	do
	{
		fine = fine && MakeLevel( data );
	}
	while ( fine && ( data->levels[data->levelCount - 1].columns > 1 || data->levels[data->levelCount - 1].rows > 1 ) );
	if ( !fine )
	{
		DestroyData( &data->base );
		return tlFailMemory( error );
	}
	*out = &data->base;
	return tl_success;
}

static tlResult Validate( const tlHeightFieldDef* def, tlError* error )
{
	if ( def->columns < 2 || def->rows < 2 || (int64_t)def->columns * def->rows > ( 1 << 28 ) )
	{
		return tlFail( error, tl_invalidArgument,
		               "a height field needs at least 2 columns and 2 rows, and at most 2^28 heights, not %d x %d",
		               def->columns, def->rows );
	}
	double size = fmax( (double)def->cellX * def->columns, (double)def->cellZ * def->rows );
	if ( !tlIsPositive( def->cellX ) || !tlIsPositive( def->cellZ ) || !( size <= TL_MAX_COORDINATE ) )
	{
		return tlFail( error, tl_invalidArgument, "cellX and cellZ must be above 0 m, and the field at most 1e9 m wide" );
	}
	if ( def->heights == NULL )
	{
		return tlFail( error, tl_invalidArgument, "a height field needs heights" );
	}
	for ( int32_t i = 0; i < def->columns * def->rows; ++i )
	{
		if ( !( fabs( (double)def->heights[i] ) <= TL_MAX_COORDINATE ) )
		{
			return tlFail( error, tl_invalidArgument, "the height of column %d in row %d is not finite or beyond 1e9 m",
			               i % def->columns, i / def->columns );
		}
	}
	return tl_success;
}

tlHeightFieldDef tlDefaultHeightFieldDef( void )
{
	return ( tlHeightFieldDef ){ .cellX = 1, .cellZ = 1, .cookie = TL_COOKIE };
}

tlResult tlCreateHeightField( const tlHeightFieldDef* def, tlShapeData** data, tlError* error )
{
	TL_ASSERT( def->cookie == TL_COOKIE );
	*data = NULL;
	tlResult result = Validate( def, error );
	return result == tl_success ? Cook( def, false, data, error ) : result;
}

static tlResult Scale( const tlShape* shape, tlVec3 scale, tlShape* scaled, tlShapeData** data, tlError* error )
{
	(void)scaled;
	const FieldData* from = GetData( shape );
	if ( scale.y < 0 )
	{
		return tlFail( error, tl_invalidArgument, "a height field can not be mirrored along y: it is solid below" );
	}
	tlHeightFieldDef def = tlDefaultHeightFieldDef();
	def.columns = from->columns;
	def.rows = from->rows;
	def.cellX = (tlReal)( (double)tlAbs( scale.x ) * from->cellX );
	def.cellZ = (tlReal)( (double)tlAbs( scale.z ) * from->cellZ );
	tlReal* heights = TL_ALLOC( tlReal, (size_t)def.columns * (size_t)def.rows );
	if ( heights == NULL )
	{
		return tlFailMemory( error );
	}
	for ( int32_t i = 0; i < def.columns * def.rows; ++i )
	{
		int32_t row = i / def.columns, column = i % def.columns;
		row = scale.z < 0 ? def.rows - 1 - row : row;
		column = scale.x < 0 ? def.columns - 1 - column : column;
		heights[i] = scale.y * from->heights[row * def.columns + column];
	}
	def.heights = heights;
	bool mirrored = ( scale.x < 0 ) != ( scale.z < 0 );
	tlResult result = Validate( &def, error );
	result = result == tl_success ? Cook( &def, from->crossed != mirrored, data, error ) : result;
	tlFree( heights );
	return result;
}

const tlShapeKind tl_heightFieldKind;
const tlShapeKind tl_heightFieldKind = { .name = "heightField",
	                                     .findFault = FindFault,
	                                     .getDistance = GetDistance,
	                                     .getBounds = GetBounds,
	                                     .draw = Draw,
	                                     .findSurfaces = FindSurfaces,
	                                     .scale = Scale,
	                                     .destroyData = DestroyData };
