// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/lmdd_copy.h"

#include "classic/lmdd_alarm.h"
#include "classic/lmdd_write.h"
#include "core/clock.h"
#include "io/words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

static int make_buffers(struct lmdd_copy *copy, struct error *err)
{
	size_t size = copy->args->bs;

	for (uint64_t i = 0; i < copy->args->bufs; i++) {
		if (posix_memalign((void **)&copy->buffers[i], PAGE, size) != 0)
			return fail(err, ENOMEM, "no memory for a block of %zu bytes", size);
		memset(copy->buffers[i], 0, size);
	}
	return 0;
}

/* An output that is a pipe has no offset, and needs none. */
static int seek_both(const struct lmdd_copy *copy, struct error *err)
{
	int ret = lmdd_seek(&copy->input, copy->offset, err);

	if (ret == 0 && copy->output.storage && !copy->args->append)
		ret = lmdd_seek(&copy->output, copy->offset, err);
	return ret;
}

/* To the next random offset, where there is one; says where. *go is false where norepeat has had
 * every block. */
static int go_to_block(struct lmdd_copy *copy, bool *go, struct error *err)
{
	int ret = 0;

	if (copy->args->rand != LMDD_ABSENT) {
		*go = lmdd_next_offset(&copy->offsets, copy->args, &copy->offset);
		if (!*go)
			return 0;
		ret = seek_both(copy, err);
	}
	if (ret == 0 && copy->args->poff) {
		copy->mark_open = true;
		char text[LMDD_OFFSET_ROOM];
		lmdd_offset_text(copy->offset, text);
		(void)fprintf(stderr, "%s ", text); /* nobody is left to tell where this fails */
	}
	return ret;
}

/* *got is 0 at the end of the input, and where a signal came while waiting. */
static int read_some(struct lmdd_copy *copy, void *block, size_t *got, struct error *err)
{
	ssize_t n = (ssize_t)copy->args->bs;

	if (copy->input.fd >= 0) {
		do
			n = read(copy->input.fd, block, copy->args->bs);
		while (n < 0 && errno == EINTR && !lmdd_is_to_end());
	}
	if (n < 0 && errno == EINTR)
		n = 0;
	if (n < 0)
		return fail_errno(err, "%s: read %" PRIu64 " bytes at %" PRIu64, copy->input.name,
			copy->args->bs, copy->offset);
	*got = (size_t)n;
	return 0;
}

static int read_block(struct lmdd_copy *copy, void *block, size_t *got, struct error *err)
{
	struct lmdd_latency *latency = &copy->ledger->latency;

	if (!latency->sides[LMDD_READ].watched)
		return read_some(copy, block, got, err);
	uint64_t start = clock_monotonic_ns();
	int ret = read_some(copy, block, got, err);
	if (ret == 0 && *got > 0)
		lmdd_latency_add(latency, LMDD_READ, clock_monotonic_ns() - start, copy->offset);
	return ret;
}

int lmdd_copy_pad_in(struct lmdd_copy *copy, struct error *err)
{
	size_t got = 0;
	int ret = read_some(copy, copy->buffers[0], &got, err);

	if (copy->args->rand == LMDD_ABSENT) /* else both files are sought, to the same offset */
		copy->pad = got;
	return ret;
}

/* Says each wrong word as lmdd does; -EBADMSG once there are as many as mismatch= allows. */
static int check_block(struct lmdd_copy *copy, const void *block, size_t size, struct error *err)
{
	const uint64_t offset = copy->offset + copy->pad;
	struct bad_word bad;
	size_t at = 0;

	while (words_next_bad(block, size, offset, &at, &bad)) {
		(void)fprintf(stderr, "off=%u want=%x got=%x\n", (unsigned)offset, bad.want,
			bad.got);
		copy->mismatches++;
		if (copy->mismatches >= copy->args->mismatch)
			return fail(err, EBADMSG, "%s: stopped after %" PRIu64 " wrong words",
				copy->input.name, copy->mismatches);
	}
	return 0;
}

/* Every page of the block, without changing what is copied. */
static void touch_block(unsigned char *block, size_t size)
{
	for (size_t at = 0; at < size; at += PAGE) {
		volatile unsigned char *byte = &block[at];
		unsigned char kept = *byte;
		*byte = kept;
	}
}

static int move_block(struct lmdd_copy *copy, unsigned char *block, size_t *moved,
	struct error *err)
{
	const struct lmdd_args *args = copy->args;
	bool go = true;
	int ret = go_to_block(copy, &go, err);

	if (ret == 0 && go)
		ret = read_block(copy, block, moved, err);
	if (ret < 0 || *moved == 0)
		return ret;
	if (args->ipat)
		ret = check_block(copy, block, *moved, err);
	if (ret < 0)
		return ret;
	if (args->touch)
		touch_block(block, *moved);
	if (args->opat)
		words_fill(block, *moved, copy->offset);
	ret = lmdd_write_block(copy, block, *moved, err);
	if (args->touch)
		touch_block(block, *moved);
	copy->offset += *moved;
	return ret;
}

int lmdd_copy_run(struct lmdd_copy *copy, struct error *err)
{
	const struct lmdd_args *args = copy->args;
	unsigned turn = 0;

	for (uint64_t done = 0; done < args->count;
		done++) { /* LMDD_ABSENT is no number of blocks */
		size_t moved = 0;
		if (done > 0 && args->usleep > 0)
			(void)usleep((useconds_t)args->usleep); /* a signal may cut it short */
		if (lmdd_is_to_end())
			break;
		int ret = move_block(copy, copy->buffers[turn], &moved, err);
		if (ret < 0 || moved == 0)
			return ret;
		if (args->hash) {
			copy->mark_open = true;
			(void)fputc('#', stderr); /* nobody is left to tell where this fails */
		}
		turn = (turn + 1) % (unsigned)args->bufs;
	}
	return 0;
}

int lmdd_copy_make(struct lmdd_copy *copy, const struct lmdd_args *args, struct error *err)
{
	*copy = (struct lmdd_copy){
		.args = args,
		.input = { .fd = -1 },
		.output = { .fd = -1 },
	};
	lmdd_offsets_init(&copy->offsets, args);
	void *ledger = mmap(NULL, sizeof(*copy->ledger), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (ledger == MAP_FAILED)
		return fail_errno(err, "no memory to note what was done");
	copy->ledger = ledger;
	copy->ledger->result.bs = args->bs;
	lmdd_latency_init(&copy->ledger->latency, args);
	return make_buffers(copy, err);
}

void lmdd_copy_free(struct lmdd_copy *copy)
{
	for (size_t i = 0; i < COUNT_OF(copy->buffers); i++)
		free(copy->buffers[i]);
	if (copy->ledger)
		(void)munmap(copy->ledger, sizeof(*copy->ledger)); /* cannot fail: it was mapped */
}

int lmdd_copy_open(struct lmdd_copy *copy, struct error *err)
{
	const struct lmdd_args *args = copy->args;
	int ret = lmdd_open_input(args, &copy->input, err);

	if (ret == 0)
		ret = lmdd_open_output(args, &copy->input, &copy->output, err);
	if (ret < 0 || args->skip == 0)
		return ret;
	copy->offset = args->skip * args->bs;
	return seek_both(copy, err);
}

void lmdd_copy_end_marks(struct lmdd_copy *copy)
{
	if (copy->mark_open)
		(void)fputc('\n', stderr); /* nobody is left to tell where this fails */
	copy->mark_open = false;
}
