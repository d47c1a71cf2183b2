// All distances of an unbranched rope at once: Newton's step for the XPBD equations of the whole chain,
// (J W J^T + alpha~) delta lambda = -C - alpha~ lambda (Macklin et al. 2016, Eq. 18 before its diagonal approximation). Each
// link shares a particle with the one before and the one after only, so that the matrix is tridiagonal and one elimination
// down the chain and back solves it (Thomas 1949; for hair Han and Harada, "Tridiagonal Matrix Formulation for Inextensible
// Hair Strand Simulation", 2013). A sweep carries a load over one link in a pass; this carries it over all of them, so that
// a heavy thing on a light rope does not stretch it. The mass of each node is joined by the turning of the pulls on it, the
// geometric stiffness (Tournier et al., "Stable Constrained Dynamics", 2015, Eq. 14), here in full: the elimination then
// works on blocks of a node and a link.
//
// In double precision in both builds: the last pivots are what is left of numbers that are larger by the ratio of masses.
// SPDX-License-Identifier: MIT
#include "chain.h"

#include "base/core.h"
#include "constraint/projection.h"

// A compliance beside that of the material, as a part of the diagonal. A chain held at both ends and taut has one row too
// many: what can not be satisfied is then shared by all links, where else the last would take it all. It leaves 2e-7 of
// what a sweep leaves.
#define TL_FLOOR 1e-7

// A pivot below this part of its diagonal has lost its digits, and the row rests.
#define TL_LOST 1e-14

// Lengths that far off, over the rest length, are good enough for a step to be taken whatever it did to them.
#define TL_CLOSE 1e-4

typedef struct Chain
{
	tlSetState* state;
	const tlProjection* p;
	const int32_t* constraints;
	const int32_t* nodes;
	tlLink* links;
	double* moves;
	tlVec4* backup;
	int32_t count;
	tlRule rule;
} Chain;

static double Dot( const double* a, const double* b )
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double GetWeight( const Chain* chain, int32_t k )
{
	return (double)chain->p->positions[chain->nodes[k]].w;
}

// How far the length has come in the substep, by its gradient.
static double GetDrift( const Chain* chain, int32_t k, const double* n )
{
	const tlProjection* p = chain->p;
	int32_t a = chain->nodes[k], b = chain->nodes[k + 1];
	const tlVec4 *va = p->velocities + a, *vb = p->velocities + b, *ua = p->corrections + a, *ub = p->corrections + b;
	double h = (double)p->h;
	double moved[3] = { h * (double)( vb->x - va->x ) + (double)( ub->x - ua->x ),
		                h * (double)( vb->y - va->y ) + (double)( ub->y - ua->y ),
		                h * (double)( vb->z - va->z ) + (double)( ub->z - ua->z ) };
	return Dot( n, moved );
}

// What compliance makes of the right side.
static void FindRight( const Chain* chain, int32_t k )
{
	const tlSetState* state = chain->state;
	const tlProjection* p = chain->p;
	tlLink* link = chain->links + k;
	int32_t i = chain->constraints[k];
	link->alphaTilde = 0;
	link->gamma = 0;
	link->right = -link->value;
	if ( chain->rule == tl_pbdRule )
	{
		link->right = -(double)p->pbdStiffness * link->value;
	}
	else if ( chain->rule != tl_hardRule )
	{
		double alpha = (double)state->compliance[i];
		if ( link->soft )
		{
			double softness = (double)tlGetKnee( state, i ).softness;
			alpha = softness < TL_SLACK && alpha * softness < TL_SLACK ? alpha * softness : TL_SLACK;
		}
		link->alphaTilde = alpha * (double)p->inverseH2;
		link->right -= link->alphaTilde * link->lambda;
		if ( chain->rule == tl_dampedRule )
		{
			link->gamma = fmin( alpha * (double)state->damping[i] / (double)p->h, TL_MOST_GAMMA );
			link->right -= link->gamma * GetDrift( chain, k, link->n );
			link->right /= 1 + link->gamma; // Eq. 26 by 1 + gamma: symmetric again, as in projection.h
		}
	}
	link->diagonal = GetWeight( chain, k ) + GetWeight( chain, k + 1 ) + link->alphaTilde / ( 1 + link->gamma );
}

