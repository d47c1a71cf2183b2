// SPDX-License-Identifier: MIT
#include "checks.h"
void tlAddRodChecks( tlCheckList* list )
{
	(void)list;
}
