// The cloths of the library, by name. Conversions of KES units: 1 gf cm^2/cm = 9.80665e-5 N m, 1 gf/(cm deg) = 56.19 N/m.
// "Second-hand" marks figures that were read in another work than the one they were published in.
// SPDX-License-Identifier: MIT
#include "library.h"

#define KINETIC "estimate: 0.85 of the static coefficient"
#define BIAS                                                                                                                \
	"estimate: 0.7 of the mean of warp and weft, between yarns that do not twist each other, 0.5, and an isotropic sheet, " \
	"1 (Cooper 1960)"
#define NO_GRAIN "derived: warp = weft = bias, a sheet without a grain"
#define STRETCH_DAMPING "estimate: light, ripples die within a few periods; nothing was found"
#define BEND_DAMPING "estimate: stands in for the hysteresis of bending, which is not modelled"
#define AS_WARP "estimate: as along the warp"
#define PENAVA "Penava et al. 2014, second-hand"
#define MATSUDAIRA "Matsudaira 2015, second-hand"
#define CIPC "C-IPC driver"
#define PPF "ppf-contact-solver, tensile targets"
#define PPF_FRICTION "ppf-contact-solver, friction presets"

static const tlFabricNumber s_canvas[] = {
	{ "areaDensity", 0.294, CIPC },
	{ "warpStiffness", 12000, "estimate: between cotton (8250) and denim (15000)" },
	{ "weftStiffness", 8000, "estimate: two thirds of the warp" },
	{ "shearStiffness", 120,
	  "estimate: KES G of 2.1 gf/(cm deg), as the denims of J. Textiles 2016, 4614168, table 5 (KES)" },
	{ "poissonRatio", 0.25, "Zhang 2019, weft of a cotton, via ppf" },
	{ "warpBending", 9.45e-05,
	  "derived: areaDensity g c^3 (Peirce 1930) with a bending length c of 3.2 cm, estimate for a stiff plain weave" },
	{ "weftBending", 6.33e-05, "derived: areaDensity g c^3 (Peirce 1930) with a bending length c of 2.8 cm, estimate" },
	{ "biasBending", 5.52e-05, BIAS },
	{ "stretchDampingRatio", 0.05, STRETCH_DAMPING },
	{ "bendDampingRatio", 0.1, BEND_DAMPING },
	{ "staticFriction", 0.5, "estimate: as denim" },
	{ "kineticFriction", 0.425, KINETIC },
	{ "thickness", 0.000265, "derived: half the thickness of 0.53 mm, C-IPC driver" },
};

static const tlFabricNumber s_chiffon[] = {
	{ "areaDensity", 0.035, "estimate: chiffons are sold at 25 to 50 g/m2" },
	{ "warpStiffness", 500, "estimate: as silk" },
	{ "weftStiffness", 400, "estimate: a crepe weft gives more" },
	{ "shearStiffness", 11, "estimate: KES G of 0.2 gf/(cm deg), the low end of thin dress fabrics" },
	{ "poissonRatio", 0.3, "estimate: between silk and cotton" },
	{ "warpBending", 3.43e-07,
	  "derived: areaDensity g c^3 (Peirce 1930) with a bending length c of 1 cm, estimate: the limpest class" },
	{ "weftBending", 3.43e-07,
	  "derived: areaDensity g c^3 (Peirce 1930) with a bending length c of 1 cm, estimate: as along the warp" },
	{ "biasBending", 2.4e-07, BIAS },
	{ "stretchDampingRatio", 0.05, STRETCH_DAMPING },
	{ "bendDampingRatio", 0.1, BEND_DAMPING },
	{ "staticFriction", 0.25, "estimate: as silk" },
	{ "kineticFriction", 0.2125, KINETIC },
	{ "thickness", 0.0001, "derived: half the thickness of 0.2 mm, estimate" },
};

