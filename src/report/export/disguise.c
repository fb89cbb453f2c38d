// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/export/disguise.h"

#include "core/auto.h"
#include "core/hash.h"
#include "core/json.h"
#include "core/text.h"
#include "report/export/secrets.h"

#include <ctype.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DISGUISED_BYTES = 64 << 20 };

struct disguise {
	struct secrets secrets;
};

/* Keys of facts whose value is one: by a part of the key, in whatever words it is said. */
static const struct {
	const char *part;
	enum secret_kind kind;
} secret_keys[] = {
	{ "hostname", SECRET_HOST },
	{ "nodename", SECRET_HOST },
	{ "fqdn", SECRET_HOST },
	{ "username", SECRET_USER },
	{ "user_name", SECRET_USER },
	{ "login", SECRET_USER },
	{ "serial", SECRET_SERIAL },
	{ "wwid", SECRET_SERIAL },
	{ "wwn", SECRET_SERIAL },
	{ "nguid", SECRET_SERIAL },
	{ "eui64", SECRET_SERIAL },
	{ "uuid", SECRET_SERIAL },
	{ "machine_id", SECRET_SERIAL },
	{ "boot_id", SECRET_SERIAL },
	{ "asset_tag", SECRET_SERIAL },
	{ "mac_address", SECRET_SERIAL },
	{ "identity", SECRET_SERIAL },
};

/* And by the whole key, where a part would hit too much. */
static const struct {
	const char *key;
	enum secret_kind kind;
} whole_keys[] = {
	{ "host", SECRET_HOST },
	{ "node", SECRET_HOST },
	{ "user", SECRET_USER },
};

static bool is_secret_key(const char *key, enum secret_kind *kind)
{
	for (size_t i = 0; i < COUNT_OF(whole_keys); i++) {
		*kind = whole_keys[i].kind;
		if (strcmp(key, whole_keys[i].key) == 0)
			return true;
	}
	for (size_t i = 0; i < COUNT_OF(secret_keys); i++) {
		*kind = secret_keys[i].kind;
		if (strstr(key, secret_keys[i].part))
			return true;
	}
	return false;
}

static bool ends_path(char c)
{
	return !c || isspace((unsigned char)c) || strchr("\"',;|<>()[]{}`:", c);
}

static size_t path_length(const char *text)
{
	size_t length = 0;

	while (!ends_path(text[length]))
		length++;
	if (length > 2 && text[length - 1] == '.' && !strchr("./", text[length - 2]))
		length--; /* that of a sentence */
	return length;
}

/* "/home/NAME/..." names a user, who may be named elsewhere. */
static void learn_home(struct disguise *d, const char *path, size_t length)
{
	static const char home[] = "/home/";
	size_t start = sizeof(home) - 1, end = start;

	if (length <= start || strncmp(path, home, start) != 0)
		return;
	while (end < length && path[end] != '/')
		end++;
	(void)secrets_learn(&d->secrets, SECRET_USER,
		arena_strndup(d->secrets.arena, path + start, end - start));
}

/* What is found by its form adds its word to the text: the number of bytes it took, 0 for none. */
typedef size_t (*form)(struct disguise *d, const char *text, struct text *out);

static size_t put(struct disguise *d, enum secret_kind kind, const char *text, size_t length,
	struct text *out)
{
	text_puts(out, secrets_word(&d->secrets, kind, text, length));
	return length;
}

/* The rest of a host's name behind its first label: ".example.org". */
static size_t domain_length(const char *text)
{
	size_t length = 0;

	while (isalnum((unsigned char)text[length]) ||
		(strchr(".-", text[length] ? text[length] : ' ') &&
			isalnum((unsigned char)text[length + 1])))
		length++;
	return length;
}

/* vm.swappiness, vm.dirty_ratio: a machine that is called vm is none of them. */
static bool is_tunable(const char *text, size_t length)
{
	static const char *const roots[] = { "vm", "fs", "kernel", "net", "dev", "abi", "user" };
	size_t rest = domain_length(text + length);

	if (text[length] != '.')
		return false;
	if (text[length + rest] == '_')
		return true;
	for (size_t i = 0; i < COUNT_OF(roots); i++) {
		if (length == strlen(roots[i]) && strncmp(text, roots[i], length) == 0)
			return !memchr(text + length + 1, '.', rest > 0 ? rest - 1 : 0);
	}
	return false;
}

static size_t known_name(struct disguise *d, const char *text, struct text *out)
{
	const struct secret *known = secrets_match(&d->secrets, text);

	if (!known || known->kind == SECRET_PATH)
		return 0;
	size_t length = known->length;
	if (known->kind == SECRET_HOST && is_tunable(text, length))
		return 0;
	text_puts(out, known->word);
	return length + (known->kind == SECRET_HOST ? domain_length(text + length) : 0);
}

