Whatever is wrong with what was typed: one line on stderr, status 2, and nothing is made. `no` runs
bakeoff and says what there is afterwards, should there be anything:

  $ no() { bakeoff run "$@" >out; status=$?; cat out; ls -A | grep -v -x -e out -e plan.ini -e dir; return $status; }

Nothing to run, and things that there are not:

  $ no
  bakeoff: no workload: what is to be run? `bakeoff workloads` lists them
  [2]
  $ no lmd
  bakeoff: no workload named 'lmd'; the nearest is lmdd (`bakeoff workloads` lists them; a plan file ends in .ini or contains a /)
  [2]
  $ no lmdd extra
  bakeoff: no workload named 'extra' (`bakeoff workloads` lists them; a plan file ends in .ini or contains a /)
  [2]
  $ no lmdd --bsx=4k
  bakeoff: unknown option '--bsx'; the nearest is '--bs'
  [2]
  $ no lmdd --round=5
  bakeoff: unknown option '--round'; the nearest is '--rounds'
  [2]
  $ no lmdd --b=4k
  bakeoff: unknown option '--b'; the nearest is '--db'
  [2]
  $ no lmdd --zzz
  bakeoff: unknown option '--zzz'
  [2]
  $ no --bs=4k lmdd
  bakeoff: unknown option '--bs'; a workload's options stand after its name
  [2]
  $ no lmdd --rounds
  bakeoff: option '--rounds' needs a value
  [2]
  $ no lmdd -x
  bakeoff: unknown option '-x'
  [2]
  $ no lmdd --style=pretty
  bakeoff: style: 'pretty' is none of verdict, classic, contest, json, csv
  [2]
  $ no lmdd -- --bs=4k
  bakeoff: no workload named '--bs=4k' (`bakeoff workloads` lists them; a plan file ends in .ini or contains a /)
  [2]
  $ no missing.ini
  bakeoff: open missing.ini: No such file or directory
  [2]
  $ no ./
  bakeoff: ./ is a directory, where a plan file is expected
  [2]
  $ no one.ini two.ini
  bakeoff: open one.ini: No such file or directory
  [2]

Sizes, as a user types them (their every rejection is in tests/unit/test_units.c):

  $ for size in 4Kx '' -1 99999999999T 1e3k '5 G B' 0 4.5.6k k; do no lmdd --size="$size"; done
  bakeoff: command line: size: '4Kx': unknown suffix 'Kx' at position 2, expected k, M, G, T (1024) or kB, MB, GB, TB (1000)
  bakeoff: command line: size: empty, where a value is expected
  bakeoff: command line: size: '-1': negative
  bakeoff: command line: size: '99999999999T': too large
  bakeoff: command line: size: '1e3k': unknown suffix 'e3k' at position 2, expected k, M, G, T (1024) or kB, MB, GB, TB (1000)
  bakeoff: command line: size: '5 G B': unknown suffix ' G B' at position 2, expected k, M, G, T (1024) or kB, MB, GB, TB (1000)
  bakeoff: command line: size: 0 is below the least, 1
  bakeoff: command line: size: '4.5.6k': unknown suffix '.6k' at position 4, expected k, M, G, T (1024) or kB, MB, GB, TB (1000)
  bakeoff: command line: size: 'k': a number is expected at position 1
  [2]
  $ no lmdd --bs=65M
  bakeoff: command line: bs: 65M is above the most, 64M
  [2]
  $ no lmdd --bs=4k,,8k
  bakeoff: command line: bs: '4k,,8k': item 2 of the list is empty
  [2]
  $ no lmdd --bs=4k,4096
  bakeoff: command line: bs: 4k is there twice
  [2]

Those that are right are one number, however they are spelled; k is 1024 and kB is 1000:

  $ for size in 4k 4K 4Ki 4KiB 4096; do
  >   bakeoff run --dry-run lmdd --seed=1 --bs=4 --size=$size | sed -n 's/^Plan here (SHA-256 \(.*\)):/\1/p'
  > done | uniq | wc -l
  1
  $ for size in 4kB 4KB 4000 1M 1MB 1g; do
  >   bakeoff run --dry-run lmdd --seed=1 --bs=4 --size=$size | grep '^size = '
  > done
  size = 4000
  size = 4000
  size = 4000
  size = 1M
  size = 1000000
  size = 1G

