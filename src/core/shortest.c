// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shortest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

char *shortest_text(char text[SHORTEST_BYTES], double value)
{
	if (isnan(value)) { /* printf knows NaNs with a sign */
		(void)snprintf(text, SHORTEST_BYTES, "nan");
		return text;
	}
	for (int digits = 15; digits <= 17; digits++) {
		(void)snprintf(text, SHORTEST_BYTES, "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	return text;
}
