// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/lmdd_rusage.h"

#include <sys/time.h>

void lmdd_rusage_now(struct rusage *used)
{
	struct rusage children;

	(void)getrusage(RUSAGE_SELF, used); /* neither can fail */
	(void)getrusage(RUSAGE_CHILDREN, &children);
	timeradd(&used->ru_utime, &children.ru_utime, &used->ru_utime);
	timeradd(&used->ru_stime, &children.ru_stime, &used->ru_stime);
	used->ru_inblock += children.ru_inblock;
	used->ru_oublock += children.ru_oublock;
	used->ru_minflt += children.ru_minflt;
	used->ru_majflt += children.ru_majflt;
	used->ru_nvcsw += children.ru_nvcsw;
	used->ru_nivcsw += children.ru_nivcsw;
}

static double seconds_between(const struct timeval *from, const struct timeval *to)
{
	struct timeval gone;

	timersub(to, from, &gone);
	return (double)gone.tv_sec + (double)gone.tv_usec / 1e6;
}

void lmdd_print_rusage(struct text *out, const struct rusage *b, const struct rusage *a,
	uint64_t ns)
{
	double real = (double)ns / 1e9;
	double sys = seconds_between(&b->ru_stime, &a->ru_stime);
	double user = seconds_between(&b->ru_utime, &a->ru_utime);
	double idle = real > sys + user ? real - sys - user : 0; /* two processes may be faster */

	text_printf(out, "real=%.2f sys=%.2f user=%.2f idle=%.2f stall=%.0f%% ", real, sys, user,
		idle, real > 0 ? 100 * idle / real : 0);
	text_printf(out, "rd=%ld wr=%ld min=%ld maj=%ld ctx=%ld\n", a->ru_inblock - b->ru_inblock,
		a->ru_oublock - b->ru_oublock, a->ru_minflt - b->ru_minflt,
		a->ru_majflt - b->ru_majflt,
		a->ru_nvcsw + a->ru_nivcsw - b->ru_nvcsw - b->ru_nivcsw);
}
