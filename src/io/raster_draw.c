// Triangles, spheres and lines.
// SPDX-License-Identifier: MIT
#include "raster_internal.h"

// A corner of a triangle that may have been cut at the near plane: where it is seen, and where it lies in the whole.
typedef struct Corner
{
	tlPosition view;   // right, up, forward [m]
	double share[3];   // barycentric coordinates in the whole triangle
	double x, y, invZ; // on the grid
} Corner;

typedef struct Job
{
	const tlPosition* corners;
	const tlPosition* normals;
	const tlPaint* surface;
	const tlLinear* colors;
	const tlRasterEdge* edges; // null for a cut triangle
	double altitude[3];        // of each corner over its edge [samples]
	double facing;             // 1 where the front is seen, -1 for the back
} Job;

static tlPosition ToView( const tlRaster* raster, tlPosition p )
{
	tlPosition d = tlPointSub( p, raster->camera.eye );
	return tlPoint( tlPointDot( d, raster->right ), tlPointDot( d, raster->up ), tlPointDot( d, raster->forward ) );
}

static void Project( const tlRaster* raster, Corner* corner )
{
	corner->invZ = 1.0 / corner->view.z;
	corner->x = raster->centerX + raster->focal * corner->view.x * corner->invZ;
	corner->y = raster->centerY - raster->focal * corner->view.y * corner->invZ;
}

// Cuts at the near plane (Sutherland, Hodgman 1974). Returns the number of corners, up to 4.
static int CutNear( const Corner in[3], double nearest, Corner out[4] )
{
	int count = 0;
	for ( int i = 0; i < 3; ++i )
	{
		const Corner* a = in + i;
		const Corner* b = in + ( i + 1 ) % 3;
		bool seenA = a->view.z >= nearest;
		bool seenB = b->view.z >= nearest;
		if ( seenA )
		{
			out[count++] = *a;
		}
		if ( seenA != seenB )
		{
			double t = ( nearest - a->view.z ) / ( b->view.z - a->view.z );
			Corner cut = *a;
			cut.view = tlPointMulAdd( a->view, t, tlPointSub( b->view, a->view ) );
			cut.view.z = nearest;
			for ( int k = 0; k < 3; ++k )
			{
				cut.share[k] = a->share[k] + t * ( b->share[k] - a->share[k] );
			}
			out[count++] = cut;
		}
	}
	return count;
}

static tlPosition Blend( const tlPosition values[3], const double share[3] )
{
	return tlPoint( share[0] * values[0].x + share[1] * values[1].x + share[2] * values[2].x,
	                share[0] * values[0].y + share[1] * values[1].y + share[2] * values[2].y,
	                share[0] * values[0].z + share[1] * values[1].z + share[2] * values[2].z );
}

static tlLinear BlendColor( const tlLinear values[3], const double share[3] )
{
	tlLinear color = {
		(float)( share[0] * (double)values[0].r + share[1] * (double)values[1].r + share[2] * (double)values[2].r ),
		(float)( share[0] * (double)values[0].g + share[1] * (double)values[1].g + share[2] * (double)values[2].g ),
		(float)( share[0] * (double)values[0].b + share[1] * (double)values[1].b + share[2] * (double)values[2].b ),
	};
	return color;
}

// Lines along the sides by distance on the screen (Baerentzen et al. 2006), so that they lie in the surface and never
// flicker against it. They are part of its colour and share its light.
static tlLinear DrawEdges( const tlRaster* raster, const Job* job, const double screenShare[3], tlLinear albedo )
{
	for ( int i = 0; i < 3; ++i )
	{
		const tlRasterEdge* edge = job->edges + i;
		double half = 0.5 * edge->width * raster->samples;
		double distance = screenShare[i] * job->altitude[i];
		double cover = half + 0.5 - distance;
		if ( edge->alpha > 0.0 && cover > 0.0 )
		{
			albedo = tlMixLinear( albedo, edge->color, edge->alpha * ( cover < 1.0 ? cover : 1.0 ) );
		}
	}
	return albedo;
}

static tlLinear ShadeSample( const tlRaster* raster, const Job* job, const double share[3], const double screenShare[3] )
{
	tlPosition point = Blend( job->corners, share );
	tlPosition view = tlPointUnit( tlPointSub( raster->camera.eye, point ), tlPoint( 0.0, 1.0, 0.0 ) );
	tlPosition normal = tlPointMul( job->facing, tlPointUnit( Blend( job->normals, share ), view ) );
	// An interpolated normal may look away from the eye near an outline: bend it back to the edge of sight.
	double toView = tlPointDot( normal, view );
	if ( toView < 0.0 )
	{
		normal = tlPointUnit( tlPointMulAdd( normal, -1.05 * toView, view ), view );
	}
	tlLinear albedo = job->facing > 0.0 ? job->surface->front : job->surface->back;
	if ( job->colors != NULL )
	{
		albedo = BlendColor( job->colors, share );
	}
	if ( job->edges != NULL )
	{
		albedo = DrawEdges( raster, job, screenShare, albedo );
	}
	return tlRaster_Shade( raster, point, normal, view, albedo, job->surface );
}

