// SPDX-License-Identifier: MIT
#include "lab_mesh.h"

#include <math.h>
#include <stdlib.h>

tlLabMesh* tlMakeLabMesh( void )
{
	return tlLab_Allocate( 1, sizeof( tlLabMesh ) );
}

void tlFreeLabMesh( tlLabMesh* mesh )
{
	free( mesh );
}

static void Clear( tlLabMesh* mesh )
{
	mesh->vertexCount = mesh->faceCount = mesh->cornerCount = 0;
}

void tlLabMesh_AddFace( tlLabMesh* mesh, int32_t count, const int32_t* corners )
{
	mesh->sizes[mesh->faceCount++] = count;
	for ( int32_t k = 0; k < count; ++k )
	{
		mesh->corners[mesh->cornerCount++] = corners[k];
	}
}

void tlLabMesh_Use( const tlLabMesh* mesh, tlLabDef* def )
{
	def->fabric.positions = mesh->positions;
	def->fabric.vertexCount = mesh->vertexCount;
	def->fabric.faceSizes = mesh->sizes;
	def->fabric.faceCorners = mesh->corners;
	def->fabric.faceCount = mesh->faceCount;
}

// ---- the strip

static void AddCell( tlLabMesh* mesh, tlCut cut, int32_t i, int32_t j, int32_t columns )
{
	int32_t a = j * columns + i, b = a + 1, c = b + columns, d = a + columns;
	const int32_t quad[4] = { a, b, c, d };
	const int32_t first[2][3] = { { a, b, c }, { a, c, d } }, second[2][3] = { { a, b, d }, { b, c, d } };
	if ( cut == tl_quadCut )
	{
		tlLabMesh_AddFace( mesh, 4, quad );
		return;
	}
	bool turned = cut == tl_alternatingCut && ( i + j ) % 2 != 0;
	tlLabMesh_AddFace( mesh, 3, turned ? second[0] : first[0] );
	tlLabMesh_AddFace( mesh, 3, turned ? second[1] : first[1] );
}

void tlLabMesh_MakeStrip( tlLabMesh* mesh, tlCut cut, int32_t along, int32_t across, double cell, int32_t start )
{
	int32_t columns = along + 1;
	uint64_t state = 5;
	Clear( mesh );
	mesh->vertexCount = columns * ( across + 1 );
	for ( int32_t j = 0; j <= across; ++j )
	{
		for ( int32_t i = 0; i < columns; ++i )
		{
			// The clamped part of a strip stays as it is.
			bool inside = i + start > 0 && i > 0 && i < along && j > 0 && j < across;
			double dx = 0.25 * tlDrawNumber( &state ), dz = 0.25 * tlDrawNumber( &state );
			double move = cut == tl_irregularCut && inside ? 1 : 0;
			mesh->positions[j * columns + i] =
			    ( tlVec3 ){ (tlReal)( cell * ( i + start + move * dx ) ), 0, (tlReal)( cell * ( j + move * dz ) ) };
			if ( i < along && j < across )
			{
				AddCell( mesh, cut, i, j, columns );
			}
		}
	}
}

// ---- round things

void tlLabMesh_MakeDisc( tlLabMesh* mesh, double radius, int32_t ringCount )
{
	Clear( mesh );
	mesh->positions[mesh->vertexCount++] = tlVec3_zero;
	int32_t start = 0; // of the ring inside
	for ( int32_t r = 1; r <= ringCount; ++r )
	{
		int32_t inner = start, outer = mesh->vertexCount, around = 6 * r, within = r == 1 ? 1 : 6 * ( r - 1 );
		for ( int32_t k = 0; k < around; ++k )
		{
			double angle = 2 * TL_PI * k / around, at = radius * r / ringCount;
			mesh->positions[mesh->vertexCount++] =
			    ( tlVec3 ){ (tlReal)( at * cos( angle ) ), 0, (tlReal)( at * sin( angle ) ) };
		}
		for ( int32_t n = 0; n < around; ++n )
		{
			int32_t side = n / r, k = n % r;
			int32_t low = inner + ( side * ( r - 1 ) + k ) % within, next = inner + ( side * ( r - 1 ) + k + 1 ) % within;
			int32_t here = outer + n, beyond = outer + ( n + 1 ) % around;
			const int32_t up[3] = { low, beyond, here }, down[3] = { low, next, beyond };
			tlLabMesh_AddFace( mesh, 3, up );
			if ( k + 1 < r )
			{
				tlLabMesh_AddFace( mesh, 3, down );
			}
		}
		start = outer;
	}
}

static int32_t FindMiddle( tlLabMesh* mesh, int32_t a, int32_t b, int32_t first )
{
	tlVec3 m = tlNormalize( tlAdd( mesh->positions[a], mesh->positions[b] ) );
	for ( int32_t i = first; i < mesh->vertexCount; ++i )
	{
		if ( tlDistance( mesh->positions[i], m ) < (tlReal)1e-4 )
		{
			return i;
		}
	}
	mesh->positions[mesh->vertexCount] = m;
	return mesh->vertexCount++;
}

