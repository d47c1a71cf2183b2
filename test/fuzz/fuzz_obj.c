// Any bytes as an OBJ file: parsed, inspected, and, when small, cooked, hung and stepped.
// SPDX-License-Identifier: MIT
#include "io/mesh_file.h"
#include "tulle/tulle.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size );

static void Step( const tlFabricDef* def )
{
	tlFabric* fabric = NULL;
	tlWorld* world = NULL;
	tlWorldDef worldDef = tlDefaultWorldDef();
	worldDef.budget.substepCount = 2;
	if ( tlCreateFabric( def, &fabric, NULL ) == tl_success && tlCreateWorld( &worldDef, &world, NULL ) == tl_success )
	{
		int32_t first = 0;
		tlPinDef pin = { &first, 1, tlTransform_identity };
		tlBodyDef bodyDef = tlDefaultBodyDef();
		bodyDef.fabric = fabric;
		bodyDef.pins = &pin;
		bodyDef.pinCount = tlFabric_GetParticleCount( fabric ) > 0;
		bodyDef.tetherMode = tl_geodesicTethers;
		tlBodyId body;
		tlColliderId collider;
		tlColliderDef colliderDef = tlDefaultColliderDef();
		if ( tlCreateBody( world, &bodyDef, &body, NULL ) == tl_success &&
		     tlCreateCollider( world, &colliderDef, &collider, NULL ) == tl_success )
		{
			tlWorld_Step( world, 1.0 / 60.0, NULL );
			tlBody_GetStats( world, body );
		}
	}
	tlDestroyWorld( world );
	tlDestroyFabric( fabric );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	tlMeshFile mesh;
	tlError error;
	if ( tlParseObj( (const char*)data, size, "fuzz.obj", &mesh, &error ) != tl_success )
	{
		return 0;
	}
	tlFabricDef def = tlMakeFabricDef( &mesh );
	tlMeshReport report;
	if ( tlInspectMesh( &def, &report, &error ) == tl_success && mesh.vertexCount < 500 )
	{
		Step( &def );
	}
	tlFreeMeshFile( &mesh );
	return 0;
}
