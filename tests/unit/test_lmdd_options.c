// SPDX-License-Identifier: GPL-3.0-or-later
/* What lmdd's options beside the plain copy do: the process that writes, the first block, the
 * cache, what was used. */
#include "classic/lmdd_flush.h"
#include "classic/lmdd_rusage.h"
#include "core/clock.h"
#include "lmdd_line.h"
#include "scratch.h"

#include <errno.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

START_TEST(norepeat_ends_when_every_block_was_moved)
{
	char path[] = "/tmp/bakeoff-test-XXXXXX";

	lmdd_enter(path);
	/* Twice as many as there are; each writes its own offset. */
	struct lmdd_ran ran =
		lmdd_run_line("of=x rand=256k bs=4k norepeat=1 count=128 opat=1 print=5", "");
	ck_assert_int_eq(ran.status, 0);
	ck_assert_msg(strncmp(ran.said, "0.262144 ", 9) == 0, "%s", ran.said);
	ck_assert_int_eq(lmdd_run_line("if=x bs=4k ipat=1 print=0", "").status, 0);
	ran = lmdd_run_line("if=x bs=4k rand=256k norepeat=1 ipat=1 hash=1 print=0", "");
	ck_assert_int_eq(ran.status, 0);
	ck_assert_uint_eq(strlen(ran.said), 64 + 1);
	lmdd_leave(path);
}
END_TEST

START_TEST(a_forked_copy_writes_the_same_in_the_same_order)
{
	char path[] = "/tmp/bakeoff-test-XXXXXX";

	lmdd_enter(path);
	ck_assert_int_eq(lmdd_run_line("of=x bs=4k count=40 opat=1", "").status, 0);
	struct lmdd_ran ran =
		lmdd_run_line("if=x of=- bs=1k fork=1 touch=1 bufs=3 print=5 count=7", "");
	ck_assert_int_eq(ran.status, 0);
	for (uint32_t i = 0; i < 7 * 256; i++) {
		uint32_t word;
		memcpy(&word, ran.printed + 4 * i, sizeof(word));
		ck_assert_uint_eq(word, 4 * i);
	}
	ck_assert_msg(strncmp(ran.said, "0.007168 ", 9) == 0, "%s", ran.said);
	ran = lmdd_run_line("of=y bs=4k count=5 fork=1 wtmax=300000 print=0", "");
	ck_assert_int_eq(ran.status, 0);
	ck_assert_str_eq(ran.printed, "WRITE operation latencies\n0 to 30000 ms: 5\n");
	lmdd_leave(path);
}
END_TEST

START_TEST(a_failed_write_of_a_forked_child_is_a_failure)
{
	static const char *const lines[] = { "of=/dev/full bs=8k count=1 fork=1",
		"of=/dev/full bs=8k count=3 fork=1" };

	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct lmdd_ran ran = lmdd_run_line(lines[i], "");
		static const char said[] = "bakeoff: lmdd: /dev/full: write 8192 bytes at 0: No "
					   "space left on device\n0.0000 MB in ";
		ck_assert_int_eq(ran.status, 1);
		ck_assert_msg(strncmp(ran.said, said, strlen(said)) == 0, "%s", ran.said);
	}
}
END_TEST

/* Nobody reads the FIFO: the child waits for ever, and what fits into the pipe is told. */
START_TEST(time_ends_a_forked_child_that_waits)
{
	char path[] = "/tmp/bakeoff-test-XXXXXX";

	lmdd_enter(path);
	ck_assert_int_eq(mkfifo("fifo", 0600), 0);
	int both = open("fifo", O_RDWR | O_CLOEXEC);
	ck_assert_int_ge(both, 0);
	struct lmdd_ran ran = lmdd_run_line("of=fifo bs=4k fork=1 time=1 print=5", "");
	ck_assert_int_eq(ran.status, 0);
	ck_assert_msg(strncmp(ran.said, "0.065536 ", 9) == 0, "%s", ran.said);
	close(both);
	lmdd_leave(path);
}
END_TEST

