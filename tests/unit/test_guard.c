// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/guard.h"

#include "core/auto.h"
#include "lab.h"
#include "target/identity.h"

#include <sched.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/sysmacros.h>

/* That a device is refused as `why` says, under every name, and that its image keeps every byte. */
static void refused(const char *path, const char *destroy, const char *why)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct guarded guarded;
	int ret = guard_device(&arena, &(struct guard_request){ path, destroy, "", false },
		&guarded, &err);

	ck_assert_msg(ret == -EBUSY && strstr(err.text, why), "%s: %d: %s, not '%s'", path, ret,
		err.text, why);
	arena_free(&arena);
}

static void allowed(const char *path, const char *destroy)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct guarded guarded;

	OK(guard_device(&arena, &(struct guard_request){ path, destroy, "", false }, &guarded,
		&err));
	guard_release(&guarded);
	arena_free(&arena);
}

static int look_at_image(const char *path, const char *destroy, char *why)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct guarded guarded = { .fd = -1, .lock = -1 };
	int ret = guard_image(&arena, &(struct guard_request){ path, destroy, "", false }, &guarded,
		&err);

	guard_release(&guarded);
	strcpy(why, err.text);
	arena_free(&arena);
	return ret;
}

/* The names of one device: itself, a link, a second node with the same number. */
static void make_aliases(const struct lab *lab, const char *node)
{
	struct stat st;
	char path[PATH_MAX];

	ck_assert_int_eq(stat(node, &st), 0);
	(void)snprintf(path, sizeof(path), "%s/alias", lab->dir);
	ck_assert_int_eq(mknod(path, S_IFBLK | 0600, st.st_rdev), 0);
	ck_assert_int_eq(lab_shell("ln -s %s %s/link && ln -s link %s/link2", node, lab->dir,
				 lab->dir),
		0);
}

static void refused_by_every_name(const struct lab *lab, const char *node, const char *why)
{
	static const char *const names[] = { "alias", "link", "link2" };
	char path[PATH_MAX];

	refused(node, node, why);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		(void)snprintf(path, sizeof(path), "%s/%s", lab->dir, names[i]);
		refused(path, path, why);
	}
}

static void checksum(const char *image, char *sum)
{
	ck_assert_int_eq(lab_shell("sync %s", image), 0);
	lab_output(sum, 65, "sha256sum < %s | cut -c1-64", image);
}

/* Acceptance case 6: fio writes through a link or a second node to a mounted device. */
START_TEST(a_mounted_device_is_refused_by_every_name_and_unchanged)
{
	char image[PATH_MAX], node[64], before[65], after[65];
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	lab_image(&lab, "disk", "64M", image);
	ck_assert_int_eq(lab_shell("mkfs.ext4 -q %s && mkdir %s/mnt", image, lab.dir), 0);
	lab_attach(image, node);
	ck_assert_int_eq(lab_shell("mount -o ro %s %s/mnt", node, lab.dir), 0);
	make_aliases(&lab, node);
	checksum(image, before);
	refused_by_every_name(&lab, node, "mounted on /");
	checksum(image, after);
	ck_assert_str_eq(before, after);
	lab_end(&lab);
}
END_TEST

START_TEST(a_device_mounted_where_it_cannot_be_seen_is_refused)
{
	char image[PATH_MAX], node[64];
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	lab_image(&lab, "disk", "16M", image);
	ck_assert_int_eq(lab_shell("mkfs.ext4 -q %s && mkdir %s/mnt", image, lab.dir), 0);
	lab_attach(image, node);
	ck_assert_int_eq(lab_shell("unshare -m sh -c 'mount %s %s/mnt && echo > %s/ready && sleep "
				   "20' "
				   ">/dev/null 2>&1 & echo $! > %s/pid",
				 node, lab.dir, lab.dir, lab.dir),
		0);
	for (int i = 0; i < 200 && lab_shell("test -e %s/ready", lab.dir) != 0; i++)
		usleep(10000);
	refused(node, node, "in use");
	ck_assert_int_eq(lab_shell("pkill -P $(cat %s/pid); kill $(cat %s/pid)", lab.dir, lab.dir),
		0);
	lab_end(&lab);
}
END_TEST

