// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/checkup.h"
#include "observe/machine.h"

/* Checks (checks.h) of the places that are written to. */

void check_space(const struct machine *machine, struct checkup *checkup);
void check_storage(const struct machine *machine, struct checkup *checkup);
/* What others do on the disks meanwhile. */
void check_traffic(const struct machine *machine, struct checkup *checkup);
