Where nothing is stored there is nothing to export:

  $ bakeoff export 2>&1 | sed 's|[^ ]*bakeoff.db|DB|'
  bakeoff: DB: no experiment is stored yet; `bakeoff run` makes one

An experiment with made-up numbers, from an export. It comes back as it was, by either form of its name:

  $ example=$BAKEOFF_SOURCE/tests/data/export/example.json
  $ bakeoff import "$example"
  experiment 1  ext4-or-xfs  20 runs
  $ bakeoff export >one.json && bakeoff export 1 --format=json -o - | cmp - one.json
  $ cat >same.py <<'END'
  > import json, sys
  > one, two = (json.load(open(name), parse_constant=lambda c: 1 / 0) for name in sys.argv[1:])
  > print("same" if one == two else "different")
  > END
  $ python3 same.py one.json "$example"
  same
  $ bakeoff import --db=second.db - <one.json && bakeoff export --db=second.db | cmp - one.json
  experiment 1  ext4-or-xfs  20 runs
  $ rows() {
  >   sqlite3 "$1" "SELECT variant, cell, phase, metric, round, attempt, printf('%!.26g', value), unit, is_counted FROM readings"
  > }
  $ rows "$XDG_DATA_HOME/bakeoff/bakeoff.db" >one && rows second.db | cmp - one && wc -l <one
  57

Import it again and it is another experiment; several go into one document, each once:

  $ bakeoff import one.json
  experiment 2  ext4-or-xfs  20 runs
  $ bakeoff export 1,2 | python3 -c 'import json, sys; print([x["id"] for x in json.load(sys.stdin)["experiments"]])'
  [1, 2]
  $ bakeoff export 2 1 --format=csv | cut -d , -f 1 | sort | uniq -c | sed 's/^ *//'
  58 1
  58 2
  1 experiment

CSV: a row for each value, and one for a run that has none; what compare leaves out is there and marked:

  $ bakeoff export 1 --format=csv >csv && head -n 4 csv
  experiment,name,state,variant,cell,workload,run,round,attempt,started_ns,ended_ns,outcome,reason,counted,phase,metric,unit,better,primary,value\r (esc)
  1,ext4-or-xfs,done,xfs,lmdd bs=4k,lmdd,1,0,0,1796078191000000000,1796078203000000000,ok,,no,write,throughput,bytes/s,higher,yes,394751115.264\r (esc)
  1,ext4-or-xfs,done,xfs,lmdd bs=4k,lmdd,1,0,0,1796078191000000000,1796078203000000000,ok,,no,write,latency_p99,s,lower,no,0.002075099\r (esc)
  1,ext4-or-xfs,done,xfs,lmdd bs=4k,lmdd,1,0,0,1796078191000000000,1796078203000000000,ok,,no,write,cpu_share,%,neither,no,88.5\r (esc)
  $ grep -v ,ok, csv | tail -n 1
  1,ext4-or-xfs,done,xfs,lmdd bs=64k,lmdd,10,2,0,1796078371000000000,1796078383000000000,failed,client 0: write /home/alice/bench/mnt/lmdd: Input/output error,no,,,,,,\r (esc)
  $ wc -l <csv
  59
  $ cut -d , -f 13,14 csv | sort | uniq -c | sed 's/^ *//; s/\r$//'
  21 ,no
  36 ,yes
  1 client 0: write /home/alice/bench/mnt/lmdd: Input/output error,no
  1 reason,counted

