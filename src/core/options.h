// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/param.h"
#include "core/text.h"

/*
 * Command-line options, read by getopt_long from parameter tables.
 *
 * GNU long options with `=`, never abbreviated; short ones where a table has a
 * letter; operands in between are handed out in their order; `--` ends
 * options. A yes/no option may stand alone for yes. A table may be added while
 * scanning: `bakeoff run lmdd --bs=4k` knows --bs once it has seen lmdd.
 */
enum { OPTION_TABLES = 16 };

struct option_scan {
	int argc;
	char **argv;                                   /* argv[0] is the command's own name */
	const struct param *tables[OPTION_TABLES + 1]; /* ended by NULL */
	size_t table_count;
	bool only_operands;
};

struct option_hit {
	const struct param *param; /* NULL: value is an operand */
	size_t table;              /* which table param is of */
	const char *value;
};

void option_scan_init(struct option_scan *scan, int argc, char **argv);
/* Returns the table's number. At most OPTION_TABLES. */
size_t option_scan_add(struct option_scan *scan, const struct param *table);

/*
 * The next option or operand. 1 with *hit set, 0 at the end, -ENOENT for an
 * unknown option (the nearest one is named), -EINVAL for a missing or unwanted value.
 * Later tables win where two have the same name.
 */
int option_scan_next(struct option_scan *scan, struct option_hit *hit,
	struct error *err) MUST_CHECK;

/* One entry of a help text: left, then the words in a column of their own, wrapped at 80 columns.
 */
void help_item(struct text *out, const char *left, const char *words);

/*
 * The lines of --help for one table, at most 80 columns wide. A yes/no option without a fallback
 * is shown as a switch, without its values.
 */
char *options_help(struct arena *arena, const struct param *table, bool as_options);
