// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The reference vectors of tests/data/stat_vectors.json: made with R 4.2.2, each recomputed
 * by an independent second path (the file's meta says how). Each is compared at its own tolerance.
 * And families of random comparisons with the answers of a reference in Python: written by
 * tests/stats/against_verdict_py, which compares as many as one likes.
 */
#include "vectors.h"

#include <math.h>

static const struct known_function *const tables[] = { test_functions, series_functions };

/* The rules of the file's meta: relative, and absolute 1e-12 for what is all but 0. */
static bool is_near(double got, double expected, double tolerance)
{
	double distance = fabs(got - expected);

	return distance <= tolerance * fabs(expected) ||
	       (fabs(expected) < 1e-12 && distance <= 1e-12);
}

static bool is_listed(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = list; at && (at = strstr(at, word)); at++)
		if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
			return true;
	return false;
}

static void compare(const char *id, const char *key, const json_t *got, const json_t *expected,
	double tolerance, const char *without)
{
	const char *name;
	json_t *value;
	size_t i;

	ck_assert_msg(got, "%s: nothing computed for %s", id, key);
	if (json_is_object(expected)) {
		json_object_foreach((json_t *)(uintptr_t)expected, name, value)
		{
			if (!is_listed(without, name))
				compare(id, name, json_object_get(got, name), value, tolerance,
					without);
		}
	} else if (json_is_array(expected)) {
		ck_assert_msg(json_array_size(got) == json_array_size(expected), "%s: size of %s",
			id, key);
		json_array_foreach(expected, i, value)
		{
			compare(id, key, json_array_get(got, i), value, tolerance, without);
		}
	} else if (json_is_number(expected)) {
		double x = json_is_number(got) ? json_number_value(got) : NAN;
		ck_assert_msg(is_near(x, json_number_value(expected), tolerance),
			"%s: %s is %.17g, expected %.17g", id, key, x, json_number_value(expected));
	} else {
		ck_assert_msg(json_equal(got, expected), "%s: %s differs", id, key);
	}
}

static json_t *load_vectors(const char *name)
{
	const char *source = getenv("BAKEOFF_SOURCE");
	char path[4096];
	json_error_t why;

	ck_assert_msg(source, "BAKEOFF_SOURCE is not set");
	snprintf(path, sizeof(path), "%s/tests/data/%s", source, name);
	json_t *file = json_load_file(path, 0, &why);
	ck_assert_msg(file, "%s: %s", path, why.text);
	return file;
}

static const struct known_function *function_of(const json_t *vector)
{
	for (size_t t = 0; t < COUNT_OF(tables); t++)
		for (const struct known_function *f = tables[t]; f->fn; f++)
			if (has_text(vector, "fn", f->fn))
				return f;
	ck_abort_msg("unlisted function %s", json_string_value(json_object_get(vector, "fn")));
	return NULL;
}

/* Returns how many vectors there are. */
static size_t meet_all(const char *name)
{
	json_t *file = load_vectors(name);
	const json_t *vectors = json_object_get(file, "vectors");
	size_t i, count = json_array_size(vectors);
	json_t *vector;

	json_array_foreach(vectors, i, vector)
	{
		const struct known_function *f = function_of(vector);
		struct vector v = { .in = json_object_get(vector, "input"), .out = json_object() };
		f->run(&v);
		compare(json_string_value(json_object_get(vector, "id")), "result", v.out,
			json_object_get(vector, "expected"), number(vector, "tol_rel"), f->without);
		json_decref(v.out);
		arena_free(&v.arena);
	}
	json_decref(file);
	return count;
}

START_TEST(every_vector_is_met_at_its_own_tolerance)
{
	ck_assert_uint_eq(meet_all("stat_vectors.json"), 170);
}
END_TEST

START_TEST(families_are_judged_as_by_the_reference)
{
	ck_assert_uint_eq(meet_all("family_vectors.json"), 30);
}
END_TEST

START_TEST(every_function_of_the_tables_has_its_vectors)
{
	json_t *file = load_vectors("stat_vectors.json");
	const json_t *vectors = json_object_get(file, "vectors");
	size_t i, all = 0;
	json_t *vector;

	for (size_t t = 0; t < COUNT_OF(tables); t++)
		for (const struct known_function *f = tables[t]; f->fn; f++) {
			size_t seen = 0;
			json_array_foreach(vectors, i, vector)
			{
				seen += has_text(vector, "fn", f->fn);
			}
			ck_assert_msg(seen == f->vectors, "%s: %zu vectors", f->fn, seen);
			all += seen;
		}
	ck_assert_uint_eq(all, json_array_size(vectors));
	json_decref(file);
}
END_TEST

UNIT_MAIN("stat_vectors", every_vector_is_met_at_its_own_tolerance,
	families_are_judged_as_by_the_reference, every_function_of_the_tables_has_its_vectors)
