// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/places.h"

#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A passwd database of two users; nothing here depends on the machine's. */
static const char *made_up_user(struct arena *arena, uid_t uid, gid_t *gid)
{
	(void)arena;
	if (uid == 0) {
		*gid = 0;
		return "/root";
	}
	if (uid == 1000) {
		*gid = 100;
		return "/home/ann";
	}
	return NULL;
}

START_TEST(folders_follow_xdg_home_and_the_user_behind_sudo)
{
	static const struct {
		struct places_env env;
		const char *data, *state;
		struct owner owner;
	} cases[] = {
		{ { .home = "/home/x", .euid = 7 }, "/home/x/.local/share/bakeoff",
			"/home/x/.local/state/bakeoff", { 0 } },
		{ { .home = "/home/x", .data_home = "/d", .state_home = "/s", .euid = 7 },
			"/d/bakeoff", "/s/bakeoff", { 0 } },
		/* empty and relative variables count as not set */
		{ { .home = "/home/x", .data_home = "", .state_home = "s", .euid = 7 },
			"/home/x/.local/share/bakeoff", "/home/x/.local/state/bakeoff", { 0 } },
		{ { .data_home = "/d", .state_home = "/s", .euid = 7 }, "/d/bakeoff", "/s/bakeoff",
			{ 0 } },
		{ { .euid = 1000 }, "/home/ann/.local/share/bakeoff",
			"/home/ann/.local/state/bakeoff", { 0 } },
		{ { .home = "relative", .euid = 1000 }, "/home/ann/.local/share/bakeoff",
			"/home/ann/.local/state/bakeoff", { 0 } },
		/* root without sudo is a user like others */
		{ { .home = "/root", .euid = 0 }, "/root/.local/share/bakeoff",
			"/root/.local/state/bakeoff", { 0 } },
		/* sudo: root's HOME and XDG folders mean nothing */
		{ { .home = "/root",
			  .data_home = "/d",
			  .state_home = "/s",
			  .sudo_uid = "1000",
			  .sudo_gid = "1001" },
			"/home/ann/.local/share/bakeoff", "/home/ann/.local/state/bakeoff",
			{ true, 1000, 1001 } },
		{ { .home = "/root", .sudo_uid = "1000" }, "/home/ann/.local/share/bakeoff",
			"/home/ann/.local/state/bakeoff", { true, 1000, 100 } },
		/* sudo -u somebody, from within sudo: not root any more */
		{ { .home = "/home/x", .sudo_uid = "1000", .euid = 7 },
			"/home/x/.local/share/bakeoff", "/home/x/.local/state/bakeoff", { 0 } },
	};
	struct error err = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct places_env env = cases[i].env;
		struct arena arena = { 0 };
		struct places places;

		env.find_user = made_up_user;
		OK(places_find(&env, &arena, &places, &err));
		ck_assert_str_eq(places.data, cases[i].data);
		ck_assert_str_eq(places.state, cases[i].state);
		ck_assert_int_eq(places.owner.given, cases[i].owner.given);
		ck_assert_uint_eq(places.owner.uid, cases[i].owner.uid);
		ck_assert_uint_eq(places.owner.gid, cases[i].owner.gid);
		arena_free(&arena);
	}
}
END_TEST

START_TEST(what_leads_nowhere_is_refused_with_its_name)
{
	static const struct {
		struct places_env env;
		int ret;
		const char *why;
	} cases[] = {
		{ { .euid = 7 }, -ENOENT, "set HOME" },
		{ { .data_home = "/d", .euid = 7 }, -ENOENT, "XDG_STATE_HOME" },
		{ { .home = "/root", .sudo_uid = "7" }, -ENOENT, "user 7 has no home" },
		{ { .home = "/root", .sudo_uid = "ann" }, -EINVAL, "SUDO_UID: 'ann'" },
		{ { .home = "/root", .sudo_uid = "-1" }, -EINVAL, "SUDO_UID: '-1'" },
		{ { .home = "/root", .sudo_uid = "4294967295" }, -EINVAL, "SUDO_UID" },
		{ { .home = "/root", .sudo_uid = "1000", .sudo_gid = "1x" }, -EINVAL,
			"SUDO_GID: '1x'" },
	};
	struct error err = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct places_env env = cases[i].env;
		struct arena arena = { 0 };
		struct places places = { .data = "untouched" };

		env.find_user = made_up_user;
		ck_assert_int_eq(places_find(&env, &arena, &places, &err), cases[i].ret);
		ck_assert_msg(strstr(err.text, cases[i].why), "%zu: %s", i, err.text);
		ck_assert_str_eq(places.data, "untouched");
		arena_free(&arena);
	}
}
END_TEST

