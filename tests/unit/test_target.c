// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/target.h"

#include "journal/journal.h"
#include "journal/knob.h"
#include "lab.h"
#include "target/command.h"
#include "target/mkfs.h"
#include "target/mount.h"

#include <sched.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/statvfs.h>

/* An image of an experiment: allocated in full, as the controller makes it. */
static struct target_spec loop_spec(const struct lab *lab, const char *fs, char *image)
{
	(void)snprintf(image, PATH_MAX, "%s/image", lab->dir);
	ck_assert_int_eq(lab_shell("fallocate -l 320M %s", image), 0);
	return (struct target_spec){
		.kind = TARGET_LOOP,
		.path = image,
		.size = 320 * MIB,
		.fs = fs,
		.mkfs = "",
		.mount = "",
		.uuid = lab->uuid,
		.destroy = "",
	};
}

static const char *fact(const json_t *facts, const char *key)
{
	const char *text = json_string_value(json_object_get(facts, key));

	return text ? text : "";
}

static bool runs(const char *process)
{
	return lab_shell("cat /proc/[0-9]*/comm 2>/dev/null | grep -qx %s", process) == 0;
}

/* A root who looks for what is left finds nothing. */
static void nothing_left(const struct lab *lab)
{
	ck_assert_int_eq(lab_loops(lab), 0);
	ck_assert_int_eq(lab_mounts(lab), 0);
	ck_assert_int_eq(lab_entries(lab, "state/journal"), 0);
	ck_assert_int_eq(lab_entries(lab, "state/mnt"), 0);
}

START_TEST(each_file_system_is_made_used_and_taken_away)
{
	static const struct {
		const char *fs, *served, *mkfs;
	} cases[] = {
		{ "ext2", "ext2 (ext4 driver)", "mkfs.ext2 -F -q -U " },
		{ "ext3", "ext3 (ext4 driver)", "mkfs.ext3 -F -q -U " },
		{ "ext4", "ext4", "mkfs.ext4 -F -q -U " },
		{ "xfs", "xfs", "mkfs.xfs -f -q -K -m uuid=" },
		{ "btrfs", "btrfs", "mkfs.btrfs -f -q -K -U " },
	};
	char image[PATH_MAX], found[64];
	struct error err = { 0 };
	struct stat st;
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct target_spec spec = loop_spec(&lab, cases[i].fs, image);
		struct target *target;
		int dir;

		if (lab_shell("command -v mkfs.%s >/dev/null", cases[i].fs) != 0) {
			printf("# SKIP %s: no mkfs.%s\n", __func__, cases[i].fs);
			continue;
		}
		OK(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err));
		ck_assert_int_eq(lab_loops(&lab), 1);
		ck_assert_int_eq(lab_mounts(&lab), 1);
		int fd = openat(dir, "file", O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
		ck_assert_int_eq(write(fd, "x", 1), 1);
		ck_assert_int_eq(close(fd), 0);

		json_t *facts = target_facts(target);
		ck_assert_str_eq(fact(facts, "fs"), cases[i].fs);
		if (strcmp(cases[i].fs, "ext2") != 0 || access("/sys/module/ext2", F_OK) < 0)
			ck_assert_str_eq(fact(facts, "served"), cases[i].served);
		ck_assert_msg(strncmp(fact(facts, "mkfs"), cases[i].mkfs, strlen(cases[i].mkfs)) ==
				      0,
			"%s", fact(facts, "mkfs"));
		ck_assert_ptr_nonnull(strstr(fact(facts, "mkfs"), lab.uuid));
		ck_assert_str_ne(fact(facts, "mkfs_version"), "");
		ck_assert_str_ne(fact(facts, "mount_options"), "");
		ck_assert_str_ne(fact(facts, "scheduler"), "");
		ck_assert_str_eq(fact(facts, "image"), image);
		ck_assert(json_is_true(json_object_get(facts, "loop_direct_io")) ||
			  target_warnings(target)[0]);
		ck_assert_int_eq(json_integer_value(json_object_get(facts, "device_bytes")),
			320 * MIB);
		lab_output(found, sizeof(found), "blkid -p -o value -s UUID %s",
			fact(facts, "device"));
		ck_assert_str_eq(found, lab.uuid);
		json_decref(facts);
		OK(target_unmake(target, &err));
		nothing_left(&lab);
		/* nothing was punched out of the image */
		ck_assert_int_eq(stat(image, &st), 0);
		ck_assert_uint_ge((uint64_t)st.st_blocks * 512, 320 * MIB);
	}
	lab_end(&lab);
}
END_TEST

