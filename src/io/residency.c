// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/residency.h"

#include "core/auto.h"
#include "core/clock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Not yet in the C library's headers of Debian 12; the number is the same on every architecture. */
enum { CACHESTAT_NUMBER = 451 };

struct cache_range {
	uint64_t offset, length; /* length 0: to the end */
};

struct cache_pages {
	uint64_t cached, dirty, writeback, evicted, recently_evicted;
};

/* File systems of which the page cache is not the whole story. */
static const struct {
	uint64_t magic;
	const char *unknown;
} elsewhere[] = {
	{ TMPFS_MAGIC, "tmpfs is nothing but memory" },
	{ 0x858458f6 /* ramfs */, "ramfs is nothing but memory" },
	{ 0x2fc12fc1 /* zfs */, "zfs has a cache of its own" },
	{ NFS_SUPER_MAGIC, "nfs: the server has a cache too" },
	{ SMB2_SUPER_MAGIC, "smb: the server has a cache too" },
	{ CIFS_SUPER_MAGIC, "cifs: the server has a cache too" },
	{ V9FS_MAGIC, "9p: the host has a cache too" },
	{ CEPH_SUPER_MAGIC, "ceph: the servers have a cache too" },
	{ FUSE_SUPER_MAGIC, "fuse: whoever serves it may have a cache too" },
	{ OVERLAYFS_SUPER_MAGIC, "overlay: the layers below have the pages" },
};

static const char *unknown_of(int dir)
{
	struct statfs fs;

	if (fstatfs(dir, &fs) < 0)
		return "the file system does not say what it is";
	for (size_t i = 0; i < COUNT_OF(elsewhere); i++) {
		if (elsewhere[i].magic == (uint64_t)(uint32_t)fs.f_type)
			return elsewhere[i].unknown;
	}
	return NULL;
}

int io_resident_cachestat(int fd, uint64_t size, uint64_t *resident, struct error *err)
{
	struct cache_range all = { 0 };
	struct cache_pages pages = { 0 };

	if (syscall(CACHESTAT_NUMBER, fd, &all, &pages, 0) < 0)
		return fail_errno(err, "cachestat");
	*resident = min_u64(pages.cached * (uint64_t)sysconf(_SC_PAGESIZE), size);
	return 0;
}

/* A window of a file, so that the answer for a large one needs no large array. */
static int window_mincore(int fd, uint64_t offset, size_t bytes, uint64_t page, uint64_t *pages,
	struct error *err)
{
	enum { MOST_PAGES = 1 << 14 };
	unsigned char in_core[MOST_PAGES];
	size_t count = (bytes + page - 1) / page;

	void *map = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, (off_t)offset);
	if (map == MAP_FAILED)
		return fail_errno(err, "map %zu bytes at %" PRIu64, bytes, offset);
	int ret = mincore(map, bytes, in_core) < 0 ? fail_errno(err, "mincore") : 0;
	for (size_t i = 0; ret == 0 && i < count; i++)
		*pages += in_core[i] & 1;
	(void)munmap(map, bytes); /* what has just been mapped */
	return ret;
}

int io_resident_mincore(int fd, uint64_t size, uint64_t *resident, struct error *err)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), window = page << 14;
	uint64_t pages = 0;

	for (uint64_t offset = 0; offset < size; offset += window) {
		int ret = window_mincore(fd, offset, (size_t)min_u64(window, size - offset), page,
			&pages, err);
		if (ret < 0)
			return ret;
	}
	*resident = min_u64(pages * page, size);
	return 0;
}

struct walk {
	struct residency *found;
	uint64_t most_files, end_ns;
	dev_t device;
};

static bool is_over(const struct walk *w)
{
	return w->found->files >= w->most_files || clock_monotonic_ns() >= w->end_ns;
}

/* One file. Without O_NOATIME, which only its owner may say, a mapping would mark it as read. */
static int ask_file(struct walk *w, int dir, const char *name, struct error *err)
{
	uint64_t resident = 0;
	struct stat st;
	int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

	AUTO_CLOSE int fd = openat(dir, name, flags | O_NOATIME);
	if (fd < 0 && errno == EPERM)
		fd = openat(dir, name, flags);
	if (fd < 0 || fstat(fd, &st) < 0 || !S_ISREG(st.st_mode))
		return 0; /* gone, or nothing that we may look at */
	uint64_t size = (uint64_t)st.st_size;
	int ret = io_resident_cachestat(fd, size, &resident, err);
	/* Some sandboxes say EPERM of calls that they do not know. */
	bool ours = geteuid() == 0 || st.st_uid == geteuid();
	if (ret == -ENOSYS || ret == -EOPNOTSUPP || (ret == -EPERM && ours))
		ret = io_resident_mincore(fd, size, &resident, err);
	if (ret < 0)
		return fail_in(err, ret, "%s", name);
	w->found->files++;
	w->found->size += size;
	w->found->resident += resident;
	return 0;
}

static int walk_below(struct walk *w, int dir, unsigned depth, struct error *err);

static int ask_directory(struct walk *w, int dir, const char *name, unsigned depth,
	struct error *err)
{
	enum { DEEPEST = 128 }; /* each level holds a descriptor */
	struct stat st;

	if (depth > DEEPEST) {
		w->found->bounded = true;
		return 0;
	}
	AUTO_CLOSE int below =
		openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NOATIME | O_CLOEXEC);
	if (below < 0 && errno == EPERM)
		below = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (below < 0 || fstat(below, &st) < 0 || st.st_dev != w->device)
		return 0;
	return walk_below(w, below, depth, err);
}

static int walk_below(struct walk *w, int dir, unsigned depth, struct error *err)
{
	int again = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *entries = again < 0 ? NULL : fdopendir(again);
	int ret = 0;

	if (!entries) {
		ret = fail_errno(err, "read directory");
		auto_close(&again);
		return ret;
	}
	for (struct dirent *e; ret == 0 && !w->found->bounded && (e = readdir(entries));) {
		bool dots = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0;
		if (dots || (e->d_type != DT_REG && e->d_type != DT_DIR && e->d_type != DT_UNKNOWN))
			continue;
		w->found->bounded = is_over(w);
		if (!w->found->bounded && e->d_type != DT_DIR)
			ret = ask_file(w, dir, e->d_name, err);
		if (ret == 0 && !w->found->bounded && e->d_type != DT_REG)
			ret = ask_directory(w, dir, e->d_name, depth + 1, err);
	}
	(void)closedir(entries); /* only for reading */
	return ret;
}

int io_residency(int dir, uint64_t most_files, uint64_t most_ns, struct residency *found,
	struct error *err)
{
	struct residency made = { .unknown = unknown_of(dir) };
	struct walk w = {
		.found = &made,
		.most_files = most_files,
		.end_ns = clock_monotonic_ns() + most_ns,
	};
	struct stat st;
	int ret = 0;

	if (fstat(dir, &st) < 0)
		return fail_errno(err, "look at the directory");
	w.device = st.st_dev;
	if (!made.unknown)
		ret = walk_below(&w, dir, 0, err);
	if (ret == 0)
		*found = made;
	return ret;
}
