// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim9_print.h"

#include "core/units.h"
#include "version.h"

#include <inttypes.h>
#include <time.h>

enum { RULER = 108, DATE_ROOM = 64 };

/* Of our own: "AIM Benchmark" is for results of the original. */
static const char benchmark[] = "bakeoff aim9";

static double calls_per_second(const struct aim9_result *r)
{
	return (double)r->count * (double)NS_PER_S / (double)r->ns;
}

static double operations_per_second(const struct aim9_result *r)
{
	return calls_per_second(r) * r->factor;
}

/* Local time without the weekday: Dec 19 13:49:31 2006. */
static void put_date(struct text *out, int64_t seconds)
{
	time_t time = (time_t)seconds;
	char date[DATE_ROOM] = "";
	struct tm broken;

	if (localtime_r(&time, &broken))
		(void)strftime(date, sizeof(date), "%b %e %H:%M:%S %Y", &broken); /* fits */
	text_puts(out, date);
}

static void put_ruler(struct text *out)
{
	for (unsigned i = 0; i < RULER; i++)
		text_puts(out, "-");
	text_puts(out, "\n");
}

/* h:mm:ss */
static void put_span(struct text *out, uint64_t seconds)
{
	enum { MINUTE = 60, HOUR = 3600 };

	text_printf(out, "%" PRIu64 ":%02u:%02u", seconds / HOUR,
		(unsigned)(seconds % HOUR / MINUTE), (unsigned)(seconds % MINUTE));
}

void aim9_print_head(struct text *out, const struct aim9_run *run, size_t tests, uint64_t period_s)
{
	text_printf(out, "%s %s: disk tests modelled on AIM Suite IX\n", benchmark,
		BAKEOFF_VERSION);
	text_printf(out, "Machine: %s, %s\nFiles: %" PRIu64 "K\nProjected run time: ", run->machine,
		run->config, run->blocks);
	put_span(out, tests * period_s);
	text_printf(out, " (%zu tests, %" PRIu64 " s each)\n\n", tests, period_s);
	put_ruler(out);
	text_puts(out,
		" Test        Test        Elapsed  Iteration    Iteration          Operation\n"
		"Number       Name      Time (sec)   Count   Rate (loops/sec)    Rate (ops/sec)\n");
	put_ruler(out);
}

void aim9_print_result(struct text *out, const struct aim9_result *r)
{
	text_printf(out, "%6u %-14s %10.2f %10" PRIu64 " %10.5f %15.2f %s/second\n", r->number,
		r->name, (double)r->ns / (double)NS_PER_S, r->count, calls_per_second(r),
		operations_per_second(r), r->unit);
}

void aim9_print_skipped(struct text *out, unsigned number, const char *name, const char *why)
{
	text_printf(out, "%6u %-14s %s. Skipping to next test.\n", number, name, why);
}

void aim9_print_not_run(struct text *out, const char *name)
{
	text_printf(out, "%6s %-14s not run: no disk test\n", "-", name);
}

void aim9_print_foot(struct text *out, const struct aim9_run *run, uint64_t projected_s,
	uint64_t actual_s)
{
	const bool late = actual_s >= projected_s;

	put_ruler(out);
	text_puts(out, "Projected completion: ");
	put_date(out, run->started + (int64_t)projected_s);
	text_puts(out, "\nActual completion:    ");
	put_date(out, run->started + (int64_t)actual_s);
	text_printf(out, "\nDifference:           %s", late ? "+" : "-");
	put_span(out, late ? actual_s - projected_s : projected_s - actual_s);
	text_puts(out, "\n");
}

static void put_file_head(struct text *out, const struct aim9_run *run)
{
	text_printf(out, "%s\n%s\n", run->machine, run->config);
	put_date(out, run->started);
	text_printf(out, "\n%s \"%s\"\n%" PRIu64 "K\n", benchmark, BAKEOFF_VERSION, run->blocks);
}

void aim9_sheet_head(struct text *out, const struct aim9_run *run)
{
	put_file_head(out, run);
}

void aim9_sheet_result(struct text *out, const struct aim9_result *r)
{
	const double rate = operations_per_second(r);

	if (rate >= 1)
		text_printf(out, "%s\t%" PRIu64 "\t%s per second\n", r->name, (uint64_t)rate,
			r->unit);
	else
		text_printf(out, "%s\t%g\t%s per second\n", r->name, rate, r->unit);
}

void aim9_log_head(struct text *out, const struct aim9_run *run)
{
	put_file_head(out, run);
}

void aim9_log_result(struct text *out, const struct aim9_result *r)
{
	text_printf(out, "%s %" PRIu64 " %g %15.2f %s/second\n", r->name, r->ns / NS_PER_MS,
		calls_per_second(r), operations_per_second(r), r->unit);
}
