// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/fio.h"
#include "import/rows.h"
#include "import/scan.h"

#include <math.h>
#include <string.h>

/*
 * fio's terse line: "3;fio-3.9;job;0;0;..." A section for reads, one for writes, one for trims in
 * versions 4 and 5. KiB, KiB/s, ms and us in all of them. What follows the sections, CPU and disks,
 * may be there or not.
 */
enum { HEAD = 5, FIELDS_MOST = 5 + 3 * 47 };

/* From the start of a section. */
enum {
	DATA = 0,
	BANDWIDTH = 1,
	IOPS = 2,
	RUNTIME = 3,
	CLAT = 8, /* least, greatest, mean, deviation */
	PERCENTILES = 12,
	LAT = 32,
	SECTION_END = 36, /* the bandwidth's own samples follow */
};
enum { PERCENTILE_COUNT = 20 };

static const struct {
	const char *start;
	size_t section; /* fields */
	size_t sections;
} versions[] = {
	{ "3;fio-", 41, 2 },
	{ "4;fio-", 41, 3 },
	{ "5;fio-", 47, 3 },
};
static const char *const directions[] = { "read", "write", "trim" };

static size_t split(const char *text, struct word *fields, size_t most)
{
	size_t count = 0;

	for (const char *p = text; count < most; count++) {
		size_t n = strcspn(p, ";");
		fields[count] = (struct word){ p, n, (size_t)(p - text) };
		if (!p[n])
			return count + 1;
		p += n + 1;
	}
	return count;
}

static double number(const struct word *field)
{
	double value;

	return word_number(field, &value) ? value : NAN;
}

static struct fio_latency latency_of(const struct word *f)
{
	return (struct fio_latency){ .least = number(&f[0]),
		.greatest = number(&f[1]),
		.mean = number(&f[2]),
		.count = NAN,
		.percentile = { NAN, NAN, NAN },
		.unit = "us" };
}

/* "99.000000%=21626": by its label; "0%=0" fills up. */
static void read_percentile(const struct word *f, struct fio_latency *l)
{
	double percent, value;
	size_t n = scan_number_prefix(f->text, f->length, &percent);

	if (n == 0 || n + 2 >= f->length || memcmp(f->text + n, "%=", 2) != 0 ||
		!scan_number(f->text + n + 2, f->length - n - 2, &value))
		return;
	int i = fio_percentile_index(percent);
	if (i >= 0)
		l->percentile[i] = value;
}

static void read_section(struct import *in, struct fio_result r, const struct word *f,
	const char *direction)
{
	r.direction = direction;
	r.data = number(&f[DATA]);
	r.data_unit = "KiB";
	r.bandwidth = number(&f[BANDWIDTH]);
	r.bandwidth_unit = "KiB/s";
	r.iops = number(&f[IOPS]);
	r.runtime_ms = number(&f[RUNTIME]);
	r.clat = latency_of(&f[CLAT]);
	r.lat = latency_of(&f[LAT]);
	for (size_t i = 0; i < PERCENTILE_COUNT; i++)
		read_percentile(&f[PERCENTILES + i], &r.clat);
	if (fio_add(in, &r) || r.bandwidth != 0 || strcmp(direction, "trim") == 0)
		return;
	/* the line has a place for it, so the 0 is the text's; the status keeps it out of means */
	const size_t before = in->row_count;
	fio_add_without_value(in, &r, IMPORT_NOT_RUN);
	*ARENA_PUSH(in->arena, in->rows[before].values, in->rows[before].value_count) = 0;
}

static const char *text_of(const struct import_line *line)
{
	return line->text + strspn(line->text, " ");
}

static void read_line(struct import *in, size_t i, size_t version)
{
	struct import_line *line = &in->document.lines[i];
	struct word f[FIELDS_MOST] = { 0 };
	size_t count = split(text_of(line), f, COUNT_OF(f));
	struct fio_result r = fio_nothing_said();

	if (count <= HEAD)
		return;
	/* the field at which the text is cut may be anything */
	if (line->cut && line->text[line->length - 1] != '%')
		count--;
	r.version = arena_strndup(in->arena, f[1].text + 4, f[1].length - 4);
	r.variant = fio_variant(in, i);
	r.job = word_copy(&f[2], in->arena);
	r.line = line->number;
	line->taken = FIO_TERSE;
	if (!word_is(&f[4], "0")) {
		import_warn(in, r.line, "fio: the job '%s' failed with error %.*s", r.job,
			(int)f[4].length, f[4].text);
		fio_add_without_value(in, &r, IMPORT_FAILED);
		return;
	}
	for (size_t s = 0; s < versions[version].sections && s < COUNT_OF(directions); s++) {
		size_t first = HEAD + s * versions[version].section;
		if (first + SECTION_END <= count) {
			read_section(in, r, &f[first], directions[s]);
			continue;
		}
		r.direction = directions[s];
		import_warn(in, r.line, "fio: the line ends in the fields for '%s'", directions[s]);
		fio_add_without_value(in, &r, IMPORT_TRUNCATED);
		return;
	}
}

/* The place in versions, or -1. */
static int version_of(const struct import_line *line)
{
	for (size_t v = 0; !line->taken && v < COUNT_OF(versions); v++) {
		if (starts_with(text_of(line), versions[v].start))
			return (int)v;
	}
	return -1;
}

/* fio was asked for both: its terse lines stand right before the JSON that says the same. */
static void take_those_before_json(struct import *in)
{
	bool json_follows = false;

	for (size_t i = in->document.count; i-- > 0;) {
		struct import_line *line = &in->document.lines[i];
		if (line->taken)
			json_follows = strcmp(line->taken, FIO_JSON) == 0;
		else if (line->length > 0 && version_of(line) < 0)
			json_follows = false;
		else if (json_follows && line->length > 0)
			line->taken = FIO_JSON;
	}
}

int fio_read_terse(struct import *in, struct error *err)
{
	(void)err;
	take_those_before_json(in);
	for (size_t i = 0; i < in->document.count; i++) {
		int version = version_of(&in->document.lines[i]);
		if (version >= 0)
			read_line(in, i, (size_t)version);
	}
	return 0;
}
