#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The test of tests/fs/lib.sh: whatever happens to a script, it leaves no mount, no loop device
# and no child; and what the kernel complains of fails a check.
. "${0%/*}/lib.sh"
need_root
lib=$(cd "${0%/*}" && pwd)/lib.sh

# The script of this name as if it lay beside lib.sh, where that looks for what it needs.
beside_lib() {
	sh -c "$(cat "$scratch/script.sh")" "${lib%/*}/script.sh"
}

# dying HOW KIND: a script that mounts KIND and then ends by HOW leaves nothing.
dying() {
	cat >"$scratch/script.sh" <<-END
		. "$lib"
		make_fs $2 512M
		make_image second.img 16M
		attach second.img >/dev/null
		sleep 1000 &
		echo "\$scratch" >"$scratch/where"
		echo "\$!" >"$scratch/child"
		$1
	END
	status=0
	beside_lib >"$scratch/out" 2>&1 || status=$?
	cat "$scratch/out"
	[ "$status" -ne 0 ]
	where=$(cat "$scratch/where")
	[ ! -e "$where" ]
	must_fail grep -q " $where/" /proc/self/mountinfo
	losetup --list --noheadings --output BACK-FILE >"$scratch/loops"
	must_fail grep -q "^$where/" "$scratch/loops"
	must_fail kill -0 "$(cat "$scratch/child")"
}

complaint_fails_a_check() {
	[ "$can_watch_kernel_log" = yes ]
	cat >"$scratch/script.sh" <<-END
		. "$lib"
		hears_test_complaints=yes
		complain() { echo "<6>WARNING: said by a test of bakeoff, no harm done" >/dev/kmsg; }
		check "complains" complain
		check "does not" true
		done_testing
	END
	must_fail beside_lib >"$scratch/out"
	cat "$scratch/out"
	grep -q '^not ok 1' "$scratch/out"
	grep -q 'WARNING: said by a test' "$scratch/out"
	grep -q '^ok 2' "$scratch/out"
	# and is no complaint against this script
	echo "<6>$kernel_log_mark" >/dev/kmsg
}

for kind in ext4 xfs btrfs; do
	if command -v "mkfs.$kind" >/dev/null; then
		check "a script that fails leaves no $kind" dying "exit 3" "$kind"
	else
		skip "a script that fails leaves no $kind" "no mkfs.$kind"
	fi
done
check "a terminated script leaves nothing" dying 'kill -TERM $$' ext4
check "an interrupted script leaves nothing" dying 'kill -INT $$' ext4
check "what the kernel complains of fails a check" complaint_fails_a_check
done_testing
