// Every constraint type, one line each: the name of its file and of its tl_<name>Type. No guard: registry.c includes this
// list several times with other meanings of TL_CONSTRAINT.
// SPDX-License-Identifier: MIT
TL_CONSTRAINT( distance )
TL_CONSTRAINT( bend )
TL_CONSTRAINT( tether )
