// From the moduli of a cloth to what its constraints need: the conversions that all types share.
// SPDX-License-Identifier: MIT
#pragma once

#include "constraint.h"

// Stiffness per metre of width in a pull along a direction, c and s the cosine and sine of its angle to the warp [N/m]: the
// orthotropic sheet in plane stress, 1/E = c^4/E1 + s^4/E2 + c^2 s^2 (1/G - 2 nu/E1).
static inline tlReal tlGetStretchModulus( const tlMaterial* m, tlReal c, tlReal s )
{
	tlReal c2 = c * c, s2 = s * s;
	tlReal inverseWarp = tlInvert( m->warpStiffness ), inverseWeft = tlInvert( m->weftStiffness );
	tlReal bias = tlInvert( m->shearStiffness ) - 2 * m->poissonRatio * inverseWarp;
	tlReal inverse = c2 * c2 * inverseWarp + s2 * s2 * inverseWeft + c2 * s2 * bias;
	return tlInvert( inverse );
}

// Rigidity of twist T [N m]: W = (B1 kxx^2 + B2 kyy^2) / 2 + 2 T kxy^2. A strip cut at 45 degrees, as the cantilever test
// has it, is free to twist, 4/B45 = 1/B1 + 1/B2 + 1/T; no sheet without Poisson's ratio has more than what T without end
// gives.
static inline tlReal tlGetTwist( const tlMaterial* m )
{
	tlReal b1 = m->warpBending, b2 = m->weftBending, bias = m->biasBending;
	if ( !( b1 > 0 && b2 > 0 && bias > 0 ) )
	{
		return bias;
	}
	tlReal inverse = 4 / bias - 1 / b1 - 1 / b2, most = (tlReal)1e4 * ( b1 + b2 );
	return inverse * most > 1 ? 1 / inverse : most;
}

// Flexural rigidity where the cloth is made to curve along a direction [N m]: B1 c^4 + B2 s^4 + 4 T c^2 s^2.
static inline tlReal tlGetBendModulus( const tlMaterial* m, tlReal c, tlReal s )
{
	tlReal c2 = c * c, s2 = s * s;
	return m->warpBending * c2 * c2 + m->weftBending * s2 * s2 + 4 * tlGetTwist( m ) * c2 * s2;
}

// What the edges of a quad must carry of C11 and C22, so that with shear springs along both diagonals the cloth has the
// asked stiffness along warp and weft. The springs' own C12 is their C66 = G, so that E1 = C11 - G^2/C22 and
// E2 = C22 - G^2/C11.
typedef struct tlEdgeModuli
{
	tlReal warp, weft; // C11, C22 [N/m]
} tlEdgeModuli;

static inline tlEdgeModuli tlGetEdgeModuli( const tlMaterial* m )
{
	tlReal e1 = m->warpStiffness, e2 = m->weftStiffness, g = m->shearStiffness;
	if ( !( e1 > 0 ) || !( e2 > 0 ) )
	{
		return ( tlEdgeModuli ){ e1, e2 };
	}
	tlReal ratio = e2 / e1;
	tlReal c11 = ( e2 + tlSqrt( e2 * e2 + 4 * ratio * g * g ) ) / ( 2 * ratio );
	return ( tlEdgeModuli ){ c11, ratio * c11 };
}

// Stretch is softer, or slack, under compression: the row's C is negative there.
static inline tlKnee tlFindCompressionKnee( const tlMaterial* m )
{
	return ( tlKnee ){ m->compression == 1 ? 0 : (tlReal)1, tlMin( tlInvert( m->compression ), (tlReal)TL_SLACK ) };
}

// Bending is another once a hinge has buckled. The knee is the material's ratio.
static inline tlKnee tlFindBucklingKnee( const tlMaterial* m )
{
	bool any = m->bucklingStiffness != 1;
	return ( tlKnee ){ any ? m->bucklingRatio : 0, 1 / m->bucklingStiffness };
}
