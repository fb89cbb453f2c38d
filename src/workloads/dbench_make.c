// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/dbench_make.h"

#include "core/rng.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	KEPT = 56,     /* files that stay */
	PASSING = 64,  /* files that come and go; at most so many at a time */
	FOLDERS = 9,   /* below the client's own two */
	OPEN = 23,     /* handles at a time */
	ABSENT = 50,   /* names that never exist */
	CHUNK = 65536, /* of a file that is written in one go */
	FIRST_HANDLE = 10000,
	MISSES = 463, /* of ITERATION's lines, at the standard rate */
	ITERATION = 3573,
	PASSING_BYTES = 3 << 20, /* what passing files may have together: 23 965 486 at most */
};

const struct dbench_make dbench_make_default = {
	.seed = 42,
	.iterations = 16,
	.miss_rate = (double)MISSES / ITERATION,
	.working_set = 20 << 20,
};

/* What an iteration of the standard load has of each; misses apart. */
enum token {
	OPEN_KEPT,
	CREATE,
	OPEN_MISS,
	CLOSE,
	READ,
	WRITE,
	QUERY_PATH,
	QUERY_PATH_MISS,
	FIND,
	FIND_MISS,
	UNLINK,
	QUERY_FS,
	QUERY_FILE,
	SET_FILE,
	FLUSH,
	RENAME,
	LOCK,
	TOKENS,
};

static const unsigned short in_iteration[TOKENS] = {
	[OPEN_KEPT] = 326,
	[CREATE] = 124,
	[OPEN_MISS] = 163,
	[CLOSE] = 450,
	[READ] = 962,
	[WRITE] = 303,
	[QUERY_PATH] = 395,
	[QUERY_PATH_MISS] = 189,
	[FIND] = 104,
	[FIND_MISS] = 111,
	[UNLINK] = 124,
	[QUERY_FS] = 102,
	[QUERY_FILE] = 97,
	[SET_FILE] = 50,
	[FLUSH] = 43,
	[RENAME] = 26,
	[LOCK] = 2,
};

/* Sizes and in how many of the standard load's transfers they occur; the last ones are what gives
 * the published sums of bytes. */
struct size_share {
	unsigned size, share;
};

static const struct size_share reads[] = {
	{ 4096, 83172 },
	{ 61440, 16641 },
	{ 2048, 4644 },
	{ 8192, 4644 },
	{ 16384, 1800 },
	{ 6144, 3500 },
	{ 1024, 9798 },
	{ 0, 0 },
};

static const struct size_share writes[] = {
	{ 65536, 12658 },
	{ 4096, 9942 },
	{ 1, 7424 },
	{ 2048, 2400 },
	{ 8192, 1800 },
	{ 510, 1000 },
	{ 16384, 2000 },
	{ 32768, 1500 },
	{ 49152, 778 },
	{ 0, 0 },
};

struct file {
	char name[48];
	uint64_t size;
	unsigned opens; /* handles on it */
	bool exists;
};

struct opened {
	struct file *file; /* NULL: free */
	unsigned handle;
};

struct maker {
	struct text *out;
	struct rng rng;
	struct file kept[KEPT], passing[PASSING];
	struct opened opened[OPEN];
	unsigned open_count, handle, serial;
	uint64_t passing_bytes;
};

static const char root[] = "\\clients\\client1";

static unsigned draw(struct maker *m, unsigned below)
{
	return (unsigned)rng_below(&m->rng, below);
}

static unsigned draw_size(struct maker *m, const struct size_share *shares)
{
	unsigned all = 0;

	for (const struct size_share *s = shares; s->size; s++)
		all += s->share;
	unsigned at = draw(m, all);
	for (const struct size_share *s = shares;; s++) {
		if (at < s->share)
			return s->size;
		at -= s->share;
	}
}

static unsigned next_handle(struct maker *m)
{
	m->handle = m->handle >= 65000 ? FIRST_HANDLE : m->handle + 1;
	return m->handle;
}

static void say_open(struct maker *m, const char *name, bool create, unsigned handle)
{
	text_printf(m->out, "NTCreateX \"%s\\%s\" 0x40 0x%d %u NT_STATUS_OK\n", root, name,
		create ? 2 : 1, handle);
}

