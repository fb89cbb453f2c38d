// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/importers.h"
#include "import/rows.h"
#include "import/scan.h"

#include <math.h>
#include <string.h>

/*
 * sysbench fileio, 0.4 to 1.0. What 0.4 and 0.5 call Mb, Gb and Kb are MiB, GiB and KiB. A run's
 * lines are scattered between blank ones; it ends where the next begins.
 */
enum { SETTINGS_MOST = 4 };

/* A number that stands after some words; or before them. */
static const struct result {
	const char *words;
	const char *metric, *unit;
	enum better better;
	enum {
		AFTER,
		BEFORE,
	} place;
	const char *suffix; /* that must follow the number */
	bool zero_is_none;  /* nothing of that kind was done, or too little to have digits */
} results[] = {
	{ "Total transferred", "throughput", "MiB/s", BETTER_HIGHER, AFTER, "Mb/sec)", false },
	{ "Requests/sec executed", "requests", "/s", BETTER_HIGHER, BEFORE, "", false },
	{ "reads/s:", "reads", "/s", BETTER_HIGHER, AFTER, "", true },
	{ "writes/s:", "writes", "/s", BETTER_HIGHER, AFTER, "", true },
	{ "fsyncs/s:", "fsyncs", "/s", BETTER_HIGHER, AFTER, "", true },
	{ "read, MiB/s:", "read_throughput", "MiB/s", BETTER_HIGHER, AFTER, "", true },
	{ "written, MiB/s:", "write_throughput", "MiB/s", BETTER_HIGHER, AFTER, "", true },
	{ "total time:", "total_time", "s", BETTER_NEITHER, AFTER, "s", false },
	{ "min:", "latency_min", "ms", BETTER_LOWER, AFTER, "ms", true },
	{ "avg:", "latency_avg", "ms", BETTER_LOWER, AFTER, "ms", true },
	{ "max:", "latency_max", "ms", BETTER_LOWER, AFTER, "ms", true },
	{ "approx.  95 percentile:", "latency_p95", "ms", BETTER_LOWER, AFTER, "ms", true },
	{ "approx. 95 percentile:", "latency_p95", "ms", BETTER_LOWER, AFTER, "ms", true },
	/* 1.0: the unit stands in the head of the section */
	{ "total number of events:", "events", "count", BETTER_NEITHER, AFTER, "", false },
	{ "min:", "latency_min", "ms", BETTER_LOWER, AFTER, "", true },
	{ "avg:", "latency_avg", "ms", BETTER_LOWER, AFTER, "", true },
	{ "max:", "latency_max", "ms", BETTER_LOWER, AFTER, "", true },
	{ "95th percentile:", "latency_p95", "ms", BETTER_LOWER, AFTER, "", true },
	{ "99th percentile:", "latency_p99", "ms", BETTER_LOWER, AFTER, "", true },
};

static const struct {
	const char *said, *mode;
} modes[] = {
	{ "Doing sequential read test", "seqrd" },
	{ "Doing sequential write (creation) test", "seqwr" },
	{ "Doing sequential rewrite test", "seqrewr" },
	{ "Doing random read test", "rndrd" },
	{ "Doing random write test", "rndwr" },
	{ "Doing random r/w test", "rndrw" },
};

struct run {
	const char *version, *variant, *mode;
	struct import_setting settings[SETTINGS_MOST];
	size_t setting_count, found;
	bool started; /* its threads have */
	bool in_ms;   /* the section "Latency (ms):" of 1.0 */
	unsigned line;
};

static struct row_identity identity_of(struct import *in, const struct run *run,
	const struct result *result, unsigned line)
{
	return (struct row_identity){ .tool = "sysbench",
		.tool_version = run->version,
		.workload = arena_printf(in->arena, "sysbench/%s", run->mode),
		.metric = result->metric,
		.variant = run->variant,
		.group = in->hints->group,
		.unit = result->unit,
		.better = result->better,
		.settings = run->settings,
		.setting_count = run->setting_count,
		.line = line };
}

/* The number that ends at the words, or stands before `suffix` somewhere after them. */
static bool number_in(const char *text, const struct result *result, double *value)
{
	const char *p;

	if (result->place == BEFORE) {
		size_t n = scan_number_prefix(text, strlen(text), value);
		return n > 0 && starts_with(text + n + strspn(text + n, " "), result->words);
	}
	if (!(p = strstr(text, result->words)))
		return false;
	/* "Read 8Gb  Written 0b  Total transferred 8Gb  (167.07Mb/sec)" */
	bool in_brackets = ends_with(result->suffix, ")");
	if (!in_brackets && p != text)
		return false;
	p = in_brackets ? strrchr(text, '(') : p + strlen(result->words);
	if (!p)
		return false;
	p += strspn(p, " (");
	size_t n = scan_number_prefix(p, strlen(p), value);
	return n > 0 && strcmp(p + n, result->suffix) == 0;
}

/* Without a suffix nothing says that the number is whole. */
static bool may_be_cut(const struct import_line *line, const struct result *result)
{
	return line->cut && !*result->suffix && result->place == AFTER;
}

