What `bakeoff export` writes is what the schema in docs/ says, and the schema can say no:

  $ python=$(for p in python3 /usr/bin/python3; do "$p" -c 'import jsonschema' 2>/dev/null && echo "$p" && break; done)
  $ [ -n "$python" ] || exit 80
  $ cat >valid.py <<'END'
  > import json, os, sys
  > import jsonschema
  > schema = json.load(open(os.environ["BAKEOFF_SOURCE"] + "/docs/export.schema.json"))
  > jsonschema.Draft202012Validator.check_schema(schema)
  > validator = jsonschema.Draft202012Validator(schema)
  > document = json.load(open(sys.argv[1]))
  > for error in list(validator.iter_errors(document))[:3]:
  >     print(error.json_path, error.message)
  > runs = document["experiments"][0]["runs"]
  > runs[0]["outcome"] = "good"
  > runs[1]["started_ns"] = -1
  > del document["experiments"][0]["seed"]
  > print(len(list(validator.iter_errors(document))), "errors in a wrong one")
  > END

An experiment with everything in it, also without names; one that was run here; one whose values and counts are odd:

  $ bakeoff import "$BAKEOFF_SOURCE/tests/data/export/example.json" >/dev/null
  $ bakeoff export >one.json && "$python" valid.py one.json
  4 errors in a wrong one
  $ bakeoff export --anonymous >anonymous.json && "$python" valid.py anonymous.json
  4 errors in a wrong one
  $ bakeoff run lmdd --size=64k --bs=4k,64k --rounds=1 --seed=42 --variant=a:device=dir:. --variant=b:device=dir:. >said 2>&1
  $ bakeoff export >two.json && "$python" valid.py two.json
  4 errors in a wrong one
  $ sqlite3 "$XDG_DATA_HOME/bakeoff/bakeoff.db" "UPDATE vals SET value = 9e999 WHERE run < 3;
  > UPDATE vals SET value = NULL WHERE run = 3; UPDATE phases SET bytes = -1, started_ns = 9007199254740993;
  > UPDATE experiments SET state = 'running', ended_ns = NULL, plan = plan || char(1, 34, 92, 8364)"
  $ bakeoff export 1,2 >odd.json && "$python" valid.py odd.json
  4 errors in a wrong one
