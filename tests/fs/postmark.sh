#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The classic postmark on real file systems: the very system calls of PostMark, and what becomes of
# a run that cannot be finished.
# shellcheck source=lib.sh
. "${0%/*}/lib.sh"

need_root
here=$(cd "${0%/*}" && pwd)
# Where the specification and its own checker lie on the machines of who wrote this; nowhere else.
shared=
for folder in "$here/../../../shared" "$here/../../../../shared"; do
	[ ! -e "$folder/specs/postmark_opcheck.py" ] || shared=$folder
done

make_tmpfs() {
	drop_fs || true
	mkdir -p "$scratch/mnt"
	mount -t tmpfs -o size=4G none "$scratch/mnt"
}

# give COMMAND...: the lines, and a run, to the command.
give() {
	printf '%s\n' "$@" run quit >"$scratch/commands"
}

# tracing FILE PROGRAM...: with the commands given.
tracing() {
	trace=$1
	shift
	ASAN_OPTIONS=detect_leaks=0 strace -e trace=openat,read,write,close,unlink,unlinkat -s 0 \
		-o "$trace" "$@" <"$scratch/commands" >"$scratch/out" 2>&1
}

# in_order STATUS 'KEY=VALUE...' 'KEYS OF THE OTHER CHECKER' COMMAND...
in_order() {
	wanted=$1 keys=$2 other_keys=$3
	shift 3
	make_tmpfs
	cd "$scratch/mnt"
	mkdir a b c
	give "$@"
	status=0
	tracing "$scratch/trace" "$BAKEOFF" postmark || status=$?
	cat "$scratch/out"
	[ "$status" -eq "$wanted" ]
	# $keys and $other_keys are lists of words
	# shellcheck disable=SC2086
	"$here/postmark_calls.py" "$scratch/trace" $keys
	if [ -n "$shared" ]; then
		# shellcheck disable=SC2086
		PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$shared/specs \
			python3 "$shared/specs/postmark_opcheck.py" "$scratch/trace" $other_keys
	fi
	[ "$(find a b c | wc -l)" -eq 3 ]
}

# Of the calls on the files in a/: what libc's stdio asks for itself, and its way to say unlink,
# left out.
calls() {
	awk '/"a\/[0-9]/ { on = /openat/; print } on && /^(read|write|close)\([3-9]/ { print }
		/^close/ { on = 0 }' "$1" |
		sed 's/unlinkat(AT_FDCWD, \("[^"]*"\), 0)/unlink(\1)/; s/  */ /g; s/^\([a-z]*\)([3-9]/\1(N/; s/= [3-9]$/= N/'
}

# as_the_original BLOCK BUFFERING
as_the_original() {
	make_tmpfs
	cd "$scratch/mnt"
	mkdir a
	give 'set location a' 'set number 50' 'set transactions 200' 'set size 2000 60000' \
		"set read $1" "set write $1" "set buffering $2"
	tracing "$scratch/ours" "$BAKEOFF" postmark
	tracing "$scratch/theirs" postmark
	calls "$scratch/ours" >"$scratch/ours.calls"
	calls "$scratch/theirs" >"$scratch/theirs.calls"
	[ "$(wc -l <"$scratch/theirs.calls")" -gt 1000 ]
	diff "$scratch/theirs.calls" "$scratch/ours.calls" >"$scratch/diff" || {
		head -n 20 "$scratch/diff"
		return 1
	}
}

historic_run() {
	make_tmpfs
	cd "$scratch/mnt"
	give 'set numbers 100000' 'set transactions 250000'
	"$BAKEOFF" postmark <"$scratch/commands" >"$scratch/out"
	cat "$scratch/out"
	for line in '225064 created' 'Creation alone: 100000 files' '124961 read' '124895 appended' \
		'225064 deleted' 'Deletion alone: 100128 files' 'Mixed with transactions: 124936 files' \
		'731.14 megabytes read' '1359.02 megabytes written' \
		'bytes in: 766662174 (731.15 MiB), out: 1425134455 (1359.11 MiB)'; do
		grep -qF "$line" "$scratch/out"
	done
	[ -z "$(ls -A .)" ]
}

accepted() {
	make_tmpfs
	"$shared/accept/postmark_exact.sh" "$BAKEOFF" "$scratch/mnt"
}

