// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * Numbers of as many bytes as they need, for blobs: unsigned LEB128 (DWARF 5, section 7.6), seven
 * bits a byte, the lowest first. Signed differences go through zigzag, so that small ones stay
 * small.
 */
enum { VARINT_BYTES = 10 }; /* the longest, of 64 bits */

/* Writes at p, where VARINT_BYTES must be free; returns the end. */
static inline unsigned char *varint_put(unsigned char *p, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		*p++ = (unsigned char)(value | 0x80);
	*p++ = (unsigned char)value;
	return p;
}

/* The next number of a blob, with *p moved behind it; false where it is cut or has more than 64
 * bits. */
static inline bool varint_take(const unsigned char **p, const unsigned char *end, uint64_t *value)
{
	*value = 0;
	for (unsigned shift = 0; *p < end && shift < 64; shift += 7) {
		uint64_t byte = *(*p)++;
		if (shift == 63 && byte > 1)
			return false;
		*value |= (byte & 0x7f) << shift;
		if (byte < 0x80)
			return true;
	}
	return false;
}

/* 0, -1, 1, -2, ... as 0, 1, 2, 3, ...; the argument is a difference modulo 2^64. */
static inline uint64_t varint_zigzag(uint64_t difference)
{
	return (difference << 1) ^ (0 - (difference >> 63));
}

static inline uint64_t varint_unzigzag(uint64_t value)
{
	return (value >> 1) ^ (0 - (value & 1));
}
