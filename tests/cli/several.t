Several experiments compared with each other. Their values and facts are put into the database by hand:

  $ run() { bakeoff run nothing --operations=10 --rounds=6 --aa=no "$@" 2>said >out; }
  $ run --name=old --seed=1 --variant=a:device=dir:. --variant=b:device=dir:.
  $ run --name=new --seed=2 --variant=a:device=dir:.
  $ bakeoff run nothing --operations=10 --loops=2 --seed=3 --rounds=6 --name=other --variant=c:device=dir:. 2>said >out
  $ sql() { sqlite3 "$XDG_DATA_HOME/bakeoff/bakeoff.db" "$@"; }
  $ sql "DELETE FROM logs; UPDATE experiments SET plan_sha256 = substr(printf('%08x', id) || printf('%056x', 0), 1, 64);
  > UPDATE vals SET value = (SELECT
  >   (CASE variant WHEN 0 THEN 1000 ELSE 1200 END) * (CASE experiment WHEN 2 THEN 0.8 ELSE 1 END)
  >     * (1 + 0.002 * ((round * 7 + variant * 3 + experiment) % 5))
  >   FROM runs WHERE runs.id = vals.run) WHERE metric IN (SELECT id FROM metrics WHERE metric = 'rate')"
  $ sql "DELETE FROM facts WHERE id NOT IN (SELECT facts FROM runs); UPDATE runs SET facts = (SELECT min(id) FROM facts);
  > DELETE FROM facts WHERE id <> (SELECT min(id) FROM facts);
  > UPDATE facts SET id = 1, text = '{\"host\":{\"kernel\":\"6.1\",\"memory_bytes\":1073741824},\"target\":{\"scheduler\":\"none\"}}';
  > UPDATE runs SET facts = 1;
  > INSERT INTO facts(id, text, sha256) VALUES (2, '{\"host\":{\"kernel\":\"6.12\",\"memory_bytes\":1073741824},\"target\":{\"scheduler\":\"mq-deadline\"}}', 'x');
  > UPDATE runs SET facts = 2 WHERE experiment = 2"

What differs besides what was asked for comes first; pairs are the rounds of one experiment, nothing else is:

  $ bakeoff compare 1 2
  experiments 1, 2  baseline 1:a  variants 1:b, 2:a  m=2  margin \xc2\xb15%  alpha 0.05 (esc)
  differs: kernel: 6.1 (1:a, 1:b); 6.12 (2:a)
  differs: scheduler: none (1:a, 1:b); mq-deadline (2:a)
  FASTER 1:b nothing ops/s 1004 -> 1204  +19.92% [+19.27, +20.57] n=6   p<.0001h >=5%
  SLOWER 2:a nothing ops/s 1004 -> 803.7 -19.97% [-20.29, -19.65] n=6+6 p<.0001h >=5% !not-interleaved
  rig: experiment 1  old  rounds 6+1 warm-up  order random  seed 1  plan 00000001
  rig: experiment 2  new  rounds 6+1 warm-up  order random  seed 2  plan 00000002
  rig: no A/A arm !not-interleaved: what differs above may be the effect
  note: nothing/rate is the metric of nothing

