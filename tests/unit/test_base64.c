// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base64.h"

#include "core/rng.h"
#include "unit.h"

#include <errno.h>
#include <string.h>

/* RFC 4648, section 10. */
START_TEST(base64_is_that_of_the_rfc)
{
	static const struct {
		const char *plain, *coded;
	} cases[] = {
		{ "", "" },
		{ "f", "Zg==" },
		{ "fo", "Zm8=" },
		{ "foo", "Zm9v" },
		{ "foob", "Zm9vYg==" },
		{ "fooba", "Zm9vYmE=" },
		{ "foobar", "Zm9vYmFy" },
	};
	struct arena arena = { 0 };
	struct error err = { 0 };
	unsigned char *data;
	size_t size;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *plain = cases[i].plain;
		ck_assert_str_eq(base64_encode(&arena, (const unsigned char *)plain, strlen(plain)),
			cases[i].coded);
		OK(base64_decode(&arena, cases[i].coded, &data, &size, &err));
		ck_assert_uint_eq(size, strlen(plain));
		ck_assert_mem_eq(data, plain, size);
	}
	arena_free(&arena);
}
END_TEST

START_TEST(every_byte_comes_back)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	unsigned char blob[1000], *data;
	size_t size;
	struct rng rng;

	rng_seed(&rng, 1);
	for (size_t n = 0; n < sizeof(blob); n += 1 + n / 7) {
		for (size_t i = 0; i < n; i++)
			blob[i] = (unsigned char)rng_next(&rng);
		OK(base64_decode(&arena, base64_encode(&arena, blob, n), &data, &size, &err));
		ck_assert_uint_eq(size, n);
		if (n > 0)
			ck_assert_mem_eq(data, blob, n);
	}
	arena_free(&arena);
}
END_TEST

START_TEST(texts_that_must_be_refused)
{
	static const struct {
		const char *text, *why;
	} cases[] = {
		{ "Zg=", "no multiple of 4" },
		{ "Zg", "no multiple of 4" },
		{ "Z===", "position 2" },
		{ "====", "position 1" },
		{ "Zg==Zg==", "position 3" },
		{ "Zm 9", "position 3" },
		{ "Zm9\n", "position 4" },
		{ "Zm-_", "position 3" },
		{ "Zh==", "bits behind the end" },
		{ "Zm9=", "bits behind the end" },
	};
	struct arena arena = { 0 };
	struct error err = { 0 };
	unsigned char *data = NULL;
	size_t size;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		ck_assert_int_eq(base64_decode(&arena, cases[i].text, &data, &size, &err), -EINVAL);
		ck_assert_msg(strstr(err.text, cases[i].why), "'%s': %s", cases[i].text, err.text);
		ck_assert_ptr_null(data);
	}
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("base64", base64_is_that_of_the_rfc, every_byte_comes_back, texts_that_must_be_refused)
