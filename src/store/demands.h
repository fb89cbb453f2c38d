// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/results.h"
#include "store/database.h"

/*
 * What the judged phases of an experiment asked of the machine, into results that have variants,
 * metrics and rounds already. Of more than DEMAND_PHASES_MOST phases every second, third, ... round
 * is read, so that very many cost no more time.
 */
enum { DEMAND_PHASES_MOST = 1000 };

int demands_read(struct store *store, uint64_t experiment, struct arena *arena,
	struct results *results, struct error *err) MUST_CHECK;
