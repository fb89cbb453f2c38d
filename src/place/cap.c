// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/file.h"
#include "place/place.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

/* How the two generations of cgroups spell the same things. */
struct hierarchy {
	const char *version, *limit_file;
	char root[512];
};

static bool has_word(const char *words, const char *word)
{
	size_t length = strlen(word);

	for (const char *p = words; (p = strstr(p, word)); p += length) {
		bool begins = p == words || p[-1] == ',' || p[-1] == ' ';
		bool ends = p[length] == '\0' || p[length] == ',' || p[length] == ' ' ||
			    p[length] == '\n';
		if (begins && ends)
			return true;
	}
	return false;
}

/* The mount that has the memory controller, by /proc/self/mounts (root type options). */
static int find_memory(struct hierarchy *h, struct error *err)
{
	AUTO_FCLOSE FILE *f = fopen("/proc/self/mounts", "re");
	char line[4096], path[600], controllers[1024];
	char source[256], root[512], type[64], options[1024];
	bool disabled = false;

	if (!f)
		return fail_errno(err, "open /proc/self/mounts");
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%255s %511s %63s %1023s", source, root, type, options) != 4)
			continue;
		if (strcmp(type, "cgroup") == 0 && has_word(options, "memory")) {
			*h = (struct hierarchy){ .version = "v1",
				.limit_file = "memory.limit_in_bytes" };
			memcpy(h->root, root, sizeof(root));
			return 0;
		}
		(void)snprintf(path, sizeof(path), "%s/cgroup.subtree_control", root);
		if (strcmp(type, "cgroup2") != 0 ||
			io_read_small(path, controllers, sizeof(controllers), NULL, err) < 0)
			continue;
		if (has_word(controllers, "memory")) {
			*h = (struct hierarchy){ .version = "v2", .limit_file = "memory.max" };
			memcpy(h->root, root, sizeof(root));
			return 0;
		}
		(void)snprintf(path, sizeof(path), "%s/cgroup.controllers", root);
		if (io_read_small(path, controllers, sizeof(controllers), NULL, err) == 0)
			disabled |= has_word(controllers, "memory");
	}
	if (disabled)
		return fail(err, ENOTSUP,
			"memory: the memory controller is off below the root of cgroup v2: echo "
			"+memory > cgroup.subtree_control there turns it on");
	return fail(err, ENOTSUP, "memory: no cgroup hierarchy here has the memory controller");
}

int place_cap(struct journal *journal, struct arena *arena, uint64_t bytes, const char *name,
	const char **procs, const char **version, uint64_t *change, struct error *err)
{
	struct hierarchy h;
	char value[24];
	int ret = find_memory(&h, err);

	if (ret < 0)
		return ret;
	const char *path = arena_printf(arena, "%s/%s", h.root, name);
	ret = journal_intend(journal, &(struct change){ .kind = CHANGE_CGROUP, .path = path },
		change, err);
	if (ret < 0)
		return ret;
	if (mkdir(path, 0755) < 0)
		return fail_errno(err, "memory: make cgroup %s", path);
	ret = journal_made(journal, *change, err);
	if (ret < 0)
		return ret;
	(void)snprintf(value, sizeof(value), "%" PRIu64, bytes);
	ret = io_write_small(arena_printf(arena, "%s/%s", path, h.limit_file), value, err);
	if (ret < 0)
		return fail_in(err, ret, "memory");
	*procs = arena_printf(arena, "%s/cgroup.procs", path);
	*version = h.version;
	return 0;
}
