#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# completion.sh BUILD: bash, fish and zsh complete what bakeoff has: commands, options, values,
# workloads, keys, experiments, files. Each shell is run once, with all lines to be completed.
build=$1
bakeoff=$build/bakeoff
made=$build/src/manual
# In memory: nothing waits for somebody else's disk to get quiet.
[ -n "${TMPDIR:-}" ] || [ ! -w /dev/shm ] || TMPDIR=/dev/shm
export TMPDIR="${TMPDIR:-/tmp}"
# shellcheck source=../lib/tap.sh
. "${0%/*}/../lib/tap.sh"
scripts=$(cd "${0%/*}" && pwd)

HOME=$scratch/home XDG_DATA_HOME=$scratch/data XDG_STATE_HOME=$scratch/state BAKEOFF_RUN_DIR=$scratch/run
XDG_CONFIG_HOME=$scratch/config TERM=dumb PATH=$scratch/bin:$PATH
export HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CONFIG_HOME BAKEOFF_RUN_DIR TERM PATH
mkdir -p "$HOME" "$scratch/bin" "$scratch/here/folder"
ln -s "$bakeoff" "$scratch/bin/bakeoff"
cd "$scratch/here"
touch plan.ini plain.txt fold

commands() {
	bakeoff --help | sed -n 's/^  \([a-z][a-z0-9]*\)  .*/\1/p'
}

workloads() {
	bakeoff workloads | sed 's/ .*//'
}

# Line, a bar, and what is offered at its end: names without a = behind them, folders without a /.
cat >"$scratch/expected" <<END
bakeoff comp|compare
bakeoff help comp|compare
bakeoff run lmd|lmdd
bakeoff workloads noth|nothing
bakeoff workloads aim9|aim9
bakeoff run aim9 --fidelity=|classic strict
bakeoff run aim9 --primary=classic_c|classic_call_latency_max classic_call_latency_p50 classic_call_latency_p99 classic_calls classic_cpu
bakeoff run aim9 --primary=strict_l|
bakeoff run disk_rr --primary=strict_latency_m|strict_latency_max
bakeoff run --dr|--dry-run
bakeoff run --sty|--style
bakeoff run --style=|classic contest csv json verdict
bakeoff run --style=c|classic contest csv
bakeoff run --style c|classic contest csv
bakeoff run lmdd --rw=|copy read write
bakeoff run lmdd --rw=r|read
bakeoff run lmdd --fsync=|no yes
bakeoff run --rw|
bakeoff run lmdd nothing --rw|
bakeoff run nothing lmdd --rw|--rw
bakeoff run nothing --primary=nothing_r|nothing_rate
bakeoff run --variant=a:mem|memory
bakeoff run --variant=a:fs=ext4,mk|mkfs
bakeoff run --variant=a:fs=ext4,baseline=y|yes
bakeoff compare --gate=|no strict yes
bakeoff show |1 2
bakeoff compare 1 |1 2
bakeoff show --db=other.db |1
bakeoff list --db=pl|plain.txt plan.ini
bakeoff list --db pl|plain.txt plan.ini
bakeoff run --scratch=fo|folder
bakeoff run pl|plan.ini
bakeoff run fo|folder
bakeoff lmdd if=pl|plain.txt plan.ini
bakeoff lmdd nocr|nocreate
bakeoff list x|
END

# Everything that there is, each once more in full.
all_lines() {
	cut -d'|' -f1 "$scratch/expected"
	echo "bakeoff "
	echo "bakeoff workloads "
	echo "bakeoff run --variant=a:"
	for command in $(commands); do
		echo "bakeoff $command --"
	done
	for workload in $(workloads); do
		echo "bakeoff run $workload --"
	done
}

# The same form for all shells: bash and zsh leave out what stands before a = or :, fish does not.
as_names() {
	sed '/^>/!{ s/.*[=:,]\(.\)/\1/; s/[=/]$//; }'
}

# offered SHELL LINE: in one line, in order.
offered() {
	awk -v wanted=">$2" '
		$0 == wanted { inside = found = 1; next }
		/^$/ { inside = 0 }
		inside
		END { exit !found }' "$scratch/$1" | sort -u | tr '\n' ' ' | sed 's/ $//'
}