static void say_transfer(struct maker *m, const char *what, unsigned handle, uint64_t offset,
	unsigned size)
{
	text_printf(m->out, "%s %u %" PRIu64 " %u %u NT_STATUS_OK\n", what, handle, offset, size,
		size);
}

/* A new folder is opened, as a client does that makes it. */
static void say_folder(struct maker *m, const char *name)
{
	unsigned handle = next_handle(m);

	text_printf(m->out,
		"NTCreateX \"%s%s\" 0x1 0x2 %u NT_STATUS_OK\n"
		"Close %u NT_STATUS_OK\n",
		root, name, handle, handle);
}

/* A byte where a chunk will end, a look, then the chunk: how Windows copies a file. */
static void say_whole_file(struct maker *m, const struct file *f)
{
	unsigned handle = next_handle(m);
	uint64_t first = f->size < CHUNK ? f->size : CHUNK;

	say_open(m, f->name, true, handle);
	if (first > 2)
		say_transfer(m, "WriteX", handle, first - 2, 1);
	text_printf(m->out, "QUERY_FILE_INFORMATION %u 258 NT_STATUS_OK\n", handle);
	for (uint64_t at = 0; at < f->size; at += CHUNK)
		say_transfer(m, "WriteX", handle, at,
			(unsigned)(f->size - at < CHUNK ? f->size - at : CHUNK));
	text_printf(m->out, "Close %u NT_STATUS_OK\n", handle);
}

static void make_name(struct maker *m, char *name, size_t room, const char *kind)
{
	(void)snprintf(name, room, "work\\box%u\\%s%04u.dat", draw(m, FOLDERS), kind,
		m->serial++ % 10000);
}

/* One large file, that half of what is read comes from; the others share the rest by chance. */
static void set_up(struct maker *m, uint64_t working_set)
{
	uint64_t large = working_set / 11, left = working_set - large, weights = 0;
	unsigned weight[KEPT];

	text_printf(m->out, "Deltree \"%s\" NT_STATUS_OK\nMkdir \"\\clients\" NT_STATUS_OK\n",
		root);
	say_folder(m, "");
	say_folder(m, "\\work");
	for (unsigned i = 0; i < FOLDERS; i++) {
		char name[32];
		(void)snprintf(name, sizeof(name), "\\work\\box%u", i);
		say_folder(m, name);
	}
	for (unsigned i = 1; i < KEPT; i++)
		weights += weight[i] = 1 + draw(m, 100);
	for (unsigned i = 0; i < KEPT; i++) {
		struct file *f = &m->kept[i];
		make_name(m, f->name, sizeof(f->name), "keep");
		f->size = i == 0 ? large : (working_set - large) / weights * weight[i];
		if (i == KEPT - 1)
			f->size = left;
		else if (i > 0)
			left -= f->size;
		f->exists = true;
		say_whole_file(m, f);
	}
}

static struct opened *any_open(struct maker *m)
{
	unsigned n = m->open_count ? draw(m, m->open_count) : 0;

	for (unsigned i = 0; m->open_count && i < OPEN; i++) {
		if (m->opened[i].file && n-- == 0)
			return &m->opened[i];
	}
	return NULL;
}

static void open_file(struct maker *m, struct file *f, bool create)
{
	struct opened *o = m->opened;

	while (o->file)
		o++;
	*o = (struct opened){ f, next_handle(m) };
	f->opens++;
	m->open_count++;
	say_open(m, f->name, create, o->handle);
}

/* The large one often, as it is where half the bytes are read. */
static struct file *any_kept(struct maker *m)
{
	return &m->kept[draw(m, 3) == 0 ? 0 : draw(m, KEPT)];
}

/* A passing file that is there (or is not), and that nobody has open; NULL where none is. */
static struct file *any_passing(struct maker *m, bool exists)
{
	unsigned from = draw(m, PASSING);

	for (unsigned i = 0; i < PASSING; i++) {
		struct file *f = &m->passing[(from + i) % PASSING];
		if (f->exists == exists && f->opens == 0)
			return f;
	}
	return NULL;
}

static bool create(struct maker *m)
{
	struct file *f = m->open_count < OPEN ? any_passing(m, false) : NULL;

	if (!f)
		return false;
	*f = (struct file){ .exists = true };
	make_name(m, f->name, sizeof(f->name), "temp");
	open_file(m, f, true);
	return true;
}

