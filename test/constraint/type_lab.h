// Elements of every constraint type, drawn at random, and one constraint alone on a bench, without fabric and body.
// SPDX-License-Identifier: MIT
#pragma once

#include "constraint/projection.h"

#include "solver/lab.h"

// Where the slots of a constraint are: particles in x, frames in q. The other of the two is NaN, so that a type that reads
// it fails.
typedef struct Pose
{
	tlVec3 x[TL_MAX_ARITY];
	tlQuat q[TL_MAX_ARITY];
} Pose;

static inline bool IsFrame( const tlConstraintType* type, int32_t slot )
{
	return tlIsFrameSlot( type->info.frameMask, slot );
}

// The smallest turn from the third axis to a direction.
static inline tlQuat Aim( tlVec3 d )
{
	tlVec3 n = tlNormalize( d ), z = { 0, 0, 1 };
	tlVec3 axis = tlCross( z, n );
	return tlNormalizeQuat( ( tlQuat ){ axis.x, axis.y, axis.z, 1 + tlDot( z, n ) } );
}

// About 1 m wide, without symmetry, each time another: a hinge. Frames point along the first two
// particles, or are turned by up to 1 rad from each other.
static inline Pose DrawPose( const tlConstraintType* type, uint64_t* seed, double jitter )
{
	static const tlVec3 hinge[TL_MAX_ARITY] = {
		{ 0, 0, 0 }, { 1, 0, 0 }, { (tlReal)0.3, (tlReal)0.9, (tlReal)0.1 }, { (tlReal)0.4, (tlReal)-0.7, (tlReal)0.6 }
	};
	const tlReal none = (tlReal)NAN;
	Pose pose;
	tlQuat base = tlMakeQuat( DrawVec3( seed, 1 ), 3 * Draw( seed ) );
	for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
	{
		pose.x[k] = tlAdd( hinge[k], DrawVec3( seed, jitter ) );
		pose.q[k] = tlMulQuat( base, tlMakeQuat( DrawVec3( seed, 1 ), Draw( seed ) ) );
	}
	if ( type->info.element == tl_segmentElement )
	{
		tlQuat about = tlMakeQuat( ( tlVec3 ){ 0, 0, 1 }, 3 * Draw( seed ) );
		pose.q[2] = tlMulQuat( Aim( tlSub( pose.x[1], pose.x[0] ) ), about );
	}
	for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
	{
		if ( IsFrame( type, k ) )
		{
			pose.x[k] = ( tlVec3 ){ none, none, none };
		}
		else
		{
			pose.q[k] = ( tlQuat ){ none, none, none, none };
		}
	}
	return pose;
}

static inline Pose TurnPose( Pose pose, tlQuat q, tlVec3 by )
{
	for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
	{
		pose.x[k] = tlAdd( tlRotate( q, pose.x[k] ), by );
		pose.q[k] = tlMulQuat( q, pose.q[k] );
	}
	return pose;
}

// Parameters of a type at rest in this pose; its pattern is the shape, turned in its plane.
static inline bool MeasurePose( const tlConstraintType* type, const Pose* pose, uint64_t* seed, tlReal* parameters )
{
	tlRest rest = { .c = 1, .length = 0 };
	memcpy( rest.x, pose->x, sizeof rest.x );
	memcpy( rest.q, pose->q, sizeof rest.q );
	if ( type->info.element == tl_segmentElement )
	{
		rest.length = tlDistance( pose->x[0], pose->x[1] );
	}
	if ( type->info.element == tl_jointElement )
	{
		rest.length = 1;
	}
	tlVec3 d1 = tlSub( pose->x[1], pose->x[0] ), d2 = tlSub( pose->x[2], pose->x[0] );
	if ( !tlIsFrameSlot( type->info.frameMask, 0 ) && type->info.arity >= 3 )
	{
		tlVec3 e1 = tlNormalize( d1 ), e2 = tlNormalize( tlMulAdd( d2, -tlDot( d2, e1 ), e1 ) );
		tlReal c = (tlReal)cos( 3 * Draw( seed ) ), s = tlSqrt( 1 - c * c );
		const tlVec3 d[3] = { tlVec3_zero, d1, d2 };
		for ( int k = 0; k < 3; ++k )
		{
			rest.u[k][0] = c * tlDot( d[k], e1 ) - s * tlDot( d[k], e2 );
			rest.u[k][1] = s * tlDot( d[k], e1 ) + c * tlDot( d[k], e2 );
		}
	}
	memset( parameters, 0, TL_MAX_PARAMETERS * sizeof *parameters );
	return type->measureRest( &rest, parameters, NULL );
}

// As the solver does it: particles as seen from the first.
static inline bool EvaluatePose( const tlConstraintType* type, const Pose* pose, const tlReal* parameters, tlReal knee,
                                 tlEvaluation* out )
{
	tlStencil at = { .knee = knee };
	memcpy( at.q, pose->q, sizeof at.q );
	for ( int32_t k = 0; k < TL_MAX_ARITY; ++k )
	{
		at.x[k] = tlSub( pose->x[k], IsFrame( type, 0 ) ? tlVec3_zero : pose->x[0] );
	}
	memset( out, 0, sizeof *out );
	return type->evaluate( &at, parameters, out );
}

