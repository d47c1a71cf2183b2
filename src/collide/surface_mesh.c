// Questions to a triangle mesh: a walk through a tree of boxes, the nearer child first.
// SPDX-License-Identifier: MIT
#include "surface_mesh.h"

enum
{
	tl_stackSize = 64 // a tree that halves its triangles is never deeper than 32
};

double tlMeasureBoxSquare( tlPosition point, tlPosition lower, tlPosition upper )
{
	const double p[3] = { point.x, point.y, point.z };
	const double low[3] = { lower.x, lower.y, lower.z }, high[3] = { upper.x, upper.y, upper.z };
	double square = 0;
	for ( int k = 0; k < 3; ++k )
	{
		double over = p[k] < low[k] ? low[k] - p[k] : ( p[k] > high[k] ? p[k] - high[k] : 0 );
		square += over * over;
	}
	return square;
}

static void Take( tlNearest* nearest, tlPosition point, tlPosition found, int32_t feature )
{
	tlPosition way = tlPointSub( point, found );
	nearest->point = found;
	nearest->square = tlPointDot( way, way );
	nearest->feature = feature;
}

void tlFindNearestOnTriangle( tlPosition point, tlPosition a, tlPosition b, tlPosition c, tlNearest* nearest )
{
	tlPosition ab = tlPointSub( b, a ), ac = tlPointSub( c, a ), ap = tlPointSub( point, a );
	double d1 = tlPointDot( ab, ap ), d2 = tlPointDot( ac, ap );
	if ( d1 <= 0 && d2 <= 0 )
	{
		Take( nearest, point, a, tl_cornerFeature );
		return;
	}
	tlPosition bp = tlPointSub( point, b );
	double d3 = tlPointDot( ab, bp ), d4 = tlPointDot( ac, bp );
	if ( d3 >= 0 && d4 <= d3 )
	{
		Take( nearest, point, b, tl_cornerFeature + 1 );
		return;
	}
	double vc = d1 * d4 - d3 * d2;
	if ( vc <= 0 && d1 >= 0 && d3 <= 0 )
	{
		Take( nearest, point, tlPointMulAdd( a, d1 / ( d1 - d3 ), ab ), tl_sideFeature );
		return;
	}
	tlPosition cp = tlPointSub( point, c );
	double d5 = tlPointDot( ab, cp ), d6 = tlPointDot( ac, cp );
	if ( d6 >= 0 && d5 <= d6 )
	{
		Take( nearest, point, c, tl_cornerFeature + 2 );
		return;
	}
	double vb = d5 * d2 - d1 * d6;
	if ( vb <= 0 && d2 >= 0 && d6 <= 0 )
	{
		Take( nearest, point, tlPointMulAdd( a, d2 / ( d2 - d6 ), ac ), tl_sideFeature + 2 );
		return;
	}
	double va = d3 * d6 - d5 * d4, sum = va + vb + vc;
	if ( ( va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0 ) || !( sum > 0 ) )
	{
		double w = ( d4 - d3 ) / ( ( d4 - d3 ) + ( d5 - d6 ) );
		Take( nearest, point, tlPointMulAdd( b, w, tlPointSub( c, b ) ), tl_sideFeature + 1 );
		return;
	}
	Take( nearest, point, tlPointMulAdd( tlPointMulAdd( a, vb / sum, ab ), vc / sum, ac ), tl_faceFeature );
}

static void FindOnTriangle( const tlSurfaceMesh* mesh, tlPosition point, int32_t triangle, tlNearest* nearest )
{
	const int32_t* corners = mesh->corners + 3 * (size_t)triangle;
	nearest->triangle = triangle;
	tlFindNearestOnTriangle( point, mesh->points[corners[0]], mesh->points[corners[1]], mesh->points[corners[2]], nearest );
}

tlNearest tlSurfaceMesh_FindNearest( const tlSurfaceMesh* mesh, tlPosition point )
{
	tlNearest best = { .square = INFINITY };
	int32_t stack[tl_stackSize];
	double squares[tl_stackSize];
	int32_t depth = 1;
	stack[0] = 0;
	squares[0] = 0;
	while ( depth > 0 )
	{
		depth -= 1;
		if ( squares[depth] >= best.square )
		{
			continue;
		}
		const tlTreeNode* node = mesh->nodes + stack[depth];
		for ( int32_t i = 0; i < node->count; ++i )
		{
			tlNearest found;
			FindOnTriangle( mesh, point, node->next + i, &found );
			best = found.square < best.square ? found : best;
		}
		if ( node->count == 0 )
		{
			int32_t children[2] = { stack[depth] + 1, node->next };
			double ways[2];
			for ( int k = 0; k < 2; ++k )
			{
				ways[k] = tlMeasureBoxSquare( point, mesh->nodes[children[k]].lower, mesh->nodes[children[k]].upper );
			}
			int far = ways[0] <= ways[1] ? 1 : 0;
			for ( int k = 0; k < 2; ++k )
			{
				int child = k == 0 ? far : 1 - far; // the nearer one is taken next
				stack[depth] = children[child];
				squares[depth++] = ways[child];
			}
		}
	}
	return best;
}

tlPosition tlSurfaceMesh_GetNormal( const tlSurfaceMesh* mesh, int32_t triangle, int32_t feature )
{
	tlPosition own = mesh->faceNormals[triangle];
	if ( feature == tl_faceFeature )
	{
		return own;
	}
	if ( feature >= tl_cornerFeature )
	{
		return mesh->pointNormals[mesh->corners[3 * (size_t)triangle + (size_t)( feature - tl_cornerFeature )]];
	}
	int32_t beyond = mesh->across[3 * (size_t)triangle + (size_t)feature];
	return beyond >= 0 ? tlPointAdd( own, mesh->faceNormals[beyond] ) : own;
}

