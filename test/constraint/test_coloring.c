// Colouring: independent colours, few of them, and every constraint kept whole while it moves to its place.
// SPDX-License-Identifier: MIT
#include "base/core.h"
#include "base/hash.h"
#include "constraint/constraint.h"
#include "solver/fabric.h"
#include "solver/lab.h"

enum
{
	tl_mostPairs = 4000
};

// No two constraints of a colour share a particle; colours fill the set from front to back; none is empty.
static void CheckColors( const tlConstraintSet* set, int32_t particleCount )
{
	int32_t* last = malloc( ( (size_t)particleCount + 1 ) * sizeof *last );
	bool* seen = calloc( (size_t)set->count + 1, sizeof *seen );
	assert_true( last != NULL && seen != NULL );
	for ( int32_t i = 0; i < particleCount; ++i )
	{
		last[i] = -1;
	}
	assert_int_equal( set->colorStarts[0], 0 );
	assert_int_equal( set->colorStarts[set->colorCount], set->count );
	for ( int32_t color = 0; color < set->colorCount; ++color )
	{
		assert_true( set->colorStarts[color] < set->colorStarts[color + 1] );
		for ( int32_t i = set->colorStarts[color]; i < set->colorStarts[color + 1]; ++i )
		{
			for ( int32_t k = 0; k < set->type->info.arity; ++k )
			{
				int32_t particle = set->particles[(size_t)set->type->info.arity * (size_t)i + (size_t)k];
				assert_in_range( particle, 0, particleCount - 1 );
				assert_int_not_equal( last[particle], color );
				last[particle] = color;
			}
		}
	}
	// meshOrder is a permutation, and inside a colour the order of making stays.
	for ( int32_t i = 0; i < set->count; ++i )
	{
		assert_in_range( set->meshOrder[i], 0, set->count - 1 );
		assert_false( seen[set->meshOrder[i]] );
		seen[set->meshOrder[i]] = true;
	}
	for ( int32_t color = 0; color < set->colorCount; ++color )
	{
		int32_t expected = set->colorStarts[color];
		for ( int32_t i = 0; i < set->count; ++i )
		{
			if ( set->meshOrder[i] >= set->colorStarts[color] && set->meshOrder[i] < set->colorStarts[color + 1] )
			{
				assert_int_equal( set->meshOrder[i], expected );
				expected += 1;
			}
		}
	}
	free( last );
	free( seen );
}

// Colours pairs in the order given, checks all of it, and returns the number of colours.
static int32_t ColorPairs( const int32_t* pairs, int32_t count, int32_t particleCount )
{
	tlConstraintSet set = { .type = tlGetConstraintType( tlFindConstraintType( "distance" ) ), .count = count };
	set.particles = TL_ALLOC( int32_t, 2 * count );
	set.parameters = TL_ALLOC( tlReal, count );
	set.compliance = TL_ALLOC( tlReal, count );
	set.damping = TL_ALLOC( tlReal, count );
	for ( int32_t i = 0; i < count; ++i )
	{
		set.particles[2 * i] = pairs[2 * i];
		set.particles[2 * i + 1] = pairs[2 * i + 1];
		set.parameters[i] = (tlReal)i;
		set.compliance[i] = (tlReal)( 2 * i );
		set.damping[i] = (tlReal)( 3 * i );
	}
	assert_true( tlColorSet( &set, particleCount ) );
	CheckColors( &set, particleCount );
	for ( int32_t i = 0; i < count; ++i )
	{
		int32_t place = set.meshOrder[i];
		assert_int_equal( set.particles[2 * place], pairs[2 * i] );
		assert_int_equal( set.particles[2 * place + 1], pairs[2 * i + 1] );
		assert_true( set.parameters[place] == (tlReal)i );
		assert_true( set.compliance[place] == (tlReal)( 2 * i ) && set.damping[place] == (tlReal)( 3 * i ) );
	}
	int32_t colorCount = set.colorCount;
	tlFreeSet( &set );
	return colorCount;
}

// Edges of a square grid of points, with none, one or both diagonals of each cell.
static int32_t MakeGridPairs( int32_t side, int32_t diagonals, int32_t* pairs )
{
	static const int32_t steps[4][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { -1, 1 } };
	int32_t count = 0;
	for ( int32_t y = 0; y < side; ++y )
	{
		for ( int32_t x = 0; x < side; ++x )
		{
			for ( int32_t k = 0; k < 2 + diagonals; ++k )
			{
				int32_t u = x + steps[k][0], v = y + steps[k][1];
				if ( u >= 0 && u < side && v < side )
				{
					pairs[2 * count] = y * side + x;
					pairs[2 * count + 1] = v * side + u;
					count += 1;
				}
			}
		}
	}
	assert_in_range( count, 1, tl_mostPairs );
	return count;
}