START_TEST(two_images_made_alike_are_alike)
{
	char image[PATH_MAX], seeds[2][64];
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	struct target_spec spec = loop_spec(&lab, "ext4", image);
	for (int i = 0; i < 2; i++) {
		OK(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err));
		OK(target_unmake(target, &err));
		lab_output(seeds[i], 64,
			"dumpe2fs -h %s 2>/dev/null | sed -n 's/^Directory Hash Seed: *//p'",
			image);
	}
	ck_assert_str_eq(seeds[0], lab.uuid);
	ck_assert_str_eq(seeds[1], lab.uuid);
	lab_end(&lab);
}
END_TEST

/* Acceptance case 20: ext4lazyinit writes while the benchmark measures. */
START_TEST(no_lazy_initialiser_runs_after_settling)
{
	char image[PATH_MAX];
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	struct target_spec spec = loop_spec(&lab, "ext4", image);
	OK(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err));
	OK(target_settle(target, 20 * NS_PER_S, &err));
	ck_assert(!runs("ext4lazyinit"));
	json_t *facts = target_facts(target);
	ck_assert_ptr_nonnull(strstr(fact(facts, "mkfs"), "lazy_itable_init=0"));
	/* Its block bitmaps are not read ahead either, so that nothing had to be waited for. */
	ck_assert_ptr_nonnull(strstr(fact(facts, "mount"), "-o no_prefetch_block_bitmaps"));
	ck_assert_ptr_nonnull(json_object_get(facts, "waited_for_ext4lazyinit"));
	json_decref(facts);
	OK(target_unmake(target, &err));
	lab_end(&lab);
}
END_TEST

START_TEST(a_lazy_initialiser_that_was_asked_for_is_waited_for)
{
	char image[PATH_MAX];
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	struct target_spec spec = loop_spec(&lab, "ext4", image);
	spec.mkfs = "-E lazy_itable_init=1,stride=4";
	spec.mount = "init_itable=30";
	OK(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err));
	for (int i = 0; i < 200 && !runs("ext4lazyinit"); i++)
		usleep(10000);
	ck_assert(runs("ext4lazyinit"));
	ck_assert_int_eq(target_settle(target, NS_PER_S / 2, &err), -ETIMEDOUT);
	ck_assert_msg(strstr(err.text, "ext4lazyinit is still running") ||
			      strstr(err.text, "dirty") || strstr(err.text, "never idle"),
		"%s", err.text);
	OK(target_unmake(target, &err));
	nothing_left(&lab);
	lab_end(&lab);
}
END_TEST

START_TEST(a_directory_gets_a_new_one_inside_and_loses_it_again)
{
	struct error err = { 0 };
	struct target *target;
	char path[PATH_MAX];
	struct lab lab;
	int dir;

	lab_start(&lab);
	(void)snprintf(path, sizeof(path), "%s/work", lab.dir);
	ck_assert_int_eq(mkdir(path, 0700), 0);
	const struct target_spec spec = { .kind = TARGET_DIR, .path = path };
	OK(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err));
	ck_assert_int_eq(lab_entries(&lab, "work"), 1);
	ck_assert_int_eq(mkdirat(dir, "a", 0700), 0);
	ck_assert_int_eq(mkdirat(dir, "a/b", 0700), 0);
	json_t *facts = target_facts(target);
	ck_assert_str_ne(fact(facts, "fs"), "");
	json_decref(facts);
	OK(target_unmake(target, &err));
	ck_assert_int_eq(lab_entries(&lab, "work"), 0);
	ck_assert_int_eq(lab_entries(&lab, "state/journal"), 0);
	lab_end(&lab);
}
END_TEST

START_TEST(a_tmpfs_has_the_size_that_was_asked_for)
{
	const struct target_spec spec = { .kind = TARGET_TMPFS,
		.size = 3 * MIB,
		.fs = "tmpfs",
		.mount = "noatime" };
	struct error err = { 0 };
	struct target *target;
	struct statvfs st;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	OK(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err));
	ck_assert_int_eq(fstatvfs(dir, &st), 0);
	ck_assert_uint_eq(st.f_blocks * st.f_frsize, 3 * MIB);
	json_t *facts = target_facts(target);
	ck_assert_str_eq(fact(facts, "served"), "tmpfs");
	ck_assert_ptr_nonnull(strstr(fact(facts, "mount_options"), "noatime"));
	json_decref(facts);
	OK(target_unmake(target, &err));
	nothing_left(&lab);
	lab_end(&lab);
}
END_TEST

