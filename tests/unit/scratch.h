// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/file.h"
#include "unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A new folder of a test's own. scratch_end() fails the test where something of it cannot be
 * removed. */
struct scratch {
	char path[64];
	int parent, dir;
};

static inline void scratch_begin(struct scratch *s)
{
	*s = (struct scratch){ .path = "/tmp/bakeoff-test-XXXXXX" };
	ck_assert_ptr_nonnull(mkdtemp(s->path));
	s->parent = open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	s->dir = open(s->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	ck_assert_int_ge(s->parent, 0);
	ck_assert_int_ge(s->dir, 0);
}

static inline void scratch_end(struct scratch *s)
{
	struct error err = { 0 };

	close(s->dir);
	OK(io_remove_tree(s->parent, s->path + sizeof("/tmp/") - 1, &err));
	close(s->parent);
}

static inline void scratch_file(const struct scratch *s, const char *name, const char *content)
{
	struct error err = { 0 };
	int fd = openat(s->dir, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);

	ck_assert_int_ge(fd, 0);
	OK(io_write_all(fd, content, strlen(content), &err));
	ck_assert_int_eq(close(fd), 0);
}

static inline bool scratch_has(const struct scratch *s, const char *name)
{
	struct stat st;

	return fstatat(s->dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0;
}
