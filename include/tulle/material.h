// Tulle: what a thing is made of, in SI units. A material holds no count, tolerance or relaxation: how hard the solver
// works is the budget's business (world.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

#ifdef __cplusplus
extern "C"
{
#endif

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

	tlElasticity stretch; // mesh edges and rope segments
	tlElasticity shear;   // both diagonals of a quad
	tlElasticity bend;    // distance between the vertices across an edge, or over one rope point
	tlElasticity tether;  // long-range attachments, one-sided

	tlReal edgeDamping;   // decay rate of the relative velocity along stretch edges [1/s], >= 0; conserves momentum
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

// Checks every field. Returns tl_invalidArgument with a sentence that names the field.
tlResult tlValidateMaterial( const tlMaterial* material, tlError* error );

#ifdef __cplusplus
}
#endif
