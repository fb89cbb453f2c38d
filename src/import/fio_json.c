// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/fio.h"
#include "import/json_block.h"
#include "import/rows.h"
#include "import/scan.h"

#include <math.h>
#include <string.h>

/*
 * fio's JSON, with or without bins: a banner and errors may stand before it, the report for people
 * after it. It is read as it comes; one job is kept at a time.
 *
 * Units depend on the version, and are known by the keys: "io_bytes" was KiB until "io_kbytes" came
 * (2.21), latencies were us until the keys ended in _ns (2.99), "bw_bytes" came with 3.2. A tool
 * that left out keys is found out by arithmetic: bytes / runtime = bw.
 */
enum { SETTINGS = 10, SECTIONS = 4, ERROR_LINES = 16 };

static const char *const setting_names[SETTINGS] = { "rw", "bs", "size", "iodepth", "numjobs",
	"ioengine", "direct", "rwmixread", "fsync", "runtime" };
static const char *const section_names[SECTIONS] = { "read", "write", "trim", "mixed" };

struct section {
	double io_bytes, io_kbytes, bw, bw_bytes;
	struct fio_result result;
};

struct job {
	char *name, *host;
	double group, error;
	const char *settings[SETTINGS];
	struct section section[SECTIONS];
	unsigned line;
	bool has_section[SECTIONS];
};

struct run {
	struct import *in;
	struct json_block *block;
	const char *version, *variant;
	const char *settings[SETTINGS]; /* of all jobs */
	const char *kb_base;            /* NULL: not said */
	char *last_name;                /* clones of a job have its name and its group */
	double last_group;
	unsigned clone;
	size_t results, jobs;
};

static int index_of(const struct json_reader *r, const char *const *names, int count)
{
	for (int i = 0; i < count; i++) {
		if (json_is(r, names[i]))
			return i;
	}
	return -1;
}

/* A number, also one in quotes, as options are. */
static void read_number(struct json_reader *r, double *value)
{
	enum json_token token = json_next(r);

	if ((token != JSON_NUMBER && token != JSON_STRING) ||
		!scan_number(r->start, r->size, value))
		*value = NAN;
}

static char *read_text(struct run *run)
{
	struct json_reader *r = &run->block->reader;

	return json_enter(r, JSON_STRING) ? json_copy(r, run->in->arena) : NULL;
}

static void read_settings(struct run *run, const char **settings)
{
	struct json_reader *r = &run->block->reader;

	if (!json_enter(r, JSON_OBJECT))
		return;
	for (unsigned depth = r->depth; json_next_key(r, depth);) {
		int i = index_of(r, setting_names, SETTINGS);
		if (i >= 0)
			settings[i] = read_text(run);
		else if (json_is(r, "kb_base"))
			run->kb_base = read_text(run);
	}
}

static void read_percentiles(struct json_reader *r, struct fio_latency *l)
{
	if (!json_enter(r, JSON_OBJECT))
		return;
	for (unsigned depth = r->depth; json_next_key(r, depth);) {
		double percent;
		int i = scan_number(r->start, r->size, &percent) ? fio_percentile_index(percent)
								 : -1;
		if (i >= 0)
			read_number(r, &l->percentile[i]);
	}
}

static void read_latency(struct json_reader *r, const char *unit, struct fio_latency *l)
{
	const struct {
		const char *key;
		double *value;
	} numbers[] = { { "min", &l->least }, { "max", &l->greatest }, { "mean", &l->mean },
		{ "N", &l->count } };

	if (!json_enter(r, JSON_OBJECT))
		return;
	l->unit = unit;
	for (unsigned depth = r->depth; json_next_key(r, depth);) {
		if (json_is(r, "percentile")) {
			read_percentiles(r, l);
			continue;
		}
		for (size_t i = 0; i < COUNT_OF(numbers); i++) {
			if (json_is(r, numbers[i].key)) {
				read_number(r, numbers[i].value);
				break;
			}
		}
	}
}

