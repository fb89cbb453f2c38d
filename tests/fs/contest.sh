#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# contest's loads on a real file system: each does work beside a job, says so, and leaves nothing;
# a load that cannot start, stops early or does nothing fails the run by name; nothing survives its
# controller.
# shellcheck source=lib.sh
. "${0%/*}/lib.sh"

need_root
source=$(cd "${0%/*}/../.." && pwd)
# in a job: whether it is not the one alone
loaded="[ -e $scratch/logs/no_load.log ]"

# contest LOAD [OPTION...]: with a short job, sizes of a few MiB, in the file system under test.
contest() {
	load=$1
	shift
	rm -rf "$scratch/logs"
	mkdir "$scratch/logs"
	"$BAKEOFF" contest "$load" --runs=1 --dir="$scratch/mnt" --logs="$scratch/logs" --name=here \
		--settle=100ms --mem=8M --list-dir="$scratch" --job="sleep 0.5" "$@" 2>said || {
		status=$?
		cat said
		return "$status"
	}
}

# contest_fails WORDS LOAD [OPTION...]: with status 1 and these words.
contest_fails() {
	wanted=$1
	shift
	status=0
	contest "$@" || status=$?
	[ "$status" -eq 1 ] && grep -q -e "$wanted" said
}

nothing_left() {
	left=$(find "$scratch/mnt" -mindepth 1 ! -name lost+found)
	[ -z "$left" ] || {
		echo "left: $left"
		return 1
	}
	no_process_left
}

# Every process of a run has its command line, or works below the mount.
no_process_left() {
	for proc in /proc/[0-9]*; do
		[ "${proc#/proc/}" -ne $$ ] || continue
		state=$(awk '/^State:/ { print $2 }' "$proc/status" 2>/dev/null) || continue
		[ "$state" != Z ] || continue
		case $(readlink "$proc/cwd" 2>/dev/null) in
		"$scratch/mnt"*)
			echo "left: $proc $(tr '\0' ' ' <"$proc/cmdline")"
			return 1
			;;
		esac
		if tr '\0' ' ' <"$proc/cmdline" 2>/dev/null | grep -q "contest .*--dir=$scratch/mnt"; then
			echo "left: $proc"
			return 1
		fi
	done
}

does_work() {
	cd "$scratch"
	contest "$1"
	cat "logs/$1.log"
	# compile 3 times, load 2 times, AMOUNT
	awk 'NR == 2 { exit !($6 > 0.4 && $10 > 0.4 && $12 > 0) }' "logs/$1.log"
	[ -s logs/no_load.log ]
	nothing_left
}

extracts_what_was_archived() {
	cd "$scratch"
	# Each file is away for a moment when its turn comes again.
	contest xtar_load --settle=1s --job="$loaded || exit 0
		for try in \$(seq 100); do
			grep -qs ^compile: bakeoff-xtar_load-*/tree/Makefile && exit 0
			sleep 0.02
		done
		exit 1"
}

