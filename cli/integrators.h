// The textbook integrators of x'' = -w^2 x, to compare with: in doubles, whatever the precision of the core.
// SPDX-License-Identifier: MIT
#pragma once

#include <math.h>

typedef enum tlIntegrator
{
	tl_explicitEuler,
	tl_semiImplicitEuler, // velocity first
	tl_implicitEuler,
	tl_integratorCount
} tlIntegrator;

typedef struct tlOscillator
{
	double x, v; // [m] [m/s]
} tlOscillator;

static inline void tlStepOscillator( tlIntegrator kind, double w, double h, tlOscillator* s )
{
	double x = s->x, v = s->v;
	switch ( kind )
	{
		case tl_explicitEuler:
			s->x = x + h * v;
			s->v = v - h * w * w * x;
			break;
		case tl_semiImplicitEuler:
			s->v = v - h * w * w * x;
			s->x = x + h * s->v;
			break;
		default:
			s->x = ( x + h * v ) / ( 1 + w * w * h * h );
			s->v = ( v - h * w * w * x ) / ( 1 + w * w * h * h );
			break;
	}
}

static inline double tlMeasureAmplitude( double w, const tlOscillator* s )
{
	return sqrt( s->x * s->x + s->v * s->v / ( w * w ) );
}
