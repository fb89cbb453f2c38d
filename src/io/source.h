// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"

/*
 * Where a fact comes from: a file below a root ("" for the machine itself, so that another
 * machine's /proc and /sys can be looked at), and how it is read.
 */
struct source {
	const char *name; /* of the fact */
	int (*read)(const struct source *source, const char *root, json_t **value,
		struct error *err);
	const char *path;
	const char *key;  /* in a file that has several */
	const char *word; /* in a line that has several; or what an empty file means */
};

/*
 * Readers. 0 with a new JSON value, or -errno with the reason why it is not known; what is empty is
 * not known either.
 */

/* The whole text of a small file, or a number where that is all of it; WORD, if there is one, where
 * the file is empty. */
int source_text(const struct source *source, const char *root, json_t **value, struct error *err);
/* Of "always [madvise] never" what stands in brackets. */
int source_chosen(const struct source *source, const char *root, json_t **value, struct error *err);
/* The first "KEY : VALUE" of a file in the style of /proc/cpuinfo. */
int source_line(const struct source *source, const char *root, json_t **value, struct error *err);
/* The same in kB, as bytes. */
int source_kib(const struct source *source, const char *root, json_t **value, struct error *err);
/* The first word of a file, or of its first line that begins with KEY and a blank. */
int source_word(const struct source *source, const char *root, json_t **value, struct error *err);
/* KEY=VALUE, quotes taken off, as in /etc/os-release. */
int source_assignment(const struct source *source, const char *root, json_t **value,
	struct error *err);
/* Whether the line KEY of a file has the word WORD. */
int source_has_word(const struct source *source, const char *root, json_t **value,
	struct error *err);
/* The text of the first file that there is, of several paths with a | between them. */
int source_first(const struct source *source, const char *root, json_t **value, struct error *err);
/* How many there are in a list such as 0-3,8. */
int source_list_count(const struct source *source, const char *root, json_t **value,
	struct error *err);
/* An object of all files in a folder, each with its text; without the folders in it. */
int source_folder(const struct source *source, const char *root, json_t **value, struct error *err);
/* The file KEY in every folder of PATH: "performance", or "performance (2), powersave (6)". */
int source_each(const struct source *source, const char *root, json_t **value, struct error *err);
/* The greatest number of the file KEY in every folder of PATH. */
int source_greatest(const struct source *source, const char *root, json_t **value,
	struct error *err);

/* Counts as numbers, everything else as text. */
json_t *source_as_json(const char *text);

/*
 * Reads all sources of a table, ended by { 0 }, into an object: null where a value is not known,
 * and the reason under its name in the object `unknown`.
 */
void sources_read(const struct source *table, const char *root, json_t *facts, json_t *unknown);
