// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"

/*
 * What the machine is: kernel, command line, CPU, memory, governor, clock source, boot. A new
 * object; what cannot be read is null. Source: uname(2), /proc, /sys, sysinfo(2).
 */
json_t *host_facts(const char *version);