/* A DOS partition table with two partitions of 20 MiB. */
static void make_partitions(const char *image)
{
	static const uint32_t sectors = 20 * 2048;
	unsigned char table[512] = { [510] = 0x55, [511] = 0xaa };
	int fd = open(image, O_WRONLY | O_CLOEXEC);

	for (uint32_t i = 0; i < 2; i++) {
		unsigned char *entry = table + 446 + 16 * i;
		uint32_t start = 2048 + i * sectors;
		entry[4] = 0x83; /* Linux */
		for (int byte = 0; byte < 4; byte++) {
			entry[8 + byte] = (unsigned char)(start >> (8 * byte));
			entry[12 + byte] = (unsigned char)(sectors >> (8 * byte));
		}
	}
	ck_assert_int_eq(pwrite(fd, table, sizeof(table), 0), sizeof(table));
	ck_assert_int_eq(close(fd), 0);
}

START_TEST(a_disk_with_a_mounted_partition_is_refused)
{
	char image[PATH_MAX], node[64], part[80], why[512];
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	lab_image(&lab, "disk", "64M", image);
	make_partitions(image);
	lab_output(node, sizeof(node), "losetup -P -f --show %s", image);
	(void)snprintf(part, sizeof(part), "%sp1", node);
	/* a kernel that reads no partition tables can still be told */
	for (int i = 0; i < 2 && access(part, F_OK) < 0; i++)
		(void)lab_shell("addpart %s 1 2048 40960; addpart %s 2 43008 40960", node, node);
	if (access(part, F_OK) < 0) {
		printf("# SKIP %s: this kernel has no partitions on loop devices\n", __func__);
		lab_end(&lab);
		return;
	}
	refused(node, "", "carries a partition table ('dos')");
	ck_assert_int_eq(lab_shell("mkfs.ext4 -q %s && mkdir %s/mnt && mount %s %s/mnt", part,
				 lab.dir, part, lab.dir),
		0);
	make_aliases(&lab, node);
	refused_by_every_name(&lab, node, "its partition");
	refused(part, part, "mounted on /");
	(void)snprintf(part, sizeof(part), "%sp2", node);
	allowed(part, ""); /* a neighbour on the same disk is nobody's business */
	ck_assert_int_eq(look_at_image(image, image, why), -EBUSY);
	lab_end(&lab);
}
END_TEST

START_TEST(swap_is_refused_whatever_is_said)
{
	char image[PATH_MAX], node[64], why[512];
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	lab_image(&lab, "disk", "16M", image);
	lab_attach(image, node);
	ck_assert_int_eq(lab_shell("mkswap -q %s 2>/dev/null || mkswap %s >/dev/null", node, node),
		0);
	refused(node, "", "carries 'swap'");
	if (lab_shell("swapon %s", node) != 0) {
		printf("# SKIP %s: this kernel has no swap\n", __func__);
		lab_end(&lab);
		return;
	}
	make_aliases(&lab, node);
	refused_by_every_name(&lab, node, "in use: swap");
	ck_assert_int_eq(lab_shell("swapoff %s", node), 0);
	allowed(node, node);

	/* and a swap file, by its inode */
	ck_assert_int_eq(lab_shell("cd %s && fallocate -l 16M swapfile && chmod 600 swapfile && "
				   "mkswap swapfile >/dev/null && ln swapfile swaplink",
				 lab.dir),
		0);
	if (lab_shell("swapon %s/swapfile", lab.dir) == 0) {
		(void)snprintf(image, sizeof(image), "%s/swaplink", lab.dir);
		ck_assert_int_eq(look_at_image(image, image, why), -EBUSY);
		ck_assert_msg(strstr(why, "in use: swap"), "%s", why);
		ck_assert_int_eq(lab_shell("swapoff %s/swapfile", lab.dir), 0);
	}
	lab_end(&lab);
}
END_TEST

START_TEST(what_a_loop_device_stands_for_is_refused)
{
	char image[PATH_MAX], link[PATH_MAX], node[64], other[64], why[512];
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	lab_image(&lab, "disk", "16M", image);
	ck_assert_int_eq(look_at_image(image, "", why), 0);
	lab_attach(image, node);
	allowed(node, "");
	(void)snprintf(link, sizeof(link), "%s/hard", lab.dir);
	ck_assert_int_eq(lab_shell("ln %s %s", image, link), 0);
	ck_assert_int_eq(look_at_image(image, image, why), -EBUSY);
	ck_assert_int_eq(look_at_image(link, link, why), -EBUSY);
	ck_assert_msg(strstr(why, "attached to loop device loop"), "%s", why);

	/* a loop on the device itself, and a second loop on the same file */
	lab_attach(node, other);
	refused(node, node, "attached to loop device");
	ck_assert_int_eq(lab_shell("losetup -d %s", other), 0);
	lab_attach(link, other);
	refused(node, node, "stands for");
	refused(other, other, "stands for");
	lab_end(&lab);
}
END_TEST

