A plan file with everything in it: sections, like, use, factors, ${VAR}, include, [global],
comments, and a value with blanks, quotes and a semicolon, which begins no comment there:

  $ mkdir dir
  $ cat >more.ini <<EOF
  > [variant b]
  > like = a
  > lmdd.fsync = yes
  > EOF
  $ cat >plan.ini <<'EOF'
  > # what is compared
  > [experiment]
  > name = mine ; not "yours"
  > rounds = 3
  > seed = 42
  > 
  > [global]
  > numjobs = 2
  > [variant a]
  > device = dir:${FOLDER}
  > include more.ini
  > 
  > ; what is run
  > [workload lmdd]
  > bs = 4k, 64k
  > size = 1M
  > numjobs = 1
  > [workload again]
  > use = lmdd
  > rw = read
  > size = 1MiB
  > EOF
  $ FOLDER=dir bakeoff run --dry-run plan.ini >out
  $ sed "s|$PWD|HERE|; s/SHA-256 [0-9a-f]*/SHA-256 */" out |
  >   sed '/^\[workload/,/^Schedule/{/^\[/b; /^Sched/b; /^$/b; /^use/b; /^bs/b; /^size/b; /^rw/b; /^numjobs/b; d; }'
  Plan mine ; not "yours" (SHA-256 *):
  
  [experiment]
  name = mine ; not "yours"
  rounds = 3
  seed = 42
  margin = 5%
  alpha = 0.05
  aa = no
  adaptive = no
  order = random
  timeout = 10m
  observe = 1s
  scratch = HERE
  
  [variant a]
  device = dir:HERE/dir
  memory = 0
  baseline = yes
  
  [variant b]
  device = dir:HERE/dir
  memory = 0
  baseline = no
  lmdd.fsync = yes
  
  [workload lmdd]
  use = lmdd
  numjobs = 1
  rw = write
  bs = 4k, 64k
  size = 1M
  
  [workload again]
  use = lmdd
  numjobs = 2
  rw = read
  bs = 8k
  size = 1M
  
  Schedule, from seed 42:
    warm-up (discarded): b, a; each: lmdd bs=64k, lmdd bs=4k, again
    round 1: a, b; each: again, lmdd bs=64k, lmdd bs=4k
    round 2: a, b; each: lmdd bs=4k, lmdd bs=64k, again
    round 3: b, a; each: lmdd bs=64k, again, lmdd bs=4k
    a round with a failed run is repeated whole at the end, at most 1 of them
  
  No command is run: the directories are taken as they are.
  
  Space: a run fills up to 2.00 MiB of its file system
  Time: 24 runs, about 24.3 s if the device does 100 MB/s and a run costs 1 s besides

The canonical text that is shown, and stored, is itself the plan, with the same SHA-256:

  $ sed -n '/^\[experiment\]/,/^Schedule/p' out | sed '$d' >again.ini
  $ bakeoff run --dry-run again.ini | cmp - out

So is the command line that says the same:

  $ bakeoff run --dry-run --name='mine ; not "yours"' --rounds=3 --seed=42 \
  >   --variant=a:device=dir:dir --variant=b:device=dir:dir,lmdd.fsync=yes \
  >   lmdd --bs=4k,64k --size=1M | head -n 1 >one
  $ cat >two.ini <<EOF
  > [experiment]
  > name = mine ; not "yours"
  > rounds = 3
  > seed = 42
  > [variant a]
  > device = dir:dir
  > [variant b]
  > like = a
  > lmdd.fsync = yes
  > [workload lmdd]
  > bs = 4096, 64KiB
  > size = 1024k
  > EOF
  $ bakeoff run --dry-run two.ini | head -n 1 | cmp - one

A plan and the command line together: the command line wins:

  $ bakeoff run --dry-run two.ini --rounds=1 --seed=7 --variant=c:device=dir:dir | grep -e '^rounds' -e '^seed' -e '^\['
  [experiment]
  rounds = 1
  seed = 7
  [variant a]
  [variant b]
  [variant c]
  [workload lmdd]

In --variant a comma separates only before a known key:

  $ bakeoff run --dry-run lmdd --size=1M --variant=a:fs=ext2,device=loop:64M,mount=noatime,nodiratime,mkfs='-O ^resize_inode,^dir_index' \
  >   --variant=a:memory=64M 2>/dev/null | sed -n '/^.variant a/,/^$/p'
  [variant a]
  fs = ext2
  device = loop:64M
  mkfs = -O ^resize_inode,^dir_index
  mount = noatime,nodiratime
  memory = 64M
  baseline = yes
  

