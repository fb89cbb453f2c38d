#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What is recorded of real file systems and devices is what their own tools say of them.
# shellcheck source=../lib/controller.sh
. "${0%/*}/../lib/controller.sh"

need_root

# run_once VARIANT [OPTION...]: one short run; its facts as PATH VALUE lines in $scratch/facts
run_once() {
	cd "$scratch"
	rm -rf "$scratch/data"
	"$BAKEOFF" run nothing --operations=10 --rounds=1 "--variant=$1" >out 2>said || {
		cat said
		return 1
	}
	sqlite3 "$XDG_DATA_HOME/bakeoff/bakeoff.db" \
		"SELECT replace(substr(t.fullkey, 3), char(34), '') || ' ' || t.value FROM runs r JOIN facts f ON f.id = r.facts,
			json_tree(f.text) t WHERE r.id = 1 AND t.atom IS NOT NULL" >facts
}

fact() {
	sed -n "s/^target\.$1 //p" "$scratch/facts"
}

# one_a_line: words of standard input, sorted
one_a_line() {
	tr -s ' ' '\n' | sed '/^$/d' | sort
}

ext_features_are_those_of_dumpe2fs() {
	make_fs "$1"
	run_once "a:device=dir:$scratch/mnt"
	dumpe2fs -h "$scratch/fs.img" 2>/dev/null | sed -n 's/^Filesystem features: *//p' | one_a_line >theirs
	fact format.features | one_a_line >ours
	diff theirs ours
	[ "$(fact format.inode_bytes)" -eq "$(dumpe2fs -h fs.img 2>/dev/null | sed -n 's/^Inode size:[ \t]*//p')" ]
	[ "$(fact format.block_bytes)" -eq "$(dumpe2fs -h fs.img 2>/dev/null | sed -n 's/^Block size:[ \t]*//p')" ]
	drop_fs
}

xfs_features_are_those_of_xfs_info() {
	make_fs xfs
	run_once "a:device=dir:$scratch/mnt"
	xfs_info "$scratch/mnt" | tr -s ' ,\t' '\n' >info
	for feature in crc finobt reflink bigtime inobtcount rmapbt; do
		has=0
		fact format.features | one_a_line | grep -qx "$feature" && has=1
		grep -qx "$feature=$has" info
	done
	[ "$(fact format.allocation_groups)" = "$(sed -n 's/^agcount=//p' info)" ]
	[ "$(fact format.inode_bytes)" = "$(sed -n 's/^isize=//p' info)" ]
	drop_fs
}

btrfs_features_are_those_of_the_kernel() {
	make_fs btrfs
	run_once "a:device=dir:$scratch/mnt"
	uuid=$(blkid -p -o value -s UUID "$scratch/fs.img")
	find "/sys/fs/btrfs/$uuid/features" -mindepth 1 -printf '%f\n' | sed 's/_/-/g; s/^extended-iref$/extref/' | sort >theirs
	fact format.features | one_a_line >ours
	# the kernel shows what it can name; a tree being valid is no feature to it
	comm -23 theirs ours >missing
	cat missing
	[ ! -s missing ]
	[ "$(fact format.node_bytes)" -eq "$(cat "/sys/fs/btrfs/$uuid/nodesize")" ]
	[ "$(fact disk)" != '' ]
	drop_fs
}