Another baseline; another order; the numbers behind it:

  $ bakeoff compare 1 2 --baseline=2:a | grep -e FASTER -e SLOWER
  FASTER 1:a nothing ops/s 803.7 -> 1004 +24.96% [+24.46, +25.46] n=6+6 p<.0001h >=5% !not-interleaved
  FASTER 1:b nothing ops/s 803.7 -> 1204 +49.85% [+49.25, +50.45] n=6+6 p<.0001h >=5% !not-interleaved
  $ bakeoff compare 2 1 -v | sed -n '/^FASTER/,/TOST/p'
  FASTER 1:a nothing ops/s 803.7 -> 1004 +24.96% [+24.46, +25.46] n=6+6 p<.0001h >=5% !not-interleaved
      2:a: mean 803.7 ops/s sd 0.33% (sd CI 0.20-0.80%) min 800.0 median 804.0 max 806.4 n=6
      | 1:a: mean 1004 ops/s sd 0.29% (sd CI 0.18-0.72%) min 1000 median 1005 max 1008 n=6
      | t=124.63 df=9.89 p<.0001  exact p=.0022  rank p=.0022  HL +25.0%  raw t=124.83 df=9.86 p<.0001
      | TOST\xc2\xb15% p=1.0 (esc)
  FASTER 1:b nothing ops/s 803.7 -> 1204 +49.85% [+49.25, +50.45] n=6+6 p<.0001h >=5% !not-interleaved
      2:a: mean 803.7 ops/s sd 0.33% (sd CI 0.20-0.80%) min 800.0 median 804.0 max 806.4 n=6
      | 1:b: mean 1204 ops/s sd 0.29% (sd CI 0.18-0.72%) min 1200 median 1204 max 1210 n=6
      | t=226.26 df=9.89 p<.0001  exact p=.0022  rank p=.0022  HL +49.9%  raw t=223.36 df=9.21 p<.0001
      | TOST\xc2\xb15% p=1.0 (esc)
  $ bakeoff compare 1 2 --style=json | python3 -c '
  > import json, sys
  > d = json.load(sys.stdin, parse_constant=lambda c: 1 / 0)
  > print(d["source"], d["experiment"]["id"], [e["id"] for e in d["experiments"]], d["not_compared"])
  > for f in d["differences"]: print(f["name"], f["baseline"], f["variants"])
  > for m in d["metrics"]:
  >     for c in m["comparisons"]:
  >         if m["primary"]: print(c["variant"], c["baseline"], c["design"], c["n_baseline"], c["n_variant"], c["verdict"])'
  experiments None [1, 2] []
  kernel {'variant': '1:a', 'value': '6.1'} [{'variant': '1:b', 'value': '6.1'}, {'variant': '2:a', 'value': '6.12'}]
  scheduler {'variant': '1:a', 'value': 'none'} [{'variant': '1:b', 'value': 'none'}, {'variant': '2:a', 'value': 'mq-deadline'}]
  1:b 1:a paired 6 6 FASTER
  2:a 1:a unpaired 6 6 SLOWER
  $ bakeoff compare 1 2 --style=csv | cut -d , -f 1,7 | sort | uniq -c | sort -k 2 | head -n 3
       14 1,1:a
       14 1,1:b
       14 2,2:a
  $ bakeoff compare 1 2 --style=classic | sed 's/^Date: .*, plan/Date: DATE, plan/' | sed -n '1,6p'
  Test: old (experiment 1, done)
  Date: DATE, plan 00000001, seed 1
  Test: new (experiment 2, done)
  Date: DATE, plan 00000002, seed 2
  Differs: kernel: 6.1 (1:a, 1:b); 6.12 (2:a)
  Differs: scheduler: none (1:a, 1:b); mq-deadline (2:a)

What only one of them measured is compared with nothing, and listed:

  $ sql "UPDATE cells SET label = 'nothing loops=2' WHERE experiment = 3"
  $ bakeoff compare 1 3 | grep -e '^not' -e ^MEAS
  not compared: nothing nothing/rate [1/s]: only in experiment 1
  not compared: nothing nothing/latency [s]: only in experiment 1
  not compared: nothing loops=2 nothing/rate [1/s]: only in experiment 3
  not compared: nothing loops=2 nothing/latency [s]: only in experiment 3
  $ bakeoff compare 1 3 --style=json | python3 -c '
  > import json, sys
  > for m in json.load(sys.stdin)["not_compared"]:
  >     print(m["cell"], m["phase"], m["metric"], m["unit"], m["measured_in"], m["missing_in"], m["reason"], sep="|")'
  nothing|nothing|rate|1/s|[1]|[3]|only in experiment 1
  nothing|nothing|latency|s|[1]|[3]|only in experiment 1
  nothing loops=2|nothing|rate|1/s|[3]|[1]|only in experiment 3
  nothing loops=2|nothing|latency|s|[3]|[1]|only in experiment 3

