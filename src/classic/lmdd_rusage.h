// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"

#include <sys/resource.h>

/* rusage=: what this process and the children it waited for have used until now. */
void lmdd_rusage_now(struct rusage *used);

/* lmdd's line of what was used between two of these, ns apart. */
void lmdd_print_rusage(struct text *out, const struct rusage *before, const struct rusage *after,
	uint64_t ns);
