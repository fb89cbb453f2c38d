// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arena.h"
#include "core/clock.h"
#include "io/file.h"
#include "observe/kernel_log.h"
#include "observe/sampler.h"

#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

/* A machine made of files: /proc, /sys and /dev below a folder. */

#define ROOT_MOUNT "20 1 8:0 / / rw - ext4 /dev/sda rw\n"

static struct arena arena;
static struct error err;
static char root[64];

static void put(const char *path, const char *text)
{
	char *full = arena_printf(&arena, "%s%s", root, path);
	char *folder = arena_strndup(&arena, full, (size_t)(strrchr(full, '/') - full));

	OK(io_make_dirs(folder, 0755, &err));
	FILE *f = fopen(full, "we");
	ck_assert_msg(f != NULL, "%s: %s", full, strerror(errno));
	ck_assert_int_ge(fputs(text, f), 0);
	ck_assert_int_eq(fclose(f), 0);
}

static void put_link(const char *path, const char *to)
{
	char *full = arena_printf(&arena, "%s%s", root, path);
	char *folder = arena_strndup(&arena, full, (size_t)(strrchr(full, '/') - full));

	OK(io_make_dirs(folder, 0755, &err));
	ck_assert_int_eq(symlink(to, full), 0);
}

static void put_cpus(unsigned user, const char *second)
{
	put("/proc/stat", arena_printf(&arena,
				  "cpu  %u 0 50 1000 5 1 2 0 0 0\n"
				  "cpu0 %u 0 25 500 5 1 2 0 0 0\n"
				  "%s"
				  "intr 1000 1 2 3\nctxt 2000\nbtime 1\nprocesses 30\n"
				  "procs_running 2\nprocs_blocked 1\n",
				  user, user, second));
}

static void put_device(const char *numbers, const char *name, unsigned sectors_written)
{
	put(arena_printf(&arena, "/sys/dev/block/%s/uevent", numbers),
		arena_printf(&arena, "MAJOR=1\nMINOR=2\nDEVNAME=%s\nDEVTYPE=disk\n", name));
	put(arena_printf(&arena, "/sys/dev/block/%s/stat", numbers),
		arena_printf(&arena, " 10 0 80 3 20 1 %u 4 0 5 7 0 0 0 0 2 1\n", sectors_written));
}

#define SECOND_CPU "cpu1 0 0 25 500 0 0 0 0 0 0\n"

/* With an ext4 on loop9, whose image is on a tmpfs. */
static void put_machine(void)
{
	put("/proc/self/mountinfo", "20 1 8:0 / / rw - ext4 /dev/sda rw\n"
				    "31 20 0:40 / /img rw - tmpfs tmpfs rw\n"
				    "30 20 7:9 / /mnt/a\\040b rw - ext4 /dev/loop9 rw\n");
	put_cpus(100, SECOND_CPU);
	put_device("7:9", "loop9", 100);
	put("/sys/dev/block/7:9/loop/backing_file", "/img/disk");
	put("/img/disk", "");
	put("/proc/pressure/cpu", "some avg10=1.00 avg60=0.00 avg300=0.00 total=1000\n"
				  "full avg10=0.00 avg60=0.00 avg300=0.00 total=10\n");
	put("/proc/meminfo", "MemTotal:       1000 kB\nMemFree:   500 kB\nDirty:  8 kB\n");
	put("/proc/vmstat", "nr_free_pages 5\npgpgin 40\npgfault 1000\n");
}

static void begin_test(void)
{
	(void)snprintf(root, sizeof(root), "%s/bakeoff-test-XXXXXX",
		access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(root));
}

static void end_test(void)
{
	char *slash = strrchr(root, '/');
	*slash = '\0';
	int dir = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	OK(io_remove_tree(dir, slash + 1, &err));
	(void)close(dir);
	arena_free(&arena);
}

static struct sampler *new_sampler(uint64_t interval_ns, const char *cgroup)
{
	const struct sampler_config config = { .root = root,
		.interval_ns = interval_ns,
		.path = "/mnt/a b/dir",
		.device = makedev(7, 9),
		.cgroup_procs = cgroup };
	struct sampler *s = sampler_new(&config);

	ck_assert_ptr_nonnull(s);
	return s;
}

static struct sampler *begun(const char *cgroup)
{
	struct sampler *s = new_sampler(NS_PER_S, cgroup);

	(void)sampler_begin(s, "write", NULL, 0, 0);
	return s;
}

