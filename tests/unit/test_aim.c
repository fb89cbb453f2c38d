// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/aim.h"

#include "scratch.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>

static struct aim_state state; /* large, and each test has a process of its own */

static void begin(struct scratch *s, uint64_t blocks)
{
	struct aim_settings set = { .listed = "/", .blocks = blocks, .seed = 1 };
	struct error err = { 0 };

	scratch_begin(s);
	set.path = s->path;
	OK(aim_init(&state, &set, &err));
}

static unsigned entries(const struct scratch *s)
{
	DIR *dir = opendir(s->path);
	unsigned count = 0;

	ck_assert_ptr_nonnull(dir);
	for (struct dirent *e; (e = readdir(dir));)
		count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
	closedir(dir);
	return count;
}

START_TEST(generator_is_the_suites_own)
{
	static const unsigned first[] = { 16838, 5758, 10113, 17515 };
	uint32_t random = 1;
	unsigned most = 0;

	for (size_t i = 0; i < COUNT_OF(first); i++)
		ck_assert_uint_eq(aim_random(&random), first[i]);
	for (unsigned i = 0; i < 1000000; i++) {
		unsigned drawn = aim_random(&random);
		most = drawn > most ? drawn : most;
	}
	ck_assert_uint_eq(most, AIM_RANDOM_MOST);
}
END_TEST

START_TEST(factors_are_those_of_the_published_runs)
{
	static const struct {
		const char *name;
		uint64_t factor;
	} known[] = {
		{ "creat-clo", 1000 },
		{ "link_test", 63 },
		{ "disk_rr", 5120 },
		{ "disk_rw", 5120 },
		{ "disk_rd", 5120 },
		{ "disk_wrt", 5120 },
		{ "disk_cp", 5120 },
		{ "sync_disk_rw", 2560 },
		{ "sync_disk_wrt", 2560 },
		{ "sync_disk_cp", 2560 },
		{ "sync_disk_update", 2560 },
		{ "disk_src", 75 },
		{ "dir_rtns_1", 10000 },
	};

	for (size_t i = 0; i < COUNT_OF(known); i++) {
		ck_assert_str_eq(aim_tests[i].name, known[i].name);
		ck_assert_uint_eq(aim_factor(&aim_tests[i], 5120), known[i].factor);
	}
	ck_assert_ptr_null(aim_tests[COUNT_OF(known)].name);
	ck_assert_uint_eq(aim_factor(aim_test_find("sync_disk_rw"), 7), 3); /* integer division */
	ck_assert_ptr_eq(aim_test_find("creat_clo"), aim_test_find("creat-clo"));
	ck_assert_ptr_null(aim_test_find("add_int"));
}
END_TEST

START_TEST(every_test_leaves_only_what_was_there)
{
	struct scratch s;
	struct error err = { 0 };

	begin(&s, 16);
	OK(aim_common_make(s.path, 16, AIM_FILL_LETTER, NULL, &err));
	OK(aim_tree_make(s.path, false, &err));
	for (const struct aim_test *t = aim_tests; t->name; t++) {
		OK(aim_call(&state, t, &err));
		OK(aim_call(&state, t, &err));
		ck_assert_msg(entries(&s) == 2, "%s left something", t->name);
	}
	OK(aim_tree_remove(s.path, &err));
	OK(aim_common_remove(s.path, &err));
	ck_assert_uint_eq(entries(&s), 0);
	scratch_end(&s);
}
END_TEST

START_TEST(buffer_is_zeros_until_the_common_file_was_read)
{
	struct scratch s;
	struct error err = { 0 };
	unsigned char wanted[AIM_BLOCK] = { 0 };

	begin(&s, 4);
	OK(aim_common_make(s.path, 4, AIM_FILL_LETTER, NULL, &err));
	OK(aim_call(&state, aim_test_find("disk_rr"), &err));
	ck_assert_mem_eq(state.buffer, wanted, AIM_BLOCK);
	OK(aim_call(&state, aim_test_find("disk_rd"), &err));
	memset(wanted, 'a', sizeof(wanted));
	ck_assert_mem_eq(state.buffer, wanted, AIM_BLOCK);
	OK(aim_common_make(s.path, 4, AIM_FILL_NUMBER, NULL, &err));
	OK(aim_call(&state, aim_test_find("sync_disk_cp"), &err));
	for (unsigned i = 0; i < AIM_BLOCK; i++)
		ck_assert_uint_eq(state.buffer[i], i % 127);
	scratch_end(&s);
}
END_TEST

