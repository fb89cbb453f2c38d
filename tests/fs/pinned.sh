#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What may be overwritten is a thing and not a name: another device or image that has the name by
# now keeps every byte, whatever --destroy says. And one bakeoff at a time.
# shellcheck source=../lib/controller.sh
. "${0%/*}/../lib/controller.sh"

need_root

# long DEVICE NAME: an experiment that is caught in its second run
long() {
	start run --rounds=2 --seed=11 --destroy="$2" "--variant=a:fs=ext4,device=$1,memory=$cap" \
		"--variant=b:like=a,fs=ext2" lmdd --rw=write --bs=4k --direct=yes --size=16M
	until_true 60 has_said 'run 2 of 6'
}

# precious NAME: an image of 64 MiB with a file system in it, in $scratch
precious() {
	make_image "$1" 64M
	mkfs.ext4 -q -F -L precious "$scratch/$1"
}

resume_refuses_another_device() {
	make_image disk.img 64M
	precious other.img
	loop=$(attach disk.img)
	long "$loop" "$loop"
	kill -INT "$controller"
	ended 130 10
	nothing_alive_but_loop
	losetup --detach "$loop"
	losetup "$loop" "$scratch/other.img"
	before=$(sha256sum <"$loop")
	must_fail "$BAKEOFF" resume 2>"$scratch/refused"
	cat "$scratch/refused"
	[ "$(wc -l <"$scratch/refused")" -eq 1 ]
	grep -q "device $loop is another one than when the experiment began (diskseq [0-9]*, now [0-9]*)" \
		"$scratch/refused"
	[ "$(sha256sum <"$loop")" = "$before" ]
	losetup --detach "$loop"
}

nothing_alive_but_loop() {
	[ "$(loops_left)" = "$loop" ]
	[ -z "$(mounts_left)" ]
}

# The name is given to another file while a run is going on; the next run has to notice.
image_that_is_replaced_stays() {
	make_image my.img 64M
	precious new.img
	long "image:$scratch/my.img" "$scratch/my.img"
	before=$(sha256sum <"$scratch/new.img")
	mv "$scratch/my.img" "$scratch/away.img"
	mv "$scratch/new.img" "$scratch/my.img"
	until_true 60 is_gone "$controller"
	cat "$scratch/said"
	[ "$(sha256sum <"$scratch/my.img")" = "$before" ]
	[ "$(database "SELECT count(*) > 0 FROM runs WHERE outcome = 'invalid' AND reason LIKE
		'image %my.img is another one than when the experiment began (inode %'")" = 1 ]
	nothing_left
}

# refused WORDS ARGUMENT...: in one line, and $scratch/thing is as before
refused() {
	words=$1
	shift
	before=$(sha256sum <"$scratch/thing")
	must_fail "$BAKEOFF" run --rounds=1 "$@" lmdd --size=1M 2>"$scratch/refused"
	cat "$scratch/refused"
	[ "$(wc -l <"$scratch/refused")" -eq 1 ]
	grep -q -e "$words" "$scratch/refused"
	[ "$(sha256sum <"$scratch/thing")" = "$before" ]
}

data_is_not_empty() {
	tar -C "$scratch/.." -cf "$scratch/thing" "${scratch##*/}/out"
	truncate -s 64M "$scratch/thing"
	refused "thing is not empty (data at byte 0): .*--destroy=$scratch/thing" \
		"--variant=a:fs=ext2,device=image:$scratch/thing"
	"$BAKEOFF" run --rounds=1 --destroy="$scratch/thing" \
		"--variant=a:fs=ext2,device=image:$scratch/thing" lmdd --size=1M
	# and needs no word any more: it says itself what it holds
	"$BAKEOFF" run --rounds=1 "--variant=a:fs=ext2,device=image:$scratch/thing" lmdd --size=1M
}

database_is_never_overwritten() {
	ln -f "$XDG_DATA_HOME/bakeoff/bakeoff.db" "$scratch/thing"
	refused 'is the results database' --destroy="$scratch/thing" \
		"--variant=a:fs=ext2,device=image:$scratch/thing"
	rm "$scratch/thing"
}

# Caught while its agent has the image: it stays stopped, and the image attached.
agent_is_stopped_with_image() {
	has_agent || return 1
	kill -STOP "$agent" || return 1
	[ -z "$(loops_left)" ] || return 0
	kill -CONT "$agent"
	return 1
}

one_bakeoff_at_a_time() {
	make_image my.img 64M
	make_image thing 64M
	long "image:$scratch/my.img" "$scratch/my.img"
	until_true 60 agent_is_stopped_with_image
	XDG_STATE_HOME=$scratch/state2 XDG_DATA_HOME=$scratch/data2 refused \
		"another bakeoff is measuring on this machine ($scratch/run/measuring is locked)" \
		"--variant=a:fs=ext2,device=image:$scratch/thing"
	XDG_STATE_HOME=$scratch/state2 XDG_DATA_HOME=$scratch/data2 BAKEOFF_RUN_DIR=$scratch/run2 refused \
		"image $scratch/my.img is in use\|image $scratch/my.img: locked by another process" \
		--destroy="$scratch/my.img" "--variant=a:fs=ext2,device=image:$scratch/my.img"
	kill -CONT "$agent"
	kill -INT "$controller"
	ended 130 10
	nothing_left
}

check "resume refuses another device under the same name" resume_refuses_another_device
check "an image that is replaced under way keeps every byte" image_that_is_replaced_stays
check "data without a signature needs --destroy, once" data_is_not_empty
check "the results database is never overwritten" database_is_never_overwritten
check "two bakeoffs with different folders do not measure at once" one_bakeoff_at_a_time
done_testing
