// Cooking: from elements of the mesh, and constraints placed by hand, to coloured sets.
// SPDX-License-Identifier: MIT
#include "cook.h"

#include "base/core.h"

// Curvature at which a cross-edge spring has the energy of the asked rigidity [1/m]: bend.c.
#define TL_SPRING_CURVATURE 50

// Where the elements of a set come from.
typedef enum Source
{
	tl_edges,
	tl_diagonals,
	tl_segments,
	tl_bends,
	tl_ropeBends,
	tl_triangles,
	tl_hinges,
	tl_rods,
	tl_joints,
	tl_mesh,
} Source;

typedef struct Cook
{
	tlFabric* fabric;
	const tlFabricDef* def;
	tlRest* edges;   // [edgeCount + diagonalCount] what faces give to edges
	int32_t* joints; // [2 * jointCount]
	int32_t jointCount;
} Cook;

static int32_t CountElements( const Cook* cook, Source source )
{
	const tlTopology* t = &cook->fabric->topology;
	switch ( source )
	{
		case tl_edges:
			return t->edgeCount;
		case tl_diagonals:
			return t->diagonalCount;
		case tl_segments:
		case tl_rods:
			return t->segmentCount;
		case tl_bends:
			return t->bendCount;
		case tl_ropeBends:
			return t->bendCount - t->ropeBendStart;
		case tl_hinges:
			return t->hingeCount;
		case tl_joints:
			return cook->jointCount;
		case tl_mesh:
			return t->report.closed ? 1 : 0;
		default:
			return t->triangleCount;
	}
}

// The angle of the direction square to side i-j of a triangle, in the pattern.
static void FindNormalDirection( tlReal u[3][2], int i, int j, tlRest* rest )
{
	tlReal a = u[j][0] - u[i][0], b = u[j][1] - u[i][1];
	tlReal length = tlSqrt( a * a + b * b );
	rest->c = length > 0 ? b / length : 1;
	rest->s = length > 0 ? -a / length : 0;
}

static void PlaceTriangle( const Cook* cook, int32_t triangle, tlReal u[3][2] )
{
	const tlTopology* t = &cook->fabric->topology;
	const int32_t* corners = t->triangles + 3 * (size_t)triangle;
	tlVec3 x[3] = { t->positions[corners[0]], t->positions[corners[1]], t->positions[corners[2]] };
	tlPlaceInPattern( cook->def, x, t->renderTriangles + 3 * (size_t)triangle, u );
}

// A spring across an edge has the hinge's stiffness 2 B |e| / (a + b), or a half of it, made into that of a chord.
static void ShareBend( const Cook* cook, int32_t i, tlRest* rest )
{
	const tlTopology* t = &cook->fabric->topology;
	const int32_t* hubs = t->bendHubs + 2 * (size_t)i;
	tlVec3 p = t->positions[hubs[0]], q = t->positions[hubs[1]];
	tlVec3 axis = tlNormalize( tlSub( q, p ) ); // of a rope: none
	tlReal arms[2];
	for ( int k = 0; k < 2; ++k )
	{
		tlVec3 d = tlSub( rest->x[k], p );
		arms[k] = tlLength( tlMulAdd( d, -tlDot( d, axis ), axis ) );
	}
	tlReal product = arms[0] * arms[1];
	if ( !( product > 0 ) )
	{
		return;
	}
	tlReal curvature = TL_SPRING_CURVATURE;
	tlReal chord = 16 / ( product * product * curvature * curvature );
	if ( i >= t->ropeBendStart )
	{
		rest->share.rope = 2 / ( arms[0] + arms[1] ) * chord;
		return;
	}
	rest->share.plain = 2 * tlDistance( p, q ) / ( arms[0] + arms[1] ) * chord * ( t->bendHalves[i] ? (tlReal)0.5 : 1 );
	rest->share.c = rest->c;
	rest->share.s = rest->s;
}

