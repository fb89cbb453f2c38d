// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/fio.h"
#include "import/rows.h"
#include "import/scan.h"

#include <math.h>
#include <string.h>

/*
 * fio's report for people, 2.x and 3.x:
 *
 *     job: (groupid=0, jobs=1): err= 0: pid=1: ...
 *       read : io=11004KB, bw=551816B/s, iops=131, runt= 20420msec          2.x: KB is KiB
 *       read: IOPS=459, BW=460MiB/s (482MB/s)(1024MiB/2228msec)             2.17 and later
 *         clat (usec): min=794, max=16898, avg=2486.02, stdev=773.03
 *         clat percentiles (usec):
 *          |  1.00th=[  685], ..., 50.00th=[ 2376], ...
 *
 * The summary of the group at its end repeats the jobs. After fio's JSON it is the same result.
 */
struct text_job {
	struct fio_result r; /* of the direction that is being read */
	bool has_direction;
	double percentile_factor; /* of the list of percentiles that is being read */
	struct fio_latency *percentiles;
	size_t found;
};

struct scale {
	const char *said, *unit;
	double factor;
};

/* Rates. 2.x called KiB "KB"; bits are eighths of the bytes that were moved. */
static const struct scale old_rates[] = { { "B/s", "B/s", 1 }, { "KB/s", "KiB/s", 1 },
	{ "MB/s", "MiB/s", 1 }, { "GB/s", "GiB/s", 1 }, { "TB/s", "GiB/s", 1024 },
	{ "Kbit/s", "B/s", 128 }, { "Mbit/s", "B/s", 131072 }, { "Gbit/s", "B/s", 134217728 },
	{ NULL, NULL, 0 } };
static const struct scale new_rates[] = { { "B/s", "B/s", 1 }, { "KiB/s", "KiB/s", 1 },
	{ "MiB/s", "MiB/s", 1 }, { "GiB/s", "GiB/s", 1 }, { "TiB/s", "GiB/s", 1024 },
	{ "kB/s", "kB/s", 1 }, { "KB/s", "KiB/s", 1 }, { "MB/s", "MB/s", 1 }, { "GB/s", "GB/s", 1 },
	{ "Kibit/s", "B/s", 128 }, { "Mibit/s", "B/s", 131072 }, { "Gibit/s", "B/s", 134217728 },
	{ "kbit/s", "B/s", 125 }, { "Mbit/s", "B/s", 125e3 }, { "Gbit/s", "B/s", 125e6 },
	{ NULL, NULL, 0 } };
static const struct scale old_sizes[] = { { "B", "B", 1 }, { "KB", "KiB", 1 }, { "MB", "MiB", 1 },
	{ "GB", "GiB", 1 }, { "TB", "GiB", 1024 }, { NULL, NULL, 0 } };
static const struct scale counts[] = { { "", "/s", 1 }, { "k", "/s", 1e3 }, { "K", "/s", 1e3 },
	{ "M", "/s", 1e6 }, { "m", "/s", 1e6 }, { NULL, NULL, 0 } };
static const struct scale times[] = { { "msec", "ms", 1 }, { "ms", "ms", 1 }, { "sec", "ms", 1e3 },
	{ "usec", "ms", 1e-3 }, { NULL, NULL, 0 } };

/* The value after a key, "bw=551816B/s,": NAN where it is not there, or the text may be cut in it.
 */
static double value_after(const struct import_line *line, const char *key,
	const struct scale *scale, const char **unit)
{
	const char *p = strstr(line->text, key);
	double value;

	if (!p)
		return NAN;
	p += strlen(key);
	p += strspn(p, " ");
	size_t n = scan_number_prefix(p, strlen(p), &value);
	const char *said = p + n;
	size_t length = strcspn(said, " ,;()");
	if (n == 0 || (line->cut && !said[length]))
		return NAN;
	for (; scale->said; scale++) {
		if (strlen(scale->said) == length && memcmp(said, scale->said, length) == 0) {
			if (unit)
				*unit = scale->unit;
			return value * scale->factor;
		}
	}
	return NAN;
}

static const char *const directions[] = { "read", "write", "trim", "mixed" };

/* "read : io=", "read: IOPS=": the direction, or NULL. */
static const char *direction_of(const char *text)
{
	for (size_t i = 0; i < COUNT_OF(directions); i++) {
		size_t n = strlen(directions[i]);
		if (!starts_with(text, directions[i]))
			continue;
		const char *p = text + n + strspn(text + n, " ");
		if (*p == ':' && (strstr(p, "io=") || strstr(p, "IOPS=")))
			return directions[i];
	}
	return NULL;
}