static const tlFabricNumber s_cotton[] = {
	{ "areaDensity", 0.1503, PENAVA },
	{ "warpStiffness", 8250, "derived: 0.55 * 15000, its share of denim's stiffness, ppf-contact-solver, tensile targets" },
	{ "weftStiffness", 4540, "derived: warp * 98/178, the ratio of Zhang 2019, via ppf" },
	{ "shearStiffness", 56, "estimate: KES G of 1 gf/(cm deg), the middle of shirtings" },
	{ "poissonRatio", 0.243, PENAVA },
	{ "warpBending", 1.157e-05, MATSUDAIRA },
	{ "weftBending", 1.157e-05, "Matsudaira 2015, second-hand; one value for both" },
	{ "biasBending", 8.1e-06, BIAS },
	{ "stretchDampingRatio", 0.05, STRETCH_DAMPING },
	{ "bendDampingRatio", 0.1, BEND_DAMPING },
	{ "staticFriction", 0.35, PPF_FRICTION },
	{ "kineticFriction", 0.2975, KINETIC },
	{ "thickness", 0.000159, "derived: half the thickness of 0.318 mm, Penava et al. 2014, second-hand" },
};

static const tlFabricNumber s_denim[] = {
	{ "areaDensity", 0.4, "C-IPC driver; the Chaos Cloth documentation has the same" },
	{ "warpStiffness", 15000, "ppf-contact-solver, tensile targets, the anchor of their scale" },
	{ "weftStiffness", 9400,
	  "derived: 490 N/m / 0.052, the mean of the six denims of J. Textiles 2016, 4614168, table 5 (KES)" },
	{ "shearStiffness", 110,
	  "derived: KES G of 1.96 gf/(cm deg), the mean of the six denims of J. Textiles 2016, 4614168, table 5 (KES)" },
	{ "poissonRatio", 0.25, PPF },
	{ "warpBending", 0.000129,
	  "derived: areaDensity g c^3 (Peirce 1930) with a bending length c of 3.2 cm, estimate in the band of raw denim" },
	{ "weftBending", 6.9e-05,
	  "derived: areaDensity g c^3 (Peirce 1930) with a bending length c of 2.6 cm, estimate: the weft of a warp-faced twill "
	  "is softer" },
	{ "biasBending", 6.93e-05, BIAS },
	{ "stretchDampingRatio", 0.05, STRETCH_DAMPING },
	{ "bendDampingRatio", 0.1, BEND_DAMPING },
	{ "staticFriction", 0.5, PPF_FRICTION },
	{ "kineticFriction", 0.425, KINETIC },
	{ "thickness", 0.00033, "derived: half the thickness of 0.66 mm, C-IPC driver" },
};

static const tlFabricNumber s_jersey[] = {
	{ "areaDensity", 0.1782, PENAVA },
	{ "warpStiffness", 24.9, "derived: 0.076 MPa * 0.328 mm, Penava et al. 2014, second-hand" },
	{ "weftStiffness", 24.9, "derived: 0.076 MPa * 0.328 mm, Penava et al. 2014, second-hand" },
	{ "shearStiffness", 11.6, "derived: warpStiffness / (2 (1 + poissonRatio))" },
	{ "poissonRatio", 0.071, PENAVA },
	{ "warpBending", 2e-06, "estimate: KES B of 0.02 gf cm2/cm, as single jerseys" },
	{ "weftBending", 2e-06, AS_WARP },
	{ "biasBending", 2e-06, NO_GRAIN },
	{ "stretchDampingRatio", 0.05, STRETCH_DAMPING },
	{ "bendDampingRatio", 0.1, BEND_DAMPING },
	{ "staticFriction", 0.4, "estimate: as wool" },
	{ "kineticFriction", 0.34, KINETIC },
	{ "thickness", 0.000164, "derived: half the thickness of 0.328 mm, Penava et al. 2014, second-hand" },
};

