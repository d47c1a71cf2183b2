// How hard to work: names, defaults, and the one validator.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "implicit.h"
#include "world.h"

static const char* const s_methodNames[] = { "xpbd", "pbd", "vbd", "newton" };
static const char* const s_sweepNames[] = { "colored",     "forward",  "backward", "symmetric",
	                                        "alternating", "shuffled", "jacobi",   "rotating" };

static tlImplicitFcn* s_implicitSolver;

void tlSetImplicitSolver( tlImplicitFcn* solve )
{
	s_implicitSolver = solve;
}

tlImplicitFcn* tlGetImplicitSolver( void )
{
	return s_implicitSolver;
}

const char* tlGetMethodName( tlMethod method )
{
	return (unsigned)method < tl_methodCount ? s_methodNames[method] : "";
}

const char* tlGetSweepName( tlSweep sweep )
{
	return (unsigned)sweep < tl_sweepCount ? s_sweepNames[sweep] : "";
}

tlBudget tlDefaultBudget( void )
{
	tlBudget budget = { .substepCount = 16,
		                .iterationCount = 1,
		                .method = tl_xpbdMethod,
		                .sweep = tl_coloredSweep,
		                .relaxation = 1,
		                .leastIterationCount = 1,
		                .pbdStiffness = 1,
		                .pbdCorrected = true,
		                .threadCount = 1,
		                .pushOutSpeed = 4,
		                .sleepTime = (tlReal)0.5,
		                .cookie = TL_COOKIE };
	return budget;
}

// The largest relaxation at which averaged Jacobi with v = (x - x_old)/h does not grow. A step of n iterations multiplies
// the error of the stiffest mode by (1 - omega)^n; with the velocity it stays bounded while that is above -1/3.
static double GetMostRelaxation( int32_t iterationCount )
{
	return iterationCount % 2 == 0 ? 2.0 : 1.0 + tlExp( -tlLog( 3.0 ) / iterationCount );
}

// The least number of iterations at which the accelerated sweep does not grow: what n of them leave of an error goes down to
// -1/T_n(1/rho), which has to stay above -1/3 as above.
static int32_t FindLeastIterations( double radius )
{
	double x = 1 / radius, before = 1, now = x; // Chebyshev polynomials
	int32_t n = 1;
	while ( now <= 3 && n < 1000000 )
	{
		double next = 2 * x * now - before;
		before = now;
		now = next;
		n += 1;
	}
	return n;
}

tlResult tlValidateBudget( const tlBudget* b, tlError* error )
{
	TL_ASSERT( b->cookie == TL_COOKIE );
	if ( b->substepCount < 1 || b->substepCount > 100000 )
	{
		return tlFail( error, tl_invalidArgument, "substeps must be from 1 to 100000, not %d", b->substepCount );
	}
	if ( b->iterationCount < 1 || b->iterationCount > 1000000 )
	{
		return tlFail( error, tl_invalidArgument, "iterations must be from 1 to 1000000, not %d", b->iterationCount );
	}
	if ( (unsigned)b->method >= tl_methodCount || (unsigned)b->sweep >= tl_sweepCount )
	{
		return tlFail( error, tl_invalidArgument, "method and sweep must be ones of their values" );
	}
	if ( b->method == tl_newtonMethod && tlGetImplicitSolver() == NULL )
	{
		return tlFail( error, tl_unsupported, "the method newton is not in this build: it needs CXSparse" );
	}
	if ( !( b->relaxation > 0 ) || !tlIsFinite( b->relaxation ) )
	{
		return tlFail( error, tl_invalidArgument, "relaxation must be above 0, not %g", (double)b->relaxation );
	}
	double most = GetMostRelaxation( b->iterationCount );
	if ( b->sweep == tl_jacobiSweep && (double)b->relaxation >= most )
	{
		return tlFail( error, tl_invalidArgument,
		               "relaxation %g is unstable for the jacobi sweep with %d iteration%s: it must be below %.6g",
		               (double)b->relaxation, b->iterationCount, b->iterationCount == 1 ? "" : "s", most );
	}
	if ( !( b->chebyshevRadius >= 0 && b->chebyshevRadius < 1 ) )
	{
		return tlFail( error, tl_invalidArgument, "chebyshevRadius must be at least 0 and below 1, not %g",
		               (double)b->chebyshevRadius );
	}
	if ( b->chebyshevRadius > 0 && b->sweep != tl_jacobiSweep )
	{
		return tlFail( error, tl_invalidArgument, "chebyshevRadius is for the jacobi sweep, not for %s",
		               tlGetSweepName( b->sweep ) );
	}
	if ( b->chebyshevRadius > 0 && b->relaxation > 1 )
	{
		return tlFail( error, tl_invalidArgument, "relaxation must be at most 1 where the sweep is accelerated, not %g",
		               (double)b->relaxation );
	}
	int32_t least = b->chebyshevRadius > 0 ? FindLeastIterations( (double)b->chebyshevRadius ) : 1;
	if ( b->iterationCount < least )
	{
		return tlFail( error, tl_invalidArgument, "chebyshevRadius %g is unstable with %d iteration%s: it needs at least %d",
		               (double)b->chebyshevRadius, b->iterationCount, b->iterationCount == 1 ? "" : "s", least );
	}
	if ( !( b->residualTolerance >= 0 ) || !tlIsFinite( b->residualTolerance ) )
	{
		return tlFail( error, tl_invalidArgument, "residualTolerance must be finite and at least 0, not %g",
		               (double)b->residualTolerance );
	}
	if ( b->leastIterationCount < 1 || b->leastIterationCount > b->iterationCount )
	{
		return tlFail( error, tl_invalidArgument, "least iterations must be from 1 to the %d that are made at most, not %d",
		               b->iterationCount, b->leastIterationCount );
	}
	if ( b->residualTolerance > 0 && b->chebyshevRadius > 0 && b->leastIterationCount < least )
	{
		return tlFail( error, tl_invalidArgument, "least iterations must be at least %d with this chebyshevRadius, not %d",
		               least, b->leastIterationCount );
	}
	if ( !( b->pbdStiffness > 0 && b->pbdStiffness <= 1 ) )
	{
		return tlFail( error, tl_invalidArgument, "pbdStiffness must be above 0 and at most 1, not %g",
		               (double)b->pbdStiffness );
	}
	if ( !( b->pushOutSpeed > 0 ) )
	{
		return tlFail( error, tl_invalidArgument, "pushOutSpeed must be above 0 m/s, not %g", (double)b->pushOutSpeed );
	}
	if ( !( b->sleepSpeed >= 0 ) || !tlIsFinite( b->sleepSpeed ) || !( b->sleepTime > 0 ) )
	{
		return tlFail( error, tl_invalidArgument, "sleepSpeed must be finite and at least 0 m/s, sleepTime above 0 s" );
	}
	if ( b->threadCount < 1 || b->threadCount > 64 )
	{
		return tlFail( error, tl_invalidArgument, "threads must be from 1 to 64, not %d", b->threadCount );
	}
	return tl_success;
}
