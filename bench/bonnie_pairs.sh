#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# bonnie_pairs.sh [BAKEOFF [PAIRS [DIR]]]: `bakeoff bonnie --style=bonnie++` against Debian's bonnie++,
# by turns with the same options, in a new folder of DIR (/dev/shm; about 8 GiB). Who is first
# alternates, and a first pair is thrown away: memory that the host has never given out is slow. For
# each phase what bakeoff itself says of the pairs, with a margin of 3 %: FASTER and EQUIVALENT are
# "not slower". 9 pairs take about fifteen minutes. Run by hand, on a machine that is otherwise idle.
set -eu
bakeoff=${1:-build/bakeoff}
pairs=${2:-9}
work=$(mktemp -d "${3:-/dev/shm}/bakeoff-bonnie.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
command -v bonnie++ >/dev/null || PATH=$PATH:/usr/sbin
command -v bonnie++ >/dev/null || {
	echo "bonnie++ is not installed"
	exit 77
}

# Long enough on a fast machine that no phase is "+++++" (below half a second).
options=${BONNIE_OPTIONS:--s 7168:8k:3000k:5 -n 640 -r 0 -z 42 -q}

# one NAME COMMAND...: a run's line of CSV, behind the name
one() {
	name=$1
	shift
	# $options is a list of words
	# shellcheck disable=SC2086
	"$@" -d "$work" $options 2>/dev/null | tail -n 1 | sed "s/^/$name,/" >>"$work/lines"
}

ours() {
	one bakeoff "$bakeoff" bonnie --style=bonnie++
}

theirs() {
	one bonnie++ bonnie++ -u root
}

i=-1 # -1: the pair that is thrown away
while [ "$i" -lt "$pairs" ]; do
	if [ $((i % 2)) -ne 0 ]; then
		ours
		theirs
	else
		theirs
		ours
	fi
	[ "$i" -ge 0 ] || : >"$work/lines"
	i=$((i + 1))
done

# values PROGRAM FIELD: of each run, with commas between
values() {
	awk -F, -v name="$1" -v field="$2" '$1 == name { printf "%s%s", n++ ? "," : "", $field }' "$work/lines"
}

# The CSV's fields, one further for the name that stands before them.
set --
for phase in putc:11 block_write:13 rewrite:15 getc:17 block_read:19 seeks:21 seq_create:28 seq_stat:30 \
	seq_delete:32 random_create:34 random_stat:36 random_delete:38; do
	field=${phase#*:}
	phase=${phase%:*}
	case $(values bakeoff "$field"),$(values bonnie++ "$field") in
	*+*)
		echo "$phase: too fast to be timed: raise the sizes in BONNIE_OPTIONS"
		continue
		;;
	esac
	set -- "$@" --metric="$phase" --values="bonnie++=$(values bonnie++ "$field")" \
		--values="bakeoff=$(values bakeoff "$field")"
done
"$bakeoff" compare --paired --better=higher --margin=3% -v "$@" >"$work/said"
cat "$work/said"
! grep -q '^SLOWER\|^INCONCLUSIVE' "$work/said"