A fact that one has not recorded is null, with the reason; of one experiment it is told what its plan does not change:

  $ sql "UPDATE facts SET text = '{\"host\":{\"kernel\":\"6.12\"}}' WHERE id = 2"
  $ differences() { bakeoff compare "$@" --style=json | python3 -c 'import json, sys; print(*json.load(sys.stdin)["differences"], sep="\n")'; }
  $ differences 1 2
  {'name': 'kernel', 'fact': 'host.kernel', 'kind': 'required', 'baseline': {'variant': '1:a', 'value': '6.1'}, 'variants': [{'variant': '1:b', 'value': '6.1'}, {'variant': '2:a', 'value': '6.12'}]}
  {'name': 'memory_bytes', 'fact': 'host.memory_bytes', 'kind': 'required', 'baseline': {'variant': '1:a', 'value': '1073741824'}, 'variants': [{'variant': '1:b', 'value': '1073741824'}, {'variant': '2:a', 'value': None, 'reason': 'its runs did not record this'}]}
  {'name': 'scheduler', 'fact': 'target.scheduler', 'kind': 'required', 'baseline': {'variant': '1:a', 'value': 'none'}, 'variants': [{'variant': '1:b', 'value': 'none'}, {'variant': '2:a', 'value': None, 'reason': 'its runs did not record this'}]}
  $ sql "UPDATE runs SET facts = 2 WHERE experiment = 1 AND variant = 1"
  $ differences 1
  {'name': 'kernel', 'fact': 'host.kernel', 'kind': 'required', 'baseline': {'variant': 'a', 'value': '6.1'}, 'variants': [{'variant': 'b', 'value': '6.12'}]}
  {'name': 'memory_bytes', 'fact': 'host.memory_bytes', 'kind': 'required', 'baseline': {'variant': 'a', 'value': '1073741824'}, 'variants': [{'variant': 'b', 'value': None, 'reason': 'its runs did not record this'}]}
  {'name': 'scheduler', 'fact': 'target.scheduler', 'kind': 'required', 'baseline': {'variant': 'a', 'value': 'none'}, 'variants': [{'variant': 'b', 'value': None, 'reason': 'its runs did not record this'}]}
  $ bakeoff compare 1 | grep '^differs'
  differs besides the plan: kernel: 6.1 (a); 6.12 (b)
  differs besides the plan: memory_bytes: 1073741824 (a); - (b)
  differs besides the plan: scheduler: none (a); - (b)
  $ bakeoff compare 1 --style=classic | grep '^note: differs'
  note: differs besides the plan: kernel: 6.1 (a); 6.12 (b)
  note: differs besides the plan: memory_bytes: 1073741824 (a); - (b)
  note: differs besides the plan: scheduler: none (a); - (b)

