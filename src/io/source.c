// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/source.h"

#include "core/auto.h"
#include "io/file.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 4096, WORDS_MOST = 64 };

static void path_of(const struct source *source, const char *root, char path[static PATH_MAX])
{
	(void)snprintf(path, PATH_MAX, "%s%s", root, source->path);
}

json_t *source_as_json(const char *text)
{
	char *end;

	errno = 0;
	uint64_t number = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
	bool is_number = isdigit((unsigned char)*text) && *end == '\0' && errno == 0 &&
			 (text[0] != '0' || text[1] == '\0');
	return is_number ? json_u64(number) : json_text(text);
}

static int read_text(const char *path, char text[static TEXT_BYTES], struct error *err)
{
	int ret = io_read_small(path, text, TEXT_BYTES, NULL, err);

	for (size_t length = ret == 0 ? strlen(text) : 0;
		length > 0 && isspace((unsigned char)text[length - 1]); length--)
		text[length - 1] = '\0';
	if (ret == 0 && *text == '\0')
		return fail(err, ENODATA, "%s is empty", path);
	return ret;
}

static int read_source(const struct source *source, const char *root, char text[static TEXT_BYTES],
	struct error *err)
{
	char path[PATH_MAX];

	path_of(source, root, path);
	return read_text(path, text, err);
}

int source_text(const struct source *source, const char *root, json_t **value, struct error *err)
{
	char text[TEXT_BYTES];
	int ret = read_source(source, root, text, err);

	if (ret == -ENODATA && source->word) {
		*value = json_text(source->word);
		return 0;
	}
	if (ret == 0)
		*value = source_as_json(text);
	return ret;
}

int source_chosen(const struct source *source, const char *root, json_t **value, struct error *err)
{
	char text[TEXT_BYTES];
	int ret = read_source(source, root, text, err);

	if (ret < 0)
		return ret;
	char *open = strchr(text, '['), *close = open ? strchr(open, ']') : NULL;
	if (close)
		*close = '\0';
	/* "none" where there is no choice */
	*value = json_text(close ? open + 1 : text);
	return 0;
}

/* What comes after KEY and one of `borders` on the first line that has it. */
static int find_line(const struct source *source, const char *root, const char *borders,
	char text[static TEXT_BYTES], struct error *err)
{
	char path[PATH_MAX];
	size_t length = strlen(source->key);

	path_of(source, root, path);
	AUTO_FCLOSE FILE *file = fopen(path, "re");
	if (!file)
		return fail_errno(err, "open %s", path);
	while (fgets(text, TEXT_BYTES, file)) {
		char *at = text + length;
		if (strncmp(text, source->key, length) != 0 || *at == '\0')
			continue;
		size_t gap = strspn(at, borders);
		if (gap == 0)
			continue;
		at += gap;
		at[strcspn(at, "\n")] = '\0';
		memmove(text, at, strlen(at) + 1);
		return *text ? 0 : fail(err, ENODATA, "%s: '%s' is empty", path, source->key);
	}
	return fail(err, ENODATA, "%s has no '%s'", path, source->key);
}

int source_line(const struct source *source, const char *root, json_t **value, struct error *err)
{
	char text[TEXT_BYTES];
	int ret = find_line(source, root, ": \t", text, err);

	if (ret == 0)
		*value = source_as_json(text);
	return ret;
}

int source_kib(const struct source *source, const char *root, json_t **value, struct error *err)
{
	char text[TEXT_BYTES];
	int ret = find_line(source, root, ": \t", text, err);

	if (ret == 0)
		*value = json_u64(strtoull(text, NULL, 10) * KIB);
	return ret;
}

int source_word(const struct source *source, const char *root, json_t **value, struct error *err)
{
	char text[TEXT_BYTES];
	int ret = source->key ? find_line(source, root, " ", text, err)
			      : read_source(source, root, text, err);

	if (ret < 0)
		return ret;
	text[strcspn(text, " \t\n")] = '\0';
	*value = source_as_json(text);
	return 0;
}

int source_assignment(const struct source *source, const char *root, json_t **value,
	struct error *err)
{
	char text[TEXT_BYTES];
	int ret = find_line(source, root, "=", text, err);

	if (ret < 0)
		return ret;
	size_t length = strlen(text);
	bool quoted = length > 1 && (*text == '"' || *text == '\'') && text[length - 1] == *text;
	text[length - quoted] = '\0';
	*value = json_text(text + quoted);
	return 0;
}

int source_has_word(const struct source *source, const char *root, json_t **value,
	struct error *err)
{
	char text[TEXT_BYTES];
	bool found = false;
	int ret = find_line(source, root, ": \t", text, err);

	if (ret < 0)
		return ret;
	for (char *rest = text, *word; (word = strsep(&rest, " ,"));)
		found |= strcmp(word, source->word) == 0;
	*value = json_boolean(found);
	return 0;
}

