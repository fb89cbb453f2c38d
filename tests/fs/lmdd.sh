#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The classic lmdd on real file systems and devices: what it writes is there, a full disk is a
# failure, and a device in use is left alone by whatever name it goes.
# shellcheck source=lib.sh
. "${0%/*}/lib.sh"

need_root

fails_with() {
	wanted=$1
	shift
	if "$BAKEOFF" lmdd "$@" 2>said; then
		echo "it succeeded: lmdd $*"
		return 1
	else
		status=$?
	fi
	cat said
	[ "$status" -eq 1 ] && grep -q -e "$wanted" said
}

pattern_survives() {
	make_fs "$1"
	"$BAKEOFF" lmdd "of=$scratch/mnt/f" bs=64k move=16m opat=1 fsync=1 direct=1
	umount "$scratch/mnt"
	mount -o loop "$scratch/fs.img" "$scratch/mnt"
	"$BAKEOFF" lmdd "if=$scratch/mnt/f" bs=8k ipat=1 print=0
	[ "$(stat -c %s "$scratch/mnt/f")" -eq 16777216 ]
}

full_disk_is_a_failure() {
	make_fs "$1"
	cd "$scratch"
	fails_with 'No space left on device' "of=$scratch/mnt/f" bs=1m count=2000
	# What was moved until then is told: more than 100 MB of 512.
	grep -q -E '^[1-5][0-9]{2}\.[0-9]{4} MB in ' said
}

unaligned_direct_is_refused() {
	make_fs "$1"
	cd "$scratch"
	fails_with 'bs: 1000 is no multiple of' "of=$scratch/mnt/f" bs=1000 count=1 direct=1
}

# How many bytes of a file the page cache holds.
cached() {
	fincore --bytes --noheadings --output RES "$1" | tr -d ' '
}

flush_drops_what_was_written() {
	make_fs "$1"
	file=$scratch/mnt/f
	"$BAKEOFF" lmdd "of=$file" bs=64k move=8m opat=1
	[ "$(cached "$file")" -eq 8388608 ]
	"$BAKEOFF" lmdd "of=$file" bs=64k move=8m opat=1 flush=1
	[ "$(cached "$file")" -eq 0 ]
	"$BAKEOFF" lmdd "if=$file" bs=8k ipat=1 print=0
}

# A file system that keeps its files in the cache: nothing can be dropped, and that is told.
flush_on_tmpfs_is_a_failure() {
	mkdir -p "$scratch/mnt"
	mount -t tmpfs -o size=64m tmpfs "$scratch/mnt"
	cd "$scratch"
	fails_with 'flush: 65536 of 65536 bytes stayed in the cache' "of=$scratch/mnt/f" bs=64k \
		count=1 flush=1
	umount "$scratch/mnt"
}

forked_writes_are_whole() {
	make_fs "$1"
	cd "$scratch"
	"$BAKEOFF" lmdd "of=$scratch/mnt/f" bs=64k move=8m opat=1 fork=1 fsync=1 direct=1
	"$BAKEOFF" lmdd "if=$scratch/mnt/f" bs=64k ipat=1 print=0 direct=1
	[ "$(stat -c %s "$scratch/mnt/f")" -eq 8388608 ]
	fails_with 'No space left on device' "of=$scratch/mnt/f" bs=1m count=2000 fork=1
	grep -q -E '^[1-5][0-9]{2}\.[0-9]{4} MB in ' said
}

random_blocks_are_all_written_once() {
	make_fs "$1"
	file=$scratch/mnt/f
	"$BAKEOFF" lmdd "of=$file" rand=16m bs=4k norepeat=1 opat=1 srand=3 direct=1 print=5 2>"$scratch/said"
	grep -q '^16.78 ' "$scratch/said"
	[ "$(stat -c %s "$file")" -eq 16777216 ]
	[ "$(stat -c '%b * %B' "$file" | xargs -I'{}' sh -c 'echo $(({}))')" -ge 16777216 ]
	"$BAKEOFF" lmdd "if=$file" bs=64k ipat=1 print=0
}

