// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workloads/contest/memory.h"
#include "workloads/contest/tree.h"
#include "workloads/crew.h"

/* contest's loads: what runs beside the job. */
enum load_id {
	LOAD_NO,
	LOAD_CACHERUN,
	LOAD_PROCESS,
	LOAD_CTAR,
	LOAD_XTAR,
	LOAD_IO,
	LOAD_IO_HALF,
	LOAD_IO_OTHER,
	LOAD_READ,
	LOAD_LIST,
	LOAD_MEM,
	LOAD_DBENCH,
	LOAD_CPU,
	LOAD_COUNT,
};

/* What a load works with. */
struct load_work {
	int dir; /* a new directory of its own, empty before prepare() */
	struct memory memory;
	uint64_t mem;         /* bytes that "memory" stands for: the cap, RAM, or what was asked */
	uint64_t file_size;   /* bytes of the files of the io and read loads */
	const char *list_dir; /* what list_load lists */
	enum tree_size tree;  /* what is archived */
	uint64_t seed;
	unsigned cpus;
	uint64_t whole; /* units of one pass, where prepare() knows them */
};

struct load {
	const char *name;
	const char *old[3];  /* spellings of older versions, NULL for none */
	const char *unit;    /* what it counts; NULL where nothing runs */
	const char *summary; /* for help and documentation */
	/* Bytes on the file system that it needs; NULL: none. */
	uint64_t (*space)(const struct load_work *w);
	/* Makes what it needs, untimed; NULL: nothing. Whatever is in dir is removed by the caller.
	 */
	int (*prepare)(struct load_work *w, struct error *err);
	/* In a process of its own, until it is killed. Says when it is ready, counts its work.
	 * NULL: nothing runs. */
	int (*run)(struct load_work *w, struct board *board, struct error *err);
};

extern const struct load loads[LOAD_COUNT];

/* By any of its spellings; LOAD_COUNT where there is none. */
enum load_id load_find(const char *name, size_t length);
/*
 * A set of loads from "io_load+mem_load" or "all", as bits; no_load is always in it: it is the base
 * of every ratio. all: those that need neither another disk nor are half of another load. -EINVAL
 * with the name.
 */
int load_set_parse(const char *text, uint32_t *set, struct error *err) MUST_CHECK;

uint64_t process_load_members(unsigned cpus);
uint64_t mem_load_bytes(const struct load_work *w);

/* The run functions, a file each. */
int process_load_run(struct load_work *w, struct board *board, struct error *err);
int ctar_load_prepare(struct load_work *w, struct error *err);
int ctar_load_run(struct load_work *w, struct board *board, struct error *err);
int xtar_load_prepare(struct load_work *w, struct error *err);
int xtar_load_run(struct load_work *w, struct board *board, struct error *err);
int io_load_run(struct load_work *w, struct board *board, struct error *err);
int io_load_half_run(struct load_work *w, struct board *board, struct error *err);
int read_load_prepare(struct load_work *w, struct error *err);
int read_load_run(struct load_work *w, struct board *board, struct error *err);
int list_load_run(struct load_work *w, struct board *board, struct error *err);
int mem_load_prepare(struct load_work *w, struct error *err);
int mem_load_run(struct load_work *w, struct board *board, struct error *err);
uint64_t dbench_load_space(const struct load_work *w);
int dbench_load_run(struct load_work *w, struct board *board, struct error *err);
int cpuload_run(struct load_work *w, struct board *board, struct error *err);
