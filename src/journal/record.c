// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/record.h"

#include "core/auto.h"
#include "io/file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#define SCHEMA "bakeoff.journal/1"

enum { FILE_BYTES_MOST = 16 << 20 };

int record_boot_id(char boot[40], struct error *err)
{
	return io_read_small("/proc/sys/kernel/random/boot_id", boot, 40, NULL, err);
}

json_t *record_head(const char *name, const char *boot)
{
	return json_pack("{s:s, s:o, s:s, s:i}", "schema", SCHEMA, "name", json_text(name), "boot",
		boot, "pid", (int)getpid());
}

static void put_identity(json_t *line, const struct identity *id)
{
	json_object_set_new(line, "dev", json_u64(id->dev));
	json_object_set_new(line, "ino", json_u64(id->ino));
	json_object_set_new(line, "birth_ns", json_u64(id->birth_ns));
	json_object_set_new(line, "seq", json_u64(id->seq));
}

static int get_identity(const json_t *line, struct identity *id, struct error *err)
{
	int ret = json_get_u64(line, "dev", &id->dev, err);

	if (ret == 0)
		ret = json_get_u64(line, "ino", &id->ino, err);
	if (ret == 0)
		ret = json_get_u64(line, "birth_ns", &id->birth_ns, err);
	if (ret == 0)
		ret = json_get_u64(line, "seq", &id->seq, err);
	return ret;
}

json_t *record_intended(const struct entry *entry)
{
	json_t *line = json_object();

	json_object_set_new(line, "do", json_u64(entry->id));
	json_object_set_new(line, "kind", json_string(kind_of(entry->change.kind)->name));
	json_object_set_new(line, "path", json_text(entry->change.path));
	json_object_set_new(line, "other", json_text(entry->change.other));
	json_object_set_new(line, "value", json_text(entry->change.value));
	json_object_set_new(line, "time_ns", json_u64(entry->time_ns));
	put_identity(line, &entry->then);
	return line;
}

json_t *record_made(const struct entry *entry)
{
	json_t *line = json_object();

	json_object_set_new(line, "made", json_u64(entry->id));
	put_identity(line, &entry->now);
	return line;
}

json_t *record_undone(const struct entry *entry)
{
	json_t *line = json_object();

	json_object_set_new(line, "undone", json_u64(entry->id));
	return line;
}

static int read_intended(const json_t *line, struct arena *arena, struct entry *entry,
	struct error *err)
{
	const char *kind = NULL;
	int ret = json_get_u64(line, "do", &entry->id, err);

	if (ret == 0)
		ret = json_get_text(line, "kind", arena, &kind, err);
	if (ret == 0)
		ret = json_get_text(line, "path", arena, &entry->change.path, err);
	if (ret == 0)
		ret = json_opt_text(line, "other", arena, NULL, &entry->change.other, err);
	if (ret == 0)
		ret = json_opt_text(line, "value", arena, NULL, &entry->change.value, err);
	if (ret == 0)
		ret = json_get_u64(line, "time_ns", &entry->time_ns, err);
	if (ret == 0)
		ret = get_identity(line, &entry->then, err);
	if (ret < 0)
		return ret;

	int found = kind_of_name(kind);
	if (found < 0)
		return fail(err, EINVAL, "a change of kind '%s' is not known here", kind);
	entry->change.kind = (enum change_kind)found;
	if (entry->change.kind == CHANGE_KNOB && (!entry->change.other || !entry->change.value))
		return fail(err, EINVAL, "a knob without its values");
	if (entry->change.kind == CHANGE_SWAP && !entry->change.other)
		return fail(err, EINVAL, "a swap area without its priority");
	if (entry->change.kind == CHANGE_LOOP && !entry->change.other)
		return fail(err, EINVAL, "a loop device without its file");
	return 0;
}

static struct entry *entry_of_id(const struct entries *entries, uint64_t id)
{
	for (size_t i = 0; i < entries->count; i++) {
		if (entries->entry[i].id == id)
			return &entries->entry[i];
	}
	return NULL;
}

