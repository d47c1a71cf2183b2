// The air: its velocity, in gusts and turbulence.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "base/hash.h"
#include "constraint/projection.h"
#include "world.h"

#define TL_TURN 6.28318530717958647693 // radians
#define TL_LOG2 0.69314718055994530942

tlWind tlDefaultWind( void )
{
	tlWind wind = {
		.airDensity = (tlReal)1.225, .gustPeriod = 2, .turbulenceLength = 1, .turbulenceSeed = 1, .cookie = TL_COOKIE
	};
	return wind;
}

tlResult tlValidateWind( const tlWind* wind, tlError* error )
{
	TL_ASSERT( wind->cookie == TL_COOKIE );
	const tlVec3 u = wind->velocity;
	if ( !tlIsFinite( (double)u.x + u.y + u.z ) )
	{
		return tlFail( error, tl_invalidArgument, "velocity must be finite" );
	}
	const struct
	{
		const char* name;
		tlReal value;
		bool aboveZero;
	} ranges[] = {
		{ "airDensity", wind->airDensity, false },
		{ "gustAmplitude", wind->gustAmplitude, false },
		{ "gustPeriod", wind->gustPeriod, true },
		{ "turbulenceIntensity", wind->turbulenceIntensity, false },
		{ "turbulenceLength", wind->turbulenceLength, true },
	};
	for ( size_t i = 0; i < sizeof ranges / sizeof ranges[0]; ++i )
	{
		bool low = ranges[i].aboveZero ? !( ranges[i].value > 0 ) : !( ranges[i].value >= 0 );
		if ( low || !tlIsFinite( ranges[i].value ) )
		{
			return tlFail( error, tl_invalidArgument, "%s must be finite and %s 0, not %g", ranges[i].name,
			               ranges[i].aboveZero ? "above" : "at least", (double)ranges[i].value );
		}
	}
	return tl_success;
}

// ---- turbulence

static double Draw( uint64_t* seed )
{
	return (double)( tlRandom( seed ) >> 11 ) / 9007199254740992.0;
}

// Three perpendicular unit vectors that point anywhere.
static void DrawFrame( uint64_t* seed, double e[3][3] )
{
	double z = 2 * Draw( seed ) - 1, angle = TL_TURN * Draw( seed ), r = sqrt( 1 - z * z );
	double a[3] = { r * tlCos( angle ), r * tlSin( angle ), z };
	// Two more by Duff et al. 2017, "Building an Orthonormal Basis, Revisited", turned about the first.
	double sign = z < 0 ? -1 : 1, p = -1 / ( sign + z ), q = a[0] * a[1] * p;
	double b[3] = { 1 + sign * a[0] * a[0] * p, sign * q, -sign * a[0] };
	double c[3] = { q, sign + a[1] * a[1] * p, -a[1] };
	double turn = TL_TURN * Draw( seed ), s = tlSin( turn ), k = tlCos( turn );
	for ( int i = 0; i < 3; ++i )
	{
		e[0][i] = a[i];
		e[1][i] = k * b[i] + s * c[i];
		e[2][i] = k * c[i] - s * b[i];
	}
}

// Waves in groups of three that swing along perpendicular directions, so that all components are equally strong whatever the
// seed. The groups' wave numbers are an octave apart, from 1 / length on, and their energy falls with the power -5/3 of
// Kolmogorov: squares of amplitudes with -2/3 for groups that are equally wide on a logarithmic scale.
static void MakeWaves( tlAir* air )
{
	const tlWind* wind = &air->wind;
	uint64_t seed = wind->turbulenceSeed;
	double deviation = (double)wind->turbulenceIntensity * (double)tlLength( wind->velocity );
	double sum = 0;
	for ( int g = 0; g < tl_octaveCount; ++g )
	{
		sum += tlExp( -2.0 / 3 * g * TL_LOG2 );
	}
	for ( int g = 0; g < tl_octaveCount; ++g )
	{
		double share = tlExp( -2.0 / 3 * g * TL_LOG2 ) / sum;
		double amplitude = deviation * sqrt( 2 * share );
		double e[3][3];
		DrawFrame( &seed, e );
		for ( int j = 0; j < 3; ++j )
		{
			tlWave* wave = air->waves + 3 * g + j;
			double number = tlExp( ( g + Draw( &seed ) - 0.5 ) * TL_LOG2 ) / wind->turbulenceLength;
			double turn = TL_TURN * Draw( &seed ), c = tlCos( turn ), s = tlSin( turn );
			for ( int i = 0; i < 3; ++i )
			{
				wave->k[i] = number * ( c * e[( j + 1 ) % 3][i] + s * e[( j + 2 ) % 3][i] );
				wave->amplitude[i] = amplitude * e[j][i];
			}
			// The largest eddies turn over while the turbulence goes its length, smaller ones faster, with the power 2/3.
			double pace = Draw( &seed ), turnover = deviation / wind->turbulenceLength * tlExp( 2.0 / 3 * g * TL_LOG2 );
			wave->rate = turnover * ( pace < 0.5 ? pace - 1 : pace );
			wave->phase = Draw( &seed );
		}
	}
	air->turbulent = deviation > 0;
}

