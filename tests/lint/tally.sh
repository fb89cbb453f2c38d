#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The test of the tests: what counts them sees every way in which a test program can fail.
# shellcheck source=../lib/tap.sh
. "${0%/*}/../lib/tap.sh"
tests=$(cd "${0%/*}/.." && pwd)

# said LINE STATUS PROGRAM [STATUS_OF_PROGRAM]: a program that prints PROGRAM is counted as LINE,
# and the count leaves with STATUS.
said() {
	rm -rf "$scratch/results"
	printf %s "$3" >"$scratch/program.out"
	"$tests/run-as" "$scratch/results" program 20 \
		sh -c 'cat "$1"; exit "$2"' - "$scratch/program.out" "${4:-0}"
	counted "$1" "$2"
}

counted() {
	status=0
	BAKEOFF_KNOWN_MISSING=$scratch/known "$tests/tally" "$scratch/results" >"$scratch/tally" || status=$?
	cat "$scratch/tally"
	[ "$(tail -n 1 "$scratch/tally")" = "$1" ]
	[ "$status" -eq "$2" ]
}

failed_test_shows_its_output() {
	said "1 passed, 1 failed, 0 skipped" 1 "ok 1 - a
not ok 2 - b
# because of this
1..2
" 1
	grep -q 'because of this' "$scratch/tally"
}

killed_program_is_a_failure() {
	rm -rf "$scratch/results"
	"$tests/run-as" "$scratch/results" program 20 sh -c 'echo "ok 1 - a"; kill -SEGV $$'
	counted "1 passed, 1 failed, 0 skipped" 1
}

hanging_program_is_a_failure() {
	rm -rf "$scratch/results"
	"$tests/run-as" "$scratch/results" program 1 sh -c 'echo "ok 1 - a"; echo 1..1; exec sleep 60'
	counted "1 passed, 1 failed, 0 skipped" 1
	grep -q 'took too long' "$scratch/tally"
}

unfinished_program_is_a_failure() {
	mkdir -p "$scratch/unfinished"
	printf 'ok 1 - a\n1..1\n' >"$scratch/unfinished/program.tap"
	must_fail "$tests/tally" "$scratch/unfinished" >"$scratch/tally"
	grep -q 'did not finish' "$scratch/tally"
}

nothing_run_is_a_failure() {
	mkdir -p "$scratch/empty"
	must_fail "$tests/tally" "$scratch/empty"
}

skips_in_ci() {
	echo "no device mapper" >"$scratch/known"
	BAKEOFF_TEST_NO_SKIP=1
	export BAKEOFF_TEST_NO_SKIP
	"$@"
}

standard_error_is_shown() {
	rm -rf "$scratch/results"
	"$tests/run-as" "$scratch/results" program 20 sh -c 'echo oh dear >&2; exit 1'
	counted "0 passed, 1 failed, 0 skipped" 1
	grep -q 'oh dear' "$scratch/tally"
}

crash_inside_a_check_is_a_failure() {
	cat >"$scratch/script" <<-END
		. "$tests/lib/tap.sh"
		half_way() { true; false; true; }
		check "stops where it fails" half_way
		done_testing
	END
	must_fail sh "$scratch/script" >"$scratch/out"
	grep -q '^not ok 1' "$scratch/out"
}

script_that_dies_has_no_plan() {
	cat >"$scratch/script" <<-END
		. "$tests/lib/tap.sh"
		check "first" true
		false
		done_testing
	END
	must_fail sh "$scratch/script" >"$scratch/out"
	must_fail grep -q '^1\.\.' "$scratch/out"
}

no_skip_env() { unset BAKEOFF_TEST_NO_SKIP; "$@"; }

two_ok="ok 1 - a
ok 2 - b
1..2
"
one_skip="ok 1 - a
ok 2 - b # SKIP no device mapper
1..2
"
other_skip="ok 1 - a
ok 2 - b # SKIP no time today
1..2
"
: >"$scratch/known"
check "what passes is counted" said "2 passed, 0 failed, 0 skipped" 0 "$two_ok"
check "a failed test fails all and shows its output" failed_test_shows_its_output
check "a bad status without a failed test is a failure" said "2 passed, 1 failed, 0 skipped" 1 "$two_ok" 1
check "a program that prints nothing is a failure" said "0 passed, 1 failed, 0 skipped" 1 ""
check "a missing plan is a failure" said "1 passed, 1 failed, 0 skipped" 1 "ok 1 - a
"
check "fewer tests than planned are a failure" said "1 passed, 1 failed, 0 skipped" 1 "1..2
ok 1 - a
"
check "a program killed by a signal is a failure" killed_program_is_a_failure
check "a program that hangs is a failure" hanging_program_is_a_failure
check "a program that never finished is a failure" unfinished_program_is_a_failure
check "running nothing at all is a failure" nothing_run_is_a_failure
check "standard error of a failed program is shown" standard_error_is_shown
check "a skip is counted as a skip" no_skip_env said "1 passed, 0 failed, 1 skipped" 0 "$one_skip"
check "only skips are no success" no_skip_env said "0 passed, 0 failed, 1 skipped" 1 "1..0 # SKIP no root
"
check "in CI a known skip is a skip" skips_in_ci said "1 passed, 0 failed, 1 skipped" 0 "$one_skip"
check "in CI another skip is a failure" skips_in_ci said "1 passed, 1 failed, 0 skipped" 1 "$other_skip"
check "a check stops where its command fails" crash_inside_a_check_is_a_failure
check "a script that dies prints no plan" script_that_dies_has_no_plan
done_testing
