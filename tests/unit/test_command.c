// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/bench.h"
#include "model/spec.h"
#include "scratch.h"
#include "workloads/command/program.h"
#include "workloads/registry.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

static struct arena arena;
static struct error err;
static struct clock test_clock;
static struct scratch scratch;

/* A run of these parameters, ended by a NULL name, in a folder that is removed. */
static int run(const struct setting *settings, struct run_shape shape, uint64_t timeout,
	struct bench_result *result)
{
	struct bench_job job = { .workload = &command_workload,
		.seed = 42,
		.timeout = timeout,
		.clock = &test_clock };
	size_t count = 0;
	void *config = NULL;

	if (!test_clock.mult) {
		clock_start(&test_clock, clock_has_invariant_tsc());
		clock_calibrate(&test_clock);
	}
	shape.numjobs = shape.numjobs ? shape.numjobs : 1;
	shape.loops = shape.loops ? shape.loops : 1;
	shape.iodepth = 1;
	while (settings[count].name)
		count++;
	OK(workload_configure(&command_workload, settings, count, &shape, &arena, &config, &err));
	scratch_begin(&scratch);
	job.config = config;
	job.shape = shape;
	job.dir = scratch.dir;
	int ret = bench_run(&job, &arena, result, &err);
	ck_assert_msg(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "a process is left");
	return ret;
}

#define RUN(result, ...) \
	run((const struct setting[]){ __VA_ARGS__, { NULL, NULL } }, (struct run_shape){ 0 }, 0, \
		result)

/* Runs it, which fails with these words. */
#define RUN_FAILS(words, ...) \
	do { \
		struct bench_result failed; \
		ck_assert_int_lt(RUN(&failed, __VA_ARGS__), 0); \
		ck_assert_str_eq(err.text, words); \
		scratch_end(&scratch); \
	} while (0)

static double value(const struct bench_result *r, const char *metric)
{
	for (size_t i = 0; i < r->value_count; i++) {
		if (strcmp(r->values[i].metric, metric) == 0)
			return r->values[i].value;
	}
	return -1;
}

/* What a client printed, as a text. */
static const char *output(const struct bench_result *r, uint64_t client, const char *stream)
{
	for (size_t i = 0; i < r->output_count; i++) {
		const struct output_record *o = &r->outputs[i];
		if (o->client == client && strcmp(o->stream, stream) == 0)
			return arena_strndup(&arena, (const char *)o->data, o->size);
	}
	return "";
}

START_TEST(streams_are_kept_apart_and_whole)
{
	struct bench_result r;

	OK(RUN(&r, { "cmd", "echo out; echo err >&2; printf 'no end'; cat" },
		{ "prepare", "echo before; echo too >&2" }, { "cleanup", "echo after" }));
	ck_assert_str_eq(output(&r, 0, "stdout"), "out\nno end");
	ck_assert_str_eq(output(&r, 0, "stderr"), "err\n");
	ck_assert_str_eq(output(&r, 0, "prepare"), "before\ntoo\n");
	ck_assert_str_eq(output(&r, 0, "cleanup"), "after\n");
	scratch_end(&scratch);
}
END_TEST

START_TEST(only_the_command_is_timed)
{
	struct bench_result r;

	OK(RUN(&r, { "cmd", "sleep 0.1" }, { "prepare", "sleep 0.01; date +%s%N" },
		{ "cleanup", "date +%s%N" }));
	uint64_t before = strtoull(output(&r, 0, "prepare"), NULL, 10);
	uint64_t after = strtoull(output(&r, 0, "cleanup"), NULL, 10);
	ck_assert_uint_gt(before, 0);
	ck_assert_uint_ge(r.phases[0].started_ns, before);
	ck_assert_uint_ge(after, r.phases[0].started_ns + r.phases[0].wall_ns);
	ck_assert_double_ge(value(&r, "time"), 0.1);
	ck_assert_uint_eq(r.phase_count, 1);
	ck_assert_uint_eq(r.phases[0].operations, 1);
	ck_assert_double_eq_tol(value(&r, "time"), (double)r.phases[0].wall_ns / 1e9, 1e-9);
	ck_assert_double_ge(value(&r, "user_time"), 0);
	scratch_end(&scratch);
}
END_TEST

