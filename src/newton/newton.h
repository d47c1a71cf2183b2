// The method "newton": implicit Euler solved to convergence. It needs CXSparse; without it the build says what is missing.
// SPDX-License-Identifier: MIT
#pragma once

// Makes the method available to all worlds of this program.
void tlInstallNewton( void );
