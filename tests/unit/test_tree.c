// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file.h"

#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

static struct scratch s;

static void make_dir(const char *name)
{
	ck_assert_int_eq(mkdirat(s.dir, name, 0700), 0);
}

START_TEST(a_tree_is_removed_with_all_below_it)
{
	struct error err = { 0 };
	char name[32];

	scratch_begin(&s);
	make_dir("tree");
	make_dir("tree/a");
	make_dir("tree/a/b");
	scratch_file(&s, "tree/a/b/file", "x");
	for (int i = 0; i < 3000; i++) { /* more than one read of the directory gives */
		(void)snprintf(name, sizeof(name), "tree/a/%d", i);
		scratch_file(&s, name, "");
	}
	scratch_file(&s, "beside", "x");
	OK(io_remove_tree(s.dir, "tree", &err));
	ck_assert(!scratch_has(&s, "tree"));
	ck_assert(scratch_has(&s, "beside"));
	scratch_end(&s);
}
END_TEST

START_TEST(a_tree_needs_one_descriptor_for_each_level)
{
	enum { LEVELS = 40, SPARE = 6 };
	struct error err = { 0 };
	struct rlimit before, few;
	char path[2 * LEVELS + 8] = "tree";

	scratch_begin(&s);
	make_dir("tree");
	for (unsigned i = 1; i < LEVELS; i++) {
		memcpy(path + strlen(path), "/d", 3);
		make_dir(path);
	}
	int next = open("/", O_RDONLY | O_DIRECTORY); /* the lowest that is free */
	ck_assert_int_ge(next, 0);
	ck_assert_int_eq(close(next), 0);
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &before), 0);
	few = (struct rlimit){ (rlim_t)next + LEVELS + SPARE, before.rlim_max };
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &few), 0);
	OK(io_remove_tree(s.dir, "tree", &err));
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &before), 0);
	ck_assert(!scratch_has(&s, "tree"));
	scratch_end(&s);
}
END_TEST

START_TEST(a_file_is_removed_and_a_missing_name_is_no_error)
{
	struct error err = { 0 };

	scratch_begin(&s);
	scratch_file(&s, "file", "x");
	OK(io_remove_tree(s.dir, "file", &err));
	ck_assert(!scratch_has(&s, "file"));
	OK(io_remove_tree(s.dir, "file", &err));
	scratch_end(&s);
}
END_TEST

START_TEST(links_are_removed_and_not_followed)
{
	struct error err = { 0 };

	scratch_begin(&s);
	make_dir("elsewhere");
	scratch_file(&s, "elsewhere/kept", "x");
	make_dir("tree");
	ck_assert_int_eq(symlinkat("../elsewhere", s.dir, "tree/link"), 0);
	ck_assert_int_eq(symlinkat("nowhere", s.dir, "tree/broken"), 0);
	OK(io_remove_tree(s.dir, "tree", &err));
	ck_assert(scratch_has(&s, "elsewhere/kept"));
	ck_assert_int_eq(symlinkat("elsewhere", s.dir, "link"), 0);
	OK(io_remove_tree(s.dir, "link", &err));
	ck_assert(!scratch_has(&s, "link"));
	ck_assert(scratch_has(&s, "elsewhere/kept"));
	scratch_end(&s);
}
END_TEST

/* In a mount namespace of its own, so that nothing is left mounted whatever happens. */
static bool may_mount(void)
{
	return unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

static void path_of(const char *name, char path[200])
{
	(void)snprintf(path, 200, "%s/%s", s.path, name);
}

START_TEST(mounts_are_not_crossed_not_even_of_the_same_file_system)
{
	struct error err = { 0 };
	char tree[200], elsewhere[200];

	if (!may_mount()) /* no root, or in a container or chroot that may not */
		return;
	scratch_begin(&s);
	make_dir("elsewhere");
	scratch_file(&s, "elsewhere/kept", "x");
	make_dir("tree");
	make_dir("tree/mnt");
	path_of("tree/mnt", tree);
	path_of("elsewhere", elsewhere);

	ck_assert_int_eq(mount("none", tree, "tmpfs", 0, NULL), 0);
	scratch_file(&s, "tree/mnt/kept", "x");
	ck_assert_int_eq(io_remove_tree(s.dir, "tree", &err), -EBUSY);
	ck_assert_str_eq(err.text, "tree: mnt: something is mounted there");
	ck_assert(scratch_has(&s, "tree/mnt/kept"));
	ck_assert_int_eq(umount(tree), 0);

	ck_assert_int_eq(mount(elsewhere, tree, NULL, MS_BIND, NULL), 0);
	ck_assert_int_eq(io_remove_tree(s.dir, "tree", &err), -EBUSY);
	ck_assert(scratch_has(&s, "elsewhere/kept"));
	ck_assert_int_eq(io_remove_tree(s.dir, "tree/mnt", &err), -EBUSY);
	ck_assert_int_eq(umount(tree), 0);

	OK(io_remove_tree(s.dir, "tree", &err));
	ck_assert(scratch_has(&s, "elsewhere/kept"));
	scratch_end(&s);
}
END_TEST

START_TEST(a_tree_too_deep_is_refused)
{
	struct error err = { 0 };

	scratch_begin(&s);
	int dir = dup(s.dir);
	for (int i = 0; i < 600; i++) {
		ck_assert_int_eq(mkdirat(dir, "d", 0700), 0);
		int below = openat(dir, "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		close(dir);
		dir = below;
	}
	close(dir);
	ck_assert_int_eq(io_remove_tree(s.dir, "d", &err), -ELOOP);
	/* Two levels up from the bottom it can be removed, piece by piece. */
	dir = dup(s.dir);
	for (int i = 0; i < 300; i++) {
		int below = openat(dir, "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		close(dir);
		dir = below;
	}
	OK(io_remove_tree(dir, "d", &err));
	close(dir);
	OK(io_remove_tree(s.dir, "d", &err));
	scratch_end(&s);
}
END_TEST

UNIT_MAIN("tree", a_tree_is_removed_with_all_below_it, a_tree_needs_one_descriptor_for_each_level,
	a_file_is_removed_and_a_missing_name_is_no_error, links_are_removed_and_not_followed,
	mounts_are_not_crossed_not_even_of_the_same_file_system, a_tree_too_deep_is_refused)
