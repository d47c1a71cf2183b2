// What a mesh report says of a mesh as a whole: size, unit, area, volume and pieces. All sums are in doubles.
// SPDX-License-Identifier: MIT
#include "elements.h"

#include "base/core.h"

#include <math.h>

tlMeshReport tlMakeReport( void )
{
	tlMeshReport report;
	memset( &report, 0, sizeof report );
	report.firstDegenerateFace = -1;
	report.firstDuplicateFace = -1;
	report.firstUnreferencedVertex = -1;
	report.firstNonManifoldEdge[0] = -1;
	report.firstNonManifoldEdge[1] = -1;
	report.suggestedScale = 1;
	report.suggestedUnit = "m";
	return report;
}

void tlMeasureBounds( const tlVec3* positions, int32_t count, tlMeshReport* report )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		tlVec3 p = positions[i];
		report->lower.x = i > 0 && report->lower.x < p.x ? report->lower.x : p.x;
		report->lower.y = i > 0 && report->lower.y < p.y ? report->lower.y : p.y;
		report->lower.z = i > 0 && report->lower.z < p.z ? report->lower.z : p.z;
		report->upper.x = i > 0 && report->upper.x > p.x ? report->upper.x : p.x;
		report->upper.y = i > 0 && report->upper.y > p.y ? report->upper.y : p.y;
		report->upper.z = i > 0 && report->upper.z > p.z ? report->upper.z : p.z;
	}
}

double tlGetDiagonal( const tlMeshReport* report )
{
	return sqrt( tlMeasureSquare( report->lower, report->upper ) );
}

// A garment, a doll's or a giant's, is 0.2 to 5 m across. Numbers from 5 to 25 are a garment or a body in decimetres
// (MakeHuman's unit), up to 400 in centimetres, up to 5000 in millimetres. Only a suspicion: curtains and tents are larger,
// swatches smaller. Outside of all ranges nothing is suspected.
static void SuspectUnit( tlMeshReport* report )
{
	static const struct
	{
		double from, to, scale;
		const char* unit;
	} s_units[] = { { 5, 25, 0.1, "dm" }, { 25, 400, 0.01, "cm" }, { 400, 5000, 0.001, "mm" } };
	double diagonal = tlGetDiagonal( report );
	for ( size_t i = 0; i < sizeof s_units / sizeof s_units[0]; ++i )
	{
		if ( diagonal > s_units[i].from && diagonal <= s_units[i].to )
		{
			report->suggestedScale = s_units[i].scale;
			report->suggestedUnit = s_units[i].unit;
		}
	}
}

static void MeasureEdges( const tlTopology* topology, tlMeshReport* report )
{
	double sum = 0;
	for ( int32_t i = 0; i < topology->edgeCount; ++i )
	{
		const int32_t* edge = topology->edges + 2 * (size_t)i;
		double length = sqrt( tlMeasureSquare( topology->positions[edge[0]], topology->positions[edge[1]] ) );
		report->edgeLengthMin = i == 0 ? length : fmin( report->edgeLengthMin, length );
		report->edgeLengthMax = fmax( report->edgeLengthMax, length );
		sum += length;
	}
	report->edgeLengthMean = topology->edgeCount > 0 ? sum / topology->edgeCount : 0;
}

// Area, and by the divergence theorem the volume: a third of the sum over the faces of area times height above a point
// inside. About the centroid the terms stay small wherever the mesh lies.
static void MeasureSurface( const tlTopology* topology, tlMeshReport* report )
{
	double center[3] = { 0, 0, 0 };
	for ( int32_t i = 0; i < topology->particleCount; ++i )
	{
		center[0] += (double)topology->positions[i].x;
		center[1] += (double)topology->positions[i].y;
		center[2] += (double)topology->positions[i].z;
	}
	double part = topology->particleCount > 0 ? 1.0 / topology->particleCount : 0;
	double area = 0, volume = 0;
	for ( int32_t i = 0; i < topology->triangleCount; ++i )
	{
		double p[3][3];
		for ( int k = 0; k < 3; ++k )
		{
			tlVec3 position = topology->positions[topology->triangles[3 * (size_t)i + k]];
			p[k][0] = (double)position.x - center[0] * part;
			p[k][1] = (double)position.y - center[1] * part;
			p[k][2] = (double)position.z - center[2] * part;
		}
		double ux = p[1][0] - p[0][0], uy = p[1][1] - p[0][1], uz = p[1][2] - p[0][2];
		double vx = p[2][0] - p[0][0], vy = p[2][1] - p[0][1], vz = p[2][2] - p[0][2];
		double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
		area += sqrt( x * x + y * y + z * z ) / 2;
		volume += ( x * p[0][0] + y * p[0][1] + z * p[0][2] ) / 6;
	}
	report->area = area;
	report->volume = report->closed ? volume : 0;
}

static int32_t FindRoot( int32_t* parents, int32_t i )
{
	while ( parents[i] != i )
	{
		parents[i] = parents[parents[i]];
		i = parents[i];
	}
	return i;
}

static bool CountPieces( const tlTopology* topology, const tlElementList* list, tlMeshReport* report )
{
	int32_t* parents = TL_ALLOC( int32_t, topology->particleCount );
	if ( parents == NULL )
	{
		return false;
	}
	for ( int32_t i = 0; i < topology->particleCount; ++i )
	{
		parents[i] = i;
		report->componentCount += topology->referenced[i] ? 1 : 0;
	}
	for ( int32_t i = 0; i < list->elementCount; ++i )
	{
		const tlElement* element = list->elements + i;
		for ( int32_t k = 1; k < element->cornerCount; ++k )
		{
			int32_t a = FindRoot( parents, element->particles[k - 1] );
			int32_t b = FindRoot( parents, element->particles[k] );
			parents[a > b ? a : b] = a > b ? b : a;
			report->componentCount -= a != b ? 1 : 0;
		}
	}
	tlFree( parents );
	return true;
}

tlResult tlMeasureMesh( tlTopology* topology, const tlElementList* list, tlError* error )
{
	SuspectUnit( &topology->report );
	MeasureEdges( topology, &topology->report );
	MeasureSurface( topology, &topology->report );
	return CountPieces( topology, list, &topology->report ) ? tl_success : tlFailMemory( error );
}

tlResult tlInspectMesh( const tlFabricDef* def, tlMeshReport* report, tlError* error )
{
	TL_ASSERT( def != NULL && report != NULL );
	*report = tlMakeReport();
	tlTopology topology;
	tlResult result = tlBuildTopology( def, &topology, error );
	if ( result == tl_success )
	{
		*report = topology.report;
		tlFreeTopology( &topology );
	}
	return result;
}
