// SPDX-License-Identifier: GPL-3.0-or-later
/* What is made, used and taken away again. */
#include "target/target.h"

#include "target_lab.h"

#include <sys/statvfs.h>

static bool runs(const char *process)
{
	return lab_shell("cat /proc/[0-9]*/comm 2>/dev/null | grep -qx %s", process) == 0;
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

UNIT_MAIN("target", each_file_system_is_made_used_and_taken_away, two_images_made_alike_are_alike,
	no_lazy_initialiser_runs_after_settling,
	a_lazy_initialiser_that_was_asked_for_is_waited_for,
	a_directory_gets_a_new_one_inside_and_loses_it_again,
	a_tmpfs_has_the_size_that_was_asked_for,
	a_blank_device_is_handed_back_blank_and_a_signed_one_needs_its_name,
	an_image_of_the_user_is_attached_and_let_go,
	settling_ends_when_all_is_quiet_and_else_says_that_it_is_not)