# Each archive begins anew.
archives_are_made() {
	cd "$scratch"
	contest ctar_load --settle=1s \
		--job="$loaded || exit 0
		for try in \$(seq 100); do
			[ \"\$(head -c 4 bakeoff-ctar_load-*/archive.tar)\" != tree ] || exit 0
			sleep 0.02
		done 2>/dev/null
		exit 1"
}

works_elsewhere() {
	cd "$scratch"
	mkdir -p other
	contest io_other --other-dir="$scratch/other" --job="ls $scratch/other >seen; sleep 0.5; cp seen $scratch"
	grep -q '^bakeoff-io_other' seen || grep -q 'io_other' said
	awk 'NR == 2 { exit !($12 > 0) }' logs/io_other.log
	rmdir other
	nothing_left
}

too_large_is_refused_before_it_is_written() {
	cd "$scratch"
	contest_fails "$1: needs 2048 MiB of space and" "$1" --file-size=2G
	[ ! -e "logs/$1.log" ]
	nothing_left
}

# The load makes room each time it begins its file anew: whatever is free is taken until it fails.
disk_full_in_between_is_a_failure() {
	cd "$scratch"
	contest_fails 'io_load: stopped early: .*No space left on device' io_load --file-size=64M \
		--job="$loaded || exit 0; for try in \$(seq 600); do cat /dev/zero >>ballast; sleep 0.1; done 2>/dev/null"
	nothing_left
}

# The one that mem_load asks the kernel to kill first.
killed_load_is_a_failure() {
	cd "$scratch"
	cat >kill-it <<-END
		for proc in /proc/[0-9]*; do
			tr '\0' ' ' <"\$proc/cmdline" | grep -q "contest .*--dir=$scratch/mnt" || continue
			[ "\$(cat "\$proc/oom_score_adj")" != 1000 ] || kill -KILL "\${proc#/proc/}"
		done 2>/dev/null
		sleep 5
	END
	contest_fails 'mem_load: stopped early: killed by signal 9' mem_load --job="sh $scratch/kill-it"
	nothing_left
}


unlistable_is_a_failure() {
	cd "$scratch"
	contest_fails 'list_load: did not start: list .*No such file\|list_load: stopped early: list .*No such file' \
		list_load --list-dir="$scratch/not-there"
	nothing_left
}

failing_job_is_a_failure() {
	cd "$scratch"
	contest_fails 'job: ended with status 3: its last words' io_load --job='echo its last words; exit 3'
	[ ! -e logs/no_load.log ]
	nothing_left
}

builds_the_tree() {
	cd "$scratch"
	contest io_load --job= --job-kind="$1" --job-size=small
	cat said
	awk 'NR == 2 { exit !($4 ~ /'"$1"'/ && $7 + $8 > 0) }' logs/no_load.log
	nothing_left
}

missing_make_is_named() {
	cd "$scratch"
	mkdir -p none
	status=0
	PATH=$scratch/none "$BAKEOFF" contest no_load --runs=1 --dir="$scratch/mnt" --logs="$scratch" 2>said || status=$?
	cat said
	[ "$status" -eq 1 ]
	grep -q 'make: no such program, and the job compile needs it' said
	nothing_left
}

# starts LOAD: in the background, until its job runs.
starts() {
	rm -rf running logs
	mkdir logs
	"$BAKEOFF" contest "$1" --runs=1 --dir="$scratch/mnt" --logs="$scratch/logs" --settle=100ms \
		--mem=8M --job="$loaded || exit 0; setsid sleep 300 & echo >$scratch/running; sleep 300" \
		2>said &
	pid=$!
	tries=0
	while [ ! -e running ]; do
		tries=$((tries + 1))
		if [ "$tries" -ge 600 ] || ! kill -0 "$pid"; then
			cat said
			return 1
		fi
		sleep 0.1
	done
}

# The parts of a run have to notice it, and to remove what they made.
soon_nothing_left() {
	tries=0
	until nothing_left >left; do
		tries=$((tries + 1))
		[ "$tries" -lt 100 ] || {
			cat left
			return 1
		}
		sleep 0.1
	done
}

killed_controller_leaves_nothing() {
	cd "$scratch"
	starts "$1"
	kill -KILL "$pid"
	wait "$pid" || true
	soon_nothing_left
}

interrupt_leaves_nothing() {
	cd "$scratch"
	starts "$1"
	kill -"$2" "$pid"
	status=0
	wait "$pid" || status=$?
	cat said
	[ "$status" -eq "$3" ]
	nothing_left
}

fits_under_a_cap() {
	cd "$scratch"
	"$BAKEOFF" run contest --loads=mem_load+process_load --settle=100ms --job='sleep 0.5' --rounds=1 \
		--variant=capped:device="dir:$scratch/mnt",memory=64M
	"$BAKEOFF" show 1/2 >shown
	grep mem_load/load_size shown
	# 110 % of 64 MiB cannot be had under 64 MiB, half of it can
	awk '$1 == "mem_load/load_size" { size = $2 * 1 } END { exit !(size > 30 && size < 64) }' shown
}

example_compares_two_knobs() {
	cd "$scratch"
	sed -e 's/^rounds .*/rounds = 3/' -e 's/^job_size .*/job = sleep 0.4\nsettle = 100ms/' \
		-e 's/^file_size .*/file_size = 16M/' "$source/examples/contest.ini" >plan.ini
	umount "$scratch/mnt"
	DISK=loop:512M "$BAKEOFF" run ./plan.ini --style=contest >told
	cat told
	[ "$(grep -c '^fifo-batch-16 ' told)" -eq 3 ]
	[ "$(grep -c '^fifo-batch-32 .* 1.[0-9][0-9]\*\?$\|^fifo-batch-32 .* 0.9[0-9]\*\?$' told)" -eq 3 ]
	"$BAKEOFF" show --plan | grep -q 'fifo_batch=32'
	"$BAKEOFF" compare -v | grep -q 'io_load/ratio'
}

# A swap area of the test's own, in $swap.
swap_on() {
	make_image swap.img 64M
	swap=$(attach swap.img)
	mkswap "$swap" >swap.said
	swapon --priority 7 "$swap"
}

undo_more() {
	for loop in $(loops_left); do
		swapoff "$loop" 2>/dev/null || true
	done
}

swap_is_on() {
	awk -v area="$swap" '$1 == area && $5 == 7 { found = 1 } END { exit !found }' /proc/swaps
}

swap_is_off() {
	awk -v area="$swap" '$1 == area { print; found = 1 } END { exit found }' /proc/swaps
}

swap_is_emptied() {
	cd "$scratch"
	swap_on
	contest no_load
	grep -q 'caches dropped, swap off and on$' said
	swap_is_on
	swapoff "$swap"
	losetup --detach "$swap"
}

killed_between_off_and_on() {
	cd "$scratch"
	swap_on
	status=0
	strace -o calls -e trace=swapoff,swapon -e inject=swapon:signal=KILL:error=EINTR \
		"$BAKEOFF" contest no_load --runs=1 --dir="$scratch/mnt" --logs="$scratch" --job=true \
		2>said || status=$?
	cat calls
	[ "$status" -eq 137 ]
	grep -q "^swapoff(\"$swap\") *= 0" calls
	swap_is_off
	soon_nothing_left
	"$BAKEOFF" clean >cleaned 2>&1
	cat cleaned
	swap_is_on
	swapoff "$swap"
	losetup --detach "$swap"
}

# What has the name by now is somebody else's.
another_area_stays_off() {
	cd "$scratch"
	swap=$scratch/mnt/swap
	dd if=/dev/zero of="$swap" bs=1M count=16 status=none
	chmod 600 "$swap"
	mkswap "$swap" >swap.said
	swapon "$swap"
	strace -o calls -e inject=swapon:signal=KILL:error=EINTR "$BAKEOFF" contest no_load --runs=1 \
		--dir="$scratch/mnt" --logs="$scratch" --job=true 2>said || true
	cp "$swap" "$swap.other"
	mv "$swap.other" "$swap"
	"$BAKEOFF" clean >cleaned 2>&1
	cat cleaned
	grep -q "swap $swap.*somebody else's" cleaned
	swap_is_off
	rm "$swap"
	soon_nothing_left
}

make_fs ext4
check "swap is switched off and on again" swap_is_emptied
check "bakeoff clean switches swap on after a kill -9 in between" killed_between_off_and_on
check "swap on another device of that name stays off" another_area_stays_off
for load in process_load ctar_load xtar_load io_load io_load_half read_load list_load mem_load cpuload; do
	check "$load works beside the job and leaves nothing" does_work "$load"
done
check "xtar_load extracts a tree" extracts_what_was_archived
check "ctar_load makes archives" archives_are_made
check "io_other works on the other disk and leaves nothing there" works_elsewhere
for load in io_load read_load; do
	check "a $load that would not fit is refused" too_large_is_refused_before_it_is_written "$load"
done
check "a disk that gets full ends the run" disk_full_in_between_is_a_failure
check "a load that is killed fails the run by name" killed_load_is_a_failure
check "a directory that cannot be listed fails the run by name" unlistable_is_a_failure
check "a job that fails is no result" failing_job_is_a_failure
for kind in compile preprocess files; do
	check "the tree's job $kind runs" builds_the_tree "$kind"
done
check "a missing make is named" missing_make_is_named
for load in process_load io_load; do
	check "kill -9 of the controller leaves nothing of $load" killed_controller_leaves_nothing "$load"
done
check "^C leaves nothing and ends with 130" interrupt_leaves_nothing process_load INT 130
check "TERM leaves nothing and ends with 143" interrupt_leaves_nothing xtar_load TERM 143
if grep -q memory /proc/cgroups 2>/dev/null; then
	check "mem_load stays below a memory cap" fits_under_a_cap
else
	skip "mem_load stays below a memory cap" "no cgroup v2 memory controller"
fi
check "two settings of a knob are compared by the example" example_compares_two_knobs
make_fs ext4 3G
check "dbench_load works beside the job and leaves nothing" does_work dbench_load
done_testing