START_TEST(a_blank_device_is_handed_back_blank_and_a_signed_one_needs_its_name)
{
	char image[PATH_MAX], node[64];
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	(void)loop_spec(&lab, "ext2", image);
	lab_attach(image, node);
	struct target_spec spec = { .kind = TARGET_DEVICE,
		.path = node,
		.fs = "ext2",
		.uuid = lab.uuid };
	for (int i = 0; i < 2; i++) {
		OK(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err));
		OK(target_unmake(target, &err));
	}
	ck_assert_int_eq(lab_loops(&lab), 1); /* the user's own stays */

	ck_assert_int_eq(lab_shell("mkfs.ext4 -q -F %s", node), 0);
	ck_assert_int_eq(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err), -EBUSY);
	ck_assert_ptr_nonnull(strstr(err.text, "--destroy=/dev/loop"));
	ck_assert_int_eq(lab_shell("blkid -p %s | grep -q 'TYPE=\"ext4\"'", node), 0);
	spec.destroy = node;
	spec.fs = "xfs";
	OK(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err));
	OK(target_unmake(target, &err));
	ck_assert_int_eq(lab_shell("losetup -d %s", node), 0);
	nothing_left(&lab);
	lab_end(&lab);
}
END_TEST

START_TEST(an_image_of_the_user_is_attached_and_let_go)
{
	char image[PATH_MAX];
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	struct target_spec spec = loop_spec(&lab, "btrfs", image);
	spec.kind = TARGET_IMAGE;
	for (int i = 0; i < 2; i++) {
		OK(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err));
		OK(target_unmake(target, &err));
		nothing_left(&lab);
	}
	lab_end(&lab);
}
END_TEST

START_TEST(knobs_are_set_scheduler_first_and_restored)
{
	struct setting knobs[] = {
		{ "queue/iosched/fifo_batch", "9" },
		{ "queue/scheduler", "mq-deadline" },
		{ "queue/read_ahead_kb", "64" },
		{ "vm.dirty_bytes", "67108864" },
	};
	static const char state[] =
		"cat /sys/block/loop*/queue/scheduler /sys/block/loop*/queue/read_ahead_kb"
		" /proc/sys/vm/dirty_bytes /proc/sys/vm/dirty_ratio | md5sum";
	char image[PATH_MAX], before[64], after[64];
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	AUTO_TEXT struct text said;
	text_init(&said, 1 << 16);
	struct target_spec spec = loop_spec(&lab, "ext2", image);
	spec.knobs = knobs;
	spec.knob_count = COUNT_OF(knobs);
	lab_output(before, sizeof(before), "%s", state);
	OK(target_make(&target, &spec, lab.journal, lab_hear, &said, &dir, &err));
	lab_output(after, sizeof(after), "%s", state);
	ck_assert_str_ne(before, after);
	ck_assert_ptr_nonnull(strstr(said.data, "echo mq-deadline > /sys/block/loop"));
	lab_output(after, sizeof(after), "cat /proc/sys/vm/dirty_bytes");
	ck_assert_str_eq(after, "67108864");
	json_t *facts = target_facts(target);
	ck_assert_str_eq(fact(facts, "scheduler"), "mq-deadline");
	ck_assert_uint_eq(json_array_size(json_object_get(facts, "knobs")), 4);
	json_t *batch = json_array_get(json_object_get(facts, "knobs"), 1);
	ck_assert_str_eq(fact(batch, "name"), "queue/iosched/fifo_batch");
	ck_assert_str_eq(fact(batch, "after"), "9");
	json_decref(facts);
	OK(target_unmake(target, &err));
	lab_output(after, sizeof(after), "%s", state);
	ck_assert_str_eq(before, after);
	lab_end(&lab);
}
END_TEST

START_TEST(a_knob_that_is_refused_undoes_all_that_was_done)
{
	static const struct {
		struct setting knob;
		const char *says;
	} cases[] = {
		{ { "queue/nonsense", "1" }, "there is no /sys/block/loop" },
		{ { "queue/scheduler", "cfq-of-old" }, "is none of: " },
		{ { "queue/read_ahead_kb", "many" }, "read_ahead_kb" },
		{ { "queue/../../../../etc/passwd", "1" }, "is no name" },
		{ { "vm.nonsense", "1" }, "there is no /proc/sys/vm/nonsense" },
		{ { "queue/hw_sector_size", "1" }, "is read-only" },
		{ { "kernel.kexec_load_disabled", "1" }, "does not let it be put back" },
		{ { "kernel.modules_disabled", "1" }, "does not let it be put back" },
		{ { "kernel.unprivileged_bpf_disabled", "1" }, "does not let it be put back" },
	};
	char image[PATH_MAX];
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	struct target_spec spec = loop_spec(&lab, "ext2", image);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct setting knob = cases[i].knob;
		spec.knobs = &knob;
		spec.knob_count = 1;
		ck_assert_int_eq(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err),
			-EINVAL);
		ck_assert_msg(strstr(err.text, cases[i].says), "%s, not %s", err.text,
			cases[i].says);
		nothing_left(&lab);
	}
	lab_end(&lab);
}
END_TEST

