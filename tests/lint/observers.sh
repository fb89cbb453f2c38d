#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every metric that an observer has is described, and no other.
. "${0%/*}/../lib/tap.sh"
cd "${0%/*}/../.."

families='kernel|disk|mem|swap|hinv|proc|cgroup|xfs|rpc|nfsclient|bakeoff'

metrics_of_the_source() {
	{
		grep -hoE "\"($families)\.[A-Za-z0-9_.]*[a-z0-9_]\"" src/observe/*.c src/model/observed.h
		# the fragments of xfs.c
		sed -n 's/.*ROW("[a-z_]*", [0-9]*, "\([a-z_.]*\)").*/"xfs.perdev.\1"/p' src/observe/xfs.c
	} | tr -d '"' | sort -u
}

metrics_of_the_page() {
	grep -oE "\`($families)\.[A-Za-z0-9_.]*[a-z0-9_]\`" docs/observers.md | tr -d '\`' | sort -u
}

every_metric_is_described() {
	metrics_of_the_source >"$scratch/source"
	metrics_of_the_page >"$scratch/page"
	[ "$(wc -l <"$scratch/source")" -gt 100 ]
	diff "$scratch/source" "$scratch/page"
}

check "every observed metric is in docs/observers.md, and no other" every_metric_is_described
done_testing
