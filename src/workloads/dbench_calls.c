// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/dbench_calls.h"

#include "core/auto.h"
#include "io/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

enum {
	OPTION_DIRECTORY = 1,
	ENTRIES_ROOM = 32 << 10, /* as the C library's opendir has */
};

const struct dbench_generation dbench_generations[] = {
	[DBENCH_STRICT] = { true, true, true, false, true, DBENCH_RESOLVE_SCAN },
	[DBENCH_2] = { false, false, false, true, true, DBENCH_RESOLVE_STAT },
	[DBENCH_3] = { false, false, true, false, true, DBENCH_RESOLVE_SCAN },
	[DBENCH_4] = { false, true, true, false, false, DBENCH_RESOLVE_SCAN },
};

static const char attribute[] = "user.DosAttrib";

const struct dbench_path *dbench_path(const struct dbench_replay *r, const struct dbench_op *op,
	unsigned i)
{
	return op->computed & DBENCH_TEMPLATE ? &r->made_paths[i] : &r->paths[op->names[i]];
}

struct entry {
	uint64_t inode, offset;
	unsigned short length;
	unsigned char type;
	char name[];
};

static bool same_name(const char *a, const char *b)
{
	return ((a[0] ^ b[0]) & ~0x20) == 0 && strcasecmp(a, b) == 0;
}

/*
 * Reads a directory as the C library does (open, fstat, getdents64, close), until an entry has
 * the name in any case or `most` were read. 1 where one had it, 0, or -errno.
 */
static int scan(const struct dbench_replay *r, const char *path, const char *name, uint64_t most)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_DIRECTORY | O_CLOEXEC);
	struct stat st;
	int ret = 0;
	bool more = true;

	if (fd < 0)
		return -errno;
	(void)fstat(fd, &st); /* only for its cost: opendir does it */
	while (more && most > 0) {
		long got = syscall(SYS_getdents64, fd, r->entries, (size_t)ENTRIES_ROOM);
		if (got < 0)
			ret = -errno;
		more = got > 0;
		for (long at = 0; at < got && more && most > 0; most--) {
			const struct entry *e = (const void *)(r->entries + at);
			at += e->length;
			if (name && same_name(e->name, name)) {
				ret = 1;
				more = false;
			}
		}
	}
	(void)close(fd); /* only for reading */
	return ret;
}

static void get_xattr(const char *path, int fd)
{
	char value[44];

	/* That there is none yet is no failure. */
	if (path)
		(void)getxattr(path, attribute, value, sizeof(value));
	else
		(void)fgetxattr(fd, attribute, value, sizeof(value));
}

/* Equal values, which file systems may share, a fifth of the time. */
static int set_xattr(struct dbench_replay *r, int fd)
{
	struct {
		char zero[36];
		uint32_t seconds, microseconds;
	} value = { 0 };
	struct timeval now;

	(void)gettimeofday(&now, NULL); /* cannot fail with these arguments */
	value.seconds = (uint32_t)now.tv_sec;
	if (rng_below(&r->rng, 5) != 0)
		value.microseconds = (uint32_t)now.tv_usec;
	get_xattr(NULL, fd);
	return fsetxattr(fd, attribute, &value, sizeof(value), 0) < 0 ? -errno : 0;
}

/* A server's look-up that ignores case: 0 where the name is there, -errno. */
static int resolve(const struct dbench_replay *r, const struct dbench_path *p)
{
	struct stat st;

	if (r->resolve == DBENCH_RESOLVE_OFF)
		return 0;
	if (stat(p->path, &st) == 0) {
		if (r->options->xattr)
			get_xattr(p->path, -1);
		return 0;
	}
	int ret = -errno;
	if (r->resolve == DBENCH_RESOLVE_SCAN && scan(r, p->parent, p->leaf, UINT64_MAX) == 1)
		return 0;
	return ret;
}

