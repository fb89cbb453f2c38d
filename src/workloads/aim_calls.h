// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workloads/aim.h"

/* The tests themselves, and what they share; only for the files of aim. */

int aim_creat_clo(struct aim_state *s, struct error *err);
int aim_link_test(struct aim_state *s, struct error *err);
int aim_disk_rr(struct aim_state *s, struct error *err);
int aim_disk_rw(struct aim_state *s, struct error *err);
int aim_disk_rd(struct aim_state *s, struct error *err);
int aim_disk_wrt(struct aim_state *s, struct error *err);
int aim_disk_cp(struct aim_state *s, struct error *err);
int aim_sync_disk_rw(struct aim_state *s, struct error *err);
int aim_sync_disk_wrt(struct aim_state *s, struct error *err);
int aim_sync_disk_cp(struct aim_state *s, struct error *err);
int aim_sync_disk_update(struct aim_state *s, struct error *err);
int aim_disk_src(struct aim_state *s, struct error *err);
int aim_dir_rtns_1(struct aim_state *s, struct error *err);

/* The next name of the process behind the path: WORD, five digits of it, five of the counter. */
void aim_next_name(struct aim_state *s, struct aim_path *path, const char *word);
/* As open(2) into fds[slot]; with O_CREAT the path is there. */
int aim_open(struct aim_state *s, unsigned slot, struct aim_path *path, int flags,
	struct error *err) MUST_CHECK;
int aim_close(struct aim_state *s, unsigned slot, const struct aim_path *path,
	struct error *err) MUST_CHECK;
int aim_unlink(struct aim_path *path, struct error *err) MUST_CHECK;
int aim_link(const struct aim_path *from, struct aim_path *to, struct error *err) MUST_CHECK;
/* dirlist of the current directory, the tree's, into s->search; the process stays where it is. */
int aim_load_list(struct aim_state *s, struct error *err) MUST_CHECK;
/* Creates a file of disk_src, closes and unlinks it. */
int aim_make_and_unmake(const struct aim_state *s, const char *name, struct error *err) MUST_CHECK;
/* Back to the directory from before disk_src went into its tree. */
int aim_go_home(struct aim_state *s, struct error *err) MUST_CHECK;

/* -EINTR where the call was told to end. */
static inline bool aim_is_stopped(const struct aim_state *s)
{
	return __builtin_expect(*s->set.stop != 0, 0);
}

int aim_stopped(const struct aim_path *path, struct error *err) MUST_CHECK;