START_TEST(a_knob_that_could_not_be_put_back_is_not_changed)
{
	struct setting knob = { "queue/discard_max_bytes", "0" };
	char image[PATH_MAX], node[64];
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	struct target_spec spec = loop_spec(&lab, "ext2", image);
	lab_attach(image, node);
	bool refuses = lab_shell("cd /sys/block/%s/queue && v=$(cat discard_max_bytes) "
				 "&& { echo $v >discard_max_bytes; } 2>/dev/null",
			       node + 5) != 0;
	ck_assert_int_eq(lab_shell("losetup -d %s", node), 0);
	if (refuses) {
		spec.knobs = &knob;
		spec.knob_count = 1;
		ck_assert_int_eq(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err),
			-EINVAL);
		ck_assert_ptr_nonnull(strstr(err.text,
			"knob queue/discard_max_bytes: its present value 4294966784 cannot be "
			"written back, so it is not changed"));
		nothing_left(&lab);
	} else {
		printf("# SKIP %s: this kernel takes what discard_max_bytes shows\n", __func__);
	}
	lab_end(&lab);
}
END_TEST

START_TEST(a_knob_is_put_back_to_an_empty_value_and_with_its_twin)
{
	static const struct {
		struct setting knob;
		const char *also;
	} cases[] = {
		{ { "net.ipv4.ip_local_reserved_ports", "8080" }, NULL },
		{ { "vm.overcommit_kbytes", "123456789" }, "/proc/sys/vm/overcommit_ratio" },
		{ { "vm.dirty_bytes", "123456789" }, "/proc/sys/vm/dirty_ratio" },
	};
	char image[PATH_MAX], path[PATH_MAX], before[4096], after[4096], twin[4096];
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	struct target_spec spec = loop_spec(&lab, "ext2", image);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct setting knob = cases[i].knob;
		const char *also = cases[i].also;
		(void)snprintf(path, sizeof(path), "/proc/sys/%s", knob.name);
		for (char *p = path; *p; p++)
			*p = *p == '.' ? '/' : *p;
		if (access(path, W_OK) < 0) {
			printf("# SKIP %s: there is no %s\n", __func__, path);
			continue;
		}
		spec.knobs = &knob;
		spec.knob_count = 1;
		OK(knob_read(path, before, sizeof(before), &err));
		if (also)
			OK(knob_read(also, twin, sizeof(twin), &err));
		OK(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err));
		OK(knob_read(path, after, sizeof(after), &err));
		ck_assert_str_eq(after, knob.value);
		OK(target_unmake(target, &err));
		OK(knob_read(path, after, sizeof(after), &err));
		ck_assert_str_eq(after, before);
		if (also) {
			OK(knob_read(also, after, sizeof(after), &err));
			ck_assert_str_eq(after, twin);
		}
		nothing_left(&lab);
	}
	lab_end(&lab);
}
END_TEST

static void make_and_die(const struct target_spec *spec, const char *journal)
{
	struct error err = { 0 };
	struct target *target;
	int dir;

	OK(target_make(&target, spec, journal, NULL, NULL, &dir, &err));
	raise(SIGKILL);
}

START_TEST(what_a_killed_maker_left_is_cleaned)
{
	struct setting knob = { "vm.stat_interval", "3" };
	char image[PATH_MAX], before[64], after[64];
	struct error err = { 0 };
	uint64_t undone;
	struct lab lab;
	int status;

	LAB_NEED_ROOT();
	lab_start(&lab);
	struct target_spec spec = loop_spec(&lab, "xfs", image);
	spec.knobs = &knob;
	spec.knob_count = 1;
	OK(knob_read("/proc/sys/vm/stat_interval", before, sizeof(before), &err));
	pid_t pid = fork();
	if (pid == 0)
		make_and_die(&spec, lab.journal);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFSIGNALED(status));
	ck_assert_int_eq(lab_mounts(&lab), 1);
	OK(journal_clean(lab.journal, NULL, NULL, &undone, &err));
	nothing_left(&lab);
	OK(knob_read("/proc/sys/vm/stat_interval", after, sizeof(after), &err));
	ck_assert_str_eq(before, after);
	lab_end(&lab);
}
END_TEST

