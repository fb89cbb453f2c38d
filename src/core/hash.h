// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/* SHA-256 (libmd), as 64 lower-case hexadecimal digits and a zero byte. */
void hash_sha256_hex(const void *data, size_t size, char hex[65]);

/*
 * A seed below 2^53 (so that it is exact in JSON) for one use of an experiment's seed:
 * the first 53 bits of the SHA-256 of "seed/number/use".
 */
uint64_t hash_seed(uint64_t seed, uint64_t number, const char *use);

/* A random-looking version 4 UUID that is always the same for the same seed, number and use. */
void hash_uuid(uint64_t seed, uint64_t number, const char *use, char uuid[37]);
