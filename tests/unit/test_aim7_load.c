// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim7_load.h"
#include "classic/stop.h"
#include "scratch.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* Two places in a folder of their own, and a level to run in them. */
struct bed {
	struct scratch scratch;
	struct arena arena;
	char paths[2][128];
	const char *dirs[2];
	struct aim7_places places;
	struct aim7_mix mix;
	struct aim7_job job;
};

static void open_bed(struct bed *bed, const char *mix, size_t places, uint64_t users)
{
	struct error err = { 0 };

	*bed = (struct bed){ 0 };
	scratch_begin(&bed->scratch);
	for (size_t i = 0; i < 2; i++) {
		(void)snprintf(bed->paths[i], sizeof(bed->paths[i]), "%s/place-%zu",
			bed->scratch.path, i);
		ck_assert_int_eq(mkdir(bed->paths[i], 0700), 0);
		bed->dirs[i] = bed->paths[i];
	}
	OK(aim7_mix_parse(mix, strlen(mix), &bed->mix, &err));
	OK(aim7_places_make(&bed->places, bed->dirs, places, true, &bed->arena, &err));
	bed->job = (struct aim7_job){
		.mix = &bed->mix,
		.places = &bed->places,
		.listed = "/bin",
		.users = users,
		.blocks = aim7_mix_blocks(&bed->mix, users),
		.times = true,
	};
	OK(aim7_places_fill(&bed->places, bed->job.blocks, NULL, &err));
}

/* Nobody and nothing is left behind. */
static void close_bed(struct bed *bed)
{
	struct error err = { 0 };

	ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
	ck_assert_int_eq(errno, ECHILD);
	OK(aim7_places_remove(&bed->places, &err));
	for (size_t i = 0; i < 2; i++)
		ck_assert_int_eq(rmdir(bed->paths[i]), 0);
	scratch_end(&bed->scratch);
	arena_free(&bed->arena);
}

static const char disk_mix[] = "FILESIZE: 8K\n5 disk_rr\n2 disk_src\n1 creat-clo\n92 sieve\n";

START_TEST(every_user_does_his_whole_task)
{
	struct bed bed;
	struct error err = { 0 };
	struct aim7_level level;
	uint64_t done[AIM7_MOST_ENTRIES] = { 0 }, real_ns = 0;

	open_bed(&bed, disk_mix, 1, 3);
	OK(aim7_level_run(&bed.job, &level, &err));
	ck_assert_uint_eq(bed.mix.runs, 5 + 2 + 1);
	for (uint64_t i = 0; i < 3 * bed.mix.runs; i++) {
		ck_assert_uint_gt(level.calls[i].real_ns, 0);
		done[level.calls[i].entry]++;
	}
	for (size_t i = 0; i < bed.mix.count; i++)
		ck_assert_uint_eq(done[i],
			bed.mix.entries[i].test ? 3 * bed.mix.entries[i].runs : 0);
	ck_assert_uint_eq(level.point.users, 3);
	for (size_t i = 0; i < 3; i++)
		real_ns = max_u64(real_ns, level.ended_ns[i]);
	ck_assert_double_eq_tol(level.point.real_s, (double)real_ns / 1e9, 1e-9);
	/* Only what was run is counted. */
	ck_assert_double_eq_tol(level.point.jobs_per_min * level.point.real_s, 3 * 8 * 60, 1e-3);
	ck_assert_double_gt(level.point.cpu_s, 0);
	ck_assert_int_le(level.point.jti, 100);
	OK(aim7_places_check(&bed.places, bed.job.blocks, &err));
	aim7_level_free(&level);
	close_bed(&bed);
}
END_TEST

/* Users 1 and 2 of two runs: what a user draws is his own number's, whoever is beside him. */
START_TEST(a_user_s_order_is_the_same_in_every_run)
{
	struct bed bed;
	struct error err = { 0 };
	struct aim7_level one, two;

	open_bed(&bed, disk_mix, 1, 1);
	OK(aim7_level_run(&bed.job, &one, &err));
	bed.job.users = 2;
	OK(aim7_level_run(&bed.job, &two, &err));
	bool differs = false;
	for (uint64_t i = 0; i < bed.mix.runs; i++) {
		ck_assert_uint_eq(one.calls[i].entry, two.calls[i].entry);
		differs = differs || two.calls[i].entry != two.calls[bed.mix.runs + i].entry;
	}
	ck_assert(differs);
	aim7_level_free(&one);
	aim7_level_free(&two);
	close_bed(&bed);
}
END_TEST

