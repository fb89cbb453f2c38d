// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/carried.h"

#include "core/printable.h"

#include <errno.h>
#include <string.h>

int carried_check(const char *what, const char *text, struct error *err)
{
	size_t length = strlen(text);
	int ret = printable_check(what, text, err);

	if (ret < 0)
		return ret;
	if (strstr(text, "${"))
		return fail(err, EINVAL, "%s: '${' stands for a variable, and cannot be kept",
			what);
	if (length > 0 && (text[0] == ' ' || text[length - 1] == ' '))
		return fail(err, EINVAL, "%s: a blank at its %s cannot be kept", what,
			text[0] == ' ' ? "start" : "end");
	return 0;
}

static bool is_key(const char *key)
{
	return *key && !key[strspn(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					"0123456789_-.+")];
}

static int check_line(const struct plan_line *line, struct error *err)
{
	if (!line->key)
		return 0;
	if (!is_key(line->key))
		return fail(err, EINVAL, "a key is made of letters, digits and _-.+");
	return carried_check(line->key, line->value, err);
}

int carried_check_lines(const struct plan_lines *lines, struct error *err)
{
	for (size_t i = 0; i < lines->count; i++) {
		const struct plan_line *line = &lines->items[i];
		int ret = check_line(line, err);
		if (ret < 0 && line->line)
			return fail_in(err, ret, "%s:%u", line->file, line->line);
		if (ret < 0)
			return fail_in(err, ret, "%s", line->file);
	}
	return 0;
}