/* A child's children count where it has waited for them. */
START_TEST(cpu_time_and_memory_are_those_of_the_whole_family)
{
	static const char burn[] = "sh -c 'x=$(head -c 30000000 /dev/zero | tr \"\\\\0\" a); i=0; "
				   "while [ $i -lt 200000 ]; do i=$((i+1)); done'";
	struct bench_result r;

	OK(RUN(&r, { "cmd", burn }));
	ck_assert_double_gt(value(&r, "user_time"), 0.01);
	ck_assert_double_gt(value(&r, "max_rss"), 30000000);
	ck_assert_double_eq_tol(value(&r, "user_time"), (double)r.phases[0].user_ns / 1e9, 1e-9);
	ck_assert_double_eq_tol(value(&r, "sys_time"), (double)r.phases[0].sys_ns / 1e9, 1e-9);
	scratch_end(&scratch);
}
END_TEST

START_TEST(it_runs_in_its_own_directory_and_knows_where)
{
	struct bench_result r;

	OK(RUN(&r, { "cmd", "[ \"$(pwd)\" = \"$BAKEOFF_DIR\" ] && [ -z \"$(ls)\" ] && echo "
			    "$BAKEOFF_SEED "
			    "$BAKEOFF_CLIENT $BAKEOFF_CLIENTS $LC_ALL && echo data >made" }));
	ck_assert_str_eq(output(&r, 0, "stdout"), "42 0 1 C\n");
	ck_assert(scratch_has(&scratch, "client-0/made"));
	scratch_end(&scratch);
}
END_TEST

START_TEST(copies_have_directories_and_outputs_of_their_own)
{
	const struct setting settings[] = {
		{ "cmd", "echo $BAKEOFF_CLIENT; echo >$BAKEOFF_CLIENT" }, { NULL, NULL }
	};
	struct bench_result r;

	OK(run(settings, (struct run_shape){ .numjobs = 3 }, 0, &r));
	ck_assert_uint_eq(r.phases[0].clients, 3);
	ck_assert_uint_eq(r.phases[0].operations, 3);
	ck_assert_str_eq(output(&r, 2, "stdout"), "2\n");
	ck_assert_uint_eq(r.output_count, 3);
	ck_assert(scratch_has(&scratch, "client-1/1"));
	scratch_end(&scratch);
}
END_TEST

START_TEST(loops_add_up_between_one_prepare_and_one_cleanup)
{
	const struct setting settings[] = { { "cmd", "sleep 0.02; echo x" },
		{ "prepare", "echo p" }, { "cleanup", "echo c" }, { NULL, NULL } };
	struct bench_result r;

	OK(run(settings, (struct run_shape){ .loops = 3 }, 0, &r));
	ck_assert_double_ge(value(&r, "time"), 0.06);
	ck_assert_uint_eq(r.phases[0].operations, 3);
	ck_assert_str_eq(output(&r, 0, "stdout"), "x\nx\nx\n");
	ck_assert_str_eq(output(&r, 0, "prepare"), "p\n");
	ck_assert_str_eq(output(&r, 0, "cleanup"), "c\n");
	scratch_end(&scratch);
}
END_TEST

