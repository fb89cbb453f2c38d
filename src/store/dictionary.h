// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/record.h"
#include "store/database.h"

/* What is observed anywhere, once: the table `observed`. Blobs have only the ids. */
struct observed_name {
	uint64_t id;
	const char *metric, *instance, *unit;
	enum reading_kind reading;
};

/* Those that are known so far. Made as { 0 }. */
struct dictionary {
	struct arena *arena;
	struct observed_name *names;
	size_t count, next; /* next: they mostly come in the same order again */
};

/* The id of a name, which is added to the table where it is not in it. */
int dictionary_id(struct store *store, struct dictionary *d, const struct observed_name *name,
	uint64_t *id, struct error *err) MUST_CHECK;

/* Reads the whole table. */
int dictionary_read(struct store *store, struct dictionary *d, struct error *err) MUST_CHECK;
/* The name of an id, after dictionary_read(); NULL for one that is not in it. */
const struct observed_name *dictionary_name(const struct dictionary *d, uint64_t id);
