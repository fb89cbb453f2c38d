// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hash.h"

#include "unit.h"

#include <string.h>

/* FIPS 180-4's examples of one and two blocks, and the empty message. */
START_TEST(sha256_is_that_of_the_standard)
{
	static const struct {
		const char *text, *hex;
	} cases[] = {
		{ "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
		{ "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
		{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
			"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
	};
	char hex[65];

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		hash_sha256_hex(cases[i].text, strlen(cases[i].text), hex);
		ck_assert_str_eq(hex, cases[i].hex);
	}
}
END_TEST

/* printf %s 42/3/lmdd | sha256sum, its first 16 digits shifted right by 11 bits. */
START_TEST(a_seed_is_the_first_53_bits_of_the_hash_of_its_use)
{
	ck_assert_uint_eq(hash_seed(42, 3, "lmdd"), UINT64_C(7185601695174146));
	ck_assert_uint_ne(hash_seed(42, 3, "lmdd"), hash_seed(42, 4, "lmdd"));
	ck_assert_uint_ne(hash_seed(42, 3, "lmdd"), hash_seed(42, 3, "bonnie"));
	for (uint64_t i = 0; i < 1000; i++)
		ck_assert_uint_lt(hash_seed(i, i, "x"), UINT64_C(1) << 53);
}
END_TEST

START_TEST(a_uuid_is_of_version_4_and_always_the_same)
{
	char uuid[37], again[37], other[37];

	for (uint64_t i = 0; i < 200; i++) {
		hash_uuid(1, i, "fs", uuid);
		hash_uuid(1, i, "fs", again);
		hash_uuid(1, i, "fs2", other);
		ck_assert_str_eq(uuid, again);
		ck_assert_str_ne(uuid, other);
		ck_assert_uint_eq(strlen(uuid), 36);
		ck_assert(uuid[8] == '-' && uuid[13] == '-' && uuid[18] == '-' && uuid[23] == '-');
		ck_assert_int_eq(uuid[14], '4');
		ck_assert_ptr_nonnull(strchr("89ab", uuid[19]));
	}
}
END_TEST

UNIT_MAIN("hash", sha256_is_that_of_the_standard,
	a_seed_is_the_first_53_bits_of_the_hash_of_its_use,
	a_uuid_is_of_version_4_and_always_the_same)
