#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The controller is killed with SIGKILL at random moments: nothing is left alive at once, nothing
# is left at all after `bakeoff clean`, no finished run is lost, and the experiment can be resumed.
# shellcheck source=../lib/controller.sh
. "${0%/*}/../lib/controller.sh"

need_root

kills=20
seed=1997
# A run takes about a third of this.
longest_s=2

# Seeds are not portable between awks: the moments are written down when a check fails.
awk -v seed="$seed" -v kills="$kills" -v longest="$longest_s" 'BEGIN {
	srand(seed)
	for (i = 0; i < kills; i++)
		printf "%.3f\n", rand() * longest
}' >"$scratch/moments"

: >"$scratch/tally"

# Loop devices that have kept what was written to one of ours: no other has such a value.
read_ahead=68
knobs_left() {
	grep -lsx "$read_ahead" /sys/block/loop*/queue/read_ahead_kb || true
}

# Every second time the experiment that was cut is gone on with, if there is one.
start_or_resume() {
	if [ $(($1 % 2)) -eq 0 ] && "$BAKEOFF" list 2>/dev/null | awk 'NR == 2 { exit $4 != "interrupted" }'; then
		start resume
		return
	fi
	start run --rounds=4 --seed=5 \
		"--variant=a:fs=ext4,device=loop:64M,memory=$cap,knob=queue/read_ahead_kb=$read_ahead" \
		"--variant=b:like=a,fs=ext2,knob=vm.dirtytime_expire_seconds=$expire" \
		lmdd --rw=write --bs=4k --direct=yes --size=4M
}

last_run() {
	[ -e "$XDG_DATA_HOME/bakeoff/bakeoff.db" ] || {
		echo 0
		return
	}
	database "SELECT coalesce(max(id), 0) FROM runs"
}

# "ROUND VARIANT" of each run that was told to be done, and of each that is stored.
told() {
	sed -n -e 's/^bakeoff: run [0-9]* of [0-9]*, warm-up, \([ab]\), lmdd: .*[0-9] [kMG]iB\/s.*/0 \1/p' \
		-e 's/^bakeoff: run [0-9]* of [0-9]*, round \([0-9]*\) of 4, \([ab]\), lmdd: .*[0-9] [kMG]iB\/s.*/\1 \2/p' \
		"$scratch/said"
}

stored_after() {
	[ -e "$XDG_DATA_HOME/bakeoff/bakeoff.db" ] || return 0
	database "SELECT round, name FROM runs r JOIN variants v ON v.experiment = r.experiment AND
		v.position = r.variant WHERE r.id > $1 AND outcome = 'ok' ORDER BY r.id"
}

killed_at() {
	number=$1
	moment=$2
	runs_before=$(last_run)
	echo "kill $number after $moment s"
	start_or_resume "$number"
	sleep "$moment"
	kill -KILL "$controller" 2>/dev/null || true # it may have finished
	until_true 10 is_gone "$controller"
	wait "$controller" || true
	until_true 2 nothing_alive || {
		echo "alive: $alive"
		return 1
	}
	told >"$scratch/told"
	stored_after "$runs_before" >"$scratch/stored"
	# One more may have been stored when the kill came before its line.
	[ "$(wc -l <"$scratch/stored")" -le $(($(wc -l <"$scratch/told") + 1)) ]
	head -n "$(wc -l <"$scratch/told")" "$scratch/stored" | diff "$scratch/told" -
	[ ! -e "$XDG_DATA_HOME/bakeoff/bakeoff.db" ] || [ "$(database 'PRAGMA integrity_check')" = ok ]
	knobs=$(cat "$XDG_STATE_HOME"/bakeoff/journal/* 2>/dev/null | grep -c read_ahead_kb || true)
	echo "$(wc -l <"$scratch/told") $(wc -l <"$scratch/stored") $knobs" >>"$scratch/tally"
	"$BAKEOFF" clean
	nothing_left
	left=$(knobs_left)
	[ -z "$left" ] || {
		echo "still $read_ahead: $left"
		return 1
	}
}

finished() {
	start resume
	ended 0 120
	cat "$scratch/said"
	"$BAKEOFF" compare >"$scratch/compared"
	cat "$scratch/compared"
	grep -q ' lmdd .* n=4 ' "$scratch/compared"
	"$BAKEOFF" list | awk 'NR == 2 { exit $4 != "done" }'
	nothing_left
}

number=0
while read -r moment; do
	number=$((number + 1))
	check "killed after $moment s: nothing is left, and no run is lost" killed_at "$number" "$moment"
done <"$scratch/moments"
awk -v kills="$number" -v failures="$failures" '
	{ told += $1; stored += $2; knobs += $3 }
	END {
		printf "# kills %d, runs acknowledged %d, runs stored %d, checks with something left: %d\n",
			kills, told, stored, failures
		exit told == 0 || knobs == 0 # else nothing was put to the test
	}' "$scratch/tally" || {
	failures=$((failures + 1))
	echo "# no run ended, or no knob was written: nothing was put to the test"
}
check "the last experiment is resumed, ends and compares" finished
done_testing
