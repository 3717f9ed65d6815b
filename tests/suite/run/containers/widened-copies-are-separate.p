// A sequence of ints copied into one of anything takes other elements without harm to the first.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var ints: seq[int];
      var mixed: seq[any];
      var tables: map[any, any];
      var table: map[int, string];
      ints += (0, 1);
      mixed = ints;
      mixed += (0, "text");
      mixed[1] = null;
      assert ints[0] + 1 == 2 && sizeof(ints) == 1 && sizeof(mixed) == 2;
      table[1] = "one";
      tables = table;
      tables["two"] = 2;
      assert sizeof(table) == 1 && sizeof(tables) == 2 && tables[1] == "one";
    }
  }
}
