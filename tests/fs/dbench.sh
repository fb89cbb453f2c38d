#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# dbench on real file systems: every result is what the load expects, a full disk is a failure,
# what reached the device is told, and TERM or a kill leave nothing that runs.
# shellcheck source=lib.sh
. "${0%/*}/lib.sh"

need_root
cd "$scratch"

left_over() {
	find "$scratch/mnt" -mindepth 1 ! -name lost+found -printf '%P\n'
}

built_in_load_is_replayed() {
	make_fs "$1"
	"$BAKEOFF" dbench --run-once --xattr -S -D "$scratch/mnt" 2 >said 2>errors
	cat said errors
	grep -q '^Throughput [1-9].* (sync dirs)  2 clients  2 procs' said
	grep -q '^ Complete passes: 2 ' said
	[ -z "$(left_over)" ]
}

full_disk_is_a_failure() {
	make_fs "$1"
	head -c 1G /dev/zero >"$scratch/mnt/ballast" 2>/dev/null || true # until it is full
	truncate --size=-8M "$scratch/mnt/ballast"
	sync --file-system "$scratch/mnt"
	for compat in strict 4; do
		status=0
		"$BAKEOFF" dbench --run-once --compat="$compat" -D "$scratch/mnt" 1 >said 2>errors || status=$?
		cat said errors
		[ "$status" -eq 1 ]
		grep -q 'client 0: line [0-9]*: .*: WriteX [0-9]* ' errors
		must_fail grep -q Throughput said
	done
	[ "$(left_over)" = ballast ]
}

device_is_looked_at() {
	make_fs "$1"
	name=$(findmnt --noheadings --output SOURCE "$scratch/mnt")
	printf '%s\n' 'NTCreateX "\f" 0x40 0x2 1 NT_STATUS_OK' 'REPEAT 256' \
		'WriteX 1 *%16000000/4096 65536 65536 NT_STATUS_OK' 'Close 1 NT_STATUS_OK' \
		'Unlink "\f" 0 NT_STATUS_OK' >load
	"$BAKEOFF" dbench --run-once -c load -F -D "$scratch/mnt" 1 >synced 2>/dev/null
	"$BAKEOFF" dbench --run-once -c load -D "$scratch/mnt" 1 >lazy 2>/dev/null
	cat synced lazy
	grep -q "wrote 16777216 and read 0; ${name#/dev/} wrote " synced
	# What is synced is written, all of it; what is unlinked at once is hardly ever.
	grep -q '^ Never written, or not yet: 0.0%' synced
	grep -q '^ Never written, or not yet: [1-9]' lazy
}

kill_leaves_no_client() {
	make_fs ext4
	"$BAKEOFF" dbench -t 60 -D "$scratch/mnt" 3 >/dev/null 2>&1 &
	controller=$!
	sleep 1
	clients=$(pgrep -P "$controller")
	[ "$(echo "$clients" | wc -w)" -eq 3 ]
	kill -KILL "$controller"
	wait "$controller" || true
	for client in $clients; do
		tries=0
		while [ "$tries" -lt 50 ] && grep -qs '^State:[[:space:]]*[^Z]' "/proc/$client/status"; do
			sleep 0.1
			tries=$((tries + 1))
		done
		[ "$tries" -lt 50 ]
	done
}

workload_runs() {
	"$BAKEOFF" run dbench --passes=1 --numjobs=2 --rounds=2 \
		--variant "it:fs=$1,device=loop:512M" --scratch="$scratch" >said 2>errors
	cat said errors
	grep -q 'MEASURED  dbench replay/throughput' said
}

for kind in ext4 xfs btrfs; do
	if command -v "mkfs.$kind" >/dev/null; then
		check "dbench on $kind: each result is what the load expects" built_in_load_is_replayed "$kind"
		check "dbench on $kind: a full disk is a failure, with line and operation" full_disk_is_a_failure "$kind"
		check "dbench on $kind: what the device wrote is told" device_is_looked_at "$kind"
	else
		skip "dbench on $kind" "no mkfs.$kind"
	fi
done
drop_fs || true
check "dbench on ext4: the workload runs" workload_runs ext4
check "dbench: a killed controller takes its clients along" kill_leaves_no_client
drop_fs || true
done_testing