static void read_section(struct json_reader *r, struct section *s)
{
	const struct {
		const char *key;
		double *value;
	} numbers[] = { { "io_bytes", &s->io_bytes }, { "io_kbytes", &s->io_kbytes },
		{ "bw", &s->bw }, { "bw_bytes", &s->bw_bytes }, { "iops", &s->result.iops },
		{ "runtime", &s->result.runtime_ms }, { "total_ios", &s->result.ios } };
	const struct {
		const char *key, *unit;
		struct fio_latency *latency;
	} latencies[] = { { "clat", "us", &s->result.clat }, { "lat", "us", &s->result.lat },
		{ "clat_ns", "ns", &s->result.clat }, { "lat_ns", "ns", &s->result.lat } };

	*s = (struct section){ NAN, NAN, NAN, NAN, fio_nothing_said() };
	if (!json_enter(r, JSON_OBJECT))
		return;
	for (unsigned depth = r->depth; json_next_key(r, depth);) {
		size_t i;
		for (i = 0; i < COUNT_OF(numbers) && !json_is(r, numbers[i].key); i++) {
		}
		if (i < COUNT_OF(numbers)) {
			read_number(r, numbers[i].value);
			continue;
		}
		for (i = 0; i < COUNT_OF(latencies) && !json_is(r, latencies[i].key); i++) {
		}
		if (i < COUNT_OF(latencies))
			read_latency(r, latencies[i].unit, latencies[i].latency);
	}
}

/* 2.21 and later count bytes. */
static bool counts_bytes(const char *version)
{
	double major = 0, minor = 0;
	size_t n = version ? strspn(version, "0123456789") : 0;

	if (n == 0 || n > 4 || version[n] != '.')
		return true;
	(void)scan_number(version, n, &major);
	const char *rest = version + n + 1;
	(void)scan_number(rest, strspn(rest, "0123456789"), &minor);
	return major > 2 || (major == 2 && minor >= 21);
}

static bool about(double a, double b)
{
	return fabs(a - b) <= 0.02 * fmax(fabs(a), fabs(b)) + 1;
}

/* Whether io_bytes is what it is called. */
static bool is_bytes(struct run *run, const struct section *s, unsigned line)
{
	double rate = s->io_bytes / s->result.runtime_ms * 1000; /* a second */

	if (isfinite(s->io_kbytes))
		return true;
	if (s->result.runtime_ms > 0 && s->bw > 0) {
		if (about(rate, s->bw) != about(rate / 1024, s->bw))
			return about(rate / 1024, s->bw);
		import_warn(run->in, line,
			"fio: io_bytes / runtime is not bw, whether they are bytes or KiB");
	}
	return counts_bytes(run->version);
}

static void finish_section(struct run *run, struct section *s, unsigned line)
{
	struct fio_result *f = &s->result;

	f->data = isfinite(s->io_bytes) ? s->io_bytes : s->io_kbytes;
	f->data_unit =
		isfinite(s->io_bytes) && s->io_bytes > 0 && is_bytes(run, s, line) ? "B" : "KiB";
	f->bandwidth = isfinite(s->bw_bytes) ? s->bw_bytes : s->bw;
	f->bandwidth_unit = isfinite(s->bw_bytes) ? "B/s" : "KiB/s";
}

/* Clones of a job differ in nothing but their place; hosts have a name. */
static const char *group_of(struct run *run, const struct job *job)
{
	bool again = run->last_name && strcmp(run->last_name, job->name) == 0 &&
		     run->last_group == job->group;

	run->clone = again ? run->clone + 1 : 1;
	run->last_name = job->name;
	run->last_group = job->group;
	if (run->clone == 1)
		return job->host;
	return arena_printf(run->in->arena, "%s%sjob %u", job->host ? job->host : "",
		job->host ? ", " : "", run->clone);
}

/* To fio KiB are 1000 bytes as long as kb_base is not 1000: a bs of 4KiB is one of 4000. */
static const char *in_bytes(struct run *run, const struct job *job, const char *name,
	const char *value)
{
	double kilobytes;
	size_t n = scan_number_prefix(value, strlen(value), &kilobytes);

	if (strcmp(name, "bs") != 0 || n == 0 || strcasecmp(value + n, "KiB") != 0 ||
		(run->kb_base && strcmp(run->kb_base, "1000") == 0))
		return value;
	value = arena_printf(run->in->arena, "%.0f", 1000 * kilobytes);
	import_warn(run->in, job->line,
		"fio: bs=%gKiB without kb_base=1000 is %s bytes, as fio takes it", kilobytes,
		value);
	return value;
}

