// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"

#include "store/database.h"
#include "store/insert.h"

#include <string.h>

static int add_whole(struct store *store, const struct stored_whole *whole, uint64_t *id,
	struct error *err)
{
	struct stored_experiment head = whole->head;

	/* whoever ran it is not here to go on */
	if (strcmp(head.state, "running") == 0) {
		head.state = "interrupted";
		head.state_reason = "it was running when it was exported";
	}
	int ret = insert_design(store, &head, &whole->design, id, err);
	for (size_t i = 0; ret == 0 && i < whole->run_count; i++) {
		uint64_t run;
		ret = insert_run(store, *id, &whole->runs[i], &run, err);
		if (ret < 0)
			ret = fail_in(err, ret, "run %zu", i + 1);
	}
	return ret < 0 ? fail_in(err, ret, "store experiment %s", head.name) : 0;
}

int store_restore(struct store *store, const struct stored_whole *wholes, size_t count,
	uint64_t *ids, struct error *err)
{
	int ret = sql_begin_write(store, err);

	if (ret < 0)
		return ret;
	for (size_t i = 0; ret == 0 && i < count; i++)
		ret = add_whole(store, &wholes[i], &ids[i], err);
	return sql_end(store, ret, err);
}
