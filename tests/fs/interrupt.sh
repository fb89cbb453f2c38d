#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# ^C and resume: the run ends, everything is undone, and the experiment goes on in the same order.
# shellcheck source=../lib/controller.sh
. "${0%/*}/../lib/controller.sh"

need_root

# the arguments of an experiment whose runs are long enough to be caught
plan="run --rounds=2 --seed=11 --variant=a:fs=ext4,device=loop:64M,memory=$cap,knob=vm.dirtytime_expire_seconds=$expire
	--variant=b:like=a,fs=ext2 lmdd --rw=write --bs=4k --direct=yes --size=16M"

# start_long: the same, waiting for a client of the run after the warm-up's first.
start_long() {
	# shellcheck disable=SC2086 # several words
	start $plan
	until_true 60 has_said 'run 1 of 6'
	find_client
}

# The orders of the rounds, "ROUND VARIANT VARIANT", as --dry-run promises them.
planned_orders() {
	# shellcheck disable=SC2086 # several words
	(cd "$scratch" && "$BAKEOFF" $plan --dry-run) | tr -d , | awk '
		/^  warm-up \(discarded\):/ { print 0, $3, $4 }
		/^  round [0-9]*:/ { print $2 + 0, $3, $4 }'
}

# Of the newest experiment: the last attempt of each round, as it was run.
stored_orders() {
	database "SELECT r.round, group_concat(v.name, ' ') FROM
		(SELECT * FROM runs ORDER BY id) r JOIN variants v
		ON v.experiment = r.experiment AND v.position = r.variant
		WHERE r.experiment = (SELECT max(id) FROM experiments) AND r.attempt =
		(SELECT max(attempt) FROM runs WHERE experiment = r.experiment AND round = r.round)
		GROUP BY r.round ORDER BY r.round"
}

state() {
	"$BAKEOFF" list | awk 'NR == 2 { print $4 }'
}

newest() {
	"$BAKEOFF" list | awk 'NR == 2 { print $1 }'
}

interrupted_by() {
	start_long
	kill "-$1" "$controller"
	ended 130 5
	cat "$scratch/said"
	nothing_left
	has_said "is stored as interrupted; .bakeoff resume $(newest). goes on with it"
	[ "$(state)" = interrupted ]
}

resumed() {
	id=$(newest)
	[ "$(state)" = interrupted ]
	before=$(database "SELECT count(*) FROM runs WHERE outcome = 'ok' AND experiment = $id")
	start resume "$id"
	ended 0 120
	cat "$scratch/said"
	[ "$(newest)" -eq "$id" ]
	[ "$(state)" = 'done' ]
	planned_orders >"$scratch/planned"
	[ "$(wc -l <"$scratch/planned")" -eq 3 ]
	stored_orders | diff "$scratch/planned" -
	# what was measured before is still there
	[ "$(database "SELECT count(*) FROM runs WHERE outcome = 'ok' AND experiment = $id")" -ge \
		$((before + 4)) ]
	"$BAKEOFF" compare "$id" >"$scratch/out"
	grep -q ' lmdd .* n=2 ' "$scratch/out"
	nothing_left
	must_fail "$BAKEOFF" resume "$id"
}

# An agent that is stopped cannot obey the first ^C; the second kills it.
second_ends_at_once() {
	start_long
	kill -STOP "$agent"
	kill -INT "$controller"
	sleep 1.5
	[ -d "/proc/$agent" ]
	kill -0 "$controller"
	kill -INT "$controller"
	ended 130 2
	cat "$scratch/said"
	nothing_left
	[ "$(state)" = interrupted ]
}

# ^C before the first run: while the image is written.
early_ends_too() {
	start run --rounds=1 --variant=a:fs=ext4,device=loop:4G lmdd --size=1M
	until_true 20 sh -c "ls '$scratch'/bakeoff-*/image-4G"
	kill -INT "$controller"
	ended 130 5
	cat "$scratch/said"
	nothing_left
}

# Somebody writes all the time: no run would begin within a minute.
settling_ends_too() {
	while :; do
		dd if=/dev/zero of="$scratch/noise" bs=4M count=2 conv=notrunc status=none
	done &
	writer=$!
	start run --rounds=1 "--variant=a:fs=ext4,device=loop:64M,memory=$cap" lmdd --size=1M
	trap 'end_child "$writer"; end_child "$controller"' EXIT
	find_agent
	sleep 2
	kill -0 "$controller"
	must_fail has_client
	kill -INT "$controller"
	ended 130 5
	end_child "$writer"
	cat "$scratch/said"
	nothing_left
}

# A second bakeoff with the same places, while one is measuring.
second_controller_is_refused() {
	start_long
	status=0
	"$BAKEOFF" resume "$(newest)" 2>"$scratch/refused" || status=$?
	cat "$scratch/refused"
	[ "$status" -eq 1 ]
	grep -q 'is running' "$scratch/refused"
	kill -TERM "$controller"
	ended 130 5
	nothing_left
}

# The number of a loop device that was ours has another image by now.
reused_loop_is_left_alone() {
	make_image other.img 64M
	head -c 1M /dev/urandom | dd of="$scratch/other.img" conv=notrunc,fsync status=none
	before=$(sha256sum <"$scratch/other.img")
	start_long
	loop=$(losetup --list --noheadings --output NAME,BACK-FILE |
		awk -v under="$scratch/bakeoff-" 'index($2, under) == 1 { print $1 }')
	kill -KILL "$controller"
	until_true 10 is_free "$loop"
	grep -q "$loop" "$XDG_STATE_HOME"/bakeoff/journal/*
	losetup "$loop" "$scratch/other.img"
	"$BAKEOFF" clean | tee "$scratch/cleaned"
	grep -q "^loop $loop: is somebody else's by now, not touched" "$scratch/cleaned"
	losetup --list --noheadings --output NAME,BACK-FILE |
		awk -v loop="$loop" -v file="$scratch/other.img" '$1 == loop && $2 == file { found = 1 }
			END { exit !found }'
	[ "$(sha256sum <"$scratch/other.img")" = "$before" ]
	[ "$(sha256sum <"$loop")" = "$before" ]
	losetup --detach "$loop"
	nothing_left
}

is_free() {
	! losetup "$1" >/dev/null 2>&1
}

check "the first ^C ends the run within 5 s, undoes everything and is stored" interrupted_by INT
check "an interrupted experiment is gone on with in the planned order" resumed
check "SIGTERM is taken as ^C" interrupted_by TERM
check "after SIGTERM an experiment is gone on with, too" resumed
check "SIGHUP is taken as ^C" interrupted_by HUP
check "the second ^C stops at once and undoes everything" second_ends_at_once
check "^C while the image is made ends it within 5 s" early_ends_too
check "^C while the machine settles ends it within 5 s" settling_ends_too
check "a running experiment is not gone on with by a second bakeoff" second_controller_is_refused
check "a loop number that somebody else has by now is not touched by clean" reused_loop_is_left_alone
done_testing
