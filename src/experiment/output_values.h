// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/record.h"
#include "model/spec.h"

/*
 * Reads what the clients of a run have printed with the importer that its workload names, and adds
 * what it finds to the run's values: phase, metric and unit as identity_of_row() has them, several
 * samples of a thing as their mean, several clients' rates as their sum and other numbers as their
 * mean. What tells two results of one name apart (bs=4k) is added to the phase.
 *
 * An ok run is failed afterwards, with the reason, where a tool says that it failed, did not run
 * or was cut, where nothing was read, and where a primary metric has no value. What the importer
 * warns of, and what was too fast to measure, is in the run's log.
 *
 * primary: of the plan, "phase_metric". Texts are in the arena. -errno only where the spec's own
 * parameters are wrong.
 */
int output_values_add(const struct run_spec *spec, const char *const *primary, size_t primary_count,
	struct arena *arena, struct run_record *run, struct error *err) MUST_CHECK;