// Phase of a wave at a place [turns], in [0, 1).
static double GetPhase( const tlAir* air, const tlWave* wave, tlPosition place, double time )
{
	const tlVec3 u = air->wind.velocity;
	double x[3] = { place.x - u.x * time, place.y - u.y * time, place.z - u.z * time };
	double phase = wave->k[0] * x[0] + wave->k[1] * x[1] + wave->k[2] * x[2] + wave->rate * time + wave->phase;
	return phase - floor( phase );
}

static tlVec3 GetMeanVelocity( const tlAir* air, double time )
{
	const tlWind* wind = &air->wind;
	double turns = time / wind->gustPeriod;
	double swing = wind->gustAmplitude > 0 ? wind->gustAmplitude * tlSin( TL_TURN * ( turns - floor( turns ) ) ) : 0;
	return tlMul( (tlReal)( 1 + swing ), wind->velocity );
}

// Waves as the loop over particles wants them: beside each other, and with phases of one moment and origin.
typedef struct Waves
{
	tlReal kx[tl_waveCount], ky[tl_waveCount], kz[tl_waveCount], phase[tl_waveCount];
	tlReal ax[tl_waveCount], ay[tl_waveCount], az[tl_waveCount];
} Waves;

// tlAbs compares, which keeps compilers from making wide loops.
static inline tlReal ClearSign( tlReal a )
{
#ifdef TULLE_DOUBLE
	return fabs( a );
#else
	return fabsf( a );
#endif
}

// cos(2 pi f) for |f| below 2^23: the fraction, folded to a quarter turn on either side of zero, into the Taylor series of
// the sine; right to 6e-8. Without a comparison, so that compilers make wide loops of it.
static inline tlReal CosTurns( tlReal f )
{
	tlReal fraction = f - (tlReal)(int32_t)f; // truncated: in (-1, 1)
	tlReal half = ClearSign( ClearSign( fraction ) - (tlReal)0.5 );
	tlReal x = (tlReal)TL_TURN * ( half - (tlReal)0.25 );
	tlReal y = x * x;
	return x * ( 1 + y * ( (tlReal)( -1.0 / 6 ) +
	                       y * ( (tlReal)( 1.0 / 120 ) +
	                             y * ( (tlReal)( -1.0 / 5040 ) +
	                                   y * ( (tlReal)( 1.0 / 362880 ) + y * (tlReal)( -1.0 / 39916800 ) ) ) ) ) );
}

static void MakePhases( const tlAir* air, tlPosition origin, double time, Waves* waves )
{
	for ( int n = 0; n < tl_waveCount; ++n )
	{
		const tlWave* wave = air->waves + n;
		waves->kx[n] = (tlReal)wave->k[0], waves->ky[n] = (tlReal)wave->k[1], waves->kz[n] = (tlReal)wave->k[2];
		waves->ax[n] = (tlReal)wave->amplitude[0], waves->ay[n] = (tlReal)wave->amplitude[1];
		waves->az[n] = (tlReal)wave->amplitude[2];
		waves->phase[n] = (tlReal)GetPhase( air, wave, origin, time );
	}
}

enum
{
	tl_airBlock = 64
};

