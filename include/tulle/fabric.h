// Tulle: the fabric: topology, rest shape and constraints, cooked once, immutable, shared by many bodies.
// SPDX-License-Identifier: MIT
#pragma once

#include "material.h"
#include "math.h"

#ifdef __cplusplus
extern "C"
{
#endif

typedef struct tlFabric tlFabric;

#define TL_MAX_ARITY 4      // particles and frames in one constraint
#define TL_MAX_ROWS 3       // values of C of one constraint
#define TL_MAX_PARAMETERS 6 // rest values of one constraint

// What of a mesh a type of constraint is made on.
typedef enum tlElementKind
{
	tl_noElement,       // by hand only
	tl_edgeElement,     // an edge, a rope segment or the diagonal of a quad: two particles
	tl_acrossElement,   // the two vertices across an edge, or over one rope point
	tl_triangleElement, // the three corners
	tl_hingeElement,    // the ends of an edge with two triangles, then the corner opposite to it on either side
	tl_segmentElement,  // the two ends of a rope segment and its frame
	tl_jointElement,    // the frames of two segments that meet
	tl_meshElement,     // all triangles of a closed mesh
	tl_elementKindCount
} tlElementKind;

// One constraint placed by hand.
typedef struct tlConstraintDef
{
	const char* type;                     // a registered name: see tlGetConstraintTypeInfo
	int32_t particles[TL_MAX_ARITY];      // vertex indices, as many as the type has
	tlReal parameters[TL_MAX_PARAMETERS]; // rest values, as many as the type has; see useRestShape
	bool useRestShape;                    // take the parameters from the positions instead
	tlReal compliance;                    // [unit of the type], >= 0, of each row
	tlReal damping;                       // beta, >= 0
} tlConstraintDef;

typedef struct tlFabricDef
{
	// Render vertices [m]: borrowed for the call.
	const tlVec3* positions;
	int32_t vertexCount;

	// Faces: corner counts and, one face after another, the corners. Two corners are a rope segment, three a triangle,
	// four a quad, more a polygon, which is cut into triangles.
	const int32_t* faceSizes;
	const int32_t* faceCorners;
	int32_t faceCount;

	const tlReal* masses; // [kg] per vertex, 0 for a fixed one; null: from the material's density

	const tlConstraintDef* constraints; // placed by hand; may be null
	int32_t constraintCount;

	bool weld;           // vertices at one position become one particle
	tlReal weldDistance; // [m]; negative: 1e-6 of the diagonal of the bounds

	bool stretch; // make the families of constraints
	bool shear;   // not where the stretch type resists shear itself
	bool bend;

	// Which registered types the families are made of: any whose tlConstraintTypeInfo.family and element fit. Null: none.
	const char* stretchType; // of faces: "distance" on the edges, "strain" on the triangles
	const char* bendType;    // of faces: "bend" across the edges, "dihedral", "isometric", ...
	const char* areaType;    // of triangles: "area"
	const char* volumeType;  // of a closed mesh: "volume"
	bool rod;                // rope segments carry frames, which resist bending and twist: Cosserat rods

	// The pattern: where each render vertex lies in the flat cloth [m], u along the weft, v along the warp (the grain); two
	// numbers a vertex. Null: the warp runs along `warp`, laid into each face; where a face is square to it, along z.
	const tlReal* pattern;
	tlVec3 warp;
	bool patternRest; // rest lengths and rest strain are those of the pattern instead of the shape's

	tlReal flatness;    // rest angles of bending: 0 as in the shape, 1 flat, linear between
	bool sameRestAngle; // all hinges rest at restAngle instead
	tlReal restAngle;   // [rad], positive where the face normals part
	tlReal twist;       // rest twist of rods [rad/m] about their own axis

	uint32_t cookie;
} tlFabricDef;

// Welding, stretch, shear and bend on, by distances; rest angles as in the shape; the warp along y.
tlFabricDef tlDefaultFabricDef( void );

// What the input doctor finds in a mesh. A first index is -1 where the count is zero.
typedef struct tlMeshReport
{
	int32_t vertexCount;
	int32_t faceCount;
	int32_t segmentCount, triangleCount, quadCount, polygonCount;

	int32_t particleCount;                                    // after welding
	int32_t weldedVertexCount;                                // vertices that became part of another
	int32_t degenerateFaceCount, firstDegenerateFace;         // repeated corner or no area: skipped
	int32_t duplicateFaceCount, firstDuplicateFace;           // same corners as an earlier face, either winding: skipped
	int32_t unreferencedVertexCount, firstUnreferencedVertex; // in no face: fixed, mass 0
	int32_t edgeCount;
	int32_t borderEdgeCount;
	int32_t nonManifoldEdgeCount, firstNonManifoldEdge[2]; // three faces or more: stretch once, no bend
	int32_t flippedEdgeCount;                              // both faces run along it in the same direction
	int32_t componentCount;                                // pieces not joined by a face
	bool closed;                                           // no border: it encloses a volume

	tlVec3 lower, upper;                                 // bounds [m]
	double edgeLengthMin, edgeLengthMean, edgeLengthMax; // [m]
	double area;                                         // [m^2]
	double volume;             // [m^3], of a closed mesh, positive where faces wind outward; else 0
	double suggestedScale;     // factor that brings a garment to metres when the size looks like another unit; else 1
	const char* suggestedUnit; // the unit that the file seems to be in ("cm", "dm", "mm", "m")
} tlMeshReport;

// Looks at a mesh without making a fabric. tl_invalidMesh: a vertex is not finite or farther than 1e9 m, a corner is out of
// range, or a face has fewer than 2 or more than 4096 corners; the sentence names it.
tlResult tlInspectMesh( const tlFabricDef* def, tlMeshReport* report, tlError* error );

// Cooks a fabric. The definition may be freed afterwards. The fabric must outlive the bodies made of it.
tlResult tlCreateFabric( const tlFabricDef* def, tlFabric** fabric, tlError* error );
void tlDestroyFabric( tlFabric* fabric );

const tlMeshReport* tlFabric_GetReport( const tlFabric* fabric );
int32_t tlFabric_GetVertexCount( const tlFabric* fabric );
int32_t tlFabric_GetParticleCount( const tlFabric* fabric );

// Particle of each render vertex; vertexCount values.
const int32_t* tlFabric_GetVertexMap( const tlFabric* fabric );

// Rest positions of the particles [m]; particleCount values.
const tlVec3* tlFabric_GetRestPositions( const tlFabric* fabric );

// Triangles after triangulation, three particle indices each; and the same with render vertices.
int32_t tlFabric_GetTriangleCount( const tlFabric* fabric );
const int32_t* tlFabric_GetTriangles( const tlFabric* fabric );
const int32_t* tlFabric_GetRenderTriangles( const tlFabric* fabric );

// Mesh edges and rope segments, two particle indices each, sorted.
int32_t tlFabric_GetEdgeCount( const tlFabric* fabric );
const int32_t* tlFabric_GetEdges( const tlFabric* fabric );

// Shortest way along edges and diagonals from the nearest of the sources to every particle [m]; infinity where there is
// none (Dijkstra 1959). At least the true geodesic, at most 8.2 % above it on a grid of quads.
// distances holds particleCount values.
tlResult tlFabric_MeasureGeodesic( const tlFabric* fabric, const int32_t* sources, int32_t sourceCount, tlReal* distances,
                                   tlError* error );

// The registered constraint types, for tools and documentation.
typedef struct tlConstraintTypeInfo
{
	const char* name;
	const char* summary;        // one sentence
	const char* complianceUnit; // "m/N"
	tlFamily family;            // that its elements are made for; custom: placed by hand only
	tlElementKind element;
	int32_t arity;      // particles and frames; 0: all particles of a mesh
	uint32_t frameMask; // bit k: slot k is a frame
	int32_t rowCount;   // values of C
	int32_t parameterCount;
	const char* parameterNames[TL_MAX_PARAMETERS]; // with the unit: "rest length [m]"
	bool oneSided;                                 // acts only for C > 0
	bool resistsShear;                             // a stretch type that needs no shear beside it
} tlConstraintTypeInfo;

int32_t tlGetConstraintTypeCount( void );
tlConstraintTypeInfo tlGetConstraintTypeInfo( int32_t index );

// Index of the type with this name, -1 for none.
int32_t tlFindConstraintType( const char* name );

#ifdef __cplusplus
}
#endif
