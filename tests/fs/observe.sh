#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Observers on real devices: what they say was written is what was written, and they see the clients,
# their cgroup, the device below and the kernel's complaints.
# shellcheck source=../lib/controller.sh
. "${0%/*}/../lib/controller.sh"

need_root

bytes=$((64 * 1024 * 1024))

# of_run RUN METRIC [INSTANCE]: the number in `show -v`; the device under test is the first one.
of_run() {
	"$BAKEOFF" show -v "$1" | awk -v metric="$2" -v instance="${3-}" '
		$1 == metric && instance == "" { print $2 ~ /^[0-9.-]+$/ && $3 !~ /^[0-9]/ ? $2 : $3; exit }
		$1 == metric && $2 == instance { print $3; exit }'
}

# The last run's id as EXPERIMENT/RUN.
last_run() {
	"$BAKEOFF" show | awk '
		$1 == "experiment" { id = $2 }
		$1 ~ /^[0-9]+$/ { run = $1 }
		END { print id "/" run }'
}

# within LEAST NUMBER MOST
within() {
	awk -v least="$1" -v number="$2" -v most="$3" \
		'BEGIN { exit !(number != "" && number >= least && number <= most) }' && return
	echo "'$2' is not within $1 and $3"
	return 1
}

run_one() {
	(cd "$scratch" && "$BAKEOFF" run --rounds=1 --seed=3 --name=observed "$@" >/dev/null)
	run=$(last_run)
}

direct_writes_are_what_the_device_is_said_to_have_written() {
	run_one --variant=a:fs=ext4,device=loop:256M \
		lmdd --rw=write --bs=1M --size="$bytes" --direct=yes
	device=$("$BAKEOFF" show -v "$run" | awk '$1 == "disk.dev.write_bytes" { print $2; exit }')
	echo "$run on $device"
	case $device in
	loop*) ;;
	*) return 1 ;;
	esac
	within "$bytes" "$(of_run "$run" disk.dev.write_bytes "$device")" $((bytes * 105 / 100))
	within 0 "$(of_run "$run" disk.dev.read_bytes "$device")" $((bytes / 20))
	within $((bytes * 99 / 100)) "$(of_run "$run" proc.io.write_bytes 0)" $((bytes * 101 / 100))
	within 64 "$(of_run "$run" proc.io.syscw 0)" 100
	within 1 "$(of_run "$run" disk.dev.avactive "$device")" 1e12
}

direct_reads_too() {
	run_one --variant=a:fs=xfs,device=loop:320M \
		lmdd --rw=read --bs=1M --size="$bytes" --direct=yes
	device=$("$BAKEOFF" show -v "$run" | awk '$1 == "disk.dev.read_bytes" { print $2; exit }')
	within "$bytes" "$(of_run "$run" disk.dev.read_bytes "$device")" $((bytes * 105 / 100))
	within "$bytes" "$(of_run "$run" xfs.perdev.read_bytes "$device")" $((bytes * 101 / 100))
}

# The image lies on this file system; a tmpfs has no device.
the_device_below_the_loop_is_seen() {
	below=$(findmnt --noheadings --output SOURCE --target "$scratch" | sed 's/\[.*//')
	if [ -b "$below" ]; then
		disk=$(basename "$(readlink -f "$below")")
		within $((bytes * 9 / 10)) "$(of_run "$wrote" disk.dev.write_bytes "$disk")" 1e15
	else
		"$BAKEOFF" show "$wrote" | grep "^below loop"
	fi
}

each_client_has_its_own_numbers() {
	run_one --variant=a:fs=ext4,device=loop:256M \
		lmdd --rw=write --bs=1M --size=16M --direct=yes --numjobs=3
	for client in 0 1 2; do
		within 16777216 "$(of_run "$run" proc.io.write_bytes "$client")" 17000000
	done
	[ -z "$(of_run "$run" proc.io.write_bytes 3)" ]
}

a_capped_run_has_its_cgroup_s_counters_and_no_other_has() {
	must_fail sh -c "\"$BAKEOFF\" show -v $run | grep -q '^cgroup'"
	run_one --variant="a:fs=ext4,device=loop:256M,memory=$cap" \
		lmdd --rw=write --bs=1M --size="$bytes"
	limit=$((${cap%k} * 1024))
	used=$(of_run "$run" cgroup.memory.usage)
	[ -n "$used" ] || used=$(of_run "$run" cgroup.memory.current)
	within 1 "$used" "$limit"
	"$BAKEOFF" show "$run" | grep "^cgroup  *memory "
}

on_a_tmpfs_the_device_is_unknown_and_that_is_said() {
	run_one --variant=a:fs=tmpfs lmdd --size=1M
	"$BAKEOFF" show "$run" | grep "^disk  *tmpfs has no device"
}

samples_are_taken_at_the_interval_or_not_at_all() {
	run_one --observe=100ms --variant=a:fs=tmpfs nothing --runtime=2
	samples=$("$BAKEOFF" show "$run" | sed -n 's/^series .*up to \([0-9]*\) samples.*/\1/p')
	echo "$samples samples in 2 s"
	within 4 "$samples" 30
	run_one --observe=no --variant=a:fs=tmpfs nothing --operations=10
	must_fail sh -c "\"$BAKEOFF\" show -v $run | grep -q 'OBSERVED\|^series'"
}

# A loop device whose image has been cut says so when it is read.
make_io_error() {
	make_image broken.img 1M
	broken=$(attach broken.img)
	truncate --size 0 "$scratch/broken.img"
	dd if="$broken" of=/dev/null bs=4k count=1 iflag=direct 2>/dev/null || true
	losetup --detach "$broken"
}

an_io_error_during_a_run_is_kept_with_it() {
	start run --rounds=1 --seed=3 --name=broken --variant=a:fs=tmpfs \
		--variant=b:fs=tmpfs nothing --runtime=3
	find_client
	sleep 1
	make_io_error
	ended 0 120
	"$BAKEOFF" compare | tr '\n' ' ' | grep -o 'kernel:  *I/O error,  *dev  *loop[0-9]*'
	for run in $("$BAKEOFF" show | awk '$1 ~ /^[0-9]+$/ { print $1 }'); do
		"$BAKEOFF" show "$("$BAKEOFF" show | awk '$1 == "experiment" { print $2 }')/$run"
	done >"$scratch/runs"
	grep -A1 "warning: kernel: I/O error, dev $(basename "$broken")" "$scratch/runs"
}

check "direct writes are what the device is said to have written" \
	direct_writes_are_what_the_device_is_said_to_have_written
wrote=$(last_run)
check "direct reads are what the device and XFS are said to have read" direct_reads_too
check "the device below the loop device is seen" the_device_below_the_loop_is_seen
check "each client has its own numbers" each_client_has_its_own_numbers
run=$(last_run)
check "a capped run has its cgroup's counters, and no other has" \
	a_capped_run_has_its_cgroup_s_counters_and_no_other_has
check "on a tmpfs the device is unknown, and that is said" \
	on_a_tmpfs_the_device_is_unknown_and_that_is_said
check "samples are taken at the interval, or not at all" \
	samples_are_taken_at_the_interval_or_not_at_all
check "an I/O error during a run is kept with it, and compare notes it" \
	an_io_error_during_a_run_is_kept_with_it
check "nothing is left" nothing_left
done_testing
