// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/bonnie.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 10, MOST_LETTERS = 12, LETTERS = 62 };

uint64_t bonnie_files_in(const struct bonnie_config *config, uint64_t dir)
{
	uint64_t each, before;

	if (config->dirs == 0)
		return dir == 0 ? config->files : 0;
	each = config->files / config->dirs + 1;
	before = dir * each;
	return before >= config->files ? 0 : min_u64(each, config->files - before);
}

uint64_t bonnie_dir_of(const struct bonnie_config *config, uint64_t file)
{
	return config->dirs ? file / (config->files / config->dirs + 1) : 0;
}

void bonnie_dir_name(uint64_t dir, char name[static BONNIE_NAME_ROOM])
{
	(void)snprintf(name, BONNIE_NAME_ROOM, "%05u", (unsigned)dir); /* always fits */
}

/* The same for every pass over the same file, so that nothing need be remembered of it. */
uint64_t bonnie_file_size(const struct client *c, uint64_t file)
{
	const struct bonnie_config *config = c->config;
	uint64_t state = c->seed ^ file;

	if (config->make != BONNIE_FILE)
		return 0;
	return config->min_size + (uint64_t)(((unsigned __int128)splitmix64(&state) *
						     (config->max_size - config->min_size + 1)) >>
					     64);
}

static size_t put_letters(struct rng *rng, char *to)
{
	static const char letters[LETTERS + 1] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	size_t n = rng_below(rng, MOST_LETTERS + 1);

	for (size_t i = 0; i < n; i++)
		to[i] = letters[rng_below(rng, LETTERS)];
	to[n] = '\0';
	return n;
}

/* Ten hexadecimal digits of the number, and letters behind them; or before them, so that the order
 * of names is not that of creation. */
static void put_name(struct rng *rng, uint64_t file, bool random, char *to)
{
	char digits[24], rest[MOST_LETTERS + 1];

	(void)put_letters(rng, rest);
	(void)snprintf(digits, sizeof(digits), "%0*" PRIx64, DIGITS, file);
	memcpy(stpcpy(to, random ? rest : digits), random ? digits : rest,
		strlen(random ? digits : rest) + 1);
}

int bonnie_names_make(struct client *c, bool random, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;
	struct bonnie_tree *tree = &state->tree;
	struct rng rng;

	if (!tree->names) {
		tree->names = calloc(config->files, sizeof(*tree->names));
		tree->order = calloc(config->files, sizeof(*tree->order));
		tree->data = calloc(1, config->file_chunk);
		if (!tree->names || !tree->order || !tree->data)
			return fail(err, ENOMEM, "no memory for the names of %" PRIu64 " files",
				config->files);
		int ret = pattern_init(&tree->pattern, config->file_chunk, 1,
			config->incompressible, c->seed, err);
		if (ret < 0)
			return ret;
	}
	rng_seed(&rng, c->seed + random);
	for (uint64_t i = 0; i < config->files; i++) {
		char *to = tree->names[i];
		if (config->dirs > 0) {
			bonnie_dir_name(bonnie_dir_of(config, i), to);
			to = stpcpy(to + strlen(to), "/");
		}
		put_name(&rng, i, random, to);
		tree->order[i] = (uint32_t)i;
	}
	state->rng = rng;
	return 0;
}

void bonnie_names_shuffle(struct client *c)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;
	uint32_t *order = state->tree.order;

	for (uint64_t i = config->files; i > 1; i--) {
		uint64_t j = rng_below(&state->rng, i);
		uint32_t kept = order[i - 1];
		order[i - 1] = order[j];
		order[j] = kept;
	}
}
