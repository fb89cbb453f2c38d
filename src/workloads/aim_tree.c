// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "core/text.h"
#include "io/file.h"
#include "workloads/aim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char tree_name[] = "fakeh", first_name[] = "fake00";

enum {
	NAMES_OF_A_PLACE = AIM_TREE_NAMES / 8,
	BALLAST = AIM_TREE_LINES - AIM_TREE_LOOKED - AIM_TREE_MADE
};

/*
 * Where the names are, how many of the 40 there are looked at, and how many are made beside them.
 * Depths, lengths and numbers are the original tree's; the words are our own.
 */
static const struct place {
	const char *directory;
	unsigned looked, made;
} places[] = {
	{ "", 8, 0 },
	{ "bin", 6, 7 },
	{ "usr/home", 7, 5 },
	{ "usr/queue/mail/TEMP", 7, 6 },
	{ "usr/store/Piano/hist/version", 8, 6 },
	{ "usr/mu.dec25/port/tools/archives", 8, 7 },
	{ "usr/nobody/bin/src/made", 6, 6 },
	{ "usr/mu/old.rev123/src/man/man1", 7, 6 },
};

struct tree {
	int dir;          /* fakeh */
	bool separate;    /* a file for each name, not a link */
	struct text list; /* dirlist */
	unsigned ballast; /* lines that disk_src skips */
};

/* Beyond the original's number of lines no more are added. */
static void add_ballast(struct tree *t, const char *path)
{
	if (t->ballast == BALLAST)
		return;
	t->ballast++;
	text_printf(&t->list, "./%s\n", path);
}

/* The directories of path that the place before has not made. */
static int make_directories(struct tree *t, const char *path, const char *before, struct error *err)
{
	char made[64];

	for (size_t end = 0; *path && path[end]; end++) {
		end += strcspn(path + end, "/");
		(void)snprintf(made, sizeof(made), "%.*s", (int)end, path); /* fits: see places */
		if (strncmp(before, made, end) == 0 && (before[end] == '/' || !before[end]))
			;
		else if (mkdirat(t->dir, made, 0777) < 0)
			return fail_errno(err, "make directory %s/%s", tree_name, made);
		else
			add_ballast(t, made);
		if (!path[end])
			break;
	}
	return 0;
}

static int make_file(struct tree *t, const char *name, struct error *err)
{
	AUTO_CLOSE int fd = openat(t->dir, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0777);

	return fd < 0 ? fail_errno(err, "make %s/%s", tree_name, name) : 0;
}

static int make_name(struct tree *t, const char *name, struct error *err)
{
	if (t->separate || strcmp(name, first_name) == 0)
		return make_file(t, name, err);
	if (linkat(t->dir, first_name, t->dir, name, 0) == 0)
		return 0;
	if (errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS)
		return fail(err, EOPNOTSUPP, "link %s/%s: this file system has no hard links",
			tree_name, name);
	return fail_errno(err, "link %s/%s", tree_name, name);
}

static int make_place(struct tree *t, const struct place *p, const char *before, struct error *err)
{
	const char *slash = *p->directory ? "/" : "";
	char name[80];
	int ret = make_directories(t, p->directory, before, err);

	for (unsigned i = 0; ret == 0 && i < NAMES_OF_A_PLACE; i++) {
		(void)snprintf(name, sizeof(name), "%s%sfake%02u", p->directory, slash, i);
		ret = make_name(t, name, err);
		/* Evenly over the 40. */
		if (i * p->looked / NAMES_OF_A_PLACE != (i + 1) * p->looked / NAMES_OF_A_PLACE)
			text_printf(&t->list, "s ./%s\n", name);
		else
			add_ballast(t, name);
	}
	for (unsigned i = 1; i <= p->made; i++)
		text_printf(&t->list, "c ./%s%snotexist%u\n", p->directory, slash, i);
	return ret;
}

static int write_list(struct tree *t, struct error *err)
{
	AUTO_CLOSE int fd =
		openat(t->dir, "dirlist", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	int ret = text_check(&t->list, "dirlist", err);

	if (ret == 0 && fd < 0)
		ret = fail_errno(err, "make %s/dirlist", tree_name);
	if (ret == 0)
		ret = io_write_all(fd, t->list.data, t->list.length, err);
	if (ret == 0 && close(fd_take(&fd)) < 0)
		ret = fail_errno(err, "close %s/dirlist", tree_name);
	return ret;
}

static int make_all(struct tree *t, struct error *err)
{
	const char *before = "";
	int ret = 0;

	add_ballast(t, "");
	for (size_t i = 0; ret == 0 && i < COUNT_OF(places); i++) {
		ret = make_place(t, &places[i], before, err);
		before = places[i].directory;
	}
	return ret == 0 ? write_list(t, err) : ret;
}

int aim_tree_make(const char *path, bool separate, struct error *err)
{
	AUTO_CLOSE int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct tree t = { .dir = -1, .separate = separate };

	if (dir < 0)
		return fail_errno(err, "open directory %s", path);
	if (mkdirat(dir, tree_name, 0777) < 0)
		return fail_errno(err, "make directory %s/%s", path, tree_name);
	text_init(&t.list, AIM_LIST_ROOM);
	t.dir = openat(dir, tree_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int ret = t.dir < 0 ? fail_errno(err, "open directory %s/%s", path, tree_name)
			    : make_all(&t, err);
	auto_close(&t.dir);
	text_free(&t.list);
	struct error leftover;
	if (ret < 0 && io_remove_tree(dir, tree_name, &leftover) < 0) {
		struct error first = *err;
		ret = fail(err, -ret, "%s; and what is left is still there: %s", first.text,
			leftover.text);
	}
	return ret < 0 ? fail_in(err, ret, "%s", path) : 0;
}

int aim_tree_remove(const char *path, struct error *err)
{
	AUTO_CLOSE int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (dir < 0)
		return fail_errno(err, "open directory %s", path);
	int ret = io_remove_tree(dir, tree_name, err);
	return ret < 0 ? fail_in(err, ret, "%s", path) : 0;
}
