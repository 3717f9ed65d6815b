// Rendering goes down into whatever a value holds.
// verdict: holds
// states: 2
// transitions: 1
event eJob;
machine Main {
  fun Expect(text: string, wanted: string) { assert text == wanted, format("'{0}', not '{1}'", text, wanted); }
  start state Run {
    entry {
      var rows: seq[(name: string, tags: set[int])];
      var table: map[string, map[int, seq[bool]]];
      rows += (0, (name = "a", tags = default(set[int])));
      rows[0].tags += (2);
      rows[0].tags += (1);
      Expect(format("{0}", rows), "(<name:a, tags:(<1>, <2>), >)");
      table["k"] = default(map[int, seq[bool]]);
      table["k"][5] = default(seq[bool]);
      table["k"][5] += (0, true);
      Expect(format("{0}", table), "(<k->(<5->(True)>)>)");
      Expect(format("{0}", (eJob, this)), "<eJob,Main(1),>");
    }
  }
}
