// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/results.h"
#include "report/export/export.h"

/*
 * export --anonymous: names of hosts and users, serials (WWIDs, UUIDs, MAC addresses) and absolute
 * paths become host1, user1, serial1 and /path1, the same thing always the same word, in every text
 * and all facts. Learned from the facts by their keys, from what names itself by its form, and from
 * the machine and the user that export. The plan's SHA-256 is of the plan as it is then.
 */
struct disguise;

struct disguise *disguise_new(struct arena *arena);
/* The names of this machine and of who exports. */
void disguise_learn_machine(struct disguise *d);

/* Looks for names that are to be replaced: all of them before the first text is changed, so that
 * one text always becomes the same. */
void disguise_learn(struct disguise *d, const struct export_experiment *x);
void disguise_learn_run(struct disguise *d, const struct run_record *run);

void disguise_experiment(struct disguise *d, struct export_experiment *x);
void disguise_run(struct disguise *d, struct run_record *run, struct arena *arena);
void disguise_results(struct disguise *d, struct results *results, struct arena *arena);

/* A text, or the text of a JSON document, without them. */
const char *disguise_text(struct disguise *d, const char *text, struct arena *arena);
const char *disguise_json(struct disguise *d, const char *json, struct arena *arena);
