#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The classic bonnie on real file systems: a run that cannot be finished says where and why, has
# status 1, or that of its signal, and leaves nothing.
# shellcheck source=lib.sh
. "${0%/*}/lib.sh"

need_root

nothing_left() {
	ls -A "$scratch/mnt" >"$scratch/names"
	cat "$scratch/names"
	must_fail grep -v '^lost+found$' "$scratch/names"
}

# fails_with WORDS ARGUMENT...
fails_with() {
	words=$1
	shift
	status=0
	"$BAKEOFF" bonnie "$@" >"$scratch/out" 2>"$scratch/said" || status=$?
	cat "$scratch/out" "$scratch/said"
	[ "$status" -eq 1 ]
	grep -q -e "$words" "$scratch/said"
	[ ! -s "$scratch/out" ]
	nothing_left
}

full_disk() {
	make_fs "$1" 320M
	at="bonnie: $scratch/mnt/Bonnie.[0-9]*"
	fails_with "$at: putc, client 0: data, .*: No space left on device" -d "$scratch/mnt" -s 400
	fails_with "$at: block_write, client 0: data, .*: No space left on device" \
		--style=bonnie++ -d "$scratch/mnt" -s 400 -n 0 -r 0 -f
	fails_with "$at: seq_create.*: files/[0-9].*: No space left on device" \
		--style=bonnie++ -d "$scratch/mnt" -s 0 -n 4:100000:100000 -r 0
}

read_only() {
	make_fs "$1" 320M
	mount -o remount,ro "$scratch/mnt"
	for style in bonnie bonnie++; do
		fails_with "make directory $scratch/mnt/Bonnie.[0-9]*: Read-only file system" \
			"--style=$style" -d "$scratch/mnt"
	done
}

no_directory() {
	make_fs ext4 64M
	for style in bonnie bonnie++; do
		fails_with "open directory $scratch/mnt/none: No such file or directory" \
			"--style=$style" -d "$scratch/mnt/none"
	done
}

# injected STYLE ERROR WORDS: where the file is synced
injected() {
	make_fs ext4 64M
	style=$1 error=$2 words=$3
	shift 3
	status=0
	ASAN_OPTIONS=detect_leaks=0 strace -f -o /dev/null -e trace=fsync -e "inject=fsync:error=$error" \
		"$BAKEOFF" bonnie "--style=$style" -d "$scratch/mnt" -s 1 "$@" >"$scratch/out" 2>"$scratch/said" || status=$?
	cat "$scratch/out" "$scratch/said"
	[ "$status" -eq 1 ]
	grep -q "$scratch/mnt/Bonnie.[0-9]*: [a-z_]*, client 0: data: fsync: $words" "$scratch/said"
	[ ! -s "$scratch/out" ]
	nothing_left
}

# Below a directory of root's, which is why it is named from within.
as_nobody() {
	make_fs ext4 64M
	cd "$scratch/mnt"
	fails_with "Permission denied" --style=bonnie++ -d . -s 1 -n 1 -r 0 -u nobody
}

# stopped SIGNAL STATUS ARGUMENT...: while it writes
stopped() {
	signal=$1 wanted=$2
	shift 2
	make_fs ext4 320M
	"$BAKEOFF" bonnie -d "$scratch/mnt" "$@" >"$scratch/out" 2>"$scratch/said" &
	child=$!
	tries=0
	until find "$scratch/mnt" -name data -size +0 | grep -q .; do
		tries=$((tries + 1))
		[ "$tries" -lt 300 ]
		sleep 0.1
	done
	kill "-$signal" "$child"
	tries=0
	while grep -qs '^State:[[:space:]]*[^Z]' "/proc/$child/status"; do
		[ "$tries" -lt 50 ]
		sleep 0.1
		tries=$((tries + 1))
	done
	status=0
	wait "$child" || status=$?
	cat "$scratch/said"
	[ "$status" -eq "$wanted" ]
	nothing_left
}

for kind in ext4 xfs btrfs; do
	if command -v "mkfs.$kind" >/dev/null; then
		check "a full disk fails the run on $kind, and nothing is left" full_disk "$kind"
		check "a read-only file system is told on $kind" read_only "$kind"
	else
		skip "a full and a read-only $kind" "no mkfs.$kind"
	fi
done
check "a missing directory is told" no_directory
check "what nobody may not write is told" as_nobody
if command -v strace >/dev/null; then
	check "a failed fsync is told" injected bonnie64 EIO "Input/output error"
	check "a full quota is told" injected bonnie64 EDQUOT "Disk quota exceeded"
	# without the bytes one by one: strace stops at each
	check "a full quota is told, as bonnie++ too" injected bonnie++ EDQUOT "Disk quota exceeded" \
		-f -n 0 -r 0
else
	skip "a failed fsync and a full quota" "no strace"
fi
check "^C leaves nothing within 5 s" stopped INT 130 -s 200
check "TERM leaves nothing within 5 s, as bonnie++ neither" stopped TERM 143 --style=bonnie++ -s 200 -n 1 -r 0
drop_fs || true
done_testing
