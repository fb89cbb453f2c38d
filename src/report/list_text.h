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