static void MakeHinge( const Cook* cook, int32_t i, int32_t* nodes, tlRest* rest )
{
	const tlTopology* t = &cook->fabric->topology;
	memcpy( nodes, t->hinges + 4 * (size_t)i, 4 * sizeof *nodes );
	int32_t triangle = t->hingeTriangles[2 * (size_t)i];
	const int32_t* corners = t->triangles + 3 * (size_t)triangle;
	int apex = corners[0] == nodes[2] ? 0 : ( corners[1] == nodes[2] ? 1 : 2 );
	tlReal u[3][2];
	PlaceTriangle( cook, triangle, u );
	FindNormalDirection( u, ( apex + 1 ) % 3, ( apex + 2 ) % 3, rest );
	tlReal twice = ( u[1][0] - u[0][0] ) * ( u[2][1] - u[0][1] ) - ( u[2][0] - u[0][0] ) * ( u[1][1] - u[0][1] );
	rest->side = twice > 0 ? -1 : (tlReal)1; // square to the side, to the right of it
}

// Nodes and rest state of element i.
static void MakeElement( const Cook* cook, Source source, int32_t i, int32_t arity, int32_t* nodes, tlRest* rest )
{
	const tlFabric* fabric = cook->fabric;
	const tlTopology* t = &fabric->topology;
	size_t pair = 2 * (size_t)i;
	bool edge = source == tl_edges || source == tl_diagonals;
	*rest = edge ? cook->edges[source == tl_edges ? i : t->edgeCount + i] : ( tlRest ){ 0 };
	rest->flatness = cook->def->flatness;
	rest->sameRestAngle = cook->def->sameRestAngle;
	rest->restAngle = cook->def->restAngle;
	rest->twist = cook->def->twist;
	switch ( source )
	{
		case tl_edges:
			memcpy( nodes, t->edges + pair, 2 * sizeof *nodes );
			break;
		case tl_diagonals:
			memcpy( nodes, t->diagonals + pair, 2 * sizeof *nodes );
			break;
		case tl_segments:
		case tl_rods:
			memcpy( nodes, t->segments + pair, 2 * sizeof *nodes );
			nodes[2] = source == tl_rods ? t->particleCount + i : nodes[1];
			rest->length = tlDistance( t->positions[nodes[0]], t->positions[nodes[1]] );
			rest->share.rope = rest->length > 0 ? 1 / rest->length : 0;
			break;
		case tl_bends:
		case tl_ropeBends:
			memcpy( nodes, t->bends + pair + ( source == tl_bends ? 0 : 2 * (size_t)t->ropeBendStart ), 2 * sizeof *nodes );
			break;
		case tl_triangles:
			memcpy( nodes, t->triangles + 3 * (size_t)i, 3 * sizeof *nodes );
			PlaceTriangle( cook, i, rest->u );
			break;
		case tl_hinges:
			MakeHinge( cook, i, nodes, rest );
			break;
		case tl_joints:
			nodes[0] = t->particleCount + cook->joints[pair];
			nodes[1] = t->particleCount + cook->joints[pair + 1];
			break;
		case tl_mesh:
			rest->length = (tlReal)t->report.volume;
			break;
	}
	for ( int32_t k = 0; k < arity; ++k )
	{
		bool frame = nodes[k] >= t->particleCount;
		rest->x[k] = frame ? tlVec3_zero : t->positions[nodes[k]];
		rest->q[k] = frame ? fabric->frames[nodes[k] - t->particleCount] : tlQuat_identity;
	}
	if ( source == tl_joints )
	{
		const int32_t* a = t->segments + 2 * (size_t)cook->joints[pair];
		const int32_t* b = t->segments + 2 * (size_t)cook->joints[pair + 1];
		rest->length =
		    ( tlDistance( t->positions[a[0]], t->positions[a[1]] ) + tlDistance( t->positions[b[0]], t->positions[b[1]] ) ) /
		    2;
	}
	if ( source == tl_bends || source == tl_ropeBends )
	{
		int32_t bend = source == tl_bends ? i : t->ropeBendStart + i;
		const int32_t* hubs = t->bendHubs + 2 * (size_t)bend;
		tlVec3 x[3] = { rest->x[0], t->positions[hubs[0]], t->positions[hubs[1]] };
		tlReal u[3][2];
		tlPlaceInPattern( cook->def, x, NULL, u );
		FindNormalDirection( u, 1, 2, rest );
		ShareBend( cook, bend, rest );
	}
}