int source_first(const struct source *source, const char *root, json_t **value, struct error *err)
{
	char paths[PATH_MAX], path[PATH_MAX], text[TEXT_BYTES];
	int ret = -ENOENT;

	(void)snprintf(paths, sizeof(paths), "%s", source->path);
	for (char *rest = paths, *one; ret < 0 && (one = strsep(&rest, "|"));) {
		(void)snprintf(path, sizeof(path), "%s%s", root, one);
		ret = read_text(path, text, err);
	}
	if (ret == 0)
		*value = source_as_json(text);
	return ret;
}

int source_list_count(const struct source *source, const char *root, json_t **value,
	struct error *err)
{
	char text[TEXT_BYTES];
	uint64_t count = 0;
	int ret = read_source(source, root, text, err);

	if (ret < 0)
		return ret;
	for (char *rest = text, *part; (part = strsep(&rest, ","));) {
		char *end;
		uint64_t first = strtoull(part, &end, 10);
		uint64_t last = *end == '-' ? strtoull(end + 1, NULL, 10) : first;
		if (end == part || last < first)
			return fail(err, EINVAL, "%s: '%s' is no list", source->path, part);
		count += last - first + 1;
	}
	*value = json_u64(count);
	return 0;
}

int source_folder(const struct source *source, const char *root, json_t **value, struct error *err)
{
	char path[PATH_MAX], file[PATH_MAX + NAME_MAX + 1], text[TEXT_BYTES];
	struct error ignored;

	path_of(source, root, path);
	DIR *entries = opendir(path);
	if (!entries)
		return fail_errno(err, "open %s", path);
	json_t *object = json_object();
	for (struct dirent *e; (e = readdir(entries));) {
		(void)snprintf(file, sizeof(file), "%s/%s", path, e->d_name);
		if (e->d_name[0] != '.' && read_text(file, text, &ignored) == 0)
			(void)json_object_set_new(object, e->d_name, source_as_json(text));
	}
	(void)closedir(entries); /* only for reading */
	if (json_object_size(object) == 0) {
		json_decref(object);
		return fail(err, ENODATA, "%s is empty", path);
	}
	*value = object;
	return 0;
}

struct word {
	char text[128];
	unsigned count;
};

static int by_count(const void *a, const void *b)
{
	const struct word *x = a, *y = b;

	return x->count != y->count ? (x->count < y->count ? 1 : -1) : strcmp(x->text, y->text);
}

/* The file KEY of every folder below PATH; which ones there are, and how often. */
static int read_each(const struct source *source, const char *root, struct word *words,
	size_t *count, struct error *err)
{
	char path[PATH_MAX], file[PATH_MAX + NAME_MAX + 64], text[TEXT_BYTES];
	struct error ignored;
	size_t n = 0;

	path_of(source, root, path);
	DIR *entries = opendir(path);
	if (!entries)
		return fail_errno(err, "open %s", path);
	for (struct dirent *e; (e = readdir(entries));) {
		(void)snprintf(file, sizeof(file), "%s/%s/%s", path, e->d_name, source->key);
		if (e->d_name[0] == '.' || read_text(file, text, &ignored) < 0)
			continue;
		size_t i = 0;
		text[sizeof(words->text) - 1] = '\0';
		while (i < n && strcmp(words[i].text, text) != 0)
			i++;
		if (i == n && n == WORDS_MOST)
			continue;
		n += i == n;
		memcpy(words[i].text, text, strlen(text) + 1);
		words[i].count++;
	}
	(void)closedir(entries); /* only for reading */
	if (n == 0)
		return fail(err, ENODATA, "no %s/*/%s", path, source->key);
	*count = n;
	return 0;
}

int source_each(const struct source *source, const char *root, json_t **value, struct error *err)
{
	struct word words[WORDS_MOST] = { 0 };
	struct arena arena = { 0 };
	size_t count;
	int ret = read_each(source, root, words, &count, err);

	if (ret < 0)
		return ret;
	qsort(words, count, sizeof(*words), by_count);
	const char *text = words[0].text;
	for (size_t i = 0; count > 1 && i < count; i++)
		text = arena_printf(&arena, "%s%s%s (%u)", i ? text : "", i ? ", " : "",
			words[i].text, words[i].count);
	*value = json_text(text);
	arena_free(&arena);
	return 0;
}

int source_greatest(const struct source *source, const char *root, json_t **value,
	struct error *err)
{
	struct word words[WORDS_MOST] = { 0 };
	uint64_t greatest = 0;
	size_t count;
	int ret = read_each(source, root, words, &count, err);

	for (size_t i = 0; ret == 0 && i < count; i++)
		greatest = max_u64(greatest, strtoull(words[i].text, NULL, 10));
	if (ret == 0)
		*value = json_u64(greatest);
	return ret;
}

void sources_read(const struct source *table, const char *root, json_t *facts, json_t *unknown)
{
	for (const struct source *s = table; s->name; s++) {
		json_t *value = NULL;
		struct error why;
		if (s->read(s, root, &value, &why) == 0) {
			(void)json_object_set_new(facts, s->name, value);
			continue;
		}
		(void)json_object_set_new(facts, s->name, json_null());
		(void)json_object_set_new(unknown, s->name, json_text(why.text));
	}
}
