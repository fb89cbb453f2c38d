// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdint.h>

/*
 * How many processes of a memory cgroup the kernel has killed because its cap was reached. procs
 * is the group's cgroup.procs, or "" for none. 0 where it cannot be known.
 */
uint64_t cap_kills(const char *procs);