loop_device_and_the_disk_below_it_are_told() {
	run_once "a:fs=$1,device=loop:320M"
	[ -n "$(fact format.features)" ]
	[ "$(fact device_bytes)" -eq $((320 * 1024 * 1024)) ]
	case $(fact disk) in loop*) ;; *) return 1 ;; esac
	[ -n "$(fact mount_options)" ]
	[ "$(fact waited_for_ext4lazyinit)" = 0 ]
	source=$(findmnt --noheadings --output SOURCE --target "$scratch")
	case $source in
	/dev/*) [ "$(fact 'below\[0\].disk')" = "$(basename "$(readlink -f "$source")")" ] ;;
	*) [ -n "$(sed -n 's/^target\.unknown\.below //p' facts)" ] ;;
	esac
	[ "$1" != btrfs ] || [ -n "$(fact format.metadata_profile)" ]
	nothing_left
}

initialiser_that_was_waited_for_is_told() {
	run_once 'a:fs=ext4,device=loop:1G,mkfs=-E lazy_itable_init=1,mount=prefetch_block_bitmaps'
	[ "$(fact waited_for_ext4lazyinit)" = 1 ]
	fact mkfs | grep -q lazy_itable_init=1
	nothing_left
}

what_is_on_no_disk_is_unknown_with_the_reason() {
	run_once 'a:fs=tmpfs,mount=size=64M'
	[ -z "$(fact scheduler)" ]
	sed -n 's/^target\.unknown\.device //p' facts | grep -q 'tmpfs is on no block device'
	mkdir -p lower upper work merged
	mount -t overlay -o "lowerdir=$scratch/lower,upperdir=$scratch/upper,workdir=$scratch/work" \
		overlay "$scratch/merged"
	run_once "a:device=dir:$scratch/merged"
	umount "$scratch/merged"
	[ "$(fact fs)" = overlay ]
	sed -n 's/^target\.unknown\.device //p' facts | grep -q 'overlay is on no block device'
	sed -n 's/^target\.unknown\.format //p' facts | grep -q overlay
}

unplanned_difference_is_invalid() {
	cd "$scratch"
	rm -rf "$scratch/data"
	"$BAKEOFF" run nothing --operations=10 --rounds=3 --require_same=default,loop_direct_io \
		--variant=a:fs=ext4,device=loop:64M --variant=b:fs=ext2,device=loop:64M >out 2>said
	must_fail grep -q 'besides the plan' out
	sqlite3 "$XDG_DATA_HOME/bakeoff/bakeoff.db" \
		"UPDATE facts SET text = json_set(text, '\$.target.read_ahead_kb', 1)
			WHERE id IN (SELECT facts FROM runs WHERE variant = 1)"
	status=0
	"$BAKEOFF" compare --gate >out || status=$?
	cat out
	[ "$status" -eq 5 ]
	grep -q '^differs besides the plan: read_ahead_kb: .* (a); 1 (b)$' out
	grep -q '^INVALID' out
	nothing_left
}

doctor_sees_loops_on_loops() {
	make_fs ext4
	cd "$scratch"
	status=0
	"$BAKEOFF" doctor nothing "--scratch=$scratch/mnt" --variant=a:fs=ext4,device=loop:64M >out || status=$?
	cat out
	[ "$status" -eq 1 ]
	grep -q '^storage *bad *scratch: a loop device on a loop device' out
	drop_fs
	make_image holes 64M
	"$BAKEOFF" doctor "--variant=a:fs=ext4,device=image:$scratch/holes" >out || true
	cat out
	grep -q '^storage *warning *a: .* has holes: 0 %' out
	nothing_left
}

for kind in ext2 ext4; do
	check "the features of $kind are those that dumpe2fs tells" ext_features_are_those_of_dumpe2fs $kind
done
check 'the features of xfs are those that xfs_info tells' xfs_features_are_those_of_xfs_info
check 'the features of btrfs are those that the kernel tells' btrfs_features_are_those_of_the_kernel
for kind in ext4 xfs btrfs; do
	check "of $kind on a loop device its disk and the one below are told" \
		loop_device_and_the_disk_below_it_are_told $kind
done
check 'that settling waited for ext4lazyinit is told' initialiser_that_was_waited_for_is_told
check 'what is on no disk is unknown, with the reason' what_is_on_no_disk_is_unknown_with_the_reason
check 'a fact that differs besides the plan makes the verdict INVALID' unplanned_difference_is_invalid
check 'doctor sees a loop device on a loop device, and holes' doctor_sees_loops_on_loops
done_testing
