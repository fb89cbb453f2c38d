#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# bonnie_pairs.sh [BAKEOFF [PAIRS [DIR]]]: `bakeoff bonnie --style=bonnie++` against Debian's bonnie++,
# by turns with the same options, in a new folder of DIR (/dev/shm; about 4 GiB). Who is first
# alternates. For each phase: the median rates, the median over the pairs of the ratio bakeoff /
# bonnie++, and "kept" where that is at least 1. 9 pairs take about ten minutes. Run by hand, on a
# machine that is otherwise idle.
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
options=${BONNIE_OPTIONS:--s 3072:8k:3000k:5 -n 384 -r 0 -z 42 -q}

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

i=0
while [ "$i" -lt "$pairs" ]; do
	if [ $((i % 2)) -eq 0 ]; then
		ours
		theirs
	else
		theirs
		ours
	fi
	i=$((i + 1))
done

awk -F, -v pairs="$pairs" '
function median(a, n,    i, j, t)
{
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && a[j - 1] > a[j]; j--) {
			t = a[j]
			a[j] = a[j - 1]
			a[j - 1] = t
		}
	return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2
}
BEGIN {
	count = split("putc block_write rewrite getc block_read seeks seq_create seq_stat seq_delete " \
		"random_create random_stat random_delete", phase, " ")
}
{
	run = ++runs[$1]
	for (p = 1; p <= count; p++)
		rate[$1, run, p] = $(p <= 6 ? 9 + 2 * p : 14 + 2 * p)
}
END {
	printf "%-14s %14s %14s  %s\n", "phase", "bakeoff", "bonnie++", "ratio [least, greatest]"
	for (p = 1; p <= count; p++) {
		for (i = 1; i <= pairs; i++) {
			x = rate["bakeoff", i, p]
			y = rate["bonnie++", i, p]
			if (x !~ /^[0-9]/ || y !~ /^[0-9]/) {
				print phase[p] ": too fast to be timed: raise the sizes in BONNIE_OPTIONS"
				exit 1
			}
			a[i] = x
			b[i] = y
			r[i] = x / y
		}
		m = median(r, pairs)
		missed += m < 1
		printf "%-14s %14.0f %14.0f  %.3f [%.3f, %.3f]  %s\n", phase[p], median(a, pairs),
			median(b, pairs), m, r[1], r[pairs], m < 1 ? "MISSED" : "kept"
	}
	exit missed > 0
}' "$work/lines"
