#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# An adaptive experiment that is cut after its pilot goes on with the number that the pilot fixed. A
# pilot with a failed run repeats that round whole before it fixes anything.
# shellcheck source=../lib/controller.sh
. "${0%/*}/../lib/controller.sh"

mkdir "$scratch/a" "$scratch/b"
# A margin of 0.1 % asks for more rounds than any cap; runs are long enough to be caught.
plan="run lmdd --rw=write --bs=4k --size=48M --fsync=yes --adaptive --rounds=3 --cap=10 --seed=7
	--margin=0.1% --variant=a:device=dir:a --variant=b:device=dir:b"

# The same with runs that are long enough to be found and hit.
slow_plan=$(echo "$plan" | sed 's/--bs=4k/--bs=512/; s/--cap=10/--cap=4/')

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

# Kills the client of a run in the pilot's second round, or, on a slow machine, in the third.
spoil_the_pilot() {
	# shellcheck disable=SC2086 # several words
	start $slow_plan
	until_true 120 has_said 'run 4 of 8, pilot round 1'
	find_client
	kill -KILL "$client"
	until_true 60 has_said 'has a run that failed and will be repeated whole at the end'
	spoilt=$(sed -n 's/.*bakeoff: warning: round \([23]\) has a run that failed.*/\1/p' "$scratch/said")
}

# "ROUND ATTEMPT" of each visit, in the order of time
visits() {
	database "SELECT round, attempt FROM runs WHERE round > 0 GROUP BY round, attempt ORDER BY min(id)"
}

# The same as it should be: round 2 or 3 again, before the one that the pilot asks for.
visits_wanted() {
	printf '%s\n' '1 0' '2 0' '3 0' "$spoilt 1" '4 0'
}

spread_of_pilot() {
	database "SELECT r.round, v.name, x.value FROM vals x JOIN metrics m ON m.id = x.metric
		JOIN runs r ON r.id = x.run JOIN variants v ON v.experiment = r.experiment
			AND v.position = r.variant
		WHERE m.metric = 'throughput' AND r.round BETWEEN 1 AND 3 AND r.attempt =
			(SELECT max(attempt) FROM runs WHERE round = r.round)" | awk '
		{ x[$1 " " $2] = log($3) }
		END {
			for (i = 1; i <= 3; i++) { d[i] = x[i " b"] - x[i " a"]; mean += d[i] / 3 }
			for (i = 1; i <= 3; i++) squares += (d[i] - mean) ^ 2
			printf "%.2g\n", 100 * sqrt(squares / 2)
		}'
}

repeats_before_it_fixes() {
	rm -f "$XDG_DATA_HOME/bakeoff/bakeoff.db"
	spoil_the_pilot
	ended 0 120
	cat "$scratch/said"
	visits_wanted >"$scratch/wanted"
	visits | diff "$scratch/wanted" -
	[ "$(fixed_rounds)" = "3 4" ]
	# what was fixed rests on the round as it was repeated, not on what was spoilt
	[ "$(grep -c 'pilot of 3 rounds' "$scratch/said")" -eq 1 ]
	said=$(sed -n 's/.*pilot of 3 rounds: spread \([0-9.]*\) %.*/\1/p' "$scratch/said")
	spread_of_pilot | awk -v said="$said" '{ print $1, said; exit ($1 - said) ^ 2 > (0.06 * said) ^ 2 }'
	grep -q 'rounds 4+1 warm-up *pilot 3' "$scratch/out"
	grep -q '!repeated[.]1' "$scratch/out"
	nothing_left
}

resume_repeats_before_it_fixes() {
	rm -f "$XDG_DATA_HOME/bakeoff/bakeoff.db"
	spoil_the_pilot
	kill -INT "$controller"
	ended 130 10
	[ "$(fixed_rounds)" = "3 0" ] || [ "$(fixed_rounds)" = "3 None" ]
	start resume
	ended 0 120
	cat "$scratch/said"
	[ "$(fixed_rounds)" = "3 4" ]
	# a round that ^C cut is an attempt of its own, and comes before the repeat
	visits | awk -v spoilt="$spoilt" '$1 == spoilt { last = $2 } $1 == 4 { exit last < 1 }'
	nothing_left
}

a_pilot_that_cannot_be_completed_is_invalid() {
	rm -f "$XDG_DATA_HOME/bakeoff/bakeoff.db"
	# shellcheck disable=SC2086 # several words
	start $slow_plan
	until_true 120 has_said 'run 4 of 8, pilot round 1'
	mv "$scratch/b" "$scratch/b.away"
	ended 1 120
	mv "$scratch/b.away" "$scratch/b"
	cat "$scratch/said"
	has_said 'INVALID: round [23] failed, and the one repeat that is allowed'
	must_fail has_said 'pilot of 3 rounds'
	[ "$(database 'SELECT max(round) FROM runs')" -eq 3 ]
	[ "$(database 'SELECT state FROM experiments')" = invalid ]
	nothing_left
}

check "^C after the pilot leaves the number of rounds that it fixed" cut_after_the_pilot
check "resume goes on to that number and does not look again" keeps_the_number
check "a failed run in the pilot: its round is repeated whole before anything is fixed" \
	repeats_before_it_fixes
check "^C before that repeat: resume makes it, and then fixes the number" resume_repeats_before_it_fixes
check "a pilot whose round fails again is INVALID, and fixes nothing" \
	a_pilot_that_cannot_be_completed_is_invalid
done_testing
