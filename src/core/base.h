// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define MUST_CHECK        __attribute__((warn_unused_result))
#define NORETURN          __attribute__((noreturn))
#define COUNT_OF(array)   (sizeof(array) / sizeof((array)[0]))

#define NS_PER_US UINT64_C(1000)
#define NS_PER_MS UINT64_C(1000000)
#define NS_PER_S  UINT64_C(1000000000)
#define KIB       (UINT64_C(1) << 10)
#define MIB       (UINT64_C(1) << 20)
#define GIB       (UINT64_C(1) << 30)

static inline uint64_t min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static inline uint64_t max_u64(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}
