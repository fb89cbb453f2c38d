// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workloads/dbench_load.h"

/* The built-in load: what dbench_make() makes by default. Let go with dbench_load_free(). */
int dbench_load_default(struct dbench_load *load, struct error *err) MUST_CHECK;
