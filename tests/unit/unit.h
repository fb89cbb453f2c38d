// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"

#include <check.h>
#undef fail /* check.h defines it for programs of long ago */
#include <stdio.h>
#include <stdlib.h>

/* Where time and memory are not what they are for a user. */
#if defined(__SANITIZE_ADDRESS__)
__attribute__((unused)) static const bool under_sanitizer = true;
#elif defined(__has_feature)
__attribute__((unused)) static const bool under_sanitizer = __has_feature(address_sanitizer);
#else
__attribute__((unused)) static const bool under_sanitizer = false;
#endif

/*
 * UNIT_MAIN(name, test, test, ...): the program of one unit's tests. Every test
 * runs in its own process; the result is TAP on stdout.
 */
static inline int unit_run(const char *name, const TTest *const *tests, size_t count)
{
	Suite *suite = suite_create(name);
	TCase *tcase = tcase_create(name);

	for (size_t i = 0; i < count; i++)
		tcase_add_test(tcase, tests[i]);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	/* Not /dev/stdout: opened anew, a file would be overwritten where a test prints to it. */
	srunner_set_tap(runner, "-");
	setvbuf(stdout, NULL, _IOLBF, 0); /* nothing is left in it for a forked test to say again */
	srunner_run_all(runner, CK_SILENT);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#define UNIT_MAIN(name, ...) \
	int main(void) \
	{ \
		const TTest *const tests[] = { __VA_ARGS__ }; \
		return unit_run(name, tests, COUNT_OF(tests)); \
	}

/* A call that must succeed; its error text is shown where it does not. */
#define OK(call) \
	do { \
		int unit_ret = (call); \
		ck_assert_msg(unit_ret == 0, "%s: %d: %s", #call, unit_ret, err.text); \
	} while (0)