# fails_with WORDS...: the run of $scratch/commands fails with status 1, says all this, and leaves
# nothing in the current directory.
fails_with() {
	status=0
	"$BAKEOFF" postmark <"$scratch/commands" >"$scratch/out" 2>"$scratch/said" || status=$?
	cat "$scratch/out" "$scratch/said"
	[ "$status" -eq 1 ]
	for words; do
		grep -q -e "$words" "$scratch/said"
	done
	must_fail grep -q 'seconds total' "$scratch/out"
	ls -A . >"$scratch/left"
	grep -v '^lost+found$' "$scratch/left" >"$scratch/names" || true
	cat "$scratch/names"
	[ ! -s "$scratch/names" ]
}

full_disk() {
	make_fs "$1" 320M
	cd "$scratch/mnt"
	give 'set number 6000' 'set size 90000 100000' "set subdirectories ${2:-0}"
	fails_with "'\(s[0-9]*/\)*[1-9][0-9]*': " 'No space left on device (errno 28)'
}

no_inodes_left() {
	drop_fs || true
	make_image fs.img 64M
	mkfs.ext4 -F -q -N 200 "$scratch/fs.img"
	mkdir -p "$scratch/mnt"
	mount -o loop "$scratch/fs.img" "$scratch/mnt"
	cd "$scratch/mnt"
	give 'set number 1000'
	fails_with "cannot open for writing '[1-9][0-9]*': No space left on device (errno 28)"
}

read_only() {
	make_fs ext4 64M
	cd "$scratch/mnt"
	mount -o remount,ro "$scratch/mnt"
	give "set location $scratch/mnt"
	fails_with "cannot use location '$scratch/mnt': Read-only file system (errno 30)"
	must_fail grep -q Creating "$scratch/out"
}

# With one call made to fail by strace; WORDS are what is said then.
injected() {
	call=$1 error=$2 when=$3 words=$4
	make_tmpfs
	cd "$scratch/mnt"
	mkdir a
	give 'set location a' 'set subdirectories 3' 'set number 100' 'set transactions 100'
	status=0
	ASAN_OPTIONS=detect_leaks=0 strace -o /dev/null -e "inject=$call:error=$error:when=$when" \
		-P "$scratch/mnt/a/s0/33" -P "$scratch/mnt/a/s1/33" -P "$scratch/mnt/a/s2/33" \
		-P a/s0/33 -P a/s1/33 -P a/s2/33 \
		"$BAKEOFF" postmark <"$scratch/commands" >"$scratch/out" 2>"$scratch/said" || status=$?
	cat "$scratch/out" "$scratch/said"
	[ "$status" -eq 1 ]
	grep -q -e "$words" "$scratch/said"
	[ "$(find a | wc -l)" -eq 1 ]
}

# stopped SIGNAL STATUS SUBDIRECTORIES: in the middle of the transactions, on a disk.
stopped() {
	make_fs ext4
	cd "$scratch/mnt"
	give "set subdirectories $3" 'set transactions 2000000000' 'set number 2000'
	"$BAKEOFF" postmark <"$scratch/commands" >"$scratch/out" 2>"$scratch/said" &
	child=$!
	tries=0
	while ! grep -q Performing "$scratch/out" && [ "$tries" -lt 300 ]; do
		sleep 0.1
		tries=$((tries + 1))
	done
	kill "-$1" "$child"
	tries=0
	while grep -qs '^State:[[:space:]]*[^Z]' "/proc/$child/status"; do
		[ "$tries" -lt 50 ]
		sleep 0.1
		tries=$((tries + 1))
	done
	status=0
	wait "$child" || status=$?
	cat "$scratch/out" "$scratch/said"
	[ "$status" -eq "$2" ]
	grep -q '^interrupted while performing transactions, after [0-9]* of 2000000000' "$scratch/out"
	[ "$(ls -A .)" = lost+found ]
}