START_TEST(a_failure_has_its_status_and_last_words)
{
	RUN_FAILS("run: cmd: ended with status 3: its last words",
		{ "cmd", "echo first >&2; echo its last words >&2; echo out; exit 3" });
	RUN_FAILS("run: cmd: ended with status 3: only this", { "cmd", "echo only this; exit 3" });
	RUN_FAILS("run: cmd: ended with status 1", { "cmd", "exit 1" });
	RUN_FAILS("run: cmd: killed by signal 11 (Segmentation fault)", { "cmd", "kill -SEGV $$" });
	RUN_FAILS("prepare: ended with status 4: no", { "cmd", "true" },
		{ "prepare", "echo no; exit 4" });
	RUN_FAILS("verify: cleanup: ended with status 5", { "cmd", "true" },
		{ "cleanup", "exit 5" });
	RUN_FAILS("run: cmd: start no-such-program: No such file or directory",
		{ "cmd", "no-such-program at all" }, { "shell", "none" });
}
END_TEST

START_TEST(last_words_are_one_printable_line)
{
	RUN_FAILS("run: cmd: ended with status 1: a b",
		{ "cmd", "printf 'x\\na\\tb\\n \\n\\0' >&2; exit 1" });
	struct bench_result r;
	ck_assert_int_lt(RUN(&r, { "cmd", "head -c 100000 /dev/zero | tr '\\0' w >&2; exit 1" }),
		0);
	ck_assert_ptr_nonnull(strstr(err.text, "status 1: wwww"));
	ck_assert_uint_lt(strlen(err.text), 400);
	scratch_end(&scratch);
}
END_TEST

START_TEST(a_line_without_a_shell_is_split_at_blanks)
{
	struct bench_result r;

	OK(RUN(&r, { "cmd", "echo  $HOME \t'a b'" }, { "shell", "none" }));
	ck_assert_str_eq(output(&r, 0, "stdout"), "$HOME 'a b'\n");
	scratch_end(&scratch);
	OK(RUN(&r, { "cmd", "echo 'a  b'" }, { "shell", "sh -e -c" }));
	ck_assert_str_eq(output(&r, 0, "stdout"), "a  b\n");
	scratch_end(&scratch);
}
END_TEST

START_TEST(cleanup_is_run_after_a_failure_too)
{
	struct bench_result r;

	ck_assert_int_lt(RUN(&r, { "cmd", "exit 3" }, { "cleanup", "echo cleaned >cleaned" }), 0);
	ck_assert(scratch_has(&scratch, "client-0/cleaned"));
	scratch_end(&scratch);
	ck_assert_int_lt(RUN(&r, { "cmd", "true" }, { "prepare", "exit 3" },
				 { "cleanup", "echo cleaned >cleaned" }),
		0);
	ck_assert(scratch_has(&scratch, "client-0/cleaned"));
	scratch_end(&scratch);
	/* the first failure is the run's, that of the cleanup a warning */
	ck_assert_int_lt(RUN(&r, { "cmd", "exit 3" }, { "cleanup", "echo no; exit 4" }), 0);
	ck_assert_str_eq(err.text, "run: cmd: ended with status 3");
	ck_assert_uint_eq(r.log_count, 1);
	ck_assert_str_eq(r.logs[0].text, "cleanup: ended with status 4: no");
	scratch_end(&scratch);
}
END_TEST

START_TEST(a_failed_run_keeps_what_was_printed)
{
	struct bench_result r;

	ck_assert_int_lt(RUN(&r, { "cmd", "echo much; exit 3" }), 0);
	ck_assert_str_eq(output(&r, 0, "stdout"), "much\n");
	scratch_end(&scratch);
}
END_TEST

START_TEST(time_out_kills_the_command_and_cleans_up)
{
	const struct setting settings[] = { { "cmd", "echo $$ >pid; exec sleep 100" },
		{ "cleanup", "cp pid cleaned" }, { NULL, NULL } };
	struct bench_result r;
	char pid[32] = "";
	char path[128];

	ck_assert_int_eq(run(settings, (struct run_shape){ 0 }, NS_PER_S, &r), -ETIMEDOUT);
	ck_assert_str_eq(err.text, "run: not done within the run's 1 s");
	(void)snprintf(path, sizeof(path), "%s/client-0/cleaned", scratch.path);
	OK(io_read_small(path, pid, sizeof(pid), NULL, &err));
	ck_assert_int_eq(kill((pid_t)atoi(pid), 0), -1);
	scratch_end(&scratch);
}
END_TEST

