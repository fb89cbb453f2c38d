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

/* What every run has for itself, and what stands for it in a command. */
static const struct mask {
	const char *key, *word;
} masks[] = {
	{ "target.uuid", "UUID" },
	{ "target.device", "DEVICE" },
	{ "target.directory", "DIRECTORY" },
	{ "target.image", "IMAGE" },
	{ 0 },
};

static const struct {
	const char *key, *shown;
} commands[] = {
	{ "target.mkfs", "mkfs" },
	{ "target.mount", "mount" },
};

static char *replace_all(struct arena *arena, const char *text, const char *what, const char *by)
{
	char *made = arena_strdup(arena, "");

	for (const char *at; *what && (at = strstr(text, what)); text = at + strlen(what))
		made = arena_printf(arena, "%s%.*s%s", made, (int)(at - text), text, by);
	return arena_printf(arena, "%s%s", made, text);
}

/* Adds the commands that made a variant, so that those of two runs can be compared. */
static void add_commands(struct arena *arena, struct fact_list *facts)
{
	size_t n = facts->count;
	struct fact *items = NEW(arena, struct fact, n + COUNT_OF(commands));

	for (size_t i = 0; i < n; i++)
		items[i] = facts->items[i];
	for (size_t i = 0; i < COUNT_OF(commands); i++) {
		const char *command = facts_find(facts, commands[i].key);
		for (const struct mask *m = masks; command && m->key; m++) {
			const char *own = facts_find(facts, m->key);
			if (own)
				command = replace_all(arena, command, own, m->word);
		}
		if (command)
			items[n++] = (struct fact){ .key = commands[i].shown, .value = command };
	}
	*facts = (struct fact_list){ .items = items, .count = n };
}

static const char *shown_value(const struct difference *d, size_t variant)
{
	const char *value = d->values[variant];

	return value && *value ? value : "-";
}

static bool experiment_has_value(const struct results *r, const struct difference *d,
	uint64_t experiment, const char *value)
{
	for (size_t v = 0; v < r->variant_count; v++) {
		if (r->variants[v].experiment == experiment &&
			strcmp(shown_value(d, v), value) == 0)
			return true;
	}
	return false;
}

/* Variants of one plan differ on purpose, and in every experiment alike. */
static bool experiments_differ(const struct results *r, const struct difference *d)
{
	for (size_t v = 0; v < r->variant_count; v++) {
		for (size_t e = 0; e < r->origin_count; e++) {
			if (!experiment_has_value(r, d, r->origins[e].experiment,
				    shown_value(d, v)))
				return true;
		}
	}
	return false;
}

static char *values_of(const struct results *r, const struct difference *d, struct arena *arena)
{
	char *text = arena_strdup(arena, "");

	for (size_t v = 0; v < r->variant_count; v++) {
		const char *names = "", *value = shown_value(d, v);
		bool said = false;
		for (size_t k = 0; k < r->variant_count; k++) {
			if (r->variants[k].hidden || strcmp(shown_value(d, k), value) != 0)
				continue;
			said |= k < v;
			names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "",
				r->variants[k].name);
		}
		if (!said && *names)
			text = arena_printf(arena, "%s%s%s (%s)", text, *text ? "; " : "", value,
				names);
	}
	return text;
}

/* Without the room that recorded it: "kernel" for "host.kernel". */
static const char *without_room(const char *key)
{
	const char *point = strchr(key, '.');

	return point ? point + 1 : key;
}

static bool is_of_host(const char *key)
{
	return strncmp(key, host, strlen(host)) == 0;
}

int differences_that_matter(const struct results *r, struct arena *arena,
	struct difference **differences, size_t *count, struct error *err)
{
	bool several = r->source == RESULTS_OF_SEVERAL;
	struct fact_list *facts;
	size_t found, n = 0;
	int ret = variant_facts_read(r, arena, &facts, err);

	if (ret < 0)
		return ret;
	for (size_t v = 0; several && v < r->variant_count; v++)
		add_commands(arena, &facts[v]);
	struct difference *all = differences_find(r, facts, arena, &found);
	for (size_t i = 0; i < found; i++) {
		if (several ? !experiments_differ(r, &all[i]) : !is_of_host(all[i].key))
			continue;
		all[n] = all[i];
		all[n++].key = without_room(all[i].key);
	}
	*differences = all;
	*count = n;
	return 0;
}

static char *host_values(const struct results *r, const struct difference *d, struct arena *arena)
{
	char *values = arena_strdup(arena, "");

	for (size_t v = 0; v < r->variant_count; v++)
		values = arena_printf(arena, "%s%s %s %s", values, v > 0 ? "," : "",
			r->variants[v].name, d->values[v] ? d->values[v] : "-");
	return values;
}

const char *const *differences_of_host(const struct results *r, struct arena *arena)
{
	struct difference *all;
	struct error unread;
	const char **texts = NULL;
	size_t count = 0, n = 0;

	/* A comparison is not refused for facts that cannot be read; `show` says that. */
	if (r->source == RESULTS_OF_SEVERAL ||
		differences_that_matter(r, arena, &all, &count, &unread) < 0)
		count = 0;
	for (size_t i = 0; i < count; i++)
		*ARENA_PUSH(arena, texts, n) =
			arena_printf(arena, "the host was not the same for all variants: %s:%s",
				all[i].key, host_values(r, &all[i], arena));
	*ARENA_PUSH(arena, texts, n) = NULL;
	return texts;
}

const char *const *differences_of_several(const struct results *r, struct arena *arena)
{
	struct difference *all;
	const char **texts = NULL;
	struct error err;
	size_t count = 0, n = 0;

	if (differences_that_matter(r, arena, &all, &count, &err) < 0)
		*ARENA_PUSH(arena, texts, n) = arena_printf(arena, "unknown: %s", err.text);
	for (size_t i = 0; i < count; i++)
		*ARENA_PUSH(arena, texts, n) =
			arena_printf(arena, "%s: %s", all[i].key, values_of(r, &all[i], arena));
	*ARENA_PUSH(arena, texts, n) = NULL;
	return texts;
}
