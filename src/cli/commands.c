// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"

#include <string.h>

const struct command *const all_commands[] = {
	&agent_command,
	&aim7_command,
	&aim9_command,
	&bonnie_command,
	&clean_command,
	&compare_command,
	&contest_command,
	&dbench_command,
	&doctor_command,
	&export_command,
	&import_command,
	&list_command,
	&lmdd_command,
	&postmark_command,
	&resume_command,
	&run_command,
	&show_command,
	&tbench_command,
	&trend_command,
	&workloads_command,
	NULL,
};

const struct command *commands_find(const char *name)
{
	for (const struct command *const *c = all_commands; *c; c++) {
		if (strcmp((*c)->name, name) == 0)
			return *c;
	}
	return NULL;
}

const char *commands_nearest(const char *name)
{
	struct param names[COUNT_OF(all_commands)] = { 0 };

	for (size_t i = 0; all_commands[i]; i++)
		names[i] = (struct param){ .name = all_commands[i]->name, .type = PARAM_TEXT };
	return param_nearest((const struct param *const[]){ names, NULL }, name);
}