Other numbers:

  $ no lmdd --rounds=0
  bakeoff: command line: rounds: 0 is below the least, 1
  [2]
  $ no lmdd --rounds=ten
  bakeoff: command line: rounds: 'ten': a number is expected at position 1
  [2]
  $ no lmdd --seed=0
  bakeoff: command line: seed: 0 is below the least, 1
  [2]
  $ no lmdd --seed=4294967296
  bakeoff: command line: seed: 4294967296 is above the most, 4294967295
  [2]
  $ no lmdd --margin=5
  bakeoff: command line: margin: '5': a percentage is expected, as in 5%
  [2]
  $ no lmdd --margin=100%
  bakeoff: command line: margin: 100% is above the most, 99%
  [2]
  $ no lmdd --timeout=0
  bakeoff: command line: timeout: 0 is below the least, 1s
  [2]
  $ no lmdd --fsync=maybe
  bakeoff: command line: fsync: 'maybe' is neither yes nor no
  [2]
  $ no lmdd --runtime=3days
  bakeoff: command line: runtime: '3days': unknown suffix 'days' at position 2, expected ns, us, ms, s, m, h, d
  [2]
  $ no lmdd --numjobs=-2
  bakeoff: command line: numjobs: '-2': negative
  [2]
  $ no lmdd --primary=write_thruput
  bakeoff: command line: primary: 'write_thruput' is none of write_throughput, write_time, write_cpu_time, write_latency_p50, write_latency_p99, write_fsync_latency, read_throughput, read_time, read_cpu_time, read_latency_p50, read_latency_p99, copy_throughput, copy_time, copy_cpu_time, copy_read_latency_p50, copy_read_latency_p99, copy_write_latency_p50, copy_write_latency_p99, copy_fsync_latency
  [2]
  $ no lmdd --adaptive
  bakeoff: command line: adaptive: one variant alone has no comparison to settle; name two variants
  [2]

Variants:

  $ no lmdd --variant=
  bakeoff: --variant='': NAME:key=value,key=value is expected
  [2]
  $ no lmdd --variant=:fs=ext2
  bakeoff: --variant=':fs=ext2': NAME:key=value,key=value is expected
  [2]
  $ no lmdd --variant=a:foo=1
  bakeoff: command line: no parameter named 'foo'; there are like, fs, device, mkfs, mount, knob, memory, baseline
  [2]
  $ no lmdd --variant=a:mnt=noatime
  bakeoff: command line: no parameter named 'mnt'; the nearest is 'mount'
  [2]
  $ no lmdd --variant=a:fs
  bakeoff: --variant='a:fs': key=value is expected at 'fs'
  [2]
  $ no lmdd --variant=a:fs=ext2
  bakeoff: command line: [variant a]: device: missing: fs = ext2 needs loop:SIZE, image:FILE or a block device
  [2]
  $ no lmdd --variant=a:fs=ext2,device=loop
  bakeoff: command line: [variant a]: device: 'loop': loop:SIZE, dir:PATH, image:FILE or the path of a block device is expected
  [2]
  $ no lmdd --variant=a:fs=ext2,device=loop:0
  bakeoff: command line: [variant a]: device: loop:0 has no room
  [2]
  $ no lmdd --variant=a:fs=ext2,device=loop:1X
  bakeoff: command line: [variant a]: device: '1X': unknown suffix 'X' at position 2, expected k, M, G, T (1024) or kB, MB, GB, TB (1000)
  [2]
  $ no lmdd --variant=a:device=loop:1G
  bakeoff: command line: [variant a]: fs: missing: which file system is to be made on loop:1G?
  [2]
  $ no lmdd --variant=a:device=dir:dir,mount=noatime
  bakeoff: command line: [variant a]: mount: a directory is taken as it is: nothing is made or mounted there
  [2]
  $ no lmdd --variant=a:fs=tmpfs,device=loop:1G
  bakeoff: command line: [variant a]: device: 'loop:1G': tmpfs has none; mount = size=SIZE limits it
  [2]
  $ no lmdd --variant=a:fs=../ext2,device=loop:1G
  bakeoff: command line: [variant a]: fs: '../ext2' is no name of a file system
  [2]
  $ no lmdd --variant=a:knob=queue/scheduler
  bakeoff: command line: [variant a]: knob: 'queue/scheduler': NAME=VALUE is expected, as in queue/scheduler=none
  [2]
  $ no lmdd --variant=a:memory=lots
  bakeoff: command line: memory: 'lots': a number is expected at position 1
  [2]
  $ no lmdd --variant=aa
  bakeoff: command line: [variant aa]: this name is kept for the copy of the baseline
  [2]
  $ no lmdd --variant=a:lmdd.bsx=4k
  bakeoff: command line: lmdd.bsx: no parameter named 'bsx'; the nearest is 'bs'
  [2]
  $ no lmdd --variant=a:lmdd.bs=4k,8k
  bakeoff: command line: lmdd.bs: bs: '4k,8k': unknown suffix 'k,8k' at position 2, expected k, M, G, T (1024) or kB, MB, GB, TB (1000)
  [2]
  $ no lmdd --variant=a:lmd.bs=4k
  bakeoff: command line: lmd.bs: there is no [workload lmd]
  [2]
  $ no lmdd --bs=4k,8k --variant=a:lmdd.bs=16k
  bakeoff: command line: lmdd.bs: it is a factor of the workload
  [2]
  $ no lmdd --variant=a:baseline=yes --variant=b:baseline=yes
  bakeoff: command line: baseline: there are two: a and b
  [2]
  $ no lmdd --variant=a --variant=b:like=c
  bakeoff: command line: like = c: there is no variant of that name
  [2]