START_TEST(what_cannot_be_made_is_refused_before_anything_is_made)
{
	static const struct {
		const char *fs, *mkfs, *mount;
		uint64_t size;
		int ret;
		const char *says;
	} cases[] = {
		{ "xfs", "", "", 299 * MIB, -EINVAL,
			"too small for xfs, which needs at least 300 MiB" },
		{ "nosuchfs", "", "", 64 * MIB, -EINVAL,
			"this kernel has no file system 'nosuchfs'" },
		{ "../ext2", "", "", 64 * MIB, -EINVAL, "is no name of a file system" },
		{ "", "", "", 64 * MIB, -EINVAL, "which file system" },
		{ "erofs", "", "", 64 * MIB, -ENOENT, "mkfs.erofs is missing" },
		{ "ext2", "-L 'a", "", 64 * MIB, -EINVAL, "the quote ' is not closed" },
		{ "ext4", "", "remount", 64 * MIB, -EINVAL, "cannot be had" },
		{ "ext4", "", "loop", 64 * MIB, -EINVAL, "for the mount program" },
	};
	char image[PATH_MAX];
	struct error err = { 0 };
	struct lab lab;

	lab_start(&lab);
	(void)snprintf(image, sizeof(image), "%s/image", lab.dir);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct target_spec spec = { .kind = TARGET_LOOP,
			.path = image,
			.size = cases[i].size,
			.fs = cases[i].fs,
			.mkfs = cases[i].mkfs,
			.mount = cases[i].mount,
			.uuid = lab.uuid };
		if (strcmp(spec.fs, "erofs") == 0 &&
			(!mkfs_kernel_has("erofs") ||
				lab_shell("command -v mkfs.erofs >/dev/null") == 0))
			continue;
		ck_assert_int_eq(target_check(&spec, 0, NULL, NULL, NULL, NULL, &err),
			cases[i].ret);
		ck_assert_msg(strstr(err.text, cases[i].says), "%s, not %s", err.text,
			cases[i].says);
	}
	ck_assert_int_eq(lab_entries(&lab, ""), 0);
	lab_end(&lab);
}
END_TEST

/* With a stand-in for /usr/sbin in a mount namespace of its own, mkfs.xfs is not there. */
START_TEST(a_missing_mkfs_is_named_with_its_package)
{
	const struct target_spec spec = { .kind = TARGET_LOOP,
		.path = "/tmp/bakeoff-none",
		.size = GIB,
		.fs = "xfs" };
	struct arena arena = { 0 };
	struct error err = { 0 };
	char *path = NULL;

	LAB_NEED_ROOT();
	ck_assert_int_eq(unshare(CLONE_NEWNS), 0);
	ck_assert_int_eq(mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL), 0);
	while ((path = arena_strdup(&arena, command_find(&arena, "mkfs.xfs")))) {
		*strrchr(path, '/') = '\0';
		ck_assert_int_eq(mount("none", path, "tmpfs", 0, NULL), 0);
	}
	ck_assert_int_eq(target_check(&spec, 0, NULL, NULL, NULL, NULL, &err), -ENOENT);
	ck_assert_str_eq(err.text, "mkfs.xfs is missing: install the package xfsprogs");
	arena_free(&arena);
}
END_TEST

START_TEST(too_little_space_is_said_with_both_numbers)
{
	char image[PATH_MAX];
	struct error err = { 0 };
	struct lab lab;

	lab_start(&lab);
	(void)snprintf(image, sizeof(image), "%s/image", lab.dir);
	struct target_spec spec = { .kind = TARGET_LOOP,
		.path = image,
		.size = UINT64_C(1) << 50,
		.fs = "ext4" };
	ck_assert_int_eq(target_check(&spec, 0, NULL, NULL, NULL, NULL, &err), -ENOSPC);
	ck_assert_ptr_nonnull(strstr(err.text, "needs 1.00 PiB, but there are only "));
	spec.size = GIB;
	ck_assert_int_eq(target_check(&spec, 2 * GIB, NULL, NULL, NULL, NULL, &err), -ENOSPC);
	ck_assert_ptr_nonnull(
		strstr(err.text, "the workload needs 2.00 GiB, but there are only 1.00 GiB"));
	const struct target_spec dir = { .kind = TARGET_DIR, .path = lab.dir };
	ck_assert_int_eq(target_check(&dir, UINT64_C(1) << 50, NULL, NULL, NULL, NULL, &err),
		-ENOSPC);
	OK(target_check(&dir, MIB, NULL, NULL, NULL, NULL, &err));
	ck_assert_int_eq(lab_entries(&lab, ""), 0);
	lab_end(&lab);
}
END_TEST

START_TEST(a_check_says_the_commands_and_changes_nothing)
{
	struct setting knob = { "queue/read_ahead_kb", "64" };
	struct error err = { 0 };
	char image[PATH_MAX];
	struct lab lab;
	AUTO_TEXT struct text said, want;

	lab_start(&lab);
	text_init(&said, 1 << 16);
	text_init(&want, 1 << 16);
	(void)snprintf(image, sizeof(image), "%s/image", lab.dir);
	const struct target_spec spec = { .kind = TARGET_LOOP,
		.path = image,
		.size = 64 * MIB,
		.fs = "ext2",
		.mkfs = "-E stride=4 -L 'two words'",
		.mount = "noatime",
		.uuid = lab.uuid,
		.knobs = &knob,
		.knob_count = 1 };
	int ret = target_check(&spec, 0, lab_hear, &said, NULL, NULL, &err);
	ck_assert_int_eq(ret, geteuid() == 0 ? 0 : -EPERM);
	text_printf(&want,
		"losetup --find --show --direct-io=on %s\n"
		"mkfs.ext2 -F -q -U %s -L 'two words' -E nodiscard,lazy_itable_init=0,"
		"lazy_journal_init=0,hash_seed=%s,stride=4 /dev/loopN\n"
		"mount -t ext2 -o %snoatime /dev/loopN MOUNTPOINT\n"
		"echo 64 > /sys/block/loopN/queue/read_ahead_kb\n",
		image, lab.uuid, lab.uuid, geteuid() == 0 ? "no_prefetch_block_bitmaps," : "");
	ck_assert_str_eq(said.data, want.data);
	ck_assert_int_eq(lab_entries(&lab, ""), 0);
	lab_end(&lab);
}
END_TEST

