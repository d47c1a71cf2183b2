// Any bytes as an OBJ file: parsed, inspected, and, when small, cooked, measured, hung and stepped, by its texture too.
// SPDX-License-Identifier: MIT
#include "base/core.h"
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
		tlPinDef pin = { .particles = &first, .particleCount = 1, .frame = tlTransform_identity };
		tlBodyDef bodyDef = tlDefaultBodyDef();
		bodyDef.fabric = fabric;
		bodyDef.material = def->pattern != NULL ? tlMakeFabricMaterial( tlFindFabric( "denim" ) ) : bodyDef.material;
		tlStiffnessReport report;
		tlFabric_MeasureStiffness( fabric, &bodyDef.material, &report, NULL );
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
		float* uvs;
		int32_t* sources;
		if ( tlSplitSeams( &mesh, &uvs, &sources, &error ) == tl_success )
		{
			tlReal* pattern = TL_ALLOC( tlReal, 2 * (size_t)mesh.vertexCount );
			for ( int32_t i = 0; i < 2 * mesh.vertexCount && pattern != NULL; ++i )
			{
				pattern[i] = (tlReal)uvs[i];
			}
			def = tlMakeFabricDef( &mesh );
			def.pattern = pattern;
			def.patternRest = true;
			def.stretchType = "strain";
			def.bendType = "curvature";
			Step( &def );
			tlFree( pattern );
			tlFree( uvs );
			tlFree( sources );
		}
	}
	tlFreeMeshFile( &mesh );
	return 0;
}
