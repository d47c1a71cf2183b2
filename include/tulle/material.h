// Tulle: what a thing is made of, in SI units. A material holds no count, tolerance or relaxation: how hard the solver
// works is the budget's business (world.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

#ifdef __cplusplus
extern "C"
{
#endif

// The families of constraints that a fabric makes from its faces. They are also the names of the elasticities in
// tlMaterial. Constraints placed by hand have compliance and damping of their own and stand in a set per type.
typedef enum tlFamily
{
	tl_stretchFamily,
	tl_shearFamily,
	tl_bendFamily,
	tl_areaFamily,
	tl_volumeFamily,
	tl_tetherFamily,
	tl_customFamily,
	tl_familyCount
} tlFamily;

// Resistance of one family of constraints. Compliance is the inverse of stiffness, alpha = 1/k; zero is a perfectly
// stiff constraint (Macklin, Mueller, Chentanez 2016, XPBD).
typedef struct tlElasticity
{
	tlReal compliance; // alpha [m/N], >= 0
	tlReal damping;    // beta [N s/m], >= 0; acts through alpha (XPBD Eq. 26): without effect at zero compliance
} tlElasticity;

typedef struct tlMaterial
{
	tlReal areaDensity;   // cloth [kg/m^2], > 0
	tlReal linearDensity; // rope [kg/m], > 0

	// Either every constraint of a family has the same compliance, whatever its size: simple, and another cloth on another
	// mesh. Or (measured) compliances follow from the moduli below and the mesh, so that the cloth stays the same when its
	// mesh is refined, turned or irregular.
	bool measured;
	tlElasticity stretch; // mesh edges and rope segments, or triangles
	tlElasticity shear;   // both diagonals of a quad
	tlElasticity bend;    // across edges and over rope points
	tlElasticity area;    // of triangles
	tlElasticity volume;  // of a closed mesh
	tlElasticity tether;  // long-range attachments, one-sided

	// Moduli of the cloth, each >= 0. Stiffnesses are per metre of width: Young's modulus times thickness.
	tlReal warpStiffness, weftStiffness; // pull along warp and weft [N/m]
	tlReal shearStiffness;               // G t [N/m]
	tlReal poissonRatio;             // contraction along the weft in a pull along the warp, over the strain along the warp;
	                                 // poissonRatio^2 weft / warp < 1. Edge springs have one of their own
	tlReal warpBending, weftBending; // flexural rigidity B where the cloth curves along the warp, the weft [N m]
	tlReal biasBending;   // that of a strip cut at 45 degrees, free to twist as in a cantilever test; it can not be above
	                      // 4 / (1 / warpBending + 1 / weftBending) [N m]
	tlReal areaStiffness; // resistance of triangle area beside all that [N/m]

	// Moduli of a rope, each >= 0.
	tlReal axialStiffness; // E A [N]
	tlReal ropeBending;    // E I [N m^2]
	tlReal ropeTwist;      // G J [N m^2]

	tlReal stretchDampingRatio; // of critical, for each constraint by itself, >= 0: stretch, shear and area
	tlReal bendDampingRatio;    // bending and twist

	tlReal volumeRatio; // volume that a closed mesh wants over the one at rest, >= 0: above 1 it is blown up

	tlReal compression;       // stiffness of stretch under compression over that under tension, >= 0
	tlReal bucklingRatio;     // a hinge buckles once it opens less than this part of its rest opening, [0, 1]; 0: never
	tlReal bucklingStiffness; // stiffness from there on over that before, > 0

	tlReal edgeDamping;   // decay rate of the relative velocity along what stretches: edges, segments of rods, sides of
	                      // triangles [1/s], >= 0; conserves momentum
	tlReal globalDamping; // decay rate of all velocity [1/s], >= 0

	tlReal staticFriction;  // against colliders, >= 0
	tlReal kineticFriction; // >= 0, not above static friction
	tlReal restitution;     // rebound speed over impact speed, [0, 1]
	tlReal thickness;       // distance that the mid-surface keeps from colliders [m], >= 0

	// What the air does, where the world has any (force.h); the area of a face counts once, not once for each side.
	tlReal dragCoefficient;           // of the pressure along the normal, >= 0
	tlReal liftCoefficient;           // of the lift, times sin(a) cos(a)^3 of the angle of attack a, >= 0
	tlReal tangentialDragCoefficient; // of the friction along the surface, >= 0

	uint32_t cookie;
} tlMaterial;

// A plain woven cotton: 0.2 kg/m^2 (rope 0.05 kg/m), stretch 1e-5, shear 1e-4 and bend 1e-1 m/N, no damping,
// friction 0.35/0.3, thickness 2 mm. In air: drag 1.28, a flat plate across the flow (NASA Glenn, "Shape effects on drag";
// Hoerner 1965 has 1.17 for a square one); lift 1.57, the slope pi/2 of a thin plate as wide as it is long (Jones 1946, NACA
// report 835); friction 0.01, both sides of a plate in a turbulent layer at a Reynolds number of 5e5 (Schlichting, 0.074
// Re^-1/5 a side).
tlMaterial tlDefaultMaterial( void );

// Sets the moduli of an isotropic sheet from Young's modulus [Pa], thickness [m] and Poisson's ratio: E t, E t / (2 (1 +
// nu)) and B = E t^3 / (12 (1 - nu^2)). Turns `measured` on.
void tlMaterial_SetSheet( tlMaterial* material, tlReal youngsModulus, tlReal thickness, tlReal poissonRatio );

// Sets the moduli of a round rope of solid section: E A, E I and G J. Turns `measured` on.
void tlMaterial_SetRope( tlMaterial* material, tlReal youngsModulus, tlReal radius, tlReal poissonRatio );

// Compliance from a slider of 0 (soft) to 1 (stiff), log-scaled: alpha = 10^(-8 + 6 (1 - s)) m/N for stretch, ten times that
// for shear, and 10^(-5 + 6 (1 - s)) for bending.
tlReal tlGetSliderCompliance( tlFamily family, tlReal slider );

// Every number of a material by its name, as in "warpStiffness" or "stretch.compliance"; null for no such name. What it
// points to is in the material.
tlReal* tlMaterial_Find( tlMaterial* material, const char* name );

// The names of these numbers, one after another; null at the end.
const char* tlGetMaterialNumber( int32_t index );

// Whether the number of this name may vary over a body, by a tlMaterialMap. All do but those of a closed mesh as a whole:
// volumeRatio, volume.compliance and volume.damping.
bool tlCanMaterialNumberVary( const char* name );

// Checks every field. Returns tl_invalidArgument with a sentence that names the field.
tlResult tlValidateMaterial( const tlMaterial* material, tlError* error );

#ifdef __cplusplus
}
#endif
