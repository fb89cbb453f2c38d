// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rng.h"
#include "io/pattern.h"
#include "workloads/workload.h"

#include <stdatomic.h>
#include <stdio.h>

/*
 * What the files of the bonnie workload share: bonnie.c has its tables, bonnie_data.c says what
 * stands in the big file, bonnie_file.c writes and reads it in order, bonnie_seek.c at random;
 * bonnie_names.c and bonnie_tree.c make, look at and remove many small files.
 */
enum { BONNIE_1996, BONNIE_PLUS };
enum { BONNIE_FILE, BONNIE_LINK, BONNIE_SYMLINK };

struct bonnie_config {
	int style; /* BONNIE_1996, BONNIE_PLUS */
	uint64_t size, chunk, byte_size;
	uint64_t seeks, seekers;
	uint64_t files, max_size, min_size, dirs, file_chunk;
	int make; /* BONNIE_FILE, ... */
	bool fsync, sync_every, direct, incompressible, cold;
	uint64_t least_time;
};

/* The kinds of operations. */
enum {
	BONNIE_PUTC, /* a chunk of single bytes */
	BONNIE_WRITE,
	BONNIE_REWRITE, /* read, seek back, write */
	BONNIE_GETC,    /* a chunk of single bytes */
	BONNIE_READ,
	BONNIE_SEEK, /* seek, read, and every tenth time write */
	BONNIE_CREATE,
	BONNIE_STAT,
	BONNIE_DELETE,
	BONNIE_RMDIR,
	BONNIE_FSYNC,
	BONNIE_CLOSE,
};

enum { BONNIE_UPDATES }; /* the counters */

/* How the big file's data came there, so that they can be checked. */
enum bonnie_written { BONNIE_NOTHING, BONNIE_BY_PUTC, BONNIE_BY_BLOCK };

enum { BONNIE_NAME_ROOM = 32 }; /* 00000/ 10 digits 12 letters, and the end */

/* The many small files of a client. */
struct bonnie_tree {
	int dir;                         /* in which they are; -1 for none */
	char (*names)[BONNIE_NAME_ROOM]; /* paths from dir */
	uint32_t *order;                 /* in which the random phases take them */
	int *dirs;                       /* only with sync_every: the sub-directories */
	uint64_t there;                  /* files that exist */
	uint64_t next;                   /* of this phase */
	uint64_t bytes;                  /* read by this phase */
	uint64_t rmdirs;                 /* done by this phase */
	/* In the order of the directory: where that is. */
	int walk;          /* the directory, -1 for none */
	uint64_t walk_dir; /* its number */
	uint64_t walk_left;
	size_t walk_have, walk_at;
	_Alignas(16) char walk_entries[32 << 10];
	struct pattern pattern; /* what is written into files, file_chunk bytes at once */
	uint64_t written;       /* pieces of it */
	char *data;             /* file_chunk bytes to read into */
};

struct bonnie_state {
	bool prepared;
	int fd;
	FILE *stream; /* bonnie's putc and getc; owns fd then */
	char *stream_buffer;
	uint64_t chunks; /* of the file: divided once */
	uint64_t number; /* of the next chunk */
	bool synced;
	unsigned char *buffer; /* a chunk */
	struct pattern pattern;
	enum bonnie_written written;
	uint64_t written_bytes;
	uint64_t rewrites;       /* since then */
	bool seeked;             /* and after them */
	uint64_t bins[256], sum; /* of what was read: nothing may be optimized away */
	struct rng rng;
	uint64_t own_seeks;
	struct bonnie_tree tree;
};

/* One of the clients of a group does all phases, the others only seek in its file. */
static inline unsigned bonnie_group_size(const struct bonnie_config *c)
{
	return c->seeks > 0 && c->size > 0 ? (unsigned)c->seekers : 1;
}

static inline uint64_t bonnie_chunks(const struct bonnie_config *c)
{
	return c->size / c->chunk;
}

/* Bytes of putc and getc; whole chunks. */
static inline uint64_t bonnie_byte_bytes(const struct bonnie_config *c)
{
	return min_u64(c->byte_size, c->size) / c->chunk * c->chunk;
}

extern const char bonnie_file_name[];

/* bonnie_data.c */
int bonnie_data_prepare(struct client *c, struct error *err) MUST_CHECK;
/* One unit of the buffer, a byte or (1996) a 32-bit word, up or down by one. */
void bonnie_change(const struct bonnie_config *config, unsigned char *buffer, uint64_t unit,
	int by);