START_TEST(generator_goes_on_from_call_to_call)
{
	struct scratch s;
	struct error err = { 0 };
	uint32_t random = 1;

	begin(&s, 16);
	OK(aim_tree_make(s.path, false, &err));
	OK(aim_call(&state, aim_test_find("disk_rr"), &err));      /* 16 numbers */
	OK(aim_call(&state, aim_test_find("sync_disk_rw"), &err)); /* 8 */
	OK(aim_call(&state, aim_test_find("disk_src"), &err));     /* 750 */
	for (unsigned i = 0; i < 16 + 8 + 750; i++)
		(void)aim_random(&random);
	ck_assert_uint_eq(state.random, random);
	scratch_end(&s);
}
END_TEST

START_TEST(names_are_the_process_and_a_counter)
{
	struct scratch s;
	struct error err = { 0 };
	char wanted[32];

	begin(&s, 2);
	state.names = 99999;
	OK(aim_call(&state, aim_test_find("disk_wrt"), &err));
	snprintf(wanted, sizeof(wanted), "/tmpb.%05u99999", (unsigned)getpid() % 100000);
	ck_assert_str_eq(strrchr(state.file.text, '/'), wanted);
	OK(aim_call(&state, aim_test_find("link_test"), &err)); /* wrapped: 0 to 7 */
	snprintf(wanted, sizeof(wanted), "/link%05u00007", (unsigned)getpid() % 100000);
	ck_assert_str_eq(strrchr(state.links[7].text, '/'), wanted);
	ck_assert_uint_eq(state.names, 8);
	scratch_end(&s);
}
END_TEST

/* Of the tree: what nftw() is shown. */
static unsigned directories, files, empty, links_least, links_most;
static ino_t inodes[AIM_TREE_NAMES];

static int look(const char *path, const struct stat *st, int type, struct FTW *where)
{
	(void)where;
	if (type == FTW_D) {
		directories++;
	} else if (!strstr(path, "dirlist")) {
		ck_assert_uint_lt(files, AIM_TREE_NAMES);
		inodes[files++] = st->st_ino;
		empty += st->st_size == 0;
		links_least = st->st_nlink < links_least ? (unsigned)st->st_nlink : links_least;
		links_most = st->st_nlink > links_most ? (unsigned)st->st_nlink : links_most;
	}
	return 0;
}

static void walk(const struct scratch *s)
{
	char path[128];

	directories = files = empty = links_most = 0;
	links_least = UINT32_MAX;
	snprintf(path, sizeof(path), "%s/fakeh", s->path);
	ck_assert_int_eq(nftw(path, look, 16, FTW_PHYS), 0);
	ck_assert_uint_eq(directories, AIM_TREE_DIRECTORIES);
	ck_assert_uint_eq(files, AIM_TREE_NAMES);
	ck_assert_uint_eq(empty, AIM_TREE_NAMES);
}

START_TEST(tree_has_24_directories_and_320_names_of_one_file)
{
	struct scratch s;
	struct error err = { 0 };

	scratch_begin(&s);
	OK(aim_tree_make(s.path, false, &err));
	walk(&s);
	ck_assert_uint_eq(links_least, AIM_TREE_NAMES);
	ck_assert_int_eq(aim_tree_make(s.path, false, &err), -EEXIST);
	OK(aim_tree_remove(s.path, &err));
	OK(aim_tree_remove(s.path, &err)); /* none is no error */
	OK(aim_tree_make(s.path, true, &err));
	walk(&s);
	ck_assert_uint_eq(links_most, 1);
	scratch_end(&s);
}
END_TEST

