// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/session.h"
#include "model/plan.h"

/* What an experiment overwrites, seen from the commands. */

/*
 * Which device or image each variant of a stored experiment was made on, by its first run that was
 * made; "" for a variant that has none, and for all where experiment is 0. In the arena.
 */
int overwritten_identities(struct session *session, const struct plan *plan, uint64_t experiment,
	struct arena *arena, const char ***identities, struct error *err) MUST_CHECK;

/* -EBUSY where a variant's image is the results database or one of the files beside it. */
int overwritten_refuse_database(const struct session *session, const struct plan *plan,
	struct error *err) MUST_CHECK;
