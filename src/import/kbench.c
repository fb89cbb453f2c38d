// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/importers.h"
#include "import/label.h"
#include "import/rows.h"
#include "import/scan.h"

#include <ctype.h>
#include <string.h>

/*
 * kbench's summary of fio: three sections, in each a row of two numbers for random and for
 * sequential access. Its commas mark thousands, always.
 *
 *     IOPS (Read/Write)
 *             Random:          90,546 / 73,514
 */
enum { NUMBER_ROOM = 32 };

static const struct section {
	const char *head, *metric, *unit;
	enum better better;
} sections[] = {
	{ "IOPS (Read/Write)", "iops", "/s", BETTER_HIGHER },
	{ "Bandwidth in KiB/sec (Read/Write)", "bandwidth", "KiB/s", BETTER_HIGHER },
	{ "Latency in ns (Read/Write)", "latency", "ns", BETTER_LOWER },
};

struct kbench {
	struct import *in;
	const struct section *section;
	const char *label, *target, *size;
	bool summary;
};

static const struct section *section_of(const char *text)
{
	text += strspn(text, " ");
	for (size_t i = 0; i < COUNT_OF(sections); i++) {
		if (strcmp(text, sections[i].head) == 0)
			return &sections[i];
	}
	return NULL;
}

static bool read_number(const struct word *w, double *value)
{
	char plain[NUMBER_ROOM];
	size_t n = 0;

	for (size_t i = 0; i < w->length && n < sizeof(plain); i++) {
		if (w->text[i] != ',')
			plain[n++] = w->text[i];
	}
	return n < sizeof(plain) && isdigit((unsigned char)w->text[0]) &&
	       scan_number(plain, n, value);
}

static bool read_row(struct kbench *k, const struct import_line *l)
{
	static const char *const directions[] = { "read", "write" };
	struct word w[4];
	double values[2];
	size_t n = scan_words(l->text, w, COUNT_OF(w));

	if (n != 4 || !word_is(&w[2], "/") || !read_number(&w[1], &values[0]) ||
		!read_number(&w[3], &values[1]))
		return false;
	const char *access = word_is(&w[0], "Random:")       ? "random"
			     : word_is(&w[0], "Sequential:") ? "seq"
							     : NULL;
	if (!access)
		return false;
	struct import_setting size = { "size", k->size };
	for (size_t i = 0; i < 2; i++) {
		struct row_identity id = { .tool = "kbench",
			.workload =
				arena_printf(k->in->arena, "kbench/%s_%s", access, directions[i]),
			.metric = k->section->metric,
			.variant = label_or_hint(k->in, k->label ? k->label : k->target),
			.group = k->in->hints->group,
			.unit = k->section->unit,
			.better = k->section->better,
			.settings = &size,
			.setting_count = k->size != NULL,
			.line = l->number };
		if (i == 1 && l->cut) {
			(void)row_without_value(k->in, &id, IMPORT_TRUNCATED);
			import_warn(k->in, l->number,
				"kbench: the text is cut: its last number is left out");
		} else {
			(void)row_sample(k->in, &id, values[i]);
		}
	}
	return true;
}

/* "For: test_device", "Size: 30G" in the summary's head; others are not needed. */
static bool read_setting(struct kbench *k, const char *text)
{
	struct word w[2];

	if (!k->summary || k->section || !strstr(text, ": "))
		return false;
	if (scan_words(text, w, COUNT_OF(w)) == 2 && word_is(&w[0], "For:"))
		k->target = name_copy(k->in, &w[1]);
	if (word_is(&w[0], "Size:"))
		k->size = name_copy(k->in, &w[1]);
	return true;
}

static int kbench_read(struct import *in, struct error *err)
{
	struct kbench k = { .in = in };

	(void)err;
	for (size_t i = 0; i < in->document.count;) {
		const struct import_line *l = &in->document.lines[i];
		const struct section *section = section_of(l->text);
		size_t count = 1;
		bool mine = true;
		if (l->taken || l->length == 0) {
			mine = false;
		} else if (strcmp(l->text + strspn(l->text, " "), "FIO Benchmark Summary") == 0) {
			k.summary = true;
			k.section = NULL;
			k.target = k.size = NULL;
		} else if (k.summary && section) {
			k.section = section;
		} else if (!(k.section && read_row(&k, l)) && !read_setting(&k, l->text)) {
			const char *label = label_at(in, i, &count);
			k.label = label ? label : k.label;
			mine = false;
		}
		if (mine)
			take_lines(in, i, i, "kbench");
		i += count;
	}
	return 0;
}

const struct importer kbench_importer = {
	.name = "kbench",
	.summary = "kbench's summaries of fio",
	.read = kbench_read,
};
