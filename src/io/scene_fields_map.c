// The tables of maps and patterns: numbers for each vertex. A new field is one line here.
// SPDX-License-Identifier: MIT
#include "scene_tables.h"

static const tlField s_shareElement = { .kind = tl_realField, TL_FROM_TO( 0, 1 ) };
static const tlField s_realElement = { .kind = tl_realField };

static const tlField s_mapChoices[] = {
	{ .kind = tl_textField, TL_AT( tlSceneMap, map ), .leastCount = 1 },
	{ .kind = tl_arrayField, TL_LIST( tlSceneMap, values, valueCount, &s_shareElement ), .leastCount = 1 },
};

static const tlField s_mapFields[] = {
	{ .name = "low",
	  .kind = tl_realField,
	  TL_AT( tlSceneMap, low ),
	  .unit = "of the number",
	  .doc = "The number where the map is 0." },
	{ .name = "high",
	  .kind = tl_realField,
	  TL_AT( tlSceneMap, high ),
	  .unit = "of the number",
	  .doc = "The number where the map is 1; linear between." },
	{ .name = "map",
	  TL_EITHER( s_mapChoices ),
	  .doc = "A number from 0 to 1 for each vertex: \"red\", \"green\", \"blue\" or \"alpha\" of the vertex colours of the "
	         "mesh "
	         "file, the name of a text file, relative to the folder of the scene file, or an array." },
};

static const tlTable s_mapTable = { .name = "map",
	                                .title = "a map",
	                                .doc = "A number of the material that varies over the body.",
	                                TL_FIELDS( s_mapFields ),
	                                .size = sizeof( tlSceneMap ) };

const tlField tlSceneMapElement = { .kind = tl_objectField, .table = &s_mapTable };

static const tlField s_pairElement = {
	.kind = tl_arrayField, TL_LIST( tlScenePair, values, count, &s_realElement ), .leastCount = 2, .mostCount = 2
};

const tlField tlScenePatternChoices[2] = {
	{ .kind = tl_textField, TL_AT( tlSceneBody, pattern ), .leastCount = 1 },
	{ .kind = tl_arrayField, TL_LIST( tlSceneBody, patternPairs, patternPairCount, &s_pairElement ), .leastCount = 1 },
};
