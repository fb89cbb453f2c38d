A run is observed at both ends of each phase and once a second in between, unless the plan says
otherwise:

  $ two() { bakeoff run "$@" --rounds=1 --seed=3 --variant=a:device=dir:. --variant=b:device=dir:. >out 2>said; }
  $ two --name=first nothing --runtime=300ms
  $ bakeoff show 1/1 | sed -n '/^OBSERVED/,/^$/p' | sed 's/^\(OBSERVED nothing,\) .*/\1 TIME/; s/[0-9][0-9.]*%/N%/g; s/[0-9][0-9.]*\/s/N\/s/g; s/[0-9][0-9.]* [KMG]iB/N MiB/g' | grep -v '^below\|^disk\|^loop\|^[a-z]*[0-9]\|^memory\|^ \|^paging'
  OBSERVED nothing, TIME
  CPU           user N%  nice N%  sys N%  iowait N%  irq N%  softirq N%  steal N%
  kernel        context switches N/s  interrupts N/s
  pressure      cpu some N%  io some N%  io full N%  memory some N%  memory full N%
  
  $ bakeoff show 1/1 | sed -n 's/^\(series  *\)[0-9]*, up to [0-9]* \(samples each\)/\1N, up to N \2/p'
  series        N, up to N samples each

Every number under PCP's name, in base units, or why there is none:

  $ bakeoff show -v 1/1 | awk '/^mem.util.dirty |^kernel.all.pswitch |^bakeoff.observed.time / { print $1, $3 }'
  bakeoff.observed.time ns
  kernel.all.pswitch count
  mem.util.dirty B

Clients one by one, here two that wrote 4 MiB each:

  $ two --name=clients lmdd --size=4M --bs=64k --numjobs=2
  $ bakeoff show -v 2/5 | awk '$1 == "proc.io.wchar" { print $1, $2, $4, ($3 >= 4194304) }'
  proc.io.wchar 0 B 1
  proc.io.wchar 1 B 1

Compared between variants: beside each metric, or as metrics of their own that are not judged:

  $ bakeoff compare -v 1 | grep -c '^    beside: CPU '
  2
  $ bakeoff compare 1 --metrics='kernel.all.p*' --metrics=mem.util.cached --style=csv | cut -d, -f4,5 | sort -u | grep 'kernel\|mem'
  kernel.all.pressure.cpu.full.total,s/s
  kernel.all.pressure.cpu.some.total,s/s
  kernel.all.pressure.io.full.total,s/s
  kernel.all.pressure.io.some.total,s/s
  kernel.all.pressure.memory.full.total,s/s
  kernel.all.pressure.memory.some.total,s/s
  kernel.all.pswitch,count/s
  mem.util.cached,bytes
  $ bakeoff compare 1 --metrics='kernel.all.ps*' --style=csv | grep -c kernel.all.pswitch
  2
  $ bakeoff compare 1 --metrics='kernel.all.ps*' --style=json | jq -c '.metrics[] | select(.observed) | [.phase, .metric, .unit, .primary]'
  ["nothing","kernel.all.pswitch","count/s",false]
  $ bakeoff compare 1 --metrics=disk.speed 2>&1
  bakeoff: metrics: nothing that was observed matches 'disk.speed'; `bakeoff show -v ID/RUN` shows what was
  [2]
  $ bakeoff compare --metrics=x --values=A=1,2,3 --values=B=1,2,3 --better=lower
  bakeoff: metrics: nothing was observed beside numbers from elsewhere
  [2]

Not at all, or more often:

  $ two --name=second --observe=no nothing --operations=10
  $ bakeoff show -v 3/9 | grep -c '^OBSERVED\|^series'
  0
  [1]
  $ bakeoff compare 3 --metrics
  bakeoff: metrics: nothing that was observed matches '*'; `bakeoff show -v ID/RUN` shows what was
  [2]
  $ two --name=third --observe=100ms nothing --operations=10
  $ bakeoff show 4 --plan | grep ^observe
  observe = 100ms
  $ bakeoff run --observe=10ms nothing
  bakeoff: command line: observe: 10ms is below the least, 100ms
  [2]
  $ bakeoff run --observe=off nothing
  bakeoff: command line: observe: 'off': a number is expected at position 1
  [2]
