#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The mixes of AIM Suite VII on real file systems: each of the four is run whole, and a full disk, a
# read-only one, a killed user and a stop are failures that leave nothing behind.
# shellcheck source=lib.sh
. "${0%/*}/lib.sh"

need_root

aim7() {
	"$BAKEOFF" aim7 "$@" --output="$scratch"
}

# The place is as it was, and nobody still works in it.
nothing_left() {
	find "$scratch/mnt" -mindepth 1 ! -name lost+found | tee left
	[ ! -s left ]
	umount "$scratch/mnt"
}

# calls USERS NAME: how many calls of the test the log tells of.
calls() {
	grep -c "^$1 $2 " logfile.suite7
}

every_mix_is_run() {
	make_fs "$1"
	cd "$scratch"
	for mix in compute dbase fserver shared; do
		rm -f logfile.suite7
		aim7 "$mix" --dir="$scratch/mnt" --filesize=32k --list=1,4 >said
		grep -q -E "^ +4 +[0-9.]+ +-?[0-9]+ " said
		[ "$(calls 4 job_timing)" -eq 4 ]
		case $mix in
		compute) [ "$(calls 4 disk_rd)" -eq 16 ] ;;
		dbase) [ "$(calls 4 sync_disk_update)" -eq 20 ] ;;
		fserver) [ "$(calls 4 link_test)" -eq 12 ] ;;
		shared) [ "$(calls 4 disk_src)" -eq 12 ] ;;
		esac
	done
	nothing_left
}

fails_with() {
	wanted=$1
	shift
	if aim7 "$@" >out 2>said; then
		echo "it succeeded: aim7 $*"
		return 1
	else
		status=$?
	fi
	cat said
	[ "$status" -eq 1 ] && grep -q -e "$wanted" said
}

full_disk_is_a_failure() {
	make_fs "$1" 96M
	cd "$scratch"
	# A level that fits is told before the one that does not.
	printf 'FILESIZE: 30M\n10 disk_wrt\n90 sieve\n' >workfile
	fails_with 'load level 12: user [0-9]*: disk_wrt in .*: No space left on device' workfile \
		"--dir=$scratch/mnt" --list=1,12
	grep -q -E '^ +1 ' out
	must_fail grep -q -E '^ +12 ' out
	nothing_left
}

read_only_is_a_failure() {
	make_fs "$1"
	cd "$scratch"
	mount -o remount,ro "$scratch/mnt"
	fails_with 'Read-only file system' shared "--dir=$scratch/mnt" --filesize=32k
	nothing_left
}

no_room_for_the_common_file() {
	make_fs "$1" 96M
	cd "$scratch"
	fails_with 'load level 1: .*tmpa.common.*: No space left on device' shared \
		"--dir=$scratch/mnt" --filesize=2G
	nothing_left
}

# Of a process that is none of this shell's children.
await_end_of() {
	tries=0
	while [ -d "/proc/$1" ]; do
		[ "$tries" -lt 100 ]
		sleep 0.1
		tries=$((tries + 1))
	done
}

# stopped SIGNAL STATUS: after the first user has begun.
stopped() {
	cd "$scratch"
	rm -f logfile.suite7
	"$BAKEOFF" aim7 shared "--dir=$scratch/mnt" --filesize=64M --users=3 --output="$scratch" >out &
	child=$!
	tries=0
	until [ "$(pgrep -P "$child" | wc -l)" -eq 3 ] || [ "$tries" -eq 300 ]; do
		sleep 0.1
		tries=$((tries + 1))
	done
	users=$(pgrep -P "$child")
	kill "-$1" "$child"
	if wait "$child"; then status=0; else status=$?; fi
	echo "status $status"
	[ "$status" -eq "$2" ]
	for user in $users; do
		await_end_of "$user"
	done
}

a_stop_leaves_nothing() {
	make_fs "$1"
	stopped INT 130
	stopped TERM 143
	stopped HUP 129
	nothing_left
}

# What is killed outright cannot tidy up; its users go with it.
a_kill_takes_the_users_along() {
	make_fs "$1"
	stopped KILL 137
	umount "$scratch/mnt"
}

workload_is_compared() {
	cd "$scratch"
	"$BAKEOFF" run aim7 --mix=fserver --filesize=32k --numjobs=4 --rounds=2 --seed=1 \
		--variant=a:fs=ext4,device=loop:300M --variant=b:fs=tmpfs >said 2>errors || {
		cat said errors
		return 1
	}
	grep -q 'aim7 mix/jobs' said
	"$BAKEOFF" show 1/3 >told
	grep -q -E '^mix/not_run +236' told # 59 of each client
}

for kind in ext2 ext4 xfs btrfs; do
	if command -v "mkfs.$kind" >/dev/null; then
		check "aim7 on $kind: every mix is run" every_mix_is_run "$kind"
	else
		skip "aim7 on $kind" "no mkfs.$kind"
	fi
done
check "aim7: a full disk is a failure" full_disk_is_a_failure ext4
check "aim7: a disk too small for the first file is one, too" no_room_for_the_common_file ext4
check "aim7: a read-only file system is a failure" read_only_is_a_failure ext4
check "aim7: stopped by a signal, nothing is left" a_stop_leaves_nothing ext4
check "aim7: killed, no user is left" a_kill_takes_the_users_along ext4
drop_fs || true
check "aim7 as a workload, on ext4 and tmpfs" workload_is_compared
done_testing