/* Only the one that was started is told; it tells the child. */
START_TEST(a_signal_ends_a_forked_child_that_waits)
{
	char path[] = "/tmp/bakeoff-test-XXXXXX";
	int status, filled = 0;

	lmdd_enter(path);
	ck_assert_int_eq(mkfifo("fifo", 0600), 0);
	int both = open("fifo", O_RDWR | O_CLOEXEC);
	ck_assert_int_ge(both, 0);
	pid_t copier = fork();
	if (copier == 0) {
		char line[] = "of=fifo bs=4k fork=1 print=0", *argv[LMDD_MOST_WORDS + 1];
		int argc = lmdd_split(line, argv);
		_exit(classic_lmdd(argc, argv));
	}
	while (filled < 65536) { /* what a pipe holds */
		ck_assert_int_eq(ioctl(both, FIONREAD, &filled), 0);
		(void)usleep(20000);
	}
	ck_assert_int_eq(kill(copier, SIGTERM), 0);
	ck_assert_int_eq(waitpid(copier, &status, 0), copier);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), 128 + SIGTERM);
	close(both);
	lmdd_leave(path);
}
END_TEST

START_TEST(padin_leaves_the_first_block_out)
{
	char path[] = "/tmp/bakeoff-test-XXXXXX";

	lmdd_enter(path);
	ck_assert_int_eq(lmdd_run_line("of=x bs=4k count=4 opat=1", "").status, 0);
	struct lmdd_ran ran =
		lmdd_run_line("if=x of=y bs=4k padin=1 ipat=1 rtmin=1000 rtmax=9000", "");
	ck_assert_int_eq(ran.status, 0);
	ck_assert_str_eq(ran.printed, "READ operation latencies\n1000- ms: 3\n");
	ck_assert_ptr_nonnull(strstr(ran.said, "\n0.0123 MB in "));
	int fd = open("y", O_RDONLY | O_CLOEXEC);
	uint32_t word = 0;
	ck_assert_int_eq(read(fd, &word, sizeof(word)), sizeof(word));
	ck_assert_uint_eq(word, 4096);
	ck_assert_int_eq(lseek(fd, 0, SEEK_END), 12288);
	close(fd);
	lmdd_leave(path);
}
END_TEST

/* The other end of the FIFO waits a second before its first byte: that second is in the whole
 * run's time, and not in the copy's. */
START_TEST(padin_starts_the_clock_after_the_first_block)
{
	char path[] = "/tmp/bakeoff-test-XXXXXX";
	double megabytes = 0, seconds = 0;

	lmdd_enter(path);
	ck_assert_int_eq(mkfifo("fifo", 0600), 0);
	uint64_t start = clock_monotonic_ns();
	pid_t writer = fork();
	if (writer == 0) {
		int fd = open("fifo", O_WRONLY | O_CLOEXEC);
		sleep(1);
		_exit(write(fd, "12345678", 8) == 8 ? 0 : 1);
	}
	struct lmdd_ran ran = lmdd_run_line("if=fifo bs=4 padin=1 timeopen=1", "");
	double all = (double)(clock_monotonic_ns() - start) / 1e9;
	ck_assert_int_eq(waitpid(writer, NULL, 0), writer);
	ck_assert_int_eq(ran.status, 0);
	ck_assert_int_eq(sscanf(ran.said, "%lf MB in %lf", &megabytes, &seconds), 2);
	ck_assert_double_le(seconds, all - 0.9999);
	lmdd_leave(path);
}
END_TEST

START_TEST(usleep_is_between_the_blocks)
{
	double megabytes = 0, seconds = 0;
	struct lmdd_ran ran = lmdd_run_line("count=3 usleep=400000", "");

	ck_assert_int_eq(sscanf(ran.said, "%lf MB in %lf", &megabytes, &seconds), 2);
	ck_assert_double_ge(seconds, 0.8);
	ran = lmdd_run_line("count=1 usleep=4000000000", ""); /* more than an hour */
	ck_assert_int_eq(ran.status, 0);
}
END_TEST

