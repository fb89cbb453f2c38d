#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh BAKEOFF [-CRAM_OPTION...] FILE.t...: runs command-line transcripts with cram, in the C locale
# and each in a home of its own, with the given bakeoff first on PATH and no place of the user's in
# reach. -y -i writes what comes out into the transcript.
set -eu
bakeoff=$(cd "${1%/*}" && pwd)/${1##*/}
shift
if command -v cram >/dev/null; then
	cram=cram
elif command -v cram3 >/dev/null; then
	cram=cram3
else
	echo "cram is not installed"
	exit 77
fi

BAKEOFF_SOURCE=$(cd "${0%/*}/../.." && pwd)
TERM=dumb
export BAKEOFF_SOURCE TERM
unset SUDO_UID SUDO_GID NO_COLOR BAKEOFF_DB 2>/dev/null || true

# In memory where there is room: nothing waits for somebody else's disk to get quiet.
room_needed_kib=$((2 * 1024 * 1024))
room_kib=$(df -kP /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
if [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ] && [ "${room_kib:-0}" -ge "$room_needed_kib" ]; then
	TMPDIR=/dev/shm
	export TMPDIR
fi

home=
trap 'rm -rf "$home"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# run_one FILE.t; $options is a list of words
run_one() {
	home=$(mktemp -d "${TMPDIR:-/tmp}/bakeoff-test.XXXXXX")
	mkdir "$home/bin"
	ln -s "$bakeoff" "$home/bin/bakeoff"
	# shellcheck disable=SC2086
	PATH=$home/bin:$PATH HOME=$home XDG_DATA_HOME=$home/data XDG_STATE_HOME=$home/state \
		XDG_CONFIG_HOME=$home/config BAKEOFF_RUN_DIR=$home/run \
		"$cram" --shell=/bin/sh $options "$1" >"$home/bin/said" ||
		status=1
	cat "$home/bin/said"
	if grep -q ' 1 skipped' "$home/bin/said" && [ "$status" -eq 0 ]; then
		status=77
		echo "a transcript needs root, loop devices or strace"
	fi
	rm -rf "$home"
}

options=
status=0
for argument; do
	case $argument in
	-*) options="$options $argument" ;;
	*) run_one "$argument" ;;
	esac
done
exit "$status"
