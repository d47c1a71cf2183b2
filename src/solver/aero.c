// What the air and pressure do to triangles and to segments of ropes.
//
// A triangle of area A and normal n in a relative wind u = (velocity of the air) - (velocity of the triangle) feels, with
// u_n = u . n, u_t = u - u_n n and the air density rho,
//
//     drag of pressure   1/2 rho A Cd |u_n| u_n n
//     skin friction      1/2 rho A Ct |u| u_t
//     lift               1/2 rho A Cl (|u_t|^2 / |u|^2) (u_n / |u|) (|u_t|^2 n - u_n u_t)
//
// a third of it on each corner (after Wejchert and Haumann 1991, "Animation aerodynamics"). The lift stands perpendicular to
// u, in the plane of u and n, with the coefficient Cl sin(a) cos(a)^3 in the angle of attack a: nothing in a wind along the
// face or straight onto it, Cl a at small angles, most at 30 degrees, where thin plates stall. A lift pulls a face along
// itself, against the friction: with cos(a) instead of its cube, it would do so in proportion to the speed along the face,
// and a sheet that the wind holds against a wall would shake itself to pieces within the plane (measured: noise grew 18-fold
// in 1/60 s at 30 m/s); a stalled plate feels no such pull. Every part is proportional to the area and depends on the
// direction alone: the same sheet feels the same, however it is cut into triangles.
//
// A segment of length l and diameter d (twice the thickness of the material), with u_n and u_t across and along it, feels as
// a cylinder does, each part by the wind in its own direction (Hoerner, "Fluid-Dynamic Drag", 1965, chapter 3)
//
//     drag               1/2 rho d l Cd |u_n| u_n
//     skin friction      1/2 rho d l (pi/2) Ct |u| u_t
//
// half of it on each end. Ct is that of both sides of a plate, the skin is pi d l. A cylinder's Cd is 1.2 between Reynolds
// numbers of 1e3 and 1e5, hardly less than a plate's.
//
// Quadratic drag pulled through an explicit step is unstable when it is strong: the impulse overshoots. A substep h of
// it moves the relative velocity of a triangle, or a segment, by the share h A (c_n, c_t) / m, where c = 1/2 rho C |u| and m
// is the mass that the triangle may count on: its corners' masses in proportion to the areas around them, m = A min_i (m_i /
// a_i) with a_i a third of the areas around corner i. Drag and friction are held to a share of 1 each: in a substep they
// stop the relative velocity at most. Where drag does not outweigh what an explicit step of the lift adds to the energy, the
// lift turns the velocity instead (the Cayley map, which keeps its length). So no triangle alone gains energy relative to
// the air; and with the masses above, what a particle gains is a weighted mean of what its triangles would, with weights
// that sum to 1 at most, so that by the convexity of the square the body gains none either, whatever the wind, the mass and
// the step. Below these limits, which is nearly always, the force is the plain one above: neither rest shapes nor terminal
// velocities depend on the substep.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "constraint/projection.h"
#include "world.h"

#define TL_HALF_PI 1.57079632679489661923

bool tlFeelsAir( const tlWorld* world, const tlBody* body )
{
	const tlTopology* t = &body->fabric->topology;
	return world->air.present && ( t->triangleCount > 0 || t->segmentCount > 0 );
}

// Length times diameter, and the direction.
static tlReal MeasureSegment( const tlBody* body, const int32_t* ends, tlVec3* along )
{
	tlVec3 d = tlSub( tlLoadVec3( body->positions, ends[1] ), tlLoadVec3( body->positions, ends[0] ) );
	tlReal length = tlLength( d );
	*along = length > 0 ? tlMul( 1 / length, d ) : tlVec3_zero;
	return length * ( body->radii[ends[0]] + body->radii[ends[1]] );
}

// Unit normals and areas as they are now, and what area each particle has.
void tlMeasureFaces( tlBody* body )
{
	tlForces* f = &body->forces;
	const tlTopology* t = &body->fabric->topology;
	memset( f->shares, 0, (size_t)body->particleCount * sizeof( tlReal ) );
	for ( int32_t i = 0; i < t->triangleCount; ++i )
	{
		const int32_t* c = t->triangles + 3 * (size_t)i;
		const tlVec4 *a = body->positions + c[0], *b = body->positions + c[1], *d = body->positions + c[2];
		tlVec3 u = { b->x - a->x, b->y - a->y, b->z - a->z }, v = { d->x - a->x, d->y - a->y, d->z - a->z };
		tlVec3 n = tlCross( u, v );
		tlReal length = tlLength( n );
		tlReal inverse = length > 0 ? 1 / length : 0; // a triangle without area feels nothing
		tlReal area = (tlReal)0.5 * length;
		f->faces[i] = ( tlVec4 ){ inverse * n.x, inverse * n.y, inverse * n.z, area };
		for ( int k = 0; k < 3; ++k )
		{
			f->shares[c[k]] += area * (tlReal)( 1.0 / 3.0 );
		}
	}
	for ( int32_t i = 0; i < t->segmentCount; ++i )
	{
		const int32_t* ends = t->segments + 2 * (size_t)i;
		tlVec3 along;
		tlReal half = (tlReal)0.5 * MeasureSegment( body, ends, &along );
		f->shares[ends[0]] += half;
		f->shares[ends[1]] += half;
	}
}

