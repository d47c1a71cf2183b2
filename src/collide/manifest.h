// Every shape, one line each, in the order of tlShapeType. No guard: included several times by shape.c.
// SPDX-License-Identifier: MIT
TL_SHAPE( plane )
TL_SHAPE( sphere )
TL_SHAPE( capsule )
TL_SHAPE( box )
TL_SHAPE( taperedCapsule )
TL_SHAPE( cylinder )
TL_SHAPE( hull )
TL_SHAPE( heightField )
TL_SHAPE( grid )
TL_SHAPE( mesh )