benchstat's format: one line for each run that counts, and its failures as go test tells them:

  $ bakeoff export 1 --format=benchfmt >bench && cat bench
  experiment: 1
  name: ext4-or-xfs
  state: done
  plan_sha256: 4e4fd612636c15037706936717b56c7023a716395592928adadb96974e18b797
  host: bench7.example.org
  kernel: 6.1.0
  machine: x86_64
  cpu: EPYC
  Unit write_throughput-B/s better=higher
  Unit write_latency_p99-sec better=lower
  
  BenchmarkLmdd/bs=4k/variant=ext4-1\t1\t327659028.48 write_throughput-B/s\t0.002083333 write_latency_p99-sec\t87.5 write_cpu_share-% (esc)
  BenchmarkLmdd/bs=64k/variant=ext4-1\t1\t411199078.40000004 write_throughput-B/s\t0.001660079 write_latency_p99-sec\t87.5 write_cpu_share-% (esc)
  BenchmarkLmdd/bs=4k/variant=xfs-1\t1\t390070272 write_throughput-B/s\t0.0021 write_latency_p99-sec\t88.5 write_cpu_share-% (esc)
  BenchmarkLmdd/bs=64k/variant=xfs-1\t1\t489538191.35999995 write_throughput-B/s\t0.001673307 write_latency_p99-sec\t88.5 write_cpu_share-% (esc)
  --- FAIL: BenchmarkLmdd/bs=64k/variant=xfs-1
      round 2: failed: client 0: write /home/alice/bench/mnt/lmdd: Input/output error
  BenchmarkLmdd/bs=4k/variant=ext4-1\t1\t326358794.24 write_throughput-B/s\t0.002091633 write_latency_p99-sec\t87.5 write_cpu_share-% (esc)
  BenchmarkLmdd/bs=64k/variant=ext4-1\t1\t409573785.6 write_throughput-B/s\t0.001666667 write_latency_p99-sec\t87.5 write_cpu_share-% (esc)
  BenchmarkLmdd/bs=4k/variant=xfs-1\t1\t396311396.352 write_throughput-B/s\t0.002066929 write_latency_p99-sec\t88.5 write_cpu_share-% (esc)
  BenchmarkLmdd/bs=64k/variant=xfs-1\t1\t487587840 write_throughput-B/s\t0.00168 write_latency_p99-sec\t88.5 write_cpu_share-% (esc)
  BenchmarkLmdd/bs=4k/variant=ext4-1\t1\t330259496.96 write_throughput-B/s\t0.002066929 write_latency_p99-sec\t87.5 write_cpu_share-% (esc)
  BenchmarkLmdd/bs=64k/variant=ext4-1\t1\t406323200 write_throughput-B/s\t0.00168 write_latency_p99-sec\t87.5 write_cpu_share-% (esc)
  BenchmarkLmdd/bs=4k/variant=xfs-1\t1\t393190834.176 write_throughput-B/s\t0.002083333 write_latency_p99-sec\t88.5 write_cpu_share-% (esc)
  BenchmarkLmdd/bs=64k/variant=xfs-1\t1\t493438894.08000004 write_throughput-B/s\t0.001660079 write_latency_p99-sec\t88.5 write_cpu_share-% (esc)
  $ if command -v benchstat >/dev/null; then benchstat -col /variant bench >table 2>said && [ ! -s said ] && grep -q throughput table || echo "benchstat does not read it"; fi

What reads other people's benchmark format reads the same numbers in it:

  $ bakeoff import --print --tool=benchstat bench >read
  $ cat >compared.py <<'END'
  > import csv, json
  > ours = sorted(float(r["value"]) for r in csv.DictReader(open("csv", newline="")) if r["counted"] == "yes")
  > theirs = sorted(v for row in json.load(open("read"))["values"] for v in row["values"])
  > print(len(ours), "the same" if ours == theirs else "not the same")
  > END
  $ python3 compared.py
  36 the same

OpenMetrics:

  $ bakeoff export 1 --format=openmetrics >metrics && grep '^#' metrics
  # TYPE bakeoff_experiment info
  # HELP bakeoff_experiment An experiment and how it ended.
  # TYPE bakeoff_run info
  # HELP bakeoff_run A run and how it ended.
  # TYPE bakeoff_throughput_bytes_per_second gauge
  # UNIT bakeoff_throughput_bytes_per_second bytes_per_second
  # HELP bakeoff_throughput_bytes_per_second throughput of a phase in one run, measured in bytes/s.
  # TYPE bakeoff_latency_p99_seconds gauge
  # UNIT bakeoff_latency_p99_seconds seconds
  # HELP bakeoff_latency_p99_seconds latency_p99 of a phase in one run, measured in s.
  # TYPE bakeoff_cpu_share_ratio gauge
  # UNIT bakeoff_cpu_share_ratio ratio
  # HELP bakeoff_cpu_share_ratio cpu_share of a phase in one run, measured in %.
  # EOF
  $ grep throughput_bytes metrics | sed -n 4p
  bakeoff_throughput_bytes_per_second{experiment="1",run="1",variant="xfs",cell="lmdd bs=4k",workload="lmdd",round="0",attempt="0",phase="write",metric="throughput",better="higher",primary="yes",counted="no"} 394751115.264 1796078203.000000000
  $ grep failed metrics
  bakeoff_run_info{experiment="1",run="10",variant="xfs",cell="lmdd bs=64k",workload="lmdd",round="2",attempt="0",outcome="failed",reason="client 0: write /home/alice/bench/mnt/lmdd: Input/output error"} 1 1796078383.000000000