START_TEST(a_mount_option_that_the_driver_does_not_know_is_found_before_anything_is_made)
{
	static const struct {
		const char *fs, *mount, *why;
	} cases[] = {
		{ "ext4", "noatime,nonsense", "nonsense" },
		{ "ext4", "data=bogus", "data" },
		{ "tmpfs", "size=1G,nonsense", "nonsense" },
		{ "ext4", "noatime,data=journal", NULL },
		{ "btrfs", "compress=zstd:3", NULL },
	};
	char image[PATH_MAX];
	struct error err = { 0 };
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct target_spec spec = loop_spec(&lab, cases[i].fs, image);
		spec.mount = cases[i].mount;
		if (strcmp(cases[i].fs, "tmpfs") == 0)
			spec = (struct target_spec){ .kind = TARGET_TMPFS,
				.path = "",
				.fs = "tmpfs",
				.mkfs = "",
				.mount = cases[i].mount };
		int ret = target_check(&spec, 0, NULL, NULL, NULL, NULL, &err);
		ck_assert_msg(ret == (cases[i].why ? -EINVAL : 0), "case %zu: %d: %s", i, ret,
			err.text);
		ck_assert_msg(!cases[i].why || strstr(err.text, cases[i].why), "%s", err.text);
	}
	lab_end(&lab);
}
END_TEST

static void as_nobody(const char *dir)
{
	const struct target_spec spec = { .kind = TARGET_TMPFS, .fs = "tmpfs" };
	const struct target_spec plain = { .kind = TARGET_DIR, .path = dir };
	struct error err = { 0 };

	if (geteuid() == 0)
		ck_assert(setgid(65534) == 0 && setuid(65534) == 0);
	ck_assert_int_eq(target_check(&spec, 0, NULL, NULL, NULL, NULL, &err), -EPERM);
	ck_assert_ptr_nonnull(strstr(err.text, "needs root"));
	OK(target_check(&plain, 0, NULL, NULL, NULL, NULL, &err));
}

START_TEST(without_root_only_a_directory_will_do)
{
	struct lab lab;
	int status;

	lab_start(&lab);
	ck_assert_int_eq(chmod(lab.dir, 0777), 0);
	pid_t pid = fork();
	if (pid == 0) {
		as_nobody(lab.dir);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
	lab_end(&lab);
}
END_TEST

START_TEST(options_that_name_another_device_are_refused)
{
	static const char *const options[] = { "-J device=%s", "-Jdevice=%s",
		"-l logdev=%s,size=8m", "%s", "-l '%s'" };
	char image[PATH_MAX], node[64], text[256];
	struct error err = { 0 };
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	lab_image(&lab, "disk", "1M", image);
	lab_attach(image, node);
	for (size_t i = 0; i < COUNT_OF(options); i++) {
		char *at = strstr(strcpy(text, options[i]), "%s");
		const char *rest = options[i] + (at - text) + 2;
		(void)snprintf(at, sizeof(text) - (size_t)(at - text), "%s%s", node, rest);
		ck_assert_msg(mkfs_refuse_devices("mkfs options", text, &err) == -EINVAL, "%s",
			text);
	}
	(void)snprintf(text, sizeof(text), "logdev=%s", node);
	ck_assert_int_eq(mount_check_options(text, &err), -EINVAL);
	OK(mkfs_refuse_devices("mkfs options", "-O ^has_journal -E stride=4,root_owner=0:0 -L /x",
		&err));
	ck_assert_int_eq(mkfs_refuse_devices("mkfs options", "-J device=UUID=1234", &err), -EINVAL);
	lab_end(&lab);
}
END_TEST

START_TEST(a_wrong_mount_option_is_named_and_undone)
{
	char image[PATH_MAX];
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	struct target_spec spec = loop_spec(&lab, "ext4", image);
	spec.mount = "noatime,data=ordered,bogus=7";
	ck_assert_int_eq(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err), -EINVAL);
	ck_assert_msg(strstr(err.text, "bogus"), "%s", err.text);
	nothing_left(&lab);
	spec.mount = "";
	spec.mkfs = "-b 77";
	ck_assert_int_eq(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err), -EIO);
	ck_assert_msg(strstr(err.text, "mkfs.ext4 failed with status 1: ") &&
			      strstr(err.text, "77"),
		"%s", err.text);
	nothing_left(&lab);
	lab_end(&lab);
}
END_TEST