tlSurface tlSurfaceMesh_Measure( const tlSurfaceMesh* mesh, tlPosition point, const tlNearest* nearest )
{
	tlPosition way = tlPointSub( point, nearest->point );
	tlPosition normal = tlSurfaceMesh_GetNormal( mesh, nearest->triangle, nearest->feature );
	double length = sqrt( nearest->square ), side = tlPointDot( way, normal ) < 0 ? -1 : 1;
	tlPosition size = tlPointSub( mesh->upper, mesh->lower );
	// Over a face its normal has all digits. Nearer than rounding, the way has no direction any more.
	if ( nearest->feature == tl_faceFeature || !( nearest->square > 1e-20 * tlPointDot( size, size ) ) )
	{
		normal = tlPointUnit( normal, mesh->faceNormals[nearest->triangle] );
		normal = mesh->closed ? normal : tlPointMul( side, normal );
	}
	else
	{
		normal = tlPointMul( ( mesh->closed ? side : 1 ) / length, way );
	}
	return ( tlSurface ){ (tlReal)( mesh->closed ? side * length : length ), tlNarrow( normal ) };
}

// ---- several surfaces

// Whether no triangle that meets at the corner or side has a nearer point. Convex pieces: looking at those that touch is
// enough.
static bool IsLeast( const tlSurfaceMesh* mesh, tlPosition point, const tlNearest* found )
{
	const double limit = found->square * ( 1 - 1e-12 );
	const int32_t* across = mesh->across + 3 * (size_t)found->triangle;
	tlNearest other;
	if ( found->feature == tl_faceFeature )
	{
		return true;
	}
	if ( found->feature < tl_cornerFeature )
	{
		if ( across[found->feature] >= 0 )
		{
			FindOnTriangle( mesh, point, across[found->feature], &other );
			return !( other.square < limit );
		}
		return true;
	}
	// Around the corner over one of its sides, and where a border ends the walk, over the other.
	int32_t corner = found->feature - tl_cornerFeature;
	int32_t center = mesh->corners[3 * (size_t)found->triangle + (size_t)corner];
	for ( int way = 0; way < 2; ++way )
	{
		int32_t at = found->triangle, next = across[way == 0 ? corner : ( corner + 2 ) % 3];
		while ( next >= 0 && next != found->triangle )
		{
			FindOnTriangle( mesh, point, next, &other );
			if ( other.square < limit )
			{
				return false;
			}
			const int32_t* own = mesh->corners + 3 * (size_t)next;
			const int32_t* beyond = mesh->across + 3 * (size_t)next;
			int32_t k = own[0] == center ? 0 : ( own[1] == center ? 1 : 2 );
			int32_t out = beyond[k] == at ? beyond[( k + 2 ) % 3] : beyond[k];
			at = next;
			next = out;
		}
		if ( next == found->triangle )
		{
			break;
		}
	}
	return true;
}

int32_t tlSurfaceMesh_FindSurfaces( const tlSurfaceMesh* mesh, tlPosition point, double reach, tlSurface* surfaces,
                                    int32_t capacity )
{
	int32_t count = 0;
	int32_t stack[tl_stackSize];
	int32_t depth = 1;
	stack[0] = 0;
	while ( depth > 0 )
	{
		const int32_t index = stack[--depth];
		const tlTreeNode* node = mesh->nodes + index;
		if ( tlMeasureBoxSquare( point, node->lower, node->upper ) > reach * reach )
		{
			continue;
		}
		if ( node->count == 0 )
		{
			stack[depth++] = node->next;
			stack[depth++] = index + 1;
		}
		for ( int32_t i = 0; i < node->count; ++i )
		{
			tlNearest found;
			FindOnTriangle( mesh, point, node->next + i, &found );
			if ( found.square > reach * reach || !IsLeast( mesh, point, &found ) )
			{
				continue;
			}
			// What turns its back on the point is the far side of something.
			tlSurface surface = tlSurfaceMesh_Measure( mesh, point, &found );
			if ( surface.distance >= 0 )
			{
				count = tlInsertSurface( surfaces, count, capacity, surface );
			}
		}
	}
	return count;
}

// ---- pictures

bool tlSurfaceMesh_Draw( const tlSurfaceMesh* mesh, double creaseCosine, tlShapeMesh* drawn )
{
	if ( mesh->triangleCount > INT32_MAX / 9 || !tlShapeMesh_Reserve( drawn, 3 * mesh->triangleCount, mesh->triangleCount ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < mesh->triangleCount; ++i )
	{
		int32_t drawnCorners[3];
		for ( int k = 0; k < 3; ++k )
		{
			int32_t p = mesh->corners[3 * (size_t)i + (size_t)k];
			bool round = tlPointDot( mesh->pointNormals[p], mesh->faceNormals[i] ) > creaseCosine;
			tlPosition normal = round ? mesh->pointNormals[p] : mesh->faceNormals[i];
			drawnCorners[k] = tlShapeMesh_AddVertex( drawn, tlNarrow( mesh->points[p] ), tlNarrow( normal ) );
		}
		tlShapeMesh_AddTriangle( drawn, drawnCorners[0], drawnCorners[1], drawnCorners[2] );
	}
	return true;
}