Markdown:

  $ bakeoff export 1 --format=markdown
  ## Experiment 1: ext4-or-xfs
  
  done, 3 complete rounds, seed 42, plan 4e4fd612
  
  * ext4: ext4 on loop:1G
  * xfs: xfs on loop:1G
  
  | metric | unit | variant | mean | sd | n | change | verdict |
  |---|---|---|--:|--:|--:|---|---|
  | lmdd bs=4k write/throughput | MiB/s | ext4 | 312.9 | 1.894 | 3 |  | baseline |
  | lmdd bs=4k write/throughput | MiB/s | xfs | 375.0 | 2.976 | 3 | +19.8% [+16.5, +23.3] | FASTER |
  | lmdd bs=4k write/latency_p99 | ms | ext4 | 2.081 | 0.01257 | 3 |  | baseline |
  | lmdd bs=4k write/latency_p99 | ms | xfs | 2.083 | 0.01654 | 3 | +0.1% [-2.7, +3.0] | - |
  | lmdd bs=4k write/cpu_share | % | ext4 | 87.50 | 0 | 3 |  | baseline |
  | lmdd bs=4k write/cpu_share | % | xfs | 88.50 | 0 | 3 | +1.1429% [+1.1429, +1.1429] | - |
  | lmdd bs=64k write/throughput | MiB/s | ext4 | 390.1 | 2.368 | 3 |  | baseline |
  | lmdd bs=64k write/throughput | MiB/s | xfs | 467.5 | 2.841 | 3 | +19.8% [+16.5, +23.3] | FASTER |
  | lmdd bs=64k write/latency_p99 | ms | ext4 | 1.669 | 0.01015 | 3 |  | baseline |
  | lmdd bs=64k write/latency_p99 | ms | xfs | 1.671 | 0.01014 | 3 | +0.1% [-2.7, +3.0] | - |
  | lmdd bs=64k write/cpu_share | % | ext4 | 87.50 | 0 | 3 |  | baseline |
  | lmdd bs=64k write/cpu_share | % | xfs | 88.50 | 0 | 3 | +1.1429% [+1.1429, +1.1429] | - |
  
  Runs without a value:
  
  * xfs, lmdd bs=64k, round 2: failed: client 0: write /home/alice/bench/mnt/lmdd: Input/output error

Without what names the machine, its users and their places: one thing is always the same word:

  $ for format in json csv benchfmt openmetrics markdown; do
  >   bakeoff export 1 --format=$format --anonymous >out.$format || echo "$format failed"
  >   grep -l -e bench7 -e alice -e S3Z9 -e '/home' -e '/dev/loop' -e 01234567-89ab out.$format
  > done
  [1]
  $ grep -c host1 out.json
  4
  $ bakeoff export 1 --anonymous --format=csv | grep -v ,ok, | tail -n 1
  1,ext4-or-xfs,done,xfs,lmdd bs=64k,lmdd,10,2,0,1796078371000000000,1796078383000000000,failed,client 0: write /path4: Input/output error,no,,,,,,\r (esc)
  $ bakeoff import --db=third.db out.json && bakeoff show --db=third.db --plan | sed -n '/scratch/p'
  experiment 1  ext4-or-xfs  20 runs
  scratch = /path3

A value that is no number, names that need quotes, a state that is not done:

  $ sql() { sqlite3 "$XDG_DATA_HOME/bakeoff/bakeoff.db" "$@"; }
  $ sql "UPDATE experiments SET state = 'invalid', state_reason = 'too many rounds failed' WHERE id = 2;
  > UPDATE variants SET name = 'x \"y\", |z' WHERE experiment = 2 AND position = 1;
  > UPDATE vals SET value = NULL WHERE run = 22 AND metric = (SELECT min(metric) FROM vals WHERE run = 22)"
  $ bakeoff export 2 --format=csv | grep '^2,[^,]*,invalid,"x ""y"", |z",lmdd bs=64k,lmdd,22,' | head -n 1
  2,ext4-or-xfs,invalid,"x ""y"", |z",lmdd bs=64k,lmdd,22,0,0,1796078211000000000,1796078223000000000,ok,,no,write,throughput,bytes/s,higher,yes,\r (esc)
  $ bakeoff export 2 --format=openmetrics | sed -n '/run="22".*NaN/s/,round.*}/,...}/p'
  bakeoff_throughput_bytes_per_second{experiment="2",run="22",variant="x \"y\", |z",cell="lmdd bs=64k",workload="lmdd",...} NaN 1796078223.000000000
  $ bakeoff export 2 --format=benchfmt | sed -n '/^state/p; /bs=4k.*variant=x/{p;q}'
  state: invalid
  state_reason: too many rounds failed
  BenchmarkLmdd/bs=4k/variant=x%20"y",%20|z-1\t1\t390070272 write_throughput-B/s\t0.0021 write_latency_p99-sec\t88.5 write_cpu_share-% (esc)
  $ bakeoff export 2 --format=markdown | sed -n '3p; /y.,/{p;q}'
  invalid, 3 complete rounds, seed 42, plan 4e4fd612; too many rounds failed
  * x "y", \|z: xfs on loop:1G
  $ bakeoff export 2 | grep -m 1 '"value": null'
        {"phase": "write", "metric": "throughput", "unit": "bytes/s", "better": "higher", "value": null},

