// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/ini.h"

#include <errno.h>
#include <string.h>

/* What all files of a plan together have taken so far. */
struct taken {
	unsigned files, lines;
};

struct reader {
	struct taken *taken;
	const struct ini_world *world;
	struct arena *arena;
	struct plan_lines *lines;
	const char *file, *kind, *section;
	unsigned line, depth;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       strchr("_-.+", c) != NULL;
}

/* A copy of [from, to) without blanks at its ends. */
static char *trimmed(struct arena *arena, const char *from, const char *to)
{
	while (from < to && is_blank(*from))
		from++;
	while (to > from && is_blank(to[-1]))
		to--;
	return arena_strndup(arena, from, (size_t)(to - from));
}

static int expand(const struct reader *r, const char *value, const char **expanded,
	struct error *err)
{
	char *out = arena_strdup(r->arena, "");

	for (const char *p = value; *p;) {
		const char *open = strstr(p, "${");
		const char *close = open ? strchr(open, '}') : NULL;
		if (!open) {
			out = arena_printf(r->arena, "%s%s", out, p);
			break;
		}
		if (!close)
			return fail(err, EINVAL, "%s:%u: '${' without its '}'", r->file, r->line);
		char *name = arena_strndup(r->arena, open + 2, (size_t)(close - open - 2));
		const char *found = *name ? r->world->variable(r->world->context, name) : NULL;
		if (!found)
			return fail(err, EINVAL, "%s:%u: ${%s} is not set in the environment",
				r->file, r->line, name);
		out = arena_printf(r->arena, "%s%.*s%s", out, (int)(open - p), p, found);
		if (strlen(out) > INI_MAX_BYTES)
			return fail(err, E2BIG, "%s:%u: a value of more than %d bytes", r->file,
				r->line, INI_MAX_BYTES);
		p = close + 1;
	}
	*expanded = out;
	return 0;
}

static void add(const struct reader *r, const char *key, const char *value)
{
	*ARENA_PUSH(r->arena, r->lines->items, r->lines->count) = (struct plan_line){
		.kind = r->kind,
		.section = r->section,
		.key = key,
		.value = value,
		.file = r->file,
		.line = r->line,
	};
}

/* Kinds of sections, and whether they have a name. */
static const struct {
	const char *kind;
	bool named;
} kinds[] = {
	{ "experiment", false },
	{ "global", false },
	{ "variant", true },
	{ "workload", true },
};

static int open_section(struct reader *r, const char *from, const char *to, struct error *err)
{
	char *text = trimmed(r->arena, from, to);
	size_t length = strcspn(text, " \t");
	char *kind = arena_strndup(r->arena, text, length);
	char *name = trimmed(r->arena, text + length, text + strlen(text));

	for (const char *p = name; *p; p++) {
		if (!is_name(*p))
			return fail(err, EINVAL,
				"%s:%u: [%s]: a name is made of letters, digits and _-.+", r->file,
				r->line, text);
	}
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		if (strcmp(kinds[i].kind, kind) != 0)
			continue;
		if (kinds[i].named != (*name != '\0'))
			return fail(err, EINVAL, "%s:%u: [%s]: %s", r->file, r->line, text,
				kinds[i].named ? "a name is expected after the kind"
					       : "no name is expected");
		r->kind = kind;
		r->section = name;
		add(r, NULL, NULL);
		return 0;
	}
	return fail(err, EINVAL,
		"%s:%u: [%s]: [experiment], [global], [variant NAME] or [workload NAME] is "
		"expected",
		r->file, r->line, text);
}

static int parse_text(struct reader *r, const char *text, size_t length, struct error *err);