static const struct counter_record *counter(const struct sampler *s, const char *metric,
	const char *instance)
{
	struct counter_record *all = NULL;
	size_t count = sampler_counters(s, "write", &arena, &all);

	for (size_t i = 0; i < count; i++) {
		if (strcmp(all[i].metric, metric) == 0 && strcmp(all[i].instance, instance) == 0)
			return &all[i];
	}
	return NULL;
}

static void grew_by(const struct sampler *s, const char *metric, const char *instance, double by)
{
	const struct counter_record *c = counter(s, metric, instance);

	ck_assert_msg(c != NULL, "no %s of '%s'", metric, instance);
	ck_assert_msg(c->value == by, "%s of '%s' is %.17g (%s), not %.17g", metric, instance,
		c->value, c->absent, by);
	ck_assert_str_eq(c->absent, "");
}

static void is_absent(const struct sampler *s, const char *metric, const char *instance,
	const char *why)
{
	const struct counter_record *c = counter(s, metric, instance);

	ck_assert_msg(c != NULL, "no %s of '%s'", metric, instance);
	ck_assert_msg(isnan(c->value), "%s of '%s' is %g", metric, instance, c->value);
	ck_assert_msg(strstr(c->absent, why), "%s of '%s': %s", metric, instance, c->absent);
}

START_TEST(a_phase_has_what_its_counters_grew_by_in_base_units)
{
	begin_test();
	put_machine();
	struct sampler *s = begun("");
	put_cpus(130, SECOND_CPU);
	put_device("7:9", "loop9", 108);
	put("/proc/pressure/cpu", "some avg10=1.00 total=1500\nfull avg10=0.00 total=10\n");
	put("/proc/meminfo", "MemTotal: 1000 kB\nMemFree: 400 kB\nDirty: 16 kB\n");
	put("/proc/vmstat", "nr_free_pages 5\npgpgin 44\npgfault 1100\n");
	sampler_end(s);
	double tick = 1e9 / (double)sysconf(_SC_CLK_TCK);
	grew_by(s, "kernel.all.cpu.user", "", 30 * tick);
	grew_by(s, "kernel.percpu.cpu.user", "cpu0", 30 * tick);
	grew_by(s, "kernel.percpu.cpu.user", "cpu1", 0);
	grew_by(s, "kernel.all.pswitch", "", 0);
	grew_by(s, "kernel.all.running", "", 2); /* an instant: as it was at the end */
	grew_by(s, "disk.dev.write_bytes", "loop9", 8 * 512);
	grew_by(s, "kernel.all.pressure.cpu.some.total", "", 500e3);
	grew_by(s, "mem.util.dirty", "", 16 * 1024);
	grew_by(s, "mem.vmstat.pgpgin", "", 4 * 1024);
	grew_by(s, "mem.vmstat.pgfault", "", 100);
	ck_assert_double_gt(counter(s, "bakeoff.observed.time", "")->value, 0);
	ck_assert_ptr_null(sampler_remark(s, &arena));
	sampler_free(s);
	end_test();
}
END_TEST

START_TEST(loops_of_a_phase_add_up_and_what_is_between_them_is_left_out)
{
	begin_test();
	put_machine();
	struct sampler *s = begun("");
	put_device("7:9", "loop9", 110);
	sampler_end(s);
	put_device("7:9", "loop9", 500); /* another phase, which nobody asks for here */
	(void)sampler_begin(s, "read", NULL, 0, 0);
	sampler_end(s);
	put_device("7:9", "loop9", 1000);
	(void)sampler_begin(s, "write", NULL, 0, 0);
	put_device("7:9", "loop9", 1007);
	sampler_end(s);
	grew_by(s, "disk.dev.write_bytes", "loop9", 17 * 512);
	sampler_free(s);
	end_test();
}
END_TEST

START_TEST(what_is_done_in_the_ramp_is_not_counted)
{
	begin_test();
	put_machine();
	struct sampler *s = new_sampler(NS_PER_S, "");
	uint64_t due = sampler_begin(s, "write", NULL, 0, 2 * NS_PER_MS);
	put_device("7:9", "loop9", 200);
	while (clock_monotonic_ns() < due)
		;
	(void)sampler_tick(s);
	put_device("7:9", "loop9", 203);
	sampler_end(s);
	grew_by(s, "disk.dev.write_bytes", "loop9", 3 * 512);
	sampler_free(s);
	end_test();
}
END_TEST