static void AddToCorners( tlForces* f, const int32_t* corners, int count, tlVec3 force )
{
	tlVec3 part = tlMul( (tlReal)( 1.0 / count ), force );
	for ( int k = 0; k < count; ++k )
	{
		tlVec4* sum = f->forces + corners[k];
		sum->x += part.x;
		sum->y += part.y;
		sum->z += part.z;
	}
}

static void AddAero( tlForces* f, const int32_t* corners, int count, tlVec3 force )
{
	AddToCorners( f, corners, count, force );
	f->aeroForce[0] += (double)force.x;
	f->aeroForce[1] += (double)force.y;
	f->aeroForce[2] += (double)force.z;
}

void tlAddPressure( tlBody* body )
{
	const tlTopology* t = &body->fabric->topology;
	for ( int32_t i = 0; i < t->triangleCount; ++i )
	{
		const tlVec4* face = body->forces.faces + i;
		AddToCorners( &body->forces, t->triangles + 3 * (size_t)i, 3,
		              tlMul( body->pressure * face->w, ( tlVec3 ){ face->x, face->y, face->z } ) );
	}
}

// Coefficients with 1/2 rho in them [kg/m^3].
typedef struct Coefficients
{
	tlReal drag, friction, lift;
} Coefficients;

// Force on a face per area [Pa] as factors of its normal and of the tangential wind. step: substep over the mass per area
// that the face may count on [m^2 s/kg], 0 for a fixed one. Returns whether the force was limited.
static bool PushFace( const Coefficients* c, tlReal step, tlReal un, tlReal ut, tlReal speed, tlReal* normal,
                      tlReal* tangent )
{
	tlReal dragShare = c->drag * tlAbs( un ), frictionShare = c->friction * speed;
	tlReal most = 1 / tlMax( step, (tlReal)1e-30 );
	bool limited = dragShare > most || frictionShare > most;
	dragShare = tlMin( dragShare, most );
	frictionShare = tlMin( frictionShare, most );
	if ( c->lift == 0 )
	{
		*normal = dragShare * un;
		*tangent = frictionShare;
		return limited;
	}
	tlReal cosine = ut / speed;
	tlReal turn = c->lift * cosine * cosine * un / speed; // the lift is turn (ut^2 n - un u_t)
	*normal = dragShare * un + turn * ut * ut;
	*tangent = frictionShare - turn * un;
	tlReal power = dragShare * un * un + frictionShare * ut * ut; // lift has none
	tlReal square = *normal * *normal + *tangent * *tangent * ut * ut;
	if ( step == 0 || step * square <= 2 * power )
	{
		return limited;
	}
	// Drag alone, then a turn by the angle 2 atan(a), which is that of the lift over the substep while it is small.
	tlReal a = tlClamp( (tlReal)0.5 * step * turn * ut, -1000, 1000 );
	tlReal n = ( 1 - step * dragShare ) * un, t = ( 1 - step * frictionShare ) * ut;
	tlReal inverse = 1 / ( 1 + a * a );
	tlReal nAfter = inverse * ( ( 1 - a * a ) * n - 2 * a * t ), tAfter = inverse * ( ( 1 - a * a ) * t + 2 * a * n );
	*normal = ( un - nAfter ) / step;
	*tangent = ut > 0 ? ( ut - tAfter ) / ( step * ut ) : 0;
	return true;
}

// The air around a body, and the coefficients of its material.
typedef struct Flow
{
	const tlBody* body;
	tlVec3 mean;
	const tlVec4* air;       // at each particle; null: the mean everywhere
	tlReal half;             // rho / 2
	const tlReal* plain[3];  // drag, friction, lift
	const tlBodyMap* map[3]; // of those; null where they do not vary
} Flow;

