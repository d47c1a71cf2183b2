// A build without CXSparse: the method "newton" is not there, and budgets that ask for it are refused.
// SPDX-License-Identifier: MIT
#include "newton.h"

void tlInstallNewton( void )
{
}