static size_t absolute_path(struct disguise *d, const char *text, struct text *out)
{
	size_t length = *text == '/' ? path_length(text) : 0;

	if (length < 2)
		return 0;
	/* one that is known to have a blank in it, and what is below */
	const struct secret *known = secrets_match(&d->secrets, text);
	if (known && known->length > length)
		length = known->length +
			 (text[known->length] == '/' ? path_length(text + known->length) : 0);
	learn_home(d, text, length);
	return put(d, SECRET_PATH, text, length, out);
}

/* What stands before a relative path in summaries and plans. */
static size_t relative_path(struct disguise *d, const char *text, struct text *out)
{
	static const char *const kinds[] = { "dir:", "image:" };

	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		size_t before = strlen(kinds[i]);
		if (strncmp(text, kinds[i], before) != 0)
			continue;
		size_t length = path_length(text + before);
		if (length == 0 || text[before] == '/')
			return 0;
		text_puts(out, kinds[i]);
		return before + put(d, SECRET_PATH, text + before, length, out);
	}
	return 0;
}

static size_t host_length(const char *text)
{
	size_t length = 0;

	while (isalnum((unsigned char)text[length]) ||
		strchr("-.", text[length] ? text[length] : ' '))
		length++;
	return length;
}

/* server:/path of a network file system; loop:, dir: and a URL's scheme are none. */
static size_t host_of_path(struct disguise *d, const char *text, struct text *out)
{
	static const char *const others[] = { "dir", "image", "loop", "device", "file" };
	size_t length = host_length(text);

	if (length == 0 || strncmp(text + length, ":/", 2) != 0 || text[length + 2] == '/')
		return 0;
	for (size_t i = 0; i < COUNT_OF(others); i++) {
		if (length == strlen(others[i]) && strncmp(text, others[i], length) == 0)
			return 0;
	}
	return put(d, SECRET_HOST, text, length, out);
}

/* user@host */
static size_t user_at_host(struct disguise *d, const char *text, struct text *out)
{
	size_t user = 0;

	while (is_word_character(text[user]) || strchr("-.+", text[user] ? text[user] : ' '))
		user++;
	if (user == 0 || text[user] != '@')
		return 0;
	size_t host = host_length(text + user + 1);
	if (host == 0)
		return 0;
	(void)put(d, SECRET_USER, text, user, out);
	text_puts(out, "@");
	return user + 1 + put(d, SECRET_HOST, text + user + 1, host, out);
}

/* Hexadecimal digits where the pattern has h, else its own character. */
static size_t fits(const char *pattern, const char *text)
{
	size_t length = strlen(pattern);

	for (size_t i = 0; i < length; i++) {
		if (pattern[i] == 'h' ? !isxdigit((unsigned char)text[i]) : text[i] != pattern[i])
			return 0;
	}
	return is_word_character(text[length]) ? 0 : length;
}

static size_t serial_number(struct disguise *d, const char *text, struct text *out)
{
	static const char *const patterns[] = {
		"hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh", /* UUID */
		"hh:hh:hh:hh:hh:hh",                    /* MAC address */
		"0xhhhhhhhhhhhhhhhh",                   /* WWN, as sysfs writes it */
	};
	static const char *const prefixes[] = { "naa.", "eui.", "t10.", "nvme.", "uuid.",
		"wwid=", "serial=" };

	for (size_t i = 0; i < COUNT_OF(patterns); i++) {
		size_t length = fits(patterns[i], text);
		if (length > 0)
			return put(d, SECRET_SERIAL, text, length, out);
	}
	for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
		size_t before = strlen(prefixes[i]);
		if (strncmp(text, prefixes[i], before) != 0)
			continue;
		size_t length = path_length(text + before);
		if (length == 0)
			return 0;
		text_puts(out, prefixes[i]);
		return before + put(d, SECRET_SERIAL, text + before, length, out);
	}
	return 0;
}

/* Four numbers up to 255: a version has mostly fewer, and loses little. */
static size_t address(struct disguise *d, const char *text, struct text *out)
{
	size_t length = 0;

	for (int part = 0; part < 4; part++) {
		size_t digits = strspn(text + length, "0123456789");
		if (digits == 0 || digits > 3 || strtoul(text + length, NULL, 10) > 255)
			return 0;
		length += digits;
		if (part < 3 && text[length++] != '.')
			return 0;
	}
	if (is_word_character(text[length]) ||
		(text[length] == '.' && isdigit((unsigned char)text[length + 1])))
		return 0;
	if (strncmp(text, "127.", 4) == 0 || strncmp(text, "0.0.0.0", length) == 0)
		return 0; /* every machine has them */
	return put(d, SECRET_HOST, text, length, out);
}

