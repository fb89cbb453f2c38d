// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/effect.h"

#include "stats/student.h"

struct estimate effect_make(double est, double se, double df)
{
	double half = student_critical(0.025, df) * se;
	double t = est / se;

	return (struct estimate){
		.est = est,
		.se = se,
		.df = df,
		.t = t,
		.p = student_two_sided(t, df),
		.lo = est - half,
		.hi = est + half,
	};
}