static bool open_kept(struct maker *m)
{
	if (m->open_count == OPEN)
		return false;
	open_file(m, any_kept(m), false);
	return true;
}

static bool close_any(struct maker *m)
{
	struct opened *o = any_open(m);

	if (!o)
		return false;
	text_printf(m->out, "Close %u NT_STATUS_OK\n", o->handle);
	o->file->opens--;
	o->file = NULL;
	m->open_count--;
	return true;
}

static bool read_any(struct maker *m)
{
	struct opened *o = any_open(m);
	unsigned size = draw_size(m, reads);

	/* Large reads are of the large file, where it is open. */
	for (unsigned i = 0; size > 16384 && i < OPEN; i++) {
		if (m->opened[i].file == &m->kept[0])
			o = &m->opened[i];
	}
	if (!o || o->file->size < size)
		return false;
	uint64_t places = (o->file->size - size) / 512 + 1;
	say_transfer(m, "ReadX", o->handle, rng_below(&m->rng, places) * 512, size);
	return true;
}

/* Passing files grow, those that stay do not. */
static bool write_any(struct maker *m)
{
	struct opened *o = any_open(m);

	if (!o)
		return false;
	unsigned size = draw_size(m, writes);
	struct file *f = o->file;
	bool stays = f >= m->kept && f < m->kept + KEPT;
	uint64_t offset = f->size;
	if (size == 1 && !stays)
		offset += draw(m, CHUNK); /* where the file is to end */
	if (!stays && m->passing_bytes + (offset + size - f->size) <= PASSING_BYTES) {
		m->passing_bytes += offset + size - f->size;
		f->size = offset + size;
	} else if (f->size >= size) {
		offset = rng_below(&m->rng, (f->size - size) / 512 + 1) * 512;
	} else {
		return false;
	}
	say_transfer(m, "WriteX", o->handle, offset, size);
	return true;
}

static bool unlink_any(struct maker *m)
{
	struct file *f = any_passing(m, true);

	if (!f)
		return false;
	text_printf(m->out, "Unlink \"%s\\%s\" 0x6 NT_STATUS_OK\n", root, f->name);
	m->passing_bytes -= f->size;
	f->exists = false;
	return true;
}

static bool rename_any(struct maker *m)
{
	struct file *f = any_passing(m, true);
	char name[sizeof(f->name)];

	if (!f)
		return false;
	make_name(m, name, sizeof(name), "more");
	text_printf(m->out, "Rename \"%s\\%s\" \"%s\\%s\" NT_STATUS_OK\n", root, f->name, root,
		name);
	memcpy(f->name, name, sizeof(name));
	return true;
}

static bool lock_any(struct maker *m)
{
	struct opened *o = any_open(m);

	if (!o)
		return false;
	for (unsigned i = 0; i < 2; i++)
		text_printf(m->out, "%s %u 2147483000 1 NT_STATUS_OK\n",
			i == 0 ? "LockX" : "UnlockX", o->handle);
	return true;
}

/* An operation on a handle: NAME HANDLE[ LEVEL]. */
static bool on_handle(struct maker *m, const char *name, const char *level)
{
	struct opened *o = any_open(m);

	if (!o)
		return false;
	text_printf(m->out, "%s %u%s NT_STATUS_OK\n", name, o->handle, level);
	return true;
}

static const char *absent_name(struct maker *m, char *name, size_t room)
{
	unsigned number = draw(m, ABSENT);

	(void)snprintf(name, room, "work\\box%u\\absent%02u", number % FOLDERS, number);
	return name;
}

