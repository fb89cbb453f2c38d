A text that is larger than any tool's report is refused after the most that is read, in a moment and not
for want of memory:

  $ printf '{\n  "fio version" : "fio-3.33",\n  "jobs" : [\n' >huge.json
  $ truncate -s 10G huge.json
  $ bakeoff import --print huge.json
  bakeoff: huge.json: more than 256 MiB are not read
  [1]
  $ bakeoff import --print - <huge.json
  bakeoff: standard input: more than 256 MiB are not read
  [1]

One that is not as large is read to its end, and its end is looked at:

  $ truncate -s 100M huge.json
  $ bakeoff import --print huge.json
  bakeoff: huge.json: byte 45 is zero: this is no text
  [1]
