// Every constraint type, one line each: the name of its file and of its tl_<name>Type. No guard: registry.c includes this
// list several times with other meanings of TL_CONSTRAINT.
// SPDX-License-Identifier: MIT
TL_CONSTRAINT( distance )
TL_CONSTRAINT( bend )
TL_CONSTRAINT( tether )
TL_CONSTRAINT( strain )
TL_CONSTRAINT( area )
TL_CONSTRAINT( dihedral )
TL_CONSTRAINT( attach )
TL_CONSTRAINT( volume )
TL_CONSTRAINT( rod_stretch )
TL_CONSTRAINT( rod_bend )
TL_CONSTRAINT( stitch )
TL_CONSTRAINT( curvature )
TL_CONSTRAINT( isometric )
TL_CONSTRAINT( neo_hookean )
