// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

/* One of several series at the same times; what it is of has an id in the table `observed`. */
struct series_values {
	uint64_t id;
	const double *values;
};

/*
 * Series of numbers at the same times as one blob, bit for bit.
 *
 * LEB128 numbers (core/varint.h), signed ones by zigzag: version 2, how many points, their times
 * (the first, then what the step differs from the one before, from 0), how many series. Of each:
 * its id, a coding, and by that
 * 0: each value's bits XOR those of the one before (from 0), as one byte whose high half is how
 *    many low bytes are zero and whose low half is how many bytes follow, and those, lowest first;
 * 1: whole numbers: what divides them all, the first one's part of that, then the steps;
 * 2: the same with what each step differs from the one before (from 0);
 * 3: the bits of one value that never changes, in 8 bytes, lowest first.
 * The shortest one is taken.
 */
int series_encode(const uint64_t *time_ns, size_t points, const struct series_values *series,
	size_t count, unsigned char **blob, size_t *size,
	struct error *err) MUST_CHECK; /* the blob is malloc'ed */
/* -EINVAL for a blob that is cut, too long, or of another version. */
int series_decode(const unsigned char *blob, size_t size, struct arena *arena, uint64_t **time_ns,
	size_t *points, struct series_values **series, size_t *count, struct error *err) MUST_CHECK;