// Lengths, directions and the right side where the particles are now. Coincident particles part along a fixed axis.
static void Evaluate( const Chain* chain )
{
	const tlProjection* p = chain->p;
	const tlConstraintSet* set = chain->state->set;
	for ( int32_t k = 0; k < chain->count; ++k )
	{
		tlLink* link = chain->links + k;
		int32_t i = chain->constraints[k];
		tlVec3 d = tlSeparate( p->positions, p->corrections, chain->nodes[k], chain->nodes[k + 1] );
		double at[3] = { (double)d.x, (double)d.y, (double)d.z };
		double length = sqrt( Dot( at, at ) );
		bool apart = length > 1e-20;
		double side = set->particles[2 * (size_t)i] == chain->nodes[k] ? 1 : -1;
		link->n[0] = apart ? at[0] / length : side;
		link->n[1] = apart ? at[1] / length : 0;
		link->n[2] = apart ? at[2] / length : 0;
		link->rest = (double)set->parameters[i];
		link->value = length - link->rest;
		link->soft = tlGetKnee( chain->state, i ).at != 0 && link->value < 0;
		FindRight( chain, k );
	}
}

// How far the chain is from what the substep asks for: the sum of squares of the right side, each over its diagonal, so
// that links that can hardly move and those that hardly resist do not outweigh the others.
static double Measure( const Chain* chain )
{
	double sum = 0;
	for ( int32_t k = 0; k < chain->count; ++k )
	{
		const tlLink* link = chain->links + k;
		sum += link->diagonal > 0 ? link->right * link->right / link->diagonal : 0;
	}
	return sum;
}

static double MeasureClose( const Chain* chain )
{
	double sum = 0;
	for ( int32_t k = 0; k < chain->count; ++k )
	{
		const tlLink* link = chain->links + k;
		double close = TL_CLOSE * link->rest;
		sum += link->diagonal > 0 ? close * close / link->diagonal : 0;
	}
	return sum;
}

// Symmetric 3 x 3 matrices: xx, yy, zz, xy, xz, yz.
static void Multiply( const double* m, const double* a, double* out )
{
	double x = a[0], y = a[1], z = a[2];
	out[0] = m[0] * x + m[3] * y + m[4] * z;
	out[1] = m[3] * x + m[1] * y + m[5] * z;
	out[2] = m[4] * x + m[5] * y + m[2] * z;
}

static void AddOuter( double* m, double scale, const double* a )
{
	m[0] += scale * a[0] * a[0];
	m[1] += scale * a[1] * a[1];
	m[2] += scale * a[2] * a[2];
	m[3] += scale * a[0] * a[1];
	m[4] += scale * a[0] * a[2];
	m[5] += scale * a[1] * a[2];
}

static void Invert( const double* m, double* out )
{
	double c0 = m[1] * m[2] - m[5] * m[5], c3 = m[5] * m[4] - m[3] * m[2], c4 = m[3] * m[5] - m[1] * m[4];
	double inverse = 1 / ( m[0] * c0 + m[3] * c3 + m[4] * c4 );
	out[0] = c0 * inverse;
	out[1] = ( m[0] * m[2] - m[4] * m[4] ) * inverse;
	out[2] = ( m[0] * m[1] - m[3] * m[3] ) * inverse;
	out[3] = c3 * inverse;
	out[4] = c4 * inverse;
	out[5] = ( m[3] * m[4] - m[0] * m[5] ) * inverse;
}

// H a, with H = stiffness (I - n n^T): how the pull of a link turns with its ends.
static void MultiplyTurning( const tlLink* link, const double* a, double* out )
{
	double along = Dot( link->n, a );
	for ( int i = 0; i < 3; ++i )
	{
		out[i] = link->turning * ( a[i] - along * link->n[i] );
	}
}