START_TEST(without_times_no_call_is_kept)
{
	struct bed bed;
	struct error err = { 0 };
	struct aim7_level level;

	open_bed(&bed, disk_mix, 1, 2);
	bed.job.times = false;
	OK(aim7_level_run(&bed.job, &level, &err));
	ck_assert_ptr_null(level.calls);
	ck_assert_uint_gt(level.ended_ns[1], 0);
	aim7_level_free(&level);
	close_bed(&bed);
}
END_TEST

static uint64_t changed_ns(const char *path)
{
	struct stat st;

	ck_assert_int_eq(stat(path, &st), 0);
	return (uint64_t)st.st_mtim.tv_sec * NS_PER_S + (uint64_t)st.st_mtim.tv_nsec;
}

START_TEST(a_user_takes_the_directories_by_turns)
{
	struct bed bed;
	struct error err = { 0 };
	struct aim7_level level;
	uint64_t before[2];

	open_bed(&bed, "FILESIZE: 8K\n4 disk_wrt\n96 sieve\n", 2, 1);
	for (size_t i = 0; i < 2; i++)
		before[i] = changed_ns(bed.places.items[i].path);
	usleep(20000); /* more than a tick of the file system's clock */
	OK(aim7_level_run(&bed.job, &level, &err));
	for (size_t i = 0; i < 2; i++)
		ck_assert_uint_gt(changed_ns(bed.places.items[i].path), before[i]);
	aim7_level_free(&level);
	close_bed(&bed);
}
END_TEST

START_TEST(a_test_that_fails_ends_the_level_with_its_reason)
{
	struct bed bed;
	struct error err = { 0 };
	struct aim7_level level;

	open_bed(&bed, "FILESIZE: 8K\n1 disk_rd\n", 1, 4);
	ck_assert_int_eq(unlinkat(bed.places.items[0].fd, "tmpa.common", 0), 0);
	ck_assert_int_eq(aim7_level_run(&bed.job, &level, &err), -ENOENT);
	ck_assert_msg(strncmp(err.text, "user ", 5) == 0, "%s", err.text);
	ck_assert_msg(strstr(err.text, ": disk_rd in ") != NULL, "%s", err.text);
	ck_assert_msg(strstr(err.text, bed.places.items[0].path) != NULL, "%s", err.text);
	ck_assert_msg(strstr(err.text, "No such file or directory") != NULL, "%s", err.text);
	close_bed(&bed);
}
END_TEST

/* Not a signal that kills the user without a word. */
START_TEST(a_file_above_the_limit_is_a_reason)
{
	const struct rlimit small = { 4096, RLIM_INFINITY };
	struct bed bed;
	struct error err = { 0 };
	struct aim7_level level;

	open_bed(&bed, "FILESIZE: 8K\n1 disk_wrt\n", 1, 2);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
	ck_assert_int_eq(aim7_level_run(&bed.job, &level, &err), -EFBIG);
	ck_assert_msg(strstr(err.text, "File too large") != NULL, "%s", err.text);
	close_bed(&bed);
}
END_TEST

/* Users who read a FIFO that nobody writes to wait for ever. */
static void make_users_wait(const struct bed *bed)
{
	ck_assert_int_eq(unlinkat(bed->places.items[0].fd, "tmpa.common", 0), 0);
	ck_assert_int_eq(mkfifoat(bed->places.items[0].fd, "tmpa.common", 0600), 0);
}

/* A process that sends the signal soon: to this one, or to one of its users. */
static pid_t send_soon(int signal, bool to_user)
{
	pid_t other = fork();

	ck_assert_int_ge(other, 0);
	if (other > 0)
		return other;
	usleep(200000);
	if (!to_user) {
		(void)kill(getppid(), signal);
		_exit(0);
	}
	char command[64];
	int pid;
	(void)snprintf(command, sizeof(command), "pgrep -P %d", (int)getppid());
	FILE *children = popen(command, "r");
	while (children && fscanf(children, "%d", &pid) == 1) {
		if (pid == (int)getpid())
			continue;
		(void)kill(pid, signal);
		break;
	}
	_exit(0);
}