What was imported from another tool's text comes back with where it was read, and a summary as one:

  $ mkdir results && cat >results/bench7.txt <<'END'
  > Throughput 123.45 MB/sec  4 clients  4 procs  max_latency=12.345 ms
  > END
  $ cat >hyperfine.csv <<'END'
  > command,mean,stddev,median,user,system,min,max
  > sleep 0.1,0.1013,0.0005,0.1012,0.0010,0.0009,0.1007,0.1021
  > END
  $ bakeoff import --db=foreign.db results/bench7.txt >/dev/null && bakeoff import --db=foreign.db --n=10 hyperfine.csv >/dev/null
  $ bakeoff export --db=foreign.db 1,2 -o foreign.json && bakeoff import --db=again.db foreign.json
  experiment 1  bench7  1 run
  experiment 2  hyperfine  1 run
  $ bakeoff export --db=again.db 1,2 | cmp - foreign.json
  $ for table in imports import_notes imported vals; do
  >   for db in foreign.db again.db; do sqlite3 $db ".mode quote" "SELECT * FROM $table" >$db.$table; done
  >   cmp foreign.db.$table again.db.$table && wc -l <again.db.$table
  > done
  2
  3
  5
  5
  $ bakeoff compare --db=foreign.db 2 >one.txt; bakeoff compare --db=again.db 2 | cmp - one.txt
  $ bakeoff export --db=foreign.db 1,2 --anonymous -o nameless.json && grep -c -e results/ -e bench7.txt -e hyperfine.csv nameless.json
  0
  [1]

Errors name what is wrong, and leave nothing behind:

  $ bakeoff export --format=xml
  bakeoff: format: 'xml' is none of json, csv, benchfmt, openmetrics, markdown, pcp
  [2]
  $ bakeoff export 7 2>&1 | sed 's|[^ ]*bakeoff.db|DB|'
  bakeoff: DB: no experiment 7; `bakeoff list` shows those there are
  $ bakeoff export 1,1
  bakeoff: experiment 1 is named twice
  [2]
  $ bakeoff export 1,x
  bakeoff: 'x' is no id of an experiment; `bakeoff list` shows them
  [2]
  $ bakeoff export 1,
  bakeoff: '' is no id of an experiment; `bakeoff list` shows them
  [2]
  $ bakeoff export --format=pcp
  bakeoff: format pcp is several files: name a folder with -o DIR
  [2]
  $ mkdir folder && bakeoff export -o folder
  bakeoff: folder: a folder, and a file is to be written
  [1]
  $ bakeoff export -o missing/file
  bakeoff: missing/file: No such file or directory
  [1]
  $ bakeoff export -o /dev/full
  bakeoff: write /dev/full: No space left on device
  [1]
  $ bakeoff export --format=csv >/dev/full
  bakeoff: write to standard output: No space left on device
  [1]
  $ echo kept >old && chmod 640 old && bakeoff export 1 --format=csv -o old && cmp old csv && stat -c %a old
  640
  $ ln -s old link && bakeoff export 1 --format=markdown -o link && readlink link && head -n 1 old
  old
  ## Experiment 1: ext4-or-xfs
  $ bakeoff export --format=csv -o /dev/stdout | head -n 1 | cut -c 1-20
  experiment,name,stat
  $ ls -A | grep '^\.' ; ls folder

What is no export, and what is one that was changed:

  $ echo '{"schema": "bakeoff.export/1", "experiments": []}' >empty.json && bakeoff import empty.json
  bakeoff: empty.json: "experiments": there is none
  [2]
  $ head -c 2000 one.json >cut.json && bakeoff import cut.json
  bakeoff: cut.json: no JSON: premature end of input near '"' in line 34
  [2]
  $ sed 's/"outcome": "ok"/"outcome": "good"/' one.json >good.json && bakeoff import --db=new.db good.json
  bakeoff: good.json: experiment 1: run 1: "outcome": 'good' is none of its values
  [2]
  $ sqlite3 new.db 'SELECT count(*) FROM experiments'
  0
