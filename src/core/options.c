// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/options.h"

#include <errno.h>
#include <getopt.h>
#include <string.h>

void option_scan_init(struct option_scan *scan, int argc, char **argv)
{
	*scan = (struct option_scan){ .argc = argc, .argv = argv };
	optind = 0; /* glibc: start anew */
	opterr = 0;
}

size_t option_scan_add(struct option_scan *scan, const struct param *table)
{
	for (size_t i = 0; i < scan->table_count; i++) {
		if (scan->tables[i] == table)
			return i;
	}
	if (scan->table_count == OPTION_TABLES)
		return OPTION_TABLES - 1;
	scan->tables[scan->table_count] = table;
	return scan->table_count++;
}

enum {
	MAX_OPTIONS = 256,
	MAX_LETTERS = 3 * MAX_OPTIONS + 3,
	FIRST_LONG = 256, /* beyond every letter */
};

struct getopt_tables {
	struct option longs[MAX_OPTIONS + 1];
	const struct param *params[MAX_OPTIONS];
	size_t table[MAX_OPTIONS];
	char letters[MAX_LETTERS];
	int count;
};

static bool stands_alone(const struct param *p)
{
	return p->type == PARAM_BOOL || p->alone;
}

/* Last table first, because getopt_long takes the first exact match. */
static void make_getopt_tables(const struct option_scan *scan, struct getopt_tables *g)
{
	char *letter = g->letters;

	*letter++ = '-'; /* operands in their order, as option 1 */
	*letter++ = ':'; /* tell a missing value from an unknown option */
	for (size_t t = scan->table_count; t-- > 0;) {
		for (const struct param *p = scan->tables[t];
			p->type != PARAM_END && g->count < MAX_OPTIONS; p++) {
			int i = g->count++;
			bool alone = stands_alone(p);
			g->longs[i] = (struct option){ .name = p->name,
				.has_arg = alone ? optional_argument : required_argument,
				.val = FIRST_LONG + i };
			g->params[i] = p;
			g->table[i] = t;
			if (p->letter && !strchr(g->letters + 2, p->letter)) {
				*letter++ = p->letter;
				if (!alone)
					*letter++ = ':';
			}
		}
	}
}

static int refuse(const struct option_scan *scan, const char *token, struct error *err)
{
	char name[64];
	size_t length = strcspn(token + 2, "=");

	if (token[1] != '-')
		return fail(err, ENOENT, "unknown option '%s'", token);
	if (length >= sizeof(name))
		return fail(err, ENOENT, "unknown option '%s'", token);
	memcpy(name, token + 2, length);
	name[length] = '\0';
	const char *nearest = param_nearest(scan->tables, name);
	if (nearest)
		return fail(err, ENOENT, "unknown option '--%s'; the nearest is '--%s'", name,
			nearest);
	return fail(err, ENOENT, "unknown option '--%s'", name);
}

static bool is_exactly(const char *token, const char *name)
{
	size_t length = strlen(name);

	return strncmp(token + 2, name, length) == 0 &&
	       (token[2 + length] == '\0' || token[2 + length] == '=');
}

int option_scan_next(struct option_scan *scan, struct option_hit *hit, struct error *err)
{
	struct getopt_tables g = { 0 };

	int at = optind > 0 ? optind : 1;
	if (scan->only_operands || (at < scan->argc && strcmp(scan->argv[at], "--") == 0)) {
		optind = scan->only_operands ? at : at + 1;
		scan->only_operands = true;
		if (optind >= scan->argc)
			return 0;
		*hit = (struct option_hit){ .value = scan->argv[optind++] };
		return 1;
	}
	make_getopt_tables(scan, &g);
	int c = getopt_long(scan->argc, scan->argv, g.letters, g.longs, NULL);
	const char *token = at < scan->argc ? scan->argv[at] : "";
	if (c == -1)
		return 0;
	if (c == 1) {
		*hit = (struct option_hit){ .value = optarg };
		return 1;
	}
	if (c == ':') {
		if (strncmp(token, "--", 2) == 0 && optopt >= FIRST_LONG &&
			!is_exactly(token, g.params[optopt - FIRST_LONG]->name))
			return refuse(scan, token, err);
		return fail(err, EINVAL, "option '%s' needs a value", token);
	}
	if (c == '?')
		return refuse(scan, token, err);

	int i = 0;
	if (c >= FIRST_LONG) {
		i = c - FIRST_LONG;
		if (!is_exactly(token,
			    g.params[i]->name)) /* getopt_long has guessed an abbreviation */
			return refuse(scan, token, err);
	} else {
		while (i < g.count && g.params[i]->letter != c)
			i++;
	}
	*hit = (struct option_hit){ .param = g.params[i], .table = g.table[i], .value = optarg };
	if (!hit->value)
		hit->value = hit->param->alone ? hit->param->alone : "yes";
	return 1;
}

/* "  -b, --bs=SIZE"; a yes/no option without a fallback is a mere switch. */
static char *option_words(const struct param *p, struct arena *arena)
{
	const char *letter = p->letter ? arena_printf(arena, "-%c, ", p->letter) : "";
	bool alone = stands_alone(p);

	if (p->type == PARAM_BOOL && !p->fallback)
		return arena_printf(arena, "  %s--%s", letter, p->name);
	return arena_printf(arena, "  %s--%s%s%s%s", letter, p->name, alone ? "[=" : "=",
		param_value_word(p, arena), alone ? "]" : "");
}

/* Words from at on, wrapped at 80 columns, each line after the first indented. */
static void add_wrapped(struct text *out, size_t column, const char *words, size_t indent)
{
	while (*words) {
		size_t length = strcspn(words, " ");
		if (column > indent && column + 1 + length > 80) {
			text_printf(out, "\n%*s", (int)indent, "");
			column = indent;
		} else if (column > indent) {
			text_puts(out, " ");
			column++;
		}
		text_add(out, words, length);
		column += length;
		words += length;
		words += strspn(words, " ");
	}
	text_puts(out, "\n");
}

void help_item(struct text *out, const char *left, const char *words)
{
	enum { INDENT = 26 };
	size_t length = strlen(left);

	text_puts(out, left);
	if (length + 2 > INDENT)
		text_printf(out, "\n%*s", INDENT, "");
	else
		text_printf(out, "%*s", (int)(INDENT - length), "");
	add_wrapped(out, INDENT, words, INDENT);
}

char *options_help(struct arena *arena, const struct param *table, bool as_options)
{
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	for (const struct param *p = table; p->type != PARAM_END; p++) {
		char *left = as_options ? option_words(p, arena)
					: arena_printf(arena, "  %s = %s", p->name,
						  param_value_word(p, arena));
		help_item(&out, left, param_words(p, arena));
	}
	return arena_strdup(arena, out.data);
}