static void add_job(struct run *run, struct job *job)
{
	struct import_setting settings[SETTINGS];
	struct fio_result about_job = fio_nothing_said();
	size_t count = 0, found = 0;

	run->jobs++;
	if (!job->name)
		job->name = arena_strdup(run->in->arena, "job");
	if (job->host && strcmp(job->name, "All clients") == 0)
		return; /* the sum of the others */
	for (size_t i = 0; i < SETTINGS; i++) {
		const char *value = job->settings[i] ? job->settings[i] : run->settings[i];
		if (value)
			settings[count++] = (struct import_setting){ setting_names[i],
				in_bytes(run, job, setting_names[i], value) };
	}
	about_job.version = run->version;
	about_job.variant = run->variant;
	about_job.group = group_of(run, job);
	about_job.job = job->name;
	about_job.settings = settings;
	about_job.setting_count = count;
	about_job.line = job->line;
	for (int i = 0; i < SECTIONS && !(job->error > 0); i++) {
		struct fio_result *f = &job->section[i].result;
		if (!job->has_section[i])
			continue;
		finish_section(run, &job->section[i], job->line);
		f->version = about_job.version;
		f->variant = about_job.variant;
		f->group = about_job.group;
		f->job = job->name;
		f->direction = section_names[i];
		f->settings = settings;
		f->setting_count = count;
		f->line = job->line;
		found += fio_add(run->in, f);
	}
	run->results += found;
	if (job->error > 0)
		import_warn(run->in, job->line, "fio: the job '%s' failed with error %.0f",
			job->name, job->error);
	if (found == 0)
		fio_add_without_value(run->in, &about_job,
			job->error > 0 ? IMPORT_FAILED : IMPORT_NOT_RUN);
}

static void read_job(struct run *run)
{
	struct json_reader *r = &run->block->reader;
	struct job job = { .line = json_block_line(run->in, run->block) };
	int i;

	for (unsigned depth = r->depth; json_next_key(r, depth);) {
		if (json_is(r, "jobname"))
			job.name = read_text(run);
		else if (json_is(r, "hostname"))
			job.host = read_text(run);
		else if (json_is(r, "groupid"))
			read_number(r, &job.group);
		else if (json_is(r, "error"))
			read_number(r, &job.error);
		else if (json_is(r, "job options"))
			read_settings(run, job.settings);
		else if ((i = index_of(r, section_names, SECTIONS)) >= 0) {
			read_section(r, &job.section[i]);
			job.has_section[i] = true;
		}
	}
	if (!r->problem)
		add_job(run, &job);
}

static void read_jobs(struct run *run)
{
	struct json_reader *r = &run->block->reader;

	if (!json_enter(r, JSON_ARRAY))
		return;
	for (unsigned depth = r->depth; json_next_item(r, depth);) {
		if (r->token == JSON_OBJECT)
			read_job(run);
	}
}

/* What fio said before the document; its errors are worth a word. */
static void take_banner(struct import *in, size_t first)
{
	struct import_line *lines = in->document.lines;
	const size_t least = first > ERROR_LINES ? first - ERROR_LINES : 0;

	for (size_t i = first; i > least; i--) {
		struct import_line *line = &lines[i - 1];
		if (line->taken || (line->length > 0 && !fio_is_banner(line->text)))
			break;
		line->taken = FIO_JSON;
		if (strstr(line->text, "error") || strstr(line->text, "err="))
			import_warn(in, line->number, "fio: %.200s", line->text);
	}
}

static void finish_run(struct run *run, bool is_fio)
{
	struct import *in = run->in;
	struct json_block *b = run->block;
	struct fio_result whole = fio_nothing_said();

	if (!is_fio)
		return;
	whole.version = run->version;
	whole.variant = run->variant;
	whole.line = json_block_line(in, b);
	if (b->reader.problem) {
		import_warn(in, whole.line, "fio: the JSON document is not whole: %s",
			b->reader.problem);
		fio_add_without_value(in, &whole,
			b->reader.truncated ? IMPORT_TRUNCATED : IMPORT_FAILED);
	} else if (run->jobs == 0) {
		import_warn(in, whole.line, "fio: the JSON document has no results");
		fio_add_without_value(in, &whole, IMPORT_MISSING);
	}
	take_banner(in, b->line);
	json_block_take(in, b, FIO_JSON);
}

int fio_read_json(struct import *in, struct error *err)
{
	struct json_block b = { 0 };

	(void)err;
	while (json_block_next(in, &b)) {
		struct run run = { .in = in, .block = &b };
		bool is_fio = false;
		for (unsigned depth = b.reader.depth; json_next_key(&b.reader, depth);) {
			const struct json_reader *r = &b.reader;
			if (json_is(r, "fio version")) {
				const char *said = read_text(&run);
				is_fio = true;
				run.version = said && starts_with(said, "fio-") ? said + 4 : said;
				run.variant = fio_variant(in, b.line);
			} else if (json_is(r, "global options")) {
				read_settings(&run, run.settings);
			} else if (is_fio && (json_is(r, "jobs") || json_is(r, "client_stats"))) {
				read_jobs(&run);
			}
		}
		finish_run(&run, is_fio);
	}
	return 0;
}
