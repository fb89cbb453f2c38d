// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "store/store.h"

/*
 * `bakeoff show ID/RUN`: everything known of one run: facts, phases, the kinds of operation with
 * their latencies, values, logs, and which series there are. experiment names its variant and cell.
 * -EINVAL for facts or a histogram that cannot be read, -ENOMEM.
 */
int show_run_text(const struct stored_experiment *experiment, uint64_t id,
	const struct run_record *run, struct text *out, struct error *err) MUST_CHECK;
