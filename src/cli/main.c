// SPDX-License-Identifier: GPL-3.0-or-later
#include "version.h"

#include <stdio.h>

int main(void)
{
	puts("bakeoff " BAKEOFF_VERSION);
	return 0;
}
