#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# An adaptive experiment that is cut after its pilot goes on with the number that the pilot fixed.
# shellcheck source=../lib/controller.sh
. "${0%/*}/../lib/controller.sh"

mkdir "$scratch/a" "$scratch/b"
# A margin of 0.1 % asks for more rounds than any cap; runs are long enough to be caught.
plan="run lmdd --rw=write --bs=4k --size=100M --fsync=yes --adaptive --rounds=3 --cap=10 --seed=7
	--margin=0.1% --variant=a:device=dir:a --variant=b:device=dir:b"

fixed_rounds() {
	database "SELECT pilot_rounds, fixed_rounds FROM experiments"
}

# "ROUND VARIANT VARIANT" of the last attempt of each round.
stored_orders() {
	database "SELECT r.round, group_concat(v.name, ' ') FROM
		(SELECT * FROM runs ORDER BY id) r JOIN variants v
		ON v.experiment = r.experiment AND v.position = r.variant
		WHERE r.attempt = (SELECT max(attempt) FROM runs WHERE round = r.round)
		GROUP BY r.round ORDER BY r.round"
}

planned_orders() {
	# shellcheck disable=SC2086 # several words
	(cd "$scratch" && "$BAKEOFF" $plan --dry-run) | tr -d , | awk '
		/^  warm-up \(discarded\):/ { print 0, $3, $4 }
		/^  round [0-9]*:/ { print $2 + 0, $3, $4 }'
}

cut_after_the_pilot() {
	# shellcheck disable=SC2086 # several words
	start $plan
	until_true 120 has_said 'pilot of 3 rounds'
	kill -INT "$controller"
	ended 130 10
	cat "$scratch/said"
	has_said 'pilot of 3 rounds: spread .* cap 10 binds'
	[ "$(fixed_rounds)" = "3 10" ]
}

keeps_the_number() {
	start resume
	ended 0 120
	cat "$scratch/said"
	must_fail has_said 'pilot of'
	must_fail has_said 'round 3 of'
	has_said 'of 22, round 10 of 10'
	[ "$(fixed_rounds)" = "3 10" ]
	planned_orders >"$scratch/planned"
	[ "$(wc -l <"$scratch/planned")" -eq 11 ]
	stored_orders | diff "$scratch/planned" -
	grep -q 'rounds 10+1 warm-up *pilot 3' "$scratch/out"
	nothing_left
}

check "^C after the pilot leaves the number of rounds that it fixed" cut_after_the_pilot
check "resume goes on to that number and does not look again" keeps_the_number
done_testing
