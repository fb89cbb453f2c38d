// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/bonnie.h"
#include "import/rows.h"

#include <string.h>

/*
 * bonnie++'s CSV. The first field is the format's version since 1.92; before, it is the machine.
 * A field that a layout lacks is -1 here. Fields that are empty were not run.
 */
enum { FIELDS_MOST = 50, WORDS_MOST = 32 };

static const struct layout {
	const char *format; /* NULL: no version comes first */
	int fields;
	int version, machine, concurrency, start, size, chunk, io, files, create, latency;
} layouts[] = {
	{ NULL, 27, -1, 0, -1, -1, 1, -1, 2, 14, 15, -1 },
	{ "1.9", 46, 1, 2, -1, 3, 4, -1, 5, 17, 22, 34 },
	{ "1.9", 48, 1, 2, 3, 4, 5, 6, 7, 19, 24, 36 },
	{ "1.9", 50, 1, 2, 3, 4, 5, 6, 9, 21, 26, 38 },
	{ "2.", 50, 1, 2, 3, 4, 5, 6, 9, 21, 26, 38 },
};

struct fields {
	struct word list[FIELDS_MOST];
	size_t count; /* may be above FIELDS_MOST */
};

static struct fields split(const char *text, size_t length)
{
	struct fields f = { .count = 0 };
	const char *end = text + length;

	for (;;) {
		const char *comma = memchr(text, ',', (size_t)(end - text));
		const char *stop = comma ? comma : end;
		if (f.count < FIELDS_MOST)
			f.list[f.count] = (struct word){ text, (size_t)(stop - text), 0 };
		f.count++;
		if (!comma || f.count > FIELDS_MOST)
			return f;
		text = comma + 1;
	}
}

static bool begins(const struct word *w, const char *prefix)
{
	size_t n = strlen(prefix);

	return w->length >= n && memcmp(w->text, prefix, n) == 0;
}

/* A line that is cut has less fields than its format; which one it is, is then a guess: none. */
static const struct layout *layout_of(const struct fields *f)
{
	for (size_t i = 0; i < COUNT_OF(layouts); i++) {
		const struct layout *l = &layouts[i];
		if (f->count == (size_t)l->fields && (!l->format || begins(&f->list[0], l->format)))
			return l;
	}
	return NULL;
}

typedef bool read_cell(const struct word *word, struct bonnie_cell *cell);

static bool read_field(const struct word *w, read_cell *read, const char *unit,
	struct bonnie_cell *cell)
{
	*cell = (struct bonnie_cell){ .status = IMPORT_MISSING, .unit = unit };
	if (w->length == 0)
		return true;
	if (!read(w, cell))
		return false;
	if (unit)
		cell->unit = unit;
	return true;
}

static bool read_pairs(const struct fields *f, int first, size_t test, struct bonnie_run *run)
{
	for (size_t i = 0; i < BONNIE_IO; i++, test++) {
		const struct word *pair = &f->list[(size_t)first + 2 * i];
		const char *unit = test < BONNIE_IO - 1 ? "KiB/s" : "/s";
		if (!read_field(&pair[0], bonnie_rate, unit, &run->rate[test]) ||
			!read_field(&pair[1], bonnie_cpu, "%", &run->cpu[test]))
			return false;
	}
	return true;
}

static bool read_latencies(const struct fields *f, int first, struct bonnie_run *run)
{
	for (size_t i = 0; first >= 0 && i < BONNIE_TESTS; i++) {
		struct bonnie_cell *cell = &run->latency[i];
		if (!read_field(&f->list[(size_t)first + i], bonnie_latency, NULL, cell))
			return false;
		if (!cell->unit)
			cell->unit = "us";
	}
	return true;
}

static char *field(struct import *in, const struct fields *f, int i)
{
	return i >= 0 && f->list[i].length > 0 ? name_copy(in, &f->list[i]) : NULL;
}

