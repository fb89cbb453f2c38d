#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What lies in a folder is also where people and programs look for it.
. "${0%/*}/../lib/tap.sh"
cd "${0%/*}/../.."

every_unit_test_is_built() {
	for file in tests/unit/test_*.c; do
		name=${file#tests/unit/test_}
		grep -q -e "^  '${name%.c}'," -e "'test_$name'" tests/unit/meson.build ||
			echo "$file is not in tests/unit/meson.build"
	done >"$scratch/bad"
	show_bad
}

every_fuzz_target_is_built_and_has_a_corpus() {
	for file in tests/fuzz/fuzz_*.c; do
		name=${file#tests/fuzz/fuzz_}
		name=${name%.c}
		grep -q "^  '$name'," tests/fuzz/meson.build || echo "$file is not in tests/fuzz/meson.build"
		[ -n "$(ls "tests/fuzz/corpus/$name" 2>/dev/null)" ] || echo "no tests/fuzz/corpus/$name"
	done >"$scratch/bad"
	show_bad
}

every_importer_is_fuzzed() {
	sed -n '/^const struct importer /{n; s/^\t.name = "\(.*\)",$/\1/p;}' src/import/*.c >"$scratch/importers"
	[ "$(wc -l <"$scratch/importers")" -eq "$(grep -c '&.*_importer,$' src/import/registry.c)" ]
	while read -r name; do
		grep -q "^  '$name',$" tests/fuzz/meson.build || echo "$name is not in tests/fuzz/meson.build"
		[ -n "$(ls "tests/fuzz/corpus/import_$name" 2>/dev/null)" ] ||
			echo "no tests/fuzz/corpus/import_$name"
	done <"$scratch/importers" >"$scratch/bad"
	show_bad
}

every_source_is_built() {
	find src -name '*.c' ! -path src/cli/main.c | while read -r file; do
		grep -q "'${file##*/}'" "${file%/*}/meson.build" || echo "$file is not in ${file%/*}/meson.build"
	done >"$scratch/bad"
	show_bad
}

# A page of its own, or a row of the table under "## Its workloads" of another page.
every_workload_is_documented() {
	awk '/^## /{ its = $0 == "## Its workloads" }
		its && match($0, /^\| `[^`]*` \|/) { print substr($0, 4, RLENGTH - 6) }' \
		docs/workloads/*.md >"$scratch/rows"
	sed -n 's/^\t&\([a-z0-9_]*\)_workload,$/\1/p' src/workloads/registry.c >"$scratch/workloads"
	[ -s "$scratch/workloads" ]
	while read -r name; do
		[ -e "docs/workloads/$name.md" ] ||
			grep -qx "$(echo "$name" | sed 's/_/[-_]/g')" "$scratch/rows" ||
			echo "no docs/workloads/$name.md, and no row of another page"
	done <"$scratch/workloads" >"$scratch/bad"
	show_bad
}

every_file_names_its_licence() {
	git ls-files '*.[ch]' '*.sh' 'scripts/*' .ci/run tests/tally tests/as-test tests/run-as |
		while read -r file; do
			head -n 3 "$file" | grep -q 'SPDX-License-Identifier: GPL-3.0-or-later' ||
				echo "$file has no SPDX line"
		done >"$scratch/bad"
	show_bad
}

every_script_can_be_run() {
	for file in scripts/* .ci/run tests/tally tests/as-test tests/run-as tests/fs/*.sh tests/lint/*.sh tests/cli/*.sh; do
		case $file in
		*/lib.sh) ;;
		*) [ -x "$file" ] || echo "$file cannot be executed" ;;
		esac
	done >"$scratch/bad"
	show_bad
}

show_bad() {
	cat "$scratch/bad"
	[ ! -s "$scratch/bad" ]
}

check "every unit test is built" every_unit_test_is_built
check "every fuzz target is built and has a corpus" every_fuzz_target_is_built_and_has_a_corpus
check "every importer is fuzzed alone" every_importer_is_fuzzed
check "every source file is built" every_source_is_built
check "every workload is documented" every_workload_is_documented
check "every file names its licence" every_file_names_its_licence
check "every script can be run" every_script_can_be_run
done_testing
