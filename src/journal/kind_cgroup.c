// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/file.h"
#include "journal/kind.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>

/* Kills every process that is in the cgroup now; *left is whether there was one. */
static int kill_members(const char *cgroup, bool *left, struct error *err)
{
	char path[PATH_MAX];
	char line[32];

	(void)snprintf(path, sizeof(path), "%s/cgroup.procs", cgroup);
	AUTO_FCLOSE FILE *members = fopen(path, "re");
	if (!members)
		return fail_errno(err, "open %s", path);
	*left = false;
	while (fgets(line, sizeof(line), members)) {
		long pid = strtol(line, NULL, 10);
		/* 0 stands for a process of a namespace that cannot be seen from here */
		if (pid <= 1 || pid == (long)getpid())
			continue;
		*left = true;
		if (kill((pid_t)pid, SIGKILL) < 0 && errno != ESRCH)
			return fail_errno(err, "kill process %ld of %s", pid, cgroup);
	}
	return 0;
}

static int undo_cgroup(const struct entry *entry, enum undo_result *result, struct error *err)
{
	const char *path = entry->change.path;
	struct identity present;
	int ret = identity_of_path(path, &present, err);

	if (ret == -ENOENT) {
		*result = UNDO_GONE;
		return 0;
	}
	if (ret < 0)
		return ret;
	if (!identity_is_ours(entry, &present)) {
		*result = UNDO_FOREIGN;
		return 0;
	}
	for (int waited = 0; waited < KIND_PATIENCE_MS; waited += KIND_PAUSE_MS) {
		bool left = true;
		ret = kill_members(path, &left, err);
		if (ret < 0)
			return ret;
		if (!left && (rmdir(path) == 0 || errno == ENOENT)) {
			*result = UNDO_DONE;
			return 0;
		}
		kind_pause();
	}
	return fail(err, EBUSY, "cgroup %s still has processes in it after %d ms", path,
		KIND_PATIENCE_MS);
}

const struct kind cgroup_kind = {
	.name = "cgroup",
	.before = identity_must_be_new,
	.after = identity_of_made,
	.undo = undo_cgroup,
};