START_TEST(a_loop_on_a_mounted_device_is_refused)
{
	char image[PATH_MAX], node[64], other[64];
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	lab_image(&lab, "disk", "16M", image);
	ck_assert_int_eq(lab_shell("mkfs.ext4 -q %s && mkdir %s/mnt", image, lab.dir), 0);
	lab_attach(image, node);
	lab_attach(node, other);
	ck_assert_int_eq(lab_shell("mount %s %s/mnt", node, lab.dir), 0);
	refused(other, other, "mounted on /");
	lab_end(&lab);
}
END_TEST

START_TEST(a_signature_is_overwritten_only_when_its_device_is_named)
{
	static const struct {
		const char *command, *says;
	} makers[] = {
		{ "mkfs.ext2 -q -F -L precious", "carries 'ext2' with label 'precious'" },
		{ "mkfs.btrfs -q -f", "carries 'btrfs'" },
		{ "TEST_DIR=1 TEST_DEV=1 QA_CHECK_FS=1 mkfs.xfs -q -f", "carries 'xfs'" },
		{ "mkswap -q -f", "carries 'swap'" },
	};
	char image[PATH_MAX], node[64], before[65], after[65], link[PATH_MAX], why[512];
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	for (size_t i = 0; i < COUNT_OF(makers); i++) {
		lab_image(&lab, "disk", "128M", image);
		ck_assert_msg(lab_shell("%s %s >/dev/null 2>&1", makers[i].command, image) == 0,
			"%s", makers[i].command);
		ck_assert_int_eq(look_at_image(image, "", why), -EBUSY);
		ck_assert_msg(strstr(why, makers[i].says), "%s, not %s", why, makers[i].says);
		ck_assert_int_eq(look_at_image(image, image, why), 0);

		lab_attach(image, node);
		(void)snprintf(link, sizeof(link), "%s/link", lab.dir);
		ck_assert_int_eq(lab_shell("ln -sf %s %s", node, link), 0);
		checksum(image, before);
		refused(node, "", makers[i].says);
		refused(link, node, makers[i].says); /* the same device, but not as it was named */
		refused(node, "/dev/loop", makers[i].says);
		allowed(node, node);
		allowed(link, link);
		checksum(image, after);
		ck_assert_str_eq(before, after);
		ck_assert_int_eq(lab_shell("losetup -d %s && rm %s", node, image), 0);
	}
	lab_end(&lab);
}
END_TEST

/* Acceptance case 7: a mistyped device becomes an ordinary file in /dev. */
START_TEST(what_is_no_device_is_refused_and_not_made)
{
	static const struct {
		const char *path, *says;
	} cases[] = {
		{ "/dev/loop9p1", "does not exist" },
		{ "/dev/bakeoff/none", "does not exist" },
		{ "/dev/null", "is not a block device" },
		{ "/tmp", "is not a block device" },
	};
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct guarded guarded;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		bool there = access(cases[i].path, F_OK) == 0;
		ck_assert_int_eq(guard_device(&arena,
					 &(struct guard_request){ cases[i].path, cases[i].path, "",
						 false },
					 &guarded, &err),
			-EINVAL);
		ck_assert_msg(strstr(err.text, cases[i].says), "%s", err.text);
		ck_assert_int_eq(access(cases[i].path, F_OK) == 0, there);
	}
	arena_free(&arena);
}
END_TEST

START_TEST(a_device_that_cannot_be_written_or_has_no_size_is_refused)
{
	char image[PATH_MAX], node[64];
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct guarded guarded;
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	lab_image(&lab, "disk", "1M", image);
	lab_output(node, sizeof(node), "losetup -r -f --show %s", image);
	ck_assert_int_eq(guard_device(&arena, &(struct guard_request){ node, node, "", false },
				 &guarded, &err),
		-EINVAL);
	ck_assert_msg(strstr(err.text, "read-only"), "%s", err.text);
	ck_assert_int_eq(lab_shell("losetup -d %s", node), 0);
	ck_assert_int_eq(guard_device(&arena, &(struct guard_request){ node, node, "", false },
				 &guarded, &err),
		-EINVAL);
	ck_assert_msg(strstr(err.text, "has nothing behind it"), "%s", err.text);
	arena_free(&arena);
	lab_end(&lab);
}
END_TEST

