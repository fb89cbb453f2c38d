// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file.h"

#include "scratch.h"

#include <errno.h>
#include <string.h>

static struct scratch s;

static int make(const char *name)
{
	int fd = openat(s.dir, name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);

	ck_assert_int_ge(fd, 0);
	return fd;
}

START_TEST(what_is_written_is_read_back)
{
	struct error err = { 0 };
	char back[6] = { 0 };

	scratch_begin(&s);
	int fd = make("file");
	OK(io_pwrite_all(fd, "hello", 5, 1000, &err));
	OK(io_pread_all(fd, back, 5, 1000, &err));
	ck_assert_str_eq(back, "hello");
	OK(io_sync(fd, IO_SYNC_NONE, &err));
	OK(io_sync(fd, IO_SYNC_FDATASYNC, &err));
	OK(io_sync(fd, IO_SYNC_FSYNC, &err));
	close(fd);
	scratch_end(&s);
}
END_TEST

START_TEST(reading_past_the_end_says_where_it_is)
{
	struct error err = { 0 };
	char back[10];

	scratch_begin(&s);
	int fd = make("file");
	OK(io_pwrite_all(fd, "hello", 5, 0, &err));
	ck_assert_int_eq(io_pread_all(fd, back, 10, 2, &err), -ENODATA);
	ck_assert_str_eq(err.text, "the file ends at 5, 7 bytes early");
	close(fd);
	scratch_end(&s);
}
END_TEST

START_TEST(a_full_device_is_an_error)
{
	struct error err = { 0 };
	int fd = open("/dev/full", O_WRONLY | O_CLOEXEC);

	ck_assert_int_eq(io_write_all(fd, "x", 1, &err), -ENOSPC);
	ck_assert_int_eq(io_pwrite_all(fd, "x", 1, 0, &err), -ENOSPC);
	ck_assert_str_eq(err.text, "write 1 bytes at 0: No space left on device");
	close(fd);
	ck_assert_int_eq(io_sync(fd, IO_SYNC_FSYNC, &err), -EBADF);
	ck_assert_int_eq(io_sync(fd, IO_SYNC_FDATASYNC, &err), -EBADF);
}
END_TEST

START_TEST(a_pipe_is_read_until_enough_or_its_end)
{
	struct error err = { 0 };
	char data[100];
	size_t got = 0;
	int ends[2];

	ck_assert_int_eq(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0) {
		for (int i = 0; i < 3; i++) {
			if (write(ends[1], "abcde", 5) != 5)
				_exit(1);
			usleep(5000);
		}
		_exit(0);
	}
	close(ends[1]);
	OK(io_read_some(ends[0], data, 12, &got, &err));
	ck_assert_uint_eq(got, 12);
	ck_assert_mem_eq(data, "abcdeabcdeab", 12);
	OK(io_read_some(ends[0], data, sizeof(data), &got, &err));
	ck_assert_uint_eq(got, 3);
	close(ends[0]);
}
END_TEST

START_TEST(a_read_goes_on_until_there_is_enough)
{
	struct error err = { 0 };
	char data[16] = { 0 };
	int ends[2];

	ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
	ck_assert_int_eq(write(ends[1], "hello", 5), 5);
	OK(io_read_least(ends[0], data, sizeof(data), 5, &err)); /* would block for more */
	ck_assert_str_eq(data, "hello");
	pid_t child = fork();
	if (child == 0) { /* the rest comes later */
		(void)usleep(20000);
		_exit(write(ends[1], "three", 5) == 5 ? 0 : 1);
	}
	ck_assert_int_eq(write(ends[1], "two", 3), 3);
	OK(io_read_least(ends[0], data, sizeof(data), 8, &err));
	ck_assert_int_eq(memcmp(data, "twothree", 8), 0);
	ck_assert_int_eq(write(ends[1], "end", 3), 3);
	close(ends[1]);
	ck_assert_int_eq(io_read_least(ends[0], data, sizeof(data), 4, &err), -ENODATA);
	ck_assert_str_eq(err.text, "the file ends 1 bytes early");
	close(ends[0]);
}
END_TEST

