// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/residency.h"

#include "io/file.h"
#include "lab.h"

enum { FILE_BYTES = 1 << 20 };

/* Two files of 1 MiB, one in a directory of its own, and a short one. */
static void fill(const char *dir)
{
	ck_assert_int_eq(lab_shell("mkdir %s/below && head -c %d /dev/urandom > %s/one && "
				   "head -c %d /dev/urandom > %s/below/two && "
				   "echo short > %s/short && ln -s one %s/link && sync -f %s",
				 dir, FILE_BYTES, dir, FILE_BYTES, dir, dir, dir, dir),
		0);
}

/* What has been written lies in the cache until it is dropped: only that of this file. */
static void drop(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED), 0);
	close(fd);
}

static struct residency ask(const char *path, uint64_t most_files)
{
	struct residency found = { 0 };
	struct error err = { 0 };
	int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	ck_assert_int_ge(dir, 0);
	OK(io_residency(dir, most_files, 10 * NS_PER_S, &found, &err));
	close(dir);
	return found;
}

static void check_on(const char *kind, const char *mkfs)
{
	char image[PATH_MAX], point[PATH_MAX], path[PATH_MAX + 16];
	struct residency found;
	struct lab lab;

	lab_start(&lab);
	lab_image(&lab, "image", "320M", image);
	(void)snprintf(point, sizeof(point), "%s/mnt", lab.dir);
	ck_assert_int_eq(lab_shell("%s %s >/dev/null 2>&1 && mkdir %s && mount -t %s -o loop %s %s",
				 mkfs, image, point, kind, image, point),
		0);
	fill(point);
	found = ask(point, 100);
	ck_assert_ptr_null(found.unknown);
	ck_assert(!found.bounded);
	ck_assert_uint_eq(found.files, 3);
	ck_assert_uint_eq(found.size, 2 * FILE_BYTES + 6);
	ck_assert_uint_eq(found.resident, found.size);

	(void)snprintf(path, sizeof(path), "%s/one", point);
	drop(path);
	found = ask(point, 100);
	ck_assert_uint_eq(found.resident, FILE_BYTES + 6);
	(void)snprintf(path, sizeof(path), "%s/below/two", point);
	drop(path);
	found = ask(point, 100);
	ck_assert_uint_eq(found.resident, 6);
	lab_end(&lab);
}

START_TEST(what_is_in_the_cache_of_ext4_is_told_file_by_file)
{
	LAB_NEED_ROOT();
	check_on("ext4", "mkfs.ext4 -q -F");
}
END_TEST

START_TEST(what_is_in_the_cache_of_xfs_is_told_file_by_file)
{
	LAB_NEED_ROOT();
	check_on("xfs", "mkfs.xfs -q -f");
}
END_TEST

START_TEST(tmpfs_has_no_cache_to_ask_and_says_so)
{
	struct residency found;
	char point[PATH_MAX];
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	(void)snprintf(point, sizeof(point), "%s/mnt", lab.dir);
	ck_assert_int_eq(lab_shell("mkdir %s && mount -t tmpfs none %s", point, point), 0);
	fill(point);
	found = ask(point, 100);
	ck_assert_str_eq(found.unknown, "tmpfs is nothing but memory");
	ck_assert_uint_eq(found.files, 0);
	ck_assert_uint_eq(found.size, 0);
	lab_end(&lab);
}
END_TEST

START_TEST(the_number_of_files_asked_is_bounded_and_that_is_said)
{
	struct residency found;
	struct lab lab;

	lab_start(&lab);
	fill(lab.dir);
	found = ask(lab.dir, 2);
	ck_assert_uint_eq(found.files, 2);
	ck_assert(found.bounded);
	found = ask(lab.dir, 3);
	ck_assert(!found.bounded);
	lab_end(&lab);
}
END_TEST

START_TEST(no_time_at_all_is_a_bound_too)
{
	struct residency found = { 0 };
	struct error err = { 0 };
	struct lab lab;

	lab_start(&lab);
	fill(lab.dir);
	int dir = open(lab.dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	OK(io_residency(dir, 100, 0, &found, &err));
	ck_assert(found.bounded);
	ck_assert_uint_eq(found.files, 0);
	close(dir);
	lab_end(&lab);
}
END_TEST

/* Read in part: the kernel reads ahead, so that more than was asked for may be there. */
START_TEST(both_calls_say_the_same_of_a_file_that_is_partly_there)
{
	uint64_t by_cachestat = 0, by_mincore = 0;
	struct error err = { 0 };
	char path[PATH_MAX], block[4096];
	struct lab lab;

	lab_start(&lab);
	(void)snprintf(path, sizeof(path), "%s/one", lab.dir);
	fill(lab.dir);
	drop(path);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ck_assert_int_eq(posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM), 0);
	ck_assert_int_eq(pread(fd, block, sizeof(block), 64 << 10), (ssize_t)sizeof(block));
	OK(io_resident_mincore(fd, FILE_BYTES, &by_mincore, &err));
	ck_assert_uint_ge(by_mincore, sizeof(block));
	ck_assert_uint_lt(by_mincore, FILE_BYTES);
	int ret = io_resident_cachestat(fd, FILE_BYTES, &by_cachestat, &err);
	if (ret == -ENOSYS || ret == -EPERM)
		printf("# this kernel has no cachestat: %s\n", err.text);
	else
		ck_assert_uint_eq(by_cachestat, by_mincore);
	close(fd);
	lab_end(&lab);
}
END_TEST

START_TEST(a_file_larger_than_a_window_is_asked_to_its_end)
{
	uint64_t resident = 0, size = (UINT64_C(130) << 20) + 1;
	struct error err = { 0 };
	char path[PATH_MAX];
	struct lab lab;

	lab_start(&lab);
	(void)snprintf(path, sizeof(path), "%s/large", lab.dir);
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	ck_assert_int_eq(ftruncate(fd, (off_t)size), 0);
	OK(io_pwrite_all(fd, "x", 1, size - 1, &err));
	OK(io_pwrite_all(fd, "x", 1, 0, &err));
	OK(io_resident_mincore(fd, size, &resident, &err));
	/* two pages, or the larger folios that a file system may make of them */
	ck_assert_uint_ge(resident, 8192);
	ck_assert_uint_lt(resident, 16 << 20);
	close(fd);
	lab_end(&lab);
}
END_TEST

UNIT_MAIN("residency", what_is_in_the_cache_of_ext4_is_told_file_by_file,
	what_is_in_the_cache_of_xfs_is_told_file_by_file, tmpfs_has_no_cache_to_ask_and_says_so,
	the_number_of_files_asked_is_bounded_and_that_is_said, no_time_at_all_is_a_bound_too,
	both_calls_say_the_same_of_a_file_that_is_partly_there,
	a_file_larger_than_a_window_is_asked_to_its_end)
