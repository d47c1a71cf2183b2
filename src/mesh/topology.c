// SPDX-License-Identifier: MIT
#include "elements.h"

#include "base/core.h"

static tlResult CheckVertices( const tlFabricDef* def, tlError* error )
{
	if ( def->vertexCount < 0 )
	{
		return tlFail( error, tl_invalidArgument, "vertexCount is %d, less than 0", (int)def->vertexCount );
	}
	if ( def->vertexCount > 0 && def->positions == NULL )
	{
		return tlFail( error, tl_invalidArgument, "positions is null, but vertexCount is %d", (int)def->vertexCount );
	}
	for ( int32_t i = 0; i < def->vertexCount; ++i )
	{
		double x = (double)def->positions[i].x;
		double y = (double)def->positions[i].y;
		double z = (double)def->positions[i].z;
		if ( !tlIsFinite( x ) || !tlIsFinite( y ) || !tlIsFinite( z ) )
		{
			return tlFail( error, tl_invalidMesh, "vertex %d is not finite: (%g, %g, %g)", (int)i, x, y, z );
		}
		double limit = TL_MAX_COORDINATE;
		if ( x > limit || x < -limit || y > limit || y < -limit || z > limit || z < -limit )
		{
			return tlFail( error, tl_invalidMesh, "vertex %d is out of range: (%g, %g, %g), the limit is %g m", (int)i, x, y,
			               z, limit );
		}
	}
	return tl_success;
}

static tlResult CheckFaces( const tlFabricDef* def, tlError* error )
{
	if ( def->faceCount < 0 )
	{
		return tlFail( error, tl_invalidArgument, "faceCount is %d, less than 0", (int)def->faceCount );
	}
	if ( def->faceCount > 0 && ( def->faceSizes == NULL || def->faceCorners == NULL ) )
	{
		return tlFail( error, tl_invalidArgument, "%s is null, but faceCount is %d",
		               def->faceSizes == NULL ? "faceSizes" : "faceCorners", (int)def->faceCount );
	}
	int64_t start = 0;
	for ( int32_t i = 0; i < def->faceCount; ++i )
	{
		int32_t size = def->faceSizes[i];
		if ( size < 2 || size > tl_maxPolygonCorners )
		{
			return tlFail( error, tl_invalidMesh, "face %d has %d corners: 2 to %d are possible", (int)i, (int)size,
			               (int)tl_maxPolygonCorners );
		}
		if ( start + size > tl_maxFaceCorners )
		{
			return tlFail( error, tl_invalidMesh, "face %d is too much: the faces have more than %d corners", (int)i,
			               (int)tl_maxFaceCorners );
		}
		for ( int32_t k = 0; k < size; ++k )
		{
			int32_t corner = def->faceCorners[start + k];
			if ( corner < 0 || corner >= def->vertexCount )
			{
				return tlFail( error, tl_invalidMesh, "face %d has vertex %d for a corner, but there are %d vertices",
				               (int)i, (int)corner, (int)def->vertexCount );
			}
		}
		start += size;
	}
	return tl_success;
}

static tlResult WeldVertices( const tlFabricDef* def, tlTopology* topology, tlError* error )
{
	int32_t count = def->vertexCount;
	topology->vertexCount = count;
	topology->vertexMap = TL_ALLOC( int32_t, count );
	if ( topology->vertexMap == NULL )
	{
		return tlFailMemory( error );
	}
	if ( def->weld )
	{
		double distance = (double)def->weldDistance;
		distance = distance >= 0 ? distance : 1e-6 * tlGetDiagonal( &topology->report );
		distance = distance < 4 * TL_MAX_COORDINATE ? distance : 4 * TL_MAX_COORDINATE; // all vertices are within
		topology->particleCount = tlWeld( def->positions, count, distance, topology->vertexMap );
	}
	else
	{
		topology->particleCount = count;
		for ( int32_t i = 0; i < count; ++i )
		{
			topology->vertexMap[i] = i;
		}
	}
	if ( topology->particleCount < 0 )
	{
		return tlFailMemory( error );
	}
	topology->positions = TL_ALLOC( tlVec3, topology->particleCount );
	topology->referenced = TL_ALLOC( bool, topology->particleCount );
	if ( topology->positions == NULL || topology->referenced == NULL )
	{
		return tlFailMemory( error );
	}
	for ( int32_t i = count - 1; i >= 0; --i ) // backward: the first vertex of each particle stays
	{
		topology->positions[topology->vertexMap[i]] = def->positions[i];
	}
	topology->report.particleCount = topology->particleCount;
	topology->report.weldedVertexCount = count - topology->particleCount;
	return tl_success;
}

static void CountFaces( const tlFabricDef* def, tlMeshReport* report )
{
	report->vertexCount = def->vertexCount;
	report->faceCount = def->faceCount;
	for ( int32_t i = 0; i < def->faceCount; ++i )
	{
		int32_t size = def->faceSizes[i];
		report->segmentCount += size == 2 ? 1 : 0;
		report->triangleCount += size == 3 ? 1 : 0;
		report->quadCount += size == 4 ? 1 : 0;
		report->polygonCount += size > 4 ? 1 : 0;
	}
}

