// Sequences are shown in their order, sets and maps in the order of the texts of their elements and keys.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  fun Expect(text: string, wanted: string) { assert text == wanted, format("'{0}', not '{1}'", text, wanted); }
  start state Run {
    entry {
      var list: seq[int];
      var few: set[int];
      var table: map[int, string];
      Expect(format("{0} {1} {2}", list, few, table), "() () ()");
      list += (0, 10);
      list += (1, 9);
      Expect(format("{0}", list), "(10, 9)");
      few += (9);
      few += (100);
      few += (10);
      Expect(format("{0}", few), "(<10>, <100>, <9>)");
      table[9] = "nine";
      table[10] = "ten";
      Expect(format("{0}", table), "(<10->ten>, <9->nine>)");
    }
  }
}