START_TEST(settling_ends_when_all_is_quiet_and_else_says_that_it_is_not)
{
	char image[PATH_MAX];
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	struct target_spec spec = loop_spec(&lab, "ext2", image);
	OK(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err));
	int fd = openat(dir, "dirty", O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
	ck_assert_int_eq(posix_fallocate(fd, 0, 8 << 20), 0);
	close(fd);
	OK(target_settle(target, 30 * NS_PER_S, &err));
	ck_assert_int_eq(target_settle(target, 1, &err), -ETIMEDOUT);
	ck_assert_msg(strstr(err.text, "not settled after"), "%s", err.text);
	OK(target_unmake(target, &err));
	lab_end(&lab);
}
END_TEST

START_TEST(a_target_is_made_only_on_the_thing_that_was_checked)
{
	char image[PATH_MAX], other[PATH_MAX], node[64], before[65], after[65];
	const char *identity = "";
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	(void)loop_spec(&lab, "ext2", image);
	lab_attach(image, node);
	struct target_spec spec = { .kind = TARGET_DEVICE,
		.path = node,
		.fs = "ext2",
		.uuid = lab.uuid,
		.destroy = node };
	OK(target_check(&spec, 0, NULL, NULL, &arena, &identity, &err));
	ck_assert_ptr_nonnull(strstr(identity, "device diskseq="));
	spec.identity = identity;
	OK(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err));
	json_t *facts = target_facts(target);
	ck_assert_str_eq(fact(facts, "identity"), identity);
	json_decref(facts);
	OK(target_unmake(target, &err));

	lab_image(&lab, "other", "320M", other);
	ck_assert_int_eq(lab_shell("mkfs.ext4 -q %s && losetup -d %s && losetup %s %s", other, node,
				 node, other),
		0);
	lab_output(before, sizeof(before), "sha256sum < %s | cut -c1-64", other);
	ck_assert_int_eq(target_check(&spec, 0, NULL, NULL, &arena, NULL, &err), -ESTALE);
	ck_assert_int_eq(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err), -ESTALE);
	ck_assert_msg(strstr(err.text, "is another one than when the experiment began"), "%s",
		err.text);
	lab_output(after, sizeof(after), "sha256sum < %s | cut -c1-64", other);
	ck_assert_str_eq(before, after);
	arena_free(&arena);
	lab_end(&lab);
}
END_TEST

/* While it is made and in use: another bakeoff, with a journal of its own. */
START_TEST(two_targets_on_one_image_or_device_are_not_made)
{
	char image[PATH_MAX], node[64], journal[160];
	struct error err = { 0 };
	struct target *target, *second;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	(void)snprintf(journal, sizeof(journal), "%s/second/journal", lab.dir);
	struct target_spec spec = loop_spec(&lab, "ext2", image);
	spec.kind = TARGET_IMAGE;
	for (int i = 0; i < 2; i++) {
		OK(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err));
		ck_assert_int_eq(target_make(&second, &spec, journal, NULL, NULL, &dir, &err),
			-EBUSY);
		int fd = open(spec.path, O_RDONLY | O_CLOEXEC);
		ck_assert_int_eq(flock(fd, LOCK_SH | LOCK_NB), -1);
		OK(target_unmake(target, &err));
		ck_assert_int_eq(flock(fd, LOCK_SH | LOCK_NB), 0);
		ck_assert_int_eq(close(fd), 0);
		spec.kind = TARGET_DEVICE;
		if (i == 0)
			spec.path = lab_attach(image, node);
	}
	ck_assert_int_eq(lab_shell("losetup -d %s", node), 0);
	nothing_left(&lab);
	lab_end(&lab);
}
END_TEST

/* A mkfs that somebody is faster than: the device has another file system when it starts to wipe.
 */
START_TEST(a_signature_that_appears_under_way_is_left_alone)
{
	char image[PATH_MAX], node[64], found[32];
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	(void)loop_spec(&lab, "ext2", image);
	lab_attach(image, node);
	struct target_spec spec = { .kind = TARGET_DEVICE,
		.path = node,
		.fs = "ext2",
		.uuid = lab.uuid };
	OK(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err));
	ck_assert_int_eq(lab_shell("mkfs.ext4 -q -F -L precious %s.new 320M >/dev/null 2>&1 && "
				   "dd if=%s.new of=%s bs=1M conv=notrunc status=none",
				 image, image, node),
		0);
	ck_assert_int_lt(target_unmake(target, &err), 0);
	lab_output(found, sizeof(found), "blkid -p -o value -s LABEL %s", node);
	ck_assert_str_eq(found, "precious");
	lab_end(&lab);
}
END_TEST

