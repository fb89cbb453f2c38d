// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "store/store.h"

/*
 * `bakeoff show ID/RUN`: everything known of one run: facts, phases, the kinds of operation with
 * their latencies, values, what was observed of the machine in each phase (verbose: every number of
 * it), logs, and which series there are. experiment names its variant and cell. -EINVAL for facts
 * or a histogram that cannot be read, -ENOMEM.
 */
int show_run_text(const struct stored_experiment *experiment, uint64_t id,
	const struct run_record *run, bool verbose, struct text *out, struct error *err) MUST_CHECK;

/*
 * `bakeoff show ID`: what the experiment is, its variants and in which facts they are not alike,
 * then its runs in the order in which they were started, each with the cell's first primary metric.
 * The warm-up's runs are marked discarded; a run whose round was repeated has no value here, nor
 * has one that is not ok. results: of the same experiment. -EINVAL for facts that cannot be read,
 * -ENOMEM.
 */
int show_experiment_text(const struct stored_experiment *experiment, const struct stored_run *runs,
	size_t run_count, const struct results *results, struct text *out,
	struct error *err) MUST_CHECK;
