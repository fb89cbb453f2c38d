// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/identity.h"

#include "core/base.h"
#include "io/file.h"
#include "target/sysfs.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>

#ifndef BLKGETDISKSEQ
#define BLKGETDISKSEQ _IOR(0x12, 128, uint64_t)
#endif

enum { VALUE_BYTES = 256 };

uint64_t identity_diskseq(int fd)
{
	uint64_t number = 0;

	return ioctl(fd, BLKGETDISKSEQ, &number) == 0 ? number : 0;
}

/* What the disk says of itself, without blanks; "" where it says nothing. */
static const char *disk_wwid(struct arena *arena, dev_t device)
{
	static const char *const files[] = { "wwid", "device/wwid", "serial", "device/serial",
		"device/cid" };
	const char *folder = sysfs_disk_folder(arena, device);

	for (size_t i = 0; folder && i < COUNT_OF(files); i++) {
		const char *found = sysfs_read(arena, folder, files[i]);
		char *text = arena_strndup(arena, found, strcspn(found, "\n"));
		for (char *c = text; *c; c++)
			*c = *c > ' ' && *c < 0x7f ? *c : '_';
		if (strspn(text, "_") != strlen(text))
			return text;
	}
	return "";
}

const char *identity_of_device(struct arena *arena, int fd, dev_t device, uint64_t size)
{
	const char *folder = sysfs_folder(arena, device);
	const char *start = folder ? sysfs_read(arena, folder, "start") : "";
	const char *boot = sysfs_read(arena, "/proc/sys/kernel/random", "boot_id");
	const char *wwid = disk_wwid(arena, device);

	return arena_printf(arena,
		"device diskseq=%" PRIu64 " size=%" PRIu64 " start=%" PRIu64 " boot=%.36s%s%s",
		identity_diskseq(fd), size, (uint64_t)strtoull(start, NULL, 10), boot,
		*wwid ? " wwid=" : "", wwid);
}

const char *identity_of_file(struct arena *arena, const struct stat *st)
{
	return arena_printf(arena, "file dev=%u:%u inode=%" PRIu64 " size=%" PRIu64,
		major(st->st_dev), minor(st->st_dev), (uint64_t)st->st_ino, (uint64_t)st->st_size);
}

/* "" where the text has no such key. */
static void value_of(const char *text, const char *key, char *value)
{
	char wanted[32];

	(void)snprintf(wanted, sizeof(wanted), " %s=", key);
	const char *at = strstr(text, wanted);
	at = at ? at + strlen(wanted) : "";
	size_t length = min_u64(strcspn(at, " "), VALUE_BYTES - 1);
	memcpy(value, at, length);
	value[length] = '\0';
}

struct two_values {
	char pinned[VALUE_BYTES], now[VALUE_BYTES];
};

static bool differs(const char *pinned, const char *now, const char *key, struct two_values *two)
{
	value_of(pinned, key, two->pinned);
	value_of(now, key, two->now);
	return strcmp(two->pinned, two->now) != 0;
}

static int other_thing(const char *path, const char *kind, const char *key,
	const struct two_values *two, struct error *err)
{
	return fail(err, ESTALE,
		"%s %s is another one than when the experiment began (%s %s, now %s)", kind, path,
		key, two->pinned, two->now);
}

static int check_file(const char *path, const char *pinned, const char *now, struct error *err)
{
	static const char *const keys[] = { "dev", "inode" };
	struct two_values two;

	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		if (differs(pinned, now, keys[i], &two))
			return other_thing(path, "image", keys[i], &two, err);
	}
	return 0;
}

static int check_device(const char *path, const char *pinned, const char *now, struct error *err)
{
	struct two_values two;

	if (differs(pinned, now, "wwid", &two))
		return other_thing(path, "device", "wwid", &two, err);
	bool has_wwid = *two.now;
	if (differs(pinned, now, "start", &two))
		return other_thing(path, "device", "start", &two, err);
	bool rebooted = differs(pinned, now, "boot", &two);
	if (rebooted && !has_wwid)
		return fail(err, ESTALE,
			"device %s has no serial number, and the machine was started again since "
			"the experiment began: it may be another one",
			path);
	if (!rebooted && differs(pinned, now, "diskseq", &two))
		return other_thing(path, "device", "diskseq", &two, err);
	return 0;
}

int identity_check(const char *path, const char *pinned, const char *now, struct error *err)
{
	struct two_values two;

	if (!pinned || !now || *pinned == '\0' || *now == '\0')
		return 0;
	bool is_file = strncmp(now, "file ", 5) == 0;
	if (is_file != (strncmp(pinned, "file ", 5) == 0))
		return fail(err, ESTALE, "%s is another thing than when the experiment began",
			path);
	int ret =
		is_file ? check_file(path, pinned, now, err) : check_device(path, pinned, now, err);
	if (ret == 0 && differs(pinned, now, "size", &two))
		ret = fail(err, ESTALE,
			"%s %s has another size than when the experiment began (%s bytes, now %s)",
			is_file ? "image" : "device", path, two.pinned, two.now);
	return ret;
}
