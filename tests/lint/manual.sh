#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# manual.sh BUILD: the manual pages that BUILD has made are sound, and say all that --help and
# `bakeoff workloads` say; their examples work.
build=$1
bakeoff=$build/bakeoff
pages=$build/src/manual
# In memory: nothing waits for somebody else's disk to get quiet.
[ -n "${TMPDIR:-}" ] || [ ! -w /dev/shm ] || TMPDIR=/dev/shm
export TMPDIR="${TMPDIR:-/tmp}"
# shellcheck source=../lib/tap.sh
. "${0%/*}/../lib/tap.sh"
cd "${0%/*}/../.."
XDG_DATA_HOME=$scratch/data XDG_STATE_HOME=$scratch/state BAKEOFF_RUN_DIR=$scratch/run
export XDG_DATA_HOME XDG_STATE_HOME BAKEOFF_RUN_DIR

show_bad() {
	cat "$scratch/bad"
	[ ! -s "$scratch/bad" ]
}

# Other pages may not be installed here.
page_is_sound() {
	mandoc -T lint "$1" 2>/dev/null | grep -v ' referenced manual not found: ' >"$scratch/bad" || true
	show_bad
}

# Without the backspaces that make bold and underlined.
plain() {
	sed "s/.$(printf '\b')//g"
}

# As wide as it comes, so that no line is broken.
rendered() {
	mandoc -T ascii -O width=1000 "$pages/$1" | plain
}

# text_of PAGE SUBSECTION: in one line, each run of blanks one blank.
text_of() {
	rendered "$1" | awk -v wanted="   $2" '
		/^   ?[^ ]/ || /^[^ ]/ { inside = $0 == wanted; next }
		inside' | tr -s ' \n' '  '
}

# Help on standard input: each argument with what it does, in one line each.
items() {
	awk '
		function say() { if (item != "") print item; item = "" }
		/^  [^ ]/ { say(); item = $0; next }
		/^    / { if (item != "") item = item $0; next }
		{ say() }
		END { say() }' | tr -s ' ' | sed 's/^ //'
}

# missing_in TEXT: lines of standard input that are not in it.
missing_in() {
	while IFS= read -r line; do
		case $1 in
		*"$line"*) ;;
		*) echo "missing: $line" ;;
		esac
	done >"$scratch/bad"
	show_bad
}

commands() {
	"$bakeoff" --help | sed -n 's/^  \([a-z][a-z0-9]*\)  .*/\1/p'
}

every_command_is_in_the_synopsis() {
	commands | sed 's/^/bakeoff /' >"$scratch/commands"
	[ -s "$scratch/commands" ]
	missing_in "$(rendered bakeoff.1 | sed '/^DESCRIPTION/,$d' | tr -s ' \n' '  ')" <"$scratch/commands"
}

command_says_what_its_help_says() {
	text=$(text_of bakeoff.1 "bakeoff $1")
	[ -n "$text" ]
	"$bakeoff" "$1" --help | items >"$scratch/items"
	[ -s "$scratch/items" ]
	missing_in "$text" <"$scratch/items"
}

# What is shared by all workloads, or those of a suite, has a section of its own.
workload_says_what_bakeoff_says() {
	text=$(text_of bakeoff-workloads.7 "$1")
	suite=$(echo "$text" | sed -n 's/.* Parameters: those of the suite \([^ ]*\)\. .*/\1/p')
	[ -z "$suite" ] || text="$text $(text_of bakeoff-workloads.7 "$suite")"
	text="$text $(text_of bakeoff-workloads.7 'Keys of every workload')"
	"$bakeoff" workloads "$1" >"$scratch/help"
	items <"$scratch/help" >"$scratch/items"
	[ -s "$scratch/items" ]
	grep '^Here the default of ' "$scratch/help" >>"$scratch/items" || true
	missing_in "$text" <"$scratch/items"
}

# The one that says what differs from the original.
workload_names_its_page() {
	text_of bakeoff-workloads.7 "$1" | grep -o 'docs/workloads/[a-z0-9_-]*\.md' >"$scratch/page"
	cat "$scratch/page"
	page=$(cat "$scratch/page")
	[ -e "$page" ]
	grep -q -e "$1" "$page"
}

own_default_is_told() {
	"$bakeoff" workloads "$1" | grep -qx "Here the default of $2 is $3\."
}

# The keys that `run --help` has as options are without dashes in a plan.
plan_has_every_key() {
	text="$(text_of bakeoff-plan.5 'The experiment') $(text_of bakeoff-plan.5 Variants) $(text_of bakeoff-plan.5 Workloads)"
	"$bakeoff" run --help | sed '1,/^Of the experiment/d' | items |
		sed 's/^--\([a-z_]*\)\[=\([a-z|]*\)\]/\1 = \2/; s/^--\([a-z_]*\)=/\1 = /' >"$scratch/items"
	[ "$(wc -l <"$scratch/items")" -gt 20 ]
	missing_in "$text" <"$scratch/items"
}

