// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "journal/undo.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>

/*
 * Whether this process has the file open. Closing a second descriptor of it
 * would drop this process's lock on it: such a file must not even be opened.
 */
static int is_open_here(int dir, const char *name, bool *open_here, struct error *err)
{
	struct stat file, mine;
	DIR *fds;

	*open_here = false;
	if (fstatat(dir, name, &file, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT ? 0 : fail_errno(err, "look at %s", name);
	fds = opendir("/proc/self/fd");
	if (!fds)
		return fail_errno(err, "read /proc/self/fd");
	for (struct dirent *e; (e = readdir(fds));) {
		if (e->d_name[0] == '.' || fstat((int)strtol(e->d_name, NULL, 10), &mine) < 0)
			continue;
		if (mine.st_dev == file.st_dev && mine.st_ino == file.st_ino)
			*open_here = true;
	}
	(void)closedir(fds); /* only for reading */
	return 0;
}

/* *fd stays -1 where the journal is somebody's: of a live process, of another user, or just gone.
 */
static int open_abandoned(int dir, const char *name, int *fd, struct error *err)
{
	const struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	bool open_here;
	struct stat st;
	int ret = is_open_here(dir, name, &open_here, err);

	if (ret < 0 || open_here)
		return ret;
	AUTO_CLOSE int file = openat(dir, name, O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
	if (file < 0)
		return errno == ENOENT || errno == EACCES
			       ? 0
			       : fail_errno(err, "open journal %s", name);
	if (fcntl(file, F_SETLK, &whole) < 0)
		return errno == EAGAIN || errno == EACCES
			       ? 0
			       : fail_errno(err, "lock journal %s", name);
	if (fstat(file, &st) < 0)
		return fail_errno(err, "look at journal %s", name);
	/* What another user wrote down must not steer what this one (root, perhaps) removes. */
	if (st.st_nlink > 0 && st.st_uid == geteuid())
		*fd = fd_take(&file);
	return 0;
}

static int clean_one(int dir, const char *name, struct undo_listener *listener, struct error *err)
{
	struct arena arena = { 0 };
	struct entries entries = { 0 };
	AUTO_CLOSE int fd = -1;
	char boot[40];
	int ret = record_boot_id(boot, err);

	if (ret == 0)
		ret = open_abandoned(dir, name, &fd, err);
	if (ret < 0 || fd < 0)
		return ret;
	ret = record_read(fd, boot, &arena, &entries, err);
	ret = ret < 0 ? fail_in(err, ret, "journal %s", name)
		      : undo_entries(&entries, fd, listener, err);
	/* One that cannot be read stays, for a person to look at. */
	if (ret == 0 && unlinkat(dir, name, 0) < 0 && errno != ENOENT)
		ret = fail_errno(err, "remove journal %s", name);
	arena_free(&arena);
	return ret;
}

static int is_journal(const struct dirent *e)
{
	return fnmatch("*.journal", e->d_name, 0) == 0;
}

int journal_clean(const char *dir, void (*say)(void *context, const char *line), void *context,
	uint64_t *undone, struct error *err)
{
	struct undo_listener listener = { .say = say, .context = context };
	AUTO_CLOSE int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct error later = { 0 };
	struct dirent **names;
	int first = 0;

	*undone = 0;
	if (fd < 0)
		return errno == ENOENT ? 0 : fail_errno(err, "open %s", dir);
	int count = scandirat(fd, ".", &names, is_journal, alphasort);
	if (count < 0)
		return fail_errno(err, "read %s", dir);
	/* The youngest first: an agent's loop goes before the controller's image behind it. */
	for (int i = count - 1; i >= 0; i--) {
		int ret = clean_one(fd, names[i]->d_name, &listener, first ? &later : err);
		if (first == 0)
			first = ret;
		free(names[i]);
	}
	free(names);
	*undone = listener.undone;
	return first;
}
