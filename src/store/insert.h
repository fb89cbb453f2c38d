// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/store.h"

/* What is added inside of somebody's transaction. */
int insert_experiment(struct store *store, const struct plan *plan, uint64_t *id,
	struct error *err) MUST_CHECK;
int insert_run(struct store *store, uint64_t experiment, const struct run_record *run, uint64_t *id,
	struct error *err) MUST_CHECK;
