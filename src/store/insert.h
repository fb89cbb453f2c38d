// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/store.h"

/* What is added inside of somebody's transaction. */
int insert_experiment(struct store *store, const struct plan *plan, uint64_t *id,
	struct error *err) MUST_CHECK;
/* The same from what the tables hold, with its variants, cells and, where there are any, metrics.
 */
int insert_design(struct store *store, const struct stored_experiment *head,
	const struct stored_design *design, uint64_t *id, struct error *err) MUST_CHECK;
/* The texts that an experiment was imported from, and what is to be said of them. */
int insert_texts(struct store *store, uint64_t experiment, const struct import_text *texts,
	size_t text_count, const struct import_note *notes, size_t note_count,
	struct error *err) MUST_CHECK;
/* One run with everything that belongs to it; -EINVAL as store_add_run(). */
int insert_run(struct store *store, uint64_t experiment, const struct run_record *run, uint64_t *id,
	struct error *err) MUST_CHECK;
