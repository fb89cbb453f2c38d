// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/file.h"
#include "workloads/contest/archive.h"
#include "workloads/contest/load.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/*
 * ctar_load makes a tar archive of a source tree, over and over; xtar_load extracts such an
 * archive, over and over. The tree is a copy of the load's own on the file system under test: the
 * job changes its own while it builds, and the order of directories is that of this file system.
 * Counted by entries: files and directories.
 */
enum { BLOCK = 64 * 1024 };
static const char tree[] = "tree", archive_file[] = "archive.tar";

static int archive_failed(struct archive *a, const char *what, struct error *err)
{
	int code = libarchive.archive_errno(a);
	const char *text = libarchive.archive_error_string(a);

	return fail(err, code > 0 ? code : EIO, "%s: %s", what, text ? text : "no reason given");
}

/* The contents of one file from the disk into the archive. */
static int copy_data(struct archive *from, struct archive *to, struct error *err)
{
	static char zeros[BLOCK];
	const void *block;
	size_t size;
	int64_t offset, at = 0;
	int ret;

	while ((ret = libarchive.archive_read_data_block(from, &block, &size, &offset)) ==
		ARCHIVE_OK) {
		while (at < offset) { /* a hole */
			size_t hole = min_u64(BLOCK, (uint64_t)(offset - at));
			if (libarchive.archive_write_data(to, zeros, hole) < 0)
				return archive_failed(to, "write the archive", err);
			at += (int64_t)hole;
		}
		if (libarchive.archive_write_data(to, block, size) < 0)
			return archive_failed(to, "write the archive", err);
		at += (int64_t)size;
	}
	return ret == ARCHIVE_EOF ? 0 : archive_failed(from, "read the tree", err);
}

/* Every entry below the tree. The current directory is the load's. */
static int archive_tree(struct archive *disk, struct archive *to, struct board *board,
	uint64_t *entries, struct error *err)
{
	struct archive_entry *entry;
	int ret = libarchive.archive_read_disk_open(disk, tree);

	*entries = 0;
	if (ret != ARCHIVE_OK)
		return archive_failed(disk, "read the tree", err);
	while ((ret = libarchive.archive_read_next_header(disk, &entry)) == ARCHIVE_OK) {
		(void)libarchive.archive_read_disk_descend(disk); /* only of directories */
		if (libarchive.archive_write_header(to, entry) != ARCHIVE_OK)
			return archive_failed(to, "write the archive", err);
		int copied =
			libarchive.archive_entry_size(entry) > 0 ? copy_data(disk, to, err) : 0;
		if (copied < 0)
			return copied;
		++*entries;
		board_count(board, 1);
	}
	return ret == ARCHIVE_EOF ? 0 : archive_failed(disk, "read the tree", err);
}

