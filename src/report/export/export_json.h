// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "store/store.h"

/*
 * The way back from export --format=json: docs/export.schema.json says what is in such a document.
 */
#define EXPORT_SCHEMA "bakeoff.export/1"

/* "counter", "instant"; by enum reading_kind. */
extern const char *const export_reading_names[2];

/* Whether a text looks like such a document: it begins with an object whose schema is this one. */
bool export_is_json(const char *text, size_t size);

/* What such a document holds, in the arena. -EINVAL, with the place in it, for what is none. */
int export_parse_json(const char *text, size_t size, struct arena *arena,
	struct stored_whole **wholes, size_t *count, struct error *err) MUST_CHECK;

/*
 * Puts every experiment of the document into the store, each as a new one with all its runs; adds a
 * line for each to `said`. All of them are stored or none. Errors: export_parse_json(),
 * store_restore().
 */
int export_read_json(struct store *store, const char *text, size_t size, struct text *said,
	struct error *err) MUST_CHECK;