/* As the table prints them: 1G and 32k are 1G:32k; 16, 1000, 10 and 4 are 16:1000:10/4. */
static void name_sizes(struct import *in, const struct fields *f, const struct layout *l,
	struct bonnie_run *run)
{
	const char *chunk = field(in, f, l->chunk);

	run->size = field(in, f, l->size);
	if (run->size && chunk)
		run->size = arena_printf(in->arena, "%s:%s", run->size, chunk);
	run->files = field(in, f, l->files);
	for (int i = 1; run->files && l->version >= 0 && i <= 4; i++) {
		const char *part = field(in, f, l->files + i);
		if (part)
			run->files = arena_printf(in->arena, "%s%c%s", run->files,
				i == 3 ? '/' : ':', part);
	}
}

/* Sizes of files have a letter: any list of 27 numbers would be a CSV of bonnie++ else. */
static bool has_unit(const struct word *size)
{
	return bonnie_size(size) &&
	       (memchr(size->text, 'G', size->length) || memchr(size->text, 'M', size->length) ||
		       memchr(size->text, 'k', size->length));
}

static bool read_fields(struct import *in, const struct fields *f, struct bonnie_run *run)
{
	const struct layout *l = layout_of(f);

	*run = (struct bonnie_run){ .tool = "bonnie++", .csv = true };
	if (!l || f->list[l->machine].length == 0 || !has_unit(&f->list[l->size]))
		return false;
	if (!read_pairs(f, l->io, 0, run) || !read_pairs(f, l->create, BONNIE_IO, run) ||
		!read_latencies(f, l->latency, run))
		return false;
	run->machine = field(in, f, l->machine);
	run->version = field(in, f, l->version);
	run->concurrency = field(in, f, l->concurrency);
	run->start = field(in, f, l->start);
	name_sizes(in, f, l, run);
	return true;
}

static size_t commas(const char *text, size_t length)
{
	size_t n = 0;

	for (size_t i = 0; i < length; i++)
		n += text[i] == ',';
	return n;
}

/* "1.98,2.00a,host,...": two versions come first, and then not as many fields as either knows. */
void bonnie_csv_warn(struct import *in, size_t line)
{
	const struct import_line *l = &in->document.lines[line];
	size_t blanks = strspn(l->text, " ");
	struct fields f = split(l->text + blanks, l->length - blanks);
	double version;

	if (l->cut || f.count < 3 || f.list[0].length != 4 || f.list[1].length < 4 ||
		!word_number(&f.list[0], &version) || version < 1.9 || version >= 3 ||
		!strchr("12", f.list[1].text[0]) || f.list[1].text[1] != '.')
		return;
	import_warn(in, l->number,
		"bonnie: CSV of format %.*s with %zu%s fields: 46, 48 and 50 fields are known",
		(int)f.list[0].length, f.list[0].text, f.count,
		f.count > FIELDS_MOST ? " or more" : "");
}

/* Alone in its line, or a word of it: quoted, as the argument of a command. */
bool bonnie_csv(struct import *in, size_t line, struct bonnie_run *run)
{
	const struct import_line *l = &in->document.lines[line];
	struct word words[WORDS_MOST];
	size_t blanks = strspn(l->text, " ");

	if (commas(l->text, l->length) + 1 < (size_t)layouts[0].fields)
		return false;
	struct fields f = split(l->text + blanks, l->length - blanks);
	if (read_fields(in, &f, run))
		return true;
	size_t n = scan_words(l->text, words, COUNT_OF(words));
	for (size_t i = 0; i < n && i < COUNT_OF(words); i++) {
		struct word w = words[i];
		while (w.length > 0 && strchr("\"'`|", w.text[0])) {
			w.text++;
			w.length--;
		}
		while (w.length > 0 && strchr("\"'`|", w.text[w.length - 1]))
			w.length--;
		f = split(w.text, w.length);
		if (read_fields(in, &f, run))
			return true;
	}
	return false;
}
