#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Debian's own PCP tools read what `bakeoff export --format=pcp` writes. The tools are in the package
# of the daemon, whose installation wants systemd: it is unpacked into a folder, and nothing is
# installed or started.
. "${0%/*}/lib.sh"

# The packages that the tools need and no other test does.
tools="pcp pcp-conf python3-pcp libpcp3 libpcp-archive1 libpcp-gui2 libpcp-import1 libpcp-mmv1
	libpcp-pmda3 libpcp-trace2 libpcp-web1"

skip_all() {
	echo "1..0 # SKIP $1"
	exit 0
}

can_export() {
	"$BAKEOFF" import --db="$scratch/probe.db" "$example" >/dev/null &&
		"$BAKEOFF" export --db="$scratch/probe.db" --format=pcp -o "$scratch/probe" 2>"$scratch/said"
}

# In $scratch/root. $tools is a list of words.
unpack_tools() {
	mkdir "$scratch/packages" "$scratch/root"
	(
		cd "$scratch/packages"
		# shellcheck disable=SC2086
		apt-get download -qq $tools >/dev/null 2>&1
	) || return 1
	for package in "$scratch"/packages/*.deb; do
		dpkg -x "$package" "$scratch/root" || return 1
	done
}

example=${0%/*}/../data/export/example.json
can_export || skip_all "$(tail -n 1 "$scratch/said")"
for tool in apt-get dpkg gawk; do
	command -v "$tool" >/dev/null || skip_all "no $tool"
done
unpack_tools || skip_all "PCP's tools cannot be downloaded"

root=$scratch/root
export PCP_DIR="$root" PCP_CONF="$root/etc/pcp.conf" PCP_TMPFILE_DIR="$scratch"
export PYTHONPATH="$root/usr/lib/python3/dist-packages" TZ=UTC
PATH=$PATH:$root/usr/bin:$root/usr/lib/pcp/bin

# The tools alone are given their libraries: bakeoff finds its own.
with_pcp() {
	LD_LIBRARY_PATH=$root/usr/lib "$@"
}

says() {
	grep -q -e "$1" "$scratch/out" || {
		echo "no line has: $1"
		cat "$scratch/out"
		return 1
	}
}

a_run_is_an_archive() {
	"$BAKEOFF" import "$example"
	"$BAKEOFF" export --format=pcp -o "$scratch/archives"
	[ "$(find "$scratch/archives" -name 'run-*.meta' | wc -l)" -eq 20 ]
	for meta in "$scratch"/archives/*.meta; do
		with_pcp pmlogcheck "${meta%.meta}"
	done
}

the_label_has_host_and_zone() {
	with_pcp pmdumplog -L "$ext4" >"$scratch/out"
	says 'metrics from host bench7.example.org'
	says 'timezone: UTC'
}

what_the_run_is_can_be_read() {
	with_pcp pmdumplog "$ext4" >"$scratch/out"
	says '(bakeoff.variant): value "ext4"'
	says '(bakeoff.cell): value "lmdd bs=4k"'
	says '(bakeoff.workload): value "lmdd"'
	says '(bakeoff.round): value 1'
	says '(bakeoff.phase): value "write"'
	says '(bakeoff.outcome): value "ok"'
	# of a run that failed also why, and no value
	with_pcp pmdumplog "$failed" >"$scratch/out"
	says '(bakeoff.outcome): value "failed"'
	says '(bakeoff.reason): value "client 0: write /home/alice/bench/mnt/lmdd: Input/output error"'
	must_fail grep bakeoff.value "$scratch/out"
}

the_units_are_those_of_pcp() {
	with_pcp pmdumplog -d "$ext4" >"$scratch/described"
	for line in 'kernel.percpu.cpu.user counter millisec' 'disk.dev.write_bytes counter Kbyte' \
		'mem.util.dirty instant Kbyte' 'kernel.all.pressure.io.some.total counter microsec' \
		'bakeoff.value.write.throughput instant byte./.sec' 'bakeoff.round discrete none'; do
		# shellcheck disable=SC2086
		set -- $line
		grep -A 2 "($1)" "$scratch/described" >"$scratch/out"
		says "Semantics: $2  Units: $3"
	done
}

# 200 MiB in the phase of four seconds: 51200 KiB a second while it runs, over eight in all.
rates_come_out_right() {
	with_pcp pmlogsummary "$ext4" >"$scratch/out"
	says '^bakeoff.value.write.throughput  [0-9.]* byte / sec$'
	says '^bakeoff.value.write.latency_p99  20[0-9]*\.[0-9]* microsec$'
	says '^disk.dev.write_bytes \["vda"\] 22755.556 Kbyte / sec$'
	says '^kernel.percpu.cpu.user \["cpu0"\] 0.022 none$'
	says '^bakeoff.observed.disk.dev.write_bytes \["write:vda"\] 204800.000 Kbyte$'
	says '^bakeoff.round  1.000 none$'
}

pmrep_prints_rates_in_the_phases() {
	with_pcp pmrep -a "$ext4" -t 1 -o csv bakeoff.phase_number disk.dev.write_bytes \
		kernel.percpu.cpu.sys >"$scratch/out"
	says '"disk.dev.write_bytes-vda"'
	says ',1,51200.000,'
	says ',0,0.000,'
}

pmval_follows_the_phases() {
	with_pcp pmval -a "$ext4" -t 1 bakeoff.phase >"$scratch/out"
	says '"none"'
	says '"write"'
}

pmdiff_tells_two_variants_apart() {
	with_pcp pmdiff -q 1.1 "$ext4" "$xfs" >"$scratch/out"
	says 'bakeoff.value.write.throughput'
	must_fail grep -q 'bakeoff.value.write.latency_p99' "$scratch/out"
}

nothing_names_the_machine() {
	"$BAKEOFF" export --format=pcp --anonymous -o "$scratch/anonymous"
	must_fail grep -q -r -e bench7 -e alice -e S3Z9 -e /dev/loop "$scratch/anonymous"
	with_pcp pmdumplog -L "$scratch/anonymous/${ext4##*/}" >"$scratch/out"
	says 'from host host1'
}

