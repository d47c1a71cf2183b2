// Tulle: the shapes of colliders. Round and flat ones are a few numbers; the others hold cooked data, which is made once,
// never changes and may be shared by many colliders of many worlds.
// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"
#include "math.h"

#ifdef __cplusplus
extern "C"
{
#endif

typedef enum tlShapeType
{
	tl_planeShape,          // solid below local y = 0, without bounds
	tl_sphereShape,         // about the local origin
	tl_capsuleShape,        // along local y
	tl_boxShape,            // about the local origin
	tl_taperedCapsuleShape, // along local y: two spheres and all between them
	tl_cylinderShape,       // along local y, with flat ends
	tl_hullShape,           // convex hull of points: tlCreateHull
	tl_heightFieldShape,    // solid below a grid of heights: tlCreateHeightField
	tl_gridShape,           // signed distances in a grid: tlCreateDistanceGrid
	tl_meshShape,           // triangles, solid where they are closed: tlCreateMeshShape
	tl_shapeTypeCount
} tlShapeType;

// Cooked and immutable: what a shape is made of besides a few numbers. It must outlive the colliders that use it.
typedef struct tlShapeData tlShapeData;

typedef struct tlShape
{
	tlShapeType type;
	tlReal radius;      // sphere, capsule, cylinder; tapered capsule: of the sphere at -halfHeight [m], > 0
	tlReal topRadius;   // tapered capsule: of the sphere at +halfHeight [m], > 0
	tlReal halfHeight;  // capsules: half the distance between the two centres [m], >= 0; cylinder: half its height, > 0
	tlVec3 halfExtents; // box [m], > 0

	const tlShapeData* data; // hull, height field, grid, mesh: borrowed
} tlShape;

const char* tlGetShapeName( tlShapeType type );

// Signed distance from a point to a shape in its local space [m], negative inside, and the outward normal there.
tlReal tlShape_GetDistance( const tlShape* shape, tlVec3 point, tlVec3* normal );

// ---- cooked data. Everything that goes in is borrowed for the call. Bad input is answered with tl_invalidMesh or
// tl_invalidArgument and one sentence that names the point, vertex, face or edge; *data is null then.

// A mesh as files and fabrics have it. Vertices at one place are one; polygons are cut into triangles; faces that stand
// there twice, or have no area, are left out, unless that leaves a solid with a crack.
typedef struct tlMeshInput
{
	const tlVec3* positions; // [m]
	int32_t vertexCount;
	const int32_t* faceSizes;   // corners of each face; null: all are triangles
	const int32_t* faceCorners; // one face after another; the order of corners does not matter where the mesh is closed
	int32_t faceCount;
} tlMeshInput;

// The convex hull of at least 4 points that enclose a volume: some are left inside, coplanar and repeated ones do no harm.
// A point that sticks out by less than 1e-9 of the size is left out. The distance is exact. (Barber et al. 1996, with the
// exact predicate of Shewchuk 1997.)
tlResult tlCreateHull( const tlVec3* points, int32_t pointCount, tlShapeData** data, tlError* error );

// Heights over a grid in local x and z, in the middle of which is the origin; each cell is two triangles. Solid from there
// down, without a bottom; at the border the sides are upright, and beyond it there is nothing. The distance is exact.
typedef struct tlHeightFieldDef
{
	int32_t columns, rows; // heights along x and z, at least 2
	tlReal cellX, cellZ;   // [m] between two of them, > 0
	const tlReal* heights; // [rows][columns] [m]; row 0 at the lowest z, column 0 at the lowest x
	uint32_t cookie;
} tlHeightFieldDef;

tlHeightFieldDef tlDefaultHeightFieldDef( void ); // cells of 1 m, without heights
tlResult tlCreateHeightField( const tlHeightFieldDef* def, tlShapeData** data, tlError* error );

// The signed distance of a closed mesh at the nodes of a grid, linear between them: constant cost per particle, however fine
// the mesh. What is thinner than a cell may be lost, edges are rounded off within a cell.
typedef struct tlDistanceGridDef
{
	tlMeshInput mesh; // closed
	tlReal cellSize;  // [m], > 0
	tlReal margin;    // [m] that the grid reaches beyond the mesh, at least one cell; beyond that the distance is rougher
	uint32_t cookie;
} tlDistanceGridDef;

tlDistanceGridDef tlDefaultDistanceGridDef( void ); // cells of 2 cm, a margin of 10 cm, without a mesh
tlResult tlCreateDistanceGrid( const tlDistanceGridDef* def, tlShapeData** data, tlError* error );

// A grid as bytes, the same in both precisions and on every machine. Returns how many it takes; writes nothing where bytes
// is null or capacity too small.
size_t tlSaveDistanceGrid( const tlShapeData* data, void* bytes, size_t capacity );

// Damaged bytes are answered with tl_invalidFile and one sentence. Any bytes are safe.
tlResult tlLoadDistanceGrid( const void* bytes, size_t byteCount, tlShapeData** data, tlError* error );

// A mesh that does not change. Closed, it is solid, whichever way it winds (Baerentzen and Aanaes 2005). Open, it is a sheet
// with two sides: nothing is pushed through it, and the distance is never negative. The distance is exact.
typedef struct tlMeshShapeDef
{
	tlMeshInput mesh;
	tlReal depth; // closed: points deeper than this are out of reach and get no contact [m], > 0, infinite for all
	uint32_t cookie;
} tlMeshShapeDef;

tlMeshShapeDef tlDefaultMeshShapeDef( void ); // of any depth, without a mesh
tlResult tlCreateMeshShape( const tlMeshShapeDef* def, tlShapeData** data, tlError* error );

// Whether a mesh is solid.
bool tlIsClosedMesh( const tlShapeData* data );

// ---- scale

// A shape with a scale along its local axes baked in; negative factors mirror it. What would no longer be a shape of its
// type is refused with the reason (tl_invalidArgument): a sphere under different factors, say. *data is what had to be
// cooked anew, to be destroyed after the colliders that use it, or null; on failure it is null and *scaled as before.
tlResult tlScaleShape( const tlShape* shape, tlVec3 scale, tlShape* scaled, tlShapeData** data, tlError* error );

// The shape that cooked data makes.
tlShape tlMakeShape( const tlShapeData* data );

// Takes null. No collider may use it any more.
void tlDestroyShapeData( tlShapeData* data );

#ifdef __cplusplus
}
#endif
