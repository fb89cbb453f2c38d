#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a variant asks for is what it gets: file systems, options of mkfs and mount, knobs, kinds of
# target; and what belongs to the user is as it was.
# shellcheck source=../lib/controller.sh
. "${0%/*}/../lib/controller.sh"

need_root

# bakeoff in the scratch folder, one round
measure() {
	(cd "$scratch" && "$BAKEOFF" run --rounds=1 --seed=9 "$@")
}

# FACT of the newest experiment's last run, continued lines joined
fact() {
	newest=$("$BAKEOFF" list | awk 'NR == 2 { print $1 }')
	last=$("$BAKEOFF" show "$newest" | awk '$1 ~ /^[0-9]+$/ { last = $1 } END { print last }')
	"$BAKEOFF" show "$newest/$last" | awk -v name="target.$1" '
		$1 == name { on = 1; $1 = ""; text = $0; next }
		on && /^   / { sub(/^ +/, ""); text = text " " $0; next }
		{ on = 0 }
		END { sub(/^ +/, "", text); print text }'
}

# fact_has FACT TEXT
fact_has() {
	fact "$1" >"$scratch/fact"
	grep -q -e "$2" "$scratch/fact" || {
		echo "$1 is '$(cat "$scratch/fact")', without '$2'"
		return 1
	}
}

runs_on() {
	measure "--variant=a:fs=$1,device=loop:$2" lmdd --rw=write --size=4M --bs=64k --fsync=yes
	fact_has fs "^$1\$"
	fact_has mkfs "^mkfs.$1 .* /dev/loop[0-9]*\$"
	fact_has mount "^mount -t $1 "
	fact_has driver '^ext4$\|^xfs$\|^btrfs$'
	fact_has loop_direct_io '^true$'
	nothing_left
}

tmpfs_runs() {
	measure --variant=a:fs=tmpfs,mount=size=32M lmdd --size=4M
	fact_has driver '^tmpfs$'
	fact_has fs_bytes '^33554432$'
	nothing_left
}

options_arrive() {
	measure '--variant=a:fs=ext4,device=loop:64M,mkfs=-O ^has_journal -N 1024,mount=noatime' lmdd --size=1M
	fact_has mkfs '-O ^has_journal -N 1024'
	fact_has mount '-o [^ ]*noatime'
	fact_has mount_options 'noatime'
	nothing_left
}

# Looked at from inside: what the file system itself says while it is measured.
options_are_in_force() {
	start run --rounds=1 '--variant=a:fs=ext4,device=loop:64M,mkfs=-O ^has_journal,mount=noatime' \
		lmdd --rw=write --bs=512 --direct=yes --size=8M
	find_client
	mount=$(awk '$3 == "ext4" && $2 ~ /\/mnt\/bakeoff-/' "/proc/$agent/mounts")
	echo "$mount"
	echo "$mount" | grep -q 'noatime'
	dumpe2fs -h "${mount%% *}" 2>/dev/null >"$scratch/super"
	grep -q '^Filesystem features:' "$scratch/super"
	must_fail grep -q has_journal "$scratch/super"
	# outside, nobody sees it
	[ -z "$(mounts_left)" ]
	ended 0 120
	nothing_left
}

initialiser() {
	pgrep -x ext4lazyinit
}

no_initialiser_in_the_timed_part() {
	start run --rounds=1 --variant=a:fs=ext4,device=loop:512M lmdd --rw=write --bs=512 \
		--direct=yes --size=8M
	until_true 60 has_client
	seen=0
	while has_client && [ "$seen" -lt 20 ]; do
		must_fail initialiser
		seen=$((seen + 1))
	done
	[ "$seen" -gt 0 ]
	ended 0 120
	fact_has mkfs 'lazy_itable_init=0'
	fact_has mkfs 'nodiscard'
	nothing_left
}

# The probe of the check above: when it is asked for, the initialiser is there to be seen.
initialiser_can_be_seen() {
	make_image lazy.img 2G
	mkfs.ext4 -q -F -E lazy_itable_init=1 "$scratch/lazy.img"
	mkdir "$scratch/mnt"
	mount -o loop,init_itable=100 "$scratch/lazy.img" "$scratch/mnt"
	found=no
	until_true 5 initialiser && found=yes
	umount "$scratch/mnt"
	rm "$scratch/lazy.img"
	[ "$found" = yes ]
}