START_TEST(an_image_must_be_a_regular_file_with_room_in_it)
{
	char why[512], image[PATH_MAX];
	struct lab lab;

	lab_start(&lab);
	ck_assert_int_eq(look_at_image(lab.dir, "", why), -EINVAL);
	ck_assert_ptr_nonnull(strstr(why, "not a regular file"));
	(void)snprintf(image, sizeof(image), "%s/none", lab.dir);
	ck_assert_int_eq(look_at_image(image, "", why), -EINVAL);
	ck_assert_ptr_nonnull(strstr(why, "does not exist"));
	ck_assert_int_ne(access(image, F_OK), 0);
	lab_image(&lab, "empty", "0", image);
	ck_assert_int_eq(look_at_image(image, "", why), -EINVAL);
	ck_assert_ptr_nonnull(strstr(why, "is empty"));
	lab_end(&lab);
}
END_TEST

/* What a look at a device or image says; identity may be NULL. */
static int look(const struct guard_request *request, bool device, char *identity, char *why)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct guarded guarded = { .fd = -1, .lock = -1 };
	int ret = device ? guard_device(&arena, request, &guarded, &err)
			 : guard_image(&arena, request, &guarded, &err);

	if (ret == 0 && identity)
		(void)snprintf(identity, 512, "%s", guarded.identity);
	guard_release(&guarded);
	strcpy(why, err.text);
	arena_free(&arena);
	return ret;
}

START_TEST(a_device_that_became_another_one_is_refused_whatever_is_said)
{
	char image[PATH_MAX], other[PATH_MAX], node[64], identity[512], why[512];
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	lab_image(&lab, "disk", "16M", image);
	lab_image(&lab, "other", "16M", other);
	lab_attach(image, node);
	struct guard_request request = { .path = node, .destroy = node, .identity = "" };
	ck_assert_int_eq(look(&request, true, identity, why), 0);
	request.identity = identity;
	ck_assert_int_eq(look(&request, true, NULL, why), 0);

	ck_assert_int_eq(lab_shell("truncate -s 32M %s && losetup -c %s", image, node), 0);
	ck_assert_int_eq(look(&request, true, NULL, why), -ESTALE);
	ck_assert_msg(strstr(why, "another size than when the experiment began (16777216 bytes, "
				  "now 33554432)"),
		"%s", why);

	ck_assert_int_eq(lab_shell("losetup -d %s && losetup %s %s", node, node, other), 0);
	ck_assert_int_eq(look(&request, true, NULL, why), -ESTALE);
	ck_assert_msg(strstr(why, "is another one than when the experiment began (diskseq"), "%s",
		why);
	lab_end(&lab);
}
END_TEST

START_TEST(an_image_with_another_file_in_its_place_is_refused)
{
	char image[PATH_MAX], identity[512], why[512];
	struct lab lab;

	lab_start(&lab);
	lab_image(&lab, "disk", "16M", image);
	struct guard_request request = { .path = image, .destroy = image, .identity = "" };
	ck_assert_int_eq(look(&request, false, identity, why), 0);
	request.identity = identity;
	ck_assert_int_eq(look(&request, false, NULL, why), 0);
	ck_assert_int_eq(lab_shell("truncate -s 17M %s", image), 0);
	ck_assert_int_eq(look(&request, false, NULL, why), -ESTALE);
	ck_assert_msg(strstr(why, "another size"), "%s", why);
	ck_assert_int_eq(lab_shell("mv %s %s.away && truncate -s 16M %s", image, image, image), 0);
	ck_assert_int_eq(look(&request, false, NULL, why), -ESTALE);
	ck_assert_msg(strstr(why, "is another one than when the experiment began (inode"), "%s",
		why);
	lab_end(&lab);
}
END_TEST

