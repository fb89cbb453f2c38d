// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "model/results.h"

/* "lmdd bs=8k size=1M": a metric's workload with all its parameters; the cell where those are not
 * known. */
const char *metric_full_cell(const struct result_metric *metric, struct arena *arena);

/*
 * The experiments with each cell of an import called as the cell of a measured one that it can be
 * compared with: the same workload, and no parameter that both name and that is not the same. Where
 * there are several such cells, on either side with the same metric, none is taken. What only one
 * of them names is told as a difference (imported.h).
 */
const struct results *imports_as_own(const struct results *experiments, size_t count,
	struct arena *arena);
