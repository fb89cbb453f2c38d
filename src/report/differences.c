// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/differences.h"

#include <string.h>

/* Different in every run, whatever the variant. */
static const char *const facts_of_one_run[] = {
	"target.device",
	"target.directory",
	"target.fs_free_bytes",
	"target.image",
	"target.mkfs",
	"target.mount",
	"target.uuid",
	NULL,
};

static const char host[] = "host.";

int variant_facts_read(const struct results *r, struct arena *arena, struct fact_list **facts,
	struct error *err)
{
	struct fact_list *all = NEW(arena, struct fact_list, r->variant_count + 1);

	for (size_t v = 0; v < r->variant_count; v++) {
		const char *json = r->variants[v].facts;
		int ret = json ? facts_list(json, arena, &all[v], err) : 0;
		if (ret < 0)
			return ret;
	}
	*facts = all;
	return 0;
}

static bool is_of_one_run(const char *key)
{
	for (const char *const *k = facts_of_one_run; *k; k++) {
		if (strcmp(*k, key) == 0)
			return true;
	}
	return false;
}

static bool is_new_key(const struct fact_list *facts, size_t variant, const char *key)
{
	for (size_t v = 0; v < variant; v++) {
		if (facts_find(&facts[v], key))
			return false;
	}
	return !is_of_one_run(key);
}

/* Whether a variant that has facts at all says something else than variant `first`. */
static bool differs(const struct fact_list *facts, size_t variants, size_t first, const char *key)
{
	const char *value = facts_find(&facts[first], key);

	for (size_t v = 0; v < variants; v++) {
		const char *other = facts_find(&facts[v], key);
		if (facts[v].count > 0 && (!other || strcmp(other, value) != 0))
			return true;
	}
	return false;
}

struct difference *differences_find(const struct results *r, const struct fact_list *facts,
	struct arena *arena, size_t *count)
{
	struct difference *all = NULL;
	size_t n = 0;

	for (size_t v = 0; v < r->variant_count; v++) {
		for (size_t i = 0; i < facts[v].count; i++) {
			const char *key = facts[v].items[i].key;
			if (!is_new_key(facts, v, key) || !differs(facts, r->variant_count, v, key))
				continue;
			struct difference *d = ARENA_PUSH(arena, all, n);
			*d = (struct difference){
				.key = key,
				.values = NEW(arena, const char *, r->variant_count + 1),
			};
			for (size_t k = 0; k < r->variant_count; k++)
				d->values[k] = facts_find(&facts[k], key);
		}
	}
	*count = n;
	return all;
}

const char *const *differences_of_host(const struct results *r, struct arena *arena)
{
	struct fact_list *facts;
	struct error unread;
	const char **texts = NULL;
	size_t count = 0, n = 0;
	/* A comparison is not refused for facts that cannot be read; `show` says that. */
	const struct difference *all = variant_facts_read(r, arena, &facts, &unread) == 0
					       ? differences_find(r, facts, arena, &count)
					       : NULL;

	for (size_t i = 0; i < count; i++) {
		char *values = arena_strdup(arena, "");
		if (strncmp(all[i].key, host, strlen(host)) != 0)
			continue;
		for (size_t v = 0; v < r->variant_count; v++)
			values = arena_printf(arena, "%s%s %s %s", values, v > 0 ? "," : "",
				r->variants[v].name, all[i].values[v] ? all[i].values[v] : "-");
		*ARENA_PUSH(arena, texts, n) =
			arena_printf(arena, "the host was not the same for all variants: %s:%s",
				all[i].key + strlen(host), values);
	}
	*ARENA_PUSH(arena, texts, n) = NULL;
	return texts;
}