static const tlFabricNumber s_leather[] = {
	{ "areaDensity", 0.45,
	  "derived: the mean of light (0.3) and heavy leather (0.6), Chaos Cloth documentation, typical densities" },
	{ "warpStiffness", 58000, "Efendioglu 2025 (ISO 3376), 77 MPa * 0.75 mm, via ppf-contact-solver, tensile targets" },
	{ "weftStiffness", 58000, "estimate: as along the warp; leather has no yarns" },
	{ "shearStiffness", 20700, "derived: warpStiffness / (2 (1 + poissonRatio))" },
	{ "poissonRatio", 0.4, PPF },
	{ "warpBending", 4.5e-05,
	  "estimate: gives a drape coefficient of 73 %, near the band of 47 to 70 % of Memon et al. 2021" },
	{ "weftBending", 4.5e-05, AS_WARP },
	{ "biasBending", 4.5e-05, NO_GRAIN },
	{ "stretchDampingRatio", 0.05, STRETCH_DAMPING },
	{ "bendDampingRatio", 0.1, BEND_DAMPING },
	{ "staticFriction", 0.5, PPF_FRICTION },
	{ "kineticFriction", 0.425, KINETIC },
	{ "thickness", 0.000375, "derived: half the thickness of 0.75 mm, Efendioglu 2025, via ppf" },
};

static const tlFabricNumber s_linen[] = {
	{ "areaDensity", 0.18, "estimate: dress linens are sold at 150 to 200 g/m2" },
	{ "warpStiffness", 12000, "estimate: flax stretches less than cotton" },
	{ "weftStiffness", 9000, "estimate: three quarters of the warp" },
	{ "shearStiffness", 40, "estimate: KES G of 0.7 gf/(cm deg); smooth yarns in an open weave shear easily" },
	{ "poissonRatio", 0.25, "estimate: as cotton" },
	{ "warpBending", 2.15e-05,
	  "derived: areaDensity g c^3 (Peirce 1930) with a bending length c of 2.3 cm, estimate: crisper than cotton" },
	{ "weftBending", 1.64e-05, "derived: areaDensity g c^3 (Peirce 1930) with a bending length c of 2.1 cm, estimate" },
	{ "biasBending", 1.33e-05, BIAS },
	{ "stretchDampingRatio", 0.05, STRETCH_DAMPING },
	{ "bendDampingRatio", 0.1, BEND_DAMPING },
	{ "staticFriction", 0.35, "estimate: as cotton" },
	{ "kineticFriction", 0.2975, KINETIC },
	{ "thickness", 0.0002, "derived: half the thickness of 0.4 mm, estimate" },
};

static const tlFabricNumber s_melton[] = {
	{ "areaDensity", 0.7, "Chaos Cloth documentation, typical densities" },
	{ "warpStiffness", 4000, "estimate: fulled wool, between wool (3000) and cotton" },
	{ "weftStiffness", 4000, AS_WARP },
	{ "shearStiffness", 1500,
	  "estimate: about warpStiffness / (2 (1 + poissonRatio)), as felted fibres run in every direction" },
	{ "poissonRatio", 0.3, "estimate: of a felt" },
	{ "warpBending", 0.000185, "derived: areaDensity g c^3 (Peirce 1930) with a bending length c of 3 cm, estimate" },
	{ "weftBending", 0.000185,
	  "derived: areaDensity g c^3 (Peirce 1930) with a bending length c of 3 cm, estimate: as along the warp" },
	{ "biasBending", 0.000185, NO_GRAIN },
	{ "stretchDampingRatio", 0.05, STRETCH_DAMPING },
	{ "bendDampingRatio", 0.1, BEND_DAMPING },
	{ "staticFriction", 0.4, "estimate: as wool" },
	{ "kineticFriction", 0.34, KINETIC },
	{ "thickness", 0.001, "derived: half the thickness of 2 mm, estimate" },
};