// H - H B H, for what of the turning of a link is left once its first node is eliminated.
static void AddTurningLeft( double* m, const tlLink* link, const double* inverse )
{
	static const int at[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
	static const double axes[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	double columns[3][3], products[3][3];
	for ( int i = 0; i < 3; ++i )
	{
		MultiplyTurning( link, axes[i], columns[i] );
		Multiply( inverse, columns[i], products[i] );
	}
	for ( int k = 0; k < 6; ++k )
	{
		m[k] += columns[at[k][0]][at[k][1]] - Dot( columns[at[k][0]], products[at[k][1]] );
	}
}

// Inverse of the mass of a node and the turning of what it holds: of the link after it, and what is left of that before.
static void InvertNode( const Chain* chain, int32_t k, const double* inverseBefore, double* out )
{
	double w = GetWeight( chain, k ), m[6] = { 0 };
	memset( out, 0, 6 * sizeof *out );
	if ( !( w > 0 ) )
	{
		return; // it does not move
	}
	m[0] = m[1] = m[2] = 1 / w;
	if ( k < chain->count )
	{
		const tlLink* after = chain->links + k;
		m[0] += after->turning;
		m[1] += after->turning;
		m[2] += after->turning;
		AddOuter( m, -after->turning, after->n );
	}
	if ( k > 0 && chain->links[k - 1].turning > 0 )
	{
		AddTurningLeft( m, chain->links + k - 1, inverseBefore );
	}
	Invert( m, out );
}

// Eliminates nodes and links in turn down the chain, and goes back for delta lambda and the moves:
//   (M + H) dx - J^T delta = 0,   J dx + alpha~ / (1 + gamma) delta = right.
// Without H this is the elimination of the tridiagonal matrix J M^-1 J^T + alpha~.
static void Eliminate( const Chain* chain )
{
	double inverse[6], y[3] = { 0 }; // of the node with all before it: (A^-1, A^-1 f)
	InvertNode( chain, 0, NULL, inverse );
	for ( int32_t k = 0; k < chain->count; ++k )
	{
		tlLink* link = chain->links + k;
		double bn[3], hbn[3], qg[3], compliance = link->alphaTilde / ( 1 + link->gamma );
		compliance += TL_FLOOR * ( GetWeight( chain, k ) + GetWeight( chain, k + 1 ) );
		Multiply( inverse, link->n, bn );
		MultiplyTurning( link, bn, hbn );
		for ( int i = 0; i < 3; ++i )
		{
			link->g[i] = link->n[i] - hbn[i];
		}
		link->known = link->right + Dot( link->n, y );
		MultiplyTurning( link, y, link->carried );
		InvertNode( chain, k + 1, inverse, link->inverse );
		Multiply( link->inverse, link->g, qg );
		double pivot = compliance + Dot( link->n, bn ) + Dot( link->g, qg );
		link->pivot = pivot > TL_LOST * link->diagonal ? 1 / pivot : 0;
		memcpy( inverse, link->inverse, sizeof inverse );
		AddOuter( inverse, -link->pivot, qg );
		Multiply( inverse, link->carried, y );
		for ( int i = 0; i < 3; ++i )
		{
			y[i] += qg[i] * link->known * link->pivot;
		}
	}
	double* move = chain->moves + 3 * (size_t)chain->count;
	double pull[3] = { 0 }; // on the node by the link after it
	for ( int32_t k = chain->count - 1; k >= 0; --k, move -= 3 )
	{
		tlLink* link = chain->links + k;
		double rest[3], hx[3];
		for ( int i = 0; i < 3; ++i )
		{
			pull[i] += link->carried[i];
		}
		Multiply( link->inverse, pull, rest );
		link->delta = link->pivot * ( link->known - Dot( link->g, rest ) );
		for ( int i = 0; i < 3; ++i )
		{
			pull[i] += link->delta * link->g[i];
		}
		Multiply( link->inverse, pull, move );
		MultiplyTurning( link, move, hx );
		for ( int i = 0; i < 3; ++i )
		{
			pull[i] = hx[i] - link->delta * link->n[i];
		}
	}
	double first[6];
	InvertNode( chain, 0, NULL, first );
	Multiply( first, pull, move );
}

// Where links turn soft under compression, the branch of each must fit the solution, not the prediction: a link pulls only
// if it comes out pulled.
static bool ChooseBranches( const Chain* chain )
{
	bool changed = false, kneed = chain->rule == tl_compliantRule || chain->rule == tl_dampedRule;
	for ( int32_t k = 0; k < chain->count && kneed; ++k )
	{
		tlLink* link = chain->links + k;
		if ( tlGetKnee( chain->state, chain->constraints[k] ).at == 0 )
		{
			continue;
		}
		const double* move = chain->moves + 3 * (size_t)k;
		double longer = Dot( link->n, move + 3 ) - Dot( link->n, move );
		bool soft = link->soft ? link->value + longer <= 0 : link->lambda + link->delta > 0;
		changed = changed || soft != link->soft;
		link->soft = soft;
		FindRight( chain, k );
	}
	return changed;
}

// The pull of a link turns with it: lambda times the second derivative of C, of those that pull. XPBD leaves it out, and a
// sweep survives that by letting the rope stretch; without stretch a light node between taut links would shake itself apart
// once h^2 4 T / (m l) passes 4/3. Returns whether more pull came out than was reckoned with: then it wants another pass, as
// a node would be thrown across. Less pull is only damping.
static bool FindTurning( const Chain* chain, bool ahead )
{
	double most = 0;
	for ( int32_t k = 0; k < chain->count; ++k )
	{
		tlLink* link = chain->links + k;
		double tension = -link->lambda - ( ahead ? link->delta : 0 ), length = link->value + link->rest;
		double turning = tension > 0 && length > 1e-20 ? tension / length : 0;
		double more = turning - ( ahead ? 1.25 : 1 ) * link->turning;
		most = fmax( most, more * ( GetWeight( chain, k ) + GetWeight( chain, k + 1 ) ) );
		link->turning = turning;
	}
	return most > 0.02;
}

static void Solve( const Chain* chain )
{
	FindTurning( chain, false );
	Eliminate( chain );
	bool again = true;
	for ( int pass = 0; pass < 8 && again; ++pass )
	{
		again = ChooseBranches( chain );
		again = FindTurning( chain, true ) || again;
		if ( again )
		{
			Eliminate( chain );
		}
	}
}

static void Move( const Chain* chain, double share )
{
	for ( int32_t k = 0; k <= chain->count; ++k )
	{
		const double* move = chain->moves + 3 * (size_t)k;
		const tlVec4* from = chain->backup + k;
		tlVec4* u = chain->p->corrections + chain->nodes[k];
		u->x = (tlReal)( (double)from->x + share * move[0] );
		u->y = (tlReal)( (double)from->y + share * move[1] );
		u->z = (tlReal)( (double)from->z + share * move[2] );
	}
	for ( int32_t k = 0; k < chain->count; ++k )
	{
		tlLink* link = chain->links + k;
		double lambda = (double)chain->state->lambda[chain->constraints[k]];
		link->lambda = lambda + share * link->delta;
	}
}

// The share of the step at which no link turns or shortens by more than half its length: beyond, its direction means
// nothing.
static double FindShare( const Chain* chain )
{
	double share = 1;
	for ( int32_t k = 0; k < chain->count; ++k )
	{
		const tlLink* link = chain->links + k;
		const double* a = chain->moves + 3 * (size_t)k;
		double by[3] = { a[3] - a[0], a[4] - a[1], a[5] - a[2] };
		double length = fmax( link->rest, link->value + link->rest ) / 2, moved = sqrt( Dot( by, by ) );
		share = length > 0 && moved * share > length ? length / moved : share;
	}
	return share;
}

// A step that makes things worse has gone past where the directions hold, as where a nearly straight chain is held farther
// apart than it is long. Half of it, a quarter ... is tried, and at last one sweep along the chain.
static void ProjectChain( const Chain* chain )
{
	for ( int32_t k = 0; k < chain->count; ++k )
	{
		chain->links[k].lambda = (double)chain->state->lambda[chain->constraints[k]];
	}
	for ( int32_t k = 0; k <= chain->count; ++k )
	{
		chain->backup[k] = chain->p->corrections[chain->nodes[k]];
	}
	Evaluate( chain );
	double before = Measure( chain ) + MeasureClose( chain );
	Solve( chain );
	double share = FindShare( chain );
	for ( int attempt = 0; attempt < 6; ++attempt, share /= 2 )
	{
		Move( chain, share );
		Evaluate( chain );
		if ( Measure( chain ) <= before ) // false for NaN
		{
			for ( int32_t k = 0; k < chain->count; ++k )
			{
				chain->state->lambda[chain->constraints[k]] = (tlReal)chain->links[k].lambda;
			}
			return;
		}
	}
	for ( int32_t k = 0; k <= chain->count; ++k )
	{
		chain->p->corrections[chain->nodes[k]] = chain->backup[k];
	}
	chain->state->set->type->project( chain->state, chain->p, chain->constraints, 0, 1, chain->count );
}

void tlProjectChains( tlBody* body, int32_t set, const tlProjection* projection )
{
	const tlChains* chains = body->chains[set];
	const tlChainRoom* room = body->chainRoom;
	tlSetState* state = body->sets + set;
	for ( int32_t c = 0; c < chains->chainCount; ++c )
	{
		int32_t start = chains->starts[c];
		Chain chain = { .state = state,
			            .p = projection,
			            .constraints = chains->links + start,
			            .nodes = chains->nodes + start + c,
			            .links = room->links,
			            .moves = room->moves,
			            .backup = room->backup,
			            .count = chains->starts[c + 1] - start,
			            .rule = tlChooseRule( state, projection ) };
		ProjectChain( &chain );
	}
}
