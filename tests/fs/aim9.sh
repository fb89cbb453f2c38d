#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The tests modelled on AIM Suite IX: what one call asks the kernel for is what the original's
# call does, in its order; and on real file systems they fail, and stop, without leaving anything.
# shellcheck source=lib.sh
. "${0%/*}/lib.sh"

need_root
# In memory: nothing waits for a disk to get quiet.
directory=$scratch/dir
mkdir "$directory"
mount -t tmpfs none "$directory"
ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0
export ASAN_OPTIONS
calls=openat,read,write,lseek,close,unlink,link,newfstatat,stat,fstat,chdir,getcwd,getdents64

# The system calls of one call of a test with a file of 16 KiB, one a line, in $scratch/call: what
# a client does between the two looks at its CPU time, before and after its timed part.
trace() {
	cd "$scratch"
	rm -f trace.*
	strace -ff -o trace -e "trace=getrusage,$calls" "$BAKEOFF" run "$1" --filesize=16k --calls=1 \
		--runtime=0 --rounds=1 --seed=1 "--variant=a:device=dir:$directory" >out 2>&1 || {
		cat out
		return 1
	}
	client=$(grep -l getrusage trace.* | head -n 1)
	awk '/^getrusage/ { inside = !inside; next } inside' "$client" >call
	[ -s call ]
}

count() {
	grep -c -e "$1" "$scratch/call" || true
}

# The names of the calls, a row of one or of a pair as one.
order() {
	sed 's/(.*//' "$scratch/call" | tr '\n' ' ' |
		sed -E 's/(lseek read write ){2,}/lseek+read+write /; s/(lseek read ){2,}/lseek+read /
			s/(lseek write ){2,}/lseek+write /; s/(read write ){2,}/read+write /
			s/(unlink link ){2,}/unlink+link /; s/(openat close ){2,}/openat+close /
			s/(write )+/write /; s/(read )+/read /; s/(unlink )+/unlink /; s/(link )+/link /
			s/ $//'
	echo
}

# asks TEST "OPEN O_SYNC WRITE READ LSEEK CLOSE UNLINK" ORDER
asks() {
	trace "$1"
	got="$(count ^openat) $(count O_SYNC) $(count ^write) $(count ^read) $(count ^lseek)"
	got="$got $(count ^close) $(count ^unlink)"
	printf 'wanted: %s\ngot:    %s\n%s\n' "$2" "$got" "$(order)"
	[ "$got" = "$2" ]
	[ "$(order)" = "$3" ]
	# Whole blocks of 1 KiB, each of them.
	grep -E '^(read|write)' call >moved || true
	must_fail grep -v -e ', 1024) *= 1024$' moved
}

names_and_offsets() {
	trace disk_rr
	grep -q -E '^unlink\("\./tmpb\.[0-9]{10}"\)' call
	sed -n 's/^lseek([0-9]*, \([0-9]*\),.*/\1/p' call | head -n 4 | tr '\n' ' ' >offsets
	cat offsets
	# 16838 5758 10113 17515, each modulo 16
	[ "$(cat offsets)" = "6144 14336 1024 11264 " ]
}