static struct stat stat_of(const char *folder, const char *below)
{
	char path[256];
	struct stat st;

	(void)snprintf(path, sizeof(path), "%s/%s", folder, below);
	ck_assert_msg(stat(path, &st) == 0, "%s: %s", path, strerror(errno));
	return st;
}

START_TEST(new_folders_are_private_and_old_ones_stay_as_they_are)
{
	char folder[] = "/tmp/bakeoff-test-XXXXXX", path[256];
	struct owner nobody = { 0 };
	struct error err = { 0 };

	ck_assert_ptr_nonnull(mkdtemp(folder));
	(void)umask(0);
	(void)snprintf(path, sizeof(path), "%s/old", folder);
	ck_assert_int_eq(mkdir(path, 0755), 0);
	(void)snprintf(path, sizeof(path), "%s/old//a/b/", folder);
	OK(places_make_dirs(path, &nobody, &err));
	OK(places_make_dirs(path, &nobody, &err));
	ck_assert_uint_eq(stat_of(folder, "old").st_mode & 07777, 0755);
	ck_assert_uint_eq(stat_of(folder, "old/a").st_mode & 07777, 0700);
	ck_assert_uint_eq(stat_of(folder, "old/a/b").st_mode & 07777, 0700);

	(void)snprintf(path, sizeof(path), "%s/file", folder);
	int fd = open(path, O_CREAT | O_WRONLY, 0600);
	ck_assert_int_ge(fd, 0);
	close(fd);
	ck_assert_int_eq(places_make_dirs(path, &nobody, &err), -ENOTDIR);
	ck_assert_ptr_nonnull(strstr(err.text, path));

	static const char *const leftovers[] = { "old/a/b", "old/a", "old", "file", "" };
	for (size_t i = 0; i < COUNT_OF(leftovers); i++) {
		(void)snprintf(path, sizeof(path), "%s/%s", folder, leftovers[i]);
		ck_assert_int_eq(remove(path), 0);
	}
}
END_TEST

/* Only root can give things away; for anybody else the owner they have already is tried. */
START_TEST(new_folders_belong_to_the_owner)
{
	char folder[] = "/tmp/bakeoff-test-XXXXXX", path[256];
	bool root = geteuid() == 0;
	struct owner owner = { true, root ? 1234 : geteuid(), root ? 1235 : getegid() };
	struct error err = { 0 };

	ck_assert_ptr_nonnull(mkdtemp(folder));
	(void)snprintf(path, sizeof(path), "%s/a/b", folder);
	OK(places_make_dirs(path, &owner, &err));
	ck_assert_uint_eq(stat_of(folder, "a").st_uid, owner.uid);
	ck_assert_uint_eq(stat_of(folder, "a").st_gid, owner.gid);
	ck_assert_uint_eq(stat_of(folder, "a/b").st_uid, owner.uid);
	ck_assert_uint_eq(stat_of(folder, "").st_uid, geteuid());
	ck_assert_int_eq(rmdir(path), 0);
	(void)snprintf(path, sizeof(path), "%s/a", folder);
	ck_assert_int_eq(rmdir(path), 0);
	ck_assert_int_eq(rmdir(folder), 0);
}
END_TEST

UNIT_MAIN("places", folders_follow_xdg_home_and_the_user_behind_sudo,
	what_leads_nowhere_is_refused_with_its_name,
	new_folders_are_private_and_old_ones_stay_as_they_are, new_folders_belong_to_the_owner)
