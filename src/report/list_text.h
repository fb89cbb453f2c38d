// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "store/store.h"

/*
 * `bakeoff list`: a header line and one line for each experiment, as the store gives them
 * (newest first), the id first. -ENOMEM.
 */
int list_text(const struct stored_experiment *list, size_t count, struct text *out,
	struct error *err) MUST_CHECK;

/*
 * `bakeoff show ID`: what the experiment is, then its runs in the order in which they were started,
 * each with the cell's first primary metric. The warm-up's runs are marked discarded; a run whose
 * round was repeated has no value here, nor has one that is not ok. results: of the same
 * experiment. -ENOMEM.
 */
int show_experiment_text(const struct stored_experiment *experiment, const struct stored_run *runs,
	size_t run_count, const struct results *results, struct text *out,
	struct error *err) MUST_CHECK;