START_TEST(mkfs_options_that_name_a_file_are_refused)
{
	static const struct {
		const char *fs, *options;
		bool good;
	} cases[] = {
		{ "xfs", "-l file=1,name=/tmp/precious" },
		{ "xfs", "-l file=1,size=8m" },
		{ "xfs", "-l name=new" },
		{ "xfs", "-lname=new" },
		{ "xfs", "-d name=new,file" },
		{ "xfs", "-r name=new" },
		{ "xfs", "-r rtdev=new" },
		{ "xfs", "-l logdev=new" },
		{ "xfs", "-p proto" },
		{ "xfs", "-fqp proto" },
		{ "xfs", "-c options=conf" },
		{ "ext4", "-z undo" },
		{ "ext4", "-zundo" },
		{ "ext4", "-Fqz undo" },
		{ "ext4", "-J device=new" },
		{ "ext4", "-Jdevice=new" },
		{ "ext4", "-d dir" },
		{ "ext4", "-E stride=4 ./x" },
		{ "ext4", "precious" },
		{ "ext4", "-L precious" },
		{ "ext4", "-Lprecious" },
		{ "btrfs", "--rootdir dir" },
		{ "btrfs", "--rootdir=dir" },
		{ "btrfs", "-r dir" },
		{ "btrfs", "precious" },
		{ "ext4", "-b 1024 -I 256 -O ^has_journal,extent -E stride=4,root_owner=0:0 -m 0",
			true },
		{ "ext4", "-J size=8 -N 1000 -L label -T largefile -i 65536", true },
		{ "xfs",
			"-b size=1k -d agcount=4,su=64k,sw=2 -l size=64m,version=2 -m "
			"crc=1,reflink=0 "
			"-i size=512 -n size=4096 -L log",
			true },
		{ "btrfs", "-m single -d single -n 16k -s 4096 --csum xxhash -O ^no-holes -L label",
			true },
	};
	struct arena arena = { 0 };
	struct error err = { 0 };
	char here[PATH_MAX], path[PATH_MAX];
	struct lab lab;

	lab_start(&lab);
	lab_image(&lab, "precious", "1M", path);
	ck_assert_ptr_nonnull(getcwd(here, sizeof(here)));
	ck_assert_int_eq(chdir(lab.dir), 0);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct mkfs_request request = { .fs = cases[i].fs,
			.options = cases[i].options,
			.uuid = "",
			.device = "DEVICE" };
		struct mkfs_command command;
		if (!mkfs_kernel_has(cases[i].fs))
			continue;
		int ret = mkfs_plan(&arena, &request, &command, &err);
		if (ret == -ENOENT) /* no such mkfs here */
			continue;
		ck_assert_msg(ret == (cases[i].good ? 0 : -EINVAL), "%s %s: %d %s", cases[i].fs,
			cases[i].options, ret, err.text);
		ck_assert_msg(ret == 0 || strstr(err.text, "nothing but the device under test"),
			"%s", err.text);
	}
	ck_assert_int_eq(chdir(here), 0);
	arena_free(&arena);
	lab_end(&lab);
}
END_TEST

UNIT_MAIN("target", mkfs_options_that_name_a_file_are_refused,
	a_target_is_made_only_on_the_thing_that_was_checked,
	two_targets_on_one_image_or_device_are_not_made,
	a_signature_that_appears_under_way_is_left_alone,
	a_mount_option_that_the_driver_does_not_know_is_found_before_anything_is_made,
	each_file_system_is_made_used_and_taken_away, two_images_made_alike_are_alike,
	no_lazy_initialiser_runs_after_settling,
	a_lazy_initialiser_that_was_asked_for_is_waited_for,
	a_directory_gets_a_new_one_inside_and_loses_it_again,
	a_tmpfs_has_the_size_that_was_asked_for,
	a_blank_device_is_handed_back_blank_and_a_signed_one_needs_its_name,
	an_image_of_the_user_is_attached_and_let_go, knobs_are_set_scheduler_first_and_restored,
	a_knob_that_is_refused_undoes_all_that_was_done,
	a_knob_that_could_not_be_put_back_is_not_changed,
	a_knob_is_put_back_to_an_empty_value_and_with_its_twin, what_a_killed_maker_left_is_cleaned,
	what_cannot_be_made_is_refused_before_anything_is_made,
	a_missing_mkfs_is_named_with_its_package, too_little_space_is_said_with_both_numbers,
	a_check_says_the_commands_and_changes_nothing, without_root_only_a_directory_will_do,
	options_that_name_another_device_are_refused, a_wrong_mount_option_is_named_and_undone,
	settling_ends_when_all_is_quiet_and_else_says_that_it_is_not)
