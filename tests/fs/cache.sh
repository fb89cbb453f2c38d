#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What caches held before a phase, and what a run's log says where its numbers cannot be.
# shellcheck source=../lib/controller.sh
. "${0%/*}/../lib/controller.sh"

need_root
cd "$scratch"

# read_from VARIANT [OPTION...]: one round of reads of 8 MiB; what `show` says of it on stdout
read_from() {
	variant=$1
	shift
	timeout 120 "$BAKEOFF" run lmdd --rw=read --size=8M --rounds=1 "--variant=a:$variant" "$@" >/dev/null
	"$BAKEOFF" compare >compared
	id=$(sed -n '1s/^experiment \([0-9]*\) .*/\1/p' compared)
	"$BAKEOFF" show "$id/$((2 * id))" # a warm-up and a run in each
}

cold_is_verified() {
	read_from "fs=$1,device=loop:320M" | tee shown
	grep -q 'began with 0 B of 8.00 MiB in the page cache' shown
	grep -q 'moved 8.00 MiB' shown
	must_fail grep -q 'cold caches' shown
}

second_pass_fits_into_memory() {
	read_from fs=ext4,device=loop:64M --passes=2 | tee shown
	grep -q 'began with 0 B of 8.00 MiB' shown
	tr -s ' \n' ' ' <shown | grep -q 'warning: read: its files fit into memory'
	tr -s ' \n' ' ' <compared | grep -q 'note [0-9]*: read: its files fit into memory'
}

tmpfs_is_not_known_to_be_cold() {
	read_from fs=tmpfs,mount=size=64M | tee shown
	grep -q 'not known: tmpfs is nothing but memory' shown
	tr -s ' \n' ' ' <shown | grep -q 'read: whether it began with cold caches is not known'
	must_fail grep -q 'cold caches' compared
}

memory_copy_is_a_fact() {
	read_from fs=ext4,device=loop:64M | grep 'host.memory_copy_bytes_per_second *[1-9][0-9]*'
}

nothing_is_looked_at_without_observers() {
	read_from fs=ext4,device=loop:64M --observe=no | tee shown
	must_fail grep -q 'page cache' shown
	must_fail grep -q '^BOUND BY' shown
}

for kind in ext4 xfs; do
	check "a cold read on $kind began with nothing in the page cache" cold_is_verified "$kind"
done
check "a second pass over files that fit into memory is a warning" second_pass_fits_into_memory
check "on tmpfs nobody knows what cold is" tmpfs_is_not_known_to_be_cold
check "the rate of memory copies is a fact of the run" memory_copy_is_a_fact
check "without observers nothing is looked at" nothing_is_looked_at_without_observers
done_testing