static void AddTriangle( tlTopology* topology, const tlElement* element, int32_t a, int32_t b, int32_t c )
{
	int32_t* particles = topology->triangles + 3 * (size_t)topology->triangleCount;
	int32_t* vertices = topology->renderTriangles + 3 * (size_t)topology->triangleCount;
	particles[0] = element->particles[a];
	particles[1] = element->particles[b];
	particles[2] = element->particles[c];
	vertices[0] = element->vertices[a];
	vertices[1] = element->vertices[b];
	vertices[2] = element->vertices[c];
	topology->triangleCount += 1;
}

static tlResult ListFaces( tlTopology* topology, const tlElementList* list, tlError* error )
{
	size_t triangleCount = 0, segmentCount = 0;
	for ( int32_t i = 0; i < list->elementCount; ++i )
	{
		int32_t cornerCount = list->elements[i].cornerCount;
		triangleCount += (size_t)cornerCount - 2;
		segmentCount += cornerCount == 2 ? 1 : 0;
	}
	topology->triangles = TL_ALLOC( int32_t, 3 * triangleCount );
	topology->renderTriangles = TL_ALLOC( int32_t, 3 * triangleCount );
	topology->segments = TL_ALLOC( int32_t, 2 * segmentCount );
	if ( topology->triangles == NULL || topology->renderTriangles == NULL || topology->segments == NULL )
	{
		return tlFailMemory( error );
	}
	for ( int32_t i = 0; i < list->elementCount; ++i )
	{
		const tlElement* element = list->elements + i;
		for ( int32_t k = 0; k < element->cornerCount; ++k )
		{
			topology->referenced[element->particles[k]] = true;
		}
		if ( element->cornerCount == 2 )
		{
			topology->segments[2 * (size_t)topology->segmentCount] = element->particles[0];
			topology->segments[2 * (size_t)topology->segmentCount + 1] = element->particles[1];
			topology->segmentCount += 1;
		}
		else if ( element->cornerCount == 3 )
		{
			AddTriangle( topology, element, 0, 1, 2 );
		}
		else if ( tlSplitQuad( topology->positions, element->particles ).second )
		{
			AddTriangle( topology, element, 0, 1, 3 );
			AddTriangle( topology, element, 1, 2, 3 );
		}
		else
		{
			AddTriangle( topology, element, 0, 1, 2 );
			AddTriangle( topology, element, 0, 2, 3 );
		}
	}
	return tl_success;
}

// Particles become the numbers that the user knows: those of the mesh's vertices.
static void NameVertices( tlTopology* topology )
{
	tlMeshReport* report = &topology->report;
	int32_t particles[2] = { report->firstNonManifoldEdge[0], report->firstNonManifoldEdge[1] };
	for ( int32_t i = topology->vertexCount - 1; i >= 0; --i )
	{
		int32_t particle = topology->vertexMap[i];
		if ( !topology->referenced[particle] )
		{
			report->unreferencedVertexCount += 1;
			report->firstUnreferencedVertex = i;
		}
		for ( int k = 0; k < 2; ++k )
		{
			if ( particle == particles[k] )
			{
				report->firstNonManifoldEdge[k] = i;
			}
		}
	}
}

tlResult tlBuildTopology( const tlFabricDef* def, tlTopology* topology, tlError* error )
{
	memset( topology, 0, sizeof *topology );
	topology->report = tlMakeReport();
	tlElementList list = { 0 };
	tlResult result = CheckVertices( def, error );
	result = result == tl_success ? CheckFaces( def, error ) : result;
	if ( result == tl_success )
	{
		CountFaces( def, &topology->report );
		tlMeasureBounds( def->positions, def->vertexCount, &topology->report );
		result = WeldVertices( def, topology, error );
	}
	result = result == tl_success ? tlCollectElements( def, topology, &list, error ) : result;
	result = result == tl_success ? ListFaces( topology, &list, error ) : result;
	result = result == tl_success ? tlBuildEdges( topology, &list, error ) : result;
	result = result == tl_success ? tlBuildHinges( topology, error ) : result;
	result = result == tl_success ? tlMeasureMesh( topology, &list, error ) : result;
	topology->elements = list.elements;
	topology->elementCount = list.elementCount;
	if ( result == tl_success )
	{
		NameVertices( topology );
	}
	else
	{
		tlFreeTopology( topology );
	}
	return result;
}

void tlFreeTopology( tlTopology* topology )
{
	tlFree( topology->vertexMap );
	tlFree( topology->positions );
	tlFree( topology->referenced );
	tlFree( topology->triangles );
	tlFree( topology->renderTriangles );
	tlFree( topology->segments );
	tlFree( topology->edges );
	tlFree( topology->diagonals );
	tlFree( topology->bends );
	tlFree( topology->bendHubs );
	tlFree( topology->bendHalves );
	tlFree( topology->elements );
	tlFree( topology->hinges );
	tlFree( topology->hingeTriangles );
	tlFree( topology->neighbors );
	memset( topology, 0, sizeof *topology );
	topology->report = tlMakeReport();
}