START_TEST(after_a_reboot_only_its_serial_number_tells_a_device)
{
	static const char before[] = "device diskseq=12 size=4096 start=0 boot=a wwid=naa.1";
	static const struct {
		const char *pinned, *now, *says;
	} cases[] = {
		{ before, "device diskseq=3 size=4096 start=0 boot=b wwid=naa.1", NULL },
		{ before, "device diskseq=12 size=4096 start=0 boot=a wwid=naa.1", NULL },
		{ before, "", NULL },
		{ before, "device diskseq=12 size=4096 start=0 boot=b wwid=naa.2",
			"wwid naa.1, now" },
		{ before, "device diskseq=13 size=4096 start=0 boot=a wwid=naa.1",
			"diskseq 12, now 13" },
		{ before, "device diskseq=3 size=4096 start=8 boot=b wwid=naa.1",
			"start 0, now 8" },
		{ before, "device diskseq=3 size=8192 start=0 boot=b wwid=naa.1", "another size" },
		{ before, "file dev=8:1 inode=3 size=4096", "another thing" },
		{ "device diskseq=12 size=4096 start=0 boot=a",
			"device diskseq=12 size=4096 start=0 boot=b", "no serial number" },
	};
	struct error err = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int ret = identity_check("/dev/sdx", cases[i].pinned, cases[i].now, &err);
		ck_assert_msg(ret == (cases[i].says ? -ESTALE : 0), "%s: %d", cases[i].now, ret);
		ck_assert_msg(!cases[i].says || strstr(err.text, cases[i].says), "%s", err.text);
	}
}
END_TEST

START_TEST(data_without_a_signature_is_overwritten_only_when_it_is_named)
{
	static const struct {
		const char *make, *says; /* says: NULL for one that is empty */
	} cases[] = {
		{ "cd /usr/include && tar cf - linux/loop.h >", "data at byte 0)" },
		{ "printf x | dd status=none conv=notrunc bs=1 seek=5000 of=",
			"data at byte 5000)" },
		{ "printf x | dd status=none conv=notrunc bs=1 seek=67108863 of=",
			"data at byte 67108863)" },
		{ "printf x | dd status=none conv=notrunc bs=1 seek=20000000 of=",
			"data at byte 20000000)" }, /* in no sample, but the only extent */
		{ "printf bakeoff: | dd status=none conv=notrunc of=", "data at byte 0)" },
		{ "dd if=/dev/zero bs=1M count=8 conv=notrunc status=none of=", NULL },
	};
	char image[PATH_MAX], node[64], before[65], after[65], why[512];
	struct lab lab;

	lab_start(&lab);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		lab_image(&lab, "precious.tar", "64M", image);
		ck_assert_int_eq(lab_shell("%s%s", cases[i].make, image), 0);
		checksum(image, before);
		int ret = look_at_image(image, "", why);
		ck_assert_msg(ret == (cases[i].says ? -EBUSY : 0), "%s: %d", cases[i].make, ret);
		ck_assert_msg(!cases[i].says || (strstr(why, cases[i].says) &&
							strstr(why, "say --destroy=/")),
			"%s", why);
		ck_assert_int_eq(look_at_image(image, image, why), 0);
		checksum(image, after);
		ck_assert_str_eq(before, after);
		ck_assert_int_eq(lab_shell("rm %s", image), 0);
	}
	if (geteuid() == 0) {
		lab_image(&lab, "disk", "16M", image);
		lab_attach(image, node);
		ck_assert_int_eq(lab_shell("head -c 70000 /dev/urandom > %s", node), 0);
		refused(node, "", "is not empty (data at byte ");
		allowed(node, node);
	}
	lab_end(&lab);
}
END_TEST

START_TEST(a_lock_held_by_anybody_is_use)
{
	char image[PATH_MAX], node[64], why[512];
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	lab_image(&lab, "disk", "16M", image);
	int fd = open(image, O_RDONLY | O_CLOEXEC);
	ck_assert_int_eq(flock(fd, LOCK_SH), 0);
	ck_assert_int_eq(look_at_image(image, image, why), -EBUSY);
	ck_assert_msg(strstr(why, "disk: locked by another process"), "%s", why);
	ck_assert_int_eq(close(fd), 0);
	ck_assert_int_eq(look_at_image(image, image, why), 0);

	lab_attach(image, node);
	fd = open(node, O_RDONLY | O_CLOEXEC);
	ck_assert_int_eq(flock(fd, LOCK_SH), 0);
	refused(node, node, "locked by another process");
	ck_assert_int_eq(close(fd), 0);
	allowed(node, node);
	lab_end(&lab);
}
END_TEST

