// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"

/* Numbers as people read them: display units, four significant digits, ratios with their interval.
 */

/* shown = value * factor. `decimal` is the unit with powers of 1000 that goes in brackets, or NULL.
 */
struct scale {
	const char *unit;
	double factor;
	const char *decimal;
	double decimal_factor;
};

/*
 * The display unit for base-unit values whose largest magnitude is given: bytes/s becomes
 * MiB/s (and MB/s), seconds become ns, us, ms or s, 1/s becomes ops/s; others stay as they are.
 */
struct scale scale_for(const char *unit, double largest);

/* Four significant digits, whole digits never dropped: 312.4, 63889, 0.05120; "-" for what is not
 * finite. */
char *number_text(struct arena *arena, double value);

/* As many decimals as give `like` four significant digits, two at least: for the rows of a table.
 */
char *number_fixed(struct arena *arena, double value, double like);

/*
 * "-8.1% [-8.9, -7.2]", or "x2.60 [2.24, 3.03]" from a factor of 2 (or one half) on. Point and ends
 * have one digit more than the interval's half-width deserves; without an interval "-8.1%" alone. A
 * factor that would be 0 then has one significant digit, a change that would be 0 no sign, and what
 * has more than seven digits a power of ten.
 */
char *effect_text(struct arena *arena, double ratio, double lo, double hi);

/* A test's t: "-12.52". */
char *statistic_text(struct arena *arena, double t);

/* Two significant digits or all whole ones: "1.2", "110", "0.0034"; "<.0001"; a power of ten past
 * seven digits. */
char *spread_text(struct arena *arena, double percent);

/* A probability with two digits, four decimals at most: "=.0039", "=.63", "=1.0", "<.0001". */
char *p_text(struct arena *arena, double p);

/* A margin: "5%", "2.5%". */
char *percent_text(struct arena *arena, double fraction);

/* "2026-11-30T15:37:28Z"; "-" for 0. */
char *utc_text(struct arena *arena, uint64_t utc_ns);

/* Columns that a UTF-8 text takes on a terminal. Bytes that are not UTF-8 take one each. */
size_t display_width(const char *text);

/* At most `width` columns: the text itself, or its two ends with ~ between them. */
char *shorten_middle(struct arena *arena, const char *text, size_t width);
