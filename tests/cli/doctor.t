What will hurt here, one line for each finding; what is found depends on the machine, its form does not:

  $ doctor() { status=0; bakeoff doctor "$@" >out || status=$?; }
  $ doctor
  $ grep -v -E '^(root|load|steal|cpus|governor|turbo|power|clock|memory|swap|kernel|oops|space|storage|traffic) +(ok|note|unknown|warning|bad)  .+' out | sed 's/[0-9]* bad, [0-9]* warnings\{0,1\}, [0-9]* unknown: .*/SUM/'
  SUM
  $ sed 's/ .*//; /^[0-9]/d' out | uniq | tr '\n' ' '
  root load steal cpus governor turbo power clock memory swap kernel oops space storage traffic  (no-eol)

Whoever is warned is told what to do, and the exit status is 1 where something is bad:

  $ grep -E '^[a-z]+ +(warning|bad) ' out | grep -v ' -> '
  [1]
  $ bad() { grep -c -E '^[a-z]+ +bad ' out || true; }
  $ test "$(bad)" -gt 0 && wanted=1 || wanted=0
  $ test "$status" -eq "$wanted"
  $ grep -q "^$(bad) bad, " out

The same as JSON:

  $ doctor --style=json
  $ python3 -c '
  > import json, sys
  > d = json.load(open("out"), parse_constant=lambda c: 1 / 0)
  > print(d["schema"], sorted(d))
  > f = d["findings"]
  > assert all(sorted(x) == ["check", "finding", "grade", "remedy"] for x in f)
  > assert d["trusted"] == (not any(x["grade"] == "bad" for x in f)) == (sys.argv[1] == "0")
  > assert all(x["remedy"] for x in f if x["grade"] in ("warning", "bad"))
  > assert all(k in d["host"]["unknown"] for k, v in d["host"].items() if v is None)' "$status"
  bakeoff.doctor/1 ['findings', 'host', 'schema', 'trusted']

A plan is looked at variant by variant; nothing is made, and nothing is stored:

  $ doctor nothing --variant=a:device=dir:. --variant=b:device=dir:none; echo $status
  1
  $ grep "^plan" out | sed "s|$PWD|DIR|"
  plan      ok       [variant a] can be made
  plan      bad      [variant b]: directory DIR/none does not exist -> change the plan, or what it says is wrong
  $ doctor --variant=a:device=dir:.; grep '^plan' out
  plan      ok       [variant a] can be made
  $ cat > plan.ini <<END
  > [variant a]
  > device = image:none.img
  > fs = ext4
  > [workload lmdd]
  > size = 1M
  > END
  $ doctor plan.ini; echo $status
  1
  $ grep '^plan' out | sed "s|$PWD|DIR|"
  plan      bad      [variant a]: image DIR/none.img does not exist -> change the plan, or what it says is wrong
  $ ls
  out
  plan.ini
  $ test ! -e "$XDG_DATA_HOME/bakeoff"

What is wrong:

  $ bakeoff doctor --variant=a:fs
  bakeoff: --variant='a:fs': key=value is expected at 'fs'
  [2]
  $ bakeoff doctor notathing
  bakeoff: no workload named 'notathing'; the nearest is nothing (`bakeoff workloads` lists them; a plan file ends in .ini or contains a /)
  [2]
  $ bakeoff doctor --style=csv
  bakeoff: style: 'csv' is none of text, json
  [2]
  $ bakeoff doctor --rounds=0 nothing
  bakeoff: command line: rounds: 0 is below the least, 1
  [2]
