// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim7_print.h"

#include <inttypes.h>

/* As ctime() has it, without its newline and in the C locale; and without the weekday. */
static const char with_weekday[] = "%a %b %e %H:%M:%S %Y", without_weekday[] = "%b %e %H:%M:%S %Y";

enum { DATE_ROOM = 64 };

static const char *date(const char *format, time_t time, char text[static DATE_ROOM])
{
	struct tm local;

	if (!localtime_r(&time, &local) || strftime(text, DATE_ROOM, format, &local) == 0)
		text[0] = '\0'; /* a year of more than 32 bits */
	return text;
}

void aim7_print_heading(struct text *out)
{
	text_puts(out, "Tasks    jobs/min  jti  jobs/min/task      real       cpu\n");
}

void aim7_print_row(struct text *out, const struct aim7_point *point, time_t time)
{
	char ended[DATE_ROOM];

	text_printf(out, "%5" PRIu64 " %11.2f %4d %14.4f %9.2f %9.2f   %s\n", point->users,
		point->jobs_per_min, point->jti, aim7_jobs_per_min_task(point), point->real_s,
		point->cpu_s, date(with_weekday, time, ended));
}

void aim7_print_summary(struct text *out, const struct aim7_levels *levels,
	const struct aim7_summary *summary, const struct aim7_point *last)
{
	text_printf(out, "Peak: %.2f jobs/min at load %" PRIu64 "; least JTI %d\n",
		summary->peak.jobs_per_min, summary->peak.users, summary->least_jti);
	if (summary->has_crossover)
		text_printf(out, "Crossover: load %.1f, %g jobs/min/task; sustained %.2f\n",
			summary->crossover_users, levels->crossover, summary->sustained);
	else
		text_printf(out, "Crossover: not reached; %.4f jobs/min/task at load %" PRIu64 "\n",
			aim7_jobs_per_min_task(last), last->users);
}

void aim7_sheet_heading(struct text *out, const struct aim7_title *title)
{
	char started[DATE_ROOM];

	text_printf(out,
		"Benchmark\tVersion\tMachine\tDate\n"
		"%s\t\"%s\"\t%s\t%s\n"
		"\n"
		"Tasks\tJobs/Min\tJTI\tReal\tCPU\tJobs/sec/task\n",
		title->name, title->version, title->machine,
		date(without_weekday, title->time, started));
}

/* The empty column stands in the suite's own files: their readers count it. */
void aim7_sheet_row(struct text *out, const struct aim7_point *point)
{
	text_printf(out, "%" PRIu64 "\t%.1f\t\t%d\t%.1f\t%.1f\t%.4f\n", point->users,
		point->jobs_per_min, point->jti, point->real_s, point->cpu_s,
		aim7_jobs_per_min_task(point) / 60);
}

void aim7_log_heading(struct text *out, const struct aim7_title *title)
{
	char started[DATE_ROOM];

	text_printf(out, "%s\n%s\n%s\n%s \"%s\"\n", title->machine, title->configuration,
		date(without_weekday, title->time, started), title->name, title->version);
}

void aim7_log_line(struct text *out, uint64_t users, const char *test, uint64_t real_ns,
	uint64_t user_ns, uint64_t sys_ns)
{
	text_printf(out, "%" PRIu64 " %s %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", users, test,
		real_ns / NS_PER_MS, user_ns / NS_PER_MS, sys_ns / NS_PER_MS);
}