static void finish_direction(struct import *in, struct text_job *job, bool add)
{
	if (job->has_direction && add)
		job->found += fio_add(in, &job->r);
	job->has_direction = false;
	job->percentiles = NULL;
}

static void start_direction(struct import *in, struct text_job *job, const struct import_line *line,
	const char *direction)
{
	struct fio_result r = fio_nothing_said();
	const bool old = strstr(line->text, "io=") != NULL;

	r.version = job->r.version;
	r.variant = job->r.variant;
	r.job = job->r.job;
	r.direction = direction;
	r.line = line->number;
	r.bandwidth = value_after(line, old ? "bw=" : "BW=", old ? old_rates : new_rates,
		&r.bandwidth_unit);
	r.iops = value_after(line, old ? "iops=" : "IOPS=", counts, NULL);
	r.runtime_ms = value_after(line, old ? "runt=" : "/", times, NULL);
	if (old) /* later ones print it rounded, and it follows from the others */
		r.data = value_after(line, "io=", old_sizes, &r.data_unit);
	if (!old) {
		const char *last = strrchr(line->text, '/');
		struct import_line rest = *line;
		rest.text = last ? last : line->text;
		r.runtime_ms = value_after(&rest, "/", times, NULL);
	}
	if (!isfinite(r.bandwidth) && line->cut)
		import_warn(in, line->number, "fio: the text is cut in this line");
	else if (!isfinite(r.bandwidth))
		import_warn(in, line->number, "fio: the bandwidth has a unit that is not known");
	job->r = r;
	job->has_direction = true;
}

/* "(usec)", "(nsec)", "(msec)": the unit of what follows. */
static const char *unit_in(const char *text)
{
	return strstr(text, "(nsec)")   ? "ns"
	       : strstr(text, "(usec)") ? "us"
	       : strstr(text, "(msec)") ? "ms"
					: NULL;
}

static const struct scale plain[] = { { "", "", 1 }, { "k", "", 1e3 }, { "K", "", 1e3 },
	{ "M", "", 1e6 }, { NULL, NULL, 0 } };

static void read_latency(const struct import_line *line, const char *unit, struct fio_latency *l)
{
	l->least = value_after(line, "min=", plain, NULL);
	l->greatest = value_after(line, "max=", plain, NULL);
	l->mean = value_after(line, "avg=", plain, NULL);
	l->unit = unit;
}

static double in_seconds(const char *unit)
{
	return strcmp(unit, "ns") == 0 ? 1e-9 : strcmp(unit, "us") == 0 ? 1e-6 : 1e-3;
}

/* "| 50.00th=[ 2376], 60.00th=[...": into the unit of the latency they belong to. */
static void read_percentiles(const struct import_line *line, struct text_job *job)
{
	for (const char *p = line->text; (p = strstr(p, "th=[")); p++) {
		const char *start = p;
		double percent, value;
		while (start > line->text && start[-1] != ' ' && start[-1] != ',' &&
			start[-1] != '|')
			start--;
		const char *digits = p + 4 + strspn(p + 4, " ");
		size_t n = scan_number_prefix(digits, strlen(digits), &value);
		if (n == 0 || digits[n] != ']' ||
			!scan_number(start, (size_t)(p - start), &percent))
			continue;
		int i = fio_percentile_index(percent);
		if (i >= 0)
			job->percentiles->percentile[i] = value * job->percentile_factor;
	}
}

static void read_detail(const struct import_line *line, const char *text, struct text_job *job)
{
	const char *unit = unit_in(text);
	struct fio_latency *l = starts_with(text, "clat ")  ? &job->r.clat
				: starts_with(text, "lat ") ? &job->r.lat
							    : NULL;

	if (text[0] == '|' && job->percentiles) {
		read_percentiles(line, job);
		return;
	}
	job->percentiles = NULL;
	if (!l || !unit)
		return;
	if (strstr(text, "avg=")) {
		read_latency(line, unit, l);
	} else if (strstr(text, "percentiles") && l->unit) {
		job->percentiles = l;
		job->percentile_factor = in_seconds(unit) / in_seconds(l->unit);
	}
}

struct report {
	const char *version, *variant;
	bool repeats_json; /* and so nothing of it is added */
};

