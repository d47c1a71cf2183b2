// The ropes of the library, by name. 1 lb per 100 ft = 0.01488 kg/m.
// SPDX-License-Identifier: MIT
#include "library.h"

#define KINETIC "estimate: 0.85 of the static coefficient"
#define NOTHING_FOUND "estimate: nothing was found"
#define STRANDS_RUB "estimate: strands rub when a rope bends; nothing was found"
#define HALF_INCH "derived: half the diameter of 12.7 mm"
#define AS_BENDING "estimate: as bending; a solid rod has ropeBending / (1 + nu)"

static const tlFabricNumber s_climbingRope[] = {
	{ "linearDensity", 0.062, "estimate: single ropes weigh 52 to 85 g/m (Mammut)" },
	{ "axialStiffness", 9810, "derived: 80 kg * 9.81 / 0.08, a static elongation of 8 % (EN 892: up to 10 %)" },
	{ "ropeBending", 0.000589, "estimate: axialStiffness r^2 / 4 / 100, as fibres slide; a solid rod would have all of it" },
	{ "ropeTwist", 0.000589, AS_BENDING },
	{ "stretchDampingRatio", 0.05, NOTHING_FOUND },
	{ "bendDampingRatio", 0.2, STRANDS_RUB },
	{ "staticFriction", 0.35, "estimate: nylon sheath" },
	{ "kineticFriction", 0.2975, KINETIC },
	{ "thickness", 0.0049, "derived: half the diameter of 9.8 mm" },
};

static const tlFabricNumber s_cottonCord[] = {
	{ "linearDensity", 0.02, "derived: 28 mm2 of 0.7 g/cm3, a braid that is half air" },
	{ "axialStiffness", 6000, "estimate: breaks at about 600 N with 10 %" },
	{ "ropeBending", 0.000135, "estimate: axialStiffness r^2 / 4 / 100, as fibres slide; a solid rod would have all of it" },
	{ "ropeTwist", 0.000135, AS_BENDING },
	{ "stretchDampingRatio", 0.05, NOTHING_FOUND },
	{ "bendDampingRatio", 0.2, STRANDS_RUB },
	{ "staticFriction", 0.4, "estimate: cotton" },
	{ "kineticFriction", 0.34, KINETIC },
	{ "thickness", 0.003, "derived: half the diameter of 6 mm" },
};

static const tlFabricNumber s_hempRope[] = {
	{ "linearDensity", 0.1116, "derived: 7.5 lb per 100 ft, industrialrope.com, three-strand ropes" },
	{ "axialStiffness", 88000,
	  "derived: breaking load of 10.6 kN (industrialrope.com, three-strand ropes) over an elongation of 12 %, estimate" },
	{ "ropeBending", 0.0177, "estimate: axialStiffness r^2 / 4 / 50, as fibres slide; a solid rod would have all of it" },
	{ "ropeTwist", 0.0177, AS_BENDING },
	{ "stretchDampingRatio", 0.05, NOTHING_FOUND },
	{ "bendDampingRatio", 0.2, STRANDS_RUB },
	{ "staticFriction", 0.5, "estimate: rough fibre" },
	{ "kineticFriction", 0.425, KINETIC },
	{ "thickness", 0.00635, HALF_INCH },
};

static const tlFabricNumber s_nylonRope[] = {
	{ "linearDensity", 0.0967, "derived: 6.5 lb per 100 ft, industrialrope.com, three-strand ropes" },
	{ "axialStiffness", 25600,
	  "derived: 15 % of the breaking load of 25.6 kN (industrialrope.com, three-strand ropes) over an elongation of 15 %, "
	  "estimate" },
	{ "ropeBending", 0.00258, "estimate: axialStiffness r^2 / 4 / 100, as fibres slide; a solid rod would have all of it" },
	{ "ropeTwist", 0.00258, AS_BENDING },
	{ "stretchDampingRatio", 0.05, NOTHING_FOUND },
	{ "bendDampingRatio", 0.2, STRANDS_RUB },
	{ "staticFriction", 0.3, "estimate: smooth filaments" },
	{ "kineticFriction", 0.255, KINETIC },
	{ "thickness", 0.00635, HALF_INCH },
};