static const tlFabricNumber s_organza[] = {
	{ "areaDensity", 0.03, "estimate: organzas are sold at 25 to 40 g/m2" },
	{ "warpStiffness", 3000, "estimate: filament yarns with little crimp" },
	{ "weftStiffness", 3000, AS_WARP },
	{ "shearStiffness", 60, "estimate: KES G of 1.1 gf/(cm deg); finished yarns stick where they cross" },
	{ "poissonRatio", 0.3, "estimate: between silk and cotton" },
	{ "warpBending", 5.17e-06,
	  "derived: areaDensity g c^3 (Peirce 1930) with a bending length c of 2.6 cm, estimate: crisp" },
	{ "weftBending", 5.17e-06,
	  "derived: areaDensity g c^3 (Peirce 1930) with a bending length c of 2.6 cm, estimate: as along the warp" },
	{ "biasBending", 3.62e-06, BIAS },
	{ "stretchDampingRatio", 0.05, STRETCH_DAMPING },
	{ "bendDampingRatio", 0.1, BEND_DAMPING },
	{ "staticFriction", 0.25, "estimate: as silk" },
	{ "kineticFriction", 0.2125, KINETIC },
	{ "thickness", 5e-05, "derived: half the thickness of 0.1 mm, estimate" },
};

static const tlFabricNumber s_paper[] = {
	{ "areaDensity", 0.24, CIPC },
	{ "warpStiffness", 900000, "derived: 3 GPa * 0.30 mm, C-IPC driver" },
	{ "weftStiffness", 900000, "estimate: as along the warp; card made by machine has half of it across" },
	{ "shearStiffness", 346000, "derived: warpStiffness / (2 (1 + poissonRatio))" },
	{ "poissonRatio", 0.3, CIPC },
	{ "warpBending", 0.00742, "derived: E t^3 / (12 (1 - nu^2))" },
	{ "weftBending", 0.00742, "derived: E t^3 / (12 (1 - nu^2))" },
	{ "biasBending", 0.00742, NO_GRAIN },
	{ "stretchDampingRatio", 0.05, STRETCH_DAMPING },
	{ "bendDampingRatio", 0.1, BEND_DAMPING },
	{ "staticFriction", 0.4, "estimate: paper on wood, 0.3 to 0.5" },
	{ "kineticFriction", 0.34, KINETIC },
	{ "thickness", 0.00015, "derived: half the thickness of 0.30 mm, C-IPC driver" },
};

static const tlFabricNumber s_polyester[] = {
	{ "areaDensity", 0.1646, PENAVA },
	{ "warpStiffness", 1500, "ppf-contact-solver, tensile targets, polyester banner" },
	{ "weftStiffness", 1500, AS_WARP },
	{ "shearStiffness", 28, "estimate: KES G of 0.5 gf/(cm deg), filament yarns slide" },
	{ "poissonRatio", 0.381, PENAVA },
	{ "warpBending", 1.863e-06, MATSUDAIRA },
	{ "weftBending", 1.863e-06, "Matsudaira 2015, second-hand; one value for both" },
	{ "biasBending", 1.3e-06, BIAS },
	{ "stretchDampingRatio", 0.05, STRETCH_DAMPING },
	{ "bendDampingRatio", 0.1, BEND_DAMPING },
	{ "staticFriction", 0.3, "estimate: between silk and cotton" },
	{ "kineticFriction", 0.255, KINETIC },
	{ "thickness", 0.000126, "derived: half the thickness of 0.252 mm, Penava et al. 2014, second-hand" },
};

static const tlFabricNumber s_ripstop[] = {
	{ "areaDensity", 0.0373, "MIL-C-7020H type I, as nakka-rocketry.net lists it" },
	{ "warpStiffness", 20000, "estimate: a nylon weave of about 0.26 GPa * 0.076 mm" },
	{ "weftStiffness", 20000, AS_WARP },
	{ "shearStiffness", 110, "estimate: KES G of 2 gf/(cm deg), a dense weave" },
	{ "poissonRatio", 0.3, "estimate: between silk and cotton" },
	{ "warpBending", 2.13e-06, "derived: areaDensity g c^3 (Peirce 1930) with a bending length c of 1.8 cm, estimate" },
	{ "weftBending", 2.13e-06,
	  "derived: areaDensity g c^3 (Peirce 1930) with a bending length c of 1.8 cm, estimate: as along the warp" },
	{ "biasBending", 1.49e-06, BIAS },
	{ "stretchDampingRatio", 0.05, STRETCH_DAMPING },
	{ "bendDampingRatio", 0.1, BEND_DAMPING },
	{ "staticFriction", 0.25, "estimate: as silk" },
	{ "kineticFriction", 0.2125, KINETIC },
	{ "thickness", 3.8e-05, "derived: half the thickness of 0.076 mm, MIL-C-7020H type I, as nakka-rocketry.net lists it" },
};

