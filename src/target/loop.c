// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/loop.h"

#include "core/auto.h"
#include "target/sysfs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/* The kernel's own packing of a device number in struct loop_info64. */
static dev_t unpack_dev(uint64_t packed)
{
	return makedev((packed >> 8) & 0xfff, (packed & 0xff) | ((packed >> 12) & 0xfff00));
}

/* Whether a loop device is attached, and to what. */
static bool look_at(struct arena *arena, const char *name, struct loop_backing *backing)
{
	const char *folder = arena_printf(arena, "/sys/block/%s", name);
	const char *file = sysfs_read(arena, folder, "loop/backing_file");
	struct loop_info64 info;
	struct stat st;

	if (*file == '\0' && access(folder, F_OK) == 0)
		return false;
	*backing = (struct loop_backing){ .name = arena_strdup(arena, name),
		.loop = sysfs_number(folder) };
	AUTO_CLOSE int fd = open(arena_printf(arena, "/dev/%s", name), O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && !backing->loop && fstat(fd, &st) == 0)
		backing->loop = st.st_rdev;
	if (fd >= 0 && ioctl(fd, LOOP_GET_STATUS64, &info) == 0) {
		backing->dev = unpack_dev(info.lo_device);
		backing->ino = info.lo_inode;
		backing->rdev = unpack_dev(info.lo_rdevice);
		return true;
	}
	/* Without a node or the right to open it there is only the name. */
	if (*file == '\0')
		return false;
	if (stat(file, &st) == 0) {
		backing->dev = st.st_dev;
		backing->ino = st.st_ino;
		backing->rdev = S_ISBLK(st.st_mode) ? st.st_rdev : 0;
	}
	return true;
}

/* loop12, and not its partition loop12p1. */
static bool is_loop(const char *name)
{
	static const char digits[] = "0123456789";
	const char *number = name + 4;

	return strncmp(name, "loop", 4) == 0 && *number && number[strspn(number, digits)] == '\0';
}

static bool is_listed(const struct loop_backing *list, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(list[i].name, name) == 0)
			return true;
	}
	return false;
}

/* A /sys that shows only a part, or another machine's, is no reason to see nothing: nodes are
 * asked too. */
int loop_list(struct arena *arena, struct loop_backing **loops, size_t *count, struct error *err)
{
	static const char *const folders[] = { "/sys/block", "/dev" };
	struct loop_backing *list = NULL;
	size_t n = 0, seen = 0;

	for (size_t i = 0; i < COUNT_OF(folders); i++) {
		DIR *entries = opendir(folders[i]);
		if (!entries)
			return fail_errno(err, "read %s", folders[i]);
		for (struct dirent *e; (e = readdir(entries));) {
			struct loop_backing one;
			seen += e->d_name[0] != '.';
			if (is_loop(e->d_name) && !is_listed(list, n, e->d_name) &&
				look_at(arena, e->d_name, &one))
				*ARENA_PUSH(arena, list, n) = one;
		}
		(void)closedir(entries); /* only for reading */
		if (seen == 0)
			return fail(err, EIO,
				"%s is empty: what is attached to what cannot be seen", folders[i]);
	}
	*loops = list;
	*count = n;
	return 0;
}

/* errno values stand for themselves: EBUSY is another process that was faster. */
static int configure(int fd, int file, const char *image)
{
	struct loop_config config = {
		.fd = (uint32_t)file,
		.info = { .lo_flags = LO_FLAGS_AUTOCLEAR | LO_FLAGS_DIRECT_IO },
	};

	(void)snprintf((char *)config.info.lo_file_name, LO_NAME_SIZE, "%s", image);
	if (ioctl(fd, LOOP_CONFIGURE, &config) == 0)
		return 0;
	if (errno != EINVAL)
		return -errno;
	config.info.lo_flags = LO_FLAGS_AUTOCLEAR;
	return ioctl(fd, LOOP_CONFIGURE, &config) == 0 ? 0 : -errno;
}

static int attach_free_one(struct arena *arena, struct journal *journal, int control, int file,
	const char *image, struct loop *loop, struct error *err)
{
	struct loop_info64 info = { 0 };
	uint64_t id;
	int number = ioctl(control, LOOP_CTL_GET_FREE);

	if (number < 0)
		return fail_errno(err, "find a free loop device");
	const char *node = arena_printf(arena, "/dev/loop%d", number);
	const struct change change = { .kind = CHANGE_LOOP, .path = node, .other = image };
	int ret = journal_intend(journal, &change, &id, err);
	if (ret < 0)
		return ret;

	AUTO_CLOSE int fd = open(node, O_RDWR | O_CLOEXEC);
	ret = fd < 0 ? -errno : configure(fd, file, image);
	if (ret < 0) {
		struct error ignored = { 0 };
		/* nothing was made; what is there now, if anything, is another's and is left alone
		 */
		if (journal_undo(journal, id, &ignored) < 0 || ret != -EBUSY) {
			errno = -ret;
			return fail_errno(err, "attach %s to %s", image, node);
		}
		return fail(err, EAGAIN, "%s was taken by another process", node);
	}
	ret = journal_made(journal, id, err);
	if (ret == 0 && ioctl(fd, LOOP_GET_STATUS64, &info) < 0)
		ret = fail_errno(err, "look at %s", node);
	if (ret < 0)
		return ret;
	*loop = (struct loop){
		.node = node,
		.fd = fd_take(&fd),
		.id = id,
		.direct = info.lo_flags & LO_FLAGS_DIRECT_IO,
	};
	return 0;
}

int loop_attach(struct arena *arena, struct journal *journal, int file, const char *image,
	struct loop *loop, struct error *err)
{
	enum { TRIES = 64 };
	AUTO_CLOSE int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC);
	int ret = -EAGAIN;

	if (control < 0)
		return fail_errno(err, "open /dev/loop-control");
	for (int i = 0; i < TRIES && ret == -EAGAIN; i++)
		ret = attach_free_one(arena, journal, control, file, image, loop, err);
	return ret;
}
