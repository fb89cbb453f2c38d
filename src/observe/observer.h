// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "model/record.h"
#include "observe/sampler.h"

#include <sys/types.h>

/*
 * What the observers and their sampler share. An observer is one file: it says once what there is
 * to observe, and reads it whenever it is asked. The names are PCP's, the units its base units;
 * docs/observers.md has them all.
 */

/* One number that is observed. */
struct channel {
	const char *metric, *instance, *unit;
	enum reading_kind reading;
	bool ends_only;     /* read at the ends of phases only: there is no series of it */
	double value;       /* as last read; NaN where it is absent */
	const char *absent; /* why there is no value; NULL where there is one */
};

/* A file that is opened once and read again and again from its start. */
struct source {
	const char *path; /* without the root */
	int fd;           /* -1 where it could not be opened */
	int error;        /* the errno that `absent` is about; 0 for none */
	bool reopened;    /* its text is made when it is opened: it has to be for each reading */
	const char *absent;
	struct source *before; /* the one that was opened before it */
};

/* The block devices that the thing under test is on; its own one first. */
enum { DEVICES_MOST = 8 };
struct device_list {
	const char *fs;                  /* type of the file system as mountinfo has it; "" */
	const char *names[DEVICES_MOST]; /* loop0, sda1 */
	dev_t numbers[DEVICES_MOST];
	size_t count;
	const char *unknown; /* why there is none, or none below the last; NULL */
};

struct observation {
	const char *root; /* before every path; "" for the machine itself */
	struct arena arena;
	const struct sampler_config *config;
	const pid_t *pids;
	unsigned clients;
	struct device_list devices;
	struct channel *channels;
	size_t channel_count;
	bool is_full;           /* more than CHANNELS_MOST: the rest is not observed */
	struct source *sources; /* the last one that was opened */
	char *text;             /* of the file that was read last */
	size_t room;
};

/* A phase event is one line of at most 1 MiB: it has room for so many. */
enum { CHANNELS_MOST = 4500 };

struct observer {
	const char *name;
	/* What there is to observe, as channels; the observer's own state, in the arena, or NULL
	 * for nothing to observe. */
	void *(*open)(struct observation *o);
	/* Reads it. at_end: of a phase, or at its start; not in between. */
	void (*sample)(struct observation *o, void *state, bool at_end);
};

extern const struct observer btrfs_observer, cgroup_observer, clients_observer, cpu_observer,
	disk_observer, ext4_observer, frequency_observer, meminfo_observer, nfs_observer,
	pressure_observer, vmstat_observer, xfs_observer;

/* The new channel's index; texts are the arena's or constants. SIZE_MAX where there is no room. */
size_t channel_add(struct observation *o, const char *metric, const char *instance,
	const char *unit, enum reading_kind reading);
void channel_set(struct observation *o, size_t channel, double value);
void channel_miss(struct observation *o, size_t channel, const char *why);
/* Of `count` channels from `first` on. */
void channels_miss(struct observation *o, size_t first, size_t count, const char *why);

/* Never NULL; where the file cannot be opened, reading says why. */
struct source *source_open(struct observation *o, const char *path);
/* The whole text; NULL where it cannot be read, with source->absent. Good until the next one. */
const char *source_read(struct observation *o, struct source *source);

/* Whether there is such a path below the root. */
bool path_exists(const struct observation *o, const char *path);
/* A small file's first line; "" where there is none. In the arena. */
const char *path_text(struct observation *o, const char *path);

/*
 * The rest of the line that begins with key, which is followed by blanks or a colon; NULL where
 * there is none. from: the start of a line.
 */
const char *line_find(const char *from, const char *key);
/* The number of a line, counted from 0; false where it has none there. */
bool line_number(const char *line, unsigned field, uint64_t *value);

/*
 * Numbers of a file of lines "KEY NUMBER NUMBER ..." ("KEY: NUMBER" too). A key of "" is the file's
 * first line. Ended by { 0 }.
 */
struct number_row {
	const char *key;
	unsigned field; /* which number of the line */
	const char *metric, *unit;
	enum reading_kind reading;
	double factor; /* to the unit; 0 is 1 */
};

/* Adds a channel for each row; the first one's index. */
size_t numbers_add(struct observation *o, const struct number_row *rows, const char *instance);
size_t numbers_count(const struct number_row *rows);
/* Reads them; what is not in the file is absent. */
void numbers_sample(struct observation *o, struct source *source, const struct number_row *rows,
	size_t first);

/* Of a line "some avg10=0.00 avg60=0.00 avg300=0.00 total=123", whose total is microseconds. */
void pressure_read(struct observation *o, const char *text, const char *key, size_t channel);

/* Finds o->devices. */
void devices_find(struct observation *o);