static void FillTriangle( tlRaster* raster, const Job* job, const Corner* a, const Corner* b, const Corner* c )
{
	double area = ( b->x - a->x ) * ( c->y - a->y ) - ( c->x - a->x ) * ( b->y - a->y );
	if ( area == 0.0 || area - area != 0.0 )
	{
		return;
	}
	double lowX = a->x < b->x ? a->x : b->x, highX = a->x > b->x ? a->x : b->x;
	double lowY = a->y < b->y ? a->y : b->y, highY = a->y > b->y ? a->y : b->y;
	lowX = c->x < lowX ? c->x : lowX;
	highX = c->x > highX ? c->x : highX;
	lowY = c->y < lowY ? c->y : lowY;
	highY = c->y > highY ? c->y : highY;
	int32_t firstX = tlClampToGrid( lowX - 0.5, raster->gridWidth );
	int32_t lastX = tlClampToGrid( highX + 1.5, raster->gridWidth );
	int32_t lastY = tlClampToGrid( highY + 1.5, raster->gridHeight );
	for ( int32_t y = tlClampToGrid( lowY - 0.5, raster->gridHeight ); y < lastY; ++y )
	{
		for ( int32_t x = firstX; x < lastX; ++x )
		{
			double px = x + 0.5;
			double py = y + 0.5;
			double screen[3];
			screen[0] = ( ( b->x - px ) * ( c->y - py ) - ( c->x - px ) * ( b->y - py ) ) / area;
			screen[1] = ( ( c->x - px ) * ( a->y - py ) - ( a->x - px ) * ( c->y - py ) ) / area;
			screen[2] = 1.0 - screen[0] - screen[1];
			// Sides belong to both neighbours: a sample drawn twice is harmless, a hole is not.
			if ( screen[0] < -1e-9 || screen[1] < -1e-9 || screen[2] < -1e-9 )
			{
				continue;
			}
			double invZ = screen[0] * a->invZ + screen[1] * b->invZ + screen[2] * c->invZ;
			size_t index = (size_t)y * (size_t)raster->gridWidth + (size_t)x;
			if ( (float)invZ <= raster->inverseDepth[index] )
			{
				continue;
			}
			double wa = screen[0] * a->invZ / invZ;
			double wb = screen[1] * b->invZ / invZ;
			double wc = screen[2] * c->invZ / invZ;
			double share[3];
			for ( int k = 0; k < 3; ++k )
			{
				share[k] = wa * a->share[k] + wb * b->share[k] + wc * c->share[k];
			}
			raster->color[index] = ShadeSample( raster, job, share, screen );
			raster->inverseDepth[index] = (float)invZ;
		}
	}
}

void tlRaster_DrawTriangle( tlRaster* raster, const tlPosition corners[3], const tlPosition normals[3],
                            const tlPaint* surface, const tlLinear* colors, const tlRasterEdge* edges )
{
	Corner whole[3];
	for ( int i = 0; i < 3; ++i )
	{
		if ( !tlPointIsFinite( corners[i] ) || !tlPointIsFinite( normals[i] ) )
		{
			return;
		}
		memset( whole + i, 0, sizeof whole[i] );
		whole[i].view = ToView( raster, corners[i] );
		whole[i].share[i] = 1.0;
	}
	tlPosition cross = tlPointCross( tlPointSub( corners[1], corners[0] ), tlPointSub( corners[2], corners[0] ) );
	Job job = { corners, normals, surface, colors, edges, { 0.0, 0.0, 0.0 }, 1.0 };
	job.facing = tlPointDot( cross, tlPointSub( raster->camera.eye, corners[0] ) ) >= 0.0 ? 1.0 : -1.0;
	Corner seen[4];
	int count = CutNear( whole, raster->nearest, seen );
	for ( int i = 0; i < count; ++i )
	{
		Project( raster, seen + i );
	}
	bool uncut = count == 3;
	for ( int i = 0; i < 3 && uncut; ++i )
	{
		uncut = whole[i].view.z >= raster->nearest;
	}
	if ( !uncut )
	{
		job.edges = NULL;
	}
	else if ( edges != NULL )
	{
		double area =
		    ( seen[1].x - seen[0].x ) * ( seen[2].y - seen[0].y ) - ( seen[2].x - seen[0].x ) * ( seen[1].y - seen[0].y );
		for ( int i = 0; i < 3; ++i )
		{
			const Corner* b = seen + ( i + 1 ) % 3;
			const Corner* c = seen + ( i + 2 ) % 3;
			double side = sqrt( ( c->x - b->x ) * ( c->x - b->x ) + ( c->y - b->y ) * ( c->y - b->y ) );
			job.altitude[i] = side > 0.0 ? fabs( area ) / side : 0.0;
		}
	}
	for ( int i = 1; i + 1 < count; ++i )
	{
		FillTriangle( raster, &job, seen, seen + i, seen + i + 1 );
	}
}

