#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Other people's programs as workloads: the examples with real tools on ext4 and XFS; a command that
# fails in whatever way is a failed run, and nothing of it survives.
# shellcheck source=../lib/controller.sh
. "${0%/*}/../lib/controller.sh"

need_root
source=$(cd "${0%/*}/../.." && pwd)

# shortened NAME SED-EXPRESSION...: the example, with sizes of a few MiB.
shortened() {
	name=$1
	shift
	sed -e 's/^rounds .*/rounds = 1\naa = no/' -e 's/^device .*/device = loop:320M/' "$@" \
		"$source/examples/$name.ini" >"$scratch/plan.ini"
}

# compared METRIC...: the plan gives a value of each for both variants in its round and in the
# warm-up, and no run fails.
compared() {
	cd "$scratch"
	"$BAKEOFF" run ./plan.ini >told 2>said || {
		cat told said
		return 1
	}
	cat told
	for metric in "$@"; do
		grep -q " $metric " told
		# its name as the database has it: the last part is the metric
		[ "$(database "SELECT count(*) FROM readings WHERE is_primary AND value > 0
			AND phase || '/' || metric = '$metric' AND outcome = 'ok'
			AND experiment = (SELECT max(id) FROM experiments)")" -ge 4 ]
	done
	[ "$(database "SELECT count(*) FROM runs WHERE outcome <> 'ok'
		AND experiment = (SELECT max(id) FROM experiments)")" -eq 0 ]
	"$BAKEOFF" show "$(last_run)" --output >printed
	[ -s printed ]
	nothing_left
}

# EXPERIMENT/RUN of the newest one
last_run() {
	database "SELECT experiment || '/' || id FROM runs ORDER BY id DESC LIMIT 1"
}

fio_is_compared() {
	shortened fio -e 's/--size=256M/--size=16M/'
	compared 4k/write/iops 4k/write/clat_p99
}

bonnie_is_compared() {
	# at this size many tests are too fast for it: the slow ones are judged
	shortened bonnie++ -e 's/-s 1024 -r 512 -n 64/-s 96 -r 48 -n 1/' \
		-e 's/^primary .*/primary = putc_throughput, getc_throughput/'
	compared putc/throughput getc/throughput
	"$BAKEOFF" show "$(last_run)" | grep -q 'no value, too fast'
}

dbench_is_compared() {
	shortened dbench -e 's/-t 10/-t 3/'
	compared replay/throughput replay/latency_max
}

fs_mark_is_compared() {
	shortened fs_mark -e 's/-n 2000/-n 200/'
	compared fs_mark/files_rate
	[ "$(grep -c '^ *[0-9]* *[0-9]* *4096 ' printed)" -eq 3 ]
}

# fails WORDS OPTION...: one run of the workload command on a new tmpfs, which fails with these words.
fails() {
	words=$1
	shift
	cd "$scratch"
	"$BAKEOFF" run command --rounds=1 --variant=here:fs=tmpfs "$@" >told 2>said || status=$?
	cat said
	[ "${status:-0}" -eq 1 ]
	grep -q "run 2 of 2, round 1 of 1, here, command: failed: $words" said
	must_fail grep -q MEASURED told
	nothing_left
}

succeeds() {
	cd "$scratch"
	"$BAKEOFF" run command --rounds=1 --variant=here:fs=tmpfs "$@" >told 2>said || {
		cat said
		return 1
	}
	nothing_left
}

fio_without_space_fails() {
	fails 'run: cmd: ended with status 1: ' --parse=fio \
		--cmd='fio --name=w --filename=/dev/full --rw=write --bs=4k --size=64k --output-format=json'
	"$BAKEOFF" show "$(last_run)" --output | grep -q '"error" : 28'
	# a script that hides the status does not hide the error
	fails "fio: line [0-9]*: the job 'w' failed with error 28" --parse=fio \
		--cmd='fio --name=w --filename=/dev/full --rw=write --bs=4k --size=64k --output-format=json; true'
}

daemon_is_killed_and_told() {
	succeeds --cmd='setsid sleep 1001 & setsid sh -c "setsid sleep 1002 & sleep 1003" & sleep 0.2'
	must_fail pgrep -f 'sleep 100[123]'
	"$BAKEOFF" show "$(last_run)" | grep 'left processes behind'
	"$BAKEOFF" compare | grep 'left processes behind'
}

any_bytes_are_kept() {
	succeeds --cmd='printf "\377\376\0\033[31m"; head -c 3000000 /dev/zero | tr "\0" x; echo'
	"$BAKEOFF" show "$(last_run)" --output >printed
	[ "$(stat -c %s printed)" -eq 3000009 ]
	[ "$(head -c 4 printed | od -An -tx1 | tr -d ' \n')" = fffe001b ]
	fails 'fio: byte [0-9]* is zero: this is no text' --parse=fio --cmd='printf "\0"'
}

every_copy_is_capped() {
	cd "$scratch"
	"$BAKEOFF" run command --rounds=1 --variant="capped:device=loop:64M,fs=ext4,memory=$cap" --numjobs=2 \
		--cmd='grep -q bakeoff- /proc/self/cgroup && echo below' >told 2>said || {
		cat said
		return 1
	}
	[ "$("$BAKEOFF" show "$(last_run)" --output | grep -c below)" -eq 2 ]
}