/* False where it cannot be done just now: nothing is open, or too much. */
static bool say(struct maker *m, enum token token)
{
	static const char not_found[] = "NT_STATUS_OBJECT_NAME_NOT_FOUND";
	char name[48];

	switch (token) {
	case OPEN_KEPT:
		return open_kept(m);
	case CREATE:
		return create(m);
	case CLOSE:
		return close_any(m);
	case READ:
		return read_any(m);
	case WRITE:
		return write_any(m);
	case UNLINK:
		return unlink_any(m);
	case RENAME:
		return rename_any(m);
	case LOCK:
		return lock_any(m);
	case QUERY_FILE:
		return on_handle(m, "QUERY_FILE_INFORMATION", " 258");
	case SET_FILE:
		return on_handle(m, "SET_FILE_INFORMATION", " 1004");
	case FLUSH:
		return on_handle(m, "Flush", "");
	case QUERY_FS:
		text_puts(m->out, "QUERY_FS_INFORMATION 259 NT_STATUS_OK\n");
		return true;
	case OPEN_MISS:
		text_printf(m->out, "NTCreateX \"%s\\%s\" 0x40 0x1 %u %s\n", root,
			absent_name(m, name, sizeof(name)), next_handle(m), not_found);
		return true;
	case QUERY_PATH_MISS:
		text_printf(m->out, "QUERY_PATH_INFORMATION \"%s\\%s\" 1004 %s\n", root,
			absent_name(m, name, sizeof(name)), not_found);
		return true;
	case QUERY_PATH:
		text_printf(m->out, "QUERY_PATH_INFORMATION \"%s\\%s\" 1004 NT_STATUS_OK\n", root,
			any_kept(m)->name);
		return true;
	case FIND:
		text_printf(m->out, "FIND_FIRST \"%s\\%s\" 260 1366 1 NT_STATUS_OK\n", root,
			any_kept(m)->name);
		return true;
	case FIND_MISS:
		text_printf(m->out,
			"FIND_FIRST \"%s\\work\\box%u\\<.none\" 260 1366 0 "
			"NT_STATUS_NO_SUCH_FILE\n",
			root, draw(m, FOLDERS));
		return true;
	case TOKENS:
		break;
	}
	return false;
}

static unsigned all_left(const unsigned *left)
{
	unsigned all = 0;

	for (unsigned t = 0; t < TOKENS; t++)
		all += left[t];
	return all;
}

/* After many tries that could not be said: opens or closes something, so that one can be. */
static void unblock(struct maker *m, unsigned token, unsigned *left)
{
	bool wants_closed = token == UNLINK || token == RENAME;

	if (wants_closed && !close_any(m))
		left[token] = 0; /* there is nothing to remove or rename, and will be nothing */
	else if (!wants_closed && !open_kept(m))
		(void)close_any(m); /* as many are open as may be */
}

/*
 * What an iteration has, in an order by chance: a token that cannot be said just now is drawn again
 * later. In the end everything is closed, and what came is gone.
 */
static void iterate(struct maker *m, double misses)
{
	enum { MANY = 100 };
	unsigned left[TOKENS], refused = 0;

	for (unsigned t = 0; t < TOKENS; t++) {
		bool is_miss = t == OPEN_MISS || t == QUERY_PATH_MISS || t == FIND_MISS;
		left[t] = is_miss ? (unsigned)(in_iteration[t] * misses + 0.5) : in_iteration[t];
	}
	while (all_left(left) > 0) {
		unsigned at = draw(m, all_left(left)), t = 0;
		for (; at >= left[t]; t++)
			at -= left[t];
		if (say(m, (enum token)t)) {
			left[t]--;
			refused = 0;
		} else if (++refused == MANY) {
			unblock(m, t, left);
			refused = 0;
		}
	}
	while (close_any(m))
		;
	while (unlink_any(m))
		;
}

void dbench_make(const struct dbench_make *make, struct text *out)
{
	struct maker *m = calloc(1, sizeof(*m));
	/* What is missed is a share of all: m / (m + others) = rate. */
	double others = ITERATION - MISSES;
	double misses = make->miss_rate * others / (1 - make->miss_rate) / MISSES;

	if (!m)
		abort(); /* as an arena does */
	m->out = out;
	m->handle = FIRST_HANDLE;
	rng_seed(&m->rng, make->seed);
	text_printf(out,
		"# bakeoff dbench --make-load --seed=%" PRIu64 " --iterations=%" PRIu64
		" --miss-rate=%.4g%% --working-set=%" PRIu64 "\n",
		make->seed, make->iterations, 100 * make->miss_rate, make->working_set);
	set_up(m, make->working_set);
	for (uint64_t i = 0; i < make->iterations; i++)
		iterate(m, misses);
	text_printf(out, "Deltree \"%s\" NT_STATUS_OK\n", root);
	free(m);
}
