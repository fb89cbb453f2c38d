// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/table.h"

#include "core/auto.h"

#include <libsmartcols.h>

#include <errno.h>
#include <locale.h>
#include <string.h>

static void auto_table(struct libscols_table **table)
{
	scols_unref_table(*table);
}
#define AUTO_TABLE __attribute__((cleanup(auto_table)))

static int fill(struct libscols_table *table, const struct table_column *columns,
	size_t column_count, const char *const *cells, size_t row_count)
{
	for (size_t i = 0; i < column_count; i++) {
		if (!scols_table_new_column(table, columns[i].name, 0,
			    columns[i].right ? SCOLS_FL_RIGHT : 0))
			return -ENOMEM;
	}
	for (size_t row = 0; row < row_count; row++) {
		struct libscols_line *line = scols_table_new_line(table, NULL);
		if (!line)
			return -ENOMEM;
		for (size_t i = 0; i < column_count; i++) {
			const char *cell = cells[row * column_count + i];
			if (cell && scols_line_set_data(line, i, cell) < 0)
				return -ENOMEM;
		}
	}
	return 0;
}

/* libsmartcols pads the last column; mail and diff do not want that. */
static void add_trimmed(struct text *out, const char *data)
{
	while (*data) {
		size_t length = strcspn(data, "\n"), kept = length;
		while (kept > 0 && data[kept - 1] == ' ')
			kept--;
		text_add(out, data, kept);
		text_puts(out, "\n");
		data += length + (data[length] == '\n');
	}
}

/* libsmartcols measures characters by the thread's locale, which is C in this program. */
static int print_as_utf8(struct libscols_table *table, char **data)
{
	locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	locale_t before = utf8 ? uselocale(utf8) : (locale_t)0;
	int ret = scols_print_table_to_string(table, data);

	if (utf8) {
		(void)uselocale(before);
		freelocale(utf8);
	}
	return ret;
}

int table_text(struct text *out, const struct table_column *columns, size_t column_count,
	const char *const *cells, size_t row_count, struct error *err)
{
	AUTO_TABLE struct libscols_table *table = scols_new_table();
	AUTO_FREE char *data = NULL;

	if (!table)
		return fail(err, ENOMEM, "no memory for a table");
	scols_table_set_termforce(table, SCOLS_TERMFORCE_NEVER);
	int ret = scols_table_set_column_separator(table, "  ");
	if (ret == 0)
		ret = fill(table, columns, column_count, cells, row_count);
	if (ret == 0)
		ret = print_as_utf8(table, &data);
	if (ret != 0)
		return fail(err, ENOMEM, "no memory for a table of %zu lines", row_count);
	if (data)
		add_trimmed(out, data);
	return 0;
}
