// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

/*
 * A series of numbers at times as one blob, bit for bit.
 *
 * LEB128 numbers (core/varint.h): version 1, count. Then for every point the time's difference to
 * the one before (from 0; zigzag, since clocks are also set back), and the value: the bits of
 * the double XOR those of the one before (from 0), as one byte whose high half is how many low
 * bytes are zero and whose low half is how many bytes follow, and those bytes, lowest first. A
 * value that did not change is one zero byte.
 */
int series_encode(const uint64_t *time_ns, const double *values, size_t count, unsigned char **blob,
	size_t *size, struct error *err) MUST_CHECK; /* the blob is malloc'ed */
/* -EINVAL for a blob that is cut, too long, or of another version. */
int series_decode(const unsigned char *blob, size_t size, struct arena *arena, uint64_t **time_ns,
	double **values, size_t *count, struct error *err) MUST_CHECK;