static tlConstraintSet* AddSet( tlFabric* fabric, int32_t typeIndex, tlFamily family, const char* name, int32_t count )
{
	TL_ASSERT( fabric->setCount < TL_MAX_SETS - 2 ); // a body adds its tethers and attachments
	tlConstraintSet* set = fabric->sets + fabric->setCount;
	fabric->setCount += 1;
	set->type = tlGetConstraintType( typeIndex );
	set->family = family;
	set->name = name;
	set->count = count;
	set->particles = TL_ALLOC( int32_t, (size_t)set->type->info.arity * (size_t)count );
	set->parameters = TL_ALLOC( tlReal, (size_t)set->type->info.parameterCount * (size_t)count );
	return set->particles != NULL && set->parameters != NULL ? set : NULL;
}

// An edge that is a rope segment and no face's.
static bool IsRodOnly( const tlShare* share )
{
	return share->rope > 0 && share->plain == 0 && share->warp == 0 && share->weft == 0 && share->shear == 0;
}

// elements: [count] where each constraint comes from; null when not wanted.
static tlResult FillElements( const Cook* cook, Source source, const tlConstraintType* type, tlConstraintSet* set,
                              int32_t* elements, int32_t* count, tlError* error )
{
	int32_t n = 0;
	for ( int32_t i = 0; i < CountElements( cook, source ); ++i )
	{
		int32_t nodes[TL_MAX_ARITY] = { 0 };
		tlReal parameters[TL_MAX_PARAMETERS];
		tlShare share = { 0 };
		tlRest rest;
		MakeElement( cook, source, i, type->info.arity, nodes, &rest );
		if ( source == tl_edges && cook->def->rod && IsRodOnly( &rest.share ) )
		{
			continue; // its stretch is that of the rod
		}
		if ( !type->measureRest( &rest, parameters, &share ) )
		{
			continue; // without extent: nothing to hold
		}
		if ( set != NULL )
		{
			memcpy( set->particles + (size_t)type->info.arity * (size_t)n, nodes, (size_t)type->info.arity * sizeof *nodes );
			for ( int32_t k = 0; k < type->info.parameterCount; ++k )
			{
				if ( !tlIsFinite( parameters[k] ) )
				{
					return tlFail( error, tl_invalidMesh, "%s: element %d is too thin for its rest shape to be a number",
					               set->name, i );
				}
				set->parameters[(size_t)k * (size_t)set->count + (size_t)n] = parameters[k];
			}
			share.rope = source == tl_edges && cook->def->rod ? 0 : share.rope;
			set->shares[n] = share;
			if ( elements != NULL )
			{
				elements[n] = i;
			}
		}
		n += 1;
	}
	*count = n;
	return tl_success;
}

// ---- hinges that know their neighbours

// Which corner of a triangle a hinge lies opposite to, and whether its angle has the sign of the triangle's own normal.
static int FindCorner( const tlTopology* t, int32_t hinge, int32_t triangle, tlReal* sign )
{
	const int32_t* n = t->hinges + 4 * (size_t)hinge;
	const int32_t* corners = t->triangles + 3 * (size_t)triangle;
	for ( int k = 0; k < 3; ++k )
	{
		int32_t a = corners[( k + 1 ) % 3], b = corners[( k + 2 ) % 3];
		bool along = a == n[0] && b == n[1], against = a == n[1] && b == n[0];
		if ( along || against )
		{
			bool first = t->hingeTriangles[2 * (size_t)hinge] == triangle;
			*sign = along == first ? 1 : -1;
			return k;
		}
	}
	return 0;
}