static const tlFabricNumber s_silk[] = {
	{ "areaDensity", 0.083, "C-IPC driver, unit inferred" },
	{ "warpStiffness", 500, "ppf-contact-solver, tensile targets, light woven silk" },
	{ "weftStiffness", 500, AS_WARP },
	{ "shearStiffness", 14, "estimate: KES G of 0.25 gf/(cm deg), thin dress fabrics" },
	{ "poissonRatio", 0.4, PPF },
	{ "warpBending", 2e-06, "estimate: KES B of 0.02 gf cm2/cm, thin dress fabrics; a bending length of 1.35 cm" },
	{ "weftBending", 2e-06, AS_WARP },
	{ "biasBending", 1.4e-06, BIAS },
	{ "stretchDampingRatio", 0.05, STRETCH_DAMPING },
	{ "bendDampingRatio", 0.1, BEND_DAMPING },
	{ "staticFriction", 0.25, PPF_FRICTION },
	{ "kineticFriction", 0.2125, KINETIC },
	{ "thickness", 9e-05, "derived: half the thickness of 0.18 mm, C-IPC driver" },
};

static const tlFabricNumber s_wool[] = {
	{ "areaDensity", 0.2348, PENAVA },
	{ "warpStiffness", 3000, "FAST extensibility of worsteds at 98 N/m, via ppf-contact-solver, tensile targets" },
	{ "weftStiffness", 2000, "estimate: two thirds of the warp; worsteds give more across" },
	{ "shearStiffness", 45, "FAST shear rigidity of worsteds, 30 to 80 N/m" },
	{ "poissonRatio", 0.277, PENAVA },
	{ "warpBending", 6.57e-06, MATSUDAIRA },
	{ "weftBending", 6.57e-06, "Matsudaira 2015, second-hand; one value for both" },
	{ "biasBending", 4.6e-06, BIAS },
	{ "stretchDampingRatio", 0.05, STRETCH_DAMPING },
	{ "bendDampingRatio", 0.1, BEND_DAMPING },
	{ "staticFriction", 0.4, PPF_FRICTION },
	{ "kineticFriction", 0.34, KINETIC },
	{ "thickness", 0.000284, "derived: half the thickness of 0.568 mm, Penava et al. 2014, second-hand" },
};