void tlRaster_DrawSphere( tlRaster* raster, tlPosition center, double radius, const tlPaint* surface )
{
	if ( !tlPointIsFinite( center ) || !( radius > 0.0 ) )
	{
		return;
	}
	tlPosition middle = ToView( raster, center );
	if ( middle.z - radius < raster->nearest )
	{
		return; // the eye is inside or about to be
	}
	// The outline is an ellipse; this square holds it.
	double reach = raster->focal * radius / ( middle.z - radius );
	double x0 = raster->centerX + raster->focal * middle.x / middle.z;
	double y0 = raster->centerY - raster->focal * middle.y / middle.z;
	double stretch = 1.0 + tlPointLength( tlPoint( middle.x, middle.y, 0.0 ) ) / middle.z;
	reach *= stretch;
	tlPosition toCenter = tlPointSub( center, raster->camera.eye );
	double c = tlPointDot( toCenter, toCenter ) - radius * radius;
	int32_t firstX = tlClampToGrid( x0 - reach, raster->gridWidth );
	int32_t lastX = tlClampToGrid( x0 + reach + 1.0, raster->gridWidth );
	int32_t lastY = tlClampToGrid( y0 + reach + 1.0, raster->gridHeight );
	for ( int32_t y = tlClampToGrid( y0 - reach, raster->gridHeight ); y < lastY; ++y )
	{
		for ( int32_t x = firstX; x < lastX; ++x )
		{
			tlPosition ray = tlRaster_GetRay( raster, x, y );
			double a = tlPointDot( ray, ray );
			double b = tlPointDot( ray, toCenter );
			double root = b * b - a * c;
			if ( root < 0.0 )
			{
				continue;
			}
			double depth = c / ( b + sqrt( root ) ); // the nearer hit, without cancellation
			size_t index = (size_t)y * (size_t)raster->gridWidth + (size_t)x;
			if ( !( depth >= raster->nearest ) || (float)( 1.0 / depth ) <= raster->inverseDepth[index] )
			{
				continue;
			}
			tlPosition point = tlPointMulAdd( raster->camera.eye, depth, ray );
			tlPosition normal = tlPointMul( 1.0 / radius, tlPointSub( point, center ) );
			tlPosition view = tlPointMul( -1.0 / sqrt( a ), ray );
			raster->color[index] = tlRaster_Shade( raster, point, normal, view, surface->front, surface );
			raster->inverseDepth[index] = (float)( 1.0 / depth );
		}
	}
}

void tlRaster_DrawLine( tlRaster* raster, tlPosition a, tlPosition b, double width, tlLinear color, double alpha,
                        double bias )
{
	if ( !tlPointIsFinite( a ) || !tlPointIsFinite( b ) )
	{
		return;
	}
	Corner ends[2];
	memset( ends, 0, sizeof ends );
	ends[0].view = ToView( raster, a );
	ends[1].view = ToView( raster, b );
	for ( int i = 0; i < 2; ++i )
	{
		tlPosition p = ends[i].view;
		tlPosition q = ends[1 - i].view;
		if ( p.z < raster->nearest )
		{
			if ( q.z < raster->nearest )
			{
				return;
			}
			double t = ( raster->nearest - p.z ) / ( q.z - p.z );
			ends[i].view = tlPointMulAdd( p, t, tlPointSub( q, p ) );
			ends[i].view.z = raster->nearest;
		}
	}
	Project( raster, ends );
	Project( raster, ends + 1 );
	double half = 0.5 * width * raster->samples;
	double dx = ends[1].x - ends[0].x;
	double dy = ends[1].y - ends[0].y;
	double square = dx * dx + dy * dy;
	if ( square - square != 0.0 )
	{
		return;
	}
	double lowX = dx < 0.0 ? ends[1].x : ends[0].x;
	double lowY = dy < 0.0 ? ends[1].y : ends[0].y;
	int32_t firstX = tlClampToGrid( lowX - half, raster->gridWidth );
	int32_t lastX = tlClampToGrid( lowX + fabs( dx ) + half + 1.0, raster->gridWidth );
	int32_t lastY = tlClampToGrid( lowY + fabs( dy ) + half + 1.0, raster->gridHeight );
	for ( int32_t y = tlClampToGrid( lowY - half, raster->gridHeight ); y < lastY; ++y )
	{
		for ( int32_t x = firstX; x < lastX; ++x )
		{
			double px = x + 0.5 - ends[0].x;
			double py = y + 0.5 - ends[0].y;
			double t = square > 0.0 ? ( px * dx + py * dy ) / square : 0.0;
			t = t < 0.0 ? 0.0 : ( t > 1.0 ? 1.0 : t );
			double ox = px - t * dx;
			double oy = py - t * dy;
			size_t index = (size_t)y * (size_t)raster->gridWidth + (size_t)x;
			double invZ = ends[0].invZ + t * ( ends[1].invZ - ends[0].invZ );
			if ( ox * ox + oy * oy <= half * half && (float)( invZ * ( 1.0 + bias ) ) >= raster->inverseDepth[index] )
			{
				raster->color[index] = tlMixLinear( raster->color[index], color, alpha );
			}
		}
	}
}