creat_clo_asks() {
	asks creat-clo "1000 0 0 0 0 1000 1" "openat+close unlink"
	[ "$(sed -n 's/^openat(AT_FDCWD, "\([^"]*\)", O_WRONLY|O_CREAT|O_TRUNC|O_CLOEXEC, 0777).*/\1/p' call |
		sort | uniq -c | awk '{ print $1 }')" = 1000 ]
}

link_test_asks() {
	asks link_test "1 0 0 0 0 1 71" "openat link unlink+link unlink close"
	[ "$(count ^link)" = 70 ]
}

disk_src_asks() {
	trace disk_src
	got="$(count ^openat) $(count ^close) $(count ^unlink) $(count ^read) $(count ^chdir)"
	got="$got $(count ^getcwd) $(count '^\(newfstatat([^,]*, \"\./\|stat(\"\)')"
	got="$got $(count '^\(newfstatat([0-9]*, \"\"\|fstat(\)')"
	echo "$got"
	[ "$got" = "44 44 43 4 2 1 57 1" ]
}

dir_rtns_1_asks() {
	entries=$(find /bin/ -mindepth 1 -maxdepth 1 | wc -l)
	trace dir_rtns_1
	echo "$entries entries and 2, $(count ^lseek) rewinds"
	[ "$(count ^lseek)" -eq $((10000 / (entries + 3))) ]
	grep -q '^openat(AT_FDCWD, "/bin"' call
	[ "$(count ^close)" -eq 1 ]
}

is_empty() {
	ls -lA "$1"
	[ -z "$(find "$1" -mindepth 1 ! -name lost+found)" ]
}

# run_aim9 ARGUMENT...: with what it always wants said; $status afterwards
run_aim9() {
	cd "$scratch"
	status=0
	"$BAKEOFF" aim9 --machine=m --config=c --period=2 "$@" >said 2>&1 || status=$?
	cat said
}

# runs_on KIND FIDELITY TESTS LINES
runs_on() {
	make_fs "$1"
	run_aim9 "--fidelity=$2" "--tests=$3" --filesize=1M "--dir=$scratch/mnt"
	[ "$status" -eq 0 ]
	[ "$(grep -c '^ *[0-9]* .*/second$' said)" -eq "$4" ]
	is_empty "$scratch/mnt"
}

full_disk_skips_the_test() {
	make_fs "$1" "$2"
	run_aim9 --filesize="$3" --tests=creat-clo,disk_wrt "--dir=$scratch/mnt"
	[ "$status" -eq 1 ]
	grep -q "2 disk_wrt  *write $scratch/mnt/tmpb.*: No space left on device. Skipping to next test" said
	grep -q '1 creat-clo .* File Creations and Closes/second' said
	is_empty "$scratch/mnt"
}

disk_too_small_for_the_common_file() {
	make_fs "$1" "$2"
	run_aim9 --filesize=4G --tests=disk_rd "--dir=$scratch/mnt"
	[ "$status" -eq 1 ]
	grep -q "$scratch/mnt/tmpa.common: write .*: No space left on device" said
	is_empty "$scratch/mnt"
}

read_only_is_told() {
	make_fs "$1"
	mount -o remount,ro "$scratch/mnt"
	run_aim9 --tests=creat-clo "--dir=$scratch/mnt"
	[ "$status" -eq 1 ]
	grep -q "$scratch/mnt/tmpa.common: Read-only file system" said
}

# stopped SIGNAL STATUS FIDELITY: in the middle of a long test
stopped() {
	make_fs ext4
	cd "$scratch"
	"$BAKEOFF" aim9 --machine=m --config=c --period=100 --tests=sync_disk_wrt --filesize=50M \
		"--fidelity=$3" "--dir=$scratch/mnt" >said 2>&1 &
	child=$!
	tries=0
	until find "$scratch/mnt" -name 'tmpb.*' -o -name data | grep -q .; do
		tries=$((tries + 1))
		[ "$tries" -lt 400 ]
		sleep 0.05
	done
	kill "-$1" "$child"
	status=0
	wait "$child" || status=$?
	cat said
	echo "status $status"
	[ "$status" -eq "$2" ]
	is_empty "$scratch/mnt"
}

if command -v strace >/dev/null && strace -o "$scratch/trace" true 2>/dev/null; then
	check "disk_rr asks for what AIM's asks" asks disk_rr \
		"2 0 16 16 16 2 1" "openat write close openat unlink lseek+read close"
	check "disk_rw asks for what AIM's asks" asks disk_rw \
		"2 0 32 0 16 2 1" "openat write close openat unlink lseek+write close"
	check "disk_rd asks for what AIM's asks" asks disk_rd \
		"1 0 0 16 1 1 0" "openat lseek read close"
	check "disk_wrt asks for what AIM's asks" asks disk_wrt \
		"1 0 16 0 0 1 1" "openat unlink write close"
	check "disk_cp asks for what AIM's asks" asks disk_cp \
		"2 0 16 16 1 2 1" "openat openat unlink lseek read+write close close"
	check "sync_disk_rw asks for what AIM's asks" asks sync_disk_rw \
		"2 1 16 0 8 2 1" "openat write close openat lseek+write unlink close"
	check "sync_disk_wrt asks for what AIM's asks" asks sync_disk_wrt \
		"1 1 8 0 0 1 1" "openat write unlink close"
	check "sync_disk_cp asks for what AIM's asks" asks sync_disk_cp \
		"2 1 8 8 1 2 1" "openat openat lseek read+write unlink close close"
	check "sync_disk_update asks for what AIM's asks" asks sync_disk_update \
		"2 1 24 8 8 2 1" "openat write close openat lseek+read+write unlink close"
	check "creat-clo asks for what AIM's asks" creat_clo_asks
	check "link_test asks for what AIM's asks" link_test_asks
	check "disk_src asks for what AIM's asks" disk_src_asks
	check "dir_rtns_1 asks for what AIM's asks" dir_rtns_1_asks
	check "names are tmpb. and ten digits, offsets the generator's" names_and_offsets
else
	skip "what one call asks for" "no strace"
fi
names=creat-clo,link_test,disk_src,sync_disk_update
check "every test runs on ext4, and leaves nothing" runs_on ext4 classic all 13
check "every strict test runs on xfs, and leaves nothing" runs_on xfs strict all 13
if command -v mkfs.btrfs >/dev/null; then
	check "names and updates on btrfs, and nothing is left" runs_on btrfs classic "$names" 4
else
	skip "names and updates on btrfs" "no mkfs.btrfs"
fi
for kind in ext4 xfs; do
	check "a read-only $kind is told" read_only_is_told "$kind"
	check "no room for the common file on $kind" disk_too_small_for_the_common_file "$kind" 512M
done
check "a full disk skips the test, with its path and reason" full_disk_skips_the_test ext4 128M 70M
check "a full disk skips the test, on xfs too" full_disk_skips_the_test xfs 512M 250M
check "TERM stops it within a call, and nothing is left" stopped TERM 143 classic
check "HUP, too" stopped HUP 129 classic
check "TERM stops a strict test, and nothing is left" stopped TERM 143 strict
done_testing