knobs_are_written_and_restored() {
	measure "--variant=a:fs=ext4,device=loop:64M,knob=queue/read_ahead_kb=68,knob=vm.dirtytime_expire_seconds=$expire" \
		lmdd --size=1M
	fact_has knobs.0.name '^queue/read_ahead_kb$'
	fact_has knobs.0.after '^68$'
	fact_has knobs.1.before "^$expire_before\$"
	fact_has knobs.1.after "^$expire\$"
	fact_has read_ahead_kb '^68$'
	must_fail grep -qx 68 /sys/block/loop*/queue/read_ahead_kb
	nothing_left
}

directory_is_as_before() {
	mkdir -p "$scratch/mine/below"
	echo precious >"$scratch/mine/below/file"
	touch -d '2001-02-03 04:05:06' "$scratch/mine/below/file" "$scratch/mine/below"
	find "$scratch/mine" -mindepth 1 -printf '%p %i %s %T@ %m\n' >"$scratch/listing"
	measure "--variant=a:device=dir:$scratch/mine" lmdd --rw=copy --size=1M
	find "$scratch/mine" -mindepth 1 -printf '%p %i %s %T@ %m\n' | diff "$scratch/listing" -
	[ "$(cat "$scratch/mine/below/file")" = precious ]
	nothing_left
}

# refused_without_destroy DEVICE-KEY NAME FILE: signed, so it needs --destroy; its content stays.
refused_without_destroy() {
	before=$(sha256sum <"$3")
	status=0
	measure "--variant=a:fs=ext4,device=$1" lmdd --size=1M >"$scratch/out" 2>"$scratch/refused" || status=$?
	cat "$scratch/refused"
	[ "$status" -eq 1 ] || [ "$status" -eq 2 ]
	[ "$(wc -l <"$scratch/refused")" -eq 1 ]
	grep -q -e "--destroy=$2" "$scratch/refused"
	# another name is not good enough
	must_fail measure --destroy=/dev/null "--variant=a:fs=ext4,device=$1" lmdd --size=1M
	[ "$(sha256sum <"$3")" = "$before" ]
}

image_needs_destroy() {
	make_image my.img 64M
	mkfs.xfs -q -f "$scratch/my.img" 2>/dev/null || mkfs.ext2 -q -F "$scratch/my.img"
	inode=$(stat -c %i "$scratch/my.img")
	refused_without_destroy "image:$scratch/my.img" "$scratch/my.img" "$scratch/my.img"
	measure --destroy="$scratch/my.img" "--variant=a:fs=ext4,device=image:$scratch/my.img" lmdd --size=1M
	fact_has image "^$scratch/my.img\$"
	[ "$(stat -c '%i %s' "$scratch/my.img")" = "$inode 67108864" ]
	# handed back blank: it can be used again without --destroy
	[ -z "$(blkid -p -o value -s TYPE "$scratch/my.img")" ]
	measure "--variant=a:fs=ext2,device=image:$scratch/my.img" lmdd --size=1M
	nothing_left
}

device_needs_destroy() {
	make_image disk.img 64M
	device=$(attach disk.img)
	mkfs.ext4 -q -F "$device"
	refused_without_destroy "$device" "$device" "$scratch/disk.img"
	measure --destroy="$device" "--variant=a:fs=ext4,device=$device" "--variant=b:fs=ext2,device=$device" \
		lmdd --size=1M
	fact_has device "^$device\$"
	# it is still attached, to the same image
	[ "$(losetup --noheadings --output BACK-FILE "$device")" = "$scratch/disk.img" ]
	losetup --detach "$device"
	nothing_left
}

for kind in ext2:64M ext3:64M ext4:64M xfs:300M btrfs:128M; do
	if command -v "mkfs.${kind%:*}" >/dev/null; then
		check "an experiment on ${kind%:*} runs from mkfs to umount" runs_on "${kind%:*}" "${kind#*:}"
	else
		skip "an experiment on ${kind%:*}" "no mkfs.${kind%:*}"
	fi
done
check "an experiment on tmpfs runs" tmpfs_runs
check "options of mkfs and mount arrive, and are in the facts" options_arrive
check "options are in force while it is measured, out of everybody's sight" options_are_in_force
check "no ext4lazyinit runs in the timed part" no_initialiser_in_the_timed_part
check "ext4lazyinit would have been seen" initialiser_can_be_seen
check "knobs are written, recorded and restored" knobs_are_written_and_restored
check "a directory is left as it was" directory_is_as_before
check "an image with a file system on it needs --destroy, and is handed back blank" image_needs_destroy
check "a device with a file system on it needs --destroy, and stays attached" device_needs_destroy
done_testing
