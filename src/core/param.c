// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/param.h"

#include "core/text.h"
#include "core/units.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct param *param_find(const struct param *table, const char *name)
{
	for (const struct param *p = table; p->type != PARAM_END; p++) {
		if (strcmp(p->name, name) == 0)
			return p;
	}
	return NULL;
}

/* Edits (insert, delete, replace) that turn a into b; a name that is too long is far from all. */
static size_t edit_distance(const char *a, const char *b)
{
	enum { LONGEST = 64 };
	size_t la = strlen(a), lb = strlen(b), row[LONGEST + 1];

	if (la > LONGEST || lb > LONGEST)
		return SIZE_MAX;
	for (size_t j = 0; j <= lb; j++)
		row[j] = j;
	for (size_t i = 1; i <= la; i++) {
		size_t diagonal = row[0];
		row[0] = i;
		for (size_t j = 1; j <= lb; j++) {
			size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
			size_t shorter = min_u64(row[j], row[j - 1]) + 1;
			diagonal = row[j];
			row[j] = min_u64(replaced, shorter);
		}
	}
	return row[lb];
}

const char *param_nearest(const struct param *const *tables, const char *name)
{
	const char *nearest = NULL;
	size_t best = strlen(name) / 3 + 2; /* a short word may be off by one, a long one by more */

	for (; *tables; tables++) {
		for (const struct param *p = *tables; p->type != PARAM_END; p++) {
			size_t d = edit_distance(name, p->name);
			bool begins =
				strlen(name) >= 2 && strncmp(p->name, name, strlen(name)) == 0;
			if (begins)
				d = 1;
			if (d < best && d < strlen(p->name)) {
				best = d;
				nearest = p->name;
			}
		}
	}
	return nearest;
}

/* A number in the spelling of its own kind, for messages and canonical texts. */
static char *exact_number(const struct param *p, struct arena *arena, uint64_t value)
{
	if (p->zero && value == 0)
		return arena_strdup(arena, p->zero);
	switch (p->type) {
	case PARAM_SIZE:
		return units_exact_size(arena, value);
	case PARAM_TIME:
		return units_exact_time(arena, value);
	case PARAM_COUNT:
	case PARAM_END:
	case PARAM_PERCENT:
	case PARAM_REAL:
	case PARAM_BOOL:
	case PARAM_CHOICE:
	case PARAM_TEXT:
	case PARAM_LIST:
		break;
	}
	return arena_printf(arena, "%" PRIu64, value);
}

static int set_number(const struct param *p, struct arena *arena, uint64_t *field,
	const char *value, struct error *err)
{
	uint64_t number = 0;
	if (p->zero && strcmp(value, p->zero) == 0) {
		*field = 0;
		return 0;
	}
	int ret = p->type == PARAM_SIZE   ? units_parse_size(value, &number, err)
		  : p->type == PARAM_TIME ? units_parse_time(value, &number, err)
					  : units_parse_count(value, &number, err);

	if (ret < 0)
		return fail_in(err, ret, "%s", p->name);
	if (number < p->min)
		return fail(err, ERANGE, "%s: %s is below the least, %s", p->name, value,
			exact_number(p, arena, p->min));
	if (p->max && number > p->max)
		return fail(err, ERANGE, "%s: %s is above the most, %s", p->name, value,
			exact_number(p, arena, p->max));
	*field = number;
	return 0;
}

static int set_real(const struct param *p, double *field, const char *value, struct error *err)
{
	double number = 0;
	double shown = p->type == PARAM_PERCENT ? 100 : 1;
	const char *sign = p->type == PARAM_PERCENT ? "%" : "";
	int ret = p->type == PARAM_PERCENT ? units_parse_percent(value, &number, err)
					   : units_parse_real(value, &number, err);

	if (ret < 0)
		return fail_in(err, ret, "%s", p->name);
	bool limited = p->least < p->most;
	if (limited && number < p->least)
		return fail(err, ERANGE, "%s: %s is below the least, %g%s", p->name, value,
			shown * p->least, sign);
	if (limited && number > p->most)
		return fail(err, ERANGE, "%s: %s is above the most, %g%s", p->name, value,
			shown * p->most, sign);
	*field = number;
	return 0;
}

static char *join_choices(const struct param *p, struct arena *arena, const char *between)
{
	char *all = arena_strdup(arena, "");

	for (const char *const *c = p->choices; *c; c++)
		all = arena_printf(arena, "%s%s%s", all, *all ? between : "", *c);
	return all;
}

static int set_choice(const struct param *p, struct arena *arena, int *field, const char *value,
	struct error *err)
{
	for (int i = 0; p->choices[i]; i++) {
		if (strcmp(p->choices[i], value) == 0) {
			*field = i;
			return 0;
		}
	}
	return fail(err, EINVAL, "%s: '%s' is none of %s", p->name, value,
		join_choices(p, arena, ", "));
}

static int set_bool(const struct param *p, bool *field, const char *value, struct error *err)
{
	if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0)
		return fail(err, EINVAL, "%s: '%s' is neither yes nor no", p->name, value);
	*field = value[0] == 'y';
	return 0;
}

static int set_any(const struct param *p, struct arena *arena, void *owner, const char *value,
	struct error *err)
{
	void *field = (char *)owner + p->offset;

