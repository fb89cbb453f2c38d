// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/importers.h"
#include "import/rows.h"
#include "import/scan.h"

#include <math.h>
#include <string.h>

/*
 * mdtest 1.9 to 4.0: the summary of rates, and with -v the iterations before it. Iterations are
 * samples; a summary that they contradict (there were such versions) is kept and marked. A row of
 * zeros is a phase that was not asked for.
 */
static const struct {
	const char *said, *name;
} operations[] = {
	{ "Directory creation", "dir_create" },
	{ "Directory stat", "dir_stat" },
	{ "Directory rename", "dir_rename" },
	{ "Directory removal", "dir_remove" },
	{ "File creation", "file_create" },
	{ "File stat", "file_stat" },
	{ "File read", "file_read" },
	{ "File removal", "file_remove" },
	{ "Tree creation", "tree_create" },
	{ "Tree removal", "tree_remove" },
};

struct samples {
	double sum;
	size_t count;
};

struct run {
	const char *version, *variant;
	struct import_setting tasks;
	size_t tasks_count;
	double iterations; /* of the summary that is being read; NAN: none is */
	double asked;      /* iterations, by the command line or a summary; NAN: not said */
	unsigned line;     /* that said it */
	struct samples samples[COUNT_OF(operations)];
};

static struct row_identity identity_of(struct import *in, const struct run *run, size_t operation,
	const char *metric, unsigned line)
{
	return (struct row_identity){ .tool = "mdtest",
		.tool_version = run->version,
		.workload = arena_printf(in->arena, "mdtest/%s", operations[operation].name),
		.metric = metric,
		.variant = run->variant,
		.group = in->hints->group,
		.unit = "/s",
		.better = BETTER_HIGHER,
		.settings = &run->tasks,
		.setting_count = run->tasks_count,
		.line = line };
}

/* What stands after "File stat :" somewhere in the line; NULL where it is no operation's. */
static const char *after_operation(const char *text, size_t *operation)
{
	for (size_t i = 0; i < COUNT_OF(operations); i++) {
		const char *p = strstr(text, operations[i].said);
		if (!p)
			continue;
		p += strlen(operations[i].said);
		p += strspn(p, " ");
		if (*p != ':')
			continue;
		*operation = i;
		return p + 1 + strspn(p + 1, " ");
	}
	return NULL;
}

/* "33.598 sec,      38097.012 ops/sec" */
static bool read_iteration(struct import *in, struct run *run, size_t operation,
	const struct import_line *line, const char *rest)
{
	struct word w[4];
	double seconds, rate;

	if (scan_words(rest, w, COUNT_OF(w)) != 4 || !word_is(&w[1], "sec,") ||
		!word_is(&w[3], "ops/sec") || !word_number(&w[0], &seconds) ||
		!word_number(&w[2], &rate))
		return false;
	struct row_identity id = identity_of(in, run, operation, "ops_rate", line->number);
	(void)row_sample(in, &id, rate);
	run->samples[operation].sum += rate;
	run->samples[operation].count++;
	return true;
}

/* Largest, least, mean and deviation, in that order since 1.9. */
static bool read_summary(struct import *in, struct run *run, size_t operation,
	const struct import_line *line, const char *rest)
{
	const struct samples *s = &run->samples[operation];
	struct word w[4];
	double v[4];

	if (!isfinite(run->iterations) || scan_words(rest, w, COUNT_OF(w)) != COUNT_OF(w))
		return false;
	for (size_t i = 0; i < COUNT_OF(w); i++) {
		if (!word_number(&w[i], &v[i]))
			return false;
	}
	struct row_identity id = identity_of(in, run, operation, "ops_rate_mean", line->number);
	if (v[0] == 0 && v[2] == 0) {
		(void)row_without_value(in, &id, IMPORT_NOT_RUN);
		return true;
	}
	bool complete = s->count > 0 && (double)s->count == run->iterations;
	bool agrees = complete && fabs(s->sum / (double)s->count - v[2]) <= 0.01 * v[2];
	if (agrees) /* derived from what is there */
		return true;
	struct import_row *row =
		row_summary(in, &id, v[2], line->cut ? NAN : v[3], (uint64_t)run->iterations);
	row->greatest = v[0];
	row->least = v[1];
	if (complete) {
		row->status = IMPORT_INCONSISTENT;
		import_warn(in, line->number,
			"mdtest: the summary of '%s' contradicts its %zu iterations, whose mean is "
			"%.3f",
			operations[operation].said, s->count, s->sum / (double)s->count);
	}
	return true;
}

