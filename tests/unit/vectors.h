// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/json.h"

#include "unit.h"

#include <string.h>

/* A vector under way: its input, and what our functions make of it. */
struct vector {
	const json_t *in;
	json_t *out;
	struct arena arena;
};

struct numbers {
	double *x;
	size_t n;
};

static inline struct numbers numbers_of(struct vector *v, const json_t *array)
{
	struct numbers list = { .n = json_array_size(array) };

	ck_assert(json_is_array(array));
	list.x = NEW(&v->arena, double, list.n);
	for (size_t i = 0; i < list.n; i++)
		list.x[i] = json_number_value(json_array_get(array, i));
	return list;
}

static inline struct numbers numbers(struct vector *v, const char *key)
{
	return numbers_of(v, json_object_get(v->in, key));
}

/* Rows of equal length. */
struct matrix {
	const double **rows;
	size_t k, n;
};

static inline struct matrix matrix_of(struct vector *v, const json_t *rows)
{
	struct matrix m = { .k = json_array_size(rows) };

	m.rows = NEW(&v->arena, const double *, m.k);
	for (size_t i = 0; i < m.k; i++) {
		struct numbers row = numbers_of(v, json_array_get(rows, i));
		m.rows[i] = row.x;
		m.n = row.n;
	}
	return m;
}

static inline double number(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	ck_assert_msg(json_is_number(value), "no number %s", key);
	return json_number_value(value);
}

static inline size_t count_at(const json_t *object, const char *key)
{
	return (size_t)number(object, key);
}

static inline void put(struct vector *v, const char *key, double value)
{
	(void)json_object_set_new(v->out, key, json_double(value));
}

static inline void put_list(struct vector *v, const char *key, const double *x, size_t n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		(void)json_array_append_new(list, json_double(x[i]));
	(void)json_object_set_new(v->out, key, list);
}

static inline bool has_text(const json_t *object, const char *key, const char *text)
{
	const char *value = json_string_value(json_object_get(object, key));

	ck_assert_msg(value, "no text %s", key);
	return strcmp(value, text) == 0;
}

/* One function of the vectors. `without` names results that we do not offer. */
struct known_function {
	const char *fn;
	size_t vectors;
	void (*run)(struct vector *v);
	const char *without;
};

/* Each ended by { 0 }. */
extern const struct known_function test_functions[];   /* estimates, tests, verdicts */
extern const struct known_function series_functions[]; /* plans, order, what happens over time */