const char *disguise_text(struct disguise *d, const char *text, struct arena *arena)
{
	static const form forms[] = { user_at_host, host_of_path, known_name, relative_path,
		absolute_path, serial_number, address };
	AUTO_TEXT struct text out;

	text_init(&out, DISGUISED_BYTES);
	for (const char *p = text; *p;) {
		size_t taken = 0;
		/* nothing of it begins inside a word: bytes/s is no path */
		bool begins = p == text || !is_word_character(p[-1]);
		if (p > text && ((*p == '/' && strchr("/.)", p[-1])) ||
					(isdigit((unsigned char)*p) && p[-1] == '.')))
			begins = false;
		for (size_t i = 0; begins && taken == 0 && i < COUNT_OF(forms); i++)
			taken = forms[i](d, p, &out);
		if (taken == 0) {
			text_add(&out, p, 1);
			taken = 1;
		}
		p += taken;
	}
	return arena_strdup(arena, out.data);
}

static json_t *disguise_value(struct disguise *d, const char *key, const json_t *value,
	struct arena *arena);

static json_t *disguise_object(struct disguise *d, const json_t *object, struct arena *arena)
{
	json_t *made = json_object(), *member;
	const char *key;

	json_object_foreach((json_t *)(uintptr_t)object, key, member)
	{
		json_object_set_new(made, disguise_text(d, key, arena),
			disguise_value(d, key, member, arena));
	}
	return made;
}

static json_t *disguise_array(struct disguise *d, const char *key, const json_t *array,
	struct arena *arena)
{
	json_t *made = json_array(), *member;
	size_t i;

	json_array_foreach(array, i, member)
	{
		json_array_append_new(made, disguise_value(d, key, member, arena));
	}
	return made;
}

/* A value with the texts in it; what stands under the key of a secret is one, whatever its form. */
static json_t *disguise_value(struct disguise *d, const char *key, const json_t *value,
	struct arena *arena)
{
	enum secret_kind kind;

	if (json_is_object(value))
		return disguise_object(d, value, arena);
	if (json_is_array(value))
		return disguise_array(d, key, value, arena);
	bool is_secret = is_secret_key(key, &kind);
	if (!json_is_string(value))
		return is_secret && json_is_number(value) ? json_null() : json_deep_copy(value);
	const char *text = json_string_value(value);
	if (is_secret && secrets_learn(&d->secrets, kind, text))
		return json_text(secrets_word(&d->secrets, kind, text, strlen(text)));
	return json_text(disguise_text(d, text, arena));
}

const char *disguise_json(struct disguise *d, const char *json, struct arena *arena)
{
	AUTO_JSON json_t *value = json_loads(json, 0, NULL);

	if (!value)
		return disguise_text(d, json, arena);
	AUTO_JSON json_t *made = disguise_value(d, "", value, arena);
	AUTO_FREE char *text = json_dumps(made, JSON_COMPACT | JSON_REAL_PRECISION(17));
	return arena_strdup(arena, text);
}

struct disguise *disguise_new(struct arena *arena)
{
	struct disguise *d = NEW(arena, struct disguise, 1);

	d->secrets.arena = arena;
	return d;
}

void disguise_learn_machine(struct disguise *d)
{
	static const char *const variables[] = { "USER", "LOGNAME", "SUDO_USER" };
	const struct passwd *user = getpwuid(getuid());
	char host[256] = "";

	if (gethostname(host, sizeof(host) - 1) == 0)
		(void)secrets_learn(&d->secrets, SECRET_HOST, host);
	if (user)
		(void)secrets_learn(&d->secrets, SECRET_USER, user->pw_name);
	for (size_t i = 0; i < COUNT_OF(variables); i++) {
		const char *name = getenv(variables[i]);
		if (name)
			(void)secrets_learn(&d->secrets, SECRET_USER, name);
	}
}

/* A path with a blank in it, which only the end of its line ends: "device = dir:/a b". */
static void learn_line(struct disguise *d, const char *line, size_t length)
{
	const char *value = memmem(line, length, " = ", 3);
	const char *path = value ? memchr(value, '/', length - (size_t)(value - line)) : NULL;

	if (!path || !(path[-1] == ':' || path[-1] == ' '))
		return;
	size_t rest = length - (size_t)(path - line);
	if (memchr(path, ' ', rest))
		(void)secrets_word(&d->secrets, SECRET_PATH, path, rest);
}

static void learn_plan(struct disguise *d, const char *plan)
{
	while (*plan) {
		size_t length = strcspn(plan, "\n");
		learn_line(d, plan, length);
		plan += length + (plan[length] != '\0');
	}
}