static const tlFabricNumber s_polyesterRope[] = {
	{ "linearDensity", 0.117, "derived: nylon's by the density of the fibres, 1.38 / 1.14" },
	{ "axialStiffness", 64000,
	  "derived: 15 % of the breaking load of nylon, which it nearly reaches, over an elongation of 6 %, estimate" },
	{ "ropeBending", 0.00645, "estimate: axialStiffness r^2 / 4 / 100, as fibres slide; a solid rod would have all of it" },
	{ "ropeTwist", 0.00645, AS_BENDING },
	{ "stretchDampingRatio", 0.05, NOTHING_FOUND },
	{ "bendDampingRatio", 0.2, STRANDS_RUB },
	{ "staticFriction", 0.3, "estimate: smooth filaments" },
	{ "kineticFriction", 0.255, KINETIC },
	{ "thickness", 0.00635, HALF_INCH },
};

static const tlFabricNumber s_rubberBand[] = {
	{ "linearDensity", 0.0056, "derived: 6 mm2 of 0.93 g/cm3" },
	{ "axialStiffness", 9, "derived: 1.5 MPa * 6 mm2; soft vulcanised rubber has 1 to 2 MPa (handbooks)" },
	{ "ropeBending", 7.5e-07, "derived: E w t^3 / 12, over the flat side" },
	{ "ropeTwist", 9e-07, "derived: 0.9 G w t^3 / 3 with G = E / 3" },
	{ "stretchDampingRatio", 0.05, "estimate: rubber loses some per cent of its energy in a cycle" },
	{ "bendDampingRatio", 0.05, "estimate: as stretch" },
	{ "staticFriction", 0.9, "estimate: rubber on dry ground, 0.6 to 1.2" },
	{ "kineticFriction", 0.765, KINETIC },
	{ "thickness", 0.0005, "derived: half the diameter of 1 mm" },
};

static const tlFabricNumber s_steelWireRope[] = {
	{ "linearDensity", 0.13, "derived: 0.0036 kg/m per mm2 of the diameter squared, as catalogues of 6x19 have it" },
	{ "axialStiffness", 1.4e+06, "derived: 100 GPa * 14.2 mm2, a metallic area of 0.395 d^2" },
	{ "ropeBending", 0.029, "derived: E n pi d^4 / 64 of n = 114 free wires of d = 0.4 mm, E = 200 GPa (Costello 1990)" },
	{ "ropeTwist", 0.022, "derived: ropeBending / 1.3, with G = E / 2.6 of the same wires" },
	{ "stretchDampingRatio", 0.02, NOTHING_FOUND },
	{ "bendDampingRatio", 0.2, STRANDS_RUB },
	{ "staticFriction", 0.2, "estimate: greased steel, 0.1 to 0.3" },
	{ "kineticFriction", 0.17, KINETIC },
	{ "thickness", 0.003, "derived: half the diameter of 6 mm" },
};

const tlFabricEntry tl_libraryRopes[] = {
	{ TL_ENTRY( "climbing rope", tl_ropeKind, s_climbingRope ), .description = "Dynamic kernmantel rope of 9.8 mm.",
	  .note = "EN 892 allows up to 10 % under 80 kg, and up to 40 % in a standard fall." },
	{ TL_ENTRY( "cotton cord", tl_ropeKind, s_cottonCord ), .description = "Braided cotton cord of 6 mm.", .note = "" },
	{ TL_ENTRY( "hemp rope", tl_ropeKind, s_hempRope ), .description = "Three-strand manila hemp of 1/2 inch.", .note = "" },
	{ TL_ENTRY( "nylon rope", tl_ropeKind, s_nylonRope ), .description = "Three-strand nylon of 1/2 inch.", .note = "" },
	{ TL_ENTRY( "polyester rope", tl_ropeKind, s_polyesterRope ), .description = "Three-strand polyester of 1/2 inch.",
	  .note = "" },
	{ TL_ENTRY( "rubber band", tl_ropeKind, s_rubberBand ), .description = "Natural rubber of 6 mm x 1 mm.",
	  .note = "The modulus is that at small strain; rubber softens until it has doubled its length and stiffens beyond." },
	{ TL_ENTRY( "steel wire rope", tl_ropeKind, s_steelWireRope ),
	  .description = "Steel wire rope 6x19 of 6 mm with a fibre core.",
	  .note = "Makers give the modulus over the metallic area, 80 to 120 GPa once the rope has bedded in. Bending lies "
	          "between that of free wires, taken here, and that of a solid bar, which is 100 times as much." },
};

const int32_t tl_libraryRopeCount = (int32_t)( sizeof tl_libraryRopes / sizeof tl_libraryRopes[0] );
