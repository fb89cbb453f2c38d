// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

/*
 * A typed parameter table. One table type serves subcommands, workloads,
 * variants and experiments: command-line options, plan keys, --help and
 * `bakeoff workloads NAME` are all made from it.
 */
enum param_type {
	PARAM_END = 0,
	PARAM_COUNT,   /* uint64_t; k, M, G are powers of 1000 */
	PARAM_SIZE,    /* uint64_t, bytes; k, M, G are powers of 1024, as for fio and mkfs */
	PARAM_TIME,    /* uint64_t, nanoseconds; a bare number is seconds; ns, us, ms, s, m, h, d */
	PARAM_PERCENT, /* double, a fraction; typed as 5% */
	PARAM_REAL,    /* double */
	PARAM_BOOL,    /* bool; yes or no */
	PARAM_CHOICE,  /* int, an index into .choices */
	PARAM_TEXT,    /* const char * */
	PARAM_LIST,    /* struct param_list: texts; a repeated key adds to it */
};

struct param_list {
	const char **items;
	size_t count;
};

struct param {
	const char *name; /* as typed, everywhere: bs */
	enum param_type type;
	char letter;   /* a short option too, where one is customary; 0 for none */
	size_t offset; /* into the struct that the table fills */
	const char
		*fallback; /* the default, as a user would type it; NULL leaves the zeroed field */
	const char
		*alone;   /* what an option means without a value; NULL: it needs one (BOOL: yes) */
	const char *help; /* one line, no full stop */
	const char
		*value; /* what stands for the value in help: NAME; NULL for the type's own word */
	const char *zero;   /* of counts, sizes and times: a word that is 0 whatever the least is */
	uint64_t min, max;  /* for counts, sizes and times, inclusive; max 0 means no limit */
	bool not_empty;     /* of a text: the default may be empty, what is typed may not */
	double least, most; /* for percents and reals, inclusive; both 0 means no limit */
	const char *const *choices;
};

/*
 * The offset of a field, or a compile error where the field does not have
 * the C type that the parameter's type stores.
 */
#define PARAM_FIELD(owner, field, ctype) \
	(offsetof(owner, field) + 0 * sizeof(char[_Generic(((owner *)0)->field, ctype : 1)]))

/* One line of a table: PARAM(SIZE, struct foo_config, bs, .fallback = "4k", ...). */
#define PARAM(kind, owner, field, ...) PARAM_NAMED(kind, owner, field, #field, __VA_ARGS__)

/* As PARAM, where the name as typed is no C name: PARAM_NAMED(BOOL, struct o, dry_run, "dry-run",
 * ...). */
#define PARAM_NAMED(kind, owner, field, typed, ...) \
	{ \
		.name = (typed), .type = PARAM_##kind, \
		.offset = PARAM_FIELD(owner, field, PARAM_CTYPE_##kind), __VA_ARGS__ \
	}

#define PARAM_CTYPE_COUNT   uint64_t
#define PARAM_CTYPE_SIZE    uint64_t
#define PARAM_CTYPE_TIME    uint64_t
#define PARAM_CTYPE_PERCENT double
#define PARAM_CTYPE_REAL    double
#define PARAM_CTYPE_BOOL    bool
#define PARAM_CTYPE_CHOICE  int
#define PARAM_CTYPE_TEXT    const char *
#define PARAM_CTYPE_LIST    struct param_list

/* The parameter of that name, or NULL. */
const struct param *param_find(const struct param *table, const char *name);

/* The name in any of the tables (ended by NULL) that is nearest to what was typed; NULL if none is
 * near. */
const char *param_nearest(const struct param *const *tables, const char *name);

/* Sets every field that has a default. Fails only where a table's own default is wrong. */
int param_defaults(const struct param *table, struct arena *arena, void *owner,
	struct error *err) MUST_CHECK;

/*
 * Sets one field of the struct that the table fills, from text. Texts are copied into the arena.
 * Errors name the parameter, the value and the limit: -EINVAL, -ERANGE, and
 * -ENOENT for an unknown name. The field is written only on success.
 */
int param_set(const struct param *table, struct arena *arena, void *owner, const char *name,
	const char *value, struct error *err) MUST_CHECK;

/* As param_set, for a parameter already found; -EINVAL for an empty text where it may not be. */
int param_set_one(const struct param *p, struct arena *arena, void *owner, const char *value,
	struct error *err) MUST_CHECK;

/* The field's value as a user would type it, the same for every spelling of it: 4k for 4096. */
char *param_canonical(const struct param *p, struct arena *arena, const void *owner);

/* What a value looks like, for help: SIZE, COUNT, TIME, yes|no, read|write|copy. */
char *param_value_word(const struct param *p, struct arena *arena);
/* Limits and default in words for help, or an empty text: "1 to 64M, default 4k". */
char *param_limits(const struct param *p, struct arena *arena);
/* The help with limits and default in brackets behind it: all that is said of it anywhere. */
char *param_words(const struct param *p, struct arena *arena);