START_TEST(a_small_file_loses_one_newline)
{
	struct error err = { 0 };
	char path[200], data[8];
	size_t length;

	scratch_begin(&s);
	scratch_file(&s, "small", "none\n\n");
	scratch_file(&s, "long", "123456789");
	(void)snprintf(path, sizeof(path), "%s/small", s.path);
	OK(io_read_small(path, data, sizeof(data), &length, &err));
	ck_assert_str_eq(data, "none\n");
	ck_assert_uint_eq(length, 5);
	OK(io_write_small(path, "mq", &err));
	OK(io_read_small(path, data, sizeof(data), NULL, &err));
	ck_assert_str_eq(data, "mqne\n"); /* as for /sys, the file is not cut */
	(void)snprintf(path, sizeof(path), "%s/long", s.path);
	OK(io_read_small(path, data, sizeof(data), &length, &err));
	ck_assert_str_eq(data, "1234567");
	(void)snprintf(path, sizeof(path), "%s/none", s.path);
	ck_assert_int_eq(io_read_small(path, data, sizeof(data), NULL, &err), -ENOENT);
	ck_assert_int_eq(io_write_small(path, "x", &err), -ENOENT); /* and is not made */
	ck_assert(!scratch_has(&s, "none"));
	scratch_end(&s);
}
END_TEST

START_TEST(directories_are_made_with_their_parents)
{
	struct error err = { 0 };
	char path[200];

	scratch_begin(&s);
	(void)snprintf(path, sizeof(path), "%s/a//b/c/", s.path);
	OK(io_make_dirs(path, 0700, &err));
	OK(io_make_dirs(path, 0700, &err)); /* there already */
	ck_assert(scratch_has(&s, "a/b/c"));
	scratch_file(&s, "file", "x");
	(void)snprintf(path, sizeof(path), "%s/file", s.path);
	ck_assert_int_eq(io_make_dirs(path, 0700, &err), -ENOTDIR);
	(void)snprintf(path, sizeof(path), "%s/file/below", s.path);
	ck_assert_int_eq(io_make_dirs(path, 0700, &err), -ENOTDIR);
	ck_assert_int_eq(io_make_dirs("", 0700, &err), -ENOENT);
	scratch_end(&s);
}
END_TEST

START_TEST(an_image_is_all_zeros_and_has_its_blocks)
{
	struct error err = { 0 };
	struct stat st;
	char block[4096], zeros[4096] = { 0 };

	scratch_begin(&s);
	int fd = make("image");
	uint64_t size = 9 * MIB + 512;
	OK(io_fill_image(fd, size, NULL, &err));
	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_uint_eq((uint64_t)st.st_size, size);
	ck_assert_uint_ge((uint64_t)st.st_blocks * 512, size);
	for (uint64_t at = 0; at + sizeof(block) <= size; at += MIB) {
		OK(io_pread_all(fd, block, sizeof(block), at, &err));
		ck_assert_mem_eq(block, zeros, sizeof(block));
	}
	ck_assert_int_eq(io_fill_image(fd, 0, NULL, &err), -EINVAL);
	const volatile sig_atomic_t stop = 1;
	ck_assert_int_eq(io_fill_image(fd, size, &stop, &err), -ECANCELED);
	close(fd);
	scratch_end(&s);
}
END_TEST

UNIT_MAIN("file", what_is_written_is_read_back, reading_past_the_end_says_where_it_is,
	a_full_device_is_an_error, a_pipe_is_read_until_enough_or_its_end,
	a_read_goes_on_until_there_is_enough, a_small_file_loses_one_newline,
	directories_are_made_with_their_parents, an_image_is_all_zeros_and_has_its_blocks)
