// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/importers.h"
#include "import/label.h"
#include "import/rows.h"
#include "import/scan.h"

#include <ctype.h>
#include <string.h>

/*
 * fs_mark: each row of its table is one sample. "Total files/sec" below it and "Average" are
 * derived. With -v, each call has its least, mean and greatest time behind the others.
 *
 *     FSUse%        Count         Size    Files/sec     App Overhead   CREAT (Min/Avg/Max) ...
 */
enum {
	FIXED = 5,
	CALLS_MOST = 8,
	HEAD_WORDS = FIXED + 1 + 2 * CALLS_MOST,
	ROW_WORDS = FIXED + 3 * CALLS_MOST
};

struct fs_mark {
	struct import *in;
	bool in_table;
	char *calls[CALLS_MOST]; /* in lower case */
	size_t call_count;
	const char *label, *version, *threads;
};

static bool read_head(struct fs_mark *f, const char *text)
{
	static const char *const fixed[] = { "FSUse%", "Count", "Size", "Files/sec", "App",
		"Overhead" };
	struct word w[HEAD_WORDS];
	size_t n = scan_words(text, w, COUNT_OF(w));

	if (n < COUNT_OF(fixed) || n > COUNT_OF(w) || (n - COUNT_OF(fixed)) % 2 != 0)
		return false;
	for (size_t i = 0; i < COUNT_OF(fixed); i++) {
		if (!word_is(&w[i], fixed[i]))
			return false;
	}
	f->call_count = 0;
	for (size_t i = COUNT_OF(fixed); i < n; i += 2) {
		if (!word_is(&w[i + 1], "(Min/Avg/Max)"))
			return false;
		char *call = name_copy(f->in, &w[i]);
		for (char *p = call; *p; p++)
			*p = (char)tolower((unsigned char)*p);
		f->calls[f->call_count++] = call;
	}
	f->in_table = true;
	return true;
}

static struct row_identity identity(const struct fs_mark *f, const char *call, const char *metric,
	const struct import_setting *settings, unsigned line)
{
	return (struct row_identity){ .tool = "fs_mark",
		.tool_version = f->version,
		.workload = call ? arena_printf(f->in->arena, "fs_mark/%s", call) : "fs_mark",
		.metric = metric,
		.variant = label_or_hint(f->in, f->label),
		.group = f->in->hints->group,
		.unit = "us",
		.better = BETTER_LOWER,
		.settings = settings,
		.setting_count = settings[1].value ? 2 : 1,
		.line = line };
}

/* A call that was never made has three zeros. */
static void add_calls(struct fs_mark *f, const double *values,
	const struct import_setting *settings, unsigned line)
{
	for (size_t i = 0; i < f->call_count; i++, values += 3) {
		struct row_identity id = identity(f, f->calls[i], "latency_avg", settings, line);
		struct import_row *row = row_sample(f->in, &id, values[1]);
		row->least = values[0];
		row->greatest = values[2];
		if (values[2] <= 0)
			row->status = IMPORT_NOT_RUN;
	}
}

static bool read_row(struct fs_mark *f, const struct import_line *l)
{
	struct word w[ROW_WORDS];
	double values[ROW_WORDS];
	size_t n = scan_words(l->text, w, COUNT_OF(w)), expected = FIXED + 3 * f->call_count;

	if (n == 0 || n > expected || (n < expected && !l->cut))
		return false;
	for (size_t i = 0; i < n; i++) {
		if (!word_number(&w[i], &values[i]) || values[i] < 0)
			return false;
	}
	struct import_setting settings[2] = {
		{ "size", n > 3 ? word_copy(&w[2], f->in->arena) : "" }, { "threads", f->threads }
	};
	struct row_identity rate = identity(f, NULL, "files_rate", settings, l->number);
	rate.unit = "/s";
	rate.better = BETTER_HIGHER;
	if (n < expected) {
		(void)row_without_value(f->in, &rate, IMPORT_TRUNCATED);
		import_warn(f->in, l->number, "fs_mark: the text is cut in this row");
		return true;
	}
	(void)row_sample(f->in, &rate, values[3]);
	struct row_identity overhead = identity(f, NULL, "app_overhead", settings, l->number);
	(void)row_sample(f->in, &overhead, values[4]);
	add_calls(f, &values[FIXED], settings, l->number);
	return true;
}

/* "#  Version 3.3, 16 thread(s) starting at ...": printed above the table. */
static bool read_remark(struct fs_mark *f, const char *text)
{
	struct word w[5];
	size_t n = scan_words(text, w, COUNT_OF(w));

	if (n == 0 || !word_is(&w[0], "#"))
		return false;
	if (n < COUNT_OF(w) || !word_is(&w[1], "Version") || !starts_with(w[4].text, "thread"))
		return true;
	size_t length = w[2].length - (w[2].text[w[2].length - 1] == ',');
	f->version = arena_strndup(f->in->arena, w[2].text, length < 16 ? length : 16);
	f->threads = name_copy(f->in, &w[3]);
	return true;
}

static int fs_mark_read(struct import *in, struct error *err)
{
	struct fs_mark f = { .in = in };

	(void)err;
	for (size_t i = 0; i < in->document.count;) {
		const struct import_line *l = &in->document.lines[i];
		size_t count = 1;
		if (l->taken || l->length == 0) {
			i++;
		} else if (read_head(&f, l->text) || (f.in_table && read_row(&f, l))) {
			take_lines(in, i, i, "fs_mark");
			i++;
		} else {
			const char *label =
				read_remark(&f, l->text) ? NULL : label_at(in, i, &count);
			f.label = label ? label : f.label;
			f.in_table = false;
			i += count;
		}
	}
	return 0;
}

const struct importer fs_mark_importer = {
	.name = "fs_mark",
	.summary = "fs_mark's table, with and without the times of its calls",
	.read = fs_mark_read,
};
