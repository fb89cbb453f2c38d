#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What cannot be undone: it is named, it stops no other work, and it can be given up.
# shellcheck source=../lib/controller.sh
. "${0%/*}/../lib/controller.sh"

need_root

journals=$XDG_STATE_HOME/bakeoff/journal

# A journal of a killed bakeoff, whose folder has something mounted in it.
leave_stuck() {
	mkdir -p "$journals" "$scratch/kept/in"
	mount -t tmpfs none "$scratch/kept/in"
	{
		printf '{"schema":"bakeoff.journal/1","name":"test","boot":"%s","pid":1}\n' \
			"$(cat /proc/sys/kernel/random/boot_id)"
		printf '{"do":1,"kind":"tree","path":"%s","time_ns":1,"dev":0,"ino":0,"birth_ns":0,"seq":0}\n' \
			"$scratch/kept"
	} >"$journals/1-stuck.journal"
}

one_run() {
	cd "$scratch"
	timeout 180 "$BAKEOFF" run lmdd --size=1M --rounds=1 --variant=a >out 2>said
}

run_goes_on() {
	one_run
	cat "$scratch/said"
	[ "$(grep -c "warning: .*1-stuck.journal: tree $scratch/kept: .*--forget=JOURNAL" \
		"$scratch/said")" -eq 1 ]
	[ -d "$scratch/kept/in" ]
}

clean_names_it() {
	status=0
	"$BAKEOFF" clean >"$scratch/out" 2>&1 || status=$?
	cat "$scratch/out"
	[ "$status" -eq 1 ]
	grep -q "^bakeoff: $journals: journal 1-stuck.journal: tree $scratch/kept: " "$scratch/out"
	grep -q 'bakeoff clean --forget=JOURNAL' "$scratch/out"
}

forgets_it() {
	must_fail "$BAKEOFF" clean --forget=2-none.journal
	"$BAKEOFF" clean --forget="$journals/1-stuck.journal" >"$scratch/out"
	[ "$(cat "$scratch/out")" = "forgotten: tree $scratch/kept" ]
	[ "$("$BAKEOFF" clean)" = '0 changes undone' ]
	[ -d "$scratch/kept/in" ]
}

odd_files_stop_nobody() {
	mkdir "$journals/folder.journal"
	mkfifo "$journals/fifo.journal"
	ln -s /etc/passwd "$journals/link.journal"
	echo garbage >"$journals/garbage.journal"
	one_run
	cat "$scratch/said"
	for odd in folder fifo link garbage; do
		[ "$(grep -c "journal $odd.journal: left as it is: " "$scratch/said")" -eq 1 ]
	done
	"$BAKEOFF" clean >"$scratch/out"
	grep -q garbage "$journals/garbage.journal"
}

block_folder() {
	for folder in "$scratch"/bakeoff-*; do
		mkdir "$folder/in" 2>/dev/null && chattr +i "$folder/in"
	done
}

# Something in the folder of the discarded warm-up cannot be removed.
failing_undo_is_told() {
	start run --rounds=1 --variant=a lmdd --rw=write --direct=yes --bs=4k --size=128M
	until_true 20 block_folder
	ended 1 180
	cat "$scratch/said"
	has_said "run 1 of 2, warm-up, a, lmdd: failed: tree $scratch/bakeoff-"
	has_said "^bakeoff: not undone: journal .*-target-.*.journal: tree $scratch/bakeoff-"
	chattr -i "$scratch"/bakeoff-*/in
	[ "$("$BAKEOFF" clean | tail -n 1)" = '1 change undone' ]
	rm "$journals/garbage.journal" "$journals/link.journal" "$journals/fifo.journal"
	rmdir "$journals/folder.journal"
	umount "$scratch/kept/in"
	nothing_left
}

undo_more() {
	chattr -i "$scratch"/bakeoff-*/in 2>/dev/null || true
}

leave_stuck
check 'a run goes on where something old cannot be undone, and says so once' run_goes_on
check 'clean ends with 1 and names the journal and the change' clean_names_it
check 'clean --forget gives it up, and prints what it was' forgets_it
check 'what only has the name of a journal stops neither run nor clean' odd_files_stop_nobody
what='an undo that fails ends the program with 1 and is named, even of a warm-up'
touch "$scratch/fixed"
if chattr +i "$scratch/fixed" 2>/dev/null && chattr -i "$scratch/fixed"; then
	check "$what" failing_undo_is_told
else
	skip "$what" 'no immutable files here'
fi
done_testing
