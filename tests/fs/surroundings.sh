#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a program inherits: closed files, limits, signals, a mask. Each ends in a result or in one
# line that says why not, and nothing stays behind.
# shellcheck source=../lib/controller.sh
. "${0%/*}/../lib/controller.sh"

need_root

# run_under SHELL_WORDS [OPTION...]: one short run of a fresh ext2 in a shell that has said these words
run_under() {
	words=$1
	shift
	cd "$scratch"
	status=0
	sh -c "$words; exec timeout 60 \"\$@\"" sh "$BAKEOFF" run lmdd --size=1M --rounds=1 \
		--variant=a:fs=ext2,device=loop:16M "$@" >out 2>said || status=$?
	cat said out
}

run_is_done() {
	run_under "$@"
	[ "$status" -eq 0 ]
	grep -q '^MEASURED' out
	nothing_left
}

run_is_refused() {
	says=$1
	shift
	run_under "$@"
	[ "$status" -eq 1 ]
	grep -q "$says" said
	nothing_left
}

# run_with REDIRECTIONS [STATUS]: the same with some of the standard files closed
run_with() {
	cd "$scratch"
	rm -f out
	status=0
	sh -c "timeout 60 \"\$@\" $1" sh "$BAKEOFF" run lmdd --size=1M --rounds=1 \
		--variant=a:fs=ext2,device=loop:16M || status=$?
	[ "$status" -eq "${2:-0}" ]
	[ -e out ] || "$BAKEOFF" compare >out
	grep -q '^MEASURED' out
	nothing_left
}

as_somebody() {
	chmod 711 "$scratch"
	mkdir -m 777 "$scratch/theirs"
	cd "$scratch/theirs"
	status=0
	setpriv --reuid=65534 --regid=65534 --clear-groups sh -c 'umask 0777; exec "$@"' sh \
		env HOME="$PWD" XDG_DATA_HOME="$PWD/data" XDG_STATE_HOME="$PWD/state" \
		timeout 60 "$BAKEOFF" run lmdd --size=1M --rounds=1 --variant=a >../out 2>../said || status=$?
	cat ../said ../out
	[ "$status" -eq 0 ]
	grep -q '^MEASURED' ../out
}

ended_by() {
	start run --rounds=2 "--variant=a:fs=ext4,device=loop:64M,knob=vm.dirtytime_expire_seconds=$expire" \
		lmdd --rw=write --bs=4k --direct=yes --size=64M
	find_client
	kill "-$1" "$controller"
	ended 130 5
	cat "$scratch/said"
	nothing_left
}

outlives_hangup() {
	cd "$scratch"
	status=0
	(
		trap '' HUP
		"$BAKEOFF" run --rounds=1 --variant=a:fs=ext2,device=loop:16M lmdd --size=1M >out 2>said &
		until_true 20 grep -q 'run 1 of 2' said
		kill -HUP $!
		wait $!
	) || status=$?
	[ "$status" -eq 0 ]
	nothing_left
}

for signal in QUIT USR1 USR2 ALRM XCPU; do
	check "SIG$signal is taken as ^C, and everything is undone" ended_by "$signal"
done
check 'under nohup a hangup ends nothing' outlives_hangup
check 'a file that may not grow is told, and the image removed' \
	run_is_refused 'File too large' 'ulimit -f 2000'
check 'with standard input closed a run is done' run_with '>out <&-'
check 'with standard error closed a run is done' run_with '>out 2>&-'
check 'with all three closed a run is stored, and its status says that the report is lost' \
	run_with '<&- >&- 2>&-' 1
check 'ignored SIGCHLD and SIGPIPE change nothing' run_is_done "trap '' CHLD PIPE"
check 'a stack of 64 KiB is enough' run_is_done 'ulimit -s 64'
check 'a stack of 64 KiB is enough for many operations in flight' \
	run_is_done 'ulimit -s 64' --direct=yes --bs=4k --iodepth=8
check 'too few open files are refused before anything is made' \
	run_is_refused 'open files: the limit of 10 is below the least, 64' 'ulimit -n 10'
check 'a mask that takes all rights is no hindrance to its user' as_somebody
done_testing
