// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"
#include "core/text.h"

/*
 * A dbench load file, parsed once: what a client of a file server did, an operation a line.
 *
 *     [SECONDS] OPERATION ARGUMENT... STATUS
 *
 * The grammar is that of dbench 3.0 to 5.0 (docs/workloads/dbench.md). All clients of a run share
 * one load, which nothing changes after it was read.
 */

/* In the order of dbench's own table; what follows DBENCH_OPERATIONS only steers the replay. */
enum dbench_kind {
	DBENCH_NTCREATEX,
	DBENCH_CLOSE,
	DBENCH_RENAME,
	DBENCH_UNLINK,
	DBENCH_DELTREE,
	DBENCH_RMDIR,
	DBENCH_MKDIR,
	DBENCH_QUERY_PATH,
	DBENCH_QUERY_FILE,
	DBENCH_QUERY_FS,
	DBENCH_SET_FILE,
	DBENCH_FIND_FIRST,
	DBENCH_WRITEX,
	DBENCH_READX,
	DBENCH_LOCKX,
	DBENCH_UNLOCKX,
	DBENCH_FLUSH,
	DBENCH_OPERATIONS,
	DBENCH_SLEEP = DBENCH_OPERATIONS,
	DBENCH_REPEAT,
	DBENCH_LOOP,
	DBENCH_ENDLOOP,
	DBENCH_RANDOMSTRING,
	DBENCH_WRITEPATTERN,
	DBENCH_SETSP,
	DBENCH_WAITSP,
	DBENCH_KINDS,
};

enum dbench_expect { DBENCH_SUCCEEDS, DBENCH_FAILS, DBENCH_EITHER };

enum {
	DBENCH_ARGS = 4,
	DBENCH_LOOPS = 8,             /* LOOPs inside each other */
	DBENCH_STRINGS = 10,          /* slots of RANDOMSTRING */
	DBENCH_HANDLES = 1 << 16,     /* as wide as a handle is on the wire */
	DBENCH_MOST_BYTES = 16 << 20, /* of one read or write */
	DBENCH_TEMPLATE = 1 << 7,     /* in .computed: a name has a $k in it */
	DBENCH_LINE_ROOM = 4096,
	DBENCH_QUALIFIERS = 6,
	/* dispositions of NTCreateX */
	DBENCH_CREATE = 2,
	DBENCH_OVERWRITE = 4,
	DBENCH_OVERWRITE_IF = 5,
};

struct dbench_op {
	uint8_t kind;
	uint8_t expect;
	uint8_t computed; /* bit i: args[i] is an index into exprs */
	uint8_t arg_count;
	uint32_t line;
	uint32_t names[2]; /* indices into names; the text of RANDOMSTRING and WRITEPATTERN too */
	uint64_t args[DBENCH_ARGS]; /* as the line has them, without its paths */
};

/* An argument that is made anew for each operation: chance, or the one before, and what follows. */
struct dbench_expr {
	bool random; /* else: the same argument of the operation before */
	uint8_t count;
	struct {
		char sign; /* / % + as typed; c: plus the client's number, n: plus how many there
			      are */
		uint64_t number;
	} qualifiers[DBENCH_QUALIFIERS];
};

struct dbench_name {
	uint32_t text; /* offset into texts: begins with a slash, which is the -D directory */
	uint32_t length;
	uint64_t extent; /* bytes up to the last one written, at the end of a pass */
};

/* A growing array in memory of its own. */
struct dbench_grown {
	void *data;
	size_t used, room; /* bytes */
};

struct dbench_load {
	struct dbench_grown ops, names, texts, exprs, times;
	uint64_t lines, read_bytes, written_bytes; /* of a pass, REPEAT and LOOP left aside */
	uint64_t data_set;   /* most bytes that the files of a pass have at a time */
	uint32_t most_bytes; /* of one read or write */
	uint64_t faults;     /* lines that are wrong */
	bool timed;          /* times has the second of each op, as a double */
};

static inline const struct dbench_op *dbench_ops(const struct dbench_load *load)
{
	return load->ops.data;
}

static inline size_t dbench_op_count(const struct dbench_load *load)
{
	return load->ops.used / sizeof(struct dbench_op);
}

static inline const struct dbench_name *dbench_names(const struct dbench_load *load)
{
	return load->names.data;
}

static inline size_t dbench_name_count(const struct dbench_load *load)
{
	return load->names.used / sizeof(struct dbench_name);
}

static inline const char *dbench_text(const struct dbench_load *load, uint32_t name)
{
	return (const char *)load->texts.data + dbench_names(load)[name].text;
}

/* As load files spell it ("QUERY_PATH_INFORMATION"), and as dbench's table does ("Qpathinfo"). */
const char *dbench_kind_name(enum dbench_kind kind);
const char *dbench_kind_short_name(enum dbench_kind kind);

/*
 * Reads a load, of a file (plain or gzip) or of a text. -errno; -EINVAL where lines are wrong:
 * each is a line of *faults, with the line's number, what stands there and what was expected; after
 * the tenth at most one for each kind of fault. The first one and their number are in *err.
 * Let go with dbench_load_free(), also after a failure.
 */
int dbench_load_read(struct dbench_load *load, const char *path, struct text *faults,
	struct error *err) MUST_CHECK;
int dbench_load_parse(struct dbench_load *load, const char *text, size_t length, const char *name,
	struct text *faults, struct error *err) MUST_CHECK;
void dbench_load_free(struct dbench_load *load);

/* The operation as a line of a load file. */
void dbench_describe(const struct dbench_load *load, const struct dbench_op *op, struct text *out);