// Square root of the sum of C squared.
static inline double GetNorm( const tlConstraintType* type, const Pose* pose, const tlReal* parameters )
{
	tlEvaluation out;
	assert_true( EvaluatePose( type, pose, parameters, 0, &out ) );
	double sum = 0;
	for ( int32_t r = 0; r < type->info.rowCount; ++r )
	{
		sum += (double)out.value[r] * (double)out.value[r];
	}
	return sqrt( sum );
}

// The longest gradient, at least 1.
static inline double GetScale( const tlConstraintType* type, const tlEvaluation* out )
{
	double scale = 1;
	for ( int32_t r = 0; r < type->info.rowCount; ++r )
	{
		for ( int32_t k = 0; k < type->info.arity; ++k )
		{
			scale = fmax( scale, (double)tlLength( out->gradient[r][k] ) );
		}
	}
	return scale;
}

// ---- one constraint

typedef struct Bench
{
	tlConstraintSet set;
	tlSetState state;
	tlProjection projection;
	int32_t nodes[TL_MAX_ARITY], order, particleCount;
	tlReal parameters[TL_MAX_PARAMETERS], compliance[TL_MAX_ROWS], damping[TL_MAX_ROWS], lambda[TL_MAX_ROWS];
	tlVec4 positions[TL_MAX_ARITY], corrections[TL_MAX_ARITY], velocities[TL_MAX_ARITY], deltas[TL_MAX_ARITY];
	tlQuat frames[TL_MAX_ARITY];
	tlReal incidence[TL_MAX_ARITY];
} Bench;

static inline void InitBench( Bench* bench, const tlConstraintType* type, const Pose* pose, const tlReal* parameters,
                              double compliance )
{
	*bench = ( Bench ){ .particleCount = 0 };
	memcpy( bench->parameters, parameters, sizeof bench->parameters );
	for ( int32_t r = 0; r < TL_MAX_ROWS; ++r )
	{
		bench->compliance[r] = (tlReal)compliance;
		bench->damping[r] = 1;
	}
	int32_t node = 0;
	for ( int pass = 0; pass < 2; ++pass ) // particles first, then frames
	{
		for ( int32_t k = 0; k < type->info.arity; ++k )
		{
			if ( IsFrame( type, k ) == ( pass == 1 ) )
			{
				bench->nodes[k] = node++;
			}
		}
		bench->particleCount = pass == 0 ? node : bench->particleCount;
	}
	for ( int32_t k = 0; k < type->info.arity; ++k )
	{
		node = bench->nodes[k];
		bench->incidence[node] = 1;
		if ( IsFrame( type, k ) )
		{
			bench->frames[node - bench->particleCount] = pose->q[k];
			bench->positions[node].w = (tlReal)( 1 + k );
			continue;
		}
		bench->positions[node] = ( tlVec4 ){ pose->x[k].x, pose->x[k].y, pose->x[k].z, (tlReal)( 1 + k ) };
	}
	bench->set = ( tlConstraintSet ){
		.type = type, .count = 1, .particles = bench->nodes, .parameters = bench->parameters, .meshOrder = &bench->order
	};
	bench->state = ( tlSetState ){ .set = &bench->set,
		                           .compliance = compliance > 0 ? bench->compliance : NULL,
		                           .damping = compliance > 0 ? bench->damping : NULL,
		                           .lambda = bench->lambda,
		                           .knee = { 0, 1 },
		                           .scale = 1 };
	bench->projection = ( tlProjection ){ .positions = bench->positions,
		                                  .corrections = bench->corrections,
		                                  .velocities = bench->velocities,
		                                  .frames = bench->frames,
		                                  .frameStart = bench->particleCount,
		                                  .h = (tlReal)0.001,
		                                  .inverseH2 = 1000000,
		                                  .deltas = bench->deltas,
		                                  .incidence = bench->incidence,
		                                  .relaxation = 1 };
}

static inline void ProjectOnce( Bench* bench, bool jacobi )
{
	const tlConstraintType* type = bench->set.type;
	if ( !jacobi )
	{
		type->project( &bench->state, &bench->projection, NULL, 0, 1, 1 );
		return;
	}
	memset( bench->deltas, 0, sizeof bench->deltas );
	type->accumulate( &bench->state, &bench->projection, NULL, 0, 1, 1 );
	for ( int32_t node = 0; node < type->info.arity; ++node )
	{
		tlVec4 d = bench->deltas[node];
		bench->corrections[node].x += d.x;
		bench->corrections[node].y += d.y;
		bench->corrections[node].z += d.z;
		if ( node >= bench->particleCount )
		{
			tlQuat* q = bench->frames + ( node - bench->particleCount );
			*q = tlTurn( *q, ( tlVec3 ){ d.x, d.y, d.z } );
		}
	}
}

// How far the slot has moved [m], or turned [rad].
static inline tlVec3 GetMove( const Bench* bench, int32_t slot )
{
	return tlLoadVec3( bench->corrections, bench->nodes[slot] );
}

static inline Pose GetPose( const Bench* bench )
{
	const tlConstraintType* type = bench->set.type;
	Pose pose;
	memset( &pose, 0, sizeof pose );
	for ( int32_t k = 0; k < type->info.arity; ++k )
	{
		if ( IsFrame( type, k ) )
		{
			pose.q[k] = bench->frames[bench->nodes[k] - bench->particleCount];
		}
		else
		{
			pose.x[k] = tlAdd( tlLoadVec3( bench->positions, bench->nodes[k] ), GetMove( bench, k ) );
		}
	}
	return pose;
}
