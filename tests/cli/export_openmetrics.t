Another program's parser of OpenMetrics reads what `bakeoff export` writes, whatever the names and values:

  $ python=$(for p in python3 /usr/bin/python3; do "$p" -c 'import prometheus_client.openmetrics' 2>/dev/null && echo "$p" && break; done)
  $ [ -n "$python" ] || exit 80
  $ cat >read.py <<'END'
  > import math, sys
  > from prometheus_client.openmetrics.parser import text_string_to_metric_families
  > for family in text_string_to_metric_families(open(sys.argv[1], newline="").read()):
  >     values = [s.value for s in family.samples]
  >     print(family.name, family.type, family.unit or "-", len(values), sum(map(math.isnan, values)), sum(map(math.isinf, values)))
  >     for s in family.samples:
  >         assert s.timestamp and s.labels["experiment"]
  > print(repr(sorted({s.labels["variant"] for s in family.samples})))
  > END
  $ bakeoff import "$BAKEOFF_SOURCE/tests/data/export/example.json" >/dev/null
  $ bakeoff export --format=openmetrics -o one.om && "$python" read.py one.om
  bakeoff_experiment info - 1 0 0
  bakeoff_run info - 20 0 0
  bakeoff_throughput_bytes_per_second gauge bytes_per_second 19 0 0
  bakeoff_latency_p99_seconds gauge seconds 19 0 0
  bakeoff_cpu_share_ratio gauge ratio 19 0 0
  ['ext4', 'xfs']
  $ sqlite3 "$XDG_DATA_HOME/bakeoff/bakeoff.db" "UPDATE variants SET name = 'b \"' || char(10, 92) || '{}, #|é' WHERE position = 1;
  > UPDATE vals SET value = 9e999 WHERE run < 3; UPDATE vals SET value = NULL WHERE run = 3; UPDATE vals SET value = -9e999 WHERE run = 4;
  > UPDATE metrics SET unit = 'KiB/s', metric = 'odd-name' WHERE metric = 'latency_p99'"
  $ bakeoff export --format=openmetrics -o odd.om && "$python" read.py odd.om
  bakeoff_experiment info - 1 0 0
  bakeoff_run info - 20 0 0
  bakeoff_throughput_bytes_per_second gauge bytes_per_second 19 1 3
  bakeoff_odd_name_KiB_s gauge KiB_s 19 1 3
  bakeoff_cpu_share_ratio gauge ratio 19 1 3
  ['b "\\n\\\\{}, #|\xc3\xa9', 'ext4'] (esc)

What it must refuse it does:

  $ sed '$d' one.om >cut.om && "$python" read.py cut.om 2>&1 | tail -n 1
  ValueError: Missing # EOF at end
