// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/checkup.h"
#include "observe/machine.h"

/* The name of the i-th check, NULL from their number on: docs/doctor.md has each with its
 * thresholds and their reasons. */
const char *machine_check_name(size_t i);

/* Judges what was read of a machine: at least one finding for each check. A pure function. */
void machine_judge(const struct machine *machine, struct checkup *checkup);