What has to be the same and is not makes the verdict INVALID: by default those that docs/facts.md marks, of one experiment; else those that are named:

  $ bakeoff compare 1 --gate | grep '^INVALID'
  INVALID  nothing nothing/rate  ops/s  1004 -> 1204  n=6  kernel 6.12, not 6.1
  $ bakeoff compare 1 --gate >/dev/null
  [5]
  $ bakeoff compare 1 --gate --require-same=none | grep -e '^differs' -e ^FASTER
  differs besides the plan: kernel: 6.1 (a); 6.12 (b)
  differs besides the plan: memory_bytes: 1073741824 (a); - (b)
  differs besides the plan: scheduler: none (a); - (b)
  FASTER  nothing nothing/rate  ops/s  1004 -> 1204  +19.92% [+19.27, +20.57]  n=6  p<.0001  >=5%
  $ bakeoff compare 1 --gate --require-same=none >/dev/null
  $ bakeoff compare 1 2 --gate=strict --require-same=host.kernel,scheduler | grep -e ^INVALID -e ^FASTER
  INVALID 1:b nothing ops/s 1004 -> 1204  n=6  kernel 6.12, not 6.1; scheduler -, not none
  INVALID 2:a nothing ops/s 1004 -> 803.7 n=6+6  kernel 6.12, not 6.1; scheduler -, not none  !more
  $ bakeoff compare 1 2 --gate --require-same=host.kernel >/dev/null
  [5]
  $ bakeoff compare 1 --explain | grep -A 2 'fact that'
      nothing nothing/rate, b against a; higher is better. A fact that has to be the same is not:
      kernel 6.12, not 6.1: these numbers say nothing. Pairs are the runs of one round.
  rig: no A/A arm  drift +0.1%/experiment  rounds 6+1 warm-up  order random  seed 1  plan 00000001
  $ bakeoff compare 1 --require-same=kernle
  bakeoff: require-same: no run has recorded a fact named 'kernle'; `bakeoff show EXPERIMENT/RUN` lists them
  [2]
  $ bakeoff compare --better=lower --values=a=1,2,3 --values=b=4,5,6 --require-same=kernel
  bakeoff: require-same: no run has recorded a fact named 'kernel'; `bakeoff show EXPERIMENT/RUN` lists them
  [2]
  $ bakeoff run nothing --require_same=kernle
  bakeoff: require_same: 'kernle' is no fact that is recorded and compared (docs/facts.md), nor default, nor none
  [2]
  $ sql "UPDATE experiments SET plan = replace(plan, 'seed = 1', 'require_same = memory_bytes, target' || char(10) || 'seed = 1') WHERE id = 1"
  $ bakeoff compare 1 | grep '^INVALID'
  INVALID nothing rate ops/s 1004 -> 1204 n=6  memory_bytes -, not 1073741824; scheduler -, not none
  $ bakeoff compare 1 --require-same=default | grep '^INVALID'
  INVALID  nothing nothing/rate  ops/s  1004 -> 1204  n=6  kernel 6.12, not 6.1

A fact that was another one in some runs, for all variants alike, is told and no more:

  $ sql "UPDATE experiments SET plan = replace(plan, 'require_same = memory_bytes, target' || char(10), '') WHERE id = 1;
  > UPDATE runs SET facts = 1 + (round > 3) WHERE experiment = 1"
  $ bakeoff compare 1 | grep -e ^differs -e ^varies -e ^FASTER
  varies between runs: kernel: 6.1 and 6.12 (a, b)
  FASTER  nothing nothing/rate  ops/s  1004 -> 1204  +19.92% [+19.27, +20.57]  n=6  p<.0001  >=5%
  $ bakeoff compare 1 --style=json | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["differences"], *d["varying"], sep="\n")'
  []
  {'name': 'kernel', 'fact': 'host.kernel', 'kind': 'required', 'baseline': {'variant': 'a', 'value': '6.1', 'later': ['6.12']}, 'variants': [{'variant': 'b', 'value': '6.1', 'later': ['6.12']}]}

A gate, and what is wrong:

  $ bakeoff compare 1 2 --gate >/dev/null
  [3]
  $ bakeoff compare 1 1
  bakeoff: experiment 1 is named twice
  [2]
  $ bakeoff compare 1 nine
  bakeoff: 'nine' is no id of an experiment; `bakeoff list` shows them
  [2]
  $ bakeoff compare 1 9 2>&1 | sed 's|[^ ]*bakeoff.db|DB|'
  bakeoff: DB: no experiment 9; `bakeoff list` shows those there are
  $ bakeoff compare 1 2 --baseline=a
  bakeoff: baseline: 'a' is none of 1:a, 1:b, 2:a
  [2]
  $ sql "UPDATE experiments SET state = 'invalid', state_reason = 'too many rounds failed' WHERE id = 2"
  $ bakeoff compare 1 2 --gate | grep -e ^state -e ^INVALID
  state: invalid: experiment 2 is invalid: too many rounds failed
  INVALID 1:b nothing ops/s 1004 -> 1204  n=6  experiment 2 is invalid: too many rounds failed
  INVALID 2:a nothing ops/s 1004 -> 803.7 n=6+6  !more
