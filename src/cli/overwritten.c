// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/overwritten.h"

#include "core/json.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

static const char *identity_in(const char *facts, struct arena *arena)
{
	AUTO_JSON json_t *json = facts ? json_loads(facts, 0, NULL) : NULL;
	const char *text =
		json_string_value(json_object_get(json_object_get(json, "target"), "identity"));

	return text ? arena_strdup(arena, text) : "";
}

int overwritten_identities(struct session *session, const struct plan *plan, uint64_t experiment,
	struct arena *arena, const char ***identities, struct error *err)
{
	const char **list = NEW(arena, const char *, plan->variant_count + 1);
	struct stored_run *runs = NULL;
	size_t count = 0;
	int ret = 0;

	for (size_t i = 0; i < plan->variant_count; i++)
		list[i] = "";
	if (experiment)
		ret = store_get_runs(session->store, experiment, arena, &runs, &count, err);
	for (size_t i = 0; ret == 0 && i < count; i++) {
		struct run_record record = { 0 };
		uint64_t of;
		if (runs[i].variant >= plan->variant_count || *list[runs[i].variant])
			continue;
		enum target_kind kind = plan->variants[runs[i].variant].target.kind;
		if (kind != TARGET_DEVICE && kind != TARGET_IMAGE)
			continue;
		ret = store_get_run(session->store, runs[i].id, arena, &record, &of, err);
		if (ret == 0)
			list[runs[i].variant] = identity_in(record.facts, arena);
	}
	*identities = list;
	return ret;
}

int overwritten_refuse_database(const struct session *session, const struct plan *plan,
	struct error *err)
{
	static const char *const ends[] = { "", "-wal", "-shm", "-journal" };
	struct stat image, file;
	char path[PATH_MAX];

	for (size_t i = 0; i < plan->variant_count; i++) {
		const struct target_spec *t = &plan->variants[i].target;
		if (t->kind != TARGET_IMAGE || stat(t->path, &image) < 0)
			continue;
		for (size_t j = 0; j < COUNT_OF(ends); j++) {
			(void)snprintf(path, sizeof(path), "%s%s", session->db, ends[j]);
			if (stat(path, &file) == 0 && file.st_dev == image.st_dev &&
				file.st_ino == image.st_ino)
				return fail(err, EBUSY,
					"[variant %s]: image %s is the results database",
					plan->variants[i].name, t->path);
		}
	}
	return 0;
}