/* "SUMMARY rate: (of 3 iterations)"; a summary of times has other numbers. */
static bool open_summary(const char *text, struct run *run)
{
	const char *of = strstr(text, "(of ");

	if (!starts_with(text, "SUMMARY") || !of)
		return false;
	run->iterations = NAN;
	if (!starts_with(text, "SUMMARY time") &&
		(scan_number_prefix(of + 4, strlen(of + 4), &run->iterations) == 0 ||
			!(run->iterations >= 1 && run->iterations < 1e9)))
		run->iterations = NAN;
	return true;
}

/* A run that was stopped has fewer iterations than it was asked for. */
static void end_run(struct import *in, const struct run *run)
{
	size_t most = 0;

	for (size_t i = 0; i < COUNT_OF(operations); i++)
		most = run->samples[i].count > most ? run->samples[i].count : most;
	if (most > 0 && run->asked > (double)most)
		import_warn(in, run->line, "mdtest: the run is incomplete: %zu of %.0f iterations",
			most, run->asked);
}

/* "Command line used: mdtest '-i' '20'" */
static void read_asked(struct run *run, const char *text, unsigned line)
{
	const char *option = strstr(text, "-i");

	if (!starts_with(text, "Command line used") || !option)
		return;
	option += 2 + strspn(option + 2, "' ");
	if (scan_number_prefix(option, strlen(option), &run->asked) > 0)
		run->line = line;
	else
		run->asked = NAN;
}

static void read_context(struct import *in, struct run *run, size_t i, const char *text)
{
	const char *launched = strstr(text, " was launched with ");
	double tasks;

	read_asked(run, text, in->document.lines[i].number);
	if (!starts_with(text, "mdtest-") || !launched)
		return;
	end_run(in, run);
	const char *count = launched + strlen(" was launched with ");
	size_t n = scan_number_prefix(count, strlen(count), &tasks);
	*run = (struct run){ .iterations = NAN,
		.asked = NAN,
		.version = arena_strndup(in->arena, text + 7, (size_t)(launched - text) - 7),
		.variant = scan_variant(in, i),
		.tasks = { "tasks", arena_strndup(in->arena, count, n) },
		.tasks_count = n > 0 };
}

static int mdtest_read(struct import *in, struct error *err)
{
	struct run run = { .variant = in->hints->variant ? in->hints->variant : "",
		.iterations = NAN,
		.asked = NAN };

	(void)err;
	for (size_t i = 0; i < in->document.count; i++) {
		struct import_line *line = &in->document.lines[i];
		const char *text = line->text + strspn(line->text, " ");
		size_t operation;
		if (line->taken)
			continue;
		if (open_summary(text, &run)) {
			run.asked = isfinite(run.iterations) ? run.iterations : run.asked;
			run.line = line->number;
			line->taken = "mdtest";
			continue;
		}
		const char *rest = after_operation(text, &operation);
		if (!rest)
			read_context(in, &run, i, text);
		else if (read_iteration(in, &run, operation, line, rest) ||
			 read_summary(in, &run, operation, line, rest))
			line->taken = "mdtest";
		if (rest && !line->taken && line->cut)
			import_warn(in, line->number, "mdtest: the text is cut in this row");
	}
	end_run(in, &run);
	return 0;
}

const struct importer mdtest_importer = {
	.name = "mdtest",
	.summary = "mdtest 1.9 to 4.0: iterations and summary of rates",
	.read = mdtest_read,
};
