// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/handmade.h"

#include "import/rows.h"
#include "import/scan.h"

#include <ctype.h>
#include <string.h>

enum { LABEL_WORDS = 3, ROW_BYTES = 200 };

static const struct {
	const char *said, *unit;
} units[] = {
	{ "MB/s", "MB/s" },
	{ "MB/sec", "MB/s" },
	{ "KB/s", "KB/s" },
	{ "KB/sec", "KB/s" },
	{ "kB/s", "kB/s" },
	{ "kB/sec", "kB/s" },
	{ "GB/s", "GB/s" },
	{ "GB/sec", "GB/s" },
	{ "MiB/s", "MiB/s" },
	{ "MiB/sec", "MiB/s" },
	{ "KiB/s", "KiB/s" },
	{ "KiB/sec", "KiB/s" },
};

const char *handmade_unit(const char *text, size_t length)
{
	while (length > 0 && strchr(",.;", text[length - 1]))
		length--;
	for (size_t i = 0; i < COUNT_OF(units); i++) {
		if (strlen(units[i].said) == length && memcmp(units[i].said, text, length) == 0)
			return units[i].unit;
	}
	return NULL;
}

static const char *skip_blanks(const char *p)
{
	return p + strspn(p, " ");
}

/* A number, or one with X for its last digits; moves *p behind it. */
static bool take_value(const char **p, struct handmade_cell *cell)
{
	const char *text = skip_blanks(*p);
	double value;

	if (*text == '~') {
		cell->approximate = true;
		text = skip_blanks(text + 1);
	}
	size_t n =
		isdigit((unsigned char)*text) ? scan_number_prefix(text, strlen(text), &value) : 0;
	if (n == 0 || cell->count == HANDMADE_LIST)
		return false;
	text += n;
	if (*text == 'X') {
		cell->approximate = cell->vague = true;
		text += strspn(text, "X");
	}
	if (*text && !strchr(" ,-MKGk", *text))
		return false;
	cell->values[cell->count++] = value;
	*p = text;
	return true;
}

/* Values between which a comma or a dash stands, and their unit. */
static bool take_cell(const char **p, struct arena *arena, struct handmade_cell *cell)
{
	const char *text = *p;

	*cell = (struct handmade_cell){ .count = 0 };
	if (!take_value(&text, cell))
		return false;
	text = skip_blanks(text);
	if (*text == '-') {
		text++;
		cell->range = true;
		if (!take_value(&text, cell))
			return false;
	}
	while (!cell->range && *text == ',') {
		text++;
		if (!take_value(&text, cell))
			return false;
		text = skip_blanks(text);
	}
	text = skip_blanks(text);
	size_t n = strcspn(text, " ");
	cell->unit = handmade_unit(text, n);
	if (!cell->unit)
		return false;
	text = skip_blanks(text + n);
	const char *close = *text == '[' ? strchr(text, ']') : NULL;
	if (close) {
		const char *start = skip_blanks(text + 1), *end = close;
		while (end > start && end[-1] == ' ')
			end--;
		cell->note = arena_strndup(arena, start, (size_t)(end - start));
		text = close + 1;
	}
	*p = text;
	return true;
}

/* Values from here on. */
static bool cells_at(const char *text, struct arena *arena, struct handmade_row *row)
{
	row->count = 0;
	while (row->count < HANDMADE_CELLS && take_cell(&text, arena, &row->cells[row->count]))
		row->count++;
	return row->count > 0;
}

bool handmade_row(const char *text, struct arena *arena, struct handmade_row *row)
{
	const char *start = skip_blanks(text), *p = start;

	*row = (struct handmade_row){ .label = "" };
	if (strlen(text) > ROW_BYTES)
		return false;
	for (size_t i = 0; i <= LABEL_WORDS && *p; i++) {
		if (cells_at(p, arena, row)) {
			const char *end = p;
			while (end > start && strchr(" :", end[-1]))
				end--;
			row->label = arena_strndup(arena, start, (size_t)(end - start));
			return true;
		}
		p = skip_blanks(p + strcspn(p, " "));
	}
	return false;
}

void handmade_add(struct import *in, const struct row_identity *identity,
	const struct handmade_cell *cell)
{
	struct import_row *row;

	if (cell->vague) {
		(void)row_without_value(in, identity, IMPORT_IMPRECISE);
		import_warn(in, identity->line, "%s: digits are X: no value", identity->tool);
	} else if (cell->range) {
		row = row_without_value(in, identity, IMPORT_OK);
		row->least = cell->values[0];
		row->greatest = cell->values[1];
		row->approximate = cell->approximate;
	} else {
		for (size_t i = 0; i < cell->count; i++) {
			row = row_sample(in, identity, cell->values[i]);
			row->approximate |= cell->approximate;
		}
	}
}
