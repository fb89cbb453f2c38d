// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

#include <jansson.h>

/*
 * Small helpers over jansson for the shapes of our own documents: exact 64-bit
 * counts (integers below 2^53, decimal texts from there on) and errors that name the key.
 */

static inline void auto_json(json_t **json)
{
	json_decref(*json);
}
#define AUTO_JSON __attribute__((cleanup(auto_json)))

/* A new number or text for a count. */
json_t *json_u64(uint64_t value);
/* A new number; null where the value is not finite. */
json_t *json_double(double value);
/* A new text; null for NULL. What is not UTF-8 becomes question marks. */
json_t *json_text(const char *text);

/*
 * A count as json_u64() makes it; key only for the message. -EINVAL, for an integer from 2^53 on
 * too: whoever wrote that may have rounded it. -ERANGE for a text beyond 64 bits.
 */
int json_read_u64(const json_t *json, const char *key, uint64_t *value,
	struct error *err) MUST_CHECK;

/* The value of a key, of the right type: 0, or -EINVAL with the key named. */
int json_get_u64(const json_t *object, const char *key, uint64_t *value,
	struct error *err) MUST_CHECK;
int json_get_double(const json_t *object, const char *key, double *value,
	struct error *err) MUST_CHECK;
int json_get_bool(const json_t *object, const char *key, bool *value, struct error *err) MUST_CHECK;
/* *text is copied into the arena. */
int json_get_text(const json_t *object, const char *key, struct arena *arena, const char **text,
	struct error *err) MUST_CHECK;

/* The same for keys that may be absent or null: the fallback then. A wrong type is an error. */
int json_opt_u64(const json_t *object, const char *key, uint64_t fallback, uint64_t *value,
	struct error *err) MUST_CHECK;
int json_opt_bool(const json_t *object, const char *key, bool fallback, bool *value,
	struct error *err) MUST_CHECK;
int json_opt_text(const json_t *object, const char *key, struct arena *arena, const char *fallback,
	const char **text, struct error *err) MUST_CHECK;

/* One line without blanks, ending in \n, written whole to fd. 0 or -errno. */
int json_write_line(int fd, const json_t *json, struct error *err) MUST_CHECK;