a_measured_run_has_its_series() {
	mkdir "$scratch/here"
	# in memory where that can be: nothing waits for somebody else's disk to get quiet
	[ "$(id -u)" -ne 0 ] || mount -t tmpfs none "$scratch/here"
	"$BAKEOFF" run lmdd --size=8M --bs=4k --rounds=1 --variant=a:device=dir:"$scratch/here" >/dev/null
	"$BAKEOFF" export --format=pcp -o "$scratch/measured"
	for meta in "$scratch"/measured/*.meta; do
		with_pcp pmlogcheck "${meta%.meta}"
		with_pcp pmlogsummary "${meta%.meta}" >"$scratch/out"
		says '^bakeoff.value.write.throughput  [1-9]'
		says '^bakeoff.observed.kernel.percpu.cpu'
	done
}

a_full_disk_leaves_nothing() {
	mkdir "$scratch/small"
	mount -t tmpfs -o size=100k none "$scratch/small"
	status=0
	"$BAKEOFF" export 1 --format=pcp -o "$scratch/small/archives" 2>"$scratch/out" || status=$?
	[ "$status" -eq 1 ]
	[ "$(wc -l <"$scratch/out")" -eq 1 ]
	says '/small/archives: run-[0-9]*_.*: No space left on device'
	[ -z "$(ls -A "$scratch/small")" ]
}

a_folder_in_use_is_left_alone() {
	mkdir "$scratch/full" "$scratch/empty"
	echo mine >"$scratch/full/file"
	must_fail "$BAKEOFF" export 1 --format=pcp -o "$scratch/full" 2>"$scratch/out"
	says 'it is there already, and no empty folder'
	[ "$(ls -A "$scratch/full")" = file ]
	"$BAKEOFF" export 1 --format=pcp -o "$scratch/empty/"
	[ -s "$scratch/empty/${ext4##*/}.meta" ]
}

# The archive of the run of that variant, cell and round.
archive_of() {
	for meta in "$scratch"/archives/run-*_"$1".meta; do
		echo "${meta%.meta}"
	done
}

check "each run is an archive that pmlogcheck finds no fault with" a_run_is_an_archive
ext4=$(archive_of ext4_lmdd-bs-4k_round-1)
xfs=$(archive_of xfs_lmdd-bs-4k_round-1)
failed=$(archive_of xfs_lmdd-bs-64k_round-2)
check "pmdumplog: the label has the host of the facts, and UTC" the_label_has_host_and_zone
check "pmdumplog: variant, cell, round, phase and outcome" what_the_run_is_can_be_read
check "pmdumplog: metrics that PCP knows have its units and semantics" the_units_are_those_of_pcp
check "pmlogsummary: rates and values in those units" rates_come_out_right
check "pmrep: rates, second by second, inside and outside the phase" pmrep_prints_rates_in_the_phases
check "pmval: the phase at each moment" pmval_follows_the_phases
check "pmdiff: what differs between two variants, and what does not" pmdiff_tells_two_variants_apart
check "--anonymous leaves no name in any archive" nothing_names_the_machine
check "a run that was measured here has its values and what was observed" a_measured_run_has_its_series
if [ "$(id -u)" -eq 0 ]; then
	check "a full disk is said in one line, and leaves nothing" a_full_disk_leaves_nothing
else
	skip "a full disk is said in one line, and leaves nothing" "needs root"
fi
check "a folder with something in it is refused, an empty one is filled" a_folder_in_use_is_left_alone
done_testing