void tlLabMesh_MakeIcosphere( tlLabMesh* mesh, int32_t levels )
{
	static const int32_t faces[20][3] = { { 0, 11, 5 }, { 0, 5, 1 },  { 0, 1, 7 },   { 0, 7, 10 }, { 0, 10, 11 },
		                                  { 1, 5, 9 },  { 5, 11, 4 }, { 11, 10, 2 }, { 10, 7, 6 }, { 7, 1, 8 },
		                                  { 3, 9, 4 },  { 3, 4, 2 },  { 3, 2, 6 },   { 3, 6, 8 },  { 3, 8, 9 },
		                                  { 4, 9, 5 },  { 2, 4, 11 }, { 6, 2, 10 },  { 8, 6, 7 },  { 9, 8, 1 } };
	const tlReal g = (tlReal)1.6180339887498949;
	const tlVec3 corners[12] = { { -1, g, 0 },  { 1, g, 0 },  { -1, -g, 0 }, { 1, -g, 0 }, { 0, -1, g },  { 0, 1, g },
		                         { 0, -1, -g }, { 0, 1, -g }, { g, 0, -1 },  { g, 0, 1 },  { -g, 0, -1 }, { -g, 0, 1 } };
	Clear( mesh );
	mesh->vertexCount = 12;
	for ( int32_t i = 0; i < 12; ++i )
	{
		mesh->positions[i] = tlNormalize( corners[i] );
	}
	for ( int32_t i = 0; i < 20; ++i )
	{
		tlLabMesh_AddFace( mesh, 3, faces[i] );
	}
	for ( int32_t level = 0; level < levels; ++level )
	{
		static int32_t old[3 * tl_maxLabFaces];
		int32_t count = mesh->faceCount, first = mesh->vertexCount;
		for ( int32_t i = 0; i < 3 * count; ++i )
		{
			old[i] = mesh->corners[i];
		}
		mesh->faceCount = mesh->cornerCount = 0;
		for ( int32_t i = 0; i < count; ++i )
		{
			const int32_t* c = old + 3 * i;
			int32_t m[3];
			for ( int32_t k = 0; k < 3; ++k )
			{
				m[k] = FindMiddle( mesh, c[k], c[( k + 1 ) % 3], first );
			}
			const int32_t parts[4][3] = {
				{ c[0], m[0], m[2] }, { m[0], c[1], m[1] }, { m[2], m[1], c[2] }, { m[0], m[1], m[2] }
			};
			for ( int32_t k = 0; k < 4; ++k )
			{
				tlLabMesh_AddFace( mesh, 3, parts[k] );
			}
		}
	}
}

// ---- the cantilever

tlCantileverDef tlDefaultCantileverDef( void )
{
	tlCantileverDef def = { .cut = tl_irregularCut,
		                    .along = 20,
		                    .across = 4,
		                    .length = 1,
		                    .weight = 8,
		                    .biasRatio = 1,
		                    .weftRatio = 1,
		                    .stretchType = "strain",
		                    .bendType = "curvature",
		                    .budget = tlMakeBudget( 40, 10, tl_symmetricSweep ),
		                    .seconds = 5 };
	return def;
}

tlLab tlHangCantilever( tlLabMesh* mesh, const tlCantileverDef* def )
{
	const double density = 0.15;
	double cell = def->length / def->along, rigidity = density * 9.81 * pow( def->length, 3 ) / def->weight;
	int32_t columns = def->along + 2;
	static int32_t held[256];
	int32_t heldCount = 0;
	tlLabMesh_MakeStrip( mesh, def->cut, def->along + 1, def->across, cell, -1 );
	for ( int32_t j = 0; j <= def->across; ++j )
	{
		held[heldCount++] = j * columns;
		held[heldCount++] = j * columns + 1;
	}
	double angle = def->warpDegrees * TL_PI / 180;
	tlLabDef lab = tlDefaultLabDef();
	tlLabMesh_Use( mesh, &lab );
	lab.fabric.stretchType = def->stretchType;
	lab.fabric.bendType = def->bendType;
	lab.fabric.bend = true;
	lab.fabric.warp = ( tlVec3 ){ (tlReal)cos( angle ), 0, (tlReal)sin( angle ) };
	lab.world.budget = def->budget;
	tlMaterial* m = &lab.body.material;
	m->measured = !def->raw;
	m->areaDensity = (tlReal)density;
	m->bend.compliance = (tlReal)( 1 / rigidity ); // square cells: k = B |e|^2 / (A0 + A1) = B
	m->warpStiffness = m->weftStiffness = 20000;
	m->shearStiffness = 10000;
	m->warpBending = (tlReal)rigidity;
	m->weftBending = (tlReal)( def->weftRatio * rigidity );
	m->biasBending = (tlReal)( def->biasRatio * rigidity );
	tlPinDef pins = { .particles = held, .particleCount = heldCount, .frame = tlTransform_identity };
	lab.body.pins = &pins;
	lab.body.pinCount = 1;
	tlLab made = tlMakeLab( &lab );
	tlLab_Settle( &made, 4, def->seconds, 1.0 / 60 );
	return made;
}

tlPosition tlGetTip( const tlLab* lab, const tlCantileverDef* def )
{
	tlPosition tip = { 0, 0, 0 };
	for ( int32_t j = 0; j <= def->across; ++j )
	{
		tlPosition p = tlLab_GetPosition( lab, j * ( def->along + 2 ) + def->along + 1 );
		double share = 1.0 / ( def->across + 1 );
		tip = ( tlPosition ){ tip.x + share * p.x, tip.y + share * p.y, tip.z + share * p.z };
	}
	return tip;
}
