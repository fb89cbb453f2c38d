#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whatever goes wrong in a run, the run is failed with its reason, the experiment goes on, and
# nothing is left on the machine.
# shellcheck source=../lib/controller.sh
. "${0%/*}/../lib/controller.sh"

need_root

# start_small ROUNDS WORKLOAD OPTION...: on one ext4 of 64 MiB, with a cap and a knob to undo
start_small() {
	rounds=$1
	shift
	start run --rounds="$rounds" --seed=7 \
		--variant="a:fs=ext4,device=loop:64M,memory=$cap,knob=vm.dirtytime_expire_seconds=$expire" "$@"
}

is_reading() {
	awk '/^rchar/ { exit $2 < 1e6 }' "/proc/$client/io"
}

is_writing() {
	awk '/^wchar/ { exit $2 < 1e6 }' "/proc/$client/io"
}

# Of two workloads the first fails before the clock starts, the second after.
full_disk_fails_every_run() {
	cat >"$scratch/plan.ini" <<-END
		[experiment]
		rounds = 1
		[variant a]
		fs = ext4
		device = loop:64M
		memory = $cap
		knob = vm.dirtytime_expire_seconds=$expire
		[workload source]
		use = lmdd
		rw = read
		size = 63M
		bs = 64k
		[workload file]
		use = lmdd
		rw = write
		size = 63M
		bs = 64k
	END
	start run "$scratch/plan.ini"
	ended 1 120
	cat "$scratch/said"
	for words in 'source: failed: prepare: data: write [0-9]* bytes at [0-9]*: No space left on device' \
		'file: failed: write: write [0-9]* bytes at [0-9]*: No space left on device'; do
		[ "$(grep -c ", a, $words" "$scratch/said")" -eq 3 ]
	done
	has_said 'run 6 of 6'
	has_said 'bakeoff: INVALID: round 1 failed, and the one repeat that is allowed (20 % of the rounds, at least one) has been used'
	[ "$(grep -c 'will be repeated whole at the end' "$scratch/said")" -eq 1 ]
	has_said 'round 1 has a run that failed, and no repeat is left for it'
	grep -q '^state: invalid: round 1 failed' "$scratch/out"
	grep -q '^NO-VERDICT  nothing was measured' "$scratch/out"
	"$BAKEOFF" list | grep -q ' invalid '
	nothing_left
}

lost_blocks_fail_a_run() {
	# blocks of 512 bytes, each waited for: slow enough to be caught
	start_small 1 lmdd --rw=read --bs=512 --direct=yes --size=32M
	find_client
	until_true 60 is_reading
	truncate --size 1M "$scratch"/bakeoff-*/image-64M
	ended 1 120
	cat "$scratch/said"
	has_said 'run 1 of 2.*failed: read: read 512 bytes at [0-9]*: Input/output error'
	has_said 'run 2 of 2.*failed: image .* has [0-9]* bytes, not 67108864'
	nothing_left
}

# disturbed BY WORDS: the run of round 1 is disturbed and fails; the round is repeated, and the
# experiment ends well.
disturbed() {
	by=$1
	words=$2
	start_small 1 lmdd --rw=write --bs=4k --direct=yes --size=32M --timeout=5s
	until_true 60 has_said 'run 1 of 2'
	find_client
	until_true 60 is_writing
	"$by"
	ended 0 120
	cat "$scratch/said"
	[ "$(grep -c ': failed: ' "$scratch/said")" -eq 1 ]
	has_said "run 2 of 2, round 1 of 1, .*: failed: $words"
	has_said 'round 1 has a run that failed and will be repeated whole at the end'
	[ "$(database "SELECT group_concat(round || '.' || attempt || ' ' || outcome, ', ') FROM
		(SELECT * FROM runs WHERE experiment = (SELECT max(id) FROM experiments) ORDER BY id)")" = \
		"0.0 ok, 1.0 failed, 1.1 ok" ]
	has_said 'run 3 of 3, round 1 of 1, '
	nothing_left
}

kill_agent() {
	kill -KILL "$agent"
}

kill_client() {
	kill -ABRT "$client" # not SEGV, which the address sanitizer would turn into an exit
}

stop_client() {
	kill -STOP "$client"
}

talk_rubbish() {
	echo '{"type":"value"' >"/proc/$agent/fd/1"
}

check "a file that does not fit, source or copy: failed, and the experiment goes on to INVALID" \
	full_disk_fails_every_run
check "an image cut under the mount: failed with the block that was lost" lost_blocks_fail_a_run
check "an agent that is killed: failed, and the round is repeated" \
	disturbed kill_agent 'the agent was killed by signal 9'
check "a client that crashes: failed, and the round is repeated" \
	disturbed kill_client 'write, client 0: killed by signal 6'
check "a client that hangs: failed after the time-out, and the round is repeated" \
	disturbed stop_client "write: not done within the run's 5 s"
check "an agent that talks rubbish: failed, and the round is repeated" \
	disturbed talk_rubbish 'malformed event from the agent'
done_testing