if command -v strace >/dev/null && command -v python3 >/dev/null; then
	check "configuration A in PostMark's system calls" in_order 0 locations=a a 'set location a'
	check "weighted locations and subdirectories in PostMark's system calls" in_order 0 \
		'locations=a,b,c weights=3,2,1 number=5000 transactions=20000 low=1000 high=50000 seed=7
		subdirectories=10 bias_read=8 bias_create=6' \
		'a,b,c weights=3,2,1 number=5000 transactions=20000 low=1000 high=50000 seed=7
		subdirs=10 bias_read=8 bias_create=6' \
		'set location a 3' 'set location +b 2' 'set location +c' 'set number 5000' \
		'set transactions 20000' 'set size 1000 50000' 'set seed 7' 'set subdirectories 10' \
		'set bias read 8' 'set bias create 6'
	check "fixed sizes without reads in PostMark's system calls" in_order 0 \
		'locations=a number=1000 transactions=3000 low=4096 high=4096 seed=12345 bias_read=-1
		bias_create=7' \
		'a number=1000 transactions=3000 low=4096 high=4096 seed=12345 bias_read=-1 bias_create=7' \
		'set location a' 'set number 1000' 'set transactions 3000' 'set size 4096' \
		'set seed 12345' 'set bias read -1' 'set bias create 7'
	check "appends without a buffer in PostMark's system calls" in_order 0 \
		'locations=a number=200 transactions=5000 low=1 high=100000 seed=1 subdirectories=4
		bias_read=0 bias_create=-1 buffering=no' \
		'a number=200 transactions=5000 low=1 high=100000 seed=1 subdirs=4 bias_read=0 bias_create=-1' \
		'set location a' 'set number 200' 'set transactions 5000' 'set size 1 100000' 'set seed 1' \
		'set subdirectories 4' 'set bias read 0' 'set bias create -1' 'set buffering false'
	check "reads without a buffer in PostMark's system calls" in_order 0 \
		'locations=a number=300 transactions=1000 low=512 high=8192 seed=99 bias_read=10
		bias_create=-1 buffering=no read_block=4096' \
		'a number=300 transactions=1000 low=512 high=8192 seed=99 bias_read=10 bias_create=-1' \
		'set location a' 'set number 300' 'set transactions 1000' 'set size 512 8192' \
		'set seed 99' 'set bias read 10' 'set bias create -1' 'set read 4096' 'set buffering false'
	check "a pool that fills up in PostMark's system calls" in_order 0 \
		'locations=a number=100 transactions=1000 seed=3 bias_create=10' \
		'a number=100 transactions=1000 seed=3 bias_create=10' \
		'set location a' 'set number 100' 'set transactions 1000' 'set seed 3' 'set bias create 10'
	check "a pool that runs empty in PostMark's system calls" in_order 1 \
		'locations=a number=50 transactions=1000 seed=2147483647 bias_create=0' \
		'a number=50 transactions=1000 seed=2147483647 bias_create=0' \
		'set location a' 'set number 50' 'set transactions 1000' 'set seed 2147483647' \
		'set bias create 0'
	check "large files in large blocks in PostMark's system calls" in_order 0 \
		'locations=a number=60 transactions=400 low=100000 high=3000000 buffering=no
		read_block=65536 write_block=65536' \
		'a number=60 transactions=400 low=100000 high=3000000' \
		'set location a' 'set number 60' 'set transactions 400' 'set size 100000 3000000' \
		'set buffering false' 'set read 65536' 'set write 65536'
	check "a failed write is told with path and number" injected write EIO 1 \
		"cannot write 'a/s[0-2]/33': write [0-9]* bytes: Input/output error (errno 5)"
	check "a full quota is told with path and number" injected write EDQUOT 1 \
		"cannot write 'a/s[0-2]/33': write [0-9]* bytes: Disk quota exceeded (errno 122)"
	check "a failed close is told with path and number" injected close EDQUOT 1 \
		"cannot close 'a/s[0-2]/33': Disk quota exceeded (errno 122)"
	check "a failed delete is told with path and number" injected unlinkat EIO 1 \
		"cannot delete 'a/s[0-2]/33': Input/output error (errno 5)"
else
	skip "PostMark's system calls" "no strace or no python3"
fi
if command -v strace >/dev/null && command -v postmark >/dev/null; then
	for block in 512 3000 4096 10000 65536; do
		check "the same system calls as the original, by $block bytes" as_the_original "$block" true
		check "the same system calls as the original, by $block bytes, without a buffer" \
			as_the_original "$block" false
	done
else
	skip "the same system calls as the original" "no strace or no postmark"
fi
check "the historic run comes to its figures" historic_run
[ -z "$shared" ] || check "the accepted figures of all configurations" accepted
for kind in ext4 xfs btrfs; do
	if command -v "mkfs.$kind" >/dev/null; then
		check "a full disk fails the run on $kind, and nothing is left" full_disk "$kind"
	else
		skip "a full disk on $kind" "no mkfs.$kind"
	fi
done
check "a full disk with subdirectories, too" full_disk ext4 7
check "no inodes left fail the run, and nothing is left" no_inodes_left
check "a read-only file system is told before anything is done" read_only
check "^C leaves nothing within 5 s" stopped INT 130 0
check "TERM leaves nothing within 5 s, subdirectories neither" stopped TERM 143 20
drop_fs || true
done_testing
