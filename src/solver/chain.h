// Unbranched ropes solved directly: internal to src/solver.
// SPDX-License-Identifier: MIT
#pragma once

#include "body.h"

// The chains of one set, and what of the set stays with the sweep.
typedef struct tlChains
{
	int32_t chainCount;
	int32_t* starts; // [chainCount + 1] of the links; the nodes of chain c begin at starts[c] + c
	int32_t* links;  // constraints of the set, along each chain
	int32_t* nodes;  // one more than there are links in each chain
	int32_t* loose;  // constraints in no chain, in the order of the sweep
	int32_t looseCount;
} tlChains;

// One link while its chain is being solved.
typedef struct tlLink
{
	double n[3]; // unit vector along the chain
	double value, rest;
	double lambda;
	double alphaTilde; // as it acts: past the knee that of the soft branch
	double gamma;
	double right;                                             // -(C + alpha~ lambda + gamma drift) / (1 + gamma)
	double diagonal;                                          // of J W J^T + alpha~ / (1 + gamma)
	double turning;                                           // lambda over length: how strongly its pull turns with it
	double g[3], known, carried[3], inverse[6], pivot, delta; // of the elimination
	bool soft;
} tlLink;

// Room for the longest chain of a body.
typedef struct tlChainRoom
{
	tlLink* links;
	double* moves;  // [3 * nodes]
	tlVec4* backup; // [nodes] corrections before the step
} tlChainRoom;

// Lists the chains that the budget wants; orders are those of the sweep. False when memory runs out.
bool tlPrepareChains( tlBody* body, const tlBudget* budget );
void tlFreeChains( tlBody* body );

struct tlProjection;

// One Newton step for every chain of a set.
void tlProjectChains( tlBody* body, int32_t set, const struct tlProjection* projection );
