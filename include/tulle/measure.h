// Tulle: what the constraints of a fabric make of a material, before anything is simulated.
// SPDX-License-Identifier: MIT
#pragma once

#include "fabric.h"

#ifdef __cplusplus
extern "C"
{
#endif

#define TL_STIFFNESS_ANGLES 8

// 0, 30, 45, 60, 90, 120, 135 and 150 degrees from the warp towards the weft.
double tlGetStiffnessAngle( int32_t index ); // [rad]

// Stiffness of a whole fabric as that of one even sheet. Springs can carry a sheet only as far as their geometry goes (Van
// Gelder 1998), and hinges bend differently along different directions of a mesh; "strain" and "curvature" do neither.
typedef struct tlStiffnessReport
{
	// In the plane. Of springs on a flat mesh (relaxed): with the particles inside in balance, the mean of an even strain
	// and an even pull on the border. Of triangles, and springs on other meshes: C = sum of k l^2 n n n n per area, as if
	// all particles followed an even strain; of springs on irregular meshes that is an upper bound.
	bool hasMembrane;
	bool relaxed;
	double membrane[3][3];                  // between strain along warp, weft, shear (gamma) and the pulls [N/m]
	double pull[TL_STIFFNESS_ANGLES];       // stiffness in a pull along each angle, free to contract and shear [N/m]
	double askedPull[TL_STIFFNESS_ANGLES];  // what the moduli of the material say
	double shear, askedShear;               // shear along the warp, free to stretch [N/m]
	double poissonRatio, askedPoissonRatio; // in a pull along the warp

	// Bending, over the triangles that have a hinge on every side: those of an endless mesh. False too for bending by
	// springs across edges, whose energy grows with the fourth power of curvature and which have no rigidity.
	bool hasBending;
	double bending[TL_STIFFNESS_ANGLES]; // flexural rigidity where the cloth curves along each angle [N m]
	double askedBending[TL_STIFFNESS_ANGLES];
} tlStiffnessReport;

// Constraints that are placed by hand and those on area and volume are not counted, nor are maps. A compliance of zero
// counts as 1e-12.
tlResult tlFabric_MeasureStiffness( const tlFabric* fabric, const tlMaterial* material, tlStiffnessReport* report,
                                    tlError* error );

#ifdef __cplusplus
}
#endif
