# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# For tests that watch or disturb a running experiment, on top of tests/fs/lib.sh.
#
#   start ARGUMENT...       bakeoff in the background, its pid in $controller, its words in
#                           $scratch/out and $scratch/said; ends with the check that started it
#   ended STATUS SECONDS    waits for its end, which has to have this status
#   until_true SECONDS COMMAND  again and again, until the command succeeds; fails when it never does
#   find_agent, find_client waits for one and leaves its pid in $agent, $client
#   nothing_left            neither process nor mount, loop device, cgroup, knob, file or journal
#   has_said TEXT           whether the controller's words have it
#
# Experiments are told to cap memory to $cap: no others on the machine do, so that their cgroups
# can be known; and to set vm.dirtytime_expire_seconds where a knob is needed: no fact of a run, so
# that experiments of other tests beside this one are not made INVALID by it.
#
# shellcheck source=../fs/lib.sh
. "${0%/*}/lib.sh"
set -eu

cap=$((64 * 1024 + 4 * ($$ % 4096)))k
expire_before=$(cat /proc/sys/vm/dirtytime_expire_seconds)
expire=$((expire_before + 1))
export cap expire

# What only a broken bakeoff leaves.
undo_more() {
	for group in $(cgroups_left); do
		rmdir "${group%/*}" || true
	done
	[ "$(cat /proc/sys/vm/dirtytime_expire_seconds)" -eq "$expire_before" ] ||
		echo "$expire_before" >/proc/sys/vm/dirtytime_expire_seconds
}

start() {
	cd "$scratch" || exit
	: >"$scratch/said"
	"$BAKEOFF" "$@" >"$scratch/out" 2>"$scratch/said" &
	controller=$!
	trap 'end_child "$controller"' EXIT
}

until_true() {
	until_tries=$(($1 * 20))
	shift
	while ! "$@"; do
		until_tries=$((until_tries - 1))
		[ "$until_tries" -gt 0 ] || {
			echo "in vain: $*"
			cat "$scratch/said"
			return 1
		}
		sleep 0.05
	done
}

is_gone() {
	! grep -qs '^State:[[:space:]]*[^Z]' "/proc/$1/status"
}

ended() {
	until_true "$2" is_gone "$controller"
	ended_status=0
	wait "$controller" || ended_status=$?
	[ "$ended_status" -eq "$1" ] || {
		echo "exit status $ended_status instead of $1"
		cat "$scratch/said"
		return 1
	}
}

has_said() {
	grep -q -e "$1" "$scratch/said"
}

has_agent() {
	agent=$(pgrep -P "$controller" -f 'bakeoff agent$')
}

# shellcheck disable=SC2034 # client is for the tests
has_client() {
	has_agent && client=$(pgrep -o -P "$agent" -f 'bakeoff agent$')
}

find_agent() {
	until_true 60 has_agent
}

find_client() {
	until_true 60 has_client
}

# The controller's own children that are left when it is gone, and theirs.
our_processes() {
	for process in $(pgrep -x bakeoff || true); do
		grep -qsz "^XDG_STATE_HOME=$XDG_STATE_HOME\$" "/proc/$process/environ" && echo "$process"
	done
	return 0
}

cgroups_left() {
	bytes=$((${cap%k} * 1024))
	awk '$3 == "cgroup" && $4 ~ /memory/ || $3 == "cgroup2" { print $2 }' /proc/self/mounts |
		while read -r root; do
			grep -lsx "$bytes" "$root"/bakeoff-*/memory.limit_in_bytes "$root"/bakeoff-*/memory.max
		done
	return 0
}

files_left() {
	find "$scratch" -mindepth 1 -maxdepth 1 -name 'bakeoff-*'
	find "$XDG_STATE_HOME/bakeoff" -mindepth 2 2>/dev/null || true
}

# What may not outlive a controller for a moment, however it ended.
nothing_alive() {
	alive="$(our_processes)$(mounts_left)$(loops_left)"
	[ -z "$alive" ]
}

nothing_left() {
	until_true 5 nothing_alive || {
		echo "alive: $alive"
		return 1
	}
	left="$(cgroups_left)$(files_left)"
	[ -z "$left" ] || {
		echo "left: $left"
		return 1
	}
	[ "$(cat /proc/sys/vm/dirtytime_expire_seconds)" -eq "$expire_before" ] || {
		echo "vm.dirtytime_expire_seconds is not $expire_before any more"
		return 1
	}
}

# database SQL: the rows, one a line, columns separated by a blank
database() {
	python3 - "$XDG_DATA_HOME/bakeoff/bakeoff.db" "$1" <<-'END'
		import sqlite3, sys
		for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]):
		    print(*row)
	END
}