	switch (p->type) {
	case PARAM_COUNT:
	case PARAM_SIZE:
	case PARAM_TIME:
		return set_number(p, arena, field, value, err);
	case PARAM_PERCENT:
	case PARAM_REAL:
		return set_real(p, field, value, err);
	case PARAM_BOOL:
		return set_bool(p, field, value, err);
	case PARAM_CHOICE:
		return set_choice(p, arena, field, value, err);
	case PARAM_TEXT:
		*(const char **)field = arena_strdup(arena, value);
		return 0;
	case PARAM_LIST: {
		struct param_list *list = field;
		*ARENA_PUSH(arena, list->items, list->count) = arena_strdup(arena, value);
		return 0;
	}
	case PARAM_END:
		break;
	}
	return fail(err, EINVAL, "%s: a table's end has no value", p->name);
}

int param_defaults(const struct param *table, struct arena *arena, void *owner, struct error *err)
{
	for (const struct param *p = table; p->type != PARAM_END; p++) {
		int ret = p->fallback ? set_any(p, arena, owner, p->fallback, err) : 0;
		if (ret < 0)
			return ret;
	}
	return 0;
}

int param_set_one(const struct param *p, struct arena *arena, void *owner, const char *value,
	struct error *err)
{
	if (p->not_empty && *value == '\0')
		return fail(err, EINVAL, "%s: empty", p->name);
	return set_any(p, arena, owner, value, err);
}

static char *names_of(const struct param *table, struct arena *arena)
{
	char *names = arena_strdup(arena, "");

	for (const struct param *p = table; p->type != PARAM_END; p++)
		names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "", p->name);
	return names;
}

int param_set(const struct param *table, struct arena *arena, void *owner, const char *name,
	const char *value, struct error *err)
{
	const struct param *p = param_find(table, name);

	if (p)
		return param_set_one(p, arena, owner, value, err);
	const char *nearest = param_nearest((const struct param *const[]){ table, NULL }, name);
	if (nearest)
		return fail(err, ENOENT, "no parameter named '%s'; the nearest is '%s'", name,
			nearest);
	return fail(err, ENOENT, "no parameter named '%s'; there are %s", name,
		names_of(table, arena));
}

/* As few digits as give the same number back. */
static char *shortest_real(struct arena *arena, double value)
{
	char *text = arena_printf(arena, "%.15g", value);

	return strtod(text, NULL) == value ? text : arena_printf(arena, "%.17g", value);
}

char *param_canonical(const struct param *p, struct arena *arena, const void *owner)
{
	const void *field = (const char *)owner + p->offset;

	switch (p->type) {
	case PARAM_COUNT:
	case PARAM_SIZE:
	case PARAM_TIME:
		return exact_number(p, arena, *(const uint64_t *)field);
	case PARAM_PERCENT:
		return arena_printf(arena, "%.15g%%", 100 * *(const double *)field);
	case PARAM_REAL:
		return shortest_real(arena, *(const double *)field);
	case PARAM_BOOL:
		return arena_strdup(arena, *(const bool *)field ? "yes" : "no");
	case PARAM_CHOICE:
		return arena_strdup(arena, p->choices[*(const int *)field]);
	case PARAM_TEXT: {
		const char *text = *(const char *const *)field;
		return arena_strdup(arena, text ? text : "");
	}
	case PARAM_LIST: {
		const struct param_list *list = field;
		char *all = arena_strdup(arena, "");
		for (size_t i = 0; i < list->count; i++)
			all = arena_printf(arena, "%s%s%s", all, i ? ", " : "", list->items[i]);
		return all;
	}
	case PARAM_END:
		break;
	}
	return arena_strdup(arena, "");
}

char *param_value_word(const struct param *p, struct arena *arena)
{
	static const char *const words[] = {
		[PARAM_COUNT] = "COUNT",
		[PARAM_SIZE] = "SIZE",
		[PARAM_TIME] = "TIME",
		[PARAM_PERCENT] = "PERCENT",
		[PARAM_REAL] = "NUMBER",
		[PARAM_BOOL] = "yes|no",
		[PARAM_TEXT] = "TEXT",
		[PARAM_LIST] = "TEXT",
	};

	if (p->value)
		return arena_strdup(arena, p->value);
	if (p->type == PARAM_CHOICE)
		return join_choices(p, arena, "|");
	if (p->zero)
		return arena_printf(arena, "%s|%s", words[p->type], p->zero);
	return arena_strdup(arena, words[p->type]);
}

char *param_limits(const struct param *p, struct arena *arena)
{
	char *limits = arena_strdup(arena, "");

	if (p->max)
		limits = arena_printf(arena, "%s to %s", exact_number(p, arena, p->min),
			exact_number(p, arena, p->max));
	else if (p->min)
		limits = arena_printf(arena, "at least %s", exact_number(p, arena, p->min));
	if (p->least < p->most)
		limits =
			p->type == PARAM_PERCENT
				? arena_printf(arena, "%g%% to %g%%", 100 * p->least, 100 * p->most)
				: arena_printf(arena, "%g to %g", p->least, p->most);
	if (p->fallback && *p->fallback)
		limits = arena_printf(arena, "%s%sdefault %s", limits, *limits ? ", " : "",
			p->fallback);
	return limits;
}

char *param_words(const struct param *p, struct arena *arena)
{
	char *limits = param_limits(p, arena);

	return *limits ? arena_printf(arena, "%s (%s)", p->help, limits)
		       : arena_strdup(arena, p->help);
}