START_TEST(a_stop_ends_all_users)
{
	struct bed bed;
	struct error err = { 0 };
	struct aim7_level level;

	open_bed(&bed, "FILESIZE: 8K\n1 disk_rd\n", 1, 3);
	make_users_wait(&bed);
	stop_catch();
	pid_t other = send_soon(SIGTERM, false);
	ck_assert_int_eq(aim7_level_run(&bed.job, &level, &err), -EINTR);
	ck_assert_int_eq(stop_asked(), SIGTERM);
	(void)waitpid(other, NULL, 0); /* unless the level has taken it away already */
	close_bed(&bed);
}
END_TEST

START_TEST(a_user_who_is_killed_ends_the_level)
{
	struct bed bed;
	struct error err = { 0 };
	struct aim7_level level;

	open_bed(&bed, "FILESIZE: 8K\n1 disk_rd\n", 1, 3);
	make_users_wait(&bed);
	pid_t other = send_soon(SIGKILL, true);
	ck_assert_int_eq(aim7_level_run(&bed.job, &level, &err), -EIO);
	ck_assert_msg(strstr(err.text, ": killed by signal 9") != NULL, "%s", err.text);
	(void)waitpid(other, NULL, 0);
	close_bed(&bed);
}
END_TEST

/* What ends the users ends them, too, where they have not yet begun. */
START_TEST(a_signal_that_came_before_is_not_forgotten)
{
	struct bed bed;
	struct error err = { 0 };
	struct aim7_level level;

	open_bed(&bed, disk_mix, 1, 3);
	stop_catch();
	ck_assert_int_eq(raise(SIGINT), 0);
	ck_assert_int_eq(aim7_level_run(&bed.job, &level, &err), -EINTR);
	close_bed(&bed);
}
END_TEST

START_TEST(what_the_tests_left_or_changed_is_found)
{
	struct bed bed;
	struct error err = { 0 };

	open_bed(&bed, disk_mix, 1, 1);
	OK(aim7_places_check(&bed.places, bed.job.blocks, &err));
	ck_assert_int_eq(mkdirat(bed.places.items[0].fd, "tmpb.1", 0700), 0);
	ck_assert_int_eq(aim7_places_check(&bed.places, bed.job.blocks, &err), -EBADMSG);
	ck_assert_msg(strstr(err.text, "/tmpb.1: a test has left it") != NULL, "%s", err.text);
	ck_assert_int_eq(unlinkat(bed.places.items[0].fd, "tmpb.1", AT_REMOVEDIR), 0);
	ck_assert_int_eq(aim7_places_check(&bed.places, bed.job.blocks + 1, &err), -EBADMSG);
	ck_assert_msg(strstr(err.text, "has 8192 bytes: it had 9216") != NULL, "%s", err.text);
	close_bed(&bed);
}
END_TEST

START_TEST(a_missing_place_leaves_nothing_in_the_others)
{
	struct bed bed;
	struct error err = { 0 };
	struct aim7_places places = { .count = 4711 };

	open_bed(&bed, disk_mix, 1, 1);
	OK(aim7_places_remove(&bed.places, &err));
	bed.dirs[1] = "/nonsuch";
	ck_assert_int_eq(aim7_places_make(&places, bed.dirs, 2, true, &bed.arena, &err), -ENOENT);
	ck_assert_str_eq(err.text, "/nonsuch: No such file or directory");
	ck_assert_uint_eq(places.count, 4711);
	close_bed(&bed); /* whose rmdir finds the first one empty */
}
END_TEST

UNIT_MAIN("aim7 load", every_user_does_his_whole_task, a_user_s_order_is_the_same_in_every_run,
	without_times_no_call_is_kept, a_user_takes_the_directories_by_turns,
	a_test_that_fails_ends_the_level_with_its_reason, a_file_above_the_limit_is_a_reason,
	a_stop_ends_all_users, a_user_who_is_killed_ends_the_level,
	a_signal_that_came_before_is_not_forgotten, what_the_tests_left_or_changed_is_found,
	a_missing_place_leaves_nothing_in_the_others)
