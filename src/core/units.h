// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

/*
 * Numbers with units, as people type and read them.
 *
 * Sizes:  k M G T P (either case; also Ki, KiB) are powers of 1024; kB MB GB TB PB powers of 1000;
 * B is bytes. Counts: k M G T are powers of 1000. Times:  ns us ms s m h d; a bare number is
 * seconds. Stored as nanoseconds. Percent: always with its sign, `5%`. Stored as a fraction, 0.05.
 *
 * A decimal point is allowed where the result is whole ("1.5k" is 1536 bytes).
 * Everything else is refused with the position and the reason: empty, a sign,
 * blanks, an exponent, an unknown suffix, overflow.
 *
 * Return 0, -EINVAL or -ERANGE (too large for 64 bits); *value is set only on success.
 */
int units_parse_size(const char *text, uint64_t *bytes, struct error *err) MUST_CHECK;
int units_parse_count(const char *text, uint64_t *count, struct error *err) MUST_CHECK;
int units_parse_time(const char *text, uint64_t *ns, struct error *err) MUST_CHECK;
int units_parse_percent(const char *text, double *fraction, struct error *err) MUST_CHECK;
/* A plain finite decimal number; an exponent is allowed, hexadecimal, inf and nan are not. */
int units_parse_real(const char *text, double *value, struct error *err) MUST_CHECK;

/* Exact and short, in the spelling that the parsers above take: 4k, 1M, 1000; 1.5s would be 1500ms.
 */
char *units_exact_size(struct arena *arena, uint64_t bytes);
char *units_exact_count(struct arena *arena, uint64_t count);
char *units_exact_time(struct arena *arena, uint64_t ns);

/* For reading, about three digits: 1.50 GiB; 12.3 ms; 2 min 5 s. */
char *units_human_size(struct arena *arena, double bytes);
char *units_human_time(struct arena *arena, double seconds);