/* "job: (groupid=0, jobs=1): err= 0: pid=...": the job's name, or NULL. */
static char *job_name(struct import *in, const char *text)
{
	const char *end = strstr(text, ": (groupid=");

	if (!end || end == text || !strstr(end, "): err="))
		return NULL;
	if (text[0] == '<' && memchr(text, '>', (size_t)(end - text))) /* the host of a client */
		text = strchr(text, '>') + 1;
	text += strspn(text, " ");
	return text < end ? arena_strndup(in->arena, text, (size_t)(end - text)) : NULL;
}

static bool has_failed(const char *text)
{
	const char *err = strstr(text, "): err=");

	err += strlen("): err=");
	err += strspn(err, " ");
	return *err != '0' && *err != '\0';
}

/* Whether a report goes on in this line: it is indented, or fio's "...". */
static bool is_detail(const struct import_line *line)
{
	return !line->taken && line->length > 0 && line->text[0] == ' ';
}

/* A job with what belongs to it; returns the line after it. */
static size_t read_job(struct import *in, const struct report *report, size_t head, char *name)
{
	struct import_line *lines = in->document.lines;
	struct text_job job = { .r = fio_nothing_said() };
	const bool failed = has_failed(lines[head].text);
	const bool add = !report->repeats_json && !failed;
	size_t indent = strspn(lines[head].text, " "), i = head + 1;

	job.r.version = report->version;
	job.r.variant = report->variant;
	job.r.job = name;
	job.r.line = lines[head].number;
	lines[head].taken = FIO_TEXT;
	if (failed && !report->repeats_json) {
		import_warn(in, lines[head].number, "fio: the job '%s' failed", name);
		fio_add_without_value(in, &job.r, IMPORT_FAILED);
	}
	for (; i < in->document.count && is_detail(&lines[i]); i++) {
		const char *text = lines[i].text + strspn(lines[i].text, " ");
		const char *direction = direction_of(text);
		if (strstr(text, ": (groupid=") ||
			(indent > 0 && text == lines[i].text + indent && !direction))
			break;
		lines[i].taken = FIO_TEXT;
		if (direction) {
			finish_direction(in, &job, add);
			start_direction(in, &job, &lines[i], direction);
		} else if (job.has_direction) {
			read_detail(&lines[i], text, &job);
		}
	}
	finish_direction(in, &job, add);
	if (add && job.found == 0) {
		struct fio_result none = fio_nothing_said();
		none.version = report->version;
		none.variant = report->variant;
		none.job = name;
		none.line = lines[head].number;
		bool cut = i == in->document.count;
		if (cut)
			import_warn(in, none.line, "fio: the text ends in the job '%s'", name);
		fio_add_without_value(in, &none, cut ? IMPORT_TRUNCATED : IMPORT_NOT_RUN);
	}
	return i;
}

/* The summary of a group and the disks': what the jobs said before. */
static bool is_summary(const char *text)
{
	static const char *const starts[] = { "Run status group",
		"READ: ", "WRITE: ", "TRIM: ", "MIXED: ", "Disk stats (read/write)" };

	text += strspn(text, " ");
	for (size_t i = 0; i < COUNT_OF(starts); i++) {
		if (starts_with(text, starts[i]))
			return true;
	}
	return false;
}

static void read_banner(struct import *in, const char *text, struct report *report)
{
	text += strspn(text, " ");
	if (starts_with(text, "fio-")) {
		report->version = arena_strndup(in->arena, text + 4, strcspn(text + 4, " "));
		report->repeats_json = false;
	} else if (starts_with(text, "Starting ")) {
		report->repeats_json = false;
	}
}

int fio_read_text(struct import *in, struct error *err)
{
	struct report report = { .variant = in->hints->variant ? in->hints->variant : "" };

	(void)err;
	for (size_t i = 0; i < in->document.count;) {
		struct import_line *line = &in->document.lines[i];
		char *name = line->taken ? NULL : job_name(in, line->text);
		if (name) {
			const char *variant = fio_variant(in, i);
			if (*variant)
				report.variant = variant;
			if (report.repeats_json)
				import_warn(in, line->number,
					"fio: the report after the JSON document is taken for the "
					"same result");
			i = read_job(in, &report, i, name);
			continue;
		}
		if (line->taken)
			report.repeats_json |= strcmp(line->taken, FIO_JSON) == 0;
		else if (is_summary(line->text))
			line->taken = FIO_TEXT;
		else
			read_banner(in, line->text, &report);
		i++;
	}
	return 0;
}
