// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/aim_calls.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>

int aim_creat_clo(struct aim_state *s, struct error *err)
{
	int ret = 0;

	aim_next_name(s, &s->file, "tmpb.");
	for (unsigned i = 0; ret == 0 && i < AIM_CREATIONS; i++) {
		if (aim_is_stopped(s))
			return aim_stopped(&s->file, err);
		ret = aim_open(s, 0, &s->file, O_WRONLY | O_CREAT | O_TRUNC, err);
		if (ret == 0)
			ret = aim_close(s, 0, &s->file, err);
	}
	return ret == 0 ? aim_unlink(&s->file, err) : ret;
}

/* The first name stays; each of the others goes and comes back. */
static int turn_links(struct aim_state *s, struct error *err)
{
	int ret = 0;

	for (unsigned round = 0; ret == 0 && round < AIM_LINK_ROUNDS; round++) {
		if (aim_is_stopped(s))
			return aim_stopped(&s->links[0], err);
		for (unsigned i = 1; ret == 0 && i < AIM_LINKS; i++) {
			ret = aim_unlink(&s->links[i], err);
			if (ret == 0)
				ret = aim_link(&s->links[0], &s->links[i], err);
		}
	}
	return ret;
}

int aim_link_test(struct aim_state *s, struct error *err)
{
	for (unsigned i = 0; i < AIM_LINKS; i++)
		aim_next_name(s, &s->links[i], "link");
	int ret = aim_open(s, 0, &s->links[0], O_WRONLY | O_CREAT | O_TRUNC, err);
	for (unsigned i = 1; ret == 0 && i < AIM_LINKS; i++)
		ret = aim_link(&s->links[0], &s->links[i], err);
	if (ret == 0)
		ret = turn_links(s, err);
	for (unsigned i = 0; ret == 0 && i < AIM_LINKS; i++)
		ret = aim_unlink(&s->links[i], err);
	return ret == 0 ? aim_close(s, 0, &s->links[0], err) : ret;
}

static int read_entries(DIR *entries, const char *path, struct error *err)
{
	for (unsigned i = 0; i < AIM_ENTRIES; i++) {
		errno = 0;
		if (readdir(entries))
			continue;
		if (errno != 0)
			return fail_errno(err, "read directory %s", path);
		rewinddir(entries);
	}
	return 0;
}

int aim_dir_rtns_1(struct aim_state *s, struct error *err)
{
	DIR *entries = opendir(s->set.listed);

	if (!entries)
		return fail_errno(err, "open directory %s", s->set.listed);
	int ret = read_entries(entries, s->set.listed, err);
	if (closedir(entries) < 0 && ret == 0)
		ret = fail_errno(err, "close directory %s", s->set.listed);
	return ret;
}