// The turbulence at a block of places, which stand beside each other so that compilers make wide loops of this.
typedef struct AirBlock
{
	tlReal x[tl_airBlock], y[tl_airBlock], z[tl_airBlock]; // in, from the origin of the phases [m]
	tlReal u[tl_airBlock], v[tl_airBlock], w[tl_airBlock]; // out [m/s]
} AirBlock;

// So that phases, of at most 12 turns in a length, have an integer part; takes what is not a number too.
static tlReal Bound( tlReal x, tlReal most )
{
	x = x > -most ? x : -most;
	return x < most ? x : most;
}

static void SumWaves( const Waves* waves, AirBlock* b )
{
	memset( b->u, 0, sizeof b->u );
	memset( b->v, 0, sizeof b->v );
	memset( b->w, 0, sizeof b->w );
	for ( int n = 0; n < tl_waveCount; ++n )
	{
		const tlReal kx = waves->kx[n], ky = waves->ky[n], kz = waves->kz[n], phase = waves->phase[n];
		const tlReal ax = waves->ax[n], ay = waves->ay[n], az = waves->az[n];
		for ( int i = 0; i < tl_airBlock; ++i )
		{
			tlReal s = CosTurns( kx * b->x[i] + ky * b->y[i] + kz * b->z[i] + phase );
			b->u[i] += s * ax;
			b->v[i] += s * ay;
			b->w[i] += s * az;
		}
	}
}

// ---- the world's air

tlResult tlWorld_SetWind( tlWorld* world, const tlWind* wind, tlError* error )
{
	if ( wind == NULL )
	{
		world->air = ( tlAir ){ .present = false };
		tlWakeBodies( world );
		return tl_success;
	}
	tlResult result = tlValidateWind( wind, error );
	if ( result == tl_success )
	{
		world->air.present = true;
		world->air.wind = *wind;
		MakeWaves( &world->air );
		tlWakeBodies( world );
	}
	return result;
}

bool tlWorld_GetWind( const tlWorld* world, tlWind* wind )
{
	*wind = world->air.present ? world->air.wind : tlDefaultWind();
	return world->air.present;
}

tlVec3 tlWorld_GetWindVelocity( const tlWorld* world, tlPosition place, double time )
{
	const tlAir* air = &world->air;
	if ( !air->present )
	{
		return tlVec3_zero;
	}
	tlVec3 mean = GetMeanVelocity( air, time );
	if ( !air->turbulent )
	{
		return mean;
	}
	Waves waves;
	MakePhases( air, place, time, &waves );
	AirBlock block;
	memset( &block, 0, sizeof block );
	SumWaves( &waves, &block );
	return tlAdd( mean, ( tlVec3 ){ block.u[0], block.v[0], block.w[0] } );
}

void tlAddWind( const tlWorld* world, tlBody* body, double time )
{
	const tlAir* air = &world->air;
	tlVec3 mean = GetMeanVelocity( air, time );
	if ( !air->turbulent )
	{
		tlPushByAir( world, body, mean, NULL );
		return;
	}
	// The wind is sampled at the particles, half as many as triangles; a triangle takes the mean of its corners.
	Waves waves;
	MakePhases( air, body->origin, time, &waves );
	AirBlock block;
	memset( &block, 0, sizeof block );
	const tlReal most = (tlReal)1e5 * air->wind.turbulenceLength;
	for ( int32_t first = 0; first < body->particleCount; first += tl_airBlock )
	{
		int32_t left = body->particleCount - first, count = left < tl_airBlock ? left : tl_airBlock;
		for ( int32_t i = 0; i < count; ++i )
		{
			const tlVec4* x = body->positions + first + i;
			block.x[i] = Bound( x->x, most ), block.y[i] = Bound( x->y, most ), block.z[i] = Bound( x->z, most );
		}
		SumWaves( &waves, &block );
		for ( int32_t i = 0; i < count; ++i )
		{
			body->forces.air[first + i] = ( tlVec4 ){ mean.x + block.u[i], mean.y + block.v[i], mean.z + block.w[i], 0 };
		}
	}
	tlPushByAir( world, body, mean, body->forces.air );
}
