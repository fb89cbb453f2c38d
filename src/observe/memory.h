// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"

/*
 * How fast one CPU of this machine copies memory, in bytes per second: the best of some copies of
 * a block that no second-level cache holds, in about 10 ms after its pages are there. No read(2)
 * that moves its data is faster, for the kernel has to copy it. -ENOMEM.
 */
int memory_copy_rate(double *bytes_per_second, struct error *err) MUST_CHECK;

/* MemAvailable of /proc/meminfo: what can be used without swapping, caches included. 0: unknown. */
uint64_t memory_available(void);
