// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/contest_log.h"

#include "core/auto.h"
#include "core/text.h"
#include "core/units.h"
#include "io/file.h"
#include "workloads/contest/load.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

enum { WORDS = 14, NAME_MOST = 64, LOG_MOST = 64 << 20 };
static const char first_line[] = "# bakeoff contest log 1\n";
static const double size_tolerance = 0.05, margin = 0.05, alpha = 0.05;

int contest_check_name(const char *name, struct error *err)
{
	size_t length = strlen(name);

	if (length == 0 || length > NAME_MOST)
		return fail(err, EINVAL, "name: %zu characters; 1 to %d are possible", length,
			NAME_MOST);
	for (size_t i = 0; i < length; i++) {
		if (!isgraph((unsigned char)name[i]))
			return fail(err, EINVAL,
				"name: a blank or control character at position %zu", i + 1);
	}
	return 0;
}

static void log_name(const char *load, char *name, size_t room)
{
	(void)snprintf(name, room, "%s.log", load);
}

int contest_log_add(int dir, const char *load, const struct contest_entry *e, struct error *err)
{
	char name[64];
	struct stat st;
	AUTO_TEXT struct text line;

	log_name(load, name, sizeof(name));
	AUTO_CLOSE int fd = openat(dir, name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
	if (fd < 0)
		return fail_errno(err, "open %s", name);
	if (flock(fd, LOCK_EX) < 0 || fstat(fd, &st) < 0)
		return fail_errno(err, "%s: lock it", name);
	text_init(&line, 4096);
	if (st.st_size == 0)
		text_puts(&line, first_line);
	text_printf(&line,
		"%s %" PRIu64 " %" PRIu64 " %s compile %.6f %.6f %.6f load %.6f %.6f %" PRIu64
		" %" PRIu64 " %" PRIu64 "\n",
		e->kernel, e->session, e->run, e->setting, e->job, e->user, e->sys, e->load,
		e->load_cpu, e->amount, e->pass, e->size);
	int ret = text_check(&line, name, err);
	if (ret == 0)
		ret = io_write_all(fd, line.data, line.length, err);
	return ret < 0 ? fail_in(err, ret, "%s", name) : 0;
}

/* One load's log, read. */
struct log {
	enum load_id load;
	struct contest_entry *entries;
	unsigned *lines;
	size_t count;
};

static bool read_entry(char *line, struct arena *arena, struct contest_entry *e)
{
	char *words[WORDS + 1], *rest = line;
	size_t n = 0;
	double numbers[5];
	uint64_t counts[5];
	struct error err;

	while (n <= WORDS && (words[n] = strsep(&rest, " ")))
		n++;
	if (n != WORDS || strcmp(words[4], "compile") != 0 || strcmp(words[8], "load") != 0)
		return false;
	static const size_t real_at[] = { 5, 6, 7, 9, 10 }, count_at[] = { 1, 2, 11, 12, 13 };
	for (size_t i = 0; i < COUNT_OF(numbers); i++) {
		if (units_parse_real(words[real_at[i]], &numbers[i], &err) < 0 || numbers[i] < 0 ||
			units_parse_count(words[count_at[i]], &counts[i], &err) < 0)
			return false;
	}
	*e = (struct contest_entry){
		.kernel = arena_strdup(arena, words[0]),
		.session = counts[0],
		.run = counts[1],
		.setting = arena_strdup(arena, words[3]),
		.job = numbers[0],
		.user = numbers[1],
		.sys = numbers[2],
		.load = numbers[3],
		.load_cpu = numbers[4],
		.amount = counts[2],
		.pass = counts[3],
		.size = counts[4],
	};
	return e->job > 0 && *e->kernel && contest_check_name(e->kernel, &err) == 0;
}

static int read_lines(char *text, const char *name, struct arena *arena, struct log *log,
	struct error *err)
{
	size_t head = strlen(first_line);
	char *rest = text + head;
	unsigned number = 1;

	if (strncmp(text, first_line, head) != 0)
		return fail(err, EINVAL,
			"%s:1: no log of this version: '%.*s' is expected: take old logs away, "
			"their "
			"figures are not comparable",
			name, (int)head - 1, first_line);
	while (*rest) {
		char *line = strsep(&rest, "\n");
		number++;
		struct contest_entry e;
		if (!rest)
			return fail(err, EINVAL, "%s:%u: the line is cut", name, number);
		if (!read_entry(line, arena, &e))
			return fail(err, EINVAL,
				"%s:%u: no run: KERNEL SESSION RUN SETTING compile and 3 times, "
				"load "
				"and 5 numbers are expected",
				name, number);
		size_t count = log->count;
		*ARENA_PUSH(arena, log->entries, log->count) = e;
		*ARENA_PUSH(arena, log->lines, count) = number;
		const struct contest_entry *first = &log->entries[0];
		if (strcmp(e.setting, first->setting) != 0)
			return fail(err, EINVAL,
				"%s:%u: another job (%s) than in line %u (%s): they do not belong "
				"in "
				"one table",
				name, number, e.setting, log->lines[0], first->setting);
	}
	return 0;
}

static int read_log(int dir, struct arena *arena, struct log *log, struct error *err)
{
	char name[64];
	struct stat st;
	size_t got;

	log_name(loads[log->load].name, name, sizeof(name));
	AUTO_CLOSE int fd = openat(dir, name, O_RDONLY | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT)
		return 0;
	if (fd < 0 || fstat(fd, &st) < 0)
		return fail_errno(err, "open %s", name);
	if (!S_ISREG(st.st_mode) || st.st_size > LOG_MOST)
		return fail(err, EINVAL, "%s: no file of at most %d MiB", name, LOG_MOST >> 20);
	char *text = arena_alloc(arena, 1, (size_t)st.st_size + 1);
	int ret = io_read_some(fd, text, (size_t)st.st_size, &got, err);
	if (ret < 0 || got == 0)
		return ret;
	text[got] = '\0';
	if (strlen(text) != got)
		return fail(err, EINVAL, "%s: a zero byte in it", name);
	return read_lines(text, name, arena, log, err);
}

struct metric_row {
	const char *name, *unit;
	enum better better;
};

enum { TIME, CPU, RATIO, AMOUNT, PASS, LOAD_SHARE, METRICS };
static const struct metric_row metric_rows[METRICS] = {
	[TIME] = { "time", "s", BETTER_LOWER },
	[CPU] = { "cpu", "%", BETTER_NEITHER },
	[RATIO] = { "ratio", "1", BETTER_LOWER },
	[AMOUNT] = { "load_amount", "1", BETTER_NEITHER },
	[PASS] = { "load_pass", "1", BETTER_NEITHER },
	[LOAD_SHARE] = { "load_cpu", "%", BETTER_NEITHER },
};

static size_t variant_of(struct arena *arena, struct results *r, const char *kernel)
{
	size_t v = 0;

	while (v < r->variant_count && strcmp(r->variants[v].name, kernel) != 0)
		v++;
	if (v == r->variant_count)
		*ARENA_PUSH(arena, r->variants, r->variant_count) = (struct result_variant){
			.name = kernel,
			.baseline = v == 0,
			.summary = "",
		};
	return v;
}

/* NaN where the kernel had no no_load in that run of that session. */
static double base_of(const struct log *none, const struct contest_entry *e)
{
	for (size_t i = 0; i < none->count; i++) {
		const struct contest_entry *base = &none->entries[i];
		if (base->session == e->session && base->run == e->run &&
			strcmp(base->kernel, e->kernel) == 0)
			return base->job;
	}
	return NAN;
}

static void fill_entry(struct results *r, size_t first_metric, size_t variant, size_t at,
	const struct contest_entry *e, double base)
{
	const double values[METRICS] = {
		[TIME] = e->job,
		[CPU] = 100 * (e->user + e->sys) / e->job,
		[RATIO] = e->job / base,
		[AMOUNT] = (double)e->amount,
		[PASS] = (double)e->pass,
		[LOAD_SHARE] = e->load > 0 ? 100 * e->load_cpu / e->load : 0,
	};

	for (size_t m = 0; m < METRICS; m++)
		results_row(r, first_metric + m, variant)[at] = values[m];
}

static size_t longest(struct results *r, const struct log *log, struct arena *arena)
{
	size_t most = 0;

	for (size_t v = 0; v < r->variant_count; v++) {
		size_t n = 0;
		for (size_t i = 0; i < log->count; i++)
			n += variant_of(arena, r, log->entries[i].kernel) == v;
		most = max_u64(most, n);
	}
	return most;
}

static void describe_metrics(struct results *r, const struct log *log, struct arena *arena)
{
	for (size_t m = 0; m < METRICS; m++)
		*ARENA_PUSH(arena, r->metrics, r->metric_count) = (struct result_metric){
			.cell = "contest",
			.phase = loads[log->load].name,
			.metric = metric_rows[m].name,
			.unit = metric_rows[m].unit,
			.better = metric_rows[m].better,
			.primary = m == TIME,
			.margin = margin,
		};
}

static void fill_log(struct results *r, size_t first_metric, const struct log *log,
	const struct log *none, struct arena *arena)
{
	size_t *next = NEW(arena, size_t, r->variant_count + 1);

	for (size_t i = 0; i < log->count; i++) {
		const struct contest_entry *e = &log->entries[i];
		size_t v = variant_of(arena, r, e->kernel);
		fill_entry(r, first_metric, v, next[v]++, e, base_of(none, e));
	}
}

static void fill_results(struct results *r, const struct log *logs, struct arena *arena)
{
	size_t rows = r->metric_count * r->variant_count, metric = 0;

	r->round_numbers = NEW(arena, uint64_t, r->round_count + 1);
	for (size_t i = 0; i < r->round_count; i++)
		r->round_numbers[i] = i + 1;
	r->values = NEW(arena, double, rows * r->round_count + 1);
	r->warmup = NEW(arena, double, rows + 1);
	for (size_t i = 0; i < rows * r->round_count; i++)
		r->values[i] = NAN;
	for (size_t i = 0; i < rows; i++)
		r->warmup[i] = NAN;
	for (enum load_id id = 0; id < LOAD_COUNT; id++) {
		if (logs[id].count == 0)
			continue;
		fill_log(r, metric, &logs[id], &logs[LOAD_NO], arena);
		metric += METRICS;
	}
}

/* Where memory or a size has changed, the load has. */
static void note_sizes(const struct log *log, struct arena *arena, const char ***notes,
	size_t *count)
{
	uint64_t least = UINT64_MAX, most = 0;

	for (size_t i = 0; i < log->count; i++) {
		least = min_u64(least, log->entries[i].size);
		most = max_u64(most, log->entries[i].size);
	}
	if (log->count > 0 && (double)most > (1 + size_tolerance) * (double)least)
		*ARENA_PUSH(arena, *notes, *count) = arena_printf(arena,
			"%s: its runs worked on %" PRIu64 " to %" PRIu64
			" MiB: this was not the same load",
			loads[log->load].name, least / MIB, most / MIB);
}

int contest_log_read(int dir, struct arena *arena, struct results *results,
	const char *const **notes, struct error *err)
{
	struct log logs[LOAD_COUNT] = { 0 };
	struct results r = {
		.source = RESULTS_OF_NUMBERS,
		.design = RESULTS_UNPAIRED,
		.name = "contest",
		.plan_sha256 = "",
		.state = "done",
		.state_reason = "",
		.alpha = alpha,
	};
	const char **said = NULL;
	size_t said_count = 0;

	for (enum load_id id = 0; id < LOAD_COUNT; id++) {
		logs[id].load = id;
		int ret = read_log(dir, arena, &logs[id], err);
		if (ret < 0)
			return ret;
		for (size_t i = 0; i < logs[id].count; i++)
			(void)variant_of(arena, &r, logs[id].entries[i].kernel);
		if (logs[id].count > 0)
			describe_metrics(&r, &logs[id], arena);
		note_sizes(&logs[id], arena, &said, &said_count);
	}
	if (r.metric_count == 0)
		return fail(err, ENODATA, "logs: there is none here yet");
	for (enum load_id id = 0; id < LOAD_COUNT; id++)
		r.round_count = max_u64(r.round_count, longest(&r, &logs[id], arena));
	fill_results(&r, logs, arena);
	*ARENA_PUSH(arena, said, said_count) = NULL;
	*results = r;
	*notes = said;
	return 0;
}
