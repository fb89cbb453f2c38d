// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/workload.h"

#include <stdio.h>

void client_name(unsigned index, char name[static CLIENT_NAME_ROOM])
{
	(void)snprintf(name, CLIENT_NAME_ROOM, "client-%u", index); /* always fits */
}

void client_path(const struct client *c, unsigned index, const char *name, char *path, size_t room)
{
	char directory[CLIENT_NAME_ROOM];

	client_name(index, directory);
	if (c->flat)
		(void)snprintf(path, room, "%s", name); /* cut: as the header says */
	else
		(void)snprintf(path, room, "%s/%s", directory, name);
}