START_TEST(list_has_57_names_to_look_at_and_43_to_make)
{
	struct scratch s;
	struct error err = { 0 };
	char path[128], line[128];
	unsigned lines = 0, looked = 0, made = 0, deep = 0;
	size_t bytes = 0;

	scratch_begin(&s);
	OK(aim_tree_make(s.path, false, &err));
	snprintf(path, sizeof(path), "%s/fakeh/dirlist", s.path);
	FILE *list = fopen(path, "re");
	ck_assert_ptr_nonnull(list);
	while (fgets(line, sizeof(line), list)) {
		unsigned slashes = 0;
		lines++;
		bytes += strlen(line);
		line[strcspn(line, "\n")] = '\0';
		ck_assert_uint_le(strlen(line), 46);
		for (const char *c = line; *c; c++)
			slashes += *c == '/';
		if (strncmp(line, "s ./", 4) != 0 && strncmp(line, "c ./", 4) != 0)
			continue;
		deep += slashes - 1 == 5;
		snprintf(path, sizeof(path), "fakeh/%s", line + 2);
		ck_assert(scratch_has(&s, path) == (line[0] == 's'));
		looked += line[0] == 's';
		made += line[0] == 'c';
	}
	fclose(list);
	ck_assert_uint_eq(lines, AIM_TREE_LINES);
	ck_assert_uint_eq(looked, AIM_TREE_LOOKED);
	ck_assert_uint_eq(made, AIM_TREE_MADE);
	ck_assert_uint_eq(deep, 41);
	/* Three pieces of 4096 bytes, as the original's 10726. */
	ck_assert_uint_gt(bytes, 8192);
	ck_assert_uint_lt(bytes, 12288);
	scratch_end(&s);
}
END_TEST

static volatile sig_atomic_t stop;

START_TEST(failed_and_stopped_calls_leave_nothing)
{
	struct scratch s;
	struct error err = { 0 };

	begin(&s, 16);
	state.set.stop = &stop;
	OK(aim_tree_make(s.path, false, &err));
	ck_assert_int_eq(aim_call(&state, aim_test_find("disk_rd"), &err), -ENOENT);
	ck_assert_ptr_nonnull(strstr(err.text, "/tmpa.common: No such file or directory"));
	OK(aim_common_make(s.path, 8, AIM_FILL_LETTER, NULL, &err)); /* half of what is asked for */
	ck_assert_int_eq(aim_call(&state, aim_test_find("disk_cp"), &err), -ENODATA);
	ck_assert_ptr_nonnull(strstr(err.text, "/tmpa.common: it ends"));
	OK(aim_common_make(s.path, 16, AIM_FILL_LETTER, NULL, &err));
	stop = 1;
	for (const struct aim_test *t = aim_tests; t->name; t++) {
		if (strcmp(t->name, "dir_rtns_1") != 0)
			ck_assert_int_eq(aim_call(&state, t, &err), -EINTR);
		ck_assert_msg(entries(&s) == 2, "%s left something", t->name);
		ck_assert_int_eq(state.fds[0], -1);
	}
	ck_assert_int_eq(access("fakeh", F_OK), -1); /* disk_src is back where it was */
	ck_assert_int_eq(access("dirlist", F_OK), -1);
	scratch_end(&s);
}
END_TEST

START_TEST(settings_have_limits)
{
	struct aim_settings set = { .path = ".", .listed = ".", .blocks = 1, .seed = 1 };
	static char longest[AIM_PATH_ROOM + 1];
	struct error err = { 0 };

	ck_assert_int_eq(aim_init(&state, &set, &err), -ERANGE);
	ck_assert_str_eq(err.text, "a file of 1 KiB is below the least, 2 KiB");
	memset(longest, 'x', AIM_PATH_ROOM);
	set.blocks = 2;
	set.path = longest;
	ck_assert_int_eq(aim_init(&state, &set, &err), -ENAMETOOLONG);
}
END_TEST

UNIT_MAIN("aim", generator_is_the_suites_own, factors_are_those_of_the_published_runs,
	every_test_leaves_only_what_was_there, buffer_is_zeros_until_the_common_file_was_read,
	generator_goes_on_from_call_to_call, names_are_the_process_and_a_counter,
	tree_has_24_directories_and_320_names_of_one_file,
	list_has_57_names_to_look_at_and_43_to_make, failed_and_stopped_calls_leave_nothing,
	settings_have_limits)
