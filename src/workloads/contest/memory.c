// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/contest/memory.h"

#include "core/auto.h"
#include "io/file.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>

/* One generation of cgroups: how the line in /proc/self/cgroup and the files are called. */
static const struct generation {
	const char *type, *option; /* of the mount; option "" for any */
	const char *controller;    /* in /proc/self/cgroup */
	const char *limit, *usage;
} generations[] = {
	{ "cgroup2", "", "", "memory.max", "memory.current" },
	{ "cgroup", "memory", "memory", "memory.limit_in_bytes", "memory.usage_in_bytes" },
};

static bool has_word(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (const char *p = list; length > 0 && (p = strstr(p, word)); p += length) {
		if ((p == list || p[-1] == ',') && (p[length] == ',' || p[length] == '\0'))
			return true;
	}
	return length == 0;
}

static bool find_mount(const struct generation *g, char *root, size_t room)
{
	AUTO_FCLOSE FILE *f = fopen("/proc/self/mounts", "re");
	char line[4096], where[512], type[64], options[1024];

	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%*s %511s %63s %1023s", where, type, options) == 3 &&
			strcmp(type, g->type) == 0 && has_word(options, g->option)) {
			(void)snprintf(root, room, "%s", where);
			return true;
		}
	}
	return false;
}

/* "4:memory:/group", "0::/group" */
static bool find_group(const struct generation *g, char *group, size_t room)
{
	AUTO_FCLOSE FILE *f = fopen("/proc/self/cgroup", "re");
	char line[4096];

	while (f && fgets(line, sizeof(line), f)) {
		char *list = strchr(line, ':');
		char *path = list ? strchr(list + 1, ':') : NULL;
		if (!path)
			continue;
		*path++ = '\0';
		path[strcspn(path, "\n")] = '\0';
		bool found = *g->controller ? has_word(list + 1, g->controller) : list[1] == '\0';
		if (!found)
			continue;
		(void)snprintf(group, room, "%s", path);
		return true;
	}
	return false;
}

/* "max" and what is not there are no number. */
static bool read_number(const char *root, const char *group, const char *name, uint64_t *value)
{
	char path[PATH_MAX], text[64];
	struct error err;
	char *end;

	(void)snprintf(path, sizeof(path), "%s%s/%s", root, group, name);
	if (io_read_small(path, text, sizeof(text), NULL, &err) < 0)
		return false;
	errno = 0;
	*value = strtoull(text, &end, 10);
	return errno == 0 && end != text;
}

/* The least of all limits from this group up to the root of the hierarchy. */
static void look_at_caps(const struct generation *g, struct memory *m)
{
	char root[512], group[2048];

	if (!find_mount(g, root, sizeof(root)) || !find_group(g, group, sizeof(group)))
		return;
	for (;;) {
		uint64_t limit, used;
		char *slash = strrchr(group, '/');
		if (read_number(root, group, g->limit, &limit) && limit < m->bytes) {
			m->bytes = limit;
			m->capped = true;
		}
		if (m->capped && read_number(root, group, g->limit, &limit) &&
			read_number(root, group, g->usage, &used))
			m->available = min_u64(m->available, limit > used ? limit - used : 0);
		if (!slash)
			return;
		*slash = '\0';
	}
}

/* "MemTotal:       24683108 kB" */
static void read_line(const char *line, struct memory *m)
{
	const struct {
		const char *key;
		uint64_t *bytes;
	} fields[] = {
		{ "MemTotal:", &m->bytes },
		{ "MemAvailable:", &m->available },
		{ "SwapFree:", &m->swap },
	};

	for (size_t i = 0; i < COUNT_OF(fields); i++) {
		size_t length = strlen(fields[i].key);
		if (strncmp(line, fields[i].key, length) == 0)
			*fields[i].bytes = strtoull(line + length, NULL, 10) * KIB;
	}
}

int memory_look(struct memory *memory, struct error *err)
{
	AUTO_FCLOSE FILE *f = fopen("/proc/meminfo", "re");
	struct memory m = { 0 };
	char line[256];

	if (!f)
		return fail_errno(err, "open /proc/meminfo");
	while (fgets(line, sizeof(line), f))
		read_line(line, &m);
	if (m.bytes == 0)
		return fail(err, ENODATA, "/proc/meminfo: no MemTotal");
	for (size_t i = 0; i < COUNT_OF(generations); i++)
		look_at_caps(&generations[i], &m);
	*memory = m;
	return 0;
}
