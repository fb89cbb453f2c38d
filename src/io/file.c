// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file.h"

#include "core/auto.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

int io_pwrite_all(int fd, const void *data, size_t size, uint64_t offset, struct error *err)
{
	const char *p = data;

	while (size > 0) {
		ssize_t n = pwrite(fd, p, size, (off_t)offset);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fail_errno(err, "write %zu bytes at %" PRIu64, size, offset);
		if (n == 0)
			return fail(err, EIO, "write at %" PRIu64 " wrote nothing", offset);
		p += n;
		size -= (size_t)n;
		offset += (uint64_t)n;
	}
	return 0;
}

int io_write_all(int fd, const void *data, size_t size, struct error *err)
{
	const char *p = data;

	while (size > 0) {
		ssize_t n = write(fd, p, size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fail_errno(err, "write %zu bytes", size);
		if (n == 0)
			return fail(err, EIO, "write wrote nothing");
		p += n;
		size -= (size_t)n;
	}
	return 0;
}

int io_pread_all(int fd, void *data, size_t size, uint64_t offset, struct error *err)
{
	char *p = data;

	while (size > 0) {
		ssize_t n = pread(fd, p, size, (off_t)offset);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fail_errno(err, "read %zu bytes at %" PRIu64, size, offset);
		if (n == 0)
			return fail(err, ENODATA, "the file ends at %" PRIu64 ", %zu bytes early",
				offset, size);
		p += n;
		size -= (size_t)n;
		offset += (uint64_t)n;
	}
	return 0;
}

int io_read_some(int fd, void *data, size_t size, size_t *got, struct error *err)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = read(fd, (char *)data + done, size - done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fail_errno(err, "read %zu bytes", size - done);
		if (n == 0)
			break;
		done += (size_t)n;
	}
	*got = done;
	return 0;
}

int io_read_least(int fd, void *data, size_t room, size_t least, struct error *err)
{
	size_t done = 0;

	while (done < least) {
		ssize_t n = read(fd, (char *)data + done, room - done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fail_errno(err, "read %zu bytes", room - done);
		if (n == 0)
			return fail(err, ENODATA, "the file ends %zu bytes early", least - done);
		done += (size_t)n;
	}
	return 0;
}

int io_sync(int fd, enum io_sync how, struct error *err)
{
	switch (how) {
	case IO_SYNC_NONE:
		return 0;
	case IO_SYNC_FDATASYNC:
		return fdatasync(fd) == 0 ? 0 : fail_errno(err, "fdatasync");
	case IO_SYNC_FSYNC:
		return fsync(fd) == 0 ? 0 : fail_errno(err, "fsync");
	}
	return fail(err, EINVAL, "unknown kind of sync: %d", (int)how);
}

int io_read_small(const char *path, char *data, size_t room, size_t *length, struct error *err)
{
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t got = 0;

	if (fd < 0)
		return fail_errno(err, "open %s", path);
	int ret = io_read_some(fd, data, room - 1, &got, err);
	if (ret < 0)
		return fail_in(err, ret, "%s", path);
	if (got > 0 && data[got - 1] == '\n')
		got--;
	data[got] = '\0';
	if (length)
		*length = got;
	return 0;
}

int io_write_small(const char *path, const char *value, struct error *err)
{
	AUTO_CLOSE int fd = open(path, O_WRONLY | O_CLOEXEC);
	size_t length = strlen(value);

	if (fd < 0)
		return fail_errno(err, "open %s", path);
	ssize_t n = write(fd, value, length);
	if (n < 0)
		return fail_errno(err, "write '%s' to %s", value, path);
	if ((size_t)n != length)
		return fail(err, EIO, "write '%s' to %s: only %zd bytes were taken", value, path,
			n);
	return 0;
}

int io_make_dirs(const char *path, mode_t mode, struct error *err)
{
	char part[PATH_MAX];
	struct stat st;
	size_t length = strlen(path);

	if (length == 0)
		return fail(err, ENOENT, "make directory: an empty path");
	if (length >= sizeof(part))
		return fail(err, ENAMETOOLONG, "'%.64s...': a path of %zu bytes, the most is %d",
			path, length, PATH_MAX - 1);
	memcpy(part, path, length + 1);
	for (size_t i = 1; i <= length; i++) {
		if (part[i] != '/' && part[i] != '\0')
			continue;
		char kept = part[i];
		part[i] = '\0';
		if (mkdir(part, mode) < 0 && errno != EEXIST)
			return fail_errno(err, "make directory %s", part);
		part[i] = kept;
	}
	if (stat(path, &st) < 0)
		return fail_errno(err, "look at %s", path);
	if (!S_ISDIR(st.st_mode))
		return fail(err, ENOTDIR, "make directory %s: there is a file of that name", path);
	return 0;
}

int io_fill_image(int fd, uint64_t size, const volatile sig_atomic_t *stop, struct error *err)
{
	/* What is dirty is bounded: a sync of gigabytes at the end could not be stopped. */
	enum { CHUNK = 4 << 20, SYNCED = 64 << 20 };
	AUTO_FREE char *zeros = NULL;

	if (size == 0)
		return fail(err, EINVAL, "an image of 0 bytes");
	int failed = posix_fallocate(fd, 0, (off_t)size);
	if (failed) {
		errno = failed;
		return fail_errno(err, "allocate %" PRIu64 " bytes", size);
	}
	if (posix_memalign((void **)&zeros, 4096, CHUNK) != 0)
		return fail(err, ENOMEM, "no memory for a block of %d bytes", CHUNK);
	memset(zeros, 0, CHUNK);
	for (uint64_t done = 0; done < size;) {
		size_t part = (size_t)min_u64(CHUNK, size - done);
		int ret = stop && *stop ? fail(err, ECANCELED, "interrupted")
					: io_pwrite_all(fd, zeros, part, done, err);
		done += part;
		if (ret == 0 && done % SYNCED == 0)
			ret = io_sync(fd, IO_SYNC_FDATASYNC, err);
		if (ret < 0)
			return ret;
	}
	return io_sync(fd, IO_SYNC_FSYNC, err);
}