What is wrong with the machine is status 1:

  $ no lmdd --variant=a:device=dir:missing
  bakeoff: [variant a]: directory */missing does not exist (glob)
  [1]
  $ no lmdd --variant=a:device=dir:/etc/passwd
  bakeoff: [variant a]: /etc/passwd is not a directory
  [1]
  $ no lmdd --variant=a:device=image:missing,fs=ext2
  bakeoff: [variant a]: image */missing does not exist (glob)
  [1]
  $ no lmdd --variant=a:fs=ext9,device=loop:64M
  bakeoff: [variant a]: fs: this kernel has no file system 'ext9' (see /proc/filesystems)
  [1]
  $ no lmdd --variant=a:fs=xfs,device=loop:299M
  bakeoff: [variant a]: size: 299 MiB is too small for xfs, which needs at least 300 MiB
  [1]
  $ no lmdd --variant=a:fs=ext2,device=/dev/no-such-device
  bakeoff: [variant a]: device /dev/no-such-device does not exist
  [1]
  $ no lmdd --variant=a:fs=ext2,device=/dev/null
  bakeoff: [variant a]: /dev/null is not a block device
  [1]
  $ no lmdd --size=100T
  bakeoff: [variant here]: the workload needs 100 TiB, but there are only * (glob)
  [1]
  $ no lmdd --size=65M --variant=a:fs=ext2,device=loop:64M
  bakeoff: [variant a]: the workload needs 65.0 MiB, but there are only 64.0 MiB
  [1]
  $ no lmdd --variant=a:fs=ext2,device=loop:900T,mkfs=-Tlargefile4
  bakeoff: scratch: * has * free, the images need 900 TiB (glob)
  [1]
  $ no lmdd --variant=a:knob=queue/no_such_knob=1
  bakeoff: [variant a]: knob queue/no_such_knob: * (glob)
  [1]
  $ no lmdd --variant=a:knob=vm.no_such_knob=1
  bakeoff: [variant a]: knob vm.no_such_knob: there is no /proc/sys/vm/no_such_knob
  [1]
  $ no lmdd --db=/etc/passwd
  bakeoff: /etc/passwd: no bakeoff database; name another file with --db
  [1]
  $ no lmdd --db=
  bakeoff: db: empty
  [2]
  $ bakeoff list --db=
  bakeoff: db: empty
  [2]
  $ no lmdd --scratch=
  bakeoff: command line: scratch: empty
  [2]
  $ no lmdd --variant=a:fs=ext4,device=loop:64M,fs=xfs
  bakeoff: --variant='a:fs=ext4,device=loop:64M,fs=xfs': fs is there twice
  [2]
  $ no lmdd --db=/dev/null
  bakeoff: /dev/null: no regular file, so no database
  [1]
  $ no lmdd --size=4k --scratch=missing --variant=a:fs=ext2,device=loop:64M
  bakeoff: scratch: */missing: No such file or directory (glob)
  [1]
  $ ls /dev/no-such-device
  ls: cannot access '/dev/no-such-device': No such file or directory
  [2]

Nor does a dry run print half a plan before it finds out:

  $ no lmdd --dry-run --variant=a:fs=xfs,device=loop:299M
  bakeoff: [variant a]: size: 299 MiB is too small for xfs, which needs at least 300 MiB
  [1]

Nothing was stored, and no place for it was made:

  $ find "$HOME" -mindepth 1 ! -path "$HOME/bin*"