START_TEST(an_image_that_cannot_be_written_is_refused)
{
	static const char flags[] = "ai";
	char image[PATH_MAX], why[512];
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	lab_image(&lab, "disk", "16M", image);
	for (const char *flag = flags; *flag; flag++) {
		if (lab_shell("chattr +%c %s 2>/dev/null", *flag, image) != 0) {
			printf("# SKIP %s: no chattr here\n", __func__);
			break;
		}
		int ret = look_at_image(image, image, why);
		ck_assert_int_eq(lab_shell("chattr -%c %s", *flag, image), 0);
		ck_assert_int_eq(ret, -EPERM);
		ck_assert_msg(strstr(why, "write to image /"), "%s", why);
	}
	lab_end(&lab);
}
END_TEST

START_TEST(only_ones_own_signature_is_taken_away)
{
	char image[PATH_MAX], node[64], before[65], after[65];
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct stat st;
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	lab_image(&lab, "disk", "16M", image);
	ck_assert_int_eq(lab_shell("mkfs.ext2 -q -F %s", image), 0);
	lab_attach(image, node);
	int fd = open(node, O_RDONLY | O_CLOEXEC);
	ck_assert_int_eq(fstat(fd, &st), 0);
	struct wipe_request wipe = {
		.node = node,
		.device = st.st_rdev,
		.diskseq = identity_diskseq(fd),
		.only = "ext2 11111111-2222-3333-4444-555555555555",
		.exclusive = true,
		.hand_back = true,
	};
	checksum(image, before);
	ck_assert_int_eq(guard_wipe(&wipe, &err), -EBUSY);
	ck_assert_msg(strstr(err.text, "that bakeoff did not make (ext2 "), "%s", err.text);
	wipe.only = guard_mark_of(&arena, fd);
	wipe.diskseq++;
	ck_assert_int_eq(guard_wipe(&wipe, &err), -ESTALE);
	checksum(image, after);
	ck_assert_str_eq(before, after);
	wipe.diskseq--;
	OK(guard_wipe(&wipe, &err));
	ck_assert_str_eq(guard_mark_of(&arena, fd), "");
	ck_assert_int_eq(close(fd), 0);
	allowed(node, ""); /* although there is data on it */
	ck_assert_int_eq(lab_shell("losetup -d %s", node), 0);
	ck_assert_int_eq(guard_wipe(&wipe, &err), -ENODEV);
	ck_assert_msg(strstr(err.text, "is gone"), "%s", err.text);
	arena_free(&arena);
	lab_end(&lab);
}
END_TEST

/* In a container /sys may be masked; then nobody may take it for "nothing is attached". */
START_TEST(a_sys_that_shows_no_loop_devices_hides_no_use)
{
	char image[PATH_MAX], node[64], why[512];
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	lab_image(&lab, "disk", "16M", image);
	lab_attach(image, node);
	ck_assert_int_eq(unshare(CLONE_NEWNS), 0);
	ck_assert_int_eq(mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL), 0);
	ck_assert_int_eq(mount("none", "/sys/block", "tmpfs", 0, NULL), 0);
	ck_assert_int_eq(look_at_image(image, image, why), -EIO);
	ck_assert_msg(strstr(why, "/sys/block is empty"), "%s", why);
	ck_assert_int_eq(mkdir("/sys/block/sda", 0700), 0);
	ck_assert_int_eq(look_at_image(image, image, why), -EBUSY);
	ck_assert_msg(strstr(why, "attached to loop device loop"), "%s", why);
	ck_assert_int_eq(umount("/sys/block"), 0);
	lab_end(&lab);
}
END_TEST

UNIT_MAIN("guard", a_sys_that_shows_no_loop_devices_hides_no_use,
	a_mounted_device_is_refused_by_every_name_and_unchanged,
	a_device_mounted_where_it_cannot_be_seen_is_refused,
	a_disk_with_a_mounted_partition_is_refused, swap_is_refused_whatever_is_said,
	what_a_loop_device_stands_for_is_refused, a_loop_on_a_mounted_device_is_refused,
	a_signature_is_overwritten_only_when_its_device_is_named,
	what_is_no_device_is_refused_and_not_made,
	a_device_that_cannot_be_written_or_has_no_size_is_refused,
	an_image_must_be_a_regular_file_with_room_in_it,
	a_device_that_became_another_one_is_refused_whatever_is_said,
	an_image_with_another_file_in_its_place_is_refused,
	after_a_reboot_only_its_serial_number_tells_a_device,
	data_without_a_signature_is_overwritten_only_when_it_is_named,
	a_lock_held_by_anybody_is_use, an_image_that_cannot_be_written_is_refused,
	only_ones_own_signature_is_taken_away)
