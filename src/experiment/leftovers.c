// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/leftovers.h"

#include "core/log.h"

#include <errno.h>
#include <string.h>

/* What was left as it is in the beginning still is: that is said once. */
static void say_undone(void *context, const char *line)
{
	struct runner *r = context;

	for (size_t i = 0; i < r->said.count; i++) {
		if (strcmp(r->said.items[i], line) == 0)
			return;
	}
	*ARENA_PUSH(r->arena, r->said.items, r->said.count) = arena_strdup(r->arena, line);
	log_info("%s", line);
}

const char *leftovers_undo(struct runner *r)
{
	struct error err;
	uint64_t undone = 0;

	if (journal_clean(r->journal_dir, say_undone, r, &undone, &err) == 0)
		return "";
	return arena_strdup(r->arena, err.text);
}

void leftovers_look(struct runner *r)
{
	r->stuck = leftovers_undo(r);
	if (*r->stuck)
		log_warning("%s: %s; `bakeoff clean` tries again, with --forget=JOURNAL it gives "
			    "up",
			r->journal_dir, r->stuck);
}

int leftovers_check(struct runner *r, int ret, struct error *err)
{
	const char *stuck = leftovers_undo(r);

	if (strcmp(stuck, r->stuck) == 0 || !*stuck)
		return ret;
	if (ret < 0) {
		log_error("not undone: %s", stuck);
		return ret;
	}
	return fail(err, EBUSY, "not undone: %s; `bakeoff clean` tries again", stuck);
}
