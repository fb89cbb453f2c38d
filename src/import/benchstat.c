// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/importers.h"
#include "import/rows.h"
#include "import/scan.h"

#include <ctype.h>
#include <string.h>

/*
 * Go's benchmark format, which benchstat reads and other tools write:
 *
 *     goos: linux
 *     Unit widgets/s better=higher
 *     BenchmarkRead/bs=4k-8   100   123.5 ns/op   64.00 MB/s   0 B/op
 *
 * A line is one sample of each of its units. "-8" is GOMAXPROCS. Units that end in /op are costs.
 */
enum { WORDS_MOST = 64, SETTINGS_MOST = 3, UNITS_MOST = 16 };

static const struct unit {
	const char *said, *metric, *unit;
	enum better better;
} units[] = {
	{ "ns/op", "time", "ns", BETTER_LOWER },
	{ "sec/op", "time", "s", BETTER_LOWER },
	{ "MB/s", "throughput", "MB/s", BETTER_HIGHER },
	{ "B/s", "throughput", "B/s", BETTER_HIGHER },
	{ "B/op", "memory", "B", BETTER_LOWER },
	{ "allocs/op", "allocations", "count", BETTER_LOWER },
};

struct state {
	const char *variant;
	struct import_setting settings[SETTINGS_MOST];
	size_t setting_count;
	struct unit said[UNITS_MOST]; /* by "Unit" lines */
	size_t said_count;
};

/* "pkg: example.org/x": what the samples that follow were made with. */
static void read_setting(struct import *in, struct state *s, const char *text)
{
	static const char *const names[] = { "goos", "goarch", "pkg" };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		size_t n = strlen(names[i]), k = 0;
		if (!starts_with(text, names[i]) || !starts_with(text + n, ": "))
			continue;
		while (k < s->setting_count && strcmp(s->settings[k].name, names[i]) != 0)
			k++;
		s->setting_count += k == s->setting_count;
		s->settings[k] =
			(struct import_setting){ names[i], arena_strdup(in->arena, text + n + 2) };
	}
}

static void read_unit(struct import *in, struct state *s, const char *text)
{
	struct word w[WORDS_MOST];
	size_t n = scan_words(text, w, COUNT_OF(w));

	if (n < 3 || n > COUNT_OF(w) || !word_is(&w[0], "Unit") || s->said_count == UNITS_MOST)
		return;
	for (size_t i = 2; i < n; i++) {
		bool higher = word_is(&w[i], "better=higher");
		if (!higher && !word_is(&w[i], "better=lower"))
			continue;
		const char *name = word_copy(&w[1], in->arena);
		s->said[s->said_count++] =
			(struct unit){ name, name, name, higher ? BETTER_HIGHER : BETTER_LOWER };
		return;
	}
}

static struct unit unit_of(struct import *in, const struct state *s, const struct word *word)
{
	struct unit unit = { 0 };

	for (size_t i = 0; i < COUNT_OF(units); i++) {
		if (word_is(word, units[i].said))
			return units[i];
	}
	for (size_t i = 0; i < s->said_count; i++) {
		if (word_is(word, s->said[i].said))
			return s->said[i];
	}
	unit.metric = unit.unit = word_copy(word, in->arena);
	unit.better = ends_with(unit.unit, "/op") ? BETTER_LOWER : BETTER_NEITHER;
	return unit;
}

/* "Read/bs=4k-8": the name, and "8" in *procs. */
static const char *split_name(struct import *in, const struct word *word, const char **procs)
{
	const size_t prefix = strlen("Benchmark");
	size_t n = word->length;

	while (n > prefix && isdigit((unsigned char)word->text[n - 1]))
		n--;
	bool has_procs = n > prefix + 1 && n < word->length && word->text[n - 1] == '-';
	*procs = has_procs ? arena_strndup(in->arena, word->text + n, word->length - n) : NULL;
	return arena_strndup(in->arena, word->text + prefix,
		(has_procs ? n - 1 : word->length) - prefix);
}

static bool read_benchmark(struct import *in, struct state *s, struct import_line *line)
{
	struct word w[WORDS_MOST];
	struct import_setting settings[SETTINGS_MOST + 1];
	size_t n = scan_words(line->text, w, COUNT_OF(w)), count = s->setting_count;
	double iterations, value;
	const char *procs;

	if (n < 4 || n > COUNT_OF(w) || !starts_with(w[0].text, "Benchmark") ||
		w[0].length == strlen("Benchmark") || islower((unsigned char)w[0].text[9]) ||
		!word_number(&w[1], &iterations) || iterations < 1 || w[1].text[0] == '+')
		return false;
	const char *name = split_name(in, &w[0], &procs);
	memcpy(settings, s->settings, count * sizeof(settings[0]));
	if (procs)
		settings[count++] = (struct import_setting){ "procs", procs };
	for (size_t i = 2; i + 1 < n; i += 2) {
		struct unit unit;
		if (!word_number(&w[i], &value))
			return i > 2;
		if (line->cut && i + 2 >= n) {
			import_warn(in, line->number, "benchstat: the text is cut in this line");
			return true;
		}
		unit = unit_of(in, s, &w[i + 1]);
		struct row_identity id = { .tool = "benchstat",
			.workload = arena_printf(in->arena, "benchstat/%s", name),
			.metric = unit.metric,
			.variant = s->variant,
			.group = in->hints->group,
			.unit = unit.unit,
			.better = unit.better,
			.settings = settings,
			.setting_count = count,
			.line = line->number };
		(void)row_sample(in, &id, value);
	}
	return true;
}

static int benchstat_read(struct import *in, struct error *err)
{
	struct state s = { .variant = in->hints->variant ? in->hints->variant : "" };
	bool in_block = false;

	(void)err;
	for (size_t i = 0; i < in->document.count; i++) {
		struct import_line *line = &in->document.lines[i];
		if (line->taken)
			continue;
		bool head = starts_with(line->text, "goos: ");
		if (head || (!in_block && starts_with(line->text, "Benchmark"))) {
			s.variant = scan_variant(in, i);
			in_block = true;
		}
		if (read_benchmark(in, &s, line)) {
			line->taken = "benchstat";
			continue;
		}
		if (scan_is_label(line->text))
			in_block = false;
		read_setting(in, &s, line->text);
		read_unit(in, &s, line->text);
	}
	return 0;
}

const struct importer benchstat_importer = {
	.name = "benchstat",
	.summary = "Go's benchmark format, which benchstat reads",
	.read = benchstat_read,
};
