// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/bonnie.h"

#include "core/auto.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

enum { ALIGNMENT = 4096, WORD = sizeof(uint32_t) };

int bonnie_data_prepare(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;

	if (posix_memalign((void **)&state->buffer, ALIGNMENT, config->chunk) != 0)
		return fail(err, ENOMEM, "no memory for a chunk of %" PRIu64 " bytes",
			config->chunk);
	memset(state->buffer, 0, config->chunk);
	return pattern_init(&state->pattern, config->chunk, 1, config->incompressible, c->seed,
		err);
}

static uint64_t units(const struct bonnie_config *config)
{
	return config->style == BONNIE_1996 ? config->chunk / WORD : config->chunk;
}

void bonnie_change(const struct bonnie_config *config, unsigned char *buffer, uint64_t unit, int by)
{
	uint32_t word;

	if (config->style == BONNIE_PLUS) {
		buffer[unit] = (unsigned char)(buffer[unit] + by);
		return;
	}
	memcpy(&word, buffer + unit * WORD, WORD);
	word += (uint32_t)by;
	memcpy(buffer + unit * WORD, &word, WORD);
}

void bonnie_data_start(struct client *c)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;

	memset(state->buffer, 0, config->chunk);
}

/* The same in every chunk, since 128 divides it. */
static void fill_bytes(unsigned char *buffer, uint64_t length)
{
	for (uint64_t i = 0; i < length; i++)
		buffer[i] = i & 0x7f;
}

const unsigned char *bonnie_byte_data(struct client *c, uint64_t number)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;

	if (config->incompressible)
		return pattern_block(&state->pattern, 0, number, config->chunk);
	if (number == 0)
		fill_bytes(state->buffer, config->chunk);
	return state->buffer;
}

/* One more unit of the buffer goes up by one before each chunk, and stays: bonnie's data. */
const unsigned char *bonnie_block_data(struct client *c, uint64_t number)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;

	if (config->incompressible)
		return pattern_block(&state->pattern, 0, number, config->chunk);
	bonnie_change(config, state->buffer, number % units(config), 1);
	return state->buffer;
}

/* What has to stand in a chunk. */
static void expect(struct client *c, uint64_t number, unsigned char *chunk)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;
	const uint64_t n = max_u64(units(config), 1);

	if (config->incompressible)
		memcpy(chunk, pattern_block(&state->pattern, 0, number, config->chunk),
			config->chunk);
	else if (state->written == BONNIE_BY_PUTC)
		fill_bytes(chunk, config->chunk);
	else {
		memset(chunk, 0, config->chunk);
		for (uint64_t unit = 0; unit < n && unit <= number; unit++)
			bonnie_change(config, chunk, unit, (int)((number - unit) / n + 1));
	}
	bonnie_change(config, chunk, number % n, (int)state->rewrites);
}

static int check_chunk(struct client *c, int fd, uint64_t number, unsigned char *wanted,
	unsigned char *got, struct error *err)
{
	const struct bonnie_config *config = c->config;
	int ret = io_pread_all(fd, got, config->chunk, number * config->chunk, err);

	if (ret < 0)
		return ret;
	expect(c, number, wanted);
	for (uint64_t i = 0; i < config->chunk; i++) {
		if (got[i] != wanted[i])
			return fail(err, EBADMSG,
				"the byte at %" PRIu64 " is %u, where %u was written",
				number * config->chunk + i, got[i], wanted[i]);
	}
	return 0;
}

/* Some chunks, evenly over the file: enough to catch a file of holes, too few to take long. */
static int check_chunks(struct client *c, int fd, struct error *err)
{
	enum { MOST_CHUNKS = 64, MOST_BYTES = 16 << 20 };
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;
	uint64_t chunks = state->written_bytes / config->chunk;
	uint64_t looks =
		min_u64(chunks, max_u64(2, min_u64(MOST_CHUNKS, MOST_BYTES / config->chunk)));
	AUTO_FREE unsigned char *wanted = malloc(2 * config->chunk);
	AUTO_FREE unsigned char *changed = state->seeked ? bonnie_seek_targets(c) : NULL;
	int ret = 0;

	if (!wanted || (state->seeked && !changed))
		return fail(err, ENOMEM, "no memory to check chunks of %" PRIu64 " bytes",
			config->chunk);
	for (uint64_t i = 0; ret == 0 && i < looks; i++) {
		uint64_t number = looks > 1 ? i * (chunks - 1) / (looks - 1) : 0;
		if (!changed || !(changed[number / 8] & 1 << number % 8))
			ret = check_chunk(c, fd, number, wanted, wanted + config->chunk, err);
	}
	return ret;
}

int bonnie_data_check(struct client *c, struct error *err)
{
	struct bonnie_state *state = c->state;
	struct stat st;

	if (state->written == BONNIE_NOTHING)
		return 0;
	AUTO_CLOSE int fd = openat(c->dir, bonnie_file_name, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st) < 0)
		return fail_errno(err, "look at %s", bonnie_file_name);
	if ((uint64_t)st.st_size != state->written_bytes)
		return fail(err, EIO, "%s: it has %" PRIu64 " bytes instead of %" PRIu64,
			bonnie_file_name, (uint64_t)st.st_size, state->written_bytes);
	int ret = check_chunks(c, fd, err);
	return ret < 0 ? fail_in(err, ret, "%s", bonnie_file_name) : 0;
}
