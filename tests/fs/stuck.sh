#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What cannot be undone: it is named, it stops no other work, and it can be given up.
# shellcheck source=lib.sh
. "${0%/*}/lib.sh"

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
	timeout 60 "$BAKEOFF" run lmdd --size=1M --rounds=1 --variant=a >out 2>said
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
		grep -q "journal $odd.journal: left as it is: " "$scratch/said"
	done
	"$BAKEOFF" clean >"$scratch/out"
	grep -q garbage "$journals/garbage.journal"
}

leave_stuck
check 'a run goes on where something old cannot be undone, and says so once' run_goes_on
check 'clean ends with 1 and names the journal and the change' clean_names_it
check 'clean --forget gives it up, and prints what it was' forgets_it
check 'what only has the name of a journal stops neither run nor clean' odd_files_stop_nobody
done_testing
