// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/welch.h"

#include <math.h>

struct estimate welch(const struct moments *base, const struct moments *var)
{
	double v1 = base->sd * base->sd / (double)base->n;
	double v2 = var->sd * var->sd / (double)var->n;
	double df = (v1 + v2) * (v1 + v2) /
		    (v1 * v1 / ((double)base->n - 1) + v2 * v2 / ((double)var->n - 1));

	return effect_make(var->mean - base->mean, sqrt(v1 + v2), df);
}
