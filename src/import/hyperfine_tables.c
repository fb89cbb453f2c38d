// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/hyperfine.h"
#include "import/scan.h"

#include <math.h>
#include <string.h>

/*
 * hyperfine's CSV (seconds; German spreadsheets make it semicolons and decimal commas) and its
 * Markdown table:
 *
 *     command,mean,stddev,median,user,system,min,max
 *     | Command | Mean [ms] | Min [ms] | Max [ms] | Relative |
 *     | `sleep 0.1` | 104.8 ± 2.9 | 102.5 | 108.9 | 1.00 |
 *
 * How many runs there were is in neither. Relative is derived.
 */
enum { CELLS_MOST = 32 };

struct cell {
	const char *text;
	size_t length;
};

/* The next cell of a CSV line, its quotes taken off; past the end of the line in *p. */
static struct cell csv_cell(const char **p, char separator, struct arena *arena)
{
	const char *start = *p;
	const char both[] = { separator, '\0' };

	if (*start != '"') {
		size_t n = strcspn(start, both);
		*p = start[n] ? start + n + 1 : NULL;
		return (struct cell){ start, n };
	}
	char *copy = NEW(arena, char, strlen(start) + 1);
	size_t n = 0;
	for (start++; *start && !(*start == '"' && start[1] != '"'); start++) {
		copy[n++] = *start;
		start += *start == '"';
	}
	start += *start == '"';
	start += strcspn(start, both);
	*p = *start ? start + 1 : NULL;
	return (struct cell){ copy, n };
}

static size_t csv_cells(const char *line, char separator, struct cell *cells, struct arena *arena)
{
	size_t count = 0;

	for (const char *p = line; p && count < CELLS_MOST;)
		cells[count++] = csv_cell(&p, separator, arena);
	return count;
}

static bool cell_is(const struct cell *cell, const char *text)
{
	return strlen(text) == cell->length && memcmp(cell->text, text, cell->length) == 0;
}

/* Which column has what; -1: none. */
enum column { COMMAND, MEAN, STDDEV, USER, SYSTEM, LEAST, GREATEST, COLUMNS };
static const char *const column_names[COLUMNS] = { "command", "mean", "stddev", "user", "system",
	"min", "max" };

struct csv {
	char separator;
	size_t count;
	struct cell head[CELLS_MOST];
	int column[COLUMNS];
};

static bool read_head(const char *line, struct csv *csv, struct arena *arena)
{
	if (!starts_with(line, "command,mean,") && !starts_with(line, "command;mean;"))
		return false;
	csv->separator = line[strlen("command")];
	csv->count = csv_cells(line, csv->separator, csv->head, arena);
	for (int c = 0; c < COLUMNS; c++) {
		csv->column[c] = -1;
		for (size_t i = 0; i < csv->count; i++) {
			if (cell_is(&csv->head[i], column_names[c]))
				csv->column[c] = (int)i;
		}
	}
	return csv->column[COMMAND] == 0;
}

/* Beside semicolons a comma is the decimal point. */
static double csv_number(const struct csv *csv, const struct cell *cells, enum column c)
{
	char copy[64];
	double value;

	if (csv->column[c] < 0)
		return NAN;
	const struct cell *cell = &cells[csv->column[c]];
	if (!cell->text || cell->length >= sizeof(copy))
		return NAN;
	memcpy(copy, cell->text, cell->length);
	for (size_t i = 0; csv->separator == ';' && i < cell->length; i++)
		copy[i] = (char)(copy[i] == ',' ? '.' : copy[i]);
	return scan_number(copy, cell->length, &value) ? value : NAN;
}

static bool read_csv_row(struct import *in, const struct csv *csv, struct import_line *line)
{
	struct cell cells[CELLS_MOST] = { 0 };
	struct import_setting settings[CELLS_MOST];
	size_t setting_count = 0;

	if (line->taken || csv_cells(line->text, csv->separator, cells, in->arena) != csv->count)
		return false;
	double mean = csv_number(csv, cells, MEAN);
	if (!isfinite(mean))
		return false;
	line->taken = "hyperfine";
	for (size_t i = 0; i < csv->count; i++) {
		static const char prefix[] = "parameter_";
		const size_t n = sizeof(prefix) - 1;
		if (csv->head[i].length > n && memcmp(csv->head[i].text, prefix, n) == 0)
			settings[setting_count++] =
				(struct import_setting){ arena_strndup(in->arena,
								 csv->head[i].text + n,
								 csv->head[i].length - n),
					arena_strndup(in->arena, cells[i].text, cells[i].length) };
	}
	const char *command = arena_strndup(in->arena, cells[0].text, cells[0].length);
	struct row_identity id = hyperfine_identity(in, command, "time_mean", line->number);
	id.settings = settings;
	id.setting_count = setting_count;
	struct import_row *row = row_summary(in, &id, mean, csv_number(csv, cells, STDDEV), 0);
	/* the last cell of a text that is cut may be cut itself */
	bool whole = !line->cut || csv->column[GREATEST] + 1 < (int)csv->count;
	if (whole) {
		row->least = csv_number(csv, cells, LEAST);
		row->greatest = csv_number(csv, cells, GREATEST);
	}
	id.metric = "user_time";
	hyperfine_add_cpu(in, id, csv_number(csv, cells, USER), 0);
	id.metric = "system_time";
	hyperfine_add_cpu(in, id, csv_number(csv, cells, SYSTEM), 0);
	return true;
}

