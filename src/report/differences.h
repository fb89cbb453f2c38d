// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/results.h"
#include "report/facts.h"

/* The facts of each variant's first good run, in the order of the variants. -EINVAL for JSON that
 * cannot be read. */
int variant_facts_read(const struct results *results, struct arena *arena, struct fact_list **facts,
	struct error *err) MUST_CHECK;

/* A fact in which the variants are not alike. */
struct difference {
	const char *key;
	const char **values; /* of each variant; NULL: it has no such fact */
};

/*
 * Those of all variants that have facts, the host's first; without what every run has for itself
 * (folder, UUID, number of the loop device, and the commands that name them).
 */
struct difference *differences_find(const struct results *results, const struct fact_list *facts,
	struct arena *arena, size_t *count);

/*
 * Those that may be the effect instead of what was meant, under their short names ("kernel"): of
 * one experiment the host's, which no plan asks for; of several, host's and target's whose values
 * are not the same ones in all of them, with the commands of mkfs and mount, less what is every
 * run's own. -EINVAL for facts that cannot be read.
 */
int differences_that_matter(const struct results *results, struct arena *arena,
	struct difference **differences, size_t *count, struct error *err) MUST_CHECK;

/*
 * One text for each fact of the host that was not the same for all variants: what no plan asks
 * for, and what makes a comparison one of two machines. None for several experiments. NULL-ended.
 */
const char *const *differences_of_host(const struct results *results, struct arena *arena);

/* The same for several experiments: "kernel: 6.1.0 (1:ext4); 6.12.0 (2:ext4)". NULL-ended. */
const char *const *differences_of_several(const struct results *results, struct arena *arena);