// The pairs that hinge i has with itself and the others of one of its triangles.
static void CoupleInTriangle( const Cook* cook, tlConstraintSet* set, const int32_t* places, int32_t hinge, int side )
{
	const tlTopology* t = &cook->fabric->topology;
	int32_t triangle = t->hingeTriangles[2 * (size_t)hinge + (size_t)side];
	size_t count = (size_t)set->count, i = (size_t)places[hinge];
	tlReal u[3][2], share[3] = { 0 }, sign = 1;
	PlaceTriangle( cook, triangle, u );
	int own = FindCorner( t, hinge, triangle, &sign );
	set->type->measurePair( u, own, own, share );
	for ( size_t k = 0; k < 3; ++k )
	{
		set->pairShares[( 3 * (size_t)side + k ) * count + i] = share[k];
	}
	for ( int m = 1; m < 3; ++m )
	{
		int corner = ( own + m ) % 3;
		int32_t other = t->neighbors[3 * (size_t)triangle + (size_t)corner];
		size_t slot = 2 * (size_t)side + (size_t)m - 1;
		set->neighbors[slot * count + i] = -1;
		if ( other >= 0 && places[other] >= 0 )
		{
			tlReal otherSign = 1;
			FindCorner( t, other, triangle, &otherSign );
			set->type->measurePair( u, own, corner, share );
			set->neighbors[slot * count + i] = places[other];
			for ( size_t k = 0; k < 3; ++k )
			{
				set->pairShares[( 6 + 3 * slot + k ) * count + i] = sign * otherSign * share[k];
			}
		}
	}
}

static bool CoupleHinges( const Cook* cook, tlConstraintSet* set, const int32_t* elements )
{
	int32_t hingeCount = cook->fabric->topology.hingeCount;
	int32_t* places = TL_ALLOC( int32_t, hingeCount ); // constraint of each hinge, -1 for none
	set->neighbors = TL_ALLOC( int32_t, 4 * (size_t)set->count );
	set->pairShares = TL_ALLOC( tlReal, 18 * (size_t)set->count );
	bool ok = places != NULL && set->neighbors != NULL && set->pairShares != NULL;
	for ( int32_t i = 0; ok && i < hingeCount; ++i )
	{
		places[i] = -1;
	}
	for ( int32_t i = 0; ok && i < set->count; ++i )
	{
		places[elements[i]] = set->meshOrder[i];
	}
	for ( int32_t i = 0; ok && i < set->count; ++i )
	{
		CoupleInTriangle( cook, set, places, elements[i], 0 );
		CoupleInTriangle( cook, set, places, elements[i], 1 );
	}
	tlFree( places );
	return ok;
}

static tlResult FinishSet( const Cook* cook, Source source, tlConstraintSet* set, const int32_t* elements, tlError* error )
{
	if ( source == tl_mesh )
	{
		size_t corners = 3 * (size_t)cook->fabric->topology.triangleCount;
		set->members = TL_ALLOC( int32_t, corners );
		if ( set->members == NULL )
		{
			return tlFailMemory( error );
		}
		memcpy( set->members, cook->fabric->topology.triangles, corners * sizeof( int32_t ) );
		set->memberCount = (int32_t)corners;
	}
	int32_t nodeCount = cook->fabric->topology.particleCount + cook->fabric->frameCount;
	bool ok = tlColorSet( set, nodeCount ) && ( elements == NULL || CoupleHinges( cook, set, elements ) );
	return ok ? tl_success : tlFailMemory( error );
}

// A set of a type on all elements of a source; none where there are no elements.
static tlResult AddElements( const Cook* cook, const char* typeName, Source source, tlFamily family, const char* name,
                             tlError* error )
{
	int32_t typeIndex = tlFindConstraintType( typeName );
	const tlConstraintType* type = tlGetConstraintType( typeIndex );
	int32_t count = 0;
	tlResult result = FillElements( cook, source, type, NULL, NULL, &count, error );
	if ( result != tl_success || count == 0 )
	{
		return result;
	}
	tlConstraintSet* set = AddSet( cook->fabric, typeIndex, family, name, count );
	if ( set == NULL )
	{
		return tlFailMemory( error );
	}
	set->shares = TL_ALLOC( tlShare, count );
	if ( set->shares == NULL )
	{
		return tlFailMemory( error );
	}
	int32_t* elements = type->measurePair != NULL ? TL_ALLOC( int32_t, count ) : NULL;
	if ( type->measurePair != NULL && elements == NULL )
	{
		return tlFailMemory( error );
	}
	result = FillElements( cook, source, type, set, elements, &count, error );
	if ( result == tl_success )
	{
		result = FinishSet( cook, source, set, elements, error );
	}
	tlFree( elements );
	return result;
}