# sectors_read COLD: of what was prepared, by the disk, in sectors.COLD
sectors_read() {
	"$BAKEOFF" run command --rounds=1 --variant=here:device=loop:128M,fs=ext4 --cold="$1" \
		--prepare='head -c 32M /dev/urandom >data; sync' \
		--cmd="sh $scratch/sectors-read" >told 2>said || {
		cat said
		return 1
	}
	"$BAKEOFF" show "$(last_run)" --output >"sectors.$1"
	cat "sectors.$1"
}

cold_reads_come_from_the_disk() {
	cd "$scratch"
	cat >sectors-read <<-'END'
		device=/sys/dev/block/$(stat -c "%Hd:%Ld" .)
		before=$(awk '{ print $3 }' "$device/stat")
		cat data >/dev/null
		after=$(awk '{ print $3 }' "$device/stat")
		echo $((after - before))
	END
	sectors_read yes
	[ "$(cat sectors.yes)" -ge 65000 ] # all but a page or two
	# Another test may drop all caches just then; hardly three times.
	for try in 1 2 3; do
		sectors_read no
		[ "$(cat sectors.no)" -ge 6500 ] || return 0
	done
	echo "read from the disk $try times"
	return 1
}

# starts_long: a command under a file system of its own, its grandchild and a daemon of it.
starts_long() {
	rm -f "$scratch/running"
	start run command --rounds=2 --timeout=5m --variant="a:fs=ext4,device=loop:64M,memory=$cap" \
		--cleanup="echo cleaned >>$scratch/cleaned" \
		--cmd="setsid sleep 1004 & sleep 1005 & echo >$scratch/running; sleep 1006"
	until_true 60 test -e "$scratch/running"
	[ "$(pgrep -c -f 'sleep 100[456]')" -ge 3 ]
}

none_is_alive() {
	! pgrep -f 'sleep 100[456]' >/dev/null
}

interrupt_leaves_nothing_and_cleans_up() {
	rm -f "$scratch/cleaned"
	starts_long
	kill "-$1" "$controller"
	ended 130 15
	none_is_alive
	nothing_left
	[ -s "$scratch/cleaned" ]
	[ "$("$BAKEOFF" list | awk 'NR == 2 { print $4 }')" = interrupted ]
}

killed_controller_leaves_nothing() {
	starts_long
	kill -KILL "$controller"
	wait "$controller" || true
	until_true 10 none_is_alive
	until_true 10 nothing_alive
	"$BAKEOFF" clean
	nothing_left
}

time_out_leaves_nothing() {
	rm -f "$scratch/cleaned"
	fails "run: not done within the run's 1 s" --timeout=1 --cleanup="echo x >>$scratch/cleaned" \
		--cmd='setsid sleep 1004 & sleep 1005'
	none_is_alive
	[ -s "$scratch/cleaned" ]
}

missing_program_is_said_before_anything_is_made() {
	cd "$scratch"
	for dry in '' --dry-run; do
		status=0
		# shellcheck disable=SC2086 # no word or one
		"$BAKEOFF" run command $dry --variant=a:fs=ext4,device=loop:64M --cmd='A=1 no-such-tool -x' \
			>told 2>said || status=$?
		cat said
		[ "$status" -eq 1 ]
		grep -q 'command on a: cmd: no-such-tool: no such program' said
		[ ! -s told ]
	done
	nothing_left
}

for tool in fio bonnie++ dbench fs_mark; do
	what="$tool is compared on ext4 and XFS as the example has it"
	if command -v "$tool" >/dev/null || [ -x "/usr/sbin/$tool" ]; then
		check "$what" "$(echo "${tool%++}" | tr -d +)_is_compared"
	else
		skip "$what" "no $tool"
	fi
done
if command -v fio >/dev/null; then
	check "an error that fio reports is a failed run" fio_without_space_fails
fi
check "an exit status is a failure, with the last words" \
	fails 'run: cmd: ended with status 3: its last words' --cmd='echo its last words >&2; exit 3'
check "a signal is a failure" fails 'run: cmd: killed by signal 9 (Killed)' --cmd='kill -KILL $$'
check "a failing prepare is a failure" fails 'prepare: ended with status 4: no' --cmd=true --prepare='echo no; exit 4'
check "a failing cleanup is a failure" fails 'verify: cleanup: ended with status 5' --cmd=true --cleanup='exit 5'
check "one failing copy of several fails the run" \
	fails 'run, client 1: cmd: ended with status 1' --numjobs=3 --cmd='[ $BAKEOFF_CLIENT -ne 1 ] || exit 1; sleep 1007'
check "too much output is a failure" fails 'run: cmd: more than 16 MiB of output are not kept' --cmd=yes
check "output that the named tool never printed is a failure" \
	fails 'fio: nothing was read from its output' --parse=fio --cmd='echo Throughput 100 MB/sec 4 procs'
check "a time-out kills all of it, cleans up and is a failure" time_out_leaves_nothing
check "a program that is missing is said before anything is made" missing_program_is_said_before_anything_is_made
check "a daemon is killed with the command and told" daemon_is_killed_and_told
check "output is kept byte by byte" any_bytes_are_kept
if grep -q memory /proc/cgroups 2>/dev/null; then
	check "every copy runs below the memory cap" every_copy_is_capped
else
	skip "every copy runs below the memory cap" "no cgroup v2 memory controller"
fi
check "with cold = yes what was prepared is read from the disk" cold_reads_come_from_the_disk
for signal in INT TERM; do
	check "$signal ends all of it, cleans up, and leaves nothing" interrupt_leaves_nothing_and_cleans_up "$signal"
done
check "kill -9 of the controller leaves nothing" killed_controller_leaves_nothing
done_testing
