// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/bonnie_report.h"

#include <string.h>

static const char *const phase_names[BONNIE_PHASES] = {
	[PHASE_PUTC] = "putc",
	[PHASE_BLOCK_WRITE] = "block_write",
	[PHASE_REWRITE] = "rewrite",
	[PHASE_GETC] = "getc",
	[PHASE_BLOCK_READ] = "block_read",
	[PHASE_SEEKS] = "seeks",
	[PHASE_SEQ_CREATE] = "seq_create",
	[PHASE_SEQ_STAT] = "seq_stat",
	[PHASE_SEQ_DELETE] = "seq_delete",
	[PHASE_RANDOM_CREATE] = "random_create",
	[PHASE_RANDOM_STAT] = "random_stat",
	[PHASE_RANDOM_DELETE] = "random_delete",
};

int bonnie_phase_of(const char *name)
{
	for (int i = 0; i < BONNIE_PHASES; i++) {
		if (strcmp(phase_names[i], name) == 0)
			return i;
	}
	return -1;
}
