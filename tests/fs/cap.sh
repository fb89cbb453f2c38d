#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The memory cap: a file that is larger is not read from the cache, and only clients are capped.
# shellcheck source=../lib/controller.sh
. "${0%/*}/../lib/controller.sh"

need_root

bytes=200000000
make_image disk.img 512M
disk=$(losetup --find --show --direct-io=on "$scratch/disk.img")

sectors_read() {
	awk '{ print $3 }' "/sys/block/${disk#/dev/}/stat"
}

# read_by PASSES KEY...: the bytes that left the device in an experiment of one round.
read_by() {
	passes=$1
	keys=$2
	before=$(sectors_read)
	"$BAKEOFF" run --rounds=1 --seed=3 --destroy="$disk" --variant="a:fs=ext4,device=$disk$keys" \
		lmdd --rw=read --bs=128k --size="${bytes%000}kB" --passes="$passes" >&2
	echo $((($(sectors_read) - before) * 512))
}

# second_read KEY...: of all that the second pass asked for, how many percent came from the device.
# Two experiments differ in nothing but the second pass; each has a warm-up and a round.
second_read() {
	once=$(read_by 1 "$1")
	twice=$(read_by 2 "$1")
	percent=$(((twice - once) * 100 / (2 * bytes)))
	echo "# with '$1': bytes read by one pass $((once / 2)), by two $((twice / 2)); of the second" \
		"$percent % came from the device" | tee -a "$scratch/figures"
}

capped_reads_come_from_the_device() {
	second_read ",memory=64M"
	[ "$once" -ge $((2 * bytes)) ]
	[ "$percent" -ge 95 ]
	[ "$percent" -le 105 ]
}

# Whoever else drops the caches meanwhile makes it more than it is: the least of three tries.
uncapped_reads_come_from_the_cache() {
	for try in 1 2 3; do
		echo "try $try"
		second_read ""
		[ "$once" -ge $((2 * bytes)) ]
		[ "$percent" -ge 5 ] || return 0
	done
	return 1
}

members() {
	for group in $(cgroups_left); do
		cat "${group%/*}/cgroup.procs" 2>/dev/null || true
	done
}

# What is ever seen in the cgroup is a child of the agent.
only_clients_are_capped() {
	start run --rounds=2 --seed=3 --variant="a:fs=ext4,device=loop:64M,memory=$cap" \
		lmdd --rw=write --bs=4k --direct=yes --size=16M --numjobs=2
	seen=0
	while ! is_gone "$controller"; do
		has_agent || agent=none
		for member in $(members); do
			parent=$(awk '/^PPid:/ { print $2 }' "/proc/$member/status" 2>/dev/null || true)
			has_agent || agent=none
			# gone since: nothing is known of it
			case $parent.$agent in
			.* | *.none) continue ;;
			esac
			[ "$parent" -eq "$agent" ] || {
				echo "process $member, child of $parent, is in the cgroup; the agent is $agent"
				return 1
			}
			seen=$((seen + 1))
		done
	done
	ended 0 120
	echo "clients seen in the cgroup: $seen"
	[ "$seen" -ge 4 ]
	nothing_left
}

# A mkfs that writes down where it is before it does its work.
mkfs_is_not_capped() {
	mkdir "$scratch/bin"
	cat >"$scratch/bin/mkfs.ext4" <<-END
		#!/bin/sh
		cat /proc/self/cgroup >>"$scratch/mkfs-cgroup"
		exec $(command -v mkfs.ext4) "\$@"
	END
	chmod +x "$scratch/bin/mkfs.ext4"
	PATH=$scratch/bin:$PATH
	"$BAKEOFF" run --rounds=1 --variant="a:fs=ext4,device=loop:64M,memory=$cap" \
		lmdd --size=1M --scratch="$scratch"
	grep -q memory "$scratch/mkfs-cgroup" || grep -q '^0::' "$scratch/mkfs-cgroup"
	must_fail grep bakeoff "$scratch/mkfs-cgroup"
	nothing_left
}

check "under a cap of 64M a second read of 200 MB comes from the device" \
	capped_reads_come_from_the_device
check "without the cap a second read comes from the cache" uncapped_reads_come_from_the_cache
cat "$scratch/figures"
losetup --detach "$disk"
check "only clients enter the cgroup, and it is gone afterwards" only_clients_are_capped
check "mkfs is not capped" mkfs_is_not_capped
done_testing
