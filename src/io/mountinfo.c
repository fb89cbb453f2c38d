// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/mountinfo.h"

#include "core/auto.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

char *mountinfo_unescape(char *text)
{
	char *to = text;

	for (const char *from = text; *from; to++) {
		bool escaped = from[0] == '\\' && strspn(from + 1, "01234567") >= 3;
		*to = escaped ? (char)((from[1] - '0') << 6 | (from[2] - '0') << 3 |
					(from[3] - '0'))
			      : *from;
		from += escaped ? 4 : 1;
	}
	*to = '\0';
	return text;
}

/* The next word, NULL at the end of the line. */
static char *word(char **rest)
{
	char *w = strsep(rest, " \n");

	return w && *w ? w : NULL;
}

struct line {
	unsigned long id, parent;
	struct mount_point mount;
};

/* The words of a line: ID PARENT MAJOR:MINOR ROOT POINT OPTIONS [TAG...] - FS SOURCE OPTIONS */
static bool read_line(char *text, struct line *line)
{
	enum { FIRST = 6, LAST = 3 };
	char *first[FIRST], *last[LAST], *tag, *rest = text;

	for (int i = 0; i < FIRST; i++) {
		if (!(first[i] = word(&rest)))
			return false;
	}
	while ((tag = word(&rest)) && strcmp(tag, "-") != 0)
		;
	for (int i = 0; i < LAST; i++) {
		/* a source may be empty */
		if (!rest || !(last[i] = strsep(&rest, " \n")))
			return false;
	}
	char *minor_number = strchr(first[2], ':');
	if (!minor_number)
		return false;
	line->id = strtoul(first[0], NULL, 10);
	line->parent = strtoul(first[1], NULL, 10);
	line->mount = (struct mount_point){
		.device = makedev(strtoul(first[2], NULL, 10), strtoul(minor_number + 1, NULL, 10)),
		.root = mountinfo_unescape(first[3]),
		.point = mountinfo_unescape(first[4]),
		.options = mountinfo_unescape(first[5]),
		.fs = mountinfo_unescape(last[0]),
		.source = mountinfo_unescape(last[1]),
		.fs_options = mountinfo_unescape(last[2]),
	};
	return true;
}

static bool is_below(const char *path, const char *point)
{
	size_t length = strlen(point);

	if (strcmp(point, "/") == 0)
		return *path == '/';
	return strncmp(path, point, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

static int read_lines(const char *name, struct arena *arena, struct line **lines, size_t *count,
	struct error *err)
{
	AUTO_FREE char *text = NULL;
	size_t room = 0;
	AUTO_FCLOSE FILE *file = fopen(name, "re");

	if (!file)
		return fail_errno(err, "open %s", name);
	while (getline(&text, &room, file) > 0) {
		struct line *line = ARENA_PUSH(arena, *lines, *count);
		if (!read_line(arena_strdup(arena, text), line))
			return fail(err, EINVAL, "%s: line %zu cannot be read", name, *count);
	}
	return 0;
}

static const struct line *find_root(const struct line *lines, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		bool has_parent = false;
		for (size_t k = 0; k < count; k++)
			has_parent |= k != i && lines[k].id == lines[i].parent;
		if (!has_parent && strcmp(lines[i].mount.point, "/") == 0)
			return &lines[i];
	}
	return NULL;
}

/* What is met first on the way down from a mount: a shorter path hides what lies below it. */
static const struct line *find_next(const struct line *lines, size_t count, const struct line *from,
	const char *path)
{
	const struct line *next = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct line *line = &lines[i];
		if (line != from && line->parent == from->id && is_below(path, line->mount.point) &&
			(!next || strlen(line->mount.point) < strlen(next->mount.point)))
			next = line;
	}
	return next;
}

int mountinfo_find(const char *root, const char *path, struct arena *arena,
	struct mount_point *mount, struct error *err)
{
	char name[PATH_MAX];
	struct line *lines = NULL;
	size_t count = 0;

	(void)snprintf(name, sizeof(name), "%s/proc/self/mountinfo", root);
	int ret = read_lines(name, arena, &lines, &count, err);
	if (ret < 0)
		return ret;
	const struct line *at = find_root(lines, count);
	if (!at || *path != '/')
		return fail(err, ENOENT, "%s has no mount that %s is on", name, path);
	/* as many steps as there are mounts, for a table that goes round in circles */
	for (size_t i = 0; i < count; i++) {
		const struct line *next = find_next(lines, count, at, path);
		if (!next)
			break;
		at = next;
	}
	*mount = at->mount;
	return 0;
}
