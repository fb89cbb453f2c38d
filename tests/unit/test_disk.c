// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/disk.h"

#include "io/mountinfo.h"
#include "machine_tree.h"

#include <errno.h>
#include <sys/sysmacros.h>

/* Not in the order of the tree, as kernels show it. /srv was mounted over what was below it, and
 * /proc twice. */
static const char mountinfo[] =
	"23 22 0:21 / /proc rw,relatime - proc first rw\n"
	"30 23 0:22 / /proc rw,relatime - proc proc rw\n"
	"22 1 259:2 / / rw,relatime shared:1 master:2 - ext4 /dev/nvme0n1p2 rw,errors=remount-ro\n"
	"29 22 0:44 / /srv rw - tmpfs late rw\n"
	"24 22 0:40 /@data /srv/data rw - btrfs /dev/sda rw,space_cache=v2\n"
	"31 29 0:45 / /srv/none rw - nfs4 host:/export rw\n"
	"27 22 253:1 / /vm rw - xfs /dev/mapper/vg-vm rw\n"
	"28 22 0:43 / /empty rw - tmpfs  rw\n";

static struct scratch *machine_begin(void)
{
	static struct scratch s;

	scratch_begin(&s);
	tree_file(&s, "proc/self/mountinfo", mountinfo);
	tree_disk(&s, "pci0/block/nvme0n1", "259:0");
	tree_disk(&s, "pci0/block/nvme0n1/nvme0n1p2", "259:2");
	tree_file(&s, "sys/devices/pci0/block/nvme0n1/nvme0n1p2/partition", "2\n");
	tree_disk(&s, "pci0/block/sda", "8:0");
	tree_disk(&s, "virtual/block/dm-1", "253:1");
	tree_link(&s, "sys/devices/virtual/block/dm-1/slaves/sda", "../../../../pci0/block/sda");
	tree_link(&s, "sys/devices/virtual/block/dm-1/slaves/nvme0n1p2",
		"../../../../pci0/block/nvme0n1/nvme0n1p2");
	return &s;
}

static void loop(const struct scratch *s, const char *number, const char *file)
{
	char folder[128], path[256];

	(void)snprintf(folder, sizeof(folder), "virtual/block/loop%s", strchr(number, ':') + 1);
	tree_disk(s, folder, number);
	(void)snprintf(path, sizeof(path), "sys/devices/%s/loop/backing_file", folder);
	tree_file(s, path, file);
}

/* "loop0 nvme0n1(nvme0n1p2)" */
static const char *stack(const struct scratch *s, unsigned major, unsigned minor,
	struct arena *arena)
{
	struct error err = { 0 };
	struct disk *disks;
	size_t count;
	const char *text = "";

	OK(disk_stack(s->path, makedev(major, minor), arena, &disks, &count, &err));
	for (size_t i = 0; i < count; i++)
		text = arena_printf(arena, "%s%s%u:%s%s%s", text, i ? " " : "", disks[i].depth,
			disks[i].name, *disks[i].partition ? "/" : "", disks[i].partition);
	return text;
}

START_TEST(a_path_lies_on_the_mount_that_is_not_hidden_by_a_later_one)
{
	static const struct {
		const char *path, *fs, *source;
	} cases[] = {
		{ "/", "ext4", "/dev/nvme0n1p2" },
		{ "/srv2/x", "ext4", "/dev/nvme0n1p2" },
		{ "/proc/self", "proc", "proc" },
		{ "/srv/data/x", "tmpfs", "late" },
		{ "/srv/none/x", "nfs4", "host:/export" },
		{ "/empty", "tmpfs", "" },
	};
	struct scratch *s = machine_begin();
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct mount_point m;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OK(mountinfo_find(s->path, cases[i].path, &arena, &m, &err));
		ck_assert_str_eq(m.fs, cases[i].fs);
		ck_assert_str_eq(m.source, cases[i].source);
	}
	OK(mountinfo_find(s->path, "/x", &arena, &m, &err));
	ck_assert_str_eq(m.options, "rw,relatime");
	ck_assert_str_eq(m.fs_options, "rw,errors=remount-ro");
	ck_assert_int_eq(mountinfo_find(s->path, "relative", &arena, &m, &err), -ENOENT);
	arena_free(&arena);
	scratch_end(s);
}
END_TEST

START_TEST(a_line_that_cannot_be_read_is_an_error_and_a_blank_in_a_name_is_none)
{
	struct scratch s;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct mount_point m;

	scratch_begin(&s);
	tree_file(&s, "proc/self/mountinfo",
		"25 1 0:41 / / rw - overlay overlay rw,lowerdir=/a\\072b\n25 22\n");
	ck_assert_int_eq(mountinfo_find(s.path, "/with blank/x", &arena, &m, &err), -EINVAL);
	ck_assert_ptr_nonnull(strstr(err.text, "line 2 cannot be read"));
	OK(unlinkat(s.dir, "proc/self/mountinfo", 0));
	tree_file(&s, "proc/self/mountinfo",
		"22 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
		"25 22 0:41 / /with\\040blank rw - overlay overlay rw,lowerdir=/a\\072b\n");
	OK(mountinfo_find(s.path, "/with blank/x", &arena, &m, &err));
	ck_assert_str_eq(m.fs_options, "rw,lowerdir=/a:b");
	arena_free(&arena);
	scratch_end(&s);
}
END_TEST