START_TEST(what_is_missing_is_absent_with_the_reason_and_never_zero)
{
	begin_test();
	put_machine();
	struct sampler *s = begun("");
	sampler_end(s);
	is_absent(s, "kernel.all.pressure.io.some.total", "",
		"/proc/pressure/io: No such file or directory");
	is_absent(s, "mem.util.slab", "", "this kernel does not count it");
	is_absent(s, "hinv.cpu.clock", "", "no cpufreq driver tells it");
	is_absent(s, "bakeoff.ext4.session_write_bytes", "",
		"/sys/fs/ext4/loop9/session_write_kbytes: No such file");
	is_absent(s, "bakeoff.jbd2.transactions", "", "it has no journal of its own");
	is_absent(s, "disk.dev.read", "below loop9", "tmpfs has no device");
	sampler_free(s);
	end_test();
}
END_TEST

START_TEST(a_counter_that_falls_is_absent_in_its_phase_and_there_again_in_the_next)
{
	begin_test();
	put_machine();
	struct sampler *s = begun("");
	put_device("7:9", "loop9", 3);
	sampler_end(s);
	is_absent(s, "disk.dev.write_bytes", "loop9", "went backwards: it wrapped or was reset");
	grew_by(s, "disk.dev.write", "loop9", 0);
	sampler_free(s);

	s = begun("");
	put_device("7:9", "loop9", 13);
	sampler_end(s);
	grew_by(s, "disk.dev.write_bytes", "loop9", 10 * 512);
	sampler_free(s);
	end_test();
}
END_TEST

/* At the end it is above where it began: only the sample in between has seen it. */
START_TEST(a_counter_that_falls_and_overtakes_itself_is_noticed_by_the_samples)
{
	begin_test();
	put_machine();
	struct sampler *s = new_sampler(1, "");
	(void)sampler_begin(s, "write", NULL, 0, 0);
	put_device("7:9", "loop9", 3);
	(void)sampler_tick(s);
	put_device("7:9", "loop9", 300);
	sampler_end(s);
	is_absent(s, "disk.dev.write_bytes", "loop9", "went backwards");
	sampler_free(s);
	end_test();
}
END_TEST

START_TEST(a_cpu_that_goes_offline_is_absent_and_the_others_are_not)
{
	begin_test();
	put_machine();
	struct sampler *s = begun("");
	put_cpus(110, "");
	sampler_end(s);
	double tick = 1e9 / (double)sysconf(_SC_CLK_TCK);
	is_absent(s, "kernel.percpu.cpu.sys", "cpu1", "the CPU is offline");
	grew_by(s, "kernel.percpu.cpu.user", "cpu0", 10 * tick);
	grew_by(s, "kernel.all.cpu.user", "", 10 * tick);
	sampler_free(s);
	end_test();
}
END_TEST

/* Under /sys the open file of a device that is gone cannot be read; here it is emptied. */
START_TEST(a_device_that_disappears_is_absent_even_if_it_comes_back)
{
	begin_test();
	put_machine();
	struct sampler *s = new_sampler(1, "");
	(void)sampler_begin(s, "write", NULL, 0, 0);
	put("/sys/dev/block/7:9/stat", "");
	(void)sampler_tick(s);
	put_device("7:9", "loop9", 5000);
	sampler_end(s);
	is_absent(s, "disk.dev.write_bytes", "loop9", "/sys/dev/block/7:9/stat: No data");
	sampler_free(s);
	end_test();
}
END_TEST

START_TEST(a_client_that_has_ended_is_absent)
{
	const struct sampler_config config = { .root = "",
		.interval_ns = NS_PER_S,
		.path = "/",
		.cgroup_procs = "" };
	struct sampler *s = sampler_new(&config);
	pid_t pids[2] = { fork(), getpid() };

	if (pids[0] == 0) {
		(void)pause();
		_exit(0);
	}
	(void)sampler_begin(s, "write", pids, 2, 0);
	ck_assert_int_eq(kill(pids[0], SIGKILL), 0);
	ck_assert_int_eq(waitpid(pids[0], NULL, 0), pids[0]);
	sampler_end(s);
	is_absent(s, "proc.psinfo.utime", "0", "No such process");
	is_absent(s, "proc.io.write_bytes", "0", "/proc/");
	ck_assert_str_eq(counter(s, "proc.psinfo.utime", "1")->absent, "");
	sampler_free(s);
	arena_free(&arena);
}
END_TEST