// ---- by hand

static tlResult FillCustom( tlFabric* fabric, const tlFabricDef* def, tlConstraintSet* set, tlError* error )
{
	const tlConstraintTypeInfo* info = &set->type->info;
	int32_t n = 0;
	for ( int32_t i = 0; i < def->constraintCount; ++i )
	{
		const tlConstraintDef* c = def->constraints + i;
		if ( strcmp( c->type, info->name ) != 0 )
		{
			continue;
		}
		tlRest rest = { .flatness = def->flatness, .sameRestAngle = def->sameRestAngle, .restAngle = def->restAngle };
		int32_t* particles = set->particles + (size_t)info->arity * n;
		for ( int32_t k = 0; k < info->arity; ++k )
		{
			particles[k] = fabric->topology.vertexMap[c->particles[k]];
			rest.x[k] = fabric->topology.positions[particles[k]];
			for ( int32_t m = 0; m < k; ++m )
			{
				if ( particles[m] == particles[k] )
				{
					return tlFail( error, tl_invalidArgument, "constraint %d: vertices %d and %d are one particle", i,
					               c->particles[m], c->particles[k] );
				}
			}
		}
		tlPlaceInPattern( def, rest.x, NULL, rest.u );
		tlReal parameters[TL_MAX_PARAMETERS];
		memcpy( parameters, c->parameters, sizeof parameters );
		if ( c->useRestShape && !set->type->measureRest( &rest, parameters, NULL ) )
		{
			return tlFail( error, tl_invalidArgument, "constraint %d: its rest shape is degenerate", i );
		}
		const char* fault = set->type->findRestFault != NULL ? set->type->findRestFault( parameters ) : NULL;
		if ( fault != NULL )
		{
			return tlFail( error, tl_invalidArgument, "constraint %d: %s", i, fault );
		}
		for ( int32_t k = 0; k < info->parameterCount; ++k )
		{
			set->parameters[(size_t)k * set->count + n] = parameters[k];
		}
		set->compliance[n] = c->compliance;
		set->damping[n] = c->damping;
		n += 1;
	}
	return tl_success;
}

static tlResult AddCustomSets( tlFabric* fabric, const tlFabricDef* def, tlError* error )
{
	for ( int32_t type = 0; type < tlGetConstraintTypeCount(); ++type )
	{
		const char* name = tlGetConstraintType( type )->info.name;
		int32_t count = 0;
		for ( int32_t i = 0; i < def->constraintCount; ++i )
		{
			count += strcmp( def->constraints[i].type, name ) == 0;
		}
		if ( count == 0 )
		{
			continue;
		}
		tlConstraintSet* set = AddSet( fabric, type, tl_customFamily, name, count );
		if ( set == NULL )
		{
			return tlFailMemory( error );
		}
		set->compliance = TL_ALLOC( tlReal, count );
		set->damping = TL_ALLOC( tlReal, count );
		if ( set->compliance == NULL || set->damping == NULL )
		{
			return tlFailMemory( error );
		}
		tlResult result = FillCustom( fabric, def, set, error );
		if ( result == tl_success && !tlColorSet( set, fabric->topology.particleCount ) )
		{
			result = tlFailMemory( error );
		}
		if ( result != tl_success )
		{
			return result;
		}
	}
	return tl_success;
}

// ---- families

static const Source s_sources[tl_elementKindCount] = {
	[tl_edgeElement] = tl_edges,   [tl_acrossElement] = tl_bends, [tl_triangleElement] = tl_triangles,
	[tl_hingeElement] = tl_hinges, [tl_segmentElement] = tl_rods, [tl_jointElement] = tl_joints,
	[tl_meshElement] = tl_mesh,
};

