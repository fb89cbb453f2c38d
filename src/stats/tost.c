// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/tost.h"

#include "stats/student.h"

#include <math.h>

struct tost tost_log(const struct estimate *effect, double delta)
{
	double half = student_critical(0.05, effect->df) * effect->se;
	struct tost tost = {
		.margin = log1p(delta),
		.lo = effect->est - half,
		.hi = effect->est + half,
	};

	tost.t_lower = (effect->est + tost.margin) / effect->se;
	tost.t_upper = (effect->est - tost.margin) / effect->se;
	tost.p_lower = student_tail(tost.t_lower, effect->df);
	tost.p_upper = student_tail(-tost.t_upper, effect->df);
	tost.p = fmax(tost.p_lower, tost.p_upper);
	return tost;
}