int hyperfine_read_csv(struct import *in, struct error *err)
{
	struct import_line *lines = in->document.lines;
	struct csv csv;

	(void)err;
	for (size_t i = 0; i < in->document.count; i++) {
		if (lines[i].taken || !read_head(lines[i].text, &csv, in->arena))
			continue;
		lines[i].taken = "hyperfine";
		while (i + 1 < in->document.count && read_csv_row(in, &csv, &lines[i + 1]))
			i++;
		if (i + 1 < in->document.count && lines[i + 1].cut && lines[i + 1].length > 0)
			import_warn(in, lines[i + 1].number,
				"hyperfine: the text is cut in this row");
	}
	return 0;
}

/* Between bars, blanks taken off; a bar in a command is "\|". */
static size_t bar_cells(const char *line, struct cell *cells)
{
	const char *p = line + strspn(line, " ");
	size_t count = 0;

	if (*p++ != '|')
		return 0;
	while (count < CELLS_MOST) {
		const char *end = p;
		while (*end && !(*end == '|' && end[-1] != '\\'))
			end++;
		if (!*end)
			break;
		const char *last = end;
		p += strspn(p, " ");
		while (last > p && last[-1] == ' ')
			last--;
		cells[count++] = (struct cell){ p, last > p ? (size_t)(last - p) : 0 };
		p = end + 1;
	}
	return count;
}

static bool cell_starts(const struct cell *cell, const char *text)
{
	return cell->length >= strlen(text) && memcmp(cell->text, text, strlen(text)) == 0;
}

/* The unit in the head, "Mean [ms]", or NULL where this is no such table. */
static const char *markdown_unit(const char *line)
{
	static const char *const units[] = { "us", "ms", "s", "min", "h" };
	struct cell c[CELLS_MOST];

	if (bar_cells(line, c) < 3 || !cell_is(&c[0], "Command") || !cell_starts(&c[1], "Mean ["))
		return NULL;
	const char *said = c[1].text + strlen("Mean [");
	size_t length = strcspn(said, "]");
	for (size_t i = 0; i < COUNT_OF(units); i++) {
		if (strlen(units[i]) == length && memcmp(said, units[i], length) == 0)
			return units[i];
	}
	return NULL;
}

/* Without the marks of code around it, and without the backslash before a bar. */
static char *command_in(const struct cell *cell, struct arena *arena)
{
	const char *p = cell->text, *end = p + cell->length;

	while (end - p >= 2 && (*p == '`' || *p == '=') && end[-1] == *p) {
		p++;
		end--;
	}
	char *copy = NEW(arena, char, (size_t)(end - p) + 1), *to = copy;
	for (; p < end; p++) {
		if (!(*p == '\\' && p + 1 < end && p[1] == '|'))
			*to++ = *p;
	}
	return copy;
}

static bool read_markdown_row(struct import *in, const char *unit, struct import_line *line)
{
	struct cell c[CELLS_MOST];
	size_t count = line->taken ? 0 : bar_cells(line->text, c);
	double mean, deviation = NAN, least, greatest;

	if (count < 3)
		return false;
	size_t n = scan_number_prefix(c[1].text, c[1].length, &mean);
	if (n == 0)
		return false;
	line->taken = "hyperfine";
	/* " ± 2.9" */
	const char *rest = c[1].text + n, *end = c[1].text + c[1].length;
	while (rest < end && !(*rest >= '0' && *rest <= '9'))
		rest++;
	if (!scan_number(rest, (size_t)(end - rest), &deviation))
		deviation = NAN;
	struct row_identity id =
		hyperfine_identity(in, command_in(&c[0], in->arena), "time_mean", line->number);
	id.unit = unit;
	struct import_row *row = row_summary(in, &id, mean, deviation, 0);
	if (count >= 4 && scan_number(c[2].text, c[2].length, &least) &&
		scan_number(c[3].text, c[3].length, &greatest)) {
		row->least = least;
		row->greatest = greatest;
	}
	return true;
}

int hyperfine_read_markdown(struct import *in, struct error *err)
{
	struct import_line *lines = in->document.lines;

	(void)err;
	for (size_t i = 0; i < in->document.count; i++) {
		const char *unit = lines[i].taken ? NULL : markdown_unit(lines[i].text);
		if (!unit)
			continue;
		lines[i].taken = "hyperfine";
		i += i + 1 < in->document.count && strstr(lines[i + 1].text, "--");
		while (i + 1 < in->document.count && read_markdown_row(in, unit, &lines[i + 1]))
			i++;
	}
	return 0;
}
