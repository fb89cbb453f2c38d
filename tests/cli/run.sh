#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh BAKEOFF FILE.t...: runs command-line transcripts with cram, in the C locale and in a
# folder of their own, with the given bakeoff first on PATH and no place of the user's in reach.
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

home=$(mktemp -d "${TMPDIR:-/tmp}/bakeoff-test.XXXXXX")
trap 'rm -rf "$home"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
mkdir "$home/bin"
ln -s "$bakeoff" "$home/bin/bakeoff"

BAKEOFF_SOURCE=$(cd "${0%/*}/../.." && pwd)
PATH=$home/bin:$PATH
HOME=$home
XDG_DATA_HOME=$home/data
XDG_STATE_HOME=$home/state
XDG_CONFIG_HOME=$home/config
TERM=dumb
export BAKEOFF_SOURCE PATH HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CONFIG_HOME TERM
unset SUDO_UID SUDO_GID NO_COLOR BAKEOFF_DB 2>/dev/null || true
"$cram" --shell=/bin/sh "$@"
