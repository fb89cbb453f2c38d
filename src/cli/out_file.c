// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/out_file.h"

#include "core/auto.h"
#include "io/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where a link leads to: the link is to stay one. A path that is not there stays as it is. */
static const char *follow(const char *path, struct arena *arena)
{
	char real[PATH_MAX];

	return arena_strdup(arena, realpath(path, real) ? real : path);
}

/* "DIR/.NAME.XXXXXX" beside the path. */
static char *name_beside(const char *path, struct arena *arena)
{
	const char *slash = strrchr(path, '/');
	int folder = slash ? (int)(slash + 1 - path) : 0;

	return arena_printf(arena, "%.*s.%s.XXXXXX", folder, path, path + folder);
}

static mode_t usual_mode(mode_t mode)
{
	mode_t mask = umask(0);

	(void)umask(mask);
	return mode & ~mask;
}

static int open_directly(struct out_file *f, struct error *err)
{
	f->out = fopen(f->path, "we");
	return f->out ? 0 : fail_errno(err, "%s", f->path);
}

int out_file_open(struct out_file *f, const char *path, struct arena *arena, struct error *err)
{
	struct stat st;

	*f = (struct out_file){ .path = "" };
	if (!*path || strcmp(path, "-") == 0) {
		f->out = stdout;
		return 0;
	}
	f->path = follow(path, arena);
	bool is_there = stat(f->path, &st) == 0;
	if (is_there && S_ISDIR(st.st_mode))
		return fail(err, EISDIR, "%s: a folder, and a file is to be written", path);
	if (is_there && !S_ISREG(st.st_mode))
		return open_directly(f, err);
	char *taken = name_beside(f->path, arena);
	AUTO_CLOSE int fd = mkostemp(taken, O_CLOEXEC);
	if (fd < 0)
		return fail_errno(err, "%s", path);
	f->taken = taken;
	if (fchmod(fd, is_there ? st.st_mode & 07777 : usual_mode(0666)) < 0 ||
		!(f->out = fdopen(fd, "w"))) {
		int ret = fail_errno(err, "%s", path);
		(void)unlink(taken); /* it is empty */
		return ret;
	}
	(void)fd_take(&fd); /* the stream's now */
	return 0;
}

static bool is_empty(const char *path)
{
	DIR *folder = opendir(path);
	const struct dirent *entry;
	bool empty = folder != NULL;

	while (empty && (entry = readdir(folder)))
		empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
	if (folder)
		(void)closedir(folder); /* only for reading */
	return empty;
}

int out_folder_open(struct out_file *f, const char *path, struct arena *arena, struct error *err)
{
	size_t length = strlen(path);
	struct stat st;

	*f = (struct out_file){ .path = "" };
	if (length == 0 || strcmp(path, "-") == 0)
		return fail(err, EINVAL,
			"output: a folder is needed, since there are several files");
	while (length > 1 && path[length - 1] == '/')
		length--;
	f->path = follow(arena_strndup(arena, path, length), arena);
	if (lstat(f->path, &st) == 0 && !(S_ISDIR(st.st_mode) && is_empty(f->path)))
		return fail(err, EEXIST, "%s: it is there already, and no empty folder", path);
	char *taken = name_beside(f->path, arena);
	if (!mkdtemp(taken))
		return fail_errno(err, "%s", path);
	f->taken = taken;
	if (chmod(taken, usual_mode(0777)) < 0)
		return out_file_close(f, fail_errno(err, "%s", path), err);
	return 0;
}

/* Why writing failed is asked anew, of what is thrown away then: the stream has not kept it. */
static int reason_of(FILE *out)
{
	return write(fileno(out), "\n", 1) < 0 ? errno : EIO;
}

static int close_stream(struct out_file *f, struct error *err)
{
	int reason = 0;

	if (f->out == stdout)
		return 0; /* main() looks at it */
	if (ferror(f->out))
		reason = reason_of(f->out);
	else if (fflush(f->out) != 0 || (f->taken && fsync(fileno(f->out)) < 0))
		reason = errno;
	if (fclose(f->out) != 0 && reason == 0)
		reason = errno;
	return reason ? fail(err, reason, "write %s: %s", f->path, strerror(reason)) : 0;
}

static int sync_folder(const char *path, struct error *err)
{
	DIR *folder = opendir(path);
	const struct dirent *entry;
	int ret = 0;

	if (!folder)
		return fail_errno(err, "%s", path);
	while (ret == 0 && (entry = readdir(folder))) {
		AUTO_CLOSE int fd = openat(dirfd(folder), entry->d_name, O_RDONLY | O_CLOEXEC);
		if (fd < 0 || fsync(fd) < 0)
			ret = fail_errno(err, "write %s/%s", path, entry->d_name);
	}
	(void)closedir(folder); /* only for reading */
	return ret;
}

/* Its failure would say nothing that the caller's does not. */
static void remove_taken(const struct out_file *f, bool is_folder)
{
	const char *slash = strrchr(f->taken, '/');
	AUTO_FREE char *folder = slash ? strndup(f->taken, (size_t)(slash - f->taken) + 1) : NULL;
	AUTO_CLOSE int dir = open(folder ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct error err;
	int ret = is_folder && dir >= 0 ? io_remove_tree(dir, slash ? slash + 1 : f->taken, &err)
					: unlink(f->taken);

	(void)ret;
}

int out_file_close(struct out_file *f, int ret, struct error *err)
{
	bool is_folder = !f->out;
	struct error later;
	int closed = is_folder ? 0 : close_stream(f, ret == 0 ? err : &later);

	if (ret == 0)
		ret = closed;
	if (ret == 0 && is_folder)
		ret = sync_folder(f->taken, err);
	if (!f->taken)
		return ret;
	if (ret == 0 && rename(f->taken, f->path) < 0)
		ret = fail_errno(err, "%s", f->path);
	if (ret < 0)
		remove_taken(f, is_folder);
	return ret;
}