static Coefficients GetCoefficients( const Flow* flow, const int32_t* corners, int count )
{
	tlReal values[3];
	for ( int n = 0; n < 3; ++n )
	{
		tlReal sum = 0;
		for ( int k = 0; k < count && flow->map[n] != NULL; ++k )
		{
			sum += flow->map[n]->values[corners[k]];
		}
		values[n] = flow->half * ( flow->map[n] != NULL ? sum / (tlReal)count : *flow->plain[n] );
	}
	return ( Coefficients ){ values[0], values[1], values[2] };
}

// Wind relative to the mean of some corners, and the largest area over mass of one of them [m^2/kg].
static tlVec3 FindWind( const Flow* flow, const int32_t* corners, int count, tlReal* lightest )
{
	const tlBody* body = flow->body;
	const tlReal part = (tlReal)( 1.0 / count );
	tlVec3 sum = tlVec3_zero;
	*lightest = 0;
	for ( int k = 0; k < count; ++k )
	{
		int32_t i = corners[k];
		sum = tlAdd( sum, tlLoadVec3( body->velocities, i ) );
		sum = flow->air != NULL ? tlSub( sum, tlLoadVec3( flow->air, i ) ) : sum;
		*lightest = tlMax( *lightest, body->forces.shares[i] * body->positions[i].w );
	}
	return flow->air != NULL ? tlMul( -part, sum ) : tlMulAdd( flow->mean, -part, sum );
}

static void PushFaces( tlBody* body, const Flow* flow, tlReal h )
{
	tlForces* f = &body->forces;
	const tlTopology* topology = &body->fabric->topology;
	for ( int32_t i = 0; i < topology->triangleCount; ++i )
	{
		const int32_t* c = topology->triangles + 3 * (size_t)i;
		const tlVec4* face = f->faces + i;
		tlReal lightest;
		tlVec3 u = FindWind( flow, c, 3, &lightest );
		tlReal square = tlLengthSquared( u );
		if ( !( square > 0 ) || !( face->w > 0 ) )
		{
			continue; // nothing moves, or there is nothing to push
		}
		tlVec3 n = { face->x, face->y, face->z };
		tlReal un = tlDot( u, n );
		tlVec3 tangential = tlMulAdd( u, -un, n );
		tlReal normal, tangent;
		const Coefficients coefficients = GetCoefficients( flow, c, 3 );
		f->limitedCount +=
		    PushFace( &coefficients, h * lightest, un, tlLength( tangential ), tlSqrt( square ), &normal, &tangent );
		AddAero( f, c, 3, tlMul( face->w, tlMulAdd( tlMul( normal, n ), tangent, tangential ) ) );
	}
}

static void PushSegments( tlBody* body, const Flow* flow, tlReal h )
{
	tlForces* f = &body->forces;
	const tlTopology* topology = &body->fabric->topology;
	for ( int32_t i = 0; i < topology->segmentCount; ++i )
	{
		const int32_t* ends = topology->segments + 2 * (size_t)i;
		tlVec3 along;
		tlReal lightest, area = MeasureSegment( body, ends, &along );
		tlVec3 u = FindWind( flow, ends, 2, &lightest );
		if ( !( tlLengthSquared( u ) > 0 ) || !( area > 0 ) )
		{
			continue;
		}
		tlVec3 tangential = tlMul( tlDot( u, along ), along ), across = tlSub( u, tangential );
		const Coefficients c = GetCoefficients( flow, ends, 2 );
		tlReal dragShare = c.drag * tlLength( across );
		tlReal frictionShare = (tlReal)TL_HALF_PI * c.friction * tlLength( u );
		tlReal most = 1 / tlMax( h * lightest, (tlReal)1e-30 );
		f->limitedCount += dragShare > most || frictionShare > most;
		dragShare = tlMin( dragShare, most );
		frictionShare = tlMin( frictionShare, most );
		AddAero( f, ends, 2, tlMul( area, tlMulAdd( tlMul( dragShare, across ), frictionShare, tangential ) ) );
	}
}

void tlPushByAir( const tlWorld* world, tlBody* body, tlVec3 mean, const tlVec4* air )
{
	const tlMaterial* m = &body->material;
	Flow flow = { .body = body,
		          .mean = mean,
		          .air = air,
		          .half = (tlReal)0.5 * world->air.wind.airDensity,
		          .plain = { &m->dragCoefficient, &m->tangentialDragCoefficient, &m->liftCoefficient } };
	for ( int n = 0; n < 3; ++n )
	{
		flow.map[n] = tlFindMap( body, flow.plain[n] );
	}
	PushFaces( body, &flow, (tlReal)world->h );
	PushSegments( body, &flow, (tlReal)world->h );
}
