// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan.h"

/* Texts and small JSON documents that are stored for a plan's parts. */

/* What a variant is, in one line: "xfs on loop:1G, mkfs -m reflink=0, mount noatime, memory 64M".
 */
const char *describe_variant(struct arena *arena, const struct variant *variant);

/*
 * The same with the driver that really served: "ext2 (ext4 driver) on loop:1G". fs is the variant's
 * own; facts a run's JSON, of which {"target": {"served": TEXT}} is used, if it is there.
 */
const char *describe_served(struct arena *arena, const char *summary, const char *fs,
	const char *facts);

/* {"name":"value",...} and ["name",...]. */
/*
 * A cell's parameters that are no factors, from their JSON objects, after the section's name: "lmdd
 * fsync=yes size=200M". further is added where it is not empty.
 */
const char *describe_cell(struct arena *arena, const char *name, const char *params,
	const char *factors, const char *further);

const char *describe_settings(struct arena *arena, const struct setting *settings, size_t count);
const char *describe_names(struct arena *arena, const char *const *names, size_t count);

/*
 * Whether a metric is primary: where names (as describe_names() makes them) are given, whether
 * "phase_metric" or "phase/metric" (just "metric" where there is no phase) is among them; else
 * by_default.
 */
bool is_primary(const char *names, const char *phase, const char *metric, bool by_default);