START_TEST(clients_are_observed_one_by_one_whatever_they_are_called)
{
	const pid_t pids[] = { 77, 78 };

	begin_test();
	put_machine();
	put("/proc/77/stat", "77 (a) 1 2 (b) S 1 77 77 0 -1 0 10 0 3 0 5 6 0 0 20 0 1 0 9 9 9\n");
	put("/proc/77/io", "rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: 4096\n"
			   "write_bytes: 8192\ncancelled_write_bytes: 0\n");
	struct sampler *s = new_sampler(NS_PER_S, "");
	(void)sampler_begin(s, "write", pids, 2, 0);
	put("/proc/77/stat", "77 (a) 1 2 (b) S 1 77 77 0 -1 0 15 0 4 0 7 9 0 0 20 0 1 0 9 9 9\n");
	put("/proc/77/io", "rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 6\nread_bytes: 4096\n"
			   "write_bytes: 16384\ncancelled_write_bytes: 0\n");
	sampler_end(s);
	double tick = 1e9 / (double)sysconf(_SC_CLK_TCK);
	grew_by(s, "proc.psinfo.minflt", "0", 5);
	grew_by(s, "proc.psinfo.maj_flt", "0", 1);
	grew_by(s, "proc.psinfo.utime", "0", 2 * tick);
	grew_by(s, "proc.psinfo.stime", "0", 3 * tick);
	grew_by(s, "proc.io.syscw", "0", 2);
	grew_by(s, "proc.io.write_bytes", "0", 8192);
	is_absent(s, "proc.io.write_bytes", "1", "/proc/78/io: No such file");
	sampler_free(s);
	end_test();
}
END_TEST

START_TEST(of_many_clients_the_first_are_observed_and_that_is_said)
{
	pid_t pids[CLIENTS_MOST + 1] = { 0 };

	begin_test();
	put_machine();
	put("/proc/0/io", "rchar: 1\n");
	struct sampler *s = new_sampler(1, "");
	(void)sampler_begin(s, "write", pids, COUNT_OF(pids), 0);
	put("/proc/0/io", "rchar: 3\n");
	(void)sampler_tick(s);
	sampler_end(s);
	grew_by(s, "proc.io.rchar", "255", 2);
	ck_assert_ptr_null(counter(s, "proc.io.rchar", "256"));
	ck_assert_ptr_nonnull(strstr(sampler_remark(s, &arena), "256 of 257 clients"));
	struct series_record *series;
	size_t count = sampler_series(s, &arena, &series), of_clients = 0;
	for (size_t i = 0; i < count; i++)
		of_clients += strcmp(series[i].metric, "proc.io.rchar") == 0;
	ck_assert_uint_eq(of_clients, CLIENT_SERIES_MOST);
	sampler_free(s);
	end_test();
}
END_TEST

START_TEST(series_have_every_sample_as_read_and_absent_ones_as_nan)
{
	begin_test();
	put_machine();
	struct sampler *s = new_sampler(1, "");
	(void)sampler_begin(s, "write", NULL, 0, 0);
	put_device("7:9", "loop9", 104);
	(void)sampler_tick(s);
	put("/sys/dev/block/7:9/stat", "");
	(void)sampler_tick(s);
	put_device("7:9", "loop9", 106);
	sampler_end(s);
	struct series_record *series;
	size_t count = sampler_series(s, &arena, &series), found = 0;
	for (size_t i = 0; i < count; i++) {
		const struct series_record *r = &series[i];
		ck_assert_uint_eq(r->count, 4);
		ck_assert_ptr_eq(r->time_ns, series[0].time_ns);
		ck_assert_str_ne(r->metric, "kernel.all.pressure.io.some.total"); /* never there */
		if (strcmp(r->metric, "disk.dev.write_bytes") != 0)
			continue;
		ck_assert_str_eq(r->instance, "loop9");
		ck_assert_int_eq(r->reading, READING_COUNTER);
		ck_assert_double_eq(r->values[0], 100 * 512);
		ck_assert_double_eq(r->values[1], 104 * 512);
		ck_assert(isnan(r->values[2]));
		ck_assert_double_eq(r->values[3], 106 * 512);
		found++;
	}
	ck_assert_uint_eq(found, 1);
	sampler_free(s);
	end_test();
}
END_TEST