static bool read_result(struct import *in, struct run *run, struct import_line *line,
	const char *text)
{
	double value;

	for (size_t i = 0; i < COUNT_OF(results); i++) {
		const struct result *r = &results[i];
		bool new_only = strcmp(r->unit, "ms") == 0 && !*r->suffix;
		if ((new_only && !run->in_ms) || !number_in(text, r, &value))
			continue;
		struct row_identity id = identity_of(in, run, r, line->number);
		line->taken = "sysbench";
		/* in 0.4 and 0.5 it is the number of requests, which the rate says */
		if (strcmp(r->metric, "events") == 0 && run->version && run->version[0] == '0')
			return true;
		run->found++;
		if (may_be_cut(line, r)) {
			import_warn(in, line->number, "sysbench: the text is cut in this line");
			(void)row_without_value(in, &id, IMPORT_TRUNCATED);
		} else if (value == 0 && r->zero_is_none) {
			(void)row_without_value(in, &id,
				r->better == BETTER_LOWER ? IMPORT_IMPRECISE : IMPORT_NOT_RUN);
		} else {
			(void)row_sample(in, &id, value);
		}
		return true;
	}
	return false;
}

/* "5368709120 bytes written in 44.82 seconds (114.23 MB/sec).": what the unit is, shows in the
 * other two numbers. */
static bool read_prepare(struct import *in, const struct run *run, struct import_line *line,
	const char *text)
{
	static const struct result prepare = { .metric = "throughput",
		.unit = "MiB/s",
		.better = BETTER_HIGHER };
	struct word w[8];
	double bytes, seconds, rate;

	if (scan_words(text, w, COUNT_OF(w)) != 8 || !word_is(&w[1], "bytes") ||
		!word_is(&w[2], "written") || !word_number(&w[0], &bytes) ||
		!word_number(&w[4], &seconds))
		return false;
	const char *bracket = strchr(text, '(');
	if (!bracket || scan_number_prefix(bracket + 1, strlen(bracket + 1), &rate) == 0 ||
		!(seconds > 0) || !(rate > 0))
		return false;
	struct run of = *run;
	of.mode = "prepare";
	of.setting_count = 0;
	struct row_identity id = identity_of(in, &of, &prepare, line->number);
	id.unit = fabs(bytes / seconds / 1e6 / rate - 1) < 0.02 ? "MB/s" : "MiB/s";
	(void)row_sample(in, &id, rate);
	line->taken = "sysbench";
	return true;
}

static void finish_run(struct import *in, struct run *run)
{
	static const struct result none = { .metric = "throughput", .unit = "" };

	if (!run->started || run->found > 0 || !run->mode)
		return;
	struct row_identity id = identity_of(in, run, &none, run->line);
	import_warn(in, run->line, "sysbench: the run has no final report");
	(void)row_without_value(in, &id, IMPORT_TRUNCATED);
}

static void start_run(struct import *in, struct run *run, size_t i)
{
	const char *mode = run->found > 0 || run->started ? NULL : run->mode;

	finish_run(in, run);
	*run = (struct run){ .version = run->version,
		.variant = scan_variant(in, i),
		.mode = mode,
		.line = in->document.lines[i].number };
}

static void add_setting(struct import *in, struct run *run, const char *name, const char *value)
{
	size_t n = strcspn(value, " ");

	for (size_t i = 0; i < run->setting_count; i++) {
		if (strcmp(run->settings[i].name, name) == 0)
			return;
	}
	if (run->setting_count < SETTINGS_MOST && n > 0)
		run->settings[run->setting_count++] =
			(struct import_setting){ name, arena_strndup(in->arena, value, n) };
}

static void read_settings(struct import *in, struct run *run, const char *text)
{
	if (starts_with(text, "Number of threads: "))
		add_setting(in, run, "threads", text + strlen("Number of threads: "));
	else if (starts_with(text, "Block size "))
		add_setting(in, run, "bs", text + strlen("Block size "));
	else if (ends_with(text, " total file size"))
		add_setting(in, run, "size", text);
}

/* "sysbench 0.4.12:  multi-threaded", "sysbench 1.0.20 (using": the version, or NULL. */
static const char *banner_version(const char *text, struct arena *arena)
{
	if (!starts_with(text, "sysbench ") || text[9] < '0' || text[9] > '9')
		return NULL;
	return arena_strndup(arena, text + 9, strcspn(text + 9, ": ("));
}

static void read_line(struct import *in, struct run *run, size_t i)
{
	struct import_line *line = &in->document.lines[i];
	const char *text = line->text + strspn(line->text, " ");
	const char *version = banner_version(text, in->arena);
	const char *asked = strstr(text, "--file-test-mode=");

	if (version) {
		start_run(in, run, i);
		run->version = version;
		return;
	}
	for (size_t k = 0; k < COUNT_OF(modes); k++) {
		if (!starts_with(text, modes[k].said))
			continue;
		if (run->found > 0 || run->started)
			start_run(in, run, i);
		run->mode = modes[k].mode;
		return;
	}
	if (asked && strstr(text, "sysbench")) {
		start_run(in, run, i);
		asked += strlen("--file-test-mode=");
		run->mode = arena_strndup(in->arena, asked,
			strspn(asked, "abcdefghijklmnopqrstuvwxyz"));
		return;
	}
	run->started |= starts_with(text, "Threads started!");
	if (ends_with(text, "(ms):"))
		run->in_ms = true;
	if (read_prepare(in, run, line, text))
		return;
	if (run->mode && run->started && read_result(in, run, line, text))
		return;
	read_settings(in, run, text);
}

static int sysbench_read(struct import *in, struct error *err)
{
	struct run run = { .variant = in->hints->variant ? in->hints->variant : "" };

	(void)err;
	for (size_t i = 0; i < in->document.count; i++) {
		if (!in->document.lines[i].taken)
			read_line(in, &run, i);
	}
	finish_run(in, &run);
	return 0;
}

const struct importer sysbench_importer = {
	.name = "sysbench",
	.summary = "sysbench fileio 0.4 to 1.0",
	.read = sysbench_read,
};