# Refused before the file that is there is truncated.
realtime_is_refused() {
	make_fs "$1"
	cd "$scratch"
	echo kept >"$scratch/mnt/f"
	fails_with 'it needs an XFS with a realtime device' "of=$scratch/mnt/f" bs=64k count=1 realtime=1
	grep -q kept "$scratch/mnt/f"
	[ "$(find "$scratch/mnt" -type f | wc -l)" -eq 1 ]
}

realtime_goes_to_the_realtime_device() {
	"$BAKEOFF" lmdd "of=$scratch/mnt/f" bs=64k move=8m opat=1 fsync=1 realtime=1
	"$BAKEOFF" lmdd "if=$scratch/mnt/f" bs=64k ipat=1 print=0
	xfs_io -c stat "$scratch/mnt/f" | grep -q 'fsxattr.xflags = .*r'
}

device_in_use_is_refused() {
	make_fs ext4
	cd "$scratch"
	device=$(findmnt --noheadings --output SOURCE "$scratch/mnt")
	before=$(head -c 65536 "$device" | md5sum)
	ln -s "$device" link
	# shellcheck disable=SC2046 # two numbers
	mknod node b $(stat -c '%Hr %Lr' "$device")
	for name in "$device" link node; do
		fails_with 'the device is in use' "of=$name" bs=64k count=1
		fails_with 'the device is in use' "of=$name" bs=64k count=1 direct=1
	done
	[ "$(head -c 65536 "$device" | md5sum)" = "$before" ]
}

swap_is_refused() {
	cd "$scratch"
	make_image swap.img 64M
	device=$(attach swap.img)
	mkswap -q "$device"
	swapon "$device"
	refused=no
	fails_with 'the device is in use' "of=$device" bs=64k count=1 && refused=yes
	swapoff "$device"
	[ "$refused" = yes ]
}

idle_device_is_written() {
	cd "$scratch"
	make_image idle.img 8M
	device=$(attach idle.img)
	"$BAKEOFF" lmdd "of=$device" bs=64k count=16 opat=1 fsync=1 direct=1
	"$BAKEOFF" lmdd "if=$device" bs=64k count=16 ipat=1 print=0
	# Behind the end of a device there is no space, and none is made.
	fails_with 'No space left on device' "of=$device" bs=64k count=1000
	grep -q '^8.3886 MB in ' said
}

for kind in ext2 ext4 xfs btrfs; do
	if command -v "mkfs.$kind" >/dev/null; then
		check "lmdd on $kind: what was written is there after a remount" pattern_survives "$kind"
		check "lmdd on $kind: a full disk is a failure" full_disk_is_a_failure "$kind"
		check "lmdd on $kind: unaligned direct I/O is refused" unaligned_direct_is_refused "$kind"
		check "lmdd on $kind: flush drops the output from the cache" flush_drops_what_was_written "$kind"
		check "lmdd on $kind: a child for each write writes all of it" forked_writes_are_whole "$kind"
		check "lmdd on $kind: norepeat writes every block once" random_blocks_are_all_written_once "$kind"
		check "lmdd on $kind: no realtime device, nothing truncated" realtime_is_refused "$kind"
	else
		skip "lmdd on $kind" "no mkfs.$kind"
	fi
done
drop_fs || true
check "lmdd on tmpfs: flush says that all of it stayed" flush_on_tmpfs_is_a_failure
realtime="lmdd on xfs: realtime goes to the realtime device"
if command -v mkfs.xfs >/dev/null && command -v xfs_io >/dev/null; then
	make_image data.img 512M
	make_image realtime.img 64M
	data=$(attach data.img)
	blocks=$(attach realtime.img)
	mkfs.xfs -f -q -r "rtdev=$blocks" "$data" >/dev/null
	mkdir -p "$scratch/mnt"
	if mount -o "rtdev=$blocks" "$data" "$scratch/mnt" 2>/dev/null; then
		check "$realtime" realtime_goes_to_the_realtime_device
		umount "$scratch/mnt"
	else
		skip "$realtime" "the kernel has no XFS realtime devices"
	fi
else
	skip "$realtime" "no mkfs.xfs or no xfs_io"
fi
check "lmdd leaves a mounted device alone, by any name" device_in_use_is_refused
drop_fs || true
check "lmdd leaves swap alone" swap_is_refused
check "lmdd writes a device that nobody uses, to its end and no further" idle_device_is_written
done_testing