START_TEST(who_is_left_behind_is_killed_and_told)
{
	struct bench_result r;
	char pid[32];
	char path[128];

	OK(RUN(&r, { "cmd", "setsid sh -c 'echo $$ >pid.new; mv pid.new pid; exec sleep 100' & "
			    "until [ -e pid ]; do sleep 0.01; done" }));
	(void)snprintf(path, sizeof(path), "%s/client-0/pid", scratch.path);
	OK(io_read_small(path, pid, sizeof(pid), NULL, &err));
	ck_assert_int_eq(kill((pid_t)atoi(pid), 0), -1);
	ck_assert_uint_ge(r.log_count, 1);
	ck_assert_ptr_nonnull(strstr(r.logs[0].text, "left processes behind"));
	scratch_end(&scratch);
	OK(RUN(&r, { "cmd", "true & true; wait; sleep 0.01 | cat" }));
	for (size_t i = 0; i < r.log_count; i++)
		ck_assert_ptr_null(strstr(r.logs[i].text, "left processes behind"));
	scratch_end(&scratch);
}
END_TEST

START_TEST(output_beyond_its_room_fails_the_run)
{
	RUN_FAILS("run: cmd: more than 16 MiB of output are not kept: send what is not needed to "
		  "/dev/null",
		{ "cmd", "yes" });
}
END_TEST

START_TEST(bytes_are_kept_as_they_are)
{
	struct bench_result r;

	OK(RUN(&r, { "cmd", "printf '\\377\\0\\033[1m'; head -c 300000 /dev/zero" }));
	ck_assert_uint_eq(r.output_count, 1);
	ck_assert_uint_eq(r.outputs[0].size, 300006);
	ck_assert_mem_eq(r.outputs[0].data, "\377\0\033[1m\0\0", 8);
	scratch_end(&scratch);
}
END_TEST

static int configure(const char *name, const char *text, struct run_shape shape)
{
	const struct setting settings[] = { { "cmd", "true" }, { name, text } };
	void *config;

	shape.numjobs = shape.loops = shape.iodepth = 1;
	return workload_configure(&command_workload, settings, 2, &shape, &arena, &config, &err);
}

START_TEST(what_cannot_be_run_is_refused)
{
	const struct run_shape none = { 0 };

	ck_assert_int_eq(configure("cmd", "", none), -EINVAL);
	ck_assert_int_eq(configure("shell", " ", none), -EINVAL);
	ck_assert_str_eq(err.text, "shell: empty");
	ck_assert_int_eq(configure("parse", "", none), -EINVAL);
	ck_assert_int_eq(configure("cold", "no", (struct run_shape){ .runtime = NS_PER_S }),
		-EINVAL);
	ck_assert_int_eq(strncmp(err.text, "runtime: ", 9), 0);
	ck_assert_int_eq(configure("cold", "no", (struct run_shape){ .ramp_time = NS_PER_S }),
		-EINVAL);
	ck_assert_int_eq(strncmp(err.text, "ramp_time: ", 11), 0);
	OK(configure("cold", "yes", none));
}
END_TEST