every_variable_is_told() {
	grep -rhoE 'getenv\("[A-Z_]+"\)' src | cut -d'"' -f2 | sort -u >"$scratch/variables"
	[ -s "$scratch/variables" ]
	missing_in "$(rendered bakeoff.1)" <"$scratch/variables"
}

has_every_section() {
	rendered "$1" | grep '^[A-Z]' >"$scratch/sections"
	for section in NAME SYNOPSIS DESCRIPTION ENVIRONMENT FILES 'EXIT STATUS' EXAMPLES 'SEE ALSO' BUGS; do
		grep -qx "$section" "$scratch/sections" || echo "$1 has no section $section"
	done >"$scratch/bad"
	show_bad
}

# At 80 columns, also the examples, which are not filled.
page_fits_a_terminal() {
	mandoc -T ascii -O width=78 "$pages/$1" | plain | awk 'length > 80' >"$scratch/bad"
	show_bad
}

# The examples of a page: what stands behind `$ `, with its continuation lines.
examples() {
	rendered "$1" | sed '1,/^EXAMPLES/d; /^SEE ALSO/,$d' | awk '
		/^ *\$ / { sub(/^ *\$ /, ""); on = 1 }
		on { line = $0; on = sub(/\\$/, "", line); printf "%s%s", line, on ? "" : "\n" }'
}

# `run` only says what it would do; the others read an experiment that was really run.
examples_work() {
	examples "$1" | sed 's/^bakeoff run /&--dry-run /' >"$scratch/examples"
	[ "$(wc -l <"$scratch/examples")" -ge "$2" ]
	mkdir -p "$scratch/bin" "$scratch/here"
	ln -sf "$bakeoff" "$scratch/bin/bakeoff"
	cd "$scratch/here"
	"$bakeoff" run nothing --operations=1k --rounds=3 >"$scratch/first" 2>&1
	while IFS= read -r line; do
		echo "$line"
		PATH=$scratch/bin:$PATH sh -c "$line" </dev/null
	done <"$scratch/examples"
}

# Plans are the literal blocks of the page that have a section in them.
plans_work() {
	rendered bakeoff-plan.5 | sed '1,/^EXAMPLES/d; /^SEE ALSO/,$d' | sed 's/^ *//' | awk -v to="$scratch/plan" '
		/^(Does|Two) / { number++; next }
		{ print >(to number ".ini") }'
	[ -s "$scratch/plan2.ini" ]
	for plan in "$scratch"/plan*.ini; do
		DIR=$scratch "$bakeoff" run --dry-run "$plan"
	done
}

same_source_same_bytes() {
	for page in bakeoff.1 bakeoff-plan.5 bakeoff-workloads.7; do
		(cd / && TZ=Pacific/Auckland HOME=/nowhere "$pages/manual") <"docs/man/$page" | cmp - "$pages/$page"
	done
}

is_installed() {
	DESTDIR=$scratch/root meson install --no-rebuild --quiet -C "$build"
	for file in man/man1/bakeoff.1 man/man5/bakeoff-plan.5 man/man7/bakeoff-workloads.7 \
		bash-completion/completions/bakeoff zsh/site-functions/_bakeoff \
		fish/vendor_completions.d/bakeoff.fish doc/bakeoff/workloads/lmdd.md; do
		[ -n "$(find "$scratch/root" -path "*/share/$file" -size +0)" ] || echo "no $file"
	done >"$scratch/bad"
	show_bad
}

check "unknown markers of a template are refused" must_fail sh -c "echo @no-such-marker@ | '$pages/manual'"
check "the same source makes the same bytes" same_source_same_bytes
check "pages and completions are installed where they are looked for" is_installed
if ! command -v mandoc >/dev/null; then
	skip "the manual" "mandoc is not installed"
	done_testing
fi
for page in bakeoff.1 bakeoff-plan.5 bakeoff-workloads.7; do
	check "$page is clean by mandoc -T lint" page_is_sound "$pages/$page"
	check "$page has every section" has_every_section "$page"
	check "$page fits into 80 columns" page_fits_a_terminal "$page"
done
check "every command is in the synopsis" every_command_is_in_the_synopsis
for command in $(commands); do
	check "bakeoff.1 says what bakeoff $command --help says" command_says_what_its_help_says "$command"
done
for workload in $("$bakeoff" workloads | sed 's/ .*//'); do
	check "bakeoff-workloads.7 says what bakeoff workloads $workload says" \
		workload_says_what_bakeoff_says "$workload"
done
for workload in $("$bakeoff" workloads | sed '/ a suite: /d; s/ .*//'); do
	check "bakeoff-workloads.7 names the page of $workload" workload_names_its_page "$workload"
done
check "a suite's own default of a shared key is told" own_default_is_told aim9 runtime 10s
check "a workload's own default of a shared key is told" own_default_is_told disk_rr runtime 10s
check "bakeoff-plan.5 has every key" plan_has_every_key
check "every environment variable that is read is told" every_variable_is_told
check "the examples of bakeoff.1 work" examples_work bakeoff.1 8
check "the examples of bakeoff-workloads.7 work" examples_work bakeoff-workloads.7 2
check "the plans of bakeoff-plan.5 work" plans_work
done_testing