const tlFabricEntry tl_libraryCloths[] = {
	{ TL_ENTRY( "canvas", tl_clothKind, s_canvas ), .description = "Plain cotton canvas, as for bags and shoes.",
	  .note = "A plain cotton weave of 221 g/m2 has a Cusick drape coefficient of 80 % (Fibres and Textiles 1/2018); canvas "
	          "is stiffer." },
	{ TL_ENTRY( "chiffon", tl_clothKind, s_chiffon ), .description = "Sheer, limp crepe of fine twisted yarns.",
	  .note = "" },
	{ TL_ENTRY( "cotton", tl_clothKind, s_cotton ), .description = "Plain cotton broadcloth, as for shirts.",
	  .note = "Stretch differs most: 0.821 MPa x 0.318 mm = 261 N/m (Penava et al. 2014, second-hand); 21400 N/m, a KES "
	          "secant at 490 N/m of a cotton of 158 g/m2 with EMT 2.29 %; 178 MPa x 0.318 mm = 56600 N/m (Zhang 2019 as a "
	          "solid, via ppf). Chaos Cloth has 0.2 kg/m2. Drape coefficients: 68.4 % (Gan, Ly and Steven 1991), and 82.9 % "
	          "of the broadcloth whose bending is taken here." },
	{ TL_ENTRY( "denim", tl_clothKind, s_denim ), .description = "Cotton twill of 12 oz, as for jeans.",
	  .note =
	      "Bending differs by five: the light denims of J. Textiles 2016, 4614168, table 5 (KES) have 0.144 to 0.227 gf "
	      "cm2/cm = 1.4e-5 to 2.2e-5 N m, where raw denims have bending lengths of 2.5 to 4 cm. Those denims stretch by 4.7 "
	      "to 5.7 % at 490 N/m: 8.5 to 10.4 kN/m. Wang et al. 2011 weighed 0.324 kg/m2. Drape coefficient: 70 to 90 %." },
	{ TL_ENTRY( "jersey", tl_clothKind, s_jersey ), .description = "Knit of 95 % wool and 5 % lycra.",
	  .note = "A knit stretches some hundred times more easily than a weave, and more across the wales than along them; the "
	          "source has one value for both." },
	{ TL_ENTRY( "leather", tl_clothKind, s_leather ), .description = "Chrome-tanned garment leather of 0.75 mm.",
	  .note = "Memon et al. 2021 have flexural rigidities of 9.2 to 22 for sheep leather, with drape coefficients of 47 to "
	          "70 %; read as mN cm that is 0.92e-4 to 2.2e-4 N m, with which it would hang more stiffly than theirs did; "
	          "the value is chosen by the drape. As a solid sheet of 77 MPa the same leather would have 3e-3 N m: its "
	          "layers slide. Chaos Cloth has 0.3 kg/m2 for light, 0.6 for heavy leather." },
	{ TL_ENTRY( "linen", tl_clothKind, s_linen ), .description = "Plain linen, as for summer clothes.", .note = "" },
	{ TL_ENTRY( "melton", tl_clothKind, s_melton ), .description = "Heavy fulled wool, a felt on a weave, as for coats.",
	  .note = "" },
	{ TL_ENTRY( "organza", tl_clothKind, s_organza ), .description = "Sheer, crisp weave of stiff fine yarns.", .note = "" },
	{ TL_ENTRY( "paper", tl_clothKind, s_paper ), .description = "Card of 240 g/m2.",
	  .note = "Paper is a solid sheet: its bending follows from Young's modulus, as that of no cloth does." },
	{ TL_ENTRY( "polyester", tl_clothKind, s_polyester ), .description = "Polyester faille, as for linings and banners.",
	  .note = "Penava et al. 2014 (second-hand) have 0.478 MPa x 0.252 mm = 120 N/m for stretch. Drape coefficient of the "
	          "faille: 28.3 % (Matsudaira 2015, second-hand)." },
	{ TL_ENTRY( "ripstop", tl_clothKind, s_ripstop ), .description = "Nylon ripstop of 1.1 oz, as for parachutes and kites.",
	  .note = "This is the uncoated cloth; coated sail cloth shears ten times harder." },
	{ TL_ENTRY( "silk", tl_clothKind, s_silk ), .description = "Light plain silk (habotai), as for scarves.",
	  .note = "Chaos Cloth has 0.1 kg/m2. A KES secant at 490 N/m would be 10 to 25 kN/m (EMT of 2 to 5 %); ppf's 500 N/m "
	          "is the low end of arXiv 2212.08790. Drape coefficient: 20 to 40 % (Matsudaira and Yang 2003)." },
	{ TL_ENTRY( "wool", tl_clothKind, s_wool ), .description = "Tropical worsted, as for suits.",
	  .note = "Penava et al. 2014 (second-hand) have 0.170 MPa x 0.568 mm = 97 N/m for stretch. Drape coefficients of "
	          "worsteds: 40 to 70 %." },
};

const int32_t tl_libraryClothCount = (int32_t)( sizeof tl_libraryCloths / sizeof tl_libraryCloths[0] );
