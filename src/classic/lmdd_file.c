// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/lmdd_file.h"

#include "classic/lmdd_realtime.h"
#include "io/direct.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_one_of(const char *name, const char *const *names)
{
	for (; *names; names++) {
		if (strcmp(name, *names) == 0)
			return true;
	}
	return false;
}

static bool standard_stream(struct lmdd_file *file, const char *name)
{
	static const char *const stdin_names[] = { "-", "0", "stdin", NULL };
	static const char *const stdout_names[] = { "-", "1", "stdout", NULL };
	static const char *const stderr_names[] = { "2", "stderr", NULL };
	const struct {
		const char *const *names;
		const char *shown;
		int fd;
	} streams[] = {
		{ stdin_names, "stdin", STDIN_FILENO },
		{ stdout_names, "stdout", STDOUT_FILENO },
		{ stderr_names, "stderr", STDERR_FILENO },
	};
	bool is_input = strcmp(file->name, "if") == 0;

	for (size_t i = is_input ? 0 : 1; i < (is_input ? 1 : COUNT_OF(streams)); i++) {
		if (is_one_of(name, streams[i].names)) {
			file->name = streams[i].shown;
			file->fd = streams[i].fd;
			return true;
		}
	}
	return false;
}

static int note_kind(struct lmdd_file *file, struct error *err)
{
	struct stat st;

	if (fstat(file->fd, &st) < 0)
		return fail_errno(err, "look at %s", file->name);
	if (S_ISDIR(st.st_mode))
		return fail(err, EISDIR, "%s: Is a directory", file->name);
	file->storage = S_ISREG(st.st_mode) || S_ISBLK(st.st_mode);
	return 0;
}

/* btrfs would quietly go through the cache with blocks that do not fit, so they are refused here.
 */
static int check_direct(const struct lmdd_file *file, uint64_t bs, struct error *err)
{
	uint64_t block = 0;
	int ret = io_direct_alignment(file->fd, &block, err);

	if (ret == 0 && bs % block != 0)
		return fail(err, EINVAL,
			"bs: %" PRIu64 " is no multiple of %" PRIu64 ", as O_DIRECT needs here", bs,
			block);
	return ret;
}

static int open_named(struct lmdd_file *file, int flags, bool direct, uint64_t bs,
	struct error *err)
{
	int ret = 0;

	if (direct) {
		ret = io_open_direct(AT_FDCWD, file->name, flags, &file->fd, err);
		if (ret == 0)
			ret = check_direct(file, bs, err);
	} else {
		file->fd = open(file->name, flags | O_CLOEXEC, 0644);
		ret = file->fd < 0 ? fail_errno(err, "open") : 0;
	}
	if (ret == -EBUSY)
		ret = fail(err, EBUSY,
			"the device is in use: mounted, swap, or part of another device");
	return ret < 0 ? fail_in(err, ret, "%s", file->name) : note_kind(file, err);
}

int lmdd_open_input(const struct lmdd_args *args, struct lmdd_file *file, struct error *err)
{
	struct lmdd_file made = { .name = "if", .fd = -1 };
	int ret = 0;

	if (strcmp(args->input, "internal") != 0) {
		if (standard_stream(&made, args->input)) {
			ret = note_kind(&made, err);
		} else {
			made.name = args->input;
			ret = open_named(&made, O_RDONLY, args->direct || args->idirect, args->bs,
				err);
		}
	}
	if (ret == 0)
		*file = made;
	return ret;
}

/* Whether a new file in this directory would be a file among the devices; /dev/shm is another file
 * system. */
static bool is_among_devices(const char *directory)
{
	char real[PATH_MAX];
	struct stat st, dev;

	if (!realpath(directory, real) ||
		(strcmp(real, "/dev") != 0 && strncmp(real, "/dev/", 5) != 0))
		return false;
	return stat(real, &st) == 0 && stat("/dev", &dev) == 0 && st.st_dev == dev.st_dev;
}

static int check_new(const char *name, struct error *err)
{
	struct stat st;
	char *copy = strdup(name);

	if (!copy)
		return fail(err, ENOMEM, "no memory for a path");
	bool refused = is_among_devices(dirname(copy));
	free(copy);
	if (refused)
		return fail(err, ENODEV, "%s: no such device, and none is created", name);
	if (lstat(name, &st) == 0)
		return fail(err, ENOENT, "%s: a link to what does not exist", name);
	return 0;
}

static bool is_same_file(const struct lmdd_file *input, const struct stat *output)
{
	struct stat st;

	return input->fd >= 0 && S_ISREG(output->st_mode) && fstat(input->fd, &st) == 0 &&
	       st.st_dev == output->st_dev && st.st_ino == output->st_ino;
}

static int open_output_file(const struct lmdd_args *args, const struct lmdd_file *input,
	struct lmdd_file *file, struct error *err)
{
	bool truncates = !args->append && !args->notrunc;
	int flags = O_WRONLY | (args->append ? O_APPEND : 0) | (args->osync ? O_SYNC : 0);
	struct stat st;
	int ret = args->realtime ? lmdd_realtime_check(file->name, err) : 0;

	if (ret < 0)
		return fail_in(err, ret, "%s", file->name);
	if (stat(file->name, &st) == 0) {
		if ((truncates || args->append) && is_same_file(input, &st))
			return fail(err, EINVAL, "%s: input and output are the same file",
				file->name);
		if (S_ISREG(st.st_mode) && truncates)
			flags |= O_TRUNC;
		if (S_ISBLK(st.st_mode))
			flags |= O_EXCL;
	} else if (errno == ENOENT && !args->nocreate) {
		ret = check_new(file->name, err);
		if (ret < 0)
			return ret;
		flags |= O_CREAT | O_EXCL;
	}
	return open_named(file, flags, args->direct || args->odirect, args->bs, err);
}

int lmdd_open_output(const struct lmdd_args *args, const struct lmdd_file *input,
	struct lmdd_file *file, struct error *err)
{
	struct lmdd_file made = { .name = "of", .fd = -1 };
	int ret = 0;

	if (strcmp(args->output, "internal") != 0) {
		if (standard_stream(&made, args->output)) {
			ret = note_kind(&made, err);
		} else {
			made.name = args->output;
			ret = open_output_file(args, input, &made, err);
		}
	}
	if (ret == 0 && args->realtime) {
		ret = lmdd_realtime_set(made.fd, err);
		if (ret < 0)
			ret = fail_in(err, ret, "%s", made.name);
	}
	if (ret == 0)
		*file = made;
	return ret;
}

int lmdd_seek(const struct lmdd_file *file, uint64_t offset, struct error *err)
{
	if (file->fd >= 0 && lseek(file->fd, (off_t)offset, SEEK_SET) < 0)
		return fail_errno(err, "%s: seek to %" PRIu64, file->name, offset);
	return 0;
}
