// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "journal/undo.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <string.h>
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

/* What else is called *.journal is not followed, opened or removed, and stops nobody. */
static void say_skipped(const struct undo_listener *listener, const char *name, const char *why)
{
	char line[1024];

	if (!listener->say)
		return;
	(void)snprintf(line, sizeof(line),
		"journal %s: left as it is: %s; look at it, and move it out of the journal's "
		"folder",
		name, why);
	listener->say(listener->context, line);
}

/*
 * *fd stays -1 where the journal is somebody's: of a live process, of another user, or just gone;
 * and *odd says what it is where it is no journal at all.
 */
static int open_abandoned(int dir, const char *name, int *fd, const char **odd, struct error *err)
{
	const struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	bool open_here;
	struct stat st;

	*odd = NULL;
	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT ? 0 : fail_errno(err, "look at journal %s", name);
	if (!S_ISREG(st.st_mode)) {
		*odd = "it is no regular file";
		return 0;
	}
	int ret = is_open_here(dir, name, &open_here, err);
	if (ret < 0 || open_here)
		return ret;
	AUTO_CLOSE int file =
		openat(dir, name, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (file < 0)
		return errno == ENOENT || errno == EACCES || errno == ELOOP
			       ? 0
			       : fail_errno(err, "open journal %s", name);
	if (fcntl(file, F_SETLK, &whole) < 0)
		return errno == EAGAIN || errno == EACCES
			       ? 0
			       : fail_errno(err, "lock journal %s", name);
	if (fstat(file, &st) < 0)
		return fail_errno(err, "look at journal %s", name);
	/* What another user wrote down must not steer what this one (root, perhaps) removes. */
	if (S_ISREG(st.st_mode) && st.st_nlink > 0 && st.st_uid == geteuid())
		*fd = fd_take(&file);
	return 0;
}

static int remove_journal(int dir, const char *name, struct error *err)
{
	if (unlinkat(dir, name, 0) < 0 && errno != ENOENT)
		return fail_errno(err, "remove journal %s", name);
	return 0;
}

static int clean_one(int dir, const char *name, struct undo_listener *listener, struct error *err)
{
	struct arena arena = { 0 };
	struct entries entries = { 0 };
	AUTO_CLOSE int fd = -1;
	const char *odd = NULL;
	char boot[40];
	int ret = record_boot_id(boot, err);

	if (ret == 0)
		ret = open_abandoned(dir, name, &fd, &odd, err);
	if (odd)
		say_skipped(listener, name, odd);
	if (ret < 0 || fd < 0)
		return ret;
	ret = record_read(fd, boot, &arena, &entries, err);
	if (ret == -EMEDIUMTYPE) {
		say_skipped(listener, name, err->text);
		arena_free(&arena);
		return 0;
	}
	if (ret == 0)
		ret = undo_entries(&entries, fd, listener, err);
	/* One that cannot be read, or undone, stays for a person to look at. */
	ret = ret < 0 ? fail_in(err, ret, "journal %s", name) : remove_journal(dir, name, err);
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
		if (ret < 0 && first < 0 && say)
			say(context, later.text);
		if (first == 0)
			first = ret;
		free(names[i]);
	}
	free(names);
	*undone = listener.undone;
	return first;
}

static void say_forgotten(const struct entries *entries,
	void (*say)(void *context, const char *line), void *context)
{
	char line[9216];

	for (size_t i = 0; i < entries->count; i++) {
		const struct change *c = &entries->entry[i].change;
		if (entries->entry[i].undone)
			continue;
		(void)snprintf(line, sizeof(line), "forgotten: %s %s%s%s%s", kind_of(c->kind)->name,
			c->path, c->kind == CHANGE_KNOB ? ", which was '" : "",
			c->kind == CHANGE_KNOB ? c->other : "", c->kind == CHANGE_KNOB ? "'" : "");
		say(context, line);
	}
}

int journal_forget(const char *dir, const char *name, void (*say)(void *context, const char *line),
	void *context, struct error *err)
{
	struct arena arena = { 0 };
	struct entries entries = { 0 };
	AUTO_CLOSE int folder = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AUTO_CLOSE int fd = -1;
	const char *odd = NULL;
	char boot[40];

	if (strchr(name, '/') || fnmatch("*.journal", name, 0) != 0)
		return fail(err, EINVAL, "'%s' is no name of a journal: NAME.journal is expected",
			name);
	if (folder < 0 || faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) < 0)
		return fail_errno(err, "journal %s/%s", dir, name);
	int ret = record_boot_id(boot, err);
	if (ret == 0)
		ret = open_abandoned(folder, name, &fd, &odd, err);
	if (ret == 0 && odd)
		ret = fail(err, EMEDIUMTYPE, "journal %s/%s: %s", dir, name, odd);
	if (ret == 0 && fd < 0)
		ret = fail(err, EBUSY,
			"journal %s/%s is of a bakeoff that runs, or of another user", dir, name);
	if (ret < 0)
		return ret;
	ret = record_read(fd, boot, &arena, &entries, err);
	if (ret < 0)
		ret = fail_in(err, ret, "journal %s/%s: it is not forgotten; remove it by hand",
			dir, name);
	else
		say_forgotten(&entries, say, context);
	if (ret == 0)
		ret = remove_journal(folder, name, err);
	arena_free(&arena);
	return ret;
}
