// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/*
 * Things that are let go when their block ends: descriptors, blocks, streams.
 * A descriptor that is to live longer leaves by fd_take().
 */

static inline void auto_close(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd); /* what was written is synced before, by whoever wrote it */
	*fd = -1;
}

static inline void auto_free(void *p)
{
	free(*(void **)p);
}

static inline void auto_fclose(FILE **f)
{
	if (*f)
		(void)fclose(*f); /* only for reading */
}

static inline int fd_take(int *fd)
{
	int taken = *fd;

	*fd = -1;
	return taken;
}

#define AUTO_CLOSE  __attribute__((cleanup(auto_close)))
#define AUTO_FREE   __attribute__((cleanup(auto_free)))
#define AUTO_FCLOSE __attribute__((cleanup(auto_fclose)))