static const tlConstraintTypeInfo* FindInfo( const char* name )
{
	int32_t index = name != NULL ? tlFindConstraintType( name ) : -1;
	return index >= 0 ? &tlGetConstraintType( index )->info : NULL;
}

// One family of the faces by a type of the user's choice.
static tlResult AddFamily( const Cook* cook, const char* typeName, tlFamily family, const char* name, tlError* error )
{
	const tlConstraintTypeInfo* info = FindInfo( typeName );
	return info == NULL ? tl_success : AddElements( cook, typeName, s_sources[info->element], family, name, error );
}

// Bending and stretch of rope segments: by springs in the sets of the faces where those are springs too, else by sets of
// their own.
static tlResult AddBending( const Cook* cook, tlError* error )
{
	const tlFabricDef* def = cook->def;
	const tlConstraintTypeInfo* info = FindInfo( def->bendType );
	if ( def->rod )
	{
		tlResult result = AddElements( cook, "rod bend", tl_joints, tl_bendFamily, "rod bend", error );
		if ( result != tl_success )
		{
			return result;
		}
	}
	bool springs = info != NULL && info->element == tl_acrossElement;
	tlResult result = springs && def->rod ? tl_success : AddFamily( cook, def->bendType, tl_bendFamily, "bend", error );
	if ( result == tl_success && !springs && !def->rod )
	{
		result = AddElements( cook, "bend", tl_ropeBends, tl_bendFamily, "rope bend", error );
	}
	return result;
}

static tlResult AddStretch( const Cook* cook, tlError* error )
{
	const tlFabricDef* def = cook->def;
	const tlConstraintTypeInfo* info = FindInfo( def->stretchType );
	bool springs = info != NULL && info->element == tl_edgeElement;
	tlResult result = tl_success;
	if ( def->shear && !( def->stretch && info != NULL && info->resistsShear ) )
	{
		result = AddElements( cook, "distance", tl_diagonals, tl_shearFamily, "shear", error );
	}
	if ( result == tl_success && def->stretch && !springs && !def->rod )
	{
		result = AddElements( cook, "distance", tl_segments, tl_stretchFamily, "rope", error );
	}
	if ( result == tl_success && def->rod )
	{
		result = AddElements( cook, "rod stretch", tl_rods, tl_stretchFamily, "rod stretch", error );
	}
	if ( result == tl_success && def->stretch )
	{
		result = AddFamily( cook, def->stretchType, tl_stretchFamily, "stretch", error );
	}
	return result;
}

// Soft sets first, hard and important ones last: what comes last is satisfied best.
static tlResult AddSets( const Cook* cook, tlError* error )
{
	const tlFabricDef* def = cook->def;
	tlResult result = AddCustomSets( cook->fabric, def, error );
	if ( result == tl_success && def->bend )
	{
		result = AddBending( cook, error );
	}
	if ( result == tl_success )
	{
		result = AddFamily( cook, def->areaType, tl_areaFamily, "area", error );
	}
	if ( result == tl_success )
	{
		result = AddStretch( cook, error );
	}
	if ( result == tl_success )
	{
		result = AddFamily( cook, def->volumeType, tl_volumeFamily, "volume", error );
	}
	return result;
}

tlResult tlCookSets( tlFabric* fabric, const tlFabricDef* def, tlError* error )
{
	const tlTopology* t = &fabric->topology;
	Cook cook = { .fabric = fabric, .def = def };
	cook.edges = TL_ALLOC( tlRest, (size_t)t->edgeCount + (size_t)t->diagonalCount );
	bool ok = cook.edges != NULL && tlShareEdges( fabric, def, cook.edges );
	if ( ok && def->rod )
	{
		ok = tlMakeRestFrames( fabric ) && tlListJoints( fabric, &cook.joints, &cook.jointCount );
	}
	tlResult result = ok ? AddSets( &cook, error ) : tlFailMemory( error );
	tlFree( cook.edges );
	tlFree( cook.joints );
	return result;
}