static int sync_parent(const struct dbench_replay *r, const struct dbench_path *p)
{
	if (!r->options->sync_dirs)
		return 0;
	int fd = open(p->parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	int ret = fdatasync(fd) < 0 ? -errno : 0;
	(void)close(fd); /* only for reading */
	return r->generation->strict ? ret : 0;
}

/* dbench itself leaves the making of names to whoever writes them back. */
static int sync_made(const struct dbench_replay *r, const struct dbench_path *p)
{
	return r->generation->strict ? sync_parent(r, p) : 0;
}

static bool exists(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0;
}

static int open_flags(const struct dbench_replay *r, const struct dbench_op *op, const char *path)
{
	int flags = O_RDWR;

	if (op->args[1] == DBENCH_CREATE)
		flags |= O_CREAT;
	if (op->args[1] == DBENCH_OVERWRITE || op->args[1] == DBENCH_OVERWRITE_IF)
		flags |= O_CREAT | O_TRUNC;
	if (r->options->sync_open)
		flags |= O_SYNC;
	if (op->args[0] & OPTION_DIRECTORY)
		flags = O_RDONLY | O_DIRECTORY;
	if (r->options->stat_check && (flags & O_CREAT) && exists(path))
		flags &= ~O_CREAT;
	return flags;
}

static void close_handle(struct dbench_handle *h)
{
	if (h->fd_1 > 0)
		(void)close(h->fd_1 - 1); /* the load opens its number anew: it was done with it */
	h->fd_1 = 0;
}

static int ntcreatex(struct dbench_replay *r, const struct dbench_op *op)
{
	const struct dbench_path *p = dbench_path(r, op, 0);
	struct dbench_handle *h = &r->handles[op->args[2]];
	bool made = false;
	struct stat st;

	(void)resolve(r, p); /* for its cost; the open itself says whether it is there */
	if ((op->args[0] & OPTION_DIRECTORY) && !(r->options->stat_check && exists(p->path)))
		made = mkdir(p->path, 0700) == 0;
	int flags = open_flags(r, op, p->path);
	int fd = open(p->path, flags, 0600);
	if (fd < 0 && errno == EISDIR) {
		flags = O_RDONLY | O_DIRECTORY;
		fd = open(p->path, flags);
	}
	if (fd < 0)
		return -errno;
	close_handle(h);
	*h = (struct dbench_handle){
		.fd_1 = fd + 1,
		.name = op->computed & DBENCH_TEMPLATE ? UINT32_MAX : op->names[0],
		.directory = flags & O_DIRECTORY,
	};
	if (fstat(fd, &st) < 0)
		return -errno;
	int ret = made || (flags & O_CREAT) ? sync_made(r, p) : 0;
	if (ret == 0 && r->options->xattr && !h->directory)
		ret = set_xattr(r, fd);
	return ret;
}

static int do_close(struct dbench_handle *h)
{
	int ret = close(h->fd_1 - 1) < 0 ? -errno : 0;

	h->fd_1 = 0;
	return ret;
}

static size_t transfer_size(const struct dbench_replay *r, const struct dbench_op *op)
{
	uint64_t most = r->options->trunc_io;

	return most > 0 && op->args[2] > most ? most : op->args[2];
}

static int64_t readx(struct dbench_replay *r, const struct dbench_op *op, int fd)
{
	size_t size = transfer_size(r, op);
	ssize_t n = (ssize_t)size;

	if (!r->options->fake_io)
		n = pread(fd, r->buffer, size, (off_t)op->args[1]);
	return n < 0 ? -errno : n;
}

/* Windows writes a byte where a file is to end: without the write where nothing would change. */
static bool one_byte_is_there(const struct dbench_op *op, int fd, const char *data, int *ret)
{
	struct stat st;
	char is;

	*ret = 0;
	if (fstat(fd, &st) < 0)
		return false;
	if ((uint64_t)st.st_size <= op->args[1]) {
		if (ftruncate(fd, (off_t)op->args[1] + 1) < 0)
			*ret = -errno;
		return true;
	}
	return pread(fd, &is, 1, (off_t)op->args[1]) == 1 && is == *data;
}

static int64_t writex(struct dbench_replay *r, const struct dbench_op *op, int fd)
{
	size_t size = transfer_size(r, op);
	ssize_t n = (ssize_t)size;
	int ret = 0;

	if (r->options->fake_io)
		return n;
	const char *data =
		r->written ? r->written : pattern_block(&r->pattern, 0, r->writes++, size);
	if (!r->options->one_byte_write_fix || size != 1 || !one_byte_is_there(op, fd, data, &ret))
		n = pwrite(fd, data, size, (off_t)op->args[1]);
	if (n < 0)
		return -errno;
	if (ret == 0 && r->options->fsync_writes && fsync(fd) < 0)
		ret = -errno;
	return ret < 0 ? ret : n;
}

static int do_rename(const struct dbench_replay *r, const struct dbench_op *op)
{
	const struct dbench_path *from = dbench_path(r, op, 0), *to = dbench_path(r, op, 1);

	if (r->options->stat_check && !exists(from->path))
		return -ENOENT;
	(void)resolve(r, from); /* for their cost; the rename itself says whether they are there */
	(void)resolve(r, to);
	if (rename(from->path, to->path) < 0)
		return -errno;
	return sync_parent(r, to);
}

static int do_unlink(const struct dbench_replay *r, const struct dbench_op *op)
{
	const struct dbench_path *p = dbench_path(r, op, 0);

	(void)resolve(r, p); /* for its cost */
	return unlink(p->path) < 0 ? -errno : sync_parent(r, p);
}

static int do_rmdir(const struct dbench_replay *r, const struct dbench_op *op)
{
	const struct dbench_path *p = dbench_path(r, op, 0);

	if (r->options->stat_check && !exists(p->path))
		return 0;
	(void)resolve(r, p); /* for its cost */
	return rmdir(p->path) < 0 ? -errno : sync_parent(r, p);
}

/* That a directory is there already is as good: clients share some of them. */
static int do_mkdir(const struct dbench_replay *r, const struct dbench_op *op)
{
	const struct dbench_path *p = dbench_path(r, op, 0);
	struct stat st;

	if (r->options->stat_check && exists(p->path))
		return 0;
	(void)resolve(r, p); /* for its cost */
	if (mkdir(p->path, 0777) == 0)
		return sync_made(r, p);
	int why = errno;
	bool there = why == EEXIST && op->expect != DBENCH_FAILS && r->generation->strict &&
		     stat(p->path, &st) == 0 && S_ISDIR(st.st_mode);
	return there ? 0 : -why;
}

/* Files only: the directories stay behind, as in 4.0. */
static void delete_files(const char *path)
{
	DIR *entries = opendir(path);
	char below[DBENCH_LINE_ROOM];
	struct stat st;

	if (!entries)
		return;
	for (struct dirent *e; (e = readdir(entries));) {
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		if (snprintf(below, sizeof(below), "%s/%s", path, e->d_name) >= (int)sizeof(below))
			continue; /* nothing of the load's own is as deep */
		if (lstat(below, &st) == 0 && S_ISDIR(st.st_mode))
			delete_files(below);
		else
			(void)unlink(below); /* as in 4.0, nobody asks */
	}
	(void)closedir(entries); /* only for reading */
}

static int deltree(const struct dbench_replay *r, const struct dbench_op *op)
{
	const struct dbench_path *p = dbench_path(r, op, 0);
	struct error why = { 0 };

	if (!r->generation->deltree_whole) {
		delete_files(p->path);
		return 0;
	}
	AUTO_CLOSE int parent = open(p->parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (parent < 0)
		return errno == ENOENT ? 0 : -errno;
	int ret = io_remove_tree(parent, p->leaf, &why);
	return ret < 0 ? ret : sync_made(r, p);
}

static int find_first(const struct dbench_replay *r, const struct dbench_op *op)
{
	const struct dbench_path *p = dbench_path(r, op, 0);

	(void)resolve(r, p); /* for its cost: no name has a wildcard in it */
	if (!p->wildcard && !r->generation->whole_directory)
		return 0;
	return scan(r, p->parent, NULL, r->generation->whole_directory ? UINT64_MAX : op->args[1]);
}

static int query_fs(const struct dbench_replay *r)
{
	struct statfs st;

	if (!r->generation->metadata)
		return 0;
	return statfs(r->dir, &st) < 0 ? -errno : 0;
}

static int query_file(const struct dbench_replay *r, int fd)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return -errno;
	if (r->options->xattr)
		get_xattr(NULL, fd);
	return 0;
}

static int set_file(struct dbench_replay *r, const struct dbench_handle *h)
{
	int fd = h->fd_1 - 1;
	struct stat st;

	if (!r->generation->metadata)
		return 0;
	if (r->options->xattr)
		get_xattr(NULL, fd);
	if (fstat(fd, &st) < 0)
		return -errno;
	const struct timespec times[] = {
		{ .tv_sec = st.st_atim.tv_sec - 10 },
		{ .tv_sec = st.st_mtim.tv_sec - 12 },
	};
	int ret = h->name == UINT32_MAX ? futimens(fd, times)
					: utimensat(AT_FDCWD, r->paths[h->name].path, times, 0);
	if (ret < 0)
		return -errno;
	return r->options->xattr && !h->directory ? set_xattr(r, fd) : 0;
}

static int lock(const struct dbench_replay *r, const struct dbench_op *op, int fd, short type)
{
	struct flock range = {
		.l_type = type,
		.l_whence = SEEK_SET,
		.l_start = (off_t)op->args[1],
		.l_len = (off_t)op->args[2],
	};

	if (!r->generation->metadata)
		return 0;
	return fcntl(fd, F_SETLKW, &range) < 0 ? -errno : 0;
}

static int64_t call_handle(struct dbench_replay *r, const struct dbench_op *op)
{
	struct dbench_handle *h = &r->handles[op->args[0]];
	int fd = h->fd_1 - 1;

	if (fd < 0)
		return -EBADF;
	switch (op->kind) {
	case DBENCH_CLOSE:
		return do_close(h);
	case DBENCH_READX:
		return readx(r, op, fd);
	case DBENCH_WRITEX:
		return writex(r, op, fd);
	case DBENCH_QUERY_FILE:
		return query_file(r, fd);
	case DBENCH_SET_FILE:
		return set_file(r, h);
	case DBENCH_LOCKX:
		return lock(r, op, fd, F_WRLCK);
	case DBENCH_UNLOCKX:
		return lock(r, op, fd, F_UNLCK);
	case DBENCH_FLUSH:
	default:
		return r->generation->flush && fsync(fd) < 0 ? -errno : 0;
	}
}

int64_t dbench_call(struct dbench_replay *r, const struct dbench_op *op)
{
	switch (op->kind) {
	case DBENCH_NTCREATEX:
		return ntcreatex(r, op);
	case DBENCH_RENAME:
		return do_rename(r, op);
	case DBENCH_UNLINK:
		return do_unlink(r, op);
	case DBENCH_DELTREE:
		return deltree(r, op);
	case DBENCH_RMDIR:
		return do_rmdir(r, op);
	case DBENCH_MKDIR:
		return do_mkdir(r, op);
	case DBENCH_QUERY_PATH:
		return resolve(r, dbench_path(r, op, 0));
	case DBENCH_QUERY_FS:
		return query_fs(r);
	case DBENCH_FIND_FIRST:
		return find_first(r, op);
	default:
		return call_handle(r, op);
	}
}
