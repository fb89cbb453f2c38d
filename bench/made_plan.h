// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "model/plan.h"

#include <string.h>

/* A plan of so many rounds, variants and workloads of which none is ever run: benches fill a store
 * with results of it. Its texts are the arena's. */
static inline struct plan made_plan(struct arena *arena, const char *name, uint64_t rounds,
	size_t variants, size_t cells)
{
	struct plan plan = { .name = name,
		.rounds = rounds,
		.seed = 1,
		.margin = 0.05,
		.alpha = 0.05,
		.variants = NEW(arena, struct variant, variants),
		.variant_count = variants,
		.cells = NEW(arena, struct cell, cells),
		.cell_count = cells,
		.text = "",
		.scratch = "/" };

	memset(plan.sha256, '0', 64);
	for (size_t i = 0; i < variants; i++)
		plan.variants[i] = (struct variant){ .name = arena_printf(arena, "v%zu", i),
			.device = "dir:/",
			.target = { .path = "/",
				.fs = "",
				.mkfs = "",
				.mount = "",
				.uuid = "",
				.destroy = "" } };
	for (size_t i = 0; i < cells; i++) {
		const char *label = arena_printf(arena, "w%zu", i);
		plan.cells[i] = (struct cell){ .name = label,
			.label = label,
			.workload = "lmdd",
			.shape = { .numjobs = 1, .iodepth = 1, .loops = 1 },
			.margin = 0.05 };
	}
	return plan;
}