START_TEST(samples_are_due_on_the_grid_of_their_interval)
{
	begin_test();
	put_machine();
	struct sampler *s = new_sampler(NS_PER_S, "");
	uint64_t due = sampler_begin(s, "write", NULL, 0, 0);
	ck_assert_uint_eq(sampler_tick(s), due); /* too early: not yet */
	sampler_end(s);
	struct series_record *series;
	ck_assert_uint_gt(sampler_series(s, &arena, &series), 0);
	ck_assert_uint_eq(series[0].count, 2);
	sampler_free(s);

	s = new_sampler(NS_PER_MS, "");
	due = sampler_begin(s, "write", NULL, 0, 0);
	while (clock_monotonic_ns() < due + 3 * NS_PER_MS)
		;
	uint64_t next = sampler_tick(s);
	ck_assert_uint_gt(next, due + 3 * NS_PER_MS);
	ck_assert_uint_eq((next - due) % NS_PER_MS, 0);
	sampler_end(s);
	ck_assert_uint_eq(sampler_tick(s), UINT64_MAX);
	sampler_free(s);
	end_test();
}
END_TEST

START_TEST(a_series_that_gets_too_long_gets_coarser_instead)
{
	struct series_record *series;

	begin_test();
	put("/proc/stat", "cpu 1 2 3\n");
	struct sampler *s = new_sampler(1, "");
	(void)sampler_begin(s, "write", NULL, 0, 0);
	for (int i = 0; i < SERIES_POINTS_MOST; i++)
		(void)sampler_tick(s);
	sampler_end(s);
	ck_assert_uint_gt(sampler_series(s, &arena, &series), 0);
	ck_assert_uint_ge(series[0].count, SERIES_POINTS_MOST / 2);
	ck_assert_uint_le(series[0].count, SERIES_POINTS_MOST);
	for (size_t i = 1; i < series[0].count; i++)
		ck_assert_uint_ge(series[0].time_ns[i], series[0].time_ns[i - 1]);
	sampler_free(s);
	end_test();
}
END_TEST

