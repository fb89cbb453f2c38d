# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# For tests on real file systems: tests/lib/tap.sh, and loop devices and mounts inside
# $scratch that are let go on every way out. After each check the kernel's log is looked at:
# a WARNING or BUG in it fails a check that itself passed.
#
#   need_root               skips the whole script without root or loop devices
#   make_image FILE SIZE    a sparse image in $scratch
#   attach FILE             a loop device for it, its name on stdout
#   make_fs KIND [SIZE]     a new file system, mounted on $scratch/mnt; one at a time
#   drop_fs                 unmounts it and lets its loop device go
#   mounts_left, loops_left what still refers to $scratch
#
# shellcheck source=../lib/tap.sh
. "${0%/*}/../lib/tap.sh"

BAKEOFF=${BAKEOFF:-bakeoff}
XDG_DATA_HOME=$scratch/data
XDG_STATE_HOME=$scratch/state
BAKEOFF_RUN_DIR=$scratch/run
export BAKEOFF XDG_DATA_HOME XDG_STATE_HOME BAKEOFF_RUN_DIR
unset SUDO_UID SUDO_GID

mounts_left() {
	awk -v under="$scratch/" '
		{ path = $5; gsub(/\\040/, " ", path) }
		index(path, under) == 1 { print path }' /proc/self/mountinfo
}

loops_left() {
	losetup --list --noheadings --output NAME,BACK-FILE | awk -v under="$scratch/" '
		index($2, under) == 1 { print $1 }'
}

# A child has five seconds to leave in its own way.
end_child() {
	kill "$1" 2>/dev/null || return 0
	tries=0
	while [ "$tries" -lt 50 ] && grep -qs '^State:[[:space:]]*[^Z]' "/proc/$1/status"; do
		sleep 0.1
		tries=$((tries + 1))
	done
	kill -KILL "$1" 2>/dev/null || true
	wait "$1" 2>/dev/null || true
}

# May be redefined by a library on top of this one.
undo_more() { :; }

on_exit() {
	for child in $(pgrep -P $$ || true); do
		end_child "$child"
	done
	mounts_left | sort -r | while read -r mount; do
		umount "$mount" || umount --lazy "$mount"
	done
	for loop in $(loops_left); do
		losetup --detach "$loop"
	done
	undo_more
}

kernel_log_mark="bakeoff test $$"
can_watch_kernel_log=no
if (echo "<6>$kernel_log_mark 0" >/dev/kmsg) 2>/dev/null && dmesg >/dev/null 2>&1; then
	can_watch_kernel_log=yes
else
	echo "# the kernel's log cannot be read here: it is not looked at"
fi

after_check() {
	[ "$can_watch_kernel_log" = yes ] || return 0
	complaints=0
	# The harness's own test complains, perhaps beside this script.
	dmesg | awk -v mark="$kernel_log_mark" -v hears="${hears_test_complaints:-no}" '
		index($0, mark) { found = 0; next }
		hears == "no" && /said by a test of bakeoff/ { next }
		/WARNING:|BUG:|possible recursive locking detected|general protection fault|Oops/ {
			lines[found++] = $0
		}
		END {
			for (i = 0; i < found; i++)
				print "kernel log: " lines[i]
			exit found > 0
		}' || complaints=1
	echo "<6>$kernel_log_mark $checks" >/dev/kmsg
	return "$complaints"
}

need_root() {
	reason=
	[ "$(id -u)" -eq 0 ] || reason="needs root"
	[ -n "$reason" ] || losetup --find >/dev/null 2>&1 || reason="no loop devices"
	[ -n "$reason" ] || return 0
	echo "1..0 # SKIP $reason"
	exit 0
}

make_image() {
	truncate --size "$2" "$scratch/$1"
}

attach() {
	losetup --find --show "$scratch/$1"
}

make_fs() {
	kind=$1
	drop_fs
	make_image fs.img "${2:-512M}"
	case $kind in
	xfs | btrfs) force=-f ;;
	*) force=-F ;;
	esac
	"mkfs.$kind" "$force" -q "$scratch/fs.img" >/dev/null
	mkdir -p "$scratch/mnt"
	mount -o loop "$scratch/fs.img" "$scratch/mnt"
}

drop_fs() {
	mountpoint -q "$scratch/mnt" && umount "$scratch/mnt"
	rm -f "$scratch/fs.img"
}