/* What is written as chunk `number` next; after bonnie_data_start(). */
void bonnie_data_start(struct client *c);
const unsigned char *bonnie_byte_data(struct client *c, uint64_t number);
const unsigned char *bonnie_block_data(struct client *c, uint64_t number);
/*
 * The file's size, and some of its chunks: what was written, rewritten. After the seeks only chunks
 * that no seek may have changed.
 */
int bonnie_data_check(struct client *c, struct error *err) MUST_CHECK;

/* bonnie_file.c */
/* The group's file, at its start; where caches are to be cold and only root could drop them all,
 * its pages are dropped. */
int bonnie_open_to_read(struct client *c, struct error *err) MUST_CHECK;
int bonnie_putc_begin(struct client *c, struct error *err) MUST_CHECK;
int bonnie_putc_step(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int bonnie_putc_end(struct client *c, struct error *err) MUST_CHECK;
int bonnie_write_begin(struct client *c, struct error *err) MUST_CHECK;
int bonnie_write_step(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int bonnie_write_loop(struct step_loop *loop, struct client *c, struct error *err) MUST_CHECK;
int bonnie_write_end(struct client *c, struct error *err) MUST_CHECK;
int bonnie_rewrite_begin(struct client *c, struct error *err) MUST_CHECK;
int bonnie_rewrite_step(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int bonnie_rewrite_loop(struct step_loop *loop, struct client *c, struct error *err) MUST_CHECK;
int bonnie_rewrite_end(struct client *c, struct error *err) MUST_CHECK;
int bonnie_getc_begin(struct client *c, struct error *err) MUST_CHECK;
int bonnie_getc_step(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int bonnie_getc_end(struct client *c, struct error *err) MUST_CHECK;
int bonnie_read_begin(struct client *c, struct error *err) MUST_CHECK;
int bonnie_read_step(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int bonnie_read_loop(struct step_loop *loop, struct client *c, struct error *err) MUST_CHECK;
int bonnie_read_end(struct client *c, struct error *err) MUST_CHECK;
/* fsync where asked for, and close: the end of every phase on the big file. */
int bonnie_close_tail(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
/* Let go of what a phase that failed left open. */
void bonnie_let_go(struct bonnie_state *state);

/* bonnie_seek.c */
size_t bonnie_common_size(const void *config, const struct run_shape *shape);
int bonnie_set_up(const void *config, const struct run_shape *shape, uint64_t seed, void *common,
	struct error *err) MUST_CHECK;
int bonnie_seek_begin(struct client *c, struct error *err) MUST_CHECK;
int bonnie_seek_step(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int bonnie_seek_end(struct client *c, struct error *err) MUST_CHECK;
/* Which chunks a seek of this client's group may have changed: a bit for each; malloc'ed. */
unsigned char *bonnie_seek_targets(const struct client *c);

/* bonnie_names.c */
int bonnie_names_make(struct client *c, bool random, struct error *err) MUST_CHECK;
void bonnie_names_shuffle(struct client *c);
/* Which sub-directory a file is in, and how many a sub-directory has. */
uint64_t bonnie_dir_of(const struct bonnie_config *config, uint64_t file);
uint64_t bonnie_files_in(const struct bonnie_config *config, uint64_t dir);
uint64_t bonnie_file_size(const struct client *c, uint64_t file);
void bonnie_dir_name(uint64_t dir, char name[static BONNIE_NAME_ROOM]);

/* bonnie_tree.c */
int bonnie_seq_create_begin(struct client *c, struct error *err) MUST_CHECK;
int bonnie_ran_create_begin(struct client *c, struct error *err) MUST_CHECK;
int bonnie_create_step(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int bonnie_create_tail(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int bonnie_create_end(struct client *c, struct error *err) MUST_CHECK;
int bonnie_seq_begin(struct client *c, struct error *err) MUST_CHECK;
int bonnie_ran_begin(struct client *c, struct error *err) MUST_CHECK;
int bonnie_seq_stat_step(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int bonnie_ran_stat_step(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int bonnie_stat_end(struct client *c, struct error *err) MUST_CHECK;
int bonnie_seq_delete_step(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int bonnie_ran_delete_step(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int bonnie_delete_tail(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int bonnie_delete_end(struct client *c, struct error *err) MUST_CHECK;
void bonnie_tree_let_go(struct bonnie_tree *tree);
