// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/journal.h"

#include "core/auto.h"
#include "core/clock.h"
#include "io/file.h"
#include "journal/undo.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

struct journal {
	struct arena arena; /* of the entries */
	struct entries entries;
	uint64_t last_id;
	int fd;
	char path[PATH_MAX];
};

/* The time comes first in the name, so that clean can undo the youngest journal first. */
static int make_path(struct journal *journal, const char *dir, const char *name, struct error *err)
{
	uint32_t chance;
	char safe[41];
	size_t n = 0;

	for (; n < sizeof(safe) - 1 && name[n]; n++)
		safe[n] = isalnum((unsigned char)name[n]) || name[n] == '-' ? name[n] : '_';
	safe[n] = '\0';
	if (getrandom(&chance, sizeof(chance), 0) != (ssize_t)sizeof(chance))
		return fail_errno(err, "draw a random name");
	int length = snprintf(journal->path, sizeof(journal->path),
		"%s/%020" PRIu64 "-%s-%08x.journal", dir, clock_utc_ns(), safe, chance);
	if (length < 0 || (size_t)length >= sizeof(journal->path))
		return fail(err, ENAMETOOLONG, "the path of the journal in %.64s... is too long",
			dir);
	return 0;
}

/* A cleaner may take the file for a dead one's between its making and its locking: then once more.
 */
static int make_file(struct journal *journal, const char *dir, const char *name, struct error *err)
{
	const struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	struct stat st;

	for (;;) {
		int ret = make_path(journal, dir, name, err);
		if (ret < 0)
			return ret;
		AUTO_CLOSE int fd =
			open(journal->path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
		if (fd < 0)
			return fail_errno(err, "make journal %s", journal->path);
		if (fcntl(fd, F_SETLK, &whole) < 0) {
			if (errno == EAGAIN || errno == EACCES)
				continue;
			return fail_errno(err, "lock journal %s", journal->path);
		}
		if (fstat(fd, &st) < 0)
			return fail_errno(err, "look at journal %s", journal->path);
		if (st.st_nlink > 0) {
			journal->fd = fd_take(&fd);
			return 0;
		}
	}
}

static int sync_directory(const char *dir, struct error *err)
{
	AUTO_CLOSE int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0 || fsync(fd) < 0)
		return fail_errno(err, "sync directory %s", dir);
	return 0;
}

/* A line that did not fit (a full disk) is taken back, so that those after it can be read. */
static int write_line(struct journal *journal, json_t *line, struct error *err)
{
	AUTO_JSON json_t *owned = line;
	off_t end = lseek(journal->fd, 0, SEEK_END);
	int ret = json_write_line(journal->fd, owned, err);

	if (ret == 0)
		return 0;
	if (end >= 0 && ftruncate(journal->fd, end) < 0)
		return fail_errno(err, "cut journal %s back to %lld bytes", journal->path,
			(long long)end);
	return fail_in(err, ret, "journal %s", journal->path);
}

static int start(struct journal *journal, const char *dir, const char *name, struct error *err)
{
	char boot[40];
	int ret = record_boot_id(boot, err);

	if (ret == 0)
		ret = io_make_dirs(dir, 0700, err);
	if (ret == 0)
		ret = make_file(journal, dir, name, err);
	if (ret == 0)
		ret = write_line(journal, record_head(name, boot), err);
	if (ret == 0)
		ret = io_sync(journal->fd, IO_SYNC_FSYNC, err);
	if (ret == 0)
		ret = sync_directory(dir, err);
	return ret;
}

int journal_open(struct journal **journal, const char *dir, const char *name, struct error *err)
{
	struct journal *new = calloc(1, sizeof(*new));

	if (!new)
		return fail(err, ENOMEM, "no memory for a journal");
	new->fd = -1;
	int ret = start(new, dir, name, err);
	if (ret < 0) {
		journal_close(new);
		return ret;
	}
	*journal = new;
	return 0;
}

int journal_intend(struct journal *journal, const struct change *change, uint64_t *id,
	struct error *err)
{
	struct arena *arena = &journal->arena;
	struct entry entry = {
		.id = journal->last_id + 1,
		.change = {
			.kind = change->kind,
			.path = arena_strdup(arena, change->path),
			.other = arena_strdup(arena, change->other),
			.value = arena_strdup(arena, change->value),
		},
		.time_ns = clock_utc_ns(),
		.this_boot = true,
	};
	int ret = kind_of(change->kind)->before(change, &entry.then, err);

	if (ret < 0)
		return ret;
	ret = write_line(journal, record_intended(&entry), err);
	if (ret < 0)
		return ret;
	if (fdatasync(journal->fd) < 0)
		return fail_errno(err, "sync journal %s", journal->path);
	*ARENA_PUSH(arena, journal->entries.entry, journal->entries.count) = entry;
	journal->last_id = entry.id;
	*id = entry.id;
	return 0;
}

static int find_entry(struct journal *journal, uint64_t id, struct entry **entry, struct error *err)
{
	for (size_t i = 0; i < journal->entries.count; i++) {
		if (journal->entries.entry[i].id == id) {
			*entry = &journal->entries.entry[i];
			return 0;
		}
	}
	return fail(err, EINVAL, "journal %s has no change %" PRIu64, journal->path, id);
}

int journal_made(struct journal *journal, uint64_t id, struct error *err)
{
	struct entry *entry = NULL;
	int ret = find_entry(journal, id, &entry, err);

	if (ret < 0)
		return ret;
	ret = kind_of(entry->change.kind)->after(&entry->change, &entry->now, err);
	if (ret < 0)
		return ret;
	entry->made = true;
	return write_line(journal, record_made(entry), err);
}

int journal_undo(struct journal *journal, uint64_t id, struct error *err)
{
	struct undo_listener nobody = { 0 };
	struct entry *entry = NULL;
	int ret = find_entry(journal, id, &entry, err);

	return ret < 0 ? ret : undo_entry(entry, journal->fd, &nobody, err);
}

int journal_undo_all(struct journal *journal, struct error *err)
{
	struct undo_listener nobody = { 0 };

	return undo_entries(&journal->entries, journal->fd, &nobody, err);
}

void journal_close(struct journal *journal)
{
	bool left = false;

	if (!journal)
		return;
	for (size_t i = 0; i < journal->entries.count; i++)
		left = left || !journal->entries.entry[i].undone;
	if (!left && journal->fd >= 0)
		(void)unlink(journal->path); /* an empty one is removed by the next clean */
	auto_close(&journal->fd);
	arena_free(&journal->arena);
	free(journal);
}
