// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file.h"
#include "workloads/bonnie.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>

/*
 * Where the seekers of a group go: drawn before the clients are forked. The original hands tickets
 * out through a pipe, whose reads would be timed along with the seeks; here it is one number that
 * goes up.
 */
struct tickets {
	_Alignas(64) _Atomic uint64_t next;
	uint64_t ticket[]; /* chunk * 2 + whether bonnie++ updates it */
};

enum { UPDATE_EVERY = 10 };

static size_t group_bytes(const struct bonnie_config *config)
{
	size_t bytes = sizeof(struct tickets) + config->seeks * sizeof(uint64_t);

	return (bytes + 63) / 64 * 64;
}

static bool has_seeks(const struct bonnie_config *config)
{
	return config->seeks > 0 && config->size > 0;
}

size_t bonnie_common_size(const void *config, const struct run_shape *shape)
{
	return has_seeks(config) ? shape->numjobs * group_bytes(config) : 0;
}

static struct tickets *tickets_of(const struct bonnie_config *config, void *common, uint64_t group)
{
	return (struct tickets *)((char *)common + group * group_bytes(config));
}

static struct tickets *own_tickets(const struct client *c)
{
	return tickets_of(c->config, c->common, c->index / bonnie_group_size(c->config));
}

int bonnie_set_up(const void *config, const struct run_shape *shape, uint64_t seed, void *common,
	struct error *err)
{
	const struct bonnie_config *cfg = config;
	struct rng rng;

	(void)err; /* nothing can fail */
	if (!has_seeks(cfg))
		return 0;
	rng_seed(&rng, seed);
	for (uint64_t group = 0; group < shape->numjobs; group++) {
		struct tickets *tickets = tickets_of(cfg, common, group);
		for (uint64_t i = 0; i < cfg->seeks; i++) {
			uint64_t chunk = rng_below(&rng, bonnie_chunks(cfg));
			bool update = rng_below(&rng, UPDATE_EVERY) == 0;
			tickets->ticket[i] = chunk * 2 + update;
		}
	}
	return 0;
}

unsigned char *bonnie_seek_targets(const struct client *c)
{
	const struct bonnie_config *config = c->config;
	const struct tickets *tickets = own_tickets(c);
	unsigned char *bits = calloc(1, bonnie_chunks(config) / 8 + 1);

	for (uint64_t i = 0; bits && i < config->seeks; i++) {
		uint64_t chunk = tickets->ticket[i] / 2;
		if (config->style == BONNIE_1996 || tickets->ticket[i] & 1)
			bits[chunk / 8] |= (unsigned char)(1 << chunk % 8);
	}
	return bits;
}

int bonnie_seek_begin(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;

	if (c->index % bonnie_group_size(config) == 0)
		atomic_store(&own_tickets(c)->next, 0);
	rng_seed(&state->rng, c->seed);
	state->own_seeks = 0;
	return bonnie_open_to_read(c, err);
}

static int fail_seek(int ret, uint64_t offset, struct error *err)
{
	return fail_in(err, ret, "%s, chunk at %" PRIu64, bonnie_file_name, offset);
}

static int go_to(const struct bonnie_state *state, uint64_t offset, struct error *err)
{
	if (lseek(state->fd, (off_t)offset, SEEK_SET) < 0)
		return fail_errno(err, "seek");
	return 0;
}

/* Bonnie takes a word of the chunk by chance, bonnie++ the byte of the chunk's own number. */
static int update(struct client *c, uint64_t chunk, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;
	uint64_t unit = config->style == BONNIE_PLUS ? chunk % config->chunk
						     : rng_below(&state->rng, config->chunk / 4);

	c->counters[BONNIE_UPDATES]++;
	bonnie_change(config, state->buffer, unit, -1);
	int ret = go_to(state, chunk * config->chunk, err);
	if (ret == 0)
		ret = io_write_all(state->fd, state->buffer, config->chunk, err);
	if (ret == 0 && config->sync_every)
		ret = io_sync(state->fd, IO_SYNC_FSYNC, err);
	return ret;
}

int bonnie_seek_step(struct client *c, struct operation *op, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;
	struct tickets *tickets = own_tickets(c);
	uint64_t mine = atomic_fetch_add_explicit(&tickets->next, 1, memory_order_relaxed);
	size_t got = 0;

	if (mine >= config->seeks)
		return STEP_DONE;
	uint64_t chunk = tickets->ticket[mine] / 2;
	int ret = go_to(state, chunk * config->chunk, err);
	if (ret == 0)
		ret = io_read_some(state->fd, state->buffer, config->chunk, &got, err);
	if (ret == 0 && got < config->chunk)
		ret = fail(err, ENODATA, "the file ends %" PRIu64 " bytes early",
			config->chunk - got);
	bool updates = config->style == BONNIE_PLUS ? tickets->ticket[mine] & 1
						    : state->own_seeks % UPDATE_EVERY == 0;
	if (ret == 0 && updates)
		ret = update(c, chunk, err);
	if (ret < 0)
		return fail_seek(ret, chunk * config->chunk, err);
	state->own_seeks++;
	op->kind = BONNIE_SEEK;
	op->bytes = config->chunk;
	return STEP_GO;
}

int bonnie_seek_end(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;

	state->seeked = true;
	if (atomic_load(&own_tickets(c)->next) < config->seeks)
		return fail(err, EIO, "%" PRIu64 " of %" PRIu64 " seeks were done",
			(uint64_t)atomic_load(&own_tickets(c)->next), config->seeks);
	return 0;
}