static int read_line(const json_t *line, bool this_boot, struct arena *arena,
	struct entries *entries, struct error *err)
{
	struct entry new = { .this_boot = this_boot };
	uint64_t id;

	if (json_object_get(line, "do")) {
		int ret = read_intended(line, arena, &new, err);
		if (ret < 0)
			return ret;
		*ARENA_PUSH(arena, entries->entry, entries->count) = new;
		return 0;
	}
	const char *key = json_object_get(line, "made") ? "made" : "undone";
	int ret = json_get_u64(line, key, &id, err);
	if (ret < 0)
		return ret;
	struct entry *entry = entry_of_id(entries, id);
	if (!entry)
		return fail(err, EINVAL, "%s: no such change", key);
	if (strcmp(key, "undone") == 0) {
		entry->undone = true;
		return 0;
	}
	entry->made = true;
	return get_identity(line, &entry->now, err);
}

static int read_head(const json_t *line, const char *boot, struct arena *arena, bool *this_boot,
	struct error *err)
{
	const char *schema, *written;
	int ret = json_get_text(line, "schema", arena, &schema, err);

	if (ret < 0)
		return ret;
	if (strcmp(schema, SCHEMA) != 0)
		return fail(err, EINVAL, "a journal of schema '%s', not %s", schema, SCHEMA);
	ret = json_get_text(line, "boot", arena, &written, err);
	if (ret == 0)
		*this_boot = strcmp(written, boot) == 0;
	return ret;
}

static int read_lines(const char *data, const char *boot, struct arena *arena,
	struct entries *entries, size_t *whole, struct error *err)
{
	bool this_boot = false;
	unsigned number = 0;
	const char *from = data;

	for (const char *end; (end = strchr(from, '\n')); from = end + 1) {
		json_error_t why;
		AUTO_JSON json_t *line = json_loadb(from, (size_t)(end - from), 0, &why);
		number++;
		if (!line)
			return fail(err, EINVAL, "line %u: %s", number, why.text);
		int ret = number == 1 ? read_head(line, boot, arena, &this_boot, err)
				      : read_line(line, this_boot, arena, entries, err);
		if (ret < 0)
			return fail_in(err, ret, "line %u", number);
	}
	*whole = (size_t)(from - data);
	return 0;
}

/* The head is the first thing that is written; a crash may have left a part of it, or nothing. */
static bool begins_as_ours(const char *data, size_t size)
{
	static const char head[] = "{\"schema\":\"" SCHEMA "\"";

	return strncmp(data, head, min_u64(size, sizeof(head) - 1)) == 0;
}

int record_read(int fd, const char *boot, struct arena *arena, struct entries *entries,
	struct error *err)
{
	AUTO_FREE char *data = NULL;
	struct stat st;

	if (fstat(fd, &st) < 0)
		return fail_errno(err, "look at the journal");
	if (st.st_size > FILE_BYTES_MOST)
		return fail(err, EMEDIUMTYPE, "a journal of %lld bytes, the most is %d",
			(long long)st.st_size, FILE_BYTES_MOST);
	data = calloc(1, (size_t)st.st_size + 1);
	if (!data)
		return fail(err, ENOMEM, "no memory for a journal of %lld bytes",
			(long long)st.st_size);
	int ret = io_pread_all(fd, data, (size_t)st.st_size, 0, err);
	if (ret < 0)
		return ret;
	if (!begins_as_ours(data, (size_t)st.st_size))
		return fail(err, EMEDIUMTYPE, "it does not begin as a journal of schema %s",
			SCHEMA);
	size_t whole = 0;
	ret = read_lines(data, boot, arena, entries, &whole, err);
	if (ret == 0 && (off_t)whole < st.st_size && ftruncate(fd, (off_t)whole) < 0)
		return fail_errno(err, "cut a broken last line off");
	return ret;
}