offers_what_is_expected() {
	while IFS='|' read -r line words; do
		got=$(offered "$1" "$line")
		[ "$got" = "$words" ] || echo "$line: '$got' instead of '$words'"
	done <"$scratch/expected" >"$scratch/bad"
	show_bad
}

# has_all SHELL LINE: each word of standard input is offered.
has_all() {
	got=" $(offered "$1" "$2") "
	sort -u >"$scratch/words"
	[ -s "$scratch/words" ]
	while read -r word; do
		case $got in
		*" $word "*) ;;
		*) echo "'$2': no $word" ;;
		esac
	done <"$scratch/words" >"$scratch/bad"
	show_bad
}

offers_every_command() {
	commands | has_all "$1" "bakeoff "
}

offers_every_workload() {
	workloads | has_all "$1" "bakeoff workloads "
}

# Long options of a help on standard input.
long_options() {
	sed -n 's/^  \(-[a-zA-Z], \)\{0,1\}\(--[a-z_-]*\).*/\2/p'
}

offers_every_option_of() {
	bakeoff "$2" --help | sed '/^Of a workload/,$d' >"$scratch/help"
	long_options <"$scratch/help" >"$scratch/options"
	[ ! -s "$scratch/options" ] || has_all "$1" "bakeoff $2 --" <"$scratch/options"
}

offers_every_option() {
	for command in $(commands); do
		offers_every_option_of "$1" "$command"
	done
}

offers_every_parameter() {
	for workload in $(workloads); do
		bakeoff workloads "$workload" | sed -n 's/^  \([a-z_]*\) = .*/--\1/p' |
			has_all "$1" "bakeoff run $workload --"
	done
}

offers_every_variant_key() {
	bakeoff run --help | sed -n 's/^  \([a-z_]*\) = .*/\1/p' | has_all "$1" "bakeoff run --variant=a:"
}

# As it is installed, under the command's name.
bash_completion_finds_it() {
	mkdir -p "$scratch/user/completions"
	cp "$made/bakeoff" "$scratch/user/completions/bakeoff"
	BASH_COMPLETION_USER_DIR=$scratch/user bash --norc -c '
		. /usr/share/bash-completion/bash_completion
		if declare -F _comp_load >/dev/null; then _comp_load bakeoff; else _completion_loader bakeoff; fi
		complete -p bakeoff' | grep -q -- '-F _bakeoff bakeoff'
}

show_bad() {
	cat "$scratch/bad"
	[ ! -s "$scratch/bad" ]
}

completes_in() {
	case $1 in
	bash) bash --norc "$scripts/complete.bash" "$made/bakeoff" ;;
	fish) fish --no-config "$scripts/complete.fish" "$made/bakeoff.fish" ;;
	zsh) zsh -f "$scripts/complete.zsh" "$made" ;;
	esac
}

all_lines >"$scratch/lines"
bakeoff run nothing --operations=1k --rounds=1 >"$scratch/run.out" 2>&1
bakeoff run nothing --operations=1k --rounds=1 >"$scratch/run.out" 2>&1
bakeoff run nothing --operations=1k --rounds=1 --db=other.db >"$scratch/run.out" 2>&1
for shell in bash fish zsh; do
	if ! command -v "$shell" >/dev/null; then
		skip "completion in $shell" "$shell is not installed"
		continue
	fi
	completes_in "$shell" <"$scratch/lines" 2>"$scratch/$shell.err" | as_names >"$scratch/$shell"
	check "$shell says nothing on standard error" must_fail grep . "$scratch/$shell.err"
	check "$shell offers what is expected" offers_what_is_expected "$shell"
	check "$shell offers every command" offers_every_command "$shell"
	check "$shell offers every workload" offers_every_workload "$shell"
	check "$shell offers every option" offers_every_option "$shell"
	check "$shell offers every parameter of every workload" offers_every_parameter "$shell"
	check "$shell offers every key of a variant" offers_every_variant_key "$shell"
done
if [ -e /usr/share/bash-completion/bash_completion ]; then
	check "bash-completion finds it by its name" bash_completion_finds_it
else
	skip "bash-completion finds it by its name" "bash-completion is not installed"
fi
done_testing