START_TEST(a_program_that_is_nowhere_is_named)
{
	static const char *const missing[] = { "no-such-program", "no-such-program -x | cat",
		"A=1 B_2= no-such-program", "/no/such-program", "/etc" };
	static const char *const taken_for_right[] = { "sh -c true", "if true; then x; fi",
		"cd /; x", "(no-such-program)", "$X y", "A='b c' x", "./made-by-prepare",
		"exit 3" };

	for (size_t i = 0; i < COUNT_OF(missing); i++)
		ck_assert_msg(program_find("cmd", missing[i], "sh -c", &err) == -ENOENT, "%s",
			missing[i]);
	ck_assert_str_eq(err.text, "cmd: /etc: no such program");
	for (size_t i = 0; i < COUNT_OF(taken_for_right); i++)
		ck_assert_msg(program_find("cmd", taken_for_right[i], "sh -c", &err) == 0, "%s",
			taken_for_right[i]);
	ck_assert_int_eq(program_find("cmd", "true", "no-such-shell -c", &err), -ENOENT);
	ck_assert_str_eq(err.text, "shell: no-such-shell: no such program");
	ck_assert_int_eq(program_find("cmd", "if x", "none", &err), -ENOENT);
}
END_TEST

static struct printed *new_printed(void)
{
	struct printed *p =
		mmap(NULL, sizeof(*p), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	ck_assert(p != MAP_FAILED);
	return p;
}

START_TEST(pieces_of_streams_are_joined_in_their_order)
{
	struct output_record *outputs = NULL;
	struct printed *p = new_printed();
	size_t count = 0;
	char line[PRINTED_LINE];

	printed_collect(p, 2, &arena, &outputs, &count);
	ck_assert_uint_eq(count, 0);
	ck_assert(printed_add(p, 1, PRINTED_STDERR, "a", 1));
	ck_assert(printed_add(p, 0, PRINTED_STDOUT, "zero", 4));
	ck_assert(printed_add(p, 1, PRINTED_STDERR, "bcdefgh\nij", 10));
	printed_collect(p, 2, &arena, &outputs, &count);
	ck_assert_uint_eq(count, 2);
	ck_assert_uint_eq(outputs[0].client, 0);
	ck_assert_str_eq(outputs[1].stream, "stderr");
	ck_assert_uint_eq(outputs[1].size, 11);
	ck_assert_mem_eq(outputs[1].data, "abcdefgh\nij", 11);
	printed_last_line(p, 1, PRINTED_STDERR, line);
	ck_assert_str_eq(line, "ij");
	printed_last_line(p, 1, PRINTED_STDOUT, line);
	ck_assert_str_eq(line, "");
	/* one whose writer was killed has no size */
	atomic_fetch_add(&p->used, 64);
	ck_assert(printed_add(p, 0, PRINTED_STDOUT, "lost", 4));
	count = 0;
	printed_collect(p, 2, &arena, &outputs, &count);
	ck_assert_uint_eq(count, 2);
	ck_assert_uint_eq(outputs[0].size, 4);
}
END_TEST

START_TEST(room_for_output_ends_at_its_end)
{
	static char bytes[1 << 16];
	struct printed *p = new_printed();
	size_t n = 0;

	while (n < 1000 && printed_add(p, 0, PRINTED_STDOUT, bytes, sizeof(bytes)))
		n++;
	ck_assert_uint_eq(n, PRINTED_MOST / (sizeof(bytes) + 8));
	ck_assert(atomic_load(&p->too_much));
}
END_TEST

UNIT_MAIN("command", streams_are_kept_apart_and_whole, only_the_command_is_timed,
	cpu_time_and_memory_are_those_of_the_whole_family,
	it_runs_in_its_own_directory_and_knows_where,
	copies_have_directories_and_outputs_of_their_own,
	loops_add_up_between_one_prepare_and_one_cleanup, a_failure_has_its_status_and_last_words,
	last_words_are_one_printable_line, a_line_without_a_shell_is_split_at_blanks,
	cleanup_is_run_after_a_failure_too, a_failed_run_keeps_what_was_printed,
	time_out_kills_the_command_and_cleans_up, who_is_left_behind_is_killed_and_told,
	output_beyond_its_room_fails_the_run, bytes_are_kept_as_they_are,
	what_cannot_be_run_is_refused, a_program_that_is_nowhere_is_named,
	pieces_of_streams_are_joined_in_their_order, room_for_output_ends_at_its_end)
