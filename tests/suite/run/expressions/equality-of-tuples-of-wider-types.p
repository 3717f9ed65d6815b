// What counts in a tuple is what it holds, not the type it was made for.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var narrow: (x: int, y: string);
      var wide: (x: any, y: any);
      var list: seq[int];
      var mixed: seq[any];
      narrow = (x = 4, y = "four");
      wide = narrow;
      assert wide == narrow;
      wide = (x = 4, y = "four");
      assert wide == narrow;
      list += (0, 4);
      mixed += (0, 4);
      assert mixed == list;
      mixed[0] = "four";
      assert mixed != list;
    }
  }
}