START_TEST(a_disk_is_followed_down_to_what_rests_on_nothing)
{
	struct scratch *s = machine_begin();
	struct arena arena = { 0 };

	loop(s, "7:0", "/images/a.img\n");
	loop(s, "7:1", "/vm/b.img\n");
	loop(s, "7:2", "/dev/loop0\n");
	ck_assert_str_eq(stack(s, 8, 0, &arena), "0:sda");
	ck_assert_str_eq(stack(s, 259, 2, &arena), "0:nvme0n1/nvme0n1p2");
	ck_assert_str_eq(stack(s, 7, 0, &arena), "0:loop0 1:nvme0n1/nvme0n1p2");
	ck_assert_str_eq(stack(s, 7, 1, &arena), "0:loop1 1:dm-1 2:nvme0n1/nvme0n1p2 2:sda");
	ck_assert_str_eq(stack(s, 7, 2, &arena), "0:loop2 1:loop0 2:nvme0n1/nvme0n1p2");
	arena_free(&arena);
	scratch_end(s);
}
END_TEST

START_TEST(what_a_loop_device_is_on_is_unknown_with_the_reason_where_it_is_no_device)
{
	struct scratch *s = machine_begin();
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct disk *disks;
	size_t count;

	loop(s, "7:0", "/srv/a.img\n");
	OK(disk_stack(s->path, makedev(7, 0), &arena, &disks, &count, &err));
	ck_assert_uint_eq(count, 1);
	ck_assert_str_eq(disks[0].file, "/srv/a.img");
	ck_assert_str_eq(disks[0].unknown,
		"what /srv/a.img is on is not known: tmpfs is on no block device of its own");
	ck_assert_int_eq(disk_stack(s->path, makedev(9, 9), &arena, &disks, &count, &err), -ENODEV);
	arena_free(&arena);
	scratch_end(s);
}
END_TEST

START_TEST(disks_that_rest_on_each_other_are_refused)
{
	struct scratch *s = machine_begin();
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct disk *disks;
	size_t count;

	loop(s, "7:0", "/dev/loop1");
	loop(s, "7:1", "/dev/loop0");
	ck_assert_int_eq(disk_stack(s->path, makedev(7, 0), &arena, &disks, &count, &err), -ELOOP);
	arena_free(&arena);
	scratch_end(s);
}
END_TEST

START_TEST(a_path_is_on_the_device_that_its_mount_names)
{
	static const char text[] = "22 1 259:2 / / rw - ext4 /dev/nvme0n1p2 rw\n"
				   "24 22 0:40 /@ /data rw - btrfs /dev/sda rw\n"
				   "25 22 0:41 / /over rw - overlay overlay rw\n"
				   "26 22 9:9 / /gone rw - ext4 /dev/gone rw\n";
	struct scratch s;
	struct arena arena = { 0 };
	struct error err = { 0 };
	const char *why;
	dev_t device;

	scratch_begin(&s);
	tree_file(&s, "proc/self/mountinfo", text);
	tree_disk(&s, "pci0/block/nvme0n1", "259:2");
	tree_disk(&s, "pci0/block/sda", "8:0");
	OK(disk_of_path(s.path, "/x", &arena, &device, &why, &err));
	ck_assert_uint_eq(device, makedev(259, 2));
	ck_assert_str_eq(why, "");
	OK(disk_of_path(s.path, "/data/x", &arena, &device, NULL, &err));
	ck_assert_uint_eq(device, makedev(8, 0));
	OK(disk_of_path(s.path, "/over/x", &arena, &device, &why, &err));
	ck_assert_uint_eq(device, 0);
	ck_assert_str_eq(why, "overlay is on no block device of its own");
	OK(disk_of_path(s.path, "/gone", &arena, &device, &why, &err));
	ck_assert_uint_eq(device, 0);
	ck_assert_str_eq(why, "device 9:9 of ext4 is not to be seen under /sys");
	arena_free(&arena);
	scratch_end(&s);
}
END_TEST

START_TEST(the_running_machine_can_be_looked_at)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct mount_point m;
	const char *why;
	dev_t device;

	OK(mountinfo_find("", "/proc/self", &arena, &m, &err));
	ck_assert_str_eq(m.fs, "proc");
	OK(disk_of_path("", "/proc/self", &arena, &device, &why, &err));
	ck_assert_uint_eq(device, 0);
	ck_assert_ptr_nonnull(strstr(why, "proc"));
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("disk", a_path_lies_on_the_mount_that_is_not_hidden_by_a_later_one,
	a_line_that_cannot_be_read_is_an_error_and_a_blank_in_a_name_is_none,
	a_disk_is_followed_down_to_what_rests_on_nothing,
	what_a_loop_device_is_on_is_unknown_with_the_reason_where_it_is_no_device,
	disks_that_rest_on_each_other_are_refused, a_path_is_on_the_device_that_its_mount_names,
	the_running_machine_can_be_looked_at)