static void TestGridBounds( void** state )
{
	(void)state;
	static int32_t pairs[2 * tl_mostPairs], mixed[2 * tl_mostPairs], order[tl_mostPairs];
	for ( int32_t diagonals = 0; diagonals <= 2; ++diagonals )
	{
		// Each point has D = 4, 6 or 8 neighbours: whatever the order, at most 2 D - 1 colours.
		int32_t count = MakeGridPairs( 20, diagonals, pairs );
		int32_t most = 2 * ( 4 + 2 * diagonals ) - 1;
		int32_t colors = ColorPairs( pairs, count, 400 );
		assert_in_range( colors, 4 + 2 * diagonals, most ); // no fewer than one point needs
		for ( uint64_t seed = 0; seed < 20; ++seed )
		{
			tlShuffle( order, count, seed );
			for ( int32_t i = 0; i < count; ++i )
			{
				memcpy( mixed + 2 * i, pairs + 2 * order[i], 2 * sizeof( int32_t ) );
			}
			assert_in_range( ColorPairs( mixed, count, 400 ), 4 + 2 * diagonals, most );
		}
	}
}

static void TestStar( void** state )
{
	(void)state;
	// All edges meet in one point: a colour each, past the 64 of one round.
	const int32_t counts[] = { 1, 63, 64, 65, 100, 128, 129, 1000 };
	static int32_t pairs[2000];
	for ( size_t n = 0; n < sizeof counts / sizeof counts[0]; ++n )
	{
		for ( int32_t i = 0; i < counts[n]; ++i )
		{
			pairs[2 * i] = i % 2 == 0 ? 0 : i + 1;
			pairs[2 * i + 1] = i % 2 == 0 ? i + 1 : 0;
		}
		assert_int_equal( ColorPairs( pairs, counts[n], counts[n] + 1 ), counts[n] );
	}
}

static void TestSmall( void** state )
{
	(void)state;
	const int32_t pairs[] = { 0, 1, 2, 3, 1, 2, 0, 1 };
	assert_int_equal( ColorPairs( pairs, 0, 0 ), 0 );
	assert_int_equal( ColorPairs( pairs, 0, 4 ), 0 );
	assert_int_equal( ColorPairs( pairs, 1, 2 ), 1 );
	assert_int_equal( ColorPairs( pairs, 2, 4 ), 1 ); // apart
	assert_int_equal( ColorPairs( pairs, 3, 4 ), 2 ); // a chain
	assert_int_equal( ColorPairs( pairs, 4, 4 ), 3 ); // one pair twice
	assert_int_equal( tlGetByteCount(), 0 );
}

// More particles and more parameters than the types of today have.
static void TestFourParticles( void** state )
{
	(void)state;
	enum
	{
		tl_count = 300,
		tl_points = 60
	};
	static const tlConstraintType type = { .info = { .name = "four", .arity = 4, .parameterCount = 3 } };
	tlConstraintSet set = { .type = &type, .count = tl_count };
	set.particles = TL_ALLOC( int32_t, 4 * tl_count );
	set.parameters = TL_ALLOC( tlReal, 3 * tl_count );
	int32_t made[tl_count][4];
	uint64_t seed = 9;
	for ( int32_t i = 0; i < tl_count; ++i )
	{
		int32_t first = (int32_t)( tlRandom( &seed ) % tl_points ), step = 1 + (int32_t)( tlRandom( &seed ) % 14 );
		for ( int32_t k = 0; k < 4; ++k )
		{
			made[i][k] = ( first + k * step ) % tl_points;
			set.particles[4 * i + k] = made[i][k];
		}
		for ( int32_t k = 0; k < 3; ++k )
		{
			set.parameters[k * tl_count + i] = (tlReal)( 1000 * k + i );
		}
	}
	assert_true( tlColorSet( &set, tl_points ) );
	CheckColors( &set, tl_points );
	for ( int32_t i = 0; i < tl_count; ++i )
	{
		assert_memory_equal( set.particles + 4 * set.meshOrder[i], made[i], sizeof made[i] );
		for ( int32_t k = 0; k < 3; ++k )
		{
			assert_true( set.parameters[k * tl_count + set.meshOrder[i]] == (tlReal)( 1000 * k + i ) );
		}
	}
	tlFreeSet( &set );
}

// The sets that cooking makes.
static void TestCookedSets( void** state )
{
	(void)state;
	LabDef def = MakeLabDef();
	Lab lab = MakeGrid( def, 20, 20, 0.05, false );
	assert_int_equal( lab.fabric->setCount, 3 );
	for ( int32_t s = 0; s < lab.fabric->setCount; ++s )
	{
		CheckColors( lab.fabric->sets + s, lab.count );
	}
	const tlSetStats *stretch = FindSet( &lab, "stretch" ), *shear = FindSet( &lab, "shear" );
	assert_int_equal( stretch->constraintCount, 2 * 20 * 19 );
	assert_int_equal( shear->constraintCount, 2 * 19 * 19 );
	assert_in_range( stretch->colorCount, 4, 7 );
	assert_in_range( shear->colorCount, 4, 7 );
	// By number, constraints come in the order of the edges, not of the colours.
	const int32_t* edges = tlFabric_GetEdges( lab.fabric );
	for ( int32_t i = 0; i < stretch->constraintCount; ++i )
	{
		tlConstraintState c = tlBody_GetConstraint( lab.world, lab.body, 2, i );
		assert_memory_equal( c.particles, edges + 2 * i, 2 * sizeof( int32_t ) );
	}
	FreeLab( &lab );
	assert_int_equal( tlGetByteCount(), 0 );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestGridBounds ),    cmocka_unit_test( TestStar ),       cmocka_unit_test( TestSmall ),
		cmocka_unit_test( TestFourParticles ), cmocka_unit_test( TestCookedSets ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