START_TEST(where_the_device_cannot_be_known_that_is_said)
{
	static const struct {
		const char *type, *why;
	} cases[] = {
		{ "tmpfs", "tmpfs has no device" },
		{ "overlay", "overlay: which device it writes to is unknown" },
		{ "nfs4", "nfs4: the server's devices are unknown" },
		{ "fuse.sshfs", "fuse.sshfs: what the daemon does is unknown" },
		{ "btrfs", "btrfs: which device it is on is unknown" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		begin_test();
		put_machine();
		put("/proc/self/mountinfo",
			arena_printf(&arena,
				"20 1 8:0 / / rw - ext4 /dev/sda rw\n"
				"30 20 0:50 / /mnt/a\\040b rw - %s nowhere rw\n",
				cases[i].type));
		const struct sampler_config config = { .root = root,
			.interval_ns = NS_PER_S,
			.path = "/mnt/a b",
			.device = makedev(0, 50),
			.cgroup_procs = "" };
		struct sampler *s = sampler_new(&config);
		(void)sampler_begin(s, "write", NULL, 0, 0);
		sampler_end(s);
		is_absent(s, "disk.dev.write_bytes", "", cases[i].why);
		sampler_free(s);
		end_test();
	}
}
END_TEST

/* dm-0 on a partition of sda: the partition itself and its disk are observed, too. */
START_TEST(the_devices_below_are_observed_down_to_the_disks)
{
	begin_test();
	put_machine();
	put("/proc/self/mountinfo",
		ROOT_MOUNT "30 20 253:0 / /mnt/a\\040b rw - xfs /dev/dm-0 rw\n");
	put_device("253:0", "dm-0", 1);
	put_device("8:0", "sda", 1);
	put("/sys/dev/block/253:0/slaves/sda1/dev", "8:1\n");
	put("/sys/devices/sda/dev", "8:0\n");
	put("/sys/devices/sda/sda1/partition", "1\n");
	put("/sys/devices/sda/sda1/uevent", "DEVNAME=sda1\n");
	put("/sys/devices/sda/sda1/stat", "1 2 3 4 5 6 7 8 9 10 11\n");
	put_link("/sys/dev/block/8:1", "../../devices/sda/sda1");
	const struct sampler_config config = { .root = root,
		.interval_ns = NS_PER_S,
		.path = "/mnt/a b",
		.device = makedev(253, 0),
		.cgroup_procs = "" };
	struct sampler *s = sampler_new(&config);
	(void)sampler_begin(s, "write", NULL, 0, 0);
	sampler_end(s);
	grew_by(s, "disk.dev.write_bytes", "dm-0", 0);
	grew_by(s, "disk.dev.write_bytes", "sda1", 0);
	grew_by(s, "disk.dev.write_bytes", "sda", 0);
	/* an old kernel's file is shorter */
	is_absent(s, "disk.dev.flush", "sda1", "this kernel does not count it");
	struct counter_record *all;
	size_t count = sampler_counters(s, "write", &arena, &all);
	for (size_t i = 0; i < count; i++) {
		if (strcmp(all[i].metric, "disk.dev.read") != 0)
			continue;
		ck_assert_str_eq(all[i].instance, "dm-0"); /* the one under test is the first */
		break;
	}
	sampler_free(s);
	end_test();
}
END_TEST

START_TEST(file_systems_are_read_where_the_kernel_tells_of_them)
{
	begin_test();
	put_machine();
	put("/sys/fs/ext4/loop9/session_write_kbytes", "100\n");
	put("/sys/fs/ext4/loop9/delayed_allocation_blocks", "7\n");
	put("/proc/fs/jbd2/loop9-8/info",
		"12 transactions (3 requested), each up to 1024 blocks\n");
	struct sampler *s = begun("");
	put("/sys/fs/ext4/loop9/session_write_kbytes", "116\n");
	/* its numbers are copied when it is opened: a new file, as the kernel would make one */
	ck_assert_int_eq(unlink(arena_printf(&arena, "%s/proc/fs/jbd2/loop9-8/info", root)), 0);
	put("/proc/fs/jbd2/loop9-8/info",
		"15 transactions (4 requested), each up to 1024 blocks\n");
	sampler_end(s);
	grew_by(s, "bakeoff.ext4.session_write_bytes", "", 16 * 1024);
	grew_by(s, "bakeoff.ext4.delayed_allocation_blocks", "", 7);
	grew_by(s, "bakeoff.jbd2.transactions", "", 3);
	ck_assert_ptr_null(counter(s, "xfs.perdev.log.writes", "loop9"));
	sampler_free(s);

	put("/proc/self/mountinfo", ROOT_MOUNT "30 20 7:9 / /mnt/a\\040b rw - xfs /dev/loop9 rw\n");
	put("/sys/fs/xfs/loop9/stats/stats", "extent_alloc 1 2 3 4\nlog 5 6 7 8 9\nxpc 10 20 30\n");
	s = begun("");
	put("/sys/fs/xfs/loop9/stats/stats", "extent_alloc 1 5 3 4\nlog 6 8 7 8 9\nxpc 10 25 30\n");
	sampler_end(s);
	grew_by(s, "xfs.perdev.allocs.alloc_block", "loop9", 3);
	grew_by(s, "xfs.perdev.log.writes", "loop9", 1);
	grew_by(s, "xfs.perdev.log.blocks", "loop9", 2 * 512);
	grew_by(s, "xfs.perdev.write_bytes", "loop9", 5);
	sampler_free(s);

	put("/proc/self/mountinfo",
		ROOT_MOUNT "30 20 7:9 / /mnt/a\\040b rw - btrfs /dev/loop9 rw\n");
	put("/sys/fs/btrfs/other/devices/sdz", "");
	put("/sys/fs/btrfs/mine/devices/loop9", "");
	put("/sys/fs/btrfs/mine/commit_stats", "commits 3\ntotal_commit_ms 40\n");
	s = begun("");
	put("/sys/fs/btrfs/mine/commit_stats", "commits 5\ntotal_commit_ms 46\n");
	sampler_end(s);
	grew_by(s, "bakeoff.btrfs.commits", "", 2);
	grew_by(s, "bakeoff.btrfs.commit_time", "", 6e6);
	sampler_free(s);
	end_test();
}
END_TEST

START_TEST(an_nfs_mount_has_its_own_bytes_and_the_machine_s_calls)
{
	static const char stats[] =
		"device rootfs mounted on / with fstype rootfs\n"
		"device h:/x mounted on /mnt/a with fstype nfs4 statvers=1.1\n"
		"\tbytes:\t9 9 9 9 9 9 9 9\n"
		"device h:/y mounted on /mnt/a b with fstype nfs4 statvers=1.1\n"
		"\topts:\trw\n\tbytes:\t%u 20 30 40 50 60 70 80\n";

	begin_test();
	put_machine();
	put("/proc/self/mountinfo", ROOT_MOUNT "30 20 0:50 / /mnt/a\\040b rw - nfs4 h:/y rw\n");
	put("/proc/net/rpc/nfs", "net 0 0 0 0\nrpc 100 2 100\n");
	put("/proc/self/mountstats", arena_printf(&arena, stats, 10));
	struct sampler *s = begun("");
	put("/proc/net/rpc/nfs", "net 0 0 0 0\nrpc 130 2 130\n");
	put("/proc/self/mountstats", arena_printf(&arena, stats, 4106));
	sampler_end(s);
	grew_by(s, "rpc.client.rpccnt", "", 30);
	grew_by(s, "nfsclient.bytes.read.normal", "", 4096);
	grew_by(s, "nfsclient.bytes.write.server", "", 0);
	sampler_free(s);
	end_test();
}
END_TEST

START_TEST(the_clients_cgroup_is_read_by_its_version)
{
	begin_test();
	put_machine();
	put("/cg2/memory.current", "4096\n");
	put("/cg2/memory.stat", "anon 1\nfile 2\nfile_dirty 4096\npgfault 10\n");
	put("/cg2/memory.events", "low 0\nhigh 0\nmax 3\noom 0\noom_kill 0\n");
	put("/cg2/io.pressure", "some avg10=0.00 total=10\nfull avg10=0.00 total=5\n");
	struct sampler *s = begun("/cg2/cgroup.procs");
	put("/cg2/io.pressure", "some avg10=0.00 total=30\nfull avg10=0.00 total=6\n");
	put("/cg2/memory.events", "low 0\nhigh 0\nmax 8\noom 0\noom_kill 0\n");
	sampler_end(s);
	grew_by(s, "cgroup.memory.current", "", 4096);
	grew_by(s, "bakeoff.cgroup.memory.events.max", "", 5);
	grew_by(s, "cgroup.memory.stat.file_dirty", "", 4096);
	grew_by(s, "cgroup.pressure.io.some.total", "", 20e3);
	grew_by(s, "cgroup.pressure.io.full.total", "", 1e3);
	is_absent(s, "cgroup.pressure.cpu.some.total", "", "/cg2/cpu.pressure: No such file");
	is_absent(s, "cgroup.cpu.stat.usage", "", "/cg2/cpu.stat: No such file");
	ck_assert_ptr_null(counter(s, "cgroup.memory.failcnt", ""));
	sampler_free(s);

	put("/cg1/memory.usage_in_bytes", "8192\n");
	put("/cg1/memory.failcnt", "1\n");
	s = begun("/cg1/cgroup.procs");
	put("/cg1/memory.failcnt", "4\n");
	sampler_end(s);
	grew_by(s, "cgroup.memory.usage", "", 8192);
	grew_by(s, "cgroup.memory.failcnt", "", 3);
	ck_assert_ptr_null(counter(s, "cgroup.memory.current", ""));
	sampler_free(s);

	s = begun("");
	sampler_end(s);
	ck_assert_ptr_null(counter(s, "cgroup.memory.usage", ""));
	sampler_free(s);
	end_test();
}
END_TEST

START_TEST(frequency_and_throttling_are_read_for_each_cpu_that_has_them)
{
	begin_test();
	put_machine();
	put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "2400000\n");
	put("/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "3\n");
	struct sampler *s = begun("");
	put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "1200000\n");
	put("/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "5\n");
	sampler_end(s);
	grew_by(s, "hinv.cpu.clock", "cpu0", 1.2e9);
	grew_by(s, "bakeoff.cpu.throttle.core", "cpu1", 2);
	ck_assert_ptr_null(counter(s, "hinv.cpu.clock", "cpu1"));
	sampler_free(s);
	end_test();
}
END_TEST

static char *said;

static void hear(void *context, const char *text)
{
	(void)context;
	said = arena_printf(&arena, "%s%s\n", said, text);
}

START_TEST(the_kernel_s_complaints_since_the_start_are_told_and_nothing_else)
{
	static const char before[] = "4,1,1,-;blk_update_request: I/O error, dev old\n";
	struct kernel_log log;

	begin_test();
	said = arena_strdup(&arena, "");
	put("/dev/kmsg", before);
	kernel_log_open(&log, root, &arena, hear, NULL);
	ck_assert_ptr_null(log.absent);
	FILE *f = fopen(arena_printf(&arena, "%s/dev/kmsg", root), "ae");
	fputs("3,2,2,-;I/O error, dev loop0, sector 8 op 0x0:(READ)\n"
	      " SUBSYSTEM=block I/O error of a detail\n"
	      "6,3,3,-;EXT4-fs (loop0): mounted filesystem\n"
	      "12,4,4,-;somebody's own I/O error\n"
	      "3,5,5,-;INFO: task dd:5 blocked for more than 120 seconds.\n"
	      "nonsense\n",
		f);
	fclose(f);
	kernel_log_look(&log);
	kernel_log_close(&log);
	ck_assert_str_eq(said, "kernel: I/O error, dev loop0, sector 8 op 0x0:(READ)\n"
			       "kernel: INFO: task dd:5 blocked for more than 120 seconds.\n");
	end_test();
}
END_TEST

START_TEST(a_flood_of_complaints_is_counted)
{
	struct kernel_log log;

	begin_test();
	said = arena_strdup(&arena, "");
	put("/dev/kmsg", "");
	kernel_log_open(&log, root, &arena, hear, NULL);
	FILE *f = fopen(arena_printf(&arena, "%s/dev/kmsg", root), "ae");
	for (int i = 0; i < KERNEL_LINES_MOST + 5; i++)
		fprintf(f, "3,%d,2,-;I/O error %d\n", i, i);
	fclose(f);
	kernel_log_close(&log);
	ck_assert_ptr_nonnull(strstr(said, "kernel: I/O error 19\n"));
	ck_assert_ptr_null(strstr(said, "kernel: I/O error 20\n"));
	ck_assert_ptr_nonnull(strstr(said, "kernel: 5 more complaints\n"));
	end_test();
}
END_TEST

START_TEST(a_kernel_log_that_cannot_be_read_says_why)
{
	struct kernel_log log;

	begin_test();
	kernel_log_open(&log, root, &arena, hear, NULL);
	ck_assert_str_eq(log.absent, "/dev/kmsg: No such file or directory");
	kernel_log_look(&log);
	kernel_log_close(&log);
	end_test();
}
END_TEST

START_TEST(oom_warnings_hung_tasks_and_errors_are_complaints_and_mounts_are_not)
{
	static const char *const yes[] = {
		"Memory cgroup out of memory: Killed process 5 (x)",
		"Out of memory: Killed process 5 (x)",
		"WARNING: CPU: 0 PID: 1 at fs/x.c:3 f+0x1/0x2",
		"BUG: kernel NULL pointer dereference, address: 0",
		"Buffer I/O error on dev loop0, logical block 0, async page read",
		"EXT4-fs error (device loop0): ext4_lookup:1: inode #2: comm x: bad",
		"XFS (loop0): Metadata corruption detected at x",
		"BTRFS error (device loop0): bad tree block start",
		"INFO: task x:1 blocked for more than 120 seconds.",
		"nfs: server h not responding, still trying",
	};
	static const char *const no[] = {
		"EXT4-fs (loop0): mounted filesystem with ordered data mode.",
		"XFS (loop0): Ending clean mount",
		"BTRFS info (device loop0): using free space tree",
		"loop0: detected capacity change from 0 to 2048",
	};

	for (size_t i = 0; i < COUNT_OF(yes); i++)
		ck_assert_msg(kernel_log_complains(yes[i]), "%s", yes[i]);
	for (size_t i = 0; i < COUNT_OF(no); i++)
		ck_assert_msg(!kernel_log_complains(no[i]), "%s", no[i]);
}
END_TEST

UNIT_MAIN("observe", a_phase_has_what_its_counters_grew_by_in_base_units,
	loops_of_a_phase_add_up_and_what_is_between_them_is_left_out,
	what_is_done_in_the_ramp_is_not_counted,
	what_is_missing_is_absent_with_the_reason_and_never_zero,
	a_counter_that_falls_is_absent_in_its_phase_and_there_again_in_the_next,
	a_counter_that_falls_and_overtakes_itself_is_noticed_by_the_samples,
	a_cpu_that_goes_offline_is_absent_and_the_others_are_not,
	a_device_that_disappears_is_absent_even_if_it_comes_back, a_client_that_has_ended_is_absent,
	clients_are_observed_one_by_one_whatever_they_are_called,
	of_many_clients_the_first_are_observed_and_that_is_said,
	series_have_every_sample_as_read_and_absent_ones_as_nan,
	samples_are_due_on_the_grid_of_their_interval,
	a_series_that_gets_too_long_gets_coarser_instead,
	where_the_device_cannot_be_known_that_is_said,
	the_devices_below_are_observed_down_to_the_disks,
	file_systems_are_read_where_the_kernel_tells_of_them,
	an_nfs_mount_has_its_own_bytes_and_the_machine_s_calls,
	the_clients_cgroup_is_read_by_its_version,
	frequency_and_throttling_are_read_for_each_cpu_that_has_them,
	the_kernel_s_complaints_since_the_start_are_told_and_nothing_else,
	a_flood_of_complaints_is_counted, a_kernel_log_that_cannot_be_read_says_why,
	oom_warnings_hung_tasks_and_errors_are_complaints_and_mounts_are_not)