/* Of the result nothing is kept but the names that were found on the way. */
static void learn_text(struct disguise *d, const char *text)
{
	struct arena scratch = { 0 };

	(void)disguise_text(d, text, &scratch);
	arena_free(&scratch);
}

void disguise_learn(struct disguise *d, const struct export_experiment *x)
{
	learn_plan(d, x->head.plan_text);
	for (size_t i = 0; i < x->design.fact_count; i++) {
		struct arena scratch = { 0 };
		(void)disguise_json(d, x->design.facts[i], &scratch);
		arena_free(&scratch);
	}
	learn_text(d, x->head.plan_text);
	learn_text(d, x->head.state_reason);
	for (size_t i = 0; i < x->run_count; i++)
		learn_text(d, x->runs[i].reason);
}

void disguise_learn_run(struct disguise *d, const struct run_record *run)
{
	struct arena scratch = { 0 };

	for (size_t i = 0; i < run->log_count; i++)
		learn_text(d, run->logs[i].text);
	for (size_t i = 0; i < run->output_count; i++)
		learn_text(d, arena_strndup(&scratch, (const char *)run->outputs[i].data,
				      run->outputs[i].size));
	arena_free(&scratch);
}

static void change(struct disguise *d, const char **text, struct arena *arena)
{
	*text = disguise_text(d, *text, arena);
}

static void disguise_design(struct disguise *d, struct stored_design *design, struct arena *arena)
{
	for (size_t i = 0; i < design->variant_count; i++) {
		change(d, &design->variants[i].name, arena);
		change(d, &design->variants[i].summary, arena);
	}
	for (size_t i = 0; i < design->cell_count; i++) {
		struct stored_cell *c = &design->cells[i];
		change(d, &c->name, arena);
		change(d, &c->label, arena);
		c->params = disguise_json(d, c->params, arena);
		c->factors = disguise_json(d, c->factors, arena);
	}
	for (size_t i = 0; i < design->fact_count; i++)
		design->facts[i] = disguise_json(d, design->facts[i], arena);
}

void disguise_experiment(struct disguise *d, struct export_experiment *x)
{
	struct arena *arena = d->secrets.arena;
	char sha256[65];

	change(d, &x->head.name, arena);
	change(d, &x->head.state_reason, arena);
	change(d, &x->head.plan_text, arena);
	hash_sha256_hex(x->head.plan_text, strlen(x->head.plan_text), sha256);
	x->head.plan_sha256 = arena_strdup(arena, sha256);
	disguise_design(d, &x->design, arena);
	for (size_t i = 0; i < x->run_count; i++)
		change(d, &x->runs[i].reason, arena);
}

/* What is no text cannot be looked through: nothing of it is told. */
static void disguise_output(struct disguise *d, struct output_record *o, struct arena *arena)
{
	const char *text = memchr(o->data, '\0', o->size)
				   ? ""
				   : arena_strndup(arena, (const char *)o->data, o->size);

	text = disguise_text(d, text, arena);
	o->data = (const unsigned char *)text;
	o->size = strlen(text);
}

void disguise_run(struct disguise *d, struct run_record *run, struct arena *arena)
{
	for (size_t i = 0; i < run->output_count; i++)
		disguise_output(d, &run->outputs[i], arena);
	change(d, &run->reason, arena);
	run->facts = disguise_json(d, run->facts, arena);
	for (size_t i = 0; i < run->log_count; i++)
		change(d, &run->logs[i].text, arena);
	for (size_t i = 0; i < run->series_count; i++)
		change(d, &run->series[i].instance, arena);
	for (size_t p = 0; p < run->phase_count; p++) {
		struct phase_record *phase = &run->phases[p];
		for (size_t i = 0; i < phase->counter_count; i++)
			change(d, &phase->counters[i].absent, arena);
	}
}

void disguise_results(struct disguise *d, struct results *r, struct arena *arena)
{
	change(d, &r->name, arena);
	change(d, &r->state_reason, arena);
	for (size_t i = 0; i < r->variant_count; i++) {
		change(d, &r->variants[i].name, arena);
		change(d, &r->variants[i].summary, arena);
	}
	for (size_t i = 0; i < r->setting_count; i++)
		change(d, &r->settings[i], arena);
	for (size_t i = 0; i < r->metric_count; i++)
		change(d, &r->metrics[i].cell, arena);
	for (size_t i = 0; i < r->flag_count; i++) {
		change(d, &r->flags[i].cell, arena);
		change(d, &r->flags[i].text, arena);
	}
	for (size_t i = 0; i < r->run_count; i++)
		change(d, &r->runs[i].reason, arena);
}
