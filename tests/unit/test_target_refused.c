// SPDX-License-Identifier: GPL-3.0-or-later
/* What is refused before anything is made, said before anything is done, and never overwritten. */
#include "target/target.h"

#include "target/command.h"
#include "target/mkfs.h"
#include "target/mount.h"
#include "target_lab.h"

#include <sched.h>
#include <sys/file.h>
#include <sys/mount.h>

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

UNIT_MAIN("target_refused", what_cannot_be_made_is_refused_before_anything_is_made,
	a_missing_mkfs_is_named_with_its_package, too_little_space_is_said_with_both_numbers,
	a_check_says_the_commands_and_changes_nothing,
	a_mount_option_that_the_driver_does_not_know_is_found_before_anything_is_made,
	without_root_only_a_directory_will_do, options_that_name_another_device_are_refused,
	a_wrong_mount_option_is_named_and_undone,
	a_target_is_made_only_on_the_thing_that_was_checked,
	two_targets_on_one_image_or_device_are_not_made,
	a_signature_that_appears_under_way_is_left_alone, mkfs_options_that_name_a_file_are_refused)