Each error says file, line, key and what was expected:

  $ no() { cat >bad.ini; bakeoff run --dry-run bad.ini; }
  $ no <<EOF
  > rounds = 3
  > EOF
  bakeoff: bad.ini:1: rounds: before the first section
  [2]
  $ no <<EOF
  > [experiment]
  > rouds = 3
  > EOF
  bakeoff: bad.ini:2: no parameter named 'rouds'; the nearest is 'rounds'
  [2]
  $ no <<EOF
  > [experiment]
  > rounds = three
  > EOF
  bakeoff: bad.ini:2: rounds: 'three': a number is expected at position 1
  [2]
  $ no <<EOF
  > [experiment
  > EOF
  bakeoff: bad.ini:1: '[' without its ']' at the end of the line
  [2]
  $ no <<EOF
  > [experiments]
  > EOF
  bakeoff: bad.ini:1: [experiments]: [experiment], [global], [variant NAME] or [workload NAME] is expected
  [2]
  $ no <<EOF
  > [variant]
  > EOF
  bakeoff: bad.ini:1: [variant]: a name is expected after the kind
  [2]
  $ no <<EOF
  > [variant my disk]
  > EOF
  bakeoff: bad.ini:1: [variant my disk]: a name is made of letters, digits and _-.+
  [2]
  $ no <<EOF
  > [workload lmdd]
  > bs = 4k
  > fsync
  > EOF
  bakeoff: bad.ini:3: 'fsync': key = value is expected
  [2]
  $ no <<EOF
  > [workload lmdd]
  > = 4k
  > EOF
  bakeoff: bad.ini:2: a key is expected before '='
  [2]
  $ no <<EOF
  > [workload lmdd]
  > bs = 4k,
  > EOF
  bakeoff: bad.ini:2: bs: '4k,': item 2 of the list is empty
  [2]
  $ no <<'EOF'
  > [workload lmdd]
  > bs = ${NO_SUCH_VARIABLE}
  > EOF
  bakeoff: bad.ini:2: ${NO_SUCH_VARIABLE} is not set in the environment
  [2]
  $ no <<'EOF'
  > [workload lmdd]
  > bs = ${NO
  > EOF
  bakeoff: bad.ini:2: '${' without its '}'
  [2]
  $ no <<EOF
  > 
  > include missing.ini
  > EOF
  bakeoff: bad.ini:2: include: open missing.ini: No such file or directory
  [2]
  $ no <<EOF
  > include bad.ini
  > EOF
  bakeoff: bad.ini:1: include: deeper than 8 files
  [2]
  $ no <<EOF
  > [variant a]
  > like = b
  > [variant b]
  > like = a
  > EOF
  bakeoff: bad.ini:4: like = a: these variants are like each other in a circle
  [2]
  $ no <<EOF
  > [variant a]
  > like = c
  > EOF
  bakeoff: bad.ini:2: like = c: there is no variant of that name
  [2]
  $ no <<EOF
  > [workload mine]
  > use = lmd
  > EOF
  bakeoff: bad.ini:2: no workload named 'lmd'; the nearest is lmdd; `bakeoff workloads` lists them
  [2]
  $ no <<EOF
  > [workload mine]
  > bs = 4k
  > EOF
  bakeoff: bad.ini:1: no workload named 'mine'; use = WORKLOAD says which this is, `bakeoff workloads` lists them
  [2]
  $ no <<EOF
  > [global]
  > bsx = 4k
  > [workload lmdd]
  > EOF
  bakeoff: bad.ini:2: bsx: no section after this [global] has such a key
  [2]
  $ no <<EOF
  > [workload lmdd]
  > bsx = 4k
  > EOF
  bakeoff: bad.ini:2: lmdd has no parameter named 'bsx'; the nearest is 'bs'
  [2]
  $ no <<EOF
  > [variant a]
  > device = loop:1G
  > 
  > knob = queue/scheduler
  > fs = ext2
  > [workload lmdd]
  > EOF
  bakeoff: bad.ini:4: [variant a]: knob: 'queue/scheduler': NAME=VALUE is expected, as in queue/scheduler=none
  [2]
  $ no <<EOF
  > [variant a]
  > fs = ext2
  > device = loop:1G
  > lmdd.bs = 5 G B
  > [workload lmdd]
  > EOF
  bakeoff: bad.ini:4: lmdd.bs: bs: '5 G B': unknown suffix ' G B' at position 2, expected k, M, G, T (1024) or kB, MB, GB, TB (1000)
  [2]
  $ no <<EOF
  > [variant a]
  > baseline = yes
  > [variant b]
  > baseline = yes
  > [workload lmdd]
  > EOF
  bakeoff: bad.ini:4: baseline: there are two: a and b
  [2]
  $ no <<EOF
  > [workload lmdd]
  > direct = yes
  > bs = 1k
  > size = 1000
  > EOF
  bakeoff: lmdd on here: size: 1000 is no multiple of 512, as direct=yes needs
  [2]
  $ printf '[workload lmdd]\nbs = 4\000k\n' | no
  bakeoff: bad.ini:2: a zero byte: this is no text
  [2]
  $ : | no
  bakeoff: no workload: what is to be run? `bakeoff workloads` lists them
  [2]

A workload that is named again on the command line is run again, as a section of its own; the options
after a name are that one's:

  $ bakeoff run --dry-run lmdd --rw=write --size=1M lmdd --rw=read --size=2M nothing lmdd --rw=copy \
  >   --variant=a:lmdd-2.passes=3 | grep -E '^(\[workload|use|rw|size|lmdd)'
  lmdd-2.passes = 3
  [workload lmdd]
  use = lmdd
  rw = write
  size = 1M
  [workload lmdd-2]
  use = lmdd
  rw = read
  size = 2M
  [workload nothing]
  use = nothing
  [workload lmdd-3]
  use = lmdd
  rw = copy
  size = 200M

The first one is the plan file's where it has that section:

  $ printf '[workload lmdd]\nsize = 4M\n' >again.ini
  $ bakeoff run --dry-run again.ini lmdd --rw=read lmdd | grep -E '^(\[workload|rw|size)'
  [workload lmdd]
  rw = read
  size = 4M
  [workload lmdd-2]
  rw = write
  size = 200M