START_TEST(flush_says_what_stayed_in_the_cache)
{
	struct scratch s;
	struct error err = { 0 };
	struct lmdd_file file = { .name = "x",
		.fd = memfd_create("x", MFD_CLOEXEC),
		.storage = true };

	/* A file of memory is its cache: nothing of it can be dropped. */
	ck_assert_int_ge(file.fd, 0);
	ck_assert_int_eq(ftruncate(file.fd, 10000), 0);
	ck_assert_int_eq(pwrite(file.fd, "1", 1, 9000), 1);
	OK(lmdd_flush(&file, &err));
	ck_assert_int_eq(lmdd_flush_check(&file, &err), -EBUSY);
	ck_assert_str_eq(err.text, "x: flush: 4096 of 10000 bytes stayed in the cache");
	close(file.fd);

	scratch_begin(&s);
	scratch_file(&s, "empty", "");
	file.fd = openat(s.dir, "empty", O_WRONLY | O_CLOEXEC);
	OK(lmdd_flush_check(&file, &err));
	close(file.fd);
	scratch_end(&s);
	ck_assert_int_eq(lmdd_run_line("of=/dev/null count=3 flush=1", "").status, 0);
}
END_TEST

START_TEST(rusage_is_lmdds_line_of_what_came_between)
{
	const struct rusage before = { .ru_utime = { 1, 900000 },
		.ru_stime = { 3, 0 },
		.ru_inblock = 5,
		.ru_oublock = 6,
		.ru_minflt = 7,
		.ru_majflt = 8,
		.ru_nvcsw = 9,
		.ru_nivcsw = 10 };
	const struct rusage after = { .ru_utime = { 2, 150000 },
		.ru_stime = { 3, 500000 },
		.ru_inblock = 15,
		.ru_oublock = 17,
		.ru_minflt = 19,
		.ru_majflt = 21,
		.ru_nvcsw = 23,
		.ru_nivcsw = 31 };
	AUTO_TEXT struct text out;

	text_init(&out, 4096);
	lmdd_print_rusage(&out, &before, &after, 3 * NS_PER_S);
	ck_assert_str_eq(out.data, "real=3.00 sys=0.50 user=0.25 idle=2.25 stall=75% "
				   "rd=10 wr=11 min=12 maj=13 ctx=35\n");
	text_clear(&out);
	lmdd_print_rusage(&out, &before, &after, NS_PER_S / 2); /* two processes at once */
	ck_assert_ptr_nonnull(strstr(out.data, "real=0.50 sys=0.50 user=0.25 idle=0.00 stall=0%"));
}
END_TEST

START_TEST(rusage_knows_the_children)
{
	enum { PAGES = 5000 };
	struct rusage before, after;

	lmdd_rusage_now(&before);
	pid_t child = fork();
	if (child == 0) {
		size_t size = (size_t)PAGES * (size_t)sysconf(_SC_PAGESIZE);
		char *map = mmap(NULL, size, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		for (size_t at = 0; at < size; at += (size_t)sysconf(_SC_PAGESIZE))
			map[at] = 1;
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	lmdd_rusage_now(&after);
	ck_assert_int_ge(after.ru_minflt - before.ru_minflt, PAGES / 16);
}
END_TEST

START_TEST(rusage_stands_before_the_result)
{
	struct lmdd_ran ran = lmdd_run_line("of=/dev/null count=4 rusage=1 label=x: hash=1", "");

	ck_assert_msg(strncmp(ran.said, "####\nreal=", 10) == 0, "%s", ran.said);
	ck_assert_ptr_nonnull(strstr(ran.said, "\nx:0.0328 MB in "));
}
END_TEST

UNIT_MAIN("lmdd_options", norepeat_ends_when_every_block_was_moved,
	a_forked_copy_writes_the_same_in_the_same_order,
	a_failed_write_of_a_forked_child_is_a_failure, time_ends_a_forked_child_that_waits,
	a_signal_ends_a_forked_child_that_waits, padin_leaves_the_first_block_out,
	padin_starts_the_clock_after_the_first_block, usleep_is_between_the_blocks,
	flush_says_what_stayed_in_the_cache, rusage_is_lmdds_line_of_what_came_between,
	rusage_knows_the_children, rusage_stands_before_the_result)