static int write_archive(int dir, struct board *board, uint64_t *entries, struct error *err)
{
	int ret = archive_load(err);

	if (ret < 0)
		return ret;
	if (unlinkat(dir, archive_file, 0) < 0 && errno != ENOENT)
		return fail_errno(err, "remove the last archive");
	AUTO_CLOSE int fd =
		openat(dir, archive_file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
	struct archive *disk = libarchive.archive_read_disk_new();
	struct archive *to = libarchive.archive_write_new();

	if (fd < 0)
		ret = fail_errno(err, "create the archive");
	else if (!disk || !to)
		ret = fail(err, ENOMEM, "no memory for an archive");
	else if (libarchive.archive_write_set_format_pax_restricted(to) != ARCHIVE_OK ||
		 libarchive.archive_write_open_fd(to, fd) != ARCHIVE_OK)
		ret = archive_failed(to, "write the archive", err);
	if (ret == 0)
		ret = archive_tree(disk, to, board, entries, err);
	if (ret == 0 && libarchive.archive_write_close(to) != ARCHIVE_OK)
		ret = archive_failed(to, "write the archive", err);
	(void)libarchive.archive_read_free(disk); /* only for reading */
	(void)libarchive.archive_write_free(to);  /* closed above */
	return ret;
}

int ctar_load_prepare(struct load_work *w, struct error *err)
{
	return tree_make(w->dir, tree, w->tree, w->seed, err);
}

int ctar_load_run(struct load_work *w, struct board *board, struct error *err)
{
	int ret = fchdir(w->dir) < 0 ? fail_errno(err, "enter its directory") : 0;

	board_ready(board);
	while (ret == 0) {
		uint64_t entries = 0;
		ret = write_archive(w->dir, board, &entries, err);
		atomic_store(&board->whole, entries);
	}
	return ret;
}

/* By a child: the current directory is the process's. */
static int make_archive(void *context, struct board *board, struct error *err)
{
	struct load_work *w = context;
	uint64_t entries = 0;
	int ret = fchdir(w->dir) < 0 ? fail_errno(err, "enter its directory") : 0;

	if (ret == 0)
		ret = write_archive(w->dir, board, &entries, err);
	atomic_store(&board->whole, entries);
	return ret;
}

int xtar_load_prepare(struct load_work *w, struct error *err)
{
	struct crew crew = CREW_NONE;
	int ret = tree_make(w->dir, tree, w->tree, w->seed, err);

	if (ret == 0)
		ret = crew_start(&crew, make_archive, w, NULL, err);
	if (ret < 0)
		return ret;
	ret = crew_wait(&crew, err);
	w->whole = atomic_load(&crew.board->whole);
	crew_stop(&crew);
	return ret == 0 ? io_remove_tree(w->dir, tree, err) : ret;
}

static int extract_data(struct archive *from, struct archive *to, struct error *err)
{
	const void *block;
	size_t size;
	int64_t offset;
	int ret;

	while ((ret = libarchive.archive_read_data_block(from, &block, &size, &offset)) ==
		ARCHIVE_OK) {
		if (libarchive.archive_write_data_block(to, block, size, offset) < ARCHIVE_OK)
			return archive_failed(to, "extract", err);
	}
	return ret == ARCHIVE_EOF ? 0 : archive_failed(from, "read the archive", err);
}

static int extract_all(struct archive *from, struct archive *to, struct board *board,
	struct error *err)
{
	struct archive_entry *entry;
	int ret;

	while ((ret = libarchive.archive_read_next_header(from, &entry)) == ARCHIVE_OK) {
		if (libarchive.archive_write_header(to, entry) < ARCHIVE_OK)
			return archive_failed(to, "extract", err);
		int copied =
			libarchive.archive_entry_size(entry) > 0 ? extract_data(from, to, err) : 0;
		if (copied == 0 && libarchive.archive_write_finish_entry(to) < ARCHIVE_OK)
			copied = archive_failed(to, "extract", err);
		if (copied < 0)
			return copied;
		board_count(board, 1);
	}
	return ret == ARCHIVE_EOF ? 0 : archive_failed(from, "read the archive", err);
}

static int extract_once(int dir, struct board *board, struct error *err)
{
	int ret = archive_load(err);

	if (ret < 0)
		return ret;
	AUTO_CLOSE int fd = openat(dir, archive_file, O_RDONLY | O_CLOEXEC);
	struct archive *from = libarchive.archive_read_new();
	struct archive *to = libarchive.archive_write_disk_new();

	if (fd < 0)
		ret = fail_errno(err, "open the archive");
	else if (!from || !to)
		ret = fail(err, ENOMEM, "no memory for an archive");
	else if (libarchive.archive_read_support_format_tar(from) != ARCHIVE_OK ||
		 libarchive.archive_read_open_fd(from, fd, BLOCK) != ARCHIVE_OK)
		ret = archive_failed(from, "read the archive", err);
	if (ret == 0) {
		(void)libarchive.archive_write_disk_set_options(to,
			ARCHIVE_EXTRACT_TIME | ARCHIVE_EXTRACT_PERM | ARCHIVE_EXTRACT_UNLINK |
				ARCHIVE_EXTRACT_SECURE_NODOTDOT | ARCHIVE_EXTRACT_SECURE_SYMLINKS);
		ret = extract_all(from, to, board, err);
	}
	(void)libarchive.archive_read_free(from); /* only for reading */
	if (libarchive.archive_write_free(to) != ARCHIVE_OK && ret == 0)
		ret = fail(err, EIO, "extract: the last entries could not be finished");
	return ret;
}

/* Over what the last pass has extracted: each file is removed and made anew. */
int xtar_load_run(struct load_work *w, struct board *board, struct error *err)
{
	int ret = fchdir(w->dir) < 0 ? fail_errno(err, "enter its directory") : 0;

	atomic_store(&board->whole, w->whole);
	board_ready(board);
	while (ret == 0)
		ret = extract_once(w->dir, board, err);
	return ret;
}
