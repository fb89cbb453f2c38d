# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What scripts/demo and scripts/check share: packages, and the rights to install them.

# One line for each argument, on stderr.
say() {
	printf '%s\n' "$@" >&2
}

die() {
	say "${0##*/}: $*"
	exit 1
}

# Sets $as_root to what has to stand before a command that needs root: nothing for root, sudo
# where there is one. Fails where there is neither.
find_root() {
	as_root=
	[ "$(id -u)" -ne 0 ] || return 0
	command -v sudo >/dev/null || return 1
	as_root=sudo
}

# missing_packages SET...: the names of the packages in these sets that are not installed.
missing_packages() {
	package_table | while read -r set package _; do
		case " $* " in
		*" $set "*)
			state=$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null || true)
			[ "$state" = "ii " ] || [ "$state" = "hi " ] || echo "$package"
			;;
		esac
	done
}

# set, package of Debian 12 and 13, and what it is there for
package_table() {
	cat <<-END
		build gcc               compiles
		build libc6-dev         headers of the C library
		build meson             builds, with ninja
		build ninja-build       builds
		build pkgconf           finds the libraries below
		build libgsl-dev        distributions, random numbers, shuffling
		build libsqlite3-dev    the results database
		build libjansson-dev    JSON with exact 64-bit integers
		build liburing-dev      queue depths above 1
		build libarchive-dev    tar archives, of contest's loads
		build libpcp-import1-dev archives of Performance Co-Pilot, of export
		build libmount-dev      what is mounted where
		build libblkid-dev      signatures on devices
		build libsmartcols-dev  tables as lsblk prints them
		build libmd-dev         SHA-256
		build zlib1g-dev        compressed load files
		fs    mount             mounts, and attaches loop devices
		fs    e2fsprogs         ext2, ext3 and ext4
		fs    xfsprogs          XFS
		check btrfs-progs       btrfs
		check bonnie++          reads the CSV of bakeoff bonnie; a command that is run as a workload
		check dbench            the same
		check fio               the same
		check fsmark            the same
		check check             unit tests
		check python3-cram      command-line transcripts
		check clang             the second compiler, sanitizers, fuzzing
		check libclang-rt-dev   run-time library of the sanitizers
		check llvm              names in the sanitizers' reports
		check clang-tidy        static analysis
		check clang-format      layout of the source
		check cppcheck          static analysis
		check shellcheck        static analysis of the scripts
		check mandoc            static analysis of the manual
		check bash              its completion
		check bash-completion   loads it by name
		check fish              its completion
		check zsh               its completion
		check jq                JSON in the transcripts
		check make              contest's job
		check gawk              what pmdiff is written in, of PCP
		check python3-prometheus-client reads OpenMetrics
		check python3-jsonschema holds exports against their schema
		check procps            pgrep, for tests that look for children left behind
		check sqlite3           integrity_check by another program
		check postmark          the original, to compare system calls with
		check strace            what a run really asks the kernel
		check git               which files are part of the project
	END
}

# install_missing SET...: installs what is missing of these sets. Asks no network when nothing is.
install_missing() {
	if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
		say "this is no Debian system: make sure that these are installed, under whatever name"
		package_table | while read -r set package what; do
			case " $* " in
			*" $set "*) say "  $package: $what" ;;
			esac
		done
		return 0
	fi
	missing=$(missing_packages "$@" | tr '\n' ' ')
	[ -n "$missing" ] || return 0
	find_root || die "these packages are missing: $missing
and installing them takes root or sudo: apt-get install $missing"
	say "installing: $missing"
	# $missing is a list of words, and so is $as_root
	# shellcheck disable=SC2086
	{
		$as_root apt-get update -qq </dev/null >&2 ||
			die "apt-get update failed; missing: $missing"
		$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes \
			--no-install-recommends $missing </dev/null >&2 ||
			die "apt-get could not install: $missing"
	}
}

# build_in DIR [MESON_OPTION...]: sets the build folder up once and brings it up to date. Quiet
# unless it fails.
build_in() {
	dir=$1
	shift
	if [ ! -e "$dir/build.ninja" ]; then
		meson setup "$dir" "$@" >"$dir-setup.log" 2>&1 || {
			cat "$dir-setup.log" >&2
			die "meson could not set $dir up"
		}
		rm -f "$dir-setup.log"
	fi
	ninja -C "$dir" >"$dir/ninja.log" 2>&1 || {
		cat "$dir/ninja.log" >&2
		die "the build in $dir failed"
	}
}
