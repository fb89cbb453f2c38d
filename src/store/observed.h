// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/record.h"
#include "store/database.h"

/* What was observed in a run, into the tables `counters` and `series`, and back. */

/* The phases and the run are in the database already. */
int observed_add(struct store *store, uint64_t run, const struct run_record *record,
	struct error *err) MUST_CHECK;
/* Into a record that has its phases. */
int observed_read(struct store *store, uint64_t run, struct arena *arena, struct run_record *record,
	struct error *err) MUST_CHECK;
