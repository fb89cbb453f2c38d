// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

/*
 * Import of what `bakeoff export` wrote as JSON: its experiments are stored in the database (db: as
 * --db, or "") and named on standard output. -EINVAL for a document that is not sound; then nothing
 * is stored.
 */
int restore_export(const char *db, const char *text, size_t size, struct arena *arena,
	struct error *err) MUST_CHECK;
