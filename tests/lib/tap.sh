# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a test script in shell begins with: TAP on stdout, a folder of its own in $scratch
# that is removed on every way out.
#
#   check WHAT COMMAND...   one test: passes when the command does, with set -e inside it
#   must_fail COMMAND...    inside a check: the command has to fail, and not by a signal
#   skip WHAT REASON        one test that cannot be done here
#   done_testing            always the last line; a script that dies before it has failed
#
# on_exit and after_check may be redefined by a library on top of this one.
set -eu
LC_ALL=C
export LC_ALL

checks=0
failures=0
scratch=$(mktemp -d "${TMPDIR:-/tmp}/bakeoff-test.XXXXXX")

# Undoes what a script did outside $scratch.
on_exit() { :; }

# Runs after every check, in the same shell; a failure fails that check.
after_check() { :; }

leave() {
	leave_status=$?
	trap - EXIT
	on_exit || leave_status=1
	rm -rf "$scratch"
	exit "$leave_status"
}
trap leave EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# The command runs in a subshell that is no part of a condition: there set -e would be
# off, and a failure half-way through it would pass.
check() {
	what=$1
	shift
	checks=$((checks + 1))
	set +e
	(
		trap - EXIT
		set -e
		"$@"
	) >"$scratch/.output" 2>&1
	status=$?
	(
		trap - EXIT
		set -e
		after_check
	) >>"$scratch/.output" 2>&1
	after=$?
	set -e
	if [ "$status" -eq 0 ] && [ "$after" -eq 0 ]; then
		echo "ok $checks - $what"
		return
	fi
	failures=$((failures + 1))
	echo "not ok $checks - $what"
	echo "# exit status $status"
	sed 's/^/# /' "$scratch/.output"
}

# Not `! COMMAND`: set -e ignores the status of that, so it could not fail a check.
must_fail() {
	must_fail_status=0
	"$@" || must_fail_status=$?
	[ "$must_fail_status" -ne 0 ] || {
		echo "this should have failed: $*"
		return 1
	}
	[ "$must_fail_status" -lt 126 ] || {
		echo "status $must_fail_status: $*"
		return 1
	}
}

skip() {
	checks=$((checks + 1))
	echo "ok $checks - $1 # SKIP $2"
}

done_testing() {
	echo "1..$checks"
	[ "$failures" -eq 0 ] || exit 1
	exit 0
}
