#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# help.sh BAKEOFF: --help of every command is on stdout and at most 80 columns wide; an option
# that no command knows is refused on stderr, with status 2.
bakeoff=$1
# shellcheck source=../lib/tap.sh
. "${0%/*}/../lib/tap.sh"

help_is_narrow() {
	"$bakeoff" "$@" --help >"$scratch/out" 2>"$scratch/err"
	[ -s "$scratch/out" ]
	[ ! -s "$scratch/err" ]
	awk 'length($0) > 80 { print "over 80 columns: " $0; bad = 1 } END { exit bad }' "$scratch/out"
}

unknown_option_is_refused() {
	status=0
	"$bakeoff" "$@" --no-such-option-exists >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
	cat "$scratch/err"
	[ "$status" -eq 2 ]
	[ ! -s "$scratch/out" ]
	grep -q "^bakeoff: .*--no-such-option-exists" "$scratch/err"
}

# The commands are the words that begin a line, two blanks in, of the main --help.
"$bakeoff" --help >"$scratch/help" 2>/dev/null || true
commands=$(sed -n 's/^  \([a-z][a-z0-9]*\)  .*/\1/p' "$scratch/help" | sort -u)

check "bakeoff --help is at most 80 columns wide" help_is_narrow
check "bakeoff --help names its commands" [ -n "$commands" ]
for command in $commands; do
	check "bakeoff $command --help is at most 80 columns wide" help_is_narrow "$command"
	check "bakeoff $command refuses an unknown option" unknown_option_is_refused "$command"
done
done_testing
