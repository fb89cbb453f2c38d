// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "journal/journal.h"
#include "model/plan.h"

#include <signal.h>

/* Bytes of all images that the plan needs: one for each loop:SIZE that occurs; 0 where none does.
 */
uint64_t image_bytes(const struct plan *plan);

/* Whether there is a scratch folder with room for all of them: -ENOENT, -ENOSPC. */
int image_check(const struct plan *plan, struct arena *arena, struct error *err) MUST_CHECK;

/*
 * The images of an experiment, in a new folder of the scratch directory: one for each loop:SIZE, so
 * that every variant of that size gets the same blocks. Every block is written once, so that no run
 * pays for the first write. Journalled; undoing *change removes them all. -ENOSPC before anything
 * is made where there is too little space; -ECANCELED soon after *stop is no longer 0. *folder is
 * where image_path() looks.
 */
int image_make(const struct plan *plan, struct journal *journal, struct arena *arena,
	const volatile sig_atomic_t *stop, const char **folder, uint64_t *change,
	struct error *err) MUST_CHECK;

/* The image of that size. */
const char *image_path(const char *folder, uint64_t size, struct arena *arena);