/* A path that is not absolute is looked for beside the file that includes it. */
static int include(struct reader *r, const char *name, struct error *err)
{
	const char *slash = strrchr(r->file, '/'), *path = name, *text;
	size_t length;

	if (!*name)
		return fail(err, EINVAL, "%s:%u: include: the name of a file is expected", r->file,
			r->line);
	if (r->depth + 1 >= INI_MAX_DEPTH)
		return fail(err, ELOOP, "%s:%u: include: deeper than %d files", r->file, r->line,
			INI_MAX_DEPTH);
	if (++r->taken->files > INI_MAX_FILES)
		return fail(err, E2BIG, "%s:%u: include: more than %d files", r->file, r->line,
			INI_MAX_FILES);
	if (*name != '/' && slash)
		path = arena_printf(r->arena, "%.*s/%s", (int)(slash - r->file), r->file, name);
	int ret = r->world->read(r->world->context, r->arena, path, &text, &length, err);
	if (ret < 0)
		return fail_in(err, ret, "%s:%u: include", r->file, r->line);
	struct reader inner = *r;
	inner.file = path;
	inner.line = 0;
	inner.depth++;
	ret = parse_text(&inner, text, length, err);
	r->kind = inner.kind; /* an included file may open the section that goes on after it */
	r->section = inner.section;
	return ret;
}

static int parse_line(struct reader *r, const char *from, const char *to, struct error *err)
{
	while (from < to && is_blank(*from))
		from++;
	while (to > from && is_blank(to[-1]))
		to--;
	if (from == to || *from == '#' || *from == ';')
		return 0;
	if (memchr(from, '\0', (size_t)(to - from)))
		return fail(err, EINVAL, "%s:%u: a zero byte: this is no text", r->file, r->line);
	if (*from == '[') {
		if (to[-1] != ']')
			return fail(err, EINVAL,
				"%s:%u: '[' without its ']' at the end of the line", r->file,
				r->line);
		return open_section(r, from + 1, to - 1, err);
	}
	const char *equals = memchr(from, '=', (size_t)(to - from));
	if (to - from > 8 && strncmp(from, "include", 7) == 0 && is_blank(from[7]) &&
		!(equals && trimmed(r->arena, from, equals)[7] == '\0'))
		return include(r, trimmed(r->arena, from + 8, to), err);
	if (!equals)
		return fail(err, EINVAL, "%s:%u: '%.40s': key = value is expected", r->file,
			r->line, arena_strndup(r->arena, from, (size_t)(to - from)));
	char *key = trimmed(r->arena, from, equals);
	for (const char *p = key; *p; p++) {
		if (!is_name(*p))
			return fail(err, EINVAL, "%s:%u: '%.40s' is no key", r->file, r->line, key);
	}
	if (!*key)
		return fail(err, EINVAL, "%s:%u: a key is expected before '='", r->file, r->line);
	if (!r->kind)
		return fail(err, EINVAL, "%s:%u: %s: before the first section", r->file, r->line,
			key);
	const char *value = NULL;
	int ret = expand(r, trimmed(r->arena, equals + 1, to), &value, err);
	if (ret == 0)
		add(r, key, value);
	return ret;
}

static int parse_text(struct reader *r, const char *text, size_t length, struct error *err)
{
	const char *end = text + length;

	if (length > INI_MAX_BYTES)
		return fail(err, E2BIG, "%s: a plan of more than %d bytes", r->file, INI_MAX_BYTES);
	if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
		text += 3; /* the byte order mark of some editors */
	for (const char *p = text; p < end;) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		r->line++;
		if (++r->taken->lines > INI_MAX_LINES)
			return fail(err, E2BIG, "%s:%u: more than %d lines", r->file, r->line,
				INI_MAX_LINES);
		int ret = parse_line(r, p, newline ? newline : end, err);
		if (ret < 0)
			return ret;
		p = newline ? newline + 1 : end;
	}
	return 0;
}

int ini_parse(const char *text, size_t length, const char *file, const struct ini_world *world,
	struct arena *arena, struct plan_lines *lines, struct error *err)
{
	struct taken taken = { .files = 1 };
	struct reader r = { .taken = &taken,
		.world = world,
		.arena = arena,
		.lines = lines,
		.file = file };

	return parse_text(&r, text, length, err);
}
